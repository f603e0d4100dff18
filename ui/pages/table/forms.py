"""The smaller things at a table: seats thrown again, the bank, taking something off the list, corrections."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, number
from mjcompanion.table.chips import describe
from mjcompanion.table.events import BankItem, Changed, HandItem, PenaltyItem, SeatsItem
from mjcompanion.table.rotation import throw_for_seats
from mjcompanion.table.words import brief, payment_words, trace_lines, trace_title

from ...accessibility import announce
from ...context import moment
from ...rich_text import set_tooltip
from ...theme import set_role
from ...widgets import Button, CardFrame, Choice, NumberField, Segmented, TextLabel, keep_clear
from ...widgets.form_fields import FormField, enter, entered
from ...widgets.layouts import across, fill, nest
from .frame import OneColumn, QuestionsView, WindsQuestion
from .listing import SummaryLine, SummaryList
from .model import TableModel, TableScreen
from .moves import ChipMoves
from .start import thrown_words
from .words import player_choices, row_words


class FormView(QuestionsView):
    """A form left, what it does at the right, and the next step below; what all of these have in common."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(model)
        self.fields: dict[str, FormField] = {}
        """What is stored of the form while it isn't confirmed, by its name in the file."""
        self._spoken = ""
        self._session: str | None = None
        self.card = CardFrame()
        fill(self.left, self.card, None)
        self.confirm_button = Button(self.tr("Confirm"), "primary")
        self.header.add_actions(primary=self.confirm_button)
        self.confirm_button.clicked.connect(self.confirm)
        self.build()
        self._empty = {name: entered(field) for name, field in self.fields.items()}
        self.ask_in_order()

    def build(self) -> None:
        """Put the form's own controls into the card."""

    def event_made(self) -> tuple[Changed | None, str]:
        """What confirming would do, or the sentence that says what is missing."""
        return None, ""

    def corrected(self) -> str | None:
        """The id of what is corrected; None where something is added."""
        return None

    def unsaid(self) -> str:
        """What else must be said, though it can be seen already what confirming would do."""
        return ""

    def nothing(self) -> str:
        """What is where confirming would do nothing yet."""
        return self.tr("A preview will appear here.")

    def confirm(self) -> None:
        """Do it."""
        event, _unused = self.event_made()
        if event is not None:
            self._model.perform(event, self._done)

    def _done(self) -> None:
        self.forget()
        self._model.view = TableScreen.GAME

    def clear(self) -> None:
        """Empty the form."""
        for name, value in self._empty.items():
            enter(self.fields[name], value)

    def forget(self) -> None:
        """Forget what was entered, on disk too."""
        self.clear()
        if self._model.typed is not None:
            self._model.typed.keep(self._name, None)

    def state(self) -> dict[str, Any] | None:
        """What is entered, to be kept; None where nothing is."""
        values = {name: entered(field) for name, field in self.fields.items()}
        return None if values == self._empty else values

    def show_state(self, state: dict[str, Any]) -> None:
        """Show what was entered, once its choices are offered."""
        self.refresh()
        for name, value in {**self._empty, **state}.items():
            enter(self.fields[name], value)

    @property
    def _name(self) -> str:
        return f"{type(self).__name__} {self._session}"

    def begin(self) -> None:
        """Come into sight; what was entered in another session is forgotten here, and kept on disk."""
        if self._session != self._model.uid:
            self._session = self._model.uid
            kept = self._model.typed.kept(self._name) if self._model.typed is not None else None
            self.clear()
            if kept is not None:
                with suppress(KeyError, TypeError, ValueError):
                    self.show_state(kept)
        super().begin()

    def refresh(self) -> None:
        """Show what confirming would do."""
        if self._model.table is None:
            return
        if self._model.typed is not None and self._session == self._model.uid:
            self._model.typed.keep(self._name, self.state())
        event, why = self.event_made()
        after = None
        if event is not None:
            after, why = self._model.preview_of(event)
        self.show_outcome(after, self.nothing(), self.corrected())
        why = why or self.unsaid()
        self.status.setText(why)
        set_role(self.status, "strong")
        with self.keyboard.kept():
            self.confirm_button.setEnabled(after is not None and not why)
        set_tooltip(self.confirm_button, why)
        spoken = f"{why} {self.preview.spoken}".strip() if self.isVisible() else ""
        if spoken != self._spoken and not self._model.busy:
            self._spoken = spoken
            announce(self.status, spoken)


class SeatsView(FormView):
    """Seats thrown again: by dice, or as people sat down."""

    def build(self) -> None:
        self.heading.setText(self.tr("New seats"))
        self._dice = random.SystemRandom()
        self.throw_button = Button(self.tr("Throw the dice"), "", "dice")
        self.thrown = TextLabel("", "quiet")
        self.choices = [Choice(self.tr("Who sits in {wind}?").format(wind=wind.word)) for wind in WINDS]
        rule = self.tr("Highest throw is East, next South, and so on. Players who tie throw again.")
        self.card.body.addWidget(TextLabel(rule, "quiet"))
        self.card.body.addWidget(self.throw_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.card.body.addWidget(self.thrown)
        for wind, choice in zip(WINDS, self.choices, strict=True):
            nest(self.card.body, fill(across(), (TextLabel(wind.word), 1), (choice, 2)))
            choice.currentIndexChanged.connect(lambda _unused, choice=choice: self._on_chosen(choice))
        self.throw_button.clicked.connect(self._on_throw)
        self._offered: tuple[object, ...] = ()
        self._seated: list[str] = []

    def _on_chosen(self, choice: Choice) -> None:
        """Exchange two places where the person chosen for one already has another."""
        place, chosen = self.choices.index(choice), choice.currentData()
        for other, one in enumerate(self.choices):
            if other != place and one.currentData() == chosen:
                one.choose(self._seated[place])
        self._seated = [one.currentData() for one in self.choices]
        self.thrown.setText("")
        self.refresh()

    def questions(self) -> tuple[QWidget, ...]:
        return self.throw_button, *self.choices

    def _on_throw(self) -> None:
        table = self._model.table
        if table is None:
            return
        order, rows = throw_for_seats(self._dice, table.setup.rules.rules.dice)
        self.thrown.setText(thrown_words(rows, self._model.names))
        self._seat(order)
        self.refresh()

    def _seat(self, players: Sequence[int]) -> None:
        """Show these in the seats of the four winds."""
        for choice, player in zip(self.choices, players, strict=True):
            choice.choose(str(player))
        self._seated = [one.currentData() for one in self.choices]

    def clear(self) -> None:
        """Begin from the seats as they are."""
        self._offered = ()
        self.thrown.setText("")

    def state(self) -> dict[str, Any] | None:
        event, _unused = self.event_made()
        return None if event is None else {"seats": self._seated, "thrown": self.thrown.text()}

    def show_state(self, state: dict[str, Any]) -> None:
        self.refresh()
        self._seat([int(player) for player in state["seats"]])
        self.thrown.setText(state["thrown"])

    def leave(self) -> None:
        self.forget()
        super().leave()

    def refresh(self) -> None:
        """Offer the four players in each seat."""
        table, names = self._model.table, self._model.names
        if table is None:
            return
        offered = (*names, *table.position.seats)
        if self._offered != offered:
            self._offered = offered
            for choice in self.choices:
                choice.set_choices([(str(one), brief(names[one], 24)) for one in range(4)])
            self._seat(table.position.seats)
        self.thrown.setVisible(bool(self.thrown.text()))
        super().refresh()

    def event_made(self) -> tuple[Changed | None, str]:
        table = self._model.table
        seats = [int(choice.currentData()) for choice in self.choices if choice.currentData() is not None]
        if sorted(seats) != list(range(4)):
            return None, self.tr("Each player needs one seat.")
        if table is None or tuple(seats) == table.position.seats:
            return None, self.tr("Everyone is in these seats already.")
        east, south, west, north = seats
        return self._model.put_event(SeatsItem((east, south, west, north), east)), ""


class BankView(FormView):
    """Chips borrowed from the bank, or given back."""

    def build(self) -> None:
        self.heading.setText(self.tr("The bank"))
        self.player = Segmented(self.tr("Who?"), [("0", "")], even=False, keys=True)
        choices = [("borrow", self.tr("Borrows")), ("repay", self.tr("Gives back"))]
        self.way = Segmented(self.tr("Borrow or give back?"), choices, "borrow", keys=True)
        self.points = NumberField(self.tr("Points"))
        self.points.setPlaceholderText(self.tr("points"))
        self.loans = SummaryList(self.tr("Owed to the bank"))
        line = fill(across(), self.way)
        line.addStretch(1)
        line.addWidget(self.points)
        fill(self.card.body, TextLabel(self.tr("Who?"), "quiet"), self.player, line, self.loans)
        self.fields = {"player": self.player, "way": self.way, "points": self.points}
        for changed in (self.player.chosen, self.way.chosen, self.points.number_changed):
            changed.connect(self.refresh)

    def questions(self) -> tuple[QWidget, ...]:
        return self.player, self.way, self.points

    def refresh(self) -> None:
        """Show who owes what."""
        table, names = self._model.table, self._model.names
        if table is None:
            return
        self.player.offer(player_choices(table.position, names), self.player.value)
        state = table.chip_state
        everybody, text = self._model.parties, self.tr("{name} owes the bank")
        owed = [] if state is None else [(party, state.loan(party)) for party in table.parties]
        owing = [(brief(everybody[party], 24), number(points)) for party, points in owed if points]
        self.loans.show_entries([SummaryLine(text.format(name=name), points) for name, points in owing])
        super().refresh()

    def event_made(self) -> tuple[Changed | None, str]:
        player, points = self.player.value, self.points.number
        if player is None:
            return None, self.tr("Who?")
        if not points:
            return None, self.tr("How many points?")
        sign = 1 if self.way.value == "borrow" else -1
        return self._model.put_event(BankItem(int(player), sign * points)), ""


class DropView(FormView):
    """Something on the list, with what taking it off would do."""

    def build(self) -> None:
        self.what = SummaryList(self.tr("To be deleted"))
        self.winds = WindsQuestion()
        self.card.body.addWidget(self.what)
        self.body.addWidget(self.winds)
        keep_clear(self.winds)
        self.winds.answered.connect(lambda _unused: self.refresh())
        self.confirm_button.set_icon("trash")

    def questions(self) -> tuple[QWidget, ...]:
        return (self.winds.choice,)

    def event_made(self) -> tuple[Changed | None, str]:
        try:
            return self._model.drop_event(self._model.doomed, keep_winds=bool(self.winds.keeps)), ""
        except RuleError as error:
            return None, str(error)

    def clear(self) -> None:
        self.winds.ask(asked=False, keeps=None)

    def unsaid(self) -> str:
        asked = not self.winds.isHidden() and self.winds.keeps is None
        return Problem("entry-winds").sentence() if asked else ""

    def begin(self) -> None:
        self.clear()
        super().begin()

    def _done(self) -> None:
        self._model.forget_correction()
        super()._done()

    def refresh(self) -> None:
        table, names = self._model.table, self._model.parties
        row = table.row(self._model.doomed) if table is not None else None
        if row is None:
            self.preview.show_nothing("")
            self.status.setText(self.tr("It has already been deleted."))
            self.confirm_button.setEnabled(False)
            return
        words, hand = row_words(row, names), isinstance(row.item, HandItem)
        text = self.tr("Delete hand {number}?").format(number=row.number)
        penalty = (
            self.tr("Delete this penalty?") if isinstance(row.item, PenaltyItem) else self.tr("Delete this change?")
        )
        self.heading.setText(text if hand else penalty)
        self.confirm_button.setText(self.tr("Delete"))
        paid = [SummaryLine(payment_words(one, names, points=False), number(one.points)) for one in row.paid]
        self.what.show_entries([SummaryLine(words), *paid])
        others = table is not None and len(table.people) > len(WINDS)
        turned = self._model.drop_turns_winds(row.id)
        self.winds.ask(asked=turned, keeps=self.winds.keeps, people=others)
        super().refresh()


class ChipsView(OneColumn):
    """The chips that the last thing confirmed moved, for those who put them down too soon."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(model, _("Last chip exchange"))
        self.moves = ChipMoves(self.tr("Last chip exchange"))
        self.empty = TextLabel(self.tr("No chips moved."))
        fill(self.card.body, self.empty, self.moves)

    def refresh(self) -> None:
        table = self._model.table
        moved = [plan for plan in table.chip_log if plan.moves or plan.notes] if table is not None else []
        self.empty.setVisible(not moved)
        self.moves.setVisible(bool(moved))
        if table is not None and moved:
            names = [brief(name, 24) for name in moved[-1].names(self._model.everybody)]
            parts = [(move, describe(move, names)) for move in moved[-1].moves]
            self.moves.show_moves(table.rules.chips, parts, [describe(note, names) for note in moved[-1].notes])


class CorrectionsView(OneColumn):
    """Every correction that was made at this table: what it was, what it is, who sat where, and when."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(model, _("Corrections"))
        self.listing = SummaryList(self.tr("Corrections"))
        self.empty = TextLabel(self.tr("No corrections yet. Click a hand to correct it."))
        fill(self.card.body, self.empty, self.listing)

    def refresh(self) -> None:
        table = self._model.table
        traces = table.traces if table is not None else ()
        self.empty.setVisible(not traces)
        names = self._model.parties
        parts = [(trace_title(one), moment(one.at), "\n".join(trace_lines(one, names))) for one in reversed(traces)]
        self.listing.show_entries([SummaryLine(*one) for one in parts])
