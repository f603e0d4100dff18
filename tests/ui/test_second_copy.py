"""A folder is chosen for the second copy of the journal; a stick that is missing is said, and that it is back."""

import shutil

import pytest
from mjcompanion.ui.pages.settings.keeping import KeepingCard
from PySide6.QtCore import Qt

from mjcompanion.ledger.store import Ledger, rebuild

HAND = {"winner": 1, "by": "draw", "scores": {0: 10, 1: 20, 2: 30, 3: 40}}
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def stick(tmp_path):
    made = tmp_path / "stick"
    made.mkdir()
    return made


@pytest.fixture
def card(four, stick, monkeypatch):
    """The card of the settings, beside a Table page with a hand played."""
    four.start(rules="classical")
    four.play(**HAND)
    made = KeepingCard(four.context)
    four.qtbot.addWidget(made)
    made.show()
    monkeypatch.setattr(made, "ask_folder", lambda: stick)
    four.qtbot.mouseClick(made.second_button, LEFT)
    four.qtbot.waitUntil(lambda: "The second copy is in" in made.report.text())
    return made


def test_every_hand_is_there_too(four, card, stick):
    assert card.second.text() == f"In {stick}"
    assert four.context.settings.value.journal == str(stick)
    four.play(**HAND)
    uid = four.presenter.uid
    four.context.close()
    shutil.rmtree(four.context.folders.data)
    assert rebuild(None, four.context.folders, stick).sources.whole
    with Ledger.open(None, four.context.folders) as ledger:
        assert len(ledger.session(uid).table.hands) == 2


def test_a_stick_that_is_missing(four, card, stick):
    four.context.clerk._timer.setInterval(20)
    stick.rename(stick.with_name("pocket"))
    four.play(**HAND)
    four.qtbot.waitUntil(lambda: any("The second copy of the journal waits" in sentence for sentence in four.said))
    stick.with_name("pocket").rename(stick)
    four.qtbot.waitUntil(lambda: "The journal can be written again." in four.said)
    assert sum("waits" in sentence for sentence in four.said) == 1


def test_no_second_copy_any_more(four, card, stick):
    four.qtbot.mouseClick(card.no_second_button, LEFT)
    assert card.second.text() == "None"
    assert not four.context.settings.value.journal
    four.wait()
    before = {one.name: one.read_bytes() for one in stick.iterdir()}
    four.play(**HAND)
    assert {one.name: one.read_bytes() for one in stick.iterdir()} == before


def test_no_second_copy_while_another_is_still_being_copied(four, card, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setattr(card, "ask_folder", lambda: other)
    four.qtbot.mouseClick(card.second_button, LEFT)
    four.qtbot.mouseClick(card.no_second_button, LEFT)
    four.wait()
    assert (card.second.text(), four.context.settings.value.journal) == ("None", "")
    assert (card.report.text(), card.check_button.isEnabled()) == ("", True)
    before = {one.name: one.read_bytes() for one in other.iterdir()}
    four.play(**HAND)
    assert {one.name: one.read_bytes() for one in other.iterdir()} == before


def test_an_address_that_answers_after_another_was_wanted_is_not_used(four, card, monkeypatch):
    asked = []
    monkeypatch.setattr(four.context.clerk, "ask_aside", lambda _do, done, failed, _owner: asked.append((done, failed)))
    card.address.setText("postgresql://slow/club")
    card.use_button.click()
    assert not card.use_button.isEnabled()
    card.address.clear()
    four.qtbot.keyClick(card.address, Qt.Key.Key_Return)
    assert card.use_button.isEnabled()
    (late,) = asked
    late[0](True)
    late[1](OSError("silent"))
    assert four.context.settings.value.ledger == ""
    assert not card.trouble.isVisible()


def test_the_folder_of_the_ledger_itself_is_none(four, card, monkeypatch):
    monkeypatch.setattr(card, "ask_folder", lambda: four.context.folders.data)
    four.qtbot.mouseClick(card.second_button, LEFT)
    four.qtbot.waitUntil(lambda: "choose a folder on another disk" in card.report.text())


def test_a_new_computer_is_offered_what_the_stick_holds(four, card, stick, table_at, tmp_path, monkeypatch):
    four.context.close()
    two = table_at(tmp_path / "new").show()
    messages = []
    two.context.message_asked.connect(messages.append)
    fresh = KeepingCard(two.context)
    two.qtbot.addWidget(fresh)
    fresh.show()
    monkeypatch.setattr(fresh, "ask_folder", lambda: stick)
    two.qtbot.mouseClick(fresh.second_button, LEFT)
    two.qtbot.waitUntil(lambda: bool(messages) and messages[-1].action == "Rebuild it")
    messages[-1].do()
    two.qtbot.waitUntil(lambda: two.presenter.known.last_uid is not None)
