"""The hands of a session, one line a hand: how it ended, and for each player the change and the balance."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem

from mjcompanion.i18n.translation import _, joined, number, pgettext
from mjcompanion.table.events import HandItem
from mjcompanion.table.rows import TableRow
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, figure, outcome, player_sentence, row_round, row_title, short_names, signed

from ..rich_text import in_role
from ..theme import look
from .chart import LineChart
from .tables import KEY, LEFT, MARKED, RIGHT, DataDelegate, DataHeader, DataTable, Index, row_height

NUMBER, WORDS, FIRST = 0, 1, 2
"""The first columns; from the third on there are two for each player, the change and the balance."""
CAPTION: Final = Qt.ItemDataRole.UserRole + 23
"""The words above a row: the round that begins with it."""
_NOWHERE = QModelIndex()
_LEAST_WORDS: Final = 96
"""The least width, at 100 % text, of the words about a hand; where they have less than half as much again, the balances
give way."""
_LEAST_NAME: Final = 70
"""The width, at 100 % text, that a short name has in any case."""
_MOST_LINES: Final = 5


class HandsModel(QAbstractTableModel):
    """All rows of a session. On a `sheet`, captions say where rounds begin, and the last row has the balances."""

    def __init__(self, *, sheet: bool = False) -> None:
        super().__init__()
        self._sheet = sheet
        self.rows: tuple[TableRow, ...] = ()
        """What is shown."""
        self.everybody: tuple[str, ...] = ()
        """The names of all who ever were to sit here, by number."""
        self.parties: tuple[int, ...] = ()
        """The numbers of the players of the columns, then of the bettors."""
        self._balances: tuple[int, ...] = ()
        self._came: dict[int, int] = {}
        self._places: dict[str, int] = {}
        self._with_wind = True

    def show_table(self, table: Table, names: tuple[str, ...]) -> None:
        """Show a session."""
        if (table.rows, names, table.parties) == (self.rows, self.everybody, self.parties):
            return
        self.beginResetModel()
        self.rows, self.everybody, self.parties = table.rows, names, table.parties
        self._places = {row.id: place for place, row in enumerate(table.rows)}
        self._balances = tuple(table.balance_of(party) for party in table.parties)
        self._came = table.came
        self._with_wind = table.rules.rules.has_round_wind
        self.endResetModel()

    @property
    def names(self) -> tuple[str, ...]:
        """The names above the columns."""
        return tuple(self.everybody[party] for party in self.parties)

    def had_come(self, row: TableRow, party: int) -> bool:
        """Return whether somebody was at the table already by a row."""
        return party < len(row.balances) and self._came.get(party, 0) <= self._places[row.id]

    def caption(self, place: int) -> str:
        """Return the round that begins with a row; empty where none does."""
        if not self._sheet or place >= len(self.rows):
            return ""
        row = self.rows[place]
        begins = not place or self.rows[place - 1].before.rounds != row.before.rounds
        return row_round(row, with_wind=self._with_wind) if begins else ""

    def words(self, row: TableRow) -> str:
        """Return how a row ended, briefly."""
        return outcome(row, self.everybody, short=True)

    def sentence(self, row: TableRow) -> str:
        """Return all that a row says happened."""
        parts = (row_title(row), row_round(row, with_wind=self._with_wind), outcome(row, self.everybody))
        return joined(part for part in parts if part)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows) + (self._sheet and bool(self.rows))

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else FIRST + 2 * len(self.parties)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return whether a row can be opened; the balances are only read."""
        return super().flags(index) if index.row() < len(self.rows) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return words for people who read, whole sentences for those who hear, and how a cell looks."""
        if not index.isValid():
            return None
        column = index.column()
        place, is_balance = divmod(column - FIRST, 2)
        if index.row() == len(self.rows):
            return self._total_role(column, place, role)
        row = self.rows[index.row()]
        if role == KEY:
            return row.id
        if role == CAPTION:
            return self.caption(index.row())
        if column < FIRST:
            return self._words_role(row, column, role)
        party = self.parties[place]
        return self._figures_role(row, party, role, is_balance=bool(is_balance)) if self.had_come(row, party) else None

    def _total_role(self, column: int, place: int, role: int) -> object:
        """Return the balances at the end of a sheet; they have the room of both columns of a player."""
        if column >= FIRST and (column - FIRST) % 2 and role != Qt.ItemDataRole.AccessibleTextRole:
            return None
        words = _("Balance") if column < FIRST else figure(self._balances[place])
        current = look()
        if role == Qt.ItemDataRole.DisplayRole:
            return words if column != WORDS else ""
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = pgettext("a standing", "{name} {points}")
            return words if column < FIRST else text.format(name=self.names[place], points=words)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if column < FIRST else RIGHT
        if role == Qt.ItemDataRole.FontRole:
            return current.font(current.body, bold=True) if column < FIRST else current.font(current.title, serif=True)
        return QColor(current.colours.text) if role == Qt.ItemDataRole.ForegroundRole else None

    def _words_role(self, row: TableRow, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.words(row) if column == WORDS else number(row.number) if row.number else ""
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
            return words if role == Qt.ItemDataRole.DisplayRole else None
        place, is_balance = divmod(section - FIRST, 2)
        name = brief(self.names[place], 200)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return in_role(role, _("{name}: balance").format(name=name) if is_balance else name)
        return ("" if is_balance else name) if role == Qt.ItemDataRole.DisplayRole else None


class HandsHeader(DataHeader):
    """The names, each above change and balance, with the marker of its line in the chart."""

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint what is above two columns in the first of them."""
        if section % 2:
            return
        current, model = look(), self.model()
        assert isinstance(model, HandsModel)  # noqa: S101 - the only model under this header
        last = section + 2 >= self.count()
        box = rect.adjusted(0 if section else current.M, 0, self.sectionSize(section + 1) - last * current.M, 0)
        inner = box.adjusted(0, 0, 0 if last else -current.XS, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(box.adjusted(0, box.height() - current.line_width, 0, 0), QColor(current.colours.border))
        painter.setFont(current.font(current.body, bold=bool(section)))
        painter.setPen(QColor(current.colours.text))
        words = str(model.headerData(section, Qt.Orientation.Horizontal))
        if section:
            self._paint_name(painter, inner, words, (section - FIRST) // 2, model)
        else:
            painter.drawText(inner, LEFT, words)
        painter.restore()

    @staticmethod
    def _paint_name(painter: QPainter, box: QRect, words: str, place: int, model: HandsModel) -> None:
        current, metrics = look(), painter.fontMetrics()
        room = box.width() - current.body
        if metrics.horizontalAdvance(words) > room:
            words = metrics.elidedText(short_names(model.names)[place], Qt.TextElideMode.ElideRight, room)
        painter.drawText(box, RIGHT, words)
        left = box.right() - metrics.horizontalAdvance(words)
        at = QPointF(left - current.body * 0.6, box.center().y() + 1)
        LineChart.paint_marker(painter, current, place, at, 4.2 * current.scale**0.5)


class HandsDelegate(DataDelegate):
    """Cells below the caption of a round; two lines part the balances from the hands."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        current, view = look(), option.widget
        assert isinstance(view, HandsTable)  # noqa: S101 - the view that has this delegate
        caption = str(index.data(CAPTION) or "")
        inside = QStyleOptionViewItem(option)
        if caption:
            band = QRect(option.rect)
            band.setHeight(view.caption_height())
            inside.rect = option.rect.adjusted(0, band.height(), 0, 0)
            painter.save()
            painter.setClipRect(band, Qt.ClipOperation.IntersectClip)
            painter.setFont(current.font(current.small))
            painter.setPen(QColor(current.colours.quiet))
            left = view.columnViewportPosition(NUMBER) + current.M
            painter.drawText(QRect(left, band.top(), view.width(), band.height()), LEFT, caption)
            painter.restore()
            self.paint_edge(painter, band, index, view, current.colours.line)
        if index.row() == len(view.evening.rows):
            for high in (current.line_width, current.line_width + 3):
                band = QRect(option.rect)
                band.setHeight(high)
                self.paint_edge(painter, band, index, view, current.colours.border)
        super().paint(painter, inside, index)


class HandsTable(DataTable):
    """The table of hands. Where the words have no room, the balances are left to the opened hand, and words wrap.

    A `sheet` is paper next to the felt: its rows are as high as what is clicked there, rounds have captions, and the
    last row has everybody's balance.
    """

    words_column = WORDS

    def __init__(self, *, sheet: bool = False) -> None:
        self.evening = HandsModel(sheet=sheet)
        self._sheet = sheet
        super().__init__(_("Hands"), self.evening, header=HandsHeader())
        self.setItemDelegate(HandsDelegate(self))
        self.evening.setParent(self)
        self.evening.modelReset.connect(self.fit)
        self.setWordWrap(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def row_height(self) -> int:
        """Return the height of a row that says little."""
        return round(17 + 24 * look().scale) if self._sheet else row_height()

    @staticmethod
    def caption_height() -> int:
        """Return the height of the line that says which round begins."""
        return round(10 + 18 * look().scale)

    @staticmethod
    def number_width() -> int:
        """Return the width of the column with a hand's number."""
        return look().M + round(8 + 26 * look().scale)

    def least_width(self) -> int:
        """Return how wide it must be to show everybody without scrolling sideways."""
        change, _balance = self._figures()
        people = len(self.evening.parties)
        return self.number_width() + self._least_words() + people * self._least_column(change) + look().M

    @staticmethod
    def _least_words() -> int:
        return round(_LEAST_WORDS * look().scale) + 2 * look().XS

    def _figures(self) -> tuple[int, int]:
        """Return the least widths of a player's two columns."""
        current, rows = look(), self.evening.rows
        bold, plain = QFontMetrics(current.font(current.body, bold=True)), QFontMetrics(current.font(current.small))
        changes = {signed(row.change(party)) for row in rows for party in self.evening.parties}
        balances = {figure(balance) for row in rows for balance in row.balances}
        change = max(map(bold.horizontalAdvance, changes), default=0) + current.M + current.S
        return change, max(map(plain.horizontalAdvance, balances), default=0) + current.M

    def _least_column(self, figures: int) -> int:
        """Return the room for a short name, these figures, and those of the last row."""
        current, evening = look(), self.evening
        names = max(map(self._name_width, short_names(evening.names)), default=0)
        serif = QFontMetrics(current.font(current.title, serif=True))
        totals = {figure(balance) for row in evening.rows[-1:] for balance in row.balances if self._sheet}
        total = max(map(serif.horizontalAdvance, totals), default=0) + current.M
        return max(figures, total, min(names, round(_LEAST_NAME * current.scale)))

    @staticmethod
    def _name_width(name: str) -> int:
        """Return the room for a name and its marker."""
        metrics = QFontMetrics(look().font(look().body, bold=True))
        return metrics.horizontalAdvance(brief(name, 24)) + look().body + look().XS + 1

    def fit(self) -> None:
        """Give columns and rows their sizes, and hide the balances where the words would have no room."""
        super().fit()
        current, evening, people = look(), self.evening, len(self.evening.parties)
        (change, balance), least = self._figures(), self._least_words()
        room = self.viewport().width() - self.number_width() - (current.M if people else 0)
        body = QFontMetrics(current.font(current.body))
        words = max((body.horizontalAdvance(evening.words(row)) for row in evening.rows), default=0) + 3 * current.XS
        roomy = round(1.6 * least)
        narrow = roomy + people * self._least_column(change + balance) > room
        column = self._least_column(change if narrow else change + balance)
        if people:  # at least the first words of names are whole, then the words, then the names
            short, whole = (max(map(self._name_width, names)) for names in (short_names(evening.names), evening.names))
            column = max(column, min(short, (room - least) // people))
            column = max(column, min(whole, (room - max(least, min(words, roomy))) // people))
            spare = (room - people * column - max(least, words)) // (people + 1)
            column += max(0, min(spare, round(24 * current.scale)))
        wide = max(least, room - people * column)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        ends = current.M if people else 0
        for at, width in enumerate((self.number_width(), wide, *[column - balance * (not narrow), balance] * people)):
            self.setColumnHidden(at, narrow and at > FIRST and bool(at % 2))
            last = at == header.count() - 1 - narrow
            header.resizeSection(at, width + ends * last)
        self.find_ends()
        self._fit_rows(body, wide - 2 * current.XS)
        self.updateGeometry()

    def _fit_rows(self, metrics: QFontMetrics, room: int) -> None:
        """Make each row as high as its words, which have so much room."""
        evening, flags, box = self.evening, int(Qt.TextFlag.TextWordWrap), QRect(0, 0, room, 10_000)
        self.clearSpans()
        for place, row in enumerate(evening.rows):
            high = min(
                metrics.boundingRect(box, flags, evening.words(row)).height(), _MOST_LINES * metrics.lineSpacing()
            )
            caption = self.caption_height() if evening.caption(place) else 0
            self.setRowHeight(place, caption + max(self.row_height(), high + look().XS))
        if evening.rowCount() > len(evening.rows):
            self.setRowHeight(len(evening.rows), self.row_height() + look().M)
            for at in range(0, evening.columnCount(), 2):
                self.setSpan(len(evening.rows), at, 1, 2)

    def minimumSizeHint(self) -> QSize:
        """Return the room for the header and a few hands."""
        few = QSize(100, self.horizontalHeader().height() + 3 * self.row_height())
        return few.boundedTo(self.sizeHint()) if self._sheet else few
