"""`mjcompanion score`: one hand, in words, in JSON, and wrong."""

import re
import shlex
import subprocess
import sys

import pytest

from mjcompanion.core.options import RowChange
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from tests.kinds import CHINESE

HAND = "123m 456p 99s (777z) [1111s] 1f"


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ((), "score", 200),
        (("--rules", "simple"), "score", 88),
        (("--rules", "classical", "--seat", "S", "--round", "W"), "score", 120),
        (("--win", "9s", "--by", "discard"), "score", 208),
        (("--win", "9 bam", "--by", "draw"), "score", 216),
        (("--win", "2m", "--by", "draw", "--last-tile"), "score", 256),
        (("-o", "limit=50"), "score", 50),
        (("--option", "limit=50"), "limited", True),
        (("-o", "basal=20", "-o", "limit=none"), "score", 240),
        (("--rules", "kemp-chinese", "--discards", "40"), "final", "165.58"),
        (("--rules", "kemp-chinese", "--discards", "40"), "factor", "89/129"),
    ],
)
def test_each_option_of_the_command_line(mj, words, field, value):
    done = mj("score", HAND, *words, "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json[field] == value


# --- as a process of its own -----------------------------------------------------------------------------


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


def test_what_was_meant_is_a_hint(mj):
    done = mj("score", "1111b 123c 456d 99b rrr")
    assert done.status == 1
    assert "[1111s]" in done.out
    assert mj("score", "1111b 123c 456d 99b rrr", "--json").json["hint"] == done.out.strip()
    assert mj("score", "147m 147p 147s 123z 567z").out == ""  # whatever goes, it is no hand


def test_a_hand_in_words(mj):
    words = "pung of red dragons, kong 1 bam concealed, 123 crak, 456 dots, pair 9 bam, plum, West, self-drawn 9 bam"
    how = ("--win", "9s", "--by", "draw")
    assert mj("score", words).out == mj("score", HAND, "--seat", "W", *how).out
    assert mj("score", words, "--seat", "E").out == mj("score", HAND, "--seat", "E", *how).out


def test_a_seat_that_nobody_named_is_asked_beside_the_answer(mj):
    hand = ("score", "123m 456p 99s 222z 777z")
    answer = mj(*hand)
    assert re.findall(r"\d+", answer.err) == ["52", "104", "52", "52"]
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
    assert by_name == mj(*asked, "--rules", "traditional", "--club", "Tuesday club").json
    assert by_name["points"] == plain["points"] - 10 + 6  # no runs gives its doubles instead
    assert by_name["score"] == by_name["points"] << plain["doubles"] + 2
    assert mj(*asked, "--club", "Tuesday club", "-o", "limit=20").json["score"] == 20
    for more, named in ((), True), (("-o", "limit=20"), False):
        assert ("Tuesday club" in mj(*asked[:-1], "--club", "Tuesday club", *more).out) is named
    for wrong in (
        ("--club", "Friday"),
        ("--club", tmp_path / "no.toml"),
        ("--club", "Tuesday club", "-o", "scale=1,2,4,8,16,32"),
        ("--club", "Tuesday club", "--rules", "dmjl"),
    ):
        assert mj(*asked[:-1], *wrong).is_one_sentence()


@pytest.mark.parametrize(
    ("rules", "win", "flag", "factor"),
    [
        ("dmjl", "draw", "--called", 2),
        ("dmjl", "draw", "--ninth-win", None),
        ("british", "kong-replacement", "--second-kong", None),
    ],
)
def test_what_the_players_say_of_a_win_is_a_flag(mj, rules, win, flag, factor):
    hand = ("score", "(555p) [2222m] [1111s] 111z 99s", "--rules", rules, "--win", "9s", "--by", win, "--json")
    plain, said = mj(*hand).json, mj(*hand, flag).json
    if factor is None:
        assert said["limited"] or said["score"] == 1000
    else:
        assert said["doubles"] == plain["doubles"] + 1
    assert mj("score", "99s", flag).status == 1


@pytest.mark.parametrize("rules", CHINESE)
def test_an_option_that_the_rules_have_no_use_for_is_told_and_does_nothing(mj, rules):
    key, value = next(one for one in (("basal", 20), ("own_wind_pair_adds", "false")) if one[0] not in rules.uses)
    hand = ("score", "123m 456m 789m 111z 99s", "--rules", rules, "--seat", "E", "--json")
    plain, useless = mj(*hand), mj(*hand, "-o", f"{key}={value}")
    assert (useless.status, useless.out) == (plain.status, plain.out)
    assert f"Warning: {rules.short} has no use for the option {key}.\n" in useless.err


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


def test_a_losers_hand(mj):
    done = mj("score", "123m 456p 9s (777z) [1111s] 1f", "--loser", "--json", "--seat", "W")
    assert (done.json["points"], done.json["doubles"], done.json["score"]) == (40, 1, 80)
