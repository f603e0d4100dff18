"""The clerk lets go of the ledger whatever ends its thread."""

import sqlite3

import pytest
from mjcompanion.ui.clerk import Clerk

from mjcompanion.folders import Folders
from mjcompanion.ledger.store import Ledger


class Lost(Clerk):
    """One that has nobody left to tell anything."""

    def _tell(self, *_):
        raise RuntimeError("Internal C++ object already deleted.")


def test_a_clerk_with_nobody_left_to_tell_closes_the_ledger(qapp, tmp_path):
    ledger = Ledger.open(None, Folders.at(tmp_path))
    clerk = Lost(lambda: ledger)
    clerk._start = lambda: None  # its work is done here, so that its end is seen
    clerk.ask(lambda ledger: ledger.count())
    with pytest.raises(RuntimeError, match="already deleted"):
        clerk._work(lambda: ledger)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        ledger.count()
