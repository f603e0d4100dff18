"""Servers that say nothing: one that only takes calls, and a real one that is stopped and goes on. It is told in time."""

import os
import signal
import socket
import time
from contextlib import ExitStack

from mjcompanion.ledger.errors import LedgerError
from mjcompanion.ledger.ledger import Ledger
from tests.ledger import postgres
from tests.ledger.making import at, play, put

LONGEST_S = 9.0
"""The program promises 8 s; a crowded machine takes a little more."""


class Silence:
    """Asks a server that says nothing."""

    name = "silence"

    def __init__(self, _folder):
        self._undo = ExitStack()
        self._deaf = self._undo.enter_context(socket.socket())
        self._deaf.bind(("127.0.0.1", 0))
        self._deaf.listen(50)
        self._url = None
        programs = postgres.found()
        if programs is not None:
            reached = self._undo.enter_context(postgres.within_reach(programs))
            self._url = self._undo.enter_context(postgres.server(reached))
            self._uid, self._hands = None, 0

    def close(self):
        """End the servers."""
        self._undo.close()

    def deed(self, rng):
        """Ask one of them."""
        if self._url is None or rng.random() < 0.3:
            host, port = self._deaf.getsockname()
            return self._in_time(lambda: Ledger.open(f"postgresql://ann:secret@{host}:{port}/none").close())
        with Ledger.open(self._url) as ledger:
            if self._uid is None:
                self._uid, self._hands = play(ledger, 1), 1
            number = self._hands + 1
            ask = rng.choice([
                ledger.sessions.page, ledger.statistics.sessions, lambda: ledger.sessions.append(self._uid, number, put(number, moment=at(number)))
            ])  # fmt: skip
            stopped = self._servers()
            for one in stopped:
                os.kill(one, signal.SIGSTOP)
            try:
                wrong = self._in_time(ask)
            finally:
                for one in stopped:
                    os.kill(one, signal.SIGCONT)
        with Ledger.open(self._url) as ledger:
            there = ledger.sessions.row(self._uid).hands
            if there not in (self._hands, number):  # what wasn't confirmed may have come through
                return f"{there} hands are there, and {self._hands} were confirmed"
            self._hands = there
        return wrong

    def _in_time(self, ask):
        begun = time.monotonic()
        try:
            ask()
        except LedgerError as error:
            wrong = f"it is told as {error}" if "secret" in str(error) or not str(error) else ""
        else:
            wrong = "nothing is told"
        took = time.monotonic() - begun
        return wrong or (f"it is told after {took:.1f} s" if took > LONGEST_S else "")

    def _servers(self):
        """The processes of the server, its first one last."""
        first, *others = postgres.processes_of(self._url)
        return [*others, first]
