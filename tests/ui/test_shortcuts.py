"""Shortcuts: declared once, shown where they count, changed by those who want other keys, and never two for one key."""

import itertools
import re
from pathlib import Path

import pytest
from mjcompanion.ui import shortcuts
from mjcompanion.ui.pages import PAGES, settings
from mjcompanion.ui.pages.settings.keys import KeysCard
from mjcompanion.ui.shortcuts import ACTIONS, GROUPS, keys_of, sequences, shown, use, written
from mjcompanion.ui.widgets import IconButton, TextField
from mjcompanion.ui.window import MainWindow
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from mjcompanion.storage.package_data import data
from mjcompanion.storage.settings import Settings, load, read
from tests.ui.stub import Stub

LEFT = Qt.MouseButton.LeftButton
K = Qt.Key
CONTROL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture(autouse=True)
def first_keys(qapp):
    use({})
    yield
    use({})


class Page(QWidget):
    """A page that does two things by keys."""

    def __init__(self, _context):
        super().__init__()
        self.done = []
        self.can_undo = True
        self.field = TextField("A field")
        self.undo_button = IconButton("undo", "Undo", action="undo")
        layout = QVBoxLayout(self)
        layout.addWidget(self.field)
        layout.addWidget(self.undo_button)
        shortcuts.bind(self, "score.lay", lambda: self.done.append("lay"))
        shortcuts.bind(self, "score.new", lambda: self.done.append("new"), can=lambda: self.can_undo)
        shortcuts.bind(self, "solitaire.coach", lambda: self.done.append("coach"))
        shortcuts.bind(self, "score.way-1", lambda: self.done.append("way"))


@pytest.fixture
def window(qtbot, context):
    made = MainWindow(context)
    qtbot.addWidget(made)
    made.add_page(Stub("score", "Score", "The Score page", widget=Page))
    made.add_page(Stub("table", "Table", "The Table page"))
    made.add_page(settings.PAGE)
    made.open_page("score")
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.page("score").field.setFocus()
    return made


# --- the list ------------------------------------------------------------------------------------------------------


def test_no_two_have_the_same_key_on_one_page():
    for one, other in itertools.combinations(ACTIONS.values(), 2):
        if one.meets(other) and not (one.fixed and other.fixed):
            assert not set(keys_of(one.id)) & set(keys_of(other.id)), (one.id, other.id)


def test_every_row_can_be_read_and_listed():
    for spec in ACTIONS.values():
        assert spec.group in GROUPS
        assert spec.words[0].isupper()
        assert not spec.words.endswith(".")
        assert spec.keys or spec.shown or not spec.fixed
        assert [key.toString() for key in shortcuts.first_keys(spec)] == list(spec.keys)
        assert not spec.fixed or not spec.id.startswith("open.")


def test_pages_are_numbered_as_they_stand_in_the_rail():
    opened = [page.shortcut for page in PAGES if page.named]
    assert len(opened) == 9
    assert [shown(id_) for id_ in opened] == [f"Ctrl+{at}" for at in range(1, 10)]


def test_every_page_is_whole():
    folders = {path.parent.name for path in Path(shortcuts.__file__).parent.glob("pages/*/page.py")}
    assert {page.key for page in PAGES} == folders
    for page in PAGES:
        assert data(f"icons/{page.icon or page.key}.svg")


def test_every_shortcut_of_the_window_is_made_through_the_list():
    folder = Path(shortcuts.__file__).parent
    made = [
        path.name
        for path in folder.rglob("*.py")
        if path.name != "shortcuts.py" and re.search(r"QShortcut\b|setShortcut", path.read_text("utf-8"))
    ]
    assert made == []
    bound = {
        name
        for path in folder.rglob("*.py")
        for name in re.findall(
            r'(?:bind\(self, |^\s+)"([\w.-]+)"(?:, |: (?:self\.|lambda))', path.read_text("utf-8"), re.MULTILINE
        )
    }
    changeable = {spec.id for spec in ACTIONS.values() if not spec.fixed}
    late = {page.shortcut for page in PAGES if page.named} | {f"score.way-{number}" for number in range(1, 7)}
    assert changeable - late <= bound


# --- keys that were chosen -----------------------------------------------------------------------------------------


def test_keys_are_read_and_written():
    assert written(sequences("Ctrl+Shift+Z; Ctrl+Y")) == "Ctrl+Shift+Z; Ctrl+Y"
    assert sequences("") == sequences("nonsense; Ctrl+") == ()


@pytest.mark.parametrize("content", ['{"undo": 7}', "[]", '"Ctrl+Z"', '{"undo": "' + "x" * 500 + '"}'])
def test_a_damaged_setting_costs_only_itself(content):
    found = read(b'{"dots": "balls", "shortcuts": ' + content.encode() + b"}")
    assert found.settings == Settings(dots="balls")
    assert "shortcuts" in found.problems[0]


def test_whoever_chose_a_key_has_it_and_nobody_else():
    use({"score.lay": "Ctrl+Z", "unknown": "Ctrl+B", "find": "what?"})
    assert shown("score.lay") == "Ctrl+Z"
    assert keys_of("undo") == ()
    assert keys_of("find") == ()
    use({"score.lay": "Alt+Up"})
    assert shown("score.lay") == "Alt+Up"  # fixed on another page
    use({"cards.next-fault": "Alt+Up"})
    assert keys_of("cards.next-fault") == ()  # fixed on this one


@pytest.mark.parametrize(
    ("key", "modifiers", "types"),
    [
        (K.Key_A, Qt.KeyboardModifier.NoModifier, True),
        (K.Key_A, SHIFT, True),
        (K.Key_5, Qt.KeyboardModifier.KeypadModifier, True),
        (K.Key_Return, Qt.KeyboardModifier.NoModifier, True),
        (K.Key_Space, SHIFT, True),
        (K.Key_Left, Qt.KeyboardModifier.NoModifier, True),
        (K.Key_Tab, CONTROL, True),
        (K.Key_F5, Qt.KeyboardModifier.NoModifier, False),
        (K.Key_A, CONTROL, False),
        (K.Key_A, ALT | SHIFT, False),
    ],
)
def test_keys_that_type_are_no_shortcuts(key, modifiers, types):
    assert shortcuts.is_typing(shortcuts.combination(key, modifiers)) is types


def test_another_key_counts_at_once(qtbot, context, window):
    page = window.page("score")
    qtbot.keyClick(page.field, K.Key_L, CONTROL)
    context.settings.change(shortcuts={"score.lay": "Ctrl+K", "undo": "F4"})
    qtbot.keyClick(page.field, K.Key_L, CONTROL)
    assert page.done == ["lay"]
    qtbot.keyClick(page.field, K.Key_K, CONTROL)
    assert page.done == ["lay", "lay"]
    assert page.undo_button.toolTip() == "Undo (F4)"
    assert page.undo_button.accessibleName() == "Undo"
    context.settings.change(shortcuts={})
    assert page.undo_button.toolTip() == "Undo (Ctrl+Z)"
    context.settings.flush()
    assert load(context.folders).settings.shortcuts == {}


def test_a_widget_that_is_gone_is_not_told(qtbot, context):
    page = Page(None)
    page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    context.settings.change(shortcuts={"score.lay": "Ctrl+K"})


# --- the card on the settings page ---------------------------------------------------------------------------------


@pytest.fixture
def card(qtbot, context):
    made = KeysCard(context)
    qtbot.addWidget(made)
    made.resize(800, 700)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def press(qtbot, card, id_, key, modifiers=Qt.KeyboardModifier.NoModifier):
    """Ask for other keys and press them, by keyboard alone."""
    field = card.rows[id_].field
    field.setFocus()
    qtbot.keyClick(field, K.Key_Return)
    assert field.is_waiting
    assert field.text() == "Press the new keys…"
    qtbot.keyClick(field, key, modifiers)
    assert not field.is_waiting


def test_every_deed_is_listed_and_those_that_can_be_changed_have_a_button(card):
    assert set(card.rows) == set(ACTIONS)
    for id_, row in card.rows.items():
        assert hasattr(row, "field") is not ACTIONS[id_].fixed
        if hasattr(row, "field"):
            assert row.field.height() >= 44 or not row.field.isVisible()
            assert row.field.accessibleName().startswith(ACTIONS[id_].words)


def test_a_key_is_changed_and_given_back(qtbot, context, card):
    row = card.rows["score.lay"]
    assert not row.reset.isVisible()
    assert not card.reset_button.isEnabled()
    press(qtbot, card, "score.lay", K.Key_J, CONTROL)
    assert context.settings.value.shortcuts == {"score.lay": "Ctrl+J"}
    assert row.field.text() == "Ctrl+J"
    assert row.field.accessibleName() == "Lay out the chosen tiles: Ctrl+J"
    assert row.reset.isVisible()
    qtbot.mouseClick(row.reset, LEFT)
    assert context.settings.value.shortcuts == {}
    assert not row.reset.isVisible()


def test_escape_delete_and_leaving(qtbot, context, card):
    press(qtbot, card, "score.lay", K.Key_Escape)
    assert context.settings.value.shortcuts == {}
    press(qtbot, card, "score.lay", K.Key_Delete)
    assert context.settings.value.shortcuts == {"score.lay": ""}
    assert card.rows["score.lay"].field.text() == "none"
    field = card.rows["undo"].field
    qtbot.mouseClick(field, LEFT)
    qtbot.keyClick(field, K.Key_Control)
    assert field.is_waiting  # for what is held is no key yet
    override = QKeyEvent(QEvent.Type.ShortcutOverride, K.Key_Z, CONTROL)
    override.ignore()
    QApplication.sendEvent(field, override)
    assert override.isAccepted()  # no shortcut takes it meanwhile
    qtbot.keyClick(field, K.Key_Tab)
    assert not field.is_waiting
    assert not field.hasFocus()
    qtbot.mouseClick(field, LEFT)
    card.rows["redo"].field.setFocus()
    assert not field.is_waiting
    qtbot.mouseClick(card.reset_button, LEFT)
    assert context.settings.value.shortcuts == {}


@pytest.mark.parametrize(
    ("id_", "key", "modifiers", "told"),
    [
        ("score.lay", K.Key_A, Qt.KeyboardModifier.NoModifier, "A is needed for typing"),
        ("cards.next-fault", K.Key_Up, ALT, "Move the line"),  # fixed on that page
    ],
)
def test_keys_that_cannot_be_taken_are_refused_in_a_sentence(qtbot, context, card, id_, key, modifiers, told):
    press(qtbot, card, id_, key, modifiers)
    row = card.rows[id_]
    assert told in row.trouble.text()
    assert row.trouble.isVisible()
    assert not row.swap.isVisible()
    assert context.settings.value.shortcuts == {}


def test_a_taken_key_is_told_and_can_be_swapped(qtbot, context, card, heard):
    press(qtbot, card, "score.lay", K.Key_N, CONTROL)
    row = card.rows["score.lay"]
    assert row.trouble.text() == "Ctrl+N is already used for “Clear the hand” (Score)."
    assert row.trouble.text() in heard
    assert context.settings.value.shortcuts == {}
    qtbot.mouseClick(row.swap, LEFT)
    assert context.settings.value.shortcuts == {"score.new": "Ctrl+L", "score.lay": "Ctrl+N"}
    assert (shown("score.new"), shown("score.lay")) == ("Ctrl+L", "Ctrl+N")
    assert not row.trouble.isVisible()
    qtbot.mouseClick(card.rows["score.new"].reset, LEFT)
    assert "Lay out the chosen tiles" in card.rows["score.new"].trouble.text()
    assert shown("score.new") == "Ctrl+L"
    qtbot.mouseClick(card.reset_button, LEFT)
    press(qtbot, card, "score.lay", K.Key_Y, CONTROL)
    qtbot.mouseClick(row.swap, LEFT)  # of several keys the others stay
    assert context.settings.value.shortcuts == {"redo": "Ctrl+Shift+Z", "score.lay": "Ctrl+Y"}
    press(qtbot, card, "print.whole", K.Key_R, CONTROL)  # on pages that never meet a key does two things
    assert shown("print.whole") == shown("solitaire.again") == "Ctrl+R"


# --- the menu ------------------------------------------------------------------------------------------------------


def texts(shown_menu):
    """What the menu says, with the keys that Qt shows at its right."""
    entries = [one for one in shown_menu.actions() if not one.isSeparator()]
    return ["\t".join(filter(None, (one.text(), one.shortcut().toString()))) for one in entries]


def test_the_menu_offers_what_the_page_can_do(qtbot, window):
    page = window.page("score")
    made = window.menu()
    assert texts(made)[:3] == ["Clear the hand\tCtrl+N", "Lay out the chosen tiles\tCtrl+L", "The coach\tH"]
    assert texts(made)[3:] == [
        "Search everything\tCtrl+K",
        "Keyboard shortcuts…",
        "Handbook\tF1",
        "What’s this?\tShift+F1",
        "Welcome…",
        "About",
        "Quit\tCtrl+Q",
    ]
    next(one for one in made.actions() if one.text().startswith("Lay out")).trigger()
    assert page.done == ["lay"]
    made.close()
    page.can_undo = False
    made = window.menu()
    clear = made.actions()[0]
    made.aboutToShow.emit()
    assert not clear.isEnabled()
    made.aboutToHide.emit()
    assert clear.isEnabled()  # for its keys
    window.open_page("table")
    made = window.menu()
    assert texts(made)[0].startswith("Search everything")
    made.close()


@pytest.mark.parametrize("seen", [False, True])
def test_the_menu_leads_to_the_list_of_keys(qtbot, window, seen):
    if seen:
        window.open_page("settings")
        QApplication.processEvents()
        window.open_page("score")
    made = window.menu()
    next(one for one in made.actions() if one.text() == "Keyboard shortcuts…").trigger()
    made.close()
    page = window.page("settings")
    assert window.key == "settings"
    assert page.keys.isVisible()
    assert page.keys.rows["menu"].field.hasFocus()
    qtbot.waitUntil(lambda: 0 <= page.keys.mapTo(window, QPoint()).y() < 160)


def test_alt_alone_f10_and_the_button_open_the_menu_and_alt_with_a_key_does_not(qtbot, context, monkeypatch):
    opened = []
    monkeypatch.setattr(MainWindow, "open_menu", lambda _self: opened.append(1))  # it would wait for a mouse
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.add_page(Stub("score", "Score", "The Score page", widget=Page))
    window.open_page("score")
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    field = window.page("score").field
    field.setFocus()
    qtbot.keyPress(field, K.Key_Alt, ALT)
    qtbot.keyRelease(field, K.Key_Alt)
    assert opened == [1]
    qtbot.keyPress(field, K.Key_Alt, ALT)
    qtbot.keyClick(field, K.Key_1, ALT)
    qtbot.keyRelease(field, K.Key_Alt)
    assert window.page("score").done == ["way"]
    qtbot.keyPress(field, K.Key_Alt, ALT)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowDeactivate))  # Alt and Tab
    qtbot.keyRelease(field, K.Key_Alt)
    assert opened == [1]
    qtbot.keyClick(window, K.Key_F10)
    qtbot.mouseClick(window.rail.menu_button, LEFT)
    assert opened == [1, 1, 1]
