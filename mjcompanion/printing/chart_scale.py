"""The figures of a line chart on paper and in the window: lines, ticks, and places for names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

_TICKS: Final = 5


class Series(msgspec.Struct, frozen=True):
    """One line: its name, and its value at each point; None before it begins."""

    name: str
    values: tuple[int | None, ...]


def ticks(lowest: int, highest: int, most: int = _TICKS) -> tuple[int, ...]:
    """Return about `most` round numbers that span two values.

    >>> ticks(920, 1128), ticks(7, 7)
    ((900, 950, 1000, 1050, 1100, 1150), (6, 7, 8))
    """
    if lowest == highest:
        lowest, highest = lowest - 1, highest + 1
    step = round_step((highest - lowest) / most)
    return tuple(range(lowest // step * step, -(-highest // step) * step + step, step))


def round_step(least: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 and so on that is at least `least`.

    >>> round_step(0.3), round_step(13), round_step(50)
    (1, 20, 50)
    """
    power = 1
    while power * 10 <= least:
        power *= 10
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least)


def spread(ideal: Sequence[float], step: float, top: float, bottom: float) -> list[float]:
    """Return places between two edges, at least `step` apart and as near to the ideal, ascending ones as possible.

    >>> spread([10, 11, 50], 8, 0, 100)
    [6.5, 14.5, 50.0]
    """
    groups: list[tuple[float, int]] = []  # the first place of each group, and how many are in it
    for one in ideal:
        groups.append((float(one), 1))
        while len(groups) > 1:
            (first, count), (after, more) = groups[-2:]
            if first + count * step <= after:
                break
            middle = ((first + (count - 1) * step / 2) * count + (after + (more - 1) * step / 2) * more) / (
                count + more
            )
            groups[-2:] = [(middle - (count + more - 1) * step / 2, count + more)]
    found = [first + at * step for first, count in groups for at in range(count)]
    for at, one in enumerate(found):
        found[at] = max(one, top + at * step)
    for at in range(len(found) - 1, -1, -1):
        found[at] = min(found[at], bottom - (len(found) - 1 - at) * step)
    return found
