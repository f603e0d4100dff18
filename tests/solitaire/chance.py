"""Players by chance, for games whose course doesn't matter, and games played by them."""

import random
from collections import Counter
from itertools import combinations

import msgspec

from mjcompanion.core.tiles import FIRST_HONOUR, JOKER, WINDS, Wind
from mjcompanion.solitaire.american import Stage
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.record import GameSetup, Played, begin
from mjcompanion.solitaire.saving import resume
from mjcompanion.wall.breaks import LAYERS, Spot

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


def moments(rules, numbers, setup=None):
    """Every moment of games by chance, with the move that follows it."""
    for number in numbers:
        games, played = moments_of(rules, number, setup)
        yield from zip(games, (*played.moves, None), strict=True)


def won_by_chance(rules, seed):
    """The first game from this number on in which somebody goes out."""
    while True:
        moments, played = moments_of(rules, seed)
        if moments[-1].out is not None:
            return moments, played
        seed += 1


def reshuffled(game, who, rng):
    """The same moment for this player's eyes: other tiles in the walls and, in `simple`, in the others' hands."""
    others = [one for one in WINDS if one is not who and not game.rules.single_player]
    walls = game.walls()
    hidden = [one.tile for one in walls] + [tile for one in others for tile in game.holding(one).hand]
    flowers = [tile for tile in hidden if tile.is_flower]  # these stay in the wall
    plain = [tile for tile in hidden if not tile.is_flower]
    rng.shuffle(plain)
    holdings = list(game.holdings)
    for other in others:
        old = game.holding(other)
        hand = tuple(sorted(plain.pop() for _ in old.hand))
        holdings[WINDS.index(other)] = msgspec.structs.replace(old, hand=hand)
    left = plain + flowers
    rng.shuffle(left)
    lies = {one.spot: tile for one, tile in zip(walls, left, strict=True)}
    stacked = tuple(
        tuple(
            tuple(lies.get(Spot(wind, at, layer), tile) for layer, tile in zip(LAYERS, stack, strict=True))
            for at, stack in enumerate(wall, 1)
        )
        for wind, wall in zip(WINDS, game.deal.walls, strict=True)
    )
    fresh = game.fresh
    if game.turn in others and fresh is not None:
        fresh = holdings[WINDS.index(game.turn)].hand[0]
    deal = msgspec.structs.replace(game.deal, walls=stacked)
    return msgspec.structs.replace(game, deal=deal, holdings=tuple(holdings), fresh=fresh)


def load(path, cards=None):
    """The game in progress that is in a file; None where there is no file."""
    found = resume(path, cards)
    return None if found is None else found.played


def is_set(some):
    """Whether these tiles are three or four alike, or a run."""
    ranks = [tile % 9 for tile in some]
    one_suit = len({tile // 9 for tile in some}) == 1 and max(some) < FIRST_HONOUR
    run = len(some) == 3 and one_suit and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    return run or (len(some) in (3, 4) and len(set(some)) == 1)


def is_whole(some, sets):
    """Whether tiles are so many sets and a pair; by trying everything."""
    if len(some) != 3 * sets + 2:
        return False
    counts = Counter(some)
    return any(splits_up(sorted((counts - Counter({tile: 2})).elements())) for tile in counts if counts[tile] >= 2)


def splits_up(some):
    """Whether sorted tiles are sets of three; by trying everything."""
    if not some:
        return True
    first, *rest = some
    for two in combinations(rest, 2):
        if is_set((first, *two)) and splits_up(sorted((Counter(rest) - Counter(two)).elements())):
            return True
    return False


def everywhere(game):
    """Every tile of the set, counted where it is now: walls, hands, sets, flowers, discards."""
    counted = Counter(standing.tile for standing in game.walls())
    for holding in game.holdings:
        counted.update(holding.tiles)
    counted.update(lying.tile for lying in game.pile if lying.claimed_by is None)
    return counted
