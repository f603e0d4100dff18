"""RULES 1: sets, whole hands, and how the last tile came."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcompanion.core.errors import NotationError
from mjcompanion.core.hand import ALL_MELDS, Hand, Meld, MeldKind, meld
from mjcompanion.core.tiles import FLOWER_TILES, PLAIN_TILES
from tests.strategies import any_hands, melds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("(321m)", MeldKind.CHOW),
        ("[1111s]", MeldKind.KONG),
        ("(4444z)", MeldKind.KONG),
        ("55p", MeldKind.PAIR),
        ("(1234m)", MeldKind.ODD),
        ("(11111m)", MeldKind.ODD),
        ("(1m)", MeldKind.ODD),
        ("(JJJ)", MeldKind.ODD),
        ("(FFFF)", MeldKind.ODD),
    ],
)
def test_what_a_set_is(text, kind):
    assert Meld.parse(text).kind is kind


def test_there_are_123_sets_and_pairs_each_concealed_and_exposed():
    assert len({(one.tiles, one.concealed) for one in ALL_MELDS}) == 246
    assert [one.code for one in ALL_MELDS] == list(range(246))
    assert all(one.concealed is (one.code % 2 == 0) for one in ALL_MELDS)
    kinds = [one.kind for one in ALL_MELDS if one.concealed]
    assert [kinds.count(kind) for kind in MeldKind] == [21, 34, 34, 34, 0]


def test_every_three_tiles_are_classified_as_the_rules_say():
    for some in itertools.combinations_with_replacement(PLAIN_TILES, 3):
        ranks = [tile.rank for tile in some]
        if len(set(some)) == 1:
            kind = MeldKind.PUNG
        elif some[0].is_suited and len({tile.kind for tile in some}) == 1 and ranks[0] + 2 == ranks[1] + 1 == ranks[2]:
            kind = MeldKind.CHOW
        else:
            kind = MeldKind.ODD
        assert meld(some, concealed=False).kind is kind, some


@given(melds)
def test_a_set_reads_back_from_what_it_writes(one):
    read = Meld.parse(str(one))
    assert read.tiles == one.tiles
    assert read.concealed is one.concealed
    assert eval(repr(one), {"Meld": Meld}) == one


@given(melds, st.booleans())
def test_turning_a_set_keeps_its_tiles(one, concealed):
    turned = one.turned(concealed=concealed)
    assert (turned.tiles, turned.kind, turned.concealed) == (one.tiles, one.kind, concealed)
    assert turned.turned(concealed=one.concealed) == one


@pytest.mark.parametrize("text", ["", "(123m)(456m)", "1m (2m)"])
def test_one_set_is_one_set(text):
    with pytest.raises(NotationError, match="isn’t a set"):
        Meld.parse(text)


@given(any_hands, st.randoms())
def test_a_hand_is_its_tiles_in_any_order(hand, chance):
    def mixed(some):
        return tuple(chance.sample(some, len(some)))

    laid = [Meld(mixed(one.tiles), one.concealed) for one in mixed(hand.melds)]
    other = Hand(mixed(hand.concealed), tuple(laid), mixed(hand.flowers))
    assert other == hand
    assert hash(other) == hash(hand)
    assert str(other) == str(hand)


@given(any_hands)
def test_a_hand_counts_its_tiles(hand):
    laid = [tile for one in hand.melds for tile in one.tiles]
    assert sorted(hand.tiles) == sorted([*hand.concealed, *laid, *hand.flowers])
    assert hand.kongs == sum(one.kind is MeldKind.KONG for one in hand.melds)
    assert hand.size == len(hand.concealed) + len(laid) - hand.kongs
    assert {FLOWER_TILES[at] for at in range(8) if hand.flower_bits >> at & 1} == set(hand.flowers)


@given(any_hands)
def test_keys_count_the_plain_tiles_four_bits_each(hand):
    laid = [tile for one in hand.melds for tile in one.tiles]
    for key, some in ((hand.key, list(hand.concealed)), (hand.total, [*hand.concealed, *laid])):
        assert key == sum(some.count(tile) * 16**tile for tile in PLAIN_TILES)


def test_flowers_stand_anywhere_outside_brackets():
    assert Hand.parse("1f 123m 2y 55p 3f") == Hand.parse("123m55p 13f2y")
    assert Hand.parse("123m (1f2f)").flowers == ()
