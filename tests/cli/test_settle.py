"""`mjcompanion settle`: in words, in JSON, and wrong. Who pays whom is proved in tests/table."""

import json

import pytest

from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from mjcompanion.table.request import settle_request

EXAMPLE = {
    "rules": "classical",
    "scores": {"E": 8, "S": 16, "W": 8, "N": 32},
    "winner": "N",
    "by": "discard",
    "from": "S",
    "options": {},
}
SCORES = ("--score", "E=8", "--score", "S=16", "--score", "W=8", "--score", "N=32")
WORDS = ("--rules", "classical", "--winner", "N", "--by", "discard", "--from", "S", *SCORES)
CLUB = ("--rules", "american-club", "--winner", "N", "--by", "draw", "--value", "25")
FULL = {
    "rules": "american-club",
    "value": 25,
    "winner": "N",
    "by": "discard",
    "from": "S",
    "jokerless": False,
    "singles_and_pairs": False,
    "dead": ["W"],
    "wrong_calls": ["E"],
    "scores": {"E": 1},
    "bettor": {"name": "Ann", "on": "S", "shown": False},
    "penalties": [{"from": "E", "to": "N", "points": 25, "why": "late"}],
    "options": {"wrong_call_amount": 25},
}


# --- done right ------------------------------------------------------------------------------------------


def test_the_example_of_the_page(mj):
    text = json.dumps(EXAMPLE)
    answer = mj("settle", text, "--json").json
    assert answer["net"] == {"E": -80, "S": -8, "W": -40, "N": 128}
    assert mj("settle", "-", "--json", given=text).json == answer
    assert mj("settle", "--jsonl", "-", given=text).answers == [answer]
    assert mj("settle", *WORDS, "--json").json == answer


@pytest.mark.parametrize(("points", "words"), [("9" * 26, "too large"), ("9x", "SEAT=POINTS")])
def test_a_score_that_can_not_be(mj, points, words):
    done = mj("settle", "--rules", "traditional", "--winner", "W", "--score", f"W={points}")
    assert done.status == 1
    assert words in done.err


def test_scores_that_can_hardly_be_are_told_and_settled_all_the_same(mj):
    words = ("--rules", "traditional", "--winner", "S", "--score", "E=7", "--score", "S=500", *SCORES[4:])
    done = mj("settle", *words, "--json")
    assert (done.status, done.json["ok"], len(done.json["warnings"])) == (0, True, 2)


def test_nobody_won(mj):
    assert mj("settle", "--rules", "nmjl", "--json").json["net"] == {"E": 0, "S": 0, "W": 0, "N": 0}


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("--rules", "nmjl", "--winner", "N", "--by", "draw", "--value", "25"), {"rules": "nmjl", "winner": "N",
         "by": "draw", "value": 25}),
        (("--rules", "nmjl", "--winner", "N", "--by", "draw", "--value", "25", "--jokerless"),
         {"rules": "nmjl", "winner": "N", "by": "draw", "value": 25, "jokerless": True}),
        (("--rules", "nmjl", "--winner", "N", "--by", "draw", "--value", "25", "--jokerless", "--singles-and-pairs"),
         {"rules": "nmjl", "winner": "N", "by": "draw", "value": 25, "jokerless": True, "singles_and_pairs": True}),
        ((*CLUB, "--dead", "E", "--dead", "S"), {"rules": "american-club", "winner": "N", "by": "draw", "value": 25,
         "dead": ["E", "S"]}),
        (("--rules", "american-club", "--wrong-call", "E", "--wrong-call", "S", "--wrong-call", "W",
          "-o", "wrong_call_amount=10"), {"rules": "american-club", "wrong_calls": ["E", "S", "W"],
         "options": {"wrong_call_amount": 10}}),
        ((*CLUB, "--bettor", "a=b=N"), {"rules": "american-club", "winner": "N", "by": "draw", "value": 25,
         "bettor": {"name": "a=b", "on": "N"}}),
        (("--winner", "E", *SCORES), {"rules": "traditional", "winner": "E", "scores": EXAMPLE["scores"]}),
        (("--winner", "W", "--score", "W=32", "--option", "losers_settle=false", "-o", "east_double=false"),
         {"rules": "traditional", "winner": "W", "scores": {"W": 32},
          "options": {"losers_settle": False, "east_double": False}}),
    ],
)  # fmt: skip
def test_each_option_of_the_command_line(mj, words, asked):
    done = mj("settle", *words, "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json == settle_request(asked)
    assert mj("settle", *words).out.startswith(("East pays", "South pays", "West pays", "North pays"))


@pytest.mark.parametrize("name", ["Ann", "Åsa 🀄", "<b>", "x" * 10_000, "a\nb\x1b[31m", "\u202eabc", "net"])
def test_a_bettors_name_is_shown_whole_and_never_obeyed(mj, name):
    asked = {**FULL, "bettor": {"name": name, "on": "S"}}
    done = mj("settle", json.dumps(asked))
    assert done.status == 0
    assert all(line.isprintable() for line in done.out.splitlines())
    assert len(done.out.splitlines()) == len(settle_request(asked)["payments"]) + 1
    shown = name.replace("\n", "\\n").replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
    assert f"{shown} pays North 50 (the bet follows: {shown} pays double: threw the winning tile)." in done.out
    assert settle_request(asked)["net"][name] == -50


# --- as a process ----------------------------------------------------------------------------------------


def test_a_hand_is_settled_by_house_rules(mj, tmp_path):
    shelf = RulesLibrary(Folders.at(tmp_path).rules_folder)
    shelf.save(ClubRules.of("Tuesday club", Ruleset("classical"), {"payments": "discarder", "losers_settle": False}))
    answer = mj("--data-dir", tmp_path, "settle", *WORDS, "--club", "Tuesday club", "--json").json
    assert answer["net"] == {"E": 0, "S": -32, "W": 0, "N": 32}
    doubled = mj("--data-dir", tmp_path, "settle", *WORDS, "--club", "Tuesday club", "-o", "payments=rules", "--json")
    assert doubled.json["net"] == {"E": -64, "S": -32, "W": -32, "N": 128}
    assert mj("--data-dir", tmp_path, "settle", *WORDS, "--club", "Friday").is_one_sentence()
    assert mj("settle", "--jsonl", "-", "--club", "Tuesday club").status == 2


def test_options_that_change_nothing_are_told(mj):
    plain = mj("settle", json.dumps(FULL))
    assert (plain.status, plain.err) == (0, "")
    for words in (("--rules", "classical"), ("--value", "25"), ("-o", "limit=null"), ("--dead", "E")):
        done = mj("settle", json.dumps(FULL), *words)
        assert (done.status, done.out) == (0, plain.out)
        assert done.err.startswith("Warning: the request says everything, so --")
