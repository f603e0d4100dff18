"""Opens a ledger: finds out whether it may be written, looks for damage, and brings its tables up to date."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Engine

from mjcompanion.folders import make_folder, refuse_odd
from mjcompanion.ledger import backups, models
from mjcompanion.ledger.connect import Shared, file_engine, modes_to_read, open_to_ask, server_engine, told
from mjcompanion.ledger.errors import Damaged, LedgerError, NoLedger, ReadOnly, closed_folder
from mjcompanion.ledger.migrate import bring_up_to_date, copy_up_to_date, schema_at_a_glance, schema_of
from mjcompanion.ledger.place import Place, with_password
from mjcompanion.words import tr, trn

_CHECKED_AT_START: Final = 32 * 2**20
"""A larger file isn't read as a whole when it is opened, only by `check` and by each backup: that takes seconds."""
_NEWEST: Final = (("sessions", 200), ("events", 200), ("games", 20), ("kept", 20), ("tournaments", 20))
"""How many of the newest rows of a large file are read when it is opened."""
_SHORTEST: Final = 512
"""SQLite's smallest page; it takes a shorter file for an empty one, and would begin anew."""


class Opened(msgspec.Struct, frozen=True):
    """What opening gave.

    `engine` makes the engine when it is first wanted; `asking` is a connection to a file that only reads; `why` says
    why the ledger can only be read, and is empty where it can be written; `shared` is its lock.
    """

    engine: Callable[[], Engine]
    asking: sqlite3.Connection | None
    why: str
    shared: Shared | None


def is_small(path: Path) -> bool:
    """Return whether a file is read as a whole when it is opened."""
    return path.exists() and path.stat().st_size <= _CHECKED_AT_START


def open_server(place: Place, why: str) -> Opened:
    """Open a ledger on a server.

    Raises:
        LedgerError: it doesn't answer, or doesn't let this person in.

    """
    engine = server_engine(with_password(place))
    try:
        if why:
            _refuse_none(engine, place)
        bring_up_to_date(engine, place, lambda: None)
    except BaseException:
        engine.dispose()
        raise
    return Opened(lambda: engine, None, why, None)


def open_file_at(place: Place, path: Path, why: str) -> Opened:
    """Open a ledger in a file, or make it; for reading alone where `why` says so, or where nothing may be written.

    Raises:
        LedgerError: it is damaged, of a newer version, or can't be opened.

    """
    if why and not path.exists():
        raise NoLedger("ledger-none", why=place.shown)
    shared = None
    try:
        refuse_odd(path)
        closed = _why_not_writable(path)
        if not closed:
            make_folder(path.parent)
        shared = Shared(place) if path.parent.is_dir() else None
        _refuse_empty(place, path)
        if why or closed:
            source, mode, asking = _open_to_read(place, path, closed)
        else:
            source, mode, asking = place, "rw", _open_to_write(place, path)
        return Opened(lambda: file_engine(source, mode), asking, why or closed, shared)
    except BaseException as error:
        if shared is not None:
            shared.close()
        if isinstance(error, OSError):
            raise closed_folder(error.filename or path, error) from error
        raise


def _why_not_writable(path: Path) -> str:
    """Why a ledger that is there can't be written, empty where it can."""
    if not path.exists():
        return ""
    if not os.access(path, os.W_OK):
        return tr("{path} may not be written.").format(path=path)
    if not os.access(path.parent, os.W_OK):
        return tr("the folder {path} may not be written.").format(path=path.parent)
    return ""


def _refuse_empty(place: Place, path: Path) -> None:
    """An empty file is a ledger that was never begun, unless there are backups of it; a shorter one than any is cut."""
    if not path.exists():
        return
    size = path.stat().st_size
    if 0 < size < _SHORTEST:
        said = trn("it has only {n} byte", "it has only {n} bytes", size).format(n=size)
        raise Damaged("ledger-damaged", why=place.shown, text=said)
    if not size:
        backup = backups.newest_good(place)
        if backup is not None and (backup.sessions or backup.games or backup.kept or backup.tournaments):
            raise Damaged("ledger-empty", why=place.shown)


def _open_to_write(place: Place, path: Path) -> sqlite3.Connection:
    if not path.exists() or not path.stat().st_size:
        _bring_up_to_date(place)
    with told(place):
        asking = open_to_ask(path, "rw")
    try:
        with told(place):
            _look_through(asking, place, path)
            found = schema_at_a_glance(asking)
        if found != models.HEAD:
            _bring_up_to_date(place)
        with told(place):
            _refuse_misshapen(asking, place)
        with suppress(sqlite3.Error):  # refused while another window uses it; that one has done it
            asking.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        asking.close()
        raise
    return asking


def _bring_up_to_date(place: Place) -> None:
    engine = file_engine(place, "rwc")
    made: list[Path] = []
    try:
        bring_up_to_date(engine, place, lambda: made.append(backups.back_up(place, before=models.HEAD).path))
    except BaseException:
        for backup in made:  # the ledger is what it was; the next try makes another
            backup.unlink(missing_ok=True)
        raise
    finally:
        engine.dispose()


def _open_to_read(place: Place, path: Path, closed: str) -> tuple[Place, str, sqlite3.Connection]:
    """Open a file only to read it: where to read, how, and a connection.

    One of an earlier version is brought up to date first; where that can't be, a copy of it in memory is.
    """
    mode, asking = _open_unchanged(place, path)
    try:
        with told(place):
            found = schema_at_a_glance(asking)
        if found == models.HEAD:
            return place, mode, asking
        if not closed:
            with suppress(LedgerError):
                _bring_up_to_date(place)
                return place, mode, asking
        source, copied = copy_up_to_date(place, asking)
    except BaseException:
        asking.close()
        raise
    asking.close()
    return source, "memory", copied


def _open_unchanged(place: Place, path: Path) -> tuple[str, sqlite3.Connection]:
    """Open a file of which nothing may be written, not even what SQLite keeps beside it."""
    modes = modes_to_read(path)
    for mode in modes:
        try:
            return mode, _try_to_read(place, path, mode)
        except (NoLedger, ReadOnly):
            if mode == modes[-1]:
                raise
    raise AssertionError(modes)


def _try_to_read(place: Place, path: Path, mode: str) -> sqlite3.Connection:
    with told(place):
        asking = open_to_ask(path, mode)
    try:
        with told(place):
            _look_through(asking, place, path)
            found = schema_at_a_glance(asking)
        if found == models.HEAD:
            with told(place):
                _refuse_misshapen(asking, place)
        else:
            engine = file_engine(place, mode)
            try:
                _refuse_none(engine, place)
            finally:
                engine.dispose()
    except BaseException:
        asking.close()
        raise
    return asking


def _refuse_misshapen(asking: sqlite3.Connection, place: Place) -> None:
    """Refuse a file that lacks what a ledger of this version has."""
    for table in models.Base.metadata.sorted_tables:
        there = {name for (name,) in asking.execute("SELECT name FROM pragma_table_info(?)", (table.name,))}
        lacking = [column.name for column in table.columns if column.name not in there]
        if lacking:
            said = tr("the table “{name}” is gone") if not there else tr("the table “{name}” lacks “{column}”")
            text = said.format(name=table.name, column=lacking[0])
            raise Damaged("ledger-damaged", why=place.shown, text=text)
    if asking.execute("SELECT typeof(uid), typeof(version) FROM meta").fetchall() != [("text", "integer")]:
        raise Damaged("ledger-damaged", why=place.shown, text=tr("it doesn't say which ledger it is"))


def _refuse_none(engine: Engine, place: Place) -> None:
    """Refuse to read where there is no ledger yet."""
    with told(place), engine.begin() as connection:
        if schema_of(connection, place) is None:
            raise NoLedger("ledger-none", why=place.shown)


def _look_through(asking: sqlite3.Connection, place: Place, path: Path) -> None:
    """Look for damage: everywhere in a small file, in a large one where the newest things are."""
    if is_small(path):
        (said,) = asking.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise Damaged("ledger-damaged", why=place.shown, text=str(said).splitlines()[-1])
    elif schema_at_a_glance(asking) == models.HEAD:
        for table, newest in _NEWEST:
            asking.execute(f"SELECT * FROM {table} ORDER BY id DESC LIMIT {newest}").fetchall()  # noqa: S608
