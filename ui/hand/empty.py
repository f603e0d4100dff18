"""Where the result will stand, before there is one: its outline, a sentence, and the one thing to do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ..theme import look, smooth_painter
from ..widgets import Button, Heading, TextLabel
from ..widgets.fitting import Fits
from ..widgets.layouts import down, fill


class Outline(Fits, QWidget):
    """The outline of what will be there; nothing for those who hear."""

    def __init__(self) -> None:
        super().__init__()
        self.fit()

    def wanted(self) -> int:
        """Its height, in logical pixels."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """Draw it, with the pen and brush that are set."""
        raise NotImplementedError

    def fit(self) -> None:
        self.setFixedHeight(self.wanted())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look().colours.pressed))
        self.draw(painter)
        painter.end()


class SheetOutline(Outline):
    """Lines with their figures, a double line, and the total."""

    _LINES = (0.62, 0.5, 0.7, 0.42)
    """How far the words of each line reach, in widths of the sheet."""

    def wanted(self) -> int:
        current = look()
        return round(current.body * 2.1 * len(self._LINES)) + current.total + current.XL

    def draw(self, painter: QPainter) -> None:
        current = look()
        wide, high = self.width(), round(current.body * 0.72)
        y = float(current.S)
        for share in self._LINES:
            figure = current.body * 1.7
            painter.drawRoundedRect(QRectF(0, y, wide * share, high), high / 2, high / 2)
            painter.drawRoundedRect(QRectF(wide - figure, y, figure, high), high / 2, high / 2)
            y += round(current.body * 2.1)
        painter.setPen(QPen(QColor(current.colours.pressed), current.line_width))
        for line in (0, 3):
            painter.drawLine(QPointF(0, y + line), QPointF(wide, y + line))
        painter.setPen(Qt.PenStyle.NoPen)
        total = QRectF(wide - current.total * 1.8, y + current.M, current.total * 1.8, current.total * 0.72)
        painter.drawRoundedRect(total, current.RADIUS, current.RADIUS)
        painter.drawRoundedRect(QRectF(0, total.center().y() - high / 2, current.body * 4, high), high / 2, high / 2)


class LineOutline(Outline):
    """A line of a card, and fourteen tiles in its groups."""

    _GROUPS = (3, 4, 3, 4)

    def wanted(self) -> int:
        return round(look().body * 5.5) + look().XL

    def draw(self, painter: QPainter) -> None:
        current = look()
        high = round(current.body * 0.72)
        painter.drawRoundedRect(QRectF(0, current.S, self.width() * 0.6, high), high / 2, high / 2)
        gap = current.S
        step = min((self.width() - gap * (len(self._GROUPS) - 1)) / sum(self._GROUPS), current.body * 2.2)
        x, y = 0.0, current.S + high + current.M
        for count in self._GROUPS:
            for _ in range(count):
                painter.drawRoundedRect(QRectF(x, y, step - 3, (step - 3) * 1.35), 3, 3)
                x += step
            x += gap


class EmptyResult(QWidget):
    """The outline, a title, a sentence, and a button."""

    def __init__(self, outline: Outline, title: str, sentence: str, action: str, do: Callable[[], None]) -> None:
        super().__init__()
        current = look()
        layout = down(self, spacing=current.S, margins=(0, 0, 0, current.L))
        fill(layout, outline, Heading(title, 2), TextLabel(sentence, "quiet"))
        self.action: Button | None = None
        if action:
            self.action = Button(action)
            self.action.clicked.connect(do)
            layout.addSpacing(current.S)
            layout.addWidget(self.action, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
