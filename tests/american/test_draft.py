"""An American hand while it is entered: sets are laid out, and jokers exchanged for the tiles they stand for."""

import msgspec
import pytest

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.american.hand import Exposure
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, HowWon
from mjcompanion.core.notation import read_tile
from mjcompanion.rulesets import Ruleset

LAID = Exposure.parse("(22JJs)")


def draft(*tiles, laid=(LAID,)):
    made = AmericanDraft(Ruleset("nmjl"))
    for one in laid:
        made = made.lay(one)
    return made.add(*map(read_tile, tiles))


def test_a_joker_is_exchanged_for_the_tile_it_stands_for_and_comes_into_the_hand():
    before = draft("2s", "3s")
    after = before.exchange(LAID, read_tile("2s"))
    assert str(after.hand) == "3s J (222Js)"
    assert str(after.exchange(Exposure.parse("(222Js)"), read_tile("2s")).hand) == str(after.hand)  # no 2s is left


def test_only_the_set_that_is_meant_changes():
    other = Exposure.parse("(444Js)")
    after = draft("2s", "4s", laid=(other, LAID)).exchange(other, read_tile("4s"))
    assert str(after.hand) == "2s J (22JJs) (4444s)"


def test_of_two_sets_alike_one_changes():
    twice = Exposure.parse("(2JJs)")
    after = draft("2s", laid=(twice, twice)).exchange(twice, read_tile("2s"))
    assert str(after.hand) == "J (22Js) (2JJs)"


@pytest.mark.parametrize(
    ("tiles", "laid", "asked", "tile"),
    [
        (("3s",), LAID, LAID, "2s"),  # nobody has the tile
        (("3s",), LAID, LAID, "3s"),  # another tile
        (("2s",), LAID, Exposure.parse("(2222s)"), "2s"),  # not laid out
        (("2s",), Exposure.parse("(222s)"), Exposure.parse("(222s)"), "2s"),  # without a joker
    ],
)
def test_what_can_not_be_exchanged_stays(tiles, laid, asked, tile):
    before = draft(*tiles, laid=(laid,))
    assert before.exchange(asked, read_tile(tile)) == before


@pytest.mark.parametrize(("tiles", "code"), [("JJJ", "only-jokers"), ("23s", "no-run")])
def test_what_is_no_set_is_not_laid_out(tiles, code):
    hand = draft("2s", "3s", "J", "J", "J", laid=())
    those = [read_tile("J")] * 3 if tiles == "JJJ" else [read_tile("2s"), read_tile("3s")]
    with pytest.raises(RuleError) as told:
        hand.lay_down(those)
    assert [one.code for one in told.value.problems] == [code]


@pytest.mark.parametrize(
    ("by", "tile", "win"),
    [
        (None, "2s", None),
        (By.DRAW, None, None),
        (By.CHARLESTON, None, HowWon(None, By.CHARLESTON)),
        (By.DRAW, "2s", HowWon(read_tile("2s"), By.DRAW)),
        (By.CHARLESTON, "2s", HowWon(read_tile("2s"), By.CHARLESTON)),
        (By.DEAL, "2s", HowWon(None, By.DEAL)),
    ],
)
def test_how_it_was_won_is_known_with_tile_and_way(by, tile, win):
    made = msgspec.structs.replace(draft("2s"), by=by, tile=tile and read_tile(tile))
    assert made.context.win == win


@pytest.mark.parametrize("text", ["FFF 22 crak, lost", "lost, FFF 2c 2c"])
def test_a_word_that_such_a_hand_has_no_place_for_says_nothing(text):
    assert str(draft(laid=()).pasted(text).hand) == "22m FFF"
