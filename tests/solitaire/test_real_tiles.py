"""Games with real tiles: tapped along with virtual games, with the same counts; refused taps, undo, saving."""

import random

import msgspec
import pytest

from mjcompanion.american.score import score_american
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, HowWon
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.draft import Draft
from mjcompanion.scoring.score import score
from mjcompanion.solitaire.american import american_hand
from mjcompanion.solitaire.deal import GAMES, Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import CLAIMS, Do
from mjcompanion.solitaire.players import CoachPlayer
from mjcompanion.solitaire.real_tiles import MAX_TAPS, RealTilesGame, RealTilesRecord, Tap, TapKind
from mjcompanion.solitaire.record import GameSetup, begin
from tests.sample import often
from tests.solitaire.chance import SETUPS, by_chance

CHINESE, AMERICAN, SIMPLE = (Ruleset(name) for name in ("kemp-chinese", "kemp-american", "simple"))
BEGUN = "2026-11-21T18:00:00Z"
COACH = CoachPlayer()
"""Reads each card once."""


def taps_of(move, before, rng):  # noqa: C901 - a row for each kind of move
    """What a person beside the wall taps for a move; what needn't be told is told at times."""
    mine, spare = move.who is before.person, rng.random() < 0.5
    alone = before.rules.single_player
    if before.phase is Phase.DEAL:
        return []
    match move.do:
        case Do.DRAW if mine and spare and not (before.rules.with_card and before.due):
            return [Tap(TapKind.DRAW)]
        case Do.LOOSE if spare:
            return [Tap(TapKind.LOOSE)]
        case Do.FLOWER:
            return [Tap(TapKind.FLOWER if mine else TapKind.OTHER_FLOWER)]
        case Do.DISCARD:
            return [Tap(TapKind.DISCARD if mine else TapKind.OTHER)]
        case Do.CONCEALED_KONG | Do.ADDED_KONG:
            return [Tap(TapKind.KONG)]
        case Do.LAY if len(move.tiles) == 4:
            return [Tap(TapKind.KONG if mine else TapKind.OTHER_KONG)]
        case Do.MAH_JONGG:
            claim = [Tap(TapKind.OTHER_CLAIM, who=move.who)] if before.phase is Phase.CLAIM else []
            return [Tap(TapKind.MAH_JONGG)] if mine else [*claim, Tap(TapKind.OTHER_OUT)]
        case Do.PASS:
            return [Tap(TapKind.PASS, len(move.tiles))]
        case Do.CHARLESTON:
            return [Tap(TapKind.CHARLESTON)]
        case Do.STOP:
            return [Tap(TapKind.STOP)]
    if move.do not in CLAIMS:
        return []
    kong = move.do is Do.KONG and not before.rules.with_card
    if mine:
        return [Tap(TapKind.KONG)] if kong and (spare or alone) else [Tap(TapKind.CLAIM), *[Tap(TapKind.KONG)] * kong]
    return [Tap(TapKind.OTHER_CLAIM, who=move.who), *[Tap(TapKind.OTHER_KONG)] * kong]


def coached(game, rng):
    """The coach's move, so that games are won."""
    return game.forced() or COACH.choose(game.view(game.turn))


def playing(rules, seed, choose):
    """Every moment of a game, and the move that led from it to the next."""
    rng = random.Random(seed)
    game = begin(Deal.of(str(rules), seed), SETUPS[str(rules)])
    while not game.is_over:
        move = choose(game, rng)
        yield game, move
        game = game.apply(move)
    yield game, None


def same(beside, game):
    """Whether the assistant counts what the virtual game does; a replacement or draw it wasn't told of is open yet."""
    assert beside.pile == game.discards
    assert beside.flowers == len(game.holding(game.person).flowers)
    if game.phase in (Phase.TURN, Phase.CHARLESTON, Phase.OPTION) and game.turn is game.person and not beside.due:
        drawn = beside.phase is Phase.DRAW  # not told yet
        assert (beside.left - drawn, beside.loose) == (game.wall, game.loose)
        assert beside.turn is game.turn


def told_of(rules, seed, choose):
    """The assistant at the end of a virtual game, and that game's last moment; they agree all the way."""
    taps = random.Random(~seed)
    beside = RealTilesGame.begin(rules, SETUPS[str(rules)])
    before_end = beside
    for game, move in playing(rules, seed, choose):
        if move is None:
            break
        own = game.phase is Phase.TURN and beside.phase is Phase.DRAW and beside.offered is not None
        for tap in taps_of(move, game, taps):
            if own and tap.kind in (TapKind.MAH_JONGG, TapKind.KONG):  # not with the discard that lies there
                beside = beside.apply(Tap(TapKind.DRAW))
            assert beside.why_not(tap) == "", (seed, move)
            before_end, beside = beside, beside.apply(tap)
        if move.do in (Do.DISCARD, Do.PASS, *CLAIMS) and game.phase is not Phase.DEAL:
            same(beside, game.apply(move))
    if not beside.is_over and game.out is None and beside.phase is Phase.CLAIM:
        beside = beside.apply(Tap(TapKind.NOBODY))
    return beside, before_end, game


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("choose", [by_chance, coached], ids=["chance", "coach"])
def test_virtual_games_told_by_taps_are_counted_as_they_were_played(rules, choose):
    won = flowers = kongs = 0
    for seed in range(often(200, 20 if choose is by_chance else 8)):
        beside, _, game = told_of(rules, seed, choose)
        assert beside.is_over, seed
        assert beside.won == (game.out is game.person), seed
        same(beside, game)
        flowers += beside.flowers
        kongs += beside.back > beside.flowers
        assert (beside.left, beside.loose) == (game.wall, game.loose), seed
        if not beside.won:
            continue
        won += 1
        expected, context = game.sheet(), game.sheet().context
        held = game.holding(game.person)
        how = context.win
        if how is not None and rules.single_player:
            by = beside.came
            if rules.with_card and how.tile is not None and how.by is By.DRAW:
                by = By.DRAW  # a joker that was exchanged for counts as drawn, and isn't told
            assert (by, beside.last_tile) == (how.by, how.last_tile), seed
            how = HowWon(how.tile, by, beside.last_tile)
        counted = ScoringContext(rules, beside.me, beside.setup.round, win=how, discards=beside.pile)
        if rules.with_card:
            again = score_american(american_hand(held), counted, game.matcher)
        else:
            again = score(
                held.as_hand(), counted if rules.single_player else ScoringContext(rules, beside.me, beside.setup.round)
            )
        assert again.score == expected.score, seed
        if rules.single_player:
            assert again.adjustment == expected.adjustment, seed
            assert beside.adjustment.factor == expected.adjustment.factor, seed
            assert again.adjustment.final_text == expected.adjustment.final_text, seed
    assert flowers or rules.with_card
    assert kongs or not rules.wall or not rules.wall.loose
    if choose is coached:
        assert won


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_whatever_is_tapped_is_counted_or_refused_and_nothing_is_counted_twice(rules):
    """Taps by chance: all tiles are somewhere, and no refusal changes anything."""
    for seed in range(often(200, 40)):
        rng = random.Random(seed)
        game, kinds = RealTilesGame.begin(rules, SETUPS[str(rules)]), list(TapKind)
        for _ in range(500):
            tap = Tap(rng.choice(kinds), rng.randint(-1, 4), rng.choice([None, *WINDS]))
            why = game.why_not(tap)
            if why:
                assert why.endswith((".", "?")), why
                with pytest.raises(RuleError, match="^" + why[:12]):
                    game.apply(tap)
                continue
            game = game.apply(tap)
            assert 0 <= game.left <= game.whole
            assert 0 <= game.pile <= game.front
            assert 0 <= game.flowers + game.others_flowers <= 8
            assert game.front <= game.whole
            if game.adjustment is not None:
                assert 0 <= game.adjustment.factor <= 1
        assert game.is_over or game.front > 20


def test_what_cannot_have_happened_is_refused_in_a_sentence():
    game = RealTilesGame.begin(CHINESE)
    assert game.why_not(Tap(TapKind.CLAIM)) == "Nothing was discarded that you could claim."
    assert game.why_not(Tap(TapKind.OTHER)) == "It is your turn: draw or discard first."
    assert game.why_not(Tap(TapKind.LOOSE)) == "No replacement to take: a flower or a kong comes first."
    assert game.why_not(Tap(TapKind.PASS, 3)) == "In this game that can’t happen."
    assert game.why_not(Tap(TapKind.NOBODY)) == "128 tiles are still in the wall."
    game = game.apply(Tap(TapKind.DISCARD))
    assert game.why_not(Tap(TapKind.DISCARD)) == "It is South’s turn to draw."
    assert game.why_not(Tap(TapKind.CLAIM)) == "Nothing was discarded that you could claim."
    claimed = game.apply(Tap(TapKind.OTHER)).apply(Tap(TapKind.CLAIM))
    assert claimed.why_not(Tap(TapKind.KONG)) == "You claimed this set: a kong is laid out after a draw."
    assert claimed.why_not(Tap(TapKind.FLOWER)).startswith("You claimed a tile and drew none")
    assert claimed.why_not(Tap(TapKind.DRAW)) == "You have drawn already: discard a tile."


def to_the_last_discard(game):
    while not game.is_over and game.phase is not Phase.CLAIM:
        game = game.apply(Tap(TapKind.DISCARD if game.turn is game.me else TapKind.OTHER))
    return game


def test_no_more_tiles_than_the_wall_has():
    game = to_the_last_discard(RealTilesGame.begin(CHINESE))
    assert (game.left, game.pile) == (0, 129)
    assert game.phase is Phase.OVER or game.why_not(Tap(TapKind.OTHER)).startswith("The wall is used up")
    over = game if game.is_over else game.apply(Tap(TapKind.NOBODY))
    assert over.is_over
    assert not over.won
    assert over.why_not(Tap(TapKind.OTHER)) == "The game is over."


def test_the_last_discard_of_the_wall_can_be_claimed_to_go_out_and_counts_as_the_last_tile():
    game = RealTilesGame.begin(CHINESE).apply(Tap(TapKind.FLOWER)).apply(Tap(TapKind.LOOSE)).apply(Tap(TapKind.FLOWER))
    out = to_the_last_discard(game).apply(Tap(TapKind.MAH_JONGG))
    assert (out.came, out.last_tile, out.left) == (By.DISCARD, True, 0)


def test_flowers_of_the_deal_may_be_told_before_their_replacements_or_one_by_one():
    game = RealTilesGame.begin(CHINESE)
    flower, loose = Tap(TapKind.FLOWER), Tap(TapKind.LOOSE)
    one_by_one = [flower, loose, flower, loose, Tap(TapKind.DISCARD)]
    together = [flower, flower, loose, Tap(TapKind.DISCARD)]
    ends = []
    for taps in (one_by_one, together):
        end = game
        for tap in taps:
            end = end.apply(tap)
        ends.append(end)
    assert ends[0] == ends[1]
    assert (ends[0].left, ends[0].loose, ends[0].flowers) == (126, 2, 2)
    for _ in range(8):
        game = game.apply(flower)
    assert game.why_not(flower) == "All eight flowers and seasons are laid out already."


def test_a_hand_complete_as_dealt_and_one_with_a_loose_tile_say_how_they_came():
    game = RealTilesGame.begin(CHINESE)
    assert game.apply(Tap(TapKind.MAH_JONGG)).came is By.DEAL
    assert game.apply(Tap(TapKind.FLOWER)).apply(Tap(TapKind.MAH_JONGG)).came is By.DEAL
    assert game.apply(Tap(TapKind.KONG)).apply(Tap(TapKind.MAH_JONGG)).came is By.KONG_REPLACEMENT
    around = game.apply(Tap(TapKind.DISCARD))
    for _ in range(3):
        around = around.apply(Tap(TapKind.OTHER))
    assert around.apply(Tap(TapKind.MAH_JONGG)).came is By.DISCARD
    assert around.apply(Tap(TapKind.DRAW)).apply(Tap(TapKind.MAH_JONGG)).came is By.DRAW
    assert around.apply(Tap(TapKind.FLOWER)).apply(Tap(TapKind.MAH_JONGG)).came is By.FLOWER_REPLACEMENT


def test_another_who_goes_out_before_the_person_draws_has_claimed_the_discard():
    game = RealTilesGame.begin(SIMPLE)
    for kind in (TapKind.DISCARD, TapKind.OTHER, TapKind.OTHER, TapKind.OTHER):
        game = game.apply(Tap(kind))
    told = game.apply(Tap(TapKind.OTHER_CLAIM, who=Wind.WEST)).apply(Tap(TapKind.OTHER_OUT))
    untold = game.apply(Tap(TapKind.OTHER_OUT))
    assert (untold.left, untold.pile) == (told.left, told.pile) == (88, 3)
    drawn = game.apply(Tap(TapKind.DISCARD)).apply(Tap(TapKind.OTHER_OUT))
    assert (drawn.left, drawn.pile) == (86, 5)


def test_another_who_goes_out_when_the_wall_is_used_up_has_claimed_the_last_discard():
    game = to_the_last_discard(RealTilesGame.begin(SIMPLE))
    claimer = next(wind for wind in game.opponents if not game.why_not(Tap(TapKind.OTHER_CLAIM, who=wind)))
    told = game.apply(Tap(TapKind.OTHER_CLAIM, who=claimer)).apply(Tap(TapKind.OTHER_OUT))
    assert game.apply(Tap(TapKind.OTHER_OUT)).pile == told.pile == game.pile - 1


def test_the_charleston_is_passed_as_the_rules_have_it():
    game = RealTilesGame.begin(AMERICAN)
    assert game.why_not(Tap(TapKind.DISCARD)) == "Pass first: the first Charleston is compulsory."
    assert game.why_not(Tap(TapKind.PASS, 2)) == "Three tiles are passed here."
    for count in (3, 3, 1):
        game = game.apply(Tap(TapKind.PASS, count))
    assert (game.phase, game.pile, game.left) == (Phase.OPTION, 7, 131)
    assert game.why_not(Tap(TapKind.PASS, 3)) == "Continue passing? Answer that first."
    stopped = game.apply(Tap(TapKind.STOP))
    assert stopped.phase is Phase.TURN
    assert stopped.why_not(Tap(TapKind.PASS, 3)) == "The passing is over."
    assert str(stopped.adjustment.factor) == "131/138"
    assert game.apply(Tap(TapKind.CHARLESTON)).why_not(Tap(TapKind.PASS, 0)) == "Three tiles are passed here."


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_tap_too_many_is_undone_and_done_again_however_many(rules):
    told = RealTilesRecord.begin(rules, SETUPS[str(rules)], uid="a1", begun=BEGUN)
    told = msgspec.structs.replace(told, dice=((3, 4),))
    rng = random.Random(3)
    steps = [told]
    for game, move in playing(rules, 5, by_chance):
        for tap in taps_of(move, game, rng) if move is not None else ():
            told = told.tell(tap)
            steps.append(told)
    assert len(steps) > 40
    back = told
    for step in reversed(steps[:-1]):
        back = back.undo()
        assert back.game == step.game
        assert back.taps == step.taps
        assert RealTilesRecord.load(back.save()) == back
    assert back.undo() == back
    for step in steps[1:]:
        back = back.redo()
        assert back.game == step.game
    assert back == told == back.redo()
    other = told.undo().undo().tell(told.taps[-2])
    assert other.undone == ()


def test_a_draft_keeps_all_of_the_game_and_an_impossible_one_is_refused():
    house = options_for(CHINESE, {"own_wind_pair_adds": False})
    told = RealTilesRecord.begin(CHINESE, GameSetup(house=house), uid="b2", begun=BEGUN, house_name="Ours")
    told = msgspec.structs.replace(told, dice=((1, 2), (6, 6))).tell(Tap(TapKind.DISCARD))
    told = msgspec.structs.replace(
        told.tell(Tap(TapKind.OTHER)).undo(), hand=Draft(CHINESE).save().decode(), ended=BEGUN
    )
    assert RealTilesRecord.load(told.save()) == told
    assert told.counts == {"begun": BEGUN, "left": 128, "discards": 1, "flowers": 0, "dice": [[1, 2], [6, 6]]}
    plain = {"rules": "kemp-chinese", "uid": "b2", "begun": BEGUN}
    for wrong in (
        b"", b"{}", b"[]", b'{"rules": "kemp-chinese"}', b"\xff",
        msgspec.json.encode({**plain, "rules": "classical"}),
        msgspec.json.encode({**plain, "version": 2}),
        msgspec.json.encode({**plain, "taps": [{"did": "claim"}]}),
        msgspec.json.encode({**plain, "undone": [{"did": "claim"}]}),
        msgspec.json.encode({**plain, "taps": [{"did": "jump"}]}),
        msgspec.json.encode({**plain, "hand": "{}"}),
        msgspec.json.encode({**plain, "dice": [[7, 1]]}),
        msgspec.json.encode(plain)[:-1] + b',"more":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        msgspec.json.encode({**plain, "taps": [{"did": "discard"}] * (MAX_TAPS + 1)}),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"."):
            RealTilesRecord.load(wrong)
