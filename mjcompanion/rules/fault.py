"""A fault is a row of data: what somebody did, what follows, who pays whom how much, and which source says so."""

from __future__ import annotations

import enum
from fractions import Fraction
from typing import Literal

import msgspec

from mjcompanion.core.options import Options
from mjcompanion.i18n.translation import N_
from mjcompanion.rules.row import WHOLE_LIMIT


class Follows(enum.Enum):
    """What follows a fault; its words are looked up where they are shown."""

    NOTHING = N_("No penalty")
    WARNING = N_("Warning")
    STANDS = N_("Play stands")
    NO_CLAIM = N_("No claim")
    DEAD = N_("Dead hand")
    PENALTY = N_("Penalty")
    ENDS = N_("The hand ends")
    BET_OFF = N_("The bet is off")


class Who(enum.Enum):
    """Who pays for a fault, or is paid: seen from the player whose fault it was."""

    NOBODY = ""
    OFFENDER = N_("the player at fault")
    OTHERS = N_("each of the others")
    LOSERS = N_("each of the other losers")
    ONE = N_("the player who was misled")
    KEPT = N_("the player whose hand was not shown")


class Fault(msgspec.Struct, frozen=True):
    """One fault and its penalty. `words` name it, `law` is the rule in a sentence or two.

    The payer pays the payee `points`, the house option `points_option`, a `share` of the limit, or `times` the value of
    the hand; where none of them is given, the players agree on the amount. With `refunds` all players get back what the
    hand cost them. With `east`, East's payments are double where the table plays so. `hand_field` is the field of a
    hand at the table that keeps the fault, if any: dead or wrong_calls. `custom` marks a row on which the ruleset's own
    source is silent.

    >>> from mjcompanion.rules.row import HALF_LIMIT
    >>> half = Fault("false", "A false win", "…", Follows.PENALTY, "", Who.OFFENDER, Who.OTHERS, share=HALF_LIMIT)
    >>> half.amount(Options(limit=300)), half.amount(Options())
    (150, None)
    """

    id: str
    words: str
    law: str
    follows: Follows
    source: str
    payer: Who = Who.NOBODY
    payee: Who = Who.NOBODY
    points: int = 0
    points_option: str = ""
    share: Fraction | int = 0
    times: int = 0
    east: bool = False
    refunds: bool = False
    hand_field: Literal["", "dead", "wrong_calls"] = ""
    custom: bool = False

    def amount(self, options: Options) -> int | None:
        """Return the points to each at this table, None where the players agree on them."""
        if self.points_option:
            return int(getattr(options, self.points_option))
        if self.share:
            limit = options.limit_hand
            return None if limit is None else limit * self.share // WHOLE_LIMIT
        return self.points or None
