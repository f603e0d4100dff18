"""The writing brush: the strokes of regular script as closed outlines.

Every stroke is a *spine* (the way the middle of the brush goes) and a *profile*: how far the ink reaches to
either side, with the entry, the pressed end or the hook the stroke has. A profile is a list of places ``(s, t)``:
``s`` along the spine, ``t`` across it (positive to the right hand of somebody walking the spine, so downwards on a
stroke to the right, and to the *left* of the picture on a stroke downwards). Nothing here knows a character; see
:mod:`.characters`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from .geometry import Point, Shape, bezier, contour, numbers, through

Place = tuple[float, float]


class Spine:
    """A smooth way through some points, measured by its length."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._points = [points[0]]
        at = points[0]
        ends = [0]
        for segment in through(points):
            if len(segment) == 3:
                self._points += [bezier((at, *segment), i / 24) for i in range(1, 25)]
            else:
                self._points.append(segment[0])
            at = segment[-1]
            ends.append(len(self._points) - 1)
        self._lengths = [0.0]
        for a, b in pairwise(self._points):
            self._lengths.append(self._lengths[-1] + math.dist(a, b))
        self.length = self._lengths[-1]
        self.stations = [self._lengths[i] for i in ends]
        """How far along each of the points is."""

    def at(self, s: float, t: float = 0) -> Point:
        """The point ``s`` along and ``t`` across; before and after its ends the spine goes straight on."""
        last = len(self._points) - 1
        i = next((i for i in range(1, last) if self._lengths[i] >= s), last)
        (x0, y0), (x1, y1) = self._points[i - 1], self._points[i]
        length = self._lengths[i] - self._lengths[i - 1]
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        if 0 < s < self.length:
            ux, uy = self._direction(i)
        d = s - self._lengths[i - 1]
        bx, by = x0 + (x1 - x0) * d / length, y0 + (y1 - y0) * d / length
        return bx - uy * t, by + ux * t

    def _direction(self, i: int) -> Point:
        """The direction of piece ``i``, averaged with the neighbouring pieces so that edges don't jump."""
        a, b = self._points[max(i - 2, 0)], self._points[min(i + 1, len(self._points) - 1)]
        length = math.dist(a, b)
        return (b[0] - a[0]) / length, (b[1] - a[1]) / length

    def outline(self, *runs: Sequence[Place]) -> Shape:
        """The closed outline through the places, smooth within a run, with corners between the runs."""
        return Shape((contour(*([self.at(s, t) for s, t in run] for run in runs)),))


def heng(
    x0: float, y0: float, x1: float, y1: float, w: float, *, sag: float = 0.0, start: bool = True, end: bool = True
) -> Shape:
    """横, the stroke to the right: slanted entry, slim middle, pressed end.

    ``sag`` bends the middle upwards by that many units. Without ``start`` it comes plainly out of another stroke,
    without ``end`` it runs plainly into one.
    """
    middle = ((x0 + x1) / 2, (y0 + y1) / 2 - sag)
    spine = Spine([(x0, y0), middle, (x1, y1)] if sag else [(x0, y0), (x1, y1)])
    n, h = spine.length, 0.37 * w
    short = n < 3.6 * w
    top = [(0.0, -h)] if not start else [(-0.06 * w, -0.36 * w), (0.3 * w, -0.44 * w), (0.9 * w, -0.41 * w)]
    low = [(0.0, h)] if not start else [(1.6 * w, 0.43 * w), (0.85 * w, 0.57 * w), (0.42 * w, 0.57 * w)]
    if not short:
        top, low = [*top, (0.47 * n, -h)], [(0.5 * n, h), *low]
    elif start:
        low = low[1:]
    entry = [(0.42 * w, 0.57 * w), (0.16 * w, 0.34 * w), (-0.06 * w, -0.2 * w)] if start else [(0.0, h), (0.0, -h)]
    if not end:
        return spine.outline([*top, (n, -h)], [(n, h), *low], entry)
    rise = [(n - 1.7 * w, -0.43 * w), (n - 0.95 * w, -0.7 * w), (n - 0.62 * w, -0.8 * w)]
    press = [rise[-1], (n - 0.24 * w, -0.54 * w), (n + 0.02 * w, -0.08 * w), (n - 0.02 * w, 0.25 * w)]
    back = [press[-1], (n - 0.3 * w, 0.44 * w), (n - 1.1 * w, 0.38 * w)]
    if short:
        rise, back = rise[1:], back[:2]
    return spine.outline([*top, *rise], press, [*back, *low], entry)


def shu(x0: float, y0: float, x1: float, y1: float, w: float, *, end: str = "dew", bow: float = 0.0) -> Shape:
    """竖, the stroke downwards: slanted head, and an end as in :func:`downward`.

    ``bow`` pushes the middle to the right of the picture.
    """
    middle = ((x0 + x1) / 2 + bow, (y0 + y1) / 2)
    return downward([(x0, y0), middle, (x1, y1)] if bow else [(x0, y0), (x1, y1)], w, end=end)


def _head(w: float, *, turn: bool) -> tuple[list[Place], list[Place], list[Place]]:
    """The start of a stroke downwards: its edge, how the right side goes on, how the left side comes back.

    With ``turn`` it is the shoulder at the right end of a heng.
    """
    if turn:
        edge = [(0.05, 0.75), (-0.3, 0.5), (-0.43, 0.1), (-0.2, -0.34), (0.16, -0.66)]
        right = [edge[-1], (0.42, -0.69), (0.95, -0.53)]
        left = [(1.2, 0.43), (0.3, 0.46), edge[0]]
    else:
        edge = [(-0.02, 0.56), (0.0, 0.3), (0.28, -0.22), (0.62, -0.66)]
        right = [edge[-1], (0.95, -0.62), (1.5, -0.45)]
        left = [(1.1, 0.42), (0.45, 0.55), edge[0]]
    return _times(w, edge), _times(w, right), _times(w, left)


def _times(w: float, places: Sequence[Place]) -> list[Place]:
    return [(s * w, t * w) for s, t in places]


def downward(points: Sequence[Point], w: float, *, end: str = "dew", turn: bool = False, size: float = 1.0) -> Shape:
    """A stroke downwards along any way.

    It ends as a drop of dew (``dew``), a ``needle``, the blunt ``foot`` of a frame, ``flat`` to run into another
    stroke, or in a ``hook`` to the left, whose length ``size`` scales.
    """
    spine = Spine(points)
    n, h = spine.length, 0.4 * w
    edge, right, left = _head(w, turn=turn)
    if n > 4.2 * w:
        right, left = [*right, (0.5 * n + 0.3 * w, -h)], [(0.5 * n + 0.2 * w, h), *left]
    elif n < 2.4 * w:
        right, left = right[:-1], left[1:]
    if end == "flat":
        return spine.outline(edge, [*right, (n, -h)], [(n, h), *left])
    if end == "hook":
        k = size * w
        under = [(n + 0.6 * w, 0.04 * w), (n + 0.16 * w, 0.52 * w), (n - 0.5 * w, 0.4 * w + 1.15 * k)]
        over = [under[-1], (n - 0.68 * w, 0.4 * w + 1.06 * k), (n - 0.52 * w, 0.85 * w), (n - 0.9 * w, 0.42 * w)]
        outer = [(n - 0.4 * w, -0.46 * w), (n + 0.32 * w, -0.24 * w), under[0]]
        return spine.outline(edge, [*right, *outer], under, [*over, *left])
    ends: dict[str, list[Place]] = {
        "dew": [
            (n - 1.3 * w, -0.44 * w),
            (n - 0.6 * w, -0.48 * w),
            (n - 0.12 * w, -0.2 * w),
            (n, 0.12 * w),
            (n - 0.2 * w, 0.36 * w),
            (n - 0.8 * w, 0.5 * w),
            (n - 1.5 * w, 0.45 * w),
        ],
        "needle": [
            (0.78 * n, -0.36 * w),
            (n - 0.4 * w, -0.16 * w),
            (n, 0.1 * w),
            (n - 0.4 * w, 0.22 * w),
            (0.78 * n, 0.38 * w),
        ],
        "foot": [
            (n - 0.5 * w, -0.45 * w),
            (n - 0.1 * w, -0.36 * w),
            (n + 0.1 * w, 0.0),
            (n - 0.02 * w, 0.3 * w),
            (n - 0.5 * w, 0.42 * w),
        ],
    }
    return spine.outline(edge, [*right, *ends[end], *left])


def wan(points: Sequence[Point], w: float, *, flick: float = 0.0, turn: bool = False) -> Shape:
    """弯, a stroke downwards that bends to the right; ``flick`` is the height of the hook at its end (乚)."""
    spine = Spine(points)
    n, h = spine.length, 0.4 * w
    edge, right, left = _head(w, turn=turn)
    stations = [s for s in spine.stations[1:-1] if 1.6 * w < s < n - (1.5 if flick else 0.8) * w]
    inner = [*right, *((s, -h) for s in stations)]
    outer = [*((s, h) for s in reversed(stations)), *left]
    if not flick:
        end = [(n - 0.3 * w, -0.42 * w), (n, -0.24 * w), (n + 0.06 * w, 0.1 * w), (n - 0.2 * w, 0.42 * w)]
        return spine.outline(edge, [*inner, *end, *outer])
    x, y = points[-1]
    tip = (x - 0.04 * w, y - flick)
    run = [spine.at(s, t) for s, t in inner]
    turning = [spine.at(n - w, -0.46 * w), (x - 0.42 * w, y - 0.84 * w)]
    rise = [*turning, (x - 0.16 * w, y - 0.5 * flick - 0.3 * w), tip]
    fall = [(x + 0.1 * w, y - flick), (x + 0.24 * w, y - 0.5 * flick), (x + 0.56 * w, y - 0.06 * w)]
    under = [fall[-1], (x + 0.36 * w, y + 0.3 * w), spine.at(n - 0.8 * w, 0.47 * w)]
    start = [spine.at(s, t) for s, t in edge]
    return Shape((contour(start, [*run, *rise], fall, [*under, *(spine.at(s, t) for s, t in outer)]),))


def pie(points: Sequence[Point], w: float, *, thin: float = 0.07, head: bool = True, turn: bool = False) -> Shape:
    """撇, the stroke falling to the left: full head, tapering to a point.

    Without ``head`` it comes out of another stroke; with ``turn`` it is the second half of a heng that turns.
    """
    spine = Spine(points)
    n = spine.length
    tip = [(n - 0.25 * w, -(thin + 0.03) * w), (n, -0.03 * w), (n, 0.05 * w), (n - 0.25 * w, (thin + 0.05) * w)]
    right = [(0.4 * n, -0.41 * w), (0.7 * n, -0.27 * w)]
    left = [(0.7 * n, 0.29 * w), (0.4 * n, 0.4 * w)]
    if n < 2.5 * w:
        right, left = right[1:], left[:1]
    if not head:
        return spine.outline([(0, -0.42 * w), *right, *tip, *left, (0, 0.42 * w)])
    if turn:
        edge, first, last = _head(w, turn=True)
        return spine.outline(edge, [*first[:2], *right, *tip, *left, *last[1:]])
    top = [(-0.02 * w, 0.5 * w), (0.0, 0.2 * w), (0.22 * w, -0.3 * w), (0.52 * w, -0.64 * w)]
    shoulder = [(0.52 * w, -0.64 * w), (0.8 * w, -0.6 * w)]
    return spine.outline(top, [*shoulder, *right, *tip, *left, (0.45 * w, 0.54 * w), (-0.02 * w, 0.5 * w)])


def na(points: Sequence[Point], w: float, *, toe: float = 1.9, rise: float = 0.05) -> Shape:
    """捺, the stroke falling to the right: thin start, swelling to a foot, then a level pointed toe.

    The spine ends in the foot; ``toe`` is how many widths the toe reaches beyond it.
    """
    spine = Spine(points)
    n = spine.length
    growing = [(0.0, 0.1 * w), (0.3 * n, 0.2 * w), (0.62 * n, 0.34 * w)]
    upper = [spine.at(s, -t) for s, t in (*growing, (0.92 * n, 0.5 * w))]
    lower = [spine.at(s, t) for s, t in (*growing, (n - 0.35 * w, 0.52 * w), (n, 0.5 * w))][::-1]
    (x, _), (knee_x, knee_y) = spine.at(n), lower[0]
    tip = (x + toe * w, knee_y - (0.12 + rise) * w)
    over = [(x + 0.45 * toe * w, tip[1] - 0.36 * w), tip]
    under = [tip, (x + 0.6 * toe * w, knee_y - 0.02 * w), (knee_x + 0.35 * w, knee_y + 0.06 * w), lower[0]]
    return Shape((contour([*upper, *over], under, lower, [lower[-1], spine.at(-0.1 * w), upper[0]]),))


def dian(x0: float, y0: float, x1: float, y1: float, w: float, *, bow: float = 0.0) -> Shape:
    """点, the dot: from a fine point to a round foot. ``bow`` bends the back outwards."""
    middle = ((x0 + x1) / 2 + bow * (y1 - y0), (y0 + y1) / 2 - bow * (x1 - x0))
    spine = Spine([(x0, y0), middle, (x1, y1)])
    n = spine.length
    return spine.outline(
        [
            (0, -0.06 * w),
            (0.3 * n, -0.28 * w),
            (0.68 * n, -0.5 * w),
            (0.92 * n, -0.38 * w),
            (n, -0.02 * w),
            (0.9 * n, 0.36 * w),
            (0.68 * n, 0.42 * w),
            (0.3 * n, 0.22 * w),
            (0, 0.08 * w),
        ],
        [(0, 0.08 * w), (0, -0.06 * w)],
    )


def ti(x0: float, y0: float, x1: float, y1: float, w: float) -> Shape:
    """提, the rising stroke: heavy entry, flicked out to a point."""
    spine = Spine([(x0, y0), ((x0 + x1) / 2, (y0 + y1) / 2 + 0.03 * (x1 - x0)), (x1, y1)])
    n = spine.length
    return spine.outline(
        [(-0.05 * w, -0.4 * w), (0.4 * w, -0.46 * w), (0.5 * n, -0.26 * w), (n, -0.04 * w)],
        [(n, 0.05 * w), (0.6 * n, 0.26 * w), (1.2 * w, 0.5 * w), (0.55 * w, 0.62 * w)],
        [(0.55 * w, 0.62 * w), (0.2 * w, 0.4 * w), (-0.05 * w, -0.4 * w)],
    )


def ribbon(text: str) -> Shape:
    """Ink of changing width along a way: ``"x y width  x y width  ..."``, blunt at both ends."""
    values = numbers(text)
    spine = Spine(list(zip(values[::3], values[1::3], strict=True)))
    halves = [width / 2 for width in values[2::3]]
    upper = [(s, -half) for s, half in zip(spine.stations, halves, strict=True)]
    lower = [(s, half) for s, half in zip(spine.stations, halves, strict=True)]
    return spine.outline(upper, lower[::-1])
