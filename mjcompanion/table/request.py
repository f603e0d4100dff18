"""Settlement requests: what a script or the command line asks, read into a hand's ending.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mjcompanion.core.errors import Problem, RuleError, bad_request
from mjcompanion.core.hand import AT_TABLES
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.i18n.translation import N_, _
from mjcompanion.rulesets import Ruleset, find_ruleset
from mjcompanion.scoring.request_fields import Asked, read_wind
from mjcompanion.table.score_validation import request_doubts
from mjcompanion.table.settle import MOST_POINTS, Bet, Ending, Penalty, settle

_KEYS: Final = {
    "rules",
    "scores",
    "value",
    "winner",
    "by",
    "from",
    "jokerless",
    "singles_and_pairs",
    "dead",
    "wrong_calls",
    "bettor",
    "penalties",
    "options",
}
_BETTOR_KEYS: Final = {"name", "on", "shown"}
_PENALTY_KEYS: Final = {"from", "to", "points", "why"}
_LONGEST_NAME: Final = 10_000


def read_ending(request: object) -> tuple[Ruleset, Ending, Options]:
    """Read a settlement request.

    Raises:
        RuleError: one sentence for what is wrong with its form; whether the hand can end so is seen when it is settled.

    >>> rules, ending, _ = read_ending({"rules": "nmjl", "value": 25, "winner": "N", "by": "discard", "from": "S"})
    >>> ending.winner, ending.discarder, ending.value
    (<Wind.NORTH: 'N'>, <Wind.SOUTH: 'S'>, 25)

    """
    asked = Asked(request, _KEYS, N_("A request is an object with “rules” and how the hand ended."))
    asked.need("rules")
    rules = find_ruleset(asked["rules"])
    if rules.pays is None:
        raise RuleError([Problem("no-payments")])
    options = asked.options(rules)
    ending = Ending(
        asked.wind("winner") if "winner" in asked else None,
        asked.one_of("by", AT_TABLES) if "by" in asked else None,
        asked.wind("from") if "from" in asked else None,
        _scores(asked["scores"]),
        _points(asked, "value") if "value" in asked else None,
        "jokerless" in asked and asked.flag("jokerless"),
        "singles_and_pairs" in asked and asked.flag("singles_and_pairs"),
        _seats(asked, "dead"),
        _seats(asked, "wrong_calls"),
        _bettor(asked["bettor"]),
        _penalties(asked["penalties"]),
    )
    return rules, ending, options


def settle_request(request: object) -> dict[str, Any]:
    """Answer a settlement request.

    >>> settle_request({"rules": "nmjl", "value": 25, "winner": "N", "by": "draw"})["net"]
    {'E': -50, 'S': -50, 'W': -50, 'N': 150}

    Scores that can hardly be are told, and settled all the same:

    >>> settle_request({"rules": "nmjl", "value": 26, "winner": "N", "by": "draw"})["warnings"]
    ['No line of the card is worth 26: 25 or 30?']
    """
    rules, ending, options = read_ending(request)
    settlement = settle(rules, ending, options)
    payments = [{"from": str(one.payer), "to": str(one.payee), "points": one.points} for one in settlement.payments]
    warnings = [doubt.sentence() for doubt in request_doubts(rules, ending, options)]
    answer = {"ok": True, "payments": payments, "net": settlement.net}
    return answer | {"warnings": warnings} if warnings else answer


def _seats(asked: Asked, key: str) -> tuple[Wind, ...]:
    found = asked[key]
    if found is None:
        return ()
    if not isinstance(found, list):
        raise bad_request(_("“{key}” is a list of seats.").format(key=key))
    seats = tuple(read_wind(one) for one in found)
    if len(set(seats)) != len(seats):
        raise bad_request(_("“{key}” names a seat twice.").format(key=key))
    return seats


def _points(asked: Asked, key: str, called: str = "") -> int:
    sentence = _("“{key}” is a whole number of points, at most {limit}.")
    return asked.whole(key, -MOST_POINTS, MOST_POINTS, sentence.format(key=called or key, limit=MOST_POINTS))


def _scores(found: object) -> tuple[int | None, ...]:
    if found is None:
        return (None,) * 4
    if not isinstance(found, Mapping):
        raise bad_request(_("“scores” is an object with the points of E, S, W and N."))
    for seat in found:
        read_wind(seat)
    scores = Asked(found, {*WINDS}, "")
    return tuple(_points(scores, seat, "scores") if seat in scores else None for seat in WINDS)


def _bettor(found: object) -> Bet | None:
    if found is None:
        return None
    bettor = Asked(found, _BETTOR_KEYS, N_("“bettor” is an object with “name” and “on”."), "“bettor”")
    name = bettor["name"]
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_NAME:
        raise bad_request(_("“bettor” needs a “name”."))
    if "on" not in bettor:
        raise bad_request(_("“bettor” needs “on”, the seat that is backed."))
    return Bet(name, bettor.wind("on"), "shown" in bettor and bettor.flag("shown"))


def _penalties(found: object) -> tuple[Penalty, ...]:
    if found is None:
        return ()
    if not isinstance(found, list):
        raise bad_request(_("“penalties” is a list."))
    return tuple(_penalty(one) for one in found)


def _penalty(found: object) -> Penalty:
    form = N_("A penalty is an object with “from”, “to” and “points”.")
    penalty = Asked(found, _PENALTY_KEYS, form, N_("A penalty"))
    for key in ("from", "to", "points"):
        if key not in penalty:
            raise bad_request(_("A penalty needs “{key}”.").format(key=key))
    why = penalty.text("why") if "why" in penalty else ""
    return Penalty(penalty.wind("from"), penalty.wind("to"), _points(penalty, "points"), why)
