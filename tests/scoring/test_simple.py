"""RULES 2.3: the simplified computer game."""

import pytest

from mjcompanion.core.tiles import PLAIN_TILES
from tests.scoring.asking import ask, ids, totals

# hand, seat, game wind, points, doubles
CASES = [
    ("123m 456p 789s 234s 88p", "E", "E", 0, 0),
    ("123m 456p 789s 234s 55z", "E", "E", 0, 0),
    ("123m 456p 789s 234s 11z", "E", "E", 0, 0),
    ("(222m) 456p 789s 234s 88p", "E", "E", 2, 0),
    ("222m 456p 789s 234s 88p", "E", "E", 2, 0),
    ("(111m) 456p 789s 234s 88p", "E", "E", 4, 0),
    ("999m 456p 789s 234s 88p", "E", "E", 4, 0),
    ("(555z) 456p 789s 234s 88p", "E", "E", 4, 0),
    ("(333z) 456p 789s 234s 88p", "E", "S", 4, 0),
    ("(333z) 456p 789s 234s 88p", "W", "S", 4, 1),
    ("(333z) 456p 789s 234s 88p", "E", "W", 4, 1),
    ("(333z) 456p 789s 234s 88p", "W", "W", 4, 2),
    ("(2222m) 456p 789s 234s 88p", "E", "E", 8, 1),
    ("[2222m] 456p 789s 234s 88p", "E", "E", 8, 1),
    ("(1111m) 456p 789s 234s 88p", "E", "E", 16, 1),
    ("[7777z] 456p 789s 234s 88p", "E", "E", 16, 1),
    ("[3333z] 456p 789s 234s 88p", "W", "W", 16, 3),
    ("[3333z] 456p 789s 234s 88p", "W", "E", 16, 2),
    ("222m 333p 444s 555s 88p", "E", "E", 8, 1),
    ("(222m) (333p) 444s 999s 88p", "E", "E", 10, 1),
    ("123m 456p 789s 234s 88p 3f", "E", "E", 2, 1),
    ("123m 456p 789s 234s 88p 1f", "E", "E", 2, 1),
    ("123m 456p 789s 234s 88p 12f3y", "E", "E", 6, 3),
    ("123m 456p 789s 234s 88p 1234f1234y", "E", "E", 16, 8),
]


@pytest.mark.parametrize(("hand", "seat", "game", "points", "doubles"), CASES)
def test_points_and_doubles(hand, seat, game, points, doubles):
    assert totals(ask(hand, "simple", seat=seat, round=game)) == (points, doubles, points << doubles)


def test_exposed_or_concealed_makes_no_difference():
    for tile in PLAIN_TILES:
        digit, suit = str(tile)
        rest = {"m": "123p 456p 789s 22s", "p": "123m 456m 789s 22s"}.get(suit, "123m 456m 789p 22p")
        pungs = {totals(ask(f"{text} {rest}", "simple")) for text in (f"({digit * 3}{suit})", f"{digit * 3}{suit}")}
        kongs = {totals(ask(f"{text} {rest}", "simple")) for text in (f"({digit * 4}{suit})", f"[{digit * 4}{suit}]")}
        assert len(pungs) == len(kongs) == 1


@pytest.mark.parametrize(
    "win",
    ["4p draw", "4p discard", "5p draw", "4p draw last", "4p discard last", "4p robbed-kong", "4p kong-replacement",
     "4p flower-replacement"],
)  # fmt: skip
def test_how_it_was_won_gives_nothing(win):
    hand = "[2222m] 456p 789s 234s 88p 3f"
    assert totals(ask(hand, "simple", win)) == totals(ask(hand, "simple"))


def test_dealt_or_on_the_first_discard_gives_nothing():
    hand = "222m 456p 789s 234s 88p"
    assert totals(ask(hand, "simple", "deal")) == totals(ask(hand, "simple"))
    assert totals(ask(hand, "simple", "4p first-discard", seat="S")) == totals(ask(hand, "simple"))


@pytest.mark.parametrize(
    "hand",
    [
        "123m 456m 789m 999m 55m",
        "(111m) (999m) 111p 999p 11s",
        "(222z) (333z) (444z) (555z) 66z",
        "555z 666z 777z 123m 44m",
    ],
)
def test_no_other_doubles(hand):
    assert ids(ask(hand, "simple")) <= {"pung-simples", "pung-honours", "no-runs"}


def test_the_reading_with_pungs_counts():
    assert totals(ask("222333444m 567p 88s", "simple")) == (6, 0, 6)
    assert [str(one) for one in ask("222333444m 567p 88s", "simple").sets] == ["567p", "222m", "333m", "444m", "88s"]
