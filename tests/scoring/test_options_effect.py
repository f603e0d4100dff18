"""RULES 9: each house option changes what it says and nothing else; one of no use changes nothing."""

import pytest
from hypothesis import given, settings

from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.request import score_request
from tests.other_values import others
from tests.strategies import requests

NOT_FOR_A_SCORE = {"losers_settle", "east_double", "east_stays_after_draw", "wrong_call_amount", "chips", "payments"}


@pytest.mark.parametrize("rules", ["traditional", "classical", "kemp-chinese", "simple"])
@settings(max_examples=60)
@given(asked=requests())
def test_an_option_of_no_use_changes_nothing(rules, asked):
    asked = {**asked, "rules": rules}
    asked.pop("discards", None)
    if rules in ("kemp-chinese", "simple"):
        asked |= {"winner": True}
        asked.pop("options", None)
    used = {spec.key for spec in Ruleset(rules).options_used()} - NOT_FOR_A_SCORE
    house = asked.get("options") or {}
    idle = {key: value for key, value in others().items() if key not in used}
    assert outcome({**asked, "options": {**house, **idle}}) == outcome({**asked, "options": house})


def outcome(asked):
    try:
        return score_request(asked).answer()
    except ValueError as error:
        return str(error)
