"""The controls of house options, on the Score page and on the Rules page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget

from mjcompanion.core.options import HIGHEST_LIMIT, OptionKind, OptionSpec
from mjcompanion.i18n.translation import _
from mjcompanion.rules.shapes import USUAL_LIMIT

from .buttons import CheckBox, Choice, Stepper
from .fields import ScaleField
from .segmented import Segmented

_LIMIT_STEP: Final = 50


def number_field(spec: OptionSpec, changed: Callable[[object], object]) -> Stepper | ScaleField:
    """The control of an option that is a number, or several; `changed` is told what was set, None for no limit."""
    label, kind = _(spec.label), spec.kind
    if kind is OptionKind.SCALE:
        field = ScaleField(label)
        field.value_changed.connect(changed)
        return field
    steps = {OptionKind.LIMIT: _LIMIT_STEP, OptionKind.EVEN: 2}
    step = 5 if spec.key == "wrong_call_amount" else steps.get(kind, 1)
    stepper = Stepper(label, 0, 100 if kind is OptionKind.EVEN else HIGHEST_LIMIT, step=step)
    stepper.spin.setKeyboardTracking(False)
    if kind is OptionKind.LIMIT:
        stepper.spin.setSpecialValueText(_("no limit"))
        stepper.value_changed.connect(lambda value: changed(value or None))
        stepper.more.pressed.connect(lambda: _begin_limit(stepper))
    else:
        stepper.value_changed.connect(changed)
    return stepper


def _begin_limit(stepper: Stepper) -> None:
    """The first step up from no limit leads to the usual one."""
    if not stepper.value:
        stepper.set_value(USUAL_LIMIT - _LIMIT_STEP)


def show_option(control: QWidget, value: object) -> None:
    """Show a value, without a signal."""
    control.blockSignals(True)
    if isinstance(control, CheckBox):
        control.setChecked(bool(value))
    elif isinstance(control, Choice):
        control.choose(str(value))
    elif isinstance(control, Segmented):
        control.set_value(str(value))
    elif isinstance(control, ScaleField) and isinstance(value, tuple):
        control.set_value(value)
    elif isinstance(control, Stepper):
        control.set_value(value if isinstance(value, int) else 0)
    control.blockSignals(False)
