"""Random tiles, hands and requests for property tests."""

import random

from hypothesis import strategies as st

from mjcompanion.core.hand import Hand, Meld
from mjcompanion.core.tiles import ALL_TILES, FACES, FLOWER_TILES, WORDS, Terms
from tests.brute import random_request

tiles = st.sampled_from(ALL_TILES)
faces = st.sampled_from(FACES)
terms = st.builds(Terms, **{family: st.sampled_from(tuple(choices)) for family, choices in WORDS.items()})

in_hand = st.sampled_from([tile for tile in ALL_TILES if not tile.is_flower])
melds = st.builds(
    lambda some, concealed: Meld(tuple(some), concealed),
    st.lists(tiles, min_size=1, max_size=5),
    st.booleans(),
)
any_hands = st.builds(
    lambda concealed, laid, flowers: Hand(tuple(concealed), tuple(laid), tuple(flowers)),
    st.lists(in_hand, max_size=14),
    st.lists(melds, max_size=4),
    st.lists(st.sampled_from(FLOWER_TILES), max_size=8),
)
"""Hands as anybody might write them, most of them wrong."""


def requests(rules: str | None = None) -> st.SearchStrategy[dict]:
    """Requests for hands that can be scored: winners, losers and options of all sorts."""
    return st.integers(0, 2**32).map(lambda seed: random_request(random.Random(seed), rules))


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**60), 10**60)
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(["traditional", "E", "1m", "draw", "123m 55p", "\ud800", "", "\x00", "9" * 5000]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
"""Anything that JSON can hold, and some that it can’t."""
