"""The Score page in other words, sizes and themes, on small and large screens, and for those who can't see it."""

import pytest
from mjcompanion.ui.theme import look
from mjcompanion.ui.widgets import Segmented, TextLabel
from mjcompanion.ui.widgets.tiles import TileButton
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QSpinBox, QWidget

from mjcompanion.scoring.sheet_rows import source_words
from mjcompanion.storage.settings import Settings

pytestmark = pytest.mark.in_turn

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

    @pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
    def test_themes_differ(self, desk, theme):
        desk.paste(RICH)
        desk.context.settings.change(theme=theme)
        picture = desk.page.grab().toImage()
        desk.context.settings.change(theme="light" if theme != "light" else "dark")
        assert desk.page.grab().toImage() != picture

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
        port = page.scroller.viewport().width()
        assert page.scroller.horizontalScrollBar().maximum() == 0
        assert page.scroller.widget().width() == port
        outside, cut = [], []
        for one in visible(page):
            box = QRect(one.mapTo(page.scroller.widget(), QPoint(0, 0)), one.size())
            if box.left() < 0 or box.right() >= port:
                outside.append((type(one).__name__, one.accessibleName(), box))
            if isinstance(one, QLabel) and one.wordWrap():
                need = one.heightForWidth(one.width())
                if one.text() and need > one.height() + 1:
                    cut.append((one.text(), one.height(), need))
                longest = max(map(one.fontMetrics().horizontalAdvance, one.text().split()), default=0)
                if longest > one.width():
                    cut.append((one.text(), one.width(), longest))
            elif isinstance(one, (QLabel, QAbstractButton, QComboBox)):
                hint = one.sizeHint()
                if isinstance(one.parent(), Segmented):  # some of the room around its word can go
                    hint.setWidth(hint.width() - 10)
                if one.width() < hint.width() or one.height() < min(hint.height(), 200):
                    cut.append((type(one).__name__, one.accessibleName() or one.text(), one.size(), hint))
            elif isinstance(one, QLineEdit) and one.placeholderText() and not one.text():
                need = one.fontMetrics().horizontalAdvance(one.placeholderText())
                if need > one.width() - 4:
                    cut.append((one.placeholderText(), one.width(), need))
        assert outside == []
        assert cut == []

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

    def test_the_spins_show_their_words(self, room):
        room.rules("kemp-chinese")
        open_everything(room, STATES["whole"])
        for spin in visible(room.page, QSpinBox):
            need = spin.fontMetrics().horizontalAdvance(spin.text())
            assert spin.lineEdit().width() >= need, spin.text()


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

    def walk(self, interface):
        if interface is None or not interface.isValid():
            return
        yield interface
        for at in range(interface.childCount()):
            yield from self.walk(interface.child(at))

    def test_every_control_has_a_name(self, opened):
        found = 0
        nameless = []
        for interface in self.walk(QAccessible.queryAccessibleInterface(opened.page)):
            state = interface.state()
            if state.invisible or not (state.focusable or interface.role() is QAccessible.Role.Button):
                continue
            found += 1
            if not interface.text(QAccessible.Text.Name).strip():
                nameless.append((interface.role(), type(interface.object()).__name__))
        assert found > 60
        assert nameless == []

    def test_names_of_lists_and_groups(self, opened):
        page = opened.page
        for one in (page.seat, page.round, page.result, opened.card, opened.card.hand_row, opened.card.laid_row,
                    page.palette_row, opened.win.ways, opened.receipt, page.rules_choice, opened.entry):  # fmt: skip
            assert QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)

    def test_two_controls_of_one_kind_have_two_names(self, opened):
        names = [one.accessibleName() or one.text() for one in visible(opened.page, QAbstractButton)
                 if not isinstance(one, TileButton) and one.parent() not in (opened.page.seat, opened.page.round)]  # fmt: skip
        assert sorted(set(names)) == sorted(names)

    def test_targets_can_be_hit(self, opened):
        small = []
        for one in visible(opened.page):
            clickable = isinstance(one, (QAbstractButton, QComboBox, QSpinBox)) or one is opened.entry
            if clickable and (one.height() < 32 or one.width() < 24):
                small.append((one.accessibleName(), one.size()))
        assert small == []

    def test_tab_reaches_everything_and_comes_round(self, opened):
        wanted = {
            one
            for one in opened.page.findChildren(QWidget)
            if one.isVisible()
            and one.window() is opened.page
            and one.focusPolicy() & Qt.FocusPolicy.TabFocus
            and one.isEnabled()
            and one.focusProxy() is None
        }
        start = QApplication.focusWidget()
        seen = [start]
        for _ in range(len(wanted) + 5):
            opened.key(K.Key_Tab)
            if QApplication.focusWidget() is start:
                break
            seen.append(QApplication.focusWidget())
        assert QApplication.focusWidget() is start
        assert len(seen) == len(set(seen))
        spins = {spin.lineEdit() for spin in visible(opened.page, QSpinBox)}
        assert {one.accessibleName() for one in wanted - set(seen) - spins} == set()
        assert opened.entry in seen

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

    def test_tab_goes_through_the_page_card_by_card(self, opened):
        page = opened.page
        parts = {"palette": page.palette_row, "win": opened.win, "hand": opened.card, "house": page.house,
                 "sheet": opened.receipt}  # fmt: skip
        met = []
        for _ in range(100):
            one = QApplication.focusWidget()
            part = next((name for name, card in parts.items() if card is one or card.isAncestorOf(one)), "head")
            if met[-1:] != [part]:
                met.append(part)
            opened.key(K.Key_Tab)
            if QApplication.focusWidget() is opened.entry:
                break
        assert met[0] == "hand"
        assert met[1] in ("palette", "win", "sheet")
        if met[-1] == "hand":
            met.pop()  # we began in its middle
        assert len(met) == len(set(met))
        assert met.index("palette") < met.index("sheet")

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

    def test_every_sentence_is_plain_text(self, opened):
        for one in visible(opened.page, QLabel):
            if one.text():
                assert isinstance(one, TextLabel)
                assert one.textFormat() is Qt.TextFormat.PlainText

    def test_lines_say_what_they_are_worth(self, desk):
        desk.paste(RICH)
        line = next(one for one in desk.receipt.lines if one.row.label.startswith("Exposed pung of red"))
        interface = QAccessible.queryAccessibleInterface(line)
        assert interface.text(QAccessible.Text.Name) == f"{line.row.label}: {line.row.figures}"
        assert source_words(line.row.source) in interface.text(QAccessible.Text.Description)

    def test_what_is_wrong_is_announced(self, desk):
        desk.paste(STATES["wrong"])
        assert "something is wrong" in desk.in_hand("1m").accessibleDescription()
