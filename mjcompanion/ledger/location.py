"""Where a ledger is: a file of its own, or a database on a server."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from mjcompanion.ledger.errors import NoLedger
from mjcompanion.storage.paths import Folders

_SQLITE: Final = "sqlite"
_POSTGRES: Final = ("postgresql", "postgres")
BACKUPS: Final = "backups"


class LedgerLocation(msgspec.Struct, frozen=True):
    """Where a ledger is: `path` and `backups` for a file, with a `second` folder for those; `url` for a server.

    `shown` has no password in it, so that anybody may see it.

    >>> find_place("postgresql://ann:secret@club.example/ledger").shown
    'postgresql://ann@club.example/ledger'
    """

    shown: str
    path: Path | None = None
    backups: Path | None = None
    url: str = ""
    second: Path | None = None

    @property
    def stem(self) -> str:
        """The name that backups of a file begin with: the one it was asked for by."""
        return Path(self.shown).stem


def find_place(named: str | Path | None = None, folders: Folders | None = None) -> LedgerLocation:
    """Find the ledger that was named by an address or a path, or else that of the data folder."""
    if named is None or named == "":
        folders = folders or Folders.at()
        path = _followed(folders.ledger_file)
        return LedgerLocation(str(folders.ledger_file), path, folders.backups_folder)
    if isinstance(named, Path) or "://" not in named:
        return _file(Path(named))
    try:
        url = make_url(named)
        kind, shown = url.get_backend_name(), _shown(url)
        whole = url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    except (ArgumentError, ValueError):  # neither is quoted: a password may stand in what could not be read
        raise NoLedger("ledger-address") from None
    if kind == _SQLITE and url.database and url.database != ":memory:":
        return _file(Path(url.database))
    if kind not in _POSTGRES:
        raise NoLedger("ledger-address")
    return LedgerLocation(shown, url=whole)


def _file(path: Path) -> LedgerLocation:
    path = path.expanduser().absolute()
    return LedgerLocation(str(path), _followed(path), path.with_name(BACKUPS))


def _followed(path: Path) -> Path:
    """Follow a link to the file itself: SQLite keeps its log there."""
    try:
        return path.resolve() if path.is_symlink() else path
    except (OSError, RuntimeError):  # a link that leads to itself, which opening it tells
        return path


def _shown(url: URL) -> str:
    """Return the address without password; one may also come after a question mark."""
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    return bare.render_as_string(hide_password=True)
