"""The card: what a file of TOML or JSON holds, read line by line, and everything that is wrong with it.

A fault costs the line it is in, and nothing else. Source: RULES 3 (docs/rules.md); docs/cards.md describes the form.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import Any, Final

import msgspec

from mjcompanion.american.line import Line
from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.core.sanitize import GivenTwice, decode_json, why_unread
from mjcompanion.i18n.translation import _, join_sentences, joined, number
from mjcompanion.parsing.pattern import HIGHEST_SHIFT, Budget, read_pattern
from mjcompanion.storage.toml_file import Path, clean_lines, decode, line_of, lines_of, load, meant

LARGEST_FILE: Final = 1024 * 1024
"""In bytes."""
MOST_LINES: Final = 10_000
MOST_CARD_WAYS: Final = 80_000
"""In how many ways all lines of a card can be taken together; real cards have a few thousand."""
HIGHEST_VALUE: Final = 10**6
LONGEST_NAME: Final = 80
LONGEST_SECTION: Final = 60
LONGEST_NOTE: Final = 300
_MOST_HINTS: Final = 200
"""To how many unknown fields the nearest known one is looked up: a file may have thousands."""
_DEEPEST: Final = 8
_FEW: Final = 3
"""The most faults that are named where a card is used."""

TOP_FIELDS: Final = ("name", "year", "jokers_anywhere", "note")
"""The fields of a card itself."""
LINE_FIELDS: Final = ("section", "pattern", "shift", "value", "concealed", "singles_and_pairs", "note")
"""What a line has, in the order in which it is written."""
_COSTLY: Final = ("", "pattern", "shift", "value", "concealed", "singles_and_pairs")
"""The fields of a line, or the line itself, whose faults keep it from being played."""


class CardFault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a card, or a warning, and where.

    `line` is the line of the card, from 1, or 0 for the card itself; `field` the name of the field, or nothing;
    `place` the line of the file, or 0 where the problem says it itself. The place of a pattern's problem is the
    character in the pattern.
    """

    problem: Problem
    line: int = 0
    field: str = ""
    place: int = 0

    @property
    def words(self) -> str:
        """Return what is wrong, without the place."""
        return self.problem.sentence()

    def sentence(self) -> str:
        """Return what is wrong and where: “Line 14, pattern: 15 tiles: one too many.”."""
        places = [_("Line {place}").format(place=self.place)] if self.place else []
        places += [self.field] if self.field else []
        if not places:
            return self.words
        return _("{where}: {fault}").format(where=joined(places), fault=self.words)


class Card(msgspec.Struct, frozen=True, dict=True):
    r"""A card: the lines that can be played, and what is wrong with the others.

    Two cards with the same `digest` give the same answer to every hand. `count` is the number of
    lines, the faulty ones too.

    >>> card = read_card('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n')
    >>> card.name, card.lines[0].value, len(card.lines[0].builds), card.faults
    ('Ours', 25, 6, ())
    """

    name: str = ""
    year: int | None = None
    jokers_anywhere: bool = False
    note: str = ""
    lines: tuple[Line, ...] = ()
    faults: tuple[CardFault, ...] = ()
    warnings: tuple[CardFault, ...] = ()
    count: int = 0

    @property
    def title(self) -> str:
        """Return its name and year; empty where it has no name yet."""
        return self.name if self.year is None or not self.name else f"{self.name} {self.year}"

    @property
    def unplayable(self) -> int:
        """Return how many of its lines can't be played."""
        return self.count - len(self.lines)

    @property
    def problem(self) -> Problem | None:
        r"""Return the faults that cost the card lines, as a warning where it is used; None where there are none.

        >>> line = '[[line]]\npattern = "FFFF 2222a 4444b 66%sc"\nvalue = 25\n'
        >>> card = read_card(f'name = "Ours"\n{line % ""}{line % 6}')
        >>> card.problem.sentence()
        '1 of 2 lines of the card “Ours” can’t be played. Line 6, pattern: 15 tiles: one too many.'
        """
        costly = (fault.sentence() for fault in self.faults if fault.line and fault.field in _COSTLY)
        if not self.lines:
            others = (fault.sentence() for fault in self.faults)
            why = next(costly, None) or next(others, _("It has no lines."))
            return Problem("card-unusable", text=self.title, why=why)
        if not self.unplayable:
            return None
        why = join_sentences(islice(costly, _FEW))
        return Problem("card-faulty", count=self.unplayable, limit=self.count, text=self.title, why=why)

    @property
    def sections(self) -> tuple[tuple[str, tuple[Line, ...]], ...]:
        """Return the lines by their section, in the order in which each appears first."""
        found: dict[str, list[Line]] = {}
        for line in self.lines:
            found.setdefault(line.section, []).append(line)
        return tuple((section, tuple(lines)) for section, lines in found.items())

    @cached_property
    def digest(self) -> str:
        """Return 64 hexadecimal digits."""
        played = [
            (line.section, line.pattern, line.shift, line.value, line.concealed, line.singles_and_pairs)
            for line in self.lines
        ]
        content = (self.name, self.year, self.jokers_anywhere, played)
        return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def read_card(text: str, *, kind: str = "toml") -> Card:
    r"""Return the card in a text of this kind, `toml` or `json`; a text that can't be read is a card with faults.

    >>> card = read_card('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 666c"\nvalue = 25\n')
    >>> [fault.sentence() for fault in card.faults]
    ['Line 3, pattern: 15 tiles: one too many.']
    """
    try:
        found, places = read_fields(text, kind)
    except RuleError as error:
        return Card(faults=tuple(CardFault(problem) for problem in error.problems))
    return _CardReader(found, places).read()


def card_from_bytes(content: bytes, kind: str = "toml") -> Card:
    """Return the card in a file's bytes."""
    try:
        return read_card(decode(content, "card", LARGEST_FILE), kind=kind)
    except RuleError as error:
        return Card(faults=tuple(CardFault(problem) for problem in error.problems))


def read_fields(text: str, kind: str) -> tuple[dict[str, Any], dict[Path, int]]:
    """Return the values in a card's text, unchecked, with its lines under `line`, and the line of the file of each.

    Raises:
        RuleError: it can't be read at all.

    """
    if len(text) > LARGEST_FILE or len(text.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
        raise RuleError([Problem("card-too-large", limit=LARGEST_FILE)])
    text = clean_lines(text)
    if kind == "json":
        return _read_json(text)
    return load(text, "card"), lines_of(text)


_JSON_PART: Final = re.compile(r'"(?:\\.|[^"\\])*"?|[\[\]{}\n]', re.DOTALL)


def _read_json(text: str) -> tuple[dict[str, Any], dict[Path, int]]:
    places = _places_in_json(text)
    try:
        found: Any = decode_json(text.encode("utf-8", "surrogatepass"))
    except GivenTwice as error:
        place = text.count("\n", 0, text.rfind(f'"{error.key}"')) + 1
        raise RuleError([Problem("card-json", place=place, why=why_unread(error))]) from None
    except (ValueError, RecursionError) as error:
        at = re.search(r" \(byte (\d+)\)", str(error))
        begun = text.encode("utf-8", "surrogatepass")[: int(at[1])] if at else b""
        raise RuleError([Problem("card-json", place=begun.count(b"\n") + 1, why=why_unread(error))]) from None
    if not isinstance(found, dict):
        raise RuleError([Problem("card-json", place=1, why=_("a card is written in {braces}").format(braces="{ }"))])
    if "lines" in found and "line" not in found:
        found = {("line" if key == "lines" else key): value for key, value in found.items()}
    return found, places


def _places_in_json(text: str) -> dict[Path, int]:
    """Return the line of each key; refuse a text that nests too deeply."""
    places: dict[Path, int] = {}
    depth, number, entry = 0, 1, -1
    word = section = ""
    for found in _JSON_PART.finditer(text):
        part = found[0]
        if part == "\n":
            number += 1
        elif part in "[{":
            depth += 1
            if depth > _DEEPEST:
                raise RuleError([Problem("card-too-deep", place=number)])
            if depth == 2:
                section, entry = word, -1
            elif depth == 3 and section in ("line", "lines"):
                entry += 1
                places["line", entry] = number
        elif part in "]}":
            depth -= 1
        else:
            word = part[1:-1]
            if depth == 1:
                places.setdefault(("line" if word == "lines" else word,), number)
            elif depth == 3 and entry >= 0:
                places.setdefault(("line", entry, word), number)
            number += part.count("\n")
    return places


def clean(text: str) -> str:
    r"""Return a text on one line, without invisible characters.

    >>> clean("Any \n like\x00 numbers ")
    'Any like numbers'
    """
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter in "\u200d\u200c")


def _whole(value: object, lowest: int, highest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _number_problem(value: object, field: str, bounds: tuple[int, int]) -> Problem | None:
    if _whole(value, *bounds):
        return None
    must_be = _("a whole number from {lowest} to {highest}").format(lowest=bounds[0], highest=number(bounds[1]))
    return Problem("card-missing" if value is None else "card-bad-value", text=field, why=must_be)


def value_fault(value: object) -> CardFault | None:
    """Return what is wrong with the value of a line, which is None where it is missing.

    >>> value_fault(0).sentence()
    'value: It must be a whole number from 1 to 1,000,000.'
    """
    problem = _number_problem(value, "value", (1, HIGHEST_VALUE))
    return CardFault(problem, field="value") if problem is not None else None


class _CardReader:
    """Reads one card's values and gathers what is wrong with them."""

    def __init__(self, found: dict[str, Any], places: Mapping[Path, int]) -> None:
        self._found = found
        self._places = places
        self._faults: list[CardFault] = []
        self._warnings: list[CardFault] = []
        self._unknown = 0
        self._budget = Budget(MOST_CARD_WAYS, MOST_CARD_WAYS)
        self._made: dict[tuple[object, ...], int] = {}
        self._jokers_anywhere = False

    def read(self) -> Card:
        self._known(0, self._found, (*TOP_FIELDS, "line"))
        name = self._text(0, self._found, "name", LONGEST_NAME)
        if not name and not self._faults:
            self._wrong(0, "name", Problem("card-missing", text="name", why=_('a line such as name = "Tuesday club"')))
        note = self._text(0, self._found, "note", LONGEST_NOTE)
        year = self._found.get("year")
        if year is not None and not _whole(year, 1, 9999):
            self._wrong(0, "year", Problem("card-bad-value", why=_("a whole number such as 2026")))
            year = None
        anywhere = self._flag(0, self._found, "jokers_anywhere")
        self._jokers_anywhere = bool(anywhere)
        entries = self._entries()
        lines = [self._line(number, entry) for number, entry in enumerate(entries, 1)]
        return Card(
            name=name,
            year=year,
            jokers_anywhere=self._jokers_anywhere,
            note=note,
            lines=tuple(line for line in lines if line is not None),
            faults=tuple(self._faults),
            warnings=tuple(self._warnings),
            count=len(entries),
        )

    def _entries(self) -> list[Any]:
        entries = self._found.get("line", [])
        if isinstance(entries, dict):
            entries = [entries]
        if not isinstance(entries, list):
            self._wrong(0, "line", Problem("card-bad-value", why=_("[[line]] with the fields of a line below it")))
            return []
        if len(entries) > MOST_LINES:
            self._wrong(0, "", Problem("card-too-many-lines", count=len(entries), limit=MOST_LINES))
            entries = entries[:MOST_LINES]
        if not entries:
            self._warn(0, "", Problem("card-no-lines"))
        return entries

    def _place(self, line: int, field: str) -> int:
        """Return the line of the file with a field, or with the table that it is missing from."""
        return line_of(("line", line - 1, field) if line else (field,), self._places)

    def _wrong(self, line: int, field: str, problem: Problem) -> None:
        self._faults.append(CardFault(problem, line, field, self._place(line, field)))

    def _warn(self, line: int, field: str, problem: Problem) -> None:
        self._warnings.append(CardFault(problem, line, field, self._place(line, field)))

    def _known(self, line: int, table: Mapping[str, Any], fields: tuple[str, ...]) -> None:
        """Report unknown fields."""
        for field in table:
            if field not in fields:
                self._unknown += 1
                why = meant(field, fields) if self._unknown <= _MOST_HINTS else _("Delete the line.")
                self._wrong(line, printable(field, 40), Problem("card-unknown-field", why=why))

    def _text(self, line: int, table: Mapping[str, Any], field: str, longest: int) -> str:
        value = table.get(field, "")
        if not isinstance(value, str):
            self._wrong(line, field, Problem("card-bad-value", why=_("a text in quotes")))
            return ""
        value = clean(value)
        if len(value) > longest:
            self._wrong(line, field, Problem("card-long", count=len(value), limit=longest))
            return value[:longest].rstrip()
        return value

    def _flag(self, line: int, table: Mapping[str, Any], field: str) -> bool | None:
        value = table.get(field, False)
        if isinstance(value, bool):
            return value
        self._wrong(line, field, Problem("card-bad-value", why=_("true or false")))
        return None

    def _number(self, line: int, table: Mapping[str, Any], field: str, bounds: tuple[int, int]) -> int | None:
        problem = _number_problem(table.get(field), field, bounds)
        if problem is None:
            return int(table[field])
        self._wrong(line, field, problem)
        return None

    def _line(self, number: int, table: object) -> Line | None:
        """Return one line, or None if it can't be played."""
        if not isinstance(table, dict):
            self._wrong(number, "", Problem("card-bad-value", why=_("[[line]] with the fields of a line below it")))
            return None
        self._known(number, table, LINE_FIELDS)
        section = self._text(number, table, "section", LONGEST_SECTION)
        note = self._text(number, table, "note", LONGEST_NOTE)
        value = self._number(number, table, "value", (1, HIGHEST_VALUE))
        shift = self._number(number, {"shift": 0, **table}, "shift", (0, HIGHEST_SHIFT))
        concealed = self._flag(number, table, "concealed")
        pairs = self._flag(number, table, "singles_and_pairs")
        text = table.get("pattern")
        if text is None:
            why = _('a text such as "FFFF 2222a 4444b 66c"')
            self._wrong(number, "pattern", Problem("card-missing", text="pattern", why=why))
        elif not isinstance(text, str):
            self._wrong(number, "pattern", Problem("card-bad-value", why=_("a text in quotes")))
        if not isinstance(text, str):
            return None
        try:
            pattern = read_pattern(text, shift or 0, jokers_anywhere=self._jokers_anywhere, budget=self._budget)
        except RuleError as error:
            for problem in error.problems:
                self._wrong(number, "pattern", problem)
            return None
        if value is None or shift is None or concealed is None or pairs is None:
            return None
        if shift and not pattern.moves:
            self._warn(number, "shift", Problem("card-idle-shift"))
        if pairs and not pattern.pairs_only:
            self._warn(number, "singles_and_pairs", Problem("card-no-pairs"))
        elif pattern.pairs_only and not pairs and not self._jokers_anywhere:
            self._warn(number, "singles_and_pairs", Problem("card-pairs"))
        first = self._made.setdefault((pattern.key, concealed), number)
        if first != number:
            self._warn(number, "pattern", Problem("card-duplicate", count=first))
        return Line(
            number=number,
            section=section,
            pattern=" ".join(text.split()),
            value=value,
            concealed=concealed,
            singles_and_pairs=pairs,
            note=note,
            shift=shift,
            place=self._place(number, ""),
            groups=pattern.groups,
            builds=pattern.builds,
        )
