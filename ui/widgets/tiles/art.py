"""Pictures of tiles: the body is painted here, the face comes from its drawing, and both are kept once made.

A picture is rendered once for each face, width and pixel ratio.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Tile, TileKind
from mjcompanion.storage.package_data import data

from ...theme import Look, look

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

_CORNER: Final = 0.08
"""Of the width: the radius of a tile's corners."""
_INDEX: Final = {"small": 0.2, "large": 0.3}
"""Of the width: the height of the letters in the corner."""
_FACE_BESIDE_INDEX: Final = {"small": 0.88, "large": 0.78}
"""How much smaller a face is drawn to leave room for the letters."""


class Shape:
    """The measures of a tile whose front is this wide, in logical pixels; `shape_of` makes them.

    The picture is the front with its thickness below it, and room around both for the shadow.
    """

    def __init__(self, width: int, *, sideways: bool) -> None:
        long = round(width * 4 / 3)
        self.width = width
        self.sideways = sideways
        # the front as it is: a tile turned sideways is wider than high
        self.front_width, self.front_height = (long, width) if sideways else (width, long)
        self.radius = width * _CORNER
        # the two strips of the thickness, below the front
        self.ivory = self.jade = max(2, round(width * 0.065))
        self.height = self.front_height + self.ivory + self.jade
        # what the shadow needs at each side
        self.pad = max(4, round(width * 0.08))
        # from one front to the next in a row; the shadows lie over each other
        self.gap = max(3, round(width * 0.075))
        self.picture_width = self.front_width + 2 * self.pad
        self.picture_height = self.height + 2 * self.pad
        # where the front is in the picture
        self.front = QRectF(self.pad, self.pad, self.front_width, self.front_height)


@lru_cache(maxsize=256)
def shape_of(width: int, *, sideways: bool = False) -> Shape:
    """The measures of a tile this wide; never changed by anyone."""
    return Shape(width, sideways=sideways)


def index_text(tile: Tile) -> str:
    """What is in the corner of a tile for those who are learning: "5 B" is a five of bamboos.

    >>> [index_text(Tile.parse(text)) for text in ("5s", "3m", "1z", "7z", "2f", "4y")]
    ['5 B', '3 C', 'E', 'R', 'F2', 'S4']
    """
    kind, rank = tile.kind, tile.rank
    if tile.is_suited:
        return f"{rank} {kind[0].upper()}"
    if kind is TileKind.WINDS:
        return "ESWN"[rank - 1]
    if kind is TileKind.DRAGONS:
        return "WGR"[rank - 1] if rank != 1 else "Wh"
    if kind in (TileKind.FLOWERS, TileKind.SEASONS):
        return f"{kind[0].upper()}{rank}"
    return ""


@lru_cache(maxsize=512)
def tile_picture(
    tile: Tile | None, width: int, look: Look, *, ratio: float = 1.0, sideways: bool = False, index: str = "none"
) -> QPixmap:
    """Return a tile (None: its back) whose front is `width` logical pixels wide."""
    shape = shape_of(width, sideways=sideways)
    picture = _blank(width, ratio, look, sideways=sideways).copy()
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if sideways:
        # turned counter-clockwise about the middle of the front, as a claimed tile is
        painter.translate(shape.front.center())
        painter.rotate(-90)
        painter.translate(-width / 2, -shape.front_width / 2)
    else:
        painter.translate(shape.front.topLeft())
    front = QRectF(0, 0, width, shape.front_width if sideways else shape.front_height)
    room = front
    letters = index_text(tile) if tile is not None and index != "none" else ""
    if letters:
        _paint_letters(painter, letters, front, front.width() * _INDEX[index], look)
        small = _FACE_BESIDE_INDEX[index]
        room = QRectF(0, 0, front.width() * small, front.height() * small)
        room.moveCenter(front.center())
        room.moveBottom(front.bottom() - front.width() * 0.01)
    drawing = _drawing("back" if tile is None else str(tile))
    if drawing.isValid():
        drawing.render(painter, room)
    else:
        _paint_plain_face(painter, tile, room, look)
    painter.end()
    return picture


@lru_cache(maxsize=32)
def _blank(width: int, ratio: float, look: Look, *, sideways: bool) -> QPixmap:
    """Return the body of a tile, without a face."""
    shape = shape_of(width, sideways=sideways)
    picture = QPixmap(round(shape.picture_width * ratio), round(shape.picture_height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_body(painter, shape, look)
    painter.end()
    return picture


@cache
def _drawing(face: str) -> QSvgRenderer:
    """Return the drawing of a face; one that can't be read is not valid."""
    from PySide6.QtSvg import QSvgRenderer  # the window is up before the first face is drawn

    name = {"J": "joker", "F": "1f"}.get(face, face)
    try:
        return QSvgRenderer(QByteArray(data(f"tiles/{name}.svg")))
    except OSError:
        return QSvgRenderer()


def _paint_letters(painter: QPainter, letters: str, front: QRectF, height: float, look: Look) -> None:
    font = QFont(painter.font())
    font.setPixelSize(max(7, round(height)))
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor(look.colours.index))
    inset = front.width() * 0.06
    box = QRectF(front.left() + inset, front.top() + inset * 0.4, front.width(), height * 1.3)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, letters)


def paint_body(painter: QPainter, shape: Shape, look: Look) -> None:
    """Shadow, jade, ivory and front of a tile lying in the light from the upper left."""
    c = look.colours
    front, radius = shape.front, shape.radius
    whole = front.adjusted(0, 0, 0, shape.ivory + shape.jade)
    painter.setPen(Qt.PenStyle.NoPen)
    shadow = QColor(c.shadow)
    for step in range(shape.pad, 0, -1):
        shadow.setAlphaF(0.16 * (1 - step / (shape.pad + 1)) ** 1.6)
        painter.setBrush(shadow)
        spread = step * 0.8
        painter.drawRoundedRect(
            whole.adjusted(-spread * 0.3 + 1, 2, spread * 0.8, spread), radius + step / 2, radius + step / 2
        )
    jade = QLinearGradient(whole.bottomLeft() - QPointF(0, shape.jade + radius), whole.bottomLeft())
    jade.setColorAt(0, QColor(c.jade_light))
    jade.setColorAt(1, QColor(c.jade_side))
    painter.setBrush(jade)
    painter.drawRoundedRect(whole, radius, radius)
    ivory = front.adjusted(0, 0, 0, shape.ivory)
    painter.setBrush(QColor(c.ivory_line))
    painter.drawRoundedRect(ivory.adjusted(0, 0, 0, 0.8), radius, radius)
    side = QLinearGradient(front.bottomLeft(), ivory.bottomLeft())
    side.setColorAt(0, QColor(c.ivory_edge))
    side.setColorAt(1, QColor(c.ivory_side))
    painter.setBrush(side)
    painter.drawRoundedRect(ivory, radius, radius)
    light = QLinearGradient(front.topLeft(), front.bottomRight())
    light.setColorAt(0, QColor(c.ivory_light))
    light.setColorAt(0.45, QColor(c.ivory))
    light.setColorAt(1, QColor(c.ivory))
    painter.setBrush(light)
    painter.drawRoundedRect(front, radius, radius)
    edge = QPen(QColor(c.ivory_line if look.name == "high-contrast" else c.ivory_edge), 1)
    painter.setPen(edge)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(front.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def outline(shape: Shape, grow: float) -> QPainterPath:
    """The edge of a whole tile, moved outwards: where rings and glows run."""
    path = QPainterPath()
    whole = shape.front.adjusted(-grow, -grow, grow, shape.ivory + shape.jade + grow)
    path.addRoundedRect(whole, shape.radius + grow, shape.radius + grow)
    return path


def paint_gold_edge(painter: QPainter, look: Look, shape: Shape) -> None:
    """The edge of the tile that won."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((look.colours.winner, 4), (look.colours.arrow_strong, 2)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawPath(outline(shape, 0.5))


def _paint_plain_face(painter: QPainter, tile: Tile | None, room: QRectF, look: Look) -> None:
    """What is on a tile whose drawing can't be read: its notation, so that nothing is lost but the beauty."""
    if tile is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.colours.jade))
        painter.drawRoundedRect(room, room.width() * _CORNER, room.width() * _CORNER)
        return
    font = QFont(painter.font())
    font.setPixelSize(max(8, round(room.width() * 0.46)))
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor(look.colours.ink_black))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(tile))


def picture_on(
    widget: QWidget, tile: Tile | None, width: int, *, sideways: bool = False, index: str | None = None
) -> QPixmap:
    """The picture of a tile as a widget paints it now; without `index` with the letters that the settings ask for."""
    current, ratio = look(), widget.devicePixelRatioF()
    letters = current.index if index is None else index
    return tile_picture(tile, width, current, ratio=ratio, sideways=sideways, index=letters)
