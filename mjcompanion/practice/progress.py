"""What somebody practised: how often, how well, and which rules are missed most.

A small JSON file. It is read before each change, so that two windows don't undo each other's counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec

from mjcompanion.folders import make_folder, read_bounded, write_atomically
from mjcompanion.practice.compare import Differences
from mjcompanion.practice.exercise import HIGHEST_NUMBER, Exercise, levels
from mjcompanion.practice.making import aim_of, aims
from mjcompanion.problems import Problem, RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.shelf import locked

_LARGEST: Final = 200_000
_VERSION: Final = 1
_AHEAD: Final = 40
"""So many numbers are looked at for one that teaches what is missed."""
_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_NUMBER)]


class Tally(msgspec.Struct, frozen=True):
    """One level: how many exercises were done, how many without a slip, and the number of the last."""

    done: _Count = 0
    right: _Count = 0
    last: _Number = 0


class Progress(msgspec.Struct, frozen=True):
    """All that was practised: a tally for each level (`traditional 2`), and how often each rule was missed.

    A rule that was missed counts 2; each time it is right again, one less.
    """

    version: int = _VERSION
    last: str = ""
    levels: Mapping[str, Tally] = {}
    missed: Mapping[str, Mapping[str, _Count]] = {}

    def tally(self, ruleset: Ruleset, level: int) -> Tally:
        """What was done of a level."""
        return self.levels.get(f"{ruleset} {level}", Tally())

    def most_missed(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The rules missed, those most often first."""
        found = self.missed.get(str(ruleset), {})
        return tuple(sorted((one for one in found if found[one]), key=lambda one: (-found[one], one)))

    def after(self, made: Exercise, found: Differences, *, helped: bool = False) -> Progress:
        """The progress after an exercise was done; with hints it isn't one without a slip.

        >>> from mjcompanion.practice.compare import compare, right_answer
        >>> from mjcompanion.practice.making import exercise
        >>> made = exercise(Ruleset("classical"), 1, 1)
        >>> Progress().after(made, compare(made, right_answer(made))).tally(Ruleset("classical"), 1)
        Tally(done=1, right=1, last=1)
        """
        key = f"{made.ruleset} {made.level}"
        before = self.levels.get(key, Tally())
        tally = Tally(before.done + 1, before.right + (found.is_right and not helped), made.number)
        counts = dict(self.missed.get(str(made.ruleset), {}))
        known = {rule for row in made.rows for rule in row.rules}
        for rule in known - set(found.missed):
            if rule in counts:
                counts[rule] -= 1
        for rule in found.missed:
            counts[rule] = counts.get(rule, 0) + 2
        kept = {rule: count for rule, count in counts.items() if count > 0}
        return msgspec.structs.replace(
            self,
            last=made.code,
            levels={**self.levels, key: tally},
            missed={**self.missed, str(made.ruleset): kept},
        )

    def at(self, made: Exercise) -> Progress:
        """The progress of somebody who now looks at this exercise."""
        return self if self.last == made.code else msgspec.structs.replace(self, last=made.code)


def next_number(progress: Progress, ruleset: Ruleset, level: int, after: int) -> int:
    """The number of the next exercise: the nearest that teaches what is missed most, else simply the next.

    >>> next_number(Progress(), Ruleset("simple"), 1, 4)
    5
    >>> missed = Progress(missed={"simple": {"pung-honours": 2}})
    >>> aim_of(Ruleset("simple"), 1, next_number(missed, Ruleset("simple"), 1, 4))
    'pung-honours'
    """
    following = [number for number in range(after + 1, after + 1 + _AHEAD) if number <= HIGHEST_NUMBER] or [1]
    known = set(aims(ruleset, levels(ruleset)[level - 1]))
    for rule in progress.most_missed(ruleset):
        if rule in known:
            found = next((number for number in following if aim_of(ruleset, level, number) == rule), None)
            if found is not None:
                return found
    return following[0]


def read(content: bytes) -> Progress:
    """The progress that a file holds.

    Raises:
        RuleError: it isn't a file of ours, or a newer version's.

    """
    try:
        found = msgspec.json.decode(content, type=Progress)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise RuleError([Problem("practice-damaged")]) from None
    if found.version > _VERSION:
        raise RuleError([Problem("practice-newer")])
    return found


def load(path: Path) -> Progress:
    """The progress of a data folder; where there is no file, nothing was practised yet.

    Raises:
        RuleError: as `read` does.
        OSError: the file is there and can't be read.

    """
    try:
        return read(read_bounded(path, _LARGEST))
    except FileNotFoundError:
        return Progress()


def keep(path: Path, made: Exercise, found: Differences | None = None, *, helped: bool = False) -> Progress:
    """Add an exercise that was done to the file, or without differences only where somebody is; gives all there is now.

    Raises:
        RuleError: the file is a newer version's, and stays as it is. A damaged one is put aside.
        OSError: it can't be written.

    """
    make_folder(path.parent)
    with locked(path.parent):
        try:
            before = load(path)
        except RuleError as error:
            if error.problems[0].code == "practice-newer":
                raise
            path.replace(path.with_suffix(".damaged.json"))
            before = Progress()
        after = before.at(made) if found is None else before.after(made, found, helped=helped)
        if after != before:
            write_atomically(path, msgspec.json.encode(after) + b"\n")
    return after
