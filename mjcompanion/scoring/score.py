"""Scoring: a hand and what its tiles can't show become a score sheet.

The steps: check the hand (`check`), find every way to read it (`reading`), take the one that scores most, write it
out. What sets, flowers and wins give is looked up (`rule_table`). Nothing depends on the hands scored before.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.hand import Hand
from mjcompanion.i18n.translation import _, ngettext
from mjcompanion.rules.shapes import known_shape
from mjcompanion.scoring.check import is_plainly_sound, problems_of
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import PAIR, most_made
from mjcompanion.scoring.reading import (
    HandReading,
    all_sheets,
    find_readings,
    has_pair_laid,
    is_all_in_hand,
    other_count,
    round_all,
    round_score,
    sheet_of,
    within_chows,
)
from mjcompanion.scoring.rule_table import RuleTable, table_for
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.unfinished import count_parts

_MOST_CHOWS: Final = 4


class NoMahJongg(RuleError):  # noqa: N818 - named for what happened
    """Fourteen tiles that don't win; `shape` is what they are under other rules, where it has a name."""

    def __init__(self, problem: Problem, hand: Hand, context: ScoringContext) -> None:
        self.shape = known_shape(hand.total, context.rules) if is_all_in_hand(hand) else None
        if self.shape is not None:
            here = context.house_name or _(context.rules.short)
            problem = Problem("special-hand", text=self.shape.sentence(here))
        super().__init__([problem])

    def answer(self) -> dict[str, Any]:
        """Return why not, as the command line answers it."""
        answer = super().answer() | {"code": self.problems[0].code}
        if self.shape is not None:
            answer["hand"] = self.shape.name
            answer["rules"] = [str(rules) for rules in self.shape.rulesets]
            answer["row"] = self.shape.row or None
        return answer


def score(hand: Hand, context: ScoringContext) -> ScoreSheet:
    """Check a hand and score it, in the reading that scores most.

    Raises:
        RuleError: with all that is wrong with the hand.

    Source: section 2 of the rules (docs/rules.md).

    >>> from mjcompanion.core.hand import By, HowWon
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.core.tiles import Tile, Wind
    >>> won = HowWon(Tile.parse("9s"), By.DRAW)
    >>> hand = Hand.parse("123m 456p 99s (777z) [1111s] 1f")
    >>> sheet = score(hand, ScoringContext(Ruleset("traditional"), seat=Wind.WEST, win=won))
    >>> sheet.points, sheet.doubles, sheet.score
    (54, 1, 108)

    """
    if not is_plainly_sound(hand, context):
        problems = problems_of(hand, context)
        if problems:
            raise RuleError(problems)
    table = _table(context)
    if not context.winner:
        sheet = count_parts(hand, context, table)
        return msgspec.structs.replace(sheet, score=round_score(sheet.score, sheet.counted, table))
    found = _winning_readings(hand, context, table)
    if len(found) == 1:
        return sheet_of(found[0], hand, context, table)
    best = max(found, key=lambda one: one.rank)
    other = other_count(best, found) if table.special_rows else None
    return sheet_of(best, hand, context, table, other)


def readings(hand: Hand, context: ScoringContext) -> list[ScoreSheet]:
    """Return every way to read a winning hand, the one that counts first; each is a whole score sheet.

    Raises:
        RuleError: with all that is wrong with the hand.

    >>> from mjcompanion.rulesets import Ruleset
    >>> for sheet in readings(Hand.parse("111222333m 456p 99s"), ScoringContext(Ruleset("classical"))):
    ...     print(sheet.score, *sheet.sets)
    36 456p 111m 222m 333m 99s
    30 123m 123m 123m 456p 99s

    """
    first = score(hand, context)
    if not context.winner:
        return [first]
    others: dict[tuple[int, ...], ScoreSheet] = {}
    for sheet in all_sheets(hand, context, _table(context)):
        others.setdefault(sheet.codes, sheet)
    others.pop(first.codes, None)
    return [first, *others.values()]


def count_so_far(hand: Hand, context: ScoringContext) -> ScoreSheet:
    """Count what is there already of an unfinished hand: its sets laid out, pungs, one pair, flowers.

    Never raises; sets that are none, and tiles that can't be, count nothing.

    >>> from mjcompanion.rulesets import Ruleset
    >>> count_so_far(Hand.parse("777z 1f"), ScoringContext(Ruleset("traditional"))).score
    48
    """
    table = table_for(context.rules, context.options, context.seat, context.round, winner=True)
    return count_parts(hand, context, table, complete=False)


def not_complete(hand: Hand) -> Problem:
    """Return why fourteen tiles are no Mah Jongg: what can be made of them, and what is left over.

    >>> not_complete(Hand.parse("123m 789p 99s 14m 5p (777z)")).why
    'there are 3 sets and a pair, and 1 character, 4 character and 5 dot are left'
    """
    sets = sum(1 for one in hand.melds if one.code < PAIR)
    made = most_made(hand.concealed, 4 - sets)
    count = sets + made.sets
    pair = made.pair or has_pair_laid(hand)
    names = [tile.name() for tile in made.left]
    left = _("nothing is left")
    if names:
        left = ngettext("{tiles} is left", "{tiles} are left", len(names)).format(tiles=listed(names))
    if pair:
        why = ngettext("there is {n} set and a pair, and {left}", "there are {n} sets and a pair, and {left}", count)
    else:
        why = ngettext("there is {n} set and no pair, and {left}", "there are {n} sets and no pair, and {left}", count)
    return Problem("not-complete", count=hand.size + hand.kongs, why=why.format(n=count, left=left))


def _table(context: ScoringContext) -> RuleTable:
    return table_for(context.rules, context.options, context.seat, context.round, context.winner)


def _winning_readings(hand: Hand, context: ScoringContext, table: RuleTable) -> list[HandReading]:
    """The readings with which a hand may go out, scored as the house scores."""
    found = find_readings(hand, context, table)
    if not found:
        raise NoMahJongg(not_complete(hand), hand, context)
    if context.rules.most_chows < _MOST_CHOWS:
        try:
            found = within_chows(found, context.rules.most_chows)
        except RuleError as error:
            raise NoMahJongg(error.problems[0], hand, context) from None
    if table.minimum_score or table.minimum_doubles:
        found = _above_minimum(found, table)
    return found if table.rounding == 1 else round_all(found, table)


def _above_minimum(found: list[HandReading], table: RuleTable) -> list[HandReading]:
    """The readings that have the house's minimum, or that the limit decided."""
    least, doubles = table.minimum_score, table.minimum_doubles
    enough = [
        one
        for one in found
        if table.limit == one.score
        or (one.score >= least and (one.doubles >= doubles or one.score != one.value or one.special is not None))
    ]
    if enough:
        return enough
    if least:
        raise RuleError([Problem("below-minimum", count=max(one.score for one in found), limit=least)])
    code = "below-minimum-faan" if table.scale else "below-minimum-doubles"
    raise RuleError([Problem(code, count=max(one.doubles for one in found), limit=doubles)])
