"""The catalogue: every form has a module, takes what it says, and refuses the rest in one sentence."""

from functools import cache

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.printing.catalogue import FORMS, SourceType, find_form, kind_of, kind_problem, lay_out, why_not
from mjcompanion.printing.document import make
from mjcompanion.printing.page import PrintStyle
from mjcompanion.printing.values import FinishedGame, GameList
from mjcompanion.rulesets import Ruleset
from tests.kinds import ALL
from tests.printing.filled import american, chinese, sources

PLAIN = PrintStyle()


@cache
def one_of(kind):
    """Something of this kind that a form is filled in from."""
    form = next(form for form in FORMS if kind in form.kinds)
    return next(one for one in sources(form) if one is not None and kind_of(one) is kind)


def test_the_forms_are_all_there():
    promised = "kemp-chinese kemp-american running-card four-players doubling-table rules-sheet session"
    assert {form.id for form in FORMS} >= set(promised.split())
    assert len({form.title for form in FORMS}) == len(FORMS)
    for form in FORMS:
        assert form.about.endswith(".")
        assert form.blank or form.kinds, "a form is printed somehow"
        assert form.blank or not form.fillable, "only blank forms have fields"
        assert bool(form.rules) == bool({*form.kinds} & {SourceType.HAND, SourceType.GAMES})


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
@pytest.mark.parametrize("kind", SourceType, ids=str)
def test_a_form_takes_its_kinds_only(form, kind):
    source = one_of(kind)
    problem = kind_problem(form, kind)
    assert (problem is None) == (kind in form.kinds)
    if problem is not None:
        assert why_not(form, source) == problem
        with pytest.raises(RuleError) as caught:
            lay_out(form.id, source, PLAIN)
        assert caught.value.problems == (problem,)


@pytest.mark.parametrize("form", [form for form in FORMS if SourceType.HAND in form.kinds], ids=lambda form: form.id)
@pytest.mark.parametrize("rules", ALL)
def test_a_form_takes_hands_of_its_rules_only(form, rules):
    source = american(rules=rules) if rules.with_card else chinese(rules=rules, win={"tile": "9s", "by": "draw"})
    if rules in form.rules:
        assert why_not(form, source) is None
        assert make(lay_out(form.id, source, PLAIN), PLAIN).pages
    else:
        with pytest.raises(RuleError, match=f"^The hand is by {rules}; “{form.title}” takes {form.rules[0]}"):
            lay_out(form.id, source, PLAIN)


@pytest.mark.parametrize("rules", ALL)
def test_the_running_card_takes_kemp_s_games_only(rules):
    source = GameList((FinishedGame(Ruleset("kemp-chinese")), FinishedGame(rules)))
    problem = why_not(find_form("running-card"), source)
    assert (problem is None) == (rules.single_player)
    if problem is not None:
        assert problem.sentence() == (
            f"The game is by {rules}; “Running score card” takes kemp-chinese or kemp-american."
        )


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_fields_are_only_in_forms_that_are_blank_and_have_some(form):
    style = PrintStyle(fillable=True)
    if not form.fillable:
        problem = why_not(form, None, style)
        assert problem.code == ("form-no-fields" if form.blank else "form-not-blank")
        assert problem.sentence().startswith(f"“{form.title}” ")
    elif form.kinds:
        filled_in = next(one for one in sources(form) if one is not None)
        assert why_not(form, filled_in, style).sentence() == (
            "Only a blank form has fields to fill in. This one is filled in already."
        )
