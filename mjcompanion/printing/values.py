"""What forms are filled in from, besides a session, a card and rules, which have values of their own."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from mjcompanion.american.score import AmericanSheet
from mjcompanion.ledger.values import TableFigures
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.session import SessionSource


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
        return self.sheet.context.rules


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


class GameList(msgspec.Struct, frozen=True):
    """Finished games of solitaire in the order in which they were played, who played them, and remarks."""

    games: tuple[FinishedGame, ...]
    name: str = ""
    remarks: str = ""


class SessionsSource(msgspec.Struct, frozen=True):
    """Many sessions in one document, oldest first, and what everybody did in them, one for all by the same rules.

    `since` and `until` are the days from and to which they were looked for, as they are to be printed; empty: any.
    """

    sessions: tuple[SessionSource, ...]
    tables: tuple[TableFigures, ...] = ()
    since: str = ""
    until: str = ""
