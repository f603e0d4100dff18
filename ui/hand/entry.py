"""The line in which a hand is typed, in short form or in words; what can't be read is underlined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from ..rich_text import set_tooltip
from ..theme import look
from ..widgets.keys import ENTER, is_plain

if TYPE_CHECKING:
    from .hand_model import HandModel

_BACK: Final = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
_ELSEWHERE: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo, QKeySequence.StandardKey.Paste)
"""What the page does for the whole hand."""
_SELECTED: Final = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Cut)


class TileEntry(QLineEdit):
    """The line; the model reads it with every key.

    Signals:
        ended(): the line was ended and read.
    """

    ended = Signal()

    def __init__(self, model: HandModel[Any]) -> None:
        super().__init__()
        self._model = model
        self._composing = False
        self._underlined: list[tuple[int, int]] = []
        self.setPlaceholderText(self.tr("Type: 3b 123d, or words"))
        self.setAccessibleName(self.tr("Type tiles"))
        self.setAccessibleDescription(
            self.tr(
                "A number and then b for bamboos, d for dots, c for characters; e s w n for winds; "
                "r g 0 for red, green and white dragons; f or y and a number for flowers and seasons; "
                "or words, such as pung of red dragons"
            )
        )
        set_tooltip(
            self,
            self.tr(
                "3b 3 bamboo · 3d 3 dot · 3c 3 character\n"
                "e s w n winds · r g 0 red, green, white dragon\n"
                "f1–f4 flowers · y1–y4 seasons\n"
                "(345d) an exposed set · [1111b] a concealed kong\n"
                "or in words: pung of red dragons, pair of 9 bams, West, drawn 9 bam\n"
                "Press Enter when you’re done"
            ),
        )
        self.textChanged.connect(self._on_text)
        model.typed.connect(self._on_typed)
        model.changed.connect(self._underline)

    def _on_text(self, text: str) -> None:
        if text != self._model.line:
            self._model.write(text)

    def _on_typed(self, line: str) -> None:
        if line != self.text():
            self.setText(line)

    # underlining

    def _underline(self) -> None:
        """Draw a wave under what can't be read and won't become readable by typing on."""
        wrong = [(fault.start, fault.end) for fault in self._model.faults if not fault.unfinished]
        if wrong == self._underlined or self._composing:
            return
        self._underlined = wrong
        from PySide6.QtGui import QTextCharFormat  # all that text can look like, for who mistypes

        wave = QTextCharFormat()
        wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        wave.setUnderlineColor(QColor(look().colours.wrong))
        kind = QInputMethodEvent.AttributeType.TextFormat
        cursor = self.cursorPosition()
        marks = [QInputMethodEvent.Attribute(kind, start - cursor, end - start, wave) for start, end in wrong]
        QCoreApplication.sendEvent(self, QInputMethodEvent("", marks))

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Leave an input method alone while it composes a word."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter ends the line; in an empty one Backspace takes back what was entered last."""
        if any(event.matches(keys) for keys in _ELSEWHERE):
            event.ignore()
        elif event.key() in _BACK and not self.text():
            self._model.backspace()
        elif event.key() in ENTER and is_plain(event):
            self.end_line()
        else:
            super().keyPressEvent(event)

    def take_key(self, event: QKeyEvent) -> None:
        """Take a key that was pressed elsewhere on the page, and the keyboard with it."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.end_of_line()
        self.keyPressEvent(event)

    def end_of_line(self) -> None:
        """Go on at the end of what is typed."""
        self.deselect()
        self.setCursorPosition(len(self.text()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tab ends the line too."""
        super().focusOutEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason) and self.text():
            self._model.end_line()

    def end_line(self) -> None:
        """The line is whole."""
        if self._model.end_line():
            self.ended.emit()

    def event(self, event: QEvent) -> bool:
        """Leave undo and paste to the page, and copying where nothing in the line is marked."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            own = not any(event.matches(keys) for keys in _ELSEWHERE)
            if own and not self.hasSelectedText():
                own = not any(event.matches(keys) for keys in _SELECTED)
            if not own:
                event.ignore()
                return False
        return super().event(event)
