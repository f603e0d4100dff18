"""Several windows on one ledger, each a process: a conflict is told, nothing is lost, and all agree in the end."""

import sqlite3
import threading
import time
from contextlib import suppress

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.ledger import connect
from mjcompanion.ledger.database import restore
from mjcompanion.ledger.errors import Busy, OpenElsewhere
from mjcompanion.ledger.ledger import Ledger
from tests.ledger.making import people, play, put, setup
from tests.ledger.writer import begin, processes, said, window
from tests.sample import often


def together(address, sessions, hands):
    """Let a window write into each of these sessions, all beginning at once; gives what each said."""
    start = processes.Event()
    begun = [begin(window, address, uid, hands, f"w{number}-", start) for number, uid in enumerate(sessions)]
    for _, here in begun:
        assert here.recv() == "ready"
    start.set()
    told = [said(here) for _, here in begun]
    for process, _ in begun:
        process.join()
        assert process.exitcode == 0
    return told


def test_eight_windows_at_one_table(ledger, address):
    windows, hands = 8, often(25, 10)
    uid = play(ledger, 1)
    told = together(address, [uid] * windows, hands)
    there = ledger.sessions.get(uid).events
    assert len(there) == 2 + windows * hands
    for *written, _ in told:
        assert len(written) == hands
        assert all(there[seq].changes[0].id == name for seq, name in written)
    assert sum(conflicts for *_, (_, conflicts) in told) > 0
    assert ledger.check().ok


def test_windows_at_tables_of_their_own_don_t_disturb_each_other(ledger, address):
    uids = [play(ledger, 0) for _ in range(3)]
    for uid, words in zip(uids, together(address, uids, 20), strict=True):
        assert words[-1] == ("conflicts", 0)
        assert ledger.sessions.row(uid).hands == 20
    assert ledger.check().ok


def add_names(address, _, most, name, told):
    with Ledger.open(address) as ledger:
        for number in range(most):
            with suppress(RuleError):
                told.send(ledger.players.add(f"player {number}").name)


def test_windows_that_open_a_new_ledger_and_add_the_same_names(address):
    begun = [begin(add_names, address, "", 20, "") for _ in range(4)]
    names = [name for _, here in begun for name in said(here)]
    assert sorted(names) == sorted(f"player {number}" for number in range(20))
    with Ledger.open(address) as ledger:
        assert ledger.check().ok


def test_a_window_that_reads_doesn_t_wait_for_one_that_writes(ledger, address):
    uid = play(ledger, 2)
    with Ledger.open(address) as other, ledger.writing() as (connection, _):
        assert other.sessions.row(uid).hands == 2
        assert connection is not None


@pytest.mark.parametrize("finishes", [True, False])
def test_a_window_waits_for_another_program_but_not_for_ever(path, monkeypatch, finishes):
    monkeypatch.setattr(connect, "PATIENCE", 60 if finishes else 0.2)
    with Ledger.open(path) as ledger:
        uid = play(ledger, 1)
        blocker = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        blocker.execute("BEGIN IMMEDIATE")
        end = threading.Timer(0.3, lambda: blocker.execute("ROLLBACK"))
        if finishes:
            end.start()
        else:
            with pytest.raises(Busy, match="Another program has been writing"):
                ledger.sessions.append(uid, 2, put(2))
            end.run()
        assert ledger.sessions.append(uid, 2, put(2)) == 2
        blocker.close()


def hold(address, _, most, name, told):
    with Ledger.open(address) as ledger:
        told.send(ledger.sessions.count())
        time.sleep(600)


def test_a_ledger_that_a_window_has_open_is_not_restored(path, tmp_path):
    with Ledger.open(path) as ledger:
        ledger.sessions.start(setup(people(ledger)))
        copy = ledger.backup(tmp_path / "copy.db").path
    process, here = begin(hold, str(path), "", 0, "")
    assert here.recv() == 1
    with pytest.raises(OpenElsewhere, match="open in another window"):
        restore(copy, path)
    process.kill()  # the lock dies with the window
    process.join()
    assert restore(copy, path) is not None
    with Ledger.open(path) as ledger:
        assert ledger.sessions.count() == 1
