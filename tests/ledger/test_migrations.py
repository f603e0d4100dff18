"""A ledger of an earlier version becomes one of this version, or stays what it was; whatever happens in between."""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from mjcompanion.core.options import OPTIONS
from mjcompanion.ledger import migrate, models
from mjcompanion.ledger.database import backups_of, restore
from mjcompanion.ledger.errors import LedgerError, NewerVersion, NoLedger, ReadOnly, Refused
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GameFilter, KeptFilter
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.table.events import Titled
from tests.kinds import TABLES
from tests.ledger.making import alter, eventful, people, play, put, store, told
from tests.ledger.writer import begin, processes, said

pytestmark = pytest.mark.in_turn

OLD, NEWEST = models.OLDEST, models.HEAD
AFTER = f"{int(NEWEST) + 1:04}"
STEPS = Path(migrate.__file__).parent / "migrations" / "versions"
DATA = Path(__file__).parents[1] / "data"
NEXT = '''
"""What a next version might do: a table more, and one that others refer to built anew, slowly."""

import time

import sqlalchemy as sa
from alembic import op

revision = "{next}"
down_revision = "{newest}"


def upgrade() -> None:
    op.create_table("leagues", sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.Text))
    for number in range(8):
        with op.batch_alter_table("sessions", recreate={recreate!r}) as batch:
            batch.add_column(sa.Column(f"extra_{{number}}", sa.Integer))
        time.sleep({pause})
    {wrong}
'''


def become_next(folder, set_attribute=setattr):
    set_attribute(models, "HEAD", AFTER)
    set_attribute(migrate, "MORE_STEPS", [Path(folder)])


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


@pytest.fixture
def first(path):
    """A file that was written before there was a later schema."""
    path.parent.mkdir(parents=True)
    shutil.copy(DATA / "ledger-0009.db", path)
    return path


@pytest.fixture
def old(first, address):
    """The same, or a server's ledger with the same tables and rows."""
    if "://" not in address:
        return address
    target, source = engine_of(address), engine_of(first)
    tables = sa.MetaData()
    tables.reflect(source)
    with source.connect() as here, target.begin() as there:
        rows = {table: [row._asdict() for row in here.execute(sa.select(table))] for table in tables.sorted_tables}
        for name, moment in (("standings", "started_at"), ("games", "finished_at")):  # which a server tallies otherwise
            for row in rows[tables.tables[name]]:
                query = "SELECT CAST(julianday(?) * 86400 + 0.5 AS BIGINT)"
                row["tally"] -= here.exec_driver_sql(query, (row[moment],)).scalar()
                row["tally"] += int(hashlib.md5(row[moment].encode(), usedforsecurity=False).hexdigest()[:7], 16)
        for column in (column for table in rows for column in table.c):
            if isinstance(column.type, sa.BLOB):
                column.type = sa.LargeBinary()
            elif isinstance(column.type, sa.Text):
                column.type = sa.Text(collation="C")
        tables.tables["meta"].c.id.autoincrement = False
        tables.create_all(there)
        for table in (table for table in tables.sorted_tables if rows[table]):
            there.execute(sa.insert(table).values(rows[table]))
            if "id" in table.c and table.name != "meta":
                there.execute(sa.text(f"SELECT setval('{table.name}_id_seq', max(id)) FROM {table.name}"))
    return address


def engine_of(where):
    if "://" not in str(where):
        return sa.create_engine(f"sqlite:///{where}", poolclass=sa.NullPool)
    url = make_url(str(where)).set(drivername="postgresql+psycopg")
    return sa.create_engine(url, poolclass=sa.NullPool)


def schema_in(where):
    with engine_of(where).connect() as connection:
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def test_all_that_is_in_an_old_ledger_is_there(first, old):
    with engine_of(first).connect() as file:
        stored, events, names, games, hands, tournaments = (
            {tuple(row) for row in file.exec_driver_sql(query)}
            for query in (
                "SELECT uid, title, hands, last_seq FROM sessions",
                "SELECT session_id, seq, body FROM events",
                "SELECT uid, name FROM players WHERE merged_into IS NULL",
                "SELECT uid FROM games",
                "SELECT uid, remark, put_aside FROM kept",
                "SELECT uid, title FROM tournaments",
            )
        )
    with Ledger.open(old) as ledger:
        assert ledger.check().ok
        rows = ledger.sessions.page(limit=1000).rows
        assert {(row.uid, row.title, row.hands, row.last_seq) for row in rows} == stored
        for row in rows:
            table = ledger.sessions.get(row.uid).table
            assert tuple(table.balances[person] for person in table.there) == row.balances
        assert {(one.uid, one.name) for one in ledger.players.search()} == names
        listed = [*ledger.games.page().rows, *ledger.games.page(GameFilter(put_aside=True)).rows]
        assert {(ledger.games.get(one.uid).row.uid,) for one in listed} == games
        kept = [*ledger.hands.page().rows, *ledger.hands.page(KeptFilter(put_aside=True)).rows]
        assert {(one.uid, one.remark, one.put_aside) for one in kept} == hands
        assert all(ledger.hands.get(one.uid).row == one for one in kept)
        assert {(one.uid, one.title) for one in ledger.tournaments.all()} == tournaments
        assert (len(stored), len(games), len(hands), len(tournaments)) == (36, 9, 14, 1)
        last = {row.uid: row.last_seq for row in rows}
        uid = max(last, key=last.__getitem__)
        ledger.sessions.append(uid, last[uid] + 1, Titled(at="2026-12-01T12:00:00Z", title="another evening"))
        play(ledger, 1)
        assert ledger.check().ok
    with engine_of(old).connect() as file:
        assert events <= {tuple(row) for row in file.exec_driver_sql("SELECT session_id, seq, body FROM events")}


def shape(where):
    """The tables of a database: columns with type and nullability, keys, indexes."""
    found = sa.inspect(engine_of(where))
    return {
        name: (
            {one["name"]: (repr(one["type"]), one["nullable"], one["default"]) for one in found.get_columns(name)},
            found.get_pk_constraint(name),
            sorted(found.get_foreign_keys(name), key=str),
            sorted(found.get_unique_constraints(name), key=str),
            sorted(found.get_indexes(name), key=str),
            found.get_check_constraints(name),
        )
        for name in found.get_table_names()
    }


def test_the_tables_become_those_of_a_new_ledger(old, request):
    Ledger.open(old).close()
    new = str(Path(old).with_name("new.db")) if "://" not in old else second_database(request)
    Ledger.open(new).close()
    assert shape(old) == shape(new)


def second_database(request):
    import psycopg

    server = request.getfixturevalue("server")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE beside")
    return server.replace("/postgres?", "/beside?")


DAMAGE = [
    *(("player", f"UPDATE players SET {one} WHERE id = 1") for one in ("name = 'x'", "merged_into = 2")),
    *(("session", f"UPDATE sessions SET {one} WHERE id = 1") for one in ("hands = hands + 1", "title = 'x'")),
    *(
        ("session", f"UPDATE standings SET {one} WHERE session_id = 2 AND place = 0")
        for one in ("net = net + 7", "wins = wins + 1", "self_drawn = 99", "best_item = 'x'", "tally = NULL")
    ),
    *(
        ("session", f"UPDATE events SET {one} WHERE session_id = 3 AND seq = 1")
        for one in ("body = replace(body, 'at', 'aT')", "chain = chain + 1", "seq = 100")
    ),
    ("session", "DELETE FROM events WHERE session_id = 3 AND seq = (SELECT last_seq FROM sessions WHERE id = 3)"),
    *(
        ("game", f"UPDATE games SET {one} WHERE id = 1")
        for one in (
            *("score = score + 1", "final_cents = 7", "assisted = NOT assisted", "checksum = checksum + 1"),
            "record = (SELECT record FROM games WHERE id = 2)",
        )
    ),
    *(
        ("kept", f"UPDATE kept SET {one} WHERE id = 1")
        for one in ("remark = 'x'", "house = 'x'", "record = (SELECT record FROM kept WHERE id = 2)")
    ),
    ("tournament", "UPDATE tournaments SET title = 'x'"),
]


@pytest.mark.parametrize(("kind", "change"), DAMAGE)
@pytest.mark.exhaustive(keep=24)
def test_what_was_damaged_stays_damaged(old, kind, change):
    alter(old, change)
    with Ledger.open(old) as ledger:
        (finding,) = ledger.check().findings
        assert finding.kind == kind


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(("number", "code"), [("0008", "ledger-too-old"), (AFTER, "ledger-newer")])
def test_other_schemas_are_refused_and_stay_as_they_are(first, number, code, read_only):
    alter(first, f"UPDATE alembic_version SET version_num = '{number}'")
    before = first.read_bytes()
    with pytest.raises((NoLedger, NewerVersion)) as refused:
        Ledger.open(first, read_only=read_only)
    assert refused.value.code == code
    assert first.read_bytes() == before
    assert not list(first.parent.glob("backups/*.db"))


def test_the_backup_before_is_the_old_ledger_and_has_its_records(first):
    before = first.read_bytes()
    with Ledger.open(first) as ledger:
        whole = told(ledger)
        uid = ledger.sessions.get(ledger.sessions.page().rows[0].uid).uid
        (backup,) = ledger.backups()
        assert (backup.ok, backup.sessions, backup.path.name.endswith(f"-before-{NEWEST}.db")) == (True, 36, True)
        assert schema_in(backup.path) == OLD
        alter(first, "UPDATE events SET body = 'x' WHERE seq = 1", "UPDATE kept SET remark = 'x' WHERE id = 2")
        for one in ledger.check().findings:
            (found,) = ledger.in_backups(one.kind, one.session)
            assert found.backup.path == backup.path
            ledger.bring_back(one.session, kind=one.kind)
        assert ledger.check().ok
        assert told(ledger) == whole
        assert ledger.sessions.get(uid).uid == uid
    restore(backup.path, first)
    assert schema_in(first) == OLD
    assert before[:16] == first.read_bytes()[:16]
    with Ledger.open(first) as ledger:
        assert told(ledger) == whole


@pytest.mark.parametrize(
    "wrong", ["raise OSError('no more room')", "op.execute(sa.text('SELECT nothing FROM nowhere'))"]
)
def test_a_migration_that_fails_leaves_the_old_ledger_and_no_backup(old, next_version, wrong, monkeypatch):
    next_version(wrong=wrong, recreate="auto")
    for read_only in (False, True, False):
        with pytest.raises(Exception, match=r"room|nowhere"):
            Ledger.open(old, read_only=read_only)
    assert schema_in(old) == OLD
    assert "://" in old or not list(Path(old).parent.glob("backups/*"))
    monkeypatch.undo()
    with Ledger.open(old) as ledger:
        assert ledger.check().ok


def test_one_that_can_not_be_backed_up_is_only_read(first, tmp_path):
    (first.parent / "backups").write_text("in the way")
    before = first.read_bytes()
    with pytest.raises(LedgerError):
        Ledger.open(first)
    with Ledger.open(first, read_only=True) as ledger:
        assert (ledger.sessions.count(), ledger.check().ok) == (36, True)
        assert ledger.backup(tmp_path / "copy.db").sessions == 36
    assert first.read_bytes() == before
    assert schema_in(tmp_path / "copy.db") == OLD


def test_who_only_reads_brings_it_up_to_date_too(old):
    for _ in range(2):
        with Ledger.open(old, read_only=True) as ledger:
            assert ledger.check().ok
            assert len(ledger.backups()) == ledger.is_file
            with pytest.raises(ReadOnly):
                ledger.players.add("Zoë")
    assert schema_in(old) == NEWEST


@pytest.mark.parametrize("read_only", [True, False])
def test_a_user_who_may_only_read_what_an_earlier_version_made(database, reader, next_version, read_only):
    next_version(recreate="never")
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            Ledger.open(reader, read_only=read_only)
        assert refused.value.code == "ledger-older"
    Ledger.open(database, read_only=True).close()
    with Ledger.open(reader, read_only=read_only) as ledger:
        assert ledger.sessions.count() == 0


def read_at_once(path, how, _, name, told, start):
    told.send("ready")
    start.wait()
    with Ledger.open(path, read_only=how == "read") as ledger:
        told.send((ledger.sessions.count(), ledger.check().ok))


def test_many_programs_at_once_bring_it_up_to_date_once(first):
    for _ in range(3):
        shutil.rmtree(first.parent)
        first.parent.mkdir()
        shutil.copy(DATA / "ledger-0009.db", first)
        start = processes.Event()
        ways = ("read", "write", "read", "write", "read")
        begun = [begin(read_at_once, str(first), how, 0, "", start) for how in ways]
        assert [here.recv() for _, here in begun] == ["ready"] * 5
        start.set()
        assert [said(here) for _, here in begun] == [[(36, True)]] * 5
        for process, _ in begun:
            process.join()
        (backup,) = (first.parent / "backups").glob("*-before-*.db")
        assert (schema_in(backup), schema_in(first)) == (OLD, NEWEST)


def test_windows_of_two_versions_at_once(address, next_version, monkeypatch):
    with Ledger.open(address) as old:
        uid = play(old, 3)
        next_version(recreate="always" if old.is_file else "never")
        with Ledger.open(address) as new:
            new.sessions.append(uid, 4, put(4))
        monkeypatch.undo()
        assert old.sessions.get(uid).last_seq == 4  # this change is one that an older program can live with
        old.sessions.append(uid, 5, put(5))
    with pytest.raises(NewerVersion):
        Ledger.open(address)


def open_as_next(address, folder, _, name, told):
    if folder:
        become_next(folder)
    told.send("ready")
    with Ledger.open(address) as ledger:
        ledger.players.add("Zoë")
        told.send(ledger.sessions.count())


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")
@pytest.mark.parametrize("is_new", [False, True])
def test_what_is_killed_is_done_whole_or_not_at_all(first, next_version, is_new):
    """Bringing it up to date, or beginning a new one."""
    content = first.read_bytes()
    folder = "" if is_new else str(next_version(pause=0.01))
    rng, states = random.Random(5), []
    for kill in range(20):
        shutil.rmtree(first.parent)
        first.parent.mkdir()
        if not is_new:
            first.write_bytes(content)
        process, here = begin(open_as_next, str(first), folder, 0, "")
        assert here.recv() == "ready"
        time.sleep((0.002 if is_new else 0.02) * (kill + rng.random()))
        process.kill()
        done = said(here)
        process.join()
        if not is_new:
            states.append(schema_in(first))
            tables = sa.inspect(engine_of(first))
            columns = {one["name"] for one in tables.get_columns("sessions")}
            assert {"extra_0" in columns, "extra_7" in columns, tables.has_table("leagues")} == {states[-1] == AFTER}
            assert not done or states[-1] == AFTER
        with Ledger.open(first) as ledger:
            assert ledger.check().ok
            assert ledger.sessions.count() == (0 if is_new else 36)
            assert not done or ledger.players.named("Zoë")
    assert is_new or states.count(OLD) >= 3, states


def test_the_steps_are_those_this_program_knows_and_import_nothing_of_it():
    steps = {path.stem: path.read_text(encoding="utf-8") for path in STEPS.glob("v*.py")}
    assert sorted(steps) == [f"v{number:04}" for number in range(int(OLD), int(NEWEST) + 1)]
    assert not [name for name, text in steps.items() if "mjcompanion" in text]


# what sessions store of rules


GROWN = f"""
import importlib.util, sys
spec = importlib.util.find_spec("mjcompanion.core.options")
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
rulesets.__path__.append({str(DATA / "rulesets")!r})
rulesets.read_folder()
"""
"""Adds a ruleset and an option to the program, off by default, before anything of it is used."""
TELLS = """
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.core.options import OPTIONS
from mjcompanion.rulesets import RULESETS
from mjcompanion.table.rules import TableRules
import sys
told = [TableRules.of(rules).fingerprint for rules in RULESETS.values() if rules.at_table and rules != "hong-kong-trial"]
with Ledger.open(sys.argv[1]) as ledger:
    told += [row.fingerprint for row in ledger.sessions.page(limit=1000).rows]
    assert ledger.check().ok
assert (len(RULESETS), len(OPTIONS)) == (int(sys.argv[2]), int(sys.argv[3]))
print(*told)
"""


def test_a_new_option_and_a_new_ruleset_move_no_fingerprint(first):
    found = [
        subprocess.run(
            [sys.executable, "-c", code + TELLS, first, str(len(RULESETS) + more), str(len(OPTIONS) + more)],
            capture_output=True, text=True, check=True,
        ).stdout.split()
        for code, more in (("", 0), (GROWN, 1), ("", 0))
    ]  # fmt: skip
    assert found[0] == found[1] == found[2]
    assert len(set(found[0])) > len(TABLES)


def test_what_a_session_stores_of_its_options_older_programs_know(path):
    """Those at the values that every table played by before there was a choice are not written."""
    with Ledger.open(path) as ledger:
        uid = store(ledger, eventful(people(ledger)))
    with closing(engine_of(path).connect()) as file:
        body = file.exec_driver_sql("SELECT body FROM events WHERE seq = 0").scalar()
    assert json.loads(body)["setup"]["rules"]["options"] == {"loser_pairs": "all", "hand_over": "netted"}
    with Ledger.open(path) as ledger:
        assert ledger.sessions.get(uid).table.rules.options == options_for(Ruleset("classical"))


@pytest.mark.skipif(os.name != "posix", reason="links are a Unix matter")
def test_a_ledger_that_is_reached_by_a_link_is_read_with_its_log(path, tmp_path):
    elsewhere, link = tmp_path / "elsewhere", tmp_path / "here" / "ours.db"
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)
        elsewhere.mkdir()
        for one in path.parent.glob("ledger.db*"):  # as after a power cut: the last hands are in the log only
            if not one.name.endswith("-shm"):
                shutil.copy(one, elsewhere)
    link.parent.mkdir()
    link.symlink_to(Path("..") / "elsewhere" / "ledger.db")
    with Ledger.open(link, read_only=True) as ledger:
        assert ledger.sessions.row(uid).hands == 3
    with Ledger.open(link) as ledger:
        assert ledger.backup().path.name.startswith("ours-")
    assert [one.path.parent for one in backups_of(link)] == [link.parent / "backups"]
