"""RULES 2: where the winning tile sits, what it exposes, and whether it was the only one."""

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.request import score_request
from tests.scoring.asking import COUNTED, ask


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
    assert expected in [str(one) for one in sheet.sets]


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
