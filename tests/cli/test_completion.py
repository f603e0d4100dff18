"""Completion in a shell: the scripts, and what is offered for a word that is being typed."""

import os
import subprocess
import sys

import pytest
from click.shell_completion import BashComplete

from mjcompanion.cli import commands
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.printing.catalogue import FORMS
from mjcompanion.rulesets import RULESETS, Ruleset
from mjcompanion.table.club_rules import RulesLibrary
from mjcompanion.table.club_rules.rules import ClubRules
from tests.cli.conftest import HOME
from tests.ledger.making import play

VARIABLE = "_MJCOMPANION_COMPLETE"
PROGRAM = """
import runpy, sys
sys.argv = ["mjcompanion"]
try:
    runpy.run_module("mjcompanion", run_name="__main__", alter_sys=True)
finally:
    print(*sys.modules, file=sys.stderr)
"""


@pytest.fixture
def offered(tmp_path):
    """What is offered after these words for the one that has begun, in a data folder of its own."""

    def find(*words, begun=""):
        shell = BashComplete(commands, {}, "mjcompanion", VARIABLE)
        return shell.get_completions(["--data-dir", str(tmp_path), *words], begun)

    return find


def values(found):
    return [one.value for one in found]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed_and_no_window_opens(shell):
    env = os.environ | {VARIABLE: f"{shell}_source"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, cwd=HOME, capture_output=True, text=True, check=True
    )
    assert f"{VARIABLE}={shell}_complete" in done.stdout
    assert not {"PySide6", "shiboken6", "mjcompanion.ui"} & set(done.stderr.split())


def test_commands_and_options(offered):
    assert values(offered(begun="s")) == ["score", "settle", "solitaire", "season"]
    assert {"--rules", "--seat", "--jsonl"} <= set(values(offered("score", begun="--")))
    assert set(values(offered("ledger", begun="sh"))) == {"show", "share"}


def test_rulesets_as_far_as_a_command_takes_them(offered):
    assert set(values(offered("score", "--rules"))) == set(RULESETS)
    assert set(values(offered("ledger", "list", "--rules"))) == set(RULESETS)
    assert "simple" not in values(offered("settle", "--rules"))
    assert values(offered("score", "--rules", begun="kemp")) == ["kemp-chinese", "kemp-american"]


def test_forms_winds_cards_and_files(offered):
    assert values(offered("form")) == [form.id for form in FORMS]
    assert values(offered("score", "--seat")) == ["E", "S", "W", "N"]
    assert "draw" in values(offered("score", "--by"))
    assert values(offered("match", "--card")) == ["companion", "club-fifteen"]
    for words in (("match", "--card"), ("form", "--out"), ("score", "--jsonl"), ("ledger", "import")):
        assert [one.type for one in offered(*words, begun="./x")] == ["file"]


def test_house_rules(offered, tmp_path):
    assert [one.type for one in offered("score", "--club")] == ["file"]
    RulesLibrary(tmp_path / "rules").save(ClubRules.of("Tuesday", Ruleset("traditional"), {"limit": 500}))
    assert values(offered("score", "--club", begun="Tu")) == ["Tuesday"]


def test_sessions_of_a_ledger_that_is_there(offered, tmp_path):
    assert offered("ledger", "show") == []
    assert not list(tmp_path.iterdir())  # nothing is made by asking
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        uid = play(ledger, 2, title="Tuesday")
    (found,) = offered("ledger", "show")
    assert uid.startswith(found.value)
    assert found.help.endswith("Tuesday")
    for words in (("form", "session", "--session"), ("ledger", "export")):
        assert values(offered(*words)) == [found.value]
    assert offered("ledger", "show", begun="~") == []


def test_a_ledger_that_cant_be_read_or_is_a_server_offers_nothing(offered, tmp_path):
    (tmp_path / "ledger.db").write_bytes(b"no ledger" * 1_000)
    assert offered("ledger", "show") == []
    assert offered("--ledger", "postgresql://nobody@192.0.2.1/none", "ledger", "show") == []
