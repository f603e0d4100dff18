"""Whether the open file is still the one at its path.

SQLite goes on writing into a file that was deleted, renamed or moved away with its folder, and says nothing. So before
anything is confirmed, what is at the path is compared with what was there when it was opened.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from mjcompanion.ledger.connect import index_of, log_of
from mjcompanion.ledger.errors import Vanished


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and the number of a file, None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Presence:
    """A ledger's file as it was when it was opened: itself, its folder, and the files of SQLite next to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder, self._file = _identity(path.parent), _identity(path)
        self._side_files = {one: _identity(one) for one in (log_of(path), index_of(path))}

    def look(self) -> None:
        """Compare it with what is there now."""
        path, log = self._path, log_of(self._path)
        if _identity(path.parent) != self._folder:
            raise Vanished("ledger-gone-folder", why=str(path.parent))
        found = _identity(path)
        if found is None:
            name = self._name_now()
            raise Vanished("ledger-renamed" if name else "ledger-gone", why=str(path), text=name)
        if found != self._file:
            self._take_log_away()
            raise Vanished("ledger-replaced", why=str(path))
        if self._side_files[log] not in (None, _identity(log)):
            raise Vanished("ledger-log-gone", why=str(log))
        self._side_files = {one: known or _identity(one) for one, known in self._side_files.items()}
        if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
            raise Vanished("ledger-closed-now", why=str(path))

    def _take_log_away(self) -> None:
        """Delete our log next to a file that it doesn't belong to: SQLite would read both as one ledger."""
        for path, known in self._side_files.items():
            if known is not None and _identity(path) == known:
                with suppress(OSError):
                    path.unlink()

    def _name_now(self) -> str:
        """Return what the file is called now, if it is still in its folder."""
        with suppress(OSError), os.scandir(self._path.parent) as entries:
            return next((one.name for one in entries if _identity(Path(one.path)) == self._file), "")
        return ""
