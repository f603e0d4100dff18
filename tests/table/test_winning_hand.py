"""A hand that was won at a table, as people look at it."""

import pytest

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import HandItem, Number, PenaltyItem, Tiles
from mjcompanion.table.winning_hand import winning_hand
from tests.table.making import WINNERS, begun, hand, put

NAMES = ("Andy", "Brett", "Chuck", "Dave")


def by_tiles(table, text, tile, **facts):
    position = table.position
    seat = position.wind_of(1)
    tiles = Tiles(text, 0, seat, position.round, tile)
    scores = (Number(4), tiles, Number(4), Number(4))
    return HandItem(winner=1, scores=scores, **{"by": By.DISCARD, "discarder": 2, **facts})


def test_tiles_lie_in_their_sets_with_the_winning_tile_at_the_end_of_its_set():
    table = put(begun(), by_tiles(begun(), WINNERS[0], "7z"))
    won = winning_hand(table, table.rows[0], NAMES)
    assert (won.winner, won.score, won.how) == (1, table.rows[0].scores[1], "From Chuck")
    assert sorted(tile for group in won.groups for tile in group.tiles) == sorted(
        [
            Tile.parse(one)
            for one in ["5z", "5z", "5z", "7z", "7z", "4y", "9p", "9p", "9p", "9p", "4m", "4m", "4m", "1s", "2s", "3s"]
        ]
    )
    (group,) = [group for group in won.groups if group.won >= 0]
    assert group.tiles[group.won] == Tile.parse("7z")
    assert not won.limited


def test_a_hand_over_the_limit_is_marked():
    table = begun(Ruleset("traditional"))
    table = put(table, by_tiles(table, "(555z) (666z) [7777z] 999p 1s 1s", "1s"))
    won = winning_hand(table, table.rows[0], NAMES)
    assert won.limited


def test_half_the_limit_is_not_the_limit():
    table = begun(Ruleset("british"))
    table = put(table, by_tiles(table, "1234567m 1234567p", "7m"))
    won = winning_hand(table, table.rows[0], NAMES)
    assert (won.name, won.limited) == ("Knitting", False)


def test_a_score_alone_has_no_tiles():
    table = put(begun(), hand(1, 8, 32, 8, 16))
    won = winning_hand(table, table.rows[0], NAMES)
    assert (won.groups, won.score, won.limited) == ((), 32, False)


@pytest.mark.parametrize("item", [HandItem(), PenaltyItem(1, (0, 2, 3), 20)])
def test_nobody_won(item):
    table = put(begun(), item)
    assert winning_hand(table, table.rows[0], NAMES) is None


def test_an_american_hand_lies_in_like_tiles():
    table = begun(Ruleset("nmjl"))
    item = HandItem(winner=1, by=By.DRAW, value=25, tiles="FFFF 2222m 44p (888s)")
    table = put(table, item)
    won = winning_hand(table, table.rows[0], NAMES)
    assert sorted(len(group.tiles) for group in won.groups) == [2, 3, 4, 4]
    assert [len(group.tiles) for group in won.groups if group.laid] == [3]
    assert sum(len(group.tiles) for group in won.groups) == 13
