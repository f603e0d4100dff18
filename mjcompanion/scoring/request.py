"""Score requests: what a script, the command line or a saved draft asks, read into a hand and its situation.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mjcompanion.hand import By, Hand, HowWon
from mjcompanion.notation import read_tile
from mjcompanion.options import CHINESE, changed_options, find_ruleset, options_for
from mjcompanion.problems import Problem, RuleError
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet, Situation
from mjcompanion.tiles import Wind

_KEYS: Final = frozenset({"rules", "hand", "seat", "round", "winner", "win", "discards", "card", "options"})
_WIN_KEYS: Final = frozenset({"tile", "by", "last_tile"})
_WINDS: Final = {str(wind): wind for wind in Wind}
_MOST_DISCARDS: Final = 10**9


def read_request(request: object) -> tuple[Hand, Situation]:
    """Read a score request.

    Raises:
        RuleError: one sentence for what is wrong with its form; the hand itself is checked when it is scored.

    >>> hand, situation = read_request({"rules": "classical", "hand": "99s", "seat": "W"})
    >>> hand, situation.seat
    (Hand.parse('99s'), <Wind.WEST: 'W'>)
    >>> read_request({"hand": "99s", "seat": 3})
    Traceback (most recent call last):
    ...
    mjcompanion.problems.RuleError: The request has no “rules”.

    """
    if not isinstance(request, Mapping):
        raise _wrong("A request is an object with “rules” and “hand”.")
    for key in request:
        if key not in _KEYS:
            raise _wrong(f"A request has no key “{key}”; it has {_listed(sorted(_KEYS))}.")
    for key in ("rules", "hand"):
        if key not in request:
            raise _wrong(f"The request has no “{key}”.")
    rules = find_ruleset(request["rules"])
    if rules not in CHINESE:
        raise _wrong(f"Hands of {rules} are matched with a card, not scored by tiles; choose {_listed(CHINESE)}.")
    hand = Hand.parse(_text(request, "hand"))
    house = request.get("options")
    if house is not None and not isinstance(house, Mapping):
        raise _wrong("“options” is an object of house options.")
    win = request.get("win")
    situation = Situation(
        rules,
        _wind(request, "seat"),
        _wind(request, "round"),
        _flag(request, "winner", default=True),
        None if win is None else _win(win),
        _discards(request.get("discards")),
        options_for(rules, house),
    )
    return hand, situation


def write_request(hand: Hand, situation: Situation) -> dict[str, Any]:
    """The request that asks for this; `read_request` reads it back.

    >>> from mjcompanion.options import Ruleset
    >>> write_request(Hand.parse("99s"), Situation(Ruleset.SIMPLE))
    {'rules': 'simple', 'hand': '99s', 'seat': 'E', 'round': 'E', 'winner': True}
    """
    request: dict[str, Any] = {
        "rules": str(situation.rules),
        "hand": str(hand),
        "seat": str(situation.seat),
        "round": str(situation.round),
        "winner": situation.winner,
    }
    win = situation.win
    if win is not None:
        request["win"] = {"by": str(win.by), "last_tile": win.last_tile}
        if win.tile is not None:
            request["win"]["tile"] = str(win.tile)
    if situation.discards is not None:
        request["discards"] = situation.discards
    changes = changed_options(situation.rules, situation.options)
    if changes:
        request["options"] = changes
    return request


def score_request(request: object) -> ScoreSheet:
    """Read a request and score it.

    >>> asked = {"rules": "simple", "hand": "[1111z] [2222z] [3333z] [4444z] 55z 1f2f3f4f1y2y3y4y", "round": "N"}
    >>> score_request(asked).score
    2621440
    """
    return score(*read_request(request))


def _wrong(text: str) -> RuleError:
    return RuleError([Problem("bad-request", text=text)])


def _listed(names: object) -> str:
    *most, last = (str(name) for name in names)  # type: ignore[attr-defined]
    return f"{', '.join(most)} and {last}"


def _text(request: Mapping[str, Any], key: str) -> str:
    value = request[key]
    if not isinstance(value, str):
        raise _wrong(f"“{key}” is a text.")
    return value


def _flag(request: Mapping[str, Any], key: str, *, default: bool) -> bool:
    value = request.get(key, default)
    if not isinstance(value, bool):
        raise _wrong(f"“{key}” is true or false.")
    return value


def _wind(request: Mapping[str, Any], key: str) -> Wind:
    value = request.get(key, "E")
    wind = _WINDS.get(value) if isinstance(value, str) else None
    if wind is None:
        raise RuleError([Problem("unknown-seat", text=str(value), why="seat" if key == "seat" else "wind")])
    return wind


def _discards(value: object) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _MOST_DISCARDS:
        raise _wrong("“discards” is a whole number of tiles.")
    return value


_BY: Final = {str(by): by for by in By}


def _win(win: object) -> HowWon:
    if not isinstance(win, Mapping):
        raise _wrong("“win” is an object with “tile”, “by” and “last_tile”.")
    for key in win:
        if key not in _WIN_KEYS:
            raise _wrong(f"“win” has no key “{key}”; it has {_listed(sorted(_WIN_KEYS))}.")
    name = win.get("by")
    if name is None:
        raise _wrong(f"“win” needs “by”, how the last tile came: {_listed(By)}.")
    by = _BY.get(name) if isinstance(name, str) else None
    if by is None:
        raise RuleError([Problem("unknown-by", text=str(name), why=_listed(By))])
    tile = win.get("tile")
    if tile is not None and not isinstance(tile, str):
        raise _wrong("“tile” is a text.")
    return HowWon(None if tile is None else read_tile(tile), by, _flag(win, "last_tile", default=False))
