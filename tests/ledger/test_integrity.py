"""What isn't as it was written is noticed when it is read, and named; it is worked out again, or a backup has it.

A row that SQL deletes leaves no checksum: only events, seats and players that others refer to are missed.
"""

import random
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from itertools import product

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger.backups import NEWEST_KEPT
from mjcompanion.ledger.errors import Damaged, DamagedRecord
from mjcompanion.ledger.ledger import Ledger
from tests.ledger.making import alter, cup, leave_alone, play, put, sit
from tests.ledger.whole import fill, told, wrong
from tests.sample import some

TABLES = ("players", "sessions", "events", "standings", "games", "kept", "tournaments", "seasons")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A file with everything, and one backup that has all of it; and what it shows."""
    path = tmp_path_factory.mktemp("whole") / "ledger.db"
    with Ledger.open(path) as ledger:
        fill(ledger)
        leave_alone(ledger)
        ledger.backup()
        return path, told(ledger)


@pytest.fixture
def backed_up(whole, path):
    """A copy of it."""
    shutil.copytree(whole[0].parent, path.parent)
    with Ledger.open(path) as opened:
        yield opened


@pytest.fixture
def full(ledger):
    """The same in a file and on a server, with no backup."""
    fill(ledger)
    leave_alone(ledger)
    return ledger


def rows_in(path, query):
    with closing(sqlite3.connect(path)) as file:
        return file.execute(query).fetchall()


def repair(ledger):
    """Work out and bring back what is damaged, as a person is offered to; nothing is damaged afterwards."""
    for _ in range(2):  # a session can only be counted again once its players are there
        ledger.rebuild()
        for one in ledger.check().findings:
            for stored in ledger.in_backups(one.kind, one.session):
                assert ledger.bring_back(stored.uid, kind=stored.kind) == one.session
    assert ledger.check().ok


def is_noticed_and_repaired(path, before, *, repaired=True):
    """Whatever was done to a ledger is named by each way to look at it, and is repaired."""
    with Ledger.open(path, read_only=True) as ledger:
        assert wrong(ledger, before) == []
    with Ledger.open(path) as ledger:
        assert ledger.check().findings
        assert wrong(ledger, before) == []
        if repaired:
            repair(ledger)
            assert told(ledger) == before


@pytest.mark.parametrize("table", TABLES)
def test_no_damaged_cell_is_shown_and_each_is_repaired(whole, tmp_path, table):
    columns = {row[1] for row in rows_in(whole[0], f"PRAGMA table_info({table})")} - {"id", "session_id"}
    values = ("{0} + 1", "{0} || 'x'", "substr({0}, 1, 50)", "x'00ff'", "NULL", "9e999", "(SELECT {0} FROM {1})")
    for number, (column, value) in enumerate(some(product(sorted(columns), values), 10)):
        path = tmp_path / str(number) / "ledger.db"
        rowids = rows_in(whole[0], f"SELECT rowid FROM {table} WHERE {column} IS NOT NULL")
        if not rowids:
            continue
        shutil.copytree(whole[0].parent, path.parent)
        ((rowid,),) = random.Random(f"{column} {value}").sample(rowids, 1)
        there = f"SELECT hex({column}), typeof({column}) FROM {table} WHERE rowid = {rowid}"
        before = rows_in(path, there)
        with suppress(sqlite3.IntegrityError):
            alter(path, f"UPDATE {table} SET {column} = {value.format(column, table)} WHERE rowid = {rowid}")
        if rows_in(path, there) != before:  # a record with another id is another one
            with Ledger.open(path) as ledger:
                assert not ledger.backup(tmp_path / "copy.db").ok
            is_noticed_and_repaired(path, whole[1], repaired=column != "uid")


CHANGES = [
    "UPDATE standings SET net = net + 100 - 200 * place WHERE place < 2",  # the sum stays
    "UPDATE standings SET person_id = 1",
    "DELETE FROM standings WHERE place = 3",
    "DELETE FROM standings",
    *(f"UPDATE sessions SET touched = {one}" for one in ("'abc'", "9223372036854775807", "-1")),
    "UPDATE events SET seq = 100 WHERE session_id = 2 AND seq = 3",
    *(f"DELETE FROM events WHERE session_id = 2 AND seq = {seq}" for seq in (0, 1, 3)),
    "DELETE FROM events WHERE session_id = 1",
    "DELETE FROM events",
    *("UPDATE players SET merged_into = id WHERE name = 'Bob'", "UPDATE players SET name = ''"),
    *("DELETE FROM players WHERE name = 'Chuck'", "UPDATE players SET uid = 'x' WHERE name = 'Chuck'"),
    *(f"UPDATE {table} SET record = (SELECT record FROM tournaments)" for table in ("games", "kept")),
]


@pytest.mark.exhaustive(keep=6)
@pytest.mark.parametrize("change", CHANGES)
def test_what_sql_can_change_is_noticed_and_repaired(whole, path, change):
    shutil.copytree(whole[0].parent, path.parent)
    alter(path, change)
    is_noticed_and_repaired(path, whole[1])
    with Ledger.open(path) as ledger:
        uid = play(ledger, 1)
        assert ledger.sessions.last().uid == uid


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE standings SET net = net + 7 WHERE place = 1",
        "UPDATE sessions SET title = 'x', hands = hands + 1 WHERE id = 1",
        "DELETE FROM standings WHERE place = 3",
        "UPDATE players SET name = 'Chucj' WHERE name = 'Chuck'",
        "UPDATE players SET merged_into = id WHERE name = 'Dora'",
    ],
)
def test_without_a_backup_what_follows_is_worked_out_and_a_name_accepted(full, change):
    before = told(full)
    alter(full, change)
    findings = full.check().findings
    assert findings
    assert all(one.repairable and full.can_repair(one.kind, one.session) for one in findings)
    full.notices.clear()
    assert full.rebuild() == len(full.notices) > 0
    assert full.check().ok
    assert full.rebuild() == 0
    assert "players" in change or told(full) == before


@pytest.mark.parametrize(
    "change", ["SET at = 'x' WHERE seq = 1 AND session_id = 1", "SET seq = 100 WHERE session_id = 2 AND seq = 3"]
)
def test_a_session_whose_hands_are_damaged_is_refused_and_the_others_go_on(full, change):
    alter(full, f"UPDATE events {change}")
    (wrong,) = {one.session for one in full.check().findings}
    assert full.rebuild() == 0
    for row in full.sessions.page().rows:
        asked = [
            lambda row=row: full.sessions.get(row.uid),
            lambda row=row: full.sessions.append(row.uid, 1, put(1)),
            *(lambda row=row, kind=kind: full.export(kind, [row.uid]) for kind in ("json", "csv", "text")),
        ]
        if row.uid != wrong:
            assert full.can_repair("session", row.uid)
            for ask in asked[:1] + asked[2:]:
                ask()
            continue
        assert not full.can_repair("session", wrong)
        for ask in asked:
            with pytest.raises(DamagedRecord) as caught:
                ask()
            assert caught.value.uid == wrong


SEATED = (
    lambda ledger: ledger.sessions.get(ledger.sessions.resolve("x")),
    lambda ledger: ledger.export("csv", ["x"]),
    lambda ledger: ledger.tournaments.contest("cup"),
    lambda ledger: ledger.sessions.row("x"),
)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", ["'[]'", "'x'", "''", "5"])
@pytest.mark.parametrize("ask", SEATED)
def test_a_damaged_seat_is_shown_nowhere(path, ask, seats):
    """Also where the ledger was damaged, or grew, after it was opened."""
    with Ledger.open(path) as ledger:
        uid = sit(ledger, cup(ledger), 0, 0)
        content = ledger.export("json", records=["tournament"]).replace(uid.encode(), b"x")
    with Ledger.open(path.with_name("other.db")) as ledger:
        ledger.import_json(content)
        alter(ledger, f"UPDATE sessions SET seats = {seats}")
        with pytest.raises(DamagedRecord) as caught:
            ask(ledger)
        assert ledger.can_repair(caught.value.kind, caught.value.uid)
        assert ledger.rebuild() == 1
        ask(ledger)


def test_a_later_change_makes_no_damaged_row_right(full):
    before = full.statistics.sessions()
    dora, eve = (full.players.named(name) for name in ("Dora", "Eve"))
    (merged,) = full.players.merged(dora.uid)
    alter(full, "UPDATE standings SET net = net + 7 WHERE session_id = 2 AND place = 3")
    full.players.unmerge(merged.uid)
    full.players.merge(merged.uid, dora.uid)
    full.players.rename(eve.uid, "Eva")
    full.players.rename(eve.uid, "Eve")
    assert [one.kind for one in full.check().findings] == ["session"]
    if full.is_file:  # a server's figures are added up by the server
        with pytest.raises(DamagedRecord):
            full.statistics.sessions()
    uid = next(row.uid for row in full.sessions.page().rows if row.title == "Tuesday")
    alter(full, "UPDATE sessions SET title = 'x' WHERE id = 2", "UPDATE players SET name = 'x' WHERE name = 'Eve'")
    for change in (
        lambda: full.players.rename(eve.uid, "Eva"),
        lambda: full.players.merge(eve.uid, dora.uid),
        lambda: full.sessions.append(uid, 4, put(9)),
    ):
        with pytest.raises(DamagedRecord):
            change()
    assert {one.kind for one in full.check().findings} == {"session", "player"}
    full.rebuild()
    assert full.check().ok
    full.players.rename(eve.uid, "Eve")
    assert full.statistics.sessions() == before


# one record from a backup


def test_the_newest_backup_counts_and_says_how_many_hands_it_has(backed_up):
    row = next(row for row in backed_up.sessions.page().rows if row.title == "Tuesday")
    backed_up.sessions.append(row.uid, 4, put(4))
    made, before = backed_up.backup(), backed_up.sessions.get(row.uid)
    made.path.rename(made.path.with_name(re.sub(r"\d{8}T", "20261399T", made.path.name)))  # a day there isn't
    backed_up.sessions.append(row.uid, 5, put(9))
    alter(backed_up, "UPDATE events SET body = 'x' WHERE seq = 1 AND session_id = 2")
    (stored,) = backed_up.in_backups("session", row.uid)
    assert (stored.backup.at[:9], stored.hands) == ("20261399T", 4)
    assert backed_up.bring_back(row.uid) == row.uid
    assert backed_up.sessions.get(row.uid) == before
    assert backed_up.check().ok


def test_a_session_that_is_gone_is_brought_back_alone(backed_up, tmp_path):
    before, uid = told(backed_up), backed_up.sessions.last().uid
    copy = backed_up.backup(tmp_path / "copy.db").path
    ((number,),) = rows_in(copy, f"SELECT id FROM sessions WHERE uid = '{uid}'")
    for table, column in (("sessions", "id"), ("events", "session_id"), ("standings", "session_id")):
        alter(backed_up, f"DELETE FROM {table} WHERE {column} = {number}")
    assert backed_up.bring_back(uid, copy) == uid
    assert told(backed_up)[:3] == before[:3]
    assert backed_up.check().ok
    with pytest.raises(RuleError) as refused:
        backed_up.bring_back("zz", copy, "session")
    assert refused.value.problems[0].code == "backup-no-session"
    copy.write_bytes(copy.read_bytes()[:-5000])
    with pytest.raises(Damaged):
        backed_up.bring_back(uid, copy)


def test_events_that_are_left_of_a_session_belong_to_no_other(path):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        play(ledger, 3)
        alter(ledger, "DELETE FROM sessions WHERE id = 2")
        assert not ledger.check().ok
        assert ledger.sessions.get(play(ledger, 1)).last_seq == 1
        assert rows_in(path, "SELECT count(*) FROM events WHERE session_id = 2") == [(4,)]


def test_an_id_with_which_another_begins_names_its_own_session(path):
    with Ledger.open(path) as ledger:
        content = ledger.export("json", [play(ledger, 2)])
        old = ledger.sessions.last().uid.encode()
        for uid in (b"club", b"club-2"):
            ledger.import_json(content.replace(old, uid))
        copy = ledger.backup().path
        for named in (None, copy):
            assert ledger.bring_back("club", named) == "club"
            with pytest.raises(RuleError) as refused:
                ledger.bring_back("clu", named)
            assert refused.value.problems[0].code == "session-prefix"


def test_a_backup_that_has_the_damage_too_is_passed_over(backed_up):
    before, (good,) = told(backed_up), backed_up.backups()
    uid = backed_up.games.page().rows[0].uid
    alter(backed_up, "UPDATE games SET record = (SELECT record FROM kept)")
    newer = good.path.with_name(good.path.name.replace(good.at[:4], "9999"))
    shutil.copyfile(good.path, newer)
    alter(newer, "UPDATE games SET score = 1")
    (stored,) = backed_up.in_backups("game", uid)
    assert stored.backup.path == good.path
    repair(backed_up)
    assert told(backed_up) == before


def test_a_copy_of_what_is_hurt_is_never_called_whole(path):
    """And what was copied before, when all was well, is thrown away for none of it."""
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        good = ledger.backup()
        alter(ledger, "UPDATE events SET body = 'x' WHERE seq = 1")
        for _ in range(14):
            alter(ledger, "UPDATE meta SET version = version + 1")
            assert not ledger.backup().ok
        found = ledger.backups()
        assert [one.ok for one in found] == [False] * NEWEST_KEPT + [True] * (len(found) - NEWEST_KEPT)
        assert good.path in [one.path for one in found]
        ledger.bring_back(ledger.sessions.page().rows[0].uid, good.path)
        assert ledger.backup().ok
        assert good.path in [one.path for one in ledger.backups()]


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE players",
        "ALTER TABLE standings RENAME COLUMN net TO nett",
        "DELETE FROM meta",
        "INSERT INTO meta VALUES (2, 'x', 5, '')",
        "UPDATE meta SET version = 'abc'",
        "UPDATE alembic_version SET version_num = '0009x'",
        "DELETE FROM alembic_version",
    ],
)
def test_a_ledger_of_another_shape_is_refused(path, change, read_only):
    with Ledger.open(path) as ledger:
        play(ledger, 2)
    alter(path, change)
    before = path.read_bytes()
    with pytest.raises(Damaged):
        Ledger.open(path, read_only=read_only)
    assert path.read_bytes() == before
