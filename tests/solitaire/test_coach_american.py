"""The coach of the American game: what it says is true, what it plays is legal, and it knows no more than the player."""

import random
from collections import Counter

import msgspec
import pytest

from mjcompanion.american.hand import face
from mjcompanion.american.line import Line
from mjcompanion.american.match import Matcher
from mjcompanion.american.request import Cards
from mjcompanion.core.tiles import JOKER, WINDS, TileSet
from mjcompanion.parsing.pattern import read_pattern
from mjcompanion.solitaire import coach_american
from mjcompanion.solitaire.american import AmericanGame, american_hand
from mjcompanion.solitaire.coach_american import advise, choose, final_now, seen_besides
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import DiscardedTile, Holding, LaidSet, Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.record import GameSetup, begin
from tests.sample import often
from tests.solitaire.chance import reshuffled

from .stacking import tiles

E, S, W, N = WINDS
CARDS = Cards()
WHOLE = Counter(TileSet.of(152).tiles())


def begun(number, card="companion"):
    return begin(Deal.of("kemp-american", number), GameSetup(card=card), CARDS)


def views(numbers, card="companion"):
    """What East knows at every decision of games that the coach plays, with the game and the move."""
    for number in numbers:
        game = begun(number, card)
        while not game.is_over:
            move = game.forced()
            if move is None:
                view = game.view(E)
                move = choose(view, game.matcher)
                yield view, game, move
            game = game.apply(move)


def lines(*patterns, value=25, concealed=False):
    """A matcher of lines of one's own."""
    return Matcher(
        [
            Line(at, "A", pattern, value, concealed, builds=read_pattern(pattern).builds)
            for at, pattern in enumerate(patterns, 1)
        ]
    )


def told(matcher, held, laid=(), *, offered="", seen="", phase=None, stage="", extra=()):
    """What East knows who holds these tiles, the game being as it must be."""
    sets = tuple(LaidSet(tuple(tiles(one))) for one in laid)
    holding = Holding(tuple(sorted(tiles(held))), sets)
    about = tiles(offered)[0] if offered else None
    lying = tuple(tiles(seen)) + (() if about is None else (about,))
    phase = phase or (Phase.TURN if about is None else Phase.CLAIM)
    pile = tuple(DiscardedTile(tile, S) for tile in lying)
    game = AmericanGame(
        deal=Deal.of("kemp-american", 1),
        card="",
        digest="",
        matcher=matcher,
        phase=phase,
        turn=E,
        holdings=(holding, Holding(), Holding(), Holding()),
        pile=pile,
        offered=None if about is None else pile[-1],
        front=len(lying) + len(holding.tiles),
    )
    view = game.view(E)
    return msgspec.structs.replace(view, round_of_charleston=stage, choices=(*view.choices, *extra))


def code(advice):
    """The code of the first reason."""
    return advice.reasons[0].code


# --- what it plays


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("card", ["companion", "club-fifteen"])
def test_what_it_does_is_legal_and_the_same_each_time(card):
    seen = Counter()
    for view, game, move in views(range(6), card):
        assert game.why_not(move) is None
        if seen.total() % 7 == 0:
            assert choose(view, game.matcher) == move
        seen[move.do] += 1
    assert {Do.PASS, Do.DISCARD, Do.LEAVE, Do.CHARLESTON, Do.MAH_JONGG} <= seen.keys()
    assert seen.keys() & CLAIMS


def test_it_knows_nothing_but_the_view():
    """The same view from a wall in another order brings the same advice."""
    rng = random.Random(2)
    for at, (view, game, move) in enumerate(views(range(3))):
        if at % 5:
            continue
        other = reshuffled(game, E, rng)
        assert other.view(E) == view
        assert choose(other.view(E), other.matcher) == move


def test_it_is_far_better_than_chance():
    won = {"companion": 0, "club-fifteen": 0}
    for card in won:
        for number in range(500, often(508, 503)):
            game = begun(number, card)
            while not game.is_over:
                game = game.apply(game.forced() or choose(game.view(E), game.matcher))
            won[card] += game.out is E
    assert won["companion"] >= often(3, 1)  # by chance: none of 200
    assert won["club-fifteen"] >= often(6, 2)


# --- the arithmetic


def drawn_by_lot(out, wanted, last, rng, part):
    """Whether the tiles wanted come, tile by tile, before a part of the wall is used up: as `_come` tells it."""
    got = 0
    for when in sorted(rng.random() for _ in range(out)):
        if when > part:
            break
        if rng.random() < 0.25 or (not last and got == wanted - 1):
            got += 1
        if got == wanted:
            return True
    return False


@pytest.mark.parametrize(("out", "wanted"), [(1, 1), (4, 1), (4, 2), (4, 3), (3, 2), (7, 4), (2, 3)])
def test_sets_that_are_claimed_come_as_often_as_by_lot(out, wanted):
    rng = random.Random(5)
    chances = coach_american._come(out, wanted, 0, 0, 0)
    for moment in (1, 4, 7):
        part = (moment + 0.5) / len(chances)
        share = sum(drawn_by_lot(out, wanted, 0, rng, part) for _ in range(4000)) / 4000
        assert chances[moment] == pytest.approx(share, abs=0.03)


# --- what it says


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("card", ["companion", "club-fifteen"])
def test_what_it_says_is_true(card):
    reasons = Counter()
    for view, game, move in views(range(20, 24), card):
        said = advise(view, game.matcher)
        assert said.move == move
        assert said.why.endswith(".")
        assert "{" not in said.why
        reasons[code(said)] += 1
        hand = american_hand(view.holding)
        assert said.away == min((near.away for near in game.matcher.nearest(hand, view.seen).lines), default=14)
        assert len({target.line.number for target in said.targets}) == len(said.targets)
        passing = bool(view.round_of_charleston)
        assert all((one.worth is None) == passing for one in (said, *said.moves, *said.targets))
        if not passing:
            worths = [target.worth for target in said.targets]
            assert worths == sorted(worths, reverse=True)
        unseen = Counter(map(face, WHOLE.elements())) - Counter(map(face, (*view.holding.tiles, *view.seen)))
        for target in said.targets:
            assert not Counter(target.keep) - Counter(view.holding.tiles)
            assert passing or 0 <= target.chance <= 1
            assert len(target.keep) + target.away == 14
            laid_joker = any(JOKER in one.tiles for one in view.holding.laid)
            assert not target.jokerless or JOKER not in target.keep or laid_joker
            if view.phase is not Phase.CLAIM:
                assert all(one.unseen == unseen[one.tile] for one in target.missing)
        discards = {one.tile for one in said.discards}
        assert discards == (set(view.holding.hand) if view.phase is Phase.TURN else set())
        for one in said.discards:
            rest = american_hand(view.holding.without([one.tile]))
            assert one.away in (said.away, said.away + 1)
            assert one.away == min((near.away for near in game.matcher.close(rest, view.seen, 1)), default=14)
            assert one.worth <= said.worth + 1e-9 or code(said) in ("mah-jongg", "claim")
        if code(said) in ("discard-spare", "discard-least"):
            spare = Counter(view.holding.tiles) - Counter(said.targets[0].keep)
            assert (code(said) == "discard-spare") == (said.move.tile in spare)
        assert [one.move.do for one in said.passes] == ([Do.PASS] * len(said.passes))
        assert bool(said.passes) == (view.phase is Phase.CHARLESTON)
        assert {one.move for one in said.others} == {one for one in view.choices if one.do is not Do.DISCARD}
        for one in said.others:
            assert "{" not in one.why
            if one.move.do in CLAIMS:
                after = game.apply(one.move)
                alive = set(after.matcher.alive(american_hand(after.holding(E)), after.view(E).seen))
                before = set(game.matcher.alive(hand, view.seen))
                assert set(one.lost) == before - alive
                assert Counter(seen_besides(after.holding(E), view)) == Counter(after.view(E).seen)
    assert {"pass", "discard-spare", "go-on", "leave", "claim", "mah-jongg"} <= reasons.keys()


def test_mah_jongg_is_declared_or_played_on_for_a_hand_without_jokers():
    matcher = lines("FF 2222a 4444b 6666c")
    ready = told(matcher, "1f2f 2222m 4444p 6666s", seen="1z" * 20)
    assert choose(ready, matcher) == Move(E, Do.MAH_JONGG)
    said = advise(ready, matcher)
    assert (code(said), final_now(ready, matcher)) == ("mah-jongg", pytest.approx(200 * 118 / 138))
    joker = told(matcher, "1f2f 2222m 4444p 666s J", seen="")
    said = advise(joker, matcher)
    assert (code(said), said.move) == ("play-on", Move(E, Do.DISCARD, JOKER))
    assert said.worth > final_now(joker, matcher) == pytest.approx(50)
    passing = told(matcher, "1f2f 2222m 4444p 666s J", phase=Phase.OPTION, stage="second 1")
    (mah_jongg,) = advise(passing, matcher).of_kind(Do.MAH_JONGG)
    assert code(mah_jongg) == "pass-on"
    assert mah_jongg.reasons[0].data["now"] == pytest.approx(50)
    gone = told(matcher, "1f2f 2222m 4444p 666s J", seen="6s")
    assert choose(gone, matcher) == Move(E, Do.MAH_JONGG)


def test_a_claim_is_made_that_brings_the_hand_nearer_and_no_other():
    matcher = lines("FF 2222a 4444b 6666c", "1111a 3333a 5555a 77a")
    view = told(matcher, "1f2f 222m 4444p 66s 9m9p", offered="2m")
    said = advise(view, matcher)
    assert (said.move.do, said.move.tiles) == (Do.KONG, tuple(tiles("2222m")))
    assert code(said) == "claim"
    assert [line.number for line in said.others[0].lost] == [2]
    assert said.others[0].away == 2
    concealed = lines("FF 2222a 4444b 6666c", value=25)
    other = told(concealed, "1f2f 222m 4444p 66s 9m9p", offered="4p")
    assert choose(other, concealed).do is Do.LEAVE


def test_what_is_passed_is_of_no_use():
    matcher = lines("FF 2222a 4444b 6666c")
    view = told(matcher, "1f2f 222m 44p 666s 1z2z3z J", phase=Phase.CHARLESTON, stage="first 1")
    assert choose(view, matcher) == Move(E, Do.PASS, None, tuple(tiles("1z2z3z")))
    third = told(matcher, "1f2f 222m 444p 666s 1z3z J", phase=Phase.CHARLESTON, stage="first 3")
    assert choose(third, matcher).tiles == tuple(tiles("1z3z"))
    assert JOKER not in choose(third, matcher).tiles
    whole = told(matcher, "1f2f 2222m 4444p 666s 3z", phase=Phase.OPTION, stage="second 1")
    assert choose(whole, matcher).do is Do.STOP
    far = told(matcher, "1f 2m 4p 6s 1234567z 135m", phase=Phase.OPTION, stage="second 1")
    assert choose(far, matcher).do is Do.CHARLESTON
    said = advise(far, matcher)
    assert code(said) == "go-on"
    assert said.others[0].move.do is Do.CHARLESTON


def test_a_hand_that_is_dead_is_told_so():
    matcher = lines("FF 2222a 44b 6666c EE")
    view = told(matcher, "3579m 3579p 3579s 5z6z", seen="1111z")
    said = advise(view, matcher)
    assert (code(said), said.targets, said.away) == ("dead", (), 14)
    assert said.move.do is Do.DISCARD
