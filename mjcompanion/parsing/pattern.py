"""The language of patterns: how people write a line of a card, and every way to make it with real tiles.

A pattern is groups split by spaces, a group is symbols and, where it has tiles of a suit, a suit letter:
`FFFF 2222a 4444b 66c`. docs/cards.md describes the whole language. Source: RULES 3 (docs/rules.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, permutations, product
from math import perm, prod
from typing import Final, NamedTuple, TypeVar

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, Tile, TileSet
from mjcompanion.i18n.translation import N_, _, ngettext

TILES: Final = 14
"""How many tiles a pattern has."""


class Run(NamedTuple):
    """Equal tiles together in a group; `jokers` says whether jokers may replace some of them.

    Flowers are `ANY_FLOWER`, for all eight are alike.

    >>> str(Run(Tile.parse("2p"), 4, True))
    '2222p'
    """

    tile: Tile
    count: int  # type: ignore[assignment]  # how many tiles; nobody counts in a tuple of three
    jokers: bool

    def __str__(self) -> str:
        face = str(self.tile)
        return face[0] * self.count + face[1:]


class Build(msgspec.Struct, frozen=True, gc=False):
    """An example of a pattern: its runs, 14 tiles together, in the order of the pattern.

    `sizes` says how many of the runs each group of the pattern has.

    >>> from mjcompanion.parsing.pattern import read_pattern
    >>> build = read_pattern("FF 2026a 1111b 1111c").builds[0]
    >>> str(build)
    'FF 2m5z2m6m 1111p 1111s'
    """

    runs: tuple[Run, ...]
    sizes: tuple[int, ...] = ()

    @property
    def groups(self) -> tuple[tuple[Run, ...], ...]:
        """Return the runs of each group of the pattern."""
        found, begin = [], 0
        for size in self.sizes or (1,) * len(self.runs):
            found.append(self.runs[begin : begin + size])
            begin += size
        return tuple(found)

    def __str__(self) -> str:
        return " ".join("".join(map(str, group)) for group in self.groups)


class LineGroup(msgspec.Struct, frozen=True):
    """One group of a pattern as it is written, for drawing it: its symbols and the letter of its suit, if it has one.

    `joint` is the sign before it: nothing, "/" before another choice for the same place, "|" before the first
    group of another pattern. `place` is where it begins in the pattern, in characters from 0.
    """

    symbols: str
    suit: str = ""
    fixed: bool = False
    no_jokers: bool = False
    joint: str = ""
    place: int = 0

    @property
    def text(self) -> str:
        """Return the group as the language writes it: `2026a=`."""
        return f"{self.symbols}{self.suit}{'=' if self.fixed else ''}{'!' if self.no_jokers else ''}"


SUIT_LETTERS: Final = "abc"
"""Each is a suit, different ones for different suits."""
NUMBERS: Final = "nk"
"""Each is any number, in the suit of its group; different letters for different numbers."""
WINDS: Final = "wvut"
"""Each is any wind, different letters for different winds."""
DRAGONS: Final = "xyz"
"""Each is any dragon, different letters for different dragons."""
SYMBOLS: Final = "1234567890DFNEWSRG" + NUMBERS + WINDS + DRAGONS
"""Every symbol of one tile."""
SUITED: Final = frozenset("123456789D" + NUMBERS)
"""The symbols that belong to the suit of their group."""
FIXED_MARK: Final = "="
"""After a group: its numbers stay where they are when the line moves."""
NO_JOKERS_MARK: Final = "!"
"""After a group: no joker may be in it."""
SIGNS: Final = "+-–−×=·&"
"""Standing alone between two groups, these are print only."""

LONGEST_PATTERN: Final = 400
"""In characters."""
HIGHEST_SHIFT: Final = 8
MOST_WAYS: Final = 6000
"""In how many ways suits, numbers, winds, dragons and choices of one line can be taken."""
FEWEST_FOR_JOKERS: Final = 3
"""The shortest run that may have jokers."""

_PLAIN: Final = {
    "0": "5z",
    "F": "F",
    **dict(zip("ESWN", ("1z", "2z", "3z", "4z"), strict=True)),
    "G": "6z",
    "R": "7z",
}
_PLAIN_CODES: Final = {symbol: int(Tile.parse(text)) for symbol, text in _PLAIN.items()}
_FIRST_WIND: Final = int(Tile.parse("1z"))
_FIRST_DRAGON: Final = int(Tile.parse("5z"))
_SUITS: Final = ((0, 33), (9, 31), (18, 32))
"""The code before each suit's 1, and its dragon: craks and red, dots and white, bams and green."""
_COPIES: Final = TileSet.of(152)
_JOKERS: Final = _COPIES.copies(JOKER)

_Kind = TypeVar("_Kind")

# The tiles of a run are values[first] + values[second] + add: `values` are what a build chooses.
_NOTHING, _SUIT, _MOVED, _DRAGON_OF, _NUMBER, _WIND, _DRAGON = 0, 1, 4, 7, 10, 12, 16


class Pattern(msgspec.Struct, frozen=True):
    """A pattern that was read: its groups as written, every way to make it, and a key of these ways.

    `moves` says whether the shift makes a difference; `pairs_only` whether no group has three equal tiles.
    """

    groups: tuple[LineGroup, ...]
    builds: tuple[Build, ...]
    key: frozenset[tuple[int, ...]]
    moves: bool
    pairs_only: bool


class _PatternSlot(NamedTuple):
    """A run whose tile is still open."""

    first: int
    second: int
    add: int
    size: int
    jokers: bool


class _PatternVersion(msgspec.Struct):
    """A pattern in which every choice between groups is made."""

    slots: list[_PatternSlot]
    sizes: tuple[int, ...]
    suits: str
    numbers: int
    winds: int
    dragons: int
    moves: tuple[int, ...]

    @property
    def ways(self) -> int:
        """Return in how many ways it can be made."""
        letters = (3, len(self.suits)), (9, self.numbers), (4, self.winds), (3, self.dragons)
        return len(self.moves) * prod(perm(kinds, count) for kinds, count in letters)


class Budget(msgspec.Struct):
    """In how many ways all lines of a card may still be taken; those of lines that are refused count too."""

    left: int = MOST_WAYS
    limit: int = MOST_WAYS


def read_pattern(text: str, shift: int = 0, *, jokers_anywhere: bool = False, budget: Budget | None = None) -> Pattern:
    """Read a pattern and find every way to make it, which are taken off the budget.

    Builds differ in their runs, not only in the order of these; the pattern as it is written comes first.

    Raises:
        RuleError: with everything that is wrong; `place` of a problem is the character in the pattern, from 1.

    >>> len(read_pattern("11a 222a 3333a 444a 55a", shift=1).builds)
    15
    >>> read_pattern("FFFF 2222a 4444b 666c")
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: 15 tiles: one too many.

    """
    if len(text) > LONGEST_PATTERN:
        raise RuleError([Problem("pattern-long", count=len(text), limit=LONGEST_PATTERN)])
    patterns = _PatternReader(text).read()
    problems: list[Problem] = []
    for places in patterns:
        _count_tiles(places, text if len(patterns) > 1 else "", problems)
    if problems:
        raise RuleError(problems)
    versions = _versions(patterns, shift, budget or Budget(), jokers_anywhere=jokers_anywhere)
    builds: dict[tuple[int, ...], Build] = {}
    for several in versions:
        before = len(builds)
        there = [_add_builds(version, builds) for version in several]
        if len(builds) == before and not any(there):
            problems.append(Problem("pattern-impossible", why=_why_impossible(several[0])))
    if problems:
        raise RuleError(problems)
    every = [version for several in versions for version in several]
    return Pattern(
        groups=tuple(group for places in patterns for choices in places for group in choices),
        builds=tuple(builds.values()),
        key=frozenset(builds),
        moves=any(len(version.moves) > 1 for version in every),
        pairs_only=all(slot.size < FEWEST_FOR_JOKERS for version in every for slot in version.slots),
    )


# --- reading --------------------------------------------------------------------------------------------------------

_Places = list[list[LineGroup]]
_WORD: Final = re.compile(r"[^\s|/]+|[|/]")
_MEANT: Final = {
    **dict.fromkeys("ABC", N_("a suit letter is small: {meant}")),
    **dict.fromkeys("fdegs", N_("write {meant}")),
    "r": N_("write {meant} for the red dragon, and w for any wind"),
    "X": N_("“concealed” says whether the hand is exposed"),
    "J": N_("a pattern has no jokers"),
    **dict.fromkeys("Oo", N_("write 0, the number, for a white dragon")),
    **dict.fromkeys("lI", N_("write 1, the number")),
}
"""What somebody may have meant by a letter; `meant` is the letter in the other size."""


class _PatternReader:
    """Reads one pattern into places, each a list of groups to choose from."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._problems: list[Problem] = []

    def read(self) -> list[_Places]:
        """Return the patterns between the |."""
        patterns: list[_Places] = [[]]
        joint, joint_place = "", -1
        for found in _WORD.finditer(self._text):
            word, place = found[0], found.start()
            if len(word) == 1 and word in f"|/{SIGNS}":
                if joint or not patterns[-1]:
                    self._wrong("pattern-joint", place, word)
                elif word == "|":
                    patterns.append([])
                joint, joint_place = word, place
            else:
                group = self._group(word, place, joint)
                if joint == "/" and patterns[-1]:
                    patterns[-1][-1].append(group)
                else:
                    patterns[-1].append([group])
                joint = ""
        if joint:
            self._wrong("pattern-joint", joint_place, joint)
        elif not patterns[0]:
            self._problems.append(Problem("pattern-empty"))
        if self._problems:
            raise RuleError(self._problems)
        return patterns

    def _wrong(self, code: str, place: int, text: str, why: str = "") -> None:
        if len(self._problems) < 10:
            self._problems.append(Problem(code, place=place + 1, text=text, why=why))

    def _group(self, word: str, place: int, joint: str) -> LineGroup:
        """Read one group, and note what is wrong in it."""
        bare = word.rstrip(FIXED_MARK + NO_JOKERS_MARK)
        marks = word[len(bare) :]
        suit = bare[-1:] if bare[-1:] in SUIT_LETTERS else ""
        symbols = bare[: len(bare) - len(suit)]
        before = len(self._problems)
        for at, symbol in enumerate(symbols):
            if symbol in SYMBOLS:
                continue
            meant = _MEANT.get(symbol, "")
            why = _(meant).format(meant=symbol.swapcase())
            if symbol in SUIT_LETTERS:
                why = _("a suit letter comes at the end of its group")
            elif symbol in FIXED_MARK + NO_JOKERS_MARK:
                why = _("this mark comes at the end of its group")
            self._wrong("pattern-symbol-why" if why else "pattern-symbol", place + at, symbol, why)
        needs = any(symbol in SUITED for symbol in symbols)
        if len(self._problems) > before:
            pass
        elif not symbols:
            self._wrong("pattern-no-symbols", place, word)
        elif needs and not suit:
            self._wrong("pattern-no-suit", place, word)
        elif suit and not needs:
            self._wrong("pattern-idle-red" if "R" in word else "pattern-idle-suit", place, word, suit)
        if len(set(marks)) < len(marks):
            self._wrong("pattern-symbol-why", place + len(bare), marks, _("one mark is enough"))
        return LineGroup(
            symbols=symbols,
            suit=suit,
            fixed=FIXED_MARK in marks,
            no_jokers=NO_JOKERS_MARK in marks,
            joint=joint,
            place=place,
        )


def _count_tiles(places: _Places, text: str, problems: list[Problem]) -> None:
    """Report choices of different length, and patterns of more or fewer than 14 tiles."""
    even = True
    for choices in places:
        sizes = {len(group.symbols) for group in choices}
        if len(sizes) > 1:
            even = False
            shown = "/".join(group.text for group in choices)
            problems.append(Problem("pattern-choices", place=choices[0].place + 1, text=shown))
    count = sum(len(choices[0].symbols) for choices in places)
    if even and count != TILES:
        place = places[0][0].place
        remark = text[place:].split("|")[0].strip() if text else ""
        problems.append(Problem("pattern-count", count=count, limit=TILES, text=remark, place=place + 1))


# --- in how many ways -----------------------------------------------------------------------------------------------


def _versions(
    patterns: list[_Places], shift: int, budget: Budget, *, jokers_anywhere: bool
) -> list[list[_PatternVersion]]:
    """Return each pattern with every choice between its groups made, and take the ways to make it off the budget.

    Raises:
        RuleError: there are more ways than a line may have, or than are left; then the work so far is taken off.

    """
    found: list[list[_PatternVersion]] = []
    ways = work = 0
    for places in patterns:
        found.append([])
        for groups in product(*places):
            version = _version(groups, shift, jokers_anywhere=jokers_anywhere)
            ways += version.ways
            work += _COST_OF_CHOOSING if found[-1] else 0
            found[-1].append(version)
            if ways > MOST_WAYS or ways + work > budget.left:
                code, limit = ("pattern-ways", MOST_WAYS) if ways > MOST_WAYS else ("card-ways", budget.limit)
                budget.left -= work
                raise RuleError([Problem(code, limit=limit)])
    budget.left -= ways + work
    return found


_COST_OF_CHOOSING: Final = 6
"""The work of choosing between groups, in builds."""


def _moves(low: int, high: int, shift: int) -> tuple[int, ...]:
    """Return the steps by which numbers from `low` to `high` can move, beginning with none."""
    if not shift or low > high:
        return (0,)
    return (0, *[step for step in range(1 - low, 10 - high) if step and step % shift == 0])


# --- making it with real tiles --------------------------------------------------------------------------------------


def _version(groups: tuple[LineGroup, ...], shift: int, *, jokers_anywhere: bool) -> _PatternVersion:
    """Return the open runs of these groups, and what is open in them."""
    suits = "".join(sorted({group.suit for group in groups if group.suit}))
    letters: dict[str, list[str]] = {NUMBERS: [], WINDS: [], DRAGONS: []}
    for group in groups:
        for symbol in group.symbols:
            for family, used in letters.items():
                if symbol in family and symbol not in used:
                    used.append(symbol)
    moving = [int(one) for group in groups if not group.fixed for one in group.symbols if one in "123456789"]
    moves = _moves(min(moving), max(moving), shift) if moving else (0,)
    slots: list[_PatternSlot] = []
    sizes: list[int] = []
    for group in groups:
        suit = suits.index(group.suit) if group.suit else 0
        before = len(slots)
        for symbol, equal in groupby(group.symbols):
            count = sum(1 for _unused in equal)
            jokers = not group.no_jokers and (jokers_anywhere or count >= FEWEST_FOR_JOKERS)
            slots.append(_PatternSlot(*_open(symbol, suit, letters, fixed=group.fixed), count, jokers))
        sizes.append(len(slots) - before)
    return _PatternVersion(
        slots, tuple(sizes), suits, len(letters[NUMBERS]), len(letters[WINDS]), len(letters[DRAGONS]), moves
    )


def _open(symbol: str, suit: int, letters: dict[str, list[str]], *, fixed: bool) -> tuple[int, int, int]:
    """Return the index in `values` of a symbol's tile."""
    if symbol in _PLAIN_CODES:
        return _NOTHING, _NOTHING, _PLAIN_CODES[symbol]
    if symbol == "D":
        return _DRAGON_OF + suit, _NOTHING, 0
    if symbol in NUMBERS:
        return _SUIT + suit, _NUMBER + letters[NUMBERS].index(symbol), 0
    if symbol in WINDS:
        return _WIND + letters[WINDS].index(symbol), _NOTHING, 0
    if symbol in DRAGONS:
        return _DRAGON + letters[DRAGONS].index(symbol), _NOTHING, 0
    return (_SUIT if fixed else _MOVED) + suit, _NOTHING, int(symbol) - 1


def _values(version: _PatternVersion) -> Iterator[list[int]]:
    """Yield every choice of what is open."""
    suits = _taken(_SUITS, len(version.suits), [(0, 0)] * len(SUIT_LETTERS))
    numbers = _taken(range(9), version.numbers, [0] * len(NUMBERS))
    winds = _taken(range(_FIRST_WIND, _FIRST_WIND + 4), version.winds, [0] * len(WINDS))
    dragons = _taken(range(_FIRST_DRAGON, _FIRST_DRAGON + 3), version.dragons, [0] * len(DRAGONS))
    for step, suited in product(version.moves, suits):
        bases, of_suit = zip(*suited, strict=True)
        head = [0, *bases, *[base + step for base in bases], *of_suit]
        for number, wind, dragon in product(numbers, winds, dragons):
            yield [*head, *number, *wind, *dragon]


def _taken(kinds: Sequence[_Kind], count: int, none: list[_Kind]) -> list[list[_Kind]]:
    """Return every choice of this many different kinds; the kinds not chosen follow them, as `none` has it."""
    return [[*taken, *none[count:]] for taken in permutations(kinds, count)]


_RUNS: Final[dict[int, Run]] = {}


def _run(key: int) -> Run:
    """Return the one run with this key: tile, count and jokers in one number."""
    found = _RUNS.get(key)
    if found is None:
        found = _RUNS[key] = Run(Tile(key >> 5), key >> 1 & 15, bool(key & 1))
    return found


def _add_builds(version: _PatternVersion, builds: dict[tuple[int, ...], Build]) -> bool:
    """Add the builds that a set of tiles can make and that aren't there yet; whether any was there already."""
    fields = [(slot.first, slot.second, slot.add, slot.size << 1 | slot.jokers) for slot in version.slots]
    known, sizes, there = _RUNS, version.sizes, False
    checked = len(fields) > len({field[:3] for field in fields}) or not _possible(version.slots)
    for values in _values(version):
        keys = [(values[first] + values[second] + add << 5) | low for first, second, add, low in fields]
        key = tuple(sorted(keys))
        if key in builds:
            there = True
            continue
        if checked or len({one >> 5 for one in keys}) < len(keys):
            runs = [_run(one) for one in keys]
            if jokers_needed(runs) > _JOKERS:
                continue
        try:
            builds[key] = Build(tuple([known[one] for one in keys]), sizes)
        except KeyError:
            builds[key] = Build(tuple([_run(one) for one in keys]), sizes)
    return there


def _possible(slots: list[_PatternSlot]) -> bool:
    """Return whether a set can make these runs as long as their tiles are all different."""
    needed = 0
    for slot in slots:
        over = slot.size - (8 if slot.add == ANY_FLOWER else 4)
        if over > 0 and not slot.jokers:
            return False
        needed += max(0, over)
    return needed <= _JOKERS


def jokers_needed(runs: list[Run] | tuple[Run, ...]) -> int:
    """Return how many jokers these runs need for lack of real tiles; more than there are if none can help.

    >>> jokers_needed([Run(Tile.parse("2p"), 5, True), Run(Tile.parse("2p"), 1, False)])
    2
    """
    counts: dict[Tile, int] = {}
    bare: dict[Tile, int] = {}
    for tile, count, jokers in runs:
        counts[tile] = counts.get(tile, 0) + count
        if not jokers:
            bare[tile] = bare.get(tile, 0) + count
    if any(count > _COPIES.copies(tile) for tile, count in bare.items()):
        return TILES + _JOKERS
    return sum(max(0, count - _COPIES.copies(tile)) for tile, count in counts.items())


def _why_impossible(version: _PatternVersion) -> str:
    """Return which tile is too scarce in the first build."""
    values = next(_values(version))
    runs = [
        Run(Tile(values[slot.first] + values[slot.second] + slot.add), slot.size, slot.jokers) for slot in version.slots
    ]
    bare: dict[Tile, int] = {}
    for run in runs:
        if not run.jokers:
            bare[run.tile] = bare.get(run.tile, 0) + run.count
    for tile, count in bare.items():
        if count > _COPIES.copies(tile):
            words = _("{count} × {tile} where no joker may be used, and there are only {limit}")
            return words.format(count=count, tile=tile.name(), limit=_COPIES.copies(tile))
    needed = jokers_needed(runs)
    words = ngettext(
        "it needs {n} joker, and there are only {limit}", "it needs {n} jokers, and there are only {limit}", needed
    )
    return words.format(n=needed, limit=_JOKERS)
