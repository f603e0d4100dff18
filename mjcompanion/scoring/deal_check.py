"""Several hands of one deal: they share one set of tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mjcompanion.core.errors import Problem, listed, ordinal
from mjcompanion.core.hand import Hand
from mjcompanion.core.tiles import FLOWER_TILES, PLAIN_TILES, TileSet

_WITH_FLOWERS = TileSet.of(144)


def shared_tiles(hands: Sequence[tuple[str, Hand]]) -> Iterator[Problem]:
    """Yield each face of which several hands together have too many; each single hand has its own check.

    >>> hands = [("Dora", Hand.parse("(777z) 7z")), ("Ann", Hand.parse("1m 3f")), ("Chuck", Hand.parse("77z 3f"))]
    >>> for problem in shared_tiles(hands):
    ...     print(problem.sentence())
    A fifth and sixth red dragon: Dora and Chuck.
    More than one chrysanthemum: Ann and Chuck.
    """
    hands_tiles = [(name, Counter(hand.tiles)) for name, hand in hands]
    for tile in (*PLAIN_TILES, *FLOWER_TILES):
        there_are = _WITH_FLOWERS.copies(tile)
        holders = [(name, tiles[tile]) for name, tiles in hands_tiles if tiles[tile]]
        count = sum(number for _, number in holders)
        if count <= there_are or len(holders) == 1:
            continue
        names = listed([name for name, _ in holders])
        if tile.is_flower:
            yield Problem("shared-flower", tile=tile, text=names)
        else:
            above = listed([ordinal(number) for number in range(there_are + 1, count + 1)])
            yield Problem("shared-tile", tile=tile, count=count, text=names, why=above)
