"""Plays again what the black box kept: in another window, with other letters, with the same kinds of controls."""

import random
import re

import shiboken6
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.chaos.black_box import path_of
from tests.ui import walk

_LINE = re.compile(r"\s*[\d.]+ (?P<page>[\w-]*): (?P<what>.+)")
_CLICK = re.compile(
    r"(?P<button>right |middle )?(?P<double>double )?click on (?P<path>[^ ]*)(?: at (?P<x>\d+),(?P<y>\d+))?"
)
_WHEEL = re.compile(r"wheel (?P<way>up|down) on (?P<path>[^ ]*)")
_LOOK = re.compile(r"look (?P<theme>[\w-]+), text (?P<size>\d+) %")
_KEY = re.compile(r"(?P<key>.+) in (?P<path>[^ ]*)")
_BUTTONS = {
    None: Qt.MouseButton.LeftButton,
    "right ": Qt.MouseButton.RightButton,
    "middle ": Qt.MouseButton.MiddleButton,
}
_TYPED = {
    "a letter": "abcdefghijklmnopqrstuvwxyz",
    "a digit": "0123456789",
    "a sign": "!?+-,.()[]/'=",
    "letters": "é中",
}


def play(window, lines, seed=0):
    """Do it all again; what isn't there this time is left out. Gives how many deeds were done."""
    rng, done = random.Random(seed), 0
    for line in lines:
        match = _LINE.fullmatch(line)
        if match and _one(window, match["page"], match["what"], rng):
            done += 1
            settle()
            walk.settle(window)  # what a page asks of the ledger comes before the next deed, however slow the disk is
    return done


def settle():
    """Let what a deed led to happen."""
    for _ in range(2):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _one(window, page, what, rng):
    if what == "opened":
        window.open_page(page)
        return True
    if match := _LOOK.fullmatch(what):
        window.context.settings.change(theme=match["theme"], text_size=int(match["size"]))
        return True
    if match := _CLICK.fullmatch(what):
        widget = find(window, match["path"], rng)
        return widget is not None and click(widget, match["button"], bool(match["double"]), match["x"], match["y"])
    if match := _WHEEL.fullmatch(what):
        widget = find(window, match["path"], rng)
        return widget is not None and wheel(widget, 120 if match["way"] == "up" else -120)
    match = _KEY.fullmatch(what)
    widget = match and (find(window, match["path"], rng) or QApplication.focusWidget())
    if widget is None:
        return False
    if match["key"] in _TYPED:
        QTest.keyClicks(widget, rng.choice(_TYPED[match["key"]]))
    elif keys := QKeySequence(match["key"]):
        QTest.keyClick(widget, keys[0].key(), keys[0].keyboardModifiers())
    return True


def find(window, path, rng):
    """What lies at the end of such a way now, and can be seen; of several that can't be told apart any."""
    if not path:
        return window.stack.currentWidget()
    last = path.rpartition("/")[2].partition(".")[0]
    tops = [window, *(one for one in QApplication.topLevelWidgets() if one is not window and one.isVisible())]
    found = [one for top in tops for one in shown(top) if type(one).__name__ == last and path_of(one, window) == path]
    return rng.choice(found) if found else None


def shown(widget):
    """A widget and all in it that can be seen. To ask for `findChildren` would keep what Qt made, for ever."""
    yield widget
    for one in widget.children():
        if isinstance(one, QWidget) and one.isVisible():
            yield from shown(one)


def click(widget, button=None, double=False, x=None, y=None):
    """Click on a widget, as a person can only where it is enabled; x and y in hundredths of its size."""
    place = (
        widget.rect().center() if x is None else QPoint(widget.width() * int(x) // 100, widget.height() * int(y) // 100)
    )
    do = QTest.mouseDClick if double else QTest.mouseClick
    do(widget, _BUTTONS[button], Qt.KeyboardModifier.NoModifier, place)
    return True


def wheel(widget, delta):
    """Turn the wheel over a widget."""
    if not shiboken6.isValid(widget):
        return False
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle, QPointF(widget.mapToGlobal(middle)), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
    return True
