"""Throwing for the first East, and for all four seats. Source: text 2, "Selection of East"; text 3, Step One."""

from __future__ import annotations

import random
from collections.abc import Sequence

from mjcompanion.table.rotation import PLAYERS
from mjcompanion.wall.dice import FACES

Rows = tuple[tuple[tuple[int, ...] | None, ...], ...]
"""The dice thrown, a row for each time of throwing; None for those who didn't have to throw again."""


def throw_for_east(rng: random.Random, dice: int) -> tuple[int, Rows]:
    """Throw so many dice each for the first East until one has most: the player, and all that was thrown.

    >>> east, rows = throw_for_east(random.Random(4), dice=2)
    >>> max(range(4), key=lambda player: sum(rows[0][player])) == east, len(rows)
    (True, 1)
    """
    rows: list[tuple[tuple[int, ...] | None, ...]] = []
    left = set(PLAYERS)
    while True:
        row = tuple(_throw(rng, dice) if player in left else None for player in PLAYERS)
        rows.append(row)
        most = max(sum(thrown) for thrown in row if thrown is not None)
        left = {player for player, thrown in enumerate(row) if thrown is not None and sum(thrown) == most}
        if len(left) == 1:
            return left.pop(), tuple(rows)


def throw_for_seats(rng: random.Random, dice: int) -> tuple[tuple[int, int, int, int], Rows]:
    """Throw so many dice each for all seats: the players from the highest throw down, and all that was thrown.

    Ties throw again.

    >>> order, rows = throw_for_seats(random.Random(4), dice=2)
    >>> sorted(order), len(rows) >= 1
    ([0, 1, 2, 3], True)
    """
    rows: list[tuple[tuple[int, ...] | None, ...]] = []
    groups: list[list[int]] = [list(PLAYERS)]
    while any(len(group) > 1 for group in groups):
        tied = {player for group in groups if len(group) > 1 for player in group}
        row = tuple(_throw(rng, dice) if player in tied else None for player in PLAYERS)
        rows.append(row)
        groups = [part for group in groups for part in _parted(group, row)]
    east, south, west, north = (group[0] for group in groups)
    return (east, south, west, north), tuple(rows)


def _throw(rng: random.Random, dice: int) -> tuple[int, ...]:
    return tuple(rng.randint(1, FACES) for _ in range(dice))


def _parted(group: list[int], row: Sequence[tuple[int, ...] | None]) -> list[list[int]]:
    """Those who threw alike together, the highest first."""
    if len(group) == 1:
        return [group]
    sums = {player: sum(row[player] or ()) for player in group}
    return [[player for player in group if sums[player] == one] for one in sorted(set(sums.values()), reverse=True)]
