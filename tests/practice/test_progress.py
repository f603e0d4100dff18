"""What was practised: counted, kept, and never in the way."""

import msgspec

from mjcompanion.practice.compare import Answer, compare
from mjcompanion.practice.exercise import HIGHEST_NUMBER
from mjcompanion.practice.making import aim_of, exercise
from mjcompanion.practice.progress import ExerciseResult, PracticeProgress, Tally, next_number
from mjcompanion.rulesets import Ruleset
from tests.practice.answers import right_answer


def done(made, answer=None):
    return compare(made, right_answer(made) if answer is None else answer)


def of(*results):
    progress = PracticeProgress()
    for result in results:
        progress = progress.after(result)
    return progress


def result(made, answer=None, **more):
    return ExerciseResult.of(made, done(made, answer), **more)


def test_right_and_wrong_are_counted_by_level():
    made = exercise(Ruleset("classical"), 1, 3)
    found = of(result(made), result(made, Answer()), result(made, helped=True))
    assert found.tally(Ruleset("classical"), 1) == Tally(done=3, right=1, last=3)
    assert found.tally(Ruleset("classical"), 2) == Tally()
    assert found.last == made.code


def test_a_missed_rule_is_asked_again_until_it_is_known():
    number = next(number for number in range(1, 99) if aim_of(Ruleset("classical"), 3, number) == "no-runs")
    made = exercise(Ruleset("classical"), 3, number)
    assert any("no-runs" in row.rules for row in made.rows)
    answer = right_answer(made)
    without = msgspec.structs.replace(answer, lines=tuple(one for one in answer.lines if one.key != "rule:no-runs"))
    progress = of(result(made, without))
    assert progress.most_missed(Ruleset("classical")) == ("no-runs",)
    following = next_number(progress, Ruleset("classical"), 3, number)
    assert following > number
    assert aim_of(Ruleset("classical"), 3, following) == "no-runs"
    assert next_number(progress, Ruleset("classical"), 1, 5) == 6
    progress = progress.after(result(made)).after(result(made))
    assert progress.most_missed(Ruleset("classical")) == ()
    assert next_number(progress, Ruleset("classical"), 3, number) == number + 1


def test_after_the_last_number_comes_the_first():
    assert next_number(PracticeProgress(), Ruleset("simple"), 1, HIGHEST_NUMBER) == 1
