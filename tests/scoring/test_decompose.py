"""The tables that say how tiles split: filled as they are used, or all at once, they say the same."""

import random

from mjcompanion.hand import ALL_MELDS
from mjcompanion.scoring.decompose import TABLES, SplitTable, fill


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
