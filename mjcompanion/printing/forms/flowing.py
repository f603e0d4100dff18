"""Pages that fill as a text does: lines that know their height, in blocks that stay together where a page has room.

What is on a line is placed when the document is laid out, and drawn when its page is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from mjcompanion.i18n.text_width import join_lines
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.layout import LEADING
from mjcompanion.printing.page import HAIR, PALE, Align, PdfPage
from mjcompanion.printing.tagging import RowKind
from mjcompanion.printing.tiles import PrintedGroup

_EMPTY: Final = 0.3
"""More of a page than this isn't left empty so that lines stay together."""
_SMALLEST_FIGURE: Final = 0.3
_HEAD: Final = 0.85
"""The size of a head above figures, in sizes of their type."""


FlowPiece = Callable[[PdfPage, float, float], None]
"""Draws something on a line whose upper left corner is at a place of the page."""


def text_at(
    x: float,
    down: float,
    words: str,
    size: float,
    *,
    bold: bool = False,
    align: Align = "left",
    grey: float = 0,
    within: float | None = None,
    tag: str = "P",
) -> FlowPiece:
    """Return words whose baseline is `down` points below the upper edge; `within` is the width they must fit into."""

    def draw(page: PdfPage, left: float, y: float) -> None:
        page.text(left + x, y + down, words, size, bold=bold, align=align, grey=grey, within=within, tag=tag)

    return draw


def figure_at(
    x: float, down: float, words: str, size: float, within: float, *, bold: bool = False, grey: float = 0
) -> FlowPiece:
    """Return a number that ends at x and is never cut: where it is too wide it is set smaller."""

    def draw(page: PdfPage, left: float, y: float) -> None:
        wide = page.lettering.width(words, size, bold=bold)
        fitting = size * max(_SMALLEST_FIGURE, min(1.0, within / wide)) if wide else size
        page.text(left + x, y + down, words, fitting, bold=bold, align="right", grey=grey)

    return draw


def tiles_at(x: float, down: float, groups: Sequence[PrintedGroup], width: float, *, labels: bool = False) -> FlowPiece:
    """Return tiles of this width, their upper left corner `down` points below the upper edge."""

    def draw(page: PdfPage, left: float, y: float) -> None:
        page.tiles(groups, left + x, y + down, width, labels=labels)

    return draw


def ground(width: float, height: float) -> FlowPiece:
    """Return a grey ground across a line."""
    return lambda page, left, y: page.box(left, y, width, height, strength=0, grey=PALE)


def rule_at(x: float, down: float, to_x: float, strength: float = HAIR) -> FlowPiece:
    """Return a level line."""
    return lambda page, left, y: page.rule(left + x, y + down, left + to_x, strength=strength)


class FlowLine(NamedTuple):
    """Pieces side by side, and their height in points."""

    height: float
    pieces: tuple[FlowPiece, ...] = ()
    row: RowKind = ""
    """Its kind of row in a table."""

    def draw(self, page: PdfPage, left: float, y: float) -> None:
        """Draw it, its upper left corner at a place of the page."""
        with page.row(self.row):
            for piece in self.pieces:
                piece(page, left, y)


class FlowBlock(NamedTuple):
    """Lines that stay together where a page has room; `heads` is repeated at the top of a page that begins among them.

    Rather than leave much of a page empty, a page may end behind the first `tight` lines; none: it may not.
    """

    lines: tuple[FlowLine, ...]
    heads: FlowLine | None = None
    tight: int = 0

    @property
    def height(self) -> float:
        """How high it is, in points."""
        return sum(line.height for line in self.lines)


Sheet = tuple[FlowLine, ...]
"""The lines of a page, from its top on."""


def flow(blocks: Iterable[FlowBlock], height: float, known: Callable[[int], None] | None = None) -> list[Sheet]:
    """Put blocks on pages of this height; at least one page. `known` is called with their number so far.

    >>> line = FlowLine(10)
    >>> [len(sheet) for sheet in flow([FlowBlock((line,) * 3), FlowBlock((line,) * 3), FlowBlock((line,) * 12)], 50)]
    [3, 3, 5, 5, 2]
    """
    sheets: list[list[FlowLine]] = [[]]
    left = height
    for block in blocks:
        heads = block.heads.height if block.heads is not None else 0
        whole = block.height
        parted = (
            block.tight and left >= height * _EMPTY and sum(line.height for line in block.lines[: block.tight]) <= left
        )
        if sheets[-1] and whole > left and not parted:
            if known is not None:
                known(len(sheets))
            sheets.append([])
            left = height
        for at, line in enumerate(block.lines):
            if sheets[-1] and line.height > left:
                sheets.append([])
                left = height
            if not sheets[-1] and block.heads is not None and not any(one is block.heads for one in block.lines[at:]):
                sheets[-1].append(block.heads)
                left -= heads
            sheets[-1].append(line)
            left -= line.height
    return [tuple(sheet) for sheet in sheets]


def draw_sheet(sheet: Sheet, foot: str, page: PdfPage) -> None:
    """Draw the lines of a page, and its foot line."""
    y = page.top
    for line in sheet:
        line.draw(page, page.left, y)
        y += line.height
    page.foot(foot)


def stacked(*lines: FlowLine) -> FlowLine:
    """Lines one below the other that are never torn apart."""

    def show(page: PdfPage, left: float, y: float) -> None:
        for line in lines:
            line.draw(page, left, y)
            y += line.height

    return FlowLine(sum(line.height for line in lines), (show,))


# lines of words


def wrapped(
    lettering: Lettering, words: str, x: float, width: float, size: float, *, bold: bool = False, grey: float = 0,
    most: int | None = None, tag: str = "P",
) -> tuple[FlowLine, ...]:  # fmt: skip
    """Words as lines, the last one shortened where there may be no more than `most`; `tag` is as in `PdfPage.text`."""
    lines = lettering.wrap(words, width, size, bold=bold)
    if most is not None and len(lines) > most:
        rest = join_lines(lines[most - 1 :])
        lines = [*lines[: most - 1], lettering.shortened(rest, width, size, bold=bold)]
    return tuple(
        FlowLine(size * LEADING, (text_at(x, size, line, size, bold=bold, grey=grey, tag="" if at else tag),))
        for at, line in enumerate(lines)
    )
