"""What the record knows: the games of a filter as far as they were scrolled to, and what became of all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.folders import replacing
from mjcompanion.ledger.values import Cursor, GameFilter, GamePage, GameRow, GameStatistics, ImportReport
from mjcompanion.solitaire.deal import GAMES

from ....clerk import Clerk
from ....parts.listing import Listing
from ....parts.words import sentence_of

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Kind, Ledger

_MARK: Final = b"\xef\xbb\xbf"
"""Before a CSV, so that spreadsheets know its letters."""

T = TypeVar("T")
Figures = tuple[tuple[str, GameStatistics], ...]
"""What became of the games of each kind that were played."""


class RecordPresenter(Listing[GameRow, GameFilter]):
    """The list, its filter, its figures, and what can be done with a game.

    Signals:
        put_aside(GameRow): a game was put aside.
        brought_back(GameRow): a game is listed again.
        stored(str): a file was written; its path.
        imported(ImportReport): what came of importing a file.
        refused(str): a sentence: why something wasn't done.
    """

    page_size = 200
    most_again = 2_000
    put_aside = Signal(object)
    brought_back = Signal(object)
    stored = Signal(str)
    imported = Signal(object)
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

    def store(self, kind: Kind, path: Path) -> None:
        """Write the games of the list into a file; a file that was there stays until it is done."""
        wanted = self.filter

        def do(ledger: Ledger) -> str:
            with replacing(path) as file:
                file.write(_MARK if kind == "csv" else b"")
                ledger.export_games_to(file, kind, wanted)
            return str(path)

        self._do(do, self.stored.emit)

    def take_in(self, path: Path) -> None:
        """Import games from a file."""

        def done(report: ImportReport) -> None:
            self.imported.emit(report)

        self._do(lambda ledger: ledger.import_json(path.read_bytes()), done)

    def _do(self, do: Callable[[Ledger], T], done: Callable[[T], object]) -> None:
        self._clerk.ask(
            do, lambda answer: _call(done, answer), lambda error: self.refused.emit(sentence_of(error)), self
        )


def _call(done: Callable[[T], object], answer: T) -> None:
    done(answer)
