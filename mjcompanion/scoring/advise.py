"""Which tile to discard, how far the hand is from Mah Jongg then, and what improves it: advice for people and scripts.

It knows four sets and a pair, no points: what a hand will be worth is not asked here. The form of a request is a
contract; see the handbook's page on the command line (docs/commands.md). Source: RULES 2.5 in docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.notation import read_tiles
from mjcompanion.core.tiles import FIRST_FLOWER, Tile
from mjcompanion.parsing.requests import RequestForm, read_as
from mjcompanion.rulesets import DEFAULT
from mjcompanion.scoring.check import problems_of, tile_problems
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.shanten import away, best_discards, improving, tiles_in

_WAITING: Final = 13
_COPIES: Final = 4

Improves = tuple[tuple[Tile, int], ...]
"""Tiles that bring a hand nearer, in order, each with how many of it are unseen: one at least."""


class Discard(msgspec.Struct, frozen=True):
    """A tile that may be discarded: how far away the hand is then, what improves it, and how many tiles these are."""

    tile: Tile
    away: int
    improves: Improves
    tiles: int


class Advice(msgspec.Struct, frozen=True):
    """How far away a hand is; what to discard, the best first, if it has just drawn; else what improves it."""

    away: int
    discards: tuple[Discard, ...] = ()
    improves: Improves = ()

    def answer(self) -> dict[str, Any]:
        """The advice as the command line answers it.

        >>> advise(Hand.parse("46p 99s 123m 789m (555z)"), [Tile.parse("5p")]).answer()
        {'ok': True, 'away': 1, 'improves': {'5p': 3}}
        """
        if not self.discards:
            return {"ok": True, "away": self.away, "improves": _answer_of(self.improves)}
        discards = [
            {
                "tile": str(discard.tile),
                "away": discard.away,
                "improves": _answer_of(discard.improves),
                "tiles": discard.tiles,
            }
            for discard in self.discards
        ]
        return {"ok": True, "away": self.away, "discards": discards}


def _answer_of(improves: Improves) -> dict[str, int]:
    return {str(tile): count for tile, count in improves}


def advise(hand: Hand, seen: Iterable[Tile] = ()) -> Advice:
    """What a hand of 13 or 14 tiles lacks; what to discard, if it has 14. A kong counts as three.

    The best discard leaves the hand nearest, and of those the one that the most unseen tiles improve; where these are
    as many too, honours go first, then 1s and 9s, then 2s and 8s. Flowers are passed over.

    Args:
        hand: the hand; sets laid out stay as they are.
        seen: tiles that the player sees elsewhere. A tile of which none is unseen improves nothing, but how far away
            the hand is doesn't depend on it.

    Raises:
        RuleError: everything that is wrong with the tiles.

    >>> advice = advise(Hand.parse("123m 456p 789s 11z 55z 9p"), [Tile.parse("1z")])
    >>> advice.away, advice.discards[0]
    (1, Discard(tile=Tile.parse('9p'), away=1, improves=((Tile.parse('1z'), 1), (Tile.parse('5z'), 2)), tiles=3))

    """
    lying = tuple(seen)
    situation = ScoringContext(DEFAULT, winner=hand.size > _WAITING)  # for whom 14 tiles are due
    everything = Hand((*hand.tiles, *lying))
    problems = dict.fromkeys([*tile_problems(everything, situation), *problems_of(hand, situation)])
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
        return Advice(far, improves=_counted(improving(hand.key, sets, laid), unseen))
    discards = [
        Discard(tile, left, _counted(tiles_in(bits), unseen), count)
        for tile, left, count, bits in best_discards(hand.key, sets, laid, unseen)
    ]
    return Advice(far, tuple(discards))


def _counted(tiles: Iterable[Tile], unseen: list[int]) -> Improves:
    return tuple([(tile, unseen[tile]) for tile in tiles if unseen[tile]])


class AdviseRequest(RequestForm, frozen=True):
    """A request for advice; `seen` are tiles that lie elsewhere."""

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
    return advise(*read_advise_request(request)).answer()
