"""A few tiles with their names: how words, numbers in the corner and the size of the text look."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout

from mjcompanion.core.tiles import Terms, Tile

from ..theme import look
from ..widgets import TextLabel
from ..widgets.felt import FeltSurface
from ..widgets.tiles import TilePicture, TileStyle

_TILES: Final = tuple(map(Tile.parse, ("5m", "5p", "5s", "7z", "6z", "5z")))
_COLUMNS: Final = 3
_WIDTH: Final = 40
"""The width of a tile, at 100 % text."""


class Sample(FeltSurface):
    """Six tiles on felt, each with its name below, in two lines."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._pictures = [TilePicture((tile,)) for tile in _TILES]
        self.names = [TextLabel("", "on-felt", wraps=False) for _ in _TILES]
        margin = look().M
        grid = QGridLayout(self)
        grid.setContentsMargins(margin, margin, margin, margin)
        grid.setVerticalSpacing(look().XS)
        for at, (picture, words) in enumerate(zip(self._pictures, self.names, strict=True)):
            line, column = divmod(at, _COLUMNS)
            grid.setColumnStretch(column, 1)
            grid.addWidget(picture, 2 * line, column, Qt.AlignmentFlag.AlignHCenter)
            grid.addWidget(words, 2 * line + 1, column, Qt.AlignmentFlag.AlignHCenter)

    def show_words(self, terms: Terms, index: str) -> None:
        """Show the names that these words give, and tiles with or without numbers in the corner."""
        style = TileStyle(round(_WIDTH * (0.5 + look().scale / 2)), index, terms)
        for picture, words, tile in zip(self._pictures, self.names, _TILES, strict=True):
            words.setText(tile.name(terms))
            picture.set_style(style)
