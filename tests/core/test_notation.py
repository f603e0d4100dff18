"""RULES 1, text notation: what is read, what is written, and what is said about the rest."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mjcompanion.core.errors import NotationError
from mjcompanion.core.hand import Hand
from mjcompanion.core.notation import LONGEST, NotationStyle, read_groups, read_tile, read_tiles, write
from mjcompanion.core.tiles import ALL_TILES, ANY_FLOWER, FACES, WORDS, Terms, Tile
from tests.effort import effort
from tests.sample import often
from tests.strategies import any_hands, terms, tiles


def plain(text):
    """The tiles of a text, one by one, brackets kept."""
    shown = []
    for group in read_groups(text):
        inside = " ".join(str(tile) for tile in group.tiles)
        shown.append(f"{group.bracket}{inside}{ {'(': ')', '[': ']', '': ''}[group.bracket] }")
    return " ".join(shown)


def problem(text):
    with pytest.raises(NotationError) as caught:
        read_groups(text)
    return caught.value.problems[0]


# --- MPSZ ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m", "1m 2m 3m"),
        ("1234567z", "1z 2z 3z 4z 5z 6z 7z"),
        ("1234f1234y", "1f 2f 3f 4f 1y 2y 3y 4y"),
        ("1f 3y", "1f 3y"),
        ("J", "J"),
        ("F", "F"),
        ("1mJ", "1m J"),
        ("J1m", "J 1m"),
        ("1m2p3s", "1m 2p 3s"),
        ("", ""),
        ("1m(2m)3m", "1m (2m) 3m"),
        ("( 7 7 7 z )[1111s]", "(7z 7z 7z) [1s 1s 1s 1s]"),
    ],
)
def test_digits_before_their_letter(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize("text", ["1 2 3 m 5 5p", "123m55p", " 1\t23m\n55\r\np ", "1\u00a023m 55p", "12 3m5 5 p"])
def test_spaces_are_free(text):
    assert plain(text) == "1m 2m 3m 5p 5p"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(22JJs)", {"(": "2s 2s J J"}),
        ("(2J2s)", {"(": "2s 2s J"}),
        ("(11JzJ)", {"(": "1z 1z J J"}),
        ("1JmF", {"": "1m J F"}),
        ("22JsJ", {"": "2s 2s J J"}),
        ("1Jm2Jp", {"": "1m 2p J J"}),
        ("1JmJF 2p", {"": "1m 2p J J F"}),
    ],
)
def test_a_joker_may_stand_among_the_digits(text, expected):
    found = {str(group.bracket): " ".join(str(tile) for tile in sorted(group.tiles)) for group in read_groups(text)}
    assert found == expected


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("0m", "no-such-number", 1),
        ("1m 406p", "no-such-number", 5),
        ("8z", "no-such-number", 1),
        ("123", "digits-without-letter", 1),
        ("1m, 23, 4p", "digits-without-letter", 5),
        ("1M", "digits-without-letter", 1),
        ("5\U0001f000", "digits-without-letter", 1),
        ("(m)", "letter-without-digits", 2),
        ("JFm", "letter-without-digits", 3),
        ("j", "unreadable", 1),
        ("1m\x00", "unreadable", 3),
        ("\u202e1m", "unreadable", 1),
        ("１m", "unreadable", 1),
        ("1m (23m", "bracket-not-closed", 4),
        ("(123m]", "bracket-not-closed", 1),
        ("123m)", "bracket-not-opened", 5),
        ("((123m))", "bracket-in-bracket", 2),
        ("(12m [3m])", "bracket-in-bracket", 6),
        ("()", "bracket-empty", 1),
    ],
)
def test_what_can_not_be_read_is_named_with_its_place(text, code, place):
    found = problem(text)
    assert (found.code, found.place) == (code, place)
    assert f"character {place}" in found.sentence()


@pytest.mark.parametrize("text", ["1m(2m)", "[1111m]", "(1m)"])
def test_loose_tiles_stand_in_no_brackets(text):
    with pytest.raises(NotationError):
        read_tiles(text)


@pytest.mark.parametrize("text", ["", "1m2m", "11m", "1m,2p", "east west"])
def test_one_tile_is_one_tile(text):
    with pytest.raises(NotationError, match="should be one tile"):
        read_tile(text)


# --- Unicode ---------------------------------------------------------------------------------------------

OFFICIAL = {"CHARACTERS": "m", "CIRCLES": "p", "BAMBOOS": "s"}
OFFICIAL_NUMBERS = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
OFFICIAL_NAMES = {
    "EAST WIND": "1z", "SOUTH WIND": "2z", "WEST WIND": "3z", "NORTH WIND": "4z",
    "WHITE DRAGON": "5z", "GREEN DRAGON": "6z", "RED DRAGON": "7z",
    "PLUM": "1f", "ORCHID": "2f", "CHRYSANTHEMUM": "3f", "BAMBOO": "4f",
    "SPRING": "1y", "SUMMER": "2y", "AUTUMN": "3y", "WINTER": "4y", "JOKER": "J",
} | {
    f"{number} OF {suit}": f"{at}{letter}" for suit, letter in OFFICIAL.items()
    for at, number in enumerate(OFFICIAL_NUMBERS, 1)
}  # fmt: skip


@pytest.mark.parametrize("code", range(0x1F000, 0x1F02B))
def test_unicode_tiles_are_read_as_the_standard_names_them(code):
    letter = chr(code)
    text = OFFICIAL_NAMES[unicodedata.name(letter).removeprefix("MAHJONG TILE ")]
    assert str(read_tile(letter)) == text
    assert write([Tile.parse(text)], NotationStyle.UNICODE) == letter


def test_unicode_mixes_with_everything_else():
    assert plain("\U0001f007\ufe0e\U0001f008\ufe0f (\U0001f004\U0001f004\U0001f004) 5s") == "1m 2m (7z 7z 7z) 5s"


# --- plain names -----------------------------------------------------------------------------------------

CASES = [str.lower, str.upper, str.title, str.capitalize, lambda name: name.title().swapcase()]


@pytest.mark.parametrize("family", WORDS)
@pytest.mark.parametrize("separator", [", ", " ", ",", "; ", "\n", ",,  "])
def test_every_word_that_tables_use_is_read_in_any_case(family, separator):
    for word in WORDS[family]:
        words = Terms(**{family: word})
        for change in CASES:
            for called in (Tile.name, Tile.plural):
                text = separator.join(change(called(tile, words)) for tile in ALL_TILES)
                assert read_tiles(text) == ALL_TILES, text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 bam", "5s"),
        ("5bam", "5s"),
        ("red dragon", "7z"),
        ("NORTH WINDS", "4z"),
        ("Flower 4, Season 1", "4f 1y"),
        ("any flower", "F"),
        ("flower flower 2", "F 2f"),
        ("flower, 2 bams", "F 2s"),
        ("flower 2 bams", "F 2s"),
        ("5 bamboo, bamboo flower", "5s 4f"),
        ("fall", "3y"),
        ("Jokers", "J"),
        ("po bai", "5z 5z"),
        ("fa chung", "6z 7z"),
        ("one two three characters", "1m 2m 3m"),
        ("123 bams", "1s 2s 3s"),
        ("3 crack 3 chars", "3m 3m"),
        ("3 c 3 D 3b", "3m 3p 3s"),
        ("(red, red, red)", "(7z 7z 7z)"),
        ("[1 bam, 1 bam, 1 bam, 1 bam]", "[1s 1s 1s 1s]"),
        ("5 bam 123m \U0001f000", "5s 1m 2m 3m 1z"),
    ],
)
def test_plain_names(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("5 bam, 3 pies", "digits-without-letter", 8),
        ("flower 5", "no-such-number", 8),
        ("season 0", "no-such-number", 8),
        ("purple dragon", "unreadable", 1),
        ("red wind", "unreadable", 5),
        ("dragon", "unreadable", 1),
        ("five", "digits-without-letter", 1),
        ("0 bam", "no-such-number", 1),
    ],
)
def test_names_that_are_none(text, code, place):
    found = problem(text)
    assert (found.code, found.place) == (code, place)


# --- round trips -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", NotationStyle)
@settings(max_examples=often(250, 50))
@given(hand=any_hands, words=terms)
@example(hand=Hand((Tile.parse("1m"), Tile.parse("J"), ANY_FLOWER)), words=Terms())
def test_what_is_written_reads_back_as_the_same_hand(style, hand, words):
    assert Hand.parse(hand.write(style, words)) == hand


@pytest.mark.parametrize("style", NotationStyle)
@settings(max_examples=often(150, 40))
@given(some=st.lists(tiles, max_size=20), words=terms)
def test_tiles_in_any_order_read_back(style, some, words):
    assert sorted(read_tiles(write(some, style, words))) == sorted(some)


def test_tiles_without_jokers_read_back_in_their_order():
    backwards = FACES[::-1]
    for style in NotationStyle:
        assert read_tiles(write(backwards, style)) == backwards


# --- garbage ---------------------------------------------------------------------------------------------

_PIECES = [*"0123456789mpszfyJFjfMq()[] ,;\n\t\x00\x7f", "\U0001f000", "\U0001f02b", " bam ", "flower ", "é"]
SOUP = st.lists(st.sampled_from(_PIECES)).map("".join)


@settings(max_examples=often(400, 80))
@given(SOUP | st.text() | st.binary(max_size=60).map(lambda raw: raw.decode("utf-8", "surrogateescape")))
def test_garbage_gets_one_sentence(text):
    try:
        read_groups(text)
    except NotationError as error:
        sentence = str(error)
        assert sentence.endswith(".")
        assert sentence.isprintable()
        assert len(sentence) < 200
        assert 0 <= error.problems[0].place <= len(text)


@pytest.mark.parametrize(
    "piece", ["1", "1m", "(", "()", "(1m)", "J", "m", "flower ", "flower 1", "\x00", "\U0001f000", " "]
)
@pytest.mark.parametrize("length", [LONGEST, 1_000_000])
def test_a_long_text_is_answered_at_once(piece, length):
    text = (piece * (length // len(piece) + 1))[:length]
    with effort(1):
        try:
            read_groups(text)
        except NotationError as error:
            assert len(str(error)) < 200
        else:
            assert length == LONGEST


def test_too_long_says_how_long_and_what_is_enough():
    found = problem("1m" * 500_000)
    assert (found.code, found.count, found.limit) == ("too-long", 1_000_000, 2_000)
    assert len(read_groups("1m" * (LONGEST // 2))[0].tiles) == LONGEST // 2
