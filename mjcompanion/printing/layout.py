"""Paper set by reportlab's platypus: words in the program's typeface, tables, and pages made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from typing import Final

from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer, Table, TableStyle  # type: ignore[import-untyped]

from mjcompanion.printing.fonts import LEAST, PLAIN, Lettering
from mjcompanion.printing.page import HAIR, QUIET, THIN, Align, Draw, PdfPage, PrintStyle
from mjcompanion.printing.tagging import ARTIFACT

TITLE: Final = 18.0
HEADING: Final = 12.0
TEXT: Final = 9.0
SMALL: Final = 7.5
"""Sizes of type in points, before they are made large; large print has no small type in its tables."""
LEADING: Final = 1.25
"""The height of a line, in sizes of the type."""
_RULE: Final = Color(0.75, 0.75, 0.75)
_PAD: Final = 2.0
"""Points between a cell's edge and what is in it."""


class Words(Flowable):  # type: ignore[misc]
    """Words in as many lines as they take, each letter in a font that has it; `size` in points, `grey` from 0 to 1.

    `tag` is as in `TaggedCanvas.marked`. With `fit` they have one line, for which they are set smaller, down to this
    share of their size, and then shortened.

    >>> words = Words(Lettering(), "Pung of red dragons", 10)
    >>> words.wrap(60, 100), words.lines
    ((60, 25.0), ['Pung of red', 'dragons'])
    """

    def __init__(
        self,
        lettering: Lettering,
        text: str,
        size: float,
        *,
        bold: bool = False,
        serif: bool = False,
        grey: float = 0,
        align: Align = "left",
        tag: str = "P",
        fit: float = 0,
    ) -> None:
        super().__init__()
        self.lettering = lettering.in_serif if serif else lettering
        self.text, self.size, self.bold, self.grey = text, max(size, LEAST), bold, grey
        self.align, self.tag, self.fit = align, tag, fit
        self.type_size = self.size
        self.lines: Sequence[str] = ()
        self.is_part = False

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Return its size in a room."""
        self.width = width
        if self.fit:
            wide = self.lettering.width(self.text, self.size, bold=self.bold)
            self.type_size = self.size * max(self.fit, min(1, width / wide)) if wide else self.size
            self.lines = [self.lettering.shortened(self.text, width + 0.01, self.type_size, bold=self.bold)]
        elif not self.is_part:
            self.lines = self.lettering.wrap(self.text, width, self.size, bold=self.bold)
        self.height = LEADING * self.size * len(self.lines)
        return width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the parts for this room and the next, of which the second goes on with the first."""
        self.wrap(width, height)
        fitting = int(height / (LEADING * self.size))
        if not 0 < fitting < len(self.lines):
            return []
        parts = [copy(self), copy(self)]
        for part, lines in zip(parts, (self.lines[:fitting], self.lines[fitting:]), strict=True):
            part.lines, part.is_part = lines, True
        parts[1].tag = ""
        return parts

    def draw(self) -> None:
        """Draw it."""
        with self.canv.marked(self.tag if self.text else ARTIFACT, title=self.text, top=self.height):
            y = self.height - self.size
            for line in self.lines:
                free = self.width - self.lettering.width(line, self.type_size, bold=self.bold)
                x = {"left": 0, "centre": free / 2, "right": free}[self.align]
                self.lettering.draw(self.canv, x, y, line, self.type_size, bold=self.bold, grey=self.grey)
                y -= LEADING * self.size


class FormText:
    """The words of a form, each in one of its sizes of type; a form that is set by platypus is a subclass."""

    def __init__(self, style: PrintStyle) -> None:
        self.style = style
        self.lettering = Lettering()
        self.text = TEXT * style.scale
        self.small = style.share(SMALL / TEXT) * self.text

    def title(self, text: str, size: float = TITLE) -> Words:
        """Return a heading in the serif; `size` is points before they are made large."""
        tag = "H2" if size == HEADING else "H1"
        return Words(self.lettering, text, size * self.style.scale, serif=True, tag=tag)

    def heading(self, title: str, facts: str) -> Iterator[Flowable]:
        """Yield the title of a document, and what there is to say about it in a quiet line below."""
        yield self.title(title)
        yield Spacer(0, 0.4 * self.text)
        yield self.words(facts, grey=QUIET)

    def column_heads(self, *heads: str, left: int) -> list[Flowable | str]:
        """Return quiet heads of columns, the first `left` of them above words, the others above figures."""
        return [self.words(head, self.small, grey=QUIET, right=at >= left) for at, head in enumerate(heads)]

    def words(
        self, text: str, size: float | None = None, *, bold: bool = False, grey: float = 0, right: bool = False
    ) -> Words:
        """Return a line of text or figures; `size` is points."""
        return Words(self.lettering, text, size or self.text, bold=bold, grey=grey, align="right" if right else "left")


def ruled_table(
    rows: Sequence[Sequence[Flowable | str]],
    widths: Sequence[float],
    *,
    heights: Sequence[float] | None = None,
    more: Sequence[tuple[object, ...]] = (),
) -> Table:
    """Return a table with a line below each row and a stronger one below its heads, which each page repeats.

    `widths` and `heights` are points, by default as high as the rows need; `more` are commands of reportlab's
    `TableStyle`.
    """
    style = [
        ("FONTNAME", (0, 0), (-1, -1), PLAIN[False]),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
        ("TOPPADDING", (0, 0), (-1, -1), _PAD),
        ("BOTTOMPADDING", (0, 0), (-1, -1), _PAD),
        ("LINEBELOW", (0, 0), (-1, -1), HAIR, _RULE),
        ("LINEBELOW", (0, 0), (-1, 0), THIN, black),
        *more,
    ]
    return Table(
        [list(row) for row in rows],
        colWidths=list(widths),
        rowHeights=None if heights is None else list(heights),
        repeatRows=1,
        style=TableStyle(style),
        renderCB=_tell_part,
    )


def _tell_part(table: Table, part: str, *place: object) -> None:
    table.canv.table_part(table, part, *place)


def paginate(story: Iterable[Flowable], style: PrintStyle, lettering: Lettering, foot: str) -> tuple[Draw, ...]:
    """Return what draws each page of a story of flowables set with `lettering`; one too high for a page is split."""
    pages: list[list[tuple[Flowable, float]]] = [[]]
    room = style.height
    waiting = list(story)
    while waiting:
        flowable = waiting.pop(0)
        _unused, high = flowable.wrap(style.width, room)
        if high <= room:
            pages[-1].append((flowable, high))
            room -= high
            continue
        if isinstance(flowable, Spacer):  # no page begins with a gap
            room = 0
            continue
        parts = flowable.split(style.width, room)
        if len(parts) > 1:
            waiting[:0] = parts
            continue
        if not pages[-1]:
            raise ValueError(f"{type(flowable).__name__} is higher than a page")
        pages.append([])
        room = style.height
        waiting.insert(0, flowable)
    return tuple(partial(_draw, tuple(page), lettering, foot) for page in pages)


def _draw(flowables: Sequence[tuple[Flowable, float]], lettering: Lettering, foot: str, page: PdfPage) -> None:
    page.lettering.missing |= lettering.missing
    y = page.height - page.top
    for flowable, high in flowables:
        y -= high
        flowable.drawOn(page.canvas, page.left, y)
    page.foot(foot)
