"""Tiles drawn on a page: single ones, sets, whole hands.

All lengths are points, 72 to an inch. As everywhere in PDF, x runs right and y up, and a thing is placed by the lower
left corner of the room it takes. `width` always means the short side of a tile's front; everything else follows from
it in the proportions of the tiles on the screen. Flat colours and a hairline take the place of light and shadow, so
that a tile prints sharp.

A face is stored once in a document, however often and at whatever size it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Final

import msgspec
from reportlab import rl_config  # type: ignore[import-untyped]
from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand, Meld, MeldKind
from mjcompanion.core.notation import write
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, Terms, Tile
from mjcompanion.i18n.translation import _, joined, pgettext
from mjcompanion.printing.fonts import LEAST, PLAIN, font_called
from mjcompanion.scoring.hand_groups import HandGroup, groups_as_laid
from mjcompanion.scoring.sheet import describe_meld
from mjcompanion.storage.package_data import text

rl_config.useA85 = 0  # a PDF is no text file: written out as letters, its drawings would take a quarter more

IVORY: Final = "#FBF6E8"
IVORY_SIDE: Final = "#E4D8BA"
JADE_SIDE: Final = "#2A6F56"
"""The front of a tile and the two layers of its thickness: the colours of the light theme."""
OUTLINE: Final = "#5C5340"
"""Around a tile and its front: dark enough that a printer sets it as a line, not as dots."""
HAIRLINE: Final = 0.3
"""Its thickness in points, at every size of tile."""

WIDTH: Final = 300.0
HEIGHT: Final = 400.0
"""The whole face, in units of the drawings."""
_PATH: Final = re.compile(r'<path fill="#([0-9A-Fa-f]{6})" d="([^"]*)"/>')
_STEP: Final = re.compile(r"([MLCZ])([-0-9. ]*)")
_OPERATORS: Final = {"M": "m", "L": "l", "C": "c", "Z": "h"}
"""What PDF calls the commands of a path."""

# of the width
_LONG: Final = HEIGHT / WIDTH
_CORNER: Final = 0.08
_LAYER: Final = 0.065
_GAP: Final = 0.075
_SET_GAP: Final = 0.4
_APART: Final = 0.9
_RAISED: Final = 0.22
"""How far the winning tile is raised."""
_GOLD: Final = "#B4812A"
_LABEL: Final = 0.42
"""The size of the type under tiles: no group's label is then wider than its tiles."""
_LABEL_ROOM: Final = 0.55

_LABEL_FONT: Final = PLAIN[False]
_LABEL_COLOUR: Final = "#23262B"


class PrintedGroup(msgspec.Struct, frozen=True):
    """Tiles that lie close together (None: face down), and their notation; `apart` from the group before them.

    `won` is the place of the winning tile, which is raised; -1 where it isn't among them.
    """

    tiles: tuple[Tile | None, ...]
    text: str
    apart: bool = False
    won: int = -1


def loose(tiles: Iterable[Tile]) -> PrintedGroup:
    """Tiles in a row, as they come.

    >>> loose([Tile.parse("1m"), Tile.parse("9m")]).text
    '19m'
    """
    row = tuple(tiles)
    return PrintedGroup(row, write(row))


def laid_out(meld: Meld) -> PrintedGroup:
    """A set; a concealed kong shows two backs in the middle.

    >>> [str(tile) for tile in laid_out(Meld.parse("[1111s]")).tiles]
    ['1s', 'None', 'None', '1s']
    """
    hidden = (1, 2) if meld.concealed and meld.kind is MeldKind.KONG else ()
    return PrintedGroup(tuple(None if at in hidden else tile for at, tile in enumerate(meld.tiles)), str(meld))


def printed_groups(groups: Iterable[HandGroup]) -> tuple[PrintedGroup, ...]:
    """Return the groups of a hand, the flowers apart from the others."""
    return tuple(PrintedGroup(group.faces, group.text, apart=group.bonus, won=group.won) for group in groups)


def groups_of(hand: Hand) -> tuple[PrintedGroup, ...]:
    """Return a hand as it is on the table: its concealed tiles, its sets, and apart from them its flowers.

    >>> [group.text for group in groups_of(Hand.parse("99s 123m (777z) [1111s] 1f 3y"))]
    ['123m99s', '(777z)', '[1111s]', '1f3y']
    """
    return printed_groups(groups_as_laid(hand))


def notation(groups: Iterable[PrintedGroup]) -> str:
    """The tiles in plain notation: what labels say, and what is next to a drawing for those who can't see it.

    >>> notation(groups_of(Hand.parse("99s 123m (777z) 1f")))
    '123m99s (777z) 1f'
    """
    return " ".join(group.text for group in groups)


def in_words(groups: Iterable[PrintedGroup], terms: Terms | None = None) -> str:
    """Return the tiles in words, for those who can't see the drawing.

    >>> in_words(groups_of(Hand.parse("99s (777z) [1111s]")))
    '9 bamboo, 9 bamboo; exposed pung of red dragons; concealed kong of 1 bamboos'
    """
    return pgettext("between the parts of a sentence", "; ").join(_group_in_words(group, terms) for group in groups)


def _group_in_words(group: PrintedGroup, terms: Terms | None) -> str:
    if group.text[:1] in ("(", "["):
        with suppress(RuleError):
            return describe_meld(Meld.parse(group.text), terms)
    return joined(_("face down") if tile is None else tile.name(terms) for tile in group.tiles)


def tile_height(width: float) -> float:
    """The height in points that a tile of this width takes, thickness included.

    >>> tile_height(30)
    43.9
    """
    return width * _LONG + 2 * width * _LAYER


def room(groups: Sequence[PrintedGroup], width: float, *, labels: bool = False) -> tuple[float, float]:
    """Width and height in points that groups take in one line, with their labels below them if wanted.

    >>> across, up = room(groups_of(Hand.parse("123m (777z)")), 20)
    >>> round(across, 2), round(up, 2)
    (134.0, 29.27)
    """
    across = sum(_group_width(group, width) + _gap_before(group, width, at) for at, group in enumerate(groups))
    raised = width * _RAISED if any(group.won >= 0 for group in groups) else 0
    return across, tile_height(width) + raised + (width * _LABEL_ROOM if labels else 0)


def width_for(groups: Sequence[PrintedGroup], space: float, *, at_most: float) -> float:
    """The width of tile, in points and no more than `at_most`, at which groups fit into a line of `space` points.

    >>> round(width_for(groups_of(Hand.parse("123m (777z)")), 67, at_most=20), 6)
    10.0
    """
    unit = room(groups, 1)[0]
    return min(at_most, space / unit) if unit else at_most


def draw_tile(canvas: Canvas, tile: Tile | None, x: float, y: float, width: float) -> None:
    """Draw one tile (None: face down) whose room, its thickness included, has its lower left corner at x, y.

    >>> from io import BytesIO
    >>> canvas = Canvas(BytesIO())
    >>> draw_tile(canvas, Tile.parse("7z"), 72, 72, 30)
    >>> canvas.hasForm("tile-face-7z")
    True
    """
    body, ink = _body(canvas, width), _ink(canvas, face_name(tile))
    up, scale = 2 * width * _LAYER, width / WIDTH
    canvas.addLiteral(f"q 1 0 0 1 {x:.3f} {y:.3f} cm")  # reportlab's own transformations take thrice as long
    canvas.doForm(body)
    canvas.addLiteral(f"{scale:.5f} 0 0 {scale:.5f} 0 {up:.3f} cm")
    canvas.doForm(ink)
    canvas.addLiteral("Q")


def draw_groups(
    canvas: Canvas,
    groups: Sequence[PrintedGroup],
    x: float,
    y: float,
    width: float,
    *,
    labels: bool = False,
) -> None:
    """Draw groups in one line whose room has its lower left corner at x, y.

    `labels` are the notation of each group below it: read one after the other, as a reader of the page's text does,
    that of the whole.
    """
    if labels:
        _draw_labels(canvas, groups, x, y, width)
        y += width * _LABEL_ROOM
    for at, group in enumerate(groups):
        x += _gap_before(group, width, at)
        for place, tile in enumerate(group.tiles):
            won = place == group.won
            draw_tile(canvas, tile, x, y + width * _RAISED * won, width)
            if won:
                _draw_gold_edge(canvas, x, y + width * _RAISED, width)
            x += width * (1 + _GAP)
        x -= width * _GAP


def _draw_gold_edge(canvas: Canvas, x: float, y: float, width: float) -> None:
    line = max(1.0, width * 0.06)
    canvas.saveState()
    canvas.setStrokeColor(HexColor(_GOLD))
    canvas.setLineWidth(line)
    box = x + line / 2, y + line / 2, width - line, tile_height(width) - line
    canvas.roundRect(*box, width * _CORNER, stroke=1, fill=0)
    canvas.restoreState()


def _group_width(group: PrintedGroup, width: float) -> float:
    return width * (len(group.tiles) + _GAP * (len(group.tiles) - 1))


def _gap_before(group: PrintedGroup, width: float, at: int) -> float:
    """The space before a group that is the first (at 0) or a later one of its line."""
    return width * (_APART if group.apart else _SET_GAP) if at else 0


def _draw_labels(canvas: Canvas, groups: Sequence[PrintedGroup], x: float, y: float, width: float) -> None:
    canvas.saveState()
    canvas.setFillColor(HexColor(_LABEL_COLOUR))
    canvas.setFont(font_called(_LABEL_FONT).fontName, max(LEAST, width * _LABEL))
    for at, group in enumerate(groups):
        x += _gap_before(group, width, at)
        between = " " if at < len(groups) - 1 else ""  # so that copied text has it
        canvas.drawString(x, y + width * _LABEL * 0.25, group.text + between)
        x += _group_width(group, width)
    canvas.restoreState()


def _body(canvas: Canvas, width: float) -> str:
    """The name of the form that draws a tile without its face, its room's lower left corner at 0, 0."""
    name = f"tile-body-{width:.3f}"
    if canvas.hasForm(name):
        return name
    up = tile_height(width)
    layer, radius, half = width * _LAYER, width * _CORNER, HAIRLINE / 2
    canvas.beginForm(name, 0, 0, width, up)
    canvas.setLineWidth(HAIRLINE)
    canvas.setStrokeColor(HexColor(OUTLINE))
    for bottom, colour in ((0.0, JADE_SIDE), (layer, IVORY_SIDE), (2 * layer, IVORY)):
        canvas.setFillColor(HexColor(colour))
        canvas.roundRect(half, bottom + half, width - HAIRLINE, up - bottom - HAIRLINE, radius - half, stroke=1, fill=1)
    canvas.endForm()
    return name


def _ink(canvas: Canvas, name: str) -> str:
    """The name of the form that draws a face in its own units, the front's lower left corner at 0, 0."""
    form = f"tile-face-{name}"
    if canvas.hasForm(form):
        return form
    canvas.beginForm(form, 0, 0, WIDTH, HEIGHT)
    canvas.addLiteral(_drawing(name))
    canvas.endForm()
    return form


def face_name(tile: Tile | None) -> str:
    """The name of a tile's drawing; None represents a tile lying face down, and any flower shows the plum.

    >>> [face_name(tile) for tile in (Tile.parse("5s"), JOKER, ANY_FLOWER, None)]
    ['5s', 'joker', '1f', 'back']
    """
    if tile is None:
        return "back"
    return {JOKER: "joker", ANY_FLOWER: "1f"}.get(tile, str(tile))


@cache
def _drawing(name: str) -> str:
    """Return a face as a PDF draws it, from the drawing that the screen shows (resources/tiles/README.md)."""
    steps = [f"1 0 0 -1 0 {HEIGHT:g} cm"]  # y runs down in a drawing
    for colour, path in _PATH.findall(text(f"tiles/{name}.svg")):
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
        steps.append(f"{red:.4g} {green:.4g} {blue:.4g} rg")
        steps += [f"{numbers} {_OPERATORS[command]}" for command, numbers in _STEP.findall(path)]
        steps.append("f")
    return "\n".join(steps)
