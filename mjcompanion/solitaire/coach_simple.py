"""Advice for the virtual `simple` game, and how its computer players decide: from what a player can know alone.

Who plays like this goes out soon, but for a score (decided): never for 0 while tiles are left in the wall. The discard
is the one that leaves the hand nearest, and of several the one after which the most unseen tiles bring it nearer; once
the hand waits, the one after which these tiles score most. A discard is claimed where that brings the hand nearer, but
no chow breaks up three alike. Sets stay in the hand: laid out early they score no more, and three alike may still
become four. Four alike are laid out at once, for a tile is drawn then and a double won (source 4).

Source: RULES 8 in docs/rules.md; how far a hand is away: `mjcompanion.scoring.shanten`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.hand import UNITS, Hand
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import N_, NP_, _, ngettext, pgettext
from mjcompanion.rulesets.simple import SIMPLE
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.shanten import Choice, away, best_discards, improving, tiles_in
from mjcompanion.solitaire import advice as coaching
from mjcompanion.solitaire.advice import Improving, key_of, tiles_of, unseen_by
from mjcompanion.solitaire.game import Phase, View
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.sets import KONG, sets_with
from mjcompanion.solitaire.simple import winning_sets_of

_NO_WAIT: Final = 2
_THREE: Final = 3
_CLAIMED: Final = 3
"""How much more a tile counts at the end if it wins from any of the three others too, not only from the wall."""


# --- what a player knows, as numbers


class _Known(NamedTuple):
    """A player's hand: concealed tiles, how many sets are laid out, their tiles; of each face how many are unseen."""

    key: int
    sets: int
    laid: int
    unseen: list[int]

    def laying(self, tiles: Sequence[Tile], claimed: Tile | None = None) -> _Known:
        """With one more set laid out, the claimed tile not from the hand."""
        set_key = sum([UNITS[tile] for tile in tiles])
        key = self.key - set_key + (0 if claimed is None else UNITS[claimed])
        return _Known(key, self.sets + 1, self.laid + set_key, self.unseen)

    @property
    def away(self) -> int:
        """How far the hand is away; to wait for tiles that are all seen is not to wait, and counts as two tiles."""
        far = away(self.key, self.sets, self.laid)
        if far == 1 and len(tiles_of(self.key)) % 3 == 1:
            waits = any(self.unseen[tile] for tile in improving(self.key, self.sets, self.laid))
            return far if waits else _NO_WAIT
        return far

    def discards(self) -> list[Choice]:
        """Every discard, the best first."""
        found = best_discards(self.key, self.sets, self.laid, self.unseen)
        at_the_end = [choice for choice in found if choice[1] <= 1]
        if len(at_the_end) > 1 or (at_the_end and not at_the_end[0][2]):
            return sorted(found, key=self._at_the_end)
        return found

    def best(self) -> tuple[int, int]:
        """How far the hand is away once its best tile is discarded, and what helps it then, below zero."""
        return self._at_the_end(self.discards()[0])

    def _at_the_end(self, choice: Choice) -> tuple[int, int]:
        """The order at the end: tiles that win from anybody count for more, those that are all seen for nothing."""
        tile, far, count, bits = choice
        if far > 1 or not count:
            return max(far, _NO_WAIT), -count
        return far, -count - _CLAIMED * sum([self.unseen[one] for one in self.winning(tile, tiles_in(bits))])

    def winning(self, gone: Tile, tiles: Iterable[Tile]) -> list[Tile]:
        """Those of these tiles that can be claimed to go out once `gone` is discarded: the ones not for the pair."""
        key = self.key - UNITS[gone]
        hand = tiles_of(key)
        return [tile for tile in tiles if winning_sets_of(key, hand, self.sets, tile)]


def _known(view: View) -> _Known:
    laid = view.holding.laid
    return _Known(key_of(view), len(laid), sum([one.meld.key for one in laid]), unseen_by(view))


# --- deciding


def choose(view: View) -> Move:
    """What a computer player does; the same for the same view.

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
    if view.phase is Phase.ASKED:
        return _answer(view, known)
    if view.wall:
        for move in view.choices:
            if len(move.tiles) == KONG and known.laying(move.tiles).away <= known.best()[0]:
                return move
    return Move(view.seat, Do.DISCARD, _first_to_go(view, _discards(view, known)))


def _is_worthless(view: View, known: _Known, move: Move) -> bool:
    """Whether this Mah Jongg scores 0, as not to win does, while the wall may still bring more."""
    return view.wall > 0 and not _winning_score(view, known, move)


def _discards(view: View, known: _Known) -> list[Choice]:
    """Every discard, the best first; of those after which the hand waits, the one that promises the highest score."""

    def order(choice: Choice) -> float:
        return -_promised(view, known, choice) if choice[1] <= 1 and choice[2] else 1

    return sorted(known.discards(), key=order)


def _promised(view: View, known: _Known, choice: Choice) -> int:
    """What the tiles that complete the hand score, each as often as it may come."""
    tile, _unused, _unused, bits = choice
    after = known._replace(key=known.key - UNITS[tile])
    tiles = [one for one in tiles_in(bits) if known.unseen[one]]
    claimable = known.winning(tile, tiles)
    return sum(known.unseen[one] * (1 + _CLAIMED * (one in claimable)) * _score(view, after, one) for one in tiles)


def _first_to_go(view: View, discards: Sequence[Choice]) -> Tile:
    """The best discard; of honours that are as good, one that would double goes last."""
    best, *others = discards
    if best[1] > 1 and _doubles(view, best[0]):
        for other in others:
            if other[1:3] == best[1:3] and other[0].is_honour and not _doubles(view, other[0]):
                return other[0]
    return best[0]


def _doubles(view: View, tile: Tile) -> bool:
    """Whether three of this tile double the score: the player's own wind, and the game's."""
    return tile.is_wind and tile.wind in (view.seat, view.round)


def _answer(view: View, known: _Known) -> Move:
    """What to do about another's discard: the claim that brings the hand nearest, if any brings it nearer."""
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


class Discard(coaching.Discard, frozen=True):
    """With those of these tiles that would make a set at once, so that they can come from anybody's discard."""

    claimable: int


class Option(msgspec.Struct, frozen=True):
    """Anything else that can be done: how far the hand is away then, whether it helps, and why.

    `away` is what is left once a tile has been discarded; to wait for tiles that are all seen counts as two tiles away.
    `reason` is one of `REASONS`, `why` the sentence.
    """

    move: Move
    away: int
    helps: bool
    reason: str
    why: str


class Coaching(msgspec.Struct, frozen=True):
    """What the coach says: how far the hand is away now, every discard, best first, everything else, and what to do.

    `improves` is for a hand that waits for its next tile. `move` and `why` are the advice; there is none while
    somebody else decides.
    """

    away: int
    improves: tuple[Improving, ...] = ()
    discards: tuple[Discard, ...] = ()
    options: tuple[Option, ...] = ()
    move: Move | None = None
    why: str = ""


REASONS: Final = {
    "mah-jongg": N_("The hand is complete and scores {score}."),
    "mah-jongg-for-nothing": N_("The hand is complete but scores 0, as if nobody won. Play on while tiles are left."),
    "completes": N_("It completes the hand, as Mah Jongg would at once."),
    "nearer": N_("It brings the hand nearer: {then}, not {now}."),
    "no-nearer": N_("It brings the hand no nearer: {then} either way."),
    "farther": N_("It would take the hand farther away: {then}, not {now}."),
    "kong": N_("Four alike score {points} and a double, and a tile is drawn for the fourth: {then}."),
    "kong-farther": N_("The fourth is worth more in another set: with four alike laid out {then}, without {now}."),
    "wall-empty": N_("The wall is used up: no tile is left for the fourth, and the game would be over."),
    "fourth": N_("Three alike drawn from the wall can wait in the hand for the fourth, which is unseen."),
    "no-need": N_(
        "A set in the hand counts as much as one laid out, and its tiles can still be used for something else."
    ),
    "leave": N_("Nothing that could be laid out with it brings the hand nearer."),
    "leave-for-nothing": N_("Mah Jongg would score 0 with it. Play on for a hand that scores."),
    "leave-three": N_("A chow with it would break up three alike, and nothing else brings the hand nearer."),
    "breaks-three": N_("It breaks up three alike, which score more than a chow."),
    "leave-not": N_("Claiming it brings the hand nearer."),
    "discard": N_("It leaves the hand {then}; {improving}."),
    "discard-waiting": N_("It leaves the hand {then}; {improving}, {claimable}."),
}
"""Why a move helps or doesn't, by code; every placeholder is filled from the advice."""

_NUMBERS: Final = (
    NP_("so many tiles", "no"),
    NP_("so many tiles", "one"),
    NP_("so many tiles", "two"),
    NP_("so many tiles", "three"),
    NP_("so many tiles", "four"),
    NP_("so many tiles", "five"),
    NP_("so many tiles", "six"),
    NP_("so many tiles", "seven"),
    NP_("so many tiles", "eight"),
    NP_("so many tiles", "nine"),
)
_KONG_POINTS: Final = {True: 8, False: 16}


def advise(view: View) -> Coaching:
    """What the coach says to a player.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.simple import SimpleGame
    >>> game = SimpleGame.begin(Deal.of("simple", 7))
    >>> while game.forced():
    ...     game = game.apply(game.forced())
    >>> said = advise(game.view(game.turn))
    >>> said.away, said.move.tile.name()
    (4, 'north wind')
    >>> said.why
    'It leaves the hand four tiles from going out; 54 unseen tiles bring it nearer.'
    """
    known = _known(view)
    if not view.choices:
        waiting = len(view.holding.hand) % 3 == 1 and not any(tile.is_flower for tile in view.holding.hand)
        improves = _improves(view, known, improving(known.key, known.sets, known.laid)) if waiting else ()
        return Coaching(away(known.key, known.sets, known.laid), improves)
    move = choose(view)
    in_turn = view.phase is Phase.TURN
    choices = _discards(view, known) if in_turn else []
    now = known.best()[0] if in_turn else known.away
    options = tuple([_option(view, known, one, now) for one in view.choices if one.do is not Do.DISCARD])
    discards = tuple([_discard_of(view, known, choice) for choice in choices])
    improves = () if in_turn else _improves(view, known, improving(known.key, known.sets, known.laid))
    whys = [one.why for one in options if one.move == move]
    whys += [_why_discarded(one) for one in discards if move.do is Do.DISCARD and one.tile is move.tile]
    return Coaching(away(known.key, known.sets, known.laid), improves, discards, options, move, whys[0])


def _discard_of(view: View, known: _Known, choice: Choice) -> Discard:
    tile, far, count, bits = choice
    after = known._replace(key=known.key - UNITS[tile])
    hand = tiles_of(after.key)
    improves = _improves(view, after, tiles_in(bits), far)
    tiles = [one.tile for one in improves]
    claimable = known.winning(tile, tiles) if far == 1 else [one for one in tiles if sets_with(hand, one)]
    return Discard(tile, far, improves, count, sum([known.unseen[one] for one in claimable]))


def _improves(view: View, known: _Known, tiles: Iterable[Tile], far: int | None = None) -> tuple[Improving, ...]:
    """What improves a hand that waits; where it is complete then, with its score. Tiles that are all seen are not."""
    ends = (away(known.key, known.sets, known.laid) if far is None else far) == 1
    return tuple(
        [
            Improving(tile, known.unseen[tile], _score(view, known, tile) if ends else None)
            for tile in tiles
            if known.unseen[tile]
        ]
    )


def _score(view: View, known: _Known, *tiles: Tile) -> int:
    """What the concealed tiles and these score, with all that the player has laid out."""
    holding = view.holding
    hand = Hand((*tiles_of(known.key), *tiles), [one.meld for one in holding.laid], holding.flowers)
    return score(hand, ScoringContext(SIMPLE, view.seat, view.round, house=view.house)).score


def _winning_score(view: View, known: _Known, move: Move) -> int:
    """What the hand scores with this Mah Jongg."""
    return _score(view, known, *(() if move.tile is None else (move.tile,)))


def _option(view: View, known: _Known, move: Move, now: int) -> Option:
    """One thing that can be done besides discarding; `now` is how far the hand is away without it."""
    if move.do is Do.MAH_JONGG:
        if _is_worthless(view, known, move):
            return _because(move, 0, "mah-jongg-for-nothing", helps=False)
        return _because(move, 0, "mah-jongg", helps=True, score=_winning_score(view, known, move))
    if move.do is Do.LEAVE:
        if choose(view) != move:
            return _because(move, now, "leave-not", helps=False)
        first = view.choices[0].do is Do.MAH_JONGG
        nearer = any(_breaks_three(known, one) for one in view.choices)
        code = "leave-for-nothing" if first else "leave-three" if nearer else "leave"
        return _because(move, now, code, helps=True)
    after = known.laying(move.tiles, move.tile)
    if len(move.tiles) == KONG:
        then = after.away
        code = "wall-empty" if not view.wall else "kong" if then <= now else "kong-farther"
        points = _KONG_POINTS[move.tiles[0].is_simple]
        return _because(move, then, code, helps=code == "kong", now=now, points=points)
    is_whole = after.away == 0
    then = 0 if is_whole else after.best()[0]
    if _breaks_three(known, move):
        return _because(move, then, "breaks-three", helps=False)
    if move.do is not Do.LAY and is_whole:
        best = view.choices[0]
        if best.do is Do.MAH_JONGG and _is_worthless(view, known, best):
            return _because(move, then, "mah-jongg-for-nothing", helps=False)
        return _because(move, then, "completes", helps=True)
    if then > now:
        return _because(move, then, "farther", helps=False, now=now)
    if move.do is not Do.LAY:
        return _because(move, then, "nearer" if then < now else "no-nearer", helps=then < now, now=now)
    tile = move.tiles[0]
    waits = tile is move.tiles[1] and known.unseen[tile] > 0
    return _because(move, then, "fourth" if waits else "no-need", helps=False)


def _because(move: Move, then: int, code: str, *, helps: bool, now: int = 0, **data: int) -> Option:
    why = _(REASONS[code]).format(then=_far(then), now=_number(now), **data)
    return Option(move, then, helps, code, why)


def _why_discarded(one: Discard) -> str:
    count, waiting = one.tiles, one.away <= 1
    if not count:
        improving = _("no unseen tiles complete it") if waiting else _("no unseen tiles bring it nearer")
    elif waiting:
        improving = ngettext("{n} unseen tile completes it", "{n} unseen tiles complete it", count)
    else:
        improving = ngettext("{n} unseen tile brings it nearer", "{n} unseen tiles bring it nearer", count)
    if one.claimable:
        many = ngettext("{n} of them from anybody's discard", "{n} of them from anybody's discard", one.claimable)
    else:
        many = _("none of them from anybody's discard")
    return _(REASONS["discard-waiting" if waiting else "discard"]).format(
        then=_far(one.away), improving=improving.format(n=count), claimable=many.format(n=one.claimable)
    )


def _far(away_by: int) -> str:
    return ngettext("{n} tile from going out", "{n} tiles from going out", away_by).format(n=_number(away_by))


def _number(count: int) -> str:
    return pgettext("so many tiles", _NUMBERS[count]) if count < len(_NUMBERS) else str(count)
