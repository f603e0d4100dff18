"""The cards there are: those that come with the program, and those in the folder of a person's own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from mjcompanion.american.card import LARGEST_FILE, LONGEST_NAME, Card, Fault, card_from_bytes, clean
from mjcompanion.american.writing import CardText
from mjcompanion.file_kinds import FileKind, called
from mjcompanion.folders import Folders, reason, write_atomically
from mjcompanion.packaged import data
from mjcompanion.problems import Problem, RuleError, listed, printable
from mjcompanion.shelf import DELETED, ChangedElsewhere, fingerprint, free_path, locked, read_bounded, slug
from mjcompanion.words import speaking, tr

BUILT_IN: Final = ("companion", "club-fifteen")
"""The names of the cards that come with the program."""
_KINDS: Final = {".toml": "toml", ".json": "json"}
_NO_CARD: Final = frozenset(
    {"card-too-large", "card-no-text", "card-syntax", "card-json", "card-too-deep", "card-file"}
)


class CardEntry(msgspec.Struct, frozen=True):
    """One card of the shelf, usable or not; its faults are the card's.

    `path` is None for a card that comes with the program. `text` is what the file says, as far as it is text, and
    `seen` stands for its content, so that a later save knows whether somebody else changed it.
    """

    name: str
    card: Card
    path: Path | None = None
    text: str = ""
    kind: str = "toml"
    seen: str = ""

    @property
    def is_built_in(self) -> bool:
        """Whether it comes with the program, and so can't be changed."""
        return self.path is None

    @property
    def is_readable(self) -> bool:
        """Whether it is a card at all, so that it can be opened and changed."""
        return not any(
            fault.problem.code in _NO_CARD or fault.problem.code == "card-file" for fault in self.card.faults
        )

    @property
    def title(self) -> str:
        """What a list shows: the card's name and year, or the name of its file."""
        return self.card.title or (self.path.name if self.path is not None else self.name)

    def open(self) -> CardText:
        """The text, to be changed."""
        return CardText(self.text, self.kind)


def _entry(name: str, content: bytes, path: Path | None, kind: str) -> CardEntry:
    text = content.decode("utf-8", "replace") if len(content) <= LARGEST_FILE else ""
    return CardEntry(name, card_from_bytes(content, kind), path, text, kind, fingerprint(content))


@cache
def built_in(name: str) -> CardEntry:
    """One of the cards that come with the program.

    >>> built_in("club-fifteen").card.lines[0].value
    25
    """
    return _entry(name, data(f"cards/{name}.toml"), None, "toml")


class CardShelf:
    """The folder with a person's own cards, after those that come with the program.

    A file that changed on disk is read again. Everything that reads or writes raises OSError where the disk or the
    folder fails; the old content is then still there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     shelf = CardShelf(Path(folder) / "cards")
    ...     entry = shelf.save(CardText.new("Tuesday club", 2026))
    ...     entry.path.name, [one.title for one in shelf.list()]
    ('tuesday-club-2026.toml', ['Companion 2026', 'Club Fifteen', 'Tuesday club 2026'])
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, tuple[tuple[int, int, int, str], CardEntry]] = {}

    def list(self) -> tuple[CardEntry, ...]:
        """All cards, the faulty ones too: those that come with the program, then one's own by name, newest first."""
        return (*map(built_in, BUILT_IN), *self.own())

    def own(self) -> tuple[CardEntry, ...]:
        """The cards of the folder; one that isn't there is empty."""
        try:
            paths = [path for path in self.folder.iterdir() if path.suffix.lower() in _KINDS and path.name[0] != "."]
        except FileNotFoundError:
            return ()
        return tuple(sorted((entry for entry in map(self.read, paths) if entry is not None), key=_in_order))

    def read(self, path: Path) -> CardEntry | None:
        """One file, or None where there is no such file any more."""
        kind = _KINDS.get(path.suffix.lower(), "toml")
        try:
            found = path.stat()
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino, speaking())  # faults hold words
            known = self._known.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
            content = read_bounded(path, LARGEST_FILE)
        except FileNotFoundError:
            self._known.pop(path, None)
            return None
        except OSError as error:
            return CardEntry(path.stem, _closed(path, error), path, kind=kind)
        entry = _entry(path.stem, content, path, kind)
        self._known[path] = stamp, entry
        return entry

    def free_name(self, name: str, year: int | None = None, taken: Iterable[Card] | None = None) -> str:
        """The name, or the first of “name 2”, “name 3” … that no other card of that year has.

        >>> CardShelf(Path("nowhere")).free_name("companion", 2026)
        'companion 2'
        """
        cards = [entry.card for entry in self.list()] if taken is None else taken
        used = {_key(card.name, card.year) for card in cards}
        name = clean(name)[:LONGEST_NAME].rstrip()
        free, number = name, 1
        while _key(free, year) in used:
            number += 1
            ending = f" {number}"
            free = name[: LONGEST_NAME - len(ending)].rstrip() + ending
        return free

    def save(self, text: CardText, before: CardEntry | None = None) -> CardEntry:
        """Write a card into its file, or into a new one; a new name gives the file a new name too.

        A card may be saved with faults, as one that is being written has them.

        Raises:
            RuleError: another card has that name and year, or the text is no card at all.
            ChangedElsewhere: the file of `before` is not what it was, or gone; nothing is written.

        """
        text.fields  # noqa: B018 - raises where it is no card
        content = text.text.encode()
        if len(content) > LARGEST_FILE:
            raise RuleError([Problem("card-too-large", limit=LARGEST_FILE)])
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder):
            card = text.card
            if before is None or before.path is None or before.card.title != card.title:
                self._refuse_taken(card, before)
            if before is None or before.path is None:
                path = free_path(self.folder, slug(card.title, "card"), f".{text.kind}")
                write_atomically(path, content)
            else:
                now = self.read(before.path)
                if now is None or now.seen != before.seen:
                    raise ChangedElsewhere(before.path)
                write_atomically(before.path, content)
                path = self._renamed(before.path, card.title, text.kind)
        return CardEntry(path.stem, card, path, text.text, text.kind, fingerprint(content))

    def _refuse_taken(self, card: Card, before: CardEntry | None = None) -> None:
        if not card.name:
            return
        for one in self.list():
            other = before is None or before.path is None or one.path != before.path
            if other and _key(one.card.name, one.card.year) == _key(card.name, card.year):
                raise RuleError([Problem("card-name-taken", text=card.title)])

    def _renamed(self, path: Path, title: str, kind: str) -> Path:
        """Give a file the name that goes with its card; where that fails the old name does as well."""
        stem = slug(title, "card")
        if _fits(path, stem):
            return path
        target = free_path(self.folder, stem, f".{kind}")
        try:
            path.rename(target)
        except OSError:
            return path
        return target

    def copy(self, entry: CardEntry, name: str = "", year: int | None = None) -> CardEntry:
        """A copy of a card under another name, or for another year; what is not given stays."""
        text = entry.open()
        wanted = entry.card.year if year is None else year
        if wanted is not None:
            text = text.with_top("year", wanted)
        return self.save(text.with_top("name", self.free_name(name or entry.card.name or entry.name, wanted)))

    def delete(self, entry: CardEntry) -> Path:
        """Move a file to the folder of deleted ones; gives the path from which `restore` brings it back.

        Raises:
            RuleError: the card comes with the program.

        """
        if entry.path is None:
            raise RuleError([Problem("card-built-in", text=entry.title)])
        bin_ = self.folder / DELETED
        bin_.mkdir(exist_ok=True)
        with locked(self.folder):
            target = free_path(bin_, entry.path.stem, entry.path.suffix)
            entry.path.rename(target)
        return target

    def restore(self, path: Path) -> CardEntry:
        """Bring a deleted file back; where its place is taken it gets another.

        Raises:
            RuleError: another card has its name and year by now; the file stays where it is.

        """
        with locked(self.folder):
            found = self.read(path)
            if found is None:
                raise FileNotFoundError(2, os.strerror(2), str(path))
            self._refuse_taken(found.card)
            stem = slug(found.title, "card")
            target = free_path(self.folder, stem if _fits(path, stem) else path.stem, path.suffix)
            path.rename(target)
        return msgspec.structs.replace(found, name=target.stem, path=target)

    def import_(self, path: Path) -> CardEntry:
        """Take in a copy of a file from elsewhere, faults and all; one that is here already stays as it is.

        Raises:
            RuleError: it is no card at all.

        """
        found = _entry(path.stem, read_bounded(path, LARGEST_FILE), path, _KINDS.get(path.suffix.lower(), "toml"))
        if not found.is_readable:
            raise RuleError([fault.problem for fault in found.card.faults])
        for entry in self.list():
            if entry.seen == found.seen:
                return entry
        text, card = found.open(), found.card
        name = card.name or clean(path.stem.removesuffix(f".{FileKind.CARD}"))
        free = self.free_name(name, card.year)
        return self.save(text if free == card.name else text.with_top("name", free))

    def export(self, entry: CardEntry, path: Path) -> Path:
        """Write a card to a place of one's own, as it is; gives the path, with an ending where it had none."""
        path = path if path.suffix else path.with_suffix(f".{entry.kind}")
        write_atomically(path, entry.text.encode())
        return path


def file_name(entry: CardEntry) -> str:
    """A file name for this card that every system takes.

    >>> file_name(built_in("companion"))
    'companion-2026.mjcard.toml'
    """
    return called(slug(entry.title, "card"), FileKind.CARD, entry.kind)


def _fits(path: Path, stem: str) -> bool:
    """Whether a file has this name, or the one with a number that it gets where the name is taken."""
    return re.fullmatch(rf"{re.escape(stem)}(-\d{{1,3}})?", path.stem) is not None


def _key(name: str, year: int | None) -> tuple[str, int | None]:
    """What no two cards share; cards without a name share nothing."""
    return name.casefold(), year


def _in_order(entry: CardEntry) -> tuple[bool, str, int, str]:
    """Cards by name, the newest first, then the files that are no cards."""
    return not entry.is_readable, (entry.card.name or entry.name).casefold(), -(entry.card.year or 0), entry.name


def _closed(path: Path, error: OSError) -> Card:
    """The card of a file that can't be opened."""
    why = reason(error).lower()
    return Card(faults=(Fault(Problem("card-file", text=path.name, why=why)),))


def find_card(name: str, folders: Folders | None = None) -> Card:
    """The card with this name, or in this file: a name of a card, with its year or without, or a path.

    Of several years of a card the newest is taken. Lines with faults are not among the card's lines.

    Raises:
        RuleError: there is none, it can't be opened, or no line of it can be played.

    >>> find_card("Club Fifteen").jokers_anywhere
    True

    """
    card = _named(name, folders)
    if not card.lines:
        why = card.faults[0].sentence() if card.faults else tr("It has none.")
        raise RuleError([Problem("card-unusable", text=card.title or name, why=why)])
    return card


def _named(name: str, folders: Folders | None) -> Card:
    if Path(name).suffix.lower() in _KINDS or "/" in name or os.sep in name:
        path = Path(name).expanduser()
        try:
            content = read_bounded(path, LARGEST_FILE)
        except (OSError, ValueError) as error:
            why = (reason(error) if isinstance(error, OSError) else str(error)).lower()
            raise RuleError([Problem("card-file", text=printable(name), why=why)]) from None
        return card_from_bytes(content, _KINDS.get(path.suffix.lower(), "toml"))
    wanted = name.strip().casefold()
    if wanted in BUILT_IN:
        return built_in(wanted).card
    try:
        entries = CardShelf((folders or Folders.at()).cards_folder).list()
    except OSError:
        entries = tuple(map(built_in, BUILT_IN))
    for named in (
        [(entry.name, entry) for entry in entries],
        [(entry.card.title, entry) for entry in entries],
        [(entry.card.name, entry) for entry in entries],
    ):
        found = [entry for name_, entry in named if name_.casefold() == wanted]
        if found:
            return max(found, key=lambda entry: (bool(entry.card.lines), entry.card.year or 0)).card
    names = dict.fromkeys(entry.name for entry in entries)
    raise RuleError([Problem("card-unknown", text=name, why=listed(list(names)[:20]))])
