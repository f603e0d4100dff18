"""The final scores of coached games of Kemp's Chinese game, by what the coach promised.

The coach compares hands by what they promise (`mjcompanion.solitaire.targets`). Games score more than that, because
the player may change to another hand. How much more is measured: `tools/measure_coach.py` plays 20,000 games and
writes `resources/expected.json`. The order of the hands stays the same, so the figures change no decision.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

import msgspec

from mjcompanion.storage.package_data import data

FILE: Final = "expected.json"


class MeasuredStage(msgspec.Struct, frozen=True):
    """Measured scores at one stage of a game: `came[i]` where `promised[i]` was promised, both rising from 0.

    `wall` is how many tiles could still be drawn.
    """

    wall: float
    promised: tuple[float, ...]
    came: tuple[float, ...]

    def expected(self, promised: float) -> float:
        """Return the final score by this stage; beyond what was measured it grows in proportion."""
        if promised >= self.promised[-1]:
            return promised * self.came[-1] / self.promised[-1]
        return _between(self.promised, self.came, promised)


def expected(promised: float, wall: int) -> float:
    """Return the final score to expect, with `wall` tiles left to be drawn.

    >>> expected(0, 60), expected(60, 60) > 60
    (0.0, True)
    """
    stages = measured()
    for before, after in pairwise(stages):
        if wall < after.wall:
            ends = max(wall, before.wall)
            return _between((before.wall, after.wall), (before.expected(promised), after.expected(promised)), ends)
    return stages[-1].expected(promised)


@cache
def measured() -> tuple[MeasuredStage, ...]:
    """Return the measured stages, the fewest tiles first."""
    return msgspec.json.decode(data(FILE), type=tuple[MeasuredStage, ...])


def _between(at: Sequence[float], values: Sequence[float], place: float) -> float:
    """Return the value at a place on the line through these points."""
    low = min(bisect_right(at, place), len(at) - 1) - 1
    share = (place - at[low]) / (at[low + 1] - at[low])
    return values[low] + (values[low + 1] - values[low]) * share
