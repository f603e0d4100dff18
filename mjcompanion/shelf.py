"""What folders of files have in common that several windows are open on, and that people copy files into."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mjcompanion.words import tr

DELETED: Final = "deleted"
"""The folder, inside the shelf's, to which deleted files go."""


class ChangedElsewhere(Exception):  # noqa: N818 - it is nobody's error
    """The file was changed, renamed or deleted by another window since it was read; nothing was written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(tr("{path} was changed meanwhile.").format(path=path))


def read_bounded(path: Path, largest: int) -> bytes:
    """A file's content, and of a larger one just enough to see that it is too large; only true files are opened.

    Raises:
        OSError: it can't be read, or is a folder or a device.

    """
    kind = path.stat().st_mode
    if not stat.S_ISREG(kind):
        raise OSError(22, "it is a folder" if stat.S_ISDIR(kind) else "it is no plain file", str(path))
    with path.open("rb") as file:
        return file.read(largest + 1)


def free_path(folder: Path, stem: str, suffix: str = ".toml") -> Path:
    """A path in the folder that nothing has yet."""
    path, number = folder / f"{stem}{suffix}", 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path


_TAKEN_BY_SYSTEMS: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d|deleted")


def slug(name: str, kind: str) -> str:
    """A file name, without its ending, that every system takes; where the name is none, it begins with `kind`.

    >>> slug("Café “Löwe”: ours!", "rules"), slug("麻將", "card")
    ('cafe-lowe-ours', 'card')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9]+", "-", plain)[:40].strip("-")
    return f"{kind}-{found}".rstrip("-") if not found or _TAKEN_BY_SYSTEMS.fullmatch(found) else found


def fingerprint(content: bytes) -> str:
    """What stands for a file's content, so that a later save knows whether somebody else changed it."""
    return hashlib.sha256(content).hexdigest()


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other windows from writing into the folder meanwhile, where the system can lock one."""
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        with contextlib.suppress(OSError):  # a network's folder may know no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
