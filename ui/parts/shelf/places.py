"""The list at the left: the rulesets, the club's own rules, and files that can't be read."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ... import icons
from ...theme import look, paint_ring

HEADING, PLAIN, FAULTY, REMARK = "heading", "plain", "faulty", "remark"
_KEY = Qt.ItemDataRole.UserRole
_CAPTION = Qt.ItemDataRole.UserRole + 1
_SORT = Qt.ItemDataRole.UserRole + 2

Index = QModelIndex | QPersistentModelIndex


class Place(msgspec.Struct, frozen=True):
    """One line of the list: what it stands for, its word, what is said below, and its sort."""

    key: str
    word: str
    caption: str = ""
    sort: str = PLAIN


class Places(QListWidget):
    """The list; headings and remarks can't be chosen.

    Signals:
        chosen(str): the person chose the line with this key.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setItemDelegate(_Lines(self))
        self._shown: tuple[Place, ...] = ()
        self.currentItemChanged.connect(self._on_current)

    @property
    def places(self) -> tuple[Place, ...]:
        """The lines as they are shown."""
        return self._shown

    def show_places(self, places: tuple[Place, ...], chosen: str) -> None:
        """Show these lines, and one of them as chosen."""
        self.blockSignals(True)
        if places != self._shown:
            self._shown = places
            self._fill(places)
        for row, place in enumerate(places):
            if place.key == chosen and place.sort in (PLAIN, FAULTY) and self.currentRow() != row:
                self.setCurrentRow(row)
        self.blockSignals(False)

    def _fill(self, places: tuple[Place, ...]) -> None:
        while self.count() > len(places):
            self.takeItem(self.count() - 1)
        for row, place in enumerate(places):
            if row == self.count():
                self.addItem(QListWidgetItem())
            item = self.item(row)
            item.setText(place.word)
            item.setData(_KEY, place.key)
            item.setData(_CAPTION, place.caption)
            item.setData(_SORT, place.sort)
            item.setToolTip(place.word if len(place.word) > 24 else "")
            said = f"{place.word}, {place.caption}" if place.caption else place.word
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
            able = place.sort in (PLAIN, FAULTY)
            item.setFlags(Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled if able else Qt.ItemFlag.NoItemFlags)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(_SORT) in (PLAIN, FAULTY):
            self.chosen.emit(item.data(_KEY))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.scheduleDelayedItemsLayout()

    def minimumSizeHint(self) -> QSize:
        """Room for a few lines; the rest is reached by scrolling."""
        return QSize(round(150 * look().scale), 4 * look().target)


class _Lines(QStyledItemDelegate):
    """Paints the lines."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """One or two lines of text, and room to hit them."""
        current = look()
        if index.data(_SORT) == HEADING:
            return QSize(0, round(current.small * 1.5) + (current.L if index.row() else current.XS) + current.XS)
        if index.data(_SORT) == REMARK:
            room = self._room() - 2 * current.M
            metrics = QFontMetrics(current.font(current.small))
            words = metrics.boundingRect(QRect(0, 0, room, 10_000), _WRAPPED, index.data())
            return QSize(0, words.height() + 2 * current.S)
        both = round(current.body * 1.4 + current.small * 1.4) + 2 * current.XS
        return QSize(0, max(current.target, both if index.data(_CAPTION) else 0))

    def _room(self) -> int:
        view = self.parent()
        return view.viewport().width() if isinstance(view, QListWidget) else 0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """A heading, a remark, or a name with what is said below it."""
        current = look()
        c = current.colours
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sort, words = index.data(_SORT), index.data()
        inner = box.adjusted(current.M, 0, -current.M, 0)
        if sort in (HEADING, REMARK):
            painter.setFont(current.font(current.small, bold=sort == HEADING))
            painter.setPen(QColor(c.quiet))
            if sort == HEADING:
                place = inner.adjusted(0, 0, 0, -current.XS)
                painter.drawText(place, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, words)
            else:
                painter.drawText(inner.adjusted(0, current.S, 0, 0), _WRAPPED, words)
            painter.restore()
            return
        on = bool(state & QStyle.StateFlag.State_Selected)
        if on or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.accent_soft if on else c.hover))
            painter.drawRoundedRect(QRectF(box).adjusted(0, 1, 0, -1), current.RADIUS, current.RADIUS)
        if on:
            painter.setBrush(QColor(c.accent))
            painter.drawRoundedRect(QRectF(box.left(), box.top() + 9, 3, box.height() - 18), 1.5, 1.5)
        self._text(painter, inner, index, on)
        if on and state & QStyle.StateFlag.State_HasFocus:
            ring = QPainterPath()
            ring.addRoundedRect(QRectF(box).adjusted(3, 3, -3, -3), current.RADIUS - 2, current.RADIUS - 2)
            paint_ring(painter, current, ring)
        painter.restore()

    def _text(self, painter: QPainter, inner: QRect, index: Index, on: bool) -> None:  # noqa: FBT001
        """The name and what is said below it."""
        current = look()
        c = current.colours
        if index.data(_SORT) == FAULTY:
            ink = c.on_accent_soft if on else c.wrong
            picture = icons.pixmap("warning", current.icon, ink, painter.device().devicePixelRatioF())
            painter.drawPixmap(inner.left(), inner.center().y() - current.icon // 2, picture)
            inner = inner.adjusted(current.icon + current.S, 0, 0, 0)
        caption = index.data(_CAPTION)
        upper = QRect(inner)
        if caption:
            high = round(current.body * 1.4)
            top = inner.top() + (inner.height() - high - round(current.small * 1.4)) // 2
            upper = QRect(inner.left(), top, inner.width(), high)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        for place, words, font, ink in (
            (upper, index.data(), current.font(current.body, bold=on), c.text),
            (
                QRect(upper.left(), upper.bottom() + 1, upper.width(), round(current.small * 1.4)),
                caption,
                current.font(current.small),
                c.quiet,
            ),
        ):
            painter.setFont(font)
            painter.setPen(QColor(c.on_accent_soft if on else ink))
            shown = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, middle, shown)


_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
