"""Chips and counting sticks as they lie on the table: a purse, or the pieces of one move."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QRadialGradient,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.i18n.translation import joined, ngettext, number
from mjcompanion.table.chips import Pieces

from ..rich_text import set_tooltip
from ..theme import HIGH_CONTRAST, Look, look
from .layouts import grow_by_width

COMPACT, GRID = "compact", "grid"


class _Measures(NamedTuple):
    """Lengths at 100 % text, in logical pixels, and how many pieces are drawn on top of each other at most."""

    chip: int
    stick: int
    value: int
    label: int
    chips: int
    sticks: int


_MEASURES: Final = {
    COMPACT: _Measures(chip=38, stick=46, value=12, label=13, chips=4, sticks=2),
    GRID: _Measures(chip=28, stick=36, value=10, label=13, chips=1, sticks=1),
}


_FITS: Final = (1.0, 0.92, 0.84, 0.8, 0.6, 0.45)
"""How much smaller pieces are drawn where the room is small, tried in turn."""
_LEAST_TEXT: Final = 0.84
"""How much smaller words are at most."""
_LEAST_PILED: Final = 0.8
"""Smaller pieces than these are not piled."""

_TILT: Final = 0.6
"""The height of a chip's face to its width: seen from above, a little from the front."""
_THICK: Final = 0.13
_INLAY: Final = 0.78
"""The part of a chip's face on which its value is."""
_LEAST_ON_FACE: Final = 9.5
"""A value that would stand on the face smaller than this is next to it, in pixels at 100 % text."""
_STICK_HIGH: Final = {COMPACT: 0.19, GRID: 0.22}
_STICK_STEP: Final = 0.84
"""How far the next stick of a pile is below, to a stick's height."""

_SPOTS: Final = (
    ((8, 0.17, 0.0),),
    ((6, 0.26, 0.3),),
    ((4, 0.42, math.pi / 4),),
    ((5, 0.09, 0.12), (5, 0.09, -0.12)),
    ((14, 0.11, 0.0),),
    ((3, 0.6, math.pi / 2),),
    ((6, 0.06, 0.2), (6, 0.06, -0.2), (6, 0.06, 0.0)),
    (),
)
"""The spots on the rim by the kind's place in its set: how many, half their width and their turn, in radians."""
_SHIFTS: Final = (0.0, 0.03, -0.015, 0.02, -0.03, 0.01, -0.02, 0.025)
"""Nobody stacks chips straight: how far each is to the side, to its width."""

_TURN: Final = 0.71
"""And how far it is turned against the one above."""

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


class _Pile(NamedTuple):
    """So many pieces of one kind, and the words next to them."""

    piece: ChipKind
    place: int
    number: int
    shown: int
    on_face: bool
    value: str
    times: str
    size: QRectF


class ChipsPicture(QWidget):
    """What somebody holds or hands over, drawn: piles of chips and sticks with their values and numbers.

    `size` is COMPACT for a line of them, GRID for two columns with one piece of each kind. The picture makes itself
    smaller where the room is small, and says everything in words to those who can't see it.
    """

    def __init__(self, parent: QWidget | None = None, *, size: str = COMPACT) -> None:
        super().__init__(parent)
        self._size = size
        self._chip_set: ChipSet | None = None
        self.pieces: Pieces = ()
        """What is shown: value and count of each kind."""
        grow_by_width(self, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def show_pieces(self, chip_set: ChipSet, pieces: Iterable[tuple[int, int]]) -> None:
        """Show these pieces of a set: value and count of each kind."""
        shown = tuple((value, count) for value, count in pieces if count)
        if (chip_set, shown) == (self._chip_set, self.pieces):
            return
        self._chip_set, self.pieces = chip_set, shown
        words = self._words(chip_set, shown)
        self.setAccessibleName(words)
        set_tooltip(self, words)
        self.updateGeometry()
        self.update()

    def _words(self, chip_set: ChipSet, pieces: Pieces) -> str:
        shapes = {piece.value: piece.shape for piece in chip_set.pieces}
        points = sum(value * count for value, count in pieces)
        parts, before = [], ""
        for value, count in pieces:
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
        return self.tr("{pieces}: {total}").format(pieces=joined(parts) or self._nothing(), total=total)

    def _nothing(self) -> str:
        chip_set = self._chip_set
        sticks = chip_set is not None and all(piece.shape == "stick" for piece in chip_set.pieces)
        return self.tr("no sticks") if sticks else self.tr("no chips")

    # how large

    def sizeHint(self) -> QSize:
        lines = self._lines(_FITS[0], math.inf)
        return _whole(max((_width(line) for line in lines), default=0), _height(lines))

    def minimumSizeHint(self) -> QSize:
        piles = self._piles(_FITS[-1])
        return _whole(max(pile.size.width() for pile in piles), max(pile.size.height() for pile in piles))

    def heightForWidth(self, width: int) -> int:
        """As many lines as it takes, with pieces of full size."""
        return math.ceil(_height(self._lines(_FITS[0], width)))

    def _font(self, pixels: float, *, bold: bool) -> QFont:
        return look().font(max(1, round(pixels)), bold=bold)

    def _piles(self, fit: float) -> list[_Pile]:
        """What is drawn at this size; where there is nothing, one pile of no piece says so."""
        scale, measures = look().scale, _MEASURES[self._size]
        chip_set = self._chip_set
        pieces = chip_set.pieces if chip_set is not None else ()
        places = {piece.value: place for place, piece in enumerate(pieces)}
        piles = []
        for value, count in self.pieces:
            place = places.get(value, 0)
            piece = pieces[place] if value in places else ChipKind(value, 0)
            piles.append(self._pile(piece, place, count, fit, measures, scale))
        if not piles:
            shape = "stick" if pieces and all(piece.shape == "stick" for piece in pieces) else "chip"
            piles.append(self._pile(ChipKind(0, 0, shape), 0, 0, fit, measures, scale))
        return piles

    def _pile(self, piece: ChipKind, place: int, count: int, fit: float, measures: _Measures, scale: float) -> _Pile:
        most = measures.sticks if piece.shape == "stick" else measures.chips
        shown = min(count, most) if fit >= _LEAST_PILED else min(count, 1)
        value = number(piece.value) if count else self._nothing()
        on_face = False
        if piece.shape == "stick":
            wide = measures.stick * scale * fit
            thick = self._stick_high(wide)
            high = thick * (1.2 + _STICK_STEP * (max(shown, 1) - 1))
            wide += thick * 0.4
        else:
            wide = measures.chip * scale * fit
            high = wide * (_TILT + _THICK * max(shown, 1)) + 2
            if count:
                metrics = QFontMetricsF(self._font(self._face_pixels(wide, value), bold=True))
                on_face = (
                    self._face_pixels(wide, value) >= _LEAST_ON_FACE * scale
                    and metrics.horizontalAdvance(value) <= wide * _INLAY * 0.88
                )
        times = f"×{number(count)}" if count > 1 else ""
        if self._size == GRID and count:
            on_face, times = False, f"× {number(count)}"
        bold = bool(count) and self._size != GRID
        label = self._label_width(
            "" if on_face else value, times, measures.label * scale * max(fit, _LEAST_TEXT), bold=bold
        )
        text_high = QFontMetricsF(self._font(measures.label * scale * max(fit, _LEAST_TEXT), bold=True)).height()
        size = QRectF(0, 0, wide + label, max(high, text_high if label else 0))
        return _Pile(piece, place, count, shown, on_face, value, times, size)

    def _face_pixels(self, wide: float, value: str) -> float:
        """How large a value is on the face of a chip: as the size of the picture has it, smaller if it is long."""
        measures = _MEASURES[self._size]
        pixels = wide * measures.value / measures.chip
        long = QFontMetricsF(self._font(pixels, bold=True)).horizontalAdvance(value)
        return min(pixels, math.floor(pixels * wide * _INLAY * 0.84 / long)) if long else pixels

    def _label_width(self, value: str, times: str, pixels: float, *, bold: bool) -> float:
        if not value and not times:
            return 0
        wide = QFontMetricsF(self._font(pixels, bold=bold)).horizontalAdvance(value)
        wide += QFontMetricsF(self._font(pixels, bold=False)).horizontalAdvance(times)
        return wide + _gap(pixels) * (1 + bool(value and times) * 0.6)

    def _stick_high(self, wide: float) -> float:
        return wide * _STICK_HIGH[self._size]

    def _spacing(self, fit: float) -> float:
        current = look()
        return (current.S + 2) * (0.5 + current.scale / 2) * fit

    def _lines(self, fit: float, width: float) -> list[list[tuple[QPointF, _Pile]]]:
        """The piles in lines of this width, each with its upper left corner."""
        gap = self._spacing(fit)
        lines: list[list[tuple[QPointF, _Pile]]] = [[]]
        x = y = 0.0
        cell = width / 2 if self._size == GRID and width < math.inf else 0.0
        for pile in self._piles(fit):
            x = len(lines[-1]) * cell if cell else x
            full = len(lines[-1]) == 2 if cell else x + pile.size.width() > width + 0.01
            if lines[-1] and full:
                y = _height(lines) + gap * 0.5
                x = 0.0
                lines.append([])
            lines[-1].append((QPointF(x, y), pile))
            x += pile.size.width() + gap
        for line in lines:
            high = max(pile.size.height() for _, pile in line)
            for corner, pile in line:
                corner.setY(corner.y() + high - pile.size.height())
        return lines

    def _fitting(self) -> tuple[float, list[list[tuple[QPointF, _Pile]]], bool]:
        """The largest picture that finds room, and whether it shows all; of the smallest, as many piles as do."""
        width, height = self.width() + 0.5, self.height() + 0.5
        for fit in _FITS:
            lines = self._lines(fit, self.width())
            widest = max(pile.size.width() for line in lines for _unused, pile in line)
            fits = self._size != GRID or widest <= self.width() / 2 - look().XS
            if fits and _height(lines) <= height and max(map(_width, lines)) <= width:
                return fit, lines, True
        while len(lines) > 1 and _height(lines) > height:
            lines.pop()
        return fit, lines, False

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.draw(painter)
        painter.end()

    def shrink(self, most: float) -> None:
        """Make it as small as pieces of full size allow, and no wider than this."""
        lines = self._lines(_FITS[0], most)
        self.resize(_whole(max(map(_width, lines)), _height(lines)))

    def draw(self, painter: QPainter) -> None:
        """Draw the piles in the middle of the height, those of a line on the same ground."""
        current = look()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fit, lines, whole = self._fitting()
        above = max(0.0, (self.height() - _height(lines)) / 2)
        for line in lines:
            for corner, pile in line:
                painter.save()
                painter.translate(corner + QPointF(0, above))
                self._paint_pile(painter, current, pile, fit)
                painter.restore()
        if not whole:
            self._paint_more(painter, current, fit)

    def _paint_pile(self, painter: QPainter, current: Look, pile: _Pile, fit: float) -> None:
        measures = _MEASURES[self._size]
        if pile.piece.shape == "stick":
            wide = measures.stick * current.scale * fit
            beside = self._paint_sticks(painter, current, pile, wide)
        else:
            wide = measures.chip * current.scale * fit
            beside = self._paint_chips(painter, current, pile, wide)
        pixels = measures.label * current.scale * max(fit, _LEAST_TEXT)
        c = current.colours
        x = beside + _gap(pixels)
        high = QFontMetricsF(self._font(pixels, bold=True)).height()
        low = pile.size.height() - high
        y = low if pile.piece.shape == "chip" and pile.number else low / 2
        for text, bold, colour in (
            (
                "" if pile.on_face else pile.value,
                bool(pile.number) and self._size != GRID,
                c.text if pile.number else c.quiet,
            ),
            (pile.times, False, c.text),
        ):
            if text:
                painter.setFont(self._font(pixels, bold=bold))
                painter.setPen(QColor(colour))
                wide = painter.fontMetrics().horizontalAdvance(text)
                painter.drawText(QRectF(x, y, wide + 4, high), Qt.AlignmentFlag.AlignVCenter, text)
                x += wide + _gap(pixels) * 0.6

    def _paint_more(self, painter: QPainter, current: Look, fit: float) -> None:
        """Say in the lower right that there is more than is seen."""
        painter.setFont(self._font(_MEASURES[self._size].label * current.scale * max(fit, _LEAST_TEXT), bold=True))
        metrics = painter.fontMetrics()
        box = QRectF(self.rect())
        box.setLeft(box.right() - metrics.horizontalAdvance("…") - metrics.height() * 0.3)
        box.setTop(max(box.top(), box.bottom() - metrics.height()))
        painter.fillRect(box, QColor(current.colours.card))
        painter.setPen(QColor(current.colours.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "…")

    def _paint_chips(self, painter: QPainter, current: Look, pile: _Pile, wide: float) -> float:
        """The chips of a pile, the lowest first; gives where the words may begin."""
        thick = wide * _THICK
        face = QRectF(0, pile.size.height() - wide * _TILT - thick - 2, wide, wide * _TILT)
        if not pile.number:
            _paint_slot(painter, current, face.translated(0, thick / 2))
            return wide
        _paint_shadow(painter, current, face.translated(0, thick))
        for n in range(pile.shown):
            aside = _SHIFTS[n % len(_SHIFTS)] * wide if pile.shown > 1 else 0.0
            lying = face.translated(aside, -n * thick).adjusted(0.03 * wide, 0.02 * wide, -0.03 * wide, -0.02 * wide)
            _paint_chip(
                painter, current, lying, thick, pile, _TURN * (pile.shown - 1 - n), uppermost=n == pile.shown - 1
            )
        if pile.on_face:
            painter.setFont(self._font(self._face_pixels(wide, pile.value), bold=True))
            painter.setPen(QColor(current.colours.ink_black))
            painter.drawText(lying, Qt.AlignmentFlag.AlignCenter, pile.value)
        return wide

    def _paint_sticks(self, painter: QPainter, current: Look, pile: _Pile, wide: float) -> float:
        """The sticks of a pile, the furthest first; gives where the words may begin."""
        high = self._stick_high(wide)
        whole = high * (1.2 + _STICK_STEP * (max(pile.shown, 1) - 1))
        top = (pile.size.height() - whole) / 2
        if not pile.number:
            _paint_slot(painter, current, QRectF(0, top, wide, high))
        for n in range(pile.shown):
            aside = (n % 2) * high * 0.4
            lying = QRectF(aside, top + n * high * _STICK_STEP, wide, high)
            _paint_stick(painter, current, lying, pile)
        return wide + high * 0.4


def _gap(pixels: float) -> float:
    """The room before words of this size."""
    return pixels * 0.34


def _whole(width: float, height: float) -> QSize:
    return QSize(math.ceil(width), math.ceil(height))


def _width(line: Sequence[tuple[QPointF, _Pile]]) -> float:
    corner, pile = line[-1]
    return corner.x() + pile.size.width()


def _height(lines: Sequence[Sequence[tuple[QPointF, _Pile]]]) -> float:
    return max((corner.y() + pile.size.height() for line in lines for corner, pile in line), default=0.0)


def _edge(current: Look, wide: float) -> QPen:
    """The thin dark line around a piece."""
    strong = current.name == HIGH_CONTRAST
    colour = QColor(current.colours.chip_edge)
    colour.setAlphaF(1.0 if strong else 0.55)
    return QPen(colour, max(1.0, wide * (0.022 if strong else 0.016)))


def _paint_slot(painter: QPainter, current: Look, box: QRectF) -> None:
    """Where a piece would lie."""
    pen = QPen(QColor(current.colours.faint), 1.3, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(1, 1, -1, -1)
    if box.height() > box.width() * 0.4:
        painter.drawEllipse(inner)
    else:
        painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)


def _paint_shadow(painter: QPainter, current: Look, face: QRectF) -> None:
    colour = QColor(current.colours.shadow)
    painter.setPen(Qt.PenStyle.NoPen)
    for grow, alpha in ((0.0, 0.2), (0.03, 0.1)):
        colour.setAlphaF(alpha)
        painter.setBrush(colour)
        more = face.width() * grow
        painter.drawEllipse(face.adjusted(-more * 0.3, 0, more, 2))


def _on_rim(face: QRectF, angle: float, part: float = 1.0) -> QPointF:
    """A point on the rim, or further in; the angle runs from the right clockwise as one sees it."""
    return QPointF(
        face.center().x() + math.cos(angle) * face.width() / 2 * part,
        face.center().y() + math.sin(angle) * face.height() / 2 * part,
    )


def _angles(start: float, end: float) -> Iterator[float]:
    steps = max(2, math.ceil((end - start) / 0.2))
    return (start + (end - start) * n / steps for n in range(steps + 1))


def _spots(place: int, turned: float) -> Iterator[tuple[float, float]]:
    """Where each spot begins and ends, on a chip that is turned so far; the ends lie between 0 and a turn and more."""
    for count, half, turn in _SPOTS[place % len(_SPOTS)]:
        for n in range(count):
            middle = half + (turn + 2 * math.pi * n / count + turned) % (2 * math.pi)
            yield middle - half, middle + half


def _paint_chip(
    painter: QPainter,
    current: Look,
    face: QRectF,
    thick: float,
    pile: _Pile,
    turned: float,
    *,
    uppermost: bool,
) -> None:
    """One chip: its side with the spots seen from the front, its face with all of them, and the inlay."""
    c = current.colours
    body = QColor(getattr(c, f"chip_{pile.piece.colour}"))
    spot = QColor(c.chip_spot_dark if pile.piece.colour in ("white", "yellow") else c.chip_spot)
    middle = face.center().y()
    side = QPainterPath()
    side.addPolygon(
        QPolygonF(
            [_on_rim(face, angle) for angle in _angles(0, math.pi)]
            + [_on_rim(face.translated(0, thick), angle) for angle in reversed(list(_angles(0, math.pi)))]
        )
    )
    side.closeSubpath()
    light = QLinearGradient(face.left(), middle, face.right(), middle)
    light.setColorAt(0, body.darker(118))
    light.setColorAt(0.3, body)
    light.setColorAt(1, body.darker(150))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(light)
    painter.drawPath(side)
    dim = spot.darker(118)
    painter.setBrush(dim)
    for start, end in _spots(pile.place, turned):
        for turn in (0.0, 2 * math.pi):
            first, last = max(start - turn, 0.0), min(end - turn, math.pi)
            if last > first:
                upper = [_on_rim(face, angle) for angle in _angles(first, last)]
                lower = [point + QPointF(0, thick) for point in reversed(upper)]
                painter.drawPolygon(QPolygonF(upper + lower))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_edge(current, face.width()))
    painter.drawPath(side)
    glow = QRadialGradient(face.topLeft() + QPointF(face.width() * 0.3, face.height() * 0.2), face.width())
    glow.setColorAt(0, body.lighter(118))
    glow.setColorAt(1, body)
    painter.setBrush(glow)
    painter.drawEllipse(face)
    if not uppermost:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(spot)
    for start, end in _spots(pile.place, turned):
        outer = [_on_rim(face, angle, 0.98) for angle in _angles(start, end)]
        inner = [_on_rim(face, angle, _INLAY + 0.07) for angle in _angles(start, end)]
        painter.drawPolygon(QPolygonF(outer + inner[::-1]))
    _paint_inlay(painter, current, face, body, plain=not _SPOTS[pile.place % len(_SPOTS)])


def _paint_inlay(painter: QPainter, current: Look, face: QRectF, body: QColor, *, plain: bool) -> None:
    c = current.colours
    across, down = face.width() * (1 - _INLAY) / 2, face.height() * (1 - _INLAY) / 2
    inlay = face.adjusted(across, down, -across, -down)
    painter.setBrush(QColor(c.ivory))
    painter.setPen(QPen(body.darker(135), max(0.8, face.width() * 0.02)))
    painter.drawEllipse(inlay)
    if plain:
        thin = face.width() * 0.06
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(inlay.adjusted(-thin, -thin * _TILT, thin, thin * _TILT))


def _paint_stick(painter: QPainter, current: Look, lying: QRectF, pile: _Pile) -> None:
    """One stick: a bar of bone with the dots of its kind."""
    c = current.colours
    radius = lying.height() * 0.42
    shadow = QColor(c.shadow)
    shadow.setAlphaF(0.16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shadow)
    painter.drawRoundedRect(lying.translated(lying.height() * 0.08, lying.height() * 0.26), radius, radius)
    painter.setBrush(QColor(c.ivory_line))
    painter.drawRoundedRect(lying.translated(0, lying.height() * 0.16), radius, radius)
    light = QLinearGradient(lying.topLeft(), lying.bottomLeft())
    light.setColorAt(0, QColor(c.ivory_light))
    light.setColorAt(0.55, QColor(c.ivory))
    light.setColorAt(1, QColor(c.ivory_edge))
    painter.setBrush(light)
    pen = _edge(current, lying.height() * 4)
    painter.setPen(pen)
    painter.drawRoundedRect(lying, radius, radius)
    ink = QColor(getattr(c, _INKS[pile.piece.colour]))
    high = lying.height()
    for along, across, size, ring in _DOTS[pile.place % len(_DOTS)]:
        centre = lying.center() + QPointF(along * high, across * high)
        hollow = ring or pile.piece.colour == "white"
        painter.setPen(QPen(ink, max(1.0, high * 0.1)) if hollow else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if hollow else ink)
        painter.drawEllipse(centre, size * high, size * high)


_INKS: Final = {
    "red": "ink_red",
    "green": "ink_green",
    "blue": "ink_indigo",
    "black": "ink_black",
    "yellow": "ink_ochre",
    "white": "ink_black",
}
