"""Find things by the beginnings of words that people type, and correct slips to the nearest known word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

_LIKE: Final = 0.6
"""The least similarity of an unknown word to a known one, from 0 to 1."""
_SURELY: Final = 0.72
"""The same where nobody confirms it."""
_SHORTEST: Final = 3
"""Shorter words resemble too many others."""
_CJK: Final = "\u3400-\u9fff"
_WORD: Final = rf"[{_CJK}]+|[^\W_{_CJK}]+(?:'[^\W_{_CJK}]+)*"
"""Compiled with the first words typed."""
_SMALL: Final = frozenset({"a", "an", "the", "to", "of", "on", "in", "for", "my", "and", "please"})
_EXACT, _BEGINS, _INSIDE, _SCATTERED = range(4)
_ELSEWHERE: Final = 4
"""The extra cost of a word of another name than the title."""


class Names(msgspec.Struct, frozen=True):
    """The title of a thing, and other names for it."""

    title: str
    others: tuple[str, ...] = ()


class Matches(msgspec.Struct, frozen=True):
    """The indexes of the things found, best first, and each unknown word with its correction."""

    places: tuple[int, ...] = ()
    slips: tuple[tuple[str, str], ...] = ()


def folded(text: str) -> str:
    """Remove case and accents, letter by letter, so that positions stay.

    >>> folded("Café’s")
    "cafe's"
    """
    return "".join(_fold(letter) for letter in text)


def _fold(letter: str) -> str:
    if letter.isascii():
        return letter.lower()
    if letter in "’‘":
        return "'"
    base = unicodedata.normalize("NFD", letter)[0].lower()
    return base if len(base) == 1 else letter


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a text without case and accents; Chinese stays together.

    >>> words_in("Print: Kemp’s score card"), words_in("更大的字 big")
    (('print', "kemp's", 'score', 'card'), ('更大的字', 'big'))
    """
    return tuple(re.findall(_WORD, folded(text)))


def nearest(word: str, known: Iterable[str], like: float = _LIKE) -> str:
    """Return the known word most like this one, or nothing.

    >>> nearest("bambo", ["dragon", "bamboo"]), nearest("xyz", ["bamboo"])
    ('bamboo', '')
    """
    from difflib import get_close_matches  # for slips only

    return next(iter(get_close_matches(word, list(known), 1, like)), "")


def find(text: str, things: Sequence[Names]) -> Matches:
    """Find the things with words that begin with those typed; small words may be missing.

    >>> things = [Names("Ledger"), Names("Text size", ("bigger letters",)), Names("Larger print")]
    >>> find("big let", things).places, find("the lar", things).places
    ((1,), (2,))
    >>> find("legder", things)
    Matches(places=(0,), slips=(('legder', 'ledger'),))
    """
    typed = words_in(text)
    query = [word for word in typed if word not in _SMALL]
    small = [word for word in typed if word in _SMALL]
    indexed = [_indexed(one) for one in things]
    slips: list[tuple[str, str]] = []
    for at, word in enumerate(query):
        if not any(_cost(word, words) is not None for words in indexed):
            known = {one for words in indexed for one, _ in words if len(one) >= _SHORTEST}
            near = nearest(word, sorted(known), _SURELY) if len(word) >= _SHORTEST else ""
            if not near:
                return Matches(slips=((word, ""),))
            slips.append((word, near))
            query[at] = near
    ranked = []
    for place, words in enumerate(indexed):
        costs = [_cost(word, words) for word in query]
        if typed and None not in costs:
            begins = words[0][0].startswith(typed[0]) if words else False
            titled = sum(1 for _, base in words if not base)
            missed = sum(1 for word in small if (word, 0) not in words)
            ranked.append((sum(cost for cost in costs if cost is not None), missed, not begins, titled, place))
    return Matches(tuple(place for *_, place in sorted(ranked)), tuple(slips))


def _indexed(names: Names) -> list[tuple[str, int]]:
    """Return the words of a thing, each with its extra cost."""
    found = [(word, 0) for word in words_in(names.title)]
    return found + [(word, _ELSEWHERE) for other in names.others for word in words_in(other)]


def _cost(query: str, words: Sequence[tuple[str, int]]) -> int | None:
    """Return the cost of the nearest word of a thing; None where none fits."""
    costs = [cost + base for word, base in words if (cost := _distance(query, word)) is not None]
    return min(costs) if costs else None


def _distance(query: str, word: str) -> int | None:
    if word.startswith(query):
        return _EXACT if word == query else _BEGINS
    if query[0] < "\u3400":
        return None
    if query in word:
        return _INSIDE
    letters = iter(word)
    return _SCATTERED if all(letter in letters for letter in query) else None
