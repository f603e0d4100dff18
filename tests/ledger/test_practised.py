"""Exercises in a ledger: kept, listed and exported."""

import pytest

from mjcompanion.ledger.values import PRACTICE, KeptFilter, NotebookFilter
from mjcompanion.practice.compare import Answer, compare, right_answer
from mjcompanion.practice.making import exercise
from mjcompanion.practice.progress import ExerciseResult, Progress, Tally
from mjcompanion.practice.record import record_of_exercise, result_of
from mjcompanion.rulesets import RULESETS, Ruleset
from tests.ledger.keeping import keep
from tests.ledger.making import at


def practise(ledger, number=1, made=None, *, right=True, **more):
    made = made or exercise(Ruleset("classical"), 1, number)
    found = compare(made, right_answer(made) if right else Answer())
    return ledger.hands.keep(record_of_exercise(made, found, **more), at=at(number), place=made.code, kind=PRACTICE)


@pytest.mark.parametrize("rules", RULESETS)
def test_an_exercise_of_every_ruleset_comes_back_as_it_was(ledger, rules):
    made = exercise(Ruleset(rules), 1, 3)
    found = compare(made, Answer())
    row = practise(ledger, made=made, right=False)
    assert result_of(ledger.hands.get(row.uid).record) == ExerciseResult.of(made, found)
    assert (row.kind, row.place, row.won, row.score) == (PRACTICE, made.code, False, len(found.wrong))
    assert ledger.hands.practice() == Progress().after(ExerciseResult.of(made, found))
    assert ledger.check().ok


def test_hands_and_exercises_are_listed_apart_and_together(ledger):
    hand, done = keep(ledger, 1), practise(ledger, 2)
    assert ledger.hands.page().rows == (hand,)
    assert ledger.hands.page(KeptFilter(kind=PRACTICE)).rows == (done,)
    assert ledger.notebook.page().rows == (done, hand)
    assert ledger.notebook.counts() == {"hands": 1, "games": 0, "sessions": 0, "practice": 1}
    assert done in ledger.notebook.page(NotebookFilter(text="classical 1 2")).rows


def test_what_was_practised_follows_from_what_is_listed(ledger):
    practise(ledger, 1)
    wrong = practise(ledger, 2, right=False)
    practise(ledger, 3, helped=True)
    assert ledger.hands.practice().tally(Ruleset("classical"), 1) == Tally(3, 1, 3)
    ledger.hands.remove(wrong.uid)
    assert ledger.hands.practice().tally(Ruleset("classical"), 1) == Tally(2, 1, 3)
    ledger.hands.restore(wrong.uid)
    assert ledger.hands.practice().tally(Ruleset("classical"), 1) == Tally(3, 1, 3)
