"""What the coaches of four sets and a pair, `coach` and `coach_simple`, count and say alike."""

from __future__ import annotations

from typing import Final

import msgspec

from mjcompanion.core.hand import UNITS
from mjcompanion.core.tiles import FIRST_FLOWER, PLAIN_TILES, Tile
from mjcompanion.solitaire.game import View

_COPIES: Final = 4


class Improving(msgspec.Struct, frozen=True):
    """A tile that brings a hand nearer: how many are unseen, and the score if it completes it and that is told."""

    tile: Tile
    unseen: int
    score: int | None = None


class Discard(msgspec.Struct, frozen=True):
    """A tile that can be discarded: how far the hand is away then, what improves it, how many unseen tiles in all."""

    tile: Tile
    away: int
    improves: tuple[Improving, ...]
    tiles: int


def key_of(view: View) -> int:
    """The tiles in hand, counted (`Hand.key`)."""
    return sum([UNITS[tile] for tile in view.holding.hand])


def tiles_of(key: int) -> list[Tile]:
    """The tiles that were counted."""
    return [tile for tile in PLAIN_TILES for _ in range(key >> 4 * tile & 15)]


def unseen_by(view: View) -> list[int]:
    """Of each of the 34 plain faces, how many are hidden from this player."""
    unseen = [_COPIES] * FIRST_FLOWER
    laid = [tile for one in view.holding.laid for tile in one.tiles]
    for tile in (*view.holding.hand, *laid, *view.seen):
        if tile < FIRST_FLOWER:
            unseen[tile] -= 1
    return unseen
