"""A quiet table of names and figures, which can be sorted and is as high as what is in it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ..rich_text import in_role
from ..theme import look, ring_around

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_RETHEMED = frozenset({QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.PaletteChange})


class TableColumn(msgspec.Struct, frozen=True):
    """A column: its word, what it means in full, and whether its cells are figures."""

    title: str
    help: str = ""
    figures: bool = True


class Cell(msgspec.Struct, frozen=True):
    """What a cell shows, and what it says where that is not what it shows."""

    text: str
    said: str = ""


class FiguresModel(QAbstractTableModel):
    """Rows of cells, each row standing for something that it knows by a key."""

    def __init__(self, columns: Sequence[TableColumn]) -> None:
        super().__init__()
        self.columns = tuple(columns)
        """The columns."""
        self._rows: list[tuple[object, tuple[Cell, ...]]] = []

    def show_rows(self, rows: Sequence[tuple[object, tuple[Cell, ...]]]) -> None:
        """Show these rows: what each stands for, and its cells."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def key(self, row: int) -> object:
        """What a row stands for."""
        return self._rows[row][0]

    def cell(self, row: int, column: int) -> Cell:
        """One cell."""
        return self._rows[row][1][column]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        cell = self.cell(index.row(), index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            column = self.columns[index.column()]
            said = cell.said or cell.text
            return f"{column.help or column.title}: {said}" if column.figures else said
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if self.columns[index.column()].figures else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return in_role(role, column.help or column.title)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.figures else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None


class QuietDelegate(QStyledItemDelegate):
    """Paints cells as the rest of the page: no frames, a line below each row, the row that is chosen lit."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        current = look()
        self.paint_ground(painter, option, index)
        align = index.data(Qt.ItemDataRole.TextAlignmentRole)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(QColor(current.colours.on_chosen_soft if chosen else current.colours.text))
        painter.setFont(current.font(current.body))
        box = option.rect.adjusted(current.S, 0, -current.S, 0)
        text = painter.fontMetrics().elidedText(
            str(index.data() or "")[:400].replace("\n", " "), Qt.TextElideMode.ElideRight, box.width()
        )
        painter.drawText(box, int(align), text)
        self.paint_focus(painter, option)

    @staticmethod
    def paint_ground(painter: QPainter, option: QStyleOptionViewItem, _index: Index) -> None:
        """What lies behind a cell."""
        current = look()
        c = current.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(c.chosen_soft))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(c.hover))
        line = QRectF(option.rect)
        line.setTop(line.bottom() - 1)
        painter.fillRect(line, QColor(c.line))

    @staticmethod
    def paint_focus(painter: QPainter, option: QStyleOptionViewItem) -> None:
        """The ring around the cell that has the keyboard."""
        if option.state & QStyle.StateFlag.State_HasFocus:
            ring_around(painter, look(), option.rect, 2.5, look().XS)


class TableHeader(QHeaderView):
    """A header in our clothes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHighlightSections(False)
        self.setSectionsMovable(False)
        self.setMinimumSectionSize(10)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def sizeHint(self) -> QSize:
        """Return a line, whatever the style makes of it."""
        return QSize(super().sizeHint().width(), round(look().small * 2))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint the word of a column."""
        current = look()
        c = current.colours
        painter.save()
        painter.fillRect(rect, QColor(c.card))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), current.line_width, QColor(c.line))
        model = self.model()
        text = str(model.headerData(section, Qt.Orientation.Horizontal) or "")[:200].replace("\n", " ")
        align = int(model.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole))
        painter.setPen(QColor(c.quiet))
        painter.setFont(current.font(current.small))
        box = rect.adjusted(current.S, 0, -current.S, 0)
        painter.drawText(box, align, painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width()))
        painter.restore()


class QuietTable(QTableView):
    """A table in our clothes, which gives its columns their widths anew when it or the text gets another size."""

    def __init__(
        self, name: str, model: QAbstractTableModel, header: QHeaderView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setModel(model)
        model.setParent(self)
        self.setHorizontalHeader(header)  # which must hear of other rows before its widths are asked for
        model.modelReset.connect(self.fit)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.viewport().setAutoFillBackground(False)

    def fit(self) -> None:
        """Give each column its width."""
        raise NotImplementedError

    def light(self, place: int) -> None:
        """Light a row, in the column where the keyboard is; with -1 none."""
        if place < 0:
            self.clearSelection()
        elif self.currentIndex().row() != place or not self.selectedIndexes():
            self.setCurrentIndex(self.model().index(place, max(0, self.currentIndex().column())))
            self.selectRow(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.refit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _RETHEMED and self.model() is not None:
            self.refit()

    def refit(self) -> None:
        """Fit again, showing what was shown."""
        self.fit()


class WholeTable(QuietTable):
    """A table as high as its rows, so that the page scrolls and not the table.

    Signals:
        opened(object): a row was clicked, or Enter pressed on it: what the row stands for.
    """

    opened = Signal(object)

    def __init__(
        self, name: str, model: QAbstractTableModel, header: QHeaderView, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, model, header, parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda index: self.opened.emit(self.stands_for(index.row())))

    def stands_for(self, row: int) -> object:
        """What a row stands for."""
        raise NotImplementedError

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().x():
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentIndex().isValid():
            self.opened.emit(self.stands_for(self.currentIndex().row()))
        else:
            super().keyPressEvent(event)


class FiguresTable(WholeTable):
    """A table of figures that is only read."""

    def __init__(self, name: str, columns: Sequence[TableColumn]) -> None:
        self.figures = FiguresModel(columns)
        super().__init__(name, self.figures, TableHeader())
        self.setItemDelegate(QuietDelegate(self))

    def stands_for(self, row: int) -> object:
        return self.figures.key(row)

    def fit(self) -> None:
        current = look()
        header = self.horizontalHeader()
        self.verticalHeader().setDefaultSectionSize(current.target)
        metrics = QFontMetrics(current.font(current.body))
        heads = QFontMetrics(current.font(current.small, bold=True))
        columns, count = self.figures.columns, self.figures.rowCount()
        widths = []
        for place, column in enumerate(columns):
            texts = [self.figures.cell(row, place).text for row in range(min(count, 300))]
            longest = max((metrics.horizontalAdvance(text) for text in texts if len(text) < 60), default=0)
            most = longest if column.figures else max(longest, round(120 * current.scale))
            widths.append(max(most, heads.horizontalAdvance(column.title)) + 2 * current.S + current.XS)
        words = [place for place, column in enumerate(columns) if not column.figures]
        room = self.viewport().width() - sum(width for place, width in enumerate(widths) if place not in words)
        least = round(110 * current.scale)
        for place, width in enumerate(widths):
            header.resizeSection(place, max(least, room // len(words)) if place in words else width)
        bar = self.horizontalScrollBar()
        scrolls = sum(header.sectionSize(place) for place in range(len(columns))) > self.viewport().width()
        high = header.sizeHint().height() + count * current.target + (bar.sizeHint().height() if scrolls else 0)
        self.setFixedHeight(high + 2)
