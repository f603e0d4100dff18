"""Tiles side by side that are only looked at: one picture with one name, which nothing is done with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import listed, number

from ...rich_text import PlainLabel
from ...theme import look
from ..layouts import grow_by_width
from .art import outline, paint_gold_edge, picture_on, shape_of
from .button import TileFace, TileState, TileStyle
from .faces import group_faces

if TYPE_CHECKING:
    from mjcompanion.scoring.hand_groups import HandGroup

_Places = tuple[list[tuple[TileFace, QPoint]], list[tuple[str, QRect]], QSize]


class TilePicture(PlainLabel):
    """Tiles in as many lines as they take; a screen reader hears a label that names them.

    `show_groups` shows a hand in its sets, with the winning tile raised: it goes on in the next line only between sets.
    `show_counted` shows kinds of tiles, each with a count below it.
    """

    def __init__(self, tiles: Sequence[Tile] = (), style: TileStyle | None = None) -> None:
        super().__init__()
        self._style = style or TileStyle()
        self._counts: tuple[str, ...] = ()
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.show_tiles(tiles)

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        """Show single tiles."""
        self.tiles = tuple(tiles)
        self._groups = [[TileFace(tile)] for tile in tiles]
        self._counts, self._gap = (), 0
        self._changed()

    def show_groups(self, groups: Iterable[HandGroup]) -> None:
        """Show a hand in its groups."""
        found = tuple(groups)
        self.tiles = tuple(tile for group in found for tile in group.tiles)
        self._groups = [group_faces([group], self._style.terms) for group in found]
        self._counts, self._gap = (), look().L
        self._changed()
        self.setAccessibleName(listed([group.describe(self._style.terms) for group in found]))

    def show_faces(self, groups: Sequence[Sequence[TileFace]]) -> None:
        """Show tiles as they lie, with room between the groups; a screen reader has them elsewhere."""
        self.tiles = ()
        self._groups = [list(group) for group in groups]
        self._counts, self._gap = (), look().L
        self._changed()

    def show_counted(self, kinds: Sequence[tuple[Tile, int, int | None]]) -> None:
        """Show kinds of tiles: how many of each, and the count below them, where there is one."""
        self.tiles = tuple(tile for tile, _copies, _count in kinds)
        self._groups = [[TileFace(tile)] * copies for tile, copies, _count in kinds]
        self._counts = tuple("" if count is None else number(count) for _tile, _copies, count in kinds)
        self._gap = look().S if any(copies > 1 for _tile, copies, _count in kinds) else 0
        self._changed()

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size, with other letters or other words."""
        if style != self._style:
            self._style = style
            self._changed()

    def _changed(self) -> None:
        self.setAccessibleName(listed([tile.name(self._style.terms) for tile in self.tiles]))
        self.updateGeometry()
        self.update()

    def _places(self, width: int) -> _Places:
        """Return where each tile and each count is when the picture is this wide, and the room they take."""
        shape = shape_of(self._style.width)
        between = shape.gap - 2 * shape.pad
        raised = any(face.state & TileState.WON for group in self._groups for face in group)
        lift = look().LIFT_SELECTED if raised else look().LIFT_HOVER
        edge = 0
        figures = QFontMetrics(look().font(look().small)) if any(self._counts) else None
        if self._counts:  # flush with words above it
            lift, edge = 0, 1 - shape.pad
        high = edge + shape.picture_height + lift
        line = high + (figures.height() - 2 if figures else 0)
        places: list[tuple[TileFace, QPoint]] = []
        counts: list[tuple[str, QRect]] = []
        x, y, used = edge, 0, 0
        for group, count in zip(self._groups, self._counts or repeat(""), strict=False):
            shapes = [shape_of(self._style.width, sideways=bool(face.state & TileState.CLAIMED)) for face in group]
            wide = sum(one.picture_width + between for one in shapes) - between
            if x > edge and x + self._gap + wide > width:
                x, y = edge, y + line
            elif x > edge:
                x += self._gap
            counts.append((count, QRect(x, y, wide, line)))
            for face, one in zip(group, shapes, strict=True):
                up = lift if face.state & TileState.WON else 0
                places.append((face, QPoint(x, y + high - one.picture_height - up)))
                x += one.picture_width + between
            used = max(used, x - between)
        return places, counts, QSize(used, y + line)

    def sizeHint(self) -> QSize:
        return self._places(1 << 20)[2]

    def minimumSizeHint(self) -> QSize:
        return QSize(shape_of(self._style.width).picture_width, self.sizeHint().height())

    def heightForWidth(self, width: int) -> int:
        return self._places(width)[2].height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        width, index = self._style.width, self._style.index
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places, counts, _size = self._places(self.width())
        painter.setFont(look().font(look().small))
        painter.setPen(QColor(look().colours.text))
        for count, box in counts:
            painter.drawText(box, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom), count)
        for face, place in places:
            sideways = bool(face.state & TileState.CLAIMED)
            painter.drawPixmap(place, picture_on(self, face.tile, width, sideways=sideways, index=index))
            if face.state & TileState.WON:
                painter.translate(place)
                paint_gold_edge(painter, look(), shape_of(width))
                painter.translate(-place)
            if face.state & TileState.HINT:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(look().colours.hint), 3))
                painter.drawPath(outline(shape_of(width), 1).translated(place))
        painter.end()
