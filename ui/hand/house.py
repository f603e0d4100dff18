"""The house options of the ruleset, open next to the hand: each changes the score at once."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from mjcompanion.core.options import OptionKind, OptionSpec
from mjcompanion.rulesets import options_for

from ..theme import look
from ..whatsthis import explain
from ..widgets import Button, CardFrame, CheckBox, Flow, Segmented, TextLabel
from ..widgets.fitting import Fits
from ..widgets.layouts import down
from ..widgets.option_fields import number_field, show_option
from .model import ScoreModel

_TWO_COLUMNS = 860
"""The least width, at 100 % text, at which options stand in two columns."""


class HousePanel(Fits, CardFrame):
    """One control for each option that the ruleset uses."""

    def __init__(self, model: ScoreModel) -> None:
        super().__init__(self.tr("House options"))
        self._model = model
        self._rules = ""
        self._page: QWidget | None = None
        self._grid = QGridLayout()
        self._boxes: list[QWidget] = []
        self._columns = 0
        self.controls: dict[str, QWidget] = {}
        self.default_button = Button(self.tr("Reset to default"), "quiet")
        self.body.addWidget(self.default_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.default_button.clicked.connect(lambda: model.set_options(None))

    def refresh(self) -> None:
        """Show the options of the ruleset and their values."""
        draft = self._model.draft
        if self._rules != draft.rules:
            self._rules = str(draft.rules)
            self._build()
        options = draft.options
        self.default_button.setEnabled(options != options_for(draft.rules))
        for spec in self._specs():
            show_option(self.controls[spec.key], getattr(options, spec.key))

    def _specs(self) -> tuple[OptionSpec, ...]:
        return tuple(spec for spec in self._model.draft.rules.options_used() if spec.scores)

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
        label, take = self.tr(spec.label), partial(self._take, spec.key)
        box = QWidget()
        layout = down(box, spacing=look().XS)
        control: QWidget
        if spec.kind is OptionKind.BOOL:
            control = CheckBox(label, wraps=True)
            control.toggled.connect(take)
            layout.addWidget(control)
        else:
            if spec.kind is OptionKind.CHOICE:
                control = Segmented(label, [(one.key, self.tr(one.words)) for one in spec.offers])
                control.chosen.connect(take)
            else:
                control = number_field(spec, take)
            line = Flow()
            line.add(TextLabel(label, wraps=False), control)
            layout.addWidget(line)
        self.controls[spec.key] = control
        explain(control, spec.key)
        layout.addWidget(TextLabel(self.tr(spec.help), "caption"))
        return box

    def _take(self, key: str, value: object) -> None:
        """Take what was set; where the option refuses it, show again what holds."""
        if not self._model.set_option(key, value):
            self.refresh()
