"""Fields to type into: a line of text, and a number that may be missing."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from ..theme import look, set_property
from .keys import ENTER, is_plain
from .layouts import across, down, fill
from .selecting import SelectedByClick
from .surfaces import TextLabel
from .whole_text import take_whole

_LONGEST = 10_000
_MOST_DIGITS: Final = 20
"""Longer input is refused: no score is that long, and Python converts no number of thousands of digits."""
_USUAL: Final = "0,000,000"
_STEPS: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class TextField(QLineEdit):
    """A line of text with a name for screen readers.

    Signals:
        entered(str): the person typed another text, and pressed Enter or left the field.
    """

    entered = Signal(str)

    def __init__(self, name: str, placeholder: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        take_whole(self, _LONGEST)
        self.editingFinished.connect(self.enter_text)

    def offer_clear(self) -> None:
        """Show Qt's button that clears the text, with a name for screen readers."""
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QAbstractButton):
            button.setAccessibleName(self.tr("Clear"))

    def setMaxLength(self, longest: int, /) -> None:
        """Refuse what is longer, whole."""
        take_whole(self, longest)

    def show_text(self, text: str, *, other: bool = False) -> None:
        """Show a text; what is being typed stays, unless the field is for something `other` now."""
        typing = self.hasFocus() and self.isModified() and not other
        if not typing and (self.text() != text or self.isModified() or self.isUndoAvailable()):
            self.setText(text)  # also forgets what was typed, so that undo is the page's
            self.setCursorPosition(0)

    def enter_text(self) -> None:
        """Take over what was typed."""
        if self.isModified():
            self.setModified(False)
            self.entered.emit(self.text())


class NumberField(SelectedByClick):
    """A whole number, or nothing yet. Thousands may be parted by spaces, commas or dots. A click into it selects it.

    Signals:
        number_changed(object): the person typed another number, or took it out (None).
        finished(): Enter was pressed.
    """

    number_changed = Signal(object)
    finished = Signal()

    def __init__(self, name: str, highest: int = 10**12) -> None:
        super().__init__()
        self._highest = highest
        self._number: int | None = None
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        take_whole(self, _MOST_DIGITS)
        self.setInputMethodHints(Qt.InputMethodHint.ImhDigitsOnly)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._fit_width()
        self.textChanged.connect(self._mark)
        self.textEdited.connect(self._on_edited)

    def setMaxLength(self, longest: int, /) -> None:
        """Refuse what is longer, whole."""
        take_whole(self, longest)

    @property
    def number(self) -> int | None:
        """The number, or None where there is none or what was typed is none."""
        return self._number

    @property
    def is_wrong(self) -> bool:
        """Whether something is in the field that is no number."""
        return bool(self.text().strip()) and self._number is None

    @property
    def shows_wrong(self) -> bool:
        """Whether it is marked as wrong."""
        return self.is_wrong

    def set_number(self, number: int | None) -> None:
        """Show a number, without a signal."""
        self._fit_width()
        typing = self.is_wrong and not self.isReadOnly()
        if number != self._number or (number is None and self.text() and not typing):
            self._number = number
            self.setText("" if number is None else f"{number}")

    def _fit_width(self) -> None:
        """Be as wide as the longest usual number."""
        current = look()
        digits = QFontMetrics(current.font(current.body)).horizontalAdvance(_USUAL)
        self.setFixedWidth(digits + 2 * current.M + current.S)

    def show_text(self, text: str) -> None:
        """Show what was typed once, without a signal."""
        self.setText(text)
        with QSignalBlocker(self):
            self._on_edited(text)

    def _on_edited(self, text: str) -> None:
        plain = "".join(letter for letter in text if letter not in " ,.'’\u00a0\u202f")
        fits = plain.isascii() and plain.isdecimal() and int(plain) <= self._highest
        self._number = int(plain) if fits else None
        self._mark()
        self.number_changed.emit(self._number)

    def _mark(self) -> None:
        set_property(self, "wrong", "true" if self.shows_wrong else "false")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and is_plain(event):
            self.finished.emit()
        elif event.text() != " " or (self.text() and not self.hasSelectedText()):  # a space alone is no number
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave undo to the page, where it takes steps back: that of the field would know nothing of what was shown."""
        asked = event.type() is QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and any(event.matches(keys) for keys in _STEPS):
            event.ignore()
            return False
        return super().event(event)


class ScaleField(TextField):
    """Whole numbers in a row, parted by commas or spaces.

    Signals:
        value_changed(object): other numbers were typed, as a tuple; a word that is none stays a word in it.
    """

    value_changed = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__(name, "0, 2, 4, 8, 16")
        self._value: tuple[int, ...] = ()
        self.editingFinished.connect(self._on_finished)

    def set_value(self, value: tuple[int, ...]) -> None:
        """Show these numbers, without a signal."""
        self._value = value
        self.setText(", ".join(map(str, value)))

    def _on_finished(self) -> None:
        words = self.text().replace(",", " ").split()
        numbers = [word.isascii() and word.isdecimal() and len(word) <= _MOST_DIGITS for word in words]
        value = tuple(int(word) if is_one else word for word, is_one in zip(words, numbers, strict=True))
        if value != self._value:
            self.value_changed.emit(value)


def labelled(words: str, control: QWidget) -> QWidget:
    """A control with its caption before it, in one line."""
    box = QWidget()
    caption = TextLabel(words, "quiet", wraps=False)
    caption.setBuddy(control)
    fill(across(box, spacing=look().S), caption, control)
    return box


def captioned(words: str, control: QWidget) -> QVBoxLayout:
    """A control with its caption above it; where it has none, it is as low as those next to it."""
    column = down(spacing=2)
    if words:
        caption = TextLabel(words, "caption", wraps=False)
        caption.setBuddy(control)
        column.addWidget(caption)
    else:
        column.addStretch(1)
    column.addWidget(control)
    return column


def captioned_box(words: str, control: QWidget) -> QWidget:
    """A control with its caption above it, which can be hidden together."""
    box = QWidget()
    caption = TextLabel(words, "caption", wraps=False)
    caption.setBuddy(control)
    fill(down(box, spacing=2), caption, control)
    return box


def in_a_line(*parts: tuple[str, QWidget, int]) -> QWidget:
    """Controls side by side, each with its caption and how much of the room is its own."""
    whole = QWidget()
    fill(across(whole, spacing=look().M), *[(captioned(words, control), share) for words, control, share in parts])
    return whole
