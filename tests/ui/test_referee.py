"""Faults at a table: the penalty form knows those of its rules, and the handbook tells about them."""

import pytest
from mjcompanion.ui.navigation import ROUTES
from mjcompanion.ui.pages.help.page import HelpPage
from PySide6.QtCore import Qt

from mjcompanion.rulesets import RULESETS
from mjcompanion.table.faults import referee_place


def moved(four, start):
    return [balance - start for balance in four.balances()]


def begun(four, rules):
    four.start(rules=rules)
    four.click(four.view("game").penalty_button)
    return four.view("penalty")


def choose(four, form, fault):
    """Choose a fault by keyboard in the list."""
    four.qtbot.choose_by_keys(form.fault, fault)


@pytest.mark.parametrize("fault_first", [True, False])
def test_a_false_mah_jongg_is_filled_in(four, fault_first):
    form = begun(four, "traditional")
    if fault_first:
        choose(four, form, "false-mah-jongg")
        four.pick(form.payer, 1)
    else:
        four.pick(form.payer, 1)
        choose(four, form, "false-mah-jongg")
    assert [box.isChecked() for box in form.payees] == [True, False, True, True]
    assert form.points.number == 150
    assert form.why.text() == "False Mah Jongg, with the hand shown"
    assert form.east.isChecked()
    assert "This is common practice" in form.law.text()
    assert form.preview.spoken.count("False Mah Jongg") == 3
    four.click(form.confirm_button)
    four.wait()
    assert moved(four, 2000) == [300, -600, 150, 150]
    (row,) = four.table.rows
    places = four.view("game").square.places
    assert {place.sitting.change for place in places if place.isVisible()} == {300, -600, 150}
    four.model.ask_to_drop(row.id)
    four.click(four.view("drop").confirm_button)
    four.wait()
    assert (four.table.rows, moved(four, 2000)) == ((), [0, 0, 0, 0])
    four.click(four.view("game").undo_button)
    four.wait()
    assert moved(four, 2000) == [300, -600, 150, 150]
    four.click(four.view("game").undo_button)
    four.wait()
    assert moved(four, 2000) == [0, 0, 0, 0]
    four.check()


PAYING_FOR_ALL = [(rules, one.id) for rules in RULESETS.values() for one in rules.faults if one.refunds]


@pytest.mark.parametrize(("rules", "fault"), PAYING_FOR_ALL)
@pytest.mark.parametrize(("winner", "left"), [(2, [0, -400, 400, 0]), (0, [600, -600, 0, 0])])
def test_a_discarder_who_pays_for_all_refunds_the_others(four, rules, fault, winner, left):
    """Who pays, whom, and how much come from the last hand; East, who paid double, gets double."""
    four.start(rules=rules)
    four.play(winner, "discard", 1, scores={player: 100 if player == winner else 0 for player in range(4)})
    four.click(four.view("game").penalty_button)
    form = four.view("penalty")
    choose(four, form, fault)
    assert form.payer.value == "1"
    assert [box.isChecked() for box in form.payees] == [player not in (1, winner) for player in range(4)]
    assert form.points.number == (200 if winner == 0 else 100)
    four.click(form.confirm_button)
    four.wait()
    assert moved(four, 2000) == left
    assert len(four.table.rows) == 2
    four.check()


def test_what_is_filled_in_can_be_changed(four):
    form = begun(four, "traditional")
    four.pick(form.payer, 0)
    choose(four, form, "false-mah-jongg")
    four.tick(form.east, on=False)
    four.write(form.points, 20)
    four.tick(form.payees[3], on=False)
    four.write(form.why, "late")
    four.qtbot.keyClick(form, Qt.Key.Key_Escape)
    four.click(four.view("game").penalty_button)
    four.click(form.confirm_button)
    four.wait()
    assert moved(four, 2000) == [-40, 20, 20, 0]
    assert four.check().rows[0].item.why == "late"


def test_a_warning_is_only_told(four):
    form = begun(four, "american-club")
    four.pick(form.payer, 2)
    choose(four, form, "out-of-turn")
    assert form.law.text().startswith("Warning.")
    assert not form.paying.isVisible()
    assert not form.confirm_button.isEnabled()
    assert form.preview.empty.text() == "Nothing to pay, and nothing to record."
    choose(four, form, "two-tiles")
    four.qtbot.keyClick(form.fault, Qt.Key.Key_End)
    assert form.paying.isVisible()
    assert form.points.number is None


@pytest.mark.parametrize(
    ("rules", "fault", "field"),
    [
        ("american-club", "wrong-count", "dead"),
        ("american-club", "error-shown", "wrong_calls"),
        ("nmjl", "wrong-count", "dead"),
    ],
)
def test_a_dead_hand_is_marked_in_the_hand(four, rules, fault, field):
    form = begun(four, rules)
    choose(four, form, fault)
    assert not form.confirm_button.isEnabled()
    four.pick(form.payer, 2)
    assert form.confirm_button.text() == "Mark it in the hand"
    four.click(form.confirm_button)
    assert four.model.view == "hand"
    assert getattr(four.model.entry, field) == (2,)


def test_three_hands_shown_end_the_game(four):
    form = begun(four, "american-club")
    four.pick(form.payer, 0)
    choose(four, form, "error-all-shown")
    assert not form.confirm_button.isEnabled()
    assert form.status.text() == "Whose hand was not shown?"
    four.tick(form.payees[3])
    four.click(form.confirm_button)
    four.confirm()
    assert moved(four, 1000) == [-25, -25, -25, 75]


def test_an_unfinished_penalty_is_kept(four):
    form = begun(four, "traditional")
    choose(four, form, "false-mah-jongg")
    four.pick(form.payer, 1)
    state = form.state()
    form.clear()
    assert form.state() is None
    form.show_state(state)
    assert form.state() == state


@pytest.mark.parametrize("by", ["form", "menu"])
def test_the_referee_is_reached_from_the_table(four, by):
    form = begun(four, "nmjl")
    with four.qtbot.waitSignal(four.page.model.referee_wanted) as wanted:
        if by == "form":
            four.click(form.referee_button)
        else:
            four.click(form.back_button)
            four.more("Referee")
    assert wanted.args == ["referee#referee-nmjl"]
    assert any(route.signal == "model.referee_wanted" and route.method == "open_section" for route in ROUTES)


def test_the_handbook_opens_at_the_rules_of_the_table(four):
    page = HelpPage(four.context)
    four.qtbot.addWidget(page)
    page.resize(1100, 760)
    page.show()
    top = page.text.verticalScrollBar().value()
    page.open_section(referee_place("classical"))
    assert page.link == "referee#referee-classical"
    assert page.text.verticalScrollBar().value() > top
    assert "False Mah Jongg, with the hand shown" in page.text.toPlainText()
