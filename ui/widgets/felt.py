"""The felt of a table: its cloth, and letters on it that fit the room they have."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QRadialGradient,
)
from PySide6.QtWidgets import QWidget

from ..theme import Look, look

_LEAST_TYPE: Final = 10


def is_flat(current: Look) -> bool:
    """Whether the felt has no colour of its own, so that edges must say what colours do elsewhere."""
    return current.colours.felt == current.colours.page


def paint_cloth(painter: QPainter, box: QRectF, current: Look, *, radius: float | None = None) -> None:
    """Cloth, a little lighter in the middle; what lies outside its corners stays as it is."""
    c = current.colours
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = current.RADIUS if radius is None else radius
    if is_flat(current):
        painter.setPen(QPen(QColor(c.border), current.line_width))
        painter.setBrush(QColor(c.felt))
        edge = current.line_width / 2
        painter.drawRoundedRect(box.adjusted(edge, edge, -edge, -edge), radius, radius)
        return
    cloth = QRadialGradient(box.center(), max(box.width(), box.height()) * 0.62)
    cloth.setColorAt(0, QColor(c.felt))
    cloth.setColorAt(0.55, QColor(c.felt))
    cloth.setColorAt(1, QColor(c.felt_edge))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(cloth)
    path = QPainterPath()
    path.addRoundedRect(box, radius, radius)
    painter.drawPath(path)


class FeltSurface(QWidget):
    """A sheet of felt for tiles to lie on; its cloth is painted once for each size and theme."""

    def __init__(self) -> None:
        super().__init__()
        self._cloth = QPixmap()
        self._painted: tuple[object, ...] = ()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        wanted = self.size(), look().name, ratio
        if wanted != self._painted:
            self._painted = wanted
            self._cloth = QPixmap(self.size() * ratio)
            self._cloth.setDevicePixelRatio(ratio)
            self._cloth.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._cloth)
            paint_cloth(painter, QRectF(self.rect()), look())
            painter.end()
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        painter.drawPixmap(0, 0, self._cloth)
        painter.end()


def fitted(font: QFont, words: str, room: float, least: int = _LEAST_TYPE) -> QFont:
    """The font, made smaller until the words fit on one line, but never so small that they can't be read."""
    made = QFont(font)
    while made.pixelSize() > least and QFontMetricsF(made).horizontalAdvance(words) > room:
        made.setPixelSize(made.pixelSize() - 1)
    return made
