"""The hand on disk: there after each change, there again in the next program, and never lost for want of a folder."""

import json
import os

import msgspec
import pytest

from mjcompanion.core.tiles import Tile
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.draft import Draft
from mjcompanion.storage.drafts import DraftStore

RICH = "123m 456p 99s (777z) [1111s] 1f"


def stored(desk):
    desk.saved()
    return Draft.load(desk.context.folders.draft_file.read_bytes())


def same(one, other):
    """Whether two drafts hold the same; default options may be written out."""
    return msgspec.structs.replace(one, house=one.options) == msgspec.structs.replace(other, house=other.options)


class TestKept:
    @pytest.mark.parametrize("hand", [RICH, "11111m (135p) 1f1f", "(99s) 5m [123m]", "J F", "[11m] (1f2f)", "5m"])
    def test_right_or_wrong_it_is_there_in_the_next_program(self, desk, desk_at, hand):
        assert not desk.context.folders.data.exists()
        desk.paste(hand)
        again = desk_at().show()
        assert again.draft.hand == desk.draft.hand
        assert again.status == desk.status
        assert again.receipt.rows == desk.receipt.rows
        again.check()

    def test_all_facts_are_there_again(self, desk, desk_at):
        desk.rules("classical")
        desk.paste(RICH)
        desk.pick(desk.page.seat, "W")
        desk.pick(desk.page.round, "N")
        desk.pick(desk.win.ways, "draw")
        desk.won_with("9s")
        desk.click(desk.win.last_tile)
        desk.click(desk.page.house.controls["flower_doubles_add"])
        total = desk.check()
        again = desk_at().show()
        assert same(again.draft, desk.draft)
        assert again.check() == total
        assert again.page.rules_choice.currentData() == "classical"
        assert (again.page.seat.value, again.page.round.value, again.win.ways.value) == ("W", "N", "draw")
        assert again.win.last_tile.isChecked()
        assert not again.page.house.controls["flower_doubles_add"].isChecked()
        assert not again.card.undo_button.isEnabled()
        again.pick(again.page.result, "lost")
        lost = desk_at().show()
        assert lost.page.result.value == "lost"
        lost.rules("kemp-chinese")
        lost.win.discards.spin.setValue(0)
        alone = desk_at().show()
        assert alone.win.discards.value == 0
        assert alone.check() == lost.check()

    def test_flushed_when_entering_rests(self, desk, qtbot, monkeypatch):
        flushed = []
        monkeypatch.setattr(DraftStore, "flush", lambda self: flushed.append(self.path))
        desk.model._flushing._timer.setInterval(1)
        desk.tap("5m")
        qtbot.waitUntil(lambda: bool(flushed))
        assert flushed == [desk.context.folders.draft_file]
        desk.page.show_american(Ruleset("nmjl"))
        desk.page.american.model._flushing._timer.setInterval(1)
        desk.page.american.model.add(Tile.parse("5m"))
        qtbot.waitUntil(lambda: len(flushed) > 1)
        assert flushed[1] == desk.context.folders.american_draft_file


def damaged(**changes):
    good = json.loads(Draft.load(b'{"request":{"rules":"classical","hand":""},"entries":["1m"],"seat":"E","round":"E",'
                                 b'"winner":true,"tile":null,"by":null,"last_tile":false,"discards":null,"houses":{},"feats":[],"seat_known":false}').save())  # fmt: skip
    return json.dumps({**good, **changes}).encode()


class TestDamaged:
    @pytest.mark.parametrize(
        "content", [b"{", b"\x00" * 4096, damaged(entries=["nonsense"])], ids=["cut off", "zeros", "no tile"]
    )
    def test_is_set_aside_with_a_message(self, desk_at, tmp_path, content):
        folder = tmp_path / "data"
        folder.mkdir()
        (folder / "draft.json").write_bytes(content)
        desk = desk_at().show()
        assert desk.draft.entries == ()
        assert len(desk.said) == 1
        assert "draft.damaged.json" in desk.said[0]
        assert (folder / "draft.damaged.json").read_bytes() == content
        assert not (folder / "draft.json").exists()
        desk.tap("5m")
        assert same(stored(desk), desk.draft)
        desk.check()

    @pytest.mark.parametrize(
        "content",
        [
            damaged(tile="9m", by="draw", entries=RICH.split()),
            damaged(tile="1f", by="draw", entries=RICH.split()),
            damaged(discards=-5),
            damaged(entries=["1m"] * 61),
            damaged(entries=["1m"] * 500),
            damaged(by="deal", last_tile=True, entries=RICH.split()),
            damaged(request={"rules": "kemp-chinese", "hand": ""}, seat="W", winner=False, by="first-discard"),
        ],
    )  # fmt: skip
    def test_a_hand_that_nobody_could_have_entered(self, desk_at, tmp_path, content):
        folder = tmp_path / "data"
        folder.mkdir()
        (folder / "draft.json").write_bytes(content)
        desk = desk_at().show()
        desk.check()
        desk.tap("2m")
        desk.check()
        desk.click(desk.card.clear_button)
        desk.tap("2m")
        desk.check()

    @pytest.mark.parametrize("is_folder", [False, True])
    def test_where_it_can_be_neither_read_nor_set_aside(self, desk_at, tmp_path, monkeypatch, is_folder):
        folder = tmp_path / "data"
        folder.mkdir()
        if is_folder:
            (folder / "draft.json").mkdir()
        else:
            (folder / "draft.json").write_bytes(b"{")

        def fail(self):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(DraftStore, "set_aside", fail)
        desk = desk_at().show()
        assert len(desk.said) == 1
        desk.tap("5m")
        assert desk.draft.hand.size == 1
        desk.check()


class TestReadOnly:
    def test_one_sentence_each_time_it_begins_and_nothing_is_lost(self, desk, monkeypatch):
        def fail(self, draft):
            raise OSError(30, os.strerror(30))

        with monkeypatch.context() as broken:
            broken.setattr(DraftStore, "save", fail)
            desk.tap("1m 2m 3m")
            desk.type("456d", desk.entry)
            desk.pick(desk.page.seat, "S")
            assert str(desk.draft.hand) == "123m456p"
            desk.saved()
            assert desk.said == ["The hand can’t be saved to disk: Read-only file system."]
            desk.check()
            desk.click(desk.card.undo_button)
            desk.click(desk.card.undo_button)
            assert str(desk.draft.hand) == "123m"
        desk.tap("4m")
        assert same(stored(desk), desk.draft)
        monkeypatch.setattr(DraftStore, "save", fail)
        desk.tap("5m 6m")
        desk.saved()
        assert len(desk.said) == 2


SEATED = "123m 456p 99s 222z 777z"


def whole(desk):
    desk.paste(SEATED)
    desk.pick(desk.win.ways, "draw")
    desk.won_with("9s")


class TestQuestions:
    @pytest.mark.parametrize("answer", range(4))
    def test_a_seat_that_was_answered_is_not_asked_after_a_restart(self, desk, desk_at, answer):
        whole(desk)
        desk.click(desk.card.repairs.answers[0])
        desk.click(desk.card.undo_button)
        assert desk.card.repairs.asks
        desk.click(desk.card.repairs.answers[answer])
        again = desk_at().show()
        assert again.draft.seat == desk.draft.seat
        assert again.total() == desk.total()
        assert not again.card.repairs.asks

    def test_a_seat_that_was_not_answered_is_asked_after_a_restart_and_before_a_new_hand(self, desk, desk_at):
        whole(desk)
        again = desk_at().show()
        assert again.card.repairs.asks
        again.click(again.card.repairs.answers[0])
        again.click(again.card.clear_button)
        later = desk_at().show()
        whole(later)
        assert later.card.repairs.asks

    def test_what_was_declined_is_not_asked_after_a_restart(self, desk, desk_at):
        desk.paste("1111s 123m 456p 99s 777z")
        asked = desk.card.repairs.question.text()
        desk.click(desk.card.repairs.no_button)
        again = desk_at().show()
        assert not again.card.repairs.asks or again.card.repairs.question.text() != asked


class TestAnotherWindow:
    """The hand of a second window, which is closed by now."""

    def left(self, desk, tiles):
        folder = desk.context.folders.draft_file.parent
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / "draft-2.json"
        place.write_bytes(Draft(Ruleset("traditional")).pasted(tiles).save())
        return place

    def test_it_is_back_where_nothing_else_is_entered(self, desk, desk_at):
        self.left(desk, "55m")
        again = desk_at().show()
        assert str(again.draft.hand) == "55m"
        again.saved()
        assert Draft.load(again.context.folders.draft_file.read_bytes()).hand == again.draft.hand
        assert str(desk_at().show().draft.hand) == "55m"

    def test_it_is_offered_where_another_hand_is_entered_and_neither_is_lost(self, desk, desk_at):
        desk.paste("123m")
        place = self.left(desk, "55m")
        again = desk_at()
        again.page._offer_waiting(again.model)
        assert str(again.draft.hand) == "123m"
        again.messages[-1].do()
        assert str(again.draft.hand) == "55m"
        assert str(Draft.load(place.read_bytes()).hand) == "123m"
        again.saved()
        assert str(Draft.load(again.context.folders.draft_file.read_bytes()).hand) == "55m"

    def test_a_draft_that_can_not_be_read_once_is_there_at_the_next_start(self, desk, desk_at, monkeypatch):
        desk.paste("12345m")
        desk.saved()
        before = desk.context.folders.draft_file.read_bytes()

        def fails(*_):
            raise OSError(5, "Input/output error")

        with monkeypatch.context() as once:
            once.setattr("mjcompanion.storage.drafts.read_bounded", fails)
            again = desk_at().show()
        again.tap("9s")
        assert desk.context.folders.draft_file.read_bytes() == before
        assert str(desk_at().show().draft.hand) == "12345m"


def test_what_a_killed_program_left_half_written_disturbs_nobody(qtbot, desk, desk_at):
    folder = desk.context.folders.data
    desk.tap("5m")
    qtbot.waitUntil((folder / "draft.json").exists)
    (folder / "draft.4711.new").write_bytes(b'{"request"')
    again = desk_at().show()
    assert str(again.draft.hand) == "5m"
    assert again.said == []
