"""Walks through a game that is shown again: a slider over its moves, steps, and going on from any of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from mjcompanion.i18n.translation import number

from ...theme import look
from ...widgets import IconButton
from ...widgets.layouts import across, fill, stand
from ...widgets.slider import Slider
from .key_button import KeyButton


class ReplayBar(QWidget):
    """First, back, slider, forth, last; "Go on from here", and the way out.

    Signals:
        moved(int): the moment after so many moves is asked for.
        go_on_wanted(): play on from here.
        closed(): the replay is to end.
    """

    moved = Signal(int)
    go_on_wanted = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.first = IconButton("first", self.tr("To the start (Home)"))
        self.back = IconButton("back-step", self.tr("One move back (←)"))
        self.forth = IconButton("forth-step", self.tr("One move on (→)"))
        self.last = IconButton("last", self.tr("To the end (End)"))
        self.slider = Slider(self.tr("Move"))
        self.slider.setPageStep(10)
        self.slider.setMinimumWidth(120)
        self.go_on = KeyButton(self.tr("Continue from here"), "G", "claim")
        self.close_button = KeyButton(self.tr("Close"), "Esc")
        self._buttons = (self.first, self.back, self.forth, self.last, self.go_on, self.close_button)
        for button in self._buttons:
            button.installEventFilter(self)
        walking = fill(across(spacing=0), self.first, self.back, (self.slider, 1), self.forth, self.last)
        ends = fill(across(spacing=look().S), None, self.go_on, self.close_button)
        self._lines: QBoxLayout = fill(across(self), (walking, 1), ends)
        self._set_narrow(narrow=False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slider.valueChanged.connect(self.moved)
        self.first.clicked.connect(lambda: self.moved.emit(0))
        self.back.clicked.connect(lambda: self.moved.emit(self.slider.value() - 1))
        self.forth.clicked.connect(lambda: self.moved.emit(self.slider.value() + 1))
        self.last.clicked.connect(lambda: self.moved.emit(self.slider.maximum()))
        self.go_on.clicked.connect(self.go_on_wanted)
        self.close_button.clicked.connect(self.closed)

    def _set_narrow(self, *, narrow: bool) -> None:
        """Stand in two lines where one is too short."""
        stand(self._lines, beside=not narrow)
        self._lines.setSpacing(look().XS if narrow else look().S)

    def fit(self, width: int) -> None:
        """Stand in one line of this width, without the keys if need be, or in two."""
        slider = max(self.slider.minimumWidth(), self.slider.sizeHint().width())
        room = width - slider - 3 * look().S
        keyed = self.go_on, self.close_button
        bare = sum(button.sizeHint().width() for button in self._buttons) - sum(
            button.key_width(shown=True) for button in keyed
        )
        whole = bare + sum(button.key_width() for button in keyed)
        for button in keyed:
            button.set_keyless(keyless=bare <= room < whole)
        self._set_narrow(narrow=bare > room)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the arrows to the page: they step through the game from each of these controls."""
        arrows = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if not arrows or event.type() is not QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        event.ignore()
        return True

    def show_moment(self, at: int, count: int, why_not: str) -> None:
        """Show where in the game we are, and whether one can go on from here."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, count)
        self.slider.setValue(at)
        self.slider.blockSignals(False)
        self.slider.setAccessibleDescription(self.tr("{at} of {count}").format(at=number(at), count=number(count)))
        for button in (self.first, self.back):
            button.setEnabled(at > 0)
        for button in (self.forth, self.last):
            button.setEnabled(at < count)
        self.go_on.allow(why_not)
