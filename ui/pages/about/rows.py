"""A list of things that can be opened to be read: a title each, and quietly below it what it is."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QListWidgetItem, QSizePolicy

from ...widgets.rows import RowLayout, RowList


class Openable(RowList):
    """One Tab reaches the list, arrows walk in it, Enter or a click opens. It is as high as all its rows."""

    def __init__(self, name: str) -> None:
        super().__init__(name, RowLayout(bold=True, opens=True))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.currentItemChanged.connect(self._show_current)

    def _show_current(self, item: QListWidgetItem | None) -> None:
        """Keep the row in sight: what scrolls is the page around."""
        around = self.parentWidget()
        while around is not None and not hasattr(around, "ensureVisible"):
            around = around.parentWidget()
        content = around.widget() if around is not None and hasattr(around, "widget") else None
        if item is None or around is None or content is None or not self.hasFocus():
            return
        box = self.visualItemRect(item)
        middle = self.viewport().mapTo(content, box.center())
        around.ensureVisible(middle.x(), middle.y(), 0, box.height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whoever comes here by Tab is at the first row, or where they were."""
        super().focusInEvent(event)
        if self.currentRow() < 0 and self.count():
            self.setCurrentRow(0)
        self._show_current(self.currentItem())

    def sizeHint(self) -> QSize:
        return QSize(200, self.count() * max(0, self.sizeHintForRow(0)))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())
