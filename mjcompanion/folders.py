"""Where the program keeps what belongs to a person: one answer for the window and the command line."""

from __future__ import annotations

import errno
import os
import re
import shlex
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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


class _Place:
    """What has this name in the data folder."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, folders: Folders, _: type[Folders]) -> Path:
        return folders.data / self._name


class Folders(msgspec.Struct, frozen=True):
    """The data folder and the files in it. Nothing is made on disk before something is to be stored.

    >>> Folders.at("/srv/club").settings_file.as_posix()
    '/srv/club/settings.json'
    """

    data: Path
    settings_file = _Place("settings.json")
    """What a person set: words, looks, habits."""
    window_file = _Place("window.json")
    """Where the window was and how large."""
    print_file = _Place("print.json")
    """How somebody prints: paper, size of type, name."""
    log_file = _Place("mjcompanion.log")
    """What went wrong inside the program."""
    crash_file = _Place("crash.log")
    """The trace that a crash of the program left."""
    draft_file = _Place("draft.json")
    """The hand being entered."""
    ledger_file = _Place("ledger.db")
    """The sessions played and who played them."""
    backups_folder = _Place("backups")
    """Copies of the ledger, a dated file each."""
    typed_file = _Place("typed.json")
    """What is typed and is part of nothing else yet."""
    away_folder = _Place("away")
    """What is kept here of ledgers on servers, for when those don't answer."""
    rules_folder = _Place("rules")
    """The club's own rules, one file each."""
    cards_folder = _Place("cards")
    """The cards for American hands that people wrote themselves, one file each."""
    american_draft_file = _Place("american-draft.json")
    """The American hand being entered."""
    table_draft_file = _Place("table-draft.json")
    """The hand being entered at the table."""
    solitaire_file = _Place("solitaire.jsonl")
    """The virtual game under way, move by move."""
    beside_file = _Place("real-wall.json")
    """The game with real tiles under way."""
    left_games_folder = _Place("solitaire-left")
    """The virtual games that were left for another one, a file each."""

    @classmethod
    def at(cls, data_dir: str | os.PathLike[str] | None = None) -> Folders:
        """The folders below a given data folder, or below the default one."""
        return cls(Path(data_dir).expanduser() if data_dir is not None else default_data_dir())

    def ensure(self) -> Path:
        """The data folder, made now if it isn't there.

        Raises:
            OSError: it can't be made; the message names the folder.

        """
        return make_folder(self.data)


def reason(error: OSError) -> str:
    """Why the system refuses to do something with a file, as it says it.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return tr(error.strerror) if error.strerror else str(error)


def typed(*words: str) -> str:
    """A command as it can be typed into a terminal, those of Windows among them, which quote by double quotes.

    >>> typed("mjcompanion", "ledger", "restore", "copy.db")
    'mjcompanion ledger restore copy.db'
    """
    if sys.platform == "win32":
        ends = ("\\" * one.endswith("\\") for one in words)  # a backslash before a quote takes its meaning away
        return " ".join(one if _PLAIN.fullmatch(one) else f'"{one}{end}"' for one, end in zip(words, ends, strict=True))
    return shlex.join(words)


_PLAIN: Final = re.compile(r"[\w:/\\.=-]+")


_REASONS: Final = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Operation not permitted"),
    mark("File exists"),
    mark("Is a directory"),
    mark("it is a folder"),
    mark("it is no plain file"),
    mark("it is a link that leads to itself"),
    mark("reading it takes too long"),
    mark("there is no such folder"),
    mark("the folder is gone"),
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


def read_bounded(path: Path, largest: int, step: Callable[[int], object] | None = None) -> bytes:
    """Read a file that may come from anywhere; of a larger one just enough to see that it is too large.

    Only plain files are opened: no folder, pipe or device. `step` is told how many bytes are read, now and then, and
    may raise; without it a file that comes too slowly is given up.

    Raises:
        OSError: it can't be read, isn't plain, or takes too long.

    """
    _refuse_odd(path.stat().st_mode, path)
    parts: list[bytes] = []
    left = largest + 1
    until = time.monotonic() + _PATIENCE
    with os.fdopen(os.open(path, _READING), "rb") as file:
        _refuse_odd(os.fstat(file.fileno()).st_mode, path)  # another may stand there by now
        while part := file.read(min(_AT_ONCE, left)):
            parts.append(part)
            left -= len(part)
            until += _PATIENCE_FOR_EACH
            if step is not None:
                step(largest + 1 - left)
            elif time.monotonic() > until:
                raise OSError(errno.ETIMEDOUT, "reading it takes too long", str(path))
    return parts[0] if len(parts) == 1 else b"".join(parts)


LARGEST_OWN: Final = 1 << 24
"""Bytes: none of the program's own small files, such as settings and drafts, is larger."""

_READING: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""A pipe or a terminal that took the place of a file holds nobody up."""
_AT_ONCE: Final = 1 << 20
_PATIENCE: Final = 20.0
"""Seconds for a file, and more for each part of it that comes."""
_PATIENCE_FOR_EACH: Final = 4.0


def refuse_odd(path: Path) -> None:
    """Refuse a folder, a pipe or a device in the place of a file; what isn't there may be made.

    Raises:
        OSError: it is none that holds what is written into it.

    """
    with suppress(FileNotFoundError):
        _refuse_odd(path.stat().st_mode, path)


def _refuse_odd(mode: int, path: Path) -> None:
    if not stat.S_ISREG(mode):
        why = "it is a folder" if stat.S_ISDIR(mode) else "it is no plain file"
        raise OSError(errno.EINVAL, why, str(path))


# what is made belongs to one person, unless they share the folder


_settled: set[Path] = set()
"""Folders that were there; where one is gone, an empty one in its place would hide that."""


def settle(path: Path) -> None:
    """From now on a folder has to be there: where it vanishes, `make_folder` doesn't make another."""
    _settled.add(path)


def make_folder(path: Path, *, anew: bool = False) -> Path:
    """Make a folder, and those above it, which nobody else can look into; one that is there stays as it is.

    In a folder that hands its group on (`chmod g+s`), what is made is the group's too, as far as the folder is. One
    that vanished while the program ran is made `anew` only where that is asked.

    Raises:
        OSError: it can't be made; the message names the folder.

    """
    if path in _settled:
        if anew:
            _settled.discard(path)
        elif not path.exists():
            raise FileNotFoundError(errno.ENOENT, "the folder is gone", str(path))
    try:
        with _sharing:
            path.mkdir(0o700)
            shared = _shared(path.parent)
            if shared:
                with suppress(OSError):
                    path.chmod(stat.S_IMODE(path.stat().st_mode) | shared)
    except FileNotFoundError:
        if path.parent == path:
            raise
        make_folder(path.parent)
        return make_folder(path)
    except FileExistsError:
        with _sharing:  # another thread may just be making it
            if not path.is_dir():
                raise
    return path


_sharing: Final = threading.Lock()
"""Held from when a folder is made until it is the group's: what is made in it between would stay one person's."""


def close_to_others(folders: Folders) -> None:
    """Close to others the usual data folder of an earlier version, which made it open to all: once, at a start.

    Its settings were open to all as well; they are closed too, and a folder that is opened again later stays so. One
    that a person named, or in which others may write, is as that person wants it.
    """
    if os.name != "posix" or os.environ.get(DATA_DIR_VARIABLE):
        return
    with suppress(OSError):
        folder, settings = folders.data.stat(), folders.settings_file.lstat()
        by_umask = (stat.S_IMODE(folder.st_mode), stat.S_IMODE(settings.st_mode)) == (0o755, 0o644)
        if by_umask and folder.st_uid == settings.st_uid == os.geteuid() and stat.S_ISREG(settings.st_mode):
            folders.data.chmod(0o700)
            folders.settings_file.chmod(0o600)


def create(path: Path) -> int:
    """Make a file that nobody else can read, open to be written; one that is there isn't opened, nor a link followed.

    In a folder that hands its group on, it is the group's too, as far as the folder is.

    Raises:
        FileExistsError: there is something of that name.
        OSError: it can't be made.

    """
    handle = os.open(path, _MAKING, 0o600)
    shared = _shared(path.parent) & 0o060
    if shared:
        _change_mode(handle, 0o600 | shared)
    return handle


def open_lock(path: Path) -> int:
    """The handle of a file that is only there to be locked, made where it isn't.

    Raises:
        OSError: it can't be opened, or is a link.

    """
    try:
        return create(path)
    except FileExistsError:
        return os.open(path, os.O_RDWR | _CAREFUL)


_CAREFUL: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_MAKING: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | _CAREFUL


def _shared(folder: Path) -> int:
    """What the group may do in a folder that hands its group on, as the bits of a mode; else 0."""
    mode = folder.stat().st_mode
    return mode & 0o070 if mode & stat.S_ISGID else 0


def _change_mode(handle: int, mode: int) -> None:
    if os.name == "posix":
        with suppress(OSError):  # a disk without modes
            os.fchmod(handle, mode)


def set_aside(path: Path) -> Path:
    """Keep a file that can't be read under a name that no other has; gives that name.

    Raises:
        OSError: it can't be renamed.

    """
    kept, number = path.with_suffix(f".damaged{path.suffix}"), 1
    while kept.exists():
        number += 1
        kept = path.with_suffix(f".damaged-{number}{path.suffix}")
    return path.rename(kept)


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file so that a reader, or a crash, sees the old content or the new and never a part.

    Raises:
        OSError: the folder or the file can't be written; the old content is still there.

    """
    make_folder(path.parent)
    with replacing(path) as file:
        file.write(content)


@contextmanager
def replacing(path: Path, *, asked: bool = False, flushed: bool = True) -> Iterator[IO[bytes]]:
    """A file that takes the place of another once all of it is written; until then, and if not, that one stays.

    It keeps the mode of the other, and a link of this person's leads to it. A new one is nobody else's to read, unless
    a person `asked` for it: then it has the mode of all new files. What isn't `flushed` may be lost with the power.

    Raises:
        OSError: the folder or the file can't be written.

    """
    path = _own_link_followed(path)
    beside = path.with_name(f".{APP_NAME}-{os.urandom(8).hex()}.new")
    handle = os.open(beside, _MAKING, 0o666) if asked else create(beside)
    try:
        with os.fdopen(handle, "wb") as file:
            keep_rights(handle, path)
            yield file
            if flushed:
                file.flush()
                os.fsync(handle)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def keep_rights(handle: int, path: Path) -> None:
    """Give a new file the owner, group and mode of the one whose place it takes, as far as that can be."""
    if os.name != "posix":
        return
    try:
        old = path.stat()
    except OSError:
        return
    new = os.fstat(handle)
    mode = old.st_mode & 0o777
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        try:
            os.fchown(handle, old.st_uid, old.st_gid)
        except OSError:
            try:
                os.fchown(handle, -1, old.st_gid)
            except OSError:
                mode &= 0o707 if new.st_gid != old.st_gid else 0o777  # what was one group's isn't another's
    _change_mode(handle, mode)


def _own_link_followed(path: Path) -> Path:
    """Where a link leads that the person, or the system, has made, if that is a file or may become one.

    One of somebody else's is none to write through, and a device, which root could replace, is no file.
    """
    if os.name == "posix" and path.is_symlink() and path.lstat().st_uid in (os.geteuid(), 0):
        place = _end_of(path)
        if place.is_file() or not place.exists():
            return place
    return path


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
            with replacing(place, asked=True) as file:
                file.write(content)
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
