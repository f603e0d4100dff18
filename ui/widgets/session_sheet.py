"""The score sheet of a session: one line a hand, how it ended, and what it did for everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionViewItem, QWidget

from mjcompanion.i18n.translation import _, joined, number, pgettext
from mjcompanion.printing.chart_scale import Series
from mjcompanion.table.events import HandItem
from mjcompanion.table.rows import TableRow
from mjcompanion.table.table import Table
from mjcompanion.table.words import (
    brief,
    figure,
    outcome,
    player_sentence,
    row_round,
    row_title,
    short_names,
    signed,
)

from ..rich_text import in_role, set_tooltip
from ..theme import look, smooth_painter
from .buttons import Button
from .chart import LineChart
from .figures import Index, QuietDelegate, TableHeader, WholeTable
from .layouts import across, down, fill
from .surfaces import CardFrame, ScrollPage, TextLabel
from .tables import KEY

_NOWHERE = QModelIndex()
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEAST_WORDS: Final = 96
"""The least width, at 100 % text, of the words about a hand."""
_MOST_WORDS: Final = 420
_MOST_LINES: Final = 5


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

    def show_table(self, table: Table, names: tuple[str, ...]) -> None:
        """Show a session."""
        if (table.rows, names, table.parties) == (self.rows, self.everybody, self.parties):
            return
        self.beginResetModel()
        self.rows, self.everybody, self.parties = table.rows, names, table.parties
        self._places = {row.id: place for place, row in enumerate(table.rows)}
        self._came = table.came
        self.with_wind = table.rules.rules.has_round_wind
        self.endResetModel()

    @property
    def names(self) -> tuple[str, ...]:
        """Those of the columns: the players, then the bettors."""
        return tuple(self.everybody[party] for party in self.parties)

    def place_of(self, item: str) -> int:
        """Return the row of an item, -1 if there is none."""
        return self._places.get(item, -1)

    def had_come(self, row: TableRow, party: int) -> bool:
        """Return whether somebody was at the table already by a row."""
        return party < len(row.balances) and self._came.get(party, 0) <= self.place_of(row.id)

    def caption(self, place: int) -> str:
        """Return the round that begins with a row; empty where none does."""
        row, before = self.rows[place], self.rows[place - 1] if place else None
        if before is not None and before.before.rounds == row.before.rounds:
            return ""
        return row_round(row, with_wind=self.with_wind)

    def words(self, row: TableRow) -> str:
        """Return how a row ended, briefly."""
        return outcome(row, self.everybody, short=True)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 1 + len(self.parties)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return words for people who read, and whole sentences for tooltips and screen readers."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == KEY:
            return row.id
        if role == Qt.ItemDataRole.DisplayRole:
            return self.sentence(row) if column == 0 else self._figures(row, self.parties[column - 1])
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            text = self.sentence(row) if column == 0 else self._figures_sentence(row, self.parties[column - 1])
            return in_role(role, text)
        return None

    def sentence(self, row: TableRow) -> str:
        """Return all that a row says happened."""
        parts = (row_title(row), row_round(row, with_wind=self.with_wind), outcome(row, self.everybody))
        return joined(part for part in parts if part)

    def _figures(self, row: TableRow, player: int) -> str:
        return f"{signed(row.change(player))} {figure(row.balances[player])}" if self.had_come(row, player) else ""

    def _figures_sentence(self, row: TableRow, player: int) -> str:
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

    def __init__(self) -> None:
        self.compact = False
        """Whether balances stand below the changes, for want of room, and not beside them."""
        self.change_width = self.balance_width = 0
        """The widths of the figures in the columns of the players."""
        self.hands = HandsModel()
        super().__init__(_("Hands"), self.hands, TableHeader())
        self.setItemDelegate(_HandDelegate(self))
        self.horizontalHeader().hide()  # the names stand in a widget of their own, which stays in sight
        self.horizontalScrollBar().valueChanged.connect(self.moved)

    def box_of(self, place: int) -> QRect:
        """Return where a row lies in this widget."""
        return QRect(0, self.rowViewportPosition(place), self.width(), self.rowHeight(place))

    def fit(self) -> None:
        widths = self._widths()
        for place, width in enumerate(widths):
            self.horizontalHeader().resizeSection(place, width)
        self.verticalHeader().setDefaultSectionSize(self.row_height())
        heights = list(self._heights(widths[0]))
        for place, height in enumerate(heights):
            if self.rowHeight(place) != height:
                self.setRowHeight(place, height)
        scrolls = sum(widths) > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        self.setFixedHeight(max(look().target, sum(heights) + bar))
        self.moved.emit()

    def _heights(self, width: int) -> Iterator[int]:
        """Yield how high each row is, with words that wrap in a first column so wide."""
        metrics = QFontMetrics(look().font(look().body))
        room = width - self.number_width() - 2 * look().M
        for place, row in enumerate(self.hands.rows):
            lines = len(in_lines(metrics, self.hands.words(row), room, _MOST_LINES))
            caption = self.caption_height() if self.hands.caption(place) else 0
            yield caption + max(self.row_height(), lines * metrics.height() + look().XS)

    @staticmethod
    def row_height() -> int:
        """Return the height of a row that says little: a line, or two that are close."""
        return round(17 + 24 * look().scale)

    @staticmethod
    def caption_height() -> int:
        """Return the height of the line that says which round begins."""
        return round(10 + 18 * look().scale)

    @staticmethod
    def number_width() -> int:
        """Return the width of a hand's number before its words."""
        return round(8 + 26 * look().scale)

    def least_width(self) -> int:
        """Return how wide it must be to show everybody without scrolling sideways."""
        self._measure()
        least = round(_LEAST_WORDS * look().scale) + self.number_width() + 2 * look().M
        return least + len(self.hands.names) * self._column(compact=True)

    def _measure(self) -> None:
        """Find how wide the widest figures are."""
        current, rows = look(), self.hands.rows
        bold, plain = QFontMetrics(current.font(current.body, bold=True)), QFontMetrics(current.font(current.small))
        parties = self.hands.parties
        texts = {signed(row.change(party)) for row in rows for party in parties}
        self.change_width = max((bold.horizontalAdvance(text) for text in texts), default=0)
        texts = {figure(balance) for row in rows for balance in row.balances}
        self.balance_width = max((plain.horizontalAdvance(text) for text in texts), default=0)

    def _column(self, *, compact: bool) -> int:
        """Return the least width of a player's column."""
        current = look()
        change = self.change_width + current.M + current.S
        if compact:
            return max(change, self.balance_width + current.S, round(44 * current.scale))
        return change + self.balance_width + current.M

    def _widths(self) -> list[int]:
        """Return the width of each column, and decide whether the rows are compact."""
        current, people = look(), len(self.hands.names)
        room = self.viewport().width()
        self._measure()
        metrics = QFontMetrics(current.font(current.body))
        beside = self.number_width() + 2 * current.M
        words = max((metrics.horizontalAdvance(self.hands.words(row)) for row in self.hands.rows), default=0)
        words = beside + min(words + 2, round(_MOST_WORDS * current.scale))
        names = max(map(self._name_width, self.hands.names), default=0)
        short = max(map(self._name_width, short_names(self.hands.names)), default=0)
        least = beside + round(_LEAST_WORDS * current.scale)
        roomy = beside + round(1.6 * _LEAST_WORDS * current.scale)
        self.compact = roomy + people * self._column(compact=False) > room
        column = self._column(compact=self.compact)
        room -= current.XS if people else 0  # the last column ends where the lines do
        if people:  # at least the first words of names are whole, then the words, then the names
            column = max(column, min(short, (room - least) // people))
            column = max(column, min(names, (room - max(least, min(words, roomy))) // people))
            spare = (room - people * column - max(least, words)) // (people + 1)
            column += max(0, min(spare, round(24 * current.scale)))
        first = max(least, room - people * column)
        widths = [first, *[column] * people]
        widths[-1] += current.XS if people else 0
        return widths

    def column_box(self, place: int, height: int) -> QRect:
        """Return where the figures of a player's column lie in a bar as wide as this table."""
        header, edge = self.horizontalHeader(), look().XS if place == len(self.hands.parties) - 1 else 0
        return QRect(header.sectionViewportPosition(place + 1), 0, header.sectionSize(place + 1) - edge, height)

    @staticmethod
    def _name_width(name: str) -> int:
        current = look()
        wide = QFontMetrics(current.font(current.body, bold=True)).horizontalAdvance(brief(name, 24))
        return wide + current.body + 2 * current.S

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Say where the keyboard is, and keep that in sight."""
        super().currentChanged(current, previous)
        if current.isValid() and current.row() != previous.row() and not self.selectionModel().signalsBlocked():
            self.walked.emit(self.hands.rows[current.row()].id)


class _HandDelegate(QuietDelegate):
    """Paints how a hand ended, and what it did for each player."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        table, current = self.parent(), look()
        assert isinstance(table, HandsTable)  # noqa: S101 - the only view of this delegate
        model, row = table.hands, table.hands.rows[index.row()]
        caption = model.caption(index.row())
        whole, first, last = QRect(option.rect), index.column() == 0, index.column() == len(model.parties)
        line = QColor(current.colours.line)
        edges = (current.M if first else 0, -current.XS if last else 0)
        if caption:
            above = QRect(whole.topLeft(), QSize(whole.width(), table.caption_height()))
            if first:
                painter.setFont(current.font(current.small))
                painter.setPen(QColor(current.colours.quiet))
                painter.drawText(above.adjusted(current.M, 0, 0, 0), _LEFT, caption)
            painter.fillRect(
                QRect(above.left() + edges[0], above.bottom(), above.width() - edges[0] + edges[1], 1), line
            )
            option.rect = whole.adjusted(0, above.height(), 0, 0)
        self.paint_ground(painter, option, index)
        box = option.rect
        painter.fillRect(QRect(box.left() + edges[0], box.bottom(), box.width() - edges[0] + edges[1], 1), line)
        if first:
            self._paint_words(painter, option, row, table)
        elif model.had_come(row, model.parties[index.column() - 1]):
            self._paint_figures(painter, option, row, model.parties[index.column() - 1], table)
        self.paint_focus(painter, option)
        option.rect = whole

    @staticmethod
    def paint_ground(painter: QPainter, option: QStyleOptionViewItem, _index: Index) -> None:
        """Paint what lies behind a cell, without the line below it."""
        c = look().colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(c.chosen_soft))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(c.hover))

    @staticmethod
    def _inks(option: QStyleOptionViewItem) -> tuple[QColor, QColor]:
        """Return the colours of text and quiet text in this cell."""
        c = look().colours
        if option.state & QStyle.StateFlag.State_Selected:
            return QColor(c.on_chosen_soft), QColor(c.on_chosen_soft)
        return QColor(c.text), QColor(c.quiet)

    def _paint_words(self, painter: QPainter, option: QStyleOptionViewItem, row: TableRow, table: HandsTable) -> None:
        current = look()
        text, quiet = self._inks(option)
        box = option.rect.adjusted(current.M, 0, -current.M, 0)
        painter.setFont(current.font(current.body))
        painter.setPen(quiet)
        if row.number:
            painter.drawText(box, _LEFT, number(row.number))
        box.setLeft(box.left() + table.number_width())
        won = isinstance(row.item, HandItem) and row.item.winner is not None
        painter.setPen(text if won else quiet)
        metrics = painter.fontMetrics()
        lines = in_lines(metrics, table.hands.words(row), box.width(), _MOST_LINES)
        top = box.top() + (box.height() - len(lines) * metrics.height()) // 2
        for at, words in enumerate(lines):
            painter.drawText(
                QRect(box.left(), top + at * metrics.height(), box.width(), metrics.height()), _LEFT, words
            )

    def _paint_figures(
        self, painter: QPainter, option: QStyleOptionViewItem, row: TableRow, player: int, table: HandsTable
    ) -> None:
        current, c = look(), look().colours
        text, quiet = self._inks(option)
        edge = current.XS if player == table.hands.parties[-1] else 0
        box = option.rect.adjusted(0, 0, -edge, 0)
        changes = box.adjusted(0, 0, -table.balance_width - current.M + 2, 0)
        balances, won, change = box, row.winner == player, row.change(player)
        if table.compact:
            high = QFontMetrics(current.font(current.body)).height()
            whole = high + QFontMetrics(current.font(current.small)).height() - current.XS
            top = box.top() + (box.height() - whole) // 2
            changes = QRect(box.left(), top, box.width(), high)
            balances = QRect(box.left(), top + whole - high, box.width(), high)
        if row.paid or isinstance(row.item, HandItem):
            painter.setFont(current.font(current.body, bold=won))
            gained = change > 0 and not option.state & QStyle.StateFlag.State_Selected
            painter.setPen(QColor(c.good) if gained else text if change else quiet)
            painter.drawText(changes, _RIGHT, signed(change))
            if won:
                wide, radius = painter.fontMetrics().horizontalAdvance(signed(change)), 3.4 * current.scale**0.5
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(c.winner))
                middle = QPointF(changes.right() - wide - current.S - radius, changes.center().y() + 1)
                painter.drawEllipse(middle, radius, radius)
        painter.setFont(current.font(current.small))
        painter.setPen(quiet)
        painter.drawText(balances, _RIGHT, figure(row.balances[player]))

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(60, HandsTable.row_height())


def in_lines(metrics: QFontMetrics, text: str, width: int, most: int) -> list[str]:
    """Return a text in at most so many lines, the last elided."""
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
        return QSize(100, HandsTable.row_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(10, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint each name above its figures, with the marker that its line has in the chart."""
        current, table = look(), self._table
        c, names, side = current.colours, table.hands.names, current.body
        painter = smooth_painter(self)
        painter.fillRect(self.rect(), QColor(c.card))
        painter.fillRect(current.M, self.height() - 1, self.width() - current.L, 1, QColor(c.border))
        painter.setFont(current.font(current.body))
        painter.setPen(QColor(c.text))
        painter.drawText(self.rect().adjusted(current.M, 0, 0, 0), _LEFT, self.tr("Hand", "one deal played"))
        painter.setFont(current.font(current.body, bold=True))
        metrics = painter.fontMetrics()
        boxes = [table.column_box(at, self.height()).adjusted(side, 0, 0, 0) for at in range(len(names))]
        if not table.compact:  # above the changes, if they all fit there
            inner = [box.adjusted(0, 0, -table.balance_width - current.M + 2, 0) for box in boxes]
            fit = (metrics.horizontalAdvance(name) <= box.width() for name, box in zip(names, inner, strict=True))
            boxes = inner if all(fit) else boxes
        short = short_names(names)
        for place, (name, box) in enumerate(zip(names, boxes, strict=True)):
            whole = brief(name, 100)
            shown = whole if metrics.horizontalAdvance(whole) <= box.width() else short[place]
            text = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, box.width())
            painter.setPen(QColor(c.text))
            painter.setFont(current.font(current.body, bold=True))
            painter.drawText(box, _RIGHT, text)
            at = QPointF(box.right() - metrics.horizontalAdvance(text) - side * 0.6, box.center().y() + 1)
            LineChart.paint_marker(painter, current, place, at, 4.2 * current.scale**0.5)
        painter.end()


class BalanceBar(QWidget):
    """Everybody's balance below the columns of hands, under a double rule."""

    def __init__(self, table: HandsTable) -> None:
        super().__init__()
        self._table = table
        self._balances: tuple[int, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        table.moved.connect(self.update)

    def show_balances(self, balances: Sequence[int]) -> None:
        """Show these, in the order of the columns."""
        self._balances = tuple(balances)
        names = self._table.hands.names
        text = pgettext("a standing", "{name} {points}")
        said = joined(text.format(name=name, points=figure(one)) for name, one in zip(names, balances, strict=True))
        self.setAccessibleName(_("{name}: {facts}").format(name=_("Balance"), facts=said))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(100, HandsTable.row_height() + look().M)

    def minimumSizeHint(self) -> QSize:
        return QSize(10, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        painter = smooth_painter(self)
        painter.fillRect(self.rect(), QColor(current.colours.card))
        for y in (0, 3):
            painter.fillRect(current.M, y, self.width() - current.L, 1, QColor(current.colours.border))
        painter.setPen(QColor(current.colours.text))
        painter.setFont(current.font(current.body, bold=True))
        room = self.rect().adjusted(current.M, 4, 0, 0)
        painter.drawText(room, _LEFT, _("Balance"))
        painter.setFont(current.font(current.title, serif=True))
        for place, balance in enumerate(self._balances):
            box = self._table.column_box(place, self.height()).adjusted(-current.L, 4, 0, 0)
            painter.drawText(box, _RIGHT, figure(balance))
        painter.end()


class EveningSheet(CardFrame):
    """The score sheet of a session as paper beside the table: names and balances stay in sight, the newest hand too.

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
        self.hands = HandsTable()
        self.names_bar = NamesBar(self.hands)
        self.balances = BalanceBar(self.hands)
        self.empty = TextLabel(self.tr("Each hand you score appears here. Click one to correct it."), "quiet")
        self.empty.setContentsMargins(current.M, current.M, current.M, current.M)
        content = QWidget()
        fill(down(content, spacing=0), self.empty, self.hands, self.balances, None)
        self.scroller = ScrollPage(content)
        self.scroller.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # its coming moves nothing
        head = across(spacing=current.S, margins=(current.M, 0, current.M, 0))
        names = fill(across(margins=(0, 0, current.L, 0)), self.names_bar)  # as wide as the hands beside their bar
        fill(self.body, fill(head, self.title, None, self.rules_button))
        fill(self.body, (fill(down(spacing=0), names, (self.scroller, 1)), 1))
        self.body.setSpacing(0)
        self.hands.opened.connect(lambda item: self.opened.emit(item))
        self.hands.walked.connect(self._keep_in_sight)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def show_table(self, table: Table, names: tuple[str, ...]) -> None:
        """Show a session, its last row in sight."""
        before = self.hands.hands.rows
        self.hands.hands.show_table(table, names)
        self.balances.show_balances([table.balance_of(party) for party in self.hands.hands.parties])
        self.empty.setVisible(not table.rows)
        self.hands.setVisible(bool(table.rows))
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
        """Return the room for everybody's column."""
        return self.hands.least_width() + look().L + 2 * look().S

    def minimumSizeHint(self) -> QSize:
        """Return the room for the names and a few hands."""
        return QSize(round(200 * look().scale), look().target + 4 * HandsTable.row_height() + 2 * look().L)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self.show_newest)


def show_balances(chart: LineChart, table: Table, names: Sequence[str], *, winner: int | None = None) -> None:
    """Draw how everybody's points went, hand by hand; the line of a winner is gold."""
    series = [Series(names[party], table.course_of(party)) for party in table.parties]
    text = _("{row}: {what}")
    points = [_("Start"), *[text.format(row=row_title(row), what=outcome(row, names)) for row in table.rows]]
    chart.winner = None if winner is None else table.parties.index(winner)
    chart.show_lines(series, points, ["0", *[str(row.number) if row.number else "" for row in table.rows]])
