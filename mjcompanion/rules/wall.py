"""How a ruleset builds and breaks its walls: a row of the table in RULES 4 (docs/rules.md)."""

from __future__ import annotations

import enum

import msgspec


class Direction(enum.StrEnum):
    """A direction around the table, seen from above."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class Side(enum.StrEnum):
    """The end of a wall from which stacks are counted, as the wall's owner sees it.

    >>> Side.LEFT.direction.value
    'counter-clockwise'
    """

    RIGHT = "right"
    LEFT = "left"

    @property
    def direction(self) -> Direction:
        """The direction of the count around the table. Source: RULES 4, first paragraph."""
        return Direction.CLOCKWISE if self is Side.RIGHT else Direction.COUNTER_CLOCKWISE


class Dealing(enum.StrEnum):
    """How the first tiles are taken; `mjcompanion.wall.deal` says it tile by tile."""

    ALONE = "alone"
    EAST_SKIPS = "east skips"
    ONE_EACH = "one each"


class WallRules(msgspec.Struct, frozen=True):
    """How one ruleset builds and breaks its walls.

    With one throw the stacks are counted in East's wall. With two the first chooses the wall, counting the
    players from East counter-clockwise, and the sum of both is the count. Drawing goes on as the count went.
    """

    throws: int
    stacks: int  # of two tiles, in each wall
    dealing: Dealing
    source: str
    side: Side = Side.RIGHT  # the end of the wall from which the stacks are counted
    stacks_without_flowers: int = 0  # 0 where the rules are never played without
    loose: bool = False  # whether the counted stack's tiles are loose tiles; else they are the last of the wall
    kong_box: int = 0  # how many stacks next to the counted one are set apart with it
    chosen_deals: bool = False  # whether the player whom the first throw chooses deals; else East does
