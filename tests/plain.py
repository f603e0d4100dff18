"""What the pseudo-language left plain: a text that was never looked up, or was glued from pieces outside of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

NAMES = ("李", "王", "张", "陈", "林")
"""Names without a Latin letter, so that none is taken for a word."""
_ID = re.compile(r"\b[0-9a-f]{8,}\b|\b[A-Z]{4} [A-Z]{4}\b")
"""Ids, and the seals of sessions."""
_NOTATION = re.compile(r"[\[(]*(?:[1-9J]+[mpszfy]|[JFESWN])+[\])]*(?![A-Za-z])")
"""Tiles and seats as they are written."""
_REPLACED = re.compile(r"[aceinosuyzACEINOSUYZ]")
"""The letters that stand in no text of the pseudo-language."""


def plain(text: str, known: Iterable[str] = ()) -> list[str]:
    """The words of a text that were not looked up; ids, notation and what is `known` to be no word are none.

    >>> from mjcompanion.i18n.translation import pseudo
    >>> plain(pseudo("Nobody won")), plain(f"{pseudo('Nobody')} won 55z"), plain("b09acfa4", known=["a4"])
    ([], ['won'], [])
    """
    text = _without(text, known)
    return [word for word in re.split(r"[\s“”\"'’:;,.·?!⟦⟧+×]+", _NOTATION.sub(" ", text)) if _REPLACED.search(word)]


def outside(text: str) -> str:
    """What stands in no bracket of the pseudo-language.

    >>> outside("12 ⟦ä ⟦b⟧ c⟧ & ⟦d⟧ x")
    '12  &  x'
    """
    found, depth = [], 0
    for letter in text:
        depth -= letter == "⟧"
        if not depth and letter != "⟧":
            found.append(letter if letter != "⟦" else "")
        depth += letter == "⟦"
    return "".join(found)


def assert_said(texts: Iterable[str], known: Iterable[str] = ()) -> None:
    """Each of these is wholly in the pseudo-language."""
    known = tuple(known)
    found = 0
    for text in texts:
        assert "⟦" in text, text
        assert not plain(text, known), (plain(text, known), text)
        assert not any(letter.isascii() and letter.isalpha() for letter in _bare(outside(text), known)), text
        found += 1
    assert found


def _without(text: str, known: Iterable[str]) -> str:
    """The text without whole phrases, then without ids, in which a name may happen to stand, then without names."""
    longest_first = sorted(known, key=len, reverse=True)
    for one in longest_first:
        text = text.replace(one, " ") if " " in one else text
    text = _ID.sub(" ", text)
    for one in longest_first:
        text = text.replace(one, " ")
    return text


def _bare(text: str, known: tuple[str, ...]) -> str:
    text = _without(text, known)
    return _NOTATION.sub(" ", text)
