"""Hand kinds: shapes that win without being four sets and a pair. A ruleset allows some by naming them in `kinds`.

What such a hand gives, rows on `On.KIND` say. All its tiles are concealed; sets, the place of the winning tile and the
shape of the sets together have nothing to look at, while flowers, the win and the kinds of tiles count as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations
from typing import Final

import msgspec

from mjcompanion.core.hand import UNITS
from mjcompanion.core.tiles import FIRST_FLOWER, FIRST_HONOUR, Tile

_SUITS: Final = FIRST_HONOUR // 9
_OF_SUIT: Final = 9


def _bits(bits: int, codes: Iterable[int]) -> int:
    return sum(bits << 4 * code for code in codes)


_HONOURS: Final = _bits(15, range(FIRST_HONOUR, FIRST_FLOWER))


class HandKind(msgspec.Struct, frozen=True):
    """A shape that wins: its id, which rows on `On.KIND` see, a test for it, and an example in notation.

    `fits` is asked with how many there are of each of the 34 plain faces; their sum is 14. `never` are bits that
    `Hand.key` can't have then, and `keys` all keys there are, where they are few: with these few hands are asked about.
    `laid` means that its tiles may be laid out in sets; a kong counts as three. `waits` are the keys of the
    thirteen tiles that must have waited for the winning one; none where any of the fourteen may have won.
    """

    id: str
    fits: Callable[[tuple[int, ...]], bool]
    example: str
    never: int = 0
    keys: frozenset[int] = frozenset()
    laid: bool = False
    waits: frozenset[int] = frozenset()

    def has(self, key: int) -> bool:
        """Return whether the tiles of this `Hand.key` are one."""
        if self.keys:
            return key in self.keys
        return not key & self.never and self.fits(counted(key))


def counted(key: int) -> tuple[int, ...]:
    """Return the number of each plain face, from `Hand.key`."""
    return tuple(key >> 4 * code & 15 for code in range(FIRST_FLOWER))


def seven_pairs(*, fours: bool = False) -> HandKind:
    """Return seven pairs; with `fours`, four alike count as two of them.

    >>> from mjcompanion.core.hand import Hand
    >>> six_and_six = counted(Hand.parse("1122m3344p5566s7777z").key)
    >>> seven_pairs().fits(six_and_six), seven_pairs(fours=True).fits(six_and_six)
    (False, True)
    """
    may = (0, 2, 4) if fours else (0, 2)
    fits = lambda counts: all(count in may for count in counts)  # noqa: E731 - in one line with what it is for
    return HandKind("seven-pairs", fits, "1122m3344p5566s77z", never=_bits(1, range(FIRST_FLOWER)))


_ORPHANS: Final = tuple(code for code in range(FIRST_FLOWER) if code >= FIRST_HONOUR or Tile(code).is_terminal)


def thirteen_orphans() -> HandKind:
    """Return one of each 1, 9, wind and dragon, and one of them twice.

    >>> from mjcompanion.core.hand import Hand
    >>> thirteen_orphans().fits(counted(Hand.parse("19m19p19s1234567z7z").key))
    True
    """
    return HandKind(
        "thirteen-orphans",
        lambda counts: all(counts[code] for code in _ORPHANS) and sum(counts[code] for code in _ORPHANS) == 14,
        "19m19p19s1234567z7z",
        never=_bits(15, set(range(FIRST_FLOWER)) - set(_ORPHANS)),
    )


def pairs_of_honours() -> HandKind:
    """Return seven pairs of 1s, 9s, winds and dragons; four alike count as two of them.

    >>> from mjcompanion.core.hand import Hand
    >>> [pairs_of_honours().has(Hand.parse(f"1199m99p11{tiles}5577z").key) for tiles in ("22", "11", "1z2")]
    [True, True, False]
    """
    others = set(range(FIRST_FLOWER)) - set(_ORPHANS)
    never = _bits(15, others) | _bits(1, _ORPHANS)
    return HandKind("pairs-of-honours", lambda counts: sum(counts) == 14, "1199m99p1122z5577z", never=never)


def knitting() -> HandKind:
    """Return seven pairs, each of the same number in the same two suits.

    >>> from mjcompanion.core.hand import Hand
    >>> knitting().has(Hand.parse("1233579m 1233579s").key)
    True
    """
    return HandKind("knitting", _knitted, "1234567m 1234567s", never=_HONOURS)


def triple_knitting() -> HandKind:
    """Return four times the same number in all three suits, and a pair of the same number in two.

    >>> from mjcompanion.core.hand import Hand
    >>> triple_knitting().has(Hand.parse("24678m 24678p 2467s").key)
    True
    """
    return HandKind("triple-knitting", _knitted_in_threes, "24678m 2467p 24678s", never=_HONOURS)


@cache
def nine_gates() -> HandKind:
    """Return 1112345678999 of one suit, and one more tile of it.

    >>> from mjcompanion.core.hand import Hand
    >>> nine_gates().has(Hand.parse("11123456789995p").key)
    True
    """
    hands = [f"1112345678999{one}{suit}" for suit in "mps" for one in range(1, 10)]
    return fixed("nine-gates", *hands)


@cache
def true_nine_gates() -> HandKind:
    """Return nine gates that waited for all nine: the winning tile is the one more."""
    waits = [_key_of(f"1112345678999{suit}") for suit in "mps"]
    return msgspec.structs.replace(nine_gates(), waits=frozenset(waits))


@cache
def squirming_snake() -> HandKind:
    """Return 1 to 9 of one suit, the 1s and 9s three times, and the 2, 5 or 8 twice; its sets may be exposed.

    >>> from mjcompanion.core.hand import Hand
    >>> [squirming_snake().has(Hand.parse(f"1112345678999{pair}m").key) for pair in "2345"]
    [True, False, False, True]
    """
    hands = [f"1112345678999{one}{suit}" for suit in "mps" for one in "258"]
    return msgspec.structs.replace(fixed("squirming-snake", *hands), example="(111m) (345m) 678m 999m 22m", laid=True)


def fixed(id: str, *hands: str, any_suits: bool = False) -> HandKind:  # noqa: A002 - what it is called everywhere
    """Return a shape of exactly these tiles, or with `any_suits` the same with the suits exchanged.

    >>> from mjcompanion.core.hand import Hand
    >>> ladder = fixed("ladder", "123456789m 11p 777z", any_suits=True)
    >>> ladder.fits(counted(Hand.parse("123456789s 11m 777z").key))
    True
    """
    keys = frozenset(key for text in hands for key in _in_all_suits(_key_of(text), any_suits=any_suits))
    return HandKind(id, lambda counts: _key(counts) in keys, hands[0], keys=keys)


def _suits_of(counts: tuple[int, ...]) -> list[tuple[int, ...]]:
    return sorted(counts[_OF_SUIT * suit : _OF_SUIT * (suit + 1)] for suit in range(_SUITS))


def _knitted(counts: tuple[int, ...]) -> bool:
    none, one, other = _suits_of(counts)
    return not any(none) and one == other


def _knitted_in_threes(counts: tuple[int, ...]) -> bool:
    one, other, more = _suits_of(counts)  # the one with a number less comes first: less at its first difference
    return other == more and sorted(b - a for a, b in zip(one, other, strict=True)) == [0] * (_OF_SUIT - 1) + [1]


def _key(counts: tuple[int, ...]) -> int:
    return sum(count << 4 * code for code, count in enumerate(counts))


def _key_of(text: str) -> int:
    from mjcompanion.core.notation import read_tiles

    return sum([UNITS[tile] for tile in read_tiles(text)])


def _in_all_suits(key: int, *, any_suits: bool) -> Iterator[int]:
    """Yield the key of a hand, or the keys of the hand with its suits in every order."""
    if not any_suits:
        yield key
        return
    counts = counted(key)
    suits = [counts[_OF_SUIT * suit : _OF_SUIT * (suit + 1)] for suit in range(_SUITS)]
    for one, other, more in permutations(suits):
        yield _key((*one, *other, *more, *counts[FIRST_HONOUR:]))
