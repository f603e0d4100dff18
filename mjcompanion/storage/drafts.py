"""Drafts on the disk, saved at every change, so that they survive a crash or a power cut."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from mjcompanion.storage import paths
from mjcompanion.storage.paths import LARGEST_OWN, make_folder, open_lock, read_bounded, take_lock, write_atomically

_MOST_WINDOWS: Final = 99
_own: dict[Path, Path] = {}
"""Where this program keeps each of its drafts."""
_locks: list[int] = []
"""The open files whose locks tell other programs so."""


def own_place(path: Path) -> Path:
    """Return where this program may keep a draft while others use the folder: the path, or one next to it.

    The second program has `draft-2.json`, and so on. A place is free again when its program ends, however it ends, and
    the next one finds the draft that was left there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     own_place(Path(folder) / "draft.json").name
    'draft.json'
    """
    if path not in _own:
        _own[path] = path  # a folder that can't be written keeps no draft anyway
        with suppress(OSError):
            make_folder(path.parent)
            _own[path] = _claim(path)
    return _own[path]


def abandoned(path: Path) -> Iterator[Path]:
    """Yield the drafts of programs that have ended; each is locked until the next is yielded.

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
        with suppress(OSError):
            lock = open_lock(place.with_suffix(".lock"))
            try:
                if take_lock(lock):
                    yield place
            finally:
                os.close(lock)


def _numbered(path: Path) -> Iterator[Path]:
    """Yield the path, then those next to it with a number."""
    yield path
    for number in range(2, _MOST_WINDOWS):
        yield path.with_stem(f"{path.stem}-{number}")


def _claim(path: Path, *, empty: bool = False) -> Path:
    """Lock a place until the program ends; with `empty`, one without a draft.

    Raises:
        OSError: there is none.

    """
    for place in _numbered(path):
        if empty and place.exists():
            continue
        lock = open_lock(place.with_suffix(".lock"))
        if take_lock(lock):
            _locks.append(lock)
            return place
        os.close(lock)
    raise FileExistsError(errno.EEXIST, "File exists", str(path))


class DraftStore:
    """One draft in one file.

    `save` is quick enough for every click and survives the death of the program; `flush` makes it survive a power cut
    as well and may run on any thread. A draft that could not be read is never overwritten: the next goes elsewhere.

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
        """Return where the draft is kept."""
        if self._free is not None:
            return self._free
        return own_place(self._named) if self._own and self._named.parent.exists() else self._named

    def load(self) -> bytes | None:
        """Return what was saved last, or None.

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
                self._free = _claim(self._named, empty=True)
                self._unread = False
            write_atomically(self.path, draft, flushed=False)
            paths.settle(self._named.parent)

    def flush(self) -> None:
        """Have the disk write what the system still holds in memory."""
        with self._lock:
            paths.flush(self.path)
            paths.flush(self.path.parent)

    def set_aside(self) -> Path:
        """Rename a draft that can't be read, and return its new path."""
        return paths.set_aside(self.path)
