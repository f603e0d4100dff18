"""Undo and redo of every kind of change, and random walks in which the page never disagrees with the engine."""

import random

import pytest
from mjcompanion.ui import steps
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.core.hand import By, Hand
from mjcompanion.core.notation import write
from mjcompanion.core.tiles import PLAIN_TILES, Tile
from mjcompanion.scoring.draft import Draft
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


def test_a_window_that_stays_open_for_long_forgets_the_first_steps(desk):
    for number in range(steps.MOST + 9):
        desk.model.set_discards(number)
        desk.model.set_winner(won=bool(number % 2))
    assert desk.model.stack.count() == steps.MOST
    while desk.model.stack.canUndo():
        desk.model.stack.undo()
    assert desk.draft.discards > 0


# --- the same hand in other ways


def random_sets(dice):
    """Four sets and a pair, each with how it lies: exposed, concealed (a kong), or loose."""
    while True:
        sets, tiles = [], []
        for size in (3, 3, 3, 3, 2):
            tile = dice.choice(PLAIN_TILES)
            chow = size == 3 and tile.is_suited and tile.rank <= 7 and dice.random() < 0.4
            kong = size == 3 and not chow and dice.random() < 0.3
            made = [Tile(tile + step) for step in range(3)] if chow else [tile] * (4 if kong else size)
            lies = dice.choice(("()", "[]") if kong else ("()", "") if size == 3 else ("",))
            sets.append((lies, write(made)))
            tiles += made
        if all(tiles.count(tile) <= 4 for tile in tiles):
            return sets


def typed(text):
    """Notation as people type it: `123m` is `123c`, `77z` is `rr`."""
    ranks, suit = text[:-1], text[-1]
    return ranks.translate(str.maketrans("1234567", "eswn0gr")) if suit == "z" else ranks + "cdb"["mps".index(suit)]


def spoken(lies, text):
    """A set in words, or nothing where there are none for it."""
    ranks, suit = text[:-1], text[-1]
    honours = ("east winds", "south winds", "west winds", "north winds", "soaps", "green dragons", "red dragons")
    suits = {"m": "craks", "p": "dots", "s": "bams"}
    chow = len(set(ranks)) > 1
    name = honours[int(ranks[0]) - 1] if suit == "z" else f"{ranks if chow else ranks[0]} {suits[suit]}"
    kind = "chow" if chow else {2: "pair", 3: "pung", 4: "kong"}[len(ranks)]
    return f"{kind} of {name}{' concealed' if lies == '[]' else ''}, " if lies else ""


class Sayer:
    """Enters a hand on the Score page in a random mixture of ways; the page must agree after each."""

    def __init__(self, desk, seed):
        self.desk, self.dice = desk, random.Random(seed)
        self.groups, self.facts = [], {}

    def type(self, text):
        self.desk.click(self.desk.entry)
        self.desk.key(K.Key_End)
        self.desk.type(f" {text}" if self.desk.entry.text()[-1:].strip() else text, self.desk.entry)

    def say(self, text):
        """Say something about the whole hand in a line of its own."""
        self.desk.key(K.Key_Return, self.desk.entry)
        self.type(text)

    def look(self):
        """What is shown is what was said, also after a step back and forth and after keys that say nothing."""
        desk = self.desk
        for disturb in (self.step_back_and_forth, self.press_nothing):
            if self.dice.random() < 0.3:
                disturb()
            assert desk.draft.hand == Hand.parse(" ".join(self.groups)), desk.entry.text()
            assert {key: str(getattr(desk.draft, key)) for key in self.facts} == self.facts
        desk.check()
        assert desk.page.isAncestorOf(QApplication.focusWidget())

    def step_back_and_forth(self):
        if self.desk.card.undo_button.isEnabled() and not self.desk.entry.text().endswith(", "):  # a comma is no step
            self.desk.control(K.Key_Z)
            self.desk.control(K.Key_Y)

    def press_nothing(self):
        keys = [K.Key_Tab, K.Key_Backtab]
        if self.desk.entry.hasFocus():
            keys += [K.Key_Return, K.Key_Escape, K.Key_Left]
        self.desk.key(self.dice.choice(keys))

    def set(self, lies, text):
        tiles, desk = " ".join(f"{rank}{text[-1]}" for rank in text[:-1]), self.desk
        way = self.dice.choice(("tiles", "short", "words", "laying", "slip"))
        if way == "words" and spoken(lies, text):
            self.type(spoken(lies, text))
        elif way == "laying" and lies:
            kind = "concealed-kong" if lies == "[]" else {"p": "pung", "c": "chow", "k": "kong"}[spoken(lies, text)[0]]
            desk.pick(desk.card.laying, "pung" if kind == "pung" else kind)
            desk.tap(tiles.split()[0])
        elif way == "tiles" and lies != "[]":
            desk.tap(tiles)
            if lies:
                desk.choose(tiles)
                desk.click(desk.card.lay_button)
        else:
            whole = f"{lies[:1]}{typed(text)}{lies[1:]}"
            if way == "slip":
                self.type(whole[:-1] + "q")
                desk.key(K.Key_Backspace, desk.entry)
                desk.type(f"{whole[-1]} ", desk.entry)
            else:
                self.type(f"{whole} ")
        self.groups.append(f"{lies[:1]}{text}{lies[1:]}")

    def wind(self, key):
        question, wind = getattr(self.desk.page, key), self.dice.choice("ESWN")
        if not question.isVisible():
            return
        way = self.dice.choice(("click", "words", "arrows"))
        if way == "words":
            names = dict(zip("ESWN", ("East", "South", "West", "North"), strict=True))
            self.say(f"{names[wind]}{' round' if key == 'round' else ''}, ")
        elif way == "arrows":
            next(one for one in question.segments if one.isChecked()).setFocus(Qt.FocusReason.TabFocusReason)
            while question.value != wind:
                self.desk.key(K.Key_Right)
        else:
            self.desk.pick(question, wind)
        self.facts[key] = wind

    def win(self):
        """How it was won, and with which tile."""
        desk, ways = self.desk, self.desk.win.ways
        if not ways.isVisible():
            return
        words = {"draw": "self drawn", "discard": "on discard", "robbed-kong": "robbed kong"}
        place = self.dice.randrange(len(ways.segments))
        how, way = ways.segments[place].value, self.dice.choice(("click", "words", "alt"))
        if way == "words" and how in words:
            self.say(f"{words[how]}, ")
        elif way == "alt":
            desk.key(K(K.Key_1 + place), modifiers=Qt.KeyboardModifier.AltModifier)
        elif ways.value != how:
            desk.pick(ways, how)
        self.facts["by"] = how
        self.look()
        offered = [button for button in desk.win.tile_row.buttons if button.isVisible()]
        if By(how) is By.DEAL or not desk.win.tile_row.isVisible() or not offered:
            return
        button = self.dice.choice(offered)
        self.facts["tile"] = str(button.tile)
        if desk.draft.tile is button.tile:  # a second click would say that no tile is known
            return
        if self.dice.random() < 0.5:
            desk.click(button)
        else:
            offered[0].setFocus(Qt.FocusReason.TabFocusReason)
            desk.key(K.Key_End)
            while QApplication.focusWidget() is not button:
                desk.key(K.Key_Left)
            desk.key(K.Key_Return)


@pytest.mark.exhaustive(keep=3)
@pytest.mark.parametrize("seed", range(30))
def test_a_hand_said_in_any_mixture_of_ways_is_that_hand(desk_at, seed):
    desk = desk_at().show()
    sayer = Sayer(desk, seed)
    desk.rules(sayer.dice.choice(CHINESE))
    desk.page.focus_first()
    steps = [lambda one=one: sayer.set(*one) for one in random_sets(sayer.dice)]
    steps += [lambda key=key: sayer.wind(key) for key in ("seat", "round")]
    sayer.dice.shuffle(steps)
    for step in [*steps, sayer.win]:
        step()
        sayer.look()
    desk.key(K.Key_Return, desk.entry)
    sayer.look()
    desk.saved()
    assert Draft.load(desk.context.folders.draft_file.read_bytes()).hand == desk.draft.hand
