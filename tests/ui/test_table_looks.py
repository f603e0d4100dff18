"""Every view of the Table page at every size: nothing cut off, everything named, all of it within reach of Tab."""

import msgspec
import pytest
from mjcompanion.ui.pages.table.model import TableScreen
from mjcompanion.ui.theme import look
from mjcompanion.ui.widgets.hands_table import FIRST
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QBoxLayout, QWidget

from mjcompanion.storage.settings import Settings
from mjcompanion.table.events import HandItem, Number
from mjcompanion.table.words import figure
from tests.ui import wording

SIZES = ((1024, 700), (1920, 1080))
SCORES = {0: 128, 1: 64, 2: 8, 3: 1016}
NAMES = ("Ann", "Bartholomew Quigley", "Chuck", "Dorothea van der Meer")


def played(desk, rules):
    desk.start(rules=rules, names=NAMES)
    if rules == "american-club":
        desk.play(winner=0, by="discard", discarder=2, value=25, dead=[1], bettor=("Eve", 2))
        desk.play(winner=1, by="draw", value=25)
    else:
        desk.play(winner=0, by="draw", scores=SCORES)
        desk.play(winner=2, by="discard", discarder=1, scores=SCORES)
    return desk


def start(desk):
    desk.view("start")


def start_of_six(desk):
    view = desk.view("start")
    desk.tick(view.more)
    desk.tick(view.unequal)
    view.out[0].setText("Zachariah Montgomery")


def game(desk):
    played(desk, "classical")


def game_of_the_club(desk):
    played(desk, "american-club")


def hand(desk):
    played(desk, "classical").begin_hand()
    desk.enter(winner=1, by="discard", discarder=3, scores=SCORES)


def hand_of_the_club(desk):
    played(desk, "american-club").begin_hand()
    desk.enter(winner=1, by="discard", discarder=3, value=50, dead=[0], bettor=("Eve", 1))


def tiles_entered(desk):
    played(desk, "classical").begin_hand()
    lines = desk.enter(winner=1, by="draw").lines
    desk.click(lines[1].tiles_button)
    desk.view("tiles").page.model.paste("123m 456p 99s (777z) [1111s] 1f 3y")
    desk.click(desk.view("tiles").done_button)


def correction(desk):
    played(desk, "classical")
    desk.click(desk.past(1))
    desk.enter(winner=3, scores=dict.fromkeys(range(4), 20))


def penalty(desk):
    played(desk, "american-club").penalty(1, [0, 2, 3], 25, "looked at two tiles at once")
    desk.click(desk.view("game").penalty_button)
    view = desk.view("penalty")
    desk.pick(view.payer, 0)
    desk.write(view.points, 25)


def more(words):
    def do(desk):
        played(desk, "classical").more(words)

    return do


def people(desk):
    played(desk, "classical").more("Players")
    view = desk.view("people")
    view.names[1].setText("Zachariah Montgomery")
    view.names[4].setText("Eve")
    view.refresh()


def doomed(desk):
    played(desk, "classical")
    desk.click(desk.past(2))
    desk.click(desk.view("hand").delete_button)


def traces(desk):
    correction(desk)
    desk.confirm()
    desk.more("Corrections")


def wall(desk):
    played(desk, "classical")
    desk.more("Break the wall")


def ended(desk):
    played(desk, "classical").more("End this session")
    desk.wait()


def ended_game(desk):
    ended(desk)
    desk.click(desk.view("closing").header.back_button)


def reopen(desk):
    ended_game(desk)
    desk.more("Continue this session")


VIEWS = {
    "start": start,
    "start of six": start_of_six,
    "game": game,
    "game of the club": game_of_the_club,
    "hand": hand,
    "hand of the club": hand_of_the_club,
    "tiles entered": tiles_entered,
    "correction": correction,
    "penalty": penalty,
    "seats": more("seats"),
    "people": people,
    "bank": more("Bank"),
    "chips": more("Last chip exchange"),
    "delete": doomed,
    "corrections": traces,
    "wall": wall,
    "plan": more("When to stop"),
    "closing": ended,
    "ended": ended_game,
    "reopen": reopen,
}


def visible(page, kind=QWidget):
    return [one for one in page.findChildren(kind) if one.isVisible()]


def settle():
    for _ in range(4):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


@pytest.fixture(params=[(SIZES[0], 100), (SIZES[0], 200), (SIZES[1], 100)], ids=str)
def room(table_at, request):
    size, percent = request.param
    desk = table_at(settings=Settings(text_size=percent, reduced_motion=True)).show(*size)
    assert look().scale == percent / 100
    return desk


@pytest.mark.exhaustive(keep=4)
@pytest.mark.parametrize("name", VIEWS)
def test_nothing_is_cut(room, name):
    VIEWS[name](room)
    settle()
    page = room.page
    assert room.shell.viewport().width() == page.width()
    assert wording.cut_off(page) == []


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("name", ["game", "game of the club"])
def test_places_and_middle_lie_apart(room, name):
    VIEWS[name](room)
    settle()
    game = room.view("game")
    boxes = [place.geometry() for place in game.square.places]
    if game.square.guests[0].isVisible():
        boxes.append(game.square.guests[0].geometry())
    boxes += [label.geometry() for label in game.round.labels if label.isVisible()]
    for at, box in enumerate(boxes):
        assert game.square.rect().contains(box), (at, box)
        assert [other for other in boxes[at + 1 :] if box.intersects(other)] == [], (at, box)


def test_the_way_on_needs_no_scrolling(room):
    hand(room)
    settle()
    for view in ("hand", "penalty", "seats", "people", "bank"):
        room.model.show(TableScreen(view))
        settle()
        confirm = room.view(view).confirm_button
        assert room.shell.verticalScrollBar().maximum() == 0, view
        assert room.page.rect().contains(QRect(confirm.mapTo(room.page, QPoint(0, 0)), confirm.size())), view


def test_all_four_and_the_way_on_are_shown_at_every_size_and_chips_where_there_is_room(room):
    game(room)
    settle()
    view = room.view("game")
    assert all(place.chips.isVisible() for place in view.square.places) is (look().scale == 1)
    for place in view.square.places:
        bottom = place.mapTo(room.page, QPoint(0, place.height())).y()
        assert bottom <= room.shell.viewport().height()
    score = view.score_button
    bottom = score.mapTo(room.page, QPoint(0, score.height())).y()
    assert bottom <= room.shell.viewport().height()  # without scrolling


def test_other_looks_keep_everything(four):
    hand(four)
    entry = four.model.entry
    for change in ({"theme": "dark"}, {"theme": "high-contrast"}, {"text_size": 200}, {"text_size": 100}):
        four.context.settings.change(**change)
        settle()
        assert four.model.entry == entry
        assert not four.page.grab().isNull()
    four.confirm()
    four.check()


LAPTOP = (1366, 714)
"""A laptop's screen less the title bar of the window; the rail takes some more."""
RAIL = 84


@pytest.mark.parametrize("size", [LAPTOP, (1024, 700), (1920, 1050)], ids=str)
def test_the_score_sheet_stands_beside_the_felt_with_everybody_and_the_last_hand_in_sight(table_at, size):
    desk = table_at().show(size[0] - RAIL, size[1])
    desk.start(names=("Andy", "Brett", "Chuck", "Donna"), rules="traditional")
    for _ in range(6):
        desk.model.perform(desk.model.put_event(HandItem(winner=1, scores=(Number(8),) * 4)))
        desk.wait()
    settle()
    game = desk.view("game")
    sheet = game.evening
    box = QRect(sheet.mapTo(desk.page, QPoint(0, 0)), sheet.size())
    assert desk.shell.verticalScrollBar().maximum() == 0
    assert desk.page.rect().contains(box)
    assert box.left() > game.square.geometry().right()
    assert sheet.hands.horizontalScrollBar().maximum() == 0
    last = sheet.hands.model().index(len(desk.table.rows) - 1, 0)
    assert sheet.hands.viewport().rect().contains(sheet.hands.visualRect(last))
    assert game.square.height() > 0.7 * desk.page.height(), "no void"
    for place in game.square.places:
        assert place.type.points >= 20
        words = place._words(place.width() - place._left() - look().M)
        assert words.firstBlock().text() == place.sitting.name


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_tile_of_the_round_never_vanishes(table_at, percent):
    desk = table_at(settings=Settings(text_size=percent, reduced_motion=True)).show(LAPTOP[0] - RAIL, LAPTOP[1])
    game(desk)
    settle()
    mark = desk.view("game").round.tile
    picture = mark.grab().toImage()
    dots = [(x, y) for x in range(0, picture.width(), 4) for y in range(0, picture.height(), 4)]
    ivory = sum(picture.pixelColor(x, y).lightness() > 220 for x, y in dots)
    assert ivory * 16 > 40 * 55, "a tile of 40 px and more"


def test_all_that_is_owed_can_be_read(table_at):
    desk = table_at().show(LAPTOP[0] - RAIL, LAPTOP[1])
    desk.start(rules="nmjl", names=("Andy", "Brett", "Chuck", "Donna"))
    square = desk.view("game").square
    owed = ("owes Andy 1", "owes Chuck 3", "owes the bank 200")
    sitting = msgspec.structs.replace(square.places[1].sitting, remarks=owed)
    high = square.places[1].text_height()
    square.places[1].seat(sitting, active=True)
    assert square.places[1].text_height() >= high + len(owed) * look().small


def test_the_rows_of_the_sheet_are_walked_and_opened_by_keys(four):
    played(four, "classical")
    sheet = four.view("game").evening.hands
    sheet.setFocus()
    sheet.setCurrentIndex(sheet.model().index(0, 0))
    four.qtbot.keyClick(sheet, Qt.Key.Key_Down)
    four.qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert four.view("hand")
    assert four.model.entry.item == four.table.rows[1].id


def test_the_sheet_ends_with_the_balances_which_open_nothing(four):
    played(four, "classical")
    sheet, rows = four.view("game").evening.hands, four.table.rows
    model = sheet.evening
    assert [model.caption(place) for place in range(len(rows))].count("East round") == 1
    balances = [model.index(len(rows), column).data() for column in range(FIRST, model.columnCount(), 2)]
    assert balances == [figure(four.table.balance_of(party)) for party in four.table.parties]
    sheet.setCurrentIndex(model.index(0, 0))
    four.qtbot.keyClick(sheet, Qt.Key.Key_End)
    assert sheet.chosen == rows[-1].id
    four.click((sheet, len(rows)))
    assert four.model.view == "game"
    spanned = [place for place in range(model.rowCount()) if sheet.columnSpan(place, FIRST) > 1]
    assert spanned == [len(rows)], "only the line of the balances is parted in pairs"


def test_titles_and_main_buttons_are_at_one_place_in_all_views(room):
    """The title begins at one place and has one baseline; the main button ends at one place and never moves."""
    titles, buttons = {}, {}
    for name in ("start", "game", "hand", "penalty", "people", "seats", "bank", "plan", "delete", "closing"):
        if name == "penalty":
            played(room, "classical")
            room.click(room.view("game").penalty_button)
        else:
            VIEWS[name](room)
        settle()
        view = room.page.view(room.model.view)
        title = view.header.title
        corner = title.mapTo(room.page, QPoint(0, 0))
        titles[name] = corner.x(), corner.y() + title.height() // 2
        main = next(one for one in visible(view.header, QAbstractButton) if one.property("role") == "primary")
        end = main.mapTo(room.page, QPoint(main.width(), main.height()))
        buttons[name] = end.x(), end.y()
        while room.model.view != "start":
            room.model.close()
            room.wait()
    assert set(titles.values()) == {titles["start"]}, titles
    assert set(buttons.values()) == {buttons["start"]}, buttons


def test_nothing_moves_while_a_hand_is_entered(four):
    played(four, "classical").begin_hand()
    settle()
    view = four.view("hand")
    parts = (view.winner, view.scores_card, view.note, view.confirm_button)

    def places():
        settle()
        return [one.mapTo(view, QPoint(0, 0)) for one in parts]

    before = places()
    for answers in ({"winner": 1}, {"winner": 1, "by": "discard"}, {"winner": 1, "by": "discard", "discarder": 2}):
        four.enter(**answers)
        assert places()[:3] == before[:3], answers
    assert before[3].y() == places()[3].y()


@pytest.mark.parametrize("percent", [100, 200])
def test_the_actions_of_a_game_are_side_by_side_at_every_width(four, percent):
    four.context.settings.change(text_size=percent)
    game(four)
    header = four.view("game").header
    for wide in range(860, 1300, 6):
        four.shell.resize(wide, 700)
        settle()
        assert header.action_row.direction() is QBoxLayout.Direction.LeftToRight, wide
    four.context.settings.change(text_size=100)
