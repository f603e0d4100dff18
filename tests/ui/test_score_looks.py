"""The Score page in other words, sizes and themes, on small and large screens, and for those who can't see it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from mjcompanion.scoring.sheet_rows import source_words
from mjcompanion.storage.settings import Settings

K = Qt.Key
RICH = "123m 456p 99s (777z) [1111s] 1f"
STATES = {
    "empty": "",
    "growing": "123m 456p 99s",
    "whole": RICH,
    "long": "[1111z] [2222z] [3333z] [4444z] 55z 1234f1234y",
    "wrong": "11111m (135p) 1f1f",
}


def open_everything(desk, hand):
    if hand:
        desk.paste(hand)
        desk.receipt.why_button.setChecked(True)
    desk.page.house_action.setChecked(True)
    desk.settle()
    desk.page.activateWindow()
    desk.entry.setFocus()
    desk.qtbot.waitUntil(desk.entry.hasFocus)


class TestOneWindow:
    def test_opening_the_house_options_leaves_the_keyboard_where_it_was(self, desk):
        assert QApplication.focusWidget() is desk.entry
        desk.page.house_action.trigger()
        desk.settle()
        assert QApplication.focusWidget() is desk.entry
        desk.type("3b")
        assert str(desk.draft.hand) == "3s"


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
