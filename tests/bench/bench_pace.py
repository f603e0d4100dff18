"""How long a person takes: hands typed and clicked at a person's pace, in a window.

A key takes 0.28 s, a thought 1.2 s (one before each question, and one before the other players' scores), and a click,
with the way to it, 1.2 s. Keys go to whatever has the keyboard; nothing is called behind the window's back.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.storage.paths import Folders

KEY, THOUGHT, CLICK = 0.28, 1.2, 1.2
_NAMED = {"⏎": Qt.Key.Key_Return, "⇥": Qt.Key.Key_Tab, "→": Qt.Key.Key_Right}


def wait(milliseconds: int) -> None:
    """Let the window and its threads go on for so long; QTest's own way of waiting starves threads."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


class Person:
    """Types and clicks, and counts."""

    def __init__(self) -> None:
        self.keys = self.thoughts = self.clicks = 0

    def think(self) -> None:
        self.thoughts += 1
        wait(round(THOUGHT * 1000))

    def type(self, text: str) -> None:
        """Type; ⏎ is Enter, ⇥ Tab."""
        for letter in text:
            self.keys += 1
            wait(round(KEY * 1000))
            target = QApplication.focusWidget()
            assert target is not None, "nothing has the keyboard"
            if letter in _NAMED:
                QTest.keyClick(target, _NAMED[letter])
            else:
                QTest.keyClicks(target, letter)

    def confirm(self) -> None:
        """Ctrl+Enter."""
        self.keys += 2
        wait(round(2 * KEY * 1000))
        target = QApplication.focusWidget()
        assert target is not None, "nothing has the keyboard"
        QTest.keyClick(target, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    def click(self, widget: QWidget) -> None:
        """Click in the middle of what can be seen."""
        self.clicks += 1
        wait(round(CLICK * 1000))
        assert widget.isVisible(), widget.accessibleName()
        seen = widget.visibleRegion().boundingRect()
        assert not seen.isEmpty(), f"{widget.accessibleName()} is out of sight"
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(seen.center()))


def by_keys(window, person: Person) -> None:
    """A whole hand on the Score page, typed."""
    window.open_page("score")
    wait(50)
    person.think()
    person.type("(rrr)[1111b]123c456d99bf1,West⏎")
    person.think()
    person.type("1")
    person.think()
    person.type("9b⏎")


def by_mouse(window, person: Person) -> None:
    """The same hand, clicked."""
    page = window.page("score")
    page.model.clear()
    wait(50)
    palette = page.palette_row

    def tile(text: str) -> QWidget:
        return palette.buttons[palette.tiles.index(Tile.parse(text))]

    def segment(segmented, value: str) -> QWidget:
        return next(one for one in segmented.segments if one.value == value)

    for laying, lowest in (("pung", "7z"), ("concealed-kong", "1s"), ("chow", "1m"), ("chow", "4p")):
        person.click(segment(page.hand_card.laying, laying))
        person.click(tile(lowest))
    for text in ("9s", "9s", "1f"):
        person.click(tile(text))
    person.click(segment(page.seat, "W"))
    person.think()
    person.click(segment(page.win_card.ways, "draw"))
    person.think()
    row = page.win_card.tile_row
    person.click(next(button for button in row.buttons if button.tile is Tile.parse("9s")))


def first_of_four(window, person: Person) -> None:
    """A session of four, begun with four new names, and its first hand."""
    window.open_page("table")
    wait(50)
    person.think()
    person.type("Ann⇥Bob⇥Chuck⇥Dot")
    person.confirm()
    _until(lambda: window.page("table").model.table is not None)
    hand_of_four(window, person)


def hand_of_four(window, person: Person) -> None:
    """A hand of a session that goes on."""
    before = _hands(window)
    person.type("⏎")
    person.think()
    person.type("3")
    person.think()
    person.type("1")
    person.think()
    person.type("32⏎")
    person.think()
    person.type("8⏎4⏎2⏎⏎")
    _until(lambda: _hands(window) == before + 1)


def _hands(window) -> int:
    table = window.page("table").model.table
    return 0 if table is None else len(table.rows)


def _until(done: Callable[[], bool]) -> None:
    for _ in range(500):
        if done():
            return
        wait(10)
    raise AssertionError("it never happened")


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from mjcompanion.ui.app import build

    app = QApplication(["pace"])
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        window = build(app, Folders.at(folder))
        window.setWindowState(Qt.WindowState.WindowNoState)  # maximised, it would keep the size of the offscreen screen
        window.resize(1366, 714)
        window.show()
        window.activateWindow()
        wait(100)
        opening = time.perf_counter() - began
        wanted = (("from the start to the first hand of four, confirmed", first_of_four, 22, opening),
                  ("a later hand of four", hand_of_four, 9, 0.0), ("a later hand of four", hand_of_four, 9, 0.0),
                  ("a hand scored by keys", by_keys, 15, opening),
                  ("the same by mouse", by_mouse, 30, opening))  # fmt: skip
        for name, doing, most, before in wanted:
            person = Person()
            began = time.perf_counter()
            doing(window, person)
            spent = time.perf_counter() - began + before
            counted = f"{person.keys} keys, {person.clicks} clicks, {person.thoughts} thoughts"
            print(f"  {name:52} {spent:5.1f} s of {most} s   ({counted})")
        page = window.page("score")
        print(f"  the hand scored {page.model.seen.sheet.score}; unanswered: {page.model.seen.unanswered}")
        window.close()


if __name__ == "__main__":
    main()
