"""Before a game: go on with the last table, or set up a new one – who plays, by which rules, and who is East first."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from mjcompanion.core.chips import SETS
from mjcompanion.core.errors import Problem
from mjcompanion.core.options import NETTED, PAIRS
from mjcompanion.i18n.translation import _, capital, joined, ngettext, number, pgettext
from mjcompanion.table.chips import first_purse
from mjcompanion.table.events import SessionSetup
from mjcompanion.table.people import InTurn
from mjcompanion.table.rotation import ThrownDice, four, throw_for_east
from mjcompanion.table.rules import TableRules
from mjcompanion.table.words import brief, counted, house_words, turn_words

from ...context import moment
from ...rich_text import set_tooltip
from ...shelves import Shelves
from ...theme import look, set_role
from ...whatsthis import explain
from ...widgets import (
    Button,
    CardFrame,
    CheckBox,
    Choice,
    IconButton,
    NumberField,
    Segmented,
    TextField,
    TextLabel,
)
from ...widgets.chips import ChipsPicture
from ...widgets.layouts import across, down, fill, nest, stand
from ...widgets.rows import ListRow, RowLayout, RowList
from ...widgets.rules_choice import RulesChoice
from ...widgets.words import rules_title
from .draft import SessionForm
from .frame import FrameView, turn_columns
from .model import TableModel
from .name_grid import MOST_OUT, MOST_STARTING, NameGrid
from .plan import PlanFields
from .queries import Known

if TYPE_CHECKING:
    from mjcompanion.ledger.values import OpenSession

_LAST: Final = 180
"""The least width, at 100 % text, of the words about the last session next to their button."""
POINTS_ONLY, OF_THE_RULES = "none", "rules"
_USUAL_START: Final = 1_000
_MOST_ROWS: Final = 4
"""The most of the other sessions in sight at once."""


def thrown_words(rows: ThrownDice, names: Sequence[str]) -> str:
    """The dice that were thrown, in a sentence for each time of throwing."""
    lines, text = [], pgettext("a throw of dice", "{name} {sum}")
    for row in rows:
        parts = [
            text.format(name=brief(names[player], 16), sum=number(sum(dice)))
            for player, dice in enumerate(row)
            if dice is not None
        ]
        lines.append(joined(parts))
    return " – ".join(lines)


def _open_row(one: OpenSession) -> ListRow:
    """A session that goes on, in a list: its table, who plays, which hand comes next, and when the last one was."""
    people = joined(brief(name, 24) for name in one.row.names)
    if one.table:
        people = _("Table {number}: {people}").format(number=number(one.table), people=people)
    below = _("hand {hand} · {when}").format(hand=number(one.row.hands + 1), when=moment(one.at))
    if one.row.title:
        below = f"{brief(one.row.title, 60)} · {below}"
    return ListRow(one.row.uid, people, below)


class StartView(FrameView):
    """Continue the last session with one click; or the form of a new one, filled in as it was last time."""

    def __init__(self, model: TableModel, shelves: Shelves, usual: str) -> None:
        super().__init__(_("A table of four"))
        self._model, self._shelves = model, shelves
        self.rules_choice = RulesChoice(shelves, usual)
        self._dice = random.SystemRandom()
        self._rows: ThrownDice = ()
        self._proposed: SessionSetup | None = None
        self._touched = self._wanted = False
        self._chips_of = ""
        """The rules for which chips are offered."""
        self._apart: list[NumberField] = []
        """The points of those who start with something else than all do; the others go along when that changes."""
        current = look()
        content = QWidget()
        self._columns = fill(across(spacing=current.XL), (self._people_card(), 1), (self._rules_card(), 1))
        fill(down(content, spacing=current.L), self._last_card(), self._columns, None)
        self.status = TextLabel("", "strong")
        self.start_button = Button(self.tr("Start session"), "primary")
        self.header.add_actions(primary=self.start_button)
        self.body.setSpacing(current.S)
        self.body.addWidget(self.status)
        self.add_scrolled(content)
        self.start_button.clicked.connect(self._on_start)

    # building

    def _last_card(self) -> CardFrame:
        self.last_card = CardFrame(self.tr("Last time"))
        self.last_words = TextLabel("")
        self.continue_button = Button(self.tr("Continue the last session"), "", "chevron-right")
        self._last_line = fill(across(spacing=look().S), (self.last_words, 1))
        self._last_line.addWidget(self.continue_button, 0, Qt.AlignmentFlag.AlignLeft)
        nest(self.last_card.body, self._last_line)
        self.others_button = Button("", "quiet")
        self.others_button.setCheckable(True)
        self.last_card.bar.addWidget(self.others_button)
        self.others = RowList(self.tr("Other sessions in progress"), RowLayout(opens=True))
        self.others.hide()
        self.last_card.body.addWidget(self.others)
        self.others_button.toggled.connect(self.others.setVisible)
        self.others.opened.connect(self._model.open)
        self.continue_button.clicked.connect(self._on_continue)
        return self.last_card

    def _people_card(self) -> CardFrame:
        card = CardFrame(self.tr("Who plays?"))
        order = self.tr("In seating order, counter-clockwise: the next player sits on the right.")
        card.body.addWidget(TextLabel(order, "quiet"))
        player, empty = self.tr("Player {number}"), [self.tr("name")] * 4 + [self.tr("sits out")] * MOST_OUT
        named = [(f"{at}", player.format(number=at), words) for at, words in enumerate(empty, 1)]
        self.people = NameGrid(named, "quiet")
        self.people.edited.connect(self._on_edited)
        self.people.exchanged.connect(self._on_exchanged)
        self.names, self.out, self.points = self.people.fields[:4], self.people.fields[4:], self.people.points
        for at, (field, points) in enumerate(zip(self.people.fields, self.points, strict=True)):
            field.returnPressed.connect(lambda at=at: self._on_named(at))
            points.number_changed.connect(self._on_points)
        self.down_buttons: list[IconButton] = []
        for at in range(4):
            words = _("Player {number}: change places with the next one").format(number=at + 1)
            swap = IconButton("swap", words)
            swap.clicked.connect(lambda _unused=False, at=at: self.people.exchange(at, (at + 1) % 4))
            self.people.grid.addWidget(swap, at, 3)
            self.down_buttons.append(swap)
        self.turn = Choice(self.tr("Who sits out next?"))
        self.turn.set_choices([(str(one), capital(turn_words(one))) for one in InTurn])
        self.more = CheckBox(self.tr("More than four take turns at the table"), wraps=True)
        self.unequal = CheckBox(self.tr("Players start with different points"), wraps=True)
        fill(card.body, self.people, self.more, self.turn, self.unequal)
        for one, other in pairwise((*self.people.fields, *self.points, *self.down_buttons)):
            QWidget.setTabOrder(one, other)
        self.turn.currentIndexChanged.connect(self._on_edited)
        self.more.toggled.connect(self._on_edited)
        self.unequal.toggled.connect(self._on_edited)
        card.body.addSpacing(look().S)
        card.body.addWidget(TextLabel(self.tr("First East"), "title"))
        places = [(str(place), "") for place in range(4)]
        self.east = Segmented(self.tr("Who is East first?"), places, "0", even=False, keys=True)
        self.throw_button = Button(self.tr("Throw the dice"), "", "dice")
        self.thrown = TextLabel("", "quiet")
        fill(card.body, self.east, fill(across(), self.throw_button, (self.thrown, 1)))
        card.body.addStretch(1)
        self.east.chosen.connect(self._on_east)
        self.throw_button.clicked.connect(self._on_throw)
        return card

    def _rules_card(self) -> CardFrame:
        card = CardFrame(self.tr("Which rules?"))
        self.rules_button = Button(self.tr("House rules…"), "quiet")
        set_tooltip(self.rules_button, self.tr("See these rules, or make house rules from them"))
        self.house = TextLabel("", "quiet")
        self.house.setAccessibleName(self.tr("House rules in short"))
        self.chips_title = TextLabel(self.tr("Chips"), "title")
        self.chips_choice = Choice(self.tr("Chips"))
        explain(self.chips_choice, "chips")
        self.chips_picture = ChipsPicture()
        self.netted = CheckBox(self.tr("Combine payments, so fewer chips change hands"), wraps=True)
        explain(self.netted, "hand_over")
        self.start_line = QWidget()
        self.starting = NumberField(self.tr("Points that everybody starts with"), MOST_STARTING)
        self.starting.set_number(_USUAL_START)
        self.starting_words = TextLabel("", "strong", wraps=False)
        begins = TextLabel(self.tr("Everybody starts with"))
        fill(across(self.start_line), (begins, 1), self.starting, self.starting_words)
        self.title_field = TextField(self.tr("Name of this session"), self.tr("Add a name"))
        fill(card.body, fill(across(), (self.rules_choice, 1), self.rules_button), self.house)
        fill(card.body, self.chips_title, self.chips_choice, self.chips_picture, self.netted, self.start_line)
        card.body.addSpacing(look().S)
        fill(card.body, TextLabel(self.tr("Name", "of a thing"), "title"), self.title_field)
        card.body.addSpacing(look().S)
        self.plan = PlanFields()
        fill(card.body, TextLabel(self.tr("When do you stop?"), "title"), self.plan)
        card.body.addStretch(1)
        self.rules_choice.currentIndexChanged.connect(self._on_rules)
        self.chips_choice.currentIndexChanged.connect(self._on_edited)
        self.netted.toggled.connect(self._on_edited)
        self.starting.number_changed.connect(self._on_edited)
        self.rules_button.clicked.connect(self._on_rules_wanted)
        self.title_field.textEdited.connect(self._keep)
        self.plan.edited.connect(self._on_edited)
        return card

    # showing

    def refresh(self) -> None:
        """Show who is known, what was played last, and what is still missing."""
        known = self._model.known
        self.last_card.setVisible(known.last_uid is not None or bool(known.others))
        for widget in (self.last_words, self.continue_button):
            widget.setVisible(known.last_uid is not None)
        self.last_card.heading.setText(self.tr("Last time") if known.last_uid else self.tr("Sessions in progress"))
        if known.last_setup is not None:
            rules = known.last_setup.rules
            named = brief(rules_title(rules.rules, rules.name), 40)
            people = joined(brief(name, 24) for name in known.last_words)
            words = self.tr("{people} · {rules}").format(people=people, rules=named)
            title = known.last_setup.title
            self.last_words.setText(f"{brief(title, 60)} · {words}" if title else words)
            over, goes_on = self.tr("Open the last session"), self.tr("Continue the last session")
            self.continue_button.setText(over if known.last_ended else goes_on)
        self._show_others(known)
        self.people.offer(name for _unused, name in known.people)
        self._shelves.read_rules(self._fill_in, self)

    def _show_others(self, known: Known) -> None:
        """List the sessions that go on elsewhere, or that were left."""
        count = len(known.others)
        text = ngettext("{n} other session in progress", "{n} other sessions in progress", count)
        self.others_button.setText(text.format(n=number(count)))
        self.others_button.setVisible(bool(known.others))
        self.others.setVisible(bool(known.others) and self.others_button.isChecked())
        self.others.show_rows([_open_row(one) for one in known.others], "")
        rows = min(len(known.others), _MOST_ROWS)
        self.others.setFixedHeight(sum(self.others.sizeHintForRow(at) for at in range(rows)) + look().XS)
        wanted = known.shared or known.last_uid is None
        if wanted and not self._wanted:
            self.others_button.setChecked(True)
        self._wanted = wanted

    def _fill_in(self) -> None:
        """Offer the rules, and show the form as it was left, or as it was last time."""
        known = self._model.known
        form = self._model.form
        self.rules_choice.offer()
        self._offer_chips()
        if form is not None and not self._touched:
            self._touched = True
            self._show_form(form)
        elif form is None and self._touched:
            self._forget()
        if known.last_setup is not None and known.last_setup != self._proposed and not self._touched:
            self._proposed = known.last_setup
            self._show_form(self._as_last_time(known.last_setup, known.last_words))
        self._check()

    def _as_last_time(self, setup: SessionSetup, names: Sequence[str]) -> SessionForm:
        """The form as it was filled in for the last session; another one has its own dice, name and end."""
        rules = setup.rules
        return SessionForm(
            four(names[:4]),
            rules=self.rules_choice.key_of(rules),
            chips=POINTS_ONLY if rules.chips is None else rules.chips.name,
            starting=setup.starting,
            netted=rules.options.hand_over == NETTED,
            out=tuple(names[4 : 4 + len(setup.out or ())]),
            turn=setup.turn or "",
        )

    def _show_form(self, form: SessionForm) -> None:
        """Fill the form in."""
        self.starting.set_number(form.starting)
        self.people.show_names((*form.names, *form.out))
        self.more.tick(on=bool(form.out))
        self.unequal.tick(on=bool(form.points))
        for field, start in zip(self.points, form.points, strict=False):
            field.set_number(start)
        self._apart = [field for field, start in zip(self.points, form.points, strict=False) if start != form.starting]
        self.turn.choose(form.turn)
        self.rules_choice.choose_rules(form.rules)
        self._offer_chips()
        if self.chips_choice.findData(form.chips) >= 0:
            self.chips_choice.choose(form.chips)
        if form.netted is not None:
            self.netted.tick(on=form.netted)
        self.title_field.setText(form.title)
        self.plan.show_plan(hands=form.hands, until=form.until, bankrupt=form.bankrupt)
        self.east.set_value(str(form.east))
        self._rows = form.rows

    def _forget(self) -> None:
        """Forget what belonged to the session that has begun: who sits out, its dice, its name and its end."""
        self._touched, self._proposed = False, None
        names = four(self.people.names[:4])
        rules, chips = self.rules_choice.currentData() or "", self.chips_choice.currentData() or ""
        self._show_form(SessionForm(names, rules=rules, chips=chips, starting=self.starting.number))

    def _keep(self) -> None:
        """Keep the form as it is now, whatever happens to the program."""
        self._touched = True
        names = self.people.names
        self._model.keep_form(
            SessionForm(
                four(names[:4]),
                int(self.east.value or 0),
                self._rows,
                self.rules_choice.currentData() or "",
                self.chips_choice.currentData() or "",
                self.starting.number,
                self.title_field.text(),
                self.netted.isChecked(),
                self.plan.hands.number,
                self.plan.until.text(),
                self.plan.bankrupt.isChecked(),
                tuple(filter(None, names[4:])),
                self.turn.currentData() or "",
                tuple(field.number for field in self.points) if self.unequal.isChecked() else (),
            )
        )

    def _table_rules(self) -> TableRules:
        """The rules chosen, with the chips chosen."""
        rules = self.rules_choice.table_rules
        if rules.chips is None:
            return rules
        chosen = self.chips_choice.currentData()
        chips = None if chosen == POINTS_ONLY else SETS.get(chosen, rules.chips)
        how = NETTED if self.netted.isChecked() else PAIRS
        options = msgspec.structs.replace(rules.options, hand_over=how)
        return msgspec.structs.replace(rules, options=options, chips=chips)

    def _on_rules(self) -> None:
        self._offer_chips()
        self._check()
        self._keep()

    def _on_rules_wanted(self) -> None:
        rules = self._table_rules()
        self._model.rules_wanted.emit(str(rules.rules), rules.name)

    def _offer_chips(self) -> None:
        """Offer the sets of chips; the club's own first where the rules have some."""
        rules, key = self.rules_choice.table_rules, self.rules_choice.currentData()
        words = {"american": self.tr("American chips"), "counting-sticks": self.tr("Counting sticks")}
        club = self.rules_choice.club_rules
        own = None if club is None else club.chips
        offered = [] if own is None else [(OF_THE_RULES, brief(own.name, 30))]
        offered += [(name, words.get(name, name)) for name in SETS]
        offered.append((POINTS_ONLY, self.tr("No chips, only points")))
        before = self.chips_choice.currentData() if self._chips_of == key else None
        self.chips_choice.set_choices(offered)
        usual = OF_THE_RULES if own is not None else (rules.chips.name if rules.chips is not None else POINTS_ONLY)
        self.chips_choice.choose(before if before in dict(offered) else usual)
        if self._chips_of != key:
            self.netted.tick(on=rules.options.hand_over == NETTED)
        self._chips_of = key
        paid = rules.chips is not None
        for widget in (self.chips_title, self.chips_choice):
            widget.setVisible(paid)
        self.house.setText(" · ".join(house_words(rules)))

    def _on_edited(self) -> None:
        self._check()
        self._keep()

    def _on_points(self) -> None:
        self._apart = [points for points in self.points if points.number != self.starting.number]
        self._on_edited()

    def _check(self) -> None:
        """Say what is missing, and offer East to the names as they are typed."""
        rules = self._table_rules()
        paying = rules.rules.pays is not None
        more, unequal = self.more.isChecked(), self.unequal.isChecked() and paying
        self.people.show_places(len(self.points) if more else 4)
        self.people.show_points([unequal and (at < 4 or more) for at in range(len(self.points))])
        self.turn.setVisible(more)
        nameless = self.tr("Player {number}")
        names = [text or nameless.format(number=at + 1) for at, text in enumerate(self.people.names[:4])]
        self.east.offer([(str(at), brief(name, 14), name) for at, name in enumerate(names)], self.east.value)
        chips = rules.chips
        self.chips_picture.setVisible(chips is not None)
        self.netted.setVisible(chips is not None)
        if chips is not None:
            self.chips_picture.show_pieces(chips, [(piece.value, piece.count) for piece in chips.pieces])
            self.starting.set_number(chips.total)
        for points in self.points:
            if points not in self._apart:
                points.set_number(self.starting.number)
        self.start_line.setVisible(paying)
        self.unequal.setVisible(paying)
        self.plan.bankrupt.setVisible(paying)
        self.starting.setVisible(chips is None)
        self.starting_words.setVisible(chips is not None)
        if chips is not None:
            self.starting_words.setText(counted(chips.total, "point"))
        self._tell_thrown()
        problem = self._problem()
        self.status.setText(problem or self.tr("Ready to start"))
        set_role(self.status, "strong" if problem else "status-good")
        self.start_button.setEnabled(not problem and not self._model.busy)
        set_tooltip(self.start_button, problem)

    def _problem(self) -> str:
        """Return what is missing or wrong; empty where the session can start."""
        if self._model.trouble:
            return self._model.trouble
        names = self.people.names
        for at, name in enumerate(names[:4]):
            if not name:
                return self.tr("Who is player {number}?").format(number=at + 1)
        if self.more.isChecked() and not any(names[4:]):
            return self.tr("Who sits out first?")
        if self.starting.isVisible() and self.starting.number is None:
            return self.tr("Enter how many points everybody starts with.")
        return self.people.problem or self._wrong_chips() or self.plan.problem

    def _wrong_chips(self) -> str:
        """Whose points to start with no chips can express, in a sentence."""
        rules = self._table_rules()
        chips = rules.chips
        for _name, points in self.people.named_points:
            start = None if points.isHidden() else points.number
            if chips is not None and start is not None and first_purse(chips, start) is None:
                return Problem("chips-cannot-say", count=start).sentence()
        return ""

    # what people do

    def _on_exchanged(self, one: int, other: int) -> None:
        """Move East with the person, and clear dice that were thrown for others."""
        self._on_points()
        east = {str(one): str(other), str(other): str(one)}.get(self.east.value or "")
        if east is not None and max(one, other) < 4:
            self.east.set_value(east)
        self._on_east("")

    def _on_named(self, place: int) -> None:
        """Enter goes on to the next name, and after the last one to the dice."""
        fields = [field for field in self.people.fields if not field.isHidden()]
        following = fields[place + 1] if place + 1 < len(fields) else self.throw_button
        following.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_east(self, _value: str) -> None:
        self._rows = ()
        self._tell_thrown()
        self._keep()

    def _on_throw(self) -> None:
        rules = self._table_rules()
        dice = rules.rules.dice
        east, self._rows = throw_for_east(self._dice, dice)
        self.east.set_value(str(east))
        self._tell_thrown()
        self._keep()

    def _tell_thrown(self) -> None:
        """Show the dice, and who is East by them."""
        if not self._rows:
            self.thrown.setText("")
            return
        texts = [name or str(at + 1) for at, name in enumerate(self.people.names[:4])]
        text, east = thrown_words(self._rows, texts), texts[int(self.east.value or 0)]
        self.thrown.setText(self.tr("{dice}: {name} is East").format(dice=text, name=brief(east, 20)))

    def _on_continue(self) -> None:
        uid = self._model.known.last_uid
        if uid is not None:
            self._model.open(uid)

    def _on_start(self) -> None:
        rules = self._table_rules()
        names = tuple(filter(None, self.people.names))
        paying = rules.rules.pays is not None
        starting = rules.chips.total if rules.chips is not None else (self.starting.number or 0) if paying else 0
        east, rows, title = int(self.east.value or 0), self._rows, self.title_field.text().strip()
        unequal = self.unequal.isChecked() and not self.unequal.isHidden()
        points = tuple(one.number or 0 for _name, one in self.people.named_points) if unequal else ()
        turn = self.turn.currentData() or ""

        def made(people: tuple[str, ...]) -> SessionSetup:
            out = people[4:]
            setup = SessionSetup(rules, four(people[:4]), east, starting, rows, title)
            return msgspec.structs.replace(
                setup,
                out=out or msgspec.UNSET,
                turn=(turn if out else "") or msgspec.UNSET,
                points=points if set(points) - {starting} else msgspec.UNSET,
            )

        self._model.start(made, names, self.plan.plan(self._model.time()))

    def go_on(self) -> None:
        self.start_button.click()

    def focus_first(self) -> None:
        """Where the keyboard starts: the back button to the last table, else the first name."""
        if not self.continue_button.isHidden() and self.last_card.isVisible():
            self.continue_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.names[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def fit(self) -> None:
        """Stand the cards one below the other where the width is too small."""
        super().fit()
        self.status.setMinimumHeight(self.status.fontMetrics().height() + look().XS)
        turn_columns(self, self._columns)
        self.last_card.setMaximumWidth(2 * look().readable_width + self._columns.spacing())
        words = self.width() - self.continue_button.sizeHint().width() - 4 * look().L
        stand(self._last_line, beside=words >= round(_LAST * look().scale))
