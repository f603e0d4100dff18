"""People come, go and sit out at a table, through the window: what is shown is what each person played."""

import pytest
from PySide6.QtCore import Qt

from mjcompanion.core.tiles import WINDS
from mjcompanion.table.events import PeopleItem
from mjcompanion.table.table import replay
from tests.ui.test_table_looks import settle

SCORES = {0: 8, 1: 32, 2: 16, 3: 4}
ESCAPE = Qt.Key.Key_Escape


def people(desk):
    desk.more("Players")
    return desk.view("people")


def named(desk, view, **names):
    """Name somebody in a place: e, s, w, n, or out and out_too."""
    at = dict(zip(("e", "s", "w", "n", "out", "out_too"), view.names, strict=True))
    for place, name in names.items():
        at[place].setText(name)  # typed, the list of known names would open
        at[place].editingFinished.emit()
    settle()


def begin_at(view, row):
    """Let the change begin with an earlier hand."""
    view.since.choose(row.id)
    view.since.currentIndexChanged.emit(view.since.currentIndex())
    settle()


def wind_of(row, player):
    return "eswn"[[row.before.player_at(wind) for wind in WINDS].index(player)]


def confirm(desk, view):
    assert view.confirm_button.isEnabled(), view.status.text()
    desk.click(view.confirm_button)
    desk.wait()
    desk.view("game")


def names_around(desk):
    return [place.sitting.name for place in desk.view("game").square.places]


def shown(desk):
    """What the ledger holds is what is shown."""
    table = replay(desk.stored().events)
    assert table.rows == desk.table.rows
    around = [desk.model.everybody[table.seating.sits[place]] for place in table.position.chairs]
    assert names_around(desk) == around
    balances = [place.sitting.balance for place in desk.view("game").square.places]
    assert balances == [table.balance_of(table.seating.sits[place]) for place in table.position.chairs]
    return table


def next_hand(desk, winner):
    desk.begin_hand()
    desk.enter(winner=winner, by=None if winner is None else "draw", scores=None if winner is None else SCORES)
    desk.confirm()


def delete_change(desk):
    """Delete the change of people, which is on the list."""
    row = next(one for one in desk.table.rows if isinstance(one.item, PeopleItem))
    desk.view("game").evening.opened.emit(row.id)
    desk.click(desk.view("people").delete_button)
    view = desk.view("drop")
    desk.answer_winds(view, "turn")
    desk.click(view.confirm_button)
    desk.wait()


@pytest.fixture
def evening(four):
    four.start()
    four.play(winner=1, by="draw", scores=SCORES)
    return four


class TestPeople:
    def test_a_new_one_takes_a_place_for_good(self, evening):
        view = people(evening)
        assert [field.text() for field in view.names] == ["Bob", "Chuck", "Dot", "Ann", "", ""]
        assert view.status.text() == "No changes"
        named(evening, view, n="")
        assert view.status.text() == "These rules are for four. Who plays for Ann?"
        assert not view.confirm_button.isEnabled()
        named(evening, view, n="Ann", e="Eve")
        assert view.points[0].isVisible()
        assert "Eve plays for Bob, Bob leaves." in view.preview.turn.text()
        confirm(evening, view)
        shown(evening)
        assert evening.model.everybody == ("Ann", "Bob", "Chuck", "Dot", "Eve")
        evening.begin_hand()
        evening.enter(winner=1, by="draw", scores=SCORES)
        assert evening.view("hand").lines[1].name.text().startswith("Eve")
        evening.confirm()
        table = shown(evening)
        assert table.rows[-1].winner == 4
        assert table.balance_of(1) == table.rows[0].balances[1]

    def test_for_one_hand_only(self, evening):
        view = people(evening)
        named(evening, view, w="Eve")
        evening.pick(view.long, "once")
        confirm(evening, view)
        assert "Eve" in names_around(evening)
        next_hand(evening, winner=0)
        assert "Eve" not in names_around(evening)
        shown(evening)

    def test_two_change_places_by_naming_one(self, evening):
        view = people(evening)
        named(evening, view, e="Dot")
        assert [field.text() for field in view.names[:4]] == ["Dot", "Chuck", "Bob", "Ann"]
        confirm(evening, view)
        table = shown(evening)
        assert table.position == table.rows[0].after

    def test_five_in_turn(self, evening):
        view = people(evening)
        named(evening, view, out="Eve")
        view.turn.choose("hand")
        confirm(evening, view)
        model = evening.view("game").evening.hands.evening
        eve = [[model.index(place, column).data() for column in (10, 11)] for place in range(2)]
        assert eve == [[None, None], ["", "2,000"]], "nothing before she came"
        assert all(model.index(0, column).data() for column in range(1, 10))
        for _ in range(5):
            next_hand(evening, winner=None)
        table = shown(evening)
        assert sorted(row.seating.out[0] for row in table.rows[2:]) == [0, 1, 2, 3, 4]

    def test_points_to_start_with(self, evening):
        view = people(evening)
        named(evening, view, s="Eve")
        evening.write(view.points[1], "")
        assert not view.confirm_button.isEnabled()
        assert view.status.text() == "Enter how many points Eve starts with."
        evening.write(view.points[1], 2500)
        named(evening, view, w="Eve")
        assert (view.names[2].text(), view.points[2].number) == ("Eve", 2500), "they go along to another seat"
        confirm(evening, view)
        assert shown(evening).balance_of(4) == 2500
        view = people(evening)
        named(evening, view, s="Fay")
        evening.write(view.points[1], 1001)
        assert not view.confirm_button.isEnabled()
        assert "1,001" in view.status.text()

    def test_it_is_on_the_list_and_can_go_hands_later(self, evening):
        view = people(evening)
        named(evening, view, e="Eve")
        confirm(evening, view)
        for _ in range(3):
            next_hand(evening, winner=1)
        delete_change(evening)
        table = shown(evening)
        assert [one.player for one in table.summary().standings] == list(table.people[:4])
        evening.model.undo()
        evening.wait()
        assert "Eve" in names_around(evening)
        shown(evening)

    def test_somebody_had_played_since_an_earlier_hand(self, evening):
        for _ in range(2):
            evening.play(winner=1, by="draw", scores=SCORES)
        before = evening.table
        second = before.hands[1]
        view = people(evening)
        begin_at(view, second)
        named(evening, view, **{wind_of(second, 1): "Eve"})
        assert view.preview.changes.isVisible()
        confirm(evening, view)
        table = shown(evening)
        assert [row.winner for row in table.hands] == [1, 4, 4]
        assert table.balance_of(1) == before.hands[0].balances[1]

    @pytest.mark.parametrize(("answer", "winners"), [("seats", [0, 0]), ("people", [1, 1])])
    def test_seats_were_found_wrong_after_hands(self, evening, answer, winners):
        evening.play(winner=1, by="draw", scores=SCORES)
        first = evening.table.hands[0]
        assert evening.table.hands[-1].winner == 1
        view = people(evening)
        assert not view.results.isVisible()
        begin_at(view, first)
        assert not view.results.isVisible()
        named(evening, view, **{wind_of(first, 1): "Ann"})
        assert view.results.isVisible()
        view.results.set_value(answer)
        view.results.chosen.emit(answer)
        confirm(evening, view)
        table = shown(evening)
        assert {row.winner for row in table.hands} == {*winners}
        assert table.rows[0].item.results_stay is (answer == "people")
        assert [len(table.traces), table.traces[0].now] == [1, table.rows[0]]

    def test_a_change_is_corrected(self, evening):
        view = people(evening)
        named(evening, view, e="Eve")
        confirm(evening, view)
        next_hand(evening, winner=1)
        row = next(one for one in evening.table.rows if isinstance(one.item, PeopleItem))
        evening.view("game").evening.opened.emit(row.id)
        view = evening.view("people")
        assert view.names[0].text() == "Eve"
        assert view.status.text() == "No changes"
        assert not view.since.isVisible()
        assert view.points[0].isVisible()
        evening.write(view.points[0], 2200)
        confirm(evening, view)
        table = shown(evening)
        assert table.start_of(4) == 2200
        assert len([one for one in table.rows if isinstance(one.item, PeopleItem)]) == 1
        delete_change(evening)
        assert "Eve" not in names_around(evening)
        assert shown(evening).there == (0, 1, 2, 3)

    def test_by_keys(self, evening):
        view = people(evening)
        settle()
        assert view.since.hasFocus()
        view.names[0].setFocus()
        view.names[0].selectAll()
        for letter in "Eve":
            evening.qtbot.keyClicks(view.names[0], letter)
        evening.qtbot.keyClick(view.names[0], Qt.Key.Key_Tab)
        settle()
        assert "Eve plays for Bob" in view.preview.turn.text()
        evening.qtbot.keyClick(view, ESCAPE)
        evening.view("game")
        assert [field.text() for field in people(evening).names] == ["Bob", "Chuck", "Dot", "Ann", "", ""]


class TestTheStart:
    def test_six_share_a_table_and_start_with_different_points(self, four):
        start = four.view("start")
        for field, name in zip(start.names, ("Ann", "Bob", "Chuck", "Dot"), strict=True):
            field.setText(name)
        four.tick(start.more)
        assert not start.start_button.isEnabled()
        assert start.status.text() == "Who sits out first?"
        for field, name in zip(start.out, ("Eve", "Fay"), strict=True):
            field.setText(name)
        start.turn.choose("east")
        start.turn.currentIndexChanged.emit(start.turn.currentIndex())
        four.tick(start.unequal)
        total = start.points[0].number
        four.write(start.points[1], total + 200)
        four.write(start.points[5], total + 1)
        assert not start.start_button.isEnabled()
        four.write(start.points[5], total - 100)
        four.click(start.start_button)
        four.wait()
        table = shown(four)
        assert four.model.everybody == ("Ann", "Bob", "Chuck", "Dot", "Eve", "Fay")
        assert table.seating.out == (4, 5)
        assert str(table.seating.turn) == "east"
        assert table.starts == (total, total + 200, total, total, total, total - 100)
        guests = four.view("game").square.guests
        assert [guest.sitting.name for guest in guests if guest.isVisible()] == ["Eve", "Fay"]

    def test_who_starts_with_something_else_keeps_it_while_the_others_go_along(self, four):
        start = four.view("start")
        four.tick(start.unequal)
        for rules, asked in (("simple", False), ("classical", True)):
            start.rules_choice.setCurrentIndex(start.rules_choice.findData(rules))
            assert [one.isVisible() for one in start.points] == [asked] * 4 + [False] * 2
        four.write(start.points[1], 2200)
        start.rules_choice.setCurrentIndex(start.rules_choice.findData("nmjl"))
        assert [one.number for one in start.points] == [1000, 2200, 1000, 1000, 1000, 1000]
        start._show_form(four.model.form)
        assert [one.number for one in start.points] == [1000, 2200, 1000, 1000, 1000, 1000]
        start._forget()
        four.tick(start.unequal)
        assert {one.number for one in start.points} == {1000}
        start.chips_choice.setCurrentIndex(start.chips_choice.findData("none"))
        four.write(start.points[1], 500)
        four.write(start.starting, 5000)  # 500 is on the way to it
        assert [one.number for one in start.points] == [5000, 500, 5000, 5000, 5000, 5000]
        start._show_form(four.model.form)
        four.write(start.starting, 50)
        assert [one.number for one in start.points] == [50, 500, 50, 50, 50, 50]

    def test_who_changes_places_takes_the_points_to_start_with_along(self, four):
        start = four.view("start")
        for field, name in zip(start.names, ("Ann", "Bob", "Chuck", "Dot"), strict=True):
            field.setText(name)
            field.editingFinished.emit()
        four.tick(start.unequal)
        four.write(start.points[1], 2200)
        four.click(start.down_buttons[0])
        assert start.names[0].text() == "Bob"
        assert [one.number for one in start.points[:4]] == [2200, 2000, 2000, 2000]
        assert four.model.form.points[:2] == (2200, 2000)
        four.write(start.names[3], "Bob")
        four.qtbot.keyClick(start.names[3], Qt.Key.Key_Return)
        assert [field.text() for field in start.names] == ["Dot", "Ann", "Chuck", "Bob"]
        assert [one.number for one in start.points[:4]] == [2000, 2000, 2000, 2200]
        start.chips_choice.setCurrentIndex(start.chips_choice.findData("none"))
        four.write(start.starting, 500)
        assert [one.number for one in start.points[:4]] == [500, 500, 500, 2200]

    @pytest.mark.parametrize(("netted", "moves"), [(True, 3), (False, 6)])
    def test_payments_are_netted_or_pair_by_pair(self, four, netted, moves):
        start = four.view("start")
        start.rules_choice.setCurrentIndex(start.rules_choice.findData("classical"))
        four.tick(start.netted, on=netted)
        four.start()
        four.play(winner=1, by="draw", scores=SCORES)
        assert len(four.table.chip_log[-1].moves) == moves
        assert len(four.table.rows[-1].paid) == 6


class TestTheBettor:
    @pytest.fixture
    def club(self, four):
        four.start(rules="american-club")
        four.play(winner=0, by="discard", discarder=2, value=25, bettor=("Zoe", 0))
        return four

    def test_who_bet_once_sits_out_and_is_asked_each_hand(self, club):
        table = club.check()
        zoe = table.people.index(table.rows[-1].item.bet.who)
        assert table.seating.out == (zoe,)
        assert club.view("game").square.guests[0].sitting.name == "Zoe"
        hand = club.begin_hand()
        club.pick(hand.winner, 1)
        assert not hand.bettor.isVisible()
        assert hand._backed_title.text() == "Zoe bets on"
        club.pick(hand.by, "draw")
        club.write(hand.value, 25)
        assert hand.status.text() == "Which player did Zoe back?"
        assert not hand.confirm_button.isEnabled()
        club.pick(hand.backed, "nobody")
        club.confirm()
        assert club.check().balance_of(zoe) == table.balance_of(zoe) == 1000 + 100
        hand = club.begin_hand()
        club.enter(winner=1, by="draw", value=25, bettor=("", 1))
        assert "Zoe" in hand.preview.spoken
        club.confirm()
        assert club.check().balance_of(zoe) == 1000 + 100 + 75

    def test_who_bets_may_play(self, club):
        view = people(club)
        named(club, view, e="Zoe")
        assert view.names[4].text() != "Zoe"
        confirm(club, view)
        hand = club.begin_hand()
        club.pick(hand.winner, 1)
        assert hand._backed_title.text() == "Bob bets on" if view.names[4].text() else not hand.backed.isVisible()

    def test_a_correction_shows_the_bet(self, club):
        club.click(club.past(1))
        hand = club.view("hand")
        assert hand.backed.value == "0"
        club.pick(hand.backed, 2)
        club.confirm()
        assert club.check().balance_of(4) == 1000 - 50
