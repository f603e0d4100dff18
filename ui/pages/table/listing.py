"""Lines of words with a figure at the right, as on a bill."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from ...theme import look
from ...widgets import TextLabel
from ...widgets.layouts import empty


class SummaryLine(msgspec.Struct, frozen=True):
    """One line: words, a figure, and a remark below."""

    words: str
    figure: str = ""
    remark: str = ""


class SummaryList(QWidget):
    """Shows such lines one below the other; without any it is hidden."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.entries: tuple[SummaryLine, ...] = ()
        """What is shown."""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(look().M)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_entries(self, entries: Sequence[SummaryLine]) -> None:
        """Show these lines."""
        if tuple(entries) != self.entries:
            self.entries = tuple(entries)
            self._fill()
        self.setVisible(bool(entries))

    def _fill(self) -> None:
        empty(self._grid)
        for at, entry in enumerate(self.entries):
            self._grid.addWidget(TextLabel(entry.words), 2 * at, 0)
            figure = TextLabel(entry.figure, "strong", wraps=False)
            self._grid.addWidget(figure, 2 * at, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            if entry.remark:
                self._grid.addWidget(TextLabel(entry.remark, "caption"), 2 * at + 1, 0, 1, 2)
