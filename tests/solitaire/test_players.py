"""Players who are no persons: they keep to the rules, the random one is fair, and the coach beats it by far."""

import re
from collections import Counter
from statistics import mean

import msgspec
import pytest

from mjcompanion.american.request import Cards
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import JOKER, WINDS, Terms, Tile, Wind
from mjcompanion.solitaire import coach
from mjcompanion.solitaire.american import passes
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.solitaire.players import CoachPlayer, RandomPlayer, play_out
from mjcompanion.solitaire.playout import play_on
from mjcompanion.solitaire.record import GameSetup, begin
from mjcompanion.solitaire.targets import Strategy
from tests.sample import often

from .chance import SETUPS

E = Wind.EAST


def ended(rules, number, player):
    """The game played to its end; in `simple` the player has all four seats."""
    *_, (_, game) = play_out(begin(Deal.of(rules, number), SETUPS[rules]), dict.fromkeys(WINDS, player))
    assert game.is_over
    return game


def final(game):
    sheet = game.sheet()
    return 0.0 if sheet is None else float(sheet.adjustment.final)


def moment(rules, number, phase):
    """The first moment of a game by chance in which somebody decides in this phase."""
    game = begin(Deal.of(rules, number), SETUPS[rules])
    player = RandomPlayer(number)
    while game.phase is not phase or game.forced() is not None:
        game = game.apply(game.forced() or player.choose(game.view(game.turn)))
    return game


@pytest.mark.parametrize("player", [RandomPlayer, lambda _: CoachPlayer()], ids=["chance", "coach"])
@pytest.mark.parametrize("rules", ["kemp-chinese", "kemp-american", "simple"])
def test_games_are_legal_to_the_end_and_the_same_again(rules, player):
    first = [ended(rules, number, player(number)) for number in range(2)]
    assert first == [ended(rules, number, player(number)) for number in range(2)]
    assert (first[0] != ended(rules, 0, player(1))) == (player is RandomPlayer), (
        "chance plays otherwise by another number"
    )


def test_chance_passes_any_three_tiles_in_the_charleston():
    game = moment("kemp-american", 2, Phase.CHARLESTON)
    view = game.view(E)
    player = RandomPlayer(1)
    taken = {player.choose(view) for _ in range(3000)}
    passed = {move.tiles for move in taken if move.do is Do.PASS}
    assert all(game.why_not(move) is None for move in taken)
    assert all(len(tiles) == 3 and JOKER not in tiles for tiles in passed)
    assert passed == set(passes(view))


def test_where_nothing_is_to_be_decided_nobody_decides():
    view = begin(Deal.of("kemp-chinese", 7)).view(E)
    for player in (RandomPlayer(1), CoachPlayer()):
        with pytest.raises(RuleError, match="There is nothing to decide now"):
            player.choose(view)


def test_the_coach_beats_chance_by_far_and_looks_further_than_the_nearest_mah_jongg():
    """Going for any Mah Jongg at once wins every game, and little; the coach wins a few less, and three times as much."""
    coached = [final(ended("kemp-chinese", number, CoachPlayer())) for number in range(80)]
    chance = [final(ended("kemp-chinese", number, RandomPlayer(number))) for number in range(80)]
    quick = [play_on(begin(Deal.of("kemp-chinese", number)), Strategy.EARLY).final for number in range(80)]
    assert sum(value > 0 for value in coached) > 70
    assert sum(value > 0 for value in chance) < 25
    assert mean(coached) > 10 * mean(chance)
    assert sorted(coached)[8] > sorted(chance)[64]  # its worst tenth is better than what chance reaches in four of five
    assert sum(value > 0 for value in quick) >= 78
    assert mean(coached) > 2 * mean(quick)


def advise(game):
    """The advice for the player who has to decide."""
    return coach.advise(game.view(game.turn), getattr(game, "matcher", None))


@pytest.fixture
def card_of_sets(tmp_path):
    """A card without pairs or single tiles: its lines are often complete with a claim that leaves nothing."""
    path = tmp_path / "sets.toml"
    lines = ("wwww vvv FFF xxxx", "111a 222a 3333a 4444a", "555a 666a 7777a 8888a", "FFF 111a 5555b 9999c")
    path.write_text('name = "Sets"\n' + "".join(f'[[line]]\npattern = "{one}"\nvalue = 25\n' for one in lines))
    return GameSetup(card=str(path))


@pytest.mark.exhaustive
@pytest.mark.parametrize("player", ["chance", "coach"])
@pytest.mark.parametrize(("rules", "count"), [("kemp-chinese", 60), ("kemp-american", 6), ("sets", 30), ("simple", 60)])
def test_there_is_advice_at_every_decision_and_every_claim_leaves_a_tile_to_discard(rules, count, player, card_of_sets):
    cards, setup = Cards(), {**SETUPS, "sets": card_of_sets}[rules]
    for number in range(often(count, -(-count // 8))):
        game = begin(Deal.of("kemp-american" if rules == "sets" else rules, number), setup, cards)
        decides = CoachPlayer(cards) if player == "coach" else RandomPlayer(number)
        while not game.is_over:
            move = game.forced()
            if move is None:
                assert advise(game).move is not None
                claims = [one for one in game.choices() if one.do in CLAIMS]
                assert all(game.after(one).holding(game.turn).hand for one in claims)
                move = decides.choose(game.view(game.turn))
            game = game.apply(move)


def test_the_coach_plays_with_the_card_of_the_game():
    view = moment("kemp-american", 2, Phase.CHARLESTON).view(E)
    with pytest.raises(RuleError, match="There is no card called “none”"):
        CoachPlayer().choose(msgspec.structs.replace(view, card="none"))
    other = CoachPlayer(Cards()).choose(msgspec.structs.replace(view, card="club-fifteen"))
    assert other.do is Do.PASS


@pytest.mark.parametrize("rules", SETUPS)
def test_a_refusal_calls_tiles_by_the_words_of_the_table(rules):
    game = begin(Deal.of(rules, 7), SETUPS[rules])
    terms, usual = Terms(characters="craks", dots="balls", bamboos="bams"), re.compile(r"\d (character|dot|bamboo)")
    told = Counter()
    for _, after in play_out(game, dict.fromkeys(WINDS, RandomPlayer(7))):
        for do in (Do.DISCARD, Do.PUNG, Do.MAH_JONGG, Do.DRAW):
            problem = after.why_not(Move(after.turn, do, Tile.parse("7s")), terms)
            if problem is not None:
                assert not usual.search(problem.sentence())
                told[after.phase] += bool(
                    usual.search(after.why_not(Move(after.turn, do, Tile.parse("7s"))).sentence())
                )
    assert told[Phase.CLAIM]
    assert told[Phase.DRAW]
