"""A penalty with East in it is one row, also where it was written as two halves; bettors keep their numbers."""

import csv
import io
import shutil
from pathlib import Path

import msgspec
import pytest

from mjcompanion.hand import By
from mjcompanion.ledger.csv_files import session_rows
from mjcompanion.ledger.formats import read_json
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.events import BetItem, Changed, Drop, HandItem, PenaltyItem, Put, Undone
from mjcompanion.table.faults import penalty
from mjcompanion.table.table import apply, replay
from tests.table.making import AT, begun, hand, put

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
    with Ledger.open(path, Folders.at(tmp_path)) as ledger:
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


def test_event_by_event_it_comes_to_the_same(old):
    events = session(old, "traditional").table.events
    table = replay(events[:1])
    for seq, event in enumerate(events[1:], 2):
        table = apply(table, event)
        assert table.rows == replay(events[:seq]).rows


def test_an_old_export_imports_whole(tmp_path):
    content = (DATA / "penalties-in-halves.json").read_bytes()
    with Ledger.open(tmp_path / "ledger.db", Folders.at(tmp_path)) as ledger:
        assert len(ledger.import_json(content).added) == 2
        assert rows_of(session(ledger, "traditional").table) == OLD
        out = io.BytesIO()
        ledger.export_to(out, "json", None)
    assert {uid: table.events for uid, table in read_json(out.getvalue()).sessions} == {
        uid: table.events for uid, table in read_json(content).sessions
    }


def test_deleting_an_old_penalty_takes_both_halves_and_undo_brings_both_back(old):
    table = session(old, "traditional").table
    dropped = apply(table, Changed(at=AT, changes=table.drops("2")))
    assert rows_of(dropped) == [OLD[0], *OLD[2:]]
    assert [trace.was.id for trace in dropped.traces][-1:] == ["2"]
    assert rows_of(apply(dropped, Undone(at=AT, seq=len(table.events)))) == OLD
    alone = apply(table, Changed(at=AT, changes=table.drops("5")))
    assert rows_of(alone) == [*OLD[:4], OLD[5]]


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


def test_a_new_penalty_is_one_item_and_comes_to_the_same_as_an_old_one():
    table = put(put(begun(Ruleset("traditional")), hand(0, 64, 0, 0, 0)), penalty(1, (0, 2, 3), 150, "late", 0))
    assert [row.change(player) for row in table.rows[1:] for player in range(4)] == [300, -600, 150, 150]
    assert table.drops(table.rows[1].id) == (Drop(table.rows[1].id),)


def test_a_csv_has_columns_for_who_pays_a_penalty_whom_and_why(old):
    found = session_rows(session(old, "traditional"))
    names = ("payer", "payees", "reason", "discarder", "note")
    fines = [tuple(row[name] for name in names) for row in found if row["what"] == "penalty"]
    assert fines[0] == ("Doris", "Frank, Margaret, Helen", "False Mah Jongg, with the hand shown", "", "")
    assert [row["payer"] for row in found if row["what"] == "hand"] == ["", ""]
    assert len(fines) == 4
    out = io.BytesIO()
    old.export_to(out, "csv", None)
    read = list(csv.DictReader(io.StringIO(out.getvalue().decode())))
    assert [row["payer"] for row in read if row["reason"] == "late"] == ["Doris", "Cy"]


def test_a_correction_hands_chips_to_those_it_is_about(old):
    """Max bets on Bob in the first hand, Zoe in the second; the first is deleted, and Zoe has nothing to do with it."""
    table = session(old, "american-club").table
    ann, bob, cy, dee, max_, zoe = table.parties
    assert [(*table.people, *table.bettors)[party] for party in (max_, zoe)] == ["Max", "Zoe"]
    after = apply(table, Changed(at=AT, changes=table.drops(table.rows[0].id)))
    moved = {(one.giver, one.taker): one.pieces for one in after.chip_log[-1].moves}
    assert moved == {(ann, other): ((25, 1),) for other in (bob, cy, dee, max_)}
    assert after.parties == (ann, bob, cy, dee, zoe)
    assert after.balance_of(zoe) == table.balance_of(zoe)
    assert after.chip_state.debts == ()


def test_a_bettor_keeps_the_number_when_a_hand_is_inserted_before():
    def won(value, name):
        return HandItem(winner=0, by=By.DRAW, value=value, bet=BetItem(name, 1))

    table = put(begun(Ruleset("american-club")), won(25, "Max"))
    first = table.rows[0].id
    table = apply(table, Changed(at=AT, changes=(Put("late", won(50, "Zoe"), first),)))
    assert table.bettors == ("Max", "Zoe")
    assert [row.change(5) for row in table.rows] == [-50, 0]
    assert [row.change(4) for row in table.rows] == [0, -25]
    assert table.chip_state.purse(table.rules.chips, 4).total(table.rules.chips) == table.rules.chips.total - 25
