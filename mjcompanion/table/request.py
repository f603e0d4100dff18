"""Settlement requests: what a script or the command line asks, read into a hand's ending.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from mjcompanion.core.errors import Problem, RuleError, bad_request, listed
from mjcompanion.core.hand import AT_TABLES, By
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.i18n.translation import _
from mjcompanion.parsing.requests import RequestForm, read_as
from mjcompanion.rulesets import Ruleset, find_ruleset, options_for
from mjcompanion.table.score_validation import request_doubts
from mjcompanion.table.settle import MOST_POINTS, Bet, Ending, Penalty, settle

Points = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Name = Annotated[str, msgspec.Meta(max_length=10_000)]


class BettorRequest(RequestForm, frozen=True):
    """Who bets on the hand, and the seat that is backed."""

    name: Name
    on: Wind
    shown: bool | None = None


class PenaltyRequest(RequestForm, frozen=True):
    """What one player pays another besides, and why."""

    payer: Wind = msgspec.field(name="from")
    payee: Wind = msgspec.field(name="to")
    points: Points
    why: str | None = None


class SettleRequest(RequestForm, frozen=True):
    """A request to settle a hand; `value` is that of an American hand, `scores` are for the others."""

    rules: str
    scores: dict[Wind, Points | None] | None = None
    value: Points | None = None
    winner: Wind | None = None
    by: By | None = None
    discarder: Wind | None = msgspec.field(name="from", default=None)
    jokerless: bool | None = None
    singles_and_pairs: bool | None = None
    dead: Sequence[Wind] | None = None
    wrong_calls: Sequence[Wind] | None = None
    bettor: BettorRequest | None = None
    penalties: Sequence[PenaltyRequest] | None = None
    options: dict[str, Any] | None = None

    def ending(self) -> Ending:
        """Return how the hand ended.

        Raises:
            RuleError: nobody at a table wins so, a seat is named twice, or the bettor has no name.

        """
        if self.by is not None and self.by not in AT_TABLES:
            raise RuleError([Problem("unknown-by", text=self.by, why=listed(AT_TABLES, "or"))])
        scores = self.scores or {}
        return Ending(
            self.winner,
            self.by,
            self.discarder,
            tuple(scores.get(wind) for wind in WINDS),
            self.value,
            bool(self.jokerless),
            bool(self.singles_and_pairs),
            _different("dead", self.dead),
            _different("wrong_calls", self.wrong_calls),
            self._bet(),
            tuple(Penalty(one.payer, one.payee, one.points, one.why or "") for one in self.penalties or ()),
        )

    def _bet(self) -> Bet | None:
        if self.bettor is None:
            return None
        if not self.bettor.name.strip():
            raise bad_request(_("“bettor” needs a “name”."))
        return Bet(self.bettor.name, self.bettor.on, bool(self.bettor.shown))


def _different(key: str, seats: Sequence[Wind] | None) -> tuple[Wind, ...]:
    if seats is not None and len(set(seats)) != len(seats):
        raise bad_request(_("“{key}” names a seat twice.").format(key=key))
    return tuple(seats or ())


def read_ending(request: object) -> tuple[Ruleset, Ending, Options]:
    """Read a settlement request.

    Raises:
        RuleError: one sentence for what is wrong with its form; whether the hand can end so is seen when it is settled.

    >>> rules, ending, _ = read_ending({"rules": "nmjl", "value": 25, "winner": "N", "by": "discard", "from": "S"})
    >>> ending.winner, ending.discarder, ending.value
    (<Wind.NORTH: 'N'>, <Wind.SOUTH: 'S'>, 25)

    """
    given = read_as(SettleRequest, request)
    rules = find_ruleset(given.rules)
    if rules.pays is None:
        raise RuleError([Problem("no-payments")])
    return rules, given.ending(), options_for(rules, given.options)


def settle_request(request: object) -> dict[str, Any]:
    """Answer a settlement request.

    >>> settle_request({"rules": "nmjl", "value": 25, "winner": "N", "by": "draw"})["net"]
    {'E': -50, 'S': -50, 'W': -50, 'N': 150}

    Scores that can hardly be are settled too, with a warning:

    >>> settle_request({"rules": "nmjl", "value": 26, "winner": "N", "by": "draw"})["warnings"]
    ['No line of the card has the value 26: 25 or 30?']
    """
    return settle_answer(*read_ending(request))


def settle_answer(rules: Ruleset, ending: Ending, options: Options) -> dict[str, Any]:
    """Settle a hand, and return the answer as the command line gives it."""
    settlement = settle(rules, ending, options)
    payments = [{"from": str(one.payer), "to": str(one.payee), "points": one.points} for one in settlement.payments]
    warnings = [doubt.sentence() for doubt in request_doubts(rules, ending, options)]
    answer = {"ok": True, "payments": payments, "net": settlement.net}
    return answer | {"warnings": warnings} if warnings else answer
