"""The search in the handbook: words in titles, in the text and in the examples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from mjcompanion.handbook.blocks import Block, Title, plain, words_of
from mjcompanion.handbook.texts import Section
from mjcompanion.parsing.word_match import folded

MOST: Final = 60
_EXCERPT: Final = 110


class Found(msgspec.Struct, frozen=True):
    """A place in the handbook: the link to it, the title it stands under, and the words around."""

    link: str
    title: str
    excerpt: str


class Page(msgspec.Struct, frozen=True):
    """A section as it is searched: its parts, each with the link to it, its title, and its words.

    `plain` has the folded title and words of each part.
    """

    parts: tuple[tuple[str, str, str], ...]
    plain: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Fold the parts once: a search happens at every key."""
        plain = tuple((folded(title), folded(text)) for _, title, text in self.parts)
        msgspec.structs.force_setattr(self, "plain", plain)


def page_of(section: Section, blocks: Iterable[Block]) -> Page:
    """A section to search in; `blocks` are those with their fields filled."""
    parts: list[tuple[str, str, list[str]]] = [(section.key, section.title, [])]
    for block in blocks:
        if isinstance(block, Title) and block.level > 1 and block.name:
            parts.append((f"{section.key}#{block.name}", f"{section.title}: {plain(block.spans)}", []))
        elif not (isinstance(block, Title) and block.level == 1):
            parts[-1][2].append(words_of(block))
    return Page(tuple((link, title, "\n".join(texts)) for link, title, texts in parts))


def search(pages: Iterable[Page], wanted: str) -> list[Found]:
    """The places where all these words are, titles first.

    >>> page = Page((("a", "Limit", "No hand counts for more."), ("b", "Other", "The limit is 300 points.")))
    >>> [found.link for found in search([page], "LIMIT")]
    ['a', 'b']
    """
    words = words_wanted(wanted)
    if not words:
        return []
    ranked: list[tuple[int, Found]] = []
    for page in pages:
        for (link, title, text), (plain_title, plain_text) in zip(page.parts, page.plain, strict=True):
            missing = [word for word in words if word not in plain_title]
            if all(word in plain_text for word in missing):
                rank = len(missing) + (0 if "#" not in link else 1)
                ranked.append((rank, Found(link, title, _excerpt(text, plain_text, missing or words))))
    ranked.sort(key=lambda one: one[0])
    return [found for _, found in ranked[:MOST]]


def words_wanted(text: str) -> list[str]:
    """The words of a question, as they are looked for."""
    return folded(text).split()


def _excerpt(text: str, plain: str, words: list[str]) -> str:
    """The words around the first one found, or the beginning."""
    at = min((place for word in words if (place := plain.find(word)) >= 0), default=0)
    start = max(0, text.rfind("\n", 0, at) + 1, at - _EXCERPT // 2)
    if start and text[start - 1] not in "\n ":
        start = text.find(" ", start, at) + 1 or start
    said = " ".join(text[start : start + _EXCERPT].split())
    more = start + _EXCERPT < len(text)
    return f"{'…' if start and text[start - 1] != chr(10) else ''}{said}{'…' if more else ''}"
