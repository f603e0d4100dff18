"""Examples for the American cards of the program: a hand for each section, matched and paid by the engine."""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec

from mjcompanion.american.card_library import built_in, built_in_matcher
from mjcompanion.american.hand import AmericanHand, Exposure
from mjcompanion.american.line import Line
from mjcompanion.american.score import AmericanSheet, score_american
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, HowWon
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, Tile, Wind
from mjcompanion.parsing.pattern import Build, Run
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.table.settle import Ending, Settlement, settle

_DISCARDS = 46


class CardExample(msgspec.Struct, frozen=True):
    """A hand of a card, won by `win`; `settlement` is what it pays, None in solitaire."""

    sheet: AmericanSheet
    win: HowWon
    settlement: Settlement | None

    @property
    def line(self) -> Line:
        """The line of the card."""
        return self.sheet.line


@cache
def card_examples(rules: Ruleset) -> tuple[CardExample, ...]:
    """Return a hand for each section of the card, by turns with and without jokers, on a discard and drawn.

    Raises:
        LookupError: a section has no line of which such a hand can be made.

    >>> found = card_examples(Ruleset("nmjl"))
    >>> found[0].line.section, found[0].sheet.jokers > 0
    ('2026', True)

    """
    card = built_in(rules.card).card
    return tuple(_of_section(rules, lines, place) for place, (_, lines) in enumerate(card.sections))


def _of_section(rules: Ruleset, lines: tuple[Line, ...], place: int) -> CardExample:
    order = [*lines[place % len(lines) :], *lines[: place % len(lines)]]
    for line in order:
        for build in line.builds[len(line.builds) // 2 :]:
            for jokers in (2, 0) if place % 2 == 0 else (0, 2):
                found = _won(rules, line, build, place, jokers)
                if found is not None:
                    return found
    raise LookupError(f"no hand of section {lines[0].section} for {rules}")


def _won(rules: Ruleset, line: Line, build: Build, place: int, jokers: int) -> CardExample | None:
    by = (By.DISCARD, By.DRAW)[place // 2 % 2]
    groups = [list(_tiles(run, jokers)) for run in build.runs]
    at = None  # the run that is laid out
    if not line.concealed:
        laid = [place_ for place_, some in enumerate(groups) if len(some) in (3, 4) and JOKER not in some]
        at = next(iter(laid), None)
    concealed = [tile for place_, some in enumerate(groups) if place_ != at for tile in some]
    exposures = () if at is None else (Exposure(tuple(groups[at])),)
    won = next((tile for tile in reversed(concealed) if tile is not JOKER), None)
    if won is None or _too_many(concealed, groups):
        return None
    kemp = rules.single_player
    seat, win = Wind.EAST if kemp else Wind.SOUTH, HowWon(won, by)
    context = ScoringContext(rules, seat, win=win, discards=_DISCARDS if kemp else None)
    try:
        sheet = score_american(AmericanHand(tuple(concealed), exposures), context, built_in_matcher(rules.card))
    except RuleError:
        return None
    if sheet.line != line:
        return None
    return CardExample(sheet, win, None if kemp else _paid(sheet, By(by)))


def _tiles(run: Run, jokers: int) -> tuple[Tile, ...]:
    """Return the tiles of a run, with jokers where they are allowed and needed."""
    most = 8 if run.tile is ANY_FLOWER else 4
    some = max(run.count - most, min(jokers, run.count - 2) if run.jokers and run.count > 3 else 0)
    return (run.tile,) * (run.count - some) + (JOKER,) * some


def _too_many(concealed: list[Tile], groups: list[list[Tile]]) -> bool:
    counted = Counter(tile for some in groups for tile in some)
    return len(concealed) < 2 or any(
        count > (8 if tile in (JOKER, ANY_FLOWER) else 4) for tile, count in counted.items()
    )


def _paid(sheet: AmericanSheet, by: By) -> Settlement:
    ending = Ending(
        sheet.context.seat,
        by,
        Wind.NORTH if by is By.DISCARD else None,
        value=sheet.line.value,
        jokerless=sheet.jokerless,
        singles_and_pairs=sheet.line.singles_and_pairs,
    )
    return settle(sheet.context.rules, ending)
