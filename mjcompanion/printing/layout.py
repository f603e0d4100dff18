"""Paper set by reportlab's platypus: words in the program's typeface, tables, and pages made of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from reportlab.lib.colors import Color, black, white  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer, Table, TableStyle  # type: ignore[import-untyped]

from mjcompanion.core.tiles import Terms
from mjcompanion.printing.fields import FormNumber, make_number
from mjcompanion.printing.fonts import LEAST, PLAIN, Lettering
from mjcompanion.printing.page import HAIR, QUIET, SMALLEST, THIN, Align, Draw, PdfPage, PrintStyle
from mjcompanion.printing.tagging import ARTIFACT, TaggedCanvas
from mjcompanion.printing.tiles import PrintedGroup, draw_groups, in_words, room

TITLE: Final = 18.0
HEADING: Final = 12.0
TEXT: Final = 9.0
SMALL: Final = 7.5
"""Sizes of type in points, before they are made large; large print has no small type in its tables."""
LEADING: Final = 1.25
"""The height of a line, in sizes of the type."""
_SMALLEST_FIGURE: Final = 0.3
RULE: Final = Color(0.75, 0.75, 0.75)
_BETWEEN: Final = 6.0
"""Points between a place to write on and the next word."""
_PAD: Final = 2.0
"""Points between a cell's edge and what is in it."""
_PLAIN: Final = [
    ("FONTNAME", (0, 0), (-1, -1), PLAIN[False]),
    *[(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")],
]


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
        leading: float = LEADING,
    ) -> None:
        super().__init__()
        self.lettering = lettering.in_serif if serif else lettering
        self.text, self.size, self.bold, self.grey = text, max(size, LEAST), bold, grey
        self.align, self.tag, self.fit, self.leading = align, tag, fit, leading * self.size
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
        self.height = self.leading * len(self.lines)
        return width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the parts for this room and the next, of which the second goes on with the first."""
        self.wrap(width, height)
        fitting = int(height / self.leading)
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
                y -= self.leading


class TilesFlowable(Flowable):  # type: ignore[misc]
    """Tiles in a line, each `tile` points wide, with `labels` their notation below them."""

    def __init__(self, groups: Sequence[PrintedGroup], tile: float, terms: Terms, *, labels: bool = False) -> None:
        super().__init__()
        self.groups, self.tile, self.terms, self.labels = groups, tile, terms, labels
        self.width, self.height = room(groups, tile, labels=labels)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return its size."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw the tiles."""
        with self.canv.marked("Figure", alt=in_words(self.groups, self.terms)):
            draw_groups(self.canv, self.groups, 0, 0, self.tile, labels=self.labels)


class Picture(Flowable):  # type: ignore[misc]
    """Something drawn on a small page of its own, with words for those who can't see it; `tag` is as in `Words`."""

    def __init__(
        self, width: float, height: float, draw: Draw, lettering: Lettering, about: str = "", tag: str = "Figure"
    ) -> None:
        super().__init__()
        self.width, self.height = width, height
        self.content, self.lettering, self.about, self.tag = draw, lettering, about, tag

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return its size."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw it."""
        style = PrintStyle(page_size=(self.width, self.height), margin=0)
        with self.canv.marked(self.tag, alt=self.about):
            self.content(PdfPage(self.canv, style, self.lettering, 1, 1))


class Field(Flowable):  # type: ignore[misc]
    """A place to write on, as wide as its room: on a screen a field to be filled in, else bare, `ruled` with a line.

    `about` says what belongs there; readers of the form speak it. Fields are reached by the tab key in the order in
    which they are drawn. A `number` is right-aligned, and readers that can write it in its format and work it out.
    """

    def __init__(
        self,
        style: PrintStyle,
        name: str,
        about: str,
        height: float,
        size: float,
        *,
        ruled: bool = False,
        number: FormNumber | None = None,
    ) -> None:
        super().__init__()
        self.style, self.name, self.about, self.height, self.size = style, name, about, height, size
        self.ruled, self.number = ruled, number

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Return its size in a room."""
        self.width = width
        return width, self.height

    def draw(self) -> None:
        """Draw it."""
        if self.style.fillable:
            self.canv.acroForm.textfield(
                name=self.name,
                tooltip=self.about,
                x=0,
                y=THIN,  # it covers what is below it, and the line shall show
                width=self.width,
                height=self.height - THIN,
                relative=True,
                fontName=PLAIN[False],
                fontSize=max(min(self.size, 0.7 * self.height), LEAST),
                borderWidth=0,
                borderColor=None,
                fillColor=white,
                textColor=black,
                forceBorder=False,
                maxlen=60,
            )
            if self.number is not None:
                make_number(self.canv, self.number)
        if self.ruled:
            self.canv.setStrokeColor(black)
            self.canv.setLineWidth(HAIR)
            self.canv.line(0, 0, self.width, 0)


class Asked(NamedTuple):
    """Something to be written in: its key, the word before it, what a field says of it, its share of the width.

    It is a text or a `number`; an `answer` is what is written there already.
    """

    key: str
    word: str
    about: str
    share: float
    number: FormNumber | None = None
    answer: str = ""


class FormText:
    """The words of a form, each in one of its sizes of type; a form that is set by platypus is a subclass."""

    def __init__(self, style: PrintStyle) -> None:
        self.style = style
        self.lettering = Lettering()
        self.leading = LEADING
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
        return [
            self.words(head, self.small, grey=QUIET, align="right" if at >= left else "left")
            for at, head in enumerate(heads)
        ]

    def words(
        self, text: str, size: float | None = None, *, bold: bool = False, grey: float = 0, align: Align = "left"
    ) -> Words:
        """Return text or figures; `size` is points."""
        size = size or self.text
        return Words(self.lettering, text, size, bold=bold, grey=grey, align=align, leading=self.leading)

    def asks(self, asked: Sequence[Asked], height: float, *, bold: bool = False) -> Table:
        """Return words in a line, with a place to write on behind each."""
        cells: list[Flowable] = []
        widths: list[float] = []
        more: list[tuple[object, ...]] = [("VALIGN", (0, 0), (-1, -1), "BOTTOM")]
        for at, (key, word, about, share, number, answer) in enumerate(asked):
            taken = self.lettering.width(word, self.text, bold=bold) + 4 + _BETWEEN * (at > 0)
            place = Field(self.style, key, about, height - 1, self.text, ruled=True, number=number)
            if answer:
                place = Words(self.lettering, answer, self.text, fit=SMALLEST)
                more.append(("LINEBELOW", (2 * at + 1, 0), (2 * at + 1, 0), HAIR, black))
            cells += [self.words(word, bold=bold), place]
            widths += [taken, share * self.style.width - taken]
            more.append(("LEFTPADDING", (2 * at, 0), (2 * at, 0), _BETWEEN * (at > 0)))
        return plain_table([cells], widths, [height], more)

    def centred_line(self, text: str, size: float | None = None, *, bold: bool = False, grey: float = 0) -> Words:
        """Return a line in the middle of its column, set smaller where it is too wide."""
        size = size or self.text
        return Words(self.lettering, text, size, bold=bold, grey=grey, align="centre", fit=SMALLEST)

    def figure(self, text: str, size: float | None = None, *, bold: bool = False, grey: float = 0) -> Words:
        """Return a number at the right of its column, which is never cut: where it is too wide it is set smaller."""
        size = size or self.text
        return Words(self.lettering, text, size, bold=bold, grey=grey, align="right", fit=_SMALLEST_FIGURE)


def plain_table(
    rows: Sequence[Sequence[object]],
    widths: Sequence[float],
    heights: Sequence[float] | None = None,
    more: Sequence[tuple[object, ...]] = (),
) -> Table:
    """Return a table without lines or padding; `more` are commands of reportlab's `TableStyle`."""
    high = None if heights is None else list(heights)
    return Table(
        [list(row) for row in rows], colWidths=list(widths), rowHeights=high, style=TableStyle([*_PLAIN, *more])
    )


def tagged_table(
    rows: Sequence[Sequence[object]],
    widths: Sequence[float],
    more: Sequence[tuple[object, ...]] = (),
    kind: type[Table] = Table,
    heights: Sequence[float | None] | None = None,
    *,
    headed: bool = True,
) -> Table:
    """Return a table that the structure of the document knows; if `headed` with a row of heads that each page repeats.

    Else the first cell of each row is its head.
    """
    return kind(
        [list(row) for row in rows],
        colWidths=list(widths),
        rowHeights=None if heights is None else list(heights),
        repeatRows=int(headed),
        style=TableStyle([*_PLAIN, *more]),
        renderCB=_tell_part,
    )


def ruled_table(
    rows: Sequence[Sequence[object]],
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
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        *[(f"{side}PADDING", (0, 0), (-1, -1), _PAD) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")],
        ("LINEBELOW", (0, 0), (-1, -1), HAIR, RULE),
        ("LINEBELOW", (0, 0), (-1, 0), THIN, black),
        *more,
    ]
    return tagged_table(rows, widths, style, heights=heights)


def _tell_part(table: Table, part: str, *place: object) -> None:
    table.canv.table_part(table, part, *place)


class FigureColumn(NamedTuple):
    """A column of figures: its head and what is in it."""

    head: str
    cells: Sequence[str]


def figure_tables(
    form: FormText, first: FigureColumn, columns: Sequence[FigureColumn], samples: Sequence[Flowable] = ()
) -> list[Table]:
    """Return tables of figures with names in front, as many as it takes to hold all columns; no figure is cut.

    Before the names stand `samples` of the lines of a chart.
    """
    gap, width = form.text, form.style.width
    indent = 26.0 * bool(samples)
    widths = []
    for column in columns:
        cells = [form.lettering.width(cell, form.text) for cell in column.cells]
        widths.append(gap + min(0.3 * width, max(*cells, form.lettering.width(column.head, form.small))))
    space = width - indent - min(110 * form.style.scale, 0.4 * width)
    count = 1
    while any(sum(part) > space for part in _parted(widths, count)) and count < len(columns):
        count += 1
    each = ceil(len(columns) / count)
    found = []
    for at in range(0, len(columns), each):
        some = columns[at : at + each]
        rows = [[*[""] * bool(samples), *form.column_heads(first.head, *[one.head for one in some], left=1)]]
        for row, name in enumerate(first.cells):
            figures = [form.figure(one.cells[row]) for one in some]
            rows.append([*samples[row : row + 1], form.words(name), *figures])
        fixed = [*[indent] * bool(samples), *widths[at : at + each]]
        fixed.insert(bool(samples), width - sum(fixed))
        found.append(ruled_table(rows, fixed))
    return found


def _parted(widths: Sequence[float], count: int) -> list[Sequence[float]]:
    each = ceil(len(widths) / count)
    return [widths[at : at + each] for at in range(0, len(widths), each)]


Placed = tuple[Flowable, float]
"""A flowable, and how high it is in points."""


def fill(story: Iterable[Flowable | list[Flowable]], width: float, height: float) -> list[list[Placed]]:
    """Put a story on pages of this size; a list in it stays together where a page has room, all else is split.

    Raises:
        ValueError: something that can't be split is higher than a page.

    """
    pages: list[list[Placed]] = [[]]
    room = height
    waiting = deque(story)
    while waiting:
        flowable = waiting.popleft()
        if isinstance(flowable, list):
            if pages[-1] and room < sum(one.wrap(width, height)[1] for one in flowable) <= height:
                pages.append([])
                room = height
            waiting.extendleft(reversed(flowable))
            continue
        _unused, high = flowable.wrap(width, room)
        if high <= room:
            pages[-1].append((flowable, high))
            room -= high
            continue
        if isinstance(flowable, Spacer):  # no page begins with a gap
            room = 0
            continue
        parts = flowable.split(width, room)
        if len(parts) > 1:
            waiting.extendleft(reversed(parts))
            continue
        if not pages[-1]:
            raise ValueError(f"{type(flowable).__name__} is higher than a page")
        pages.append([])
        room = height
        waiting.appendleft(flowable)
    return pages


def draw_placed(placed: Iterable[Placed], canvas: TaggedCanvas, x: float, y: float) -> None:
    """Draw flowables one below the other, the upper left corner of the first at x, y from the lower left of a page."""
    for flowable, high in placed:
        y -= high
        flowable.drawOn(canvas, x, y)


def paginate(
    story: Iterable[Flowable | list[Flowable]], style: PrintStyle, lettering: Lettering, foot: str
) -> tuple[Draw, ...]:
    """Return what draws each page of a story of flowables set with `lettering`; one too high for a page is split."""
    return tuple(partial(_draw, page, lettering, foot) for page in fill(story, style.width, style.height))


def _draw(placed: Sequence[Placed], lettering: Lettering, foot: str, page: PdfPage) -> None:
    draw_placed(placed, page.canvas, page.left, page.height - page.top)
    page.lettering.missing |= lettering.missing
    page.foot(foot)
