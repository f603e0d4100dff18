"""`mjcompanion score`: one hand, in words, in JSON, and wrong."""

import json
import shlex
import subprocess
import sys

import pytest

from mjcompanion import __version__
from mjcompanion.core.options import RowChange
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from tests.kinds import CHINESE

HAND = "123m 456p 99s (777z) [1111s] 1f"
ANSWER = {"ok", "points", "doubles", "score", "limited", "sets", "lines"}


def test_the_example_of_the_page(mj):
    done = mj(
        "score", HAND, "--rules", "traditional", "--seat", "W", "--round", "E", "--win", "9s", "--by", "draw", "--json"
    )
    assert (done.status, done.err) == (0, "")
    assert set(done.json) == ANSWER
    assert (done.json["points"], done.json["doubles"], done.json["score"], done.json["limited"]) == (54, 1, 108, False)
    assert done.json["lines"][0] == {
        "what": "exposed pung of red dragons",
        "points": 4,
        "doubles": 1,
        "source": "2B",
    }


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ((), "score", 200),
        (("--rules", "classical"), "score", 240),
        (("--rules", "kemp-chinese"), "score", 240),
        (("--rules", "simple"), "score", 88),
        (("--seat", "S"), "score", 100),
        (("--rules", "classical", "--seat", "S", "--round", "W"), "score", 120),
        (("--win", "9s", "--by", "discard"), "score", 208),
        (("--win", "9 bam", "--by", "draw"), "score", 216),
        (("--win", "2m", "--by", "draw", "--last-tile"), "score", 256),
        (("-o", "limit=50"), "score", 50),
        (("--option", "limit=50"), "limited", True),
        (("-o", "limit=null"), "limited", False),
        (("-o", "basal=20", "-o", "limit=none"), "score", 240),
        (("-o", "only_tile_by_shape=false", "--win", "4p", "--by", "draw"), "score", 208),
        (("-o", "extras_as=doubles", "--win", "4p", "--by", "kong-replacement"), "doubles", 3),
        (("--rules", "kemp-chinese", "--discards", "40"), "final", "165.58"),
        (("--rules", "kemp-chinese", "--discards", "40"), "factor", "89/129"),
        (("--rules", "kemp-chinese", "--discards", "40"), "final_rounded", 166),
        (("--rules", "kemp-chinese", "--discards", "0"), "final_rounded", 240),
    ],
)
def test_each_option_of_the_command_line(mj, words, field, value):
    done = mj("score", HAND, *words, "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json[field] == value


def test_a_losers_hand(mj):
    done = mj("score", "123m 456p 9s (777z) [1111s] 1f", "--loser", "--json", "--seat", "W")
    assert (done.json["points"], done.json["doubles"], done.json["score"]) == (40, 1, 80)


@pytest.mark.parametrize("text", ["\U0001f007\U0001f008\U0001f009 456p 99s (777z) [1111s] 1f",
                                  "1 crak 2 crak 3 crak 456 dots 9 bam 9 bam (red red red) [1111s] plum"])  # fmt: skip
def test_every_notation_is_read(mj, text):
    assert mj("score", text, "--json").out == mj("score", HAND, "--json").out


WRONG = [
    ("123m",),
    ("",),
    ("1q",),
    ("0m",),
    ("(123m",),
    ("11111m 234p 567p 789s",),
    (HAND + " 1f",),
    (HAND, "--win", "5s", "--by", "draw"),
    (HAND, "--win", "5s"),
    (HAND, "--last-tile"),
    (HAND, "--by", "draw"),
    (HAND, "--by", "luck", "--win", "9s"),
    (HAND, "--win", "99s", "--by", "draw"),
    (HAND, "--seat", "X"),
    (HAND, "--round", ""),
    (HAND, "--rules", "made-up"),
    (HAND, "--rules", "nmjl"),
    (HAND, "--rules", "simple", "--loser"),
    (HAND, "--loser", "--win", "9s", "--by", "draw"),
    (HAND, "--rules", "kemp-chinese", "--seat", "S"),
    (HAND, "--rules", "kemp-chinese", "--discards", "130"),
    (HAND, "--rules", "kemp-chinese", "--discards", "-1"),
    (HAND, "-o", "limit=301"),
    (HAND, "-o", "limit="),
    (HAND, "-o", "limit=--5"),
    (HAND, "-o", "limit=-"),
    (HAND, "-o", "limit=" + "9" * 5000),
    (HAND, "-o", "limit=²"),
    (HAND, "-o", "flowers=1"),
    (HAND, "-o", "limit"),
    (HAND, "-o", "=5"),
    (HAND, "-o", "limits=300"),
    ("\x00\x1b[31m",),
    ("\udcff",),
    ("1m" * 500_000,),
]  # fmt: skip


def test_nobody_robs_a_kong_where_the_others_only_draw_and_discard(mj):
    """Source 1: one player against three who only draw and discard."""
    hand = {"rules": "kemp-chinese", "hand": "123m 456p 99s 777z 111s", "win": {"by": "robbed-kong", "tile": "1m"}}
    assert mj("score", hand["hand"], "--rules", hand["rules"], "--by", "robbed-kong", "--win", "1m").is_one_sentence()
    assert not mj("score", "--jsonl", "-", given=json.dumps(hand).encode()).json["ok"]
    classical = {**hand, "rules": "classical"}
    assert mj("score", "--jsonl", "-", given=json.dumps(classical).encode()).json["ok"]


@pytest.mark.parametrize("words", WRONG, ids=lambda value: str(value)[:40].encode("ascii", "replace").decode())
def test_what_is_wrong_is_one_sentence_on_standard_error(mj, words):
    done = mj("score", *words)
    assert done.is_one_sentence()
    as_json = mj("score", *words, "--json")
    assert (as_json.status, as_json.err) == (1, done.err)
    assert as_json.json == {"ok": False, "error": done.err.strip()}


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--what",),
        (HAND, "123m"),
        (HAND, "--discards", "many"),
        (HAND, "--discards", "4.5"),
        (HAND, "--seat"),
        (HAND, "--jsonl", "-"),
        ("--jsonl",),
    ],
)
def test_usage(mj, words):
    done = mj("score", *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(("Usage: mjcompanion score", "Error: Option"))


@pytest.mark.parametrize("words", [("scores",), ("--what",), ("settel", "x"), ("--data-dir",)])
def test_usage_of_the_program_itself(mj, words):
    done = mj(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(("Usage: mjcompanion", "Error: Option"))


@pytest.mark.parametrize(
    "words", [("--help",), ("-h",), ("score", "--help"), ("break", "--help"), ("--data-dir", "x", "score", "--help")]
)
def test_help(mj, words):
    done = mj(*words)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Usage: mjcompanion")
    assert "--help" in done.out
    if "score" in words:
        for name in (
            "--rules",
            "--seat",
            "--round",
            "--win",
            "--by",
            "--last-tile",
            "--loser",
            "--discards",
            "--option",
            "--json",
            "--jsonl",
        ):
            assert name in done.out


def test_version(mj):
    done = mj("--version")
    assert (done.status, done.err) == (0, "")
    assert done.out.split()[-1] == __version__


# --- as a process of its own -----------------------------------------------------------------------------


def test_done_is_0_with_the_answer_on_standard_output(process):
    done = process("score", HAND, "--seat", "W", "--win", "9s", "--by", "draw", "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json["score"] == 108


@pytest.mark.parametrize(
    "words", [("123m",), ("\udcff\x01",), ("1m" * 50_000,), (HAND, "--rules", "x"), (HAND, "-o", "limit=--5")]
)
def test_wrong_is_1_with_one_sentence_on_standard_error(process, words):
    assert process("score", *words).is_one_sentence()


def test_misused_is_2(process):
    done = process("score", HAND, "--seats", "W")
    assert (done.status, done.out) == (2, "")
    assert "Traceback" not in done.err


def test_the_version_of_the_process(process):
    assert process("--version").out.split()[-1] == __version__


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437", "utf-8"])
def test_a_terminal_that_knows_few_characters(process, encoding):
    done = process("score", HAND, "--rules", "kemp-chinese", "--discards", "40", PYTHONIOENCODING=encoding)
    assert (done.status, done.err) == (0, "")
    assert "165.58" in done.out
    wrong = process("score", "1q", PYTHONIOENCODING=encoding)
    assert wrong.status == 1
    assert wrong.err.count("\n") == 1


LOADS = """
import sys
{code}
heavy = ["PySide6", "shiboken6", "sqlalchemy", "alembic", "reportlab", "hypothesis"]
print(*[name for name in heavy if name in sys.modules], file=sys.stderr)
"""
SCORING = """
from mjcompanion.cli import run
assert run(["score", "123m 456p 99s (777z) [1111s] 1f", "--seat", "E"]) == 0
"""


@pytest.mark.parametrize("code", ["import mjcompanion", "import mjcompanion.cli", SCORING])
def test_scoring_loads_no_window_no_database_and_no_paper(code):
    done = subprocess.run([sys.executable, "-c", LOADS.format(code=code)], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_people_read_the_words_of_their_own_table(mj, tmp_path):
    (tmp_path / "settings.json").write_text('{"bamboos": "bams", "white": "soap"}')
    shown = mj("--data-dir", tmp_path, "score", "123m 456p 99s (555z) [1111s]", "--win", "9s", "--by", "draw")
    assert shown.status == 0
    assert "Exposed pung of soaps" in shown.out
    assert "Concealed kong of 1 bams" in shown.out
    asked = mj("--data-dir", tmp_path, "score", "123m 456p 99s (555z) [1111s]", "--json")
    assert "exposed pung of white dragons" in asked.out


def test_what_was_meant_is_a_hint(mj):
    done = mj("score", "1111b 123c 456d 99b rrr")
    assert (done.status, done.err) == (1, "15 tiles: one too many.\n")
    assert done.out == "Four 1 bamboos: a kong? Concealed [1111s] or exposed (1111s).\n"
    assert mj("score", "1111b 123c 456d 99b rrr", "--json").json["hint"] == done.out.strip()
    assert mj("score", "147m 147p 147s 123z 567z").out == ""  # whatever goes, it is no hand


def test_a_hand_in_words(mj):
    words = "pung of red dragons, kong 1 bam concealed, 123 crak, 456 dots, pair 9 bam, plum, West, self-drawn 9 bam"
    how = ("--win", "9s", "--by", "draw")
    assert mj("score", words).out == mj("score", HAND, "--seat", "W", *how).out
    assert mj("score", words, "--seat", "E").out == mj("score", HAND, "--seat", "E", *how).out
    wrong = mj("score", "pung of reds, 3 bambo")
    assert wrong.is_one_sentence()
    assert "perhaps you mean “bamboo”" in wrong.err


def test_a_seat_that_nobody_named_is_asked_beside_the_answer(mj):
    hand = ("score", "123m 456p 99s 222z 777z")
    answer = mj(*hand)
    assert answer.err == "Which seat are you? E: 52, S: 104, W: 52 or N: 52.\n"
    named = mj(*hand, "--seat", "E")
    assert (named.out, named.err) == (answer.out, "")
    assert mj("score", "pung of souths, 123 crak, 456 dots, pair 9 bam, rrr, East").err == ""
    assert mj(*hand, "--json").err == ""


def test_a_hand_by_house_rules(mj, tmp_path):
    shelf = RulesLibrary(Folders.at(tmp_path).rules_folder)
    ours = {"limit": 778, "rows": (RowChange("no-runs", doubles=2), RowChange("one-chow", points=6))}
    entry = shelf.save(ClubRules.of("Tuesday club", Ruleset("traditional"), ours))
    hand = "(222p) (333s) (444s) (777z) 99s"
    asked = ("--data-dir", tmp_path, "score", hand, "--win", "9s", "--by", "discard", "--json")
    plain, by_name = mj(*asked).json, mj(*asked, "--club", "tuesday CLUB").json
    assert by_name == mj(*asked, "--club", entry.path).json
    assert by_name["points"] == plain["points"] - 10 + 6  # no runs gives its doubles instead
    assert by_name["score"] == by_name["points"] << plain["doubles"] + 2
    assert mj(*asked, "--club", "Tuesday club", "-o", "limit=20").json["score"] == 20
    assert "Tuesday club, made from Traditional · " in mj(*asked[:-1], "--club", "Tuesday club").out
    assert "Tuesday" not in mj(*asked[:-1], "--club", "Tuesday club", "-o", "limit=20").out
    none = mj(*asked[:-1], "--club", "Friday")
    assert none.is_one_sentence()
    assert "Tuesday club" in none.err
    assert mj(*asked[:-1], "--club", tmp_path / "no.toml").is_one_sentence()
    by_table = mj(*asked[:-1], "--club", "Tuesday club", "-o", "scale=1,2,4,8,16,32")
    assert by_table.is_one_sentence()
    assert "the points of “one-chow” would count for nothing" in by_table.err
    assert mj(*asked, "--rules", "traditional", "--club", "Tuesday club").json == by_name
    other = mj(*asked[:-1], "--rules", "dmjl", "--club", "Tuesday club")
    assert other.is_one_sentence()
    assert other.err == (
        "The house rules “Tuesday club” are made from traditional, not from dmjl: leave --rules out.\n"
    )


def test_hands_by_a_table_are_told_in_faan(mj):
    asked = ("score", "--rules", "hong-kong", "--seat", "S", "--win", "2z", "--by", "discard")
    done = mj(*asked, "(222p) (555s) (777z) 888m 22z")
    assert ["5", "faan", "24", "+5"] in [line.split() for line in done.out.splitlines()]
    assert mj(*asked, "(222p) (555s) (777z) 678m 22z").err == "This hand has 2 faan, and 3 are needed to go out.\n"
    house = mj(*asked[:1], *asked[3:], "(222p) 345m 678m 456s 22z", "-o", "minimum=3", "-o", "minimum_in=faan")
    assert house.err == "This hand has 0 doubles, and 3 are needed to go out.\n"


def test_an_original_call_is_said_as_other_facts_are(mj):
    hand = ("score", "(555p) 456m 789m 111z 99s", "--rules", "dmjl", "--win", "9s", "--by", "draw")
    plain, called = mj(*hand, "--json").json, mj(*hand, "--called", "--json").json
    assert called["doubles"] == plain["doubles"] + 1
    assert "original call" in mj(*hand, "--called").out
    assert mj("score", "99s", "--called").status == 1
    twice = (
        "score",
        "(555p) [2222m] [1111s] 111z 99s",
        "--rules",
        "british",
        "--win",
        "9s",
        "--by",
        "kong-replacement",
    )
    assert mj(*twice, "--second-kong", "--json").json["score"] == 1000
    assert "kong upon kong" in mj(*twice, "--second-kong").out
    ninth = mj("score", "(555p) 456m 789m 111z 99s", "--rules", "dmjl", "--win", "9s", "--by", "draw", "--ninth-win")
    assert "East’s ninth win in a row" in ninth.out


@pytest.mark.parametrize("rules", CHINESE)
def test_an_option_that_the_rules_have_no_use_for_is_told_and_does_nothing(mj, rules):
    key, value = next(one for one in (("basal", 20), ("own_wind_pair_adds", "false")) if one[0] not in rules.uses)
    hand = ("score", "123m 456m 789m 111z 99s", "--rules", rules, "--seat", "E", "--json")
    plain, useless = mj(*hand), mj(*hand, "-o", f"{key}={value}")
    assert (useless.status, useless.out) == (plain.status, plain.out)
    assert f"Warning: {rules.short} has no use for the option {key}.\n" in useless.err


@pytest.mark.parametrize("said", ["extras_as=none", "rounds=2", "scale=none", "scale=null", "limit=none"])
def test_options_are_said_as_they_are_printed(mj, said):
    assert mj("score", "123m 456m 789m 111z 99s", "-o", said).status == 0


def test_rows_are_said_as_an_object(mj):
    hand = ("score", "123m 456m 789m 111z 99s", "--seat", "E")
    found = mj(*hand, "-o", 'rows={"one-chow": {"points": 6}}')
    assert (found.status, found.err) == (0, "")
    assert mj(*hand, "-o", "rows={broken").status == 1


@pytest.mark.parametrize("rules", ["traditional", "classical", "simple"])
def test_a_hand_that_other_rules_score_is_named_with_the_options_that_add_it(mj, rules):
    done = mj("score", "19m19p19s1234567z9s", "--rules", rules, "--json")
    answer = done.json
    assert (done.status, answer["ok"], answer["error"]) == (1, False, done.err.strip())
    assert (answer["code"], answer["hand"], answer["row"]) == ("special-hand", "Thirteen orphans", "thirteen-orphans")
    assert answer["rules"] == ["hong-kong", "british", "dmjl"]
    words = shlex.split(answer["hint"].replace("“", " ").replace("”", " "))
    options = [words[at + 1].rstrip(",") for at, word in enumerate(words) if word == "-o"]
    again = mj(
        "score", "19m19p19s1234567z9s", "--rules", rules, *[one for it in options for one in ("-o", it)], "--json"
    )
    assert again.json["score"] == 300


def test_tiles_that_nobody_scores_have_a_code_too(mj):
    answer = mj("score", "123m 789p 99s 14m 5p 777z", "--json").json
    assert (answer["ok"], answer["code"]) == (False, "not-complete")
