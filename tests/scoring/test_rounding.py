"""Totals rounded to tens or hundreds, as a house may have it.

Source: the help of Four Winds Mah Jong, “Scoring variations: Rounding”: “In most rules the total score is rounded off to
nearest ten (e.g., 64 points is rounded off to 60 points, 65 points to 70 points). The rounding is done after all points
have been calculated for the hand, but before applying the payment doubles”; to hundreds, “149 points becomes 100 points
and 150 points becomes 200 points”. Its example of European Classical play: 62 points, one double, 124, rounded to 120;
South and North pay 120 each, East 240.
"""

import pytest

from mjcompanion.core.hand import Hand
from mjcompanion.core.options import rounded
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import count_so_far, readings, score
from mjcompanion.scoring.sheet_rows import counted_rows
from mjcompanion.table.request import settle_request
from tests.scoring.asking import ask

ROUNDING = [ruleset for ruleset in RULESETS.values() if "rounding" in ruleset.uses]


@pytest.mark.parametrize(
    ("score", "unit", "right"),
    [(64, 10, 60), (65, 10, 70), (124, 10, 120), (136, 10, 140), (149, 100, 100), (150, 100, 200)],
)
def test_to_the_nearest(score, unit, right):
    assert rounded(score, unit) == right


EXAMPLE = "(666z) [9999m] 333p 456s 11z"
AT_WEST = {"rules": "classical", "win": "6z discard", "seat": "W", "round": "E"}


@pytest.mark.parametrize(("house", "right", "adds"), [("none", 124, 0), ("ten", 120, -4), ("hundred", 100, -24)])
def test_the_total_is_rounded_after_doubling(house, right, adds):
    sheet = ask(EXAMPLE, **AT_WEST, options={"rounding": house})
    assert (sheet.points, sheet.doubles, sheet.score, sheet.limited, sheet.rounding) == (62, 1, right, False, adds)
    assert sheet.answer().get("rounding", 0) == adds
    assert [row.points for row in counted_rows(sheet) if row.label.startswith("Rounded")] == [f"−{-adds}"] * bool(adds)


def test_payments_are_doubled_after_rounding():
    paid = {"winner": "W", "by": "discard", "from": "E", "scores": {"E": 0, "S": 0, "W": 120, "N": 0}}
    assert settle_request({"rules": "classical", **paid})["net"] == {"E": -240, "S": -120, "W": 480, "N": -120}


def test_rounding_goes_no_higher_than_the_limit():
    options = {"rounding": "ten", "limit": 36}
    assert ask("(555z) 222m 345p 678s 44s", "traditional", seat="S", options=options).score == 36


def test_readings_and_a_growing_hand():
    rules = Ruleset("classical")
    context = ScoringContext(rules, house=options_for(rules, {"rounding": "ten"}))
    hand = Hand.parse("111222333m 55p (777z)")
    assert all(sheet.score % 10 == 0 and not sheet.limited for sheet in readings(hand, context))
    assert score(hand, context).score == max(sheet.score for sheet in readings(hand, context))
    growing = count_so_far(Hand.parse("(777z)"), context)
    assert (growing.score, growing.limited, growing.rounding) == (growing.counted, False, 0)


@pytest.mark.parametrize("rules", ROUNDING)
def test_what_is_typed_is_compared_with_rounded_totals(rules):
    possible = rules.possible(options_for(rules, {"rounding": "ten"}))
    assert (possible.step, possible.least % 10) == (10, 0)


def test_a_table_from_doubles_to_points_has_its_own_figures():
    options = {"rounding": "ten", "scale": [1, 2, 4, 8]}
    sheet = ask(EXAMPLE, **AT_WEST, options=options)
    assert (sheet.score, sheet.rounding) == (2, 0)


@pytest.mark.parametrize("rules", ROUNDING)
def test_sessions_from_before_are_not_rounded(rules):
    assert rules.preset.rounding == "none"
    assert rules.rounding_with(rules.preset) == 1


def test_rounding_goes_no_lower_than_the_share_of_the_limit_that_is_due():
    """Text 2, part B: Mah Jongg on East's first discard is at least half of the full score."""
    options = {"limit": 440, "rounding": "hundred"}
    sheet = ask("555z 66z 123m 456m 789m 12f", "traditional", seat="S", win="9m first-discard", options=options)
    assert (sheet.counted, sheet.score) == (224, 220)
