"""Every way to split tiles into sets and a pair, by table look-up.

The suits and the honours don't touch each other, so a hand splits as the product of four look-ups. Each look-up is a
number that counts the tiles of one suit four bits each; its entry is worked out when it is first asked for (about
20 µs) and kept. Nothing here depends on a hand's circumstances.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

import msgspec

from mjcompanion.core.tiles import FIRST_FLOWER, FIRST_HONOUR, Tile

Split = tuple[int, ...]
"""The codes of concealed sets (see `mjcompanion.core.hand.Meld`)."""

SUIT_BITS: Final = 36
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
CHOW, PUNG, KONG, PAIR = 0, 2 * 21, 2 * 55, 2 * 89
"""Where the codes of concealed chows, pungs, kongs and pairs begin."""


class SplitTable(dict[int, tuple[Split, ...]]):
    """The splits of one suit (or the honours), by the number that counts its tiles; filled as it is used.

    Tiles in threes split into sets alone, two more make one pair; else there is no split.

    >>> len(SplitTable(0)[0x333])  # 111222333: three pungs or three chows
    2
    """

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first

    def __missing__(self, key: int) -> tuple[Split, ...]:
        counts = [key >> 4 * place & 15 for place in range(9)]
        spare = sum(counts) % 3
        splits: list[Split] = []
        if spare == 0:
            self._sets(counts, 0, (), splits)
        elif spare == 2:
            for place, count in enumerate(counts):
                if count >= 2:
                    counts[place] -= 2
                    self._sets(counts, 0, (PAIR + 2 * (self.first + place),), splits)
                    counts[place] += 2
        found = self[key] = tuple(sorted(tuple(sorted(split)) for split in splits))
        return found

    def _sets(self, counts: list[int], place: int, taken: Split, splits: list[Split]) -> None:
        """All ways to split what is left from this place on into sets: a pung of this tile or none, then chows."""
        while place < 9 and not counts[place]:
            place += 1
        if place == 9:
            splits.append(taken)
            return
        count = counts[place]
        if count >= 3:
            counts[place] -= 3
            self._chows(counts, place, (*taken, PUNG + 2 * (self.first + place)), splits)
            counts[place] += 3
        self._chows(counts, place, taken, splits)

    def _chows(self, counts: list[int], place: int, taken: Split, splits: list[Split]) -> None:
        """Use up the tiles of this place in chows, then go on with the next place."""
        count = counts[place]
        if count:
            if self.first >= FIRST_HONOUR or place >= 7 or min(counts[place + 1 : place + 3]) < count:
                return
            taken += (CHOW + 2 * (self.first // 9 * 7 + place),) * count
        for step in range(3 if count else 0):
            counts[place + step] -= count
        self._sets(counts, place + 1, taken, splits)
        for step in range(3 if count else 0):
            counts[place + step] += count


TABLES: Final = tuple(SplitTable(first) for first in range(0, FIRST_FLOWER, 9))
"""One table each for characters, dots, bamboos and honours."""


def splits(key: int) -> list[Split]:
    """Return every way to split concealed tiles into sets and pairs, at most one pair in each suit.

    Args:
        key: counts the 34 plain faces four bits each, as `Hand.key` does.

    >>> from mjcompanion.core.hand import ALL_MELDS, Hand
    >>> found = splits(Hand.parse("11122233399s").key)
    >>> for line in sorted(" ".join(sorted(str(ALL_MELDS[code]) for code in split)) for split in found):
    ...     print(line)
    111s 222s 333s 99s
    123s 123s 123s 99s

    """
    characters, dots, bamboos, honours = TABLES
    some, others = characters[key & SUIT_MASK], dots[key >> 36 & SUIT_MASK]
    more, rest = bamboos[key >> 72 & SUIT_MASK], honours[key >> 108]
    try:
        (a,), (b,), (c,), (d,) = some, others, more, rest
    except ValueError:
        return [a + b + c + d for a in some for b in others for c in more for d in rest]
    return [a + b + c + d]


def winning_tiles(key: int, total: int, *, pair: bool = True) -> list[Tile]:
    """Return the tiles that would complete a hand that lacks one tile.

    Args:
        key: the concealed tiles without the winning one.
        total: all plain tiles of the hand without the winning one; a tile of which the hand holds all four
            completes nothing.
        pair: whether the pair is concealed too.

    >>> from mjcompanion.core.hand import Hand
    >>> waiting = Hand.parse("23m99s")
    >>> winning_tiles(waiting.key, waiting.total)
    [Tile.parse('1m'), Tile.parse('4m')]

    """
    suits = [key >> SUIT_BITS * suit & SUIT_MASK for suit in range(4)]
    found = []
    for suit, table in enumerate(TABLES):
        others = [TABLES[at][other] for at, other in enumerate(suits) if at != suit]
        if not all(others):
            continue
        pairs = sum(1 for splits_there in others if _has_pair(splits_there))
        for place in range(9 if suit < 3 else 7):
            code = 9 * suit + place
            if total >> 4 * code & 15 >= 4:
                continue
            made = table[suits[suit] + (1 << 4 * place)]
            if made and pairs + _has_pair(made) == pair:
                found.append(Tile(code))
    return found


def _has_pair(found: tuple[Split, ...]) -> bool:
    """Whether the splits of a suit hold a pair: all of them do, or none."""
    return any(code >= PAIR for code in found[0])


class Partial(msgspec.Struct, frozen=True):
    """The best use of tiles that don't make a whole hand: the number of sets, a pair or none, and the tiles left."""

    sets: int
    pair: bool
    left: tuple[Tile, ...]


@lru_cache(maxsize=4096)
def most_made(tiles: tuple[Tile, ...], sets: int, *, pair: bool = True) -> Partial:
    """Take sets, and a pair if it is due, out of sorted tiles so that the fewest tiles are left.

    >>> from mjcompanion.core.hand import Hand
    >>> most_made(Hand.parse("123m 456p 99s 1z").concealed, 4)
    Partial(sets=2, pair=True, left=(Tile.parse('1z'),))
    """
    if not tiles:
        return Partial(0, pair=False, left=())
    first, found = tiles[0], []
    chow = (first, Tile(first + 1), Tile(first + 2)) if first.is_suited and first.rank <= 7 else ()
    for shape in ((first,) * 3, chow, (first,) * 2):
        is_pair = len(shape) == 2
        if not shape or not (pair if is_pair else sets) or Counter(shape) - Counter(tiles):
            continue
        rest = list(tiles)
        for tile in shape:
            rest.remove(tile)
        made = most_made(tuple(rest), sets - (not is_pair), pair=pair and not is_pair)
        found.append(Partial(made.sets + (not is_pair), made.pair or is_pair, made.left))
    made = most_made(tiles[1:], sets, pair=pair)
    found.append(Partial(made.sets, made.pair, (first, *made.left)))
    return min(found, key=lambda one: (len(one.left), -one.sets))
