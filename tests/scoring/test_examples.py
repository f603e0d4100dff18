"""RULES 10: the worked examples of the sources, exposed and concealed, and those of the command line's page."""

import pytest

from mjcompanion.scoring.request import score_request
from tests.scoring.asking import COUNTED, ask, lines, request, totals

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


def test_the_hand_of_the_command_lines_page_field_by_field():
    asked = {
        "rules": "traditional",
        "hand": "123m 456p 99s (777z) [1111s] 1f",
        "seat": "W",
        "round": "E",
        "winner": True,
        "win": {"tile": "9s", "by": "draw", "last_tile": False},
        "discards": 40,
        "card": "companion",
        "options": {},
    }
    assert score_request(asked).answer() == {
        "ok": True,
        "points": 54,
        "doubles": 1,
        "score": 108,
        "limited": False,
        "sets": ["123m", "456p", "(777z)", "[1111s]", "99s"],
        "lines": [
            {"what": "exposed pung of red dragons", "points": 4, "doubles": 1, "source": "2B"},
            {"what": "concealed kong of 1 bamboos", "points": 32, "doubles": 0, "source": "2B"},
            {"what": "plum", "points": 4, "doubles": 0, "source": "2B"},
            {"what": "Mah Jongg", "points": 10, "doubles": 0, "source": "2B"},
            {"what": "winning tile drawn", "points": 2, "doubles": 0, "source": "2B"},
            {"what": "the only tile that fits", "points": 2, "doubles": 0, "source": "2B"},
        ],
    }


def test_the_command_lines_page_adjusts_by_89_of_129():
    hand = "123m 456p 99s (777z) [1111s] 1f"
    answer = score_request(request(hand, "kemp-chinese", "9s draw", discards=40)).answer()
    assert {key: answer[key] for key in ("factor", "final", "final_rounded")} == {
        "factor": "89/129",
        "final": "176.62",
        "final_rounded": 177,
    }
    assert (answer["points"], answer["doubles"], answer["score"]) == (64, 2, 256)


def test_every_line_names_its_source():
    for rules, start in (("kemp-chinese", "1"), ("traditional", "2B"), ("simple", "4")):
        for line in ask("(5555m) [1111z] 444z 55z 123s 1234f 1y", rules, "3s draw last").lines:
            assert line.source.startswith(start), line
    lines_filled = [
        line.source for line in ask("(5555m) [1111z] 444z 55z 222s", "classical", "2s draw last", round="E").lines
    ]
    assert {source.split()[0].strip(",") for source in lines_filled} <= {"3", "1"}
    assert any("for the sheet of 3" in source for source in lines_filled)


@pytest.mark.parametrize("rules", COUNTED)
def test_doubles_stand_with_the_set_they_come_from(rules):
    found = lines(ask("(111z) [5555z] 456p 789s 22s", rules, round="S"))
    assert found["exposed pung of east winds (seat wind)"] == (4, 1)
    assert found["concealed kong of white dragons"] == (32, 1)
