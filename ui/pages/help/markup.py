"""The blocks of a section as rich text: its style comes from the theme, tiles are pictures with their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

import msgspec

from mjcompanion.core.tiles import Terms
from mjcompanion.handbook.blocks import Block, Code, Grid, Items, Paragraph, Span, Spans, Title
from mjcompanion.handbook.words import names

from ...parts.tiles.art import shape_of
from ...rich_text import Markup, element, escaped, one_after_another
from ...theme import Look

HAND, LINE = "hand", "line"
"""How large tiles are: those of a hand, and those in a line of text."""
_HAND_SHARE: Final = 0.62
"""Of the tile size: how wide the tiles of a hand are."""
_HAND_LEAST: Final = 1.5
"""Of the text: how wide they are at least."""
_LINE_SHARE: Final = 1.2
"""Of the text: how wide a tile in a line is."""
_LEAST_CELL: Final = 6.5
"""Of the text: the least width of a column; a table that has less is written as a list."""
_FOR_TABLE: Final = 3


class Manner(msgspec.Struct, frozen=True):
    """How a section is to be shown: its look, the width there is, the size of tiles, and whether to name them."""

    look: Look
    width: int
    tile: int
    terms: Terms
    named: bool = False

    def tile_width(self, size: str) -> int:
        if size == HAND:
            return max(26, round(self.tile * _HAND_SHARE), round(self.look.body * _HAND_LEAST))
        return round(self.look.body * _LINE_SHARE)

    def fits(self, columns: int) -> bool:
        """Whether a table with so many columns can be read as one."""
        return columns < _FOR_TABLE or self.width >= columns * _LEAST_CELL * self.look.body


def style_of(look: Look) -> str:
    """The style sheet of the text."""
    c = look.colours
    return f"""
body {{ color: {c.text}; }}
h1 {{ font-size: {look.display}px; font-weight: 600; margin: 0 0 {look.L}px 0; }}
h2 {{ font-size: {look.title}px; font-weight: 600; margin: {look.XXL}px 0 {look.S}px 0; }}
h3 {{ font-size: {look.body}px; font-weight: 600; color: {c.quiet}; margin: {look.XL}px 0 {look.S}px 0; }}
p {{ margin: 0 0 {look.M}px 0; line-height: 135%; }}
p.rule {{ margin: {look.L}px 0 {look.XS}px 0; }}
p.hand {{ margin: 0 0 {look.XS}px 0; line-height: 100%; }}
p.told {{ margin: 0 0 {look.L}px 0; line-height: 105%; }}
.tiled {{ line-height: 100%; }}
li {{ margin: 0 0 {look.S}px 0; line-height: 135%; }}
ul, ol {{ margin: 0 0 {look.M}px 0; }}
a {{ color: {c.chosen}; text-decoration: underline; }}
code {{ font-family: monospace; background: {c.hover}; }}
pre {{ font-family: monospace; background: {c.hover}; margin: 0 0 {look.M}px 0; }}
.quiet {{ color: {c.quiet}; font-size: {look.small}px; }}
table {{ margin: {look.S}px {look.XS}px {look.L}px 0; }}
td, th {{ padding: {look.S}px {look.L}px {look.S}px 0; border-bottom: {look.line_width}px solid {c.line}; }}
th {{ font-weight: 600; color: {c.quiet}; }}
"""


def as_html(blocks: Iterable[Block], manner: Manner) -> Markup:
    """A whole section."""
    return element("body", *(_block(block, manner) for block in blocks))


def _block(block: Block, manner: Manner) -> Markup:
    if isinstance(block, Title):
        name = [element("a", name=block.name)] if block.name else []
        return element(f"h{block.level}", *name, _line(block.spans, manner))
    if isinstance(block, Paragraph):
        size = HAND if block.role == "hand" else LINE
        return element("p", _line(block.spans, manner, size), class_=block.role or _tiled(block.spans))
    if isinstance(block, Items):
        items = [element("li", _line(one, manner), class_=_tiled(one)) for one in block.items]
        return element("ol" if block.numbered else "ul", *items)
    if isinstance(block, Grid):
        return _grid(block, manner)
    return element("pre", escaped(block.text)) if isinstance(block, Code) else escaped("")  # the window is here itself


def _tiled(spans: Spans) -> str:
    """Lines with tiles are high enough as they are."""
    return "tiled" if any(span.tiles for span in spans) else ""


def _grid(grid: Grid, manner: Manner) -> Markup:
    if not manner.fits(len(grid.rows[0])):
        return element("ul", *(_stacked(grid, row, manner) for row in grid.rows))
    lines = [("th", grid.head)] if grid.head else []
    lines += [("td", row) for row in grid.rows]
    rows = [
        element("tr", *(_cell(tag, one, at in grid.figures, manner) for at, one in enumerate(line)))
        for tag, line in lines
    ]
    return element("table", *rows, cellspacing="0")


def _cell(tag: str, spans: Spans, right: bool, manner: Manner) -> Markup:  # noqa: FBT001 - one of two sides
    return element(tag, _line(spans, manner), align="right" if right else "left", valign="middle")


def _stacked(grid: Grid, row: tuple[Spans, ...], manner: Manner) -> Markup:
    """A row of a table that is too wide, as an entry of a list: each cell with its heading."""
    first, *others = row
    told = [element("b", _line(first, manner))]
    for at, cell in enumerate(others, 1):
        title = [_line(grid.head[at], manner), escaped(": ")] if grid.head and cell else []
        told += [element("br"), element("span", *title, class_="quiet"), _line(cell, manner)]
    return element("li", *told)


def _line(spans: Spans, manner: Manner, size: str = LINE) -> Markup:
    return one_after_another(_piece(span, manner, size) for span in spans)


def _piece(span: Span, manner: Manner, size: str) -> Markup:
    if span.tiles:
        return _tiles(span, manner, size)
    is_room = span.text.startswith(" ") and not span.text.strip()
    text = escaped(("\u00a0 " if size == HAND else " ") if is_room else span.text)
    if span.link:
        text = element("a", text, href=span.link)
    if span.code:
        text = element("code", escaped("\u00a0"), text, escaped("\u00a0"))
    if span.strong:
        text = element("b", text)
    if span.slanted:
        text = element("i", text)
    return element("span", text, class_="quiet") if span.quiet else text


def _tiles(span: Span, manner: Manner, size: str) -> Markup:
    said = names(span.tiles, manner.terms)
    faces = "-".join("back" if at in span.down else str(tile) for at, tile in enumerate(span.tiles))
    shape = shape_of(manner.tile_width(size))
    wide = len(span.tiles) * (shape.front_width + shape.gap) + 2 * shape.pad - shape.gap
    picture = element(
        "img",
        src=f"tiles:{size}/{quote(faces)}",
        width=str(wide),
        height=str(shape.picture_height),
        alt=said,
        title=said,
        style="vertical-align: middle",
    )
    if not manner.named:
        return picture
    return one_after_another((picture, escaped(" "), element("span", escaped(f"({said})"), class_="quiet")))
