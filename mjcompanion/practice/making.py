"""Makes exercises: always the same one of a number, and what each level teaches in turn."""

from __future__ import annotations

import random
from typing import Final

from mjcompanion.practice import american, chinese, settling
from mjcompanion.practice.exercise import HIGHEST_NUMBER, Exercise, Step, levels
from mjcompanion.rulesets import Ruleset

_TRIES: Final = 3000
"""Nearly all hands need a few dozen at most."""


def exercise(ruleset: Ruleset, level: int, number: int) -> Exercise:
    """The exercise of a level, from 1, with this number, from 1: always the same one.

    Raises:
        ValueError: there is no such level or number.

    >>> made = exercise(Ruleset("classical"), 1, 1)
    >>> made == exercise(Ruleset("classical"), 1, 1), [row.key for row in made.rows][-2:]
    (True, ['rule:mah-jongg', 'score'])

    """
    if not (1 <= level <= len(levels(ruleset)) and 1 <= number <= HIGHEST_NUMBER):
        raise ValueError(f"there is no exercise {ruleset} {level} {number}")
    step = levels(ruleset)[level - 1]
    aim = aim_of(ruleset, level, number)
    rng = random.Random(f"{ruleset} {step} {number}")  # noqa: S311 - the same for everybody is the point
    if step is Step.SETTLING:
        return settling.make(ruleset, number, aim, rng)
    attempt = american.attempt if ruleset.with_card else chinese.attempt
    for _ in range(_TRIES):
        made = attempt(ruleset, step, number, aim, rng)
        if made is not None:
            return made
    raise AssertionError(f"no hand could be made for {ruleset} {step} {aim}")


def aims(ruleset: Ruleset, step: Step) -> tuple[str, ...]:
    """What the exercises of a level teach in turn: rules, or words of the level."""
    if step is Step.SETTLING:
        return settling.AIMS
    return american.aims(ruleset, step) if ruleset.with_card else chinese.aims(ruleset, step)


def aim_of(ruleset: Ruleset, level: int, number: int) -> str:
    """What an exercise teaches, without making it: each aim comes once in as many numbers as there are aims.

    >>> sorted({aim_of(Ruleset("simple"), 1, number) for number in (1, 2)})
    ['pung-honours', 'pung-simples']
    """
    step = levels(ruleset)[level - 1]
    found = list(aims(ruleset, step))
    turn, place = divmod(number - 1, len(found))
    random.Random(f"{ruleset} {step} turn {turn}").shuffle(found)  # noqa: S311 - likewise
    return found[place]
