"""Hand kinds: shapes that win without being four sets and a pair. A ruleset allows some by naming them in `kinds`.

What such a hand gives, rows on `On.KIND` say. All its tiles are concealed; sets, the place of the winning tile and the
shape of the sets together have nothing to look at, while flowers, the win and the kinds of tiles count as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import Final

import msgspec

from mjcompanion.core.hand import UNITS, Hand
from mjcompanion.core.tiles import FIRST_FLOWER, FIRST_HONOUR, Tile

_SUITS: Final = FIRST_HONOUR // 9
_OF_SUIT: Final = 9
_WHOLE: Final = 14
_FIRST_HONOUR: Final = UNITS[FIRST_HONOUR]
"""Keys without winds and dragons are less."""


class HandKind(msgspec.Struct, frozen=True):
    """A shape that wins: its id, which rows on `On.KIND` see, a test for it, and an example in notation.

    `has` is asked with the `Hand.key` of fourteen tiles; `keys` are all that it accepts, where they are few. `laid`
    means that its tiles may be laid out in sets; a kong counts as three. `waits` are the keys of the thirteen tiles
    that must have waited for the winning one; none where any of the fourteen may have won.
    """

    id: str
    has: Callable[[int], bool]
    example: str
    keys: frozenset[int] = frozenset()
    laid: bool = False
    waits: frozenset[int] = frozenset()


def counted(key: int) -> tuple[int, ...]:
    """Return the number of each plain face, from `Hand.key`."""
    return tuple(key >> 4 * code & 15 for code in range(FIRST_FLOWER))


def seven_pairs() -> HandKind:
    """Return seven pairs; four alike aren't two of them.

    >>> [seven_pairs().has(Hand.parse(f"1122m3344p5566s{last}").key) for last in ("77z", "55s")]
    [True, False]
    """
    return HandKind("seven-pairs", lambda key: all(count in (0, 2) for count in counted(key)), "1122m3344p5566s77z")


_ORPHANS: Final = tuple(code for code in range(FIRST_FLOWER) if code >= FIRST_HONOUR or Tile(code).is_terminal)


@cache
def thirteen_orphans() -> HandKind:
    """Return one of each 1, 9, wind and dragon, and one of them twice.

    >>> thirteen_orphans().has(Hand.parse("19m19p19s1234567z7z").key)
    True
    """
    return fixed("thirteen-orphans", *[f"19m19p19s1234567z{Tile(code)}" for code in reversed(_ORPHANS)])


def pairs_of_honours() -> HandKind:
    """Return seven pairs of 1s, 9s, winds and dragons; four alike count as two of them.

    >>> [pairs_of_honours().has(Hand.parse(f"1199m99p11{tiles}5577z").key) for tiles in ("22", "11", "1z2")]
    [True, True, False]
    """
    honours, others = set(_ORPHANS), set(range(FIRST_FLOWER)) - set(_ORPHANS)
    never = sum(UNITS[code] for code in honours) + sum(15 * UNITS[code] for code in others)
    has = lambda key: not key & never and sum(counted(key)) == _WHOLE  # noqa: E731 - in one line with what it is for
    return HandKind("pairs-of-honours", has, "1199m99p1122z5577z")


def knitting() -> HandKind:
    """Return seven pairs, each of the same number in the same two suits.

    >>> knitting().has(Hand.parse("1233579m 1233579s").key)
    True
    """
    return HandKind("knitting", _knitted, "1234567m 1234567s")


def triple_knitting() -> HandKind:
    """Return four times the same number in all three suits, and a pair of the same number in two.

    >>> triple_knitting().has(Hand.parse("24678m 24678p 2467s").key)
    True
    """
    return HandKind("triple-knitting", _knitted_in_threes, "24678m 2467p 24678s")


@cache
def nine_gates() -> HandKind:
    """Return 1112345678999 of one suit, and one more tile of it.

    >>> nine_gates().has(Hand.parse("11123456789995p").key)
    True
    """
    hands = [f"1112345678999{one}{suit}" for suit in "mps" for one in range(1, 10)]
    return fixed("nine-gates", *hands)


@cache
def true_nine_gates() -> HandKind:
    """Return nine gates that waited for all nine: the winning tile is the one more."""
    waits = frozenset(Hand.parse(f"1112345678999{suit}").key for suit in "mps")
    return msgspec.structs.replace(nine_gates(), waits=waits)


@cache
def squirming_snake() -> HandKind:
    """Return 1 to 9 of one suit, the 1s and 9s three times, and the 2, 5 or 8 twice; its sets may be exposed.

    >>> [squirming_snake().has(Hand.parse(f"1112345678999{pair}m").key) for pair in "2345"]
    [True, False, False, True]
    """
    hands = [f"1112345678999{one}{suit}" for suit in "mps" for one in "258"]
    return msgspec.structs.replace(fixed("squirming-snake", *hands), example="(111m) (345m) 678m 999m 22m", laid=True)


def fixed(id: str, *hands: str, any_suits: bool = False) -> HandKind:  # noqa: A002 - what it is called everywhere
    """Return a shape of exactly these tiles, or with `any_suits` the same with the suits exchanged.

    >>> ladder = fixed("ladder", "123456789m 11p 777z", any_suits=True)
    >>> ladder.has(Hand.parse("123456789s 11m 777z").key)
    True
    """
    orders = permutations(range(_SUITS)) if any_suits else [range(_SUITS)]
    keys = frozenset(Hand.parse(text).with_suits(order).total for order in orders for text in hands)
    return HandKind(id, keys.__contains__, hands[0], keys=keys)


def _suits_of(key: int) -> list[tuple[int, ...]]:
    counts = counted(key)
    return sorted(counts[_OF_SUIT * suit : _OF_SUIT * (suit + 1)] for suit in range(_SUITS))


def _knitted(key: int) -> bool:
    if key >= _FIRST_HONOUR:
        return False
    none, one, other = _suits_of(key)
    return not any(none) and one == other


def _knitted_in_threes(key: int) -> bool:
    if key >= _FIRST_HONOUR:
        return False
    one, other, more = _suits_of(key)  # the one with a number less comes first
    return other == more and sorted(b - a for a, b in zip(one, other, strict=True)) == [0] * (_OF_SUIT - 1) + [1]
