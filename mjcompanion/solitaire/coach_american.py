"""Advice in the virtual American game: which lines to go for, what to pass, discard and claim, and what it brings.

A line is worth its value times the doublings it should earn, times the part of the wall that should be left when it is
made. For one build of a line that is worked out from the tiles it lacks: how many of each are unseen, that one in four
comes to East and the others can be claimed for a set of an exposed line, or for Mah Jongg. All rests on a `View`:
nothing hidden is used. Kemp's factor falls with the wall, tile by tile, so the expected final score is the mean, over
the rest of the wall, of the chance of having gone out by then. Source: RULES 3 and 7 (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import msgspec

from mjcompanion.american.hand import SMALLEST_CLAIM, face
from mjcompanion.american.line import TILES, Build, Line
from mjcompanion.american.match import Matcher, Near
from mjcompanion.american.score import KEMP_TILES, worth
from mjcompanion.american.sheet_rows import describe_line
from mjcompanion.core.tiles import JOKER, Tile
from mjcompanion.i18n.translation import N_, _, ngettext, number
from mjcompanion.rulesets.kemp_american import KEMP_AMERICAN
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.solitaire.american import PASSED, Stage, american_hand, exchanged
from mjcompanion.solitaire.game import Holding, Phase, View
from mjcompanion.solitaire.moves import CLAIMS, Do, Move

_MOMENTS: Final = 8
"""At so many moments of the rest of the wall it is asked whether the hand is done."""
_BUILDS: Final = 24
_WITHOUT_JOKERS: Final = 10
"""So many builds are weighed, and so many more that are near if the jokers don't count."""
_LINES: Final = 5
_OWN: Final = 0.25
"""One tile in four is East's own draw."""
_LAST_OF: Final = 1.6
"""Of several tiles missing any may be the last, which is claimed from anybody: how much less likely that is than for
one of them in turn, found by drawing lots for two to seven tiles of which two to seven are out."""
_SHARPNESS: Final = 6
"""How much the best build counts among all that are open: many good ones are better than one."""
_TRIED: Final = 6
"""So many of the tiles that are missed least are tried together with others."""
_SITUATION: Final = ScoringContext(KEMP_AMERICAN)

_Chances = tuple[float, ...]
"""The chance to be done, at each moment."""
_SURE: Final[_Chances] = (1.0,) * _MOMENTS
_NEVER: Final[_Chances] = (0.0,) * _MOMENTS


# --- how likely tiles come


@lru_cache(maxsize=65536)
def _come(out: int, wanted: int, last: int, coming: int, wall: int) -> _Chances:
    """The chance to have `wanted` of `out` tiles, at each moment.

    East draws the next `coming` tiles of `wall`, then one in four. `last` 0: of the others' discards the last tile
    wanted can be claimed (a set). Else they can't be claimed, but for Mah Jongg if it is the last of so many tiles.
    """
    if wanted > out:
        return _NEVER
    found = []
    for moment in range(_MOMENTS):
        passed = (moment + 0.5) / _MOMENTS
        first = coming / wall if coming else 0.0
        drawn = min(first, passed) + _OWN * max(0.0, passed - first)
        if last:
            chance = drawn + (passed - drawn) * (1 if last == 1 else 1 / (_LAST_OF * last))
            found.append(_at_least(wanted, out, chance))
        else:
            share = drawn / passed
            found.append(
                sum(
                    comb(out, came)
                    * passed**came
                    * (1 - passed) ** (out - came)
                    * _at_least(wanted - 1, came - 1, share)
                    for came in range(wanted, out + 1)
                )
            )
    return tuple(found)


def _at_least(wanted: int, tries: int, chance: float) -> float:
    """The chance of so many successes or more."""
    return sum(comb(tries, hit) * chance**hit * (1 - chance) ** (tries - hit) for hit in range(wanted, tries + 1))


@lru_cache(maxsize=4096)
def _jokers_come(out: int, coming: int, wall: int) -> tuple[_Chances, _Chances, _Chances]:
    """The chances to draw no joker, one, and more; those that are drawn in the Charleston don't stay."""
    none, one = [], []
    first = coming / wall if coming else 0.0
    for moment in range(_MOMENTS):
        chance = _OWN * max(0.0, (moment + 0.5) / _MOMENTS - first)
        none.append((1 - chance) ** out)
        one.append(out * chance * (1 - chance) ** (out - 1) if out else 0.0)
    return tuple(none), tuple(one), tuple([1 - some - other for some, other in zip(none, one, strict=True)])


class _Held(NamedTuple):
    """A hand, counted, and what is still out for it."""

    loose: dict[Tile, int]
    jokers: int
    laid: tuple[tuple[Tile, int, int], ...]  # the tile, how many, how many of them jokers
    left: Mapping[Tile, int]
    wall: int
    coming: int  # so many of the next tiles are East's: those of the Charleston

    def without(self, tile: Tile) -> _Held:
        """One tile fewer."""
        if tile is JOKER:
            return self._replace(jokers=self.jokers - 1)
        one = face(tile)
        loose = self.loose.copy()
        loose[one] -= 1
        return self._replace(loose=loose)


class _Piece:
    """Tiles missing in one run: which, how many, whether jokers may stand there, whether the set can be claimed."""

    __slots__ = ("claimed", "may", "tile", "wanted")

    def __init__(self, tile: Tile, wanted: int, *, may: bool, claimed: bool) -> None:
        self.tile, self.wanted, self.may, self.claimed = tile, wanted, may, claimed


class _Plan(NamedTuple):
    """What making a build should bring: the final score to expect, the chance to make it, and how."""

    expected: float
    chance: float
    jokerless: bool


_NO_PLAN: Final = _Plan(0.0, 0.0, jokerless=False)


def _rest(build: Build, laid: Sequence[tuple[Tile, int, int]]) -> Sequence[tuple[Tile, int, bool]]:
    """The runs of a build that aren't laid out."""
    if not laid:
        return build.runs
    rest = list(build.runs)
    for tile, size, jokers in sorted(laid, key=lambda one: -one[2]):
        fits = [run for run in rest if run.tile is tile and run[1] == size and (run.jokers or not jokers)]
        rest.remove(min(fits, key=lambda run: run.jokers))
    return rest


def _missing(runs: Iterable[tuple[Tile, int, bool]], loose: Mapping[Tile, int], *, concealed: bool) -> list[_Piece]:
    """The tiles missing in each run; real tiles stand where jokers may not before they stand elsewhere."""
    stock: dict[Tile, int] = {}
    pieces = []
    for may in (False, True):
        for tile, size, takes in runs:
            if takes is not may:
                continue
            held = stock.get(tile)
            if held is None:
                held = loose.get(tile, 0)
            if held >= size:
                stock[tile] = held - size
                continue
            stock[tile] = 0
            pieces.append(_Piece(tile, size - held, may=may, claimed=not concealed and size >= SMALLEST_CLAIM))
    return pieces


def _all_come(pieces: Iterable[_Piece], exchanged: Iterable[tuple[Tile, int]], held: _Held) -> _Chances:
    """The chance to have all that is missing, at each moment; those to be exchanged are drawn."""
    by_tile: dict[Tile, tuple[int, bool]] = {}
    total = 0
    for piece in pieces:
        wanted = piece.wanted
        if wanted:
            total += wanted
            other = by_tile.get(piece.tile)
            by_tile[piece.tile] = (wanted, piece.claimed) if other is None else (other[0] + wanted, False)
    for tile, wanted in exchanged:
        total += wanted
        other = by_tile.get(tile)
        by_tile[tile] = (wanted, False) if other is None else (other[0] + wanted, False)
    chances = _SURE
    left, wall, coming = held.left, held.wall, held.coming
    for tile, (wanted, claimed) in by_tile.items():
        more = _come(left[tile], wanted, 0 if claimed else total, coming, wall if coming else 0)
        if more is _NEVER:
            return _NEVER
        chances = more if chances is _SURE else tuple([one * other for one, other in zip(chances, more, strict=True)])
    return chances


def _plan(line: Line, build: Build, held: _Held) -> _Plan:
    """The better of two ways to make a build: with jokers, or without, which pays four times as much."""
    runs = _rest(build, held.laid)
    pieces = _missing(runs, held.loose, concealed=line.concealed)
    exchanged = [(tile, jokers) for tile, _unused, jokers in held.laid if jokers]
    natural = _brought(line, _all_come(pieces, exchanged, held), held, jokerless=True)
    if not any(piece.may for piece in pieces):  # no joker can stand anywhere
        return natural if not exchanged else max(natural, _with_jokers(line, pieces, held))
    return max(natural, _with_jokers(line, pieces, held))


def _with_jokers(line: Line, pieces: list[_Piece], held: _Held) -> _Plan:
    pieces = [_Piece(one.tile, one.wanted, may=True, claimed=one.claimed) if one.may else one for one in pieces]
    left = held.left
    for _unused in range(held.jokers):
        _stand(pieces, left)
    chances = _all_come(pieces, (), held)
    none, one, more = _jokers_come(left[JOKER], held.coming, held.wall if held.coming else 0)
    if left[JOKER] and _stand(pieces, left):
        with_one = _all_come(pieces, (), held)
        with_two = _all_come(pieces, (), held) if _stand(pieces, left) else with_one
        chances = tuple(
            [chances[at] * none[at] + with_one[at] * one[at] + with_two[at] * more[at] for at in range(_MOMENTS)]
        )
    return _brought(line, chances, held, jokerless=False)


def _stand(pieces: list[_Piece], left: Mapping[Tile, int]) -> bool:
    """Stand a joker where real tiles are scarcest; false where none may stand."""
    best, scarce = None, -1.0
    for piece in pieces:
        if piece.may and piece.wanted:
            need = piece.wanted / (left[piece.tile] + 0.25) + piece.wanted
            if need > scarce:
                best, scarce = piece, need
    if best is None:
        return False
    best.wanted -= 1
    return True


def _brought(line: Line, chances: _Chances, held: _Held, *, jokerless: bool) -> _Plan:
    score = worth(_SITUATION, line, jokerless=jokerless)
    return _Plan(score * held.wall / KEMP_TILES * sum(chances) / _MOMENTS, chances[-1], jokerless)


# --- a hand and the builds that are open to it


class _Outlook:
    """A hand, and what each of the builds it is near to should bring."""

    def __init__(self, holding: Holding, view: View, matcher: Matcher, coming: int = 0) -> None:
        hand = american_hand(holding)
        self.holding = holding
        self._values: dict[tuple[Tile, ...], float] = {}
        seen = seen_besides(holding, view)
        nears = list(matcher.close(hand, seen, _BUILDS))
        if JOKER in hand.concealed:
            known = {id(near.build) for near in nears}
            others = matcher.close(hand, seen, _WITHOUT_JOKERS, jokerless=True)
            nears += [near for near in others if id(near.build) not in known]
        self.nears = nears
        self.held = _count(holding, nears[0].left if nears else {}, view.wall, coming)
        self.plans = [_plan(near.line, near.build, self.held) for near in nears]
        self.needs = [_needs(near.build, self.held) for near in nears]

    @property
    def expected(self) -> float:
        """The final score that the hand should bring."""
        return _together([plan.expected for plan in self.plans])

    def plans_without(self, tiles: Sequence[Tile]) -> list[_Plan]:
        """What each build should bring when these tiles leave the hand."""
        held = self.held
        for tile in tiles:
            held = held.without(tile)
        gone = {face(tile) for tile in tiles}
        return [
            _plan(near.line, near.build, held) if any(_is_missed(tile, held, plan, needs) for tile in gone) else plan
            for near, plan, needs in zip(self.nears, self.plans, self.needs, strict=True)
        ]

    def without(self, tiles: Sequence[Tile]) -> float:
        """The final score to expect when these tiles leave the hand."""
        key = tuple(tiles)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = _together([plan.expected for plan in self.plans_without(tiles)])
        return value

    @property
    def away(self) -> int:
        """How many tiles the nearest line lacks; all, if none can be made any more."""
        return self.nears[0].away if self.nears else TILES

    def best_discard(self) -> tuple[float, Tile]:
        """The tile that is least missed, and what the rest should bring; the hand must have one."""
        found = [(self.without([tile]), -_usefulness(tile), tile) for tile in sorted(set(self.holding.hand))]
        value, _unused, tile = max(found)
        return value, tile

    def least_missed(self, count: int) -> tuple[Tile, ...]:
        """So many tiles, no jokers, that are least missed, the least one first."""
        free = [tile for tile in self.holding.hand if tile is not JOKER]
        tried = sorted(set(free))
        chosen: list[Tile] = []
        for _unused in range(count):
            ranked = sorted(
                [(-self.without([*chosen, tile]), _usefulness(tile), tile) for tile in tried if tile in free]
            )
            _rank, _weight, tile = ranked[0]
            chosen.append(tile)
            free.remove(tile)
            tried = [one for *_unused, one in ranked[:_TRIED]]  # what is sorely missed alone is so with others too
        return tuple(chosen)


def _is_missed(tile: Tile, held: _Held, plan: _Plan, needs: Mapping[Tile, int]) -> bool:
    """Whether a build had a use for a tile that has left the hand."""
    return not plan.jokerless if tile is JOKER else held.loose[tile] < needs.get(tile, 0)


def _usefulness(tile: Tile) -> int:
    """What is kept where nothing else decides: jokers, then flowers."""
    return 2 if tile is JOKER else int(tile.is_flower)


def _together(brought: Iterable[float]) -> float:
    total: float = sum([one**_SHARPNESS for one in brought])
    return float(total ** (1 / _SHARPNESS))


def _count(holding: Holding, left: Mapping[Tile, int], wall: int, coming: int) -> _Held:
    loose: dict[Tile, int] = {}
    for tile in holding.hand:
        one = face(tile)
        loose[one] = loose.get(one, 0) + 1
    jokers = loose.pop(JOKER, 0)
    laid = tuple([(face(one.tiles[0]), len(one.tiles), one.tiles.count(JOKER)) for one in holding.laid])
    return _Held(loose, jokers, laid, left, wall, coming)


def _needs(build: Build, held: _Held) -> dict[Tile, int]:
    """How many of each tile a build wants, besides the sets laid out."""
    needs: dict[Tile, int] = {}
    for tile, size, _unused in _rest(build, held.laid):
        needs[tile] = needs.get(tile, 0) + size
    return needs


def seen_besides(holding: Holding, view: View) -> tuple[Tile, ...]:
    """What lies open and isn't the hand's; a discard just claimed is."""
    if view.offered is None or len(holding.tiles) == len(view.holding.tiles):
        return view.seen
    at = view.seen.index(view.offered.tile)
    return view.seen[:at] + view.seen[at + 1 :]


class _Study:
    """A view being thought about: whatever was worked out for it is worked out once."""

    def __init__(self, view: View, matcher: Matcher) -> None:
        self.view, self.matcher = view, matcher
        self._outlooks: dict[tuple[Holding, int], _Outlook] = {}
        self._chosen: tuple[float, Move] | None = None

    def outlook(self, holding: Holding | None = None, coming: int = 0) -> _Outlook:
        """What may be hoped for with these tiles, when so many of the next ones are East's."""
        key = self.view.holding if holding is None else holding, coming
        known = self._outlooks.get(key)
        if known is None:
            known = self._outlooks[key] = _Outlook(key[0], self.view, self.matcher, coming)
        return known

    def chosen(self) -> tuple[float, Move]:
        """The best move, and what it should bring."""
        if self._chosen is None:
            self._chosen = _choose(self)
        return self._chosen


class Passing(msgspec.Struct, frozen=True):
    """Tiles that can be passed: of so many, the ones least missed; and the final score to expect."""

    tiles: tuple[Tile, ...]
    expected: float
    move: Move


# --- what to do


def choose(view: View, matcher: Matcher) -> Move:
    """The move that should bring the highest final score.

    >>> from mjcompanion.american.request import Cards
    >>> from mjcompanion.solitaire.american import AmericanGame
    >>> from mjcompanion.solitaire.deal import Deal
    >>> card, matcher = Cards().find("companion")
    >>> game = AmericanGame(deal=Deal.of("kemp-american", 7), card="companion", digest=card.digest, matcher=matcher)
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> choose(game.view(game.turn), matcher).do.value
    'pass'
    """
    return _Study(view, matcher).chosen()[1]


def _choose(study: _Study) -> tuple[float, Move]:
    """The best move and what it should bring."""
    view = study.view
    match view.phase:
        case Phase.CHARLESTON:
            best = _passing(study)
        case Phase.OPTION:
            best = _going_on(study)
        case Phase.ASKED:
            best = _answering(study)
        case _:
            best = _own_turn(study)
    done = _mah_jongg(view)
    if done is not None:
        now = final_now(view, study.matcher)
        if now * _BIRD_IN_THE_HAND >= best[0]:
            return now, done
    return best


def _mah_jongg(view: View) -> Move | None:
    return next((move for move in view.choices if move.do is Do.MAH_JONGG), None)


_BIRD_IN_THE_HAND: Final = 1.1
"""A hand that is complete is worth more than a somewhat larger one that may come."""


def final_now(view: View, matcher: Matcher) -> float:
    """What Mah Jongg, declared now, brings; 0 where it can't be declared."""
    done = _mah_jongg(view)
    if done is None:
        return 0.0
    holding = view.holding if done.tile is None else view.holding.with_tile(done.tile)
    hand = american_hand(holding)
    scores = [
        worth(_SITUATION, one.line, jokerless=not hand.jokers)
        for one in matcher.readings(hand)
        if not (one.line.concealed and hand.exposures)
    ]
    return max(scores) * (KEMP_TILES - view.pile + (done.tile is not None)) / KEMP_TILES


def _own_turn(study: _Study) -> tuple[float, Move]:
    """A discard or a joker's exchange; Mah Jongg where all is laid out already, as early games may have it."""
    view = study.view
    if not view.holding.hand:
        return final_now(view, study.matcher), Move(view.seat, Do.MAH_JONGG)
    value, tile = study.outlook().best_discard()
    best = value, Move(view.seat, Do.DISCARD, tile)
    for move in view.choices:
        if move.do is Do.JOKER:
            after = study.outlook(exchanged(view.holding, move.named)).best_discard()[0]
            if after >= best[0]:
                best = after, move
    return best


def _answering(study: _Study) -> tuple[float, Move]:
    view = study.view
    best = study.outlook().expected, Move(view.seat, Do.LEAVE)
    for move in view.choices:
        if move.do in CLAIMS:
            outlook = study.outlook(view.holding.claiming(move.tiles, move.named))
            if outlook.expected > best[0]:  # no discard can make it better than this
                after = outlook.best_discard()[0]
                if after > best[0]:
                    best = after, move
    return best


def _passing(study: _Study) -> tuple[float, Move]:
    found = _passes(study)
    best = max(found, key=lambda one: one.expected)
    return best.expected, best.move


def _passes(study: _Study) -> list[Passing]:
    """The best tiles to pass, for each number that may be passed, the most first."""
    sizes = _sizes(study)
    most = _outlook_passing(study, sizes[-1]).least_missed(sizes[-1])
    found = []
    for size in reversed(sizes):
        tiles = tuple(sorted(most[:size]))
        expected = _outlook_passing(study, size).without(tiles)
        found.append(Passing(tiles, expected, Move(study.view.seat, Do.PASS, None, tiles)))
    return found


def _sizes(study: _Study) -> range:
    return Stage(study.view.round_of_charleston).sizes


def _outlook_passing(study: _Study, size: int) -> _Outlook:
    """What may be hoped for when so many tiles are passed; after the first pass of three there is another one."""
    again = PASSED if study.view.round_of_charleston in (Stage.FIRST_1, Stage.SECOND_1) else 0
    return study.outlook(coming=size + again)


def _going_on(study: _Study) -> tuple[float, Move]:
    stop, go_on = _ways_on(study)
    seat = study.view.seat
    return (go_on, Move(seat, Do.CHARLESTON)) if go_on > stop else (stop, Move(seat, Do.STOP))


def _ways_on(study: _Study) -> tuple[float, float]:
    """What it should bring to end the Charleston, and to go on with it."""
    sizes = [size for size in _sizes(study) if size]
    most = _outlook_passing(study, sizes[-1]).least_missed(sizes[-1])
    return study.outlook().expected, max(_outlook_passing(study, size).without(most[:size]) for size in sizes)


# --- advising


class Hope(msgspec.Struct, frozen=True, eq=False):
    """A line worth going for, by the build that promises most: what stands in it and what is missing is in `near`.

    `chance` is that of making it before the wall is used up, `expected` the final score that it should bring.
    `jokerless` says that it is better made without jokers, which pays four times as much; those in the hand are spare.
    """

    near: Near
    chance: float
    expected: float
    jokerless: bool

    @property
    def line(self) -> Line:
        """The line of the card."""
        return self.near.line

    @property
    def keep(self) -> tuple[Tile, ...]:
        """The hand's tiles that have a place in it."""
        if not self.jokerless:
            return self.near.keep
        return tuple([tile for tile in self.near.keep if tile is not JOKER])

    @property
    def spare(self) -> tuple[Tile, ...]:
        """The hand's tiles that it has no use for."""
        rest = list(self.near.hand.tiles)
        for tile in self.keep:
            rest.remove(tile)
        return tuple(rest)

    @property
    def missing(self) -> tuple[tuple[Tile, int, int], ...]:
        """What it lacks: the tile, how many, and how many of it are unseen."""
        lacking = [(one.run.tile, one.missing + (one.jokers if self.jokerless else 0)) for one in self.near.sets]
        wanted: dict[Tile, int] = {}
        for tile, count in lacking:
            if count:
                wanted[tile] = wanted.get(tile, 0) + count
        return tuple([(tile, count, self.near.left[tile]) for tile, count in wanted.items()])

    @property
    def away(self) -> int:
        """How many tiles it lacks."""
        return sum(count for _tile, count, _kept in self.missing)


class Discard(msgspec.Struct, frozen=True, eq=False):
    """A tile that can be discarded: how far the hand is from the nearest line then, and what it should bring.

    `lines` are the best lines that have no use for the tile: they stay as near as they are.
    """

    tile: Tile
    away: int
    chance: float
    expected: float
    lines: tuple[Line, ...]


class Option(msgspec.Struct, frozen=True, eq=False):
    """Anything else that can be done: how far the hand is from Mah Jongg then, what it brings, whether it helps.

    `kills` are the lines that can't be made any more after it. `reason` is one of `REASONS`, `why` the sentence.
    """

    move: Move
    away: int
    expected: float
    helps: bool
    reason: str
    why: str
    kills: tuple[Line, ...] = ()


class Coaching(msgspec.Struct, frozen=True, eq=False):
    """What the coach says: how far the nearest line is, the best lines, every discard, every pass, everything else.

    All are in order, the best first. `move`, `reason` and `why` are the advice, `expected` what it should bring;
    there is none while nothing is to be decided.
    """

    away: int
    hopes: tuple[Hope, ...] = ()
    discards: tuple[Discard, ...] = ()
    passes: tuple[Passing, ...] = ()
    options: tuple[Option, ...] = ()
    move: Move | None = None
    expected: float = 0.0
    reason: str = ""
    why: str = ""


REASONS: Final = {
    "mah-jongg": N_("The hand is complete: Mah Jongg now scores {now}."),
    "play-on": N_("The hand is complete and would score {now}, but without jokers it might score more: about {then}."),
    "pass-on": N_("The hand is complete and would score {now}, but without jokers it might score more."),
    "discard": N_("The best hope ({line}) is {far} and has no use for it."),
    "discard-least": N_("The best hope ({line}) is {far} and uses every tile; this one matters least."),
    "dead": N_("No line of the card can be made any more."),
    "pass": N_("The best hope ({line}) is {far}; these matter least to it, and you keep everything you draw for them."),
    "pass-none": N_(
        "The best hope ({line}) is {far}, and any tile you pass is worth more than the one you may draw for it."
    ),
    "go-on": N_(
        "Passing lowers the factor a little, but you keep everything you draw for it, and the hand gains from it."
    ),
    "go-on-not": N_("It is better to stop passing."),
    "stop": N_("The hand needs its tiles: passing more would cost it more than it brings."),
    "stop-not": N_("It is better to go on."),
    "joker": N_("A joker in the hand is worth more than the tile you would give for it: about {then}, not {now}."),
    "joker-not": N_("The tile is worth more in the hand than a joker: about {now}, not {then}."),
    "claim": N_("It makes the hand better: about {then}, not {now}."),
    "claim-other": N_("It makes the hand better, about {then}, not {now}, but something else is better still."),
    "claim-not": N_("It isn't worth it: the hand should score about {then} with it and {now} without."),
    "leave": N_("No claim improves the hand."),
    "leave-not": N_("Claiming it is better."),
}
"""Why a move is good or isn't, by code; every placeholder is filled from the advice.

In the Charleston neither the final score to expect nor the chance of a line is told: both come out far too low there,
and only serve to compare the ways to pass.
"""


def advise(view: View, matcher: Matcher) -> Coaching:
    """What the coach says to the player.

    >>> from mjcompanion.american.request import Cards
    >>> from mjcompanion.solitaire.american import AmericanGame
    >>> from mjcompanion.solitaire.deal import Deal
    >>> card, matcher = Cards().find("companion")
    >>> game = AmericanGame(deal=Deal.of("kemp-american", 7), card="companion", digest=card.digest, matcher=matcher)
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> said = advise(game.view(game.turn), matcher)
    >>> said.hopes[0].line.pattern, said.hopes[0].away, len(said.move.tiles)
    ('1234a 4321b FF wwww', 6, 3)
    """
    study = _Study(view, matcher)
    outlook = study.outlook()
    hopes = _hopes(outlook)
    if view.turn is not view.seat or view.phase not in _DECIDING:
        return Coaching(outlook.away, hopes)
    expected, move = study.chosen()
    discards = _discards(study, hopes) if view.phase is Phase.TURN else ()
    passes = sorted(_passes(study), key=lambda one: -one.expected) if view.phase is Phase.CHARLESTON else ()
    options = _options(study)
    reason, why = _reason(hopes, options, move)
    return Coaching(outlook.away, hopes, discards, tuple(passes), options, move, expected, reason, why)


_DECIDING: Final = frozenset({Phase.CHARLESTON, Phase.OPTION, Phase.TURN, Phase.ASKED})


def _hopes(outlook: _Outlook) -> tuple[Hope, ...]:
    """The best lines, each once."""
    found: dict[int, Hope] = {}
    ranked = sorted(zip(outlook.nears, outlook.plans, strict=True), key=lambda one: -one[1].expected)
    for near, plan in ranked:
        if near.line.number not in found:
            found[near.line.number] = Hope(near, plan.chance, plan.expected, plan.jokerless)
    return tuple(found.values())[:_LINES]


def _discards(study: _Study, hopes: Sequence[Hope]) -> tuple[Discard, ...]:
    view, outlook = study.view, study.outlook()
    found = []
    for tile in sorted(set(view.holding.hand)):
        best = max(outlook.plans_without([tile]), default=_NO_PLAN)
        lines = tuple([hope.line for hope in hopes if tile in hope.spare])
        away = _away(study, view.holding.without([tile]))
        found.append(Discard(tile, away, best.chance, outlook.without([tile]), lines))
    return tuple(sorted(found, key=lambda one: (-one.expected, _usefulness(one.tile), -one.tile)))


def _away(study: _Study, holding: Holding) -> int:
    nears = study.matcher.close(american_hand(holding), seen_besides(holding, study.view), 1)
    return nears[0].away if nears else TILES


def _options(study: _Study) -> tuple[Option, ...]:
    """What can be done besides discarding and passing."""
    view, chosen = study.view, study.chosen()[1]
    outlook = study.outlook()
    told: list[Option] = []
    if view.phase is Phase.OPTION:
        stop, go_on = _ways_on(study)
        pays = go_on > stop
        code = "go-on" if pays else "go-on-not"
        told.append(_because(Move(view.seat, Do.CHARLESTON), outlook.away, go_on, code, stop, go_on, helps=pays))
        code = "stop-not" if pays else "stop"
        told.append(_because(Move(view.seat, Do.STOP), outlook.away, stop, code, stop, go_on, helps=not pays))
    elif view.phase is Phase.ASKED:
        now = outlook.expected
        told += [_claim(study, move, now) for move in view.choices if move.do in CLAIMS]
        leaving = chosen.do is Do.LEAVE
        code = "leave" if leaving else "leave-not"
        told.append(_because(Move(view.seat, Do.LEAVE), outlook.away, now, code, now, now, helps=leaving))
    elif view.phase is Phase.TURN:
        told += [_joker(study, move) for move in view.choices if move.do is Do.JOKER]
    done = _mah_jongg(view)
    if done is not None:
        value, then = final_now(view, study.matcher), study.chosen()[0]
        declares = chosen == done
        waits = "pass-on" if view.round_of_charleston else "play-on"
        told.append(_because(done, 0, value, "mah-jongg" if declares else waits, value, then, helps=declares))
    return tuple(sorted(told, key=lambda one: (one.move != chosen, -one.expected)))


def _claim(study: _Study, move: Move, now: float) -> Option:
    view, matcher = study.view, study.matcher
    after = view.holding.claiming(move.tiles, move.named)
    outlook = study.outlook(after)
    then = outlook.best_discard()[0]
    code = "claim-not" if then <= now else "claim" if move == study.chosen()[1] else "claim-other"
    still = matcher.alive(american_hand(after), seen_besides(after, view))
    before = matcher.alive(american_hand(view.holding), view.seen)
    kills = tuple([line for line in before if line not in still])
    return _because(move, outlook.away, then, code, now, then, helps=then > now, kills=kills)


def _joker(study: _Study, move: Move) -> Option:
    after = study.outlook(exchanged(study.view.holding, move.named))
    now, then = study.outlook().best_discard()[0], after.best_discard()[0]
    helps = then >= now
    return _because(move, after.away, then, "joker" if helps else "joker-not", now, then, helps=helps)


def _because(
    move: Move,
    away: int,
    expected: float,
    code: str,
    now: float,
    then: float,
    *,
    helps: bool,
    kills: tuple[Line, ...] = (),
) -> Option:
    why = _(REASONS[code]).format(now=_points(now), then=_points(then))
    return Option(move, away, expected, helps, code, why, kills)


def _reason(hopes: Sequence[Hope], options: Sequence[Option], move: Move) -> tuple[str, str]:
    """The code and the sentence of the advice."""
    for one in options:
        if one.move == move or one.reason in ("play-on", "pass-on"):
            return one.reason, one.why
    if not hopes:
        return "dead", _(REASONS["dead"])
    best = hopes[0]
    if move.do is Do.PASS:
        code = "pass" if move.tiles else "pass-none"
    else:
        code = "discard" if move.tile in best.spare else "discard-least"
    return code, _(REASONS[code]).format(line=describe_line(best.line), far=_far(best.away))


def _far(away: int) -> str:
    if not away:
        return _("complete")
    return ngettext("one tile away", "{n} tiles away", away).format(n=away)


def _points(value: float) -> str:
    """Small numbers with a decimal, for it is these that differ little."""
    return number(value, ".0f" if value >= _LARGE else ".1f")


_LARGE: Final = 10
