"""Ctrl+K: one line that finds pages, commands, settings, players, help, and scores a hand that is said."""

import sys

import pytest
from mjcompanion.ui.app import build
from mjcompanion.ui.command_palette.box import CommandPalette
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mjcompanion.i18n import translation
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders, make_folder
from mjcompanion.storage.settings import Settings, save
from tests.ledger.making import play
from tests.ui import walk

K, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier


class Hand:
    """What a person does with the palette of a window."""

    def __init__(self, window):
        self.window = window

    @property
    def box(self):
        return next((one for one in self.window.findChildren(CommandPalette) if not one.isHidden()), None)

    def press(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(QApplication.focusWidget(), key, modifiers)
        walk.settle(self.window)

    def ask(self, text):
        """Open it and type; gives the words of what was found, once the handbook was asked too."""
        if self.box is None:
            self.press(K.Key_K, CTRL)
        self.box.field.clear()
        if text.isascii():
            QTest.keyClicks(QApplication.focusWidget(), text)
        else:
            self.box.field.insert(text)  # as an input method does
        walk.settle(self.window, lambda: not self.box._rest.isActive())
        return [row.words for row in self.box.rows]

    def do(self, text, row=0):
        """Do what was found in this place."""
        self.ask(text)
        for _ in range(row):
            self.press(K.Key_Down)
        self.press(K.Key_Return)
        assert self.box is None

    @property
    def sorts(self):
        return {row.sort for row in self.box.rows}


@pytest.fixture(scope="module")
def whole(qapp, tmp_path_factory):
    folders = Folders.at(tmp_path_factory.mktemp("palette") / "data")
    make_folder(folders.data)
    with Ledger.open(None, folders) as ledger:
        play(ledger, 2)
    save(Settings(reduced_motion=True), folders)
    hook = sys.excepthook
    window = build(qapp, folders)
    window.resize(1280, 800)
    window.show()
    yield window
    walk.close(window)
    sys.excepthook = hook


PLAIN = {"theme": "light", "text_size": 100, "tile_size": "medium", "corner_index": "none", "sound": False}


@pytest.fixture
def hand(whole):
    whole.context.settings.change(**PLAIN)
    whole.open_page("score")
    walk.bring_to_front(whole)
    whole.page("score").focus_first()
    made = Hand(whole)
    yield made
    if made.box is not None:
        made.box.close_box()
    whole.context.settings.change(**PLAIN)


def test_it_opens_by_key_menu_and_rail_and_gives_the_keyboard_back(hand, qtbot):
    before = QApplication.focusWidget()
    for open_ in (
        lambda: hand.press(K.Key_K, CTRL),
        lambda: qtbot.mouseClick(hand.window.rail.search_button, Qt.MouseButton.LeftButton),
        hand.window.search_wanted.emit,
    ):
        open_()
        assert QApplication.focusWidget() is hand.box.field
        hand.press(K.Key_Escape)
        assert hand.box is None
        assert QApplication.focusWidget() is before


@pytest.mark.parametrize(("key", "keys"), [(K.Key_F6, {}), (K.Key_F8, {"go-on": "F8"})])
def test_keys_for_what_lies_behind_do_nothing_there(hand, key, keys):
    """The keyboard stays in the line, and the main button behind it isn't pressed, whichever keys that takes."""
    hand.window.context.settings.change(shortcuts=keys)
    page = hand.window.open_page("solitaire")
    walk.settle(hand.window)
    before = QApplication.focusWidget()
    hand.press(K.Key_K, CTRL)
    hand.press(key)
    assert QApplication.focusWidget() is hand.box.field
    assert page.model.course is None
    hand.press(K.Key_Escape)
    assert QApplication.focusWidget() is before
    hand.window.context.settings.change(shortcuts={})


def test_it_opens_from_a_field_too_and_a_click_beside_it_closes_it(hand, qtbot):
    page = hand.window.open_page("ledger")
    walk.settle(hand.window, lambda: page.entries.loaded)
    page.search_button.setChecked(True)
    page.search.setFocus()
    QTest.keyClicks(page.search, "marchons")
    page.search.home(False)
    hand.ask("ledger")
    assert page.search.text() == "marchons"
    qtbot.mouseClick(hand.box, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert hand.box is None
    assert QApplication.focusWidget() is page.search
    page._on_clear_all()


def test_pages_rules_forms_and_the_handbook_are_found_by_their_names(hand):
    for text, page in (("score", "score"), ("notebook", "ledger"), ("rules classical", "rules")):
        hand.do(text)
        assert hand.window.key == page, text
    assert hand.window.page("rules").model.preset == "classical"
    hand.do("print blank hand sheet")
    assert hand.window.key == "print"
    model = hand.window.page("print").model
    assert (model.form.id, str(model.source_kind)) == ("four-players", "blank")
    hand.ask("what it does not score")
    assert hand.sorts == {"Help"}
    hand.press(K.Key_Return)
    assert hand.window.key == "help"
    assert QApplication.focusWidget() is hand.window.page("help").text


def test_settings_are_set_where_one_is(hand):
    settings, page = hand.window.context.settings, hand.window.key
    for text, name, value in (
        ("dark", "theme", "dark"),
        ("bigger text", "text_size", 120),
        ("smaller text", "text_size", 100),
        ("text size 190", "text_size", 190),
        ("bigger text", "text_size", 200),  # where it ends
        ("tile size 60", "tile_size", 60),
        ("bigger tiles", "tile_size", 70),
        ("sound on", "sound", True),
    ):
        hand.do(text)
        assert getattr(settings.value, name) == value, text
    assert hand.window.key == page
    hand.do("letters on tiles")
    assert hand.window.key == "settings"
    assert hand.window.page("settings").controls["corner_index"].isAncestorOf(QApplication.focusWidget())


def test_a_house_option_takes_the_number_and_shows_itself(hand):
    hand.do("limit 500")
    page = hand.window.page("score")
    assert page.model.draft.options.limit == 500
    assert page.house.controls["limit"].isAncestorOf(QApplication.focusWidget())
    page.house_action.setChecked(False)
    hand.do("limit 400")  # they are folded in by now
    assert page.house.controls["limit"].isVisible()
    assert page.house.controls["limit"].isAncestorOf(QApplication.focusWidget())
    page.house_action.setChecked(False)
    assert "Limit: 400" in hand.ask("limit 400")
    for wrong in ("limit 7", "limit -400"):  # it is even, and above 0
        assert not any(words.startswith("Limit: ") and words != "Limit: no limit" for words in hand.ask(wrong))


def test_a_table_of_doubles_is_offered_no_single_number(hand):
    page = hand.window.page("score")
    page.model.set_rules(Ruleset("hong-kong"))
    found = hand.ask("points by doubles"), hand.ask("points by doubles 5")
    page.model.set_rules(Ruleset("traditional"))
    assert "Points by doubles" in found[0]
    assert "Points by doubles: 5" not in found[1]


def test_a_player_is_renamed(hand):
    assert "Rename Chuck…" in hand.ask("rename")
    hand.do("rename chuck")
    page = hand.window.page("ledger")
    walk.settle(hand.window, lambda: page.player_pane.rename_card.isVisible())
    assert QApplication.focusWidget() is page.player_pane.name_field
    assert page.player_pane.name_field.selectedText() == "Chuck"
    page.player_pane.done()


def test_a_hand_that_is_said_is_scored(hand):
    hand.ask("123c 456d 789b 3 bambo red dragons")
    assert "“bamboo”" in hand.box.note.text()
    assert hand.ask("123c pung of red dragons")[0] == "Score this hand"
    assert hand.box.rows[0].below == "1 character, 2 character, 3 character, red dragon × 3"
    hand.window.open_page("help")
    hand.do("123c 456d pung of red dragons 789b 99b, West, drawn 9b")
    page = hand.window.page("score")
    assert hand.window.key == "score"
    assert len(page.model.hand.tiles) == 14
    assert str(page.model.draft.seat) == "W"
    assert page.model.seen.sheets
    page.model.clear()


def test_the_commands_of_the_page_come_with_their_keys_from_where_they_are_declared(hand):
    hand.window.open_page("ledger")
    walk.settle(hand.window)
    hand.ask("import")
    row = hand.box.rows[0]
    assert row.words == "Import…"  # from the menu behind the button
    hand.press(K.Key_Escape)
    hand.window.open_page("score")
    assert "Paste a hand" in hand.ask("")
    rows = {row.words: row for row in hand.box.rows}
    assert rows["Paste a hand"].keys == "Ctrl+V"
    assert not rows["Lay out the chosen tiles"].can
    assert [*rows].index("Copy as text") < [*rows].index("Quit")  # the page before the window
    assert hand.box.rows[0].can
    hand.do("house rules")
    assert hand.window.page("score").house_action.isChecked()
    hand.window.page("score").house_action.setChecked(False)


def test_a_slip_finds_the_nearest_and_says_so(hand):
    assert "Notebook" in hand.ask("legder")  # as the page was called before
    assert hand.box.note.text() == "Nothing for “legder”. Showing results for “ledger”."
    assert hand.box.note.isVisible()
    assert hand.ask("xqzzt") == []
    assert "Nothing found" in hand.box.note.text()
    hand.press(K.Key_Return)
    assert hand.box is not None


def test_it_is_found_by_its_name_in_the_other_language(hand, monkeypatch):
    assert hand.ask("深色")[0] == "Theme: Dark"
    assert hand.ask("chinese language")[0] == "Language: 简体中文"
    hand.press(K.Key_Escape)
    translation.use("zh_CN")
    try:
        assert hand.ask("dark")[0] == translation._("{title}: {choice}").format(title="主题", choice="深色")
    finally:
        hand.press(K.Key_Escape)
        translation.use(translation.ENGLISH)


def test_the_mouse_chooses_and_arrows_go_round(hand, qtbot):
    hand.ask("theme")
    box = hand.box
    start = box.list.currentIndex().row()
    hand.press(K.Key_Up)
    last = box.list.currentIndex().row()
    assert last == len(box.rows) - 1
    hand.press(K.Key_Down)
    hand.press(K.Key_Tab)
    assert box.list.currentIndex().row() == start + 1
    assert QApplication.focusWidget() is box.field
    hand.ask("theme dark")
    at = box.list.visualRect(box.model.index(0, 0)).center()
    qtbot.mouseClick(box.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert hand.box is None
    assert hand.window.context.settings.value.theme == "dark"


def test_a_screen_reader_is_told(hand, heard):
    heard.clear()
    hand.ask("theme")
    hand.press(K.Key_Down)
    count = len(hand.box.rows)
    assert heard == [f"{count} found", "Theme: Automatic, Setting"]
    faults = [*walk.unnamed(hand.box), *walk.misfits(hand.box), *walk.small(hand.box)]
    assert not faults
    names = [node.name for node in walk.tree(hand.box) if node.role == "ListItem"]
    assert "Theme: Dark, Setting" in names


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_it_fits_and_can_be_read(hand, theme):
    window = hand.window
    for size, text_size in (((1024, 700), 100), ((760, 520), 200)):
        window.context.settings.change(theme=theme, text_size=text_size)
        window.resize(*size)
        hand.ask("setings")
        assert not list(walk.faint(hand.box))
        card = hand.box.card
        assert window.rect().contains(card.geometry())
        assert card.geometry().contains(walk.place(hand.box.list, hand.box))
        assert hand.box.list.height() >= hand.box.list.sizeHintForRow(0)
        hand.press(K.Key_Escape)
    window.resize(1280, 800)
