"""Connects to the database behind a ledger, a file or a server."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from mjcompanion.storage.paths import create

PATIENCE: Final = 5
"""Seconds to wait for another program that is writing."""
_SMALL: Final = 32 * 2**20
_WRITING: Final = "ledger_writing"


def sqlite_uri(path: Path, mode: str) -> str:
    """Return a file as SQLite's URI; `mode` is rwc, rw, ro or immutable.

    >>> sqlite_uri(Path("/club/50% #1?.db"), "ro")
    'file:/club/50%25%20%231%3F.db?mode=ro'
    """
    how = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    return f"file:{quote(os.fsencode(path.as_posix()))}?{how}"


def open_file(path: Path, mode: str, *pragmas: str) -> sqlite3.Connection:
    """Open a file by plain sqlite3; one that is made is closed to other people."""
    if mode == "rwc":
        with suppress(FileExistsError):
            os.close(create(path))
    connection = sqlite3.connect(
        sqlite_uri(path, mode), uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def is_small(path: Path) -> bool:
    """Return whether a file is read as a whole whenever it is opened or listed: a larger one would take seconds."""
    return path.exists() and path.stat().st_size <= _SMALL


def mode_to_read(path: Path) -> str:
    """Return the mode in which to open a file only to read it.

    SQLite writes into the folder even to read a file. Where it can't, only a file without a log may be read.
    """
    return "ro" if os.access(path.parent, os.W_OK) or log_of(path).exists() else "immutable"


def log_of(path: Path) -> Path:
    """Return where SQLite first writes each commit."""
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """Return where SQLite keeps the index of the log."""
    return path.with_name(f"{path.name}-shm")


def file_engine(file: sqlite3.Connection) -> Engine:
    """Return an engine on the one connection to a file; every commit is on the disk before it counts."""
    for pragma in ("foreign_keys = ON", "synchronous = FULL", "cache_size = -16000"):
        file.execute(f"PRAGMA {pragma}")
    engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)

    def begin(connection: Connection) -> None:  # the driver would leave a failed migration half done
        writing = connection.get_execution_options().get(_WRITING)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    event.listen(engine, "begin", begin)
    return engine


def readers(engine: Engine) -> Engine:
    """Return the engine for transactions that only read; each sees one moment."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ")
    return engine


def writers(engine: Engine) -> Engine:
    """Return the engine for transactions that write, one at a time."""
    return engine.execution_options(**{_WRITING: True})
