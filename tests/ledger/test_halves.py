"""A penalty with East in it is one row, also where it was written as two halves; bettors keep their numbers."""

import csv
import io
import shutil
from pathlib import Path

import msgspec
import pytest

from mjcompanion.ledger.formats import read_json
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import Changed, HandItem, PenaltyItem, Put, Undone
from mjcompanion.table.table import apply, replay
from tests.table.making import AT, begun

DATA = Path(__file__).parents[1] / "data"
"""`penalties-in-halves` is a ledger, and its export, of the program that wrote East's half of a penalty apart."""
OLD = [
    ("1", (-132, -108, -144, 384)),
    ("2", (150, -600, 150, 300)),
    ("3", (160, -12, -60, -88)),
    ("4", (50, -75, 25, 0)),
    ("5", (100, 0, -100, 0)),
    ("7", (-300, 100, 100, 100)),
]
"""Its rows; of row 5 the other half was deleted by itself, and row 7 is East's own penalty."""


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "ledger.db"
    shutil.copy(DATA / "penalties-in-halves.db", path)
    with Ledger.open(path) as ledger:
        yield ledger


def rows_of(table):
    return [(row.id, tuple(row.change(party) for party in table.parties)) for row in table.rows]


def session(ledger, rules):
    return next(
        ledger.sessions.get(row.uid)
        for row in ledger.sessions.page(limit=9).rows
        if ledger.sessions.get(row.uid).table.rules.rules == rules
    )


def test_an_old_session_has_the_same_totals_and_a_row_a_penalty(old):
    table = session(old, "traditional").table
    assert table.balances == (2028, 1305, 1971, 2696)
    assert rows_of(table) == OLD
    assert old.check().ok
    dropped = apply(table, Changed(at=AT, changes=table.drops("2")))  # both halves
    assert rows_of(dropped) == [OLD[0], *OLD[2:]]
    assert rows_of(apply(dropped, Undone(at=AT, seq=len(table.events)))) == OLD
    alone = apply(table, Changed(at=AT, changes=table.drops("5")))
    assert rows_of(alone) == [*OLD[:4], OLD[5]]


def test_an_old_export_imports_whole(other):
    content = (DATA / "penalties-in-halves.json").read_bytes()
    assert len(other.import_json(content).added) == 2
    assert rows_of(session(other, "traditional").table) == OLD
    assert {uid: table.events for uid, table in read_json(other.export("json")).sessions} == {
        uid: table.events for uid, table in read_json(content).sessions
    }


EAST, OTHERS = PenaltyItem(1, (0,), 300, "late"), PenaltyItem(1, (2, 3), 150, "late")


@pytest.mark.parametrize(
    ("items", "rows"),
    [
        ([("5", EAST), ("5.1", OTHERS)], 1),
        ([("5", EAST), ("6", OTHERS)], 2),
        ([("5.1", OTHERS), ("5", EAST)], 2),
        ([("5", EAST), ("5.1", msgspec.structs.replace(OTHERS, why="shown"))], 2),
        ([("5", EAST), ("5.1", msgspec.structs.replace(OTHERS, points=100))], 2),
        ([("5", EAST), ("5.1", msgspec.structs.replace(OTHERS, payer=2, payees=(3,)))], 2),
        ([("5", EAST), ("5.1", msgspec.structs.replace(OTHERS, payees=(0, 2)))], 2),
        ([("5", EAST), ("6", HandItem()), ("5.1", OTHERS)], 3),
    ],
)
@pytest.mark.parametrize("together", [True, False])
def test_only_what_are_surely_halves_is_one_row(items, rows, together):
    puts = tuple(Put(*one) for one in items)
    table = begun(Ruleset("traditional"))
    for changes in [puts] if together else [(one,) for one in puts]:
        table = apply(table, Changed(at=AT, changes=changes))
    assert len(table.rows) == rows
    assert replay(table.events).rows == table.rows


def test_a_csv_has_columns_for_who_pays_a_penalty_whom_and_why(old):
    read = list(csv.DictReader(io.StringIO(old.export("csv").decode(), newline="")))
    assert [row["payer"] for row in read if row["reason"] == "late"] == ["Doris", "Cy"]
    names = ("payer", "payees", "reason", "discarder", "note")
    fines = [tuple(row[name] for name in names) for row in read if row["what"] == "penalty"]
    assert ("Doris", "Frank, Margaret, Helen", "False Mah Jongg, with the hand shown", "", "") in fines
    assert {row["payer"] for row in read if row["what"] == "hand"} == {""}
