"""Text from people and files in sentences: on one line, bounded, and what is wrong with it in our words."""

import msgspec
import pytest

from mjcompanion.core.errors import SENTENCES, Problem
from mjcompanion.core.sanitize import one_line, why_unread
from mjcompanion.table.words import brief


def test_a_name_is_one_line():
    assert one_line("  a\tb\r\nc\u2028d\x00e\ud800f ") == "a b c d ef"
    assert one_line("👩‍👩‍👧") == "👩‍👩‍👧"
    assert brief("Ann\u202e won\x1b[31m") == "Ann won [31m"


def test_a_sentence_is_bounded_and_one_line():
    long = "\x1b]0;<img src='file:/x'>\u202e\n" * 1_000
    for code in SENTENCES:
        said = Problem(code, text=long, why=long).sentence()
        assert len(said) < 1_500, code
        assert not {"\x1b", "\n", "\u202e"} & set(said), code


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    within: "list[Wanted]" = []


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"{", "it ends too soon"),
        (b'{"name": }', "it can’t be read from byte 9 on"),
        (b"\xcc", "it can’t be read from byte 0 on"),
        (b'{"name": "\xcc\xcc"}', "its text isn’t in UTF-8"),
        (b"[1]", "it must be an object"),
        (b"{}", "“name” is missing"),
        (b"1e400", "a number in it is too large"),
        (b'{"name": 3}', "“name” must be a text"),
        (b'{"name": "a", "within": [{}]}', "“within[0].name” is missing"),
        (b'{"name": "a", "%s": 1}' % (b"x" * 9_000), f"“{'x' * 39}…” isn’t known"),
        (b'{"name": "a", "within": [' * 9_000, "it is nested too deeply"),
    ],
)
def test_what_is_no_json_is_told_in_our_words(written, said):
    with pytest.raises((msgspec.MsgspecError, UnicodeDecodeError, RecursionError)) as caught:
        msgspec.json.decode(written, type=Wanted)
    assert why_unread(caught.value) == said
