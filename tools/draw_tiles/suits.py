"""Characters, dots and bamboos, except the bird on the first bamboo."""

from __future__ import annotations

from .characters import CHARACTERS
from .face import Face, Ink
from .geometry import Point, Shape, around, box, closed, ellipse, join, petal, ring

B, G, R = Ink.BLUE, Ink.GREEN, Ink.RED


# Characters


_NUMBER_BOXES = {
    # left, top, width, height: a line or two need less height than nine strokes do
    "一": (46, 86, 208, 44),
    "二": (48, 58, 204, 100),
    "三": (52, 42, 196, 132),
    "四": (64, 44, 172, 128),
    "五": (56, 42, 188, 132),
    "六": (54, 38, 192, 138),
    "七": (54, 40, 192, 134),
    "八": (46, 46, 208, 124),
    "九": (52, 40, 196, 134),
}


def character(number: int) -> Face:
    """The number above, 萬 (ten thousand) below."""
    sign = "一二三四五六七八九"[number - 1]
    face = Face()
    face.add(Ink.BLUE, CHARACTERS[sign].fitted(*_NUMBER_BOXES[sign]))
    return face.add(Ink.RED, CHARACTERS["萬"].fitted(55, 190, 190, 174))


# Dots


def _dot(x: float, y: float, r: float, ink: Ink) -> list[tuple[Shape, Ink]]:
    """A coin: a strong ring, on the larger ones a fine one too, a rosette and its red heart."""
    large = r > 42
    rings = ring(0, 0, r, 0.76 * r) + (ring(0, 0, 0.68 * r, 0.62 * r) if large else Shape())
    rosette = around(petal(0.2 * r, (0.56 if large else 0.65) * r, 0.14 * r), 8)
    core = ellipse(0, 0, 0.16 * r)
    return [((rings + rosette).moved(x, y), ink), (core.moved(x, y), Ink.RED)]


_DOTS: dict[int, tuple[float, list[tuple[float, float, Ink]]]] = {
    2: (74, [(150, 111, G), (150, 289, B)]),
    3: (55, [(83, 92, B), (150, 200, R), (217, 308, G)]),
    4: (57, [(85, 102, B), (215, 102, G), (85, 298, G), (215, 298, B)]),
    5: (49, [(77, 87, B), (223, 87, G), (150, 200, R), (77, 313, G), (223, 313, B)]),
    6: (47, [(92, 84, G), (208, 84, G), (92, 217, R), (208, 217, R), (92, 316, R), (208, 316, R)]),
    7: (40, [(68, 77, G), (150, 106, G), (232, 135, G), (98, 233, R), (202, 233, R), (98, 323, R), (202, 323, R)]),
    8: (39, [(x, y, B) for y in (76, 158.7, 241.3, 324) for x in (98, 202)]),
    9: (38, [(x, y, ink) for y, ink in ((82, G), (200, R), (318, B)) for x in (66, 150, 234)]),
}


def dots(number: int) -> Face:
    """As many coins as the number says; a single one is a great wheel."""
    if number == 1:
        return _rosette()
    radius, places = _DOTS[number]
    return Face().add_all(part for x, y, ink in places for part in _dot(x, y, radius, ink))


def _rosette() -> Face:
    """The one of dots: a great wheel."""
    centre: Point = (150, 200)
    face = Face()
    rim = ring(0, 0, 122, 109) + ring(0, 0, 88, 83)
    beads = around(ellipse(0, -98.5, 6.6), 24)
    outer = around(petal(49, 79, 8.4), 16)
    inner = ellipse(0, 0, 45).holed(around(petal(15, 39, 7.4), 8), ring(0, 0, 12, 8))
    face.add(Ink.GREEN, rim.moved(*centre), outer.moved(*centre))
    face.add(Ink.BLUE, beads.moved(*centre))
    return face.add(Ink.RED, inner.moved(*centre))


# Bamboos


def _cane(x: float, y: float, width: float, height: float, degrees: float = 0) -> Shape:
    """A piece of cane of two segments with its knots, around the point (x, y)."""
    w, h = width / 2, height / 2
    knot = 0.26 * w

    def knob(at: float, reach: float) -> Shape:
        return box(-reach, at - knot, 2 * reach, 2 * knot, knot * 0.9)

    def segment(top: float, bottom: float) -> Shape:
        third = (bottom - top) * 0.26
        skin = closed(
            f"{-0.86 * w} {top}!  {0.86 * w} {top}!  {0.66 * w} {top + third}  {0.66 * w} {bottom - third}"
            f"  {0.86 * w} {bottom}!  {-0.86 * w} {bottom}!  {-0.66 * w} {bottom - third}  {-0.66 * w} {top + third}"
        )
        light = 0.17 * w
        slit = petal(-bottom + 0.6 * third, -top - 0.6 * third, light, 0)
        return skin.holed(slit)

    line = 0.12 * w
    first = -h + 2 * knot + line
    parts = [knob(-h + knot, 0.92 * w), knob(0, w), knob(h - knot, 0.92 * w)]
    parts += [segment(first, -knot - line), segment(knot + line, -first)]
    return join(parts).turned(degrees).moved(x, y)


_Cane = tuple[float, float, Ink]


def _rows(ys: list[float], xs: list[float], inks: list[Ink]) -> list[_Cane]:
    return [(x, y, inks[i % len(inks)]) for y in ys for i, x in enumerate(xs)]


_BAMBOOS: dict[int, tuple[float, float, list[_Cane]]] = {
    2: (56, 148, [(150, 111, B), (150, 289, G)]),
    3: (54, 148, [(150, 111, B), (88, 289, G), (212, 289, G)]),
    4: (54, 148, [(88, 111, B), (212, 111, G), (88, 289, G), (212, 289, B)]),
    5: (48, 144, [(60, 109, G), (240, 109, B), (150, 200, R), (60, 291, B), (240, 291, G)]),
    6: (48, 144, [*_rows([109], [62, 150, 238], [G]), *_rows([291], [62, 150, 238], [B])]),
    7: (44, 92, [(150, 83, R), *_rows([201, 317], [62, 150, 238], [G, B, G])]),
    9: (44, 92, _rows([83, 200, 317], [62, 150, 238], [G, R, B])),
}


def bamboos(number: int) -> Face:
    """As many canes as the number says, from two."""
    if number == 8:
        return _eight()
    width, height, canes = _BAMBOOS[number]
    return Face().add_all((_cane(x, y, width, height), ink) for x, y, ink in canes)


def _eight() -> Face:
    """An M above a W: upright canes outside, slanted ones inside."""
    face = Face()
    for y, ink, tilt in ((111, Ink.GREEN, -22), (289, Ink.BLUE, 22)):
        slanted = [_cane(108, y, 32, 136, tilt), _cane(192, y, 32, 136, -tilt)]
        face.add(ink, _cane(49, y, 38, 144), _cane(251, y, 38, 144), *slanted)
    return face
