"""A server that falls silent: it is told within 8 s, nothing hangs on to it, and nothing that was confirmed is lost.

Silent are a real one that is stopped, and a socket that takes a call and never says a word.
"""

import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from mjcompanion.ledger import connect, server
from mjcompanion.ledger.errors import NoServer
from mjcompanion.ledger.ledger import Ledger
from tests.ledger.making import play, put
from tests.ledger.postgres import deaf, hasty, stopped

TOLD_WITHIN = 8


def ask(connection, statement, patience):
    """A statement to a server that is given so many seconds from now on."""
    connection.connection.driver_connection.patience = patience
    connection.exec_driver_sql(statement)


def test_all_waiting_together_is_within_what_is_promised():
    assert server.GREETS_WITHIN + server.CONNECT_WITHIN + 0.5 < TOLD_WITHIN
    assert connect.PATIENCE < server.ANSWERS_WITHIN < TOLD_WITHIN


def test_a_ledger_that_cannot_be_opened_after_all_leaves_no_connection_open(database, monkeypatch):
    made = []
    connecting = server._Connection.connect
    monkeypatch.setattr(server._Connection, "connect", lambda *a, **k: made.append(connecting(*a, **k)) or made[-1])

    def silent(_):
        raise NoServer("ledger-silent")

    monkeypatch.setattr(Ledger, "look_through", silent)
    with pytest.raises(NoServer):
        Ledger.open(database)
    assert made
    assert all(one.closed for one in made)


def test_a_server_that_is_stopped_is_told_and_what_it_had_is_there_when_it_goes_on(own):
    with Ledger.open(own) as ledger:
        uid = play(ledger, 2)
        with stopped(own):
            for silent in (lambda: ledger.sessions.append(uid, 3, put(3)), lambda: Ledger.open(own)):
                with pytest.raises(NoServer, match="isn't responding"):
                    silent()
        assert ledger.sessions.append(uid, 3, put(3)) == 3
        with pytest.raises(NoServer, match="isn't responding"), ledger.writing() as (connection, _), stopped(own):
            ask(connection, "SELECT 1", server.ANSWERS_WITHIN)
        assert ledger.sessions.append(uid, 4, put(4)) == 4
        assert ledger.check().ok


def test_a_statement_that_takes_its_time_is_no_silence_while_a_ledger_is_changed(own):
    with Ledger.open(own) as ledger:
        with ledger.writing() as (connection, _):
            ask(connection, "SELECT 1", 2)
            server.allow_long(connection)
            connection.exec_driver_sql("SELECT pg_sleep(2.5)")
        with pytest.raises(NoServer), ledger.writing() as (connection, _):
            ask(connection, "SELECT pg_sleep(5)", 0.5)


def test_a_name_that_is_looked_up_for_ever_is_given_up(monkeypatch):
    found, gone = threading.Event(), threading.Event()

    def look_up(*_words, **_names):
        found.wait(60)
        return SimpleNamespace(close=gone.set)

    monkeypatch.setattr(server._Connection, "connect", look_up)
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
