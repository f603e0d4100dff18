"""Exercises by house rules: a club's own rows and special hands are practised, and counted by themselves."""

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.options import HouseHand, RowChange
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import PRACTICE
from mjcompanion.practice import chinese
from mjcompanion.practice.compare import Answer, compare
from mjcompanion.practice.exercise import Topic, exercise_facts, levels, read_code
from mjcompanion.practice.making import aim_of, aims, exercise
from mjcompanion.practice.progress import ExerciseResult, PracticeProgress, next_number
from mjcompanion.practice.record import record_of_exercise, result_of
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.score import score
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.settle import settle
from tests.practice.answers import right_answer

TRADITIONAL = Ruleset("traditional")
CIVIL_WAR = HouseHand("civil-war", "2468a 2468b NNN SSS", limit="1/2")
HOUSE = ClubRules.of(
    "Tuesday club",
    TRADITIONAL,
    {
        "limit": 500,
        "basal": 20,
        "rows": (RowChange("no-runs", doubles=2), RowChange("all-chows", points=4), RowChange("dealt", off=True)),
        "hands": (CIVIL_WAR, HouseHand("windy", "NNNN EEEE WWWW SS", doubles=3)),
    },
)
WHOLE = levels(TRADITIONAL).index(Topic.WHOLE) + 1
ALL = range(1, len(levels(TRADITIONAL)) + 1)


def made_for(rule, level=WHOLE):
    """The first exercise of a level whose turn a rule is."""
    return exercise(TRADITIONAL, level, number_of(rule, level), HOUSE)


def number_of(rule, level=WHOLE):
    return next(number for number in range(1, 200) if aim_of(TRADITIONAL, level, number, HOUSE) == rule)


def rules_in(made):
    return {rule for row in made.rows for rule in row.rules}


def test_a_level_is_about_the_rows_of_the_house():
    plain, house = aims(TRADITIONAL, Topic.WHOLE), aims(TRADITIONAL, Topic.WHOLE, HOUSE)
    assert {"civil-war", "windy"} <= set(house) - set(plain)
    every = {rule for topic in levels(TRADITIONAL) for rule in aims(TRADITIONAL, topic, HOUSE)}
    assert "all-chows" in every
    assert "dealt" not in every


@pytest.mark.parametrize("rule", ["civil-war", "windy"])
def test_a_special_hand_has_its_turn_and_is_scored_as_the_house_has_it(rule):
    made = made_for(rule)
    assert rule in rules_in(made)
    assert made.sheet == score(made.hand, made.context)
    assert (made.context.options, made.context.house_name) == (HOUSE.options, "Tuesday club")
    assert compare(made, right_answer(made)).is_right
    assert exercise_facts(made)


def test_a_special_hand_comes_in_other_tiles_too():
    start = number_of("civil-war")
    turn = len(aims(TRADITIONAL, Topic.WHOLE, HOUSE))
    numbers = [
        number for number in range(start, start + 8 * turn) if aim_of(TRADITIONAL, WHOLE, number, HOUSE) == "civil-war"
    ]
    assert len({str(exercise(TRADITIONAL, WHOLE, number, HOUSE).hand) for number in numbers}) > 1


@pytest.mark.parametrize("level", ALL)
def test_every_figure_is_that_of_the_house(level):
    for number in range(1, 12):
        made = exercise(TRADITIONAL, level, number, HOUSE)
        assert made == exercise(TRADITIONAL, level, number, HOUSE)
        assert compare(made, right_answer(made)).is_right
        assert "dealt" not in rules_in(made) | {rule for offer in made.offers for rule in offer.rules}
        if made.sheet is not None:
            assert made.sheet == score(made.hand, made.context)
            assert made.context.options is HOUSE.options
        elif made.settlement is not None:
            assert made.settlement == settle(TRADITIONAL, made.ending, HOUSE.options)
        for row in made.rows:
            if row.key == "rule:mah-jongg":
                assert row.points == 20


def test_its_code_ends_in_the_name_and_counts_only_with_these_rules():
    made = exercise(TRADITIONAL, 2, 17, HOUSE)
    assert made.code == "traditional 2 17 Tuesday club"
    assert read_code(made.code, [HOUSE]) == (TRADITIONAL, 2, 17, HOUSE)
    assert read_code(made.code) is None
    assert read_code("classical 2 17 Tuesday club", [HOUSE]) is None
    assert read_code("traditional 2 17", [HOUSE]) == (TRADITIONAL, 2, 17, None)


def test_progress_with_house_rules_is_their_own():
    made = made_for("civil-war")
    result = ExerciseResult.of(made, compare(made, Answer()))
    assert result.code == made.code
    progress = PracticeProgress().after(result)
    assert progress.tally(TRADITIONAL, WHOLE, HOUSE).done == 1
    assert progress.tally(TRADITIONAL, WHOLE).done == 0
    assert "civil-war" in progress.most_missed(TRADITIONAL, HOUSE)
    assert progress.most_missed(TRADITIONAL) == ()
    missed = PracticeProgress(missed={"traditional Tuesday club": {"windy": 2}})
    after = next_number(missed, TRADITIONAL, WHOLE, 0, HOUSE)
    assert aim_of(TRADITIONAL, WHOLE, after, HOUSE) == "windy"


def test_the_notebook_keeps_the_house_rules_of_an_exercise(tmp_path):
    made = made_for("civil-war")
    record = record_of_exercise(made, compare(made, Answer()))
    assert result_of(record) == ExerciseResult.of(made, compare(made, Answer()))
    assert record["text"].startswith("Tuesday club, level")
    with Ledger.open(None, Folders.at(tmp_path)) as ledger:
        row = ledger.hands.keep(record, place=made.code, kind=PRACTICE)
        assert ledger.hands.get(row.uid).row.rules_name == "Tuesday club"
        assert ledger.hands.practice().tally(TRADITIONAL, WHOLE, HOUSE).done == 1


@pytest.mark.parametrize("rules", ["american-club", "nmjl", "kemp-american", "kemp-chinese", "hong-kong", "british"])
def test_house_rules_of_every_kind_of_rules_can_be_practised(rules):
    ruleset = Ruleset(rules)
    house = ClubRules.of("Ours", ruleset)
    for level in range(1, len(levels(ruleset)) + 1):
        made, plain = exercise(ruleset, level, 1, house), exercise(ruleset, level, 1)
        assert (made.hand, made.rows) == (plain.hand, plain.rows)
        assert made.house is house


def test_house_rules_too_strict_for_a_level_are_named_before_the_window_would_stand_still(monkeypatch):
    tried = []
    attempt = chinese.attempt
    monkeypatch.setattr(chinese, "attempt", lambda *asked: tried.append(asked) or attempt(*asked))
    strict = ClubRules.of("Only the best", TRADITIONAL, {"minimum": 900})
    with pytest.raises(RuleError) as caught:
        exercise(TRADITIONAL, 1, 1, strict)
    (problem,) = caught.value.problems
    assert (problem.code, problem.text) == ("no-exercise", "Only the best")
    assert len(tried) <= 1000
