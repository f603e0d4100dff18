"""A person who means something, says it in a random mixture of ways, and looks whether that is what came of it.

A sequence is a line of steps, `table=classical winner=2/click how=1/figure score3=32/slip undo/keys confirm/click`: what
is said, and in what way. What was meant is kept here, by what the keyboard law says each step does, and compared with
what the page shows after every step, and with what is stored at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mjcompanion.ui.widgets import Segmented
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
TICKED = ("draw", "discard")
"""The ways to win with the last tile of the wall."""


class MisunderstoodError(AssertionError):
    """What was meant is not what is shown or stored."""


def focus() -> QWidget | None:
    return QApplication.focusWidget()


def has_keyboard(widget: QWidget) -> bool:
    here = focus()
    return here is not None and (here is widget or widget.isAncestorOf(here))


@dataclass(frozen=True)
class Step:
    """One thing that a person does: what, which answer, and in what way."""

    what: str
    value: str = ""
    way: str = ""

    def __str__(self) -> str:
        return self.what + (f"={self.value}" if self.value else "") + (f"/{self.way}" if self.way else "")

    @classmethod
    def read(cls, text: str) -> Step:
        said, _, way = text.partition("/")
        what, _, value = said.partition("=")
        return cls(what, value, way)


class Fingers:
    """The mouse and the keys, which go to whatever has the keyboard."""

    def __init__(self, desk) -> None:
        self.desk = desk

    def press(self, *keys, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        for key in keys:
            here = focus()
            assert here is not None, "nothing has the keyboard"
            if isinstance(key, str):
                for letter in key:
                    self.desk.qtbot.keyClicks(focus(), letter, modifier)
            else:
                self.desk.qtbot.keyClick(here, key, modifier)

    def click(self, widget) -> None:
        self.desk.click(widget)

    def tab_to(self, widget: QWidget, *, back: bool = False) -> bool:
        """Press Tab until something has the keyboard."""
        for _ in range(60):
            if has_keyboard(widget):
                return True
            self.press(K.Key_Backtab if back else K.Key_Tab)
        return False


def differences(wanted: dict[str, object], found: dict[str, object], how: str) -> list[str]:
    """What is otherwise than it was meant, in words; `how`: where it was found."""
    return [f"{key}: {found[key]!r} is {how}, {wanted[key]!r} was meant" for key in wanted if found[key] != wanted[key]]


def chosen(question: Segmented) -> str | None:
    if not question.isVisible():
        return None
    return next((one.value for one in question.segments if one.isChecked()), None)


def fault_of(tables, steps: Sequence[Step]) -> str:
    """What goes wrong with a sequence; empty where nothing does."""
    try:
        tables.do(steps)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def shortened(tables, steps: list[Step]) -> list[Step]:
    """A sequence that goes wrong too, and from which no step can be left out."""
    at = 1
    while at < len(steps) - 1:
        fewer = [*steps[:at], *steps[at + 1 :]]
        if fault_of(tables, fewer):
            steps, at = fewer, 1
        else:
            at += 1
    return steps


def line_of(steps: Sequence[Step]) -> str:
    """A sequence as it is printed, and can be done again."""
    return " ".join(map(str, steps))


def steps_of(line: str) -> list[Step]:
    """Read a printed sequence."""
    return [Step.read(one) for one in line.split()]
