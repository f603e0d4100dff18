"""In the pseudo-language no plain English is left in what tiles, hands, scores, cards and settings say."""

import re
from itertools import product

import pytest

from mjcompanion.american import text_renderer as american_renderer
from mjcompanion.american.card import read_card
from mjcompanion.american.card_library import CardLibrary, find_card
from mjcompanion.american.request import Cards, read_match_request, read_score_request
from mjcompanion.american.request import score_request as score_american
from mjcompanion.core.errors import SENTENCES, Problem, RuleError
from mjcompanion.core.hand import ALL_MELDS, By, HowWon, Meld
from mjcompanion.core.options import OPTIONS
from mjcompanion.core.tiles import ALL_TILES, WORDS, Terms, Tile, Wind
from mjcompanion.i18n import translation
from mjcompanion.parsing.pattern import read_pattern
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.scoring.context import ScoringContext, describe_context
from mjcompanion.scoring.request import score_request
from mjcompanion.scoring.sheet import describe_meld
from mjcompanion.solitaire.hand_advice import advise_request
from mjcompanion.storage import settings as store
from mjcompanion.storage.document_library import ChangedElsewhere
from mjcompanion.storage.paths import Folders
from tests.kinds import AMERICAN, CHINESE
from tests.plain import plain as words_left
from tests.scoring.asking import wrong
from tests.scoring.test_bad_input import CASES
from tools.handbook.examples import examples

TERMS = [Terms(**{family: choice}) for family, choices in WORDS.items() for choice in choices]
KEYS = (
    *RULESETS,
    *By,
    *WORDS,
    *(spec.key for spec in OPTIONS),
    *(choice for spec in OPTIONS for choice in spec.choices),
    *(choice for one in store.declarations() for choice in one.choices),
    *store.Settings.__struct_fields__,
    *("rules", "hand", "seat", "round", "winner", "win", "discards", "options", "card", "seen", "top", "by", "tile"),
    *("last_tile", "called", "second_kong", "ninth_win", "true", "false", "null", "zz", "NOISE", "ESWN"),
    *("name", "year", "note", "line", "jokers_anywhere", "section", "pattern", "shift", "value", "concealed"),
    *("singles_and_pairs", "companion", "club-fifteen", "Companion 2026", "FFF 2026a 222b 6666b"),
)
"""What programs read, and names: they stay as they are."""


def plain(text):
    """The words of a text that the pseudo-language hasn't touched; letters alone are none."""
    return [word for word in words_left(text, KEYS) if len(re.sub(r"\d", "", word)) > 1]


def sentences(call, *given, **named):
    """What is wrong with this, in sentences."""
    with pytest.raises(RuleError) as caught:
        call(*given, **named)
    return [problem.sentence() for problem in caught.value.problems]


@pytest.mark.usefixtures("pseudo")
class TestTiles:
    def test_names(self):
        said = [call(terms) for terms in TERMS for tile in ALL_TILES for call in (tile.name, tile.plural)]
        assert [one for one in said if plain(one)] == []
        assert all(one.startswith("⟦") for one in said)

    def test_winds_and_sets(self):
        said = [*(wind.word for wind in Wind), *(describe_meld(one) for one in (*ALL_MELDS, Meld.parse("(135p)")))]
        assert [one for one in said if plain(one)] == []


def lines(rules):
    """A line of each row of the rules, and those of a hand with sets and flowers of every kind."""
    yield from score_request({"rules": str(rules), "hand": "[1111z] (777z) 222m 444p 99s 1f2f3f4f"}).lines
    for one in examples(rules):
        yield from one.sheet.lines


def texts(line):
    """All that a line says in the language of now."""
    return " ".join([line.what, *line.laws, line.answer()["what"]])


@pytest.mark.parametrize("rules", CHINESE)
class TestSheets:
    @pytest.mark.usefixtures("pseudo")
    def test_every_line(self, rules):
        found = list(lines(rules))
        assert {rule for line in found for rule in line.rules} == {row.id for row in rules.rows}
        said = [texts(line) for line in found]
        assert [one for one in said if plain(one)] == []
        assert all(line.laws and law.startswith("⟦") for line in found for law in line.laws)
        with translation.in_english():
            assert not any("⟦" in f"{texts(line)}{line.describe()}" for line in found)
        assert [texts(line) for line in found] == said
        translation.use("en")
        assert not any("⟦" in texts(line) for line in found)

    @pytest.mark.usefixtures("pseudo")
    @pytest.mark.parametrize("by", [None, *By])
    def test_situations(self, rules, by):
        tile = Tile.parse("7z")
        for last, winner in product((True, False), repeat=2):
            win = None if by is None else HowWon(None if by is By.DEAL else tile, by, last)
            said = describe_context(ScoringContext(rules, win=win, winner=winner))
            assert plain(said) == []


# --- problems


@pytest.mark.usefixtures("pseudo")
class TestProblems:
    @pytest.mark.parametrize("code", SENTENCES)
    def test_sentences(self, code):
        for count, limit in ((1, 14), (3, 1), (2000, 5000)):
            problem = Problem(code, Tile.parse("3s"), count, limit, 2, "77", "77")
            said = problem.sentence()
            if SENTENCES[code] == "{text}":
                assert said == "77"
            else:
                assert plain(said) == []
                assert said.startswith("⟦")

    def test_fields(self):
        for count in range(-5, 20):
            fields = Problem("no-hand", Tile.parse("3s"), count, 7, 2, "E", "77").fields()
            assert {field: text for field, text in fields.items() if plain(str(text))} == {}

    @pytest.mark.parametrize(("hand", "win", "more"), [row[:3] for row in CASES])
    def test_hands(self, hand, win, more):
        assert plain("".join(problem.sentence() for problem in wrong(hand, win=win, **more).problems)) == []

    @pytest.mark.parametrize(
        ("call", "asked"),
        [
            *((call, None) for call in (score_request, advise_request, read_score_request, read_match_request)),
            (score_request, {"rules": "simple", "hand": "", "zz": 1, "seat": "X"}),
            (score_request, {"rules": "simple", "hand": "", "win": {"by": "zz"}}),
        ],
    )
    def test_requests(self, call, asked):
        assert plain(re.sub(r"\b[ESWN]\b", "", "".join(sentences(call, asked)))) == []


# --- options and settings


@pytest.mark.usefixtures("pseudo")
class TestSettings:
    def test_options(self):
        assert not any(
            plain(text)
            for spec in OPTIONS
            for text in (translation._(spec.label), translation._(spec.help), spec.values)
        )

    def test_declarations(self):
        for one in store.declarations():
            assert plain(" ".join(map(translation._, (one.group, one.title, one.help)))) == []
            if one.shown and one.name != "language":
                said = [one.choice_words(choice) for choice in one.choices]
                assert all(text.startswith("⟦") for text in said)
                assert not any(re.search("[aceinosuyz]", text) for text in said)

    @pytest.mark.parametrize("name", [one.name for one in store.declarations()])
    def test_what_does_not_fit(self, name):
        with pytest.raises(ValueError, match="⟦") as caught:
            store.Settings().changed(**{name: [7]})
        assert plain(str(caught.value)) == []

    def test_files(self, tmp_path):
        with pytest.raises(ValueError, match="⟦") as caught:
            store.declared("zz")
        said = [str(caught.value), *store.read(b"[").problems, *store.read(b"[]").problems]
        folders = Folders.at(tmp_path)
        folders.settings_file.mkdir()
        said += store.load(folders).problems
        assert plain("".join(said)) == []
        assert len(said) == 4
        assert plain(str(ChangedElsewhere("77"))) == []


# --- American hands and cards
FAULTY = """
name = 3
year = "x"
zz = 1
nam = 2
jokers_anywhere = 1
note = "{long}"
[[line]]
patern = "FF"
[[line]]
pattern = 3
value = "x"
shift = 99
concealed = 1
[[line]]
pattern = "FF 2222a 4444b 66cd"
value = 25
shift = 1
singles_and_pairs = true
[[line]]
pattern = "FF 2222a 4444b 6666c"
value = 25
singles_and_pairs = true
[[line]]
pattern = "FF 2222a 4444b 6666c"
value = 25
shift = 1
[[line]]
pattern = "NNNN EEEE WWWW RR"
value = 25
shift = 1
[[line]]
pattern = "FFFF 2222a 4444b 666c"
value = 25
""".format(long="7" * 400)
PATTERNS = (
    "", "FF 2222a", "FFFFF 2222a 44444b 6666c", "2a22", "22=2a", "X", "? 2a", "22", "FFa", "2a /", "11a/222b FFFF",
    "FF=== 22a", "FFFFFFFFFFFFFF!", "11111a 11111a 1111a", "111!a", "1a 1a 1a 1a 1a NNNN RRRRR",
)  # fmt: skip


@pytest.mark.usefixtures("pseudo")
class TestCards:
    def test_faults(self):
        card = read_card(FAULTY)
        assert len(card.faults) > 10
        assert len(card.warnings) > 1
        for fault in (*card.faults, *card.warnings):
            assert plain(re.sub(r"\bpatern\b|\bnam\b|“[^“”⟦⟧]*”", "", fault.sentence())) == []

    @pytest.mark.parametrize(
        "text", ["x", "[a", "a = ", "a = 1\na = 2", "a = 2026-13-40", 'a = "\\xq"', "a = " + "7" * 5000]
    )
    def test_toml_that_cannot_be_read(self, text):
        said = [fault.sentence() for fault in read_card(text).faults]
        assert said
        assert plain(re.sub(r"'\\\w+'", "", "".join(said))) == []

    @pytest.mark.parametrize(
        "text", ["", "[]", "{", '{"a":1} x', "[01]", "[" * 20, '{"line": 3}', '{"lines": [3, {}]}']
    )
    def test_json_that_cannot_be_read(self, text):
        said = [fault.sentence() for fault in read_card(text, kind="json").faults]
        assert said
        assert plain("".join(said)) == []

    @pytest.mark.parametrize("pattern", PATTERNS)
    def test_patterns(self, pattern):
        for said in sentences(read_pattern, pattern):
            assert plain(re.sub(r"“[^“”⟦⟧]*”|: [a-c](?=·)|\([^⟦⟧]*\)", "", said)) == []

    def test_shelf(self, tmp_path, monkeypatch):
        shelf = CardLibrary(tmp_path)
        (tmp_path / "77.toml").write_text(FAULTY)
        odd = shelf.own()[0].card.faults[0].sentence()
        translation.use("en")
        assert (odd.startswith("⟦"), "⟦" in shelf.own()[0].card.faults[0].sentence()) == (True, False)
        translation.use("pseudo")
        (tmp_path / "88.toml").mkdir()
        (tmp_path / "99.toml").write_text('name = "7"')
        monkeypatch.chdir(tmp_path)  # a long path is shortened, anywhere
        for name in ("zz", "66.toml", "88.toml", "99.toml"):
            assert plain(sentences(find_card, name)[0].replace("toml", "")) == []


@pytest.mark.usefixtures("pseudo")
class TestAmerican:
    def test_situations(self):
        for rules in AMERICAN:
            for by, last, tile in product(rules.win_types, (True, False), (None, Tile.parse("F"), Tile.parse("7z"))):
                said = describe_context(ScoringContext(rules, win=HowWon(tile, by, last)))
                assert plain(said) == []
            assert plain(describe_context(ScoringContext(rules))) == []

    @pytest.mark.parametrize("rules", AMERICAN)
    @pytest.mark.parametrize("hand", ["1f2f3f 2m5z2m6m 222p 6666p", "FFF 2m5z2m6m 222p 66JJp"])
    def test_score_sheets(self, rules, hand):
        asked = {"rules": str(rules), "hand": hand, "card": "companion", "win": {"by": "draw", "tile": "2p"}}
        asked |= {"discards": 40} if rules is Ruleset("kemp-american") else {}
        sheet = score_american(asked, Cards())
        text = american_renderer.as_text(sheet, "Companion 2026")
        assert plain(text) == []
        assert text.count("⟦") > 5
        assert all(plain(translation._(why)) == [] for _, why in sheet.factors)
