"""A ledger of an earlier version becomes one of this version, or stays what it was; whatever happens in between."""

import hashlib
import json
import random
import re
import shutil
import time
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from mjcompanion.ledger import models
from mjcompanion.ledger.database import restore
from mjcompanion.ledger.errors import Damaged, LedgerError, NewerVersion, NoLedger, ReadOnly, Refused
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GameFilter, KeptFilter
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table.events import Titled
from tests.ledger.making import alter, eventful, people, play, season, store
from tests.ledger.writer import begin, processes, said
from tests.sample import often

OLD, NEWEST = models.OLDEST, models.HEAD
DATA = Path(__file__).parents[1] / "data"


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


def rows_in(where, query):
    with engine_of(where).connect() as connection:
        return {tuple(row) for row in connection.exec_driver_sql(query)}


def schema_in(where):
    ((number,),) = rows_in(where, "SELECT version_num FROM alembic_version")
    return number


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


@pytest.fixture
def new(old, tmp_path, request):
    """The address of a ledger that this version makes, beside the old one."""
    if "://" not in old:
        Ledger.open(tmp_path / "new.db").close()
        return str(tmp_path / "new.db")
    return request.getfixturevalue("begun")


def test_all_that_is_in_an_old_ledger_is_there(first, old, new):
    stored = rows_in(first, "SELECT uid, title, hands, last_seq, fingerprint FROM sessions")
    events = rows_in(first, "SELECT session_id, seq, body FROM events")
    with Ledger.open(old) as ledger:
        assert ledger.check().ok
        rows = ledger.sessions.page(limit=1000).rows
        assert {(row.uid, row.title, row.hands, row.last_seq, row.fingerprint) for row in rows} == stored
        for row in rows:
            table = ledger.sessions.get(row.uid).table
            assert tuple(table.balances[person] for person in table.there) == row.balances
            assert table.rules.fingerprint == row.fingerprint  # no option that came later moves it
        names = rows_in(first, "SELECT uid, name FROM players WHERE merged_into IS NULL")
        assert {(one.uid, one.name) for one in ledger.players.search()} == names
        games = [*ledger.games.page().rows, *ledger.games.page(GameFilter(put_aside=True)).rows]
        assert {(ledger.games.get(one.uid).row.uid,) for one in games} == rows_in(first, "SELECT uid FROM games")
        kept = [*ledger.hands.page().rows, *ledger.hands.page(KeptFilter(put_aside=True)).rows]
        hands = rows_in(first, "SELECT uid, remark, put_aside FROM kept")
        assert {(one.uid, one.remark, one.put_aside) for one in kept} == hands
        assert all(ledger.hands.get(one.uid).row == one for one in kept)
        contests = {(one.uid, one.title) for one in ledger.tournaments.all()}
        assert contests == rows_in(first, "SELECT uid, title FROM tournaments")
        assert (len(stored), len(games), len(hands), len(contests)) == (36, 9, 14, 1)
        row = max(rows, key=lambda row: row.last_seq)
        ledger.sessions.append(row.uid, row.last_seq + 1, Titled(at="2026-12-01T12:00:00Z", title="another evening"))
        play(ledger, 1)
        assert ledger.check().ok
    assert events <= rows_in(old, "SELECT session_id, seq, body FROM events")
    assert shape(old) == shape(new)


def test_a_ledger_without_seasons_gets_their_table(path, tmp_path):
    """One that was written when the schema had the number 0010."""
    path.parent.mkdir(parents=True)
    shutil.copy(DATA / "ledger-0010.db", path)
    stored = rows_in(path, "SELECT uid, hands, last_seq, fingerprint FROM sessions")
    with Ledger.open(path) as ledger:
        assert ledger.check().ok
        rows = ledger.sessions.page().rows
        assert {(row.uid, row.hands, row.last_seq, row.fingerprint) for row in rows} == stored
        assert (len(stored), ledger.seasons.all(), len(ledger.tournaments.all())) == (4, (), 1)
        season(ledger, since="2026-10-01", until="2026-10-31")
        (table,) = ledger.seasons.standings("spring").tables
        assert (table.sessions, sum(line.sessions for line in table.lines)) == (3, 12)
        assert ledger.check().seasons == 1
    Ledger.open(tmp_path / "new.db").close()
    assert shape(path) == shape(tmp_path / "new.db")


DAMAGE = [
    ("player", "UPDATE players SET name = 'x' WHERE id = 1"),
    ("session", "UPDATE sessions SET hands = hands + 1 WHERE id = 1"),
    *(
        ("session", f"UPDATE standings SET {one} WHERE session_id = 2 AND place = 0")
        for one in ("net = net + 7", "best_item = 'x'", "tally = NULL")
    ),
    *(
        ("session", f"UPDATE events SET {one} WHERE session_id = 3 AND seq = 1")
        for one in ("body = replace(body, 'at', 'aT')", "chain = chain + 1", "seq = 100")
    ),
    ("session", "DELETE FROM events WHERE session_id = 3 AND seq = (SELECT last_seq FROM sessions WHERE id = 3)"),
    ("game", "UPDATE games SET final_cents = 7 WHERE id = 1"),
    ("game", "UPDATE games SET record = (SELECT record FROM games WHERE id = 2) WHERE id = 1"),
    ("kept", "UPDATE kept SET remark = 'x' WHERE id = 1"),
    ("tournament", "UPDATE tournaments SET title = 'x'"),
]


@pytest.mark.parametrize(("kind", "change"), DAMAGE)
@pytest.mark.exhaustive(keep=12)
def test_what_was_damaged_stays_damaged(old, kind, change):
    alter(old, change)
    with Ledger.open(old) as ledger:
        assert [one.kind for one in ledger.check().findings] == [kind]


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE standings RENAME COLUMN tally TO x",
        "ALTER TABLE events RENAME COLUMN chain TO x",
        "DROP TABLE tournaments",
    ],
)
def test_an_old_ledger_without_a_column_or_a_table_is_damaged_and_stays_as_it_is(first, change):
    alter(first, change)
    for read_only in (True, False):
        with pytest.raises(Damaged):
            Ledger.open(first, read_only=read_only)
    assert schema_in(first) == OLD


@pytest.mark.exhaustive
@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(("number", "code"), [("0008", "ledger-too-old"), ("0042", "ledger-newer")])
def test_other_schemas_are_refused_and_stay_as_they_are(old, number, code, read_only):
    alter(old, f"UPDATE alembic_version SET version_num = '{number}'", "UPDATE meta SET program = '7.5'")
    with pytest.raises((NoLedger, NewerVersion)) as refused:
        Ledger.open(old, read_only=read_only)
    assert refused.value.code == code
    assert number == "0008" or re.search(rf"7\.5.*{number}", str(refused.value))
    assert schema_in(old) == number
    assert "://" in old or not list(Path(old).parent.glob("backups/*"))


def test_the_backup_before_is_the_old_ledger_and_has_its_records(first):
    with Ledger.open(first) as ledger:
        hands, sessions = ledger.hands.page(), ledger.sessions.page()
        (backup,) = ledger.backups()
        assert (backup.ok, backup.sessions, backup.path.name.endswith(f"-before-{NEWEST}.db")) == (True, 36, True)
        assert schema_in(backup.path) == OLD
    restore(backup.path, first)
    assert schema_in(first) == OLD
    with Ledger.open(first) as ledger:
        assert (ledger.hands.page(), ledger.sessions.page()) == (hands, sessions)


REFUSE, ALLOW = (
    {
        False: f"CREATE TRIGGER stop BEFORE UPDATE ON alembic_version BEGIN SELECT RAISE(ABORT, '{NEWEST}'); END",
        True: f"ALTER TABLE alembic_version ADD CONSTRAINT stop CHECK (version_num <> '{NEWEST}')",
    },
    {False: "DROP TRIGGER stop", True: "ALTER TABLE alembic_version DROP CONSTRAINT stop"},
)
"""Has the last statement of a migration fail; and no more. On a server that is another one."""


def test_a_migration_that_fails_leaves_the_old_ledger_and_no_backup(old):
    alter(old, REFUSE["://" in old])
    for read_only in (False, True):
        with pytest.raises(Exception, match=rf"{NEWEST}|stop"):
            Ledger.open(old, read_only=read_only)
    assert schema_in(old) == OLD
    assert "://" in old or not list(Path(old).parent.glob("backups/*"))
    alter(old, ALLOW["://" in old])
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


@pytest.mark.parametrize("address", ["server"], indirect=True)
def test_a_user_who_may_only_read_is_told_of_an_old_ledger_and_writes_nothing(old):
    alter(old, "DROP ROLE IF EXISTS reader", "CREATE ROLE reader LOGIN")
    alter(old, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    reader = make_url(old).set(username="reader").render_as_string()
    with pytest.raises(Refused) as refused:
        Ledger.open(reader)
    assert refused.value.code == "ledger-older"
    Ledger.open(old).close()
    with Ledger.open(reader) as ledger:
        assert ledger.sessions.count() == 36
        with pytest.raises(Refused):
            ledger.players.add("Ann")


def read_at_once(path, how, _, name, told, start):
    told.send("ready")
    start.wait()
    with Ledger.open(path, read_only=how == "read") as ledger:
        told.send((ledger.sessions.count(), ledger.check().ok))


def test_many_programs_at_once_bring_it_up_to_date_once(first):
    start = processes.Event()
    begun = [begin(read_at_once, str(first), how, 0, "", start) for how in ("read", "write", "read", "write", "read")]
    assert [here.recv() for _, here in begun] == ["ready"] * 5
    start.set()
    assert [said(here) for _, here in begun] == [[(36, True)]] * 5
    (backup,) = (first.parent / "backups").glob("*-before-*.db")
    assert (schema_in(backup), schema_in(first)) == (OLD, NEWEST)


def open_it(address, _, __, name, told):
    told.send("ready")
    with Ledger.open(address) as ledger:
        ledger.players.add("Zoë")
        told.send(ledger.sessions.count())


@pytest.mark.parametrize("is_new", [False, True])
def test_what_is_killed_is_done_whole_or_not_at_all(first, is_new):
    """Bringing it up to date, or beginning a new one."""
    content, rng, most = first.read_bytes(), random.Random(5), often(20, 8)
    for kill in range(most):
        shutil.rmtree(first.parent)
        first.parent.mkdir()
        if not is_new:
            first.write_bytes(content)
        process, here = begin(open_it, str(first), "", 0, "")
        assert here.recv() == "ready"
        time.sleep((0.04 if is_new else 0.4) * (kill + rng.random()) / most)
        process.kill()
        done = said(here)
        process.join()
        if not is_new:
            columns = {one["name"] for one in sa.inspect(engine_of(first)).get_columns("standings")}
            assert ("tally" in columns) == (schema_in(first) == OLD)
        with Ledger.open(first) as ledger:
            assert ledger.check().ok
            assert ledger.sessions.count() == (0 if is_new else 36)
            assert not done or ledger.players.named("Zoë")


# what sessions store of rules


def test_what_a_session_stores_of_its_options_older_programs_know(path):
    """Those at the values that every table played by before there was a choice are not written."""
    with Ledger.open(path) as ledger:
        uid = store(ledger, eventful(people(ledger)))
    with closing(engine_of(path).connect()) as file:
        body = file.exec_driver_sql("SELECT body FROM events WHERE seq = 0").scalar()
    assert json.loads(body)["setup"]["rules"]["options"] == {"loser_pairs": "all", "hand_over": "netted"}
    with Ledger.open(path) as ledger:
        assert ledger.sessions.get(uid).table.rules.options == options_for(Ruleset("classical"))
