"""Whether the file that is open is still the one that will be found tomorrow.

SQLite goes on writing into a file that was deleted, renamed or moved away with its folder, and says nothing. So before
anything is confirmed, what stands at the path is compared with what stood there when it was opened.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from mjcompanion.ledger.connect import index_of, log_of
from mjcompanion.ledger.errors import Vanished

_Identity = tuple[int, int]


def _identity(path: Path) -> _Identity | None:
    """The device and the number of a file, None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Presence:
    """A ledger's file as it was when it was opened: itself, its folder, and the log beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log_path = log_of(path)
        self._index = _identity(index_of(path))
        self._folder = _identity(path.parent)
        self._file = _identity(path)
        self._log = _identity(self._log_path)

    def look(self) -> None:
        """Compare it with what is there now.

        Raises:
            Vanished: it isn't there any more, or may not be written any more.

        """
        path = self._path
        if _identity(path.parent) != self._folder:
            raise Vanished("ledger-gone-folder", why=str(path.parent))
        found = _identity(path)
        if found is None:
            name = self._name_now()
            raise Vanished("ledger-renamed" if name else "ledger-gone", why=str(path), text=name)
        if found != self._file:
            self._take_log_away()
            raise Vanished("ledger-replaced", why=str(path))
        log = _identity(self._log_path)
        if self._log is not None and log != self._log:
            raise Vanished("ledger-log-gone", why=str(self._log_path))
        self._log, self._index = log, self._index or _identity(index_of(path))
        if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
            raise Vanished("ledger-closed-now", why=str(path))

    def _take_log_away(self) -> None:
        """Take our log from beside a file that it doesn't belong to: whoever opens that would read both as one."""
        for path, known in ((self._log_path, self._log), (index_of(self._path), self._index)):
            if known is not None and _identity(path) == known:
                with suppress(OSError):
                    path.unlink()

    def _name_now(self) -> str:
        """What the file is called now, if it is still in its folder."""
        try:
            with os.scandir(self._path.parent) as entries:
                return next((one.name for one in entries if _identity(Path(one.path)) == self._file), "")
        except OSError:
            return ""
