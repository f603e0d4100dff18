"""The letters of a pattern, each with the suit it belongs to: the window colours them, paper draws them differently."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from mjcompanion.parsing.pattern import FIXED_MARK, NO_JOKERS_MARK, SIGNS, SUIT_LETTERS, SUITED

_WORD: Final = re.compile(r"[^\s|/]+|[|/]")


class CardLetter(NamedTuple):
    """Letters drawn in one manner: in that of a suit, or of none; suit letters and marks are `small`."""

    text: str
    suit: str = ""
    small: bool = False


class CardWord(NamedTuple):
    """A group, or a sign between groups; `joined` where no space is before it."""

    letters: tuple[CardLetter, ...]
    joined: bool = False

    @property
    def text(self) -> str:
        """The group as it is written."""
        return "".join(letter.text for letter in self.letters)


@lru_cache(maxsize=4096)
def letters_of(pattern: str) -> tuple[CardWord, ...]:
    """Return a pattern, right or wrong, letter by letter.

    >>> [word.text for word in letters_of("FF  2026a= + D/R")]
    ['FF', '2026a=', '+', 'D', '/', 'R']
    >>> [letter.suit for letter in letters_of("2026a")[0].letters]
    ['a', '', 'a', 'a', 'a']
    """
    found: list[CardWord] = []
    joined = False
    for word in _WORD.findall(pattern):
        if word == "/" or (len(word) == 1 and word in f"|{SIGNS}"):
            joined = word == "/"
            found.append(CardWord((CardLetter(word),), joined))
            continue
        bare = word.rstrip(FIXED_MARK + NO_JOKERS_MARK)
        suit = bare[-1:] if bare[-1:] in SUIT_LETTERS else ""
        letters = [CardLetter(one, suit if one in SUITED else "") for one in bare[: len(bare) - len(suit)]]
        letters += [CardLetter(suit, suit, small=True)] if suit else []
        letters += [CardLetter(mark, small=True) for mark in word[len(bare) :]]
        found.append(CardWord(tuple(letters), joined))
        joined = False
    return tuple(found)
