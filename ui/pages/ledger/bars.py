"""Bars side by side: how often each was, and perhaps a part of it; read by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import msgspec
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.i18n.translation import number

from ...theme import Look, look, smooth_painter
from ...widgets.chart import ReadChart

_WIDEST_BAR = 64
_GAP = 0.14
"""Of a bar's place: the room between two."""


class BarEntry(msgspec.Struct, frozen=True):
    """One bar: what it represents, what is below it, how often, and how much of that is its filled part."""

    words: str
    short: str
    count: int
    part: int | None = None


class Bars(ReadChart):
    """Draws bars; what is read is above them and is said.

    With `edges` the words below stand between bars, where one ends and the next begins; the last bar's end is `end`.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, edges: bool = False) -> None:
        super().__init__(name, parent)
        self.bars: tuple[BarEntry, ...] = ()
        """What is shown."""
        self._end = ""
        self._summary = ""
        self._edges = edges
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_bars(self, bars: Sequence[BarEntry], summary: str, end: str = "") -> None:
        """Show bars; `summary` says all of them in a sentence."""
        self.bars, self._summary, self._end = tuple(bars), summary, end
        self.current = None
        self._describe()
        self.update()

    @property
    def caption(self) -> str:
        """What is above the bars."""
        return self._summary if self.current is None else self.bars[self.current].words

    def _count(self) -> int:
        return len(self.bars)

    def _said(self) -> str:
        return self.caption

    # measures

    def sizeHint(self) -> QSize:
        current = look()
        return QSize(round(260 * current.scale), round(92 + 76 * current.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(180, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.updateGeometry()

    def _plot(self) -> QRectF:
        """Where the bars stand: below two lines of words, above one, with room for a figure over the highest."""
        current = look()
        high = QFontMetricsF(current.font(current.small)).height()
        side = current.S + (current.M if self._edges else 0)
        return QRectF(self.rect()).adjusted(side, 3 * high + current.S, -side, -high - current.S)

    def box_of(self, place: int) -> QRectF:
        """Where a bar is."""
        plot = self._plot()
        step = min(plot.width() / max(1, len(self.bars)), _WIDEST_BAR * look().scale)
        most = max((bar.count for bar in self.bars), default=1) or 1
        count = self.bars[place].count
        high = max(2.0 if count else 0.0, plot.height() * count / most)
        left = plot.left() + place * step
        return QRectF(left + step * _GAP / 2, plot.bottom() - high, step * (1 - _GAP), high)

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """What is read, the bars, and what they stand for."""
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        painter.setFont(current.font(current.small))
        metrics = painter.fontMetrics()
        room = QRectF(current.S, current.XS, self.width() - 2 * current.S, 2 * metrics.height())
        painter.setPen(QColor(c.quiet if self.current is None else c.text))
        wrap = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        painter.drawText(room, wrap | int(Qt.TextFlag.TextDontClip), self.caption)  # other fonts are higher
        for place, bar in enumerate(self.bars):
            self._paint_bar(painter, current, place, bar)
        plot = self._plot()
        painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), current.line_width), QColor(c.border))
        self._paint_words(painter, current)
        self._paint_ring(painter, current)
        painter.end()

    def _paint_bar(self, painter: QPainter, current: Look, place: int, bar: BarEntry) -> None:
        c = current.colours
        box = self.box_of(place)
        here = place == self.current
        ink = QColor(c.chosen if here and current.line_width == 1 else c.focus if here else c.series_1)
        if bar.part is None:
            painter.fillRect(box, ink)
        else:  # the whole is an outline, its part filled
            pen = QPen(ink, 1.5)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(0.75, 0.75, -0.75, 0))
            filled = box.height() * bar.part / bar.count if bar.count else 0.0
            painter.fillRect(QRectF(box.left(), box.bottom() - filled, box.width(), filled), ink)
        painter.setPen(QColor(c.text))
        text = number(bar.count)
        wide = painter.fontMetrics().horizontalAdvance(text)
        if bar.count and wide <= box.width() / (1 - _GAP):
            over = QRectF(box.left() - 20, box.top() - painter.fontMetrics().height(), box.width() + 40, 20)
            over.setHeight(painter.fontMetrics().height())
            painter.drawText(over, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom), text)

    def _paint_words(self, painter: QPainter, current: Look) -> None:
        """The words below, as many as there is room for."""
        if not self.bars:
            return
        metrics = painter.fontMetrics()
        plot = self._plot()
        words = [bar.short for bar in self.bars] + ([self._end] if self._edges else [])
        step = min(plot.width() / len(self.bars), _WIDEST_BAR * current.scale)
        widest = max(metrics.horizontalAdvance(text) for text in words) + current.S
        every = max(1, ceil(widest / step))
        painter.setPen(QColor(current.colours.quiet))
        shift = 0.0 if self._edges else 0.5
        for place in range(0, len(words), every):
            middle = QPointF(plot.left() + (place + shift) * step, 0)
            wide = metrics.horizontalAdvance(words[place])
            left = min(max(0.0, middle.x() - wide / 2), self.width() - wide)
            box = QRectF(left, plot.bottom() + current.XS, wide + 1, metrics.height())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), words[place])

    def _place_at(self, x: float) -> int | None:
        step = self.box_of(0).width() / (1 - _GAP) if self.bars else 1.0
        place = int((x - self._plot().left()) // step)
        return place if 0 <= place < len(self.bars) else None
