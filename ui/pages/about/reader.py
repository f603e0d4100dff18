"""A text to be read inside the program: a licence, or the log."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from ...theme import look
from ...widgets import Button, TextLabel
from ...widgets.fitting import RETHEMED
from ...widgets.layouts import across, down, fill

_WIDTH: Final = 1.2
"""Of a column that can be read well: lines here have their own ends, and traces are long."""


class TextReader(QWidget):
    """Shows a sentence and a text below it; their buttons are in the header of the page."""

    def __init__(self) -> None:
        super().__init__()
        self._fixed = False
        self.note = TextLabel("", "quiet")
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy_button = Button(self.tr("Copy"), "quiet")
        self.folder_button = Button(self.tr("Open the folder"), "quiet")
        self._column = QWidget()
        fill(across(self), (self._column, 10_000), None)
        fill(down(self._column, spacing=look().M), self.note, (self.text, 1))

    def read(self, title: str, text: str, note: str = "", *, fixed: bool = False, is_file: bool = False) -> None:
        """Show a text from its top, with letters of one width if wanted; a file's folder can be opened."""
        self._fixed = fixed
        self.setAccessibleName(title)
        self.note.say(note)
        self.text.setAccessibleName(title)
        self.text.setPlainText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.folder_button.setVisible(is_file)
        self._dress()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_end(self) -> None:
        """Scroll to the end, where the newest part is."""
        self.text.moveCursor(QTextCursor.MoveOperation.End)

    def _dress(self) -> None:
        current = look()
        font = current.font(current.body)
        if self._fixed:
            family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
            font.setFamilies([family, *font.families()])
            font.setPixelSize(current.small)
        if self.text.font() != font:
            self.text.setFont(font)
        self.text.document().setDocumentMargin(current.M)
        self._column.setMaximumWidth(round(_WIDTH * current.readable_width))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED and hasattr(self, "text"):
            self._dress()
