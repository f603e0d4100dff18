"""A saved hand or an exercise: its tiles and score, the player, the time and the place."""

from __future__ import annotations

from functools import partial

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
from ...widgets import Button, TextField, TextLabel
from ...widgets.layouts import across, fill
from ...widgets.words import rules_title
from .detail import Command, Detail, DetailSection, NotebookFrame, TilesOfHand, inset
from .lists import entry_title, kept_line, kept_title
from .model import OpenedHand
from .queries import HandSeen
from .words import exercise_words

_LONGEST = 2_000


class KeptPane(Detail):
    """The open hand or exercise."""

    def __init__(self, page: NotebookFrame, opened: OpenedHand) -> None:
        super().__init__(page, _("A saved hand"))
        self._opened = opened
        self._shown: tuple[HandSeen, Terms] | None = None
        self._build()
        opened.changed.connect(self.refresh)
        opened.corrected.connect(lambda: self.correct(on=False))
        self.refresh()

    def _build(self) -> None:
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
        self.save_button = Button(self.tr("Save"))
        self.cancel_button = Button(self.tr("Cancel"), "quiet")
        buttons = QWidget()
        fill(across(buttons), self.save_button, self.cancel_button, None)
        fields.addWidget(self.problem, 4, 1)
        fields.addWidget(buttons, 5, 1)
        self._fields.hide()
        self.tiles_card = TilesOfHand()
        self.sheet_part = DetailSection(self.tr("Score"))
        self.sheet_part.setMaximumWidth(look().readable_width)
        self.paper = ReceiptLines()
        self.why_not = TextLabel("", "caption")
        fill(self.sheet_part.body, self.paper, self.why_not)
        inset(self.remark)
        fields.setContentsMargins(look().M, 0, look().M, 0)
        fill(self.column, self.remark, self._fields, self.tiles_card, self.sheet_part)
        self.column.addStretch(1)
        self.save_button.clicked.connect(self._save)
        self.cancel_button.clicked.connect(lambda: self.correct(on=False))

    # what can be done with it

    def primary(self) -> Command | None:
        """Open it on the page where it was made."""
        seen = self._opened.seen
        if seen is None:
            return None
        return Command(
            self.tr("Open"), lambda: self._open(seen.hand), bool(seen.sheet is not None or seen.hand.row.kind)
        )

    def more(self) -> list[Command | None]:
        """Print, correct, or delete it."""
        seen = self._opened.seen
        if seen is None:
            return []
        delete = self.tr("Bring back") if seen.put_aside else self.tr("Delete")
        found: list[Command | None] = [Command(delete, lambda: self._opened.remove())]
        if not seen.hand.row.kind:
            printing = Command(
                self.tr("Print…"), lambda: self.page.hand_print_wanted.emit(seen.hand), seen.sheet is not None
            )
            return [printing, Command(self.tr("Correct…"), lambda: self.correct(on=True)), *found]
        return [Command(self.tr("Copy as text"), self._copy), *found]

    # showing

    def refresh(self) -> None:
        """Show the hand as it is now."""
        seen = self._opened.seen
        shown = self.show_state(self._opened, self.tr("This hand can’t be shown"), (), there=seen is not None)
        if seen is None or not shown or (seen, self.terms) == self._shown:
            return
        other = self._shown is None or self._shown[0].hand.row.uid != seen.hand.row.uid
        self._shown = seen, self.terms
        row = seen.hand.row
        is_hand = not row.kind
        self.heading.setText(kept_title(row) if is_hand else f"{entry_title(row)} · {exercise_words(row)}")
        self.sheet_part.set_title(self.tr("Score") if is_hand else self.tr("Result"))
        facts = (moment(row.at), row.player, is_hand * row.place, _wall_words(seen.hand))
        self.caption.setText(kept_line(*(brief(one, 200) for one in facts)))
        self.remark.say(row.remark[:_LONGEST])
        self.tiles_card.show_hand(seen.groups, row.hand, self.terms)
        self._show_sheet(seen)
        if other:
            self.correct(on=False)
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

    # what people do

    def _open(self, hand: StoredHand) -> None:
        if hand.row.kind:
            self.page.practice_wanted.emit(hand.row.place)
        else:
            self.page.hand_wanted.emit(hand)

    def _copy(self) -> None:
        from mjcompanion.ledger.text_files import hand_text

        if self._opened.seen is not None:
            text = hand_text(self._opened.seen.hand, format_local_time)
            self.page.copy(self.tr("The hand is on the clipboard."), text)

    def shared(self) -> Shared | str:
        """Return the open hand to be shared, or a sentence that says why it can't be."""
        from mjcompanion.ledger.hands import file_bytes
        from mjcompanion.ledger.text_files import hand_text
        from mjcompanion.printing.values import OneHand

        from ...hand.picture import old_picture, picture_of

        seen = self._opened.seen
        if seen is None or seen.hand.row.kind:
            return self.tr("Only a saved hand can be shared.")
        hand, row = seen.hand, seen.hand.row
        day = format_local_day(row.at)
        about = (row.player, moment(row.at), row.place)
        if seen.sheet is not None:
            card = str(hand.record["request"].get("card", ""))
            picture = picture_of(OneHand(seen.sheet, card=card), self.terms, about=about, remark=row.remark)
        else:
            title, lines = rules_title(row.rules, row.rules_name), str(hand.record["text"]).splitlines()
            picture = old_picture(title, seen.groups, lines, about=about, remark=row.remark)
        return Shared(picture, hand_text(hand, format_local_time), partial(file_bytes, hand), day)

    def correct(self, *, on: bool) -> None:
        """Show the fields of a correction, or hide them."""
        self._fields.setVisible(on)
        self.problem.hide()
        if on and self._opened.seen is not None:
            row = self._opened.seen.hand.row
            fields = (self.player, self.place, self.remark_field, self.time)
            for field, text in zip(fields, (row.player, row.place, row.remark, format_local_time(row.at)), strict=True):
                field.setText(text)
            self.player.setFocus()

    def _save(self) -> None:
        seen = self._opened.seen
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
        self._opened.correct(at, {name: field.text() for name, field in about.items()})


def _wall_words(hand: StoredHand) -> str:
    """Return that a hand was counted at a real wall, and what was left of it; nothing for others."""
    from mjcompanion.ledger.hand_records import wall_counts

    left = (wall_counts(hand) or {}).get("left")
    if not isinstance(left, int):  # a file may tell anything
        return ""
    words = ngettext("counted at a real wall, {count} tile left", "counted at a real wall, {count} tiles left", left)
    return words.format(count=number(left))
