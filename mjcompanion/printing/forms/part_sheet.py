"""Sheets in columns: a heading, and below it parts with sentences, figures, tiles and a picture, or other blocks.

A part is data; tests compare it with what it tells of. It stays together where a column can hold it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from math import ceil
from typing import Final

import msgspec
from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer, Table  # type: ignore[import-untyped]

from mjcompanion.core.chips import ChipKind as Chip
from mjcompanion.core.chips import ChipSet
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import N_, _, pgettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import LEAST
from mjcompanion.printing.layout import (
    LEADING,
    FormText,
    Picture,
    Placed,
    TilesFlowable,
    Words,
    draw_placed,
    fill,
    plain_table,
    tagged_table,
)
from mjcompanion.printing.page import HAIR, PALE, QUIET, SMALLEST, THICK, THIN, Draw, PdfPage, PrintStyle
from mjcompanion.printing.tiles import PrintedGroup, room, width_for
from mjcompanion.table.words import brief
from mjcompanion.wall.breaks import CLOCKWISE, Break, Place


class PartTopic(enum.StrEnum):
    """The parts of a rule sheet that other forms show too, or leave out."""

    HAND = "hand"
    PAYMENT = "payment"
    ROTATION = "rotation"
    WALL = "wall"
    CLAIMS = "claims"
    FAULTS = "faults"
    ENDS = "ends"
    CHANGES = "changes"
    OPTIONS = "options"


class PartEntry(msgspec.Struct, frozen=True):
    """One line of a part: a sentence, or words with figures behind them; `tiles` are an example.

    `marked` sets it in bold.
    """

    words: str
    cells: tuple[str, ...] = ()
    tiles: tuple[PrintedGroup, ...] = ()
    marked: bool = False


class SheetPart(msgspec.Struct, frozen=True):
    """A part of a sheet: its title, its lines, the words above their figures, and walls or chips to be drawn.

    Walls stand next to the lines, chips above them.
    """

    title: str
    entries: tuple[PartEntry, ...]
    heads: tuple[str, ...] = ()
    picture: Break | ChipSet | None = None
    topic: PartTopic | None = None


GUTTER: Final = 20.0
"""What is kept free between two columns."""
SIZES: Final = tuple(round(11 - 0.1 * step, 1) for step in range(41))
"""Of type, that are pleasant to read."""
_LARGE_SIZE: Final = 9.0
"""That of large print, before it is made large."""
_NARROW: Final = 24.0
"""The margin of a sheet that would else take more than a page, in points."""
_TIGHT_LEADING: Final = 1.16
_AFTER: Final = 0.3
_TIGHT_AFTER: Final = 0.12
"""What is free after a sentence, in sizes of the type: usually, and where margins are narrow."""
_GAP: Final = 7.0
"""Before a cell."""
_WIDEST_TILE: Final = 1.75
"""Of tiles by themselves in a line, in sizes of the type."""
_BETWEEN: Final = 1.0
_TIGHT_BETWEEN: Final = 0.6
_MOST_BETWEEN: Final = 2.6
"""What is free between two parts, in sizes of the type: at least, where margins are narrow, and where a page has room
to spare."""
_WALLS_ABOUT: Final = N_("The four walls from above: the stack that was counted, and where drawing starts.")
_WALLS: Final = 14.0
_WALLS_SHARE: Final = 0.45
"""The side of the picture of the walls: in sizes of the type, and at most this share of a column."""
_ABOVE_BELOW: Final = ("TOP", "BOTTOM")
_BELOW_HEAD: Final = 0.6
"""What is free below the heading, in sizes of the type."""
_CHIPS: Final = 4
"""The chips in a row."""
_SHADE: Final = Color(PALE, PALE, PALE)


# --- pages


def lay_out_sheet(
    document: Printed,
    title: str,
    facts: str,
    parts: Sequence[SheetPart],
    style: PrintStyle,
    foot: str,
    *,
    columns: int = 2,
    sizes: Sequence[float] = SIZES,
) -> Printed:
    """A document with the pages of a sheet: one if any size of type allows that; else as many as it takes.

    Where it takes narrow margins and parts divided between columns to have one page, it has those; large print has one
    column. `facts` stand below the title. `sizes` are those of type to choose from, the largest first.
    """

    def make(size: float, style: PrintStyle) -> ColumnSheet:
        sheet = ColumnSheet(title, facts, style, size, columns)
        sheet.put([part_table(sheet, part, sheet.width, sheet.size) for part in parts])
        return sheet

    found = fitted(make, style, sizes)
    if found.pages > 1 and not style.large:
        style = msgspec.structs.replace(style, margin=_NARROW)
        tight = fitted(make, style, sizes)
        found = tight if tight.pages < found.pages else found
    return msgspec.structs.replace(document, pages=found.draws(foot), style=found.style)


class ColumnSheet(FormText):
    """A heading and columns of tables below it, in type of one size; the size is made large where the style says so."""

    def __init__(self, title: str, facts: str, style: PrintStyle, size: float, columns: int) -> None:
        super().__init__(style)
        self.tight = style.margin <= _NARROW
        if self.tight:
            self.leading = _TIGHT_LEADING
        self.size = self.text = size * style.scale
        self.small = max(LEAST, style.share(0.85) * self.size)
        self.columns = 1 if style.large else columns
        self.width = (style.width - GUTTER * (self.columns - 1)) / self.columns
        headline = Words(self.lettering, title, 2.1 * self.size, serif=True, tag="H1")
        rule = [("LINEBELOW", (0, 1), (0, 1), THICK, black), ("BOTTOMPADDING", (0, 1), (0, 1), 0.25 * self.size)]
        self.head = plain_table([[headline], [self.words(facts, self.size, grey=QUIET)]], [style.width], None, rule)
        self.room = style.height - self.head.wrap(style.width, style.height)[1] - _BELOW_HEAD * self.size
        self.filled: list[list[Placed]] = []
        self.together = True

    @property
    def pages(self) -> int:
        """How many pages it takes."""
        return ceil(len(self.filled) / self.columns)

    def put(self, tables: Sequence[Flowable], *, parted: bool = False) -> None:
        """Fill columns on as few pages as can be.

        A table that a column can hold stays together; where it is tight or `parted`, only if that takes no more pages.
        """
        self.filled = fill(self._story(tables, together=True), self.width, self.room)
        self.together = True
        if self.tight or parted:
            other = fill(self._story(tables, together=False), self.width, self.room)
            if ceil(len(other) / self.columns) < self.pages:
                self.filled, self.together = other, False

    def _story(self, tables: Sequence[Flowable], *, together: bool) -> list[Flowable | list[Flowable]]:
        between = (_TIGHT_BETWEEN if self.tight else _BETWEEN) * self.size
        story: list[Flowable | list[Flowable]] = []
        for table in tables:
            story += [Spacer(0, between), [table] if together else table]
        return story[1:]

    def _evened(self, columns: Sequence[Sequence[Placed]]) -> list[list[Placed]]:
        """Return the columns of one page filled again so that the fullest is as short as can be."""
        tables = [one for column in columns for one, _high in column if not _is_gap(one)]
        story = self._story(tables, together=self.together)
        found = fill(story, self.width, self.room)
        low, high = 0.0, self.room
        while high - low > self.size:
            middle = (low + high) / 2
            try:
                even = fill(story, self.width, middle)
            except ValueError:  # a row is higher than that
                even = []
            if 0 < len(even) <= self.columns:
                found, high = even, middle
            else:
                low = middle
        return found

    def draws(self, foot: str) -> tuple[Draw, ...]:
        """Return what draws each page; of the columns on the last none is much fuller than another."""
        pages = [self.filled[at : at + self.columns] for at in range(0, len(self.filled), self.columns)]
        if self.columns > 1:
            pages[-1] = self._evened(pages[-1])
        return tuple(partial(self._draw, page, foot) for page in pages)

    def _draw(self, columns: Sequence[Sequence[Placed]], foot: str, page: PdfPage) -> None:
        """Draw a page, whose parts have more room between them where there is some to spare."""
        y = page.height - page.bottom + self.room
        self.head.drawOn(page.canvas, page.left, y + _BELOW_HEAD * self.size)
        for at, column in enumerate(columns):
            parts = [placed for placed in column if not _is_gap(placed[0])]
            spare = (self.room - sum(high for _part, high in parts)) / max(1, len(parts) - 1)
            between = min(_MOST_BETWEEN * self.size, spare)
            placed = [pair for part in parts for pair in (part, (Spacer(0, between), between))]
            draw_placed(placed, page.canvas, page.left + at * (self.width + GUTTER), y)
        page.lettering.missing |= self.lettering.missing
        page.foot(foot)


def _is_gap(flowable: Flowable) -> bool:
    return isinstance(flowable, Spacer)


def fitted(
    make: Callable[[float, PrintStyle], ColumnSheet], style: PrintStyle, sizes: Sequence[float], most: int = 1
) -> ColumnSheet:
    """A sheet on as few pages as it can be brought to, then in the largest size of type in which it takes no more.

    Large print has one size, on as many pages as it takes. `sizes` of type are the largest first; what takes more than
    `most` pages in all of them has the size in the middle.
    """
    if style.large:
        return make(_LARGE_SIZE, style)
    best = make(sizes[-1], style)
    if best.pages > most:
        return make(sizes[len(sizes) // 2], style)
    pages, low, high = best.pages, 0, len(sizes) - 1  # sizes[high] is small enough
    while low < high:
        middle = (low + high) // 2
        made = make(sizes[middle], style)
        if made.pages <= pages:
            high, best = middle, made
        else:
            low = middle + 1
    return best


# --- parts


_LONGEST_CONTINUED: Final = 36
"""The letters of a title that leave room for saying that it is continued."""


class TitledTable(Table):  # type: ignore[misc]
    """A table whose first row begins with its title, which says in other columns that it is continued."""

    title: Words

    def split(self, width: float, height: float) -> list[Table]:
        """Return the parts for this room and the next."""
        parts: list[Table] = super().split(width, height)
        for at, part in enumerate(parts):
            part.title = self.title
            if at and self.title.tag != "P":
                part.title = copy(self.title)
                part.title.text = _("{title}, continued").format(title=brief(self.title.text, _LONGEST_CONTINUED))
                part.title.tag = "P"
                part.title.fit = SMALLEST  # the row is as high as it was
                _first, *others = part._cellvalues[0]  # noqa: SLF001 - reportlab has no other door
                part._cellvalues[0] = [[part.title], *others]  # noqa: SLF001
        return parts


def titled_table(
    form: FormText,
    title: str,
    rows: Sequence[Sequence[object]],
    widths: Sequence[float],
    size: float,
    more: Sequence[tuple[object, ...]] = (),
    heads: Sequence[Flowable] = (),
    tag: str = "H2",
    heights: Sequence[float | None] | None = None,
) -> TitledTable:
    """Return a table with a title and heads of its last columns in the first row, and a rule below them."""
    words = Words(form.lettering, title, 1.15 * size, bold=True, tag=tag)
    between = len(widths) - 1 - len(heads)
    style = [
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("SPAN", (0, 0), (between, 0)),
        ("BOTTOMPADDING", (0, 0), (-1, 0), 0.15 * size),
        ("LINEBELOW", (0, 0), (-1, 0), THIN, black),
        ("NOSPLIT", (0, 0), (-1, 1)),
        *more,
    ]
    high = None if heights is None else [None, *heights]
    made = tagged_table([[words, *[""] * between, *heads], *rows], widths, style, TitledTable, high)
    assert isinstance(made, TitledTable)  # noqa: S101 - so it was asked for
    made.title = words
    return made


def part_table(form: FormText, part: SheetPart, width: float, size: float) -> Table:
    """Return a part of a rule sheet as a table `width` points wide: its title and heads, sentences and figures."""
    count = max((len(entry.cells) for entry in part.entries), default=0)
    shown = [0.0] * any(entry.cells and entry.tiles for entry in part.entries)
    if shown:
        shown = [max(room(entry.tiles, size)[0] for entry in part.entries if entry.cells and entry.tiles) + _GAP]
    widths = [*shown, *_cell_widths(form, part, count, width, size)]
    widths = [width - sum(widths), *widths]
    blank = [""] * (len(widths) - 1)
    heads = [form.words(head, max(LEAST, 0.85 * size), grey=QUIET, align="right") for head in part.heads[:count]]
    rows: list[list[object]] = []
    more: list[tuple[object, ...]] = [("LEFTPADDING", (0, 1), (0, -1), 2), ("RIGHTPADDING", (-1, 0), (-1, -1), 2)]
    tight = form.leading < LEADING
    more.append(("TOPPADDING", (0, 1), (-1, 1), 0 if tight else 0.15 * size))
    if isinstance(part.picture, ChipSet):
        rows.append([_chips(form, part.picture, width, size), *blank])
    entries = list(part.entries)
    if isinstance(part.picture, Break):
        rows.append([_beside(form, part.picture, entries, width, size), *blank])
    figures = 0
    for entry in entries:
        at = len(rows) + 1
        words = form.words(entry.words, size, bold=entry.marked)
        if entry.cells:
            tiles = [TilesFlowable(entry.tiles, size, form.style.terms)] if entry.tiles else ""
            rows.append(
                [
                    words,
                    *[tiles] * len(shown),
                    *[form.words(cell, size, bold=True, align="right") for cell in entry.cells],
                ]
            )
            pad = 1.2 if entry.tiles else 0 if tight else 0.08 * size
            more += [(f"{side}PADDING", (0, at), (-1, at), pad) for side in _ABOVE_BELOW]
            if figures % 2 == 0:
                more.append(("BACKGROUND", (0, at), (-1, at), _SHADE))
            figures += 1
        else:
            rows.append([_sentence(form, entry, width - 4, size), *blank])
    more += [("SPAN", (0, at), (-1, at)) for at, row in enumerate(rows, 1) if row[1:] == blank]
    return titled_table(form, part.title, rows, widths, size, more, heads)


def _cell_widths(form: FormText, part: SheetPart, count: int, width: float, size: float) -> list[float]:
    """Return how wide each column of figures is, the room before it included."""
    found = []
    for at in range(count):
        texts = [entry.cells[at] for entry in part.entries if entry.cells]
        needed = [form.lettering.width(text, size, bold=True) for text in texts]
        needed += [form.lettering.width(head, max(LEAST, 0.85 * size)) for head in part.heads[at : at + 1]]
        found.append(min(max(*needed, 2.2 * size), (0.42 if count == 1 else 0.68 / count) * width) + _GAP)
    return found


def _sentence(form: FormText, entry: PartEntry, width: float, size: float) -> list[Flowable]:
    """Return a sentence, the tiles of its example below it, and what is free after it."""
    found: list[Flowable] = [form.words(entry.words, size, bold=entry.marked)] if entry.words else [Spacer(0, size / 2)]
    if entry.tiles:
        tile = width_for(entry.tiles, width, at_most=_WIDEST_TILE * size)
        found += [Spacer(0, 0.15 * size), TilesFlowable(entry.tiles, tile, form.style.terms)]
    return [*found, Spacer(0, (_TIGHT_AFTER if form.leading < LEADING else _AFTER) * size)]


def _beside(form: FormText, opened: Break, entries: list[PartEntry], width: float, size: float) -> Table:
    """Return a picture of the walls with the first sentences next to it, which are taken from the entries."""
    side = min(_WALLS * size, _WALLS_SHARE * width)
    indent = side + 1.2 * size
    beside: list[Flowable] = []
    high = 0.0
    while entries and high < side:
        sentence = _sentence(form, entries.pop(0), width - indent, size)
        high += sum(one.wrap(width - indent - 2, 0)[1] for one in sentence)
        beside += sentence
    walls = Picture(side, side, partial(draw_walls, opened), form.lettering, _(_WALLS_ABOUT))
    top = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("TOPPADDING", (0, 0), (0, 0), 0.3 * size)]
    return plain_table([[walls, beside]], [indent, width - indent - 2], None, top)


def _chips(form: FormText, chips: ChipSet, width: float, size: float) -> Table:
    """Return all chips of a set in rows, each with their number."""
    high = 2.6 * size
    cells: list[Flowable | str] = []
    for piece in chips.pieces:
        wide = 1.9 * high if piece.shape == "stick" else high
        drawn = Picture(wide, high, partial(draw_piece, piece), form.lettering, written(piece.value))
        cells += [drawn, form.words(f"× {written(piece.count)}", 1.1 * size)]
    cells += [""] * (-len(cells) % (2 * _CHIPS))
    rows = [cells[at : at + 2 * _CHIPS] for at in range(0, len(cells), 2 * _CHIPS)]
    widest = max(1.9 if piece.shape == "stick" else 1 for piece in chips.pieces) * high + 8
    each = (width - 4) / _CHIPS
    middle = [("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
    return plain_table(rows, [widest, each - widest] * _CHIPS, [1.6 * high] * len(rows), middle)


# --- pictures

_DEPTH: Final = 1.35
"""How deep a stack is, in widths of a stack."""
_GREY: Final = 0.72


def draw_walls(opened: Break, page: PdfPage) -> None:
    """Draw the four walls from above on a square page: what was counted, and where drawing starts.

    East sits at the bottom. The counted stack is black, the kong box grey, and an arrow runs as tiles are drawn.
    """
    side = page.width
    letter = side / 13
    unit = (side - 2.6 * letter) / (opened.stacks + 2 * (_DEPTH + 0.35))
    start = 1.3 * letter, 1.3 * letter
    length = side - 2.6 * letter

    def corner(place: Place, inward: float = 0) -> tuple[float, float, float, float]:
        """The box of a stack, moved inward by so many units."""
        depth = _DEPTH * unit
        along = (_DEPTH + 0.35 + place.stack - 1) * unit
        near = inward * unit
        left, top = start
        if place.wall is Wind.EAST:
            return left + length - along - unit, top + length - depth - near, unit, depth
        if place.wall is Wind.WEST:
            return left + along, top + near, unit, depth
        if place.wall is Wind.SOUTH:
            return left + length - depth - near, top + along, depth, unit
        return left + near, top + length - along - unit, depth, unit

    for wall in CLOCKWISE:
        for stack in range(1, opened.stacks + 1):
            place = Place(wall, stack)
            grey = 0 if place == opened.counted else _GREY if place in opened.kong_box else 1
            page.box(*corner(place), grey=grey)
    middle_x = middle_y = side / 2
    for wind, across, down in (
        (Wind.EAST, 0, side / 2),
        (Wind.WEST, 0, -side / 2 + letter),
        (Wind.SOUTH, side / 2 - letter * 0.45, letter / 2.8),
        (Wind.NORTH, -side / 2 + letter * 0.45, letter / 2.8),
    ):
        page.text(
            middle_x + across,
            middle_y + down - 0.1 * letter,
            wind.letter,
            1.05 * letter,
            bold=True,
            align="centre",
        )

    def centre(place: Place) -> tuple[float, float]:
        left, top, wide, high = corner(place, inward=_DEPTH + 0.5)
        return left + wide / 2, top + high / 2

    # an arrow along the stacks that are drawn first, as far as they stand in one wall
    first = opened.first_draw
    along = [place for place in opened.drawing[:6] if place.wall is first.wall]
    _arrow(page, centre(first), centre(along[-1]), 0.8 * unit)
    signs = [(0.0, pgettext("a stack of the wall", "counted"))]
    if opened.kong_box:
        signs.append((_GREY, _("kong box")))
    line = 1.5 * letter
    top = middle_y - (len(signs) + 1) * line / 2
    for at, (grey, words) in enumerate(signs):
        page.box(middle_x - 2.6 * letter, top + at * line, 0.8 * letter, 0.8 * letter * 1.1, grey=grey)
        page.text(middle_x - 1.3 * letter, top + at * line + 0.85 * letter, words, letter)
    base = top + len(signs) * line + 0.45 * letter
    _arrow(page, (middle_x - 3 * letter, base), (middle_x - 2.1 * letter, base), 0.36 * letter)
    page.text(middle_x - 1.3 * letter, base + 0.4 * letter, pgettext("tiles", "drawing"), letter)


def _arrow(page: PdfPage, start: tuple[float, float], end: tuple[float, float], head: float) -> None:
    page.rule(*start, *end, strength=THIN)
    across, down = end[0] - start[0], end[1] - start[1]
    long = max((across * across + down * down) ** 0.5, 0.01)
    across, down = across / long, down / long
    path = page.canvas.beginPath()
    for number, (ahead, aside) in enumerate(((head, 0.0), (-head * 0.6, head), (-head * 0.6, -head))):
        place = end[0] + across * ahead - down * aside, page.height - (end[1] + down * ahead + across * aside)
        (path.lineTo if number else path.moveTo)(*place)
    path.close()
    page.canvas.setFillColor(black)
    page.canvas.drawPath(path, stroke=0, fill=1)


def draw_piece(piece: Chip, page: PdfPage) -> None:
    """Draw a chip or a stick with its value, as large as the page."""
    canvas, wide, high = page.canvas, page.width, page.height
    canvas.setStrokeColor(black)
    if piece.shape == "stick":
        canvas.setLineWidth(HAIR)
        canvas.roundRect(0, 0.2 * high, wide, 0.6 * high, 0.16 * high, stroke=1, fill=0)
    else:
        for radius, strength in ((high / 2, THIN), (high * 0.41, HAIR)):
            canvas.setLineWidth(strength)
            canvas.circle(high / 2, high / 2, radius, stroke=1, fill=0)
    words = written(piece.value)
    page.text(wide / 2, 0.62 * high, words, 0.34 * high, bold=True, align="centre", within=0.76 * wide)
