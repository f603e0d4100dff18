"""Paper set by reportlab's platypus: paragraphs in the program's typeface, tables, and pages made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby
from typing import Final, Literal

from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT  # type: ignore[import-untyped]
from reportlab.lib.styles import ParagraphStyle  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Paragraph, Spacer, Table, TableStyle  # type: ignore[import-untyped]

from mjcompanion.i18n.text_width import has_cjk
from mjcompanion.printing.bidi import visual
from mjcompanion.printing.fonts import LEAST, PLAIN, SERIF, Lettering, clean, font_called
from mjcompanion.printing.page import HAIR, QUIET, THIN, Draw, PdfPage, PrintStyle
from mjcompanion.printing.tagging import ARTIFACT

TITLE: Final = 18.0
HEADING: Final = 12.0
TEXT: Final = 9.0
SMALL: Final = 7.5
"""Sizes of type in points, before they are made large; large print has no small type in its tables."""
LEADING: Final = 1.25
"""The height of a line, in sizes of the type."""
_ALIGNMENTS: Final = {"left": TA_LEFT, "right": TA_RIGHT, "centre": TA_CENTER}
_RULE: Final = Color(0.75, 0.75, 0.75)
SERIF_WIDTH: Final = 1.15
"""How wide the serif is at most, in widths of the typeface."""
_PAD: Final = 2.0
"""Points between a cell's edge and what is in it."""


class TaggedParagraph(Paragraph):  # type: ignore[misc]
    """A paragraph that the structure of the document knows; `tag` is as in `TaggedCanvas.marked`."""

    tag, words = "P", ""
    lines: Sequence[str] = ()
    in_lines: Callable[[float], Sequence[str]] | None = None
    """Returns lines no wider than this, where platypus can't find them: in Chinese, and in letters from the right."""
    markup: Callable[[str], str]

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return its size in a room."""
        if self.in_lines is not None and (lines := self.in_lines(width)) != self.lines:
            self.lines = lines
            Paragraph.__init__(self, "<br/>".join(map(self.markup, lines)), self.style)
        size: tuple[float, float] = super().wrap(width, height)
        return size

    def draw(self) -> None:
        """Draw it."""
        with self.canv.marked(self.tag if self.words else ARTIFACT, title=self.words, top=self.height):
            super().draw()

    def split(self, width: float, height: float) -> list[Paragraph]:
        """Return the parts for this room and the next, of which the second goes on with the first."""
        parts: list[Paragraph] = super().split(width, height)
        for at, part in enumerate(parts):
            part.tag, part.words = "" if at else self.tag, self.words
        return parts


def paragraph(
    lettering: Lettering,
    text: str,
    size: float,
    *,
    bold: bool = False,
    serif: bool = False,
    grey: float = 0,
    align: Literal["left", "right", "centre"] = "left",
    tag: str = "P",
) -> Paragraph:
    """Return a paragraph whose letters are each set in a font that has them; `size` in points, `grey` from 0 to 1.

    `tag` is as in `TaggedCanvas.marked`.

    >>> paragraph(Lettering(), "Ann & 李四", 9).getPlainText()
    'Ann & 李四'
    """
    face = font_called(SERIF if serif else PLAIN[bold]).fontName
    size, chinese = max(size, LEAST), has_cjk(text)
    style = ParagraphStyle(
        "text",
        fontName=face,
        fontSize=size,
        leading=LEADING * size,
        textColor=Color(grey, grey, grey),
        alignment=_ALIGNMENTS[align],
        splitLongWords=1,
    )

    def markup(words: str) -> str:
        runs = lettering.runs(words, bold=bold or serif)
        if serif:
            runs = [run for font, shown in runs for run in _in_serif(font, shown)]
        texts = [(font, escape(shown, quote=False)) for font, shown in runs]
        return "".join(text if font == face else f'<font name="{font}">{text}</font>' for font, text in texts)

    def in_lines(width: float) -> list[str]:
        narrower = SERIF_WIDTH if serif and not chinese else 1
        return lettering.wrap(text, width / narrower, size, bold=bold or serif)

    made = TaggedParagraph(markup(text), style)
    made.tag, made.words = tag, text
    if chinese or visual(clean(text)) != clean(text):
        made.lines, made.markup, made.in_lines = [" ".join(clean(text).split())], markup, in_lines
    return made


def _in_serif(font: str, shown: str) -> Iterator[tuple[str, str]]:
    """Yield the letters of a run, those of the typeface in the serif where it has them."""
    glyphs = font_called(SERIF).face.charToGlyph
    for has, letters in groupby(shown, lambda letter: font in PLAIN and bool(glyphs.get(ord(letter)))):
        yield (SERIF if has else font), "".join(letters)


class FormText:
    """The words of a form, each in one of its sizes of type; a form that is set by platypus is a subclass."""

    def __init__(self, style: PrintStyle) -> None:
        self.style = style
        self.lettering = Lettering()
        self.text = TEXT * style.scale
        self.small = style.share(SMALL / TEXT) * self.text

    def title(self, text: str, size: float = TITLE) -> Paragraph:
        """Return a heading in the serif; `size` is points before they are made large."""
        tag = "H2" if size == HEADING else "H1"
        return paragraph(self.lettering, text, size * self.style.scale, serif=True, tag=tag)

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
    ) -> Paragraph:
        """Return a line of text or figures; `size` is points."""
        align: Literal["left", "right"] = "right" if right else "left"
        return paragraph(self.lettering, text, size or self.text, bold=bold, grey=grey, align=align)


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
