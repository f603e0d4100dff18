"""What is offered where a hand can't be: the answers make it the hand that was meant."""

from __future__ import annotations

import random

import msgspec
import pytest

from mjcompanion.core.hand import Hand, MeldKind
from mjcompanion.core.tiles import PLAIN_TILES, Tile, Wind
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.check import problems_of
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.suggestions import suggest, suggest_seat
from tests.bench.hands import winning_hands
from tests.kinds import CHINESE

WON = ScoringContext(Ruleset("traditional"))


def answers(hand, context=WON):
    return [str(repair.of(hand)) for doubt in suggest(hand, context) for repair in doubt.fixes]


@pytest.mark.parametrize("rules", CHINESE)
def test_a_kong_that_was_entered_as_tiles(rules):
    hand = Hand.parse("1111s 123m 444p 99s 777z")
    (doubt,) = suggest(hand, ScoringContext(rules))
    assert doubt.question == "Four 1 bamboos: a kong?"
    assert [repair.words for repair in doubt.fixes] == ["Concealed", "Exposed"]
    concealed, exposed = [repair.of(hand) for repair in doubt.fixes]
    assert concealed == Hand.parse("[1111s] 123m 444p 99s 777z")
    assert exposed == Hand.parse("(1111s) 123m 444p 99s 777z")
    assert score(concealed, ScoringContext(rules)).score > 0


def test_two_kongs_are_two_questions():
    hand = Hand.parse("1111s 2222p 456p 99s 777z")
    assert [doubt.question for doubt in suggest(hand, WON)] == ["Four 2 dots: a kong?", "Four 1 bamboos: a kong?"]
    once = suggest(hand, WON)[0].fixes[0].of(hand)
    assert [doubt.question for doubt in suggest(once, WON)] == ["Four 1 bamboos: a kong?"]
    assert suggest(suggest(once, WON)[0].fixes[1].of(once), WON) == ()


def test_four_alike_in_a_hand_of_fourteen_may_be_a_pung_and_a_run():
    assert suggest(Hand.parse("1111s 23s 456p 99s 777z"), WON) == ()


def test_where_no_tile_makes_the_hand_whole_any_may_go():
    hand = Hand.parse("147m 147p 147s 123z 567z")
    assert len(answers(hand)) == len(hand.concealed) == 15


def test_a_loser_has_thirteen_tiles():
    lost = ScoringContext(Ruleset("traditional"), winner=False)
    assert suggest(Hand.parse("123m 456p 789s 99s 55z"), lost) == ()
    more = Hand.parse("123m 456p 789s 99s 555z")
    assert len(answers(more, lost)) == len(set(more.concealed))
    assert [doubt.question for doubt in suggest(Hand.parse("1111s 123m 456p 99s 77z"), lost)] == [
        "Four 1 bamboos: a kong?"
    ]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("33333s 123m", "123m3333s"),
        ("333s (333s) 12m", "12m33s (333s)"),
        ("123m 1f 1f", "123m 1f"),
        ("123m J", "123m"),
    ],
)
def test_tiles_that_cannot_be_there_go(text, answer):
    assert answers(Hand.parse(text))[0] == answer


def test_flowers_go_where_none_are_in_play():
    rules = Ruleset("simple")
    assert answers(Hand.parse("123m F"), ScoringContext(rules)) == ["123m"]


@pytest.mark.parametrize("text", ["", "1m", "123m 456p 789s 99s 111z", "(135p) 99s", "(55555p)", "[123m]"])
def test_a_hand_about_which_there_is_nothing_to_ask(text):
    assert suggest(Hand.parse(text), WON) == ()


def test_every_hand_with_a_tile_too_many_finds_its_way_back():
    """Random whole hands, a random tile more: one of the answers is the hand that was meant."""
    chance = random.Random(16)
    tried = 0
    for one in winning_hands(300, seed=16):
        hand = Hand([Tile(code) for code in one.tiles])
        tile = chance.choice(PLAIN_TILES)
        more = Hand([*hand.concealed, tile], hand.melds)
        if problems_of(hand, WON):
            continue
        tried += 1
        found = suggest(more, WON)
        all_answers = [repair.of(more) for doubt in found for repair in doubt.fixes]
        kongs = [answer for answer in all_answers if any(meld.kind is MeldKind.KONG for meld in answer.melds)]
        assert hand in all_answers or kongs, more
        for answer in all_answers:
            assert len(problems_of(answer, WON)) < len(problems_of(more, WON))
    assert tried > 250


def test_the_seat_is_asked_where_it_changes_the_score():
    hand, context = Hand.parse("123m 456p 99s 222z 777z"), ScoringContext(Ruleset("traditional"))
    doubt = suggest_seat(hand, context)
    assert [repair.seat for repair in doubt.fixes] == list(Wind)
    for repair in doubt.fixes:
        points = score(hand, msgspec.structs.replace(context, seat=repair.seat)).score
        assert repair.words == f"{repair.seat.letter}: {points}"
    assert suggest_seat(Hand.parse("123m 456p 99s 666z 777z"), context) is None
    assert suggest_seat(hand, ScoringContext(Ruleset("simple"))) is None or "seat" in Ruleset("simple").asks
