"""Where the wall opens: how each ruleset breaks it, as rows of data, and the break that the dice make.

The table seen from above, each player facing the middle. Turns pass counter-clockwise, E S W N. A wall's
right end is at its owner's right hand, so that the left end of East's wall meets the right end of North's::

                W
           1 ·  ·  · n
         n             1        1: the first stack from the right
      N  ·             ·  S     n: the first stack from the left
         1             n
           n ·  ·  · 1
                E

Counting from the right therefore goes clockwise around the table, E N W S; from the left counter-clockwise.
Source: RULES 4 in docs/rules.md.
"""

from __future__ import annotations

import enum
import functools
import random
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rules.wall import Direction, Side, WallRules
from mjcompanion.rulesets import Ruleset, find_ruleset
from mjcompanion.wall.dice import Throw, read_dice, throw

CLOCKWISE: Final = (Wind.EAST, Wind.NORTH, Wind.WEST, Wind.SOUTH)
"""The four walls in the order of counting from the right."""


class Layer(enum.StrEnum):
    """The two tiles of a stack, in the order in which they go."""

    TOP = "top"
    BOTTOM = "bottom"


LAYERS: Final = tuple(Layer)


class Place(NamedTuple):
    """One stack: the wall it is in, and its number from the right, as the wall's owner sees it."""

    wall: Wind
    stack: int


class Spot(NamedTuple):
    """The place of one tile: its stack, counted from the right of its wall, and the layer."""

    wall: Wind
    stack: int
    layer: Layer


class Break(msgspec.Struct, frozen=True):
    """A wall as the dice opened it; `break_wall` makes it."""

    rules: Ruleset
    stacks: int  # in each wall
    start: Wind  # the wall in which the count begins
    count: int  # how many stacks are counted: the dice's sum
    side: Side  # the end of the walls from which they are counted
    wall: Wind  # the wall in which the count ends, after going around the corner
    stack: int  # the counted stack, from `side` of that wall
    counted: Place  # the same stack, from the right
    drawing: tuple[Place, ...]  # the stacks as they are drawn, from the first draw to the end of the wall
    loose: tuple[Place, ...]  # the stack whose tiles are the first loose tiles, if the rules have any
    kong_box: tuple[Place, ...]  # the stacks set apart for replacements, the one next to `loose` first
    dealer: Wind

    @property
    def direction(self) -> Direction:
        """The direction around the table in which tiles are drawn. Source: text 3, Step Four; RULES 4.

        >>> break_wall("classical", [[5, 5], [2, 3]]).direction.value
        'counter-clockwise'
        """
        return self.side.direction

    @property
    def first_draw(self) -> Place:
        """The stack from which the first tile is drawn. Source: RULES 4, the table.

        From South's eighteenth stack the wall goes on with East's first (text 1, Chinese rules 3 and 4):

        >>> break_wall("kemp-chinese", [[3, 3], [6, 6]]).first_draw
        Place(wall=<Wind.EAST: 'E'>, stack=1)
        """
        return self.drawing[0]

    @property
    def end(self) -> Place:
        """The last stack of the wall: the American "end tile" is its top one. Source: RULES 4, the table.

        >>> break_wall("kemp-american", [[4, 3]]).end
        Place(wall=<Wind.EAST: 'E'>, stack=7)
        """
        return self.drawing[-1]

    def spots(self) -> tuple[Spot, ...]:
        """List the tiles of the wall as they are drawn: in a stack the top one goes first. Source: RULES 4.

        >>> [str(spot.layer) for spot in break_wall("nmjl", [[4, 3]]).spots()[:3]]
        ['top', 'bottom', 'top']
        """
        return tuple(Spot(place.wall, place.stack, layer) for place in self.drawing for layer in LAYERS)

    def answer(self) -> dict[str, object]:
        """Write what the command line answers. Source: the example of text 3, Step Two, and RULES 4.

        >>> break_wall("classical", [[5, 5], [2, 3]]).answer() == {
        ...     "ok": True, "wall": "S", "stack": 15, "from": "left",
        ...     "first_draw": {"wall": "S", "stack": 3, "from": "right"}}
        True
        """
        first = self.first_draw
        return {
            "ok": True,
            "wall": self.wall.value,
            "stack": self.stack,
            "from": self.side.value,
            "first_draw": {"wall": first.wall.value, "stack": first.stack, "from": Side.RIGHT.value},
        }


def wall_rules(rules: str) -> WallRules:
    """Find how a ruleset breaks its wall. Source: RULES 4, the table.

    Rules that there aren't, or that break no wall, are a RuleError.

    >>> wall_rules("nmjl").throws, wall_rules("nmjl").stacks
    (1, 19)
    >>> wall_rules("simple")
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: In these rules the wall isn’t broken: there is nothing to count.
    """
    row = find_ruleset(rules).wall
    if row is None:
        raise RuleError([Problem("no-wall-break")])
    return row


def throw_for(rules: str, rng: random.Random) -> tuple[Throw, ...]:
    """Throw two dice as often as the rules want, for `break_wall`. Source: RULES 4, the table.

    >>> len(throw_for("classical", random.Random(7))), len(throw_for("nmjl", random.Random(7)))
    (2, 1)
    """
    return tuple(throw(rng) for _ in range(wall_rules(rules).throws))


def seat_counted(number: int) -> Wind:
    """Count the players, East as one and on counter-clockwise. Source: text 3, Step Two; RULES 4.

    >>> seat_counted(10)
    <Wind.SOUTH: 'S'>
    """
    return WINDS[(number - 1) % len(WINDS)]


def break_wall(rules: str, dice: Sequence[Sequence[int]], *, flowers: bool = True) -> Break:
    """Count with the dice and open the wall. Source: RULES 4, the table.

    `flowers` false means a set of 136 tiles where the rules can be played so; elsewhere it changes nothing.
    Rules that break no wall and dice that can't be are a RuleError.

    Text 2, "To Break the Wall": a 7 counts seven stacks, and East takes the next four tiles:

    >>> opened = break_wall("american-club", [[3, 4]])
    >>> opened.counted, opened.first_draw
    (Place(wall=<Wind.EAST: 'E'>, stack=7), Place(wall=<Wind.EAST: 'E'>, stack=8))

    Text 3, Step Two: a ten makes South the dealer, and with a five the fifteenth stack from left is loose:

    >>> opened = break_wall("classical", [[5, 5], [2, 3]])
    >>> opened.dealer.word, opened.stack, opened.side.value, opened.first_draw
    ('South', 15, 'left', Place(wall=<Wind.SOUTH: 'S'>, stack=3))
    """
    row = wall_rules(rules)
    thrown = read_dice(dice, row.throws)
    stacks = row.stacks if flowers else row.stacks_without_flowers or row.stacks
    start = seat_counted(sum(thrown[0])) if row.throws > 1 else Wind.EAST
    count = sum(map(sum, thrown))

    ring = _ring(stacks)
    beginning = CLOCKWISE.index(start) * stacks
    if row.side is Side.RIGHT:
        place = (beginning + count - 1) % len(ring)
        onward = ring[place + 1 :] + ring[:place]
    else:
        place = (beginning + stacks - count) % len(ring)
        onward = (ring[place + 1 :] + ring[:place])[::-1]
    counted = ring[place]
    drawn = len(onward) - row.kong_box
    return Break(
        rules=find_ruleset(rules),
        stacks=stacks,
        start=start,
        count=count,
        side=row.side,
        wall=counted.wall,
        stack=counted.stack if row.side is Side.RIGHT else stacks + 1 - counted.stack,
        counted=counted,
        drawing=onward[:drawn] if row.loose else (*onward[:drawn], counted),
        loose=(counted,) if row.loose else (),
        kong_box=onward[drawn:][::-1],
        dealer=start if row.chosen_deals else Wind.EAST,
    )


@functools.cache
def _ring(stacks: int) -> tuple[Place, ...]:
    """All stacks of the four walls, clockwise from the first on the right of East's."""
    return tuple(Place(wall, stack) for wall in CLOCKWISE for stack in range(1, stacks + 1))
