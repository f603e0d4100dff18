"""Forms in another language: every word on them is looked up, and Chinese is set as it should be."""

import re
from io import BytesIO

import pypdf
import pypdfium2
import pytest

from mjcompanion.american.card_library import built_in
from mjcompanion.i18n import translation
from mjcompanion.printing.catalogue import FORMS, lay_out, why_not
from mjcompanion.printing.document import make
from mjcompanion.printing.fonts import Lettering
from mjcompanion.printing.forms import rules_parts
from mjcompanion.printing.layout import Field
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.rulesets import RULESETS, Ruleset
from tests.plain import plain
from tests.printing.filled import chinese, sources

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
        "Gra…",
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
PARTS = re.compile(r"\b(?:[AB1-9][1-9]?[a-h]?|[1-9][a-h])(?:–[a-h])?\b")
"""Parts of sources and lines of a card, as formulas name them."""


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
    draw, field, real = Lettering.draw, Field.draw, translation.pseudo

    def drawing(self, canvas, x, y, text, size, **more):
        said.append(text)
        draw(self, canvas, x, y, text, size, **more)

    def asking(self):
        said.append(self.about)
        field(self)

    def once(text):
        assert "⟦" not in text, f"looked up twice: {text}"
        return real(text)

    monkeypatch.setattr(Lettering, "draw", drawing)
    monkeypatch.setattr(Field, "draw", asking)
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


HAN = "麻将计分表由东南西北四家所用每副牌的番数和点数都写在这里胡者得三家所付刻子顺子杠对"


def test_forms_in_chinese_are_small_and_whole(in_chinese):
    for form in FORMS:
        for source in sources(form)[:2]:
            style = PrintStyle(Paper.LETTER, large=source is None)
            made = make(lay_out(form.id, source, style), style)
            assert made.missing == ()
            assert len(made.pdf) < 200_000 + 15_000 * made.pages
            with pypdfium2.PdfDocument(made.pdf) as document:
                text = document[0].get_textpage().get_text_range()
            assert sum("一" <= letter <= "鿿" for letter in text) > 10
        fonts = pypdf.PdfReader(BytesIO(made.pdf)).pages[0]["/Resources"]["/Font"].values()
        assert any("CompanionChinese" in str(font.get_object()["/BaseFont"]) for font in fonts)
