"""RULES 1: the faces, what they are called, and how many of each a set holds."""

import copy
import pickle
from collections import Counter

import pytest

from mjcompanion.core.tiles import (
    ALL_TILES,
    ANY_FLOWER,
    DRAGON_TILES,
    FACES,
    FLOWER_TILES,
    JOKER,
    PLAIN_TILES,
    WIND_TILES,
    WORDS,
    Terms,
    Tile,
    TileKind,
    TileSet,
)


def tile(text):
    return Tile.parse(text)


@pytest.mark.parametrize("one", ALL_TILES, ids=str)
def test_every_tile_reads_back_from_what_it_writes(one):
    assert Tile.parse(str(one)) is one
    assert eval(repr(one), {"Tile": Tile}) is one
    assert pickle.loads(pickle.dumps(one)) is one
    assert copy.deepcopy(one) is one
    assert Tile(int(one)) is one


@pytest.mark.parametrize(
    "text", ["0m", "10m", "8z", "0z", "5f", "5y", "0f", "1M", "m1", "", "j", "f", "1", "JJ", " 1m"]
)
def test_what_is_no_tile(text):
    with pytest.raises(ValueError, match="isn’t a tile"):
        Tile.parse(text)


def test_each_face_belongs_to_one_family():
    def families(one):
        return (one.is_suited, one.is_wind, one.is_dragon, one.is_flower, one is JOKER, one is ANY_FLOWER)

    assert {sum(families(one)) for one in ALL_TILES} == {1}
    assert [one for one in ALL_TILES if one.is_honour] == [*WIND_TILES, *DRAGON_TILES]
    assert Counter(one.kind for one in FACES) == {
        TileKind.CHARACTERS: 9,
        TileKind.DOTS: 9,
        TileKind.BAMBOOS: 9,
        TileKind.WINDS: 4,
        TileKind.DRAGONS: 3,
        TileKind.FLOWERS: 4,
        TileKind.SEASONS: 4,
    }


@pytest.mark.parametrize(
    ("family", "word", "text", "one", "many"),
    [
        ("characters", "craks", "2m", "2 crak", "2 craks"),
        ("characters", "wan", "2m", "2 wan", "2 wan"),
        ("dots", "circles", "2p", "2 circle", "2 circles"),
        ("bamboos", "bams", "2s", "2 bam", "2 bams"),
        ("red", "chung", "7z", "chung", "chungs"),
        ("green", "fa", "6z", "fa", "fa"),
        ("white", "soap", "5z", "soap", "soaps"),
    ],
)
def test_suit_and_dragon_names_are_a_setting(family, word, text, one, many):
    words = Terms(**{family: word})
    assert (tile(text).name(words), tile(text).plural(words)) == (one, many)
    others = [other for other in ALL_TILES if other.name(words) != other.name()]
    assert {other.kind for other in others} == {tile(text).kind}


@pytest.mark.parametrize("name", ["name", "plural"])
def test_no_two_faces_share_a_name_whatever_the_words(name):
    for family, choices in WORDS.items():
        for word in choices:
            words = Terms(**{family: word})
            assert len({getattr(one, name)(words) for one in ALL_TILES}) == len(ALL_TILES)


@pytest.mark.parametrize(("size", "flowers", "jokers"), [(136, 0, 0), (144, 8, 0), (152, 8, 8)])
def test_how_many_tiles_a_set_has(size, flowers, jokers):
    counted = Counter(TileSet.of(size).tiles())
    assert counted.total() == size
    assert {counted[one] for one in PLAIN_TILES} == {4}
    assert sum(counted[one] for one in FLOWER_TILES) == flowers
    assert counted[JOKER] == jokers
    assert all(TileSet.of(size).copies(one) == counted[one] for one in (*FACES, JOKER))
    assert TileSet.of(size).copies(ANY_FLOWER) == jokers, "in the American set all flowers are alike"


@pytest.mark.parametrize("size", [0, 135, 143, 148, 160])
def test_there_are_no_other_sets(size):
    with pytest.raises(ValueError, match=f"no set of {size} tiles"):
        TileSet.of(size)
