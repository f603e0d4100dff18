"""A server that falls silent: it is told within 8 s, nothing hangs on to it, and nothing that was confirmed is lost.

Silent are a real one that is stopped, and a socket that takes a call and never says a word.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from mjcompanion.ledger import connect
from mjcompanion.ledger.errors import NoServer
from mjcompanion.ledger.store import Ledger
from tests.ledger import postgres
from tests.ledger.making import play, put

TOLD_WITHIN = 8


def processes_of(url):
    """The numbers of all processes of a server."""
    head = int(Path(make_url(url).query["host"], "data", "postmaster.pid").read_text().split()[0])
    found = [int(line.split()[0]) for line in _ps() if int(line.split()[1]) == head]
    return [head, *found]


def _ps():
    return subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout.splitlines()


@contextmanager
def stopped(url):
    """A server that neither answers nor goes away."""
    there = processes_of(url)
    for one in there:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in there:
            os.kill(one, signal.SIGCONT)


@contextmanager
def deaf():
    """The address of a socket that takes every call and says nothing."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        ear.listen()
        yield f"postgresql://ann@127.0.0.1:{ear.getsockname()[1]}/ledger"


@pytest.fixture
def own(programs):
    """The address of a server of one's own, to be stopped."""
    with postgres.server(programs) as url:
        yield url


@pytest.fixture
def hasty(monkeypatch):
    """Wait a second where it is else seven."""
    monkeypatch.setattr(connect, "_CONNECT_WITHIN", 2)
    monkeypatch.setattr(connect, "_ANSWERS_WITHIN", 1.0)
    monkeypatch.setattr(connect, "_GREETS_WITHIN", 0.5)
    connect._patient.cache_clear()
    yield
    connect._patient.cache_clear()


def test_all_waiting_together_is_within_what_is_promised():
    assert connect._GREETS_WITHIN + connect._CONNECT_WITHIN < TOLD_WITHIN
    assert connect.PATIENCE < connect._ANSWERS_WITHIN < TOLD_WITHIN


@pytest.mark.usefixtures("hasty")
def test_a_server_that_is_stopped_is_told_and_what_it_had_is_there_when_it_goes_on(own):
    with Ledger.open(own) as ledger:
        uid = play(ledger, 2)
        with stopped(own):
            with pytest.raises(NoServer, match="doesn't answer"):
                ledger.append(uid, 3, put(3))
            with pytest.raises(NoServer, match="doesn't answer"):
                Ledger.open(own)
        assert ledger.append(uid, 3, put(3)) == 3
        assert ledger.check().ok


@pytest.mark.usefixtures("hasty")
def test_a_server_that_stops_between_two_statements(own):
    with Ledger.open(own) as ledger:
        uid = play(ledger, 2)
        with pytest.raises(NoServer, match="doesn't answer"), ledger._writing() as (connection, _), stopped(own):
            connection.exec_driver_sql("SELECT 1")
        assert ledger.append(uid, 3, put(3)) == 3
        assert ledger.session_row(uid).hands == 3


def test_a_statement_that_takes_its_time_is_no_silence_while_a_ledger_is_changed(own, monkeypatch):
    monkeypatch.setattr(connect, "_ANSWERS_WITHIN", 0.5)
    connect._patient.cache_clear()
    with Ledger.open(own) as ledger:
        with ledger._writing() as (connection, _):
            connect.unhurried(connection)
            connection.exec_driver_sql("SELECT pg_sleep(1)")
        with pytest.raises(NoServer), ledger._writing() as (connection, _):
            connection.exec_driver_sql("SELECT pg_sleep(1)")
    connect._patient.cache_clear()


@pytest.mark.usefixtures("hasty")
def test_nothing_hangs_on_a_socket_that_says_nothing():
    with deaf() as address, pytest.raises(NoServer, match="doesn't answer"):
        Ledger.open(address)


def test_the_command_line_tells_it_and_ends():
    with deaf() as address:
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "mjcompanion", "--ledger", address, "ledger", "list"],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        took = time.monotonic() - began
    assert done.returncode
    assert "doesn't answer" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
    assert took < 20 * TOLD_WITHIN  # the machine may be busy; what is waited for is looked at above
