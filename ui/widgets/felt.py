"""The felt of a table: its cloth, and letters that fit the room they have."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QRadialGradient,
)
from PySide6.QtWidgets import QWidget

from ..theme import Look, look

_LEAST_TYPE: Final = 10


def is_flat(current: Look) -> bool:
    """Whether the felt has no colour of its own, so that edges must say what colours do elsewhere."""
    return current.colours.felt == current.colours.page


def paint_cloth(painter: QPainter, box: QRectF, current: Look, *, radius: float | None = None) -> None:
    """Cloth, a little lighter in the middle; what is outside its corners stays as it is."""
    c = current.colours
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = current.RADIUS if radius is None else radius
    if is_flat(current):
        painter.setPen(QPen(QColor(c.border), current.line_width))
        painter.setBrush(QColor(c.felt))
        edge = current.line_width / 2
        painter.drawRoundedRect(box.adjusted(edge, edge, -edge, -edge), radius, radius)
        return
    light = QPointF(box.left() + box.width() * 0.4, box.top() + box.height() * 0.35)
    cloth = QRadialGradient(light, max(box.width(), box.height()) * 0.75)
    cloth.setColorAt(0, QColor(c.felt_light))
    cloth.setColorAt(0.45, QColor(c.felt))
    cloth.setColorAt(1, QColor(c.felt_edge))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(cloth)
    path = QPainterPath()
    path.addRoundedRect(box, radius, radius)
    painter.drawPath(path)


class FeltSurface(QWidget):
    """A sheet of felt for tiles to lie on."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_cloth(painter, QRectF(self.rect()), look())
        painter.end()


def fitted(font: QFont, words: str, room: float, least: int = _LEAST_TYPE) -> QFont:
    """The font, made smaller until the words fit on one line, but never so small that they can't be read."""
    made = QFont(font)
    while made.pixelSize() > least and QFontMetricsF(made).horizontalAdvance(words) > room:
        made.setPixelSize(made.pixelSize() - 1)
    return made
