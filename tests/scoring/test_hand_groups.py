"""The groups in which a hand lies: a complete one in its sets, the winning tile at the end of its set."""

import random
from collections import Counter

import pytest

from mjcompanion.american.hand_groups import groups_of_sheet
from mjcompanion.american.request import Cards
from mjcompanion.american.request import score_request as score_american_request
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand, MeldKind
from mjcompanion.core.tiles import Tile
from mjcompanion.scoring.hand_groups import groups_as_laid
from mjcompanion.scoring.request import score_request
from tests.brute import random_request
from tests.kinds import CHINESE


def texts(groups):
    return [group.text for group in groups]


def test_an_unfinished_hand_lies_as_it_is():
    groups = groups_as_laid(Hand.parse("99s 123m (777z) [1111s] 1f 3y"))
    assert texts(groups) == ["123m99s", "(777z)", "[1111s]", "1f3y"]
    assert groups[2].faces == (Tile.parse("1s"), None, None, Tile.parse("1s"))
    assert [group.laid for group in groups] == [False, True, True, True]


@pytest.mark.parametrize(
    ("hand", "rules", "tile", "sets", "won"),
    [
        ("456p 99s 999m (777z) [1111s] 1f", "traditional", "9s", ["456p", "999m", "99s", "(777z)", "[1111s]", "1f"], 2),
        ("456p 99s 999m (777z) [1111s] 1f", "traditional", "4p", ["456p", "999m", "99s", "(777z)", "[1111s]", "1f"], 0),
        ("19m19p19s1234567z7z", "british", "7z", ["19m", "19p", "19s", "1234z", "5677z"], 4),
        ("11z22z11s99m55z66z77z", "british", "5z", ["99m", "11s", "11z", "22z", "55z", "66z", "77z"], 4),
    ],
)
def test_a_complete_hand_lies_in_sets(hand, rules, tile, sets, won):
    win = {"tile": tile, "by": "draw"}
    groups = groups_of_sheet(score_request({"rules": rules, "hand": hand, "win": win}))
    assert texts(groups) == sets
    assert [at for at, group in enumerate(groups) if group.won >= 0] == [won]
    assert groups[won].tiles[groups[won].won] is Tile.parse(tile)
    assert groups[won].won == len(groups[won].tiles) - 1


@pytest.mark.parametrize("rules", CHINESE, ids=str)
def test_every_tile_of_any_hand_lies_somewhere(rules):
    seen = 0
    for seed in range(60):
        try:
            sheet = score_request(random_request(random.Random(seed), rules))
        except RuleError:
            continue
        seen += 1
        groups = groups_of_sheet(sheet)
        assert Counter(tile for group in groups for tile in group.tiles) == Counter(sheet.hand.tiles)
        assert sum(group.won >= 0 for group in groups) <= 1
        assert Hand.parse(" ".join(texts(groups))) == sheet.hand
        sets = [group.meld for group in groups if group.meld is not None and group.meld.kind is not MeldKind.ODD]
        assert len(sets) <= 7
    assert seen >= 5


def test_an_american_hand_lies_in_the_groups_of_its_line():
    request = {"card": "companion", "rules": "kemp-american", "hand": "FFF 2m5z2m6m (222p) 66JJp"}
    sheet = score_american_request({**request, "win": {"tile": "6m", "by": "draw"}}, Cards())
    groups = groups_of_sheet(sheet)
    assert texts(groups) == ["FFF", "2m5z2m6m", "(222p)", "66JJp"]
    assert [group.won for group in groups] == [-1, 3, -1, -1]
    assert [group.exposed for group in groups] == [False, False, True, False]
