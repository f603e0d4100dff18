"""Exercises: always the same, always legal, and in turn about every rule there is."""

import random

import pytest

from mjcompanion.american.card_library import built_in_matcher
from mjcompanion.american.score import score_american
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Terms
from mjcompanion.practice import chinese
from mjcompanion.practice.compare import right_answer
from mjcompanion.practice.exercise import HIGHEST_NUMBER, STEP_WORDS, Exercise, Kind, Step, levels, read_code, tell
from mjcompanion.practice.making import aim_of, aims, exercise
from mjcompanion.rules.row import On
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.score import score
from mjcompanion.table.settle import settle
from tests.brute import RULESETS as COUNTED
from tests.brute import brute
from tests.hong_kong_brute import counted
from tests.kinds import AMERICAN, CHINESE

ALL = [(ruleset, level) for ruleset in RULESETS.values() for level in range(1, len(levels(ruleset)) + 1)]


def some(count):
    """So many exercises of each level, far apart."""
    rng = random.Random(7)
    for ruleset, level in ALL:
        for _ in range(count):
            yield exercise(ruleset, level, rng.randrange(1, 5000))


def step_of(ruleset, level):
    return levels(ruleset)[level - 1]


def test_every_ruleset_has_levels_and_each_level_words():
    assert {step for rules in RULESETS.values() for step in levels(rules)} == set(STEP_WORDS)


@pytest.mark.parametrize(("ruleset", "level"), ALL)
def test_each_aim_of_a_level_comes_once_in_turn_and_can_be_made(ruleset, level):
    wanted = aims(ruleset, step_of(ruleset, level))
    for turn in range(2):
        numbers = range(turn * len(wanted) + 1, (turn + 1) * len(wanted) + 1)
        made = [exercise(ruleset, level, number) for number in numbers]
        assert sorted(one.aim for one in made) == sorted(wanted)
        assert [one.aim for one in made] == [aim_of(ruleset, level, number) for number in numbers]


def test_the_same_number_is_the_same_exercise_and_others_differ():
    for made in some(2):
        assert exercise(made.ruleset, made.level, made.number) == made
        assert read_code(made.code) == (made.ruleset, made.level, made.number)
        other = exercise(made.ruleset, made.level, made.number + 1)
        assert (other.hand, other.ending, other.situation) != (made.hand, made.ending, made.situation)


def scored(made):
    if made.ruleset.with_card:
        return score_american(made.hand, made.situation, built_in_matcher(made.ruleset.card))
    return score(made.hand, made.situation)


def test_what_is_right_is_what_the_program_says():
    """The figures of an exercise are those of `score`, `score_american` and `settle`."""
    for made in some(4):
        right = right_answer(made).amounts
        if made.settlement is not None:
            options = options_for(made.ruleset)
            again = settle(made.ruleset, made.ending, options)
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
            assert not made.is_mah_jongg
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
        lines = [row for row in made.rows if row.kind is Kind.LINE]
        if lines:
            assert sum(row.points for row in lines) == made.sheet.points
            assert sum(row.doubles for row in lines) == made.sheet.doubles
            assert {rule for row in lines for rule in row.rules} == {
                rule for line in made.sheet.lines for rule in line.rules
            }
            assert len({row.key for row in made.rows}) == len(made.rows)


@pytest.mark.parametrize("ruleset", CHINESE)
def test_every_rule_in_force_is_practised(ruleset):
    """Whatever a ruleset gives points or doubles for is the aim of some exercise, and stands on its sheet."""
    steps = levels(ruleset)
    wanted = {row.id for row in chinese.rules_of(ruleset)} - {"mah-jongg"}
    by_aim = {}
    for level, step in enumerate(steps, 1):
        if step in (Step.SETTLING, Step.VERDICT, Step.FACTOR):
            continue
        for number in range(1, len(aims(ruleset, step)) + 1):
            made = exercise(ruleset, level, number)
            by_aim.setdefault(made.aim, []).append(made)
    assert wanted <= set(by_aim)
    for rule in wanted:
        assert all(any(rule in row.rules for row in made.rows) for made in by_aim[rule]), rule


@pytest.mark.parametrize("ruleset", [one for one in CHINESE if levels(one)[0] is Step.SETS])
def test_early_levels_leave_out_what_comes_later(ruleset):
    rows = {row.id: row for row in ruleset.rows}
    for number in range(1, 25):
        first, second = exercise(ruleset, 1, number), exercise(ruleset, 2, number)
        assert first.sheet.doubles == 0
        assert not first.hand.flowers
        assert not first.offers
        assert first.doubles_asked is False
        assert all(row.given for row in (*first.rows, *second.rows))
        for made in (first, second):
            held = {rows[rule].on for row in made.rows for rule in row.rules}
            assert held <= {On.SET, On.FLOWER, On.WIN}


def test_hands_of_losers_can_have_two_pairs_and_both_count():
    found = [
        made
        for made in (exercise(Ruleset("classical"), 5, number) for number in range(1, 40))
        if made.aim == "two-pairs"
    ]
    assert found
    for made in found:
        pairs = [row for row in made.rows if row.meld is not None and len(row.meld.tiles) == 2]
        assert len(pairs) >= 2
        assert sum(1 for row in pairs if row.points) == 2


def test_the_limit_is_practised_where_there_is_one():
    found = [
        made for made in (exercise(Ruleset("traditional"), 4, number) for number in range(1, 40)) if made.aim == "limit"
    ]
    assert found
    assert all(made.sheet.score == 300 and made.sheet.limited for made in found)
    assert "limit" not in aims(Ruleset("classical"), Step.WHOLE)


def test_the_slow_scorer_agrees():
    """What is practised is true by the scorer that is written from the rules alone."""
    for made in some(6):
        if made.ruleset in COUNTED and made.sheet is not None:
            assert slow_score(made) == made.sheet.score, made.code


def slow_score(made: Exercise):
    situation = made.situation
    request = {
        "rules": str(made.ruleset),
        "hand": str(made.hand),
        "seat": str(situation.seat),
        "round": str(situation.round),
        "winner": situation.winner,
    }
    if situation.win is not None:
        request["win"] = {"by": str(situation.win.by), "last_tile": situation.win.last_tile}
        if situation.win.tile is not None:
            request["win"]["tile"] = str(situation.win.tile)
    slow = counted if made.ruleset == "hong-kong" else brute
    return slow(request)["score"]


def test_american_verdicts_have_their_reason():
    for ruleset in AMERICAN:
        level = levels(ruleset).index(Step.VERDICT) + 1
        found = {}
        for number in range(1, 20):
            made = exercise(ruleset, level, number)
            found.setdefault(made.aim, []).append(made)
        assert {made.trouble[0].code for made in found["laid-out"]} == {"laid-out-concealed"}
        assert {made.trouble[0].code for made in found["one-off"]} == {"no-mah-jongg"}
        assert all(made.sheet is not None for made in found["exposed"])
        assert all(made.sheet.line.concealed for made in found["concealed"])
        assert all(made.sheet.jokerless for made in found["jokerless"])


def test_a_simple_hand_may_be_seven_pairs_and_no_mah_jongg():
    level = levels(Ruleset("simple")).index(Step.VERDICT) + 1
    found = [exercise(Ruleset("simple"), level, number) for number in range(1, 9)]
    assert {made.is_mah_jongg for made in found} == {True, False}
    for made in found:
        if made.aim == "pairs":
            assert made.trouble[0].code == "special-hand"


def test_the_facts_are_told():
    terms = Terms(dots="circles")
    for made in some(2):
        told = tell(made, terms)
        assert all(one.endswith(".") for one in told)
        assert not any("{" in one for one in told)
    assert any(
        "circle" in one for number in range(1, 30) for one in tell(exercise(Ruleset("classical"), 3, number), terms)
    )
    settling = exercise(Ruleset("classical"), 6, 1)
    assert len(tell(settling)) == 4


def test_there_is_no_exercise_outside():
    for level, number in ((0, 1), (7, 1), (1, 0), (1, HIGHEST_NUMBER + 1)):
        with pytest.raises(ValueError, match="there is no exercise"):
            exercise(Ruleset("classical"), level, number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "classical",
        "classical 1",
        "classical x 1",
        "classical 1 0",
        "klassisch 1 1",
        "classical 1 1 1",
        "classical 1 ١",
    ],
)
def test_what_is_no_code(text):
    assert read_code(text) is None
