"""The search in the handbook: words in titles, in the text and in the examples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from mjcompanion.handbook.texts import HandbookSection, plain
from mjcompanion.parsing.word_match import folded as fold

MOST: Final = 60
_EXCERPT: Final = 110
_PART: Final = re.compile(r"(?=<h\d id=)")
_HEADING: Final = re.compile(r'<h\d id="([^"]+)">(.*?)</h\d>')
_TITLE: Final = re.compile(r"<h1.*?</h1>")
_BREAK: Final = re.compile(r"</t[dh]>\s*<t[dh][^>]*>|<br>")
_PICTURE: Final = re.compile(r"\(?<img[^>]*>\)?\s*")


class SearchHit(msgspec.Struct, frozen=True):
    """A place in the handbook: the link to it, its title, and the words around the match."""

    link: str
    title: str
    excerpt: str


class SearchPage(msgspec.Struct, frozen=True):
    """A section as it is searched: its parts, each with the link to it, its title, and its words.

    `folded` has the title and the words of each part as they are compared.
    """

    parts: tuple[tuple[str, str, str], ...]
    folded: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Fold the parts once: a search happens at every key."""
        found = tuple((fold(title), fold(text)) for _, title, text in self.parts)
        msgspec.structs.force_setattr(self, "folded", found)


def page_of(section: HandbookSection, html: str) -> SearchPage:
    """Return a section to search in; `html` is its text with the keys filled in."""
    parts: list[tuple[str, str, str]] = []
    for part in _PART.split(html):
        anchored = _HEADING.match(part)
        title = section.title if anchored is None else f"{section.title}: {plain(anchored[2])}"
        link = section.key if anchored is None else f"{section.key}#{anchored[1]}"
        words = _TITLE.sub("", part if anchored is None else part[anchored.end() :])
        parts.append((link, title, plain(_BREAK.sub("  ", _PICTURE.sub("", words))).strip()))
    return SearchPage(tuple(parts))


def search(pages: Iterable[SearchPage], query: str) -> list[SearchHit]:
    """Return the places with all these words, those with words in the title first.

    >>> page = SearchPage((("a", "Limit", "No hand counts for more."), ("b", "Other", "The limit is 300 points.")))
    >>> [found.link for found in search([page], "LIMIT")]
    ['a', 'b']
    """
    words = search_words(query)
    if not words:
        return []
    ranked: list[tuple[int, SearchHit]] = []
    for page in pages:
        for (link, title, text), (plain_title, plain_text) in zip(page.parts, page.folded, strict=True):
            missing = [word for word in words if word not in plain_title]
            if all(word in plain_text for word in missing):
                rank = len(missing) + (0 if "#" not in link else 1)
                ranked.append((rank, SearchHit(link, title, _excerpt(text, plain_text, missing or words))))
    ranked.sort(key=lambda one: one[0])
    return [found for _, found in ranked[:MOST]]


def search_words(text: str) -> list[str]:
    """Return the words of a query, folded."""
    return fold(text).split()


def _excerpt(text: str, plain: str, words: list[str]) -> str:
    """Return the words around the first match, or the beginning."""
    at = min((place for word in words if (place := plain.find(word)) >= 0), default=0)
    start = max(0, text.rfind("\n", 0, at) + 1, at - _EXCERPT // 2)
    if start and text[start - 1] not in "\n ":
        start = text.find(" ", start, at) + 1 or start
    excerpt = " ".join(text[start : start + _EXCERPT].split())
    more = start + _EXCERPT < len(text)
    return f"{'…' if start and text[start - 1] != chr(10) else ''}{excerpt}{'…' if more else ''}"
