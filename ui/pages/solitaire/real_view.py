"""Solitaire with real tiles, step by step: breaking the wall, counting what happens, the hand at the end."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from ...context import PageContext
from ...theme import set_role
from ...widgets.frame import PageTitle
from ...widgets.keyboard import KeyboardKeeper
from ...widgets.layouts import down
from .breaking import BreakView
from .count import CountView
from .ending import EndView
from .real_presenter import BesidePresenter, WallStep
from .real_words import title_words

S = TypeVar("S", BreakView, CountView, EndView)


class BesideView(QWidget):
    """Whatever is to be done at the wall now.

    Signals:
        aside(): the game is put aside for now.
    """

    aside = Signal()

    def __init__(self, context: PageContext, model: BesidePresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._model = context, model
        self._column = down(self)
        self.title = PageTitle("", 2)
        set_role(self.title, "quiet")
        self.tools_box = QWidget()
        """What the header of the page shows of it: each step has its own."""
        self._tools = down(self.tools_box)
        self._shown: BreakView | CountView | EndView | None = None
        self.keyboard = KeyboardKeeper(self)
        model.changed.connect(self.refresh)

    def step(self, which: WallStep) -> BreakView | CountView | EndView:
        """The view of a step, made when it is first wanted."""
        return self.ground if which is WallStep.BREAK else self.count if which is WallStep.COUNT else self.end

    @cached_property
    def ground(self) -> BreakView:
        return self._holding(BreakView(self._context, self._model))

    @cached_property
    def count(self) -> CountView:
        return self._holding(CountView(self._model))

    @cached_property
    def end(self) -> EndView:
        return self._holding(EndView(self._context, self._model))

    def _holding(self, step: S) -> S:
        step.rest_button.clicked.connect(self.aside)
        step.hide()
        self._column.addWidget(step, 1)
        self._tools.addWidget(step.tools_box)
        return step

    def refresh(self) -> None:
        if self._model.told is None or not self.isVisible():
            return
        view = self.step(self._model.step)
        view.refresh()
        self.title.setText(title_words(self._model.told))
        if view is self._shown:
            return
        before, self._shown = self._shown, view
        if before is not None:
            before.hide()
            before.tools_box.hide()
        view.show()
        view.tools_box.show()
        view.focus_first()

    def focus_first(self) -> None:
        """Give the keyboard to where the work of this step begins."""
        self.refresh()
        self.step(self._model.step).focus_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.aside.emit()
        else:
            super().keyPressEvent(event)
