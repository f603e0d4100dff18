"""What the record knows: the games of a filter as far as they were scrolled to, and what became of all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.ledger.values import Cursor, GameFilter, GamePage, GameRow, GameStatistics
from mjcompanion.solitaire.deal import GAMES

from ....clerk import Clerk
from ....parts.files import Progress
from ....parts.listing import Listing
from ....parts.words import sentence_of

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Kind, Ledger

Figures = tuple[tuple[str, GameStatistics], ...]
"""What became of the games of each kind that were played."""


class RecordPresenter(Listing[GameRow, GameFilter]):
    """The list, its filter, its figures, and what can be done with a game.

    Signals:
        put_aside(GameRow): a game was put aside.
        brought_back(GameRow): a game is listed again.
        refused(str): a sentence: why something wasn't done.
    """

    page_size = 200
    most_again = 2_000
    put_aside = Signal(object)
    brought_back = Signal(object)
    refused = Signal(str)

    def __init__(self, clerk: Clerk, parent: QObject | None = None) -> None:
        super().__init__(clerk, GameFilter(), parent)
        self.figures: Figures = ()

    @property
    def is_narrowed(self) -> bool:
        """Whether the filter keeps any game back."""
        return self.filter != GameFilter()

    def row(self, uid: str) -> GameRow | None:
        """A game of the list."""
        return next((one for one in self.rows if one.uid == uid), None)

    # the list

    def narrow(self, **values: object) -> None:
        """List other games: those with these conditions besides the ones that stay."""
        self.set_filter(msgspec.structs.replace(self.filter, **values))

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

    # what can be done with a game

    def remove(self, uid: str) -> None:
        """Put a game aside."""
        self._do(lambda ledger: ledger.remove_game(uid), self.put_aside.emit)

    def bring_back(self, uid: str) -> None:
        """List a game again that was put aside."""
        self._do(lambda ledger: ledger.bring_back_game(uid), self.brought_back.emit)

    def _do(self, do: Callable[[Ledger], GameRow], done: Callable[[GameRow], None]) -> None:
        self._clerk.ask(do, done, lambda error: self.refused.emit(sentence_of(error)), self)


def export_to(ledger: Ledger, wanted: GameFilter, kind: Kind, out: IO[bytes], progress: Progress) -> None:
    """Write the games of a filter."""
    ledger.export_games_to(out, kind, wanted, progress)
