"""The folder: a shelf of the club's rules, one file each, shared by all windows that are open on it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from mjcompanion.file_kinds import FileKind, called
from mjcompanion.folders import reason, write_atomically
from mjcompanion.problems import Problem, RuleError
from mjcompanion.shelf import DELETED, ChangedElsewhere, fingerprint, free_path, locked, read_bounded, slug
from mjcompanion.table.club.file import LARGEST_FILE, rules_from_bytes, write_club_rules
from mjcompanion.table.club.rules import LONGEST_NAME, ClubRules, clean_name
from mjcompanion.words import tr


class ShelfEntry(msgspec.Struct, frozen=True):
    """One file of the shelf: its rules, or what is wrong with it, a sentence each.

    `seen` stands for the content that was read, so that a later save knows whether somebody else changed it.
    """

    path: Path
    rules: ClubRules | None
    problems: tuple[str, ...] = ()
    seen: str = ""


__all__ = ["DELETED", "ChangedElsewhere", "RulesShelf", "ShelfEntry", "file_name", "read_bounded"]


class RulesShelf:
    """The folder with the club's rules, one file each; what was read is read again when it changed on disk.

    Everything that reads or writes raises OSError where the disk or the folder fails; the old content is then still
    there.

    >>> import tempfile
    >>> from mjcompanion.options import Ruleset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     shelf = RulesShelf(Path(folder) / "rules")
    ...     entry = shelf.save(ClubRules.of("Tuesday club", Ruleset.TRADITIONAL, {"limit": 500}))
    ...     entry.path.name, [one.rules.options.limit for one in shelf.list()]
    ('tuesday-club.toml', [500])
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, tuple[tuple[int, int, int], ShelfEntry]] = {}

    def list(self) -> tuple[ShelfEntry, ...]:
        """All files of the folder by name, the faulty ones too; a folder that isn't there is empty."""
        try:
            paths = [path for path in self.folder.iterdir() if path.suffix.lower() == ".toml" and path.name[0] != "."]
        except FileNotFoundError:
            return ()
        entries = [entry for entry in map(self.read, paths) if entry is not None]
        return tuple(sorted(entries, key=_by_name))

    def read(self, path: Path) -> ShelfEntry | None:
        """One file, or None where there is no such file any more."""
        try:
            found = path.stat()
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            known = self._known.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
            content = read_bounded(path, LARGEST_FILE)
        except FileNotFoundError:
            self._known.pop(path, None)
            return None
        except OSError as error:
            return ShelfEntry(path, None, (tr("The file can't be opened: {why}.").format(why=reason(error)),))
        try:
            entry = ShelfEntry(path, rules_from_bytes(content), (), fingerprint(content))
        except RuleError as error:
            sentences = tuple(problem.sentence() for problem in error.problems)
            entry = ShelfEntry(path, None, sentences, fingerprint(content))
        self._known[path] = stamp, entry
        return entry

    def names(self) -> tuple[str, ...]:
        """The names of all rules that can be read."""
        return tuple(entry.rules.name for entry in self.list() if entry.rules is not None)

    def free_name(self, name: str, taken: Iterable[str] | None = None) -> str:
        """The name, or the first of “name 2”, “name 3” … that no other rules have.

        >>> RulesShelf(Path("nowhere")).free_name("Ours", ["ours", "Ours 2"])
        'Ours 3'
        """
        name = clean_name(name)[:LONGEST_NAME].rstrip()
        used = {one.casefold() for one in (self.names() if taken is None else taken)}
        free, number = name, 1
        while free.casefold() in used:
            number += 1
            ending = f" {number}"
            free = name[: LONGEST_NAME - len(ending)].rstrip() + ending
        return free

    def save(self, rules: ClubRules, before: ShelfEntry | None = None) -> ShelfEntry:
        """Write rules into their file, or into a new one; a new name gives the file a new name too.

        Raises:
            RuleError: other rules have that name.
            ChangedElsewhere: the file of `before` is not what it was, or gone; nothing is written.

        """
        rules = rules.checked()
        content = write_club_rules(rules).encode()
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder):
            if before is None or before.rules is None or before.rules.name != rules.name:
                self._refuse_taken(rules.name, before)
            if before is None:
                path = free_path(self.folder, slug(rules.name, "rules"))
                write_atomically(path, content)
            else:
                now = self.read(before.path)
                if now is None or now.seen != before.seen:
                    raise ChangedElsewhere(before.path)
                write_atomically(before.path, content)
                path = self._renamed(before.path, rules.name)
        return ShelfEntry(path, rules, (), fingerprint(content))

    def _refuse_taken(self, name: str, before: ShelfEntry | None = None) -> None:
        for one in self.list():
            other = before is None or one.path != before.path
            if other and one.rules is not None and one.rules.name.casefold() == name.casefold():
                raise RuleError([Problem("rules-name-taken", text=name)])

    def _renamed(self, path: Path, name: str) -> Path:
        """Give a file the name that goes with its rules; where that fails the old name does as well."""
        stem = slug(name, "rules")
        if re.fullmatch(rf"{re.escape(stem)}(-\d+)?", path.stem):
            return path
        target = free_path(self.folder, stem)
        try:
            path.rename(target)
        except OSError:
            return path
        return target

    def rename(self, entry: ShelfEntry, name: str) -> ShelfEntry:
        """The same rules under another name."""
        assert entry.rules is not None  # noqa: S101 - only rules that can be read have a name
        return self.save(entry.rules.changed(name=name), entry)

    def delete(self, entry: ShelfEntry) -> Path:
        """Move a file to the folder of deleted ones; gives the path from which `restore` brings it back."""
        bin_ = self.folder / DELETED
        bin_.mkdir(exist_ok=True)
        with locked(self.folder):
            target = free_path(bin_, entry.path.stem)
            entry.path.rename(target)
        return target

    def restore(self, path: Path) -> ShelfEntry:
        """Bring a deleted file back; where its place is taken it gets another.

        Raises:
            RuleError: other rules have its name by now; the file stays where it is.

        """
        with locked(self.folder):
            found = self.read(path)
            if found is None:
                raise FileNotFoundError(2, os.strerror(2), str(path))
            if found.rules is not None:
                self._refuse_taken(found.rules.name)
            target = free_path(self.folder, re.sub(r"-\d+$", "", path.stem))
            path.rename(target)
        return msgspec.structs.replace(found, path=target)

    def import_(self, path: Path) -> ShelfEntry:
        """Take in a copy of a file from elsewhere; rules that are here already, word for word, stay as they are.

        Raises:
            RuleError: with everything that is wrong in the file.

        """
        rules = rules_from_bytes(read_bounded(path, LARGEST_FILE))
        for entry in self.list():
            if entry.rules == rules:
                return entry
        return self.save(rules.changed(name=self.free_name(rules.name)))

    def export(self, rules: ClubRules, path: Path) -> Path:
        """Write rules to a place of one's own; gives the path, with .toml where it had no ending."""
        path = path if path.suffix else path.with_suffix(".toml")
        write_atomically(path, write_club_rules(rules).encode())
        return path


def file_name(rules: ClubRules) -> str:
    """A file name for these rules that every system takes.

    >>> from mjcompanion.options import Ruleset
    >>> file_name(ClubRules.of("Café “Löwe”: ours!", Ruleset.NMJL))
    'cafe-lowe-ours.mjrules.toml'
    """
    return called(slug(rules.name, "rules"), FileKind.RULES, "toml")


def _by_name(entry: ShelfEntry) -> tuple[bool, str, str]:
    """Rules by their name, then the faulty files."""
    name = entry.rules.name if entry.rules is not None else entry.path.name
    return entry.rules is None, name.casefold(), entry.path.name
