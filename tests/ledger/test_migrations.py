"""A ledger of an earlier version becomes one of this version, or stays what it was; whatever happens in between."""

import contextlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mjcompanion.ledger import migrate, schema
from mjcompanion.ledger.database import backups_of, restore
from mjcompanion.ledger.errors import LedgerError, NewerVersion, NoLedger, ReadOnly, Refused
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GameFilter, KeptFilter
from mjcompanion.options import OPTIONS
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.table.events import Titled
from tests.kinds import TABLES
from tests.ledger.making import at, eventful, people, play, put, store
from tests.ledger.writer import begin, processes, said

pytestmark = pytest.mark.in_turn

NEWEST = schema.HEAD
AFTER = f"{int(NEWEST) + 1:04}"
STEPS = Path(migrate.__file__).parent / "migrations" / "versions"

NEXT = '''
"""What a next version might do: a table more, and one that others refer to built anew, slowly."""

import time

import sqlalchemy as sa
from alembic import op

revision = "{next}"
down_revision = "{newest}"


def upgrade() -> None:
    op.create_table("leagues", sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.Text))
    pause = {pause}
    for number in range(8):
        with op.batch_alter_table("sessions", recreate={recreate!r}) as batch:
            batch.add_column(sa.Column(f"extra_{{number}}", sa.Integer))
        op.execute(sa.text(f"UPDATE sessions SET extra_{{number}} = hands"))
        time.sleep(pause)
    {wrong}
'''


@pytest.fixture
def next_version(tmp_path, monkeypatch):
    """Makes this program the next version, whose migration takes so long, and may fail at its end."""

    def begins(pause=0.0, wrong="", recreate="always"):
        folder = tmp_path / "steps"
        folder.mkdir(exist_ok=True)
        step = NEXT.format(pause=pause, wrong=wrong, recreate=recreate, next=AFTER, newest=NEWEST)
        (folder / f"v{AFTER}.py").write_text(step)
        become_next(folder, monkeypatch.setattr)
        return folder

    return begins


def become_next(folder, set_attribute=setattr):
    set_attribute(schema, "HEAD", AFTER)
    set_attribute(migrate, "MORE_STEPS", [Path(folder)])


OLD = Path(__file__).parents[1] / "data"


@pytest.fixture
def first(path):
    """A ledger that was written before there was a later schema."""
    path.parent.mkdir(parents=True)
    shutil.copy(OLD / "ledger-0009.db", path)
    return path


def test_a_ledger_of_the_first_schema_opens_with_all_that_is_in_it(first):
    with contextlib.closing(sqlite3.connect(first)) as file:
        stored = file.execute("SELECT uid, title, hands, last_seq FROM sessions ORDER BY id").fetchall()
        events = file.execute("SELECT session_id, seq, body FROM events ORDER BY id").fetchall()
        names = file.execute("SELECT uid, name FROM players WHERE merged_into IS NULL ORDER BY id").fetchall()
        games = file.execute("SELECT uid FROM games ORDER BY id").fetchall()
        hands = file.execute("SELECT uid, remark, put_aside FROM kept ORDER BY id").fetchall()
        tournaments = file.execute("SELECT uid, title FROM tournaments").fetchall()
    with Ledger.open(first) as ledger:
        assert ledger.check().ok
        rows = ledger.sessions.page(limit=1000).rows
        assert {(row.uid, row.title, row.hands, row.last_seq) for row in rows} == set(stored)
        for row in rows:
            table = ledger.sessions.get(row.uid).table
            assert tuple(table.balances[person] for person in table.there) == row.balances
        assert {(one.uid, one.name) for one in ledger.players.search()} == set(names)
        listed = [*ledger.games.page().rows, *ledger.games.page(GameFilter(put_aside=True)).rows]
        assert {(one.uid,) for one in listed} == set(games)
        kept = [*ledger.hands.page().rows, *ledger.hands.page(KeptFilter(put_aside=True)).rows]
        assert {(one.uid, one.remark, one.put_aside) for one in kept} == set(hands)
        assert all(ledger.hands.get(one.uid).row == one for one in kept)
        assert [(one.uid, one.title) for one in ledger.tournaments.all()] == tournaments
        assert (len(stored), len(games), len(hands), len(tournaments)) == (36, 9, 14, 1)
        uid, _, _, last = stored[0]
        ledger.sessions.append(uid, last + 1, Titled(at="2026-12-01T12:00:00Z", title="another evening"))
    with contextlib.closing(sqlite3.connect(first)) as file:
        assert file.execute("SELECT session_id, seq, body FROM events ORDER BY id").fetchall()[:-1] == events


@pytest.mark.parametrize("read_only", [True, False])
def test_a_ledger_that_is_older_is_refused_and_stays_as_it_is(first, read_only):
    with contextlib.closing(sqlite3.connect(first)) as file:
        file.execute("UPDATE alembic_version SET version_num = '0008'")
        file.commit()
    before = first.read_bytes()
    with pytest.raises(NoLedger) as refused:
        Ledger.open(first, read_only=read_only)
    assert refused.value.code == "ledger-too-old"
    assert first.read_bytes() == before
    assert not list(first.parent.glob("backups/*.db"))


GROWN = f"""
import importlib.util, sys
spec = importlib.util.find_spec("mjcompanion.options")
source = spec.loader.get_source(spec.name)
for after, more in (
    ("    chips: str = COUNTING_STICKS\\n", "    seven_pairs: bool = False\\n"),
    ("OPTIONS: Final = (\\n", "    OptionSpec('seven_pairs', OptionKind.BOOL, 'Seven pairs', 'They win.'),\\n"),
):
    assert source.count(after) == 1, after
    source = source.replace(after, after + more)
module = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = module
exec(compile(source, spec.origin, "exec"), module.__dict__)
from mjcompanion import rulesets
rulesets.__path__.append({str(OLD / "rulesets")!r})
rulesets.read_folder()
"""
"""Adds a ruleset and an option to the program, off by default, before anything of it is used."""
TELLS = """
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.options import OPTIONS
from mjcompanion.rulesets import RULESETS
from mjcompanion.table.rules import TableRules
import sys
told = [TableRules.of(rules).fingerprint for rules in RULESETS.values() if rules.at_table and rules != "hong-kong-trial"]
with Ledger.open(sys.argv[1]) as ledger:
    told += [row.fingerprint for row in ledger.sessions.page(limit=1000).rows]
    report = ledger.check()
    assert report.ok, report
assert (len(RULESETS), len(OPTIONS)) == (int(sys.argv[2]), int(sys.argv[3]))
print(*told)
"""


def test_a_new_option_and_a_new_ruleset_move_no_fingerprint(first):
    told = [
        subprocess.run(
            [sys.executable, "-c", code + TELLS, first, str(len(RULESETS) + more), str(len(OPTIONS) + more)],
            capture_output=True, text=True, check=True,
        ).stdout.split()
        for code, more in (("", 0), (GROWN, 1), ("", 0))
    ]  # fmt: skip
    assert told[0] == told[1] == told[2]
    assert len(set(told[0])) > len(TABLES)


def test_what_a_session_stores_of_its_options_older_programs_know(path):
    """Those at the values that every table played by before there was a choice are not written."""
    with Ledger.open(path) as ledger:
        uid = store(ledger, eventful(people(ledger)))
    with contextlib.closing(sqlite3.connect(path)) as file:
        (body,) = file.execute("SELECT body FROM events WHERE seq = 0").fetchone()
    assert json.loads(body)["setup"]["rules"]["options"] == {"loser_pairs": "all", "hand_over": "netted"}
    with Ledger.open(path) as ledger:
        assert ledger.sessions.get(uid).table.rules.options == options_for(Ruleset("classical"))


def test_the_newest_step_is_the_schema_this_program_knows():
    steps = sorted(path.stem for path in STEPS.glob("v*.py"))
    assert steps[-1] == f"v{schema.HEAD}"
    assert [f"v{number:04}" for number in range(int(schema.OLDEST), int(schema.HEAD) + 1)] == steps


def test_steps_import_nothing_of_the_program():
    for path in STEPS.glob("v*.py"):
        assert "mjcompanion" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("recreate", ["always", "never"])
def test_an_old_ledger_is_brought_up_to_date_with_a_backup_before(address, next_version, recreate):
    with Ledger.open(address) as ledger:
        uid = store(ledger, eventful(people(ledger)))
        play(ledger, 3)
        before = (ledger.sessions.page(), ledger.statistics.sessions(), ledger.sessions.get(uid))
    if not ledger.is_file:
        recreate = "never"
    next_version(recreate=recreate)
    with Ledger.open(address) as ledger:
        assert (ledger.sessions.page(), ledger.statistics.sessions(), ledger.sessions.get(uid)) == before
        assert ledger.check().ok
        ledger.sessions.append(uid, 14, Titled(at=at(14), title="gone on with"))
        if ledger.is_file:
            assert any(one.path.name.endswith(f"-before-{AFTER}.db") and one.ok for one in ledger.backups())
            with contextlib.closing(sqlite3.connect(ledger.place.path)) as file:
                assert file.execute("SELECT count(*) FROM sessions WHERE extra_7 = hands").fetchone()[0] >= 1
                assert file.execute("PRAGMA foreign_key_check").fetchall() == []
    with Ledger.open(address) as ledger:
        assert ledger.sessions.get(uid).last_seq == 14


def test_the_backup_before_a_migration_is_the_old_ledger(path, next_version, monkeypatch):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)
    with monkeypatch.context() as later:
        later.setattr(schema, "HEAD", schema.HEAD)
        next_version()
        Ledger.open(path).close()
    monkeypatch.undo()
    with pytest.raises(NewerVersion):
        Ledger.open(path)
    (old,) = [one for one in backups_of(path) if "before" in one.path.name]
    restore(old.path, path)
    with Ledger.open(path) as ledger:
        assert ledger.sessions.row(uid).hands == 3
        assert ledger.check().ok


@pytest.mark.parametrize(
    "wrong", ["raise OSError('no more room')", "op.execute(sa.text('SELECT nothing FROM nowhere'))"]
)
def test_a_migration_that_fails_leaves_the_old_ledger(address, next_version, wrong, monkeypatch):
    with Ledger.open(address) as ledger:
        uid = play(ledger, 3)
        before = (ledger.sessions.page(), ledger.statistics.sessions(), ledger.sessions.get(uid))
    next_version(wrong=wrong, recreate="always" if ledger.is_file else "never")
    for _ in range(2):
        with pytest.raises(Exception, match=r"room|nowhere"):
            Ledger.open(address)
    monkeypatch.undo()
    with Ledger.open(address) as ledger:
        assert (ledger.sessions.page(), ledger.statistics.sessions(), ledger.sessions.get(uid)) == before
        assert ledger.check().ok


def test_a_migration_that_can_not_be_backed_up_is_not_begun(path, next_version):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
    backups = path.parent / "backups"
    for one in backups.iterdir():
        one.unlink()
    backups.rmdir()
    backups.write_text("in the way")
    before = path.read_bytes()
    next_version()
    with pytest.raises(LedgerError):
        Ledger.open(path)
    assert path.read_bytes() == before


def test_who_only_reads_brings_it_up_to_date_too(address, next_version):
    with Ledger.open(address) as ledger:
        uid = play(ledger, 3)
    next_version(recreate="always" if ledger.is_file else "never")
    for _ in range(2):
        with Ledger.open(address, read_only=True) as ledger:
            assert ledger.sessions.row(uid).hands == 3
            assert ledger.check().ok
            assert [one.ok for one in ledger.backups() if "before" in one.path.name] == [True] * ledger.is_file
            with pytest.raises(ReadOnly, match="opened for reading"):
                ledger.players.add("Zoë")


def in_the_way(backups):
    shutil.rmtree(backups)
    backups.write_text("in the way")


def schema_in(path):
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
        return file.execute("SELECT version_num FROM alembic_version").fetchone()[0]


@pytest.mark.parametrize("recreate", ["always", "never"])
def test_one_that_can_not_be_brought_up_to_date_is_read_as_it_is(path, next_version, recreate, tmp_path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)
        exported = ledger.export("json")
    in_the_way(path.parent / "backups")
    before = path.read_bytes()
    next_version(recreate=recreate)
    with Ledger.open(path, read_only=True) as ledger:
        assert (ledger.sessions.row(uid).hands, ledger.export("json")) == (3, exported)
        assert ledger.check().ok
        assert ledger.backup(tmp_path / "copy.db").hands == 3
    assert path.read_bytes() == before
    assert schema_in(tmp_path / "copy.db") == NEWEST


def test_a_step_that_fails_is_told_to_who_only_reads_too(path, next_version):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
    before = path.read_bytes()
    next_version(wrong="op.execute(sa.text('INSERT INTO standings (session_id, place) VALUES (77, 0)'))")
    with pytest.raises(Exception, match="standings"):
        Ledger.open(path, read_only=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("read_only", [True, False])
def test_a_user_who_may_only_read_what_an_earlier_version_made(database, reader, next_version, read_only):
    next_version(recreate="never")
    for _ in range(2):
        with pytest.raises(Refused, match=r"this user may not bring it up to date: have its owner open it once"):
            Ledger.open(reader, read_only=read_only)
    Ledger.open(database, read_only=True).close()
    with Ledger.open(reader, read_only=read_only) as ledger:
        assert ledger.sessions.count() == 0


def read_at_once(path, how, _, name, told, start):
    how, folder = how
    become_next(folder)
    told.send("ready")
    start.wait()
    with Ledger.open(path, read_only=how == "read") as ledger:
        told.send((ledger.sessions.count(), ledger.check().ok))


def test_many_programs_at_once_bring_it_up_to_date_once(first, next_version):
    folder = next_version()
    for _ in range(3):
        shutil.rmtree(first.parent)
        first.parent.mkdir()
        shutil.copy(OLD / "ledger-0009.db", first)
        start = processes.Event()
        begun = [
            begin(read_at_once, str(first), (how, str(folder)), 0, "", start)
            for how in ("read", "write", "read", "write", "read")
        ]
        assert [here.recv() for _, here in begun] == ["ready"] * 5
        start.set()
        assert [said(here) for _, here in begun] == [[(36, True)]] * 5
        for process, _ in begun:
            process.join()
        (backup,) = (first.parent / "backups").glob("*-before-*.db")
        assert (schema_in(backup), schema_in(first)) == (NEWEST, AFTER)


def test_windows_of_two_versions_at_once(address, next_version, monkeypatch):
    with Ledger.open(address) as old:
        uid = play(old, 3)
        next_version(recreate="always" if old.is_file else "never")
        with Ledger.open(address) as new:
            assert new.sessions.row(uid).hands == 3
            new.append(uid, 4, put(4))
        monkeypatch.undo()
        assert old.session(uid).last_seq == 4  # this change is one that an older program can live with
        old.append(uid, 5, put(5))


def open_as_next(address, folder, _, name, told):
    become_next(folder)
    told.send("ready")
    with Ledger.open(address) as ledger:
        told.send(ledger.sessions.count())


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")
def test_a_migration_that_is_killed_is_done_whole_or_not_at_all(path, next_version):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)
        before = (ledger.sessions.page(), ledger.statistics.sessions(), ledger.sessions.get(uid))
    content = path.read_bytes()
    folder = next_version(pause=0.01)
    rng = random.Random(5)
    states = []
    for kill in range(24):
        process, here = begin(open_as_next, str(path), str(folder), 0, "")
        assert here.recv() == "ready"
        time.sleep(0.01 + 0.012 * kill + rng.random() * 0.01)
        process.kill()
        done = said(here)
        process.join()
        with contextlib.closing(sqlite3.connect(path)) as file:
            (state,) = file.execute("SELECT version_num FROM alembic_version").fetchone()
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            columns = [row[1] for row in file.execute("PRAGMA table_info(sessions)")]
            there = file.execute("SELECT count(*) FROM sqlite_master WHERE name = 'leagues'").fetchone()[0]
        assert (state == AFTER) == ("extra_7" in columns) == ("extra_0" in columns) == bool(there)
        assert not done or state == AFTER
        states.append(state)
        if state == AFTER:
            for end in ("-wal", "-shm"):
                path.with_name(path.name + end).unlink(missing_ok=True)
            path.write_bytes(content)
    assert states.count(NEWEST) >= 5, states
    with Ledger.open(path) as ledger:
        assert (ledger.sessions.page(), ledger.statistics.sessions(), ledger.sessions.get(uid)) == before
        assert ledger.check().ok


def begin_anew(address, _, __, name, told):
    told.send("ready")
    with Ledger.open(address) as ledger:
        ledger.players.add("Ann")


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")
def test_a_beginning_that_is_killed_can_be_begun_again(path):
    for kill in range(15):
        process, here = begin(begin_anew, str(path), "", 0, "")
        assert here.recv() == "ready"
        time.sleep(0.002 * kill)
        process.kill()
        said(here)
        process.join()
        with Ledger.open(path) as ledger:
            assert len(ledger.players.search()) <= 1
            assert ledger.check().ok
        shutil.rmtree(path.parent)


def test_a_migration_that_fails_leaves_no_backup_either(path, next_version):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
    before = sorted(path.parent.glob("backups/*"))
    next_version(wrong="raise OSError('no more room')")
    for _ in range(3):
        with pytest.raises(Exception, match="room"):
            Ledger.open(path)
    assert sorted(path.parent.glob("backups/*")) == before


@pytest.mark.skipif(os.name != "posix", reason="links are a Unix matter")
def test_a_ledger_that_is_reached_by_a_link_is_read_with_its_log(path, tmp_path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        for one in path.parent.glob("ledger.db*"):  # as after a power cut: the last hands are in the log only
            if not one.name.endswith("-shm"):
                shutil.copy(one, elsewhere)
    link = tmp_path / "here" / "ours.db"
    link.parent.mkdir()
    link.symlink_to(Path("..") / "elsewhere" / "ledger.db")
    with Ledger.open(link, read_only=True) as ledger:
        assert ledger.sessions.row(uid).hands == 3
    with Ledger.open(link) as ledger:
        assert ledger.backup().path.name.startswith("ours-")
    assert [one.path.parent for one in backups_of(link)] == [link.parent / "backups"]
