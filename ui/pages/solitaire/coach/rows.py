"""Rows of advice: tiles, words and a figure, with what improves in small tiles and how many of it are unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import ClassVar

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import ngettext, number

from ....theme import look, set_role, smooth_painter
from ....widgets import Button, TextLabel
from ....widgets.card_line import CardLine
from ....widgets.fitting import Fits
from ....widgets.hover import PointingRow
from ....widgets.layouts import across, down, fill, grow_by_width, stand
from ....widgets.surfaces import IconLabel
from ....widgets.tiles import TilePicture, TileStyle


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


def tile_width() -> int:
    """Return the width of the tile that a row is about."""
    return round(26 * sqrt(look().scale))


class AdviceRow(Fits, PointingRow):
    """Shows an entry; Home and End go to the first and the last."""

    STEPS: ClassVar[Mapping[int, int]] = {**PointingRow.STEPS, Qt.Key.Key_Home: -1_000, Qt.Key.Key_End: 1_000}

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        current = look()
        self.entry = AdviceEntry("", "")
        self.pattern, self.bar = CardLine(large=False), ErrorBar()
        self.mark, self.title, self.note = IconLabel(), TextLabel(), TextLabel()
        self.figure = TextLabel("", "strong", wraps=False)
        self.tiles, self.smalls = TilePicture(), TilePicture()
        grow_by_width(self.tiles, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._line: QBoxLayout = fill(across(spacing=0), self.tiles, (self.title, 1))
        line = fill(across(spacing=current.S), self.mark, (self._line, 1), self.figure)
        column = down(self, spacing=0, margins=(current.S, current.XS, current.S, current.XS))
        fill(column, self.pattern, line, self.note, self.smalls, self.bar)

    @property
    def lights(self) -> frozenset[Tile]:
        return frozenset(self.entry.lights)

    def show_entry(self, entry: AdviceEntry) -> None:
        if entry == self.entry:
            return
        self.entry = entry
        self.setAccessibleName(entry.name)
        set_role(self, "advice-best" if entry.best else "advice-row")
        self.pattern.show_pattern(entry.pattern)
        self.pattern.setVisible(bool(entry.pattern))
        self.mark.show_icon(*{"good": ("check", "good"), "not": ("minus", "quiet")}.get(entry.mark, ("", "text")))
        self.mark.setVisible(bool(entry.mark))
        set_role(self.title, "strong" if entry.best else "")
        self.title.say(entry.title)
        self.figure.say(entry.figure)
        set_role(self.note, "fine" if entry.best else "caption")
        self.note.say(entry.note)
        self.tiles.show_counted([(tile, 1, None) for tile in entry.tiles])
        self.tiles.setVisible(bool(entry.tiles))
        self.smalls.show_counted([(small.tile, small.wanted, small.unseen) for small in entry.smalls])
        self.smalls.setVisible(bool(entry.smalls))
        self.bar.show_result(entry.bar, best=entry.best)
        self.bar.setVisible(entry.bar is not None)
        self.fit()

    def fit(self) -> None:
        """Show the tiles in the size of the look, and above the words where a word has no room next to them."""
        current = look()
        self.tiles.set_style(TileStyle(tile_width()))
        self.smalls.set_style(TileStyle(round(21 * sqrt(current.scale))))
        taken = self.tiles.sizeHint().width() + self.figure.sizeHint().width() + 4 * current.S
        taken += current.icon + current.S if self.entry.mark else 0
        beside = self.title.minimumSizeHint().width() + taken <= self.width()
        stand(self._line, beside=beside)
        self._line.setSpacing(current.S if beside else 0)


class ErrorBar(QWidget):
    """Draws a result as a bar, with its error on both sides of the bar's end."""

    def __init__(self) -> None:
        super().__init__()
        self._bar, self._best = ResultBar(0.0), False
        self.setFixedHeight(look().M + 2)

    def show_result(self, bar: ResultBar | None, *, best: bool) -> None:
        """Show another result; the `best` one is lit."""
        self._bar, self._best = bar or ResultBar(0.0), best
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, bar = look(), self._bar
        c = current.colours
        painter = smooth_painter(self)
        line = current.line_width
        track = QRectF(self.rect()).adjusted(line, current.XS, -line, -line)
        radius = track.height() / 2
        painter.setPen(QPen(QColor(c.border), line))
        painter.setBrush(QColor(c.card))
        painter.drawRoundedRect(track, radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.good if self._best else c.border))
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
        painter.end()


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
