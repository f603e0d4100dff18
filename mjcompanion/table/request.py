"""Settlement requests: what a script or the command line asks, read into a hand's ending.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mjcompanion.hand import By
from mjcompanion.options import Options
from mjcompanion.problems import Problem, RuleError, bad_request, listed, printable, unknown_seat
from mjcompanion.rulesets import Ruleset, find_ruleset, options_for
from mjcompanion.table.plausible import request_doubts
from mjcompanion.table.settle import MOST_POINTS, Bet, Ending, Penalty, settle
from mjcompanion.tiles import WINDS, Wind
from mjcompanion.words import mark, tr

_KEYS: Final = (
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
)
_BETTOR_KEYS: Final = ("name", "on", "shown")
_PENALTY_KEYS: Final = ("from", "to", "points", "why")
_LONGEST_NAME: Final = 10_000


def read_ending(request: object) -> tuple[Ruleset, Ending, Options]:
    """Read a settlement request.

    Raises:
        RuleError: one sentence for what is wrong with its form; whether the hand can end so is seen when it is settled.

    >>> rules, ending, _ = read_ending({"rules": "nmjl", "value": 25, "winner": "N", "by": "discard", "from": "S"})
    >>> ending.winner, ending.discarder, ending.value
    (<Wind.NORTH: 'N'>, <Wind.SOUTH: 'S'>, 25)

    """
    if not isinstance(request, Mapping):
        raise bad_request(tr("A request is an object with “rules” and how the hand ended."))
    _known(request, _KEYS, mark("A request has no key “{key}”; it has {keys}."))
    if "rules" not in request:
        raise bad_request(tr("The request has no “rules”."))
    rules = find_ruleset(request["rules"])
    if rules.pays is None:
        raise RuleError([Problem("no-payments")])
    house = request.get("options")
    if house is not None and not isinstance(house, Mapping):
        raise bad_request(tr("“options” is an object of house options."))
    options = options_for(rules, house)
    value = request.get("value")
    ending = Ending(
        _seat(request, "winner"),
        _by(request.get("by")),
        _seat(request, "from"),
        _scores(request.get("scores")),
        None if value is None else _points(value, "value"),
        _flag(request, "jokerless"),
        _flag(request, "singles_and_pairs"),
        _seats(request, "dead"),
        _seats(request, "wrong_calls"),
        _bettor(request.get("bettor")),
        _penalties(request.get("penalties")),
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


def _known(found: Mapping[Any, Any], keys: Sequence[str], sentence: str) -> None:
    for key in found:
        if key not in keys:
            raise bad_request(tr(sentence).format(key=printable(str(key)), keys=listed(sorted(keys))))


def _seat(request: Mapping[Any, Any], key: str) -> Wind | None:
    found = request.get(key)
    return None if found is None else _wind(found)


def _wind(found: object) -> Wind:
    if isinstance(found, str) and found in set(WINDS):
        return Wind(found)
    raise unknown_seat(str(found), "seat")


def _seats(request: Mapping[Any, Any], key: str) -> tuple[Wind, ...]:
    found = request.get(key)
    if found is None:
        return ()
    if not isinstance(found, list):
        raise bad_request(tr("“{key}” is a list of seats.").format(key=key))
    seats = tuple(_wind(one) for one in found)
    if len(set(seats)) != len(seats):
        raise bad_request(tr("“{key}” names a seat twice.").format(key=key))
    return seats


def _by(found: object) -> By | None:
    if found is None:
        return None
    if isinstance(found, str) and found in set(By):
        return By(found)
    raise RuleError([Problem("unknown-by", text=str(found), why=listed(By, "or"))])


def _flag(request: Mapping[Any, Any], key: str) -> bool:
    found = request.get(key)
    if found is None:
        return False
    if not isinstance(found, bool):
        raise bad_request(tr("“{key}” is true or false.").format(key=key))
    return found


def _points(found: object, what: str) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or abs(found) > MOST_POINTS:
        sentence = tr("“{key}” is a whole number of points, at most {limit}.")
        raise bad_request(sentence.format(key=what, limit=MOST_POINTS))
    return found


def _scores(found: object) -> tuple[int | None, ...]:
    if found is None:
        return (None,) * 4
    if not isinstance(found, Mapping):
        raise bad_request(tr("“scores” is an object with the points of E, S, W and N."))
    for seat in found:
        _wind(seat)
    return tuple(None if found.get(seat) is None else _points(found[seat], "scores") for seat in map(str, WINDS))


def _bettor(found: object) -> Bet | None:
    if found is None:
        return None
    if not isinstance(found, Mapping):
        raise bad_request(tr("“bettor” is an object with “name” and “on”."))
    _known(found, _BETTOR_KEYS, mark("“bettor” has no key “{key}”; it has {keys}."))
    name = found.get("name")
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_NAME:
        raise bad_request(tr("“bettor” needs a “name”."))
    if found.get("on") is None:
        raise bad_request(tr("“bettor” needs “on”, the seat that is backed."))
    return Bet(name, _wind(found["on"]), _flag(found, "shown"))


def _penalties(found: object) -> tuple[Penalty, ...]:
    if found is None:
        return ()
    if not isinstance(found, list):
        raise bad_request(tr("“penalties” is a list."))
    return tuple(_penalty(one) for one in found)


def _penalty(found: object) -> Penalty:
    if not isinstance(found, Mapping):
        raise bad_request(tr("A penalty is an object with “from”, “to” and “points”."))
    _known(found, _PENALTY_KEYS, mark("A penalty has no key “{key}”; it has {keys}."))
    for key in _PENALTY_KEYS[:3]:
        if found.get(key) is None:
            raise bad_request(tr("A penalty needs “{key}”.").format(key=key))
    why = found.get("why")
    if why is not None and not isinstance(why, str):
        raise bad_request(tr("“why” is a text."))
    return Penalty(_wind(found["from"]), _wind(found["to"]), _points(found["points"], "points"), why or "")
