"""What stands at the head of a score sheet: the facts that the tiles don't show."""

import pytest

from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.rulesets import find_ruleset
from mjcompanion.scoring.context import ScoringContext, describe_context
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet_rows import counted_rows, rule_sentences
from mjcompanion.scoring.text_renderer import as_text

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
    text = describe_context(ScoringContext(find_ruleset("classical"), seat=Wind.SOUTH, round=Wind.WEST, **facts))
    assert text.partition(" · ")[2] == f"South · West round · {said}"


@pytest.mark.parametrize(
    ("hand", "tile", "told"),
    [
        ("11123455678999m", "5m", "The winning tile made the pair, filled a chow, or"),  # it waited for all nine
        ("12344s 567m 222p 777z", "4s", "The winning tile made the pair, filled a chow, or"),
        ("44s 567m 123m 222p 777z", "4s", "You waited for the 4 bamboo alone: it made your pair."),
    ],
)
def test_only_who_waited_for_one_tile_alone_is_told_so(hand, tile, told):
    won = HowWon(Tile.parse(tile), By.DRAW)
    sheet = score(Hand.parse(hand), ScoringContext(find_ruleset("traditional"), win=won))
    (line,) = [one for one in sheet.lines if one.texts]
    assert rule_sentences(line, sheet)[0].startswith(told)


@pytest.mark.parametrize(("rules", "told"), [("british", "1,000"), ("simple", "×32,768")])
def test_numbers_are_written_alike_on_the_whole_sheet(rules, told):
    sheet = score(Hand.parse("(1111z) (2222z) (3333z) (4444z) 55z 1234f 1234y"), ScoringContext(find_ruleset(rules)))
    assert told in as_text(sheet)


@pytest.mark.parametrize(
    ("hand", "cut"),
    [
        ("19m19p19s1234567z9s", False),  # the limit itself
        ("19m19p19s1234567z9s 1f 1y", True),
        ("1122334455667z7z", False),
    ],
)
def test_the_limit_of_a_special_hand_stands_where_it_cut_something(hand, cut):
    """Source: BMJA, "Special Hands": bonus tiles are added, up to the limit."""
    tiles = Hand.parse(hand)
    context = ScoringContext(find_ruleset("british"), seat=Wind.SOUTH, win=HowWon(tiles.concealed[0], By.DRAW, False))
    sheet = score(tiles, context)
    assert sheet.special
    assert sheet.is_cut is cut
    assert ("The limit" in [row.label for row in counted_rows(sheet)]) is cut
