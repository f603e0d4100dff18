"""An evening at a ledger on a server that falls silent or dies: it is told, continues here, and is brought back."""

import signal
import time
from contextlib import nullcontext

import pytest
from mjcompanion.ui import ledger_thread
from mjcompanion.ui import worker as worker_module
from mjcompanion.ui.away import ClubLedger

from mjcompanion.ledger.ledger import Ledger
from mjcompanion.table.events import Titled, now
from tests.ledger.conftest import own, programs  # noqa: F401 - fixtures
from tests.ledger.making import put
from tests.ledger.postgres import kill, stopped
from tests.ui.test_ended import ended, program, ready

SCORES = {0: 10, 1: 20, 2: 30, 3: 40}
HAND = {"winner": 2, "by": "draw", "scores": SCORES}
HERE, AGAIN, BACK = "Continue on this computer", "Try again", "Back to the club’s ledger"


class AtClub:
    """A Table page at a ledger on a server, and the line below the pages."""

    def __init__(self, desk, address):
        self.desk, self.address, self.note = desk, address, None
        desk.context.noted.connect(self._on_noted)
        self.club = ClubLedger(desk.context)
        desk.show()

    def _on_noted(self, message):
        self.note = message

    @property
    def uid(self):
        return self.desk.model.uid

    def wait_for(self, action):
        """Until this can be done about it; gives what does it."""

        def found():
            note = self.note
            return {} if note is None else {note.action: note.do, note.other: note.do_other}

        self.desk.qtbot.waitUntil(lambda: action in found())
        return found()[action]

    def do(self, action):
        self.wait_for(action)()

    def on_server(self):
        with Ledger.open(self.address) as ledger:
            return ledger.sessions.get(self.uid)

    def here(self):
        with Ledger.open(self.desk.context.folders.ledger_file) as ledger:
            return ledger.sessions.get(self.uid)


@pytest.fixture
def at_club(own, table_at, monkeypatch):  # noqa: F811 - the fixture
    """A Table page with a session begun, and one hand confirmed."""
    monkeypatch.setattr(ledger_thread, "POLL_MS", 50)
    monkeypatch.setattr(ledger_thread, "_AGAIN_AFTER", 3600)
    made = AtClub(table_at(ledger=own), own)
    made.desk.start(rules="classical")
    made.desk.play(winner=1, by="draw", scores=SCORES)
    return made


def lose_a_hand(at_club):
    """Confirm a hand of which the server takes no notice; it stays in the form."""
    desk = at_club.desk
    desk.begin_hand()
    desk.enter(**HAND)
    desk.click(desk.view("hand").confirm_button)
    at_club.wait_for(HERE)
    desk.wait()
    assert len(desk.table.hands) == 1
    assert desk.model.entry.winner == 2


def confirm(desk):
    desk.click(desk.view("hand").confirm_button)
    desk.wait()


@pytest.mark.parametrize("by_click", [True, False])
def test_a_hand_stays_in_the_form_until_the_server_is_back(at_club, monkeypatch, by_click):
    with stopped(at_club.address):
        lose_a_hand(at_club)
        at_club.do(AGAIN)
        at_club.wait_for(HERE)
    if by_click:
        at_club.do(AGAIN)
    else:
        monkeypatch.setattr(ledger_thread, "_AGAIN_AFTER", 0.0)
    at_club.desk.qtbot.waitUntil(lambda: at_club.note.sentence == "")
    confirm(at_club.desk)
    assert len(at_club.on_server().table.hands) == 2


def continued(at_club):
    """Continue here while the server is stopped, and confirm the hand of the form and one more."""
    with stopped(at_club.address):
        lose_a_hand(at_club)
        at_club.do(HERE)
        at_club.wait_for(BACK)
        at_club.desk.wait()
        confirm(at_club.desk)
        at_club.desk.play(winner=3, by="draw", scores=SCORES)
        assert len(at_club.desk.table.hands) == 3
        assert at_club.here().events == at_club.desk.table.events


def test_the_session_continues_here_and_comes_back_once_the_server_answers(at_club):
    continued(at_club)
    with stopped(at_club.address):
        at_club.do(BACK)
        at_club.desk.qtbot.waitUntil(lambda: any("responding" in one for one in at_club.desk.said[-1:]))
        at_club.wait_for(BACK)
        at_club.desk.play(winner=0, by="draw", scores=SCORES)
    assert len(at_club.here().table.hands) == 4
    assert len(at_club.on_server().table.hands) == 1
    at_club.do(BACK)
    at_club.desk.qtbot.waitUntil(lambda: at_club.note.sentence == "")
    at_club.desk.play(winner=0, by="draw", scores=SCORES)
    assert at_club.on_server().events == at_club.desk.table.events
    assert len(at_club.desk.table.hands) == 5
    assert not at_club.desk.context.folders.away_file.exists()


@pytest.mark.parametrize(("answer", "sessions"), [("Keep the club’s", 1), ("Add mine as a separate session", 2)])
def test_a_fork_is_shown_and_asked(at_club, answer, sessions):
    continued(at_club)
    with Ledger.open(at_club.address) as other:
        other.sessions.append(at_club.uid, 2, put(9, moment=now()))
    at_club.do(BACK)
    at_club.wait_for(answer)
    assert "hand 2: Bob won" in at_club.note.sentence
    assert "hand 3: Dot won" in at_club.note.sentence
    at_club.do(answer)
    at_club.desk.qtbot.waitUntil(lambda: at_club.note.sentence == "")
    at_club.desk.wait()
    assert [hand.id for hand in at_club.desk.table.hands] == ["1", "9"]
    assert at_club.on_server().events == at_club.desk.table.events
    assert len(at_club.here().table.hands) == 3
    with Ledger.open(at_club.address) as club:
        assert (
            sorted(len(club.sessions.get(row.uid).table.hands) for row in club.sessions.page().rows)
            == [2, 3][:sessions]
        )
        assert club.check().ok


def test_the_next_start_offers_to_bring_it_back(at_club, table_at):
    continued(at_club)
    at_club.desk.context.close()
    later = AtClub(table_at(ledger=at_club.address), at_club.address)
    later.club.show()
    assert len(later.desk.table.hands) == 1
    later.do("Add it to the club’s ledger")
    later.desk.qtbot.waitUntil(lambda: later.desk.table is not None and len(later.desk.table.hands) == 3)
    assert len(later.on_server().table.hands) == 3


def test_the_next_start_continues_here_while_the_server_is_still_silent(at_club, table_at):
    continued(at_club)
    with stopped(at_club.address):
        at_club.desk.context.close()
        later = AtClub(table_at(ledger=at_club.address), at_club.address)
        later.do(HERE)
        later.wait_for(BACK)
        later.desk.wait()
        assert len(later.desk.table.hands) == 3


def test_a_ledger_here_that_cannot_be_opened_is_told_and_the_choice_stays(at_club):
    with stopped(at_club.address):
        lose_a_hand(at_club)
        at_club.desk.context.folders.ledger_file.write_bytes(b"no ledger at all" * 100)
        at_club.do(HERE)
        at_club.desk.qtbot.waitUntil(lambda: "damaged" in "".join(at_club.desk.said[-1:]))
        at_club.wait_for(HERE)
        assert at_club.desk.model.entry.winner == 2


def test_an_evening_begins_here_while_the_server_is_silent(own, table_at, monkeypatch):  # noqa: F811
    monkeypatch.setattr(ledger_thread, "POLL_MS", 50)
    with stopped(own):
        made = AtClub(table_at(ledger=own), own)
        made.do(HERE)
        made.wait_for(BACK)
        made.desk.wait()
        made.desk.start(rules="classical")
        made.desk.play(winner=1, by="draw", scores=SCORES)
    made.do(BACK)
    made.desk.qtbot.waitUntil(lambda: made.note.sentence == "")
    made.desk.wait()
    assert made.on_server().events == made.desk.table.events
    assert made.on_server().names == ("Ann", "Bob", "Chuck", "Dot")


def test_a_hand_whose_answer_never_came_is_not_confirmed_twice(at_club):
    desk = at_club.desk
    desk.begin_hand()
    desk.enter(**HAND)
    with Ledger.open(at_club.address) as other:
        other.sessions.append(at_club.uid, 2, desk.model.whole_entry.event(desk.table, now()))
    desk.qtbot.waitUntil(lambda: len(desk.table.hands) == 2)
    assert desk.model.entry.is_blank
    with Ledger.open(at_club.address) as other:
        other.sessions.append(at_club.uid, 3, Titled(at=now(), title="Friday"))
    desk.qtbot.waitUntil(lambda: desk.table.title == "Friday")


def test_closing_waits_for_no_server(at_club, monkeypatch):
    monkeypatch.setattr(worker_module, "_LAST_WAIT", 0.1)
    with stopped(at_club.address):
        at_club.desk.context.ledger.ask(lambda ledger: ledger.sessions.count())
        at_club.desk.context.close()
        assert worker_module.any_left()


CONFIRM = """
from mjcompanion.ui.pages.table.entry_model import TableChange
from mjcompanion.core.hand import By
page = window.open_page("table")
model = page.model
window.context.noted.connect(lambda message: say("noted", message.action))
def changed(what):
    if TableChange.CONFIRMED in what:
        say("confirmed", len(model.table.events))
        QTimer.singleShot(0, enter)
model.changed.connect(changed)
def sit_down():
    start = page.view("start")
    for field, name in zip(start.names, "ABCD"):
        field.setText(name)
    start.start_button.click()
def enter():
    model.enter_hand(1)
    model.set_by(By.DRAW)
    for player in range(4):
        model.set_number(player, 10 + player)
    model.confirm_hand()
when(lambda: model.view == "start" and not model.busy, sit_down)
say("ready")
"""
SLACK = 3
"""So much longer a crowded machine may take, as a factor."""


@pytest.mark.parametrize("dies", [False, True])
def test_it_is_told_within_eight_seconds_and_closing_takes_two(own, tmp_path, dies):  # noqa: F811
    with program(tmp_path / "data", CONFIRM, own) as there:
        ready(there)
        for _ in range(3):
            there.stdout.readline()
        with nullcontext(kill(own)) if dies else stopped(own):
            began = time.monotonic()
            while not (line := there.stdout.readline()).startswith("noted"):
                assert line
            assert line == f"noted {AGAIN}\n"
            assert time.monotonic() - began < 8 * SLACK
            _, took = ended(there, signal.SIGTERM)
            assert took < 2 * SLACK + 2
