"""What was probably meant, where a hand can't be: a question, and a button for each answer."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..theme import look
from ..widgets import Button, Flow, TextLabel
from ..widgets.layouts import grow_by_width
from .hand_presenter import HandPresenter

QUESTION = 470
"""The width, at 100 % text, of a usual question with its answers; where there is less, two lines stay free for it."""


class _Question(TextLabel):
    """In one line where there is room for it."""

    def sizeHint(self) -> QSize:
        wide = self.fontMetrics().horizontalAdvance(self.text()) + look().S
        return QSize(wide, self.heightForWidth(wide))


class Repairs(Flow):
    """The question that the presenter asks, and its answers; an answer gives the keyboard back to the line.

    Its room is there before anything is asked, so that no question moves the tiles.
    """

    def __init__(self, presenter: HandPresenter[Any], line: QWidget) -> None:
        super().__init__(spacing=look().S)
        grow_by_width(self, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._presenter, self._line = presenter, line
        self.question = _Question("", "strong")
        self.no_button = Button("", "quiet")
        self.no_button.clicked.connect(self._on_no)
        self.add(self.question, self.no_button)
        self.question.hide()
        self.no_button.hide()

    @property
    def asks(self) -> bool:
        """Whether a question is shown."""
        return self.question.isVisible()

    @property
    def answers(self) -> list[Button]:
        """The buttons, without the one that declines."""
        return [one for one in self.widgets if isinstance(one, Button) and one is not self.no_button]

    def refresh(self) -> None:
        """Ask what is to be asked now."""
        doubt = self._presenter.doubt
        if doubt is not None:
            before = self.answers
            if [one.text() for one in before] != [one.words for one in doubt.fixes]:
                for button in (*before, self.no_button):
                    self.remove(button)
                for button in before:
                    button.deleteLater()
                made = [Button(repair.words) for repair in doubt.fixes]
                for place, button in enumerate(made):
                    button.clicked.connect(partial(self._on_answer, place))
                self.add(*made, self.no_button)
            self.question.setText(doubt.question)
            self.no_button.setText(doubt.leave)
        for widget in self.widgets:
            widget.setVisible(doubt is not None and (widget is not self.no_button or bool(doubt.leave)))

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(round(QUESTION * look().scale), self._line_height))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(0, self._line_height))

    def heightForWidth(self, width: int) -> int:
        room = self._line_height if width >= round(QUESTION * look().scale) else 2 * self._line_height + look().S
        return max(room, super().heightForWidth(width))

    @property
    def _line_height(self) -> int:
        return self.no_button.sizeHint().height()

    def _on_answer(self, place: int) -> None:
        doubt = self._presenter.doubt
        if doubt is not None and place < len(doubt.fixes):
            self._line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._presenter.repair(doubt.fixes[place])

    def _on_no(self) -> None:
        doubt = self._presenter.doubt
        if doubt is not None:
            self._line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._presenter.decline(doubt)
