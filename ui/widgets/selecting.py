"""A line of text that a click selects as a whole: what is typed next takes its place."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QWidget


class SelectedByClick(QLineEdit):
    """Selects what is in it when it is clicked; one more click sets the cursor between the letters.

    What the keyboard selected by coming here, or by Enter, is still selected after the first click.
    """

    _clicked = _was_whole = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textEdited.connect(self._forget_click)

    def _forget_click(self) -> None:
        self._clicked = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._was_whole = self._clicked and self.hasSelectedText()
        self._clicked = True
        super().mousePressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._clicked = False

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if not self._was_whole and not self.hasSelectedText():
            around = self.parentWidget()
            (around if isinstance(around, QAbstractSpinBox) else self).selectAll()
