"""The left side: the contents as a tree, and what a search found as a list."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPainterPath
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from mjcompanion.handbook.search import Found
from mjcompanion.handbook.texts import Section

from ... import icons
from ...theme import look, paint_ring, set_role

Index = QModelIndex | QPersistentModelIndex
LINK = Qt.ItemDataRole.UserRole + 1
EXCERPT = Qt.ItemDataRole.UserRole + 2
_RETHEMED = frozenset({QEvent.Type.StyleChange, QEvent.Type.FontChange})


_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


def _height(text: str, font: QFont, wide: int, lines: int) -> int:
    """The height of some words, at most so many lines."""
    metrics = QFontMetrics(font)
    box = metrics.boundingRect(QRect(0, 0, max(60, wide), 10_000), int(_WRAPPED), text)
    return min(box.height(), lines * metrics.lineSpacing())


class _Rows(QStyledItemDelegate):
    """A title, with an excerpt below where there is one; what is chosen is lit, what has the keyboard ringed."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as a target, or as its excerpt needs."""
        current = look()
        excerpt = index.data(EXCERPT)
        if not excerpt:
            return QSize(100, max(current.target - current.S, 36))
        view = option.widget
        wide = (view.viewport().width() if isinstance(view, QAbstractItemView) else 240) - 2 * current.M
        title = _height(str(index.data()), current.font(current.body, bold=True), wide, 2)
        return QSize(100, title + _height(str(excerpt), current.font(current.small), wide, 3) + 2 * current.S)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Words on what they stand on."""
        current = look()
        c = current.colours
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        box = QRectF(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(c.accent_soft if chosen else c.hover))
            painter.drawRoundedRect(box, current.RADIUS - 2, current.RADIUS - 2)
        ink = c.on_accent_soft if chosen else c.text
        left = option.rect.left() + current.M
        width = option.rect.right() - left - current.S
        excerpt = index.data(EXCERPT)
        painter.setPen(QColor(ink))
        bold = current.font(current.body, bold=bool(excerpt))
        painter.setFont(bold)
        if excerpt:
            wide = width - current.XS
            line = QRect(left, option.rect.top() + current.S, wide, _height(str(index.data()), bold, wide, 2))
            painter.drawText(line, int(_WRAPPED), str(index.data()))
            painter.setPen(QColor(ink if chosen else c.quiet))
            painter.setFont(current.font(current.small))
            below = QRect(left, line.bottom() + 1, wide, option.rect.bottom() - line.bottom() - current.XS)
            painter.drawText(below, int(_WRAPPED), str(excerpt))
        else:
            line = QRect(left, option.rect.top(), width, option.rect.height())
            title = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, width)
            painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), title)
        if state & QStyle.StateFlag.State_HasFocus:
            ring = QPainterPath()
            ring.addRoundedRect(box.adjusted(1, 1, -1, -1), current.RADIUS - 2, current.RADIUS - 2)
            paint_ring(painter, current, ring)
        painter.restore()


class Contents(QTreeWidget):
    """All sections; walking through them shows them.

    Signals:
        chosen(str): the person went to a section.
    """

    chosen = Signal(str)

    def __init__(self, sections: Iterable[Section], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Contents"))
        set_role(self, "plain")
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRootIsDecorated(True)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Rows(self))
        self._items: dict[str, QTreeWidgetItem] = {}
        self.fill(sections)
        self._measure()
        self.currentItemChanged.connect(self._on_current)

    def fill(self, sections: Iterable[Section]) -> None:
        """Show these."""
        self.clear()
        self._items.clear()
        for one in sections:
            above = self._items.get(one.above)
            item = QTreeWidgetItem(above) if above is not None else QTreeWidgetItem(self)
            item.setText(0, one.title)
            item.setToolTip(0, one.title)
            item.setData(0, LINK, one.key)
            self._items[one.key] = item

    def show_section(self, key: str) -> None:
        """Choose a section, without a signal; its chapter opens."""
        item = self._items[key]
        if self.currentItem() is item:
            return
        self.blockSignals(True)
        above = item.parent()
        if above is not None:
            above.setExpanded(True)
        self.setCurrentItem(item)
        self.blockSignals(False)
        self.scrollToItem(item)
        self.viewport().update()

    def _on_current(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(0, LINK))

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        item = self.itemFromIndex(index)
        if not item.childCount():
            return
        current = look()
        name = "chevron-down" if item.isExpanded() else "chevron-right"
        side = round(current.icon * 0.8)
        picture = icons.pixmap(name, side, current.colours.quiet, self.devicePixelRatioF())
        painter.drawPixmap(rect.right() - side - 2, rect.center().y() - side // 2, picture)

    def _measure(self) -> None:
        self.setIndentation(look().icon + look().XS)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _RETHEMED:
            self._measure()
            self.scheduleDelayedItemsLayout()


class Results(QListWidget):
    """What a search found.

    Signals:
        chosen(str): the person wants to read one; its link.
        left(): the person goes up from the first one, back to the field.
    """

    chosen = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Found"))
        set_role(self, "plain")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setItemDelegate(_Rows(self))
        self.currentItemChanged.connect(self._on_current)
        self.itemClicked.connect(self._on_current)

    def fill(self, found: Iterable[Found]) -> None:
        """Show these, none of them chosen."""
        self.blockSignals(True)
        self.clear()
        for one in found:
            item = QListWidgetItem(one.title)
            item.setData(LINK, one.link)
            item.setData(EXCERPT, one.excerpt)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{one.title}: {one.excerpt}")
            self.addItem(item)
        self.setCurrentRow(-1)
        self.blockSignals(False)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(LINK))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up from the first one goes back to the field."""
        if event.key() == Qt.Key.Key_Up and self.currentRow() <= 0:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _RETHEMED:
            self.scheduleDelayedItemsLayout()
