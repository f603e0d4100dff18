"""The record of an exercise in the ledger: the exercise, the result, and both as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.practice.compare import AnswerComparison
from mjcompanion.practice.exercise import TOPIC_WORDS, Exercise, levels
from mjcompanion.practice.progress import ExerciseResult
from mjcompanion.rulesets import RULESETS, Ruleset


def record_of(result: ExerciseResult, hand: str = "", sentences: Sequence[str] = ()) -> dict[str, Any]:
    r"""Return the record of an exercise; `sentences` say what was wrong.

    >>> record_of(ExerciseResult("simple", 1, 9, right=1), "55z")["text"]
    'Simple game, level 1: Sets and the pair\nExercise 9\nwithout a mistake'
    """
    request = {"rules": result.ruleset, "hand": hand, "winner": bool(result.right)}
    lines = [*_titled(result), _went(result), *sentences]
    return {
        "request": {**request, "exercise": result.code},
        "answer": {**msgspec.to_builtins(result), "score": result.slips},
        "rules": {"name": result.house},
        "text": "\n".join(lines),
    }


def record_of_exercise(made: Exercise, found: AnswerComparison, *, helped: bool = False) -> dict[str, Any]:
    """Return the record of an exercise that was just done."""
    hand = "" if made.hand is None else str(made.hand)
    result = ExerciseResult.of(made, found, helped=helped)
    lines = [_("{what}: {sentence}").format(what=one.row.label(), sentence=one.sentence) for one in found.wrong]
    return record_of(result, hand, lines)


def _titled(result: ExerciseResult) -> list[str]:
    rules = RULESETS.get(result.ruleset)
    name = result.house or (result.ruleset if rules is None else _(rules.short))
    steps = () if rules is None else levels(Ruleset(result.ruleset))
    about = _(TOPIC_WORDS[steps[result.level - 1]]) if 0 < result.level <= len(steps) else ""
    text = _("{rules}, level {number}: {about}").format(rules=name, number=number(result.level), about=about)
    return [text, _("Exercise {number}").format(number=result.number)]


def _went(result: ExerciseResult) -> str:
    text = _("without a mistake") if not result.slips else ngettext("{n} mistake", "{n} mistakes", result.slips)
    text = text.format(n=number(result.slips))
    return _("{how}, with hints").format(how=text) if result.helped else text


def result_of(record: Mapping[str, Any]) -> ExerciseResult | None:
    """Read the result from a record; None where it has none."""
    try:
        return msgspec.convert(record["answer"], ExerciseResult)
    except (msgspec.ValidationError, TypeError):  # the record may come from any file
        return None
