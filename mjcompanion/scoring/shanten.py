"""How many tiles a hand needs for Mah Jongg, which tiles improve it, and which discard is best.

Hands are keys: numbers that count tiles four bits each (`Hand.key`). `mjcompanion.solitaire.hand_advice` answers for
people.

A hand is **away** by the number of tiles that must still be exchanged for four sets and a pair. 0 is Mah Jongg and 1
is waiting, so this is the shanten number plus one. It counts what can be made of the hand and of any tiles, four of
each, including those of the sets laid out; what others hold or have discarded does not matter. Seven pairs and thirteen
orphans are not considered.

How it works
    No set spans two suits, so each suit (and the honours) is looked at by itself. What a suit needs is a **row** of ten
    numbers: the tiles missing for no, one, … four sets, then for as many sets and a pair. What two suits need together
    is a row again (`_merge`): the best division of the sets and the pair among them. Merging all four suits leaves one
    row, in which the number of sets still needed is looked up.

    `_Reader` finds the row of a suit by reading its tiles from 1 to 9. Only the **plans** matter for the rest of the
    suit: how many chows still need this tile and the next, and which sets, pair and missing tiles they have so far. A
    plan that needs more and has less than another is dropped, so there are only some thousand different lists of plans.
    Each has a number, and each step from one to the next is worked out once.

    A coach asks millions of times about the same suits. So everything below is kept in dictionaries that fill as they
    are used: the row of each suit (`SUIT_ROWS`), the better rows that one more tile leads to (`SUIT_GAINS`), the rows
    that a discard leads to (`SUIT_DROPS`), and the merged rows (`MERGED`). There are only some hundred different rows,
    so that they have numbers too, and two of these numbers side by side are the key of a merged row. A suit is a number
    of 36 bits; tiles of it that are laid out are counted in the next 36.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Final, TypeVar

from mjcompanion.core.tiles import PLAIN_TILES, Tile
from mjcompanion.scoring.decompose import SUIT_BITS, SUIT_MASK

MERGE_BITS: Final = 15
"""The number of a row has fewer bits than this."""
_MOST_SETS: Final = 4
_COPIES: Final = 4
_NEVER: Final = 15
"""Tiles missing from what can't be made at all; 14 are missing at most."""
_MOST_CHOWS: Final = 2
"""Chows that begin with the same tile: three of them are three pungs."""
_MOST_STATES: Final = 10_000
_MOST_KEPT: Final = 1 << 16
"""Entries of a dictionary, some 30 MB in all, before it starts again."""

Row = bytes
Plan = tuple[int, int, int, int, int]
"""Chows that need this tile, chows that need this one and the next, sets, pairs, tiles missing."""
Plans = tuple[Plan, ...]
Gain = tuple[int, int, tuple[int, ...]]
"""The number of the row that drawing some tiles leads to; these tiles as bits, and as places in their suit."""
Drop = tuple[int, tuple[tuple[int, int], ...]]
"""The number of the row that discarding some tiles leads to; for each tile its place and the suit without it."""
Choice = tuple[Tile, int, int, int]
"""A tile to discard; how far away the hand is then; how many unseen tiles improve it; which, a bit for each face."""

V = TypeVar("V")


def away(key: int, sets: int = 0, laid: int = 0) -> int:
    """Return how many tiles must still be exchanged for Mah Jongg: 0 is Mah Jongg, 1 is waiting.

    Args:
        key: the concealed plain tiles, as `Hand.key` counts them. Any number of tiles will do.
        sets: how many sets are laid out, 0 to 4.
        laid: the tiles of these sets, counted likewise. Without them, four of each tile can be had.

    Raises:
        ValueError: there are more than four of a tile.

    >>> from mjcompanion.core.hand import Hand
    >>> away(Hand.parse("123m 456p 789s 11z 55z").key), away(Hand.parse("147m 258p 369s 1234z").key)
    (1, 9)
    >>> waiting = Hand.parse("46p 99s 123m 789m (5555p)")  # but the hand has used up all four
    >>> away(waiting.key, 1), away(waiting.key, 1, waiting.melds[0].key)
    (1, 2)

    """
    a, b, c, d = _rows_of(_suits_of(key, laid))
    return ENDS[sets][MERGED[a << MERGE_BITS | b] << MERGE_BITS | MERGED[c << MERGE_BITS | d]]


def improving(key: int, sets: int = 0, laid: int = 0) -> tuple[Tile, ...]:
    """Return the tiles of which one more brings a hand nearer to Mah Jongg.

    The arguments are those of `away`, for a hand that is about to draw. Tiles of which it has all four are left out.

    >>> from mjcompanion.core.hand import Hand
    >>> improving(Hand.parse("1112345678999m").key)[::4], improving(Hand.parse("46p 99s 123789m").key, 1)
    ((Tile.parse('1m'), Tile.parse('5m'), Tile.parse('9m')), (Tile.parse('5p'),))

    """
    ends, suits = ENDS[sets], _suits_of(key, laid)
    rows = _rows_of(suits)
    rest = _merge_three(rows, _merge_pairs(rows))
    now = ends[rows[0] << MERGE_BITS | rest[0]]
    found = 0
    for at in range(4):
        others = rest[at] << MERGE_BITS
        for row, bits, _ in SUIT_GAINS[at][suits[at]]:
            if ends[others | row] < now:
                found |= bits << 9 * at
    return tiles_in(found)


def tiles_in(bits: int) -> tuple[Tile, ...]:
    """Return the tiles of a number with a bit for each face.

    >>> tiles_in(1 << 33 | 1)
    (Tile.parse('1m'), Tile.parse('7z'))
    """
    return tuple([tile for tile in PLAIN_TILES if bits >> tile & 1])


def best_discards(key: int, sets: int, laid: int, unseen: Sequence[int]) -> list[Choice]:
    """Return every different discard of a hand that has just drawn, the best first.

    The best leaves the hand nearest; then the most unseen tiles improve it; then honours go before 1s and 9s, these
    before 2s and 8s, and these before the others, each kind in the order of the tiles.

    Args:
        key: the concealed plain tiles, 14 less three for each set laid out.
        sets: how many sets are laid out.
        laid: the tiles of these sets.
        unseen: for each of the 34 plain faces how many the player has not seen.

    >>> from mjcompanion.core.hand import Hand
    >>> hand = Hand.parse("123m 456p 789s 11z 55z 9p")
    >>> unseen = [4 - (hand.key >> 4 * tile & 15) for tile in PLAIN_TILES]
    >>> for tile, far, count, bits in best_discards(hand.key, 0, 0, unseen)[:3]:
    ...     print(tile, far, count, *tiles_in(bits))
    9p 1 4 1z 5z
    1z 2 15 7p 8p 9p 1z 5z
    5z 2 15 7p 8p 9p 1z 5z

    """
    ends, merged, suits = ENDS[sets], MERGED, _suits_of(key, laid)
    rows = _rows_of(suits)
    two = _merge_pairs(rows)
    rest = _merge_three(rows, two)
    gains = [
        [(row, bits << 9 * at, sum([unseen[9 * at + place] for place in places])) for row, bits, places in found]
        for at, found in enumerate([table[suit] for table, suit in zip(SUIT_GAINS, suits, strict=True)])
    ]
    choices: list[Choice] = []
    for at, suit in enumerate(suits):
        others, first, table = rest[at] << MERGE_BITS, 9 * at, SUIT_GAINS[at]
        for row, tiles in SUIT_DROPS[at][suit]:
            now = ends[others | row]
            count_elsewhere = elsewhere = 0
            for other, found in enumerate(gains):
                if other != at and found:
                    three = merged[two[at][other] << MERGE_BITS | row] << MERGE_BITS
                    for better, bits, count in found:
                        if ends[three | better] < now:
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


def _usefulness(tile: Tile) -> int:
    """Rank discards that are otherwise equal: honours are the least useful, then 1s and 9s, then 2s and 8s."""
    return 0 if tile.is_honour else min(tile.rank, 10 - tile.rank, 3)


_ORDER: Final = tuple(_usefulness(tile) << 6 | tile for tile in PLAIN_TILES)


# --- a hand as its four suits


def _suits_of(key: int, laid: int) -> tuple[int, int, int, int]:
    """Split a hand into the suits and the honours, each with its tiles laid out above the others."""
    characters, dots, bamboos = key & SUIT_MASK, key >> 36 & SUIT_MASK, key >> 72 & SUIT_MASK
    if not laid:
        return characters, dots, bamboos, key >> 108
    return (
        characters | (laid & SUIT_MASK) << SUIT_BITS,
        dots | (laid >> 36 & SUIT_MASK) << SUIT_BITS,
        bamboos | (laid >> 72 & SUIT_MASK) << SUIT_BITS,
        key >> 108 | laid >> 108 << SUIT_BITS,
    )


def _rows_of(suits: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    a, b, c, d = suits
    return _suits[a], _suits[b], _suits[c], _honours[d]


def _merge_pairs(rows: tuple[int, int, int, int]) -> tuple[tuple[int, ...], ...]:
    """For each suit and each other one, merge the two that are neither; for itself, nothing."""
    a, b, c, d = rows
    ab, ac, ad = MERGED[a << MERGE_BITS | b], MERGED[a << MERGE_BITS | c], MERGED[a << MERGE_BITS | d]
    bc, bd, cd = MERGED[b << MERGE_BITS | c], MERGED[b << MERGE_BITS | d], MERGED[c << MERGE_BITS | d]
    return (0, cd, bd, bc), (cd, 0, ad, ac), (bd, ad, 0, ab), (bc, ac, ab, 0)


def _merge_three(rows: tuple[int, int, int, int], two: tuple[tuple[int, ...], ...]) -> tuple[int, int, int, int]:
    """For each suit, merge the other three."""
    a, b, c, d = rows
    cd, ab = two[0][1] << MERGE_BITS, two[3][2] << MERGE_BITS
    return MERGED[cd | b], MERGED[cd | a], MERGED[ab | d], MERGED[ab | c]


# --- reading a suit


class _Reader:
    """Reads the suits, or the honours, tile by tile, and remembers every step.

    >>> reader = _Reader(suited=True)
    >>> list(reader.row([0, 0, 0, 0, 0, 0, 1, 1, 0], [4] * 9))  # 78: one tile makes a chow, or a pair
    [0, 1, 4, 7, 10, 1, 3, 6, 9, 12]
    >>> list(reader.row([0, 0, 0, 0, 0, 0, 1, 1, 0], [4] * 5 + [0, 4, 4, 0]))[1]  # if no 6 and no 9 can be had
    2
    """

    def __init__(self, *, suited: bool) -> None:
        self.places = 9 if suited else 7
        self._suited = suited
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        start: Plans = ((0, 0, 0, 0, 0),)
        self._states = [start]
        self._numbers = {start: 0}
        self._steps: dict[tuple[int, int, int, bool], int] = {}

    def row(self, counts: Sequence[int], limits: Sequence[int]) -> Row:
        """Return the tiles missing, from the number of each tile, and the number of each that the hand may use."""
        with self._lock:
            if len(self._states) > _MOST_STATES:
                self._forget()
            state = 0
            for place in range(self.places):
                with_chows = self._suited and place < self.places - 2
                step = state, counts[place], limits[place], with_chows
                found = self._steps.get(step)
                state = self._step(*step) if found is None else found
            return self._end(state)

    def _step(self, state: int, count: int, limit: int, with_chows: bool) -> int:  # noqa: FBT001 - part of the key
        plans = _best_plans(_plans_after(self._states[state], count, limit, _MOST_CHOWS if with_chows else 0))
        found = self._numbers.setdefault(plans, len(self._states))
        if found == len(self._states):
            self._states.append(plans)
        self._steps[state, count, limit, with_chows] = found
        return found

    def _end(self, state: int) -> Row:
        row = [_NEVER] * 2 * (_MOST_SETS + 1)
        for ending, running, sets, pairs, missing in self._states[state]:
            if ending or running:
                continue
            for pair in range(pairs + 1):
                for some in range(sets + 1):
                    place = (_MOST_SETS + 1) * pair + some
                    row[place] = min(row[place], missing)
        return bytes(row)


def _plans_after(plans: Plans, count: int, limit: int, chows: int) -> Iterable[Plan]:
    """Yield every use of the next tile: in the chows that need it, in a pung, a pair, in chows that begin with it."""
    for ending, running, sets, pairs, missing in plans:
        for pung in range(2 if sets < _MOST_SETS else 1):
            for pair in range(2 - pairs):
                used = ending + running + 3 * pung + 2 * pair
                if used > limit:
                    break
                for begun in range(min(chows, _MOST_SETS - sets - pung, limit - used) + 1):
                    yield running, begun, sets + pung + begun, pairs + pair, missing + max(0, used + begun - count)


def _best_plans(plans: Iterable[Plan]) -> Plans:
    """Drop the plans that another one makes needless: it needs and lacks no more, and has as much."""
    kept: list[Plan] = []
    for plan in sorted(set(plans), key=lambda plan: (plan[4], plan[0] + plan[1], -plan[2], -plan[3])):
        ending, running, sets, pairs, _ = plan
        for other in kept:
            if other[0] <= ending and other[1] <= running and other[2] >= sets and other[3] >= pairs:
                break
        else:
            kept.append(plan)
    return tuple(sorted(kept))


def _merge(one: Row, other: Row) -> Row:
    """Return what two suits need together, from what each needs."""
    some, with_pair = range(_MOST_SETS + 1), _MOST_SETS + 1
    without = [min([one[a] + other[sets - a] for a in range(sets + 1)]) for sets in some]
    paired = [
        min(
            [one[a] + other[with_pair + sets - a] for a in range(sets + 1)]
            + [one[with_pair + a] + other[sets - a] for a in range(sets + 1)]
        )
        for sets in some
    ]
    return bytes([min(missing, _NEVER) for missing in without + paired])


# --- what is kept

ROWS: Final[list[Row]] = []
_numbers: Final[dict[Row, int]] = {}
"""Each row in the order in which it was first met. Its number is for good: other tables hold on to it."""
_numbering: Final = Lock()


def _number_of(row: Row) -> int:
    found = _numbers.get(row)
    if found is None:
        with _numbering:  # somebody may play on while the coach thinks in another thread
            found = _numbers.get(row)
            if found is None:
                ROWS.append(row)
                found = _numbers[row] = len(ROWS) - 1
    return found


class _Kept(dict[int, V]):
    """Answers by key, each found when it is first needed."""

    def __missing__(self, key: int) -> V:
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = self[key] = self._find(key)
        return found

    def _find(self, key: int) -> V:
        raise NotImplementedError


class _Rows(_Kept[int]):
    """By suit: the number of its row.

    >>> list(ROWS[_Rows(suited=True)[0x11000000]])  # 78
    [0, 1, 4, 7, 10, 1, 3, 6, 9, 12]
    >>> _Rows(suited=False)[5]
    Traceback (most recent call last):
    ...
    ValueError: there are more than four of a tile
    """

    def __init__(self, *, suited: bool) -> None:
        super().__init__()
        self._reader = _Reader(suited=suited)
        self.shifts = range(0, 4 * self._reader.places, 4)

    def _find(self, key: int) -> int:
        suit, laid = key & SUIT_MASK, key >> SUIT_BITS
        counts = [suit >> shift & 15 for shift in self.shifts]
        limits = [_COPIES - (laid >> shift & 15) for shift in self.shifts]
        if any(count > limit for count, limit in zip(counts, limits, strict=True)):
            raise ValueError("there are more than four of a tile")
        return _number_of(self._reader.row(counts, limits))


class _Gains(_Kept[tuple[Gain, ...]]):
    """By suit: the other rows that one tile more leads to, and which tiles do.

    >>> for row, bits, places in _Gains(_Rows(suited=True))[0x11000000]:  # 78
    ...     print(list(ROWS[row]), f"{bits:b}", places)
    [0, 1, 3, 6, 9, 1, 2, 5, 8, 11] 11111 (0, 1, 2, 3, 4)
    [0, 0, 3, 6, 9, 1, 2, 5, 8, 11] 100100000 (5, 8)
    [0, 1, 3, 6, 9, 0, 2, 5, 8, 11] 11000000 (6, 7)
    """

    def __init__(self, rows: _Rows) -> None:
        super().__init__()
        self._rows = rows

    def _find(self, key: int) -> tuple[Gain, ...]:
        now, used = self._rows[key], key + (key >> SUIT_BITS)
        places: dict[int, list[int]] = {}
        for place, shift in enumerate(self._rows.shifts):
            if used >> shift & 15 < _COPIES:
                row = self._rows[key + (1 << shift)]
                if row != now:
                    places.setdefault(row, []).append(place)
        return tuple([(row, sum([1 << one for one in found]), tuple(found)) for row, found in places.items()])


class _Drops(_Kept[tuple[Drop, ...]]):
    """By suit: the rows that one tile less leads to, and which tiles do.

    >>> for row, tiles in _Drops(_Rows(suited=True))[0x112]:
    ...     print(list(ROWS[row])[:2], [(place, f"{left:x}") for place, left in tiles])
    [0, 0] [(0, '111')]
    [0, 1] [(1, '102'), (2, '12')]
    """

    def __init__(self, rows: _Rows) -> None:
        super().__init__()
        self._rows = rows

    def _find(self, key: int) -> tuple[Drop, ...]:
        found: dict[int, list[tuple[int, int]]] = {}
        for place, shift in enumerate(self._rows.shifts):
            if key >> shift & 15:
                left = key - (1 << shift)
                found.setdefault(self._rows[left], []).append((place, left))
        return tuple([(row, tuple(tiles)) for row, tiles in found.items()])


class _Merged(dict[int, int]):
    """By two rows side by side: the number of the row of both suits together."""

    def __missing__(self, both: int) -> int:
        one, other = both >> MERGE_BITS, both & (1 << MERGE_BITS) - 1
        found = self[both] = self[other << MERGE_BITS | one] = _number_of(_merge(ROWS[one], ROWS[other]))
        return found


class _Ends(dict[int, int]):
    """By two rows, likewise: the tiles missing from the sets still needed and a pair, where these are all suits."""

    def __init__(self, sets: int) -> None:
        super().__init__()
        self._place = 2 * _MOST_SETS + 1 - sets

    def __missing__(self, both: int) -> int:
        found = self[both] = ROWS[MERGED[both]][self._place]
        return found


_suits, _honours = _Rows(suited=True), _Rows(suited=False)
_gains, _honour_gains = _Gains(_suits), _Gains(_honours)
_drops, _honour_drops = _Drops(_suits), _Drops(_honours)
SUIT_ROWS: Final = (_suits, _suits, _suits, _honours)
SUIT_GAINS: Final = (_gains, _gains, _gains, _honour_gains)
SUIT_DROPS: Final = (_drops, _drops, _drops, _honour_drops)
"""For characters, dots, bamboos and honours: their rows, what drawing and what discarding a tile makes of them."""
MERGED: Final = _Merged()
ENDS: Final = tuple(_Ends(sets) for sets in range(_MOST_SETS + 1))
"""By the number of sets laid out."""
