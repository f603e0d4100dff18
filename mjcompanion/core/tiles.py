"""The tiles: their kinds, their names, and how many of each a set has.

A tile is a small number, so that it can index a table.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from mjcompanion.i18n.translation import N_, NP_, _, in_english_now, joined, pgettext, text_language, when_changed


class TileKind(enum.StrEnum):
    """The families of tiles; suits are numbered 1 to 9."""

    CHARACTERS = "characters"
    DOTS = "dots"
    BAMBOOS = "bamboos"
    WINDS = "winds"
    DRAGONS = "dragons"
    FLOWERS = "flowers"
    SEASONS = "seasons"
    JOKER = "joker"
    ANY_FLOWER = "any flower"


class Wind(enum.StrEnum):
    """A seat at the table, or a prevailing wind, in the order of play (counter-clockwise).

    >>> Wind("W").next
    <Wind.NORTH: 'N'>
    """

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @property
    def number(self) -> int:
        """Return 1 for East to 4 for North: the number of the seat's own flower and season."""
        return WINDS.index(self) + 1

    @property
    def next(self) -> Wind:
        """Return the seat to the right, whose turn is next."""
        return WINDS[self.number % 4]

    @property
    def word(self) -> str:
        """Return the name of the wind: "East"."""
        return _(_WIND_WORDS[self])

    @property
    def letter(self) -> str:
        """Return the letter of the wind: "E"."""
        return pgettext("the letter of a wind", _WIND_LETTERS[self])

    @property
    def player(self) -> str:
        """Return what a sentence calls the player in this seat: "East"."""
        return pgettext("the player who sits in a wind", "{wind}").format(wind=self.word)


WINDS: Final = tuple(Wind)
_WIND_WORDS: Final = {
    Wind.EAST: N_("East"),
    Wind.SOUTH: N_("South"),
    Wind.WEST: N_("West"),
    Wind.NORTH: N_("North"),
}
_WIND_LETTERS: Final = {
    Wind.EAST: NP_("the letter of a wind", "E"),
    Wind.SOUTH: NP_("the letter of a wind", "S"),
    Wind.WEST: NP_("the letter of a wind", "W"),
    Wind.NORTH: NP_("the letter of a wind", "N"),
}

_SUITS: Final = (TileKind.CHARACTERS, TileKind.DOTS, TileKind.BAMBOOS)
_DRAGONS: Final = ("white", "green", "red")
JOKER_CODE: Final = 42
ANY_FLOWER_CODE: Final = 43
HIGHEST_CODE: Final = ANY_FLOWER_CODE


class Tile(int):
    """One face of a mah jongg set. Tiles compare and sort by their code, 0 to 43.

    Codes 0 to 33 are the 34 faces of which there are four each: characters, dots, bamboos (nine each), winds
    E S W N, dragons white green red. 34 to 37 are the flowers, 38 to 41 the seasons, 42 the joker, and 43 is
    "any flower" of the American games. Source: RULES 1 in docs/rules.md.

    >>> Tile.parse("5s")
    Tile.parse('5s')
    >>> Tile.parse("7z").name()
    'red dragon'
    >>> Tile.parse("3s").rank
    3
    """

    __slots__ = ()

    def __new__(cls, code: int) -> Tile:  # noqa: PYI034 - all tiles exist already
        """Return the one tile with this code."""
        if not 0 <= code <= HIGHEST_CODE:
            raise ValueError(f"there is no tile with the code {code}")
        return _ALL[code] if _ALL else int.__new__(cls, code)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read one tile in notation: `5s`, `7z`, `2f`, `3y`, `J`, `F`.

        >>> Tile.parse("0m")
        Traceback (most recent call last):
        ...
        ValueError: '0m' isn’t a tile
        """
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise ValueError(_("{text} isn’t a tile").format(text=repr(text))) from None

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Tile.parse({_TEXTS[self]!r})"

    def __reduce__(self) -> tuple[type[Tile], tuple[int]]:
        return Tile, (int(self),)

    @property
    def kind(self) -> TileKind:
        """Return its family."""
        return _KINDS[self]

    @property
    def rank(self) -> int:
        """Return 1 to 9 for suits, 1 to 4 for winds, flowers and seasons, 1 to 3 for dragons, 0 for the rest."""
        return _RANKS[self]

    @property
    def is_suited(self) -> bool:
        """Return whether it is a character, a dot or a bamboo."""
        return self < FIRST_HONOUR

    @property
    def is_terminal(self) -> bool:
        """Return whether it is a 1 or a 9 of a suit."""
        return self < FIRST_HONOUR and self % 9 in (0, 8)

    @property
    def is_simple(self) -> bool:
        """Return whether it is a 2 to 8 of a suit."""
        return self < FIRST_HONOUR and self % 9 not in (0, 8)

    def with_suits(self, suits: Sequence[int]) -> Tile:
        """Return the tile with the suits in another order; wind, dragon and flower stay.

        >>> str(Tile.parse("3m").with_suits((2, 0, 1)))
        '3s'
        """
        return _ALL[9 * suits[self // 9] + self % 9] if self < FIRST_HONOUR else self

    @property
    def is_wind(self) -> bool:
        """Return whether it is one of the four winds."""
        return FIRST_HONOUR <= self < FIRST_DRAGON

    @property
    def is_dragon(self) -> bool:
        """Return whether it is one of the three dragons."""
        return FIRST_DRAGON <= self < FIRST_FLOWER

    @property
    def is_honour(self) -> bool:
        """Return whether it is a wind or a dragon."""
        return FIRST_HONOUR <= self < FIRST_FLOWER

    @property
    def is_flower(self) -> bool:
        """Return whether it is laid out and replaced: a flower or a season."""
        return FIRST_FLOWER <= self < JOKER_CODE

    @property
    def wind(self) -> Wind:
        """Return the wind of a wind tile, or the seat of a flower or season (1 East … 4 North)."""
        if self.is_wind or self.is_flower:
            return WINDS[self.rank - 1]
        raise ValueError(f"the {self.name()} belongs to no wind")

    def name(self, terms: Terms | None = None) -> str:
        """Return its name, in the words of the table.

        >>> Tile.parse("3s").name(), Tile.parse("3s").name(Terms(bamboos="bams"))
        ('3 bamboo', '3 bam')
        """
        return _names(terms or current_terms())[self][0]

    def plural(self, terms: Terms | None = None) -> str:
        """Return its name in the plural.

        >>> Tile.parse("3s").plural(), Tile.parse("1z").plural()
        ('3 bamboos', 'east winds')
        """
        return _names(terms or current_terms())[self][1]


FIRST_HONOUR: Final = 27
FIRST_DRAGON: Final = 31
FIRST_FLOWER: Final = 34

_TEXTS: Final[tuple[str, ...]] = tuple(
    [f"{rank}{letter}" for letter in "mps" for rank in range(1, 10)]
    + [f"{rank}z" for rank in range(1, 8)]
    + [f"{rank}f" for rank in range(1, 5)]
    + [f"{rank}y" for rank in range(1, 5)]
    + ["J", "F"]
)
_KINDS: Final = tuple(
    [kind for kind in _SUITS for _unused in range(9)]
    + [TileKind.WINDS] * 4
    + [TileKind.DRAGONS] * 3
    + [TileKind.FLOWERS] * 4
    + [TileKind.SEASONS] * 4
    + [TileKind.JOKER, TileKind.ANY_FLOWER]
)
_RANKS: Final[tuple[int, ...]] = tuple([*range(1, 10)] * 3 + [1, 2, 3, 4, 1, 2, 3] + [1, 2, 3, 4] * 2 + [0, 0])
_ALL: tuple[Tile, ...] = ()
_ALL = tuple(Tile(code) for code in range(len(_TEXTS)))
_BY_TEXT: Final = dict(zip(_TEXTS, _ALL, strict=True))

ALL_TILES: Final = _ALL
SUITED: Final = _ALL[:FIRST_HONOUR]
WIND_TILES: Final = _ALL[FIRST_HONOUR:FIRST_DRAGON]
DRAGON_TILES: Final = _ALL[FIRST_DRAGON:FIRST_FLOWER]
PLAIN_TILES: Final = _ALL[:FIRST_FLOWER]
GREEN_TILES: Final = tuple(tile for tile in PLAIN_TILES if str(tile) in ("2s", "3s", "4s", "6s", "8s", "6z"))
"""The tiles without red: bamboos 2, 3, 4, 6 and 8, and green dragons."""
FLOWER_TILES: Final = _ALL[FIRST_FLOWER:JOKER_CODE]
FACES: Final = _ALL[:JOKER_CODE]
JOKER: Final = _ALL[JOKER_CODE]
ANY_FLOWER: Final = _ALL[ANY_FLOWER_CODE]


class TermWords(msgspec.Struct, frozen=True):
    """A name for a family or a dragon, and for its tiles, in the singular and the plural.

    The family is the context of their translations; `one` of a suit is only read, in English.
    """

    one: str
    many: str
    tile: str
    tiles: str


def _dragon(one: str, many: str) -> TermWords:
    return TermWords(one, many, one, many)


WORDS: Final[Mapping[str, Mapping[str, TermWords]]] = {
    "characters": {
        "characters": TermWords(
            "character",
            NP_("characters", "characters"),
            NP_("characters", "{rank} character"),
            NP_("characters", "{rank} characters"),
        ),
        "craks": TermWords(
            "crak",
            NP_("characters", "craks"),
            NP_("characters", "{rank} crak"),
            NP_("characters", "{rank} craks"),
        ),
        "wan": TermWords(
            "wan",
            NP_("characters", "wan"),
            NP_("characters", "{rank} wan"),
            NP_("characters", "{rank} wan"),
        ),
    },
    "dots": {
        "dots": TermWords("dot", NP_("dots", "dots"), NP_("dots", "{rank} dot"), NP_("dots", "{rank} dots")),
        "circles": TermWords(
            "circle", NP_("dots", "circles"), NP_("dots", "{rank} circle"), NP_("dots", "{rank} circles")
        ),
        "balls": TermWords("ball", NP_("dots", "balls"), NP_("dots", "{rank} ball"), NP_("dots", "{rank} balls")),
        "tung": TermWords("tung", NP_("dots", "tung"), NP_("dots", "{rank} tung"), NP_("dots", "{rank} tung")),
    },
    "bamboos": {
        "bamboos": TermWords(
            "bamboo", NP_("bamboos", "bamboos"), NP_("bamboos", "{rank} bamboo"), NP_("bamboos", "{rank} bamboos")
        ),
        "bams": TermWords("bam", NP_("bamboos", "bams"), NP_("bamboos", "{rank} bam"), NP_("bamboos", "{rank} bams")),
        "sticks": TermWords(
            "stick", NP_("bamboos", "sticks"), NP_("bamboos", "{rank} stick"), NP_("bamboos", "{rank} sticks")
        ),
        "tiao": TermWords("tiao", NP_("bamboos", "tiao"), NP_("bamboos", "{rank} tiao"), NP_("bamboos", "{rank} tiao")),
    },
    "red": {
        "red dragon": _dragon(NP_("red", "red dragon"), NP_("red", "red dragons")),
        "chung": _dragon(NP_("red", "chung"), NP_("red", "chungs")),
        "zhong": _dragon(NP_("red", "zhong"), NP_("red", "zhong")),
    },
    "green": {
        "green dragon": _dragon(NP_("green", "green dragon"), NP_("green", "green dragons")),
        "fa": _dragon(NP_("green", "fa"), NP_("green", "fa")),
    },
    "white": {
        "white dragon": _dragon(NP_("white", "white dragon"), NP_("white", "white dragons")),
        "soap": _dragon(NP_("white", "soap"), NP_("white", "soaps")),
        "po": _dragon(NP_("white", "po"), NP_("white", "po")),
        "bai": _dragon(NP_("white", "bai"), NP_("white", "bai")),
    },
}
"""The choices of names for each family, the default first.

Sources: 1 (Nomenclature), 2 ("Identify Tiles"), 4 ("Tiles / Cards"), 5 ("Tiles")."""
_WIND_NAMES: Final = (
    (N_("east wind"), N_("east winds")),
    (N_("south wind"), N_("south winds")),
    (N_("west wind"), N_("west winds")),
    (N_("north wind"), N_("north winds")),
)
_FLOWERS: Final = (
    NP_("a tile", "plum"),
    NP_("a tile", "orchid"),
    NP_("a tile", "chrysanthemum"),
    NP_("a tile", "bamboo flower"),
    NP_("a tile", "spring"),
    NP_("a tile", "summer"),
    NP_("a tile", "autumn"),
    NP_("a tile", "winter"),
)


class Terms(msgspec.Struct, frozen=True):
    """The names that a table uses: for each family a key of `WORDS`.

    >>> Tile.parse("5z").name(Terms(white="soap"))
    'soap'
    >>> Terms(dots="pies")
    Traceback (most recent call last):
    ...
    ValueError: 'pies' isn’t a word for dots; choose dots, circles, balls or tung
    """

    characters: str = "characters"
    dots: str = "dots"
    bamboos: str = "bamboos"
    red: str = "red dragon"
    green: str = "green dragon"
    white: str = "white dragon"

    def __post_init__(self) -> None:
        for family, choices in WORDS.items():
            word = getattr(self, family)
            if word not in choices:
                *most, last = choices
                sentence = _("{text} isn’t a word for {family}; choose {most} or {last}")
                raise ValueError(sentence.format(text=repr(word), family=family, most=joined(most), last=last))

    def word(self, family: str) -> TermWords:
        """Return the names of a family of `WORDS`, in the language of the program.

        >>> Terms(bamboos="bams").word("bamboos").many
        'bams'
        """
        word = WORDS[family][getattr(self, family)]
        return TermWords(
            pgettext(family, word.one),
            pgettext(family, word.many),
            pgettext(family, word.tile),
            pgettext(family, word.tiles),
        )


DEFAULT_TERMS: Final = Terms()
_current = DEFAULT_TERMS


def use_terms(terms: Terms) -> None:
    """Use these names of tiles wherever no others are given."""
    global _current  # like the language, one choice for the whole program
    _current = terms


def current_terms() -> Terms:
    """Return the names of tiles in use, or the standard ones inside of `in_english`."""
    return DEFAULT_TERMS if in_english_now() else _current


def _names(terms: Terms) -> tuple[tuple[str, str], ...]:
    """Return the singular and the plural of each tile, in the order of the codes."""
    return _names_in(terms, text_language())


@cache
def _names_in(terms: Terms, _language: str) -> tuple[tuple[str, str], ...]:
    names: list[tuple[str, str]] = []
    for kind in _SUITS:
        word = terms.word(kind)
        names += [(word.tile.format(rank=rank), word.tiles.format(rank=rank)) for rank in range(1, 10)]
    names += [(_(one), _(many)) for one, many in _WIND_NAMES]
    names += [(word.tile, word.tiles) for word in map(terms.word, _DRAGONS)]
    names += [(pgettext("a tile", name), pgettext("a tile", name)) for name in _FLOWERS]
    names += [
        (pgettext("a tile", "joker"), pgettext("a tile", "jokers")),
        (pgettext("a tile", "flower"), pgettext("a tile", "flowers")),
    ]
    return tuple(names)


when_changed(_names_in.cache_clear)


def chow_name(tiles: Sequence[Tile], terms: Terms | None = None) -> str:
    """Return the name of a chow.

    >>> chow_name([Tile.parse("3p"), Tile.parse("4p"), Tile.parse("5p")])
    '3 4 5 dots'
    """
    ranks = " ".join(str(tile.rank) for tile in tiles)
    return (terms or current_terms()).word(tiles[0].kind).tiles.format(rank=ranks)


class TileSet(msgspec.Struct, frozen=True):
    """A set of tiles: 136, 144 with flowers, 152 with flowers and jokers.

    >>> TileSet.of(144).copies(Tile.parse("2f")), TileSet.of(136).copies(Tile.parse("2f"))
    (1, 0)
    >>> len(TileSet.of(152).tiles())
    152
    """

    size: int
    flowers: bool
    jokers: bool

    @classmethod
    def of(cls, size: int) -> TileSet:
        """Return the set of 136, 144 or 152 tiles."""
        try:
            return _SETS[size]
        except KeyError:
            sentence = _("there is no set of {size} tiles; sets have 136, 144 or 152")
            raise ValueError(sentence.format(size=size)) from None

    def copies(self, tile: Tile) -> int:
        """Return how many of this face the set has. In the set of 152 all eight flowers are alike."""
        if tile < FIRST_FLOWER:
            return 4
        if tile in (JOKER, ANY_FLOWER):
            return 8 if self.jokers else 0
        return 1 if self.flowers else 0

    def tiles(self) -> tuple[Tile, ...]:
        """Return every tile of the set, sorted, flowers with their own faces."""
        return tuple(tile for tile in (*FACES, JOKER) for _unused in range(self.copies(tile)))


_SETS: Final = {
    136: TileSet(136, flowers=False, jokers=False),
    144: TileSet(144, flowers=True, jokers=False),
    152: TileSet(152, flowers=True, jokers=True),
}
