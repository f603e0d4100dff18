"""What can happen to a table while it is played: other windows, a killed program, a damaged file, a read-only one."""

import threading
from contextlib import closing
from sqlite3 import connect

import pytest
from mjcompanion.ui.app import build
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.core.errors import Problem
from mjcompanion.core.hand import By
from mjcompanion.ledger.errors import LedgerError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.events import (
    Changed,
    Drop,
    Ended,
    HandItem,
    Number,
    PeopleItem,
    SessionSetup,
    Titled,
    Undone,
    now,
)
from mjcompanion.table.rules import TableRules
from tests.ledger.making import FOUR, people, put

SCORES = {0: 10, 1: 20, 2: 30, 3: 40}


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def ledger_at(folder):
    return Ledger.open(None, Folders.at(folder))


def append_elsewhere(desk, data, seq, event):
    """Let another window write an event of the same session."""
    with ledger_at(data) as other:
        other.sessions.append(desk.model.uid, seq, event)


def delay_ledger(desk):
    """Let the ledger answer nothing until what is returned is called."""
    answers = threading.Event()
    desk.context.ledger.ask(lambda _: answers.wait(60))

    def answer():
        answers.set()
        desk.wait()

    return answer


def correct_a_hand(desk, *, begun):
    """Correct the one hand of a session without confirming it; `begun`: the next one was begun before that."""
    desk.start(rules="classical")
    desk.play(winner=1, by="draw", scores=SCORES)
    if begun:
        desk.begin_hand()
        desk.enter(winner=3, by="draw", scores=dict.fromkeys(range(4), 8))
        desk.model.leave_hand()
    desk.click(desk.past(1))
    desk.enter(winner=2, scores={1: 8, 2: 40})


class TestTwoWindows:
    def test_what_the_other_wrote_is_shown_and_nothing_is_lost(self, table_at):
        one = table_at().show()
        one.start(rules="classical")
        two = table_at().show()
        assert two.table.events == one.table.events
        one.play(winner=1, by="draw", scores=SCORES)
        two.qtbot.waitUntil(lambda: two.table.events == one.table.events)
        assert two.balances() == one.balances()
        assert any("Another window continued this session" in sentence for sentence in two.said)

    def test_a_conflict_is_told_and_the_hand_that_was_entered_stays(self, table_at, data):
        one = table_at().show()
        one.start(rules="classical")
        one.begin_hand()
        one.enter(winner=1, by="draw", scores=SCORES)
        uid = one.model.uid
        one.context.ledger._timer.stop()  # this window hasn't looked around yet
        with ledger_at(data) as other:
            other.sessions.append(uid, 1, Ended(at=now()))
        hand = one.view("hand")
        one.click(hand.confirm_button)
        one.wait()
        assert any("another window" in sentence.lower() for sentence in one.said), one.said
        assert one.view("hand").winner.value == "1"
        assert one.table.ended
        one.click(hand.confirm_button)
        one.click(one.view("reopen").reopen_button)
        one.wait()
        one.confirm()
        assert len(one.check().hands) == 1
        with ledger_at(data) as other:
            happened = [type(event).__name__ for event in other.sessions.get(uid).events]
        assert happened == ["Started", "Ended", "Reopened", "Changed"]

    @pytest.mark.parametrize("begun", [False, True])
    def test_a_hand_that_the_other_deleted_is_asked_about_before_it_is_a_new_one(self, table_at, data, begun):
        one = table_at().show()
        correct_a_hand(one, begun=begun)
        append_elsewhere(one, data, 2, Changed(at=now(), changes=(Drop("1"),)))
        one.qtbot.waitUntil(lambda: not one.table.rows)
        view = one.view("hand")
        assert one.model.gone
        assert one.said[-1] == Problem("entry-gone").sentence()
        one.click(view.confirm_button)
        one.wait()
        assert not one.table.rows
        assert not one.model.gone
        one.model.undo()
        assert one.model.gone
        one.click(view.confirm_button)
        one.confirm()
        assert [row.item.winner for row in one.check().hands] == [2]
        assert one.model.entry.winner == (3 if begun else None)

    def test_a_hand_that_comes_back_is_corrected_as_before(self, table_at, data):
        one = table_at().show()
        correct_a_hand(one, begun=False)
        append_elsewhere(one, data, 2, Changed(at=now(), changes=(Drop("1"),)))
        one.qtbot.waitUntil(lambda: one.model.gone)
        append_elsewhere(one, data, 3, Undone(at=now(), seq=2))
        one.qtbot.waitUntil(lambda: len(one.table.rows) == 1)
        assert not one.model.gone
        one.confirm()
        assert [row.item.winner for row in one.check().hands] == [2]

    @pytest.mark.parametrize("begun", [False, True])
    def test_a_hand_deleted_before_the_next_start_is_asked_about_and_can_be_discarded(self, table_at, data, begun):
        one = table_at().show()
        correct_a_hand(one, begun=begun)
        one.context.close()
        append_elsewhere(one, data, 2, Changed(at=now(), changes=(Drop("1"),)))
        two = table_at().show()
        assert two.model.gone
        assert two.model.entry.winner == 2
        assert two.said[-1] == Problem("entry-gone").sentence()
        two.click(two.view("hand").back_button)
        assert not two.model.correcting
        assert two.model.entry.winner == (3 if begun else None)
        assert not two.table.rows

    def test_a_hand_that_was_told_its_winds_is_played_in_those_of_the_next_one_when_it_is_added(self, table_at, data):
        one = table_at().show()
        one.start(rules="classical")
        one.play(winner=1, by="draw", scores=SCORES)
        item = HandItem(winner=1, by=By.DRAW, scores=tuple(map(Number, (10, 20, 30, 40))), east=3, rounds=2)
        one.model.perform(one.model.put_event(item))
        one.wait()
        one.click(one.past(2))
        assert one.model.position.east == 3
        append_elsewhere(one, data, 3, Changed(at=now(), changes=(Drop("2"),)))
        one.qtbot.waitUntil(lambda: len(one.table.rows) == 1)
        one.click(one.view("hand").confirm_button)
        assert not one.model.correcting
        assert one.model.position == one.table.position

    def test_a_change_of_people_that_the_other_deleted_is_no_new_one(self, table_at, data):
        one = table_at().show()
        one.start(rules="classical")
        people = one.table.people
        item = PeopleItem((people[1], people[0], people[2], people[3]))
        one.model.perform(one.model.put_event(item))
        one.wait()
        one.model.seat_people("1")
        view = one.view("people")
        one.write(view.names[0], "Zoe")
        append_elsewhere(one, data, 2, Changed(at=now(), changes=(Drop("1"),)))
        one.qtbot.waitUntil(lambda: not one.table.rows)
        assert not view.confirm_button.isEnabled()

    def test_names_that_are_typed_stay_while_the_other_seats_nobody_otherwise(self, table_at, data):
        one = table_at().show()
        one.start(rules="classical")
        one.model.seat_people()
        people = one.view("people")
        one.write(people.names[3], "Eve")
        append_elsewhere(one, data, 1, Titled(at=now(), title="Thursday"))
        one.qtbot.waitUntil(lambda: one.table.title == "Thursday")
        assert people.names[3].text() == "Eve"
        append_elsewhere(one, data, 2, put(1))
        one.qtbot.waitUntil(lambda: one.table.position.east == 1)
        assert people.names[0].text() == "Bob", "the winds have turned"

    def test_new_seats_begin_again_where_the_other_played_on(self, table_at, data):
        one = table_at().show()
        one.start(rules="classical")
        one.more("seats")
        seats = one.view("seats")
        append_elsewhere(one, data, 1, put(1))
        one.qtbot.waitUntil(lambda: one.table.position.east == 1)
        assert [int(choice.currentData()) for choice in seats.choices] == [1, 2, 3, 0]
        assert not seats.confirm_button.isEnabled()

    def test_who_leaves_while_a_hand_is_written_has_left_and_finds_it_there(self, table_at):
        one = table_at().show()
        one.start(rules="classical")
        one.begin_hand()
        one.enter(winner=1, by="draw", scores=SCORES)
        answer = delay_ledger(one)
        one.model.confirm_hand()
        one.model.leave_hand()
        one.model.close()
        answer()
        assert one.table is None
        one.click(one.view("start").continue_button)
        one.wait()
        assert len(one.check().hands) == 1
        assert one.model.entry.is_blank

    def test_a_hand_begun_waits_for_who_leaves_a_correction_while_it_is_written(self, table_at):
        one = table_at().show()
        one.start(rules="classical")
        one.play(winner=1, by="draw", scores=SCORES)
        one.begin_hand()
        one.enter(winner=2, by="draw", scores={2: 20})
        entry = one.model.entry
        one.model.leave_hand()
        one.click(one.past(1))
        one.write(one.view("hand").note, "told wrong")
        answer = delay_ledger(one)
        one.click(one.view("hand").confirm_button)
        one.qtbot.keyClick(one.view("hand"), Qt.Key.Key_Escape)
        answer()
        assert one.check().hands[0].item.note == "told wrong"
        assert one.model.entry == entry

    def test_who_corrects_a_hand_while_another_is_written_goes_on_with_that(self, table_at):
        one = table_at().show()
        one.start(rules="classical")
        one.play(winner=1, by="draw", scores=SCORES)
        one.begin_hand()
        one.enter(winner=2, by="draw", scores=SCORES)
        answer = delay_ledger(one)
        one.model.confirm_hand()
        one.model.leave_hand()
        one.click(one.past(1))
        one.write(one.view("hand").note, "told wrong")
        correction = one.model.entry
        answer()
        assert len(one.table.hands) == 2
        assert one.model.entry == correction
        one.model.leave_hand()
        assert one.model.entry.is_blank, "the hand is in the ledger"

    def test_a_name_changed_in_the_ledger_changes_here(self, table_at, data):
        one = table_at().show()
        one.start(rules="classical")
        with ledger_at(data) as other:
            other.players.rename(one.table.setup.players[0], "Anna-Maria")
        one.qtbot.waitUntil(lambda: one.model.names[0] == "Anna-Maria")
        assert one.view("game").square.places[0].sitting.name == "Anna-Maria"


class TestComingBack:
    def test_the_hand_being_entered_is_there_again(self, table_at):
        one = table_at().show()
        one.start(rules="classical")
        one.begin_hand()
        one.enter(winner=1, by="discard", discarder=2, scores={1: 20})
        one.click(one.view("hand").lines[3].tiles_button)
        one.view("tiles").page.model.paste("123m 456p 99s")
        entry = one.model.entry
        again = table_at().show()
        assert again.model.entry == entry
        hand = again.view("hand")
        assert hand.winner.value == "1"
        assert hand.lines[1].number.number == 20
        assert str(again.model.entry.drafts[3].hand) == "123m456p99s"
        assert any("you were entering" in sentence for sentence in again.said)

    def test_a_correction_and_the_hand_begun_are_there_again_also_where_the_program_dies_twice(self, table_at):
        one = table_at().show()
        one.start(rules="classical")
        one.play(winner=1, by="draw", scores=SCORES)
        one.begin_hand()
        one.enter(winner=2, by="draw", scores={2: 20})
        begun = one.model.entry
        one.model.leave_hand()
        one.click(one.past(1))
        one.enter(winner=2)
        correction = one.model.entry
        table_at().show()
        two = table_at().show()
        assert two.model.entry == correction
        assert two.view("hand").heading.text().startswith("Correct hand 1")
        two.qtbot.keyClick(two.view("hand"), Qt.Key.Key_Escape)
        assert two.model.entry == begun
        table_at().show()
        assert table_at().show().model.entry == begun

    def test_a_hand_inserted_before_the_program_died_is_not_asked_for_again(self, table_at, data):
        one = table_at().show()
        one.start(rules="classical")
        one.play(winner=1, by="draw", scores=SCORES)
        one.model.insert_before("1")
        one.enter(winner=2, by="draw", scores=SCORES)
        one.answer_winds(one.view("hand"), "turn")
        draft = (data / "table-draft.json").read_bytes()
        one.confirm()
        assert len(one.table.hands) == 2
        (data / "table-draft.json").write_bytes(draft)
        again = table_at().show()
        assert again.model.entry.is_blank
        assert not again.model.correcting

    @pytest.mark.parametrize("entered", [False, True])
    def test_a_hand_that_comes_back_says_so_where_another_was_entered_meanwhile(self, table_at, data, entered):
        one = table_at().show()
        one.start(rules="classical")
        one.begin_hand()
        one.enter(winner=1, by="draw", scores=SCORES)
        uid = one.model.uid
        draft = (data / "table-draft.json").read_bytes()
        one.context.close()
        (data / "table-draft.json").write_bytes(draft)
        if entered:
            with Ledger.open(data / "ledger.db") as ledger:
                ledger.sessions.append(uid, 1, put(1))
        again = table_at().show()
        again.wait()
        assert again.model.entry.winner == 1
        assert ("entered meanwhile" in again.said[-1]) is entered

    def test_the_last_session_is_one_click_away_and_its_people_are_proposed(self, table_at):
        one = table_at().show()
        one.start(rules="traditional", names=("Zoë", "“Q”uinn", "<b>Bold</b>", "麻 雀"))
        one.play(winner=1, by="draw", scores=SCORES)
        one.click(one.view("game").leave_button)
        one.wait()
        start = one.view("start")
        assert [field.text() for field in start.names] == ["Zoë", "“Q”uinn", "<b>Bold</b>", "麻 雀"]
        assert start.rules_choice.currentData() == "traditional"
        one.click(start.continue_button)
        one.wait()
        assert len(one.check().hands) == 1

    def test_a_last_session_whose_rules_are_unknown_is_named_and_hinders_nothing(self, table_at, data):
        rules = TableRules.of(Ruleset.stored("ours-of-1990"))
        with Ledger.open(data / "ledger.db") as ledger:
            ledger.sessions.start(SessionSetup(rules, people(ledger)), now())
        one = table_at().show()
        one.wait()
        start = one.view("start")
        assert start.last_words.text().endswith("· ours-of-1990")
        assert start.rules_choice.currentData()
        assert start.start_button.isEnabled()
        assert [field.text() for field in start.names] == list(FOUR)
        one.click(start.continue_button)
        one.wait()
        assert one.table is None
        assert "but not change or add anything" in one.said[-1]
        assert start.start_button.isEnabled(), start.status.text()
        one.click(start.start_button)
        one.wait()
        assert one.table.rules.rules.known

    @pytest.mark.parametrize(
        "content",
        [
            b"", b"{", b"[]", b'{"table": 3}', b'{"entry": {"drafts": 5}}', b"\xff\x00", b'{"form": {"names": []}}',
            b'{"form": {"names": ["A", "B", "C", "D"], "east": 9}}', b'{"form": 3}',
        ],
    )  # fmt: skip
    def test_a_damaged_draft_is_set_aside(self, table_at, data, content):
        data.mkdir()
        (data / "table-draft.json").write_bytes(content)
        one = table_at().show()
        one.view("start")
        if content:
            assert (data / "table-draft.damaged.json").read_bytes() == content
        one.start()

    def test_a_session_of_another_ledger_is_not_looked_for(self, table_at, data):
        data.mkdir()
        (data / "table-draft.json").write_bytes(b'{"table": "feedfeed", "entry": null}')
        table_at().show().view("start")


class TestTheFormOfANewSession:
    """It is a draft like every other, and what belonged to one session doesn't reach the next."""

    def test_it_is_there_again_after_the_program_died(self, table_at):
        one = table_at().show()
        start = one.view("start")
        for field, name in zip(start.names, ("Ann", "Bob", "Chuck"), strict=False):
            one.write(field, name)
        one.tick(start.more)
        one.write(start.out[0], "Eve")
        start.rules_choice.setCurrentIndex(start.rules_choice.findData("nmjl"))
        start.chips_choice.setCurrentIndex(start.chips_choice.findData("none"))
        one.write(start.starting, 750)
        one.tick(start.unequal)
        one.write(start.points[4], 500)
        one.write(start.title_field, "Friday")
        one.write(start.plan.hands, 16)
        one.write(start.plan.until, "22:30")
        one.click(start.plan.bankrupt)
        one.click(start.throw_button)
        thrown = start.thrown.text()
        two = table_at().show()  # nobody closed the first
        again = two.view("start")
        assert [field.text() for field in again.names] == ["Ann", "Bob", "Chuck", ""]
        assert (again.more.isChecked(), again.out[0].text(), again.points[4].number) == (True, "Eve", 500)
        assert (again.rules_choice.currentData(), again.chips_choice.currentData()) == ("nmjl", "none")
        assert (again.starting.number, again.title_field.text()) == (750, "Friday")
        plan = again.plan
        assert (plan.hands.number, plan.until.text(), plan.bankrupt.isChecked()) == (16, "22:30", True)
        assert (again.thrown.text(), again.east.value) == (thrown, start.east.value)
        assert "you were setting up" in two.said[-1]
        two.write(again.names[3], "Dora")
        two.click(again.start_button)
        two.wait()
        setup = two.table.setup
        assert (setup.title, setup.starting, setup.thrown) == ("Friday", 750, start._rows)
        assert two.model.form is None

    def test_the_dice_of_one_session_are_not_those_of_the_next(self, table_at):
        one = table_at().show()
        start = one.view("start")
        for field, name in zip(start.names, "ABCD", strict=True):
            one.write(field, name)
        while start.east.value in (None, "0"):
            one.click(start.throw_button)
        one.write(start.title_field, "Friday")
        one.click(start.start_button)
        one.wait()
        assert one.table.setup.thrown
        one.click(one.view("game").leave_button)
        one.wait()
        start = one.view("start")
        assert (start.thrown.text(), start.title_field.text(), start.east.value) == ("", "", "0")
        one.click(start.start_button)
        one.wait()
        assert (one.table.setup.thrown, one.table.setup.first_east, one.table.setup.title) == ((), 0, "")

    def test_the_dice_are_those_of_the_names_that_stand_there(self, table_at):
        one = table_at().show()
        start = one.view("start")
        one.click(start.throw_button)
        for field, name in zip(start.names, ("Ann", "Bob", "Chuck", "Dot"), strict=True):
            one.write(field, name)
        east = start.names[int(start.east.value)].text()
        assert start.thrown.text().startswith("Ann ")
        assert start.thrown.text().endswith(f": {east} is East")

    @pytest.mark.parametrize("names", [("Ann", "Bob", "Chuck", "chuck"), ("Ann", "Bob", "José", "Jose\u0301")])
    def test_somebody_is_there_once_however_the_name_is_written(self, table_at, names):
        one = table_at().show()
        start = one.view("start")
        for field, name in zip(start.names, names, strict=True):
            field.setText(name)  # Enter was not pressed, and no other field was gone to
        assert not start.start_button.isEnabled()
        assert "is entered twice" in start.status.text()

    @pytest.mark.parametrize("typed", ["Chuck", "chuck "])
    def test_a_taken_name_changes_places(self, table_at, typed):
        one = table_at().show()
        start = one.view("start")
        for field, name in zip(start.names, ("Ann", "Bob", "Chuck", "Dora"), strict=True):
            one.write(field, name)
            one.qtbot.keyClick(field, Qt.Key.Key_Return)
        one.pick(start.east, 0)
        one.write(start.names[0], typed)
        one.qtbot.keyClick(start.names[0], Qt.Key.Key_Return)
        assert [field.text().strip().casefold() for field in start.names] == ["chuck", "bob", "ann", "dora"]
        assert start.east.value == "2"  # East is the person
        assert start.start_button.isEnabled()


class TestTheWorldFails:
    def test_a_ledger_of_a_newer_version_is_refused_by_name(self, table_at, data):
        with ledger_at(data):
            pass
        with closing(connect(data / "ledger.db")) as file:
            file.execute("UPDATE alembic_version SET version_num = '9999'")
            file.commit()
        one = table_at().show()
        assert any("newer" in sentence for sentence in one.said)
        start = one.view("start")
        for field, name in zip(start.names, "abcd", strict=True):
            field.setText(name)
        assert not start.start_button.isEnabled()
        assert "newer" in start.status.text()

    def test_another_ledger_after_trouble_has_none_of_the_session_before(self, table_at, tmp_path):
        one = table_at().show()
        one.start(rules="classical")
        one.play(winner=1, by="draw", scores=SCORES)
        one.model._on_trouble(LedgerError("ledger-full"))
        one.context.ledger.reopen(lambda: Ledger.open(tmp_path / "other.db"))
        one.wait()
        one.view("start")
        assert one.table is None
        assert one.model.uid is None

    def test_a_ledger_that_can_only_be_read_says_so_when_something_is_confirmed(self, table_at, data):
        one = table_at().show()
        one.start(rules="classical")
        one.play(winner=1, by="draw", scores=SCORES)
        one.context.close()
        with ledger_at(data):
            pass
        two = table_at()
        two.context.ledger.reopen(lambda: Ledger.open(None, Folders.at(data), read_only=True))
        two.show()
        assert len(two.table.hands) == 1
        two.begin_hand()
        two.enter(winner=0, by="draw", scores=SCORES)
        two.click(two.view("hand").confirm_button)
        two.wait()
        assert any("reading" in sentence or "read" in sentence for sentence in two.said)
        assert two.view("hand").winner.value == "0"


def test_the_window_closes_with_everything_written(qtbot, qapp, tmp_path):
    window = build(QApplication.instance(), Folders.at(tmp_path / "data"))
    qtbot.addWidget(window)
    window.show()
    page = window.open_page("table")
    start = page.view("start")
    qtbot.waitUntil(lambda: not window.context.ledger.busy)
    for field, name in zip(start.names, "ABCD", strict=True):
        field.setText(name)
    start.start_button.click()
    window.context.close()  # at once: what was asked is done first
    with ledger_at(tmp_path / "data") as ledger:
        assert ledger.sessions.count() == 1


class TestDraftOfTheTable:
    def test_one_that_can_not_be_read_once_is_there_at_the_next_start(self, table_at, data, monkeypatch):
        one = table_at().show()
        one.start(rules="classical")
        one.begin_hand()
        one.enter(winner=1, scores={1: 20})
        before = (data / "table-draft.json").read_bytes()

        def fails(*_):
            raise OSError(5, "Input/output error")

        with monkeypatch.context() as once:
            once.setattr("mjcompanion.storage.drafts.read_bounded", fails)
            two = table_at().show()
        two.model.open(one.model.uid)
        two.wait()
        two.begin_hand()
        two.enter(winner=2, scores={2: 40})
        assert (data / "table-draft.json").read_bytes() == before
        assert table_at().show().model.entry.winner == 1

    @pytest.mark.parametrize("begun", [False, True])
    def test_a_hand_begun_in_a_second_window_is_not_lost(self, table_at, data, begun):
        one = table_at().show()
        one.start(rules="classical")
        uid = one.model.uid
        one.begin_hand()
        one.enter(winner=2, scores={2: 40})
        (data / "table-draft-2.json").write_bytes((data / "table-draft.json").read_bytes())
        one.model.clear_hand()
        if begun:
            one.enter(winner=1, scores={1: 20})
        two = table_at().show()
        assert two.model.uid == uid
        assert two.model.entry.winner == (1 if begun else 2)
        assert len(two.said) > 0
        if begun:
            two.enter(winner=1, by="draw", scores=SCORES)
            two.confirm()
            assert table_at().show().model.entry.winner == 2


def test_an_untouched_form_stays_while_another_window_writes(table_at, data):
    one = table_at().show()
    one.start(rules="classical")
    one.model.close()
    one.wait()
    start = one.view("start")
    uid = one.model.known.last_uid
    rules, names = start.rules_choice.currentData(), [field.text() for field in start.names]
    with ledger_at(data) as other:
        setup = SessionSetup(TableRules.of(Ruleset("traditional")), people(other), 2, 2000)
        newer = other.sessions.start(setup, now()).uid
    one.qtbot.waitUntil(lambda: [row.row.uid for row in one.model.known.others] == [newer])
    assert one.model.known.last_uid == uid
    assert start.rules_choice.currentData() == rules
    assert [field.text() for field in start.names] == names
