"""What Kemp's two score cards are made of: sections of lines with up to three cells each, set to fill their page.

A line is data: its label, and what stands in its cells. A cell holds a text, an empty text where somebody writes, or
None where nothing belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Final, NamedTuple

import msgspec

from mjcompanion.paper.lettering import Lettering
from mjcompanion.paper.page import HAIR, PALE, QUIET, THIN, Page, Style
from mjcompanion.paper.tiles import Group, notation, room, width_for
from mjcompanion.squares import text_of
from mjcompanion.words import number, tr

NONE: Final = "–"
"""Stands where a line earned nothing."""
SIZE: Final = 9.0
"""The size of the type in points, before it is made large."""
GAP: Final = 6.0
"""What is kept free between columns."""
_COLUMN: Final = 62.0
_WIDEST_TILE: Final = 19.0
_LOW, _HIGH = 1.36, 1.95
"""How high a line is at least and at most, in sizes of its type."""
_LEADING: Final = 1.16
_MOST_TOLD: Final = 2
_BEFORE: Final = 0.35
"""The lines left free before a section."""
_TOTAL: Final = 1.25
"""How many lines high a total is."""


def parted(final: str) -> str:
    """A final score, as sheets tell it, with its thousands parted as those of all other scores are.

    >>> parted("4907142.30"), parted("176.62"), parted("")
    ('4,907,142.30', '176.62', '')
    """
    return number(Decimal(final), ",.2f") if final else ""


def localised(figure: str) -> str:
    """A figure, as sheets tell it, with the decimal point of the language.

    >>> localised("71.01")
    '71.01'
    """
    return number(Decimal(figure), ".2f")


class Row(msgspec.Struct, frozen=True):
    """One line of a card.

    `first` and `second` are the cells before the amount; where the first is None, the second stands in the middle of
    both. `counts` marks what the hand earned, `strong` which of the two cells say why. `about` and `second_about` say
    what belongs into an empty amount and an empty second cell. `total` sets a line off.
    """

    key: str
    label: str
    first: str | None = None
    second: str | None = None
    amount: str | None = ""
    counts: bool = False
    strong: tuple[bool, bool] = (False, False)
    about: str = ""
    second_about: str = ""
    total: bool = False


class Section(msgspec.Struct, frozen=True):
    """Lines under one heading; `heads` are the words above the three cells, `note` a few sentences below the title."""

    title: str
    rows: tuple[Row, ...]
    heads: tuple[str, str, str] = ("", "", "")
    note: str = ""


class Block(NamedTuple):
    """A part of a page: `fixed` points high and `lines` lines of a height that the page decides.

    `draw` is told where the block begins and how high a line is, and says where it ended.
    """

    fixed: float
    lines: float
    draw: Callable[[Page, float, float], float]


class Columns(NamedTuple):
    """Where the cells of a card are: the width of each, and how wide a label may be beside them."""

    cell: float
    label: float
    size: float

    @classmethod
    def of(cls, style: Style) -> Columns:
        """The columns of a page in this style."""
        size = SIZE * style.scale
        across = style.paper.size[0] - 2 * Page.MARGIN
        cell = _COLUMN * style.scale
        return cls(cell, across - 3 * (cell + GAP), size)

    def label_room(self, row: Row) -> float:
        """How wide the label of a line may be: it runs on where cells are missing."""
        if row.first is not None:
            return self.label
        return self.label + (self.cell / 2 if row.second is not None else 2 * (self.cell + GAP))


class Sheetful(NamedTuple):
    """The blocks of one page, and how high its lines are."""

    blocks: tuple[Block, ...]
    line: float

    @property
    def high(self) -> float:
        """How high all of it is, in points."""
        return sum(block.fixed + block.lines * self.line for block in self.blocks)

    def draw(self, page: Page, y: float) -> float:
        """Draw the blocks one below the other."""
        for block in self.blocks:
            y = block.draw(page, y, self.line)
        return y


def page_room(style: Style) -> float:
    """How high the part of a page is that forms are drawn in."""
    return style.paper.size[1] - 2 * Page.MARGIN - Page.FOOT


def flow(blocks: Sequence[Block], style: Style, high: float | None = None) -> list[Sheetful]:
    """Blocks on as few pages as hold them, about equally full, their lines spread as far as is pleasant.

    `high` is the room of a page, if it isn't all of it.
    """
    high = page_room(style) if high is None else high
    size = SIZE * style.scale
    for count in range(1, len(blocks) + 1):
        ways = [_parted(blocks, cuts) for cuts in combinations(range(1, len(blocks)), count - 1)]
        tallest, pages = min(((max(_height(page, _LOW * size) for page in way), way) for way in ways), key=_first)
        if tallest <= high:
            break
    return [Sheetful(tuple(page), _line_of(page, size, high)) for page in pages]


def _first(pair: tuple[float, object]) -> float:
    return pair[0]


def _parted(blocks: Sequence[Block], cuts: tuple[int, ...]) -> list[Sequence[Block]]:
    return [blocks[start:end] for start, end in pairwise((0, *cuts, len(blocks)))]


def _height(blocks: Sequence[Block], line: float) -> float:
    return sum(block.fixed + block.lines * line for block in blocks)


def _line_of(blocks: Sequence[Block], size: float, high: float) -> float:
    lines = sum(block.lines for block in blocks)
    spread = (high - sum(block.fixed for block in blocks)) / lines if lines else 0
    return min(max(spread, _LOW * size), _HIGH * size)


# --- blocks


def heading(style: Style, title: str, asked: Sequence[tuple[str, str, str]], prefix: str = "") -> Block:
    """The title of a card, and what is asked below it: the key, the word and the answer of each."""
    size = SIZE * style.scale

    def draw(page: Page, y: float, line: float) -> float:
        page.text(page.left, y + 1.35 * size, title, 1.45 * size, bold=True, within=page.right - page.left)
        y += 2.2 * size
        across = (page.right - page.left - GAP * (len(asked) - 1)) / len(asked)
        x = page.left
        for key, word, answer in asked:
            base = y + line - 0.42 * size
            taken = page.text(x, base, tr("{word}:", "before a place to write on").format(word=word), size) + 0.5 * size
            entry(page, prefix + key, x + taken, y, across - taken, line, answer, about=word, align="left")
            x += across + GAP
        return y + line + 0.5 * size

    return Block(2.7 * size, 1, draw)


def hand_block(style: Style, groups: Sequence[Group], words: Sequence[str]) -> Block:
    """A hand in tiles with its notation, and what is told of it in lines below."""
    size = SIZE * style.scale
    across = style.paper.size[0] - 2 * Page.MARGIN
    wide = width_for(groups, across, at_most=_WIDEST_TILE * style.scale)
    lettering = Lettering()
    words = (notation(groups), *words) if style.large else words  # labels would be as small as the tiles make them
    told = [line for word in words for line in _few_lines(lettering, word, across, 0.9 * size)]
    labels = not style.large
    high = room(groups, wide, labels=labels)[1] + 0.4 * size + len(told) * 1.25 * size + 0.3 * size

    def draw(page: Page, y: float, line: float) -> float:  # noqa: ARG001 - as all blocks
        base = y + page.tiles(groups, page.left, y, wide, labels=labels) + 1.2 * size
        for words in told:
            page.text(page.left, base, words, 0.9 * size, grey=QUIET)
            base += 1.25 * size
        return y + high

    return Block(high, 0, draw)


def _few_lines(lettering: Lettering, words: str, across: float, size: float) -> list[str]:
    """Words in lines, the last of them shortened where there would be too many."""
    lines = lettering.wrap(words, across, size)
    if len(lines) <= _MOST_TOLD:
        return lines
    rest = text_of(lines[_MOST_TOLD - 1 :])
    return [*lines[: _MOST_TOLD - 1], lettering.shortened(rest, across, size)]


def section_block(style: Style, section: Section, prefix: str = "") -> Block:
    """A section with its heading, its note and its lines."""
    columns = Columns.of(style)
    size = columns.size
    across = style.paper.size[0] - 2 * Page.MARGIN
    lettering = Lettering()
    note = lettering.wrap(section.note, across, 0.85 * size)
    labels = [
        lettering.wrap(row.label, columns.label_room(row), _label_size(row, size), bold=row.total)
        for row in section.rows
    ]
    more = sum(len(label) - 1 for label in labels) * _LEADING * size
    head = 1.75 * size if section.title else 0.3 * size
    high = head + len(note) * 1.15 * size + more + (0.2 * size if note else 0)

    def draw(page: Page, y: float, line: float) -> float:
        if section.title:
            y += _BEFORE * line
            _draw_heads(page, section, y, columns)
        y += head
        for words in note:
            page.text(page.left, y + 0.8 * size, words, 0.85 * size, grey=QUIET)
            y += 1.15 * size
        y += 0.2 * size if note else 0
        for at, (row, label) in enumerate(zip(section.rows, labels, strict=True)):
            tall = _lines_of(row) * line + (len(label) - 1) * _LEADING * size
            if at % 2 == 0 and not row.total:
                page.box(page.left, y, page.right - page.left, tall, strength=0, grey=PALE)
            _draw_row(page, row, label, y, tall, columns, prefix)
            y += tall
        return y

    lines = sum(map(_lines_of, section.rows)) + _BEFORE * bool(section.title)
    return Block(high, lines, draw)


def _lines_of(row: Row) -> float:
    """How many lines a line counts for, in height."""
    return _TOTAL if row.total else 1


def _label_size(row: Row, size: float) -> float:
    return 1.1 * size if row.total else size


def _draw_heads(page: Page, section: Section, y: float, columns: Columns) -> None:
    size = columns.size
    base = y + 1.2 * size
    first = next((at for at, head in enumerate(section.heads) if head), 3)
    free = page.right - page.left - (3 - first) * (columns.cell + GAP)
    page.text(page.left, base, section.title, 1.1 * size, bold=True, within=free)
    for at, head in enumerate(section.heads):
        if head:
            right = page.right - (2 - at) * (columns.cell + GAP)
            middle = right - columns.cell / 2
            page.text(middle, base, head, 0.85 * size, align="centre", within=columns.cell + GAP - 1, grey=QUIET)
    page.rule(page.left, y + 1.6 * size, page.right, strength=THIN)


def _draw_row(page: Page, row: Row, label: Sequence[str], y: float, tall: float, columns: Columns, prefix: str) -> None:
    size = _label_size(row, columns.size)
    base = y + tall - 0.42 * columns.size - (len(label) - 1) * _LEADING * size / 2
    bold = row.total or row.counts
    for at, words in enumerate(label):
        under = base - ((len(label) - 1) / 2 - at) * _LEADING * size
        page.text(page.left + 2, under, words, size, bold=row.total)
    cell, step = columns.cell, columns.cell + GAP
    second = page.right - 2 * step + GAP
    if row.first is not None:
        middle = page.right - 2 * step - cell / 2
        _draw_middle(page, middle, base, row.first, columns, bold=row.strong[0])
    else:
        second -= step / 2
    if row.second:
        _draw_middle(page, second + cell / 2, base, row.second, columns, bold=row.strong[1])
    elif row.second is not None:
        inset = cell / 5
        about = row.second_about or row.label
        entry(page, f"{prefix}{row.key}-by", second + inset, y, cell - 2 * inset, tall, "", about=about)
    if row.amount is not None:
        about = row.about or row.label
        strength = THIN if row.total else HAIR
        entry(
            page, prefix + row.key, page.right - cell, y, cell, tall, row.amount, about=about, bold=bold, size=size,
            base=base, strength=strength, grey=QUIET if row.amount == NONE else 0,
        )  # fmt: skip


def _draw_middle(page: Page, x: float, base: float, words: str, columns: Columns, *, bold: bool) -> None:
    page.text(x, base, words, columns.size, bold=bold, align="centre", within=columns.cell)


# --- cells


def entry(
    page: Page,
    key: str,
    x: float,
    y: float,
    width: float,
    height: float,
    value: str,
    *,
    about: str,
    align: str = "right",
    bold: bool = False,
    size: float | None = None,
    base: float | None = None,
    strength: float = HAIR,
    grey: float = 0,
) -> None:
    """A place to write into: what is written there, else a field or a bare line; its upper left corner at x, y.

    With a `strength` of 0 there is no line.
    """
    size = SIZE * page.style.scale if size is None else size
    if not value and page.style.fillable:
        page.field(
            key, x, y + 1, width, height - 2, about=about, size=min(size, 0.72 * (height - 2)), ruled=strength > 0
        )
        return
    if value:
        base = y + height - 0.42 * SIZE * page.style.scale if base is None else base
        if align == "left":
            page.text(x + 2, base, value, size, bold=bold, within=width - 4, grey=grey)
        else:
            page.text(x + width - 3, base, value, size, bold=bold, align="right", within=width - 5, grey=grey)
    if strength:
        page.rule(x, y + height - 1, x + width, strength=strength)
