"""The chips that move: who gives whom which pieces, drawn and said."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from mjcompanion.core.chips import ChipSet
from mjcompanion.table.chips import ChipMove

from ...theme import look
from ...widgets import TextLabel
from ...widgets.chips import ChipsPicture
from ...widgets.layouts import across, down, fill


class ChipMoves(QWidget):
    """Shows each hand-over as a picture of the pieces with a sentence above, then what remains to be said."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.sentences: tuple[str, ...] = ()
        """All that is said."""
        self._lines: list[tuple[TextLabel, QWidget, ChipsPicture, TextLabel, ChipsPicture]] = []
        self._remarks = TextLabel("", "quiet")
        self._column = fill(down(self, spacing=look().XS), self._remarks)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to hand over and nothing to say."""
        return not self.sentences

    def show_moves(self, chips: ChipSet | None, moves: Sequence[tuple[ChipMove, str]], remarks: Sequence[str]) -> None:
        """Show these moves; the pictures are used again."""
        self.sentences = (*[words for _, words in moves], *remarks)
        while len(self._lines) < len(moves):
            self._add()
        for place, (words, box, given, back_words, back) in enumerate(self._lines):
            there = place < len(moves) and chips is not None
            words.setVisible(there)
            box.setVisible(there)
            if there and chips is not None:
                move, said = moves[place]
                words.setText(said)
                given.show_pieces(chips, move.pieces)
                back.show_pieces(chips, move.back)
                back.setVisible(bool(move.back))
                back_words.setVisible(bool(move.back))
        self._remarks.setText("\n".join(remarks))
        self._remarks.setVisible(bool(remarks))

    def _add(self) -> None:
        words, box, given, back = TextLabel(), QWidget(), ChipsPicture(), ChipsPicture()
        back_words = TextLabel(self.tr("back"), "caption", wraps=False)
        fill(across(box, spacing=look().M, margins=(0, 0, 0, look().S)), (given, 1), back_words, (back, 1))
        at = self._column.count() - 1
        self._column.insertWidget(at, words)
        self._column.insertWidget(at + 1, box)
        self._lines.append((words, box, given, back_words, back))
