"""Writes docs/handbook.md from the texts of the handbook, as the window shows them.

.venv/bin/python tools/write_handbook.py
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from mjcompanion.ui import pages, shortcuts

from mjcompanion.handbook.blocks import Block, Code, Grid, Items, Paragraph, Picture, Span, Spans, Title, plain
from mjcompanion.handbook.filling import Wants, filled
from mjcompanion.handbook.texts import order, section

DOCUMENT = Path(__file__).parents[1] / "docs" / "handbook.md"
WIDTH = 120
HEAD = """# Handbook

How to use the window, and what all the rules give. The program shows the same texts, with pictures of the tiles: press
F1. Here tiles are written as text: `123m` characters, `p` dots, `s` bamboos, `z` winds and dragons, `(777z)` a set on
the table, `[1111s]` a concealed kong.

For every line and every decision see [the rules as implemented](rules.md), for the command line
[commands](commands.md), and for cards as files [how to write a card](cards.md).
"""


def document() -> str:
    """The whole document."""
    assert pages.PAGES  # noqa: S101 - they bring their shortcuts
    keys = tuple(
        (words, tuple((deed.words, _keys(deed)) for deed in shortcuts.DEEDS.values() if deed.group == group))
        for group, words in shortcuts.GROUPS.items()
    )
    keys = tuple((title, rows) for title, rows in keys if rows)
    wants = Wants(keys=keys, keys_of=lambda name: _keys(shortcuts.DEEDS[name], first=True))
    parts = [HEAD]
    depths = {"": 1}
    for key, above in order():
        depths[key] = depths[above] + 1
    contents = [f"{'  ' * (depths[key] - 2)}* [{section(key).title}](#{_anchor(key)})" for key, _ in order()]
    parts.append("\n".join(contents) + "\n")
    for key, _ in order():
        parts += [_written(block, depths[key] - 1) for block in filled(section(key), wants)]
    return "\n".join(parts)


def _keys(deed: shortcuts.Deed, *, first: bool = False) -> str:
    if deed.shown:
        return deed.shown
    return deed.keys[0] if first else ", ".join(deed.keys)


def _anchor(link: str) -> str:
    """What a section, or a place in one, is called in the document."""
    key, _, name = link.partition("#")
    titles = {block.name: plain(block.spans) for block in section(key).blocks if isinstance(block, Title)}
    heading = titles[name] if name else section(key).title
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _written(block: Block, deeper: int) -> str:
    if isinstance(block, Title):
        return f"{'#' * (block.level + deeper)} {_line(block.spans)}\n"
    if isinstance(block, Paragraph):
        return _filled(_line(block.spans)) + "\n"
    if isinstance(block, Items):
        marks = [f"{at}. " if block.numbered else "* " for at in range(1, len(block.items) + 1)]
        items = (_filled(_line(one), mark) for mark, one in zip(marks, block.items, strict=True))
        return "\n".join(items) + "\n"
    if isinstance(block, Grid):
        return "\n".join(_grid(block)) + "\n"
    if isinstance(block, Code):
        return textwrap.indent(block.text, "    ") + "\n"
    if isinstance(block, Picture):
        return f"![{block.words}]({block.file})\n"
    raise TypeError(type(block).__name__)


def _grid(block: Grid) -> Iterator[str]:
    columns = len(block.rows[0])
    yield _row(block.head or ((),) * columns)
    yield "|" + "|".join("---:" if at in block.figures else "---" for at in range(columns)) + "|"
    yield from map(_row, block.rows)


def _row(cells: tuple[Spans, ...]) -> str:
    return re.sub(r"\|  (?=\|)", "| ", "| " + " | ".join(map(_line, cells)) + " |")


def _line(spans: Spans) -> str:
    return "".join(map(_piece, spans))


def _piece(span: Span) -> str:
    if span.tiles:
        return f"`{span.notation}`"
    if span.link:
        words = f"`{span.text}`" if span.code else span.text
        return f"[{words}](#{_anchor(span.link)})"
    if span.code:
        return f"`{span.text}`"
    if span.strong or span.slanted:
        inside = span.text.strip()
        mark = "**" if span.strong else "*"
        return span.text.replace(inside, f"{mark}{inside}{mark}") if inside else span.text
    return span.text


def _filled(text: str, mark: str = "") -> str:
    return textwrap.fill(
        " ".join(text.split()),
        WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
