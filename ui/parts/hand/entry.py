"""The field that takes typed tiles: each key counts at once, nothing needs Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from ...theme import look

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

_WIDTH = 148
"""At 100 % text; the field is wider where what it says while it is empty needs more."""
_BACKSPACE = Qt.Key.Key_Backspace
_DELETE = Qt.Key.Key_Delete
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class Typist(Protocol):
    """Who takes what is typed: a presenter."""

    @property
    def typed(self) -> SignalInstance:
        """Says what waits for another key."""

    def type_key(self, key: str) -> None:
        """Take a key."""

    def backspace(self) -> None:
        """Take the last one back."""


class TileEntry(QLineEdit):
    """Shows the keys that wait for more, and hands every key to the presenter."""

    def __init__(self, presenter: Typist, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setPlaceholderText(self.tr("Type: 3b 123d"))
        self.setAccessibleName(self.tr("Type tiles"))
        self.setAccessibleDescription(
            self.tr(
                "A number and then b for bamboos, d for dots, c for characters; e s w n for winds; "
                "r g 0 for red, green and white dragons; f or y and a number for flowers and seasons"
            )
        )
        self.setToolTip(
            self.tr(
                "3b 3 bamboo · 3d 3 dot · 3c 3 character\n"
                "e s w n winds · r g 0 red, green, white dragon\n"
                "f1–f4 flowers · y1–y4 seasons\n"
                "(345d) a set laid out · [1111b] a concealed kong"
            )
        )
        presenter.typed.connect(self.setText)

    def sizeHint(self) -> QSize:
        current = look()
        words = self.fontMetrics().horizontalAdvance(self.placeholderText()) + 2 * current.L
        return QSize(max(round(_WIDTH * current.scale), words), super().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give printable keys to the presenter; the field itself is never edited."""
        text = event.text()
        if event.matches(QKeySequence.StandardKey.Paste):
            event.ignore()  # the page pastes a whole hand
        elif event.key() in (_BACKSPACE, _DELETE):
            self._presenter.backspace()
        elif text and text.isprintable() and not event.modifiers() & _COMMANDS:
            for key in text:
                self._presenter.type_key(key)
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        """Leave undo, copy, paste and their like to the page: there is nothing in the field to undo or copy."""
        if event.type() is QEvent.Type.ShortcutOverride:
            event.ignore()
            return False
        return super().event(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Take what an input method commits: tiles of the Unicode block among others."""
        for key in event.commitString():
            self._presenter.type_key(key)
        event.accept()
