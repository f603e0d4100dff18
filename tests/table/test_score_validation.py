"""Scores that can hardly be: what the engine counts is never in doubt, what slips in typing is."""

import random

import pytest

from mjcompanion.core.chips import AMERICAN, STICKS
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import Wind
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.request import score_request
from mjcompanion.table.score_validation import doubts
from mjcompanion.table.settle import Ending
from tests import hong_kong_brute
from tests.brute import random_request
from tests.sample import often

MAKING = {Ruleset("hong-kong"): lambda dice, _: hong_kong_brute.random_request(dice)}
FOUR = tuple(one for one in RULESETS.values() if one.at_table and not one.with_card)


@pytest.mark.parametrize(
    ("rules", "scores", "options", "codes"),
    [
        ("classical", (32, 16, 8, 8), {}, []),
        ("classical", (2, 16, 8, 8), {}, ["least-count"]),
        ("classical", (32, 16, 35, 8), {}, ["even-count"]),
        ("classical", (32_000, 0, 0, 0), {}, []),
        ("traditional", (10, 0, 0, 0), {}, []),
        ("traditional", (18, 0, 0, 0), {"basal": 20}, ["least-count"]),
        ("traditional", (500, 0, 0, 0), {}, ["most-count"]),
        ("traditional", (500, 0, 0, 0), {"limit": 500}, []),
        ("hong-kong", (8, None, None, None), {}, []),
        ("hong-kong", (40, 0, None, None), {}, ["table-count"]),
        ("hong-kong", (12, None, None, None), {}, ["table-count"]),
        ("hong-kong", (16, 8, None, None), {}, ["loser-count"]),
        ("hong-kong", (2, None, None, None), {"minimum": 1}, []),
        ("traditional", (125, 0, 0, 0), {"limit": 250}, []),  # half the limit is what a rare hand has at least
        ("traditional", (127, 0, 0, 0), {"limit": 250}, ["even-count"]),
        ("simple", (2, None, None, None), {}, []),
        ("simple", (3, None, None, None), {}, ["even-count"]),
    ],
)
def test_what_slips_in_typing(rules, scores, options, codes):
    found = doubts(Ruleset(rules), Ending(Wind.EAST, scores=scores), options_for(Ruleset(rules), options))
    assert [one.code for one in found] == codes


@pytest.mark.parametrize(
    ("rules", "value", "chips", "own", "code"),
    [
        ("nmjl", 25, AMERICAN, (), None),
        ("nmjl", 27, AMERICAN, (), "value-card"),
        ("nmjl", 20, AMERICAN, (), "value-card"),
        ("nmjl", 20, AMERICAN, (20,), None),
        ("nmjl", 250, None, (), "value-card"),
        ("american-club", 15, AMERICAN, (), None),
        ("american-club", 17, AMERICAN, (), "value-step"),
        ("american-club", 17, None, (), None),
        ("american-club", 17, STICKS, (), "value-step"),
    ],
)
def test_the_worth_of_a_line(rules, value, chips, own, code):
    found = doubts(Ruleset(rules), Ending(Wind.SOUTH, By.DRAW, value=value), Options(), chips=chips, values=own)
    assert [one.code for one in found] == ([code] if code else [])


@pytest.mark.parametrize("rules", FOUR)
def test_what_the_engine_counts_is_never_in_doubt(rules):
    dice = random.Random(str(rules))
    for _ in range(often(5_000, 300)):
        try:
            sheet = score_request(MAKING.get(rules, random_request)(dice, str(rules)))
        except RuleError:  # too little to go out with, or more chows than these rules allow
            continue
        won, house = sheet.context.winner, sheet.context.options
        ending = Ending(Wind.EAST if won else Wind.SOUTH, scores=(sheet.score, None, None, None))
        assert doubts(rules, ending, house) == ()
