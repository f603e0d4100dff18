"""Layouts in layouts: Qt deletes their items, and PySide must not know them any more by then."""

import re
from pathlib import Path

import mjcompanion.ui
import pytest
import shiboken6
from mjcompanion.ui.widgets.layouts import across, down, nest
from PySide6.QtWidgets import QGridLayout, QLabel, QSpacerItem, QVBoxLayout, QWidget, QWidgetItem

OURS = Path(mjcompanion.ui.__file__).parent
HOME = OURS / "widgets" / "layouts.py"


def known():
    """The items of layouts that PySide knows by their places in memory."""
    return [one for one in shiboken6.getAllValidWrappers() if isinstance(one, QWidgetItem | QSpacerItem)]


def filled(layout):
    for word in ("one", "two"):
        layout.addWidget(QLabel(word))
    layout.addStretch(1)
    return layout


@pytest.mark.parametrize("outer", [QVBoxLayout, QGridLayout])
def test_no_item_of_a_filled_layout_is_known_after_it_was_added(qtbot, outer):
    page, place, before = QWidget(), (0, 0) if outer is QGridLayout else (), len(known())
    qtbot.addWidget(page)
    inner = filled(across())
    inner.addLayout(filled(down()))
    nest(outer(page), inner, *place)
    assert len(known()) == before
    page.show()
    assert [one.isVisible() for one in page.findChildren(QLabel)] == [True] * 4
    for label in page.findChildren(QLabel):
        shiboken6.delete(label)
    assert inner.count() == 2


def test_nothing_else_adds_a_filled_layout_or_asks_for_an_item():
    """An item that is asked for is known from then on, like one that was added filled; and so is each widget of Qt's."""
    asks = re.compile(
        r"\.(addLayout|insertLayout|setLayout|addRow|itemAt|itemAtPosition|takeAt|allWidgets)\(|\b(grid|layout)\.addItem\("
    )
    found = {
        f"{path.relative_to(OURS)}: {line.strip()}"
        for path in OURS.rglob("*.py")
        if path != HOME
        for line in path.read_text(encoding="utf-8").splitlines()
        if asks.search(line)
    }
    assert not found
