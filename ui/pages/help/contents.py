"""The left side of the Help page: the contents as a tree, and the search results as a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from mjcompanion.handbook.search import SearchHit
from mjcompanion.handbook.texts import HandbookSection

from ... import icons
from ...rich_text import tooltip
from ...theme import look
from ...widgets.fitting import RETHEMED
from ...widgets.rows import KEY, Index, ListRow, RowLayout, RowList, RowPainter, dress

_LOW: Final = 0.88
"""The height of a section in the tree, as a share of the height of other rows."""


class ContentsTree(QTreeWidget):
    """The tree of all sections.

    Signals:
        chosen(str): another section became the current one.
    """

    chosen = Signal(str)

    def __init__(self, sections: Iterable[HandbookSection]) -> None:
        super().__init__()
        dress(self, self.tr("Contents"), RowPainter(self, RowLayout(least=_LOW)))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self._items: dict[str, QTreeWidgetItem] = {}
        self.fill(sections)
        self._measure()
        self.currentItemChanged.connect(self._on_current)

    def fill(self, sections: Iterable[HandbookSection]) -> None:
        self.clear()
        self._items.clear()
        for one in sections:
            above = self._items.get(one.above)
            item = QTreeWidgetItem(above) if above is not None else QTreeWidgetItem(self)
            item.setText(0, one.title)
            item.setData(0, Qt.ItemDataRole.ToolTipRole, tooltip(one.title))
            item.setData(0, KEY, one.key)
            self._items[one.key] = item

    def show_section(self, key: str) -> None:
        """Select a section without a signal, and open its chapter."""
        item = self._items[key]
        if self.currentItem() is item:
            return
        with QSignalBlocker(self):
            above = item.parent()
            if above is not None:
                above.setExpanded(True)
            self.setCurrentItem(item)
        self.scrollToItem(item)
        self.viewport().update()

    def _on_current(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(0, KEY))

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        item = self.itemFromIndex(index)
        if not item.childCount():
            return
        current = look()
        name = "chevron-down" if item.isExpanded() else "chevron-right"
        side = round(current.icon * 0.8)
        picture = icons.pixmap(name, side, current.colours.quiet, self.devicePixelRatioF())
        painter.drawPixmap(rect.right() - side - 2, rect.center().y() - side // 2, picture)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the section that is read in sight."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def _measure(self) -> None:
        self.setIndentation(look().icon + look().XS)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED:
            self._measure()
            self.scheduleDelayedItemsLayout()


class Results(RowList):
    """The list of search results; the keys of its rows are links.

    Signals:
        left(): the arrow key up was pressed in the first row.
    """

    left = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name, RowLayout(title=2, below=3, bold=True))
        self.itemClicked.connect(lambda item: self.chosen.emit(item.data(KEY)))

    def fill(self, found: Iterable[SearchHit]) -> None:
        """Show search results, none of them selected."""
        self.show_rows(
            (ListRow(one.link, one.title, one.excerpt, said=f"{one.title}: {one.excerpt}") for one in found), ""
        )
        with QSignalBlocker(self):
            self.setCurrentRow(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the list upwards from its first row."""
        if event.key() == Qt.Key.Key_Up and self.currentRow() <= 0:
            self.left.emit()
            return
        super().keyPressEvent(event)
