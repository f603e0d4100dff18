"""Kemp's question, early and small or late and large: the rest of the wall played many times, with each alternative.

The hidden tiles are shuffled each time, and every alternative meets the same tiles, so that they differ by the decision
and not by luck. The coach plays on (`mjcompanion.solitaire.policy`), and the hand is scored by the rules and adjusted
for the tiles left. The longer it runs, the surer the answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean
from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import Wind
from mjcompanion.scoring.shanten import best_discards
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.game import Game, PlayerView
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.policy import position_of, rated_moves
from mjcompanion.solitaire.targets import Strategy

MOST_ALTERNATIVES: Final = 6
"""The alternatives played out; more discards are not worth the time."""
_BEST, _NEAREST = 4, 2
"""The discards played out: those that promise most, and those that leave the hand nearest to Mah Jongg."""


class PlayoutResult(msgspec.Struct, frozen=True):
    """The play-out of one alternative so far.

    `move` is what East does now, and `strategy` how East plays on then: as the coach does, or to answer Kemp's question
    early and small, or late and large. `played` counts the games, and `won` is the part of them that ended with Mah
    Jongg. `mean` is the mean final score, games without Mah Jongg counting 0, and `error` its standard error; `score`
    is the mean score before the adjustment of the games won, and `final_won` their mean final score. `behind` is how
    much less it brings than the best alternative, and `behind_error` the standard error of that: much smaller, for
    both met the same tiles.
    """

    move: Move
    strategy: Strategy
    played: int
    mean: float
    error: float
    won: float
    score: float
    final_won: float
    behind: float
    behind_error: float


class PlayoutEnd(NamedTuple):
    """The end of a game played out: its final score and its score, both 0 without Mah Jongg."""

    final: float
    score: int


def shuffled(game: ChineseGame, rng: random.Random) -> ChineseGame:
    """Return the game with the tiles that East can't see in another order, whatever order they are in now."""
    standing = game.walls()
    hidden = sorted([one.tile for one in standing])
    rng.shuffle(hidden)
    tiles = dict(zip([one.spot for one in standing], hidden, strict=True))
    return msgspec.structs.replace(game, deal=game.deal.with_tiles(tiles))


def play_on(game: ChineseGame, strategy: Strategy = Strategy.BEST) -> PlayoutEnd:
    """Play a game to its end as the coach does."""
    while not game.is_over:
        move = game.forced()
        game = game.after(rated_moves(game.view(), strategy)[0][1] if move is None else move)
    sheet = game.sheet()
    if sheet is None or sheet.adjustment is None:
        return PlayoutEnd(0.0, 0)
    return PlayoutEnd(float(sheet.adjustment.final), sheet.score)


def alternatives(view: PlayerView) -> tuple[Move, ...]:
    """Return the moves worth playing out, at most six, the coach's choice first.

    All that is no discard is among them; of the discards those that promise the largest final score, and those that
    leave the hand nearest to Mah Jongg.
    """
    rated = [move for _unused, move in rated_moves(view)]
    discards = [move for move in rated if move.do is Do.DISCARD]
    if not discards:
        return tuple(rated[:MOST_ALTERNATIVES])
    others = len(rated) - len(discards)
    position = position_of(view)
    nearest = best_discards(position.key, position.sets, 0, position.unseen)
    chosen_discards = discards[: max(2, _BEST - others)]
    chosen_discards += [Move(Wind.EAST, Do.DISCARD, tile) for tile, *_unused in nearest[:_NEAREST]]
    chosen = [move for move in rated if move.do is not Do.DISCARD or move in chosen_discards]
    return tuple(chosen[:MOST_ALTERNATIVES])


def play_outs(game: Game, seed: int = 0, moves: Sequence[Move] | None = None) -> Iterator[tuple[PlayoutResult, ...]]:
    """Play on from a moment again and again; yield the results of all alternatives after each round, in one order.

    The moves after which the coach plays on as usual come first, then Kemp's two strategies, each with its own best
    move: early and small, late and large.

    Args:
        game: Kemp's Chinese game, where East has to decide.
        seed: the same number shuffles the same.
        moves: the alternatives, if not those of `alternatives` and the two strategies.

    Raises:
        RuleError: it is another game, or there is nothing to decide.

    """
    if not isinstance(game, ChineseGame):
        raise RuleError([Problem("no-playing-out")])
    if not game.waits_for_person:
        raise RuleError([Problem("nothing-to-decide")])
    view = game.view()
    chosen = [(move, Strategy.BEST) for move in (alternatives(view) if moves is None else moves)]
    if moves is None:
        kemps = (Strategy.EARLY, Strategy.LATE)
        chosen += [(rated_moves(view, strategy)[0][1], strategy) for strategy in kemps]
    rng = random.Random(seed)  # noqa: S311 - a game
    ended: list[list[PlayoutEnd]] = [[] for _unused in chosen]
    while True:
        dealt = shuffled(game, rng)
        for (move, strategy), games in zip(chosen, ended, strict=True):
            games.append(play_on(dealt.after(move), strategy))
        best = max(ended, key=lambda games: sum([one.final for one in games]))
        yield tuple([_result(*one, games, best) for one, games in zip(chosen, ended, strict=True)])


def _result(move: Move, strategy: Strategy, ended: Sequence[PlayoutEnd], best: Sequence[PlayoutEnd]) -> PlayoutResult:
    """Return the result of an alternative; `best` are the games of the one that brings most so far."""
    finals = [one.final for one in ended]
    scores = [one.score for one in ended if one.score > 0]
    behind = [other.final - one.final for one, other in zip(ended, best, strict=True)]
    return PlayoutResult(
        move,
        strategy,
        len(ended),
        fmean(finals),
        _error(finals),
        len(scores) / len(ended),
        fmean(scores) if scores else 0.0,
        sum(finals) / len(scores) if scores else 0.0,
        fmean(behind),
        _error(behind),
    )


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    count, mean = len(values), fmean(values)
    squares = sum([(value - mean) ** 2 for value in values])
    return sqrt(squares / (count - 1) / count) if count > 1 else 0.0
