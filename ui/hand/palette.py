"""All 42 faces to choose from, with how many of each are left."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Signal

from mjcompanion.core.tiles import ANY_FLOWER, FLOWER_TILES, JOKER, PLAIN_TILES, Tile
from mjcompanion.i18n.translation import _, number
from mjcompanion.parsing.hand_text import KEYS

from ..widgets.fitting import Fits
from ..widgets.tiles import TileFace, TileRow, TileState, TileStyle, width_of
from .hand_model import HandModel

_SUITS: Final = (PLAIN_TILES[18:27], PLAIN_TILES[9:18], PLAIN_TILES[:9])
_HONOURS: Final = (*PLAIN_TILES[27:31], PLAIN_TILES[33], PLAIN_TILES[32], PLAIN_TILES[31])
_TALL: Final = (*_SUITS, _HONOURS, FLOWER_TILES)
"""Five lines: bamboos, dots, characters, honours (red, green, white as on the table), flowers and seasons."""
_WIDE: Final = ((*_SUITS[0], *_HONOURS), (*_SUITS[1], *FLOWER_TILES[:4]), (*_SUITS[2], *FLOWER_TILES[4:]))
AMERICAN: Final = ((*_SUITS[0], *_HONOURS[:4]), (*_SUITS[1], *_HONOURS[4:]), (*_SUITS[2], ANY_FLOWER, JOKER))
"""Bamboos and winds, dots and dragons, characters, the flower and the joker."""
_GAP_BEFORE: Final = frozenset({_HONOURS[0], _HONOURS[4], FLOWER_TILES[0], FLOWER_TILES[4], ANY_FLOWER})


class Palette(Fits, TileRow):
    """The palette: three lines where there is room for all, else five. A tile that is clicked goes into the hand.

    Signals:
        picked(): that was done with the mouse.
    """

    picked = Signal()

    def __init__(
        self,
        model: HandModel[Any],
        style: TileStyle,
        *,
        lines: tuple[tuple[Tile, ...], ...] = (),
        droppable: bool = True,
    ) -> None:
        super().__init__(_("All tiles"), style, liftable=False, droppable=droppable, sorts=True)
        self._model = model
        self._lines_wide, self._lines_tall = lines or _WIDE, lines or _TALL
        self._wide = False
        self._entered: list[Tile] = []
        self._shown: object = None
        self.activated.connect(self._on_activated)
        self.refused.connect(lambda index: model.add(self.tiles[index]))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order they lie."""
        return tuple([face.tile for face in self.faces if face.tile is not None])

    def refresh(self) -> None:
        """Show how many are left now; where all else is as before, only the tiles that came or went are shown again."""
        draft = self._model.draft
        shown = draft.rules, draft.house, getattr(draft, "elsewhere", ()), self._style.terms, self._wide
        before, after = self._entered, [tile for entry in draft.entries for tile in entry.tiles]
        self._entered = after
        if self.faces and shown == self._shown:
            changed = {tile for tile in {*before, *after} if before.count(tile) != after.count(tile)}
            for index, face in enumerate(self.faces):
                if face.tile is not None and face.tile in changed:
                    self.show_face(index, self._face(face.tile, gap=face.gap, new_line=face.new_line))
            return
        self._shown = shown
        lines = self._lines_wide if self._wide else self._lines_tall
        self.show_tiles(
            [
                self._face(tile, gap=at > 0 and tile in _GAP_BEFORE, new_line=at == 0)
                for line in lines
                for at, tile in enumerate(line)
            ]
        )

    def _face(self, tile: Tile, *, gap: bool, new_line: bool) -> TileFace:
        left = self._model.draft.left(tile)
        full = 8 if tile in (ANY_FLOWER, JOKER) else 1 if tile.is_flower else 4
        name = ""
        if left == full:  # no number on it, but who hears it gets one
            name = _("{tile}, {count} left").format(tile=tile.name(self._style.terms), count=number(full))
        return TileFace(
            tile,
            TileState.NORMAL if left > 0 else TileState.NONE_LEFT,
            name=name,
            left=None if left == full else max(left, 0),
            hint=self._hint(tile),
            gap=gap,
            new_line=new_line,
        )

    def _hint(self, tile: Tile) -> str:
        text = str(tile)
        letter = {"m": "c", "p": "d", "s": "b"}.get(text[-1])
        key = KEYS.get(tile) or (f"{tile.rank}{letter}" if letter else text[::-1])
        return _("Key: {key}").format(key=key.lower())

    def fit(self) -> None:
        """Lie in three lines where sixteen tiles and two gaps fit side by side, else in five."""
        wide = self.width() >= width_of(self._style, 16, 3)
        if wide is not self._wide:
            self._wide = wide
            self.refresh()

    def set_style(self, style: TileStyle) -> None:
        other = style.terms != self._style.terms
        super().set_style(style)
        if other:
            self.refresh()
        self.fit()

    def _on_activated(self, index: int) -> None:
        tile = self.faces[index].tile
        if tile is not None:
            self._model.add(tile)
        if not self.is_walked:
            self.picked.emit()
