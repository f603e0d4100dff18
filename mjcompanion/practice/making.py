"""Makes exercises: a number always gives the same one, and each rule of a level has its turn."""

from __future__ import annotations

import random
from typing import Final

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.practice import american, chinese, settling
from mjcompanion.practice.exercise import HIGHEST_NUMBER, Exercise, Topic, levels, name_of, options_of
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules

_TRIES: Final = 600
"""How many hands are drawn to find one with the rule whose turn it is; it takes less than a tenth of a second."""


def exercise(ruleset: Ruleset, level: int, number: int, house: ClubRules | None = None) -> Exercise:
    """Return the exercise of a level, from 1, with this number, from 1: always the same one.

    With `house` rules, made from the ruleset, it is scored by these. Where no hand has the rule whose turn it is, it is
    the first hand of the level.

    Raises:
        ValueError: there is no such level or number.
        RuleError: the house rules are too strict for this level, by a high minimum to go out, say.

    >>> made = exercise(Ruleset("classical"), 1, 1)
    >>> made == exercise(Ruleset("classical"), 1, 1), [row.key for row in made.rows][-2:]
    (True, ['rule:mah-jongg', 'score'])

    """
    if not (1 <= level <= len(levels(ruleset)) and 1 <= number <= HIGHEST_NUMBER):
        raise ValueError(f"there is no exercise {ruleset} {level} {number}")
    topic = levels(ruleset)[level - 1]
    aim = aim_of(ruleset, level, number, house)
    rng = random.Random(f"{ruleset} {topic} {number}")  # noqa: S311 - the same for everybody is the point
    first: Exercise | None = None
    for _try in range(_TRIES):
        made = _attempt(ruleset, topic, number, rng, house)
        if made is not None and (not aim or any(aim in row.rules for row in made.rows)):
            return made
        first = first or made
    if first is None:
        raise RuleError([Problem("no-exercise", text=name_of(house) or ruleset)])
    return first


def _attempt(
    ruleset: Ruleset, topic: Topic, number: int, rng: random.Random, house: ClubRules | None
) -> Exercise | None:
    if topic is Topic.SETTLING:
        return settling.attempt(ruleset, number, rng, house)
    if ruleset.with_card:
        return american.attempt(ruleset, topic, number, rng, house)
    return chinese.attempt(ruleset, topic, number, rng, house)


def aims(ruleset: Ruleset, topic: Topic, house: ClubRules | None = None) -> tuple[str, ...]:
    """Return the rules that a level is about, by id; none where it is about something else."""
    if topic is Topic.SETTLING or ruleset.with_card:
        return ()
    return chinese.aims(ruleset, topic, options_of(ruleset, house))


def aim_of(ruleset: Ruleset, level: int, number: int, house: ClubRules | None = None) -> str:
    """Return the rule whose turn it is in an exercise; each of a level's comes once in as many numbers.

    >>> sorted({aim_of(Ruleset("simple"), 1, number) for number in (1, 2)})
    ['pung-honours', 'pung-simples']
    """
    topic = levels(ruleset)[level - 1]
    found = list(aims(ruleset, topic, house))
    if not found:
        return ""
    turn, place = divmod(number - 1, len(found))
    random.Random(f"{ruleset} {topic} turn {turn}").shuffle(found)  # noqa: S311 - likewise
    return found[place]
