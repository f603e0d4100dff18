"""A hand that other rules let win is named, with the rules that score it and the row with which a house can add it."""

import pytest

from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.options import RowChange
from mjcompanion.rules.optional_rows import OPTIONAL_KINDS
from mjcompanion.rules.shapes import known_shape, with_row
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import NoMahJongg, score
from mjcompanion.scoring.suggestions import suggest
from tests.kinds import CHINESE
from tests.scoring.asking import wrong

ORPHANS, PAIRS = "19m19p19s1234567z9s", "1122m3344p5566s77z"
SHAPES = {
    (kind.id, kind.example)
    for kinds in (OPTIONAL_KINDS.values(), *[rules.kinds for rules in RULESETS.values()])
    for kind in kinds
}


def scored_by(text):
    """The rules that let these tiles win as a shape of their own."""
    key = Hand.parse(text).key
    return [rules for rules in RULESETS.values() if any(kind.has(key) for kind in rules.kinds)]


@pytest.mark.parametrize("rules", CHINESE)
@pytest.mark.parametrize(("shape", "text"), sorted(SHAPES))
def test_no_rules_call_a_shape_that_others_know_so_many_sets_and_a_pair(rules, shape, text):
    text = text.replace("(", "").replace(")", "")
    hand, context = Hand.parse(text), ScoringContext(rules, house=options_for(rules, {"minimum": 0}))
    try:
        score(hand, context)
    except NoMahJongg as error:
        assert [one.code for one in error.problems] == ["special-hand"]
        assert error.shape.name in str(error)
        assert list(error.shape.rulesets) == [one for one in scored_by(text) if one is not rules]
        assert error.shape.row == (shape if shape in OPTIONAL_KINDS else error.shape.row)
    else:
        ordinary = shape in ("nine-gates", "gates-of-heaven", "squirming-snake")  # four sets and a pair as well
        assert ordinary or any(kind.has(hand.key) for kind in rules.kinds)


@pytest.mark.parametrize("rules", CHINESE)
@pytest.mark.parametrize("shape", sorted(OPTIONAL_KINDS))
def test_a_shape_of_the_library_can_be_added_and_is_scored_then(rules, shape):
    hand, options = Hand.parse(OPTIONAL_KINDS[shape].example), options_for(rules, {"minimum": 0})
    house = with_row(rules, options, shape)
    assert house.limit == (options.limit or 300)
    assert house.rows == (() if any(row.key == shape for row in rules.rows) else (RowChange(shape),))
    won = HowWon(hand.concealed[0], By.DISCARD)
    sheet = score(hand, ScoringContext(rules, win=won if "how" in rules.asks else None, house=house))
    assert shape in [rule for line in sheet.lines for rule in line.rules]


@pytest.mark.parametrize("rules", CHINESE)
def test_the_answer_to_the_question_is_the_row(rules):
    asked = suggest(Hand.parse(PAIRS), ScoringContext(rules))
    assert [repair.row for one in asked for repair in one.fixes] == ["seven-pairs"]
    ordinary = suggest(Hand.parse("123m 789p 99s 14m 5p 777z"), ScoringContext(rules))
    assert not ordinary


def test_a_row_that_the_house_switched_off_is_switched_on_again_and_others_stay():
    rules = Ruleset("dmjl")
    off = options_for(rules, {"rows": {"thirteen-orphans": {"off": True}, "no-runs": {"doubles": 2}}})
    (doubt,) = suggest(Hand.parse(ORPHANS), ScoringContext(rules, house=off))
    assert with_row(rules, off, doubt.fixes[0].row).rows == (RowChange("no-runs", doubles=2),)


def test_british_play_names_nine_gates_of_three_chows():
    # BMJA: one chow at most, and its gates of heaven pair one of the 2s to 8s
    error = wrong("11123456789999s", "british")
    assert [one.code for one in error.problems] == ["special-hand"]
    assert error.shape.row == "nine-gates"


def test_the_house_is_called_by_its_own_name():
    with pytest.raises(NoMahJongg) as caught:
        score(Hand.parse(PAIRS), ScoringContext(Ruleset("classical"), house_name="Blue Door"))
    assert "Blue Door" in str(caught.value)


@pytest.mark.parametrize("text", ["123m 789p 99s 14m 5p 777z", "(111m) 1122p 3344s 55z 7z", "1122m3344p5566s67z"])
def test_other_tiles_are_no_shape_that_anybody_knows(text):
    assert [one.code for one in wrong(text).problems] == ["not-complete"]
    assert known_shape(Hand.parse(text).key, Ruleset("traditional")) is None
