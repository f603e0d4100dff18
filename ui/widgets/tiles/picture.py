"""Tiles beside each other that are only looked at: one picture with one name, which nothing is done with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import listed

from ...rich_text import PlainLabel
from ...theme import look
from ..layouts import grow_by_width
from .art import picture_on, shape_of
from .button import TileStyle


class TilePicture(PlainLabel):
    """Tiles in as many lines as they take; a screen reader hears a label that names them."""

    def __init__(self, tiles: Sequence[Tile], style: TileStyle) -> None:
        super().__init__()
        self.tiles = tuple(tiles)
        self._style = style
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.set_style(style)

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        """Show other tiles."""
        self.tiles = tuple(tiles)
        self.set_style(self._style)

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size, with other letters or other words."""
        self._style = style
        self.setAccessibleName(listed([tile.name(style.terms) for tile in self.tiles]))
        self.updateGeometry()
        self.update()

    def _places(self, width: int) -> tuple[list[QPoint], QSize]:
        """Where each tile lies when the picture is this wide, and the room they take."""
        shape = shape_of(self._style.width)
        step, line = shape.picture_width + shape.gap - 2 * shape.pad, shape.picture_height + look().LIFT_HOVER
        fit = max(1, (width - shape.picture_width) // step + 1)
        places = [QPoint(at % fit * step, at // fit * line + look().LIFT_HOVER) for at in range(len(self.tiles))]
        wide = (min(fit, len(places)) - 1) * step + shape.picture_width
        return places, QSize(wide, line * -(-len(places) // fit))

    def sizeHint(self) -> QSize:
        return self._places(1 << 20)[1]

    def minimumSizeHint(self) -> QSize:
        shape = shape_of(self._style.width)
        return QSize(shape.picture_width, shape.picture_height + look().LIFT_HOVER)

    def heightForWidth(self, width: int) -> int:
        return self._places(width)[1].height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for tile, place in zip(self.tiles, self._places(self.width())[0], strict=True):
            painter.drawPixmap(place, picture_on(self, tile, self._style.width, index=self._style.index))
        painter.end()
