"""The felt of a table: its cloth, a scene on it, and letters that fit the room they have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
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
from PySide6.QtWidgets import QFrame, QGraphicsObject, QGraphicsScene, QGraphicsSimpleTextItem, QGraphicsView, QWidget

from ..theme import ANY_WIDTH, Look, look

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


class AnimatedItem(QGraphicsObject):
    """Something on the felt that can be animated; a function paints it in a box of its own coordinates."""

    def __init__(self, box: QRectF, draw: Callable[[QPainter], None]) -> None:
        super().__init__()
        self._box, self._draw = box, draw
        self.setCacheMode(QGraphicsObject.CacheMode.DeviceCoordinateCache)

    def boundingRect(self) -> QRectF:
        return self._box

    def paint(self, painter: QPainter, *_unused: object) -> None:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self._draw(painter)


class FeltView(QGraphicsView):
    """Cloth under the widgets of its parent, with a scene in the parent's coordinates; it takes no keys and clicks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._cloth, self._radius = QRectF(), 0.0
        self.setScene(QGraphicsScene(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.viewport().setAutoFillBackground(False)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for part in (self, self.viewport()):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def lay(self, box: QRect, cloth: QRectF | None = None, radius: float | None = None) -> None:
        """Empty the scene, and lay the cloth into all of a box or a part of it."""
        self.scene().clear()
        self._cloth = QRectF(box) if cloth is None else cloth
        self._radius = look().RADIUS if radius is None else radius
        self.setGeometry(box)
        self.setSceneRect(QRectF(box))
        self.viewport().update()

    def write(self, words: str, font: QFont, colour: str, room: float = ANY_WIDTH) -> QGraphicsSimpleTextItem:
        """Add words on one line, shortened where there is no room for them."""
        shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room)
        item = self.scene().addSimpleText(shown, font)
        item.setBrush(QColor(colour))
        return item

    def drawBackground(self, painter: QPainter, _exposed: QRectF | QRect) -> None:
        paint_cloth(painter, self._cloth, look(), radius=self._radius)


def fitted(font: QFont, words: str, room: float, least: int = _LEAST_TYPE) -> QFont:
    """The font, made smaller until the words fit on one line, but never so small that they can't be read."""
    made = QFont(font)
    while made.pixelSize() > least and QFontMetricsF(made).horizontalAdvance(words) > room:
        made.setPixelSize(made.pixelSize() - 1)
    return made
