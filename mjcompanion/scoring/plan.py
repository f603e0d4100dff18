"""A ruleset at one table, worked out into look-up tables.

The rows of a ruleset are asked once for each thing they can be asked about (a set, a flower, a way to win, …); the
answers are kept, so counting a hand is adding up. An answer is one number, its worth, with fields side by side, and
the lines of the score sheet that say why.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from mjcompanion.hand import ALL_MELDS, FLOWER_MASKS, By, Meld, MeldKind
from mjcompanion.options import HIGHEST_LIMIT, Options
from mjcompanion.rules.row import FlowerFacts, KindFacts, On, Rule, SetFacts, ShapeFacts, TileFacts, WinFacts
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.sheet import ScoreLine
from mjcompanion.tiles import FIRST_FLOWER, FIRST_HONOUR, FLOWER_TILES, Tile, Wind
from mjcompanion.words import mark

# The fields of a worth: points, doubles, then how many pairs, chows, sets of dragons, sets of winds, open sets,
# and kongs. Who adds worths, or differences of worths, keeps to the fields that are meant.
POINTS_MASK: Final = 0xFFF
DOUBLES_SHIFT: Final = 12
DOUBLES_MASK: Final = 0x3F
PAIR_SHIFT: Final = 18
PAIR_MASK: Final = 7
CHOW_SHIFT: Final = 21
DRAGON_SHIFT: Final = 24
WIND_SHIFT: Final = 27
OPEN_SHIFT: Final = 30
KONG_SHIFT: Final = 33
_COUNT: Final = 7


class Award(NamedTuple):
    """What some rows give together: a worth, the lines that say why, and the share of the limit they earn."""

    worth: int
    lines: tuple[ScoreLine, ...]
    share: int


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
        awards = [
            _flower_award(rows[On.FLOWER], tile, seat, complete[str(tile.kind)])
            for at, tile in enumerate(FLOWER_TILES)
            if bits >> at & 1
        ]
        awards += [_flower_set_award(rows[On.FLOWER_SET], name) for name in complete if complete[name]]
        found = self[bits] = total(awards)
        return found


@lru_cache(maxsize=512)
def _flower_award(rows: tuple[Rule, ...], tile: Tile, seat: Wind, complete: bool) -> Award:  # noqa: FBT001 - part of the key
    facts = FlowerFacts(tile, seat, complete)
    return _one_line([row for row in rows if row.when(facts)], ScoreLine((), "", tiles=(tile,)))


@lru_cache(maxsize=32)
def _flower_set_award(rows: tuple[Rule, ...], name: str) -> Award:
    tiles = FLOWER_TILES[:4] if name == "flowers" else FLOWER_TILES[4:]
    return _one_line(list(rows), ScoreLine((), "", tiles=tiles, words=_ALL_FOUR[name]))


_ALL_FOUR: Final = {"flowers": mark("all four flowers"), "seasons": mark("all four seasons")}


class WinAwards(_Table):
    """How the last tile came, and whether it was the wall's last: what that gives."""

    def __missing__(self, how: tuple[By | None, bool]) -> Award:
        found = self[how] = self.tables.lines_each(On.WIN, WinFacts(*how))
        return found


class ShapeAwards(_Table):
    """The counting fields of a worth above the pairs: what the sets together give."""

    def __missing__(self, counts: int) -> Award:
        shifts = (CHOW_SHIFT, DRAGON_SHIFT, WIND_SHIFT, OPEN_SHIFT, KONG_SHIFT)
        facts = ShapeFacts(*[counts >> shift - CHOW_SHIFT & _COUNT for shift in shifts])
        found = self[counts] = self.tables.lines_each(On.SHAPE, facts)
        return found


class TileAwards(_Table):
    """Which kinds of tiles a hand has, as `composition` tells: what that gives."""

    def __missing__(self, kinds: int) -> Award:
        facts = TileFacts((kinds & 7).bit_count(), kinds & 8 != 0, kinds & 16 != 0, kinds & 32 != 0)
        found = self[kinds] = self.tables.lines_each(On.TILES, facts)
        return found


class Tables:
    """What the rows of a ruleset give for one seat and round wind, to a winner or a loser, with these options."""

    def __init__(self, rules: Ruleset, options: Options, seat: Wind, round_: Wind, *, winner: bool) -> None:
        self.seat = seat
        self.options = options
        self.rows: dict[On, tuple[Rule, ...]] = dict.fromkeys(On, ())
        for row in rules.rows:
            if row.given(options) and (winner or row.everybody):
                self.rows[row.on] += (row,)
        self.set_lines, self.sets = _set_tables(self.rows[On.SET], seat, round_)
        self.flowers = FlowerAwards(self)
        self.won = WinAwards(self)
        self.shapes = ShapeAwards(self)
        self.tiles = TileAwards(self)
        self.no_points = self.lines_each(On.NO_POINTS, None)
        self.no_doubles = self.lines_each(On.NO_DOUBLES, None)
        self.kinds = [(kind, self.lines_each(On.KIND, KindFacts(kind.id))) for kind in rules.kinds]
        self.only_tile = self.lines_each(On.PLACE, None)

    def holding(self, on: On, facts: object) -> list[Rule]:
        """The rows that hold for these facts."""
        return [row for row in self.rows[on] if row.when(facts)]

    def lines_each(self, on: On, facts: object) -> Award:
        """The award of the rows that hold for these facts, a line each."""
        awards = []
        for row in self.holding(on, facts):
            points = row.points_with(self.options)
            share = row.share if self.options.limit is not None else 0
            if not (points or row.doubles or share):
                continue
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
            awards.append(Award(points + (row.doubles << DOUBLES_SHIFT), (line,), share))
        return total(awards)


@lru_cache(maxsize=128)
def _set_tables(rows: tuple[Rule, ...], seat: Wind, round_: Wind) -> tuple[list[ScoreLine | None], list[int]]:
    """The line of each set that gives something, and the worth of each with its counting fields; by code."""
    lines: list[ScoreLine | None] = []
    worths = []
    for meld in ALL_MELDS:
        facts = SetFacts(meld, seat, round_)
        award = _one_line([row for row in rows if row.when(facts)], ScoreLine((), "", meld=meld, tiles=meld.tiles))
        lines.append(award.lines[0] if award.lines else None)
        worths.append(award.worth + _counting(meld))
    return lines, worths


def _one_line(rows: list[Rule], start: ScoreLine) -> Award:
    """The award of rows that belong to one set or flower, as one line."""
    if not rows:
        return NOTHING
    points = sum(row.points for row in rows)
    doubles = sum(row.doubles for row in rows)
    line = msgspec.structs.replace(
        start,
        rules=tuple(row.id for row in rows),
        source=", ".join(dict.fromkeys(row.source for row in rows)),
        points=points,
        doubles=doubles,
        reasons=tuple(dict.fromkeys(row.words for row in rows if row.words)),
        law_texts=tuple(row.law for row in rows if row.law),
    )
    return Award(points + (doubles << DOUBLES_SHIFT), (line,), 0)


def _counting(meld: Meld) -> int:
    """The counting fields that a set or pair adds one to."""
    if meld.kind is MeldKind.PAIR:
        return 1 << PAIR_SHIFT
    lies = 0 if meld.concealed else 1 << OPEN_SHIFT
    if meld.kind is MeldKind.CHOW:
        return lies + (1 << CHOW_SHIFT)
    if meld.kind is MeldKind.KONG:
        lies += 1 << KONG_SHIFT
    if meld.tile.is_dragon:
        return lies + (1 << DRAGON_SHIFT)
    return lies + (1 << WIND_SHIFT) if meld.tile.is_wind else lies


def total(awards: Iterable[Award]) -> Award:
    """Several awards as one: worths add, the largest share of the limit counts."""
    worth, share = 0, 0
    lines: list[ScoreLine] = []
    for award in awards:
        worth += award.worth
        lines += award.lines
        share = max(share, award.share)
    return Award(worth, tuple(lines), share)


class Plan:
    """The tables of one ruleset at one table, and the options that are asked for apart from them."""

    __slots__ = (
        "flowers",
        "for_kemp",
        "kinds",
        "limit",
        "loser_pairs",
        "losers_score",
        "no_doubles",
        "no_points",
        "only_by_shape",
        "only_tile",
        "set_lines",
        "sets",
        "shapes",
        "tiles",
        "with_flowers",
        "won",
    )

    def __init__(self, rules: Ruleset, options: Options, seat: Wind, round_: Wind, *, winner: bool) -> None:
        ruleset = rules
        self.limit = options.limit
        self.losers_score = ruleset.losers_score
        self.loser_pairs = options.loser_pairs
        self.only_by_shape = options.only_tile_by_shape
        self.for_kemp = rules.alone
        self.with_flowers = rules.with_flowers(options)
        plain = options_for(rules)
        differing = {spec.key: getattr(options, spec.key) for spec in rules.options_used() if spec.scores}
        differing["limit"] = None if options.limit is None else HIGHEST_LIMIT
        telling = msgspec.structs.replace(plain, **differing)
        tables = _tables_for(rules, telling, seat, round_ if ruleset.round_matters else Wind.EAST, winner)
        self.set_lines, self.sets = tables.set_lines, tables.sets
        self.flowers, self.won, self.shapes, self.tiles = tables.flowers, tables.won, tables.shapes, tables.tiles
        self.no_points, self.only_tile, self.kinds = tables.no_points, tables.only_tile, tables.kinds
        self.no_doubles = tables.no_doubles


@lru_cache(maxsize=1024)
def _tables_for(rules: Ruleset, options: Options, seat: Wind, round_: Wind, winner: bool) -> Tables:  # noqa: FBT001 - part of the key
    return Tables(rules, options, seat, round_, winner=winner)


@lru_cache(maxsize=16384)
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


def composition(total_key: int) -> int:
    """Which kinds of tiles there are: bits for characters, dots, bamboos, honours, 1s and 9s, 2s to 8s.

    >>> from mjcompanion.hand import Hand
    >>> bin(composition(Hand.parse("19m11z").total)), bin(composition(Hand.parse("5m5p").total))
    ('0b11001', '0b100011')
    """
    return (
        (1 if total_key & _CHARACTERS else 0)
        | (2 if total_key & _DOTS else 0)
        | (4 if total_key & _BAMBOOS else 0)
        | (8 if total_key & _HONOURS else 0)
        | (16 if total_key & _TERMINALS else 0)
        | (32 if total_key & _SIMPLES else 0)
    )
