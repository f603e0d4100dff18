"""A list of rows: a title each, and what is written below it; one is chosen, or one is opened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from .. import icons
from ..rich_text import set_tooltip
from ..theme import Look, look, ring_around, set_role
from .keys import CHOOSE
from .tables import LEFT, RIGHT

HEADING, PLAIN, FAULTY, REMARK = "heading", "plain", "faulty", "remark"
KEY: Final = Qt.ItemDataRole.UserRole
BELOW: Final = Qt.ItemDataRole.UserRole + 1
SORT: Final = Qt.ItemDataRole.UserRole + 2
END: Final = Qt.ItemDataRole.UserRole + 3
"""What is at the end of a row, next to its title."""
ICON: Final = Qt.ItemDataRole.UserRole + 4
"""The name of a picture before the title: what kind of thing the row is."""
BELOW_END: Final = Qt.ItemDataRole.UserRole + 5
"""What is at the end of a row, next to what is written below the title."""
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_END_SHARE: Final = 0.34
"""The end of a row takes this part of it at most."""
_LONG: Final = 24
"""In letters: what is longer may be cut off, and is shown whole under the mouse."""

Index = QModelIndex | QPersistentModelIndex


class ListRow(msgspec.Struct, frozen=True):
    """One row: what it represents, its title, what is written below, its sort, and all of it where it is read out."""

    key: str
    title: str
    below: str = ""
    sort: str = PLAIN
    said: str = ""

    @property
    def can_be_chosen(self) -> bool:
        """Whether it is no heading and no remark."""
        return self.sort in (PLAIN, FAULTY)


class RowLayout(msgspec.Struct, frozen=True):
    """How the rows of a list are built: how many lines title and words below may take, and what else they show."""

    title: int = 1
    below: int = 1
    bold: bool = False
    """Whether every title is bold; else only that which is chosen."""
    opens: bool = False
    """Whether rows are opened: each has a chevron at its end, and none is lit as chosen."""
    least: float = 1.0
    """The least height, in heights of what can be hit."""
    lined: bool = False
    """Whether a line parts the rows, with what is at their ends as large as the titles."""


def dress(view: QAbstractItemView, name: str, painter: QStyledItemDelegate) -> None:
    """Give a list or a tree our look, and its rows what paints them."""
    view.setAccessibleName(name)
    set_role(view, "plain")
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.viewport().setAutoFillBackground(False)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setMouseTracking(True)
    view.setTabKeyNavigation(False)
    view.setItemDelegate(painter)


class RowList(QListWidget):
    """The list; headings and remarks can't be chosen.

    Signals:
        chosen(str): the person went to the row with this key.
        opened(str): the person clicked the row with this key, or pressed Enter there.
    """

    chosen = Signal(str)
    opened = Signal(str)

    def __init__(self, name: str, build: RowLayout | None = None) -> None:
        super().__init__()
        dress(self, name, RowPainter(self, build or RowLayout()))
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.rows: tuple[ListRow, ...] = ()
        """The rows as they are shown."""
        self.currentItemChanged.connect(self._on_current)
        self._opens = build is not None and build.opens
        self.itemClicked.connect(lambda _: self._open())

    @property
    def key(self) -> str:
        """The key of the row that is chosen, or empty."""
        item = self.currentItem()
        return "" if item is None else str(item.data(KEY))

    def show_rows(self, rows: Iterable[ListRow], chosen: str | None = None) -> None:
        """Show these rows, and one of them as chosen, without a signal."""
        rows = tuple(rows)
        before = self.key if chosen is None else chosen
        self.blockSignals(True)
        if rows != self.rows:
            self.rows = rows
            while self.count() > len(rows):
                self.takeItem(self.count() - 1)
            for at, row in enumerate(rows):
                if at == self.count():
                    self.addItem(QListWidgetItem())
                _fill(self.item(at), row)
            self.updateGeometry()
        self.blockSignals(False)
        self.choose(before)

    def choose(self, key: str) -> None:
        """Show a row as chosen, without a signal."""
        for at, row in enumerate(self.rows):
            if row.key == key and row.can_be_chosen and at != self.currentRow():
                self.blockSignals(True)
                self.setCurrentRow(at)
                self.blockSignals(False)
                self.viewport().update()

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.chosen.emit(str(item.data(KEY)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not (event.key() in CHOOSE and self._open()):
            super().keyPressEvent(event)

    def _open(self) -> bool:
        """Open the row that is chosen, where rows are opened."""
        able = self._opens and bool(self.key)
        if able:
            self.opened.emit(self.key)
        return able

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def minimumSizeHint(self) -> QSize:
        """Room for a few rows; the rest is reached by scrolling."""
        return QSize(round(150 * look().scale), 4 * look().target)


def _fill(item: QListWidgetItem, row: ListRow) -> None:
    item.setText(row.title)
    item.setData(KEY, row.key)
    item.setData(BELOW, row.below)
    item.setData(SORT, row.sort)
    set_tooltip(item, next((words for words in (row.title, row.below) if len(words) > _LONG), ""))
    said = row.said or (f"{row.title}, {row.below}" if row.below else row.title)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
    able = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
    item.setFlags(able if row.can_be_chosen else Qt.ItemFlag.NoItemFlags)


class RowPainter(QStyledItemDelegate):
    """Paints rows: what is chosen is lit, what has the keyboard ringed."""

    def __init__(self, view: QAbstractItemView, build: RowLayout) -> None:
        super().__init__(view)
        self._view, self._build = view, build

    def _fonts(self, *, on: bool) -> tuple[QFont, QFont]:
        current = look()
        return current.font(current.body, bold=on or self._build.bold), current.font(current.small)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its words, and never less than what can be hit."""
        current, words = look(), str(index.data())
        wide = self._view.viewport().width()
        if index.data(SORT) == HEADING:
            return QSize(0, round(current.small * 1.5) + (current.L if index.row() else current.XS) + current.XS)
        if index.data(SORT) == REMARK:
            return QSize(0, _height(words, self._fonts(on=False)[1], wide - 2 * current.M, 99) + 2 * current.S)
        title, below = self._heights(index, wide - 2 * current.M - self._at_end())
        return QSize(10, max(round(current.target * self._build.least), title + below + 2 * current.S))

    def _heights(self, index: Index, wide: int) -> tuple[int, int]:
        """Of the title, as if it were chosen, and of what is written below it."""
        fonts, below = self._fonts(on=True), index.data(BELOW)
        end = self._end_width(index, wide)
        title = _height(str(index.data()), fonts[0], wide - end, self._build.title)
        return title, _height(str(below), fonts[1], wide, self._build.below) if below else 0

    def _end_width(self, index: Index, wide: int) -> int:
        """Of what is at the end, with the room before it."""
        end = str(index.data(END) or "")
        advance = QFontMetrics(self._fonts(on=False)[not self._build.lined]).horizontalAdvance(end)
        return min(advance + look().XS, round(wide * _END_SHARE)) + look().M if end else 0

    def _at_end(self) -> int:
        return look().icon if self._build.opens else 0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """A heading, a remark, or a title with what is written below it."""
        current = look()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(SORT) in (HEADING, REMARK):
            self._paint_words(painter, option.rect.adjusted(current.M, 0, -current.M, 0), index, current)
        else:
            on = bool(option.state & QStyle.StateFlag.State_Selected) and not self._build.opens
            paint_ground(painter, option, current, on=on)
            if self._build.lined and not on:
                high = option.rect.height() - current.line_width
                painter.fillRect(option.rect.adjusted(0, high, 0, 0), QColor(current.colours.line))
            self._paint_row(painter, option.rect.adjusted(current.M, 0, -current.M, 0), index, current, on=on)
            if option.state & QStyle.StateFlag.State_HasFocus:
                ring_row(painter, option.rect, current)
        painter.restore()

    def _paint_words(self, painter: QPainter, inner: QRect, index: Index, current: Look) -> None:
        is_heading = index.data(SORT) == HEADING
        painter.setFont(current.font(current.small, bold=is_heading))
        painter.setPen(QColor(current.colours.quiet))
        if is_heading:
            low = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
            painter.drawText(inner.adjusted(0, 0, 0, -current.XS), low, index.data())
        else:
            painter.drawText(inner.adjusted(0, current.S, 0, 0), _WRAPPED, index.data())

    def _paint_row(self, painter: QPainter, inner: QRect, index: Index, current: Look, *, on: bool) -> None:
        c = current.colours
        ratio = painter.device().devicePixelRatioF()
        middle = inner.center().y()
        if not index.flags() & Qt.ItemFlag.ItemIsEnabled:
            painter.setOpacity(current.faded * 2)
        if self._build.opens:
            side = round(current.icon * 0.8)
            picture = icons.pixmap("chevron-right", side, c.quiet, ratio)
            painter.drawPixmap(QPointF(inner.right() - side, middle - side // 2), picture)
        for named, colour in (("warning" if index.data(SORT) == FAULTY else "", c.wrong), (index.data(ICON), c.quiet)):
            if named:
                picture = icons.pixmap(named, current.icon, c.on_chosen_soft if on else colour, ratio)
                painter.drawPixmap(inner.left(), middle - current.icon // 2, picture)
                inner = inner.adjusted(current.icon + current.S, 0, 0, 0)
        inner = inner.adjusted(0, 0, -self._at_end(), 0)
        title, below = self._heights(index, inner.width())
        top = inner.top() + (inner.height() - title - below) // 2
        fonts = self._fonts(on=on)
        first = QRect(inner.left(), top, inner.width(), title)
        place = QRect(inner.left(), top + title, inner.width(), below)
        painter.setPen(QColor(c.on_chosen_soft if on else c.quiet))
        for role, box, font in (
            (END, first, self._fonts(on=False)[not self._build.lined]),
            (BELOW_END, place, fonts[1]),
        ):
            words, metrics = str(index.data(role) or ""), QFontMetrics(font)
            if words:
                wide = min(metrics.horizontalAdvance(words) + current.XS, round(inner.width() * _END_SHARE))
                painter.setFont(font)
                line = QRect(
                    box.left(), box.top(), box.width(), min(box.height(), QFontMetrics(fonts[0]).lineSpacing())
                )
                painter.drawText(line, RIGHT, metrics.elidedText(words, Qt.TextElideMode.ElideRight, wide))
                box.setWidth(box.width() - wide - current.M)
        _draw(painter, place, str(index.data(BELOW) or ""), fonts[1], self._build.below)
        painter.setPen(QColor(c.on_chosen_soft if on else c.text))
        _draw(painter, first, str(index.data()), fonts[0], self._build.title)


def paint_ground(painter: QPainter, option: QStyleOptionViewItem, current: Look, *, on: bool, lit: str = "") -> None:
    """What a row is on: where it is chosen it is `lit`, with a mark at its edge, or where the mouse is."""
    c, box = current.colours, option.rect
    painter.setPen(Qt.PenStyle.NoPen)
    if on or option.state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(QColor(lit or c.chosen_soft if on else c.hover))
        painter.drawRoundedRect(QRectF(box).adjusted(0, 1, 0, -1), current.RADIUS, current.RADIUS)
    if on:
        air = min(9, box.height() // 5)
        painter.setBrush(QColor(c.chosen))
        painter.drawRoundedRect(QRectF(box.left(), box.top() + air, 3, box.height() - 2 * air), 1.5, 1.5)


def ring_row(painter: QPainter, box: QRect, current: Look) -> None:
    """The ring around the row that has the keyboard."""
    ring_around(painter, current, box, 3, current.RADIUS - 2)


def _height(text: str, font: QFont, wide: int, lines: int) -> int:
    """Return the height of a text, of at most `lines` lines."""
    metrics = QFontMetrics(font)
    if lines == 1 or "\n" in text:
        return min(lines, text.count("\n") + 1) * metrics.lineSpacing()
    box = metrics.boundingRect(QRect(0, 0, max(60, wide), 10_000), _WRAPPED, text)
    return min(box.height(), lines * metrics.lineSpacing())


def _draw(painter: QPainter, place: QRect, words: str, font: QFont, lines: int) -> None:
    """Some words, wrapped; where they are parted into lines, each of these cut to its room."""
    painter.setFont(font)
    if lines == 1 or "\n" in words:
        metrics = QFontMetrics(font)
        parts = [metrics.elidedText(part, Qt.TextElideMode.ElideRight, place.width()) for part in words.split("\n")]
        painter.drawText(place, LEFT, "\n".join(parts))
    else:
        painter.drawText(place, _WRAPPED, words)
