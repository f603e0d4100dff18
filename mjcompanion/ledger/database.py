"""The database behind a ledger while it is open: transactions, what is said of it, its place on the disk, backups."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Text, cast, func, select, update

from mjcompanion.folders import Folders
from mjcompanion.ledger import backups
from mjcompanion.ledger.connect import Reader, move_log, open_to_ask, readers, server_engine, told, writers
from mjcompanion.ledger.errors import Astray, Damaged, LedgerError, NoLedger, ReadOnly, Vanished, closed_folder
from mjcompanion.ledger.listening import CHANNEL, Listener
from mjcompanion.ledger.models import Meta
from mjcompanion.ledger.opening import Opened, open_file_at, open_server
from mjcompanion.ledger.place import Place, find_place
from mjcompanion.ledger.presence import Presence
from mjcompanion.ledger.values import BackupFile
from mjcompanion.words import tr

T = TypeVar("T")
_BACKED_UP_AFTER: Final = 55.0
"""Seconds from a writing to the backup that has it, for a ledger that is copied in no time."""
_LONG_LOG: Final = 100
"""After so many transactions, some megabytes, SQLite's log is moved into the file."""

_WHICH: Final = select(Meta.uid, Meta.version)
_VERSION: Final = select(Meta.version)
_NEXT: Final = update(Meta).values(version=Meta.version + 1).returning(Meta.version)
_CALL_OUT: Final = func.pg_notify(CHANNEL, cast(Meta.version, Text))
"""Lets those who listen hear of a writing, once it counts."""


class Database:
    """A ledger's database, open until it is closed. One thread at a time may use it."""

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
        self.generation = 0
        """How often another file was opened in the place of the one before."""
        self._backed_up = ""
        self._written = False
        self._in_log = 0
        self._timer: threading.Timer | None = None
        self._planning = threading.RLock()
        self._caring = False
        self._presence: Presence | None = None
        self._next = _NEXT if place.path is not None else _NEXT.returning(_CALL_OUT)
        self._ear: Listener | None = None
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
            ledger.look_through()
        except BaseException:
            ledger.close()
            raise
        return ledger

    def look_through(self) -> None:
        """Look for damage once it is open."""

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

    @property
    def dialect(self) -> str:
        """The name of the database's kind, as SQLAlchemy has it."""
        return "sqlite" if self.is_file else "postgresql"

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
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that only reads."""
        with told(self.place), self._readers.begin() as connection:
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Reader]:
        """A transaction that only reads, for what is asked all the time."""
        file = self._asking_by
        if file is None:
            with self.reading() as connection:
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
    def writing(self) -> Iterator[tuple[Connection, int]]:
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
        with suppress(LedgerError, sqlite3.Error, TypeError), self.asking() as reader:
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
        self.generation += 1
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

    def listed(self, question: Callable[[Reader, list[Astray]], T]) -> T:
        """Ask for rows; a damaged one is left out, and named once in `notices`."""
        astray: list[Astray] = []
        with self.asking() as reader:
            found = question(reader, astray)
        self.notice(astray)
        return found

    def notice(self, astray: Iterable[Astray]) -> None:
        """Note damaged records that a list left out, each once."""
        for error in astray:
            sentence = str(error)
            if sentence not in self.damaged:
                self.damaged[sentence] = error
                self.notices.append(sentence)

    def changed_since(self, token: object) -> int | None:
        """Whether anything was written since a token was given, here or elsewhere: the token of now, or None.

        Raises:
            Vanished: the file isn't in its place any more.

        """
        self._look()
        with self.asking() as reader:
            ((version,),) = reader.rows(_VERSION)
        return None if version == token else int(version)

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
            with self.asking() as reader:
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


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


class Store:
    """What is kept of one subject."""

    def __init__(self, database: Database) -> None:
        self.database = database
