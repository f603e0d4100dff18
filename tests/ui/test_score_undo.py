"""Undo and redo of every kind of change, and random walks in which the page never disagrees with the engine."""

import random

import msgspec
import pytest
from mjcompanion.ui import steps
from PySide6.QtCore import Qt

from mjcompanion.scoring.draft import Draft, look
from tests.kinds import CHINESE

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
    def test_back_to_nothing_and_forth_again(self, desk):
        start = desk.draft
        for _ in every_kind(desk):
            desk.check()
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

    def test_each_step_is_one_undo(self, desk):
        before = desk.draft
        for _ in every_kind(desk):
            after = desk.draft
            if after == before:
                continue
            seen = desk.receipt.rows
            desk.control(K.Key_Z, desk.entry)
            assert desk.draft != after
            desk.control(K.Key_Y, desk.entry)
            assert desk.draft == after
            assert desk.receipt.rows == seen
            before = after

    def test_buttons_say_what_they_do(self, desk):
        assert not desk.card.undo_button.isEnabled()
        assert not desk.card.redo_button.isEnabled()
        desk.tap("5m")
        assert desk.card.undo_button.toolTip() == "Undo: Add 5 character (Ctrl+Z)"
        desk.click(desk.card.undo_button)
        assert desk.card.redo_button.toolTip() == "Redo: Add 5 character (Ctrl+Shift+Z)"
        assert not desk.card.undo_button.isEnabled()

    def test_a_new_change_forgets_what_was_undone(self, desk):
        desk.tap("5m 6m")
        desk.click(desk.card.undo_button)
        desk.tap("7m")
        assert not desk.card.redo_button.isEnabled()
        assert str(desk.draft.hand) == "57m"

    def test_the_last_of_the_steps_shows_the_right_buttons(self, desk):
        desk.tap("5m")
        desk.click(desk.card.clear_button)
        assert desk.card.undo_button.isEnabled()
        assert not desk.card.clear_button.isEnabled()


class Walk:
    """Somebody who clicks about."""

    def __init__(self, desk, seed):
        self.desk, self.random = desk, random.Random(seed)

    def able(self, buttons):
        return [one for one in buttons if one.isVisible() and one.isEnabled()]

    def click_one(self, buttons):
        found = self.able(buttons)
        if found:
            self.desk.click(self.random.choice(found))

    def face(self):
        return self.random.choice(self.desk.page.palette_row.buttons)

    def step(self):
        desk, card, win, page = self.desk, self.desk.card, self.desk.win, self.desk.page
        rows = (card.hand_row.buttons, card.laying.segments)
        tools = [card.lay_button, card.kong_button, card.won_button, card.remove_button]
        winds = [*page.seat.segments, *page.round.segments, *page.result.segments]
        ways = [*win.ways.segments, *win.tile_row.buttons, win.last_tile]
        hands = [RICH, "123m 456p 789s 22244z 2f", "777z 99s 111p 2345m 5z 1f", "11111m(13p)"]
        doings = [
            (22, lambda: desk.click(self.face())),
            (10, self.type),
            (4, lambda: desk.key(K.Key_Backspace, desk.entry)),
            (8, lambda: self.click_one(rows[0])),
            (8, lambda: self.click_one(tools)),
            (5, lambda: self.click_one(rows[1])),
            (4, self.menu),
            (6, self.drag),
            (3, lambda: desk.paste(self.random.choice(hands))),
            (3, lambda: desk.rules(self.random.choice(CHINESE))),
            (4, lambda: self.click_one(winds)),
            (7, lambda: self.click_one(ways)),
            (2, lambda: self.click_one([win.discards.more, win.discards.less])),
            (4, self.option),
            (2, lambda: self.click_one([card.clear_button])),
            (6, lambda: self.click_one([card.undo_button])),
            (3, lambda: self.click_one([card.redo_button])),
        ]
        self.random.choices([do for _, do in doings], [weight for weight, _ in doings])[0]()

    def type(self):
        keys = "".join(self.random.choice("123456789bdceswnrgfy0()[]") for _ in range(4))
        self.desk.type(keys, self.desk.entry)

    def menu(self):
        card = self.desk.card
        if card.laid_row.faces:
            actions = card.laid_menu(self.random.randrange(len(card.laid_row.faces))).actions()
            self.random.choice(actions).trigger()

    def drag(self):
        card = self.desk.card
        rows = [card.hand_row, card.laid_row, self.desk.page.palette_row]
        sources = [button for row in rows for button in row.buttons if button.tile is not None]
        self.desk.drop(self.random.choice(rows), self.random.choice(sources))

    def option(self):
        controls = self.desk.page.house.controls
        control = controls[self.random.choice(sorted(controls))]
        if hasattr(control, "segments"):
            self.click_one(control.segments)
        elif hasattr(control, "more"):
            self.click_one([control.more, control.less])
        else:
            self.click_one([control, self.desk.page.house.default_button])


class TestRandomWalks:
    @pytest.mark.exhaustive(keep=1)
    @pytest.mark.parametrize("seed", [1, 101, 103, 128])
    def test_two_hundred_random_steps(self, desk, seed):
        walk = Walk(desk, seed)
        drafts = set()
        for _ in range(200):
            walk.step()
            desk.check()
            draft = desk.draft
            assert desk.model.seen == look(draft)
            assert Draft.load(draft.save()) == msgspec.structs.replace(draft, house=draft.options)
            assert all(0 <= index < len(draft.hand.concealed) for index in desk.model.chosen)
            drafts.add(draft)
        assert len(drafts) > 60
        stack, index = desk.model.stack, desk.model.stack.index()
        while stack.canUndo():
            stack.undo()
            desk.check()
        assert desk.draft.entries == ()
        while stack.index() < index:
            stack.redo()
        assert desk.draft == draft
        desk.check()


def test_a_window_that_stays_open_for_long_forgets_the_first_steps(desk):
    for number in range(steps.MOST + 9):
        desk.model.set_discards(number)
        desk.model.set_winner(won=bool(number % 2))
    assert desk.model.stack.count() == steps.MOST
    while desk.model.stack.canUndo():
        desk.model.stack.undo()
    assert desk.draft.discards > 0
