"""Chinese among other letters, on paper and in a terminal: where a line may end, and how much room a text takes.

Chinese letters stand in squares, each as wide as two others in a terminal, with no spaces between words: a line may end
between any two of them, but no line begins with a sign that closes or ends with one that opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from unicodedata import east_asian_width

WIDE: Final = "\u2e80"
"""Before this letter there is none that stands in a square."""
_SQUARES: Final = (
    ("\u2e80", "\ua4cf"),
    ("\uac00", "\ud7a3"),
    ("\uf900", "\ufaff"),
    ("\ufe30", "\ufe4f"),
    ("\uff00", "\uffef"),
    ("\U00020000", "\U0003ffff"),
)
_NO_BEGIN: Final = frozenset("、。，．：；？！）」』】》〉〕］｝”’…—·％℃ー々～,.:;?!)]}%")
"""What can't begin a line: it stays with the letter before it."""
_NO_END: Final = frozenset("（「『【《〈〔［｛“‘＃￥([{#$£€")
"""What can't end a line."""


def is_cjk(letter: str) -> bool:
    """Whether a letter is Chinese, or another of those that stand in squares and want no spaces between words.

    >>> is_cjk("风"), is_cjk("。"), is_cjk("A"), is_cjk("")
    (True, True, False, False)
    """
    return letter >= WIDE and any(first <= letter <= last for first, last in _SQUARES)


def has_cjk(text: str) -> bool:
    """Whether there is any such letter in a text.

    >>> has_cjk("3 dot"), has_cjk("3 筒")
    (False, True)
    """
    return not text.isascii() and any(map(is_cjk, text))


def breakable_pieces(word: str) -> list[str]:
    """A word in the pieces between which a line may end: Chinese anywhere, but not before a sign that closes.

    >>> breakable_pieces("东风（East）2番。")
    ['东', '风', '（East）', '2', '番。']
    """
    pieces: list[str] = []
    before = ""
    for letter in word:
        parts = (is_cjk(letter) or is_cjk(before)) and letter not in _NO_BEGIN and before not in _NO_END
        if pieces and not parts:
            pieces[-1] += letter
        else:
            pieces.append(letter)
        before = letter
    return pieces


def join_lines(parts: Iterable[str]) -> str:
    """Sentences, or lines of one text, as a text: with spaces between them where the language has some.

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
    """How many columns of a terminal a text takes.

    >>> display_width("East"), display_width("东风")
    (4, 4)
    """
    return len(text) if text.isascii() else sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def wrap(text: str, width: int) -> Iterator[str]:
    """A text in lines of so many columns of a terminal; what is wider by itself has a line of its own.

    >>> list(wrap("每组3张牌。East wins.", 10))
    ['每组3张', '牌。East', 'wins.']
    """
    line = ""
    for word in text.split():
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
