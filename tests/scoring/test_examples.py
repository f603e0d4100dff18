"""RULES 10: the worked examples of the sources, exposed and concealed, and those of the command line's page."""

import pytest

from tests.scoring.asking import ask, lines, totals

# hand exposed, hand concealed, seats, options, score exposed, score concealed
SOURCE_2 = [
    ("(111p) (222s) 77z 123m 456m", "111p 222s 77z 123m 678m", "ESWN", {}, 18, 24),
    ("(123m) (456p) (789s) (234s) 88p", "123m 456p 789s 234s 88p", "ESWN", {}, 20, 20),
    ("(111p) 33z 234p 567p 789p", "111p 33z 234p 567p 789p", "ESN", {}, 28, 36),
    ("(111p) 33z 234p 567p 789p", "111p 33z 234p 567p 789p", "W", {}, 32, 40),
    ("(666z) 55z 123m 456m 789m", "666z 55z 123m 456m 789m", "ESWN", {}, 64, 80),
    ("(333s) (999s) 55s 123s 678s", "333s 999s 55s 123s 678s", "ESWN", {}, 128, 176),
    ("(555z) (666z) 44z 123m 456m", "555z 666z 44z 123m 456m", "ESW", {}, 144, 208),
    ("(555z) (666z) 44z 123m 456m", "555z 666z 44z 123m 456m", "N", {}, 160, 224),
    ("(5555z) (777z) (666z) (111z) 22p", "[5555z] 777z 666z 111z 22p", "SWN", {"limit": None}, 768, 1216),
    ("(5555z) (777z) (666z) (111z) 22p", "[5555z] 777z 666z 111z 22p", "E", {"limit": None}, 1536, 2432),
    ("(5555z) (777z) (666z) (111z) 22p", "[5555z] 777z 666z 111z 22p", "ESWN", {}, 300, 300),
    ("(5555z) (777z) (666z) (111z) 22p", "[5555z] 777z 666z 111z 22p", "ESWN", {"limit": 300}, 300, 300),
]


@pytest.mark.parametrize(
    ("exposed", "concealed", "seat", "options", "low", "high"),
    [(row[0], row[1], seat, *row[3:]) for row in SOURCE_2 for seat in row[2]],
)
def test_examples_of_source_2(exposed, concealed, seat, options, low, high):
    assert ask(exposed, seat=seat, options=options).score == low
    assert ask(concealed, seat=seat, options=options).score == high


def test_source_2_recounts_the_smallest_score_line_by_line():
    assert lines(ask("(111p) (222s) 77z 123m 456m")) == {
        "exposed pung of 1 dots": (4, 0),
        "exposed pung of 2 bamboos": (2, 0),
        "pair of red dragons": (2, 0),
        "Mah Jongg": (10, 0),
    }


@pytest.mark.parametrize(("win", "score"), [("8m draw", 20), ("7z discard", 20), ("7z draw", 22)])
def test_source_2_adds_2_for_a_drawn_tile_and_2_for_the_only_place(win, score):
    assert ask("(111p) (222s) 77z 678m 456m", win=win).score == score


@pytest.mark.parametrize(("seat", "doubles", "score"), [("E", 3, 288), ("S", 2, 144)])
def test_source_2_doubles_36_three_times(seat, doubles, score):
    # a kong of dragons, a pung of the seat wind, and the rest of the same group
    sheet = ask("(5555z) (111z) 22p 345p 678p", seat=seat, options={"basal": 16, "limit": None})
    assert totals(sheet) == (36, doubles, score)


@pytest.mark.parametrize(("seat", "doubles", "score"), [("E", 1, 100), ("S", 1, 100), ("W", 1, 100), ("N", 2, 200)])
def test_example_of_source_3(seat, doubles, score):
    sheet = ask("(555z) 66z 4y (9999s) 444m 345p", "classical", seat=seat)
    assert totals(sheet) == (50, doubles, score)


@pytest.mark.parametrize("dragons", ["66z", "77z"])
def test_source_3_counts_that_hand_line_by_line(dragons):
    found = lines(ask(f"(555z) {dragons} 4y (9999s) 444m 345p", "classical", seat="N"))
    assert sorted(found.values()) == [(2, 0), (4, 0), (4, 1), (4, 1), (16, 0), (20, 0)]
    assert found["exposed pung of white dragons"] == (4, 1)
    assert found["winter (your own)"] == (4, 1)


@pytest.mark.parametrize(
    ("hand", "seat", "game"),
    [
        ("1234f 1234y (1111z) (2222z) [7777z] (9999m) 55p", "E", "S"),
        ("1234f 1234y [1111z] [2222z] [3333z] [4444z] 55z", "N", "W"),
        ("1234f 1234y (5555z) (2222z) [1111s] (4444z) 33z", "S", "N"),
    ],
)
def test_highest_score_of_source_4(hand, seat, game):
    assert totals(ask(hand, "simple", seat=seat, round=game)) == (80, 15, 2_621_440)
