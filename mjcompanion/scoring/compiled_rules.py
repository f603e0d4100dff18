"""A ruleset at one table, worked out into look-up tables.

The rows of a ruleset are asked once for each thing they can be asked about (a set, a flower, a way to win, …); the
answers are kept, so counting a hand is adding up. An answer is one number, its worth, with fields side by side, and
the lines of the score sheet that say why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from operator import and_
from typing import Any, Final, NamedTuple

import msgspec

from mjcompanion.core.hand import ALL_MELDS, FLOWER_MASKS, NO_FEATS, TAKEN, UNITS, By, MeldKind
from mjcompanion.core.options import HIGHEST_LIMIT, Options
from mjcompanion.core.tiles import FIRST_FLOWER, FIRST_HONOUR, FLOWER_TILES, GREEN_TILES, PLAIN_TILES, Tile, Wind
from mjcompanion.i18n.translation import N_
from mjcompanion.rules.house import MOST_DOUBLES, MOST_POINTS
from mjcompanion.rules.row import (
    FlowerFacts,
    FlowerSetFacts,
    FlowersFacts,
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
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.sheet import ScoreLine

# The fields of a worth: points, doubles, then how many pairs, and how many of each of the counts of `ShapeFacts` in
# their order. Who adds worths, or differences of worths, keeps to the fields that are meant. `rules.house` sees to it
# that no house has rows that give more than there is room for, and `MOST_PIECES` that no count runs over.
POINTS_MASK: Final = MOST_POINTS
DOUBLES_SHIFT: Final = MOST_POINTS.bit_length()
DOUBLES_MASK: Final = MOST_DOUBLES
PAIR_SHIFT: Final = DOUBLES_SHIFT + MOST_DOUBLES.bit_length()
MOST_PIECES: Final = 15
PAIR_MASK: Final = MOST_PIECES
_WIDTH: Final = MOST_PIECES.bit_length()
CHOW_SHIFT: Final = PAIR_SHIFT + _WIDTH
_SHIFTS: Final = {name: CHOW_SHIFT + _WIDTH * at for at, name in enumerate(ShapeFacts.__struct_fields__)}
OPEN_SHIFT: Final = _SHIFTS["open_sets"]
_FROM_CHOWS: Final = tuple(shift - CHOW_SHIFT for shift in _SHIFTS.values())
_OPEN: Final = 1 << OPEN_SHIFT


class Award(NamedTuple):
    """What some rows give together: a worth, the lines that say why, and the share of the limit they earn.

    `special` is what rows give that stand in place of the others (see `Rule.special`).
    """

    worth: int
    lines: tuple[ScoreLine, ...]
    share: Fraction | int
    special: Award | None = None


NOTHING: Final = Award(0, (), 0)


class _Table(dict[Any, Any]):
    """Answers of some tables, worked out when first asked for."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables


class FlowerAwards(_Table):
    """Bits of the flowers in a hand: what they give, a line each and a line for each complete set."""

    def __missing__(self, bits: int) -> Award:
        rows, seat = self.tables.rows, self.tables.seat
        complete = {name: bits & mask == mask for name, mask in FLOWER_MASKS.items()}
        limit = self.tables.options.limit
        awards = [
            _flower_award(rows[On.FLOWER], tile, seat, complete[str(tile.kind)], limit)
            for at, tile in enumerate(FLOWER_TILES)
            if bits >> at & 1
        ]
        awards += [_flower_set_award(rows[On.FLOWER_SET], name, seat, limit) for name in complete if complete[name]]
        if rows[On.FLOWERS]:
            own = sum(tile.wind is seat for at, tile in enumerate(FLOWER_TILES) if bits >> at & 1)
            facts = FlowersFacts(bits.bit_count(), own, sum(complete.values()))
            awards.append(self.tables.lines_each(On.FLOWERS, facts))
        found = self[bits] = total(awards)
        return found


@lru_cache(maxsize=512)
def _flower_award(rows: tuple[Rule, ...], tile: Tile, seat: Wind, complete: bool, limit: int | None) -> Award:  # noqa: FBT001 - part of the key
    facts = FlowerFacts(tile, seat, complete)
    return _one_line([row for row in rows if row.when(facts)], ScoreLine((), "", tiles=(tile,)), limit)


@lru_cache(maxsize=32)
def _flower_set_award(rows: tuple[Rule, ...], name: str, seat: Wind, limit: int | None) -> Award:
    tiles = FLOWER_TILES[:4] if name == "flowers" else FLOWER_TILES[4:]
    facts = FlowerSetFacts(name, seat)
    return _one_line(
        [row for row in rows if row.when(facts)], ScoreLine((), "", tiles=tiles, words=_ALL_FOUR[name]), limit
    )


_ALL_FOUR: Final = {"flowers": N_("all four flowers"), "seasons": N_("all four seasons")}


Won = tuple[By | None, bool, Tile | None, frozenset[str]]
"""How the last tile came, whether it was the wall's last, which it was, and whether there was an original call."""


class Awards(_Table):
    """What stands for the facts that some rows look at: what these rows give, a line each."""

    def __init__(self, tables: Tables, rows: tuple[Rule, ...], facts: Callable[[Any], object]) -> None:
        super().__init__(tables)
        self.rows = rows
        self._facts = facts

    def __missing__(self, key: object) -> Award:
        facts = self._facts(key)
        found = self[key] = self.tables.award_of([row for row in self.rows if row.when(facts)])
        return found


def _win_facts(how: Won) -> WinFacts:
    return WinFacts(*how)


@lru_cache(maxsize=8192)
def shape_of(counts: int) -> ShapeFacts:
    """The counts of the sets, from the fields of a worth above the pairs."""
    return ShapeFacts(*[counts >> shift & MOST_PIECES for shift in _FROM_CHOWS])


def _place_facts(place: int) -> PlaceFacts:
    """The facts for four times the code of the set that the winning tile completed, 1 for `only` and 2 for `alone`."""
    return PlaceFacts(ALL_MELDS[place >> 2], place & 1 == 1, place & 2 == 2)


def _waiting_facts(key: tuple[Fraction | int, frozenset[str]]) -> WaitingFacts:
    return WaitingFacts(*key)


def _tile_facts(kinds: int) -> TileFacts:
    """The facts for the kinds of tiles that a hand has, as `composition` tells them."""
    suits = (kinds & 7).bit_count()
    return TileFacts(suits, kinds & 8 != 0, kinds & 16 != 0, kinds & 32 != 0, kinds & 64 == 0)


class Seen(NamedTuple):
    """What a way to win and the kinds of tiles give together, what the kinds give, and what the sets give then."""

    worth: int
    share: Fraction | int
    kinds: Award
    shapes: Awards


class SeenAwards(_Table):
    """Which kinds of tiles a hand has, of hands that were won in one way."""

    def __init__(self, tables: Tables, how: Won) -> None:
        super().__init__(tables)
        by, last_tile, _, feats = how
        self.gives, self.facts = tables.won[how], WinFacts(by, last_tile, None, feats)

    def __missing__(self, kinds: int) -> Seen:
        win, tiles = self.gives, self.tables.tiles[kinds]
        shapes = self.tables.shapes_for(_tile_facts(kinds), self.facts)
        found = self[kinds] = Seen(win.worth + tiles.worth, max(win.share, tiles.share), tiles, shapes)
        return found


class How(NamedTuple):
    """A way to win: what it gives, and what follows from it for every hand.

    `places` are the sets that the winning tile may be part of (None: there is no winning tile), `bits` those of
    `Hand.key` that count it, `taken` says that it came from another player; `usual`: a glance tells that it can be.
    """

    gives: Award
    seen: SeenAwards
    places: dict[int, bool] | None
    bits: int
    taken: bool
    usual: bool


class Hows(_Table):
    """How a hand was won, with all that follows."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._seen: dict[tuple[By | None, bool, frozenset[str], tuple[ScoreLine, ...]], SeenAwards] = {}

    def __missing__(self, how: Won) -> How:
        by, last_tile, tile, feats = how
        gives = self.tables.won[how]
        key = by, last_tile, feats, gives.lines  # few rows ask for the tile
        seen = self._seen.get(key)
        if seen is None:
            seen = self._seen[key] = SeenAwards(self.tables, how)
        plain = tile is not None and tile < FIRST_FLOWER
        places = PLACES[tile] if plain and tile is not None and by is not By.DEAL else None
        bits = 15 * UNITS[tile] if plain and tile is not None else 0
        usual = plain and not feats and by in (By.DRAW, By.DISCARD)
        found = self[how] = How(gives, seen, places, bits, by in TAKEN, usual)
        return found


def _is_only_place(code: int, tile: Tile) -> bool:
    """Whether this tile is the only one by shape to complete the set: the pair, a run's middle, an end run."""
    meld = ALL_MELDS[code]
    if meld.kind is MeldKind.PAIR:
        return True
    if meld.kind is not MeldKind.CHOW:
        return False
    low, middle, high = meld.tiles
    return tile == middle or (tile == high and low.rank == 1) or (tile == low and high.rank == 9)


def _places() -> tuple[dict[int, bool], ...]:
    places: tuple[dict[int, bool], ...] = tuple({} for _ in PLAIN_TILES)
    for code, meld in enumerate(ALL_MELDS):
        if meld.kind is not MeldKind.KONG:
            for tile in meld.tiles:
                places[tile][code] = _is_only_place(code, tile)
    return places


PLACES: Final = _places()
"""For each tile: the sets it can complete, and whether it is then the only tile by shape."""


class Tables:
    """What the rows of a ruleset give for one seat and round wind, to a winner or a loser, with these options."""

    def __init__(self, rules: Ruleset, options: Options, seat: Wind, round_: Wind, *, winner: bool) -> None:
        self.seat = seat
        self.options = options
        self.rows: dict[On, tuple[Rule, ...]] = dict.fromkeys(On, ())
        for row in rules.rows_with(options):
            if winner or row.everybody:
                self.rows[row.on] += (row,)
        self.set_lines, self.sets = _set_tables(self.rows[On.SET], seat, round_, options.limit)
        self.set_shares = {code: line.share for code, line in enumerate(self.set_lines) if line and line.share}
        self.turned = [_turned(self.sets, code) for code in range(len(self.sets))]
        self._alone: dict[str, Award] = {}
        self._together: dict[tuple[str, ...], Award] = {}
        self.flowers = FlowerAwards(self)
        self.won = Awards(self, self.rows[On.WIN], _win_facts)
        self.some_sets = Awards(self, self.rows[On.SETS], shape_of)
        self.shapes = Awards(self, self.rows[On.SETS] + self.rows[On.SHAPE], shape_of)
        self.tiles = Awards(self, self.rows[On.TILES], _tile_facts)
        self.no_points = self.lines_each(On.NO_POINTS, None)
        self.no_doubles = self.lines_each(On.NO_DOUBLES, None)
        self.kinds = [(kind, self.lines_each(On.KIND, KindFacts(kind.id))) for kind in rules.kinds_with(options)]
        self.places = Awards(self, self.rows[On.PLACE], _place_facts) if self.rows[On.PLACE] else None
        self.waiting = Awards(self, self.rows[On.WAITING], _waiting_facts) if self.rows[On.WAITING] else None
        self.special = frozenset({row.id for rows in self.rows.values() for row in rows if row.special})
        self._whole: dict[tuple[Rule, ...], Awards] = {}
        self.hows = Hows(self)

    def shapes_for(self, tiles: TileFacts, win: WinFacts) -> Awards:
        """What the sets together give to a hand of such tiles, won so."""
        rows = tuple([row for row in self.rows[On.HAND] if row.when(tiles) and row.when(win)])
        if not rows:
            return self.shapes
        found = self._whole.get(rows)
        if found is None:
            found = self._whole[rows] = Awards(self, self.shapes.rows + rows, shape_of)
        return found

    def lines_each(self, on: On, facts: object) -> Award:
        """The award of the rows that hold for these facts, a line each."""
        return self.award_of([row for row in self.rows[on] if row.when(facts)])

    def award_of(self, rows: list[Rule]) -> Award:
        """What these rows give together, a line each."""
        if not rows:
            return NOTHING
        key = tuple([row.id for row in rows])
        found = self._together.get(key)
        if found is None:
            found = self._together[key] = total([award for row in rows if (award := self._award(row)) is not NOTHING])
        return found

    def _award(self, row: Rule) -> Award:
        found = self._alone.get(row.id)
        if found is None:
            found = self._alone[row.id] = self._line(row)
        return found

    def _line(self, row: Rule) -> Award:
        points = row.points_with(self.options)
        share = row.share if self.options.limit is not None else 0
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
            told=row.told,
        )
        award = Award(points + (row.doubles << DOUBLES_SHIFT), (line,), share)
        return Award(0, (), 0, award) if row.special else award


@lru_cache(maxsize=64)
def _set_tables(
    rows: tuple[Rule, ...], seat: Wind, round_: Wind, limit: int | None
) -> tuple[list[ScoreLine | None], list[int]]:
    """The line of each set that gives something, and the worth of each with its counting fields; by code."""
    lines: list[ScoreLine | None] = []
    worths = []
    for meld in ALL_MELDS:
        facts = SetFacts(meld, seat, round_)
        found = [row for row in rows if row.when(facts)]
        award = _one_line(found, ScoreLine((), "", meld=meld, tiles=meld.tiles), limit)
        lines.append(award.lines[0] if award.lines else None)
        worths.append(award.worth + sum(1 << shift for shift in _counting(facts)))
    return lines, worths


def _turned(worths: list[int], code: int) -> int:
    """What changes in a worth where a discard completes a concealed set: it counts as exposed, but lay in hand."""
    if code & 1:
        return 0
    return worths[code | 1] - worths[code] - (0 if ALL_MELDS[code].kind is MeldKind.PAIR else _OPEN)


def _one_line(rows: list[Rule], start: ScoreLine, limit: int | None) -> Award:
    """The award of rows that belong to one set or flower, as one line."""
    points = sum(row.points for row in rows)
    doubles = sum(row.doubles for row in rows)
    share = max((row.share for row in rows), default=0) if limit is not None else 0
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
    return Award(points + (doubles << DOUBLES_SHIFT), (line,), share)


def _counting(facts: SetFacts) -> Iterator[int]:
    """Which counting fields a set or pair adds one to."""
    meld, tile = facts.meld, facts.tile
    if not all(one.is_simple for one in meld.tiles):
        yield _SHIFTS["outer"]
    if meld.kind is MeldKind.PAIR:
        yield PAIR_SHIFT
        if tile.is_dragon or tile.is_wind:
            yield _SHIFTS["dragon_pairs" if tile.is_dragon else "wind_pairs"]
        if facts.is_own or facts.is_of_round:
            yield _SHIFTS["own_pairs"]
        return
    if not meld.concealed:
        yield OPEN_SHIFT
    if meld.kind is MeldKind.CHOW:
        yield CHOW_SHIFT
        return
    is_kong = meld.kind is MeldKind.KONG
    names = {
        "alike": True,
        "concealed_alike": meld.concealed,
        "kongs": is_kong,
        "concealed_kongs": is_kong and meld.concealed,
        "dragon_sets": tile.is_dragon,
        "wind_sets": tile.is_wind,
        "own_sets": facts.is_own,
        "round_sets": facts.is_of_round,
    }
    yield from (_SHIFTS[name] for name, counts in names.items() if counts)


def total(awards: Iterable[Award]) -> Award:
    """Several awards as one: worths add, the largest share of the limit counts."""
    worth = 0
    share: Fraction | int = 0
    lines: list[ScoreLine] = []
    special: list[Award] = []
    for award in awards:
        worth += award.worth
        lines += award.lines
        share = max(share, award.share)
        if award.special is not None:
            special.append(award.special)
    return Award(worth, tuple(lines), share, total(special) if special else None)


class Plan:
    """The tables of one ruleset at one table, and the options that are asked for apart from them."""

    def __init__(self, rules: Ruleset, options: Options, seat: Wind, round_: Wind, *, winner: bool) -> None:
        ruleset = rules
        self.limit = rules.limit_with(options)
        self.scale = rules.scale_with(options)
        in_points = options.minimum_in == "score"
        self.least, self.least_doubles = (options.minimum, 0) if in_points else (0, options.minimum)
        if "minimum" not in rules.uses:
            self.least = self.least_doubles = 0
        self.rounding = rules.rounding_with(options)
        self.losers_score = ruleset.losers_score
        self.most_chows = ruleset.most_chows
        self.loser_pairs = options.loser_pairs
        self.only_by_shape = options.only_tile_by_shape
        self.for_kemp = rules.alone
        self.with_flowers = rules.with_flowers(options)
        plain = options_for(rules)
        differing = {spec.key: getattr(options, spec.key) for spec in rules.options_used() if spec.scores}
        differing |= {"rows": options.rows, "scale": (), "minimum": 0, "rounding": "none"}
        differing["limit"] = None if self.limit is None else HIGHEST_LIMIT
        if any(isinstance(change.limit, int) for change in options.rows):
            differing["limit"] = self.limit
        telling = msgspec.structs.replace(plain, **differing)
        tables = _tables_for(rules, telling, seat, round_ if ruleset.round_matters(options) else Wind.EAST, winner)
        self.set_lines, self.sets, self.set_shares = tables.set_lines, tables.sets, tables.set_shares
        self.some_sets = tables.some_sets if tables.rows[On.SETS] else None
        self.turned, self.hows, self.places = tables.turned, tables.hows, tables.places
        self.tables, self.flowers = tables, tables.flowers
        self.nobody_said: How = tables.hows[None, False, None, NO_FEATS]
        self.no_points, self.no_doubles, self.kinds = tables.no_points, tables.no_doubles, tables.kinds
        self.waiting, self.special = tables.waiting, tables.special
        shapes = [kind for kind, _ in self.kinds]
        self.kinds_keys = frozenset[int]().union(*[kind.keys for kind in shapes])
        self.kinds_laid = any(kind.laid for kind in shapes)
        self.kinds_never = reduce(and_, [kind.never for kind in shapes if not kind.keys], -1)


@lru_cache(maxsize=256)
def _tables_for(rules: Ruleset, options: Options, seat: Wind, round_: Wind, winner: bool) -> Tables:  # noqa: FBT001 - part of the key
    return Tables(rules, options, seat, round_, winner=winner)


@lru_cache(maxsize=512)
def plan_for(rules: Ruleset, options: Options, seat: Wind, round_: Wind, winner: bool) -> Plan:  # noqa: FBT001 - part of the key
    """The plan for a table; made once, filled as it is used."""
    return Plan(rules, options, seat, round_, winner=winner)


def _bits(*tiles: Iterable[int]) -> int:
    return sum(15 << 4 * code for group in tiles for code in group)


_SUITS: Final = tuple(_bits(range(first, first + 9)) for first in (0, 9, 18))
_HONOURS: Final = _bits(range(FIRST_HONOUR, FIRST_FLOWER))
_TERMINALS: Final = _bits(code for code in range(FIRST_HONOUR) if Tile(code).is_terminal)
_SIMPLES: Final = _bits(code for code in range(FIRST_HONOUR) if Tile(code).is_simple)
_CHARACTERS, _DOTS, _BAMBOOS = _SUITS
_NOT_GREEN: Final = _bits(tile for tile in PLAIN_TILES if tile not in GREEN_TILES)


def composition(total_key: int) -> int:
    """Which kinds of tiles there are: bits for characters, dots, bamboos, honours, 1s and 9s, 2s to 8s, no green.

    >>> from mjcompanion.core.hand import Hand
    >>> bin(composition(Hand.parse("19m11z").total)), bin(composition(Hand.parse("5m5p").total))
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


KINDS: Final = tuple(composition(meld.key) for meld in ALL_MELDS)
"""The `composition` of each set and pair, by code."""
