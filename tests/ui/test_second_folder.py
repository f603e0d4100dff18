"""A second folder for backups is chosen; a stick that is missing is said once, and what it holds can be restored."""

import shutil

import pytest
from mjcompanion.ui.pages.settings.keeping import KeepingCard
from PySide6.QtCore import Qt

from mjcompanion.ledger.database import newest_good_backup, restore
from mjcompanion.ledger.ledger import Ledger

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
    four.qtbot.mouseClick(made.folder_button, LEFT)
    four.qtbot.waitUntil(lambda: bool(four.context.settings.value.backup_folder))
    return made


def test_every_backup_is_there_too(four, card, stick):
    assert card.folder.text() == four.context.settings.value.backup_folder == str(stick)
    assert len(list(stick.glob("*.db"))) == 1
    four.play(**HAND)
    uid = four.model.uid
    four.context.close()
    shutil.rmtree(four.context.folders.data)
    restore(newest_good_backup(None, four.context.folders, stick).path, None, four.context.folders)
    with Ledger.open(None, four.context.folders) as ledger:
        assert len(ledger.sessions.get(uid).table.hands) == 2


def test_a_stick_that_is_missing_is_said_once(four, card, stick):
    four.context.ledger._timer.setInterval(20)
    stick.rename(stick.with_name("pocket"))
    for _ in range(2):
        four.play(**HAND)
        four.context.ledger.ask(lambda ledger: ledger._back_up())
        four.wait()
    four.qtbot.waitUntil(lambda: any(str(stick) in sentence for sentence in four.said))
    assert sum(str(stick) in sentence for sentence in four.said) == 1


def test_the_folder_is_removed_even_while_backups_are_copied(four, card, stick, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setattr(card, "ask_folder", lambda: other)
    four.qtbot.mouseClick(card.folder_button, LEFT)
    four.qtbot.mouseClick(card.no_folder_button, LEFT)
    four.wait()
    assert (card.folder.text(), four.context.settings.value.backup_folder) == ("None", "")
    assert (card.report.text(), card.check_button.isEnabled()) == ("", True)
    before = {one.name for folder in (stick, other) for one in folder.iterdir()}
    four.play(**HAND)
    four.context.close()
    assert {one.name for folder in (stick, other) for one in folder.iterdir()} == before


def test_an_address_that_answers_after_another_was_wanted_is_not_used(four, card, monkeypatch):
    asked = []
    monkeypatch.setattr(
        four.context.ledger, "ask_aside", lambda _do, done, failed, _owner: asked.append((done, failed))
    )
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


@pytest.mark.parametrize("folder", ["", "backups"])
def test_the_folder_of_the_ledger_itself_is_none(four, card, monkeypatch, folder):
    monkeypatch.setattr(card, "ask_folder", lambda: four.context.folders.data / folder)
    four.qtbot.mouseClick(card.folder_button, LEFT)
    four.qtbot.waitUntil(lambda: "Choose a folder on another disk" in card.report.text())


def test_a_new_computer_is_offered_what_the_stick_holds(four, card, stick, table_at, tmp_path, monkeypatch):
    four.context.close()
    before = sorted(stick.iterdir())
    two = table_at(tmp_path / "new").show()
    messages = two.messages
    messages.clear()
    fresh = KeepingCard(two.context)
    two.qtbot.addWidget(fresh)
    fresh.show()
    monkeypatch.setattr(fresh, "ask_folder", lambda: stick)
    two.qtbot.mouseClick(fresh.folder_button, LEFT)
    two.qtbot.waitUntil(lambda: bool(messages) and messages[-1].action == "Restore it")
    assert sorted(stick.iterdir()) == before  # another ledger's backups are left alone
    messages[-1].do()
    two.qtbot.waitUntil(lambda: two.model.known.last_uid is not None or bool(two.model.known.others))
