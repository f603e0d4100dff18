"""A hand in the words people use: “pung of red dragons, kong 1 bam concealed, 123 crak, West, won on 9 bam”.

English and Chinese words, names of source 1, notation and the short form that is typed (`1111b 123c rrr f1`) may stand
side by side, in any order. A pung, chow or kong that is named is exposed unless it is called concealed; tiles without
such a word are in the hand. What can't be read is named with its place, and the rest is read all the same.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from mjcompanion.core.errors import NotationError, Problem
from mjcompanion.core.hand import MeldKind
from mjcompanion.core.notation import LONGEST as LONGEST_TEXT
from mjcompanion.core.notation import Bracket, Group, read_groups, read_tile, write
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, Tile, Wind
from mjcompanion.parsing.vocabulary import (
    LONGEST,
    MEANINGS,
    ROUNDS,
    SEATS,
    SMALL,
    Flower,
    Honour,
    Laid,
    Lone,
    Meaning,
    Number,
    Says,
    Suit,
    Way,
)
from mjcompanion.parsing.word_match import nearest


class Fault(msgspec.Struct, frozen=True):
    """What can't be read: from which character to which (counted from 0), and what is wrong.

    `growing` says that the text ends there and may be finished yet; `nearest` is the known word most like it.
    """

    start: int
    end: int
    problem: Problem
    growing: bool = False
    nearest: str = ""


class ParsedHand(msgspec.Struct, frozen=True):
    """What a text says of a hand; None where it says nothing. `spoken`: notation alone couldn't say it."""

    groups: tuple[Group, ...] = ()
    seat: Wind | None = None
    round: Wind | None = None
    winner: bool | None = None
    tile: Tile | None = None
    by: str | None = None
    last_tile: bool = False
    discards: int | None = None
    faults: tuple[Fault, ...] = ()
    spoken: bool = False

    @property
    def notation(self) -> str:
        """Its tiles in notation.

        >>> said("pung of reds, 3 white dragons, concealed kong of 1 bams").notation
        '(777z) 555z [1111s]'
        """
        return " ".join(_bracketed(group) for group in self.groups)


def _bracketed(group: Group) -> str:
    inside = write(group.tiles)
    return {Bracket.EXPOSED: f"({inside})", Bracket.KONG: f"[{inside}]"}.get(group.bracket, inside)


_CJK: Final = "\u3400-\u9fff"
_TOKEN: Final = (  # compiled when the first text is read, and kept by `re`: no window waits for it
    r"(?P<comma>[,;.:，、；。：\n])"
    r"|(?P<won>[!！])"
    r"|(?P<bracket>[(（\[【][^()（）\[\]【】]*[)）\]】])"
    r"|(?P<open>[(（\[【][^()（）\[\]【】]*$)"
    r"|(?P<tile>[\U0001F000-\U0001F02A])"
    r"|(?P<jokers>[0-9]+[jJ][0-9jJ]*[mpscdbMPSCDB])"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<word>×|[A-Za-z]+(?:['’][A-Za-z]+)?)"
    rf"|(?P<cjk>[{_CJK}]+)"
    r"|(?P<other>[^\s\-–‐]+?)"
)
_ENDINGS: Final = r"['’](?:s|ve|re)$"
_CJK_WORDS: Final = sorted(
    (word for word in (*MEANINGS, *SEATS, *ROUNDS) if not word.isascii()), key=lambda word: -len(word)
)
_SHORT: Final = r"(?P<suit>[mpscdbzfy]?)[eswngrjf]*y?"
"""Letters of the short form that stand together: the suit of a number before them, tiles, a flower to come."""
_ALONE: Final = {"e": "1z", "s": "2z", "w": "3z", "n": "4z", "g": "6z", "r": "7z", "j": "J", "f": "F"}
_WHITE: Final = Tile.parse("5z")
KEYS: Final = {
    **{Tile.parse(tile): letter.upper() for letter, tile in _ALONE.items() if tile[0].isdigit()},
    _WHITE: "0",
}
"""The key that types a tile by itself: the winds and dragons."""
_WHOLE: Final = frozenset({Says.WON, Says.LOST, Says.WON_ON, Says.LAST_TILE, Says.SEAT, Says.ROUND, Says.DISCARDS})
"""What is said of a whole hand."""
_TAKEN: Final = frozenset({"discard", "robbed-kong", "first-discard"})
"""Ways to win with another player's tile; one of them may be said twice, in general and in particular."""
_SIZES: Final = {MeldKind.CHOW: 3, MeldKind.PUNG: 3, MeldKind.KONG: 4, MeldKind.PAIR: 2}
_WORDS: Final = frozenset(word for words in MEANINGS for word in words.split())
_NEAR: Final = [word for word in MEANINGS if word.isascii() and len(word) > 2 and " " not in word]


class _Token(msgspec.Struct, frozen=True):
    kind: str
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[_Token]:
    """The words, numbers and signs of a text; small words and hyphens are left out, Chinese is cut into words."""
    found: list[_Token] = []
    for match in re.finditer(_TOKEN, text):
        kind, word, start = str(match.lastgroup), match.group(), match.start()
        if kind == "cjk":
            found += _cut(word, start)
            continue
        if kind == "word":
            word = re.sub(_ENDINGS, "", word.lower()).replace("'", "").replace("’", "").replace("×", "x")
            if word in SMALL:
                continue
            follows = bool(found) and found[-1].end == start and found[-1].kind in ("digits", "jokers")
            if _is_short(word, follows=follows):
                found += [_Token(kind, letter, start + at, start + at + 1) for at, letter in enumerate(word)]
                continue
        zeros = len(word) - len(word.lstrip("0")) if kind == "digits" else 0
        if 0 < zeros < len(word):  # white dragons before other tiles
            found.append(_Token(kind, word[:zeros], start, start + zeros))
            word, start = word[zeros:], start + zeros
        found.append(_Token(kind, word, start, match.end()))
    return [part for at, token in enumerate(found) for part in _parted(token, found[at + 1 :])]


def _parted(token: _Token, after: list[_Token]) -> list[_Token]:
    """`ee` and `er` are the first numbers of source 1 before a suit, and winds and a dragon elsewhere.

    The `s` after them is South, as in the short form, and not the bamboos.
    """
    if token.text not in ("ee", "er"):
        return [token]
    follows = next((one for one in after if not isinstance(MEANINGS.get(one.text), Number)), None)
    meaning = None if follows is None or follows.text in _ALONE else MEANINGS.get(follows.text)
    if isinstance(meaning, (Suit, Says)):
        return [token]
    return [_Token("word", letter, token.start + at, token.start + at + 1) for at, letter in enumerate(token.text)]


def _is_short(word: str, *, follows: bool) -> bool:
    """Whether a word is letters of the short form, as in `99brrrf1`; `follows`: it stands right after a number."""
    parts = re.fullmatch(_SHORT, word)
    return parts is not None and word not in _WORDS and (follows or not parts["suit"] or word[0] in _ALONE)


def _cut(text: str, start: int) -> list[_Token]:
    """Chinese words stand without spaces: the longest known one is the next."""
    found = []
    at = 0
    while at < len(text):
        word = next((word for word in _CJK_WORDS if text.startswith(word, at)), text[at])
        found.append(_Token("word", word, start + at, start + at + len(word)))
        at += len(word)
    return found


class _Set(msgspec.Struct):
    """A set, or loose tiles, as they were said."""

    tiles: tuple[Tile, ...]
    kind: MeldKind | None = None
    concealed: bool | None = None
    group: Bracket | None = None

    def groups(self, *, concealed: bool) -> Group:
        """What lies on the table; `concealed` is what holds where nothing was said."""
        hidden = concealed if self.concealed is None else self.concealed
        if self.group is not None:
            return Group(self.group, self.tiles)
        if self.kind is None or self.kind is MeldKind.PAIR or (hidden and self.kind is not MeldKind.KONG):
            return Group(Bracket.NONE, self.tiles)
        return Group(Bracket.KONG if hidden else Bracket.EXPOSED, self.tiles)


class _Reader:
    """Goes through a text once."""

    def __init__(self, text: str, *, with_card: bool) -> None:
        self.text = text
        self.with_card = with_card
        self.tokens = _tokens(text)
        self.at = 0
        self.sets: list[_Set] = []
        self.here: list[_Set] = []
        self.said: dict[str, object] = {}
        self.faults: list[Fault] = []
        self.lies: bool | None = None
        self.all_concealed = False
        self.spoken = False
        self.bare_winds = sum(self._is_bare_wind(at) for at in range(len(self.tokens)))
        """How many winds stand by themselves between commas: a single one is a seat, several are tiles."""

    # looking

    def meaning(self, at: int) -> tuple[Meaning | Wind | None, int, str]:
        """What the words from here on mean, the longest that are known together: the meaning, how many, the words."""
        words: list[str] = []
        for token in self.tokens[at : at + LONGEST]:
            if token.kind != "word":
                break
            words.append(token.text)
        for count in range(len(words), 0, -1):
            text = " ".join(words[:count])
            if text in MEANINGS:
                return MEANINGS[text], count, text
        return None, 0, ""

    def _is_bare_wind(self, at: int) -> bool:
        meaning, count, _ = self.meaning(at)
        if not (isinstance(meaning, Honour) and meaning.tile.is_wind):
            return False
        before = self.tokens[at - 1].kind if at else "comma"
        after = self.tokens[at + count].kind if at + count < len(self.tokens) else "comma"
        return before == after == "comma"

    # reading

    def read(self) -> ParsedHand:
        while self.at < len(self.tokens):
            self._next()
        self._end_segment()
        groups = tuple(one.groups(concealed=self.all_concealed) for one in self.sets)
        spoken = self.spoken or bool(self.said) or any(one.kind is not None for one in self.sets)
        found = ParsedHand(groups, faults=tuple(self.faults), spoken=spoken, **self.said)  # type: ignore[arg-type]
        return _with_winning_tile(found)

    def _next(self) -> None:
        token = self.tokens[self.at]
        if token.kind == "comma":
            self.at += 1
            self._end_segment()
        elif token.kind == "won":
            self.at += 1
            last = self.sets[-1] if self.sets else None
            if last is not None and last.kind is None and last.group is None and not last.tiles[-1].is_flower:
                self._tell(self.at - 1, "tile", last.tiles[-1])
            else:
                self._fault(self.at - 1, self.at, "won-without-tile", growing=False)
        elif token.kind in ("bracket", "open"):
            self.at += 1
            self._bracket(token)
        elif token.text in SEATS or token.text in ROUNDS:
            self.at += 1
            key, wind = ("seat", SEATS[token.text]) if token.text in SEATS else ("round", ROUNDS[token.text])
            self._tell(self.at - 1, key, wind)
        elif not (self._said() or self._set() or self._loose()):
            self._unknown()

    def _end_segment(self) -> None:
        """A comma: a word like “concealed” that waits belongs to the set before it, or to the whole hand."""
        if self.lies is not None:
            if self.here:
                self.here[-1].concealed = self.lies
            else:
                self.all_concealed = self.lies
        self.lies, self.here = None, []

    def _bracket(self, token: _Token) -> None:
        """Tiles in brackets, in notation or in words: an exposed set, or a concealed kong; loose until they close."""
        opened = token.kind == "open"
        inner = said(token.text[1:] if opened else token.text[1:-1], with_card=self.with_card)
        self.faults += [
            msgspec.structs.replace(
                fault,
                start=fault.start + token.start + 1,
                end=fault.end + token.start + 1,
                growing=opened and fault.growing,
            )
            for fault in inner.faults
        ]
        if opened:
            self.sets += [_Set(group.tiles) for group in inner.groups]
            problem = Problem("bracket-not-closed", place=token.start + 1)
            self.faults.append(Fault(token.start, token.start + 1, problem, growing=True))
            return
        tiles = tuple(tile for group in inner.groups for tile in group.tiles)
        exposed = token.text[0] in "(（"
        if exposed is not (token.text[-1] in ")）"):
            self._fault(self.at - 1, self.at, "bracket-not-closed", growing=False)
        elif not tiles and not inner.faults:
            self._fault(self.at - 1, self.at, "bracket-empty", growing=False)
        elif tiles:
            self.sets.append(_Set(tiles, group=Bracket.EXPOSED if exposed else Bracket.KONG))

    def _said(self) -> bool:
        """A word that says something of the whole hand."""
        start = self.at
        meaning, count, _ = self.meaning(start)
        if meaning in _WHOLE:
            self.at += count
            self._say(start, meaning)
        elif isinstance(meaning, Way):
            self.at += count
            self._tell(start, "by", meaning.by)
            self._winning_tile()
        elif isinstance(meaning, Laid):
            self.at += count
            self._lies(concealed=meaning.concealed)
        elif meaning is Says.WITH:
            return self._jokers_in_set()
        elif isinstance(meaning, Honour) and meaning.tile.is_wind:
            return self._wind(meaning.tile.wind, count)
        else:
            return self._count_of_discards()
        return True

    def _tell(self, start: int, key: str, value: object) -> None:
        """Keep what the words from a place on say of the whole hand; a second word that says otherwise is a fault."""
        before = self.said.get(key, value)
        self.said[key] = value
        if before == value or (key == "by" and (before in _TAKEN) is (value in _TAKEN)):
            return
        self._fault(start, self.at, "said-otherwise", growing=False)

    def _say(self, start: int, what: Meaning) -> None:
        match what:
            case Says.WON | Says.LOST | Says.WON_ON:
                self._tell(start, "winner", what is not Says.LOST)
                if what is Says.WON_ON:
                    before = self.at
                    self._winning_tile()
                    if self.at == before:
                        self._dangles(start)
            case Says.LAST_TILE:
                self.said["last_tile"] = True
            case Says.SEAT | Says.ROUND:
                before = self.at
                self._place("seat" if what is Says.SEAT else "round")
                if self.at == before:
                    self._dangles(start)
            case _:
                self._discards_after()

    def _dangles(self, start: int) -> None:
        """A word that says nothing without the one that should come after it."""
        self._fault(start, self.at, "word-without-more", growing=self.at >= len(self.tokens))

    def _lies(self, *, concealed: bool) -> None:
        """“Exposed” or “concealed”: of the set that follows, else of the one before it."""
        follows = isinstance(self.meaning(self.at)[0], MeldKind)
        if follows or not self.here:
            self.lies = concealed
        else:
            self.here[-1].concealed = concealed

    def _jokers_in_set(self) -> bool:
        """“With 2 jokers” after a set: they are among its tiles."""
        last = self.here[-1] if self.here else None
        if not self.with_card or last is None or last.kind in (None, MeldKind.CHOW):
            return False
        start, faults = self.at, len(self.faults)
        self.at += 1
        jokers = self._tiles() or ()
        if set(jokers) != {JOKER}:
            self.at = start
            del self.faults[faults:]
            return False
        if len(jokers) < len(last.tiles):
            last.tiles = last.tiles[: -len(jokers)] + jokers
        else:
            self._fault(start, self.at, "no-set", growing=False)
        return True

    def _wind(self, wind: Wind, count: int) -> bool:
        """A wind that is a seat or the wind of the round; False where it is a tile."""
        after, more, _ = self.meaning(self.at + count)
        if after in (Says.SEAT, Says.ROUND):
            self.at += count + more
            self._tell(self.at - count - more, "seat" if after is Says.SEAT else "round", wind)
            return True
        if self.bare_winds == 1 and self._is_bare_wind(self.at):
            self.at += count
            self._tell(self.at - count, "seat", wind)
            return True
        return False

    def _place(self, key: str) -> None:
        """The wind after “seat” or “round”."""
        meaning, count, _ = self.meaning(self.at)
        letter = self.tokens[self.at].text if self.at < len(self.tokens) else ""
        if isinstance(meaning, Honour) and meaning.tile.is_wind:
            self.at += count
            self._tell(self.at - count, key, meaning.tile.wind)
        elif letter in ("e", "s", "w", "n"):
            self.at += 1
            self._tell(self.at - 1, key, Wind(letter.upper()))

    def _winning_tile(self) -> None:
        """The tile that is named right after how it was won."""
        at = self.at
        tiles = self._tiles()
        if tiles is not None and len(set(tiles)) == 1 and not tiles[0].is_flower:
            self._tell(at, "tile", tiles[0])
        else:
            self.at = at

    def _discards_after(self) -> None:
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "digits":
            self.said["discards"] = int(self.tokens[self.at].text[:6])
            self.at += 1

    def _count_of_discards(self) -> bool:
        """“40 discards”."""
        token = self.tokens[self.at]
        meaning, count, _ = self.meaning(self.at + 1)
        if token.kind != "digits" or meaning not in (Says.DISCARDS, Way("discard")):
            return False
        self.said["discards"] = int(token.text[:6])
        self.at += 1 + count
        return True

    def _set(self) -> bool:
        """“Pung of red dragons”, “red dragon pung”."""
        start = self.at
        meaning, count, words = self.meaning(start)
        if words == "chi":  # a seven, or a chow
            meaning = None if isinstance(self.meaning(start + 1)[0], Suit) else MeldKind.CHOW
        if not isinstance(meaning, MeldKind):
            return False
        self.at += count
        lies, count, _ = self.meaning(self.at)
        if isinstance(lies, Laid):
            self.at += count
            self.lies = lies.concealed
        tiles = self._tiles()
        if tiles is None and self.here and self.here[-1].kind is None:
            tiles = self.here.pop().tiles
            self.sets.pop()
        whole = None if tiles is None else _whole(meaning, self._filled_up(meaning, tiles))
        if tiles == ():
            self.spoken = True
        elif whole is None:
            ends = self.at >= len(self.tokens) and tiles is None
            self.spoken = True
            self._fault(start, self.at, "no-set", growing=ends)
        else:
            self._take(_Set(whole, meaning, self.lies))
        self.lies = None
        return True

    def _filled_up(self, kind: MeldKind, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Return the tiles of a set with the jokers that it still lacks: “kong 66 bam with 2 jokers”."""
        missing = _SIZES[kind] - len(tiles)
        if not self.with_card or kind is MeldKind.CHOW or len(tiles) < 2 or missing < 1:
            return tiles
        start, faults = self.at, len(self.faults)
        if self.meaning(start)[0] is Says.WITH:
            self.at += 1
        jokers = self._tiles() or ()
        if jokers == (JOKER,) * missing:
            return tiles + jokers
        self.at = start
        del self.faults[faults:]
        return tiles

    def _loose(self) -> bool:
        tiles = self._tiles()
        if tiles:
            self._take(_Set(tiles))
        return tiles is not None

    def _take(self, one: _Set) -> None:
        self.sets.append(one)
        self.here.append(one)

    def _tiles(self) -> tuple[Tile, ...] | None:
        """The tiles that are named from here on; None where none are."""
        if self.at >= len(self.tokens):
            return None
        token = self.tokens[self.at]
        if token.kind == "tile":
            self.at += 1
            return read_groups(token.text)[0].tiles
        if token.kind == "jokers":
            self.at += 1
            return _with_jokers(token.text)
        if token.kind == "digits" and set(token.text) == {"0"}:
            self.at += 1
            return (_WHITE,) * len(token.text)
        if self.with_card and token.kind == "digits" and "0" in token.text:
            return self._year(token.text)
        numbered = self._numbered()
        return self._named() if numbered is None else numbered

    def _year(self, digits: str) -> tuple[Tile, ...]:
        """“2026 crak”: on a card the zero among the numbers of a suit is a white dragon."""
        meaning, count, _ = self.meaning(self.at + 1)
        self.at += 1 + count
        if isinstance(meaning, Suit):
            return tuple(_WHITE if digit == "0" else Tile.parse(digit + meaning.letter) for digit in digits)
        self.at -= count
        self._fault(self.at - 1, self.at, "digits-without-letter", growing=self.at >= len(self.tokens))
        return ()

    def _numbers(self) -> tuple[list[int], int | None]:
        """The numbers from here on, and how many times the last of them, where that is said."""
        numbers: list[int] = []
        times: int | None = None
        first_is_word = False
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            meaning, count, _ = self.meaning(self.at)
            if token.kind == "digits" and "0" not in token.text:
                numbers += [int(digit) for digit in token.text]
                self.at += 1
            elif isinstance(meaning, Number):
                first_is_word = first_is_word or not numbers
                numbers.append(meaning.value)
                self.at += count
            elif numbers and len(numbers) == 1 and times is None and meaning in (Says.TIMES, Says.FAMILY):
                times = numbers.pop()
                self.at += count
            else:
                break
        if times is None and first_is_word and len(numbers) == 2 and self.tokens[self.at - 1].kind == "digits":
            times = numbers.pop(0)
        return numbers, times

    def _numbered(self) -> tuple[Tile, ...] | None:
        """Numbers, and the suit or the tile that they belong to."""
        start = self.at
        numbers, times = self._numbers()
        if not numbers and times is None:
            return None
        meaning, count, words = self.meaning(self.at)
        tiles: tuple[Tile, ...] | None = None
        if isinstance(meaning, Suit):
            tiles = self._of_family(numbers, meaning.letter, start) * (times or 1)
        elif isinstance(meaning, (Honour, Lone)) and len(numbers) + (times is not None) == 1:
            tiles = (meaning.tile,) * (numbers[0] if numbers else times or 0)
            count += self.meaning(self.at + count)[0] is Says.FAMILY
        elif isinstance(meaning, Flower) and words == "flowers" and len(numbers) == 1:
            tiles = (ANY_FLOWER,) * numbers[0]
        elif isinstance(meaning, Flower):
            tiles = self._of_family(numbers, meaning.letter, start)
        if tiles is None and self.at < len(self.tokens) and self.tokens[self.at].kind == "word" and meaning is None:
            self._unknown()
            return ()
        if tiles is None:
            ends = self.at >= len(self.tokens)
            self._fault(start, self.at, "digits-without-letter", growing=ends)
            return ()
        self.at += count
        return tiles

    def _of_family(self, numbers: list[int], letter: str, start: int) -> tuple[Tile, ...]:
        """The tiles of a suit, or flowers, with these numbers."""
        try:
            return tuple(read_tile(f"{number}{letter}") for number in numbers)
        except NotationError as error:
            self._fault(start, self.at + 1, "no-such-number", growing=False, why=error.problems[0].why)
            return ()

    def _named(self) -> tuple[Tile, ...] | None:
        """Tiles that have names or letters of their own."""
        letters = self._letters()
        if letters:
            self.at += len(letters)
            return tuple(Tile.parse(_ALONE[letter]) for letter in letters)
        meaning, count, words = self.meaning(self.at)
        if isinstance(meaning, (Honour, Lone)):
            self.at += count + (self.meaning(self.at + count)[0] is Says.FAMILY)
            return (meaning.tile,)
        if isinstance(meaning, Flower):
            return self._flower(meaning, count, words)
        return None

    def _letters(self) -> str:
        """The letters from here on that stand together, each a tile: `rrr`; a flower's number may follow its letter."""
        letters = ""
        for token in self.tokens[self.at :]:
            together = not letters or token.start == self.tokens[self.at + len(letters) - 1].end
            if not together or token.kind != "word" or token.text not in _ALONE:
                break
            letters += token.text
        if self.with_card or not letters.endswith("f"):
            return letters
        behind = self.at + len(letters)
        digit = behind < len(self.tokens) and self.tokens[behind].kind == "digits"
        return letters[:-1] if len(letters) == 1 or digit else letters

    def _flower(self, meaning: Flower, count: int, words: str) -> tuple[Tile, ...]:
        """“Flower 2”, “f1”; a flower without a number is any flower."""
        start = self.at
        self.at += count
        if self.with_card:
            return (ANY_FLOWER,)
        if len(self.tokens[start].text) == 1:
            self._part_digits()
        behind, several = self.at, words.endswith("s") or not words.isascii()
        numbers, _ = self._numbers()
        more = isinstance(self.meaning(self.at)[0], (Suit, Honour, Lone))
        if self.at > behind + 1 and (more or not several):  # of `f1 3b` the 3 is a bamboo, or is going to be
            first = self.meaning(behind)[0]
            numbers = [first.value] if isinstance(first, Number) else [int(one) for one in self.tokens[behind].text]
            self.at = behind + 1
        if numbers:
            return self._of_family(numbers, meaning.letter, start)
        if meaning.letter == "f":
            return (ANY_FLOWER,)
        self._fault(start, self.at, "season-without-number", growing=self.at >= len(self.tokens))
        return ()

    def _part_digits(self) -> None:
        """Of `f12d` the 2 belongs to the dots."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is not None and token.kind == "digits" and len(token.text) > 1:
            first, rest = token.text[0], token.text[1:]
            self.tokens[self.at : self.at + 1] = [
                _Token("digits", first, token.start, token.start + 1),
                _Token("comma", "", token.start + 1, token.start + 1),
                _Token("digits", rest, token.start + 1, token.end),
            ]

    # what can't be read

    def _unknown(self) -> None:
        start = self.at
        token = self.tokens[start]
        meaning, count, _ = self.meaning(start)
        self.at += count or 1
        if meaning in (Says.NOTHING, Says.WITH, Says.FAMILY, Says.TIMES):
            return
        ends = token.end == len(self.text) and any(word.startswith(token.text) for word in MEANINGS)
        code = "letter-without-digits" if isinstance(meaning, Suit) else "unknown-word"
        self._fault(start, self.at, code, growing=ends)

    def _fault(self, first: int, after: int, code: str, *, growing: bool, why: str = "") -> None:
        start, end = self.tokens[first].start, self.tokens[min(max(first, after - 1), len(self.tokens) - 1)].end
        near = nearest(self.tokens[first].text, _NEAR) if code == "unknown-word" else ""
        code = "unlike-word" if near else code
        problem = Problem(code, text=self.text[start:end], why=why or near, place=start + 1)
        self.faults.append(Fault(start, end, problem, growing, near))


def _with_jokers(text: str) -> tuple[Tile, ...]:
    """Tiles of a suit among which jokers stand: `22jjb`."""
    suit = MEANINGS[text[-1].lower()]
    letter = suit.letter if isinstance(suit, Suit) else ""
    return tuple(JOKER if sign in "jJ" else Tile.parse(sign + letter) for sign in text[:-1] if sign != "0")


def _whole(kind: MeldKind, tiles: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
    """The tiles of a set of which one tile, or all, were named; None where they are no such set."""
    size = _SIZES[kind]
    if not tiles or any(tile.is_flower for tile in tiles):
        return None
    if kind is not MeldKind.CHOW:
        fits = len(tiles) in (1, size) and len(set(tiles) - {JOKER}) == 1
        return (tiles if len(tiles) == size else tiles * size) if fits else None
    if len(tiles) == 1 and tiles[0].is_suited:
        low = Tile(tiles[0] - max(0, tiles[0].rank - 7))
        return low, Tile(low + 1), Tile(low + 2)
    ordered = tuple(sorted(tiles))
    fits = len(ordered) == 3 and ordered[2].is_suited and ordered[2].kind is ordered[0].kind
    return ordered if fits and ordered == (ordered[0], ordered[0] + 1, ordered[0] + 2) else None


def _with_winning_tile(found: ParsedHand) -> ParsedHand:
    """The winning tile is one of the hand; where it wasn't counted there, it is added."""
    if found.tile is None:
        return found
    tiles = [tile for group in found.groups for tile in group.tiles if not tile.is_flower]
    kongs = sum(1 for group in found.groups if group.bracket is not Bracket.NONE and len(group.tiles) == 4)
    if found.tile in tiles and len(tiles) - kongs != 13:
        return found
    return msgspec.structs.replace(found, groups=(*found.groups, Group(Bracket.NONE, (found.tile,))))


def said(text: str, *, with_card: bool = False) -> ParsedHand:
    """Read what a text says of a hand. Never raises; what can't be read is among its `faults`.

    `with_card` says that the game has a card: there flowers have no numbers, so `f22c` is a flower and two tiles.

    >>> hand = said("pung of reds, kong 1 bam concealed, 123 crak, 456 dots, pair 9 bam, plum, West, drawn 9 bam")
    >>> hand.notation, str(hand.seat), str(hand.tile), hand.by
    ('(777z) [1111s] 123m 456p 99s 1f', 'W', '9s', 'draw')
    >>> said("1111b 123c 456d 99brrr f1").notation
    '1111s 123m 456p 99s 777z 1f'
    >>> said("碰红中，暗杠一条，一二三万，四五六筒，一对九条，西家，自摸九条").notation
    '(777z) [1111s] 123m 456p 99s'
    >>> [(fault.problem.text, fault.nearest) for fault in said("pung of red dragons, 3 bambo").faults]
    [('bambo', 'bamboo')]

    """
    if len(text) > LONGEST_TEXT:
        problem = Problem("too-long", count=len(text), limit=LONGEST_TEXT)
        return ParsedHand(faults=(Fault(0, len(text), problem),))
    return _Reader(text.translate(_NARROW), with_card=with_card).read()


_NARROW: Final = {wide: wide - 0xFEE0 for wide in range(0xFF10, 0xFF5B)}
"""Figures and letters as wide as Chinese ones, as some input methods write them."""


def in_words(text: str, *, with_card: bool = False) -> ParsedHand | None:
    """Return a hand that is said in words; None where its text is notation, right or wrong.

    Raises:
        NotationError: some of the words can't be read.

    >>> found = in_words("pung of red dragons, south, self-drawn 5 bam")
    >>> found.notation, found.seat, found.by, found.tile
    ('(777z) 5s', <Wind.SOUTH: 'S'>, 'draw', Tile.parse('5s'))

    """
    try:
        read_groups(text)
    except NotationError as error:
        found = said(text, with_card=with_card)
        check_words(found, error)
        return None if found.faults else found
    return None


def check_words(found: ParsedHand, notation: NotationError) -> None:
    """Look whether words, or tiles further on than notation can be read, are what can't be read in a text.

    Raises:
        NotationError: with these; the text is neither notation nor words that can be read.

    >>> notation = NotationError([Problem("unreadable", text="pung", place=0)])
    >>> check_words(said("pung of reds, drawn 3 bambo"), notation)
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.NotationError: “bambo” at character 23 isn't known; perhaps you mean “bamboo”.

    """
    place = notation.problems[0].place or 0
    further = bool(found.faults and found.groups) and (found.faults[0].problem.place or 0) > place + 1
    if found.faults and (found.spoken or further):
        raise NotationError([fault.problem for fault in found.faults])
