"""The catalogue: every form has a module, takes what it says, and refuses the rest in one sentence."""

import pytest

from mjcompanion.american.request import Cards, score_request
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.printing.catalogue import FORMS, SourceType, find_form, kind_of, kind_problem, lay_out, why_not
from mjcompanion.printing.document import make
from mjcompanion.printing.page import PrintStyle
from mjcompanion.printing.values import FinishedGame, GameList, OneHand, SessionsSource
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.events import SessionSetup, Started
from mjcompanion.table.rules import TableRules
from mjcompanion.table.session import SessionSource
from tests.kinds import ALL

HAND = "123m 444p 99s (777z) [1111s] 1f"
PLAIN = PrintStyle()


def chinese(rules="kemp-chinese"):
    hand = Ruleset(rules).example.hand if Ruleset(rules).preset.minimum else HAND
    return OneHand(score(Hand.parse(hand), ScoringContext(Ruleset(rules))), "Zoë", "21 May")


def american(rules="kemp-american"):
    asked = {"rules": rules, "hand": "FFF 2m5z2m6m 222p 66JJp", "card": "companion"}
    return OneHand(score_request(asked, Cards()), "Zoë", "21 May", "Companion 2026")


def sources():
    """One of each kind."""
    setup = SessionSetup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"), starting=1000)
    started = Started(at="2026-11-21T18:00:00Z", setup=setup)
    session = SessionSource("1f", ("Ann", "Bob", "Chuck", "Dora"), (started,), ("2026-11-21 19:00",))
    return {
        SourceType.SESSION: session,
        SourceType.SESSIONS: SessionsSource((session,)),
        SourceType.HAND: chinese(),
        SourceType.GAMES: GameList((FinishedGame(Ruleset("kemp-chinese")),)),
        SourceType.CARD: Cards().find("companion")[0],
        SourceType.RULES: Ruleset("classical"),
        SourceType.CLUB: ClubRules.of("Ours", Ruleset("traditional"), {"limit": 500}),
    }


def test_the_forms_are_all_there():
    assert {form.id for form in FORMS} >= {
        *("kemp-chinese", "kemp-american", "running-card", "four-players", "doubling-table", "rules-sheet"),
        *("house-rules", "score-sheet", "american-card", "session"),
    }
    assert len({form.title for form in FORMS}) == len(FORMS)
    for form in FORMS:
        assert form.about.endswith(".")
        assert form.blank or form.kinds, "a form is printed somehow"
        assert form.blank or not form.fillable, "only blank forms have fields"
        assert bool(form.rules) == bool({*form.kinds} & {SourceType.HAND, SourceType.GAMES})


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
@pytest.mark.parametrize("kind", sources(), ids=str)
def test_a_form_takes_its_kinds_only(form, kind):
    source = sources()[kind]
    assert kind_of(source) is kind
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
    source = american(rules) if rules.with_card else chinese(rules)
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


def test_what_is_no_source_is_a_slip():
    with pytest.raises(TypeError, match="no form is filled in from str"):
        lay_out("kemp-chinese", "a hand", PLAIN)


def test_a_form_filled_in_has_no_fields():
    style = PrintStyle(fillable=True)
    with pytest.raises(RuleError, match=r"^Only a blank form has fields to fill in. This one is filled in already.$"):
        lay_out("kemp-chinese", chinese(), style)


@pytest.mark.parametrize("form", [form for form in FORMS if not form.fillable], ids=lambda form: form.id)
def test_a_form_without_fields_says_so(form):
    problem = why_not(form, None, PrintStyle(fillable=True))
    assert problem.code == ("form-no-fields" if form.blank else "form-not-blank")
    assert problem.sentence().startswith(f"“{form.title}” ")
