"""RULES 2.2, Limit."""

import pytest

from mjcompanion.core.errors import RuleError
from tests.scoring.asking import ask, ids, lines, totals

RICH = "[5555z] 777z (666m) (111z) 22p"  # 32 + 8 + 2 + 4 + 10 + 10 points, three doubles for East
DRAGONS = "555z (666z) [7777z] 123m 44s"
WINDS = "111z (222z) [3333z] 444z 55m"
DEALT = "123m 456p 789s 234s 88p"


@pytest.mark.parametrize(
    ("limit", "score", "limited"),
    [
        (300, 300, True),
        (2, 2, True),
        (526, 526, True),
        (528, 528, False),
        (530, 528, False),
        (None, 528, False),
        (10**9, 528, False),
    ],
)
def test_another_limit_or_none(limit, score, limited):
    sheet = ask(RICH, options={"limit": limit})
    assert (sheet.score, sheet.limited) == (score, limited)
    assert (sheet.points, sheet.doubles) == (66, 3)


@pytest.mark.parametrize(("key", "reading"), [("no-points", "tiles"), ("no-doubles", "literal")])
@pytest.mark.parametrize(("gives", "score"), [("1", 500), ("1/2", 250), (120, 120)])
def test_a_house_may_have_the_limit_for_no_scoring_combinations(key, reading, gives, score):
    house = {"limit": 500, "no_combinations": reading, "rows": {key: {"limit": gives}}}
    sheet = ask("123m 456p 789s 234m 55p", "kemp-chinese", options=house)
    assert (sheet.score, sheet.limited) == (score, True)
    assert [line.rules for line in sheet.lines if line.share] == [(key,)]


@pytest.mark.parametrize(("rules", "score"), [("kemp-chinese", 76 * 8), ("classical", 76 * 16)])
def test_the_others_have_no_limit_but_by_option(rules, score):
    sheet = ask(RICH, rules)
    assert (sheet.score, sheet.limited) == (score, False)
    assert ask(RICH, rules, options={"limit": 200}).score == 200


@pytest.mark.parametrize("minimum", [298, 300, 302, 500])
def test_a_limit_hand_may_go_out_whatever_the_minimum_is(minimum):
    assert ask(DRAGONS, options={"minimum": minimum}).score == 300
    with pytest.raises(RuleError, match=f"This hand scores 20, and {minimum} are needed to go out."):
        ask("123m 456p 789s 234s 88p", options={"minimum": minimum})


@pytest.mark.parametrize("hand", [DRAGONS, WINDS, "(555z) (666z) (777z) 123m 44s", "(111z)(222z)(333z)(444z) 77z"])
@pytest.mark.parametrize("limit", [300, 302, 500, 1000, 10**9])
def test_all_dragons_or_all_winds_score_the_limit(hand, limit):
    sheet = ask(hand, seat="W", options={"limit": limit})
    assert sheet.score == limit
    assert ids(sheet) & {"all-dragons", "all-winds"}
    assert [line.what for line in sheet.lines if line.share] in (
        ["all three dragons: full score"],
        ["all four winds: full score"],
    )


@pytest.mark.parametrize(
    "hand", ["555z (666z) 77z 123m 444s", "111z (222z) [3333z] 44z 555m", "1z1z1z 222z 333z 44z 123m"]
)
def test_a_pair_of_the_last_is_not_all(hand):
    sheet = ask(hand, seat="N", options={"limit": 10**6})
    assert not ids(sheet) & {"all-dragons", "all-winds"}
    assert sheet.score == sheet.points << sheet.doubles


@pytest.mark.parametrize("limit", [300, 500, 20, 10**9])
def test_east_complete_as_dealt_scores_the_limit(limit):
    assert ask(DEALT, win="deal", options={"limit": limit}).score == limit
    assert ask(DEALT + " 2f", win="deal", options={"limit": limit}).score == limit


@pytest.mark.parametrize(("limit", "score"), [(300, 150), (500, 250), (302, 151), (2, 2), (38, 20), (40, 20), (42, 21)])
def test_easts_first_discard_scores_at_least_half_the_limit(limit, score):
    # counted out: 10 for winning and 10 for no points
    sheet = ask(DEALT, win="1m first-discard", seat="S", options={"limit": limit})
    assert (sheet.score, sheet.limited) == (score, score != 20)


@pytest.mark.parametrize(
    ("hand", "win", "seat"),
    [(DRAGONS, None, "S"), (WINDS, None, "S"), (DEALT, "deal", "E"), (DEALT, "1m first-discard", "S")],
)
def test_without_a_limit_the_special_scores_are_off_and_the_hand_counts_out(hand, win, seat):
    sheet = ask(hand, win=win, seat=seat, options={"limit": None})
    assert not sheet.limited
    assert sheet.score == sheet.points << sheet.doubles
    assert not any(line.share for line in sheet.lines)
    assert not ids(sheet) & {"all-dragons", "all-winds", "dealt", "first-discard"}


@pytest.mark.parametrize("rules", ["kemp-chinese", "classical", "simple"])
def test_a_limit_elsewhere_brings_no_special_scores(rules):
    for hand in (DRAGONS, WINDS):
        sheet = ask(hand, rules, options={"limit": 10**9})
        assert sheet.score == sheet.points << sheet.doubles
    assert ask(DEALT, rules, "deal", options={"limit": 10**9}).score < 1000


@pytest.mark.parametrize("rules", ["traditional", "classical"])
def test_the_limit_caps_losers_too(rules):
    hand = "(3333z) [5555z] [6666z] [7777z] 1m"
    sheet = ask(hand, rules, winner=False, seat="S", options={"limit": None})
    assert totals(sheet) == (112, 3, 896)
    assert ask(hand, rules, winner=False, seat="S", options={"limit": 500}).score == 500
    assert ask(hand, winner=False, seat="S").score == 300


@pytest.mark.parametrize(("limit", "score"), [(None, 608), (500, 500), (1000, 608), (100, 100)])
def test_the_limit_comes_before_kemps_factor(limit, score):
    sheet = ask(RICH, "kemp-chinese", discards=65, options={"limit": limit})
    assert sheet.score == score
    assert sheet.adjustment.final == score / 2


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
