"""The first command after an upgrade, whichever it is: it does its work, and the ledger is of this version then."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from mjcompanion.commands import ledger
from mjcompanion.ledger import opening, schema
from mjcompanion.ledger.formats import json_parts

HOME = Path(__file__).parents[2]
OLD = sorted((HOME / "tests" / "data").glob("ledger-*.db"))
WRITING = {
    "ledger import": ("ledger", "import", "{file}.json"),
    "ledger check --repair": ("ledger", "check", "--repair"),
}
READING = {
    "ledger list": ("ledger", "list"),
    "ledger show": ("ledger", "show", "{session}"),
    "ledger games": ("ledger", "games"),
    "ledger figures": ("ledger", "figures"),
    "ledger kept": ("ledger", "kept"),
    "ledger export --kept": ("ledger", "export", "--kept", "--format", "csv"),
    "ledger export": ("ledger", "export", "--all", "--games"),
    "ledger export --games": ("ledger", "export", "--games", "--format", "csv"),
    "ledger backup": ("ledger", "backup", "{file}.db"),
    "ledger check": ("ledger", "check"),
    "form --session": ("form", "session", "--session", "{session}", "--out", "{file}.pdf"),
    "form --since": ("form", "session", "--since", "2026-01-01", "--out", "{file}.pdf"),
    "form --games": ("form", "running-card", "--games", "--out", "{file}.pdf"),
    "form --ledger-game": ("form", "running-card", "--ledger-game", "abc", "--out", "{file}.pdf"),
}
NOT_OPENING = {"backups", "restore"}
"""What looks at files alone."""
OF_KEPT = {"correct", "delete", "share"}
"""What is done with a kept hand; earlier ledgers have none."""


def in_file(path):
    """The schema a file has, and its sessions."""
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
        sessions = file.execute("SELECT uid FROM sessions ORDER BY id").fetchall()
        return file.execute("SELECT version_num FROM alembic_version").fetchone()[0], [uid for (uid,) in sessions]


def games_in(path):
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
        return file.execute("SELECT count(*) FROM games").fetchone()[0]


@pytest.fixture(params=OLD, ids=lambda path: path.stem)
def old(request, tmp_path):
    """A ledger of an earlier version, in the data folder."""
    path = tmp_path / "data" / "ledger.db"
    path.parent.mkdir()
    shutil.copyfile(request.param, path)
    return path


@pytest.fixture
def ask(mj, old, tmp_path):
    """Runs a command on that ledger."""
    sessions = in_file(old)[1]
    (tmp_path / "file.json").write_bytes(b"".join(json_parts([], [])))

    def run(words):
        given = [word.format(session=sessions[0], file=tmp_path / "file") for word in words]
        return mj("--data-dir", old.parent, *given)

    return run


def test_every_command_is_tried():
    commands = {name.split()[1] for name in {**READING, **WRITING} if name.startswith("ledger")}
    assert commands == set(ledger.command.commands) - NOT_OPENING - OF_KEPT
    opening_one = [
        path.name for path in Path(ledger.__file__).parent.glob("*.py") if "Ledger.open(" in path.read_text()
    ]
    assert sorted(opening_one) == ["ledger.py"]


@pytest.mark.exhaustive(keep=9)
@pytest.mark.parametrize("name", {**READING, **WRITING})
def test_it_brings_the_ledger_up_to_date(ask, old, name):
    before, sessions = in_file(old)
    words = {**READING, **WRITING}[name]
    done = ask(words)
    no_such_game = name == "form --ledger-game" or (name == "form --games" and not games_in(old))
    assert (done.status, bool(done.err)) == (no_such_game, no_such_game), done
    assert in_file(old) == (schema.HEAD, sessions)
    (backup,) = (old.parent / "backups").glob(f"ledger-*-before-{schema.HEAD}.db")
    assert in_file(backup) == (before, sessions)
    assert ask(words) == done
    assert ask(("ledger", "check")).status == 0


@pytest.mark.exhaustive(keep=8)
@pytest.mark.parametrize("name", READING)
def test_one_that_may_not_be_written_is_read_all_the_same(ask, old, name, monkeypatch):
    before = old.read_bytes()
    due = ask(READING[name])
    old.write_bytes(before)
    shutil.rmtree(old.parent / "backups")
    monkeypatch.setattr(opening, "_why_not_writable", lambda path: f"{path} may not be written.")
    assert ask(READING[name]) == due
    assert old.read_bytes() == before
    assert not (old.parent / "backups").exists()


@pytest.mark.parametrize("name", WRITING)
def test_one_that_may_not_be_written_is_not_written(ask, old, name, monkeypatch):
    monkeypatch.setattr(opening, "_why_not_writable", lambda path: f"{path} may not be written.")
    before = old.read_bytes()
    done = ask(WRITING[name])
    assert done.is_one_sentence()
    assert done.err == f"The ledger is read-only: {old} may not be written.\n"
    assert old.read_bytes() == before


def test_a_backup_of_one_that_may_not_be_written_is_the_old_ledger(ask, old, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "_why_not_writable", lambda path: f"{path} may not be written.")
    assert ask(READING["ledger backup"]).status == 0
    assert in_file(tmp_path / "file.db") == in_file(old) != (schema.HEAD, in_file(old)[1])


def test_a_backup_put_back_is_brought_up_to_date_too(ask, old):
    assert ask(("ledger", "list")).status == 0
    (backup,) = (old.parent / "backups").glob("*-before-*.db")
    assert ask(("ledger", "restore", str(backup))).status == 0
    assert in_file(old)[0] < schema.HEAD
    assert ask(("ledger", "list")).status == 0
    assert in_file(old)[0] == schema.HEAD
