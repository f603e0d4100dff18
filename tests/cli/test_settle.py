"""`mjcompanion settle`: in words, in JSON, and wrong. Who pays whom is proved in tests/table."""

import json
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mjcompanion.cli.lines import LONGEST_LINE, answer_line
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from mjcompanion.table.request import settle_request
from tests.strategies import json_values
from tests.table import brute
from tests.table.test_settle import WRONG

EXAMPLE = {
    "rules": "classical",
    "scores": {"E": 8, "S": 16, "W": 8, "N": 32},
    "winner": "N",
    "by": "discard",
    "from": "S",
    "options": {},
}
ANSWER = {
    "ok": True,
    "payments": [
        {"from": "E", "to": "N", "points": 64},
        {"from": "S", "to": "N", "points": 32},
        {"from": "W", "to": "N", "points": 32},
        {"from": "E", "to": "S", "points": 16},
        {"from": "W", "to": "S", "points": 8},
    ],
    "net": {"E": -80, "S": -8, "W": -40, "N": 128},
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


def answered(line):
    """The answer to a line; it is one that can be printed, and a wrong one is one sentence."""
    found = answer_line(line if isinstance(line, bytes) else json.dumps(line).encode(), settle_request)
    assert json.loads(json.dumps(found)) == found
    json.dumps(found, ensure_ascii=False).encode()
    if found["ok"]:
        assert set(found) - {"warnings"} == {"ok", "payments", "net"}
        assert "warnings" not in found or found["warnings"]
        assert sum(found["net"].values()) == 0
    else:
        assert set(found) == {"ok", "error"}
        assert found["error"].endswith((".", "?"))
        assert "\n" not in found["error"]
        assert len(found["error"]) < 1000
    return found


# --- done right ------------------------------------------------------------------------------------------


def test_the_example_of_the_page(mj):
    text = json.dumps(EXAMPLE)
    assert mj("settle", text, "--json").json == ANSWER
    assert mj("settle", "-", "--json", given=text).json == ANSWER
    assert mj("settle", "--jsonl", "-", given=text).answers == [ANSWER]
    assert mj("settle", *WORDS, "--json").json == ANSWER


def test_large_numbers_are_told_with_commas(mj):
    done = mj("settle", "--rules", "nmjl", "--winner", "N", "--by", "draw", "--value", "1000000000000", "--jokerless")
    assert done.out.splitlines()[-1].endswith("North +12,000,000,000,000.")


def test_scores_that_can_hardly_be_are_told_and_settled_all_the_same(mj):
    words = ("--rules", "traditional", "--winner", "S", "--score", "E=7", "--score", "S=500", *SCORES[4:])
    plain = mj("settle", *words)
    assert plain.status == 0
    assert plain.out.splitlines()[-1].startswith("Total: ")
    answer = mj("settle", *words, "--json").json
    assert answer["ok"]
    assert plain.err.splitlines() == [f"Warning: {one}" for one in answer["warnings"]]
    assert len(answer["warnings"]) == 2


def test_nobody_won(mj):
    done = mj("settle", "--rules", "nmjl")
    assert (done.status, done.out) == (0, "Nobody pays.\n")
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
    assert mj("settle", *words).out.startswith(tuple(brute_names()))


def brute_names():
    return "East pays", "South pays", "West pays", "North pays"


def test_a_thousand_requests_at_once(mj):
    rng = random.Random(11)
    asked = [brute.random_request(rng) for _ in range(1000)]
    done = mj("settle", "--jsonl", "-", given="".join(json.dumps(one) + "\n" for one in asked))
    assert (done.status, done.err) == (0, "")
    for one, answer in zip(asked, done.answers, strict=True):
        names = [*"ESWN", *([one["bettor"]["name"]] if "bettor" in one else [])]
        assert answer["net"] == brute.net(brute.payments(one), names)


def test_a_file_of_requests(mj, tmp_path):
    file = tmp_path / "asked.jsonl"
    file.write_text(f"{json.dumps(EXAMPLE)}\nnot JSON\n\n{json.dumps(EXAMPLE)}\n")
    done = mj("settle", "--jsonl", file)
    assert [answer["ok"] for answer in done.answers] == [True, False, False, True]
    assert (done.status, done.err) == (0, "")


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


def test_what_was_penalized_is_told(mj):
    done = mj("settle", json.dumps(FULL))
    assert "East pays North 25 (penalty: late)." in done.out
    done = mj("settle", json.dumps({**FULL, "penalties": [{"from": "E", "to": "N", "points": 2, "why": "a\nb"}]}))
    assert "East pays North 2 (penalty: a\\nb)." in done.out


# --- done wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(len(WRONG)))
def test_what_cannot_be_is_one_sentence_on_standard_error(mj, at):
    _, asked, sentence = WRONG[at]
    text = json.dumps(asked)
    done = mj("settle", text)
    assert done.is_one_sentence()
    if sentence is not None:
        assert done.err == sentence + "\n"
    as_json = mj("settle", "--json", "-", given=text)
    assert (as_json.status, as_json.err, as_json.json) == (1, done.err, {"ok": False, "error": done.err.strip()})
    assert mj("settle", "--jsonl", "-", given=text).answers == [as_json.json]


@pytest.mark.parametrize(
    "words",
    [
        ("{",),
        ("",),
        ("nmjl",),
        ("[]",),
        ("\x00",),
        ("\ud800",),
        ("--winner", "N", "--score", "N"),
        ("--winner", "N", "--score", "N=5", "--score", "N=6"),
        ("--winner", "N", "--score", "N=many"),
        ("--winner", "N", "--score", "N=" + "9" * 5000),
        ("--winner", "N", "--score", "=5"),
        ("--winner", "X"),
        ("--rules", "made-up"),
        ("--rules", "simple", "--winner", "E"),
        (*CLUB, "--by", "luck"),
        (*CLUB, "--bettor", "Ann"),
        (*CLUB, "--bettor", "Ann=N", "--bettor", "Zoe=E"),
        (*CLUB, "--bettor", "=N"),
        (*CLUB, "--dead", "E", "--dead", "E"),
        (*CLUB, "--option", "limit"),
        (*CLUB, "-o", "wrong_call_amount=-1"),
    ],
    ids=range(21),
)
def test_what_is_wrong_is_one_sentence(mj, words):
    done = mj("settle", *words)
    assert done.is_one_sentence()
    assert len(done.err) < 500
    as_json = mj("settle", *words, "--json")
    assert (as_json.status, as_json.err, as_json.json) == (1, done.err, {"ok": False, "error": done.err.strip()})


@pytest.mark.parametrize(
    "words",
    [
        ("--what",), ("--value", "x"), ("--value", "9" * 5000), ("--winner",), ("a", "b"),
        ("{}", "--jsonl", "-"), ("--value", "1.5"),
    ],
)  # fmt: skip
def test_usage(mj, words):
    done = mj("settle", *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(("Usage: mjcompanion settle", "Error: Option"))


def test_help_names_every_option(mj):
    told = mj("settle", "--help").out
    for word in ("--rules", "--winner", "--by", "--from", "--score", "--value", "--jokerless", "--singles-and-pairs",
                 "--dead", "--wrong-call", "--bettor", "--option", "--json", "--jsonl"):  # fmt: skip
        assert word in told
    assert "settle" in mj("--help").out


def test_a_file_that_is_not_there(mj, tmp_path):
    assert mj("settle", "--jsonl", tmp_path / "none").is_one_sentence()


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("key", ["rules", "winner", "by", "scores", "bettor", "penalties", "options", "value"])
def test_deep_nesting(mj, key, opening):
    closing = "]" if opening == "[" else "}"
    core = "1" if closing == "}" else ""
    for depth in [1, 2, 10, 100, *range(800, 1010, 3), 5000]:
        text = json.dumps({**FULL, key: "@"}).replace('"@"', opening * depth + core + closing * depth)
        assert not answered(text.encode())["ok"] or (key, depth) == ("penalties", 1)
        if depth > 900:
            assert mj("settle", text).is_one_sentence()


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1e-400", "-0", "0.5", "1e3", "NaN", "9" * 19, "9" * 5000, "-1"])
@pytest.mark.parametrize("key", ["value", "winner", "scores", "points", "dead", "rules", "wrong_call_amount"])
def test_odd_numbers(mj, key, number):
    asked = {
        **FULL,
        "penalties": [{"from": "E", "to": "N", "points": "@points"}],
        "options": {"wrong_call_amount": "@wrong_call_amount"},
    }
    asked["scores"] = {"E": "@scores"}
    asked |= {one: f"@{one}" for one in ("value", "winner", "rules")} | {"dead": ["@dead"]}
    text = json.dumps(asked)
    for one, plain in [("value", "25"), ("winner", '"N"'), ("rules", '"american-club"'), ("dead", '"W"'),
                       ("points", "25"), ("wrong_call_amount", "25"), ("scores", "1")]:  # fmt: skip
        text = text.replace(f'"@{one}"', number if one == key else plain)
    harmless = number in {"scores": ("-0", "-1", "1e3"), "wrong_call_amount": ("-0",)}.get(key, ())
    if not harmless:
        assert not answered(text.encode())["ok"]
        assert mj("settle", text).is_one_sentence()
    else:
        answered(text.encode())


@given(json_values)
def test_any_json_is_answered(value):
    answered(json.dumps(value).encode())


@given(st.sampled_from(sorted(FULL)), json_values)
@example("bettor", {"name": "E", "on": "S"})
def test_any_value_of_any_key_is_answered(key, value):
    answered(json.dumps({**FULL, key: value}).encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(line):
    assert not answered(line)["ok"]


@pytest.mark.parametrize("key", sorted(FULL))
def test_long_values_just_short_of_the_limit(key):
    for value in ("9" * 90_000, ["E"] * 15_000, {"E": "y" * 90_000}, [{"from": "E", "to": "S", "points": 5}] * 2_000):
        line = json.dumps({**FULL, key: value}).encode()
        assert len(line) < LONGEST_LINE
        assert answered(line)["ok"] is (key == "penalties" and isinstance(value, list) and isinstance(value[0], dict))


# --- as a process ----------------------------------------------------------------------------------------


def test_as_a_process_of_its_own(process):
    done = process("settle", *WORDS, "--json")
    assert (done.status, done.json, done.err) == (0, ANSWER, "")
    assert process("settle", "-", given=b"\xff\xfe").is_one_sentence()
    assert process("settle", "--rules", "simple").is_one_sentence()
    assert process("settle", "--value", "x").status == 2


def test_a_terminal_that_knows_few_characters(process):
    asked = json.dumps({**FULL, "bettor": {"name": "Åsa 🀄", "on": "S"}})
    done = process("settle", "-", given=asked.encode(), PYTHONIOENCODING="ascii")
    assert done.status == 0
    assert "pays North 50" in done.out


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
        assert done.err.startswith("Warning: the request says everything; --")


def test_the_help_names_all_rules_that_settle(mj):
    told = " ".join(mj("settle", "--help").out.split())
    assert all(rules in told for rules in RULESETS if Ruleset(rules).pays is not None)


@pytest.mark.parametrize(("scores", "named"), [({"E": 8.5}, "“scores”"), ({"E": 10**13}, "“scores”")])
def test_a_wrong_score_is_named(mj, scores, named):
    done = mj("settle", json.dumps({"rules": "classical", "winner": "E", "scores": scores}))
    assert done.is_one_sentence()
    assert named in done.err
