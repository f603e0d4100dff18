"""Who plays from now on: who sits where, who sits out, who comes and who leaves, for good or for one hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from PySide6.QtCore import QStringListModel, Qt, QTimer
from PySide6.QtWidgets import QCompleter, QGridLayout, QWidget

from mjcompanion.table.events import Changed, PeopleItem, Put
from mjcompanion.table.people import InTurn
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, turn_words
from mjcompanion.tiles import WINDS

from ...parts import Choice, NumberField, Segmented, TextField, Words
from ...theme import look
from .forms import FormView
from .words import sentence_case

OUT: Final = 2
"""So many may sit out at a table that is entered here."""
ONCE, ON = "once", "on"
_MOST_STARTING: Final = 1_000_000_000


class PeopleView(FormView):
    """Six names: the four who play, by their winds, and those who sit out; a new one has the points to start with."""

    def build(self) -> None:
        """The names, for how long, and who sits out next."""
        self.heading.setText(self.tr("People"))
        self._shown: tuple[object, ...] = ()
        self._settled: list[str] = []
        self._known_names = QStringListModel(self)
        self.card.body.addWidget(
            Words(
                self.tr(
                    "Who sits down takes over the place with its wind. Two who play change places: name one of them."
                ),
                "quiet",
            )
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(look().S)
        grid.setVerticalSpacing(look().S)
        grid.setColumnStretch(1, 1)
        self.names: list[TextField] = []
        self.points: list[NumberField] = []
        self.seats: list[Words] = []
        out = [self.tr("Sits out"), self.tr("Sits out too")]
        for place, label in enumerate([*(wind.word for wind in WINDS), *out]):
            seat = Words(label)
            field = TextField(self.tr("Who is it: {place}").format(place=label), self.tr("nobody"))
            completer = QCompleter(self._known_names, field)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            field.setCompleter(completer)
            completer.activated.connect(lambda _, at=place: QTimer.singleShot(0, self, lambda: self._settle(at)))
            field.textEdited.connect(lambda _: self.refresh())
            field.editingFinished.connect(lambda at=place: self._settle(at))
            points = NumberField("", _MOST_STARTING)
            points.number_changed.connect(lambda _: self.refresh())
            for column, widget in enumerate((seat, field, points)):
                grid.addWidget(widget, place, column)
            self.seats.append(seat)
            self.names.append(field)
            self.points.append(points)
        self.card.body.addLayout(grid)
        self.starting = Words("", "caption")
        self.turn_title = Words(self.tr("Who sits out next?"), "quiet")
        self.turn = Choice(self.tr("Who sits out next?"))
        self.turn.set_choices([(str(one), sentence_case(turn_words(one))) for one in InTurn])
        self.long_title = Words(self.tr("For how long?"), "quiet")
        self.long = Segmented(
            self.tr("For how long?"),
            [(ON, self.tr("From now on")), (ONCE, self.tr("The next hand only"))],
            ON,
            even=False,
            keys=True,
        )
        for widget in (self.starting, self.turn_title, self.turn, self.long_title, self.long):
            self.card.body.addWidget(widget)
        self.turn.currentIndexChanged.connect(lambda _: self.refresh())
        self.long.chosen.connect(lambda _: self.refresh())

    def questions(self) -> tuple[QWidget, ...]:
        """Each name with its points, then who sits out next, and for how long."""
        asked = [one for pair in zip(self.names, self.points, strict=True) for one in pair if not one.isHidden()]
        return (*asked, *([] if self.turn.isHidden() else [self.turn]), self.long)

    # what is entered

    def _entered(self) -> list[str]:
        return [" ".join(field.text().split()) for field in self.names]

    def _here(self) -> list[str]:
        """The names as they sit now, by wind, then those who sit out; empty places to the end."""
        table, everybody = self._presenter.table, self._presenter.everybody
        if table is None:
            return [""] * len(self.names)
        seating = table.seating
        sitting = [everybody[seating.sits[place]] for place in table.position.seats]
        out = [everybody[person] for person in seating.out]
        return [*sitting, *out, *[""] * OUT][: len(self.names)]

    def _settle(self, place: int) -> None:
        """Let two change places where somebody is named who sits elsewhere here."""
        if not self._settled:
            return
        names = self._entered()
        wanted = names[place].casefold()
        taken = [at for at, name in enumerate(names) if at != place and wanted and name.casefold() == wanted]
        if taken:
            self.names[taken[0]].setText(self._settled[place])
        self._settled = self._entered()
        self.refresh()

    def clear(self) -> None:
        """Begin from the people as they sit."""
        self._shown = ()
        self.long.set_value(ON)

    def leave(self) -> None:
        """Go back; everybody stays."""
        self.clear()
        super().leave()

    def state(self) -> dict[str, Any] | None:
        """The names, the points of those who come, and for how long."""
        if self._entered() == self._here():
            return None
        points = [field.text() for field in self.points]
        turn = self.turn.currentData() or ""
        return {"names": self._entered(), "points": points, "turn": turn, "long": self.long.value}

    def show_state(self, state: dict[str, Any]) -> None:
        """The names, the points of those who come, and for how long."""
        self._begin()
        for field, name in zip(self.names, state["names"], strict=True):
            field.setText(name)
        for points, text in zip(self.points, state["points"], strict=True):
            points.show_text(text)
        self.turn.choose(str(state["turn"]))
        self.long.set_value(state["long"])
        self._settled = self._entered()

    # showing

    def _begin(self) -> None:
        """Show everybody as they sit now."""
        table = self._presenter.table
        if table is None:
            return
        self._shown = (self._presenter.uid, len(table.events), self._presenter.everybody)
        for field, name in zip(self.names, self._here(), strict=True):
            field.setText(name)
            field.setCursorPosition(0)
        for points in self.points:
            points.set_number(table.setup.starting)
        self.turn.choose(str(table.seating.turn))
        self._settled = self._entered()

    def refresh(self) -> None:
        """Show everybody, what those who come start with, and what is asked besides."""
        presenter, table = self._presenter, self._presenter.table
        if table is None:
            return
        if self._shown != (presenter.uid, len(table.events), presenter.everybody):
            self._begin()
        known = [*presenter.everybody, *(name for _, name in presenter.known.people)]
        self._known_names.setStringList(list(dict.fromkeys(known)))
        names = self._entered()
        paying = table.rules.rules.pays is not None
        at_table = {name.casefold() for name in presenter.everybody}
        new = [bool(name) and name.casefold() not in at_table and paying for name in names]
        with self.keyboard.kept():
            for name, points, shown in zip(names, self.points, new, strict=True):
                points.setVisible(shown)
                points.setAccessibleName(self.tr("{name} starts with").format(name=brief(name, 24)))
            self.starting.setText(
                self.tr("At the right: the points that a new player starts with.") if any(new) else ""
            )
            self.starting.setVisible(any(new))
            out = any(names[4:])
            self.turn_title.setVisible(out)
            self.turn.setVisible(out)
        super().refresh()

    def nothing(self) -> str:
        return self.tr("Who plays, and with whom, appears here.")

    # what it makes

    def event_made(self) -> tuple[Changed | None, str]:
        """The people as an event; who isn't known yet has an id that holds in the preview alone."""
        table = self._presenter.table
        if table is None:
            return None, ""
        why = self._problem(table)
        if why:
            return None, why
        item = self._item(table)
        ids = {name: self._presenter.id_of(name) for name in (*item.sits, *item.out)}
        return self._presenter.put_event(_with_ids(item, ids)), ""

    def _problem(self, table: Table) -> str:
        names = self._entered()
        for place, name in enumerate(names[:4]):
            if not name:
                gone = self._here()[place]
                said = self.tr("These rules are for four. Who plays for {name}?")
                return said.format(name=brief(gone, 24)) if gone else self.tr("Say who plays.")
            if not self.points[place].isHidden() and self.points[place].number is None:
                return self.tr("Say with how many points {name} starts.").format(name=brief(name, 24))
        folded = [name.casefold() for name in names if name]
        twice = next((name for name in names if name and folded.count(name.casefold()) > 1), "")
        if twice:
            return self.tr("“{name}” is there twice.").format(name=brief(twice, 24))
        turn = self.turn.currentData() or ""
        if names == self._here() and turn == table.seating.turn:
            return self.tr("Everybody sits there already.")
        return ""

    def _item(self, table: Table) -> PeopleItem:
        """The people as they are entered, with names instead of ids."""
        names = self._entered()
        at_wind = dict(zip(table.position.seats, names, strict=False))
        out = tuple(name for name in names[4:] if name)
        points = tuple(
            (name, field.number or 0)
            for name, field in zip(names, self.points, strict=True)
            if not field.isHidden() and field.number != table.setup.starting
        )
        turn = (self.turn.currentData() or "") if out else ""
        sits = (at_wind[0], at_wind[1], at_wind[2], at_wind[3])
        return PeopleItem(sits, out, points, turn, once=self.long.value == ONCE)

    def confirm(self) -> None:
        """Do it; who isn't known yet becomes known."""
        table = self._presenter.table
        if table is None or self._problem(table):
            return
        item, event = self._item(table), self._presenter.put_event()

        def make(ids: Mapping[str, str]) -> Changed:
            return Changed(at=event.at, changes=(Put(table.next_id, _with_ids(item, ids)),))

        self._presenter.perform_for((*item.sits, *item.out), make, self._done)


def _with_ids(item: PeopleItem, ids: Mapping[str, str]) -> PeopleItem:
    """The same with everybody's id for the name."""
    one, two, three, four = (ids[name] for name in item.sits)
    return msgspec.structs.replace(
        item,
        sits=(one, two, three, four),
        out=tuple(ids[name] for name in item.out),
        points=tuple((ids[name], points) for name, points in item.points),
    )
