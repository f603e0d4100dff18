"""Winds and dragons."""

from __future__ import annotations

from .characters import CHARACTERS
from .face import Face, Ink
from .geometry import Shape, around, box, closed


def _sign(sign: str, ink: Ink, x: float, y: float, width: float, height: float) -> Face:
    return Face().add(ink, CHARACTERS[sign].fitted(x, y, width, height))


def wind(number: int) -> Face:
    """East, south, west and north."""
    boxes = {"東": (38, 76, 224, 256), "南": (42, 76, 216, 254), "西": (42, 90, 216, 222), "北": (34, 84, 232, 232)}
    sign = "東南西北"[number - 1]
    return _sign(sign, Ink.BLACK, *boxes[sign])


def red_dragon() -> Face:
    """中, the centre."""
    return _sign("中", Ink.RED, 48, 54, 204, 298)


def green_dragon() -> Face:
    """發, to prosper."""
    return _sign("發", Ink.GREEN, 30, 64, 240, 274)


def white_dragon() -> Face:
    """An empty field in a double frame with fretted corners."""
    outer = box(32, 42, 236, 316, 16).holed(box(47, 57, 206, 286, 6))
    face = Face().add(Ink.BLUE, outer)
    inner = closed(
        "86 68!  214 68!  214 78!  232 78!  232 96!  242 96!  242 304!  232 304!  232 322!  214 322!  214 332!"
        "  86 332!  86 322!  68 322!  68 304!  58 304!  58 96!  68 96!  68 78!  86 78!"
    )
    hollow = closed(
        "95 77!  205 77!  205 87!  223 87!  223 105!  233 105!  233 295!  223 295!  223 313!  205 313!  205 323!"
        "  95 323!  95 313!  77 313!  77 295!  67 295!  67 105!  77 105!  77 87!  95 87!"
    )
    return face.add(Ink.BLUE, inner.holed(hollow), *_corners())


def _corners() -> list[Shape]:
    """A small blossom in each corner of the field."""
    flower = around(closed("0 -1!  -6 -10  0 -16  6 -10"), 4, start=45)
    return [flower.moved(x, y) for x in (106, 194) for y in (118, 282)]
