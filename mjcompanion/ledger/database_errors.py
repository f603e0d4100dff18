"""Turns what SQLite and PostgreSQL complain of into sentences."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError

from mjcompanion.i18n.translation import _
from mjcompanion.ledger.connect import PATIENCE
from mjcompanion.ledger.errors import (
    Busy,
    Damaged,
    DiskFailed,
    DiskFull,
    LedgerError,
    NoLedger,
    NoServer,
    ReadOnly,
    Refused,
)
from mjcompanion.ledger.location import LedgerLocation

_Meaning = tuple[type[LedgerError], str]

_SQLITE: Final[dict[str, _Meaning]] = {
    "SQLITE_BUSY": (Busy, "ledger-busy"),
    "SQLITE_LOCKED": (Busy, "ledger-busy"),
    "SQLITE_FULL": (DiskFull, "ledger-full"),
    "SQLITE_IOERR": (DiskFailed, "ledger-disk"),
    "SQLITE_READONLY": (ReadOnly, "ledger-read-only"),
    "SQLITE_PERM": (ReadOnly, "ledger-read-only"),
    "SQLITE_CANTOPEN": (NoLedger, "ledger-closed-folder"),
    "SQLITE_AUTH": (NoLedger, "ledger-closed-folder"),
    "SQLITE_CORRUPT": (Damaged, "ledger-damaged"),
    "SQLITE_NOTADB": (Damaged, "ledger-damaged"),
}
"""What SQLite calls its complaints, without what follows a second underscore."""
_SIGNS_OF_DAMAGE: Final = (
    *("malformed", "unsupported file format", "Could not decode", "no such table", "no such column"),
    *("has no column", "datatype mismatch", "integer overflow", "string or blob too big", "cannot hold BLOB"),
)
"""What SQLite says of some damage, under the number of a bug in a statement."""
_POSTGRES: Final[dict[str, _Meaning]] = {
    "28": (Refused, "ledger-password"),
    "3D": (NoLedger, "ledger-no-database"),
    "42501": (Refused, "ledger-not-allowed"),
    "25006": (ReadOnly, "ledger-not-allowed"),
    "53100": (DiskFull, "ledger-full"),
    "53": (NoServer, "ledger-no-server"),
    "55P03": (Busy, "ledger-busy"),
    "40": (Busy, "ledger-busy"),
    "57014": (NoServer, "ledger-no-server"),
    "57": (NoServer, "ledger-lost"),
    "25P03": (NoServer, "ledger-lost"),
    "08": (NoServer, "ledger-lost"),
    "58": (DiskFailed, "ledger-disk"),
    "XX001": (Damaged, "ledger-damaged"),
    "XX002": (Damaged, "ledger-damaged"),
}
"""The first letters of PostgreSQL's SQLSTATE; of two that fit, the first."""
_WITHOUT_STATE: Final[dict[str, _Meaning]] = {
    r"no password supplied": (Refused, "ledger-no-password"),
    r"authentication failed|pg_hba|role .* does not exist": (Refused, "ledger-password"),
    r"database .* does not exist": (NoLedger, "ledger-no-database"),
    r"invalid ([\w ]+ value|port number|integer)|missing \"=\"": (NoLedger, "ledger-address"),
    r"connection failed": (NoServer, "ledger-no-server"),
    r"closed|terminat|lost": (NoServer, "ledger-lost"),
    r"": (NoServer, "ledger-no-server"),
}
"""What libpq says where connecting failed, or the connection."""


@contextmanager
def as_ledger_errors(place: LedgerLocation) -> Iterator[None]:
    """Raise a `LedgerError` for what the database complains of; what it can't be blamed for stays as it is."""
    try:
        yield
    except UnicodeDecodeError as error:  # even the words of the complaint are damaged
        if place.path is None:
            raise
        raise Damaged("ledger-damaged", why=place.shown, text=_("it contains invalid characters")) from error
    except Exception as error:
        original = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(original, sqlite3.Error):
            meant = of_sqlite(original, place)
            if meant is not None:
                raise meant from error
        elif type(original).__module__.startswith("psycopg"):
            meant = of_postgres(original, place)
            if meant is not None:  # the cause may repeat the address
                raise meant from None
        raise


def of_sqlite(error: sqlite3.Error, place: LedgerLocation) -> LedgerError | None:
    """Return what an error of SQLite means; None for a bug."""
    name = "_".join((getattr(error, "sqlite_errorname", "") or "").split("_")[:2])
    if any(words in str(error) for words in _SIGNS_OF_DAMAGE):
        name = "SQLITE_CORRUPT"
    if name not in _SQLITE:
        return None
    kind, code = _SQLITE[name]
    why = {
        "ledger-read-only": _("{path} may not be written.").format(path=place.shown),
        "ledger-closed-folder": _("{path} can’t be opened.").format(path=place.shown),
    }.get(code, place.shown)
    return kind(code, why=why, text=str(error).splitlines()[0], count=PATIENCE)


def of_postgres(error: BaseException | None, place: LedgerLocation) -> LedgerError | None:
    """Return what an error of PostgreSQL or of its driver means; None for a bug."""
    state = str(getattr(error, "sqlstate", None) or "")
    if state:
        kind, code = next((meaning for start, meaning in _POSTGRES.items() if state.startswith(start)), (None, ""))
    elif "OperationalError" in [kind.__name__ for kind in type(error).__mro__]:
        kind, code = next(meaning for words, meaning in _WITHOUT_STATE.items() if re.search(words, str(error)))
    else:
        return None
    text = password_file() if kind is Refused else _("the server says {code}").format(code=state)
    return None if kind is None else kind(code, why=place.shown, text=text, count=PATIENCE)


def password_file() -> str:
    """Return where PostgreSQL's library looks for passwords."""
    return os.environ.get("PGPASSFILE") or "~/.pgpass"
