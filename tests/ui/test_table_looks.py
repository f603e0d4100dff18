"""The Table page in other sizes and themes, and its score sheet; `test_words` and `test_reach` walk all its views."""

import pytest
from mjcompanion.ui.pages.table.model import TableScreen
from mjcompanion.ui.theme import look
from mjcompanion.ui.widgets.hands_table import FIRST
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.storage.settings import Settings
from mjcompanion.table.events import HandItem, Number
from mjcompanion.table.words import figure

SIZES = ((1024, 700), (1920, 1080))
SCORES = {0: 128, 1: 64, 2: 8, 3: 1016}
NAMES = ("Ann", "Bartholomew Quigley", "Chuck", "Dorothea van der Meer")


def played(desk):
    """Two hands of a session."""
    desk.start(rules="classical", names=NAMES)
    desk.play(winner=0, by="draw", scores=SCORES)
    desk.play(winner=2, by="discard", discarder=1, scores=SCORES)
    return desk


def hand(desk):
    played(desk).begin_hand()
    desk.enter(winner=1, by="discard", discarder=3, scores=SCORES)


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
    played(room)
    settle()
    view = room.view("game")
    assert all(place.chips.isVisible() for place in view.square.places) is (look().scale == 1)
    for place in view.square.places:
        bottom = place.mapTo(room.page, QPoint(0, place.height())).y()
        assert bottom <= room.shell.viewport().height()
    score = view.score_button
    bottom = score.mapTo(room.page, QPoint(0, score.height())).y()
    assert bottom <= room.shell.viewport().height()  # without scrolling


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


def test_the_rows_of_the_sheet_are_walked_and_opened_by_keys_and_the_balances_at_its_end_open_nothing(four):
    played(four)
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
    sheet.setFocus()
    sheet.setCurrentIndex(model.index(0, 0))
    four.qtbot.keyClick(sheet, Qt.Key.Key_Down)
    four.qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert four.view("hand")
    assert four.model.entry.item == rows[1].id


def test_nothing_moves_while_a_hand_is_entered(four):
    played(four).begin_hand()
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
