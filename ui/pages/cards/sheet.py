"""The card as a card looks: its sections, and its lines in coloured letters with what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from mjcompanion.american.line import shown
from mjcompanion.i18n.translation import _, joined, ngettext, number

from ... import icons
from ...theme import Look, look
from ...widgets.card_line import paint_pattern, pattern_size
from ...widgets.keys import ENTER
from ...widgets.rows import Index, dress, paint_ground, ring_row
from .model import CardLineRow, CardSheet
from .words import builds_words, fault_words

_ROW: Final = Qt.ItemDataRole.UserRole
"""The line of the card in an entry; the heading of a section has none."""
_MOST_DIGITS: Final = 7
_LINES_SHOWN: Final = 4
"""The least number of lines for which the list has room."""
_REMARKS: Final = 3
"""The most remarks below a line."""
_COLUMN: Final = 370
"""The least width, at 100 % text, of one of two columns."""
_DENSE: Final = 1.3
"""The height of a line in columns, in sizes of its type."""


def _problems(row: CardLineRow, most: int) -> list[str]:
    """What is wrong with a line, and its warnings; where there are more, the last says how many are left out."""
    problems = (*row.faults, *row.warnings)
    shown = [fault_words(fault) for fault in problems[:most]]
    if len(problems) > most > 1:
        more = len(problems) - most + 1
        shown[-1] = ngettext("{count} more", "{count} more", more).format(count=number(more))
    return shown


def said(row: CardLineRow) -> str:
    """A line in one sentence, as screen readers say it."""
    parts = [row.text("pattern") or _("no pattern"), row.kind, row.text("value")]
    if row.line is not None:
        parts.append(builds_words(len(row.line.builds)))
    parts += _problems(row, _REMARKS)
    return joined(part for part in (*parts, shown(row.text("note"))) if part)


class CardSheetView(QListWidget):
    """The lines of a card below the headings of their sections, in the order of the file.

    Signals:
        line_chosen(int): the keyboard or a click went to the line with this number.
        line_pointed(int): the mouse is over this line, or over none (0).
        edit_wanted(): Enter, or a double click.
        key_wanted(str): "remove", "up" or "down" was asked for by its key.
        reached(): the keyboard comes here, by Tab or from the line; a click goes to a line at once.
    """

    line_chosen = Signal(int)
    line_pointed = Signal(int)
    edit_wanted = Signal()
    key_wanted = Signal(str)
    reached = Signal()

    def __init__(self) -> None:
        super().__init__()
        dress(self, self.tr("Lines of the card"), _Drawing(self))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._shown: CardSheet | None = None
        self._lines: dict[int, QListWidgetItem] = {}
        """The entry of each line by its number."""
        self._columns: _Columns | None = None
        self._fitted: object = None
        self.currentItemChanged.connect(self._on_current)
        self.itemEntered.connect(lambda item: self.line_pointed.emit(_number(item)))
        self.itemDoubleClicked.connect(lambda _unused: self.edit_wanted.emit())

    def show_sheet(self, sheet: CardSheet | None) -> None:
        if sheet is self._shown:
            return
        self._shown = sheet
        bar = self.verticalScrollBar()
        before = bar.value()
        with QSignalBlocker(self):
            self._columns = None
            self._fill(sheet.rows if sheet is not None else ())
        self._fit()
        self.doItemsLayout()
        bar.setValue(before)

    def _fill(self, rows: Sequence[CardLineRow]) -> None:
        self.clear()
        self._lines.clear()
        section = ""
        for row in rows:
            now = row.text("section")
            if now != section:
                heading = QListWidgetItem(shown(now) or _("No section"), self)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                section = now
            line = self._lines[row.number] = QListWidgetItem(said(row))
            line.setData(_ROW, row)
            self.addItem(line)

    def show_current(self, number: int) -> None:
        """Mark a line as the current one, without a signal; 0 for none."""
        line = self._lines.get(number)
        if line is self.currentItem() and (line is None or line.isSelected()):
            return
        with QSignalBlocker(self):
            self.setCurrentRow(-1 if line is None else self.row(line))
        self.scroll_to(number)
        self.viewport().update()

    def box_of(self, number: int) -> QRect:
        """Where the line with this number is seen, in the viewport."""
        return self.visualItemRect(self._lines[number])

    @property
    def columns(self) -> _Columns | None:
        """The two columns in which the whole card is in sight; None where there is no room for that."""
        return self._columns

    def _fit(self) -> None:
        """Lay the card out in two columns where all of it fits into them."""
        room, current = self.maximumViewportSize(), look()
        if self.signalsBlocked() or (fitted := (self._shown, room, current)) == self._fitted:
            return  # it is being filled, or nothing has changed
        self._fitted = fitted
        rows = [self.item(place).data(_ROW) for place in range(self.count())]
        wide = room.width() >= 2 * round(_COLUMN * current.scale)
        few = 0 < len(rows) * current.small < 2 * room.height()
        self._columns = _two_columns(rows, room, current) if wide and few else None
        if self.isWrapping() is (self._columns is None):
            self.setWrapping(self._columns is not None)
        self.scheduleDelayedItemsLayout()

    def moveCursor(self, action: QListView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go from the end of one column to the beginning of the next."""
        by = {QListView.CursorAction.MoveUp: -1, QListView.CursorAction.MoveDown: 1}.get(action)
        beside = self._lines.get(_number(self.currentItem()) + by) if by else None
        return self.indexFromItem(beside) if beside is not None else super().moveCursor(action, modifiers)

    def scroll_to(self, number: int) -> None:
        """Bring a line into view, and the heading of its section where that is right above it."""
        line = self._lines.get(number)
        if line is None:
            return
        above = self.item(self.row(line) - 1)
        if above is not None and not _number(above):
            self.scrollToItem(above)
        self.scrollToItem(line)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if number := _number(item):
            self.line_chosen.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter edits, Delete takes away, Alt with an arrow moves."""
        key, alt = event.key(), event.modifiers() & Qt.KeyboardModifier.AltModifier
        wanted = {Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down"}.get(Qt.Key(key)) if alt else None
        if wanted or key == Qt.Key.Key_Delete:
            self.key_wanted.emit(wanted or "remove")
        elif key in ENTER:
            self.edit_wanted.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Keep the place in the card, where Qt would go to its first line."""
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.reached.emit()
        super().focusInEvent(event)

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
            self._fit()
            self.scheduleDelayedItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def sizeHint(self) -> QSize:
        """Room for a few lines; it takes all that is left."""
        return QSize(round(400 * look().scale), _LINES_SHOWN * look().target)

    def minimumSizeHint(self) -> QSize:
        """Room for a few lines; the rest is reached by scrolling."""
        return QSize(round(200 * look().scale), _LINES_SHOWN * look().target)


def _number(item: QListWidgetItem | None) -> int:
    """Return the number of the line in an entry, or 0."""
    row = item.data(_ROW) if item is not None else None
    return row.number if row is not None else 0


class _Drawing(QStyledItemDelegate):
    """Draws headings and lines."""

    @property
    def _view(self) -> CardSheetView:
        view = self.parent()
        assert isinstance(view, CardSheetView)  # noqa: S101 - it is the view that made this
        return view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """The pattern, what is written below it, and room to hit it."""
        current, row, columns = look(), index.data(_ROW), self._view.columns
        if columns is not None:
            return columns.sizes[index.row()]
        return QSize(0, _height(row, self._view.viewport().width(), current, first=not index.row()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(_ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        columns, current = self._view.columns, look()
        if columns is not None:  # the last of a column has all the height that is left
            option.rect.setSize(QSize(columns.sizes[-1].width(), columns.heights[index.row()]))
        if row is None:
            size = columns.pixels if columns is not None else current.title
            _paint_heading(painter, option.rect, str(index.data()), size, current)
        else:
            self._paint_line(painter, option, row)
        painter.restore()

    def _paint_line(self, painter: QPainter, option: QStyleOptionViewItem, row: CardLineRow) -> None:
        box, state = option.rect, option.state
        current = look()
        c = current.colours
        on = bool(state & QStyle.StateFlag.State_Selected)
        columns = self._view.columns
        size = columns.pixels if columns is not None else current.title
        places = _Places(row, box, current, size, dense=columns is not None)
        paint_ground(painter, option, current, on=on, lit=c.hover)  # letters of a pattern have colours of their own
        painter.setPen(QColor(c.quiet))
        painter.setFont(current.font(current.small))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(places.number, right, number(row.number))
        pattern = row.text("pattern")
        if pattern:
            ink = c.wrong if row.line is None else ""
            paint_pattern(painter, places.pattern, pattern, size, current, ink=ink)
        else:
            painter.setFont(current.font(current.body))
            painter.drawText(places.pattern, left, _("no pattern"))
        if places.note_words:
            painter.setFont(current.font(current.small))
            painter.setPen(QColor(c.quiet))
            _elided(painter, places.note, places.note_words)
        painter.setPen(QColor(c.text))
        painter.setFont(current.font(size, bold=True))
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
    """Where everything of a line is."""

    def __init__(self, row: CardLineRow, box: QRect, current: Look, pixels: int, *, dense: bool = False) -> None:
        self._row = row
        self._dense = dense
        number = round(current.small * 2.6)
        digits = min(len(row.text("value")), _MOST_DIGITS)
        kind, value = round(pixels * 1.4), round(pixels * 0.72 * max(3.6, digits + 0.4))
        left = box.left() + current.S + number + (current.S if dense else current.M)
        right = box.right() - (current.S if dense else current.M) - value - kind
        wide = max(4 * pixels, right - left - current.S)
        pattern = row.text("pattern")
        size = pattern_size(pattern, pixels, wide) if pattern else QSize(wide, round(pixels * 1.45))
        self.note_words = shown(row.text("note"))
        self._small = round(current.small * 1.5)
        problems = (*row.faults, *row.warnings)
        beside = wide - size.width() - (current.M if dense else current.L)
        below = bool(self.note_words) and (beside < 8 * current.small or _wide(self.note_words, current) > beside)
        below = below and not dense
        self._high = size.height() + (0 if dense else self._small * (below + len(problems[:_REMARKS])))
        least = round(pixels * _DENSE) + size.height() - round(pixels * 1.45)
        self.height = least if dense else max(current.target, self._high + 2 * current.S)
        top = box.top() + ((box.height() if dense else self.height) - self._high) // 2
        first = QRect(box.left(), top, box.width(), round(pixels * 1.45))
        self.pattern = QRect(left, top, wide, size.height())
        self.number = QRect(box.left() + current.S, first.top(), number, first.height())
        self.kind = QRect(right, first.top(), kind, first.height())
        self.value = QRect(right + kind, first.top(), value, first.height())
        if below:
            self.note = QRect(left, top + size.height(), wide, self._small)
        else:
            gap = wide - beside
            self.note = QRect(left + gap, first.top(), max(0, beside), first.height())
        if dense and (problems or beside < 4 * current.small):
            self.note_words = ""
        at = top + size.height() + self._small * below
        self._remarks = self.note if dense else QRect(left, at, right + kind + value - left, self._small)

    def remarks(self, wrong: str, warn: str) -> list[tuple[QRect, str, str]]:
        """What is wrong with the line: place, words and colour of each remark; the last says how many are left out."""
        row = self._row
        return [
            (self._remarks.translated(0, place * self._small), words, wrong if place < len(row.faults) else warn)
            for place, words in enumerate(_problems(row, 1 if self._dense else _REMARKS))
        ]


def _height(row: CardLineRow | None, width: int, current: Look, *, first: bool) -> int:
    """The height of a line in one column, or that of a heading."""
    if row is None:
        return round(current.title * 1.5) + (0 if first else current.L) + current.S
    return _Places(row, QRect(0, 0, width, 0), current, current.title).height


class _Columns(NamedTuple):
    """Two columns: the size of their type, and of each entry the room that it takes and the height it is drawn with."""

    pixels: int
    sizes: list[QSize]
    heights: list[int]


def _two_columns(rows: Sequence[CardLineRow | None], room: QSize, current: Look) -> _Columns | None:
    """Lay the entries out in two columns, in the largest type in which all of them fit; None where one has room."""
    if sum(_height(row, room.width(), current, first=not at) for at, row in enumerate(rows)) <= room.height():
        return None
    width = (room.width() - current.L) // 2
    for pixels in range(current.body, current.small - 1, -1):
        box = QRect(0, 0, width, 0)
        heights = [
            round(pixels * _DENSE) if row is None else _Places(row, box, current, pixels, dense=True).height
            for row in rows
        ]
        ends = [at for at, row in enumerate(rows, 1) if row is not None]
        found = {at: max(sum(heights[:at]), sum(heights[at:])) for at in ends}
        found = {at: height for at, height in found.items() if height <= room.height()}
        if not found:
            continue
        whole = [at for at in found if at == len(rows) or rows[at] is None]  # no section is split
        at = min(whole or found, key=found.__getitem__)
        more = min((room.height() - found[at]) // max(at, len(rows) - at), current.target - min(heights))
        heights = [height + more for height in heights]
        first = room.width() if at == len(rows) else width + current.L  # the whole where the second has no line
        sizes = [QSize(first if place < at else width, height) for place, height in enumerate(heights)]
        sizes[at - 1].setHeight(sizes[at - 1].height() + room.height() - sum(heights[:at]) - 1)
        return _Columns(pixels, sizes, heights)
    return None


def _wide(words: str, current: Look) -> int:
    return QFontMetrics(current.font(current.small)).horizontalAdvance(words[:400])


def _elided(painter: QPainter, place: QRect, words: str) -> None:
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, place.width())
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def _paint_heading(painter: QPainter, box: QRect, words: str, pixels: int, current: Look) -> None:
    """The name of a section, and a line below it."""
    inner = box.adjusted(current.S, 0, -current.M, -current.XS if pixels == current.title else 0)
    painter.setFont(current.font(pixels, bold=True))
    painter.setPen(QColor(current.colours.text))
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
    painter.drawText(inner.adjusted(0, 0, 0, -2), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, shown)
    line = QRect(box.left(), inner.bottom() + 1, box.width(), current.line_width)
    painter.fillRect(line, QColor(current.colours.line))
