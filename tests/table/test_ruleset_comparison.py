"""A hand under other rules: the scores are those of the rules themselves, and what differs is told."""

import msgspec
import pytest

from mjcompanion.american.card_library import built_in
from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.match import Matcher
from mjcompanion.american.score import score_american
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.ruleset_comparison import (
    compare_american_rulesets,
    compare_rulesets,
    context_at,
    places,
)

TEXT = "123m 456p 99s (777z) [1111s] 1f"
ONE_CHOW = "123m 444p 99s (777z) [1111s] 1f"
WON = HowWon(Tile.parse("9s"), By.DRAW)


def here(rules="traditional", text=TEXT, **facts):
    return score(Hand.parse(text), ScoringContext(Ruleset(rules), **facts))


def found(sheet, *club):
    return {one.place.name: one for one in compare_rulesets(sheet, places(club))}


@pytest.mark.parametrize("rules", [rules for rules in RULESETS.values() if not rules.with_card])
def test_scores_are_those_of_the_rules(rules):
    sheet = here(rules, ONE_CHOW, seat=Wind.EAST, win=WON if "how" in rules.asks else None)
    others = list(compare_rulesets(sheet, places()))
    assert {one.place.rules for one in others} == {one for one in RULESETS.values() if not one.with_card} - {rules}
    for one in others:
        if one.score is not None:
            assert one.score == score(sheet.hand, context_at(one.place, sheet.context)).score
            assert one.answer["score"] == one.score
        else:
            assert one.why


def test_what_differs_is_told():
    others = found(here(seat=Wind.WEST, win=WON))
    assert others["Classical"].why == "Mah Jongg 10 → 20"
    assert others["Kemp’s solitaire"].why == "Plum ×1 → ×2; Mah Jongg 10 → 20"  # there the player is East
    assert "− winning tile drawn 2" in others["Simple game"].why


def test_house_rules_are_compared_too():
    sheet = here(win=WON)
    ours = ClubRules.of("Tuesday", Ruleset("traditional"), {"basal": 20})
    bare = ClubRules.of("No flowers", Ruleset("classical"), {"flowers": False})
    same = ClubRules.of("As ever", Ruleset("traditional"))
    others = found(sheet, ours, bare, same)
    assert (
        others["Tuesday"].score
        == score(sheet.hand, ScoringContext(Ruleset("traditional"), win=WON, house=ours.options)).score
    )
    assert (others["No flowers"].score, others["No flowers"].why) == (None, "No flowers there")
    assert "As ever" not in others


def test_rows_that_a_house_added_are_asked_there():
    called = ClubRules.of("Called", Ruleset("simple"), {"rows": {"original-call": {"doubles": 3}}})
    won = msgspec.structs.replace(WON, feats=frozenset({"called"}))
    assert found(here(win=won), called)["Called"].score == 8 * found(here(win=won))["Simple game"].score
    assert "until you enter how it was won" in found(here(), called)["Called"].summary
    assert "until you enter how it was won" not in found(here())["Simple game"].summary
    full = ClubRules.of(
        "Full", Ruleset("simple"), {"limit": 500, "rows": {"no-flowers": {"off": True}, "drawn": {"limit": "1"}}}
    )
    assert found(here(win=WON), full)["Full"].summary.endswith("limit 500")


def test_what_cannot_be_says_why_in_a_word():
    lost = found(here(text="123m 456p 99s (777z) [1111s]".replace("456p", "45p"), winner=False))
    assert lost["Simple game"].why == "Only the winner scores"
    robbed = HowWon(Tile.parse("6p"), By.ROBBED_KONG)
    assert found(here(win=robbed))["Kemp’s solitaire"].why == "Can’t win that way"


@pytest.mark.parametrize(
    ("rules", "win", "why"),
    [
        ("traditional", None, "How did the last tile come, and which tile won?"),
        ("traditional", HowWon(Tile.parse("9s"), By.DISCARD), "This hand has 2 faan, and 3 are needed to go out."),
        ("simple", None, "This hand has 2 faan, and 3 are needed to go out."),
    ],
)
def test_a_hand_is_not_said_to_have_too_few_faan_before_it_is_told_how_it_was_won(rules, win, why):
    sheet = here(rules, "123m 456p 789s 99s (777z)", win=win)
    assert found(sheet)["Hong Kong"].why == why


def test_a_hand_of_a_card_under_other_american_rules():
    matcher = Matcher.of(built_in("companion").card)
    hand = AmericanHand.parse("1f2f3f 2m5z2m6m 222p 6666p")
    context = ScoringContext(Ruleset("nmjl"), win=HowWon(Tile.parse("6p"), By.DISCARD))
    sheet = score_american(hand, context, matcher)
    others = {str(one.place.rules): one for one in compare_american_rulesets(sheet, places(with_card=True), matcher)}
    assert set(others) == {"american-club", "kemp-american"}
    assert (others["american-club"].score, others["kemp-american"].score) == (100, 200)
    assert others["kemp-american"].summary == "25 × 2 × 4"
