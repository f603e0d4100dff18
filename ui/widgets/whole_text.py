"""Lines of text that take what is pasted or dropped whole, or refuse it whole and say why."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QLineEdit

from mjcompanion.i18n.translation import _, number

from ..accessibility import announce
from ..rich_text import show_tooltip


class _WholeText(QValidator):
    """Refuses text of several lines, and text that is too long, where Qt's own limit would cut it."""

    def __init__(self, field: QLineEdit, longest: int) -> None:
        super().__init__(field)
        self._field = field
        self.longest = longest
        self.take: Callable[[str], object] | None = None
        self._refused = ""
        field.inputRejected.connect(self._on_rejected)

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        whole = text.strip("\r\n")
        if len(whole.splitlines()) > 1 or len(whole) > self.longest:
            self._refused = text
            return QValidator.State.Invalid, text, at
        return QValidator.State.Acceptable, whole, min(at, len(whole))

    def _on_rejected(self) -> None:
        refused, self._refused = self._refused, ""
        lines = len(refused.strip("\r\n").splitlines())
        if lines > 1 and self.take is not None:
            QTimer.singleShot(0, self, lambda: self._give(refused))  # Qt takes the text back first
            return
        if lines > 1:
            sentence = _("This text has {n} lines, and only one fits here. Paste one line at a time.")
            words = sentence.format(n=number(lines))
        elif refused:
            sentence = _("This text has {n} characters, and {limit} fit here. Shorten it and try again.")
            words = sentence.format(n=number(len(refused)), limit=number(self.longest))
        else:
            return
        if self._field.text() == refused:  # not typed: Qt rejects what the program sets, and shows it all the same
            return
        show_tooltip(self._field.mapToGlobal(QPoint(0, self._field.height())), words, self._field)
        announce(self._field, words, assertive=True)

    def _give(self, refused: str) -> None:
        if self.take is not None:
            self.take(self._inserted(refused))

    def _inserted(self, refused: str) -> str:
        """What was to come into the text that is there."""
        field, text = self._field, self._field.text()
        behind = field.cursorPosition() - (len(refused) - len(text))  # where Qt left the cursor behind what is refused
        places = [(begin, begin) for begin in (field.cursorPosition(), behind) if 0 <= begin <= len(text)]
        if field.hasSelectedText():
            places.insert(0, (field.selectionStart(), field.selectionEnd()))
        for begin, end in places:
            found = refused[begin : len(refused) - (len(text) - end)]
            if text[:begin] + found + text[end:] == refused:
                return found
        return refused


def take_whole(field: QLineEdit, longest: int, take: Callable[[str], object] | None = None) -> None:
    """Let a field refuse text of several lines or more than `longest` characters; `take` gets that of several lines."""
    found = field.validator()
    checker = found if isinstance(found, _WholeText) else _WholeText(field, longest)
    checker.longest, checker.take = longest, take
    field.setValidator(checker)
