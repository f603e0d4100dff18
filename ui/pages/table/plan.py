"""When the people mean to stop: what can be agreed on, on the form of a new session and at the table."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import _, number
from mjcompanion.table.events import MOST_PLANNED, SessionPlan
from mjcompanion.table.session_end import clock_words, plan_at, read_clock, until_of
from mjcompanion.table.words import brief

from ...theme import look
from ...widgets import CheckBox, NumberField, TextField, TextLabel
from ...widgets.buttons import Button
from ...widgets.layouts import across, down, fill
from .frame import OneColumn
from .model import TableModel, TableScreen


class PlanFields(QWidget):
    """A number of hands, a time of day, and whether somebody without points ends it; whatever is empty ends nothing.

    Signals:
        edited(): one of them was changed.
    """

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.until = TextField(self.tr("Play until what time?"), self.tr("22:00", "a time of day"))
        self.until.setMaxLength(20)
        self.hands = NumberField(self.tr("Play how many hands?"), MOST_PLANNED)
        self.bankrupt = CheckBox(self.tr("End as soon as somebody has no points left"), wraps=True)
        fill(
            down(self, spacing=look().S),
            fill(across(), (TextLabel(self.tr("Play until")), 1), (self.until, 1)),
            fill(across(), (TextLabel(self.tr("Number of hands")), 1), self.hands),
            self.bankrupt,
        )
        for changed in (self.until.textEdited, self.hands.number_changed, self.bankrupt.toggled):
            changed.connect(self.edited)

    @property
    def problem(self) -> str:
        """The sentence that says what can't be read; empty where all can."""
        text = self.until.text().strip()
        if text and read_clock(text) is None:
            return self.tr("“{text}” isn’t a time of day: write 22:00, for example.").format(text=brief(text, 20))
        if self.hands.is_wrong:
            sentence = self.tr("Enter the number of hands as a whole number, at most {most}.")
            return sentence.format(most=number(MOST_PLANNED))
        return ""

    def plan(self, at: str, before: str = "") -> SessionPlan:
        """What is agreed on, at a moment as events have it; a time that was agreed on `before` stays that moment."""
        clock = read_clock(self.until.text())
        same = bool(before) and clock == read_clock(clock_words(before))
        until = before if same else until_of(clock, at) if clock else ""
        return SessionPlan(self.hands.number or 0, until, self.bankrupt.isChecked() and not self.bankrupt.isHidden())

    def show_plan(self, *, hands: int | None, until: str, bankrupt: bool) -> None:
        """Show what is agreed on."""
        self.hands.set_number(hands or None)
        self.until.setText(until)
        self.bankrupt.tick(on=bankrupt)


class PlanView(OneColumn):
    """When to stop, changed at the table."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(model, _("When do you stop?"))
        self.fields = PlanFields()
        self.status = TextLabel("", "strong")
        self.confirm_button = Button(self.tr("Confirm"), "primary")
        anyway = TextLabel(self.tr("The last round in your rules always ends the session."), "quiet")
        fill(self.card.body, anyway, self.fields, self.status)
        self.header.add_actions(primary=self.confirm_button)
        self.fields.edited.connect(self.refresh)
        self.fields.until.returnPressed.connect(lambda: self.fields.hands.setFocus())
        self.fields.hands.finished.connect(lambda: self.fields.bankrupt.setFocus())
        self.confirm_button.clicked.connect(self._on_confirmed)

    def begin(self) -> None:
        table = self._model.table
        if table is not None:
            plan = plan_at(table.plan, self._model.time())
            until = clock_words(plan.until) if plan.until else ""
            self.fields.show_plan(hands=plan.hands, until=until, bankrupt=plan.bankrupt)
        super().begin()

    def refresh(self) -> None:
        table = self._model.table
        self.status.setText(self.fields.problem)
        self.confirm_button.setEnabled(not self.fields.problem and not self._model.busy)
        self.fields.bankrupt.setVisible(table is not None and any(table.starts))

    def _on_confirmed(self) -> None:
        table, at = self._model.table, self._model.time()
        before = plan_at(table.plan, at) if table is not None else SessionPlan()
        plan = self.fields.plan(at, before.until)
        if plan == before:
            self._model.show(TableScreen.GAME)
        else:
            self._model.plan(plan)

    def go_on(self) -> None:
        self.confirm_button.click()

    def focus_first(self) -> None:
        self.fields.until.setFocus()


class ReopenView(OneColumn):
    """Asks before a session that has ended goes on."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(model, _("This session has ended. Reopen it?"))
        words = self.tr("What you score from now on counts in this session, and its result changes.")
        self.reopen_button = Button(self.tr("Reopen it"), "primary")
        self.stay_button = Button(self.tr("Leave it ended"), "quiet")
        self.card.body.addWidget(TextLabel(words, "quiet"))
        self.header.add_actions(self.stay_button, primary=self.reopen_button)
        self.reopen_button.clicked.connect(model.reopen)
        self.stay_button.clicked.connect(self.leave)

    def refresh(self) -> None:
        self.reopen_button.setEnabled(not self._model.busy)

    def go_on(self) -> None:
        self.reopen_button.click()

    def focus_first(self) -> None:
        self.reopen_button.setFocus()
