"""Backups: made while others write, verified, dated, thinned by age, and restored; whatever the clock says."""

import os
import shutil
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from mjcompanion.ledger import backup_timer, backups
from mjcompanion.ledger.database import backups_of, newest_good_backup, restore
from mjcompanion.ledger.errors import Damaged, LedgerError, NoLedger
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.location import find_place
from tests.ledger.making import alter, play, settled

DAY = datetime(2024, 11, 21, 5, 31, 52, tzinfo=UTC)


def names(path):
    return sorted(one.name for one in (path.parent / "backups").iterdir())


def write(path, count=1, **more):
    """Write into a ledger that is left without a fresh backup."""
    with Ledger.open(path) as ledger:
        for number in range(count):
            ledger.players.add(f"player {ledger.changed_since(None)}-{number}")
        uid = play(ledger, **more) if more else None
        ledger.backup_timer.is_due = False
    return uid


@pytest.fixture
def place(path):
    write(path, hands=3)
    return find_place(path)


@pytest.mark.parametrize("at_once", [2**30, 1])
def test_a_change_makes_a_backup_within_a_minute_and_closing_a_fresher_one(path, monkeypatch, at_once):
    """A large ledger has only one of each day."""
    monkeypatch.setattr(backup_timer, "BACKED_UP_AFTER", 0.01)
    monkeypatch.setattr(backups, "COPIED_AT_ONCE", at_once)
    with Ledger.open(path) as ledger:
        assert ledger.backups() == ()
        ledger.players.add("Ann")
        until = time.monotonic() + 60
        while not ledger.backups():
            assert time.monotonic() < until
            time.sleep(0.01)
        monkeypatch.setattr(backup_timer, "BACKED_UP_AFTER", 3600)
        settled(ledger)
        ledger.players.add("Bob")
    found = backups_of(path)
    assert [(one.ok, one.version) for one in found] == ([(True, 2), (True, 1)] if at_once > 1 else [(True, 1)])
    with Ledger.open(path) as ledger:
        ledger.players.search()
    assert backups_of(path) == found  # nothing was written


def test_a_second_folder_gets_each_backup_too_and_is_told_while_it_is_not_there(path, tmp_path):
    stick = tmp_path / "stick"
    with Ledger.open(path) as ledger:
        stick.mkdir()
        assert ledger.use_second_folder(stick) is None
        stick.rename(tmp_path / "pocket")
        ledger.players.add("Ann")
        settled(ledger)
        assert (ledger.backup_trouble.code, len(ledger.backups())) == ("backup-place", 2)
        (tmp_path / "pocket").rename(stick)
    assert ledger.backup_trouble is None
    newest = backups_of(path)[0]
    assert (stick / newest.path.name).read_bytes() == newest.path.read_bytes()
    shutil.rmtree(path.parent)
    assert newest_good_backup(path, second=stick).path == stick / newest.path.name


def test_a_second_folder_with_the_backups_of_another_ledger_is_left_alone(path, tmp_path):
    stick = tmp_path / "stick"
    with Ledger.open(tmp_path / "other" / "ledger.db", second=stick) as other:
        stick.mkdir()
        made = other.backup()
    with Ledger.open(path) as ledger:
        assert ledger.use_second_folder(stick).path.name == made.path.name
        ledger.players.add("Ann")
        with pytest.raises(NoLedger):
            ledger.use_second_folder(path.parent)
    assert len(list(stick.iterdir())) == 1


def test_the_newest_are_kept_and_the_last_of_each_day_and_month(place, path):
    before = backups.back_up(place, moment=DAY, before="0002")
    for number in range(1, 100):
        write(path)
        for minutes in (0, 1):
            backups.back_up(place, moment=DAY + timedelta(days=number, minutes=minutes))
    (path.parent / "backups" / ".ledger-1.unfinished").touch()
    os.utime(path.parent / "backups" / ".ledger-1.unfinished", (0, 0))
    for minutes in range(2, 12):
        backups.back_up(place, moment=DAY + timedelta(days=99, minutes=minutes))
    kept = [one.at[:10] for one in backups_of(path)]
    days = [(DAY + timedelta(days=number)).strftime("%Y-%m-%d") for number in range(99, 69, -1)]
    assert kept == [days[0]] * 9 + days + ["2024-12-31", "2024-11-30", "2024-11-21"]
    assert before.path.exists()  # one before a migration stays
    assert not [name for name in names(path) if "unfinished" in name]


def test_neither_a_clock_that_was_set_back_nor_a_restore_makes_an_old_backup_the_newest(place, path):
    later = backups.back_up(place, moment=DAY)
    assert later.path.name == f"ledger-20241121T053152Z-{later.version}.db"
    assert (later.at, later.sessions, later.hands, later.ok) == ("2024-11-21T05:31:52Z", 1, 3, True)
    uid = write(path, hands=5)
    earlier = backups.back_up(place, moment=DAY - timedelta(days=2_000))
    assert backups_of(path) == (earlier, later)
    assert newest_good_backup(path) == earlier
    restore(later.path, path)
    with Ledger.open(path) as ledger:
        ledger.players.add("after")
        assert newest_good_backup(path) != ledger.backup() == newest_good_backup(path)
    restore(earlier.path, path)
    with Ledger.open(path) as ledger:
        assert ledger.sessions.row(uid).hands == 5


def test_a_damaged_backup_is_told_and_passed_over(place, path):
    good = backups.back_up(place, moment=DAY)
    spoilt = (
        lambda content: content[: len(content) // 2],
        lambda _: b"",
        lambda content: content[:4096] + bytes(9_999),
    )
    for days, spoil in enumerate(spoilt, 1):
        write(path)
        bad = backups.back_up(place, moment=DAY + timedelta(days=days))
        bad.path.write_bytes(spoil(bad.path.read_bytes()))
        with pytest.raises(Damaged):
            restore(bad.path, path)
    assert newest_good_backup(path) == good
    assert [one.ok for one in backups_of(path)] == [False] * 3 + [True]


@pytest.mark.parametrize("there", [b"spoiled", b"", None])
def test_restoring_keeps_the_file_that_is_there(place, path, there):
    good = backups.back_up(place)
    path.unlink()
    for _ in range(2):
        if there is not None:
            path.write_bytes(there)
            path.with_name("ledger.db-wal").write_bytes(b"log")
        kept = restore(good.path, path)
        assert (kept and kept.read_bytes()) == there
        assert not path.with_name("ledger.db-wal").exists()
        with Ledger.open(path) as ledger:
            assert ledger.sessions.count() == 1
        path.unlink()
    assert len(list(path.parent.glob("ledger-kept-2*.db"))) == (0 if there is None else 2)
    assert not list(path.parent.glob("*unfinished*"))


def test_a_backup_to_a_file_of_one_s_own(path, tmp_path):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
        goal = tmp_path / "stick" / "my ledger.db"
        made = ledger.backup(goal)
        assert made.path == goal
        assert ledger.backup(goal).ok  # the last one is replaced
    assert [one.name for one in goal.parent.iterdir()] == ["my ledger.db"]
    with Ledger.open(goal) as copy:
        assert copy.sessions.row(copy.sessions.last().uid).hands == 3


def test_where_no_backup_can_be_made(path):
    path.parent.mkdir()
    (path.parent / "backups").write_text("in the way")
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)  # the work goes on
        settled(ledger)
        assert ledger.backup_trouble.code == "backup-place"
        with pytest.raises(LedgerError):
            ledger.backup()
        assert ledger.sessions.row(uid).hands == 3


def test_a_server_s_ledger_is_exported_instead(database, tmp_path):
    with Ledger.open(database) as ledger:
        uid = play(ledger, 3)
        assert ledger.backups() == ()
        assert ledger.backup_trouble is None
        for asked in (ledger.backup, lambda: ledger.use_second_folder(tmp_path)):
            with pytest.raises(NoLedger, match="exported instead"):
                asked()
        made = ledger.backup(tmp_path / "club.json")
        assert (made.ok, made.sessions, made.hands) == (True, 1, 3)
    with pytest.raises(NoLedger):
        restore(made.path, database)
    assert newest_good_backup(database) is None
    with Ledger.open(tmp_path / "here.db") as here:
        assert here.import_json(made.path.read_bytes()).added == (uid,)


def test_a_copy_of_a_damaged_ledger_is_no_backup(place, path):
    good = backups.back_up(place, moment=DAY)
    with closing(sqlite3.connect(path)) as file:
        ((page,),) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_standings_best'")
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096 + 100)
        file.write(bytes(3_900))
    with pytest.raises(Damaged):
        backups.back_up(place)
    assert names(path) == [good.path.name]


@pytest.mark.parametrize(
    ("damage", "as_before"),
    [("UPDATE meta SET version = 1", False), (f"UPDATE sessions SET touched = {2**63 - 1}", True)],
)
def test_what_follows_is_numbered_past_the_backups_that_are_there_and_no_damaged_number(path, damage, as_before):
    """A ledger copied back by hand, or with a damaged number, is backed up as the newest all the same."""
    uid = write(path, hands=12)
    with Ledger.open(path) as ledger:
        ledger.backup()
    first = path.read_bytes()
    write(path, hands=12)
    with Ledger.open(path) as ledger:
        newest = ledger.backup()
    if not as_before:
        path.write_bytes(first)
    alter(path, damage)
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        made = ledger.backup()
        assert as_before or ledger.sessions.last().uid == uid
    assert newest.version < made.version < newest.version + 100
    assert as_before or newest_good_backup(path).path == made.path
