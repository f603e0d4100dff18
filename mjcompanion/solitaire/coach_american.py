"""Advice for the virtual American game: the lines to go for, and what to pass, discard and claim.

A line is worth its value times the doublings it should earn, times the part of the wall that should be left when it is
made. For a build of the line that part follows from the tiles it lacks: how many of each are unseen, that East draws
one in four, and that the others can be claimed for a set of an exposed line, or for Mah Jongg. Kemp's factor falls with
the wall, tile by tile, so the expected final score is the mean, over the rest of the wall, of the chance to have gone
out by then. Nothing but a `PlayerView` is used. Source: RULES 3 and 7 (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import comb
from operator import itemgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from mjcompanion.american.hand import SMALLEST_CLAIM, face
from mjcompanion.american.line import Line
from mjcompanion.american.match import Matcher, Near
from mjcompanion.american.score import KEMP_TILES, worth
from mjcompanion.core.tiles import JOKER, Tile
from mjcompanion.parsing.pattern import TILES, Build
from mjcompanion.rulesets.kemp_american import KEMP_AMERICAN
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.solitaire.advice import Advice, MissingTile, MoveAdvice, Reason, Target
from mjcompanion.solitaire.american import PASSED, Stage, american_hand, exchanged
from mjcompanion.solitaire.game import Holding, Phase, PlayerView
from mjcompanion.solitaire.moves import CLAIMS, Do, Move

_MOMENTS: Final = 8
"""The number of moments in the rest of the wall at which the chance to be done is worked out."""
_BUILDS: Final = 24
_WITHOUT_JOKERS: Final = 10
"""The builds that are compared, and further ones that are near without the jokers."""
_LINES: Final = 5
_OWN: Final = 0.25
"""One tile in four is East's own draw."""
_LAST_OF: Final = 1.6
"""How much less likely a tile is the last of several missing ones, which can be claimed from anybody; found by a
simulation with two to seven tiles of which two to seven are out."""
_SHARPNESS: Final = 6
"""The exponent with which builds are added up: many good ones are better than one."""
_TRIED: Final = 6
"""The number of tiles, those missed least, that are tried together with others."""
_SITUATION: Final = ScoringContext(KEMP_AMERICAN)

_Chances = tuple[float, ...]
"""The chance to be done, at each moment."""
_SURE: Final[_Chances] = (1.0,) * _MOMENTS
_NEVER: Final[_Chances] = (0.0,) * _MOMENTS


# --- how likely tiles come


@lru_cache(maxsize=65536)
def _come(out: int, needed: int, last: int, coming: int, wall: int) -> _Chances:
    """Return the chance to have `needed` of `out` tiles, at each moment.

    East draws the next `coming` tiles of `wall`, then one in four. With `last` 0 the last tile needed can be claimed
    for a set; else a discard can only be claimed for Mah Jongg, if it is the last of `last` tiles.
    """
    if needed > out:
        return _NEVER
    found = []
    for moment in range(_MOMENTS):
        passed = (moment + 0.5) / _MOMENTS
        first = coming / wall if coming else 0.0
        drawn = min(first, passed) + _OWN * max(0.0, passed - first)
        if last:
            chance = drawn + (passed - drawn) * (1 if last == 1 else 1 / (_LAST_OF * last))
            found.append(_at_least(needed, out, chance))
        else:
            share = drawn / passed
            found.append(
                sum(
                    comb(out, came)
                    * passed**came
                    * (1 - passed) ** (out - came)
                    * _at_least(needed - 1, came - 1, share)
                    for came in range(needed, out + 1)
                )
            )
    return tuple(found)


def _at_least(needed: int, tries: int, chance: float) -> float:
    """Return the chance of this many successes or more."""
    return sum(comb(tries, hit) * chance**hit * (1 - chance) ** (tries - hit) for hit in range(needed, tries + 1))


@lru_cache(maxsize=4096)
def _jokers_come(out: int, coming: int, wall: int) -> tuple[_Chances, _Chances, _Chances]:
    """Return the chances to draw no joker, one, and more, without those drawn in the Charleston."""
    none, one = [], []
    first = coming / wall if coming else 0.0
    for moment in range(_MOMENTS):
        chance = _OWN * max(0.0, (moment + 0.5) / _MOMENTS - first)
        none.append((1 - chance) ** out)
        one.append(out * chance * (1 - chance) ** (out - 1) if out else 0.0)
    return tuple(none), tuple(one), tuple([1 - some - other for some, other in zip(none, one, strict=True)])


class _Counted(NamedTuple):
    """A hand, counted, and the tiles still out."""

    loose: dict[Tile, int]
    jokers: int
    laid: tuple[tuple[Tile, int, int], ...]  # the tile, how many, how many of them jokers
    left: Mapping[Tile, int]
    wall: int
    coming: int  # how many of the next tiles are East's in the Charleston

    def without(self, tile: Tile) -> _Counted:
        """Return the hand without one tile."""
        if tile is JOKER:
            return self._replace(jokers=self.jokers - 1)
        one = face(tile)
        loose = self.loose.copy()
        loose[one] -= 1
        return self._replace(loose=loose)


class _Piece:
    """Tiles missing in one run: which, how many, whether jokers may be used, whether the set can be claimed."""

    __slots__ = ("claimed", "may", "needed", "tile")

    def __init__(self, tile: Tile, needed: int, *, may: bool, claimed: bool) -> None:
        self.tile, self.needed, self.may, self.claimed = tile, needed, may, claimed


class _Plan(NamedTuple):
    """What a build promises: the final score to expect, the chance to make it, and whether without jokers."""

    expected: float
    chance: float
    jokerless: bool


_NO_PLAN: Final = _Plan(0.0, 0.0, jokerless=False)


def _rest(build: Build, laid: Sequence[tuple[Tile, int, int]]) -> Sequence[tuple[Tile, int, bool]]:
    """Return the runs of a build that aren't laid out."""
    if not laid:
        return build.runs
    rest = list(build.runs)
    for tile, size, jokers in sorted(laid, key=lambda one: -one[2]):
        fits = [run for run in rest if run.tile is tile and run[1] == size and (run.jokers or not jokers)]
        rest.remove(min(fits, key=lambda run: run.jokers))
    return rest


def _missing(runs: Iterable[tuple[Tile, int, bool]], loose: Mapping[Tile, int], *, concealed: bool) -> list[_Piece]:
    """Return the tiles missing in each run; real tiles go first to runs that take no jokers."""
    stock: dict[Tile, int] = {}
    pieces = []
    for may in (False, True):
        for tile, size, takes in runs:
            if takes is not may:
                continue
            counted = stock.get(tile)
            if counted is None:
                counted = loose.get(tile, 0)
            if counted >= size:
                stock[tile] = counted - size
                continue
            stock[tile] = 0
            pieces.append(_Piece(tile, size - counted, may=may, claimed=not concealed and size >= SMALLEST_CLAIM))
    return pieces


def _all_come(pieces: Iterable[_Piece], exchanged: Iterable[tuple[Tile, int]], counted: _Counted) -> _Chances:
    """Return the chance to have all missing tiles, at each moment; tiles to exchange for jokers must be drawn."""
    by_tile: dict[Tile, tuple[int, bool]] = {}
    total = 0
    for piece in pieces:
        needed = piece.needed
        if needed:
            total += needed
            other = by_tile.get(piece.tile)
            by_tile[piece.tile] = (needed, piece.claimed) if other is None else (other[0] + needed, False)
    for tile, needed in exchanged:
        total += needed
        other = by_tile.get(tile)
        by_tile[tile] = (needed, False) if other is None else (other[0] + needed, False)
    chances = _SURE
    left, wall, coming = counted.left, counted.wall, counted.coming
    for tile, (needed, claimed) in by_tile.items():
        more = _come(left[tile], needed, 0 if claimed else total, coming, wall if coming else 0)
        if more is _NEVER:
            return _NEVER
        chances = more if chances is _SURE else tuple([one * other for one, other in zip(chances, more, strict=True)])
    return chances


def _plan(line: Line, build: Build, counted: _Counted) -> _Plan:
    """Return the better plan for a build: with jokers, or without, which pays four times as much."""
    runs = _rest(build, counted.laid)
    pieces = _missing(runs, counted.loose, concealed=line.concealed)
    exchanged = [(tile, jokers) for tile, _unused, jokers in counted.laid if jokers]
    natural = _valued(line, _all_come(pieces, exchanged, counted), counted, jokerless=True)
    if not any(piece.may for piece in pieces):  # no joker can be used
        return natural if not exchanged else max(natural, _with_jokers(line, pieces, counted))
    return max(natural, _with_jokers(line, pieces, counted))


def _with_jokers(line: Line, pieces: list[_Piece], counted: _Counted) -> _Plan:
    pieces = [_Piece(one.tile, one.needed, may=True, claimed=one.claimed) if one.may else one for one in pieces]
    left = counted.left
    for _unused in range(counted.jokers):
        _use_joker(pieces, left)
    chances = _all_come(pieces, (), counted)
    none, one, more = _jokers_come(left[JOKER], counted.coming, counted.wall if counted.coming else 0)
    if left[JOKER] and _use_joker(pieces, left):
        with_one = _all_come(pieces, (), counted)
        with_two = _all_come(pieces, (), counted) if _use_joker(pieces, left) else with_one
        chances = tuple(
            [chances[at] * none[at] + with_one[at] * one[at] + with_two[at] * more[at] for at in range(_MOMENTS)]
        )
    return _valued(line, chances, counted, jokerless=False)


def _use_joker(pieces: list[_Piece], left: Mapping[Tile, int]) -> bool:
    """Use a joker for the scarcest missing tile; return whether one may be used."""
    best, scarce = None, -1.0
    for piece in pieces:
        if piece.may and piece.needed:
            need = piece.needed / (left[piece.tile] + 0.25) + piece.needed
            if need > scarce:
                best, scarce = piece, need
    if best is None:
        return False
    best.needed -= 1
    return True


def _valued(line: Line, chances: _Chances, counted: _Counted, *, jokerless: bool) -> _Plan:
    score = worth(_SITUATION, line, jokerless=jokerless)
    return _Plan(score * counted.wall / KEMP_TILES * sum(chances) / _MOMENTS, chances[-1], jokerless)


# --- a hand and the builds that are open to it


class _Outlook:
    """A hand, and what each of the builds near to it promises."""

    def __init__(self, holding: Holding, view: PlayerView, matcher: Matcher, coming: int = 0) -> None:
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
        self.counted = _count(holding, nears[0].left if nears else {}, view.wall, coming)
        self.plans = [_plan(near.line, near.build, self.counted) for near in nears]
        self.needs = [_needs(near.build, self.counted) for near in nears]

    @property
    def expected(self) -> float:
        """The final score that the hand promises."""
        return _together([plan.expected for plan in self.plans])

    def plans_without(self, tiles: Sequence[Tile]) -> list[_Plan]:
        """Return what each build promises without these tiles."""
        left = self.counted
        for tile in tiles:
            left = left.without(tile)
        gone = {face(tile) for tile in tiles}
        return [
            _plan(near.line, near.build, left) if any(_is_missed(tile, left, plan, needs) for tile in gone) else plan
            for near, plan, needs in zip(self.nears, self.plans, self.needs, strict=True)
        ]

    def without(self, tiles: Sequence[Tile]) -> float:
        """Return the final score to expect without these tiles."""
        key = tuple(tiles)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = _together([plan.expected for plan in self.plans_without(tiles)])
        return value

    @property
    def away(self) -> int:
        """How many tiles the nearest line lacks; all, if none can be made any more."""
        return self.nears[0].away if self.nears else TILES

    def discards(self) -> list[tuple[float, Tile]]:
        """Return each tile with the value of the rest, the one that is missed least first."""
        found = [(self.without([tile]), tile) for tile in sorted(set(self.holding.hand))]
        return sorted(found, key=lambda one: (-one[0], _usefulness(one[1]), -one[1]))

    def best_discard(self) -> tuple[float, Tile]:
        """Return the tile that is missed least, with the value of the rest; the hand must have one."""
        return self.discards()[0]

    def least_missed(self, count: int) -> tuple[Tile, ...]:
        """Return the `count` tiles that cost the hand least, cheapest first; never jokers."""
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


def _is_missed(tile: Tile, counted: _Counted, plan: _Plan, needs: Mapping[Tile, int]) -> bool:
    """Whether a build had a use for a tile that has left the hand."""
    return not plan.jokerless if tile is JOKER else counted.loose[tile] < needs.get(tile, 0)


def _usefulness(tile: Tile) -> int:
    """Return what to keep where nothing else decides: jokers first, then flowers."""
    return 2 if tile is JOKER else int(tile.is_flower)


def _together(values: Iterable[float]) -> float:
    total: float = sum([one**_SHARPNESS for one in values])
    return float(total ** (1 / _SHARPNESS))


def _count(holding: Holding, left: Mapping[Tile, int], wall: int, coming: int) -> _Counted:
    loose: dict[Tile, int] = {}
    for tile in holding.hand:
        one = face(tile)
        loose[one] = loose.get(one, 0) + 1
    jokers = loose.pop(JOKER, 0)
    laid = tuple([(face(one.tiles[0]), len(one.tiles), one.tiles.count(JOKER)) for one in holding.laid])
    return _Counted(loose, jokers, laid, left, wall, coming)


def _needs(build: Build, counted: _Counted) -> dict[Tile, int]:
    """Return how many of each tile a build needs besides the laid-out sets."""
    needs: dict[Tile, int] = {}
    for tile, size, _unused in _rest(build, counted.laid):
        needs[tile] = needs.get(tile, 0) + size
    return needs


def seen_besides(holding: Holding, view: PlayerView) -> tuple[Tile, ...]:
    """Return the visible tiles that aren't in the hand; a discard just claimed is."""
    if view.offered is None or len(holding.tiles) == len(view.holding.tiles):
        return view.seen
    at = view.seen.index(view.offered.tile)
    return view.seen[:at] + view.seen[at + 1 :]


class _Study:
    """A view under study; each result is worked out once."""

    def __init__(self, view: PlayerView, matcher: Matcher) -> None:
        self.view, self.matcher = view, matcher
        self._outlooks: dict[tuple[Holding, int], _Outlook] = {}

    def outlook(self, holding: Holding | None = None, coming: int = 0) -> _Outlook:
        """Return the outlook of these tiles, when this many of the next tiles are East's."""
        key = self.view.holding if holding is None else holding, coming
        known = self._outlooks.get(key)
        if known is None:
            known = self._outlooks[key] = _Outlook(key[0], self.view, self.matcher, coming)
        return known

    @cached_property
    def rated(self) -> list[tuple[float, Move]]:
        """Every move but Mah Jongg with the final score to expect; of equals, the better one is first."""
        return _rated_moves(self)

    @cached_property
    def best(self) -> tuple[float, Move]:
        """The best of these moves, and what it promises."""
        return max(self.rated, key=itemgetter(0))

    @cached_property
    def chosen(self) -> tuple[float, Move]:
        """The move to make, and what it promises: Mah Jongg where it scores enough."""
        done = _mah_jongg(self.view)
        if done is not None:
            now = final_now(self.view, self.matcher)
            if now * _BIRD_IN_THE_HAND >= self.best[0]:
                return now, done
        return self.best


# --- what to do


def choose(view: PlayerView, matcher: Matcher) -> Move:
    """Return the move that promises the highest final score.

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
    return _Study(view, matcher).chosen[1]


def _mah_jongg(view: PlayerView) -> Move | None:
    return next((move for move in view.choices if move.do is Do.MAH_JONGG), None)


_BIRD_IN_THE_HAND: Final = 1.1
"""A hand that is complete is worth more than a somewhat larger one that may come."""


def final_now(view: PlayerView, matcher: Matcher) -> float:
    """Return what Mah Jongg scores now; 0 where it can't be declared."""
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


def _rated_moves(study: _Study) -> list[tuple[float, Move]]:
    view, seat, outlook = study.view, study.view.seat, study.outlook()
    match view.phase:
        case Phase.CHARLESTON:
            return _passes(study)
        case Phase.OPTION:
            sizes = [size for size in _sizes(study) if size]
            most = _outlook_passing(study, sizes[-1]).least_missed(sizes[-1])
            go_on = max(_outlook_passing(study, size).without(most[:size]) for size in sizes)
            return [(outlook.expected, Move(seat, Do.STOP)), (go_on, Move(seat, Do.CHARLESTON))]
        case Phase.CLAIM:
            claims = [move for move in view.choices if move.do in CLAIMS]
            after = [study.outlook(view.holding.claiming(move.tiles, move.named)) for move in claims]
            rated = [(one.best_discard()[0], move) for one, move in zip(after, claims, strict=True)]
            return [(outlook.expected, Move(seat, Do.LEAVE)), *rated]
        case _:
            jokers = [move for move in view.choices if move.do is Do.JOKER]
            rated = [(study.outlook(exchanged(view.holding, one.named)).best_discard()[0], one) for one in jokers]
            return [*reversed(rated), *[(worth, Move(seat, Do.DISCARD, tile)) for worth, tile in outlook.discards()]]


def _passes(study: _Study) -> list[tuple[float, Move]]:
    """Return the best pass of each size, the largest first, with the final score to expect."""
    sizes = _sizes(study)
    most = _outlook_passing(study, sizes[-1]).least_missed(sizes[-1])
    found = []
    for size in reversed(sizes):
        tiles = tuple(sorted(most[:size]))
        expected = _outlook_passing(study, size).without(tiles)
        found.append((expected, Move(study.view.seat, Do.PASS, None, tiles)))
    return found


def _sizes(study: _Study) -> range:
    return Stage(study.view.round_of_charleston).sizes


def _outlook_passing(study: _Study, size: int) -> _Outlook:
    """Return the outlook when this many tiles are passed; after the first pass of three there is another."""
    again = PASSED if study.view.round_of_charleston in (Stage.FIRST_1, Stage.SECOND_1) else 0
    return study.outlook(coming=size + again)


# --- advising


def advise(view: PlayerView, matcher: Matcher) -> Advice:
    """Return the advice for the player.

    In the Charleston it gives neither final scores nor chances: both come out far too low there, and only serve to
    compare the passes.

    >>> from mjcompanion.american.request import Cards
    >>> from mjcompanion.solitaire.american import AmericanGame
    >>> from mjcompanion.solitaire.deal import Deal
    >>> card, matcher = Cards().find("companion")
    >>> game = AmericanGame(deal=Deal.of("kemp-american", 7), card="companion", digest=card.digest, matcher=matcher)
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> advice = advise(game.view(game.turn), matcher)
    >>> advice.targets[0].line.pattern, advice.targets[0].away, len(advice.move.tiles)
    ('1234a 4321b FF wwww', 6, 3)
    """
    study = _Study(view, matcher)
    outlook = study.outlook()
    targets = _targets(outlook)
    moves: tuple[MoveAdvice, ...] = ()
    move, worth = None, None
    reasons: tuple[Reason, ...] = ()
    if view.turn is view.seat and view.phase in _DECIDING:
        worth, move = study.chosen
        found = [_advice_on(study, targets, one, value) for value, one in study.rated]
        done = _mah_jongg(view)
        if done is not None:
            found.append(_winning(study, done))
        moves = tuple(sorted(found, key=lambda one: (one.move != move, -(one.worth or 0.0))))
        reasons = (_reason(targets, moves, move),)
    advice = Advice(away=outlook.away, moves=moves, targets=targets, move=move, reasons=reasons, worth=worth)
    return _without_figures(advice) if view.round_of_charleston else advice


_DECIDING: Final = frozenset({Phase.CHARLESTON, Phase.OPTION, Phase.TURN, Phase.CLAIM})


def _without_figures(advice: Advice) -> Advice:
    return replace(
        advice,
        moves=tuple([replace(one, worth=None, chance=None) for one in advice.moves]),
        targets=tuple([replace(one, worth=None, chance=None) for one in advice.targets]),
        worth=None,
    )


def _targets(outlook: _Outlook) -> tuple[Target, ...]:
    """Return the best lines, each once, by the build that promises most."""
    found: dict[int, Target] = {}
    ranked = sorted(zip(outlook.nears, outlook.plans, strict=True), key=lambda one: -one[1].expected)
    for near, plan in ranked:
        if near.line.number not in found:
            found[near.line.number] = _target(near, plan)
    return tuple(found.values())[:_LINES]


def _target(near: Near, plan: _Plan) -> Target:
    needed: dict[Tile, int] = {}
    for one in near.sets:
        count = one.missing + (one.jokers if plan.jokerless else 0)
        if count:
            needed[one.run.tile] = needed.get(one.run.tile, 0) + count
    keep = tuple([tile for tile in near.keep if tile is not JOKER]) if plan.jokerless else near.keep
    return Target(
        away=sum(needed.values()),
        keep=keep,
        missing=tuple([MissingTile(tile, count, near.left[tile]) for tile, count in needed.items()]),
        worth=plan.expected,
        chance=plan.chance,
        line=near.line,
        jokerless=plan.jokerless,
    )


def _is_spare(tile: Tile, target: Target, holding: Holding) -> bool:
    """Whether a line has no use for one of these tiles in hand."""
    return holding.tiles.count(tile) > target.keep.count(tile)


def _advice_on(study: _Study, targets: Sequence[Target], move: Move, worth: float) -> MoveAdvice:
    """Return the advice on any move but Mah Jongg."""
    outlook, now, is_best = study.outlook(), study.outlook().expected, move == study.best[1]
    match move.do:
        case Do.DISCARD:
            return _discard(study, targets, move, worth)
        case Do.PASS:
            return MoveAdvice(move=move, away=outlook.away, worth=worth)
        case Do.CHARLESTON:
            code = "go-on" if is_best else "go-on-not"
        case Do.STOP:
            code = "stop" if is_best else "stop-not"
        case Do.LEAVE:
            is_best = move == study.chosen[1]
            code = "leave" if is_best else "leave-not"
        case Do.JOKER:
            return _joker(study, move, worth)
        case _:
            return _claim(study, move, now, worth)
    return MoveAdvice(move=move, away=outlook.away, helps=is_best, worth=worth, reasons=(Reason(code),))


def _discard(study: _Study, targets: Sequence[Target], move: Move, worth: float) -> MoveAdvice:
    holding, tile = study.view.holding, move.named
    unaffected = [one.line for one in targets if one.line is not None and _is_spare(tile, one, holding)]
    return MoveAdvice(
        move=move,
        away=_away(study, holding.without([tile])),
        worth=worth,
        chance=max(study.outlook().plans_without([tile]), default=_NO_PLAN).chance,
        unaffected=tuple(unaffected),
    )


def _away(study: _Study, holding: Holding) -> int:
    nears = study.matcher.close(american_hand(holding), seen_besides(holding, study.view), 1)
    return nears[0].away if nears else TILES


def _winning(study: _Study, done: Move) -> MoveAdvice:
    """Return the advice on Mah Jongg."""
    now, (then, chosen) = final_now(study.view, study.matcher), study.chosen
    if chosen == done:
        reason = Reason("mah-jongg", {"score": now})
    else:
        reason = Reason("pass-on" if study.view.round_of_charleston else "play-on", {"now": now, "then": then})
    return MoveAdvice(move=done, away=0, helps=chosen == done, worth=now, reasons=(reason,))


def _claim(study: _Study, move: Move, now: float, then: float) -> MoveAdvice:
    view, matcher = study.view, study.matcher
    after = view.holding.claiming(move.tiles, move.named)
    code = "claim-not" if then <= now else "claim" if move == study.chosen[1] else "claim-other"
    still = matcher.alive(american_hand(after), seen_besides(after, view))
    before = matcher.alive(american_hand(view.holding), view.seen)
    return MoveAdvice(
        move=move,
        away=study.outlook(after).away,
        helps=then > now,
        worth=then,
        reasons=(Reason(code, {"now": now, "then": then}),),
        lost=tuple([line for line in before if line not in still]),
    )


def _joker(study: _Study, move: Move, then: float) -> MoveAdvice:
    after = study.outlook(exchanged(study.view.holding, move.named))
    now = study.outlook().best_discard()[0]
    helps = then >= now
    reason = Reason("joker" if helps else "joker-not", {"now": now, "then": then})
    return MoveAdvice(move=move, away=after.away, helps=helps, worth=then, reasons=(reason,))


def _reason(targets: Sequence[Target], moves: Sequence[MoveAdvice], move: Move) -> Reason:
    """Return why the advised move is best."""
    for one in moves:
        if one.reasons and (one.move == move or one.reasons[0].code in ("play-on", "pass-on")):
            return one.reasons[0]
    if not targets:
        return Reason("dead")
    best = targets[0]
    if move.do is Do.PASS:
        code = "pass" if move.tiles else "pass-none"
    else:
        spare = any(one.move == move and best.line in one.unaffected for one in moves)
        code = "discard-spare" if spare else "discard-least"
    return Reason(code, {"line": best.line, "far": best.away})
