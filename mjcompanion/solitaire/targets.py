"""The value of hands in Kemp's Chinese game: which one to go for, early and small or late and large.

An **aim** is a hand to go for: a suit (or any suits, or none), the number of its sets, pungs of certain honours, and
the pair. It is worth its likely score times the part of the wall that should be left when it is finished, which depends
on how far the hand is from it and on how many of the tiles it lacks are unseen. All is worked out on plain numbers: a
game asks some sixty times, and play-outs play hundreds of games.

The points and doubles of an aim are those of the rules. The time it takes is estimated, with constants tuned on
thousands of games (`tests/bench/bench_solitaire.py` prints their results).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import exp
from operator import itemgetter
from typing import Final, NamedTuple

from mjcompanion.core.hand import ALL_MELDS, UNITS, MeldKind
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import FIRST_FLOWER, FIRST_HONOUR, Wind
from mjcompanion.rulesets import options_for
from mjcompanion.rulesets.kemp_chinese import KEMP_CHINESE
from mjcompanion.scoring.decompose import SUIT_MASK
from mjcompanion.scoring.rule_table import table_for
from mjcompanion.scoring.shanten import MERGE_BITS, MERGED, ROWS, SUIT_GAINS, SUIT_ROWS, best_discards
from mjcompanion.scoring.sheet import KEMP_TILES

ANY, NONE = 3, 4
"""In the place of a suit: any suits, and no suit tile at all."""
SETS: Final = 4


class Strategy(enum.StrEnum):
    """How East continues."""

    BEST = "best"
    """For the hand that promises most, whichever that is at the time."""
    EARLY = "early"
    """For Mah Jongg as early as can be, with any suits."""
    LATE = "late"
    """For a large hand, of one suit or of honours, however long it takes."""


# --- tuned constants

ONE_SUIT: Final = (0.0, 0.17, 0.30, 0.33, 0.60, 0.50, *[0.45] * 9)
ANY_SUIT: Final = (0.0, 0.022, 0.08, 0.12, 0.23, *[0.3] * 10)
"""The part of the suit's tiles that helps, by how many tiles the hand lacks."""
OWN: Final = 0.22
"""The weight of a tile that can't be claimed: East draws only one of four."""
SINGLE: Final = 1.0
"""How much longer than one wait it takes to make a single honour a pung."""
NORM: Final = 1.8
"""The norm that adds up simultaneous waits: 1 is one after the other, infinity the longest alone."""
PATIENCE: Final = 1.1
"""How many times the score at hand a larger hand must promise to be worth waiting for."""
SUIT_SET: Final = 2.5
"""The average points of a set of the suit."""
KONG_RISK: Final = 0.95
"""A kong is declared if the hand keeps this part of its worth; the loose tile makes up for the rest."""
TOP: Final = 3
"""The number of aims that are compared closely."""
WORTH_A_LOOK: Final = 0.3
"""The part of the best aim's worth that another needs to be compared."""

_HONOUR_SHIFT: Final = 4 * FIRST_HONOUR
_HONOURS: Final = range(FIRST_FLOWER - FIRST_HONOUR)
_DOUBLING: Final = (1, 0, 0, 0, 1, 1, 1)
"""Which honours double as a pung: East, the player's own wind, and the dragons."""
_PAIR_POINTS: Final = (4, 2, 2, 2, 2, 2, 2)
_PUNG, _HELD_PUNG, _NO_RUNS, _WON, _PURE, _MIXED = 4, 8, 10, 20, 3, 1
_HONOURS_BIT: Final = 8
_NEVER: Final = 1e6


def _by_then(events: int, expected: float) -> float:
    """Return the chance of at least this many events where `expected` are expected (Poisson's distribution)."""
    term = exp(-expected)
    below = 0.0
    for count in range(events):
        below += term
        term *= expected / (count + 1)
    return 1.0 - below


_FINENESS: Final = 25
_FARTHEST: Final = 4.0


@cache
def _left_over(waits: int) -> list[float]:
    """Return what is left on average after this many waits, by how long all of them should take (in 1/25).

    Each wait is as long as the next one on average, and memoryless (Erlang's distribution).
    """
    waits = max(waits, 1)
    line = [1.0]
    for step in range(1, round(_FARTHEST * _FINENESS) + 2):
        mean = step / _FINENESS
        rate = waits / mean
        line.append(max(0.0, _by_then(waits, rate) - mean * _by_then(waits + 1, rate)))
    return line


@cache
def _claims(suit: int) -> int:
    """Return, for the tiles of a suit, those that could be claimed for a chow or a pung, as bits."""
    counts = [0, 0, *[suit >> 4 * place & 15 for place in range(9)], 0, 0]
    bits = 0
    for place in range(9):
        near = [counts[at] > 0 for at in (place, place + 1, place + 3, place + 4)]
        if counts[place + 2] > 1 or any(one and other for one, other in pairwise(near)):
            bits |= 1 << place
    return bits


_rows: Final = SUIT_ROWS[0]
_gains: Final = SUIT_GAINS[0]

COLOURS: Final = tuple(1 << meld.tile // 9 for meld in ALL_MELDS)
"""By code of a set: a bit for its suit, or for the honours."""
_IS_CHOW: Final = tuple(meld.kind is MeldKind.CHOW for meld in ALL_MELDS)


class HandPosition:
    """What East knows at one moment, as numbers.

    `key` counts the tiles in hand (`Hand.key`), `laid` are the codes of the sets laid out (`Meld.code`), `unseen` says
    how many of each of the 34 plain faces are hidden, `hidden` how many tiles are, flowers among them; `wall` of them
    can still be drawn. `strategy` is how East plays on.
    """

    def __init__(
        self,
        key: int,
        laid: Sequence[int],
        flowers: Sequence[int],
        unseen: Sequence[int],
        *,
        hidden: int,
        wall: int,
        options: Options | None = None,
        strategy: Strategy = Strategy.BEST,
    ) -> None:
        self.key, self.laid, self.flowers, self.unseen = key, laid, flowers, unseen
        self.hidden, self.wall = hidden, wall
        self.options = options_for(KEMP_CHINESE) if options is None else options
        self.strategy = strategy
        self.sets, self.chows = len(laid), sum([_IS_CHOW[code] for code in laid])
        self.colours = 0
        """A bit for each suit, and one for the honours, of what is laid out."""
        table = table_for(KEMP_CHINESE, self.options, Wind.EAST, Wind.EAST, True)
        bonus = table.flowers[sum([1 << tile - FIRST_FLOWER for tile in flowers])]
        self.points, self.doubles = bonus.points, bonus.doubles
        for code in laid:
            self.colours |= COLOURS[code]
            self.points += table.sets[code].points
            self.doubles += table.sets[code].doubles


class Aim(NamedTuple):
    """A hand to go for, and its likely score.

    `sets` are the missing sets of the suit, and `pair` says whether the pair is of the suit too. `pungs` are honours,
    0 east to 6 red, and `eyes` is the honour of the pair (-1: none).
    """

    suit: int
    sets: int
    pair: bool
    pungs: tuple[int, ...]
    eyes: int
    score: float


def aims_of(position: HandPosition, key: int) -> list[Aim]:
    """Return the hands that these tiles can become."""
    needed = SETS - position.sets
    honours, unseen = key >> _HONOUR_SHIFT, position.unseen
    counts = [honours >> 4 * at & 15 for at in _HONOURS]
    ranked = _promising(counts, unseen)
    most = min(needed, len(ranked), 1 + len([at for at in ranked if counts[at] > 1]))
    found: list[Aim] = []
    for count in range(most + 1):
        pungs = tuple(ranked[:count])
        eyes = _eyes(counts, unseen, ranked, count) if count < needed or len(ranked) > count else -1
        for pair_of in (-1, eyes) if eyes >= 0 else (-1,):
            found += _aims_with(position, counts, needed, pungs, pair_of)
    if not position.colours & 7 and len(ranked) > needed and most < needed:
        found += _aims_with(position, counts, needed, tuple(ranked[:needed]), ranked[needed])
    if position.strategy is Strategy.BEST:
        return found
    early = position.strategy is Strategy.EARLY
    return [aim for aim in found if (aim.suit == ANY) is early] or found


def _promising(counts: Sequence[int], unseen: Sequence[int]) -> list[int]:
    """Return the honours that may become pungs, best first: most in hand, then doubling, then most unseen."""
    kinds = []
    for at in _HONOURS:
        count = counts[at]
        if count:
            left = unseen[FIRST_HONOUR + at]
            if count + left > 2:
                kinds.append((-4 * count - 2 * _DOUBLING[at] - (left > 1), at))
    kinds.sort()
    return [at for _, at in kinds]


def _eyes(counts: Sequence[int], unseen: Sequence[int], ranked: Sequence[int], count: int) -> int:
    """Return the honour for the pair, if the first `count` of the ranked ones are to be pungs."""
    for at in ranked[count : count + 2]:
        if counts[at] > 1:
            return at
    used = ranked[:count]
    single = -1
    for at in _HONOURS:
        if at not in used:
            if counts[at] == 2:
                return at
            if single < 0 and counts[at] == 1 and unseen[FIRST_HONOUR + at] > 1:
                single = at
    return single


def _aims_with(
    position: HandPosition, counts: Sequence[int], needed: int, pungs: tuple[int, ...], eyes: int
) -> Iterator[Aim]:
    """The aims with these honours: the other sets of any suits, and of each suit that what is laid out allows."""
    points, doubles = _WON + position.points, position.doubles
    for at in pungs:
        points += _HELD_PUNG if counts[at] > 2 else _PUNG
        doubles += _DOUBLING[at]
    if eyes >= 0:
        points += _PAIR_POINTS[eyes]
    in_suit = needed - len(pungs)
    suits = position.colours & 7
    if not in_suit and not position.chows:
        points += _NO_RUNS
    if not in_suit and eyes >= 0:
        if not suits:
            doubles += _PURE
        elif suits & suits - 1 == 0:
            doubles += _MIXED
        yield Aim(NONE, 0, False, pungs, eyes, points * 2.0**doubles)
        return
    score = points + SUIT_SET * in_suit + (_NO_RUNS - 2 if points == _WON else 0)
    yield Aim(ANY, in_suit, eyes < 0, pungs, eyes, score * 2.0**doubles)
    mixed = pungs or eyes >= 0 or position.colours & _HONOURS_BIT
    score *= 2.0 ** (doubles + (_MIXED if mixed else _PURE))
    for suit in range(3):
        if not suits & ~(1 << suit):
            yield Aim(suit, in_suit, eyes < 0, pungs, eyes, score)


def worth(position: HandPosition, key: int, aim: Aim) -> float:
    """Return the final score that this aim promises a hand that has just discarded."""
    return _together(position, aim, _of_suits(position, key, aim), _of_honours(position, key >> _HONOUR_SHIFT, aim))


def lacking(position: HandPosition, key: int, aim: Aim) -> int:
    """Return how many tiles a hand that has just discarded lacks for an aim that can still be reached."""
    return _of_suits(position, key, aim)[0] + max(0, _of_honours(position, key >> _HONOUR_SHIFT, aim).waits)


class _Honours(NamedTuple):
    """How many honours an aim lacks (−1: they can't be had any more), and how long they take.

    `time` is the sum of the times for the pungs, each to the power `NORM`; `eyes` is that for the pair as it is.
    """

    waits: int
    time: float
    eyes: float


_DEAD: Final = _Honours(-1, 0.0, 0.0)


def _of_honours(position: HandPosition, honours: int, aim: Aim) -> _Honours:
    unseen, hidden = position.unseen, position.hidden + 1
    waits, time, eyes = 0, 0.0, 0.0
    for at in aim.pungs:
        count = honours >> 4 * at & 15
        if count < 3:
            left = unseen[FIRST_HONOUR + at]
            if count + left < 3:
                return _DEAD
            waits += 3 - count
            one = hidden / (left + 1)
            time += (one if count == 2 else 4 * SINGLE * one) ** NORM
    if aim.eyes >= 0:
        count = honours >> 4 * aim.eyes & 15
        if count < 2:
            left = unseen[FIRST_HONOUR + aim.eyes]
            if count + left < 2:
                return _DEAD
            waits += 2 - count
            eyes = hidden / (left + 1)
    return _Honours(waits, time, eyes)


def _together(position: HandPosition, aim: Aim, suits: tuple[int, float], honours: _Honours) -> float:
    """Return what an aim is worth: its score, adjusted for the part of the wall that should be left."""
    wall = position.wall
    if honours.waits < 0 or not wall:
        return 0.0
    waits = suits[0] + honours.waits
    time = suits[1] + honours.time
    if honours.eyes:
        time += (honours.eyes * (2 if waits > 1 else 1)) ** NORM
    part: float = time ** (1 / NORM) / wall
    if part >= _FARTHEST:
        return 0.0
    at = part * _FINENESS
    low = int(at)
    line = _left_over(waits)
    left_over = line[low] + (line[low + 1] - line[low]) * (at - low)
    return aim.score * left_over * wall / (KEMP_TILES - len(position.flowers))


@lru_cache(1 << 16)
def _improvements(index: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return how many tiles a suit lacks, which tiles improve it that could be claimed, and which must be drawn.

    `index` holds the suit, the row of the other suits together, and the place in the row.
    """
    tiles, others, place = index & SUIT_MASK, index >> 36 & _ROW_MASK, index >> 36 + MERGE_BITS
    above = others << MERGE_BITS
    away = ROWS[MERGED[above | _rows[tiles]]][place]
    claims = _claims(tiles)
    better = [one for row, _, places in _gains[tiles] if ROWS[MERGED[above | row]][place] < away for one in places]
    claimed = tuple([one for one in better if claims >> one & 1])
    drawn = tuple([one for one in better if not claims >> one & 1])
    return away, claimed, drawn


_ROW_MASK: Final = (1 << MERGE_BITS) - 1


def _of_suits(position: HandPosition, key: int, aim: Aim) -> tuple[int, float]:
    """Return how many suit tiles an aim lacks, and how long they take, to the power `NORM`."""
    suit = aim.suit
    if suit == NONE:
        return 0, 0.0
    place, unseen = 5 * aim.pair + aim.sets << 36 + MERGE_BITS, position.unseen
    claimed = drawn = 0
    if suit == ANY:
        a, b, c = key & SUIT_MASK, key >> 36 & SUIT_MASK, key >> 72 & SUIT_MASK
        x, y, z = _rows[a] << MERGE_BITS, _rows[b], _rows[c]
        away = 0
        for first, tiles, others in (
            (0, a, MERGED[y << MERGE_BITS | z]),
            (9, b, MERGED[x | z]),
            (18, c, MERGED[x | y]),
        ):
            away, by_claim, by_draw = _improvements(place | others << 36 | tiles)
            for one in by_claim:
                claimed += unseen[first + one]
            for one in by_draw:
                drawn += unseen[first + one]
    else:
        first = 9 * suit
        # merged with an empty suit, a suit lacks what it lacks
        away, by_claim, by_draw = _improvements(place | _rows[0] << 36 | key >> first * 4 & SUIT_MASK)
        for one in by_claim:
            claimed += unseen[first + one]
        for one in by_draw:
            drawn += unseen[first + one]
    if not away:
        return 0, 0.0
    if not drawn and not claimed:
        return away, _NEVER
    wins = away == 1 and not aim.pungs and aim.eyes < 0
    time = 1 / (claimed + drawn * (1.0 if wins else OWN) + 0.4)
    if away > 1:
        later, usable = (_LATER_ANY, unseen[:FIRST_HONOUR]) if suit == ANY else (_LATER_ONE, unseen[first : first + 9])
        time += later[away] / sum(usable)
    return away, (time * (position.hidden + 1)) ** NORM


def _later(rates: Sequence[float]) -> list[float]:
    """Return, by tiles lacking, the waits after the first, in tiles of the suits that must appear."""
    return [sum([1 / rate for rate in rates[1:away]]) for away in range(len(rates) + 1)]


_LATER_ONE: Final = _later(ONE_SUIT)
_LATER_ANY: Final = _later(ANY_SUIT)


def rated(position: HandPosition, key: int) -> list[tuple[float, Aim]]:
    """Return the aims of a hand with what each is worth, best first."""
    found = [(worth(position, key, aim), aim) for aim in aims_of(position, key)]
    found.sort(key=itemgetter(0), reverse=True)
    return found


def value_after_discard(position: HandPosition, key: int) -> float:
    """Return the final score that a hand promises after its discard."""
    return max([worth(position, key, aim) for aim in aims_of(position, key)])


def discards(position: HandPosition, key: int) -> list[tuple[float, int]]:
    """Return every discard of a hand that must discard, with what the hand is worth then; best first."""
    honours = key >> _HONOUR_SHIFT
    ranked = rated(position, key)[:TOP]
    least = ranked[0][0] * WORTH_A_LOOK
    top = []
    for value, aim in ranked:
        if value >= least:
            parts = _of_suits(position, key, aim), _of_honours(position, honours, aim)
            top.append((aim, value, *parts))
    found = []
    rest = key
    while rest:
        tile = (rest & -rest).bit_length() - 1 >> 2
        rest &= ~(15 << 4 * tile)
        left, suit, honour = key - UNITS[tile], tile // 9, tile - FIRST_HONOUR
        best = 0.0
        for aim, value, of_suits, of_honours in top:
            if suit < ANY:
                if aim.suit == ANY or aim.suit == suit:
                    value = _together(position, aim, _of_suits(position, left, aim), of_honours)
            elif honour in aim.pungs or honour == aim.eyes:
                value = _together(position, aim, of_suits, _of_honours(position, left >> _HONOUR_SHIFT, aim))
            if value > best:
                best = value
        found.append((best, tile))
    found.sort(key=_best_first)
    if found[0][0] <= 0:  # nothing can be finished any more, as far as one can tell: stay as near as can be
        nearest = best_discards(key, position.sets, 0, position.unseen)
        return [(0.0, int(tile)) for tile, *_ in nearest]
    return found


def _best_first(one: tuple[float, int]) -> tuple[float, int, int]:
    """Return the rank of a discard: of tiles that no aim needs, honours go last, because they fit any suit."""
    return -one[0], _KEPT[one[1]], one[1]


_KEPT: Final = (0,) * FIRST_HONOUR + tuple([1 + doubles for doubles in _DOUBLING])
