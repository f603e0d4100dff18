"""Playing out: the quick way to play must be the game's own, the statistics those of a plain count."""

import itertools
import random
from collections import Counter
from itertools import islice
from statistics import mean, stdev

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.players import CoachPlayer, RandomPlayer
from mjcompanion.solitaire.playout import (
    MOST_ALTERNATIVES,
    alternatives,
    hidden_tiles,
    moment_of,
    play_on,
    play_outs,
)
from mjcompanion.solitaire.policy import decision_of
from mjcompanion.solitaire.record import begin
from mjcompanion.solitaire.targets import Strategy

from .stacking import stacked
from .test_coach_chinese import asked, decisions, onward, opened, shuffled_behind

E = Wind.EAST


def by_the_game(game, first):
    """The final score and the score when the coach plays on in the game itself; how often something rare happened."""
    coach, rare = CoachPlayer(), Counter([first.do])
    game = game.apply(first)
    while not game.is_over:
        move = game.forced()
        if move is None:
            move = coach.choose(game.view())
        rare[move.do] += move.who is E
        game = game.apply(move)
    sheet = game.sheet()
    rare[game.came if sheet else None] += 1
    return (0.0, 0) if sheet is None else (float(sheet.adjustment.final), sheet.score), rare


def by_the_numbers(game, first):
    standing = [int(one.tile) for one in game.walls()]
    return play_on(moment_of(game.view()), decision_of(first), standing[: game.wall], standing[game.wall :])


def test_playing_on_by_numbers_is_playing_the_game():
    rare, moments = Counter(), 0
    for number in range(60):
        rng = random.Random(number)
        fours = opened("5555z 1234678s 99s 2m", seed=number)
        for game in itertools.chain([fours], decisions([number], 0.15)):
            kong = [one for one in game.choices() if one.do in (Do.KONG, Do.ADDED_KONG, Do.CONCEALED_KONG)]
            if not kong and rng.random() > 0.1:
                continue
            first = rng.choice(kong or game.choices())
            (final, score), seen = by_the_game(game, first)
            found = by_the_numbers(game, first)
            assert found.score == score
            assert found.final == pytest.approx(final)
            rare += seen
            moments += 1
    assert moments > 200
    for what in (Do.FLOWER, Do.CHOW, Do.PUNG, Do.CONCEALED_KONG, Do.ADDED_KONG, Do.KONG, By.DRAW, By.DISCARD, None):
        assert rare[what], what


def random_end(game, rng, left):
    """The game with so little of the wall left; what East did until then was chance."""
    player = RandomPlayer(rng.randrange(1000))
    while not game.is_over and (game.wall > left or game.forced() is not None):
        move = game.forced()
        if move is None:
            move = next(one for one in _not_winning(player, game))
        game = game.apply(move)
    return game


def _not_winning(player, game):
    while True:
        move = player.choose(game.view())
        if move.do is not Do.MAH_JONGG:
            yield move


def test_the_end_of_the_wall_and_its_last_loose_tiles():
    """Kongs and flowers when hardly anything is left: the last stack becomes loose, half of it drawn or not."""
    rng = random.Random(3)
    ends = Counter()
    for number in range(150):
        game = random_end(ChineseGame(deal=Deal.of("kemp-chinese", number)), rng, rng.randrange(1, 9))
        if game.is_over:
            continue
        for first in rng.sample(game.choices(), min(3, len(game.choices()))):
            expected, _ = by_the_game(game, first)
            assert by_the_numbers(game, first) == pytest.approx(expected)
            ends[expected[1] > 0] += 1
    assert sum(ends.values()) > 200


def test_a_win_on_the_last_tile_doubles():
    hand = "123m 456p 789s 1122z 6s"
    game = onward(ChineseGame(deal=stacked("kemp-chinese", hand, end="1z")))
    moment = moment_of(game.view())
    moment.position.wall = 1
    moment.position.hidden = 1
    won = play_on(moment, decision_of(Move(E, Do.DISCARD, Tile.parse("6s"))), [27], [])
    assert won.score > 0
    late = play_on(moment, decision_of(Move(E, Do.DISCARD, Tile.parse("6s"))), [27, 5], [])
    assert won.score == 2 * late.score


def test_a_flower_drawn_with_no_loose_tile_left_ends_the_game():
    game = opened("123m 456p 789s 1122z 6s")
    moment = moment_of(game.view())
    discard = decision_of(Move(E, Do.DISCARD, Tile.parse("6s")))
    assert play_on(moment, discard, [34, 35, 36, 37, 27], []).score == 0
    assert play_on(moment, discard, [34, 35, 36, 37, 9], [27]).score > 0  # replaced by the tile that wins


def test_the_moment_is_left_as_it_was():
    game = asked("234567888s 99s 78m", "9m", first="2z")
    moment = moment_of(game.view())
    before = {name: getattr(moment.position, name) for name in ("key", "pile", "wall", "hidden", "laid", "unseen")}
    before = {name: list(value) if isinstance(value, list) else value for name, value in before.items()}
    list(islice(play_outs(game.view(), 1), 5))
    for move in game.choices():
        by_the_numbers(game, move)
        play_on(moment, decision_of(move), hidden_tiles(game.view()), [])
    assert {name: getattr(moment.position, name) for name in before} == before


def test_playing_out_never_uses_a_tile_that_lies_hidden():
    rng = random.Random(1)
    for game in islice(decisions([3]), 5, 25, 5):
        view, other = game.view(), shuffled_behind(game, rng).view()
        assert list(islice(play_outs(view, 4), 3)) == list(islice(play_outs(other, 4), 3))


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
    view = game.view()
    moves = [Move(E, Do.DISCARD, Tile.parse(text)) for text in ("8m", "4p", "7z")]
    rounds = 40
    *_, results = islice(play_outs(view, 9, moves), rounds)
    rng, hidden, finals, scores = random.Random(9), hidden_tiles(view), [], []
    for _ in range(rounds):
        rng.shuffle(hidden)
        moment = moment_of(view)
        ended = [play_on(moment, decision_of(one), hidden[: view.wall], hidden[view.wall :]) for one in moves]
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
    view = opened("2358m 46p 2257s 12z 77z").view()
    *_, results = islice(play_outs(view, 2), 60)
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
    *_, results = islice(play_outs(game.view(), 2), 10)
    going_out = next(one for one in results if one.move.do is Do.MAH_JONGG and one.strategy is Strategy.BEST)
    sheet = game.apply(going_out.move).sheet()
    assert going_out.mean == pytest.approx(float(sheet.adjustment.final))
    assert going_out.error == pytest.approx(0, abs=1e-6)
    assert (going_out.won, going_out.score) == (1, sheet.score)
    assert next(one for one in results if one.strategy is Strategy.EARLY).move.do is Do.MAH_JONGG


def test_what_can_not_be_played_out():
    with pytest.raises(RuleError, match=r"Only Kemp’s Chinese game can be played out\."):
        next(play_outs(begin(Deal.of("simple", 7)).view(E)))
    game = ChineseGame(deal=Deal.of("kemp-chinese", 7))
    with pytest.raises(RuleError, match=r"There is nothing to decide now\."):
        next(play_outs(game.view()))
    view = onward(game).view()
    with pytest.raises(RuleError, match=r"These tiles don’t add up: 128 are hidden, and 127 should be left"):
        next(play_outs(msgspec.structs.replace(view, wall=view.wall - 1)))
    with pytest.raises(RuleError, match="there is one plum too many"):
        next(play_outs(msgspec.structs.replace(view, seen=(Tile.parse("1f"),))))
