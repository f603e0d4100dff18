"""Advice for a hand: what it says of every discard, and what is wrong with a hand it can't be given for."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.notation import read_tiles
from mjcompanion.core.tiles import PLAIN_TILES
from mjcompanion.scoring.shanten import away
from mjcompanion.solitaire.hand_advice import advise, advise_request
from tests.strategies import any_hands
from tests.strategies import tiles as any_tiles


def counts(advice):
    """How many unseen tiles of each kind improve the hand."""
    return {str(one.tile): one.unseen for one in advice.improves}


def sentences(text, seen=""):
    with pytest.raises(RuleError) as caught:
        advise(Hand.parse(text), read_tiles(seen))
    return [problem.sentence() for problem in caught.value.problems]


def test_fourteen_tiles():
    advice = advise(Hand.parse("46p 99s 1z (123m) (789m) [5555z] 2f"), read_tiles("5p 1z 3y"))
    assert advice.away == 1
    assert advice.improves == ()
    assert (advice.discards[0].away, counts(advice.discards[0])) == (1, {"5p": 3})
    assert (advice.discards[3].away, counts(advice.discards[3])) == (2, {"5p": 3, "9s": 2, "1z": 2})
    assert [str(one.tile) for one in advice.discards] == ["1z", "4p", "6p", "9s"]
    assert [one.unseen for one in advice.discards] == [3, 21, 21, 7]


def test_thirteen_tiles():
    advice = advise(Hand.parse("46p 99s (123m) (789m) [5555z]"), read_tiles("5p"))
    assert (advice.away, advice.moves, counts(advice)) == (1, (), {"5p": 3})


def test_a_complete_hand_has_discards_too():
    advice = advise(Hand.parse("456p 99s (123m) (789m) [5555z]"))
    assert advice.away == 0
    assert {str(one.tile): (one.away, one.unseen) for one in advice.discards} == {
        "4p": (1, 7), "6p": (1, 7), "5p": (1, 3), "9s": (1, 2),
    }  # fmt: skip


def test_tiles_that_are_all_seen_are_left_out_and_change_nothing_else():
    hand = Hand.parse("23p 99s (123m) (789m) [5555z]")
    assert counts(advise(hand)) == {"1p": 4, "4p": 4}
    for seen, left in (("1111p 4p", {"4p": 3}), ("1111p 4444p", {})):
        advice = advise(hand, read_tiles(seen))
        assert (advice.away, counts(advice)) == (1, left)
    hand = Hand.parse("23p 99s 1z (123m) (789m) [5555z]")
    assert advise(hand, read_tiles("1111p 4444p")).discards[0].unseen == 0


def test_what_the_own_sets_have_used_up_counts_for_nothing():
    assert counts(advise(Hand.parse("46p 99s 123m 789m (555p)"))) == {"5p": 1}
    assert advise(Hand.parse("46p 99s 123m 789m (5555p)")).away == 2


def test_a_discard_counts_as_seen():
    advice = advise(Hand.parse("1m 46p 99s (123m) (789m) [5555z]"))
    (of_9s,) = [one for one in advice.discards if str(one.tile) == "9s"]
    assert counts(of_9s)["9s"] == 2


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


@pytest.mark.parametrize(
    ("hand", "seen", "sentence"),
    [
        ("123m 456p 789s 11z", "", "11 tiles: two more."),
        ("123m 456p 789s 111z 555z", "", "15 tiles: one too many."),
        ("123m 456p 789s (1111z) 5z", "", None),
        ("123m 456p [1111z] (7777z) 5z", "", None),
        ("123m 456p [1111z] (7777z)", "", "12 tiles (each kong counted as three): one more."),
        ("", "", "There are no tiles in this hand."),
        ("2f 1y", "", "0 tiles: 13 more."),
        ("11111m 456p 789s 11z", "", "There is a fifth 1 character. A set has only four."),
        ("1111m 456p 789s 111z", "1m", "There is a fifth 1 character. A set has only four."),
        ("123m 456p 789s (1111z)", "1z", "There is a fifth east wind. A set has only four."),
        ("123m 456p 789s 1111z 2f", "2f", "There is a second orchid. A set has only one."),
        ("123m 456p 789s 111z J", "", "A joker has no place in this game. Jokers belong to American hands."),
        ("123m 456p 789s 1111z", "J", "A joker has no place in this game. Jokers belong to American hands."),
        ("123m 456p 789s 1111z", "F", "“F”, any flower, belongs to American hands. Name the flower, 1f to 4f or 1y to 4y."),
        ("123m 456p 789s 1z (135p)", "", "“135p” isn’t a set: it should be a chow, a pung or a kong."),
        ("123m 456p 789s [111z] 1p", "", "“[111z]” isn’t a kong. Only a concealed kong is written in [ ]."),
        ("123m 456p 789s (55z) 44p", "", "“55z” is a pair. A pair is exposed only when the winning discard completed it."),
        ("123m 456p 789s 1p (12f1y)", "", "The plum can’t be part of a set. Flowers are laid aside."),
        ("(123m) (456p) (789s) (111z) (555z)", "", "There are 5 sets. A hand has four and a pair."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_hand(hand, seen, sentence):
    if sentence is None:
        advise(Hand.parse(hand), read_tiles(seen))
    else:
        assert sentences(hand, seen)[0] == sentence


def test_everything_that_is_wrong_at_once():
    assert sentences("11111m 2f (135p) 99s", "2f") == [
        "There is a fifth 1 character. A set has only four.",
        "There is a second orchid. A set has only one.",
        "“135p” isn’t a set: it should be a chow, a pung or a kong.",
        "10 tiles: three more.",
    ]


@given(any_hands, st.lists(any_tiles, max_size=20))
def test_any_tiles_get_advice_or_a_sentence(hand, seen):
    try:
        advice = advise(hand, seen)
    except RuleError as error:
        assert all(problem.sentence() for problem in error.problems)
    else:
        assert 0 <= advice.away <= 14
        assert bool(advice.discards) == (hand.size == 14)


# --- requests


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ([], "The request is wrong: it must be an object."),
        ({"seen": "1m"}, "The request is wrong: “hand” is missing."),
        ({"hand": None}, "The request is wrong: “hand” must be a text."),
        ({"hand": "99s", "seen": False}, "The request is wrong: “seen” must be a text."),
        ({"hand": "99s", "rules": "simple"}, "The request is wrong: “rules” isn’t known: there are hand, seen."),
        ({"hand": "99x"}, "“99” at character 1 needs a letter after it: m, p, s, z, f or y."),
        ({"hand": "99s", "seen": "(1m)"}, "“(” at character 1 isn’t a tile."),
    ],
)
def test_requests_that_are_wrong(request_, sentence):
    with pytest.raises(RuleError) as caught:
        advise_request(request_)
    assert str(caught.value) == sentence
