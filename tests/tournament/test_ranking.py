"""Table points, rankings, penalties, and what a correction moves."""

from fractions import Fraction

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import Changed, Ended, PeopleItem, Put, Reopened, Started
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import replay
from mjcompanion.tournament.ranking import (
    LateCorrection,
    TableResult,
    corrected,
    moved,
    moved_words,
    place_nets,
    ranking,
    table_points,
)
from mjcompanion.tournament.tournament import Tournament, TournamentPenalty, decode, drawn, encode
from tests.ledger.making import at, hand, put, setup

NAMES = ("Ann", "Bob", "Chuck", "Dora", "Eve", "Fred", "Gil", "Hal", "Ida")
NO_RANDOM = None


def cup(players=8, rounds=3, **more):
    order, draw = drawn([f"p{at}" for at in range(players)], rounds, NO_RANDOM)
    rules = TableRules.of(Ruleset("classical"))
    return Tournament(uid="cup", title="Cup", at=at(0), players=order, rules=rules, draw=draw, **more)


def over(*net):
    return TableResult(net, 4, over=True)


@pytest.mark.parametrize(
    ("net", "points"),
    [
        ((30, 10, -10, -30), "4 2 1 0"),
        ((10, 10, -10, -10), "3 3 1/2 1/2"),
        ((0, 0, 0, 0), "7/4 7/4 7/4 7/4"),
        ((10, 10, 10, -30), "7/3 7/3 7/3 0"),
        ((-30, 30, 0, 0), "0 4 3/2 3/2"),
    ],
)
def test_equals_share_what_their_places_come_to(net, points):
    found = table_points(net, (4, 2, 1, 0))
    assert " ".join(map(str, found)) == points
    assert sum(found) == 7


def test_the_ranking_goes_by_places_then_points_or_by_one_of_them():
    tables = cup().draw[0].tables
    results = {(0, 0): over(30, 10, -10, -30), (0, 1): over(50, 5, -15, -40)}
    first, second = tables[0][0], tables[1][0]
    both = ranking(cup(), results)
    assert [one.place for one in both.ranks] == [*range(1, 9)]
    assert [one.player for one in both.ranks[:2]] == [second, first]
    places = ranking(cup(system="places"), results)
    assert [one.place for one in places.ranks] == [1, 1, 3, 3, 5, 5, 7, 7]
    points = ranking(cup(system="points"), results)
    assert [one.points for one in points.ranks] == [50, 30, 10, 5, -10, -15, -30, -40]


def test_a_table_that_is_not_over_is_told_and_counts_nothing():
    results = {(0, 0): over(30, 10, -10, -30), (0, 1): TableResult((99, -33, -33, -33), 3, over=False)}
    found = ranking(cup(), results)
    assert found.playing == ((0, 1),)
    assert sum(one.points for one in found.ranks) == 0
    assert max(one.points for one in found.ranks) == 30


def test_a_round_sat_out_counts_as_an_average_place_or_nothing():
    results = {(0, 0): over(30, 10, -10, -30), (0, 1): over(50, 5, -15, -40)}
    for average, points in ((True, Fraction(7, 4)), (False, Fraction(0))):
        nine = cup(9, average=average)
        out = nine.draw[0].out[0]
        rank = next(one for one in ranking(nine, results).ranks if one.player == out)
        assert (rank.table_points, rank.points, rank.scores[0].table) == (points, 0, None)


def test_penalties_take_points_in_their_round_and_can_be_taken_back():
    results = {(0, 0): over(30, 10, -10, -30), (0, 1): over(50, 5, -15, -40)}
    fined = (
        cup()
        .fined(TournamentPenalty(2, 0, table_points=1, points=20, why="late"))
        .fined(TournamentPenalty(2, 1, points=7))
    )
    before = {one.player: one for one in ranking(cup(), results, 1).ranks}
    after = {one.player: one for one in ranking(fined, results, 1).ranks}
    assert after[2].table_points == before[2].table_points - 1
    assert after[2].points == before[2].points - 20
    assert {one.player: one.points for one in ranking(fined, results, 2).ranks}[2] == before[2].points - 27
    assert fined.forgiven(fined.penalties[0]).penalties == (TournamentPenalty(2, 1, points=7),)


def test_a_correction_of_a_table_that_was_over_is_found():
    started = Started(at=at(0), setup=setup(("a", "b", "c", "d")))
    events = [
        started,
        put(1),
        put(2),
        Ended(at=at(3)),
        Reopened(at=at(4)),
        Changed(at=at(9), changes=(Put("1", hand(9)),)),
    ]
    table = replay(events)
    hands, before = corrected(table, at(3))
    assert hands == (1,)
    assert place_nets(before) == place_nets(replay(events[:3])) != place_nets(table)
    assert corrected(replay(events[:5]), at(3)) is None
    assert corrected(table, at(9)) is None


def test_who_plays_for_somebody_brings_it_to_their_place():
    started = Started(at=at(0), setup=setup(("a", "b", "c", "d")))
    away = Changed(at=at(2), changes=(Put("s", PeopleItem(("e", "b", "c", "d"))),))
    plain, other = replay([started, put(1), put(3)]), replay([started, put(1), away, put(3)])
    assert place_nets(plain) == place_nets(other)
    assert sum(place_nets(other)) == 0


def test_the_sentence_says_who_moved_and_why():
    results = {(0, 0): over(30, 10, -10, -30), (0, 1): over(50, 5, -15, -40)}
    east, south = cup().draw[0].tables[0][:2]
    was = {**results, (0, 0): over(10, 30, -10, -30)}
    before, after = ranking(cup(), was), ranking(cup(), results)
    assert {player for player, _, _ in moved(before, after)} == {east, south}
    said = moved_words(before, after, NAMES, LateCorrection(0, 0, (4,), (10, 30, -10, -30)))
    assert said == f"{NAMES[east]} and {NAMES[south]} change places: hand 4 of round 1, table 1, was corrected."
    three = moved_words(before, after, NAMES, LateCorrection(0, 0, (2, 4), (0, 0, 0, 0)))
    assert three.endswith("hands 2, 4 of round 1, table 1, were corrected.")
    assert moved_words(after, after, NAMES, LateCorrection(0, 0, (0,), (0, 0, 0, 0))) == (
        "All places stay: the list of round 1, table 1, was corrected."
    )


def test_a_tournament_comes_back_as_it_was_written():
    one = cup(9, penalties=(TournamentPenalty(1, 0, 2, 30, "why"),)).with_session(1, 0, "abc")
    assert decode(encode(one)) == one
    assert one.place_of("abc") == (1, 0)
    assert one.with_session(1, 1, "abc").sessions == {"2/2": "abc"}
    assert one.with_session(1, 0, None).sessions == {}


@pytest.mark.parametrize(
    "change",
    [
        {"players": ("p0",) * 8},
        {"players": ("p0", "p1", "p2")},
        {"draw": ()},
        {"sessions": {"9/1": "x"}},
        {"sessions": {"1/1 ": "x"}},
        {"penalties": (TournamentPenalty(40, 0),)},
        {"starting": 10**12},
    ],
)
def test_what_can_be_no_tournament_is_refused(change):
    told = encode(msgspec.structs.replace(cup(), **change))
    with pytest.raises((ValueError, RuleError)):
        decode(told)


@pytest.mark.parametrize(
    ("people", "rounds", "sentence"),
    [
        (["a"] * 3, 1, "3 people can’t play"),
        (["a", "b", "c", "a"], 1, "twice"),
        (["a", "b", "c", "d"], 0, "1 to 64 rounds, not 0"),
    ],
)
def test_a_draw_that_cannot_be_is_one_sentence(people, rounds, sentence):
    with pytest.raises(RuleError, match=sentence):
        drawn(people, rounds, NO_RANDOM)
