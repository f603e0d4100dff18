"""RULES 2.7: Hong Kong old style, each row by itself, and thousands of hands against a second count."""

import random

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.request import score_request
from tests.hong_kong_brute import TABLE, counted, random_request
from tests.sample import often
from tests.scoring.asking import counted_twice

HONG_KONG = Ruleset("hong-kong")


def ask(hand, win=None, **more):
    asked = {"rules": "hong-kong", "hand": hand, **more}
    if win is not None:
        tile, by, *more = win.split()
        asked["win"] = {"tile": tile, "by": by, "last_tile": "last" in more, "second_kong": "again" in more}
    return score_request(asked)


@pytest.mark.parametrize(
    ("hand", "win", "more", "faan"),
    [
        ("123m 456p 789s 234s 55p", "4s discard", {}, {"no-flowers", "concealed-hand", "all-chows"}),
        ("(123m) 456p 789s 234s 55p 2f", "4s draw", {"seat": "S", "options": {"minimum": 0}}, {"own-flower-alone", "self-drawn", "all-chows"}),
        ("(123m) 456m 789m 234m 55z 3f", "4m discard", {}, {"all-chows", "mixed-suit"}),
        ("(123m) 456m 789m 111m 55m 3f", "4m discard", {}, {"pure-suit"}),
        ("(111m) 444p (777s) 222s 55p 3f", "5p discard", {}, {"no-runs"}),
        ("(111m) 999p (111s) 222z 55z 3f", "5z discard", {}, {"no-runs", "heads-and-tails"}),
        ("(111z) 345s 567s 678s 22z 3f", "8s discard", {}, {"own-wind", "round-wind", "mixed-suit"}),
        ("(666z) 777z 345s 678m 55z 3f", "8m discard", {}, {"dragons", "little-three-dragons"}),
        ("(666z) 777z 345s 555z 22m 3f", "5s discard", {}, {"dragons", "all-dragons"}),
        ("(222z) 333z 345s 444z 11z 3f", "5s discard", {"round": "E"}, {"little-four-winds", "mixed-suit"}),
        ("(123m) [9999s] 345s 567m 22z 3f", "7m kong-replacement", {"options": {"minimum": 2}}, {"self-drawn", "loose-tile"}),
        ("(123m) [9999s] [1111s] 567m 22z 3f", "7m kong-replacement again", {}, {"self-drawn", "kong-upon-kong"}),
        ("(123m) 456m 567m 678m 22z 3f", "4m robbed-kong", {}, {"all-chows", "mixed-suit", "robbed-kong"}),
        ("(123m) 456m 567m 678m 22z 3f", "8m discard last", {}, {"all-chows", "mixed-suit", "last-tile"}),
        ("(123m) 456p 789s 234s 55p 1f2f3f4f", "4s discard", {}, {"complete-flowers", "all-chows"}),
    ],
)  # fmt: skip
def test_each_row(hand, win, more, faan):
    sheet = ask(hand, win, **more)
    assert {rule for line in sheet.lines for rule in line.rules} == faan
    gives = {row.id: row.doubles for row in HONG_KONG.rows}
    again = 3 if faan >= {"all-dragons"} else 2 if faan >= {"little-three-dragons"} else 0
    assert sheet.doubles == sum(gives[one] for one in faan - {"dragons"}) + again + (faan == {"dragons"})
    assert sheet.score == min(128, TABLE[sheet.doubles])


@pytest.mark.parametrize(
    ("hand", "win"),
    [
        ("(222z) 333z 111z 444z 11m 3f", "1m discard"),
        ("222m 333p 444s 666s 11m 3f", "1m discard"),
        ("222m 333p 444s 666s 11m 3f", "2m draw"),
        ("(2222m) [3333p] (4444s) [6666s] 11m 3f", "1m discard"),
        ("(111m) 999m (111p) 999s 11s 3f", "1s discard"),
        ("(111z) 222z (333z) 555z 66z 3f", "6z discard"),
        ("19m19p19s12345677z 3f", "7z discard"),
        ("11123456789995p 3f", "5p discard"),
    ],
)
def test_limit_hands(hand, win):
    sheet = ask(hand, win, seat="S", round="W")
    assert sheet.score == 128
    assert any(line.share for line in sheet.lines)
    assert ask(hand, win, seat="S", round="W", options={"limit": None}).score == 384


@pytest.mark.parametrize("hand", ["(123m) 456p 789s 234s 55p", "(123m) 456p 789s 234s 55p 3f"])
def test_too_few_faan(hand):
    with pytest.raises(RuleError, match="3"):
        ask(hand, "4s discard")
    assert ask(hand, "4s discard", options={"minimum": 0}).score == TABLE[2 if "f" not in hand else 1]


@pytest.mark.parametrize("rules", ["hong-kong", "dmjl"])
@pytest.mark.parametrize("number", range(1, 10))
@pytest.mark.parametrize("by", ["draw", "discard"])
def test_nine_gates_have_their_name_whatever_tile_won(rules, number, by):
    asked = {"rules": rules, "hand": f"1112345678999{number}p", "win": {"tile": f"{number}p", "by": by}, "seat": "E"}
    sheet = score_request(asked)
    assert sheet.score == Ruleset(rules).preset.limit
    assert "nine gates" in " ".join(line.what for line in sheet.lines).casefold()


def test_random_hands_agree_with_a_second_count():
    rng = random.Random("Hong Kong")
    scored = 0
    requests = (random_request(rng) for _ in range(often(20_000, 2_000)))
    for request, sheet, expected in counted_twice(requests, counted):
        scored += 1
        assert sheet.limited == expected["limited"], (request, sheet.answer(), expected)
        assert sheet.points == 0
        assert sheet.doubles in expected["faan"], (request, sheet.answer(), expected)
    assert scored > often(20_000, 2_000) // 2
