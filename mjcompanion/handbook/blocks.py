r"""What a section is made of, and how its text is read: a small part of Markdown, and fields in double braces.

Blocks: headings with a name (`## Entering tiles {#tiles}`), paragraphs, lists, tables, code, pictures, and fields that
the engine fills (`{{lines traditional}}`). In a line: `**strong**`, `*slanted*`, `` `code` ``, `[words](section#name)`,
and the fields `{{tiles 123m}}` and `{{key undo}}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from mjcompanion.core.errors import NotationError
from mjcompanion.core.notation import read_groups, write
from mjcompanion.core.tiles import Tile


class Span(msgspec.Struct, frozen=True):
    """A piece of a line: words, or tiles side by side; `down` are the places of those that lie face down.

    `link` is a section, with a place in it after `#`; `key` names something that has keys.
    """

    text: str = ""
    strong: bool = False
    slanted: bool = False
    code: bool = False
    quiet: bool = False
    link: str = ""
    key: str = ""
    tiles: tuple[Tile, ...] = ()
    down: tuple[int, ...] = ()
    notation: str = ""
    """How the tiles are written."""


Spans = tuple[Span, ...]


class Title(msgspec.Struct, frozen=True):
    """A heading, 1 for the section's own; `name` is what links call it."""

    level: int
    spans: Spans
    name: str = ""


class Paragraph(msgspec.Struct, frozen=True):
    """Sentences. `role` says what stands in it: nothing, "rule", "hand" or "told" (about the hand above)."""

    spans: Spans
    role: str = ""


class Items(msgspec.Struct, frozen=True):
    """A list, with numbers or without."""

    items: tuple[Spans, ...]
    numbered: bool = False


class Grid(msgspec.Struct, frozen=True):
    """A table; the head may be empty. `figures` are the columns with figures, set to the right."""

    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    figures: tuple[int, ...] = ()


class Code(msgspec.Struct, frozen=True):
    """Lines to type or to read, as they are."""

    text: str


class Picture(msgspec.Struct, frozen=True):
    """A picture of the window, for those who read elsewhere; in the window the real thing is at hand."""

    file: str
    words: str


class Field(msgspec.Struct, frozen=True):
    """What the engine puts here."""

    name: str
    rest: str


Block = Title | Paragraph | Items | Grid | Code | Picture | Field

_HEADING: Final = re.compile(r"(#{1,4}) (.+?)(?: \{#([\w-]+)\})?$")
_PICTURE: Final = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)$")
_FIELD: Final = re.compile(r"\{\{(\w+) ?([^{}]*)\}\}$")
_ITEM: Final = re.compile(r"(?:\* |(\d+)\. )(.*)")
_INLINE: Final = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\*(?P<slanted>[^*\s][^*]*)\*|`(?P<code>[^`]+)`"
    r"|\[(?P<words>[^\]]+)\]\((?P<link>[^)\s]+)\)|\{\{(?P<field>tiles|key) (?P<what>[^{}]+)\}\}"
)
_CODE: Final = "    "


def read_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text.

    Raises:
        ValueError: something can't be read; the line is named.

    >>> read_blocks("# Score {#score}")
    (Title(level=1, spans=(Span(text='Score', ...),), name='score'),)

    """
    return tuple(_block(lines) for lines in _parted(text))


def _parted(text: str) -> Iterator[list[str]]:
    """The lines of each block; blank lines stand between them, but for those inside code."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []


def _block(lines: list[str]) -> Block:
    first = lines[0]
    if len(lines) == 1:
        if heading := _HEADING.match(first):
            marks, words, name = heading.groups()
            return Title(len(marks), read_spans(words), name or "")
        if picture := _PICTURE.match(first):
            return Picture(picture[2], picture[1])
        if (field := _FIELD.match(first)) and field[1] not in ("tiles", "key"):
            return Field(field[1], field[2].strip())
    if all(line.startswith(_CODE) for line in lines):
        return Code("\n".join(line.removeprefix(_CODE) for line in lines))
    if first.startswith("|"):
        return _grid(lines)
    if _ITEM.match(first):
        return _items(lines)
    if first.startswith(("#", "![", ">")):
        raise ValueError(f"this can't be read: {first}")
    return Paragraph(read_spans(" ".join(line.strip() for line in lines)))


def _items(lines: Iterable[str]) -> Items:
    items: list[str] = []
    numbered = False
    for line in lines:
        found = _ITEM.match(line)
        if found:
            numbered = numbered or found[1] is not None
            items.append(found[2])
        else:
            items[-1] += " " + line.strip()
    return Items(tuple(map(read_spans, items)), numbered)


def _grid(lines: list[str]) -> Grid:
    rows = [tuple(read_spans(cell.strip()) for cell in line.strip().strip("|").split("|")) for line in lines]
    marks = lines[1].strip().strip("|").split("|")
    if any(set(mark.strip()) - set("-:") for mark in marks) or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"this table can't be read: {lines[0]}")
    figures = tuple(at for at, mark in enumerate(marks) if mark.strip().endswith(":"))
    head = rows[0] if any(rows[0]) else ()
    return Grid(head, tuple(rows[2:]), figures)


def read_spans(text: str) -> Spans:
    """The pieces of a line.

    >>> [span.text for span in read_spans("press **Why?** now")]
    ['press ', 'Why?', ' now']
    """
    found: list[Span] = []
    at = 0
    for one in _INLINE.finditer(text):
        if one.start() > at:
            found.append(Span(text[at : one.start()]))
        found += _marked(one)
        at = one.end()
    if at < len(text):
        found.append(Span(text[at:]))
    return tuple(found)


def _marked(one: re.Match[str]) -> list[Span]:
    if one["strong"]:
        return [msgspec.structs.replace(span, strong=True) for span in read_spans(one["strong"])]
    if one["slanted"]:
        return [Span(one["slanted"], slanted=True)]
    if one["code"]:
        return [Span(one["code"], code=True)]
    if one["words"]:
        return [msgspec.structs.replace(span, link=one["link"]) for span in read_spans(one["words"])]
    if one["field"] == "key":
        return [Span(key=one["what"])]
    return list(tile_spans(one["what"]))


def tile_spans(text: str) -> Iterator[Span]:
    """Tiles in notation, a piece for each group.

    >>> [len(span.tiles) for span in tile_spans("123m (777z)")]
    [3, 0, 3]
    """
    try:
        groups = read_groups(text)
    except NotationError as error:
        raise ValueError(str(error)) from error
    for at, group in enumerate(groups):
        if at:
            yield Span(" ")
        yield tiles(group.tiles, concealed_kong=group.bracket.name == "KONG")


def tiles(those: Iterable[Tile], *, concealed_kong: bool = False, notation: str = "") -> Span:
    """Tiles side by side; of a concealed kong the two in the middle lie face down."""
    given = tuple(those)
    written = notation or (f"[{write(given)}]" if concealed_kong else write(given))
    return Span(tiles=given, down=(1, 2) if concealed_kong else (), notation=written)


def plain(spans: Iterable[Span]) -> str:
    """The words of a line, tiles as they are written.

    >>> plain(read_spans("a pung of {{tiles 555p}}, **concealed**"))
    'a pung of 555p, concealed'
    """
    return "".join(span.notation if span.tiles else span.text for span in spans)


def words_of(block: Block) -> str:
    """All words of a block, for searching."""
    if isinstance(block, Title | Paragraph):
        return plain(block.spans)
    if isinstance(block, Items):
        return "\n".join(map(plain, block.items))
    if isinstance(block, Grid):
        return "\n".join("  ".join(map(plain, row)) for row in (block.head, *block.rows))
    return block.text if isinstance(block, Code) else ""
