"""What forms are filled in from, besides a session, a card and rules, which have values of their own."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from mjcompanion.american.score import AmericanSheet
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.sheet import ScoreSheet


class OneHand(msgspec.Struct, frozen=True):
    """A hand that was scored, whose it was and when, and the title of its card if it is American.

    `day` is as it is to be printed.
    """

    sheet: ScoreSheet | AmericanSheet
    name: str = ""
    day: str = ""
    card: str = ""

    @property
    def rules(self) -> Ruleset:
        """The rules it was scored by."""
        return self.sheet.situation.rules


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game of solitaire as the running card tells it; `day` is as it is to be printed.

    A game that wasn't won has no final score. `assisted`: the coach was asked or moves were taken back. `real`: it was
    played with real tiles.
    """

    rules: Ruleset
    day: str = ""
    won: bool = False
    score: int = 0
    factor: Fraction | None = None
    final: Fraction | None = None
    assisted: bool = False
    real: bool = False


class Games(msgspec.Struct, frozen=True):
    """Finished games of solitaire in the order in which they were played, who played them, and remarks."""

    games: tuple[FinishedGame, ...]
    name: str = ""
    remarks: str = ""
