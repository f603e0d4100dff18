"""The record of a kept hand: what was asked and what was counted, so that it can be read for ever."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.i18n.translation import in_english
from mjcompanion.ledger.values import KeptHand, Stored, StoredHand, storable
from mjcompanion.rules.ruleset import read, written
from mjcompanion.rulesets import changed_options
from mjcompanion.scoring import text_renderer
from mjcompanion.scoring.context import hundredths
from mjcompanion.scoring.request import read_request, write_request
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.rules import TableRules

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.core.tiles import Terms
    from mjcompanion.solitaire.record import GameSetup
    from mjcompanion.storage.paths import Folders

LONGEST: Final = 10_000
"""The most letters of a remark, or of a name."""
_FACTOR: Final = re.compile(r"([0-9]{1,6})(?:/([0-9]{1,6}))?")
_WALL: Final = "wall"
"""The key of the counts at a real wall."""


def factor_of(answer: Mapping[str, Any]) -> Fraction | None:
    """Return the share of the tiles that were left, as Kemp's solitaires count it; None where an answer has none.

    >>> factor_of({"factor": "89/129"}), factor_of({"score": 8})
    (Fraction(89, 129), None)
    """
    found = _FACTOR.fullmatch(str(answer.get("factor")))
    if found is None or not int(found[2] or 1):
        return None
    return Fraction(int(found[1]), int(found[2] or 1))


def record_of(sheet: ScoreSheet | AmericanSheet, text: str, rules_name: str = "", card: str = "") -> dict[str, Any]:
    """Return the record of a scored hand; `text` is its sheet as people read it, `rules_name` that of the house rules.

    >>> from mjcompanion.scoring.request import score_request
    >>> record_of(score_request({"rules": "simple", "hand": "[1111z] [2222z] [3333z] [4444z] 55z"}), "")["request"]
    {'rules': 'simple', 'hand': '55z [1111z] [2222z] [3333z] [4444z]', 'seat': 'E', 'round': 'E', 'winner': True}
    """
    context = sheet.context
    request = {**write_request(Hand(()), context), "hand": str(sheet.hand), **({"card": card} if card else {})}
    rules = TableRules.of(context.rules, context.options, name=rules_name)
    record = {"request": request, "answer": sheet.answer(), "rules": rules, "text": text}
    return msgspec.json.decode(msgspec.json.encode(record, enc_hook=written), type=dict[str, Any])


def at_the_wall(record: Mapping[str, Any], counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a hand at a real wall; see `wall_counts`."""
    return {**record, _WALL: dict(counts)}


def nobody_won(rules: TableRules, setup: GameSetup, counts: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return the record of a game at a real wall that the person didn't win: no tiles, and a score of 0.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.solitaire.record import GameSetup
    >>> drawn = nobody_won(TableRules.of(Ruleset("kemp-chinese")), GameSetup(), {"discards": 129, "left": 0}, "")
    >>> drawn["request"]["winner"], drawn["answer"]["score"], drawn["answer"]["final"], drawn["wall"]["left"]
    (False, 0, '0.00', 0)
    """
    from mjcompanion.solitaire.kemp import adjustment_of  # the rules of play, for who plays

    adjusts = adjustment_of(rules.rules, 0, 0) is not None
    discards = {"discards": counts["discards"]} if adjusts else {}
    request: dict[str, Any] = {
        "rules": str(rules.rules),
        "hand": "",
        "seat": str(setup.seat),
        "round": str(setup.round),
    }
    request |= {"winner": False, **discards, **({"card": setup.card} if setup.card else {})}
    changes = changed_options(rules.rules, rules.options)
    request |= {"options": changes} if changes else {}
    answer: dict[str, Any]
    with in_english():
        answer = {"ok": False, "error": Problem("wall-used-up").sentence(), "score": 0}
    answer |= {"final": hundredths(Fraction(0))} if adjusts else {}
    record = {"request": request, "answer": answer, "rules": rules, "text": text}
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record, enc_hook=written))
    return at_the_wall(decoded, counts)


def wall_counts(hand: StoredHand) -> dict[str, Any] | None:
    """Return the counts at a real wall: "begun", "left", "discards", "flowers", and "dice" where they were thrown.

    None for a hand that was entered without its game.
    """
    found = hand.record.get(_WALL)
    return found if isinstance(found, dict) else None


def sheet_text(sheet: ScoreSheet | AmericanSheet, card: str = "", terms: Terms | None = None) -> str:
    """Return a sheet as people read it; `card` is the title of the card of an American hand."""
    if isinstance(sheet, ScoreSheet):
        return text_renderer.as_text(sheet, terms)
    from mjcompanion.american.text_renderer import as_text

    return as_text(sheet, card, terms)


def counted_again(hand: StoredHand, folders: Folders | None = None) -> ScoreSheet | AmericanSheet | None:
    """Score a hand again by its own rules; return None where the score is another one today, or can't be found."""
    rules, request = rules_of(hand), hand.record["request"]
    if rules is None:
        return None
    try:
        if rules.rules.with_card:
            from mjcompanion.american.request import Cards, score_request

            sheet: ScoreSheet | AmericanSheet = score_request(request, Cards(folders))
        else:
            entered, context = read_request(request)
            sheet = score(entered, msgspec.structs.replace(context, house=rules.options))
        return sheet if _figures(sheet.answer()) == _figures(hand.record["answer"]) else None
    except (RuleError, ValueError, TypeError, LookupError, AttributeError):  # a file may tell anything
        return None


def _figures(answer: Mapping[str, Any]) -> list[Any]:
    """Return the figures of an answer, which are the same in any language."""
    lines = answer.get("lines", ())
    counted = [(line["points"], line["doubles"]) for line in lines if isinstance(line, Mapping)]
    return [answer.get(name) for name in ("score", "final", "line", "value")] + counted


def rules_of(hand: StoredHand) -> TableRules | None:
    """Return the rules by which a hand was scored; None where this program doesn't know them any more."""
    try:
        return msgspec.convert(hand.record["rules"], TableRules, dec_hook=read)
    except (RuleError, ValueError, TypeError, LookupError):
        return None


def hand_of(
    uid: str,
    at: str,
    changed_at: str,
    record: Mapping[str, Any],
    player: str,
    place: str,
    remark: str,
    kind: str = "",
) -> StoredHand:
    """Make a kept hand of its record; see `StoredHand`."""
    request, answer, rules = record["request"], record["answer"], record["rules"]
    row = KeptHand(
        uid=uid,
        at=at,
        changed_at=changed_at,
        player=checked(player),
        place=checked(place),
        remark=checked(remark),
        rules=request["rules"],
        rules_name=rules["name"],
        won=request.get("winner", True),
        score=answer["score"],
        final_cents=int(Decimal(answer["final"]) * 100) if "final" in answer else None,
        hand=storable(request["hand"]),
        kind=kind,
    )
    return Stored(row, dict(record))


def checked(text: str) -> str:
    """Return a name, a place or a remark without spaces around it; one that is too long is refused."""
    text = storable(text).strip()
    if len(text) > LONGEST:
        raise RuleError([Problem("text-too-long", count=len(text), limit=LONGEST)])
    return text
