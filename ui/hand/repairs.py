"""What was probably meant, where a hand can't be: a question, and a button for each answer."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..theme import look
from ..widgets import Button, Flow, TextLabel
from ..widgets.layouts import grow_by_width
from .hand_model import HandModel


class _Question(TextLabel):
    """In one line where there is room for it."""

    def sizeHint(self) -> QSize:
        wide = self.fontMetrics().horizontalAdvance(self.text()) + look().S
        return QSize(wide, self.heightForWidth(wide))


class Repairs(Flow):
    """The question that the model asks, and its answers; an answer gives the keyboard back to the line."""

    def __init__(self, model: HandModel[Any], line: QWidget) -> None:
        super().__init__(spacing=look().S)
        grow_by_width(self, QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Minimum)
        self._model, self._line = model, line
        self.question = _Question("", "on-felt-strong")
        self.no_button = Button("")
        self.no_button.clicked.connect(self._on_no)
        self.add(self.question, self.no_button)
        self.hide()

    @property
    def asks(self) -> bool:
        """Whether a question is shown."""
        return not self.isHidden()

    @property
    def answers(self) -> list[Button]:
        """The buttons, without the one that declines."""
        return [one for one in self.widgets if isinstance(one, Button) and one is not self.no_button]

    def refresh(self) -> None:
        """Ask what is to be asked now."""
        doubt = self._model.doubt
        if doubt is not None:
            before = self.answers
            if [one.text() for one in before] != [one.words for one in doubt.fixes]:
                for button in (*before, self.no_button):
                    self.remove(button)
                for button in before:
                    button.hide()
                    button.deleteLater()
                made = [Button(repair.words) for repair in doubt.fixes]
                for place, button in enumerate(made):
                    button.clicked.connect(partial(self._on_answer, place))
                self.add(*made, self.no_button)
            self.question.setText(doubt.question)
            self.no_button.setText(doubt.leave)
            self.no_button.setVisible(bool(doubt.leave))
        self.setVisible(doubt is not None)

    def _on_answer(self, place: int) -> None:
        doubt = self._model.doubt
        if doubt is not None and place < len(doubt.fixes):
            self._line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._model.repair(doubt.fixes[place])

    def _on_no(self) -> None:
        doubt = self._model.doubt
        if doubt is not None:
            self._line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._model.decline(doubt)
