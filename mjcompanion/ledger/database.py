"""The database of a ledger while it is open: transactions, the file beneath it, and its backups."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec
from sqlalchemy import Connection, select, update

from mjcompanion.ledger import backups
from mjcompanion.ledger.backup_timer import BackupTimer
from mjcompanion.ledger.connect import open_file, readers, writers
from mjcompanion.ledger.database_errors import as_ledger_errors
from mjcompanion.ledger.errors import Damaged, LedgerError, NoLedger, ReadOnly, Vanished
from mjcompanion.ledger.file_guard import Presence
from mjcompanion.ledger.location import LedgerLocation, find_place
from mjcompanion.ledger.models import Meta
from mjcompanion.ledger.opening import Opened, open_place
from mjcompanion.ledger.values import BackupFile
from mjcompanion.storage.paths import Folders

_VERSION: Final = select(Meta.version)
_NEXT: Final = update(Meta).values(version=Meta.version + 1).returning(Meta.version)


class Database:
    """A ledger's database, open until it is closed. One thread at a time may use it."""

    def __init__(self, place: LedgerLocation, opened: Opened) -> None:
        self._use(place, opened)
        self.damage: Damaged | None = None
        """The first damage in a small file when it was opened; a check tells the rest."""
        self.backup_timer = BackupTimer(self._back_up)
        self._closing = False

    def _use(self, place: LedgerLocation, opened: Opened) -> None:
        self.place = place
        self.engine, self.file, self.read_only = opened
        self._presence = Presence(place.path) if place.path is not None and not self.read_only else None

    @classmethod
    def open(
        cls,
        named: str | Path | None = None,
        folders: Folders | None = None,
        *,
        read_only: bool = False,
        begin_new: bool = False,
        second: Path | None = None,
    ) -> Self:
        """Open the ledger at an address or in a file, or else that of the data folder; a new one is made.

        Where nothing may be written it is opened all the same, and `read_only` says why; with `read_only` that is
        wanted. Where the ledger is gone but its backups are there, a new one is only begun with `begin_new`. Backups
        go into the folder `second` as well.

        Raises:
            Damaged: the file isn't what was written; `backups` may have one that is.
            LedgerError: it can't be opened for another reason.

        """
        place = msgspec.structs.replace(find_place(named, folders), second=second)
        ledger = cls(place, open_place(place, read_only=read_only, begin_new=begin_new))
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
            self.backup_timer.cancel()
            self._closing = True
            self.backup_timer.run()
        finally:
            self._let_go()

    def _let_go(self) -> None:
        self.engine.dispose()
        if self.file is not None:
            self.file.close()

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

    # transactions

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that only reads."""
        with as_ledger_errors(self.place), readers(self.engine).begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[tuple[Connection, int]]:
        """Begin a transaction that writes, with the number of the state that it makes.

        Others wait until it is over, and it is on the disk then.
        """
        if self.read_only:
            raise ReadOnly("ledger-read-only", why=self.read_only)
        self.look()
        with as_ledger_errors(self.place), writers(self.engine).begin() as connection:
            version = connection.execute(_NEXT).scalar_one()  # first: on a server this row is the lock
            yield connection, version
        if self.is_file:
            self.backup_timer.start()

    def changed_since(self, token: object) -> int | None:
        """Return a new token if anything was written since the last token, here or elsewhere, else None."""
        self.look()
        with self.reading() as connection:
            version = connection.execute(_VERSION).scalar_one()
        return None if version == token else int(version)

    # the file beneath

    def look(self) -> None:
        """Compare the open file with the one at its path; one that another window wrote again is opened.

        Raises:
            Vanished: it isn't there any more.

        """
        try:
            if self._presence is not None:
                self._presence.look()
        except Vanished as error:
            if error.code != "ledger-replaced" or not self._is_written_again():
                raise
            self._go_on_at(self.place)

    def _is_written_again(self) -> bool:
        """Return whether the file at the path is the same ledger, in the same state or a later one."""
        if self.file is None or self.place.path is None:
            return False
        with suppress(sqlite3.Error, TypeError, ValueError), closing(open_file(self.place.path, "immutable")) as file:
            (uid, state), (due, least) = backups.identity(file), backups.identity(self.file)
            return uid == due and state >= least
        return False

    def write_again(self, to: Path | None = None) -> Path | None:
        """Write a ledger that vanished to its place again, or to another, and go on with that.

        What is there by now is kept under a dated name, which is returned.
        """
        place = self.place if to is None else find_place(to)
        if self.file is None:
            raise NoLedger("backup-only-files")
        self.backup_timer.cancel()
        kept = backups.write_again(place, self.file)
        self._go_on_at(place)
        self.backup_timer.start()
        return kept

    def _go_on_at(self, place: LedgerLocation) -> None:
        self._let_go()
        self._use(place, open_place(place))

    # backups

    @property
    def backup_trouble(self) -> LedgerError | None:
        """Why the last backup failed."""
        return self.backup_timer.trouble

    def backups(self) -> tuple[BackupFile, ...]:
        """Return the backups, the newest first; a server's ledger has none here."""
        return backups.backups(self.place) if self.is_file else ()

    def use_second_folder(self, folder: Path | None) -> BackupFile | None:
        """Have each backup copied into a second folder too, from now on; None: no more.

        Where the folder has backups of another ledger it isn't used, and the newest whole one is returned.
        """
        place = msgspec.structs.replace(self.place, second=folder)
        if folder is not None:
            if self.file is None:
                raise NoLedger("backup-only-files")
            other = backups.of_another(place, folder, self.file)
            if other is not None:
                return other
            backups.back_up(place)
        self.place = place
        return None

    def _back_up(self) -> None:
        """Back up the ledger if that is due; one that isn't at its path any more from what is open."""
        if not backups.is_due(self.place):
            return
        source = None
        try:
            if self._presence is not None:
                self._presence.look()
        except Vanished:
            if not self._closing:  # something may be being written on this connection
                raise
            source = self.file
        backups.back_up(self.place, source=source)


def restore(backup: Path, named: str | Path | None = None, folders: Folders | None = None) -> Path | None:
    """Put a backup in the place of a ledger that is closed; gives under which name the file that was there is kept."""
    return backups.restore(find_place(named, folders), backup)


def backups_of(named: str | Path | None = None, folders: Folders | None = None) -> tuple[BackupFile, ...]:
    """Return the backups of a ledger that can't be opened, the newest first."""
    place = find_place(named, folders)
    return backups.backups(place) if place.path is not None else ()


def newest_good_backup(
    named: str | Path | None = None, folders: Folders | None = None, second: Path | None = None
) -> BackupFile | None:
    """Return the newest backup of a ledger that can be used, in its folder or the second one; None without any."""
    place = msgspec.structs.replace(find_place(named, folders), second=second)
    return backups.newest_good(place) if place.path is not None else None


class Store:
    """What is kept of one subject."""

    def __init__(self, database: Database) -> None:
        self.database = database
