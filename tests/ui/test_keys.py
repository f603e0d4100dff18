"""Typing tiles, key by key, with no window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mjcompanion.ui.parts.hand.keys import KEY_OF, KeyReader

from mjcompanion.hand import Meld
from mjcompanion.problems import NotationError
from mjcompanion.tiles import DRAGON_TILES, FACES, FLOWER_TILES, SUITED, WIND_TILES, Tile


def fed(reader, keys):
    """All that these keys make."""
    return [one for key in keys for one in reader.feed(key)]


def made(keys):
    return [str(one) for one in fed(KeyReader(), keys)]


class TestTiles:
    @pytest.mark.parametrize("tile", SUITED, ids=str)
    def test_numbers(self, tile):
        for letter in {"m": "cm", "p": "dp", "s": "bs"}[str(tile)[1]]:
            assert made(f"{tile.rank}{letter}") == [str(tile)]
            assert made(f"{tile.rank}{letter.upper()}") == [str(tile)]

    def test_winds_and_dragons(self):
        assert made("eswn") == [str(tile) for tile in WIND_TILES]
        assert made("ESWN") == [str(tile) for tile in WIND_TILES]
        assert made("0gr") == [str(tile) for tile in DRAGON_TILES]
        assert made("1234567z") == [f"{number}z" for number in range(1, 8)]

    def test_flowers(self):
        assert made("f1f2f3f4y1y2y3y4") == [str(tile) for tile in FLOWER_TILES]
        assert made("1f2f3f4f1y2y3y4y") == [str(tile) for tile in FLOWER_TILES]
        assert made("12f") == ["1f", "2f"]

    def test_several_digits(self):
        assert made("123456789b") == [f"{number}s" for number in range(1, 10)]
        assert made("33b") == ["3s", "3s"]

    def test_free_keys(self):
        assert made("1 b, 2b;\t3 3 b") == ["1s", "2s", "3s", "3s"]

    def test_s_after_a_number_is_no_south(self):
        assert made("1ss") == ["1s", "2z"]

    def test_unicode_tiles(self):
        assert made("🀙🀄") == ["1p", "7z"]

    def test_keys_of_their_own(self):
        assert {str(tile): key for tile, key in KEY_OF.items()} == {
            "1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "0", "6z": "G", "7z": "R",
        }  # fmt: skip
        assert all(made(key) == [str(tile)] for tile, key in KEY_OF.items())


class TestBrackets:
    @pytest.mark.parametrize(
        ("keys", "laid"), [("(345d)", "(345p)"), ("(rrr)", "(777z)"), ("[1111b]", "[1111s]"), ("(3d4d5d)", "(345p)")]
    )
    def test_make_a_set(self, keys, laid):
        reader = KeyReader()
        assert fed(reader, keys) == [Meld.parse(laid)]
        assert reader.text == ""

    def test_nothing_comes_before_the_bracket_closes(self):
        assert made("(345d") == []

    @pytest.mark.parametrize("keys", [")", "]", "(]", "[)", "(3", "()", "(3d", "((", "([", "3(", "f("])
    def test_what_does_not_fit(self, keys):
        reader = KeyReader()
        if keys == "(3" or keys == "(3d":
            keys += "]"
        fed(reader, keys[:-1])
        before = reader.text
        with pytest.raises(NotationError):
            reader.feed(keys[-1])
        assert reader.text == before


class TestWrongKeys:
    @pytest.mark.parametrize("key", ["x", "m", "b", "#", "ä", "²", "٣", "é", "\x00", "💥"])
    def test_alone(self, key):
        reader = KeyReader()
        with pytest.raises(NotationError) as caught:
            reader.feed(key)
        assert caught.value.problems[0].sentence().isprintable()
        assert reader.text == ""

    @pytest.mark.parametrize("key", ["x", "e", "w", "#", "²", "("])
    def test_after_a_number_it_waits_on(self, key):
        reader = KeyReader()
        reader.feed("3")
        with pytest.raises(NotationError):
            reader.feed(key)
        assert reader.text == "3"
        assert fed(reader, "b") == [Tile.parse("3s")]

    @pytest.mark.parametrize("keys", ["8z", "5f", "0f"[::-1], "f9", "fx", "y5", "10b", "30d"])
    def test_a_wrong_number_is_forgotten(self, keys):
        reader = KeyReader()
        fed(reader, keys[:-1])
        with pytest.raises(NotationError):
            reader.feed(keys[-1])
        assert reader.text == ""


class TestBackspace:
    def test_key_by_key(self):
        reader = KeyReader()
        fed(reader, "(3d45")
        texts = [reader.text]
        while reader.backspace():
            texts.append(reader.text)
        assert texts == ["(3p45", "(3p4", "(3p", "(", ""]

    def test_nothing_to_forget(self):
        assert not KeyReader().backspace()

    def test_clear(self):
        reader = KeyReader()
        fed(reader, "[1b22")
        reader.clear()
        assert reader.text == ""
        assert fed(reader, "e") == [Tile.parse("1z")]


class TestAnything:
    @given(st.text(max_size=40) | st.text(alphabet="123456789bdceswnrgfyz0()[] ", max_size=60))
    def test_only_ever_a_sentence(self, keys):
        reader = KeyReader()
        for key in keys:
            try:
                for one in reader.feed(key):
                    assert isinstance(one, (Tile, Meld))
            except NotationError as error:
                assert error.problems[0].sentence()
        while reader.backspace():
            pass
        assert reader.text == ""

    @given(st.lists(st.sampled_from(FACES), max_size=20))
    def test_what_is_written_can_be_typed(self, tiles):
        assert fed(KeyReader(), "".join(map(str, tiles))) == tiles
