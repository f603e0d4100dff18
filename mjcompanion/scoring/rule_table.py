"""The rules of one table as look-ups: what a set, the flowers, the win or the tiles give.

Scoring a hand asks the rows of a ruleset the same questions again and again: what is a concealed pung of 3 dots worth,
what do two flowers give South, what does a discard that was the last tile give? Each answer depends on a few facts that
fit in a small key. So a `RuleTable` has a dictionary for each thing that rows look at. It asks the rows when a key is
first needed (`_find_…`: make the facts, take the rows that hold, add up what they give) and keeps the answer. Without
the dictionaries a hand would score the same, some thirty times slower.

The keys are

    sets      the code of a set or pair (see `Meld`)
    flowers   the eight flowers and seasons, a bit each (`Hand.flower_bits`)
    wins      how the last tile came, whether it was the last of the wall, the tile, and what else is known of the win
    kinds     which kinds of tiles there are, a bit each (`kinds_of`)
    places    the set that the winning tile completed, whether it was the only tile by its place, and by the whole hand
    shapes    how many sets there are of each sort
    hands     the shape, the kinds of tiles, and the win but for the winning tile

The key of a shape is a number with four bits for each field of `ShapeFacts`, in their order. Each set adds one to the
fields that count it (`SetAward.counts`): a concealed kong of dragons to `kongs`, `concealed_kongs`, `alike`,
`dragon_sets` and so on. So the key of a hand's shape is the sum of the numbers of its sets. No field runs over, for no
hand has sixteen sets.

Rows on a reading (`On.READING`) look at the sets themselves, so they are asked about each reading of each hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, TypeVar

import msgspec

from mjcompanion.core.hand import ALL_MELDS, FLOWER_MASKS, NO_FEATS, TAKEN, UNITS, By, MeldKind
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import FIRST_FLOWER, FIRST_HONOUR, FLOWER_TILES, GREEN_TILES, PLAIN_TILES, Tile, Wind
from mjcompanion.i18n.translation import N_, when_changed
from mjcompanion.rules.row import (
    FlowerFacts,
    FlowerSetFacts,
    FlowersFacts,
    HandFacts,
    KindFacts,
    On,
    PlaceFacts,
    Rule,
    SetFacts,
    ShapeFacts,
    TileFacts,
    WaitingFacts,
    WinFacts,
)
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.sheet import ScoreLine

K = TypeVar("K")
V = TypeVar("V")


class Lookup(dict[K, V]):
    """Answers by key, each found when it is first needed."""

    def __init__(self, find: Callable[[K], V]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: K) -> V:
        found = self[key] = self._find(key)
        return found


class Award(msgspec.Struct, frozen=True, gc=False):
    """What some rows give together, and the lines of the score sheet that say so.

    `least` is what the hand scores at least, from a share of the limit. `special` is what `Rule.special` rows give.
    """

    points: int = 0
    doubles: int = 0
    least: int = 0
    lines: tuple[ScoreLine, ...] = ()
    special: Award | None = None


NOTHING: Final = Award()


class SetAward(msgspec.Struct, frozen=True, gc=False):
    """What a set or pair gives, its line on the sheet, if any, and what it adds to the key of the shape."""

    points: int
    doubles: int
    least: int
    counts: int
    line: ScoreLine | None


class WinAward(msgspec.Struct, frozen=True, gc=False):
    """What a kind of win gives, and what follows from it for every hand.

    `places` has the sets that the winning tile can complete, and whether it is then the only tile by its place; None
    where there is no winning tile. `bits` are those of `Hand.key` that count it, `taken` means that another player
    had it.
    """

    facts: WinFacts
    without_tile: WinKey
    award: Award
    places: dict[int, bool] | None
    bits: int
    taken: bool


WinKey = tuple[By | None, bool, Tile | None, frozenset[str]]
UNKNOWN_WIN: Final[WinKey] = (None, False, None, NO_FEATS)


class RuleTable:
    """What the rules give at one table, to a winner or a loser, for one seat and prevailing wind.

    >>> from mjcompanion.core.hand import Meld
    >>> from mjcompanion.rulesets import options_for
    >>> rules = Ruleset("traditional")
    >>> table = RuleTable(rules, options_for(rules), Wind.EAST, Wind.EAST, winner=True)
    >>> kong = table.sets[Meld.parse("[7777z]").code]
    >>> kong.points, kong.doubles, table.flowers[0b1].doubles
    (32, 1, 1)
    """

    def __init__(self, rules: Ruleset, options: Options, seat: Wind, round_: Wind, *, winner: bool) -> None:
        self.rules, self.options, self.seat, self.round = rules, options, seat, round_
        self.limit = rules.limit_with(options)
        self.scale = rules.scale_with(options)
        minimum = options.minimum if "minimum" in rules.uses else 0
        in_points = options.minimum_in == "score"
        self.minimum_score, self.minimum_doubles = (minimum, 0) if in_points else (0, minimum)
        self.rounding = rules.rounding_with(options)
        self.with_flowers = rules.with_flowers(options)
        self.rows: dict[On, tuple[Rule, ...]] = dict.fromkeys(On, ())
        for row in rules.rows_with(options):
            if winner or row.everybody:
                self.rows[row.on] += (row,)
        self._single = Lookup(self._find_single)
        self._together: dict[tuple[str, ...], Award] = {}
        self.place_rows, self.hand_rows, self.reading_rows = [
            bool(self.rows[on]) for on in (On.PLACE, On.HAND, On.READING)
        ]
        self.place_matters = self.place_rows or self.reading_rows
        self.only_by_place = options.only_tile_by_shape
        self.sets = Lookup(self._find_set)
        self.flowers = Lookup(self._find_flowers)
        self.wins = Lookup(self._find_win)
        self.kinds = Lookup(self._find_kinds)
        self.places = Lookup(self._find_place)
        self.some_sets = Lookup(self._find_some_sets)
        self.shapes = Lookup(self._find_shape)
        self.hands = Lookup(self._find_hand)
        self.no_points = self.award_of(On.NO_POINTS, None)
        self.no_doubles = self.award_of(On.NO_DOUBLES, None)
        self.hand_kinds = [(kind, self.award_of(On.KIND, KindFacts(kind.id))) for kind in rules.kinds_with(options)]
        self.special_rows = frozenset({row.id for rows in self.rows.values() for row in rows if row.special})

    def value(self, points: int, doubles: int) -> int:
        """Return what points and doubles come to without the limit."""
        return self.scale[min(doubles, len(self.scale) - 1)] if self.scale else points << doubles

    def limited(self, value: int, least: int) -> int:
        """Return a value within the limit, and at least what a share of the limit gives."""
        if self.limit is None:
            return value
        if value < least:
            value = least
        return min(self.limit, value)

    def award_of(self, on: On, facts: object) -> Award:
        """Return what the rows on something give that hold for these facts, a line each."""
        return self._add([row for row in self.rows[on] if row.when(facts)])

    def waiting_award(self, facts: WaitingFacts) -> Award:
        """Return what a hand that did not win is given for what it waited for."""
        return self.award_of(On.WAITING, facts)

    # --- finding what is not known yet

    def _find_set(self, code: int) -> SetAward:
        meld = ALL_MELDS[code]
        facts = SetFacts(meld, self.seat, self.round)
        rows = [row for row in self.rows[On.SET] if row.when(facts)]
        award = self._one_line(rows, ScoreLine((), "", meld=meld, tiles=meld.tiles))
        line = award.lines[0] if award.lines else None
        return SetAward(award.points, award.doubles, award.least, _counts(facts), line)

    def _find_flowers(self, bits: int) -> Award:
        """A line for each flower and for each complete set, then what they give together."""
        tiles = [tile for at, tile in enumerate(FLOWER_TILES) if bits >> at & 1]
        complete = [name for name, mask in FLOWER_MASKS.items() if bits & mask == mask]
        awards = []
        for tile in tiles:
            facts = FlowerFacts(tile, self.seat, str(tile.kind) in complete)
            rows = [row for row in self.rows[On.FLOWER] if row.when(facts)]
            awards.append(self._one_line(rows, ScoreLine((), "", tiles=(tile,))))
        for name in complete:
            of_set = FlowerSetFacts(name, self.seat)
            rows = [row for row in self.rows[On.FLOWER_SET] if row.when(of_set)]
            four = FLOWER_TILES[:4] if name == "flowers" else FLOWER_TILES[4:]
            awards.append(self._one_line(rows, ScoreLine((), "", tiles=four, words=_ALL_FOUR[name])))
        own = sum(tile.wind is self.seat for tile in tiles)
        awards.append(self.award_of(On.FLOWERS, FlowersFacts(len(tiles), own, len(complete))))
        return add(awards)

    def _find_win(self, key: WinKey) -> WinAward:
        facts = WinFacts(*key)
        by, tile = facts.by, facts.tile
        places, bits = None, 0
        if tile is not None and tile < FIRST_FLOWER:
            bits = 15 * UNITS[tile]
            places = _places()[tile] if by is not By.DEAL else None
        without_tile = (by, facts.last_tile, None, facts.feats)
        return WinAward(facts, without_tile, self.award_of(On.WIN, facts), places, bits, by in TAKEN)

    def _find_kinds(self, kinds: int) -> Award:
        return self.award_of(On.TILES, tile_facts(kinds))

    def _find_place(self, key: tuple[int, bool, bool]) -> Award:
        code, only, alone = key
        return self.award_of(On.PLACE, PlaceFacts(ALL_MELDS[code], only, alone))

    def _find_some_sets(self, counts: int) -> Award:
        return self.award_of(On.SETS, shape_facts(counts))

    def _find_shape(self, counts: int) -> Award:
        facts = shape_facts(counts)
        return add([self.award_of(On.SETS, facts), self.award_of(On.SHAPE, facts)])

    def _find_hand(self, key: tuple[int, int, WinKey]) -> Award:
        counts, kinds, win = key
        return self.award_of(On.HAND, HandFacts(shape_facts(counts), tile_facts(kinds), WinFacts(*win)))

    # --- adding up

    def _add(self, rows: list[Rule]) -> Award:
        key = tuple([row.id for row in rows])
        found = self._together.get(key)
        if found is None:
            found = self._together[key] = add([self._single[row] for row in rows])
        return found

    def _find_single(self, row: Rule) -> Award:
        points = row.points_with(self.options)
        share = row.share if self.limit is not None else 0
        if not (points or row.doubles or share):
            return NOTHING
        line = ScoreLine(
            (row.id,),
            row.source,
            points,
            row.doubles,
            words=row.words,
            share=share,
            law_texts=(row.law,) if row.law else (),
            texts=row.texts,
        )
        award = Award(points, row.doubles, self._least(share), (line,))
        return Award(special=award) if row.special else award

    def _one_line(self, rows: list[Rule], start: ScoreLine) -> Award:
        """What rows on one set or flower give, as one line."""
        if not rows:
            return NOTHING
        points = sum([row.points for row in rows])
        doubles = sum([row.doubles for row in rows])
        share = max([row.share for row in rows]) if self.limit is not None else 0
        if not (points or doubles or share):
            return NOTHING
        line = msgspec.structs.replace(
            start,
            rules=tuple(row.id for row in rows),
            source=", ".join(dict.fromkeys(row.source for row in rows)),
            points=points,
            doubles=doubles,
            share=share,
            reasons=tuple(dict.fromkeys(row.words for row in rows if row.words)),
            law_texts=tuple(row.law for row in rows if row.law),
        )
        return Award(points, doubles, self._least(share), (line,))

    def _least(self, share: Fraction | int) -> int:
        return self.limit * share.numerator // share.denominator if self.limit is not None else 0


@lru_cache(maxsize=512)
def table_for(rules: Ruleset, options: Options, seat: Wind, round_: Wind, winner: bool) -> RuleTable:  # noqa: FBT001 - part of the key
    """Return the look-ups for a table; they are made once and fill as they are used."""
    return RuleTable(rules, options, seat, round_, winner=winner)


when_changed(table_for.cache_clear)  # the laws of a house's rows are in the language in use


_ALL_FOUR: Final = {"flowers": N_("all four flowers"), "seasons": N_("all four seasons")}


def add(awards: Iterable[Award]) -> Award:
    """Return several awards as one: points and doubles add up, the largest share of the limit counts."""
    some = [award for award in awards if award is not NOTHING]
    if len(some) < 2:
        return some[0] if some else NOTHING
    special = [award.special for award in some if award.special is not None]
    return Award(
        sum(award.points for award in some),
        sum(award.doubles for award in some),
        max(award.least for award in some),
        tuple(line for award in some for line in award.lines),
        add(special) if special else None,
    )


# --- where a winning tile can be


@cache
def _places() -> tuple[dict[int, bool], ...]:
    """For each tile: the sets it can complete, and whether it is then the only tile by its place."""
    places: tuple[dict[int, bool], ...] = tuple({} for _ in PLAIN_TILES)
    for code, meld in enumerate(ALL_MELDS):
        if meld.kind is not MeldKind.KONG:
            for tile in meld.tiles:
                places[tile][code] = _is_only_place(code, tile)
    return places


def _is_only_place(code: int, tile: Tile) -> bool:
    """Whether this tile alone could complete the set: the pair, the middle of a chow, the 3 of 123, the 7 of 789."""
    meld = ALL_MELDS[code]
    if meld.kind is MeldKind.PAIR:
        return True
    if meld.kind is not MeldKind.CHOW:
        return False
    low, middle, high = meld.tiles
    return tile == middle or (tile == high and low.rank == 1) or (tile == low and high.rank == 9)


# --- the kinds of tiles in a hand


def _bits(tiles: Iterable[int]) -> int:
    return sum(15 << 4 * code for code in tiles)


_PLAIN_SUITS: Final = range(FIRST_HONOUR)
_KINDS: Final = (
    *[_bits(range(first, first + 9)) for first in (0, 9, 18)],
    _bits(range(FIRST_HONOUR, FIRST_FLOWER)),
    _bits(code for code in _PLAIN_SUITS if Tile(code).is_terminal),
    _bits(code for code in _PLAIN_SUITS if Tile(code).is_simple),
    _bits(tile for tile in PLAIN_TILES if tile not in GREEN_TILES),
)
_CHARACTERS, _DOTS, _BAMBOOS, _HONOURS, _TERMINALS, _SIMPLES, _NOT_GREEN = _KINDS


def kinds_of(total_key: int) -> int:
    """Return the kinds of tiles as bits: characters, dots, bamboos, honours, 1s and 9s, 2s to 8s, tiles not all green.

    >>> from mjcompanion.core.hand import Hand
    >>> bin(kinds_of(Hand.parse("19m11z").total)), bin(kinds_of(Hand.parse("5m5p").total))
    ('0b1011001', '0b1100011')
    """
    return (
        (1 if total_key & _CHARACTERS else 0)
        | (2 if total_key & _DOTS else 0)
        | (4 if total_key & _BAMBOOS else 0)
        | (8 if total_key & _HONOURS else 0)
        | (16 if total_key & _TERMINALS else 0)
        | (32 if total_key & _SIMPLES else 0)
        | (64 if total_key & _NOT_GREEN else 0)
    )


@cache
def tile_facts(kinds: int) -> TileFacts:
    """Return what rows on the tiles see, from `kinds_of`."""
    suits = (kinds & 7).bit_count()
    return TileFacts(suits, kinds & 8 != 0, kinds & 16 != 0, kinds & 32 != 0, kinds & 64 == 0)


# --- the shape of a hand: how many sets there are of each sort

_WIDTH: Final = 4
MOST_SETS: Final = 15
"""More sets than this do not fit in the key of a shape."""
_SHIFTS: Final = {name: _WIDTH * at for at, name in enumerate(ShapeFacts.__struct_fields__)}
OPEN_SET: Final = 1 << _SHIFTS["open_sets"]
"""What an exposed set adds to the key of the shape."""


@lru_cache(maxsize=8192)
def shape_facts(counts: int) -> ShapeFacts:
    """Return what rows on the shape see, from its key."""
    return ShapeFacts(*[counts >> shift & MOST_SETS for shift in _SHIFTS.values()])


def chows_in(counts: int) -> int:
    """Return how many chows a shape has, from its key."""
    return counts >> _SHIFTS["chows"] & MOST_SETS


def _counts(facts: SetFacts) -> int:
    """What a set or pair adds to the key of the shape: one to each field that counts it."""
    meld, tile = facts.meld, facts.tile
    is_pair, is_kong, is_alike = facts.is_pair, facts.is_kong, facts.is_alike
    counted = {
        "chows": meld.kind is MeldKind.CHOW,
        "dragon_sets": is_alike and tile.is_dragon,
        "wind_sets": is_alike and tile.is_wind,
        "open_sets": not is_pair and not meld.concealed,
        "kongs": is_kong,
        "alike": is_alike,
        "concealed_alike": is_alike and meld.concealed,
        "concealed_kongs": is_kong and meld.concealed,
        "dragon_pairs": is_pair and tile.is_dragon,
        "wind_pairs": is_pair and tile.is_wind,
        "own_sets": is_alike and facts.is_own,
        "round_sets": is_alike and facts.is_of_round,
        "outer": not all(one.is_simple for one in meld.tiles),
        "own_pairs": is_pair and (facts.is_own or facts.is_of_round),
    }
    return sum([1 << _SHIFTS[name] for name, counts in counted.items() if counts])
