"""The sections of the handbook, in the order of reading, in each language."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Final

import msgspec

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import ENGLISH, PSEUDO
from mjcompanion.storage.package_data import text

FOLDER: Final = "handbook"
_TAG: Final = re.compile(r"<[^>]+>")
_TITLE: Final = re.compile(r"<h1[^>]*>(.*?)</h1>")
_ANCHOR: Final = re.compile(r'<h\d id="([^"]+)"')


class HandbookSection(msgspec.Struct, frozen=True):
    """A section: its key, the key of the section above it (empty for none), its title and its HTML.

    Tiles are `<img src="tiles:hand/2p-3p-back">`, or `tiles:line/…` within a line of text. `{{key undo}}` and
    `{{keys}}` stand for keys of the program.
    """

    key: str
    above: str
    title: str
    html: str

    @property
    def anchors(self) -> tuple[str, ...]:
        """The places in it that links can lead to."""
        return tuple(_ANCHOR.findall(self.html))


@cache
def order() -> tuple[tuple[str, str], ...]:
    """Return each section's key with the key of the one above it, in the order of reading.

    >>> order()[0]
    ('start', '')
    """
    found: list[tuple[str, str]] = []
    for one in tomllib.loads(text(f"{FOLDER}/index.toml"))["sections"]:
        above, _, key = one.rpartition("/")
        found.append((key, above))
    return tuple(found)


@cache
def section(key: str, language: str = ENGLISH) -> HandbookSection:
    """Return a section in a language, or in English where the language lacks it.

    Raises:
        KeyError: there is no such section.

    >>> section("start").title
    'Getting started'

    """
    above = dict(order())[key]
    page = _page(key, language)
    title = _TITLE.search(page)
    if title is None:
        raise ValueError(f"the section {key} has no title")
    return HandbookSection(key, above, plain(title[1]), page)


def sections(language: str = ENGLISH) -> tuple[HandbookSection, ...]:
    """Return all sections, in the order of reading."""
    return tuple(section(key, language) for key, _ in order())


def _page(key: str, language: str) -> str:
    if language not in (ENGLISH, PSEUDO):
        try:
            return text(f"{FOLDER}/{language}/{key}.html")
        except FileNotFoundError:
            pass
    return text(f"{FOLDER}/{ENGLISH}/{key}.html")


def has(link: str) -> bool:
    """Return whether a link leads somewhere: to a section, or to a place in one after `#`.

    >>> has("start"), has("start#nowhere")
    (True, False)
    """
    key, _, anchor = link.partition("#")
    return key in dict(order()) and (not anchor or anchor in section(key).anchors)


def plain(page: str) -> str:
    """Return the words of some HTML.

    >>> plain("<p>R &amp; <b>D</b></p>")
    'R & D'
    """
    return html.unescape(_TAG.sub("", page))


def tile_names(tiles: Iterable[Tile], terms: Terms | None = None) -> str:
    """Return the names of tiles, those of a suit side by side.

    >>> tile_names(Tile.parse(text) for text in ("2p", "3p", "4p", "7z"))
    '2 3 4 dots, red dragon'
    """
    names = []
    for suit, group in groupby(tiles, key=lambda tile: tile.kind if tile.is_suited else None):
        some = list(group)
        if suit is None or len(some) == 1:
            names += [tile.name(terms) for tile in some]
        else:
            names.append(" ".join([*(str(tile.rank) for tile in some[:-1]), some[-1].plural(terms)]))
    return ", ".join(names)
