"""How far a hand is from Mah Jongg, which tiles bring it nearer, and which discard leaves it nearest.

Hands are keys here, numbers that count tiles four bits each (`Hand.key`), and nothing is made but numbers and tuples,
for whoever plays thousands of games. `mjcompanion.solitaire.hand_advice` answers for people.

**Away** is the number of tiles that must still be exchanged for four sets and a pair: 0 is Mah Jongg, 1 is waiting.
It counts what can be made of the hand and of any tiles, four of each, those that the hand has laid out included; what
others hold or have discarded does not matter to it. There are no seven pairs and no thirteen orphans.

Technique: the suits don't touch each other, so what each lacks to so many sets and a pair is looked up, and what two
lack together is a look-up again (see `reading` and `tables`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjcompanion.core.tiles import PLAIN_TILES, Tile
from mjcompanion.scoring.decompose import SUIT_BITS, SUIT_MASK
from mjcompanion.scoring.shanten.tables import ENDS, MERGE_BITS, MERGED, SUIT_DROPS, SUIT_GAINS, SUIT_ROWS

_UP: Final = MERGE_BITS
_suits, _, _, _honours = SUIT_ROWS

Choice = tuple[Tile, int, int, int]
"""A tile to discard; how far away the hand is then; how many unseen tiles improve it; which, a bit for each face."""


def _usefulness(tile: Tile) -> int:
    """How much a tile can do where nothing else tells two apart: honours least, then 1s and 9s, then 2s and 8s."""
    return 0 if tile.is_honour else min(tile.rank, 10 - tile.rank, 3)


_ORDER: Final = tuple(_usefulness(tile) << 6 | tile for tile in PLAIN_TILES)
"""Which of two discards comes first when they leave the hand as near and with as many tiles that improve it."""


def away(key: int, sets: int = 0, laid: int = 0) -> int:
    """How many tiles must still be exchanged for Mah Jongg: 0 is Mah Jongg, 1 is waiting.

    Args:
        key: the concealed plain tiles, as `Hand.key` counts them. Any number of tiles will do.
        sets: how many sets are laid out, 0 to 4.
        laid: the tiles of these sets, counted likewise. Where they are not given, four of each tile can be had.

    Raises:
        ValueError: there are more than four of a tile.

    >>> from mjcompanion.core.hand import Hand
    >>> away(Hand.parse("123m 456p 789s 11z 55z").key), away(Hand.parse("147m 258p 369s 1234z").key)
    (1, 9)
    >>> waiting = Hand.parse("46p 99s 123m 789m (5555p)")  # but the hand has used up all four
    >>> away(waiting.key, 1), away(waiting.key, 1, waiting.melds[0].key)
    (1, 2)

    """
    if laid:
        a, b, c, d = _with_laid(key, laid)
        first = _suits[a] << _UP | _suits[b]
        last = _suits[c] << _UP | _honours[d]
    else:
        first = _suits[key & SUIT_MASK] << _UP | _suits[key >> 36 & SUIT_MASK]
        last = _suits[key >> 72 & SUIT_MASK] << _UP | _honours[key >> 108]
    return ENDS[sets][MERGED[first] << _UP | MERGED[last]]


def improving(key: int, sets: int = 0, laid: int = 0) -> tuple[Tile, ...]:
    """The tiles of which one more brings a hand nearer to Mah Jongg, those of which the hand has all four left out.

    The arguments are those of `away`; the hand is one that waits for a tile, of 13 tiles less three for each set.

    >>> from mjcompanion.core.hand import Hand
    >>> improving(Hand.parse("1112345678999m").key)[::4], improving(Hand.parse("46p 99s 123789m").key, 1)
    ((Tile.parse('1m'), Tile.parse('5m'), Tile.parse('9m')), (Tile.parse('5p'),))

    """
    ends, suits = ENDS[sets], _with_laid(key, laid)
    rows = [table[suit] for table, suit in zip(SUIT_ROWS, suits, strict=True)]
    rest = _of_the_others(rows, _of_two(rows))
    now = ends[rows[0] << _UP | rest[0]]
    found = 0
    for at in range(4):
        others = rest[at] << _UP
        for row, bits, _ in SUIT_GAINS[at][suits[at]]:
            if ends[others | row] < now:
                found |= bits << 9 * at
    return tiles_in(found)


def tiles_in(bits: int) -> tuple[Tile, ...]:
    """The tiles that bits stand for.

    >>> tiles_in(1 << 33 | 1)
    (Tile.parse('1m'), Tile.parse('7z'))
    """
    return tuple([tile for tile in PLAIN_TILES if bits >> tile & 1])


def best_discards(key: int, sets: int, laid: int, unseen: Sequence[int]) -> list[Choice]:
    """Every different discard of a hand that has just drawn, the best first.

    Best is what leaves the hand nearest; then what the most unseen tiles improve; then honours go before 1s and 9s,
    these before 2s and 8s, and these before the others, each kind in the order of the tiles.

    Args:
        key: the concealed plain tiles, 14 less three for each set laid out.
        sets: how many sets are laid out.
        laid: the tiles of these sets.
        unseen: for each of the 34 plain faces how many lie where the player has not seen them.

    >>> from mjcompanion.core.hand import Hand
    >>> hand = Hand.parse("123m 456p 789s 11z 55z 9p")
    >>> unseen = [4 - (hand.key >> 4 * tile & 15) for tile in PLAIN_TILES]
    >>> for tile, far, count, bits in best_discards(hand.key, 0, 0, unseen)[:3]:
    ...     print(tile, far, count, *tiles_in(bits))
    9p 1 4 1z 5z
    1z 2 15 7p 8p 9p 1z 5z
    5z 2 15 7p 8p 9p 1z 5z

    """
    ends, merged, suits = ENDS[sets], MERGED, _with_laid(key, laid)
    rows = [table[suit] for table, suit in zip(SUIT_ROWS, suits, strict=True)]
    two = _of_two(rows)
    rest = _of_the_others(rows, two)
    gains = [
        [(row, bits << 9 * at, sum([unseen[9 * at + place] for place in places])) for row, bits, places in found]
        for at, found in enumerate([table[suit] for table, suit in zip(SUIT_GAINS, suits, strict=True)])
    ]
    choices: list[Choice] = []
    for at, suit in enumerate(suits):
        others, first, table = rest[at] << _UP, 9 * at, SUIT_GAINS[at]
        for row, tiles in SUIT_DROPS[at][suit]:
            now = ends[others | row]
            count_elsewhere = elsewhere = 0
            for other, found in enumerate(gains):
                if other != at and found:
                    beside = merged[two[at][other] << _UP | row] << _UP
                    for better, bits, count in found:
                        if ends[beside | better] < now:
                            elsewhere |= bits
                            count_elsewhere += count
            for place, left in tiles:
                count, improving_it = count_elsewhere, elsewhere
                for better, bits, places in table[left]:
                    if ends[others | better] < now:
                        improving_it |= bits << first
                        for one in places:
                            count += unseen[first + one]
                choices.append((PLAIN_TILES[first + place], now, count, improving_it))
    choices.sort(key=_best_first)
    return choices


def _best_first(choice: Choice) -> int:
    tile, now, count, _ = choice
    return (now << 20) - (count << 10) + _ORDER[tile]


def _with_laid(key: int, laid: int) -> tuple[int, int, int, int]:
    """The three suits and the honours as the tables want them, what is laid out above what is not."""
    suits = key & SUIT_MASK, key >> 36 & SUIT_MASK, key >> 72 & SUIT_MASK, key >> 108
    if not laid:
        return suits
    characters, dots, bamboos, honours = suits
    return (
        characters | (laid & SUIT_MASK) << SUIT_BITS,
        dots | (laid >> 36 & SUIT_MASK) << SUIT_BITS,
        bamboos | (laid >> 72 & SUIT_MASK) << SUIT_BITS,
        honours | laid >> 108 << SUIT_BITS,
    )


def _of_two(rows: list[int]) -> tuple[tuple[int, ...], ...]:
    """For each suit and each other one, what the two that are neither lack together; for itself, nothing."""
    a, b, c, d = rows
    ab, ac, ad = MERGED[a << _UP | b], MERGED[a << _UP | c], MERGED[a << _UP | d]
    bc, bd, cd = MERGED[b << _UP | c], MERGED[b << _UP | d], MERGED[c << _UP | d]
    return (0, cd, bd, bc), (cd, 0, ad, ac), (bd, ad, 0, ab), (bc, ac, ab, 0)


def _of_the_others(rows: list[int], two: tuple[tuple[int, ...], ...]) -> tuple[int, int, int, int]:
    """For each suit, what the other three lack together."""
    a, b, c, d = rows
    cd, ab = two[0][1], two[3][2]
    return MERGED[b << _UP | cd], MERGED[a << _UP | cd], MERGED[d << _UP | ab], MERGED[c << _UP | ab]
