"""The form of a new tournament: who plays, how many rounds, by which rules, and what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from mjcompanion.i18n.translation import ngettext, number
from mjcompanion.ledger.values import key_of
from mjcompanion.table.words import brief
from mjcompanion.tournament.schedule import FEWEST, MOST, most_without_repeats, repeats, schedule
from mjcompanion.tournament.tournament import LONGEST_TITLE, USUAL_PLACES, Tournament

from ...rich_text import set_tooltip
from ...shelves import Shelves
from ...theme import look
from ...widgets import (
    Button,
    CardFrame,
    CheckBox,
    Choice,
    NumberField,
    Segmented,
    Stepper,
    TextField,
    TextLabel,
    labelled,
)
from ...widgets.fitting import Fits
from ...widgets.form_fields import FormField, enter_kept, entered
from ...widgets.layouts import across, down, fill, stand
from ...widgets.rules_choice import RulesChoice
from .model import ClubModel, names_in, twice

if TYPE_CHECKING:
    from mjcompanion.tournament.tournament import System

    from ...form_state import Typed

_KEPT_AS: Final = "new tournament"
"""The name by which the form is kept."""
_MOST_ROUNDS = 32
_MOST_HANDS = 64
_USUAL_ROUNDS = 4
_USUAL_START = 1_000
_MOST_STARTING = 1_000_000_000
_BESIDE = 820
"""The least width, at 100 % text, at which the cards stand side by side."""


class NewView(Fits, QWidget):
    """What is asked before a draw, and what the draw will be."""

    def __init__(
        self, model: ClubModel, shelves: Shelves, typed: Typed, usual: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model, self._shelves, self._typed = model, shelves, typed
        found = typed.kept(_KEPT_AS)
        kept = found if isinstance(found, dict) else {}
        self._rules = kept.get("rules", usual)
        self.rules_choice = RulesChoice(shelves, self._rules)
        current = look()
        self.title = self.tr("New tournament")
        self.primary = self.begin_button = Button(self.tr("Draw and start"), "primary")
        self.status = TextLabel("", "strong")
        self._columns = fill(across(spacing=current.XL), (self._people_card(), 1), (self._rules_card(), 1))
        fill(down(self, spacing=current.M), self.status, self._columns).addStretch(1)
        self.begin_button.clicked.connect(self._on_begin)
        self._fields: dict[str, FormField] = {"title": self.title_field, "names": self.names}
        self._fields |= {"starting": self.starting, "rounds": self.rounds, "hands": self.hands, "system": self.system}
        self._fields |= {"average": self.average, "shuffled": self.shuffled}
        self._empty = {**self._state(), "rules": usual}
        enter_kept(self._fields, kept)
        self._connect()
        self._check()

    def _people_card(self) -> CardFrame:
        card = CardFrame(self.tr("Who plays?"))
        self.title_field = TextField(self.tr("Name of the tournament"), self.tr("a name for it"))
        self.title_field.setMaxLength(LONGEST_TITLE)
        self.names = QPlainTextEdit()
        self.names.setAccessibleName(self.tr("Players, one in each line"))
        self.names.setPlaceholderText(self.tr("One name in each line"))
        self.names.setTabChangesFocus(True)
        self.names.setMinimumHeight(5 * look().target)
        self.known = Choice(self.tr("Add somebody who played before"))
        fill(card.body, self.title_field, (self.names, 1), self.known)
        return card

    def _rules_card(self) -> CardFrame:
        card = CardFrame(self.tr("What is played, and what counts?"))
        self.starting = NumberField(self.tr("Points that everybody starts with"), _MOST_STARTING)
        self.starting.set_number(_USUAL_START)
        self.start_line = labelled(self.tr("Everybody starts with"), self.starting)
        self.rounds = Stepper(self.tr("Rounds"), 1, _MOST_ROUNDS, _USUAL_ROUNDS)
        self.hands = Stepper(self.tr("Hands in a round, 0 for as many as the rules call for"), 0, _MOST_HANDS, 0)
        self.meets = TextLabel("", "quiet")
        self.system = Segmented(
            self.tr("How players are ranked"),
            [
                ("both", self.tr("Places, then points")),
                ("places", self.tr("Places only")),
                ("points", self.tr("Points only")),
            ],
            "both",
        )
        self.counts = TextLabel("", "quiet")
        self.average = CheckBox(self.tr("A round sat out counts as an average place"), wraps=True)
        self.average.setChecked(True)
        self.shuffled = CheckBox(self.tr("Draw numbers by lot instead of in list order"), wraps=True)
        self.shuffled.setChecked(True)
        body = card.body
        body.addWidget(self.rules_choice)
        body.addWidget(self.start_line, 0, Qt.AlignmentFlag.AlignLeft)
        for words, control in ((self.tr("Rounds"), self.rounds), (self.tr("Hands in a round"), self.hands)):
            body.addWidget(labelled(words, control), 0, Qt.AlignmentFlag.AlignLeft)
        note = TextLabel(self.tr("0 hands: as many as the rules call for, or until you end the session."), "quiet")
        fill(body, note, self.meets).addSpacing(look().S)
        fill(body, self.system, self.counts, self.average, self.shuffled).addStretch(1)
        return card

    def _connect(self) -> None:
        self.names.textChanged.connect(self._check)
        self.known.activated.connect(self._on_known)
        asks = self.rules_choice.currentIndexChanged, self.starting.number_changed, self.rounds.value_changed
        more = self.title_field.textEdited, self.hands.value_changed, self.average.toggled, self.shuffled.toggled
        for asked in (*asks, *more, self.system.chosen):
            asked.connect(lambda _: self._check())

    def _state(self) -> dict[str, Any]:
        fields = {name: entered(field) for name, field in self._fields.items()}
        return {**fields, "rules": self.rules_choice.currentData() or self._rules}

    # showing

    def begin(self) -> None:
        """Come into sight: read the club's rules, and who is known."""
        self._model.ask_names()
        self._shelves.read_rules(self._offer_rules, self)
        (self.names if self.title_field.text() else self.title_field).setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        """Offer who isn't on the list yet."""
        here = {key_of(name) for name in names_in(self.names.toPlainText())}
        others = [name for name in self._model.known_names if key_of(name) not in here]
        self.known.set_choices(
            [("", self.tr("Add somebody who played before")), *((one, brief(one, 40)) for one in others)]
        )
        self.known.setVisible(bool(others))
        self._check()

    def _offer_rules(self) -> None:
        self.rules_choice.offer()
        self._check()

    def _check(self) -> None:
        """Say what the draw will be, and what is missing."""
        state = self._state()
        self._typed.keep(_KEPT_AS, None if state == self._empty else state)
        names, rules = names_in(self.names.toPlainText()), self.rules_choice.table_rules
        count, rounds = len(names), self.rounds.value
        self.start_line.setVisible(rules.chips is None and rules.rules.pays is not None)
        self.meets.setText(self._meeting(count, rounds))
        self.average.setVisible(count % 4 != 0)
        places = ", ".join(map(str, USUAL_PLACES))
        self.counts.setText(
            self.tr("Points won and lost are added up.")
            if self.system.value == "points"
            else self.tr("Table points for the places: {places}. Players who tie share them.").format(places=places)
        )
        problem = self._problem(names)
        self.status.setText(problem)
        self.begin_button.setEnabled(not problem and not self._model.busy)
        set_tooltip(self.begin_button, problem)

    def _meeting(self, count: int, rounds: int) -> str:
        """Who meets whom, in a sentence or two."""
        if not FEWEST <= count <= MOST:
            return ""
        tables = ngettext("{n} table.", "{n} tables.", count // 4).format(n=number(count // 4))
        again = repeats(schedule(count, rounds))
        most = most_without_repeats(count)
        if not again:
            meets = self.tr("No two meet twice.")
        else:
            meets = ngettext(
                "{n} pair meets again. With up to {most} rounds, nobody would.",
                "{n} pairs meet again. With up to {most} rounds, nobody would.",
                again,
            ).format(n=number(again), most=number(most))
            if most == 1:
                meets = ngettext("{n} pair meets again.", "{n} pairs meet again.", again).format(n=number(again))
        aside = count % 4
        if not aside:
            return f"{tables} {meets}"
        out = ngettext(
            "{n} player sits out in each round, in turn.", "{n} players sit out in each round, in turn.", aside
        )
        return f"{tables} {meets} {out.format(n=number(aside))}"

    def _problem(self, names: tuple[str, ...]) -> str:
        if not self.title_field.text().strip():
            return self.tr("Give the tournament a name.")
        if len(names) < FEWEST:
            return self.tr("At least four people play.")
        if len(names) > MOST:
            return self.tr("At most {n} people play.").format(n=number(MOST))
        double = twice(names)
        if double:
            return self.tr("“{name}” is there twice.").format(name=brief(double, 24))
        if not self.start_line.isHidden() and self.starting.number is None:
            return self.tr("Enter how many points everybody starts with.")
        return ""

    # what people do

    def _on_known(self, _: int) -> None:
        name = self.known.currentData()
        if name:
            text = self.names.toPlainText().rstrip("\n")
            self.names.setPlainText(f"{text}\n{name}" if text else str(name))
            self.refresh()

    def _on_begin(self) -> None:
        rules = self.rules_choice.table_rules
        paying = rules.rules.pays is not None
        starting = rules.chips.total if rules.chips is not None else (self.starting.number or 0) if paying else 0
        plan = Tournament(
            uid="",
            title=self.title_field.text().strip(),
            at="",
            players=(),
            rules=rules,
            draw=(),
            starting=starting,
            system=cast("System", self.system.value),
            average=self.average.isChecked(),
            hands=self.hands.value,
        )
        names = names_in(self.names.toPlainText())
        self._model.begin(plan, names, self.rounds.value, shuffled=self.shuffled.isChecked())

    def forget(self) -> None:
        """Empty the form: what it asked for was begun."""
        self.title_field.clear()
        self.names.clear()

    def fit(self) -> None:
        """Stand the cards one below the other where the width is too small."""
        beside = self.width() >= _BESIDE * (0.5 + look().scale / 2)
        stand(self._columns, beside=beside)
