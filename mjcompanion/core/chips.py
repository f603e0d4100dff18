"""The usual sets of chips and counting sticks.

Source: RULES 5, last paragraph (docs/rules.md); text 2, part A "Chips" and part B "Counting Sticks".
"""

from __future__ import annotations

import math
from typing import Final

import msgspec

from mjcompanion.i18n.translation import N_

AMERICAN_CHIPS: Final = "american"
COUNTING_STICKS: Final = "counting-sticks"


class ChipKind(msgspec.Struct, frozen=True):
    """One kind of chip or stick: its value, the number each player starts with, and its look.

    `shape` is "chip" or "stick"; `colour` is a name that the window and paper know (red, green, blue, yellow, white,
    black), never a value.
    """

    value: int
    count: int
    shape: str = "chip"
    colour: str = "red"


class ChipSet(msgspec.Struct, frozen=True):
    """A set of chips, the most valuable first.

    >>> AMERICAN.total, [piece.value for piece in AMERICAN.pieces]
    (1000, [200, 25, 5])
    """

    name: str
    pieces: tuple[ChipKind, ...]

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.pieces, key=lambda piece: -piece.value))
        if ordered != self.pieces:
            msgspec.structs.force_setattr(self, "pieces", ordered)

    @property
    def total(self) -> int:
        """Return the points that each player starts with."""
        return sum(piece.value * piece.count for piece in self.pieces)

    @property
    def values(self) -> tuple[int, ...]:
        """Return the values of the kinds, the most valuable first."""
        return tuple(piece.value for piece in self.pieces)

    @property
    def measure(self) -> int:
        """Return the greatest common divisor of the values: every payment is a multiple of it."""
        return math.gcd(*self.values)


AMERICAN: Final = ChipSet(
    AMERICAN_CHIPS, (ChipKind(200, 4, "chip", "blue"), ChipKind(25, 6, "chip", "red"), ChipKind(5, 10, "chip", "green"))
)
"""Source: text 2, part A, "Chips/MAHJONG Money": 1,000 points."""
STICKS: Final = ChipSet(
    COUNTING_STICKS,
    (
        ChipKind(500, 2, "stick", "black"),
        ChipKind(100, 9, "stick", "red"),
        ChipKind(10, 8, "stick", "blue"),
        ChipKind(2, 10, "stick", "green"),
    ),
)
"""Source: RULES 5: counting sticks 500, 100, 10, 2; each player starts with 2,000."""
SETS: Final = {one.name: one for one in (AMERICAN, STICKS)}
CHIP_WORDS: Final = {
    AMERICAN_CHIPS: (N_("American chips"), N_("We play with American chips.")),
    COUNTING_STICKS: (N_("counting sticks"), N_("We play with counting sticks.")),
}
"""The name of each set, and the house rule for it."""
