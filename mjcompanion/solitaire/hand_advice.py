"""Advice for a Chinese hand alone: how far it is from Mah Jongg, what improves it, and which tile to discard.

It knows four sets and a pair, and no points. The form of a request is a contract; see the handbook's page on the
command line (docs/commands.md). Source: RULES 2.5 in docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.notation import read_tiles
from mjcompanion.core.tiles import FIRST_FLOWER, Tile, Wind
from mjcompanion.parsing.requests import RequestForm, read_as
from mjcompanion.rulesets import DEFAULT
from mjcompanion.scoring.check import problems_of, tile_problems
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.shanten import away, best_discards, improving, tiles_in
from mjcompanion.solitaire.advice import Advice, Improvement, MoveAdvice, improvements
from mjcompanion.solitaire.moves import Do, Move

_WAITING: Final = 13
_COPIES: Final = 4


def advise(hand: Hand, seen: Iterable[Tile] = ()) -> Advice:
    """Return what improves a hand of 13 tiles, or the discards of a hand of 14, best first. A kong counts as three.

    The best discard leaves the hand nearest; of several, the one after which the most unseen tiles improve it; of
    these, honours go first, then 1s and 9s, then 2s and 8s. Flowers are ignored.

    Args:
        hand: the hand; sets laid out stay as they are.
        seen: tiles that the player sees elsewhere. They change what improves the hand, not how far it is away.

    Raises:
        RuleError: everything that is wrong with the tiles.

    >>> advice = advise(Hand.parse("123m 456p 789s 11z 55z 9p"), [Tile.parse("1z")])
    >>> best = advice.discards[0]
    >>> advice.away, str(best.tile), best.away, best.unseen, [(str(one.tile), one.unseen) for one in best.improves]
    (1, '9p', 1, 3, [('1z', 1), ('5z', 2)])

    """
    elsewhere = tuple(seen)
    context = ScoringContext(DEFAULT, winner=hand.size > _WAITING)  # for whom 14 tiles are due
    everything = Hand((*hand.tiles, *elsewhere))
    problems = dict.fromkeys([*tile_problems(everything, context), *problems_of(hand, context)])
    if problems:
        raise RuleError(problems)
    unseen = [_COPIES] * FIRST_FLOWER
    for tile in everything.concealed:
        if tile < FIRST_FLOWER:
            unseen[tile] -= 1
    sets = len(hand.melds)
    laid = hand.total - hand.key
    far = away(hand.key, sets, laid)
    if hand.size == _WAITING:
        return Advice(away=far, improves=improvements(improving(hand.key, sets, laid), unseen))
    moves = [
        MoveAdvice(move=Move(Wind.EAST, Do.DISCARD, tile), away=left, improves=improvements(tiles_in(bits), unseen))
        for tile, left, _count, bits in best_discards(hand.key, sets, laid, unseen)
    ]
    return Advice(away=far, moves=tuple(moves))


def answer_of(advice: Advice) -> dict[str, Any]:
    """Return the advice as the command line answers it.

    >>> answer_of(advise(Hand.parse("46p 99s 123m 789m (555z)"), [Tile.parse("5p")]))
    {'ok': True, 'away': 1, 'improves': {'5p': 3}}
    """
    if not advice.moves:
        return {"ok": True, "away": advice.away, "improves": _counts(advice.improves)}
    discards = [
        {"tile": str(one.tile), "away": one.away, "improves": _counts(one.improves), "tiles": one.unseen}
        for one in advice.moves
    ]
    return {"ok": True, "away": advice.away, "discards": discards}


def _counts(improves: Iterable[Improvement]) -> dict[str, int]:
    return {str(one.tile): one.unseen for one in improves}


class AdviseRequest(RequestForm, frozen=True):
    """A request for advice; `seen` are tiles that are seen elsewhere."""

    hand: str
    seen: str | None = None


def read_advise_request(request: object) -> tuple[Hand, tuple[Tile, ...]]:
    """Read a request for advice: the hand, and the tiles seen elsewhere.

    Raises:
        RuleError: one sentence for what is wrong with its form; the tiles are checked when advice is given.

    >>> read_advise_request({"hand": "99s", "seen": "1z"})
    (Hand.parse('99s'), (Tile.parse('1z'),))

    """
    given = read_as(AdviseRequest, request)
    return Hand.parse(given.hand), read_tiles(given.seen or "")


def advise_request(request: object) -> dict[str, Any]:
    """Answer a request for advice.

    >>> advise_request({"hand": "123m 456p 789s 11z 55z 9p"})["discards"][0]
    {'tile': '9p', 'away': 1, 'improves': {'1z': 2, '5z': 2}, 'tiles': 4}
    """
    return answer_of(advise(*read_advise_request(request)))
