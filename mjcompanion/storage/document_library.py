"""A folder of files that several windows are open on, and that people copy files into: cards, a club's rules."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import _, text_language
from mjcompanion.storage.paths import make_folder, read_bounded, reason, write_atomically, write_named_file

T = TypeVar("T")
"""What a file holds."""

DELETED: Final = "deleted"
"""The folder, inside the shelf's, to which deleted files go."""


class ChangedElsewhere(Exception):  # noqa: N818 - it is nobody's error
    """The file was changed, renamed or deleted by another window since it was read; nothing was written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(_("{path} was changed meanwhile.").format(path=path))


def free_path(folder: Path, stem: str, suffix: str = ".toml") -> Path:
    """Return a path in the folder that doesn't exist yet."""
    path, number = folder / f"{stem}{suffix}", 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path


_TAKEN_BY_SYSTEMS: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d|deleted")


def slug(name: str, kind: str) -> str:
    """Return a file name, without its ending, that every system takes; without a usable name it begins with `kind`.

    >>> slug("Café “Löwe”: ours!", "rules"), slug("麻將", "card")
    ('cafe-lowe-ours', 'card')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9]+", "-", plain)[:40].strip("-")
    return f"{kind}-{found}".rstrip("-") if not found or _TAKEN_BY_SYSTEMS.fullmatch(found) else found


def fingerprint(content: bytes) -> str:
    """Return a digest of a file's content, so that a later save notices a change from elsewhere."""
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


def free_name(name: str, longest: int, is_taken: Callable[[str], bool]) -> str:
    """Return the name, or the first of “name 2”, “name 3” … that isn't taken.

    >>> free_name("Ours", 20, {"Ours", "Ours 2"}.__contains__)
    'Ours 3'
    """
    name = name[:longest].rstrip()
    free, number = name, 1
    while is_taken(free):
        number += 1
        ending = f" {number}"
        free = name[: longest - len(ending)].rstrip() + ending
    return free


class Document(msgspec.Struct, Generic[T], frozen=True):
    """One file of a library: what it holds, or None and what is wrong with it, a sentence each.

    `path` is None for what comes with the program. `seen` is a digest of the content that was read, so that a later
    save knows whether somebody else changed it.
    """

    path: Path | None
    item: T | None
    problems: tuple[str, ...] = ()
    seen: str = ""

    @property
    def file_name(self) -> str:
        """Return the name of its file, or empty."""
        return self.path.name if self.path is not None else ""


E = TypeVar("E", bound=Document[Any])
"""An entry of the shelf."""


class DocumentLibrary(ABC, Generic[T, E]):
    """A folder with one file for each thing; what was read is read again when it changed on disk.

    Everything that reads or writes raises OSError where the disk or the folder fails; the old content is then still
    there.
    """

    kind: ClassVar[str]
    """What is on it: the names of files without a better one, and the codes of its problems, begin with it."""
    largest: ClassVar[int]
    """In bytes: the largest file that is read."""
    suffixes: ClassVar[tuple[str, ...]] = (".toml",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, tuple[tuple[int, int, int, str], E]] = {}

    # what differs from shelf to shelf

    @abstractmethod
    def _load(self, path: Path, content: bytes) -> T:
        """Return what a file's content holds.

        Raises:
            RuleError: with everything for which it can't be on the shelf.

        """

    @abstractmethod
    def _dump(self, item: T, old: str = "") -> str:
        """Return the text of a file that holds it, in place of one with the text `old`.

        Raises:
            RuleError: it can't be written.

        """

    @abstractmethod
    def _entry(self, path: Path | None, item: T | None, problems: tuple[Problem, ...], seen: str) -> E:
        """Return the entry for a file."""

    @abstractmethod
    def _closed(self, path: Path, why: str) -> Problem:
        """Return the problem of a file that can’t be opened."""

    @abstractmethod
    def title(self, item: T) -> str:
        """Return its title, after which its file is named."""

    @abstractmethod
    def _key(self, item: T) -> Hashable:
        """Return what no two documents may share; those with None share nothing."""

    @abstractmethod
    def freely_named(self, item: T, path: Path | None = None) -> T:
        """Return the same under a name that no other document has; one without a name is named after its file."""

    def _suffix(self, item: T) -> str:  # noqa: ARG002 - some shelves have several
        """Return the ending of the names of its files."""
        return self.suffixes[0]

    # reading

    def list(self) -> tuple[E, ...]:
        """Return all documents, in order."""
        return self.own()

    def own(self) -> tuple[E, ...]:
        """Return all files of the folder by name, the faulty ones last; a missing folder is empty."""
        try:
            paths = [path for path in self.folder.iterdir() if path.suffix.lower() in self.suffixes]
        except FileNotFoundError:
            return ()
        entries = [self.read(path) for path in paths if path.name[0] != "."]
        return tuple(sorted([entry for entry in entries if entry is not None], key=self._order))

    def _order(self, entry: E) -> tuple[Any, ...]:
        name = "" if entry.item is None else self.title(entry.item).casefold()
        return entry.item is None, name, entry.file_name

    def read(self, path: Path) -> E | None:
        """Return one file, or None if it no longer exists."""
        try:
            stamp = _stamp(path)
            known = self._known.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
            content = read_bounded(path, self.largest)
        except FileNotFoundError:
            self._known.pop(path, None)
            return None
        except OSError as error:
            return self._entry(path, None, (self._closed(path, reason(error)),), "")
        entry = self._entry_of(path, content)
        self._known[path] = stamp, entry
        return entry

    def _entry_of(self, path: Path, content: bytes) -> E:
        """Return the entry for a file with this content."""
        try:
            return self._entry(path, self._load(path, content), (), fingerprint(content))
        except RuleError as error:
            return self._entry(path, None, tuple(error.problems), fingerprint(content))

    # writing

    def save(self, item: T, before: E | None = None) -> E:
        """Write something into its file, or into a new one; a new name gives the file a new name too.

        Raises:
            RuleError: something else has that name, or it can't be written.
            ChangedElsewhere: the file of `before` is not what it was, or gone; nothing is written.

        """
        content = self._dump(item).encode()
        make_folder(self.folder)
        with locked(self.folder):
            if before is None or before.item is None or self.title(before.item) != self.title(item):
                self._refuse_taken(item, before)
            if before is None or before.path is None:
                path = free_path(self.folder, slug(self.title(item), self.kind), self._suffix(item))
                write_atomically(path, content)
            else:
                now = self.read(before.path)
                if now is None or now.seen != before.seen:
                    raise ChangedElsewhere(before.path)
                old = read_bounded(before.path, self.largest).decode(errors="replace")
                content = self._dump(item, old).encode()
                write_atomically(before.path, content)
                path = self._renamed(before.path, item)
        return self._entry(path, item, (), fingerprint(content))

    def _refuse_taken(self, item: T, before: E | None = None) -> None:
        key = self._key(item)
        for one in self.list():
            other = before is None or one.path != before.path
            if key is not None and other and one.item is not None and self._key(one.item) == key:
                raise RuleError([Problem(f"{self.kind}-name-taken", text=self.title(item))])

    def _renamed(self, path: Path, item: T) -> Path:
        """Give a file the name that goes with what it holds; where that fails the old name does as well."""
        stem = slug(self.title(item), self.kind)
        if _fits(path, stem):
            return path
        target = free_path(self.folder, stem, self._suffix(item))
        try:
            path.rename(target)
        except OSError:
            return path
        return target

    def delete(self, entry: E) -> Path:
        """Move a file to the folder of deleted ones; gives the path from which `restore` brings it back.

        Raises:
            RuleError: it comes with the program.

        """
        if entry.path is None:
            raise RuleError([Problem(f"{self.kind}-built-in", text=self.title(entry.item) if entry.item else "")])
        bin_ = self.folder / DELETED
        make_folder(bin_)
        with locked(self.folder):
            target = free_path(bin_, entry.path.stem, entry.path.suffix)
            entry.path.rename(target)
        return target

    def restore(self, path: Path) -> E:
        """Restore a deleted file, under another name if its own is taken.

        Raises:
            RuleError: something else has its name by now; the file stays where it is.

        """
        with locked(self.folder):
            found = self.read(path)
            if found is None:
                raise FileNotFoundError(2, os.strerror(2), str(path))
            stem = path.stem
            if found.item is not None:
                self._refuse_taken(found.item)
                stem = slug(self.title(found.item), self.kind)
            target = free_path(self.folder, stem if _fits(path, stem) else path.stem, path.suffix)
            path.rename(target)
        return msgspec.structs.replace(found, path=target)

    # files from elsewhere

    def import_(self, path: Path) -> E:
        """Take in a copy of a file from elsewhere; what is here already, word for word, stays as it is.

        Raises:
            RuleError: with everything for which it can't be on the shelf.

        """
        item = self._load(path, read_bounded(path, self.largest))
        for entry in self.list():
            if entry.item == item:
                return entry
        return self.save(self.freely_named(item, path))

    def export(self, item: T, path: Path) -> None:
        """Write a document to a file elsewhere."""
        write_named_file(path, self._dump(item).encode())


def _stamp(path: Path) -> tuple[int, int, int, str]:
    """Return what changes with a file, and with the language, since problems hold words."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino, text_language()


def _fits(path: Path, stem: str) -> bool:
    """Return whether a file has this name, or this name with a number because it was taken."""
    return re.fullmatch(rf"{re.escape(stem)}(-\d{{1,3}})?", path.stem) is not None
