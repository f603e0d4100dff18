"""The doubling table: what 2 to 60 points come to with one to six doubles, on one page.

Source: text 2, part B, "Double Honor Scores": each double makes a score twice as high.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from mjcompanion.i18n.translation import N_, _, ngettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.page import HAIR, PALE, QUIET, THICK, THIN, PdfPage, PrintStyle
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
_LEADING: Final = 1.3
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


def lay_out(source: None, style: PrintStyle) -> Printed:  # noqa: ARG001 - as every form
    """The table, which there is nothing to fill in."""
    return Printed(_(TITLE), (_page(style),), _("Points and doubles"))


def _page(style: PrintStyle) -> Callable[[PdfPage], None]:
    size = _LARGE if style.large else _SIZE
    small = _NOTES * style.scale

    def draw(page: PdfPage) -> None:
        across = page.right - page.left
        lines = [
            ("" if at else "P", line)
            for note in notes()
            for at, line in enumerate(Lettering().wrap(note, across, small))
        ]
        page.text(page.left, page.top + 1.4 * size, _(TITLE), 1.5 * size, bold=True, tag="H1")
        top = page.top + 2.3 * size
        head = 2.7 * size
        high = page.bottom - top - head - (len(lines) * _LEADING + 0.4) * small
        step = high / len(POINTS)
        with page.row("head"):
            _draw_heads(page, top, size)
        _draw_rows(page, top + head, step, size)
        y = top + head + high + 1.4 * small
        for tag, line in lines:
            page.text(page.left, y, line, small, grey=QUIET, tag=tag)
            y += _LEADING * small
        page.foot(_(TITLE))

    return draw


def _column(page: PdfPage, at: int) -> float:
    """Where a column begins: the points, one to six doubles, and the points again."""
    return page.left + at * (page.right - page.left) / _COLUMNS


def _middle(page: PdfPage, at: int) -> float:
    return (_column(page, at) + _column(page, at + 1)) / 2


def _draw_heads(page: PdfPage, y: float, size: float) -> None:
    within = _column(page, 1) - _column(page, 0) - 4
    page.text(_middle(page, 0), y + 2.1 * size, _("Points"), 0.85 * size, align="centre", within=within)
    for at, doubles in enumerate(DOUBLES, 1):
        words = ngettext("{n} double", "{n} doubles", doubles).format(n=doubles)
        page.text(_middle(page, at), y + size, words, 0.85 * size, align="centre", within=within)
        page.text(_middle(page, at), y + 2.1 * size, f"× {1 << doubles}", size, bold=True, align="centre")
    page.text(_middle(page, _COLUMNS - 1), y + 2.1 * size, _("Points"), 0.85 * size, align="centre", within=within)


def _draw_rows(page: PdfPage, y: float, step: float, size: float) -> None:
    widest = page.lettering.width(written(POINTS[-1] << DOUBLES[-1]), size) / 2
    of_points = page.lettering.width(f"{POINTS[-1]}", size, bold=True) / 2
    for number, row in enumerate(rows()):
        top = y + number * step
        if number % 2 == 0:
            page.box(page.left, top, page.right - page.left, step, strength=0, grey=PALE)
        base = top + step / 2 + 0.36 * size
        figures = ((0, row.points), *enumerate(row.scores, 1), (_COLUMNS - 1, row.points))
        with page.row():
            for at, figure in figures:
                bold = at in (0, _COLUMNS - 1)
                half = of_points if bold else widest
                page.text(_middle(page, at) + half, base, written(figure), size, bold=bold, align="right")
    bottom = y + len(POINTS) * step
    for number in range(_FIVE, len(POINTS), _FIVE):
        page.rule(page.left, y + number * step, page.right, strength=HAIR)
    for edge in (y, bottom):
        page.rule(page.left, edge, page.right, strength=THIN)
    for at in (1, _COLUMNS - 1):
        page.rule(_column(page, at), y, _column(page, at), bottom, strength=THIN)
    _draw_steps(page, y, step)


def _draw_steps(page: PdfPage, y: float, step: float) -> None:
    """The line between scores within the limit and those over it, from the left down edge to the right."""
    before = len(POINTS)
    for at, doubles in enumerate(DOUBLES, 1):
        number = first_over(doubles)
        if number < before:
            page.rule(_column(page, at), y + before * step, _column(page, at), y + number * step, strength=THICK)
        if number < len(POINTS):
            page.rule(_column(page, at), y + number * step, _column(page, at + 1), y + number * step, strength=THICK)
        before = number
