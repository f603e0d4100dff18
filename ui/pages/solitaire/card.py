"""The card of an American game next to the felt, to read while playing: only what is printed, no help of the coach."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.american.card import Card
from mjcompanion.american.line import Line, shown
from mjcompanion.i18n.translation import number

from ...theme import look, set_role
from ...widgets import Heading, ScrollPage, TextLabel
from ...widgets.card_line import CardLine
from ...widgets.layouts import across, down, empty, fill


class CardPanel(QWidget):
    """The lines of a card by their sections, each with its value and whether it is exposed or concealed."""

    def __init__(self) -> None:
        super().__init__()
        self.card: Card | None = None
        """The card that is shown."""
        self._rows: list[_Row] = []
        current = look()
        content = QWidget()
        column = down(content, spacing=current.XS, margins=(current.S, current.S, current.M, current.S))
        self.heading = Heading("", 2)
        self.about = TextLabel(self.tr("X: sets may be claimed. C: concealed, only the last tile may be."), "caption")
        self._lines = down(spacing=current.XS)
        fill(column, self.heading, self.about, self._lines, None)
        self.scroller = ScrollPage(content)
        self.scroller.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.scroller.setAccessibleName(self.tr("The card"))
        set_role(self.scroller, "reader")
        down(self).addWidget(self.scroller)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(row.line for row in self._rows)

    def show_card(self, card: Card) -> None:
        if self.card is not None and self.card.digest == card.digest:
            return
        self.card = card
        self._rows = []
        empty(self._lines)
        self.heading.setText(card.title)
        for section, lines in card.sections:
            if section:
                self._lines.addSpacing(look().S)
                self._lines.addWidget(Heading(shown(section), 3))
            for line in lines:
                row = _Row(line)
                self._rows.append(row)
                self._lines.addWidget(row)
        self.scroller.verticalScrollBar().setValue(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.scroller.verticalScrollBar()
        step = {Qt.Key.Key_PageUp: -bar.pageStep(), Qt.Key.Key_PageDown: bar.pageStep()}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            bar.setValue(bar.value() + step)


class _Row(QWidget):
    """A line: its letters, value and kind, and its note."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.line = line
        letters = CardLine(line.pattern)
        value = TextLabel(f"{number(line.value)} {line.kind}", "strong", wraps=False)
        top = fill(across(spacing=look().S), (letters, 1))
        top.addWidget(value, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        column = fill(down(self, spacing=0), top)
        if line.note:
            column.addWidget(TextLabel(shown(line.note), "caption"))
        self.setAccessibleName(f"{line.pattern}, {line.value}, {line.kind}")
