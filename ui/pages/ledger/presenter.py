"""What the Notebook knows: the list, what of it is open, the players. It asks the ledger thread."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.ledger.values import (
    Cursor,
    Entry,
    GameRow,
    NotebookPage,
    Player,
    PlayerSummary,
    key_of,
)
from mjcompanion.storage.paths import Folders

from ...ledger_thread import LedgerThread
from ...widgets.listing import Asker, LedgerListing, RowPage
from ...widgets.words import sentence_of
from . import asking
from .asking import EntryFilter, HandSeen, People, SessionSeen, SheetData, sheet_view
from .words import has_tiles, kind_of, time_of

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger

T = TypeVar("T")
S = TypeVar("S", bound=SessionSeen | HandSeen | GameRow)
H = TypeVar("H", bound=HandSeen | GameRow)


class EntriesPresenter(LedgerListing[Entry, EntryFilter]):
    """The list of all that is in the notebook, newest first, as far as it was scrolled to.

    Signals:
        counted(): it is known how many there are.
    """

    counted = Signal()

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, EntryFilter(), parent)
        self.counts: dict[str, int] = {}
        """How many there are of each kind, when it is known."""

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

        def answered(found: dict[str, int]) -> None:
            if criteria == self.filter:
                self.total, self.counts = sum(found.values()), found
                self.counted.emit()

        self._ask_beside(lambda ledger: asking.counted(ledger, criteria), answered)


class Changer(Asker):
    """Asks, and has something changed.

    Signals:
        refused(str): a sentence: why something can't be done.
    """

    refused = Signal(str)

    def _do(self, do: Callable[[Ledger], T], done: Callable[[T], None]) -> None:
        self._ledger.ask(do, done, lambda error: self.refused.emit(sentence_of(error)), self)


class OpenPresenter(Changer, Generic[S]):
    """The one session, kept hand, exercise or game that is open."""

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self.uid = ""
        self.seen: S | None = None

    @abstractmethod
    def _reading(self, uid: str) -> Callable[[Ledger], S]:
        """What reads it on the ledger's thread."""

    @abstractmethod
    def _on_read(self, seen: S) -> None:
        """It was read."""

    def close(self) -> None:
        """Show none."""
        self._turn += 1
        self.uid, self.seen, self.error = "", None, ""
        self.changed.emit()

    def again(self) -> None:
        """Read it anew."""
        if self.uid:
            self._ask(self._reading(self.uid), self._on_read)
            self.changed.emit()


class SessionPresenter(OpenPresenter[SessionSeen]):
    """The session that is open, and the row of it that is shown whole.

    Signals:
        sheet_changed(): another row is shown whole, or none.
        text_ready(str): the session as text, for the clipboard.
    """

    sheet_changed = Signal()
    text_ready = Signal(str)

    def __init__(self, ledger: LedgerThread, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self.item = ""
        self.sheet: SheetData | None = None
        self._sheet_turn = 0
        self._item_wanted = ""

    def open(self, uid: str, item: str = "") -> None:
        """Read a session, and show one of its rows whole."""
        if uid == self.uid and self.seen is not None and not self.error:
            if item:
                self.show_row(item)
            return
        self._item_wanted = item
        self.uid, self.seen = uid, None
        self._set_sheet("", None)
        self.again()

    def close(self) -> None:
        """Show no session."""
        self.uid, self.seen = "", None
        self._set_sheet("", None)
        super().close()

    def again(self) -> None:
        """Read the session anew."""
        self.error = ""
        super().again()

    def _reading(self, uid: str) -> Callable[[Ledger], SessionSeen]:
        known = self.seen
        return lambda ledger: asking.session_seen(ledger, uid, known)

    def _on_read(self, seen: SessionSeen) -> None:
        same = self.seen is not None and seen == self.seen
        if not same:
            self.seen = seen
        item, self._item_wanted = self._item_wanted or self.item, ""
        self.changed.emit()
        if item and not (same and self.sheet is not None):
            self.show_row(item)

    def show_row(self, item: str) -> None:
        """Show a row whole; an empty id, or one that is gone, shows none."""
        seen = self.seen
        row = seen.table.row(item) if seen is not None and item else None
        if seen is None or row is None:
            self._set_sheet("", None)
            return
        self._sheet_turn += 1
        turn, self.item = self._sheet_turn, item
        if not has_tiles(row):
            self._set_sheet(item, sheet_view(seen, row))
            return

        def answered(view: SheetData) -> None:
            if turn == self._sheet_turn:
                self._set_sheet(item, view)

        # counting tiles the first time builds tables: not on the window's thread
        self._ask_beside(lambda _: sheet_view(seen, row), answered)

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


class OnePresenter(OpenPresenter[H]):
    """The one kept hand or exercise, or the one game, that is open.

    Signals:
        removed(str): what has this id is off the list.
        returned(str): what has this id is on the list again.
    """

    removed = Signal(str)
    returned = Signal(str)

    @abstractmethod
    def _put_aside(self, ledger: Ledger, uid: str, *, aside: bool) -> object:
        """Take it off the list, or list it again; on the ledger's thread."""

    def open(self, uid: str) -> None:
        """Read one."""
        if uid != self.uid or self.seen is None:
            self.uid, self.seen = uid, None
            self.again()

    @property
    def is_aside(self) -> bool:
        """Whether what is open was taken off the list."""
        return self.seen is not None and self.seen.put_aside

    def _on_read(self, seen: H) -> None:
        gone = self.seen is not None and not self.is_aside and seen.put_aside
        self.seen = seen
        if gone:
            self.close()
        else:
            self.changed.emit()

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

        self._do(lambda ledger: self._put_aside(ledger, uid, aside=True), done)

    def bring_back(self, uid: str) -> None:
        """List one again."""

        def done(_: object) -> None:
            self.returned.emit(uid)
            self.again()

        self._do(lambda ledger: self._put_aside(ledger, uid, aside=False), done)


class KeptPresenter(OnePresenter[HandSeen]):
    """The kept hand or the exercise that is open.

    Signals:
        corrected(): what was said otherwise of it is written.
    """

    corrected = Signal()

    def __init__(self, ledger: LedgerThread, folders: Folders, parent: QObject | None = None) -> None:
        super().__init__(ledger, parent)
        self._folders = folders

    def _reading(self, uid: str) -> Callable[[Ledger], HandSeen]:
        return lambda ledger: asking.hand_seen(ledger, uid, self._folders)

    def _put_aside(self, ledger: Ledger, uid: str, *, aside: bool) -> object:
        return ledger.hands.remove(uid) if aside else ledger.hands.restore(uid)

    def correct(self, at: str | None, about: dict[str, str]) -> None:
        """Say otherwise when it was played, by whom, where, and the remark."""
        uid = self.uid

        def done(_: object) -> None:
            if uid == self.uid:
                self.corrected.emit()
                self.again()

        self._do(lambda ledger: ledger.hands.correct(uid, at=at, **about), done)


class GamePresenter(OnePresenter[GameRow]):
    """The game that is open."""

    def _reading(self, uid: str) -> Callable[[Ledger], GameRow]:
        return lambda ledger: ledger.games.get(uid).row

    def _put_aside(self, ledger: Ledger, uid: str, *, aside: bool) -> object:
        return ledger.games.remove(uid) if aside else ledger.games.restore(uid)


class PlayersPresenter(Changer):
    """Everybody in the ledger with what they did, by the same conditions as the list of sessions.

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
        """Who has kept hands alone."""
        self.loaded = False
        self.uid = ""
        self.taken_for: tuple[Player, ...] = ()
        """Who was merged into the player that is chosen."""

    @property
    def people(self) -> tuple[PlayerSummary, ...]:
        """Everybody."""
        return self.found.players

    @property
    def player(self) -> PlayerSummary | None:
        """The player that is chosen."""
        return next((one for one in self.people if one.player == self.uid), None)

    def matching(self, text: str) -> tuple[PlayerSummary, ...]:
        """The people whose name has these letters."""
        criteria = key_of(text.strip())
        return tuple(one for one in self.people if criteria in key_of(one.name)) if criteria else self.people

    def anybody(self, text: str) -> tuple[PlayerSummary, ...]:
        """The same, and those who have kept hands alone, who have no id."""
        criteria = key_of(text.strip())
        return (*self.matching(text), *[one for one in self.names if criteria in key_of(one.name)])

    def set_filter(self, criteria: EntryFilter) -> None:
        """Count other sessions; what a list is narrowed by besides rules and days matters to no figures."""
        criteria = EntryFilter(rules=criteria.rules, when=criteria.when)
        if criteria != self.filter or not self.loaded:
            self.filter = criteria
            self.refresh()

    def refresh(self) -> None:
        """Ask for everybody."""
        criteria = self.filter
        self._ask_beside(asking.names_of, self._on_names)
        self._ask(lambda ledger: asking.people_of(ledger, criteria), self._on_people)
        self.changed.emit()

    again = refresh

    def choose(self, uid: str) -> None:
        """Show one player, or with no id everybody."""
        if uid != self.uid:
            self.uid, self.taken_for = uid, ()
            self.changed.emit()
            self._ask_taken_for()

    def _ask_taken_for(self) -> None:
        uid = self.uid
        if not uid:
            return

        def answered(found: tuple[Player, ...]) -> None:
            if uid == self.uid and found != self.taken_for:
                self.taken_for = found
                self.changed.emit()

        self._ask_beside(lambda ledger: ledger.players.merged(uid), answered)

    def _on_names(self, names: tuple[PlayerSummary, ...]) -> None:
        self.names = names

    def _on_people(self, found: People) -> None:
        self.loaded = True
        self.found = found
        if self.uid and self.player is None:
            self.uid = ""
        self.changed.emit()
        self._ask_taken_for()

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
        """Let a player and another be one."""
        names = {one.player: one.name for one in self.people}

        def done(_: object) -> None:
            self.uid, self.taken_for = into, ()
            self.merged.emit(uid, names.get(uid, ""), into, names.get(into, ""))
            self.refresh()

        self._do(lambda ledger: ledger.players.merge(uid, into), done)

    def unmerge(self, uid: str) -> None:
        """Let a player be somebody of their own again."""

        def done(_: object) -> None:
            self.uid, self.taken_for = uid, ()
            self.refresh()

        self._do(lambda ledger: ledger.players.unmerge(uid), done)
