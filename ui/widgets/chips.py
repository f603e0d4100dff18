"""Chips and counting sticks as they lie on the table: a purse, or the pieces of one move."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QRadialGradient,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.i18n.translation import joined, ngettext, number
from mjcompanion.table.chips import Pieces

from ..rich_text import set_tooltip
from ..theme import HIGH_CONTRAST, Look, look
from .layouts import grow_by_width


class _Measures(NamedTuple):
    """The widths of a chip and a stick at 100 % text, and how many are drawn on top of each other at most."""

    chip: int
    stick: int
    chips: int
    sticks: int


_LARGE: Final = _Measures(chip=38, stick=46, chips=4, sticks=2)
_SMALL: Final = _Measures(chip=28, stick=36, chips=1, sticks=1)

_TILT: Final = 0.6
"""The height of a chip's face to its width: seen from above, a little from the front."""
_THICK: Final = 0.13
_INLAY: Final = 0.78
"""The part of a chip's face that is ivory; its value is on it where there is room."""
_VALUE: Final = 0.31
"""The size of the letters on a chip's face, to its width."""
_STICK_HIGH: Final = 0.21
_STICK_STEP: Final = 0.84
"""How far the next stick of a pile is below, to a stick's height."""
_STICK_SHIFT: Final = 0.4
"""How far every second stick of a pile is to the side, to a stick's height."""
_LABEL_GAP: Final = 0.34
"""The room before the words of a pile, to the size of their letters."""
_LINE_GAP: Final = 5
_SMALL_LETTERS: Final = 0.84
_SMALL_PIECE, _LEAST_PIECE = 0.6, 0.4
"""How much smaller the pieces of a small picture may be, and with smaller letters too."""

_RIMS: Final = (
    (8, (43, 57)),
    (6, (50, 50)),
    (4, (53, 47)),
    (5, (14, 5, 14, 67)),
    (14, (49, 51)),
    (3, (57, 43)),
    (6, (11, 8, 11, 8, 11, 51)),
    (0, ()),
)
"""The spots on a chip's rim by the kind's place in its set: how often a pattern of lengths, on and off, is repeated."""
_SHIFTS: Final = (0.0, 0.03, -0.015, 0.02)
"""Nobody stacks chips straight: how far each is to the side, to its width."""
_TURN: Final = 0.11
"""How far a chip is turned against the one above, in whole turns."""

Dot = tuple[float, float, float, bool]
"""A dot on a stick: where, along and across from the middle, and its radius, to the stick's height; true for a ring."""


def _row(count: int, step: float, radius: float, across: float = 0.0) -> tuple[Dot, ...]:
    return tuple(((n - (count - 1) / 2) * step, across, radius, False) for n in range(count))


_QUINCUNX: Final[tuple[Dot, ...]] = (
    (0, 0, 0.14, False),
    *((x, y, 0.14, False) for x in (-0.5, 0.5) for y in (-0.2, 0.2)),
)
_DOTS: Final[tuple[tuple[Dot, ...], ...]] = (
    (
        (0, 0, 0.3, True),
        (0, 0, 0.13, False),
        *((x, y, 0.12, False) for x in (-1.0, -0.6, 0.6, 1.0) for y in (-0.19, 0.19)),
    ),
    ((0, 0, 0.3, False),),
    _QUINCUNX,
    (*_row(4, 0.46, 0.12, -0.2), *_row(4, 0.46, 0.12, 0.2)),
    _row(3, 0.7, 0.18),
    ((-0.7, 0, 0.26, True), (0.7, 0, 0.26, True)),
    _row(2, 0.6, 0.24),
    ((0, 0, 0.28, True),),
)
"""The dots of a stick by the kind's place in its set."""
_INKS: Final = {
    "red": "ink_red",
    "green": "ink_green",
    "blue": "ink_indigo",
    "black": "ink_black",
    "yellow": "ink_ochre",
    "white": "ink_black",
}


class Pile(NamedTuple):
    """The pieces of one kind, the kind's place in its set, and the words next to them."""

    piece: ChipKind
    place: int
    held: int
    words: str

    @property
    def is_stick(self) -> bool:
        """Whether these are sticks."""
        return self.piece.shape == "stick"


class ChipsPicture(QWidget):
    """Chips that somebody holds or hands over: a pile of each kind in its place of a grid, with value and number.

    A `small` picture shows one piece of each kind. Screen readers get everything in words.
    """

    def __init__(self, parent: QWidget | None = None, *, small: bool = False) -> None:
        super().__init__(parent)
        self._measures = _SMALL if small else _LARGE
        self._chip_set = ChipSet("", ())
        self.pieces: Pieces = ()
        """The value and count of each kind shown."""
        grow_by_width(self, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def show_pieces(self, chip_set: ChipSet, pieces: Iterable[tuple[int, int]]) -> None:
        """Show these pieces of a set: value and count of each kind."""
        self._chip_set, self.pieces = chip_set, tuple((value, count) for value, count in pieces if count)
        words = self._words()
        self.setAccessibleName(words)
        set_tooltip(self, words)
        self.updateGeometry()
        self.update()

    def _words(self) -> str:
        shapes = {piece.value: piece.shape for piece in self._chip_set.pieces}
        points = sum(value * count for value, count in self.pieces)
        parts, before = [], ""
        for value, count in self.pieces:
            shape = shapes.get(value, "chip")
            if shape == before:
                words = self.tr("{count} of {value}")
            elif shape == "stick":
                words = ngettext("{count} stick of {value}", "{count} sticks of {value}", count)
            else:
                words = ngettext("{count} chip of {value}", "{count} chips of {value}", count)
            before = shape
            parts.append(words.format(count=number(count), value=number(value)))
        total = ngettext("{points} point", "{points} points", points).format(points=number(points))
        return self.tr("{pieces}: {total}").format(pieces=joined(parts) or self._nothing.words, total=total)

    @property
    def _nothing(self) -> Pile:
        """The empty place where no pieces are."""
        pieces = self._chip_set.pieces
        if pieces and all(piece.shape == "stick" for piece in pieces):
            return Pile(ChipKind(0, 0, "stick"), 0, 0, self.tr("no sticks"))
        return Pile(ChipKind(0, 0), 0, 0, self.tr("no chips"))

    def piles(self) -> list[Pile]:
        """Return what is drawn."""
        places = {piece.value: place for place, piece in enumerate(self._chip_set.pieces)}
        piles = []
        for value, count in self.pieces:
            piece = self._chip_set.pieces[places[value]] if value in places else ChipKind(value, 0)
            piles.append(Pile(piece, places.get(value, 0), count, f"{number(value)} × {number(count)}"))
        return piles or [self._nothing]

    # the grid

    def _sizes(self, width: float) -> tuple[float, int]:
        """Return how large pieces and letters are: those of a small picture leave room for two piles in a line."""
        scale, room = look().scale, width / 2 - look().S
        if self._measures is _LARGE:
            return scale, look().small
        for letters in (look().small, round(_SMALL_LETTERS * look().small)):
            share = 1 - (self._wide(scale, letters) - room) / self._piece(scale)
            if share >= _SMALL_PIECE:
                break
        return scale * min(1.0, max(_LEAST_PIECE, share)), letters

    def _piece(self, scale: float) -> float:
        """Return the width of the widest piece, with the one below it."""
        return max(self._width(pile, scale) for pile in self.piles()) * (1 + _STICK_SHIFT * _STICK_HIGH)

    def _width(self, pile: Pile, scale: float) -> float:
        return (self._measures.stick if pile.is_stick else self._measures.chip) * scale

    def _wide(self, scale: float, letters: int) -> float:
        """Return the width of a place in the grid: that of the widest piece and the longest words."""
        metrics = QFontMetricsF(look().font(letters))
        longest = max(metrics.horizontalAdvance(pile.words) for pile in self.piles())
        return self._piece(scale) + _LABEL_GAP * letters + longest

    def _high(self, scale: float, letters: int) -> float:
        """Return the height of a place in the grid: that of the highest pile, or of the words."""
        return max(QFontMetricsF(look().font(letters)).height(), *(self._height(pile, scale) for pile in self.piles()))

    def _height(self, pile: Pile, scale: float) -> float:
        wide = self._width(pile, scale)
        if pile.is_stick:
            return wide * _STICK_HIGH * (1.2 + _STICK_STEP * (self._measures.sticks - 1))
        return wide * (_TILT + _THICK * max(1, min(pile.held, self._measures.chips))) + 2

    def places(self, width: float) -> list[QRectF]:
        """Return where each pile and its words are in such a width: in lines that are all as long."""
        sizes = self._sizes(width)
        wide, high = self._wide(*sizes), self._high(*sizes)
        count = len(self.piles())
        gap = look().S
        lines = math.ceil(count / max(1, int((width + gap) // (wide + gap))))
        columns = math.ceil(count / lines)
        if self._measures is _SMALL:
            columns, wide = 2, max(wide, width / 2 - gap)
        return [
            QRectF(at % columns * (wide + gap), at // columns * (high + _LINE_GAP), wide, high) for at in range(count)
        ]

    def _size(self, width: float) -> QSize:
        places = self.places(width)
        return QSize(math.ceil(max(one.right() for one in places)), math.ceil(places[-1].bottom()))

    def sizeHint(self) -> QSize:
        wide = self._wide(look().scale, look().small) + look().L
        return self._size(wide * (2 if self._measures is _SMALL else len(self.piles())))

    def minimumSizeHint(self) -> QSize:
        sizes = look().scale, look().small
        return QSize(math.ceil(self._wide(*sizes)), math.ceil(self._high(*sizes)))

    def heightForWidth(self, width: int) -> int:
        return self._size(width).height()

    def shrink(self, most: float) -> None:
        """Make it as small as it can be, and no wider than this."""
        self.resize(self._size(most))

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.draw(painter)
        painter.end()

    def draw(self, painter: QPainter) -> None:
        """Draw the piles in the middle of the height, those of a line on the same ground."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = look()
        scale, letters = self._sizes(self.width())
        painter.translate(0, max(0, self.height() - self._size(self.width()).height()) / 2)
        for pile, place in zip(self.piles(), self.places(self.width()), strict=True):
            wide = self._width(pile, scale)
            if not pile.held:
                _paint_empty(painter, current, place, wide, pile)
            elif pile.is_stick:
                self._paint_sticks(painter, current, place, wide, pile)
            else:
                self._paint_chips(painter, current, place, wide, pile)
            words = place.adjusted(self._piece(scale) + _LABEL_GAP * letters, 0, 4, 0)
            painter.setFont(current.font(letters))
            painter.setPen(QColor(current.colours.text if pile.held else current.colours.quiet))
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, pile.words)

    def _paint_chips(self, painter: QPainter, current: Look, place: QRectF, wide: float, pile: Pile) -> None:
        """Paint the chips of a pile, the lowest first, and their value on the uppermost."""
        thick = wide * _THICK
        face = QRectF(place.left(), place.bottom() - wide * _TILT - thick - 2, wide, wide * _TILT)
        face = face.adjusted(0.03 * wide, 0.02 * wide, -0.03 * wide, -0.02 * wide)
        shadow = QColor(current.colours.shadow)
        shadow.setAlphaF(0.2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shadow)
        painter.drawEllipse(face.translated(0, thick).adjusted(-1, 0, 2, 2))
        shown = min(pile.held, self._measures.chips)
        for n in range(shown):
            lying = face.translated(_SHIFTS[n] * wide if shown > 1 else 0, -n * thick)
            _paint_chip(painter, current, lying, thick, pile, _TURN * (shown - 1 - n))
        font = current.font(round(wide * _VALUE), bold=True)
        value = number(pile.piece.value)
        if self._measures is _LARGE and QFontMetricsF(font).horizontalAdvance(value) <= wide * _INLAY * 0.86:
            painter.setFont(font)
            painter.setPen(QColor(current.colours.ink_black))
            painter.drawText(lying, Qt.AlignmentFlag.AlignCenter, value)

    def _paint_sticks(self, painter: QPainter, current: Look, place: QRectF, wide: float, pile: Pile) -> None:
        """Paint the sticks of a pile, the furthest first."""
        high = wide * _STICK_HIGH
        shown = min(pile.held, self._measures.sticks)
        top = place.center().y() - high * (1.2 + _STICK_STEP * (shown - 1)) / 2
        for n in range(shown):
            left = place.left() + n % 2 * high * _STICK_SHIFT
            _paint_stick(painter, current, QRectF(left, top + n * high * _STICK_STEP, wide, high), pile)


def _paint_empty(painter: QPainter, current: Look, place: QRectF, wide: float, pile: Pile) -> None:
    """Paint where a piece would lie."""
    high = wide * (_STICK_HIGH if pile.is_stick else _TILT)
    box = QRectF(place.left(), place.center().y() - high / 2, wide, high).adjusted(1, 1, -1, -1)
    painter.setPen(QPen(QColor(current.colours.faint), 1.3, Qt.PenStyle.DashLine))
    if pile.is_stick:
        painter.drawRoundedRect(box, high / 2, high / 2)
    else:
        painter.drawEllipse(box)


def _edge(current: Look, wide: float) -> QPen:
    """Return the thin dark line around a piece."""
    strong = current.name == HIGH_CONTRAST
    colour = QColor(current.colours.chip_edge)
    colour.setAlphaF(1.0 if strong else 0.55)
    return QPen(colour, max(1.0, wide * (0.022 if strong else 0.016)))


def _rim_pen(colour: QColor, rim: QRectF, wide: float, place: int, turned: float) -> QPen:
    """Return the pen that draws the spots of a kind on the rim of a chip that is turned so far."""
    repeated, pattern = _RIMS[place % len(_RIMS)]
    if not repeated:
        return QPen(Qt.PenStyle.NoPen)
    around = QPainterPath()
    around.addEllipse(rim)
    whole = around.length() / wide  # dashes are measured in widths of the pen
    pen = QPen(colour, wide, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([whole / repeated * part / 100 for part in pattern])
    pen.setDashOffset(whole * turned)
    return pen


def _paint_chip(painter: QPainter, current: Look, face: QRectF, thick: float, pile: Pile, turned: float) -> None:
    """Paint one chip: its side from the ground up, its face with the spots, and the ivory inlay."""
    c = current.colours
    body = QColor(getattr(c, f"chip_{pile.piece.colour}"))
    spot = QColor(c.chip_spot_dark if pile.piece.colour in ("white", "yellow") else c.chip_spot)
    across, down = face.width() * (1 - _INLAY) / 2, face.height() * (1 - _INLAY) / 2
    rim = face.adjusted(across / 2, across / 2, -across / 2, -across / 2)
    side = QLinearGradient(face.topLeft(), face.topRight())
    side.setColorAt(0, body.darker(118))
    side.setColorAt(0.3, body)
    side.setColorAt(1, body.darker(150))
    spots = _rim_pen(spot.darker(118), rim, across, pile.place, turned)
    for above in range(math.ceil(2 * thick)):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(side)
        painter.drawEllipse(face.translated(0, thick - above / 2))
        painter.setPen(spots)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(rim.translated(0, thick - above / 2))
    outline = QPainterPath(QPointF(face.left(), face.center().y()))
    outline.arcTo(face.translated(0, thick), 180, 180)
    outline.lineTo(face.right(), face.center().y())
    painter.setPen(_edge(current, face.width()))
    painter.drawPath(outline)
    light = QRadialGradient(face.topLeft() + QPointF(face.width() * 0.3, face.height() * 0.2), face.width())
    light.setColorAt(0, body.lighter(118))
    light.setColorAt(1, body)
    painter.setBrush(light)
    painter.drawEllipse(face)
    painter.setPen(_rim_pen(spot, rim, across, pile.place, turned))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(rim)
    painter.setPen(QPen(body.darker(135), max(0.8, face.width() * 0.02)))
    painter.setBrush(QColor(c.ivory))
    painter.drawEllipse(face.adjusted(across, down, -across, -down))


def _paint_stick(painter: QPainter, current: Look, lying: QRectF, pile: Pile) -> None:
    """Paint one stick: a bar of bone with the dots of its kind."""
    c = current.colours
    high, radius = lying.height(), lying.height() * 0.42
    shadow = QColor(c.shadow)
    shadow.setAlphaF(0.16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shadow)
    painter.drawRoundedRect(lying.translated(high * 0.08, high * 0.26), radius, radius)
    painter.setBrush(QColor(c.ivory_line))
    painter.drawRoundedRect(lying.translated(0, high * 0.16), radius, radius)
    light = QLinearGradient(lying.topLeft(), lying.bottomLeft())
    light.setColorAt(0, QColor(c.ivory_light))
    light.setColorAt(0.55, QColor(c.ivory))
    light.setColorAt(1, QColor(c.ivory_edge))
    painter.setBrush(light)
    painter.setPen(_edge(current, high * 4))
    painter.drawRoundedRect(lying, radius, radius)
    ink = QColor(getattr(c, _INKS[pile.piece.colour]))
    for along, across, size, ring in _DOTS[pile.place % len(_DOTS)]:
        hollow = ring or pile.piece.colour == "white"
        painter.setPen(QPen(ink, max(1.0, high * 0.1)) if hollow else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if hollow else ink)
        painter.drawEllipse(lying.center() + QPointF(along * high, across * high), size * high, size * high)
