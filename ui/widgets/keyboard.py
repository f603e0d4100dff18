"""Where the keyboard goes, by one law for all pages: from question to question, and never off the page by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QScrollArea, QWidget
from shiboken6 import isValid

from ..accessibility import after, stops, takes_keyboard
from ..shortcuts import bind
from .buttons import CheckBox, Choice
from .fields import NumberField, TextField
from .flow import Flow
from .keys import ENTER, is_typed
from .segmented import Segmented

_NEVER_OPEN: Final = (CheckBox, Choice, Flow, TextField)
"""What may be left as it is."""


class KeyboardKeeper(QObject):
    """Hands the keyboard to the next thing on a page when what has it hides or is disabled; Qt may leave the page."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._inside = False
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_moved)

    def _on_moved(self, old: QWidget | None, now: QWidget | None) -> None:
        page = self._page
        if now is not None:
            self._inside = page.isAncestorOf(now)
            if self._inside:
                QTimer.singleShot(0, self, self._hand_on)  # once what goes is hidden
        elif self._inside:  # it is being deleted, and still in the chain that Tab goes along; or the window rests
            QTimer.singleShot(0, self, self._return)
        if old is None or not isValid(old) or not isValid(page) or (old.isVisible() and old.isEnabled()):
            return
        elsewhere = now is not None and (page.isAncestorOf(now) or now.window() is not page.window())
        if page.isVisible() and page.isAncestorOf(old) and not elsewhere:
            target = _nearest(old, page)
            if target is not None:
                target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _hand_on(self) -> None:
        """Take the keyboard from what takes no keys: Qt may give it to a page of a stack that is hidden at once."""
        focus, page = QApplication.focusWidget(), self._page
        if focus is None or not page.isVisible() or not page.isAncestorOf(focus):
            return
        if focus.focusPolicy() is Qt.FocusPolicy.NoFocus or not (focus.isVisible() and focus.isEnabled()):
            target = _nearest(focus, self._page)
            if target is not None:
                target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _return(self) -> None:
        """What had the keyboard was deleted: begin with the first thing on the page."""
        found = stops(self._page) if self._page.isVisible() and QApplication.focusWidget() is None else []
        if found and self._page.isActiveWindow():
            found[0].setFocus(Qt.FocusReason.OtherFocusReason)


def main_button(page: QWidget) -> QAbstractButton | None:
    """The one action of a page, where it can be done now: the button in its accent."""
    buttons = (one for one in page.findChildren(QAbstractButton) if one.property("role") == "primary")
    return next((one for one in buttons if one.isVisible() and one.isEnabled()), None)


def bind_main(page: QWidget) -> None:
    """Let the keys of the main thing press the main button of a page, from anywhere in its window."""

    def press() -> None:
        button = main_button(page)
        if button is not None:
            button.click()

    bind(page, "go-on", press, can=lambda: main_button(page) is not None, everywhere=True)


class Ticks(Flow):
    """A tick for each of some things; with the keyboard on one of them the keys of another tick that."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.boxes = [CheckBox("") for _ in range(count)]
        self._keys = [""] * count
        self.add(*self.boxes)

    def offer(self, choices: Sequence[Sequence[str]], name: str) -> None:
        """Offer these things, whose values are the places of their boxes; shown in this order, named for ears."""
        for value, word, _, _, keys in choices:
            box = self.boxes[int(value)]
            box.setText(word)
            box.setAccessibleName(name.format(name=word))
            self._keys[int(value)] = keys
        self.order([self.boxes[int(choice[0])] for choice in choices])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.text().strip().casefold()
        box = next((one for one, keys in zip(self.boxes, self._keys, strict=True) if key and key in keys), None)
        if box is None or not box.isEnabled() or not is_typed(event):
            super().keyPressEvent(event)
        else:
            box.click()
            box.setFocus(Qt.FocusReason.TabFocusReason)


def _nearest(gone: QWidget, page: QWidget) -> QWidget | None:
    """Return the nearest widget before one that can't have the keyboard any more: Qt found none after it."""
    here = after(gone, forward=False)
    while here is not gone:
        if here.focusProxy() is None and page.isAncestorOf(here) and takes_keyboard(here):
            return here
        here = after(here, forward=False)
    return next(iter(stops(page)), None)


class Questions(QObject):
    """The questions of a form, in their order, and the button with which it goes on.

    What is answered, by mouse or key, moves the keyboard to the next open question; Enter moves it to the next one,
    open or not. Only what is answered, or may be left open, leads to the next step. What is typed where nothing takes
    it goes to the first open question.
    """

    def __init__(
        self, form: QWidget, asked: Callable[[], Sequence[QWidget]], way_on: QWidget, scroller: QScrollArea
    ) -> None:
        super().__init__(form)
        self._form, self._asked, self._way_on, self._scroller = form, asked, way_on, scroller
        self._passing_on = False

    def watch(self, *questions: QWidget) -> None:
        """Go on from these once they are answered."""
        for one in questions:
            if isinstance(one, Segmented):
                one.answered.connect(lambda _value, one=one: self.answered(one))
            elif isinstance(one, NumberField):
                one.finished.connect(lambda one=one: self.passed(one))

    def is_open(self, question: QWidget) -> bool:
        """Whether a question has no answer yet; a button among the questions counts as unanswered."""
        if isinstance(question, NumberField):
            return question.number is None
        if isinstance(question, Segmented):
            return question.value is None
        return not isinstance(question, _NEVER_OPEN)

    def answered(self, question: QWidget) -> None:
        """Go to the next open question after one that was answered."""
        self._go([one for one in self._after(question) if self.is_open(one)])

    def passed(self, question: QWidget) -> None:
        """Go to the question after one that Enter was pressed in."""
        self._go(self._after(question))

    def begin(self, *, at_first: bool = False) -> None:
        """Go to the first open question; where all are answered to the next step, or with `at_first` to the first."""
        asked = self._laid_out()
        if at_first and asked and self._way_on.isEnabled():
            self.focus_on(asked[0])
        else:
            self._end(asked)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """While the form is shown again: go to the first open question where that takes the keyboard from something."""
        before = QApplication.focusWidget()
        inside = before is not None and self._form.isAncestorOf(before)
        yield
        if inside and before is not None and not (before.isVisible() and before.isEnabled()):
            self.begin()

    def take(self, event: QKeyEvent) -> bool:
        """Take a key that nothing on the form took; whether it was of use."""
        if not is_typed(event):
            return False
        focus = QApplication.focusWidget()
        asked = self._laid_out()
        current = next((one for one in asked if focus is not None and (one is focus or one.isAncestorOf(focus))), None)
        if event.key() in ENTER:
            if current is not None:
                self.passed(current)
            elif isinstance(focus, QLineEdit):
                self._end(asked)
            return True
        first = next((one for one in asked if self.is_open(one)), None)
        if current is not None or first is None or self._passing_on or not event.text().strip().isprintable():
            return False
        if not event.text().strip():
            return False
        self._passing_on = True
        self.focus_on(first)
        self.pass_on(event)
        self._passing_on = False
        return True

    @staticmethod
    def pass_on(event: QKeyEvent) -> None:
        """Give a key to what has the keyboard now."""
        focus = QApplication.focusWidget()
        if focus is not None:
            QApplication.sendEvent(focus, QKeyEvent(event.type(), event.key(), event.modifiers(), event.text()))

    def focus_on(self, question: QWidget) -> None:
        """Give the keyboard to a question."""
        target: QWidget | None = question
        if isinstance(question, Segmented):
            segments = [one for one in question.segments if one.isEnabled()]
            chosen = [one for one in segments if one.isChecked()]
            target = next(iter(chosen or segments), None)
        elif isinstance(question, Flow):
            target = next((one for one in question.widgets if one.isEnabled()), None)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)
            self._scroller.ensureWidgetVisible(target)
            QTimer.singleShot(0, target, lambda: self._scroller.ensureWidgetVisible(target))  # once it is laid out
            if isinstance(target, QLineEdit):
                target.selectAll()

    def _go(self, following: Sequence[QWidget]) -> None:
        if following:
            self.focus_on(following[0])
        else:
            self._end(self._laid_out())

    def _after(self, question: QWidget) -> list[QWidget]:
        """The questions that follow one, which itself may be settled by now."""
        asked = list(self._asked())
        place = asked.index(question) + 1 if question in asked else len(asked)
        able = self._laid_out()
        return [one for one in asked[place:] if one in able]

    def _end(self, asked: Sequence[QWidget]) -> None:
        """Focus the button of the next step once it is enabled, else a question that is still open."""
        open_ones = [one for one in asked if self.is_open(one)]
        if self._way_on.isEnabled():
            self._way_on.setFocus(Qt.FocusReason.TabFocusReason)
        elif open_ones or asked:
            self.focus_on((open_ones or asked)[0])

    def _laid_out(self) -> list[QWidget]:
        """The questions that can be answered now."""
        layout = self._form.layout()
        if layout is not None:
            layout.activate()
        return [one for one in self._asked() if one.isVisible() and one.isEnabled() and not _is_settled(one)]


def _is_settled(question: QWidget) -> bool:
    """Whether the answer comes from elsewhere."""
    return isinstance(question, NumberField) and question.isReadOnly()
