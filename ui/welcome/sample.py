"""A few tiles with their names: how words, numbers in the corner and the size of the text look."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from mjcompanion.core.tiles import Terms, Tile

from ..theme import look
from ..widgets import TextLabel
from ..widgets.fitting import Fits
from ..widgets.layouts import down
from ..widgets.tiles import TilePicture, TileStyle

_TILES: Final = ("5m", "5p", "5s", "7z", "6z", "5z")
_WIDTH: Final = 40
"""Of a tile, at 100 % text."""


class Sample(Fits, QWidget):
    """Six tiles, each with its name below, in one line or two."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._pictures: list[TilePicture] = []
        self.names: list[TextLabel] = []
        self._boxes: list[QWidget] = []
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(look().S)
        self._grid.setVerticalSpacing(look().S)
        for text in _TILES:
            box = QWidget()
            column = down(box, spacing=2)
            picture, words = TilePicture((Tile.parse(text),)), TextLabel("")
            words.setWordWrap(False)
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(words)
            self._pictures.append(picture)
            self.names.append(words)
            self._boxes.append(box)
        self.fit()

    def show_words(self, terms: Terms, index: str) -> None:
        """Show the names that these words give, and tiles with or without numbers in the corner."""
        for picture, words, text in zip(self._pictures, self.names, _TILES, strict=True):
            words.setText(Tile.parse(text).name(terms))
            picture.set_style(TileStyle(round(_WIDTH * (0.5 + look().scale / 2)), index, terms))
        self.fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(3 * self._widest() + 2 * look().S, super().minimumSizeHint().height())

    def _widest(self) -> int:
        return max(self.fontMetrics().horizontalAdvance(one.text()) for one in self.names) + look().XS

    def fit(self) -> None:
        widest = self._widest()
        columns = len(_TILES) if self.width() >= len(_TILES) * (widest + look().S) else 3
        if columns == self._columns:
            return
        self._columns = columns
        for at, box in enumerate(self._boxes):
            self._grid.addWidget(box, at // columns, at % columns)
        for at in range(len(_TILES)):
            self._grid.setColumnStretch(at, 1 if at < columns else 0)
