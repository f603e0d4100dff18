"""What counts in a hand that is not whole: a loser's, or one that is still being entered.

Source: "A loser's hand", section 2 of the rules (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import UNITS, By, Hand, HowWon
from mjcompanion.core.tiles import FIRST_FLOWER, PLAIN_TILES
from mjcompanion.rules.row import On, WaitingFacts
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import PAIR, PUNG, winning_tiles
from mjcompanion.scoring.reading import all_sheets, count_special, has_pair_laid, special_sheet
from mjcompanion.scoring.rule_table import MOST_SETS, NOTHING, Award, RuleTable, SetAward, table_for
from mjcompanion.scoring.sheet import ScoreSheet


class _Count(NamedTuple):
    """Some sets and the flowers: their score, the same without the limit, and how it is made up."""

    score: int
    value: int
    doubles: int
    points: int
    codes: list[int]
    shape: Award


def count_parts(hand: Hand, context: ScoringContext, table: RuleTable, *, complete: bool = True) -> ScoreSheet:
    """Count what does not need a whole hand: sets laid out, concealed pungs, the best scoring pair, flowers.

    Four alike that were not declared are a pung.
    """
    flowers = table.flowers[hand.flower_bits]
    every_pair = table.options.loser_pairs == "all" and not context.winner
    counted = [_count(codes, table, flowers) for codes in _choices(hand, table, every_pair=every_pair)]
    best = max(counted, key=lambda one: one[:4])
    lines = [line for code in best.codes if (line := table.sets[code].line) is not None]
    lines += [*flowers.lines, *best.shape.lines]
    sheet = ScoreSheet(
        context, hand, tuple(best.codes), -1, tuple(lines), best.points, best.doubles, best.score, complete
    )
    if not table.rows[On.WAITING] or not complete or context.winner:
        return sheet
    return _with_waiting(sheet, table.waiting_award(_waiting_facts(hand, context)), table, flowers)


def _count(codes: list[int], table: RuleTable, flowers: Award) -> _Count:
    sets = [table.sets[code] for code in codes]
    shape = NOTHING
    if table.rows[On.SETS] and len(sets) <= MOST_SETS:
        shape = table.some_sets[sum(one.counts for one in sets)]
    points = sum(one.points for one in sets) + flowers.points + shape.points
    doubles = sum(one.doubles for one in sets) + flowers.doubles + shape.doubles
    least = max([flowers.least, shape.least, *[one.least for one in sets]])
    value = table.value(points, doubles)
    return _Count(table.limited(value, least), value, doubles, points, sorted(codes), shape)


# --- which sets and pairs


def _choices(hand: Hand, table: RuleTable, *, every_pair: bool) -> Iterator[list[int]]:
    """Yield the sets and pairs to count: three alike are a pung, or a pair where that may count more."""
    laid = [one.code for one in hand.melds if one.code >= 0]
    threes, pairs = [], []
    if hand.size <= _MOST_TILES:
        for tile in sorted(set(hand.concealed)):
            if tile >= FIRST_FLOWER:
                break
            count = hand.key >> 4 * tile & 15
            if count >= 3:
                threes.append(tile)
            elif count == 2:
                pairs.append(PAIR + 2 * tile)
    doubtful = [tile for tile in threes if _pair_may_count_more(tile, table)][:_MOST_THREES]
    for as_pung in product((True, False), repeat=len(doubtful)):
        as_pair = [tile for tile, whole in zip(doubtful, as_pung, strict=True) if not whole]
        sets = laid + [PUNG + 2 * tile for tile in threes if tile not in as_pair]
        found = sorted([*pairs, *[PAIR + 2 * tile for tile in as_pair]])
        scoring = [code for code in found if _gives(table.sets[code])]
        scoring.sort(key=lambda code: (-table.sets[code].doubles, -table.sets[code].points))
        if table.rows[On.SETS]:
            scoring += [code for code in found if code not in scoring and table.sets[code].counts]
        for chosen in [scoring] if every_pair else [[code] for code in scoring] or [[]]:
            yield sets + chosen


_MOST_TILES: Final = 30
_MOST_THREES: Final = 4
"""As many as thirteen tiles can hold."""


def _gives(award: SetAward) -> bool:
    return bool(award.points or award.doubles or award.least)


def _pair_may_count_more(tile: int, table: RuleTable) -> bool:
    """Whether two of three alike may count more than the three, as they can by rows of a house."""
    pung, pair = table.sets[PUNG + 2 * tile], table.sets[PAIR + 2 * tile]
    more = pair.points > pung.points or pair.doubles > pung.doubles or bool(pair.least)
    return more or bool(table.rows[On.SETS] and pair.counts)


# --- what it waited for


def _with_waiting(sheet: ScoreSheet, waiting: Award, table: RuleTable, flowers: Award) -> ScoreSheet:
    """The sheet of a hand that did not win, with what the rows on waiting give."""
    counted = sheet
    if waiting.lines:
        score = table.limited(sheet.score, waiting.least)
        sheet = msgspec.structs.replace(sheet, lines=(*sheet.lines, *waiting.lines), score=score)
    if waiting.special is None:
        return sheet
    score, _, points, doubles = count_special(counted.points, waiting.special, flowers, table)
    if score < sheet.score:
        return msgspec.structs.replace(sheet, otherwise=score, passed_over=waiting.special.lines)
    sheet = msgspec.structs.replace(sheet, points=points, doubles=doubles, score=score, otherwise=sheet.score)
    return special_sheet(sheet, waiting.special, flowers)


def _waiting_facts(hand: Hand, context: ScoringContext) -> WaitingFacts:
    """What the hand would have earned with one more tile from the wall."""
    table = table_for(context.rules, context.options, context.seat, context.round, winner=True)
    completing = set(winning_tiles(hand.key, hand.total, pair=not has_pair_laid(hand)))
    if not hand.melds:
        completing |= {tile for tile in PLAIN_TILES for kind, _ in table.hand_kinds if kind.has(hand.key + UNITS[tile])}
    shares: list[Fraction | int] = [0]
    rows: set[str] = set()
    for tile in completing:
        whole = Hand((*hand.concealed, tile), hand.melds, hand.flowers)
        won = msgspec.structs.replace(context, winner=True, win=HowWon(tile, By.DRAW))
        try:
            lines = [line for sheet in all_sheets(whole, won, table) for line in sheet.lines]
        except RuleError:
            continue
        shares += [line.share for line in lines]
        rows |= {rule for line in lines for rule in line.rules} & table.special_rows
    return WaitingFacts(max(shares), frozenset(rows))
