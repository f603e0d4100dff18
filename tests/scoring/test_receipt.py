"""What stands at the head of a score sheet: the facts that the tiles don't show."""

import pytest

from mjcompanion.hand import By, HowWon
from mjcompanion.rulesets import find_ruleset
from mjcompanion.situation import Situation, describe_situation
from mjcompanion.tiles import Tile, Wind

NINE = Tile.parse("9s")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, "won"),
        ({"winner": False}, "did not win"),
        ({"win": HowWon(NINE, By.DRAW, True)}, "won with 9 bamboo, drawn from the wall · the last tile"),
        ({"win": HowWon(NINE, By.DISCARD, True)}, "won with 9 bamboo, from a discard · the last tile"),
        ({"win": HowWon(NINE, By.DRAW, False)}, "won with 9 bamboo, drawn from the wall"),
        ({"win": HowWon(NINE, By.ROBBED_KONG, False)}, "won with 9 bamboo, robbed from a kong"),
        ({"win": HowWon(None, By.DEAL, False)}, "complete as dealt"),
        ({"win": HowWon(None, By.DRAW, False)}, "drawn from the wall"),
    ],
)
def test_how_the_hand_was_won(facts, said):
    text = describe_situation(Situation(find_ruleset("classical"), seat=Wind.SOUTH, round=Wind.WEST, **facts))
    assert text.partition(" · ")[2] == f"South · West round · {said}"
