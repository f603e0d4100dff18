"""Kemp's question, early and small or late and large: the rest of the wall played many times, with each alternative.

The hidden tiles are shuffled each time, and every alternative meets the same tiles, so that they differ by the decision
and not by luck. The coach plays on (`mjcompanion.solitaire.policy`), and the hand is scored by the rules and adjusted
for the tiles left. The longer it runs, the surer the answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import sqrt
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
    tally = _Tally(len(chosen))
    while True:
        dealt = shuffled(game, rng)
        tally.add([play_on(dealt.after(move), strategy) for move, strategy in chosen])
        yield tally.results(chosen)


class _Tally:
    """Running means, and the running products from which errors come (Welford's method)."""

    def __init__(self, count: int) -> None:
        self.played = 0
        self.means = [0.0] * count
        self.products = [[0.0] * count for _unused in range(count)]
        self.won = [0] * count
        self.scores = [0.0] * count

    def add(self, ended: Sequence[PlayoutEnd]) -> None:
        """Add one game of each alternative."""
        self.played += 1
        means = self.means
        before = [one.final - mean for one, mean in zip(ended, means, strict=True)]
        for at, off in enumerate(before):
            means[at] += off / self.played
            self.won[at] += ended[at].score > 0
            self.scores[at] += ended[at].score
        after = [one.final - mean for one, mean in zip(ended, means, strict=True)]
        for off, line in zip(before, self.products, strict=True):
            for at, other in enumerate(after):
                line[at] += off * other

    def results(self, chosen: Sequence[tuple[Move, Strategy]]) -> tuple[PlayoutResult, ...]:
        """Return the results so far."""
        best = max(range(len(chosen)), key=self.means.__getitem__)
        return tuple([self._result(at, move, strategy, best) for at, (move, strategy) in enumerate(chosen)])

    def _result(self, at: int, move: Move, strategy: Strategy, best: int) -> PlayoutResult:
        played, won, products = self.played, self.won[at], self.products
        spread = products[at][at]
        apart = spread + products[best][best] - products[at][best] - products[best][at]
        return PlayoutResult(
            move,
            strategy,
            played,
            self.means[at],
            self._error(spread),
            won / played,
            self.scores[at] / won if won else 0.0,
            self.means[at] * played / won if won else 0.0,
            self.means[best] - self.means[at],
            self._error(apart),
        )

    def _error(self, squares: float) -> float:
        played = self.played
        return sqrt(max(0.0, squares) / (played - 1) / played) if played > 1 else 0.0
