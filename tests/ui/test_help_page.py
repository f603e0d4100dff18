"""The Help page, read as people read it: contents, links, the way back, the search, narrow windows, other looks."""

import re

import pytest
from mjcompanion.ui import shortcuts
from mjcompanion.ui.context import PageContext, SettingsModel
from mjcompanion.ui.pages.help.page import HelpPage
from mjcompanion.ui.theme import look
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from mjcompanion.handbook.texts import order, section
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings
from tests.ui.desk import PageDesk

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
KEYS = [key for key, _ in order()]


class Desk(PageDesk):
    """The Help page."""

    def __init__(self, qtbot, context):
        super().__init__(qtbot, context, HelpPage)

    def show(self, width=1100, height=760):
        return super().show(width, height)

    def press(self, widget, key, modifier=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(widget, key, modifier)

    @property
    def text(self):
        return self.page.text.toPlainText()

    @property
    def title(self):
        return self.text.splitlines()[0]

    def look_for(self, words):
        self.page.search.setFocus()
        self.page.search.clear()
        self.qtbot.keyClicks(self.page.search, words)
        self.qtbot.waitUntil(lambda: not self.page._wait.isActive())

    def found(self):
        return [self.page.results.item(row).text() for row in range(self.page.results.count())]


@pytest.fixture
def desk(qtbot, themed, tmp_path):
    return Desk(qtbot, PageContext(SettingsModel(Settings()), themed, Folders.at(tmp_path)))


def images(page):
    """The pictures in the text: name and alternative text of each."""
    block, found = page.text.document().begin(), []
    while block.isValid():
        for one in block:
            form = one.fragment().charFormat()
            if form.isImageFormat():
                found.append(form.toImageFormat())
        block = block.next()
    return found


def test_every_section_can_be_shown_from_its_top_with_all_its_tiles(desk):
    page = desk.show(940, 700).page
    for key in ("nowhere#at-all", *KEYS):
        page.open_section(key)
        title = section(key if key in KEYS else KEYS[0]).title
        assert desk.title == title
        assert page.text.accessibleName() == title
        assert page.contents.currentItem().text(0) == title
        assert page.text.verticalScrollBar().value() == page.text.textCursor().position() == 0, title
        for one in {image.name() for image in images(page)}:
            picture = page.text.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(one))
            assert not picture.isNull(), (title, one)


def test_walking_through_the_contents_and_clicking_shows_the_sections(desk):
    page = desk.show().page
    page.contents.setFocus()
    desk.press(page.contents, Qt.Key.Key_Down)
    assert desk.title == "The Score page"
    desk.press(page.contents, Qt.Key.Key_Right)
    desk.press(page.contents, Qt.Key.Key_Down)
    assert desk.title == "Choosing rules and winds"
    assert page.contents.hasFocus()
    desk.press(page.contents, Qt.Key.Key_Return)
    assert page.text.hasFocus()
    item = page.contents._items["game"]
    page.contents.scrollToItem(item)
    desk.qtbot.mouseClick(page.contents.viewport(), LEFT, pos=page.contents.visualItemRect(item).center())
    assert desk.title == section("game").title
    cursor = page.text.document().find("Classical")
    desk.qtbot.mouseClick(page.text.viewport(), LEFT, pos=page.text.cursorRect(cursor).center() - QPoint(5, 0))
    assert desk.title == "Classical"


def test_a_link_by_keyboard_and_the_way_back(desk):
    page = desk.show().page
    page.text.setFocus()
    bar = page.text.verticalScrollBar()
    assert not page.back_button.isEnabled()
    while not page.text.textCursor().hasSelection() or page.text.textCursor().selectedText() != "the Table page":
        desk.press(page.text, Qt.Key.Key_Tab)
        assert page.text.hasFocus()
    scrolled = bar.value()
    desk.press(page.text, Qt.Key.Key_Return)
    assert desk.title == "The Table page"
    page.open_section("settlement#chips")
    assert bar.value() > 0
    desk.press(page.text, Qt.Key.Key_Left, ALT)
    assert desk.title == "The Table page"
    desk.press(page, Qt.Key.Key_Left, ALT)
    assert (desk.title, bar.value()) == ("Getting started", scrolled)
    assert not page.back_button.isEnabled()
    desk.press(page, Qt.Key.Key_Right, ALT)
    desk.qtbot.mouseClick(page.forth_button, LEFT)
    assert page.link == "settlement#chips"
    assert not page.forth_button.isEnabled()


def test_a_place_in_a_section_is_scrolled_to(desk):
    page = desk.show().page
    page.open_section("traditional#traditional-lines")
    top = [page.text.cursorForPosition(QPoint(5, y)).block().text() for y in range(2, 60, 8)]
    assert "What scores in the traditional rules" in top
    assert page.text.textCursor().block().text() == "What scores in the traditional rules"


def test_searching_by_keyboard(desk):
    page = desk.show().page
    desk.look_for("kong box")
    assert page.lists.currentWidget() is page.results
    assert "Walls and breaks" in desk.found()
    assert page.count.text() == f"{len(desk.found())} places"
    desk.press(page.search, Qt.Key.Key_Down)
    assert page.results.hasFocus()
    assert page.results.currentRow() == 0
    assert page.text.extraSelections()
    row = desk.found().index("Walls and breaks")
    for _ in range(row):
        desk.press(page.results, Qt.Key.Key_Down)
    assert desk.title == "Walls and breaks"

    def marked():
        return {one.cursor.selectedText().lower() for one in page.text.extraSelections()}

    assert marked() == {"kong", "box"}
    for others in ({"text_size": 150}, {"theme": "dark"}, {"dots": "balls"}):
        desk.context.settings.change(**others)
        assert marked() == {"kong", "box"}, others
    for _ in range(row + 1):
        desk.press(page.results, Qt.Key.Key_Up)
    assert page.search.hasFocus()
    desk.press(page.search, Qt.Key.Key_Escape)
    assert page.lists.currentWidget() is page.contents
    assert page.text.extraSelections() == []


@pytest.mark.parametrize("words", ["kong box", "xylophone"])
def test_how_much_was_found_is_heard(desk, heard, words):
    page = desk.show(640).page
    page.text.setFocus()
    assert not page.left.isVisible()
    (finding,) = [one for one in page.findChildren(shortcuts.BoundAction) if one.spec.id == "find"]
    finding.trigger()
    assert page.search.hasFocus()
    heard.clear()
    desk.look_for(words)
    assert heard == [page.count.text()]
    assert page.count.isVisible()
    if words == "xylophone":
        assert desk.found() == []
        assert page.count.text().startswith("Nothing found")
        desk.press(page.search, Qt.Key.Key_Return)
        assert page.search.hasFocus()


def test_a_narrow_window_shows_one_thing_at_a_time(desk):
    page = desk.show(640).page
    assert page.right.isVisible()
    assert not page.left.isVisible()
    desk.qtbot.mouseClick(page.contents_button, LEFT)
    assert page.left.isVisible()
    assert not page.right.isVisible()
    page.contents.setFocus()
    desk.press(page.contents, Qt.Key.Key_Down)
    assert page.left.isVisible(), "walking on shows nothing else"
    desk.press(page.contents, Qt.Key.Key_Return)
    assert page.right.isVisible()
    assert desk.title == "The Score page"
    desk.qtbot.mouseClick(page.contents_button, LEFT)
    desk.press(page.contents, Qt.Key.Key_Escape)
    assert page.right.isVisible()
    page.resize(1100, 700)
    assert page.left.isVisible()
    assert page.right.isVisible()
    assert not page.contents_button.isVisible()


def test_the_text_follows_size_theme_tiles_and_words(desk):
    page = desk.show().page
    page.open_section("game-tiles")
    page.named.setChecked(True)
    before = {image.name(): image.width() for image in images(page)}
    colour = page.text.document().defaultStyleSheet()
    assert "1 2 3 4 5 6 7 8 9 dots" in desk.text
    desk.context.settings.change(text_size=200, theme="dark", dots="balls")
    assert desk.title == "Tiles and sets"
    assert "1 2 3 4 5 6 7 8 9 balls" in desk.text
    assert all(image.width() > before[image.name()] for image in images(page))
    assert page.text.document().defaultStyleSheet() != colour
    assert page.text.document().defaultFont().pixelSize() == look().body
    page.named.setChecked(False)
    assert "balls)" not in desk.text


def test_the_names_of_tiles_stand_beside_each_picture_and_are_remembered(qtbot, desk):
    page = desk.show().page
    page.open_section("traditional")
    pictures = len(images(page))
    assert not page.named.isChecked()
    page.named.click()
    assert desk.text.count("\N{OBJECT REPLACEMENT CHARACTER} (") == pictures > 100
    again = HelpPage(desk.context)
    qtbot.addWidget(again)
    again.open_section("traditional")
    assert again.named.isChecked()
    assert "\N{OBJECT REPLACEMENT CHARACTER} (" in again.text.toPlainText()
    again.named.click()
    later = HelpPage(desk.context)
    qtbot.addWidget(later)
    assert not later.named.isChecked()


def test_all_keys_are_listed_and_another_one_is_told(desk):
    page = desk.show().page
    page.open_section("keys")
    for spec in shortcuts.ACTIONS.values():
        assert spec.words in desk.text or not spec.keys
        if spec.keys and not spec.shown:
            assert shortcuts.native(shortcuts.keys_of(spec.id)[0]) in desk.text
    page.open_section("score-undo")
    assert shortcuts.shown("undo") in desk.text
    shortcuts.use({"undo": "Ctrl+B"})
    try:
        page._on_settings()
        assert "Ctrl+B" in desk.text
        page.open_section("keys")
        assert "Ctrl+B" in desk.text
    finally:
        shortcuts.use({})


# the example of the first page is what the Score page makes of the same keys


def test_the_first_example_is_true(qtbot, desk):
    from mjcompanion.ui.pages.score.page import ScorePage

    score_page = ScorePage(desk.context)
    qtbot.addWidget(score_page)
    score_page.resize(1180, 780)
    with qtbot.waitActive(score_page):
        score_page.show()
        score_page.activateWindow()
    (typed,) = [line.strip() for line in desk.text.splitlines() if line.strip().endswith("!")]
    told = next(line for line in desk.text.splitlines() if line.startswith("You are South"))
    segment = next(one for one in score_page.seat.segments if one.value == "S")
    qtbot.mouseClick(segment, LEFT)
    score_page.hand_card.entry.setFocus()
    qtbot.keyClicks(score_page.hand_card.entry, typed)
    qtbot.keyClick(score_page, Qt.Key.Key_1, ALT)
    sheet = score_page.model.seen.sheets[0]
    assert re.search(r"(\d+)\W*$", told)[1] == str(sheet.score)
    assert sheet.context.win is not None


@pytest.mark.parametrize("scale", [100, 200])
def test_a_heading_stays_in_sight_while_the_window_takes_its_size(desk, scale):
    desk.context.theme.apply("light", scale)
    desk.page.resize(300, 300)
    desk.page.open_section("referee#referee-classical")
    desk.show(1366, 768)
    text = desk.page.text
    assert text.textCursor().block().text() == "Classical, with the prevailing wind"
    assert 0 <= text.cursorRect().top() < text.viewport().height() // 4
    text.verticalScrollBar().setValue(0)
    desk.page.resize(1000, 700)
    QApplication.processEvents()
    assert text.verticalScrollBar().value() == 0
