"""An American hand: concealed tiles, jokers and flowers among them, and the sets laid out.

Source: RULES 1 and 3 (docs/rules.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from mjcompanion.core.errors import NotationError, Problem
from mjcompanion.core.notation import Bracket, NotationStyle, read_groups, write
from mjcompanion.core.tiles import ANY_FLOWER, FIRST_FLOWER, HIGHEST_CODE, JOKER, Terms, Tile, TileSet
from mjcompanion.parsing.pattern import TILES

SMALLEST_CLAIM: Final = 3
"""The fewest tiles of a run for which a discard may be claimed; for Mah Jongg any tile may be."""
_COPIES: Final = {tile: TileSet.of(152).copies(tile) for tile in (Tile(code) for code in range(HIGHEST_CODE + 1))}
_FACES: Final = tuple(ANY_FLOWER if FIRST_FLOWER <= code < JOKER else Tile(code) for code in range(HIGHEST_CODE + 1))


def face(tile: Tile) -> Tile:
    """Return the tile as the American games see it: all flowers and seasons are `ANY_FLOWER`.

    >>> face(Tile.parse("3y")), face(Tile.parse("3s"))
    (Tile.parse('F'), Tile.parse('3s'))
    """
    return _FACES[tile]


class Exposure(msgspec.Struct, frozen=True, dict=True):
    """A set laid out: equal tiles, jokers for some of them; as it was written, equal or not.

    >>> laid = Exposure.parse("(22JJs)")
    >>> laid.tile, laid.count, laid.jokers
    (Tile.parse('2s'), 4, 2)
    >>> Exposure.parse("(246s)").is_run
    False
    """

    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        if not self.tiles:
            raise ValueError("a set has at least one tile")
        msgspec.structs.force_setattr(self, "tiles", tuple(sorted(self.tiles, key=_order)))

    @classmethod
    def parse(cls, text: str) -> Exposure:
        """Read one set, in brackets or not."""
        groups = read_groups(text)
        if len(groups) != 1:
            raise NotationError([Problem("no-run", text=text)])
        return cls(groups[0].tiles)

    @property
    def tile(self) -> Tile:
        """Return the face of its first real tile; the joker if it has no real tile."""
        return _FACES[self.tiles[0]]

    @property
    def count(self) -> int:
        """Return how many tiles it has, jokers included."""
        return len(self.tiles)

    @property
    def jokers(self) -> int:
        """Return how many of them are jokers."""
        return self.tiles.count(JOKER)

    @property
    def is_run(self) -> bool:
        """Return whether all are equal, jokers aside, with at least one real tile."""
        first = self.tile
        return first is not JOKER and all(_FACES[tile] in (first, JOKER) for tile in self.tiles)

    def write(self, style: NotationStyle = NotationStyle.MPSZ, terms: Terms | None = None) -> str:
        """Return its tiles in brackets."""
        return f"({write(self.tiles, style, terms)})"

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"Exposure.parse({str(self)!r})"


def _order(tile: Tile) -> tuple[bool, int]:
    """Sort jokers last and flowers together."""
    return tile is JOKER, tile


class AmericanHand(msgspec.Struct, frozen=True, dict=True):
    """The tiles in front of one player; tiles and sets are kept in order, so two hands with the same tiles are equal.

    A winning tile is part of the concealed tiles, or of the set that was laid out last.

    >>> hand = AmericanHand.parse("(22JJs) 55z 1234m FFF J")
    >>> hand
    AmericanHand.parse('1234m55z FFF J (22JJs)')
    >>> hand.size, hand.jokers
    (14, 3)
    """

    concealed: tuple[Tile, ...]
    exposures: tuple[Exposure, ...] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "concealed", tuple(sorted(self.concealed, key=_order)))
        msgspec.structs.force_setattr(
            self, "exposures", tuple(sorted(self.exposures, key=lambda one: list(map(_order, one.tiles))))
        )

    @classmethod
    def parse(cls, text: str) -> AmericanHand:
        """Read a hand in any of the notations.

        Raises:
            NotationError: naming the place, or the brackets that American hands don't have. Whether the tiles make
                sense is for `problems_of` to say.

        >>> AmericanHand.parse("[1111s]")
        Traceback (most recent call last):
        ...
        mjcompanion.core.errors.NotationError: There is no concealed kong in American hands: write “[1111s]” without \
brackets, or in ( ) once it is exposed.

        """
        concealed: list[Tile] = []
        exposures: list[Exposure] = []
        for group in read_groups(text):
            if group.bracket is Bracket.NONE:
                concealed += group.tiles
            elif group.bracket is Bracket.EXPOSED:
                exposures.append(Exposure(group.tiles))
            else:
                raise NotationError([Problem("american-kong", text=f"[{write(group.tiles)}]")])
        return cls(tuple(concealed), tuple(exposures))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return all its tiles, the concealed ones first."""
        return (*self.concealed, *[tile for laid in self.exposures for tile in laid.tiles])

    @property
    def size(self) -> int:
        """Return how many tiles it has."""
        return len(self.concealed) + sum([len(laid.tiles) for laid in self.exposures])

    @property
    def jokers(self) -> int:
        """Return how many jokers it has, laid out or not."""
        return self.tiles.count(JOKER)

    def write(self, style: NotationStyle = NotationStyle.MPSZ, terms: Terms | None = None) -> str:
        """Return the hand in a style that `parse` reads again."""
        plain = [tile for tile in self.concealed if tile is not JOKER and tile is not ANY_FLOWER]
        alike = [[tile for tile in self.concealed if tile is one] for one in (ANY_FLOWER, JOKER)]
        parts = [write(some, style, terms) for some in (plain, *alike)]
        parts += [laid.write(style, terms) for laid in self.exposures]
        return " ".join(part for part in parts if part)

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"AmericanHand.parse({str(self)!r})"


def problems_of(
    hand: AmericanHand, sizes: Sequence[int] = (TILES,), seen: Iterable[Tile] = (), claimed: Tile | None = None
) -> Iterator[Problem]:
    """Yield everything that is wrong with the tiles of a hand.

    Args:
        hand: the hand.
        sizes: how many tiles it may have; all sizes where there are none.
        seen: tiles that lie elsewhere.
        claimed: the winning tile, where it was somebody's discard; its set may be a single tile or a pair.

    >>> for problem in problems_of(AmericanHand.parse("11111m (135p) (55z) JJJJ")):
    ...     print(problem.sentence())
    There is a fifth 1 character. A set has only four.
    “135p” isn’t a set of matching tiles.
    “55z” can’t be exposed: a discard is claimed for three or more equal tiles, or for Mah Jongg.

    """
    yield from copies_problems((*hand.tiles, *seen))
    short_one = False
    for laid in hand.exposures:
        text = laid.write()[1:-1]
        if not laid.is_run:
            yield Problem("only-jokers" if laid.tile is JOKER else "no-run", text=text)
        elif laid.count < SMALLEST_CLAIM:
            if short_one or claimed is None or not is_claimed(laid, claimed):
                yield Problem("short-run", text=text)
            short_one = True
    size = hand.size
    if sizes and size not in sizes:
        if not size:
            yield Problem("no-hand")
        elif size < sizes[0]:
            yield Problem("too-few-tiles", count=size, limit=sizes[0])
        else:
            yield Problem("too-many-tiles", count=size, limit=sizes[-1])


def copies_problems(tiles: Iterable[Tile]) -> Iterator[Problem]:
    """Yield a problem for each tile of which a set of 152 has fewer.

    >>> [problem.sentence() for problem in copies_problems([Tile.parse("F")] * 9)]
    ['There are 9 flowers and seasons. A set has only eight.']
    """
    counted = Counter(tiles)
    flowers = 0
    for tile, count in sorted(counted.items()):
        if tile is JOKER:
            if count > _COPIES[JOKER]:
                yield Problem("ninth-joker", count=count)
        elif tile < FIRST_FLOWER:
            if count > _COPIES[tile]:
                yield Problem("fifth-copy", tile=tile, count=5)
        else:
            flowers += count
            if tile is not ANY_FLOWER and count > 1:
                yield Problem("second-flower", tile=tile)
    if flowers > _COPIES[ANY_FLOWER]:
        yield Problem("ninth-flower", count=flowers)


def is_claimed(laid: Exposure, claimed: Tile) -> bool:
    """Return whether this tile can have completed the set: it is one of its real tiles."""
    return laid.is_run and any(is_same(tile, claimed) for tile in laid.tiles)


def is_same(one: Tile, other: Tile) -> bool:
    """Return whether the two can be the same tile: a flower without a name can be any of them.

    >>> is_same(Tile.parse("F"), Tile.parse("3y")), is_same(Tile.parse("1f"), Tile.parse("3y"))
    (True, False)
    """
    return one is other or (ANY_FLOWER in (one, other) and _FACES[one] is _FACES[other])
