"""A small copy of the hand above the sheet while the hand is scrolled out of sight."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from mjcompanion.i18n.translation import join_sentences

from ...theme import look, set_role
from ...widgets import TextLabel
from ...widgets.layouts import down, fill
from ...widgets.tiles import TileFace, TilePicture, TileStyle
from .hand import ExerciseHandCard


class HandStrip(QFrame):
    """A flat picture of the hand card; screen readers have the card itself."""

    def __init__(self, card: ExerciseHandCard, parent: QWidget) -> None:
        super().__init__(parent)
        current = look()
        self._card = card
        self._style = TileStyle(40)
        set_role(self, "hand-strip")
        self._facts, self._tiles = TextLabel("", "fine"), TilePicture()
        self._column = down(self, spacing=0, margins=(current.L, current.S, current.L, current.XS))
        fill(self._column, self._facts, self._tiles)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_style(self, style: TileStyle) -> None:
        """Set the greatest width of the tiles."""
        self._style = style

    @property
    def faces(self) -> tuple[TileFace, ...]:
        """All tiles in a row; a set begins after a gap."""
        return tuple(face for row in self._card.rows for face in row.faces)

    def show_hand(self, width: int) -> None:
        """Show facts and tiles in a strip of this width, all tiles in one row."""
        groups: list[list[TileFace]] = []
        for row in self._card.rows:
            for at, face in enumerate(row.faces):
                if at == 0 or face.gap:
                    groups.append([])
                groups[-1].append(face)
        count, current = max(1, len(self.faces)), look()
        room = width - 2 * current.L - current.L * len(groups) - 3 * count
        wide = max(8, min(self._style.width, room // count))
        facts = join_sentences(self._card.facts.text().split("\n"))
        self._facts.setText(facts)
        self._facts.setVisible(bool(facts))
        self._tiles.set_style(TileStyle(wide, self._style.index, self._style.terms))
        self._tiles.show_faces(groups)
        self.setGeometry(0, 0, width, self._column.totalHeightForWidth(width))
        self.show()
        self.raise_()
