"""How far a document is that takes a while to make or to print, and the way to stop it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QProgressBar

from mjcompanion.words import number

from ...parts import Button, Card, Words
from ...theme import look

_MANY: Final = 1000


class Making(Card):
    """How far something is that takes a while, and the way to stop it."""

    def __init__(self) -> None:
        super().__init__()
        current = look()
        self.words = Words("")
        self.words.setWordWrap(False)
        self.gauge = QProgressBar()
        self.gauge.setTextVisible(False)
        self.cancel_button = Button(self.tr("Cancel"))
        line = QHBoxLayout()
        line.setSpacing(current.L)
        line.addWidget(self.words, 1)
        line.addWidget(self.cancel_button)
        longest = QCoreApplication.translate("PrintPage", "Page {done} of {count} is being printed")
        longest = longest.format(done=number(_MANY), count=number(_MANY))
        self.words.setMinimumWidth(self.words.fontMetrics().horizontalAdvance(longest))
        self.body.addLayout(line)
        self.body.addWidget(self.gauge)
        self.hide()

    def begin(self, sentence: str) -> None:
        """Show that something has begun; how far it is isn't known yet."""
        if self.isHidden():
            self._say(sentence, 0, 0)
            self.show()
            self.raise_()

    def step(self, sentence: str, done: int, count: int) -> None:
        """Show how far it is."""
        self._say(sentence, done, count)

    def _say(self, sentence: str, done: int, count: int) -> None:
        self.words.setText(sentence)
        self.gauge.setAccessibleName(sentence)
        self.gauge.setRange(0, max(1, count))
        self.gauge.setValue(done)
