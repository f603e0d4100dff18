"""Look-ups behind `mjcompanion.scoring.shanten`: each is a dictionary that fills as it is used.

A suit is a number that counts its tiles four bits each, and those of them laid out 36 bits higher. What it lacks is
one of few hundred rows (see `reading`), so rows are numbers too, and two suits are merged by a look-up.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import Final

from mjcompanion.scoring.decompose import SUIT_BITS, SUIT_MASK
from mjcompanion.scoring.shanten.reading import COPIES, LOW, MOST_SETS, Compiled, Reader, Row, halves, merged, unpacked
from mjcompanion.storage.package_data import data

_KEPT: Final = 1 << 16
_MANY_KEPT: Final = 1 << 14
"""So many entries a dictionary holds at most, some 30 MB all together; then it begins anew."""
MERGE_BITS: Final = 15
"""The number of a row has fewer bits than this."""
_LOW_BITS: Final = 4 * LOW
_LOW_MASK: Final = (1 << _LOW_BITS) - 1
_LOW_UNITS: Final = tuple((1 << place, 1 << 4 * place) for place in range(LOW))
_HIGH_UNITS: Final = tuple((1 << LOW + place, 1 << 4 * place) for place in range(9 - LOW))
_PLACES: Final = tuple(tuple(place for place in range(9) if bits >> place & 1) for bits in range(1 << 9))
"""The places that bits stand for."""

Gain = tuple[int, int, tuple[int, ...]]
"""The number of a row that drawing some tiles leads to; these tiles as bits, and as places in their suit."""
Drop = tuple[int, tuple[tuple[int, int], ...]]
"""The number of a row that discarding some tiles leads to; for each of these its place and the suit without it."""

ROWS: Final[list[Row]] = []
_numbers: Final[dict[Row, int]] = {}
"""Each row in the order in which it was first met. Its number is for good: other tables hold on to it."""
_numbering: Final = Lock()


def number_of(row: Row) -> int:
    """The number that stands for a row."""
    found = _numbers.get(row)
    if found is None:
        with _numbering:  # somebody may play on while the coach thinks on another thread
            found = _numbers.get(row)
            if found is None:
                ROWS.append(row)
                found = _numbers[row] = len(ROWS) - 1
    return found


class _Table:
    """One of the two tables in the file, ready for look-ups."""

    def __init__(self, found: Compiled, places: int) -> None:
        lines, columns = _numbers_in(found.lines), _numbers_in(found.columns)
        width = max(columns) + 1
        self.low = {key: number * width for key, number in zip(halves(LOW), lines, strict=True)}
        self.high = dict(zip(halves(places - LOW), columns, strict=True))
        self.rows = found.table.translate(bytes([number_of(row) for row in found.rows]).ljust(256))


def _numbers_in(two_bytes: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(two_bytes) // 2}H", two_bytes)


@cache
def _tables() -> tuple[_Table, _Table]:
    """The tables of the suits and of the honours; reading them takes a few milliseconds."""
    suits, honours = unpacked(data("away.bin"))
    return _Table(suits, 9), _Table(honours, 7)


class Rows(dict[int, int]):
    """By suit: the number of its row.

    >>> list(ROWS[Rows(suited=True)[0x11000000]])  # 78
    [0, 1, 4, 7, 10, 1, 3, 6, 9, 12]
    >>> Rows(suited=False)[5]
    Traceback (most recent call last):
    ...
    ValueError: there are more than four of a tile
    """

    def __init__(self, *, suited: bool) -> None:
        super().__init__()
        self.suited = suited
        self._reader = Reader(suited=suited)
        self._reading = Lock()

    def __missing__(self, suit: int) -> int:
        if len(self) >= _KEPT:
            self.clear()
        if suit >> SUIT_BITS:
            found = self._beside_laid(suit & SUIT_MASK, suit >> SUIT_BITS)
        else:
            table = _tables()[not self.suited]
            try:
                found = table.rows[table.low[suit & _LOW_MASK] + table.high[suit >> _LOW_BITS]]
            except KeyError:
                raise ValueError("there are more than four of a tile") from None
        self[suit] = found
        return found

    def _beside_laid(self, suit: int, laid: int) -> int:
        """The row where tiles are laid out: the hand can't use these again."""
        places = range(self._reader.places)
        counts = [suit >> 4 * place & 15 for place in places]
        limits = [COPIES - (laid >> 4 * place & 15) for place in places]
        if any(count > limit for count, limit in zip(counts, limits, strict=True)):
            raise ValueError("there are more than four of a tile")
        with self._reading:
            row = self._reader.row(counts, limits)
        return number_of(row)


class Gains(dict[int, tuple[Gain, ...]]):
    """By suit: the rows that one tile more leads to, where they are others, and which tiles do.

    >>> for row, bits, places in Gains(Rows(suited=True))[0x11000000]:  # 78
    ...     print(list(ROWS[row]), f"{bits:b}", places)
    [0, 1, 3, 6, 9, 1, 2, 5, 8, 11] 11111 (0, 1, 2, 3, 4)
    [0, 0, 3, 6, 9, 1, 2, 5, 8, 11] 100100000 (5, 8)
    [0, 1, 3, 6, 9, 0, 2, 5, 8, 11] 11000000 (6, 7)
    """

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, suit: int) -> tuple[Gain, ...]:
        if len(self) >= _MANY_KEPT:
            self.clear()
        old = self._rows[suit]
        tiles: dict[int, int] = {}
        for bit, row in self._drawn(suit):
            if row != old:
                tiles[row] = tiles.get(row, 0) | bit
        found = self[suit] = tuple([(row, bits, _PLACES[bits]) for row, bits in tiles.items()])
        return found

    def _drawn(self, suit: int) -> Iterator[tuple[int, int]]:
        """The bit of each tile that can be drawn, and the row that it leads to."""
        rows = self._rows
        laid = suit >> SUIT_BITS
        if laid:
            held = suit + laid
            for place in range(9 if rows.suited else 7):
                if held >> 4 * place & 15 < COPIES:
                    yield 1 << place, rows[suit + (1 << 4 * place)]
            return
        table = _tables()[not rows.suited]
        low, high = suit & _LOW_MASK, suit >> _LOW_BITS
        line, column = table.low[low], table.high[high]
        for bit, unit in _LOW_UNITS:
            other = table.low.get(low + unit)  # five of a tile are not there
            if other is not None:
                yield bit, table.rows[other + column]
        for bit, unit in _HIGH_UNITS:
            other = table.high.get(high + unit)
            if other is not None:
                yield bit, table.rows[line + other]


class Drops(dict[int, tuple[Drop, ...]]):
    """By suit: the rows that one tile less leads to, and which tiles do.

    >>> for row, tiles in Drops(Rows(suited=True))[0x112]:
    ...     print(list(ROWS[row])[:2], [(place, f"{left:x}") for place, left in tiles])
    [0, 0] [(0, '111')]
    [0, 1] [(1, '102'), (2, '12')]
    """

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, suit: int) -> tuple[Drop, ...]:
        if len(self) >= _MANY_KEPT:
            self.clear()
        found: dict[int, list[tuple[int, int]]] = {}
        for place in range(9 if self._rows.suited else 7):
            if suit >> 4 * place & 15:
                left = suit - (1 << 4 * place)
                found.setdefault(self._rows[left], []).append((place, left))
        self[suit] = drops = tuple([(row, tuple(tiles)) for row, tiles in found.items()])
        return drops


class Merges(dict[int, int]):
    """By two rows, the number of one `MERGE_BITS` higher: the number of what two suits with these rows lack."""

    def __missing__(self, both: int) -> int:
        one, other = both >> MERGE_BITS, both & (1 << MERGE_BITS) - 1
        found = self[both] = self[other << MERGE_BITS | one] = number_of(merged(ROWS[one], ROWS[other]))
        return found


class Ends(dict[int, int]):
    """By two rows, likewise: the tiles missing to the sets not laid out and a pair, if these are all there is."""

    def __init__(self, sets: int) -> None:
        super().__init__()
        self._place = 2 * MOST_SETS + 1 - sets

    def __missing__(self, both: int) -> int:
        found = self[both] = ROWS[MERGED[both]][self._place]
        return found


_suits, _honours = Rows(suited=True), Rows(suited=False)
_gains, _honour_gains = Gains(_suits), Gains(_honours)
_drops, _honour_drops = Drops(_suits), Drops(_honours)
SUIT_ROWS: Final = (_suits, _suits, _suits, _honours)
SUIT_GAINS: Final = (_gains, _gains, _gains, _honour_gains)
SUIT_DROPS: Final = (_drops, _drops, _drops, _honour_drops)
"""For characters, dots, bamboos and honours: their rows, what drawing and what discarding a tile makes of them."""
MERGED: Final = Merges()
ENDS: Final = tuple(Ends(sets) for sets in range(MOST_SETS + 1))
"""By the number of sets laid out."""
