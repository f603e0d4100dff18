"""The HTML of a section made ready for Qt: pictures of tiles with their names, keys, and a style sheet."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.handbook.texts import tile_names
from mjcompanion.i18n.translation import _, joined

from ... import shortcuts
from ...rich_text import Markup, built_markup, element, escaped, one_after_another
from ...theme import Look
from ...widgets.tiles.art import shape_of

HAND, LINE = "hand", "line"
"""The two sizes of tiles: in a hand, and in a line of text."""
_HAND_SHARE: Final = 0.62
"""The width of a tile in a hand, as a share of the tile size in the settings."""
_HAND_LEAST: Final = 1.5
"""The least width of a tile in a hand, as a multiple of the text size."""
_LINE_SHARE: Final = 1.2
"""The width of a tile in a line, as a multiple of the text size."""
_TILES: Final = re.compile(r'<img src="tiles:(\w+)/([\w-]+)">')
_KEY: Final = re.compile(r"\{\{key ([\w.-]+)\}\}")
_ALL_KEYS: Final = re.compile(r"<p>\{\{keys\}\}</p>")


def tile_width(look: Look, tile: int, size: str) -> int:
    """Return the width of tiles in a hand or in a line; `tile` is the width in the settings."""
    if size == HAND:
        return max(26, round(tile * _HAND_SHARE), round(look.body * _HAND_LEAST))
    return round(look.body * _LINE_SHARE)


def faces_of(text: str) -> tuple[Tile | None, ...]:
    """Return the tiles of a picture by its name, None for one face down."""
    return tuple(None if one == "back" else Tile.parse(one) for one in text.split("-"))


def style_sheet(look: Look) -> str:
    """Return the style sheet of the text."""
    c = look.colours
    return f"""
body {{ color: {c.text}; }}
h1 {{ font-size: {look.display}px; font-weight: 600; margin: 0 0 {look.L}px 0; }}
h2 {{ font-size: {look.title}px; font-weight: 600; margin: {look.XXL}px 0 {look.S}px 0; }}
h3 {{ font-size: {look.body}px; font-weight: 600; color: {c.quiet}; margin: {look.XL}px 0 {look.S}px 0; }}
p {{ margin: 0 0 {look.M}px 0; line-height: 135%; }}
p.hand {{ margin: 0 0 {look.XS}px 0; line-height: 100%; }}
p.explanation {{ margin: 0 0 {look.L}px 0; line-height: 105%; }}
.tiled {{ line-height: 100%; }}
li {{ margin: 0 0 {look.S}px 0; line-height: 135%; }}
ul, ol {{ margin: 0 0 {look.M}px 0; }}
a {{ color: {c.chosen}; text-decoration: underline; }}
code {{ font-family: monospace; background: {c.hover}; }}
pre {{ font-family: monospace; background: {c.hover}; white-space: pre-wrap; margin: 0 0 {look.M}px 0; }}
.quiet {{ color: {c.quiet}; font-size: {look.small}px; }}
table {{ margin: {look.S}px {look.XS}px {look.L}px 0; }}
td, th {{ padding: {look.S}px {look.L}px {look.S}px 0; border-bottom: {look.line_width}px solid {c.line};
          vertical-align: middle; text-align: left; }}
th {{ font-weight: 600; color: {c.quiet}; }}
"""


def with_pictures(html: str, look: Look, tile: int, terms: Terms, *, named: bool) -> Markup:
    """Return a section whose pictures of tiles have their size and their names; `named` writes the names after them."""

    def picture(found: re.Match[str]) -> str:
        size, faces = found.groups()
        tiles = faces_of(faces)
        names = tile_names([one for one in tiles if one is not None], terms)
        shape = shape_of(tile_width(look, tile, size))
        image = element(
            "img",
            src=f"tiles:{size}/{quote(faces)}",
            width=str(len(tiles) * (shape.front_width + shape.gap) + 2 * shape.pad - shape.gap),
            height=str(shape.picture_height),
            alt=names,
            title=names,
            style="vertical-align: middle",
        )
        words = one_after_another((escaped(" "), element("span", escaped(f"({names})"), class_="quiet")))
        return image + words if named else image

    return built_markup(f"<body>{_TILES.sub(picture, html)}</body>")


def with_keys(html: str) -> str:
    """Return a section with the keys that the program has now."""
    html = _KEY.sub(lambda found: _code(shortcuts.shown(found[1]) or _(shortcuts.ACTIONS[found[1]].words)), html)
    return _ALL_KEYS.sub(lambda _found: _all_keys(), html)


def _code(text: str) -> Markup:
    return element("code", escaped(f"\u00a0{text}\u00a0"))


def _all_keys() -> str:
    tables = []
    head = element("tr", element("th", escaped(_("Keys"))), element("th", escaped(_("Action"))))
    for group in shortcuts.GROUPS:
        rows = [
            element("tr", element("td", _code(keys)), element("td", escaped(_(spec.words))))
            for spec in shortcuts.ACTIONS.values()
            if spec.group == group and (keys := _keys(spec))
        ]
        if rows:
            tables.append(element("h3", escaped(shortcuts.group_words(group))))
            tables.append(element("table", head, *rows, cellspacing="0"))
    return one_after_another(tables)


def _keys(spec: shortcuts.ActionSpec) -> str:
    """Return all keys of something in words."""
    if spec.shown:
        return _(spec.shown)
    return joined(shortcuts.native(one) for one in shortcuts.keys_of(spec.id))
