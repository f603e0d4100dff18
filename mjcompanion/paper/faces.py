"""Tile faces as plain shapes, read from the same drawings that the screen shows.

The drawings hold very little (resources/tiles/README.md), and just that much is read here: areas of one colour, bounded
by straight lines and Bézier curves, filled by the nonzero rule. Lengths are units of the drawing, 300 to the width of
a tile's front; x runs right and y down.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

WIDTH: Final = 300.0
HEIGHT: Final = 400.0
"""The whole face, in units of the drawing."""

BACK: Final = "back"
"""The name of the drawing that covers the whole front of a tile lying face down."""

Point = tuple[float, float]
"""x and y, in units of the drawing."""
Segment = tuple[Point] | tuple[Point, Point, Point]
"""A straight line to a point, or a curve: two control points and its end."""


class Contour(msgspec.Struct, frozen=True):
    """A closed line; from the end of its last segment it runs straight back to its start."""

    start: Point
    segments: tuple[Segment, ...]


class Area(msgspec.Struct, frozen=True):
    """What its contours enclose by the nonzero rule, in one colour, `#RRGGBB`."""

    colour: str
    contours: tuple[Contour, ...]


class Face(msgspec.Struct, frozen=True):
    """The drawing on a tile; later areas lie on top of earlier ones."""

    name: str
    areas: tuple[Area, ...]


_PART: Final = re.compile(r"<[^<>]*>|[^<>\s][^<>]*|[<>]")
_OPENING: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">'
_CLOSING: Final = "</svg>"
_PATH: Final = re.compile(r'<path fill="(#[0-9A-Fa-f]{6})" d="([^"]*)"/>')
_STEP: Final = re.compile(r"([^-\d. ]|^)([-\d. ]*)")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_NUMBERS_AFTER: Final = {"M": 2, "L": 2, "C": 6, "Z": 0}
_SHOWN: Final = 60
"""How many characters of something unexpected a message repeats."""


def _wrong(where: str, why: str) -> ValueError:
    return ValueError(f"{where}: {why}")


def _shown(part: str) -> str:
    return repr(part if len(part) <= _SHOWN else part[:_SHOWN] + "…")


def read_face(name: str, svg: str) -> Face:
    """Read a drawing.

    Args:
        name: what the face is called: the name of its file without `.svg`.
        svg: what the file holds.

    Raises:
        ValueError: naming file and element, for anything but the format of the tile drawings.

    >>> start, end = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">', '</svg>'
    >>> read_face("dot", start + '<path fill="#B3261E" d="M0 0L9 0L9 9.5Z"/>' + end).areas[0].contours[0].segments
    (((9.0, 0.0),), ((9.0, 9.5),))
    >>> read_face("dot", start + '<circle r="9"/>' + end)
    Traceback (most recent call last):
    ...
    ValueError: tiles/dot.svg, element 1: expected <path fill="#rrggbb" d="…"/>, found '<circle r="9"/>'

    """
    file = f"tiles/{name}.svg"
    first, *middle, last = *_PART.findall(svg), ""
    if first != _OPENING:
        raise _wrong(f"{file}, element svg", f"expected {_OPENING}, found {_shown(first)}")
    if not middle or middle[-1] != _CLOSING or last:
        raise _wrong(
            f"{file}, element svg", f"expected {_CLOSING} at the end, found {_shown(middle[-1:] and middle[-1])}"
        )
    return Face(name, ())
