"""The deeds of a monkey: which kinds of controls, nothing that was typed, and enough to do them again."""

import itertools

import pytest
from mjcompanion.ui.pages.table.presenter import View
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.chaos import replay
from tests.chaos.black_box import KEPT_DEEDS
from tests.chaos.monkey import Monkey
from tests.ui.walk import settle

_numbers = itertools.count()
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def windows(qapp, tmp_path):
    """Makes windows on folders of their own; one is open at a time."""
    made = []

    def close():
        while made:
            made.pop().close()

    def make(**more):
        close()
        made.append(Monkey(tmp_path / str(next(_numbers)), **more))
        return made[-1]

    yield make
    close()


def deeds(lines):
    """The lines without their times."""
    return [line.split(maxsplit=1)[1] for line in lines]


def work(window):
    """A person enters some tiles and a name, looks around and changes the look."""
    score = window.page("score")
    QTest.keyClicks(score.hand_card.entry, "5mw")
    QTest.keyClick(score.hand_card.entry, Qt.Key.Key_Z, CONTROL)
    QTest.mouseClick(score.palette_row.buttons[7], Qt.MouseButton.LeftButton)
    replay.wheel(score.viewport(), -120)
    table = window.open_page("table")
    settle(window)
    QTest.keyClicks(table.view(View.START).names[0], "Zo")
    replay.click(window.rail.search_button)
    replay.settle()
    QTest.keyClicks(QApplication.focusWidget(), "9")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    window.context.settings.change(theme="dark", text_size=125)


def test_the_lines_tell_what_was_done_and_nothing_that_was_typed(windows):
    opened = windows()
    work(opened.window)
    said = deeds(opened.lines)
    assert [one.split()[1:3] for one in said[:3]] == [["opened"], ["a", "digit"], ["a", "letter"]]
    assert any(one.startswith("score: Ctrl+Z in ") for one in said)
    assert any(one.startswith("score: click on ") and one.endswith("/TileButton") for one in said)
    assert any(one.startswith("score: wheel down on ") for one in said)
    assert "table: click on Rail/RailButton.1" in said
    assert said[-1] == "table: look dark, text 125 %"
    assert not [one for one in said if "Zo" in one or "Ann" in one]


def test_only_so_many_are_kept(windows):
    opened = windows()
    for _ in range(KEPT_DEEDS):
        opened.window.rail.menu_button.setFocus()
        QTest.keyClick(opened.window.rail.menu_button, Qt.Key.Key_F12)
    assert len(opened.lines) == KEPT_DEEDS
    assert all("F12 in Rail/RailButton" in line for line in opened.lines)


def test_it_can_be_done_again_in_another_window(windows):
    first = windows()
    work(first.window)
    lines = first.lines
    again = windows()
    replay.play(again.window, lines[1:])
    assert deeds(again.lines) == deeds(lines)


FIELD_GONE = """
     3.6 practice: click on SheetCard/IconButton
     3.8 practice: a digit in SheetCard/SheetRow/FigureField
     4.0 practice: look light, text 125 %
     4.0 practice: click on SheetCard/Flow/Button.6
"""
"""The end of what a monkey did before `field.text()` was asked of a field that was gone."""


def test_a_figure_is_clicked_into_a_field_that_another_size_of_text_made_anew(windows):
    opened = windows(pages=["practice"])
    sheet = opened.window.page("practice").sheet
    assert replay.play(opened.window, FIELD_GONE.splitlines()) == 4
    assert opened.wrong == []
    assert sheet._field in sheet.fields
    assert sheet._field.hasFocus()
