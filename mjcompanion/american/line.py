"""The line of a card: a pattern, what it is worth, and every way to make it with real tiles.

Source: RULES 3 (docs/rules.md).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import pgettext

TILES: Final = 14
"""How many tiles an American hand has."""


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
    """One way to make a line: its runs, 14 tiles together, in the order of the pattern.

    `sizes` says how many of the runs each group of the pattern has.

    >>> from mjcompanion.american.pattern import read_pattern
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


def shown(text: str) -> str:
    """Return a section of a card, or a note on a line, in the reader's language if it is one of the program's.

    >>> shown("Winds and dragons"), shown("Grandmother's own"), shown("")
    ('Winds and dragons', "Grandmother's own", '')
    """
    return pgettext("on a card", text) if text else ""


class Line(msgspec.Struct, frozen=True, dict=True):
    """A line of a card that can be played; `builds` are all different, in a stable order.

    `number` counts the lines of the card from 1, faulty ones too; `place` is its line in the file. `value` is in
    points; `concealed` is the C of a card, else it is X.
    """

    number: int = 1
    section: str = ""
    pattern: str = ""
    value: int = 25
    concealed: bool = False
    singles_and_pairs: bool = False
    note: str = ""
    shift: int = 0
    place: int = 0
    groups: tuple[LineGroup, ...] = ()
    builds: tuple[Build, ...] = ()

    @property
    def kind(self) -> str:
        """Return X for exposed, C for concealed."""
        return "C" if self.concealed else "X"
