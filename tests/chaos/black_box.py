"""The last deeds in a window, so that they can be done again: which kinds of controls, in which order.

A line says when, on which page, what was done and with what: `  83.2 practice: click on SheetCard/QWidget/Button.1`.
There is no name in it, no tile, and no letter: a typed one is "a letter" or "a digit". `tests/chaos/replay.py` plays
such lines again.
"""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenu, QScrollBar, QWidget
from shiboken6 import isValid

from mjcompanion.settings import Settings

if TYPE_CHECKING:
    from mjcompanion.ui.window import MainWindow

KEPT_DEEDS: Final = 200
_LOOKED_AT: Final = frozenset((QMouseEvent, QKeyEvent, QWheelEvent, QInputMethodEvent))
_CLICKS: Final = {QEvent.Type.MouseButtonPress: "click", QEvent.Type.MouseButtonDblClick: "double click"}
_BUTTONS: Final = {Qt.MouseButton.RightButton: "right ", Qt.MouseButton.MiddleButton: "middle "}
_CONTROL: Final = Qt.KeyboardModifier.ControlModifier
_HELD: Final = frozenset((Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr))


class BlackBox(QObject):
    """Keeps the last `KEPT_DEEDS` deeds in a window. It sees every event of the program, so it lets most go at once."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._lines: deque[str] = deque(maxlen=KEPT_DEEDS)
        self._begun = time.monotonic()
        self._last: tuple[object, QWidget] = None, window
        window.page_opened.connect(lambda _: self._add("opened"))
        window.context.settings.changed.connect(self._on_settings)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    @property
    def lines(self) -> tuple[str, ...]:
        """The deeds, the oldest first."""
        return tuple(self._lines)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note what a person does; never keep it from anybody."""
        if type(event) in _LOOKED_AT:
            with suppress(Exception):  # what only looks on must not be what goes wrong
                self._look(watched, event)
        return False

    def _look(self, watched: QObject, event: QEvent) -> None:
        kind = event.type()
        if not isinstance(watched, QWidget):
            return
        if kind in _CLICKS and isinstance(event, QMouseEvent):
            what, at = _BUTTONS.get(event.button(), "") + _CLICKS[kind], event.position().toPoint()
            self._note(f"{what} on", watched, (kind, event.timestamp()), at)
        elif kind is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):  # comes before each key
            if event.key() in _HELD:
                return
            self._note(f"{key_of(event)} in", watched, (kind, event.timestamp(), event.key()))
        elif isinstance(event, QWheelEvent) and not isinstance(watched, QScrollBar):  # which gets it from a page
            way = "up" if event.angleDelta().y() > 0 else "down"
            self._note(f"wheel {way} on", watched, (kind, event.timestamp()))
        elif isinstance(event, QInputMethodEvent) and event.commitString():
            self._note("letters in", watched, kind)

    def _note(self, what: str, widget: QWidget, mark: object, at: QPoint | None = None) -> None:
        """Note a deed, but not once more when what didn't want it hands it to what it lies in."""
        before, first = self._last
        if mark == before and isValid(first) and widget is not first and widget.isAncestorOf(first):
            return
        self._last = mark, widget
        spot = "" if at is None or not _is_one_of_many(widget) else _spot(widget, at)
        self._add(f"{what} {path_of(widget, self._window)}{spot}")

    def _on_settings(self, value: Settings) -> None:
        self._add(f"look {value.theme}, text {value.text_size} %")

    def _add(self, what: str) -> None:
        self._lines.append(f"{time.monotonic() - self._begun:8.1f} {self._window.key}: {what}")


def key_of(event: QKeyEvent) -> str:
    """Which key it was, but of what is typed only whether it is a letter, a digit or a sign."""
    text, held = event.text(), event.modifiers() & (_CONTROL | Qt.KeyboardModifier.AltModifier)
    if text.strip() and text.isprintable() and held != _CONTROL:
        return "a letter" if text.isalpha() else "a digit" if text.isdigit() else "a sign"
    return QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText) or "a key"


def path_of(widget: QWidget, window: QWidget) -> str:
    """The way to a control: the class of each thing around it, and which of its kind it is among those beside it.

    It begins on the page, else in the window, else with a window of its own. Of tiles it says no more than the class.
    """
    names: list[str] = []
    here: QWidget | None = widget
    while here is not None and here is not window and here.parent() is not getattr(window, "stack", None):
        if type(here) is not QWidget:  # which only holds others together
            names.append(_name(here))
        here = None if here.isWindow() else here.parentWidget()
    return "/".join(reversed(names))


def _name(widget: QWidget) -> str:
    kind, parent = type(widget), widget.parentWidget()
    if parent is None or widget.isWindow() or hasattr(kind, "tile"):
        return kind.__name__
    place = [one for one in parent.children() if type(one) is kind].index(widget)
    return f"{kind.__name__}.{place}" if place else kind.__name__


def _is_one_of_many(widget: QWidget) -> bool:
    """Whether it matters where on it a click comes: a menu, a list, a picture with things on it."""
    return isinstance(widget, QMenu) or isinstance(widget.parentWidget(), QAbstractScrollArea)


def _spot(widget: QWidget, at: QPoint) -> str:
    return f" at {100 * at.x() // max(1, widget.width())},{100 * at.y() // max(1, widget.height())}"
