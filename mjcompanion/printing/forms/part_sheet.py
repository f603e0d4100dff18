"""Sheets in columns: a heading, and below it parts with sentences, figures, tiles and a picture, or other blocks.

A part is data; tests compare it with what it tells of. It stays together where a column can hold it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

import msgspec
from reportlab.lib.colors import black  # type: ignore[import-untyped]

from mjcompanion.core.chips import ChipKind as Chip
from mjcompanion.core.chips import ChipSet
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import N_, _, pgettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import LEAST, Lettering
from mjcompanion.printing.forms.flowing import (
    FlowLine,
    FlowPiece,
    ground,
    rule_at,
    stacked,
    text_at,
    tiles_at,
)
from mjcompanion.printing.page import HAIR, QUIET, SMALLEST, THICK, THIN, Draw, PdfPage, PrintStyle
from mjcompanion.printing.tagging import RowKind
from mjcompanion.printing.tiles import PrintedGroup, room, width_for
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
_TITLE: Final = 2.1
"""The size of the title, in sizes of the type."""
_LEADING: Final = 1.27
_TIGHT: Final = 1.16
"""The height of a line, in sizes of the type: usually, and where margins are narrow."""
_AFTER: Final = 0.3
_TIGHT_AFTER: Final = 0.12
"""What is free after a sentence, in the same cases."""
_GAP: Final = 7.0
"""Before a cell."""
_WIDEST_TILE: Final = 1.75
_SMALL_TILE: Final = 1.0
"""Of tiles by themselves in a line, and of those in a line with figures: in sizes of the type."""
_BETWEEN: Final = 1.0
_TIGHT_BETWEEN: Final = 0.6
_MOST_BETWEEN: Final = 2.6
"""What is free between two parts, in sizes of the type: at least, where margins are narrow, and where a page has room
to spare."""
_MORE: Final = N_("continued")
_WALLS_ABOUT: Final = N_("The four walls from above: the stack that was counted, and where drawing starts.")
_MOST_EVEN: Final = 12
"""Of more columns than these only the last is less full."""
_WALLS: Final = 14.0
_WALLS_SHARE: Final = 0.45
"""The side of the picture of the walls: in sizes of the type, and at most this share of a column."""


class TitledBlock(NamedTuple):
    """What is under one title: its lines, the first with the title on it.

    `again` is the title where it goes on in another column.
    """

    lines: list[FlowLine]
    again: FlowLine

    @property
    def height(self) -> float:
        """How high it is, in points."""
        return sum(line.height for line in self.lines)


class SheetColumn(NamedTuple):
    """What is in one column: the lines of each block in it."""

    blocks: list[list[FlowLine]]

    @property
    def high(self) -> float:
        """The height of it all without the room between blocks."""
        return sum(line.height for lines in self.blocks for line in lines)


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

    def make(size: float, style: PrintStyle) -> FilledColumns:
        sheet = PartSheet(title, facts, style, size, 1 if style.large else columns)
        blocks = [sheet.block(part) for part in parts]
        return FilledColumns(size, sheet, sheet.flow(blocks, parted=sheet.tight))

    found = fitted(make, style, sizes)
    if found.pages > 1 and not style.large:
        style = msgspec.structs.replace(style, margin=_NARROW)
        tight = fitted(make, style, sizes)
        found = tight if tight.pages < found.pages else found
    pages = tuple(found.sheet.pages(found.columns, foot))
    return msgspec.structs.replace(document, pages=pages, style=found.sheet.style)


class FilledColumns(NamedTuple):
    """Blocks laid out in columns, with the type size that was tried."""

    size: float
    sheet: PartSheet
    columns: list[SheetColumn]

    @property
    def pages(self) -> int:
        """How many pages that takes."""
        return ceil(len(self.columns) / self.sheet.columns)


def fitted(
    make: Callable[[float, PrintStyle], FilledColumns], style: PrintStyle, sizes: Sequence[float], most: int = 1
) -> FilledColumns:
    """A sheet on as few pages as it can be brought to, then in the largest size of type in which it takes no more.

    Large print has one size, on as many pages as it takes. `sizes` of type are the largest first; what takes more than
    `most` pages in all of them has the size in the middle.
    """
    if style.large:
        return make(_LARGE_SIZE, style)
    least = make(sizes[-1], style)
    if least.pages > most:
        return make(sizes[len(sizes) // 2], style)
    low, high = 0, len(sizes) - 1  # sizes[high] is small enough
    best = least
    while low < high:
        middle = (low + high) // 2
        made = make(sizes[middle], style)
        if made.pages <= least.pages:
            high, best = middle, made
        else:
            low = middle + 1
    return best


class PartSheet:
    """A heading and columns, in type of one size; the size is made large where the style says so."""

    def __init__(self, title: str, facts: str, style: PrintStyle, size: float, columns: int) -> None:
        self.style = style
        self.tight = style.margin <= _NARROW
        self.leading = _TIGHT if self.tight else _LEADING
        self.after, self.between = (_TIGHT_AFTER, _TIGHT_BETWEEN) if self.tight else (_AFTER, _BETWEEN)
        self.size = size = size * style.scale
        self.small = max(LEAST, style.share(0.85) * size)
        self.columns = columns
        self.lettering = Lettering()
        self.across = style.width
        self.width = (self.across - GUTTER * (columns - 1)) / columns
        self.title_size = _TITLE * size
        self.title = [title]
        if self.lettering.width(title, SMALLEST * self.title_size, bold=True) > self.across:
            self.title_size *= SMALLEST
            self.title = self.lettering.wrap(title, self.across, self.title_size, bold=True)
        self.facts = self.lettering.wrap(facts, self.across, size)
        self.head = 0.2 * size + 1.15 * self.title_size * len(self.title) + len(self.facts) * self.leading * size + size
        self.room = style.height - self.head

    def flow(self, blocks: Sequence[TitledBlock], *, parted: bool) -> list[SheetColumn]:
        """Blocks in columns, on as few pages as can be; of several columns on a page none much fuller than another.

        A block that a column can hold stays together; if `parted`, only where that takes no more pages.
        """
        together = True
        found = self._columns(blocks, self.room, together=True)
        if parted:
            other = self._columns(blocks, self.room, together=False)
            if self._pages(other) < self._pages(found):
                found, together = other, False
        if self.columns == 1 or len(found) > _MOST_EVEN:
            return found
        found = self._evened(blocks, found, together=together)
        before = (self._pages(found) - 1) * self.columns
        if together and before:
            last = [TitledBlock(lines, lines[0]) for column in found[before:] for lines in column.blocks]
            if max(block.height for block in last) <= self.room:
                found = [*found[:before], *self._evened(last, found[before:], together=True)]
        return found

    def _evened(self, blocks: Sequence[TitledBlock], found: list[SheetColumn], *, together: bool) -> list[SheetColumn]:
        """The same blocks in columns of which the fullest is as short as can be, on no more pages."""
        pages = self._pages(found)
        low, high = 0.0, self.room
        while high - low > self.size / 2:
            middle = (low + high) / 2
            even = self._columns(blocks, middle, together=together)
            if self._pages(even) <= pages and max(self._high(column) for column in even) <= middle:
                found, high = even, middle
            else:
                low = middle
        return found

    def _pages(self, columns: Sequence[SheetColumn]) -> int:
        return ceil(len(columns) / self.columns)

    def _high(self, column: SheetColumn) -> float:
        return column.high + (len(column.blocks) - 1) * self.between * self.size

    def _columns(self, blocks: Sequence[TitledBlock], room: float, *, together: bool) -> list[SheetColumn]:
        """Fill one column after the other; a block that no column can hold is parted in any case."""
        columns = [SheetColumn([])]
        free = room
        for block in blocks:
            high = block.height
            if columns[-1].blocks:
                free -= self.between * self.size
                needed = high if together and high <= room else sum(line.height for line in block.lines[:2])
                if needed > free:
                    columns.append(SheetColumn([]))
                    free = room
            columns[-1].blocks.append([])
            for line in block.lines:
                if line.height > free and columns[-1].blocks[-1]:
                    columns.append(SheetColumn([[block.again]]))
                    free = room - block.again.height
                columns[-1].blocks[-1].append(line)
                free -= line.height
        return columns

    def pages(self, columns: Sequence[SheetColumn], foot: str) -> Iterator[Draw]:
        """What draws each page."""
        for number in range(ceil(len(columns) / self.columns)):
            yield self._page(columns[number * self.columns : (number + 1) * self.columns], foot)

    def _page(self, columns: Sequence[SheetColumn], foot: str) -> Draw:
        def draw(page: PdfPage) -> None:
            self._heading(page)
            for at, column in enumerate(columns):
                x = page.left + at * (self.width + GUTTER)
                y = page.top + self.head
                spare = (self.room - column.high) / max(1, len(column.blocks) - 1)
                between = min(_MOST_BETWEEN * self.size, spare)
                for lines in column.blocks:
                    for line in lines:
                        line.draw(page, x, y)
                        y += line.height
                    y += between
            page.foot(foot)

        return draw

    def _heading(self, page: PdfPage) -> None:
        size = self.size
        y = page.top - 0.3 * self.title_size
        for at, words in enumerate(self.title):
            y += 1.15 * self.title_size
            tag = "" if at else "H1"
            page.text(page.left, y, words, self.title_size, bold=True, within=self.across, tag=tag)
        y += 0.3 * self.title_size
        for at, words in enumerate(self.facts):
            y += self.leading * size
            page.text(page.left, y - 0.2 * size, words, size, grey=QUIET, tag="" if at else "P")
        page.rule(page.left, y + 0.25 * size, page.right, strength=THICK)

    # --- parts

    def block(self, part: SheetPart) -> TitledBlock:
        """A part, ready to be put into columns."""
        return TitledBlock(list(self._all_lines(part)), self.title_line(part.title, more=True))

    def _all_lines(self, part: SheetPart) -> Iterator[FlowLine]:
        widths = self._cell_widths(part)
        title = self.title_line(part.title, part.heads, widths)
        if isinstance(part.picture, Break):
            yield self._beside(title, part.entries, part.picture)
            return
        lines = list(self._lines(part, widths))
        if isinstance(part.picture, ChipSet):
            title = stacked(title, self._chips(part.picture))
        yield stacked(title, *lines[:1])
        yield from lines[1:]

    def _cell_widths(self, part: SheetPart) -> tuple[float, ...]:
        """How wide each column of figures is."""
        count = max((len(entry.cells) for entry in part.entries), default=0)
        heads = (*part.heads, *[""] * (count - len(part.heads)))
        found = []
        for at in range(count):
            cells = [self.lettering.width(one.cells[at], self.size, bold=True) for one in part.entries if one.cells]
            head = self.lettering.width(heads[at], self.small)
            found.append(min(max(*cells, head, 2.2 * self.size), (0.45 if count == 1 else 0.3) * self.width))
        return tuple(found)

    def title_line(
        self, words: str, heads: tuple[str, ...] = (), widths: tuple[float, ...] = (), *, more: bool = False
    ) -> FlowLine:
        """A title with a rule below it; `heads` stand at its right, above columns of these widths."""
        size, base, small = self.size, 1.15 * self.size, self.small
        taken = sum(widths) + _GAP * len(widths) if heads else 0
        taken += self.lettering.width(_(_MORE), small) + 0.4 * size if more else 0
        within = self.width - taken
        pieces: list[FlowPiece] = [text_at(0, base, words, base, bold=True, within=within, tag="P" if more else "H2")]
        if more:
            wide = min(self.lettering.width(words, base, bold=True), within)
            pieces.append(text_at(wide + 0.4 * size, base, _(_MORE), small, grey=QUIET, tag=""))
        for head, (right, width) in zip(heads, self._last_columns(widths, len(heads)), strict=True):
            pieces.append(text_at(right, base, head, small, align="right", within=width + _GAP, grey=QUIET))
        row: RowKind = "head" if heads else ""
        return FlowLine(1.75 * size, (*pieces, rule_at(0, 1.55 * size, self.width, THIN)), row)

    def _last_columns(self, widths: tuple[float, ...], count: int) -> list[tuple[float, float]]:
        """Return the right edge and the width of each of the last `count` columns, in points."""
        ends = [self.width - 2 - sum(widths[at:]) - _GAP * len(widths[at:]) for at in range(1, len(widths) + 1)]
        return list(zip(ends, widths, strict=True))[len(widths) - count :]

    def _lines(self, part: SheetPart, widths: tuple[float, ...]) -> Iterator[FlowLine]:
        number = 0
        for entry in part.entries:
            if entry.cells:
                yield self._figures(entry, widths, shaded=number % 2 == 0)
                number += 1
            else:
                yield self._sentence(entry, self.width)

    def _figures(self, entry: PartEntry, widths: tuple[float, ...], *, shaded: bool) -> FlowLine:
        size, width = self.size, self.width
        tile = _SMALL_TILE * size
        taken, tall = room(entry.tiles, tile) if entry.tiles else (0.0, 0.0)
        beside = sum(widths) if len(widths) > 1 else self.lettering.width(entry.cells[0], size, bold=True)
        free = width - min(beside, sum(widths)) - _GAP * len(widths) - (taken + _GAP if taken else 0) - 4
        words = self.lettering.wrap(entry.words, free, size, bold=entry.marked)
        columns = self._last_columns(widths, len(entry.cells))
        cells = [
            self.lettering.wrap(cell, wide, size, bold=True)
            for cell, (_right, wide) in zip(entry.cells, columns, strict=True)
        ]
        lines = max(len(words), *map(len, cells))
        high = max(self.leading * size * lines + 0.15 * size, tall + 2.4 if tall else 0)
        base = (high - (len(words) - 1) * self.leading * size) / 2 + 0.36 * size
        pieces: list[FlowPiece] = [ground(width, high)] if shaded else []
        pieces += [
            text_at(2, base + at * self.leading * size, line, size, bold=entry.marked) for at, line in enumerate(words)
        ]
        for cell, (right, wide) in zip(cells, columns, strict=True):
            middle = (high - (len(cell) - 1) * self.leading * size) / 2 + 0.36 * size
            pieces += [
                text_at(right, middle + at * self.leading * size, line, size, bold=True, align="right", within=wide)
                for at, line in enumerate(cell)
            ]
        if entry.tiles:
            left = columns[0][0] - columns[0][1] - _GAP
            pieces.append(tiles_at(left - taken, (high - tall) / 2, entry.tiles, tile))
        return FlowLine(high, tuple(pieces), "row")

    def _sentence(self, entry: PartEntry, width: float) -> FlowLine:
        size = self.size
        words = self.lettering.wrap(entry.words, width - 4, size, bold=entry.marked) or [""]
        tile = width_for(entry.tiles, width - 4, at_most=_WIDEST_TILE * size)
        tall = room(entry.tiles, tile)[1] + 0.5 * size if entry.tiles else 0.0
        high = self.leading * size * len(words) + self.after * size if entry.words else 0.6 * size
        pieces: list[FlowPiece] = [
            text_at(2, (at + 0.9) * self.leading * size, line, size, bold=entry.marked, tag="" if at else "P")
            for at, line in enumerate(words)
        ]
        if entry.tiles:
            pieces.append(tiles_at(2, high + 0.15 * size, entry.tiles, tile))
        return FlowLine(high + tall, tuple(pieces))

    def _beside(self, title: FlowLine, entries: Sequence[PartEntry], opened: Break) -> FlowLine:
        """A part whose sentences stand next to a picture of the walls, and go on below it."""
        side = min(_WALLS * self.size, _WALLS_SHARE * self.width)
        indent = side + 1.2 * self.size
        beside: list[FlowLine] = []
        below: list[FlowLine] = []
        high = 0.0
        for entry in entries:
            if high < side:
                beside.append(self._sentence(entry, self.width - indent))
                high += beside[-1].height
            else:
                below.append(self._sentence(entry, self.width))
        high = max(high, side + (0.6 if below else 0.4) * self.size)

        def show(page: PdfPage, left: float, y: float) -> None:
            with page.figure(_(_WALLS_ABOUT)):
                draw_walls(page, opened, left, y + 0.3 * self.size, side)
            stacked(*beside).draw(page, left + indent, y)

        return stacked(title, FlowLine(high, (show,)), *below)

    def _chips(self, chips: ChipSet) -> FlowLine:
        size = self.size
        each = self.width / 4
        rows = ceil(len(chips.pieces) / 4)
        high = 4.2 * size

        def show(page: PdfPage, x: float, y: float) -> None:
            for at, piece in enumerate(chips.pieces):
                left, top = x + at % 4 * each, y + at // 4 * high + 0.5 * size
                with page.figure(written(piece.value), left, each):
                    taken = draw_piece(page, piece, left + 2, top, 2.6 * size)
                words = f"× {written(piece.count)}"
                page.text(left + taken + 8, top + 1.65 * size, words, 1.1 * size, within=each - taken - 12)

        return FlowLine(rows * high, (show,))


# --- pictures

_DEPTH: Final = 1.35
"""How deep a stack is, in widths of a stack."""
_GREY: Final = 0.72


def draw_walls(page: PdfPage, opened: Break, x: float, y: float, side: float) -> None:
    """The four walls from above in a square whose upper left corner is at x, y: what was counted, and the drawing.

    East sits at the bottom. The counted stack is black, the kong box grey, and an arrow runs as tiles are drawn.
    """
    letter = side / 13
    unit = (side - 2.6 * letter) / (opened.stacks + 2 * (_DEPTH + 0.35))
    start = x + 1.3 * letter, y + 1.3 * letter
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
    middle_x, middle_y = x + side / 2, y + side / 2
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


def draw_piece(page: PdfPage, piece: Chip, x: float, y: float, high: float) -> float:
    """A chip or a stick with its value, its upper left corner at x, y; how wide it is."""
    words = written(piece.value)
    if piece.shape == "stick":
        wide = 1.9 * high
        page.canvas.setStrokeColor(black)
        page.canvas.setLineWidth(HAIR)
        page.canvas.roundRect(x, page.height - y - 0.8 * high, wide, 0.6 * high, 0.16 * high, stroke=1, fill=0)
    else:
        wide = high
        page.canvas.setStrokeColor(black)
        for radius, strength in ((high / 2, THIN), (high * 0.41, HAIR)):
            page.canvas.setLineWidth(strength)
            page.canvas.circle(x + high / 2, page.height - y - high / 2, radius, stroke=1, fill=0)
    page.text(x + wide / 2, y + 0.62 * high, words, 0.34 * high, bold=True, align="centre", within=0.76 * wide)
    return wide
