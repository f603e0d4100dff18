"""A name for each place at a table, with the points that this person starts with next to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, QStringListModel, Qt, QTimer, Signal
from PySide6.QtWidgets import QCompleter, QGridLayout, QWidget

from mjcompanion.ledger.values import key_of
from mjcompanion.table.words import brief

from ...theme import look
from ...widgets import NumberField, TextField, TextLabel
from ...widgets.completer_list import CompleterList

MOST_OUT: Final = 2
"""The most people who can sit out at a table that is set up here."""
MOST_STARTING: Final = 1_000_000_000


class NameGrid(QWidget):
    """The names of those who play and sit out; naming somebody who has another place exchanges the two.

    `places` are each place's label, its name for screen readers, and the words in an empty field.

    Signals:
        edited(): a name has changed.
        exchanged(int, int): the people in these two places have changed places, and their points with them.
    """

    edited = Signal()
    exchanged = Signal(int, int)

    def __init__(self, places: Iterable[tuple[str, str, str]], role: str = "") -> None:
        super().__init__()
        self._known = QStringListModel(self)
        self.labels: list[TextLabel] = []
        self.fields: list[TextField] = []
        self.points: list[NumberField] = []
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(look().S)
        self.grid.setColumnStretch(1, 1)
        for at, (label, name, empty) in enumerate(places):
            self.labels.append(TextLabel(label, role))
            self.fields.append(self._field(at, name, empty))
            self.points.append(NumberField("", MOST_STARTING))
            for column, widget in enumerate((self.labels[at], self.fields[at], self.points[at])):
                self.grid.addWidget(widget, at, column)
        self._shown = len(self.fields)
        self._settled = self.names
        """The names before one of them was changed."""

    def _field(self, at: int, name: str, empty: str) -> TextField:
        """Return a field for a name, which offers those that are known."""
        field = TextField(name, empty)
        completer = QCompleter(self._known, field)
        completer.setPopup(CompleterList())
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        field.setCompleter(completer)
        settle = partial(self._settle, at)
        completer.activated.connect(lambda: QTimer.singleShot(0, field, settle))
        field.editingFinished.connect(settle)
        field.textChanged.connect(self.edited)
        return field

    @property
    def names(self) -> list[str]:
        """The names as they are entered; empty where there is none, or where the place isn't shown."""
        return [" ".join(field.text().split()) if at < self._shown else "" for at, field in enumerate(self.fields)]

    @property
    def named_points(self) -> list[tuple[str, NumberField]]:
        """Everybody who is named, and the points that they start with."""
        return [(name, points) for name, points in zip(self.names, self.points, strict=True) if name]

    @property
    def problem(self) -> str:
        """A sentence about a name that is entered twice, or about points that are missing; empty where all is well."""
        names = self.names
        keys = list(map(key_of, names))
        twice = next((name for name, key in zip(names, keys, strict=True) if name and keys.count(key) > 1), "")
        if twice:
            return self.tr("“{name}” is entered twice.").format(name=brief(twice, 24))
        for name, points in self.named_points:
            if not points.isHidden() and points.number is None:
                return self.tr("Enter how many points {name} starts with.").format(name=brief(name, 24))
        return ""

    def offer(self, known: Iterable[str]) -> None:
        """Offer these names while others are typed."""
        self._known.setStringList(list(dict.fromkeys(known)))

    def show_names(self, names: Sequence[str]) -> None:
        """Show these names, in the order of the places."""
        for at, field in enumerate(self.fields):
            with QSignalBlocker(field):
                field.setText(names[at] if at < len(names) else "")
                field.setCursorPosition(0)
        self._settled = self.names

    def show_places(self, count: int) -> None:
        """Show this many places, from the first on."""
        self._shown = count
        for at, (label, field) in enumerate(zip(self.labels, self.fields, strict=True)):
            label.setVisible(at < count)
            field.setVisible(at < count)

    def show_points(self, shown: Iterable[bool]) -> None:
        """Show the points to start with in these places."""
        for field, points, on in zip(self.fields, self.points, shown, strict=True):
            name = brief(field.text(), 24) or field.accessibleName()
            points.setAccessibleName(self.tr("{name} starts with").format(name=name))
            points.setVisible(on)

    def exchange(self, one: int, other: int) -> None:
        """Let the people in two places change places."""
        names = self.fields[one].text(), self.fields[other].text()
        self.fields[other].setText(names[0])
        self.fields[one].setText(names[1])
        self._settled = self.names
        self._exchange_points(one, other)

    def _exchange_points(self, one: int, other: int) -> None:
        """Let the points go with the people who have changed places."""
        first, second = self.points[one], self.points[other]
        number = first.number
        first.set_number(second.number)
        second.set_number(number)
        self.exchanged.emit(one, other)

    def _settle(self, place: int) -> None:
        """Exchange two places where the name entered in one is already in another."""
        keys = list(map(key_of, self.names))
        other = next((at for at, key in enumerate(keys) if at != place and key and key == keys[place]), None)
        if other is not None:
            self.fields[other].setText(self._settled[place])
            self._exchange_points(other, place)
        self._settled = self.names
