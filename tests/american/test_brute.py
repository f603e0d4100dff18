"""The matcher against a slow and obvious one: what is won, what is nearest, what is dead."""

import random
from collections import Counter
from importlib.resources import files

import pytest

from mjcompanion.american.card import read_card
from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.match import Matcher
from mjcompanion.american.score import score_american
from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from tests.american import brute
from tests.sample import often

CARDS = ("companion", "club-fifteen")


def both(text):
    """A card's lines, spelt out by brute force, and its matcher."""
    lines = brute.read_lines(text)
    card = read_card(text)
    assert not card.faults
    matcher = Matcher.of(card)
    for line, other in zip(lines, matcher.lines, strict=True):
        assert {tuple(sorted(build)) for build in line.builds} == {
            tuple(sorted((str(run.tile), run.count, run.jokers) for run in build.runs)) for build in other.builds
        }, line.pattern
    return lines, matcher


@pytest.fixture(scope="module", params=CARDS)
def card(request):
    return both((files("mjcompanion.resources") / "cards" / f"{request.param}.toml").read_text())


def compare(lines, matcher, hand, seen):
    """Everything that both say about a hand."""
    text = hand.text()
    parsed = AmericanHand.parse(text)
    won = {
        (one.line.number, tuple(sorted((str(run.tile), run.count, run.jokers) for run in one.build.runs)))
        for one in matcher.readings(parsed)
    }
    assert won == (brute.winners(lines, hand) if parsed.size == 14 else set()), text
    expected, dead = brute.nearest(lines, hand, seen)
    found = matcher.nearest(parsed, [Tile.parse(tile) for tile in seen], top=len(lines))
    told = [(near.away, -near.line.value, -near.chances, near.line.number) for near in found.lines]
    assert told == expected, text
    assert {near.line.number for near in found.dead} == dead, text
    for near in (*found.lines, *found.dead):
        check_told(near, hand, seen)
    some = matcher.nearest(parsed, [Tile.parse(tile) for tile in seen])
    assert [near.line.number for near in some.lines] == [line for *_, line in expected[:5]]
    check_discards(found, hand)
    return len(won)


def check_told(near, hand, seen):
    """What is told of a line adds up: nothing is used twice, nothing stands where it may not."""
    have = Counter(hand.tiles())
    out = Counter(brute.COPIES)
    out.subtract(have)
    out.subtract(seen)
    out = +out
    standing = Counter(str(tile) for one in near.sets for tile in one.tiles)
    assert not standing - have
    for one in near.sets:
        assert one.missing >= 0
        assert not one.jokers or one.run.jokers
    assert [one.run for one in near.sets] == list(near.build.runs)
    assert sum(one.missing for one in near.sets) == near.away == len(near.missing)
    assert Counter(map(str, near.keep)) == standing
    assert Counter(map(str, (*near.keep, *near.spare))) == have
    missing = Counter(map(str, near.missing))
    assert all(out[str(tile)] == count for tile, count in near.out)
    assert missing.keys() <= {str(tile) for tile, _ in near.out}
    if near.dead is None:
        assert not missing - out
        for tile, _ in near.out:  # each brings the hand nearer
            more = brute.Hand([*hand.loose, str(tile)], hand.laid)
            build = tuple((str(run.tile), run.count, run.jokers) for run in near.build.runs)
            assert brute.away(build, more) == near.away - 1
        laid = Counter((str(one.run.tile), one.run.count, one.jokers) for one in near.sets if one.exposed)
        assert laid == Counter(hand.laid)
    else:
        assert near.dead.sentence().endswith(".")
        if near.dead.code == "line-concealed":
            assert near.line.concealed
            assert hand.laid
        elif near.dead.code == "line-tiles":
            assert near.dead.count > near.dead.limit >= 0


def check_discards(found, hand):
    """Discards come from a hand of 14 that isn't Mah Jongg, and the nearest line can do without them."""
    if len(hand.tiles()) == 14 and found.lines and found.lines[0].away:
        assert set(found.discards) == set(found.lines[0].spare)
        assert found.discards
        if found.discards[0] == Tile.parse("J"):
            assert set(found.discards) == {Tile.parse("J")}
    else:
        assert found.discards == ()


@pytest.mark.parametrize("size", [14, 13])
def test_both_cards(card, size):
    lines, matcher = card
    rng = random.Random(size)
    hands = often(150, 40)
    won = sum(compare(lines, matcher, *brute.random_hand(rng, lines, size)) > 0 for _ in range(hands))
    assert size == 13 or 0.16 < won / hands < 0.88


def test_random_cards():
    rng = random.Random(3)
    won = hands = 0
    for _ in range(often(20, 5)):
        lines, matcher = both(brute.random_card(rng, rng.choice([1, 2, 5, 9])))
        for _ in range(often(40, 20)):
            won += compare(lines, matcher, *brute.random_hand(rng, lines, rng.choice([13, 14, 14]))) > 0
            hands += 1
    assert hands == often(800, 100)
    assert won > 0.1 * hands


@pytest.mark.parametrize("name", CARDS)
def test_every_line_is_won_with_and_without_jokers(name):
    lines, matcher = both((files("mjcompanion.resources") / "cards" / f"{name}.toml").read_text())
    rng = random.Random(9)
    context = ScoringContext(Ruleset("nmjl"))
    for line in lines:
        won = set()
        for build in line.builds:
            places = sum(count for _, count, may in build if may)
            for jokers in {0, 1, 2, min(8, places)}:
                if jokers > places:
                    continue
                hand = brute.complete_hand(rng, build, jokers, lay=0.0 if line.concealed else 0.5)
                if hand is None:
                    continue
                sheet = score_american(AmericanHand.parse(hand.text()), context, matcher)
                assert line.number in [one.line.number for one in sheet.readings], (line.pattern, hand.text())
                assert sheet.jokers == jokers
                best = max(
                    other.value * (1 if other.singles_and_pairs or jokers else 2)
                    for other in lines
                    if any(one.line.number == other.number for one in sheet.readings)
                )
                assert sheet.line.value * (1 if sheet.line.singles_and_pairs or jokers else 2) == best
                won.add(jokers)
        can_do_without = any(brute.complete_hand(rng, build, 0) for build in line.builds)
        may_hold = any(may for build in line.builds for *_, may in build)
        assert (0 in won) == can_do_without
        assert bool(won - {0}) == may_hold
