"""RULES 2.2, Limit."""

import pytest

from mjcompanion.core.errors import RuleError
from tests.scoring.asking import ask, ids, lines

DRAGONS = "555z (666z) [7777z] 123m 44s"
DEALT = "123m 456p 789s 234s 88p"


@pytest.mark.parametrize(("key", "reading"), [("no-points", "tiles"), ("no-doubles", "literal")])
@pytest.mark.parametrize(("gives", "score"), [("1", 500), ("1/2", 250), (120, 120)])
def test_a_house_may_have_the_limit_for_no_scoring_combinations(key, reading, gives, score):
    house = {"limit": 500, "no_combinations": reading, "rows": {key: {"limit": gives}}}
    sheet = ask("123m 456p 789s 234m 55p", "kemp-chinese", options=house)
    assert (sheet.score, sheet.limited) == (score, True)
    assert [line.rules for line in sheet.lines if line.share] == [(key,)]


@pytest.mark.parametrize("minimum", [298, 300, 302, 500])
def test_a_limit_hand_may_go_out_whatever_the_minimum_is(minimum):
    assert ask(DRAGONS, options={"minimum": minimum}).score == 300
    with pytest.raises(RuleError, match=f"This hand scores 20, and {minimum} are needed to go out."):
        ask("123m 456p 789s 234s 88p", options={"minimum": minimum})


@pytest.mark.parametrize(("limit", "score"), [(300, 150), (500, 250), (302, 151), (2, 2), (38, 20), (40, 20), (42, 21)])
def test_easts_first_discard_scores_at_least_half_the_limit(limit, score):
    # counted out: 10 for winning and 10 for no points
    sheet = ask(DEALT, win="1m first-discard", seat="S", options={"limit": limit})
    assert (sheet.score, sheet.limited) == (score, score != 20)


def test_of_two_readings_at_the_limit_the_one_worth_more_is_shown():
    # dragons make every reading worth the limit; pungs are counted rather than chows
    sheet = ask("222333444m (5555z) 77z", options={"limit": 20})
    assert sheet.score == 20
    assert lines(sheet)["concealed pung of 2 characters"] == (4, 0)


# Babcock's Rules for Mah-Jongg (1923), fig. 27: three winds in sets and the fourth as pair are a limit hand of 300, but
# for the player whose own wind is the pair
@pytest.mark.parametrize(("seat", "score"), [("E", 300), ("S", 300), ("N", 300), ("W", 68)])
def test_little_four_winds_may_ask_for_the_own_wind_in_a_set(seat, score):
    options = {"basal": 20, "limit": 300, "rows": {"little-four-winds-own": {}}}
    sheet = ask("(111z) (222z) (444z) 33z 456p", win="6p discard", seat=seat, options=options)
    assert sheet.score == score
    assert ("little-four-winds-own" in ids(sheet)) == (seat != "W")
