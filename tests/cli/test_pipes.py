"""Who reads what a command writes may go away, at once or midway: that is no reason to complain."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from tests.cli.conftest import HOME
from tests.ledger.making import play

FULL = Path("/dev/full")
HAND = "123m 456p 99s (777z) [1111s] 1f"
WRITING = [
    ("form", "doubling-table", "--out", "-"),
    ("form", "--list"),
    ("score", HAND),
    ("score", HAND, "--json"),
    ("score", "--jsonl", "-"),
    ("settle", "--rules", "classical"),
    ("break", "--rules", "classical", "--seed", "7"),
    ("match", "FFF 226m 5z 222p 66JJp", "--card", "companion"),
    ("advise", "123m 456p 789s 11z 55z"),
    ("solitaire", "--rules", "simple", "--seed", "7", "--record", "-"),
    ("ledger", "list"),
    ("ledger", "export", "--all"),
    ("ledger", "backups"),
    ("ledger", "--help"),
    ("--version",),
]


MANY = 20_000
"""More lines than a pipe holds, so that a program that writes their answers has to wait for its reader."""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A data folder with a ledger in it."""
    folder = tmp_path_factory.mktemp("data")
    with Ledger.open(None, Folders.at(folder)) as ledger:
        play(ledger, 3, title="x" * 80)
    return folder


def begun(home, words, **more):
    command = [sys.executable, "-m", "mjcompanion", "--data-dir", str(home), *words]
    return subprocess.Popen(command, cwd=HOME, stdin=subprocess.PIPE, stderr=subprocess.PIPE, **more)


@pytest.mark.exhaustive(keep=5)
@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_a_reader_that_has_gone_before_anything_is_written(home, words):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as out, begun(home, words, stdout=out) as run:
        _, said = run.communicate(json.dumps({"hand": HAND}).encode() + b"\n", timeout=60)
    assert (run.returncode, said) == (1, b"")


@pytest.mark.parametrize("command", ["score", "settle"])
def test_a_reader_that_goes_midway(home, tmp_path, command):
    requests = tmp_path / "many.jsonl"
    requests.write_bytes(b"{}\n" * MANY)
    with begun(home, (command, "--jsonl", str(requests)), stdout=subprocess.PIPE) as run:
        assert run.stdout.read(1_000)
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait(60) == 1


def test_a_pipe_that_takes_complaints_too(home):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "mjcompanion", "--data-dir", str(home), "score", "nonsense"]
    with os.fdopen(writer, "wb") as out:
        assert subprocess.run(command, cwd=HOME, check=False, stdout=out, stderr=out).returncode == 1


@pytest.mark.skipif(not FULL.exists(), reason="no such device here")
@pytest.mark.parametrize(
    "words", [("form", "doubling-table", "--out", "-"), ("score", HAND), ("score", "--jsonl", "-")]
)
def test_a_full_disk_is_told_once(home, words):
    with FULL.open("wb") as full, begun(home, words, stdout=full) as run:
        _, said = run.communicate(json.dumps({"hand": HAND}).encode() + b"\n", timeout=60)
    assert run.returncode == 1
    assert said.count(b"\n") == 1
    assert b"no space left on device" in said


HANDS = {
    "score": ("123456789m55z (666z)", ("--seat", "W")),
    "advise": ("123m 456p 789s 11z 55z 9p", ()),
    "match": ("FFF 226m 5z 222p 66JJp", ("--card", "companion")),
}


@pytest.mark.parametrize("command", HANDS)
def test_a_hand_is_read_from_standard_input(mj, command):
    hand, options = HANDS[command]
    for given in (hand.encode(), f"\ufeff{hand}\n".encode(), f"\n  {hand}\n\n".encode()):
        assert mj(command, "-", *options, given=given) == mj(command, hand, *options)
    assert mj(command, "-", *options, given=b"").status == 1
    for wrong in (b"123m \xff", b"1" * 100_001):
        done = mj(command, "-", *options, given=wrong)
        assert done.is_one_sentence(), done
