"""Sets in a player's hand, and four of them with a pair: what the Chinese and the `simple` game ask alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjcompanion.core.hand import UNITS
from mjcompanion.core.tiles import ALL_TILES, FIRST_FLOWER, FIRST_HONOUR, Tile
from mjcompanion.scoring.shanten import away
from mjcompanion.solitaire.game import Holding
from mjcompanion.solitaire.moves import Do

WHOLE: Final = 14
"""Tiles of four sets and a pair, a kong counting as three."""
KONG: Final = 4
_LAST_RUN: Final = 6
"""The place in its suit of the last tile that begins a run."""


def claim_for(tiles: tuple[Tile, ...]) -> Do:
    """Return the claim of a discard for this set."""
    if len(tiles) == KONG:
        return Do.KONG
    return Do.PUNG if tiles[0] is tiles[1] else Do.CHOW


def sets_in(hand: Sequence[Tile]) -> list[tuple[Tile, ...]]:
    """Return every set in sorted tiles: of each tile four or three alike, and the run that it begins.

    >>> for tiles in sets_in(list(map(Tile.parse, "2p 2p 2p 3p 4p 5p 5z 6z 7z".split()))):
    ...     print(" ".join(map(str, tiles)))
    2p 2p 2p
    2p 3p 4p
    3p 4p 5p
    """
    kinds = set(hand)
    found: list[tuple[Tile, ...]] = []
    for tile in sorted(kinds):
        count = hand.count(tile)
        found += [(tile,) * size for size in (4, 3) if size <= count]
        if tile < FIRST_HONOUR and tile % 9 <= _LAST_RUN and ALL_TILES[tile + 1] in kinds:
            third = ALL_TILES[tile + 2]
            if third in kinds:
                found.append((tile, ALL_TILES[tile + 1], third))
    return found


def sets_with(hand: Sequence[Tile], tile: Tile) -> list[tuple[Tile, ...]]:
    """Return every set that a discard makes with tiles of a hand: four alike, three alike, runs.

    >>> for tiles in sets_with(list(map(Tile.parse, "2p 4p 5p 5z 5z".split())), Tile.parse("3p")):
    ...     print(" ".join(map(str, tiles)))
    2p 3p 4p
    3p 4p 5p
    """
    count = hand.count(tile)
    found = [(tile,) * size for size in (4, 3) if size <= count + 1]
    if tile < FIRST_HONOUR:
        rank = tile % 9
        for low in range(max(0, rank - 2), min(_LAST_RUN, rank) + 1):
            run = ALL_TILES[tile - rank + low : tile - rank + low + 3]
            if all(one is tile or one in hand for one in run):
                found.append(run)
    return found


def is_complete(holding: Holding, tile: Tile | None = None) -> bool:
    """Whether a hand, with this tile if one is given, is four sets and a pair.

    >>> from mjcompanion.solitaire.game import LaidSet
    >>> holding = Holding(tuple(map(Tile.parse, "1m 2m 3m 5p 5p".split())), (LaidSet(()),) * 3)
    >>> is_complete(holding), is_complete(holding, Tile.parse("5p"))
    (True, False)
    """
    hand, sets = holding.hand if tile is None else (*holding.hand, tile), len(holding.laid)
    if len(hand) + 3 * sets != WHOLE or max(hand) >= FIRST_FLOWER:
        return False
    return is_split(sum([UNITS[one] for one in hand]), sets)


def is_split(key: int, sets: int) -> bool:
    """Whether the tiles in hand, of which `key` is the sum, are sets and one pair besides the sets laid out."""
    return away(key, sets) == 0
