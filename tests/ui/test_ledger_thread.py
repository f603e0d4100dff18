"""The ledger thread lets go of the ledger whatever happens to the window."""

import sqlite3
import threading
from contextlib import closing

import pytest
import shiboken6
from mjcompanion.ui import ledger_thread
from mjcompanion.ui import worker as worker_module
from mjcompanion.ui.ledger_thread import LedgerThread

from mjcompanion.ledger.errors import NoServer
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from tests.ledger.making import play


class Watched(Ledger):
    """A ledger that says when it is closed."""

    def __init__(self, *words, **names):
        super().__init__(*words, **names)
        self.is_closed = threading.Event()

    def close(self):
        super().close()
        self.is_closed.set()


@pytest.fixture
def ledger(tmp_path):
    return Watched.open(None, Folders.at(tmp_path))


def test_a_ledger_thread_with_nobody_left_to_tell_does_what_was_asked_and_closes_the_ledger(qapp, ledger):
    thread, gate, counted = LedgerThread(lambda: ledger), threading.Event(), []
    thread.ask(lambda _: gate.wait(60))
    thread.ask(lambda ledger: counted.append(ledger.sessions.count()))
    shiboken6.delete(thread)
    gate.set()
    assert ledger.is_closed.wait(60)
    assert len(counted) == 1
    with pytest.raises(Exception, match="closed"):
        ledger.sessions.count()


def wait_for(qtbot, thread):
    """Until everything asked is answered, and what was found out after it is told."""
    qtbot.waitUntil(lambda: thread._worker.idle)
    looked = []
    thread._worker.ask(lambda _: None, looked.append)
    qtbot.waitUntil(lambda: bool(looked))


@pytest.fixture
def lost(qtbot, ledger, monkeypatch):
    """A ledger thread whose server was lost while it was in use; `lost` says why as long as it is."""
    thread, told = LedgerThread(lambda: ledger), []
    thread.troubles, thread.lost = told, NoServer("ledger-lost", why="postgresql://club/mj")
    thread.trouble.connect(told.append)
    thread.ask(lambda ledger: ledger.sessions.count())
    wait_for(qtbot, thread)
    real, thread.calls = ledger.changed_since, []

    def changed_since(state):
        thread.calls.append(state)
        if thread.lost is not None:
            raise thread.lost
        return real(state)

    def count(_):
        changed_since("count")
        return 0

    thread.count = count
    monkeypatch.setattr(ledger, "changed_since", changed_since)
    yield thread
    thread.close()


def test_a_lost_server_is_told_once_and_so_is_its_return(qtbot, lost):
    failed, changed = [], []
    lost.changed.connect(lambda: changed.append(1))
    for _ in range(2):
        lost.ask(lost.count, fail=failed.append)
        wait_for(qtbot, lost)
    assert lost.troubles == [lost.lost]
    assert failed == [lost.lost] * 2
    lost.lost = None
    lost.ask(lost.count, failed.append)
    wait_for(qtbot, lost)
    assert lost.troubles[1:] == [None]
    assert failed[2:] == [0]
    assert changed  # what pages couldn't read they read now


def test_what_waited_behind_a_lost_server_fails_at_once(qtbot, lost):
    failed, gate = [], threading.Event()
    lost.ask(lambda _: gate.wait(60))
    for _ in range(5):
        lost.ask(lost.count, fail=failed.append)
    gate.set()
    wait_for(qtbot, lost)
    assert failed == [lost.lost] * 5
    assert len(lost.calls) == 1


@pytest.mark.parametrize("back", [True, False])
def test_another_try_always_has_an_answer(qtbot, lost, tmp_path, back):
    lost.ask(lost.count)
    wait_for(qtbot, lost)
    if back:
        lost._opened._open = lambda: Ledger.open(tmp_path / "other.db")
    else:
        lost._opened._open = lambda: (_ for _ in ()).throw(lost.lost)
    lost.try_again()
    wait_for(qtbot, lost)
    assert lost.troubles[1:] == [None if back else lost.lost]


@pytest.fixture
def stuck(qapp, ledger, monkeypatch):
    """A ledger thread on something that doesn't come back until the gate is opened."""
    monkeypatch.setattr(ledger_thread, "POLL_MS", 20)
    monkeypatch.setattr(ledger_thread, "_SILENT_AFTER", 0.05)
    monkeypatch.setattr(ledger_thread, "_HANGS_AFTER", 0.0)
    monkeypatch.setattr(worker_module, "_LAST_WAIT", 0.1)
    thread, gate = LedgerThread(lambda: ledger), threading.Event()
    thread.gate = gate
    yield thread
    gate.set()
    thread.close()


def test_a_ledger_that_does_not_answer_is_told_and_told_to_be_back(qtbot, stuck):
    said, counted = [], []
    stuck.trouble.connect(said.append)
    stuck.ask(lambda _: stuck.gate.wait(60), lambda _: counted.append("late"))
    qtbot.waitUntil(lambda: len(said) == 1)
    assert said[0].code == "ledger-silent"
    stuck.gate.set()
    qtbot.waitUntil(lambda: said[1:] == [None])
    assert counted == ["late"]


def test_of_what_may_be_long_nothing_is_said(qtbot, stuck):
    said, done = [], []
    stuck.trouble.connect(said.append)
    stuck.ask(lambda _: stuck.gate.wait(0.4), done.append, is_long=True)
    qtbot.waitUntil(lambda: bool(done))
    assert said == []


def test_another_ledger_does_not_wait_for_one_that_hangs(qtbot, stuck, tmp_path):
    failed, counted = [], []
    stuck.ask(lambda _: stuck.gate.wait(60), counted.append, failed.append)
    stuck.ask(lambda ledger: ledger.sessions.count(), counted.append, failed.append)
    qtbot.waitUntil(lambda: stuck._worker.busy_for > 0)
    stuck.reopen(lambda: Ledger.open(tmp_path / "other.db"))
    assert [type(error) for error in failed] == [NoServer, NoServer]
    stuck.ask(lambda ledger: ledger.place.path.name, counted.append)
    qtbot.waitUntil(lambda: counted == ["other.db"])


def test_closing_does_not_wait_for_what_hangs(stuck):
    stuck.ask(lambda _: stuck.gate.wait(60))
    stuck.close()
    assert worker_module.any_left()


def test_another_address_is_tried_while_one_hangs(qtbot, stuck):
    answered = []
    stuck.ask(lambda _: stuck.gate.wait(60), fail=answered.append)
    qtbot.waitUntil(lambda: stuck._worker.busy_for > 0)
    stuck.ask_aside(lambda: "tried", answered.append)
    qtbot.waitUntil(lambda: len(answered) == 2)
    assert answered[1] == "tried"


def test_what_is_damaged_when_a_ledger_is_opened_is_told_once(qtbot, tmp_path):
    path = tmp_path / "ledger.db"
    with Ledger.open(path) as ledger:
        play(ledger, 3)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE sessions SET title = 'x'")
    thread, told = LedgerThread(lambda: Ledger.open(path)), []
    thread.noticed.connect(told.append)
    for _ in range(2):
        with qtbot.waitSignal(thread.changed, timeout=1_000, raising=False):
            thread.ask(lambda ledger: ledger.sessions.page())
    assert [error.code for error in told] == ["ledger-row-damaged"]
    thread.close()
