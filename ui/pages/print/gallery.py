"""The forms as small pictures of their pages."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mjcompanion.i18n.translation import _
from mjcompanion.printing.catalogue import FORMS, Form

from ...rich_text import set_tooltip
from ...theme import HIGH_CONTRAST, look, paint_ring
from ...widgets.fitting import Fits
from ...widgets.rows import Index, dress
from .preview import paint_sheet

_ID: Final = Qt.ItemDataRole.UserRole
_PICTURE: Final = Qt.ItemDataRole.UserRole + 1
_HIGH: Final = 124
"""A small page at 100 % text, in logical pixels; it grows with the text, but less."""
_GROWTH: Final = 0.35
_EDGE: Final = 2
_SPARE: Final = 2
"""What Qt wants to be left at the end of a row."""
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)


def small_height() -> int:
    """How high a small page is, in logical pixels."""
    return round(_HIGH * (1 + _GROWTH * (look().scale - 1)))


class Gallery(Fits, QListWidget):
    """The forms in rows; the arrows go from one to the next in all four directions.

    Signals:
        chosen(str): the person chose the form with this id.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        dress(self, self.tr("Forms"), _Pages(self))
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setMovement(QListWidget.Movement.Static)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setWrapping(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setUniformItemSizes(True)
        self.setSpacing(0)
        for form in FORMS:
            self.addItem(_item(form))
        self.fit()
        self.currentItemChanged.connect(self._on_current)
        self.verticalScrollBar().rangeChanged.connect(self._on_range)

    def choose(self, id_: str) -> None:
        """Show a form as chosen, without a signal."""
        item = self._item_of(id_)
        if self.currentItem() is not item:
            with QSignalBlocker(self):
                self.setCurrentItem(item)
            self.scrollToItem(item)
            self.viewport().update()

    def show_picture(self, id_: str, image: QImage | None) -> None:
        self._item_of(id_).setData(_PICTURE, image)

    def _item_of(self, id_: str) -> QListWidgetItem:
        return next(item for row in range(self.count()) if (item := self.item(row)).data(_ID) == id_)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(_ID))

    def _on_range(self, _least: int, most: int) -> None:
        """The place of the bar is kept, so that nothing moves; without need it isn't seen."""
        self.verticalScrollBar().setEnabled(most > 0)

    def fit(self) -> None:
        current = look()
        high = small_height()
        least = round(high * 0.78) + 2 * current.S
        room = self.viewport().width() - _SPARE
        columns = max(1, room // least)
        wide = room // columns
        metrics = QFontMetrics(current.font(current.small, bold=True))
        place = QRect(0, 0, max(1, wide - 2 * current.XS - 2 * _EDGE), high)
        words = max(
            metrics.boundingRect(place, _WRAPPED, self.item(row).text()).height() for row in range(self.count())
        )
        self.setGridSize(QSize(wide, high + words + 2 * current.M + current.S))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(120 * look().scale), small_height())


def _item(form: Form) -> QListWidgetItem:
    title, about = _(form.title), _(form.about)
    item = QListWidgetItem(title)
    item.setData(_ID, form.id)
    set_tooltip(item, about)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, title)
    item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, about)
    return item


class _Pages(QStyledItemDelegate):
    """Paints a small page and its name."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        view = self.parent()
        return view.gridSize() if isinstance(view, QListWidget) else QSize()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        current = look()
        c = current.colours
        box: QRect = option.rect.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        state: QStyle.StateFlag = option.state
        on = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        cell = QPainterPath()
        cell.addRoundedRect(QRectF(box), current.RADIUS, current.RADIUS)
        if on or state & QStyle.StateFlag.State_MouseOver:
            painter.fillPath(cell, QColor(c.chosen_soft if on else c.hover))
        high = small_height()
        image = index.data(_PICTURE)
        wide = round(high * (image.width() / image.height() if image is not None else 0.707))
        page = QRect(box.center().x() - wide // 2, box.top() + current.M, wide, high)
        paint_sheet(painter, page)
        if image is not None:
            painter.drawImage(page, image)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(c.chosen if on else c.line), 2 if on or current.name == HIGH_CONTRAST else 1))
        painter.drawRect(page)
        painter.setFont(current.font(current.small, bold=on))
        painter.setPen(QColor(c.on_chosen_soft if on else c.text))
        top = round(page.bottom()) + current.S
        words = QRect(box.left() + current.XS, top, box.width() - 2 * current.XS, box.bottom() - top)
        painter.drawText(words, _WRAPPED, index.data())
        if on and state & QStyle.StateFlag.State_HasFocus:
            ring = QPainterPath()
            ring.addRoundedRect(QRectF(box).adjusted(3, 3, -3, -3), current.RADIUS - 2, current.RADIUS - 2)
            paint_ring(painter, current, ring)
        painter.restore()
