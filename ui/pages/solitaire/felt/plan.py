"""Where everything is on the felt, for one size of it. All lengths are whole logical pixels, so that nothing blurs.

The table is seen from the person's side and slightly from above: what is further away is higher up, and the wider
the room, the flatter the look. Walls are raised by the thickness of their tiles; discards lie flat before the eye.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QFontMetricsF

from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.wall.breaks import Place, Spot

from ....theme import Look
from ....widgets.tiles.art import shape_of

BOTTOM, RIGHT, TOP, LEFT = range(4)
"""The edges of the table in the order of turns from the person's."""

_DEEP: Final = 4 / 3
"""A tile's length in its widths."""
_FLATTEST: Final = 0.42
_FLAT: Final = 0.5
"""The least that is left of a length on the table which runs away from the eye; flatter where there is little room."""
_THICK: Final = 0.18
"""How much of a tile's side is seen, in widths of a stack."""
_MOST_WIDE: Final = 46
_MOST_SHARE: Final = 0.075
"""The widest that a discard is: so many pixels or, on a large screen, so much of the felt's height."""
_LEAST_WIDE: Final = 7
_BESIDE: Final = 2
"""So many players' discards lie side by side."""
_STAGES: Final = (12, 18, 24, 30, 36)
"""For so many discards of a player room is made at once, so that they don't shrink with each."""
_OTHERS_SETS: Final = 4.6
"""The widths of tiles that a set of the others needs: a kong with its claimed tile turned sideways."""
_LEAST_TYPE: Final = 12
_MOST_NAME: Final = 0.12
"""Of the felt's width: a player's name that takes more next to the walls is above them, so that tiles are larger."""
_ROOMY: Final = 560
"""From this height on there is room for larger type."""
_LINES: Final = 46
"""So many lines of type are as high as a large felt: words grow with it."""
_ROWS: Final = 6
"""Four sets and two rows of flowers, in a place at the side."""


class Slot(NamedTuple):
    """Where a tile is: the upper left of its front, the width of a tile, and whether it is turned sideways."""

    x: int
    y: int
    wide: int
    sideways: bool = False

    @property
    def front(self) -> QRect:
        shape = shape_of(self.wide, sideways=self.sideways)
        return QRect(self.x, self.y, shape.front_width, shape.front_height)


class FeltGrid(NamedTuple):
    """The rows in the middle: first those of tiles passed, `across` in each, then those of each player's discards.

    `wide` is the tiles' width, `origin` the upper left of the first one, `passed_rows` how many rows are passed ones;
    each player has so many `rows` with `columns` in each, two players side by side, and room for a name before
    them.
    """

    wide: int
    columns: int
    across: int
    passed_rows: int
    rows: int
    names: int
    origin: QPoint

    @property
    def step(self) -> QSize:
        """From one discard to the next, and from one row to the next."""
        return _step(self.wide)

    @property
    def parting(self) -> int:
        """The room between tiles passed and discards."""
        return _parting(self.wide) if self.passed_rows else 0

    def passed(self, at: int) -> Slot:
        """Where the tile is that was passed as this one, from 0."""
        row, column = divmod(at, self.across)
        return self._slot(row, column, 0)

    def slot(self, player: int, at: int) -> Slot:
        """Where a player's discard with this number is, both from 0."""
        block_row, block = divmod(player, _BESIDE)
        row, column = divmod(at, self.columns)
        slot = self._slot(
            self.passed_rows + block_row * self.rows + row, column, self.parting + block_row * _parting(self.wide)
        )
        return slot._replace(x=slot.x + block * (self.columns * self.step.width() + self.names))

    def _slot(self, row: int, column: int, down: int) -> Slot:
        step = self.step
        return Slot(self.origin.x() + column * step.width(), self.origin.y() + row * step.height() + down, self.wide)


class FeltLayout:
    """The felt at one size: `long` stacks in each wall, `gap` the one after which the wall is broken, if it is.

    `holding` says that the others hold tiles of their own, and need room for their sets.
    """

    def __init__(
        self, size: QSize, current: Look, *, long: int, bottom: Wind, gap: Place | None = None, holding: bool = False
    ) -> None:
        self.size, self.long, self.bottom, self.gap, self.holding = size, long, bottom, gap, holding
        wide, high = max(size.width(), 1), max(size.height(), 1)
        self.margin = current.S if min(wide, high) > 240 else current.XS
        grown = max(current.body, high // _LINES) if high >= _ROOMY else current.small
        self.type = max(_LEAST_TYPE, min(grown, high // 15, wide // 30))
        """The size of type at the players' places; where there is little room, tiles need it more than words."""
        bold = QFontMetricsF(current.font(self.type, bold=True))
        self.pill_high = round(bold.height()) + current.XS
        words = max(bold.horizontalAdvance(wind.word) for wind in WINDS)
        self.pill_wide = round(words + self.pill_high * 1.5)
        self.above = not holding and self.pill_wide > wide * _MOST_NAME
        """Whether the names at the sides are in the upper corners: the ends of the walls have no room for them."""
        self.fresh_wide = max(18, min(max(52, round(high * 0.052)), round(high * 0.074)))
        self.most_set = max(34, round(high * 0.034))
        most = min(self.most_set, round(high * 0.045), round(wide * 0.026))
        fresh, sets = shape_of(self.fresh_wide), shape_of(max(14, most))
        beside = fresh.front_width if not holding else round(sets.width * _OTHERS_SETS)
        least = beside if self.above else max(self.pill_wide, beside)
        above = max(self.pill_high, fresh.height if not holding else sets.height)
        self.strip_high = self.pill_high + current.XS
        # the walls: as large as the room lets them be, but never flatter than a table looks
        units = long + 1 + _DEEP
        room_wide = wide - 2 * (least + 2 * self.margin)
        room_high = high - above - self.strip_high - 3 * self.margin
        pitch_y = max(2, int(room_high / (units + 2 * _THICK)))
        flattest = _FLAT if high >= _ROOMY else _FLATTEST
        pitch_x = max(2, min(int(room_wide / units), int(pitch_y / flattest)))
        pitch_y = min(pitch_y, pitch_x)
        self.thick = max(2, round(pitch_x * _THICK))
        while pitch_y > 2 and round(pitch_y * units) + 2 * self.thick > room_high:
            pitch_y -= 1
        self.pitch = QSize(pitch_x, pitch_y)
        self.deep = QSize(round(pitch_x * _DEEP), round(pitch_y * _DEEP))
        ring = QSize(pitch_x * (long + 1) + self.deep.width(), pitch_y * (long + 1) + self.deep.height())
        spare = max(0, room_high - ring.height() - 2 * self.thick)
        top = self.margin + above + self.margin // 2 + 2 * self.thick + spare // 2
        self.ring = QRect(QPoint((wide - ring.width()) // 2, top), ring)
        self._place_others(current, above)

    def _place_others(self, current: Look, above: int) -> None:
        wide, high, ring = self.size.width(), self.size.height(), self.ring
        column = ring.left() - 2 * self.margin
        sides = QRect(0, ring.top() - 2 * self.thick, column, ring.height() + 2 * self.thick)
        self.seats = (
            QRect(self.margin, high - self.strip_high, wide - 2 * self.margin, self.strip_high - current.XS),
            sides.translated(ring.right() + 1 + self.margin, 0),
            QRect(self.margin, self.margin, wide - 2 * self.margin, ring.top() - 2 * self.thick - 2 * self.margin),
            sides.translated(self.margin, 0),
        )
        taken = 3 * self.pill_high + 2 * current.S
        by_width = (column - 2) / _OTHERS_SETS
        by_height = (sides.height() - taken) / (_ROWS * 1.6)
        self.set_wide = max(_LEAST_WIDE, min(self.most_set, int(by_width), int(by_height)))
        self.set_wide_top = max(_LEAST_WIDE, min(self.set_wide, int((above - 4) / 1.46)))

    # --- the walls

    def edge(self, wall: Wind) -> int:
        """At which edge of the table a wall is, or a player sits."""
        return (WINDS.index(wall) - WINDS.index(self.bottom)) % len(WINDS)

    def ground(self, place: Place) -> QRect:
        """Where a stack is on the felt."""
        edge, ring = self.edge(place.wall), self.ring
        flat = edge in (BOTTOM, TOP)
        pitch = self.pitch.width() if flat else self.pitch.height()
        broken = self.gap is not None and self.gap.wall is place.wall
        # a broken wall keeps its length: half a stack's room at its ends, or all of it in the gap
        start = pitch * (place.stack - 1) + (pitch // 2 if not broken else 0)
        if broken and self.gap is not None and place.stack > self.gap.stack:
            start += pitch
        deep = self.deep.height() if flat else self.deep.width()
        if edge == BOTTOM:
            return QRect(ring.right() + 1 - start - pitch, ring.bottom() + 1 - deep, pitch, deep)
        if edge == TOP:
            return QRect(ring.left() + start, ring.top(), pitch, deep)
        if edge == RIGHT:
            return QRect(ring.right() + 1 - deep, ring.top() + start, deep, pitch)
        return QRect(ring.left(), ring.bottom() + 1 - start - pitch, deep, pitch)

    def wall_slot(self, spot: Spot, layers: int) -> Slot:
        """About where a tile is that is the uppermost of so many: what it sets out from when it is taken."""
        top = self.ground(Place(spot.wall, spot.stack)).translated(0, -layers * self.thick)
        wide = max(6, min(round(top.height() / _DEEP), top.width()))
        high = shape_of(wide).front_height
        return Slot(top.center().x() - wide // 2, top.center().y() - high // 2, wide)

    # --- the middle

    def middle(self) -> QRect:
        """The felt within the walls, as far as nothing that is on them hides it."""
        ring, pad = self.ring, max(self.margin // 2, self.thick)
        return QRect(
            QPoint(ring.left() + self.deep.width() + pad, ring.top() + self.deep.height() + pad),
            QPoint(ring.right() - self.deep.width() - pad, ring.bottom() - self.deep.height() - 2 * self.thick - pad),
        )

    @property
    def players(self) -> tuple[Wind, ...]:
        """The players in the order in which their discards lie one below the other: the person last."""
        first = WINDS.index(self.bottom)
        return tuple(WINDS[(first + edge) % len(WINDS)] for edge in (RIGHT, TOP, LEFT, BOTTOM))

    def grid(self, most: int, passed: int = 0, *, word: int = 0, names: int = 0) -> FeltGrid:
        """The rows for so many discards of one player, as large as the room lets them be.

        Those passed have rows of their own, with room for a word so wide after them. Before each player's discards is
        room for a name so wide.
        """
        room = self.middle().adjusted(names, 0, 0, 0)
        wanted = max(most, next((stage for stage in _STAGES if most <= stage), most))
        largest = max(_MOST_WIDE, round(self.size.height() * _MOST_SHARE))
        for wide in range(largest, _LEAST_WIDE - 1, -1):
            step, front = _step(wide), shape_of(wide)
            columns = max(1, (room.width() - names) // _BESIDE // step.width())
            across = max(1, (room.width() - word) // step.width())
            passed_rows, rows = -(-passed // across), -(-wanted // columns)
            blocks = len(WINDS) // _BESIDE
            high = (passed_rows + blocks * rows - 1) * step.height() + front.height
            high += (blocks - 1 + bool(passed)) * _parting(wide)
            if high <= room.height():
                break
        width = _BESIDE * columns * step.width() + (_BESIDE - 1) * names
        left = room.left() + max(0, room.width() - width) // 2
        top = room.top() + max(0, room.height() - high) // 2
        return FeltGrid(wide, columns, across, passed_rows, rows, names, QPoint(left, top))


def _parting(wide: int) -> int:
    return max(5, wide // 4)


def _step(wide: int) -> QSize:
    shape = shape_of(wide)
    return QSize(wide + max(1, round(wide * 0.06)), shape.front_height + max(2, round(wide * 0.07)))
