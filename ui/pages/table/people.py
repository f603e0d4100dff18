"""Who plays from now on: who sits where, who sits out, who comes and who leaves, for good or for one hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import capital, number
from mjcompanion.ledger.values import key_of
from mjcompanion.table.corrections import results_kept
from mjcompanion.table.events import Changed, PeopleItem, Put
from mjcompanion.table.people import InTurn, Seating
from mjcompanion.table.rotation import Position, four
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, turn_words

from ...widgets import Button, Choice, Segmented, TextLabel
from ...widgets.layouts import fill
from .forms import FormView
from .name_grid import MOST_OUT, NameGrid

ONCE, ON = "once", "on"
WITH_SEATS, WITH_PEOPLE = "seats", "people"


class PeopleView(FormView):
    """Six names: the four who play, by their winds, and those who sit out; a new one has the points to start with."""

    def build(self) -> None:
        self.heading.setText(self.tr("Players"))
        self._shown: tuple[object, ...] = ()
        rule = self.tr(
            "A new player takes over the seat and its wind. To swap two players, enter one’s name in the other’s seat."
        )
        labels = [*(wind.word for wind in WINDS), self.tr("Sits out"), self.tr("Also sits out")]
        named, nobody = self.tr("Name: {place}"), self.tr("nobody")
        self.people = NameGrid([(label, named.format(place=label), nobody) for label in labels])
        self.names, self.points, self.seats = self.people.fields, self.people.points, self.people.labels
        self.people.edited.connect(self.refresh)
        self.people.exchanged.connect(self.refresh)
        for points in self.points:
            points.number_changed.connect(self.refresh)
        self.since_title = TextLabel(self.tr("Starting when?"), "quiet")
        self.since = Choice(self.tr("Starting when?"))
        self.starting = TextLabel("", "caption")
        self.turn_title = TextLabel(self.tr("Who sits out next?"), "quiet")
        self.turn = Choice(self.tr("Who sits out next?"))
        self.turn.set_choices([(str(one), capital(turn_words(one))) for one in InTurn])
        self.long_title = TextLabel(self.tr("For how long?"), "quiet")
        answers = [(ON, self.tr("For good")), (ONCE, self.tr("One hand only"))]
        self.long = Segmented(self.tr("For how long?"), answers, ON, even=False, keys=True)
        self.results_title = TextLabel(self.tr("Hands already entered"), "quiet")
        answers = [
            (WITH_SEATS, self.tr("The results move with the seats")),
            (WITH_PEOPLE, self.tr("The results stay with the people (only the winds turn)")),
        ]
        self.results = Segmented(self.results_title.text(), answers, WITH_SEATS, even=False, keys=True)
        self.delete_button = Button(self.tr("Delete this change…"), "", "trash")
        results = (self.results_title, self.results)
        parts = (self.starting, *results, self.turn_title, self.turn, self.long_title, self.long)
        fill(self.card.body, TextLabel(rule, "quiet"), self.since_title, self.since, self.people, *parts)
        self.card.body.addWidget(self.delete_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.delete_button.clicked.connect(lambda: self._model.ask_to_drop(self.corrected()))
        chosen = (self.long.chosen, self.results.chosen)
        for changed in (self.since.currentIndexChanged, self.turn.currentIndexChanged, *chosen):
            changed.connect(self.refresh)

    def questions(self) -> tuple[QWidget, ...]:
        since = [] if self.since.isHidden() else [self.since]
        parts = [one for pair in zip(self.names, self.points, strict=True) for one in pair if not one.isHidden()]
        chosen = [one for one in (self.results, self.turn, self.long) if not one.isHidden()]
        return (*since, *parts, *chosen)

    # what is entered

    def _here(self) -> list[str]:
        """The names as they sit then, by wind, then those who sit out; empty places to the end."""
        table, everybody = self._model.table, self._model.everybody
        if table is None:
            return [""] * len(self.names)
        seating, position = self._then(table)
        sitting = [everybody[seating.sits[place]] for place in position.seats]
        out = [everybody[person] for person in seating.out]
        return [*sitting, *out, *[""] * MOST_OUT][: len(self.names)]

    def corrected(self) -> str | None:
        table = self._model.table
        item = self._model.people_item
        return item if table is not None and table.row(item) is not None else None

    def _then(self, table: Table) -> tuple[Seating, Position]:
        """Who sits where when the change begins, and how the winds lie; of a correction, how it seats everybody."""
        corrected = table.row(self.corrected() or "")
        if corrected is not None:
            return corrected.seated, corrected.before
        row = table.row(self.since.currentData() or "")
        return (table.seating, table.position) if row is None else (row.seating, row.before)

    def _item_was(self, table: Table) -> PeopleItem | None:
        row = table.row(self.corrected() or "")
        return row.item if row is not None and isinstance(row.item, PeopleItem) else None

    def _at_table(self, table: Table) -> set[str]:
        """The names of those whose points to start with are settled: who was there, but for who comes by this."""
        here = set(table.there)
        was = self._item_was(table)
        if was is not None:
            mine = {who for who, _ in was.points}
            others = {*table.setup.people}
            for item_id, item in table.items:
                if isinstance(item, PeopleItem) and item_id != self.corrected():
                    others.update((*item.sits, *item.out))
            mine |= {*was.sits, *was.out} - others
            here -= {table.people.index(who) for who in mine}
        return {key_of(self._model.everybody[person]) for person in here}

    def clear(self) -> None:
        self._shown = ()
        self.since.choose("")
        self.long.set_value(ON)
        self.results.set_value(WITH_SEATS)

    def leave(self) -> None:
        self.forget()
        super().leave()

    def state(self) -> dict[str, Any] | None:
        if self.people.names == self._here() or self.corrected() or self.since.currentData():
            return None
        points = [field.text() for field in self.points]
        turn = self.turn.currentData() or ""
        return {"names": self.people.names, "points": points, "turn": turn, "long": self.long.value}

    def show_state(self, state: dict[str, Any]) -> None:
        self._begin()
        self.people.show_names(state["names"])
        for points, text in zip(self.points, state["points"], strict=True):
            points.show_text(text)
        self.turn.choose(str(state["turn"]))
        self.long.set_value(state["long"])

    # showing

    def _begin(self) -> None:
        """Show everybody as they sit now."""
        table = self._model.table
        if table is None:
            return
        self._shown = self._stands_for(table)
        self.people.show_names(self._here())
        was = self._item_was(table)
        starts = {} if was is None else dict(was.points)
        for name, points in zip(self._here(), self.points, strict=True):
            who = self._model.id_of(name) if name and was is not None else ""
            points.set_number(starts.get(who, table.setup.starting))
        self.turn.choose(str(self._then(table)[0].turn))
        if was is not None:
            self.long.set_value(ONCE if was.once else ON)
            self.results.set_value(WITH_PEOPLE if was.results_stay else WITH_SEATS)

    def _stands_for(self, table: Table) -> tuple[object, ...]:
        model = self._model
        corrected = model.people_item, self._item_was(table)
        return model.uid, self._then(table), model.everybody, corrected, self.since.currentData()

    def _offer_hands(self, table: Table) -> None:
        """Offer the hands from which on people may have sat otherwise."""
        chosen = self.since.currentData() or ""
        hands = [(row.id, self.tr("Hand {number}").format(number=number(row.number))) for row in reversed(table.hands)]
        self.since.set_choices([("", self.tr("The next hand")), *hands])
        self.since.choose(chosen if table.row(chosen) is not None else "")
        for widget in (self.since_title, self.since):
            widget.setVisible(bool(hands) and self.corrected() is None)
        self.delete_button.setVisible(self.corrected() is not None)

    def refresh(self) -> None:
        model, table = self._model, self._model.table
        if table is None:
            return
        with self.keyboard.kept():
            self._offer_hands(table)
        if self._shown != self._stands_for(table):
            self._begin()
        self.people.offer((*model.everybody, *(name for _, name in model.known.people)))
        names = self.people.names
        paying = table.rules.rules.pays is not None
        at_table = self._at_table(table)
        new = [bool(name) and key_of(name) not in at_table and paying for name in names]
        with self.keyboard.kept():
            self.people.show_points(new)
            self.starting.setText(self.tr("New players start with the points on the right.") if any(new) else "")
            self.starting.setVisible(any(new))
            out = any(names[4:])
            self.turn_title.setVisible(out)
            self.turn.setVisible(out)
            moved = self._moves_hands(table)
            self.results_title.setVisible(moved)
            self.results.setVisible(moved)
        super().refresh()

    def _moves_hands(self, table: Table) -> bool:
        """Whether somebody sits elsewhere in hands that were entered already."""
        first = table.row(self.corrected() or self.since.currentData() or "")
        was = self._item_was(table)
        if first is None or not any(row.number for row in table.rows[table.rows.index(first) :]):
            return False
        here, now = self._here()[: len(WINDS)], self.people.names[: len(WINDS)]
        elsewhere = any(name in here and here.index(name) != at for at, name in enumerate(now) if name)
        return elsewhere or (was is not None and was.results_stay)

    def nothing(self) -> str:
        return self.tr("The new seats will appear here.")

    # what it makes

    def event_made(self) -> tuple[Changed | None, str]:
        """The people as an event; who isn't known yet has an id that holds in the preview alone."""
        table = self._model.table
        if table is None:
            return None, ""
        why = self._problem(table)
        if why:
            return None, why
        named = self._item(table)
        ids = {name: self._model.id_of(name) for name in (*named.sits, *named.out)}
        item = _with_ids(named, ids)
        if item == self._item_was(table):
            return None, self.tr("No changes")
        return _whole(table, self._put(item)), ""

    def _put(self, item: PeopleItem) -> Changed:
        """The event that puts the change where it belongs."""
        corrected = self.corrected()
        where = None if corrected else self.since.currentData() or None
        return self._model.put_event(item, corrected or "", where)

    def _problem(self, table: Table) -> str:
        if self._model.people_item and self.corrected() is None:
            return self.tr("It has already been deleted.")
        names = self.people.names
        for name, gone in zip(names[: len(WINDS)], self._here(), strict=False):
            if not name:
                text = self.tr("These rules are for four. Who plays for {name}?")
                return text.format(name=brief(gone, 24)) if gone else self.tr("Who plays?")
        if self.people.problem:
            return self.people.problem
        turn = self.turn.currentData() or ""
        if names == self._here() and turn == self._then(table)[0].turn and self.corrected() is None:
            return self.tr("No changes")
        return ""

    def _item(self, table: Table) -> PeopleItem:
        """The people as they are entered, with names instead of ids."""
        names = self.people.names
        at_wind = dict(zip(self._then(table)[1].seats, names, strict=False))
        out = tuple(name for name in names[4:] if name)
        points = tuple(
            (name, field.number or 0)
            for name, field in self.people.named_points
            if not field.isHidden() and field.number != table.setup.starting
        )
        turn = (self.turn.currentData() or "") if out else ""
        sits = four(at_wind[place] for place in range(4))
        stay = self.results.value == WITH_PEOPLE and self._moves_hands(table)
        return PeopleItem(sits, out, points, turn, once=self.long.value == ONCE, results_stay=stay)

    def confirm(self) -> None:
        """Do it; who isn't known yet becomes known."""
        table = self._model.table
        if table is None or self._problem(table):
            return
        item = self._item(table)
        event = self._put(item)

        def make(ids: Mapping[str, str]) -> Changed:
            changes = [msgspec.structs.replace(one, item=_with_ids(item, ids)) for one in event.changes]
            return _whole(table, Changed(at=event.at, changes=tuple(changes)))

        self._model.perform_for((*item.sits, *item.out), make, self._done)


def _whole(table: Table, event: Changed) -> Changed:
    """The event with all that follows where the results stay with the people."""
    stay = any(
        isinstance(one, Put) and isinstance(one.item, PeopleItem) and one.item.results_stay for one in event.changes
    )
    return results_kept(table, event) if stay else event


def _with_ids(item: PeopleItem, ids: Mapping[str, str]) -> PeopleItem:
    """The same with everybody's id for the name."""
    return msgspec.structs.replace(
        item,
        sits=four(ids[name] for name in item.sits),
        out=tuple(ids[name] for name in item.out),
        points=tuple((ids[name], points) for name, points in item.points),
    )
