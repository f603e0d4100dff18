"""The chips that move: who gives whom which pieces, drawn and said."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from mjcompanion.core.chips import ChipSet
from mjcompanion.table.chips import ChipMove

from ...theme import look
from ...widgets import TextLabel
from ...widgets.chips import ChipsPicture
from ...widgets.layouts import across, down, empty, fill


class ChipMoves(QWidget):
    """Shows each hand-over as a picture of the pieces with a sentence above, then what remains to be said."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.sentences: tuple[str, ...] = ()
        """All that is said."""
        self._column = down(self, spacing=look().XS)

    def show_moves(self, chips: ChipSet | None, moves: Sequence[tuple[ChipMove, str]], remarks: Sequence[str]) -> None:
        """Show these moves."""
        self.sentences = (*[words for _, words in moves], *remarks)
        empty(self._column)
        if chips is not None:
            for move, words in moves:
                fill(self._column, TextLabel(words), self._pieces(chips, move))
        if remarks:
            fill(self._column, TextLabel("\n".join(remarks), "quiet"))

    def _pieces(self, chips: ChipSet, move: ChipMove) -> QWidget:
        line, given = QWidget(), ChipsPicture()
        given.show_pieces(chips, move.pieces)
        row = fill(across(line, spacing=look().M, margins=(0, 0, 0, look().S)), (given, 1))
        if move.back:
            back = ChipsPicture()
            back.show_pieces(chips, move.back)
            fill(row, TextLabel(self.tr("back"), "caption", wraps=False), (back, 1))
        return line
