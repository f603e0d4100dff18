"""A ledger in which East's half of a penalty is a row of its own."""

import csv
import io
import shutil
from pathlib import Path

import pytest

from mjcompanion.ledger.ledger import Ledger

DATA = Path(__file__).parents[1] / "data"
"""`penalties-in-halves` is a ledger, and its export, of the program that wrote East's half of a penalty apart."""


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "ledger.db"
    shutil.copy(DATA / "penalties-in-halves.db", path)
    with Ledger.open(path) as ledger:
        yield ledger


def session(ledger, rules):
    return next(
        ledger.sessions.get(row.uid)
        for row in ledger.sessions.page(limit=9).rows
        if ledger.sessions.get(row.uid).table.rules.rules == rules
    )


def test_an_old_session_has_the_same_totals(old):
    table = session(old, "traditional").table
    assert table.balances == (2028, 1305, 1971, 2696)
    assert old.check().ok


def test_a_csv_has_columns_for_who_pays_a_penalty_whom_and_why(old):
    read = list(csv.DictReader(io.StringIO(old.export("csv").decode(), newline="")))
    assert [row["payer"] for row in read if row["reason"] == "late"] == ["Doris", "Doris", "Cy"]
    names = ("payer", "payees", "reason", "discarder", "note")
    fines = [tuple(row[name] for name in names) for row in read if row["what"] == "penalty"]
    assert ("Doris", "Margaret, Helen", "False Mah Jongg, with the hand shown", "", "") in fines
    assert {row["payer"] for row in read if row["what"] == "hand"} == {""}
