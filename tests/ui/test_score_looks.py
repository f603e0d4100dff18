"""The Score page in other words, sizes and themes, on small and large screens, and for those who can't see it."""

import pytest
from mjcompanion.ui.theme import look
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from mjcompanion.scoring.sheet_rows import source_words
from mjcompanion.storage.settings import Settings
from tests.ui import wording

K = Qt.Key
RICH = "123m 456p 99s (777z) [1111s] 1f"
STATES = {
    "empty": "",
    "growing": "123m 456p 99s",
    "whole": RICH,
    "long": "[1111z] [2222z] [3333z] [4444z] 55z 1234f1234y",
    "wrong": "11111m (135p) 1f1f",
}
SIZES = [(1024, 700), (1920, 1080)]


def open_everything(desk, hand):
    if hand:
        desk.paste(hand)
        desk.receipt.why_button.setChecked(True)
    desk.page.house_action.setChecked(True)
    desk.settle()
    desk.page.activateWindow()
    desk.entry.setFocus()
    desk.qtbot.waitUntil(desk.entry.hasFocus)


@pytest.fixture
def desk(desk_at):
    """A new page for each test: another look is put on every page there is."""
    return desk_at().show()


class Windows(QObject):
    """Notes every window that comes on the screen."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def eventFilter(self, watched, event):
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.seen.append(f"{type(watched).__name__} {watched.accessibleName()}")
        return False


@pytest.fixture
def windows(qapp):
    watcher = Windows()
    qapp.installEventFilter(watcher)
    yield watcher.seen
    qapp.removeEventFilter(watcher)


class TestOneWindow:
    def test_nothing_flashes_up_beside_the_page(self, windows, desk_at):
        desk = desk_at().show()
        desk.paste(RICH)
        for rules in ("kemp-chinese", "simple", "traditional"):
            desk.rules(rules)
        desk.page.house_action.setChecked(True)
        for rules in ("kemp-chinese", "simple", "traditional"):
            desk.rules(rules)
        desk.settle()
        assert windows == ["ScorePage "]

    def test_opening_the_house_options_leaves_the_keyboard_where_it_was(self, desk):
        assert QApplication.focusWidget() is desk.entry
        desk.page.house_action.trigger()
        desk.settle()
        assert QApplication.focusWidget() is desk.entry
        desk.type("3b")
        assert str(desk.draft.hand) == "3s"


def visible(page, kind=QWidget):
    return [one for one in page.scroller.widget().findChildren(kind) if one.isVisible()]


class TestSettings:
    def test_words(self, desk):
        desk.paste(RICH)
        desk.choose("9s")
        desk.context.settings.change(bamboos="bams", red="chung", white="soap", dots="balls", characters="craks")
        texts = [row.label for row in desk.receipt.rows]
        assert "Exposed pung of chungs" in texts
        assert "Concealed kong of 1 bams" in texts
        for tile, name in (
            ("3s", "3 bam, 4 left"),
            ("7z", "chung, 1 left"),
            ("5z", "soap, 4 left"),
            ("4p", "4 ball, 3 left"),
        ):
            assert desk.face(tile).accessibleName() == name
            assert desk.face(tile).toolTip().startswith(name)
        assert desk.in_hand("9s").accessibleName() == "9 bam"
        assert desk.card.laid_row.buttons[0].accessibleName() == "chung, exposed pung of chungs"
        assert any(button.accessibleName() == "9 bam" for button in desk.win.tile_row.buttons)
        assert desk.model.chosen
        desk.check()

    @pytest.mark.exhaustive(keep=3)
    @pytest.mark.parametrize(
        "change",
        [
            {"tile_size": "small"},
            {"tile_size": "large"},
            {"tile_size": 120},
            {"corner_index": "large"},
            {"text_size": 200},
            {"theme": "dark"},
            {"theme": "high-contrast"},
            {"reduced_motion": False},
        ],
        ids=str,
    )
    def test_other_looks_keep_everything(self, desk, change):
        desk.paste(RICH)
        desk.pick(desk.win.ways, "draw")
        desk.won_with("9s")
        desk.choose("4p")
        desk.type("3", desk.entry)
        draft, rows, total = desk.draft, desk.receipt.rows, desk.check()
        desk.context.settings.change(**change)
        desk.settle()
        assert desk.draft == draft
        assert desk.receipt.rows == rows
        assert desk.check() == total
        assert len(desk.model.chosen) == 1
        assert desk.entry.text() == "3"
        assert desk.model.stack.canUndo()
        assert not desk.page.grab().isNull()

    def test_larger_tiles_are_larger(self, desk):
        desk.context.settings.change(tile_size=34)
        desk.settle()
        small = desk.face("5p").width()
        desk.context.settings.change(tile_size=70)
        desk.settle()
        assert desk.face("5p").width() > small

    def test_without_a_change_of_words_nothing_is_lost_by_switching_back(self, desk):
        desk.paste(RICH)
        names = [button.accessibleName() for button in desk.page.palette_row.buttons]
        desk.context.settings.change(dots="balls")
        desk.context.settings.change(dots="dots")
        assert [button.accessibleName() for button in desk.page.palette_row.buttons] == names


class TestRoom:
    @pytest.fixture(params=[(size, percent) for size in SIZES for percent in (100, 200)], ids=str)
    def room(self, desk_at, request):
        size, percent = request.param
        desk = desk_at(settings=Settings(text_size=percent, reduced_motion=True)).show(*size)
        desk.settle()
        assert (desk.page.width(), desk.page.height()) == size
        assert look().scale == percent / 100
        return desk

    @pytest.mark.exhaustive(keep=3)
    @pytest.mark.parametrize("state", STATES)
    def test_nothing_is_cut(self, room, state):
        open_everything(room, STATES[state])
        page = room.page
        assert page.scroller.horizontalScrollBar().maximum() == 0
        assert wording.cut_off(page) == []

    @pytest.mark.exhaustive(keep=3)
    @pytest.mark.parametrize("state", STATES)
    def test_nothing_overlaps(self, room, state):
        open_everything(room, STATES[state])
        cards = [room.card.felt, room.card.tools, room.receipt, room.page.house]
        cards += [room.win] if room.win.isVisible() else []
        boxes = [QRect(one.mapTo(room.page, QPoint(0, 0)), one.size()) for one in cards]
        for at, box in enumerate(boxes):
            assert not any(box.intersects(other) for other in boxes[at + 1 :])
        for row in (room.page.palette_row, room.card.hand_row, room.card.laid_row):
            fronts = [button.front.toRect().translated(button.pos()) for button in row.buttons]
            for at, box in enumerate(fronts):
                assert row.rect().adjusted(-1, -1, 1, 1).contains(box), (row.accessibleName(), at)
                assert not any(box.intersects(other) for other in fronts[at + 1 :]), (row.accessibleName(), at)

    def test_the_whole_page_can_be_scrolled_to(self, room):
        open_everything(room, STATES["long"])
        lines = room.receipt.lines[0].parentWidget()  # they scroll above the total
        seen = [one for one in visible(room.page) if one is not lines and not lines.isAncestorOf(one)]
        bottom = max(one.mapTo(room.page.scroller.widget(), QPoint(0, one.height())).y() for one in seen)
        assert lines.height() >= max(one.geometry().bottom() for one in room.receipt.lines if lines.isAncestorOf(one))
        assert bottom <= room.page.scroller.widget().height()
        reach = room.page.scroller.verticalScrollBar().maximum() + room.page.scroller.viewport().height()
        assert reach >= bottom


class TestOneScreen:
    def test_a_hand_and_its_score_need_no_scrolling(self, desk_at):
        desk = desk_at().show(1366, 800)
        desk.paste(RICH)
        desk.settle()
        assert desk.page.scroller.verticalScrollBar().maximum() == 0


class TestNothingMoves:
    @pytest.mark.parametrize(("size", "percent"), [((1366, 768), 100), ((1366, 768), 150), ((1024, 700), 200)])
    def test_answers_leave_everything_in_its_place(self, desk_at, size, percent):
        desk = desk_at(settings=Settings(text_size=percent, reduced_motion=True)).show(*size)
        desk.pick(desk.page.seat, "W")
        desk.paste("123m 456p 99s (777z) [1111s] 1f")
        page, win = desk.page, desk.win
        still = [page.palette_row, desk.entry, win.ways, win.tile_words, win.last_tile, page.seat, page.save_button]

        def places():
            desk.settle()
            return [one.mapTo(page.window(), QPoint(0, 0)) - page._content.mapTo(page.window(), QPoint(0, 0))
                    if page._content.isAncestorOf(one) else one.mapTo(page.window(), QPoint(0, 0)) for one in still]  # fmt: skip

        before = places()
        desk.pick(win.ways, "draw")
        assert places() == before
        desk.won_with("9s")
        assert places() == before
        desk.pick(win.ways, "discard")
        assert places() == before

    def test_a_win_is_told_once(self, desk):
        found = []
        desk.page.scored.connect(found.append)
        desk.pick(desk.page.seat, "W")
        desk.paste("123m 456p 99s (777z) [1111s] 1f")
        desk.pick(desk.win.ways, "draw")
        assert found == []
        desk.won_with("9s")
        desk.choose("4p")
        assert [sheet.score for sheet in found] == [desk.total()]


class TestAccess:
    @pytest.fixture(params=["empty", "whole", "wrong"])
    def opened(self, desk, request):
        open_everything(desk, STATES[request.param])
        return desk

    def test_tab_goes_back_the_same_way(self, opened):
        forth = []
        for _ in range(8):
            opened.key(K.Key_Tab)
            forth.append(QApplication.focusWidget())
        back = []
        for _ in range(7):
            opened.key(K.Key_Backtab, modifiers=Qt.KeyboardModifier.ShiftModifier)
            back.append(QApplication.focusWidget())
        assert back == forth[-2::-1]

    def test_what_is_asked_comes_into_sight_and_then_what_the_hand_is_worth(self, desk_at, qtbot):
        desk = desk_at(settings=Settings(text_size=200, reduced_motion=True)).show(1024, 700)

        def in_sight(widget):
            top = widget.mapTo(desk.page.scroller.viewport(), QPoint(0, 0)).y()
            return top >= 0 and top + widget.height() <= desk.page.scroller.viewport().height()

        qtbot.keyClicks(desk.entry, "234d567c88b(777z)345b")
        qtbot.waitUntil(lambda: in_sight(desk.win.ways))
        qtbot.keyClicks(desk.entry, "!")
        qtbot.keyClick(desk.entry, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(lambda: in_sight(desk.card.hand_row))
        assert desk.receipt.total.isVisible()

    def test_what_has_the_keyboard_is_scrolled_to(self, desk_at):
        desk = desk_at(settings=Settings(text_size=200, reduced_motion=True)).show(1024, 700)
        open_everything(desk, RICH)
        page = desk.page
        for _ in range(40):
            desk.key(K.Key_Tab)
            one = QApplication.focusWidget()
            if not page.scroller.isAncestorOf(one):
                continue
            top = one.mapTo(page.scroller.viewport(), QPoint(0, 0)).y()
            assert top < page.scroller.viewport().height()
            assert top + one.height() > 0

    def test_lines_say_what_they_are_worth(self, desk):
        desk.paste(RICH)
        line = next(one for one in desk.receipt.lines if one.row.label.startswith("Exposed pung of red"))
        interface = QAccessible.queryAccessibleInterface(line)
        assert interface.text(QAccessible.Text.Name) == f"{line.row.label}: {line.row.figures}"
        assert source_words(line.row.source) in interface.text(QAccessible.Text.Description)

    def test_what_is_wrong_is_announced(self, desk):
        desk.paste(STATES["wrong"])
        assert "something is wrong" in desk.in_hand("1m").accessibleDescription()
