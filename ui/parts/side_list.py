"""The parts of a page as a list at its left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ..theme import look, paint_ring, set_role

Index = QModelIndex | QPersistentModelIndex
_KEY: Final = Qt.ItemDataRole.UserRole
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RETHEMED: Final = frozenset({QEvent.Type.StyleChange, QEvent.Type.FontChange})
_WIDEST: Final = 20
"""Beyond so many heights of the type a title goes on in the next line."""


class SideList(QListWidget):
    """Titles below each other of which one is chosen; the arrows choose the next.

    Signals:
        chosen(str): the person went to the part with this key.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parts: Iterable[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        set_role(self, "plain")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setItemDelegate(_Titles(self))
        for key, title in parts:
            item = QListWidgetItem(title)
            item.setData(_KEY, key)
            self.addItem(item)
        self.setCurrentRow(0)
        self.currentItemChanged.connect(self._on_current)

    @property
    def key(self) -> str:
        """The key of the part that is chosen."""
        item = self.currentItem()
        return "" if item is None else str(item.data(_KEY))

    def choose(self, key: str) -> None:
        """Show a part as chosen, without a signal."""
        for row in range(self.count()):
            if self.item(row).data(_KEY) == key and row != self.currentRow():
                self.blockSignals(True)
                self.setCurrentRow(row)
                self.blockSignals(False)
                self.viewport().update()

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(str(item.data(_KEY)))

    def title_height(self, title: str, wide: int) -> int:
        """How high a title is in a list this wide."""
        room = QRect(0, 0, max(60, wide - 2 * look().M), 10_000)
        return max(look().target, _metrics().boundingRect(room, _WRAPPED, title).height() + 2 * look().S)

    def sizeHint(self) -> QSize:
        """As wide as the widest title, and as high as all of them."""
        titles = [self.item(row).text() for row in range(self.count())]
        widest = max((_metrics().horizontalAdvance(title) for title in titles), default=0)
        wide = min(widest, _WIDEST * look().body) + 2 * look().M + look().S
        return QSize(wide, sum(self.title_height(title, wide) for title in titles))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), 2 * look().target)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _RETHEMED:
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()


def _metrics() -> QFontMetrics:
    return QFontMetrics(_font(chosen=True))


def _font(*, chosen: bool) -> QFont:
    return look().font(look().body, bold=chosen)


class _Titles(QStyledItemDelegate):
    """Paints a title; the one chosen is lit, the one that has the keyboard ringed."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        if not isinstance(view, SideList):
            return QSize()
        return QSize(10, view.title_height(str(index.data()), view.viewport().width()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """A title on what it stands on."""
        current = look()
        c = current.colours
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        box = QRectF(option.rect).adjusted(2, 2, -2, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(c.accent_soft if chosen else c.hover))
            painter.drawRoundedRect(box, current.RADIUS - 2, current.RADIUS - 2)
        painter.setFont(_font(chosen=chosen))
        painter.setPen(QColor(c.on_accent_soft if chosen else c.text))
        words = option.rect.adjusted(current.M, 0, -current.M, 0)
        painter.drawText(words, _WRAPPED, str(index.data()))
        if state & QStyle.StateFlag.State_HasFocus:
            ring = QPainterPath()
            ring.addRoundedRect(box.adjusted(1, 1, -1, -1), current.RADIUS - 2, current.RADIUS - 2)
            paint_ring(painter, current, ring)
        painter.restore()
