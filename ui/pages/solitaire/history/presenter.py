"""What the record knows: the games of a filter as far as they were scrolled to, and what became of all of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.ledger.values import Cursor, GameFilter, GamePage, GameRow, GameStatistics, ImportReport
from mjcompanion.solitaire.deal import GAMES

from ....clerk import Clerk
from ....parts.words import sentence_of

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Kind, Ledger

PAGE: Final = 200
"""Games that are asked for at a time; more than fill a tall screen."""
MOST_AGAIN: Final = 2_000
"""After a change so many games of the list are asked for anew; the rest when they are scrolled to."""
REST_MS: Final = 180
"""The search begins when nothing was typed for so long."""
_MARK: Final = b"\xef\xbb\xbf"
"""Before a CSV, so that spreadsheets know its letters."""

T = TypeVar("T")
Figures = tuple[tuple[str, GameStatistics], ...]
"""What became of the games of each kind that were played."""


class RecordPresenter(QObject):
    """The list, its filter, its figures, and what can be done with a game.

    Signals:
        replaced(): the list is another one.
        appended(int): rows came to the end of the list, from this place on.
        changed(): something else is different: the filter, the figures, an error.
        put_aside(GameRow): a game was put aside.
        brought_back(GameRow): a game is listed again.
        stored(str): a file was written; its path.
        imported(ImportReport): what came of importing a file.
        refused(str): a sentence: why something wasn't done.
        failed(Exception): the list can't be told; `error` says why.
    """

    replaced = Signal()
    appended = Signal(int)
    changed = Signal()
    put_aside = Signal(object)
    brought_back = Signal(object)
    stored = Signal(str)
    imported = Signal(object)
    refused = Signal(str)
    failed = Signal(object)

    def __init__(self, clerk: Clerk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clerk = clerk
        self.filter = GameFilter()
        self.rows: tuple[GameRow, ...] = ()
        self.figures: Figures = ()
        self.total: int | None = None
        self.loaded = False
        """Whether the first answer came."""
        self.error = ""
        """A sentence: why the list can't be shown."""
        self._next: Cursor | None = None
        self._asking = False
        self._turn = 0
        self._typed = ""
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._on_rest)

    @property
    def more(self) -> bool:
        """Whether there are games after those in the list."""
        return self._next is not None and not self.error

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._asking or self._rest.isActive()

    @property
    def is_narrowed(self) -> bool:
        """Whether the filter keeps any game back."""
        return self.filter != GameFilter()

    def row(self, uid: str) -> GameRow | None:
        """A game of the list."""
        return next((one for one in self.rows if one.uid == uid), None)

    # the list

    def type_text(self, text: str) -> None:
        """Search for a text, once nothing more is typed."""
        self._typed = text.strip()
        self._rest.start()

    def _on_rest(self) -> None:
        self.narrow(text=self._typed)

    def narrow(self, **values: object) -> None:
        """List other games: those with these conditions besides the ones that stay."""
        self._rest.stop()
        wanted = msgspec.structs.replace(self.filter, **values)
        self._typed = wanted.text
        if wanted != self.filter:
            self.filter = wanted
            self.refresh()

    def show_all(self) -> None:
        """List every game."""
        self._rest.stop()
        self._typed = ""
        self.filter = GameFilter()
        self.refresh()

    def refresh(self) -> None:
        """Ask for the list from its start."""
        self._ask_rows(PAGE)
        self.changed.emit()

    def again(self) -> None:
        """Ask anew for what is in the list: somebody wrote into the ledger."""
        self._ask_rows(min(max(len(self.rows), PAGE), MOST_AGAIN))

    def _ask_rows(self, count: int) -> None:
        wanted = self.filter
        self._ask(lambda ledger: ledger.games(wanted, None, count), self._on_rows)
        self._ask_figures()

    def fetch_more(self) -> None:
        """Ask for the games after those in the list."""
        if not self._asking and self.more:
            wanted, after = self.filter, self._next
            self._ask(lambda ledger: ledger.games(wanted, after, PAGE), self._on_more)

    def _ask(self, do: Callable[[Ledger], T], then: Callable[[T], None]) -> None:
        """Ask; of several questions only the last one's answer counts."""
        self._turn += 1
        self._asking = True
        turn = self._turn

        def answered(answer: T) -> None:
            if turn == self._turn:
                self._asking, self.error = False, ""
                then(answer)

        def failed(error: Exception) -> None:
            if turn == self._turn:
                self._asking = False
                self.error = sentence_of(error)
                self.changed.emit()
                self.failed.emit(error)

        self._clerk.ask(do, answered, failed, self)

    def _on_rows(self, page: GamePage) -> None:
        before, self.rows, self._next = self.rows, page.rows, page.after
        first, self.loaded = not self.loaded, True
        if first or before != self.rows:
            self.replaced.emit()
        self.changed.emit()

    def _on_more(self, page: GamePage) -> None:
        known = {row.uid for row in self.rows}
        place = len(self.rows)
        self.rows += tuple(row for row in page.rows if row.uid not in known)
        self._next = page.after
        self.appended.emit(place)
        self.changed.emit()

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

        self._clerk.ask(do, answered, _unheard, self)

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
            beside = path.with_name(f".{path.name}.{os.getpid()}.new")
            try:
                with beside.open("wb") as file:
                    file.write(_MARK if kind == "csv" else b"")
                    ledger.export_games_to(file, kind, wanted)
                    file.flush()
                    os.fsync(file.fileno())
                beside.replace(path)
            finally:
                beside.unlink(missing_ok=True)
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


def _unheard(_error: Exception) -> None:
    """What goes wrong here is told by the question for the list."""
