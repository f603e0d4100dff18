"""Shapes made of lines and cubic curves: the only thing a face is made of.

A picture is written down as points a curve runs through, not as control points:

>>> leaf = closed("0 0!  5 -3  10 0!  5 3")
>>> leaf.bounds()
(0.0, -3.0, 10.0, 3.0)

A point followed by ``!`` is a corner, every other point is passed smoothly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]
Segment = tuple[Point, ...]
"""Where a segment goes: one point for a line, three for a cubic curve."""

CIRCLE = 0.5523
"""How far the control points of a quarter circle of radius 1 reach."""


@dataclass(frozen=True)
class Contour:
    """One closed line: where it starts, and its segments back to there."""

    start: Point
    segments: tuple[Segment, ...]

    def map(self, move: Callable[[Point], Point]) -> Contour:
        """The line with every point moved."""
        return Contour(move(self.start), tuple(tuple(map(move, segment)) for segment in self.segments))

    def knots(self) -> list[Point]:
        """The points on the line, without the control points."""
        return [self.start, *(segment[-1] for segment in self.segments)]

    def area(self) -> float:
        """Signed area of the polygon through the knots; positive is clockwise on the screen."""
        knots = self.knots()
        return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(knots, knots[1:] + knots[:1], strict=True)) / 2

    def reversed(self) -> Contour:
        """The same line, run backwards."""
        points = [self.start, *(point for segment in self.segments for point in segment)]
        sizes = [len(segment) for segment in self.segments]
        points.reverse()
        segments, at = [], 1
        for size in reversed(sizes):
            segments.append(tuple(points[at : at + size]))
            at += size
        return Contour(points[0], tuple(segments))

    def clockwise(self) -> Contour:
        """The same line in the direction that lets overlapping contours add up."""
        return self if self.area() >= 0 else self.reversed()


@dataclass(frozen=True)
class Shape:
    """Contours that are filled together."""

    contours: tuple[Contour, ...] = ()

    def __add__(self, other: Shape) -> Shape:
        return Shape(self.contours + other.contours)

    def map(self, move: Callable[[Point], Point]) -> Shape:
        """The shape with every point moved."""
        return Shape(tuple(contour.map(move) for contour in self.contours))

    def moved(self, dx: float, dy: float) -> Shape:
        """Shifted."""
        return self.map(lambda p: (p[0] + dx, p[1] + dy))

    def scaled(self, sx: float, sy: float | None = None) -> Shape:
        """Enlarged about the origin, evenly unless ``sy`` is given."""
        factor_y = sx if sy is None else sy
        return self.map(lambda p: (p[0] * sx, p[1] * factor_y))

    def turned(self, degrees: float, about: Point = (0, 0)) -> Shape:
        """Turned clockwise on the screen."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        cx, cy = about

        def turn(p: Point) -> Point:
            x, y = p[0] - cx, p[1] - cy
            return cx + x * cos - y * sin, cy + x * sin + y * cos

        return self.map(turn)

    def mirrored(self, x: float = 0) -> Shape:
        """Left and right exchanged about the vertical line at ``x``."""
        flipped = self.map(lambda p: (2 * x - p[0], p[1]))
        return Shape(tuple(contour.reversed() for contour in flipped.contours))

    def clockwise(self) -> Shape:
        """All contours in the direction that adds up."""
        return Shape(tuple(contour.clockwise() for contour in self.contours))

    def holed(self, *holes: Shape) -> Shape:
        """The others cut out of it; they must lie inside."""
        cuts = tuple(c.clockwise().reversed() for hole in holes for c in hole.contours)
        return Shape(self.clockwise().contours + cuts)

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the points on the lines, curves sampled."""
        points = [p for contour in self.contours for p in _sampled(contour)]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return min(xs), min(ys), max(xs), max(ys)

    def fitted(self, x: float, y: float, width: float, height: float) -> Shape:
        """Stretched to fill the box exactly."""
        left, top, right, bottom = self.bounds()
        scaled = self.moved(-left, -top).scaled(width / (right - left), height / (bottom - top))
        return scaled.moved(x, y)


def join(shapes: Iterable[Shape]) -> Shape:
    """All the shapes as one."""
    return Shape(tuple(contour for shape in shapes for contour in shape.contours))


def _sampled(contour: Contour) -> list[Point]:
    points, at = [contour.start], contour.start
    for segment in contour.segments:
        if len(segment) == 3:
            points += [bezier((at, *segment), step / 8) for step in range(1, 8)]
        at = segment[-1]
        points.append(at)
    return points


def bezier(curve: Sequence[Point], t: float) -> Point:
    """The point of a cubic curve (four points) at ``t`` from 0 to 1."""
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (
        a * curve[0][0] + b * curve[1][0] + c * curve[2][0] + d * curve[3][0],
        a * curve[0][1] + b * curve[1][1] + c * curve[2][1] + d * curve[3][1],
    )


def through(points: Sequence[Point], *, loop: bool = False) -> list[Segment]:
    """Smooth segments from the first point through all the others (centripetal Catmull-Rom)."""
    count = len(points)
    if count == 2 and not loop:
        return [(points[1],)]
    spans = count if loop else count - 1
    steps = [max(math.dist(points[i], points[(i + 1) % count]) ** 0.5, 1e-6) for i in range(spans)]
    tangents: list[Point] = []
    for i in range(count):
        if not loop and i in (0, count - 1):
            tangents.append((0, 0))
            continue
        before, here, after = points[i - 1], points[i], points[(i + 1) % count]
        d1, d2 = steps[i - 1], steps[i % spans]
        tangents.append(
            (
                (here[0] - before[0]) / d1 - (after[0] - before[0]) / (d1 + d2) + (after[0] - here[0]) / d2,
                (here[1] - before[1]) / d1 - (after[1] - before[1]) / (d1 + d2) + (after[1] - here[1]) / d2,
            )
        )
    if not loop:
        tangents[0] = _end_tangent(points[0], points[1], tangents[1], steps[0])
        tangents[-1] = _end_tangent(points[-2], points[-1], tangents[-2], steps[-1])
    segments: list[Segment] = []
    for i in range(spans):
        j, d = (i + 1) % count, steps[i]
        (x0, y0), (x1, y1) = points[i], points[j]
        (u0, v0), (u1, v1) = tangents[i], tangents[j]
        segments.append(((x0 + u0 * d / 3, y0 + v0 * d / 3), (x1 - u1 * d / 3, y1 - v1 * d / 3), (x1, y1)))
    return segments


def _end_tangent(a: Point, b: Point, inner: Point, step: float) -> Point:
    """The tangent that makes an end span a parabola."""
    return 2 * (b[0] - a[0]) / step - inner[0], 2 * (b[1] - a[1]) / step - inner[1]


def contour(*runs: Sequence[Point]) -> Contour:
    """A closed contour of smooth runs that meet in corners; gaps are closed with lines."""
    start = at = runs[0][0]
    segments: list[Segment] = []
    for run in runs:
        if math.dist(at, run[0]) > 1e-9:
            segments.append((run[0],))
        if len(run) > 1:
            segments += through(run)
        at = run[-1]
    if math.dist(at, start) > 1e-9:
        segments.append((start,))
    return Contour(start, tuple(segments)).clockwise()


def numbers(text: str) -> list[float]:
    """The numbers in a text."""
    return [float(word) for word in text.split()]


def closed(text: str) -> Shape:
    """A closed contour through the points in ``text``: ``"x y  x y!  ..."``, ``!`` marks a corner."""
    words = text.split()
    points: list[Point] = []
    corners: list[int] = []
    for x, y in zip(words[::2], words[1::2], strict=True):
        if y.endswith("!"):
            corners.append(len(points))
        points.append((float(x), float(y.rstrip("!"))))
    if not corners:
        return Shape((Contour(points[0], tuple(through(points, loop=True))).clockwise(),))
    ring = points[corners[0] :] + points[: corners[0]] + [points[corners[0]]]
    cuts = [corner - corners[0] for corner in corners] + [len(points)]
    return Shape((contour(*(ring[a : b + 1] for a, b in pairwise(cuts))),))


def petal(inner: float, outer: float, half: float, tip: float = 1.0) -> Shape:
    """A petal from the origin's side up: pointed at ``inner``, ``half`` wide to each side, round at ``outer``.

    With ``tip`` 0 the outer end is pointed too, and it is a leaf.
    """
    length = outer - inner
    reach = 1.36 * half
    low, high = (0, -inner), (0, -outer)
    a, b = -inner - 0.4 * length, -outer + (1 - tip) * 0.35 * length
    c = reach * (0.6 + 0.3 * tip)
    return Shape((Contour(low, (((-reach, a), (-c, b), high), ((c, b), (reach, a), low))).clockwise(),))


def polygon(*points: Point) -> Shape:
    """Straight lines through the points."""
    return Shape((Contour(points[0], tuple((p,) for p in points[1:])).clockwise(),))


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Shape:
    """An ellipse, a circle without ``ry``."""
    ry = rx if ry is None else ry
    kx, ky = rx * CIRCLE, ry * CIRCLE
    return Shape(
        (
            Contour(
                (cx + rx, cy),
                (
                    ((cx + rx, cy + ky), (cx + kx, cy + ry), (cx, cy + ry)),
                    ((cx - kx, cy + ry), (cx - rx, cy + ky), (cx - rx, cy)),
                    ((cx - rx, cy - ky), (cx - kx, cy - ry), (cx, cy - ry)),
                    ((cx + kx, cy - ry), (cx + rx, cy - ky), (cx + rx, cy)),
                ),
            ),
        )
    )


def ring(cx: float, cy: float, outer: float, inner: float) -> Shape:
    """A round band between two radii."""
    return ellipse(cx, cy, outer).holed(ellipse(cx, cy, inner))


def box(x: float, y: float, width: float, height: float, radius: float = 0) -> Shape:
    """A rectangle, with round corners if it has a radius."""
    right, bottom, r = x + width, y + height, radius
    if r == 0:
        return polygon((x, y), (right, y), (right, bottom), (x, bottom))
    k = r * (1 - CIRCLE)
    return Shape(
        (
            Contour(
                (x + r, y),
                (
                    ((right - r, y),),
                    ((right - k, y), (right, y + k), (right, y + r)),
                    ((right, bottom - r),),
                    ((right, bottom - k), (right - k, bottom), (right - r, bottom)),
                    ((x + r, bottom),),
                    ((x + k, bottom), (x, bottom - k), (x, bottom - r)),
                    ((x, y + r),),
                    ((x, y + k), (x + k, y), (x + r, y)),
                ),
            ),
        )
    )


def around(shape: Shape, count: int, *, about: Point = (0, 0), start: float = 0) -> Shape:
    """The shape repeated evenly around a point."""
    return join(shape.turned(start + 360 * i / count, about) for i in range(count))
