"""Kemp's question, early and small or late and large: the rest of the wall played many times, with each alternative.

The hidden tiles are shuffled each time, and every alternative meets the same tiles, so that they differ by the decision
and not by luck. The coach plays on (`mjcompanion.solitaire.policy`), and the hand is scored by the rules and adjusted
for the tiles left. The longer it runs, the surer the answer.

Nothing but a `PlayerView` is used: neither the game nor its wall.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import ALL_MELDS, UNITS, By
from mjcompanion.core.tiles import FIRST_FLOWER, PLAIN_TILES, TileSet, Wind
from mjcompanion.i18n.translation import _
from mjcompanion.scoring.shanten import best_discards
from mjcompanion.solitaire.game import Phase, PlayerView
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.policy import (
    CoachDecision,
    answers_rated,
    can_answer,
    decision_of,
    declared,
    final_of,
    fresh_tile,
    move_of,
    position_of,
    rated_moves,
    turn_rated,
    win,
)
from mjcompanion.solitaire.targets import HandPosition, Strategy

MOST_ALTERNATIVES: Final = 6
"""The alternatives played out; more discards are not worth the time."""
_BEST, _NEAREST = 4, 2
"""The discards played out: those that promise most, and those that leave the hand nearest to Mah Jongg."""
_AFTER_EAST: Final = (Wind.SOUTH, Wind.WEST, Wind.NORTH)


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


_NOTHING: Final = PlayoutEnd(0.0, 0)


class Moment(NamedTuple):
    """A decision of East's: the position, how the last tile came and which it was, and whose discard it is.

    `discarder` is 0 in East's turn, and 1 to 3 where South's, West's or North's discard, `tile`, may be claimed.
    """

    position: HandPosition
    came: By
    tile: int
    discarder: int


def moment_of(view: PlayerView) -> Moment:
    """Return the decision that a view is about.

    Raises:
        RuleError: the view is none of Kemp's Chinese game, or there is nothing to decide.

    """
    if "discards" not in view.rules.asks:
        raise RuleError([Problem("no-playing-out")])
    if view.phase is Phase.CLAIM and view.offered is not None and view.offered.who in _AFTER_EAST:
        discarder = 1 + _AFTER_EAST.index(view.offered.who)
        return Moment(position_of(view), By.DISCARD, view.offered.tile, discarder)
    if view.phase is not Phase.TURN or view.turn is not Wind.EAST or view.came is None:
        raise RuleError([Problem("nothing-to-decide")])
    return Moment(position_of(view), view.came, fresh_tile(view), 0)


def hidden_tiles(view: PlayerView) -> list[int]:
    """Return the tiles that East can't see, sorted: the rest of the wall, loose tiles included.

    Raises:
        RuleError: the tiles of the view don't add up.

    """
    hidden = list(TileSet.of(144).tiles())
    holding = view.holding
    laid = [tile for one in holding.laid for tile in one.tiles]
    try:
        for tile in (*holding.hand, *laid, *holding.flowers, *view.seen):
            hidden.remove(tile)
    except ValueError:
        raise RuleError(
            [Problem("view-tiles", why=_("there is one {tile} too many").format(tile=tile.name()))]
        ) from None
    if len(hidden) != view.wall + view.loose:
        why = _("{count} are hidden, and {due} should be left in the wall")
        why = why.format(count=len(hidden), due=view.wall + view.loose)
        raise RuleError([Problem("view-tiles", why=why)])
    return [int(tile) for tile in hidden]


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


def play_outs(
    view: PlayerView, seed: int = 0, moves: Sequence[Move] | None = None
) -> Iterator[tuple[PlayoutResult, ...]]:
    """Play on from a view again and again; yield the results of all alternatives after each round, in one order.

    The moves after which the coach plays on as usual come first, then Kemp's two strategies, each with its own best
    move: early and small, late and large.

    Args:
        view: what East knows, where East has to decide.
        seed: the same number shuffles the same.
        moves: the alternatives, if not those of `alternatives` and the two strategies.

    Raises:
        RuleError: the view is none of Kemp's Chinese game, there is nothing to decide, or its tiles don't add up.

    """
    moment = moment_of(view)
    hidden = hidden_tiles(view)
    chosen = [(move, Strategy.BEST) for move in (alternatives(view) if moves is None else moves)]
    if moves is None:
        chosen += [(_first(moment, strategy), strategy) for strategy in (Strategy.EARLY, Strategy.LATE)]
    firsts = [(decision_of(move), strategy) for move, strategy in chosen]
    rng = random.Random(seed)  # noqa: S311 - a game
    tally = _Tally(len(chosen))
    while True:
        rng.shuffle(hidden)
        draws, loose = hidden[: view.wall], hidden[view.wall :]
        tally.add([play_on(moment, first, draws, loose, strategy) for first, strategy in firsts])
        yield tally.results(chosen)


def _first(moment: Moment, strategy: Strategy) -> Move:
    """Return East's next move by a strategy."""
    position = moment.position.copy()
    position.strategy = strategy
    ready = position.hidden > position.wall
    if moment.discarder:
        return move_of(answers_rated(position, moment.tile, ready=ready)[0][1], PLAIN_TILES[moment.tile])
    return move_of(turn_rated(position, moment.came, moment.tile, ready=ready)[0][1])


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


class _Wall:
    """The hidden tiles in drawing order, and the loose tiles; drawing one updates what is unseen."""

    __slots__ = ("draws", "end", "front", "loose")

    def __init__(self, draws: Sequence[int], loose: Sequence[int]) -> None:
        self.draws, self.loose = draws, list(loose)
        self.front, self.end = 0, len(draws)

    def draw(self, position: HandPosition) -> int:
        """Return the next tile of the wall; there must be one."""
        tile = self.draws[self.front]
        self.front += 1
        self._see(position, tile)
        return tile

    def replacement(self, position: HandPosition) -> int:
        """Return the next loose tile, -1 if there is none. After each pair of them the last stack is the next pair."""
        if not self.loose:
            return -1
        tile = self.loose.pop(0)
        if not self.loose:
            first = max(self.front, self.end - 2)
            self.loose = list(self.draws[first : self.end])
            self.end = first
        self._see(position, tile)
        return tile

    def _see(self, position: HandPosition, tile: int) -> None:
        position.wall = self.end - self.front
        position.hidden -= 1
        if tile < FIRST_FLOWER:
            position.unseen[tile] -= 1


def play_on(
    moment: Moment, first: CoachDecision, draws: Sequence[int], loose: Sequence[int], strategy: Strategy = Strategy.BEST
) -> PlayoutEnd:
    """Play from a decision to the end of the game; the coach decides after the first move.

    Args:
        moment: the decision that is due; it is left as it is.
        first: what East does.
        draws: the tiles of the wall as they will be drawn.
        loose: the loose tiles as they will be taken.
        strategy: how the coach plays on.

    """
    position, came, tile, discarder = moment
    position = position.copy()
    position.strategy = strategy
    wall = _Wall(draws, loose)
    do, code = first
    while True:
        if do is Do.MAH_JONGG:
            return _won(position, came, tile, discarder)
        if do is Do.DISCARD:
            position.key -= UNITS[code]
            position.pile += 1
            discarder = 0
        elif do is not Do.LEAVE:
            position = _laying(position, do, code, tile)
            came = By.DISCARD if do in (Do.CHOW, Do.PUNG) else By.KONG_REPLACEMENT
            if came is By.KONG_REPLACEMENT:
                came, tile = _replaced(position, wall, came)
                if tile < 0:
                    return _NOTHING
            discarder = 0
            do, code = turn_rated(position, came, tile, ready=bool(wall.loose))[0][1]
            continue
        tile, discarder = _opponents(position, wall, discarder)
        if discarder:
            do, code = answers_rated(position, tile, ready=bool(wall.loose))[0][1]
            came = By.DISCARD
            continue
        if not position.wall:
            return _NOTHING
        came, tile = By.DRAW, wall.draw(position)
        if tile >= FIRST_FLOWER:
            position.flowers.append(tile)
            came, tile = _replaced(position, wall, By.FLOWER_REPLACEMENT)
            if tile < 0:
                return _NOTHING
        else:
            position.key += UNITS[tile]
        do, code = turn_rated(position, came, tile, ready=bool(wall.loose))[0][1]


def _opponents(position: HandPosition, wall: _Wall, discarder: int) -> tuple[int, int]:
    """Let the remaining opponents draw and discard until East can claim a tile; return it, and whose it is.

    0 where it is East's turn, or the wall is used up.
    """
    while discarder < len(_AFTER_EAST) and position.wall:
        discarder += 1
        tile = wall.draw(position)
        position.pile += 1
        if tile < FIRST_FLOWER and can_answer(position, tile, ready=bool(wall.loose)):
            return tile, discarder
    return -1, 0


def _laying(position: HandPosition, do: Do, code: int, tile: int) -> HandPosition:
    """Return the position after a set was claimed or a kong declared."""
    if do in CLAIMS:
        position = position.laying(code, ALL_MELDS[code].key - UNITS[tile])
        position.pile -= 1
        return position
    return declared(position, code)


def _replaced(position: HandPosition, wall: _Wall, came: By) -> tuple[By, int]:
    """Take a loose tile, and more for flowers; return how the last one came, and which it is (-1: there was none)."""
    tile = wall.replacement(position)
    while tile >= FIRST_FLOWER:
        came = By.FLOWER_REPLACEMENT
        position.flowers.append(tile)
        tile = wall.replacement(position)
    if tile >= 0:
        position.key += UNITS[tile]
    position.count_laid()
    return came, tile


def _won(position: HandPosition, came: By, tile: int, discarder: int) -> PlayoutEnd:
    key = position.key
    if discarder:
        key += UNITS[tile]
        position.pile -= 1
    sheet = win(position, key, tile, came)
    return PlayoutEnd(final_of(position, sheet), sheet.score)
