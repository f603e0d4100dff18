"""Advice for Kemp's Chinese game, from what East can know alone: which discard, whether a claim helps, and why.

The coach weighs speed against value as the adjustment does: a hand is worth the final score that it promises
(`mjcompanion.solitaire.targets`). `mjcompanion.solitaire.playout` plays the rest of the wall many times, which takes
longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Final

import msgspec

from mjcompanion.core.hand import Meld, MeldKind
from mjcompanion.core.tiles import DRAGON_TILES, FIRST_HONOUR, PLAIN_TILES, Tile, Wind
from mjcompanion.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.context import hundredths
from mjcompanion.scoring.rule_table import table_for
from mjcompanion.scoring.shanten import Choice, away, best_discards, improving, tiles_in
from mjcompanion.solitaire.advice import Advice, Improvement, MissingTile, MoveAdvice, Reason, Target, improvements
from mjcompanion.solitaire.expected import expected
from mjcompanion.solitaire.game import Holding, Phase, PlayerView
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.policy import position_of, rated_moves, sheet_of_win, with_set
from mjcompanion.solitaire.targets import ANY, KONG_RISK, NONE, PATIENCE, TOP, Aim, HandPosition, lacking, rated

_FREE: Final = 13
_SUIT_TILES: Final = 9
_DOUBLING: Final = frozenset({PLAIN_TILES[FIRST_HONOUR], *DRAGON_TILES})
"""A pung of these doubles: the player's own wind, and the dragons."""


def advise(view: PlayerView) -> Advice:
    """Return the advice for the player of Kemp's Chinese game."""
    position, laid = position_of(view), _laid_key(view.holding)
    moves = rated_moves(view)
    far = away(position.key, position.sets, laid)
    if not moves:
        return Advice(away=far, improves=_improvements_now(view, position, laid))
    in_turn = view.phase is Phase.TURN
    nearest = best_discards(position.key, position.sets, laid, position.unseen) if in_turn else []
    before = nearest[0][1] if in_turn else far
    best = moves[0][1]
    worths = _expected(moves, position.wall)
    without = max([worth for move, worth in worths.items() if move.do in (Do.DISCARD, Do.LEAVE)])
    decision = _Decision(view, position, before, without, best, {choice[0]: choice for choice in nearest})
    found = tuple([_advice_on(decision, move, worth) for move, worth in worths.items()])
    return Advice(
        away=far,
        moves=found,
        improves=() if in_turn else improvements(improving(position.key, position.sets, laid), position.unseen),
        targets=_targets(view, best),
        move=best,
        reasons=next(one.reasons for one in found if one.move == best),
        worth=worths[best],
    )


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


def _improvements_now(view: PlayerView, position: HandPosition, laid: int) -> tuple[Improvement, ...]:
    """Return what improves a hand that is not deciding now, once it is dealt."""
    hand = view.holding.hand
    if len(hand) + 3 * position.sets != _FREE or any(tile.is_flower for tile in hand):
        return ()
    return improvements(improving(position.key, position.sets, laid), position.unseen)


class _Decision(msgspec.Struct, frozen=True):
    """A decision: `before` is how far the hand is away without a claim or kong, `without` what it is worth then."""

    view: PlayerView
    position: HandPosition
    before: int
    without: float
    best: Move
    nearest: dict[Tile, Choice]


def _advice_on(decision: _Decision, move: Move, worth: float) -> MoveAdvice:
    match move.do:
        case Do.DISCARD:
            return _discard(decision, move, worth)
        case Do.MAH_JONGG:
            return _complete(decision, move, worth)
        case Do.LEAVE:
            helps = decision.best == move
            reason = Reason("leave-for-value", {"worth": worth}) if helps else Reason("leave-not")
            return MoveAdvice(move=move, away=decision.before, helps=helps, worth=worth, reasons=(reason,))
        case _:
            return _set(decision, move, worth)


def _discard(decision: _Decision, move: Move, worth: float) -> MoveAdvice:
    _tile, far, count, bits = decision.nearest[move.named]
    code = "discard-worth" if far == decision.before else "discard-for-value"
    reason = Reason(code, {"then": far, "worth": worth, "improving": count})
    improves = improvements(tiles_in(bits), decision.position.unseen)
    return MoveAdvice(move=move, away=far, worth=worth, improves=improves, reasons=(reason,))


def _set(decision: _Decision, move: Move, worth: float) -> MoveAdvice:
    """Return the advice on a claim or a kong."""
    holding = with_set(decision.view.holding, move)
    made = [one.meld for one in holding.laid if move.named in one.tiles][-1]
    after, laid = position_of(decision.view, holding), _laid_key(holding)
    if made.kind is MeldKind.KONG:
        then = away(after.key, after.sets, laid)
    else:
        then = best_discards(after.key, after.sets, laid, after.unseen)[0][1]
    now, helps = decision.before, worth > decision.without
    reasons = [Reason("more" if helps else "less", {"worth": worth, "without": decision.without})]
    nearer = "nearer" if then < now else "no-nearer" if then == now else "farther"
    reasons.append(Reason(nearer, {"then": then, "now": now}))
    reasons += _set_reasons(decision, move, made)
    if (decision.position.colours & 7).bit_count() < 2 <= (after.colours & 7).bit_count():
        reasons.append(Reason("second-suit"))
    return MoveAdvice(move=move, away=then, helps=helps, worth=worth, reasons=tuple(reasons))


def _laid_key(holding: Holding) -> int:
    """Return the tiles laid out, counted (`Hand.key`)."""
    return sum([one.meld.key for one in holding.laid])


def _set_reasons(decision: _Decision, move: Move, made: Meld) -> list[Reason]:
    """Return what speaks for and against the set itself."""
    points, concealed = _points(decision.position, made)
    reasons = []
    if made.kind is MeldKind.KONG:
        reasons.append(Reason("loose-tile"))
    if made.tile in _DOUBLING and move.do is not Do.ADDED_KONG:
        reasons.append(Reason("doubles"))
    if points < concealed:
        reasons.append(Reason("exposed", {"points": points, "concealed": concealed}))
    elif made.kind is MeldKind.KONG:
        reasons.append(Reason("concealed-kong", {"points": points}))
    return reasons


def _points(position: HandPosition, made: Meld) -> tuple[int, int]:
    """Return what a set scores as it is laid out, and what it would score concealed."""
    sets = table_for(KEMP_CHINESE, position.options, Wind.EAST, Wind.EAST, True).sets
    return sets[made.code].points, sets[made.code & ~1].points


def _complete(decision: _Decision, move: Move, worth: float) -> MoveAdvice:
    """Return the advice on Mah Jongg, with the exact score."""
    sheet = sheet_of_win(decision.view)
    adjusted = sheet.adjustment
    final = hundredths(adjusted.final) if adjusted is not None else str(sheet.score)
    helps = decision.best == move
    data: dict[str, Any] = {"score": sheet.score, "final": final, "worth": decision.without}
    reason = Reason("mah-jongg-adjusted" if helps else "mah-jongg-later", data)
    return MoveAdvice(move=move, away=0, helps=helps, worth=worth, reasons=(reason,))


def _targets(view: PlayerView, best: Move) -> tuple[Target, ...]:
    """Return the hands to go for, after the advised discard or claim."""
    if best.do is Do.MAH_JONGG:
        return ()
    holding = view.holding
    if best.do is Do.DISCARD:
        holding = holding.without([best.named])
    elif best.do in CLAIMS:
        holding = holding.claiming(best.tiles, best.named)
    after = position_of(view, holding)
    targets: dict[tuple[object, ...], Target] = {}
    for value, aim in rated(after, after.key):
        if value <= 0 or len(targets) == TOP:
            break
        target = _target(after, value, aim)
        targets.setdefault((target.suit, target.honours, target.pungs), target)
    return tuple(targets.values())


def _target(position: HandPosition, value: float, aim: Aim) -> Target:
    key = position.key
    pungs = tuple([PLAIN_TILES[FIRST_HONOUR + at] for at in aim.pungs])
    pair = PLAIN_TILES[FIRST_HONOUR + aim.eyes] if aim.eyes >= 0 else None
    suits = position.colours & 7
    suit: int | None = aim.suit if aim.suit < ANY else None
    if aim.suit == NONE and suits and suits & suits - 1 == 0:
        suit = suits.bit_length() - 1
    only = aim.suit == NONE and not suits
    sizes = dict.fromkeys(pungs, 3) | ({pair: 2} if pair is not None else {})
    missing = [
        MissingTile(tile, size - in_hand, position.unseen[tile])
        for tile, size in sizes.items()
        if (in_hand := key >> 4 * tile & 15) < size
    ]
    keep = [
        tile
        for tile in PLAIN_TILES
        if key >> 4 * tile & 15
        and (tile in sizes or (tile.is_suited and not only and suit in (None, tile // _SUIT_TILES)))
    ]
    return Target(
        away=lacking(position, key, aim),
        keep=tuple(keep),
        missing=tuple(missing),
        worth=expected(value, position.wall),
        score=round(aim.score),
        suit=suit,
        honours=bool(pungs) or pair is not None or position.colours & 8 != 0,
        only_honours=only,
        pungs=pungs,
        pair=pair,
    )
