"""How far away a hand is, slowly: every four sets and a pair are tried that could need no more tiles.

Nothing of the program is used; hands are lists of how many there are of each of the 34 faces.
"""

from __future__ import annotations

import random

PUNGS = [(tile,) * 3 for tile in range(34)]
CHOWS = [(9 * suit + at, 9 * suit + at + 1, 9 * suit + at + 2) for suit in range(3) for at in range(7)]
SETS = PUNGS + CHOWS
Counts = list[int]


def away(hand: Counts, laid: list[tuple[int, ...]]) -> int:
    """The fewest tiles that the hand lacks to the sets it still needs and a pair, four of each tile in all."""
    free = [4] * 34
    for one in laid:
        for tile in one:
            free[tile] -= 1
    missing = 0
    while not _can_be_made(list(hand), free, 0, 4 - len(laid), missing):
        missing += 1
    return missing


def _can_be_made(hand: Counts, free: Counts, first: int, sets: int, missing: int) -> bool:
    """Whether some sets, none before this one in the list, and a pair can be had with so many tiles more."""
    if not sets:
        return any(free[tile] >= 2 and 2 - hand[tile] <= missing for tile in range(34))
    for at in range(first, len(SETS)):
        tiles = SETS[at]
        lacking = 0
        for tile in tiles:
            free[tile] -= 1
            hand[tile] -= 1
            lacking += hand[tile] < 0
        fits = lacking <= missing and all(free[tile] >= 0 for tile in tiles)
        made = fits and _can_be_made(_not_below_zero(hand), free, at, sets - 1, missing - lacking)
        for tile in tiles:
            free[tile] += 1
            hand[tile] += 1
        if made:
            return True
    return False


def _not_below_zero(hand: Counts) -> Counts:
    return [max(count, 0) for count in hand]


def random_hand(rng: random.Random, tiles: int, sets: int, faces: int = 34) -> tuple[Counts, list[tuple[int, ...]]]:
    """So many tiles less three for each set laid out, all of the first so many faces, and these sets."""
    while True:
        free = [4] * faces + [0] * (34 - faces)
        laid: list[tuple[int, ...]] = []
        shapes = [one for one in [*SETS, *[(tile,) * 4 for tile in range(34)]] if max(one) < faces]
        for _ in range(sets):
            one = rng.choice(shapes)
            laid.append(one)
            for tile in one:
                free[tile] -= 1
        if min(free) >= 0:
            break
    wall = [tile for tile, count in enumerate(free) for _ in range(count)]
    hand = [0] * 34
    for tile in rng.sample(wall, tiles - 3 * sets):
        hand[tile] += 1
    return hand, laid
