"""The house options of the ruleset, open beside the hand: each changes the score at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from mjcompanion.options import OptionKind, OptionSpec
from mjcompanion.rulesets import options_for

from ...theme import look
from ...whatsthis import explain
from .. import Button, Card, CheckBox, Flow, ScaleField, Segmented, Stepper, Words
from ..boxes import down
from ..fitting import Fits
from .presenter import ScorePresenter

HIGHEST_LIMIT = 1_000_000
USUAL_LIMIT = 300
_LIMIT_STEP = 50
_TWO_COLUMNS = 860
"""The least width, at 100 % text, at which options stand in two columns."""


class HousePanel(Fits, Card):
    """One control for each option that the ruleset uses."""

    def __init__(self, presenter: ScorePresenter) -> None:
        super().__init__(self.tr("House options"))
        self._presenter = presenter
        self._rules = ""
        self._page: QWidget | None = None
        self._grid = QGridLayout()
        self._boxes: list[QWidget] = []
        self._columns = 0
        self.controls: dict[str, QWidget] = {}
        self.default_button = Button(self.tr("Reset to default"), "quiet")
        self.body.addWidget(self.default_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.default_button.clicked.connect(lambda: presenter.set_options(None))

    def refresh(self) -> None:
        """Show the options of the ruleset and their values."""
        draft = self._presenter.draft
        if self._rules != draft.rules:
            self._rules = str(draft.rules)
            self._build()
        options = draft.options
        self.default_button.setEnabled(options != options_for(draft.rules))
        for spec in self._specs():
            self._show_value(spec, getattr(options, spec.key))

    def _specs(self) -> tuple[OptionSpec, ...]:
        return tuple(spec for spec in self._presenter.draft.rules.options_used() if spec.scores)

    def _build(self) -> None:
        if self._page is not None:
            self._page.hide()
            self._page.deleteLater()
        self._page = QWidget()
        self._grid = QGridLayout(self._page)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(look().M)
        self._grid.setHorizontalSpacing(look().XL)
        self.controls = {}
        self._boxes = [self._made(spec) for spec in self._specs()]
        self._columns = 0
        self.fit()
        self.body.insertWidget(0, self._page)

    def fit(self) -> None:
        """Stand the options in two columns where both have room."""
        columns = 2 if self.width() >= _TWO_COLUMNS * look().scale else 1
        if self._page is None or columns == self._columns:
            return
        self._columns = columns
        down = -(-len(self._boxes) // columns)
        for place, box in enumerate(self._boxes):
            self._grid.removeWidget(box)
            self._grid.addWidget(box, place % down, place // down, Qt.AlignmentFlag.AlignTop)
        for column in range(2):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _made(self, spec: OptionSpec) -> QWidget:
        """The control of one option, with its words."""
        presenter, key = self._presenter, spec.key
        box = QWidget()
        layout = down(box, spacing=look().XS)
        if spec.kind is OptionKind.BOOL:
            tick = CheckBox(self.tr(spec.label), wraps=True)
            tick.toggled.connect(lambda on: presenter.set_option(key, on))
            layout.addWidget(tick)
            self.controls[key] = tick
        else:
            control = self._chooser(spec)
            label = Words(self.tr(spec.label), wraps=False)
            line = Flow()
            line.add(label, control)
            layout.addWidget(line)
            self.controls[key] = control
        explain(self.controls[key], key)
        layout.addWidget(Words(self.tr(spec.help), "caption"))
        return box

    def _chooser(self, spec: OptionSpec) -> QWidget:
        presenter, key = self._presenter, spec.key
        if spec.kind is OptionKind.CHOICE:
            choice = Segmented(self.tr(spec.label), [(one.key, self.tr(one.words)) for one in spec.offers])
            choice.chosen.connect(lambda value: presenter.set_option(key, value))
            return choice
        if spec.kind is OptionKind.LIMIT:
            stepper = Stepper(self.tr(spec.label), 0, HIGHEST_LIMIT, step=_LIMIT_STEP)
            stepper.spin.setSpecialValueText(self.tr("no limit"))
            stepper.spin.setKeyboardTracking(False)
            stepper.value_changed.connect(lambda value: self._set_number(key, value or None))
            stepper.more.pressed.connect(lambda: self._begin_limit(key, stepper))
            return stepper
        if spec.kind is OptionKind.SCALE:
            field = ScaleField(self.tr(spec.label))
            field.value_changed.connect(lambda value: self._set_number(key, value))
            return field
        most, step = (100, 2) if spec.kind is OptionKind.EVEN else (HIGHEST_LIMIT, 1)
        stepper = Stepper(self.tr(spec.label), 0, most, step=step)
        stepper.spin.setKeyboardTracking(False)
        stepper.value_changed.connect(lambda value: self._set_number(key, value))
        return stepper

    def _begin_limit(self, key: str, stepper: Stepper) -> None:
        """The first step up from no limit leads to the usual one."""
        if getattr(self._presenter.draft.options, key) is None:
            stepper.set_value(USUAL_LIMIT - _LIMIT_STEP)

    def _set_number(self, key: str, value: object) -> None:
        """Take a number that was typed; where the option refuses it, show again what holds."""
        if not self._presenter.set_option(key, value):
            self.refresh()

    def _show_value(self, spec: OptionSpec, value: object) -> None:
        control = self.controls[spec.key]
        control.blockSignals(True)
        if isinstance(control, CheckBox):
            control.setChecked(bool(value))
        elif isinstance(control, Segmented):
            control.set_value(str(value))
        elif isinstance(control, ScaleField) and isinstance(value, tuple):
            control.set_value(value)
        elif isinstance(control, Stepper):
            control.set_value(value if isinstance(value, int) else 0)
        control.blockSignals(False)
