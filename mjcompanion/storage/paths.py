"""The data folder and the files in it, and how files are read and written: the same for window and command line."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

import msgspec
from platformdirs import user_data_path

from mjcompanion.i18n.translation import N_, _

APP_NAME = "mjcompanion"
DATA_DIR_VARIABLE = "MJCOMPANION_DATA"
"""The environment variable that names another data folder."""


def default_data_dir() -> Path:
    """Return the data folder when none is given: the variable's, or the platform's own place for such data."""
    named = os.environ.get(DATA_DIR_VARIABLE)
    return Path(named).expanduser() if named else user_data_path(APP_NAME, appauthor=False)


class _DataPath:
    """A name in the data folder."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, folders: Folders, _unused: type[Folders]) -> Path:
        return folders.data / self._name


class Folders(msgspec.Struct, frozen=True):
    """The data folder and the files in it; nothing is made before something is stored.

    >>> Folders.at("/srv/club").settings_file.as_posix()
    '/srv/club/settings.json'
    """

    data: Path
    settings_file = _DataPath("settings.json")
    """The settings: words, looks, habits."""
    window_file = _DataPath("window.json")
    """Where the window was and how large."""
    print_file = _DataPath("print.json")
    """How somebody prints: paper, size of type, name."""
    log_file = _DataPath("mjcompanion.log")
    """What went wrong inside the program."""
    crash_file = _DataPath("crash.log")
    """The trace of a crash."""
    draft_file = _DataPath("draft.json")
    """The hand being entered."""
    ledger_file = _DataPath("ledger.db")
    """The sessions played and who played them."""
    backups_folder = _DataPath("backups")
    """Copies of the ledger, a dated file each."""
    typed_file = _DataPath("typed.json")
    """What is typed and is part of nothing else yet."""
    away_file = _DataPath("away.json")
    """Which sessions of a club continue on this computer."""
    rules_folder = _DataPath("rules")
    """The club's own rules, one file each."""
    cards_folder = _DataPath("cards")
    """The cards for American hands that people wrote themselves, one file each."""
    american_draft_file = _DataPath("american-draft.json")
    """The American hand being entered."""
    table_draft_file = _DataPath("table-draft.json")
    """The hand being entered at the table."""
    solitaire_file = _DataPath("solitaire.jsonl")
    """The virtual game in progress, move by move."""
    real_wall_file = _DataPath("real-wall.json")
    """The game with real tiles in progress."""
    left_games_folder = _DataPath("solitaire-left")
    """The virtual games that were left for another one, a file each."""

    @classmethod
    def at(cls, data_dir: str | os.PathLike[str] | None = None) -> Folders:
        """Return the files of a given data folder, or of the default one."""
        return cls(Path(data_dir).expanduser() if data_dir is not None else default_data_dir())


def reason(error: OSError) -> str:
    """Return why the system refuses to do something with a file.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return _(error.strerror) if error.strerror else str(error)


def shortened(text: str) -> str:
    """Return a text in which paths begin with ~ instead of the person's own folder, whose name often is theirs."""
    home = os.path.expanduser("~")  # noqa: PTH111 - which has an answer even where there is no home
    return re.sub(rf"{re.escape(home)}(?![\w.-])", "~", text) if len(home) > 1 else text


_REASONS: Final = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Operation not permitted"),
    N_("File exists"),
    N_("Is a directory"),
    N_("it is a folder"),
    N_("it is no plain file"),
    N_("Too many levels of symbolic links"),
    N_("the folder is gone"),
    N_("a file can’t have this name"),
    N_("Not a directory"),
    N_("Directory not empty"),
    N_("No space left on device"),
    N_("Disk quota exceeded"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("File name too long"),
    N_("Too many open files"),
    N_("Device or resource busy"),
    N_("Invalid argument"),
)
"""What systems say, to be translated; anything else stays as it is."""


def take_lock(handle: int) -> bool:
    """Try to lock an open file; the system unlocks it when the program ends, however it ends."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def read_bounded(path: Path, largest: int, step: Callable[[int], object] | None = None) -> bytes:
    """Read a file that may come from anywhere; of a larger one just enough to see that it is too large.

    Only plain files are opened: no folder, pipe or device. `step` gets the bytes read so far now and then, and may
    raise.

    Raises:
        OSError: it can't be read, or isn't plain.

    """
    _refuse_odd(path.stat().st_mode, path)
    content = bytearray()
    with os.fdopen(os.open(path, _READING), "rb") as file:
        _refuse_odd(os.fstat(file.fileno()).st_mode, path)  # another may have taken its place
        while part := file.read(min(_AT_ONCE, largest + 1 - len(content))):
            content += part
            if step is not None:
                step(len(content))
    return bytes(content)


LARGEST_OWN: Final = 1 << 24
"""Bytes: none of the program's own small files, such as settings and drafts, is larger."""
_READING: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""A pipe or a terminal in the place of a file holds nobody up."""
_AT_ONCE: Final = 1 << 20


def refuse_odd(path: Path) -> None:
    """Raise an OSError for a folder, a pipe or a device in the place of a file; a file needn't be there yet."""
    with suppress(FileNotFoundError):
        _refuse_odd(path.stat().st_mode, path)


def _refuse_odd(mode: int, path: Path) -> None:
    if not stat.S_ISREG(mode):
        why = "it is a folder" if stat.S_ISDIR(mode) else "it is no plain file"
        raise OSError(errno.EINVAL, why, str(path))


# --- folders and files that belong to one person, unless they share the folder


_settled: set[Path] = set()
"""Folders that were there; an empty one in the place of one that vanished would hide that."""


def settle(path: Path) -> None:
    """Have `make_folder` refuse to make a folder again that has vanished."""
    _settled.add(path)


def make_folder(path: Path, *, recreate: bool = False) -> Path:
    """Make a folder, and those above it, which nobody else can look into; one that is there stays as it is.

    In a folder that hands its group on (`chmod g+s`) it is the group's too, as far as that folder is. One that vanished
    while the program ran is made again only with `recreate`.

    Raises:
        OSError: it can't be made; the message names the folder.

    """
    if path.is_dir():
        return path
    if path in _settled and not recreate:
        raise FileNotFoundError(errno.ENOENT, "the folder is gone", str(path))
    _settled.discard(path)
    if path != path.parent:
        make_folder(path.parent)
    path.mkdir(0o700, exist_ok=True)
    if shared := _shared(path.parent):
        with suppress(OSError):
            path.chmod(stat.S_IMODE(path.stat().st_mode) | shared)
    return path


def create(path: Path) -> int:
    """Make a new file that nobody else can read, and open it; no link is followed.

    In a folder that hands its group on it is the group's too, as far as that folder is.

    Raises:
        FileExistsError: there is something of that name.
        OSError: it can't be made.

    """
    handle = os.open(path, _MAKING, 0o600)
    shared = _shared(path.parent) & 0o060
    if shared:
        _change_mode(handle, 0o600 | shared)
    return handle


def make_private(path: Path) -> None:
    """Make a file that nobody else can read, unless it exists.

    Raises:
        OSError: it can't be made, or isn't plain.

    """
    make_folder(path.parent)
    with suppress(FileExistsError):
        os.close(create(path))
    refuse_odd(path)


def open_lock(path: Path) -> int:
    """Open a file that is only there to be locked, and make it where it isn't.

    Raises:
        OSError: it can't be opened, or is a link.

    """
    try:
        return create(path)
    except FileExistsError:
        return os.open(path, os.O_RDWR | _CAREFUL)


_CAREFUL: Final = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
_MAKING: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | _CAREFUL


def _shared(folder: Path) -> int:
    """Return the group's bits in the mode of a folder that hands its group on; else 0."""
    mode = folder.stat().st_mode
    return mode & 0o070 if mode & stat.S_ISGID else 0


def _change_mode(handle: int, mode: int) -> None:
    with suppress(OSError):  # a disk without modes
        os.fchmod(handle, mode)


def set_aside(path: Path) -> Path:
    """Rename a damaged file to a name that no other has, and return it.

    Raises:
        OSError: it can't be renamed.

    """
    kept, number = path.with_suffix(f".damaged{path.suffix}"), 1
    while kept.exists():
        number += 1
        kept = path.with_suffix(f".damaged-{number}{path.suffix}")
    return path.rename(kept)


def write_atomically(path: Path, content: bytes, *, flushed: bool = True) -> None:
    """Replace a file so that a reader, or a crash, sees the old content or the new and never a part.

    What isn't `flushed` survives the death of the program, and may be lost with the power.

    Raises:
        OSError: the folder or the file can't be written; the old content is still there.

    """
    make_folder(path.parent)
    with replacing(path, flushed=flushed) as file:
        file.write(content)


@contextmanager
def replacing(path: Path, *, requested: bool = False, flushed: bool = True) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of another once all of it is written; if it isn't, the other stays.

    It keeps owner, group and mode of the other, and a link is followed. A new one is closed to others, unless a
    person `requested` it: then it has the mode of all new files.

    Raises:
        OSError: the folder or the file can't be written.

    """
    path = Path(os.path.realpath(path))  # which, unlike Path.resolve, takes a link to itself
    new = path.with_name(f".{APP_NAME}-{os.urandom(8).hex()}.new")
    handle = os.open(new, _MAKING, 0o666) if requested else create(new)
    try:
        with os.fdopen(handle, "wb") as file:
            keep_mode(handle, path)
            yield file
            if flushed:
                file.flush()
                os.fsync(handle)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def flush(path: Path) -> None:
    """Have the disk write what the system still holds in memory of a file or a folder, if it is there."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return  # gone, or a system that opens no folders
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_mode(handle: int, path: Path) -> None:
    """Give a new file the owner, group and mode of the one whose place it takes, as far as that can be."""
    with suppress(OSError):
        old = path.stat()
        mode = stat.S_IMODE(old.st_mode)
        with suppress(OSError):
            os.fchown(handle, old.st_uid, old.st_gid)
        if os.fstat(handle).st_gid != old.st_gid:
            mode &= 0o707  # what was one group's isn't another's
        _change_mode(handle, mode)


def write_named_file(path: Path, content: bytes) -> None:
    """Write a file that a person named: a link is followed, and a file is replaced whole or not at all.

    Raises:
        OSError: it can't be written; what was there is still there, and the error names the file that was asked for.

    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():  # a device or a pipe
            path.write_bytes(content)
        else:
            with replacing(path, requested=True) as file:
                file.write(content)
    except ValueError:  # a name with a NUL
        raise OSError(errno.EINVAL, "a file can’t have this name", str(path)) from None
    except OSError as error:
        error.filename = str(path)
        raise
