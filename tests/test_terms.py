"""One word for each thing, and habits that stay broken, in the English texts of the program and of the handbook."""

import re
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

from tools import write_words

HANDBOOK = Path(__file__).parents[1] / "resources" / "handbook" / "en"
FIELD_OR_CODE = re.compile(r"\{[^{}]*\}|`[^`]*`|<[^<>]*>|(?<=\])\([^()]*\)")


class Term(NamedTuple):
    """A wrong word and a better one; texts that begin with one of `kept` may have it, for the reason given."""

    wrong: str
    better: str
    kept: tuple[str, ...] = ()
    reason: str = ""


TERMS = (
    Term(r"\w+'\w|\w+s' [a-z]", "a typographic apostrophe: ’"),
    Term("replacement tile", "loose tile"),
    Term("redeal|re-deal", "deal again"),
    Term(r"whoever\b", "the player who"),
    Term(r"oneself\b", "yourself"),
    Term(r"anew\b", "again"),
    Term("comes? into sight", "appears"),
    Term("here lies?", "here is"),
    Term(r"is told\b", "sees"),
    Term("say who|say where|say how", "a question: Who won?"),
    Term("basal", "base score"),
    Term(
        "no runs?|of a run",
        "chow",
        ("No runs", "For a concealed (C)", "South, West and North"),
        "Kemp's own words: on his form, and in his American game, which has no chows",
    ),
    Term(
        "sets? laid out",
        "exposed set",
        ("A hand complete", "A hand won on East"),
        "concealed kongs are meant as well",
    ),
    Term("go on passing|(?:play|game|player|you|session) goes? on", "continue"),
    Term(
        "begin|began|begun",
        "start",
        ("A line that begins", "{title}: a card"),
        "the first sign of a line in a file",
    ),
    Term(r"kept (?:in|as|under|here|beside)\b|(?<!-)kept\.", "saved"),
    Term("worth (?:less|half)|faan are worth|(?:this|every|american) hand is worth", "scores"),
)
PAGES = tuple(term for term in TERMS if not term.better.startswith("a question"))
"""Those that the handbook keeps to as well; only a label should be a question."""


def texts():
    """All English texts of the program."""
    with (write_words.FOLDER / "zh_CN.po").open("rb") as file:
        messages = read_po(file)
    return [
        text
        for message in messages
        if message.id
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    ]


def paragraphs():
    """All paragraphs of the handbook, with the file of each, without code."""
    for path in sorted(HANDBOOK.glob("*.md")):
        for text in re.sub(r"(?ms)^```.*?^```", "", path.read_text(encoding="utf-8")).split("\n\n"):
            if not text.startswith("    "):
                yield path.name, text


def wrong_in(text, terms=TERMS):
    """The terms that a text has wrong."""
    words = FIELD_OR_CODE.sub("{}", text)
    return [
        term for term in terms if re.search(rf"(?i)(?<!\w)(?:{term.wrong})", words) and not text.startswith(term.kept)
    ]


def test_texts_have_the_better_words():
    assert [(text, term.better) for text in texts() for term in wrong_in(text)] == []


def test_pages_of_the_handbook_have_them():
    assert [(name, text, term.better) for name, text in paragraphs() for term in wrong_in(text, PAGES)] == []
