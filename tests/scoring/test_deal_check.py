"""Hands of one deal share one set of tiles."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.hand import Hand
from mjcompanion.scoring.deal_check import shared_tiles
from tests.strategies import any_hands

WON, LOST = "123p 456p (777z) 99s 777m", "(777z) 1f 123p 456p 99s 77m"


def told(*hands):
    return [one.sentence() for one in shared_tiles([(name, Hand.parse(text)) for name, text in hands])]


def test_a_fifth_and_sixth():
    assert told(("Dora", WON), ("Chuck", LOST)) == [
        "A fifth 7 character: Dora and Chuck.",
        "A fifth and sixth red dragon: Dora and Chuck.",
    ]
    assert told(("Dora", WON), ("Chuck", "55z")) == []
    assert told(("A", "1f"), ("B", "1f 2f")) == ["More than one plum: A and B."]
    three = told(("A", "77z"), ("B", "777z"), ("C", "7z"), ("D", "7z"))
    assert three == ["A fifth, sixth and seventh red dragon: A, B, C and D."]


@given(st.lists(any_hands, min_size=2, max_size=4))
def test_every_face_that_several_have_too_often(hands):
    found = {one.tile for one in shared_tiles([(str(at), hand) for at, hand in enumerate(hands)])}
    count = Counter(tile for hand in hands for tile in hand.tiles)
    holders = Counter(tile for hand in hands for tile in set(hand.tiles))
    most = lambda tile: 1 if tile.is_flower else 4  # noqa: E731
    wanted = {tile for tile in count if count[tile] > most(tile) and holders[tile] > 1 and str(tile) not in "FJ"}
    assert found == wanted
