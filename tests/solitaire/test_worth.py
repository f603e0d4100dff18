"""What a hand to go for is worth in Kemp's Chinese game, worked out a second time, slowly and from what is said of it."""

import random
from functools import cache
from itertools import combinations_with_replacement
from math import exp, factorial

import pytest

from mjcompanion.core.hand import ALL_MELDS, UNITS, MeldKind
from mjcompanion.core.tiles import PLAIN_TILES
from mjcompanion.scoring.sheet import KEMP_TILES
from mjcompanion.solitaire import targets
from mjcompanion.solitaire.targets import ANY, NONE, HandPosition, aims_of, worth
from tests.sample import often

SHAPES = [[place] * 3 for place in range(9)] + [[place, place + 1, place + 2] for place in range(7)]


@cache
def lacking(counts, sets, pair):
    """How many tiles of a suit are missing for so many sets of it, and a pair or not."""
    fewest = 99
    for shapes in combinations_with_replacement(SHAPES, sets):
        for eyes in range(9) if pair else (None,):
            wanted = [0] * 9
            for place in (*(one for shape in shapes for one in shape), *([eyes] * 2 if pair else ())):
                wanted[place] += 1
            if max(wanted) <= 4:
                fewest = min(fewest, sum(max(0, some - held) for some, held in zip(wanted, counts, strict=True)))
    return fewest


def lacking_in_all(suits, sets, pair):
    """The same for tiles of three suits."""
    return min(
        sum(lacking(suits[suit], split[suit], pair and suit == eyes) for suit in range(3))
        for split in ((a, b, sets - a - b) for a in range(sets + 1) for b in range(sets + 1 - a))
        for eyes in (range(3) if pair else (0,))
    )


def can_claim(counts, place):
    """Whether two tiles in hand make a pung or a chow with another of this place."""
    pairs = [(place - 2, place - 1), (place - 1, place + 1), (place + 1, place + 2)]
    return counts[place] >= 2 or any(one >= 0 and two < 9 and counts[one] and counts[two] for one, two in pairs)


def with_one(suits, suit, place):
    changed = [list(one) for one in suits]
    changed[suit][place] += 1
    return tuple(map(tuple, changed))


def of_suits(where, suits, aim):
    """How many suit tiles an aim lacks, and the time until they have come, to the power that adds times up."""
    if aim.suit == NONE:
        return 0, 0.0
    places = [aim.suit] if aim.suit != ANY else [0, 1, 2]

    def far(some):
        return (
            lacking_in_all(some, aim.sets, aim.pair) if aim.suit == ANY else lacking(some[aim.suit], aim.sets, aim.pair)
        )

    away, claimed, drawn, usable = far(suits), 0, 0, 0
    for suit in places:
        for place in range(9):
            left = where.unseen[9 * suit + place]
            usable += left
            if suits[suit][place] < 4 and far(with_one(suits, suit, place)) < away:
                if can_claim(suits[suit], place):
                    claimed += left
                else:
                    drawn += left
    if not away:
        return 0, 0.0
    if not claimed + drawn:
        return away, targets._NEVER
    own = 1.0 if away == 1 and not aim.pungs and aim.eyes < 0 else targets.OWN
    rates = targets.ANY_SUIT if aim.suit == ANY else targets.ONE_SUIT
    time = 1 / (claimed + own * drawn + 0.4) + sum(1 / (rates[one] * usable) for one in range(1, away))
    return away, (time * (where.hidden + 1)) ** targets.NORM


def of_honours(where, held, aim):
    """The same of pungs of honours, and of the pair; None if they can't be had any more."""
    waits, times, eyes = 0, [], 0.0
    for at in aim.pungs:
        left, missing = where.unseen[27 + at], 3 - held[at]
        if missing > left:
            return None
        if missing > 0:
            waits += missing
            times.append((where.hidden + 1) / (left + 1) * (1 if missing == 1 else 4 * targets.SINGLE))
    if aim.eyes >= 0 and held[aim.eyes] < 2:
        left = where.unseen[27 + aim.eyes]
        if 2 - held[aim.eyes] > left:
            return None
        waits += 2 - held[aim.eyes]
        eyes = (where.hidden + 1) / (left + 1)
    return waits, sum(one**targets.NORM for one in times), eyes


def left_over(waits, mean):
    """The part that is left on average of 1 after so many waits of equal length, summed up in small steps."""
    if not waits or not mean:
        return 1.0
    rate, steps, found = waits / mean, 2000, 0.0
    for step in range(steps):
        at = (step + 0.5) / steps
        found += (1 - at) * rate**waits * at ** (waits - 1) * exp(-rate * at) / factorial(waits - 1) / steps
    return found


def expected(where, key, aim):
    counts = [key >> 4 * tile & 15 for tile in range(34)]
    suits = tuple(tuple(counts[first : first + 9]) for first in (0, 9, 18))
    honours = of_honours(where, counts[27:], aim)
    if honours is None or not where.wall:
        return 0.0
    away, time = of_suits(where, suits, aim)
    waits = away + honours[0]
    time += honours[1] + (honours[2] * (2 if waits > 1 else 1)) ** targets.NORM
    part = time ** (1 / targets.NORM) / where.wall
    if part >= 4:
        return 0.0
    return aim.score * left_over(waits, part) * where.wall / (KEMP_TILES - len(where.flowers))


def positions(count):
    """Hands with two sets laid out, with tiles that often belong together, at any time of the game."""
    rng = random.Random(5)
    sets = [one for one in ALL_MELDS if one.kind in (MeldKind.PUNG, MeldKind.CHOW) and one.code % 2]
    while count:
        laid = rng.sample(sets, rng.choice([2, 2, 3]))
        near = rng.sample(PLAIN_TILES, 2)
        tiles = [min(33, max(0, rng.choice(near) + rng.choice((0, 0, 0, 1, 1, 2)))) for _ in range(13 - 3 * len(laid))]
        total = sum(one.key for one in laid) + sum(UNITS[tile] for tile in tiles)
        held = [total >> 4 * tile & 15 for tile in range(34)]
        if max(held) > 4 or sum(one.key >> 4 * tile & 15 for one in laid for tile in range(34)) != 3 * len(laid):
            continue
        count -= 1
        unseen = [rng.randrange(5 - some) if rng.random() < 0.3 else 4 - some for some in held]
        hidden = sum(unseen) + 8
        key = sum(UNITS[tile] for tile in tiles)
        yield HandPosition(
            key,
            [one.code for one in laid],
            [],
            unseen,
            hidden=hidden,
            wall=min(hidden, rng.randrange(40, 110)),
        )


def test_each_aim_is_worth_what_is_said_of_it():
    compared = nothing = 0
    for where in positions(often(300, 80)):
        for aim in aims_of(where, where.key):
            found = worth(where, where.key, aim)
            assert found == pytest.approx(expected(where, where.key, aim), rel=0.004, abs=0.004), (where.key, aim)
            compared += found > 0.5
            nothing += found == 0
    assert compared > often(700, 150)
    assert nothing > often(5, 1)
