"""RULES 9: the house options, their values and defaults."""

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.options import OPTIONS, OptionKind, Options
from mjcompanion.rulesets import RULESETS, Ruleset, changed_options, find_ruleset, options_for, stored_house
from tests.kinds import ALL


def test_the_keys():
    assert {spec.key for spec in OPTIONS} == set(Options.__struct_fields__) - {"rows", "hands"}


GOOD = {
    OptionKind.LIMIT: [None, 2, 300, 302, 500, 10**9],
    OptionKind.EVEN: [0, 2, 10, 20, 100],
    OptionKind.BOOL: [True, False],
    OptionKind.NUMBER: [0, 1, 25, 10**9],
    OptionKind.SCALE: [(), (3,), (0, 2, 4, 4), tuple(range(64))],
}
BAD = {
    OptionKind.LIMIT: [0, 1, 301, -2, -300, True, False, 300.0, 2.5, "300", [], 10**9 + 2, 10**400],
    OptionKind.EVEN: [-2, 1, 102, None, True, 10.0, "10", 10**400],
    OptionKind.CHOICE: ["", "Points", None, 0, True, ["points"]],
    OptionKind.BOOL: [0, None, "true", 1.0],
    OptionKind.NUMBER: [-1, None, True, False, "25", [], 10**400, float("nan"), float("inf")],
    OptionKind.SCALE: [0, True, "0, 2", {}, [4, 2], [-1], [0, 1.5], [True], [10**400], list(range(65))],
}
"""Values by the kind of an option; a choice takes those it names."""


ALWAYS = {("british", "limit"), ("dmjl", "limit"), ("hong-kong", "scale")}
"""Options that some rules can’t be without."""


def values(table):
    """Each option with each of its values in a table."""
    return [(spec.key, value) for spec in OPTIONS for value in table.get(spec.kind, spec.choices)]


@pytest.mark.parametrize("rules", ALL)
def test_a_good_value_is_taken_and_changes_nothing_else(rules):
    preset = options_for(rules)
    for key, value in values(GOOD):
        if (rules, key) in ALWAYS and not value:
            continue  # these rules can’t be without it
        chosen = options_for(rules, {key: value})
        assert getattr(chosen, key) == value
        assert type(getattr(chosen, key)) is type(value)
        assert {name for name in Options.__struct_fields__ if getattr(chosen, name) != getattr(preset, name)} <= {key}
        assert changed_options(rules, chosen) == ({} if value == getattr(preset, key) else {key: value})
        assert options_for(rules, changed_options(rules, chosen)) == chosen


@pytest.mark.parametrize("rules", ["traditional", "simple", "nmjl"])
def test_a_bad_value_is_named_even_where_the_ruleset_has_no_use_for_it(rules):
    for key, value in values(BAD):
        with pytest.raises(RuleError) as caught:
            options_for(Ruleset(rules), {key: value})
        (found,) = caught.value.problems
        assert (found.code, found.text) == ("bad-option", key)
        assert found.sentence().startswith(f"The option {key} must be ")


@pytest.mark.parametrize("key", ["limits", "Limit", "", "x" * 500])
def test_an_unknown_key_is_named(key):
    with pytest.raises(RuleError) as caught:
        options_for(Ruleset("traditional"), {key: 1})
    (found,) = caught.value.problems
    assert found.code == "unknown-option"
    assert f"“{key[:30]}" in found.sentence()
    assert all(spec.key in found.sentence() for spec in OPTIONS)
    assert len(found.sentence()) < 400


def test_everything_wrong_is_found_at_once():
    with pytest.raises(RuleError) as caught:
        options_for(Ruleset("traditional"), {"limit": 301, "basal": 20, "flower": True, "chips": 1})
    assert [(one.code, one.text) for one in caught.value.problems] == [
        ("bad-option", "limit"),
        ("unknown-option", "flower"),
        ("bad-option", "chips"),
    ]


@pytest.mark.parametrize("text", ["", "Traditional", None, ["simple"], "\x00", "x" * 1000])
def test_an_unknown_ruleset_is_told_which_there_are(text):
    with pytest.raises(RuleError) as caught:
        find_ruleset(text)
    assert caught.value.problems[0].code == "unknown-rules"
    assert all(rules in str(caught.value) for rules in RULESETS.values())
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "rows",
    [
        *(3, "no-runs", None, [3], {"no-runs": 3}, {"no-runs": {"points": "3"}}, {"no-runs": {"of": 1}}),
        {"no-runs": {"id": "no-points", "off": True}},
    ],
)
def test_rows_that_are_none_are_said_to_be_so(rows):
    with pytest.raises(RuleError) as caught:
        options_for(Ruleset("traditional"), {"rows": rows})
    assert [problem.code for problem in caught.value.problems] == ["bad-rows"]


def test_a_row_twice_is_refused():
    with pytest.raises(RuleError) as caught:
        options_for(Ruleset("traditional"), {"rows": [{"id": "no-runs", "off": True}, {"id": "no-runs"}]})
    assert [(problem.code, problem.text) for problem in caught.value.problems] == [("row-twice", "no-runs")]


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ("british", {"limit": None}),
        ("dmjl", {"limit": None}),
        ("hong-kong", {"scale": ()}),
        ("hong-kong", {"scale": None}),
        ("traditional", {"scale": (0, 0)}),
        ("hong-kong", {"rows": {"no-runs": {"points": 5}}}),
        ("hong-kong", {"rows": {"drawn": {}}}),
        ("classical", {"scale": (1, 2), "rows": {"no-runs": {"points": 5}}}),
    ],
)
def test_what_can_not_be_together_is_refused_but_an_old_session_keeps_it(rules, changes):
    with pytest.raises(RuleError):
        options_for(Ruleset(rules), changes)
    assert stored_house(Ruleset(rules), changes) != options_for(Ruleset(rules))


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ("british", {"limit": None, "scale": (10, 20, 40)}),
        ("traditional", {"limit": None}),
        ("traditional", {"scale": None}),
        ("hong-kong", {"scale": (), "rows": {"no-runs": {"points": 5}}}),
        ("hong-kong", {"rows": {"drawn": {"doubles": 1}, "no-runs": {"off": True}}}),
        ("hong-kong", {"limit": None}),
    ],
)
def test_what_can_be_together_is_taken(rules, changes):
    options_for(Ruleset(rules), changes)


def test_a_limit_is_never_more_than_the_end_of_the_table_and_the_table_ends_at_the_limit():
    short = options_for(Ruleset("hong-kong"), {"scale": (1, 2, 4)})
    assert Ruleset("hong-kong").limit_with(short) == 4
    plain = options_for(Ruleset("hong-kong"))
    assert Ruleset("hong-kong").worths_with(plain) == (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128)
