"""RULES 2: flowers and seasons."""

import pytest

from tests.scoring.asking import COUNTED, ask, ids

HAND = "(555m) 123p 456p 789s 22s"
FULL_SET = {"kemp-chinese": 3, "traditional": 2, "classical": 3}

# flowers, seat, doubles of own tiles, complete sets
CASES = [
    ("", "E", 0, 0),
    ("1f", "E", 1, 0),
    ("1y", "E", 1, 0),
    ("1f1y", "E", 2, 0),
    ("2f", "E", 0, 0),
    ("234f234y", "E", 0, 0),
    ("2f", "S", 1, 0),
    ("2y", "S", 1, 0),
    ("3f3y", "W", 2, 0),
    ("4f", "N", 1, 0),
    ("4y", "N", 1, 0),
    ("4f4y", "S", 0, 0),
    ("1234f", "E", 1, 1),
    ("1234f", "W", 1, 1),
    ("1234y", "N", 1, 1),
    ("1234f1y", "E", 2, 1),
    ("1234f1234y", "E", 2, 2),
    ("1234f1234y", "S", 2, 2),
    ("123f123y", "N", 0, 0),
]


@pytest.mark.parametrize(("flowers", "seat", "own", "complete"), CASES)
def test_own_tiles_and_complete_sets_double_and_add(flowers, seat, own, complete):
    count = sum(map(str.isdigit, flowers))
    for rules in COUNTED:
        if rules == "kemp-chinese" and seat != "E":
            continue
        bare, sheet = ask(HAND, rules, seat=seat), ask(f"{HAND} {flowers}", rules, seat=seat)
        assert sheet.points == bare.points + 4 * count
        in_sets = complete if rules == "traditional" else 0
        assert sheet.doubles == own - in_sets + complete * FULL_SET[rules]


@pytest.mark.parametrize(
    ("flowers", "seat", "doubles"),
    [
        ("1f1y", "E", 2),
        ("1234f", "E", 2),
        ("1234f1y", "E", 3),
        ("1234y1f", "E", 3),
        ("1234f1234y", "E", 4),
        ("1234f", "W", 2),
        ("1234f2y", "E", 2),
    ],
)
def test_by_option_a_complete_set_replaces_the_double_of_the_own_tile_in_it(flowers, seat, doubles):
    house = {"flower_doubles_add": False, "limit": None}
    assert ask(f"{HAND} {flowers}", seat=seat, options=house).doubles == doubles
    sets = flowers.count("1234")
    assert ask(f"{HAND} {flowers}", "classical", seat=seat, options=house).doubles == doubles + sets
    if seat == "E":
        assert ask(f"{HAND} {flowers}", "kemp-chinese", options=house).doubles == doubles + sets


@pytest.mark.parametrize("rules", COUNTED)
@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("(111m) (999m) 111p 999p 11s", "all-terminals"),
        ("(222z) (333z) 444z 666z 55z", "all-honours"),
        ("123m 456m 789m 999m 55m", "pure-suit"),
    ],
)
def test_flowers_never_count_for_the_kinds_of_tiles(rules, hand, row):
    if rules == "traditional" and row != "pure-suit":
        return
    assert row in ids(ask(hand, rules))
    assert row in ids(ask(f"{hand} 2f3y", rules))
