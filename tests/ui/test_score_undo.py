"""Undo and redo of every kind of change, and random walks in which the page never disagrees with the engine."""

import pytest
from mjcompanion.ui import steps
from PySide6.QtCore import Qt

from tests.ui.test_score_draft import same, stored

K = Qt.Key
RICH = "123m 456p 99s (777z) [1111s] 1f"


def every_kind(desk):
    """One of each change that a person can make; yields after each."""
    do = [
        lambda: desk.tap("5m"),
        lambda: desk.type("123d", desk.entry),
        lambda: desk.type("(rrr)", desk.entry),
        lambda: desk.drop(desk.card.hand_row, desk.face("9s")),
        lambda: desk.drop(desk.card.laid_row, desk.face("1f")),
        lambda: desk.key(K.Key_Backspace, desk.entry),
        lambda: desk.drop(desk.page.palette_row, desk.in_hand("9s")),
        lambda: desk.paste(RICH),
        lambda: desk.menu("[1111s]", "exposed"),
        lambda: desk.menu("(1111s)", "concealed"),
        lambda: desk.menu("(777z)", "Back"),
        lambda: (desk.choose("7z 7z 7z"), desk.click(desk.card.lay_button)),
        lambda: desk.menu("(777z)", "Remove this set"),
        lambda: desk.menu("1f", "Remove this flower"),
        lambda: (desk.choose("9s"), desk.click(desk.card.remove_button)),
        lambda: desk.paste(RICH),
        lambda: desk.pick(desk.page.seat, "S"),
        lambda: desk.pick(desk.win.ways, "draw"),
        lambda: desk.won_with("9s"),
        lambda: desk.click(desk.win.last_tile),
        lambda: desk.click(desk.page.house.controls["flower_doubles_add"]),
        lambda: desk.pick(desk.page.house.controls["extras_as"], "doubles"),
        lambda: desk.click(desk.page.house.controls["basal"].more),
        lambda: desk.click(desk.page.house.default_button),
        lambda: desk.pick(desk.page.result, "lost"),
        lambda: desk.pick(desk.page.result, "won"),
        lambda: desk.rules("classical"),
        lambda: desk.pick(desk.page.round, "N"),
        lambda: desk.rules("kemp-chinese"),
        lambda: desk.click(desk.win.discards.more),
        lambda: desk.rules("simple"),
        lambda: desk.click(desk.card.clear_button),
    ]
    for one in do:
        one()
        yield


class TestSteps:
    def test_each_step_is_kept_and_is_one_undo_back_to_nothing_and_forth_again(self, desk):
        start = before = desk.draft
        for _ in every_kind(desk):
            desk.check()
            after, seen = desk.draft, desk.receipt.rows
            assert same(stored(desk), after)
            if after != before:
                desk.control(K.Key_Z, desk.entry)
                assert desk.draft != after
                desk.control(K.Key_Y, desk.entry)
                assert desk.draft == after
                assert desk.receipt.rows == seen
            before = after
        assert sorted(path.name for path in desk.context.folders.data.glob("draft*")) == ["draft.json", "draft.lock"]
        stack = desk.model.stack
        drafts, totals = [desk.draft], [desk.total()]
        assert stack.count() >= 32
        while stack.canUndo():
            desk.click(desk.card.undo_button)
            desk.check()
            drafts.append(desk.draft)
            totals.append(desk.total())
        assert desk.draft == start
        assert not desk.card.undo_button.isEnabled()
        for draft, total in list(zip(drafts, totals, strict=True))[-2::-1]:
            desk.click(desk.card.redo_button)
            assert desk.draft == draft
            assert desk.total() == total
            desk.check()
        assert not desk.card.redo_button.isEnabled()

    @pytest.mark.parametrize("away", ["clear", "paste"])
    def test_what_was_typed_comes_back_and_stays_when_typing_goes_on(self, desk, away):
        desk.type("88d ", desk.entry)
        if away == "clear":
            desk.click(desk.card.clear_button)
        else:
            desk.paste("123m")
        desk.click(desk.card.undo_button)
        assert str(desk.draft.hand) == "88p"
        assert desk.entry.text() == "88d "
        desk.key(K.Key_End, desk.entry)
        desk.type("3b", desk.entry)
        assert str(desk.draft.hand) == "88p3s"

    def test_buttons_say_what_they_do(self, desk):
        assert not desk.card.undo_button.isEnabled()
        assert not desk.card.redo_button.isEnabled()
        desk.tap("5m")
        assert desk.card.undo_button.toolTip() == "Undo: Add 5 character (Ctrl+Z)"
        desk.click(desk.card.undo_button)
        assert desk.card.redo_button.toolTip() == "Redo: Add 5 character (Ctrl+Shift+Z)"
        assert not desk.card.undo_button.isEnabled()
        desk.tap("7m")
        assert not desk.card.redo_button.isEnabled()
        desk.click(desk.card.clear_button)
        assert desk.card.undo_button.isEnabled()
        assert not desk.card.clear_button.isEnabled()


def test_a_window_that_stays_open_for_long_forgets_the_first_steps(desk):
    for number in range(steps.MOST + 9):
        desk.model.set_discards(number)
        desk.model.set_winner(won=bool(number % 2))
    assert desk.model.stack.count() == steps.MOST
    while desk.model.stack.canUndo():
        desk.model.stack.undo()
    assert desk.draft.discards > 0
