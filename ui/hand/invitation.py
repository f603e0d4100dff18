"""The strip above the Score page that invites a newcomer to score a first hand, with an example to look at."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy

from ..accessibility import announce, make_area
from ..theme import look
from ..widgets import Button, IconButton, TextLabel
from ..widgets.fitting import Fits
from ..widgets.layouts import across, fill, grow_by_width, stand

_WORDS = 280
"""At 100 % text: the least width that is left for the words next to the button."""


class Invitation(Fits, QFrame):
    """A sentence, one thing to do, and a button that dismisses it.

    Signals:
        example_wanted(): show an example.
        clear_wanted(): take the example away.
        closed(): the person wants no invitation.
    """

    example_wanted = Signal()
    clear_wanted = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.of_example: bool | None = None
        """Whether it speaks of the example that is shown; None before it was told."""
        make_area(self, self.tr("A first hand"))
        self.setProperty("role", "strip")
        self.words = TextLabel("", "strong")
        self.example_button = Button(self.tr("Show me an example"))
        self.clear_button = Button(self.tr("Clear the example"))
        self.close_button = IconButton("close", self.tr("Close this invitation"))
        current = look()
        layout = across(self, spacing=current.M, margins=(current.L, current.XS, current.XS, current.XS))
        self.buttons = (self.example_button, self.clear_button, self.close_button)
        self._line = fill(across(spacing=current.S), (self.words, 1))
        for button in self.buttons[:2]:
            self._line.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        fill(layout, (self._line, 1))
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        grow_by_width(self, QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.example_button.clicked.connect(self.example_wanted)
        self.clear_button.clicked.connect(self.clear_wanted)
        self.close_button.clicked.connect(self.closed)

    def invite(self, *, example: bool, begun: bool = False) -> None:
        """Speak of the example, or of a first hand; where one is `begun` no example is offered: it would replace it."""
        focus = QApplication.focusWidget()
        focused = focus is not None and self.isAncestorOf(focus)
        self.example_button.setVisible(not example and not begun)
        self.clear_button.setVisible(example)
        if example is self.of_example:
            return
        self.of_example = example
        text = self.tr("Score a first hand: click its tiles or type them.")
        if example:
            text = self.tr("This is an example. The sheet shows line by line what the hand scores.")
        self.words.setText(text)
        if focused:  # one button has taken the other's place
            next((one for one in self.buttons if not one.isHidden()), self.close_button).setFocus()
        announce(self, text)

    def fit(self) -> None:
        """Stand the button below the words where both have no room side by side."""
        current = look()
        room = self.width() - self.close_button.width() - current.L - current.XS - 2 * current.M
        wide = max(button.sizeHint().width() for button in (self.example_button, self.clear_button))
        stand(self._line, beside=room - wide >= _WORDS * current.scale)
