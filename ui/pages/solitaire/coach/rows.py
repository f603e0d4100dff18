"""Rows of advice: tiles, words and a figure, painted, with what improves drawn small and how many of it are unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import ClassVar, Final

import msgspec
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import ngettext, number

from .... import icons
from ....theme import look, smooth_painter
from ....widgets import Button
from ....widgets.card_line import paint_pattern, pattern_size
from ....widgets.fitting import RETHEMED
from ....widgets.hover import PointingRow
from ....widgets.layouts import down, grow_by_width
from ....widgets.tiles import paint_tile

_WRAP: Final = int(Qt.TextFlag.TextWordWrap)
_STEP: Final = 1.14
"""From one small tile to the next, in widths."""
_HIGH: Final = 1.56
"""The height of a tile's picture, in widths."""


class SmallTile(msgspec.Struct, frozen=True):
    """A kind of tile drawn small: how many are missing, and how many are unseen, if that is known."""

    tile: Tile
    unseen: int | None = None
    wanted: int = 1


class ResultBar(msgspec.Struct, frozen=True):
    """A bar: its length and the error at each side, as parts of the longest."""

    share: float
    error: float = 0.0


class AdviceEntry(msgspec.Struct, frozen=True):
    """The content of a row.

    `mark` is "good", "not" or nothing; `best` rows are lit. `pattern` is a line of a card. `lights` are the tiles
    that are pointed out while the row is; `name` is all of it for those who don't see it.
    """

    title: str
    name: str
    tiles: tuple[Tile, ...] = ()
    figure: str = ""
    note: str = ""
    smalls: tuple[SmallTile, ...] = ()
    pattern: str = ""
    mark: str = ""
    best: bool = False
    bar: ResultBar | None = None
    lights: tuple[Tile, ...] = ()


def indent(*texts: QWidget) -> None:
    """Align words with those of the rows; a long word makes no other line wider than the drawer."""
    for words in texts:
        words.setContentsMargins(look().S, 0, 0, 0)
        words.setMinimumWidth(1)


def small_width() -> int:
    """Return the width of the tiles that are counted."""
    return round(21 * sqrt(look().scale))


def tile_width() -> int:
    """Return the width of the tile that a row is about."""
    return round(26 * sqrt(look().scale))


class _Places(msgspec.Struct):
    """The places of all parts of a row."""

    pattern: QRect
    mark: QRect
    tiles: QRect
    title: QRect
    figure: QRect
    note: QRect
    smalls: list[tuple[SmallTile, QRect]]
    bar: QRect
    height: int


class AdviceRow(PointingRow):
    """Paints an entry; Home and End go to the first and the last."""

    STEPS: ClassVar[Mapping[int, int]] = {**PointingRow.STEPS, Qt.Key.Key_Home: -1_000, Qt.Key.Key_End: 1_000}

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = AdviceEntry("", "")
        self._known: tuple[int, _Places] | None = None
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    @property
    def lights(self) -> frozenset[Tile]:
        return frozenset(self.entry.lights)

    def show_entry(self, entry: AdviceEntry) -> None:
        if entry == self.entry:
            return
        before = self._places(self.width()).height
        self.entry = entry
        self._known = None
        self.setAccessibleName(entry.name)
        if self._places(self.width()).height != before:
            self.updateGeometry()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED:
            self._known = None

    # measures

    def _places(self, width: int) -> _Places:
        if self._known is None or self._known[0] != width:
            self._known = width, self._measured(width)
        return self._known[1]

    def _title_font(self) -> QFont:
        current = look()
        return current.font(current.body, bold=self.entry.best)

    def _figure_font(self) -> QFont:
        return look().font(look().body, bold=True)

    def _measured(self, width: int) -> _Places:
        current, entry = look(), self.entry
        left, right, y = current.S, width - current.S, current.XS + 1
        none = QRect()
        figures = QFontMetrics(self._figure_font())
        wide = figures.horizontalAdvance(entry.figure) + 1 if entry.figure else 0
        pattern = none
        if entry.pattern:
            size = pattern_size(entry.pattern, current.body, right - left)
            pattern = QRect(left, y, right - left, size.height())
            y += size.height()
        x = left
        mark = none
        if entry.mark:
            mark = QRect(x, y, current.icon, current.icon)
            x += current.icon + current.S
        tile = tile_width()
        taken = round(tile * _STEP * len(entry.tiles))
        tiles = QRect(x, y, taken, round(tile * _HIGH)) if taken else none
        metrics = QFontMetrics(self._title_font())
        beside = right - x - taken - (current.S if taken else 0) - (wide + current.S if wide else 0)
        longest = max([metrics.horizontalAdvance(word) for word in entry.title.split()], default=0)
        below = bool(taken) and beside < longest
        if below:  # the words have no room next to the tiles
            room = right - x
            words = metrics.boundingRect(QRect(0, 0, room, 10_000), _WRAP, entry.title)
            line = max(tiles.height(), figures.height())
            figure = QRect(right - wide, y, wide, line)
            title = QRect(x, y + line, room, words.height())
            y = title.bottom() + 1
        else:
            words = metrics.boundingRect(QRect(0, 0, max(beside, longest), 10_000), _WRAP, entry.title)
            line = max(tiles.height(), words.height(), figures.height(), mark.height())
            title = QRect(right - wide - (current.S if wide else 0) - beside, y, beside, line)
            figure = QRect(right - wide, y, wide, line)
            y += line
        for one in (mark, tiles):
            if not one.isNull() and not below:
                one.moveTop(title.top() + (title.height() - one.height()) // 2)
        note = none
        if entry.note:
            small = QFontMetrics(current.font(current.small))
            box = small.boundingRect(QRect(0, 0, right - left, 10_000), _WRAP, entry.note)
            note = QRect(left, y + 2, right - left, box.height())
            y = note.bottom() + 1
        smalls, y = self._small_places(left, right, y)
        bar = none
        if entry.bar is not None:
            bar = QRect(left, y + current.XS, right - left, current.S + 2)
            y = bar.bottom() + 1
        return _Places(pattern, mark, tiles, title, figure, note, smalls, bar, y + current.XS + 1)

    def _small_places(self, left: int, right: int, y: int) -> tuple[list[tuple[SmallTile, QRect]], int]:
        """Return the place of each small tile, its number below it, and where the last line ends."""
        smalls = self.entry.smalls
        if not smalls:
            return [], y
        width = small_width()
        digits = QFontMetrics(look().font(look().small))
        high = round(width * _HIGH) + (digits.ascent() + 2 if any(one.unseen is not None for one in smalls) else 0)
        y += look().XS
        places, x = [], left
        for one in smalls:
            wide = max(round(width * (1 + (one.wanted - 1) * _STEP)), digits.horizontalAdvance(_figure(one)))
            if x > left and x + wide > right:
                x, y = left, y + high + look().XS
            places.append((one, QRect(x, y, wide, high)))
            x += wide + max(3, round(width * (0.5 if any(other.wanted > 1 for other in smalls) else 0.2)))
        return places, y + high

    def sizeHint(self) -> QSize:
        width = max(self.width(), 240)
        return QSize(width, self._places(width).height)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, look().target // 2)

    def heightForWidth(self, width: int) -> int:
        return self._places(width).height

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, entry = look(), self.entry
        c = current.colours
        places = self._places(self.width())
        painter = smooth_painter(self)
        box = QPainterPath()
        box.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), current.XS, current.XS)
        if entry.best:
            painter.fillPath(box, QColor(c.good_soft))
            if current.line_width > 1:
                painter.setPen(QPen(QColor(c.good), current.line_width))
                painter.drawPath(box)
        elif self.underMouse():
            painter.fillPath(box, QColor(c.hover))
        if entry.pattern:
            paint_pattern(painter, places.pattern, entry.pattern, current.body, current)
        if entry.mark:
            self._paint_mark(painter, places.mark)
        for at, tile in enumerate(entry.tiles):
            width = tile_width()
            paint_tile(painter, self, tile, width, places.tiles.left() + at * width * _STEP, places.tiles.center().y())
        painter.setPen(QColor(c.text))
        painter.setFont(self._title_font())
        painter.drawText(places.title, int(Qt.AlignmentFlag.AlignVCenter) | _WRAP, entry.title)
        painter.setFont(self._figure_font())
        painter.drawText(places.figure, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), entry.figure)
        painter.setFont(current.font(current.small))
        if entry.note:
            painter.setPen(QColor(c.text if entry.best else c.quiet))
            painter.drawText(places.note, _WRAP, entry.note)
        painter.setPen(QColor(c.text))
        for small, where in places.smalls:
            self._paint_small(painter, small, where)
        if entry.bar is not None:
            self._paint_bar(painter, entry.bar, places.bar)
        self.paint_focus(painter)
        painter.end()

    def _paint_mark(self, painter: QPainter, box: QRect) -> None:
        current = look()
        good = self.entry.mark == "good"
        ink = current.colours.good if good else current.colours.text if self.entry.best else current.colours.quiet
        picture = icons.pixmap("check" if good else "minus", current.icon, ink, self.devicePixelRatioF())
        painter.drawPixmap(box.topLeft(), picture)

    def _paint_small(self, painter: QPainter, small: SmallTile, box: QRect) -> None:
        width = small_width()
        taken = width * (1 + (small.wanted - 1) * _STEP)
        left = box.left() + (box.width() - taken) / 2
        middle = box.top() + width * _HIGH / 2
        for at in range(small.wanted):
            paint_tile(painter, self, small.tile, width, left + at * width * _STEP, middle)
        figure = _figure(small)
        if figure:
            below = QRect(box.left() - box.width(), box.top(), 3 * box.width(), box.height())
            painter.drawText(below, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom), figure)

    def _paint_bar(self, painter: QPainter, bar: ResultBar, box: QRect) -> None:
        current = look()
        c = current.colours
        track = QRectF(box)
        radius = track.height() / 2
        painter.setPen(QPen(QColor(c.border), current.line_width))
        painter.setBrush(QColor(c.card))
        painter.drawRoundedRect(track, radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.good if self.entry.best else c.border))
        long = max(2 * radius, track.width() * min(1.0, bar.share))
        painter.drawRoundedRect(QRectF(track.left(), track.top(), long, track.height()), radius, radius)
        low = track.left() + track.width() * max(0.0, bar.share - bar.error)
        high = track.left() + track.width() * min(1.0, bar.share + bar.error)
        middle = track.center().y()
        for ink, width in ((c.card, current.RING + 1.0), (c.text, 1.5)):
            painter.setPen(QPen(QColor(ink), width))
            painter.drawLine(QPointF(low, middle), QPointF(high, middle))
            for x in (low, high):
                painter.drawLine(QPointF(x, middle - radius + 1), QPointF(x, middle + radius - 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _figure(small: SmallTile) -> str:
    return "" if small.unseen is None else number(small.unseen)


class AdviceRows(QWidget):
    """Rows one below the other. Tab reaches them, and the arrow keys move between them.

    Where there are many, the rest comes when it is asked for.

    Signals:
        pointed(object): the tiles that the row under the mouse or the keyboard speaks of; none when it left.
        came(QWidget): the keyboard came to this row.
    """

    pointed = Signal(object)
    came = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.entries: tuple[AdviceEntry, ...] = ()
        """All that it has to say, shown or not."""
        self._rows: list[AdviceRow] = []
        self._most = 0
        self._all = False
        self._current = 0
        self.setAccessibleName(name)
        self._column = down(self, spacing=0)
        self.more = Button("", "quiet", "chevron-down")
        self.more.clicked.connect(self._on_more)
        self.more.hide()
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    @property
    def rows(self) -> tuple[AdviceRow, ...]:
        return tuple(self._rows[: self._count()])

    @property
    def stops(self) -> tuple[QWidget, ...]:
        return (*self._rows, self.more)

    def prepare(self, count: int) -> None:
        """Make this many rows beforehand."""
        while len(self._rows) < count:
            row = AdviceRow(self)
            row.pointed.connect(self.pointed)
            row.walked.connect(self._on_walked)
            row.came.connect(lambda row=row: self._on_came(row))
            row.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.hide()
            self._column.insertWidget(len(self._rows), row)
            self._rows.append(row)

    def _count(self) -> int:
        count = len(self.entries)
        return count if self._all or count <= self._most + 1 else self._most

    def show_entries(self, entries: Sequence[AdviceEntry], most: int = 1000) -> None:
        """Show these entries, the first `most` at once; for other entries the rest is hidden again."""
        new = tuple(entries)
        if [entry.title for entry in new] != [entry.title for entry in self.entries] or most != self._most:
            self._all = False
        self.entries, self._most = new, most
        self._refresh()

    def _refresh(self) -> None:
        count = self._count()
        self.prepare(count)
        for at in range(count):
            self._rows[at].show_entry(self.entries[at])
            self._rows[at].show()
        for row in self._rows[count:]:
            row.hide()
        self._set_current(min(self._current, max(0, count - 1)))
        rest = len(self.entries) - count
        self.more.setVisible(rest > 0)
        if rest:
            self.more.setText(ngettext("{count} more", "{count} more", rest).format(count=number(rest)))

    def _set_current(self, at: int) -> None:
        self._current = at
        for place, row in enumerate(self._rows):
            row.setFocusPolicy(Qt.FocusPolicy.TabFocus if place == at else Qt.FocusPolicy.NoFocus)

    def _on_walked(self, step: int) -> None:
        at = max(0, min(self._count() - 1, self._current + step))
        self._rows[at].setFocus(Qt.FocusReason.TabFocusReason)

    def _on_came(self, row: AdviceRow) -> None:
        self._set_current(self._rows.index(row))
        self.came.emit(row)

    def _on_more(self) -> None:
        first = self._count()
        had_keyboard = self.more.hasFocus()
        self._all = True
        self._refresh()
        if had_keyboard:
            self._rows[first].setFocus(Qt.FocusReason.TabFocusReason)
