"""The program's own sheet of an exercise, as a receipt beside the one that was filled in."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mjcompanion.american.receipt import describe_line
from mjcompanion.american.score import AmericanSheet
from mjcompanion.practice.compare import figure, tell_payment
from mjcompanion.practice.exercise import Exercise, Kind
from mjcompanion.scoring.receipt import line_label
from mjcompanion.scoring.sheet import ScoreLine, ScoreSheet
from mjcompanion.tiles import Terms
from mjcompanion.words import beside, number

from ...parts import Card
from ...parts.hand.receipt import ReceiptLine, Row
from ...theme import look


def _tr(text: str) -> str:
    return QCoreApplication.translate("PracticePage", text)


class RightSheet(Card):
    """What the program fills in.

    Signals:
        pointed(object): the tiles that a line speaks of, while it is pointed at; a frozenset.
    """

    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_tr("The program’s sheet"), parent)
        self._lines: list[ReceiptLine] = []
        self.rows: tuple[Row, ...] = ()
        self._paper = QVBoxLayout()
        self._paper.setSpacing(0)
        self.body.addLayout(self._paper)

    def show_exercise(self, made: Exercise, terms: Terms | None) -> None:
        """Show what is right."""
        self.rows = tuple(_rows(made, terms))
        figures = max((ReceiptLine.figure_width(row) for row in self.rows), default=0)
        for at, row in enumerate(self.rows):
            if at == len(self._lines):
                line = ReceiptLine()
                line.pointed.connect(self.pointed)
                line.walked.connect(self._on_walked)
                self._paper.addWidget(line)
                self._lines.append(line)
            self._lines[at].show_row(row, with_source=True, figures=figures)
            self._lines[at].show()
        for line in self._lines[len(self.rows) :]:
            line.hide()
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tiles beside the words, or below them, in all lines alike."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        width = self.width() - 2 * look().L
        shown = self._lines[: len(self.rows)]
        beside = all(line.has_room_beside(width) for line in shown if line.row.tiles)
        for line in shown:
            line.set_beside(beside)

    def _on_walked(self, step: int) -> None:
        able = [line for line in self._lines[: len(self.rows)] if line.row.lights]
        sender = self.sender()
        if sender in able and 0 <= able.index(sender) + step < len(able):
            able[able.index(sender) + step].setFocus()


def _rows(made: Exercise, terms: Terms | None) -> list[Row]:
    sheet = made.sheet
    if made.trouble:
        sentence = beside(one.sentence(terms) for one in made.trouble)
        return [Row(_tr("No Mah Jongg"), role="strong"), Row(sentence, role="quiet")]
    if isinstance(sheet, ScoreSheet):
        return _chinese(sheet, terms)
    if isinstance(sheet, AmericanSheet):
        return _american(made, sheet)
    rows = _payments(made)
    figures = [row for row in made.rows if row.kind is Kind.AMOUNT]
    return [
        *rows,
        *[Row(row.label(), figure(row.amount), role="strong", rule=at == 0) for at, row in enumerate(figures)],
    ]


def _line(line: ScoreLine, shown: str, terms: Terms | None) -> Row:
    return Row(line_label(line, terms), shown, line.tiles, source=line.source, laws=line.laws, lights=bool(line.tiles))


def _chinese(sheet: ScoreSheet, terms: Terms | None) -> list[Row]:
    rows = [_line(line, number(line.points), terms) for line in sheet.lines if line.points]
    if sheet.doubles:
        rows.append(Row(_tr("Points"), number(sheet.points), role="strong", rule=1))
        rows += [_line(line, f"×{1 << line.doubles}", terms) for line in sheet.lines if line.doubles]
    rows += [
        Row(line_label(line, terms), role="limit", source=line.source, laws=line.laws)
        for line in sheet.lines
        if line.share
    ]
    if sheet.limited:
        rows.append(Row(_tr("Would count"), number(sheet.points << sheet.doubles), role="quiet"))
        rows.append(Row(_tr("The limit"), number(sheet.situation.options.limit or 0), role="limit"))
    found = sheet.adjustment
    if found is None:
        return [*rows, Row(_tr("Score"), number(sheet.score), role="total", rule=2)]
    drawable = _tr("Tiles to draw: 130 − {count}").format(count=found.flowers)
    factor = _tr("Factor {left}/{all}: exactly {final}").format(
        left=found.left, all=found.drawable, final=found.final_text
    )
    return [
        *rows,
        Row(_tr("Score"), number(sheet.score), role="strong", rule=1),
        Row(drawable, number(found.drawable), rule=1),
        Row(_tr("Tiles left: {all} − {count}").format(all=found.drawable, count=found.discards), number(found.left)),
        Row(factor, role="quiet"),
        Row(_tr("Final"), number(found.final_rounded), role="total", rule=2),
    ]


def _american(made: Exercise, sheet: AmericanSheet) -> list[Row]:
    rows = [
        Row(describe_line(sheet.line)[:1].upper() + describe_line(sheet.line)[1:], role="strong"),
        Row(sheet.line.pattern, role="quiet"),
        Row(_tr("Value of the line"), number(sheet.line.value)),
    ]
    asked = {row.key for row in made.rows}
    if "score" in asked:
        rows += [Row(_tr("Times"), f"×{factor}", role="quiet") for factor, _ in sheet.factors]
        rows.append(Row(_tr("Score"), number(sheet.score), role="total", rule=2))
    found = sheet.adjustment
    if found is not None:
        rows.append(Row(_tr("Tiles left: 138 − {count}").format(count=found.discards), number(found.left), rule=1))
        rows.append(Row(_tr("Exactly"), found.final_text, role="quiet"))
        rows.append(Row(_tr("Final"), number(found.final_rounded), role="total", rule=2))
    return [*rows, *_payments(made)]


def _payments(made: Exercise) -> list[Row]:
    if made.settlement is None:
        return []
    return [Row(tell_payment(one), rule=at == 0) for at, one in enumerate(made.settlement.payments)]
