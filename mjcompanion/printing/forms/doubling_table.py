"""The doubling table: what 2 to 60 points come to with one to six doubles, on one page.

Source: text 2, part B, "Double Honor Scores": each double makes a score twice as high.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import N_, _, ngettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.printing.document import Printed
from mjcompanion.printing.layout import FormText, Words, paginate, tagged_table
from mjcompanion.printing.page import HAIR, PALE, QUIET, THICK, THIN, PrintStyle
from mjcompanion.rulesets import DEFAULT

TITLE: Final = N_("Doubling table")
POINTS: Final = range(2, 61, 2)
"""Scores are even, for everything that counts points counts even ones."""
DOUBLES: Final = range(1, 7)
LIMIT: Final = DEFAULT.preset.limit
"""The limit of the rules that have one."""
_FIVE: Final = 5
"""After so many rows a line helps the eye."""
_SIZE: Final = 11.5
_LARGE: Final = 16.0
_NOTES: Final = 8.5
_COLUMNS: Final = len(DOUBLES) + 2


class DoublingRow(msgspec.Struct, frozen=True):
    """Points before doubling, and what they come to with one double, two, and so on."""

    points: int
    scores: tuple[int, ...]


def rows() -> tuple[DoublingRow, ...]:
    """All rows of the table.

    >>> rows()[6]
    DoublingRow(points=14, scores=(28, 56, 112, 224, 448, 896))
    """
    return tuple(DoublingRow(points, tuple(points << doubles for doubles in DOUBLES)) for points in POINTS)


def notes() -> tuple[str, ...]:
    """What is below the table.

    >>> notes()[0]
    'More than 60 points: add two rows. 74 points with 3 doubles are 480 (for 60) and 112 (for 14), together 592.'
    """
    most, doubles = POINTS[-1], 3
    rest = 14
    parts = most << doubles, rest << doubles
    sentence = _(
        "More than {most} points: add two rows. {points} points with {doubles} doubles are {one} (for {most}) and "
        "{other} (for {rest}), together {sum}."
    )
    found = [
        sentence.format(
            most=most, points=most + rest, doubles=doubles, one=parts[0], other=parts[1], rest=rest, sum=sum(parts)
        ),
        _("More than {n} doubles: each additional one doubles again.").format(n=DOUBLES[-1]),
    ]
    if LIMIT is not None:
        sentence = _(
            "Right of the stepped line and below it a score is over {limit}, the usual limit of traditional play."
        )
        found.append(sentence.format(limit=LIMIT))
    return tuple(found)


def first_over(doubles: int) -> int:
    """The number of the first row, from 0, whose score with so many doubles is over the limit; else that of rows.

    >>> [first_over(doubles) for doubles in DOUBLES]
    [30, 30, 18, 9, 4, 2]
    """
    if LIMIT is None:
        return len(POINTS)
    return next((at for at, points in enumerate(POINTS) if points << doubles > LIMIT), len(POINTS))


def lay_out(_source: None, style: PrintStyle) -> Printed:
    """The table, which there is nothing to fill in."""
    form = _Table(style)
    return Printed(_(TITLE), paginate(form.story(), style, form.lettering, _(TITLE)), _("Points and doubles"))


class _Table(FormText):
    """The flowables of the form."""

    def __init__(self, style: PrintStyle) -> None:
        super().__init__(style)
        self.text = _LARGE if style.large else _SIZE
        self.small = _NOTES * style.scale
        self.column = style.width / _COLUMNS

    def story(self) -> Iterator[Flowable]:
        """Yield the title, the table, and what is below it."""
        title = Words(self.lettering, _(TITLE), 1.5 * self.text, serif=True, tag="H1")
        below = [Spacer(0, 0.4 * self.small), *[self.words(note, self.small, grey=QUIET) for note in notes()]]
        taken = sum(one.wrap(self.style.width, 0)[1] for one in (title, *below))
        head = 3.2 * self.text
        step = (self.style.height - taken - head - 0.1) / len(POINTS)
        cells: list[list[object]] = [self._heads(), *map(self._row, rows())]
        heights = [head, *[step] * len(POINTS)]
        yield title
        yield tagged_table(cells, [self.column] * _COLUMNS, list(self._lines()), heights=heights)
        yield from below

    def _heads(self) -> list[object]:
        points = self.centred_line(_("Points"), 0.85 * self.text)
        heads: list[object] = []
        for doubles in DOUBLES:
            words = ngettext("{n} double", "{n} doubles", doubles).format(n=doubles)
            heads.append(
                [
                    self.centred_line(words, 0.85 * self.text),
                    self.centred_line(f"× {1 << doubles}", self.text, bold=True),
                ]
            )
        return [points, *heads, points]

    def _row(self, row: DoublingRow) -> list[object]:
        points = self.figure(written(row.points), bold=True)
        return [points, *[self.figure(written(score)) for score in row.scores], points]

    def _lines(self) -> Iterator[tuple[object, ...]]:
        """Yield where figures end, the grounds, and the lines; a stepped one is before scores over the limit."""
        widest = self.lettering.width(written(POINTS[-1] << DOUBLES[-1]), self.text)
        of_points = self.lettering.width(f"{POINTS[-1]}", self.text, bold=True)
        yield ("VALIGN", (0, 0), (-1, 0), "BOTTOM")
        yield ("BOTTOMPADDING", (0, 0), (-1, 0), 0.3 * self.text)
        yield ("VALIGN", (0, 1), (-1, -1), "MIDDLE")
        yield ("RIGHTPADDING", (0, 1), (-1, -1), (self.column - widest) / 2)
        for at in (0, -1):
            yield ("RIGHTPADDING", (at, 1), (at, -1), (self.column - of_points) / 2)
        yield ("ROWBACKGROUNDS", (0, 1), (-1, -1), (Color(PALE, PALE, PALE), None))
        for number in range(_FIVE, len(POINTS), _FIVE):
            yield ("LINEBELOW", (0, number), (-1, number), HAIR, black)
        yield ("BOX", (0, 1), (-1, -1), THIN, black)
        for at in (1, _COLUMNS - 1):
            yield ("LINEBEFORE", (at, 1), (at, -1), THIN, black)
        before = len(POINTS)
        for at, doubles in enumerate(DOUBLES, 1):
            number = first_over(doubles)
            if number < before:
                yield ("LINEBEFORE", (at, number + 1), (at, before), THICK, black)
            if number < len(POINTS):
                yield ("LINEABOVE", (at, number + 1), (at, number + 1), THICK, black)
            before = number
