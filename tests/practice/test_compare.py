"""Comparing: the right answer is right in everything, and whatever is changed in it is found and named."""

import random

import msgspec
import pytest

from mjcompanion.american.card_library import built_in
from mjcompanion.practice.compare import Answer, LineAnswer, Verdict, compare
from mjcompanion.practice.exercise import NO, YES, RowKind, Topic, levels
from mjcompanion.practice.hints import hint
from mjcompanion.practice.making import exercise
from mjcompanion.rulesets import RULESETS, Ruleset
from tests.kinds import AMERICAN
from tests.practice.answers import right_answer

ALL = [(ruleset, level) for ruleset in RULESETS.values() for level in range(1, len(levels(ruleset)) + 1)]


def answers(count, seed=11):
    """Exercises with their right answers, so many of each level."""
    rng = random.Random(seed)
    for ruleset, level in ALL:
        for _ in range(count):
            made = exercise(ruleset, level, rng.randrange(1, 5000))
            yield made, right_answer(made)


def changed(answer, key, **values):
    """An answer with one line otherwise."""
    lines = tuple(msgspec.structs.replace(one, **values) if one.key == key else one for one in answer.lines)
    return msgspec.structs.replace(answer, lines=lines)


def without(answer, key):
    return msgspec.structs.replace(answer, lines=tuple(one for one in answer.lines if one.key != key))


def with_amount(answer, key, amount):
    amounts = {**answer.amounts, key: amount}
    if amount is None:
        del amounts[key]
    return msgspec.structs.replace(answer, amounts=amounts)


def compared(made, answer, key):
    """How the one row compares that was changed; the other lines stay right."""
    found = compare(made, answer)
    lines = {row.key for row in made.rows if row.kind is RowKind.LINE}
    assert all(one.is_right for one in found.rows if one.key in lines and one.key != key)
    assert not found.is_right
    one = found.of(key)
    assert one in found.wrong
    assert one.sentence
    assert "{" not in one.sentence
    return one


def test_the_right_answer_is_right_in_everything():
    for made, answer in answers(8):
        found = compare(made, answer)
        assert found.is_right, (made.code, found.wrong)
        assert found.missed == ()
        assert hint(made, answer) is None


def test_every_line_changed_is_found_with_its_rule():
    for made, answer in answers(3):
        for row in made.rows:
            if row.kind is not RowKind.LINE or row.share:
                continue
            more = compared(made, changed(answer, row.key, points=row.points + 2), row.key)
            assert more.verdict is Verdict.WRONG
            assert (str(row.points) in more.sentence) or not row.points
            assert more.laws == row.laws
            assert more.source == row.source
            twice = compared(made, changed(answer, row.key, doubles=row.doubles + 1), row.key)
            assert twice.verdict is Verdict.WRONG
            if row.points:
                assert more.missed
                assert set(more.missed) <= set(row.rules)
            if row.points or row.doubles:
                blank = compared(made, changed(answer, row.key, points=None, doubles=None), row.key)
                assert blank.verdict is Verdict.MISSING
                assert set(blank.missed) == set(row.rules)


def test_a_line_left_out_is_missing_and_one_too_many_is_extra():
    for made, answer in answers(3):
        for row in made.rows:
            if row.kind is RowKind.LINE and not row.given:
                assert compared(made, without(answer, row.key), row.key).verdict is Verdict.MISSING
        known = {row.key for row in made.rows}
        for offer in made.offers:
            if offer.key in known:
                continue
            too_many = msgspec.structs.replace(answer, lines=(*answer.lines, LineAnswer(offer.key, 10, 0)))
            one = compared(made, too_many, offer.key)
            assert one.verdict is Verdict.EXTRA
            assert one.laws == offer.laws
            assert one.missed == offer.rules


def test_every_figure_changed_is_found():
    for made, answer in answers(3):
        for row in made.rows:
            if row.kind is not RowKind.AMOUNT or not (not made.trouble or not row.if_yes):
                continue
            found = compared(made, with_amount(answer, row.key, row.amount + 1), row.key)
            assert found.verdict in (Verdict.SLIP, Verdict.WRONG)
            if row.key in ("points", "doubles", "score") and answer.lines:
                assert (found.verdict, found.missed) == (Verdict.SLIP, ())
            assert compared(made, with_amount(answer, row.key, None), row.key).verdict is Verdict.MISSING


def test_a_wrong_sum_below_a_wrong_line_is_no_second_mistake():
    for made, answer in answers(2):
        line = next((row for row in made.rows if row.kind is RowKind.LINE and row.points), None)
        if line is None or not made.has_doubles or line.share:
            continue
        wrong = changed(answer, line.key, points=line.points + 2)
        found = compare(made, with_amount(wrong, "points", made.sheet.points + 2))
        assert found.of("points").verdict is Verdict.FOLLOWS
        assert found.of(line.key).verdict is Verdict.WRONG
        assert compare(made, wrong).of("points").verdict is Verdict.RIGHT  # the right total below a wrong line


def test_a_share_of_the_limit_needs_no_figures():
    level = levels(Ruleset("traditional")).index(Topic.WHOLE) + 1
    made = (exercise(Ruleset("traditional"), level, number) for number in range(1, 200))
    made = next(one for one in made if any(row.share == 1 for row in one.rows))
    key = next(row.key for row in made.rows if row.share == 1)
    answer = right_answer(made)
    assert compare(made, changed(answer, key, points=None, doubles=None)).is_right
    assert compared(made, without(answer, key), key).verdict is Verdict.MISSING


@pytest.mark.parametrize("ruleset", AMERICAN)
def test_a_wrong_line_of_the_card_is_explained(ruleset):
    card = built_in(ruleset.card).card
    for number in range(1, 8):
        made = exercise(ruleset, 1, number)
        answer = right_answer(made)
        for line in card.lines[::5]:
            if line.number == made.sheet.line.number:
                continue
            other = msgspec.structs.replace(answer, choices={"line": str(line.number)})
            one = compared(made, other, "line")
            assert made.sheet.line.pattern in one.sentence
            assert f"line {made.sheet.line.number}" in one.sentence
            follows = with_amount(other, "value", line.value)
            if line.value != made.sheet.line.value:
                assert compare(made, follows).of("value").verdict is Verdict.FOLLOWS
        assert compared(made, msgspec.structs.replace(answer, choices={}), "line").verdict is Verdict.MISSING


def test_payments_follow_from_a_wrong_value():
    made = exercise(Ruleset("nmjl"), 2, 3)
    answer = right_answer(made)
    factors = {row.key: row.amount // made.sheet.line.value for row in made.rows if row.key.startswith("pays:")}
    wrong = with_amount(answer, "value", 100)
    for key, factor in factors.items():
        wrong = with_amount(wrong, key, 100 * factor)
    found = compare(made, wrong)
    assert {found.of(key).verdict for key in factors} == {Verdict.FOLLOWS}
    assert found.of("value").verdict is Verdict.WRONG


def test_a_wrong_verdict_is_explained_and_nothing_else_is_asked():
    for ruleset in RULESETS.values():
        if Topic.VERDICT not in levels(ruleset):
            continue
        level = levels(ruleset).index(Topic.VERDICT) + 1
        for number in range(1, 13):
            made = exercise(ruleset, level, number)
            other = NO if not made.trouble else YES
            found = compare(made, Answer(choices={"win": other}))
            assert [one.key for one in found.rows] == ["win"]
            assert found.wrong[0].sentence
            assert found.missed == ("verdict",)
            assert compare(made, Answer()).wrong[0].verdict is Verdict.MISSING


def test_kemps_factor_step_by_step():
    made = exercise(Ruleset("kemp-chinese"), 4, 2)
    answer = right_answer(made)
    wrong = with_amount(answer, "drawable", answer.amounts["drawable"] + 1)
    assert compare(made, wrong).of("left").verdict is Verdict.RIGHT
    follows = with_amount(wrong, "left", answer.amounts["left"] + 1)
    found = compare(made, follows)
    assert found.of("drawable").verdict is Verdict.WRONG
    assert found.of("left").verdict is Verdict.FOLLOWS
    assert found.missed == ("factor",)


def test_nothing_filled_in_and_nonsense_are_compared_too():
    for made, _ in answers(2):
        assert not compare(made, Answer()).is_right
        nonsense = Answer(
            (LineAnswer("set:99", 10**6, 99), LineAnswer("rule:nothing")),
            {row.key: 10**12 for row in made.rows if row.kind is RowKind.AMOUNT},
            {"line": "999", "win": "perhaps"},
        )
        found = compare(made, nonsense)
        assert all("{" not in one.sentence for one in found.rows)
        zeros = msgspec.structs.replace(nonsense, amounts=dict.fromkeys(nonsense.amounts, 0))
        assert not compare(made, zeros).is_right


def test_hints_lead_to_the_right_answer():
    """Whoever does what each hint is about comes to the end, and no hint gives a figure away."""
    for made, answer in answers(1):
        lines = {one.key: one for one in answer.lines}
        mine = Answer()
        for _ in range(len(made.rows) + 1):
            found = hint(made, mine)
            if found is None:
                break
            assert found.sentence.endswith(".")
            if found.key in lines:
                mine = msgspec.structs.replace(mine, lines=(*mine.lines, lines[found.key]))
            elif found.key in answer.amounts:
                mine = with_amount(mine, found.key, answer.amounts[found.key])
            else:
                mine = msgspec.structs.replace(mine, choices={**mine.choices, found.key: answer.choices[found.key]})
        assert compare(made, mine).is_right
