"""Keys that several widgets take alike, and whether one was pressed by itself."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
CHOOSE: Final = ENTER | {Qt.Key.Key_Space}
"""Keys that open or choose the current item."""
MODIFIER_KEYS: Final = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
        Qt.Key.Key_unknown,
    }
)
"""Keys that do nothing by themselves."""
_KEYPAD: Final = Qt.KeyboardModifier.KeypadModifier
_TYPING: Final = Qt.KeyboardModifier.ShiftModifier | _KEYPAD


def is_plain(event: QKeyEvent) -> bool:
    """Whether a key was pressed without another, on the keypad or elsewhere."""
    return not event.modifiers() & ~_KEYPAD


def is_typed(event: QKeyEvent) -> bool:
    """Whether a key was pressed as in typing: with Shift at most."""
    return not event.modifiers() & ~_TYPING
