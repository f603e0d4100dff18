"""The virtual American game: each clause of its rules on a wall stacked for it, and properties of random games."""

import itertools
import random
from collections import Counter
from fractions import Fraction
from importlib.resources import files

import msgspec
import pytest

from mjcompanion.american.request import Cards
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import JOKER, WINDS, Tile, TileSet
from mjcompanion.solitaire.american import Stage, american_hand, passes
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.record import GameSetup, begin
from tests.american import brute
from tests.solitaire.chance import everywhere, moments

from .stacking import do, onward, refusal, stacked, tiles

E, S, W, N = WINDS
WHOLE = Counter(TileSet.of(152).tiles())
CARDS = Cards()
NAMES = ("companion", "club-fifteen")
DEALT = "1f2f3f 2m5z2m6m 222p 6666p"
"""FFF 2026a 222b 6666b of the Companion card, an exposed line of 25 points."""


def dealt(drawn, *, end="", seed=0, card="companion"):
    """The game when East has 14 tiles."""
    deal = stacked("kemp-american", drawn, end=end, seed=seed)
    return onward(begin(deal, GameSetup(card=card), CARDS))


def passing(game, *texts):
    for text in texts:
        game = do(game, Do.PASS, several=text)
    return game


JUNK = "123s789s"
"""What goes in the first Charleston of most tests."""


def turn(held, rest="", *, junk=JUNK, end="", card="companion"):
    """East's first turn: 14 tiles, of which six came in the Charleston, for `junk`; then `rest` is drawn."""
    order = sorted(tiles(held), key=lambda tile: tile is not JOKER)
    first, second = tiles(junk)[:3], tiles(junk)[3:]
    drawn = [*order[:8], *first, *second, *order[8:], *tiles(rest)]
    game = dealt(" ".join(map(str, drawn)), end=end, card=card)
    for three in (first, second):
        game = onward(game.apply(Move(E, Do.PASS, None, tuple(three))))
    game = do(do(game, Do.PASS), Do.STOP)
    assert hand(game) == told(held)
    return game


def asked(held, drawn, *, throw="9s", **more):
    """The game once East has thrown a tile and kept 13, and the opponents discard what they draw, until East is asked."""
    return do(turn(f"{held} {throw}", drawn, **more), Do.DISCARD, throw)


def texts(moves):
    return {f"{move.do} {move.tile or ''} {''.join(map(str, move.tiles))}".strip() for move in moves}


def hand(game):
    return sorted(map(str, game.holding(E).hand))


def told(text):
    return sorted(map(str, tiles(text)))


# --- the deal and the Charleston: text 1, parts B and C; RULES 7

PLAIN = "123456789m 12345p"
"""14 tiles of which nothing is claimed soon."""


def test_east_draws_fourteen_tiles_in_a_row():
    game = begin(Deal.of("kemp-american", 7), GameSetup(card="companion"))
    for count in range(14):
        assert game.phase is Phase.DEAL
        assert game.forced() == Move(E, Do.DRAW, game.deal.order[count])
        game = game.apply(game.forced())
    assert (game.phase, game.stage, game.wall) == (Phase.CHARLESTON, Stage.FIRST_1, 138)
    assert game.waits_for_person
    assert Counter(game.holding(E).hand) == Counter(game.deal.order[:14])
    assert game.view(E).round_of_charleston == "first 1"


def test_complete_as_dealt():
    game = dealt(DEALT)
    assert game.choices() == (Move(E, Do.MAH_JONGG),)
    over = do(game, Do.MAH_JONGG)
    sheet = over.sheet()
    assert (over.phase, over.out, sheet.context.win.by) == (Phase.OVER, E, By.DEAL)
    assert (sheet.line.pattern, sheet.score, sheet.adjustment.factor) == ("FFF 2026a 222b 6666b", 25 * 8, 1)
    assert over.result()["winner"] == "E"
    assert game.result() == {"ok": False, "error": "The game isn’t over."}
    passed = passing(game, "666p")  # complete no more; text 1 has nobody wait for it
    assert Move(E, Do.MAH_JONGG) not in passed.choices()


def test_the_first_charleston_is_three_three_and_up_to_three():
    rest = "777z 888s 99s"
    game = dealt(f"{PLAIN} {rest}")
    game = passing(game, "123m")
    assert hand(game) == told("456789m 12345p 777z")
    assert (game.stage, game.wall, game.discards) == (Stage.FIRST_2, 135, 3)
    assert [(str(one.tile), one.who, one.passed) for one in game.pile] == [
        (tile, E, True) for tile in ("1m", "2m", "3m")
    ]
    game = passing(game, "77z 5p")
    assert hand(game) == told("456789m 1234p 7z 888s")
    assert game.stage is Stage.FIRST_3
    assert [stage.sizes for stage in (Stage.FIRST_1, Stage.FIRST_2)] == [range(3, 4)] * 2
    for several, drawn in (("", ""), ("8s", "9s"), ("88s", "99s")):
        after = passing(game, several) if several else do(game, Do.PASS)
        assert hand(after) == sorted((Counter(hand(game)) - Counter(told(several)) + Counter(told(drawn))).elements())
        assert (after.phase, after.stage) == (Phase.OPTION, Stage.SECOND_1)
    assert len(set(passes(game.view(E)))) == len(list(passes(game.view(E))))
    assert {len(one) for one in passes(game.view(E))} == {0, 1, 2, 3}
    assert all(game.why_not(Move(E, Do.PASS, None, several)) is None for several in passes(game.view(E)))
    assert list(passes(do(game, Do.PASS).view(E))) == []


def test_the_charleston_ends_or_a_second_one_is_whole():
    game = passing(dealt(PLAIN), "123m", "456m")
    first = do(game, Do.PASS)
    stopped = do(first, Do.STOP)
    assert (stopped.phase, stopped.stage, stopped.wall) == (Phase.TURN, None, 132)  # text 1: no courtesy pass then
    second = do(first, Do.CHARLESTON)
    assert texts(second.choices()) == set()
    assert "Charleston: pass three tiles first" in refusal(second, Move(E, Do.CHARLESTON))
    assert "end the Charleston: pass three tiles first" in refusal(second, Move(E, Do.STOP))
    game = passing(second, "789m")
    assert "pass three tiles first" in refusal(game, Move(E, Do.STOP))
    game = passing(game, "123p")
    assert game.stage is Stage.SECOND_3
    game = do(game, Do.PASS)
    assert (game.phase, game.stage) == (Phase.OPTION, Stage.COURTESY)
    assert texts(game.choices()) == {"charleston", "stop"}
    assert do(game, Do.STOP).phase is Phase.TURN
    courtesy = do(game, Do.CHARLESTON)
    assert (courtesy.phase, courtesy.view(E).round_of_charleston) == (Phase.CHARLESTON, "courtesy")
    done = passing(courtesy, "45p")
    assert (done.phase, done.stage, done.discards, done.wall) == (Phase.TURN, None, 14, 138 - 14)
    assert do(courtesy, Do.PASS).discards == 12


def test_jokers_are_never_passed():
    game = dealt("123456789m 1234p J")
    assert refusal(game, Move(E, Do.PASS, None, tuple(tiles("1m2mJ")))) == (
        "East can’t pass 1 character, 2 character, joker: jokers are never passed."
    )
    assert all(JOKER not in several for several in passes(game.view(E)))
    assert JOKER in passing(game, "123m").holding(E).hand


def test_a_joker_of_the_charleston_is_exchanged_for_the_end_tile():
    game = dealt(f"{PLAIN} 1s J 2s", end="5z6z")
    middle = game.apply(Move(E, Do.PASS, None, tuple(tiles("123m"))))
    for _ in range(2):
        middle = middle.apply(middle.forced())
    assert middle.phase is Phase.END_TILE
    assert middle.forced() == Move(E, Do.END_TILE, Tile.parse("5z"))  # the top one of the last stack
    assert "the joker drawn is exchanged first, and the end tile is the white dragon" in refusal(
        middle, Move(E, Do.END_TILE, Tile.parse("6z"))
    )
    game = onward(middle)
    assert hand(game) == told("456789m 12345p 1s 5z 2s")
    assert [str(one.tile) for one in game.walls()[-2:]] == ["J", "6z"]
    assert game.walls()[-2].spot == game.deal.spots[-2]
    assert game.wall == 135
    assert everywhere(game) == WHOLE


def test_the_end_tile_goes_on_inward():
    game = dealt(f"{PLAIN} JJJ", end="3z 4z5z JJ 6z7z")  # stacks of two, the last one last
    game = passing(game, "123m")
    assert hand(game) == told("456789m 12345p 6z 7z 4z")
    assert [str(one.tile) for one in game.walls()[-7:]] == ["3z", "J", "5z", "J", "J", "J", "J"]
    assert everywhere(game) == WHOLE


def test_a_joker_comes_back_when_its_place_is_drawn():
    game = passing(dealt(f"{PLAIN} J11s 222s", end="5z6z"), "123m", "456m")
    game = do(do(game, Do.PASS), Do.STOP)
    last = []
    while not game.is_over:
        move = game.forced()
        if move is None:
            move = Move(E, Do.LEAVE) if game.phase is Phase.CLAIM else Move(E, Do.DISCARD, game.holding(E).hand[0])
        if move.do is Do.DRAW and game.wall <= 2:
            last.append(str(move.tile))
        game = game.apply(move)
    assert last == ["J", "6z"]
    assert everywhere(game) == WHOLE


def test_mah_jongg_at_any_moment_of_the_charleston():
    game = passing(dealt("1f2f3f 2m5z2m6m 222p 6p 789s 666p"), "789s")
    assert game.choices() == (Move(E, Do.MAH_JONGG),)
    win = do(game, Do.MAH_JONGG).sheet().context.win
    assert (win.by, win.tile) == (By.CHARLESTON, Tile.parse("6p"))
    assert do(game, Do.MAH_JONGG).sheet().adjustment.factor == Fraction(135, 138)
    game = passing(dealt("1f2f3f 2m5z2m6m 2p 789s 111s 22p6p 666p"), "789s", "111s")
    option = do(game, Do.PASS)
    first_turn = do(option, Do.STOP)
    assert texts(option.choices()) == {"mah-jongg", "charleston", "stop"}
    for complete in (game, option, first_turn):
        sheet = do(complete, Do.MAH_JONGG).sheet()
        assert (sheet.context.win.by, sheet.context.discards) == (By.CHARLESTON, 6)


# --- turns


def test_turns_go_round_and_the_opponents_discard_what_they_draw():
    game = turn("1379m 2468p 12345z 7z", "6z J 9s 4f")
    seen = []
    game = game.apply(Move(E, Do.DISCARD, Tile.parse("7z")))
    while (move := game.forced()) is not None:
        seen.append(f"{move.who} {move.do} {move.tile}")
        game = game.apply(move)
    assert seen == ["S draw 6z", "S discard 6z", "W draw J", "W discard J", "N draw 9s", "N discard 9s", "E draw 4f"]
    assert (game.phase, game.turn, game.fresh) == (Phase.TURN, E, Tile.parse("4f"))
    assert game.discards == 6 + 1 + 3


# --- claims: RULES 3


def claims(game):
    return {"".join(map(str, move.tiles)) for move in game.choices() if move.do in CLAIMS}


def test_every_size_and_every_number_of_jokers_is_offered_that_the_card_allows():
    game = asked("11s JJJ 3579m 2468p", "1s", junk="123m 789s", throw="9s")
    assert game.phase is Phase.CLAIM
    assert (game.turn, game.offered.tile, game.offered.who) == (E, Tile.parse("1s"), S)
    sizes = {3, 4, 5, 6}  # 111a, 1111a, 11111a and 111111a stand on exposed lines of the card
    expected = {
        "1s" * (size - jokers) + "J" * jokers for size in sizes for jokers in range(4) if 1 <= size - jokers <= 3
    }
    assert claims(game) == expected
    assert game.choices()[-1] == Move(E, Do.LEAVE)
    assert {move.do for move in game.choices() if len(move.tiles) > 4} == {Do.QUINT}
    for move in game.choices()[:-1]:
        after = game.apply(move)
        assert after.holding(E).laid[0].tiles == move.tiles
        assert (after.holding(E).laid[0].claimed, after.holding(E).laid[0].claimed_from) == (Tile.parse("1s"), S)
        assert (after.phase, after.turn, after.came) == (Phase.TURN, E, By.DISCARD)
        assert after.discards == game.discards - 1
        assert everywhere(after) == WHOLE


def test_after_a_claim_east_discards_and_play_goes_on_with_south():
    game = asked("11s J 13579m 2468p 1z", "7z 1s 5z 6z", junk="123m 789s")
    assert game.offered.who is W
    game = do(game, Do.PUNG, "1s", "11sJ")
    assert {move.do for move in game.choices()} == {Do.DISCARD, Do.JOKER}
    game = game.apply(Move(E, Do.DISCARD, Tile.parse("9m")))
    assert (game.phase, game.turn, game.forced().tile) == (Phase.DRAW, S, Tile.parse("5z"))


def test_a_discard_left_is_dead():
    game = do(asked("11s J 13579m 2468p 1z", "1s 7z 6z 5z 1s", junk="123m 789s"), Do.LEAVE)
    assert (game.turn, game.phase, game.fresh) == (E, Phase.TURN, Tile.parse("5z"))
    assert [(str(one.tile), one.who, one.claimed_by) for one in game.pile[-3:]] == [
        ("1s", S, None),
        ("7z", W, None),
        ("6z", N, None),
    ]


def test_a_discarded_joker_is_dead():
    game = asked("11s JJ 13579m 2468p", "J J J 7z", junk="123m 789s")
    assert (game.phase, game.turn, game.fresh) == (Phase.TURN, E, Tile.parse("7z"))
    assert [one.tile for one in game.pile[-3:]] == [JOKER] * 3


def test_any_flowers_of_the_hand_go_into_a_set_and_the_order_does_not_matter():
    game = asked("1f2f3f 13579m 2468p 1z", "4y")
    for several in ("3f4y1f", "4y2f3f", "1f2f4y"):
        assert game.why_not(Move(E, Do.PUNG, Tile.parse("4y"), tuple(tiles(several)))) is None
        laid = do(game, Do.PUNG, "4y", several).holding(E).laid[0].tiles
        assert laid == tuple(sorted(tiles(several)))


def test_any_tile_is_claimed_for_mah_jongg():
    for single in ("5z", "6m", "2p"):  # FFF 2026a 222b 6666b
        held = DEALT.replace(" ", "")
        rest = tiles(held)
        rest.remove(Tile.parse(single))
        game = asked(" ".join(map(str, rest)), single)
        assert Move(E, Do.MAH_JONGG, Tile.parse(single)) in game.choices()
        over = do(game, Do.MAH_JONGG, single)
        sheet = over.sheet()
        assert (sheet.context.win.by, sheet.context.win.tile) == (By.DISCARD, Tile.parse(single))
        assert sheet.context.discards == over.discards == 7  # six passed, one discarded; the claimed one isn't there
        assert over.pile[-1].claimed_by is E
        assert everywhere(over) == WHOLE


def test_a_claimed_set_can_complete_the_hand():
    rest = tiles(DEALT)
    rest.remove(Tile.parse("2p"))
    game = do(asked(" ".join(map(str, rest)), "2p"), Do.PUNG, "2p", "222p")
    over = do(game, Do.MAH_JONGG)
    assert over.sheet().context.win.by is By.DISCARD
    assert over.sheet().score == 200


def test_a_concealed_line_is_won_by_a_discard_but_not_with_a_set_laid_out():
    """2026a 2026b EE WWWW is concealed."""
    held = "2m5z2m6m 2p5z2p6p 11z 333z"
    game = asked(held, "3z")
    assert Move(E, Do.MAH_JONGG, Tile.parse("3z")) in game.choices()
    assert do(game, Do.MAH_JONGG, "3z").sheet().line.concealed
    after = [game.apply(move) for move in game.choices() if move.do in CLAIMS]
    assert after
    assert any(game.matcher.readings(american_hand(game.holding(E))) for game in after)  # but for the set laid out
    assert all(Do.MAH_JONGG not in {move.do for move in game.choices()} for game in after)


def all_but_flowers_laid_out():
    """East, asked about a flower, holds two more: with them wwww vvv FFF xxxx is all laid out."""
    game = asked("22z44z55z JJ 4f3y 456m", "2z 4z 5z 1f")
    for what, tile, several, throw in (
        (Do.PUNG, "2z", "222z", "4m"),
        (Do.KONG, "4z", "444zJ", "5m"),
        (Do.KONG, "5z", "555zJ", "6m"),
    ):
        game = do(do(game, what, tile, several), Do.DISCARD, throw)
    return game


def test_a_claim_that_leaves_nothing_to_discard_is_mah_jongg():
    game = all_but_flowers_laid_out()
    assert hand(game) == ["3y", "4f"]
    assert texts(game.choices()) == {"mah-jongg 1f", "leave"}
    assert do(game, Do.MAH_JONGG, "1f").sheet().score == 50


# --- the exchange of jokers: RULES 3


def test_a_real_tile_is_exchanged_for_a_joker_of_a_set_laid_out():
    game = asked("1s JJ 13579m 2468p 1z", "1s 5z 6z 7z 1s", junk="123m 789s")
    game = do(game, Do.KONG, "1s", "11sJJ")
    assert not any(move.do is Do.JOKER for move in game.choices())
    game = do(game, Do.DISCARD, "9m")
    assert (game.phase, game.fresh) == (Phase.TURN, Tile.parse("1s"))
    game = do(game, Do.JOKER, "1s")
    assert "".join(map(str, game.holding(E).laid[0].tiles)) == "1s1s1sJ"
    assert (game.fresh, game.came) == (JOKER, By.DRAW)
    assert JOKER in game.holding(E).hand
    assert "it isn’t one of the moves possible now" in refusal(game, Move(E, Do.JOKER, Tile.parse("1m")))
    assert "it isn’t one of the moves possible now" in refusal(game, Move(E, Do.JOKER, JOKER))
    assert "it isn’t one of the moves possible now" in refusal(game, Move(E, Do.JOKER, Tile.parse("1s")))
    assert everywhere(game) == WHOLE


def test_an_exchange_can_complete_the_hand():
    """FFF 2026a 222b 6666b, with the joker that comes for the third 2 dot as the fourth 6 dot."""
    rest = "1f2f3f 2m5z2m6m 22p 666p J"
    game = do(asked(rest, "2p 4z 5z 7z 2p"), Do.PUNG, "2p", "22pJ")
    assert Do.MAH_JONGG not in {move.do for move in game.choices()}
    assert game.why_not(Move(E, Do.DISCARD, Tile.parse("2p"))) is None
    game = do(game, Do.JOKER, "2p")
    assert Do.MAH_JONGG in {move.do for move in game.choices()}
    win = do(game, Do.MAH_JONGG).sheet().context.win
    assert (win.by, win.tile) == (By.DRAW, JOKER)


# --- the score and the end: RULES 7


def test_the_score_by_hand():
    """25 points, doubled, with a joker; 7 discards lie there: 50 × 131/138."""
    game = asked("1f2f3f 2m5z2m6m 22pJ 666p", "6p")
    sheet = do(game, Do.MAH_JONGG, "6p").sheet()
    assert (sheet.score, sheet.adjustment.discards, sheet.adjustment.factor) == (50, 7, Fraction(131, 138))
    assert sheet.adjustment.final_text == "47.46"
    game = turn(f"{DEALT}")
    assert do(game, Do.MAH_JONGG).sheet().adjustment.final == Fraction(200 * 132, 138)


def test_the_last_tile_can_still_be_claimed_and_scores_nothing():
    drawn = tiles(DEALT)
    drawn.remove(Tile.parse("5z"))
    held = " ".join(map(str, drawn))
    game = turn(f"{held} 9s", end="5z")
    while not game.is_over and game.wall:
        move = game.forced()
        if move is None:
            keep = game.holding(E).hand
            spare = next((tile for tile in keep if keep.count(tile) > drawn.count(tile)), None)
            asked_now = game.phase is Phase.CLAIM
            move = Move(E, Do.LEAVE) if asked_now else Move(E, Do.DISCARD, spare)
        game = game.apply(move)
    assert game.phase is Phase.TURN
    drawer = game.turn
    game = onward(game)
    assert Do.MAH_JONGG in {move.do for move in game.choices()}
    over = do(game, Do.MAH_JONGG, None if drawer is E else "5z")
    assert over.sheet().context.win.last_tile
    assert over.sheet().adjustment.factor == 0


# --- claims against brute force

LINES = {
    name: brute.read_lines((files("mjcompanion.resources") / "cards" / f"{name}.toml").read_text()) for name in NAMES
}


def flat(tile):
    return "F" if tile.is_flower else str(tile)


def as_brute(holding):
    laid = []
    for one in holding.laid:
        names = [flat(tile) for tile in one.tiles]
        laid.append((names[0], len(names), names.count("J")))
    return brute.Hand([flat(tile) for tile in holding.hand], laid)


def can_be_with_exchange(build, have, laid):
    """Whether a build can be made when real tiles may go for the jokers laid out."""
    jokers = [(tile, count) for tile, _, count in laid if count]
    for swapped in itertools.product(*[range(count + 1) for _, count in jokers]):
        rest = Counter(have)
        for (tile, _), count in zip(jokers, swapped, strict=True):
            rest[tile] -= count
            rest["J"] += count
        if all(count >= 0 for count in rest.values()) and brute.can_be(build, rest, laid):
            return True
    return False


def slow_claims(game, lines):
    """Every set that may be claimed, as (size, jokers), by trying all; and whether the discard is Mah Jongg.

    A tile must be left to discard.
    """
    offered, mine = flat(game.offered.tile), as_brute(game.holding(E))
    lying = [flat(one.tile) for one in game.pile[:-1] if one.claimed_by is None]
    unseen = Counter(brute.COPIES)
    unseen.subtract([*mine.tiles(), *lying, offered])
    found = set()
    for size in range(3, len(mine.loose) + 1):
        for jokers in range(size):
            take = Counter({offered: size - 1 - jokers, "J": jokers})
            have = Counter(mine.loose)
            if any(have[tile] < count for tile, count in take.items()):
                continue
            have.subtract(take)
            laid = [*mine.laid, (offered, size, jokers)]
            if any(
                can_be_with_exchange(build, have + unseen, laid)
                for line in lines
                if not line.concealed
                for build in line.builds
                if brute.left_over(build, laid)
            ):
                found.add((size, jokers))
    whole = brute.Hand([*mine.loose, offered], mine.laid)
    numbers = {number for number, _ in brute.winners(lines, whole)}
    return found, any(line.number in numbers and not (line.concealed and mine.laid) for line in lines)


@pytest.mark.parametrize("card", NAMES)
def test_claims_against_brute_force(card):
    lines, checked = LINES[card], Counter()
    rng = random.Random(3)
    for game, move in moments("kemp-american", range(100), GameSetup(card=card)):
        opponent = move is not None and move.do is Do.DISCARD and move.who is not E
        if not opponent or move.tile is JOKER or rng.random() > 0.25:
            continue
        after = game.apply(move)
        was_asked = after.phase is Phase.CLAIM
        if not was_asked and rng.random() > 0.1:
            continue
        looked_at = after if was_asked else _as_if_asked(game, move)
        sets, wins = slow_claims(looked_at, lines)
        offered = {(len(one.tiles), one.tiles.count(JOKER)) for one in looked_at.choices() if one.do in CLAIMS}
        assert offered == sets
        assert wins == any(one.do is Do.MAH_JONGG for one in looked_at.choices())
        assert was_asked == bool(sets or wins)
        checked[was_asked] += 1
    assert checked[True] > 30
    assert checked[False] > 30


def _as_if_asked(game, move):
    """East looking at a discard, whether or not there is anything to claim."""
    after = game.after(move)
    lying = after.pile[-1]
    return msgspec.structs.replace(after, phase=Phase.CLAIM, turn=E, offered=lying)
