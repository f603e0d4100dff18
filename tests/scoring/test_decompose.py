"""The tables that say how tiles split: filled as they are used, or all at once, they say the same."""

import random
from collections import Counter

import pytest

from mjcompanion.core.hand import ALL_MELDS, UNITS, Hand
from mjcompanion.core.tiles import PLAIN_TILES, Tile
from mjcompanion.scoring.decompose import TABLES, SplitTable, fill, most_made
from mjcompanion.scoring.score import not_complete


def test_filled_at_once_or_one_by_one_the_tables_agree():
    fill()
    assert [len(table) >= 21_743 for table in TABLES[:3]] == [True] * 3
    rng = random.Random(4)
    for table in TABLES[:3]:
        fresh = SplitTable(table.first)
        for key in rng.sample(sorted(table), 2_000):
            assert table[key] == fresh[key]


def test_what_a_table_says_uses_up_just_the_tiles_it_was_asked_about():
    fill()
    rng = random.Random(5)
    for suit, table in enumerate(TABLES[:3]):
        for key in rng.sample([key for key in table if table[key]], 2_000):
            for split in table[key]:
                assert sum(ALL_MELDS[code].key for code in split) == key << 36 * suit


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
        made = most_made(sum(UNITS[tile] for tile in tiles.elements()), sets)
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
