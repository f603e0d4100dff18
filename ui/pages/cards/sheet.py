"""The card as a card looks: its sections, and its lines in coloured letters with what they are worth."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mjcompanion.american.line import shown
from mjcompanion.i18n.translation import _, joined, ngettext, number

from ... import icons
from ...theme import Look, look
from ...widgets.card_line import paint_pattern, pattern_size
from ...widgets.rows import Index, dress, paint_ground, ring_row
from .presenter import CardLineRow, CardSheet
from .words import builds_words, fault_words

_ITEM: Final = Qt.ItemDataRole.UserRole
_MOST_DIGITS: Final = 7
_LINES_SHOWN: Final = 4
"""The least number of lines for which the list has room."""


class _Item(msgspec.Struct, frozen=True):
    """One entry of the list: the heading of a section, or a line."""

    heading: str = ""
    row: CardLineRow | None = None


def _items(sheet: CardSheet | None) -> list[_Item]:
    found: list[_Item] = []
    section = ""
    for row in sheet.rows if sheet is not None else ():
        now = row.text("section")
        if now != section:
            found.append(_Item(shown(now) or _("No section")))
            section = now
        found.append(_Item(row=row))
    return found


class _Lines(QAbstractListModel):
    """The entries of the list, in the order of the file."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[_Item] = []
        self._place_of: dict[int, int] = {}

    def show_items(self, items: list[_Item]) -> bool:
        """Show other entries; True where there are as many of them as before and only some changed."""
        before = self._items
        same = len(before) == len(items) and all(
            (one.row is None) == (other.row is None) for one, other in zip(before, items, strict=True)
        )
        if not same:
            self.beginResetModel()
        self._items = items
        self._place_of = {item.row.number: place for place, item in enumerate(items) if item.row is not None}
        if not same:
            self.endResetModel()
            return False
        for place, (one, other) in enumerate(zip(before, items, strict=True)):
            if one != other:
                index = self.index(place)
                self.dataChanged.emit(index, index)
        return True

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """An entry, and its words for those who can't see it."""
        if not index.isValid() or index.row() >= len(self._items):
            return None
        item = self._items[index.row()]
        if role == _ITEM:
            return item
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return item.heading if item.row is None else said(item.row)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Lines can be chosen, headings can't."""
        item = self._items[index.row()] if index.isValid() and index.row() < len(self._items) else None
        if item is None or item.row is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren

    def place_of(self, number: int) -> int:
        """Where the line with this number stands, or -1."""
        return self._place_of.get(number, -1)


def said(row: CardLineRow) -> str:
    """A line in one sentence, as screen readers say it."""
    parts = [row.text("pattern") or _("no pattern"), row.kind, row.text("value")]
    if row.line is not None:
        parts.append(builds_words(len(row.line.builds)))
    parts += [fault_words(fault) for fault in (*row.faults, *row.warnings)]
    return joined(part for part in (*parts, shown(row.text("note"))) if part)


class CardSheetView(QListView):
    """The lines of a card; only those that are seen are drawn, however many there are.

    Signals:
        line_chosen(int): the keyboard or a click went to the line with this number.
        line_pointed(int): the mouse is over this line, or over none (0).
        edit_wanted(): Enter, or a double click.
        key_wanted(str): "remove", "up", "down" or "new" was asked for by its key.
    """

    line_chosen = Signal(int)
    line_pointed = Signal(int)
    edit_wanted = Signal()
    key_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        dress(self, self.tr("Lines of the card"), _Drawing(self))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._lines = _Lines(self)
        self._shown: CardSheet | None = None
        self._quiet = False
        self.setModel(self._lines)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.entered.connect(lambda index: self.line_pointed.emit(self._number(index)))
        self.doubleClicked.connect(lambda _unused: self.edit_wanted.emit())

    def show_sheet(self, sheet: CardSheet | None) -> None:
        if sheet is self._shown:
            return
        self._shown = sheet
        bar = self.verticalScrollBar()
        before = bar.value()
        self._quiet = True
        same = self._lines.show_items(_items(sheet))
        self._quiet = False
        if not same:
            self.doItemsLayout()
            bar.setValue(before)
        else:
            self.scheduleDelayedItemsLayout()

    def show_current(self, number: int) -> None:
        """Mark a line as the current one, without a signal; 0 for none."""
        index = self._lines.index(self._lines.place_of(number))
        model = self.selectionModel()
        if index == self.currentIndex() and (model.isSelected(index) or not index.isValid()):
            return
        self._quiet = True
        model.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if not index.isValid():
            model.clear()
        self._quiet = False
        self.scroll_to(number)
        self.viewport().update()

    def box_of(self, number: int) -> QRect:
        """Where the line with this number is seen, in the viewport."""
        return self.visualRect(self._lines.index(self._lines.place_of(number)))

    def scroll_to(self, number: int) -> None:
        """Bring a line into view, and the heading of its section where that stands right above it."""
        place = self._lines.place_of(number)
        if place > 0 and self._number(self._lines.index(place - 1)) == 0:
            self.scrollTo(self._lines.index(place - 1))
        if place >= 0:
            self.scrollTo(self._lines.index(place))

    @staticmethod
    def _number(index: Index) -> int:
        item = index.data(_ITEM)
        return item.row.number if isinstance(item, _Item) and item.row is not None else 0

    def _on_current(self, index: QModelIndex) -> None:
        number = self._number(index)
        if number and not self._quiet:
            self.line_chosen.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter edits, Delete takes away, Alt with an arrow moves, Insert begins a new line."""
        key, alt = event.key(), event.modifiers() & Qt.KeyboardModifier.AltModifier
        wanted = {Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down"}.get(Qt.Key(key)) if alt else None
        wanted = wanted or {Qt.Key.Key_Delete: "remove", Qt.Key.Key_Insert: "new"}.get(Qt.Key(key))
        if wanted:
            self.key_wanted.emit(wanted)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_wanted.emit()
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which line the mouse is over, also when it leaves the lines."""
        super().mouseMoveEvent(event)
        if not self.indexAt(event.position().toPoint()).isValid():
            self.line_pointed.emit(0)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.line_pointed.emit(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.scheduleDelayedItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def sizeHint(self) -> QSize:
        """Room for a few lines; it takes all that is left."""
        return QSize(round(400 * look().scale), _LINES_SHOWN * look().target)

    def minimumSizeHint(self) -> QSize:
        """Room for a few lines; the rest is reached by scrolling."""
        return QSize(round(200 * look().scale), _LINES_SHOWN * look().target)


class _Drawing(QStyledItemDelegate):
    """Draws headings and lines."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._measured: dict[tuple[str, int], QSize] = {}
        self._measured_for: tuple[int, Look] | None = None

    def _room(self) -> int:
        view = self.parent()
        return view.viewport().width() if isinstance(view, QListView) else 0

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """The pattern, what is said below it, and room to hit it."""
        current = look()
        item = index.data(_ITEM)
        if not isinstance(item, _Item) or item.row is None:
            return QSize(0, round(current.title * 1.5) + (current.L if index.row() else 0) + current.S)
        row, room = item.row, self._room()
        if (room, current) != self._measured_for:
            self._measured_for = room, current
            self._measured.clear()
        key = f"{row.fields.get('pattern')}\n{row.fields.get('note')}", len(row.faults) + len(row.warnings)
        found = self._measured.get(key)
        if found is None:
            found = self._measured[key] = QSize(0, _Places(row, QRect(0, 0, room, 0), current).height)
        return found

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item = index.data(_ITEM)
        if not isinstance(item, _Item):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if item.row is None:
            _paint_heading(painter, option.rect, item.heading, look())
        else:
            self._paint_line(painter, option, item.row)
        painter.restore()

    def _paint_line(self, painter: QPainter, option: QStyleOptionViewItem, row: CardLineRow) -> None:
        box, state = option.rect, option.state
        current = look()
        c = current.colours
        on = bool(state & QStyle.StateFlag.State_Selected)
        places = _Places(row, box, current)
        paint_ground(painter, option, current, on=on, lit=c.hover)  # letters of a pattern have colours of their own
        painter.setPen(QColor(c.quiet))
        painter.setFont(current.font(current.small))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(places.number, right, number(row.number))
        pattern = row.text("pattern")
        if pattern:
            ink = c.wrong if row.line is None else ""
            paint_pattern(painter, places.pattern, pattern, current.title, current, ink=ink)
        else:
            painter.setFont(current.font(current.body))
            painter.drawText(places.pattern, left, _("no pattern"))
        if places.note_words:
            painter.setFont(current.font(current.small))
            painter.setPen(QColor(c.quiet))
            _elided(painter, places.note, places.note_words)
        painter.setPen(QColor(c.text))
        painter.setFont(current.font(current.title, bold=True))
        painter.drawText(places.kind, Qt.AlignmentFlag.AlignCenter, row.kind)
        value = QFontMetrics(painter.font()).elidedText(
            row.text("value") or "–", Qt.TextElideMode.ElideRight, places.value.width()
        )
        painter.drawText(places.value, right, value)
        for place, words, ink in places.remarks(c.wrong, c.warn):
            side = round(current.small * 1.2)
            picture = icons.pixmap("warning", side, ink, painter.device().devicePixelRatioF())
            painter.drawPixmap(place.left(), place.center().y() - side // 2 + 1, picture)
            painter.setFont(current.font(current.small))
            painter.setPen(QColor(ink))
            _elided(painter, place.adjusted(side + current.XS, 0, 0, 0), words)
        if on and state & QStyle.StateFlag.State_HasFocus:
            ring_row(painter, box, current)


class _Places:
    """Where everything of a line stands."""

    def __init__(self, row: CardLineRow, box: QRect, current: Look) -> None:
        self._row = row
        self._current = current
        number = round(current.small * 2.6)
        digits = min(len(row.text("value")), _MOST_DIGITS)
        kind, value = round(current.title * 1.4), round(current.title * 0.72 * max(3.6, digits + 0.4))
        left = box.left() + current.S + number + current.M
        right = box.right() - current.M - value - kind
        wide = max(4 * current.title, right - left - current.S)
        pattern = row.text("pattern")
        size = pattern_size(pattern, current.title, wide) if pattern else QSize(wide, round(current.title * 1.45))
        self.note_words = shown(row.text("note"))
        self._small = round(current.small * 1.5)
        problems = (*row.faults, *row.warnings)
        beside = wide - size.width() - current.L
        below = bool(self.note_words) and (beside < 8 * current.small or _wide(self.note_words, current) > beside)
        self._high = size.height() + self._small * (below + len(problems[:3]))
        self.height = max(current.target, self._high + 2 * current.S)
        top = box.top() + (self.height - self._high) // 2
        first = QRect(box.left(), top, box.width(), round(current.title * 1.45))
        self.pattern = QRect(left, top, wide, size.height())
        self.number = QRect(box.left() + current.S, first.top(), number, first.height())
        self.kind = QRect(right, first.top(), kind, first.height())
        self.value = QRect(right + kind, first.top(), value, first.height())
        if below:
            self.note = QRect(left, top + size.height(), wide, self._small)
        else:
            self.note = QRect(left + size.width() + current.L, first.top(), max(0, beside), first.height())
        self._remarks = QRect(left, top + size.height() + self._small * below, right + kind + value - left, self._small)

    def remarks(self, wrong: str, warn: str) -> list[tuple[QRect, str, str]]:
        """What is wrong with the line: where it is written, the words and their colour; the last stands for more."""
        row = self._row
        problems = [(fault_words(fault), wrong) for fault in row.faults]
        problems += [(fault_words(fault), warn) for fault in row.warnings]
        shown = problems[:3]
        if len(problems) > len(shown):
            more = len(problems) - 2
            text = ngettext("{count} more", "{count} more", more).format(count=number(more))
            shown[-1] = text, shown[-1][1]
        return [(self._remarks.translated(0, place * self._small), *one) for place, one in enumerate(shown)]


def _wide(words: str, current: Look) -> int:
    return QFontMetrics(current.font(current.small)).horizontalAdvance(words[:400])


def _elided(painter: QPainter, place: QRect, words: str) -> None:
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, place.width())
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def _paint_heading(painter: QPainter, box: QRect, words: str, current: Look) -> None:
    """The name of a section, and a line below it."""
    inner = box.adjusted(current.S, 0, -current.M, -current.XS)
    painter.setFont(current.font(current.title, bold=True))
    painter.setPen(QColor(current.colours.text))
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
    painter.drawText(inner.adjusted(0, 0, 0, -2), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, shown)
    line = QRect(box.left(), inner.bottom() + 1, box.width(), current.line_width)
    painter.fillRect(line, QColor(current.colours.line))
