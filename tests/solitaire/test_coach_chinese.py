"""The coach of Kemp's Chinese game: its numbers against plain counting, its advice on hands made for it, no peeping."""

import random
from collections import Counter

import pytest

from mjcompanion.core.hand import UNITS, By, Hand
from mjcompanion.core.tiles import PLAIN_TILES, Tile, TileSet, Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.shanten import away, improving
from mjcompanion.solitaire.chinese import ChineseGame
from mjcompanion.solitaire.coach_chinese import advise
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.expected import expected
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.players import CoachPlayer
from mjcompanion.solitaire.playout import shuffled
from mjcompanion.solitaire.policy import position_of, rated_moves, sheet_of_win
from mjcompanion.solitaire.targets import (
    ANY,
    TOP,
    WORTH_A_LOOK,
    HandPosition,
    Strategy,
    aims_of,
    discards,
    rated,
    worth,
)

from .stacking import onward, stacked, tiles

E = Wind.EAST


def opened(drawn, **more):
    return onward(ChineseGame(deal=stacked("kemp-chinese", drawn, **more)))


def decisions(numbers, chance=0.3):
    """The moments of games at which East decides; the coach plays, and chance now and then."""
    coach = CoachPlayer()
    for number in numbers:
        rng = random.Random(number)
        game = onward(ChineseGame(deal=Deal.of("kemp-chinese", number)))
        while not game.is_over:
            yield game
            view = game.view()
            move = rng.choice(view.choices) if rng.random() < chance else coach.choose(view)
            game = onward(game.apply(move))


def test_the_coach_never_uses_a_tile_that_lies_hidden():
    rng = random.Random(1)
    different = 0
    for game in decisions(range(12)):
        other = shuffled(game, rng)
        assert other.deal.problem() is None
        different += other.deal != game.deal
        assert advise(other.view()) == advise(game.view())
        assert rated_moves(other.view()) == rated_moves(game.view())
    assert different > 300


def test_what_the_coach_counts_is_what_there_is():
    whole = Counter(TileSet.of(144).tiles())
    seen = 0
    for game in decisions(range(12)):
        view = game.view()
        holding = view.holding
        lying = Counter(one.tile for one in game.pile if one.claimed_by is None)
        hidden = whole - lying - Counter(holding.tiles)
        hand = holding.as_hand()
        laid = sum(one.meld.key for one in holding.laid)
        said = advise(view)
        assert said.away == away(hand.key, len(holding.laid), laid)
        assert {one.tile for one in said.discards} == {one.tile for one in view.choices if one.do is Do.DISCARD}
        for one in said.discards:
            left = Hand(holding.without([one.tile]).hand).key
            assert one.away == away(left, len(holding.laid), laid)
            expected = {tile: hidden[tile] for tile in improving(left, len(holding.laid), laid) if hidden[tile]}
            assert {better.tile: better.unseen for better in one.improves} == expected
            assert one.unseen == sum(expected.values())
            seen += 1
        if view.phase is Phase.CLAIM:
            expected = {tile: hidden[tile] for tile in improving(hand.key, len(holding.laid), laid) if hidden[tile]}
            assert {better.tile: better.unseen for better in said.improves} == expected
    assert seen > 1000


def test_every_move_is_spoken_of_and_the_advice_is_what_the_coach_plays():
    coach = CoachPlayer()
    kinds = Counter()
    for game in decisions(range(40), 0.5):
        view = game.view()
        said = advise(view)
        assert [one.worth for one in said.discards] == sorted([one.worth for one in said.discards], reverse=True)
        assert Counter(one.move for one in said.moves) == Counter(view.choices)
        assert Counter(move for _, move in rated_moves(view)) == Counter(view.choices)
        assert said.move == coach.choose(view)
        assert said.why
        kinds.update(one.move.do for one in said.others)
        for one in said.others:
            assert "{" not in "".join(reason.sentence() for reason in one.reasons)
            if one.move.do in CLAIMS or one.move.do in (Do.CONCEALED_KONG, Do.ADDED_KONG):
                after = game.apply(one.move)
                assert one.away == nearest_after(after)
            if one.move == said.move:
                assert one.helps
    assert set(kinds) == {Do.CHOW, Do.PUNG, Do.KONG, Do.CONCEALED_KONG, Do.ADDED_KONG, Do.MAH_JONGG, Do.LEAVE}


def test_what_is_said_of_every_move_follows_from_its_numbers():
    """The reasons against what they rest on: worth, tiles from Mah Jongg, the points of the set."""
    said_of = Counter()
    for game in decisions(range(30), 0.5):
        view = game.view()
        said = advise(view)
        plain = [one.worth for one in said.discards] + [one.worth for one in said.others if one.move.do is Do.LEAVE]
        for one in said.others:
            codes = {reason.code: reason.data for reason in one.reasons}
            said_of.update(codes.keys())
            if one.move.do is Do.LEAVE:
                assert codes.keys() == ({"leave-for-value"} if one.move == said.move else {"leave-not"})
            elif one.move.do is Do.MAH_JONGG:
                assert codes.keys() == ({"mah-jongg-adjusted"} if one.move == said.move else {"mah-jongg-later"})
                assert one.away == 0
            else:
                check_set(view, one, codes, max(plain))
        best = said.best
        assert (said.reasons, said.worth) == (best.reasons, best.worth)
        if best.move.do is Do.DISCARD:
            assert best.reasons[0].data["worth"] == best.worth
            check_target(said.targets, position_of(view), best.tile)
    assert set(said_of) >= {"more", "less", "nearer", "no-nearer", "exposed", "doubles", "second-suit", "loose-tile"}
    assert set(said_of) >= {"leave-for-value", "leave-not", "mah-jongg-adjusted"}


def check_target(targets, where, discarded):
    """The first target is the aim that is worth most after the discard."""
    value, aim = rated(where, where.key - UNITS[discarded])[0]
    if value > 0:
        assert (targets[0].worth, targets[0].score) == (expected(value, where.wall), round(aim.score))
        assert targets[0].pungs == tuple(PLAIN_TILES[27 + at] for at in aim.pungs)
        assert targets[0].pair is (PLAIN_TILES[27 + aim.eyes] if aim.eyes >= 0 else None)
        if aim.suit < 3:
            assert (targets[0].suit, targets[0].only_honours) == (aim.suit, False)
            assert targets[0].honours == bool(aim.pungs or aim.eyes >= 0 or where.colours & 8)


def check_set(view, one, codes, without):
    """What is said of a set that would be laid out."""
    kong = one.move.do in (Do.KONG, Do.CONCEALED_KONG, Do.ADDED_KONG)
    assert one.helps == (one.worth > without)
    assert next(iter(codes)) == ("more" if one.helps else "less")
    assert next(iter(codes.values())) == {"worth": one.worth, "without": without}
    nearer = codes.get("nearer") or codes.get("no-nearer") or codes["farther"]
    assert nearer["then"] == one.away
    assert ("nearer" in codes) == (one.away < nearer["now"])
    assert ("farther" in codes) == (one.away > nearer["now"])
    assert ("loose-tile" in codes) == kong
    tile = one.move.tile
    doubling = tile in tiles("1567z") and one.move.do in (Do.PUNG, Do.KONG, Do.CONCEALED_KONG)
    assert ("doubles" in codes) == doubling
    assert "exposed" not in codes or codes["exposed"]["points"] < codes["exposed"]["concealed"]
    assert ("exposed" in codes) == (one.move.do not in (Do.CHOW, Do.CONCEALED_KONG))
    assert ("concealed-kong" in codes) == (one.move.do is Do.CONCEALED_KONG)
    suits = {laid.tiles[0].kind for laid in view.holding.as_hand().melds if laid.tiles[0].is_suited}
    assert ("second-suit" in codes) == (len(suits) < 2 and tile.is_suited and len(suits | {tile.kind}) == 2)


def test_while_others_play_it_says_what_would_help_with_sets_laid_out_too():
    ready = 0
    for number in range(6):
        coach, game = CoachPlayer(), onward(ChineseGame(deal=Deal.of("kemp-chinese", number)))
        while not game.is_over:
            view = game.view()
            if not view.choices:
                said, holding, hand = advise(view), view.holding, view.holding.as_hand()
                laid = sum(one.meld.key for one in holding.laid)
                whole = len(hand.concealed) + 3 * len(hand.melds) == 13 and not any(
                    one.is_flower for one in holding.hand
                )
                unseen = position_of(view).unseen
                wanted = improving(hand.key, len(holding.laid), laid) if whole else ()
                assert {one.tile: one.unseen for one in said.improves} == {
                    one: unseen[one] for one in wanted if unseen[one]
                }
                ready += whole and bool(holding.laid)
                game = game.apply(game.forced())
            else:
                game = game.apply(coach.choose(view))
    assert ready > 20


def nearest_after(game):
    """How far the hand is away once what the move brought is settled: after a discard, or before the loose tile."""
    holding = game.holding(E)
    sets, laid = len(holding.laid), sum(one.meld.key for one in holding.laid)
    if game.phase is not Phase.TURN:
        return away(Hand(holding.hand).key, sets, laid)
    return min(away(Hand(holding.without([tile]).hand).key, sets, laid) for tile in holding.hand)


def test_the_sheet_of_a_win_is_the_games_own():
    won = Counter()
    for game in decisions(range(60), 0.2):
        for move in game.choices():
            if move.do is not Do.MAH_JONGG:
                continue
            after = game.apply(move)
            option = next(one for one in advise(game.view()).moves if one.move == move)
            sheet = after.sheet()
            won[after.came] += 1
            assert option.worth == pytest.approx(float(sheet.adjustment.final))
            assert option.reasons[0].data["final"] == sheet.adjustment.final_text
            assert sheet_of_win(game.view()).answer() == sheet.answer()
    assert won[By.DRAW] > 5
    assert won[By.DISCARD] > 5


def test_a_house_option_counts_in_the_score_at_hand():
    house = options_for(Ruleset("kemp-chinese"), {"limit": 20})
    game = onward(ChineseGame(deal=stacked("kemp-chinese", "123456789m 11p 999s"), house=house))
    said = advise(game.view())
    assert game.apply(Move(E, Do.MAH_JONGG)).sheet().score == 20
    assert next(one for one in said.others if one.move.do is Do.MAH_JONGG).worth == pytest.approx(20)


def asked(hand, discard, first="1z", **more):
    """East has thrown `first` away, and South's `discard` lies there."""
    game = opened(f"{hand} {first} {discard}", **more)
    game = onward(game.apply(Move(E, Do.DISCARD, Tile.parse(first))))
    assert game.phase is Phase.CLAIM, "the discard can’t be claimed"
    return game


def option_of(said, what, several=None):
    return next(
        one
        for one in said.others
        if one.move.do is what and (several is None or one.move.tiles == tuple(tiles(several)))
    )


def test_a_chow_of_another_suit_is_left_by_who_goes_for_one_suit():
    said = advise(asked("12345567s 99s 5z 78m", "9m", first="5p").view())
    chow = option_of(said, Do.CHOW)
    assert not chow.helps
    assert [reason.code for reason in chow.reasons] == ["less", "nearer"]
    assert said.move.do is Do.LEAVE
    assert (said.targets[0].suit, said.targets[0].honours) == (2, False)


def test_mah_jongg_is_declared_or_not_by_what_it_brings():
    early = advise(opened("123456789m 11p 999s").view())
    assert early.move.do is Do.MAH_JONGG
    assert early.reasons[0].code == "mah-jongg-adjusted"
    assert (early.reasons[0].data["score"], early.reasons[0].data["final"]) == (
        224,
        "224.00",
    )  # as dealt: three doubles
    one_suit_at_hand = asked("234567888s 99s 78m", "9m", first="2z")  # any suits now, one suit with a little patience
    said = advise(one_suit_at_hand.view())
    going_out = option_of(said, Do.MAH_JONGG)
    assert (going_out.reasons[0].code, going_out.helps, going_out.away) == ("mah-jongg-later", False, 0)
    assert said.move.do is Do.LEAVE
    assert going_out.worth < said.worth


def test_hopeless_hands_stay_as_near_as_can_be():
    position = position_of(opened("147m 258p 369s 12345z").view())
    position.wall = 0
    found = discards(position, position.key)
    assert {value for value, _ in found} == {0.0}
    assert len(found) == 14


def test_a_target_lacks_honours_and_keeps_what_it_uses():
    target = advise(opened("123456m 77z 1z 9p 8p 2s 5s 4m").view()).targets[1]
    assert (target.suit, target.pungs, target.pair) == (0, tuple(tiles("7z")), None)
    assert [(str(one.tile), one.count, one.unseen) for one in target.missing] == [("7z", 1, 2)]
    assert target.keep == tuple(tiles("123456m 7z"))
    assert target.away == 5


# --- the sense of value


def position(hand, laid=(), wall=100, **more):
    held = Hand.parse(hand)
    unseen = [4 - (held.total >> 4 * tile & 15) for tile in PLAIN_TILES]
    hidden = sum(unseen) + 8 - len(held.flowers)
    return HandPosition(
        held.key,
        [one.code for one in held.melds],
        held.flowers,
        unseen,
        hidden=hidden,
        wall=min(wall, hidden),
        **more,
    )


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("123456m 22z 11z 8p 9p 1s", 0),  # East's seat wind doubles, south doesn't
        ("123456m 33z 77z 8p 9p 1s", 6),
        ("123456m 222z 11z 9p 1s", 1),  # three in hand come before two that double
        ("123456m 1z 22z 8p 9p 1s 9s", 1),
    ],
)
def test_the_best_honours_are_gone_for_first(hand, first):
    where = position(hand)
    assert {aim.pungs[0] for aim in aims_of(where, where.key) if aim.pungs} == {first}


def test_sets_laid_out_in_one_suit_double_with_honours_and_in_two_they_do_not():
    scores = []
    for hand in ("(222m) (333m) (444m) 77z 5z 1s", "(222m) (333m) (444p) 77z 5z 1s"):
        where = position(hand)
        scores.append({(aim.pungs, aim.eyes): aim.score for aim in aims_of(where, where.key) if aim.suit == 4})
    assert scores[0].keys() == scores[1].keys() != set()
    assert all(scores[0][aim] == 2 * scores[1][aim] for aim in scores[0])


@pytest.mark.parametrize("eyes", range(2))
def test_a_pair_of_honours_is_the_pair_and_makes_one_suit_mixed(eyes):
    """Whichever wind it is: the suits lack no pair then, and one suit with honours doubles once."""
    where = position(f"123456789m 1s {2 * str(eyes + 1)}z 9p")
    aims = {aim.suit: aim for aim in aims_of(where, where.key) if aim.eyes == eyes and not aim.pungs}
    assert {suit: aim.pair for suit, aim in aims.items()} == dict.fromkeys((0, 1, 2, ANY), False)
    assert [aims[suit].score / aims[ANY].score for suit in range(3)] == [2, 2, 2]


@pytest.mark.parametrize("strategy", [Strategy.EARLY, Strategy.LATE])
def test_each_strategy_has_only_such_aims(strategy):
    where = position("1123456m 23p 99s 5z 7z")
    where.strategy = strategy
    suits = {aim.suit for aim in aims_of(where, where.key)}
    assert suits == {3} if strategy is Strategy.EARLY else 3 not in suits


@pytest.mark.parametrize("hand", ["1123456m 23p 99s 55z 77z 1z", "(777z) 22z 11z 123m 5m 9p 9s 4z", "1112223334445z1m"])
def test_a_discard_is_worth_what_the_hand_is_worth_without_it(hand):
    where = position(hand)
    top = [aim for value, aim in rated(where, where.key)[:TOP] if value >= rated(where, where.key)[0][0] * WORTH_A_LOOK]
    for value, tile in discards(where, where.key):
        assert value == pytest.approx(max(worth(where, where.key - UNITS[tile], aim) for aim in top), rel=1e-9)
