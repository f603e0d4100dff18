"""The ledger: sessions as events, the players in them, finished games, and everything that can be asked of them.

Loading this module loads SQLAlchemy, which takes a fifth of a second: do it when a ledger is wanted, not before.
"""

from __future__ import annotations

import io
import itertools
import secrets
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Literal, ParamSpec, Self, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Text, bindparam, cast, func, select, update
from sqlalchemy import Table as SqlTable

from mjcompanion.folders import Folders, write_atomically
from mjcompanion.ledger import (
    backups,
    checking,
    figures,
    games,
    importing,
    kept,
    notebook,
    people,
    practised,
    proof,
    queries,
    repair,
    schema,
    sitting,
    tables,
    tournaments,
)
from mjcompanion.ledger.cells import csv_text
from mjcompanion.ledger.connect import Reader, move_log, open_to_ask, readers, server_engine, told, writers
from mjcompanion.ledger.errors import (
    Astray,
    Conflict,
    Damaged,
    LedgerError,
    NoLedger,
    ReadOnly,
    Vanished,
    closed_folder,
)
from mjcompanion.ledger.formats import (
    COLUMNS,
    FilePlayer,
    as_text,
    csv_cells,
    csv_rows,
    is_moment,
    json_parts,
    read_json,
)
from mjcompanion.ledger.game_files import COLUMNS as GAME_COLUMNS
from mjcompanion.ledger.game_files import game_cells, running_card
from mjcompanion.ledger.hand_cells import is_cells, read_cells
from mjcompanion.ledger.kept import COLUMNS as KEPT_COLUMNS
from mjcompanion.ledger.listening import CHANNEL, Listener
from mjcompanion.ledger.listing import fitting
from mjcompanion.ledger.opening import Opened, open_file_at, open_server
from mjcompanion.ledger.place import Place, find_place
from mjcompanion.ledger.presence import Presence
from mjcompanion.ledger.values import (
    ACCEPTED,
    GAMES,
    HANDS,
    PRACTICE,
    SESSIONS,
    BackupFile,
    CheckReport,
    Contest,
    Cursor,
    EntryCursor,
    Figures,
    FiguresFilter,
    GameFilter,
    GamePage,
    GameRow,
    ImportReport,
    KeptFilter,
    KeptHand,
    KeptPage,
    NotebookFilter,
    NotebookPage,
    OpenSession,
    Page,
    Player,
    SessionFilter,
    SessionRef,
    SessionRow,
    StoredGame,
    StoredHand,
    StoredSession,
    StoredTournament,
    TableFigures,
    TableNow,
    TournamentRow,
    storable,
)
from mjcompanion.practice.progress import Progress
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.table.ending import why_closed
from mjcompanion.table.events import AnyEvent, Setup, Started, now
from mjcompanion.table.table import Table, apply, people_of, replay
from mjcompanion.tournament.tournament import Tournament
from mjcompanion.words import tr

T = TypeVar("T")
P = ParamSpec("P")
Kind = Literal["json", "csv", "text"]
ALL: Final = SessionFilter()
ALL_GAMES: Final = GameFilter()
ALL_KEPT: Final = KeptFilter()
EVERYTHING: Final = NotebookFilter()
ALL_FIGURES: Final = FiguresFilter()
PAGE: Final = 50
_RECENT: Final = 30
_BACKED_UP_AFTER: Final = 55.0
"""Seconds from a writing to the backup that has it, for a ledger that is copied in no time."""
_LONG_LOG: Final = 100
"""After so many transactions, some megabytes, SQLite's log is moved into the file."""
_TABLES: Final = 4
"""So many tables are kept as they are, so that one more event needs no replay of the others."""

_WHICH: Final = select(schema.meta.c.uid, schema.meta.c.version)
_VERSION: Final = select(schema.meta.c.version)
_NEXT: Final = update(schema.meta).values(version=schema.meta.c.version + 1).returning(schema.meta.c.version)
_CALL_OUT: Final = func.pg_notify(CHANNEL, cast(schema.meta.c.version, Text))
"""Lets those who listen hear of a writing, once it counts."""
_TITLE: Final = select(schema.players.c.uid, schema.players.c.name, schema.players.c.merged_into).where(
    schema.players.c.id == bindparam("id")
)


class Ledger:
    """One ledger, open until it is closed. One thread at a time may use it.

    Every method raises a `LedgerError` when the world fails and a `RuleError` when what was asked can't be, as where
    nothing has the id that was given; nothing is half written then.

    >>> import tempfile
    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import Ended
    >>> from mjcompanion.table.rules import TableRules
    >>> with tempfile.TemporaryDirectory() as folder, Ledger.open(Path(folder) / "ledger.db") as ledger:
    ...     four = tuple(ledger.add_player(name).uid for name in ("Ann", "Bob", "Chuck", "Dora"))
    ...     begun = ledger.start_session(Setup(TableRules.of(Ruleset("classical")), four, starting=1000))
    ...     ledger.append(begun.uid, 1, Ended(at="2026-11-21T05:31:52Z"))
    ...     [(row.names, row.ended) for row in ledger.sessions().rows]
    1
    [(('Ann', 'Bob', 'Chuck', 'Dora'), True)]
    """

    def __init__(self, place: Place, opened: Opened) -> None:
        self.place = place
        self.read_only = opened.why
        self.backup_trouble: LedgerError | None = None
        self.notices: list[str] = []
        """What a person should know: which records lists left out as they are damaged. Take them out."""
        self.damaged: dict[str, Astray] = {}
        """The damaged records that lists left out, by the sentence about them in `notices`."""
        self._opened = opened
        self._asking_by = opened.asking
        self._shared = opened.shared
        self._tables: dict[str, tuple[int, Table]] = {}
        self._backed_up = ""
        self._written = False
        self._in_log = 0
        self._timer: threading.Timer | None = None
        self._planning = threading.RLock()
        self._caring = False
        self._presence: Presence | None = None
        self._next = _NEXT if place.path is not None else _NEXT.returning(_CALL_OUT)
        self._ear: Listener | None = None
        self._overview = tables.Overview()
        if place.path is not None and not self.read_only:
            self._presence = Presence(place.path)

    @classmethod
    def open(
        cls,
        named: str | Path | None = None,
        folders: Folders | None = None,
        *,
        read_only: bool = False,
        begin_anew: bool = False,
        second: Path | None = None,
    ) -> Self:
        """Open the ledger at an address or in a file, or else that of the data folder; a new one is made.

        Where nothing may be written it is opened all the same, and `read_only` says why; with `read_only` that is
        wanted. Where the ledger is gone but its backups are there, a new one is only begun with `begin_anew`. Backups
        go into the folder `second` as well.

        Raises:
            Damaged: the file isn't what was written; `backups` may have one that is.
            LedgerError: it can't be opened for another reason.

        """
        place = msgspec.structs.replace(find_place(named, folders), second=second)
        why = tr("it was opened for reading.") if read_only else ""
        if place.path is not None and not begin_anew and not place.path.exists() and backups.newest_good(place):
            raise Damaged("ledger-missing", why=place.shown)
        opened = open_server(place, why) if place.path is None else open_file_at(place, place.path, why)
        ledger = cls(place, opened)
        try:
            ledger._listed(lambda reader, astray: astray.extend(_unlisted(reader)))
        except BaseException:
            ledger.close()
            raise
        return ledger

    def close(self) -> None:
        """Back up what was written since the last backup, and let go of everything."""
        try:
            self._finish()
        finally:
            self._let_go()

    def _finish(self) -> None:
        self._end_care()
        written, self._written = self._written, False
        if written and self.place.path is not None and _size(self.place.path) <= backups.COPIED_AT_ONCE:
            self._back_up(datetime.now(UTC))

    def _end_care(self) -> None:
        """Wait for a backup that is under way; one that is only planned is not made."""
        while (timer := self._timer) is not None:
            with self._planning:
                timer.cancel()
            timer.join()
            with self._planning:
                if self._timer is timer:  # it never began
                    self._timer = None

    def listen(self, told: Callable[[], None]) -> bool:
        """Have `told` called, on a thread of its own, whenever somebody wrote; false for a file, which calls nobody.

        It may be called for nothing; `changed_since` says whether it was.
        """
        if self.place.path is not None:
            return False
        if self._ear is None:
            self._ear = Listener(server_engine(self.place), told)
        return True

    def _let_go(self) -> None:
        self._end_care()
        if self._ear is not None:
            self._ear.close()
            self._ear = None
        if self._asking_by is not None:
            self._asking_by.close()
        if "_engine" in self.__dict__ or not self.is_file:
            self._engine.dispose()
        if self._shared is not None:
            self._shared.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def is_file(self) -> bool:
        """Whether the ledger is a file, and has backups."""
        return self.place.path is not None

    @cached_property
    def _engine(self) -> Engine:
        return self._opened.engine()

    @cached_property
    def _readers(self) -> Engine:
        return readers(self._engine)

    @cached_property
    def _writers(self) -> Engine:
        return writers(self._engine)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with told(self.place), self._readers.begin() as connection:
            yield connection

    @contextmanager
    def _asking(self) -> Iterator[Reader]:
        """A transaction that only reads, for what is asked all the time."""
        file = self._asking_by
        if file is None:
            with self._reading() as connection:
                yield Reader(connection.dialect.name, connection.connection.cursor().execute)
            return
        with told(self.place):
            file.execute("BEGIN")
            try:
                yield Reader("sqlite", file.execute)
            finally:
                if file.in_transaction:
                    file.execute("COMMIT")

    @contextmanager
    def _writing(self) -> Iterator[tuple[Connection, int]]:
        """A transaction that writes, and the number of the state that it makes. Others wait until it is over."""
        if self.read_only:
            raise ReadOnly("ledger-read-only", why=self.read_only)
        self._look()
        with told(self.place), self._writers.begin() as connection:
            version = connection.execute(self._next).scalar_one()  # first: on a server this row is the lock
            yield connection, version
            if self._presence is not None:
                self._presence.look()
        self._look_after()

    def _look(self) -> None:
        """Compare the file that is open with what is in its place; one that another window wrote anew is taken.

        Raises:
            Vanished: it isn't there any more.

        """
        if self._presence is None:
            return
        try:
            self._presence.look()
        except Vanished as error:
            if error.code != "ledger-replaced" or not self._is_ours():
                raise
            self._open_again(self.place)

    def _is_ours(self) -> bool:
        """Whether the file in the place of ours is the same ledger, and holds all that ours does."""
        path = self.place.path
        with suppress(LedgerError, sqlite3.Error, TypeError), self._asking() as reader:
            ((uid, version),) = reader.rows(_WHICH)
            assert path is not None  # noqa: S101 - only files have a presence
            with closing(open_to_ask(path, "immutable")) as file:
                other, state = file.execute("SELECT uid, version FROM meta").fetchone()
                return bool(other == uid and state >= version)
        return False

    def _open_again(self, place: Place) -> None:
        """Let go of what is open, and open what is there now."""
        assert place.path is not None  # noqa: S101 - only files have a presence
        self._let_go()
        self._asking_by = None  # until another is open
        for name in ("_engine", "_readers", "_writers"):
            self.__dict__.pop(name, None)
        self._tables.clear()
        self.place = place
        self._opened = opened = open_file_at(place, place.path, "")
        self._asking_by, self._shared, self.read_only = opened.asking, opened.shared, opened.why
        self._presence = None if self.read_only else Presence(place.path)

    def write_anew(self, to: Path | None = None) -> Path | None:
        """Write a ledger that vanished anew in its place, or to another, from what is open, and go on with that.

        What stands there by now is kept under a dated name, which is given back.

        Raises:
            LedgerError: it can't be written there.

        """
        place = self.place if to is None else find_place(to)
        if self._asking_by is None or place.path is None:
            raise NoLedger("backup-only-files")
        self._end_care()
        fresh = backups.copy_beside(place, self._asking_by)
        self._let_go()  # before another is there: what SQLite has beside a file goes by its name
        try:
            before = backups.put_in_place(place, fresh)
        except OSError as error:  # the copy holds all that the file did, which is closed
            self._asking_by = open_to_ask(fresh if fresh.exists() else place.path, "rw")
            raise closed_folder(place.path.parent, error) from error
        self._open_again(place)
        self._written = True
        return before

    def _listed(self, question: Callable[[Reader, list[Astray]], T]) -> T:
        """Ask for rows; a damaged one is left out, and named once in `notices`."""
        astray: list[Astray] = []
        with self._asking() as reader:
            found = question(reader, astray)
        self._notice(astray)
        return found

    def _notice(self, astray: Iterable[Astray]) -> None:
        for error in astray:
            sentence = str(error)
            if sentence not in self.damaged:
                self.damaged[sentence] = error
                self.notices.append(sentence)

    def in_backups(self, kind: str, uid: str) -> list[repair.Stored]:
        """Find a record in the newest whole backup that has it; of kind "counted", all that a table lacks.

        `kind` and `uid` are as an `Astray` has them.
        """
        if kind == "counted":
            with self._reading() as connection:
                return repair.missing(self.place, connection, uid)
        with suppress(RuleError):  # a damaged id is the beginning of several
            found = repair.newest(self.place, storable(uid), kind)
            if found is not None and found.uid == uid:
                return [found]
        return []

    def can_repair(self, kind: str, uid: str) -> bool:
        """Return whether a record follows from others that are whole, or is itself, and no backup is better."""
        if self.read_only or (kind in ACCEPTED and self.in_backups(kind, uid)):
            return False
        with self._reading() as connection:
            return repair.is_whole(connection, kind, uid)

    def bring_back(self, uid: str, backup: Path | None = None, kind: str = "") -> str:
        """Write one record as a backup has it over the one here, or beside the others; return its id.

        Without a backup it is the newest that has the record. The ledger is backed up before, as it is.

        Raises:
            RuleError: no backup has it, or it has several that begin with these letters.
            Damaged: the backup itself is damaged.

        """
        uid = storable(uid.strip())
        found = repair.newest(self.place, uid, kind) if backup is None else repair.stored_in(backup, uid, kind)
        if found is None:
            raise RuleError([Problem("no-session-kept" if kind == "session" else "no-record-kept", text=uid)])
        if self.is_file:
            backups.back_up(self.place)
        with self._writing() as (connection, version):
            repair.put_back(connection, found, version)
        self._tables.pop(found.uid, None)
        self.damaged.clear()
        return found.uid

    # players

    def add_player(self, name: str) -> Player:
        """Add somebody who plays.

        Raises:
            RuleError: the name is empty or too long, or somebody has it, however it is written.

        """
        with self._writing() as (connection, _):
            row = people.add(connection, name, now())
        return Player(row.uid, row.name)

    def player(self, uid: str) -> Player:
        """Who a player is, after merging."""
        with self._reading() as connection:
            row = people.person_of(connection, people.find(connection, storable(uid)))
        return Player(row.uid, row.name)

    def player_named(self, name: str) -> Player | None:
        """Who has a name, however it is written."""
        with self._reading() as connection:
            row = people.named(connection, name.strip())
        return None if row is None else Player(row.uid, row.name)

    def players(self, search: str = "", limit: int = 1_000) -> tuple[Player, ...]:
        """Players whose name holds what is searched for: those called just so first, then by name."""
        with self._reading() as connection:
            astray: list[Astray] = []
            found = people.listed(connection, search, limit, astray)
        self._notice(astray)
        return found

    def recent_players(self, limit: int = _RECENT) -> tuple[Player, ...]:
        """Players, those who played last first."""
        with self._reading() as connection:
            astray: list[Astray] = []
            found = people.recent(connection, limit, astray)
        self._notice(astray)
        return found

    def rename_player(self, uid: str, name: str) -> Player:
        """Call a player otherwise, in old sessions too.

        Raises:
            RuleError: the name is empty or too long, or somebody else has it: then the two may be merged.

        """
        with self._writing() as (connection, _):
            return people.rename(connection, storable(uid), name)

    def merge_players(self, from_uid: str, into_uid: str) -> None:
        """Take two players for one from now on, under the second one's name; `unmerge_player` parts them again.

        Raises:
            RuleError: they sat at one table, or play in one tournament, so they are two.

        """
        with self._writing() as (connection, _):
            gone = people.person_of(connection, people.find(connection, storable(from_uid)))
            stays = people.person_of(connection, people.find(connection, storable(into_uid)))
            each = [{who.uid, *(one.uid for one in people.merged(connection, who.uid))} for who in (gone, stays)]
            both = tournaments.with_players(Reader.of(connection), *each) if gone.id != stays.id else None
            if both is not None:
                why = tr("{name} play in the tournament “{title}”")
                why = why.format(name=printable(stays.name), title=printable(both.title))
                raise RuleError([Problem("merge-met", text=gone.name, why=why)])
            people.merge(connection, storable(from_uid), storable(into_uid))

    def unmerge_player(self, uid: str, name: str | None = None) -> Player:
        """Take somebody who was merged for a person again.

        Raises:
            RuleError: that player isn't merged, or another has the name by now; then say another.

        """
        with self._writing() as (connection, _):
            return people.unmerge(connection, storable(uid), name)

    def merged_players(self, uid: str) -> tuple[Player, ...]:
        """Who is taken for this player."""
        with self._reading() as connection:
            return people.merged(connection, storable(uid))

    # sessions

    def start_session(self, setup: Setup, at: str | None = None) -> SessionRef:
        """Begin a session; the players are ids of this ledger.

        Raises:
            RuleError: they aren't four different people of this ledger, or the table can't be set up so.

        """
        table = replay([Started(at=_moment(at or now()), setup=setup)])
        uid = secrets.token_hex(16)
        with self._writing() as (connection, version):
            body = sitting.body_of(table.events[0])
            sitting.begin(connection, uid, table, [body], version)
        return SessionRef(uid, 0)

    def append(self, uid: str, seq: int, event: AnyEvent) -> int:
        """Write what happened next; it is on the disk when this comes back.

        `seq` is the number that the event gets: as many events as this window knows. Writing the same event in the
        same place again, after an answer that never came, does nothing.

        Raises:
            Conflict: another window wrote event `seq` first.
            RuleError: the event can't happen now, the session has ended, or there is none like that.

        """
        body = sitting.body_of(event)
        _moment(event.at)
        with self._writing() as (connection, version):
            row = sitting.head(Reader.of(connection), uid)
            if row.last_seq + 1 != seq:
                other = sitting.event_at(connection, row, seq)
                if other is not None and sitting.body_of(other) == body:
                    return seq
                raise Conflict(seq, other, "" if other is None else sitting.described(other))
            tail, table = self._tables.get(uid, (None, None))
            if table is None or tail != row.tail or len(table.events) != seq:
                table = replay(sitting.decoded(row.title or row.uid, sitting.bodies(Reader.of(connection), row)))
            if not table.rules.rules.known:
                raise RuleError([Problem("session-unknown-rules", text=table.rules.rules.name)])
            closed = why_closed(table, event)
            if closed is not None:
                raise RuleError([closed])
            table = apply(table, event)
            tail = sitting.go_on(connection, row, table, [body], version)
        self._tables.pop(uid, None)
        self._tables[uid] = (tail, table)
        while len(self._tables) > _TABLES:
            del self._tables[next(iter(self._tables))]
        return seq

    def session(self, uid: str) -> StoredSession:
        """A whole session.

        Raises:
            RuleError: there is none with this id.
            Damaged: its events aren't what was written.

        """
        with self._asking() as reader:
            return sitting.stored(reader, uid)

    def left_hands(self, uid: str) -> tuple[bytes, ...]:
        """Hands of a session that were confirmed while its server was silent and couldn't join; see `away`."""
        del uid
        return ()

    def take_left_hand(self, uid: str) -> None:
        """The first of these is being entered again, and kept elsewhere."""

    def resolve(self, prefix: str) -> str:
        """The id of the one session that begins with these letters.

        Raises:
            RuleError: none does, or more than one.

        """
        return self._resolved(prefix, "session", schema.sessions)

    def _resolved(self, prefix: str, what: str, table: SqlTable) -> str:
        """The only id that begins with these letters, or is just them."""
        prefix = storable(prefix.strip())
        with self._reading() as connection:
            found = fitting(connection, table, prefix) if prefix else []
        if prefix in found:
            return prefix
        if len(found) > 1:
            raise RuleError([Problem(f"{what}-prefix", text=prefix, count=len(found))])
        if not found:
            raise RuleError([Problem(f"no-{what}", text=prefix)])
        return found[0]

    def sessions(self, wanted: SessionFilter = ALL, after: Cursor | None = None, limit: int = PAGE) -> Page:
        """Sessions, newest first, a page at a time: `after` is where the page before ended."""
        return self._listed(lambda reader, astray: Page(*queries.LIST.page(reader, wanted, after, limit, astray)))

    def count(self, wanted: SessionFilter = ALL) -> int:
        """How many sessions there are."""
        with self._asking() as reader:
            return queries.LIST.count(reader, wanted)

    def session_row(self, uid: str) -> SessionRow:
        """A session as lists have it."""
        with self._asking() as reader:
            found = queries.one_row(reader, storable(uid))
        if found is None:
            raise RuleError([Problem("no-session", text=uid)])
        return found

    def last_session(self) -> SessionRow | None:
        """The session in which something happened last, whatever the clock said."""
        with self._asking() as reader:
            uid = queries.last(reader)
            return None if uid is None else queries.one_row(reader, uid)

    def open_sessions(self) -> tuple[OpenSession, ...]:
        """The sessions that weren't ended, no more than the newest `tables.MOST_OPEN`, the last played first."""
        with self._asking() as reader:
            return tables.open_sessions(reader)

    def last_session_at(self, table: int) -> SessionRow | None:
        """The session of a club's table in which something happened last."""
        with self._asking() as reader:
            return tables.last_at(reader, table)

    def tables_now(self, since: str) -> tuple[TableNow, ...]:
        """How the tables stand at which something happened since a moment, by their numbers."""
        with self._asking() as reader:
            return self._overview.look(reader, since)

    def changed_since(self, token: object) -> int | None:
        """Whether anything was written since a token was given, here or elsewhere: the token of now, or None.

        Raises:
            Vanished: the file isn't in its place any more.

        """
        self._look()
        with self._asking() as reader:
            ((version,),) = reader.rows(_VERSION)
        return None if version == token else int(version)

    def table_figures(self, wanted: SessionFilter = ALL) -> tuple[TableFigures, ...]:
        """What each player did in some sessions, one for all that are by the same rules.

        With a player in the filter: what that player did.
        """
        with self._asking() as reader:
            return queries.table_figures(reader, wanted)

    def figures(self, wanted: FiguresFilter = ALL_FIGURES) -> tuple[Figures, ...]:
        """What came of kept hands and finished games, one for all that are by the same rules, real and virtual apart.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder, Ledger.open(Path(folder) / "ledger.db") as ledger:
        ...     ledger.figures()
        ()
        """
        with self._asking() as reader:
            return figures.figures(reader, wanted)

    def hand_figures(self, wanted: KeptFilter = ALL_KEPT) -> tuple[Figures, ...]:
        """The same of the kept hands of a list's filter."""
        with self._asking() as reader:
            return figures.of_hands(reader, wanted)

    def game_figures(
        self, wanted: GameFilter = ALL_GAMES, *, with_seen: bool = False, by_house: bool = True
    ) -> tuple[Figures, ...]:
        """The same of the finished games of a list's filter; without `by_house` one for each ruleset."""
        with self._asking() as reader:
            return figures.of_games(reader, wanted, with_seen=with_seen, by_house=by_house)

    # finished games

    def add_game(self, row: GameRow, record: Mapping[str, Any]) -> GameRow:
        """Keep a game that is over, with its record; it is on the disk when this comes back.

        Adding the same game again does nothing, and gives it as it is kept.

        Raises:
            RuleError: another game has this id.

        """
        _moment(row.begun_at)
        _moment(row.finished_at)
        with self._writing() as (connection, _):
            games.add(connection, row, record)
            return games.one_row(Reader.of(connection), row.uid)

    def games(self, wanted: GameFilter = ALL_GAMES, after: Cursor | None = None, limit: int = PAGE) -> GamePage:
        """Finished games, newest first, a page at a time: `after` is where the page before ended."""
        return self._listed(lambda reader, astray: GamePage(*games.LIST.page(reader, wanted, after, limit, astray)))

    def count_games(self, wanted: GameFilter = ALL_GAMES) -> int:
        """How many finished games there are."""
        with self._asking() as reader:
            return games.LIST.count(reader, wanted)

    def game(self, uid: str) -> StoredGame:
        """A finished game with its record, from which it can be played again.

        Raises:
            RuleError: there is none with this id.
            Damaged: it isn't what was written.

        """
        with self._asking() as reader:
            return games.stored(reader, uid)

    def remove_game(self, uid: str) -> GameRow:
        """Put a finished game aside: it is listed and counted no more. `bring_back_game` undoes that at any time."""
        with self._writing() as (connection, _):
            return games.put_aside(connection, uid, aside=True)

    def bring_back_game(self, uid: str) -> GameRow:
        """List a finished game again that was put aside."""
        with self._writing() as (connection, _):
            return games.put_aside(connection, uid, aside=False)

    def resolve_game(self, prefix: str) -> str:
        """The id of the one finished game that begins with these letters; see `resolve`."""
        return self._resolved(prefix, "game", schema.games)

    # all of that in one list

    def notebook(
        self, wanted: NotebookFilter = EVERYTHING, after: EntryCursor | None = None, limit: int = PAGE
    ) -> NotebookPage:
        """Kept hands, finished games, sessions and exercises together, newest first, a page at a time."""
        return self._listed(lambda reader, astray: notebook.page(reader, wanted, after, limit, astray))

    def notebook_counts(self, wanted: NotebookFilter = EVERYTHING) -> dict[str, int]:
        """How many of each kind a filter lets through; a kind that it keeps out isn't there."""
        with self._asking() as reader:
            return notebook.counts(reader, wanted)

    # kept hands

    def keep(
        self,
        record: Mapping[str, Any],
        *,
        at: str | None = None,
        player: str = "",
        place: str = "",
        remark: str = "",
        kind: str = "",
    ) -> KeptHand:
        """Keep a hand that was counted, or an exercise; it is on the disk when this comes back.

        `record` is as `StoredHand` has it; `at` is when it was played, by default now.

        Raises:
            RuleError: the name, the place or the remark is too long.

        """
        moment = now()
        hand = kept.hand_of(secrets.token_hex(16), _moment(at or moment), moment, record, player, place, remark, kind)
        self.put_kept(hand)
        return hand.row

    def put_kept(self, hand: StoredHand) -> bool:
        """Write a kept hand as it is; whether anything was written: of two the one corrected more often counts.

        Raises:
            RuleError: the ledger has another one under its id.

        """
        with self._writing() as (connection, _):
            return kept.RECORDS.put(connection, hand)

    def kept(self, wanted: KeptFilter = ALL_KEPT, after: Cursor | None = None, limit: int = PAGE) -> KeptPage:
        """Kept hands, newest first, from the place after which this page begins."""
        return self._listed(lambda reader, astray: KeptPage(*kept.LIST.page(reader, wanted, after, limit, astray)))

    def count_kept(self, wanted: KeptFilter = ALL_KEPT) -> int:
        """How many kept hands a filter lets through."""
        with self._asking() as reader:
            return kept.LIST.count(reader, wanted)

    def kept_hand(self, uid: str) -> StoredHand:
        """A kept hand with its record."""
        with self._asking() as reader:
            return kept.RECORDS.stored(reader, uid)

    def correct_kept(
        self,
        uid: str,
        *,
        at: str | None = None,
        player: str | None = None,
        place: str | None = None,
        remark: str | None = None,
    ) -> KeptHand:
        """Say otherwise when a kept hand was played, who had it, where, or the remark; None leaves it as it is.

        Raises:
            RuleError: there is none with this id, or a text is too long.

        """
        texts = {"player": player, "place": place, "remark": remark}
        changes = {name: kept.checked(text) for name, text in texts.items() if text is not None}
        return self._change_kept(uid, **changes, **({} if at is None else {"at": _moment(at)}))

    def remove_kept(self, uid: str) -> KeptHand:
        """Take a kept hand off the list. `bring_back_kept` undoes that at any time."""
        return self._change_kept(uid, put_aside=True)

    def bring_back_kept(self, uid: str) -> KeptHand:
        """List a kept hand again that was removed."""
        return self._change_kept(uid, put_aside=False)

    def practice(self) -> Progress:
        """What was practised, as the exercises on the list have it."""
        with self._asking() as reader:
            return practised.progress(reader)

    def kept_players(self) -> tuple[str, ...]:
        """The names of those who have kept hands, each as it was written last."""
        with self._asking() as reader:
            return kept.names(reader)

    def _change_kept(self, uid: str, **changes: Any) -> KeptHand:  # noqa: ANN401 - columns
        with self._writing() as (connection, _):
            return kept.changed(connection, uid, now(), **changes).row

    def resolve_kept(self, prefix: str) -> str:
        """The id of the one kept hand that begins with these letters; see `resolve`."""
        return self._resolved(prefix, "kept", schema.kept)

    # tournaments

    def tournaments(self, *, put_aside: bool = False) -> tuple[TournamentRow, ...]:
        """All tournaments, newest first, or those that were deleted."""
        return self._listed(lambda reader, astray: tournaments.listed(reader, put_aside=put_aside, astray=astray))

    def tournament(self, uid: str) -> StoredTournament:
        """A tournament."""
        with self._asking() as reader:
            return tournaments.RECORDS.stored(reader, uid)

    def contest(self, uid: str) -> Contest:
        """A tournament with its players' names and what its tables came to."""
        with self._reading() as connection:
            return tables.contest(connection, tournaments.RECORDS.stored(Reader.of(connection), uid))

    def put_tournament(self, held: StoredTournament) -> bool:
        """Write a tournament as it is; whether anything was written: of two the one changed more often counts.

        Raises:
            RuleError: the ledger has another one under its id.

        """
        with self._writing() as (connection, _):
            return tournaments.RECORDS.put(connection, held)

    def begin_tournament(self, tournament: Tournament) -> StoredTournament:
        """Keep a new tournament, whose players are ids of this ledger.

        Raises:
            RuleError: one of them isn't, or two are one person.

        """
        _moment(tournament.at)
        held = tournaments.stored_of(tournament, tournament.at)
        with self._writing() as (connection, _):
            people.sitting(connection, tournament.players)
            tournaments.RECORDS.put(connection, held)
        return held

    def change_tournament(self, uid: str, change: Callable[[Tournament], Tournament]) -> StoredTournament:
        """Change a tournament as it is now, whoever changed it before; it is on the disk when this comes back.

        Raises:
            RuleError: there is none with this id, or `change` refuses.

        """
        return self._change_tournament(uid, change)

    def remove_tournament(self, uid: str) -> StoredTournament:
        """Take a tournament off the list. `bring_back_tournament` undoes that at any time; its sessions stay."""
        return self._change_tournament(uid, put_aside=True)

    def bring_back_tournament(self, uid: str) -> StoredTournament:
        """List a tournament again that was removed."""
        return self._change_tournament(uid, put_aside=False)

    def _change_tournament(
        self, uid: str, change: Callable[[Tournament], Tournament] | None = None, *, put_aside: bool | None = None
    ) -> StoredTournament:
        with self._writing() as (connection, _):
            before = tournaments.RECORDS.stored(Reader.of(connection), uid)
            row = before.row
            after = before.tournament if change is None else change(before.tournament)
            aside = row.put_aside if put_aside is None else put_aside
            if after == before.tournament and aside is row.put_aside:
                return before
            held = tournaments.stored_of(after, now(row.changed_at), row.changes + 1, put_aside=aside)
            tournaments.RECORDS.write_over(connection, uid, held)
        return held

    def resolve_tournament(self, prefix: str) -> str:
        """The id of the one tournament that begins with these letters; see `resolve`."""
        return self._resolved(prefix, "tournament", schema.tournaments)

    # files

    def export_kept_to(
        self,
        out: IO[bytes],
        kind: Kind,
        which: Sequence[str] | KeptFilter | None = None,
        progress: importing.Progress | None = None,
    ) -> int:
        """Write kept hands, oldest first; gives how many. Without a filter all, those that were deleted too.

        "json" holds everything and can be imported; "csv" has a row for each hand, for other programs; "text" is for
        people.
        """
        with self._reading() as connection:
            reader = Reader.of(connection)
            wanted = kept.RECORDS.every(reader) if which is None else kept.LIST.chosen(reader, which)
            hands = (kept.RECORDS.stored(reader, uid) for uid in _each(wanted, progress))
            if kind == "json":
                exercises = kept.has_exercises(reader)
                return _write_json(out, connection, held=wanted, exercises=exercises, progress=progress)
            if kind == "csv":
                _write_csv(out, KEPT_COLUMNS, map(kept.hand_cells, hands))
            else:
                out.write("\n".join(kept.as_text(hand) for hand in hands).encode())
        return len(wanted)

    def export_notebook_to(
        self, out: IO[bytes], kind: Kind, wanted: NotebookFilter, progress: importing.Progress | None = None
    ) -> int:
        """Write what a filter lets through; gives how much.

        "json" holds everything and can be imported; of a filter that lets everything through the tournaments too.
        "csv" has the columns of the kind, where there is one kind alone, else a row for each entry in columns that all
        have; "text" is for people, one kind at a time.
        """
        asked = dict(notebook.filters(wanted))
        only = next(iter(asked)) if len(asked) == 1 else ""
        if kind != "json" and only:
            ways: dict[str, Callable[..., int]] = {SESSIONS: self.export_to, GAMES: self.export_games_to}
            return ways.get(only, self.export_kept_to)(out, kind, asked[only], progress)
        with self._reading() as connection:
            reader = Reader.of(connection)
            if kind != "json":
                return notebook.write_csv(out, reader, wanted, progress)
            sat = queries.LIST.uids(reader, asked[SESSIONS]) if SESSIONS in asked else []
            finished = games.LIST.uids(reader, asked[GAMES]) if GAMES in asked else []
            held = [uid for one in (HANDS, PRACTICE) if one in asked for uid in kept.LIST.uids(reader, asked[one])]
            exercises = PRACTICE in asked and kept.LIST.count(reader, asked[PRACTICE]) > 0
            rows = () if wanted != NotebookFilter() else tournaments.listed(reader, put_aside=False)
            contests = [tournaments.RECORDS.stored(reader, row.uid) for row in rows]
            parts = sat, finished or None, held or None, contests or None
            return _write_json(out, connection, *parts, exercises=exercises, progress=progress)

    def export_games_to(
        self,
        out: IO[bytes],
        kind: Kind,
        which: Sequence[str] | GameFilter | None = None,
        progress: importing.Progress | None = None,
    ) -> int:
        """Write finished games, oldest first; gives how many. Without a filter all, those put aside too.

        "json" holds everything and can be imported; "csv" has a row for each game, for other programs; "text" is a
        running score card.
        """
        with self._reading() as connection:
            reader = Reader.of(connection)
            wanted = games.ROWS.every(reader) if which is None else games.LIST.chosen(reader, which)
            rows = (games.one_row(reader, uid) for uid in _each(wanted, progress))
            if kind == "json":
                return _write_json(out, connection, finished=wanted, progress=progress)
            if kind == "csv":
                _write_csv(out, GAME_COLUMNS, map(game_cells, rows))
            else:
                out.write(running_card(rows).encode())
        return len(wanted)

    def export_games(self, kind: Kind, which: Sequence[str] | GameFilter | None = None) -> bytes:
        """Finished games as the content of a file; see `export_games_to`."""
        out = io.BytesIO()
        self.export_games_to(out, kind, which)
        return out.getvalue()

    def export_to(
        self,
        out: IO[bytes],
        kind: Kind,
        which: Sequence[str] | SessionFilter | None = None,
        progress: importing.Progress | None = None,
        *,
        with_games: bool = False,
        with_kept: bool = False,
        with_tournaments: bool = False,
    ) -> int:
        """Write sessions, by default all of them, oldest first; gives how many.

        "json" holds everything and can be imported, `with_games` all finished games too, `with_kept` all kept hands,
        `with_tournaments` all tournaments and who plays in them; "csv" has a row for each hand and each thing that
        moved a balance, for other programs; "text" is for people.
        """
        with self._reading() as connection:
            reader = Reader.of(connection)
            wanted = queries.LIST.chosen(reader, ALL if which is None else which)
            sat = (sitting.stored(reader, uid) for uid in _each(wanted, progress))
            if kind == "json":
                finished = games.ROWS.every(reader) if with_games else []
                held = kept.RECORDS.every(reader) if with_kept else []
                exercises = with_kept and kept.has_exercises(reader)
                uids = tournaments.RECORDS.every(reader) if with_tournaments else []
                contests = [tournaments.RECORDS.stored(reader, uid) for uid in uids]
                parts = wanted, finished or None, held or None, contests or None
                _write_json(out, connection, *parts, exercises=exercises, progress=progress)
            elif kind == "csv":
                _write_csv(out, COLUMNS, (csv_cells(row) for session in sat for row in csv_rows(session)))
            else:
                between = b""
                for session in sat:
                    out.write(between + as_text(session).encode())
                    between = b"\n\n"
        return len(wanted)

    def export(
        self,
        kind: Kind,
        uids: Sequence[str] | None = None,
        *,
        with_games: bool = False,
        with_kept: bool = False,
        with_tournaments: bool = False,
    ) -> bytes:
        """Sessions as the content of a file; see `export_to`."""
        out = io.BytesIO()
        self.export_to(out, kind, uids, with_games=with_games, with_kept=with_kept, with_tournaments=with_tournaments)
        return out.getvalue()

    def import_json(
        self, content: bytes, progress: importing.Progress | None = None, folders: Folders | None = None
    ) -> ImportReport:
        """Take what an export holds, all or, when anything is wrong with the file, none.

        A CSV of kept hands is taken too: its hands are counted again, with the cards of `folders` where they need one.

        Raises:
            RuleError: a newer version wrote it, or it is damaged; the sentence names the place.

        """
        read = read_cells(content, folders, progress) if is_cells(content) else read_json(content)
        with self._writing() as (connection, _):
            return importing.take(connection, read, now(), progress)

    # care

    def check(self, progress: checking.Progress | None = None) -> CheckReport:
        """Look through the whole ledger: the file, every event, game and kept hand, and all that should follow."""
        with self._reading() as connection:
            return checking.check(connection, progress)

    def rebuild(self, progress: checking.Progress | None = None) -> int:
        """Work out again all that doesn't follow from events and records; in `notices`, a sentence each.

        Damaged records, and what a backup has of players and missing rows, are left for `bring_back`. Return how many
        sessions, games and players were repaired.
        """
        with self._reading() as connection:
            found = checking.check(connection, progress, sys.maxsize).findings
        due = [one for one in found if one.kind not in ACCEPTED or not self.in_backups(one.kind, one.session)]
        with self._writing() as (connection, _):
            done = repair.repair_all(connection, due)
        self._tables.clear()
        self.notices += done
        return len(done)

    def backup(self, to: Path | None = None) -> BackupFile:
        """Copy the ledger as it is now among its backups, or to a file; a server's is exported to the file, as JSON.

        Raises:
            LedgerError: it can't be written, or the copy isn't what the ledger is.

        """
        if self.is_file:
            return backups.back_up(self.place, to)
        if to is None:
            raise NoLedger("backup-only-files")
        backups.refuse_goal(self.place, to)
        moment = now()
        try:
            write_atomically(to, self.export("json", with_games=True, with_kept=True, with_tournaments=True))
        except OSError as error:
            raise backups.unwritten(to, error) from error
        hands = sum(seat.hands for one in self.table_figures() for seat in one.players) // 4
        finished = self.count_games() + self.count_games(GameFilter(put_aside=True))
        held = self.count_kept() + self.count_kept(KeptFilter(put_aside=True))
        state = self.changed_since(None) or 0
        contests = len(self.tournaments()) + len(self.tournaments(put_aside=True))
        return BackupFile(to, moment, state, self.count(), hands, True, finished, held, contests)

    def backups(self) -> tuple[BackupFile, ...]:
        """The backups, the newest first, each looked at; a server's ledger has none here."""
        return backups.backups(self.place) if self.is_file else ()

    def use_second_folder(self, folder: Path | None) -> BackupFile | None:
        """Have each backup copied into a second folder too, from now on; None: no more.

        Where the folder has backups of another ledger it isn't used, and the newest whole one is returned.

        Raises:
            NoLedger: the ledger isn't a file, its own folder was chosen, or nothing can be written there.

        """
        place = msgspec.structs.replace(self.place, second=folder)
        if folder is not None:
            with self._asking() as reader:
                ((uid, _),) = reader.rows(_WHICH)
            other = backups.of_another(place, folder, uid)
            if other is not None:
                return other
            backups.back_up(place)
        self.place = place
        return None

    def _look_after(self) -> None:
        """Have a small ledger backed up within a minute, another once a day, on a thread that nobody waits for."""
        self._written = True
        self._in_log += 1
        if self._timer is None or self._in_log >= _LONG_LOG:
            with self._planning:
                if not self._caring:
                    self._plan_care()

    def _plan_care(self) -> None:
        if self.place.path is None:
            return
        moment = datetime.now(UTC)
        first_today = self._backed_up != f"{moment:%Y%m%d}" and backups.is_due(self.place, moment)
        self._backed_up = f"{moment:%Y%m%d}"
        if first_today or self._in_log >= _LONG_LOG:
            delay = 0.0
        elif _size(self.place.path) <= backups.COPIED_AT_ONCE:
            delay = _BACKED_UP_AFTER
        else:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(delay, self._care, [self.place.path, first_today])
        self._timer.daemon = True
        self._timer.start()

    def _care(self, path: Path, first_today: bool) -> None:  # noqa: FBT001 - a thread's
        with self._planning:
            if self._timer is not threading.current_thread():  # another was planned in its place
                return
            self._caring = True
        try:
            if self._in_log >= _LONG_LOG:
                self._in_log = 0
                move_log(path)
            if first_today or _size(path) <= backups.COPIED_AT_ONCE:
                self._written = False
                self._back_up(datetime.now(UTC))
        finally:
            with self._planning:
                self._timer, self._caring = None, False
                if self._written:  # meanwhile, or it failed
                    self._plan_care()

    def _back_up(self, moment: datetime) -> None:
        """Back up the ledger; one that isn't in its place any more from what is open."""
        held = None
        if self._presence is not None:
            try:
                self._presence.look()
            except Vanished:
                held = self._asking_by
        try:
            backups.back_up(self.place, moment=moment, held=held)
        except LedgerError as error:
            self._written, self.backup_trouble = True, error
        else:
            self.backup_trouble = None


def restore(backup: Path, named: str | Path | None = None, folders: Folders | None = None) -> Path | None:
    """Put a backup in the place of a ledger that is closed; gives under which name the file that was there is kept.

    Raises:
        LedgerError: the backup is damaged, a window has the ledger open, or the folder can't be written.

    """
    return backups.restore(find_place(named, folders), backup)


def backups_of(named: str | Path | None = None, folders: Folders | None = None) -> tuple[BackupFile, ...]:
    """The backups of a ledger that can't be opened, the newest first, each looked at."""
    place = find_place(named, folders)
    return backups.backups(place) if place.path is not None else ()


def newest_good_backup(
    named: str | Path | None = None, folders: Folders | None = None, second: Path | None = None
) -> BackupFile | None:
    """Return the newest backup of a ledger that can be used, in its folder or the second one; None without any."""
    place = msgspec.structs.replace(find_place(named, folders), second=second)
    return backups.newest_good(place) if place.path is not None else None


def _unlisted(reader: Reader) -> list[Astray]:
    """What no list would show."""
    return [
        *proof.lost(reader),
        *games.in_no_list(reader),
        *kept.RECORDS.in_no_list(reader),
        *tournaments.RECORDS.in_no_list(reader),
    ]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _moment(at: str) -> str:
    if not is_moment(at):
        raise ValueError(f"{at!r} is no time of an event")
    return at


def _each(uids: Sequence[str], progress: importing.Progress | None) -> Iterator[str]:
    """Give one after the other, and say which it is."""
    for place, uid in enumerate(uids):
        if progress is not None:
            progress(place, len(uids))
        yield uid


def _write_csv(out: IO[bytes], columns: Sequence[str], rows: Iterable[Iterable[str | int | None]]) -> None:
    for row in itertools.chain([columns], rows):
        out.write(csv_text([row]).encode())


def _write_json(
    out: IO[bytes],
    connection: Connection,
    sat: Sequence[str] = (),
    finished: Sequence[str] | None = None,
    held: Sequence[str] | None = None,
    contests: Sequence[StoredTournament] | None = None,
    *,
    exercises: bool = False,
    progress: importing.Progress | None = None,
) -> int:
    """Write the sessions, finished games and kept hands with these ids, and these tournaments; gives how many.

    A file has a list of games, of hands or of tournaments only where it isn't None.
    """
    reader = Reader.of(connection)
    whole = len(sat) + len(finished or ()) + len(held or ())
    done = itertools.count()

    def counted(uids: Sequence[str]) -> Iterator[str]:
        for uid in uids:
            if progress is not None:
                progress(next(done), whole)
            yield uid

    parts = json_parts(
        _players_of(connection, sat, [player for one in contests or () for player in one.tournament.players]),
        ((uid, sitting.bodies(reader, sitting.head(reader, uid))) for uid in counted(sat)),
        None if finished is None else (games.stored(reader, uid) for uid in counted(finished)),
        None if held is None else (kept.RECORDS.stored(reader, uid) for uid in counted(held)),
        contests,
        exercises=exercises,
    )
    for part in parts:
        out.write(part)
    return whole


def _players_of(connection: Connection, uids: Sequence[str], more: Iterable[str] = ()) -> list[FilePlayer]:
    """The players of some sessions and some more, and who they are taken for."""
    found: dict[str, FilePlayer] = {}
    waiting: list[str] = list(more)
    for uid in uids:
        first, *others = sitting.bodies(Reader.of(connection), sitting.head(Reader.of(connection), uid))
        told = [first, *(body for body in others if '"people"' in body or '"who"' in body)]
        waiting += [player for player in people_of(sitting.decoded(uid, told)) if player not in found]
    while waiting:
        player = waiting.pop()
        if player in found:
            continue
        row = people.find(connection, player)
        into = None
        if row.merged_into is not None:
            into = connection.execute(_TITLE, {"id": row.merged_into}).one().uid
            waiting.append(into)
        found[player] = FilePlayer(row.uid, row.name, into or "")
    return list(found.values())
