"""Two dice a throw: throwing them, and reading what a person entered."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.i18n.translation import _, pgettext

DICE: Final = 2
FACES: Final = 6
_LONGEST_FACE: Final = 8
_HIGHEST_SHOWN: Final = 99_999

Throw = tuple[int, int]


def throw(rng: random.Random) -> Throw:
    """Throw two dice; a generator with the same seed gives the same dice. Source: RULES 4, "two dice".

    >>> throw(random.Random(7)) == throw(random.Random(7))
    True
    """
    return rng.randint(1, FACES), rng.randint(1, FACES)


def read_dice(dice: object, throws: int) -> tuple[Throw, ...]:
    """Check the number of throws a person entered, of two dice each, each 1 to 6. Source: RULES 4.

    What is wrong makes a RuleError with a sentence for each fault.

    >>> read_dice([[5, 5], [2, 3]], throws=2)
    ((5, 5), (2, 3))
    >>> read_dice([[3, 7]], throws=1)
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: Throw 1: a die shows 1 to 6, not 7.
    """
    if not isinstance(dice, list | tuple) or not all(isinstance(row, list | tuple) for row in dice):
        shape = "[[5, 2]]" if throws == 1 else "[[5, 2], [1, 4]]"
        raise RuleError([Problem("bad-dice", text=_("Dice are written {shape}.").format(shape=shape))])
    problems = []
    if len(dice) != throws:
        due = (
            _("One throw of dice is needed, not {n}.") if throws == 1 else _("Two throws of dice are needed, not {n}.")
        )
        problems.append(Problem("bad-dice", text=due.format(n=len(dice))))
    # throws beyond those due are counted above and looked at no further
    for place, row in enumerate(dice[:throws], 1):
        fault = _fault(row)
        if fault:
            problems.append(Problem("bad-dice", text=_("Throw {place}: {fault}").format(place=place, fault=fault)))
    if problems:
        raise RuleError(problems)
    return tuple((first, second) for first, second in dice)


def _fault(row: Sequence[object]) -> str:
    """Say what is wrong with one throw, or nothing; in few words, since a problem cuts a text of over 40."""
    if len(row) != DICE:
        return _("two dice are needed, not {n}.").format(n=len(row))
    for die in row:
        if not isinstance(die, int) or isinstance(die, bool):
            return _("{value} isn’t a whole number.").format(value=_shown(die))
        if not 1 <= die <= FACES:
            return _("a die shows 1 to {highest}, not {value}.").format(highest=FACES, value=_shown(die))
    return ""


def _shown(die: object) -> str:
    """Write the value entered for a die, short enough for a sentence."""
    if die is None or isinstance(die, bool):
        return {None: "null", True: "true", False: "false"}[die]
    if isinstance(die, str):
        return f"“{printable(printable(die, _LONGEST_FACE), _LONGEST_FACE)}”"
    if isinstance(die, int):
        return str(die) if abs(die) <= _HIGHEST_SHOWN else pgettext("a value too long to show", "that")
    if isinstance(die, float):
        return printable(str(die), _LONGEST_FACE)
    return pgettext("a value too long to show", "that")
