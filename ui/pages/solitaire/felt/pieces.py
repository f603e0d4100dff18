"""What is painted on the felt: stacks of tiles, tiles, dice, names. Each piece knows its bounds, and is a value."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from mjcompanion.core.tiles import Tile
from mjcompanion.wall.dice import Throw

from ....theme import COLOURS, HIGH_CONTRAST, Colours, Look
from ....widgets.dice import paint_die
from ....widgets.felt import fitted, is_flat
from ....widgets.tiles.art import shape_of, tile_picture
from .plan import Slot

NEWEST, OFFERED, POINTED_OUT = "newest", "offered", "pointed out"
"""Why a tile has a ring: the last discard, one that may be claimed, one that is pointed out."""
_RING: Final = 2
_GLOW: Final = 6
"""How far a ring and the glow around it stand out."""


class FeltStyle(NamedTuple):
    """How things look now: the theme, the pixels of the screen to a logical one, the letters on tiles."""

    look: Look
    ratio: float = 1.0
    letters: str = "none"


class FeltItem(Protocol):
    """Something that is on the felt."""

    @property
    def bounds(self) -> QRect:
        """The least rectangle outside of which nothing is painted."""

    def paint(self, painter: QPainter, style: FeltStyle) -> None:
        """Paint it where it is."""


def lay_down(painter: QPainter, place: QPointF, picture: QPixmap) -> None:
    """Paint a picture on whole pixels of the screen, whatever its scale: sharp, and the same wherever the clip runs."""
    to_screen = painter.deviceTransform()
    corner = to_screen.map(place)
    back, _ok = to_screen.inverted()
    painter.drawPixmap(back.map(QPointF(round(corner.x()), round(corner.y()))), picture)


# --- the walls

_APART, _ENDS = "apart", "ends"


class Shade(NamedTuple):
    """The shadow of neighbouring stacks on the felt."""

    ground: QRect
    high: int

    @property
    def bounds(self) -> QRect:
        """With its soft edge."""
        return self.ground.adjusted(-2, -2, self.high + 2, self.high + 2)

    def paint(self, painter: QPainter, style: FeltStyle) -> None:
        """Darker where the stacks stand, away from the light, which comes from the upper left."""
        if is_flat(style.look):
            return
        size = self.ground.width() + self.high, self.ground.height() + self.high
        picture = _shade(size, self.high, style.look.colours.shadow, style.ratio)
        lay_down(painter, QPointF(self.ground.topLeft()), picture)


@lru_cache(maxsize=64)
def _shade(size: tuple[int, int], high: int, colour: str, ratio: float) -> QPixmap:
    picture = QPixmap(*(math.ceil(one * ratio) for one in size))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    shade = QColor(colour)
    for step in range(high, 0, -1):
        shade.setAlphaF(0.34 * (1 - step / (high + 1)) ** 1.4)
        painter.setBrush(shade)
        painter.drawRoundedRect(QRectF(0, 2, size[0] - high + step, size[1] - high + step - 2), step, step)
    painter.end()
    return picture


class FeltStack(NamedTuple):
    """A stack of tiles, face down: where it is, how many, and the thickness of each that is seen.

    `apart` are loose tiles, `ends` is the American end tile.
    """

    ground: QRect
    layers: int
    thick: int
    apart: bool = False
    ends: bool = False

    @property
    def bounds(self) -> QRect:
        """From the ground to the uppermost back."""
        return self.ground.adjusted(-1, -self.layers * self.thick - 1, 1, 1)

    def paint(self, painter: QPainter, style: FeltStyle) -> None:
        """As a picture that all such stacks share."""
        size = self.ground.size()
        mark = _APART if self.apart else _ENDS if self.ends else ""
        picture = _stack((size.width(), size.height()), self.layers, self.thick, mark, style.look.name, style.ratio)
        lay_down(painter, QPointF(self.ground.left(), self.ground.top() - self.layers * self.thick), picture)


@lru_cache(maxsize=128)
def _stack(size: tuple[int, int], layers: int, thick: int, mark: str, theme: str, ratio: float) -> QPixmap:
    wide, deep = size
    high = deep + layers * thick
    picture = QPixmap(round(wide * ratio), round(high * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for layer in range(layers):
        _lying(painter, QRectF(0, (layers - 1 - layer) * thick, wide, deep + thick), thick, theme, apart=mark == _APART)
    if mark == _ENDS:
        _end_mark(painter, QRectF(0, 0, wide, deep), COLOURS[theme])
    painter.end()
    return picture


def _lying(painter: QPainter, box: QRectF, thick: int, theme: str, *, apart: bool) -> None:
    """One tile, face down: its back, and below it the side that is turned to the eye, jade over ivory."""
    c = COLOURS[theme]
    radius = max(1.0, min(box.width(), box.height()) * 0.1)
    body = box.adjusted(0.5, 0.25, -0.5, -0.25)
    painter.setBrush(QColor(c.ivory_line))
    painter.drawRoundedRect(body, radius, radius)
    side = QLinearGradient(0, body.bottom() - thick, 0, body.bottom())
    side.setColorAt(0, QColor(c.ivory))
    side.setColorAt(1, QColor(c.ivory_side))
    painter.setBrush(side)
    painter.drawRoundedRect(body.adjusted(0, 0, 0, -0.6), radius, radius)
    painter.setBrush(QColor(c.jade_side))
    painter.drawRoundedRect(body.adjusted(0, 0, 0, -thick * 0.56), radius, radius)
    top = body.adjusted(0, 0, 0, -thick)
    back = QLinearGradient(top.topLeft(), top.bottomRight())
    plain = c.apart if apart else c.jade
    back.setColorAt(0, QColor(plain).lighter(112) if apart else QColor(c.jade_light))
    back.setColorAt(0.6, QColor(plain))
    back.setColorAt(1, QColor(plain))
    painter.setBrush(back)
    painter.drawRoundedRect(top, radius, radius)
    # a fine edge where the light falls, and a frame within, as the backs of the tiles have
    shine = QColor(c.ivory_light)
    shine.setAlphaF(0.34 if theme != HIGH_CONTRAST else 0.9)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(shine, 0.8))
    painter.drawRoundedRect(top.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    inset = min(top.width(), top.height()) * 0.2
    if inset >= 3:  # pixels; a finer frame would only be noise
        shine.setAlphaF(0.2)
        painter.setPen(QPen(shine, 1))
        painter.drawRoundedRect(top.adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)


def _end_mark(painter: QPainter, top: QRectF, c: Colours) -> None:
    """A diamond on the back of the end tile."""
    reach = min(top.width(), top.height()) * 0.3
    middle = top.center()
    painter.setPen(QPen(QColor(c.ink_black), 1))
    painter.setBrush(QColor(c.glow))
    corners = [middle + QPointF(x * reach, y * reach) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    painter.drawPolygon(QPolygonF(corners))


# --- tiles and dice


class FeltTile(NamedTuple):
    """One tile: where its front is, which it is (None: face down), and its ring."""

    slot: Slot
    tile: Tile | None
    ring: str = ""
    veiled: bool = False

    @property
    def bounds(self) -> QRect:
        shape = shape_of(self.slot.wide, sideways=self.slot.sideways)
        more = shape.pad + (_GLOW + _RING if self.ring else 0)
        return QRect(self.slot.x, self.slot.y, shape.front_width, shape.height).adjusted(-more, -more, more, more)

    def paint(self, painter: QPainter, style: FeltStyle) -> None:
        slot = self.slot
        shape = shape_of(slot.wide, sideways=slot.sideways)
        if self.ring:
            self._paint_glow(painter, style.look)
        picture = tile_picture(
            self.tile, slot.wide, style.look, ratio=style.ratio, sideways=slot.sideways, index=style.letters
        )
        if self.veiled and not self.ring:
            painter.setOpacity(0.62)
        lay_down(painter, QPointF(slot.x - shape.pad, slot.y - shape.pad), picture)
        painter.setOpacity(1)

    def _whole(self) -> QRectF:
        shape = shape_of(self.slot.wide, sideways=self.slot.sideways)
        return QRectF(self.slot.x, self.slot.y, shape.front_width, shape.height)

    def _paint_glow(self, painter: QPainter, look: Look) -> None:
        whole, radius = self._whole(), shape_of(self.slot.wide).radius
        glow = QColor(look.colours.glow)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.ring == OFFERED and not is_flat(look):
            for step in range(_GLOW, 0, -1):
                glow.setAlphaF(0.10)
                painter.setPen(QPen(glow, step * 2))
                painter.drawRoundedRect(whole, radius, radius)
        glow.setAlphaF(1)
        reach = _RING * (1.5 if self.ring != NEWEST else 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawRoundedRect(whole.adjusted(-reach, -reach, reach, reach), radius + reach, radius + reach)


class Dice(NamedTuple):
    """The dice at rest."""

    boxes: tuple[QRect, ...]
    faces: tuple[int, ...]

    @property
    def bounds(self) -> QRect:
        whole = QRect()
        for box in self.boxes:
            whole = whole.united(box)
        return whole.adjusted(-1, -1, 1, 1)

    def paint(self, painter: QPainter, _style: FeltStyle) -> None:
        for box, face in zip(self.boxes, self.faces, strict=True):
            paint_die(painter, QRectF(box), face)


def dice_boxes(dice: tuple[Throw, ...], right: int, middle: int, side: int) -> tuple[QRect, ...]:
    """Places for the dice of these throws side by side, each throw a little apart; `right` is where they end."""
    boxes = []
    gap = max(2, side // 6)
    x = right - len(dice) * 2 * (side + gap) - (len(dice) - 1) * 2 * gap
    for _ in dice:
        for _ in range(2):
            boxes.append(QRect(x, middle - side // 2, side, side))
            x += side + gap
        x += 2 * gap
    return tuple(boxes)


class Backs(NamedTuple):
    """The tiles that another player holds, standing in a row and seen from behind; the last `fresh` ones apart.

    `step` is the way from one to the next; their number is after them, in type of so many `pixels`.
    """

    box: QRect
    held: int
    fresh: int
    step: float
    pixels: int
    number: int

    @property
    def width(self) -> int:
        """The room for all of them, and for their number."""
        return round(self.step * (self.held + 0.5)) + self.number

    @property
    def bounds(self) -> QRect:
        return self.box.adjusted(-1, -1, 2, 2)

    def paint(self, painter: QPainter, style: FeltStyle) -> None:
        """Backs of jade, with a line of ivory on top: the edge of the face's half."""
        c = style.look.colours
        wide, high = self.step - max(0.8, self.step * 0.12), self.step * 1.4
        x, y = float(self.box.left()), self.box.center().y() + 0.5 - high / 2
        painter.setPen(Qt.PenStyle.NoPen)
        for at in range(self.held):
            if at == self.held - self.fresh:
                x += self.step / 2
            one = QRectF(x, y, wide, high)
            painter.setBrush(QColor(c.ivory))
            painter.drawRoundedRect(one, 1, 1)
            painter.setBrush(QColor(c.jade_light))
            painter.drawRoundedRect(one.adjusted(0, max(1.5, high * 0.2), 0, 0), 1, 1)
            x += self.step
        painter.setFont(style.look.font(self.pixels))
        painter.setPen(QColor(c.on_felt))
        room = QRectF(x + 2, self.box.top(), self.number, self.box.height())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), str(self.held))


# --- words


class Plate(NamedTuple):
    """A player's wind, marked where it is that player's turn."""

    box: QRect
    words: str
    pixels: int
    turn: bool = False
    out: bool = False

    @property
    def bounds(self) -> QRect:
        return self.box.adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, style: FeltStyle) -> None:
        """A rounded plate; on the turn it is filled, and an arrow is before the wind."""
        look, box = style.look, QRectF(self.box)
        c = look.colours
        radius = box.height() / 2
        lit = self.turn or self.out
        if lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.glow))
        else:
            painter.setPen(QPen(QColor(c.on_felt), 1) if is_flat(look) else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.felt if is_flat(look) else c.felt_edge))
        painter.drawRoundedRect(box, radius, radius)
        ink = QColor(c.ink_black if lit else c.on_felt)
        font = fitted(look.font(self.pixels, bold=True), self.words, box.width() - radius * (2.4 if lit else 1.2))
        words = QFontMetricsF(font).horizontalAdvance(self.words)
        arrow = radius * 0.62 if lit else 0.0
        x = box.center().x() - (words + arrow * 1.7) / 2
        if lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            middle = box.center().y()
            if self.out:
                _paint_star(painter, QPointF(x + arrow / 2, middle), arrow * 0.8)
            else:
                tip = [QPointF(x, middle - arrow * 0.7), QPointF(x + arrow, middle), QPointF(x, middle + arrow * 0.7)]
                painter.drawPolygon(QPolygonF(tip))
            x += arrow * 1.7
        painter.setPen(ink)
        painter.setFont(font)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
        painter.drawText(QRectF(x, box.top(), words + 2, box.height()), flags, self.words)


def _paint_star(painter: QPainter, middle: QPointF, reach: float) -> None:
    """Who went out: a star of four points."""
    path = QPainterPath(middle + QPointF(0, -reach))
    for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        path.quadTo(middle, middle + QPointF(x * reach, y * reach))
    painter.drawPath(path)


class FeltText(NamedTuple):
    """Words on the felt, smaller where the room is too narrow for them."""

    box: QRect
    words: str
    pixels: int
    bold: bool = False
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignCenter
    quiet: bool = False

    @property
    def bounds(self) -> QRect:
        return self.box.adjusted(-1, -1, 1, 1)

    def paint(self, painter: QPainter, style: FeltStyle) -> None:
        font = fitted(style.look.font(self.pixels, bold=self.bold), self.words, self.box.width())
        room = QFontMetricsF(font).elidedText(self.words, Qt.TextElideMode.ElideRight, self.box.width() + 1)
        painter.setFont(font)
        painter.setPen(QColor(style.look.colours.on_felt))
        if self.quiet and not is_flat(style.look):
            painter.setOpacity(0.86)
        painter.drawText(QRectF(self.box), int(self.align | Qt.AlignmentFlag.AlignVCenter), room)
        painter.setOpacity(1)


class FeltLine(NamedTuple):
    """A thin line on the felt, between what was passed and what was discarded."""

    box: QRect

    @property
    def bounds(self) -> QRect:
        return self.box.adjusted(-1, -1, 1, 1)

    def paint(self, painter: QPainter, style: FeltStyle) -> None:
        colour = QColor(style.look.colours.on_felt)
        colour.setAlphaF(0.45 if not is_flat(style.look) else 1)
        painter.fillRect(self.box, colour)
