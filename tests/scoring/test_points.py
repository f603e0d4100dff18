"""RULES 2.1: points before doubling."""

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import PLAIN_TILES
from tests.scoring.asking import COUNTED, FOR_WINNING, ask, lines, totals

# what, exposed, concealed
SETS = [
    ("pung", "simple", 2, 4),
    ("pung", "other", 4, 8),
    ("kong", "simple", 8, 16),
    ("kong", "other", 16, 32),
]


def with_set(tile, kind, *, concealed):
    """A hand with one set of this tile and three chows; the pair scores nothing."""
    text = (
        f"{tile.rank if tile.is_suited or tile.is_wind else str(tile)[0]}" * (3 if kind == "pung" else 4) + str(tile)[1]
    )
    laid = text if concealed and kind == "pung" else f"[{text}]" if concealed else f"({text})"
    suit = str(tile)[1]
    a, b, c = {"m": "pps", "p": "mms", "s": "mmp"}.get(suit, "mps")
    return f"{laid} 123{a} 456{b} 789{c} 22{c}"


@pytest.mark.parametrize("rules", COUNTED)
@pytest.mark.parametrize(("kind", "tiles", "exposed", "concealed"), SETS)
def test_pungs_and_kongs(rules, kind, tiles, exposed, concealed):
    for tile in PLAIN_TILES:
        if tile.is_simple != (tiles == "simple"):
            continue
        for hidden, points in ((False, exposed), (True, concealed)):
            sheet = ask(with_set(tile, kind, concealed=hidden), rules)
            word = f"{'concealed' if hidden else 'exposed'} {kind} of {tile.plural()}"
            found = [line.points for line in sheet.lines if line.what.startswith(word)]
            assert found == [points], tile
            assert sheet.points == points + FOR_WINNING[rules], tile


@pytest.mark.parametrize(
    ("pair", "seat", "game", "kemp", "traditional", "classical"),
    [
        ("55z", "E", "E", 2, 2, 2),
        ("66z", "E", "E", 2, 2, 2),
        ("77z", "E", "E", 2, 2, 2),
        ("11z", "E", "E", 4, 2, 4),
        ("11z", "E", "S", 4, 2, 2),
        ("22z", "E", "E", 2, 0, 0),
        ("22z", "E", "S", 2, 0, 2),
        ("33z", "E", "E", 2, 0, 0),
        ("44z", "E", "N", 2, 0, 2),
        ("22z", "S", "E", None, 2, 2),
        ("22z", "S", "S", None, 2, 4),
        ("44z", "N", "N", None, 2, 4),
        ("11z", "N", "E", None, 0, 2),
        ("33z", "N", "E", None, 0, 0),
        ("99m", "E", "E", 0, 0, 0),
        ("22p", "E", "E", 0, 0, 0),
    ],
)
def test_pairs(pair, seat, game, kemp, traditional, classical):
    hand = f"{pair} (555s) 234m 456p 678p"
    for rules, points in zip(COUNTED, (kemp, traditional, classical), strict=True):
        if points is not None:
            sheet = ask(hand, rules, seat=seat, round=game)
            assert sheet.points == FOR_WINNING[rules] + 2 + points, rules


@pytest.mark.parametrize("rules", COUNTED)
@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("(555m) 111p 999p 222s 33s", 10),
        ("(5555m) [1111p] 999p 222s 33s", 10),
        ("(555m) 111p 999p 234s 33s", 0),
        ("(123m) 111p 999p 222s 33s", 0),
    ],
)
def test_no_runs_gives_10(rules, hand, given):
    assert lines(ask(hand, rules)).get("no chows", (0, 0)) == (given, 0)


@pytest.mark.parametrize(
    ("hand", "seat", "win", "kemp", "traditional", "classical"),
    [
        ("123m 456p 789s 234s 88p", "E", None, 10, 10, 10),
        ("(123m) 456p 789s 234s 88p", "E", None, 10, 10, 10),
        # the bonuses of the win don't spoil it
        ("123m 456p 789s 234s 88p", "E", "8p draw", 10, 10, 10),
        ("123m 456p 789s 234s 88p", "E", "8p draw last", 10, 10, 10),
        # sets, pair and flowers do
        ("123m 456p 789s 222s 88p", "E", None, 0, 0, 0),
        ("123m 456p 789s 234s 55z", "E", None, 0, 0, 0),
        ("123m 456p 789s 234s 11z", "E", None, 0, 0, 0),
        ("123m 456p 789s 234s 88p 2f", "E", None, 0, 0, 0),
        # a wind's pair that scores in some rules only
        ("123m 456p 789s 234s 33z", "E", None, 0, 10, 10),
        ("123m 456p 789s 234s 22z", "E", None, 0, 10, 0),
    ],
)
def test_a_hand_without_points_gives_10(hand, seat, win, kemp, traditional, classical):
    for rules, points in zip(COUNTED, (kemp, traditional, classical), strict=True):
        sheet = ask(hand, rules, win, seat=seat, round="S")
        assert sum(line.points for line in sheet.lines if "no-points" in line.rules) == points, rules


@pytest.mark.parametrize(
    ("win", "kemp", "traditional", "classical"),
    [
        ("4p kong-replacement", (32, 0), (22, 0), (30, 0)),
        ("4p flower-replacement", (22, 0), (12, 0), (30, 0)),
        ("4p draw last", (22, 1), (22, 0), (22, 1)),
        ("4p discard last", (20, 1), (10, 0), (20, 1)),
        ("4p draw", (22, 0), (12, 0), (22, 0)),
        ("4p discard", (20, 0), (10, 0), (20, 0)),
        ("4p robbed-kong", None, (20, 0), (30, 0)),
    ],
)
def test_how_the_last_tile_came(win, kemp, traditional, classical):
    # beside the win: an exposed kong of 5 characters 8, a flower of another seat 4
    hand = "(5555m) 123p 456p 789s 22s 2f"
    for rules, counted in zip(COUNTED, (kemp, traditional, classical), strict=True):
        if counted is None:
            with pytest.raises(RuleError):
                ask(hand, rules, win)
        else:
            assert totals(ask(hand, rules, win))[:2] == (counted[0] + 12, counted[1]), rules


def test_every_line_names_its_source():
    for rules, start in (("kemp-chinese", "1"), ("traditional", "2B"), ("simple", "4")):
        for line in ask("(5555m) [1111z] 444z 55z 123s 1234f 1y", rules, "3s draw last").lines:
            assert line.source.startswith(start), line
    lines_filled = [
        line.source for line in ask("(5555m) [1111z] 444z 55z 222s", "classical", "2s draw last", round="E").lines
    ]
    assert {source.split()[0].strip(",") for source in lines_filled} <= {"3", "1"}
    assert any("for the sheet of 3" in source for source in lines_filled)
