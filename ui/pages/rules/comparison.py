"""Side by side: what each option is, as the rules have it, and as the club has it, with the control to change it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from mjcompanion.core.chips import SETS, ChipSet
from mjcompanion.core.options import OPTIONS, OptionKind, OptionSpec
from mjcompanion.i18n.translation import _, pgettext
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.club_rules import ClubRules, ComparedOption
from mjcompanion.table.club_rules.rules import piece_words

from ...accessibility import stops
from ...theme import ANY_WIDTH, look, set_role
from ...whatsthis import explain
from ...widgets import CardFrame, CheckBox, Choice, IconButton, Segmented, Separator, TextLabel
from ...widgets.layouts import across, down, fill, keep_room, stand
from ...widgets.option_fields import number_field, show_option
from .model import RulesModel
from .words import OWN_CHIPS, choice_words, shown

_SPECS = {spec.key: spec for spec in OPTIONS}


class Comparison(CardFrame):
    """One line for each option; of a ruleset they only tell, of the club's rules they can be changed."""

    def __init__(self, model: RulesModel) -> None:
        super().__init__("")
        self._model = model
        self._room = 0
        self._built: tuple[Ruleset | None, bool] = (None, False)
        self._lines: QWidget | None = None
        self._header: _Header | None = None
        self._first: Separator | None = None
        self.rows: dict[str, OptionRow] = {}
        """The line of each option by its key."""

    def refresh(self) -> None:
        preset, rules = self._model.preset, self._model.rules
        self.setVisible(preset is not None)
        if preset is None:
            return
        if self._built != (preset, rules is not None):
            self._built = preset, rules is not None
            self._build(preset)
        for row in (rules or ClubRules.of("-", preset)).compare():
            self.rows[row.key].show_row(row)

    def _build(self, preset: Ruleset) -> None:
        if self._lines is not None:
            self._lines.hide()
            self._lines.deleteLater()
        current = look()
        self._lines = QWidget()
        layout = down(self._lines, spacing=current.S)
        self._header = self._first = None
        own = self._model.rules is not None
        rows = (self._model.rules or ClubRules.of("-", preset)).compare()
        self.rows = {row.key: OptionRow(self._model, _SPECS[row.key], own=own) for row in rows}
        if self.rows:
            self._header, self._first = _Header(own=own), Separator()
            layout.addWidget(self._header)
        else:
            layout.addWidget(TextLabel(_("These rules have no options."), "quiet"))
        for place, line in enumerate(self.rows.values()):
            layout.addWidget(self._first if self._first is not None and not place else Separator())
            layout.addWidget(line)
        self.body.addWidget(self._lines)
        self._lines.show()
        self._turn()

    def set_room(self, width: int) -> None:
        """Stand the columns one below the other where the card is not this wide, in logical pixels.

        The page says so and not the card's own width, which would change with the scroll bar that each way brings.
        """
        self._room = width
        self._turn()

    def _turn(self) -> None:
        current = look()
        room = self._room - 3 * current.L
        ours = _control_width() + current.target + 2 * current.M if self._built[1] else 0
        beside = room >= _WORDS * current.scale + _preset_width() + ours
        for row in self.rows.values():
            row.turn(int(room), beside=beside)
        if self._header is not None and self._first is not None:
            self._header.turn()
            for part in (self._header, self._first):
                part.setVisible(beside)


_MOST_LINES = 2
"""Choices that would take more lines of buttons open as a list."""
_WORDS = 240
"""The least width of an option's words next to its values, at 100 % text."""


def _preset_width() -> int:
    return round(170 * look().scale)


def _control_width() -> int:
    return round(266 * look().scale + 28)


class _Header(QWidget):
    """What the columns are."""

    def __init__(self, *, own: bool) -> None:
        super().__init__()
        self._preset = TextLabel(_("Standard"), "caption")
        self._ours = TextLabel(_("Yours") if own else "", "caption")
        option = TextLabel(_("Option"), "caption")
        fill(across(self, spacing=look().M, margins=(look().M, 0, 0, 0)), (option, 1), self._preset, self._ours)
        self._ours.setVisible(own)

    def turn(self) -> None:
        """Stand above the columns."""
        self._preset.setFixedWidth(_preset_width())
        self._ours.setFixedWidth(_control_width() + look().target + look().M)


class OptionRow(QFrame):
    """One option: its name and help, the rules' own value, and for the club's rules the control for theirs."""

    def __init__(self, model: RulesModel, spec: OptionSpec, *, own: bool) -> None:
        super().__init__()
        self._model = model
        self._spec = spec
        self._own = own
        self._beside = True
        self._value = ""
        self.differs = False
        """Whether the club's value is another than the rules' own, as the line shows it."""
        current = look()
        label = _(spec.label)
        self.label = TextLabel(label, "strong")
        self.tag = TextLabel(_("≠ differs"), "ask", wraps=False)
        self.tag.hide()
        heading = fill(across(spacing=current.S), (self.label, 1), (self.tag, Qt.AlignmentFlag.AlignTop))
        self._words = QWidget()
        fill(down(self._words, spacing=0), heading, TextLabel(_(spec.help), "caption"))
        self.preset = TextLabel("")
        self.control: QWidget | None = self._made(spec, label) if own else None
        self.reset = IconButton("undo", _("{label}: reset to default").format(label=label))
        self.reset.clicked.connect(self._on_reset)
        keep_room(self.reset)
        self._ours = QWidget()
        self._columns = across(self, spacing=current.M, margins=(current.M, current.XS, 0, current.XS))
        fill(self._columns, (self._words, 1), self.preset, self._ours)
        self._columns.setAlignment(self._words, Qt.AlignmentFlag.AlignVCenter)
        if self.control is not None:
            line = fill(across(self._ours, spacing=current.M), self.control, None, self.reset)
            line.setAlignment(self.control, Qt.AlignmentFlag.AlignVCenter)
        else:
            self._ours.hide()
        self.setAccessibleName(label)
        explain(self, spec.key)

    # the control

    def _made(self, spec: OptionSpec, label: str) -> QWidget:
        model, key = self._model, spec.key
        if spec.kind is OptionKind.BOOL:
            tick = CheckBox(_("Yes"))
            tick.setAccessibleName(label)
            tick.toggled.connect(lambda on: model.set_option(key, on))
            return tick
        if spec.kind is OptionKind.CHOICE:
            choices = [(value, choice_words(value), shown(value)) for value in spec.choices]
            if key == "chips":
                choices.append((OWN_CHIPS, choice_words(OWN_CHIPS), _("your own chips")))
            choice = Segmented(label, choices, even=False)
            if choice.sizeHint().width() > _MOST_LINES * _control_width():
                opened = Choice(label)
                opened.set_choices([(value, long) for value, _unused, long in choices])
                opened.currentIndexChanged.connect(lambda _unused: self._on_choice(opened.currentData()))
                return opened
            choice.chosen.connect(self._on_choice)
            return choice
        return number_field(spec, lambda value: model.set_option(key, value))

    def _on_choice(self, value: str) -> None:
        if value == OWN_CHIPS:
            self._model.use_own_chips()
        else:
            self._model.set_option(self._spec.key, value)

    def _on_reset(self) -> None:
        """The button goes; the keyboard stays with the option."""
        opened = self.reset.hasFocus()
        self._model.reset(self._spec.key)
        control = stops(self.control) if opened and self.control is not None else []
        if control and not self.reset.isVisible():
            control[0].setFocus(Qt.FocusReason.OtherFocusReason)

    # showing

    def show_row(self, row: ComparedOption) -> None:
        words = shown(row.preset)
        if row.key == "chips" and not self._own:
            words = pgettext("a set of chips", "{name}: {pieces}").format(
                name=words, pieces=piece_words(SETS[row.preset])
            )
        self._value = words
        self.preset.setText(self._told())
        self.preset.setAccessibleName(_("{label}, standard: {value}").format(label=_(row.label), value=words))
        self.differs = self._own and row.differs
        self.tag.setVisible(self.differs)
        self.reset.setVisible(self.differs)
        set_role(self, "entry-marked" if self.differs else "entry")
        control = self.control
        if control is None:
            return
        control.setAccessibleDescription(_("{help} Standard: {value}.").format(help=_(row.help), value=words))
        show_option(control, OWN_CHIPS if isinstance(row.ours, ChipSet) else row.ours)

    def _told(self) -> str:
        named = self._own and not self._beside
        return _("Standard: {value}").format(value=self._value) if named else self._value

    def turn(self, room: int, *, beside: bool) -> None:
        """Stand the values next to the words, or below them, in so much room."""
        current, self._beside = look(), beside
        ours = _control_width() + current.target + current.M
        stand(self._columns, beside=beside)
        self._columns.setSpacing(current.M if beside else current.S)
        for part, width in ((self.preset, _preset_width()), (self._ours, ours)):
            part.setMinimumWidth(width if beside else 0)
            part.setMaximumWidth(width if beside else ANY_WIDTH)
        if self.control is not None:
            widest = min(_control_width(), room - current.target - 2 * current.M)
            self.control.setMaximumWidth(widest)
            if isinstance(self.control, Segmented):
                wide = min(widest, self.control.sizeHint().width())
                self.control.setMinimumSize(wide, self.control.heightForWidth(wide))
        self.preset.setText(self._told())
