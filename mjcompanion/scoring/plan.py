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

from mjcompanion.hand import ALL_MELDS, FLOWER_MASKS, By, MeldKind
from mjcompanion.options import WITHOUT_FLOWERS, Options, Ruleset
from mjcompanion.scoring.rules import FlowerFacts, On, Rule, SetFacts, ShapeFacts, TileFacts, WinFacts
from mjcompanion.scoring.rulesets import RULESETS
from mjcompanion.scoring.sheet import ScoreLine
from mjcompanion.tiles import FIRST_FLOWER, FIRST_HONOUR, FLOWER_TILES, Tile, Wind

# The fields of a worth: points, doubles, then how many pairs, chows, sets of dragons, sets of winds.
POINTS_MASK: Final = 0xFFF
DOUBLES_SHIFT: Final = 12
DOUBLES_MASK: Final = 0x3F
PAIR_SHIFT: Final = 18
PAIR_MASK: Final = 7
CHOW_SHIFT: Final = 21
DRAGON_SHIFT: Final = 24
WIND_SHIFT: Final = 27


class Award(NamedTuple):
    """What some rows give together: a worth, the lines that say why, and the share of the limit they earn."""

    worth: int
    lines: tuple[ScoreLine, ...]
    share: int


NOTHING: Final = Award(0, (), 0)


class _Table(dict[Any, Any]):
    """Answers of a plan, worked out when first asked for."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan


class SetWorths(_Table):
    """Code of a set: its worth."""

    def __missing__(self, code: int) -> int:
        award: Award = self.plan.set_awards[code]
        meld = ALL_MELDS[code >> 1 << 1]
        counted: int = award.worth
        if meld.kind is MeldKind.PAIR:
            counted += 1 << PAIR_SHIFT
        elif meld.kind is MeldKind.CHOW:
            counted += 1 << CHOW_SHIFT
        elif meld.tile.is_dragon:
            counted += 1 << DRAGON_SHIFT
        elif meld.tile.is_wind:
            counted += 1 << WIND_SHIFT
        self[code] = counted
        return counted


class SetAwards(_Table):
    """Code of a set: what it gives. All rows that hold for it make one line."""

    def __missing__(self, code: int) -> Award:
        plan, meld = self.plan, ALL_MELDS[code]
        facts = SetFacts(meld, plan.seat, plan.round)
        held = plan.holding(On.SET, facts)
        found = self[code] = plan.one_line(held, ScoreLine((), "", meld=meld, tiles=meld.tiles))
        return found


class FlowerAwards(_Table):
    """Bits of the flowers in a hand: what they give, a line each and a line for each complete set."""

    def __missing__(self, bits: int) -> Award:
        plan = self.plan
        complete = {name: bits & mask == mask for name, mask in FLOWER_MASKS.items()}
        awards = []
        for at, tile in enumerate(FLOWER_TILES):
            if bits >> at & 1:
                facts = FlowerFacts(tile, plan.seat, complete[str(tile.kind)])
                held = plan.holding(On.FLOWER, facts)
                awards.append(plan.one_line(held, ScoreLine((), "", tiles=(tile,))))
        for name, tiles in (("flowers", FLOWER_TILES[:4]), ("seasons", FLOWER_TILES[4:])):
            if complete[name]:
                held = plan.holding(On.FLOWER_SET, None)
                awards.append(plan.one_line(held, ScoreLine((), "", tiles=tiles, words=f"all four {name}")))
        found = self[bits] = total(awards)
        return found


class WinAwards(_Table):
    """How the last tile came, and whether it was the wall's last: what that gives."""

    def __missing__(self, how: tuple[By | None, bool]) -> Award:
        found = self[how] = self.plan.lines_each(On.WIN, WinFacts(*how))
        return found


class ShapeAwards(_Table):
    """The counting fields of a worth above the pairs: what the sets together give."""

    def __missing__(self, counts: int) -> Award:
        facts = ShapeFacts(counts & 7, counts >> DRAGON_SHIFT - CHOW_SHIFT & 7, counts >> WIND_SHIFT - CHOW_SHIFT & 7)
        found = self[counts] = self.plan.lines_each(On.SHAPE, facts)
        return found


class TileAwards(_Table):
    """Which kinds of tiles a hand has, as `composition` tells: what that gives."""

    def __missing__(self, kinds: int) -> Award:
        facts = TileFacts((kinds & 7).bit_count(), kinds & 8 != 0, kinds & 16 != 0, kinds & 32 != 0)
        found = self[kinds] = self.plan.lines_each(On.TILES, facts)
        return found


class Plan:
    """The tables of one ruleset with one table's options, for one seat, round wind, and winner or loser."""

    def __init__(self, rules: Ruleset, options: Options, seat: Wind, round_: Wind, *, winner: bool) -> None:
        ruleset = RULESETS[rules]
        self.seat = seat
        self.round = round_
        self.options = options
        self.limit = options.limit
        self.losers_score = ruleset.losers_score
        self.with_flowers = options.flowers or rules not in WITHOUT_FLOWERS
        self.rows: dict[On, tuple[Rule, ...]] = {
            on: tuple(row for row in ruleset.rows if row.on is on and row.given(options) and (winner or row.everybody))
            for on in On
        }
        self.set_awards = SetAwards(self)
        self.sets = SetWorths(self)
        self.flowers = FlowerAwards(self)
        self.won = WinAwards(self)
        self.shapes = ShapeAwards(self)
        self.tiles = TileAwards(self)
        self.no_points = self.lines_each(On.NO_POINTS, None)
        self.only_tile = self.lines_each(On.PLACE, None)

    def holding(self, on: On, facts: object) -> list[Rule]:
        """The rows that hold for these facts."""
        return [row for row in self.rows[on] if row.when(facts)]

    def one_line(self, rows: list[Rule], start: ScoreLine) -> Award:
        """The award of rows that belong to one set or flower, as one line."""
        if not rows:
            return NOTHING
        points = sum(row.points_with(self.options) for row in rows)
        doubles = sum(row.doubles for row in rows)
        line = msgspec.structs.replace(
            start,
            rules=tuple(row.id for row in rows),
            source=", ".join(dict.fromkeys(row.source for row in rows)),
            points=points,
            doubles=doubles,
            reasons=tuple(dict.fromkeys(row.words for row in rows if row.words)),
        )
        line = msgspec.structs.replace(line, what=line.describe())
        return Award(points + (doubles << DOUBLES_SHIFT), (line,), 0)

    def lines_each(self, on: On, facts: object) -> Award:
        """The award of the rows that hold for these facts, a line each."""
        awards = []
        for row in self.holding(on, facts):
            points = row.points_with(self.options)
            share = row.share if self.limit is not None else 0
            if not (points or row.doubles or share):
                continue
            line = ScoreLine((row.id,), row.source, points, row.doubles, words=row.words, share=share, what=row.words)
            awards.append(Award(points + (row.doubles << DOUBLES_SHIFT), (line,), share))
        return total(awards)


def total(awards: Iterable[Award]) -> Award:
    """Several awards as one: worths add, the largest share of the limit counts."""
    worth, share = 0, 0
    lines: list[ScoreLine] = []
    for award in awards:
        worth += award.worth
        lines += award.lines
        share = max(share, award.share)
    return Award(worth, tuple(lines), share)


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
