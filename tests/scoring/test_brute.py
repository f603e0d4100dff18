"""The engine against a slow scorer that was written independently, on thousands of random hands."""

import random
from fractions import Fraction

import pytest

from mjcompanion.rules.optional_rows import OPTIONAL_ROWS
from mjcompanion.rulesets import Ruleset
from tests.brute import RULESETS, brute, random_request
from tests.brute_rows import ADDED, ROWS, random_house_request, scored
from tests.brute_rows import RULESETS as HOUSE_RULESETS
from tests.sample import often
from tests.scoring.asking import counted_twice


@pytest.mark.parametrize("rules", RULESETS)
def test_random_hands_agree_with_counting_by_brute_force(rules):
    rng = random.Random(f"hands of {rules}")
    requests = (random_request(rng, rules) for _ in range(often(2500, 500)))
    for request, sheet, expected in counted_twice(requests, brute):
        assert sheet.limited == expected["limited"], (request, sheet.answer(), expected)
        assert (sheet.points, sheet.doubles) in expected["ties"], (request, sheet.answer(), expected)
        assert sheet.points == sum(line.points for line in sheet.lines), (request, sheet.answer())
        assert sheet.doubles == sum(line.doubles for line in sheet.lines), (request, sheet.answer())
        if "final" in expected:
            adjustment = sheet.adjustment
            assert adjustment is not None
            assert (adjustment.factor, adjustment.final) == (expected["factor"], expected["final"])
            assert Fraction(sheet.answer()["factor"]) == expected["factor"]


def test_random_house_rules_agree_with_counting_by_rows_alone():
    rng = random.Random("house rules")
    requests = (random_house_request(rng) for _ in range(often(20_000, 400)))
    for request, sheet, expected in counted_twice(requests, scored):
        assert (sheet.points, sheet.doubles) in expected["ties"], (request, sheet.answer(), expected)


def test_the_rows_that_are_counted_by_brute_force_are_those_that_there_are():
    for rules in HOUSE_RULESETS:
        assert set(ROWS[rules]) == {row.key for row in Ruleset(rules).rows}
    asked_apart = {
        "original-call",
        "kong-upon-kong",
        "ninth-win",
        "loose-tile",
        "robbed-kong",
        "last-tile",
        "only-tile",
        "no-points",
        "no-runs",
    }
    assert set(ADDED) >= set(OPTIONAL_ROWS) - asked_apart - {"mixed-suit", "pure-suit"}
