"""A scene on the felt: what moves there, and words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QFrame, QGraphicsObject, QGraphicsScene, QGraphicsSimpleTextItem, QGraphicsView, QWidget

from ..theme import ANY_WIDTH, look
from .felt import paint_cloth


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
