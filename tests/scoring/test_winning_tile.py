"""RULES 2: where the winning tile sits, what it exposes, and whether it was the only one."""

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.request import score_request
from tests.scoring.asking import COUNTED, ask, ids, lines, totals


def sets(sheet):
    return sorted(str(one) for one in sheet.sets)


def only(hand, win, rules="traditional", **more):
    return "only-tile" in ids(ask(hand, rules, win, **more))


# --- exposed or concealed --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", COUNTED)
@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("draw", "222m"),
        ("discard", "(222m)"),
        ("kong-replacement", "222m"),
        ("flower-replacement", "222m"),
    ],
)
def test_a_discard_exposes_the_set_it_completes_and_a_drawn_tile_nothing(rules, by, expected):
    sheet = ask("222m 456p 789p 66s [9999s] 2f", rules, f"2m {by}")
    assert str(sheet.completed) == expected
    assert expected in sets(sheet)


# --- the best place --------------------------------------------------------------------------------------


def test_a_discard_may_sit_in_any_place_it_fits_and_the_best_counts():
    # in the pung 2 points, in the chow the pung stays concealed: 4
    sheet = ask("2222m 34m 567p 678p 55s", win="2m discard")
    assert sets(sheet) == ["(234m)", "222m", "55s", "567p", "678p"]
    assert sheet.points == 10 + 4


def test_a_discard_that_fits_in_hand_is_not_counted_among_what_lies_open():
    # it makes the pung, 4 points exposed; the chow that lies there had a tile of its own
    sheet = ask("(789s) 999s 123m 456p 22z", "traditional", "9s discard")
    assert sets(sheet) == ["(789s)", "(999s)", "123m", "22z", "456p"]
    assert sheet.points == 10 + 4


def test_the_only_place_weighs_against_the_concealed_pung():
    # 3 in 123: the only tile, 2 points, and the pung stays concealed
    sheet = ask("3333m 12m 567p 678p 55s", win="3m discard")
    assert sheet.points == 10 + 4 + 2
    assert str(sheet.completed) == "(123m)"


def test_a_drawn_tile_takes_the_place_that_gives_the_only_tile():
    # 5p ends the run 345 or makes the pair
    assert only("345p 55p 678m 123s 777s", "5p draw")
    assert str(ask("345p 55p 678m 123s 777s", win="5p draw").completed) == "55p"


def test_splitting_and_placing_are_decided_together():
    # three pungs or three chows; the discard makes one pung exposed
    sheet = ask("222333444m 567p 77z", win="3m discard")
    assert sets(sheet) == ["(333m)", "222m", "444m", "567p", "77z"]
    assert sheet.points == 10 + 4 + 2 + 4 + 2
    # with a pair of no value the chows have no points at all, which is worth 10, and the 3 is the only tile
    sheet = ask("222333444m 567p 55s", win="3m discard")
    assert sets(sheet) == ["(234m)", "234m", "234m", "55s", "567p"]
    assert sheet.points == 10 + 10 + 2


@pytest.mark.parametrize("rules", COUNTED)
def test_a_set_already_shown_in_brackets_is_accepted(rules):
    shown = ask("(222m) 456p 789p 66s [9999s]", rules, "2m discard")
    worked_out = ask("222m 456p 789p 66s [9999s]", rules, "2m discard")
    assert totals(shown) == totals(worked_out)
    assert str(shown.completed) == "(222m)"


def test_a_discard_is_looked_for_among_the_concealed_tiles_first():
    # the laid 123 would give the only tile, but a concealed 3 is there
    sheet = ask("(123m) 345m 567p 678p 55s", win="3m discard")
    assert str(sheet.completed) == "(345m)"
    assert "only-tile" not in ids(sheet)


def test_of_several_sets_laid_out_the_best_place_counts():
    sheet = ask("(123m) (345m) 567p 678p 55s", win="3m discard")
    assert str(sheet.completed) == "(123m)"
    assert "only-tile" in ids(sheet)


# --- the only tile ---------------------------------------------------------------------------------------

SHAPES = [
    ("123m 456p 789p 55s (777z)", "2m", True),
    ("123m 456p 789p 55s (777z)", "3m", True),
    ("123m 456p 789p 55s (777z)", "1m", False),
    ("123m 456p 789p 55s (777z)", "4p", False),
    ("123m 456p 789p 55s (777z)", "5p", True),
    ("123m 456p 789p 55s (777z)", "6p", False),
    ("123m 456p 789p 55s (777z)", "7p", True),
    ("123m 456p 789p 55s (777z)", "8p", True),
    ("123m 456p 789p 55s (777z)", "9p", False),
    ("123m 456p 789p 55s (777z)", "5s", True),
    ("123m 456p 666p 55s (777z)", "6p", False),
    ("123m 456p 789p 666s 55z", "6s", False),
    ("123m 456p 789p 666s 55z", "5z", True),
    ("234m 678p 345s 666s 55z", "4m", False),
    ("234m 678p 345s 666s 55z", "6p", False),
]


@pytest.mark.parametrize("rules", COUNTED)
@pytest.mark.parametrize(("hand", "tile", "given"), SHAPES)
@pytest.mark.parametrize("by", ["draw", "discard"])
def test_the_pair_the_middle_of_a_run_and_an_end_run(rules, hand, tile, given, by):
    sheet = ask(hand, rules, f"{tile} {by}")
    assert ("only-tile" in ids(sheet)) is given
    assert lines(sheet).get("the only tile that fits", (0, 0)) == ((2, 0) if given else (0, 0))


# hand, tile: whether no other tile would have won
ALONE = [
    ("123m 456p 789p 55s (777z)", "2m", True),
    ("123m 456p 789p 55s (777z)", "7p", True),
    ("234567p 67899p (777z)", "7p", False),
    ("123m 444p 789p 55s (777z)", "7p", True),
    ("123m 444p 888p 55s (777z)", "5s", True),
    ("33456m 123p 789p (777z)", "3m", False),  # 3456 waits for 3 and 6
    ("34566m 123p 789p (777z)", "6m", False),
    ("33m 456p 123p 789p (777z)", "3m", True),
    ("444567m 66p 123s (777z)", "6p", True),
    ("(777m) 44567m 123p 789s", "4m", True),  # 7 would have won, but the hand holds all four
    ("44567m 123p 789s (666z)", "4m", False),
    ("(123m) 456p 789p 55s (777z)", "5s", True),
]


@pytest.mark.parametrize("rules", COUNTED)
@pytest.mark.parametrize(("hand", "tile", "alone"), ALONE)
@pytest.mark.parametrize("by", ["draw", "discard"])
def test_by_option_no_other_tile_may_have_won(rules, hand, tile, alone, by):
    assert only(hand, f"{tile} {by}", rules)
    assert only(hand, f"{tile} {by}", rules, options={"only_tile_by_shape": False}) is alone


@pytest.mark.parametrize(
    ("hand", "win", "alone"),
    [
        ("(33m) 456m 123p 789p (777z)", "3m discard", False),
        ("(33m) 456p 123p 789p (777z)", "3m discard", True),
        ("(123m) 456p 789p 55s (777z)", "3m discard", True),
        ("(123m) 456m 789p 55s (777z)", "3m discard", True),
        ("(123m) 11m 456p 789p (777z)", "3m discard", False),
        ("(123m) 22m 456p 789p (777z)", "2m discard", True),
    ],
)
def test_by_option_a_set_shown_in_brackets_is_taken_back_first(hand, win, alone):
    assert only(hand, win, options={"only_tile_by_shape": False}) is alone


# --- the ways to win -------------------------------------------------------------------------------------


def test_easts_first_discard_shown_in_brackets():
    for hand in ("(222m) 456p 789p 66s 999s", "222m 456p 789p (66s) 999s"):
        tile = "2m" if hand.startswith("(") else "6s"
        assert ask(hand, win=f"{tile} first-discard", seat="S").score == 150


@pytest.mark.parametrize(
    ("hand", "win", "code"),
    [
        ("555p 456m 789m 111z 99s", "9s draw", None),
        ("(555p) 456m 789m 111z 99s", "9s draw", None),
        ("(555p) [2222m] 789m 111z 99s", "9s draw", None),
        ("(555p) (789m) 456m 111z 99s", "9m discard", None),
        ("(555p) (789m) 456m 111z 99s", "9s discard", "called-with-sets"),
        ("(555p) (777m) (111z) 456m 99s", "1z discard", "called-with-sets"),
        ("555p 456m 789m 111z 99s", "9s first-discard", "called-with"),
    ],
)
def test_an_original_call_with_one_claimed_set_at_most(hand, win, code):
    tile, by = win.split()
    request = {"rules": "dmjl", "hand": hand, "seat": "S", "win": {"tile": tile, "by": by, "called": True}}
    if code is None:
        plain = score_request({**request, "win": {"tile": tile, "by": by}})
        assert score_request(request).doubles == plain.doubles + 1
        return
    with pytest.raises(RuleError) as caught:
        score_request(request)
    assert [one.code for one in caught.value.problems] == [code]


@pytest.mark.parametrize("rules", ["british", "dmjl"])
@pytest.mark.parametrize(
    ("hand", "by", "said", "seat", "code"),
    [
        ("(555p) [2222m] [7777s] 345m 88s", "kong-replacement", "second_kong", "S", None),
        ("(555p) [2222m] 777s 345m 88s", "kong-replacement", "second_kong", "S", "second-kong-without"),
        ("(555p) [2222m] [7777s] 345m 88s", "draw", "second_kong", "S", "second-kong-with"),
        ("(555p) [2222m] 777s 345m 88s", "draw", "ninth_win", "E", None),
        ("(555p) [2222m] 777s 345m 88s", "draw", "ninth_win", "W", "ninth-win-with"),
    ],
)
def test_what_the_players_say_of_a_win(rules, hand, by, said, seat, code):
    request = {"rules": rules, "hand": hand, "seat": seat, "win": {"tile": "8s", "by": by, said: True}}
    if code is None:
        limit = Ruleset(rules).preset.limit
        rewarded = said in Ruleset(rules).asks
        assert (score_request(request).score == limit) is rewarded
        assert score_request({**request, "win": {"tile": "8s", "by": by}}).score < limit
        added = {"kong-upon-kong": {"doubles": 2}, "ninth-win": {"doubles": 2}}
        ours = {"rows": added, "limit": 10**6}
        plain = {**request, "win": {"tile": "8s", "by": by}, "options": ours}
        assert score_request({**request, "options": ours}).score == 4 * score_request(plain).score
        return
    with pytest.raises(RuleError) as caught:
        score_request(request)
    assert [one.code for one in caught.value.problems] == [code]
