"""The line of a card that won: searched by typing, chosen with the arrows or the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QCompleter

from mjcompanion.american.line import Line, shown
from mjcompanion.words import number, tr

from ...parts import TextField

_AT_ONCE = 12


class LineField(TextField):
    """Offers the lines of a card that have what is typed in their pattern, section, value or C or X.

    Signals:
        line_chosen(object): a line of the card, or None where the field was emptied.
    """

    line_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Line of the card"), tr("Search, or press ↓"))
        self._lines: dict[str, Line] = {}
        self._known = QStringListModel(self)
        completer = QCompleter(self._known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(_AT_ONCE)
        self.setCompleter(completer)
        completer.activated.connect(lambda: QTimer.singleShot(0, self, self._settle))
        self.editingFinished.connect(self._settle)
        self._chosen = ""

    def show_lines(self, lines: Sequence[Line], pattern: str) -> None:
        """Offer these lines; the one with this pattern is chosen."""
        known = {line_words(line): line for line in lines}
        if known != self._lines:
            self._lines = known
            self._known.setStringList(list(known))
        chosen = next((words for words, line in known.items() if line.pattern == pattern), pattern)
        if chosen != self._chosen or not self.hasFocus():
            self._chosen = chosen
            if self.text() != chosen:
                self.setText(chosen)
                self.setCursorPosition(0)

    def _settle(self) -> None:
        text = self.text()
        if text == self._chosen:
            return
        line = self._lines.get(text)
        if line is None and text.strip():
            self.setText(self._chosen)
            return
        self._chosen = text
        self.line_chosen.emit(line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the whole list at the down arrow."""
        if event.key() == Qt.Key.Key_Down and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._offer()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._offer()

    def _offer(self) -> None:
        self.completer().setCompletionPrefix("" if self.text() == self._chosen else self.text())
        self.completer().complete()


def line_words(line: Line) -> str:
    """A line of a card as the list has it.

    >>> line_words(Line(3, "2468", "FFFF 2222a 4444b 66c", 25, concealed=True))
    '3 · 2468 · FFFF 2222a 4444b 66c · C 25'
    """
    parts = (number(line.number), shown(line.section), line.pattern, f"{line.kind} {number(line.value)}")
    return " · ".join(part for part in parts if part)
