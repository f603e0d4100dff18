"""A server that falls silent: it is told within 8 s, nothing hangs on to it, and nothing that was confirmed is lost.

Silent are a real one that is stopped, and a socket that takes a call and never says a word.
"""

import queue
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from mjcompanion.ledger import connect, listening, store
from mjcompanion.ledger.errors import NoServer
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.place import find_place
from tests.ledger.making import play, put
from tests.ledger.postgres import deaf, hasty, stopped

TOLD_WITHIN = 8


def said(connection, statement, patience):
    """A statement to a server that is given so many seconds from now on."""
    connection.connection.driver_connection.patience = patience
    connection.exec_driver_sql(statement)


def test_all_waiting_together_is_within_what_is_promised():
    assert connect._GREETS_WITHIN + connect._CONNECT_WITHIN + 0.5 < TOLD_WITHIN
    assert connect.PATIENCE < connect._ANSWERS_WITHIN < TOLD_WITHIN


def test_a_connection_that_comes_just_when_nobody_waits_any_more_is_closed(monkeypatch):
    """It is there when the time is up, and its thread is gone before it can be told so."""
    import psycopg

    closed = []

    class TooLate(queue.SimpleQueue):
        def get(self, timeout):  # noqa: ARG002 - as the queue has it
            for thread in threading.enumerate():
                if thread.name == "ledger-call":
                    thread.join(60)
            raise queue.Empty

    monkeypatch.setattr(connect, "queue", SimpleNamespace(SimpleQueue=TooLate, Empty=queue.Empty))
    with pytest.raises(psycopg.errors.ConnectionTimeout):
        connect._within(0, lambda: SimpleNamespace(close=lambda: closed.append(1)))
    assert closed


@pytest.mark.parametrize("fails", [RuntimeError("the window is gone"), None])
def test_an_ear_that_is_closed_while_it_speaks_leaves_no_connection_open(database, monkeypatch, fails):
    made, speaks, goes_on = [], threading.Event(), threading.Event()
    connecting = connect._patient().connect
    monkeypatch.setattr(connect._patient(), "connect", lambda *a, **k: made.append(connecting(*a, **k)) or made[-1])

    def told():
        speaks.set()
        assert goes_on.wait(60)
        if fails is not None:
            raise fails

    ear = listening.Listener(connect.server_engine(find_place(database)), told)
    assert speaks.wait(60)
    ear.close()
    goes_on.set()
    ear._thread.join(60)
    assert made
    assert all(one.closed for one in made)


def test_a_ledger_that_cannot_be_opened_after_all_leaves_no_connection_open(database, monkeypatch):
    made = []
    connecting = connect._patient().connect
    monkeypatch.setattr(connect._patient(), "connect", lambda *a, **k: made.append(connecting(*a, **k)) or made[-1])

    def silent(_):
        raise NoServer("ledger-silent")

    monkeypatch.setattr(store, "_unlisted", silent)
    with pytest.raises(NoServer):
        Ledger.open(database)
    assert made
    assert all(one.closed for one in made)


def test_a_server_that_is_stopped_is_told_and_what_it_had_is_there_when_it_goes_on(own):
    with Ledger.open(own) as ledger:
        uid = play(ledger, 2)
        with stopped(own):
            with pytest.raises(NoServer, match="isn't responding"):
                ledger.sessions.append(uid, 3, put(3))
            with pytest.raises(NoServer, match="isn't responding"):
                Ledger.open(own)
        assert ledger.sessions.append(uid, 3, put(3)) == 3
        assert ledger.check().ok


def test_a_server_that_stops_between_two_statements(own):
    with Ledger.open(own) as ledger:
        uid = play(ledger, 2)
        with pytest.raises(NoServer, match="isn't responding"), ledger._writing() as (connection, _), stopped(own):
            said(connection, "SELECT 1", connect._ANSWERS_WITHIN)
        assert ledger.sessions.append(uid, 3, put(3)) == 3
        assert ledger.sessions.row(uid).hands == 3


def test_a_statement_that_takes_its_time_is_no_silence_while_a_ledger_is_changed(own):
    with Ledger.open(own) as ledger:
        with ledger._writing() as (connection, _):
            said(connection, "SELECT 1", 2)
            connect.unhurried(connection)
            connection.exec_driver_sql("SELECT pg_sleep(2.5)")
        with pytest.raises(NoServer), ledger._writing() as (connection, _):
            said(connection, "SELECT pg_sleep(5)", 0.5)


def test_nothing_hangs_on_a_socket_that_says_nothing():
    with deaf() as address, hasty(), pytest.raises(NoServer, match="isn't responding"):
        Ledger.open(address)


def test_a_name_that_is_looked_up_for_ever_is_given_up(monkeypatch):
    found, gone = threading.Event(), threading.Event()

    def look_up(*_words, **_names):
        found.wait(60)
        return SimpleNamespace(close=gone.set)

    monkeypatch.setattr(connect._patient(), "connect", look_up)
    with hasty(), pytest.raises(NoServer, match="isn't responding"):
        Ledger.open("postgresql://ann@club.invalid/ledger")
    found.set()
    assert gone.wait(60)  # what comes too late is let go


def test_the_command_line_tells_it_and_ends(tmp_path):
    with deaf() as address:
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "mjcompanion", "--data-dir", tmp_path, "--ledger", address, "ledger", "list"],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        took = time.monotonic() - began
    assert done.returncode
    assert "isn't responding" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
    assert took < 20 * TOLD_WITHIN  # the machine may be busy; what is waited for is looked at above
