"""The score sheet of a finished virtual game, line by line, and what became of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.american.score import AmericanSheet
from mjcompanion.american.sheet_rows import describe_line, sheet_rows_of
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, join_sentences, ngettext, number
from mjcompanion.scoring.context import describe_context
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.sheet_rows import ScoreRow
from mjcompanion.solitaire.game import Game

from ...hand.receipt import ReceiptLines
from ...theme import look, set_role
from ...widgets import Button, Heading, ScrollPage, Separator, TextLabel
from ...widgets.card_line import CardLine
from ...widgets.layouts import across, down, fill
from ...widgets.words import hundredths_words
from .course import Course


class GameSheetView(QWidget):
    """How a game ended and what it is worth.

    Signals:
        pointed(object): the tiles that a line speaks of, while it is pointed at.
        keep_wanted(): the game is to be written into the ledger after all.
    """

    pointed = Signal(object)
    keep_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        current = look()
        content = QWidget()
        column = down(content, spacing=current.XS, margins=(current.L, current.M, current.L, current.M))
        self.heading = Heading("", 1)
        self.about = TextLabel("", "caption")
        self.total = TextLabel("", "title")
        self.pattern = CardLine()
        self._paper = ReceiptLines()
        self._paper.pointed.connect(self.pointed)
        self.remark = TextLabel("", "strong")
        self.kept = TextLabel("", "caption")
        self.keep_button = Button(self.tr("Try again"), "", "save")
        line = fill(across(), self.keep_button, None)
        fill(column, self.heading, self.total, self.about, self.pattern, current.S, self._paper, current.S)
        fill(column, Separator(), self.remark, self.kept, line, None)
        self.scroller = ScrollPage(content)
        down(self).addWidget(self.scroller)
        self.keep_button.clicked.connect(self.keep_wanted)

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        return self._paper.rows

    def show_course(self, course: Course, terms: Terms, *, kept: bool, trouble: str) -> None:
        game, sheet = course.game, course.game.sheet()
        self.heading.setText(_headline(game))
        self.about.setText(_about(course, sheet, terms))
        self.pattern.setVisible(isinstance(sheet, AmericanSheet))
        if isinstance(sheet, AmericanSheet):
            self.pattern.show_pattern(sheet.line.pattern)
        if sheet is None:
            rows = [ScoreRow(self.tr("No hand was completed"), "0", role="quiet")]
        else:
            rows = sheet_rows_of(sheet, terms)
            if game.out is not game.person:
                rows.append(ScoreRow(self.tr("You"), "0", role="quiet"))
        self.total.setText(_total(game, sheet))
        self._paper.show_rows(rows)
        parts = []
        if course.asked:
            text = ngettext("The coach was asked once.", "The coach was asked {count} times.", course.asked)
            parts.append(text.format(count=number(course.asked)))
        if course.taken_back:
            back = ngettext("A move was taken back once.", "Moves were taken back {count} times.", course.taken_back)
            parts.append(back.format(count=number(course.taken_back)))
        self.remark.say(join_sentences((self.tr("Assisted game."), *parts)) if parts else "")
        self.kept.setText(trouble or (self.tr("Saved to the record.") if kept else self.tr("Saving to the record…")))
        set_role(self.kept, "wrong" if trouble else "caption")
        self.keep_button.setVisible(bool(trouble))


def _headline(game: Game) -> str:
    if game.out is None:
        return _("The wall is used up")
    if game.out is game.person:
        return _("Mah Jongg!")
    return _("{who} went out").format(who=game.out.word)


def _total(game: Game, sheet: ScoreSheet | AmericanSheet | None) -> str:
    """The person's score, in a line."""
    if sheet is None or game.out is not game.person:
        return _("You score nothing.")
    found = sheet.adjustment
    if found is None:
        return _("You score {score}.").format(score=number(sheet.score))
    return _("{score} × {left}/{whole} = {final}").format(
        score=number(sheet.score), left=found.left, whole=found.drawable, final=hundredths_words(found.final)
    )


def _about(course: Course, sheet: ScoreSheet | AmericanSheet | None, terms: Terms) -> str:
    deal = _("Deal {number}").format(number=course.deal.seed) if course.deal.is_numbered else ""
    how = _("Nobody scores.") if sheet is None else describe_context(sheet.context, terms)
    if isinstance(sheet, AmericanSheet):
        how = f"{how} · {describe_line(sheet.line)}"
    house = _("under your house rules") if course.setup.house is not None else ""
    return " · ".join(one for one in (deal, how, house) if one)
