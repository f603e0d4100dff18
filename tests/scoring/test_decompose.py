"""Splitting tiles into sets, compared with every combination of sets."""

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from mjcompanion.core.hand import ALL_MELDS, Hand
from mjcompanion.core.tiles import PLAIN_TILES, Tile
from mjcompanion.scoring.decompose import SplitTable, most_made
from mjcompanion.scoring.score import not_complete


def every_split():
    """By tiles of the first suit: every choice of at most four sets, with a pair or without, that they make."""
    sets = [one for one in ALL_MELDS[::2] if max(one.tiles) < 9 and len(one.tiles) == 3]
    pairs = [one for one in ALL_MELDS[::2] if max(one.tiles) < 9 and len(one.tiles) == 2]
    found = {}
    for count in range(5):
        for chosen in combinations_with_replacement(sets, count):
            for whole in (chosen, *((*chosen, pair) for pair in pairs)):
                tiles = [tile for one in whole for tile in one.tiles]
                if max(Counter(tiles).values(), default=0) <= 4:
                    found.setdefault(sum(one.key for one in whole), set()).add(tuple(sorted(one.code for one in whole)))
    return found


@pytest.mark.parametrize("suit", range(3))
def test_tables_have_every_split(suit):
    splits = every_split()
    assert len(splits) >= 21_743
    table = SplitTable(9 * suit)
    for key in random.Random(suit).sample(sorted(splits), 2_000):
        found = [tuple(sorted(ALL_MELDS[code].key >> 36 * suit for code in split)) for split in table[key]]
        assert sorted(found) == sorted(tuple(sorted(ALL_MELDS[code].key for code in split)) for split in splits[key])
    assert not table[0x111111111 - 1]


SHAPES = [
    Counter(dict.fromkeys(run, 1)) if len(set(run)) == 3 else Counter({run[0]: len(run)})
    for run in (
        *((tile, tile) for tile in PLAIN_TILES),
        *((tile, tile, tile) for tile in PLAIN_TILES),
        *((tile, Tile(tile + 1), Tile(tile + 2)) for tile in PLAIN_TILES if tile.is_suited and tile.rank <= 7),
    )
]
"""Every pair, pung and chow."""


def fewest_left(tiles, sets, *, pair=True, start=0):
    """By trying every choice of shapes: the fewest tiles left over, and how many sets stand then, negative."""
    best = (tiles.total(), 0)
    for at, shape in enumerate(SHAPES[start:], start):
        is_pair = shape.total() == 2
        if (pair if is_pair else sets) and shape <= tiles:
            left, made = fewest_left(tiles - shape, sets - (not is_pair), pair=pair and not is_pair, start=at)
            best = min(best, (left, made - (not is_pair)))
    return best


def unfinished(rng):
    """Concealed tiles that often hold pungs, chows and pairs, and some that belong to nothing."""
    wall = [tile for tile in PLAIN_TILES for _ in range(4)]
    tiles = Counter()
    for shape in rng.sample(SHAPES, 3):
        tiles += shape if all((tiles + shape)[tile] <= 4 for tile in shape) else Counter()
    return tiles + Counter(
        rng.sample(sorted((Counter(wall) - tiles).elements()), rng.choice([2, 5, 14 - tiles.total()]))
    )


def test_of_tiles_that_are_no_whole_hand_most_is_made():
    rng = random.Random(6)
    pungs = 0
    for _ in range(300):
        tiles, sets = unfinished(rng), rng.choice([1, 2, 3, 4, 4])
        made = most_made(tuple(sorted(tiles.elements())), sets)
        assert (len(made.left), -made.sets) == fewest_left(tiles, sets), tiles
        used = tiles - Counter(made.left)
        assert used.total() == 3 * made.sets + 2 * made.pair
        assert fewest_left(used, made.sets, pair=made.pair) == (0, -made.sets)
        pungs += any(count >= 3 for count in used.values())
    assert pungs > 100


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("555m 123p 99s 1478p 2s 6z", "2 sets and a pair, and 1 dot, 4 dot, 7 dot, 8 dot, 2 bamboo and green dragon"),
        ("111z 222z 555p 9s 147m 7z", "3 sets and no pair, and 1 character, 4 character, 7 character, 9 bamboo and"),
        (
            "(111z) 333s 88p 147m 258s",
            "2 sets and a pair, and 1 character, 4 character, 7 character, 2 bamboo, 5 bamboo",
        ),
    ],
)
def test_a_concealed_pung_is_counted_among_the_sets(hand, said):
    assert said in not_complete(Hand.parse(hand)).why
