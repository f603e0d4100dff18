"""The deal: who takes which tile of the broken wall, one after the other. Source: RULES 4, "Deal"."""

from __future__ import annotations

from typing import Final, NamedTuple

from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rules.wall import Dealing
from mjcompanion.wall.breaks import LAYERS, Break, Layer, Spot, wall_rules

E, S, W, N = WINDS
TOP, BOTTOM = LAYERS


class Dealt(NamedTuple):
    """One tile of the deal: who takes it, and where it lay."""

    seat: Wind
    spot: Spot


_Step = tuple[Wind, int, Layer]

_THREE_ROUNDS: Final[tuple[_Step, ...]] = tuple(
    (WINDS[turn % 4], 2 * turn + half, layer) for turn in range(12) for half in (0, 1) for layer in LAYERS
)
"""E, S, W, N take two stacks each, three times. The numbers count the stacks as they are drawn, from 0."""

DEALS: Final[dict[Dealing, tuple[_Step, ...]]] = {
    # text 1: the player draws 14 in a row
    Dealing.ALONE: tuple((E, stack, layer) for stack in range(7) for layer in LAYERS),
    # text 5: "the first and third tile from the top row", then the others what is free, one each
    Dealing.EAST_SKIPS: (
        *_THREE_ROUNDS,
        (E, 24, TOP),
        (E, 26, TOP),
        (S, 24, BOTTOM),
        (W, 25, TOP),
        (N, 25, BOTTOM),
    ),
    # text 3: "each Player one more tile, starting with the East"; East's first turn begins with a draw
    Dealing.ONE_EACH: (*_THREE_ROUNDS, (E, 24, TOP), (S, 24, BOTTOM), (W, 25, TOP), (N, 25, BOTTOM)),
}
"""For each kind of deal: who takes which stack's tile, in order."""


def deal_order(opened: Break) -> tuple[Dealt, ...]:
    """List every tile of the deal, in order: who takes it, and where it lay. Source: RULES 4, "Deal".

    In Kemp's games East alone takes 14 tiles. In `classical` each player gets 13, and East then draws like
    anyone else; in the other games East ends with 14.

    >>> from mjcompanion.wall.breaks import break_wall
    >>> dealt = deal_order(break_wall("nmjl", [[3, 5]]))
    >>> [str(tile.seat) for tile in dealt[48:]]
    ['E', 'E', 'S', 'W', 'N']
    >>> dealt[0]
    Dealt(seat=<Wind.EAST: 'E'>, spot=Spot(wall=<Wind.EAST: 'E'>, stack=9, layer=<Layer.TOP: 'top'>))
    """
    steps = DEALS[wall_rules(opened.rules).dealing]
    drawing = opened.drawing
    return tuple(Dealt(seat, Spot(*drawing[stack], layer)) for seat, stack, layer in steps)


def after_deal(opened: Break) -> tuple[Spot, ...]:
    """List the tiles that the deal leaves in the wall, in the order of drawing. Source: RULES 4, "Deal".

    In the American games the first is a bottom tile: East took the one above it (text 5, "Drawing and
    discarding tiles").

    >>> from mjcompanion.wall.breaks import break_wall
    >>> left = after_deal(break_wall("nmjl", [[3, 5]]))
    >>> len(left), str(left[0].layer)
    (99, 'bottom')
    """
    taken = {tile.spot for tile in deal_order(opened)}
    return tuple(spot for spot in opened.spots() if spot not in taken)
