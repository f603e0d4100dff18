"""The score sheet of a session next to the felt, and its balances in a chart."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QSizePolicy

from mjcompanion.i18n.translation import _
from mjcompanion.printing.chart_scale import Series
from mjcompanion.table.table import Table
from mjcompanion.table.words import outcome, row_title

from ..theme import look
from .buttons import Button
from .chart import LineChart
from .hands_table import HandsTable
from .layouts import across, fill
from .surfaces import CardFrame, TextLabel


class EveningSheet(CardFrame):
    """The score sheet of a session as paper next to the table: the names stay in sight, the newest hand too.

    Signals:
        opened(str): a row was clicked, or Enter pressed on it; the id of its item.
    """

    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        current = look()
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(current.S, current.M, 0, current.S)
        self.title = TextLabel(self.tr("Hands"), "serif", wraps=False)
        self.rules_button = Button("", "quiet")
        self.hands = HandsTable(sheet=True)
        self.hands.setSizeAdjustPolicy(QAbstractScrollArea.SizeAdjustPolicy.AdjustToContents)
        self.hands.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.hands.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # its coming moves nothing
        self.empty = TextLabel(self.tr("Each hand you score appears here. Click one to correct it."), "quiet")
        self.empty.setContentsMargins(current.M, current.M, current.M, current.M)
        head = across(spacing=current.S, margins=(current.M, 0, current.L + current.XS, 0))
        fill(head, self.title, None, self.rules_button)
        fill(self.body, head, self.hands, self.empty, None)
        self.body.setSpacing(0)
        self.hands.opened.connect(lambda item: self.opened.emit(item))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def show_table(self, table: Table, names: tuple[str, ...]) -> None:
        """Show a session, its last row in sight."""
        before = self.hands.evening.rows
        self.hands.evening.show_table(table, names)
        self.empty.setVisible(not table.rows)
        if self.hands.evening.rows != before:
            QTimer.singleShot(0, self, self.hands.scrollToBottom)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def least_width(self) -> int:
        """Return the room for everybody's column."""
        return self.hands.least_width() + look().L + 2 * look().S

    def minimumSizeHint(self) -> QSize:
        """Return the room for the names and a few hands."""
        return QSize(round(200 * look().scale), look().target + 4 * self.hands.row_height() + 2 * look().L)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self.hands.scrollToBottom)


def show_balances(chart: LineChart, table: Table, names: Sequence[str], *, winner: int | None = None) -> None:
    """Draw how everybody's points went, hand by hand; the line of a winner is gold."""
    series = [Series(names[party], table.course_of(party)) for party in table.parties]
    text = _("{row}: {what}")
    points = [_("Start"), *[text.format(row=row_title(row), what=outcome(row, names)) for row in table.rows]]
    chart.winner = None if winner is None else table.parties.index(winner)
    chart.show_lines(series, points, ["0", *[str(row.number) if row.number else "" for row in table.rows]])
