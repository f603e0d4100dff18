"""Exercises about who pays whom: four random scores and seats."""

from __future__ import annotations

import random
from typing import Final

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.practice.exercise import Exercise, ExerciseRow, RowKind, Topic, options_of
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.settle import Ending, settle

_SCORES: Final = (0, 2, 4, 6, 8, 12, 16, 20, 24, 32, 40, 64, 96)
_WINNING_SCORES: Final = (22, 26, 32, 40, 48, 56, 64, 88, 104, 128, 176)


def attempt(ruleset: Ruleset, number: int, rng: random.Random, house: ClubRules | None = None) -> Exercise:
    """Return an exercise with four scores, and what each of the four gets or pays in the end."""
    options = options_of(ruleset, house)
    winner = rng.choice(WINDS)
    scores: dict[Wind, int | None] = {seat: rng.choice(_SCORES) if ruleset.losers_score else None for seat in WINDS}
    table = ruleset.scale_with(options)[options.minimum :]
    scores[winner] = rng.choice([one for one in table if one <= (options.limit or one)] or _WINNING_SCORES)
    by, discarder = None, None
    if ruleset.asks_how(options):
        by, discarder = By.DISCARD, rng.choice([seat for seat in WINDS if seat is not winner])
    ending = Ending(winner, by, discarder, tuple(scores[seat] for seat in WINDS))
    settlement = settle(ruleset, ending, options)
    net = settlement.net
    rows = tuple(
        ExerciseRow(f"net:{seat}", RowKind.AMOUNT, amount=net[str(seat)], rules=("settling",)) for seat in WINDS
    )
    return Exercise(ruleset, Topic.SETTLING, number, rows, ending=ending, settlement=settlement, house=house)
