"""The four walls seen from above: which stack is counted, opened, dealt or set apart, and the picture of it."""

from __future__ import annotations

import enum
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rules.wall import Direction
from mjcompanion.table.words import brief
from mjcompanion.wall.breaks import CLOCKWISE, LAYERS, Break, Layer, Place, Spot
from mjcompanion.wall.deal import deal_order

from ...theme import Colours, Look, look, smooth_painter
from ..layouts import grow_by_width


class StackMark(enum.StrEnum):
    """What the break makes of a stack."""

    WALL = "wall"
    LAST = "last"
    """The counted stack where it stays, as the end of the wall."""
    OPEN = "open"
    """The counted stack where its tiles are taken out: they are the loose tiles."""
    APART = "apart"
    """A stack of the kong box."""


class WallStack(msgspec.Struct, frozen=True):
    """One stack of the picture: where it is, its number in the count (0: not counted), and who is dealt it.

    `takers` are for the top and the bottom tile; `carries` says that a loose tile is laid on it.
    """

    place: Place
    count: int = 0
    takers: tuple[Wind | None, Wind | None] = (None, None)
    mark: StackMark = StackMark.WALL
    first: bool = False
    carries: bool = False


class Walls(msgspec.Struct, frozen=True):
    """All that the picture shows of the walls; `gaps` names the stacks after which, from the right, a gap is left."""

    length: int
    stacks: tuple[WallStack, ...]
    gaps: frozenset[Place] = frozenset()
    direction: Direction | None = None
    dealer: Wind | None = None

    @classmethod
    def whole(cls, length: int) -> Walls:
        """Four walls of so many stacks, before the dice are thrown.

        >>> len(Walls.whole(18).stacks)
        72
        """
        places = [Place(wall, stack) for wall in CLOCKWISE for stack in range(1, length + 1)]
        return cls(length, tuple(WallStack(place) for place in places))

    @classmethod
    def opened(cls, opened: Break) -> Walls:
        """The walls as the dice opened them, with everything that the deal takes.

        >>> from mjcompanion.wall.breaks import break_wall
        >>> walls = Walls.opened(break_wall("classical", [[5, 5], [2, 3]]))
        >>> [(stack.place, stack.count) for stack in walls.stacks if stack.mark is StackMark.OPEN]
        [(Place(wall=<Wind.SOUTH: 'S'>, stack=4), 15)]
        """
        around = around_from_break(opened)
        counts = {place: number for number, place in enumerate(around[-opened.count :], 1)}
        takers = {tile.spot: tile.seat for tile in deal_order(opened)}
        carrying = around[-3:-1] if opened.loose else ()
        stacks = []
        for place in around:
            mark = StackMark.WALL
            if place == opened.counted:
                mark = StackMark.OPEN if opened.loose else StackMark.LAST
            elif place in opened.kong_box:
                mark = StackMark.APART
            top, bottom = (takers.get(Spot(place.wall, place.stack, layer)) for layer in LAYERS)
            first = place == opened.first_draw
            stacks.append(WallStack(place, counts.get(place, 0), (top, bottom), mark, first, place in carrying))
        gaps = []
        if not opened.loose:
            gaps.append(_between(opened.counted, opened.first_draw))
        if opened.kong_box:
            gaps.append(_between(opened.end, opened.kong_box[-1]))
        dealer = opened.dealer if any(tile.seat is not Wind.EAST for tile in deal_order(opened)) else None
        parted = frozenset(gap for gap in gaps if gap is not None)
        return cls(opened.stacks, tuple(stacks), parted, opened.direction, dealer)


def around_from_break(opened: Break) -> tuple[Place, ...]:
    """All stacks once around the table as the drawing goes: from the first drawn to the counted one."""
    return (*opened.drawing, *reversed(opened.kong_box), *opened.loose)


def _between(one: Place, other: Place) -> Place | None:
    """The right one of two neighbours; None where a corner is between them."""
    return min(one, other, key=lambda place: place.stack) if one.wall is other.wall else None


class _Edge(NamedTuple):
    """One side of the square: the corner at its owner's right hand, and the ways along the wall and to the middle."""

    corner: QPointF
    along: QPointF
    inward: QPointF


class WallLayout:
    """Where each stack of the picture is, for one size of it and one seat at the bottom. Lengths are in pixels."""

    DEEP: Final = 4 / 3
    """A stack's depth, in its widths: tiles lie side by side along the wall."""
    GAP: Final = 0.5
    LANE: Final = 0.72
    """What is kept free outside the walls for loose tiles and the arrow, in depths of a stack."""

    def __init__(self, walls: Walls, square: QRectF, plate: float, bottom: Wind) -> None:
        self._walls = walls
        self._bottom = bottom
        self.square = square
        self.plate = plate
        side = square.width() - 2 * plate
        # each wall's left end meets the right end of the next, so that a side is one wall and one depth
        self.wide = max(1.0, side / (walls.length + 2 * self.GAP + self.DEEP * (1 + 2 * self.LANE)))
        self.deep = self.wide * self.DEEP
        self.lane = self.deep * self.LANE
        inset = plate + self.lane
        self.ring = square.adjusted(inset, inset, -inset, -inset)
        self._edges = (
            _Edge(self.ring.bottomRight(), QPointF(-1, 0), QPointF(0, -1)),
            _Edge(self.ring.topRight(), QPointF(0, 1), QPointF(-1, 0)),
            _Edge(self.ring.topLeft(), QPointF(1, 0), QPointF(0, 1)),
            _Edge(self.ring.bottomLeft(), QPointF(0, -1), QPointF(1, 0)),
        )

    def turn(self, wall: Wind) -> int:
        """At which edge a wall is: 0 for the bottom, then counter-clockwise right, top and left."""
        return (WINDS.index(wall) - WINDS.index(self._bottom)) % len(WINDS)

    def box(self, place: Place) -> QRectF:
        """Where a stack is."""
        start = self._start(place)
        return self._rect(place.wall, start, self.wide, 0, self.deep)

    def half(self, spot: Spot) -> QRectF:
        """The part of a stack that represents one of its tiles: the top one is nearer to the middle."""
        start = self._start(Place(spot.wall, spot.stack))
        inner = spot.layer is Layer.TOP
        return self._rect(spot.wall, start, self.wide, self.deep / 2 if inner else 0, self.deep / 2)

    def loose(self, place: Place) -> QRectF:
        """Where a loose tile is that is laid on this stack: it sticks out, so that the stack's number is seen."""
        start = self._start(place)
        thin = self.wide * 0.86
        return self._rect(place.wall, start + self.wide * 0.07, thin, -self.lane * 0.94, self.deep * 0.88)

    def number(self, stack: WallStack) -> QRectF:
        """Where a stack's number is written: on what a loose tile leaves free."""
        if not stack.carries:
            return self.box(stack.place)
        covered = self.deep * 0.88 - self.lane * 0.94
        start = self._start(stack.place)
        return self._rect(stack.place.wall, start, self.wide, covered, self.deep - covered)

    def arrow(self, place: Place, direction: Direction) -> tuple[QPointF, QPointF]:
        """An arrow outside the wall, from the middle of this stack on in the direction of drawing, within the wall."""
        forward = direction is Direction.CLOCKWISE
        ahead = self._walls.length - place.stack if forward else place.stack - 1
        long = self.wide * (min(3, ahead) + (0 if ahead else 0.5))
        start = self._start(place) + self.wide * (0.1 if forward else 0.9)
        end = start + (long + self.wide * 0.6) * (1 if forward else -1)
        return self._point(place.wall, start, -self.lane / 2), self._point(place.wall, end, -self.lane / 2)

    def seat(self, wall: Wind) -> QRectF:
        """The strip at the edge of the table where a player's wind and name stand."""
        square, plate = self.square, self.plate
        return (
            QRectF(square.left() + plate, square.bottom() - plate, square.width() - 2 * plate, plate),
            QRectF(square.right() - plate, square.top() + plate, plate, square.height() - 2 * plate),
            QRectF(square.left() + plate, square.top(), square.width() - 2 * plate, plate),
            QRectF(square.left(), square.top() + plate, plate, square.height() - 2 * plate),
        )[self.turn(wall)]

    def middle(self) -> QRectF:
        """The felt within the walls."""
        inset = self.deep * 1.25
        return self.ring.adjusted(inset, inset, -inset, -inset)

    def _start(self, place: Place) -> float:
        """How far from the wall's right end a stack begins."""
        gaps = sorted(gap.stack for gap in self._walls.gaps if gap.wall is place.wall)
        before = sum(1 for stack in gaps if stack < place.stack)
        # what the gaps don't use is shared by both ends
        spare = self.wide * self.GAP * (2 - len(gaps))
        return spare / 2 + self.wide * (place.stack - 1 + self.GAP * before)

    def _point(self, wall: Wind, along: float, inward: float) -> QPointF:
        edge = self._edges[self.turn(wall)]
        return edge.corner + edge.along * along + edge.inward * inward

    def _rect(self, wall: Wind, along: float, long: float, inward: float, deep: float) -> QRectF:
        return QRectF(self._point(wall, along, inward), self._point(wall, along + long, inward + deep)).normalized()


class WallsPicture(QWidget):
    """Paints the walls; says nothing by itself: what it shows is told in its accessible description."""

    LEAST: Final = 300
    MOST: Final = 860

    def __init__(self) -> None:
        super().__init__()
        self.walls = Walls.whole(18)
        """What is shown."""
        self.bottom = Wind.EAST
        """Whose wall is at the bottom."""
        self._names: tuple[str, ...] = ()
        self.lit: frozenset[Spot] = frozenset()
        """The tiles that are pointed out."""
        self._words = ("", "")
        self._most = self.MOST
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMaximumWidth(self._most)
        self.setAccessibleName(self.tr("The four walls from above"))

    def show_walls(self, walls: Walls, bottom: Wind, names: Sequence[str], words: tuple[str, str] = ("", "")) -> None:
        """Show other walls, turned to a seat; `words` stand in the middle, the first ones large."""
        self.walls, self.bottom, self._words = walls, bottom, words
        self._names = tuple(brief(name) for name in names)
        self.update()

    def light(self, spots: Collection[Spot]) -> None:
        """Point these tiles out, or none."""
        if self.lit != frozenset(spots):
            self.lit = frozenset(spots)
            self.update()

    def set_most(self, most: int) -> None:
        """Be no larger than this."""
        if most != self._most:
            self._most = most
            self.setMaximumWidth(most)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(520, 520)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.LEAST, self.LEAST)

    def heightForWidth(self, width: int) -> int:
        """A square, up to the size where it only takes room away."""
        return max(self.LEAST, min(width, self._most))

    def plan(self) -> WallLayout:
        """Where everything is now."""
        side = min(self.width(), self.height(), self._most)
        square = QRectF((self.width() - side) / 2, 0, side, side)
        line = look().line_width
        return WallLayout(self.walls, square.adjusted(line, line, -line, -line), _plate(look()), self.bottom)

    def seat_words(self, wall: Wind, room: float) -> tuple[str, str]:
        """What is at a seat: its wind, and after it the name, cut to the room there is."""
        current = look()
        wind = wall.word
        if wall is self.walls.dealer:
            wind = self.tr("{wind} deals").format(wind=wind)
        name = self._names[WINDS.index(wall)] if self._names else ""
        strong = QFontMetricsF(current.font(current.small, bold=True))
        plain = QFontMetricsF(current.font(current.small))
        left = room - strong.horizontalAdvance(wind) - current.S
        return wind, plain.elidedText(name, Qt.TextElideMode.ElideRight, max(0.0, left)) if name else ""

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, plan = look(), self.plan()
        painter = smooth_painter(self)
        c = current.colours
        painter.setPen(QPen(QColor(c.border), current.line_width) if c.felt == c.page else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.felt))
        painter.drawRoundedRect(plan.square, current.RADIUS, current.RADIUS)
        for wall in WINDS:
            self._paint_seat(painter, current, plan, wall)
        self._paint_middle(painter, current, plan)
        touched = {Place(spot.wall, spot.stack) for spot in self.lit}
        for stack in self.walls.stacks:
            painter.setOpacity(0.38 if touched and stack.place not in touched else 1)
            _paint_stack(painter, current, plan, stack)
        for stack in self.walls.stacks:
            if stack.carries:
                lit = any(one.mark is StackMark.OPEN and one.place in touched for one in self.walls.stacks)
                painter.setOpacity(0.38 if touched and not lit else 1)
                _paint_tile(painter, plan.loose(stack.place), plan.wide, c, c.apart)
        painter.setOpacity(1)
        self._paint_arrow(painter, c, plan)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box in self._lit_boxes(plan, touched):
            for colour, width in ((c.felt, 5.0), (c.glow, 3.0)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), plan.wide * 0.14, plan.wide * 0.14)
        painter.end()

    def _lit_boxes(self, plan: WallLayout, touched: Collection[Place]) -> list[QRectF]:
        boxes = []
        for place in sorted(touched):
            layers = [layer for layer in LAYERS if Spot(*place, layer) in self.lit]
            boxes.append(plan.box(place) if len(layers) > 1 else plan.half(Spot(*place, layers[0])))
        return boxes

    def _paint_seat(self, painter: QPainter, current: Look, plan: WallLayout, wall: Wind) -> None:
        box, turn = plan.seat(wall), plan.turn(wall)
        long = max(box.width(), box.height())
        wind, name = self.seat_words(wall, long)
        strong, plain = current.font(current.small, bold=True), current.font(current.small)
        first = QFontMetricsF(strong).horizontalAdvance(wind)
        gap = current.S if name else 0
        whole = first + gap + QFontMetricsF(plain).horizontalAdvance(name)
        painter.save()
        painter.translate(box.center())
        painter.rotate((0, 90, 0, -90)[turn])
        painter.setPen(QColor(current.colours.on_felt))
        high = min(box.width(), box.height())
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.setFont(strong)
        painter.drawText(QRectF(-whole / 2, -high / 2, first + 1, high), middle, wind)
        painter.setFont(plain)
        painter.drawText(QRectF(-whole / 2 + first + gap, -high / 2, whole - first, high), middle, name)
        painter.restore()

    def _paint_middle(self, painter: QPainter, current: Look, plan: WallLayout) -> None:
        large, small = self._words
        middle = plan.middle()
        direction = self.walls.direction
        inset = middle.width() * 0.04
        if direction is not None:
            self._paint_round(painter, QColor(current.colours.on_felt), middle.adjusted(inset, inset, -inset, -inset))
        room = middle.width() * 0.62
        painter.setPen(QColor(current.colours.on_felt))
        high = middle.height()
        parts = (
            (large, min(current.total, round(high * 0.2)), True),
            (small, min(current.body, round(high * 0.08)), False),
        )
        fonts = [fitting(words, room, current.font(pixels, bold=bold)) for words, pixels, bold in parts]
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
        heights = [QFontMetricsF(font).boundingRect(QRectF(0, 0, room, 9999), flags, words).height() if words else 0
                   for font, words in zip(fonts, (large, small), strict=True)]  # fmt: skip
        top = middle.center().y() - sum(heights) / 2
        for font, words, needed in zip(fonts, (large, small), heights, strict=True):
            painter.setFont(font)
            painter.drawText(QRectF(middle.center().x() - room / 2, top, room, needed + 2), flags, words)
            top += needed

    def _paint_round(self, painter: QPainter, colour: QColor, box: QRectF) -> None:
        """A quiet arrow around the middle: which way the tiles are drawn."""
        clockwise = self.walls.direction is Direction.CLOCKWISE
        colour.setAlphaF(0.30 if look().name != "high-contrast" else 0.75)
        pen = QPen(colour, 2.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Qt counts angles counter-clockwise from the right, in sixteenths of a degree
        start, span = (128, -76) if clockwise else (52, 76)
        head = box.width() * 0.035
        for turn in (0, 180):
            painter.drawArc(box, (start + turn) * 16, span * 16)
            painter.save()
            painter.translate(box.center())
            painter.rotate(-(start + turn + span))
            painter.translate(box.width() / 2, 0)
            way = 1 if clockwise else -1
            painter.drawPolyline(QPolygonF([QPointF(-head, -head * way), QPointF(0, 0), QPointF(head, -head * way)]))
            painter.restore()

    def _paint_arrow(self, painter: QPainter, c: Colours, plan: WallLayout) -> None:
        first = next((stack.place for stack in self.walls.stacks if stack.first), None)
        if first is not None and self.walls.direction is not None:
            paint_arrow(painter, QColor(c.glow), *plan.arrow(first, self.walls.direction), plan.lane * 0.34)


def fitting(words: str, room: float, font: QFont) -> QFont:
    """The font, made smaller until the longest word fits into the room."""
    made = QFont(font)
    while made.pixelSize() > 9 and any(QFontMetricsF(made).horizontalAdvance(word) > room for word in words.split()):
        made.setPixelSize(made.pixelSize() - 1)
    return made


def paint_arrow(painter: QPainter, colour: QColor, start: QPointF, end: QPointF, head: float) -> None:
    """A straight arrow with a full head."""
    way = end - start
    long = (way.x() ** 2 + way.y() ** 2) ** 0.5 or 1.0
    way /= long
    side = QPointF(-way.y(), way.x())
    neck = end - way * head * 1.5
    pen = QPen(colour, head * 0.55)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(start, neck)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([end, neck + side * head, neck - side * head]))


def ink(seat: Wind, c: Colours) -> str:
    """The colour of a seat's letter on ivory."""
    return {Wind.EAST: c.ink_red, Wind.SOUTH: c.ink_green, Wind.WEST: c.ink_indigo, Wind.NORTH: c.ink_black}[seat]


def shows_number(count: int, *, last: bool, wide: float) -> bool:
    """Whether a stack so wide shows its number: where it is small, only every fifth and the last one do."""
    return last or wide >= 14 or count % 5 == 0


def _plate(current: Look) -> float:
    return round(current.small * 1.5) + current.XS


def _paint_tile(painter: QPainter, box: QRectF, wide: float, c: Colours, back: str) -> None:
    """A tile from above, its edges towards the lower right: ivory, and a back of the given colour."""
    radius, rim = wide * 0.12, max(1.0, wide * 0.07)
    body = box.adjusted(wide * 0.025, wide * 0.025, -wide * 0.025, -wide * 0.025)
    shade = QColor(c.shadow)
    shade.setAlphaF(0.35)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawRoundedRect(body.translated(rim * 0.7, rim * 0.9), radius, radius)
    painter.setBrush(QColor(c.ivory_side))
    painter.drawRoundedRect(body, radius, radius)
    painter.setBrush(QColor(back))
    painter.drawRoundedRect(body.adjusted(rim * 0.5, rim * 0.5, -rim, -rim), radius * 0.8, radius * 0.8)


def _write(painter: QPainter, box: QRectF, words: str, colour: str, pixels: float, current: Look) -> None:
    painter.setFont(current.font(max(8, round(pixels)), bold=True))
    painter.setPen(QColor(colour))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip), words)


def _paint_stack(painter: QPainter, current: Look, plan: WallLayout, stack: WallStack) -> None:
    c, wide = current.colours, plan.wide
    box = plan.box(stack.place)
    top, bottom = stack.takers
    marked = stack.mark in (StackMark.OPEN, StackMark.LAST)
    if stack.mark is StackMark.OPEN:
        pen = QPen(QColor(c.glow), 1.6, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), wide * 0.14, wide * 0.14)
    elif stack.mark is StackMark.LAST:
        _paint_tile(painter, box, wide, c, c.glow)
    elif stack.mark is StackMark.APART:
        _paint_tile(painter, box, wide, c, c.apart)
    elif top is not None and top is bottom:
        _paint_tile(painter, box, wide, c, c.ivory)
        _write(painter, box, top.letter, ink(top, c), wide * 0.6, current)
    elif top is not None or bottom is not None:
        for layer, seat in zip(LAYERS, stack.takers, strict=True):
            half = plan.half(Spot(*stack.place, layer))
            _paint_tile(painter, half, wide, c, c.ivory if seat is not None else c.jade)
            if seat is not None:
                _write(painter, half, seat.letter, ink(seat, c), wide * 0.52, current)
    else:
        _paint_tile(painter, box, wide, c, c.jade_side if stack.count else c.jade)
    if stack.count and shows_number(stack.count, last=marked, wide=wide):
        colour = {StackMark.OPEN: c.glow, StackMark.LAST: c.ink_black, StackMark.APART: c.ink_black}.get(
            stack.mark, c.ivory_light
        )
        size = wide * (0.58 if marked else 0.54)
        _write(painter, plan.number(stack), str(stack.count), colour, size, current)


class Swatch(enum.StrEnum):
    """The signs of the picture, as they stand before the sentences that explain them."""

    NONE = ""
    COUNTED = "counted"
    LAST = "last"
    LOOSE = "loose"
    ARROW = "arrow"


def paint_swatch(painter: QPainter, current: Look, box: QRectF, swatch: Swatch, words: str = "") -> None:
    """One sign of the picture, on a piece of its felt."""
    if swatch is Swatch.NONE:
        return
    c = current.colours
    wide = box.width() * 0.56
    painter.setPen(QPen(QColor(c.border), current.line_width) if c.felt == c.page else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(c.felt))
    painter.drawRoundedRect(box, current.RADIUS / 2, current.RADIUS / 2)
    tile = QRectF(0, 0, wide, wide * WallLayout.DEEP)
    tile.moveCenter(box.center())
    if swatch is Swatch.ARROW:
        inset = box.width() * 0.18
        start, end = QPointF(box.right() - inset, box.center().y()), QPointF(box.left() + inset, box.center().y())
        paint_arrow(painter, QColor(c.glow), *((start, end) if words != "right" else (end, start)), box.width() * 0.2)
    elif swatch is Swatch.COUNTED:
        path = QPainterPath()
        path.addRoundedRect(tile, wide * 0.14, wide * 0.14)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(c.glow), 1.6, Qt.PenStyle.DashLine))
        painter.drawPath(path)
        _write(painter, tile, words, c.glow, wide * 0.62, current)
    else:
        _paint_tile(painter, tile, wide, c, c.apart if swatch is Swatch.LOOSE else c.glow)
        if swatch is Swatch.LAST:
            _write(painter, tile, words, c.ink_black, wide * 0.62, current)
