"""On which side of the real table people sit: new seats move people, not the room."""

from itertools import permutations

import pytest

from mjcompanion.table.events import SeatsItem
from mjcompanion.table.seating_view import moved, sides
from tests.table.making import begun, put


@pytest.mark.parametrize("nearest", range(4))
def test_the_screen_may_stand_on_any_side(nearest):
    assert sides(begun(), nearest) == ((0, 1, 2, 3) * 2)[nearest : nearest + 4]


def test_two_who_change_places_move_and_the_others_stay():
    table = put(begun(), SeatsItem((1, 0, 2, 3), 1))
    assert sides(table) == (1, 0, 2, 3)
    table = put(table, SeatsItem((3, 0, 2, 1), 3))
    assert sides(table) == (3, 0, 2, 1)


@pytest.mark.parametrize("chairs", list(permutations(range(4))))
def test_as_few_move_as_can_be_and_the_order_is_kept(chairs):
    before = (0, 1, 2, 3)
    after = moved(before, chairs)
    twice = (*chairs, *chairs)
    turns = [twice[at : at + 4] for at in range(4)]
    assert after in turns
    stay = [sum(a == b for a, b in zip(before, turn, strict=True)) for turn in turns]
    assert sum(a == b for a, b in zip(before, after, strict=True)) == max(stay)
