"""Entering a hand on the Score page, by mouse, keyboard, drag and clipboard: the total is always the engine's."""

import pytest
from mjcompanion.ui.hand.model import Laying
from mjcompanion.ui.widgets.tiles import TileState
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.core.hand import FEATS, By, Hand
from mjcompanion.core.notation import NotationStyle
from mjcompanion.core.tiles import FACES, FLOWER_TILES, Wind
from mjcompanion.rulesets import RULESETS
from mjcompanion.scoring.draft import Draft

K = Qt.Key
WHOLE = "123m 456p 99s (777z) [1111s] 1f"
WHOLE_FACTS = {"seat": "S", "win": {"tile": "9s", "by": "draw", "last_tile": False}}


def hand_of(desk):
    return str(desk.draft.hand)


class TestPalette:
    def test_every_face_adds_its_tile_counts_down_and_names_its_key(self, desk):
        for tile in FACES:
            button = desk.face(str(tile))
            copies = 1 if tile in FLOWER_TILES else 4
            assert button.face.left is None
            for left in reversed(range(copies)):
                desk.click(button)
                assert button.face.left == left
                assert desk.draft.hand.tiles.count(tile) == copies - left
                desk.check()
            assert button.state & TileState.NONE_LEFT
            before, said = desk.draft, len(desk.said)
            desk.click(button)
            assert desk.draft == before
            assert len(desk.said) == said + 1
            desk.click(desk.card.clear_button)
            desk.type(button.face.hint.removeprefix("Key: "))
            assert desk.draft.hand.tiles == (tile,)
            while desk.entry.text():
                desk.key(K.Key_Backspace)
            assert desk.draft.entries == ()


class TestTyping:
    @pytest.mark.parametrize(
        ("keys", "hand"),
        [
            ("123456789c", "123456789m"),
            ("eswnrg0", "1234567z"),
            ("f1f2f3f4y1y2y3y4", "1234f1234y"),
            ("3B F2 Y3 R E", "3s17z 2f3y"),
            ("1b, 2b; 3b", "123s"),
            ("44b 66c 8b ", "66m448s"),
            ("(345d)(rrr)[1111b]", "(345p) (777z) [1111s]"),
            ("10b", ""),
        ],
    )
    def test_keys(self, desk, keys, hand):
        desk.type(keys)
        assert hand_of(desk) == hand
        desk.check()

    def test_each_key_counts_at_once_and_the_line_stays_until_enter(self, desk):
        desk.type("12")
        assert hand_of(desk) == ""
        desk.type("d")
        assert desk.entry.text() == "12d"
        assert hand_of(desk) == "12p"
        desk.type(" 3")
        assert hand_of(desk) == "12p"
        desk.key(K.Key_Backspace)
        desk.key(K.Key_Return)
        assert desk.entry.text() == ""
        assert hand_of(desk) == "12p"

    def test_a_slip_in_the_middle_of_the_line_is_put_right_there(self, desk):
        desk.type("123d 55b 789c")
        desk.entry.setCursorPosition(len("123d 5"))
        desk.key(K.Key_Backspace)
        desk.type("7")
        assert desk.entry.text() == "123d 75b 789c"
        assert hand_of(desk) == hand_text("123p 57s 789m")
        desk.check()

    @pytest.mark.parametrize("keys", ["x5", "b", "9z", "f9", "5f", ")", "hello", "3 bambo", "(3)", "[)", "#", "12"])
    def test_what_cannot_be_read_stays_underlined_and_is_told(self, desk, keys):
        desk.type("5m ")
        desk.type(keys)
        desk.key(K.Key_Return)
        assert hand_of(desk) == "5m"
        assert desk.entry.text() == f"5m {keys}"
        assert desk.entry._underlined
        assert desk.status.endswith((".", "?"))
        assert desk.said == []
        desk.tap("1m")
        assert hand_of(desk) == "15m"
        assert set(desk.entry.text()) <= set(keys)
        desk.check()

    def test_a_sentence_is_enough(self, desk, engine):
        desk.type("pung of red dragns, 3b")
        assert "dragon" in desk.status
        assert hand_of(desk) == "3s (777z)"
        desk.click(desk.card.clear_button)
        desk.type("pung of red dragons, kong 1 bam concealed, 123 crak, 456 dots, pair 9 bam, plum, South, drawn 9 bam")
        assert hand_of(desk) == hand_text(WHOLE)
        assert desk.check() == engine(WHOLE, **WHOLE_FACTS) == 108
        desk.key(K.Key_Return)
        assert desk.entry.text() == ""
        assert desk.check() == 108

    def test_an_exclamation_mark_says_that_the_last_tile_won(self, desk):
        desk.type("123m9b!")
        assert str(desk.draft.tile) == "9s"
        assert hand_of(desk) == "123m9s"
        desk.type(" f1!")
        assert desk.status == "“!” at character 11 belongs right after the winning tile."
        assert str(desk.draft.tile) == "9s"
        desk.check()

    def test_a_fifth_copy_by_typing_is_marked_and_can_be_taken_away(self, desk):
        desk.type("33333b")
        assert desk.status == "There is a fifth 3 bamboo. A set has only four."
        assert desk.card.repairs.question.text() == "One 3 bamboo too many?"
        assert all(face.state & TileState.WRONG for face in desk.card.hand_row.faces)
        desk.click(desk.card.repairs.answers[0])
        assert hand_of(desk) == "3333s"
        assert not any(face.state & TileState.WRONG for face in desk.card.hand_row.faces)
        assert not desk.card.repairs.asks
        desk.check()

    def test_a_kong_typed_as_tiles_is_asked_about_and_laid_out_with_one_click(self, desk):
        desk.type("1111b 123c 456d 99brrr")
        assert desk.card.repairs.question.text() == "Four 1 bamboos: a kong?"
        concealed, exposed, no = [*desk.card.repairs.answers, desk.card.repairs.no_button]
        assert [one.text() for one in (concealed, exposed, no)] == ["Concealed", "Exposed", "No"]
        desk.click(concealed)
        assert hand_of(desk) == hand_text("123m456p99s777z [1111s]")
        assert desk.model.seen.unanswered == ("how-won", "winning-tile")
        desk.click(desk.card.undo_button)
        desk.click(exposed)
        assert "(1111s)" in hand_of(desk)
        desk.click(desk.card.undo_button)
        desk.click(no)
        assert not desk.card.repairs.asks or desk.card.repairs.question.text() != "Four 1 bamboos: a kong?"
        desk.check()

    def test_a_hand_that_other_rules_score_is_added_to_the_house_rules_with_one_click(self, desk):
        desk.type("19c19d19beswn0grr")
        assert [one.code for one in desk.page.model.seen.missing] == ["special-hand"]
        (answer,) = desk.card.repairs.answers
        desk.click(answer)
        assert [row.id for row in desk.draft.options.rows] == ["thirteen-orphans"]
        assert desk.page.model.seen.sheet.score == 300
        desk.click(desk.card.undo_button)
        assert not desk.page.model.seen.sheets
        desk.click(desk.card.repairs.no_button)
        assert not desk.card.repairs.asks

    def test_a_robbed_kong_offers_the_tiles_that_can_have_been_robbed(self, desk):
        desk.type("123c 456d 99b rrr 111b ")
        desk.pick(desk.win.ways, "robbed-kong") if desk.win.ways.value is None else None
        assert [str(face.tile) for face in desk.win.tile_row.faces] == ["1m", "2m", "3m", "4p", "5p", "6p"]

    def test_the_seat_is_asked_where_nobody_said_it_and_it_matters(self, desk):
        desk.paste("123m 456p 99s 222z 777z")
        desk.pick(desk.win.ways, "draw")
        desk.won_with("9s")
        assert desk.card.repairs.question.text() == "Which seat are you?"
        before = desk.total()
        south = next(
            one for one in [*desk.card.repairs.answers, desk.card.repairs.no_button] if one.text().startswith("S:")
        )
        desk.click(south)
        assert desk.draft.seat == "S"
        assert desk.total() > before
        assert south.text() == f"S: {desk.total()}"
        assert not desk.card.repairs.asks
        desk.pick(desk.page.seat, "E")
        assert not desk.card.repairs.asks

    def test_an_enter_too_many_chooses_no_winning_tile(self, desk):
        desk.type("123c 456d 99b 111b rrr, drawn")
        desk.key(K.Key_Return)
        assert QApplication.focusWidget() in desk.win.tile_row.buttons
        for key in (K.Key_Return, K.Key_Space, K.Key_Enter):
            desk.key(key)
            assert desk.draft.tile is None
        desk.key(K.Key_Right)
        desk.key(K.Key_Space)
        assert str(desk.draft.tile) == "2m"

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("I am West, 123c 456d 99b sss rrr, drawn 9 bambo", "“bambo” at character 43 isn’t known. Perhaps"),
            ("123c 456d 99b sss rrr!, drawn 9b", "“9b” at character 31 contradicts what was said before it."),
            ("123m 45x", "“45” at character 6 needs a letter after it"),
        ],
    )
    def test_words_that_can_not_be_pasted_are_named_and_nothing_in_them_was_said(self, desk, text, told):
        desk.paste(text)
        assert desk.said[-1].startswith(told)
        desk.type("123c 456d 99b sss rrr, drawn 9b")
        assert desk.card.repairs.question.text() == "Which seat are you?"
        for enter in (desk.type, desk.paste):
            desk.click(desk.card.clear_button)
            enter("123c 456d 99b sss rrr, East, drawn 9b")
            assert desk.total() is not None
            assert not desk.card.repairs.asks

    def test_only_what_can_be_read_is_typed_at_the_question_which_tile_won(self, desk):
        desk.paste("123m 456p 99s 777z 111s")
        desk.pick(desk.win.ways, "draw")
        for key in (K.Key_Escape, K.Key_Delete):
            desk.win.tile_row.buttons[0].setFocus()
            desk.key(key)
            assert desk.entry.text() == ""

    def test_a_drawn_tile_that_is_laid_out_is_asked_for_again(self, desk):
        desk.paste("555m 123p 456s 777z 99s")
        desk.pick(desk.win.ways, "draw")
        desk.won_with("5m")
        desk.choose("5m 5m 5m")
        desk.click(desk.card.lay_button)
        assert desk.draft.tile is None
        assert desk.model.seen.unanswered == ("winning-tile",)
        desk.click(desk.card.undo_button)
        assert str(desk.draft.tile) == "5m"
        desk.check()

    def test_backspace_takes_keys_then_tiles_and_sets_whole(self, desk):
        desk.tap("1s 2s")
        desk.type("34b")
        for text, hand in (("34", "12s"), ("3", "12s"), ("", "12s")):
            desk.key(K.Key_Backspace)
            assert desk.entry.text() == text
            assert hand_of(desk) == hand
        for hand in ("1s", "", ""):
            desk.key(K.Key_Backspace)
            assert hand_of(desk) == hand
            desk.check()
        desk.type("5b(345d")
        assert hand_of(desk) == "345p5s"
        desk.type(")")
        assert hand_of(desk) == "5s (345p)"
        desk.key(K.Key_Backspace)
        assert hand_of(desk) == "345p5s"
        desk.type(")")
        desk.key(K.Key_Return)
        desk.key(K.Key_Backspace)
        assert hand_of(desk) == "5s"

    def test_an_input_method_brings_tiles_and_jokers_have_no_place(self, desk):
        desk.commit("🀙🀄")
        assert hand_of(desk) == "1p7z"
        desk.check()
        desk.commit("🀪")
        assert desk.status == "A joker has no place in this game. Jokers belong to American hands."

    def test_from_anywhere_on_the_page(self, desk):
        desk.tap("9m 9m")
        places = [
            desk.page,
            desk.face("5p"),
            desk.in_hand("9m"),
            desk.page.seat.segments[0],
            desk.card.laying.segments[0],
            desk.page.more_button,
            desk.receipt.why_button,
            desk.card.undo_button,
        ]
        for count, place in enumerate(places, 1):
            place.setFocus(Qt.FocusReason.TabFocusReason)
            desk.type("1", place)
            desk.type("c" if count <= 4 else "d")
            assert desk.draft.hand.size == 2 + count, place
        assert hand_of(desk) == "111199m1111p"
        desk.face("5p").setFocus(Qt.FocusReason.TabFocusReason)
        desk.key(K.Key_Backspace)
        assert desk.draft.hand.size == 9
        desk.check()


@pytest.mark.parametrize("where", ["the field", "a tile", "a button"])
def test_each_shortcut_works_from_wherever_the_keyboard_is(desk, where):
    desk.type("3b3b")
    place = {"the field": desk.entry, "a tile": desk.face("5p"), "a button": desk.card.undo_button}[where]
    place.setFocus(Qt.FocusReason.TabFocusReason)
    desk.control(K.Key_Z, place)
    assert hand_of(desk) == "3s"
    desk.control(K.Key_Y, place)
    assert hand_of(desk) == "33s"
    desk.clipboard("")
    desk.control(K.Key_C, place)
    assert "33s" in QApplication.clipboard().text()
    desk.key(K.Key_Return, desk.entry)
    desk.choose("3s")
    desk.key(K.Key_Escape, place)
    assert not desk.model.chosen
    for key, left in ((K.Key_Backspace, "3s"), (K.Key_Delete, "")):
        desk.choose("3s")
        desk.key(key, place)
        assert hand_of(desk) == left
    desk.clipboard("123m (777z)")
    desk.control(K.Key_V, place)
    assert hand_of(desk) == "123m (777z)"
    desk.check()
    desk.choose("1m 2m 3m")
    desk.control(K.Key_L, place)
    assert hand_of(desk) == "(123m) (777z)"
    desk.control(K.Key_N, place)
    assert hand_of(desk) == ""


class TestHandRow:
    @pytest.mark.parametrize(
        ("chosen", "lay", "kong", "won"),
        [
            ("1m", False, False, True),
            ("1m 2m", False, False, False),
            ("1m 2m 3m", True, False, False),
            ("1m 3m 2m", True, False, False),
            ("7z 7z 7z", True, False, False),
            ("7z 7z 7z 7z", True, True, False),
            ("7z 7z", False, False, False),
            ("1m 2m 7z", False, False, False),
        ],
    )
    def test_what_can_be_done_with_chosen_tiles(self, desk, chosen, lay, kong, won):
        desk.type("123m7777z")
        desk.choose(chosen)
        card = desk.card
        buttons = (card.lay_button, card.kong_button, card.won_button)
        assert tuple(button.isEnabled() for button in buttons) == (lay, kong, won)
        assert all(button.isEnabled() or button.toolTip() for button in buttons)

    def test_it_won_and_what_is_removed(self, desk, engine):
        desk.paste(WHOLE)
        desk.pick(desk.page.seat, "S")
        desk.choose("9s")
        desk.click(desk.card.won_button)
        desk.pick(desk.win.ways, "draw")
        assert desk.check() == engine(WHOLE, **WHOLE_FACTS)
        drawn = [face.tile for face in desk.card.hand_row.faces if face.state & TileState.WON]
        assert drawn == list(Hand.parse("9s").concealed)
        desk.pick(desk.page.result, "lost")
        desk.choose("9s")
        assert not desk.card.won_button.isEnabled()
        desk.choose("1m")
        desk.click(desk.card.remove_button)
        assert hand_of(desk) == "23m456p9s (777z) [1111s] 1f"
        assert desk.model.chosen == set()
        desk.check()


class TestLayingOut:
    @pytest.mark.parametrize(
        ("how", "tile", "hand"),
        [
            (Laying.CHOW, "3p", "(345p)"),
            (Laying.CHOW, "8p", "(789p)"),
            (Laying.CHOW, "9s", "(789s)"),
            (Laying.PUNG, "7z", "(777z)"),
            (Laying.KONG, "1m", "(1111m)"),
            (Laying.CONCEALED_KONG, "1s", "[1111s]"),
            (Laying.HAND, "1s", "1s"),
        ],
    )
    def test_the_next_tile_makes_a_set(self, desk, how, tile, hand):
        desk.pick(desk.card.laying, how)
        desk.tap(tile)
        assert hand_of(desk) == hand
        assert desk.card.laying.value == Laying.HAND
        desk.check()
        desk.tap("2z")
        assert str(desk.draft.hand.concealed[-1]) == "2z"

    def test_a_chow_of_winds_says_why_not_and_a_flower_stays_one(self, desk):
        desk.pick(desk.card.laying, Laying.CHOW)
        desk.tap("1z")
        assert desk.said == ["A chow needs a suit: east wind has none."]
        assert desk.draft.entries == ()
        assert desk.card.laying.value == Laying.CHOW
        desk.tap("1f")
        assert hand_of(desk) == "1f"

    @pytest.mark.parametrize(("how", "held"), [(Laying.PUNG, 2), (Laying.KONG, 1), (Laying.CONCEALED_KONG, 1)])
    def test_too_few_left_says_so(self, desk, how, held):
        desk.tap("5s " * held)
        before = desk.draft
        desk.pick(desk.card.laying, how)
        desk.tap("5s")
        assert desk.draft == before
        wanted = 3 if how is Laying.PUNG else 4
        assert desk.said == [f"{wanted} 5 bamboos are wanted, and {4 - held} of them are left."]

    @pytest.mark.parametrize(
        ("keys", "chosen", "button", "hand"),
        [
            ("123m", "1m 2m 3m", "lay_button", "(123m)"),
            ("777z", "7z 7z 7z", "lay_button", "(777z)"),
            ("7777z", "7z 7z 7z 7z", "lay_button", "(7777z)"),
            ("7777z", "7z 7z 7z 7z", "kong_button", "[7777z]"),
        ],
    )
    def test_from_the_hand(self, desk, keys, chosen, button, hand):
        desk.type(keys)
        desk.choose(chosen)
        desk.click(getattr(desk.card, button))
        assert hand_of(desk) == hand
        assert not desk.model.chosen
        desk.check()
        desk.click(desk.card.undo_button)
        assert hand_of(desk) == keys
        desk.check()

    def test_the_menu_of_what_is_laid_out(self, desk):
        desk.paste("(345p) [1111s] 1f 2f")
        assert [face.tile is None for face in desk.card.laid_row.faces][3:7] == [False, True, True, False]
        desk.menu("[1111s]", "exposed")
        assert hand_of(desk) == "(345p) (1111s) 12f"
        desk.check()
        desk.menu("(1111s)", "concealed")
        assert hand_of(desk) == "(345p) [1111s] 12f"
        desk.menu("1f", "Remove this flower")
        desk.menu("[1111s]", "Back into the hand")
        assert hand_of(desk) == "1111s (345p) 2f"
        desk.check()
        for laid, wanted in (("(345p)", ["Back into the hand", "Remove this set"]), ("2f", ["Remove this flower"])):
            assert [action.text() for action in desk.card.laid_menu(desk.laid(laid)).actions()] == wanted
        desk.menu("(345p)", "Remove this set")
        assert hand_of(desk) == "1111s 2f"
        desk.check()

    @pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
    def test_menu_opens_by_click_and_by_keyboard(self, desk):
        desk.paste("(777z) 1f")
        for do in (
            lambda: desk.click(desk.card.laid_row.buttons[0]),
            lambda: desk.key(K.Key_Return, desk.card.laid_row.buttons[0]),
        ):
            do()
            menu = QApplication.activePopupWidget()
            assert menu is not None
            assert [action.text() for action in menu.actions()] == ["Back into the hand", "Remove this set"]
            menu.close()


class TestDrag:
    @pytest.mark.parametrize(
        ("how", "hand"), [(None, "(555p)"), (Laying.CHOW, "(567p)"), (Laying.CONCEALED_KONG, "[5555p]")]
    )
    def test_from_palette_to_laid_row(self, desk, how, hand):
        if how is not None:
            desk.pick(desk.card.laying, how)
        desk.drop(desk.card.laid_row, desk.face("5p"))
        assert hand_of(desk) == hand
        desk.check()
        desk.drop(desk.card.hand_row, desk.card.laid_row.buttons[1])
        assert hand_of(desk) == hand.translate(dict.fromkeys(map(ord, "()[]")))
        desk.check()

    @pytest.mark.parametrize(
        ("hand", "chosen", "tile", "after"),
        [
            ("777z5m", "", "7z", "5m (777z)"),
            ("7777z5m", "", "7z", "5m (7777z)"),
            ("34567p", "", "5p", "67p (345p)"),
            ("34567p", "5p 6p 7p", "6p", "34p (567p)"),
            ("345p", "", "3p", "(345p)"),
            ("789s", "", "9s", "(789s)"),
            ("19m", "", "1m", "19m"),  # no set
        ],
    )
    def test_from_hand_to_laid_row(self, desk, hand, chosen, tile, after):
        desk.paste(hand)
        desk.choose(chosen)
        desk.drop(desk.card.laid_row, desk.in_hand(tile))
        assert hand_of(desk) == after
        assert len(desk.said) == (hand == after)
        desk.check()

    def test_to_the_palette_leaves_the_hand(self, desk):
        desk.paste("5m5m (777z) [1111s] 1f")
        palette = desk.page.palette_row
        desk.drop(palette, desk.in_hand("5m"))
        assert hand_of(desk) == "5m (777z) [1111s] 1f"
        desk.drop(palette, desk.card.laid_row.buttons[desk.laid("1f")])
        assert hand_of(desk) == "5m (777z) [1111s]"
        desk.drop(palette, desk.card.laid_row.buttons[desk.laid("[1111s]")])
        assert hand_of(desk) == "5m (777z)"
        desk.drop(palette, desk.card.laid_row.buttons[desk.laid("(777z)")])
        assert hand_of(desk) == "5m"
        desk.check()

    @pytest.mark.parametrize("row", ["hand_row", "laid_row"])
    @pytest.mark.parametrize("text", ["hello", "hello, this is no hand at all", "3x", "(((", "\x00", "5m"])
    def test_bad_text_from_elsewhere_and_a_fifth_copy(self, desk, row, text):
        desk.paste("5555m")
        desk.drop(getattr(desk.card, row), text=text)
        assert hand_of(desk) == "5555m"
        assert len(desk.said) == 1
        desk.drop(desk.card.hand_row, text=WHOLE)
        assert hand_of(desk) == hand_text(WHOLE)
        desk.check()


def hand_text(text):
    return str(Hand.parse(text))


class TestWholeHand:
    """123 characters, 456 dots, 99 bamboos, a pung of red, a concealed kong and a plum: by one way alone."""

    def tab_to(self, desk, wanted):
        """Press Tab until one of these has the keyboard."""
        start = QApplication.focusWidget()
        for _ in range(200):
            if wanted(QApplication.focusWidget()):
                return
            desk.key(K.Key_Tab)
            assert QApplication.focusWidget() is not start, "Tab came round without reaching it"
        raise AssertionError("Tab never came round")

    def choose_by_arrows(self, desk, segmented, value):
        self.tab_to(desk, lambda widget: widget in segmented.segments)
        for _ in segmented.segments:
            if segmented.value == value:
                return
            desk.key(K.Key_Right)
        assert segmented.value == value

    def test_by_keyboard(self, desk, engine):
        assert QApplication.focusWidget() is desk.entry
        desk.type("123c456d99brrr[1111b]f1")
        row = desk.card.hand_row
        self.tab_to(desk, lambda widget: widget in row.buttons)
        desk.key(K.Key_End)
        for _ in range(2):  # past the pair
            desk.key(K.Key_Left)
        for _ in range(3):
            desk.key(K.Key_Return)
            desk.key(K.Key_Left)
        self.tab_to(desk, lambda widget: widget is desk.card.lay_button)
        desk.key(K.Key_Space)
        self.choose_by_arrows(desk, desk.page.seat, "S")
        self.choose_by_arrows(desk, desk.win.ways, "draw")
        self.tab_to(desk, lambda widget: widget in desk.win.tile_row.buttons)
        desk.key(K.Key_End)
        while str(QApplication.focusWidget().tile) != "9s":
            desk.key(K.Key_Left)
        desk.key(K.Key_Space)
        assert hand_of(desk) == hand_text(WHOLE)
        assert desk.check() == engine(WHOLE, **WHOLE_FACTS) == 108
        assert desk.said == []


class TestPaste:
    @pytest.mark.parametrize("style", list(NotationStyle))
    def test_styles(self, desk, style):
        hand = Hand.parse(WHOLE)
        desk.paste(hand.write(style))
        assert desk.draft.hand == hand
        assert desk.check() is not None
        assert desk.said == []

    def test_takes_the_place_of_what_was_there(self, desk):
        desk.type("9c3")
        desk.paste("123m")
        assert hand_of(desk) == "123m"
        assert desk.entry.text() == ""
        desk.click(desk.card.undo_button)
        assert hand_of(desk) == "9m"

    @pytest.mark.parametrize(
        "text",
        ["hello", "12", "(123m", "123m)", "0m", "()", "\x00\x01", "9" * 1000, "x" * 1_000_000, "1m" * 61, "💥", "<b>"],
        ids=lambda text: text[:8].encode("unicode_escape").decode(),
    )
    def test_bad_text_says_a_sentence_and_changes_nothing(self, desk, text):
        desk.type("9c3")
        before = desk.draft
        desk.paste(text)
        assert desk.draft == before
        assert desk.entry.text() == "9c3"
        assert len(desk.said) == 1
        assert len(desk.said[0]) < 300
        assert desk.said[0].isprintable()
        desk.check()

    def test_the_example(self, desk, engine):
        desk.click(desk.receipt.empty.action)
        example = desk.draft.rules.example
        hand = f"{example.hand} {example.flowers}"
        assert hand_of(desk) == hand_text(hand)
        facts = desk.request().get("win")
        assert desk.check() == engine(hand, win=facts)
        assert facts is None or facts["tile"] in "123m456p99s777z1111s"


@pytest.mark.parametrize("rules", [one for one in RULESETS.values() if not one.with_card])
def test_feats_are_ticked_where_a_rule_rewards_them(desk, rules):
    called, kong, ninth = (desk.win.feats[feat] for feat in FEATS)
    desk.rules(rules)
    desk.paste("111m 456p 99s (777z) [1111s]")
    assert not called.isVisible()
    desk.pick(desk.win.ways, By.DRAW) if "how" in rules.asks else None
    assert called.isVisible() is ("called" in rules.asks)
    if "called" in rules.asks:
        desk.won_with("9s")
        plain = desk.draft.context
        desk.click(called)
        assert desk.draft.context.win.feats == {"called"}
        assert any("riginal call" in row for row in desk.rows()), desk.rows()
        desk.pick(desk.win.ways, By.DEAL)
        assert not desk.draft.feats
        desk.click(desk.card.undo_button)
        assert called.isChecked()
        again = Draft.load(desk.draft.save())
        assert again.feats == {"called"}
        assert again.context == desk.draft.context != plain
    desk.click(desk.card.clear_button)
    assert not desk.draft.feats
    desk.paste("[1111m] (444p) 99s (777z) [1111s]")
    desk.pick(desk.win.ways, By.DRAW) if "how" in rules.asks else None
    assert (kong.isVisible(), ninth.isVisible()) == (False, "ninth_win" in rules.asks)
    desk.pick(desk.win.ways, By.KONG_REPLACEMENT) if "how" in rules.asks else None
    assert kong.isVisible() is ("second_kong" in rules.asks)
    if "second_kong" in rules.asks:
        desk.won_with("9s")
        desk.click(kong)
        assert desk.draft.context.win.feats == {"second_kong"}
        assert any("ong upon kong" in row or "wofold" in row for row in desk.rows()), desk.rows()
        desk.pick(desk.win.ways, By.DRAW)
        assert not desk.draft.feats
    if ninth.isVisible():
        desk.click(ninth)
        assert desk.page.model.seen.sheet.score == rules.preset.limit
        desk.page.model.set_seat(Wind.SOUTH)
        assert not ninth.isVisible()
        assert not desk.draft.context.win.feats
