"""The Score page in other words, sizes and themes, on small and large screens, and for those who can't see it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.storage.settings import Settings

K = Qt.Key
RICH = "123m 456p 99s (777z) [1111s] 1f"


def open_everything(desk):
    desk.paste(RICH)
    desk.receipt.why_button.setChecked(True)
    desk.entry.setFocus()
    desk.page.house_action.trigger()
    desk.settle()
    assert QApplication.focusWidget() is desk.entry


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


class TestNothingMoves:
    @pytest.mark.parametrize(("size", "percent"), [((1366, 800), 100), ((1366, 768), 150), ((1024, 700), 200)])
    def test_answers_and_questions_leave_everything_in_its_place(self, desk_at, size, percent):
        desk = desk_at(settings=Settings(text_size=percent, reduced_motion=True)).show(*size)
        page, win = desk.page, desk.win
        still = [page.palette_row, desk.entry, win.ways, win.tile_words, win.last_tile, page.seat, page.save_button]

        def places():
            desk.settle()
            return [one.mapTo(page.window(), QPoint(0, 0)) - page._content.mapTo(page.window(), QPoint(0, 0))
                    if page._content.isAncestorOf(one) else one.mapTo(page.window(), QPoint(0, 0)) for one in still]  # fmt: skip

        desk.paste("123m 456p 99s 222z 777z")
        palette = places()[0]
        desk.pick(win.ways, "draw")
        desk.won_with("9s")
        assert percent == 200 or places()[0] == palette
        assert desk.card.repairs.asks
        desk.click(desk.card.repairs.answers[1])
        assert percent == 200 or places()[0] == palette
        desk.pick(page.seat, "W")
        desk.paste(RICH)
        before = places()
        assert percent > 100 or page.scroller.verticalScrollBar().maximum() == 0
        desk.pick(win.ways, "draw")
        assert places() == before
        desk.won_with("9s")
        assert places() == before
        desk.pick(win.ways, "discard")
        assert places() == before


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
        open_everything(desk)
        page = desk.page
        for _ in range(40):
            desk.key(K.Key_Tab)
            one = QApplication.focusWidget()
            if not page.scroller.isAncestorOf(one):
                continue
            top = one.mapTo(page.scroller.viewport(), QPoint(0, 0)).y()
            assert top < page.scroller.viewport().height()
            assert top + one.height() > 0
