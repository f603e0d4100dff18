"""Progress in practice: how many exercises, how many mistakes, and which rules are missed most.

Each exercise that was done is a `ExerciseResult`, which the ledger keeps; the `PracticeProgress` follows from all of
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from mjcompanion.practice.compare import AnswerComparison
from mjcompanion.practice.exercise import HIGHEST_NUMBER, Exercise, exercise_code, levels, name_of
from mjcompanion.practice.making import aim_of, aims
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules

_AHEAD: Final = 40
"""How many of the next exercises may be skipped for one with a missed rule."""
_MISSED: Final = 2
"""How much a missed rule counts; each right answer counts one less."""
_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_NUMBER)]


class Tally(msgspec.Struct, frozen=True):
    """The exercises done at a level, those without a mistake, and the number of the last."""

    done: _Count = 0
    right: _Count = 0
    last: _Number = 0


class ExerciseResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exercise that was done: whether without a mistake (`right`), how many mistakes, and whether with hints.

    `rules` is how much more or less each rule counts as missed.

    >>> from mjcompanion.practice.compare import Answer, compare
    >>> from mjcompanion.practice.making import exercise
    >>> made = exercise(Ruleset("classical"), 1, 1)
    >>> result = ExerciseResult.of(made, compare(made, Answer()))
    >>> result.code, result.right, result.slips
    ('classical 1 1', 0, 5)
    """

    ruleset: str
    level: int
    number: _Number
    right: _Count = 0
    slips: _Count = 0
    helped: bool = False
    rules: Mapping[str, int] = {}
    house: str = ""
    """The name of the house rules; empty for the ruleset as it is."""

    @classmethod
    def of(cls, made: Exercise, found: AnswerComparison, *, helped: bool = False) -> ExerciseResult:
        """Return the result of an exercise; with hints it never counts as right."""
        known = {rule for row in made.rows for rule in row.rules}
        rules = {**dict.fromkeys(sorted(known), -1), **dict.fromkeys(found.missed, _MISSED)}
        right = int(found.is_right and not helped)
        house, slips = name_of(made.house), len(found.wrong)
        return cls(str(made.ruleset), made.level, made.number, right, slips, helped, rules, house)

    @property
    def code(self) -> str:
        """The code of the exercise."""
        return exercise_code(self.ruleset, self.level, self.number, self.house)


class PracticeProgress(msgspec.Struct, frozen=True):
    """All that was practised: a tally for each level (`traditional 2`), and how often each rule was missed.

    House rules have their own, under the ruleset and their name.
    """

    last: str = ""
    levels: Mapping[str, Tally] = {}
    missed: Mapping[str, Mapping[str, _Count]] = {}

    def tally(self, ruleset: Ruleset, level: int, house: ClubRules | None = None) -> Tally:
        """Return the tally of a level."""
        return self.levels.get(f"{_key(str(ruleset), name_of(house))} {level}", Tally())

    def most_missed(self, ruleset: Ruleset, house: ClubRules | None = None) -> tuple[str, ...]:
        """Return the missed rules, the most missed first."""
        found = self.missed.get(_key(str(ruleset), name_of(house)), {})
        return tuple(sorted((one for one in found if found[one]), key=lambda one: (-found[one], one)))

    def after(self, result: ExerciseResult) -> PracticeProgress:
        """Return the progress with one more result.

        >>> PracticeProgress().after(ExerciseResult("classical", 1, 7, right=1)).tally(Ruleset("classical"), 1)
        Tally(done=1, right=1, last=7)
        """
        rules_key = _key(result.ruleset, result.house)
        key = f"{rules_key} {result.level}"
        before = self.levels.get(key, Tally())
        tally = Tally(before.done + 1, before.right + result.right, result.number)
        counts = dict(self.missed.get(rules_key, {}))
        for rule, more in result.rules.items():
            counts[rule] = max(0, counts.get(rule, 0) + more)
        return msgspec.structs.replace(
            self,
            last=result.code,
            levels={**self.levels, key: tally},
            missed={**self.missed, rules_key: {rule: count for rule, count in counts.items() if count}},
        )


def _key(ruleset: str, house: str) -> str:
    return f"{ruleset} {house}".rstrip()


def next_number(
    progress: PracticeProgress, ruleset: Ruleset, level: int, after: int, house: ClubRules | None = None
) -> int:
    """Return the number of the next exercise: the nearest about the rule missed most, or simply the next.

    >>> next_number(PracticeProgress(), Ruleset("simple"), 1, 4)
    5
    >>> missed = PracticeProgress(missed={"simple": {"pung-honours": 2}})
    >>> aim_of(Ruleset("simple"), 1, next_number(missed, Ruleset("simple"), 1, 4))
    'pung-honours'
    """
    following = [number for number in range(after + 1, after + 1 + _AHEAD) if number <= HIGHEST_NUMBER] or [1]
    known = set(aims(ruleset, levels(ruleset)[level - 1], house))
    for rule in progress.most_missed(ruleset, house):
        if rule in known:
            found = next((number for number in following if aim_of(ruleset, level, number, house) == rule), None)
            if found is not None:
                return found
    return following[0]
