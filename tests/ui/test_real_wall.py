"""Solitaire with real tiles, as a person does it beside the wall: dice, keys and clicks, the hand, keeping, the draft."""

import errno
import functools
import os
import random
import threading

import pytest
from mjcompanion.ui.pages.solitaire.model import SolitaireScreen
from mjcompanion.ui.pages.solitaire.page import SolitairePage
from mjcompanion.ui.pages.solitaire.real_words import form_lines, key_of, left_words, next_words, taps_of
from mjcompanion.ui.widgets.keyboard import KeyboardKeeper
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from mjcompanion.ledger.hand_records import counted_again, wall_counts
from mjcompanion.ledger.hands import HandStore
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.draft import Draft
from mjcompanion.solitaire.american import american_hand
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.real_tiles import RealTilesRecord, Tap, TapKind
from mjcompanion.solitaire.record import GameSetup
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from mjcompanion.wall.breaks import break_wall
from tests.solitaire.chance import SETUPS
from tests.solitaire.test_real_tiles import coached, playing
from tests.solitaire.test_real_tiles import taps_of as taps_of_move
from tests.ui.desk import PageDesk

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
CHINESE, AMERICAN, SIMPLE = (Ruleset(name) for name in ("kemp-chinese", "kemp-american", "simple"))


class Beside(PageDesk):
    """A Solitaire page on a folder, used at a real wall."""

    def __init__(self, qtbot, context):
        make_folder(context.folders.data)
        super().__init__(qtbot, context, SolitairePage, scrolls=True)
        self.folders = context.folders
        KeyboardKeeper(self.shell)  # as in the window
        self.show()

    def close(self):
        """The program ends, and another one begins."""
        self.context.close()
        self.shell.close()

    @property
    def wall(self):
        return self.page.model

    @property
    def game(self):
        return self.wall.real.game

    @property
    def keys(self):
        return self.page.count.keys

    def click(self, widget):
        super().click(widget)
        self.wait()

    def begin(self, rules=CHINESE, dice=""):
        self.click(self.page.start.real_buttons[rules])
        assert self.wall.screen is (SolitaireScreen.COUNT if rules.wall is None else SolitaireScreen.BREAK)
        if rules.wall is not None:
            self.type(dice)
            self.click(self.page.breaking.begin_button)
        assert self.wall.screen is SolitaireScreen.COUNT
        self.check()
        return self

    def tap(self, tap, *, by_key):
        """Say what happened, by its key or its button."""
        if by_key:
            self.type(key_of(tap).lower())
        else:
            button = self.keys.buttons[self.keys.taps.index(tap)]
            assert button.isEnabled(), tap
            self.qtbot.mouseClick(button, LEFT)

    def play_to_the_end_of_the_wall(self):
        """Nobody wins."""
        while not self.game.is_over and self.game.phase is not Phase.CLAIM:
            self.wall.do(Tap(TapKind.DISCARD if self.game.turn is self.game.me else TapKind.OTHER))
        if not self.game.is_over:
            self.type("x")
        return self

    def win(self):
        """Go out with the hand as dealt, and enter it."""
        self.type("m")
        self.page.end.editor.model.paste("123m 456m 789m 222p 11z")
        return self

    def check(self):
        """What is shown is what the engine counts, and what can be pressed is what can have happened."""
        game, count = self.game, self.page.count
        assert self.folders.real_wall_file.read_bytes() == self.wall.real.save()
        assert count.isVisible()
        assert count.board.figure.text() == str(game.left)
        assert count.board.next.text() == next_words(game)
        lines = form_lines(game)
        assert [tuple(one.text() for one in row) for row in count.board.lines[: len(lines)]] == [*map(tuple, lines)]
        assert self.keys.taps == taps_of(game)
        assert len({button.key for button in self.keys.buttons}) == len(self.keys.taps)
        for tap, button in zip(self.keys.taps, self.keys.buttons, strict=True):
            assert button.isVisible()
            assert button.height() >= 56
            assert button.key == key_of(tap)
            assert button.isEnabled() == (not game.why_not(tap))
            assert button.isEnabled() or game.why_not(tap) in button.toolTip()
            assert button.width() >= button.sizeHint().width()
        primary = [one for one in self.keys.buttons if one.property("role") == "primary"]
        assert len(primary) <= 1
        assert all(one.isEnabled() for one in primary)
        assert self.keys.isAncestorOf(QApplication.focusWidget())

    def kept(self):
        self.wait()
        with Ledger.open(None, self.folders) as ledger:
            return [ledger.hands.get(row.uid) for row in ledger.hands.page().rows]


@pytest.fixture
def beside(qtbot, context_at):
    """Makes pages on one data folder; each time a new program, as it were."""
    return lambda: Beside(qtbot, context_at())


def test_another_game_has_no_dice_of_the_last(beside):
    desk = beside()
    desk.begin(dice="1234")
    dice = desk.wall.real.dice
    desk.type("do")
    desk.wall.throw_away_real()
    back = desk.messages[-1]
    desk.click(desk.page.start.real_buttons[CHINESE])
    ground = desk.page.breaking.panel.model
    assert desk.wall.real.dice == ()
    assert ground.opened is None
    desk.type("65")
    desk.key(Qt.Key.Key_Escape)
    back.do()
    assert desk.wall.real.dice == dice == ((1, 2), (3, 4))
    desk.click(desk.page.start.real_buttons[AMERICAN])
    assert desk.wall.real.dice == dice, "another game asks first"


@pytest.mark.parametrize("rules", [CHINESE, AMERICAN], ids=str)
def test_the_dice_that_were_thrown_say_where_the_wall_breaks_and_how_many_tiles_are_taken(beside, rules):
    desk = beside()
    desk.click(desk.page.start.real_buttons[rules])
    ground = desk.page.breaking
    assert "You take 14 tiles" in ground.status.text()
    assert left_words(desk.game) in ground.status.text()
    thrown = [[5, 2], [3, 6]][: rules.wall.throws]
    desk.type("".join(str(die) for one in thrown for die in one))
    assert ground.panel.model.opened == break_wall(str(rules), thrown)
    assert RealTilesRecord.load(desk.folders.real_wall_file.read_bytes()).dice == tuple(map(tuple, thrown))
    desk.key(Qt.Key.Key_Return, CONTROL)
    assert desk.wall.screen is SolitaireScreen.COUNT
    desk.check()


def test_the_program_throws_and_the_dice_are_there_after_a_restart(beside):
    desk = beside()
    desk.click(desk.page.start.real_buttons[CHINESE])
    desk.type("3524")
    desk.click(desk.page.breaking.panel.clear_button)
    assert desk.wall.real.dice == ()
    desk.click(desk.page.breaking.panel.throw_button)
    dice = desk.wall.real.dice
    assert len(dice) == 2
    desk.close()
    again = beside()
    again.click(again.page.start.go_on_button)
    assert again.wall.screen is SolitaireScreen.BREAK
    assert again.page.breaking.panel.model.dice == tuple(die for one in dice for die in one)


@functools.cache
def won(rules):
    """The moments and moves of a game that the person wins."""
    seed = 0
    while (found := [*playing(rules, seed, coached)])[-1][0].out is not found[-1][0].person:
        seed += 1
    return found


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("by_key", [True, False])
def test_a_whole_game_is_counted_by_keys_or_clicks_entered_and_kept(beside, rules, by_key):
    desk = beside()
    if not rules.single_player:
        setup = SETUPS[str(rules)]
        for control, wind in ((desk.page.start.seat, setup.seat), (desk.page.start.round, setup.round)):
            desk.click(next(one for one in control.segments if one.value == str(wind)))
    desk.begin(rules)
    rng = random.Random(1)
    for game, move in won(rules):
        if move is None:
            break
        own = game.phase is Phase.TURN and desk.game.phase is Phase.DRAW and desk.game.offered is not None
        for tap in taps_of_move(move, game, rng):
            if own and tap.kind in (TapKind.MAH_JONGG, TapKind.KONG):
                desk.tap(Tap(TapKind.DRAW), by_key=by_key)
            desk.tap(tap, by_key=by_key)
            if not desk.game.is_over:
                desk.check()
    assert desk.game.is_over
    assert desk.game.won
    end = desk.page.end
    assert end.isVisible()
    assert end.sheet is None
    sheet = game.sheet()
    if rules.with_card:
        hand = end.american.model
        assert (hand.draft.discards, hand.draft.by) == (game.discards, desk.game.came)
        hand.paste(str(american_hand(game.holding(game.person))))
    else:
        hand = end.editor.model
        if rules.single_player:
            assert (hand.draft.discards, hand.draft.by) == (game.discards, sheet.context.win.by)
        hand.paste(str(game.holding(game.person).as_hand()))
    win = sheet.context.win
    if win is not None and win.tile is not None and rules.single_player:
        hand.set_winning_tile(win.tile)
    desk.wait()
    assert end.sheet.score == sheet.score
    assert RealTilesRecord.load(desk.folders.real_wall_file.read_bytes()).hand == hand.draft.save().decode()
    if by_key:
        desk.key(Qt.Key.Key_S, CONTROL)
    else:
        desk.click(end.save_bar.button)
    (stored,) = desk.kept()
    assert stored.row.score == sheet.score
    if rules.single_player:
        assert stored.row.final_text == sheet.adjustment.final_text
    counts = wall_counts(stored)
    assert (counts["discards"], counts["left"], counts["flowers"]) == (
        game.discards,
        game.wall,
        len(game.holding(game.person).flowers),
    )
    assert counted_again(stored, desk.folders).score == sheet.score
    assert desk.wall.real is None
    assert desk.page.model.screen is SolitaireScreen.START
    assert desk.messages[-1].sentence == "Saved."


def test_keys_count_and_undo_and_what_cannot_have_happened_is_said_until_the_next_tap(beside):
    desk = beside().begin()
    taken = []
    desk.wall.mended.connect(lambda: taken.append(True))
    desk.type("c")
    assert desk.messages[-1].sentence == "Nothing was discarded that you could claim."
    assert desk.messages[-1].kind == "wrong"
    assert not desk.wall.real.taps
    for key, modifiers in ((Qt.Key.Key_Space, None), (Qt.Key.Key_Return, None), (Qt.Key.Key_Return, CONTROL)):
        desk.key(key, modifiers or Qt.KeyboardModifier.NoModifier)
    assert taken
    assert [tap.kind for tap in desk.wall.real.taps] == [TapKind.DISCARD, TapKind.OTHER, TapKind.OTHER]
    assert desk.game.pile == 3
    desk.type("u")
    desk.check()
    assert desk.game.pile == 2
    desk.click(desk.page.count.undo_button)
    assert desk.game.pile == 1
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert desk.game.pile == 0
    assert not desk.page.count.undo_button.isEnabled()
    desk.type("u")
    assert desk.wall.screen is SolitaireScreen.COUNT
    desk.key(Qt.Key.Key_Y, CONTROL)
    desk.click(desk.page.count.redo_button)
    assert desk.game.pile == 2
    desk.check()


def test_a_game_rests_and_is_offered_at_the_next_start(beside):
    desk = beside().begin(dice="3524")
    desk.type("fldooo")
    desk.key(Qt.Key.Key_Escape)
    assert desk.page.model.screen is SolitaireScreen.START
    told = desk.wall.real
    assert f"{told.game.left} tiles left in the wall" in desk.page.start.at_wall_words.text()
    desk.close()
    again = beside()
    start = again.page.start
    assert start.at_wall.isVisible()
    assert left_words(told.game) in start.at_wall_words.text()
    again.click(start.go_on_button)
    assert again.wall.real == told
    again.check()
    again.type("c")
    assert again.game.pile == told.game.pile - 1


def test_a_second_game_is_not_begun_over_the_first_and_what_is_thrown_away_comes_back(beside):
    desk = beside().begin()
    desk.type("do")
    desk.key(Qt.Key.Key_Escape)
    desk.click(desk.page.start.real_buttons[SIMPLE])
    assert desk.page.model.screen is SolitaireScreen.START
    told, message = desk.wall.real, desk.messages[-1]
    assert message.sentence.startswith("A game at the real wall is in progress")
    assert (message.action, message.other) == ("Continue", "Throw away")
    message.do()
    assert desk.page.model.screen is SolitaireScreen.COUNT
    desk.check()
    message.do_other()
    assert desk.page.model.screen is SolitaireScreen.START
    assert desk.wall.real is None
    assert not desk.page.start.at_wall.isVisible()
    assert desk.folders.real_wall_file.read_bytes() == b""
    desk.messages[-1].do()
    assert desk.wall.real == told
    assert desk.page.start.at_wall.isVisible()


def test_what_is_undone_late_takes_the_place_of_no_other_game(beside):
    desk = beside().begin().play_to_the_end_of_the_wall()
    desk.click(desk.page.end.save_bar.button)
    kept = desk.messages[-1]
    desk.begin()
    desk.type("do")
    desk.wall.throw_away_real()
    away = desk.messages[-1]
    desk.begin()
    desk.type("d")
    now = desk.wall.real
    for late in (away, kept):
        late.do()
        assert desk.messages[-1].sentence.startswith("A game at the real wall is in progress")
        desk.wait()
        assert desk.wall.real == now
    assert len(desk.kept()) == 1


def test_a_game_that_nobody_won_is_kept_and_keeping_it_can_be_undone(beside):
    desk = beside().begin().play_to_the_end_of_the_wall()
    told = desk.wall.real
    end = desk.page.end
    assert end.editor is None
    desk.click(end.save_bar.button)
    (stored,) = desk.kept()
    assert (stored.row.won, stored.row.score, stored.row.final_text) == (False, 0, "0.00")
    assert stored.row.at == told.ended
    assert wall_counts(stored)["left"] == 0
    desk.messages[-1].do()
    assert desk.kept() == []
    assert desk.wall.real.taps == told.taps
    desk.click(desk.page.start.go_on_button)
    desk.click(desk.page.end.save_bar.button)
    assert len(desk.kept()) == 1


def hold_ledger(desk):
    """The ledger answers nothing until the gate is opened."""
    gate = threading.Event()
    desk.context.ledger.ask(lambda _: gate.wait(60))
    return gate


def test_a_game_that_is_begun_while_keeping_another_is_undone_takes_none_away(beside):
    desk = beside().begin().win()
    desk.click(desk.page.end.save_bar.button)
    assert len(desk.kept()) == 1
    gate = hold_ledger(desk)
    desk.messages[-1].do()
    desk.wall.begin_real(SIMPLE, GameSetup())
    assert desk.messages[-1].kind == "warn", "another game is in progress"
    gate.set()
    desk.wait()
    assert desk.kept() == []
    assert (desk.wall.real.rules, desk.game.won) == (CHINESE, True)


def test_a_game_that_goes_on_while_it_is_being_kept_stays(beside):
    desk = beside().begin().win()
    end = desk.page.end
    gate = hold_ledger(desk)
    desk.qtbot.mouseClick(end.save_bar.button, LEFT)
    desk.qtbot.mouseClick(end.back_button, LEFT)
    desk.type("d")
    gate.set()
    desk.wait()
    assert desk.wall.real.taps == (Tap(TapKind.DISCARD),)
    assert len(desk.kept()) == 1
    desk.type("m" if desk.game.why_not(Tap(TapKind.MAH_JONGG)) == "" else "om")
    desk.click(end.save_bar.button)
    assert len(desk.kept()) == 2


def test_back_to_the_count_undoes_mah_jongg_and_the_tiles_entered_stay(beside):
    desk = beside().begin()
    desk.type("dooom")
    end = desk.page.end
    assert end.editor.model.draft.by is By.DISCARD
    end.editor.model.paste("123m 456p 99s")
    desk.click(end.back_button)
    assert desk.wall.screen is SolitaireScreen.COUNT
    desk.check()
    desk.type("tm")
    hand = desk.page.end.editor.model
    assert [entry.tiles[0] for entry in hand.draft.entries][:3] == [Tile.parse(one) for one in ("1m", "2m", "3m")]
    assert hand.draft.by is By.DRAW
    assert hand.draft.discards == 4
    hand.set_by(By.KONG_REPLACEMENT)
    desk.click(end.back_button)
    desk.type("m")
    assert Draft.load(desk.wall.real.hand.encode()) == end.editor.model.draft, "what is seen is what is kept"


def test_the_hand_can_be_put_aside_and_its_steps_are_not_those_of_the_count(beside):
    desk = beside().begin()
    desk.type("fm")
    end = desk.page.end
    desk.type("5b")
    desk.key(Qt.Key.Key_Return)
    assert len(end.editor.model.draft.entries) == 1
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert end.editor.model.draft.entries == ()
    desk.key(Qt.Key.Key_Z, CONTROL)
    assert desk.wall.screen is SolitaireScreen.END  # the taps are undone by their own button
    desk.key(Qt.Key.Key_Y, CONTROL)
    desk.click(end.rest_button)
    assert desk.page.model.screen is SolitaireScreen.START
    assert desk.page.start.go_on_button.hasFocus()
    desk.close()
    again = beside()
    assert again.page.start.go_on_button.hasFocus()
    again.key(Qt.Key.Key_Return, CONTROL)
    assert len(again.page.end.editor.model.draft.entries) == 1


def test_house_rules_of_ones_own_count_at_the_wall_and_stand_with_the_hand(beside, tmp_path):
    folders = Folders.at(tmp_path / "data")
    make_folder(folders.data)
    RulesLibrary(folders.rules_folder).save(ClubRules.of("Ours", CHINESE, {"own_wind_pair_adds": False}))
    desk = beside()
    choice = desk.page.start.houses[CHINESE]
    desk.qtbot.choose_by_keys(choice, "Ours")
    desk.begin()
    desk.type("m")
    hand = desk.page.end.editor.model
    hand.paste("123m 456m 789m 222p 11z")
    desk.wait()
    assert hand.draft.options.own_wind_pair_adds is False
    desk.key(Qt.Key.Key_S, CONTROL)
    (stored,) = desk.kept()
    assert stored.row.rules_name == "Ours"
    assert stored.record["request"]["options"] == {"own_wind_pair_adds": False}
    assert counted_again(stored, desk.folders).score == stored.row.score


def test_a_ledger_that_cannot_be_written_loses_nothing(beside, monkeypatch):
    desk = beside().begin().win()
    end = desk.page.end
    desk.click(end.save_bar.about_button)
    desk.qtbot.keyClicks(end.save_bar.remark, "By the window")
    told = desk.wall.real
    with monkeypatch.context() as patch:
        patch.setattr(HandStore, "put", refuse)
        desk.click(end.save_bar.button)
    assert desk.messages[-1].kind == "wrong"
    assert desk.messages[-1].sentence == "The game isn’t over."
    assert desk.wall.real == told
    assert end.save_bar.remark.text() == "By the window"
    desk.click(end.save_bar.button)
    (stored,) = desk.kept()
    assert stored.row.remark == "By the window"


def refuse(*_):
    raise RuleError([Problem("game-not-over")])


def test_keeping_what_was_written_just_before_the_program_died_writes_it_once(beside):
    desk = beside().begin().win()
    saved = desk.folders.real_wall_file.read_bytes()
    desk.click(desk.page.end.save_bar.button)
    assert len(desk.kept()) == 1
    desk.close()
    desk.folders.real_wall_file.write_bytes(saved)  # as if the end had come between both
    again = beside()
    again.click(again.page.start.go_on_button)
    again.click(again.page.end.save_bar.button)
    assert again.messages[-1].sentence == "Saved."
    assert len(again.kept()) == 1


@pytest.mark.parametrize(
    ("rules", "typed", "said"),
    [
        (CHINESE, "fm", "Mah Jongg! 128 tiles left. 1 loose tile."),
        (SIMPLE, "da", "The game is over. You didn’t win. 90 tiles left."),
    ],
)
def test_the_end_of_the_count_is_heard(beside, heard, rules, typed, said):
    desk = beside().begin(rules)
    desk.type(typed)
    assert heard[-1] == said


def test_a_game_of_a_program_that_died_beside_this_one_is_found(beside):
    desk = beside().begin()
    desk.type("do")
    told = desk.wall.real
    desk.close()
    desk.folders.real_wall_file.with_stem("real-wall-2").write_bytes(told.save())
    desk.folders.real_wall_file.unlink()
    again = beside()
    assert again.wall.real == told
    assert again.folders.real_wall_file.read_bytes() == told.save()
    assert not again.folders.real_wall_file.with_stem("real-wall-2").exists()


def test_flowers_that_were_counted_and_not_entered_are_asked_for(beside):
    desk = beside().begin()
    desk.type("flm")
    end = desk.page.end
    end.editor.model.paste("123m 456p")
    assert end.remark.text() == "You counted 1 flower at the wall. The hand has 0."
    assert end.remark.isVisible()
    end.editor.model.add(Tile.parse("1f"))
    assert not end.remark.isVisible()


@pytest.mark.parametrize("full", [False, True])
def test_a_draft_that_is_damaged_is_set_aside_and_told(beside, monkeypatch, full):
    desk = beside().begin()
    desk.close()
    desk.folders.real_wall_file.write_bytes(b'{"rules": "kemp-chinese", "uid"')
    if full:
        monkeypatch.setattr(DraftStore, "set_aside", fill_up)
    again = beside()
    assert again.wall.real is None
    assert (again.folders.data / "real-wall.damaged.json").exists() is not full
    can_not, kept = "The game at the real wall can’t be continued", "Its file was saved as real-wall.damaged.json."
    sentence = f"{can_not}, and its file can’t be saved: No space left on device." if full else f"{can_not}. {kept}"
    assert [one.sentence for one in again.messages] == [sentence]
    again.begin()


def fill_up(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_the_felt_says_what_is_to_be_done_with_the_real_tiles(beside):
    desk = beside().begin()
    board = desk.page.count.board
    assert board.aside.text() == "Lay out your flowers first, each with its loose tile."
    desk.type("f")
    assert board.next.text() == "Next: you take a loose tile"
    desk.type("lfl")
    assert board.aside.text() == "The last stack of the wall lies ready as the next two loose tiles."
    assert board.figure.text() == "126"
    assert board.last.text() == "Last: I took the replacement that is due"
    desk.type("do")
    assert board.aside.text() == "You may claim South’s discard."
    heard = "Next: West draws and discards. You may claim South’s discard. 125 tiles left. 2 loose tiles."
    assert board.accessibleDescription() == heard
