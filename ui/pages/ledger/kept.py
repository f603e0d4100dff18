"""A kept hand or an exercise: its tiles, its sheet, who had it, when and where; corrected, opened, printed, deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from mjcompanion.american.score import AmericanSheet
from mjcompanion.american.sheet_rows import sheet_rows_of
from mjcompanion.core.errors import RuleError, printable
from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.ledger.values import StoredHand
from mjcompanion.parsing.dates import format_local_day, format_local_time, parse_local_time
from mjcompanion.scoring.sheet_rows import ScoreRow
from mjcompanion.table.words import brief

from ...context import moment
from ...hand.receipt import ReceiptLines
from ...hand.share import Shared
from ...theme import look
from ...widgets import Button, CardFrame, Flow, TextField, TextLabel
from ...widgets.layouts import fill
from ...widgets.words import rules_title
from .asking import HandSeen
from .lists import entry_title, kept_title
from .panes import Detail, TilesCard
from .presenter import KeptPresenter
from .words import exercise_words, tiles_of

_LONGEST = 2_000


class KeptPane(Detail):
    """The kept hand of the presenter.

    Signals:
        open_wanted(StoredHand): it is to be shown on the Score page.
        practice_wanted(str): the exercise is to be done again.
        print_wanted(StoredHand): it is to be printed.
        copy_wanted(str): this text is for the clipboard.
    """

    open_wanted = Signal(object)
    practice_wanted = Signal(str)
    print_wanted = Signal(object)
    copy_wanted = Signal(str)

    def __init__(self, presenter: KeptPresenter, parent: QWidget | None = None) -> None:
        super().__init__(_("A kept hand"), parent)
        self._presenter = presenter
        self._shown: tuple[HandSeen, Terms] | None = None
        self.terms = Terms()
        self._build()
        presenter.changed.connect(self.refresh)
        presenter.corrected.connect(lambda: self.correct_button.setChecked(False))
        self.refresh()

    def _build(self) -> None:
        self.open_button = Button(self.tr("Open on the Score page"), "primary", "score")
        self.print_button = Button(self.tr("Print…"), icon="print")
        self.copy_button = Button(self.tr("Copy as text"), icon="copy")
        self.share_button = Button(self.tr("Share…"), icon="open")
        self.correct_button = Button(self.tr("Correct"), icon="pencil")
        self.correct_button.setCheckable(True)
        self.delete_button = Button(self.tr("Delete"), icon="trash")
        tools = Flow(spacing=look().S)
        tools.add(self.open_button, self.print_button, self.share_button, self.copy_button)
        tools.add(self.correct_button, self.delete_button)
        self.remark = TextLabel("")
        self._fields = QWidget()
        fields = QGridLayout(self._fields)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setColumnStretch(1, 1)
        self.player = TextField(self.tr("Player"))
        self.place = TextField(self.tr("Place"))
        self.remark_field = TextField(self.tr("Remark"))
        self.time = TextField(self.tr("Played at"), "2026-11-21 19:30")
        for place, field in enumerate((self.player, self.place, self.remark_field, self.time)):
            caption = TextLabel(field.accessibleName(), "quiet", wraps=False)
            caption.setBuddy(field)
            fields.addWidget(caption, place, 0)
            fields.addWidget(field, place, 1)
            field.returnPressed.connect(self._save)
        self.problem = TextLabel("", "wrong")
        self.problem.hide()
        self.save_button = Button(self.tr("Save"), "primary")
        fields.addWidget(self.problem, 4, 1)
        fields.addWidget(self.save_button, 5, 1, Qt.AlignmentFlag.AlignLeft)
        self._fields.hide()
        self.tiles_card = TilesCard()
        self.sheet_card = CardFrame(self.tr("Score sheet"))
        self.paper = ReceiptLines()
        self.why_not = TextLabel("", "caption")
        fill(self.sheet_card.body, self.paper, self.why_not)
        fill(self.column, tools, self.remark, self._fields, self.tiles_card, self.sheet_card)
        self.column.addStretch(1)
        self.open_button.clicked.connect(lambda: self._send(self._open))
        self.print_button.clicked.connect(lambda: self._send(self.print_wanted.emit))
        self.copy_button.clicked.connect(self._copy)
        self.correct_button.toggled.connect(self._show_fields)
        self.delete_button.clicked.connect(lambda: self._presenter.remove())
        self.save_button.clicked.connect(self._save)

    def use(self, terms: Terms) -> None:
        """Speak of tiles in these words."""
        self.terms = terms
        self.refresh()

    # showing

    def refresh(self) -> None:
        """Show the hand as it is now."""
        seen, unreadable = self._presenter.seen, self.tr("This hand can’t be shown")
        shown = self.show_state(self._presenter, unreadable, (), there=seen is not None)
        if seen is None or not shown or (seen, self.terms) == self._shown:
            return
        other = self._shown is None or self._shown[0].hand.row.uid != seen.hand.row.uid
        self._shown = seen, self.terms
        row = seen.hand.row
        is_hand = not row.kind
        self.heading.setText(kept_title(row) if is_hand else f"{entry_title(row)} · {exercise_words(row)}")
        self.open_button.setText(self.tr("Open on the Score page") if is_hand else self.tr("Open in Practice"))
        self.open_button.set_icon("score" if is_hand else "practice")
        for button in (self.print_button, self.correct_button):
            button.setVisible(is_hand)
        self.delete_button.setText(self.tr("Bring back") if row.put_aside else self.tr("Delete"))
        self.delete_button.set_icon("undo" if row.put_aside else "trash")
        self.sheet_card.heading.setText(self.tr("Score sheet") if is_hand else self.tr("Result"))
        self.caption.setText(
            " · ".join(
                brief(one, 200)
                for one in (moment(row.at), row.player, is_hand * row.place, _wall_words(seen.hand))
                if one
            )
        )
        self.remark.say(row.remark[:_LONGEST])
        self.tiles_card.show_hand(row, self.terms)
        self._show_sheet(seen)
        if other:
            self.correct_button.setChecked(False)
            self.scroller.verticalScrollBar().setValue(0)

    def _show_sheet(self, seen: HandSeen) -> None:
        sheet, record = seen.sheet, seen.hand.record
        if sheet is None:
            lines = [line for line in str(record["text"]).splitlines()[:200] if line.strip(" =-")]
            rows = [ScoreRow(printable(line, 200)) for line in lines]
        else:
            rows = sheet_rows_of(sheet, self.terms)
            if isinstance(sheet, AmericanSheet):
                rows.insert(0, ScoreRow(sheet.line.pattern))
        self.paper.show_rows(rows, with_source=sheet is not None)
        same = self.tr("These rules score it differently today, or aren’t known here: this is the score it had then.")
        self.why_not.setText("" if sheet is not None else same)
        is_hand = not seen.hand.row.kind
        self.why_not.setVisible(sheet is None and is_hand and seen.hand.row.won)
        self.open_button.setEnabled(sheet is not None or not is_hand)
        self.print_button.setEnabled(sheet is not None)
        self.share_button.setEnabled(is_hand)

    # what people do

    def _send(self, emit: Callable[[StoredHand], None]) -> None:
        if self._presenter.seen is not None:
            emit(self._presenter.seen.hand)

    def _open(self, hand: StoredHand) -> None:
        if hand.row.kind:
            self.practice_wanted.emit(hand.row.place)
        else:
            self.open_wanted.emit(hand)

    def _copy(self) -> None:
        from mjcompanion.ledger.text_files import hand_text

        if self._presenter.seen is not None:
            self.copy_wanted.emit(hand_text(self._presenter.seen.hand, format_local_time))

    def shared(self) -> Shared | str:
        """The hand that is shown, to hand on; a sentence where that can't be."""
        from mjcompanion.ledger.hands import file_bytes
        from mjcompanion.ledger.text_files import hand_text
        from mjcompanion.printing.values import OneHand

        from ...hand.picture import old_picture, picture_of

        seen = self._presenter.seen
        if seen is None or seen.hand.row.kind:
            return self.tr("Only a hand that was kept can be shared.")
        hand, row = seen.hand, seen.hand.row
        day = format_local_day(row.at)
        about = (row.player, moment(row.at), row.place)
        if seen.sheet is not None:
            card = str(hand.record["request"].get("card", ""))
            picture = picture_of(OneHand(seen.sheet, card=card), self.terms, about=about, remark=row.remark)
        else:
            title, lines = rules_title(row.rules, row.rules_name), str(hand.record["text"]).splitlines()
            picture = old_picture(title, tiles_of(row, self.terms), lines, about=about, remark=row.remark)
        return Shared(picture, hand_text(hand, format_local_time), partial(file_bytes, hand), day)

    def _show_fields(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self._fields.setVisible(shown)
        self.problem.hide()
        if shown and self._presenter.seen is not None:
            row = self._presenter.seen.hand.row
            fields = (self.player, self.place, self.remark_field, self.time)
            for field, text in zip(fields, (row.player, row.place, row.remark, format_local_time(row.at)), strict=True):
                field.setText(text)
            self.player.setFocus()

    def _save(self) -> None:
        seen = self._presenter.seen
        if seen is None:
            return
        try:
            same = self.time.text().strip() == format_local_time(seen.hand.row.at)
            at = None if same else parse_local_time(self.time.text())
        except RuleError as error:
            self.problem.say(str(error))
            self.time.setFocus()
            return
        about = {"player": self.player, "place": self.place, "remark": self.remark_field}
        self._presenter.correct(at, {name: field.text() for name, field in about.items()})


def _wall_words(hand: StoredHand) -> str:
    """That a hand was counted beside a real wall, and what was left of it; empty for others."""
    from mjcompanion.ledger.hand_records import wall_counts

    left = (wall_counts(hand) or {}).get("left")
    if not isinstance(left, int):  # a file may tell anything
        return ""
    words = ngettext("counted at a real wall, {count} tile left", "counted at a real wall, {count} tiles left", left)
    return words.format(count=number(left))
