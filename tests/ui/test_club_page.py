"""The Club page: tables as they stand, tournaments from the draw to the ranking, and this table's session first."""

import threading

import msgspec
import pytest
from mjcompanion.ui.pages.club.model import ClubScreen
from mjcompanion.ui.pages.club.page import ClubPage
from mjcompanion.ui.pages.club.season import wall_lines
from PySide6.QtCore import Qt

from mjcompanion.ledger.errors import Busy, NoServer
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.tournaments import TournamentStore
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings
from mjcompanion.table.events import Changed, Ended, Put, SessionSetup, now
from mjcompanion.tournament.ranking import ranking
from mjcompanion.tournament.tournament import TournamentPenalty
from tests.ledger import conftest as of_ledger
from tests.ledger.making import AT, EIGHT, FOUR, cup, hand, people, play, put, season, sit
from tests.ui.desk import PageDesk

K = Qt.Key
database, programs, server = of_ledger.database, of_ledger.programs, of_ledger.server


class Club(PageDesk):
    """The page on a data folder, and what it asked of the other pages."""

    def __init__(self, qtbot, context):
        super().__init__(qtbot, context, ClubPage)
        self.opened, self.printed, self.set = [], [], []
        self.page.table_wanted.connect(self.opened.append)
        self.page.print_wanted.connect(self.printed.append)
        self.page.settings_wanted.connect(self.set.append)
        self.page.resize(1280, 800)

    def show(self):
        self.page.show()
        self.wait()
        return self

    def wait(self):
        page = self.page
        self.qtbot.waitUntil(lambda: page.model.read and not page.model.busy and not self.context.ledger.busy)

    def until(self, what):
        self.qtbot.waitUntil(lambda: bool(what()))

    def turn(self, view):
        self.page.model.show(view)
        self.wait()


@pytest.fixture
def club(qtbot, context_at, tmp_path):
    return lambda folder="data", **more: Club(qtbot, context_at(tmp_path / folder, **more))


@pytest.fixture
def other(tmp_path):
    """Another window's ledger, on the same file."""
    with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
        yield ledger


def begun(ledger, table, names=FOUR):
    tournament = cup(ledger)
    setup = SessionSetup(tournament.rules, people(ledger, names), starting=1000, table=table)
    return ledger.sessions.start(setup, now()).uid


def test_with_nothing_there_it_says_what_to_do(club):
    one = club().show()
    assert one.page.empty.isVisible()
    assert not one.page.wall_button.isEnabled()
    one.turn(ClubScreen.TOURNAMENT)
    assert one.page.tournament.empty.isVisible()
    one.qtbot.mouseClick(one.page.tournament.empty.action, Qt.MouseButton.LeftButton)
    assert one.page.model.view is ClubScreen.NEW
    one.turn(ClubScreen.SEASON)
    one.until(one.page.season.empty.isVisible)
    assert not one.page.wall_button.isEnabled()
    with one.qtbot.waitSignal(one.page.new_season_wanted):
        one.qtbot.mouseClick(one.page.season.empty.action, Qt.MouseButton.LeftButton)


def test_tables_stand_there_and_follow_what_another_window_plays(club, other):
    uid = begun(other, 3)
    one = club(table_number=3, tables=8).show()
    assert one.page.own.text() == "This is table 3 of 8."
    (card,) = one.page.grid.cards
    assert "Table 3" in card.accessibleName()
    assert "East: Ann, 1,000" in card.accessibleName()
    for number in range(1, 3):
        other.sessions.append(uid, number, put(number, winner=number, moment=now()))
    points = other.sessions.get(uid).table.balances
    one.until(lambda: card.now.points == points)
    assert card.now.hands == 2
    one.qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert one.opened == [uid]
    other.sessions.append(uid, 3, Ended(at=now()))
    one.until(lambda: "Over after 2 hands" in card.accessibleName())


def test_the_table_number_is_a_setting(club):
    one = club().show()
    assert one.page.own.text() == "This is not a numbered table."
    one.qtbot.mouseClick(one.page.own_button, Qt.MouseButton.LeftButton)
    assert one.set == ["table_number"]
    one.context.settings.change(table_number=5)
    assert one.page.own.text() == "This is table 5."


def test_a_tournament_is_drawn_begun_at_this_table_and_played(club, other):
    one = club(table_number=2).show()
    one.turn(ClubScreen.NEW)
    form = one.page.new
    assert form.status.text() == "Give the tournament a name."
    one.qtbot.keyClicks(form.title_field, "Spring cup")
    assert form.status.text() == "At least four people play."
    form.names.setPlainText("\n".join((*EIGHT, "ann")))
    assert form.status.text() == "“ann” is there twice."
    form.names.setPlainText("\n".join((*EIGHT, "José", "Jose\u0301")))
    assert form.status.text() == "“Jose\u0301” is there twice."
    form.names.setPlainText("\n".join((*EIGHT, "Ida")))
    assert "sits out" in form.meets.text()
    form.rules_choice.choose("classical")
    form.rounds.spin.setValue(2)
    form.hands.spin.setValue(2)
    assert not form.status.text()
    one.qtbot.mouseClick(form.begin_button, Qt.MouseButton.LeftButton)
    one.until(lambda: one.page.model.view is ClubScreen.TOURNAMENT and one.page.model.contest is not None)
    assert form.title_field.text() == ""
    tournament = one.page.model.contest.tournament
    assert {player.casefold() for player in one.page.model.contest.names} >= {"ann", "ida"}
    view = one.page.tournament
    assert "Sitting out" in view.out.text()
    assert view.own_button.text() == "Start round 1 at table 2"
    one.qtbot.mouseClick(view.own_button, Qt.MouseButton.LeftButton)
    one.until(lambda: one.opened)
    table = other.sessions.get(one.opened[0]).table
    assert table.setup.players == tournament.seats(0, 1)
    assert (table.setup.table_number, table.plan.hands) == (2, 2)
    assert other.tournaments.get(tournament.uid).tournament.session(0, 1) == one.opened[0]
    one.page.model.refresh()
    one.wait()
    one.page.model.open_table(1)
    assert one.opened == [one.opened[0]] * 2


def test_two_laptops_that_begin_one_table_come_to_one_session(club, other):
    cup(other)
    one, two = club().show(), club().show()
    for desk in (one, two):
        desk.turn(ClubScreen.TOURNAMENT)
        desk.until(lambda desk=desk: desk.page.model.contest is not None)
    for desk in (one, two):
        desk.page.model.open_table(0)
    for desk in (one, two):
        desk.until(lambda desk=desk: desk.opened)
    assert one.opened == two.opened
    assert len(other.sessions.unfinished()) == 1


def test_the_ranking_tells_who_plays_still_and_what_a_correction_moved(club, other):
    tournament = cup(other)
    first = sit(other, tournament, 0, 0)
    sit(other, tournament, 0, 1)
    sit(other, tournament, 1, 0, minute=60, ends=False)
    one = club().show()
    one.turn(ClubScreen.TOURNAMENT)
    view = one.page.tournament
    one.until(lambda: view.ranks.rows)
    assert view.playing.text() == "Round 2: tables 1, 2 aren’t over, and don’t count yet."
    assert [row.below for row in view.tables.rows] == ["playing, hand 3", "not started"]
    found = other.tournaments.contest("cup")
    due = [found.names[line.player] for line in ranking(found.tournament, found.results).ranks]
    assert [cells[1].text for _, cells in view.ranks.rows] == due
    assert view.corrections.count() == 0
    other.sessions.append(first, 4, Changed(at=now(), changes=(Put("1", hand(1, winner=3)),)))
    one.until(lambda: view.corrections.count() == 1)
    sentence = view.corrections.itemAt(0).widget().text()
    assert sentence.endswith("hand 1 of round 1, table 1, was corrected.")
    assert sentence in one.said
    view.round_choice.setCurrentIndex(0)
    view.round_choice.activated.emit(0)
    assert not view.playing.isVisible()
    one.qtbot.mouseClick(view.print_button, Qt.MouseButton.LeftButton)
    assert one.printed == ["cup"]


def test_penalties_are_entered_and_taken_back(club, other):
    sit(other, cup(other), 0, 0)
    one = club().show()
    one.turn(ClubScreen.TOURNAMENT)
    one.until(lambda: one.page.model.contest is not None)
    one.turn(ClubScreen.PENALTY)
    form = one.page.penalty
    assert not form.confirm_button.isEnabled()
    form.player.choose("5")
    one.qtbot.keyClicks(form.why, "late")
    one.qtbot.keyClicks(form.points, "3o")
    one.page.hide()
    one.show()
    assert (form.player.currentData(), form.why.text()) == ("5", "late")  # it was only out of sight
    one.qtbot.keyClick(form, K.Key_Escape)
    assert one.page.model.view is ClubScreen.TOURNAMENT
    one.turn(ClubScreen.PENALTY)
    assert (form.player.currentText(), form.why.text(), form.points.text()) == ("Ann", "", "")
    one.qtbot.keyClicks(form.points, "30")
    form.player.choose("2")
    one.qtbot.mouseClick(form.confirm_button, Qt.MouseButton.LeftButton)
    one.until(lambda: one.page.model.view is ClubScreen.TOURNAMENT)
    one.wait()
    (penalty,) = other.tournaments.get("cup").tournament.penalties
    assert (penalty.player, penalty.points) == (2, 30)
    one.page.model.forgive(penalty)
    one.until(lambda: not other.tournaments.get("cup").tournament.penalties)


def test_a_table_that_is_begun_again_by_mistake_can_be_taken_back(club, other, monkeypatch):
    first = sit(other, cup(other), 0, 0)
    other.tournaments.change("cup", lambda one: one.fined(TournamentPenalty(2, 0, 1, 30)))
    one = club().show()
    one.turn(ClubScreen.TOURNAMENT)
    one.until(lambda: one.page.model.contest is not None)
    menu = one.page.tournament._menu()
    words = [action.text() for action in menu.actions()]
    assert "Take back the penalty of Chuck, round 1: 1 table point, 30 points" in words
    asked = one.messages
    asked.clear()
    with monkeypatch.context() as broken:
        broken.setattr(TournamentStore, "change", refuse)
        one.page.model.let_go(0)
        one.until(lambda: asked)
        one.wait()
        assert [message.kind for message in asked] == ["wrong"]
    next(action for action in menu.actions() if "Start table 1" in action.text()).trigger()
    one.until(lambda: other.tournaments.get("cup").tournament.session(0, 0) is None)
    one.wait()
    assert asked[-1].sentence.startswith("Round 1, table 1 can start again")
    cup(other, uid="vase")
    one.page.model.choose("vase")
    one.until(lambda: one.page.model.contest.tournament.uid == "vase")
    asked[-1].do()
    one.until(lambda: other.tournaments.get("cup").tournament.session(0, 0) == first)
    assert not other.tournaments.get("vase").tournament.sessions


def test_a_penalty_being_entered_is_never_for_another_tournament_or_round(club, other):
    names = ("Zed", "Yan", "Xi", "Wu", "Vic", "Uma", "Tom", "Sue")
    cup(other, names)
    tournament = cup(other, uid="later")
    one = club().show()
    one.page.model.choose("later")
    one.turn(ClubScreen.PENALTY)
    form = one.page.penalty
    form.player.choose("2")
    form.points.set_number(30)
    for table in range(2):
        sit(other, other.tournaments.get("later").tournament, 0, table)
    sit(other, other.tournaments.get("later").tournament, 1, 0)
    one.until(lambda: one.page.model.rounds_begun == 2)
    assert form.note.text() == "It counts in round 1."
    other.tournaments.remove(tournament.uid)
    one.until(lambda: one.page.model.view is ClubScreen.TOURNAMENT)
    assert one.page.model.uid == "cup"
    assert one.said == ["This tournament was deleted."]


def test_a_penalty_being_entered_waits_for_a_ledger_out_of_reach(club, other, monkeypatch):
    cup(other)
    cup(other, uid="later")
    one = club().show()
    one.page.model.choose("cup")
    one.turn(ClubScreen.PENALTY)
    form = one.page.penalty
    form.player.choose("2")
    one.qtbot.keyClicks(form.points, "30")
    with monkeypatch.context() as away:
        away.setattr(TournamentStore, "all", lambda _ledger: refuse_away())
        one.page.model.refresh()
        one.until(lambda: one.page.model.error)
    one.page.model.refresh()
    one.until(lambda: one.page.model.contest is not None)
    assert (one.page.model.view, one.page.model.uid, one.said) == (ClubScreen.PENALTY, "cup", [])
    assert (form.player.currentData(), form.points.number) == ("2", 30)


def refuse_away():
    raise NoServer("ledger-no-server", why="club.example")


def refuse(*_words):
    raise Busy("ledger-busy", count=5)


def test_the_round_that_was_chosen_of_one_is_not_shown_of_another(club, other):
    sit(other, cup(other, uid="left"), 0, 0)
    cup(other, uid="gone")
    one = club().show()
    model = one.page.model
    one.turn(ClubScreen.TOURNAMENT)
    model.choose("gone")
    one.until(lambda: model.contest is not None and model.contest.tournament.uid == "gone")
    model.choose_round(2)
    model.remove()
    one.until(lambda: model.contest is not None and model.contest.tournament.uid == "left")
    assert model.round == 0


def test_one_that_is_deleted_can_be_brought_back(club, other, monkeypatch):
    cup(other)
    one = club().show()
    one.turn(ClubScreen.TOURNAMENT)
    one.until(lambda: one.page.model.contest is not None)
    with monkeypatch.context() as broken:
        broken.setattr(TournamentStore, "remove", refuse)
        one.page.model.remove()
        one.until(lambda: one.said)
        one.wait()
        assert not any("deleted" in sentence for sentence in one.said)
        assert one.page.model.uid == "cup"
    one.page.model.remove()
    one.until(lambda: one.page.tournament.empty.isVisible())
    assert "The tournament is deleted. Its sessions stay in the ledger." in one.said
    one.page.model.bring_back("cup")
    one.until(lambda: one.page.model.contest is not None)


def test_another_one_that_was_chosen_stays_whatever_is_told_late(club, other):
    cup(other)
    cup(other, uid="vase")
    one = club().show()
    model = one.page.model
    one.turn(ClubScreen.TOURNAMENT)
    one.until(lambda: model.contest is not None)
    shown, hidden = sorted(("cup", "vase"), key=lambda uid: uid != model.uid)
    gate = threading.Event()
    one.context.ledger.ask(lambda _: gate.wait(60))
    model.refresh()
    model.choose(hidden)
    model.changed.connect(model.refresh, Qt.ConnectionType.SingleShotConnection)  # as if another window wrote
    gate.set()
    one.wait()
    assert model.uid == hidden != shown


def test_what_was_typed_for_a_draw_stays_when_it_is_left(club, other):
    cup(other)
    one = club().show()
    one.turn(ClubScreen.TOURNAMENT)
    one.until(lambda: one.page.model.contest is not None)
    form = one.page.new
    for leave in (lambda: one.qtbot.keyClick(form, K.Key_Escape), one.page.header.back_button.click):
        one.turn(ClubScreen.NEW)
        form.names.setPlainText("Ann\nBob")
        leave()
        one.wait()
        assert one.page.model.view is ClubScreen.TOURNAMENT
        assert form.names.toPlainText() == "Ann\nBob"


def test_a_draw_that_is_being_typed_is_there_after_a_new_start(club, other):
    one = club().show()
    one.turn(ClubScreen.NEW)
    form = one.page.new
    one.qtbot.keyClicks(form.title_field, "Cup")
    form.names.setPlainText("Ann\nBob\nChuck\nDoris")
    form.rules_choice.setCurrentIndex(form.rules_choice.findData("british"))
    form.rounds.spin.setValue(3)
    form.hands.spin.setValue(8)
    one.qtbot.mouseClick(form.shuffled, Qt.MouseButton.LeftButton, pos=form.shuffled.rect().center())
    state = form._state()
    one.context.typed.save()
    two = club().show()
    two.turn(ClubScreen.NEW)
    assert two.page.new._state() == state
    assert (state["title"], state["rules"], state["rounds"], state["hands"]) == ("Cup", "british", 3, 8)
    two.qtbot.mouseClick(two.page.new.begin_button, Qt.MouseButton.LeftButton)
    two.until(lambda: two.page.model.contest is not None)
    two.wait()
    two.context.typed.save()
    three = club()
    assert (three.page.new.title_field.text(), three.page.new.names.toPlainText()) == ("", "")


def test_a_penalty_that_is_being_typed_is_there_after_a_new_start(club, other):
    cup(other)
    one = club().show()
    one.until(lambda: one.page.model.contest is not None)
    one.turn(ClubScreen.PENALTY)
    form = one.page.penalty
    form.player.choose("5")
    one.qtbot.keyClicks(form.table_points, "3")
    one.qtbot.keyClicks(form.why, "late")
    one.context.typed.save()
    two = club().show()
    two.until(lambda: two.page.model.contest is not None)
    two.turn(ClubScreen.PENALTY)
    form = two.page.penalty
    assert (form.player.currentData(), form.table_points.number, form.why.text()) == ("5", 3, "late")
    assert form.confirm_button.isEnabled()
    two.qtbot.mouseClick(form.confirm_button, Qt.MouseButton.LeftButton)
    two.until(lambda: two.page.model.view is ClubScreen.TOURNAMENT)
    two.wait()
    two.turn(ClubScreen.PENALTY)
    assert (form.table_points.text(), form.why.text()) == ("", "")


def test_more_is_last_before_what_begins_something(club):
    page = club().page
    row, tools = page.header.action_row, page.tournament
    places = [row.indexOf(one) for one in (page.wall_button, tools.print_button, tools.more_button, tools.new_button)]
    assert places == sorted(places)


def test_the_wall_shows_what_the_page_shows_and_escape_closes_it(club, other):
    begun(other, 1)
    one = club().show()
    one.until(lambda: one.page.model.data.tables)
    one.page.show_wall()
    wall = one.page.wall
    assert wall.tables.isVisible()
    assert len(wall.tables.cards) == 1
    one.turn(ClubScreen.TOURNAMENT)
    assert wall.board.isVisible()
    assert wall.title.text() == "Cup: after round 1"
    wall.showNormal()
    wall.resize(1000, 600)
    other.tournaments.change("cup", lambda one: msgspec.structs.replace(one, title="A very long name of a cup " * 5))
    one.until(lambda: "very long" in wall.title.text())
    assert wall.title.text().endswith("…: after round 1")
    assert wall.minimumSizeHint().width() < 1000
    one.qtbot.keyClick(wall, K.Key_Escape)
    assert one.page.wall is None


@pytest.mark.parametrize("system", ["table-points", "places", "net"])
def test_a_season_is_on_the_page_and_on_the_wall(club, other, system):
    for rules in ("classical", "nmjl"):
        other.sessions.append(play(other, 3, rules=Ruleset(rules)), 4, Ended(at=AT))
    season(other, system=system)
    one = club().show()
    one.page.show_season("spring")
    wall = one.page.wall
    one.until(lambda: one.page.season.league.tables)
    found = other.seasons.standings("spring")
    assert len(one.page.season.league.tables) == len(found.tables) == (2 if system == "net" else 1)
    assert wall.board.isVisible()
    assert wall.title.text() == "Spring"
    lines = wall_lines(found)
    assert [line.place for line in lines if line.place] == [
        str(line.place) for table in found.tables for line in table.lines
    ]
    assert len(lines) == sum(len(table.lines) for table in found.tables) + (2 if system == "net" else 0)
    assert all(line.name in wall.board.accessibleName() for line in lines)
    one.qtbot.keyClick(wall, K.Key_Escape)
    opened = []
    one.page.season_wanted.connect(opened.append)
    one.qtbot.mouseClick(one.page.season.open_button, Qt.MouseButton.LeftButton)
    assert opened == ["spring"]


def test_the_wall_leaves_out_who_came_too_seldom(other):
    for names in (FOUR, (*FOUR[:3], "Eve")):
        other.sessions.append(play(other, 3, names), 4, Ended(at=AT))
    season(other, minimum=2, average=True)
    lines = wall_lines(other.seasons.standings("spring"))
    assert sorted(line.name for line in lines) == ["Ann", "Bob", "Chuck"]
    season(other, "early", minimum=3)
    assert len(wall_lines(other.seasons.standings("early"))) == 5


# the Table page


def test_this_tables_session_comes_first_and_the_others_are_listed(table_at, tmp_path, other):
    third = begun(other, 3)
    fifth = other.sessions.start(
        SessionSetup(other.tournaments.get("cup").tournament.rules, people(other, EIGHT[4:]), table=5)
    ).uid
    old = play(other, 2, title="Tuesday")
    desk = table_at(settings=Settings(reduced_motion=True, table_number=3)).show()
    start = desk.view("start")
    known = desk.model.known
    assert known.last_uid == third
    assert {one.row.uid for one in known.others} == {fifth, old}
    rows = {row.key: row for row in start.others.rows}
    assert rows[fifth].title == "Table 5: Eve, Fred, Gil, Hal"
    assert rows[fifth].below.startswith("hand 1 · ")
    assert rows[old].below.startswith("Tuesday · hand 3 · ")
    start.others_button.click()
    assert start.others.isVisible()
    start.others.opened.emit(fifth)
    desk.wait()
    assert desk.model.uid == fifth


def test_a_session_gets_the_number_of_this_table(table_at, other):
    desk = table_at(settings=Settings(reduced_motion=True, table_number=7)).show()
    desk.start(rules="classical")
    assert other.sessions.get(desk.model.uid).table.setup.table_number == 7


def test_two_laptops_on_one_server_do_not_offer_each_others_session(table_at, tmp_path, database):
    with Ledger.open(database) as ledger:
        theirs = ledger.sessions.start(SessionSetup(cup(ledger).rules, people(ledger, FOUR), table=1)).uid
    for number in (0, 2):
        settings = Settings(reduced_motion=True, table_number=number)
        desk = table_at(tmp_path / f"empty{number}", settings, database).show()
        assert desk.model.known.last_uid is None
        assert not desk.view("start").continue_button.isVisible()
        assert [one.row.uid for one in desk.model.known.others] == [theirs]
        assert desk.view("start").others.isVisible()
    first = table_at(tmp_path / "first", Settings(reduced_motion=True, table_number=1), database).show()
    assert first.model.known.last_uid == theirs


def test_a_laptop_without_a_number_offers_what_was_open_on_it(table_at, tmp_path, database):
    with Ledger.open(database) as ledger:
        mine = ledger.sessions.start(SessionSetup(cup(ledger).rules, people(ledger, FOUR))).uid
    desk = table_at(tmp_path / "mine", None, database).show()
    desk.model.open(mine)
    desk.wait()
    desk.model.close()
    desk.wait()
    with Ledger.open(database) as ledger:
        play(ledger, 1, names=EIGHT[4:])
    again = table_at(tmp_path / "mine", None, database).show()
    assert again.model.known.last_uid == mine
