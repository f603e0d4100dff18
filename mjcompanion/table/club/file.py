"""The file: one TOML file holds one club's rules, and people can read and write it.

What they can get wrong comes back as sentences that name line and field. A file costs little however it is made: it
is small, and what nests deeper than any rules is refused before it is read.
"""

from __future__ import annotations

import contextlib
import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from mjcompanion.options import OPTIONS, OptionKind, OptionSpec, Ruleset, options_for, options_used
from mjcompanion.problems import Problem, RuleError, listed, printable
from mjcompanion.table.chips import (
    COLOURS,
    MOST_OF_A_KIND,
    MOST_VALUE,
    SHAPES,
    ChipSet,
    Piece,
    check_chip_set,
)
from mjcompanion.table.club.rules import (
    RULESET_NAMES,
    ClubRules,
    clean_chip_name,
    clean_name,
    clean_note,
    name_problems,
    note_problems,
)

FILE_VERSION: Final = 1
"""The version of the file's form; a file with a higher one is refused."""
LARGEST_FILE: Final = 64 * 1024
"""In bytes."""
_MOST_PROBLEMS: Final = 20
_SHOWN_OF_A_NAME: Final = 32


def write_club_rules(rules: ClubRules) -> str:
    r"""The rules as a TOML file: what differs stands as a value, the rest as remarks that say what there is.

    >>> ours = ClubRules.of("Tuesday club", Ruleset.SIMPLE, {"limit": 500})
    >>> print(write_club_rules(ours)[-140:])
    # Limit: No hand counts for more than this many points.
    # The rules have "none"; an even number of points from 2 up, or "none".
    limit = 500
    <BLANKLINE>
    >>> read_club_rules(write_club_rules(ours)) == ours
    True
    """
    parts = [
        _HEAD.format(name=rules.name, preset=RULESET_NAMES[rules.preset]),
        f"version = {FILE_VERSION}\nname = {_quoted(rules.name)}\n",
        f"preset = {_quoted(rules.preset)}\nnote = {_quoted_lines(rules.note)}\n",
        "[options]\n",
    ]
    changes = rules.changes
    used = options_used(rules.preset)
    preset = options_for(rules.preset)
    for spec in used:
        value = changes.get(spec.key, getattr(preset, spec.key))
        parts.append(
            f"# {spec.label}: {spec.help}\n"
            f"# The rules have {_value(getattr(preset, spec.key))}; {_allowed(spec)}.\n"
            f"{'' if spec.key in changes else '# '}{spec.key} = {_value(value)}\n"
        )
    useless = [spec for spec in OPTIONS if spec.key in changes and spec not in used]
    if useless:
        lines = "".join(f"{spec.key} = {_value(changes[spec.key])}\n" for spec in useless)
        parts.append(f"# These make no difference in {RULESET_NAMES[rules.preset]}.\n{lines}")
    if rules.chips is not None:
        parts.append(
            "# The club's own chips: what each player starts with, the most valuable first.\n"
            f"[chips]\nname = {_quoted(rules.chips.name)}\n"
        )
        parts += [
            f"[[chips.pieces]]\nvalue = {piece.value}\ncount = {piece.count}\n"
            f"shape = {_quoted(piece.shape)}\ncolour = {_quoted(piece.colour)}\n"
            for piece in rules.chips.pieces
        ]
    return "\n".join(parts)


_HEAD: Final = """\
# {name}: {preset} as a club plays it, for Mah Jongg Companion.
#
# A line that begins with # is a remark. An option counts when the # before it is taken away; without
# its line it is as the rules have it. The program writes this file anew when something is changed
# there; what is to stay goes into the note.
"""
NO_LIMIT: Final = "none"
"""How the file says null, which TOML doesn't know."""


def _value(value: object) -> str:
    if value is None:
        return _quoted(NO_LIMIT)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _quoted(str(value))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(one):04x}" if ord(one) < 32 or ord(one) == 127 else one for one in escaped) + '"'


def _quoted_lines(text: str) -> str:
    if "\n" not in text:
        return _quoted(text)
    return '"""\n' + "\n".join(_quoted(line)[1:-1] for line in text.split("\n")) + '"""'


def _allowed(spec: OptionSpec) -> str:
    """The values an option takes, as the file writes them."""
    if spec.kind is OptionKind.CHOICE:
        return listed((_quoted(choice) for choice in spec.choices), "or")
    if spec.kind is OptionKind.LIMIT:
        return f'an even number of points from 2 up, or "{NO_LIMIT}"'
    return spec.values


def read_club_rules(text: str) -> ClubRules:
    r"""The rules that a file holds.

    Raises:
        RuleError: with all that is wrong, each naming its line; a file of a newer version is refused whole.

    >>> read_club_rules('version = 1\nname = "Ours"\npreset = "nmjl"\n[options]\nlimit = 7')
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: Line 5: limit must be an even number of points from 2 up, or "none".

    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST_FILE:
        raise RuleError([Problem("rules-too-large", limit=LARGEST_FILE)])
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    masked = _MASK.sub(_mask, text)
    _refuse_depth(masked)
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise RuleError([Problem("rules-too-deep", place=1)]) from None
    except ValueError as error:
        raise RuleError([_syntax(str(error), text)]) from None
    return _Reader(found, _lines_of(text, masked)).read()


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


def _mask(match: re.Match[str]) -> str:
    """Blank out what a string or remark says, so that only the file's build is left; every line keeps its length."""
    return _NOT_NEWLINE.sub(" " if match[0].startswith("#") else "x", match[0])


def _refuse_depth(masked: str) -> None:
    """Refuse what nests deeper than any rules: such a file would take minutes to read."""
    deep = _DEEP_KEY.search(masked)
    depth, place = 0, deep.start() if deep else -1
    for found in re.finditer(r"[\[{\]}]", masked):
        depth += 1 if found[0] in "[{" else -1
        if depth > _DEEPEST:
            place = found.start()
            break
    if place >= 0:
        raise RuleError([Problem("rules-too-deep", place=masked.count("\n", 0, place) + 1)])


_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def _syntax(message: str, text: str) -> Problem:
    """What tomllib complains about, as ours."""
    found = _PLACE.search(message)
    last = text.rstrip("\n").count("\n") + 1
    line = int(found[1]) if found and found[1] else last
    why = message[: found.start()] if found else "a number is too long" if "digits" in message else message
    return Problem("rules-syntax", place=min(line, last), why=printable(why, 120))


_Path = tuple[str | int, ...]


def _lines_of(text: str, masked: str) -> dict[_Path, int]:
    """Where each key of a well-formed file stands, counted from 1."""
    lines: dict[_Path, int] = {}
    counts: dict[_Path, int] = {}
    table: _Path = ()
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
            table = _numbered(_key_parts(text, masked, left, begin + line.index("]")), counts)
            lines.setdefault(table, number)
            if many:
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines.setdefault(table, number)
        elif "=" in line:
            path = (*table, *_key_parts(text, masked, begin, begin + line.index("=")))
            for length in range(len(table) + 1, len(path) + 1):
                lines.setdefault(path[:length], number)
    return lines


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


def _numbered(parts: tuple[str, ...], counts: Mapping[_Path, int]) -> _Path:
    """A table's path, with the number of the entry where a part of it is a list of tables."""
    path: _Path = ()
    for place, part in enumerate(parts):
        path = (*path, part)
        if path in counts and place < len(parts) - 1:
            path = (*path, counts[path])
    return path


class _Reader:
    """Reads one file's values and gathers what is wrong with them."""

    def __init__(self, found: dict[str, Any], lines: Mapping[_Path, int]) -> None:
        self._found = found
        self._lines = lines
        self._problems: list[Problem] = []

    def read(self) -> ClubRules:
        """The rules, or everything that is wrong."""
        self._check_version()
        self._known((), self._found, ("version", "name", "preset", "note", "options", "chips"))
        name = clean_name(self._text("name", 'a line such as name = "Tuesday club"'))
        note = clean_note(self._text("note", "a text in quotes", ""))
        preset = self._preset()
        changes = self._options()
        chips = self._chips()
        if "name" in self._found and isinstance(self._found["name"], str):
            self._problems += [self._at(("name",), problem) for problem in name_problems(name)]
        self._problems += [self._at(("note",), problem) for problem in note_problems(note)]
        if self._problems:
            raise RuleError(sorted(self._problems[:_MOST_PROBLEMS], key=lambda problem: problem.place))
        return ClubRules.of(name, preset, changes, chips=chips, note=note)

    def _line(self, path: _Path) -> int:
        """The line of a key, or of the nearest thing around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return 1

    def _at(self, path: _Path, problem: Problem) -> Problem:
        """A problem with the line where it stands."""
        sentence = problem.sentence()
        return Problem("rules-at-line", place=self._line(path), why=sentence)

    def _wrong(self, path: _Path, must_be: str) -> None:
        key = str(path[-1])
        self._problems.append(Problem("rules-bad-value", place=self._line(path), text=key, why=must_be))

    def _known(self, path: _Path, table: Mapping[str, Any], keys: Iterable[str]) -> None:
        """Complain about keys that mean nothing."""
        keys = tuple(keys)
        for key in table:
            if key in keys:
                continue
            if len(self._problems) >= _MOST_PROBLEMS:
                return
            close = difflib.get_close_matches(key[:40], keys, 1)
            why = f"is “{close[0]}” meant?" if close else f"there are {listed(keys)}."
            self._problems.append(Problem("rules-unknown-key", place=self._line((*path, key)), text=key, why=why))

    def _check_version(self) -> None:
        version = self._found.get("version")
        if version is None:
            self._problems.append(Problem("rules-missing", text="version", why=f"a line version = {FILE_VERSION}"))
        elif not isinstance(version, int) or isinstance(version, bool) or version < 1:
            self._wrong(("version",), f"a whole number from 1 to {FILE_VERSION}")
        elif version > FILE_VERSION:
            name = self._found.get("name")
            name = clean_name(name[:_SHOWN_OF_A_NAME]) if isinstance(name, str) else ""
            shown = "unknown" if version.bit_length() > 31 else str(version)
            text = f"“{name}”" if name else "This file"
            raise RuleError([Problem("rules-newer", text=text, why=shown, limit=FILE_VERSION)])

    def _text(self, key: str, needed: str, default: str | None = None) -> str:
        value = self._found.get(key, default)
        if value is None:
            self._problems.append(Problem("rules-missing", text=key, why=needed))
        elif not isinstance(value, str):
            self._wrong((key,), "a text in quotes")
        else:
            return value
        return ""

    def _preset(self) -> Ruleset:
        value = self._found.get("preset")
        names = listed((f'"{rules}"' for rules in Ruleset), "or")
        if value is None:
            self._problems.append(Problem("rules-missing", text="preset", why=f"a line preset = and one of {names}"))
        elif not isinstance(value, str) or value not in set(Ruleset):
            self._wrong(("preset",), names)
        else:
            return Ruleset(value)
        return Ruleset.TRADITIONAL

    def _options(self) -> dict[str, object]:
        table = self._found.get("options", {})
        if not isinstance(table, dict):
            self._wrong(("options",), "a line [options] with the values below it")
            return {}
        specs = {spec.key: spec for spec in OPTIONS}
        self._known(("options",), table, specs)
        changes: dict[str, object] = {}
        for key, value in table.items():
            if key not in specs:
                continue
            taken = None if specs[key].kind is OptionKind.LIMIT and value == NO_LIMIT else value
            try:
                options_for(Ruleset.TRADITIONAL, {key: taken})
            except RuleError:
                self._wrong(("options", key), _allowed(specs[key]))
            else:
                changes[key] = taken
        return changes

    def _chips(self) -> ChipSet | None:
        if "chips" not in self._found:
            return None
        table = self._found["chips"]
        if not isinstance(table, dict):
            self._wrong(("chips",), "a line [chips] with the values below it")
            return None
        self._known(("chips",), table, ("name", "pieces"))
        name = table.get("name", "")
        pieces = table.get("pieces", [])
        if not isinstance(name, str):
            self._wrong(("chips", "name"), "a text in quotes")
            name = ""
        if not isinstance(pieces, list) or not all(isinstance(piece, dict) for piece in pieces):
            self._wrong(("chips", "pieces"), "lines [[chips.pieces]], each with the values of one piece below it")
            return None
        before = len(self._problems)
        read = tuple(self._piece(place, piece) for place, piece in enumerate(pieces))
        chips = ChipSet(clean_chip_name(name), read)
        if len(self._problems) == before:
            try:
                check_chip_set(chips)
            except RuleError as error:
                self._problems += [self._at(("chips",), problem) for problem in error.problems]
        return chips

    def _piece(self, place: int, table: Mapping[str, Any]) -> Piece:
        path: _Path = ("chips", "pieces", place)
        self._known(path, table, _PIECE)
        values: dict[str, Any] = {}
        for key, (default, fits, must_be) in _PIECE.items():
            values[key] = table.get(key, default)
            if key not in table and key in ("value", "count"):
                self._problems.append(self._at(path, Problem("rules-missing", text=key, why=must_be)))
            elif not fits(values[key]):
                self._wrong((*path, key), must_be)
                values[key] = default
        return Piece(**values)


def _whole(value: object, lowest: int, highest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


_PIECE: Final[dict[str, tuple[object, Callable[[object], bool], str]]] = {
    "value": (1, lambda value: _whole(value, 1, MOST_VALUE), f"a whole number from 1 to {MOST_VALUE:,}"),
    "count": (1, lambda value: _whole(value, 0, MOST_OF_A_KIND), f"a whole number from 0 to {MOST_OF_A_KIND}"),
    "shape": ("chip", lambda value: value in SHAPES, listed((f'"{shape}"' for shape in SHAPES), "or")),
    "colour": ("red", lambda value: value in COLOURS, listed((f'"{colour}"' for colour in COLOURS), "or")),
}
"""The values of a piece: what each is where it isn't given, what fits, and that in words."""


def rules_from_bytes(content: bytes) -> ClubRules:
    """The rules in a file's bytes.

    Raises:
        RuleError: as `read_club_rules`, and where the bytes are no UTF-8.

    """
    if len(content) > LARGEST_FILE:
        raise RuleError([Problem("rules-too-large", limit=LARGEST_FILE)])
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RuleError([Problem("rules-no-text", place=line)]) from None
    return read_club_rules(text)
