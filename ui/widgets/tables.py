"""Tables of names and figures: Qt's table view with one delegate, sorted by a proxy where the header can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from ..rich_text import in_role
from ..theme import Look, look, ring_around, set_role
from .fitting import RETHEMED
from .keys import CHOOSE

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
KEY: Final = Qt.ItemDataRole.UserRole + 20
"""What a row represents."""
ORDER: Final = Qt.ItemDataRole.UserRole + 21
"""What a cell is sorted by."""
MARKED: Final = Qt.ItemDataRole.UserRole + 22
"""Whether a gold dot is before the figure."""
_LONGEST: Final = 400
_MEASURED: Final = 60
"""The rows beyond those in sight that decide how wide the columns are."""
_NAME: Final = 6
"""How many times as wide as text is high a column of names is at least, unless all names are shorter."""
RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class DataColumn(msgspec.Struct, frozen=True):
    """A column: its word, what it means in full, and whether its cells are figures."""

    title: str
    help: str = ""
    figures: bool = True


class DataCell(msgspec.Struct, frozen=True):
    """What a cell shows, what it is sorted by, and what a screen reader says where that isn't what it shows."""

    text: str
    order: Any = None
    spoken: str = ""


class DataModel(QAbstractTableModel):
    """Rows of cells; each row represents something that it knows by a key."""

    def __init__(self, columns: Sequence[DataColumn] = ()) -> None:
        super().__init__()
        self.columns = tuple(columns)
        self.rows: tuple[tuple[object, tuple[DataCell, ...]], ...] = ()

    def show_rows(
        self, rows: Sequence[tuple[object, tuple[DataCell, ...]]], columns: Sequence[DataColumn] | None = None
    ) -> None:
        """Show these rows, and other columns where they are given."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.columns = self.columns if columns is None else tuple(columns)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        key, cells = self.rows[index.row()]
        cell, column = cells[index.column()], self.columns[index.column()]
        words = cell.spoken or cell.text
        spoken = f"{column.help or column.title}: {words}" if column.figures else words
        return {
            Qt.ItemDataRole.DisplayRole: cell.text[:_LONGEST].replace("\n", " "),
            Qt.ItemDataRole.AccessibleTextRole: spoken,
            Qt.ItemDataRole.TextAlignmentRole: RIGHT if column.figures else LEFT,
            KEY: key,
            ORDER: cell.order,
        }.get(role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return in_role(role, column.help or column.title)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column.figures else LEFT
        return column.title if role == Qt.ItemDataRole.DisplayRole else None


class DataDelegate(QStyledItemDelegate):
    """Qt's own cells, with a line below each row and the chosen row tinted a little beyond its text."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the tint and the line, then the cell, then its dot and the ring of the keyboard."""
        current, view = look(), option.widget
        assert isinstance(view, DataTable)  # noqa: S101 - the view that has this delegate
        c = current.colours
        left, right = self._insets(index, view)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(option.rect, QColor(c.chosen_soft))
        if option.state & QStyle.StateFlag.State_Enabled:
            self.paint_edge(painter, option.rect, index, view, c.line)
        inside = QStyleOptionViewItem(option)
        self.initStyleOption(inside, index)
        margin = view.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, view) + 1  # Qt adds it again
        left, right = (left or current.XS) - margin, (right or current.XS) - margin
        inside.rect = option.rect.adjusted(left, 0, -right, -current.line_width)
        inside.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        if chosen and c.on_chosen_soft != c.chosen:  # high contrast turns the colours round
            inside.palette.setColor(QPalette.ColorRole.Text, QColor(c.on_chosen_soft))
        view.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, inside, painter, view)
        if index.data(MARKED):
            self._paint_dot(painter, inside, current)
        if option.state & QStyle.StateFlag.State_HasFocus:
            ring_around(painter, current, option.rect, 2.5, current.XS)

    @staticmethod
    def _insets(index: Index, view: DataTable) -> tuple[int, int]:
        """Return the room before the first column, and after the last."""
        last = index.column() + view.columnSpan(index.row(), index.column()) - 1
        return look().M * (index.column() == view.ends[0]), look().M * (last >= view.ends[1])

    def paint_edge(self, painter: QPainter, box: QRect, index: Index, view: DataTable, colour: str) -> None:
        """Draw the line at the lower edge of a box in a cell."""
        left, right = self._insets(index, view)
        painter.fillRect(box.adjusted(left, box.height() - look().line_width, -right, 0), QColor(colour))

    @staticmethod
    def _paint_dot(painter: QPainter, inside: QStyleOptionViewItem, current: Look) -> None:
        wide = QFontMetrics(inside.font).horizontalAdvance(inside.text)
        radius = current.small / 4
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current.colours.winner))
        middle = inside.rect.center().y() + 1
        painter.drawEllipse(QPointF(inside.rect.right() - wide - current.S - radius, middle), radius, radius)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room for the text, the space between columns, and the dot."""
        current, view = look(), option.widget
        font = index.data(Qt.ItemDataRole.FontRole) or view.font()
        wide = QFontMetrics(font).horizontalAdvance(str(index.data() or ""))
        ends = view.ends if isinstance(view, DataTable) else (-1, -1)
        room = sum(current.M if index.column() == end else current.S for end in ends)
        dot = current.small // 2 + current.M if index.data(MARKED) else 0
        return QSize(wide + room + dot, row_height())


def row_height() -> int:
    """Return the height of a row of figures."""
    return round(15 + 16 * look().scale)


class DataHeader(QHeaderView):
    """A header whose columns are no wider than their words want it."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Return the room for the word; the arrow of the sorted column is above it."""
        current = look()
        word = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")[:_LONGEST]
        wide = QFontMetrics(current.font(current.body, bold=True)).horizontalAdvance(word)
        shown = [at for at in range(self.count()) if not self.isSectionHidden(at)]
        ends = shown[:1].count(section) + shown[-1:].count(section)
        return QSize(wide + 2 * current.S + current.XS + ends * (current.M - current.XS), current.target)


class DataTable(QTableView):
    """A table in which rows are opened; the first column that holds words takes the room that is left.

    With `whole` it is as high as its rows, and the page scrolls.

    Signals:
        opened(object): a row was clicked, or Enter pressed on it: its key.
    """

    opened = Signal(object)

    def __init__(
        self,
        name: str,
        model: QAbstractItemModel,
        *,
        whole: bool = False,
        header: QHeaderView | None = None,
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        set_role(self, "table")
        self.setHorizontalHeader(header or DataHeader())
        self.setModel(model)
        self.setItemDelegate(DataDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.viewport().setAutoFillBackground(False)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(10)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setResizeContentsPrecision(_MEASURED)
        header.sectionCountChanged.connect(lambda *_: self.fit())
        if whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizeAdjustPolicy(QAbstractScrollArea.SizeAdjustPolicy.AdjustToContents)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._open)
        self.fit()

    def find_ends(self) -> None:
        """Find out which columns are the first and the last in sight now."""
        shown = [at for at in range(self.model().columnCount()) if not self.isColumnHidden(at)] or [0]
        self.ends = shown[0], shown[-1]

    def sort_by(self, column: int, order: Qt.SortOrder = Qt.SortOrder.DescendingOrder) -> None:
        """Let the header sort, at first by this column."""
        self.horizontalHeader().setSectionsClickable(True)
        self.setSortingEnabled(True)
        self.sortByColumn(column, order)

    def fit(self) -> None:
        """Set the sizes that follow the text, and let the words have the room that is left."""
        current = look()
        self.verticalHeader().setDefaultSectionSize(row_height())
        header = self.horizontalHeader()
        header.setFixedHeight(current.target if header.sectionsClickable() else round(current.body * 2.4))
        words = self.words_column
        if words < header.count():
            header.setSectionResizeMode(words, QHeaderView.ResizeMode.Stretch)
        self.find_ends()
        self.updateGeometry()

    words_column = 0
    """The column that takes the room that is left."""
    ends = (0, 0)
    """The first and the last column in sight."""

    def minimumSizeHint(self) -> QSize:
        """Return the room for the header and a row; a whole table is as high as it is."""
        if self.sizeAdjustPolicy() is QAbstractScrollArea.SizeAdjustPolicy.AdjustToContents:
            return QSize(100, self.sizeHint().height())
        return QSize(100, self.horizontalHeader().height() + 3 * row_height())

    def choose(self, key: object) -> None:
        """Show the row with this key as chosen, without a signal; none where there is no such row."""
        model, selection = self.model(), self.selectionModel()
        found = [at for at in range(model.rowCount()) if model.index(at, 0).data(KEY) == key] if key else []
        if found and found[0] == self.currentIndex().row() and self.selectedIndexes():
            return
        blocked = selection.blockSignals(True)
        if found:
            index = model.index(found[0], max(0, self.currentIndex().column()))
            flags = QItemSelectionModel.SelectionFlag
            selection.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(index)
        else:
            selection.clearSelection()
        selection.blockSignals(blocked)
        self.viewport().update()

    @property
    def chosen(self) -> object:
        """The key of the chosen row, or None."""
        return self.currentIndex().data(KEY) if self.selectedIndexes() else None

    def _open(self, index: Index) -> None:
        if index.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.opened.emit(index.data(KEY))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CHOOSE and self.currentIndex().isValid():
            self._open(self.currentIndex())
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            every = (
                self.model().index(row, max(0, self.currentIndex().column())) for row in range(self.model().rowCount())
            )
            able = [index for index in every if index.flags() & Qt.ItemFlag.ItemIsEnabled]
            if able:
                self.setCurrentIndex(able[0 if event.key() == Qt.Key.Key_Home else -1])
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED and self.model() is not None:
            self.fit()


class SortedTable(DataTable):
    """A table of names and figures that is sorted by a click on its header, as high as its rows."""

    def __init__(self, name: str, columns: Sequence[DataColumn], by: int = 1) -> None:
        self.data_model = DataModel(columns)
        proxy = QSortFilterProxyModel()
        proxy.setSourceModel(self.data_model)
        proxy.setSortRole(ORDER)
        super().__init__(name, proxy, whole=True)
        proxy.setParent(self)
        self.data_model.setParent(self)
        self.sort_by(by)
        self.fit()

    def show_rows(self, rows: Sequence[tuple[object, tuple[DataCell, ...]]]) -> None:
        """Show these rows in the order that the header says."""
        self.data_model.show_rows(rows)
        self.updateGeometry()

    def updateGeometries(self) -> None:
        """Let the names be as wide as they are, and the table scroll, where too little room for them is left."""
        header, words = self.horizontalHeader(), self.words_column
        if words < header.count():
            room = self.viewport().width() - header.length() + header.sectionSize(words)
            least = min(round(_NAME * look().body), max(header.sectionSizeHint(words), self.sizeHintForColumn(words)))
            mode = QHeaderView.ResizeMode.ResizeToContents if room < least else QHeaderView.ResizeMode.Stretch
            if header.sectionResizeMode(words) is not mode:
                header.setSectionResizeMode(words, mode)
        super().updateGeometries()
