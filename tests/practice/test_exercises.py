"""Exercises: always the same of a number, always legal, and in turn about every rule there is."""

import random

import pytest

from mjcompanion.american.card_library import built_in_matcher
from mjcompanion.american.score import score_american
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Terms
from mjcompanion.practice import chinese
from mjcompanion.practice.exercise import (
    HIGHEST_NUMBER,
    TOPIC_WORDS,
    RowKind,
    Topic,
    exercise_facts,
    levels,
    read_code,
)
from mjcompanion.practice.making import aim_of, aims, exercise
from mjcompanion.rules.row import On
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.score import score
from mjcompanion.table.settle import settle
from tests.kinds import AMERICAN, CHINESE
from tests.practice.answers import right_answer

ALL = [(ruleset, level) for ruleset in RULESETS.values() for level in range(1, len(levels(ruleset)) + 1)]


def some(count):
    """So many exercises of each level, far apart."""
    rng = random.Random(7)
    for ruleset, level in ALL:
        for _ in range(count):
            yield exercise(ruleset, level, rng.randrange(1, 5000))


def rules_in(made):
    return {rule for row in made.rows for rule in row.rules}


def test_every_ruleset_has_levels_and_each_level_words():
    assert {topic for rules in RULESETS.values() for topic in levels(rules)} == set(TOPIC_WORDS)


@pytest.mark.parametrize(("ruleset", "level"), ALL)
def test_each_rule_of_a_level_has_its_turn(ruleset, level):
    wanted = aims(ruleset, levels(ruleset)[level - 1])
    for turn in range(2):
        numbers = range(turn * len(wanted) + 1, (turn + 1) * len(wanted) + 1)
        assert sorted(aim_of(ruleset, level, number) for number in numbers) == sorted(wanted)


@pytest.mark.exhaustive(keep=6)
@pytest.mark.parametrize(("ruleset", "level"), ALL)
def test_most_exercises_have_the_rule_whose_turn_it_is(ruleset, level):
    wanted = aims(ruleset, levels(ruleset)[level - 1])
    made = [exercise(ruleset, level, number) for number in range(1, len(wanted) + 1)]
    missing = [one.code for one in made if aim_of(ruleset, level, one.number) not in rules_in(one)]
    assert len(missing) <= len(wanted) // 4


def test_the_same_number_is_the_same_exercise_and_others_differ():
    for made in some(2):
        assert exercise(made.ruleset, made.level, made.number) == made
        assert read_code(made.code) == (made.ruleset, made.level, made.number, None)
        other = exercise(made.ruleset, made.level, made.number + 1)
        assert (other.hand, other.ending, other.context) != (made.hand, made.ending, made.context)


def scored(made):
    if made.ruleset.with_card:
        return score_american(made.hand, made.context, built_in_matcher(made.ruleset.card))
    return score(made.hand, made.context)


def test_what_is_right_is_what_the_program_says():
    """The figures of an exercise are those of `score`, `score_american` and `settle`."""
    for made in some(4):
        right = right_answer(made).amounts
        if made.settlement is not None:
            again = settle(made.ruleset, made.ending, options_for(made.ruleset))
            for key, amount in right.items():
                name, _, seat = key.partition(":")
                if name == "net":
                    assert amount == again.net[seat]
                elif name == "pays":
                    assert amount == -again.net[seat]
        if made.trouble:
            with pytest.raises(RuleError) as found:
                scored(made)
            assert found.value.problems == made.trouble
            assert right == {}
        elif made.ruleset.with_card:
            sheet = scored(made)
            assert sheet == made.sheet
            assert right["value"] == sheet.line.value
            assert right.get("score", sheet.score) == sheet.score
            assert right_answer(made).choices["line"] == str(sheet.line.number)
        elif made.hand is not None:
            sheet = scored(made)
            assert sheet == made.sheet
            assert right.get("score", sheet.score) == sheet.score
            assert right.get("points", sheet.points) == sheet.points
            assert right.get("doubles", sheet.doubles) == sheet.doubles
            if "final" in right:
                assert right["final"] == sheet.adjustment.final_rounded


def test_the_lines_add_up():
    for made in some(4):
        lines = [row for row in made.rows if row.kind is RowKind.LINE]
        if lines:
            assert sum(row.points for row in lines) == made.sheet.points
            assert sum(row.doubles for row in lines) == made.sheet.doubles
            assert rules_in(made) - {"factor"} == {rule for line in made.sheet.lines for rule in line.rules}
            assert len({row.key for row in made.rows}) == len(made.rows)


@pytest.mark.parametrize("ruleset", CHINESE)
def test_every_rule_in_force_is_practised(ruleset):
    wanted = {row.id for row in chinese.rules_of(ruleset, options_for(ruleset))} - {"mah-jongg"}
    assert wanted <= {rule for topic in levels(ruleset) for rule in aims(ruleset, topic)}


@pytest.mark.parametrize("ruleset", [one for one in CHINESE if levels(one)[0] is Topic.SETS])
def test_early_levels_leave_out_what_comes_later(ruleset):
    rows = {row.id: row for row in ruleset.rows}
    for number in range(1, 25):
        first, second = exercise(ruleset, 1, number), exercise(ruleset, 2, number)
        assert first.sheet.doubles == 0
        assert not first.hand.flowers
        assert not first.offers
        assert first.has_doubles is False
        assert all(row.given for row in (*first.rows, *second.rows))
        for made in (first, second):
            assert {rows[rule].on for rule in rules_in(made)} <= {On.SET, On.FLOWER, On.WIN}


def test_hands_of_losers_can_have_two_pairs_and_both_count():
    two = 0
    for number in range(1, 40):
        made = exercise(Ruleset("classical"), 5, number)
        pairs = [row for row in made.rows if row.meld is not None and len(row.meld.tiles) == 2]
        two += sum(1 for row in pairs if row.points) > 1
    assert two


@pytest.mark.parametrize("rules", ["traditional", "british", "dmjl", "hong-kong"])
def test_limit_and_special_hands_occur(rules):
    level = levels(Ruleset(rules)).index(Topic.WHOLE) + 1
    made = [exercise(Ruleset(rules), level, number) for number in range(1, 40)]
    assert any(one.sheet.limited for one in made)
    if rules != "traditional":
        kinds = {row.id for row in Ruleset(rules).rows if row.on is On.KIND}
        assert any(kinds & rules_in(one) for one in made)


@pytest.mark.parametrize("ruleset", [one for one in RULESETS.values() if Topic.VERDICT in levels(one)])
def test_some_hands_are_no_mah_jongg_and_have_their_reason(ruleset):
    level = levels(ruleset).index(Topic.VERDICT) + 1
    made = [exercise(ruleset, level, number) for number in range(1, 60)]
    assert {not one.trouble for one in made} == {True, False}
    codes = {one.trouble[0].code for one in made if one.trouble}
    expected = {"no-mah-jongg", "laid-out-concealed"} if ruleset in AMERICAN else {"not-complete"}
    assert expected <= codes


def test_payments_of_american_hands_differ_in_all_that_counts():
    made = [exercise(Ruleset("nmjl"), 2, number) for number in range(1, 60)]
    assert {(str(one.ending.by), one.sheet.jokerless) for one in made} >= {
        ("draw", True),
        ("draw", False),
        ("discard", True),
        ("discard", False),
    }
    assert any(one.ending.dead for one in made)
    assert any(one.sheet.line.singles_and_pairs for one in made)


def test_the_facts_are_told():
    terms = Terms(dots="circles")
    told = [fact for made in some(2) for fact in exercise_facts(made, terms)]
    told += [
        fact for number in range(1, 30) for fact in exercise_facts(exercise(Ruleset("classical"), 3, number), terms)
    ]
    assert not any("{" in fact for fact in told)
    assert any("circle" in fact for fact in told)


def test_there_is_no_exercise_outside():
    for level, number in ((0, 1), (7, 1), (1, 0), (1, HIGHEST_NUMBER + 1)):
        with pytest.raises(ValueError, match="there is no exercise"):
            exercise(Ruleset("classical"), level, number)


@pytest.mark.parametrize(
    "text", ["", "classical 1", "classical x 1", "classical 1 0", "klassisch 1 1", "classical 1 1 1"]
)
def test_what_is_no_code(text):
    assert read_code(text) is None
