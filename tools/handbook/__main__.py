"""Writes the handbook for the window and for docs.

./run handbook
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from mjcompanion.ui import pages, shortcuts

from mjcompanion.core.tiles import Tile
from mjcompanion.handbook.texts import order
from mjcompanion.i18n.translation import language, use

from .explain import table
from .fields import fill

ROOT: Final = Path(__file__).parents[2]
TEXTS: Final = ROOT / "resources" / "handbook"
DOCUMENT: Final = ROOT / "docs" / "handbook.md"
HEAD: Final = """# Handbook

How to use the window, and what each ruleset scores. F1 in the program shows the same texts with pictures of the tiles.
Here tiles are text: `123m` characters, `p` dots, `s` bamboos, `z` winds and dragons, `(777z)` an exposed set, `[1111s]`
a concealed kong.

Every decision behind the rules is in [the rules as implemented](rules.md). See also [the command line](commands.md) and
[cards as files](cards.md).
"""
_HEADING: Final = re.compile(r"^(#+) (.+?)(?: \{#([\w-]+)\})?$", re.MULTILINE)
_LINK: Final = re.compile(r"(?<!!)\[([^\]\[]+)\]\(([^)\s]+)\)")


def built() -> Iterator[tuple[Path, str]]:
    """Yield each file that is made from the texts, with what belongs in it."""
    before = language()
    try:
        for folder in sorted(path for path in TEXTS.iterdir() if path.is_dir()):
            use(folder.name)
            for path in sorted(folder.glob("*.md")):
                yield path.with_suffix(".html"), as_html(fill(path.read_text("utf-8"), _picture))
        use("en")
        yield DOCUMENT, _document()
    finally:
        use(before)


# --- for the window ------------------------------------------------------------------------------------------------


def as_html(text: str) -> str:
    """Return a text as the HTML that Qt shows: headings with anchors, paragraphs with classes.

    Raises:
        ValueError: marks that Markdown didn't understand are left over.

    """
    text = re.sub(r"^!\[.*\n", "", text, flags=re.MULTILINE)  # pictures of the window, which is there itself
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text, flags=re.DOTALL)  # Markdown has no bold between Chinese words
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    page = re.sub(r"<(h\d)>(.+?) \{#([\w-]+)\}</\1>", r'<\1 id="\3">\2</\1>', page)
    page = re.sub(r"<p>((?:(?!</p>).)+?) \{\.(\w+)\}</p>", r'<p class="\2">\1</p>', page, flags=re.DOTALL)
    page = re.sub(r"<(p|li)>((?:(?!</\1>).)*<img)", r'<\1 class="tiled">\2', page, flags=re.DOTALL)
    page = re.sub(r"<pre><code>(.*?)</code></pre>", r"<pre>\1</pre>", page, flags=re.DOTALL)
    page = re.sub(r"<code>(.*?)</code>", "<code>\u00a0\\1\u00a0</code>", page)
    page = re.sub(r"<thead>\n<tr>\n(<th[^>]*></th>\n)+</tr>\n</thead>\n", "", page)
    page = page.replace("<table>", '<table cellspacing="0">').replace(' style="text-align:right"', ' align="right"')
    if left := re.search(r"\*\*|\{[#.]|\]\(|`|\{\{(?!keys?\b)", page):
        raise ValueError(f"not understood: {page[left.start() : left.start() + 60]}")
    return page


def _picture(tiles: Sequence[Tile], notation: str, large: bool) -> str:  # noqa: FBT001 - a TileWriter
    hidden = (1, 2) if notation.startswith("[") else ()
    faces = "-".join("back" if place in hidden else str(tile) for place, tile in enumerate(tiles))
    image = f'<img src="tiles:{"hand" if large else "line"}/{faces}">'
    return f"({image})" if notation.startswith("(") and not large else image


# --- for docs ------------------------------------------------------------------------------------------------------


def _document() -> str:
    assert pages.PAGES  # noqa: S101 - they bring their shortcuts
    depths = {"": 1}
    contents, sections = [], []
    texts = {key: (TEXTS / "en" / f"{key}.md").read_text("utf-8") for key, _ in order()}
    anchors = {f"{key}#{one[3] or ''}": one[2] for key, text in texts.items() for one in _HEADING.finditer(text)}
    anchors |= {key: one[2] for key, text in texts.items() if (one := _HEADING.match(text))}
    for key, above in order():
        depths[key] = depths[above] + 1
        contents.append(f"{'  ' * (depths[key] - 2)}* [{anchors[key]}](#{_anchor(anchors[key])})")
        sections.append(_as_document(fill(texts[key], _notation), depths[key] - 1, anchors))
    return "\n".join((HEAD, "\n".join(contents) + "\n", *sections))


def _notation(_tiles: Sequence[Tile], notation: str, _large: bool) -> str:  # noqa: FBT001 - a TileWriter
    return f"`{notation}`"


def _anchor(heading: str) -> str:
    """Return the anchor of a heading as Git servers make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _as_document(text: str, deeper: int, anchors: dict[str, str]) -> str:
    """Return a section as a part of the document, `deeper` levels down."""
    text = _HEADING.sub(lambda found: f"{'#' * (len(found[1]) + deeper)} {found[2]}", text)
    text = _LINK.sub(lambda found: f"[{found[1]}](#{_anchor(anchors[found[2]])})", text)
    text = re.sub(r" \{\.\w+\}$", "", text, flags=re.MULTILINE)
    text = re.sub(r"</?b>", "**", re.sub(r"</?span[^>]*>", "", text))
    text = re.sub(r"\{\{key ([\w.-]+)\}\}", lambda found: f"`{_keys(found[1])[0]}`", text)
    text = text.replace("{{keys}}", _all_keys())
    return "\n\n".join(map(_wrapped, text.strip().split("\n\n"))) + "\n"


def _wrapped(block: str) -> str:
    """Return a paragraph or a list in lines that aren't too long; anything else as it is."""
    if block.startswith(("#", "|", "![", "    ")):
        return block
    return "\n".join(map(_wrapped_item, re.split(r"\n(?=\* |\d\. )", block)))


def _wrapped_item(text: str) -> str:
    mark = re.match(r"\* |\d\. |", text)[0]
    words = " ".join(text.removeprefix(mark).split())
    indents = {"initial_indent": mark, "subsequent_indent": " " * len(mark)}
    return textwrap.fill(words, 120, **indents, break_long_words=False, break_on_hyphens=False)


def _keys(name: str) -> Sequence[str]:
    spec = shortcuts.ACTIONS[name]
    return (spec.shown,) if spec.shown else spec.keys


def _all_keys() -> str:
    rows: list[tuple[str, str]] = []
    for group, title in shortcuts.GROUPS.items():
        some = [spec for spec in shortcuts.ACTIONS.values() if spec.group == group and _keys(spec.id)]
        if some:
            rows.append((f"**{title}**", ""))
            rows += ((f"`{', '.join(_keys(spec.id))}`", spec.words) for spec in some)
    return table(("Keys", "Action"), rows)


if __name__ == "__main__":
    for path, content in built():
        path.write_text(content, encoding="utf-8")
