"""The table for everybody in the room: what it shows, how large it is, and how it is opened and left."""

import math
from itertools import combinations

import pytest
from mjcompanion.ui.pages.table.board import TableBoard, board_of
from mjcompanion.ui.theme import look
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsSimpleTextItem, QWidget

from mjcompanion.storage.settings import Settings
from mjcompanion.table.events import Ended, PeopleItem, SessionPlan
from mjcompanion.table.table import apply
from mjcompanion.table.words import figure
from tests.table.making import begun, hand, put

K = Qt.Key
NAMES = ("Andy", "Brett", "Chuck", "Donna")
SCORES = {0: 8, 1: 32, 2: 8, 3: 16}
SCREEN_MM, AWAY_MM = 310, 3_000
"""The width of a 14-inch screen of 16 to 9, and how far away people sit."""
SHARP = 10.0
"""Eyes of 20/40 tell letters apart that are so many arc minutes high: twice what good eyes need."""


def arc_minutes(pixels, wide):
    """How high something of so many pixels is on a 14-inch screen so many pixels wide, seen from 3 m."""
    return math.degrees(math.atan(pixels * SCREEN_MM / wide / AWAY_MM)) * 60


@pytest.fixture
def table():
    found = begun(starting=0)
    return put(put(found, hand(1, 8, 32, 8, 16)), hand(2, 8, 8, 64, 16, by=None))


@pytest.fixture
def shown(qtbot, table):
    """A sideboard over an empty window; makes it for a size, with what is passed."""

    def make(size=(1366, 768), names=NAMES, passing=False, table=table, nearest=0):
        window = QWidget()
        window.resize(*size)
        qtbot.addWidget(window)
        made = TableBoard(window)
        made.show_board(board_of(table, names, nearest, "2026-11-25T18:00:00Z", passing=passing), news=passing)
        with qtbot.waitExposed(window):
            window.show()
        made.open()
        return made

    return make


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (3840, 2160)], ids=str)
def test_names_points_east_and_the_round_can_be_read_from_three_metres_by_weak_eyes(shown, size):
    board = shown(size)
    square = board.square
    for place in square.places:
        words = place._words(place.width() - place._left() - look().M)
        for line, text in enumerate((place.sitting.name, figure(place.sitting.balance))):
            first = words.findBlockByNumber(line).begin().fragment()
            assert first.text() == text
            assert arc_minutes(QFontMetricsF(first.charFormat().font()).capHeight(), size[0]) >= 0.99 * SHARP
    words = [one for one in square._view.items() if isinstance(one, QGraphicsSimpleTextItem)]
    assert [one.text() for one in words][::-1] == list(board.board.lines)
    for one in words:
        assert arc_minutes(QFontMetricsF(one.font()).capHeight(), size[0]) >= 0.99 * SHARP, one.text()


@pytest.mark.parametrize("size", [(1366, 768), (1024, 700), (1920, 1080), (900, 1000)], ids=str)
@pytest.mark.parametrize("names", [NAMES, ("Bartholomew Quigley", "Dorothea van der Meer", "Ann", "W" * 60)])
@pytest.mark.parametrize("passing", [False, True])
def test_nothing_lies_on_anything_else(shown, size, names, passing):
    board = shown(size, names, passing=passing)
    board.moment.leave()
    square = board.square
    boxes = [place.geometry() for place in square.places]
    assert all(board.rect().contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    between = [one.sceneBoundingRect().toAlignedRect() for one in square._view.items() if one.effectiveOpacity()]
    assert between
    assert not any(one.intersects(box) for one in between for box in boxes)
    assert not board.grab().isNull()


def test_it_tells_what_it_shows_to_those_who_hear_it(shown, table):
    board = shown(passing=True)
    said = board.accessibleName().splitlines()
    east = NAMES[table.position.east]
    assert f"{east} is East" in said
    assert "Hand 3" in said
    for player, name in enumerate(NAMES):
        line = next(line for line in said if line.startswith(f"{name}, "))
        assert table.position.wind_of(player).word in line
        assert f"{table.balances[player]:,}".replace("-", "−") in line
    assert any("gives" in line for line in said), "the chips"


def test_after_the_end_it_shows_the_places_of_all_who_played_also_of_a_guest_who_left(shown):
    found = begun(starting=1000)
    one, two, three, four = found.setup.players
    found = put(found, PeopleItem((one, two, "zoe", four)))
    found = put(found, hand(2, 8, 8, 300, 8))
    found = put(found, PeopleItem((one, two, three, four)))
    found = apply(found, Ended(at="2026-11-25T22:00:00Z"))
    names = (*NAMES, "Zoe")
    assert "Zoe" not in [names[person] for person in found.seating.here]
    board = shown(names=names, table=found)
    first = board.board.places[0]
    assert names[first.player] == "Zoe"
    assert (first.place, len(board.board.places)) == (1, 5)
    assert "Zoe wins" in board.told()
    assert all(name in board.told() for name in names)
    assert not board.grab().isNull()


def test_who_sits_out_stands_at_the_edge(shown):
    found = begun()
    one, two, three, four = found.setup.players
    found = put(found, PeopleItem((one, two, three, four), ("zoe",)))
    board = shown(names=(*NAMES, "Zoe"), table=found)
    assert [one.name for one in board.board.others] == ["Zoe"]
    assert board.square.guests[0].isVisible()
    assert "Zoe, not playing this hand, 1,000 points" in board.told().splitlines()
    assert [one.name for one in board.board.seen] == list(NAMES)
    gone = put(found, PeopleItem((one, two, three, four)))
    assert shown(names=(*NAMES, "Zoe"), table=gone).board.others == (), "who went home"
    found = put(found, PeopleItem((one, "zoe", three, four), (two,)))
    board = shown(names=(*NAMES, "Zoe"), table=found)
    assert [one.name for one in board.board.seen] == ["Andy", "Zoe", "Chuck", "Donna"]
    assert [one.name for one in board.board.others] == ["Brett"]


def test_a_name_that_is_too_long_is_the_first_word_of_it(shown):
    board = shown(names=("Dorothea van der Meer", "Ann Lee", "Ann Ko", "Bo"))
    assert [one.short for one in board.board.seen] == ["Dorothea", "Ann Lee", "Ann Ko", "Bo"]


@pytest.mark.parametrize("by_mouse", [False, True])
def test_any_key_or_click_goes_on_and_the_next_one_leaves_and_escape_at_once(shown, qtbot, by_mouse):
    board = shown(passing=True)
    QTest.keyClick(board, K.Key_Shift)
    assert board.board.passing, "a key that does nothing by itself"
    assert board.moment.shown.winner == "Chuck"

    def go_on(widget):
        if by_mouse:
            qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        else:
            QTest.keyClick(board, K.Key_X)

    go_on(board.moment)
    assert board.moment.shown is None
    assert board.board.passing, "the chips come after the hand"
    go_on(board)
    assert board.isVisible()
    assert not board.board.passing
    go_on(board)
    assert not board.isVisible()
    board = shown(passing=True)
    QTest.keyClick(board, K.Key_Escape)
    assert not board.isVisible()


def test_the_second_click_of_two_that_opened_it_leaves_it_open(shown, qtbot):
    board = shown()
    place = QPointF(board.rect().center())
    for kind in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
        left, no_keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(board, QMouseEvent(kind, place, board.mapToGlobal(place), left, left, no_keys))
    assert board.isVisible()
    qtbot.mouseClick(board, Qt.MouseButton.LeftButton)
    assert not board.isVisible()


# on the page


def open_board(desk):
    desk.page.show_sideboard()
    return desk.page.board


def test_f11_shows_the_table_over_all_of_the_window_and_gives_the_keyboard_back(four):
    four.start(names=NAMES)
    four.play(winner=1, by="draw", scores=SCORES)
    button = four.view("game").score_button
    button.setFocus()
    QTest.keyClick(button, K.Key_F11)
    board = four.page.board
    assert board.isVisible()
    assert board.geometry() == four.shell.rect()
    assert board.board.passing
    four.shell.resize(1000, 640)
    assert board.geometry() == four.shell.rect()
    for _ in range(2):
        QTest.keyClick(board, K.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert four.model.view == "game", "no shortcut of the page below"
    QTest.keyClick(board, K.Key_F11)
    assert not board.isVisible()
    assert QApplication.focusWidget() is button
    four.click(four.view("game").board_button)
    assert board.isVisible()
    assert not board.board.passing, "it was seen"
    board.leave()


def test_what_is_confirmed_elsewhere_comes_onto_the_sideboard(four, heard):
    four.start(names=NAMES, chips="none", points=1000)
    board = open_board(four)
    assert not board.board.passing
    four.model.perform(four.model.put_event(hand(1, 8, 32, 8, 16)))
    four.wait()
    assert board.board.passing
    assert any("Andy pays Brett 64 (double: East)" in text.splitlines() for text in heard), heard
    assert all(one.change for one in board.board.seen)
    for _ in range(2):
        QTest.keyClick(board, K.Key_Space)
    assert not any(one.change for one in board.board.seen)
    board.leave()


@pytest.mark.parametrize("chips", [None, "none"])
def test_what_was_handed_over_is_shown_once_whatever_happens_besides(four, chips):
    four.start(names=NAMES, chips=chips)
    four.play(winner=1, by="draw", scores=SCORES)
    four.play(winner=2, by="draw", scores=SCORES)
    board = open_board(four)
    shown = board.board.passing
    assert shown
    four.model.set_title("Thursday")
    four.wait()
    assert board.board.passing == shown, "nobody took it away yet"
    for _ in range(2):
        QTest.keyClick(board, K.Key_Space)
    assert not board.board.passing
    four.model.set_title("Friday")
    four.wait()
    four.model.undo()
    four.wait()
    assert four.table.title == "Thursday"
    assert not board.board.passing
    assert not any(one.change for one in board.board.seen)
    for _ in range(2):
        four.model.undo()
        four.wait()
    assert len(four.table.hands) == 1
    assert bool(board.board.passing) is (chips is None), "chips of the second hand go back, nobody pays the first again"
    assert not any(one.change for one in board.board.seen), "they are no gain of the first hand"
    four.model.undo()
    four.wait()
    assert not four.table.hands
    assert bool(board.board.passing) is (chips is None)
    four.model.redo()
    four.wait()
    assert all(one.change for one in board.board.seen) is (chips is None)
    four.model.close()
    four.wait()
    assert not board.isVisible(), "a session takes it along"
    four.start(names=NAMES, chips=chips)
    four.play(winner=1, by="draw", scores=SCORES)
    board = open_board(four)
    assert board.board.passing, "what was seen in one session hides nothing in the next"
    board.leave()


def test_the_clock_on_the_sideboard_goes_on(four):
    clock = ["2030-01-01T20:00:00Z"]
    four.model.time = lambda: clock[0]
    four.start(names=NAMES)
    four.model.plan(SessionPlan(until="2030-01-01T20:05:00Z"))
    four.wait()
    board = open_board(four)
    before = board.board.lines
    clock[0] = "2030-01-01T20:05:00Z"
    four.view("game")._clock.timeout.emit()
    assert board.board.lines[0] == "Last hand"
    assert board.board.lines[-1] != before[-1]
    board.leave()


def test_new_seats_move_people_and_the_laptop_may_stand_elsewhere(four):
    four.start(names=NAMES)
    names = lambda: [one.name for one in four.page.board.board.seen]  # noqa: E731
    open_board(four).leave()
    assert names() == list(NAMES)
    four.more("seats")
    view = four.view("seats")
    for choice, player in zip(view.choices, (1, 0, 2, 3), strict=True):
        choice.setCurrentIndex(choice.findData(str(player)))
    four.click(view.confirm_button)
    four.wait()
    open_board(four).leave()
    assert names() == ["Brett", "Andy", "Chuck", "Donna"]
    assert [place.sitting.name for place in four.view("game").square.places] == names()
    for _ in range(2):
        four.more("Turn the table")
    assert four.context.settings.value.laptop_side == 2
    open_board(four).leave()
    assert names() == ["Chuck", "Donna", "Brett", "Andy"]
    assert [place.sitting.name for place in four.view("game").square.places] == names()


def test_it_shows_itself_when_nobody_touches_anything_if_that_is_wanted(table_at):
    desk = table_at(settings=Settings(reduced_motion=True, sideboard=True)).show()
    desk.start(names=NAMES)
    idle = desk.page._idle
    assert idle._timer.isActive()
    assert idle._timer.interval() == 30_000
    desk.begin_hand()
    assert not idle._timer.isActive(), "somebody is entering a hand"
    desk.model.leave_hand()
    assert idle._timer.isActive()
    idle._timer.start(5)
    idle._timer.setInterval(30_000)
    QTest.keyClick(desk.page, K.Key_Shift)
    assert idle._timer.remainingTime() > 20_000, "each key begins it again"
    idle._on_time()
    assert desk.page.board.isVisible()
    assert not idle._timer.isActive()
    QTest.keyClick(desk.page.board, K.Key_Space)
    assert not desk.page.board.isVisible()
    assert idle._timer.isActive()
    desk.context.settings.change(sideboard=False)
    assert not idle._timer.isActive()
