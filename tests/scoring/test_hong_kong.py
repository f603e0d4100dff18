"""RULES 2.7: Hong Kong old style, each row by itself, and thousands of hands against a second count."""

import random

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.request import score_request
from tests.hong_kong_brute import TABLE, counted, random_request
from tests.sample import often
from tests.scoring.asking import counted_twice


def ask(hand, win=None, **more):
    asked = {"rules": "hong-kong", "hand": hand, **more}
    if win is not None:
        tile, by, *more = win.split()
        asked["win"] = {"tile": tile, "by": by, "last_tile": "last" in more, "second_kong": "again" in more}
    return score_request(asked)


@pytest.mark.parametrize(
    ("hand", "win", "faan", "doubles"),
    [
        ("(666z) 777z 345s 678m 55z 3f", "8m discard", {"dragons", "little-three-dragons"}, 5),
        ("(222z) 333z 345s 444z 11z 3f", "5s discard", {"little-four-winds", "mixed-suit"}, 9),
    ],
)
def test_what_random_hands_seldom_are(hand, win, faan, doubles):
    sheet = ask(hand, win)
    assert {rule for line in sheet.lines for rule in line.rules} == faan
    assert sheet.doubles == doubles


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
