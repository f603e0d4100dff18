"""Advice for a hand: what it says of every discard, and what is wrong with a hand it can't be given for."""

import random

from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.notation import read_tiles
from mjcompanion.core.tiles import PLAIN_TILES
from mjcompanion.scoring.shanten import away
from mjcompanion.solitaire.hand_advice import advise
from tests.strategies import any_hands
from tests.strategies import tiles as any_tiles


def counts(advice):
    """How many unseen tiles of each kind improve the hand."""
    return {str(one.tile): one.unseen for one in advice.improves}


def test_fourteen_tiles():
    advice = advise(Hand.parse("46p 99s 1z (123m) (789m) [5555z] 2f"), read_tiles("5p 1z 3y"))
    assert advice.away == 1
    assert advice.improves == ()
    assert (advice.discards[0].away, counts(advice.discards[0])) == (1, {"5p": 3})
    assert (advice.discards[3].away, counts(advice.discards[3])) == (2, {"5p": 3, "9s": 2, "1z": 2})
    assert [str(one.tile) for one in advice.discards] == ["1z", "4p", "6p", "9s"]
    assert [one.unseen for one in advice.discards] == [3, 21, 21, 7]


def test_a_complete_hand_has_discards_too():
    advice = advise(Hand.parse("456p 99s (123m) (789m) [5555z]"))
    assert advice.away == 0
    assert {str(one.tile): (one.away, one.unseen) for one in advice.discards} == {
        "4p": (1, 7), "6p": (1, 7), "5p": (1, 3), "9s": (1, 2),
    }  # fmt: skip


def test_what_the_own_sets_have_used_up_counts_for_nothing():
    assert counts(advise(Hand.parse("46p 99s 123m 789m (555p)"))) == {"5p": 1}
    assert advise(Hand.parse("46p 99s 123m 789m (5555p)")).away == 2


@given(st.integers(0, 2**32))
def test_the_numbers_are_those_of_the_tiles_that_can_still_come(seed):
    rng = random.Random(seed)
    wall = list(PLAIN_TILES) * 4
    rng.shuffle(wall)
    size = rng.choice([13, 14])
    hand, seen = wall[:size], wall[size : size + rng.randrange(60)]
    rest = wall[size + len(seen) :]
    advice = advise(Hand(hand), seen)
    assert advice.away == away(Hand(hand).key)
    thirteen = [(hand, advice.improves)]
    if size == 14:
        assert {one.tile for one in advice.discards} == set(hand)
        thirteen = []
        for one in advice.discards:
            left = list(hand)
            left.remove(one.tile)
            thirteen.append((left, one.improves))
    for left, improves in thirteen:
        far = away(Hand(left).key)
        better = {
            one: rest.count(one) for one in set(rest) if left.count(one) < 4 and away(Hand([*left, one]).key) < far
        }
        assert {one.tile: one.unseen for one in improves} == better
        assert [one.tile for one in improves] == sorted(better)


# --- what is wrong


@given(any_hands, st.lists(any_tiles, max_size=20))
def test_any_tiles_get_advice_or_a_sentence(hand, seen):
    try:
        advice = advise(hand, seen)
    except RuleError as error:
        assert all(problem.sentence() for problem in error.problems)
    else:
        assert 0 <= advice.away <= 14
        assert bool(advice.discards) == (hand.size == 14)
