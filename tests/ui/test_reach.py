"""Every page in the states in which people meet it, walked as by a screen reader, by Tab, and by weak eyes.

One window on a well-filled data folder goes through all of them; `walk.py` says what is wrong with what it shows.
"""

import pytest
from mjcompanion.ui import accessibility
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.pages.table.model import TableScreen
from mjcompanion.ui.widgets import Button
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QApplication,
    QTextBrowser,
    QWhatsThis,
    QWidget,
)

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Tile
from tests.ui import walk
from tests.ui.tour import STATES, on_tour, write_something_of_everything

K = Qt.Key
NO_KEYS, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier

THEMED = (
    "score",
    "american",
    "table-start",
    "table-hand",
    "solitaire-start",
    "solitaire-claim",
    "solitaire-coach",
    "solitaire-record",
    "solitaire-count",
    "solitaire-won",
    "ledger",
    "club",
    "club-tournament",
    "club-new",
    "cards-own",
    "print",
    "rules-own",
    "practice-checked",
    "practice-american",
    "help",
    "settings",
    "about",
    "about-report",
    "message",
)
"""The states that hold every kind of words there is."""


@pytest.fixture(scope="module")
def tour(qapp, tmp_path_factory):
    folder = tmp_path_factory.mktemp("reach") / "data"
    with on_tour(qapp, folder, write_something_of_everything(folder)) as made:
        yield made


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("theme", ["dark", "high-contrast"])
def test_words_can_be_read_in_every_theme(tour, theme):
    """One change of theme for many states, and early: it dresses every page there is."""
    tour.window.context.settings.change(theme=theme)
    faults = []
    for state in THEMED:
        STATES[state](tour)
        tour.settle()
        faults += [f"{state}: {one}" for one in walk.faint(tour.window)]
        tour.leave(state)
    tour.window.context.settings.change(theme="light")
    assert not faults, "\n".join(["", *faults])


def test_every_page_is_walked():
    assert {page.key for page in PAGES} <= {state.partition("-")[0] for state in STATES}


@pytest.mark.exhaustive(keep=12)
@pytest.mark.parametrize("state", STATES)
def test_a_state_can_be_reached_read_and_hit(tour, state):
    STATES[state](tour)
    tour.settle()
    walk.bring_to_front(tour.window)
    assert len(walk.operated(tour.window)) > 10
    faults = [*walk.faults_of(tour.window), *walk.faint(tour.window)]
    tour.leave(state)
    assert not faults, "\n".join(["", *faults])


def test_what_is_open_is_where_tab_comes_to_in_the_rail(tour, qtbot):
    """The arrows go from page to page, Tab leaves the rail."""
    tour.open("rules")
    rail = tour.window.rail
    assert [one.text() for one in accessibility.stops(rail)] == ["Menu", "Search", "Rules"]
    rail.menu_button.setFocus()
    qtbot.keyClick(rail.menu_button, K.Key_Tab)
    qtbot.keyClick(rail.search_button, K.Key_Tab)
    assert QApplication.focusWidget().text() == "Rules"
    qtbot.keyClick(QApplication.focusWidget(), K.Key_Up)
    above = QApplication.focusWidget()
    assert above is rail.buttons[rail.buttons.index(tour.window._entries["rules"].button) - 1]
    qtbot.keyClick(above, K.Key_Space)
    assert tour.window.key != "rules"
    assert above.isChecked()


@pytest.mark.exhaustive(keep=4)
@pytest.mark.parametrize("page", [page.key for page in PAGES])
def test_what_is_disabled_or_hidden_hands_the_keyboard_to_something_on_its_page(tour, page):
    next(do for state, do in STATES.items() if state.partition("-")[0] == page)(tour)
    shell = tour.window.stack.currentWidget()
    stops = [
        one for one in accessibility.stops(shell) if not isinstance(one, QTextBrowser)
    ]  # which walks along its links
    for one in (stops[0], stops[-1]):
        for off, on in ((QWidget.setDisabled, QWidget.setEnabled), (QWidget.setHidden, QWidget.setVisible)):
            one.setFocus(Qt.FocusReason.TabFocusReason)
            off(one, True)
            focus = QApplication.focusWidget()
            assert focus is not one
            assert shell.isAncestorOf(focus) or len(stops) == 1, focus  # with one thing there is nothing else
            on(one, True)


def test_f6_goes_through_the_parts_of_the_window_and_back(tour, qtbot, heard):
    STATES["score"](tour)
    tour.window.context.say("The clipboard holds no tiles.", "warn")
    assert heard[-1] == "The clipboard holds no tiles."
    tour.settle()
    page = tour.window.page("score")
    parts = {
        "rail": tour.window.rail,
        "message": tour.window.bar,
        "palette": page.palette_row,
        "win": page.win_card,
        "hand": page.hand_card,
        "receipt": page.receipt,
        "head": page.header,
        "house": page.house,
    }

    def round_trip(modifiers):
        page.focus_first()
        seen = []
        for _ in range(12):
            here = QApplication.focusWidget()
            part = next(name for name, widget in parts.items() if widget.isAncestorOf(here))
            if part in seen:
                return seen
            seen.append(part)
            qtbot.keyClick(here, K.Key_F6, modifiers)
        raise AssertionError(seen)

    forth = round_trip(NO_KEYS)
    assert set(forth) == set(parts)
    order = [forth[(forth.index("rail") + step) % len(forth)] for step in range(len(forth))]
    assert order[1] == "head"
    assert order[-1] == "message"
    assert round_trip(Qt.KeyboardModifier.ShiftModifier) == [forth[0], *reversed(forth[1:])]
    tour.window.bar.dismiss()


# --- announcements -------------------------------------------------------------------------------------------------


def test_the_real_event_is_sent_with_its_politeness(qtbot, monkeypatch):
    sent = []
    button = Button("Here")
    qtbot.addWidget(button)

    class Spy(QAccessible):
        @staticmethod
        def isActive():
            return True

        @staticmethod
        def updateAccessibility(event):
            assert isinstance(event, QAccessibleAnnouncementEvent)
            sent.append((event.object(), event.message(), event.politeness()))
            QAccessible.updateAccessibility(event)

    monkeypatch.setattr("PySide6.QtGui.QAccessible", Spy)
    accessibility.announce(button, "It is your turn.")
    accessibility.announce(button, "")
    accessibility.announce(button, "The disk is full.", assertive=True)
    polite, assertive = QAccessible.AnnouncementPoliteness.Polite, QAccessible.AnnouncementPoliteness.Assertive
    assert sent == [(button, "It is your turn.", polite), (button, "The disk is full.", assertive)]


def test_payments_are_said_before_and_winds_after_a_hand_is_confirmed(tour, heard):
    STATES["table-game"](tour)
    page = tour.window.page("table")
    page.model.clear_hand()
    tour.table_hand()
    tour.settle()
    heard.clear()
    page.model.set_number(0, 4)
    page.model.set_number(0, 40)  # typed digit by digit, said once
    tour.settle(until=lambda: bool(heard))
    assert len(heard) == 1
    preview = heard[-1]
    assert preview.startswith("Ready to confirm")
    assert preview.count(" pays ") >= 3
    assert "East" in preview
    page.view(TableScreen.HAND).confirm_button.click()
    tour.settle(until=lambda: page.model.view is TableScreen.GAME)
    told = [one for one in heard if one.startswith("Saved.")]
    assert len(told) == 1
    mark = page.view(TableScreen.GAME).round
    assert mark.sentence.text() in told[0]
    assert mark.title.text() in told[0]
    page.model.undo()
    tour.settle(until=lambda: any(one.startswith("Undone") for one in heard))


def test_turns_claims_and_the_end_of_a_virtual_game_are_said(tour, heard):
    tour.solitaire_start()
    nodes = walk.tree(tour.window.page("solitaire").start)
    example = "east wind, east wind, east wind, 3 dot"  # a picture has one name and no buttons
    assert [one.role for one in nodes if one.name.startswith(example)] == ["StaticText"]
    assert not [one for one in nodes if one.role == "Button" and one.name in ("east wind", "joker", "9 character")]
    heard.clear()
    tour.solitaire(number=3)
    model = tour.window.page("solitaire").model
    assert not any("You draw the" in one for one in heard), "the deal"
    turns = []
    for _ in range(140):
        if model.game.is_over:
            break
        heard.clear()
        leave = next((move for move in model.choices() if move.do.name == "LEAVE"), model.choices()[-1])
        model.do(leave)
        tour.settle(until=lambda: model.decides or model.game.is_over)
        turns.append(list(heard))
    said = [one for turn in turns for one in turn if "do you want it?" in one]
    assert said
    assert all("Esc: Leave it." in one for one in said)
    assert any(" discards the " in one for one in said)
    for turn in turns:
        assert " ".join(turn).count("You discard") <= 1, turn
        assert "South discards the 7 character. South discards the 7 character" not in " ".join(turn)
    ended = next(one for one in turns[-1] if "Nobody won" in one)
    assert "You score nothing." in ended
    tour.solitaire(number=3)
    model.do(model.choices()[-1])
    tour.settle(until=lambda: model.decides)
    heard.clear()
    model.undo()
    assert "discard" in heard[-1]


def test_advice_is_said_when_it_comes(tour, heard):
    STATES["solitaire-coach"](tour)
    tour.window.page("solitaire").play.set_coach(open_=False)
    heard.clear()
    play = tour.window.page("solitaire").play
    play.set_coach(open_=True)
    drawer = play.drawer
    tour.settle(until=lambda: drawer.content and any(drawer.content.headline.rstrip(".") in one for one in heard))
    play.set_coach(open_=False)


def test_the_felt_is_told_to_the_keyboard(tour):
    tour.solitaire_claim()
    felt = tour.window.page("solitaire").play.felt
    assert felt in walk.tab_round(tour.window)
    felt.setFocus(Qt.FocusReason.TabFocusReason)
    interface = QAccessible.queryAccessibleInterface(felt)
    assert "Last discard: " in interface.text(QAccessible.Text.Description)
    assert interface.role() is QAccessible.Role.StaticText


def test_the_keyboard_stays_on_the_page_when_the_coach_goes(tour, qtbot):
    tour.solitaire_coach()
    play = tour.window.page("solitaire").play
    inside = accessibility.stops(play.side)[0]
    inside.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(inside, K.Key_H)
    assert not play.side.isVisible()
    assert play.rack.hand.isAncestorOf(QApplication.focusWidget())


def test_a_line_being_typed_is_told_with_its_faults(tour, heard, qtbot):
    tour.cards_own()
    page = tour.window.page("cards")
    page.new_line()
    tour.settle()
    heard.clear()
    qtbot.keyClicks(page.strip.pattern, "FF 1111a 2222b")
    qtbot.waitUntil(lambda: any("10 tiles: 4 more." in one for one in heard))
    tour.settle()
    assert sum("10 tiles" in one for one in heard) == 1


def test_a_penalty_is_told_before_it_is_confirmed(tour, heard):
    tour.table_view(TableScreen.PENALTY)
    form = tour.window.page("table").view(TableScreen.PENALTY)
    form.clear()
    form.payer.set_value("0")
    form.payer.chosen.emit("0")
    form.points.set_number(30)
    form.refresh()
    assert "Ann pays Bob (penalty): 30." in heard[-1]
    form.clear()


def test_what_is_this_is_told(tour, heard, monkeypatch):
    monkeypatch.setattr(QWhatsThis, "showText", lambda *_: None)
    page = tour.open("score")
    page._show_chinese()
    page.hand_card.entry.setFocus(Qt.FocusReason.TabFocusReason)
    tour.window.ask_whats_this()
    assert heard[-1].splitlines()[0] in page.hand_card.entry.whatsThis()


def test_choosing_a_tile_a_score_and_what_is_wrong_are_told(tour, heard, qtbot):
    page = tour.open("score")
    page._show_chinese()
    page.model.clear()
    page.model.paste("123m 456p 99s (777z) [1111s] 1f")
    tour.settle()
    tile = page.hand_card.hand_row.buttons[0]
    tile.setFocus(Qt.FocusReason.TabFocusReason)
    heard.clear()
    for _ in range(2):
        qtbot.keyClick(tile, K.Key_Space)
    assert heard == ["1 character, chosen", "1 character"]
    page.model.set_by(By.DRAW)
    page.model.set_winning_tile(Tile.parse("9s"))
    assert heard[-1] == page.hand_card.status.text()
    assert "points" in heard[-1]
    page.model.add(Tile.parse("7z"))
    assert heard[-1] == page.hand_card.status.text()
    assert "too many" in heard[-1]


def test_the_house_rules_of_the_table_are_one_click_away(tour, qtbot):
    """From the line at the table, and from the form of a new session, to the rules that are played."""
    tour.table_game()
    page = tour.window.page("table")
    rules = page.model.table.rules.rules
    tour.open("rules").model.choose("nmjl" if rules != "nmjl" else "classical")
    tour.table_game()
    qtbot.mouseClick(page.view(TableScreen.GAME).house_button, Qt.MouseButton.LeftButton)
    assert tour.window.key == "rules"
    tour.settle(until=lambda: tour.window.page("rules").model.chosen == rules)
    tour.table_start()
    start = page.view(TableScreen.START)
    start.rules_choice.setCurrentIndex(
        next(at for at in range(start.rules_choice.count()) if "Tuesday club" in start.rules_choice.itemText(at))
    )
    qtbot.mouseClick(start.rules_button, Qt.MouseButton.LeftButton)
    rules = tour.window.page("rules").model
    tour.settle(until=lambda: rules.item is not None and rules.item.name == "Tuesday club")
