"""`--jsonl`: one request a line in, one answer a line out, whatever the lines hold."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mjcompanion import advise_request, settle_request
from mjcompanion.cli.breaks import answer_break
from mjcompanion.cli.lines import answer_line, shared_out
from mjcompanion.cli.match import answer_match
from mjcompanion.cli.score import answer_score
from mjcompanion.scoring.request import score_request
from tests.brute import random_request
from tests.cli.test_settle import FULL as SETTLE
from tests.effort import effort
from tests.sample import often
from tests.strategies import json_values, requests

GOOD = {"rules": "traditional", "hand": "123m 456p 99s (777z) [1111s] 1f"}
HOME = Path(__file__).parents[2]
ALL_KEYS = {
    **GOOD,
    "seat": "W",
    "round": "E",
    "winner": True,
    "win": {"tile": "9s", "by": "draw", "last_tile": False},
    "discards": 40,
    "card": "companion",
    "options": {"limit": None},
}
BREAK = {"rules": "classical", "dice": [[5, 5], [2, 3]], "options": {"flowers": True}}


WHOLE = {
    "score": ALL_KEYS,
    "score of a card": {"rules": "nmjl", "hand": "FFF 2m5z2m6m 222p 66JJp", "card": "companion", "win": None},
    "settle": SETTLE,
    "break": BREAK,
    "match": {"hand": "FFF 2m5z2m6m 222p 66JJp", "card": "companion", "top": 1, "seen": "1m"},
    "advise": {"hand": "123m456p789s11155z", "seen": "1z"},
}
"""For each command a request with all that it may say."""
ANSWERERS = {
    "score": answer_score,
    "score of a card": answer_score,
    "settle": settle_request,
    "break": answer_break,
    "match": answer_match,
    "advise": advise_request,
}
EVERY_KEY = [(command, key) for command, request in WHOLE.items() for key in request]


def answered(line, command="score"):
    """The answer to a line; it is one that can be printed, and a wrong one is one sentence."""
    found = answer_line(line if isinstance(line, bytes) else line.encode(), ANSWERERS[command])
    assert json.loads(json.dumps(found)) == found
    json.dumps(found, ensure_ascii=False).encode()
    if not found["ok"]:
        assert {"ok", "error"} <= set(found) <= {"ok", "error", "code", "hand", "rules", "row", "away", "missing"}
        assert found["error"].endswith((".", "?"))
        assert "\n" not in found["error"]
        assert len(found["error"]) < 1000
    elif command == "settle":
        assert sum(found["net"].values()) == 0
    return found


def with_value(command, key, text):
    """A whole request, as JSON, with this text in place of one value."""
    fields = ", ".join(f'"{one}": {text if one == key else json.dumps(value)}' for one, value in WHOLE[command].items())
    return f"{{{fields}}}"


# --- a run -----------------------------------------------------------------------------------------------


TWICE = {
    "score": ({"rules": "simple", "hand": "123m456p789s11155z"}, "hand"),
    "settle": ({"rules": "classical", "scores": {"E": 8}, "winner": "N", "by": "draw"}, "E"),
    "break": ({"rules": "classical", "dice": [[5, 5], [2, 3]]}, "rules"),
    "match": ({"card": "companion", "hand": "FFF 226m 5z 222p 66JJp"}, "card"),
    "advise": ({"hand": "123m456p789s11155z", "seen": "1z"}, "seen"),
}


@pytest.mark.parametrize("command", TWICE)
def test_a_key_given_twice_is_named(mj, command):
    """The last of the two counted, without a word."""
    request, key = TWICE[command]
    whole = json.dumps(request)
    place = whole.index(f'"{key}"')
    line = f'{whole[:place]}"{key}": 1, {whole[place:]}\n'
    done = mj(command, "--jsonl", "-", given=line.encode())
    assert done.answers == [{"ok": False, "error": f"“{key}” is given twice in one object."}]


def test_a_key_given_twice_in_a_request_on_its_own(mj):
    twice = '{"rules": "kemp-chinese", "seed": 7, "seed": 8}'
    assert "“seed”" in mj("settle", twice).err
    assert "“seed”" in mj("settle", "-", given=twice.encode()).err
    assert "“seed”" in mj("solitaire", "--replay", "-", given=twice.encode()).err
    assert "“seed”" in mj("form", "kemp-chinese", "--hand", "-", "--out", "-", given=twice.encode()).err
    assert "“a”" in mj("score", "11z", "-o", 'rows={"a": 1, "a": 2}').err


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_line_ends(mj, end):
    separator = "\r\n" if end == "\r\n" else "\n"
    given = separator.join([json.dumps(GOOD)] * 2) + end
    assert [answer["score"] for answer in mj("score", "--jsonl", "-", given=given).answers] == [200, 200]


def test_a_byte_order_mark_is_no_part_of_a_request_or_a_record(mj, tmp_path):
    file = tmp_path / "game.json"
    assert mj("solitaire", "--seed", "7", "--record", file).status == 0
    file.write_bytes(BOM_UTF8 + file.read_bytes())
    marked = BOM_UTF8 + json.dumps(GOOD).encode()
    assert mj("score", "--jsonl", "-", given=marked).json["score"] == 200
    assert mj("form", "score-sheet", "--hand", "-", "--out", tmp_path / "sheet.pdf", given=marked).status == 0
    assert mj("settle", "-", "--json", given=BOM_UTF8 + b'{"rules": "classical"}').json["payments"] == []
    assert mj("solitaire", "--replay", file, "--json").json["seed"] == 7


def test_an_empty_line_is_answered_so_that_answers_keep_step_with_lines(mj):
    good = json.dumps(GOOD)
    answers = mj("score", "--jsonl", "-", given=f"{good}\n\n  \n{good}\n").answers
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert answers[1] == {"ok": False, "error": "This line is empty."}


BESIDE = [
    (("score", "--seat", "W", "--elsewhere"), ("--seat", "--elsewhere")),
    (("score", "--rules", "classical", "-o", "limit=null"), ("--rules", "--option")),
    (("settle", "--winner", "N", "--jokerless"), ("--winner", "--jokerless")),
    (("break", "--seed", "3", "--without-flowers"), ("--seed", "--without-flowers")),
    (("match", "--card", "companion", "--top", "3"), ("--card", "--top")),
    (("advise", "--seen", "1z", "--json"), ("--seen",)),
]


@pytest.mark.parametrize(("words", "told"), BESIDE)
def test_options_beside_a_file_of_requests_are_told_to_change_nothing(mj, words, told):
    done, plain = mj(*words, "--jsonl", "-", given="{}\n"), mj(words[0], "--jsonl", "-", given="{}\n")
    assert (done.status, done.out, plain.err) == (0, plain.out, "")
    said = "Warning: each line of --jsonl FILE says everything, so {} changes nothing."
    assert done.err.splitlines() == [said.format(option) for option in told]


# --- a line ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", [b"1", b"[", b"{", b'"', b" ", b"\x00", b"\xff", b'{"rules":'])
def test_a_line_of_a_million_characters_is_answered_at_once(letter):
    with effort(0.5):
        assert answered(letter * (1_000_000 // len(letter)))["ok"] is False


def test_the_longest_line_that_is_read():
    line = json.dumps(GOOD).encode()
    assert answered(line.ljust(100_000))["ok"]
    assert not answered(line.ljust(100_001))["ok"]


LONG = ["9" * 90_000, ["x"] * 19_000, {"x": "y" * 90_000}, "\U0001f000" * 20_000]
NUMBERS = ["1e400", "-1e400", "1e-400", "1" + "0" * 400, "-" + "9" * 5000, "9" * 19, "-0", "0.1", "1E5", "4.0", "-1"]
WRONG_TYPES = [None, True, False, 0, 1, -1, 2.5, "", "x", [], ["x"], {}, {"x": 1}, [[]], "E" * 100]


@pytest.mark.parametrize(("command", "key"), EVERY_KEY)
def test_whatever_one_key_holds_is_answered(command, key):
    for value in (*LONG, *WRONG_TYPES):
        answered(with_value(command, key, json.dumps(value, ensure_ascii=False)), command)
    for number in NUMBERS:
        answered(with_value(command, key, number), command)
    for opening, core, closing in (("[", "", "]"), ('{"a":', "1", "}")):
        for depth in [2, 10, 100, *range(700, 1010, 3), 5000]:
            assert not answered(with_value(command, key, opening * depth + core + closing * depth), command)["ok"]


@settings(max_examples=often(600, 120))
@given(st.sampled_from(EVERY_KEY), json_values)
@example(("score", "rules"), "\ud800")
@example(("score", "discards"), 10**400)
@example(("score", "seat"), float("nan"))
@example(("settle", "bettor"), {"name": "E", "on": "S"})
def test_any_value_at_any_key_gets_an_answer(where, value):
    """Straight to the engine too, with what JSON can't even hold."""
    command, key = where
    asked = {**WHOLE[command], key: value}
    try:
        ANSWERERS[command](asked)
    except ValueError as error:
        assert "\n" not in str(error)
        str(error).encode()
    try:
        line = json.dumps(asked)
    except ValueError:
        return
    answered(line, command)


@settings(max_examples=often(300, 60))
@given(st.sampled_from(list(WHOLE)), st.binary(max_size=300))
def test_any_bytes_at_all(command, line):
    assert answered(line, command)["ok"] is False


@settings(max_examples=often(100, 40))
@given(requests())
def test_a_line_says_what_the_engine_says(asked):
    assert answered(json.dumps(asked)) == score_request(asked).answer()


# --- files -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(mj, tmp_path):
    secret = tmp_path / "secret.jsonl"
    secret.write_text("{}")
    secret.chmod(0)
    assert mj("score", "--jsonl", secret).is_one_sentence()


def test_a_long_file_is_answered_in_order_whoever_answers(tmp_path):
    rng = random.Random(11)
    asked = [json.dumps(random_request(rng)) for _ in range(400)]
    lines = [asked[rng.randrange(400)] if at % 97 else "{" for at in range(6_500)]
    requests = tmp_path / "many.jsonl"
    requests.write_text("\n".join(lines) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "mjcompanion", "score", "--jsonl", str(requests)], capture_output=True, check=True
    )
    answers = done.stdout.splitlines()
    assert len(answers) == len(lines)
    assert done.stderr == b""
    known = {line: answer_line(line.encode(), answer_score) for line in {*asked, "{"}}
    assert [json.loads(answer) for answer in answers] == [json.loads(json.dumps(known[line])) for line in lines]


@pytest.mark.usefixtures("heeds_signals")
@pytest.mark.parametrize("lines", [1, 5_000])  # while it answers, and while it waits for somebody to read on
def test_ctrl_c_ends_a_long_run_and_everything_it_began(tmp_path, lines):
    requests = tmp_path / "many.jsonl"
    requests.write_text((json.dumps(GOOD) + "\n") * 200_000)
    with subprocess.Popen(
        [sys.executable, "-m", "mjcompanion", "score", "--jsonl", str(requests)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as run:
        for _ in range(lines):
            run.stdout.readline()
        os.killpg(run.pid, signal.SIGINT)
        try:
            _, said = run.communicate(timeout=60)
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
        assert run.returncode == 1
    assert said.decode().strip() == "Stopped."


# --- work shared out


def square(number):
    if number == 13:
        raise ArithmeticError("unlucky")
    return number * number


def test_work_is_shared_out_and_comes_back_in_order():
    assert list(shared_out(range(-200, 0), square, 3)) == [number * number for number in range(-200, 0)]
    assert list(shared_out([], square, 3)) == []
    assert list(shared_out([2], square, 3)) == [4]
    assert multiprocessing.active_children() == []


def test_work_that_nobody_waits_for_is_ended():
    under_way = shared_out(range(20, 1_000_000), square, 2)
    assert next(under_way) == 400
    under_way.close()
    assert multiprocessing.active_children() == []


def end_oneself(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_another_program_ends_is_told():
    for many in (4, 10, 10_000):
        with pytest.raises(ChildProcessError, match="ended a process that was working on this: start it again"):
            list(shared_out(range(many), end_oneself, 2))
    assert multiprocessing.active_children() == []


@pytest.mark.exhaustive(keep=4)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "words", ["score --jsonl -", "solitaire --seed 7 --rules kemp-chinese", "solitaire --games 2 --rules simple"]
)
def test_a_standard_stream_that_is_closed_is_no_fault_of_the_program(closed, words):
    line = f"{sys.executable} -m mjcompanion {words} {closed}"
    done = subprocess.run(["sh", "-c", line], input=b"", capture_output=True, check=False, cwd=HOME)
    assert (done.returncode, done.stderr) == (0, b"")


def test_requests_take_the_rows_of_house_rules(mj):
    hand = {"rules": "traditional", "hand": "(111p) (222s) 77z 333m 456m"}
    rows = ({"pair-dragons": {"points": 10}, "one-chow": {}}, {"one-chows": {}})
    asked = [json.dumps({**hand, "options": {"rows": some}}) for some in rows]
    first, second = mj("score", "--jsonl", "-", given="\n".join(asked).encode()).answers
    assert (first["points"], first["doubles"], first["score"]) == (30, 1, 60)
    assert "“one-chow”?" in second["error"]
    ending = {"rules": "classical", "scores": {"E": 8, "S": 16, "W": 10, "N": 40}, "winner": "N", "by": "discard"}
    options = {"payments": "discarder-for-all", "losers_settle": False, "east_double": False}
    paid = mj("settle", "--json", json.dumps({**ending, "from": "S", "options": options}))
    assert json.loads(paid.out)["net"] == {"E": 0, "S": -120, "W": 0, "N": 120}
