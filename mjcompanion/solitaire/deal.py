"""A deal: the shuffled walls and the dice of one game. A number gives the same deal everywhere and at any time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import WINDS, Tile, TileSet
from mjcompanion.i18n.translation import _, ngettext
from mjcompanion.rulesets import RULESETS, Ruleset, find_ruleset
from mjcompanion.wall.breaks import CLOCKWISE, LAYERS, Break, Spot, break_wall
from mjcompanion.wall.dice import FACES, Throw

Stack = tuple[Tile, Tile]
"""Two tiles, the top one first."""

GAMES: Final = tuple(rules for rules in RULESETS.values() if rules.virtual is not None)
"""The rules that are played against a virtual wall."""
HIGHEST_NUMBER: Final = 999_999_999
_LAST_MADE_UP: Final = 999_999
"""Random deal numbers have six digits at most, so that they are easy to pass on."""


class Deal(msgspec.Struct, frozen=True, dict=True):
    """The walls as built, face down, and the dice that break them.

    `walls` are East's, South's, West's and North's, each the stacks from the right as its owner sees it. `seed` is
    the number that the deal was shuffled from. `simple` breaks no wall: it has no dice.

    >>> deal = Deal.of("kemp-chinese", 7)
    >>> deal == Deal.of("kemp-chinese", 7), len(deal.order), len(deal.loose)
    (True, 142, 2)
    >>> deal.dice, deal.is_numbered
    (((6, 3), (3, 1)), True)
    """

    rules: Ruleset
    seed: int
    walls: tuple[tuple[Stack, ...], tuple[Stack, ...], tuple[Stack, ...], tuple[Stack, ...]]
    dice: tuple[Throw, ...]

    @classmethod
    def of(cls, rules: str, seed: int) -> Deal:
        """Return the deal with this number.

        The tiles are shuffled with `random.Random(seed).random()` alone, whose sequence Python promises to keep.
        """
        ruleset = game_rules(rules)
        rng = random.Random(deal_number(seed))  # noqa: S311 - a game
        tiles = list(TileSet.of(ruleset.tiles(ruleset.preset)).tiles())
        for last in range(len(tiles) - 1, 0, -1):
            other = int(rng.random() * (last + 1))
            tiles[last], tiles[other] = tiles[other], tiles[last]
        stacks = [(tiles[at], tiles[at + 1]) for at in range(0, len(tiles), 2)]
        long = len(stacks) // len(WINDS)
        walls = [tuple(stacks[at * long : (at + 1) * long]) for at in range(len(WINDS))]
        row = ruleset.wall
        dice = tuple(
            (1 + int(rng.random() * FACES), 1 + int(rng.random() * FACES))
            for _unused in range(row.throws if row else 0)
        )
        return cls(ruleset, seed, (walls[0], walls[1], walls[2], walls[3]), dice)

    @cached_property
    def opened(self) -> Break | None:
        """Where the dice break the wall; None in `simple`, whose wall isn't broken."""
        return break_wall(self.rules, self.dice) if self.dice else None

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The places of the tiles in drawing order.

        In `simple` they go clockwise from the first stack on the right of East's wall (decided).
        """
        if self.opened is not None:
            return self.opened.spots()
        long = len(self.walls[0])
        return tuple(Spot(wall, stack, layer) for wall in CLOCKWISE for stack in range(1, long + 1) for layer in LAYERS)

    @cached_property
    def loose_spots(self) -> tuple[Spot, ...]:
        """The places of the first loose tiles, the next one first."""
        opened = self.opened
        if opened is None:
            return ()
        return tuple(Spot(place.wall, place.stack, layer) for place in opened.loose for layer in LAYERS)

    def tile_at(self, spot: Spot) -> Tile:
        """Return the tile at a place of the walls as built."""
        return self.walls[WINDS.index(spot.wall)][spot.stack - 1][LAYERS.index(spot.layer)]

    def with_tiles(self, tiles: Mapping[Spot, Tile]) -> Deal:
        """Return the walls with these tiles at these places instead."""
        walls = {
            wind: tuple(
                (tiles.get(Spot(wind, at, LAYERS[0]), top), tiles.get(Spot(wind, at, LAYERS[1]), bottom))
                for at, (top, bottom) in enumerate(wall, 1)
            )
            for wind, wall in zip(WINDS, self.walls, strict=True)
        }
        return msgspec.structs.replace(self, walls=tuple(walls.values()))

    @cached_property
    def order(self) -> tuple[Tile, ...]:
        """The tiles in drawing order, without the loose tiles."""
        return tuple(self.tile_at(spot) for spot in self.spots)

    @cached_property
    def loose(self) -> tuple[Tile, ...]:
        """The first loose tiles, the next one first."""
        return tuple(self.tile_at(spot) for spot in self.loose_spots)

    @cached_property
    def is_numbered(self) -> bool:
        """Whether the walls and dice are those of the deal's number; a wall set up by hand has none."""
        return self == Deal.of(self.rules, self.seed)

    def problem(self) -> Problem | None:
        """Return what is wrong with walls from a file: their stacks or their tiles."""
        whole = TileSet.of(self.rules.tiles(self.rules.preset))
        long = whole.size // (2 * len(WINDS))
        for wind, wall in zip(WINDS, self.walls, strict=True):
            if len(wall) != long:
                sentence = ngettext(
                    "The {wind} wall has {n} stack. It should have {due}.",
                    "The {wind} wall has {n} stacks. It should have {due}.",
                    len(wall),
                )
                return Problem("bad-wall", text=sentence.format(wind=wind.word, n=len(wall), due=long))
        counted = Counter(tile for wall in self.walls for stack in wall for tile in stack)
        for tile, count in sorted(counted.items()):
            if count > whole.copies(tile):
                sentence = _("The walls hold more of the {tile} than a set has.")
                return Problem("bad-wall", text=sentence.format(tile=tile.name()))
        return None


def game_rules(rules: str) -> Ruleset:
    """Return the ruleset, if it is one that is played against a virtual wall.

    >>> game_rules("classical")
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: These rules have no virtual game. Choose kemp-chinese, kemp-american or simple.
    """
    ruleset = find_ruleset(rules)
    if ruleset not in GAMES:
        raise RuleError([Problem("no-virtual-game")])
    return ruleset


def deal_number(number: object) -> int:
    """Return a deal number, checked."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= HIGHEST_NUMBER:
        raise RuleError([Problem("bad-deal-number", limit=HIGHEST_NUMBER)])
    return number


def fresh_number() -> int:
    """Return a random deal number."""
    return random.SystemRandom().randint(1, _LAST_MADE_UP)
