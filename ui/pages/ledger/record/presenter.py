"""What score card and statistics show: the games of a filter, as far as they were scrolled to, and their figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject

from mjcompanion.ledger.values import Cursor, GameFilter, GamePage, GameRow, GameStatistics
from mjcompanion.solitaire.deal import GAMES

from ....clerk import Clerk
from ....parts.listing import Listing

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Ledger

Figures = tuple[tuple[str, GameStatistics], ...]
"""What became of the games of each kind that were played."""


class RecordPresenter(Listing[GameRow, GameFilter]):
    """The finished games of the notebook's conditions, and their figures.

    Nothing is asked before the card or the figures are seen.
    """

    page_size = 200
    most_again = 2_000

    def __init__(self, clerk: Clerk, parent: QObject | None = None) -> None:
        super().__init__(clerk, GameFilter(), parent)
        self.figures: Figures = ()

    def _page(self, ledger: Ledger, wanted: GameFilter, after: Cursor | None, count: int) -> GamePage:
        return ledger.games(wanted, after, count)

    def _with_text(self, text: str) -> GameFilter:
        return msgspec.structs.replace(self.filter, text=text)

    def _ask_figures(self) -> None:
        """What became of the games, won or not: with one of the two alone there would be nothing to tell."""
        shown = self.filter
        wanted = msgspec.structs.replace(shown, won=None)
        kinds = [shown.rules] if shown.rules else [str(rules) for rules in GAMES]

        def do(ledger: Ledger) -> tuple[int, Figures]:
            found = [(rules, ledger.game_statistics(msgspec.structs.replace(wanted, rules=rules))) for rules in kinds]
            return ledger.count_games(shown), tuple([(rules, one) for rules, one in found if one.played])

        def answered(answer: tuple[int, Figures]) -> None:
            if shown == self.filter and (self.total, self.figures) != answer:
                self.total, self.figures = answer
                self.changed.emit()

        self._ask_beside(do, answered)
