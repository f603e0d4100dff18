"""The second copy of the journal, in a folder that a person chose: on a stick, say, or in one that a cloud takes along.

It is written beside the work, a moment after the first, so that a slow stick holds nobody up. Where it is missing that
is said, and what it lacks is added once it is back. With the backup beside it, it is enough to rebuild the ledger.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from mjcompanion.folders import create, reason, typed
from mjcompanion.ledger import backups
from mjcompanion.ledger.errors import LedgerError, NoLedger, closed_folder
from mjcompanion.ledger.journal import files_of
from mjcompanion.ledger.place import Place
from mjcompanion.ledger.rebuilding import sources_of
from mjcompanion.words import tr

NOTICE: Final = "Mah Jongg Companion.txt"
"""Tells people what the folder is for, and the program that it is the one that was chosen: an empty folder may be where
a stick was."""
_LAST_WAIT: Final = 2.0
"""Seconds to wait for the copy at the end; the next start adds what it lacks."""
_LOOKED_AT: Final = 4_096
_AT_ONCE: Final = 2**20


def begin(place: Place, to: Path) -> None:
    """Take a folder for the second copy.

    Raises:
        LedgerError: it isn't there, or can't be written.

    """
    said = tr(
        "Mah Jongg Companion keeps a second copy of its journal here, and a backup: {command} rebuilds the ledger."
    ).format(command=typed("mjcompanion", "ledger", "restore", "--from", str(to)))
    own = [] if place.path is None else [place.path.parent, place.journal, place.backups]
    try:
        if to.resolve() in [one.resolve() for one in own if one is not None]:
            raise NoLedger("second-copy-same", why=str(to))
        (to / NOTICE).write_text(said + "\n", encoding="utf-8")
    except OSError as error:
        raise closed_folder(to, error) from error


class Second:
    """Keeps the second copy of the journal of a ledger."""

    def __init__(self, place: Place, ledger: str, to: Path) -> None:
        self._place, self._ledger, self.to = place, ledger, to
        self._thread: threading.Thread | None = None
        self._turn, self._at_it = threading.Lock(), threading.Lock()
        self._again = self._working = self._looked = False
        self.trouble = ""

    def poke(self, *, anew: bool = False) -> None:
        """Have added what is missing; `anew`: with a backup, for the journal doesn't tell everything."""
        with self._turn:
            self._again, self._looked = True, self._looked and not anew
            if not self._working or self._thread is None or not self._thread.is_alive():
                self._working = True
                self._thread = threading.Thread(target=self._work, name="second journal", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Come to an end soon."""
        if self._thread is not None:
            self._thread.join(_LAST_WAIT)

    def _is_wanted(self) -> bool:
        """Whether there is more to do; where there isn't, the thread is over, and the next poke begins another."""
        with self._turn:
            self._working, self._again = self._again, False
            return self._working

    def _work(self) -> None:
        while self._is_wanted():
            try:
                self.copy()
                self.trouble = ""
            except (OSError, LedgerError) as error:
                self.trouble = self._told(error)

    def _told(self, error: OSError | LedgerError) -> str:
        if not (self.to / NOTICE).exists():
            said = tr("The second copy of the journal waits until {folder} is there again.")
            return said.format(folder=self.to)
        said = tr("The second copy of the journal can’t be written in {folder}: {reason}.")
        return said.format(folder=self.to, reason=reason(error) if isinstance(error, OSError) else error)

    def copy(self) -> None:
        """Add what is missing.

        Raises:
            OSError: it can't be written.
            LedgerError: there is no backup to put beside it.

        """
        if self._place.journal is None or not (self.to / NOTICE).is_file():
            raise FileNotFoundError(self.to)
        with self._at_it:
            files = files_of(self._place.journal, self._place.stem, self._ledger)
            for path in files:
                _go_on(path, self.to / path.name)
            if files and not self._looked:
                self._looked = True  # whoever wants one anew meanwhile gets one
                try:
                    self._put_backup()
                except (OSError, LedgerError):
                    self._looked = False
                    raise

    def _put_backup(self) -> None:
        """Put a backup beside it, unless journal and backups there are enough."""
        there = msgspec.structs.replace(self._place, backups=self.to, journal=self.to)
        found = sources_of(there)
        if found is not None and found.whole and found.ledger == self._ledger:
            return
        newest = backups.newest_good(self._place)
        if newest is None:
            newest = backups.back_up(self._place)
        goal = self.to / newest.path.name
        if not goal.exists():
            fresh = goal.with_name(f".{goal.name}.new")
            fresh.unlink(missing_ok=True)
            backups.copy_bytes(newest.path, fresh, like=fresh)
            fresh.replace(goal)


def _go_on(path: Path, copy: Path) -> None:
    """Add to a copy what it lacks; one that goes on otherwise stays, under another name."""
    size = path.stat().st_size
    there = copy.stat().st_size if copy.exists() else 0
    if there == size:
        return
    with path.open("rb") as file:
        if there and not _begins_alike(file.fileno(), copy, there, size):
            number = 1
            while (aside := copy.with_name(f"{copy.stem}.{number}.old")).exists():
                number += 1
            copy.replace(aside)
            there = 0
        with suppress(FileExistsError):
            os.close(create(copy))
        file.seek(there)
        with copy.open("ab") as to:
            while part := file.read(_AT_ONCE):
                to.write(part)
            to.flush()
            os.fsync(to.fileno())


def _begins_alike(handle: int, copy: Path, there: int, size: int) -> bool:
    """Whether a file begins with what its copy is, as far as the end of that tells."""
    if there > size:
        return False
    start = max(0, there - _LOOKED_AT)
    with os.fdopen(os.dup(handle), "rb") as file, copy.open("rb") as other:
        file.seek(start)
        other.seek(start)
        return file.read(there - start) == other.read(there - start)
