"""What holds at every moment of every virtual game, whatever its rules, in games played by chance."""

import random
from collections import Counter

import pytest

from mjcompanion.core.tiles import FLOWER_TILES, JOKER, PLAIN_TILES, WINDS
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from tests.sample import often
from tests.solitaire.chance import SETUPS, everywhere, moments

USUAL = {Do.DRAW, Do.DISCARD, Do.LEAVE, Do.PUNG}
SEEN = {
    "kemp-chinese": USUAL | {Do.CHOW, Do.KONG, Do.FLOWER, Do.LOOSE, Do.CONCEALED_KONG, Do.ADDED_KONG},
    "kemp-american": USUAL | {Do.KONG, Do.PASS, Do.CHARLESTON, Do.STOP, Do.END_TILE, Do.JOKER},
    "simple": USUAL | {Do.CHOW, Do.FLOWER, Do.LOOSE, Do.LAY},
}
"""The moves that so many games must have for the tests to say anything."""


@pytest.mark.parametrize("rules", SETUPS)
def test_every_tile_is_in_one_place_hands_are_whole_and_draws_follow_the_wall(rules):
    seen = Counter()
    for game, move in moments(rules, range(often(60, 36))):
        assert everywhere(game) == Counter([*game.deal.order, *game.deal.loose])
        walls = game.walls()
        assert len(walls) == game.wall + game.loose
        for one in game.holdings:
            assert list(one.hand) == sorted(one.hand)
        if game.phase is Phase.CLAIM or (game.phase is Phase.TURN and game.turn is game.person):
            held, due = game.holding(game.person), 14 if game.phase is Phase.TURN else 13
            assert due == (len(held.tiles) if game.rules.with_card else len(held.hand) + 3 * len(held.laid))
        if move is None:
            assert game.is_over
            assert (game.choices(), game.forced()) == ((), None)
            assert game.out is not None or game.wall == 0
            assert game.result()["ok"] is (game.out is not None)
            continue
        seen[move.do] += 1
        if move.do is Do.DRAW:
            assert (move.tile, game.deal.spots[game.front]) == (walls[0].tile, walls[0].spot)
        assert game.waits_for_person is (game.forced() is None and game.turn is game.person)
    assert SEEN[rules] <= seen.keys()


@pytest.mark.parametrize("rules", SETUPS)
def test_exactly_the_choices_are_legal(rules):
    """Of all moves one could think of, those that aren't offered are refused with a sentence."""
    rng = random.Random(8)
    tiles = (None, *PLAIN_TILES[::7], FLOWER_TILES[0], JOKER)
    for game, _ in moments(rules, range(often(12, 4))):
        if rng.random() > 0.15 and game.phase is not Phase.CLAIM:
            continue
        legal = {*game.choices()} | ({game.forced()} - {None})
        tried = [Move(who, do, tile) for who in WINDS for do in Do for tile in tiles]
        for move in game.choices():
            if move.tiles:
                tried += [Move(move.who, do, move.tile, move.tiles[:-1]) for do in CLAIMS]
                tried += [Move(move.who, do, move.tile, (*move.tiles, JOKER)) for do in CLAIMS]
                tried += [Move(move.who, do, move.tile, move.tiles) for do in Do]
        for move in (*tried, *legal):
            passes_none = game.phase is Phase.CHARLESTON and move == Move(game.turn, Do.PASS)
            problem = game.why_not(move)
            assert (problem is None) == (move in legal or (passes_none and 0 in game.stage.sizes)), (game.phase, move)
            if problem is not None:
                assert problem.code == "illegal-move"
                assert problem.sentence().startswith(f"{move.who.word} can’t ")
                assert problem.sentence().count(".") == 1
        assert len(set(game.choices())) == len(game.choices())


@pytest.mark.parametrize("rules", SETUPS)
def test_a_view_holds_what_lies_open_and_no_more(rules):
    for game, _ in moments(rules, range(often(20, 6))):
        for who in WINDS if rules == "simple" else (game.person,):
            view = game.view(who)
            hidden = Counter(standing.tile for standing in game.walls())
            for one in WINDS:
                if one is not who:
                    hidden.update(game.holding(one).hand)
            known = Counter((*view.holding.tiles, *view.seen))
            assert known + hidden == everywhere(game)
            assert view.choices == (game.choices() if game.turn is who and game.forced() is None else ())
