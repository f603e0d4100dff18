"""The line of a card that won: searched by typing, chosen with the arrows or the mouse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRegularExpression,
    QSize,
    QSortFilterProxyModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mjcompanion.american.line import Line, shown
from mjcompanion.i18n.translation import _, number

from ...theme import look
from ...widgets import TextField
from ...widgets.card_line import paint_pattern, pattern_size
from ...widgets.keys import is_plain
from ...widgets.rows import paint_ground

_AT_ONCE = 12
_PATTERN: Final = Qt.ItemDataRole.UserRole
_BELOW: Final = Qt.ItemDataRole.UserRole + 1


class LineField(TextField):
    """Offers the lines of a card that have all the words typed, in any order, in their section, pattern or value.

    Signals:
        line_chosen(object): a line of the card, or None where the field was emptied.
    """

    line_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(_("Line of the card"), _("Search, or press ↓"))
        self._lines: dict[str, Line] = {}
        self._known = QStandardItemModel(self)
        self._fitting = QSortFilterProxyModel(self)
        self._fitting.setSourceModel(self._known)
        completer = QCompleter(self._fitting, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setMaxVisibleItems(_AT_ONCE)
        popup = QListView()
        popup.setResizeMode(QListView.ResizeMode.Adjust)
        completer.setPopup(popup)
        popup.setItemDelegate(_LinePainter(popup))
        self.textEdited.connect(self._search)
        self.setCompleter(completer)
        completer.activated.connect(lambda: QTimer.singleShot(0, self, self._settle))
        self.editingFinished.connect(self._settle)
        self._chosen = ""

    def show_lines(self, lines: Sequence[Line], pattern: str) -> None:
        """Offer these lines; the one with this pattern is chosen."""
        known = {line_words(line): line for line in lines}
        if known != self._lines:
            self._lines = known
            self._known.clear()
            for words, line in known.items():
                item = QStandardItem(words)
                item.setData(line.pattern, _PATTERN)
                item.setData(line_words(line, pattern=False), _BELOW)
                self._known.appendRow(item)
        chosen = next((words for words, line in known.items() if line.pattern == pattern), pattern)
        if chosen != self._chosen or not self.hasFocus():
            self._chosen = chosen
            if self.text() != chosen:
                self.setText(chosen)
                self.setCursorPosition(0)

    def _settle(self) -> None:
        text = self.text()
        if text == self._chosen:
            return
        line = self._lines.get(text)
        if line is None and text.strip():
            self.setText(self._chosen)
            return
        self._chosen = text
        self.line_chosen.emit(line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the whole list at the down arrow."""
        if event.key() == Qt.Key.Key_Down and is_plain(event):
            self._offer()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._offer()

    def _offer(self) -> None:
        self._search("" if self.text() == self._chosen else self.text())
        self.completer().complete()

    def _search(self, text: str) -> None:
        every = "".join(f"(?=.*{re.escape(word)})" for word in text.split())
        ignoring = QRegularExpression.PatternOption.CaseInsensitiveOption
        self._fitting.setFilterRegularExpression(QRegularExpression(every, ignoring))


class _LinePainter(QStyledItemDelegate):
    """Paints a line of a card in the colours of its suits, and its section and value below."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def _high(self, pattern: str) -> int:
        room = self._view.viewport().width() - 2 * look().M
        return pattern_size(pattern, look().body, max(room, 6 * look().title)).height()

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        current = look()
        return QSize(10, self._high(index.data(_PATTERN)) + round(current.small * 1.5) + current.S)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        current = look()
        on = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, option, current, on=on)
        inner = option.rect.adjusted(current.M, current.XS, -current.M, -current.XS)
        pattern = index.data(_PATTERN)
        high = self._high(pattern)
        above = QRect(inner.topLeft(), QSize(inner.width(), high))
        lit = current.colours.on_chosen_soft
        paint_pattern(painter, above, pattern, current.body, current, ink=lit if on else "")
        painter.setFont(current.font(current.small))
        painter.setPen(QColor(lit if on else current.colours.quiet))
        painter.drawText(inner.adjusted(0, high, 0, 0), Qt.AlignmentFlag.AlignLeft, index.data(_BELOW))
        painter.restore()


def line_words(line: Line, *, pattern: bool = True) -> str:
    """Return a line of a card in words.

    >>> line_words(Line(3, "2468", "FFFF 2222a 4444b 66c", 25, concealed=True))
    '3 · 2468 · FFFF 2222a 4444b 66c · C 25'
    """
    written = line.pattern if pattern else ""
    parts = (number(line.number), shown(line.section), written, f"{line.kind} {number(line.value)}")
    return " · ".join(part for part in parts if part)
