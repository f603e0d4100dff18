"""The left side: the contents as a tree, and what a search found as a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from mjcompanion.handbook.search import SearchHit
from mjcompanion.handbook.texts import HandbookSection

from ... import icons
from ...parts.fitting import RETHEMED
from ...parts.rows import KEY, Build, Index, Row, RowList, RowPainter, dress
from ...rich_text import tooltip
from ...theme import look

_LOW: Final = 0.88
"""How high a section is in the tree, in heights of what can be hit: there are many."""


class ContentsTree(QTreeWidget):
    """All sections; walking through them shows them.

    Signals:
        chosen(str): the person went to a section.
    """

    chosen = Signal(str)

    def __init__(self, sections: Iterable[HandbookSection]) -> None:
        super().__init__()
        dress(self, self.tr("Contents"), RowPainter(self, Build(least=_LOW)))
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
        """Choose a section, without a signal; its chapter opens."""
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

    def _measure(self) -> None:
        self.setIndentation(look().icon + look().XS)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RETHEMED:
            self._measure()
            self.scheduleDelayedItemsLayout()


class Results(RowList):
    """What a search found; the keys of its rows are links.

    Signals:
        left(): the person goes up from the first one, back to the field.
    """

    left = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name, Build(title=2, below=3, bold=True))
        self.itemClicked.connect(lambda item: self.chosen.emit(item.data(KEY)))

    def fill(self, found: Iterable[SearchHit]) -> None:
        """Show these, none of them chosen."""
        self.show_rows((Row(one.link, one.title, one.excerpt, said=f"{one.title}: {one.excerpt}") for one in found), "")
        with QSignalBlocker(self):
            self.setCurrentRow(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up from the first one goes back to the field."""
        if event.key() == Qt.Key.Key_Up and self.currentRow() <= 0:
            self.left.emit()
            return
        super().keyPressEvent(event)
