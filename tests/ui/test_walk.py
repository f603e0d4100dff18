"""The walk itself can fail: what is planted in a small window is found."""

import pytest
from mjcompanion.ui import accessibility
from mjcompanion.ui.widgets import Button, CardFrame, CheckBox, IconButton, Segmented, TextField, TextLabel
from mjcompanion.ui.widgets.tiles import TileFace, TileRow, TileState
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from mjcompanion.core.tiles import Tile
from tests.ui import walk


class Planted(QWidget):
    """A small window with one page, on which something is wrong."""

    def __init__(self):
        super().__init__()
        self.stack = QStackedWidget()
        self.box = QWidget()
        self.column = QVBoxLayout(self.box)
        self.stack.addWidget(self.box)
        QVBoxLayout(self).addWidget(self.stack)

    def put(self, *widgets):
        for one in widgets:
            self.column.addWidget(one)
        return widgets[0]


@pytest.fixture
def planted(qtbot):
    made = Planted()
    qtbot.addWidget(made)
    made.put(Button("First"), Button("Second"))
    made.resize(400, 500)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def found(window):
    QApplication.processEvents()
    return [*walk.faults_of(window), *walk.faint(window)]


def test_nothing_is_found_where_nothing_is_wrong(planted):
    planted.put(
        TextLabel("Words"), TextField("A name"), CheckBox("On"), Segmented("Choice", [("a", "A"), ("b", "B")], "a")
    )
    assert found(planted) == []


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: QPushButton(""), "has no name"),
        (QLineEdit, "has no name"),
        (lambda: IconButton("undo", "Undo (Ctrl+Z)"), "has keys in its name"),
        (lambda: Button("First"), "has the name of another beside it"),
        (lambda: dressed(Button("Pale"), "color: #9C978B; background: #FFFFFF;"), "has a contrast of 2.9"),
        (lambda: dressed(TextLabel("Pale words on the page"), "color: #B0A898;"), "has a contrast of 2."),
        (lambda: dressed(Button("Low"), "min-height: 20px; max-height: 20px;"), "× 2"),
        (lambda: dressed(Button("No ring"), "outline: 0; border: 1px solid black;"), "doesn't show that it has the"),
        (lambda: focusable(QWidget(), "A picture"), "takes the keyboard and has the role Client"),
        (lambda: unfocusable(Button("By mouse alone")), "can't be reached by keyboard"),
    ],
)
def test_a_planted_fault_is_found(planted, make, said):
    planted.put(make())
    faults = found(planted)
    assert any(said in one for one in faults), faults


def dressed(widget, style):
    widget.setStyleSheet(f"{widget.metaObject().superClass().className()} {{ {style} }} QWidget:focus {{ {style} }}")
    return widget


def focusable(widget, name):
    widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    widget.setAccessibleName(name)
    widget.setMinimumHeight(50)
    return widget


def unfocusable(widget):
    box = CardFrame("Alone")
    widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    box.body.addWidget(widget)
    return box


def test_a_tab_order_that_jumps_is_found(planted):
    cards = [CardFrame("Upper"), CardFrame("Lower")]
    planted.put(*cards)
    made = []
    for card, words in ((cards[0], "One"), (cards[1], "Two"), (cards[0], "Three")):
        made.append(Button(words))
        card.body.addWidget(made[-1])
    accessibility.chain(made[0], made[1])
    accessibility.chain(made[1], made[2])
    assert any("had left its part" in one and "Three" in one for one in found(planted))


def test_a_tile_tells_how_many_are_left_and_its_state(qtbot):
    tiles = TileRow("All tiles")
    qtbot.addWidget(tiles)
    state = TileState.SELECTED | TileState.WRONG
    tiles.show_tiles(
        [TileFace(Tile.parse("3s"), state, left=2), TileFace(Tile.parse("7z"), TileState.NONE_LEFT, left=0)]
    )
    tiles.show()
    first, second = [node for node in walk.tree(tiles) if node.role == "Button"]
    assert first.name == "3 bamboo, 2 left"
    assert "chosen" in first.description
    assert "wrong" in first.description
    assert second.name == "red dragon, 0 left"
    assert walk.tree(tiles)[0].name == "All tiles"
