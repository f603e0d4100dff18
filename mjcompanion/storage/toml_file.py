"""Files of TOML that people write: read at little cost however they are made, and where each key of them stands.

What is wrong comes back as problems whose code begins with what the file is: `rules-syntax`, `card-syntax`.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from mjcompanion.core.errors import Problem, RuleError, listed, printable
from mjcompanion.i18n.translation import N_, _

Path = tuple[str | int, ...]
"""The keys that lead to a value; an entry of a list of tables by its number, from 0."""


def decode(content: bytes, kind: str, largest: int) -> str:
    """The text of a file's bytes.

    Raises:
        RuleError: there are more bytes than `largest`, or they are no UTF-8.

    """
    if len(content) > largest:
        raise RuleError([Problem(f"{kind}-too-large", limit=largest)])
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RuleError([Problem(f"{kind}-no-text", place=line)]) from None


def clean_lines(text: str) -> str:
    """The text without a byte order mark, every line ending alike."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def load(text: str, masked: str, kind: str) -> dict[str, Any]:
    """The values of a file; `masked` is what `mask` makes of its text.

    Raises:
        RuleError: it is no TOML, or nests deeper than such a file ever does.

    """
    refuse_depth(masked, kind)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RuleError([Problem(f"{kind}-too-deep", place=1)]) from None
    except ValueError as error:
        raise RuleError([_syntax(str(error), text, kind)]) from None


def quoted(text: str) -> str:
    r"""A text as TOML writes it.

    >>> print(quoted('He said "pung"'))
    "He said \"pung\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(one):04x}" if ord(one) < 32 or ord(one) == 127 else one for one in escaped) + '"'


def written(value: str | int) -> str:
    """A text, a number or a truth as TOML writes it.

    >>> written(True), written(25), written("Ours")
    ('true', '25', '"Ours"')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quoted(value)


def remarks(text: str) -> str:
    """A text as remarks of a file."""
    return "".join(f"# {line}".rstrip() + "\n" for line in text.split("\n"))


def meant(key: str, known: Collection[str]) -> str:
    """What is said of a key that means nothing: which one is most like it, or which there are."""
    close = get_close_matches(key[:40], known, 1)
    return (
        _("did you mean “{key}”?").format(key=close[0]) if close else _("there are {keys}.").format(keys=listed(known))
    )


def mask(text: str) -> str:
    """The text with what strings and remarks say blanked out, so that only its build is left.

    Every line keeps its length; a remark becomes spaces, a string x.

    >>> mask('a = "[#" # [')
    'a = xxxx    '
    """
    return _MASK.sub(_blank, text)


_MASK: Final = re.compile(
    r"""
    \"{3} (?: \\. | [^\\] )*? (?: "{3,5} | \Z )
    | '{3} .*? (?: '{3,5} | \Z )
    | "(?: \\[^\n] | [^"\\\n] )*"?
    | '[^'\n]*'?
    | \#[^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)
"""Strings and remarks; each alternative takes what it began, so that no text makes it slow."""
_NOT_NEWLINE: Final = re.compile(r"[^\n]")
_DEEP_KEY: Final = re.compile(r"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){5}")
_DEEPEST: Final = 8


def _blank(match: re.Match[str]) -> str:
    return _NOT_NEWLINE.sub(" " if match[0].startswith("#") else "x", match[0])


def refuse_depth(masked: str, kind: str) -> None:
    """Refuse what nests deeper than people write: such a file would take minutes to read."""
    deep = _DEEP_KEY.search(masked)
    depth, place = 0, deep.start() if deep else -1
    for found in re.finditer(r"[\[{\]}]", masked):
        depth += 1 if found[0] in "[{" else -1
        if depth > _DEEPEST:
            place = found.start()
            break
    if place >= 0:
        raise RuleError([Problem(f"{kind}-too-deep", place=masked.count("\n", 0, place) + 1)])


_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def _syntax(message: str, text: str, kind: str) -> Problem:
    """What tomllib complains about, as ours."""
    found = _PLACE.search(message)
    last = text.rstrip("\n").count("\n") + 1
    line = int(found[1]) if found and found[1] else last
    why = message[: found.start()] if found else "a number is too long" if "digits" in message else message
    return Problem(f"{kind}-syntax", place=min(line, last), why=printable(_said(why), 120))


_COMPLAINTS: Final = (
    N_("a number is too long"),
    N_("Invalid statement"),
    N_("Invalid value"),
    N_("Invalid date or datetime"),
    N_("Invalid hex value"),
    N_("Invalid initial character for a key part"),
    N_("Expected newline or end of document after a statement"),
    N_("Expected '=' after a key in a key/value pair"),
    N_("Expected ']' at the end of a table declaration"),
    N_("Expected ']]' at the end of an array declaration"),
    N_("Cannot overwrite a value"),
    N_("Unclosed array"),
    N_("Unclosed inline table"),
    N_("Unescaped '\\' in a string"),
    N_("Escaped character is not a Unicode scalar value"),
    N_("Unterminated string"),
)
"""What tomllib says; what stands not here comes as it is."""
_ABOUT: Final = (
    (re.compile(r"Found invalid character (?P<what>.+)", re.DOTALL), N_("Found invalid character {what}")),
    (re.compile(r"Illegal character (?P<what>.+)", re.DOTALL), N_("Illegal character {what}")),
    (re.compile(r"Cannot declare (?P<what>.+) twice", re.DOTALL), N_("Cannot declare {what} twice")),
    (
        re.compile(r"Cannot mutate immutable namespace (?P<what>.+)", re.DOTALL),
        N_("Cannot mutate immutable namespace {what}"),
    ),
    (re.compile(r"Cannot redefine namespace (?P<what>.+)", re.DOTALL), N_("Cannot redefine namespace {what}")),
    (re.compile(r"Duplicate inline table key (?P<what>.+)", re.DOTALL), N_("Duplicate inline table key {what}")),
    (re.compile(r"Expected (?P<what>'[^']+'|\"[^\"]+\")"), N_("Expected {what}")),
)
"""What it says about something, with the place where that stands."""


def _said(message: str) -> str:
    """A complaint of tomllib in the language of the program."""
    if message not in _COMPLAINTS:
        for said, text in _ABOUT:
            found = said.fullmatch(message)
            if found:
                return _(text).format(what=found["what"])
    return _(message) if message in _COMPLAINTS else message


class Mark(NamedTuple):
    """A line of a file with which something begins: `number` counts from 1.

    `path` leads to the table of a header, with the number of the entry where it is one of a list, or to the value.
    """

    number: int
    path: Path
    is_header: bool
    base: int
    """How many parts of the path are those of the table around it; for an entry of a list, those of the list."""


def marks_of(text: str, masked: str) -> Iterator[Mark]:
    """Every header and every key of a well-formed file, in order; keys inside of values are none."""
    counts: dict[Path, int] = {}
    table: Path = ()
    depth, start = 0, 0
    for number, line in enumerate(masked.split("\n"), 1):
        begin, start = start, start + len(line) + 1
        opened = depth
        depth += line.count("[") + line.count("{") - line.count("]") - line.count("}")
        bare = line.strip()
        if opened > 0 or not bare:
            continue
        if bare.startswith("["):
            many = bare.startswith("[[")
            left = begin + line.index("[") + (2 if many else 1)
            path = table = _numbered(_key_parts(text, masked, left, begin + line.index("]")), counts)
            if many:
                counts[path] = counts.get(path, -1) + 1
                table = (*path, counts[path])
            yield Mark(number, table, True, len(path) - 1)
        elif "=" in line:
            path = (*table, *_key_parts(text, masked, begin, begin + line.index("=")))
            yield Mark(number, path, False, len(table))


def lines_of(text: str, masked: str) -> dict[Path, int]:
    """Where each key of a well-formed file stands, counted from 1."""
    lines: dict[Path, int] = {}
    for one in marks_of(text, masked):
        for length in range(one.base + 1, len(one.path) + 1):
            lines.setdefault(one.path[:length], one.number)
    return lines


def line_of(path: Path, lines: Mapping[Path, int]) -> int:
    """The line of a key, or of the nearest thing around it, by what `lines_of` found; 0 where there is neither."""
    return next((lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in lines), 0)


def _key_parts(text: str, masked: str, left: int, right: int) -> tuple[str, ...]:
    """The parts of a dotted key between two places; dots inside quotes part nothing."""
    parts, begin = [], left
    for place in (*(at for at in range(left, right) if masked[at] == "."), right):
        part = text[begin:place].strip()
        if part[:1] in ('"', "'"):
            with contextlib.suppress(ValueError):
                part = next(iter(tomllib.loads(f"{part} = 1")))
        parts.append(part)
        begin = place + 1
    return tuple(parts)


def _numbered(parts: tuple[str, ...], counts: Mapping[Path, int]) -> Path:
    """A table's path, with the number of the entry where a part of it is a list of tables."""
    path: Path = ()
    for place, part in enumerate(parts):
        path = (*path, part)
        if path in counts and place < len(parts) - 1:
            path = (*path, counts[path])
    return path
