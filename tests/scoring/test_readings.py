"""RULES 2: of all ways to read a hand the one with the highest final score counts; the others can be shown."""

from hypothesis import given, settings

from mjcompanion.core.hand import MeldKind
from mjcompanion.scoring.request import read_request
from mjcompanion.scoring.score import readings, score
from tests.sample import often
from tests.scoring.asking import ways
from tests.strategies import requests


def shown(sheets):
    return [(sheet.score, " ".join(str(one) for one in sheet.sets)) for sheet in sheets]


def test_pungs_or_chows():
    assert shown(ways("111222333m 456p 99s", "classical")) == [
        (36, "456p 111m 222m 333m 99s"),
        (30, "123m 123m 123m 456p 99s"),
    ]


def test_the_place_of_a_discard_makes_another_reading():
    assert shown(ways("2222m 34m 567p 678p 55s", win="2m discard")) == [
        (14, "(234m) 567p 678p 222m 55s"),
        (12, "234m 567p 678p (222m) 55s"),
    ]


def test_two_readings_that_show_the_same_sets_are_one():
    # the drawn 3 may sit in 123 or in 345; only the first is the only tile
    found = ways("123m 345m 567p 678p 55s", win="3m draw")
    assert len(found) == 1
    assert "only-tile" in {row for line in found[0].lines for row in line.rules}


def test_a_loser_reads_one_way():
    assert len(ways("111222333m 456p 9s", winner=False)) == 1


@settings(max_examples=often(150, 40))
@given(requests())
def test_the_best_comes_first_and_is_the_score(asked):
    hand, context = read_request(asked)
    found = readings(hand, context)
    assert found[0] == score(hand, context)
    scores = [(sheet.score, sheet.points << sheet.doubles) for sheet in found]
    assert scores == sorted(scores, reverse=True)
    assert len({sheet.codes for sheet in found}) == len(found)


@settings(max_examples=often(150, 40))
@given(requests())
def test_every_reading_uses_all_tiles_once(asked):
    hand, context = read_request(asked)
    if not context.winner:
        return
    for sheet in readings(hand, context):
        used = sorted([tile for one in sheet.sets for tile in one.tiles] + list(hand.flowers))
        assert used == sorted(hand.tiles)
        kinds = [one.kind for one in sheet.sets]
        assert len(kinds) == 5
        assert kinds.count(MeldKind.PAIR) == 1
