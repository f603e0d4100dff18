"""What is entered in the fields of a form, as it is kept until the form is confirmed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtWidgets import QPlainTextEdit

from .buttons import CheckBox, Choice, Stepper
from .fields import NumberField, TextField
from .segmented import Segmented

FormField = Segmented | Choice | CheckBox | TextField | NumberField | Stepper | QPlainTextEdit | Sequence[CheckBox]
"""What is entered in a form."""


def entered(field: FormField) -> Any:  # noqa: ANN401 - whatever such a field has
    """Return what is entered in a field, as JSON can store it."""
    if isinstance(field, Segmented):
        return field.value
    if isinstance(field, Choice):
        return field.currentData() or ""
    if isinstance(field, TextField | NumberField):
        return field.text()
    if isinstance(field, QPlainTextEdit):
        return field.toPlainText()
    if isinstance(field, Stepper):
        return field.value
    return field.isChecked() if isinstance(field, CheckBox) else [box.isChecked() for box in field]


def enter(field: FormField, value: Any) -> None:  # noqa: ANN401 - whatever such a field has
    """Enter a stored value into a field."""
    if isinstance(field, Segmented):
        field.set_value(value)
    elif isinstance(field, Choice):
        field.choose(str(value))
    elif isinstance(field, TextField | NumberField):
        field.show_text(str(value))
    elif isinstance(field, QPlainTextEdit):
        field.setPlainText(str(value))
    elif isinstance(field, Stepper):
        field.set_value(int(value))
    elif isinstance(field, CheckBox):
        field.tick(on=bool(value))
    else:
        for box, on in zip(field, value, strict=True):
            box.tick(on=bool(on))


def enter_kept(fields: Mapping[str, FormField], kept: Any) -> None:  # noqa: ANN401 - whatever is in the file
    """Enter what was kept of a form, as far as it can be read."""
    with suppress(KeyError, TypeError, ValueError):
        for name, field in fields.items():
            enter(field, kept[name])
