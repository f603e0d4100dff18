"""The keyboard stays on the page: whatever is clicked or pressed there, it ends on something that takes keys.

The window is walked through the states of `test_reach`; Score and Table have walks of their own.
"""

import random

import pytest
from mjcompanion.ui import accessibility
from mjcompanion.ui.pages.club.wall import Wall
from mjcompanion.ui.pages.print import printing
from mjcompanion.ui.pages.table.board import TableBoard
from mjcompanion.ui.widgets import NumberField, Stepper
from mjcompanion.ui.widgets.tiles import TileButton
from mjcompanion.ui.window import RailButton
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QWhatsThis,
    QWidget,
)
from shiboken6 import isValid

from tests.ui import walk
from tests.ui.test_reach import STATES
from tests.ui.test_reach import tour as tour

LEFT, K = Qt.MouseButton.LeftButton, Qt.Key
ELSEWHERE = ("score", "american", "table", "invitation", "message")
WALKED = [state for state in STATES if state.partition("-")[0] not in ELSEWHERE]
KEYS = {
    QAbstractButton: (K.Key_Space, K.Key_Return),
    QLineEdit: (K.Key_X, K.Key_Backspace, K.Key_Return),
    QAbstractItemView: (K.Key_Down, K.Key_Return, K.Key_Up),
    QAbstractSpinBox: (K.Key_Up, K.Key_7, K.Key_Return),
    QComboBox: (K.Key_Down, K.Key_Up),
}
"""What is pressed on each kind of control."""


@pytest.fixture(autouse=True)
def nobody_asks(monkeypatch):
    """Dialogs of the desktop are cancelled at once."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: "")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: ("", ""))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda *_: True)
    monkeypatch.setattr(QFileDialog, "exec", lambda *_: 0)
    monkeypatch.setattr(printing, "_said", lambda command, *_: "Office" if command[0] == "lpstat" else "")


def close_what_opened():
    """Close menus, lists, the sideboard and the wall, which lie over the window."""
    popup = QApplication.activePopupWidget()
    while popup is not None:
        popup.close()
        popup = QApplication.activePopupWidget()
    QWhatsThis.leaveWhatsThisMode()
    for board in (one for top in QApplication.topLevelWidgets() for one in top.findChildren(TableBoard)):
        if board.isVisible():
            board.leave()
    for top in QApplication.topLevelWidgets():
        if isinstance(top, Wall):
            top.close()


def lost(window):
    """Where the keyboard is, if it isn't on the page or on what takes no keys; empty if all is well."""
    focus, shell = QApplication.focusWidget(), window.stack.currentWidget()
    if focus is None:
        return "nowhere"
    if not shell.isAncestorOf(focus) and focus is not shell:
        return f"off the page: {walk.who(focus)}"
    if not (focus.isVisible() and focus.isEnabled() and focus.focusPolicy() != Qt.FocusPolicy.NoFocus):
        return f"on what takes no keys: {walk.who(focus)}"
    return ""


def controls(shell):
    """What can be clicked or typed into on a page, as it is now, but for single tiles of a row."""
    kinds = tuple(KEYS)
    found = [one for one in shell.findChildren(QWidget) if isinstance(one, kinds)]
    return [
        one
        for one in found
        if one.isVisible()
        and one.isEnabled()
        and not isinstance(one, TileButton | RailButton)
        and not isinstance(one.parentWidget(), QAbstractSpinBox | QComboBox)
    ]


class Walk:
    """Clicks and presses one control after the other, and notes where the keyboard is lost."""

    def __init__(self, round_, state):
        self.tour, self.state = round_, state
        self.window = round_.window
        self.key = self.window.key
        self.faults = []

    def after(self, what):
        walk.settle(self.window)
        close_what_opened()
        walk.settle(self.window)
        if self.window._bar is not None:
            self.window._bar.dismiss()
        where = lost(self.window)
        if where:
            self.faults.append(f"{what}: {where}")
        if self.window.key != self.key or where:
            STATES[self.state](self.tour)
            self.tour.settle()

    def click(self, one):
        before = random.choice(
            accessibility.stops(self.window.stack.currentWidget()) or [one]
        )  # it may be what goes away
        before.setFocus(Qt.FocusReason.TabFocusReason)
        what = f"a click on {walk.who(one)}, the keyboard on {walk.who(before)}"
        walk.settle(self.window)
        if not (isValid(one) and one.isVisible() and one.isEnabled()):
            return
        if isinstance(one, QComboBox):
            one.setFocus(Qt.FocusReason.MouseFocusReason)  # its list would open
        else:
            target = one.viewport() if isinstance(one, QAbstractItemView) else one
            place = QPoint(20, 20) if target is not one else target.rect().center()
            QTest.mouseClick(target, LEFT, pos=place)
        self.after(what)

    def press(self, one):
        for key in next(keys for kind, keys in KEYS.items() if isinstance(one, kind)):
            if not (isValid(one) and accessibility.takes_keyboard(one)):
                return
            one.setFocus(Qt.FocusReason.TabFocusReason)
            what = f"{K(key).name} on {walk.who(one)}"
            QTest.keyClick(one, key)
            self.after(what)

    def every_control(self):
        seen = set()
        for _ in range(120):
            here = [one for one in controls(self.window.stack.currentWidget()) if walk.who(one) not in seen]
            if not here:
                break
            one = here[0]
            seen.add(walk.who(one))
            self.click(one)
            if isValid(one) and one.isVisible():
                self.press(one)


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)  # offscreen, menus say so
@pytest.mark.exhaustive(keep=5)
@pytest.mark.parametrize("state", WALKED)
def test_the_keyboard_stays_on_the_page(tour, state):
    STATES[state](tour)
    tour.settle()
    walk.bring_to_front(tour.window)
    walked = Walk(tour, state)
    walked.every_control()
    tour.leave(state)
    assert not walked.faults, "\n".join(["", *dict.fromkeys(walked.faults)])


def test_a_page_that_is_opened_has_the_keyboard(tour, qtbot):
    """By a click in the strip while the keyboard is on another page, and by its keys."""
    window = tour.window
    tour.open("rules")
    accessibility.stops(window.stack.currentWidget())[0].setFocus()
    faults = []
    for key, entry in window._entries.items():
        if entry.button is not None:
            qtbot.mouseClick(entry.button, LEFT)
            tour.settle()
            faults += [f"{key}: {where}" for where in [lost(window)] if where]
    assert not faults


def test_what_goes_leaves_the_keyboard_on_the_page(tour, qtbot):
    """A list that is hidden, and a field that is deleted."""
    STATES["ledger"](tour)
    tour.settle()
    walk.bring_to_front(tour.window)
    page = tour.window.page("ledger")
    page.entry_list.setFocus()
    qtbot.mouseClick(page.tabs.segments[3], LEFT)
    tour.settle()
    assert not page.entry_list.isVisible()
    assert not lost(tour.window)
    STATES["practice"](tour)
    tour.settle()
    page = tour.window.page("practice")
    page.sheet.fields[2].setFocus()
    page.model.open_text("nmjl 2 1")
    tour.settle()
    assert not lost(tour.window)


def test_letters_go_on_into_the_search_that_was_cleared(tour, qtbot):
    page = tour.open("ledger")
    page.show_tab("sessions")
    page.search_button.setChecked(True)
    page.search.setFocus()
    for _ in range(2):
        qtbot.keyClicks(page.search, "xyzzy")
        tour.settle(until=lambda: not page.entries.waiting)
        assert page.entries.rows == ()
        qtbot.keyClick(page.search, K.Key_A, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClick(page.search, K.Key_Backspace)
        tour.settle(until=lambda: not page.entries.waiting)
        assert QApplication.focusWidget() is page.search
        assert page.search.isVisible()
    assert page.entries.rows


@pytest.mark.parametrize("state", ["solitaire-start", "cards-own", "rules-own", "practice", "settings"])
def test_a_click_selects_a_number(tour, qtbot, state):
    """What is typed next takes its place; a second click sets the cursor."""
    STATES[state](tour)
    tour.settle()
    if state == "settings":
        tour.window.page("settings").show_group("Tiles")
    shell = tour.window.stack.currentWidget()
    spins = [one.spin.lineEdit() for one in shell.findChildren(Stepper)]
    numbers = [*shell.findChildren(NumberField), *spins]
    fields = [one for one in numbers if one.isVisible() and one.isEnabled()]
    assert fields
    for field in fields[:3]:
        before = field.text()
        if not before:
            field.setText("12")
        accessibility.stops(shell)[0].setFocus()
        for _ in range(2):
            field.deselect()
            qtbot.mouseClick(field, LEFT, pos=field.rect().center())
            assert field.selectedText() == field.text().removesuffix(" px")
        qtbot.mouseClick(field, LEFT, pos=field.rect().center())
        assert not field.hasSelectedText()
        field.setText(before)


@pytest.mark.parametrize(
    ("state", "done"),
    [
        (
            "solitaire-start",
            lambda window: window.page("solitaire").model.screen != "start",
        ),  # plays a game or goes on
        ("ledger", lambda window: window.key == "table"),
        ("cards", lambda window: window.page("cards").model.can_write),
        ("cards-own", lambda window: window.page("cards").strip.is_new),
        ("rules", lambda window: window.page("rules").model.rules is not None),
        ("practice", lambda window: window.page("practice").model.found is not None),
    ],
)
def test_ctrl_enter_does_the_main_thing_from_anywhere(tour, state, done):
    window = tour.window
    for share in (0.0, 0.5, 0.99):
        STATES[state](tour)
        if state == "practice":
            window.page("practice").sheet.fields[0].enter(3)
        tour.settle()
        stops = [one for one in accessibility.stops(window.stack.currentWidget()) if one.isVisible()]
        here = stops[int(len(stops) * share)]
        here.setFocus()
        QTest.keyClick(here, K.Key_Return, Qt.KeyboardModifier.ControlModifier)
        walk.settle(window, lambda: done(window))
        assert not lost(window)
