"""“What's this?”: every explanation is on a real control, and leads to its section of the handbook."""

import ast
from pathlib import Path

import pytest
from mjcompanion.ui import whatsthis
from mjcompanion.ui.app import build
from mjcompanion.ui.pages.help.page import HelpPage
from mjcompanion.ui.whatsthis import NOTES, SECTION
from PySide6.QtCore import Qt
from PySide6.QtGui import QWhatsThisClickedEvent
from PySide6.QtWidgets import QApplication, QWhatsThis, QWidget

from mjcompanion.core.hand import FEATS
from mjcompanion.core.options import OPTIONS
from mjcompanion.handbook.texts import section
from mjcompanion.storage.paths import Folders
from tests.ui.walk import close

WINDOW = Path(whatsthis.__file__).parent


@pytest.fixture(scope="module")
def window(qapp, tmp_path_factory):
    made = build(qapp, Folders.at(tmp_path_factory.mktemp("data")))
    made.resize(1180, 780)
    made.show()
    yield made
    close(made)


def explained(widget):
    return {one.property("whats_this_key"): one for one in widget.findChildren(QWidget) if one.property(SECTION)}


def called_with():
    """The keys that the pages' sources give to `explain`."""
    keys = set()
    for path in WINDOW.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "whatsthis import explain" in text:
            tree = ast.parse(text)
            keys |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value in NOTES}
    return keys


def test_every_explanation_is_used_and_no_other():
    assert not any(letter in note.words for note in NOTES.values() for letter in "<&>")
    assert set(NOTES) - called_with() <= {spec.key for spec in OPTIONS} | {feat.id for feat in FEATS}


@pytest.mark.parametrize(
    ("page", "keys"),
    [
        ("score", {"seat", "round", "result", "laying", "way", "winning-tile", "last-tile", "discards", "why",
                   "sheet", "house", "limit", "basal", "extras_as", "only_tile_by_shape", "flower_doubles_add",
                   "flowers"}),
        ("table", {"chips"}),
        ("solitaire", {"deal-number"}),
        ("cards", {"pattern", "shift", "concealed", "singles-and-pairs", "jokers-anywhere"}),
    ],
)  # fmt: skip
def test_controls_that_have_one(qtbot, window, page, keys):
    shown = window.open_page(page)
    if page == "score":
        shown.house_action.setChecked(True)
    qtbot.waitUntil(lambda: keys <= set(explained(shown)))
    found = explained(shown)
    for key, widget in found.items():
        assert NOTES[key].words in widget.whatsThis()
        assert widget.property(SECTION) == NOTES[key].section


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_asking_about_the_control_with_the_keyboard(qtbot, window, monkeypatch):
    page = on_seat(qtbot, window)
    qtbot.keyClick(page.seat.segments[0], Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    bubble = next(one for one in QApplication.topLevelWidgets() if one.metaObject().className() == "QWhatsThat")
    assert bubble.isVisible()
    QApplication.sendEvent(page.seat, QWhatsThisClickedEvent(NOTES["seat"].section))
    assert window.key == "help"
    assert window.page("help").link == "score-rules"
    bubble.close()
    asked = []
    monkeypatch.setattr(QWhatsThis, "enterWhatsThisMode", lambda: asked.append("click on something"))
    window.rail.menu_button.setFocus()  # which has no explanation
    window.ask_whats_this()
    assert asked


def on_seat(qtbot, window):
    """The Score page, with the keyboard on its seats."""
    page = window.open_page("score")
    with qtbot.waitActive(window):
        window.activateWindow()
    page.seat.segments[0].setFocus()
    assert page.seat.isAncestorOf(QApplication.focusWidget())
    return page


def test_f1_opens_the_section_of_the_control_or_of_the_page(qtbot, window):
    page = on_seat(qtbot, window)
    qtbot.keyClick(page.seat.segments[0], Qt.Key.Key_F1)
    help_page = window.page("help")
    assert isinstance(help_page, HelpPage)
    assert help_page.link == "score-rules"
    for key in ("rules", "print", "settings"):
        window.open_page(key)
        window.rail.setFocus()
        window.open_help()
        assert help_page.link == key
        assert help_page.text.toPlainText().startswith(section(key).title)
