"""Who is East next, and which wind blows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rules.ruleset import DRAW
from mjcompanion.rules.shared_rows import WALL_GAME
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table.rotation import PLAYERS, Position, Turning, turn_after
from tests.kinds import TABLES
from tests.table.brute import ROUNDS, Winds
from tests.table.making import begun, hand, put

START = Position((0, 1, 2, 3), east=0, first=0)
WITH_ROUNDS = [Ruleset(rules) for rules in ROUNDS]
AMERICAN = [Ruleset("nmjl"), Ruleset("american-club")]


# --- seats -----------------------------------------------------------------------------------------------


@given(st.permutations(range(4)), st.integers(0, 3))
def test_every_player_sits_in_the_seat_where_that_player_is_found(chairs, east):
    position = Position(tuple(chairs), east, east)
    assert all(position.player_at(position.wind_of(player)) == player for player in range(4))
    assert position.wind_of(east) is Wind.EAST
    assert sorted(position.seats) == [0, 1, 2, 3]


# --- one hand --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", TABLES)
def test_a_hand_that_nobody_won_has_the_name_of_its_rules(rules):
    name = WALL_GAME if rules in AMERICAN else DRAW
    row = put(begun(rules), hand(None)).rows[-1]
    assert (rules.draw_name, row.draw_name, row.turn.draw_name) == (name, name, name)


@pytest.mark.parametrize("rules", WITH_ROUNDS)
def test_a_draw_and_its_option(rules):
    after, turn = turn_after(rules, START, None, options_for(rules, {"east_stays_after_draw": False}))
    assert (after.east, turn.why) == (1, Turning.DRAW_PASSES)
    after, turn = turn_after(rules, START, None, options_for(rules, {"east_stays_after_draw": True}))
    if rules is Ruleset("simple"):  # the option is not for these rules, and does nothing
        assert (after.east, turn.why) == (1, Turning.DRAW_PASSES)
        return
    assert (after, turn.why) == (START, Turning.DRAW_STAYS)


def test_another_wall_is_built_in_american_club_only():
    after, turn = turn_after(Ruleset("american-club"), START, None, wall_again=True)
    assert (after, turn.why) == (START, Turning.WALL_AGAIN)
    for rules in TABLES:
        if rules is not Ruleset("american-club"):
            assert turn_after(rules, START, None, wall_again=True) == turn_after(rules, START, None)


# --- whole games -----------------------------------------------------------------------------------------


def never_east(rules, hands, position=START, **options):
    """Hands that South always wins."""
    turns = []
    for _ in range(hands):
        position, turn = turn_after(rules, position, position.player_at(Wind.SOUTH), options_for(rules, options))
        turns.append(turn)
    return position, turns


def test_traditional_throws_seats_anew_after_four_rounds_and_ends_after_eight():
    _, turns = never_east(Ruleset("traditional"), 64)
    assert [at + 1 for at, turn in enumerate(turns) if turn.reseat] == [16, 48]
    assert [at + 1 for at, turn in enumerate(turns) if turn.over] == [32, 64]
    assert [turn.new_round for turn in turns if turn.new_round] == [*WINDS[1:], WINDS[0]] * 4


# --- a walk against a plain simulation -------------------------------------------------------------------


@given(
    st.sampled_from(TABLES),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from([None, 0, 1, 2, 3]), st.booleans()), max_size=150),
)
def test_a_walk_against_people_on_chairs(rules, stays, hands):
    plain, position = Winds(str(rules), stays_after_draw=stays), START
    options = options_for(rules, {"east_stays_after_draw": stays})
    for winner, wall_again in hands:
        before = plain.rounds
        wall_again = wall_again and winner is None
        plain.hand(winner, wall_again=wall_again)
        position, turn = turn_after(rules, position, winner, options, wall_again=wall_again)
        assert position.seats == tuple(plain.people)
        assert turn.east == position.east
        if rules in WITH_ROUNDS:
            assert (position.rounds, position.round) == (plain.rounds, plain.wind)
            assert (turn.new_round is not None) == (plain.rounds > before)
            assert turn.over == (plain.rounds > before and plain.rounds % ROUNDS[rules] == 0)
        else:
            assert turn.new_round is None


@pytest.mark.parametrize("rules", TABLES)
def test_after_the_ninth_win_east_passes_on_where_the_rules_say_so(rules):
    for winner in PLAYERS:
        plain = turn_after(rules, START, winner)
        ninth = turn_after(rules, START, winner, feats=frozenset({"ninth_win"}))
        if rules == Ruleset("dmjl") and winner == START.east:
            assert (plain[0].east, ninth[0].east, ninth[1].why) == (0, 1, Turning.EAST_PASSES)
        else:
            assert ninth == plain
