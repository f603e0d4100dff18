"""Words that are typed find things by the beginnings of theirs, a slip by the nearest word."""

import pytest

from mjcompanion.parsing.word_match import Matches, Names, find

THINGS = [
    Names("Score"),
    Names("Score this hand"),
    Names("Theme: Dark", ("colours",)),
    Names("Text size", ("font, letters",)),
    Names("设置", ("Settings",)),
    Names("文字更大"),
]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("score", (0, 1)),
        ("this sc", (1,)),
        ("SIZE of the text", (3,)),
        ("thème", (2,)),
        ("letters", (3,)),
        ("设置", (4,)),
        ("文大", (5,)),
        ("settings", (4,)),
        ("score dark", ()),
        ("", ()),
    ],
)
def test_words_find_by_their_beginnings(text, places):
    assert find(text, THINGS).places == places


@pytest.mark.parametrize(("slip", "meant", "place"), [("scroe", "score", 0), ("colurs", "colours", 2)])
def test_a_slip_is_taken_for_the_nearest_word(slip, meant, place):
    found = find(slip, THINGS)
    assert found.slips == ((slip, meant),)
    assert found.places[0] == place


def test_what_is_like_nothing_finds_nothing():
    assert find("xqzzt", THINGS) == Matches(slips=(("xqzzt", ""),))
