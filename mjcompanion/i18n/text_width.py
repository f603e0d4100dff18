"""Chinese, Japanese and Korean text among other letters: the width of a text, and where a line may end.

Chinese characters are as wide as two other letters in a terminal, and no spaces separate words. A line may end between
any two characters, but it doesn't begin with closing punctuation or end with opening punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from unicodedata import east_asian_width

FIRST_CJK: Final = "\u2e80"
"""The first CJK character."""
_CJK_RANGES: Final = (
    ("\u2e80", "\ua4cf"),
    ("\uac00", "\ud7a3"),
    ("\uf900", "\ufaff"),
    ("\ufe30", "\ufe4f"),
    ("\uff00", "\uffef"),
    ("\U00020000", "\U0003ffff"),
)
_NOT_FIRST: Final = frozenset("\N{NO-BREAK SPACE}、。，．：；？！）」』】》〉〕］｝”’…—·％℃ー々～,.:;?!)]}%")
"""Characters that don't begin a line."""
_NOT_LAST: Final = frozenset("（「『【《〈〔［｛“‘＃￥([{#$£€")
"""Characters that don't end a line."""


def is_cjk(letter: str) -> bool:
    """Return whether a letter is a CJK character.

    >>> is_cjk("风"), is_cjk("。"), is_cjk("A"), is_cjk("")
    (True, True, False, False)
    """
    return letter >= FIRST_CJK and any(first <= letter <= last for first, last in _CJK_RANGES)


def has_cjk(text: str) -> bool:
    """Return whether a text has a CJK character.

    >>> has_cjk("3 dot"), has_cjk("3 筒")
    (False, True)
    """
    return not text.isascii() and any(map(is_cjk, text))


def breakable_pieces(word: str) -> list[str]:
    """Split a word into the pieces between which a line may end.

    >>> breakable_pieces("东风（East）2番。")
    ['东', '风', '（East）', '2', '番。']
    """
    pieces: list[str] = []
    before = ""
    for letter in word:
        parts = (is_cjk(letter) or is_cjk(before)) and letter not in _NOT_FIRST and before not in _NOT_LAST
        if pieces and not parts:
            pieces[-1] += letter
        else:
            pieces.append(letter)
        before = letter
    return pieces


def join_lines(parts: Iterable[str]) -> str:
    """Join sentences, or lines of one text, with spaces where the language has them.

    >>> join_lines(["Pung of red", "dragons"]), join_lines(["明刻", "中"])
    ('Pung of red dragons', '明刻中')
    >>> join_lines(["Ann sits out.", "李四 is East."])
    'Ann sits out. 李四 is East.'
    """
    text = ""
    for part in parts:
        close = not text or is_cjk(text[-1]) or (is_cjk(part[:1]) and text[-1] not in ".!?")
        text += part if close else f" {part}"
    return text


def display_width(text: str) -> int:
    """Return the columns of a terminal that a text takes.

    >>> display_width("East"), display_width("东风")
    (4, 4)
    """
    return len(text) if text.isascii() else sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def wrap(text: str, width: int) -> Iterator[str]:
    """Wrap a text to a width in columns of a terminal; a wider word has a line of its own.

    No line ends at a no-break space.

    >>> list(wrap("每组3张牌。East wins.", 10))
    ['每组3张', '牌。East', 'wins.']
    """
    line = ""
    for word in re.split(r"[^\S\xa0]+", text.strip()):
        between = " " if line else ""
        for piece in breakable_pieces(word):
            if line and display_width(line + between + piece) > width:
                yield line
                line = piece
            else:
                line += between + piece
            between = ""
    if line:
        yield line
