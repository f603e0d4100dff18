"""Ways to run the command line: inside the test, which is quick, and as a process of its own, which is the real thing."""

import gc
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from mjcompanion.cli import run

HOME = Path(__file__).parents[2]


@dataclass(frozen=True)
class Done:
    """What a run of the command line left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self):
        """The one answer on standard output."""
        return json.loads(self.out)

    @property
    def answers(self):
        """The answers on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def is_one_sentence(self):
        """Whether it ended as a wrong request does: status 1, nothing answered, one line on standard error."""
        return self.status == 1 and not self.out and self.err.count("\n") == 1 and self.err.endswith((".\n", "?\n"))


def run_here(*words, given=b""):
    """Run the command line in this process."""
    with CliRunner().isolation(input=given) as streams:
        status = run([str(word) for word in words])
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = streams[0].getvalue(), streams[1].getvalue()
    return Done(status, out.decode(), err.decode())


@pytest.fixture
def mj(monkeypatch):
    """Runs the command line with these words and this standard input."""

    before, language = gc.get_threshold(), os.environ.get("LANGUAGE", "")
    monkeypatch.setenv("LANGUAGE", language)

    def start(*words, given=b""):
        done = run_here(*words, given=given)
        gc.set_threshold(*before)  # a run may change both, as it is all that its process does
        os.environ["LANGUAGE"] = language
        return done

    return start


@pytest.fixture
def home(tmp_path):
    """A data folder."""
    return tmp_path / "data"


@pytest.fixture
def ask(mj, home):
    """Runs `mjcompanion ledger` on that folder."""
    return lambda *words, **more: mj("--data-dir", home, "ledger", *words, **more)


@pytest.fixture
def process():
    """Runs `python -m mjcompanion` with these words."""

    def start(*words, given=b"", **environment):
        done = subprocess.run(
            [sys.executable, "-m", "mjcompanion", *map(str, words)],
            input=given,
            capture_output=True,
            check=False,
            env={**os.environ, **environment},
            cwd=HOME,
        )
        return Done(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    return start
