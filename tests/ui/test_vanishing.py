"""The ledger's file vanishes under an evening: it is said, the hand stays, and a click writes the ledger again."""

import shutil

import pytest

from mjcompanion.ledger.ledger import Ledger
from tests.ledger.test_vanishing import WAYS, delete, move_folder

HAND = {"winner": 1, "by": "draw", "scores": {0: 10, 1: 20, 2: 30, 3: 40}}


@pytest.fixture
def desk(four):
    """A Table page with a hand played and another one entered."""
    four.start(rules="classical")
    four.play(**HAND)
    four.begin_hand()
    four.enter(**HAND)
    return four


def asked(desk):
    """Confirm the hand, and what is offered then."""
    desk.click(desk.view("hand").confirm_button)
    desk.qtbot.waitUntil(lambda: bool(desk.messages) and "Choose another place…" in desk.messages[-1].other)
    assert len(desk.table.hands) == 1
    assert desk.model.entry.winner == 1
    return desk.messages[-1]


@pytest.mark.parametrize("vanish", WAYS)
def test_the_hand_stays_and_the_ledger_is_written_again(desk, vanish):
    path = desk.context.folders.ledger_file
    vanish(path)
    offered = asked(desk)
    assert offered.action == "Write it here again"
    if vanish is move_folder:
        assert not path.parent.exists()  # no empty folder hides that the real one is elsewhere
    offered.do()
    desk.qtbot.waitUntil(lambda: "All that was confirmed is in the ledger" in desk.messages[-1].sentence)
    desk.confirm()
    assert not any("in its place again" in message.sentence for message in desk.messages)
    desk.check()
    desk.context.close()
    with Ledger.open(path) as ledger:
        assert len(ledger.sessions.get(desk.model.uid).table.hands) == 2
        assert ledger.check().ok


def test_another_place_is_used_from_then_on(desk, tmp_path, monkeypatch):
    other = tmp_path / "stick" / "club.db"
    other.parent.mkdir()
    delete(desk.context.folders.ledger_file)
    offered = asked(desk)
    monkeypatch.setattr(desk.context, "ask_place", lambda: None)
    offered.do_other()
    assert desk.messages[-1].other == "Choose another place…"  # nothing was chosen: it is asked again
    monkeypatch.setattr(desk.context, "ask_place", lambda: other)
    desk.messages[-1].do_other()
    desk.qtbot.waitUntil(lambda: str(other) in desk.messages[-1].sentence)
    desk.confirm()
    assert desk.context.settings.value.ledger == str(other)
    with Ledger.open(other) as ledger:
        assert len(ledger.sessions.get(desk.model.uid).table.hands) == 2


def test_it_is_said_without_a_click_and_only_once_and_so_is_its_return(four):
    four.start(rules="classical")
    four.context.ledger._timer.setInterval(20)
    folder = four.context.folders.data
    shutil.move(folder, folder.with_name("moved"))
    four.qtbot.waitUntil(lambda: any("moved, deleted or unmounted" in sentence for sentence in four.said))
    count = len(four.said)
    four.qtbot.wait(200)
    assert len(four.said) == count
    shutil.move(folder.with_name("moved"), folder)
    four.qtbot.waitUntil(lambda: four.said[-1] == "The ledger is in its place again. You can continue.")
    four.play(**HAND)
    with Ledger.open(None, four.context.folders) as ledger:
        assert len(ledger.sessions.get(four.model.uid).table.hands) == 1


def test_a_hand_that_the_ledger_took_is_not_offered_again(desk, table_at, tmp_path):
    draft = desk.context.folders.table_draft_file
    before = draft.read_bytes()
    desk.confirm()
    desk.context.close()
    shutil.copytree(desk.context.folders.data, tmp_path / "killed")
    (tmp_path / "killed" / draft.name).write_bytes(before)  # killed before the draft was emptied
    two = table_at(tmp_path / "killed").show()
    assert len(two.table.hands) == 2
    assert two.model.entry.is_blank


@pytest.mark.parametrize("restored", [True, False])
def test_a_lost_ledger_is_restored_or_begun_again(desk, table_at, tmp_path, restored):
    desk.confirm()
    desk.context.close()
    shutil.copytree(desk.context.folders.data, tmp_path / "other")
    (tmp_path / "other" / "ledger.db").unlink()
    two = table_at(tmp_path / "other")
    messages = two.messages
    two.show()
    two.qtbot.waitUntil(lambda: bool(messages) and messages[-1].action == "Restore it")
    assert "is gone, but there are backups" in messages[-1].sentence
    if restored:
        messages[-1].do()
        two.qtbot.waitUntil(lambda: two.table is not None and len(two.table.hands) == 2)
    else:
        messages[-1].do_other()
        two.qtbot.waitUntil(lambda: two.model.view == "start")
        two.start(rules="classical")
