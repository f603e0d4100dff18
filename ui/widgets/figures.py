"""The base of a table that paints its own cells and gives its columns their widths."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ..theme import look, ring_around
from .tables import DataHeader as TableHeader
from .tables import DataTable, Index

__all__ = ["Index", "QuietDelegate", "TableHeader", "WholeTable"]


class QuietDelegate(QStyledItemDelegate):
    """A delegate that paints whole cells."""

    @staticmethod
    def paint_focus(painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Paint the ring around the cell that has the keyboard."""
        if option.state & QStyle.StateFlag.State_HasFocus:
            ring_around(painter, look(), option.rect, 2.5, look().XS)


class WholeTable(DataTable):
    """A table as high as its rows, whose `fit` sets the widths of its columns."""

    def __init__(
        self, name: str, model: QAbstractTableModel, header: QHeaderView, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, model, whole=True, header=header, parent=parent)
        model.setParent(self)
        model.modelReset.connect(self.fit)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMouseTracking(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
