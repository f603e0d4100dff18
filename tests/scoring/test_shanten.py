"""How far from Mah Jongg: held against another program, against trying everything, and against itself."""

import random
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from mjcompanion.core.hand import UNITS, Hand
from mjcompanion.core.tiles import PLAIN_TILES, Tile
from mjcompanion.scoring.shanten import away, best_discards, improving, tiles_in
from tests.sample import often
from tests.scoring import shanten_brute as brute


def key_of(counts):
    return sum(count * UNITS[tile] for tile, count in enumerate(counts))


def laid_key(laid):
    return sum(UNITS[tile] for one in laid for tile in one)


# --- known hands


def test_any_number_of_tiles():
    assert away(0) == 14
    assert [away(0, sets) for sets in range(5)] == [14, 11, 8, 5, 2]
    assert away(key_of([4] * 34)) == 0
    assert away(Hand.parse("1m").key) == 13


@pytest.mark.parametrize("key", [5, 5 << 16, 5 << 36 + 32, 5 << 108, 5 << 132])
def test_five_of_a_tile_are_refused(key):
    with pytest.raises(ValueError, match="more than four"):
        away(key)
    with pytest.raises(ValueError, match="more than four"):
        improving(key - key // 5, 1, 2 * key // 5)


# --- another program


@pytest.mark.parametrize(("faces", "hands"), [(34, 4_000), (18, 3_000), (9, 3_000)])
@pytest.mark.parametrize("size", [13, 14])
def test_another_program_agrees(size, faces, hands):
    rng = random.Random(faces + size)
    theirs = Shanten()
    for _ in range(often(hands, hands // 6)):
        counts, _ = brute.random_hand(rng, size, 0, faces)
        far = theirs.calculate_shanten(counts, use_chiitoitsu=False, use_kokushi=False) + 1
        assert away(key_of(counts)) == far, counts


# --- trying everything


def hands_with_sets(seed, count):
    rng = random.Random(seed)
    for at in range(count):
        yield brute.random_hand(rng, 13 + at % 2, at % 4 + 1, (34, 9, 12, 18)[at // 4 % 4])


def test_trying_everything_agrees():
    bound = 0
    for hand, laid in hands_with_sets(1, 1_600):
        key, sets, lying = key_of(hand), len(laid), laid_key(laid)
        far = away(key, sets, lying)
        assert far == brute.away(hand, laid), (hand, laid)
        bound += far != away(key, sets)
    assert bound >= 40  # what is laid out made a difference


def test_improving_tiles_are_just_those_whose_addition_lowers_it():
    for hand, laid in hands_with_sets(3, often(100, 32)):
        sets, lying = len(laid), laid_key(laid)
        used = [count + sum(one.count(tile) for one in laid) for tile, count in enumerate(hand)]
        far = brute.away(hand, laid)
        found = []
        for tile in range(34):
            if used[tile] < 4:
                hand[tile] += 1
                if brute.away(hand, laid) < far:
                    found.append(Tile(tile))
                hand[tile] -= 1
        assert list(improving(key_of(hand), sets, lying)) == found, (hand, laid)


# --- itself


@st.composite
def dealt(draw, size):
    """A hand as its counts and the sets laid out."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    return brute.random_hand(rng, size, draw(st.integers(0, 4)), draw(st.sampled_from([9, 12, 18, 27, 34])))


@given(dealt(14), st.integers(0, 2**32))
def test_every_discard_is_what_away_and_improving_say(held, seed):
    hand, laid = held
    key, sets, lying = key_of(hand), len(laid), laid_key(laid)
    rng = random.Random(seed)
    unseen = [rng.randint(0, 4 - ((key + lying) >> 4 * tile & 15)) for tile in PLAIN_TILES]
    choices = best_discards(key, sets, lying, unseen)
    assert sorted(tile for tile, *_ in choices) == [tile for tile, count in enumerate(hand) if count]
    for tile, far, count, bits in choices:
        left = key - UNITS[tile]
        assert type(tile) is Tile
        assert far == away(left, sets, lying)
        assert tiles_in(bits) == improving(left, sets, lying)
        assert count == sum(unseen[other] for other in tiles_in(bits))
    ranks = [(far, -count) for _, far, count, _ in choices]
    assert ranks == sorted(ranks)
    far = away(key, sets, lying)
    assert choices[0][1] == max(far, 1)


def test_equal_discards_go_honours_first_then_from_the_ends_of_a_suit():
    hand = Hand.parse("111p 222p 333p 1m 5m 8m 5s 7z")
    choices = best_discards(hand.key, 0, 0, [0] * 34)
    order = [str(tile) for tile, far, _, _ in choices if far == choices[0][1]]
    assert order == sorted(order, key=["7z", "1m", "8m", "5m", "5s"].index)
    assert order[0] == "7z"


# --- the tables


def answers(hands):
    return [best_discards(key_of(hand), len(laid), laid_key(laid), [1] * 34) for hand, laid in hands]


def in_two_threads(hands):
    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(answers, (hands, hands[::-1])))


def test_two_threads_find_the_same_as_one():
    rng = random.Random(10)
    hands = [brute.random_hand(rng, 14, at % 4, 18) for at in range(200)]
    with ProcessPoolExecutor(1, get_context("spawn")) as other:  # where no row has a number yet
        one, two = other.submit(in_two_threads, hands).result()
    assert one == two[::-1] == answers(hands)
