"""Solitaire with real tiles, step by step: breaking the wall, counting what happens, the hand at the end."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ....context import Context
from ....parts.keyboard import KeyboardKeeper
from .count import CountView
from .ending import EndView
from .ground import BreakView
from .presenter import BesidePresenter, Step


class BesideView(QWidget):
    """Whatever is to be done at the wall now.

    Signals:
        aside(): the game is put aside for now.
    """

    aside = Signal()

    def __init__(self, context: Context, presenter: BesidePresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._presenter = context, presenter
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._steps: dict[Step, BreakView | CountView | EndView] = {}
        self._shown: Step | None = None
        self.keyboard = KeyboardKeeper(self)
        presenter.changed.connect(self.refresh)

    def step(self, which: Step) -> BreakView | CountView | EndView:
        """The view of a step, made when it is first wanted."""
        if which not in self._steps:
            made = self._made(which)
            made.hide()
            self._column.addWidget(made, 1)
            self._steps[which] = made
        return self._steps[which]

    def _made(self, which: Step) -> BreakView | CountView | EndView:
        if which is Step.BREAK:
            ground = BreakView(self._context, self._presenter)
            ground.rest_button.clicked.connect(self.aside)
            return ground
        if which is Step.COUNT:
            count = CountView(self._presenter)
            count.rest_button.clicked.connect(self.aside)
            return count
        end = EndView(self._context, self._presenter)
        end.rest_button.clicked.connect(self.aside)
        return end

    @property
    def count(self) -> CountView:
        """Where it is counted."""
        view = self.step(Step.COUNT)
        assert isinstance(view, CountView)  # noqa: S101 - made so
        return view

    @property
    def ground(self) -> BreakView:
        """Where the wall is broken."""
        view = self.step(Step.BREAK)
        assert isinstance(view, BreakView)  # noqa: S101 - made so
        return view

    @property
    def end(self) -> EndView:
        """Where the hand is entered."""
        view = self.step(Step.END)
        assert isinstance(view, EndView)  # noqa: S101 - made so
        return view

    def refresh(self) -> None:
        """Show what is to be done now."""
        if self._presenter.told is None or not self.isVisible():
            return
        which = self._presenter.step
        view = self.step(which)
        view.refresh()
        if which is self._shown:
            return
        before = self._steps.get(self._shown) if self._shown is not None else None
        self._shown = which
        if before is not None:
            before.hide()
        view.show()
        view.focus_first()

    def focus_first(self) -> None:
        """Give the keyboard to where the work of this step begins."""
        self.refresh()
        self.step(self._presenter.step).focus_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.aside.emit()
        else:
            super().keyPressEvent(event)
