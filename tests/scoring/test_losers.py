"""RULES 2: a loser's hand."""

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.scoring.request import score_request
from tests.scoring.asking import ask, ids, wrong

BOTH = ["traditional", "classical"]


def lose(hand, rules, **more):
    return ask(hand, rules, winner=False, **more)


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
