"""In the pseudo-language no plain English is left in what tiles, hands, scores, cards and settings say."""

import re
from itertools import product

import pytest

from mjcompanion.american import text_renderer as american_renderer
from mjcompanion.american.card import read_card
from mjcompanion.american.card_library import CardLibrary, built_in, find_card
from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.match import Matcher
from mjcompanion.american.request import Cards, read_match_request, read_score_request
from mjcompanion.american.request import score_request as score_american
from mjcompanion.american.text_renderer import nearest_as_text
from mjcompanion.core.errors import SENTENCES, Problem, RuleError
from mjcompanion.core.hand import ALL_MELDS, FEATS, NO_FEATS, By, HowWon, Meld
from mjcompanion.core.options import OPTIONS
from mjcompanion.core.tiles import ALL_TILES, WORDS, Terms, Tile, Wind
from mjcompanion.i18n import translation
from mjcompanion.parsing.pattern import read_pattern
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext, describe_context
from mjcompanion.scoring.request import score_request
from mjcompanion.scoring.rule_table import table_for
from mjcompanion.scoring.sheet import describe_meld
from mjcompanion.scoring.text_renderer import as_text
from mjcompanion.solitaire.hand_advice import advise_request
from mjcompanion.storage import settings as store
from mjcompanion.storage.document_library import ChangedElsewhere
from mjcompanion.storage.paths import Folders
from tests.kinds import AMERICAN, CHINESE
from tests.scoring.asking import wrong
from tests.scoring.test_bad_input import CASES
from tools.handbook.examples import examples

TERMS = [Terms(**{family: choice}) for family, choices in WORDS.items() for choice in choices]
KEYS = re.compile(
    "|".join(
        rf"(?<![\w-]){re.escape(key)}(?![\w-])"
        for key in sorted(
            {
                *RULESETS,
                *(str(one) for kind in (By, By) for one in kind),
                *(spec.key for spec in OPTIONS),
                *(choice for spec in OPTIONS for choice in spec.choices),
                *(choice for one in store.declarations() for choice in one.choices),
                *WORDS,
                *store.Settings.__struct_fields__,
                *("rules", "hand", "seat", "round", "winner", "win", "discards", "options", "card", "seen", "top"),
                *(
                    "by",
                    "tile",
                    "last_tile",
                    "called",
                    "second_kong",
                    "ninth_win",
                    "true",
                    "false",
                    "null",
                    "zz",
                    "NOISE",
                ),
                *("name", "year", "note", "line", "jokers_anywhere", "section", "pattern", "shift", "value"),
                *("concealed", "singles_and_pairs", "companion", "club-fifteen"),
            },
            key=len,
            reverse=True,
        )
    )
    + r"|Companion 2026|FFF 2026a 222b 6666b|\b(?=[0-9a-z]*[0-9JF])[0-9JFmpszfy]+\b|(?<=-)[mpsz]\b"
)
"""What programs read, and names: they stay as they are."""


def plain(text):
    """The words of a text that the pseudo-language hasn't touched."""
    return [word for word in re.findall(r"\w+", KEYS.sub("", text)) if re.search("[aceinosuyzACEINOSUYZ]", word)]


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
        said = [wind.word for wind in Wind]
        said += [describe_meld(one, terms) for terms in TERMS for one in (*ALL_MELDS, Meld.parse("(135p)"))]
        assert [one for one in said if plain(one)] == []

    def test_families(self):
        found = [terms.word(family) for terms in TERMS for family in WORDS]
        assert not any(plain(text.format(rank=7)) for word in found for text in (word.many, word.tile, word.tiles))


# --- score sheets


def _options(rules):
    """The options of a ruleset, and each of them changed."""
    yield options_for(rules)
    yield options_for(rules, {"flower_doubles_add": True, "no_combinations": "literal"})
    yield options_for(rules, {"extras_as": "doubles", "flower_doubles_add": False, "own_wind_pair_adds": False})
    yield options_for(rules, {"limit": 300})


def _lines(rules):
    """Every line that a score sheet by these rules can have."""
    for options, seat, round_, winner in product(_options(rules), Wind, Wind, (True, False)):
        table = table_for(rules, options, seat, round_, winner)
        yield from (line for code in range(len(ALL_MELDS)) if (line := table.sets[code].line) is not None)
        awards = [
            table.no_points,
            table.no_doubles,
            *(table.places[code, only, alone] for code, only, alone in product(range(2), (True, False), (True, False))),
            *(table.flowers[bits] for bits in (*range(17), 255)),
        ]
        said = (NO_FEATS, frozenset(feat.id for feat in FEATS))
        awards += [
            table.wins[by, last, None, feats].award for by in (None, *By) for last in (True, False) for feats in said
        ]
        awards += [
            table.shapes[chows | dragons << 4 | winds << 8]
            for chows in (0, 1)
            for dragons in (0, 3)
            for winds in (0, 4)
        ]
        together = (4, 4 << 16, 4 << 24, 2 << 4 | 1 << 32, 3 << 8 | 1 << 36)  # chows, kongs, hidden, little ones
        awards += [table.shapes[counts] for counts in together]
        awards += [table.kinds[kinds] for kinds in range(128)]
        awards += [award for _, award in table.hand_kinds]
        for award in awards:
            yield from award.lines
    for one in examples(rules):
        yield from one.sheet.lines


@pytest.mark.parametrize("rules", CHINESE)
class TestSheets:
    @pytest.mark.usefixtures("pseudo")
    def test_every_line(self, rules):
        lines = list(_lines(rules))
        found = {line.what: line for line in lines}
        met = {rule for line in lines for rule in line.rules}
        assert met == {row.id for row in rules.rows}
        for line in found.values():
            assert plain(" ".join([line.what, *line.laws, line.answer()["what"]])) == []
            assert line.laws
            assert all(law.startswith("⟦") for law in line.laws)

    def test_lines_are_in_english_again(self, rules, pseudo):
        said = {(line.what, line.answer()["what"], line.laws): line for line in _lines(rules)}
        odd, lines = list(said), list(said.values())
        with translation.in_english():
            assert not any("⟦" in f"{line.what}{line.answer()}{line.laws}{line.describe()}" for line in lines)
        assert [(line.what, line.answer()["what"], line.laws) for line in lines] == odd
        translation.use("en")
        assert not any("⟦" in f"{line.what}{line.answer()}{line.laws}" for line in lines)
        assert [pseudo(law) for line in lines for law in line.laws] == [law for _, _, laws in odd for law in laws]

    @pytest.mark.usefixtures("pseudo")
    @pytest.mark.parametrize("by", [None, *By])
    def test_situations(self, rules, by):
        tile = Tile.parse("7z")
        for last, winner in product((True, False), repeat=2):
            win = None if by is None else HowWon(None if by is By.DEAL else tile, by, last)
            said = describe_context(ScoringContext(rules, win=win, winner=winner))
            assert plain(said) == []

    @pytest.mark.usefixtures("pseudo")
    def test_score_sheets(self, rules):
        asked = {"rules": str(rules), "hand": "[1111z] (777z) 222m 444p 99s 1f2f3f4f", "options": {"limit": 200}}
        asked["win"] = {"by": "kong-replacement", "tile": "9s"}
        asked["discards"] = 40
        text = as_text(score_request(asked))
        assert set(plain(text)) <= {"4a", "4c"}  # lines of Kemp's card
        assert text.count("⟦") > 8
        translation.use("en")
        assert "⟦" not in as_text(score_request(asked))


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
            left = {field for field, text in fields.items() if plain(str(text))}
            assert left == {"text", "by", "tiles_counted"}

    @pytest.mark.parametrize(("hand", "win", "more"), [row[:3] for row in CASES])
    def test_hands(self, hand, win, more):
        assert plain("".join(problem.sentence() for problem in wrong(hand, win=win, **more).problems)) == []

    @pytest.mark.parametrize(
        ("call", "asked"),
        [
            *((call, None) for call in (score_request, advise_request, read_score_request, read_match_request)),
            (score_request, {"rules": "zz", "hand": ""}),
            *(
                (score_request, {"rules": "simple", "hand": "", **more})
                for more in (
                    *({"zz": 1}, {"seat": "X"}, {"hand": 3}, {"winner": 3}, {"discards": 10**10}, {"win": {}}),
                    *({"win": {"by": "zz"}}, {"win": {"by": "draw", "tile": 3}}, {"rules": "nmjl"}),
                )
            ),
            (read_score_request, {"rules": "simple", "hand": ""}),
            (read_score_request, {"rules": "nmjl", "hand": "", "card": None}),
            (read_match_request, {"hand": "F", "top": 0}),
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

COMPANION = Matcher.of(built_in("companion").card)
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
    "", "FF 2222a", "FFFFF 2222a 44444b 6666c", "2222A", "2a22", "22=2a", "f 22a", "X", "C", "J", "o", "l", "? 2a",
    "22", "FFa", "a", "/ 2a", "2a /", "11a/222b FFFF", "7" * 500, "FF=== 22a", "FFFFFFFFFFFFFF!", "DD 22a! 22a! 22a!",
    "2222a 2222b 2222c nna 33a | FF", "11111a 11111a 1111a", "111!a", "11a! 11a! 11a! NNNN RRRR", "1a 1a 1a 1a 1a NNNN RRRRR",
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
        "text",
        [
            *("x", "[a", "a = ", "a = 1 b = 2", "= 1", "a = 1\na = 2", "a = 2026-13-40", '"', 'a = "\\xq"', "a = [1"),
            *("a = {b = 1", "[[a", "[a]\n[a]", "a.b = 1\n[a]\n", 'a = "\\ud800"', "a = {}\na.b = 1", "a = [[[[[[[[[[1"),
            *("a = {b = 1, b = 2}", "a = '\n'", 'a = "\x01"', "a = 1_", "a = " + "7" * 5000, '[["a"]', "a = []\n[[a]]"),
        ],
    )
    def test_toml_that_cannot_be_read(self, text):
        found = read_card(text).faults
        assert found
        assert [
            fault.sentence() for fault in found if plain(re.sub(r"\('a',\)|'b'|'\\\w+'", "", fault.sentence()))
        ] == []

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "",
                "[]",
                "{",
                '{"a" 1}',
                '{"a":1} x',
                "{a}",
                '{"a":"\\q"}',
                "[01]",
                "[1 2]",
                '{"a":1,}',
                "[1,]",
                "[1e999]",
            ),
            *("[" * 20, '{"a":1 "b":2}', '{"line": 3}', '{"lines": [3, {}]}'),
        ],
    )
    def test_json_that_cannot_be_read(self, text):
        found = read_card(text, kind="json").faults
        assert found
        assert [fault.sentence() for fault in found if plain(re.sub("“[ab]”", "", fault.sentence()))] == []

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
        assert set(plain(text)) <= {"3a", "3c"}  # lines of Kemp's card
        assert text.count("⟦") > 5
        assert all(plain(translation._(why)) == [] for _, why in sheet.factors)

    @pytest.mark.parametrize(
        "hand", ["FFF 2m5z2m6m 222p 66Jp 9s", "(22JJs) 1m2m3m4m 55z FFF J", "(222s) (333s) 19m19p19s5z"]
    )
    def test_nearest(self, hand):
        found = COMPANION.nearest(AmericanHand.parse(hand), top=3)
        text = nearest_as_text(found, "77")
        lines = [near.line for near in (*found.lines, *found.dead)]
        for name in (*(line.pattern for line in lines), *(line.section for line in lines)):
            text = text.replace(name, "")
        assert plain(text) == []

    @pytest.mark.parametrize(
        ("hand", "win"),
        [
            ("FFF 5z2m6m 222p 66JJp 9s", None),
            ("(FFF) 5z2m6m 222p 66JJp 9s", None),
            ("(222z) (333z) (444m) 19m19p1s", None),
            ("11111m (135p) (55z) JJJJJJJJJ (JJJ)", None),
            ("FFFFFFFFF 1m", None),
            ("", None),
            ("FFF 2m5z2m6m 222p 66JJp", {"by": "draw"}),
            ("FFF 2m5z2m6m 222p 66JJp", {"by": "discard", "tile": "J"}),
            ("FFF 2m5z2m6m 222p 66JJp", {"by": "discard", "tile": "9s"}),
            ("FFF 2m5z2m6m 222p 66JJp", {"by": "deal", "last_tile": True}),
            ("(FFF) 2m5z2m6m 222p 66JJp", {"by": "first-discard", "tile": "2p"}),
            ("[1111s]", None),
        ],
    )
    def test_what_is_wrong(self, hand, win):
        asked = {"rules": "nmjl", "hand": hand, "card": "companion", "seat": "S", "win": win}
        if win and win["by"] == "first-discard":
            asked["seat"] = "E"
        for said in sentences(score_american, asked, Cards()):
            assert plain(re.sub("“[^“”⟦⟧]*”", "", said)) == []
