"""Where the program keeps what belongs to a person: one answer for the window and the command line."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

from mjcompanion.words import mark, tr

APP_NAME = "mjcompanion"
DATA_DIR_VARIABLE = "MJCOMPANION_DATA"
"""The environment variable that names another data folder."""


def default_data_dir() -> Path:
    """The data folder when none is given: the variable's, or the platform's own place for such data."""
    named = os.environ.get(DATA_DIR_VARIABLE)
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path  # costs 6 ms, and a given folder needs none of it

    return user_data_path(APP_NAME, appauthor=False)


class Folders(msgspec.Struct, frozen=True):
    """The data folder and the files in it. Nothing is made on disk before something is to be stored.

    >>> Folders.at("/srv/club").settings_file.as_posix()
    '/srv/club/settings.json'
    """

    data: Path

    @classmethod
    def at(cls, data_dir: str | os.PathLike[str] | None = None) -> Folders:
        """The folders below a given data folder, or below the default one."""
        return cls(Path(data_dir).expanduser() if data_dir is not None else default_data_dir())

    @property
    def settings_file(self) -> Path:
        """What a person set: words, looks, habits."""
        return self.data / "settings.json"

    @property
    def window_file(self) -> Path:
        """Where the window was and how large."""
        return self.data / "window.json"

    @property
    def print_file(self) -> Path:
        """How somebody prints: paper, size of type, name."""
        return self.data / "print.json"

    @property
    def log_file(self) -> Path:
        """What went wrong inside the program."""
        return self.data / "mjcompanion.log"

    @property
    def reports_folder(self) -> Path:
        """Reports of what went wrong inside the program, one file each."""
        return self.data / "reports"

    @property
    def draft_file(self) -> Path:
        """The hand being entered."""
        return self.data / "draft.json"

    @property
    def ledger_file(self) -> Path:
        """The sessions played and who played them."""
        return self.data / "ledger.db"

    @property
    def backups_folder(self) -> Path:
        """Copies of the ledger, a dated file each."""
        return self.data / "backups"

    @property
    def rules_folder(self) -> Path:
        """The club's own rules, one file each."""
        return self.data / "rules"

    @property
    def cards_folder(self) -> Path:
        """The cards for American hands that people wrote themselves, one file each."""
        return self.data / "cards"

    @property
    def american_draft_file(self) -> Path:
        """The American hand being entered."""
        return self.data / "american-draft.json"

    @property
    def table_draft_file(self) -> Path:
        """The hand being entered at the table."""
        return self.data / "table-draft.json"

    @property
    def solitaire_file(self) -> Path:
        """The virtual game under way, move by move."""
        return self.data / "solitaire.jsonl"

    @property
    def left_games_folder(self) -> Path:
        """The virtual games that were left for another one, a file each."""
        return self.data / "solitaire-left"

    @property
    def practice_file(self) -> Path:
        """What was practised, and which rules are missed most."""
        return self.data / "practice.json"

    def ensure(self) -> Path:
        """The data folder, made now if it isn't there.

        Raises:
            OSError: it can't be made; the message names the folder.

        """
        self.data.mkdir(parents=True, exist_ok=True)
        return self.data


def reason(error: OSError) -> str:
    """Why the system refuses to do something with a file, as it says it.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return tr(error.strerror) if error.strerror else str(error)


_REASONS: Final = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Operation not permitted"),
    mark("File exists"),
    mark("Is a directory"),
    mark("it is a folder"),
    mark("it is no plain file"),
    mark("it is a link that leads to itself"),
    mark("there is no such folder"),
    mark("a file can't have this name"),
    mark("Not a directory"),
    mark("Directory not empty"),
    mark("No space left on device"),
    mark("Disk quota exceeded"),
    mark("Read-only file system"),
    mark("Input/output error"),
    mark("File name too long"),
    mark("Too many open files"),
    mark("Device or resource busy"),
    mark("Invalid argument"),
)
"""What systems say; what stands not here comes as it is."""


def take_lock(handle: int) -> bool:
    """Whether the lock of an open file is ours now; the system gives it back when the program ends, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file so that a reader, or a crash, sees the old content or the new and never a part.

    Raises:
        OSError: the folder or the file can't be written; the old content is still there.

    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of another once all of it is written; until then, and if not, that one stays.

    Raises:
        OSError: the folder or the file can't be written.

    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_as_asked(path: Path, content: bytes) -> None:
    """Write a file that a person named: a link is followed, and a file is replaced whole or not at all.

    Raises:
        OSError: it can't be written; what was there is still there, and the error names the file that was asked for.

    """
    try:
        place = _end_of(path)
        if place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not place.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no such folder")
        if place.exists() and not place.is_file():  # a device or a pipe
            place.write_bytes(content)
        else:
            write_atomically(place, content)
    except ValueError:  # a name with a NUL
        raise OSError(errno.EINVAL, "a file can't have this name", str(path)) from None
    except OSError as error:
        error.filename = str(path)
        raise


def _end_of(path: Path) -> Path:
    """Where a path leads once every link is followed."""
    try:
        place = path.resolve()
        round_and_round = place.is_symlink()
    except RuntimeError:  # so Python says it before 3.13; later ones leave the link as it is
        round_and_round = True
    if round_and_round:
        raise OSError(errno.ELOOP, "it is a link that leads to itself")
    return place
