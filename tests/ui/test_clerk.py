"""The clerk lets go of the ledger whatever happens to the window."""

import sqlite3
import threading
from contextlib import closing

import pytest
import shiboken6
from mjcompanion.ui import clerk as clerk_module
from mjcompanion.ui import worker as worker_module
from mjcompanion.ui.clerk import Clerk

from mjcompanion.ledger.away import StandIn
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


def test_a_clerk_with_nobody_left_to_tell_does_what_was_asked_and_closes_the_ledger(qapp, ledger):
    clerk, gate, counted = Clerk(lambda: ledger), threading.Event(), []
    clerk.ask(lambda _: gate.wait(60))
    clerk.ask(lambda ledger: counted.append(ledger.sessions.count()))
    shiboken6.delete(clerk)
    gate.set()
    assert ledger.is_closed.wait(60)
    assert len(counted) == 1
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        ledger.sessions.count()


def test_what_was_asked_is_done_before_the_ledger_is_closed(qapp, ledger):
    clerk, counted = Clerk(lambda: ledger), []
    clerk.ask(lambda ledger: counted.append(ledger.sessions.count()))
    clerk.close()
    assert ledger.is_closed.is_set()
    assert len(counted) == 1


@pytest.mark.parametrize("goes", [Clerk.close, shiboken6.delete])
def test_a_server_that_answers_when_the_window_is_gone_is_hung_up_on(qtbot, ledger, tmp_path, monkeypatch, goes):
    monkeypatch.setattr(clerk_module, "POLL_MS", 20)
    monkeypatch.setattr(clerk_module, "_CALLS_EVERY", 0)
    calls, gate = iter(range(1_000_000)), threading.Event()
    calling = threading.Event()

    def open_ledger():
        if next(calls) == 0:
            raise NoServer("ledger-silent")
        calling.set()
        assert gate.wait(60)
        return ledger

    clerk = Clerk(open_ledger, stand_in=lambda: StandIn.beside("postgresql://club/mj", Folders.at(tmp_path)))
    clerk.ask(lambda ledger: ledger.sessions.count())
    qtbot.waitUntil(calling.is_set)
    goes(clerk)
    gate.set()
    assert ledger.is_closed.wait(60)


@pytest.fixture
def silent(qtbot, tmp_path, monkeypatch):
    """A clerk whose server isn't responding; `calls` opens it when it is called again."""
    monkeypatch.setattr(clerk_module, "POLL_MS", 20)
    monkeypatch.setattr(clerk_module, "_CALLS_EVERY", 0)
    calls = []

    def open_ledger():
        if calls:
            return calls[0]()
        raise NoServer("ledger-silent")

    clerk = Clerk(open_ledger, stand_in=lambda: StandIn.beside("postgresql://club/mj", Folders.at(tmp_path)))
    clerk.calls, clerk.notes = calls, []
    clerk.noted.connect(clerk.notes.append)
    clerk.ask(lambda ledger: ledger.sessions.count())
    qtbot.waitUntil(lambda: "server isn't responding" in "".join(clerk.notes[-1:]))
    yield clerk
    clerk.close()


def silence():
    raise NoServer("ledger-silent")


def test_a_server_that_answers_when_the_ledger_is_another_one_is_hung_up_on(qtbot, silent, ledger):
    calling, gate = threading.Event(), threading.Event()

    def answer():
        calling.set()
        assert gate.wait(60)
        return ledger

    silent.calls.append(answer)
    qtbot.waitUntil(calling.is_set)
    silent.reopen(silence)
    silent.ask(lambda ledger: ledger.sessions.count())
    qtbot.waitUntil(lambda: not silent.busy)
    gate.set()
    qtbot.waitUntil(ledger.is_closed.is_set)


def test_another_ledger_waits_for_no_server_of_the_one_that_hangs(qtbot, silent, ledger, monkeypatch):
    monkeypatch.setattr(clerk_module, "_HANGS_AFTER", 0.0)
    gate = threading.Event()
    silent.ask(lambda _: gate.wait(60), fail=lambda _: None)
    qtbot.waitUntil(lambda: silent._worker.at_it > 0)
    silent.reopen(lambda: ledger)
    silent.ask(lambda ledger: ledger.sessions.count())
    qtbot.waitUntil(lambda: silent.notes[-1] == "")
    gate.set()


@pytest.fixture
def stuck(qapp, ledger, monkeypatch):
    """A clerk on something that doesn't come back until the gate is opened."""
    monkeypatch.setattr(clerk_module, "POLL_MS", 20)
    monkeypatch.setattr(clerk_module, "_SILENT_AFTER", 0.05)
    monkeypatch.setattr(clerk_module, "_HANGS_AFTER", 0.0)
    monkeypatch.setattr(worker_module, "_LAST_WAIT", 0.1)
    clerk, gate = Clerk(lambda: ledger), threading.Event()
    clerk.gate = gate
    yield clerk
    gate.set()
    clerk.close()


def test_a_ledger_that_does_not_answer_is_told_and_told_to_be_back(qtbot, stuck):
    said, counted = [], []
    stuck.noted.connect(said.append)
    stuck.ask(lambda _: stuck.gate.wait(60), lambda _: counted.append("late"))
    qtbot.waitUntil(lambda: len(said) == 1)
    assert "isn't responding" in said[0]
    stuck.gate.set()
    qtbot.waitUntil(lambda: said[1:] == [""])
    assert counted == ["late"]


def test_of_what_may_be_long_nothing_is_said(qtbot, stuck):
    said, done = [], []
    stuck.noted.connect(said.append)
    stuck.ask(lambda _: stuck.gate.wait(0.4), done.append, is_long=True)
    qtbot.waitUntil(lambda: bool(done))
    assert said == []


def test_another_ledger_does_not_wait_for_one_that_hangs(qtbot, stuck, tmp_path):
    failed, counted = [], []
    stuck.ask(lambda _: stuck.gate.wait(60), counted.append, failed.append)
    stuck.ask(lambda ledger: ledger.sessions.count(), counted.append, failed.append)
    qtbot.waitUntil(lambda: stuck._worker.at_it > 0)
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
    qtbot.waitUntil(lambda: stuck._worker.at_it > 0)
    stuck.ask_aside(lambda: "tried", answered.append)
    qtbot.waitUntil(lambda: len(answered) == 2)
    assert answered[1] == "tried"


def test_a_damaged_record_that_a_list_left_out_is_told_once(qtbot, ledger):
    uid = play(ledger, 3)
    with closing(sqlite3.connect(ledger.place.path)) as file, file:
        file.execute("UPDATE standings SET net = net + 1 WHERE place = 0")
    clerk, told = Clerk(lambda: ledger), []
    clerk.damaged.connect(told.append)
    for _ in range(2):
        with qtbot.waitSignal(clerk.changed, timeout=1_000, raising=False):
            clerk.ask(lambda ledger: ledger.sessions.page())
    (error,) = told
    assert (error.kind, error.uid) == ("session", uid)
    clerk.close()
