"""RULES 9: each house option changes what it says and nothing else; one of no use changes nothing."""

import pytest
from hypothesis import given, settings

from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.request import score_request
from tests.other_values import others
from tests.scoring.asking import ask, ids, lines, totals
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


@pytest.mark.parametrize("basal", [0, 10, 20, 30, 100])
def test_basal_is_what_the_winner_adds(basal):
    hand = "(555m) 123p 456p 789s 22s"
    assert ask(hand, options={"basal": basal}).points == 2 + basal
    assert lines(ask(hand, options={"basal": basal})).get("Mah Jongg", (0, 0)) == (basal, 0)


EXTRAS = [
    ("(555m) 111p 999p 222s 33s", None, "no chows", 1),
    ("123m 456p 789s 234s 88p", None, "no points in sets, pair or flowers", 1),
    ("[2222m] 456p 789s 234s 88p", "4p kong-replacement", "won with a loose tile after a kong", 1),
    ("222m 456p 789s 234s 88p", "4p draw last", "drew the last tile", 1),
    ("222m 456p 789s 234s 88p", "4p robbed-kong", "robbed a kong", 1),
    ("[2222m] 444p 777s 222s 88p", "4p kong-replacement", "no chows", 2),
    ("123m 456p 789s 234s 88p", "4p draw last", "drew the last tile", 2),
    ("222m 456p 789s 234s 88p", "4p discard last", "", 0),
    ("222m 456p 789s 234s 88p 3f", "4p flower-replacement", "", 0),
    ("222m 456p 789s 234s 88p", "4p draw", "", 0),
]


@pytest.mark.parametrize(("hand", "win", "line", "count"), EXTRAS)
def test_each_of_the_five_extras_gives_10_points_or_a_double(hand, win, line, count):
    as_points, as_doubles = ask(hand, win=win), ask(hand, win=win, options={"extras_as": "doubles"})
    assert as_points.points - as_doubles.points == 10 * count
    assert as_doubles.doubles - as_points.doubles == count
    if line:
        assert lines(as_points)[line] == (10, 0)
        assert lines(as_doubles)[line] == (0, 1)


@pytest.mark.parametrize(
    ("pair", "adds", "points"),
    [("11z", True, 4), ("11z", False, 2), ("22z", True, 2), ("22z", False, 2), ("55z", False, 2)],
)
def test_own_wind_pair_adds(pair, adds, points):
    sheet = ask(f"{pair} (555s) 234m 456p 678p", "kemp-chinese", options={"own_wind_pair_adds": adds})
    assert sheet.points == 20 + 2 + points


@pytest.mark.parametrize("rules", ["traditional", "classical", "kemp-chinese"])
def test_only_tile_by_shape(rules):
    hand = "33456m 123p 789p (777z)"
    by_shape = ask(hand, rules, "3m draw")
    strictly = ask(hand, rules, "3m draw", options={"only_tile_by_shape": False})
    assert by_shape.points - strictly.points == 2
    assert ids(by_shape) - ids(strictly) == {"only-tile"}


@pytest.mark.parametrize("rules", ["traditional", "classical"])
def test_flowers_off(rules):
    hand = "(555m) 123p 456p 789s 22s"
    assert totals(ask(hand, rules, options={"flowers": False})) == totals(ask(hand, rules))
    with pytest.raises(ValueError, match="plays without flowers"):
        ask(f"{hand} 1f", rules, options={"flowers": False})
