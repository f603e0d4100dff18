"""Score requests: what a script, the command line or a saved draft asks, read into a hand and its situation.

The form of a request is a contract; see the handbook's page on the command line (docs/commands.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcompanion.core.errors import NotationError
from mjcompanion.core.hand import Hand
from mjcompanion.i18n.translation import N_
from mjcompanion.parsing.hand_text import request_in_notation
from mjcompanion.rulesets import changed_options
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.request_fields import read_situation
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet


def read_request(request: object) -> tuple[Hand, ScoringContext]:
    """Read a score request.

    Raises:
        RuleError: one sentence for what is wrong with its form; the hand itself is checked when it is scored.

    >>> hand, situation = read_request({"rules": "classical", "hand": "99s", "seat": "W"})
    >>> hand, situation.seat
    (Hand.parse('99s'), <Wind.WEST: 'W'>)
    >>> read_request({"hand": "99s", "seat": 3})
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: The request has no “rules”.

    """
    text, situation, _ = read_situation(request, N_("A request is an object with “rules” and “hand”."), with_card=False)
    try:
        hand = Hand.parse(text)
    except NotationError:
        told = request_in_notation(request) if isinstance(request, Mapping) else None
        if told is None:
            raise
        return read_request(told)
    return hand, situation


def write_request(hand: Hand, situation: ScoringContext) -> dict[str, Any]:
    """The request that asks for this; `read_request` reads it back.

    >>> from mjcompanion.rulesets import Ruleset
    >>> write_request(Hand.parse("99s"), ScoringContext(Ruleset("simple")))
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
        request["win"] |= dict.fromkeys(sorted(win.feats), True)
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
