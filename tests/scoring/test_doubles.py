"""RULES 2.2: doubles, flowers aside."""

import pytest

from tests.scoring.asking import COUNTED, ask, lines

# hand, seat, round, doubles: kemp-chinese (East only), traditional, classical
CASES = [
    # seat wind, prevailing wind
    ("(111z) 123m 456p 789s 22s", "E", "S", 1, 1, 1),
    ("(111z) 123m 456p 789s 22s", "E", "E", 1, 1, 2),
    ("111z 123m 456p 789s 22s", "E", "E", 1, 1, 2),
    ("[1111z] 123m 456p 789s 22s", "E", "S", 1, 1, 1),
    ("(222z) 123m 456p 789s 22s", "E", "S", 0, 0, 1),
    ("(222z) 123m 456p 789s 22s", "S", "E", None, 1, 1),
    ("(222z) 123m 456p 789s 22s", "S", "S", None, 1, 2),
    ("(333z) 123m 456p 789s 22s", "E", "S", 0, 0, 0),
    ("(4444z) 123m 456p 789s 22s", "N", "W", None, 1, 1),
    ("123m 456p 789s 234s 11z", "E", "E", 0, 0, 0),
    # dragons
    ("(555z) 123m 456p 789s 22s", "E", "S", 1, 1, 1),
    ("(555z) [6666z] 456p 789s 22s", "E", "S", 2, 2, 2),
    ("777z (666z) 456p 789s 22s", "E", "S", 2, 2, 2),
    ("123m 456p 789s 234s 55z", "E", "E", 0, 0, 0),
    # one suit with winds or dragons
    ("123m 456m 789m 999m 33z", "E", "S", 1, 1, 1),
    ("123m 456m 789m 999m 55z", "E", "S", 1, 1, 1),
    ("(444z) 123m 456m 789m 22m", "E", "S", 1, 1, 1),
    ("(444z) 123p 456p 33z 999p", "E", "S", 1, 1, 1),
    ("(444z) (333z) (222z) 66z 999p", "E", "W", 1, 1, 2),
    ("(444z) 123m 456p 789m 22m", "E", "S", 0, 0, 0),
    # one suit only
    ("123m 456m 789m 999m 55m", "E", "S", 3, 3, 3),
    ("(111p) [9999p] 345p 678p 22p", "E", "S", 3, 3, 3),
    ("111s 222s 333s 444s 55s", "E", "S", 3, 3, 3),
    ("123m 456m 789m 999m 55p", "E", "S", 0, 0, 0),
    # flowers never count for the suit
    ("123m 456m 789m 999m 55m 2f 3y", "E", "S", 3, 3, 3),
    ("123m 456m 789m 999m 33z 2f", "E", "S", 1, 1, 1),
    # 1s and 9s
    ("(111m) (999m) 111p 999p 11s", "E", "S", 1, 0, 1),
    ("(1111m) (999m) [1111p] 999s 11s 2f", "E", "S", 1, 0, 1),
    ("(111m) (999m) 111p 999p 22s", "E", "S", 0, 0, 0),
    ("(111m) (999m) 111p 999p 33z", "E", "S", 0, 0, 0),
    # winds and dragons
    ("(111z) (222z) 333z 555z 66z", "E", "N", 5, 2, 5),
    ("(222z) (333z) 444z 111m 55z", "E", "E", 1, 1, 1),
    ("(222z) (333z) 444z 666z 55z 2f", "E", "E", 4, 1, 4),
    # all together
    ("[1111z] 555z 666z 777z 11m", "E", "E", 5, 5, 6),
]


@pytest.mark.parametrize(
    ("hand", "seat", "game", "kemp", "traditional", "classical"),
    CASES,
)
def test_doubles(hand, seat, game, kemp, traditional, classical):
    for rules, doubles in zip(COUNTED, (kemp, traditional, classical), strict=True):
        if doubles is not None:
            sheet = ask(hand, rules, seat=seat, round=game, options={"limit": None})
            assert (rules, sheet.doubles) == (rules, doubles)
            assert sheet.score == sheet.points * 2**doubles


@pytest.mark.parametrize("rules", COUNTED)
def test_doubles_stand_with_the_set_they_come_from(rules):
    found = lines(ask("(111z) [5555z] 456p 789s 22s", rules, round="S"))
    assert found["exposed pung of east winds (seat wind)"] == (4, 1)
    assert found["concealed kong of white dragons"] == (32, 1)


@pytest.mark.parametrize(
    ("win", "kemp", "traditional", "classical"),
    [
        (None, 0, 0, 0),
        ("4p draw", 0, 0, 0),
        ("4p draw last", 1, 0, 1),
        ("4p discard last", 1, 0, 1),
        ("deal", 3, 0, 3),
    ],
)
def test_last_tile_and_complete_as_dealt(win, kemp, traditional, classical):
    for rules, doubles in zip(COUNTED, (kemp, traditional, classical), strict=True):
        assert ask("555m 123p 456p 789s 22s", rules, win).doubles == doubles, rules
