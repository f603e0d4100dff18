"""What a player's page and the standings are made of: histories, the highest hands, and the CSV of standings."""

import csv
import io
from datetime import datetime

import pytest

from mjcompanion.ledger.history import histories
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import NotebookFilter, SessionFilter
from mjcompanion.parsing.dates import to_local_time
from tests.ledger.making import play


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "ledger.db") as opened:
        play(opened, 3, moment="2026-03-01T19:00:00Z", title="Spring")
        play(opened, 2, moment="2026-03-08T19:00:00Z")
        play(opened, 2, names=("Ann", "Bob", "Eve", "Fay"), moment="2026-03-15T23:30:00Z")
        play(opened, 0, moment="2026-03-22T19:00:00Z")
        yield opened


def sessions(ledger, **criteria):
    return ledger.sessions.page(SessionFilter(**criteria), limit=100).rows


def test_a_history_has_each_session_in_order_and_whom_a_player_met(ledger):
    for name in ("Ann", "Eve"):
        uid = ledger.players.named(name).uid
        rows = [row for row in sessions(ledger, player=uid) if row.hands]
        rows.sort(key=lambda row: row.started_at)
        (history,) = histories(rows, uid).values()
        assert history.starts == tuple(row.started_at for row in rows)
        assert history.nets == tuple(row.nets[row.players.index(uid)] for row in rows)
        for one in history.opponents:
            both = [row for row in rows if one.player in row.players]
            pairs = [[row.nets[row.players.index(who)] for who in (uid, one.player)] for row in both]
            assert one.sessions == len(both)
            assert one.ahead == sum(mine > other for mine, other in pairs)
            assert one.behind == sum(mine < other for mine, other in pairs)
        assert {one.player for one in history.opponents} == {who for row in rows for who in row.players} - {uid}
        counts = [one.sessions for one in history.opponents]
        assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("name", ["", "Bob"])
def test_the_highest_hands_are_those_of_the_sessions(ledger, name):
    uid = ledger.players.named(name).uid if name else ""
    due = []
    for row in sessions(ledger, player=uid):
        stored = ledger.sessions.get(row.uid)
        best = {}
        for hand in stored.table.hands:
            who = stored.players[hand.winner] if hand.winner is not None else ""
            if who and (not uid or who == uid):
                best[who] = max(best.get(who, 0), hand.scores[hand.winner])
        due += best.values()
    found = ledger.statistics.highest(SessionFilter(player=uid))
    assert [one.points for one in found] == sorted(due, reverse=True)
    for one in found:
        row = ledger.sessions.get(one.session).table.row(one.item)
        assert row.scores[row.winner] == one.points
    assert ledger.statistics.highest(SessionFilter(player=uid), 1) == found[:1]


def test_standings_as_csv_have_a_row_for_each_player_with_the_day_here(ledger):
    out = io.BytesIO()
    ledger.notebook.export_to(out, "standings", NotebookFilter(text="ann"))
    rows = list(csv.DictReader(io.StringIO(out.getvalue().decode())))
    found = sessions(ledger, text="ann")
    assert [row["session"] for row in rows] == [row.uid for row in found for _ in row.players]
    for session in found:
        own = [row for row in rows if row["session"] == session.uid]
        assert sorted(row["player"] for row in own) == sorted(session.names)
        nets = [int(row["net"]) for row in own]
        assert nets == sorted(nets, reverse=True)
        assert [int(row["place"]) for row in own] == [1 + sum(other > net for other in nets) for net in nets]
        assert {row["started"] for row in own} == {session.started_at}
        assert {row["date"] for row in own} == {f"{to_local_time(session.started_at):%Y-%m-%d}"}
    assert all(datetime.fromisoformat(row["date"]) for row in rows)
