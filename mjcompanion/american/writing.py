"""Write cards: a card's text from its fields, and a text in which one thing is changed and all else stays.

The comments, order and spaces of a person's text are kept. A comment directly above a `[[line]]` moves with the line.
tomlkit would give it to the line before, so it edits each line by itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from mjcompanion.american.card import LINE_FIELDS, TOP_FIELDS, Card, clean, read_card, read_fields
from mjcompanion.core.errors import RuleError
from mjcompanion.i18n.translation import N_, _
from mjcompanion.storage.toml_file import clean_lines, remarks, with_lines_of, written

Value = str | int | bool

_HEAD: Final = N_(
    "{title}: a card for Mah Jongg Companion.\n\nA line begins with [[line]]. Its pattern is groups of "
    "tiles separated by spaces: 1 to 9 and D (dragon) with a suit\nletter a, b or c after them; 0 is "
    "the white dragon, R and G the red and green dragons, N E W S the winds, F flowers.\nWith shift = "
    "1 all numbers of the line move together. concealed = true is the C of a card; otherwise the line "
    "is X."
)
"""The comment at the top of a new card."""


def write_card(fields: Mapping[str, Any], kind: str = "toml") -> str:
    r"""Return a card's text, as TOML or JSON; `fields` are those of its file, with its lines under `line`.

    >>> print(write_card({"name": "Ours", "line": [{"pattern": "FFFF 2222a 4444b 66c", "value": 25}]})[-68:])
    name = "Ours"
    <BLANKLINE>
    [[line]]
    pattern = "FFFF 2222a 4444b 66c"
    value = 25
    <BLANKLINE>
    """
    if kind == "json":
        return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"
    title = " ".join(str(fields.get("name") or _("A card")).split())
    parts = [remarks(_(_HEAD).format(title=title)), "\n"]
    parts += [
        f"{field} = {written(fields[field])}\n" for field in TOP_FIELDS if isinstance(fields.get(field), str | int)
    ]
    lines = fields.get("line", [])
    parts += [f"\n{_block(line)}" for line in lines if isinstance(line, Mapping)]
    return "".join(parts)


def _block(fields: Mapping[str, Any]) -> str:
    known = [
        f"{field} = {written(fields[field])}\n" for field in LINE_FIELDS if isinstance(fields.get(field), str | int)
    ]
    return "".join(["[[line]]\n", *known])


class CardText(msgspec.Struct, frozen=True, dict=True):
    r"""A card as a text, `toml` or `json`; each change gives a new one, so that undo is the old one.

    Every change raises RuleError where the text is no TOML or JSON at all.

    >>> ours = CardText('# Our card\nname = "Ours" # since May\n').with_line({"pattern": "FFFF", "value": 25})
    >>> print(ours.with_field(1, "value", 30).with_top("name", "Tuesday").text)
    # Our card
    name = "Tuesday" # since May
    <BLANKLINE>
    [[line]]
    pattern = "FFFF"
    value = 30
    <BLANKLINE>
    """

    text: str
    kind: str = "toml"

    @classmethod
    def new(cls, name: str, year: int | None = None, *, jokers_anywhere: bool = False) -> CardText:
        """Return a card without lines, with a comment that explains the language."""
        fields: dict[str, Any] = {"name": name, "jokers_anywhere": jokers_anywhere}
        if year is not None:
            fields["year"] = year
        return cls(write_card(fields))

    @cached_property
    def card(self) -> Card:
        """Return the card, with its faults."""
        return read_card(self.text, kind=self.kind)

    @cached_property
    def fields(self) -> dict[str, Any]:
        """Return the values in the text, unchecked, with the lines under `line`.

        Raises:
            RuleError: it is no TOML or JSON.

        """
        found = dict(read_fields(self.text, self.kind)[0])
        lines = found.get("line", [])
        lines = [lines] if isinstance(lines, dict) else lines
        found["line"] = [line if isinstance(line, dict) else {} for line in lines] if isinstance(lines, list) else []
        return found

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Return the fields of each line, unchecked."""
        found: list[dict[str, Any]] = self.fields["line"]
        return found

    @property
    def count(self) -> int:
        """Return how many lines it has, faulty ones too."""
        return len(self.lines)

    def with_top(self, field: str, value: Value | None) -> CardText:
        """Return the card with another name, year, note or rule for jokers; None takes the field away."""

        def edit(parts: list[_Part]) -> None:
            top = parts[0].with_value(field, value)
            parts[0] = top if parts[0].body or len(parts) == 1 else _Part(top.body, "\n")

        return self._edited(_changed(self.fields, field, value), edit)

    def with_field(self, number: int, field: str, value: Value | None) -> CardText:
        """Return the card with another value in a field of the line with this number, from 1; None takes it away."""
        lines = list(self.lines)
        lines[number - 1] = _changed(lines[number - 1], field, value)

        def edit(parts: list[_Part]) -> None:
            parts[number] = parts[number].with_value(field, value)

        return self._edited({**self.fields, "line": lines}, edit)

    def with_line(self, fields: Mapping[str, Value], after: int | None = None) -> CardText:
        """Return the card with one line more, after that with this number (0: first); else at the end."""
        place = self.count if after is None else after
        new = {field: fields[field] for field in LINE_FIELDS if field in fields}
        lines = [*self.lines[:place], new, *self.lines[place:]]

        def edit(parts: list[_Part]) -> None:
            body, gap = parts[place]
            parts[place : place + 1] = [_Part(body, "\n" if body else ""), _Part(_block(new), gap)]

        return self._edited({**self.fields, "line": lines}, edit)

    def without_line(self, number: int) -> CardText:
        """Return the card without the line with this number, from 1, and without the comments directly above it."""
        lines = [*self.lines[: number - 1], *self.lines[number:]]

        def edit(parts: list[_Part]) -> None:
            before, gone = parts[number - 1], parts.pop(number)
            parts[number - 1] = _Part(before.body, before.gap + gone.gap.lstrip("\n"))

        return self._edited({**self.fields, "line": lines}, edit)

    def with_line_moved(self, number: int, to: int) -> CardText:
        """Return the card with the line of this number, and its comments, at another place; both counted from 1."""
        lines = list(self.lines)
        lines.insert(to - 1, lines.pop(number - 1))

        def edit(parts: list[_Part]) -> None:
            bodies = [part.body for part in parts]
            bodies.insert(to, bodies.pop(number))
            parts[:] = [_Part(body, part.gap) for body, part in zip(bodies, parts, strict=True)]

        return self._edited({**self.fields, "line": lines}, edit)

    def _edited(self, fields: dict[str, Any], edit: Callable[[list[_Part]], None]) -> CardText:
        """Return the text after a change; one of an unusual build, such as `line = [{…}]`, is written as a new one."""
        if fields == self.fields:
            return self
        parts = _parts(clean_lines(self.text)) if self.kind == "toml" else []
        if len(parts) == self.count + 1:
            try:
                edit(parts)
                text = "".join(part.body + part.gap for part in parts)
                changed = CardText(with_lines_of(self.text, text))
                if changed.fields == fields:
                    return changed
            except (RuleError, ValueError, LookupError):  # what tomlkit raises is a ValueError
                pass
        return CardText(write_card(fields, self.kind), self.kind)


_VALUE: Final = re.compile("[1-9][0-9]{0,8}")
"""A value behind a pattern; 0 is a tile."""


def read_lines(text: str) -> list[dict[str, Value]]:
    r"""Read a text of several lines as lines of a card: a pattern each, then its value and C or X, if they are there.

    A line that ends with a colon is the section of those that follow. Nothing is left out: what is no pattern is a
    line with a fault.

    >>> read_lines("2468:\nFFFF 2222a 4444b 66c 25 C")
    [{'section': '2468', 'pattern': 'FFFF 2222a 4444b 66c', 'concealed': True, 'value': 25}]
    """
    found: list[dict[str, Value]] = []
    heading: dict[str, Value] = {}
    for row in text.splitlines():
        words = row.split()
        if words and words[-1].endswith(":"):
            heading = {"section": clean(row).removesuffix(":")}
            continue
        more: dict[str, Value] = {}
        while len(words) > 1:
            if words[-1] in ("C", "X"):
                more["concealed"] = words[-1] == "C"
            elif _VALUE.fullmatch(words[-1]):
                more["value"] = int(words[-1])
            else:
                break
            words.pop()
        if words:
            found.append({**heading, "pattern": " ".join(words), **more})
    return found


def with_lines(name: str, text: str) -> CardText:
    """Make a card of a text of many lines."""
    lines = [{field: value for field, value in fields.items() if value} for fields in read_lines(text)]
    return CardText(write_card({"name": name, "line": lines}))


def _changed(fields: Mapping[str, Any], field: str, value: Value | None) -> dict[str, Any]:
    """Return the fields with one of them different; without a value it is left out."""
    found = {name: one for name, one in fields.items() if name != field}
    if value is not None:
        found[field] = value
    return found


_LINE: Final = re.compile(r"(?m)^(?:[ \t]*#.*\n)*[ \t]*\[\[[ \t]*line[ \t]*\]\]")
"""The header of a line, with the comments directly above it."""


class _Part(NamedTuple):
    """The head of a card, or one line with the comments directly above it; both are TOML.

    `gap` are the blank lines and free comments up to the next line.
    """

    body: str
    gap: str

    def with_value(self, field: str, value: Value | None) -> _Part:
        """Return the part with another value in a field; None takes the field away."""
        import tomlkit  # only what changes a card needs it

        document = tomlkit.parse(self.body)
        table: Any = document["line"][0] if "line" in document else document
        if value is None:
            del table[field]
        else:
            table[field] = value
        return _Part(tomlkit.dumps(document), self.gap)


def _parts(text: str) -> list[_Part]:
    starts = [found.start() for found in _LINE.finditer(text)]
    parts = []
    for start, end in pairwise([0, *starts, len(text)]):
        rows = text[start:end].splitlines(keepends=True)
        count = len(rows)
        while count and (not rows[count - 1].strip() or (start and rows[count - 1].lstrip().startswith("#"))):
            count -= 1
        body = "".join(rows[:count])
        parts.append(_Part(body if body.endswith("\n") or not body else body + "\n", "".join(rows[count:])))
    return parts
