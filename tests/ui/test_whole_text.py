"""Lines of text that are pasted into: whole, or refused whole."""

import pytest
from mjcompanion.ui.widgets.fields import NumberField, TextField
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.qt_log_ignore("does not support raise", extend=True)  # each tooltip says so, offscreen


@pytest.mark.parametrize("make", [lambda: TextField("Name"), lambda: NumberField("Value")])
@pytest.mark.parametrize(
    ("pasted", "stands"), [("12\n", "12"), ("\r\n12", "12"), ("1\n2", "7"), ("1\r2", "7"), ("1" * 21, "7")]
)
def test_what_is_pasted_is_taken_whole_or_not_at_all(qtbot, make, pasted, stands):
    field = make()
    qtbot.addWidget(field)
    field.setMaxLength(20)
    field.setText("7")
    QApplication.clipboard().setText(pasted)
    field.selectAll()
    field.paste()
    assert field.text() == stands


def test_several_lines_go_to_who_takes_them(qtbot):
    from mjcompanion.ui.widgets.whole_text import take_whole

    field, taken = TextField("Pattern"), []
    qtbot.addWidget(field)
    take_whole(field, 5, taken.append)
    QApplication.clipboard().setText("FFFF 11\n22")
    field.paste()
    qtbot.waitUntil(lambda: bool(taken))
    assert (field.text(), taken) == ("", ["FFFF 11\n22"])
