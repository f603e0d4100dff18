"""Before a game: go on with the last table, or set up a new one – who plays, by which rules, and who is East first."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QSignalBlocker, QStringListModel, Qt, QTimer
from PySide6.QtWidgets import QCompleter, QGridLayout, QSizePolicy, QWidget

from mjcompanion.core.chips import SETS, ChipSet
from mjcompanion.core.errors import Problem
from mjcompanion.core.options import NETTED, PAIRS
from mjcompanion.i18n.translation import _, capital, joined, ngettext, number, pgettext
from mjcompanion.ledger.values import key_of
from mjcompanion.rulesets import DEFAULT, Ruleset
from mjcompanion.table.chips import first_purse
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.events import SessionSetup
from mjcompanion.table.people import InTurn
from mjcompanion.table.rotation import ThrownDice, throw_for_east
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
    ScrollPage,
    Segmented,
    TextField,
    TextLabel,
)
from ...widgets.chips import ChipsPicture
from ...widgets.completer_list import CompleterList
from ...widgets.layouts import across, down, fill, nest, stand
from ...widgets.rows import ListRow, RowLayout, RowList
from ...widgets.words import rules_title, table_rules
from .draft import SessionForm
from .frame import FrameView, turn_columns
from .model import TableModel
from .plan import PlanFields
from .queries import Known

if TYPE_CHECKING:
    from mjcompanion.ledger.values import OpenSession

_LAST: Final = 180
"""The least width, at 100 % text, of the words about the last session next to their button."""
MOST_STARTING: Final = 1_000_000_000
POINTS_ONLY, OF_THE_RULES = "none", "rules"
_USUAL_START: Final = 1_000
_MOST_ROWS: Final = 4
"""So many of the other sessions are seen at once."""
_MOST_OUT: Final = 2
"""So many may sit out where a session begins."""


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


def name_field(name: str, empty: str, known: QStringListModel, settle: Callable[[], None]) -> TextField:
    """A field for somebody's name, which offers those that are known; `settle` is called once it is there."""
    field = TextField(name, empty)
    completer = QCompleter(known, field)
    completer.setPopup(CompleterList())
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    field.setCompleter(completer)
    completer.activated.connect(lambda: QTimer.singleShot(0, field, settle))
    field.editingFinished.connect(settle)
    return field


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
        self._model, self._shelves, self._usual = model, shelves, usual
        self._dice = random.SystemRandom()
        self._rows: ThrownDice = ()
        self._proposed: SessionSetup | None = None
        self._touched = self._wanted = False
        self._apart: list[NumberField] = []
        """The points of those who start with something else than all do; the others go along when that changes."""
        self._settled = [""] * (4 + _MOST_OUT)
        """The names, those who sit out last, as they were before one of them was changed."""
        self._club: dict[str, ClubRules] = {}
        current = look()
        content = QWidget()
        scroller = ScrollPage(content)
        scroller.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # it scrolls, not the page
        scroller.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # its coming moves nothing
        self._columns = fill(across(spacing=current.XL), (self._people_card(), 1), (self._rules_card(), 1))
        fill(down(content, spacing=current.L), self._last_card(), self._columns, None)
        self.status = TextLabel("", "strong")
        self.start_button = Button(self.tr("Start session"), "primary")
        self.header.add_actions(primary=self.start_button)
        self.body.setContentsMargins(current.XXL, 0, current.XXL - current.L, current.L)  # the bar is in the margin
        self.body.setSpacing(current.S)
        fill(self.body, self.status, (scroller, 1))
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
        self._known_names = QStringListModel(self)
        self.names: list[TextField] = []
        self.down_buttons: list[IconButton] = []
        grid = QGridLayout()
        grid.setHorizontalSpacing(look().S)
        grid.setVerticalSpacing(look().S)
        self.out: list[TextField] = []
        """Who sits out first, the next to play at the front."""
        self.points: list[NumberField] = []
        self._labels: list[TextLabel] = []
        for place in range(4 + _MOST_OUT):
            plays = place < 4
            empty = self.tr("name") if plays else self.tr("sits out")
            name = self.tr("Player {number}").format(number=place + 1)
            field = name_field(name, empty, self._known_names, partial(self._settle, place))
            field.textChanged.connect(self._on_edited)
            points = NumberField(self.tr("Points that player {number} starts with").format(number=place + 1))
            points.number_changed.connect(self._on_points)
            label = TextLabel(f"{place + 1}", "quiet")
            grid.addWidget(label, place, 0)
            grid.addWidget(field, place, 1)
            grid.addWidget(points, place, 2)
            (self.names if plays else self.out).append(field)
            self.points.append(points)
            self._labels.append(label)
            field.returnPressed.connect(lambda place=place: self._on_named(place))
            if plays:
                words = _("Player {number}: change places with the next one").format(number=place + 1)
                swap = IconButton("swap", words)
                swap.clicked.connect(lambda _unused=False, place=place: self._swap(place))
                grid.addWidget(swap, place, 3)
                self.down_buttons.append(swap)
        nest(card.body, grid)
        self.turn = Choice(self.tr("Who sits out next?"))
        self.turn.set_choices([(str(one), capital(turn_words(one))) for one in InTurn])
        self.more = CheckBox(self.tr("More than four take turns at the table"), wraps=True)
        self.unequal = CheckBox(self.tr("Players start with different points"), wraps=True)
        fill(card.body, self.more, self.turn, self.unequal)
        for one, other in pairwise((*self.names, *self.out, *self.points, *self.down_buttons)):
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
        self.rules_choice = Choice(self.tr("Rules"))
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
        self._known_names.setStringList([name for _unused, name in known.people])
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
        self._offer_rules()
        form = self._model.form
        if form is not None and not self._touched:
            self._show_form(form)
        elif form is None and self._touched:
            self._forget()
        if known.last_setup is not None and known.last_setup != self._proposed and not self._touched:
            self._proposed = known.last_setup
            self._propose(known.last_setup, known.last_words)
        self._check()

    def _offer_rules(self) -> None:
        """Offer the rulesets, and the club's own."""
        self._club = {
            f"club:{one.file_name}": one.rules
            for one in self._shelves.rules
            if one.rules is not None and one.rules.for_table
        }
        words = table_rules()
        offered = [(str(rules), words[rules]) for rules in words]
        offered += [(key, brief(rules.name, 40)) for key, rules in self._club.items()]
        chosen = self.rules_choice.currentData()
        self.rules_choice.set_choices(offered)
        self._choose_rules(chosen or self._usual)

    def _choose_rules(self, key: str) -> None:
        """Choose rules, if they are offered; those of an old session may be gone."""
        if self.rules_choice.findData(key) >= 0:
            self.rules_choice.choose(key)
        self._offer_chips()

    def _propose(self, setup: SessionSetup, names: Sequence[str]) -> None:
        """Fill the form in as it was last time."""
        self._show_people(names[:4], names[4 : 4 + len(setup.out or ())], setup.turn or "")
        rules = setup.rules
        ours = (key for key, one in self._club.items() if one.name == rules.name and one.preset is rules.rules)
        self._choose_rules(next(ours, str(rules.rules)))
        if rules.chips is None:
            self.chips_choice.choose(POINTS_ONLY)
            self.starting.set_number(setup.starting)
        elif rules.chips.name in SETS and not self._own_chips():
            self.chips_choice.choose(rules.chips.name)
        self.netted.tick(on=rules.options.hand_over == NETTED)

    def _fields(self) -> tuple[TextField, ...]:
        return (*self.names, *self.out)

    def _show_people(
        self, playing: Sequence[str], out: Sequence[str], turn: str, points: Sequence[int | None] = ()
    ) -> None:
        """Fill in who plays, who sits out, and what everybody starts with where that isn't the same."""
        names = [*playing, *out, *[""] * _MOST_OUT]
        for field, name in zip(self._fields(), names, strict=False):
            with QSignalBlocker(field):
                field.setText(name)
                field.setCursorPosition(0)
        self._settled = [field.text() for field in self._fields()]
        self.more.tick(on=bool(out))
        self.unequal.tick(on=bool(points))
        self._apart = []
        for number_field, start in zip(self.points, points, strict=False):
            number_field.set_number(start)
            if start != self.starting.number:
                self._apart.append(number_field)
        self.turn.choose(turn)

    def _show_form(self, form: SessionForm) -> None:
        """Fill the form in as it was left."""
        self._touched = True
        self.starting.set_number(form.starting)
        self._show_people(form.names, form.out, form.turn, form.points)
        self._choose_rules(form.rules)
        if self.chips_choice.findData(form.chips) >= 0:
            self.chips_choice.choose(form.chips)
        if form.netted is not None:
            self.netted.tick(on=form.netted)
        self.title_field.setText(form.title)
        self.plan.show_plan(hands=form.hands, until=form.until, bankrupt=form.bankrupt)
        self.east.set_value(str(form.east))
        self._rows = form.rows

    def _forget(self) -> None:
        """Forget what belonged to the session that has begun: its dice and its name."""
        self._touched = False
        self._proposed = None
        self._rows = ()
        self.title_field.clear()
        self._show_people([field.text() for field in self.names], (), "")
        self.plan.show_plan(hands=None, until="", bankrupt=False)
        self.east.set_value("0")

    def _keep(self) -> None:
        """Keep the form as it is now, whatever happens to the program."""
        self._touched = True
        one, two, three, four = (field.text() for field in self.names)
        self._model.keep_form(
            SessionForm(
                (one, two, three, four),
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
                self._out_names(),
                self.turn.currentData() or "",
                tuple(field.number for field in self.points) if self.unequal.isChecked() else (),
            )
        )

    def _out_names(self) -> tuple[str, ...]:
        """Those who sit out."""
        return tuple(field.text().strip() for field in self.out if field.text().strip()) if self._more else ()

    @property
    def _more(self) -> bool:
        return self.more.isChecked()

    def _table_rules(self) -> TableRules | None:
        """The rules chosen, with the chips chosen."""
        key = self.rules_choice.currentData()
        if key is None:
            return None
        ours = self._club.get(key)
        rules = ours.table_rules() if ours is not None else TableRules.of(Ruleset(key))
        if rules.chips is None:
            return rules
        chosen = self.chips_choice.currentData()
        chips = None if chosen == POINTS_ONLY else SETS.get(chosen, rules.chips)
        how = NETTED if self.netted.isChecked() else PAIRS
        options = msgspec.structs.replace(rules.options, hand_over=how)
        return msgspec.structs.replace(rules, options=options, chips=chips)

    def _own_chips(self) -> ChipSet | None:
        ours = self._club.get(self.rules_choice.currentData() or "")
        return ours.chips if ours is not None else None

    def _on_rules(self) -> None:
        self._offer_chips()
        self._check()
        self._keep()

    def _on_rules_wanted(self) -> None:
        rules = self._table_rules()
        if rules is not None:
            self._model.rules_wanted.emit(str(rules.rules), rules.name)

    def _offer_chips(self) -> None:
        """Offer the sets of chips; the club's own first where the rules have some."""
        key = self.rules_choice.currentData() or str(DEFAULT)
        ours = self._club.get(key)
        rules = ours.table_rules() if ours is not None else TableRules.of(Ruleset(key))
        words = {"american": self.tr("American chips"), "counting-sticks": self.tr("Counting sticks")}
        offered: list[tuple[str, str]] = []
        own = self._own_chips()
        if own is not None:
            offered.append((OF_THE_RULES, brief(own.name, 30)))
        offered += [(name, words.get(name, name)) for name in SETS]
        offered.append((POINTS_ONLY, self.tr("No chips, only points")))
        before = self.chips_choice.currentData()
        self.chips_choice.set_choices(offered)
        usual = OF_THE_RULES if own is not None else (rules.chips.name if rules.chips is not None else POINTS_ONLY)
        keep = before in [value for value, _unused in offered] and self.property("chips-for") == key
        self.chips_choice.choose(before if keep else usual)
        if self.property("chips-for") != key:
            self.netted.tick(on=rules.options.hand_over == NETTED)
        self.setProperty("chips-for", key)
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
        texts = [field.text().strip() for field in self.names]
        rules = self._table_rules()
        paying = rules is not None and rules.rules.pays is not None
        more, unequal = self._more, self.unequal.isChecked() and paying
        for place, (field, points, label) in enumerate(zip(self._fields(), self.points, self._labels, strict=True)):
            shown = place < 4 or more
            field.setVisible(shown)
            label.setVisible(shown)
            points.setVisible(unequal and shown)
        self.turn.setVisible(more)
        nameless = self.tr("Player {number}")
        names = [text or nameless.format(number=at + 1) for at, text in enumerate(texts)]
        self.east.offer([(str(at), brief(name, 14), name) for at, name in enumerate(names)], self.east.value)
        chips = rules.chips if rules is not None else None
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
        problem = self._problem(texts)
        self.status.setText(problem or self.tr("Ready to start"))
        set_role(self.status, "strong" if problem else "status-good")
        self.start_button.setEnabled(not problem and not self._model.busy)
        set_tooltip(self.start_button, problem)

    def _problem(self, texts: list[str]) -> str:
        trouble = self._model.trouble
        if trouble:
            return trouble
        keys = list(map(key_of, texts))
        for at, text in enumerate(texts):
            if not text:
                return self.tr("Who is player {number}?").format(number=at + 1)
            if keys[at] in keys[:at]:
                return self.tr("“{name}” is entered twice. Four different people play.").format(name=brief(text, 24))
        out = self._out_names()
        if self._more and not out:
            return self.tr("Who sits out first?")
        twice = next((name for at, name in enumerate(out) if key_of(name) in (*keys, *map(key_of, out[:at]))), "")
        if twice:
            return self.tr("“{name}” is entered twice.").format(name=brief(twice, 24))
        if self.starting.isVisible() and self.starting.number is None:
            return self.tr("Enter how many points everybody starts with.")
        if self.unequal.isChecked() and not self.unequal.isHidden():
            return self._wrong_start([*texts, *out])
        return self.plan.problem

    def _wrong_start(self, names: Sequence[str]) -> str:
        """What is wrong with the points that everybody starts with, where that isn't the same for all."""
        rules = self._table_rules()
        chips = rules.chips if rules is not None else None
        for name, field in zip(names, self._points_of(names), strict=True):
            points = field.number
            if points is None:
                return self.tr("Enter how many points {name} starts with.").format(name=brief(name, 24))
            if chips is not None and first_purse(chips, points) is None:
                return Problem("chips-cannot-say", count=points).sentence()
        return ""

    def _points_of(self, names: Sequence[str]) -> list[NumberField]:
        """The fields of those who are named, in the order of their names."""
        shown = [*self.points[:4]]
        shown += [points for points, field in zip(self.points[4:], self.out, strict=True) if field.text().strip()]
        return shown[: len(names)]

    # what people do

    def _swap(self, place: int) -> None:
        """Change places with the next one, the last with the first; East stays with the person."""
        other = (place + 1) % 4
        first, second = self.names[place].text(), self.names[other].text()
        self._seat({place: second, other: first})

    def _settle(self, place: int) -> None:
        """Let two change places where a name is chosen that somebody else of the four has."""
        fields = self._fields()
        keys = [key_of(field.text().strip()) for field in fields]
        taken = [at for at, key in enumerate(keys) if at != place and key and key == keys[place]]
        if taken:
            self._seat({taken[0]: self._settled[place], place: fields[place].text()})
        self._settled = [field.text() for field in fields]

    def _seat(self, two: Mapping[int, str]) -> None:
        """Swap two names; East and points move with the person, and dice thrown for others are void."""
        points = [self.points[place].number for place in two]
        for place, name in two.items():
            self._fields()[place].setText(name)
        for place, start in zip(two, reversed(points), strict=True):
            self.points[place].set_number(start)
        self._on_points()
        self._settled = [field.text() for field in self._fields()]
        one, other = map(str, two)
        if self.east.value in (one, other) and max(two) < 4:
            self.east.set_value(other if self.east.value == one else one)
        self._on_east("")

    def _on_named(self, place: int) -> None:
        """Enter goes on to the next name, and after the last one to the dice."""
        fields = [field for field in self._fields() if not field.isHidden()]
        following = fields[place + 1] if place + 1 < len(fields) else self.throw_button
        following.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_east(self, _value: str) -> None:
        self._rows = ()
        self._tell_thrown()
        self._keep()

    def _on_throw(self) -> None:
        rules = self._table_rules()
        dice = (DEFAULT if rules is None else rules.rules).dice
        east, self._rows = throw_for_east(self._dice, dice)
        self.east.set_value(str(east))
        self._tell_thrown()
        self._keep()

    def _tell_thrown(self) -> None:
        """Show the dice, and who is East by them."""
        if not self._rows:
            self.thrown.setText("")
            return
        texts = [field.text().strip() or str(at + 1) for at, field in enumerate(self.names)]
        text, east = thrown_words(self._rows, texts), texts[int(self.east.value or 0)]
        self.thrown.setText(self.tr("{dice}: {name} is East").format(dice=text, name=brief(east, 20)))

    def _on_continue(self) -> None:
        uid = self._model.known.last_uid
        if uid is not None:
            self._model.open(uid)

    def _on_start(self) -> None:
        rules = self._table_rules()
        if rules is None:
            return
        names = (*(field.text().strip() for field in self.names), *self._out_names())
        paying = rules.rules.pays is not None
        starting = rules.chips.total if rules.chips is not None else (self.starting.number or 0) if paying else 0
        east, rows, title = int(self.east.value or 0), self._rows, self.title_field.text().strip()
        unequal = self.unequal.isChecked() and not self.unequal.isHidden()
        points = tuple(field.number or 0 for field in self._points_of(names)) if unequal else ()
        turn = self.turn.currentData() or ""

        def made(people: tuple[str, ...]) -> SessionSetup:
            one, two, three, four, *out = people
            setup = SessionSetup(rules, (one, two, three, four), east, starting, rows, title)
            return msgspec.structs.replace(
                setup,
                out=tuple(out) or msgspec.UNSET,
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
