"""The hands of a session, one line a hand: how it ended, and for each player the change and the balance."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView

from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.table.events import HandItem
from mjcompanion.table.rows import TableRow
from mjcompanion.table.words import brief, figure, outcome, player_sentence, signed

from ...rich_text import in_role
from ...theme import look
from ...widgets.chart import LineChart
from ...widgets.session_sheet import HandsModel
from ...widgets.tables import KEY, LEFT, MARKED, RIGHT, DataHeader, DataTable, row_height

Index = QModelIndex | QPersistentModelIndex
NUMBER, WORDS, FIRST = 0, 1, 2
"""The first columns; from the third on there are two for each player, the change and the balance."""
_NOWHERE = QModelIndex()
_LEAST_WORDS: Final = 150
"""The least width of the words at 100 % text; where they have less, the balances give way."""
_LINES = 2


class EveningModel(HandsModel):
    """All rows of a session, with figures in columns of their own."""

    def party_of(self, column: int) -> int:
        """Return the number of the player or bettor of a column."""
        return self.parties[(column - FIRST) // 2]

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else FIRST + 2 * len(self.parties)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return words for people who read, whole sentences for those who hear, and how a cell looks."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == KEY:
            return row.id
        if column < FIRST:
            return self._words_role(row, column, role)
        party = self.party_of(column)
        if not self.had_come(row, party):
            return None
        return self._figures_role(row, party, role, is_balance=bool((column - FIRST) % 2))

    def _words_role(self, row: TableRow, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                (number(row.number) if row.number else "")
                if column == NUMBER
                else outcome(row, self.everybody, short=True)
            )
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return in_role(role, self.sentence(row))
        if role == Qt.ItemDataRole.ForegroundRole:
            won = isinstance(row.item, HandItem) and row.item.winner is not None
            return QColor(look().colours.text if won and column == WORDS else look().colours.quiet)
        return LEFT if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _figures_role(self, row: TableRow, party: int, role: int, *, is_balance: bool) -> object:
        current, change = look(), row.change(party)
        moved = bool(row.paid) or isinstance(row.item, HandItem)
        if role == Qt.ItemDataRole.DisplayRole:
            return figure(row.balances[party]) if is_balance else signed(change) if moved else ""
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return in_role(role, player_sentence(row, party, self.everybody[party]))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT
        won = row.winner is not None and party == row.winner
        if role == Qt.ItemDataRole.FontRole:
            return current.font(current.small if is_balance else current.body, bold=won and not is_balance)
        if role == Qt.ItemDataRole.ForegroundRole:
            c = current.colours
            return QColor(c.quiet if is_balance or not change else c.good if change > 0 else c.text)
        return won if role == MARKED and not is_balance else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if section < FIRST:
            words = pgettext("one deal played", "Hand") if section == NUMBER else ""
            found: dict[int, object] = {Qt.ItemDataRole.DisplayRole: words, Qt.ItemDataRole.TextAlignmentRole: LEFT}
            return found.get(role)
        place, is_balance = divmod(section - FIRST, 2)
        name = brief(self.everybody[self.parties[place]], 200)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return in_role(role, _("{name}: balance").format(name=name) if is_balance else name)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT
        return ("" if is_balance else name) if role == Qt.ItemDataRole.DisplayRole else None


class EveningHeader(DataHeader):
    """The names, each with the marker of its line in the chart."""

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Leave room for the marker."""
        size = super().sectionSizeFromContents(section)
        return size + QSize(look().small + look().M, 0) if _is_name(section) else size

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint the name, then the marker before it."""
        painter.save()
        super().paintSection(painter, rect, section)
        painter.restore()
        if not _is_name(section):
            return
        current = look()
        name = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        wide = QFontMetrics(current.font(current.body, bold=True)).horizontalAdvance(name)
        last = all(self.isSectionHidden(at) for at in range(section + 1, self.count()))
        right = rect.right() - (current.M if last else current.XS)
        middle = QPointF(right - wide - current.S - current.small * 0.33, rect.center().y() + 0.5)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        LineChart.paint_marker(painter, current, (section - FIRST) // 2, middle, current.small * 0.33)
        painter.restore()


def _is_name(section: int) -> bool:
    return section >= FIRST and not (section - FIRST) % 2


class EveningTable(DataTable):
    """The table of hands. In a narrow window the balances are left to the opened hand, and words wrap."""

    words_column = WORDS

    def __init__(self) -> None:
        self.evening = EveningModel()
        super().__init__(_("Hands"), self.evening, header=EveningHeader())
        self.evening.setParent(self)
        self.evening.modelReset.connect(self.fit)
        self.setWordWrap(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def fit(self) -> None:
        """Give the columns their widths, hide the balances where the words would have no room, and wrap long words."""
        super().fit()
        current, header, evening = look(), self.horizontalHeader(), self.evening
        body, small = QFontMetrics(current.font(current.body, bold=True)), QFontMetrics(current.font(current.small))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        widths = {NUMBER: header.sectionSizeHint(NUMBER)}
        for place, party in enumerate(evening.parties):
            rows = [row for row in evening.rows if evening.had_come(row, party)]
            changes, balances = {row.change(party) for row in rows}, {row.balances[party] for row in rows}
            dot = current.small // 2 + current.M + 2 * current.S
            change = max(map(body.horizontalAdvance, map(signed, changes)), default=0) + dot
            balance = max(map(small.horizontalAdvance, map(figure, balances)), default=0) + current.S + current.M
            at = FIRST + 2 * place
            widths |= {at: max(change, header.sectionSizeHint(at)), at + 1: balance}
        narrow = self.viewport().width() - sum(widths.values()) < round(_LEAST_WORDS * current.scale)
        for at, width in widths.items():
            self.setColumnHidden(at, narrow and at >= FIRST and bool((at - FIRST) % 2))
            header.resizeSection(at, width)
        self.find_ends()
        room = self.viewport().width() - current.S
        room -= sum(width for at, width in widths.items() if not self.isColumnHidden(at))
        metrics, line = QFontMetrics(current.font(current.body)), row_height()
        for place, row in enumerate(evening.rows):
            wraps = metrics.horizontalAdvance(outcome(row, evening.everybody, short=True)) > room
            high = line + (_LINES - 1) * metrics.lineSpacing() if wraps else line
            if self.rowHeight(place) != high:
                self.setRowHeight(place, high)
