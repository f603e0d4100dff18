"""Writing cards: a card's text from its fields, and a text in which one thing is changed and all else stays.

What people wrote beside the fields, remarks and blank lines, order and spaces, is kept to the byte. A remark that
stands directly above a `[[line]]` goes where the line goes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec

from mjcompanion.american.card import LINE_FIELDS, TOP_FIELDS, Card, clean, read_card, read_fields
from mjcompanion.core.errors import RuleError
from mjcompanion.i18n.translation import N_, _
from mjcompanion.storage.toml_file import Mark, marks_of, mask, remarks, written

Value = str | int | bool

_HEAD: Final = N_(
    "{title}: a card for Mah Jongg Companion.\n\nA line begins with [[line]]. Its pattern is groups of "
    "tiles separated by spaces: 1 to 9 and D (dragon) with a suit\nletter a, b or c after them; 0 is "
    "the white dragon, R and G the red and green dragons, N E W S the winds, F flowers.\nWith shift = "
    "1 all numbers of the line move together. concealed = true is the C of a card; otherwise the line "
    "is X."
)
"""The remark that stands on top of a new card."""


def write_card(fields: Mapping[str, Any], kind: str = "toml") -> str:
    r"""A card's text, as TOML or JSON; `fields` are those of its file, the lines under `line`.

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


class _Span(NamedTuple):
    """Lines of the text, from `begin` up to and without `end`, counted from 0; `header` is that of the [[line]]."""

    begin: int
    end: int
    header: int
    keys: dict[str, tuple[int, int]]


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
        """A card without lines, with a remark that tells the language."""
        fields: dict[str, Any] = {"name": name, "jokers_anywhere": jokers_anywhere}
        if year is not None:
            fields["year"] = year
        return cls(write_card(fields))

    @cached_property
    def card(self) -> Card:
        """The card, with its faults."""
        return read_card(self.text, kind=self.kind)

    @cached_property
    def fields(self) -> dict[str, Any]:
        """What the text says, unchecked; the lines are under `line`.

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
        """The fields of each line, unchecked."""
        found: list[dict[str, Any]] = self.fields["line"]
        return found

    @property
    def count(self) -> int:
        """How many lines it has, faulty ones too."""
        return len(self.lines)

    def with_top(self, field: str, value: Value | None) -> CardText:
        """The card with another name, year, note or rule for jokers; None takes the field away."""
        wanted = _changed(self.fields, field, value)

        def edit(layout: _Layout) -> None:
            layout.set(layout.top, TOP_FIELDS, field, value)

        return self._edited(wanted, edit)

    def with_field(self, number: int, field: str, value: Value | None) -> CardText:
        """The card with another value in a field of the line with this number, from 1; None takes the field away."""
        lines = list(self.lines)
        lines[number - 1] = _changed(lines[number - 1], field, value)

        def edit(layout: _Layout) -> None:
            layout.set(layout.spans[number - 1], LINE_FIELDS, field, value)

        return self._edited({**self.fields, "line": lines}, edit)

    def with_line(self, fields: Mapping[str, Value], after: int | None = None) -> CardText:
        """The card with one line more, after that with this number (0: first); else at the end."""
        place = self.count if after is None else after
        new = {field: fields[field] for field in LINE_FIELDS if field in fields}
        lines = [*self.lines[:place], new, *self.lines[place:]]
        return self._edited({**self.fields, "line": lines}, lambda layout: layout.add(_block(new), place))

    def without_line(self, number: int) -> CardText:
        """The card without the line with this number, from 1."""
        lines = [*self.lines[: number - 1], *self.lines[number:]]
        return self._edited({**self.fields, "line": lines}, lambda layout: layout.remove(number - 1))

    def with_line_moved(self, number: int, to: int) -> CardText:
        """The card with the line of this number at another place; both counted from 1."""
        lines = list(self.lines)
        lines.insert(to - 1, lines.pop(number - 1))
        return self._edited({**self.fields, "line": lines}, lambda layout: layout.move(number - 1, to - 1))

    def _edited(self, wanted: dict[str, Any], edit: Callable[[_Layout], None]) -> CardText:
        """The text after a change; where it is built in a way that can't be changed in place, it is written anew."""
        if wanted == self.fields:
            return self
        if self.kind == "toml":
            layout = _Layout(self.text)
            if len(layout.spans) == self.count:
                edit(layout)
                changed = CardText("".join(layout.lines))
                try:
                    if changed.fields == wanted:
                        return changed
                except RuleError:
                    pass
        return CardText(write_card(wanted, self.kind), self.kind)


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
    """The fields with one of them different; none is kept that has no value."""
    found = {name: one for name, one in fields.items() if name != field}
    if value is not None:
        found[field] = value
    return found


class _Layout:
    """Where everything stands in a text of TOML that can be read; its lines are changed in place."""

    def __init__(self, text: str) -> None:
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self.lines = _split(text)
        bare = text.removeprefix("\ufeff")
        self._masked = mask(bare).split("\n")
        marks = list(marks_of(bare, "\n".join(self._masked)))
        headers = [at for at, tag in enumerate(marks) if tag.is_header and tag.path[:1] == ("line",)]
        headers = [at for at in headers if len(marks[at].path) == 2 and marks[at].base == 0]
        first = next((at for at, tag in enumerate(marks) if tag.is_header), len(marks))
        self.top = self._span(marks, 0, first, 0)
        self.spans: list[_Span] = []
        for at in headers:
            until = at + 1
            while until < len(marks) and (not marks[until].is_header or marks[until].path[:2] == marks[at].path):
                until += 1
            self.spans.append(self._span(marks, at, until, 2))

    def _span(self, marks: list[Mark], first: int, until: int, base: int) -> _Span:
        """The lines of these marks, with the remarks directly above the header."""
        keys: dict[str, tuple[int, int]] = {}
        for at in range(first, until):
            tag = marks[at]
            begin = tag.number - 1
            end = marks[at + 1].number - 1 if at + 1 < len(marks) else len(self._masked)
            while end > begin + 1 and not self._masked[end - 1].strip():
                end -= 1
            if not tag.is_header and tag.base == base and len(tag.path) == base + 1:
                keys[str(tag.path[-1])] = (begin, end)
        if first == until:
            place = marks[first].number - 1 if first < len(marks) else len(self.lines)
            place = self._above(place) if first < len(marks) else place
            return _Span(place, place, place, keys)
        header = marks[first].number - 1
        return _Span(self._above(header), end, header, keys)

    def _above(self, line: int) -> int:
        """Where the remarks begin that stand directly above a line."""
        while line > 0 and self.lines[line - 1].lstrip().startswith("#") and not self._masked[line - 1].strip():
            line -= 1
        return line

    def _ended(self) -> None:
        """See to it that the last line ends."""
        if self.lines and not self.lines[-1].endswith("\n"):
            self.lines[-1] += self._newline

    def _own(self, text: str) -> list[str]:
        """Lines of ours with this text's line endings."""
        return [line + self._newline for line in text.removesuffix("\n").split("\n")]

    def set(self, span: _Span, order: tuple[str, ...], field: str, value: Value | None) -> None:
        """Change a field, add it where it belongs, or take it away."""
        found = span.keys.get(field)
        if found is not None and value is None:
            del self.lines[found[0] : found[1]]
        elif found is not None and value is not None:
            self._replace(*found, written(value))
        elif value is not None:
            self._ended()
            earlier = [span.keys[name] for name in order[: order.index(field)] if name in span.keys]
            is_top = span is self.top
            if earlier:
                place = max(end for _unused, end in earlier)
            elif is_top:
                place = min((begin for begin, _unused in span.keys.values()), default=span.begin)
            else:
                place = span.header + 1
            indent = self._indent(span)
            new = f"{indent}{field} = {written(value)}{self._newline}"
            crowded = is_top and not span.keys and "".join(self.lines[place : place + 1]).strip()
            self.lines[place:place] = [new, self._newline] if crowded else [new]

    def _indent(self, span: _Span) -> str:
        """The spaces before the fields of a line."""
        for begin, _unused in span.keys.values():
            return self.lines[begin][: len(self._masked[begin]) - len(self._masked[begin].lstrip())]
        return ""

    def _replace(self, begin: int, end: int, value: str) -> None:
        """Put a value in the place of another; what stands around it stays."""
        ahead = self._masked[begin].index("=") + 1
        ahead += len(self._masked[begin][ahead:]) - len(self._masked[begin][ahead:].lstrip())
        ahead += len(self.lines[0]) - len(self.lines[0].removeprefix("\ufeff")) if begin == 0 else 0
        behind = len(self._masked[end - 1].rstrip())
        behind += len(self.lines[0]) - len(self.lines[0].removeprefix("\ufeff")) if end == 1 else 0
        self.lines[begin:end] = [f"{self.lines[begin][:ahead]}{value}{self.lines[end - 1][behind:]}"]

    def add(self, block: str, place: int) -> None:
        """Put a line of the card after that many others."""
        self._ended()
        new = self._own(block)
        if place:
            at = self.spans[place - 1].end
            self.lines[at:at] = [self._newline, *new]
        elif self.spans:
            at = self.spans[0].begin
            self.lines[at:at] = [*new, self._newline]
        else:
            self.lines += [self._newline, *new] if self.lines and self.lines[-1].strip() else new

    def remove(self, place: int) -> None:
        """Take a line of the card out, with a blank line beside it."""
        begin, end = self.spans[place].begin, self.spans[place].end
        if begin and not self.lines[begin - 1].strip():
            begin -= 1
        elif end < len(self.lines) and not self.lines[end].strip():
            end += 1
        del self.lines[begin:end]

    def move(self, place: int, to: int) -> None:
        """Put a line of the card in another's place; what stands between the lines stays where it is."""
        self._ended()
        blocks = [self.lines[span.begin : span.end] for span in self.spans]
        blocks.insert(to, blocks.pop(place))
        found, done = [], 0
        for span, block in zip(self.spans, blocks, strict=True):
            found += self.lines[done : span.begin] + block
            done = span.end
        self.lines = found + self.lines[done:]


def _split(text: str) -> list[str]:
    """The lines of a text with their endings, which end as those of TOML do."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
