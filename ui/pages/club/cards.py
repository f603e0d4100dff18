"""A table in short, painted as large as its room, with East and the hand; and the ranking for the wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger.values import TableNow
from mjcompanion.table.words import brief, figure

from ...context import moment
from ...theme import look, ring_around, smooth_painter
from ...widgets import Button
from ...widgets.fitting import Fits

_LINES: Final = 6.6
"""The height of a card, in lines: a title, four players, and the line below."""
_WIDE: Final = 11.5
"""The width of a card, in heights of a line."""
_NARROWEST_LINE, _WIDEST_LINE = 9.5, 13
"""The least and the most width of a line of a ranking, in its heights, so that names are near their figures."""
_MOST_COLUMNS: Final = 4
_NARROWEST: Final = 330
_WIDEST: Final = 420
"""A card on the page is so wide at least and at most, at 100 % text."""


def title_of(now: TableNow) -> str:
    """What a table is called: its number, or its session's name."""
    if now.table:
        return _("Table {number}").format(number=number(now.table))
    return brief(now.title, 40) or _("Table without a number")


def state_of(now: TableNow) -> str:
    """How far a table is."""
    if now.ended:
        return _("Over after {n} hands").format(n=number(now.hands)) if now.hands != 1 else _("Over after one hand")
    return _("{wind} round · hand {n}").format(wind=now.round.word, n=number(now.hands + 1))


def lines_of(now: TableNow, *, said: bool = False) -> list[tuple[str, str, int, bool]]:
    """Return who is on a card: the wind, name, points and whether that is East; after the end all by places."""
    if now.standings:
        return [(number(place), name, points, False) for name, place, points in now.standings]
    return [
        (WINDS[at].word if said else WINDS[at].letter, now.names[player], now.points[player], player == now.east)
        for at, player in enumerate(now.seats)
    ]


def said_of(now: TableNow) -> str:
    """A table as it is read out."""
    each = _("{place}. {name}, {points}") if now.standings else _("{wind}: {name}, {points}")
    people = "; ".join(
        each.format(wind=sign, place=sign, name=name, points=figure(points))
        for sign, name, points, _unused in lines_of(now, said=True)
    )
    return _("{table}. {state}. {people}. Last: {when}").format(
        table=title_of(now), state=state_of(now), people=people, when=moment(now.at)
    )


class TableCard(Button):
    """One table; a click opens its session."""

    now: TableNow

    def show_table(self, now: TableNow) -> None:
        """Show the present state of a table."""
        self.now = now
        self.setAccessibleName(said_of(now))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        paint_table(painter, box, self.now)
        if self.hasFocus():
            ring_around(painter, look(), box, 2, look().RADIUS)
        painter.end()


def _font(pixels: float, *, bold: bool = False) -> QFont:
    font = QFont(look().font(look().body, bold=bold))
    font.setPixelSize(max(8, round(pixels)))
    return font


def paint_table(painter: QPainter, box: QRectF, now: TableNow) -> None:
    """Paint a table into a box: as large as fits, East in gold."""
    current = look()
    c = current.colours
    painter.setPen(QColor(c.felt_edge))
    painter.setBrush(QColor(c.felt))
    painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
    lines = lines_of(now)
    line = min(box.height() / _LINES, box.width() / 7.6)
    pad = line * 0.45
    inner = box.adjusted(pad, pad * 0.5, -pad, -pad * 0.5)
    left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
    middle = Qt.AlignmentFlag.AlignVCenter
    row = inner.height() / 6
    painter.setPen(QColor(c.on_felt))
    top = QRectF(inner.left(), inner.top(), inner.width(), row)
    _write(painter, top, title_of(now), _font(line * 0.58, bold=True), left | middle)
    high = 4 * row / len(lines)
    letters = line * min(1.0, high / row)
    for at, (sign, name, points, east) in enumerate(lines):
        y = inner.top() + row + at * high
        painter.setPen(QColor(c.arrow_strong if east else c.on_felt))
        wide = row * 0.9
        box_of_sign = QRectF(inner.left(), y, wide, high)
        _write(painter, box_of_sign, sign, _font(letters * 0.5, bold=east), left | middle)
        bold = _font(letters * 0.6, bold=True)
        taken = QFontMetricsF(bold).horizontalAdvance(figure(points)) + pad * 0.5
        _write(painter, QRectF(inner.right() - taken, y, taken, high), figure(points), bold, right | middle)
        room = QRectF(inner.left() + wide, y, inner.width() - wide - taken, high)
        _write(painter, room, name, _font(letters * 0.6, bold=east), left | middle)
    below = QRectF(inner.left(), inner.top() + 5 * row, inner.width(), row)
    painter.setPen(QColor(c.on_felt))
    font = _font(line * 0.42)
    when = moment(now.at).split(" ")[-1]
    taken = QFontMetricsF(font).horizontalAdvance(when) + pad
    _write(painter, below.adjusted(0, 0, -taken, 0), state_of(now), font, left | middle)
    _write(painter, below, when, font, right | middle)


def _write(painter: QPainter, box: QRectF, text: str, font: QFont, align: Qt.AlignmentFlag) -> None:
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    shown = metrics.elidedText(text.replace("\n", " ")[:200], Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(align), shown)


class TableGrid(Fits, QWidget):
    """Cards of tables in a grid: on the page as high as they need, on the wall as large as the room lets them be.

    Signals:
        opened(str): the card of this session was clicked; on the wall nothing is.
    """

    opened = Signal(str)

    def __init__(self, *, fills: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fills = fills
        self.cards: list[TableCard] = []
        """One for each table; what is left over is hidden."""
        self._count = 0

    def show_tables(self, tables: Sequence[TableNow]) -> None:
        """Show these tables."""
        while len(self.cards) < len(tables):
            card = TableCard(parent=self)
            if self._fills:
                card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                card.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            card.clicked.connect(lambda _checked=False, card=card: self.opened.emit(card.now.uid))
            self.cards.append(card)
        self._count = len(tables)
        for card, now in zip(self.cards, tables, strict=False):
            card.show_table(now)
        for place, card in enumerate(self.cards):
            card.setVisible(place < self._count)
        self.fit()

    def fit(self) -> None:
        """Put the cards into as many columns as there is room for, or into those that make them largest."""
        count, gap = self._count, look().M
        if not count:
            self.setMinimumHeight(0)
            return
        scale = look().scale
        columns = max(1, (self.width() + gap) // (round(_NARROWEST * scale) + gap))
        if self._fills:
            columns = _best_columns(count, QSizeF(self.size()), _WIDE / _LINES)
        rows = -(-count // columns)
        wide = (self.width() - gap * (columns - 1)) / columns
        if not self._fills:
            wide = min(wide, _WIDEST * scale)
        high = (self.height() - gap * (rows - 1)) / rows if self._fills else wide * _LINES / _WIDE
        for at, card in enumerate(self.cards[:count]):
            row, column = divmod(at, columns)
            card.setGeometry(round(column * (wide + gap)), round(row * (high + gap)), int(wide), int(high))
        if not self._fills:
            self.setFixedHeight(round(rows * (high + gap)))


def _best_columns(count: int, room: QSizeF, shape: float, most: int = 64) -> int:
    """Return the number of columns in which so many boxes, this much wider than high, are largest."""

    def high(columns: int) -> float:
        rows = -(-count // columns)
        return min(room.height() / rows, room.width() / columns / shape)

    return max(range(1, min(count, most) + 1), key=high)


class WallStanding(NamedTuple):
    """A line of the ranking on the wall."""

    place: str
    name: str
    first: str
    second: str


class RankingBoard(QWidget):
    """A ranking as large as the room lets it be, in as many columns as make it largest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[WallStanding, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_lines(self, lines: Sequence[WallStanding]) -> None:
        """Show these."""
        self._lines = tuple(lines)
        self.setAccessibleName("\n".join(" ".join(part for part in line if part) for line in lines))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._lines:
            return
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        columns = _best_columns(len(self._lines), QSizeF(self.size()), _NARROWEST_LINE, _MOST_COLUMNS)
        rows = -(-len(self._lines) // columns)
        high = min(self.height() / max(rows, 8), self.width() / columns / _NARROWEST_LINE)
        wide = min(self.width() / columns, high * _WIDEST_LINE)
        for at, line in enumerate(self._lines):
            x, y = (at // rows) * wide, (at % rows) * high
            box = QRectF(x + high * 0.2, y, wide - high * 0.4, high)
            first = line.place == "1"
            painter.setPen(QColor(c.arrow_strong if first else c.on_felt))
            middle = Qt.AlignmentFlag.AlignVCenter
            figures = _font(high * 0.55, bold=True)
            plain = _font(high * 0.55, bold=first)
            metrics = QFontMetricsF(figures)
            second = metrics.horizontalAdvance("−00,000") if line.second else 0.0
            third = metrics.horizontalAdvance("00.00") + high * 0.2 if line.first else 0.0
            _write(painter, QRectF(x, y, high * 1.15, high), line.place, figures, Qt.AlignmentFlag.AlignRight | middle)
            name = box.adjusted(high * 1.3, 0, -second - third, 0)
            _write(painter, name, line.name, plain, Qt.AlignmentFlag.AlignLeft | middle)
            end = box.adjusted(0, 0, -second, 0)
            _write(painter, end, line.first, figures, Qt.AlignmentFlag.AlignRight | middle)
            _write(painter, box, line.second, figures, Qt.AlignmentFlag.AlignRight | middle)
        painter.end()
