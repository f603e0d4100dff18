"""A list of things that can be opened to be read: a title each, and quietly below it what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPainterPath, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ... import icons
from ...theme import look, paint_ring, set_role

Index = QModelIndex | QPersistentModelIndex
_KEY: Final = Qt.ItemDataRole.UserRole
_BELOW: Final = Qt.ItemDataRole.UserRole + 1
_RETHEMED: Final = frozenset({QEvent.Type.StyleChange, QEvent.Type.FontChange})
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_LINE: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Row(NamedTuple):
    """What can be opened: its key, its title, what stands below, and the whole of it for those who listen."""

    key: str
    title: str
    below: str
    said: str


class Rows(QListWidget):
    """One Tab reaches the list, arrows walk in it, Enter or a click opens. It is as high as all its rows.

    Signals:
        opened(str): the person wants to read one; its key.
    """

    opened = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        set_role(self, "plain")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.setTabKeyNavigation(False)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setItemDelegate(_Painter(self))
        self.itemClicked.connect(self._open)
        self.currentItemChanged.connect(self._show_current)

    def fill(self, rows: Sequence[Row]) -> None:
        """Offer these, the same one of them chosen as before where it is still there."""
        before = self.key
        self.clear()
        for row in rows:
            item = QListWidgetItem(row.title)
            item.setData(_KEY, row.key)
            item.setData(_BELOW, row.below)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, row.said)
            item.setToolTip(row.below)
            self.addItem(item)
            if row.key == before:
                self.setCurrentItem(item)
        self.updateGeometry()

    @property
    def key(self) -> str:
        """The key of the row that the keyboard is at, empty for none."""
        item = self.currentItem()
        return "" if item is None else str(item.data(_KEY))

    def _open(self, item: QListWidgetItem) -> None:
        self.opened.emit(str(item.data(_KEY)))

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in _ENTER and item is not None:
            self._open(item)
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whoever comes here by Tab is at the first row, or where they were."""
        super().focusInEvent(event)
        if self.currentRow() < 0 and self.count():
            self.setCurrentRow(0)
        self._show_current(self.currentItem())

    def row_height(self) -> int:
        """Of one row: two lines and air, and never less than a target."""
        title, below = self.metrics(title=True), self.metrics(title=False)
        return max(look().target, title.height() + below.height() + look().M)

    @staticmethod
    def metrics(*, title: bool) -> QFontMetrics:
        """The type of the title, or of what stands below."""
        current = look()
        return QFontMetrics(current.font(current.body, bold=True) if title else current.font(current.small))

    def sizeHint(self) -> QSize:
        return QSize(200, self.count() * self.row_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _RETHEMED:
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()


class _Painter(QStyledItemDelegate):
    """Paints a row, with a chevron at its end; the one that has the keyboard is ringed."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        view = self.parent()
        return QSize(10, view.row_height() if isinstance(view, Rows) else 0)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Two lines on what they stand on."""
        current = look()
        c = current.colours
        state = option.state
        box = QRectF(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.hover))
            painter.drawRoundedRect(box, current.RADIUS - 2, current.RADIUS - 2)
        side = round(current.icon * 0.8)
        at = option.rect.right() - current.S - side
        widget = option.widget
        ratio = widget.devicePixelRatioF() if isinstance(widget, QWidget) else 1.0
        picture = icons.pixmap("chevron-right", side, c.quiet, ratio)
        painter.drawPixmap(at, option.rect.center().y() - side // 2, picture)
        title, below = Rows.metrics(title=True), Rows.metrics(title=False)
        left = option.rect.left() + current.S
        wide = at - left - current.S
        top = option.rect.top() + (option.rect.height() - title.height() - below.height()) // 2
        painter.setPen(QColor(c.text))
        painter.setFont(current.font(current.body, bold=True))
        words = title.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QRect(left, top, wide, title.height()), int(_LINE), words)
        painter.setPen(QColor(c.quiet))
        painter.setFont(current.font(current.small))
        words = below.elidedText(str(index.data(_BELOW)), Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QRect(left, top + title.height(), wide, below.height()), int(_LINE), words)
        if state & QStyle.StateFlag.State_HasFocus:
            ring = QPainterPath()
            ring.addRoundedRect(box.adjusted(1, 1, -1, -1), current.RADIUS - 2, current.RADIUS - 2)
            paint_ring(painter, current, ring)
        painter.restore()
