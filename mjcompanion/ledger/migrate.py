"""Makes the tables of a new ledger, and brings those of an older version up to date.

A new ledger is made from the tables of this version, without alembic, which takes long to load; a test compares the
two. Everything happens in one transaction, so a ledger is never half changed.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError, NoSuchTableError

from mjcompanion import __version__
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import models
from mjcompanion.ledger.connect import file_engine, writers
from mjcompanion.ledger.database_errors import as_ledger_errors
from mjcompanion.ledger.errors import Damaged, NewerVersion, NoLedger, ReadOnly, Refused
from mjcompanion.ledger.location import LedgerLocation
from mjcompanion.ledger.models import AlembicVersion, Base, Meta
from mjcompanion.ledger.values import BackupFile

MORE_STEPS: list[Path] = []
"""Folders with further migrations; for tests, which bring their own."""
_LOCK_NUMBER = 0x4D4A4C47
"""Any number, the same in every window: the server's lock for one migration at a time."""


def schema_of(connection: Connection, place: LedgerLocation) -> str | None:
    """Return the schema of a ledger: its number, or None where there is nothing yet.

    Raises:
        NoLedger: there are tables, but of another program.
        NewerVersion: a newer version of the program made it.

    """
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    if not tables >= {"alembic_version", "meta"}:
        raise NoLedger("ledger-other", why=place.shown)
    ids = connection.execute(select(Meta.uid, Meta.version).limit(2)).all()
    if len(ids) != 1 or [type(one) for one in ids[0]] != [str, int]:
        raise Damaged("ledger-damaged", why=place.shown, text=_("it doesn’t say which ledger it is"))
    found = connection.execute(select(AlembicVersion.version_num)).scalars().all()
    if len(found) != 1 or not str(found[0]).isdecimal():
        raise Damaged("ledger-damaged", why=place.shown, text=_("it doesn’t say which schema it has"))
    number = str(found[0])
    if number > models.HEAD:
        _refuse_newer(connection, number, place)
    gone = sorted(Base.metadata.tables.keys() - tables)
    if number == models.HEAD and gone:
        raise Damaged("ledger-damaged", why=place.shown, text=_("the table “{name}” is gone").format(name=gone[0]))
    return number


def _refuse_newer(connection: Connection, found: str, place: LedgerLocation) -> None:
    try:
        with connection.begin_nested():
            program = connection.execute(select(Meta.program)).scalar()
    except DBAPIError:  # a future ledger may keep that elsewhere
        program = None
    named = _("version {program}, schema {number}") if program else _("schema {number}")
    raise NewerVersion("ledger-newer", why=place.shown, text=named.format(program=program, number=found))


def is_of_this_version(file: sqlite3.Connection) -> bool:
    """Return whether a file has the tables of this version, without the time that SQLAlchemy takes to look at them."""
    query = "SELECT version_num, typeof(uid), typeof(version) FROM alembic_version, meta"
    try:
        found = file.execute(query).fetchall()
        names = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
    except sqlite3.OperationalError:  # no such table
        return False
    return found == [(models.HEAD, "text", "integer")] and names >= Base.metadata.tables.keys()


def bring_up_to_date(
    engine: Engine, place: LedgerLocation, back_up: Callable[[], BackupFile] | None, *, makes: bool = True
) -> None:
    """Make or change the tables where that is due; an old ledger is backed up before."""
    with as_ledger_errors(place), engine.begin() as connection:
        found = schema_of(connection, place)
    if found == models.HEAD:
        return
    if found is None and not makes:
        raise NoLedger("ledger-none", why=place.shown)
    try:
        with as_ledger_errors(place), writers(engine).connect() as connection:
            if connection.dialect.name == "sqlite":
                _change_file(connection, place, back_up)
            else:
                _change_database(connection, place, back_up)
    except (Refused, ReadOnly) as error:
        if found is None:
            raise
        raise Refused("ledger-older", why=place.shown) from error


def copy_up_to_date(old: sqlite3.Connection, place: LedgerLocation) -> sqlite3.Connection:
    """Copy a ledger of an earlier version into memory, and bring the copy up to date."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        old.backup(copy)
        bring_up_to_date(file_engine(copy), place, None, makes=False)
    except BaseException:
        copy.close()
        raise
    return copy


def _change_database(connection: Connection, place: LedgerLocation, back_up: Callable[[], BackupFile] | None) -> None:
    from mjcompanion.ledger.server import allow_long

    with connection.begin():
        allow_long(connection)
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK_NUMBER})
        _change(connection, place, back_up)


def _change_file(connection: Connection, place: LedgerLocation, back_up: Callable[[], BackupFile] | None) -> None:
    driver = connection.connection.driver_connection
    assert driver is not None  # noqa: S101 - it is open
    driver.execute("PRAGMA foreign_keys = OFF")  # rebuilding a table that others refer to would empty those
    try:
        with connection.begin():
            strays = len(driver.execute("PRAGMA foreign_key_check").fetchall())
            _change(connection, place, back_up)
            if len(driver.execute("PRAGMA foreign_key_check").fetchall()) > strays:
                raise _unfit(place)
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _unfit(place: LedgerLocation) -> Damaged:
    return Damaged("ledger-damaged", why=place.shown, text=_("its tables don’t fit together"))


def _change(connection: Connection, place: LedgerLocation, back_up: Callable[[], BackupFile] | None) -> None:
    """Make or change the tables, unless another window was first."""
    found = schema_of(connection, place)
    if found is None:
        Base.metadata.create_all(connection, checkfirst=False)
        first = {"id": 1, "uid": secrets.token_hex(16), "version": 0, "program": __version__}
        connection.execute(insert(Meta).values(first))
        connection.execute(insert(AlembicVersion).values(version_num=models.HEAD))
    elif found != models.HEAD:
        if found < models.OLDEST:
            raise NoLedger("ledger-too-old", why=place.shown)
        backup = None if back_up is None else back_up()
        try:
            migrate(connection)
        except BaseException as error:  # the ledger is what it was; the next try makes another backup
            if backup is not None:
                backup.path.unlink(missing_ok=True)
            if isinstance(error, KeyError | NoSuchTableError):  # of a column or a table that is gone
                raise _unfit(place) from error
            raise
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
