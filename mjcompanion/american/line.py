"""The line of a card: a pattern, what it is worth, and every way to make it with real tiles.

Source: RULES 3 (docs/rules.md).
"""

from __future__ import annotations

import msgspec

from mjcompanion.i18n.translation import pgettext
from mjcompanion.parsing.pattern import Build, LineGroup


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
