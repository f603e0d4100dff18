"""A hand that has won, for each ruleset: what “Show an example” enters."""

from __future__ import annotations

from typing import Final

import msgspec

from mjcompanion.hand import By
from mjcompanion.options import Ruleset


class Example(msgspec.Struct, frozen=True):
    """A hand in notation, the tile that won, how it came, and how many tiles were discarded, where that counts.

    `flowers` lie beside the hand where flowers are played; `card` names the built-in card of an American hand.
    """

    hand: str
    tile: str
    flowers: str = ""
    by: By = By.DRAW
    discards: int | None = None
    card: str = ""


_HAND: Final = "123m 456p 99s (777z) [1111s]"
_LINE: Final = "FFF 2m5z2m6m 222p 66JJp"
"""The first line of the Companion."""

EXAMPLES: Final = {
    Ruleset.TRADITIONAL: Example(_HAND, "9s", "1f"),
    Ruleset.CLASSICAL: Example(_HAND, "9s", "1f"),
    Ruleset.SIMPLE: Example(_HAND, "9s", "1f"),
    Ruleset.KEMP_CHINESE: Example(_HAND, "9s", "1f", discards=40),
    Ruleset.NMJL: Example(_LINE, "6p", card="companion"),
    Ruleset.AMERICAN_CLUB: Example("1111s 22s 3333s 44s 66z", "4s", card="club-fifteen"),
    Ruleset.KEMP_AMERICAN: Example(_LINE, "6p", discards=40, card="companion"),
}
