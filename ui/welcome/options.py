"""Choices of which one is taken, each with a line that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QRadioButton, QWidget

from ..rich_text import PlainButton
from ..theme import look, set_role
from ..widgets import TextLabel

_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
_ENDS: Final = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
_MANY: Final = 8
"""With more choices than this there is a line only below the one that is chosen."""


class Choosable(msgspec.Struct, frozen=True):
    """One choice: what it represents, its name, and the line about it."""

    value: str
    name: str
    line: str


class WelcomeOption(PlainButton, QRadioButton):
    """One of the choices, and the line about it."""

    def __init__(self, offered: Choosable, group: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.value = offered.value
        self.setText(offered.name)
        name = self.tr("{group}: {name}").format(group=group, name=offered.name) if group else offered.name
        self.setAccessibleName(name)
        self.setAccessibleDescription(offered.line)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.line = TextLabel(offered.line, "quiet")


class WelcomeOptions(QWidget):
    """Choices one below the other, in groups that have a word in front; Tab reaches the chosen one, the arrows choose.

    Signals:
        chosen(str): the person took the choice with this value.
        walked(object): the person went to this option.
    """

    chosen = Signal(str)
    walked = Signal(object)

    def __init__(self, name: str, groups: Sequence[tuple[str, Sequence[Choosable]]], value: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.options: list[WelcomeOption] = []
        self._group = QButtonGroup(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(look().L)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(2, 1)
        beside = sum(len(offered) for _, offered in groups) <= _MANY
        for title, offered in groups:
            if title:
                grid.addWidget(TextLabel(title, "quiet", wraps=False), grid.rowCount(), 0)
            for place, one in enumerate(offered):
                option = WelcomeOption(one, title, self)
                row = grid.rowCount() - (1 if title and not place else 0)
                if beside:
                    grid.addWidget(option, row, 1)
                    grid.addWidget(option.line, row, 2)
                else:
                    grid.addWidget(option, row, 1, 1, 2)
                    grid.addWidget(option.line, row + 1, 1, 1, 2)
                    set_role(option.line, "option-line")
                self._group.addButton(option)
                self.options.append(option)
        self._group.buttonClicked.connect(self._on_clicked)
        self.choose(value)

    def _on_clicked(self, option: QAbstractButton) -> None:
        if isinstance(option, WelcomeOption):
            before = self.value
            self.choose(option.value)
            if option.value != before:
                self.chosen.emit(option.value)
            self.walked.emit(option)

    def choose(self, value: str) -> None:
        """Take the choice with this value, without a signal."""
        self.value = value
        for option in self.options:
            on = option.value == value
            if on:
                option.setChecked(True)
            option.setFocusPolicy(Qt.FocusPolicy.StrongFocus if on else Qt.FocusPolicy.ClickFocus)
            option.line.setVisible(on or len(self.options) <= _MANY)

    def focus_chosen(self) -> None:
        """Give the keyboard to what is chosen."""
        for option in self.options:
            if option.isChecked():
                option.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on from the ends of the list, sideways as well, and to the ends."""
        key = Qt.Key(event.key())
        if key not in _STEPS and key not in _ENDS:
            super().keyPressEvent(event)
            return
        here = self.options.index(self._group.checkedButton())  # type: ignore[arg-type]  # one of them
        target = self.options[_ENDS[key] if key in _ENDS else (here + _STEPS[key]) % len(self.options)]
        target.click()
        target.setFocus(Qt.FocusReason.TabFocusReason)
