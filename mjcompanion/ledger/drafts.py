"""The hand that is being entered, kept on disk as it grows, so that it is there after a crash or a power cut."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mjcompanion import folders
from mjcompanion.folders import LARGEST_OWN, make_folder, open_lock, read_bounded, replacing, settle, take_lock

_MOST_WINDOWS: Final = 99
_places: dict[Path, tuple[Path, int]] = {}
"""Where this program keeps each of its drafts, with the open file whose lock says so to the others."""
_beside: list[int] = []
"""The open locks of places that were taken because a draft could not be read."""


def own_place(path: Path) -> Path:
    """Where this program may keep a draft while others use the same folder: the path, or one beside it with a number.

    The first program has the path itself, the second one `draft-2.json`, and so on; the place is free again when the
    program ends, however it ends, and the next one finds the draft that was left there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     own_place(Path(folder) / "draft.json").name
    'draft.json'
    """
    if path not in _places:
        _places[path] = _claimed(path)
    return _places[path][0]


def abandoned(path: Path) -> Iterator[Path]:
    """The drafts beside our own place that no program keeps any more; each is locked until the next is asked for.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = own_place(Path(folder) / "draft.json")
    ...     _ = Path(folder, "draft-2.json").write_bytes(b"{}")
    ...     [place.name for place in abandoned(Path(folder) / "draft.json")]
    ['draft-2.json']
    """
    own = own_place(path)
    for place in _numbered(path):
        if place == own or not place.exists():
            continue
        try:
            lock = open_lock(place.with_suffix(".lock"))
        except OSError:
            continue
        try:
            if take_lock(lock):
                yield place
        finally:
            os.close(lock)


def _numbered(path: Path) -> Iterator[Path]:
    """Yield the path, then those beside it with a number."""
    yield path
    for number in range(2, _MOST_WINDOWS):
        yield path.with_stem(f"{path.stem}-{number}")


def _free_place(path: Path) -> Path:
    """Lock a place where no draft is yet, until the program ends.

    Raises:
        OSError: there is none.

    """
    for place in _numbered(path):
        if not place.exists():
            lock = open_lock(place.with_suffix(".lock"))
            if take_lock(lock):
                _beside.append(lock)
                return place
            os.close(lock)
    raise FileExistsError(errno.EEXIST, "File exists", str(path))


def _claimed(path: Path) -> tuple[Path, int]:
    try:
        make_folder(path.parent)
        for place in _numbered(path):
            lock = open_lock(place.with_suffix(".lock"))
            if take_lock(lock):
                return place, lock
            os.close(lock)
    except OSError:
        pass  # a folder that can't be written keeps no draft anyway
    return path, -1


class DraftStore:
    """One draft in one file.

    `save` is quick enough for every click: the new file takes the old one's place at once, which survives the death
    of the program; `flush` makes it survive a power cut as well and may run on any thread. A draft that could not be
    read is never overwritten: what is saved after that goes beside it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = DraftStore(Path(folder) / "draft.json")
    ...     store.save(b"{}")
    ...     store.load()
    b'{}'
    """

    def __init__(self, path: Path, *, own: bool = False) -> None:
        """With `own`, programs that use one folder at a time keep their drafts apart; see `own_place`."""
        self._named = path
        self._own = own
        self._lock = threading.Lock()
        self._unread = False
        """Whether the draft is there and could not be read."""
        self._free: Path | None = None
        """The place that was taken instead."""

    @property
    def path(self) -> Path:
        """Where the draft is kept."""
        if self._free is not None:
            return self._free
        if self._own and self._named.parent.exists():
            return own_place(self._named)
        return self._named

    def load(self) -> bytes | None:
        """What was saved last, or None.

        Raises:
            OSError: the file is there and can't be read.

        """
        try:
            return read_bounded(self.path, LARGEST_OWN)
        except FileNotFoundError:
            return None
        except OSError:
            self._unread = True
            raise

    def abandoned(self) -> Iterator[Path]:
        """Yield the drafts of other programs that have ended; see `abandoned`."""
        if self._named.parent.is_dir():
            yield from abandoned(self._named)

    def save(self, draft: bytes) -> None:
        """Keep this draft instead of the last.

        Raises:
            OSError: the folder can't be written; the last draft is still there.

        """
        with self._lock:
            make_folder(self._named.parent)
            if self._unread:
                self._free = _free_place(self._named)
                self._unread = False
            path = self.path
            with replacing(path, flushed=False) as file:
                file.write(draft)
            settle(self._named.parent)

    def flush(self) -> None:
        """Have the disk write what the system still holds in memory."""
        with self._lock:
            for path, flags in ((self.path, os.O_RDWR), (self.path.parent, os.O_RDONLY)):
                try:
                    handle = os.open(path, flags)
                except OSError:
                    continue  # nothing saved yet, or a system that opens no folders
                try:
                    os.fsync(handle)
                finally:
                    os.close(handle)

    def set_aside(self) -> Path:
        """Keep a draft that can't be read under another name; gives that name."""
        return folders.set_aside(self.path)
