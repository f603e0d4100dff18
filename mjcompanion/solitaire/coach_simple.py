"""Advice for the virtual `simple` game, and the decisions of its computer players, from what a player can know alone.

The coach goes out soon, but never for 0 while tiles are left in the wall (decided). It discards the tile that leaves
the hand nearest; of several, the one after which the most unseen tiles bring it nearer; and once the hand waits, the
one after which these tiles score most. It claims a discard that brings the hand nearer, but breaks up no three alike
for a chow. It keeps sets in the hand: laid out early they score no more, and three alike may still become four. It lays
out four alike at once, because that draws a tile and doubles (source 4).

Source: RULES 8 in docs/rules.md; how far a hand is away: `mjcompanion.scoring.shanten`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from mjcompanion.core.hand import UNITS, Hand
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets.simple import SIMPLE
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.shanten import Choice, away, best_discards, improving, tiles_in
from mjcompanion.solitaire.advice import Advice, Improvement, MoveAdvice, Reason, key_of, tiles_of, unseen_by
from mjcompanion.solitaire.game import Phase, PlayerView
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.sets import KONG, sets_with
from mjcompanion.solitaire.simple import winning_sets_of

_NO_WAIT: Final = 2
_THREE: Final = 3
_CLAIMED: Final = 3
"""How much more a tile counts at the end if it wins from any of the three others too, not only from the wall."""


# --- what a player knows, as numbers


class _Known(NamedTuple):
    """A player's hand as numbers: the concealed tiles, the sets laid out, and how many of each face are unseen."""

    key: int
    sets: int
    laid: int
    unseen: list[int]

    def laying(self, tiles: Sequence[Tile], claimed: Tile | None = None) -> _Known:
        """Return the hand with one more set laid out; the claimed tile isn't taken from it."""
        set_key = sum([UNITS[tile] for tile in tiles])
        key = self.key - set_key + (0 if claimed is None else UNITS[claimed])
        return _Known(key, self.sets + 1, self.laid + set_key, self.unseen)

    @property
    def away(self) -> int:
        """How far the hand is away; a wait for tiles that are all seen counts as two tiles."""
        far = away(self.key, self.sets, self.laid)
        if far == 1 and len(tiles_of(self.key)) % 3 == 1:
            waits = any(self.unseen[tile] for tile in improving(self.key, self.sets, self.laid))
            return far if waits else _NO_WAIT
        return far

    def discards(self) -> list[Choice]:
        """Return every discard, best first."""
        found = best_discards(self.key, self.sets, self.laid, self.unseen)
        at_the_end = [choice for choice in found if choice[1] <= 1]
        if len(at_the_end) > 1 or (at_the_end and not at_the_end[0][2]):
            return sorted(found, key=self._at_the_end)
        return found

    def best(self) -> tuple[int, int]:
        """Return how far the hand is away after its best discard, and minus the number of tiles that help it."""
        return self._at_the_end(self.discards()[0])

    def _at_the_end(self, choice: Choice) -> tuple[int, int]:
        """Return the rank of a discard near the end: tiles that win from anybody count for more."""
        tile, far, count, bits = choice
        if far > 1 or not count:
            return max(far, _NO_WAIT), -count
        return far, -count - _CLAIMED * sum([self.unseen[one] for one in self.winning(tile, tiles_in(bits))])

    def winning(self, gone: Tile, tiles: Iterable[Tile]) -> list[Tile]:
        """Return the tiles that can be claimed to go out once `gone` is discarded: not those for the pair."""
        key = self.key - UNITS[gone]
        hand = tiles_of(key)
        return [tile for tile in tiles if winning_sets_of(key, hand, self.sets, tile)]


def _known(view: PlayerView) -> _Known:
    laid = view.holding.laid
    return _Known(key_of(view), len(laid), sum([one.meld.key for one in laid]), unseen_by(view))


# --- deciding


def choose(view: PlayerView) -> Move:
    """Return the move of a computer player, always the same for the same view.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.simple import SimpleGame
    >>> game = SimpleGame.begin(Deal.of("simple", 7))
    >>> while not game.is_over:
    ...     game = game.apply(game.forced() or choose(game.view(game.turn)))
    >>> game.out.word, game.sheet().score
    ('North', 16)
    """
    first, known = view.choices[0], _known(view)
    if first.do is Do.MAH_JONGG and not _is_worthless(view, known, first):
        return first
    if view.phase is Phase.CLAIM:
        return _answer(view, known)
    if view.wall:
        for move in view.choices:
            if len(move.tiles) == KONG and known.laying(move.tiles).away <= known.best()[0]:
                return move
    return Move(view.seat, Do.DISCARD, _first_to_go(view, _discards(view, known)))


def _is_worthless(view: PlayerView, known: _Known, move: Move) -> bool:
    """Whether this Mah Jongg scores 0, as not to win does, while the wall may still bring more."""
    return view.wall > 0 and not _winning_score(view, known, move)


def _discards(view: PlayerView, known: _Known) -> list[Choice]:
    """Return every discard, best first; where the hand waits then, by the promised score."""

    def order(choice: Choice) -> float:
        return -_promised(view, known, choice) if choice[1] <= 1 and choice[2] else 1

    return sorted(known.discards(), key=order)


def _promised(view: PlayerView, known: _Known, choice: Choice) -> int:
    """Return the sum of the scores that complete the hand, each as often as its tile may come."""
    tile, _unused, _unused, bits = choice
    after = known._replace(key=known.key - UNITS[tile])
    tiles = [one for one in tiles_in(bits) if known.unseen[one]]
    claimable = known.winning(tile, tiles)
    return sum(known.unseen[one] * (1 + _CLAIMED * (one in claimable)) * _score(view, after, one) for one in tiles)


def _first_to_go(view: PlayerView, discards: Sequence[Choice]) -> Tile:
    """Return the best discard; of equally good honours, one that would double goes last."""
    best, *others = discards
    if best[1] > 1 and _doubles(view, best[0]):
        for other in others:
            if other[1:3] == best[1:3] and other[0].is_honour and not _doubles(view, other[0]):
                return other[0]
    return best[0]


def _doubles(view: PlayerView, tile: Tile) -> bool:
    """Whether three of this tile double the score: the player's own wind, and the game's."""
    return tile.is_wind and tile.wind in (view.seat, view.round)


def _answer(view: PlayerView, known: _Known) -> Move:
    """Return the claim that brings the hand nearest; the move to leave the discard if none does."""
    now = known.away
    best, rank = view.choices[-1], (now, 0)
    for move in view.choices[:-1]:
        if move.do is Do.MAH_JONGG or _breaks_three(known, move):
            continue
        after = known.laying(move.tiles, move.tile)
        if move.do is Do.KONG:
            if view.wall and after.away <= now:
                return move
            continue
        then = after.best()
        if then[0] < now and then < rank:
            best, rank = move, then
    return best


def _breaks_three(known: _Known, move: Move) -> bool:
    """Whether a chow takes one of three alike that are in the hand."""
    if move.do is not Do.CHOW:
        return False
    return any(known.key >> 4 * tile & 15 == _THREE for tile in move.tiles if tile is not move.tile)


# --- advising

_KONG_POINTS: Final = {True: 8, False: 16}


def advise(view: PlayerView) -> Advice:
    """Return the advice for a player.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.simple import SimpleGame
    >>> game = SimpleGame.begin(Deal.of("simple", 7))
    >>> while game.forced():
    ...     game = game.apply(game.forced())
    >>> advice = advise(game.view(game.turn))
    >>> advice.away, advice.move.tile.name()
    (4, 'north wind')
    >>> advice.why
    'It leaves the hand 4 tiles from Mah Jongg; 54 unseen tiles bring it nearer.'
    """
    known = _known(view)
    far = away(known.key, known.sets, known.laid)
    if not view.choices:
        waiting = len(view.holding.hand) % 3 == 1 and not any(tile.is_flower for tile in view.holding.hand)
        return Advice(away=far, improves=_improvements_now(view, known) if waiting else ())
    best = choose(view)
    in_turn = view.phase is Phase.TURN
    now = known.best()[0] if in_turn else known.away
    moves = [_advice_on(view, known, one, now) for one in view.choices if one.do is not Do.DISCARD]
    moves += [_discard(view, known, choice) for choice in (_discards(view, known) if in_turn else ())]
    return Advice(
        away=far,
        moves=tuple(moves),
        improves=() if in_turn else _improvements_now(view, known),
        move=best,
        reasons=next(one.reasons for one in moves if one.move == best),
    )


def _discard(view: PlayerView, known: _Known, choice: Choice) -> MoveAdvice:
    tile, far, count, bits = choice
    after = known._replace(key=known.key - UNITS[tile])
    hand = tiles_of(after.key)
    improves = _improvements(view, after, tiles_in(bits), far)
    tiles = [one.tile for one in improves]
    claimable = known.winning(tile, tiles) if far == 1 else [one for one in tiles if sets_with(hand, one)]
    from_anybody = sum([known.unseen[one] for one in claimable])
    data = {"then": far, "improving": count, "claimable": from_anybody}
    return MoveAdvice(
        move=Move(view.seat, Do.DISCARD, tile),
        away=far,
        improves=improves,
        claimable=from_anybody,
        reasons=(Reason("discard-waiting" if far <= 1 else "discard", data),),
    )


def _improvements_now(view: PlayerView, known: _Known) -> tuple[Improvement, ...]:
    tiles = improving(known.key, known.sets, known.laid)
    return _improvements(view, known, tiles, away(known.key, known.sets, known.laid))


def _improvements(view: PlayerView, known: _Known, tiles: Iterable[Tile], far: int) -> tuple[Improvement, ...]:
    """Return those of these tiles that are unseen; with the score where one completes the hand."""
    return tuple(
        [
            Improvement(tile, known.unseen[tile], _score(view, known, tile) if far == 1 else None)
            for tile in tiles
            if known.unseen[tile]
        ]
    )


def _score(view: PlayerView, known: _Known, *tiles: Tile) -> int:
    """Return what the concealed tiles and these score, with all that the player has laid out."""
    holding = view.holding
    hand = Hand((*tiles_of(known.key), *tiles), [one.meld for one in holding.laid], holding.flowers)
    return score(hand, ScoringContext(SIMPLE, view.seat, view.round, house=view.house)).score


def _winning_score(view: PlayerView, known: _Known, move: Move) -> int:
    """Return what the hand scores with this Mah Jongg."""
    return _score(view, known, *(() if move.tile is None else (move.tile,)))


def _advice_on(view: PlayerView, known: _Known, move: Move, now: int) -> MoveAdvice:
    """Return the advice on a move that is no discard; `now` is how far the hand is away without it."""
    if move.do is Do.MAH_JONGG:
        if _is_worthless(view, known, move):
            return _moved(move, 0, "mah-jongg-for-nothing", helps=False)
        return _moved(move, 0, "mah-jongg", helps=True, score=_winning_score(view, known, move))
    if move.do is Do.LEAVE:
        return _leave(view, known, move, now)
    after = known.laying(move.tiles, move.tile)
    if len(move.tiles) == KONG:
        then = after.away
        code = "wall-empty" if not view.wall else "kong" if then <= now else "kong-farther"
        points = _KONG_POINTS[move.tiles[0].is_simple]
        return _moved(move, then, code, helps=code == "kong", now=now, points=points)
    is_whole = after.away == 0
    then = 0 if is_whole else after.best()[0]
    if _breaks_three(known, move):
        return _moved(move, then, "breaks-three", helps=False)
    if move.do is not Do.LAY and is_whole:
        best = view.choices[0]
        if best.do is Do.MAH_JONGG and _is_worthless(view, known, best):
            return _moved(move, then, "mah-jongg-for-nothing", helps=False)
        return _moved(move, then, "completes", helps=True)
    if then > now:
        return _moved(move, then, "farther", helps=False, now=now)
    if move.do is not Do.LAY:
        return _moved(move, then, "nearer" if then < now else "no-nearer", helps=then < now, now=now)
    tile = move.tiles[0]
    waits = tile is move.tiles[1] and known.unseen[tile] > 0
    return _moved(move, then, "fourth" if waits else "no-need", helps=False)


def _leave(view: PlayerView, known: _Known, move: Move, now: int) -> MoveAdvice:
    if choose(view) != move:
        return _moved(move, now, "leave-not", helps=False)
    first = view.choices[0].do is Do.MAH_JONGG
    breaks = any(_breaks_three(known, one) for one in view.choices)
    return _moved(move, now, "leave-for-nothing" if first else "leave-three" if breaks else "leave", helps=True)


def _moved(move: Move, then: int, code: str, *, helps: bool, **data: int) -> MoveAdvice:
    return MoveAdvice(move=move, away=then, helps=helps, reasons=(Reason(code, {"then": then, **data}),))
