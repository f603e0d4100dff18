"""Walls stacked by hand: a deal whose first draws are the tiles a test wants; and moves made in a game from it."""

from collections import Counter

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.notation import read_groups
from mjcompanion.core.tiles import WINDS, Tile, TileSet
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.moves import Move

_SIZES = {Ruleset("kemp-chinese"): 144, Ruleset("kemp-american"): 152, Ruleset("simple"): 144}


def tiles(text):
    return [tile for group in read_groups(text) for tile in group.tiles]


def stacked(rules, drawn="", *, end="", loose="", dice=None, seed=0):
    """A deal whose first draws are `drawn`, whose last ones are `end`, and whose first loose tiles are `loose`."""
    like = Deal.of(rules, seed)
    dice = like.dice if dice is None else dice
    first, last, spare = tiles(drawn), tiles(end), tiles(loose)
    rest = Counter(TileSet.of(_SIZES[Ruleset(rules)]).tiles())
    rest.subtract(first + last + spare)
    assert min(rest.values()) >= 0, "a set hasn’t so many of these"
    shuffled = [*like.order, *like.loose]
    others = []
    for tile in shuffled:
        if rest[tile] > 0:
            rest[tile] -= 1
            others.append(tile)
    frame = Deal(like.rules, 0, like.walls, dice)
    need = len(frame.loose_spots) - len(spare)
    spare += [others.pop() for _ in range(need)]
    order = [*first, *others, *last]
    laid = dict(zip((*frame.spots, *frame.loose_spots), (*order, *spare), strict=True))
    walls = []
    for wind in WINDS:
        mine = {(spot.stack, spot.layer): tile for spot, tile in laid.items() if spot.wall is wind}
        stacks = sorted({stack for stack, _ in mine})
        walls.append(tuple((mine[stack, "top"], mine[stack, "bottom"]) for stack in stacks))
    deal = Deal(like.rules, 0, tuple(walls), dice)
    assert deal.problem() is None
    return deal


def onward(game):
    """The game after all that happens by itself."""
    while (move := game.forced()) is not None:
        game = game.apply(move)
    return game


def do(game, what, tile=None, several=""):
    """The game after this move of whose turn it is, and all that follows by itself."""
    one = None if tile is None else Tile.parse(tile)
    return onward(game.apply(Move(game.turn, what, one, tuple(tiles(several)))))


def refusal(game, move):
    """The sentence with which a move is refused."""
    with pytest.raises(RuleError) as refused:
        game.apply(move)
    return str(refused.value)
