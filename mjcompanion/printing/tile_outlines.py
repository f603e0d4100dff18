"""Tile faces as plain shapes, read from the same drawings that the screen shows.

The drawings hold very little (resources/tiles/README.md), and just that much is read here: areas of one colour, bounded
by straight lines and Bézier curves, filled by the nonzero rule. Lengths are units of the drawing, 300 to the width of
a tile's front; x runs right and y down.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from mjcompanion.core.tiles import ANY_FLOWER, JOKER, Tile
from mjcompanion.storage.package_data import text

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


_ELEMENT: Final = re.compile(r"<[^<>]*>|[^<>\s][^<>]*|[<>]")
_OPENING: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">'
_CLOSING: Final = "</svg>"
_PATH: Final = re.compile(r'<path fill="(#[0-9A-Fa-f]{6})" d="([^"]*)"/>')
_STEP: Final = re.compile(r"([^-0-9. ]?)([-0-9. ]*)")
_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_LENGTHS: Final = {"M": 2, "L": 2, "C": 6, "Z": 0}
"""How many numbers follow each command."""
_SHOWN: Final = 60
"""How many characters of something unexpected a message repeats."""


def _shown(part: str) -> str:
    return repr(part if len(part) <= _SHOWN else part[:_SHOWN] + "…")


def _numbers(letter: str, lengths: str) -> list[float]:
    """The numbers after a command."""
    words = lengths.split(" ") if lengths else []
    for word in words:
        if not _NUMBER.fullmatch(word):
            raise ValueError(f"{_shown(word)} after {letter} is no number")
    if len(words) != _LENGTHS[letter]:
        raise ValueError(f"{letter} takes {_LENGTHS[letter]} numbers, found {_shown(lengths)}")
    return [float(word) for word in words]


def _contours(path: str) -> tuple[Contour, ...]:
    """The closed lines of path data."""
    found: list[Contour] = []
    start: Point | None = None
    segments: list[Segment] = []
    for letter, lengths in _STEP.findall(path)[:-1]:  # the last match is the empty one at the end
        if letter not in _LENGTHS:
            raise ValueError(f"expected one of M L C Z, found {_shown(letter or lengths)}")
        if (letter == "M") is not (start is None):
            raise ValueError("every contour begins with M and ends with Z")
        values = _numbers(letter, lengths)
        if letter == "M":
            start = values[0], values[1]
        elif letter == "L":
            segments.append(((values[0], values[1]),))
        elif letter == "C":
            segments.append(((values[0], values[1]), (values[2], values[3]), (values[4], values[5])))
        else:
            if start is None or not segments:
                raise ValueError("a contour has no lines")
            found.append(Contour(start, tuple(segments)))
            start, segments = None, []
    if start is not None:
        raise ValueError("the last contour is not closed")
    if not found:
        raise ValueError("there are no contours")
    return tuple(found)


def read_face(name: str, svg: str) -> Face:
    """Read a drawing; the face is called as its file is, without `.svg`.

    Raises:
        ValueError: naming file and element, for anything but the format of the tile drawings.

    >>> begin, end = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">', "</svg>"
    >>> read_face("dot", begin + '<path fill="#B3261E" d="M0 0L9 0L9 9.5Z"/>' + end).areas[0].contours[0].segments
    (((9.0, 0.0),), ((9.0, 9.5),))
    >>> read_face("dot", begin + '<circle r="9"/>' + end)
    Traceback (most recent call last):
    ...
    ValueError: tiles/dot.svg, element 1: expected <path fill="#rrggbb" d="…"/>, found '<circle r="9"/>'

    """
    file = f"tiles/{name}.svg"
    elements = _ELEMENT.findall(svg)
    if elements[:1] != [_OPENING]:
        raise ValueError(f"{file}, element svg: expected {_OPENING}, found {_shown(''.join(elements[:1]))}")
    if elements[-1] != _CLOSING:
        raise ValueError(f"{file}, element svg: expected {_CLOSING} at the end, found {_shown(elements[-1])}")
    areas = []
    for number, element in enumerate(elements[1:-1], 1):
        path = _PATH.fullmatch(element)
        if path is None:
            raise ValueError(
                f'{file}, element {number}: expected <path fill="#rrggbb" d="…"/>, found {_shown(element)}'
            )
        colour, lines = path.groups()
        try:
            areas.append(Area(colour, _contours(lines)))
        except ValueError as wrong:
            raise ValueError(f"{file}, element {number} (path): {wrong}") from None
    if not areas:
        raise ValueError(f"{file}, element svg: nothing is drawn")
    return Face(name, tuple(areas))


def face_name(tile: Tile | None) -> str:
    """The name of a tile's drawing; None represents a tile lying face down, and any flower shows the plum.

    >>> [face_name(tile) for tile in (Tile.parse("5s"), JOKER, ANY_FLOWER, None)]
    ['5s', 'joker', '1f', 'back']
    """
    if tile is None:
        return BACK
    return {JOKER: "joker", ANY_FLOWER: "1f"}.get(tile, str(tile))


@cache
def face(name: str) -> Face:
    """The drawing of this name, read once.

    >>> face("1p").areas[0].colour
    '#1E6B3A'
    """
    return read_face(name, text(f"tiles/{name}.svg"))
