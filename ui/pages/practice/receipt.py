"""The program's own sheet of an exercise, next to the one that was filled in."""

from __future__ import annotations

from PySide6.QtCore import Signal

from mjcompanion.american.score import AmericanSheet
from mjcompanion.american.sheet_rows import describe_line, sheet_rows_of
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, capital, join_sentences
from mjcompanion.practice.compare import seat_payment_words
from mjcompanion.practice.exercise import Exercise, RowKind
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.sheet_rows import ScoreRow
from mjcompanion.table.words import figure

from ...hand.receipt import ReceiptLines
from ...widgets import CardFrame


class RightSheet(CardFrame):
    """The program's sheet.

    Signals:
        pointed(object): the tiles of the line under the mouse, a frozenset.
    """

    pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__(_("The program’s sheet"))
        self._paper = ReceiptLines()
        self._paper.pointed.connect(self.pointed)
        self.body.addWidget(self._paper)

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        return self._paper.rows

    def show_exercise(self, made: Exercise, terms: Terms | None) -> None:
        self._paper.show_rows(_rows(made, terms), with_source=True)


def _rows(made: Exercise, terms: Terms | None) -> list[ScoreRow]:
    sheet = made.sheet
    if made.trouble:
        sentence = join_sentences(one.sentence(terms) for one in made.trouble)
        return [ScoreRow(_("No Mah Jongg"), role="sum"), ScoreRow(sentence, role="quiet")]
    if isinstance(sheet, ScoreSheet):
        return sheet_rows_of(sheet, terms)
    payments = made.settlement.payments if made.settlement is not None else ()
    paid = [ScoreRow(seat_payment_words(one)) for one in payments]
    if isinstance(sheet, AmericanSheet):
        line = [ScoreRow(capital(describe_line(sheet.line)), role="sum"), ScoreRow(sheet.line.pattern, role="quiet")]
        return [*line, *sheet_rows_of(sheet, terms), *paid]
    return paid + [
        ScoreRow(row.label(), figure(row.amount), role="sum") for row in made.rows if row.kind is RowKind.AMOUNT
    ]
