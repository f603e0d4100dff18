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


def told(rules, *scores, winner=Wind.EAST, **options):
    ending = Ending(winner, scores=scores)
    return [one.sentence() for one in doubts(Ruleset(rules), ending, options_for(Ruleset(rules), options))]


@pytest.mark.parametrize(
    ("rules", "scores", "options", "sentences"),
    [
        ("classical", (32, 16, 8, 8), {}, []),
        ("classical", (2, 16, 8, 8), {}, ["A winner has at least 20, not 2."]),
        ("classical", (32, 16, 35, 8), {}, ["All counts are even: 34 or 36 for West?"]),
        ("classical", (32_000, 0, 0, 0), {}, []),
        ("traditional", (10, 0, 0, 0), {}, []),
        ("traditional", (18, 0, 0, 0), {"basal": 20}, ["A winner has at least 20, not 18."]),
        ("traditional", (500, 0, 0, 0), {}, ["Over the limit of 300: 500 for East."]),
        ("traditional", (500, 0, 0, 0), {"limit": 500}, []),
        ("hong-kong", (8, None, None, None), {}, []),
        ("hong-kong", (40, 0, None, None), {}, ["No faan are worth 40 by this table: 32 or 48?"]),
        ("hong-kong", (12, None, None, None), {}, ["No faan are worth 12 by this table: 8 or 16?"]),
        ("hong-kong", (16, 8, None, None), {}, ["Only the winner’s hand counts: South has no 8."]),
        ("hong-kong", (2, None, None, None), {"minimum": 1}, []),
        ("traditional", (125, 0, 0, 0), {"limit": 250}, []),  # half the limit is what a rare hand has at least
        ("traditional", (127, 0, 0, 0), {"limit": 250}, ["All counts are even: 126 or 128 for East?"]),
        ("simple", (2, None, None, None), {}, []),
        ("simple", (3, None, None, None), {}, ["All counts are even: 2 or 4 for East?"]),
    ],
)
def test_what_slips_in_typing(rules, scores, options, sentences):
    assert told(rules, *scores, **options) == sentences


@pytest.mark.parametrize(
    ("rules", "value", "chips", "own", "sentence"),
    [
        ("nmjl", 25, AMERICAN, (), None),
        ("nmjl", 27, AMERICAN, (), "No line of the card is worth 27: 25 or 30?"),
        ("nmjl", 20, AMERICAN, (), "No line of the card is worth 20: 25?"),
        ("nmjl", 20, AMERICAN, (20,), None),
        ("nmjl", 250, None, (), "No line of the card is worth 250: 75?"),
        ("american-club", 15, AMERICAN, (), None),
        ("american-club", 17, AMERICAN, (), "The chips make multiples of 5 only: 15 or 20?"),
        ("american-club", 17, None, (), None),
        ("american-club", 17, STICKS, (), "The chips make multiples of 2 only: 16 or 18?"),
    ],
)
def test_the_worth_of_a_line(rules, value, chips, own, sentence):
    found = doubts(Ruleset(rules), Ending(Wind.SOUTH, By.DRAW, value=value), Options(), chips=chips, values=own)
    assert [one.sentence() for one in found] == ([sentence] if sentence else [])


@pytest.mark.parametrize("rules", FOUR)
def test_what_the_engine_counts_is_never_in_doubt(rules):
    dice = random.Random(str(rules))
    for _ in range(often(5_000, 300)):
        try:
            sheet = score_request(MAKING.get(rules, random_request)(dice, str(rules)))
        except RuleError:  # too little to go out with, or more chows than these rules allow
            continue
        won, house = sheet.situation.winner, sheet.situation.options
        ending = Ending(Wind.EAST if won else Wind.SOUTH, scores=(sheet.score, None, None, None))
        assert doubts(rules, ending, house) == ()
