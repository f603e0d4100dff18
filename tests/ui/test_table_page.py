"""The Table page: hands by numbers and tiles, corrections, penalties, chips that run out, other sessions."""

import gc
import weakref

import msgspec
import pytest
from mjcompanion.ui import accessibility
from mjcompanion.ui.pages.ledger.page import LedgerPage
from mjcompanion.ui.pages.table.hand import NO_JOKERS
from mjcompanion.ui.widgets import Button
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel

from mjcompanion.american.card_library import built_in
from mjcompanion.american.hand import AmericanHand
from mjcompanion.core.notation import read_tile
from mjcompanion.core.options import Options, RowChange
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.draft import Draft
from mjcompanion.scoring.request import score_request
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import Number, SessionSetup, now
from mjcompanion.table.rules import TableRules
from mjcompanion.table.words import outcome
from tests.ledger.making import people

HAND = "123m 456p 99s (777z) [1111s]"


def test_the_preview_shows_what_confirming_does(four):
    four.start(rules="classical", east=1)
    four.begin_hand()
    hand = four.enter(winner=0, by="discard", discarder=2, scores={0: 40, 1: 12, 2: 20, 3: 6})
    preview = hand.preview
    after = {place.sitting.player: place.sitting.balance for place in preview.square.places}
    arrows = {(one.payer, one.payee): one.figure for one in preview.square.arrows}
    assert arrows == {(1, 0): "80", (2, 0): "40", (3, 0): "40", (1, 2): "16", (3, 1): "12", (3, 2): "14"}
    said = [entry.words for entry in preview.payments.entries]
    assert "Bob pays Ann (double: East)" in said
    assert "Chuck pays Ann" in said
    assert "East passes" in preview.turn.text()
    moves = preview.moves.sentences
    assert any(one.startswith("Chuck gives Ann") for one in moves)
    four.confirm()
    assert four.balances() == [after[player] for player in range(4)]
    assert four.check().position.east == 2


def test_nothing_is_confirmed_while_an_answer_is_missing(four):
    four.start(rules="classical")
    hand = four.begin_hand()
    assert hand.status.text() == "Who won?"
    assert not hand.confirm_button.isEnabled()
    four.enter(winner=1, by="discard", scores={1: 20})
    assert hand.status.text() == "What did Ann score? The losers settle with each other."
    for player in (0, 2, 3):
        four.write(hand.lines[player].number, 4)
    four.write(hand.lines[3].number, "a lot")
    assert not hand.confirm_button.isEnabled()
    four.write(hand.lines[3].number, "1,004")
    assert hand.confirm_button.isEnabled()
    assert "entered by hand" in hand.lines[0].remark.text()


def is_marked(field):
    return field.property("wrong") == "true"


@pytest.mark.parametrize("way_on", [Qt.Key.Key_Return, Qt.Key.Key_Tab])
def test_a_score_is_called_wrong_only_once_it_was_typed_to_its_end(four, way_on):
    four.start(rules="classical")
    hand = four.begin_hand()
    four.enter(winner=1, by="discard", scores={0: 4, 1: 20, 2: 4})
    field, other = hand.lines[3].number, hand.status.text()
    field.setFocus()
    for text, wrong in (("(555d) [2222b] 11c", False), ("a lot", True)):
        if hand.lines[3].forget_button.isVisible():
            four.click(hand.lines[3].forget_button)
        field.setFocus()
        for letter in text:
            four.qtbot.keyClicks(field, letter)
            assert not is_marked(field)
            assert not field.shows_wrong
        four.qtbot.keyClick(field, way_on)
        assert is_marked(field) is field.shows_wrong is wrong
    assert hand.status.text() != other
    assert not hand.confirm_button.isEnabled()
    assert field.text() == "a lot"
    four.write(field, "a lots")
    assert not is_marked(field)
    four.write(field, "4")
    assert hand.confirm_button.isEnabled()


def test_tiles_are_counted_for_the_players_own_wind(four):
    four.start(rules="classical", east=0)
    four.begin_hand()
    hand = four.enter(winner=1, by="draw")
    four.click(hand.lines[1].tiles_button)
    tiles = four.view("tiles")
    tiles.page.model.paste(HAND)
    tiles.page.model.set_winning_tile(tiles.page.model.draft.winning_choices[-1])
    request = {"rules": "classical", "hand": HAND, "seat": "S", "round": "E"}
    tile = str(tiles.page.model.draft.tile)
    expected = score_request({**request, "win": {"tile": tile, "by": "draw"}}).score
    four.click(tiles.done_button)
    assert hand.lines[1].number.number == expected
    assert hand.lines[1].remark.text() == "counted from tiles"
    entered = four.model.entry
    four.click(hand.undo_button)
    assert four.model.entry.drafts[1] is None
    assert hand.by.value == "draw"
    four.click(hand.redo_button)
    assert four.model.entry == entered
    for player in (0, 2, 3):
        four.write(hand.lines[player].number, 0)
    four.confirm()
    row = four.check().hands[0]
    assert row.scores[1] == expected
    # it didn't come from the wall: the same tiles count otherwise, and so do the payments
    four.click(four.past(1))
    hand = four.view("hand")
    four.pick(hand.by, "discard")
    four.pick(hand.discarder, 3)
    other = score_request({**request, "win": {"tile": tile, "by": "discard"}}).score
    assert other != expected
    assert hand.lines[1].number.number == other
    four.confirm()
    assert four.check().hands[0].scores[1] == other


def test_hands_are_deleted_and_inserted(four):
    four.start(rules="traditional", east=0)
    for winner in (1, 2, 3):
        four.play(winner=winner, by="draw", scores={0: 10, 1: 20, 2: 30, 3: 40})
    before = four.balances()
    four.click(four.past(2))
    four.click(four.view("hand").delete_button)
    drop = four.view("drop")
    assert "Delete" in drop.confirm_button.text()
    four.answer_winds(drop, "turn")
    four.click(drop.confirm_button)
    four.wait()
    assert len(four.check().hands) == 2
    four.click(four.past(2))
    four.click(four.view("hand").insert_button)
    four.enter(winner=2, by="draw", scores={0: 10, 1: 20, 2: 30, 3: 40})
    four.confirm()
    four.check()
    assert four.balances() == before
    traces = four.table.traces
    assert [(trace.was is None, trace.now is None) for trace in traces] == [(False, True), (True, False)]
    four.more("Corrections")
    listed = [entry.words for entry in four.view("corrections").listing.entries]
    assert listed == ["Hand 2 was inserted", "Hand 2 was removed"]


def test_everything_is_undone_and_done_again_and_named(four):
    four.start(rules="nmjl")
    states = [four.balances()]
    for _ in range(2):
        four.play(winner=0, by="draw", value=25)
        states.append(four.balances())
    four.click(four.past(1))
    four.write(four.view("hand").value, 30)
    four.confirm()
    states.append(four.balances())
    four.penalty(1, [0], 25)
    states.append(four.balances())
    four.click(four.past(2))
    four.click(four.view("hand").delete_button)
    four.click(four.view("drop").confirm_button)
    four.wait()
    states.append(four.balances())
    said = ["hand 1", "hand 2", "the correction of hand 1", "a penalty", "the deletion of hand 2"]
    game = four.view("game")
    for what, state in zip(reversed(said), reversed(states[:-1]), strict=True):
        four.click(game.undo_button)
        four.wait()
        assert four.said[-1] == f"Undone: {what}."
        assert four.page.isAncestorOf(QApplication.focusWidget())
        four.check()
        assert four.balances() == state
    assert not game.undo_button.isEnabled()
    for what, state in zip(said, states[1:], strict=True):
        four.qtbot.keyClick(game, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        four.wait()
        assert four.said[-1] == f"Redone: {what}."
        assert four.balances() == state
    assert not game.redo_button.isEnabled()


def test_a_penalty_is_revoked(four):
    four.start(rules="american-club", east=0)
    four.penalty(1, [0, 2, 3], 25, "looked at two tiles")
    assert four.balances() == [1025, 925, 1025, 1025]
    four.click(four.view("game").penalty_button)
    view = four.view("penalty")
    (button,) = view.given.findChildren(Button)
    assert button.accessibleName() == "Revoke: Bob pays Ann, Chuck and Dot 25 each: looked at two tiles"
    four.click(button)
    four.click(four.view("drop").confirm_button)
    four.wait()
    four.check()
    assert four.balances() == [1000] * 4


def test_a_player_whose_hand_cannot_be_dead_has_a_reason(four):
    four.start(rules="nmjl", east=0)
    four.begin_hand()
    hand = four.enter(winner=0, by="discard", discarder=2, value=25)
    assert [box.isEnabled() for box in hand.dead] == [False, True, False, True]
    for box in hand.dead:
        assert box.isEnabled() is not bool(box.toolTip())
        assert box.isEnabled() is not bool(box.accessibleDescription())


def test_simple_writes_scores_down_and_says_that_nobody_pays(four):
    four.start(rules="simple", east=0)
    assert "nobody pays" in four.view("game").house_button.accessibleName()
    four.begin_hand()
    hand = four.enter(winner=2, by="draw", scores={2: 1280})
    assert "nobody pays" in hand.preview.empty.text()
    four.confirm()
    assert four.check().summary().standings[2].best == 1280
    for winner, score in ((0, 40), (2, 320), (1, 12)):
        four.play(winner=winner, by="draw", scores={winner: score})
    assert four.balances() == [40, 12, 1600, 0]
    assert [one.net for one in four.check().summary().standings] == [40, 12, 1600, 0]


def test_hong_kong_asks_for_the_winner_s_points_alone_and_who_discarded(four):
    four.start(rules="hong-kong", east=0)
    four.begin_hand()
    hand = four.enter(winner=2, by="discard", discarder=1, scores={2: 32})
    assert [line.player for line in hand.lines if line.isVisible()] == [2]
    assert hand._from_title.text() == "From whom?"
    four.confirm()
    assert [one - four.balances()[0] for one in four.balances()] == [0, -32, 160, 0]


def test_a_session_whose_house_row_is_gone_opens_shows_and_is_played_on(four):
    rows = (RowChange("gone", doubles=2), RowChange("no-runs", doubles=1))
    rules = TableRules.of(Ruleset("traditional"), Options(limit=300, rows=rows), name="Of old")
    uids = []
    four.context.ledger.ask(
        lambda ledger: ledger.sessions.start(SessionSetup(rules, people(ledger)), now()).uid, uids.append
    )
    four.wait()
    four.page.open_session(uids[0])
    four.wait()
    four.play(winner=1, by="draw", scores={0: 8, 1: 40, 2: 10, 3: 4})
    assert four.table.rules == rules
    assert four.balances()[1] > 0
    four.check()
    ledger = LedgerPage(four.context)
    four.qtbot.addWidget(ledger)
    ledger.resize(1600, 900)
    ledger.show()
    ledger.open_session(uids[0])
    four.wait()
    assert any("Of old" in label.text() for label in ledger.findChildren(QLabel))


def test_chips_run_out_and_the_bank_lends(four):
    four.start(rules="classical", east=0)
    four.play(winner=0, by="draw", scores={0: 900, 1: 0, 2: 0, 3: 0})
    four.begin_hand()
    hand = four.enter(winner=0, by="draw", scores={0: 300, 1: 0, 2: 0, 3: 0})
    said = " ".join(hand.preview.moves.sentences)
    assert "the bank lends" in said
    four.confirm()
    four.check()
    state = four.table.chip_state
    owes = f"owes the bank {state.loan(1):,}"
    (bob,) = [place for place in four.view("game").square.places if place.sitting.player == 1]
    assert bob.sitting.remarks == (owes,)
    assert owes in bob.accessibleName()
    four.more("Bank")
    bank = four.view("bank")
    assert "Bob owes the bank" in [entry.words for entry in bank.loans.entries]
    four.pick(bank.player, 2)
    four.write(bank.points, 100)
    four.click(bank.confirm_button)
    four.wait()
    assert four.check().chip_state.loan(2) == state.loan(2) + 100
    four.more("Last chip exchange")
    assert four.view("chips").moves.sentences[0].startswith("The bank lends Chuck")
    four.qtbot.keyClick(four.view("chips"), Qt.Key.Key_Escape)
    four.more("Bank")
    four.pick(bank.player, 2)
    four.pick(bank.way, "repay")
    four.write(bank.points, 10_000)
    assert not bank.confirm_button.isEnabled()
    assert "owe" in bank.status.text()
    four.write(bank.points, 100)
    four.click(bank.confirm_button)
    four.wait()
    assert four.check().chip_state.loan(2) == state.loan(2)


def test_seats_are_thrown_anew(four):
    four.start(rules="traditional", east=0)
    four.play(winner=1, by="draw", scores=dict.fromkeys(range(4), 10))
    four.more("seats")
    seats = four.view("seats")
    assert not seats.confirm_button.isEnabled()
    for choice, player in zip(seats.choices, (3, 1, 0, 2), strict=True):
        choice.setCurrentIndex(choice.findData(str(player)))
    previewed = {place.sitting.player: str(place.sitting.wind) for place in seats.preview.square.places}
    assert previewed == {3: "E", 1: "S", 0: "W", 2: "N"}
    four.click(seats.confirm_button)
    four.wait()
    table = four.check()
    assert table.position.seats == (3, 1, 0, 2)
    four.play(winner=3, by="draw", scores={0: 10, 1: 10, 2: 10, 3: 50})
    assert four.table.position.east == 3


def test_a_click_on_a_player_says_that_this_one_won(four):
    four.start(rules="nmjl", east=0)
    four.click(four.view("game").square.places[2])
    assert four.view("hand").winner.value == "2"


def test_a_session_gets_another_name_in_its_place_which_is_not_given_to_the_next(four):
    four.start(rules="nmjl")
    first, game = four.model.uid, four.view("game")
    for title, key in (("Friday", Qt.Key.Key_Return), ("Sunday", Qt.Key.Key_Escape)):
        four.more("Name")
        four.write(game.title_field, title)
        four.qtbot.keyClick(game.title_field, key)
        four.wait()
        assert four.check().title == game.title.text() == "Friday", title
    assert game.title.isVisible()
    four.more("Name")
    four.write(game.title_field, "Monday")
    four.click(game.leave_button)
    four.wait()
    four.start(rules="nmjl", names=("E", "F", "G", "H"))
    assert not game.title_field.isVisible()
    four.more("Name")
    four.page.open_session(first)
    four.wait()
    assert not game.title_field.isVisible()
    assert game.title.isVisible()


def test_the_dice_of_one_hand_break_no_wall_for_the_next(four):
    four.start(rules="classical")
    four.more("Break the wall")
    wall = four.view("wall")
    for digit in "5523":
        four.qtbot.keyClicks(QApplication.focusWidget(), digit)
    four.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    four.more("Break the wall")
    assert wall.panel.model.opened.stack == 15
    four.qtbot.keyClick(wall, Qt.Key.Key_Escape)
    four.play(winner=1, by="draw", scores=dict.fromkeys(range(4), 20))
    four.more("Break the wall")
    assert wall.panel.model.opened is None
    assert set(wall.panel.model.dice) == {None}


def test_a_hand_begun_waits_while_another_session_is_played(four):
    four.start(rules="classical")
    first = four.model.uid
    four.begin_hand()
    four.enter(winner=1, by="draw", scores={1: 20})
    entry = four.model.entry
    four.qtbot.keyClick(four.view("hand"), Qt.Key.Key_Escape)
    four.click(four.view("game").leave_button)
    four.wait()
    four.start(rules="nmjl", names=("E", "F", "G", "H"))
    assert four.model.entry.is_blank
    four.page.open_session(first)
    four.wait()
    assert four.model.entry == entry
    assert four.view("game").score_button.text().startswith("Continue hand")


@pytest.mark.parametrize("leave", ["confirm", "escape", "delete", "keep it", "go on"])
def test_a_hand_begun_waits_while_another_is_corrected(four, leave):
    four.start(rules="classical")
    four.play(winner=1, by="draw", scores=dict.fromkeys(range(4), 10))
    four.begin_hand()
    four.enter(winner=2, by="draw", scores={2: 20})
    entry = four.model.entry
    four.qtbot.keyClick(four.view("hand"), Qt.Key.Key_Escape)
    four.click(four.past(1))
    assert four.model.entry.item == "1"
    if leave == "confirm":
        four.write(four.view("hand").note, "told wrong")
        four.confirm()
    elif leave == "escape":
        four.qtbot.keyClick(four.view("hand"), Qt.Key.Key_Escape)
    elif leave == "delete":
        four.click(four.view("hand").delete_button)
        four.click(four.view("drop").confirm_button)
        four.wait()
    elif leave == "keep it":
        four.click(four.view("hand").delete_button)
        four.qtbot.keyClick(four.view("drop"), Qt.Key.Key_Escape)
    else:
        four.model.enter_hand()
    assert four.model.entry == entry
    if leave != "go on":
        assert four.view("game").score_button.text().startswith("Continue hand")


def test_an_american_hand_by_its_tiles(four):
    four.start(rules="nmjl", east=3)
    hand = four.begin_hand()
    four.enter(winner=0, by="discard", discarder=1)
    four.click(hand.tiles_button)
    tiles = four.view("tiles")
    tiles.american.model.paste("FFF 2m5z2m6m 222p 66JJp")
    tiles.american.model.set_winning_tile(tiles.american.model.draft.winning_choices[0])
    assert tiles.american.model.seen.sheet.line.pattern == "FFF 2026a 222b 6666b"
    four.click(tiles.done_button)
    assert hand.value.number == 25
    assert hand.line_letters.pattern == "FFF 2026a 222b 6666b"
    assert not hand.jokerless.isEnabled()
    four.confirm()
    item = four.check().hands[0].item
    assert (item.value, item.jokerless, item.line) == (25, False, "FFF 2026a 222b 6666b")
    assert item.section == "2026"
    assert four.balances() == [1100, 950, 975, 975]
    # it is there again for correction, and without jokers it pays double
    four.click(four.past(1))
    hand = four.view("hand")
    assert hand.line_tiles.isVisible()
    four.click(hand.tiles_button)
    four.view("tiles").american.model.paste("FFF 2m5z2m6m 222p 6666p")
    four.click(four.view("tiles").done_button)
    assert hand.jokerless.value == NO_JOKERS
    four.confirm()
    assert four.balances() == [1200, 900, 950, 950]
    again = four.stored().table
    assert again.hands[0].item.tiles


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)  # offscreen, the list says so
@pytest.mark.parametrize("way", ["mouse", "arrows"])
def test_the_line_of_the_card_is_chosen_without_tiles(four, way):
    """Value, concealed, singles and pairs follow; a value typed over it takes the line out."""
    four.start(rules="nmjl", east=3)
    hand = four.begin_hand()
    four.enter(winner=0, by="draw")
    lines = built_in("companion").card.lines
    wanted = next(line for line in lines if line.singles_and_pairs)
    four.click(hand.card_line)
    popup = hand.card_line.completer().popup()
    assert popup.model().rowCount() == len(lines)
    four.qtbot.keyClicks(hand.card_line, " ".join([str(wanted.value), *reversed(wanted.pattern.split())]))
    assert popup.model().rowCount() == 1
    if way == "mouse":
        place = popup.visualRect(popup.model().index(0, 0)).center()
        four.qtbot.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=place)
    else:
        four.qtbot.keyClick(popup, Qt.Key.Key_Down)
        four.qtbot.keyClick(popup, Qt.Key.Key_Return)
    four.wait()
    entry = four.model.entry
    assert (entry.line, entry.value, entry.singles_and_pairs) == (wanted.pattern, wanted.value, True)
    assert (hand.line_letters.pattern, hand.value.number) == (wanted.pattern, wanted.value)
    assert not hand.singles.isEnabled()
    four.confirm()
    item = four.check().hands[0].item
    assert (item.card, item.line, item.section) == ("companion", wanted.pattern, wanted.section)
    assert (item.value, item.tiles) == (wanted.value, "")
    four.click(four.past(1))
    assert four.view("hand").line_letters.pattern == wanted.pattern
    four.write(four.view("hand").value, 30 if wanted.value != 30 else 35)
    assert four.model.entry.line == ""
    four.qtbot.keyClick(four.view("hand"), Qt.Key.Key_Escape)
    four.wait()


def test_jokers_are_asked_about_once_a_line_is_chosen(four):
    """Source: RULES 3: without jokers a hand is doubled, and singles and pairs are not."""
    four.start(rules="nmjl", east=3)
    hand = four.begin_hand()
    four.enter(winner=0, by="draw")
    lines = built_in("companion").card.lines
    plain, pairs = (next(one for one in lines if one.singles_and_pairs is apart) for apart in (False, True))
    four.model.choose_line(pairs)
    assert not hand.jokerless.isVisible()
    assert hand.confirm_button.isEnabled()
    four.model.choose_line(plain)
    assert hand.jokerless.value is None
    assert not hand.confirm_button.isEnabled()
    four.pick(hand.jokerless, NO_JOKERS)
    four.confirm()
    row = four.check().hands[0]
    assert (row.item.jokerless, row.paid[0].points) == (True, 4 * plain.value)


@pytest.mark.parametrize("tiles", ["FFF 2m5z2m6m 222p 66JJp 9s", "FFF 1m", "FFF 2m5z2m6m 222p 66Jp 9s"])
def test_tiles_that_make_no_line_stay_with_the_hand(four, tiles):
    four.start(rules="nmjl", east=3)
    hand = four.begin_hand()
    four.enter(winner=0, by="draw", value=25)
    four.click(hand.tiles_button)
    four.view("tiles").american.model.paste(tiles)
    four.click(four.view("tiles").done_button)
    assert hand.value.number == 25
    assert [
        doubt.code for doubt in four.model.entry.doubts(four.table.rules, four.model.position, four.model.names)
    ] == ["entry-no-line"]
    four.click(hand.confirm_button)
    four.wait()
    if four.model.view == "hand":  # asked about first
        four.click(hand.confirm_button)
        four.wait()
    item = four.check().hands[0].item
    assert AmericanHand.parse(item.tiles) == AmericanHand.parse(tiles)
    assert (item.line, item.value) == ("", 25)


FISHING = "123d 456d (rrr) 99b 77c"
DIRTY = "(555d) [2222b] 11c"


def typed(four, line, text):
    four.write(line.number, text)
    four.qtbot.keyClick(line.number, Qt.Key.Key_Return)


def doubted(four):
    entry, table = four.model.entry, four.table
    return [one.code for one in entry.doubts(table.rules, four.model.position, four.model.names)]


def confirm_twice(four):
    """Confirm a hand that is asked about first."""
    hand = four.view("hand")
    assert hand.confirm_button.doubts
    for _ in range(2):
        if four.model.view == "hand":
            hand.go_on()
            four.wait()
    return four.check().hands[-1]


@pytest.mark.parametrize("ending", ["draw", "other"])
@pytest.mark.parametrize("rules", ["classical", "simple"])
def test_tiles_of_somebody_whose_score_is_not_asked_for_stay_with_the_hand(four, rules, ending):
    four.start(rules=rules)
    hand = four.begin_hand()
    four.enter(winner=1, by="draw")
    typed(four, hand.lines[1], FISHING)
    if ending == "draw":
        four.enter(winner=None)
    else:
        four.enter(winner=0, by="draw")
        four.write(hand.lines[0].number, 20)
    if ending == "other" and rules == "classical":  # the losers settle there: their tiles count as they are
        assert four.model.entry.counts_tiles(1, four.table.rules, four.model.position)
        return
    assert "entry-remark" in doubted(four)
    row = confirm_twice(four)
    assert row.item.remarks[1] == str(Draft(four.table.rules.rules).pasted(FISHING).hand)
    assert row.item.scores[1] is None
    assert "".join(row.item.remarks) in outcome(row, four.model.parties)
    again = HandEntry.of(four.table, row.id)
    assert again.hand_item(four.table.rules, row.before) == row.item


def test_a_score_counts_and_the_tiles_that_are_no_hand_stay_with_it(four):
    four.start(rules="classical")
    hand = four.begin_hand()
    four.enter(winner=1, by="draw", scores={0: 4, 1: 20, 2: 4})
    line = hand.lines[3]
    typed(four, line, DIRTY)
    assert not hand.confirm_button.isEnabled()
    four.write(line.number, 8)
    assert (four.model.entry.drafts[3].entries, line.number.number, line.tiles.isVisible()) != ((), None, False)
    assert doubted(four) == ["entry-remark"]
    row = confirm_twice(four)
    assert (row.scores[3], row.item.scores[3]) == (8, Number(8))
    assert row.item.remarks == ("", "", "", str(Draft(four.table.rules.rules).pasted(DIRTY).hand))
    entry = HandEntry.of(four.table, row.id)
    assert entry.with_draft(3, None).hand_item(four.table.rules, row.before).remarks is msgspec.UNSET


def test_more_tiles_typed_into_a_score_come_to_those_that_are_there(four):
    four.start(rules="classical")
    hand = four.begin_hand()
    four.enter(winner=1, by="draw")
    typed(four, hand.lines[3], DIRTY)
    typed(four, hand.lines[3], "rrr 57b")
    assert four.model.entry.drafts[3].hand == Draft(four.table.rules.rules).pasted(f"{DIRTY} rrr 57b").hand
    assert hand.lines[3].number.isReadOnly()


@pytest.mark.parametrize(
    ("tiles", "row"),
    [("19c19d19beswnrg00", "thirteen-orphans"), ("1122c3344d5566brr", "seven-pairs"), (f"{FISHING}7c", "")],
)
def test_a_famous_hand_is_named_and_offered_for_the_house_rules(four, tiles, row):
    asked = []
    four.page.model.row_wanted.connect(lambda *said: asked.append(said))
    four.start(rules="traditional")
    line = four.begin_hand().lines[1]
    four.enter(winner=1, by="draw")
    typed(four, line, tiles)
    assert line.house_button.isVisible() is bool(row)
    if row:
        four.click(line.house_button)
        named = line.remark.text()
        four.click(line.tiles_button)
        card = four.view("tiles").page.hand_card
        assert card.status.text() == named
        (answer,) = card.repairs.answers
        four.click(answer)
        assert asked == [("traditional", "", row)] * 2
        four.click(four.view("tiles").done_button)
        four.click(line.forget_button)
    assert not line.house_button.isVisible()


@pytest.mark.parametrize("winner", [None, 2])
def test_the_tiles_of_an_american_winner_who_did_not_win_stay_with_the_hand(four, winner):
    four.start(rules="nmjl", east=3)
    hand = four.begin_hand()
    four.enter(winner=0, by="draw", value=25)
    four.click(hand.tiles_button)
    four.view("tiles").american.model.paste("FFF 2m5z2m6m 222p 66JJp")
    four.click(four.view("tiles").done_button)
    four.enter(winner=winner, by=None if winner is None else "draw", value=None if winner is None else 25)
    row = confirm_twice(four)
    assert AmericanHand.parse(row.item.remarks[0]) == AmericanHand.parse("FFF 2m5z2m6m 222p 66JJp")
    assert (row.item.tiles, row.item.line) == ("", "")
    back = HandEntry.of(four.table, row.id).won_by(0)
    assert back.american_for(four.table.rules, row.before).entries


def test_four_hands_share_one_set_of_tiles(four):
    four.start(rules="classical", names=("Ann", "Bob", "Chuck", "Dora"))
    hand = four.begin_hand()
    four.enter(winner=3, by="draw", scores={0: 8, 1: 8})
    for player, tiles in ((3, "123d 456d (rrr) 99b 777c"), (2, "(rrr) 1f 123d 456d 99b 7c")):
        four.write(hand.lines[player].number, tiles)
        four.qtbot.keyClick(hand.lines[player].number, Qt.Key.Key_Return)
    four.click(hand.lines[3].tiles_button)
    tiles = four.view("tiles").page
    left = {face.tile: face.left for face in tiles.palette_row.faces}
    assert (left[read_tile("7z")], left[read_tile("7m")], left[read_tile("1f")]) == (0, 0, 0)
    tiles.model.add(read_tile("7z"))
    assert four.said[-1] == "No red dragon is left: the other hands of this deal have the rest."
    tiles.model.set_winning_tile(tiles.model.draft.winning_choices[-1])
    four.click(four.view("tiles").done_button)
    assert all(not draft.elsewhere for draft in four.model.entry.drafts if draft is not None)
    assert hand.status.text() == "A fifth and sixth red dragon: Dora and Chuck."
    assert not hand.confirm_button.isEnabled()
    four.click(hand.lines[2].forget_button)
    four.write(hand.lines[2].number, 16)
    four.confirm()
    assert four.check().hands[0].scores[2] == 16


def test_tiles_that_are_entered_again_and_again_leave_nothing_behind(four):
    four.start(rules="classical")
    four.begin_hand()
    four.enter(winner=0, by="draw")
    kept = weakref.WeakSet()
    for _ in range(4):
        four.model.edit_tiles(0)
        kept.add(four.view("tiles").page)
        accessibility.stops(four.page)  # as the keyboard needs it now and then
        four.click(four.view("tiles").done_button)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert list(kept) == [four.page.tiles_view.page]
