"""The end of a session in the window: what brings it, the closing page, and asking before it goes on."""

import time

import msgspec
import pytest
from mjcompanion.ui.widgets.keyboard import main_button
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from mjcompanion.core.notation import read_tiles
from mjcompanion.i18n import translation
from mjcompanion.table.events import Changed, Ended, Planned, Reopened
from mjcompanion.table.final_settlement import winner_words
from mjcompanion.table.session_end import End, just_over
from mjcompanion.table.table import replay

SCORES = {0: 8, 1: 32, 2: 8, 3: 16}


def kinds(desk):
    return [type(event) for event in desk.stored().events]


def end(desk):
    desk.more("End this session")
    desk.wait()
    return desk.view("closing")


def score(desk, **hand):
    """Confirm a hand that may be the last."""
    desk.begin_hand()
    desk.enter(**(hand or {"winner": 1, "by": "draw", "scores": SCORES}))
    desk.click(desk.view("hand").confirm_button)
    desk.wait()


def test_the_house_rules_are_in_sight_and_one_click_away(four):
    wanted = []
    four.page.model.rules_wanted.connect(lambda *what: wanted.append(what))
    start = four.view("start")
    start.rules_choice.setCurrentIndex(start.rules_choice.findData("traditional"))
    assert start.house.text() == "limit 300 · base 10 · losers settle · East double"
    four.click(start.rules_button)
    four.start(rules="traditional")
    game = four.view("game")
    assert "limit 300 · base 10 · losers settle · East double" in game.house_button.accessibleName()
    four.click(game.house_button)
    assert wanted == [("traditional", "")] * 2
    translation.use("zh_CN")
    game.refresh()
    shown = game.house_button.text()
    translation.use(translation.ENGLISH, "GB")
    assert "、" in shown
    assert "," not in shown


def test_a_number_of_hands_is_agreed_on_before_and_ends_the_session(four):
    four.write(four.view("start").plan.hands, 2)
    four.start()
    assert four.table.plan.hands == 2
    assert "2 hands" in four.view("game").house_button.accessibleName()
    score(four)
    assert "Last hand" in four.view("game").round.text()
    score(four)
    sheet = four.view("closing").sheet
    assert "All 2 hands have been played." in sheet.caption.text()
    assert kinds(four)[-1] is Ended
    assert four.table.ended


def until_midnight(four):
    """Begin a session that plays until 23:59; gives its clock, a list of one moment."""
    clock = ["2030-01-01T20:00:00Z"]
    four.model.time = lambda: clock[0]
    four.start()
    four.more("When to stop")
    view = four.view("plan")
    four.write(view.fields.until, "soon")
    assert not view.confirm_button.isEnabled()
    assert "isn’t a time of day" in view.status.text()
    four.write(view.fields.until, "23:59")
    four.click(view.confirm_button)
    four.wait()
    assert four.view("game").house_button.accessibleName().endswith("until 23:59")
    return clock


def test_a_time_is_agreed_on_at_the_table_and_the_hand_under_way_is_the_last(four):
    clock = until_midnight(four)
    assert clock[0] < four.table.plan.until
    clock[0] = four.table.plan.until
    four.view("game").tick()
    assert "Last hand" in four.view("game").round.text()
    assert any("last" in sentence for sentence in four.said)
    score(four)
    assert "Time is up" in four.view("closing").sheet.caption.text()


def test_a_time_agreed_on_another_day_is_over_and_the_same_time_can_be_agreed_on_again(four):
    clock = until_midnight(four)
    clock[0] = next_day = four.table.plan.until.replace("2030-01-01", "2030-01-02")
    four.page.open_session(four.model.uid)
    four.wait()
    game = four.view("game")
    assert "until" not in game.house_button.accessibleName()
    assert "·" not in game.round.text()
    four.page.show_sideboard()
    assert "Last hand" not in four.page.board.board.lines
    four.page.board.leave()
    four.more("When to stop")
    assert four.view("plan").fields.until.text() == ""
    four.write(four.view("plan").fields.until, "23:59")
    four.click(four.view("plan").confirm_button)
    four.wait()
    assert four.table.plan.until > next_day
    assert game.house_button.accessibleName().endswith("until 23:59")


def test_more_is_agreed_on_while_the_last_hand_is_played_and_it_stays_the_last(four):
    clock = until_midnight(four)
    clock[0] = until = four.table.plan.until
    four.more("When to stop")
    four.write(four.view("plan").fields.hands, 16)
    four.click(four.view("plan").confirm_button)
    four.wait()
    assert (four.table.plan.until, four.table.plan.hands) == (until, 16)
    assert "Last hand" in four.view("game").round.text()


def test_a_number_of_hands_that_is_none_is_told(four):
    start = four.view("start")
    four.start()
    four.more("stop")
    view = four.view("plan")
    four.write(view.fields.hands, "12x")
    assert not view.confirm_button.isEnabled()
    assert "number of hands" in view.status.text()
    four.write(view.fields.hands, "12")
    assert view.confirm_button.isEnabled()
    four.write(view.fields.hands, "5001")
    assert "5,000" in view.status.text()
    four.model.close()
    four.wait()
    four.write(start.plan.hands, "6000")
    assert not start.start_button.isEnabled()
    assert start.status.text() == view.status.text()


@pytest.mark.parametrize("by_penalty", [False, True])
def test_somebody_without_points_ends_it(four, by_penalty):
    four.click(four.view("start").plan.bankrupt)
    four.start(chips="none", points=100)
    if by_penalty:
        four.click(four.view("game").penalty_button)
        view = four.view("penalty")
        four.pick(view.payer, 2)
        four.write(view.points, 50)
        four.click(view.confirm_button)
        four.wait()
    else:
        score(four, winner=1, by="draw", scores={0: 8, 1: 200, 2: 8, 3: 8})
    four.view("closing")
    assert just_over(replay(four.table.events[:-2]), replay(four.table.events[:-1])) is End.BANKRUPT
    assert [player for player in range(4) if four.table.balances[player] <= 0] == ([2] if by_penalty else [0, 2, 3])


def test_what_was_ticked_about_points_is_agreed_on_only_where_there_are_points(four):
    four.click(four.view("start").plan.bankrupt)
    four.start(rules="simple")
    assert not four.table.plan.bankrupt


def test_the_closing_page_tells_places_payments_and_the_best_hand(four):
    four.start(chips="none", points=1000)
    four.begin_hand()
    lines = four.enter(winner=1, by="draw").lines
    four.click(lines[1].tiles_button)
    tiles = four.view("tiles").page.model
    tiles.paste("123m 44p 999s (777z) [1111s] 1f2y")
    tiles_won = tiles.draft.winning_choices[-1]
    tiles.set_winning_tile(tiles_won)
    four.click(four.view("tiles").done_button)
    for player in (0, 2, 3):
        four.write(four.view("hand").lines[player].number, 8)
    four.click(four.view("hand").confirm_button)
    four.wait()
    view = end(four)
    sheet = view.sheet
    assert sheet.heading.text() == "Bob wins"
    won = four.table.balances[1] - 1000
    assert sheet.places.accessibleName().splitlines()[0] == f"1. Bob: {1000 + won:,} points, +{won:,} from the start"
    paid = {one.words: one.figure for one in sheet.moves.entries}
    assert set(paid) == {"Ann pays Bob", "Chuck pays Bob", "Dot pays Bob"}
    assert sum(int(one.replace(",", "")) for one in paid.values()) == won
    assert not sheet.chips_card.isVisible()
    assert sheet.best.text() == "Bob, self-drawn"
    shown = [tile for group in sheet.tiles.groups for tile in group.tiles]
    assert sorted(shown) == sorted(read_tiles("123m44p999s777z1111s1f2y"))
    assert [group.tiles[group.won] for group in sheet.tiles.groups if group.won >= 0] == [tiles_won]
    assert sheet.tiles.accessibleName()
    assert [line.name for line in sheet.chart.series] == ["Ann", "Bob", "Chuck", "Dot"]
    assert QApplication.focusWidget() is view.done_button
    assert main_button(four.page) is view.done_button


def test_what_people_owe_and_the_chips_back_to_full_sets_are_apart(four):
    four.start(rules="traditional")
    score(four)
    sheet = end(four).sheet
    assert all(one.words and one.figure for one in sheet.moves.entries)
    assert sheet.chips_card.isVisible()
    chips = sheet.chips
    words = [[chips.index(row, at).data() for at in range(1, chips.columnCount())] for row in range(chips.rowCount())]
    numbers = [[int(one.replace("−", "-")) for one in row] for row in words]
    assert [sum(column) for column in zip(*numbers, strict=True)] == [0] * len(numbers[0])


@pytest.mark.parametrize("by_keys", [False, True])
def test_nothing_is_scored_silently_into_a_session_that_has_ended(four, by_keys):
    four.start()
    score(four)
    view = end(four)
    before = kinds(four)
    four.click(view.header.back_button)
    game = four.view("game")
    assert game.round.text() == winner_words(four.check(), four.model.parties)
    if by_keys:
        four.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        four.click(four.view("closing").header.back_button)
        game.square.places[2].setFocus()
        four.qtbot.keyClick(game.square.places[2], Qt.Key.Key_Space)
    else:
        four.more("Continue this session")
    asked = four.view("reopen")
    assert four.model.entry.is_blank
    assert asked.heading.text() == "This session has ended. Reopen it?"
    four.click(asked.stay_button)
    four.view("game")
    four.click(game.penalty_button)
    four.view("reopen")
    assert kinds(four) == before
    four.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    four.view("game")
    four.more("Continue this session")
    four.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    four.wait()
    four.view("hand")
    four.enter(winner=1, by="draw", scores=SCORES)
    four.confirm()
    assert kinds(four)[-2:] == [Reopened, Changed]
    assert not four.table.ended


def test_a_hand_may_be_corrected_after_the_end_and_the_end_undone(four):
    four.start()
    score(four)
    view = end(four)
    four.click(view.header.back_button)
    four.click(four.past(1))
    four.enter(winner=2, scores={0: 8, 1: 8, 2: 64, 3: 8})
    four.confirm()
    assert four.table.ended
    four.page.model.show("closing")
    assert four.view("closing").sheet.heading.text() == "Chuck wins"
    four.model.undo()
    four.wait()
    four.model.undo()
    four.wait()
    assert not four.table.ended


def test_same_again_begins_a_session_with_the_same_people_and_rules(four):
    four.write(four.view("start").plan.hands, 1)
    four.start(rules="british", chips="none", points=500)
    first, setup = four.model.uid, four.table.setup
    score(four)
    four.click(four.view("closing").again_button)
    four.wait()
    four.view("game")
    assert four.model.uid != first
    made = four.table.setup
    assert (made.players, made.rules, made.starting) == (setup.players, setup.rules, setup.starting)
    assert four.table.plan.hands == 1
    assert made.thrown
    assert [type(event) for event in four.table.events] == [type(four.table.events[0]), Planned]
    assert not four.table.rows


def test_same_again_leaves_the_form_of_another_session_as_it_was_filled_in(four):
    four.start()
    score(four)
    four.click(end(four).done_button)
    four.wait()
    start = four.view("start")
    four.write(start.title_field, "Winter cup")
    four.write(start.names[0], "Zoe")
    four.click(start.continue_button)
    four.wait()
    four.more("Show the result")
    four.click(four.view("closing").again_button)
    four.wait()
    four.model.close()
    four.wait()
    assert (start.title_field.text(), start.names[0].text()) == ("Winter cup", "Zoe")


def test_same_again_is_without_who_played_one_hand_only(four):
    four.start()
    score(four)
    four.more("Players")
    view = four.view("people")
    view.names[0].setText("Eve")
    view.names[0].editingFinished.emit()
    four.pick(view.long, "once")
    four.click(view.confirm_button)
    four.wait()
    four.click(end(four).again_button)
    four.wait()
    assert set(four.model.everybody) == {"Ann", "Bob", "Chuck", "Dot"}


def test_a_session_reopened_in_another_window_leaves_the_closing_page(four):
    four.start()
    score(four)
    end(four)
    uid, seq = four.model.uid, len(four.table.events)
    event = Reopened(at=four.table.events[-1].at)
    four.context.ledger.ask(lambda ledger: ledger.sessions.append(uid, seq, event), lambda _: None)
    four.wait()
    four.model._fetch()
    four.wait()
    four.view("game")
    assert not four.table.ended


@pytest.mark.parametrize("asked", [False, True])
def test_an_end_that_is_undone_leaves_its_result_and_the_question_whether_to_go_on(four, asked):
    four.start()
    score(four)
    view = end(four)
    if asked:
        four.click(view.header.back_button)
        four.click(four.view("game").penalty_button)
        four.view("reopen")
    four.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    four.wait()
    assert not four.table.ended
    assert four.said[-1] == "Undone: the end of the session."
    four.view("game")


@pytest.mark.parametrize("where", ["plan", "wall", "penalty"])
def test_undo_where_something_is_filled_in_takes_no_hand_back(four, where):
    four.start()
    score(four)
    four.model.show(where)
    view = four.view(where)
    widget = view.panel.dice[0] if where == "wall" else view.back_button
    widget.setFocus()
    four.qtbot.keyClick(widget, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    four.wait()
    assert len(four.table.hands) == 1


def test_next_time_leaves_and_greets(four):
    four.start()
    score(four)
    four.click(end(four).done_button)
    four.wait()
    start = four.view("start")
    assert four.said[-1] == "Until next time, Ann, Bob, Chuck and Dot!"
    assert [field.text() for field in start.names] == ["Ann", "Bob", "Chuck", "Dot"]
    assert "Open" in start.continue_button.text()


def test_a_picture_is_named_by_the_day_that_it_was_here(four, monkeypatch):
    four.start()
    score(four)
    view = end(four)
    table = four.table
    began = msgspec.structs.replace(table.events[0], at="2026-11-22T01:30:00Z")
    four.model.table = msgspec.structs.replace(table, events=(began, *table.events[1:]))
    monkeypatch.setenv("TZ", "EST5")
    time.tzset()
    try:
        assert view._file_name() == "Mah Jongg 2026-11-21.png"
    finally:
        monkeypatch.undo()
        time.tzset()


def share(view, words):
    next(one for one in view.share_menu().actions() if words in one.text()).trigger()


def test_it_is_printed_and_shared_as_a_picture(four, tmp_path, monkeypatch):
    printed = []
    four.page.model.print_wanted.connect(printed.append)
    four.start()
    score(four)
    view = end(four)
    four.click(view.print_button)
    assert printed == [four.model.uid]
    names = []
    file = tmp_path / "evening.png"
    monkeypatch.setattr(four.page.files, "ask_where", lambda name, _kinds: names.append(name) or file)
    share(view, "Save")
    four.qtbot.waitUntil(file.exists)
    four.qtbot.waitUntil(lambda: not four.page.files.worker.busy)
    picture = QImage(str(file))
    assert picture.width() == 2 * view.sheet.width()
    assert names[0].endswith(".png")
    assert str(file) in four.said[-1]
    share(view, "Copy")
    assert QGuiApplication.clipboard().image().size() == picture.size()
    monkeypatch.setattr(four.page.files, "ask_where", lambda *_: tmp_path / "no" / "where.png")
    share(view, "Save")
    four.qtbot.waitUntil(lambda: not four.page.files.worker.busy)
    assert "where.png" in four.said[-1]
