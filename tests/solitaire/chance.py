"""Players by chance, for games whose course doesn't matter, and games played by them."""

import random
from collections import Counter

from mjcompanion.core.tiles import JOKER, Wind
from mjcompanion.solitaire.american import Stage
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.record import GameSetup, Played, begin
from mjcompanion.solitaire.saving import resume

SETUPS = {
    "kemp-chinese": GameSetup(),
    "kemp-american": GameSetup(card="companion"),
    "simple": GameSetup(Wind.SOUTH, Wind.WEST),
}
"""What a game of each kind begins with."""


def by_chance(game, rng):
    """The next move: the one that is forced, or any that can be made; going out and sets come first, mostly."""
    forced = game.forced()
    if forced is not None:
        return forced
    choices = [*game.choices()]
    if game.phase is Phase.CHARLESTON:
        sizes = Stage(game.stage).sizes
        held = [tile for tile in game.holding(game.turn).hand if tile is not JOKER]
        tiles = rng.sample(held, rng.choice(sizes))
        choices.append(Move(game.turn, Do.PASS, tiles=tuple(sorted(tiles))))
    eager = [move for move in choices if move.do not in (Do.DISCARD, Do.LEAVE, Do.STOP)]
    return rng.choice(eager) if eager and rng.random() < 0.8 else rng.choice(choices)


def moments_of(rules, seed, setup=None):
    """Every moment of a game played at random, and what was played; the seed is the deal's number and the players'."""
    setup = SETUPS[rules] if setup is None else setup
    deal = Deal.of(rules, seed)
    rng = random.Random(seed)
    game = begin(deal, setup)
    moments, moves = [game], []
    while not game.is_over:
        moves.append(by_chance(game, rng))
        game = game.apply(moves[-1])
        moments.append(game)
    return moments, Played(deal, setup, tuple(moves))


def won_by_chance(rules, seed):
    """The first game from this number on in which somebody goes out."""
    while True:
        moments, played = moments_of(rules, seed)
        if moments[-1].out is not None:
            return moments, played
        seed += 1


def load(path, cards=None):
    """The game in progress that is in a file; None where there is no file."""
    found = resume(path, cards)
    return None if found is None else found.played


def everywhere(game):
    """Every tile of the set, counted where it is now: walls, hands, sets, flowers, discards."""
    counted = Counter(standing.tile for standing in game.walls())
    for holding in game.holdings:
        counted.update(holding.tiles)
    counted.update(lying.tile for lying in game.pile if lying.claimed_by is None)
    return counted
