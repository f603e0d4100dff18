"""The score sheet of an evening: how each hand ended, what it did for everybody, and how the balances went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionViewItem, QWidget

from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import _, joined
from mjcompanion.printing.chart_scale import Series
from mjcompanion.table.events import HandItem
from mjcompanion.table.rows import TableRow
from mjcompanion.table.table import Table
from mjcompanion.table.words import (
    brief,
    few_words,
    figure,
    is_by_hand,
    outcome,
    player_sentence,
    row_round,
    row_title,
    signed,
)

from .. import icons
from ..rich_text import in_role, set_tooltip
from ..theme import look, smooth_painter
from .chart import LineChart
from .felt import fitted
from .figures import Index, QuietDelegate, TableHeader, WholeTable
from .layouts import down, fill
from .surfaces import ScrollPage

ROW: Final = Qt.ItemDataRole.UserRole + 1
"""The role that gives the row of the table."""
_NOWHERE = QModelIndex()
_TOLD: Final = 150
"""The least width at 100 % text of the column that says what happened."""
_TOLD_BRIEFLY: Final = 102
_LINES: Final = 2
"""The lines that a row has room for, however little it says."""
_MOST_LINES: Final = 5
_ROOMY: Final = 1.4
"""So much more than the least that column has where scores and changes stand beside each other."""


class HandsModel(QAbstractTableModel):
    """All rows of a session: the first column says what happened, then comes one for each player and bettor."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[TableRow, ...] = ()
        """What is shown."""
        self.everybody: tuple[str, ...] = ()
        """The names of all who ever were to sit here, by number."""
        self.parties: tuple[int, ...] = ()
        """The numbers of those of the columns."""
        self._came: dict[int, int] = {}
        self._places: dict[str, int] = {}
        self.with_wind = True
        """Whether a round has a wind."""

    def show_table(self, table: Table | None, names: tuple[str, ...]) -> None:
        """Show a session."""
        rows = table.rows if table is not None else ()
        parties = table.parties if table is not None else ()
        if (rows, names, parties) == (self.rows, self.everybody, self.parties):
            return
        self.beginResetModel()
        self.rows, self.everybody = rows, names if table is not None else ()
        self.parties = parties
        self._places = {row.id: place for place, row in enumerate(rows)}
        self._came = table.came if table is not None else {}
        self.with_wind = table is not None and table.rules.rules.has_round_wind
        self.endResetModel()

    @property
    def names(self) -> tuple[str, ...]:
        """Those of the columns: the players, then the bettors."""
        return tuple(self.everybody[party] for party in self.parties)

    def place_of(self, item: str) -> int:
        """The row of an item, -1 when there is none."""
        return self._places.get(item, -1)

    def had_come(self, row: TableRow, party: int) -> bool:
        """Whether somebody was at the table already by a row."""
        return party < len(row.balances) and self._came.get(party, 0) <= self.place_of(row.id)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 1 + len(self.parties)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words for people who read, and whole sentences for those who hear."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return self._told(row) if column == 0 else self._figures(row, self.parties[column - 1])
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            text = self._told(row) if column == 0 else self._sentence(row, self.parties[column - 1])
            return in_role(role, text)
        return None

    def words(self, row: TableRow, *, few: bool) -> str:
        """Return what a row says happened."""
        return few_words(row, self.everybody) if few else outcome(row, self.everybody)

    def _told(self, row: TableRow) -> str:
        parts = (row_title(row), row_round(row, with_wind=self.with_wind), outcome(row, self.everybody))
        return joined(part for part in parts if part)

    def _figures(self, row: TableRow, player: int) -> str:
        return f"{signed(row.change(player))} {figure(row.balances[player])}" if self.had_come(row, player) else ""

    def _sentence(self, row: TableRow, player: int) -> str:
        return player_sentence(row, player, self.everybody[player]) if self.had_come(row, player) else ""

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return row_title(self.rows[section]) if role == Qt.ItemDataRole.DisplayRole else None
        name = self.tr("Hand", "one deal played") if section == 0 else brief(self.names[section - 1], 200)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return in_role(role, name)
        return None


class HandsTable(WholeTable):
    """The rows of a session; those that are opened give the ids of their items.

    Signals:
        walked(str): the keyboard came to another row; the id of its item.
        moved(): columns have other widths or another place.
    """

    walked = Signal(str)
    moved = Signal()

    def __init__(self, *, brief: bool = False) -> None:
        self.compact = brief
        """Whether scores stand above the changes, for want of room, and not beside them."""
        self.brief = brief
        """Whether what happened is said in a few words, in a narrow column."""
        self.hands = HandsModel()
        super().__init__(_("Hands"), self.hands, TableHeader())
        self.setItemDelegate(_HandDelegate(self))
        self.horizontalHeader().hide()  # the names stand in a widget of their own, which stays in sight
        self.horizontalScrollBar().valueChanged.connect(self.moved)

    def choose(self, item: str) -> None:
        """Light the row of an item, without a signal; an empty id lights none."""
        selection = self.selectionModel()
        selection.blockSignals(True)
        self.light(self.hands.place_of(item) if item else -1)
        selection.blockSignals(False)
        self.viewport().update()

    @property
    def chosen(self) -> str:
        """The id of the item whose row is lit."""
        indexes = self.selectedIndexes()
        return self.hands.rows[indexes[0].row()].id if indexes else ""

    def box_of(self, place: int) -> QRect:
        """Where a row lies in this widget."""
        return QRect(0, self.rowViewportPosition(place), self.width(), self.rowHeight(place))

    def fit(self) -> None:
        current = look()
        widths = self._widths()
        for place, width in enumerate(widths):
            self.horizontalHeader().resizeSection(place, width)
        self.verticalHeader().setDefaultSectionSize(self.row_height())
        heights = self._heights(widths[0] - 2 * current.S)
        for place, height in enumerate(heights):
            if self.rowHeight(place) != height:
                self.setRowHeight(place, height)
        scrolls = sum(widths) > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        self.setFixedHeight(max(current.target, sum(heights) + bar))
        self.moved.emit()

    def _heights(self, width: int) -> list[int]:
        """Return how high each row is with words that wrap at this width."""
        metrics = QFontMetrics(look().font(look().body))
        texts = [self.hands.words(row, few=self.brief) for row in self.hands.rows]
        return [self.row_height(len(in_lines(metrics, text, width, _MOST_LINES))) for text in texts]

    @staticmethod
    def row_height(lines: int = _LINES) -> int:
        """A line that says which hand, and two or more for how it ended."""
        current = look()
        small = QFontMetrics(current.font(current.small)).height()
        body = QFontMetrics(current.font(current.body)).height()
        return max(current.target, small + max(lines, _LINES) * body + current.M)

    def least_width(self) -> int:
        """How wide it must be to show everybody without scrolling sideways."""
        return self._told_width() + len(self.hands.names) * self._figures_width(compact=True)

    def _told_width(self) -> int:
        """The least width of the column that says what happened."""
        return round((_TOLD_BRIEFLY if self.brief else _TOLD) * (1 + 0.6 * (look().scale - 1)))

    def _widths(self) -> list[int]:
        """The width of each column; settles whether the rows are compact."""
        current, people = look(), len(self.hands.names)
        room = self.viewport().width()
        least = self._told_width()
        beside = self._figures_width(compact=False)
        self.compact = round(_ROOMY * least) + people * beside > room
        widest = beside
        if self.compact and people:
            words, names = self._names_widths()
            spare = (room - (max(least, words) if self.brief else round(_ROOMY * least))) // people
            widest = max(self._figures_width(compact=True), min(max(beside, names), spare))
        first = max(room - people * widest, least)
        spare = first - round(420 * current.scale)
        if spare > 0 and people:  # on a wide screen the figures come nearer to each other than the end of the row
            widest += spare // (people + 1)
            first = room - people * widest
        return [first, *[widest] * people]

    def _names_widths(self) -> tuple[int, int]:
        """How wide the column of words and those of the players would be for the names to stand whole."""
        current, names = look(), [brief(name, 24) for name in self.hands.names]
        body = QFontMetrics(current.font(current.body))
        small = QFontMetrics(current.font(current.small, bold=True))
        words = max((body.horizontalAdvance(f"{word},") for name in names for word in name.split()), default=0)
        name = max(map(small.horizontalAdvance, names), default=0)
        return words + 2 * current.S, name + current.small + 2 * current.S

    def _figures_width(self, *, compact: bool) -> int:
        """How wide the widest of the players' cells must be."""
        current = look()
        body = QFontMetrics(current.font(current.body, bold=True))
        small = QFontMetrics(current.font(current.small, bold=True))
        icon = round(current.small * 1.1) + current.XS
        wind = small.horizontalAdvance("W")
        widest = 0
        for row in self.hands.rows:
            for player, balance in enumerate(row.balances):
                score = row.score_of(player)
                left = small.horizontalAdvance(figure(score)) + icon if score is not None else 0
                change = body.horizontalAdvance(signed(row.change(player)))
                below = body.horizontalAdvance(figure(balance))
                if compact:
                    widest = max(widest, left + wind + current.XS, change, below)
                else:
                    widest = max(widest, left + change + current.S, wind + below + current.S)
        wanted = max(widest + (2 if compact else 3) * current.S, round(62 * current.scale))
        return min(wanted, round(190 * current.scale))

    def stands_for(self, row: int) -> str:
        return self.hands.rows[row].id

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Say where the keyboard is, and keep that in sight."""
        super().currentChanged(current, previous)
        if current.isValid() and current.row() != previous.row() and not self.selectionModel().signalsBlocked():
            self.walked.emit(self.hands.rows[current.row()].id)


class _HandDelegate(QuietDelegate):
    """Paints what happened, and what it did for each player."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        self.paint_ground(painter, option, index)
        model = index.model()
        assert isinstance(model, HandsModel)  # noqa: S101 - the only model this delegate is given
        if index.column() == 0:
            self._paint_told(painter, option, row, model)
        elif model.had_come(row, model.parties[index.column() - 1]):
            self._paint_player(painter, option, row, model.parties[index.column() - 1])
        self.paint_focus(painter, option)

    @staticmethod
    def _inks(option: QStyleOptionViewItem) -> tuple[QColor, QColor]:
        """The colours of text and quiet text in this cell."""
        c = look().colours
        if option.state & QStyle.StateFlag.State_Selected:
            return QColor(c.on_chosen_soft), QColor(c.on_chosen_soft)
        return QColor(c.text), QColor(c.quiet)

    def _paint_told(self, painter: QPainter, option: QStyleOptionViewItem, row: TableRow, model: HandsModel) -> None:
        current = look()
        text, quiet = self._inks(option)
        box = option.rect.adjusted(current.S, current.S // 2 + 2, -current.S, -current.S // 2)
        table = self.parent()
        few = isinstance(table, HandsTable) and table.brief
        parts = (row_title(row), "" if few else row_round(row, with_wind=model.with_wind))
        heading = " · ".join(part for part in parts if part)
        painter.setFont(current.font(current.small))
        painter.setPen(quiet)
        line = painter.fontMetrics().height()
        heading = painter.fontMetrics().elidedText(heading, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), heading)
        strong = isinstance(row.item, HandItem) and row.item.winner is not None
        painter.setFont(current.font(current.body, bold=False))
        painter.setPen(text if strong else quiet)
        lines = in_lines(painter.fontMetrics(), model.words(row, few=few), box.width(), _MOST_LINES)
        for at, words in enumerate(lines):
            place = QRect(box.left(), box.top() + line + at * painter.fontMetrics().height(), box.width(), line * 2)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), words)

    def _paint_player(self, painter: QPainter, option: QStyleOptionViewItem, row: TableRow, player: int) -> None:
        current = look()
        text, quiet = self._inks(option)
        table = self.parent()
        compact = isinstance(table, HandsTable) and table.compact
        gap = current.S if compact else 2 * current.S
        box = option.rect.adjusted(gap, current.XS + 2, -current.S, -current.XS - 2)
        box.setHeight(HandsTable.row_height() - 2 * (current.XS + 2))
        above = box.height() * 3 // 10 if compact else 0
        half = (box.height() - above) // 2
        changes = box.adjusted(0, above, 0, above + half - box.height())
        balances = box.adjusted(0, above + half, 0, 0)
        scores = box.adjusted(0, 0, 0, above - box.height()) if compact else changes
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item, change = row.item, row.change(player)
        painter.setFont(current.font(current.body, bold=True))
        gained = change > 0 and not option.state & QStyle.StateFlag.State_Selected
        painter.setPen(QColor(current.colours.good) if gained else text if change else quiet)
        if row.paid or isinstance(item, HandItem):
            painter.drawText(changes, right, signed(change))
        painter.setFont(current.font(current.body))
        painter.setPen(text)
        painter.drawText(balances, right, figure(row.balances[player]))
        wind = row.wind_of(player)
        if wind is None:
            return
        painter.setFont(current.font(current.small, bold=wind is Wind.EAST))
        painter.setPen(text if wind is Wind.EAST else quiet)
        painter.drawText(scores if compact else balances, right if compact else left, wind.letter)
        score = row.score_of(player)
        if score is None:
            return
        won = row.winner == player
        painter.setFont(current.font(current.small, bold=won))
        painter.setPen(text if won else quiet)
        painter.drawText(scores, left, figure(score))
        if is_by_hand(row, player):
            side = round(current.small * 1.1)
            x = scores.left() + painter.fontMetrics().horizontalAdvance(figure(score)) + current.XS
            ratio = painter.device().devicePixelRatioF()
            picture = icons.pixmap("pencil", side, (text if won else quiet).name(), ratio)
            painter.drawPixmap(x, scores.center().y() - side // 2, picture)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(60, HandsTable.row_height())


def in_lines(metrics: QFontMetrics, text: str, width: int, most: int) -> list[str]:
    """A text in at most so many lines, the last elided."""
    text = " ".join(text[:600].split())
    if metrics.horizontalAdvance(text) <= width:
        return [text]
    words, first = text.split(" "), ""
    while words and metrics.horizontalAdvance(f"{first} {words[0]}".strip()) <= width:
        first = f"{first} {words.pop(0)}".strip()
    if most == 1:
        return [metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)]
    if not first:  # a word longer than a line goes on in the next
        word = words[0]
        fits = next((at for at in range(len(word), 1, -1) if metrics.horizontalAdvance(word[:at]) <= width), 1)
        first, words[0] = word[:fits], word[fits:]
    return [first, *in_lines(metrics, " ".join(words), width, most - 1)]


class NamesBar(QWidget):
    """The names above the columns of hands; a second one stays in sight while the hands scroll by."""

    def __init__(self, table: HandsTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        table.moved.connect(self._show_names)

    def _show_names(self) -> None:
        """Show the columns as they are now; a tip has the names whole."""
        set_tooltip(self, joined(brief(name, 100) for name in self._table.hands.names))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(100, round(look().small * 2.4))

    def minimumSizeHint(self) -> QSize:
        return QSize(10, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Each name at the right of its column, with the marker that its line has in the chart."""
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        painter.fillRect(self.rect(), QColor(c.card))
        painter.fillRect(0, self.height() - current.line_width, self.width(), current.line_width, QColor(c.line))
        bold = current.font(current.small, bold=True)
        header = self._table.horizontalHeader()
        side = current.small
        for player, name in enumerate(self._table.hands.names):
            left = header.sectionViewportPosition(player + 1)
            box = QRect(left + current.S, 0, header.sectionSize(player + 1) - 2 * current.S, self.height())
            room = box.width() - side
            painter.setFont(fitted(bold, brief(name, 100), room, least=round(current.small * 0.8)))
            metrics = painter.fontMetrics()
            text = metrics.elidedText(brief(name, 100), Qt.TextElideMode.ElideRight, room)
            painter.setPen(QColor(c.text))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
            x = box.right() - metrics.horizontalAdvance(text) - side * 0.55
            middle = box.toRectF().center()
            middle.setX(x)
            LineChart.paint_marker(painter, current, player, middle, 3.6 * current.scale**0.5)
        painter.end()


class EveningSheet(QWidget):
    """The score sheet of an evening as it stands beside the table: the names stay in sight, the newest hand too.

    Signals:
        opened(str): a row was clicked, or Enter pressed on it; the id of its item.
    """

    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.hands = HandsTable(brief=True)
        self.names_bar = NamesBar(self.hands)
        self.scroller = ScrollPage(self.hands)
        fill(down(self, spacing=0), self.names_bar, (self.scroller, 1))
        self.hands.opened.connect(lambda item: self.opened.emit(item))
        self.hands.walked.connect(self._keep_in_sight)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def show_table(self, table: Table, names: tuple[str, ...]) -> None:
        """Show a session, its last row in sight."""
        before = self.hands.hands.rows
        self.hands.hands.show_table(table, names)
        self.hands.fit()
        if self.hands.hands.rows != before:
            QTimer.singleShot(0, self, self.show_newest)

    def show_newest(self) -> None:
        """Bring the last row into sight."""
        bar = self.scroller.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _keep_in_sight(self, item: str) -> None:
        place = self.hands.hands.place_of(item)
        if place >= 0:
            box = self.hands.box_of(place)
            self.scroller.ensureVisible(0, box.center().y(), 0, box.height() // 2)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def least_width(self) -> int:
        """Room for everybody's column."""
        return self.hands.least_width() + look().L

    def minimumSizeHint(self) -> QSize:
        """Room for the names and a few hands."""
        return QSize(round(200 * look().scale), self.names_bar.sizeHint().height() + 2 * HandsTable.row_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self.show_newest)


def show_balances(chart: LineChart, table: Table, names: Sequence[str]) -> None:
    """Draw how everybody's points went, hand by hand."""
    series = [Series(names[party], table.course_of(party)) for party in table.parties]
    text = _("{row}: {what}")
    points = [_("Start"), *[text.format(row=row_title(row), what=outcome(row, names)) for row in table.rows]]
    chart.show_lines(series, points, ["0", *[str(row.number) if row.number else "" for row in table.rows]])
