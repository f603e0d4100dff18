"""Backups: made while others write, verified, dated, kept in number, and put back; whatever the clock says."""

import contextlib
import os
import random
import shutil
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest

from mjcompanion.ledger import backups, connect, store
from mjcompanion.ledger.connect import log_of
from mjcompanion.ledger.database import backups_of, newest_good_backup, restore
from mjcompanion.ledger.errors import Damaged, LedgerError, NoLedger
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.place import find_place
from tests.ledger.making import people, play, put, settled, setup
from tests.ledger.writer import begin, said, window

pytestmark = pytest.mark.in_turn

DAY = datetime(2024, 11, 21, 5, 31, 52, tzinfo=UTC)


def names(path):
    return sorted(one.name for one in (path.parent / "backups").iterdir())


@pytest.fixture
def place(path):
    with Ledger.open(path) as ledger:
        play(ledger, 3)
    shutil.rmtree(path.parent / "backups")
    return find_place(path)


def test_a_day_s_first_writing_makes_a_backup_and_closing_a_fresher_one(path):
    with Ledger.open(path) as ledger:
        assert ledger.backups() == ()
        ledger.players.add("Ann")
        settled(ledger)
        (first,) = ledger.backups()
        assert first.ok
        for number in range(20):
            ledger.players.add(f"player {number}")
        assert ledger.backups() == (first,)
    last, before = backups_of(path)
    assert before == first
    assert (last.ok, last.version) == (True, 21)
    with Ledger.open(path) as ledger:
        ledger.players.search()
    assert backups_of(path) == (last, first)  # nothing was written


def test_a_small_ledger_is_backed_up_within_a_minute_and_copied_into_a_second_folder(path, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "_BACKED_UP_AFTER", 0.01)
    with Ledger.open(path, second=tmp_path) as ledger:
        for number in range(3):
            ledger.players.add(f"player {number}")
            settled(ledger)
            newest = ledger.backups()[0]
            assert newest.version == number + 1
            assert (tmp_path / newest.path.name).read_bytes() == newest.path.read_bytes()


def test_a_large_ledger_is_backed_up_once_a_day(path, monkeypatch):
    monkeypatch.setattr(backups, "COPIED_AT_ONCE", 1)
    with Ledger.open(path) as ledger:
        ledger.players.add("Ann")
        settled(ledger)
        ledger.players.add("Bob")
        assert ledger._timer is None
    assert len(backups_of(path)) == 1


def test_a_second_folder_that_is_not_there_is_told_and_the_backup_is_made(path, tmp_path):
    with Ledger.open(path, second=tmp_path / "stick") as ledger:
        ledger.players.add("Ann")
        settled(ledger)
        assert (ledger.backup_trouble.code, len(ledger.backups())) == ("backup-place", 1)
        (tmp_path / "stick").mkdir()
    assert ledger.backup_trouble is None
    assert len(list((tmp_path / "stick").glob("*.db"))) == 1


def test_a_second_folder_with_the_backups_of_another_ledger_is_left_alone(path, tmp_path):
    stick = tmp_path / "stick"
    with Ledger.open(tmp_path / "other" / "ledger.db", second=stick) as other:
        stick.mkdir()
        made = other.backup()
    with Ledger.open(path) as ledger:
        assert ledger.use_second_folder(stick).path.name == made.path.name
        ledger.players.add("Ann")
    assert len(list(stick.iterdir())) == 1
    assert newest_good_backup(path, second=stick).path.parent == path.with_name("backups")


def test_a_backup_is_due_once_a_day(place):
    moment = datetime(2024, 11, 21, 19, 0, tzinfo=UTC)
    assert backups.is_due(place, moment)
    backups.back_up(place, moment=moment)
    assert not backups.is_due(place, moment + timedelta(minutes=31))
    assert backups.is_due(place, moment + timedelta(days=1))


def test_backups_of_one_day_are_not_thrown_away_while_they_are_among_the_newest(place, path):
    made = [backups.back_up(place, moment=DAY + timedelta(minutes=number)) for number in range(15)]
    assert [one.path.exists() for one in made] == [False] * 5 + [True] * 10
    restore(made[-1].path, path)
    assert made[-1].path.exists()


def test_what_a_backup_says_of_itself(place, path):
    made = backups.back_up(place, moment=DAY)
    assert made.path.name == f"ledger-20241121T053152Z-{made.version}.db"
    assert made.at == "2024-11-21T05:31:52Z"
    assert (made.sessions, made.hands, made.ok) == (1, 3, True)
    assert backups.look_at(made.path) == made
    assert backups_of(path) == (made,)
    with contextlib.closing(sqlite3.connect(made.path)) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert names(path) == [made.path.name]


def test_the_newest_days_are_kept_and_the_last_of_each_month(place, path):
    for number in range(100):
        with Ledger.open(path) as ledger:
            ledger._plan_care = lambda: None  # no backup of its own
            ledger.players.add(f"player {number}")
            ledger._written = False
        backups.back_up(place, moment=DAY + timedelta(days=number))
    kept = [one.at[:10] for one in backups_of(path)]
    newest = [(DAY + timedelta(days=number)).strftime("%Y-%m-%d") for number in range(99, 75, -1)]
    assert kept[:24] == newest
    assert kept[24:] == ["2025-01-31", "2024-12-31", "2024-11-30"]


def test_a_backup_before_a_migration_stays(place, path):
    made = backups.back_up(place, moment=DAY, before="0002")
    for number in range(1, 40):
        backups.back_up(place, moment=DAY + timedelta(days=number))
    assert made.path.exists()
    assert made in backups_of(path)


def test_a_clock_that_was_set_back_makes_no_old_backup_the_newest(place, path):
    later = backups.back_up(place, moment=DAY)
    with Ledger.open(path) as ledger:
        ledger._plan_care = lambda: None  # no backup of its own
        uid = play(ledger, 5)
        ledger._written = False
    earlier = backups.back_up(place, moment=DAY - timedelta(days=2_000))
    assert earlier.version > later.version
    assert backups_of(path) == (earlier, later)
    assert newest_good_backup(path) == earlier
    path.write_bytes(b"spoiled" * 1000)
    restore(newest_good_backup(path).path, path)
    with Ledger.open(path) as ledger:
        assert ledger.sessions.row(uid).hands == 5


def test_after_a_restore_new_backups_are_the_newest(place, path):
    old = backups.back_up(place, moment=DAY)
    with Ledger.open(path) as ledger:
        for number in range(30):
            ledger.players.add(f"player {number}")
    restore(old.path, path)
    with Ledger.open(path) as ledger:
        ledger.players.add("after")
        made = ledger.backup()
        assert newest_good_backup(path).path == made.path
        assert ledger.players.named("after")


def test_a_damaged_backup_is_told_and_passed_over(place, path):
    good = backups.back_up(place, moment=DAY)
    with Ledger.open(path) as ledger:
        play(ledger, 2)
        ledger._written = False
        settled(ledger)
    for days, spoil in enumerate(
        (
            lambda content: content[: len(content) // 2],
            lambda _: b"",
            lambda _: b"no database",
            lambda content: content[:4096] + os.urandom(len(content) - 4096),
        ),
        1,
    ):
        bad = backups.back_up(place, moment=DAY + timedelta(days=days))
        bad.path.write_bytes(spoil(bad.path.read_bytes()))
        assert not backups.look_at(bad.path).ok
        with pytest.raises(Damaged, match="so it wasn't used"):
            restore(bad.path, path)
    (today,) = [one for one in backups_of(path) if one.at[:4] > f"{DAY.year}"]
    today.path.unlink()
    assert newest_good_backup(path) == good
    assert [one.ok for one in backups_of(path)] == [False] * 4 + [True]


def test_restoring_keeps_the_damaged_file_and_what_lies_beside_it(place, path):
    good = backups.back_up(place)
    path.write_bytes(b"spoiled")
    path.with_name("ledger.db-wal").write_bytes(b"log")
    kept = restore(good.path, path)
    assert kept.read_bytes() == b"spoiled"
    assert kept.with_name(kept.name + "-wal").read_bytes() == b"log"
    assert not path.with_name("ledger.db-wal").exists()
    assert kept.name.startswith("ledger-kept-2")
    path.write_bytes(b"spoiled again")
    again = restore(good.path, path)
    assert again != kept
    assert (kept.read_bytes(), again.read_bytes()) == (b"spoiled", b"spoiled again")
    with Ledger.open(path) as ledger:
        assert ledger.sessions.count() == 1
    assert not list(path.parent.glob("*restoring*"))


def test_restoring_where_there_is_no_ledger_any_more(place, path):
    good = backups.back_up(place)
    path.unlink()
    assert restore(good.path, path) is None
    with Ledger.open(path) as ledger:
        assert ledger.sessions.count() == 1


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


def test_where_no_backup_can_be_made(path, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "backups").write_text("in the way")
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)  # the work goes on
        settled(ledger)
        assert isinstance(ledger.backup_trouble, NoLedger)
        assert str(ledger.backup_trouble).endswith("file exists.")
        with pytest.raises(LedgerError):
            ledger.backup()
        assert ledger.sessions.row(uid).hands == 3


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")
def test_a_backup_made_while_a_window_writes_is_one_moment(path):
    with Ledger.open(path) as ledger:
        uid = ledger.sessions.start(setup(people(ledger))).uid
        process, here = begin(window, str(path), uid, 100_000, "w")
        assert here.recv() == "ready"
        here.recv()  # its first hand
        made = []
        for number in range(12):
            made.append(backups.back_up(ledger.place, moment=DAY + timedelta(days=number)))
            time.sleep(0.02)
        process.kill()
        confirmed = 1 + len(said(here))
        process.join()
    assert [one.ok for one in made] == [True] * 12
    hands = [one.hands for one in made]
    assert hands == sorted(hands)
    assert 0 < hands[-1] <= confirmed + 1
    for one in (made[-1], made[-5]):
        with Ledger.open(one.path) as ledger:
            assert ledger.check().ok


def back_up_forever(path, _, __, name, told):
    told.send("ready")
    number = 0
    while True:
        number += 1
        made = backups.back_up(find_place(path), moment=DAY + timedelta(days=number % 5))
        told.send(str(made.path))


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")
def test_a_backup_that_is_killed_leaves_only_whole_ones(path):
    with Ledger.open(path) as ledger:
        for _ in range(20):
            play(ledger, 10)
    rng = random.Random(4)
    for _ in range(15):
        process, here = begin(back_up_forever, str(path), "", 0, "")
        assert here.recv() == "ready"
        time.sleep(rng.random() * 0.08)
        process.kill()
        said(here)
        process.join()
        assert all(one.ok for one in backups_of(path))
    with Ledger.open(path) as ledger:
        ledger.backup()
    assert not [name for name in names(path) if "unfinished" in name]


def restore_forever(path, backup, _, name, told):
    told.send("ready")
    while True:
        from pathlib import Path

        restore(Path(backup), path)


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a Unix matter")
def test_a_restore_that_is_killed_leaves_a_ledger(path, tmp_path):
    with Ledger.open(path) as ledger:
        for _ in range(10):
            play(ledger, 5)
        copy = ledger.backup(tmp_path / "copy.db").path
    rng = random.Random(4)
    for _ in range(15):
        process, here = begin(restore_forever, str(path), str(copy), 0, "")
        assert here.recv() == "ready"
        time.sleep(rng.random() * 0.08)
        process.kill()
        said(here)
        process.join()
        with Ledger.open(path) as ledger:
            assert ledger.sessions.count() == 10
            assert ledger.check().ok


def test_backups_are_not_in_the_way_of_confirming_hands(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 1)
        threads = [threading.Thread(target=backups.back_up, args=(ledger.place,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for number in range(2, 20):
            ledger.sessions.append(uid, number, put(number))
        for thread in threads:
            thread.join()
        assert ledger.check().ok


def test_a_server_s_ledger_is_exported_instead(database, tmp_path):
    with Ledger.open(database) as ledger:
        uid = play(ledger, 3)
        assert ledger.backups() == ()
        assert ledger.backup_trouble is None
        with pytest.raises(NoLedger, match="exported instead"):
            ledger.backup()
        made = ledger.backup(tmp_path / "club.json")
        assert (made.ok, made.sessions, made.hands) == (True, 1, 3)
    with pytest.raises(NoLedger):
        restore(made.path, database)
    assert newest_good_backup(database) is None
    with Ledger.open(tmp_path / "here.db") as here:
        assert here.import_json(made.path.read_bytes()).added == (uid,)
        assert here.sessions.row(uid).hands == 3


def test_the_log_is_kept_short_beside_the_work(path):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 1)
        lengths = []
        for number in range(2, 400):
            ledger.sessions.append(uid, number, put(number))
            settled(ledger)
            lengths.append(log_of(path).stat().st_size)
        assert lengths[90] > 2**20
        assert lengths[-1] < 2 * lengths[110]
        assert ledger.check().ok
    assert not log_of(path).exists()


def test_a_log_that_became_long_is_emptied(path, monkeypatch):
    with Ledger.open(path) as ledger:
        play(ledger, 30)
        settled(ledger)
        connect.move_log(path)
        assert log_of(path).stat().st_size > 100_000
        monkeypatch.setattr(connect, "_TOO_LONG_A_LOG", 100_000)
        connect.move_log(path)
        assert log_of(path).stat().st_size == 0
        assert ledger.check().ok
    connect.move_log(path.with_name("nothing.db"))
    assert not path.with_name("nothing.db").exists()


def test_a_copy_of_a_damaged_ledger_is_no_backup(place, path):
    good = backups.back_up(place, moment=DAY)
    with contextlib.closing(sqlite3.connect(path)) as file:
        page = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_standings_best'").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096 + 100)
        file.write(bytes(3_900))
    with pytest.raises(Damaged):
        backups.back_up(place)
    assert names(path) == [good.path.name]


def test_ctrl_c_while_the_last_backup_is_made_leaves_nothing_open(path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    ledger = Ledger.open(path)
    play(ledger, 2)
    settled(ledger)
    monkeypatch.setattr(backups, "back_up", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ledger.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        ledger.sessions.count()
