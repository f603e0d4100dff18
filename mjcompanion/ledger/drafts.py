"""The hand that is being entered, kept on disk as it grows, so that it is there after a crash or a power cut."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Final

DAMAGED: Final = "draft.damaged.json"


class DraftStore:
    """One draft in one file.

    `save` is quick enough for every click: the new file takes the old one's place at once, which survives the death
    of the program; `flush` makes it survive a power cut as well and may run on any thread.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = DraftStore(Path(folder) / "draft.json")
    ...     store.save(b"{}")
    ...     store.load()
    b'{}'
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def load(self) -> bytes | None:
        """What was saved last, or None.

        Raises:
            OSError: the file is there and can't be read.

        """
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return None

    def save(self, draft: bytes) -> None:
        """Keep this draft instead of the last.

        Raises:
            OSError: the folder can't be written; the last draft is still there.

        """
        with self._lock:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(f".{os.getpid()}.new")
            fresh.write_bytes(draft)
            fresh.replace(self.path)

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
        damaged = self.path.with_name(DAMAGED)
        self.path.replace(damaged)
        return damaged
