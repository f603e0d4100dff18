"""Tiles side by side that are only looked at: one picture with one name, which nothing is done with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import listed

from ...rich_text import PlainLabel
from ...theme import look
from ..layouts import grow_by_width
from .art import paint_gold_edge, picture_on, shape_of
from .button import TileButton, TileFace, TileState, TileStyle
from .faces import group_faces

if TYPE_CHECKING:
    from mjcompanion.scoring.hand_groups import HandGroup


class TilePicture(PlainLabel):
    """Tiles in as many lines as they take; a screen reader hears a label that names them.

    `show_groups` shows a hand in its sets, with the winning tile raised: it goes on in the next line only between sets.
    """

    def __init__(self, tiles: Sequence[Tile] = (), style: TileStyle | None = None) -> None:
        super().__init__()
        self._style = style or TileStyle()
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.show_tiles(tiles)

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        """Show single tiles."""
        self.tiles = tuple(tiles)
        self._groups = [[TileFace(tile)] for tile in tiles]
        self._gap = 0
        self.set_style(self._style)

    def show_groups(self, groups: Iterable[HandGroup]) -> None:
        """Show a hand in its groups."""
        found = tuple(groups)
        self.tiles = tuple(tile for group in found for tile in group.tiles)
        self._groups = [group_faces([group], self._style.terms) for group in found]
        self._gap = look().L
        self.set_style(self._style)
        self.setAccessibleName(listed([group.describe(self._style.terms) for group in found]))

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size, with other letters or other words."""
        self._style = style
        self.setAccessibleName(listed([tile.name(style.terms) for tile in self.tiles]))
        self.updateGeometry()
        self.update()

    def _places(self, width: int) -> tuple[list[tuple[TileFace, QPoint]], QSize]:
        """Where each tile is when the picture is this wide, and the room they take."""
        shape = shape_of(self._style.width)
        between = shape.gap - 2 * shape.pad
        raised = any(face.state & TileState.WON for group in self._groups for face in group)
        lift = look().LIFT_SELECTED if raised else look().LIFT_HOVER
        line = shape.picture_height + lift
        places: list[tuple[TileFace, QPoint]] = []
        x = y = used = 0
        for group in self._groups:
            sizes = [TileButton.size_of(face, self._style, liftable=False) for face in group]
            wide = sum(size.width() + between for size in sizes) - between
            if x and x + self._gap + wide > width:
                x, y = 0, y + line
            elif x:
                x += self._gap
            for face, size in zip(group, sizes, strict=True):
                sideways = shape_of(self._style.width, sideways=bool(face.state & TileState.CLAIMED))
                up = lift if face.state & TileState.WON else 0
                places.append((face, QPoint(x, y + line - sideways.picture_height - up)))
                x += size.width() + between
            used = max(used, x - between)
        return places, QSize(used, y + line)

    def sizeHint(self) -> QSize:
        return self._places(1 << 20)[1]

    def minimumSizeHint(self) -> QSize:
        shape = shape_of(self._style.width)
        return QSize(shape.picture_width, shape.picture_height + look().LIFT_HOVER)

    def heightForWidth(self, width: int) -> int:
        return self._places(width)[1].height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        width, index = self._style.width, self._style.index
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for face, place in self._places(self.width())[0]:
            sideways = bool(face.state & TileState.CLAIMED)
            painter.drawPixmap(place, picture_on(self, face.tile, width, sideways=sideways, index=index))
            if face.state & TileState.WON:
                painter.translate(place)
                paint_gold_edge(painter, look(), shape_of(width))
                painter.translate(-place)
        painter.end()
