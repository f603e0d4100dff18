"""Files of TOML that people write: what they hold, the line of each key, and values as TOML writes them.

The code of a problem begins with the kind of file: `rules-syntax`, `card-syntax`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, Final

from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.i18n.translation import N_, _

Path = tuple[str | int, ...]
"""The keys that lead to a value; an entry of a list of tables by its number, from 0."""


def decode(content: bytes, kind: str, largest: int) -> str:
    """Return the text of a file's bytes.

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
    """Return the text without a byte order mark, with the same ending on every line."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def with_lines_of(old: str, text: str) -> str:
    """Return a text with the byte order mark and the line ends of an older one."""
    mark = "\ufeff" if old.startswith("\ufeff") else ""
    return mark + (text.replace("\n", "\r\n") if "\r\n" in old else text)


def load(text: str, kind: str) -> dict[str, Any]:
    """Return the values of a file.

    Raises:
        RuleError: it is no TOML, or nests deeper than such a file ever does.

    """
    _refuse_depth(text, kind)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RuleError([Problem(f"{kind}-too-deep", place=1)]) from None
    except ValueError as error:
        raise RuleError([_syntax(str(error), text, kind)]) from None


def written(value: str | int) -> str:
    r"""Return a text, a number or a truth value as TOML writes it.

    >>> print(written(True), written(25), written('He said "pung"'))
    true 25 "He said \"pung\""
    """
    import tomlkit

    return tomlkit.item(value).as_string()


def remarks(text: str) -> str:
    """Return a text as comments of a file."""
    return "".join(f"# {line}".rstrip() + "\n" for line in text.split("\n"))


def merge(table: Any, values: Mapping[str, Any]) -> None:  # noqa: ANN401 - tomlkit's tables, which are of several kinds
    """Give a table these values and no others; what is equal already stays as it is written."""
    import tomlkit

    for key in [key for key in table if key not in values]:
        del table[key]
    for key, value in values.items():
        now = table.get(key)
        if isinstance(value, dict) and isinstance(now, dict):
            merge(now, value)
        elif isinstance(value, list | tuple) and isinstance(now, list) and value and isinstance(value[0], dict):
            del now[len(value) :]
            for one, other in zip(now, value, strict=False):
                merge(one, other)
            for other in value[len(now) :]:
                now.append(other)
        elif now != value:
            table[key] = tomlkit.string(value, multiline=True) if isinstance(value, str) and "\n" in value else value


def meant(key: str, known: Collection[str]) -> str:
    """Return what to do about an unknown key: take the most similar known key, or one of all."""
    close = get_close_matches(key[:40], known, 1)
    if close:
        return _("Did you mean “{key}”?").format(key=close[0])
    return _("Use {keys} here, or delete the line.").format(keys=listed(known, "or"))


def mask(text: str) -> str:
    """Return the text with the content of strings and comments blanked out, so that only its structure is left.

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


def _refuse_depth(text: str, kind: str) -> None:
    """Refuse what nests deeper than people write: such a file would take minutes to read."""
    masked = mask(text)
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
    """Return the problem for an error of tomllib."""
    found = _PLACE.search(message)
    last = text.rstrip("\n").count("\n") + 1
    line = int(found[1]) if found and found[1] else last
    why = message[: found.start()] if found else "a number is too long" if "digits" in message else message
    if why.startswith("Cannot declare"):
        why = "Cannot overwrite a value"
    return Problem(f"{kind}-syntax", place=min(line, last), why=_(why if why in _COMPLAINTS else "Invalid statement"))


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
    N_("Unterminated string"),
)
"""What tomllib says, to be translated; anything else is called an invalid statement."""


_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]#]+)\]")
_KEY_PART: Final = re.compile(r"""\"[^"]*\"|'[^']*'|[^.\s]+""")
_KEY: Final = re.compile(r"""\s*([\w.\- \t"']+?)\s*=""")


def lines_of(text: str) -> dict[Path, int]:
    r"""Return the line of each table and key of a file, counted from 1.

    What looks like a key inside of a text of several lines counts as one; it can only lead to a wrong line in a
    message.

    >>> lines_of('name = "Ours"\n[[line]]\nvalue = 25\n')
    {('name',): 1, ('line',): 2, ('line', 0): 2, ('line', 0, 'value'): 3}
    """
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.split("\n"), 1):
        path: Path
        if (header := _HEADER.match(line)) is not None:
            path = table = _keys(header[2])
            if header[1] == "[[":
                lines.setdefault(path, number)
                counts[path] = counts.get(path, -1) + 1
                path = table = (*path, counts[path])
        elif (key := _KEY.match(line)) is not None:
            path = (*table, *_keys(key[1]))
        else:
            continue
        for length in range(1, len(path) + 1):
            lines.setdefault(path[:length], number)
    return lines


def _keys(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _KEY_PART.findall(dotted))


def line_of(path: Path, lines: Mapping[Path, int]) -> int:
    """Return the line of a key, or of the nearest thing around it, by what `lines_of` found; 0 where there is none."""
    return next((lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in lines), 0)
