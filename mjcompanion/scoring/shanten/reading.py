"""How far the tiles of one suit are from sets and pairs, found by reading the suit from 1 to 9.

What has been read so far matters only through the ways to go on: for each, the chows that still want tiles, the sets
and pairs begun, and the tiles missing up to here. A way that asks for more and gives less than another is dropped, so
few states are left: 5,900 for a suit whose tiles can all be had four times. Numbers stand for states, and each step
from one to the next is worked out once, in about 40 µs.

The table that `mjcompanion.scoring.shanten` looks things up in is made from this by tools/build_away.py; what it leaves
out, suits of which tiles are laid out already, is read when it is asked for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

MOST_SETS: Final = 4
COPIES: Final = 4
NEVER: Final = 15
"""Tiles missing from what can't be made at all; 14 are missing at most."""
_CHOWS: Final = 2
"""Chows that begin with the same tile: three of them are three pungs."""
_MOST_STATES: Final = 10_000
"""With so many states, some 4 MB, a reader forgets them all and begins again."""

Row = bytes
"""The tiles missing to at least no, one … four sets, then to at least so many and a pair."""
Way = tuple[int, int, int, int, int]
"""Chows that want this tile, chows that want this one and the next, sets, pairs, tiles missing."""
State = tuple[Way, ...]

_START: Final[State] = ((0, 0, 0, 0, 0),)
_WAYS: Final[dict[Way, Way]] = {}
"""Each way once: thousands of states are made of some hundred."""


class Reader:
    """Reads suits, or the honours, tile by tile; it remembers every step.

    >>> reader = Reader(suited=True)
    >>> list(reader.row([0, 0, 0, 0, 0, 0, 1, 1, 0], [4] * 9))  # 78: one tile makes a chow, or a pair
    [0, 1, 4, 7, 10, 1, 3, 6, 9, 12]
    >>> list(reader.row([0, 0, 0, 0, 0, 0, 1, 1, 0], [4] * 5 + [0, 4, 4, 0]))[1]  # if no 6 and no 9 can be had
    2
    """

    def __init__(self, *, suited: bool) -> None:
        self.places = 9 if suited else 7
        self._suited = suited
        self._forget()

    def _forget(self) -> None:
        self._states: list[State] = [_START]
        self._numbers: dict[State, int] = {_START: 0}
        self._steps: dict[tuple[int, int, int, bool], int] = {}

    def row(self, counts: Sequence[int], limits: Sequence[int]) -> Row:
        """The tiles missing, from how many there are of each tile and how many of each a hand may use."""
        if len(self._states) > _MOST_STATES:
            self._forget()
        state = 0
        for place in range(self.places):
            state = self.step(state, place, counts[place], limits[place])
        return self.end(state)

    def step(self, state: int, place: int, count: int, limit: int = COPIES) -> int:
        """The state after one tile more, of which there are so many and may be used so many."""
        chows = self._suited and place < self.places - 2
        asked = state, count, limit, chows
        found = self._steps.get(asked)
        if found is None:
            ways = _kept(_ways_on(self._states[state], count, limit, _CHOWS if chows else 0))
            found = self._numbers.get(ways)
            if found is None:
                found = self._numbers[ways] = len(self._states)
                self._states.append(ways)
            self._steps[asked] = found
        return found

    def end(self, state: int) -> Row:
        """What a state says when all tiles have been read."""
        row = [NEVER] * 2 * (MOST_SETS + 1)
        for ending, running, sets, pairs, missing in self._states[state]:
            if ending or running:
                continue
            for pair in range(pairs + 1):
                for some in range(sets + 1):
                    place = (MOST_SETS + 1) * pair + some
                    row[place] = min(row[place], missing)
        return bytes(row)


def _ways_on(state: State, count: int, limit: int, chows: int) -> Iterable[Way]:
    """Every way to use the next tile: in the chows that want it, in a pung, a pair, in chows that begin with it."""
    for ending, running, sets, pairs, missing in state:
        for pung in range(2 if sets < MOST_SETS else 1):
            for pair in range(2 - pairs):
                used = ending + running + 3 * pung + 2 * pair
                if used > limit:
                    break
                for begun in range(min(chows, MOST_SETS - sets - pung, limit - used) + 1):
                    yield running, begun, sets + pung + begun, pairs + pair, missing + max(0, used + begun - count)


def _kept(ways: Iterable[Way]) -> State:
    """The ways that no other one makes needless: none asks for less, has as much and lacks no more."""
    kept: list[Way] = []
    for way in sorted(set(ways), key=lambda way: (way[4], way[0] + way[1], -way[2], -way[3])):
        ending, running, sets, pairs, _ = way
        for other in kept:
            if other[0] <= ending and other[1] <= running and other[2] >= sets and other[3] >= pairs:
                break
        else:
            kept.append(way)
    return tuple([_WAYS.setdefault(way, way) for way in sorted(kept)])


def merged(one: Row, other: Row) -> Row:
    """What two suits lack together, from what each lacks: the best way to share the sets and the pair among them.

    >>> suit = Reader(suited=True).row([1, 1, 0, 0, 0, 0, 0, 0, 0], [4] * 9)
    >>> list(merged(suit, suit))
    [0, 1, 2, 5, 8, 1, 2, 4, 7, 10]
    """
    some, with_pair = range(MOST_SETS + 1), MOST_SETS + 1
    alone = [min([one[a] + other[sets - a] for a in range(sets + 1)]) for sets in some]
    paired = [
        min(
            [one[a] + other[with_pair + sets - a] for a in range(sets + 1)]
            + [one[with_pair + a] + other[sets - a] for a in range(sets + 1)]
        )
        for sets in some
    ]
    return bytes([min(missing, NEVER) for missing in alone + paired])


class Compiled(msgspec.Struct, frozen=True, array_like=True):
    """The rows of every suit there can be, in two steps: its tiles 1 to 5 give a line, its tiles 6 to 9 a column.

    `lines` and `columns` are numbers of two bytes, the smaller first, in the order of `halves`; where the two meet in
    `table` stands the place of the row in `rows`.
    """

    lines: bytes
    columns: bytes
    table: bytes
    rows: tuple[Row, ...]


LOW: Final = 5
"""So many tiles of a suit stand in its lower half."""


def halves(places: int) -> list[int]:
    """The keys of every number of copies of so many tiles, the first tile's number changing fastest.

    >>> [f"{key:02x}" for key in halves(2)[:7]]
    ['00', '01', '02', '03', '04', '10', '11']
    """
    keys = [0]
    for place in range(places):
        keys = [key | count << 4 * place for count in range(COPIES + 1) for key in keys]
    return keys


def unpacked(file: bytes) -> tuple[Compiled, Compiled]:
    """The tables of the suits and of the honours, from the file that the program brings."""
    return msgspec.msgpack.decode(zlib.decompress(file), type=tuple[Compiled, Compiled])
