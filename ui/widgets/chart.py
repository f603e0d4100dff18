"""Lines over the hands of a session: named at their ends, with dashes and markers, read by mouse and keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy

from mjcompanion.i18n.translation import joined
from mjcompanion.printing.chart_scale import Series, round_step, spread, ticks
from mjcompanion.table.words import brief, figure

from ..accessibility import announce
from ..rich_text import PlainLabel
from ..theme import Look, look, ring_around, smooth_painter
from .fitting import Fits
from .keys import CHOOSE

_DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (5, 2.5), (1, 2), (6, 2, 1, 2))
"""In widths of the line: none, long, short, long and short."""
_SHAPES: Final = 6
_MARKERS_APART: Final = 14
"""Markers stand no closer than this many pixels, at 100 % text."""
_LONGEST_LABEL: Final = 0.3
"""Of the width: what the names at the ends may take, figures not counted."""
_LONGEST: Final = 80
"""In letters: what is cut off has no room anyway."""
_MILLION: Final = 1_000_000
_PAGE: Final = 10


class EndLabel(NamedTuple):
    """The name at the end of a line, as it is on the screen: elided where it must be, and where."""

    text: str
    value: str
    box: QRectF
    end: QPointF


class ReadChart(PlainLabel):
    """A chart that is read by mouse and keyboard, a place after the other; what is read is announced to screen readers.

    The arrow keys go from place to place, Page Up and Page Down further, Home and End to the first and last.

    Signals:
        pointed(int): mouse or keyboard came to a place; -1 when it left.
    """

    pointed = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.current: int | None = None
        """The place that is read now."""
        self._ring = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    def read(self, place: int | None) -> None:
        """Go to a place, or leave."""
        if place is not None and not 0 <= place < self._count():
            place = None
        if place == self.current:
            return
        self.current = place
        self._describe()
        self.pointed.emit(-1 if place is None else place)
        self.update()

    @abstractmethod
    def _count(self) -> int:
        """How many places there are."""

    @abstractmethod
    def _place_at(self, x: float) -> int | None:
        """The place so far from the left."""

    @abstractmethod
    def _said(self) -> str:
        """What is read, or all in short."""

    def _describe(self) -> None:
        text = self._said()
        if text == self.accessibleDescription():
            return
        self.setAccessibleDescription(text)
        if self.current is not None and self.hasFocus():
            announce(self, text)

    def _paint_ring(self, painter: QPainter, current: Look) -> None:
        """The ring of who came here by the keyboard."""
        if self.hasFocus() and self._ring:
            ring_around(painter, current, self.rect(), 2, current.RADIUS)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.read(self._place_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.hasFocus():
            self.read(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._ring = event.reason() is not Qt.FocusReason.MouseFocusReason
        if self.current is None and self._count():
            self.read(self._count() - 1)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.read(None)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = self._count() - 1
        here = last if self.current is None else self.current
        targets = {
            Qt.Key.Key_Left: here - 1,
            Qt.Key.Key_Right: here + 1,
            Qt.Key.Key_PageUp: here - _PAGE,
            Qt.Key.Key_PageDown: here + _PAGE,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if key in targets and last >= 0:
            self._ring = True
            self.read(min(last, max(0, targets[key])))
        else:
            super().keyPressEvent(event)


class LineChart(Fits, ReadChart):
    """Draws how something went, point after point, for a few people.

    Enter opens a point. What is read is painted where the names at the ends stood.

    Signals:
        activated(int): a point was clicked, or Enter pressed on it.
    """

    activated = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.series: tuple[Series, ...] = ()
        self.winner: int | None = None
        """The line of who won, which is gold."""
        self._points: tuple[str, ...] = ()
        self._short: tuple[str, ...] = ()
        self._ticks: tuple[int, ...] = (0, 1)
        self.labels: tuple[EndLabel, ...] = ()
        """The names at the ends, in the order of the lines."""
        self._plot = QRectF()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    # what it shows

    def show_lines(self, series: Sequence[Series], points: Sequence[str], short: Sequence[str]) -> None:
        """Show lines; `points` says what each point is, `short` is below it on the axis."""
        if any(len(one.values) != len(points) for one in series) or len(short) != len(points):
            raise ValueError("each line has a value for each point")
        self.series, self._points, self._short = tuple(series), tuple(points), tuple(short)
        values = [value for one in series for value in one.values if value is not None]
        self._ticks = ticks(min(values, default=0), max(values, default=1))
        self.current = len(points) - 1 if points and self.hasFocus() else None
        self.fit()
        self._describe()
        self.update()

    def reading(self, point: int) -> str:
        """What is at a point, in words."""
        values = [
            self.tr("{name} {value}").format(name=one.name, value=figure(value))
            for one in self.series
            if (value := one.values[point]) is not None
        ]
        return self.tr("{point}: {values}").format(point=self._points[point], values=joined(values))

    def position(self, point: int) -> float:
        """Where a point is from the left, in pixels."""
        last = len(self._points) - 1
        return self._plot.left() + (self._plot.width() * point / last if last > 0 else self._plot.width() / 2)

    def _count(self) -> int:
        return len(self._points)

    def _said(self) -> str:
        if not self._points:
            return self.tr("Nothing to show yet.")
        return self.reading(len(self._points) - 1 if self.current is None else self.current)

    # measures

    def sizeHint(self) -> QSize:
        return QSize(round(480 * look().scale), round(180 + 90 * look().scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(260, round(150 + 60 * look().scale))

    def _height_of(self, value: int) -> float:
        low, high = self._ticks[0], self._ticks[-1]
        return self._plot.bottom() - self._plot.height() * (value - low) / (high - low)

    def fit(self) -> None:
        """Find the room for axis and names."""
        current = look()
        metrics = QFontMetricsF(current.font(current.small))
        left = max(metrics.horizontalAdvance(self._tick_text(tick)) for tick in self._ticks) + current.S
        names = [self._end_words(one, metrics) for one in self.series]
        glyph = metrics.height()
        bold = QFontMetricsF(current.font(current.small, bold=True))
        figures = max((bold.horizontalAdvance(text) for text in self._figures()), default=0.0)
        wide = max((metrics.horizontalAdvance(name) for name, _ in names), default=0.0) + current.L + figures
        right = glyph + wide + current.M if names else current.M
        top, bottom = metrics.height() / 2 + current.S, metrics.height() + current.S
        self._plot = QRectF(self.rect()).adjusted(current.XS + left, top, -right - current.XS, -bottom)
        self.labels = tuple(self._end_labels(names, metrics))

    def _figures(self) -> Iterator[str]:
        """The longest figures that can stand next to a name."""
        for one in self.series:
            values = [value for value in one.values if value is not None] or [0]
            yield figure(min(values))
            yield figure(max(values))

    def _end_words(self, one: Series, metrics: QFontMetricsF) -> tuple[str, str]:
        values = [value for value in one.values if value is not None]
        value = figure(values[-1]) if values else ""
        room = self.width() * _LONGEST_LABEL
        return metrics.elidedText(brief(one.name, _LONGEST), Qt.TextElideMode.ElideRight, room), value

    def _end_labels(self, names: list[tuple[str, str]], metrics: QFontMetricsF) -> Iterator[EndLabel]:
        """The names next to the ends of their lines, moved apart where they would lie on top of each other."""
        high = metrics.height() + 2
        ends = []
        for one in self.series:
            last = max((place for place, value in enumerate(one.values) if value is not None), default=-1)
            value = one.values[last] if last >= 0 else None
            ends.append(QPointF(self.position(max(last, 0)), self._height_of(value if value is not None else 0)))
        order = sorted(range(len(ends)), key=lambda place: (ends[place].y(), place))
        parts = [ends[place].y() - high / 2 for place in order]
        middles = dict(zip(order, spread(parts, high, 0.0, self.height() - high), strict=True))
        left = self._plot.right() + look().S
        wide = self.width() - left - look().S
        for place, (name, last_value) in enumerate(names):
            yield EndLabel(name, last_value, QRectF(left, middles[place], wide, high), ends[place])

    def _tick_text(self, tick: int) -> str:
        if self._ticks[1] - self._ticks[0] >= _MILLION:
            return self.tr("{count} M").format(count=figure(tick // _MILLION))
        return figure(tick)

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        painter = smooth_painter(self)
        painter.setFont(current.font(current.small))
        self._paint_grid(painter, current)
        if self.current is not None:
            x = self.position(self.current)
            painter.setPen(QPen(QColor(current.colours.border), current.line_width))
            painter.drawLine(QPointF(x, self._plot.top()), QPointF(x, self._plot.bottom()))
        for place, one in enumerate(self.series):
            self._paint_line(painter, current, place, one)
        if self.current is not None:
            self._paint_reading(painter, current, self.current)
        else:
            for place, label in enumerate(self.labels):
                self._paint_label(painter, current, place, label)
        self._paint_ring(painter, current)
        painter.end()

    def _paint_grid(self, painter: QPainter, current: Look) -> None:
        c, plot = current.colours, self._plot
        high = painter.fontMetrics().height()
        faint = QPen(QColor(c.line), 1)
        faint.setStyle(Qt.PenStyle.DotLine if current.line_width > 1 else Qt.PenStyle.SolidLine)
        for tick in self._ticks:
            y = self._height_of(tick)
            painter.setPen(faint)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(c.quiet))
            box = QRectF(0, y - high / 2, plot.left() - current.S, high)
            painter.drawText(
                box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._tick_text(tick)
            )
        last = len(self._short) - 1
        wide = max((painter.fontMetrics().horizontalAdvance(text) for text in self._short), default=1) + current.M
        every = round_step((last + 1) * wide / max(1.0, plot.width()))
        for point in range(0, last + 1, every):
            box = QRectF(self.position(point) - wide / 2, plot.bottom() + current.XS, wide, high)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), self._short[point])

    def _paint_line(self, painter: QPainter, current: Look, place: int, one: Series) -> None:
        won = place == self.winner
        colour = QColor(current.colours.winner) if won else self.colour(current, place)
        dots = [
            QPointF(self.position(point), self._height_of(value))
            for point, value in enumerate(one.values)
            if value is not None
        ]
        if not dots:
            return
        pen = QPen(colour, 3.2 if won else 2.2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        dashes = _DASHES[place % len(_DASHES)]
        if dashes:
            pen.setDashPattern(dashes)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(dots))
        step = self._plot.width() / max(1, len(self._points) - 1)
        every = max(1, ceil(_MARKERS_APART * current.scale / max(step, 0.01)))
        for at, dot in enumerate(dots):
            if at % every == 0 or at == len(dots) - 1:
                self.paint_marker(painter, current, place, dot, 3.4 * current.scale**0.5, colour)
        if self.current is not None and one.values[self.current] is not None:
            gone = len(one.values) - len(dots)
            self.paint_marker(painter, current, place, dots[self.current - gone], 5.5 * current.scale**0.5)

    @staticmethod
    def colour(current: Look, place: int) -> QColor:
        """The colour of a line."""
        c = current.colours
        series = (c.series_1, c.series_2, c.series_3, c.series_4, c.series_5, c.series_6)
        return QColor(series[place % len(series)])

    @classmethod
    def paint_marker(
        cls, painter: QPainter, current: Look, place: int, at: QPointF, radius: float, colour: QColor | None = None
    ) -> None:
        """Paint the marker of a line: circle, square, triangle, diamond, triangle on its tip, bar; then hollow."""
        colour = colour or cls.colour(current, place)
        hollow = place >= _SHAPES
        painter.setPen(QPen(colour if hollow else QColor(current.colours.card), 1.6 if hollow else 1))
        painter.setBrush(QColor(current.colours.card) if hollow else colour)
        shape = place % _SHAPES
        if shape == 0:
            painter.drawEllipse(at, radius, radius)
        elif shape == 1:
            painter.drawRect(QRectF(at.x() - radius * 0.9, at.y() - radius * 0.9, radius * 1.8, radius * 1.8))
        else:
            r = radius * 1.2
            corners = (
                ((0, -r), (r, r * 0.8), (-r, r * 0.8)),
                ((0, -r), (r, 0), (0, r), (-r, 0)),
                ((0, r), (r, -r * 0.8), (-r, -r * 0.8)),
                ((-r * 0.5, -r), (r * 0.5, -r), (r * 0.5, r), (-r * 0.5, r)),
            )[shape - 2]
            painter.drawPolygon(QPolygonF([QPointF(at.x() + x, at.y() + y) for x, y in corners]))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_label(self, painter: QPainter, current: Look, place: int, label: EndLabel) -> None:
        box = label.box
        if abs(box.center().y() - label.end.y()) > 1 or label.end.x() < self._plot.right() - 1:
            painter.setPen(QPen(self.colour(current, place), 1))
            painter.drawLine(label.end, QPointF(box.left(), box.center().y()))
        self._paint_entry(painter, current, place, box, label.text, label.value)

    def _paint_reading(self, painter: QPainter, current: Look, point: int) -> None:
        """The values at the point that is read; they stand where the names at the ends stood."""
        c, metrics = current.colours, QFontMetricsF(current.font(current.small))
        shown = [(place, value) for place, one in enumerate(self.series) if (value := one.values[point]) is not None]
        shown.sort(key=lambda pair: (-pair[1], pair[0]))
        left = self._plot.right() + current.S
        room = QRectF(left, 0, self.width() - left - current.S, self.height())
        high = min(metrics.height() * 1.3, room.height() / (len(shown) + 2))
        wrap = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        title = metrics.elidedText(
            brief(self._points[point], _LONGEST), Qt.TextElideMode.ElideRight, room.width() * 1.8
        )
        needed = metrics.boundingRect(room, wrap, title).height()
        top = max(0.0, (self._plot.center().y() - (needed + high * len(shown)) / 2))
        painter.setPen(QColor(c.quiet))
        painter.drawText(QRectF(left, top, room.width(), needed), wrap, title)
        line = QRectF(left, top + needed + current.XS - high, room.width(), high)
        for place, value in shown:
            line.translate(0, high)
            self._paint_entry(painter, current, place, line, self.labels[place].text, figure(value))

    def _paint_entry(self, painter: QPainter, current: Look, place: int, box: QRectF, name: str, value: str) -> None:
        """Marker, name and value of a line, in a box."""
        side = QFontMetricsF(current.font(current.small)).height() / 2
        middle = QPointF(box.left() + side, box.center().y())
        gold = QColor(current.colours.winner) if place == self.winner else None
        self.paint_marker(painter, current, place, middle, 4.2 * current.scale**0.5, gold)
        painter.setPen(QColor(current.colours.text))
        words = box.adjusted(2 * side + 2, 0, 0, 0)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), name)
        painter.setFont(current.font(current.small, bold=True))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), value)
        painter.setFont(current.font(current.small))

    # pointing

    def _place_at(self, x: float) -> int | None:
        if not self._points:
            return None
        last = len(self._points) - 1
        share = (x - self._plot.left()) / max(1.0, self._plot.width())
        return min(last, max(0, round(share * last)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        point = self._place_at(event.position().x())
        inside = self.rect().contains(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and point is not None and inside:
            self.read(point)
            self.activated.emit(point)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CHOOSE and self.current is not None:
            self.activated.emit(self.current)
        else:
            super().keyPressEvent(event)
