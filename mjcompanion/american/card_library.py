"""The cards there are: those that come with the program, and those in the folder of a person's own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Final

import msgspec

from mjcompanion.american.card import LARGEST_FILE, LONGEST_NAME, Card, CardFault, card_from_bytes, clean
from mjcompanion.american.match import Matcher
from mjcompanion.american.writing import CardText, with_lines
from mjcompanion.core.errors import Problem, RuleError, listed, printable
from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.storage.document_library import Document, DocumentLibrary, fingerprint, free_name, slug
from mjcompanion.storage.file_kinds import FileKind, called
from mjcompanion.storage.package_data import data
from mjcompanion.storage.paths import Folders, read_bounded, reason
from mjcompanion.storage.toml_file import decode

BUILT_IN: Final = ("companion", "club-fifteen")
"""The names of the cards that come with the program."""
_KINDS: Final = {".toml": "toml", ".json": "json"}


class CardDocument(Document[CardText], frozen=True):
    """One card of the shelf, usable or not; its faults are the card's. `item` is the text, to be changed."""

    card: Card = Card()
    built_in: str = ""

    @property
    def name(self) -> str:
        """Return the name by which requests ask for the card: its built-in name, or that of its file."""
        return self.path.stem if self.path is not None else self.built_in

    @property
    def title(self) -> str:
        """Return the title for a list: the card's name and year, or the name of its file."""
        return self.card.title or self.file_name or self.name

    @property
    def label(self) -> str:
        """Return the title, and how many lines can't be played, for lists to choose from."""
        if self.card.lines and not self.card.unplayable:
            return self.title
        if not self.card.lines:
            return _("{card} (no line can be played)").format(card=self.title)
        lines = ngettext("{n} line with a fault", "{n} lines with faults", self.card.unplayable)
        return _("{card} ({lines})").format(card=self.title, lines=lines.format(n=number(self.card.unplayable)))

    @property
    def problem(self) -> Problem | None:
        """Return the faults that cost the card lines; a card without a name goes by its file."""
        found = self.card.problem
        return None if found is None else msgspec.structs.replace(found, text=self.title)


@cache
def built_in(name: str) -> CardDocument:
    """Return one of the cards that come with the program.

    >>> built_in("club-fifteen").card.lines[0].value
    25
    """
    content = data(f"cards/{name}.toml")
    text = CardText(content.decode())
    return CardDocument(None, text, (), fingerprint(content), text.card, name)


@cache
def built_in_matcher(name: str) -> Matcher:
    """Return the matcher of a card that comes with the program."""
    return Matcher.of(built_in(name).card)


class CardLibrary(DocumentLibrary[CardText, CardDocument]):
    """The folder with a person's own cards, after those that come with the program.

    A card may be saved with faults, as one that is being written has them.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     shelf = CardLibrary(Path(folder) / "cards")
    ...     entry = shelf.save(CardText.new("Tuesday club", 2026))
    ...     entry.path.name, [one.title for one in shelf.list()]
    ('tuesday-club-2026.toml', ['Companion 2026', 'Club Fifteen', 'Tuesday club 2026'])
    """

    kind = "card"
    largest = LARGEST_FILE
    suffixes = tuple(_KINDS)

    def list(self) -> tuple[CardDocument, ...]:
        """Return all cards, faulty ones too: first those of the program, then a person's own by name, newest first."""
        return (*map(built_in, BUILT_IN), *self.own())

    def _load(self, path: Path, content: bytes) -> CardText:
        written = decode(content, "card", LARGEST_FILE)
        if path.suffix.lower() == ".txt" and "[[line]]" not in written:
            return with_lines(clean(path.stem), written)
        text = CardText(written, _KINDS.get(path.suffix.lower(), "toml"))
        text.fields  # noqa: B018 - raises where it is no card
        text.card  # noqa: B018 - read here, where it may take a while
        return text

    def _dump(self, item: CardText, old: str = "") -> str:  # noqa: ARG002 - it is a text already
        item.fields  # noqa: B018 - raises where it is no card
        return item.text

    def _entry(
        self, path: Path | None, item: CardText | None, problems: tuple[Problem, ...], seen: str
    ) -> CardDocument:
        card = Card(faults=tuple(map(CardFault, problems))) if item is None else item.card
        sentences = tuple(fault.sentence() for fault in card.faults) if item is None else ()
        return CardDocument(path, item, sentences, seen, card)

    def _closed(self, path: Path, why: str) -> Problem:
        return Problem("card-file", text=path.name, why=why.lower())

    def title(self, item: CardText) -> str:
        """Return the card's name and year."""
        return item.card.title

    def _key(self, item: CardText) -> tuple[str, int | None] | None:
        return _key(item.card.name, item.card.year) if item.card.name else None

    def _suffix(self, item: CardText) -> str:
        return f".{item.kind}"

    def _order(self, entry: CardDocument) -> tuple[bool, str, int, str]:
        """Sort cards by name, the newest first, then the files that are no cards."""
        return entry.item is None, (entry.card.name or entry.name).casefold(), -(entry.card.year or 0), entry.name

    def free_name(self, name: str, year: int | None = None, taken: Iterable[Card] | None = None) -> str:
        """Return the name, or the first of “name 2”, “name 3” … that no other card of that year has.

        >>> CardLibrary(Path("nowhere")).free_name("companion", 2026)
        'companion 2'
        """
        cards = [entry.card for entry in self.list()] if taken is None else taken
        used = {_key(card.name, card.year) for card in cards}
        return free_name(clean(name), LONGEST_NAME, lambda one: _key(one, year) in used)

    def freely_named(self, item: CardText, path: Path | None = None) -> CardText:
        """Return the card under a name that no other of its year has."""
        of_file = clean(path.stem.removesuffix(f".{FileKind.CARD}")) if path is not None else ""
        return item.with_top("name", self.free_name(item.card.name or of_file, item.card.year))


def file_name(text: CardText) -> str:
    """Return a file name for this card that every system takes.

    >>> file_name(built_in("companion").item)
    'companion-2026.mjcard.toml'
    """
    return called(slug(text.card.title, "card"), FileKind.CARD, text.kind)


def _key(name: str, year: int | None) -> tuple[str, int | None]:
    """Return what no two cards may share; cards without a name share nothing."""
    return name.casefold(), year


def find_card(name: str, folders: Folders | None = None) -> Card:
    """Return the card with this name, with or without its year, or in the file of this path.

    Of several years of a card the newest is taken. Lines with faults are not among the card's lines.

    Raises:
        RuleError: there is none, it can't be opened, or no line of it can be played.

    >>> find_card("Club Fifteen").jokers_anywhere
    True

    """
    card = named_card(name, folders)
    problem = None if card.lines else card.problem
    if problem is not None:
        raise RuleError([msgspec.structs.replace(problem, text=card.title or name)])
    return card


def named_card(name: str, folders: Folders | None = None) -> Card:
    """Return the card with this name or in this file, even if none of its lines can be played.

    Raises:
        RuleError: there is none, or it can't be opened.

    """
    if Path(name).suffix.lower() in _KINDS or "/" in name or os.sep in name:
        path = Path(name).expanduser()
        try:
            content = read_bounded(path, LARGEST_FILE)
        except (OSError, ValueError) as error:
            why = (reason(error) if isinstance(error, OSError) else str(error)).lower()
            raise RuleError([Problem("card-file", text=printable(name), why=why)]) from None
        return card_from_bytes(content, _KINDS.get(path.suffix.lower(), "toml"))
    folded = name.strip().casefold()
    if folded in BUILT_IN:
        return built_in(folded).card
    shelf = CardLibrary((folders or Folders.at()).cards_folder)
    of_file = shelf.read(shelf.folder / f"{folded}.toml") if slug(folded, "card") == folded else None
    if of_file is not None and of_file.card.lines:  # no other need be read
        return of_file.card
    try:
        entries = shelf.list()
    except OSError:
        entries = tuple(map(built_in, BUILT_IN))
    for name_of in (attrgetter("name"), attrgetter("card.title"), attrgetter("card.name")):
        found = [entry for entry in entries if name_of(entry).casefold() == folded]
        if found:
            return max(found, key=lambda entry: (entry.card.year or 0, bool(entry.card.lines))).card
    names = dict.fromkeys(entry.name for entry in entries)
    raise RuleError([Problem("card-unknown", text=name, why=listed(list(names)[:20], "or"))])
