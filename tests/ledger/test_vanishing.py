"""The file vanishes while the ledger is open, in every way: it is told before anything is confirmed, and nothing is lost."""

import os
import shutil
import subprocess

import pytest

from mjcompanion.ledger.connect import log_of
from mjcompanion.ledger.database import newest_good_backup, restore
from mjcompanion.ledger.errors import Damaged, Vanished
from mjcompanion.ledger.ledger import Ledger
from tests.ledger.making import play, put, settled


def delete(path):
    path.unlink()


def rename(path):
    path.rename(path.with_name("other.db"))


def move_folder(path):
    path.parent.rename(path.parent.with_name("moved"))


def delete_log(path):
    log_of(path).unlink()


def replace(path):
    with Ledger.open(path.with_name("fresh.db")) as other:
        play(other, 1)
    path.with_name("fresh.db").replace(path)


WAYS = {
    delete: "ledger-gone",
    rename: "ledger-renamed",
    move_folder: "ledger-gone-folder",
    delete_log: "ledger-log-gone",
    replace: "ledger-replaced",
}


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("vanish", WAYS)
def test_it_is_told_and_written_again_and_nothing_is_lost(path, tmp_path, vanish, elsewhere):
    goal = tmp_path / "elsewhere" / "club.db" if elsewhere else path
    with Ledger.open(path) as ledger:
        uid = play(ledger, 2)
        settled(ledger)
        ledger.sessions.append(uid, 3, put(3))
        vanish(path)
        for told in (lambda: ledger.sessions.append(uid, 4, put(4)), lambda: ledger.changed_since(None)):
            with pytest.raises(Vanished) as error:
                told()
            assert error.value.code == WAYS[vanish]
        assert ledger.sessions.get(uid).last_seq == 3  # what was confirmed can still be read
        kept = ledger.write_again(goal)
        assert (kept is not None) == (vanish in (delete_log, replace) and not elsewhere)
        assert ledger.place.path == goal
        ledger.sessions.append(uid, 4, put(4))
        assert ledger.changed_since(None)
    with Ledger.open(goal) as ledger:
        assert ledger.sessions.get(uid).last_seq == 4
        assert ledger.check().ok


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount")
def test_a_disk_that_is_taken_out_is_told(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "none", disk], check=False, capture_output=True).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        with Ledger.open(disk / "ledger.db") as ledger:
            uid = play(ledger, 2)
            settled(ledger)
            subprocess.run(["umount", "-l", disk], check=True)
            with pytest.raises(Vanished):
                ledger.sessions.append(uid, 3, put(3))
            assert not any(disk.iterdir())
            ledger.write_again(tmp_path / "saved.db")
            assert ledger.sessions.append(uid, 3, put(3)) == 3
    finally:
        subprocess.run(["umount", "-l", disk], check=False, capture_output=True)


def test_another_window_takes_the_ledger_that_was_written_again(path):
    with Ledger.open(path) as one, Ledger.open(path) as other:
        uid = play(one, 2)
        path.unlink()
        with pytest.raises(Vanished):
            other.sessions.append(uid, 3, put(3))
        one.write_again()
        other.sessions.append(uid, 3, put(3))
        assert one.sessions.get(uid).last_seq == 3


@pytest.mark.parametrize("vanish", [delete, rename, replace])
def test_closed_without_an_answer_all_that_was_confirmed_is_in_a_backup(path, vanish):
    with Ledger.open(path) as ledger:
        uid = play(ledger, 3)
        vanish(path)
    assert ledger.backup_trouble is None
    path.unlink(missing_ok=True)
    for read_only in (False, True):  # no new one is begun in its place
        with pytest.raises(Damaged) as error:
            Ledger.open(path, read_only=read_only)
        assert error.value.code == "ledger-missing"
    restore(newest_good_backup(path).path, path)
    with Ledger.open(path) as ledger:
        assert ledger.sessions.get(uid).last_seq == 3
    path.unlink()
    with Ledger.open(path, begin_new=True) as ledger:
        assert ledger.sessions.count() == 0


def test_closing_after_the_folder_is_gone_does_not_fail(path):
    ledger = Ledger.open(path)
    play(ledger, 1)
    shutil.rmtree(path.parent)
    ledger.close()
    assert not path.exists()
