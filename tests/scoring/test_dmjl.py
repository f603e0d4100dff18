"""RULES 2.8: the German league's rules, as the Kajongg project publishes them, and thousands of hands counted slowly.

A test names the rule of Kajongg's `predefined.py`, or where its scoring of it stands.
"""

import random

import pytest

from mjcompanion.rulesets import Ruleset, options_for
from tests.dmjl_brute import counted, random_request
from tests.sample import often
from tests.scoring.asking import ask, counted_twice, ids


# "Nine Gates": "A concealed hand in one color 1112345678999 plus last tile of this suit (from wall or discarded)"
@pytest.mark.parametrize(
    ("hand", "win", "score"),
    [
        ("11123456789997m", "7m discard", 500),
        ("11123456789991m", "1m discard", 500),
        ("11123456789997m", "9m discard", 256),
        ("11123456789997m", "9m draw", 500),  # Concealed True Color Game
        ("11123456789995m", "9m discard", 500),  # Squirming Snake
    ],
)
def test_nine_gates_waited_for_any_tile_of_their_suit(hand, win, score):
    sheet = ask(hand, "dmjl", win, seat="W")
    assert sheet.score == score
    assert ("nine-gates" in ids(sheet)) is (win[:2] == hand[-2:])


# "Last Tile is Only Possible Tile": one calling hand, a tile of which the hand holds all four not counted (hand.py)
@pytest.mark.parametrize(
    ("hand", "win", "only"),
    [
        ("[8888m] 22256666777m", "5m discard", True),  # 8 characters would have won, and are all in the hand
        ("[2222m] 33344445888m", "5m discard", True),
        ("222m 567m 777m 888m 66m", "5m discard", False),
        ("(123m) (456p) (777z) 11s [9999p]", "1s discard", True),
        ("(123m) 456p (777z) 11s [9999p]", "5p discard", True),
        ("(123m) 456p (777z) 11s [9999p]", "6p discard", False),
    ],
)
def test_the_only_tile_that_would_have_won_counts_wherever_it_is(hand, win, only):
    assert ("only-tile" in ids(ask(hand, "dmjl", win))) is only


# "False Declaration of Mah Jongg by One Player": -300 in all, shared by three payees (scoringdialog.py)
@pytest.mark.parametrize(("fault", "each"), [("false-mah-jongg", 100), ("misnamed-set", 100), ("misnamed-chow", 50)])
def test_what_a_fault_costs(fault, each):
    rules = Ruleset("dmjl")
    (found,) = [one for one in rules.faults if one.id == fault]
    assert found.amount(options_for(rules)) == each


def test_random_hands_agree_with_a_count_from_the_published_rules():
    rng = random.Random("German hands")
    requests = (random_request(rng) for _ in range(often(20_000, 500)))
    assert list(counted_twice(requests, counted))
