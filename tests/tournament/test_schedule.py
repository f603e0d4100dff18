"""Who meets whom: nobody twice while it can be avoided, all winds alike often, and everybody sits out in turn."""

from collections import Counter
from itertools import combinations

import pytest

from mjcompanion.tournament.schedule import FEWEST, MOST, cycle, most_without_repeats, repeats, schedule

KNOWN = {
    4: 1,
    8: 1,
    12: 1,
    16: 5,
    20: 5,
    24: 7,
    28: 9,
    32: 9,
    36: 11,
    40: 13,
    44: 14,
    48: 15,
    52: 17,
    56: 18,
    60: 19,
    64: 21,
}
"""Rounds without two who meet twice. But for 8, 12, 20 and 32 there is no room for more: each round three new ones."""


def met(rounds):
    return Counter(
        pair for one in rounds for table in one.tables for pair in combinations(sorted(table), 2)
    )  # fmt: skip


@pytest.mark.parametrize(("players", "rounds"), KNOWN.items())
def test_no_two_meet_twice_as_long_as_is_known(players, rounds):
    assert most_without_repeats(players) == rounds
    pairs = met(schedule(players, rounds))
    assert set(pairs.values()) == {1}
    assert len(pairs) == rounds * players // 4 * 6


@pytest.mark.parametrize("players", range(FEWEST, MOST + 1))
def test_everybody_has_a_place_in_every_round_or_sits_out(players):
    for one in cycle(players):
        there = [player for table in one.tables for player in table] + list(one.out)
        assert sorted(there) == list(range(players))
        assert len(one.out) == players % 4
    assert len(cycle(players)) >= 12


@pytest.mark.parametrize("players", [one for one in range(FEWEST, MOST + 1) if one % 4])
def test_nobody_sits_out_twice_before_all_others_did_once(players):
    rounds = cycle(players)
    for count in range(1, len(rounds) + 1):
        out = Counter(player for one in rounds[:count] for player in one.out)
        often = [out[player] for player in range(players)]
        assert max(often) - min(often) <= 1, count


@pytest.mark.parametrize("players", [one for one in range(FEWEST, MOST + 1) if one % 4 and one > 16])
def test_those_who_sit_out_cost_few_rounds_without_repeats(players):
    """Beside the number that four divides below it."""
    assert most_without_repeats(players) >= min(4, KNOWN[players - players % 4])


@pytest.mark.parametrize("players", range(FEWEST, MOST + 1))
def test_winds_are_alike_for_everybody(players):
    rounds = cycle(players)
    for count in range(1, len(rounds) + 1):
        had = Counter(
            (player, wind) for one in rounds[:count] for table in one.tables for wind, player in enumerate(table)
        )
        apart = [
            max(had[player, wind] for wind in range(4)) - min(had[player, wind] for wind in range(4))
            for player in range(players)
        ]
        assert max(apart) <= (1 if players % 4 == 0 else 2), count


@pytest.mark.parametrize(
    ("players", "rounds", "again"), [(8, 4, 24), (8, 7, 56), (12, 4, 18), (16, 8, 72), (20, 8, 50)]
)
def test_where_it_cannot_be_avoided_few_meet_twice(players, rounds, again):
    """No more than was found once. With 8, 16 and 20 players everybody has met all others by then."""
    assert 0 < repeats(schedule(players, rounds)) <= again


def test_after_the_cycle_it_begins_again_with_other_winds():
    whole = len(cycle(16))
    rounds = schedule(16, whole + 1)
    assert set(rounds[whole].tables[0]) == set(rounds[0].tables[0])
    assert rounds[whole].tables[0] != rounds[0].tables[0]


@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (65, 1), (16, 0), (16, 65)])
def test_there_is_no_other_schedule(players, rounds):
    with pytest.raises(ValueError, match=str(players if rounds == 1 else rounds)):
        schedule(players, rounds)
