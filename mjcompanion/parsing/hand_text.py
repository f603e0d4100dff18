"""Parse a hand in the words people use: “pung of red dragons, kong 1 bam concealed, 123 crak, West, won on 9 bam”.

English and Chinese words, names of source 1, notation and the short form for typing (`1111b 123c rrr f1`) may be mixed
in any order. A named pung, chow or kong is exposed unless it is called concealed; other tiles are in the hand. What
can't be read is reported with its place, and the rest is read all the same.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from mjcompanion.core.errors import NotationError, Problem
from mjcompanion.core.hand import MeldKind
from mjcompanion.core.notation import LONGEST as LONGEST_TEXT
from mjcompanion.core.notation import Bracket, TileGroup, read_groups, read_tile, write
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, Tile, Wind
from mjcompanion.parsing.vocabulary import (
    MEANINGS,
    MOST_WORDS,
    ROUNDS,
    SEATS,
    SMALL,
    ExposureWord,
    FlowerWord,
    HonourWord,
    Keyword,
    Meaning,
    NumberWord,
    SuitWord,
    TileWord,
    WinWord,
)
from mjcompanion.parsing.word_match import nearest


class TextProblem(msgspec.Struct, frozen=True):
    """A part of a text that can't be read, from one character to another (counted from 0), and what is wrong with it.

    `unfinished`: the text ends there, so people may still be typing; `nearest` is the known word most like it.
    """

    start: int
    end: int
    problem: Problem
    unfinished: bool = False
    nearest: str = ""


class ParsedHand(msgspec.Struct, frozen=True):
    """A hand read from a text; None where the text says nothing. `has_words`: notation alone couldn't say it."""

    groups: tuple[TileGroup, ...] = ()
    seat: Wind | None = None
    round: Wind | None = None
    winner: bool | None = None
    tile: Tile | None = None
    by: str | None = None
    last_tile: bool = False
    discards: int | None = None
    faults: tuple[TextProblem, ...] = ()
    has_words: bool = False

    @property
    def notation(self) -> str:
        """Return its tiles in notation.

        >>> parse_hand_text("pung of reds, 3 white dragons, concealed kong of 1 bams").notation
        '(777z) 555z [1111s]'
        """
        return " ".join(_bracketed(group) for group in self.groups)


def _bracketed(group: TileGroup) -> str:
    inside = write(group.tiles)
    return {Bracket.EXPOSED: f"({inside})", Bracket.KONG: f"[{inside}]"}.get(group.bracket, inside)


_CJK: Final = "\u3400-\u9fff"
_TOKEN: Final = (  # compiled with the first text, so that no window waits for it
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
_CONTRACTIONS: Final = r"['’](?:s|ve|re)$"
_CJK_WORDS: Final = sorted(
    (word for word in (*MEANINGS, *SEATS, *ROUNDS) if not word.isascii()), key=lambda word: -len(word)
)
_SHORT_FORM: Final = r"(?P<suit>[mpscdbzfy]?)[eswngrjf]*y?"
"""Letters of the short form in one word: the suit of the number before them, tiles, a flower whose number follows."""
_LETTER_TILES: Final = {"e": "1z", "s": "2z", "w": "3z", "n": "4z", "g": "6z", "r": "7z", "j": "J", "f": "F"}
_WHITE: Final = Tile.parse("5z")
KEYS: Final = {
    **{Tile.parse(tile): letter.upper() for letter, tile in _LETTER_TILES.items() if tile[0].isdigit()},
    _WHITE: "0",
}
"""The key that types a tile by itself: the winds and dragons."""
_HAND_KEYWORDS: Final = frozenset(
    {Keyword.WON, Keyword.LOST, Keyword.WON_ON, Keyword.LAST_TILE, Keyword.SEAT, Keyword.ROUND, Keyword.DISCARDS}
)
"""Words about a whole hand."""
_FROM_OTHERS: Final = frozenset({"discard", "robbed-kong", "first-discard"})
"""Wins with another player's tile; a text may name one in general and in particular."""
_SIZES: Final = {MeldKind.CHOW: 3, MeldKind.PUNG: 3, MeldKind.KONG: 4, MeldKind.PAIR: 2}
_WORDS: Final = frozenset(word for words in MEANINGS for word in words.split())
_KNOWN_WORDS: Final = [word for word in MEANINGS if word.isascii() and len(word) > 2 and " " not in word]


class _Token(msgspec.Struct, frozen=True):
    kind: str
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[_Token]:
    """Return the words, numbers and signs of a text without small words and hyphens."""
    found: list[_Token] = []
    for match in re.finditer(_TOKEN, text):
        kind, word, start = str(match.lastgroup), match.group(), match.start()
        if kind == "cjk":
            found += _split_chinese(word, start)
            continue
        if kind == "word":
            word = re.sub(_CONTRACTIONS, "", word.lower()).replace("'", "").replace("’", "").replace("×", "x")
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
    return [part for at, token in enumerate(found) for part in _split_letters(token, found[at + 1 :])]


def _split_letters(token: _Token, after: list[_Token]) -> list[_Token]:
    """Split `ee` and `er` into letters, unless a suit follows: then they are one and two in the words of source 1.

    An `s` after them is South, as in the short form, and not the bamboos.
    """
    if token.text not in ("ee", "er"):
        return [token]
    follows = next((one for one in after if not isinstance(MEANINGS.get(one.text), NumberWord)), None)
    meaning = None if follows is None or follows.text in _LETTER_TILES else MEANINGS.get(follows.text)
    if isinstance(meaning, (SuitWord, Keyword)):
        return [token]
    return [_Token("word", letter, token.start + at, token.start + at + 1) for at, letter in enumerate(token.text)]


def _is_short(word: str, *, follows: bool) -> bool:
    """Return whether a word is in the short form, as in `99brrrf1`; `follows`: it follows a number at once."""
    parts = re.fullmatch(_SHORT_FORM, word)
    return parts is not None and word not in _WORDS and (follows or not parts["suit"] or word[0] in _LETTER_TILES)


def _split_chinese(text: str, start: int) -> list[_Token]:
    """Split Chinese into its words, each the longest known one."""
    found = []
    at = 0
    while at < len(text):
        word = next((word for word in _CJK_WORDS if text.startswith(word, at)), text[at])
        found.append(_Token("word", word, start + at, start + at + len(word)))
        at += len(word)
    return found


class _Set(msgspec.Struct):
    """A set, or loose tiles."""

    tiles: tuple[Tile, ...]
    kind: MeldKind | None = None
    concealed: bool | None = None
    group: Bracket | None = None

    def groups(self, *, concealed: bool) -> TileGroup:
        """Return the group in notation; `concealed` is the default where the text names neither."""
        hidden = concealed if self.concealed is None else self.concealed
        if self.group is not None:
            return TileGroup(self.group, self.tiles)
        if self.kind is None or self.kind is MeldKind.PAIR or (hidden and self.kind is not MeldKind.KONG):
            return TileGroup(Bracket.NONE, self.tiles)
        return TileGroup(Bracket.KONG if hidden else Bracket.EXPOSED, self.tiles)


class _HandParser:
    """Reads a text from left to right."""

    def __init__(self, text: str, *, with_card: bool) -> None:
        self.text = text
        self.with_card = with_card
        self.tokens = _tokens(text)
        self.at = 0
        self.sets: list[_Set] = []
        self.segment: list[_Set] = []
        self.fields: dict[str, object] = {}
        self.faults: list[TextProblem] = []
        self.concealed: bool | None = None
        self.all_concealed = False
        self.has_words = False
        self.lone_winds = sum(self._is_lone_wind(at) for at in range(len(self.tokens)))
        """The number of winds alone between commas: a single one is a seat, several are tiles."""

    def meaning(self, at: int) -> tuple[Meaning | Wind | None, int, str]:
        """Return the meaning of the longest known phrase at a token, the number of its words, and the words."""
        words: list[str] = []
        for token in self.tokens[at : at + MOST_WORDS]:
            if token.kind != "word":
                break
            words.append(token.text)
        for count in range(len(words), 0, -1):
            text = " ".join(words[:count])
            if text in MEANINGS:
                return MEANINGS[text], count, text
        return None, 0, ""

    def _is_lone_wind(self, at: int) -> bool:
        meaning, count, _ = self.meaning(at)
        if not (isinstance(meaning, HonourWord) and meaning.tile.is_wind):
            return False
        before = self.tokens[at - 1].kind if at else "comma"
        after = self.tokens[at + count].kind if at + count < len(self.tokens) else "comma"
        return before == after == "comma"

    def read(self) -> ParsedHand:
        while self.at < len(self.tokens):
            self._next()
        self._end_segment()
        groups = tuple(one.groups(concealed=self.all_concealed) for one in self.sets)
        has_words = self.has_words or bool(self.fields) or any(one.kind is not None for one in self.sets)
        found = ParsedHand(groups, faults=tuple(self.faults), has_words=has_words, **self.fields)  # type: ignore[arg-type]
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
                self._set_field(self.at - 1, "tile", last.tiles[-1])
            else:
                self._fault(self.at - 1, self.at, "won-without-tile", unfinished=False)
        elif token.kind in ("bracket", "open"):
            self.at += 1
            self._bracket(token)
        elif token.text in SEATS or token.text in ROUNDS:
            self.at += 1
            key, wind = ("seat", SEATS[token.text]) if token.text in SEATS else ("round", ROUNDS[token.text])
            self._set_field(self.at - 1, key, wind)
        elif not (self._hand_word() or self._set() or self._loose_tiles()):
            self._unknown_word()

    def _end_segment(self) -> None:
        """End at a comma: a word like “concealed” without a set belongs to the set before it, or to the whole hand."""
        if self.concealed is not None:
            if self.segment:
                self.segment[-1].concealed = self.concealed
            else:
                self.all_concealed = self.concealed
        self.concealed, self.segment = None, []

    def _bracket(self, token: _Token) -> None:
        """Read tiles in brackets: an exposed set or a concealed kong; loose tiles until the bracket is closed."""
        opened = token.kind == "open"
        inner = parse_hand_text(token.text[1:] if opened else token.text[1:-1], with_card=self.with_card)
        self.faults += [
            msgspec.structs.replace(
                fault,
                start=fault.start + token.start + 1,
                end=fault.end + token.start + 1,
                unfinished=opened and fault.unfinished,
            )
            for fault in inner.faults
        ]
        if opened:
            self.sets += [_Set(group.tiles) for group in inner.groups]
            problem = Problem("bracket-not-closed", place=token.start + 1)
            self.faults.append(TextProblem(token.start, token.start + 1, problem, unfinished=True))
            return
        tiles = tuple(tile for group in inner.groups for tile in group.tiles)
        exposed = token.text[0] in "(（"
        if exposed is not (token.text[-1] in ")）"):
            self._fault(self.at - 1, self.at, "bracket-not-closed", unfinished=False)
        elif not tiles and not inner.faults:
            self._fault(self.at - 1, self.at, "bracket-empty", unfinished=False)
        elif tiles:
            self.sets.append(_Set(tiles, group=Bracket.EXPOSED if exposed else Bracket.KONG))

    def _hand_word(self) -> bool:
        """Read a word about the whole hand; False where there is none."""
        start = self.at
        meaning, count, _ = self.meaning(start)
        if meaning in _HAND_KEYWORDS:
            self.at += count
            self._apply_keyword(start, meaning)
        elif isinstance(meaning, WinWord):
            self.at += count
            self._set_field(start, "by", meaning.by)
            self._winning_tile()
        elif isinstance(meaning, ExposureWord):
            self.at += count
            self._apply_exposure(concealed=meaning.concealed)
        elif meaning is Keyword.WITH:
            return self._jokers_in_set()
        elif isinstance(meaning, HonourWord) and meaning.tile.is_wind:
            return self._wind(meaning.tile.wind, count)
        else:
            return self._count_of_discards()
        return True

    def _set_field(self, start: int, key: str, value: object) -> None:
        """Set a field of the hand; a word that contradicts an earlier one is a problem."""
        before = self.fields.get(key, value)
        self.fields[key] = value
        if before == value or (key == "by" and (before in _FROM_OTHERS) is (value in _FROM_OTHERS)):
            return
        self._fault(start, self.at, "said-otherwise", unfinished=False)

    def _apply_keyword(self, start: int, what: Meaning) -> None:
        match what:
            case Keyword.WON | Keyword.LOST | Keyword.WON_ON:
                self._set_field(start, "winner", what is not Keyword.LOST)
                if what is Keyword.WON_ON:
                    before = self.at
                    self._winning_tile()
                    if self.at == before:
                        self._report_missing(start)
            case Keyword.LAST_TILE:
                self.fields["last_tile"] = True
            case Keyword.SEAT | Keyword.ROUND:
                before = self.at
                self._seat_or_round("seat" if what is Keyword.SEAT else "round")
                if self.at == before:
                    self._report_missing(start)
            case _:
                self._discards_after()

    def _report_missing(self, start: int) -> None:
        """Report a word that needs another after it."""
        self._fault(start, self.at, "word-without-more", unfinished=self.at >= len(self.tokens))

    def _apply_exposure(self, *, concealed: bool) -> None:
        """Apply “exposed” or “concealed” to the set that follows, or else to the one before."""
        follows = isinstance(self.meaning(self.at)[0], MeldKind)
        if follows or not self.segment:
            self.concealed = concealed
        else:
            self.segment[-1].concealed = concealed

    def _jokers_in_set(self) -> bool:
        """Read “with 2 jokers” after a set, which replace some of its tiles."""
        last = self.segment[-1] if self.segment else None
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
            self._fault(start, self.at, "no-set", unfinished=False)
        return True

    def _wind(self, wind: Wind, count: int) -> bool:
        """Read a wind that is a seat or the prevailing wind; False where it is a tile."""
        after, more, _ = self.meaning(self.at + count)
        if after in (Keyword.SEAT, Keyword.ROUND):
            self.at += count + more
            self._set_field(self.at - count - more, "seat" if after is Keyword.SEAT else "round", wind)
            return True
        if self.lone_winds == 1 and self._is_lone_wind(self.at):
            self.at += count
            self._set_field(self.at - count, "seat", wind)
            return True
        return False

    def _seat_or_round(self, key: str) -> None:
        """Read the wind after “seat” or “round”."""
        meaning, count, _ = self.meaning(self.at)
        letter = self.tokens[self.at].text if self.at < len(self.tokens) else ""
        if isinstance(meaning, HonourWord) and meaning.tile.is_wind:
            self.at += count
            self._set_field(self.at - count, key, meaning.tile.wind)
        elif letter in ("e", "s", "w", "n"):
            self.at += 1
            self._set_field(self.at - 1, key, Wind(letter.upper()))

    def _winning_tile(self) -> None:
        """Read the tile after a word for how it was won."""
        at = self.at
        tiles = self._tiles()
        if tiles is not None and len(set(tiles)) == 1 and not tiles[0].is_flower:
            self._set_field(at, "tile", tiles[0])
        else:
            self.at = at

    def _discards_after(self) -> None:
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "digits":
            self.fields["discards"] = int(self.tokens[self.at].text[:6])
            self.at += 1

    def _count_of_discards(self) -> bool:
        """Read “40 discards”."""
        token = self.tokens[self.at]
        meaning, count, _ = self.meaning(self.at + 1)
        if token.kind != "digits" or meaning not in (Keyword.DISCARDS, WinWord("discard")):
            return False
        self.fields["discards"] = int(token.text[:6])
        self.at += 1 + count
        return True

    def _set(self) -> bool:
        """Read “pung of red dragons” or “red dragon pung”."""
        start = self.at
        meaning, count, words = self.meaning(start)
        if words == "chi":  # a seven, or a chow
            meaning = None if isinstance(self.meaning(start + 1)[0], SuitWord) else MeldKind.CHOW
        if not isinstance(meaning, MeldKind):
            return False
        self.at += count
        exposure, count, _ = self.meaning(self.at)
        if isinstance(exposure, ExposureWord):
            self.at += count
            self.concealed = exposure.concealed
        tiles = self._tiles()
        if tiles is None and self.segment and self.segment[-1].kind is None:
            tiles = self.segment.pop().tiles
            self.sets.pop()
        whole = None if tiles is None else _complete_set(meaning, self._filled_with_jokers(meaning, tiles))
        if tiles == ():
            self.has_words = True
        elif whole is None:
            ends = self.at >= len(self.tokens) and tiles is None
            self.has_words = True
            self._fault(start, self.at, "no-set", unfinished=ends)
        else:
            self._add_set(_Set(whole, meaning, self.concealed))
        self.concealed = None
        return True

    def _filled_with_jokers(self, kind: MeldKind, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Add the jokers that a set needs: “kong 66 bam with 2 jokers”."""
        missing = _SIZES[kind] - len(tiles)
        if not self.with_card or kind is MeldKind.CHOW or len(tiles) < 2 or missing < 1:
            return tiles
        start, faults = self.at, len(self.faults)
        if self.meaning(start)[0] is Keyword.WITH:
            self.at += 1
        jokers = self._tiles() or ()
        if jokers == (JOKER,) * missing:
            return tiles + jokers
        self.at = start
        del self.faults[faults:]
        return tiles

    def _loose_tiles(self) -> bool:
        tiles = self._tiles()
        if tiles:
            self._add_set(_Set(tiles))
        return tiles is not None

    def _add_set(self, one: _Set) -> None:
        self.sets.append(one)
        self.segment.append(one)

    def _tiles(self) -> tuple[Tile, ...] | None:
        """Read the tiles named here; None where there are none."""
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
        """Read “2026 crak”: on a card a zero among the numbers of a suit is a white dragon."""
        meaning, count, _ = self.meaning(self.at + 1)
        self.at += 1 + count
        if isinstance(meaning, SuitWord):
            return tuple(_WHITE if digit == "0" else Tile.parse(digit + meaning.letter) for digit in digits)
        self.at -= count
        self._fault(self.at - 1, self.at, "digits-without-letter", unfinished=self.at >= len(self.tokens))
        return ()

    def _numbers(self) -> tuple[list[int], int | None]:
        """Read numbers, and how often the last is repeated, where the text says so."""
        numbers: list[int] = []
        times: int | None = None
        first_is_word = False
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            meaning, count, _ = self.meaning(self.at)
            if token.kind == "digits" and "0" not in token.text:
                numbers += [int(digit) for digit in token.text]
                self.at += 1
            elif isinstance(meaning, NumberWord):
                first_is_word = first_is_word or not numbers
                numbers.append(meaning.value)
                self.at += count
            elif numbers and len(numbers) == 1 and times is None and meaning in (Keyword.TIMES, Keyword.FAMILY):
                times = numbers.pop()
                self.at += count
            else:
                break
        if times is None and first_is_word and len(numbers) == 2 and self.tokens[self.at - 1].kind == "digits":
            times = numbers.pop(0)
        return numbers, times

    def _numbered(self) -> tuple[Tile, ...] | None:
        """Read numbers and their suit or tile."""
        start = self.at
        numbers, times = self._numbers()
        if not numbers and times is None:
            return None
        meaning, count, words = self.meaning(self.at)
        tiles: tuple[Tile, ...] | None = None
        if isinstance(meaning, SuitWord):
            tiles = self._tiles_of_family(numbers, meaning.letter, start) * (times or 1)
        elif isinstance(meaning, (HonourWord, TileWord)) and len(numbers) + (times is not None) == 1:
            tiles = (meaning.tile,) * (numbers[0] if numbers else times or 0)
            count += self.meaning(self.at + count)[0] is Keyword.FAMILY
        elif isinstance(meaning, FlowerWord) and words == "flowers" and len(numbers) == 1:
            tiles = (ANY_FLOWER,) * numbers[0]
        elif isinstance(meaning, FlowerWord):
            tiles = self._tiles_of_family(numbers, meaning.letter, start)
        if tiles is None and self.at < len(self.tokens) and self.tokens[self.at].kind == "word" and meaning is None:
            self._unknown_word()
            return ()
        if tiles is None:
            ends = self.at >= len(self.tokens)
            self._fault(start, self.at, "digits-without-letter", unfinished=ends)
            return ()
        self.at += count
        return tiles

    def _tiles_of_family(self, numbers: list[int], letter: str, start: int) -> tuple[Tile, ...]:
        """Return the tiles of a suit, or flowers, with these numbers."""
        try:
            return tuple(read_tile(f"{number}{letter}") for number in numbers)
        except NotationError as error:
            self._fault(start, self.at + 1, "no-such-number", unfinished=False, why=error.problems[0].why)
            return ()

    def _named(self) -> tuple[Tile, ...] | None:
        """Read tiles with names or letters of their own."""
        letters = self._letters()
        if letters:
            self.at += len(letters)
            return tuple(Tile.parse(_LETTER_TILES[letter]) for letter in letters)
        meaning, count, words = self.meaning(self.at)
        if isinstance(meaning, (HonourWord, TileWord)):
            self.at += count + (self.meaning(self.at + count)[0] is Keyword.FAMILY)
            return (meaning.tile,)
        if isinstance(meaning, FlowerWord):
            return self._flower(meaning, count, words)
        return None

    def _letters(self) -> str:
        """Return the letters in a row that are each a tile, as in `rrr`, without the letter of a numbered flower."""
        letters = ""
        for token in self.tokens[self.at :]:
            together = not letters or token.start == self.tokens[self.at + len(letters) - 1].end
            if not together or token.kind != "word" or token.text not in _LETTER_TILES:
                break
            letters += token.text
        if self.with_card or not letters.endswith("f"):
            return letters
        behind = self.at + len(letters)
        digit = behind < len(self.tokens) and self.tokens[behind].kind == "digits"
        return letters[:-1] if len(letters) == 1 or digit else letters

    def _flower(self, meaning: FlowerWord, count: int, words: str) -> tuple[Tile, ...]:
        """Read “flower 2” or “f1”; a flower without a number is any flower."""
        start = self.at
        self.at += count
        if self.with_card:
            return (ANY_FLOWER,)
        if len(self.tokens[start].text) == 1:
            self._split_digits()
        behind, several = self.at, words.endswith("s") or not words.isascii()
        numbers, _ = self._numbers()
        more = isinstance(self.meaning(self.at)[0], (SuitWord, HonourWord, TileWord))
        if self.at > behind + 1 and (more or not several):  # of `f1 3b` the 3 is a bamboo, or is going to be
            first = self.meaning(behind)[0]
            numbers = [first.value] if isinstance(first, NumberWord) else [int(one) for one in self.tokens[behind].text]
            self.at = behind + 1
        if numbers:
            return self._tiles_of_family(numbers, meaning.letter, start)
        if meaning.letter == "f":
            return (ANY_FLOWER,)
        self._fault(start, self.at, "season-without-number", unfinished=self.at >= len(self.tokens))
        return ()

    def _split_digits(self) -> None:
        """Split the digits of `f12d`: the 2 belongs to the dots."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is not None and token.kind == "digits" and len(token.text) > 1:
            first, rest = token.text[0], token.text[1:]
            self.tokens[self.at : self.at + 1] = [
                _Token("digits", first, token.start, token.start + 1),
                _Token("comma", "", token.start + 1, token.start + 1),
                _Token("digits", rest, token.start + 1, token.end),
            ]

    def _unknown_word(self) -> None:
        start = self.at
        token = self.tokens[start]
        meaning, count, _ = self.meaning(start)
        self.at += count or 1
        if meaning in (Keyword.NOTHING, Keyword.WITH, Keyword.FAMILY, Keyword.TIMES):
            return
        ends = token.end == len(self.text) and any(word.startswith(token.text) for word in MEANINGS)
        code = "letter-without-digits" if isinstance(meaning, SuitWord) else "unknown-word"
        self._fault(start, self.at, code, unfinished=ends)

    def _fault(self, first: int, after: int, code: str, *, unfinished: bool, why: str = "") -> None:
        start, end = self.tokens[first].start, self.tokens[min(max(first, after - 1), len(self.tokens) - 1)].end
        near = nearest(self.tokens[first].text, _KNOWN_WORDS) if code == "unknown-word" else ""
        code = "unlike-word" if near else code
        problem = Problem(code, text=self.text[start:end], why=why or near, place=start + 1)
        self.faults.append(TextProblem(start, end, problem, unfinished, near))


def _with_jokers(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a suit with jokers among them: `22jjb`."""
    suit = MEANINGS[text[-1].lower()]
    letter = suit.letter if isinstance(suit, SuitWord) else ""
    return tuple(JOKER if sign in "jJ" else Tile.parse(sign + letter) for sign in text[:-1] if sign != "0")


def _complete_set(kind: MeldKind, tiles: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
    """Return the tiles of a set from one of them or all; None where they make no such set."""
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
    """Return the hand with its winning tile, which some people leave out of the list."""
    if found.tile is None:
        return found
    tiles = [tile for group in found.groups for tile in group.tiles if not tile.is_flower]
    kongs = sum(1 for group in found.groups if group.bracket is not Bracket.NONE and len(group.tiles) == 4)
    if found.tile in tiles and len(tiles) - kongs != 13:
        return found
    return msgspec.structs.replace(found, groups=(*found.groups, TileGroup(Bracket.NONE, (found.tile,))))


def parse_hand_text(text: str, *, with_card: bool = False) -> ParsedHand:
    """Parse a hand in words, notation or short form; what can't be read is in its `faults`.

    `with_card`: the game has a card, so flowers have no numbers and `f22c` is a flower and two tiles.

    >>> text = "pung of reds, kong 1 bam concealed, 123 crak, 456 dots, pair 9 bam, plum, West, drawn 9 bam"
    >>> hand = parse_hand_text(text)
    >>> hand.notation, str(hand.seat), str(hand.tile), hand.by
    ('(777z) [1111s] 123m 456p 99s 1f', 'W', '9s', 'draw')
    >>> parse_hand_text("1111b 123c 456d 99brrr f1").notation
    '1111s 123m 456p 99s 777z 1f'
    >>> parse_hand_text("碰红中，暗杠一条，一二三万，四五六筒，一对九条，西家，自摸九条").notation
    '(777z) [1111s] 123m 456p 99s'
    >>> [(fault.problem.text, fault.nearest) for fault in parse_hand_text("pung of red dragons, 3 bambo").faults]
    [('bambo', 'bamboo')]

    """
    if len(text) > LONGEST_TEXT:
        problem = Problem("too-long", count=len(text), limit=LONGEST_TEXT)
        return ParsedHand(faults=(TextProblem(0, len(text), problem),))
    return _HandParser(text.translate(_HALF_WIDTH), with_card=with_card).read()


_HALF_WIDTH: Final = {wide: wide - 0xFEE0 for wide in range(0xFF10, 0xFF5B)}
"""Full-width figures and letters, as some Chinese input methods write them."""


def in_words(text: str, *, with_card: bool = False) -> ParsedHand | None:
    """Return a hand that is written in words; None where its text is notation, right or wrong.

    Raises:
        NotationError: some of the words can't be read.

    >>> found = in_words("pung of red dragons, south, self-drawn 5 bam")
    >>> found.notation, found.seat, found.by, found.tile
    ('(777z) 5s', <Wind.SOUTH: 'S'>, 'draw', Tile.parse('5s'))

    """
    try:
        read_groups(text)
    except NotationError as error:
        found = parse_hand_text(text, with_card=with_card)
        raise_text_problems(found, error)
        return None if found.faults else found
    return None


def raise_text_problems(found: ParsedHand, notation: NotationError) -> None:
    """Raise the problems of a text where they explain more than those of reading it as notation.

    Raises:
        NotationError: the text is meant as words, and some can't be read.

    >>> notation = NotationError([Problem("unreadable", text="pung", place=0)])
    >>> raise_text_problems(parse_hand_text("pung of reds, drawn 3 bambo"), notation)
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.NotationError: “bambo” at character 23 isn’t known. Perhaps you mean “bamboo”.

    """
    place = notation.problems[0].place or 0
    further = bool(found.faults and found.groups) and (found.faults[0].problem.place or 0) > place + 1
    if found.faults and (found.has_words or further):
        raise NotationError([fault.problem for fault in found.faults])
