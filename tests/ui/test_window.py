"""The window around the pages, its small widgets, and how the program starts and survives."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from mjcompanion.ui import app as start
from mjcompanion.ui.context import Message
from mjcompanion.ui.pages import settings
from mjcompanion.ui.theme import look, set_role
from mjcompanion.ui.widgets import (
    Button,
    Choice,
    Flow,
    MessageBar,
    Segmented,
    keep_clear,
)
from mjcompanion.ui.window import MainWindow
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QEnterEvent, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from mjcompanion.core.notation import read_groups
from mjcompanion.storage.package_data import data
from mjcompanion.storage.paths import Folders, make_folder
from tests.ui.stub import Blank, Stub


class Page(Blank):
    """A page that counts how often it was made."""

    made = 0

    def __init__(self, _context):
        super().__init__()
        type(self).made += 1
        layout = QVBoxLayout(self)
        for place in range(40):
            layout.addWidget(QLabel(f"line {place}"))


@pytest.fixture
def window(qtbot, context):
    Page.made = 0
    made = MainWindow(context)
    qtbot.addWidget(made)
    made.add_page(Stub("score", "Score", "The Score page", widget=Page))
    made.add_page(Stub("table", "Table", "The Table page", widget=Page))
    made.add_page(settings.PAGE)
    made.open_page("score")
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def rail_button(window, key):
    return window._entries[key].button


class TestWindow:
    def test_pages_are_made_when_first_opened(self, window):
        assert Page.made == 1
        assert window.page("table") is None
        first = window.open_page("table")
        assert Page.made == 2
        assert window.open_page("table") is first
        assert Page.made == 2

    def test_a_page_out_of_sight_is_dressed_before_it_is_shown(self, qtbot, window):
        for key in ("table", "settings", "score"):
            window.open_page(key)
        label = window.page("table").findChild(QLabel)
        set_role(label, "title")
        told, painted = [], []

        class Watcher(QObject):
            def eventFilter(self, watched, event):
                told.append(event.type())
                if event.type() is QEvent.Type.Paint:
                    painted.append((watched.fontInfo().pixelSize(), watched.palette().windowText().color().name()))
                return False

        watcher = Watcher()
        label.installEventFilter(watcher)
        window.context.settings.change(theme="dark", text_size=200)
        qtbot.wait(1)
        assert QEvent.Type.StyleChange not in told
        window.open_page("table")
        qtbot.waitUntil(lambda: bool(painted))
        assert set(painted) == {(look().title, look().colours.text.lower())}

    @pytest.mark.parametrize(
        ("page", "key"), [("table", Qt.Key.Key_2), ("settings", Qt.Key.Key_9), ("score", Qt.Key.Key_1)]
    )
    def test_the_rail_and_control_with_a_number_open_pages(self, qtbot, window, page, key):
        other = "table" if page == "score" else "score"
        window.open_page(other)
        with qtbot.waitSignal(window.page_opened) as caught:
            qtbot.mouseClick(rail_button(window, page), Qt.MouseButton.LeftButton)
        assert caught.args == [page]
        assert window.key == page
        assert window.windowTitle() == f"{page.title()} – Mah Jongg Companion"
        assert rail_button(window, page).isChecked()
        assert [entry.button.isChecked() for entry in window._entries.values()].count(True) == 1
        window.open_page(other)
        qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        assert window.key == page

    @pytest.mark.parametrize(
        "content",
        [b"", b"[1,2]", b"{}", b'{"box":[1e99,0,9,9]}', b'{"box":[90000,90000,900,700]}', b'{"box":[0,0,1,1]}'],
    )
    def test_a_damaged_place_is_forgotten(self, qtbot, context, content):
        make_folder(context.folders.data)
        context.folders.window_file.write_bytes(content)
        again = MainWindow(context)
        qtbot.addWidget(again)
        assert again.width() >= again.minimumWidth()
        assert again.x() < 5000

    def test_closing_stores_settings_where_it_can(self, context, window):
        context.settings.change(dots="balls")
        window.close()
        assert b"balls" in context.folders.settings_file.read_bytes()
        shutil.rmtree(context.folders.data)
        context.folders.data.write_text("a file, no folder")
        context.settings.change(dots="dots")
        assert window.close()


class TestMessages:
    def test_a_page_says_something_and_offers_to_do_something(self, qtbot, context, window):
        done = []
        context.say("A fifth 3 bamboo. A set has only four.", "wrong")
        assert window.bar.isVisible()
        assert window.bar.message.sentence.startswith("A fifth")
        qtbot.mouseClick(window.bar._close, Qt.MouseButton.LeftButton)
        assert not window.bar.isVisible()
        context.say("The hand was cleared.", action="Undo", do=lambda: done.append(1))
        qtbot.mouseClick(window.bar._action, Qt.MouseButton.LeftButton)
        assert done == [1]
        assert not window.bar.isVisible()

    @pytest.mark.parametrize(("kind", "action"), [("warn", ""), ("warn", "Do it"), ("wrong", "Do it")])
    def test_an_information_waits_behind_a_warning(self, window, kind, action):
        window.context.say("One hand could not join.", kind, action)
        window.context.say("The hand is back.")
        assert window.bar.message.kind == kind
        window.bar.dismiss()
        assert window.bar.message.sentence == "The hand is back."
        window.bar.dismiss()
        assert window.bar.message is None

    @pytest.mark.parametrize(
        ("before", "kind"), [("wrong", "info"), ("info", "info"), ("warn", "good"), ("warn", "warn")]
    )
    def test_other_messages_replace_the_one_before(self, window, before, kind):
        window.context.say("The first.", before)
        window.context.say("The second.", kind)
        assert window.bar.message.sentence == "The second."
        window.bar.dismiss()
        assert window.bar.message is None

    def test_good_news_leaves_by_itself_unless_somebody_points_at_it(self, qtbot, monkeypatch):
        monkeypatch.setattr("mjcompanion.ui.widgets.message._STAYS_MS", 10)
        monkeypatch.setattr("mjcompanion.ui.widgets.message._READING_MS", 0)
        page = QWidget()
        page.resize(800, 600)
        bar = MessageBar(page)
        qtbot.addWidget(page)
        page.show()
        bar.say(Message("Copied.", "good"))
        QApplication.sendEvent(bar, QEnterEvent(QPointF(), QPointF(), QPointF()))
        qtbot.wait(30)
        assert bar.isVisible()
        with qtbot.waitSignal(bar.closed):
            QApplication.sendEvent(bar, QEvent(QEvent.Type.Leave))
        bar.say(Message("Broken.", "wrong"))
        qtbot.wait(30)
        assert bar.isVisible()

    def test_a_message_moves_nothing_and_keeps_off_what_has_the_keyboard_and_the_way_on(self, qtbot):
        page = QWidget()
        page.resize(800, 600)
        field, way_on = QLineEdit(page), QPushButton("Confirm", page)
        field.setGeometry(300, 540, 200, 44)
        way_on.setGeometry(640, 540, 140, 44)
        bar = MessageBar(page)
        qtbot.addWidget(page)
        with qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        QApplication.focusWidget().clearFocus()
        bar.say(Message("Copied.", "good"))
        assert bar.geometry().bottom() > 540, "it lies at the lower edge"
        assert bar.width() < 400, "it is no wider than its sentence"
        field.setFocus()
        bar.say(Message("This is long. " * 30, "wrong"))
        assert bar.geometry().top() < 100, "it would hide the field"
        assert page.rect().contains(bar.geometry())
        assert field.geometry().topLeft() == QPoint(300, 540)
        field.hide()
        keep_clear(way_on)
        bar.say(Message("The hand you were entering is back.", "wrong"))
        assert bar.geometry().bottom() < 540
        way_on.hide()
        bar.say(Message("Broken.", "wrong"))
        assert bar.geometry().bottom() > 540
        page.resize(500, 600)
        qtbot.waitUntil(lambda: page.rect().contains(bar.geometry()))
        bar._close.setFocus()
        qtbot.keyClick(bar._close, Qt.Key.Key_Escape)
        assert not bar.isVisible()

    @pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Space, Qt.Key.Key_Return])
    @pytest.mark.parametrize("stays", [True, False])
    def test_the_keyboard_comes_back_from_a_message_to_where_it_was(self, qtbot, window, key, stays):
        first, field = QLineEdit(), QLineEdit()
        for one in (first, field):
            window.page("score").layout().addWidget(one)
            one.show()
        field.setFocus()
        window.context.say("The hand was cleared.", "good", "Undo", lambda: None)
        window.bar._action.setFocus(Qt.FocusReason.TabFocusReason)
        field.setEnabled(stays)
        qtbot.keyClick(window.bar._action, key)
        assert not window.bar.isVisible()
        assert (field if stays else first).hasFocus()


class TestSurvival:
    def test_slots_do_not_end_the_program(self, tmp_path):
        code = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from mjcompanion.storage.paths import Folders
from mjcompanion.ui import app as start, pages
from tests.ui.stub import Blank, Stub
class Broken(Blank):
    def __init__(self, context):
        super().__init__()
        QTimer.singleShot(0, self.fail)
    def fail(self):
        raise KeyError("broken")
pages.PAGES = (Stub("score", "Score", widget=Broken),)
application = QApplication([])
window = start.build(application, Folders.at(sys.argv[1]))
window.show()
QTimer.singleShot(200, lambda: (print(window.bar.message.sentence), application.quit()))
application.exec()
"""
        done = python("-c", code, str(tmp_path))
        assert done.returncode == 0, done.stderr
        assert "KeyError" in done.stdout
        assert "broken" in (tmp_path / "mjcompanion.log").read_text()


def python(*arguments, **environment):
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment}
    env = {name: value for name, value in env.items() if value is not None}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=60, env=env, check=False
    )


class TestStart:
    @pytest.mark.parametrize("display", [None, "", ":987"])
    def test_no_display_is_said_in_a_sentence_without_qt(self, display):
        code = "import sys; from mjcompanion.ui.app import run; code = run(); print('PySide6' in sys.modules); sys.exit(code)"
        done = python("-c", code, QT_QPA_PLATFORM=None, DISPLAY=display, WAYLAND_DISPLAY=None)
        assert (done.returncode, done.stdout.strip()) == (1, "False")
        assert "There is no display" in done.stderr
        assert "./run score" in done.stderr
        assert "Traceback" not in done.stderr

    def test_the_first_paint_is_the_whole_page_and_nothing_else_was_loaded(self, tmp_path):
        code = """
import sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from mjcompanion.storage.paths import Folders
from mjcompanion.ui import app as start
app = QApplication([])
window = start.build(app, Folders.at(sys.argv[1]))
painted = []
class Paper(QObject):
    def eventFilter(self, watched, event):
        if event.type() is QEvent.Type.Paint:
            painted.append(watched)
        return False
paper = Paper()
page = window.page("score")
for one in (window, page.hand_card, *page.palette_row.buttons[:20]):
    one.installEventFilter(paper)
window.show()
while window not in painted:
    app.processEvents()
assert len(painted) == 22 and app.focusWidget() is page.hand_card.entry, painted
late = ("reportlab", "sqlalchemy", "babel", "tomllib", "json", "logging.handlers", "mjcompanion.ui.ledger_thread")
late += ("mjcompanion.ui.sound", "miniaudio", "wave")
late += ("mjcompanion.american", "mjcompanion.table", "mjcompanion.printing")
print([name for name in late if name in sys.modules])
"""
        done = python("-c", code, str(tmp_path))
        assert done.stdout == "[]\n", done.stdout + done.stderr

    @pytest.mark.parametrize("factor", ["1", "1.25", "2"])
    def test_the_first_window_and_every_page_fit_a_small_screen(self, tmp_path, factor):
        """1366×768 is what small notebooks have; the frame comes on top of what Qt calls the size."""
        screen = {"screens": [{"name": "a", "x": 0, "y": 0, "width": 1366, "height": 768}]}
        (tmp_path / "screen.json").write_text(json.dumps(screen), "utf-8")
        platform = f"offscreen:configfile={tmp_path / 'screen.json'}"
        done = python("-c", FITTING, str(tmp_path), QT_QPA_PLATFORM=platform, QT_SCALE_FACTOR=factor)
        errors = [one for one in done.stderr.splitlines() if "propagateSizeHints" not in one]  # offscreen has none
        assert (done.stdout.splitlines(), errors) == (["it fits"], [])

    @pytest.mark.parametrize(
        ("display", "believed"), [("elsewhere:0", True), (":nonsense", True), (":987", False), ("unix:987.0", False)]
    )
    def test_displays(self, monkeypatch, display, believed):
        monkeypatch.setenv("DISPLAY", display)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
        assert start.has_display() is believed


FITTING = """
import sys
from PySide6.QtCore import QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication
from mjcompanion.storage.paths import Folders
from mjcompanion.ui.app import build
from mjcompanion.ui.pages import PAGES
from mjcompanion.ui.welcome.dialog import WelcomeDialog

app = QApplication([])
room = app.primaryScreen().availableGeometry().size()
scale = app.primaryScreen().devicePixelRatio()
assert abs(room.width() * scale - 1366) < 2, room
window = build(app, Folders.at(sys.argv[1]), welcome=True)
framed = window.size() + QSize(8, 32)
assert window.isMaximized() or framed.boundedTo(room) == framed, window.size()
window.setWindowState(window.windowState().WindowNoState)
window.resize(room - QSize(8, 32))  # what is left inside of a frame
window.show()
assert window.size() == room - QSize(8, 32), window.size()
QTest.qWait(50)
(welcome,) = window.findChildren(WelcomeDialog)
assert app.primaryScreen().availableGeometry().contains(welcome.frameGeometry()), welcome.frameGeometry()
for button in (welcome.skip_button, *welcome.start_buttons.values()):
    assert welcome.rect().contains(button.mapTo(welcome, button.rect().bottomRight())), button.text()
welcome.skip_button.click()


def too_wide():
    shell = window.stack.currentWidget()
    for area in (shell, *shell.findChildren(QAbstractScrollArea)):
        if isinstance(area, QAbstractScrollArea) and area.isVisible() and area.horizontalScrollBar().isVisible():
            yield area
    for button in shell.findChildren(QAbstractButton):
        if button.isVisible() and button.mapTo(window, button.rect().topRight()).x() > window.width():
            yield button


for one in PAGES:
    window.open_page(one.key)
    QTest.qWait(50)
    for _ in range(100):
        if list(too_wide()):  # its list may not be read yet
            QTest.qWait(50)
    assert not list(too_wide()), (one.key, list(too_wide()))
print("it fits")
"""


@pytest.mark.usefixtures("qapp")
class TestWidgets:
    def test_segmented_chooses(self, qtbot):
        made = Segmented(
            "Seat", [(w, w, name) for w, name in zip("ESWN", ("East", "South", "West", "North"), strict=True)], "E"
        )
        qtbot.addWidget(made)
        made.show()
        with qtbot.waitSignal(made.chosen) as caught:
            qtbot.mouseClick(made.segments[2], Qt.MouseButton.LeftButton)
        assert caught.args == ["W"]
        assert made.value == "W"
        with qtbot.assertNotEmitted(made.chosen):
            qtbot.mouseClick(made.segments[2], Qt.MouseButton.LeftButton)
            made.set_value("N")
        assert made.value == "N"
        interface = QAccessible.queryAccessibleInterface(made.segments[3])
        assert interface.role() is QAccessible.Role.RadioButton
        assert interface.text(QAccessible.Text.Name) == "North"
        assert interface.state().checked
        made.set_options([("x", "x"), ("y", "y")], "y")
        assert (made.value, [segment.text() for segment in made.segments]) == ("y", ["x", "y"])
        made.set_options([(w, w) for w in "abcde"], "gone")
        assert made.value is None
        assert [segment.isVisible() for segment in made.segments] == [True] * 5

    def test_segmented_by_keyboard_skips_what_is_forbidden(self, qtbot):
        made = Segmented("Won", [("a", "a"), ("b", "b"), ("c", "c")], "a")
        qtbot.addWidget(made)
        made.segments[1].setEnabled(False)
        with qtbot.waitActive(made):
            made.show()
            made.activateWindow()
        made.segments[0].setFocus()
        qtbot.keyClick(made.segments[0], Qt.Key.Key_Right)
        assert made.value == "c"
        assert made.segments[2].hasFocus()
        qtbot.keyClick(made.segments[2], Qt.Key.Key_Right)
        assert made.value == "a"
        assert [bool(s.focusPolicy() & Qt.FocusPolicy.TabFocus) for s in made.segments] == [True, False, False]

    def test_choice(self, qtbot):
        made = Choice("Rules")
        qtbot.addWidget(made)
        made.set_choices([("kemp", "Kemp"), ("traditional", "Traditional")])
        with qtbot.assertNotEmitted(made.currentIndexChanged):
            made.choose("traditional")
        assert made.currentData() == "traditional"
        wheel(made)
        assert made.currentData() == "traditional"

    def test_flow_wraps_and_follows(self, qtbot):
        made = Flow()
        qtbot.addWidget(made)
        buttons = [Button("a word") for _ in range(6)]
        made.add(*buttons)
        made.resize(250, 400)
        with qtbot.waitExposed(made):
            made.show()
        assert buttons[5].y() > buttons[0].y()
        assert made.heightForWidth(5000) == buttons[0].height()
        place = buttons[1].pos()
        buttons[0].hide()
        qtbot.waitUntil(lambda: buttons[1].pos() == QPoint(0, 0))
        buttons[0].show()
        qtbot.waitUntil(lambda: buttons[1].pos() == place)
        made.remove(buttons[0])
        assert made.widgets == tuple(buttons[1:])
        assert buttons[1].pos() == QPoint(0, 0)
        assert buttons[0].parent() is made  # it may just be clicked: it goes by deleteLater, or elsewhere

    @pytest.mark.parametrize(
        "name", ["../pyproject.toml", "/etc/passwd", "icons/../../x", "", "icons//undo.svg", "a\\b", "C:x"]
    )
    def test_resources_stay_inside(self, name):
        with pytest.raises(ValueError, match="no name of a packaged file"):
            data(name)


def wheel(widget):
    event = QWheelEvent(
        QPointF(5, 5), widget.mapToGlobal(QPointF(5, 5)), QPoint(0, 0), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    widget.wheelEvent(event)
    assert not event.isAccepted()


def test_a_line_that_holds_stands_below_the_page_until_it_is_over(window):
    window.show()
    before = window.stack.height()
    done = []
    window.context.note("The server isn’t responding, says <b>it</b>.", "Try again", lambda: done.append(1))
    QApplication.processEvents()
    assert window.note == "The server isn’t responding, says <b>it</b>."
    again, other = window._notice.buttons
    assert not other.isVisible()
    again.click()
    assert done == [1]
    assert window._notice.isVisible()
    assert window.stack.height() < before
    window.context.note("")
    QApplication.processEvents()
    assert not window._notice.isVisible()
    assert window.stack.height() == before


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)  # offscreen, the menu says so
def test_quitting_by_the_menu_that_alt_opens_loses_nothing(qtbot, qapp, tmp_path):
    """Alt alone opens the menu, whose last entry is Quit: a stray click there closes the window in order."""
    tiles = read_groups("123m 55p")
    for again in (False, True):
        window = start.build(qapp, Folders.at(tmp_path / "data"))
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        page = window.open_page("score")
        if again:
            assert [one.tiles for one in page.model.draft.entries] == [
                (tile,) for group in tiles for tile in group.tiles
            ]
            window.close()
        else:
            page.model.paste("123m 55p")
            qtbot.keyPress(window, Qt.Key.Key_Alt)
            qtbot.keyRelease(window, Qt.Key.Key_Alt)
            menu = qapp.activePopupWidget()
            quit_ = menu.actions()[-1]
            qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(quit_).center())
        qtbot.waitUntil(lambda window=window: not window.isVisible())
        window.context.close()


@pytest.mark.parametrize("key", ["score", "settings"])
def test_the_text_grows_and_shrinks_by_keys_on_every_page(qtbot, window, key):
    window.open_page(key)
    settings, control = window.context.settings, Qt.KeyboardModifier.ControlModifier
    wide = window.rail.width()
    for _ in range(3):
        qtbot.keyClick(window, Qt.Key.Key_Plus, control)
    qtbot.keyClick(window, Qt.Key.Key_Minus, control)
    assert settings.value.text_size == 120
    qtbot.waitUntil(lambda: window.rail.width() > wide)
    qtbot.keyClick(window, Qt.Key.Key_0, control)
    assert settings.value.text_size == 100
    qtbot.waitUntil(lambda: window.rail.width() == wide)
    qtbot.keyClick(window, Qt.Key.Key_Minus, control)
    assert settings.value.text_size == 100
