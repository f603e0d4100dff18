"""Score requests: what a script, the command line or a saved draft asks, read into a hand and its situation.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from mjcompanion.hand import By, Hand, HowWon
from mjcompanion.notation import read_tile
from mjcompanion.problems import NotationError, Problem, RuleError, bad_request, listed, printable, unknown_seat
from mjcompanion.rules.record import read
from mjcompanion.rulesets import RULESETS, Ruleset, changed_options, find_ruleset, options_for
from mjcompanion.saying import in_words
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet, Situation
from mjcompanion.tiles import Wind
from mjcompanion.words import tr


class _WinAsked(msgspec.Struct, forbid_unknown_fields=True):
    by: By
    tile: str | None = None
    last_tile: bool = False


class _Asked(msgspec.Struct, forbid_unknown_fields=True):
    """The form of a request; what doesn't fit is looked at again by `_complaint`, which says why."""

    rules: Ruleset
    hand: str
    seat: Wind = Wind.EAST
    round: Wind = Wind.EAST
    winner: bool = True
    win: _WinAsked | None = None
    discards: int | None = None
    card: object = None
    options: dict[str, Any] | None = None


_KEYS: Final = msgspec.structs.fields(_Asked)
_WIN_KEYS: Final = msgspec.structs.fields(_WinAsked)
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
    try:
        asked = msgspec.convert(request, _Asked, dec_hook=read)
    except (msgspec.ValidationError, RecursionError, OverflowError):
        raise _complaint(request) from None
    rules = asked.rules
    if rules.with_card:
        sentence = tr("Hands of {rules} are matched with a card, not scored by tiles; choose {others}.")
        raise bad_request(
            sentence.format(
                rules=rules, others=listed([rules for rules in RULESETS.values() if not rules.with_card], "or")
            )
        )
    if asked.discards is not None and abs(asked.discards) > _MOST_DISCARDS:
        raise bad_request(tr("“discards” is a whole number of tiles."))
    win = asked.win
    won = None
    if win is not None:
        won = HowWon(None if win.tile is None else read_tile(win.tile), win.by, win.last_tile)
    try:
        hand = Hand.parse(asked.hand)
    except NotationError:
        told = in_words(request) if isinstance(request, Mapping) else None
        if told is None:
            raise
        return read_request(told)
    return hand, Situation(
        rules, asked.seat, asked.round, asked.winner, won, asked.discards, options_for(rules, asked.options)
    )


def write_request(hand: Hand, situation: Situation) -> dict[str, Any]:
    """The request that asks for this; `read_request` reads it back.

    >>> from mjcompanion.rulesets import Ruleset
    >>> write_request(Hand.parse("99s"), Situation(Ruleset("simple")))
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


def _complaint(request: object) -> RuleError:
    """What is wrong with the form of a request, in one sentence; the first thing that is."""
    if not isinstance(request, Mapping):
        return bad_request(tr("A request is an object with “rules” and “hand”."))
    for key in request:
        if key not in [field.name for field in _KEYS]:
            names = listed(sorted(field.name for field in _KEYS))
            sentence = tr("A request has no key “{key}”; it has {keys}.")
            return bad_request(sentence.format(key=printable(str(key)), keys=names))
    for key in ("rules", "hand"):
        if key not in request:
            return bad_request(tr("The request has no “{key}”.").format(key=key))
    try:
        find_ruleset(request["rules"])
    except RuleError as error:
        return error
    for key in ("seat", "round"):
        if not _is_one_of(request.get(key, "E"), Wind):
            return unknown_seat(str(request[key]), key)
    win = request.get("win")
    if win is not None:
        return _win_complaint(win) or _type_complaint(request)
    return _type_complaint(request)


def _type_complaint(request: Mapping[Any, Any]) -> RuleError:
    """Which value has the wrong type."""
    if not isinstance(request["hand"], str):
        return bad_request(tr("“{key}” is a text.").format(key="hand"))
    if not isinstance(request.get("winner", True), bool):
        return bad_request(tr("“{key}” is true or false.").format(key="winner"))
    if request.get("options") is not None and not isinstance(request["options"], Mapping):
        return bad_request(tr("“options” is an object of house options."))
    return bad_request(tr("“discards” is a whole number of tiles."))


def _win_complaint(win: object) -> RuleError | None:
    """What is wrong with how the hand was won."""
    if not isinstance(win, Mapping):
        return bad_request(tr("“win” is an object with “tile”, “by” and “last_tile”."))
    for key in win:
        if key not in [field.name for field in _WIN_KEYS]:
            names = listed(sorted(field.name for field in _WIN_KEYS))
            sentence = tr("“win” has no key “{key}”; it has {keys}.")
            return bad_request(sentence.format(key=printable(str(key)), keys=names))
    if win.get("by") is None:
        return bad_request(tr("“win” needs “by”, how the last tile came: {ways}.").format(ways=listed(By, "or")))
    if not _is_one_of(win["by"], By):
        return RuleError([Problem("unknown-by", text=str(win["by"]), why=listed(By, "or"))])
    if win.get("tile") is not None and not isinstance(win["tile"], str):
        return bad_request(tr("“{key}” is a text.").format(key="tile"))
    if not isinstance(win.get("last_tile", False), bool):
        return bad_request(tr("“{key}” is true or false.").format(key="last_tile"))
    return None


def _is_one_of(value: object, names: type[enum.StrEnum]) -> bool:
    return isinstance(value, str) and value in [str(name) for name in names]
