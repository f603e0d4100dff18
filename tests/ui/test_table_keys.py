"""The keyboard at the table: it goes from question to question; `test_meant` tries mixtures of keys and mouse."""

import pytest
from mjcompanion.ui.pages.table.model import TableScreen
from mjcompanion.ui.widgets import NumberField
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from mjcompanion.core.errors import Problem
from mjcompanion.rulesets import RULESETS
from mjcompanion.table.rules import TableRules

CTRL = Qt.KeyboardModifier.ControlModifier


def focus():
    return QApplication.focusWidget()


def press(four, *keys, modifier=Qt.KeyboardModifier.NoModifier):
    for key in keys:
        if isinstance(key, str):
            four.qtbot.keyClicks(focus(), key)
        else:
            four.qtbot.keyClick(focus(), key, modifier)


def ready(four, view):
    """The keyboard is on the page: on an open question where there is one, else on the way on."""
    here = focus()
    assert here is not None
    assert view.isAncestorOf(here), here
    assert here.isVisible()
    assert here.isEnabled()
    asked = [one for one in view.questions() if one.isVisible() and one.isEnabled() and view.keyboard.is_open(one)]
    if view.confirm_button.isEnabled() and here is view.confirm_button:
        return
    assert any(one is here or one.isAncestorOf(here) for one in asked), (here, asked)


def answer(four, view, question, how, choice):
    """Answer the question that has the keyboard, with a key or the mouse."""
    if isinstance(question, NumberField):
        press(four, "8", Qt.Key.Key_Return)
        return
    place = choice % len(question.segments)
    segment = question.segments[place]
    if how == "mouse":
        four.click(segment)
    else:
        press(four, segment._keys[0] if how == "figure" else segment._keys[-1])
    assert question.value == segment.value


@pytest.mark.exhaustive
@pytest.mark.parametrize("how", ["mouse", "figure", "last key"])
@pytest.mark.parametrize("rules", [str(one) for one in RULESETS.values() if TableRules.of(one).rules.pays])
def test_every_answer_leads_to_the_next_open_question(four, rules, how):
    four.start(rules=rules)
    for choice in range(5):
        hand = four.begin_hand()
        ready(four, hand)
        press(four, Qt.Key.Key_Return)  # what is open isn't skipped
        ready(four, hand)
        for _ in range(9):
            here = focus()
            if here is hand.confirm_button:
                break
            question = next(one for one in hand.questions() if one is here or one.isAncestorOf(here))
            answer(four, hand, question, how, choice)
            ready(four, hand)
        assert here is hand.confirm_button
        four.click(hand.clear_button)  # it is disabled by that
        ready(four, hand)
        assert hand.winner.isAncestorOf(focus())
        four.qtbot.keyClick(focus(), Qt.Key.Key_Escape)


def test_a_click_on_the_winner_then_keys(four):
    four.start(rules="classical")
    hand = four.begin_hand()
    four.pick(hand.winner, 2)
    press(four, "2", "4")
    item = four.model.entry
    assert (item.winner, str(item.by), item.discarder) == (2, "discard", 3)
    press(four, "32", Qt.Key.Key_Tab, "8", Qt.Key.Key_Tab, "16", Qt.Key.Key_Tab, "4")
    assert four.model.entry.numbers == (8, 16, 32, 4)


def test_a_figure_changes_no_answer(four):
    four.start(rules="classical")
    hand = four.begin_hand()
    press(four, "3")
    press(four, Qt.Key.Key_Backtab)
    assert hand.winner.isAncestorOf(focus())
    press(four, "1")
    assert four.model.entry.winner == 2
    assert "is answered" in four.said[-1]
    press(four, "e")  # a letter does
    assert four.model.entry.winner == 0
    assert hand.by.isAncestorOf(focus())


@pytest.mark.parametrize("key", ["4", "n", "d"])
def test_one_player_has_one_key_in_every_question(four, key):
    four.start(rules="american-club", names=("Ann", "Bob", "Cy", "Dot"))
    hand = four.begin_hand()
    press(four, "1", "2", key)
    assert four.model.entry.discarder == 3
    four.qtbot.keyClick(hand, Qt.Key.Key_Escape)
    four.click(four.view("game").penalty_button)
    press(four, key)
    penalty = four.view("penalty")
    assert penalty.payer.value == "3"
    assert [box.text() for box in penalty.paid.widgets] == ["E Ann", "S Bob", "W Cy", "N Dot"]
    penalty.payees[0].setFocus()
    press(four, "b")
    assert not penalty.payees[1].isChecked()


def test_what_is_typed_while_the_ledger_opens_is_kept(four):
    start = four.view("start")
    four.page._turn_to(TableScreen.WAIT, four.page.view(TableScreen.WAIT))
    press(four, *"Ann", Qt.Key.Key_Tab, *"Bob")
    four.page._turn_to(TableScreen.START, start)
    assert [field.text() for field in start.names[:2]] == ["Ann", "Bob"]


def test_typing_goes_on_with_tiles_that_are_not_finished(four):
    four.start(rules="classical")
    hand = four.begin_hand()
    four.enter(winner=1, by="draw")
    four.write(hand.lines[1].number, "rrr")
    four.qtbot.keyClick(hand.lines[1].number, Qt.Key.Key_Return)
    assert focus() is hand.lines[1].tiles_button
    press(four, *"123c456d99b789b", Qt.Key.Key_Return)
    assert four.model.entry.drafts[1].hand.size == 14


def test_a_winning_hand_typed_into_its_score_needs_nothing_more(four):
    four.start(rules="classical")
    hand = four.begin_hand()
    four.enter(winner=1, by="draw")
    press(four, "123c 456d 99b! (ggg) [1111b]", Qt.Key.Key_Return)
    assert hand.lines[1].remark.text() == "counted from tiles"
    assert hand.lines[1].number.number > 20
    assert hand.lines[0].number.hasFocus()
    four.click(hand.lines[1].forget_button)
    four.write(
        hand.lines[1].number, "pung of green dragons, 123 crak, 456 dots, pair 9 bam, kong 1 bam, won on 9 bam, discard"
    )
    press(four, Qt.Key.Key_Return)
    assert hand.by.value == "discard"


def test_ctrl_return_works_from_anywhere_and_after_a_conflict(four, table_at):
    four.start(rules="nmjl")
    uid = four.model.uid
    other = table_at().show()
    other.page.open_session(uid)
    other.wait()
    four.begin_hand()
    four.enter(winner=0, by="draw", value=25)
    other.play(winner=1, by="draw", value=30)
    four.shell.activateWindow()
    four.qtbot.waitUntil(four.shell.isActiveWindow)
    hand = four.view("hand")
    hand.note.setFocus()
    press(four, Qt.Key.Key_Return, modifier=CTRL)
    four.wait()
    assert "would be hand 2" in " ".join(four.said)
    assert four.page.isAncestorOf(focus())
    if four.model.view is TableScreen.HAND:  # else the other's hand was seen before the first press
        press(four, Qt.Key.Key_Return, modifier=CTRL)
        four.wait()
    assert len(four.check().hands) == 2


@pytest.mark.parametrize("which", ["penalty", "bank"])
def test_forms_are_answered_by_keys_alone(four, which):
    four.start(rules="nmjl")
    if which == "penalty":
        four.click(four.view("game").penalty_button)
    else:
        four.more("Bank")
    view = four.view(which)
    ready(four, view)
    press(four, "2")
    assert isinstance(focus(), NumberField)
    press(four, "25", Qt.Key.Key_Return)
    while focus() is not view.confirm_button:
        press(four, Qt.Key.Key_Return)
    press(four, Qt.Key.Key_Return)
    four.wait()
    assert len(four.check().rows) == 1
    assert four.page.isAncestorOf(focus())


def test_a_form_of_another_session_is_empty(four):
    four.start(rules="classical")
    four.click(four.view("game").penalty_button)
    press(four, "2")
    four.write(four.view("penalty").points, "3o")
    press(four, Qt.Key.Key_Escape)
    four.model.close()
    four.wait()
    four.start(rules="classical", names=("Eve", "Fay", "Gus", "Hal"))
    four.click(four.view("game").penalty_button)
    assert four.view("penalty").payer.value is None
    assert four.view("penalty").points.text() == ""
    assert not any(box.isChecked() for box in four.view("penalty").payees)


@pytest.mark.parametrize("which", ["penalty", "bank"])
def test_a_form_that_was_confirmed_is_empty_after_a_new_start(table_at, which):
    one = table_at().show()
    one.start(rules="classical")
    if which == "penalty":
        one.penalty(2, [1], 30, "talking")
    else:
        one.more("Bank")
        view = one.view("bank")
        one.pick(view.player, 1)
        one.write(view.points, 100)
        one.click(view.confirm_button)
        one.wait()
    one.context.typed.save()
    two = table_at().show()
    two.model.show(which)
    assert two.view(which).state() is None
    assert not two.view(which).confirm_button.isEnabled()


def test_a_penalty_that_is_being_typed_is_there_after_a_new_start(table_at):
    one = table_at().show()
    one.start(rules="classical")
    one.click(one.view("game").penalty_button)
    view = one.view("penalty")
    one.pick(view.payer, 1)
    one.write(view.points, 25)
    one.write(view.why, "late")
    one.context.typed.save()
    two = table_at().show()
    two.click(two.view("game").penalty_button)
    assert two.view("penalty").state() == view.state()
    assert two.view("penalty").confirm_button.isEnabled()


@pytest.mark.parametrize("leave", [False, True])
def test_new_seats_that_are_not_confirmed_are_there_after_a_new_start_unless_they_were_left(table_at, leave):
    one = table_at().show()
    one.start(rules="classical")
    one.more("seats")
    seats = [2, 0, 1, 3]
    one.qtbot.choose_by_keys(one.view("seats").choices[0], "2")
    if leave:
        press(one, Qt.Key.Key_Escape)
    one.context.typed.save()
    two = table_at().show()
    two.more("seats")
    view = two.view("seats")
    assert [int(choice.currentData()) for choice in view.choices] == ([0, 1, 2, 3] if leave else seats)
    assert view.confirm_button.isEnabled() is not leave


# --- what can hardly be ----------------------------------------------------------------------------------


def doubtful(four):
    four.start(rules="traditional")
    hand = four.begin_hand()
    four.enter(winner=1, by="draw", scores={1: 500, 0: 8, 2: 8, 3: 8})
    assert hand.status.text() == "Over the limit of 300: 500 for Bob."
    assert hand.confirm_button.text() == "Confirm anyway"
    return hand


def test_a_score_in_doubt_is_confirmed_by_a_second_ctrl_return_only(four):
    hand = doubtful(four)
    hand.lines[3].number.setFocus()
    press(four, Qt.Key.Key_Return)
    assert focus() is hand.confirm_button
    press(four, Qt.Key.Key_Return, Qt.Key.Key_Enter)
    assert four.table.hands == ()
    four.click(four.view("hand").undo_button)
    press(four, "8")
    press(four, Qt.Key.Key_Return, modifier=CTRL)
    assert four.table.hands == ()
    assert "Ctrl+Return" in hand.status.text() or "Ctrl+Enter" in hand.status.text()
    assert four.said == []
    press(four, Qt.Key.Key_Return, modifier=CTRL)
    four.wait()
    assert four.check().hands[0].scores[1] == 500
    assert "Ctrl+" not in four.begin_hand().status.text()


def test_a_score_in_doubt_is_confirmed_by_a_click(four):
    doubtful(four)
    four.confirm()
    assert four.check().hands[0].scores[1] == 500


def test_another_doubt_is_asked_about_again(four):
    hand = doubtful(four)
    press(four, Qt.Key.Key_Return, modifier=CTRL)
    four.write(hand.lines[1].number, 31)
    press(four, Qt.Key.Key_Return, modifier=CTRL)
    assert four.table.hands == ()
    four.write(hand.lines[1].number, 32)
    assert hand.status.text() == "Ready to confirm"
    press(four, Qt.Key.Key_Return, modifier=CTRL)
    four.wait()
    assert four.check().hands[0].scores[1] == 32


def test_a_worth_of_a_card_of_ones_own_is_known(four):
    four.context.folders.cards_folder.mkdir(parents=True, exist_ok=True)
    text = 'name = "Ours"\n[[line]]\nsection = "A"\npattern = "11a 22a 33a 44a 555b DDDc"\nvalue = 20\n'
    (four.context.folders.cards_folder / "ours.toml").write_text(text, encoding="utf-8")
    four.start(rules="nmjl")
    hand = four.begin_hand()
    four.enter(winner=1, by="draw", value=20)
    four.qtbot.waitUntil(lambda: not four.context.shelves.busy)
    assert hand.status.text() == "Ready to confirm"
    four.write(hand.value, 27)
    assert hand.status.text() == "No line of the card has the value 27: 25 or 30?"


# --- corrections ask -------------------------------------------------------------------------------------


def played(four):
    four.start(rules="classical", east=0)
    for winner in (0, 0, 1, 2):
        four.play(winner=winner, by="draw", scores=dict.fromkeys(range(4), 20))


@pytest.mark.parametrize(("key", "easts"), [("1", [0, 0, 0, 1]), ("2", [0, 0, 1, 1])])
def test_a_correction_that_turns_winds_asks_before_enter_reaches_confirm(four, key, easts):
    played(four)
    four.click(four.past(2))
    hand = four.view("hand")
    assert not hand.winds.isVisible()
    four.enter(winner=3)
    assert four.model.entry.numbers == (None, 20, 20, None)  # the one was with Mah Jongg, the other without
    assert hand.lines[3].number.hasFocus()
    press(four, "20", Qt.Key.Key_Return, "20", *[Qt.Key.Key_Return] * 3)
    assert any("East: Ann → Bob" in entry.remark for entry in hand.preview.changes.entries)
    assert hand.winds.choice.isAncestorOf(focus())
    press(four, *[Qt.Key.Key_Return] * 3)
    press(four, Qt.Key.Key_Return, modifier=CTRL)
    assert four.table.hands[1].item.winner == 0
    assert hand.winds.choice.isAncestorOf(focus())
    press(four, key)
    assert focus() is hand.confirm_button
    press(four, Qt.Key.Key_Return)
    four.wait()
    assert [row.before.east for row in four.check().hands] == easts


def test_no_word_about_winds_where_none_turn(four):
    played(four)
    four.click(four.past(2))
    hand = four.view("hand")
    four.write(hand.lines[1].number, 18)
    assert not hand.winds.isVisible()
    four.confirm()
    assert four.check().hands[1].scores[1] == 18
    four.click(four.past(4))  # no hand comes after it
    four.enter(winner=1, scores={1: 20, 2: 20})
    assert not four.view("hand").winds.isVisible()


@pytest.mark.parametrize(("winds", "easts"), [("keep", [0, 1]), ("turn", [0, 0])])
def test_taking_a_hand_off_the_list_asks_too(four, winds, easts):
    four.start(rules="classical", east=0)
    for winner in (0, 1, 1, 2):
        four.play(winner=winner, by="draw", scores=dict.fromkeys(range(4), 20))
    assert [row.before.east for row in four.table.hands] == [0, 0, 1, 1]
    four.click(four.past(2))
    four.click(four.view("hand").delete_button)
    drop = four.view("drop")
    assert drop.status.text() == Problem("entry-winds").sentence()
    four.answer_winds(drop, winds)
    four.click(drop.confirm_button)
    four.wait()
    assert [row.before.east for row in four.check().hands][:2] == easts
