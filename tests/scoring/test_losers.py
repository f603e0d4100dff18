"""RULES 2: a loser's hand."""

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.scoring.request import score_request
from tests.scoring.asking import ask, ids, totals, wrong

BOTH = ["traditional", "classical"]


def lose(hand, rules, **more):
    return ask(hand, rules, winner=False, **more)


# hand of 13 (and one for each kong), seat, round, points traditional, classical, doubles traditional, classical
CASES = [
    ("123m 456p 789s 2468s", "E", "E", 0, 0, 0, 0),
    ("(123m) (456p) (789s) 2468s", "E", "E", 0, 0, 0, 0),
    ("(222m) 456p 789s 2468s", "E", "E", 2, 2, 0, 0),
    ("222m 456p 789s 2468s", "E", "E", 4, 4, 0, 0),
    ("(111m) 999p 789s 2468s", "E", "E", 12, 12, 0, 0),
    ("(2222m) [3333p] 789s 2468s", "E", "E", 24, 24, 0, 0),
    ("(1111m) [9999p] 789s 2468s", "E", "E", 48, 48, 0, 0),
    ("(333z) 456p 789s 2468s", "E", "E", 4, 4, 0, 0),
    ("(333z) 456p 789s 2468s", "W", "E", 4, 4, 1, 1),
    ("(333z) 456p 789s 2468s", "E", "W", 4, 4, 0, 1),
    ("(333z) 456p 789s 2468s", "W", "W", 4, 4, 1, 2),
    ("555z 666z 456p 2468s", "E", "E", 16, 16, 2, 2),
    # every scoring pair
    ("55z 456p 789s 13579m", "E", "E", 2, 2, 0, 0),
    ("55z 66z 789s 123579m", "E", "E", 4, 4, 0, 0),
    ("11z 456p 789s 13579m", "E", "S", 2, 2, 0, 0),
    ("11z 456p 789s 13579m", "E", "E", 2, 4, 0, 0),
    ("11z 55z 789s 123579m", "E", "E", 4, 6, 0, 0),
    ("22z 55z 789s 123579m", "E", "S", 2, 4, 0, 0),
    ("22z 456p 789s 13579m", "E", "E", 0, 0, 0, 0),
    ("22z 456p 789s 13579m", "E", "S", 0, 2, 0, 0),
    # four alike that were not declared are a pung
    ("2222m 456p 789s 246s", "E", "E", 4, 4, 0, 0),
    ("5555z 456p 789s 246s", "E", "E", 8, 8, 1, 1),
    # pungs count even where the tiles also make runs
    ("222333444m 456p 8s", "E", "E", 12, 12, 0, 0),
    ("111222333m 55z 68s", "E", "E", 18, 18, 0, 0),
    # flowers
    ("123m 456p 789s 2468s 1f3y", "E", "E", 8, 8, 1, 1),
]


@pytest.mark.parametrize(("hand", "seat", "game", "points_2", "points_3", "doubles_2", "doubles_3"), CASES)
def test_exposed_sets_concealed_pungs_and_scoring_pairs(hand, seat, game, points_2, points_3, doubles_2, doubles_3):
    for rules, points, doubles in (("traditional", points_2, doubles_2), ("classical", points_3, doubles_3)):
        assert totals(lose(hand, rules, seat=seat, round=game)) == (points, doubles, points << doubles), rules


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("123m 456p 789s 23s 88p", ""),
        ("(222m) (333m) (444m) 55p 55s", ""),
        ("[2222m] [3333m] 123456p 8s", ""),
        ("123m 456p 789s 23s 888p", "too-many-tiles"),
        ("123m 456p 789s 23s 8p", "too-few-tiles"),
        ("[2222m] 3333m 123456p 8s", "too-many-tiles"),
        ("[2222m] [3333m] 12346p 8s", "too-few-tiles"),
    ],
)
def test_a_loser_has_13_tiles_and_one_for_each_kong(rules, hand, code):
    if code:
        assert wrong(hand, rules, winner=False).problems[0].code == code
    else:
        assert lose(hand, rules).complete


def test_a_loser_has_no_more_chows_on_the_table_than_the_rules_allow():
    hand = {"hand": "(456p) (456p) 789m 111z 9s", "winner": False}
    with pytest.raises(RuleError, match=r"This hand has 2 chows\. These rules allow 1 at most"):
        score_request({"rules": "british", **hand})
    score_request({"rules": "classical", **hand})
    score_request({"rules": "british", **hand, "hand": "(456p) 456p 789m 111z 9s"})


def test_a_british_loser_who_waits_for_the_limit_is_told_why_that_counts():
    sheet = lose("19m19p19s1234567z", "british")
    assert (sheet.score, ids(sheet)) == (400, {"fishing"})
