"""Distinct random winning hands, the same tiles for every program that is measured."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class WinningHand(NamedTuple):
    """Four concealed sets and a pair as codes 0 to 33, the winning tile, and whether it was drawn."""

    tiles: tuple[int, ...]
    win: int
    drawn: bool


def winning_hands(count: int, seed: int) -> list[WinningHand]:
    """So many distinct winning hands, all concealed; runs and pungs mixed as they come in play."""
    rng = random.Random(seed)
    found: dict[tuple[tuple[int, ...], int], WinningHand] = {}
    while len(found) < count:
        tiles: list[int] = []
        for _ in range(4):
            if rng.random() < 0.6:
                first = rng.randrange(3) * 9 + rng.randrange(7)
                tiles += [first, first + 1, first + 2]
            else:
                tiles += [rng.randrange(34)] * 3
        tiles += [rng.randrange(34)] * 2
        if max(tiles.count(tile) for tile in set(tiles)) > 4:
            continue
        ordered, win = tuple(sorted(tiles)), rng.choice(tiles)
        found[ordered, win] = WinningHand(ordered, win, rng.random() < 0.5)
    return list(found.values())


def in_turns(asked: dict[str, tuple[Callable[[Any], object], Sequence[Any]]], chunk: int) -> dict[str, list[float]]:
    """Processor time in microseconds of what is asked about each, chunk by chunk.

    They take turns in an order drawn anew, so that noise, the first look at new hands and what the one before left in
    the caches hit all alike.
    """
    spent: dict[str, list[float]] = {name: [] for name in asked}
    order, rng = list(asked.items()), random.Random(14)
    gc.disable()
    for start in range(0, max(len(hands) for _, hands in asked.values()), chunk):
        rng.shuffle(order)
        for name, (answer, hands) in order:
            some = hands[start : start + chunk]
            if not some:
                continue
            began = time.process_time()
            for hand in some:
                answer(hand)
            spent[name].append((time.process_time() - began) / len(some) * 1e6)
    gc.enable()
    return spent
