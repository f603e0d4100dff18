"""A penalty at a table: chosen from the faults of its rules, or entered by itself; here it is revoked too."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import _
from mjcompanion.rules.fault import Fault, Who
from mjcompanion.table.events import Changed, PenaltyItem
from mjcompanion.table.faults import consequences, custom_words, doubles, east_then, penalty, refund
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, outcome

from ...accessibility import allow
from ...rich_text import set_tooltip
from ...widgets import Button, CardFrame, CheckBox, Choice, NumberField, Segmented, TextField, TextLabel
from ...widgets.keyboard import Ticks
from ...widgets.layouts import across, down, empty, fill, nest
from .forms import FormView
from .words import player_choices

OTHER = ""
"""The choice that represents no fault of the list."""


class PenaltyView(FormView):
    """A penalty: who pays, whom, how much, and why; the penalties given so far can be revoked."""

    def build(self) -> None:
        self.heading.setText(self.tr("Penalty"))
        self.referee_button = Button(self.tr("Referee"), "quiet", "help")
        set_tooltip(self.referee_button, self.tr("Claims, and the penalty for each mistake under these rules"))
        self.header.action_row.insertWidget(1, self.referee_button)
        self.referee_button.clicked.connect(self._model.ask_referee)
        self.payer = Segmented(self.tr("Who was it?"), [("0", "")], even=False, keys=True)
        self.fault = Choice(self.tr("What happened?"))
        self.law = TextLabel("", "quiet")
        self.paid = Ticks(4)
        self.payees = self.paid.boxes
        self.points = NumberField(self.tr("Points to each"))
        self.points.setPlaceholderText(self.tr("points"))
        self.why = TextField(self.tr("Why"), self.tr("Add a reason"))
        self.east = CheckBox(self.tr("East pays and gets double"))
        self.paying = QWidget()
        each = fill(across(), (TextLabel(self.tr("Points to each")), 1), self.points)
        fill(down(self.paying), TextLabel(self.tr("To whom?"), "quiet"), self.paid, each, self.east, self.why)
        fill(self.card.body, TextLabel(self.tr("Who was it?"), "quiet"), self.payer)
        fill(self.card.body, TextLabel(self.tr("What happened?"), "quiet"), self.fault, self.law, self.paying)
        self.given = CardFrame(self.tr("Penalties so far"))
        self.given_list = down()
        nest(self.given.body, self.given_list)
        self._given: list[tuple[str, str]] = []
        self.left.insertWidget(1, self.given)
        self.fields = {"payer": self.payer, "fault": self.fault, "paid": self.payees, "points": self.points}
        self.fields |= {"east": self.east, "why": self.why}
        self.payer.chosen.connect(self._on_payer)
        self.fault.currentIndexChanged.connect(self._on_fault)
        self.points.number_changed.connect(self.refresh)
        self.why.textEdited.connect(self.refresh)
        for box in (self.east, *self.payees):
            box.toggled.connect(self.refresh)

    # the fault

    @property
    def _chosen(self) -> Fault | None:
        """The fault of the list that was chosen."""
        table, key = self._model.table, self.fault.currentData()
        return next((one for one in table.rules.rules.faults if one.id == key), None) if table is not None else None

    def _on_fault(self) -> None:
        """Fill in whom it is paid to, the points and the reason, instead of those of the fault chosen before."""
        table, fault = self._model.table, self._chosen
        if table is None:
            return
        options = table.rules.options
        self.points.set_number(None if fault is None else fault.amount(options))
        self.why.setText("" if fault is None else _(fault.words))
        self.east.tick(on=fault is not None and doubles(fault, table.rules.rules, options))
        for box in self.payees:
            box.tick(on=False)
        found = refund(table) if fault is not None and fault.refunds else None
        if found is not None:
            payer, payees, points, double = found
            self.payer.set_value(str(payer))
            self.points.set_number(points)
            self.east.tick(on=double)
            for player in payees:
                self.payees[player].tick(on=True)
        self._on_payer()

    def _on_payer(self) -> None:
        """Mark all the others as paid, unless somebody is marked already or the fault says who is paid."""
        payer, fault = self.payer.value, self._chosen
        if payer is not None:
            self.payees[int(payer)].tick(on=False)
            if not any(one.isChecked() for one in self.payees) and (fault is None or fault.payee is Who.OTHERS):
                for player, one in enumerate(self.payees):
                    one.tick(on=player != int(payer))
        self.refresh()

    def _entered(self) -> tuple[int, ...]:
        """Return the players to mark in the hand for the chosen fault; empty until the form is complete."""
        fault, payer = self._chosen, self.payer.value
        if fault is None or not fault.hand_field or payer is None:
            return ()
        if fault.payee is Who.NOBODY:
            return (int(payer),)
        kept = [player for player, box in enumerate(self.payees) if box.isChecked()]
        return tuple(player for player in range(4) if player != kept[0]) if len(kept) == 1 else ()

    def confirm(self) -> None:
        """Do it; what belongs to a hand is marked there."""
        fault, players = self._chosen, self._entered()
        if fault is None or not players:
            super().confirm()
            return
        model = self._model
        model.enter_hand()
        if fault.payee is Who.KEPT:
            model.set_winner(None)
        marked = {*getattr(model.entry, fault.hand_field), *players}
        model.set(-1, **{fault.hand_field: tuple(sorted(marked))})
        self.forget()

    # what is entered

    def questions(self) -> tuple[QWidget, ...]:
        return self.payer, self.fault, self.paid, self.points, self.why

    def event_made(self) -> tuple[Changed | None, str]:
        payer, points, fault = self.payer.value, self.points.number, self._chosen
        payees = tuple(player for player, box in enumerate(self.payees) if box.isChecked())
        if fault is not None and fault.payer is Who.NOBODY:
            return None, self.tr("Who was it?") if fault.hand_field and payer is None else ""
        if payer is None:
            return None, self.tr("Who pays?") if fault is None else self.tr("Who was it?")
        if fault is not None and fault.hand_field:
            return None, "" if self._entered() else self.tr("Whose hand was not shown?")
        if not payees:
            return None, self.tr("Who is paid?")
        if points is None:
            return None, self.tr("How many points?")
        table = self._model.table
        east = None
        if table is not None and self.east.isChecked():
            then = fault is not None and fault.refunds and bool(table.hands)
            east = east_then(table) if then else table.position.east
        return self._model.put_event(penalty(int(payer), payees, points, self.why.text(), east)), ""

    def nothing(self) -> str:
        fault = self._chosen
        if fault is None or fault.payer is not Who.NOBODY or fault.hand_field:
            return super().nothing()
        return self.tr("Nothing to pay, and nothing to record.")

    def _offer_faults(self) -> None:
        table = self._model.table
        if table is not None:
            chosen = self.fault.currentData() or OTHER
            faults = [(one.id, _(one.words)) for one in table.rules.rules.faults]
            self.fault.set_choices([*faults, (OTHER, self.tr("Something else"))])
            self.fault.choose(chosen if self.fault.findData(chosen) >= 0 else OTHER)

    def refresh(self) -> None:
        table, names, fault = self._model.table, self._model.names, self._chosen
        if table is None:
            return
        offered = player_choices(table.position, names)
        self.payer.offer(offered, self.payer.value)
        self.paid.offer(offered, self.tr("{name} is paid"))
        for player, box in enumerate(self.payees):
            pays = self.tr("{name} pays this penalty.").format(name=brief(names[player], 24))
            allow(box, pays if str(player) == self.payer.value else "")
        self._offer_faults()
        self._show_fault()
        self._show_given(table)
        super().refresh()
        leads = fault is not None and bool(fault.hand_field)
        self.confirm_button.setText(self.tr("Mark it in the hand") if leads else self.tr("Confirm"))
        if leads:
            self.confirm_button.setEnabled(bool(self._entered()))

    def _show_fault(self) -> None:
        """What follows, and only the questions that are left."""
        table, fault = self._model.table, self._chosen
        self.law.setVisible(fault is not None)
        self.paying.setVisible(fault is None or fault.payer is not Who.NOBODY)
        self.east.setVisible(fault is not None and (fault.east or (fault.refunds and self.east.isChecked())))
        if table is None or fault is None:
            return
        rules, options = table.rules.rules, table.rules.options
        follows = self.tr("{what}.", "what follows a fault").format(what=_(fault.follows.value))
        self.law.setText(
            join_lines([follows, consequences(fault, rules, options), *([custom_words()] if fault.custom else [])])
        )

    def _show_given(self, table: Table) -> None:
        """List the penalties so far, each with a button that revokes it."""
        everybody = self._model.parties
        given = [(row.id, outcome(row, everybody)) for row in table.rows if isinstance(row.item, PenaltyItem)]
        self.given.setVisible(bool(given))
        if given == self._given:
            return
        self._given = given
        empty(self.given_list)
        for row_id, words in given:
            line, button = QWidget(), Button(self.tr("Revoke…"))
            button.setAccessibleName(self.tr("Revoke: {penalty}").format(penalty=words))
            button.clicked.connect(lambda _checked=False, row_id=row_id: self._model.ask_to_drop(row_id))
            fill(across(line), (TextLabel(words), 1), button)
            self.given_list.addWidget(line)
