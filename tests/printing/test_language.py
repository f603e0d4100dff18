"""Forms in another language: every word on them is looked up, and Chinese is set as it should be."""

import re
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdf
import pypdfium2
import pytest

from mjcompanion.american.card import read_card
from mjcompanion.american.card_library import built_in
from mjcompanion.american.request import Cards
from mjcompanion.american.request import score_request as score_american
from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.core.options import OPTIONS, Options
from mjcompanion.i18n import translation
from mjcompanion.ledger.values import SeatFigures, TableFigures
from mjcompanion.printing.catalogue import FORMS, SourceType, lay_out, why_not
from mjcompanion.printing.document import make
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.forms import rules_parts
from mjcompanion.printing.forms.american_card import legend
from mjcompanion.printing.forms.house_rules import sentence
from mjcompanion.printing.page import Paper, PdfPage, PrintStyle
from mjcompanion.printing.values import FinishedGame, GameList, OneHand, SessionsSource
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.request import score_request
from mjcompanion.table.club_rules import ClubRules
from tests.kinds import ALL
from tests.plain import NAMES, plain
from tests.printing.evenings import a_full_evening, american_evening, begin, source_of
from tests.printing.test_tournament import contest

FOUR = NAMES[:4]
KNOWN = (
    *RULESETS,
    *("Tuesday club, at Dora’s", "Tuesday club", "Our rules", "The wall fell over.", "a wrong call", "a tile too many"),
    *(
        "Cup",
        "came late",
        "Grandmother Eve",
        "Grandmother",
        "Eve",
        "Grand…",
        "companion",
        "Companion 2026",
        "Club Fifteen",
        "http",
        "UTC",
        "S&P",
        "our club",
    ),
)
"""Names, notes and keys that stand on forms as they are."""
CARDS = Cards()
PARTS = re.compile(r"\b(?:[AB1-9][1-9]?[a-h]?|[1-9][a-h])(?:–[a-h])?\b")
"""Parts of sources and lines of a card, as formulas name them."""
KEMP_HAND = {"rules": "kemp-chinese", "hand": "123m 444p 99s (777z) [1111s] 1f", "discards": 40}
AMERICAN = {"card": "companion", "hand": "FFF 2m5z2m6m (222p) 66JJp", "win": {"tile": "6p", "by": "discard"}}
CLUB = {
    "limit": None, "basal": 20, "extras_as": "doubles", "own_wind_pair_adds": False, "only_tile_by_shape": False,
    "flower_doubles_add": False, "flowers": False, "losers_settle": False, "east_double": False,
    "east_stays_after_draw": False,
}  # fmt: skip


def club(rules):
    """A club that plays everything otherwise that these rules have an option for."""
    used = {spec.key for spec in rules.options_used()}
    changed = {key: value for key, value in CLUB.items() if key in used}
    preset = options_for(rules)
    changed |= {key: not getattr(preset, key) for key, value in changed.items() if isinstance(value, bool)}
    chips = ChipSet("our club", (ChipKind(100, 5), ChipKind(10, 10)))
    return ClubRules.of("Our rules", rules, changed, chips=chips, note="The wall fell over.")


def chinese(**more):
    return OneHand(score_request({**KEMP_HAND, **more}))


def american(**more):
    return OneHand(score_american({**AMERICAN, **more}, CARDS), card="Companion 2026")


def sources(form):
    """Things of each kind to fill a form in from."""
    found = [None] if form.blank else []
    if SourceType.HAND in form.kinds:
        for rules in form.rules:
            if rules in (Ruleset("nmjl"), Ruleset("american-club"), Ruleset("kemp-american")):
                found += [american(rules=rules), american(rules=rules, hand="FFF 2m5z2m6m 222p 6666p", discards=9)]
                continue
            found.append(chinese(rules=rules, win={"tile": "9s", "by": "draw"}))
            found.append(
                chinese(
                    rules=rules, hand="[1111z] (5555z) (6666z) (7777z) 22z 1f2f3f4f1y2y3y4y", options={"limit": 500}
                )
            )
    if SourceType.GAMES in form.kinds:
        one = FinishedGame(Ruleset("kemp-chinese"), "2026", True, 40, Fraction(1, 3), Fraction(40, 3), True)
        found.append(GameList((one, FinishedGame(Ruleset("kemp-american"), "2026")), "李", "王 " * 800))
    if SourceType.SESSION in form.kinds:
        ours = Options(limit=500, losers_settle=False)
        found += [a_full_evening(FOUR), american_evening(FOUR)]
        found.append(source_of([begin(names=FOUR, options=ours, name="Our rules")], FOUR))
    if SourceType.SESSIONS in form.kinds:
        seats = tuple(SeatFigures("", name, 2, (1, 1, 0, 0), 16, 3, 0, 0, 0, 100, -64) for name in FOUR)
        tables = (TableFigures("british", "王 " * 20, "5da8c187d736", seats),)
        two = (american_evening(FOUR), source_of([begin(names=FOUR)], FOUR))
        found.append(SessionsSource(two, tables, "2026-01-01", "2026-12-31"))
    if SourceType.CARD in form.kinds:
        found.append(read_card(ODD_CARD))
    if SourceType.RULES in form.kinds:
        found.append(Ruleset("simple"))
    if SourceType.CLUB in form.kinds:
        found += [
            club(Ruleset("traditional")),
            club(Ruleset("classical")),
            ClubRules.of("Our rules", Ruleset("simple")),
        ]
    if SourceType.TOURNAMENT in form.kinds:
        with TemporaryDirectory() as folder:
            found.append(contest(Path(folder), FOUR))
    return found


ODD_CARD = """
title = "李"
jokers_anywhere = true

[[line]]
pattern = "FF 222a= 444b! 666c / 888c DDa 00"
value = 25
shift = 2

[[line]]
pattern = "this is none"
value = 25
"""


def left(text):
    """The words of a text that were not looked up; letters alone, as of lines and formulas, are none.

    The word before the last of several is the locale's own, which a pseudo-language hasn't got.
    """
    text = text.replace("⟧ and ⟦", "⟧ ⟦")
    return [word for word in plain(PARTS.sub(" ", text), KNOWN) if len(re.sub(r"\W|\d", "", word)) > 1]


@pytest.fixture
def drawn(monkeypatch, pseudo):
    """Every text that is drawn, or said of a field; and a text that is looked up twice is told."""
    said = []
    draw, field, real = Lettering.draw, PdfPage.field, translation.pseudo

    def drawing(self, canvas, x, y, text, size, **more):
        said.append(text)
        draw(self, canvas, x, y, text, size, **more)

    def asking(self, *given, about, **more):
        said.append(about)
        field(self, *given, about=about, **more)

    def once(text):
        assert "⟦" not in text, f"looked up twice: {text}"
        return real(text)

    monkeypatch.setattr(Lettering, "draw", drawing)
    monkeypatch.setattr(PdfPage, "field", asking)
    monkeypatch.setattr(translation, "pseudo", once)
    return said


@pytest.mark.exhaustive(keep=3)
@pytest.mark.parametrize("form", FORMS, ids=[form.id for form in FORMS])
def test_every_word_is_looked_up(drawn, form):
    seen = 0
    for source in sources(form):
        style = PrintStyle(fillable=form.fillable and source is None)
        printed = lay_out(form.id, source, style)
        make(printed, style)
        told = [*drawn, printed.title]
        assert not {text: left(text) for text in told if left(text)}
        assert sum("⟦" in text for text in told) >= 5
        seen += 1
        drawn.clear()
    assert seen


def test_plain_words_are_found(drawn):
    made = make(lay_out("doubling-table", None, PrintStyle()), PrintStyle())
    assert made.pages == 1
    assert left(" ".join(drawn)) == []
    assert left("Points") == ["Points"]


def test_what_a_form_refuses_is_told_in_words_looked_up(pseudo):
    hand = chinese()
    for form in FORMS:
        for source in (None, hand, Ruleset("simple"), built_in("companion").card):
            problem = why_not(form, source, PrintStyle(fillable=True))
            if problem is not None:
                assert "⟦" in problem.sentence()
                assert {*left(problem.sentence())} <= {one.id for one in FORMS}


def test_every_row_has_a_short_label(pseudo):
    for rules in RULESETS.values():
        for row in rules.rows:
            assert row.title
            assert left(rules_parts.label(row)) == []


@pytest.mark.parametrize("name", ["companion", "club-fifteen"])
def test_the_legend_of_a_card_is_looked_up(pseudo, name):
    told = legend(built_in(name).card)
    assert not {text: left(text) for text in told if left(text)}
    assert any("⟦" in text for text in told)


@pytest.mark.parametrize("rules", ALL)
def test_all_that_rule_sheets_say_is_looked_up(pseudo, rules):
    told = [rules_parts.title(rules), rules_parts.facts(rules)]
    for part in rules_parts.parts(rules):
        told += [part.title, *part.heads]
        told += [text for entry in part.entries for text in (entry.words, *entry.cells)]
    assert not {text: left(text) for text in told if left(text)}
    assert all("⟦" in text for text in told[:3])


def test_going_back_to_english():
    source = chinese()
    before = make(lay_out("score-sheet", source, PrintStyle()), PrintStyle())
    translation.use(translation.PSEUDO)
    try:
        assert make(lay_out("score-sheet", source, PrintStyle()), PrintStyle()) != before
    finally:
        translation.use(translation.ENGLISH, "GB")
    assert make(lay_out("score-sheet", source, PrintStyle()), PrintStyle()) == before


# --- Chinese


@pytest.fixture
def in_chinese(monkeypatch):
    """Every text of the program as Chinese of about the length that a translation has; the fields stay."""

    def chinese_for(text):
        parts = translation._KEEP.split(text)
        return "".join(part if translation._KEEP.fullmatch(part) else _filled(part) for part in parts)

    def _filled(part):
        count = sum(letter.isalpha() for letter in part)
        core = (HAN * (count // (3 * len(HAN)) + 1))[: -(-count // 3)]
        return core + "".join(letter for letter in part if not letter.isalpha() and letter != " ")

    monkeypatch.setattr(translation, "pseudo", chinese_for)
    translation.use(translation.PSEUDO)
    yield
    translation.use(translation.ENGLISH, "GB")


HAN = "麻将计分表由东南西北四家所用每副牌的番数和点数都写在这里胡者得三家所付刻子顺子杠对"


def test_forms_in_chinese_are_small_and_whole(in_chinese):
    for form in FORMS:
        for source in sources(form)[:2]:
            style = PrintStyle(Paper.LETTER, large=source is None)
            made = make(lay_out(form.id, source, style), style)
            assert made.missing == ()
            assert len(made.pdf) < 120_000
            with pypdfium2.PdfDocument(made.pdf) as document:
                text = document[0].get_textpage().get_text_range()
            assert sum("一" <= letter <= "鿿" for letter in text) > 10
        fonts = pypdf.PdfReader(BytesIO(made.pdf)).pages[0]["/Resources"]["/Font"].values()
        assert any("DroidSansFallbackChinese" in str(font.get_object()["/BaseFont"]) for font in fonts)


@pytest.mark.parametrize("spec", OPTIONS, ids=[spec.key for spec in OPTIONS])
def test_every_option_as_a_rule_of_the_house(pseudo, spec):
    values = {"limit": (None, 500), "basal": (20,), "wrong_call_amount": (25,)}
    for value in values.get(spec.key, spec.choices or (True, False)):
        assert left(sentence(spec.key, value)) == []
