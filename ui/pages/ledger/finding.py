"""Finding sessions and players: conditions, and a field that finds a player by some letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mjcompanion.ledger.values import PlayerStatistics
from mjcompanion.table.words import brief

from ...parts import Button, Choice, Flow, IconButton, TextField, Words
from ...parts.words import table_rules
from ...theme import look, set_role
from .asking import HANDS_ALONE, SESSIONS_ALONE, Filter
from .words import read_day, shown_day

_SUGGESTED = 6
_LONGEST = 30


class PlayerPicker(QWidget):
    """Finds one player: some letters are typed, and those who have them are offered.

    Signals:
        picked(str, str): a player's id and name; both empty when the player was let go.
    """

    picked = Signal(str, str)

    def __init__(
        self, name: str, find: Callable[[str], Iterable[PlayerStatistics]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._find = find
        self._without = ""
        self.player: tuple[str, str] | None = None
        """The id and the name of who was found."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(look().XS)
        self.field = _PickerField(name, self.tr("Letters of the name"))
        self.offered = Flow(spacing=look().XS)
        self.nobody = Words(self.tr("Nobody has these letters."), "caption")
        self._chosen = QWidget()
        chosen = QHBoxLayout(self._chosen)
        chosen.setContentsMargins(0, 0, 0, 0)
        self.chosen_name = Words("", "strong")
        self.let_go = IconButton("close", self.tr("{name}: somebody else").format(name=name))
        chosen.addWidget(self.chosen_name, 1)
        chosen.addWidget(self.let_go)
        for widget in (self.field, self.offered, self.nobody, self._chosen):
            layout.addWidget(widget)
        self.field.textEdited.connect(lambda _: self._offer())
        self.field.entered.connect(self._on_entered)
        self.let_go.clicked.connect(self._on_let_go)
        self._show()

    def leave_out(self, uid: str) -> None:
        """Don't offer this player."""
        self._without = uid

    def set_player(self, player: tuple[str, str] | None) -> None:
        """Show who was found, without a signal."""
        if player != self.player:
            self.player = player
            self.field.clear()
            self._show()

    def _show(self) -> None:
        found = self.player is not None
        self._chosen.setVisible(found)
        self.field.setVisible(not found)
        if self.player is not None:
            self.chosen_name.setText(brief(self.player[1], 80))
        self._offer()

    def _offer(self) -> None:
        """Offer the first few who have these letters."""
        text = self.field.text().strip()
        found = [one for one in self._find(text) if one.player != self._without] if text and self.player is None else []
        for button in self.offered.widgets:
            self.offered.remove(button)
            button.deleteLater()
        for one in found[:_SUGGESTED]:
            button = Button(brief(one.name, _LONGEST))
            button.setAccessibleName(one.name[:200])
            button.clicked.connect(partial(self._pick, one.player, one.name))
            self.offered.add(button)
        self.offered.setVisible(bool(found))
        self.nobody.setVisible(bool(text) and not found and self.player is None)

    def _on_entered(self) -> None:
        """Enter takes the first who is offered."""
        buttons = self.offered.widgets
        if buttons and isinstance(buttons[0], Button):
            buttons[0].click()

    def _pick(self, uid: str, name: str) -> None:
        self.set_player((uid, name))
        self.picked.emit(uid, name)
        self.let_go.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_let_go(self) -> None:
        self.set_player(None)
        self.picked.emit("", "")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)


class _PickerField(TextField):
    """A field whose Enter takes the first that is offered.

    Signals:
        entered(): Enter was pressed.
    """

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class DayField(QWidget):
    """A day, a month or a year; empty means any.

    Signals:
        changed(): another day, or none.
    """

    changed = Signal()

    def __init__(self, name: str, placeholder: str, *, last: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._last = last
        self.day: date | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(look().XS)
        self.field = TextField(name, placeholder)
        self.problem = Words(self.tr("Write a day as 2026-11-21, a month as 2026-11, or a year."), "wrong")
        self.problem.hide()
        layout.addWidget(self.field)
        layout.addWidget(self.problem)
        self.field.textEdited.connect(lambda _: self._read(finished=False))
        self.field.editingFinished.connect(lambda: self._read(finished=True))

    def set_day(self, day: date | None) -> None:
        """Show a day, without a signal."""
        if day != self.day:
            self.day = day
            self.field.setText(shown_day(day) if day is not None else "")
            self._say_wrong(wrong=False)

    def _read(self, *, finished: bool) -> None:
        text = self.field.text().strip()
        found = read_day(text) if text else None
        wrong = bool(text) and found is None
        self._say_wrong(wrong=wrong and finished)
        if wrong:
            return
        day = None if found is None else found[1 if self._last else 0]
        if day != self.day:
            self.day = day
            self.changed.emit()

    def _say_wrong(self, *, wrong: bool) -> None:
        self.problem.setVisible(wrong)
        if bool(self.field.property("wrong")) is not wrong:
            self.field.setProperty("wrong", wrong)
            set_role(self.field, "wrong" if wrong else "")


class Conditions(QWidget):
    """The conditions besides the text: a kind, a player, rules, days.

    Signals:
        changed(Filter): another condition; the text of the filter is as it was given.
    """

    changed = Signal(object)

    def __init__(self, find: Callable[[str], Iterable[PlayerStatistics]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = Filter()
        current = look()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, current.S)
        layout.setSpacing(current.XS)
        self.kind = Choice(self.tr("Kind"))
        self.kind.set_choices(
            [
                ("", self.tr("Sessions and kept hands")),
                (SESSIONS_ALONE, self.tr("Sessions")),
                (HANDS_ALONE, self.tr("Kept hands")),
            ]
        )
        self.player = PlayerPicker(self.tr("Player"), find)
        self.rules = Choice(self.tr("Rules"))
        self.rules.set_choices(
            [("", self.tr("All rules")), *[(str(rules), words) for rules, words in table_rules().items()]]
        )
        self.since = DayField(self.tr("From"), self.tr("first day or month"), last=False)
        self.until = DayField(self.tr("Until"), self.tr("last day or month"), last=True)
        self.clear_button = Button(self.tr("No conditions"), "quiet")
        parts: list[tuple[str, QWidget]] = [
            (self.tr("Kind"), self.kind),
            (self.tr("Player"), self.player),
            (self.tr("Rules"), self.rules),
            (self.tr("From"), self.since),
            (self.tr("Until"), self.until),
        ]
        self._of_sessions: list[QWidget] = []
        for word, part in parts:
            label = Words(word, "caption")
            layout.addWidget(label)
            layout.addWidget(part)
            if part in (self.kind, self.player):
                self._of_sessions += [label, part]
        layout.addWidget(self.clear_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.player.picked.connect(lambda uid, name: self._change(player=(uid, name) if uid else None))
        self.kind.currentIndexChanged.connect(lambda _: self._change(kind=self.kind.currentData() or ""))
        self.rules.currentIndexChanged.connect(lambda _: self._change(rules=self.rules.currentData() or ""))
        self.since.changed.connect(lambda: self._change(since=self.since.day))
        self.until.changed.connect(lambda: self._change(until=self.until.day))
        self.clear_button.clicked.connect(lambda: self._change(kind="", player=None, rules="", since=None, until=None))

    def show_filter(self, value: Filter) -> None:
        """Show the conditions as they are."""
        self._filter = value
        self.kind.choose(value.kind)
        self.player.set_player(value.player)
        self.rules.choose(value.rules)
        self.since.set_day(value.since)
        self.until.set_day(value.until)
        self.clear_button.setEnabled(value.beside_text > 0)

    def ask_for_player(self, asked: bool) -> None:  # noqa: FBT001 - like Qt's own setters
        """Offer to choose a kind and a player, or not: where players are listed that would make no sense."""
        for widget in self._of_sessions:
            widget.setVisible(asked)

    def _change(self, **values: object) -> None:
        new = msgspec.structs.replace(self._filter, **values)
        if new != self._filter:
            self._filter = new
            self.clear_button.setEnabled(new.beside_text > 0)
            self.show_filter(new)
            self.changed.emit(new)
