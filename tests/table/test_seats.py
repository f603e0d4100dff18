"""Throwing for the first East, and for all seats."""

import random
from itertools import pairwise

import pytest

from mjcompanion.rulesets import RULESETS
from mjcompanion.table.events import SessionSetup
from mjcompanion.table.rotation import throw_for_east, throw_for_seats
from mjcompanion.table.rules import TableRules

AT_TABLE = [rules for rules in RULESETS.values() if rules.at_table]


# Text 3, "Determining who plays East": "Each player will roll a die. The highest number will be the East Player."
# Texts 2 ("each player rolls the dice") and 5 ("each player roles the dice in turn") don't say how many.
@pytest.mark.parametrize("rules", AT_TABLE)
def test_so_many_dice_each(rules):
    assert rules.dice == (1 if rules == "classical" else 2)
    east, rows = throw_for_east(random.Random(3), rules.dice)
    assert {len(dice) for row in rows for dice in row if dice is not None} == {rules.dice}
    assert SessionSetup(TableRules.of(rules), ("a", "b", "c", "d"), east, thrown=rows).thrown == rows


# Text 3: "If there are any ties for East, then re-roll the tie"
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("dice", [1, 2])
def test_ties_throw_again(seed, dice):
    east, rows = throw_for_east(random.Random(seed), dice)
    for row, after in pairwise(rows):
        sums = [sum(thrown or ()) for thrown in row]
        assert [thrown is not None for thrown in after] == [one == max(sums) for one in sums]
    last = [sum(thrown or ()) for thrown in rows[-1]]
    assert (last.count(max(last)), last.index(max(last))) == (1, east)
    order, rows = throw_for_seats(random.Random(seed), dice)
    first = [sum(rows[0][player]) for player in order]
    assert first == sorted(first, reverse=True)
