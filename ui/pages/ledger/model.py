"""The state of the Notebook: the list, the open entry, the players, the seasons. It asks the ledger thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.ledger.values import (
    Cursor,
    Entry,
    GamePage,
    GameRow,
    KeptHand,
    LaidGame,
    NotebookFilter,
    NotebookPage,
    PlayerSummary,
    SeasonRow,
    SeasonStandings,
    key_of,
)
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.storage.paths import Folders
from mjcompanion.tournament.season import Season

from ...ledger_thread import LedgerThread
from ...widgets.listing import Asker, LedgerListing, RowPage
from ...widgets.words import sentence_of
from . import queries
from .queries import (
    EntryFilter,
    GameSeen,
    HandSeen,
    NotebookFigures,
    People,
    PlayerSeen,
    SessionSeen,
    SheetData,
    sheet_view,
)
from .words import kind_of, time_of

if TYPE_CHECKING:
    from mjcompanion.ledger.games import GameStore
    from mjcompanion.ledger.hands import HandStore
    from mjcompanion.ledger.ledger import Ledger

T = TypeVar("T")
S = TypeVar("S", bound=SessionSeen | HandSeen | GameSeen)
H = TypeVar("H", bound=HandSeen | GameSeen)


class NotebookEntries(LedgerListing[Entry, EntryFilter]):
    """The entries of the Notebook, newest first, as far as the list was scrolled.

    Signals:
        counted(): it is known how many there are.
    """

    counted = Signal()

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, EntryFilter(), parent)
        self.counts: dict[str, int] = {}
        """The number of each kind in the list, when it is known."""
        self.all_counts: dict[str, int] | None = None
        """The number of each kind in the whole notebook; None until it is known."""

    def _page(self, ledger: Ledger, criteria: EntryFilter, after: Cursor | None, count: int) -> NotebookPage:
        return ledger.notebook.page(criteria.of_notebook, after, count)

    def place_of(self, row: Entry) -> object:
        return row.uid, time_of(row)

    def _with_text(self, text: str) -> EntryFilter:
        return msgspec.structs.replace(self.filter, text=text)

    def _replace(self, page: RowPage[Entry]) -> None:
        self.counts = {} if page.after is not None else dict(Counter(map(kind_of, page.rows)))
        super()._replace(page)

    def _ask_figures(self) -> None:
        criteria = self.filter

        def answered(found: tuple[dict[str, int], dict[str, int]]) -> None:
            if criteria == self.filter:
                self.counts, self.all_counts = found
                self.total = sum(self.counts.values())
                self.counted.emit()

        self._ask_more(
            lambda ledger: (queries.counted(ledger, criteria), queries.counted(ledger, EntryFilter())), answered
        )


class Changer(Asker):
    """Asks, and has something changed.

    Signals:
        refused(str): a sentence: why something can't be done.
    """

    refused = Signal(str)

    def _do(self, do: Callable[[Ledger], T], done: Callable[[T], None]) -> None:
        self._ledger.ask(do, done, lambda error: self.refused.emit(sentence_of(error)), self)


class OpenEntry(Changer, Generic[S]):
    """The one session, saved hand, exercise or game that is open."""

    def __init__(self, ledger: LedgerThread, read: Callable[[Ledger, str], S], parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self._read = read
        self.uid = ""
        self.seen: S | None = None

    def _on_read(self, seen: S) -> None:
        self.seen = seen
        self.changed.emit()

    def open(self, uid: str) -> None:
        """Read one."""
        if uid != self.uid or self.seen is None or self.error:
            self.uid, self.seen = uid, None
            self.again()

    def close(self) -> None:
        """Show none."""
        self._turn += 1
        self.uid, self.seen, self.error = "", None, ""
        self.changed.emit()

    def again(self) -> None:
        """Read it again."""
        uid, read, self.error = self.uid, self._read, ""
        if uid:
            self._ask(lambda ledger: read(ledger, uid), self._on_read)
            self.changed.emit()


class OpenedSession(OpenEntry[SessionSeen]):
    """The session that is open, and the row of it that is shown whole.

    Signals:
        sheet_changed(): another row is shown whole, or none.
        text_ready(str): the session as text, for the clipboard.
    """

    sheet_changed = Signal()
    text_ready = Signal(str)

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, lambda asked, uid: queries.session_seen(asked, uid, self.seen), parent)
        self.item = ""
        self.sheet: SheetData | None = None
        self._sheet_turn = 0

    def open(self, uid: str, item: str = "") -> None:
        """Read a session, and show one of its rows whole."""
        if uid == self.uid and self.seen is not None and not self.error:
            if item:
                self.show_row(item)
            return
        self._set_sheet("", None)
        self.item = item
        super().open(uid)

    def close(self) -> None:
        """Show no session."""
        self.uid, self.seen = "", None
        self._set_sheet("", None)
        super().close()

    def _on_read(self, seen: SessionSeen) -> None:
        same = seen is self.seen
        super()._on_read(seen)
        if self.item and not (same and self.sheet is not None):
            self.show_row(self.item)

    def show_row(self, item: str) -> None:
        """Show a row whole; an empty id, or one that is gone, shows none."""
        seen = self.seen
        row = seen.table.row(item) if seen is not None and item else None
        if seen is None or row is None:
            self._set_sheet("", None)
            return
        self._sheet_turn += 1
        turn, self.item = self._sheet_turn, item

        def answered(view: SheetData) -> None:
            if turn == self._sheet_turn:
                self._set_sheet(item, view)

        # counting tiles the first time builds tables: not on the window's thread
        self._ask_more(lambda _: sheet_view(seen, row), answered)

    def step(self, by: int) -> None:
        """Show the row before or after."""
        rows = self.seen.table.rows if self.seen is not None else ()
        place = next((at for at, row in enumerate(rows) if row.id == self.item), -1)
        if place >= 0 and 0 <= place + by < len(rows):
            self.show_row(rows[place + by].id)

    def ask_text(self) -> None:
        """Ask for the session as text."""
        uid = self.uid
        self._do(lambda ledger: ledger.export("text", [uid]).decode(), self.text_ready.emit)

    def _set_sheet(self, item: str, view: SheetData | None) -> None:
        self._sheet_turn += 1
        if (item, view) != (self.item, self.sheet) or view is not None:
            self.item, self.sheet = item, view
            self.sheet_changed.emit()


class OpenedRecord(OpenEntry[H]):
    """The saved hand or exercise, or the game, that is open; `store` is the part of the ledger that it is in.

    Signals:
        removed(str): what has this id is off the list.
        returned(object): this entry is on the list again.
    """

    removed = Signal(str)
    returned = Signal(object)

    def __init__(
        self,
        ledger: LedgerThread,
        read: Callable[[Ledger, str], H],
        store: Callable[[Ledger], HandStore | GameStore],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(ledger, read, parent)
        self._store = store

    @property
    def is_aside(self) -> bool:
        """Whether what is open was taken off the list."""
        return self.seen is not None and self.seen.put_aside

    def _on_read(self, seen: H) -> None:
        if self.seen is not None and not self.is_aside and seen.put_aside:
            self.close()
        else:
            super()._on_read(seen)

    def remove(self, uid: str = "") -> None:
        """Take one off the list, by default what is open; what isn't on the list is listed again."""
        uid = uid or self.uid
        if uid == self.uid and self.is_aside:
            self.bring_back(uid)
            return

        def done(_: object) -> None:
            if uid == self.uid:
                self.close()
            self.removed.emit(uid)

        store = self._store
        self._do(lambda ledger: store(ledger).remove(uid), done)

    def bring_back(self, uid: str) -> None:
        """List one again."""

        def done(entry: Entry) -> None:
            self.returned.emit(entry)
            self.again()

        store = self._store
        self._do(lambda ledger: store(ledger).restore(uid), done)


class OpenedHand(OpenedRecord[HandSeen]):
    """The saved hand or the exercise that is open.

    Signals:
        corrected(): a correction is written.
    """

    corrected = Signal()

    def __init__(self, ledger: LedgerThread, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(
            ledger, lambda asked, uid: queries.hand_seen(asked, uid, folders), lambda asked: asked.hands, parent
        )

    def correct(self, at: str | None, about: dict[str, str]) -> None:
        """Change when it was played, by whom, where, and the remark."""
        uid = self.uid

        def done(_: object) -> None:
            if uid == self.uid:
                self.corrected.emit()
                self.again()

        self._do(lambda ledger: ledger.hands.correct(uid, at=at, **about), done)


class OpenedGame(OpenedRecord[GameSeen]):
    """The game that is open."""

    def __init__(self, ledger: LedgerThread, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(
            ledger, lambda asked, uid: queries.game_seen(asked, uid, folders), lambda asked: asked.games, parent
        )


class NotebookPlayers(Changer):
    """Everybody in the ledger with their figures, by the same filter as the list of sessions.

    Signals:
        renamed(str, str, str): a player's id, the name before, and the name now.
        merged(str, str, str, str): the id and name of the player who is gone into another, and that one's.
    """

    renamed = Signal(str, str, str)
    merged = Signal(str, str, str, str)

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self.filter = EntryFilter()
        self.found = People()
        self.names: tuple[PlayerSummary, ...] = ()
        """Those who have saved hands only."""
        self.loaded = False
        self.uid = ""
        self.seen: PlayerSeen | None = None
        """The chosen player's history; None until it is read."""

    @property
    def people(self) -> tuple[PlayerSummary, ...]:
        """Everybody."""
        return self.found.players

    @property
    def player(self) -> PlayerSummary | None:
        """The player that is chosen."""
        return next((one for one in self.people if one.player == self.uid), None)

    def matching(self, text: str) -> tuple[PlayerSummary, ...]:
        """Return the people whose names have these letters."""
        criteria = key_of(text.strip())
        return tuple(one for one in self.people if criteria in key_of(one.name)) if criteria else self.people

    def anybody(self, text: str) -> tuple[PlayerSummary, ...]:
        """Return these and those who have saved hands only, who have no id."""
        criteria = key_of(text.strip())
        return (*self.matching(text), *[one for one in self.names if criteria in key_of(one.name)])

    def set_filter(self, criteria: EntryFilter) -> None:
        """Count other sessions; only the rules and the days of a filter matter to the figures."""
        criteria = EntryFilter(rules=criteria.rules, when=criteria.when)
        if criteria != self.filter or not self.loaded:
            self.filter = criteria
            self.refresh()

    def refresh(self) -> None:
        """Ask for everybody."""
        criteria = self.filter
        self._ask_more(queries.names_of, lambda names: setattr(self, "names", names))
        self._ask(lambda ledger: queries.people_of(ledger, criteria), self._on_people)
        self.changed.emit()

    again = refresh

    def choose(self, uid: str) -> None:
        """Show one player, or with no id all of them."""
        if uid != self.uid:
            self.uid, self.seen = uid, None
            self.changed.emit()
            self._ask_player()

    def _ask_player(self) -> None:
        uid, criteria = self.uid, self.filter
        if not uid:
            return

        def answered(found: PlayerSeen) -> None:
            if uid == self.uid and criteria == self.filter and found != self.seen:
                self.seen = found
                self.changed.emit()

        self._ask_more(lambda ledger: queries.player_seen(ledger, uid, criteria), answered)

    def _on_people(self, found: People) -> None:
        self.loaded = True
        self.found = found
        if self.uid and self.player is None:
            self.uid = ""
        self.changed.emit()
        self._ask_player()

    # changing people

    def rename(self, uid: str, name: str, *, back: bool = False) -> None:
        """Give a player another name, or the one before `back`."""
        before = next((one.name for one in self.people if one.player == uid), "")

        def done(_: object) -> None:
            if not back:
                self.renamed.emit(uid, before, name)
            self.refresh()

        self._do(lambda ledger: ledger.players.rename(uid, name), done)

    def merge(self, uid: str, into: str) -> None:
        """Merge a player into another."""
        names = {one.player: one.name for one in self.people}

        def done(_: object) -> None:
            self.uid, self.seen = into, None
            self.merged.emit(uid, names.get(uid, ""), into, names.get(into, ""))
            self.refresh()

        self._do(lambda ledger: ledger.players.merge(uid, into), done)

    def unmerge(self, uid: str) -> None:
        """Separate a player who was merged into another."""

        def done(_: object) -> None:
            self.uid, self.seen = uid, None
            self.refresh()

        self._do(lambda ledger: ledger.players.unmerge(uid), done)


class NotebookSeasons(Changer):
    """All seasons, the latest first, and the standings of the one that is shown.

    Signals:
        saved(str): a new season with this id is written, or a change of it.
        removed(str): the season with this id is off the list.
    """

    saved = Signal(str)
    removed = Signal(str)

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self.rows: tuple[SeasonRow, ...] = ()
        self.seen: SeasonStandings | None = None
        self.uid = ""
        self.loaded = False

    @property
    def season(self) -> Season | None:
        """The season that is shown."""
        return None if self.seen is None else self.seen.season

    def choose(self, uid: str) -> None:
        """Show another season."""
        if uid != self.uid:
            self.uid = uid
            self.again()

    def again(self) -> None:
        """Ask for the seasons, and for the standings of the one that is shown."""
        uid = self.uid

        def answered(found: tuple[tuple[SeasonRow, ...], SeasonStandings | None]) -> None:
            self.loaded = True
            self.rows, self.seen = found
            self.uid = self.season.uid if self.season is not None else ""
            self.changed.emit()

        self._ask(lambda ledger: ledger.seasons.overview(uid), answered)

    def save(self, season: Season) -> None:
        """Write a new season, or the change of one; one that was removed meanwhile is listed again."""

        def done(_: object) -> None:
            self.uid = season.uid
            self.saved.emit(season.uid)
            self.again()

        self._do(lambda ledger: ledger.seasons.save(season), done)

    def remove(self, uid: str) -> None:
        """Take a season off the list; its sessions stay."""

        def done(_: object) -> None:
            self.removed.emit(uid)
            self.again()

        self._do(lambda ledger: ledger.seasons.remove(uid), done)

    def bring_back(self, uid: str) -> None:
        """List a season again."""

        def done(_: object) -> None:
            self.uid = uid
            self.again()

        self._do(lambda ledger: ledger.seasons.restore(uid), done)


class CardGames(LedgerListing[GameRow, NotebookFilter]):
    """The games that the filter lets through: finished ones, and saved hands of a solitaire with real tiles.

    Nothing is asked before the card is seen.
    """

    page_size = 200
    most_again = 2_000

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, NotebookFilter(), parent)

    def _page(self, ledger: Ledger, criteria: NotebookFilter, after: Cursor | None, count: int) -> GamePage:
        """Return rows of the card; saved hands by other rules are left out."""
        rows: list[GameRow] = []
        if criteria.rules and criteria.rules not in _ON_CARD:
            return GamePage((), None)
        place = after if after is not None and after.kind else None
        while True:
            left = count - len(rows)
            found = ledger.notebook.page(criteria, place, left if place is after else max(left, _AT_ONCE))
            rows += [row for one in found.rows if (row := _on_card(one)) is not None]
            place = found.after
            if place is None or len(rows) >= count:
                return GamePage(tuple(rows), place)

    def _with_text(self, text: str) -> NotebookFilter:
        return msgspec.structs.replace(self.filter, text=text)

    def _ask_figures(self) -> None:
        shown = self.filter

        def answered(total: int) -> None:
            if shown == self.filter and self.total != total:
                self.total = total
                self.changed.emit()

        def do(ledger: Ledger) -> int:
            kinds = [str(rules) for rules in GAMES if shown.rules in ("", rules)]
            each = [ledger.notebook.counts(msgspec.structs.replace(shown, rules=rules)) for rules in kinds]
            return sum(sum(counts.values()) for counts in each)

        self._ask_more(do, answered)


_AT_ONCE: Final = 1_000
"""The entries that are read at a time where few of them are games."""
_ON_CARD: Final = frozenset(map(str, GAMES))


def _on_card(entry: Entry) -> GameRow | None:
    """Return an entry as the score card has it; None for one that is no game of solitaire."""
    if isinstance(entry, KeptHand):
        return LaidGame.laid(entry) if entry.rules in _ON_CARD else None
    return entry if isinstance(entry, GameRow) else None


class NotebookStatistics(Asker):
    """Statistics of all entries that the filter lets through. Nothing is read before it is shown."""

    def __init__(self, ledger: LedgerThread, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self._folders = folders
        self.filter = EntryFilter()
        self.with_seen = False
        """Whether games on deals that were played before count in the averages."""
        self.found: NotebookFigures | None = None

    def set_filter(self, criteria: EntryFilter) -> None:
        """Count these entries."""
        if criteria != self.filter or self.found is None:
            self.filter = criteria
            self.again()

    def count_seen(self, criteria: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        """Count games on deals that were played before in the averages, or leave them out."""
        self.with_seen = criteria
        self.again()

    def again(self) -> None:
        """Ask again."""
        shown, with_seen = self.filter, self.with_seen

        def answered(found: NotebookFigures) -> None:
            self.found = found
            self.changed.emit()

        folders = self._folders
        self._ask(lambda ledger: queries.figures(ledger, shown, folders, with_seen=with_seen), answered)
