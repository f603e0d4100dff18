"""Lines of words with a figure at the right, as on a bill."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from ...theme import look
from ...widgets import TextLabel


class SummaryLine(msgspec.Struct, frozen=True):
    """One line: words, a figure, and a remark below."""

    words: str
    figure: str = ""
    remark: str = ""


class SummaryList(QWidget):
    """Shows entries; the labels are used again, so nothing flickers while something is entered."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.entries: tuple[SummaryLine, ...] = ()
        """What is shown."""
        self._labels: list[tuple[TextLabel, TextLabel, TextLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(look().M)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_entries(self, entries: Sequence[SummaryLine]) -> None:
        """Show these lines."""
        new = tuple(entries)
        if new == self.entries:
            return
        self.entries = new
        while len(self._labels) < len(new):
            self._add()
        for place, (words, figure, remark) in enumerate(self._labels):
            entry = new[place] if place < len(new) else None
            for label in (words, figure, remark):
                label.setVisible(entry is not None)
            if entry is None:
                continue
            words.setText(entry.words)
            figure.setText(entry.figure)
            remark.say(entry.remark)
        self.updateGeometry()

    def _add(self) -> None:
        line = 2 * len(self._labels)
        words, figure, remark = TextLabel(), TextLabel("", "strong", wraps=False), TextLabel("", "caption")
        figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(words, line, 0)
        self._grid.addWidget(figure, line, 1)
        self._grid.addWidget(remark, line + 1, 0, 1, 2)
        self._labels.append((words, figure, remark))
