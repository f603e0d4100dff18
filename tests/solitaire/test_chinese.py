"""The virtual Chinese game: each clause of its rules on a wall stacked for it, and properties of thousands of games."""

from collections import Counter
from itertools import combinations

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import FLOWER_TILES, PLAIN_TILES, WINDS, Tile, Wind
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.deal import HIGHEST_NUMBER, Deal, fresh_number
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import Do, Move

from .chance import is_set, is_whole, moments
from .stacking import do, onward, refusal, stacked, tiles

E, S, W, N = WINDS
WAITING = "123456789m 11p 99s 5z"  # 14 tiles; without the white dragon it waits for 1p and 9s


def opened(deal, **more):
    """The game when East first has something to decide."""
    return onward(ChineseGame(deal=deal, **more))


def texts(moves):
    return {f"{move.do} {move.tile or ''}{''.join(map(str, move.tiles))}".strip() for move in moves}


# --- deals


FIRST_FOURTEEN = "1z 7z 6m 4z 4m 2p 3f 4z 2s 4p 1m 6m 9p 6m"


def test_a_number_gives_the_same_deal_for_ever():
    deal = Deal.of("kemp-chinese", 20260101)
    assert " ".join(map(str, deal.order[:14])) == FIRST_FOURTEEN
    assert deal == Deal.of("kemp-chinese", 20260101)
    assert deal != Deal.of("kemp-chinese", 20260102)
    assert 1 <= fresh_number() <= HIGHEST_NUMBER


def test_a_shuffle_is_even():
    """Every tile is as often drawn first as any other: 144 faces in 7,200 deals, five sigma."""
    first = Counter(Deal.of("kemp-chinese", number).order[0] for number in range(7_200))
    for tile in PLAIN_TILES:
        assert 200 - 5 * 14 < first[tile] < 200 + 5 * 14
    for tile in FLOWER_TILES:
        assert 50 - 5 * 7 < first[tile] < 50 + 5 * 7


# --- the clauses


def test_fourteen_are_drawn_from_the_break():
    deal = stacked("kemp-chinese", WAITING, dice=((2, 3), (4, 6)))
    game = ChineseGame(deal=deal)
    for place in range(14):
        move = game.forced()
        assert (move.who, move.do, move.tile) == (E, Do.DRAW, deal.order[place])
        assert game.walls()[0].spot == deal.spots[place]
        game = game.apply(move)
    assert game.forced() is None
    assert game.turn is E
    assert game.phase is Phase.TURN
    assert sorted(game.holding(E).hand) == sorted(tiles(WAITING))


def test_flowers_are_replaced_until_none_is_in_hand():
    deal = stacked("kemp-chinese", "123456789m 11p 9s 1f 2y", loose="3f 9s", end="5z 6z")
    game = opened(deal)
    held = game.holding(E)
    assert [str(tile) for tile in held.flowers] == ["1f", "3f", "2y"]
    # the two loose tiles are used, so that the last stack of the wall is loose: its top tile comes third
    assert sorted(held.hand) == sorted(tiles("123456789m 11p 9s 9s 5z"))
    assert game.back == 3
    assert game.loose == 1
    assert game.wall == 142 - 14 - 2


def test_a_hand_dealt_complete_after_flowers_is_won_as_dealt():
    game = opened(stacked("kemp-chinese", "123456789m 11p 99s 1f", loose="9s"))
    assert "mah-jongg" in texts(game.choices())
    done = do(game, Do.MAH_JONGG)
    win = done.sheet().context.win
    assert (win.by, win.tile) == (By.DEAL, None)
    assert done.discards == 0
    assert done.result()["factor"] == "1"  # 129 of 129
    assert done.result()["winner"] == "E"


def test_pung_and_kong_of_a_discard():
    game = do(opened(stacked("kemp-chinese", "555z 1245789m 114p 5s 5z", loose="2s 3s")), Do.DISCARD, "5s")
    assert texts(game.choices()) == {"kong 5z5z5z5z5z", "pung 5z5z5z5z", "leave"}
    after = do(game, Do.KONG, "5z", "5555z")
    assert str(after.fresh) == "2s"
    assert after.came is By.KONG_REPLACEMENT
    assert after.holding(E).laid[0].meld.kind == "kong"
    assert not after.holding(E).laid[0].concealed
    after = do(game, Do.PUNG, "5z", "555z")
    # a set was claimed: the fourth dragon is in the hand and stays there until the next draw
    assert {one.do for one in after.choices()} == {Do.DISCARD}
    assert "it isn’t one of the moves possible now" in refusal(after, Move(E, Do.ADDED_KONG, Tile.parse("5z")))


def test_a_pung_takes_the_fourth_tile_after_a_draw():
    deal = stacked("kemp-chinese", "55z 1245789m 114p 5s 1z 5z 2z 2z 2z 5z", loose="3s 3s")
    game = do(opened(deal), Do.DISCARD, "5s")
    game = do(game, Do.PUNG, "5z", "555z")
    game = do(game, Do.DISCARD, "1z")
    while game.phase is Phase.CLAIM:
        game = do(game, Do.LEAVE)
    assert "added-kong 5z" in texts(game.choices())
    after = do(game, Do.ADDED_KONG, "5z")
    kong = after.holding(E).laid[0]
    assert kong.meld.kind == "kong"
    assert not kong.concealed
    assert str(after.fresh) == "3s"


def test_a_concealed_kong_draws_a_loose_tile_and_can_be_won_with():
    game = opened(stacked("kemp-chinese", "5555z 123456789m 1p", loose="1p 3s"))
    after = do(game, Do.CONCEALED_KONG, "5z")
    assert after.holding(E).laid[0].concealed
    assert after.loose == 1
    won = do(after, Do.MAH_JONGG)
    assert won.sheet().context.win.by is By.KONG_REPLACEMENT
    assert any("loose" in str(line.what) for line in won.sheet().lines)


def test_mah_jongg_on_a_discard():
    game = do(opened(stacked("kemp-chinese", WAITING + "9s")), Do.DISCARD, "5z")
    assert "mah-jongg 9s" in texts(game.choices())
    won = do(game, Do.MAH_JONGG, "9s")
    win = won.sheet().context.win
    assert (str(win.tile), win.by, win.last_tile) == ("9s", By.DISCARD, False)
    assert won.discards == 1  # the claimed tile doesn't lie there any more
    assert won.result()["factor"] == "129/130"


def test_a_set_claimed_by_mistake_still_wins():
    game = do(opened(stacked("kemp-chinese", WAITING + "9s")), Do.DISCARD, "5z")
    after = do(game, Do.PUNG, "9s", "999s")
    won = do(after, Do.MAH_JONGG)
    assert won.sheet().context.win.by is By.DISCARD
    assert won.result() == do(game, Do.MAH_JONGG, "9s").result()


def leave_all(game, keep):
    """Discard what was drawn and claim nothing, until so few tiles can be drawn and East is to decide."""
    while game.wall > keep and not game.is_over:
        if game.phase is Phase.CLAIM:
            game = do(game, Do.LEAVE)
        else:
            tile = game.fresh if game.fresh in game.holding(E).hand else game.holding(E).hand[-1]
            game = do(game, Do.DISCARD, str(tile))
    return game


NO_FLOWER_FOR_EAST = "1f 2f 3f 6z 4f 1y 2y 6z 3y 4y"  # what follows the deal: South, West, North, East …


def test_the_last_tile_of_the_wall():
    # 128 tiles follow the deal, the fourth of each four is East's
    deal = stacked("kemp-chinese", f"{WAITING} {NO_FLOWER_FOR_EAST}", end="9s", loose="1z 1z")
    game = leave_all(opened(deal), keep=0)
    assert (game.wall, game.loose, game.turn, str(game.fresh)) == (0, 2, E, "9s")
    win = do(game, Do.MAH_JONGG).sheet().context.win
    assert (win.by, win.last_tile) == (By.DRAW, True)
    # not won with, it is discarded, and that is the end
    assert do(game, Do.DISCARD, "9s").is_over


def test_the_discard_of_the_last_tile_can_be_claimed():
    # two flowers of East's: the loose tiles are used and the last stack is loose
    drawn = f"{WAITING} 1f 2f 3f 1y 4f 6z 6z 2y 3y 4y"
    deal = stacked("kemp-chinese", drawn, end="9s 4z 4z", loose="2z 3z")
    game = leave_all(opened(deal), keep=0)
    assert game.back == 2
    assert (game.wall, game.phase, game.offered.who, str(game.offered.tile)) == (0, Phase.CLAIM, W, "9s")
    win = do(game, Do.MAH_JONGG, "9s").sheet().context.win
    assert (win.by, win.last_tile) == (By.DISCARD, True)
    assert do(game, Do.LEAVE).is_over


# --- properties


def brute_claims(game):
    """All claims of a discard, found by trying all two or three tiles of the hand."""
    hand, tile = game.holding(E).hand, game.offered.tile if game.offered else game.pile[-1].tile
    found = set()
    if tile.is_flower:
        return found
    for some in (*combinations(hand, 2), *combinations(hand, 3)):
        whole = tuple(sorted([*some, tile]))
        if is_set(whole) and (len(whole) == 3 or game.loose):
            do = Do.KONG if len(whole) == 4 else Do.PUNG if len(set(whole)) == 1 else Do.CHOW
            found.add(Move(E, do, tile, whole))
    if is_whole([*hand, tile], len(hand) // 3):
        found.add(Move(E, Do.MAH_JONGG, tile))
    return found


def test_of_every_discard_just_what_can_be_claimed_is_offered():
    """Where nothing is offered, nothing could be claimed."""
    asked = passed = 0
    for game, move in moments("kemp-chinese", range(400, 550)):
        if game.phase is Phase.CLAIM:
            assert {one for one in game.choices() if one.do is not Do.LEAVE} == brute_claims(game)
            asked += 1
        elif move is not None and move.do is Do.DISCARD and move.who is not E:
            after = game.apply(move)
            if after.phase is not Phase.CLAIM:
                assert (after.claims, after.pile[-1].passed, brute_claims(after)) == ((), False, set())
                passed += 1
    assert asked > 500
    assert passed > 2_000


def test_wins_are_scored_with_what_lies_there():
    won = 0
    for game, _ in moments("kemp-chinese", range(800, 1400)):
        if game.out is None:
            continue
        won += 1
        sheet = game.sheet()
        assert sheet.context.discards == sum(lying.claimed_by is None for lying in game.pile)
        assert sheet.adjustment.drawable == 130 - len(game.holding(E).flowers)
        assert game.result()["final"] == sheet.adjustment.final_text
        assert Wind(game.result()["winner"]) is E
    assert won > 30
