"""Every page in the one frame: its title, its primary action and its list at the same place, and nothing cut off."""

import pytest
from mjcompanion.ui.app import build
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.translator import install
from mjcompanion.ui.widgets.frame import PageFrame, PageHeader
from mjcompanion.ui.widgets.layouts import keep_room
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton

from mjcompanion.i18n import translation
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings, save
from tests.ui import walk, wording
from tests.ui.walk import settle

KEYS = [page.key for page in PAGES]
SIZES = [(1024, 700), (1366, 768), (1920, 1080)]
LANGUAGES = [translation.ENGLISH, "zh_CN"]


@pytest.fixture(scope="module", params=LANGUAGES)
def window(request, qapp, tmp_path_factory):
    """The program in one of its languages."""
    folders = Folders.at(tmp_path_factory.mktemp("frame") / "data")
    save(Settings(reduced_motion=True, language=request.param), folders)
    made = build(qapp, folders)
    made.show()
    settle(made)
    yield made
    walk.close(made)
    install(qapp, translation.ENGLISH)


def framed(window):
    """Open one page after another; yield the frame of each, with its key."""
    for key in KEYS:
        page = window.open_page(key)
        settle(window)
        views = [page, *page.findChildren(PageFrame)]  # the table turns from one view to another
        yield key, next(one for one in views if isinstance(one, PageFrame) and one.isVisible())


def title_place(page):
    """Where the title begins, and its baseline, in the window."""
    title = page.header.title
    corner = title.mapTo(title.window(), QPoint())
    metrics = QFontMetrics(title.font())
    return corner.x(), corner.y() + (title.height() - metrics.height()) // 2 + metrics.ascent()


def primary_of(page):
    """The primary action in the header, if the page has one now."""
    buttons = page.header.findChildren(QPushButton)
    return next((one for one in buttons if one.property("role") == "primary" and one.isVisible()), None)


@pytest.mark.exhaustive(keep=3)
@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES)
class TestFrame:
    @pytest.fixture(autouse=True)
    def fitted(self, window, size, percent):
        window.context.settings.change(text_size=percent)
        window.resize(*size)
        settle(window)

    def test_titles_actions_and_lists_have_one_place_and_nothing_is_cut_off(self, window, percent):
        titles, actions, lists, faults = set(), set(), set(), []
        for key, page in framed(window):
            titles.add(title_place(page))
            button = primary_of(page)
            if button is not None:
                corner = button.mapTo(window, QPoint(button.width(), 0))
                row = corner.y() if percent == 100 else 0  # in large text the actions may stand below the title
                actions.add((corner.x() - min(page.width(), page.content_width + 64), row))
            divider = getattr(page, "_divider", None)
            if divider is not None and divider.isVisible():
                lists.add(divider.mapTo(window, QPoint()).x())
            faults += [f"{key}: {fault}" for fault in wording.cut_off(page)]
            bar = getattr(window.stack.currentWidget(), "horizontalScrollBar", None)
            if bar is not None and bar().maximum():
                faults.append(f"{key}: scrolls sideways")
        assert len(titles) == 1, titles
        assert len(actions) == 1, actions
        assert len(lists) <= 1, lists
        assert not faults, "\n".join(["", *faults])


def test_a_hidden_action_that_keeps_its_place_counts_for_the_room_beside_the_title(qtbot):
    header = PageHeader("Notebook")
    qtbot.addWidget(header)
    control, primary = QPushButton("Sessions"), QPushButton("Continue")
    control.setMinimumWidth(400)
    header.controls.addWidget(control)
    header.add_actions(QPushButton("More"), primary=primary)
    keep_room(primary)
    primary.hide()
    header.show()
    for width in range(700, 1000, 20):
        header.resize(width, 200)
        header.fit()
        header.layout().activate()
        assert header.layout().minimumSize().width() <= width
