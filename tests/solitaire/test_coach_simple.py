"""The coach of the simple game: what it says is true, what it plays is legal, and it knows no more than the player."""

import random
from collections import Counter

import msgspec
import pytest

from mjcompanion.core.hand import Hand
from mjcompanion.core.tiles import WINDS, Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.shanten import away, improving
from mjcompanion.solitaire.advice import Reason
from mjcompanion.solitaire.coach_simple import advise, choose
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import DiscardedTile, Holding, LaidSet, Phase, PlayerView
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.sets import sets_in, sets_with
from mjcompanion.solitaire.simple import SimpleGame, winning_sets
from tests.sample import often
from tests.solitaire.chance import everywhere, reshuffled

from .stacking import tiles

E, S, W, N = WINDS


def view(hand, laid=(), *, offered="", seen="", wall=60, flowers="", seat=E, turn=E):
    """What a player knows who has drawn, or is asked about the tile offered."""
    sets = tuple(LaidSet(tuple(tiles(one))) for one in laid)
    holding = Holding(tuple(sorted(tiles(hand))), sets, tuple(tiles(flowers)))
    about = tiles(offered)[0] if offered else None
    if about is not None:
        kinds = {4: Do.KONG, 3: Do.CHOW}
        choices = [Move(seat, Do.MAH_JONGG, about)] if winning_sets(holding, about) else []
        for some in sets_with(holding.hand, about):
            what = Do.PUNG if len(set(some)) == 1 and len(some) == 3 else kinds[len(some)]
            choices.append(Move(seat, what, about, some))
        choices.append(Move(seat, Do.LEAVE))
    else:
        whole = away(Hand(holding.hand).key, len(sets)) == 0
        choices = [Move(seat, Do.MAH_JONGG)] if whole else []
        choices += [Move(seat, Do.LAY, tiles=some) for some in sets_in(holding.hand)]
        choices += [Move(seat, Do.DISCARD, tile) for tile in sorted(set(holding.hand))]
    lying = None if about is None else DiscardedTile(about, seat.next)
    open_tiles = (*tiles(seen), *([] if about is None else [about]))
    return PlayerView(
        rules=Ruleset("simple"),
        seat=seat,
        round=turn,
        phase=Phase.TURN if about is None else Phase.CLAIM,
        turn=seat,
        holding=holding,
        fresh=None,
        offered=lying,
        seen=open_tiles,
        pile=len(open_tiles),
        wall=wall,
        others=(13, 13, 13),
        choices=tuple(choices),
    )


def option(said, what, some=""):
    return next(
        one for one in said.others if one.move.do is what and (not some or one.move.tiles == tuple(tiles(some)))
    )


def positions(numbers, mix=0.7):
    """Every moment of games at which somebody decides."""
    for number in numbers:
        rng = random.Random(number)
        game = SimpleGame.begin(Deal.of("simple", number), round=rng.choice(WINDS))
        while not game.is_over:
            move = game.forced()
            if move is None:
                yield game
                move = choose(game.view(game.turn)) if rng.random() < mix else rng.choice(game.choices())
            game = game.apply(move)


def code(advice):
    """The code of the first reason."""
    return advice.reasons[0].code


# --- what it plays


@pytest.mark.parametrize(("hand", "offered"), [("123456m2289p123s", "7p"), ("34789m567p55678s", "2m")])
def test_it_doesnt_go_out_for_nothing_while_tiles_are_left(hand, offered):
    said = advise(view(hand, offered=offered))
    assert said.move.do is Do.LEAVE
    assert code(option(said, Do.MAH_JONGG)) == "mah-jongg-for-nothing"
    assert not any(one.helps for one in said.others if one.move.do is not Do.LEAVE)
    assert code(option(said, Do.LEAVE)) == "leave-for-nothing"
    assert advise(view(hand, offered=offered, wall=0)).move.do is Do.MAH_JONGG
    assert choose(view(hand, offered=offered, flowers="1f")).do is Do.MAH_JONGG
    drawn = advise(view(f"{hand} {offered}"))
    assert drawn.move.do is Do.DISCARD
    assert code(option(drawn, Do.MAH_JONGG)) == "mah-jongg-for-nothing"


def test_of_waits_the_one_that_scores_most_is_chosen():
    """The run would wait for seven tiles and score 0; the two pairs wait for three, and score 2."""
    said = advise(view("123m456p789s 22p 33m 4m"))
    assert said.move.tile in tiles("1m4m")
    assert [(str(one.tile), one.unseen) for one in said.discards if one.away == 1] == [("1m", 3), ("4m", 3), ("3m", 7)]


def test_no_chow_breaks_up_three_alike():
    """Deal 800121: as a chow the 3 of dots came to 12.5 on average, left to 66.1."""
    said = advise(view("234m11122357p11z", offered="3p", flowers="4f1y", wall=72))
    assert said.move.do is Do.LEAVE
    assert {code(one) for one in said.others if one.move.tiles == tuple(tiles("123p"))} == {"breaks-three"}


def test_at_the_end_a_tile_that_anybody_may_give_counts_for_more():
    """Two of the 7 of dots make the run, from anybody; three of the 6 would make the pair, from the wall alone."""
    said = advise(view("999s 68p", ["123m", "789m", "555z"], seen="77p"))
    assert said.move == Move(E, Do.DISCARD, Tile.parse("9s"))
    assert [(str(one.tile), one.unseen, one.claimable) for one in said.discards] == [
        ("9s", 2, 2),
        ("8p", 3, 0),
        ("6p", 3, 0),
    ]
    pair = advise(view("1234p 7z", ["123m", "789m", "555z"])).discards[0]
    assert (str(pair.tile), pair.unseen, pair.claimable) == ("7z", 6, 0)


def test_to_wait_for_tiles_that_are_all_seen_is_not_to_wait():
    laid = ["123m", "789m", "555z"]
    said = advise(view("99s 13p 6p", laid, seen="2222p"))  # 1 3 of dots wait for nothing
    assert said.move.tile in tiles("1p3p")
    # so three of the 9 and a wait for the pair do bring the hand nearer
    asked = advise(view("99s 13p", laid, offered="9s", seen="2222p"))
    assert asked.move.do is Do.PUNG
    assert asked.reasons[0] == Reason("nearer", {"then": 1, "now": 2})
    assert advise(view("99s 13p", laid, offered="9s")).move.do is Do.LEAVE


def test_it_keeps_the_winds_that_double():
    hand = "147m258p369s 124z 66z"
    assert choose(view(hand, seat=E, turn=S)).tile is Tile.parse("4z")
    assert choose(view(hand, seat=N, turn=S)).tile is Tile.parse("1z")
    assert choose(view(hand, seat=E, turn=N)).tile is Tile.parse("2z")


def test_four_alike_are_kept_where_they_serve_better_apart():
    """The fourth 5 is part of 5 6 7, and the hand waits; laid out as four it would be farther away."""
    hand = "5555p 67p 123m 789s 2z 2z"
    said = advise(view(hand))
    assert said.move.do is Do.MAH_JONGG
    said = advise(view("5555p 67p 123m 78s 22z 9m"))
    four = option(said, Do.LAY, "5555p")
    assert (code(four), four.helps) == ("kong-farther", False)
    assert said.move == Move(E, Do.DISCARD, Tile.parse("9m"))


# --- what it says


def laid_key(holding):
    return Hand([tile for one in holding.laid for tile in one.tiles]).key


def distance(holding):
    return away(Hand(holding.hand).key, len(holding.laid), laid_key(holding))


def improves(holding, hidden):
    """The hidden tiles that bring a hand of 13 nearer."""
    better = improving(Hand(holding.hand).key, len(holding.laid), laid_key(holding))
    return {tile: hidden[tile] for tile in better if hidden[tile]}


def chances(holding, hidden):
    """How far such a hand is away; a wait for nothing counts as two."""
    far = distance(holding)
    return 2 if far == 1 and not improves(holding, hidden) else far


def nearest(holding, hidden):
    """The same for a hand of 14, once the best tile is discarded."""
    return min(chances(holding.without([tile]), hidden) for tile in set(holding.hand))


def hidden_tiles(game):
    found = Counter(game.deal.order[game.front :])
    for who in WINDS:
        if who is not game.turn:
            found.update(game.holding(who).hand)
    return found


def test_what_it_says_of_discards_is_so():
    for game in positions(range(often(28, 8))):
        seen, hidden = game.view(game.turn), hidden_tiles(game)
        said = advise(seen)
        assert said.away == distance(seen.holding)
        assert said.move == choose(seen)
        assert said.why.endswith(".")
        tiles_there = set(seen.holding.hand) if seen.phase is Phase.TURN else set()
        assert {one.tile for one in said.discards} == tiles_there
        ranks = [(one.away, -one.unseen) for one in said.discards if one.away > 1]
        assert ranks == sorted(ranks)
        for one in said.discards:
            rest = seen.holding.without([one.tile])
            better = improves(rest, hidden)
            assert one.away == distance(rest)
            assert {some.tile: some.unseen for some in one.improves} == better
            assert one.unseen == sum(better.values())
            can = winning_sets if one.away == 1 else lambda held, tile: sets_with(held.hand, tile)
            assert one.claimable == sum(count for tile, count in better.items() if can(rest, tile))
            for some in one.improves:
                assert (some.score is None) == (one.away > 1)
                if some.score is not None:
                    won = score(
                        rest.with_tile(some.tile).as_hand(), ScoringContext(Ruleset("simple"), game.turn, game.round)
                    )
                    assert some.score == won.score


def test_what_it_says_of_claims_and_sets_is_so():
    reasons = Counter()
    for game in positions(range(200, 228)):
        seen, hidden = game.view(game.turn), hidden_tiles(game)
        said = advise(seen)
        in_turn = seen.phase is Phase.TURN
        now = nearest(seen.holding, hidden) if in_turn else chances(seen.holding, hidden)
        assert [one.move for one in said.others] == [one for one in seen.choices if one.do is not Do.DISCARD]
        for one in said.others:
            reasons[code(one)] += 1
            if one.move.do is Do.MAH_JONGG:
                worth = game.apply(one.move).sheet().score
                assert one.helps == (worth > 0 or not seen.wall)
                assert not one.helps or one.reasons[0].data["score"] == worth
            elif one.move.do is Do.LEAVE:
                assert one.away == now
                assert one.helps == (said.move == one.move)
            elif len(one.move.tiles) == 4:
                after = game.apply(one.move).holding(game.turn)
                assert one.away == chances(after, hidden)
                assert one.helps == (one.away <= now and seen.wall > 0)
            else:
                after = game.apply(one.move).holding(game.turn)
                assert one.away == (nearest(after, hidden) if distance(after) else 0)
                held = Counter(seen.holding.hand)
                breaks = one.move.do is Do.CHOW and any(
                    held[tile] == 3 for tile in one.move.tiles if tile != one.move.tile
                )
                assert (code(one) == "breaks-three") == breaks
                worthless = code(one) == "mah-jongg-for-nothing"
                assert not worthless or not one.away
                assert one.helps == (one.away < now and not in_turn and not breaks and not worthless)
    assert set(reasons) >= {
        "mah-jongg",
        "nearer",
        "no-nearer",
        "farther",
        "kong",
        "fourth",
        "no-need",
        "leave",
        "leave-not",
    }


def test_before_the_tiles_are_dealt_it_says_nothing_foolish():
    game = SimpleGame.begin(Deal.of("simple", 5))
    while game.phase is not Phase.DRAW:
        said = advise(game.view(W))
        assert said.move is None
        game = game.apply(game.forced())


# --- what it knows


def test_hidden_tiles_change_nothing():
    rng = random.Random(8)
    compared = 0
    for game in positions(range(100, 128)):
        who = game.turn
        other = reshuffled(game, who, rng)
        waiting = tuple(rng.sample([one for one in WINDS if one is not who], 2))
        other = msgspec.structs.replace(other, waiting=waiting)
        assert everywhere(other) == everywhere(game)
        assert other.view(who) == game.view(who)
        if rng.random() < 0.2:
            assert choose(other.view(who)) == choose(game.view(who))
            assert advise(other.view(who)) == advise(game.view(who))
            compared += other.deal != game.deal
    assert compared > 140


# --- how well it plays


def course(number, coached):
    """A whole game in which these seats are the coach's, and the others do anything."""
    rng = random.Random(number)
    game = SimpleGame.begin(Deal.of("simple", number))
    while not game.is_over:
        move = game.forced()
        if move is None:
            move = choose(game.view(game.turn)) if game.turn in coached else rng.choice(game.choices())
        game = game.apply(move)
    return game


def test_one_coach_beats_three_who_do_anything():
    won = sum(course(number, {seat}).out is seat for number, seat in enumerate(WINDS * 10))
    assert won >= 32


def test_four_coaches_nearly_always_come_to_an_end_before_the_wall_does():
    ends = [course(number, set(WINDS)) for number in range(60)]
    assert sum(game.out is not None for game in ends) >= 57
    assert {game.out for game in ends} >= set(WINDS)
