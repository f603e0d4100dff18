"""Advice for Kemp's Chinese game, from what East can know alone: which discard, whether a claim helps, and why.

The adviser weighs speed against value as the adjustment does: a hand is worth the final score it should come to
(`mjcompanion.solitaire.targets`). What takes longer, playing the rest of the wall many times, is
`mjcompanion.solitaire.playout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.hand import ALL_MELDS, UNITS, By, Meld, MeldKind
from mjcompanion.core.tiles import DRAGON_TILES, FIRST_HONOUR, PLAIN_TILES, Terms, Tile, Wind, current_terms
from mjcompanion.i18n.translation import N_, _, ngettext
from mjcompanion.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.compiled_rules import POINTS_MASK, plan_for
from mjcompanion.scoring.context import hundredths
from mjcompanion.scoring.shanten import away, best_discards, improving, tiles_in
from mjcompanion.solitaire import advice as coaching
from mjcompanion.solitaire.advice import Improving
from mjcompanion.solitaire.expected import expected
from mjcompanion.solitaire.game import Phase, View
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.policy import KONG, decision_of, declared, fresh_tile, position_of, rated_moves, win
from mjcompanion.solitaire.targets import ANY, KONG_RISK, NONE, PATIENCE, TOP, Aim, Position, rated


class Reason(msgspec.Struct, frozen=True):
    """Why a move helps or doesn't: one of `REASONS`, and the sentence."""

    code: str
    why: str


class Discard(coaching.Discard, frozen=True):
    """With the final score that the hand should come to then."""

    worth: float


class Option(msgspec.Struct, frozen=True):
    """Anything else that can be done: how far the hand is away then, whether it helps, and why.

    `away` is what is left once a tile has been discarded, `before` what it is without this move. `worth` is the final
    score that the hand should come to then, `points` what a set laid out with it scores, and `concealed` what the same
    set would score in hand.
    """

    move: Move
    before: int
    away: int
    helps: bool
    worth: float
    points: int
    concealed: int
    reasons: tuple[Reason, ...]

    @property
    def why(self) -> str:
        """What matters most, in a sentence."""
        return self.reasons[0].why


class Hope(msgspec.Struct, frozen=True):
    """A hand to go for: its suit (0 characters, 1 dots, 2 bamboos, None any), and whether honours belong to it.

    `pungs` and `pair` are those that are to be honours; `score` is what it should score, `worth` the final score that
    it promises.
    """

    suit: int | None
    honours: bool
    only_honours: bool
    pungs: tuple[Tile, ...]
    pair: Tile | None
    score: int
    worth: float

    def words(self, terms: Terms | None = None) -> str:
        """What it is, in the words of the table.

        >>> Hope(2, True, False, (Tile.parse("7z"),), None, 100, 50.0).words()
        'bamboos with winds or dragons, a pung of red dragons'
        """
        if self.only_honours:
            kind = _("winds and dragons")
        elif self.suit is None:
            kind = _("any suits")
        else:
            suit = (terms or current_terms()).word(_FAMILIES[self.suit]).many
            kind = _("{suit} with winds or dragons") if self.honours else _("{suit} only")
            kind = kind.format(suit=suit)
        if not self.pungs:
            return kind
        names = [tile.plural(terms) for tile in self.pungs]
        if len(names) == 1:
            return _("{hand}, a pung of {tiles}").format(hand=kind, tiles=names[0])
        return _("{hand}, pungs of {tiles}").format(hand=kind, tiles=listed(names))


class Coaching(msgspec.Struct, frozen=True):
    """What the coach says: how far the hand is away now, every discard, best first, everything else, and what to do.

    `improves` is for a hand that waits for its next tile. `hopes` are the hands to go for, the best first. `move` and
    `why` are the advice; there is none while nothing is to be decided. `worth` is the final score that the game should
    come to.
    """

    away: int
    improves: tuple[Improving, ...] = ()
    discards: tuple[Discard, ...] = ()
    options: tuple[Option, ...] = ()
    hopes: tuple[Hope, ...] = ()
    move: Move | None = None
    why: str = ""
    worth: float = 0.0


_FAMILIES: Final = ("characters", "dots", "bamboos")

REASONS: Final = {
    "mah-jongg": N_("The hand is complete: {score} points, {final} after the adjustment."),
    "mah-jongg-later": N_("The hand is complete and scores {final}, but going on should be worth about {worth}."),
    "more": N_("With it the hand is worth about {worth}, without it {without}."),
    "less": N_("With it the hand is worth no more: about {worth}, without it {without}."),
    "nearer": N_("It brings the hand nearer: {then}, not {now}."),
    "no-nearer": N_("It brings the hand no nearer: {then} either way."),
    "farther": N_("It takes the hand farther away: {then}, not {now}."),
    "exposed": N_("Laid out, the set scores {points}; drawn, it would score {concealed}."),
    "concealed-kong": N_("It scores {points} points."),
    "doubles": N_("It doubles the score."),
    "second-suit": N_("It brings in another suit: a hand of one suit is no longer possible."),
    "loose-tile": N_("A loose tile is drawn for it, and no turn is lost."),
    "leave": N_("Nothing you could make with it is worth more than about {worth}."),
    "leave-not": N_("Claiming it is worth more."),
    "discard": N_("It leaves the hand {then}, worth about {worth}; {improving}."),
    "discard-for-value": N_("It leaves the hand {then}, one more than necessary, but for a hand worth about {worth}."),
}
"""Why a move helps or doesn't, by code; every placeholder is filled from the advice."""

_FREE: Final = 13
_FAR: Final = (
    N_("complete"),
    N_("waiting for one tile"),
    N_("two tiles from Mah Jongg"),
    N_("three tiles from Mah Jongg"),
)


def advise(view: View) -> Coaching:
    """What the coach says to the player of Kemp's Chinese game.

    Raises:
        RuleError: the view is of another game.

    >>> from mjcompanion.solitaire.chinese import ChineseGame
    >>> from mjcompanion.solitaire.deal import Deal
    >>> game = ChineseGame(deal=Deal.of("kemp-chinese", 7))
    >>> while (move := game.forced()) is not None:
    ...     game = game.apply(move)
    >>> said = advise(game.view())
    >>> said.away, said.hopes[0].words(), said.move.tile.name()
    (5, 'characters only', '2 dot')

    """
    if "discards" not in view.rules.asks:
        raise RuleError([Problem("no-coaching")])
    position = position_of(view)
    laid = sum([one.meld.key for one in view.holding.laid])
    moves = rated_moves(view) if view.choices else []
    if not moves:
        return _waiting(view, position, laid)
    in_turn = view.phase is Phase.TURN
    nearest = best_discards(position.key, position.sets, laid, position.unseen) if in_turn else []
    before = nearest[0][1] if in_turn else away(position.key, position.sets, laid)
    best = moves[0][1]
    worths = _expected(moves, position.wall)
    found = {tile: (far, count, bits) for tile, far, count, bits in nearest}
    discards = [
        _discard_of(position, move.tile, found, worths[move])
        for move in worths
        if move.do is Do.DISCARD and move.tile is not None
    ]
    without = max([worth for move, worth in worths.items() if move.do in (Do.DISCARD, Do.LEAVE)])
    weighed = _Weighed(view, position, laid, before, without, best)
    options = [_option(weighed, move, worth) for move, worth in worths.items() if move.do is not Do.DISCARD]
    whys = [one.why for one in options if one.move == best]
    whys += [_why_discarded(one, before) for one in discards if best.do is Do.DISCARD and one.tile is best.tile]
    improves = () if in_turn else _improves(position, improving(position.key, position.sets, laid))
    far = away(position.key, position.sets, laid)
    hopes = _hopes(position, best)
    return Coaching(far, improves, tuple(discards), tuple(options), hopes, best, whys[0], worths[best])


def plain_worth(value: float, move: Move) -> float:
    """Return what a move promises as final score, without what the coach's choosing adds to it."""
    if move.do is Do.MAH_JONGG:
        return value / PATIENCE
    return value * KONG_RISK if move.do in (Do.KONG, Do.CONCEALED_KONG, Do.ADDED_KONG) else value


def _expected(moves: Sequence[tuple[float, Move]], wall: int) -> dict[Move, float]:
    """Return the final score to expect of each move; where Mah Jongg is best, nothing else brings more."""
    first, best = moves[0]
    most = plain_worth(first, best) if best.do is Do.MAH_JONGG else inf
    return {
        move: plain_worth(value, move)
        if move.do is Do.MAH_JONGG
        else min(most, expected(plain_worth(value, move), wall))
        for value, move in moves
    }


def _waiting(view: View, position: Position, laid: int) -> Coaching:
    """What can be said while nothing is to be decided."""
    hand = view.holding.hand
    ready = len(hand) + 3 * position.sets == _FREE and not any(tile.is_flower for tile in hand)
    improves = _improves(position, improving(position.key, position.sets, laid)) if ready else ()
    return Coaching(away(position.key, position.sets, laid), improves)


def _improves(position: Position, tiles: tuple[Tile, ...]) -> tuple[Improving, ...]:
    return tuple([Improving(tile, position.unseen[tile]) for tile in tiles if position.unseen[tile]])


def _discard_of(position: Position, tile: Tile, found: dict[Tile, tuple[int, int, int]], worth: float) -> Discard:
    far, count, bits = found[tile]
    return Discard(tile, far, _improves(position, tiles_in(bits)), count, worth)


class _Weighed(msgspec.Struct, frozen=True):
    """What all options of one decision are weighed against."""

    view: View
    position: Position
    laid: int
    before: int
    without: float
    best: Move


def _option(weighed: _Weighed, move: Move, worth: float) -> Option:
    """One thing that can be done besides discarding."""
    if move.do is Do.MAH_JONGG:
        return _complete(weighed, move, worth)
    if move.do is Do.LEAVE:
        helps = weighed.best == move
        reason = _reason("leave" if helps else "leave-not", worth=round(worth))
        return Option(move, weighed.before, weighed.before, helps, worth, 0, 0, (reason,))
    after, made, laid = _made(weighed, move)
    if made.kind is MeldKind.KONG:
        then = away(after.key, after.sets, laid)
    else:
        then = best_discards(after.key, after.sets, laid, after.unseen)[0][1]
    points, concealed = _points(weighed.position, made)
    helps = worth > weighed.without
    reasons = [_reason("more" if helps else "less", worth=round(worth), without=round(weighed.without))]
    nearer = "nearer" if then < weighed.before else "no-nearer" if then == weighed.before else "farther"
    reasons.append(_reason(nearer, then=_far(then), now=_far(weighed.before)))
    reasons += _of_the_set(move, made, points, concealed)
    if (weighed.position.colours & 7).bit_count() < 2 <= (after.colours & 7).bit_count():
        reasons.append(_reason("second-suit"))
    return Option(move, weighed.before, then, helps, worth, points, concealed, tuple(reasons))


def _made(weighed: _Weighed, move: Move) -> tuple[Position, Meld, int]:
    """The position after a claim or a kong, the set that lies there then, and all tiles laid out as a key."""
    position, code = weighed.position, decision_of(move).code
    if move.do in CLAIMS and move.tile is not None:
        made = ALL_MELDS[code]
        return position.laying(code, made.key - UNITS[move.tile]), made, weighed.laid + made.key
    made = ALL_MELDS[KONG + 2 * code + (move.do is Do.ADDED_KONG)]
    added = UNITS[code] if move.do is Do.ADDED_KONG else made.key
    return declared(position, code), made, weighed.laid + added


def _of_the_set(move: Move, made: Meld, points: int, concealed: int) -> list[Reason]:
    """What speaks for and against the set itself."""
    reasons = []
    if made.kind is MeldKind.KONG:
        reasons.append(_reason("loose-tile"))
    if made.tile in _DOUBLING and move.do is not Do.ADDED_KONG:
        reasons.append(_reason("doubles"))
    if points < concealed:
        reasons.append(_reason("exposed", points=points, concealed=concealed))
    elif made.kind is MeldKind.KONG:
        reasons.append(_reason("concealed-kong", points=points))
    return reasons


_DOUBLING: Final = frozenset({PLAIN_TILES[FIRST_HONOUR], *DRAGON_TILES})
"""A pung of these doubles: the player's own wind, and the dragons."""


def _points(position: Position, made: Meld) -> tuple[int, int]:
    """What a set scores as it will lie, and what it would score concealed."""
    worths = plan_for(KEMP_CHINESE, position.options, Wind.EAST, Wind.EAST, True).sets
    return worths[made.code] & POINTS_MASK, worths[made.code & ~1] & POINTS_MASK


def _complete(weighed: _Weighed, move: Move, worth: float) -> Option:
    """Mah Jongg: what it brings now, exactly."""
    view, position = weighed.view, weighed.position
    if move.tile is not None:
        position = position.copy()
        position.pile -= 1
        sheet = win(position, position.key + UNITS[move.tile], move.tile, By.DISCARD)
    else:
        sheet = win(position, position.key, fresh_tile(view), view.came or By.DRAW)
    adjusted = sheet.adjustment
    final = hundredths(adjusted.final) if adjusted is not None else str(sheet.score)
    helps = weighed.best == move
    code = "mah-jongg" if helps else "mah-jongg-later"
    reason = _reason(code, score=sheet.score, final=final, worth=round(weighed.without))
    return Option(move, weighed.before, 0, helps, worth, 0, 0, (reason,))


def _reason(code: str, **numbers: str | int) -> Reason:
    return Reason(code, _(REASONS[code]).format(**numbers))


def _why_discarded(one: Discard, nearest: int) -> str:
    if one.tiles:
        improving = ngettext("{n} unseen tile improves it", "{n} unseen tiles improve it", one.tiles).format(
            n=one.tiles
        )
    else:
        improving = _("no unseen tiles improve it")
    code = "discard" if one.away == nearest else "discard-for-value"
    return _(REASONS[code]).format(then=_far(one.away), worth=round(one.worth), improving=improving)


def _far(far: int) -> str:
    if far < len(_FAR):
        return _(_FAR[far])
    return ngettext("{n} tile from Mah Jongg", "{n} tiles from Mah Jongg", far).format(n=far)


def _hopes(position: Position, best: Move) -> tuple[Hope, ...]:
    """The hands to go for; after the move that is advised, if it is a discard or claim."""
    if best.do is Do.MAH_JONGG:
        return ()
    after, key = position, position.key
    if best.do is Do.DISCARD and best.tile is not None:
        key -= UNITS[best.tile]
    elif best.do in CLAIMS and best.tile is not None:
        code = decision_of(best).code
        after = position.laying(code, ALL_MELDS[code].key - UNITS[best.tile])
        key = after.key
    hopes: dict[tuple[object, ...], Hope] = {}
    for value, aim in rated(after, key):
        hope = _hope(after, value, aim)
        if value <= 0 or len(hopes) == TOP:
            break
        hopes.setdefault((hope.suit, hope.honours, hope.pungs), hope)
    return tuple(hopes.values())


def _hope(position: Position, value: float, aim: Aim) -> Hope:
    pungs = tuple([PLAIN_TILES[FIRST_HONOUR + at] for at in aim.pungs])
    pair = PLAIN_TILES[FIRST_HONOUR + aim.eyes] if aim.eyes >= 0 else None
    suits = position.colours & 7
    honours = bool(aim.pungs) or aim.eyes >= 0 or position.colours & 8 != 0
    suit: int | None = aim.suit if aim.suit < ANY else None
    if aim.suit == NONE and suits and suits & suits - 1 == 0:
        suit = suits.bit_length() - 1
    only = aim.suit == NONE and not suits
    return Hope(suit, honours, only, pungs, pair, round(aim.score), expected(value, position.wall))
