"""Read and write tiles: MPSZ notation, Unicode tiles and plain names.

MPSZ puts a number before a letter: `m` characters, `p` dots, `s` bamboos, `z` honours (1 to 7: E S W N, white,
green, red), `f` flowers, `y` seasons; `J` joker, `F` any flower. `( )` encloses an exposed set, `[ ]` a concealed
kong. Spaces don't matter. Source: section 1 of the rules (docs/rules.md).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from mjcompanion.core.errors import NotationError, Problem
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, WORDS, Terms, Tile
from mjcompanion.i18n.translation import N_, _, joined

LONGEST: Final = 2000
"""The most characters of a text: five times what 26 tiles by name need."""


class NotationStyle(enum.StrEnum):
    """The styles of writing tiles. Names are written in the language of the program, and read in English."""

    MPSZ = "mpsz"
    UNICODE = "unicode"
    NAMES = "names"


class Bracket(enum.StrEnum):
    """The bracket around a group of tiles."""

    NONE = ""
    EXPOSED = "("
    KONG = "["


class TileGroup(msgspec.Struct, frozen=True):
    """Tiles of a text that belong together: loose, in `( )` or in `[ ]`."""

    bracket: Bracket
    tiles: tuple[Tile, ...]


_CLOSING: Final = {"(": ")", "[": "]"}
_SUIT_LETTERS: Final = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 4, "y": 4}
_HIGHEST: Final = {
    9: N_("there are 1 to 9"),
    7: N_("honours are 1 to 7"),
    4: N_("flowers and seasons are 1 to 4"),
}

_SUIT_WORDS: Final = {
    **{form: "m" for word in WORDS["characters"].values() for form in (word.one, word.many)},
    **{form: "p" for word in WORDS["dots"].values() for form in (word.one, word.many)},
    **{form: "s" for word in WORDS["bamboos"].values() for form in (word.one, word.many)},
    "char": "m",
    "chars": "m",
    "crack": "m",
    "cracks": "m",
    "c": "m",
    "d": "p",
    "b": "s",
}
_FLOWER_WORDS: Final = {"flower": "f", "flowers": "f", "season": "y", "seasons": "y"}
_BEFORE_FLOWER: Final = {"bamboo": Tile.parse("4f"), "any": ANY_FLOWER}
_TILE_WORDS: Final = {
    **{word: f"{number}z" for number, word in enumerate(("east", "south", "west", "north"), 1)},
    **dict.fromkeys(("red", "chung", "chungs", "zhong"), "7z"),
    **dict.fromkeys(("green", "fa"), "6z"),
    **dict.fromkeys(("white", "soap", "soaps", "po", "bai"), "5z"),
    **{word: f"{number}f" for number, word in enumerate(("plum", "orchid", "chrysanthemum"), 1)},
    **{word: f"{number}y" for number, word in enumerate(("spring", "summer", "autumn", "winter"), 1)},
    "fall": "3y",
    "joker": "J",
    "jokers": "J",
}
_SECOND_WORDS: Final = {
    **dict.fromkeys(("east", "south", "west", "north"), ("wind", "winds")),
    **dict.fromkeys(("red", "green", "white"), ("dragon", "dragons")),
}
_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1)
}

# The Unicode block puts bamboo before chrysanthemum, white last of the dragons, bamboos before dots.
_UNICODE_ORDER: Final = "1z2z3z4z7z6z5z1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7s8s9s1p2p3p4p5p6p7p8p9p1f2f4f3f1y2y3y4y"
_FROM_UNICODE: Final = {
    chr(0x1F000 + at // 2): Tile.parse(_UNICODE_ORDER[at : at + 2]) for at in range(0, len(_UNICODE_ORDER), 2)
} | {chr(0x1F000 + len(_UNICODE_ORDER) // 2): JOKER}
_TO_UNICODE: Final = {tile: letter for letter, tile in _FROM_UNICODE.items()}

_TOKEN: Final = re.compile(
    r"(?P<space>[ \t\r\n\u00a0\ufe0e\ufe0f]+)"
    r"|(?P<comma>[,;])"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<bracket>[()\[\]])"
    r"|(?P<tile>[\U0001F000-\U0001F02A])"
    r"|(?P<special>[JF]+(?![a-zA-Z])|[JF]+(?=[mpszfy](?:[JF]|(?![a-zA-Z]))))"
    r"|(?P<word>[mpszfy](?=[JF]+(?![a-z]))|[A-Za-z]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)


class _NotationParser:
    """Reads the tokens of a text once; numbers wait for their letter or word."""

    def __init__(self, text: str) -> None:
        self.tokens = [
            (str(match.lastgroup), match.group(), match.start() + 1)
            for match in _TOKEN.finditer(text)
            if match.lastgroup != "space"
        ]
        self.at = 0
        self.groups: list[TileGroup] = []
        self.tiles: list[Tile] = []
        self.numbers: list[tuple[str, int]] = []
        self.bracket = ""
        self.opened = 0

    def fail(self, code: str, place: int, text: str = "", why: str = "") -> NotationError:
        return NotationError([Problem(code, place=place, text=text, why=why)])

    def peek_is_suit(self) -> bool:
        """Return whether the next token is the suit of the number before it."""
        if self.at >= len(self.tokens):
            return False
        kind, text, _unused = self.tokens[self.at]
        return kind == "word" and (text in _SUIT_LETTERS or text.lower() in _SUIT_WORDS)

    def read(self) -> list[TileGroup]:
        while self.at < len(self.tokens):
            kind, text, place = self.tokens[self.at]
            self.at += 1
            if kind == "digits":
                self.numbers += [(digit, place + offset) for offset, digit in enumerate(text)]
            elif kind == "word":
                self.word(text, place)
            elif kind == "special":
                self.tiles += [JOKER if letter == "J" else ANY_FLOWER for letter in text]
            elif kind == "bracket":
                self.turn(text, place)
            elif kind == "tile":
                self.no_numbers()
                self.tiles.append(_FROM_UNICODE[text])
            elif kind == "comma":
                self.no_numbers()
            else:
                raise self.fail("unreadable", place, text)
        self.no_numbers()
        if self.bracket:
            raise self.fail("bracket-not-closed", self.opened)
        self.close(Bracket.NONE)
        return self.groups

    def no_numbers(self) -> None:
        if self.numbers:
            digits = "".join(digit for digit, _unused in self.numbers)
            raise self.fail("digits-without-letter", self.numbers[0][1], digits)

    def close(self, bracket: Bracket) -> None:
        if self.tiles:
            self.groups.append(TileGroup(bracket, tuple(self.tiles)))
        self.tiles = []

    def turn(self, text: str, place: int) -> None:
        """Open or close a bracket."""
        self.no_numbers()
        if text in _CLOSING:
            if self.bracket:
                raise self.fail("bracket-in-bracket", place, text)
            self.close(Bracket.NONE)
            self.bracket, self.opened = text, place
            return
        if not self.bracket or _CLOSING[self.bracket] != text:
            code = "bracket-not-closed" if self.bracket else "bracket-not-opened"
            raise self.fail(code, self.opened if self.bracket else place, text)
        if not self.tiles:
            raise self.fail("bracket-empty", self.opened)
        self.close(Bracket(self.bracket))
        self.bracket = ""

    def word(self, text: str, place: int) -> None:
        lower = text.lower()
        if self.numbers and text in _SUIT_LETTERS:
            self.suit(text)
        elif self.numbers and lower in _SUIT_WORDS:
            self.suit(_SUIT_WORDS[lower])
        elif lower in _NUMBERS:
            self.numbers.append((_NUMBERS[lower], place))
        elif self.numbers:
            self.no_numbers()
        elif lower in _FLOWER_WORDS:
            self.flower(_FLOWER_WORDS[lower])
        elif lower in _BEFORE_FLOWER and self.next_word() == "flower":
            self.at += 1
            self.tiles.append(_BEFORE_FLOWER[lower])
        elif lower in _TILE_WORDS:
            self.tiles.append(Tile.parse(_TILE_WORDS[lower]))
            if self.next_word() in _SECOND_WORDS.get(lower, ()):
                self.at += 1
        elif text in _SUIT_LETTERS or lower in _SUIT_WORDS:
            raise self.fail("letter-without-digits", place, text)
        else:
            raise self.fail("unreadable", place, text)

    def next_word(self) -> str:
        """Return the next token in lower case, or nothing if it isn't a word."""
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "word":
            return self.tokens[self.at][1].lower()
        return ""

    def suit(self, letter: str) -> None:
        highest = _SUIT_LETTERS[letter]
        for digit, place in self.numbers:
            if not "1" <= digit <= str(highest):
                raise self.fail("no-such-number", place, digit + letter, _(_HIGHEST[highest]))
            self.tiles.append(Tile.parse(digit + letter))
        self.numbers = []

    def flower(self, letter: str) -> None:
        """Read `flower 2`; a flower without a number is any flower."""
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "digits":
            _unused, digits, place = self.tokens[self.at]
            self.at += 1
            if not self.peek_is_suit():
                self.numbers.append((digits[0], place))
                self.suit(letter)
                if digits[1:]:
                    self.numbers += [(digit, place + at) for at, digit in enumerate(digits[1:], 1)]
                return
            self.at -= 1
        if letter == "y":
            place = self.tokens[self.at - 1][2]
            raise self.fail("season-without-number", place, "season")
        self.tiles.append(ANY_FLOWER)


def read_groups(text: str) -> list[TileGroup]:
    """Read a text into groups of tiles, in their order.

    Args:
        text: MPSZ, Unicode tiles, plain names, or a mixture; at most `LONGEST` characters.

    Raises:
        NotationError: naming the place (characters counted from 1) and what is wrong there.

    >>> [str(group.bracket) + write(group.tiles) for group in read_groups("123m 55p (777z) [1111s]")]
    ['123m55p', '(777z', '[1111s']
    >>> write(read_groups("5 bam, Red Dragon, flower 2, plum")[0].tiles)
    '5s7z21f'
    >>> read_groups("12m (34p")
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.NotationError: The bracket opened at character 5 is not closed.

    """
    if len(text) > LONGEST:
        raise NotationError([Problem("too-long", count=len(text), limit=LONGEST)])
    return _NotationParser(text).read()


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles without brackets.

    >>> read_tiles("19m 3y")
    (Tile.parse('1m'), Tile.parse('9m'), Tile.parse('3y'))
    """
    groups = read_groups(text)
    if any(group.bracket for group in groups):
        place = next(at for at, letter in enumerate(text) if letter in _CLOSING)
        raise NotationError([Problem("unreadable", place=place + 1, text=text[place])])
    return groups[0].tiles if groups else ()


def read_tile(text: str) -> Tile:
    """Read exactly one tile.

    >>> read_tile("red dragon")
    Tile.parse('7z')
    """
    tiles = read_tiles(text)
    if len(tiles) != 1:
        raise NotationError([Problem("one-tile-expected", text=text)])
    return tiles[0]


def write(tiles: Iterable[Tile], style: NotationStyle = NotationStyle.MPSZ, terms: Terms | None = None) -> str:
    """Write tiles in the order given.

    >>> tiles = read_tiles("1m 2m 3m 7z 2f")
    >>> write(tiles), write(tiles, NotationStyle.NAMES)
    ('123m7z2f', '1 character, 2 character, 3 character, red dragon, orchid')
    """
    if style is NotationStyle.NAMES:
        return joined(tile.name(terms) for tile in tiles)
    if style is NotationStyle.UNICODE:
        return "".join(_TO_UNICODE.get(tile, str(tile)) for tile in tiles)
    return _write_mpsz(list(tiles))


def _write_mpsz(tiles: Sequence[Tile]) -> str:
    """Write digits before their common letter, with jokers among them."""
    written = ""
    digits = ""
    letter = ""
    for tile in tiles:
        text = str(tile)
        if text == "J" and digits:
            digits += "J"
        elif text in ("J", "F"):
            written += digits + letter + text
            digits = letter = ""
        else:
            if text[1] != letter:
                written += digits + letter
                digits = ""
            digits += text[0]
            letter = text[1]
    return written + digits + letter
