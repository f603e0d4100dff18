"""Playing out: no hidden tile is used, and the statistics are those of a plain count."""

import random
from itertools import islice
from statistics import mean, stdev

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.players import CoachPlayer
from mjcompanion.solitaire.playout import (
    MOST_ALTERNATIVES,
    alternatives,
    play_on,
    play_outs,
    shuffled,
)
from mjcompanion.solitaire.record import begin
from mjcompanion.solitaire.targets import Strategy

from .test_coach_chinese import asked, decisions, opened

E = Wind.EAST


def test_playing_out_never_uses_a_tile_that_lies_hidden():
    rng = random.Random(1)
    for game in islice(decisions([3]), 5, 25, 5):
        other = shuffled(game, rng)
        assert list(islice(play_outs(game, 4), 3)) == list(islice(play_outs(other, 4), 3))


def test_alternatives_are_legal_and_the_coachs_own_move_is_among_them():
    coach, most = CoachPlayer(), 0
    for game in decisions(range(15), 0.5):
        view = game.view()
        moves = alternatives(view)
        assert all(game.why_not(move) is None for move in moves)
        assert len(set(moves)) == len(moves) <= MOST_ALTERNATIVES
        assert coach.choose(view) == moves[0]
        if view.phase is Phase.CLAIM:
            assert set(moves) == set(view.choices)
        else:
            least = min(one.do is Do.DISCARD for one in view.choices)
            assert sum(move.do is Do.DISCARD for move in moves) >= min(2, len(set(view.holding.hand))) or least
            assert {one.do for one in view.choices} == {one.do for one in moves}
        most = max(most, len(moves))
    assert most == MOST_ALTERNATIVES


def test_means_and_errors_are_those_of_a_plain_count():
    game = opened("2358m 46p 2257s 12z 77z")
    moves = [Move(E, Do.DISCARD, Tile.parse(text)) for text in ("8m", "4p", "7z")]
    rounds = 40
    *_, results = islice(play_outs(game, 9, moves), rounds)
    rng, finals, scores = random.Random(9), [], []
    for _ in range(rounds):
        dealt = shuffled(game, rng)
        ended = [play_on(dealt.apply(one)) for one in moves]
        finals.append([one.final for one in ended])
        scores.append([one.score for one in ended])
    columns = list(zip(*finals, strict=True))
    best = max(columns, key=mean)
    for result, move, column, scored in zip(results, moves, columns, zip(*scores, strict=True), strict=True):
        apart = [one - other for one, other in zip(best, column, strict=True)]
        won = [score for score in scored if score]
        assert (result.move, result.strategy, result.played) == (move, Strategy.BEST, rounds)
        assert result.mean == pytest.approx(mean(column))
        assert result.error == pytest.approx(stdev(column) / rounds**0.5)
        assert result.won == pytest.approx(len(won) / rounds)
        assert result.score == pytest.approx(mean(won))
        assert result.final_won == pytest.approx(sum(column) / len(won))
        assert result.behind == pytest.approx(mean(apart))
        assert result.behind_error == pytest.approx(stdev(apart) / rounds**0.5, abs=1e-6)
    assert min(one.behind for one in results) == 0


def test_one_way_is_early_and_small_the_other_late_and_large():
    *_, results = islice(play_outs(opened("2358m 46p 2257s 12z 77z"), 2), 60)
    strategies = {one.strategy: one for one in results if one.strategy is not Strategy.BEST}
    early, late = strategies[Strategy.EARLY], strategies[Strategy.LATE]
    assert early.won >= late.won
    assert early.score < 0.6 * late.score
    factor = {
        strategy: one.final_won / one.score for strategy, one in strategies.items()
    }  # near the part of the wall that is left
    assert factor[Strategy.EARLY] > factor[Strategy.LATE] + 0.1


def test_mah_jongg_at_hand_is_an_alternative_that_does_not_change():
    game = asked("234567888s 99s 78m", "9m", first="2z")
    *_, results = islice(play_outs(game, 2), 10)
    going_out = next(one for one in results if one.move.do is Do.MAH_JONGG and one.strategy is Strategy.BEST)
    sheet = game.apply(going_out.move).sheet()
    assert going_out.mean == pytest.approx(float(sheet.adjustment.final))
    assert going_out.error == pytest.approx(0, abs=1e-6)
    assert (going_out.won, going_out.score) == (1, sheet.score)
    assert next(one for one in results if one.strategy is Strategy.EARLY).move.do is Do.MAH_JONGG


def test_what_can_not_be_played_out():
    with pytest.raises(RuleError, match=r"Only Kemp’s Chinese game can be played out\."):
        next(play_outs(begin(Deal.of("simple", 7))))
    with pytest.raises(RuleError, match=r"There is nothing to decide now\."):
        next(play_outs(ChineseGame(deal=Deal.of("kemp-chinese", 7))))
