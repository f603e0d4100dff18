"""The sections of the handbook: which there are, in which order, and the text of each in a language.

The texts lie in resources/handbook, a folder a language and a file a section; a section that a language lacks is
English there. `index.toml` holds the order.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final

import msgspec

from mjcompanion.handbook.blocks import Block, Title, plain, read_blocks
from mjcompanion.i18n.translation import ENGLISH, PSEUDO
from mjcompanion.storage.package_data import text

FOLDER: Final = "handbook"


class Section(msgspec.Struct, frozen=True, dict=True):
    """One section as it is written: its key, that of the section above it (empty for none), title, and blocks."""

    key: str
    above: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def names(self) -> frozenset[str]:
        """What links can lead to inside it."""
        return frozenset(block.name for block in self.blocks if isinstance(block, Title) and block.name)


@cache
def order() -> tuple[tuple[str, str], ...]:
    """Each section's key with the key of the one above it, in the order of reading.

    >>> order()[0]
    ('start', '')
    """
    found: list[tuple[str, str]] = []
    for one in tomllib.loads(text(f"{FOLDER}/index.toml"))["sections"]:
        above, _, key = one.rpartition("/")
        found.append((key, above))
    return tuple(found)


@cache
def section(key: str, language: str = ENGLISH) -> Section:
    """A section in a language.

    Raises:
        KeyError: there is no such section.

    >>> section("start").title
    'Getting started'

    """
    above = dict(order())[key]
    blocks = read_blocks(_text(key, language))
    first = blocks[0]
    if not isinstance(first, Title) or first.level != 1:
        raise ValueError(f"the section {key} doesn't begin with its title")
    return Section(key, above, plain(first.spans), blocks)


def sections(language: str = ENGLISH) -> tuple[Section, ...]:
    """All sections, in the order of reading."""
    return tuple(section(key, language) for key, _ in order())


def _text(key: str, language: str) -> str:
    for one in (language, ENGLISH) if language not in (ENGLISH, PSEUDO) else (ENGLISH,):
        try:
            return text(f"{FOLDER}/{one}/{key}.md")
        except FileNotFoundError:
            continue
    raise FileNotFoundError(f"{FOLDER}/{ENGLISH}/{key}.md")


def has(link: str) -> bool:
    """Whether a link leads somewhere: a section, or a place in one after `#`.

    >>> has("start"), has("start#nowhere")
    (True, False)
    """
    key, _, name = link.partition("#")
    return key in dict(order()) and (not name or name in section(key).names)
