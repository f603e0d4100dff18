"""What isn't as it was written is found by a check; what follows from events is worked out again."""

import random
import shutil
import sqlite3
from contextlib import closing, suppress
from itertools import product

import pytest

from mjcompanion.ledger.backups import NEWEST_KEPT
from mjcompanion.ledger.database import newest_good_backup, restore
from mjcompanion.ledger.errors import Damaged, LedgerError
from mjcompanion.ledger.ledger import Ledger
from tests.ledger.making import alter, leave_alone, play, put
from tests.ledger.whole import fill, told
from tests.sample import often, some

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
def full(ledger):
    """The same in a file and on a server, with no backup."""
    fill(ledger)
    leave_alone(ledger)
    return ledger


def rows_in(path, query):
    with closing(sqlite3.connect(path)) as file:
        return file.execute(query).fetchall()


@pytest.mark.parametrize("table", TABLES)
def test_each_damaged_cell_is_found_and_in_no_good_backup(whole, tmp_path, table):
    columns = {row[1] for row in rows_in(whole[0], f"PRAGMA table_info({table})")} - {"id", "session_id"}
    values = ("{0} + 1", "{0} || 'x'", "substr({0}, 1, 50)", "x'00ff'", "NULL", "9e999", "(SELECT {0} FROM {1})")
    for number, (column, value) in enumerate(some(product(sorted(columns), values), 6)):
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
        if rows_in(path, there) == before:
            continue
        with Ledger.open(path) as ledger:
            assert ledger.damage is not None or table == "events" or column == "record"  # a check looks into those
            assert ledger.check().findings
            assert not ledger.backup(tmp_path / "copy.db").ok
        restore(newest_good_backup(path).path, path)
        with Ledger.open(path) as ledger:
            assert ledger.damage is None
            assert told(ledger) == whole[1]


@pytest.mark.exhaustive(keep=6)
@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM standings WHERE place = 3",
        *(f"DELETE FROM events WHERE session_id = 2 AND seq = {seq}" for seq in (0, 1, 3)),
        "DELETE FROM events",
        "UPDATE players SET merged_into = id WHERE name = 'Bob'",
        "DELETE FROM players WHERE name = 'Chuck'",
        "DELETE FROM sessions WHERE id = 2",
        *(f"UPDATE {table} SET record = (SELECT record FROM tournaments)" for table in ("games", "kept")),
    ],
)
def test_what_sql_can_change_is_found(whole, path, change):
    shutil.copytree(whole[0].parent, path.parent)
    alter(path, change)
    with Ledger.open(path) as ledger:
        assert ledger.check().findings


def turn_bits(content, rng):
    for _ in range(rng.choice((1, 1, 1, 8))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def swap_pages(content, rng, size=4096):
    one, other = (slice(at * size, (at + 1) * size) for at in rng.sample(range(len(content) // size), 2))
    content[one], content[other] = content[other], content[one]


@pytest.mark.parametrize("spoil", [turn_bits, swap_pages])
def test_a_file_with_other_bytes_is_found_out_or_shows_the_same(whole, tmp_path, spoil):
    for number in range(often(100, 6)):
        path, rng = tmp_path / str(number) / "ledger.db", random.Random(number)
        shutil.copytree(whole[0].parent, path.parent)
        content = bytearray(path.read_bytes())
        spoil(content, rng)
        path.write_bytes(content)
        try:
            with Ledger.open(path) as ledger:
                seen = whole[1] if ledger.damage or ledger.check().findings else told(ledger)
        except LedgerError as error:
            seen = whole[1]
            assert len(str(error)) < 1_000
        assert seen == whole[1], number
        restore(newest_good_backup(path).path, path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE standings SET net = net + 7 WHERE place = 1",
        "UPDATE sessions SET title = 'x', hands = hands + 1 WHERE id = 1",
        "UPDATE sessions SET seats = 'x'",
        "DELETE FROM standings WHERE place = 3",
    ],
)
def test_what_follows_from_the_events_is_worked_out_again(full, change):
    before = told(full)
    alter(full, change)
    findings = full.check().findings
    assert findings
    assert all(one.repairable for one in findings)
    assert full.repair() == len(findings)
    assert full.check().ok
    assert full.repair() == 0
    assert told(full) == before


def test_a_damaged_name_is_right_once_it_is_written_again(full):
    bob = full.players.named("Bob")
    alter(full, "UPDATE players SET name = 'Bod' WHERE name = 'Bob'")
    (finding,) = full.check().findings
    assert (finding.kind, finding.session, finding.repairable) == ("player", bob.uid, False)
    full.players.rename(bob.uid, "Bob")
    assert full.check().ok


@pytest.mark.parametrize(
    "change", ["SET at = 'x' WHERE seq = 1 AND session_id = 1", "SET seq = 100 WHERE session_id = 2 AND seq = 3"]
)
def test_a_session_whose_hands_are_damaged_is_refused_and_the_others_go_on(full, change):
    alter(full, f"UPDATE events {change}")
    (wrong,) = {one.session for one in full.check().findings}
    assert full.repair() == 0
    for row in full.sessions.page().rows:
        asked = [
            lambda row=row: full.sessions.get(row.uid),
            *(lambda row=row, kind=kind: full.export(kind, [row.uid]) for kind in ("json", "csv", "text")),
        ]
        for ask in asked:
            if row.uid == wrong:
                with pytest.raises(Damaged) as caught:
                    ask()
                assert caught.value.code == "ledger-event-damaged"
            else:
                ask()
    with pytest.raises(Damaged):
        full.sessions.append(wrong, full.sessions.row(wrong).last_seq + 1, put(1))


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
