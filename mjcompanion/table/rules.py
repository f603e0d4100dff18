"""The rules of one table, frozen: an old session is always scored by the rules it was played with."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from mjcompanion.options import Options, Ruleset, options_for, stored_options
from mjcompanion.table.chips import SETS, ChipSet

RULES_VERSION: Final = 1
"""Rises when the program scores or settles a hand otherwise than before; a session names the one it began with."""

TABLES: Final = (Ruleset.TRADITIONAL, Ruleset.CLASSICAL, Ruleset.NMJL, Ruleset.AMERICAN_CLUB, Ruleset.SIMPLE)
"""The rules that four people play at a table."""
SETTLED_BY_SCORES: Final = frozenset({Ruleset.TRADITIONAL, Ruleset.CLASSICAL})
"""All four hands are scored, and everybody settles with everybody."""
SETTLED_BY_VALUE: Final = frozenset({Ruleset.NMJL, Ruleset.AMERICAN_CLUB})
"""The winner's hand has a value that the others pay."""


class TableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules a session is played with: a ruleset and the value of every house option.

    `name` is the club's name for them, empty for the ruleset's own; `chips` are the chips on the table, None where
    only points are written down.

    >>> TableRules.of(Ruleset.CLASSICAL).fingerprint == TableRules.of(Ruleset.CLASSICAL, name="Ours").fingerprint
    True
    """

    rules: Ruleset
    options: Options
    chips: ChipSet | None
    name: str = ""
    version: int = RULES_VERSION

    @classmethod
    def of(
        cls, rules: Ruleset, options: Options | None = None, *, name: str = "", chips: ChipSet | None = None
    ) -> TableRules:
        """The rules with these options, by default the ruleset's own, and with these chips or those of the options."""
        options = options_for(rules) if options is None else options
        if rules is Ruleset.SIMPLE:
            return cls(rules, options, None, name)
        return cls(rules, options, chips or SETS[options.chips], name)

    @property
    def fingerprint(self) -> str:
        """Twelve letters that differ as soon as anything differs that scores or settles.

        An option, a ruleset or a chip set that is added to the program moves no fingerprint.
        """
        values = sorted(stored_options(self.options).items())
        told = msgspec.json.encode([str(self.rules), self.version, values, self.chips])
        return hashlib.sha256(told).hexdigest()[:12]
