"""The Solitaire page as a person plays on it: whole games by mouse and by keyboard, and everything around them."""

from collections import Counter
from functools import partial

import pytest
from mjcompanion.ui.pages.solitaire.course import is_passing
from mjcompanion.ui.pages.solitaire.felt import Felt
from mjcompanion.ui.pages.solitaire.model import DEALING, PAUSES, SolitaireScreen, Speed
from mjcompanion.ui.pages.solitaire.page import SolitairePage
from mjcompanion.ui.widgets.tiles import TileState
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication

from mjcompanion.american.hand import face as american_face
from mjcompanion.american.request import Cards
from mjcompanion.core.tiles import JOKER, Tile, Wind
from mjcompanion.ledger.games import GameStore
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.context import hundredths
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Holding, LaidSet, Phase
from mjcompanion.solitaire.kemp import adjustment_of
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.players import CoachPlayer, RandomPlayer
from mjcompanion.solitaire.record import check_record, last_moment, summary
from mjcompanion.solitaire.saving import saved_game
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import load as load_settings
from mjcompanion.table.club_rules import ClubRules, RulesLibrary
from tests.solitaire.chance import load, moments_of
from tests.storage.test_drafts import claiming
from tests.ui.conftest import DropFrom
from tests.ui.desk import PageDesk

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
GAMES = ("kemp-chinese", "kemp-american", "simple")


class Solo(PageDesk):
    """A Solitaire page with a real ledger, played as a person plays."""

    def __init__(self, qtbot, context):
        super().__init__(qtbot, context, SolitairePage, scrolls=True)
        self.notes = []
        self.model.noted.connect(self.notes.append)

    # what is there

    @property
    def start(self):
        return self.page.start

    @property
    def play(self):
        return self.page.play

    @property
    def bar(self):
        return self.page.play.bar

    @property
    def course(self):
        return self.model.course

    @property
    def game(self):
        return self.model.game

    @property
    def hand(self):
        return self.page.play.rack.hand

    def shown(self, which):
        view = self.page.view(SolitaireScreen(which))
        assert view.isVisible(), f"{which} isn’t shown, but {self.model.screen}"
        return view

    # what people do

    def click_more(self, tool):
        """Choose a tool in the menu."""
        assert tool.isEnabled(), tool.text()
        menu = self.play.more_menu()
        next(one for one in menu.actions() if one.text().startswith(tool.text())).trigger()
        menu.close()

    def begin(self, rules="kemp-chinese", number=7, **setup):
        """Choose a deal's number and a game on the first panel."""
        if self.model.screen is not SolitaireScreen.START:
            self.model.show(SolitaireScreen.START)
        start = self.shown("start")
        if number is not None:
            start.number.setFocus()
            start.number.selectAll()
            self.qtbot.keyClicks(start.number, str(number))
        for name, wind in setup.items():
            segmented = getattr(start, name)
            self.click(next(one for one in segmented.segments if one.value == wind))
        self.click(start.play_buttons[Ruleset(rules)])
        self.shown("play")
        return self

    def button_of(self, tile, number=0):
        return [button for button in self.hand.buttons if button.tile is tile][number]

    def by_click(self, move):
        """Make a move with the mouse."""
        if move.do is Do.DISCARD:
            button = self.button_of(move.tile)
            self.click(button)
            assert button.state & TileState.SELECTED
            self.click(button)
        elif move.do is Do.PASS:
            for tile, count in Counter(move.tiles).items():
                for number in range(count):
                    self.click(self.button_of(tile, number))
            self.click(self.play.pass_button)
        else:
            at = [action.move for action in self.bar.offered].index(move)
            self.click(self.bar.buttons[at])

    def by_key(self, move):
        """Make a move with the keyboard."""
        if move.do is Do.DISCARD:
            self.walk_to(move.tile)
            self.key(Qt.Key.Key_Return)
        elif move.do is Do.PASS:
            for tile, count in Counter(move.tiles).items():
                for number in range(count):
                    self.walk_to(tile, number)
                    self.key(Qt.Key.Key_Return)
            self.type("p")
        else:
            action = next(one for one in self.bar.offered if one.move == move)
            if action.letter == "Esc":
                self.key(Qt.Key.Key_Escape)
                return
            self.type(action.letter.lower())
            if action.number:
                self.type(str(action.number))

    def walk_to(self, tile, number=0):
        """Go to a tile of the hand with the arrows."""
        self.key(Qt.Key.Key_Home)
        place = [at for at, one in enumerate(self.model.hand.tiles) if one is tile][number]
        for _ in range(place):
            self.key(Qt.Key.Key_Right)
        assert self.hand.buttons[place].hasFocus()
        assert self.hand.buttons[place].tile is tile

    def play_out(self, player, make, most=500):
        """Play to the end; every moment is looked at."""
        for _ in range(most):
            if self.game.is_over:
                break
            self.check()
            made = len(self.course.moves)
            move = player.choose(self.game.view(self.game.person))
            make(move)
            assert self.course.moves[made] == move
        assert self.game.is_over
        self.wait()
        self.check()

    # whether it is right

    def check(self):
        """What is shown is the game, and what can be done is what the game allows."""
        game, play = self.game, self.play
        holding = game.holding(game.person)
        held = map(american_face, holding.hand) if game.rules.with_card and game.out is game.person else holding.hand
        assert sorted(button.tile for button in self.hand.buttons) == sorted(held)
        for face, tile in zip(play.rack.laid.faces, [tile for one in holding.laid for tile in one.tiles], strict=True):
            assert face.tile is tile or (face.tile is None and face.name)  # the middle tiles of a concealed kong
        assert [face.tile for face in play.rack.flowers.faces] == list(holding.flowers)
        assert play.felt.game == game
        found = adjustment_of(game.rules, game.discards, len(holding.flowers))
        left = game.wall if found is None else found.left
        assert play.gauge.accessibleName().startswith(f"{left} tile")
        choices = game.choices() if game.waits_for_person else ()
        lit = {action.move for action in self.bar.offered}
        assert lit == {move for move in choices if move.do is not Do.DISCARD}
        assert len(lit) == len(self.bar.offered)
        for action, button in zip(self.bar.offered, self.bar.buttons, strict=True):
            assert button.isVisible()
            assert button.isEnabled()
            assert button.key == action.key
            assert play.rect().contains(button.geometry().translated(self.bar.mapTo(play, QPoint(0, 0))))
        assert len({action.key for action in self.bar.offered}) == len(lit)
        if choices and not is_passing(game):
            able = {face.tile for face in self.hand.faces if not face.hint}
            assert able == {move.tile for move in choices if move.do is Do.DISCARD}
        assert play.pass_button.isVisible() == (game.waits_for_person and is_passing(game))
        assert play.next_button.isVisible() == self.model.waits_for_step
        for button in (play.new_deal_button, play.same_deal_button):
            assert button.isVisible() == game.is_over

    def check_end(self):
        """The end agrees with the engine playing the same moves again, and with the ledger."""
        course = self.course
        last = last_moment(course.played, Cards(self.context.folders))
        assert last == course.game
        told = summary(course.played, last)
        sheet = self.play.sheet
        assert sheet.isVisible()
        rows = {row.label: row.points for row in sheet.rows}
        if told.won and told.factor is not None:
            assert rows["Final score"].replace(",", "") == hundredths(told.final)
            assert int(rows["As a whole point"].replace(",", "")) == last.sheet().adjustment.final_rounded
        elif last.sheet() is not None:
            assert rows["Score"] == f"{last.sheet().score:,}"
        self.wait()
        assert self.model.in_ledger, self.model.trouble
        assert "Saved to the record" in sheet.kept.text()
        stored = self.stored(self.model.named.uid)
        assert (stored.row.won, stored.row.final) == (told.won, told.final if told.won else None)
        assert stored.row.assisted == course.is_assisted
        played, game = check_record(stored.record, Cards(self.context.folders))
        assert (played, game) == (course.played, last)
        return told

    def stored(self, uid):
        found = []
        self.context.ledger.ask(lambda ledger: ledger.games.get(uid), found.append)
        self.wait()
        return found[0]

    def count(self):
        found = []
        self.context.ledger.ask(lambda ledger: ledger.games.count(), found.append)
        self.wait()
        return found[0]


@pytest.fixture
def solo_at(qtbot, context_at):
    """Makes Solitaire pages on a data folder; each time a new program, as it were."""
    return lambda *folder, **more: Solo(qtbot, context_at(*folder, **{"game_speed": "instant", **more}))


@pytest.fixture
def solo(solo_at):
    return solo_at().show()


def coach(solo):
    return CoachPlayer(Cards(solo.context.folders))


# --- whole games


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize(
    ("number", "player", "way"),
    [
        (3, "coach", Solo.by_click),
        (11, "coach", Solo.by_click),
        (5, "coach", Solo.by_key),
        (17, "coach", Solo.by_key),
        (100, "chance", Solo.by_key),
        (101, "chance", Solo.by_click),
    ],
)
def test_a_whole_game_by_mouse_or_keyboard(solo, rules, number, player, way):
    """Games played at random see claims that a good player would leave."""
    solo.begin(rules, number)
    assert solo.course.deal == Deal.of(rules, number)
    solo.play_out(RandomPlayer(number) if player == "chance" else coach(solo), partial(way, solo))
    told = solo.check_end()
    assert told.seed == number
    assert not told.is_assisted


def test_the_same_deal_ends_the_same_at_every_pace(solo, monkeypatch):
    """What happens by itself doesn't depend on how fast it happens."""
    for name, pauses in (("PAUSES", PAUSES), ("DEALING", DEALING)):
        quicker = {speed: pause // 60 for speed, pause in pauses.items()}
        monkeypatch.setattr(f"mjcompanion.ui.pages.solitaire.model.{name}", quicker)
    ends = []
    for speed in Speed:
        solo.context.settings.change(game_speed=str(speed))
        solo.begin("kemp-chinese", 4)
        for _ in range(5):
            until_decision(solo)
            solo.model.do(solo.game.choices()[-1])
        until_decision(solo)
        ends.append(solo.game)
    assert all(game == ends[0] for game in ends)


def until_decision(solo):
    def there():
        if solo.model.waits_for_step:
            solo.type("n")
        return solo.game.is_over or solo.model.decides

    solo.qtbot.waitUntil(there)


def test_with_motion(solo_at, monkeypatch):
    """Tiles slide, the dice roll, and in the end everything is where it should be."""
    monkeypatch.setitem(DEALING, Speed.FAST, 4)
    solo = solo_at(reduced_motion=False, game_speed="fast").show()
    rolled, roll = [], Felt.roll
    monkeypatch.setattr(Felt, "roll", lambda felt, dice: (rolled.append(len(solo.course.moves)), roll(felt, dice)))
    solo.begin("kemp-chinese", 8)
    assert solo.game.phase is Phase.DEAL
    solo.qtbot.waitUntil(lambda: bool(rolled))
    assert rolled == [0]  # the dice first
    until_decision(solo)
    for _ in range(2):
        solo.qtbot.waitUntil(lambda: not solo.play.felt.is_moving and not solo.play._sliding)
        solo.check()
        solo.by_key(solo.game.choices()[-1])
        until_decision(solo)
    solo.qtbot.waitUntil(lambda: not solo.play.felt.is_moving and not solo.play._sliding)
    solo.check()


def test_step_by_step(solo_at):
    solo = solo_at(game_speed="step").show()
    solo.begin("kemp-chinese", 7)
    solo.qtbot.waitUntil(lambda: solo.game.phase is not Phase.DEAL)
    until_decision(solo)
    solo.by_key(solo.game.choices()[-1])
    made = len(solo.course.moves)
    solo.qtbot.wait(200)
    assert len(solo.course.moves) == made
    solo.check()
    solo.click(solo.play.next_button)
    assert len(solo.course.moves) == made + 1
    solo.type("n")
    assert len(solo.course.moves) == made + 2
    assert solo.course.moves[-1].do is Do.DISCARD


# --- the hand


def test_an_order_of_ones_own_outlasts_the_program(solo_at):
    first = solo_at(hand_order="own").show()
    first.begin("kemp-chinese", 12)
    first.model.shift(13, 0)
    first.model.shift(5, 2)
    player = coach(first)
    for _ in range(6):
        first.model.do(player.choose(first.game.view(Wind.EAST)))
    first.model.shift(3, 1)
    first.type("u")
    order = first.model.hand.tiles
    assert list(order) != sorted(order)
    first.shell.hide()
    second = solo_at(hand_order="own").show()
    assert second.model.hand.tiles == order
    assert second.model.hand.fresh == first.model.hand.fresh
    second.click(second.start.continue_button)
    second.check()
    assert tuple(button.tile for button in second.hand.buttons) == order
    second.model.do(player.choose(second.game.view(Wind.EAST)))
    order = second.model.hand.tiles
    third = solo_at(hand_order="own").show()
    assert third.model.hand.tiles == order


def test_no_accidental_discards(solo):
    solo.begin()
    made = len(solo.course.moves)
    first, second = solo.hand.buttons[0], solo.hand.buttons[5]
    solo.click(first)
    assert len(solo.course.moves) == made
    assert solo.play.discard_button.isVisible()
    solo.click(second)
    assert solo.model.hand.lifted == (5,)
    solo.key(Qt.Key.Key_Escape)
    assert solo.model.hand.lifted == ()
    assert not solo.play.discard_button.isVisible()
    tile = second.tile
    solo.walk_to(tile)
    solo.key(Qt.Key.Key_Space)
    assert solo.model.hand.lifted_tiles == (tile,)
    solo.key(Qt.Key.Key_Space)
    assert solo.model.hand.lifted == ()
    assert len(solo.course.moves) == made
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, NO_KEYS, "\r", True, 5)
    QApplication.sendEvent(QApplication.focusWidget(), held)
    assert len(solo.course.moves) == made
    solo.key(Qt.Key.Key_Space)
    solo.click(solo.play.discard_button)
    assert solo.course.moves[made] == Move(Wind.EAST, Do.DISCARD, tile)
    made, tile = len(solo.course.moves), solo.model.hand.tiles[4]
    solo.walk_to(tile)
    solo.type("d")
    assert solo.course.moves[made] == Move(Wind.EAST, Do.DISCARD, tile)


@pytest.mark.parametrize("way", ["two-clicks", "double-click", "one-click"])
def test_ways_to_discard(solo_at, way):
    solo = solo_at(discard_by=way).show()
    solo.begin()
    made = len(solo.course.moves)
    button = solo.hand.buttons[3]
    tile = button.tile
    solo.click(button)
    if way == "one-click":
        assert solo.course.moves[made].tile is tile
        made, end = len(solo.course.moves), solo.model.hand.lifted
        solo.qtbot.mouseDClick(solo.hand.buttons[3], LEFT)  # the second click of a hasty hand
        assert len([move for move in solo.course.moves[made:] if move.who is Wind.EAST and move.do is Do.DISCARD]) <= 1
        assert end == ()
        return
    assert len(solo.course.moves) == made
    if way == "double-click":
        solo.click(button)
        assert len(solo.course.moves) == made
        solo.qtbot.mouseDClick(button, LEFT)
    else:
        solo.click(button)
    assert solo.course.moves[made] == Move(Wind.EAST, Do.DISCARD, tile)
    assert solo.model.hand.lifted == ()


def test_space_on_a_tile_leaves_a_discard_that_is_offered(solo):
    with_claims(solo)
    made = len(solo.course.moves)
    solo.walk_to(solo.model.hand.tiles[2])
    solo.key(Qt.Key.Key_Return)
    assert len(solo.course.moves) == made  # no discard while another one is offered
    solo.model.lay_down()
    solo.key(Qt.Key.Key_Space)
    assert solo.course.moves[made] == Move(Wind.EAST, Do.LEAVE)
    assert solo.model.hand.lifted == ()


def test_space_on_a_tile_ends_no_charleston(solo):
    solo.begin("kemp-american", 2)
    while solo.game.phase is not Phase.OPTION:
        solo.model.do(coach(solo).choose(solo.game.view(Wind.EAST)))
    tile = solo.model.hand.tiles[0]
    solo.walk_to(tile)
    solo.key(Qt.Key.Key_Space)
    assert solo.game.phase is Phase.OPTION
    assert solo.model.hand.lifted_tiles == (tile,)
    solo.key(Qt.Key.Key_Escape)
    assert solo.course.moves[-1].do is Do.STOP


def test_arranging_the_hand_by_keys_and_by_dragging(solo):
    solo.begin()
    before = solo.model.hand.tiles
    source = solo.hand.buttons[6]
    first = solo.hand.buttons[0].geometry()
    mime = source.mime_data()
    solo.hand.dropEvent(DropFrom(source, mime, QPoint(first.left() + 2, first.center().y())))
    assert solo.model.hand.tiles == (before[6], *before[:6], *before[7:])
    solo.hand.dropEvent(DropFrom(None, mime, QPoint(2, 2)))  # a tile of elsewhere
    assert sorted(solo.model.hand.tiles) == sorted(before)
    solo.type("s")
    before = solo.model.hand.tiles
    assert list(before[:-1]) == sorted(before[:-1])
    solo.key(Qt.Key.Key_Home)
    solo.key(Qt.Key.Key_Right, CONTROL)
    solo.key(Qt.Key.Key_Right, CONTROL)
    assert solo.model.hand.tiles == (*before[1:3], before[0], *before[3:])
    assert solo.hand.buttons[2].hasFocus()
    assert solo.context.settings.value.hand_order == "own"
    arranged = list(solo.model.hand.tiles)
    last = solo.hand.buttons[-1]
    discarded = last.tile
    solo.click(last)
    solo.click(last)
    arranged.pop()
    assert solo.course.games[-1].pile
    assert discarded in [lying.tile for lying in solo.game.pile]
    assert list(solo.model.hand.tiles)[: len(arranged)] == arranged
    solo.type("s")
    assert solo.context.settings.value.hand_order == "sorted"
    assert list(solo.model.hand.tiles) == sorted(solo.model.hand.tiles)
    assert [face.tile for face in solo.hand.faces] == list(solo.model.hand.tiles)


def test_the_drawn_tile_stands_apart(solo):
    solo.begin()
    while solo.game.fresh is None or solo.game.turn is not solo.game.person or not solo.model.decides:
        solo.model.do(solo.game.choices()[-1])
    last = solo.hand.faces[-1]
    assert last.tile is solo.game.fresh
    assert last.state & TileState.DRAWN
    assert last.gap


# --- the Charleston


def test_passing_and_what_comes_is_marked(solo):
    number = next(n for n in range(1, 200) if JOKER in Deal.of("kemp-american", n).order[:14])
    solo.begin("kemp-american", number)
    play, made = solo.play, len(solo.course.moves)
    assert is_passing(solo.game)
    assert not play.pass_button.isEnabled()
    assert "3" in play.status.text()
    tiles = [at for at, tile in enumerate(solo.model.hand.tiles) if tile is not JOKER]
    for at in (solo.model.hand.tiles.index(JOKER), *tiles[:2]):
        solo.click(solo.hand.buttons[at])
    assert not play.pass_button.isEnabled()
    assert "oker" in play.pass_button.toolTip()
    solo.type("p")
    assert len(solo.course.moves) == made
    solo.key(Qt.Key.Key_Escape)
    for count, at in enumerate(tiles[:3], 1):
        assert not play.pass_button.isEnabled()
        assert "can’t pass" in play.pass_button.toolTip()
        solo.click(solo.hand.buttons[at])
        assert f"{count} chosen" in play.status.text()
    solo.click(solo.hand.buttons[tiles[3]])
    assert len(solo.model.hand.lifted) == 3
    assert "At most" in solo.notes[-1]
    before, passed = Counter(solo.model.hand.tiles), tuple(sorted(solo.model.hand.lifted_tiles))
    solo.click(play.pass_button)
    assert Move(Wind.EAST, Do.PASS, tiles=passed) in solo.course.moves
    came = Counter(solo.model.hand.tiles) - (before - Counter(passed))
    assert came.total() == 3
    assert came == Counter(button.tile for button in solo.hand.buttons if button.state & TileState.DRAWN)
    solo.check()


# --- taking back, again, replay


def test_undo(solo):
    solo.begin()
    start = solo.game
    assert not solo.play.undo_button.isEnabled()
    solo.by_click(Move(Wind.EAST, Do.DISCARD, solo.model.hand.tiles[0]))
    assert solo.game != start
    solo.type("u")
    assert solo.game == start
    assert solo.course.taken_back == 1
    assert solo.play.assisted.isVisible()
    assert solo.notes == ["This game is marked as assisted now."]
    assert solo.play.happened.text() == solo.notes[0]
    assert solo.said == []
    solo.check()
    solo.play_out(coach(solo), solo.by_click)
    assert solo.check_end().is_assisted
    assert "Assisted" in solo.play.sheet.remark.text()


def test_undo_after_the_end_is_a_game_of_its_own(solo):
    solo.begin("kemp-chinese", 3)
    solo.play_out(coach(solo), solo.by_click)
    first = solo.model.named.uid
    solo.key(Qt.Key.Key_Z, CONTROL)
    assert not solo.game.is_over
    assert solo.model.named.uid != first
    solo.play_out(coach(solo), solo.by_click)
    solo.check_end()
    assert solo.count() == 2
    assert not solo.stored(first).row.assisted


def test_the_same_deal_again_and_a_new_one(solo):
    solo.begin("simple", 33, seat="W")
    start = solo.game
    solo.play_out(coach(solo), solo.by_click)
    once = solo.course.played
    solo.click(solo.play.same_deal_button)
    assert solo.game == start
    solo.play_out(coach(solo), solo.by_key)
    assert solo.course.played == once
    solo.check_end()
    assert solo.count() == 2
    solo.key(Qt.Key.Key_N, CONTROL)
    assert solo.course.deal.seed != 33
    assert solo.game.person is Wind.WEST
    assert solo.course.moves
    assert not solo.game.is_over


def test_replay_of_the_game_under_way(solo):
    solo.begin()
    for _ in range(4):
        solo.model.do(solo.game.choices()[-1])
    now = solo.game
    solo.type("r")
    play, bar = solo.play, solo.play.replay_bar
    assert bar.isVisible()
    assert not solo.bar.isVisible()
    assert not play.coach_button.isEnabled()
    assert solo.game == solo.course.games[0]
    for _ in range(20):
        solo.click(bar.forth)
    assert solo.game == solo.course.games[20]
    assert play.felt.game == solo.game
    solo.click(bar.back)
    assert solo.game == solo.course.games[19]
    bar.slider.setValue(30)
    assert solo.game == solo.course.games[30]
    assert "30 of" in play.happened.text()
    solo.key(Qt.Key.Key_End)
    assert solo.game == now
    solo.click(bar.first)
    assert solo.model.at == 0
    assert not bar.back.isEnabled()
    solo.click(bar.last)
    assert not bar.forth.isEnabled()
    solo.model.go_to(5)
    for place in (bar.first, bar.back, bar.slider, bar.forth, bar.last, bar.go_on, bar.close_button):
        place.setFocus()
        solo.key(Qt.Key.Key_Right)
        assert (solo.model.at, place.hasFocus()) == (6, True)
        solo.key(Qt.Key.Key_Left)
        assert (solo.model.at, place.hasFocus()) == (5, True)
    solo.click_more(solo.play.new_action)
    solo.click(solo.shown("start").continue_button)
    solo.shown("play")
    assert solo.model.replayed is None
    solo.type("r")
    solo.key(Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert solo.game == now
    assert not solo.course.is_assisted
    solo.check()


def test_going_on_from_an_earlier_move(solo):
    solo.begin("kemp-chinese", 6)
    solo.play_out(coach(solo), solo.by_click)
    whole = solo.course
    solo.type("r")
    solo.click(solo.play.replay_bar.last)
    assert not solo.play.replay_bar.go_on.isEnabled()
    solo.type("g")
    assert solo.course is whole
    solo.key(Qt.Key.Key_Escape)
    solo.click_more(solo.play.replay_action)
    at = next(at for at, game in enumerate(whole.games) if at > 60 and game.waits_for_person)
    solo.play.replay_bar.slider.setValue(at)
    moment = solo.game
    solo.type("g")
    assert solo.model.replayed is None
    assert solo.course is not whole
    assert solo.game == moment
    assert solo.course.is_assisted
    solo.check()
    solo.play_out(RandomPlayer(1), solo.by_click)
    solo.check_end()
    assert solo.course.moves[:at] == whole.moves[:at]
    assert solo.count() == 2


def test_a_game_that_is_left_can_be_thrown_away_brought_back_and_continued(solo):
    solo.begin("kemp-chinese", 7)
    solo.by_click(Move(Wind.EAST, Do.DISCARD, solo.model.hand.tiles[0]))
    left, now = solo.course.played, solo.game
    solo.begin("simple", 8)
    assert "deal 7" in solo.notes[-1]
    solo.key(Qt.Key.Key_N, CONTROL)
    start = solo.shown("start")
    assert start.under_way.isVisible()
    assert [row.words.text().partition(", left")[0] for row in start.left_rows] == ["Kemp’s Chinese game, deal 7"]
    before = solo.model.left
    solo.click(start.left_rows[0].away_button)
    assert (solo.model.left, start.left.isVisible()) == ((), False)
    solo.messages[-1].do()
    assert solo.model.left == before
    solo.click(start.left_rows[0].back_button)
    assert solo.course.played == left
    assert solo.game == now
    solo.check()
    assert solo.model.left == ()  # nothing was decided in the other one


def leave_some(solo, numbers):
    """Begin games of these deals, and leave each but the last."""
    for number in numbers:
        solo.begin("kemp-chinese", number)
        solo.by_click(Move(Wind.EAST, Do.DISCARD, solo.model.hand.tiles[0]))
    solo.model.show(SolitaireScreen.START)
    return solo.shown("start")


def test_games_that_are_left_outlast_the_program(solo_at):
    first = solo_at().show()
    leave_some(first, [7, 8, 9])
    uid = {left.played.deal.seed: left.uid for left in first.model.left}[7]
    solo = solo_at().show()
    start = solo.shown("start")
    assert solo.course.deal.seed == 9
    assert [left.played.deal.seed for left in solo.model.left] == [8, 7]
    assert [row.isVisible() for row in start.left_rows] == [True, True]
    solo.click(start.left_rows[1].back_button)
    assert solo.course.deal.seed == 7
    assert solo.model.named.uid == uid
    assert [left.played.deal.seed for left in solo.model.left] == [9, 8]
    solo.play_out(coach(solo), solo.by_key)
    solo.check_end()
    third = solo_at().show()
    assert not third.shown("start").under_way.isVisible()
    assert sorted(left.played.deal.seed for left in third.model.left) == [8, 9]


def test_damaged_games_are_told_and_set_aside(solo_at):
    """The one under way at the start, the one that was left when somebody goes on with it."""
    first = solo_at().show()
    leave_some(first, [7, 8])
    paths = (first.model._store.path, first.model.left[0].path)
    for path in paths:
        path.write_bytes(path.read_bytes().replace(b'"do":"draw"', b'"do":"drew"', 1))
    solo = solo_at().show()
    start = solo.shown("start")
    assert not start.continue_button.isVisible()
    assert any("can’t be continued" in one and "Move 1" in one for one in solo.said), solo.said
    assert "can’t be read" in start.left_rows[0].words.text()
    solo.begin("kemp-chinese", 12)
    course = solo.course
    solo.model.show(SolitaireScreen.START)
    solo.click(start.left_rows[0].back_button)
    assert "can’t be continued" in solo.said[-1]
    assert solo.course is course
    assert solo.model.left == ()
    for path in paths:
        assert len([one.name for one in path.parent.iterdir() if "damaged" in one.name]) == 1
    solo.check()


@pytest.fixture
def ours(tmp_path):
    """The file of a card of one's own."""
    path = tmp_path / "data" / "cards" / "ours.toml"
    path.parent.mkdir(parents=True)
    path.write_text('name = "Ours"\n[[line]]\npattern = "FFFF 2222a 4444b 66c"\nvalue = 25\n')
    return path


def test_a_game_whose_card_has_changed_waits_for_it(solo_at, ours):
    text = ours.read_text()
    first = solo_at().show()
    start = first.shown("start")
    start.card_choice.setCurrentIndex(start.card_choice.findData("ours"))
    first.begin("kemp-american", 4)
    first.by_click(Move(Wind.EAST, Do.PASS, tiles=tuple(t for t in first.model.hand.tiles if t is not JOKER)[:3]))
    played = first.course.played
    ours.write_text(text.replace("66c", "88c"))
    solo = solo_at().show()
    assert "can’t be continued" in solo.said[-1]
    assert [left.played for left in solo.model.left] == [played]
    solo.begin("kemp-chinese", 5)
    solo.model.show(SolitaireScreen.START)
    solo.click(solo.start.left_rows[0].back_button)
    assert "can’t be continued" in solo.said[-1]
    assert len(solo.model.left) == 1
    ours.write_text(text)
    third = solo_at().show()
    third.click(third.start.left_rows[0].back_button)
    assert third.course.played == played
    third.check()
    third.click(third.play.card_button)
    ours.write_text(text.replace("66c", "88c"))
    third.model.start("kemp-american", 5, third.course.setup)  # the card is read anew, and isn't that of the game
    third.wait()
    assert "changed" in third.said[-1]
    assert third.course.played == played
    assert [line.pattern for line in third.model.card().lines] == ["FFFF 2222a 4444b 66c"]


def test_a_game_that_cannot_be_read_now_is_not_written_over(solo_at, monkeypatch):
    first = solo_at().show()
    leave_some(first, [])
    first.begin("kemp-chinese", 12)
    first.by_click(Move(Wind.EAST, Do.DISCARD, first.model.hand.tiles[0]))
    played = first.course.played

    def slow(*_):
        raise OSError(110, "reading it takes too long")

    with monkeypatch.context() as for_now:
        for_now.setattr("mjcompanion.solitaire.saving.read_bounded", slow)
        solo = solo_at().show()
        assert "takes too long" in solo.said[-1]
    solo.begin("simple", 3)
    assert [left.played for left in solo.model.left] == [played]


def test_the_game_that_was_left_for_one_that_is_not_there_is_left(solo, monkeypatch):
    leave_some(solo, [7, 8])
    now = solo.course.played

    there = solo.model.left[0].path
    replace = type(there).replace

    def locked(path, goal):
        if path == there:
            raise OSError(13, "Permission denied")
        return replace(path, goal)

    with monkeypatch.context() as for_now:
        for_now.setattr(type(there), "replace", locked)
        solo.model.show(SolitaireScreen.START)
        solo.click(solo.start.left_rows[0].back_button)
    assert "Permission denied" in solo.said[-1]
    assert not solo.model.can_continue
    assert solo.model.left[0].played == now
    solo.click(solo.start.left_rows[0].back_button)
    assert solo.course.played == now
    solo.check()


@pytest.mark.parametrize("again", ["at once", "later", "before the answer"])
def test_a_finished_game_that_the_ledger_refused_is_told_and_not_lost(solo, monkeypatch, again):
    whole, tried = GameStore.add, []

    def refuse_once(*asked):
        tried.append(asked)
        if len(tried) == 1:
            raise OSError(28, "No space left on device")
        return whole(*asked)

    monkeypatch.setattr(GameStore, "add", refuse_once)
    solo.begin("kemp-chinese", 3)
    player = coach(solo)
    while not solo.game.is_over:
        solo.model.do(player.choose(solo.game.view(solo.game.person)))
    if again == "before the answer":
        solo.model.keep()
        solo.wait()
    else:
        solo.wait()
        assert not solo.model.in_ledger
        assert "No space left" in solo.play.sheet.kept.text()
    if again == "at once":
        solo.click(solo.play.sheet.keep_button)
    elif again == "later":
        solo.begin("simple", 9)
        assert [left.played.deal.seed for left in solo.model.left] == [3]
        solo.model.show(SolitaireScreen.START)
        solo.click(solo.start.left_rows[0].back_button)
    solo.wait()
    solo.check_end()
    assert solo.count() == 1
    assert solo.model.left == ()


def test_what_a_dead_window_left_is_found(solo_at, tmp_path):
    """Of two windows the second one dies: the next program finds both games."""
    first = solo_at().show()
    leave_some(first, [7])
    folder = tmp_path / "data"
    second = folder / "solitaire-2.jsonl"
    second.write_bytes((folder / "solitaire.jsonl").read_bytes())
    solo = solo_at().show()
    assert solo.course.deal.seed == 7
    assert [left.played.deal.seed for left in solo.model.left] == [7]
    assert not second.exists()


def test_the_deal_of_the_record_keeps_what_was_chosen(solo):
    start = solo.shown("start")
    start.card_choice.setCurrentIndex(start.card_choice.findData("club-fifteen"))
    solo.begin("kemp-american", 3)
    solo.play_out(coach(solo), solo.by_click)
    american = solo.model.named.uid
    solo.begin("simple", 4, seat="S", round="W")
    assert (solo.game.person, solo.course.setup.round) == (Wind.SOUTH, Wind.WEST)
    solo.play_out(coach(solo), solo.by_click)
    solo.check_end()
    simple = solo.model.named.uid
    solo.context.settings.change(virtual_card="companion")
    solo.model.play_deal(american)
    solo.wait()
    assert (solo.course.setup.card, solo.course.deal) == ("club-fifteen", Deal.of("kemp-american", 3))
    solo.model.play_deal(simple)
    solo.wait()
    assert (solo.course.setup.seat, solo.course.setup.round) == (Wind.SOUTH, Wind.WEST)
    assert solo.game.person is Wind.SOUTH


def test_rules_of_ones_own_score_the_game_for_ever(solo_at, tmp_path):
    shelf = RulesLibrary(Folders.at(tmp_path / "data").rules_folder)
    shelf.save(ClubRules.of("Tuesday club", Ruleset("kemp-chinese"), {"limit": 26}))
    shelf.save(ClubRules.of("Table rules", Ruleset("traditional"), {"limit": 500}))
    solo = solo_at().show()
    start = solo.shown("start")
    choice = start.houses[Ruleset("kemp-chinese")]
    assert not start.houses[Ruleset("simple")].isVisible()
    assert [choice.itemData(at) for at in range(choice.count())] == ["", "Tuesday club"]
    choice.setCurrentIndex(1)
    solo.begin("kemp-chinese", 7)
    solo.play_out(coach(solo), solo.by_click)
    told = solo.check_end()
    assert told.won
    assert told.score == 26
    assert "house rules" in solo.play.sheet.about.text()
    uid = solo.model.named.uid
    assert solo.stored(uid).record["options"] == {"limit": 26}
    for entry in shelf.list():
        shelf.delete(entry)
    later = solo_at().show()
    played, game = check_record(later.stored(uid).record)
    assert summary(played, game).score == 26
    later.model.play_deal(uid)
    later.wait()
    assert later.course.setup.house.limit == 26


# --- kept, however the program ends


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("rules", GAMES)
def test_another_window_goes_on_at_the_same_tile(solo_at, rules):
    first = solo_at().show()
    first.begin(rules, 12)
    player = coach(first)
    for _ in range(9):
        if first.game.is_over:
            break
        first.by_click(player.choose(first.game.view(first.game.person)))
    if not first.game.is_over:
        first.type("u")
    first.shell.hide()
    second = solo_at().show()
    start = second.shown("start")
    assert start.under_way.isVisible()
    assert second.course.played == first.course.played
    assert second.game == first.game
    second.click(start.continue_button)
    second.shown("play")
    second.check()
    second.play_out(player, second.by_key)
    second.check_end()
    third = solo_at().show()
    assert not third.shown("start").under_way.isVisible()
    assert third.count() == 1


def test_a_game_finished_just_before_the_end_is_stored_once(solo_at, monkeypatch):
    first = solo_at().show()
    monkeypatch.setattr("mjcompanion.ui.pages.solitaire.keeping.GameFiles.end", lambda _: None)
    first.begin("kemp-chinese", 3)
    first.play_out(coach(first), first.by_click)
    assert first.count() == 1
    second = solo_at().show()
    second.wait()
    assert second.course.game.is_over
    assert second.model.in_ledger
    assert second.count() == 1


def test_a_disk_that_takes_nothing_stops_no_game(solo, monkeypatch):
    solo.begin()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mjcompanion.storage.drafts.write_atomically", full)
    for _ in range(3):
        solo.model.do(solo.game.choices()[-1])
    assert [one for one in solo.said if "No space left" in one] == [
        "The game can’t be saved to disk: No space left on device."
    ]
    solo.check()


def test_two_programs_keep_their_games_apart(solo_at, tmp_path):
    path = Folders.at(tmp_path / "data").solitaire_file
    with claiming(path) as other:
        assert other.stdout.readline()
        theirs = saved_game(moments_of("kemp-chinese", 5)[1])
        path.write_bytes(theirs)
        solo = solo_at().show()
        assert not solo.shown("start").under_way.isVisible()
        solo.begin("kemp-chinese", 12)
        solo.model.do(solo.game.choices()[-1])
        assert path.read_bytes() == theirs
        assert load(solo.model._store.path) == solo.course.played
        other.kill()


# --- the finished games, which are in the Notebook


def test_a_finished_game_is_shown_and_heard_again_and_its_deal_played_again(solo):
    solo.begin("kemp-chinese", 3)
    solo.play_out(coach(solo), solo.by_click)
    uid, course = solo.model.named.uid, solo.course
    solo.begin("simple", 9)
    under_way = solo.course
    solo.page.replay_record(uid)
    solo.wait()
    solo.shown("play")
    assert solo.model.replayed.played == course.played
    last = len(course.moves)
    for at in (40, 39, last - 1, last, 3, 0):
        solo.model.go_to(at)
        seen = solo.play.status.text().rstrip("."), f"{solo.play.happened.text()}."
        assert solo.play.announced == ". ".join(seen)
    solo.key(Qt.Key.Key_End)
    assert solo.game == course.game
    solo.key(Qt.Key.Key_Escape)
    assert solo.course is under_way
    assert solo.model.replayed is None
    solo.check()
    solo.page.play_deal(uid)
    solo.wait()
    solo.shown("play")
    assert solo.course.deal == course.deal


def test_button_and_key_lead_to_the_notebook(solo):
    asked = []
    solo.page.record_wanted.connect(lambda: asked.append(solo.model.screen))
    solo.click(solo.start.record_button)
    solo.key(Qt.Key.Key_L, CONTROL)
    solo.begin("kemp-chinese", 3)
    solo.key(Qt.Key.Key_L, CONTROL)
    assert asked == ["start", "start", "play"]


# --- the card


def test_the_card_is_read_beside_the_felt(solo):
    solo.begin("kemp-chinese", 3)
    assert not solo.play.card_button.isVisible()
    solo.begin("kemp-american", 6)
    play = solo.play
    solo.click(play.card_button)
    panel = play.side.currentWidget()
    assert panel.isVisible()
    assert panel.lines == solo.model.card().lines
    assert panel.heading.text() == "Companion 2026"
    assert not solo.course.is_assisted  # it is printed on paper too
    solo.check()
    solo.type("h")
    assert play.drawer.isVisible()
    assert not panel.isVisible()
    solo.type("v")
    assert panel.isVisible()
    assert not play.coach_button.isChecked()
    solo.type("v")
    assert not play.side.isVisible()


# --- the coach


def test_the_coach_advises_and_is_counted(solo):
    solo.begin("kemp-chinese", 6)
    assert not solo.course.is_assisted
    solo.type("h")
    play = solo.play
    assert play.coach_button.isChecked()
    assert play.drawer.isVisible()
    assert solo.course.asked == 1
    assert play.assisted.isVisible()
    solo.qtbot.waitUntil(lambda: play.drawer.content is not None)
    felt = play.felt.geometry().translated(play.felt.parentWidget().mapTo(play, QPoint(0, 0)))
    side = play.side.geometry()
    assert felt.right() < side.left()
    made = len(solo.course.moves)
    move = play.drawer.content.move
    solo.click(play.drawer.do_button)
    assert solo.course.moves[made] == move
    solo.wait()
    assert solo.course.asked == 2
    solo.type("h")
    assert not play.drawer.isVisible()
    solo.model.do(coach(solo).choose(solo.game.view(solo.game.person)))
    assert solo.course.asked == 2


def test_a_claim_that_leaves_nothing_is_mah_jongg_and_so_the_coach_says(solo):
    solo.begin("kemp-american", 100424)
    player = coach(solo)
    while Do.MAH_JONGG not in {move.do for move in solo.game.choices()}:
        solo.model.do(player.choose(solo.game.view(solo.game.person)))
    solo.check()
    assert [action.key for action in solo.bar.offered] == ["M", "Esc"]
    assert len(solo.hand.buttons) == 2
    solo.type("p")
    assert len(solo.hand.buttons) == 2
    solo.type("h")
    drawer = solo.play.drawer
    solo.qtbot.waitUntil(lambda: drawer.content is not None)
    assert drawer.advice.words.text() == "Declare Mah Jongg"
    assert not drawer.trouble.isVisible()
    solo.click(drawer.do_button)
    assert solo.check_end().won


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("rules", GAMES)
def test_a_whole_game_by_the_coachs_button_and_then_the_coach_goes(solo, rules):
    solo.begin(rules, 7)
    solo.click(solo.play.coach_button)
    drawer, done = solo.play.drawer, 0
    while not solo.game.is_over:
        solo.qtbot.waitUntil(lambda: drawer.content is not None and solo.model.decides)
        assert drawer.game is solo.game
        made, move = len(solo.course.moves), drawer.content.move
        solo.click(drawer.do_button)
        assert solo.course.moves[made] == move
        done += 1
    solo.wait()
    assert not solo.play.coach_button.isEnabled()
    assert not drawer.isVisible()
    assert solo.check_end().asked == done
    assert "The coach was asked" in solo.play.sheet.remark.text()


# --- the first panel


def test_the_number_of_a_deal(solo):
    start = solo.shown("start")
    start.number.setFocus()
    solo.qtbot.keyClicks(start.number, "12x")
    for button in start.play_buttons.values():
        assert not button.isEnabled()
        assert "whole number" in button.toolTip()
    solo.qtbot.keyClick(start.number, Qt.Key.Key_Backspace)
    assert all(button.isEnabled() for button in start.play_buttons.values())
    solo.qtbot.keyClick(start.number, Qt.Key.Key_Return)
    assert solo.course.deal == Deal.of("kemp-chinese", 12)
    solo.click_more(solo.play.deal_action)
    assert QGuiApplication.clipboard().text() == "12"
    numbers = {12}
    for _ in range(2):
        solo.begin("kemp-chinese", None)
        assert solo.course.deal.is_numbered
        numbers.add(solo.course.deal.seed)
    assert len(numbers) == 3, "each deal is a fresh one"


def test_a_card_that_is_chosen_stays_chosen_where_another_one_had_its_name(solo):
    start = solo.shown("start")
    solo.context.shelves.card_renamed("club-fifteen", "companion")
    start.card_choice.setCurrentIndex(start.card_choice.findData("club-fifteen"))
    start.refresh()
    solo.wait()
    assert start.card_choice.currentData() == "club-fifteen"


def test_a_number_stays_until_its_game_has_begun(solo_at, ours):
    solo = solo_at().show()
    start = solo.shown("start")
    start.card_choice.setCurrentIndex(start.card_choice.findData("ours"))
    ours.unlink()
    start.number.setFocus()
    solo.qtbot.keyClicks(start.number, "12")
    solo.click(start.play_buttons[Ruleset("kemp-american")])
    assert solo.course is None
    assert "ours" in solo.said[-1]
    assert start.number.number == 12
    solo.click(start.play_buttons[Ruleset("kemp-chinese")])
    assert solo.course.deal == Deal.of("kemp-chinese", 12)
    assert start.number.number is None


def test_a_kong_face_down_and_what_a_tile_waits_for_are_told_in_ones_own_words(solo_at):
    solo = solo_at(characters="craks", dots="balls", bamboos="bams").show()
    solo.begin()
    terms, tile = solo.model.terms, Tile.parse("3s")
    solo.play.rack.show_holding(Holding((), (LaidSet((tile,) * 4, concealed=True),)), [])
    assert [face.name for face in solo.play.rack.laid.faces] == ["", tile.name(terms), tile.name(terms), ""]
    while solo.game.phase is not Phase.CLAIM or not solo.game.offered.tile.is_suited:
        solo.model.do(solo.game.choices()[-1])
    solo.wait()
    assert f"the {solo.game.offered.tile.name(terms)} must be claimed" in solo.hand.faces[0].hint


def test_what_was_played_last_is_offered_first(solo_at):
    first = solo_at(game_speed="normal").show()
    start = first.shown("start")
    start.card_choice.setCurrentIndex(start.card_choice.findData("club-fifteen"))
    first.begin("kemp-american", 4)
    assert first.course.setup.card == "club-fifteen"
    first.context.settings.flush()
    stored = load_settings(first.context.folders).settings
    assert (stored.virtual_game, stored.virtual_card) == ("kemp-american", "club-fifteen")
    assert first.model.settings.virtual_game == "kemp-american"
    first.model.show(SolitaireScreen.START)
    assert first.start.card_choice.currentData() == "club-fifteen"
    second = solo_at(virtual_game="kemp-american", virtual_card="club-fifteen").show()
    second.model.start("simple", 4)  # not what was under way, which would be offered before
    second.model.show(SolitaireScreen.START)
    assert second.start.card_choice.currentData() == "club-fifteen"


def test_the_keyboard_is_on_the_game_played_last(solo_at):
    for rules in GAMES:
        solo = solo_at(virtual_game=rules).show()
        assert solo.start.play_buttons[Ruleset(rules)].hasFocus()


# --- the tools


def test_the_speed_is_set_by_list_and_by_key(solo):
    solo.begin()
    speeds = solo.play.speeds

    def chosen():
        return [speed for speed, action in speeds.items() if action.isChecked()]

    assert chosen() == ["instant"]
    solo.type("-")
    assert solo.context.settings.value.game_speed == "fast"
    solo.type("--")
    assert solo.context.settings.value.game_speed == "slow"
    solo.type("+")
    assert chosen() == ["normal"]
    speeds[Speed.INSTANT].trigger()
    assert chosen() == ["instant"]
    assert solo.context.settings.value.game_speed == "instant"
    speeds[Speed.INSTANT].trigger()
    assert chosen() == ["instant"], "what is chosen stays so"


def test_an_illegal_move_is_refused_with_its_reason(solo):
    solo.begin()
    made = len(solo.course.moves)
    absent = next(Tile(at) for at in range(34) if Tile(at) not in solo.game.holding(Wind.EAST).hand)
    solo.model.do(Move(Wind.EAST, Do.DISCARD, absent))
    assert solo.said[-1].startswith("East can’t discard")
    solo.model.do(Move(Wind.SOUTH, Do.DRAW, absent))
    assert len(solo.course.moves) == made
    for letter in "mkqpcljt9":
        solo.type(letter)
    assert len(solo.course.moves) == made


def test_it_waits_while_another_page_is_seen(solo_at):
    solo = solo_at(game_speed="fast").show()
    solo.begin()
    solo.shell.hide()
    QApplication.processEvents()
    made = len(solo.course.moves)
    solo.qtbot.wait(250)
    assert len(solo.course.moves) == made
    solo.show()
    until_decision(solo)
    assert len(solo.course.moves) > made


def test_others_draws_are_not_told_in_the_simple_game(solo):
    solo.begin("simple", 7)
    for _ in range(12):
        if solo.game.is_over:
            break
        solo.model.do(solo.game.choices()[-1])
        for move in solo.course.since_decision():
            if move.who is not solo.game.person and move.do in (Do.DRAW, Do.LOOSE):
                assert f"{move.who.word} draws the" not in solo.play.announced
                assert f"{move.who.word} draws the" not in solo.play.happened.text()


# --- looks


def with_claims(solo):
    solo.begin("kemp-chinese", 7)
    while not any(move.do is Do.CHOW for move in solo.game.choices()):
        solo.model.do(solo.game.choices()[-1])


@pytest.mark.parametrize(("size", "percent"), [((1024, 700), 100), ((1024, 700), 200), ((1920, 1080), 100)], ids=str)
def test_nothing_is_scrolled(solo_at, size, percent):
    solo = solo_at(text_size=percent).show(size[0] - round(40 + 44 * percent / 100), size[1])
    for come_there in (with_claims, lambda solo: solo.begin("kemp-american", 9), lambda solo: solo.model.replay()):
        assert solo.shell.verticalScrollBar().maximum() == 0
        come_there(solo)
        solo.wait()
    assert solo.shell.verticalScrollBar().maximum() == 0
