"""Colours that can be read, and a theme that changes while it is shown."""

import pytest
from mjcompanion.ui import theme
from mjcompanion.ui.theme import COLOURS, Colours, Look, _Ink, look
from mjcompanion.ui.widgets import CheckBox
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from tests.ui import walk
from tests.ui.contrast import RING_PAIRS, TEXT_PAIRS, contrast

THEMES = ("light", "dark", "high-contrast")


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("pair", TEXT_PAIRS, ids="-on-".join)
def test_text_reads_on_its_surface(name, pair):
    colours = COLOURS[name]
    assert contrast(getattr(colours, pair[0]), getattr(colours, pair[1])) >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("pair", RING_PAIRS, ids="-on-".join)
def test_edges_and_rings_are_seen(name, pair):
    colours = COLOURS[name]
    if pair == ("focus", "ivory_edge") and name != "light":
        pair = ("page", "ivory_edge")  # the dark seam inside the ring parts it from the tile
    assert contrast(getattr(colours, pair[0]), getattr(colours, pair[1])) >= 3


def test_every_colour_is_a_colour():
    names = [name for name, one in vars(Colours).items() if isinstance(one, _Ink)]
    assert len(names) > 60
    for colours in COLOURS.values():
        for name in names:
            value = getattr(colours, name)
            assert len(value) == 7, name
            assert int(value[1:], 16) >= 0


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("name", [*THEMES, "auto"])
def test_theme_changes_palette_and_look_live(qtbot, themed, name):
    label = QLabel("a word")
    qtbot.addWidget(label)
    desktop = "dark" if QApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"
    expected = desktop if name == "auto" else name
    themed.apply("light" if expected != "light" else "dark", motion=False)
    assert (look().quick, look().slow) == (0, 0)
    with qtbot.waitSignal(themed.changed) as caught:
        themed.apply(name, motion=True)
    assert caught.args[0] is look()
    assert look().name == expected
    assert 120 <= look().quick <= look().slow <= 220
    assert label.palette().color(QPalette.ColorRole.WindowText).name().upper() == COLOURS[expected].text


@pytest.mark.exhaustive(keep=2)
@pytest.mark.parametrize("percent", [100, 125, 150, 200])
def test_text_size_changes_live(qtbot, themed, percent):
    label = QLabel("a word")
    button = QPushButton("a word")
    for widget in (label, button):
        qtbot.addWidget(widget)
        widget.show()
    themed.apply("light", percent)
    assert label.font().pixelSize() == round(15 * percent / 100)
    assert button.sizeHint().height() >= 44


def test_targets_are_high_enough_at_every_size():
    for percent in range(100, 201, 5):
        at = Look("light", COLOURS["light"], percent / 100)
        assert at.target >= 44
        assert at.target >= 1.5 * at.body


def test_colours_stand_only_in_the_theme():
    import re
    from pathlib import Path

    folder = Path(theme.__file__).parent
    found = [
        f"{path.name}: {match}"
        for path in folder.rglob("*.py")
        if path.name != "theme.py"
        for match in re.findall(r"#[0-9A-Fa-f]{6}\b|QColor\(\s*\d", path.read_text("utf-8"))
    ]
    assert found == []


def test_a_check_box_reached_with_tab_has_its_ring_and_no_frame_over_its_words(qtbot, themed):
    window = QWidget()
    box = CheckBox("Jokers anywhere")
    box.setParent(window)
    box.move(10, 10)
    qtbot.addWidget(window)
    walk.show_active(qtbot, window, 300, 100)
    window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    box.clearFocus()
    before = box.grab().toImage()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    after = box.grab().toImage()
    words = QRect(box.width() // 2, 0, box.width(), box.height())
    assert after != before
    assert after.copy(words) == before.copy(words)
