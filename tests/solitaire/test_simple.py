"""The virtual simple game: each clause of RULES 8 on a wall stacked for it, and properties of thousands of games."""

import random
from collections import Counter
from itertools import combinations

import msgspec
import pytest

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import WINDS, Tile, TileSet
from mjcompanion.solitaire.coach_simple import choose
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import DiscardedTile, Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.simple import SimpleGame
from tests.sample import often
from tests.solitaire.chance import everywhere, is_set, is_whole

from .stacking import do, onward, refusal, stacked, tiles

E, S, W, N = WINDS
WHOLE = Counter(TileSet.of(144).tiles())


def dealt(then="", end="", **hands):
    """A deal that gives these players these tiles, and draws `then` next; what is left over fills the hands up to 13."""
    given = {wind: tiles(hands.get(wind.value, "")) for wind in WINDS}
    rest = Counter(tile for tile in WHOLE.elements() if not tile.is_flower)
    for some in (*given.values(), [tile for tile in tiles(then + " " + end) if not tile.is_flower]):
        rest.subtract(some)
    spare = [tile for tile in rest.elements() if rest[tile] > 0]
    random.Random(1).shuffle(spare)
    for some in given.values():
        some += [spare.pop() for _ in range(13 - len(some))]
    order = []
    for turn in range(3):
        for wind in WINDS:
            order += given[wind][4 * turn : 4 * turn + 4]
    order += [given[wind][12] for wind in WINDS]
    return stacked("simple", f"{''.join(map(str, order))} {then}", end=end)


def begun(deal, **more):
    return onward(SimpleGame.begin(deal, **more))


def quietly(game, tile):
    """Discard, and let everybody leave it."""
    game = do(game, Do.DISCARD, tile)
    while game.phase is Phase.CLAIM:
        game = do(game, Do.LEAVE)
    return game


def texts(game):
    return [f"{move.do} {''.join(map(str, move.tiles)) or move.tile or ''}".strip() for move in game.choices()]


def hand(game, who):
    return "".join(map(str, game.holding(who).hand))


def played(number, mix=0.5):
    """Every moment of a game and the move that follows; each choice is random, or a computer player's."""
    rng = random.Random(number)
    game = SimpleGame.begin(Deal.of("simple", number), rng.choice(WINDS), rng.choice(WINDS))
    while not game.is_over:
        move = game.forced()
        if move is None:
            move = choose(game.view(game.turn)) if rng.random() < mix else rng.choice(game.choices())
        yield game, move
        game = game.apply(move)
    yield game, None


# --- the deal


def test_east_south_west_north_take_four_three_times_and_then_one():
    deal = Deal.of("simple", 5)
    game = SimpleGame.begin(deal)
    takers = []
    while game.phase is Phase.DEAL:
        takers.append(game.turn)
        game = game.apply(game.forced())
    assert takers == ([E] * 4 + [S] * 4 + [W] * 4 + [N] * 4) * 3 + [E, S, W, N]
    assert game.front == 52
    assert all(len(game.holding(wind).hand) == 13 for wind in WINDS)
    assert sorted(deal.order[:4] + deal.order[16:20] + deal.order[32:36] + deal.order[48:49]) == list(
        game.holding(E).hand
    )


def test_nothing_is_broken_open():
    deal = Deal.of("simple", 5)
    assert deal.dice == ()
    assert deal.opened is None
    game = SimpleGame.begin(deal)
    assert (game.wall, game.loose, len(game.walls())) == (144, 0, 144)
    assert (game.walls()[0].spot.wall, game.walls()[0].spot.stack) == (E, 1)


def test_another_games_deal_is_refused():
    with pytest.raises(ValueError, match="kemp-chinese"):
        SimpleGame.begin(Deal.of("kemp-chinese", 5))


def test_flowers_are_laid_out_and_replaced_from_east_on_and_a_replacement_may_be_one_again():
    game = SimpleGame.begin(dealt("5z 3f 6z 7z 1s 9s", E="19m19p19s12345z 1f1y", S="19m19p19s12346z 2f2y"))
    while game.phase is Phase.DEAL:
        game = game.apply(game.forced())
    happened = []
    while (move := game.forced()) is not None:
        happened.append(f"{move.who} {move.do} {move.tile}")
        game = game.apply(move)
    assert happened == [
        *("E flower 1f", "E loose 5z", "E flower 1y", "E loose 3f", "E flower 3f", "E loose 6z"),
        *("S flower 2f", "S loose 7z", "S flower 2y", "S loose 1s"),
        "E draw 9s",
    ]
    assert (game.phase, game.turn, len(game.holding(E).hand)) == (Phase.TURN, E, 14)
    assert game.holding(E).flowers == (Tile.parse("1f"), Tile.parse("1y"), Tile.parse("3f"))


# --- a turn


def test_a_flower_drawn_is_replaced_by_the_next_tile_of_the_wall():
    game = begun(dealt("1f 2y 9s", E="147m147p147s1234z"))
    assert hand(game, E) == "1m4m7m1p4p7p1s4s7s9s1z2z3z4z"
    assert game.front == 55
    assert game.fresh is Tile.parse("9s")


def test_four_alike_laid_out_draw_one_tile():
    game = begun(dealt("5p 8s", E="123m555p99s1234z5z"))
    assert texts(game)[:3] == ["lay 1m2m3m", "lay 5p5p5p5p", "lay 5p5p5p"]
    laid = game.apply(Move(E, Do.LAY, tiles=tuple(tiles("5555p"))))
    assert laid.phase is Phase.LOOSE
    assert laid.forced() == Move(E, Do.LOOSE, Tile.parse("8s"))
    laid = onward(laid)
    assert (laid.phase, laid.turn, hand(laid, E)) == (Phase.TURN, E, "1m2m3m8s9s9s1z2z3z4z5z")


# --- another's discard


CLAIMING = dealt(
    "9s", E="357m 5p 19s 1234567z", S="46m 1379p 1379s 123z", W="55m 246p 2468s 1234z", N="67m 555p 246s 12345z"
)
"""East discards: S can make the run 4 5 6 of 5m, W three of a kind, N the run 5 6 7; and N four of 5p."""


def test_a_run_is_claimed_from_anybody_and_play_goes_on_with_the_next_after_the_claimer():
    game = do(begun(CLAIMING), Do.DISCARD, "5m")
    assert (game.phase, game.turn, game.offered.tile) == (Phase.CLAIM, S, Tile.parse("5m"))
    assert texts(game) == ["chow 4m5m6m", "leave"]
    game = do(do(game, Do.LEAVE), Do.LEAVE)
    assert (game.turn, texts(game)) == (N, ["chow 5m6m7m", "leave"])
    game = do(game, Do.CHOW, "5m", "567m")
    assert (game.phase, game.turn, game.offered, game.discards) == (Phase.TURN, N, None, 0)
    laid = game.holding(N).laid[0]
    assert (laid.tiles, laid.claimed, laid.claimed_from) == (tuple(tiles("567m")), Tile.parse("5m"), E)
    assert len(game.holding(N).hand) == 11
    game = quietly(game, "4z")
    assert (game.turn, game.phase) == (E, Phase.TURN)  # South and West were skipped


def test_three_and_four_of_a_kind():
    game = do(do(begun(CLAIMING), Do.DISCARD, "5m"), Do.LEAVE)
    assert (game.turn, texts(game)) == (W, ["pung 5m5m5m", "leave"])
    game = do(game, Do.PUNG, "5m", "555m")
    assert (game.turn, game.phase, len(game.holding(W).hand)) == (W, Phase.TURN, 11)

    game = do(begun(CLAIMING), Do.DISCARD, "5p")
    while game.turn is not N:
        game = do(game, Do.LEAVE)
    assert texts(game) == ["kong 5p5p5p5p", "pung 5p5p5p", "leave"]
    claimed = game.apply(Move(N, Do.KONG, Tile.parse("5p"), tuple(tiles("5555p"))))
    assert (claimed.phase, claimed.forced().tile) == (Phase.LOOSE, game.deal.order[game.front])
    claimed = onward(claimed)
    assert (claimed.turn, claimed.phase, len(claimed.holding(N).hand)) == (N, Phase.TURN, 11)


READY = "123m456p789s11z 67s"  # for the 5 or 8 of bamboos


def test_who_can_go_out_is_asked_first_and_of_several_the_next_in_turn():
    deal = dealt("7z", E="8s 199m199p234567z", S="79s468m257p23456z", W=READY, N="123p345p22m333m67s")
    game = do(begun(deal), Do.DISCARD, "8s")
    assert (game.turn, texts(game)[0]) == (W, "mah-jongg 8s")
    assert game.waiting == (N, S)
    again = do(game, Do.LEAVE)
    assert (again.turn, texts(again)[0]) == (N, "mah-jongg 8s")
    assert do(again, Do.LEAVE).turn is S
    game = do(game, Do.MAH_JONGG, "8s")
    assert (game.is_over, game.out) == (True, W)
    assert game.sheet().context.win.by is By.DISCARD
    assert everywhere(game) == WHOLE
    assert game.result()["winner"] == "W"


def test_when_everybody_leaves_it_the_next_in_turn_draws():
    game = do(begun(CLAIMING), Do.DISCARD, "5m")
    for _ in range(3):
        game = do(game, Do.LEAVE)
    assert (game.turn, game.phase, game.offered) == (S, Phase.TURN, None)
    assert len(game.holding(S).hand) == 14


def test_who_could_go_out_may_take_it_for_a_set_instead():
    deal = dealt("7z", E="8s 199m199p234567z", W=READY)
    game = do(begun(deal), Do.DISCARD, "8s")
    assert texts(game) == ["mah-jongg 8s", "chow 6s7s8s", "chow 7s8s9s", "leave"]
    game = do(game, Do.CHOW, "8s", "678s")
    assert texts(game)[0] == "mah-jongg"
    assert do(game, Do.MAH_JONGG).out is W


@pytest.mark.parametrize(
    ("west", "discard", "laid", "points", "doubles"),
    [
        ("11222333m777p55z", "1m", "111m", 10, 1),  # not 1 2 3, which leaves two more runs
        ("1112223334m555z", "4m", "234m", 4, 0),  # three alike three times are possible with the tile in the pair alone
    ],
)
def test_going_out_takes_the_discard_for_the_set_that_scores_most(west, discard, laid, points, doubles):
    game = do(begun(dealt("9p", E=f"{discard} 8m19p258s23467z9s", W=west)), Do.DISCARD, discard)
    while game.turn is not W:
        game = do(game, Do.LEAVE)
    game = do(game, Do.MAH_JONGG, discard)
    assert [one.tiles for one in game.holding(W).laid] == [tuple(tiles(laid))]
    assert (game.sheet().points, game.sheet().doubles) == (points, doubles)


def test_going_out_after_all_is_laid_out():
    game = begun(dealt("9m", E="12345678m 111z 55p"))
    for some in ("123m", "456m", "789m", "111z"):
        game = do(game, Do.LAY, several=some)
    game = do(game, Do.MAH_JONGG)
    assert game.sheet().score == 4 << 2
    assert game.sheet().context.win.tile is Tile.parse("9m")


# --- the end


def late(deal, left):
    """The game when East is due to draw for the first time, but so many tiles are left: the others lie discarded."""
    game = SimpleGame.begin(deal)
    while game.phase is not Phase.DRAW:
        game = game.apply(game.forced())
    end = len(deal.order) - left
    gone = tuple(DiscardedTile(tile, S) for tile in deal.order[game.front : end])
    return msgspec.structs.replace(game, front=end, pile=gone)


def is_without_score(game):
    assert everywhere(game) == WHOLE
    assert (game.choices(), game.forced(), game.sheet()) == ((), None, None)
    assert game.result() == {"ok": False, "error": "The wall is used up and nobody went out: there is no score."}
    return game.is_over and game.out is None and game.wall == 0


def test_the_wall_used_up_before_a_draw():
    game = onward(late(dealt(end="5p", E="555p147m369s1234z"), 1))
    assert (game.wall, game.phase) == (0, Phase.TURN)
    game = quietly(game, "1m")
    assert is_without_score(game)
    assert refusal(game, Move(S, Do.DISCARD, Tile.parse("1m"))) == (
        "South can’t discard the 1 character: the game is over."
    )


def test_the_last_discard_may_be_claimed():
    game = onward(late(dealt(end="5p", E="8s199m199p234567z", W=READY), 1))
    game = do(game, Do.DISCARD, "8s")
    while game.turn is not W:
        game = do(game, Do.LEAVE)
    assert do(game, Do.MAH_JONGG, "8s").out is W


def test_the_wall_used_up_before_a_flower_is_replaced():
    game = onward(late(dealt(end="4y", E="555p147m369s1234z"), 1))
    assert is_without_score(game)
    assert game.holding(E).flowers == (Tile.parse("4y"),)


def test_the_wall_used_up_before_the_tile_for_a_fourth():
    game = onward(late(dealt(end="5p", E="555p147m369s1234z"), 1))
    assert is_without_score(do(game, Do.LAY, several="5555p"))

    game = do(onward(late(dealt(end="9p", E="5p147m369s12345z6z", N="555p12345679m11z"), 1)), Do.DISCARD, "5p")
    while game.turn is not N:
        game = do(game, Do.LEAVE)
    assert is_without_score(do(game, Do.KONG, "5p", "5555p"))


def test_source_4s_highest_score():
    """Eight flowers, four kongs of winds, your wind and the game wind among them, no run: 80 points, 15 doubles."""
    deal = dealt("222z 3333z 4z 5z4z4z4z5z", E="1f2f3f4f1y2y3y4y 1111z 2z")
    game = begun(deal, round=S)
    for four in ("1111z", "2222z", "3333z", "4444z"):
        game = do(game, Do.LAY, several=four)
    game = do(game, Do.MAH_JONGG)
    sheet = game.sheet()
    assert (sheet.points, sheet.doubles, sheet.score) == (80, 15, 2_621_440)
    assert sheet.context.win.by is By.DRAW


def test_the_winners_seat_and_the_game_wind_count():
    for seat, turn, doubles in ((E, S, 1), (E, E, 2), (W, E, 2)):
        game = begun(dealt("1z", E="11z 123m456m789m 55p"), seat=seat, round=turn)
        game = do(game, Do.MAH_JONGG)
        assert game.person is seat
        assert game.sheet().doubles == doubles


# --- thousands of games


def brute_claims(holding, tile):
    """All that this player could do with a discard, by trying every two or three tiles of the hand."""
    sets = {
        tuple(sorted((tile, *some)))
        for size in (2, 3)
        for some in combinations(holding.hand, size)
        if is_set(tuple(sorted((tile, *some))))
    }
    out = False
    for some in sets:
        if len(some) == 3:
            rest = [*holding.hand, tile]
            for one in some:
                rest.remove(one)
            out = out or is_whole(rest, 3 - len(holding.laid))
    return sets, out


def test_claims_offered_are_all_there_are_for_everybody():
    asked = outs = 0
    for number in range(3000, often(3060, 3020)):
        for game, move in played(number, mix=0.8):
            if move is None or move.do is not Do.DISCARD:
                continue
            after = game.apply(move)
            able, order = {}, []
            who = move.who.next
            while who is not move.who:
                sets, out = brute_claims(game.holding(who), move.tile)
                if sets:
                    able[who] = (sets, out)
                who = who.next
            order = sorted(able, key=lambda who: (not able[who][1], (WINDS.index(who) - WINDS.index(move.who)) % 4))
            for who in order:
                assert (after.phase, after.turn) == (Phase.CLAIM, who)
                sets, out = able[who]
                choices = after.choices()
                assert {one.tiles for one in choices if one.do in CLAIMS} == sets
                assert (choices[0].do is Do.MAH_JONGG) == out
                assert choices[-1] == Move(who, Do.LEAVE)
                after = after.apply(choices[-1])
                asked += 1
                outs += out
            assert after.phase is not Phase.CLAIM
    assert asked > often(400, 120)
    assert outs > often(8, 1)


def test_own_turns_offer_all_sets_and_mah_jongg():
    for number in range(often(60, 15)):
        for game, _ in played(number, mix=0.9):
            if game.phase is not Phase.TURN:
                continue
            holding = game.holding(game.turn)
            sets = {some for size in (3, 4) for some in combinations(holding.hand, size) if is_set(some)}
            choices = game.choices()
            assert {one.tiles for one in choices if one.do is Do.LAY} == sets
            assert [one.tile for one in choices if one.do is Do.DISCARD] == sorted(set(holding.hand))
            whole = is_whole(list(holding.hand), 4 - len(holding.laid))
            assert (choices[0] == Move(game.turn, Do.MAH_JONGG)) == whole
            assert len(set(choices)) == len(choices)


# --- what a player can know


def test_who_is_being_asked_is_nobody_elses_business():
    game = do(begun(CLAIMING), Do.DISCARD, "5m")
    assert game.view(S).turn is S
    assert {game.view(who).turn for who in (E, W, N)} == {E}


def test_a_view_says_how_the_own_last_tile_came():
    game = begun(CLAIMING)
    assert {who: game.view(who).came for who in WINDS} == {E: By.DRAW, S: None, W: None, N: None}
    game = do(game, Do.DISCARD, "5m")
    assert game.view(S).came is None
    game = do(game, Do.CHOW, "5m", "456m")
    assert {who: game.view(who).came for who in WINDS} == {E: None, S: By.DISCARD, W: None, N: None}
