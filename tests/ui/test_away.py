"""An evening at a ledger on a server that falls silent: it goes on here, and joins when the server is back."""

import json
import os
import signal
import time
from datetime import datetime

import pytest
from mjcompanion.ui import clerk

from mjcompanion.ledger.away import StandIn
from mjcompanion.ledger.errors import DiskFull
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from mjcompanion.table.events import Titled, now
from tests.ledger.conftest import own, programs  # noqa: F401 - fixtures
from tests.ledger.postgres import stopped
from tests.ui.test_ended import ended, program, ready

pytestmark = [pytest.mark.in_turn, pytest.mark.skipif(os.name != "posix", reason="a server is stopped by a signal")]

SCORES = {0: 10, 1: 20, 2: 30, 3: 40}


@pytest.fixture
def soon(monkeypatch):
    """Wait less, and call again at once."""
    monkeypatch.setattr(clerk, "POLL_MS", 50)
    monkeypatch.setattr(clerk, "_CALLS_EVERY", 0.2)


@pytest.fixture
def desk(soon, own, table_at):  # noqa: F811 - the fixture
    """A Table page at a ledger on a server, with a session begun."""
    one = table_at(ledger=own).show()
    one.notes = []
    one.context.noted.connect(one.notes.append)
    one.start(rules="classical")
    one.play(winner=1, by="draw", scores=SCORES)
    return one


def on_server(address, uid):
    with Ledger.open(address) as ledger:
        return ledger.sessions.get(uid)


def test_hands_are_confirmed_here_and_join(desk, own):  # noqa: F811
    with stopped(own):
        desk.play(winner=2, by="draw", scores=SCORES)
        assert len(desk.table.hands) == 2
        desk.qtbot.waitUntil(lambda: "1 hand is kept here" in "".join(desk.notes[-1:]))
        desk.play(winner=3, by="draw", scores=SCORES)
        desk.qtbot.waitUntil(lambda: "2 hands are kept here" in desk.notes[-1])
    desk.qtbot.waitUntil(lambda: any("2 hands have joined" in sentence for sentence in desk.said))
    desk.qtbot.waitUntil(lambda: desk.notes[-1] == "")
    assert sum("Carry on" in sentence for sentence in desk.said) == 1
    assert len(on_server(own, desk.presenter.uid).table.hands) == 3
    desk.play(winner=0, by="draw", scores=SCORES)
    stored = on_server(own, desk.presenter.uid)
    assert len(stored.table.hands) == 4
    assert stored.events == desk.table.events


def test_the_next_start_goes_on_while_the_server_is_still_silent(desk, own, table_at):  # noqa: F811
    uid = desk.presenter.uid
    with stopped(own):
        desk.play(winner=2, by="draw", scores=SCORES)
        desk.context.close()
        two = table_at(ledger=own).show()
        assert two.presenter.uid == uid
        assert len(two.table.hands) == 2
        two.play(winner=3, by="draw", scores=SCORES)
        two.context.close()
    three = table_at(ledger=own).show()
    assert len(three.table.hands) == 3
    assert any("2 hands have joined" in sentence for sentence in three.said)
    assert len(on_server(own, uid).table.hands) == 3


def test_what_cannot_join_waits_and_keeps_nobody_from_the_server(desk, own, table_at, monkeypatch):  # noqa: F811
    uid = desk.presenter.uid
    with stopped(own):
        desk.play(winner=2, by="draw", scores=SCORES)
        desk.context.close()
    real = StandIn.join
    monkeypatch.setattr(StandIn, "join", lambda *_: (_ for _ in ()).throw(DiskFull("ledger-full")))
    two = table_at(ledger=own).show()
    assert any("disk is full" in sentence for sentence in two.said)
    assert len(two.table.hands) == 1
    two.context.close()
    monkeypatch.setattr(StandIn, "join", real)
    assert len(table_at(ledger=own).show().table.hands) == 2
    assert len(on_server(own, uid).table.hands) == 2


def test_a_session_begins_while_the_server_is_silent(soon, own, table_at):  # noqa: F811
    with stopped(own):
        one = table_at(ledger=own).show()
        one.start(rules="classical")
        one.play(winner=1, by="draw", scores=SCORES)
        uid = one.presenter.uid
    one.qtbot.waitUntil(lambda: any("1 hand has joined" in sentence for sentence in one.said))
    assert on_server(own, uid).names == ("Ann", "Bob", "Chuck", "Dot")


def test_another_window_was_first_and_the_hands_are_confirmed_once_more(desk, own):  # noqa: F811
    uid = desk.presenter.uid
    with stopped(own):
        for winner in (2, 3):
            desk.play(winner=winner, by="draw", scores=SCORES)
        desk.context.clerk.close()  # so that the other one is first
    with Ledger.open(own) as other:
        other.sessions.append(uid, 2, Titled(at=now(), title="Friday"))
    desk.context.clerk.reopen()
    desk.qtbot.waitUntil(lambda: desk.presenter.entry.winner == 2)
    assert desk.table.title == "Friday"
    assert any("another window has continued" in sentence for sentence in desk.said)
    desk.click(desk.view("hand").confirm_button)
    desk.qtbot.waitUntil(lambda: desk.presenter.entry.winner == 3)
    desk.click(desk.view("hand").confirm_button)
    desk.wait()
    desk.qtbot.waitUntil(lambda: desk.presenter.entry.is_blank)
    assert [hand.item.winner for hand in on_server(own, uid).table.hands] == [1, 2, 3]


CONFIRM = """
from mjcompanion.hand import By
from mjcompanion.ledger import connect
from mjcompanion.ui import clerk
connect._CONNECT_WITHIN, connect._ANSWERS_WITHIN, connect._GREETS_WITHIN, clerk._CALLS_EVERY = 4, 3.0, 1.5, 3600
page = window.open_page("table")
presenter = page.presenter
def confirmed():
    say("confirmed", len(presenter.table.events))
    QTimer.singleShot(0, enter)
presenter.confirmed.connect(confirmed)
def sit_down():
    start = page.view("start")
    for field, name in zip(start.names, "ABCD"):
        field.setText(name)
    start.start_button.click()
def enter():
    presenter.enter_hand(1)
    presenter.set_by(By.DRAW)
    for player in range(4):
        presenter.set_number(player, 10 + player)
    presenter.confirm_hand()
when(lambda: presenter.view == "start" and not presenter.busy, sit_down)
say("ready")
"""


@pytest.mark.parametrize("hands", [1, 4])
def test_a_kill_in_the_middle_loses_nothing_that_was_confirmed(own, tmp_path, hands):  # noqa: F811
    folder = tmp_path / "data"
    with program(folder, CONFIRM, own) as there:
        ready(there)
        for _ in range(3):
            there.stdout.readline()
        with stopped(own):
            time.sleep(0.2)
            before = 3
            while not _waiting(folder, own):
                before = int(there.stdout.readline().split()[1])
            for _ in range(hands):
                before = int(there.stdout.readline().split()[1])
            ended(there, signal.SIGKILL)
            uid = json.loads((folder / "table-draft.json").read_text())["table"]
    with Ledger.open(own) as ledger, StandIn.beside(own, Folders.at(folder)) as kept:
        assert ledger.sessions.get(uid).last_seq + 1 < before
        assert not kept.join(ledger).left
        assert ledger.sessions.get(uid).last_seq + 1 >= before
        assert ledger.check().ok


def _waiting(folder, address):
    with StandIn.beside(address, Folders.at(folder)) as kept:
        return kept.hands_waiting


def test_a_clock_that_is_set_back_meanwhile_changes_no_order(desk, own, monkeypatch):  # noqa: F811
    import mjcompanion.table.events as events

    class Earlier(datetime):
        @classmethod
        def now(cls, zone=None):
            return cls(1999, 1, 1, tzinfo=zone)

    uid = desk.presenter.uid
    with stopped(own):
        desk.play(winner=2, by="draw", scores=SCORES)
        monkeypatch.setattr(events, "datetime", Earlier)
        desk.play(winner=3, by="draw", scores=SCORES)
    desk.qtbot.waitUntil(lambda: any("2 hands have joined" in sentence for sentence in desk.said))
    happened = on_server(own, uid).events
    assert [event.at for event in happened] == sorted(event.at for event in happened)
    with Ledger.open(own) as ledger:
        assert ledger.sessions.last().uid == uid


def test_reading_goes_on_where_it_can(desk, own):  # noqa: F811
    with stopped(own):
        said = []
        desk.context.clerk.ask(lambda ledger: ledger.sessions.count(), said.append)
        desk.context.clerk.ask(lambda ledger: ledger.export("json"), said.append, said.append)
        desk.qtbot.waitUntil(lambda: len(said) == 2)
    assert said[0] == 1
    assert "isn't responding" in str(said[1])
