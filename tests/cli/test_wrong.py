"""What is wrong on any command is one sentence and status 1, in JSON too; what is misused is status 2; help is help."""

import re
import shlex

import pytest

from mjcompanion.cli import SUBCOMMANDS
from tests.cli.test_golden import path

HAND = "123m 456p 99s (777z) [1111s] 1f"
MATCHED = ("FF (2222m) 4J4p 66s 8s 79s", "--card", "companion")
GOLDEN = re.findall(r"(?m)^\$ mjcompanion ((?!form|ledger).+)  # 1$", path("en").read_text(encoding="utf-8"))
WRONG = [
    *(tuple(shlex.split(line)) for line in GOLDEN),
    ("score", HAND, "--by", "luck", "--win", "9s"),
    ("score", HAND, "-o", "limit="),
    ("score", HAND, "-o", "limit=" + "9" * 5000),
    ("score", HAND, "-o", "limit=²"),
    ("score", HAND, "-o", "=5"),
    ("score", HAND, "-o", "rows={broken"),
    ("score", "\x00\x1b[31m"),
    ("score", "\udcff"),
    ("score", "1m" * 500_000),
    ("settle", "nmjl"),
    ("settle", "\ud800"),
    ("settle", "--winner", "N", "--score", "N=many"),
    ("settle", "--winner", "N", "--score", "N=" + "9" * 5000),
    ("settle", "--winner", "N", "--score", "=5"),
    ("break", "--dice", ","),
    ("break", "--dice", "²,1"),
    ("break", "--dice", "9" * 5000 + ",1"),
    ("match", "q", "--card", "companion"),
    ("match", *MATCHED, "--seen", "(2m)"),
    ("match", *MATCHED[:2], "no such card"),
    ("match", *MATCHED[:2], "x" * 5000),
    ("match", *MATCHED[:2], "a\x00b/c"),
    ("advise", "123m 456p 789s 1111z", "--seen", "1z"),
    ("advise", "123m 456p 789s 1111z", "--seen", "5x"),
    ("solitaire", "--seed", "999999990", "--games", "20"),
    ("solitaire", "--card", "companion"),
    ("solitaire", "--rules", "kemp-american", "--card", "nothing-of-the-kind"),
    ("solitaire", "--rules", "kemp-american", "--card", "nothing-of-the-kind", "--games", "5"),
]
NO_FILE = ["nowhere.jsonl", ".", "x" * 5000, ""]
MISUSED = [
    ("--what",),
    ("settel", "x"),
    ("score",),
    ("score", HAND, "123m"),
    ("score", HAND, "--discards", "many"),
    ("score", "--jsonl"),
    ("settle", "--value", "x"),
    ("break", "--seed", "x"),
    ("match",),
    ("advise", "123m", "--rules", "simple"),
    ("solitaire", "--play", "nobody"),
    ("solitaire", "--games", "0"),
    ("solitaire", "--games", "2", "--record", "-"),
    ("solitaire", "--results", "x.jsonl"),
    ("solitaire", "--jobs", "0"),
    ("solitaire", "--replay", "x.json", "--seed", "7"),
    ("solitaire", "--replay", "x.json", "--rules", "simple"),
    ("solitaire", "--replay", "x.json", "--record", "y.json"),
    ("solitaire", "--replay", "x.json", "--games", "3"),
    ("solitaire", "--replay", "x.json", "--results", "y.jsonl"),
    ("solitaire", "--replay", "x.json", "-o", "limit=10"),
    ("form",),
    ("form", "kemp-chinese"),
    ("form", "kemp-chinese", "--out", "-", "--json"),
    ("form", "kemp-chinese", "--hand", "a", "--game", "b", "--out", "c"),
    ("form", "kemp-chinese", "--name", "Ann", "--out", "c"),
    ("form", "running-card", "--remarks", "A long year.", "--out", "c"),
    ("form", "running-card", "--player", "Ann", "--virtual", "--out", "c"),
    ("form", "running-card", "--player", "Ann", "--session", "abc", "--out", "c"),
    ("form", "running-card", "--real", "--game", "-", "--out", "c"),
    ("form", "session", "--session", "ab", "--since", "2026-01-01", "--out", "c"),
    ("ledger", "export"),
    ("ledger", "export", "x", "--all"),
    ("ledger", "export", "--all", "--games", "--format", "csv"),
    ("ledger", "export", "--kept", "--games"),
    ("ledger", "correct", "x"),
    ("ledger", "list", "--limit", "0"),
    ("ledger", "backup", "-"),
    ("ledger", "restore", "x"),
    ("ledger", "restore", "--record", "zz", "--session", "zz"),
    ("score", HAND, "--player", "Ann"),
]
BESIDE_MANY = [
    ("score", "123m"),
    ("match", "123m"),
    ("advise", "123m"),
    ("settle", "{}"),
    ("settle", "--club", "Tuesday"),
    ("score", "--keep", "--player", "Ann"),
]
"""What doesn’t go with a file of requests."""


def shortened(words):
    return " ".join(words)[:40].encode("ascii", "replace").decode()


@pytest.mark.parametrize("words", WRONG, ids=shortened)
def test_what_is_wrong_is_one_sentence_in_json_too(mj, words):
    done, as_json = mj(*words), mj(*words, "--json")
    assert done.is_one_sentence() or "hint" in as_json.json
    assert len(done.err) < 500
    assert (as_json.status, as_json.err) == (1, done.err)
    assert as_json.json.items() >= {"ok": False, "error": done.err.strip()}.items()


@pytest.mark.parametrize("command", ["score", "settle", "break", "match", "advise"])
def test_a_file_of_requests_that_is_none(mj, command):
    for name in NO_FILE:
        done = mj(command, "--jsonl", name)
        assert done.is_one_sentence()


@pytest.mark.parametrize("words", [*MISUSED, *((*words, "--jsonl", "-") for words in BESIDE_MANY)], ids=shortened)
def test_what_is_misused_is_usage(mj, words):
    done = mj(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(("Usage: mjcompanion", "Error: Option"))


@pytest.mark.parametrize("words", [("-h",), *((name, "--help") for name in SUBCOMMANDS)])
def test_help(mj, words):
    done = mj(*words)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Usage: mjcompanion")
    assert all(name in mj("--help").out for name in SUBCOMMANDS)


@pytest.mark.exhaustive(keep=5)
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("score", HAND, "--json"), 0),
        (("--version",), 0),
        (("break", "--rules", "classical", "--dice", "5,5", "--dice", "2,3"), 0),
        (("score", "123m"), 1),
        (("score", "\udcff\x01"), 1),
        (("score", "--jsonl", "nowhere.jsonl"), 1),
        (("score", HAND, "--seats", "W"), 2),
        (("settle", "--value", "x"), 2),
    ],
    ids=str,
)
def test_the_status_of_a_process(process, words, status):
    done = process(*words)
    assert done.status == status
    assert bool(done.out) is (status == 0)
    assert bool(done.err) is (status != 0)
    assert done.is_one_sentence() is (status == 1)
    assert "Traceback" not in done.err


@pytest.mark.exhaustive(keep=2)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437", "utf-8"])
def test_a_terminal_that_knows_few_characters(process, encoding):
    done = process("score", HAND, "--rules", "kemp-chinese", "--discards", "40", PYTHONIOENCODING=encoding)
    assert (done.status, done.err) == (0, "")
    assert "165.58" in done.out
    assert process("score", "1q", PYTHONIOENCODING=encoding).err.count("\n") == 1
