"""The cards over the preview: the progress of a long document, and the questions before printing."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from mjcompanion.i18n.translation import _, number

from ...theme import look
from ...widgets import Button, CardFrame, Choice, Stepper, TextLabel
from ...widgets.fields import labelled
from ...widgets.keys import ENTER
from ...widgets.layouts import LEFT, across, fill
from .printing import Wish

_MANY: Final = 1000
_MOST_COPIES: Final = 99


class Making(CardFrame):
    """The progress of something long, and a button to stop it."""

    def __init__(self) -> None:
        super().__init__()
        self.words = TextLabel("", wraps=False)
        self.gauge = QProgressBar()
        self.gauge.setTextVisible(False)
        self.cancel_button = Button(self.tr("Cancel"))
        longest = _("Page {done} of {count}").format(done=number(_MANY), count=number(_MANY))
        self.words.setMinimumWidth(self.words.fontMetrics().horizontalAdvance(longest))
        fill(self.body, fill(across(spacing=look().L), (self.words, 1), self.cancel_button), self.gauge)
        self.hide()

    def begin(self, sentence: str) -> None:
        """Show that something has begun."""
        if self.isHidden():
            self.step(sentence, 0, 0)
            self.show()
            self.raise_()

    def step(self, sentence: str, done: int, count: int) -> None:
        self.words.setText(sentence)
        self.gauge.setAccessibleName(sentence)
        self.gauge.setRange(0, max(1, count))
        self.gauge.setValue(done)


class Asking(CardFrame):
    """Which printer, which pages, how many copies.

    Signals:
        wished(Wish): so it is to be printed.
        left(): it isn't.
    """

    wished = Signal(object)
    left = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Print"))
        self.printer = Choice(self.tr("Printer"))
        self.copies = Stepper(self.tr("Copies"), 1, _MOST_COPIES, 1)
        self.first = Stepper(self.tr("From page"), 1, 1, 1)
        self.last = Stepper(self.tr("To page"), 1, 1, 1)
        self.print_button = Button(self.tr("Print"), "primary", "print")
        self.print_button.clicked.connect(self._wish)
        self.leave_button = Button(self.tr("Not now"))
        self.leave_button.clicked.connect(self.leave)
        self.first.value_changed.connect(lambda page: self.last.set_value(max(page, self.last.value)))
        self.last.value_changed.connect(lambda page: self.first.set_value(min(page, self.first.value)))
        self._some = QWidget()
        fill(across(self._some), *[labelled(one.accessibleName(), one) for one in (self.first, self.last)])
        copies = labelled(self.tr("Copies"), self.copies)
        buttons = fill(across(spacing=look().S), None, self.leave_button, self.print_button)
        fill(self.body, labelled(self.tr("Printer"), self.printer), self._some, (copies, LEFT), buttons)
        self.hide()

    def ask(self, printers: list[str], pages: int) -> None:
        """Ask how to print a document; all its pages once is the default."""
        self.printer.set_choices([(name, name) for name in printers])
        for stepper in (self.first, self.last):
            stepper.set_most(pages)
        self.first.set_value(1)
        self.last.set_value(pages)
        self.copies.set_value(1)
        self._some.setVisible(pages > 1)
        self.show()
        self.raise_()
        self.print_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Close the questions."""
        self.hide()
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() in ENTER:
            self._wish()
        else:
            super().keyPressEvent(event)

    def _wish(self) -> None:
        self.hide()
        self.wished.emit(Wish(self.printer.currentData(), self.copies.value, self.first.value, self.last.value))
