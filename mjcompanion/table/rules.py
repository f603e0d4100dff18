"""The rules of one table, frozen: an old session is always scored by the rules it was played with."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from mjcompanion.core.chips import SETS, ChipSet
from mjcompanion.core.options import Options, stored_options
from mjcompanion.rulesets import Ruleset, options_for

RULES_VERSION: Final = 1
"""Rises when the program scores or settles a hand otherwise than before; a session names the one it began with."""


class TableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules a session is played with: a ruleset and the value of every house option.

    `name` is the club's name for them, empty for the ruleset's own; `chips` are the chips on the table, None where
    only points are written down.

    >>> TableRules.of(Ruleset("classical")).fingerprint == TableRules.of(Ruleset("classical"), name="Ours").fingerprint
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
        """Return the rules with options, by default the ruleset's own, and with chips, by default the options'."""
        options = options_for(rules) if options is None else options
        if rules.pays is None:
            return cls(rules, options, None, name)
        return cls(rules, options, chips or SETS[options.chips], name)

    @property
    def fingerprint(self) -> str:
        """Twelve letters that differ as soon as anything differs that scores or settles.

        An option, a ruleset or a chip set that is added to the program moves no fingerprint.
        """
        values = sorted(stored_options(self.options).items())
        content = msgspec.json.encode([str(self.rules), self.version, values, self.chips])
        return hashlib.sha256(content).hexdigest()[:12]
