"""Makes the tables of a new ledger, and brings those of an older version up to date.

A new ledger is made straight from the tables of this version, without alembic, which takes long to load; a test
compares the two. Everything happens in one transaction: whatever ends it, the ledger is as before or as it should be.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError

from mjcompanion import __version__
from mjcompanion.ledger import models
from mjcompanion.ledger.connect import file_engine, open_to_ask, told, unhurried, writers
from mjcompanion.ledger.errors import Damaged, NewerVersion, NoLedger, Refused
from mjcompanion.ledger.models import AlembicVersion, Base, Meta
from mjcompanion.ledger.place import Place
from mjcompanion.words import tr

MORE_STEPS: list[Path] = []
"""Folders with further migrations; for tests, which bring their own."""
_LOCK_NUMBER = 0x4D4A4C47
"""Any number, the same in every window: the server's lock for one migration at a time."""


def schema_of(connection: Connection, place: Place) -> str | None:
    """The schema a ledger has: its number, or None where there is nothing yet.

    Raises:
        NoLedger: there are tables, but of another program.

    """
    there = set(inspect(connection).get_table_names())
    if not there:
        return None
    if "alembic_version" not in there or "meta" not in there:
        raise NoLedger("ledger-other", why=place.shown)
    if len(connection.execute(select(Meta.uid).limit(2)).all()) != 1:
        raise Damaged("ledger-damaged", why=place.shown, text=tr("it doesn't say which ledger it is"))
    found = connection.execute(select(AlembicVersion.version_num)).scalars().all()
    if len(found) != 1:
        raise Damaged("ledger-damaged", why=place.shown, text=tr("it doesn't say which schema it has"))
    return str(found[0])


def schema_at_a_glance(file: sqlite3.Connection) -> str | None:
    """Return the schema of a file, where it is as plain to see as it nearly always is."""
    try:
        found = file.execute("SELECT version_num FROM alembic_version, meta").fetchall()
    except sqlite3.OperationalError:  # no such table
        return None
    return found[0][0] if len(found) == 1 else None


def copy_up_to_date(place: Place, old: sqlite3.Connection) -> tuple[Place, sqlite3.Connection]:
    """Copy a ledger of an earlier version into memory and bring the copy up to date: it lives while it is open."""
    name = Path(secrets.token_hex(16))
    source = msgspec.structs.replace(place, path=name)
    copied = open_to_ask(name, "memory")
    engine = file_engine(source, "memory")
    try:
        with told(place):
            old.backup(copied)
        bring_up_to_date(engine, source, lambda: None)
    except BaseException:
        copied.close()
        raise
    finally:
        engine.dispose()
    return source, copied


def bring_up_to_date(engine: Engine, place: Place, before: Callable[[], None]) -> None:
    """Make or change the tables where that is due; `before` is called before an old ledger is changed.

    Raises:
        LedgerError: it can't be done; the ledger is as it was.

    """
    with told(place), engine.begin() as connection:
        found = schema_of(connection, place)
        _refuse_newer(connection, found, place)
    if found == models.HEAD:
        return
    try:
        _change_alone(engine, place, before)
    except Refused as error:
        if found is None:
            raise
        raise Refused("ledger-older", why=place.shown) from error


def _change_alone(engine: Engine, place: Place, before: Callable[[], None]) -> None:
    """Make or change the tables in one transaction, while nobody else writes."""
    with told(place), writers(engine).connect() as connection:
        on_file = connection.dialect.name == "sqlite"
        if on_file:  # rebuilding a table that others refer to would empty those
            connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")  # type: ignore[union-attr]
        try:
            with connection.begin():
                strays = _strays(connection) if on_file else 0
                if not on_file:
                    unhurried(connection)
                    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK_NUMBER})
                _change(connection, place, before)
                if on_file and _strays(connection) > strays:  # what was astray before is for the check to tell
                    raise Damaged("ledger-damaged", why=place.shown, text=tr("its tables don't fit together"))
        finally:
            if on_file and not connection.invalidated:
                connection.connection.driver_connection.execute("PRAGMA foreign_keys = ON")  # type: ignore[union-attr]


def _strays(connection: Connection) -> int:
    """How many rows refer to one that isn't there."""
    return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())


def _change(connection: Connection, place: Place, before: Callable[[], None]) -> None:
    """Make or change the tables, unless another window was first."""
    found = schema_of(connection, place)
    if found is None:
        Base.metadata.create_all(connection, checkfirst=False)
        first = {"id": 1, "uid": secrets.token_hex(16), "version": 0, "program": __version__}
        connection.execute(insert(Meta).values(first))
        connection.execute(insert(AlembicVersion).values(version_num=models.HEAD))
    elif found != models.HEAD:
        _refuse_newer(connection, found, place)
        if not found.isdecimal():
            raise Damaged("ledger-damaged", why=place.shown, text=tr("it doesn't say which schema it has"))
        if found < models.OLDEST:
            raise NoLedger("ledger-too-old", why=place.shown)
        before()
        migrate(connection)
        connection.execute(update(Meta).values(program=__version__))


def migrate(connection: Connection, target: str = "head") -> None:
    """Run the steps from the schema that is there to another, in the transaction of this connection."""
    from alembic import command
    from alembic.config import Config

    with as_file(files("mjcompanion.ledger") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.set_main_option("path_separator", "newline")
        places = [folder / "versions", *MORE_STEPS]
        config.set_main_option("version_locations", "\n".join(map(str, places)).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, target)


def _refuse_newer(connection: Connection, found: str | None, place: Place) -> None:
    if found is None or found <= models.HEAD:
        return
    try:
        with connection.begin_nested():
            program = connection.execute(select(Meta.program)).scalar()
    except DBAPIError:  # a future ledger may keep that elsewhere
        program = None
    said = tr("version {program}, schema {number}") if program else tr("schema {number}")
    raise NewerVersion("ledger-newer", why=place.shown, text=said.format(program=program, number=found))
