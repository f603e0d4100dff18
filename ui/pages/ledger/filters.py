"""Finding entries and players: conditions, and a field that finds a player by some letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.core.errors import RuleError
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.values import GAMES, PlayerSummary
from mjcompanion.parsing.dates import parse_period
from mjcompanion.rulesets import RULESETS
from mjcompanion.table.words import brief

from ...theme import look, set_role
from ...widgets import Button, Choice, Flow, IconButton, TextField, TextLabel
from ...widgets.layouts import across, down, fill
from .queries import EntryFilter

_SUGGESTED = 6
_LONGEST = 30
_YES_NO: Final = {"": None, "yes": True, "no": False}


class PlayerPicker(QWidget):
    """Finds one player: some letters are typed, and those who have them are offered.

    Signals:
        picked(str, str): a player's id and name; both empty when the player was let go.
    """

    picked = Signal(str, str)

    def __init__(
        self, name: str, find: Callable[[str], Iterable[PlayerSummary]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._find = find
        self._without = ""
        self.player: tuple[str, str] | None = None
        """The id and the name of who was found."""
        self.field = TextField(name, self.tr("Part of the name"))
        self.offered = Flow(spacing=look().XS)
        self.nobody = TextLabel(self.tr("No player found."), "caption")
        self._chosen = QWidget()
        self.chosen_name = TextLabel("", "strong")
        self.let_go = IconButton("close", self.tr("{name}: choose another").format(name=name))
        fill(across(self._chosen), (self.chosen_name, 1), self.let_go)
        fill(down(self, spacing=look().XS), self.field, self.offered, self.nobody, self._chosen)
        self.field.textEdited.connect(lambda _unused: self._offer())
        self.field.returnPressed.connect(self._on_entered)
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
        found = self._find(text) if text and self.player is None else ()
        found = [one for one in found if not self._without or one.player != self._without]
        for button in self.offered.widgets:
            self.offered.remove(button)
            button.hide()
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


class WhenField(QWidget):
    """Days as people say them; empty means any.

    Signals:
        changed(): other days, or none.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.when = ""
        self.field = TextField(self.tr("When"), self.tr("last week, since May"))
        self.problem = TextLabel("", "wrong")
        self.problem.hide()
        fill(down(self, spacing=look().XS), self.field, self.problem)
        self.field.textEdited.connect(lambda _unused: self._read(finished=False))
        self.field.editingFinished.connect(lambda: self._read(finished=True))

    def set_when(self, when: str) -> None:
        """Show other days, without a signal."""
        if when != self.when:
            self.when = when
            self.field.setText(when)
            self._say_wrong("")

    def _read(self, *, finished: bool) -> None:
        text = self.field.text().strip()
        try:
            parse_period(text)
            self._say_wrong("")
        except RuleError as error:
            self._say_wrong(str(error) if finished else "")
            if not finished:
                return
            text = ""
        if text != self.when:
            self.when = text
            self.changed.emit()

    def _say_wrong(self, sentence: str) -> None:
        self.problem.say(sentence)
        if bool(self.field.property("wrong")) is not bool(sentence):
            self.field.setProperty("wrong", bool(sentence))
            set_role(self.field, "wrong" if sentence else "")


class Conditions(QWidget):
    """The filters besides the text: a player, rules, days; of games whether they were won, and with help.

    Signals:
        changed(Filter): another condition; the text of the filter is as it was given.
    """

    changed = Signal(object)

    def __init__(self, find: Callable[[str], Iterable[PlayerSummary]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = EntryFilter()
        self._of_entries = True
        current = look()
        layout = down(self, spacing=current.XS, margins=(0, 0, 0, current.S))
        self.player = PlayerPicker(self.tr("Player"), find)
        self.rules = Choice(self.tr("Rules"))
        self.rules.set_choices(
            [("", self.tr("All rules")), *[(str(rules), _(rules.short)) for rules in RULESETS.values()]]
        )
        self.when = WhenField()
        self.won = Choice(self.tr("Won or not"))
        self.won.set_choices([("", self.tr("All games")), ("yes", self.tr("Won")), ("no", self.tr("Not won"))])
        self.helped = Choice(self.tr("With or without help"))
        self.helped.set_choices(
            [("", self.tr("All games")), ("no", self.tr("Without help")), ("yes", self.tr("Assisted"))]
        )
        self.clear_button = Button(self.tr("Clear filters"), "quiet")
        parts: list[tuple[str, QWidget]] = [
            (self.tr("Player"), self.player),
            (self.tr("Rules"), self.rules),
            (self.tr("When"), self.when),
            (self.tr("Won or not"), self.won),
            (self.tr("With or without help"), self.helped),
        ]
        self._labels: dict[QWidget, TextLabel] = {}
        for word, part in parts:
            self._labels[part] = label = TextLabel(word, "caption")
            fill(layout, label, part)
        layout.addWidget(self.clear_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.player.picked.connect(lambda uid, name: self._change(player=(uid, name) if name else None))
        self.rules.currentIndexChanged.connect(lambda _index: self._change(rules=self.rules.currentData() or ""))
        self.when.changed.connect(lambda: self._change(when=self.when.when))
        self.won.currentIndexChanged.connect(lambda _unused: self._change(won=_YES_NO[self.won.currentData() or ""]))
        self.helped.currentIndexChanged.connect(
            lambda _unused: self._change(assisted=_YES_NO[self.helped.currentData() or ""])
        )
        self.clear_button.clicked.connect(
            lambda: self._set(EntryFilter(text=self._filter.text, kinds=self._filter.kinds))
        )
        self._show_what_fits()

    def show_filter(self, value: EntryFilter) -> None:
        """Show the conditions as they are."""
        self._filter = value
        self.player.set_player(value.player)
        self.rules.choose(value.rules)
        self.when.set_when(value.when)
        for choice, asked in ((self.won, value.won), (self.helped, value.assisted)):
            choice.choose(next(key for key, meant in _YES_NO.items() if meant is asked))
        self.clear_button.setEnabled(value.other_conditions > 0)
        self._show_what_fits()

    def ask_for_player(self, asked: bool) -> None:  # noqa: FBT001 - like Qt's own setters
        """Offer to choose a player, or not: where players are listed that would make no sense."""
        self._of_entries = asked
        self._show_what_fits()

    def _show_what_fits(self) -> None:
        games = self._of_entries and GAMES in self._filter.kinds
        player = self._of_entries and not games
        for parts, shown in (((self.player,), player), ((self.won, self.helped), games)):
            for part in parts:
                part.setVisible(shown)
                self._labels[part].setVisible(shown)

    def _change(self, **values: object) -> None:
        new = msgspec.structs.replace(self._filter, **values)
        if GAMES not in new.kinds:
            new = msgspec.structs.replace(new, won=None, assisted=None)
        self._set(new)

    def _set(self, new: EntryFilter) -> None:
        if new != self._filter:
            self.show_filter(new)
            self.changed.emit(new)
