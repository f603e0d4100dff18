"""A newcomer's first evening by keyboard and by ear: Tab goes to what a screen reader names, and every result is said.

Nothing is looked up in the code of the pages but what waits for a disk: the path is walked by names and announcements.
"""

import pytest
from mjcompanion.ui import accessibility
from mjcompanion.ui import app as start
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from mjcompanion.storage.paths import Folders

K = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier


class Newcomer:
    """Hands on a keyboard, and ears."""

    def __init__(self, qtbot, window):
        self.qtbot, self.window = qtbot, window
        self.heard = []

    def here(self):
        """What a screen reader calls the thing that has the keyboard."""
        focus = QApplication.focusWidget()
        return QAccessible.queryAccessibleInterface(focus).text(QAccessible.Text.Name) if focus else ""

    def press(self, key, modifiers=NONE):
        self.qtbot.keyClick(QApplication.focusWidget() or self.window, key, modifiers)
        QApplication.processEvents()

    def type(self, text):
        for letter in text:
            self.qtbot.keyClicks(QApplication.focusWidget(), letter)
            QApplication.processEvents()

    def tab_to(self, name):
        """Go on by Tab; whoever comes round without having met it can't get there."""
        passed = []
        for _ in range(60):
            if name in self.here():
                return
            passed.append(self.here())
            self.press(K.Key_Tab)
        raise AssertionError(f"Tab never reaches “{name}”, only {passed}")

    def wait_at(self, name):
        self.qtbot.waitUntil(lambda: name in self.here())

    def wait_for(self, words):
        """Until it is said; what was said before is forgotten."""
        self.qtbot.waitUntil(lambda: any(words in one for one in self.heard))
        self.heard.clear()


@pytest.fixture
def newcomer(qtbot, qapp, tmp_path):
    window = start.build(qapp, Folders.at(tmp_path / "data"), welcome=True)
    qtbot.addWidget(window)
    window.resize(1180, 780)
    window.show()
    made = Newcomer(qtbot, window)

    def hear(_source, text, _assertive):
        made.heard.append(text)

    accessibility.listeners.append(hear)
    yield made
    accessibility.listeners.remove(hear)
    window.close()


def test_first_run_hand_table_card_and_solitaire(newcomer, tmp_path):
    one = newcomer
    # three questions
    one.wait_at("Traditional")
    one.tab_to("characters, dots, bamboos")
    one.tab_to("Score a hand")
    one.press(K.Key_Space)
    one.window.activateWindow()
    # a first hand
    one.wait_for("Score a first hand")
    one.tab_to("Show me an example")
    one.press(K.Key_Space)
    one.wait_for("This is an example")
    one.tab_to("Clear the example")
    one.press(K.Key_Space)
    one.wait_for("Score a first hand")
    one.type("234d567c88b(777z)345b!")
    one.wait_for("How did you win?")
    one.press(K.Key_1, ALT)
    one.wait_for("Mah Jongg: 32 points")
    # a table
    one.press(K.Key_2, CONTROL)
    for number, name in enumerate(("Ann", "Bob", "Cid", "Dora"), 1):
        one.wait_at(f"Player {number}") if number == 1 else one.tab_to(f"Player {number}")
        one.type(name)
        one.press(K.Key_Tab)
    one.tab_to("Start session")
    one.press(K.Key_Space)
    one.wait_for("Ann is East")
    one.wait_at("Score hand 1")
    one.press(K.Key_Return)
    one.wait_at("Ann, East")
    one.type("21")  # Bob, drawn
    one.wait_at("Bob’s score")
    for score in ("32", "8", "4", "10"):
        one.type(score)
        one.press(K.Key_Return)
    one.wait_for("Ann pays Bob (double: East): 64")
    one.wait_at("Confirm")
    one.press(K.Key_Return)
    one.wait_for("East passes to Bob.")
    # the evening on paper
    one.press(K.Key_5, CONTROL)
    one.wait_for("Preview of ")
    page = one.window.page("print")
    page.ask_where = lambda *_: tmp_path / "card.pdf"  # the desktop's own dialog
    one.press(K.Key_S, CONTROL)
    one.qtbot.waitUntil(lambda: (tmp_path / "card.pdf").exists())
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF")
    # solitaire
    one.press(K.Key_3, CONTROL)
    one.wait_at("Play: Kemp’s Chinese game")
    one.press(K.Key_Space)
    one.wait_for("Your turn: discard a tile")
    one.press(K.Key_Return)
    one.wait_for("You discard the")
    one.wait_for("discards the")
