"""Sets, hands, and how a hand was won."""

from __future__ import annotations

import enum
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from mjcompanion.core.errors import NotationError, Problem
from mjcompanion.core.notation import Bracket, NotationStyle, read_groups, write
from mjcompanion.core.tiles import FIRST_FLOWER, FIRST_HONOUR, PLAIN_TILES, WINDS, Terms, Tile, Wind
from mjcompanion.i18n.translation import N_, _

UNITS: Final = tuple(1 << 4 * code for code in range(FIRST_FLOWER)) + (0,) * 10
"""The value of one tile in a key, which counts each of the 34 plain faces in four bits."""
_unit = UNITS.__getitem__
THREES: Final = sum(3 * unit for unit in UNITS)
EIGHTS: Final = sum(8 * unit for unit in UNITS)
"""Adding `THREES` to a key sets the bits of `EIGHTS` where a count is 5 to 12."""


class MeldKind(enum.StrEnum):
    """The sets of a Chinese hand, and its pair; anything else is odd."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"
    ODD = "odd"


def _classify(tiles: tuple[Tile, ...]) -> tuple[MeldKind, int]:
    """Return what these sorted tiles make, and its index among the 123 possible sets and pairs (-1: none)."""
    first, size = tiles[0], len(tiles)
    if first >= FIRST_FLOWER or size not in (2, 3, 4):
        return MeldKind.ODD, -1
    if tiles.count(first) == size:
        kind = (MeldKind.PAIR, MeldKind.PUNG, MeldKind.KONG)[size - 2]
        return kind, (89, 21, 55)[size - 2] + first
    if size == 3 and tiles[2] < FIRST_HONOUR and first % 9 < 7 and tiles == (first, first + 1, first + 2):
        return MeldKind.CHOW, first // 9 * 7 + first % 9
    return MeldKind.ODD, -1


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles that belong together: a chow, pung, kong or pair, exposed or concealed.

    `code` is the index in `ALL_MELDS`: even where concealed, odd where exposed, and -1 for any other
    tiles. `key` is the sum of its tiles' `UNITS`.

    >>> Meld.parse("(777z)")
    Meld.parse('(777z)')
    >>> Meld.parse("[1111s]").kind, Meld.parse("123m").concealed
    (<MeldKind.KONG: 'kong'>, True)
    """

    tiles: tuple[Tile, ...]
    concealed: bool
    kind: MeldKind = field(init=False, compare=False, repr=False)
    code: int = field(init=False, compare=False, repr=False)
    key: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.tiles:
            raise ValueError("a set has at least one tile")
        tiles = tuple(sorted(self.tiles))
        kind, place = _classify(tiles)
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "code", -1 if place < 0 else 2 * place + (not self.concealed))
        object.__setattr__(self, "key", sum([UNITS[tile] for tile in tiles]))

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read one set: `(777z)` exposed, `[1111s]` a concealed kong, `123m` concealed."""
        groups = read_groups(text)
        if len(groups) != 1:
            raise NotationError([Problem("no-set", text=text)])
        return meld(groups[0].tiles, concealed=groups[0].bracket is not Bracket.EXPOSED)

    @property
    def tile(self) -> Tile:
        """Return its lowest tile."""
        return self.tiles[0]

    def turned(self, *, concealed: bool) -> Meld:
        """Return the same tiles, concealed or exposed."""
        return self if concealed is self.concealed else meld(self.tiles, concealed=concealed)

    def write(self, style: NotationStyle = NotationStyle.MPSZ, terms: Terms | None = None) -> str:
        """Write its tiles with the brackets of exposed sets and concealed kongs."""
        inside = write(self.tiles, style, terms)
        if not self.concealed:
            return f"({inside})"
        return f"[{inside}]" if self.kind is MeldKind.KONG else inside

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"


def _chow(first: Tile) -> tuple[Tile, ...]:
    return first, Tile(first + 1), Tile(first + 2)


_SHAPES: Final = (
    *[_chow(Tile(suit * 9 + start)) for suit in range(3) for start in range(7)],
    *[(tile,) * 3 for tile in PLAIN_TILES],
    *[(tile,) * 4 for tile in PLAIN_TILES],
    *[(tile,) * 2 for tile in PLAIN_TILES],
)
ALL_MELDS: Final = tuple(Meld(tiles, concealed) for tiles in _SHAPES for concealed in (True, False))
"""Every set and pair of a Chinese hand, in the order of their codes: even ones concealed, odd ones exposed."""
_KNOWN: Final = {(known.tiles, known.concealed): known for known in ALL_MELDS}


def meld(tiles: Iterable[Tile], *, concealed: bool) -> Meld:
    """Return the set of these tiles: one of `ALL_MELDS` where they make a set of a Chinese hand."""
    given = tuple(tiles)
    known = _KNOWN.get((given, concealed))
    if known is not None:
        return known
    ordered = tuple(sorted(given))
    return _KNOWN.get((ordered, concealed)) or Meld(ordered, concealed)


@dataclass(frozen=True, slots=True, init=False)
class Hand:
    """The tiles of one player: concealed tiles, exposed sets and flowers.

    Tiles and sets are kept sorted, so two hands with the same tiles are equal. The winning tile is part of the
    concealed tiles, or of the set it completed. `key` counts the concealed plain tiles four bits each, `total`
    all plain tiles, `flower_bits` the eight flowers and seasons one bit each; `size` is the number of tiles without
    flowers, a kong counting as three, and `kongs` how many are declared.

    >>> Hand.parse("99s 123m 3y (777z) [1111s] 456p 1f")
    Hand.parse('123m456p99s (777z) [1111s] 1f3y')
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    flowers: tuple[Tile, ...]
    key: int = field(compare=False, repr=False)
    total: int = field(compare=False, repr=False)
    flower_bits: int = field(compare=False, repr=False)
    size: int = field(compare=False, repr=False)
    kongs: int = field(compare=False, repr=False)

    def __init__(self, concealed: Iterable[Tile], melds: Iterable[Meld] = (), flowers: Iterable[Tile] = ()) -> None:
        ordered = tuple(sorted(concealed))
        key = total = sum(map(_unit, ordered))
        size, kongs, bits = len(ordered), 0, 0
        melds = tuple(sorted(melds, key=_order)) if melds else ()
        if melds:
            for one in melds:
                size += len(one.tiles)
                total += one.key
                kongs += one.kind is MeldKind.KONG
        flowers = tuple(sorted(flowers)) if flowers else ()
        if flowers:
            for tile in flowers:
                bits |= 1 << tile - FIRST_FLOWER
        put = object.__setattr__
        put(self, "concealed", ordered)
        put(self, "melds", melds)
        put(self, "flowers", flowers)
        put(self, "key", key)
        put(self, "total", total)
        put(self, "flower_bits", bits)
        put(self, "size", size - kongs)
        put(self, "kongs", kongs)

    def with_suits(self, suits: Sequence[int]) -> Hand:
        """Return the hand with the suits in another order.

        >>> Hand.parse("99s 123m (777z)").with_suits((2, 0, 1))
        Hand.parse('99p123s (777z)')
        """
        melds = [meld([tile.with_suits(suits) for tile in one.tiles], concealed=one.concealed) for one in self.melds]
        return Hand([tile.with_suits(suits) for tile in self.concealed], melds, self.flowers)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand in any of the notations; flowers may stand anywhere outside brackets.

        Raises:
            NotationError: naming the place. Whether the tiles make sense is for the scoring to say.

        """
        concealed: list[Tile] = []
        flowers: list[Tile] = []
        melds: list[Meld] = []
        for group in read_groups(text):
            tiles = group.tiles
            if group.bracket is not Bracket.NONE:
                melds.append(meld(tiles, concealed=group.bracket is Bracket.KONG))
            elif max(tiles) < FIRST_FLOWER:
                concealed += tiles
            else:
                concealed += [tile for tile in tiles if not tile.is_flower]
                flowers += [tile for tile in tiles if tile.is_flower]
        return cls(tuple(concealed), tuple(melds), tuple(flowers))

    def write(self, style: NotationStyle = NotationStyle.MPSZ, terms: Terms | None = None) -> str:
        """Write the hand in a style that `parse` reads."""
        parts = [write(self.concealed, style, terms)]
        parts += [_bracketed(one, style, terms) for one in self.melds]
        parts.append(write(self.flowers, style, terms))
        return " ".join(part for part in parts if part)

    def __str__(self) -> str:
        return self.write()

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return all its tiles, sorted, flowers included."""
        laid_out = [tile for one in self.melds for tile in one.tiles]
        return tuple(sorted([*self.concealed, *laid_out, *self.flowers]))


def _order(one: Meld) -> tuple[bool, tuple[Tile, ...]]:
    return one.concealed, one.tiles


def _bracketed(one: Meld, style: NotationStyle, terms: Terms | None) -> str:
    inside = write(one.tiles, style, terms)
    return f"[{inside}]" if one.concealed else f"({inside})"


class By(enum.StrEnum):
    """How a hand was won. Source: section 2 of the rules (docs/rules.md); CHARLESTON is only in Kemp's solitaire."""

    __hash__ = str.__hash__  # enum's own is ten times as slow, and scoring looks these up

    DRAW = "draw"
    DISCARD = "discard"
    KONG_REPLACEMENT = "kong-replacement"
    FLOWER_REPLACEMENT = "flower-replacement"
    ROBBED_KONG = "robbed-kong"
    DEAL = "deal"
    FIRST_DISCARD = "first-discard"
    CHARLESTON = "charleston"


TAKEN: Final = frozenset({By.DISCARD, By.ROBBED_KONG, By.FIRST_DISCARD})
"""Wins with another player's tile."""
SELF_DRAWN: Final = frozenset({By.DRAW, By.KONG_REPLACEMENT, By.FLOWER_REPLACEMENT})
"""Wins with a tile that the winner drew."""

WITHOUT_TILE: Final = frozenset({By.DEAL, By.CHARLESTON})
"""Wins with several tiles at once, so that no winning tile is named."""

AT_TABLES: Final = tuple(by for by in By if by is not By.CHARLESTON)
"""The wins at a table of four."""


class Feat(msgspec.Struct, frozen=True):
    """A feat that no tile shows and some rules reward; players tick a box or name it in a request.

    `label` is next to the box, `words` is in the description of a win. Only some wins and seats allow it.
    """

    id: str
    label: str
    words: str
    wins: frozenset[By]
    seats: frozenset[Wind] = frozenset(WINDS)

    def goes_with(self, by: By | None, seat: Wind) -> bool:
        """Return whether a win by this seat can have this feat.

        >>> [feat.id for feat in FEATS if feat.goes_with(By.DRAW, Wind.EAST)]
        ['called', 'ninth_win']
        """
        return by in self.wins and seat in self.seats


FEATS: Final = (
    Feat(
        "called",
        N_("Original call"),
        N_("original call"),
        frozenset(AT_TABLES) - {By.DEAL, By.FIRST_DISCARD},
    ),
    Feat("second_kong", N_("Kong upon kong"), N_("kong upon kong"), frozenset({By.KONG_REPLACEMENT})),
    Feat(
        "ninth_win",
        N_("East’s ninth win in a row"),
        N_("East’s ninth win in a row"),
        frozenset(AT_TABLES) - {By.FIRST_DISCARD},
        frozenset({Wind.EAST}),
    ),
)
"""An original call: the player declared a waiting hand with the first discard. A kong upon a kong: the loose tile of a
kong made another kong, and its loose tile won."""
NO_FEATS: Final[frozenset[str]] = frozenset()


def feat_names(feats: Container[str]) -> list[str]:
    """Return the names of feats.

    >>> feat_names({"called"})
    ['original call']
    """
    return [_(feat.words) for feat in FEATS if feat.id in feats]


class HowWon(msgspec.Struct, frozen=True):
    """The winning tile and how it came; a hand complete as dealt has no winning tile.

    `feats` are ids of `FEATS`.

    >>> HowWon(Tile.parse("9s"), By.DRAW).is_self_drawn
    True
    """

    tile: Tile | None
    by: By
    last_tile: bool = False
    feats: frozenset[str] = NO_FEATS

    @property
    def is_taken(self) -> bool:
        """Return whether another player's tile completed the hand."""
        return self.by in TAKEN

    @property
    def is_self_drawn(self) -> bool:
        """Return whether the winner drew the tile."""
        return self.by in SELF_DRAWN


FLOWER_MASKS: Final = {"flowers": 0b1111, "seasons": 0b11110000}
"""The bits of `Hand.flower_bits` for each complete set."""
