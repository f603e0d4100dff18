"""The one of bamboos: a peacock on a bamboo twig."""

from __future__ import annotations

from .brush import ribbon
from .face import Face, Ink
from .geometry import Shape, closed, ellipse, join, petal

_ROOT = (136, 212)
"""Where the feathers of the train spread from."""

_TRAIN = [(12, 136), (38, 144), (64, 142), (90, 134), (116, 137), (142, 138)]
"""The feathers: their direction (0 is up, 90 right) and how far they reach."""


def _at_tip(shape: Shape, degrees: float, reach: float) -> Shape:
    return shape.moved(0, -reach).turned(degrees).moved(*_ROOT)


def bird() -> Face:
    """Neck and breast of the bird to the left, its train spread to the right."""
    face = Face()
    eye = ellipse(0, 25, 14, 15)
    feathers = [
        petal(64, reach, 23).turned(degrees).moved(*_ROOT).holed(_at_tip(eye, degrees, reach))
        for degrees, reach in _TRAIN
    ]
    face.add(Ink.GREEN, *feathers)
    face.add(Ink.RED, *(_at_tip(ellipse(0, 25, 8.2, 8.8), degrees, reach) for degrees, reach in _TRAIN))

    body = closed(
        "63 97!  68 84  84 75  102 82  109 102  106 130  112 152  132 166  162 176  194 202!"
        "  180 234  150 254  114 250  86 228  73 194  76 162  83 132  77 116  63 112!"
    )
    wing_bed = closed("98 186!  128 180  160 190  184 206!  166 232  136 238  108 222")
    face.add(Ink.BLUE, body.holed(ellipse(87, 97, 6.5), wing_bed), ellipse(87, 97, 3), _crest())
    wing = closed("104 190!  130 185  158 194  177 206!  162 227  136 232  112 218")
    bars = [
        petal(0, length, 2.6, 0).turned(86).moved(x, y)
        for x, y, length in ((118, 197, 44), (122, 208, 40), (128, 219, 30))
    ]
    face.add(Ink.GREEN, wing.holed(*bars))

    legs = [_leg(118, 254), _leg(146, 254)]
    face.add(Ink.RED, closed("60 97!  59 112!  31 114!  44 101"), *legs)
    twig = ribbon("36 344 9  92 337 11") + ribbon("96 337 11  160 337 11") + ribbon("164 337 11  204 343 8")
    leaves = [petal(0, 46, 8, 0).turned(angle).moved(40, 342) for angle in (28, 62)]
    return face.add(Ink.GREEN, twig, *leaves, petal(0, 48, 8, 0).turned(112).moved(200, 342))


def _crest() -> Shape:
    plumes = [(-16, 46), (2, 43), (20, 46)]
    return join(
        ribbon(f"96 78 3.5  {96 + 0.4 * dx} 62 3.5  {98 + dx} {y} 4") + ellipse(98 + dx, y + 1, 6.5, 7)
        for dx, y in plumes
    )


def _leg(x: float, y: float) -> Shape:
    shin = ribbon(f"{x} {y - 6} 8  {x - 2} {y + 34} 6  {x - 1} 330 6")
    return shin + ribbon(f"{x - 20} 333 3  {x - 8} 328 6  {x + 4} 329 6  {x + 16} 333 3")
