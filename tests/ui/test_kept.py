"""What is done again and again leaves nothing behind: objects are counted, for memory is noisy."""

import gc
from collections import Counter

import pytest
from mjcompanion.ui import app as start
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QFileDialog

from mjcompanion.storage.paths import Folders

TIMES = 6
HANDS = ("123m 456p 99s (777z) [1111s] 1f", "11m 22p 5s", "")


@pytest.fixture
def window(qtbot, qapp, tmp_path):
    made = start.build(qapp, Folders.at(tmp_path / "data"))
    made.show()
    yield made
    made.context.close()
    made.close()
    made.deleteLater()


def score_hands(window):
    model = window.page("score").model
    for hand in HANDS:
        model.clear()
        model.paste(hand)


def change_looks(window):
    for values in ({"theme": "dark", "text_size": 150}, {"theme": "light", "text_size": 100}):
        window.context.settings.change(**values)


def turn_pages(window):
    key = window.key
    for other in ("score", "rules", "settings", "cards", key):
        window.open_page(other)


def search(window):
    window.search_wanted.emit()
    window.open_page("score" if window.key != "score" else "rules")


DEEDS = {
    "hands": ("score", score_hands),
    "exercises": ("practice", lambda window: window.page("practice").model.next()),
    "looks": ("settings", change_looks),
    "forms": ("print", lambda window: window.page("print").ask_where("card.pdf")),
    "pages": ("help", turn_pages),
    "search": ("rules", search),
}


def settle(qtbot):
    for _ in range(3):
        qtbot.wait(20)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


def counted(window):
    return Counter(type(one).__name__ for one in window.findChildren(QObject))


@pytest.mark.exhaustive(keep=2)
@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_more_is_there_after_doing_it_again(qtbot, monkeypatch, window, deed):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    key, do = DEEDS[deed]
    window.open_page(key)
    settle(qtbot)
    for _ in range(2):
        do(window)
        settle(qtbot)
    before = counted(window)
    for _ in range(TIMES):
        do(window)
        settle(qtbot)
    now = counted(window)
    more = {kind: (before[kind], count) for kind, count in now.items() if count >= before[kind] + TIMES}
    assert all(count <= 2 * first for first, count in more.values()), more  # one exercise has more rows than another
