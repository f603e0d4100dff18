"""The clerk lets go of the ledger whatever happens to the window."""

import sqlite3
import threading

import pytest
import shiboken6
from mjcompanion.ui.clerk import Clerk

from mjcompanion.folders import Folders
from mjcompanion.ledger.store import Ledger


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
    clerk.ask(lambda _: gate.wait(10))
    clerk.ask(lambda ledger: counted.append(ledger.count()))
    shiboken6.delete(clerk)
    gate.set()
    assert ledger.is_closed.wait(10)
    assert len(counted) == 1
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        ledger.count()


def test_what_was_asked_is_done_before_the_ledger_is_closed(qapp, ledger):
    clerk, counted = Clerk(lambda: ledger), []
    clerk.ask(lambda ledger: counted.append(ledger.count()))
    clerk.close()
    assert ledger.is_closed.is_set()
    assert len(counted) == 1
