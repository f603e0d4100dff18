"""The files that people hand on: cards, a club's rules, a hand, a ledger's export; how each is known, and called."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Final

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.storage.paths import read_bounded
from mjcompanion.storage.toml_file import clean_lines, mask

_LOOKED_AT: Final = 1 << 20
"""Bytes; a card or a club's rules are smaller, and an export says at its start what it is."""
_TEXTS: Final = (".toml", ".json", ".txt")
"""How the names of files of this program end that people write."""


class FileKind(StrEnum):
    """What a file holds; the value is how the names of such files end before `.toml` or `.json`."""

    CARD = "mjcard"
    RULES = "mjrules"
    LEDGER = "mjledger"
    HAND = "mjhand"


_JSON_MARKS: Final = {
    FileKind.HAND: re.compile(r'\s*\{\s*"mjhand"\s*:'),
    FileKind.LEDGER: re.compile(r'\s*\{\s*"format"\s*:|"sessions"\s*:'),
    FileKind.CARD: re.compile(r'"lines?"\s*:\s*\[[^]]*"pattern"\s*:'),
}
_TABLE: Final = re.compile(r'\ufeff?"?hand"?([,;\t])"?at"?\1')
"""How a table of kept hands begins."""
_TOML_MARKS: Final = {
    FileKind.CARD: re.compile(r"^[ \t]*(?:\[\[[ \t]*line[ \t]*\]\]|jokers_anywhere[ \t]*=)", re.MULTILINE),
    FileKind.RULES: re.compile(r"^[ \t]*preset[ \t]*=", re.MULTILINE),
}
_GROUP: Final = "[1-9DFNEWSRG0nkwvutxyz]+[abc]?[=!]*"
_LINES: Final = re.compile(
    rf"^(?=.*[1-9Dnk][abc]\b)[ \t]*{_GROUP}(?:[ \t]+{_GROUP}){{2,}}(?:[ \t]+[CX])?[ \t]*$", re.MULTILINE
)
"""A line of a card in a plain text: at least three groups, one of them with its suit, and perhaps a value, C or X."""


def kind_of(path: Path) -> FileKind:
    """Return what a file holds, by its name or else by its content; faults are found when it is read.

    Raises:
        RuleError: it is none of the program's files, or too large to be one that people write.
        OSError: it can't be read.

    >>> kind_of(Path("Tuesday club.mjrules.toml"))
    <FileKind.RULES: 'mjrules'>

    """
    for kind in FileKind:
        if re.fullmatch(rf"\.{kind}( ?\(\d+\))?", "".join(path.suffixes[-2:-1])):
            return kind
    content = read_bounded(path, _LOOKED_AT)
    text = clean_lines(content.decode("utf-8", "replace"))
    if _TABLE.match(text):
        return FileKind.LEDGER
    is_json = text.lstrip().startswith("{")
    looked_through = text if is_json else mask(text)
    for kind, pattern in (_JSON_MARKS if is_json else _TOML_MARKS).items():
        if (pattern.match if kind is FileKind.HAND else pattern.search)(looked_through):
            return kind
    if path.suffix.lower() == ".txt" and _LINES.search(text):
        return FileKind.CARD
    if len(content) > _LOOKED_AT and path.suffix.lower() in _TEXTS:
        raise RuleError([Problem("file-too-large", text=printable(path.name), limit=_LOOKED_AT)])
    raise RuleError([Problem("file-unknown", text=printable(path.name))])


def called(stem: str, kind: FileKind, ending: str) -> str:
    """Return the name for a new file of this kind; desktops know by it which program opens it.

    >>> called("companion-2026", FileKind.CARD, "toml")
    'companion-2026.mjcard.toml'
    """
    return f"{stem}.{kind}.{ending}"
