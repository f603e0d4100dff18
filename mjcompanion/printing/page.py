"""A page and what is drawn on it. Lengths are points, 72 to an inch; y runs down from the top edge, as one reads.

Everything is black on white, or a grey that a printer sets evenly; a page says the same in greyscale.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec
from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.tagging import ARTIFACT, TaggedCanvas
from mjcompanion.printing.tiles import PrintedGroup, draw_groups, in_words, room

Align = Literal["left", "right", "centre"]

SMALLEST: Final = 0.75
"""A text that is too wide is set smaller, down to this share of its size; then it is shortened."""
HAIR, THIN, THICK = 0.4, 0.7, 1.4
"""Strengths of rules in points."""
PALE: Final = 0.93
"""The grey of a ground that text can stand on: 0 is black and 1 white."""
QUIET: Final = 0.35
"""The grey of words that matter less; still far above the contrast that small print needs."""
BOX: Final = 25.6
"""The height of a line to write on that suits large handwriting: 9 mm, in points."""
_LARGE: Final = 1.8
_FOOT_SIZE: Final = 7.5
_FOOT: Final = 0.65
"""What is kept free at the bottom for the foot line, above the margin, in margins."""


class Paper(enum.StrEnum):
    """The sheets that printers hold."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points.

        >>> Paper.LETTER.size
        (612.0, 792.0)
        """
        return (612.0, 792.0) if self is Paper.LETTER else (595.28, 841.89)


class PrintStyle(msgspec.Struct, frozen=True):
    """How a form is to be printed: on which paper, in large print or not, with which words, to be filled in or not."""

    paper: Paper = Paper.A4
    large: bool = False
    terms: Terms = Terms()
    fillable: bool = False
    page_size: tuple[float, float] | None = None
    """The size of a page that is on its side or is for no printer, in points."""
    margin: float = 40.0
    """What is left free at each edge, in points."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page in points."""
        return self.paper.size if self.page_size is None else self.page_size

    @property
    def wide(self) -> PrintStyle:
        """The same with pages that lie on their side if the print is large, as wide tables need them.

        >>> PrintStyle(Paper.LETTER, large=True).wide.size, PrintStyle(Paper.LETTER).wide.size
        ((792.0, 612.0), (612.0, 792.0))
        """
        width, height = self.size
        return msgspec.structs.replace(self, page_size=(height, width)) if self.large else self

    @property
    def scale(self) -> float:
        """What sizes of type are multiplied by."""
        return _LARGE if self.large else 1.0

    def share(self, small: float) -> float:
        """The size of lesser words in sizes of the type: large print has none smaller.

        >>> PrintStyle().share(0.85), PrintStyle(large=True).share(0.85)
        (0.85, 1.0)
        """
        return 1.0 if self.large else small

    @property
    def width(self) -> float:
        """How wide the part of a page is that forms are drawn in."""
        return self.size[0] - 2 * self.margin

    @property
    def height(self) -> float:
        """How high it is."""
        return self.size[1] - (2 + _FOOT) * self.margin


class PdfPage:
    """One page of a document, being drawn."""

    def __init__(self, canvas: TaggedCanvas, style: PrintStyle, lettering: Lettering, number: int, pages: int) -> None:
        self.canvas = canvas
        self.style = style
        self.lettering = lettering
        self.number = number
        self.pages = pages
        self.width, self.height = style.size

    @property
    def left(self) -> float:
        """Where lines begin."""
        return self.style.margin

    @property
    def right(self) -> float:
        """Where lines end."""
        return self.width - self.style.margin

    @property
    def top(self) -> float:
        """Where the page begins."""
        return self.style.margin

    @property
    def bottom(self) -> float:
        """Where the page ends, above the foot line."""
        return self.top + self.style.height

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 9,
        *,
        bold: bool = False,
        align: Align = "left",
        within: float | None = None,
        grey: float = 0,
        tag: str = "P",
    ) -> float:
        """Write a line whose baseline is at y; the width it took.

        With `within`, a text that is wider is set smaller, and shortened where that is not enough. `align` says what
        x is of the text: its left end, its right end or its middle. `tag` is as in `TaggedCanvas.marked`.
        """
        lettering = self.lettering
        wide = lettering.width(words, size, bold=bold)
        if within is not None and wide > within:
            size *= max(SMALLEST, within / wide)
            words = lettering.shortened(words, within + 0.01, size, bold=bold)
            wide = lettering.width(words, size, bold=bold)
        start = x - (wide if align == "right" else wide / 2 if align == "centre" else 0)
        top = self.height - y + size
        with self.canvas.marked(tag if words else ARTIFACT, title=words, top=top):
            lettering.draw(self.canvas, start, self.height - y, words, size, bold=bold, grey=grey)
        return wide

    def rule(self, x: float, y: float, to_x: float, to_y: float | None = None, *, strength: float = HAIR) -> None:
        """Draw a straight line, level unless `to_y` says otherwise."""
        self.canvas.setStrokeColor(black)
        self.canvas.setLineWidth(strength)
        self.canvas.line(x, self.height - y, to_x, self.height - (y if to_y is None else to_y))

    def box(
        self, x: float, y: float, width: float, height: float, *, strength: float = HAIR, grey: float | None = None
    ) -> None:
        """Draw a rectangle whose upper left corner is at x, y; with a ground of this grey if one is given."""
        self.canvas.setStrokeColor(black)
        self.canvas.setLineWidth(strength)
        if grey is not None:
            self.canvas.setFillColor(Color(grey, grey, grey))
        self.canvas.rect(
            x, self.height - y - height, width, height, stroke=int(strength > 0), fill=int(grey is not None)
        )

    def tiles(self, groups: Sequence[PrintedGroup], x: float, y: float, width: float, *, labels: bool = False) -> float:
        """Draw tiles whose room has its upper left corner at x, y; how high that room is."""
        _wide, high = room(groups, width, labels=labels)
        with self.canvas.marked("Figure", alt=in_words(groups, self.style.terms)):
            draw_groups(self.canvas, groups, x, self.height - y - high, width, labels=labels)
        return high

    def foot(self, words: str) -> None:
        """The line at the bottom of every page: what it is, and which page of how many."""
        y = self.height - self.style.margin
        size = _FOOT_SIZE * self.style.scale
        here = _("Page {n} of {count}").format(n=self.number, count=self.pages) if self.pages > 1 else ""
        taken = self.text(self.right, y, here, size, align="right", grey=QUIET, tag=ARTIFACT) if here else 0
        within = self.right - self.left - taken - 12
        size = max(_FOOT_SIZE, size * min(1, within / max(1, self.lettering.width(words, size))))
        self.text(self.left, y, words, size, grey=QUIET, within=within, tag=ARTIFACT)


Draw = Callable[[PdfPage], None]
"""Draws one page."""
