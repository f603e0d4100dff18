"""The window comes back as it was: its size, its place, its page, and what was folded out; and its rail has room."""

from itertools import pairwise

import pytest
from mjcompanion.ui.context import PageContext, SettingsModel
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.window import MainWindow
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings
from tests.ui.stub import Stub


@pytest.fixture
def context(themed, tmp_path):
    return PageContext(SettingsModel(Settings(), None), themed, Folders.at(tmp_path / "data"))


@pytest.fixture
def again(qtbot, context):
    """Makes the window as the next start makes it."""

    def make():
        made = MainWindow(context)
        qtbot.addWidget(made)
        for key in ("score", "table", "settings"):
            made.add_page(Stub(key, key.title(), f"The {key} page"))
        return made

    return make


def test_size_place_page_and_drawers_come_back(again, context):
    window = again()
    window.open_page("table")
    window.setGeometry(QRect(20, 30, 770, 610))
    context.drawers["score.house"] = True
    window.close()
    context.drawers.clear()
    other = again()
    assert other.geometry() == QRect(20, 30, 770, 610)
    assert other.last_page("score") == "table"
    assert context.drawers == {"score.house": True}
    other.add_page(Stub("later", "Later", icon="score"))
    other.open_page("later")
    other.setWindowState(Qt.WindowState.WindowMaximized)
    other.close()
    last = again()
    assert last.isMaximized()
    assert last.last_page("score") == "score"  # the page isn't there any more


def test_a_program_that_is_killed_comes_back_too(qtbot, again, context):
    window = again()
    window.show()
    window.open_page("table")
    window.resize(780, 620)
    window._soon.setInterval(10)  # two seconds
    window.open_page("settings")
    qtbot.waitUntil(context.folders.window_file.exists)
    other = again()
    assert other.last_page("score") == "settings"
    assert other.size() == QSize(780, 620)


def test_a_screen_that_is_gone_costs_the_place_and_not_the_size(again, context):
    make_folder(context.folders.data)
    context.folders.window_file.write_bytes(b'{"box":[9000,9000,770,610],"full":false,"page":"table"}')
    window = again()
    screen = QApplication.primaryScreen().availableGeometry()
    assert (window.width(), window.height()) == (min(770, screen.width()), min(610, screen.height()))
    assert screen.intersects(QRect(window.pos(), window.size()))


@pytest.mark.exhaustive(keep=2)
@pytest.mark.parametrize("height", [520, 700, 1000])
@pytest.mark.parametrize("percent", [100, 200])
def test_the_rail_has_room_for_all_pages(qtbot, context, height, percent):
    context.settings.change(text_size=percent)
    window = MainWindow(context)
    qtbot.addWidget(window)
    for page in PAGES:
        window.add_page(page)
    window.open_page("score")
    window.resize(1024, height)
    with qtbot.waitExposed(window):
        window.show()
    buttons = window.rail.buttons
    assert len(buttons) == len(PAGES) + 1  # the menu and Find are more, and one page has no place here
    for one, other in pairwise(buttons):
        assert one.geometry().bottom() < other.geometry().top()
    assert buttons[-1].geometry().bottom() <= window.rail.height()
    assert min(one.height() for one in buttons) >= (44 if height > 520 else 32)
    assert all(one.shows_icon for one in buttons) is (percent == 100 and height > 520)
