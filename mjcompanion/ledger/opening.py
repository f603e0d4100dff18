"""Opens the database of a ledger: finds out whether it may be written, looks for damage, brings it up to date."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine

from mjcompanion.i18n.translation import _
from mjcompanion.ledger import backups
from mjcompanion.ledger.connect import file_engine, is_small, mode_to_read, open_file
from mjcompanion.ledger.database_errors import as_ledger_errors
from mjcompanion.ledger.errors import Damaged, LedgerError, NoLedger, closed_folder
from mjcompanion.ledger.location import LedgerLocation
from mjcompanion.ledger.migrate import bring_up_to_date, copy_up_to_date, is_of_this_version
from mjcompanion.ledger.models import HEAD
from mjcompanion.storage.paths import make_folder, refuse_odd


class Opened(NamedTuple):
    """An open database: the connection to a file, and why nothing may be written, empty where it may."""

    engine: Engine
    file: sqlite3.Connection | None
    closed: str


def open_place(place: LedgerLocation, *, read_only: bool = False, begin_new: bool = False) -> Opened:
    """Open the database at a place; where there is none it is made, unless it is only to be read.

    In the place of a file that was lost, whose backups are there, one is made only with `begin_new`.
    """
    why = _("it was opened for reading.") if read_only else ""
    if place.path is not None:
        try:
            opened = _open_file(place, place.path, makes=not read_only, begin_new=begin_new)
        except OSError as error:
            raise closed_folder(error.filename or place.path, error) from error
        return opened._replace(closed=why or opened.closed)
    engine = server_engine(place)
    try:
        bring_up_to_date(engine, place, None, makes=not read_only)
    except BaseException:
        engine.dispose()
        raise
    return Opened(engine, None, why)


def server_engine(place: LedgerLocation) -> Engine:
    """Return an engine on a server."""
    try:
        from mjcompanion.ledger.server import engine_at
    except ImportError:
        raise NoLedger("ledger-no-driver") from None
    return engine_at(place.url)


def _open_file(place: LedgerLocation, path: Path, *, makes: bool, begin_new: bool) -> Opened:
    refuse_odd(path)
    size = path.stat().st_size if path.exists() else None
    if (size or 0) <= 1 and not begin_new and backups.newest_good(place) is not None:  # SQLite would begin in either
        raise Damaged("ledger-missing" if size is None else "ledger-empty", why=place.shown)
    if size is None:
        if not makes:
            raise NoLedger("ledger-none", why=place.shown)
        make_folder(path.parent)
    closed = "" if size is None else _why_not_writable(path)
    with as_ledger_errors(place):
        file = open_file(path, mode_to_read(path) if closed else "rwc")
    try:
        with as_ledger_errors(place):
            _look_through(file, place, path)
            is_old = not is_of_this_version(file)
            if is_old and not closed:
                try:
                    back_up = partial(backups.back_up, msgspec.structs.replace(place, second=None), before=HEAD)
                    bring_up_to_date(file_engine(file), place, back_up, makes=makes)
                    is_old = False
                except LedgerError:
                    if makes or size is None:
                        raise
            if is_old:  # it is only read, so a copy in memory does
                with closing(file) as old:
                    file = copy_up_to_date(old, place)
            engine = file_engine(file)
        if not closed:
            with suppress(sqlite3.OperationalError):  # another window that opens it now does that
                file.execute("PRAGMA journal_mode = WAL")
            if makes:
                with as_ledger_errors(place):
                    _number_on(file, place)
    except BaseException:
        file.close()
        raise
    return Opened(engine, file, closed)


def _number_on(file: sqlite3.Connection, place: LedgerLocation) -> None:
    """Have what comes next numbered past all backups: by these numbers the newest is found."""
    past = max((one.state for one in backups.named(place)), default=0)
    file.execute("UPDATE meta SET version = ? WHERE version < ?", (past, past))


def _why_not_writable(path: Path) -> str:
    """Why a ledger that is there can't be written, empty where it can."""
    if not os.access(path, os.W_OK):
        return _("{path} may not be written.").format(path=path)
    if not os.access(path.parent, os.W_OK):
        return _("the folder {path} may not be written.").format(path=path.parent)
    return ""


def _look_through(file: sqlite3.Connection, place: LedgerLocation, path: Path) -> None:
    """Look for damage everywhere in a file that isn't large."""
    if is_small(path):
        (found,) = file.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise Damaged("ledger-damaged", why=place.shown, text=str(found).splitlines()[-1])
