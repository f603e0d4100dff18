"""Lines over the hands of a session, distinguished in black by their dashes and markers, and named at their ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from reportlab.lib.colors import Color, black, white  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import number as written
from mjcompanion.printing.chart_scale import Series, round_step, spread, ticks
from mjcompanion.printing.page import HAIR, QUIET, PdfPage

DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (5, 2), (1.2, 1.6), (7, 2, 1.2, 2))
"""In points: none, long, short, long and short."""
SHAPES: Final = 4
"""Circle, square, triangle and diamond; filled for the first four lines, open for others."""
_CORNERS: Final = (((0.0, 1.3), (-1.2, -0.9), (1.2, -0.9)), ((0.0, 1.4), (1.4, 0.0), (0.0, -1.4), (-1.4, 0.0)))
"""Of the triangle and the diamond, in sizes of a marker."""
_STRENGTH: Final = 0.9
_GRID: Final = 0.75
_MARKER: Final = 2.1
_APART: Final = 64.0
"""The distance between markers on a line, in points."""
_LABELS: Final = 12
_NAMES: Final = 0.24
"""The part of the width that names at the ends of lines take at most."""
_BEFORE_NAME: Final = 20.0


class Frame(NamedTuple):
    """Where the lines are: the left, upper, right and lower edge in points, and the values at the edges below, above.

    >>> Frame(0, 0, 100, 50, 0, 200, 11).at(5, 150)
    (50.0, 12.5)
    """

    left: float
    top: float
    right: float
    bottom: float
    lowest: int
    highest: int
    points: int

    def at(self, point: int, value: int) -> tuple[float, float]:
        """Where a value at a point is on the page."""
        x = self.left + (self.right - self.left) * (point / max(1, self.points - 1))
        share = (value - self.lowest) / (self.highest - self.lowest)
        return x, self.bottom - share * (self.bottom - self.top)


def draw_chart(
    page: PdfPage,
    series: Sequence[Series],
    points: Sequence[str],
    box: tuple[float, float, float, float],
    size: float,
) -> None:
    """Draw lines in a box (left and upper edge, width and height, all in points).

    `points` stand below the axis, empty where there is nothing to say.
    """
    left, top, width, height = box
    values = [value for one in series for value in one.values if value is not None]
    marks = ticks(min(values, default=0), max(values, default=1))
    figures = [written(mark).replace("-", "−") for mark in marks]
    scale = max(page.lettering.width(one, size) for one in figures)
    shrunk = min(1.0, width * 0.2 / scale)
    indent = scale * shrunk + 5
    named = max((page.lettering.width(one.name, size) for one in series), default=0) + _BEFORE_NAME
    frame = Frame(
        left + indent,
        top + size / 2,
        left + width - min(named, width * _NAMES),
        top + height - 1.6 * size,
        marks[0],
        marks[-1],
        len(points),
    )
    canvas = page.canvas
    canvas.saveState()
    for mark, words in zip(marks, figures, strict=True):
        _, y = frame.at(0, mark)
        canvas.setStrokeColor(Color(_GRID, _GRID, _GRID))
        canvas.setLineWidth(HAIR)
        canvas.line(frame.left, page.height - y, frame.right, page.height - y)
        page.text(frame.left - 5, y + size * shrunk * 0.35, words, size * shrunk, align="right", grey=QUIET)
    _draw_axis(page, frame, points, size)
    for number, one in enumerate(series):
        _draw_line(page, frame, number, one, len(series))
    canvas.restoreState()
    _draw_names(page, frame, series, (left + width, size, top + height))


def draw_sample(number: int, page: PdfPage) -> None:
    """Draw a piece of a line with its marker, across a small page."""
    canvas = page.canvas
    canvas.saveState()
    _set_pen(page, number)
    canvas.line(0, page.height / 2, page.width, page.height / 2)
    draw_marker(page, number, page.width / 2, page.height / 2)
    canvas.restoreState()


def draw_marker(page: PdfPage, number: int, x: float, y: float) -> None:
    """Draw the marker of a line with its middle at x, y."""
    canvas, r = page.canvas, _MARKER
    canvas.setDash()
    canvas.setLineWidth(_STRENGTH)
    canvas.setStrokeColor(black)
    canvas.setFillColor(black if number < SHAPES else white)
    y = page.height - y
    shape = number % SHAPES
    if shape == 0:
        canvas.circle(x, y, r, stroke=1, fill=1)
        return
    if shape == 1:
        canvas.rect(x - r * 0.9, y - r * 0.9, 1.8 * r, 1.8 * r, stroke=1, fill=1)
        return
    corners = _CORNERS[shape - 2]
    path = canvas.beginPath()
    path.moveTo(x + corners[0][0] * r, y + corners[0][1] * r)
    for across, up in corners[1:]:
        path.lineTo(x + across * r, y + up * r)
    path.close()
    canvas.drawPath(path, stroke=1, fill=1)


def _set_pen(page: PdfPage, number: int) -> None:
    canvas = page.canvas
    canvas.setStrokeColor(black)
    canvas.setLineWidth(_STRENGTH)
    canvas.setLineJoin(1)
    dash = DASHES[number % len(DASHES)]
    canvas.setDash(list(dash)) if dash else canvas.setDash()


def _draw_axis(page: PdfPage, frame: Frame, points: Sequence[str], size: float) -> None:
    """Draw the labels below the points, as many as fit."""
    page.rule(frame.left, frame.bottom, frame.right)
    named = [at for at, words in enumerate(points) if words]
    wide = max((page.lettering.width(points[at], size) for at in named[-1:]), default=0) + size
    most = max(1, min(_LABELS, floor((frame.right - frame.left) / wide)))
    step = max(1, ceil((len(named) - 1) / most))
    for at in named[:: round_step(step)]:
        x, _ = frame.at(at, frame.lowest)
        page.rule(x, frame.bottom, x, frame.bottom + 2)
        page.text(x, frame.bottom + 2 + size, points[at], size, align="centre", grey=QUIET)


def _draw_line(page: PdfPage, frame: Frame, number: int, series: Series, count: int) -> None:
    canvas = page.canvas
    places = [frame.at(at, value) for at, value in enumerate(series.values) if value is not None]
    if not places:
        return
    _set_pen(page, number)
    path = canvas.beginPath()
    for at, (x, y) in enumerate(places):
        (path.lineTo if at else path.moveTo)(x, page.height - y)
    canvas.drawPath(path, stroke=1, fill=0)
    due = frame.left + _APART * (number + 0.5) / count  # so that markers of lines on top of each other lie side by side
    for x, y in places:
        if x >= due:
            draw_marker(page, number, x, y)
            due = max(due + _APART, x)


def _draw_names(page: PdfPage, frame: Frame, series: Sequence[Series], room: tuple[float, float, float]) -> None:
    """Name each line at its end, no name on another, with a hair to the end where the name had to move."""
    right, size, lowest = room
    ends = []
    for number, one in enumerate(series):
        last = one.values[-1] if one.values else None
        if last is not None:
            ends.append((frame.at(len(one.values) - 1, last)[1], number))
    step = min(size * 1.2, (lowest - frame.top) / max(1, len(ends)))
    heights = spread([y for y, _ in sorted(ends)], step, frame.top, lowest - step / 2)
    type_size = min(size, step / 1.05)
    for (end, number), y in zip(sorted(ends), heights, strict=True):
        page.canvas.setStrokeColor(Color(QUIET, QUIET, QUIET))
        page.canvas.setLineWidth(HAIR)
        page.canvas.line(frame.right + 1, page.height - end, frame.right + 8, page.height - y)
        draw_marker(page, number, frame.right + 12, y)
        start = frame.right + _BEFORE_NAME - 1
        page.text(start, y + type_size * 0.35, series[number].name, type_size, within=right - start)
