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


# --- one hand --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", TABLES)
def test_a_hand_that_nobody_won_has_the_name_of_its_rules(rules):
    name = WALL_GAME if rules in AMERICAN else DRAW
    row = put(begun(rules), hand(None)).rows[-1]
    assert (rules.draw_name, row.draw_name, row.turn.draw_name) == (name, name, name)


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
