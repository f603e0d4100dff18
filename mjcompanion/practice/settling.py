"""Exercises about who pays whom, where all four hands score."""

from __future__ import annotations

import random
from typing import Final

from mjcompanion.core.hand import By
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.practice.exercise import Exercise, Kind, Row, Step
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table.settle import Ending, settle

AIMS: Final = ("east-wins", "east-loses", "other-wins")
"""East wins; another wins, and a large score of East's is settled too; another wins."""
_SCORES: Final = (0, 2, 4, 6, 8, 12, 16, 20, 24, 32, 40, 64, 96)
_WON: Final = (22, 26, 32, 40, 48, 56, 64, 88, 104, 128, 176)


def make(ruleset: Ruleset, number: int, aim: str, rng: random.Random) -> Exercise:
    """Four scores, and what each of the four gets or pays in the end."""
    winner = Wind.EAST if aim == "east-wins" else rng.choice(WINDS[1:])
    options = options_for(ruleset)
    scores: dict[Wind, int | None] = {seat: rng.choice(_SCORES) if ruleset.losers_score else None for seat in WINDS}
    scores[winner] = rng.choice(_worth(ruleset, options))
    if aim == "east-loses" and ruleset.losers_score:
        scores[Wind.EAST] = rng.choice(_SCORES[-5:])
    how = ruleset.asks_how(options)
    discarder = rng.choice([seat for seat in WINDS if seat is not winner]) if how else None
    by = By.DISCARD if how else None
    ending = Ending(winner, by, discarder, tuple(scores[seat] for seat in WINDS))
    settlement = settle(ruleset, ending, options)
    net = settlement.net
    rows = tuple(Row(f"net:{seat}", Kind.AMOUNT, amount=net[str(seat)], rules=("settling",)) for seat in WINDS)
    return Exercise(ruleset, Step.SETTLING, number, aim, rows, ending=ending, settlement=settlement)


def _worth(ruleset: Ruleset, options: Options) -> tuple[int, ...]:
    """What a hand that won may be worth: by the table, where there is one."""
    scale = ruleset.scale_with(options)
    return tuple(one for one in scale[options.minimum :] if one <= (options.limit or one)) or _WON
