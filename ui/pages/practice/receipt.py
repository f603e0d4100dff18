"""The program's sheet of an exercise, as a receipt beside the person's."""

from __future__ import annotations

from PySide6.QtCore import Signal

from mjcompanion.american.score import AmericanSheet
from mjcompanion.american.text_renderer import describe_line
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, capital, join_sentences, number
from mjcompanion.practice.compare import payment_words
from mjcompanion.practice.exercise import Exercise, RowKind
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.words import figure

from ...parts import Card
from ...parts.hand.receipt import ReceiptLines, Row, american_rows, counted_rows, score_rows


class RightSheet(Card):
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
    def rows(self) -> tuple[Row, ...]:
        return self._paper.rows

    def show_exercise(self, made: Exercise, terms: Terms | None) -> None:
        self._paper.show_rows(_rows(made, terms), with_source=True)


def _rows(made: Exercise, terms: Terms | None) -> list[Row]:
    sheet = made.sheet
    if made.trouble:
        sentence = join_sentences(one.sentence(terms) for one in made.trouble)
        return [Row(_("No Mah Jongg"), role="strong"), Row(sentence, role="quiet")]
    if isinstance(sheet, ScoreSheet):
        return [*counted_rows(sheet, terms), *score_rows(sheet)]
    payments = made.settlement.payments if made.settlement is not None else ()
    paid = [Row(payment_words(one), rule=at == 0) for at, one in enumerate(payments)]
    if isinstance(sheet, AmericanSheet):
        rows = [Row(capital(describe_line(sheet.line)), role="strong"), Row(sheet.line.pattern, role="quiet")]
        if any(row.key == "score" for row in made.rows):
            return [*rows, *american_rows(sheet), *score_rows(sheet), *paid]
        return [*rows, Row(_("Value of the line"), number(sheet.line.value)), *paid]
    figures = [row for row in made.rows if row.kind is RowKind.AMOUNT]
    paid += [Row(row.label(), figure(row.amount), role="strong", rule=at == 0) for at, row in enumerate(figures)]
    return paid
