"""The seasons of the Notebook: made, changed, removed, read, exported, and sent to paper and to the wall."""

import csv

import pytest
from mjcompanion.ui.pages.print.model import PrintModel
from mjcompanion.ui.theme import Theme
from PySide6.QtCore import Qt

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.seasons import SeasonStore
from mjcompanion.ledger.values import SESSIONS
from mjcompanion.rulesets import Ruleset
from mjcompanion.storage.paths import Folders
from mjcompanion.table.events import Ended
from mjcompanion.tournament.season import POINTS, season_figures
from tests.ledger.making import FOUR, play, season
from tests.ui.notebook_desk import NotebookDesk, desks

K = Qt.Key
MARCH = {"since": "2026-03-01", "until": "2026-03-31"}


class SeasonDesk(NotebookDesk):
    """A Notebook that shows its seasons."""

    def seasons(self, width=1180):
        self.show(width)
        self.page.show_tab("seasons")
        return self.settle()

    @property
    def pane(self):
        return self.page.season_pane

    @property
    def form(self):
        return self.page.season_pane.form

    def stored(self):
        """The season that is shown, as it is on the disk."""
        with self.ledger() as ledger:
            return ledger.seasons.get(self.page.seasons.uid).season

    def titles(self):
        model = self.page.season_list.model()
        return [model.index(at, 0).data() for at in range(model.rowCount())]

    def players(self, at=0):
        """The place and the name of each line of a league table."""
        model = self.pane.league.tables[at].model()
        return [tuple(model.index(row, column).data() for column in (0, 1)) for row in range(model.rowCount())]


@pytest.fixture
def desk_at(qtbot, qapp, tmp_path):
    yield from desks(SeasonDesk, qtbot, Theme(qapp), tmp_path / "data")


@pytest.fixture
def evenings(tmp_path):
    """Three evenings in March, one with a guest and one by other rules; the ledger is another window's."""
    with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
        for day, names, rules in ((1, FOUR, "classical"), (8, (*FOUR[:3], "Eve"), "classical"), (15, FOUR, "nmjl")):
            at = f"2026-03-{day:02}T12:00:00Z"
            ledger.sessions.append(play(ledger, 3, names, at, Ruleset(rules)), 4, Ended(at=at))
        yield ledger


@pytest.fixture
def spring(evenings):
    return season(evenings, minimum=2, best=2, **MARCH).season


def test_the_standings_are_those_of_the_ledger(desk_at, evenings, spring):
    desk = desk_at().seasons()
    assert desk.titles() == ["Spring"]
    found = evenings.seasons.standings("spring")
    (league,) = found.tables
    lines = [("" if one.place is None else str(one.place), found.names[one.player]) for one in league.lines]
    assert desk.players() == lines
    assert lines[-1] == ("", "Eve")
    (table,) = desk.pane.league.tables
    assert table.model().columnCount() == 2 + len(season_figures(found.season, league))
    evenings_there = [table.model().index(row, 9).data() for row in range(len(lines))]
    assert evenings_there == [str(one.evenings) for one in league.lines]
    shown = [one.points for part in desk.pane.highest for one in part.hands]
    assert shown == [one.points for one in found.highest]
    at = "2026-03-22T12:00:00Z"
    evenings.sessions.append(play(evenings, 3, (*FOUR[:3], "Fred"), at), 4, Ended(at=at))
    desk.qtbot.waitUntil(lambda: ("", "Fred") in desk.players())
    assert not desk.page.search_button.isVisible()
    desk.page.show_tab(SESSIONS)
    desk.settle()
    assert desk.page.search_button.isVisible()
    assert not desk.page.new_season_button.isVisible()
    assert len(desk.listed()) == 4


def test_a_head_sorts_and_a_line_leads_to_the_player(desk_at, spring):
    desk = desk_at().seasons()
    (table,) = desk.pane.league.tables
    table.sortByColumn(9, Qt.SortOrder.AscendingOrder)
    assert desk.players()[0] == ("", "Eve")
    desk.click_row(table, 0, 1)
    assert desk.page.players.player.name == "Eve"


@pytest.mark.parametrize(("system", "head"), [("table-points", "Points"), ("places", "Places"), ("net", "Points")])
def test_the_head_of_the_sum_is_what_is_added_up(desk_at, evenings, system, head):
    season(evenings, system=system, **MARCH)
    tables = desk_at().seasons().pane.league.tables
    assert len(tables) == (2 if system == "net" else 1), "a table for each set of rules where net points are added up"
    assert tables[0].model().headerData(2 + POINTS, Qt.Orientation.Horizontal) == head


def test_one_without_sessions_says_so_and_is_not_printed(desk_at, evenings):
    season(evenings, since="2020-01-01", until="2020-02-01")
    desk = desk_at().seasons()
    assert desk.pane.league.tables == []
    assert not desk.pane.primary().enabled
    assert len(desk.words(desk.pane.league)) == 1


def test_one_is_made(desk_at, evenings):
    desk = desk_at().seasons()
    assert desk.page.state is not None
    desk.click(desk.page.state.action)
    form = desk.form
    assert form.isVisible()
    for name, text in (("title", "Spring"), ("since", "2026-03-01"), ("until", "2026-03-20")):
        form.fields[name].setText(text)
    form.rules["classical"].click()
    form.numbers["best"].set_value(8)
    form.numbers["minimum"].set_value(2)
    form.average.click()
    desk.page.show_tab("sessions")
    desk.page.show_tab("seasons")
    assert not form.isVisible()
    desk.page.show_tab("sessions")
    desk.page.new_season()  # as another page asks for it
    desk.settle()
    assert (desk.page.tabs.value, form.isVisible()) == ("seasons", True)
    assert form.fields["title"].text() == "Spring", "what was typed is there again"
    form.save_button.click()
    desk.click(form.save_button)
    assert not form.isVisible()
    desk.page.new_season()
    assert form.fields["title"].text() == ""
    desk.qtbot.keyClick(form, Qt.Key.Key_Escape)
    stored = desk.stored()
    assert (stored.title, stored.since, stored.until, stored.rules) == (
        "Spring", "2026-03-01", "2026-03-20", ("classical",),
    )  # fmt: skip
    assert (stored.system, stored.best, stored.minimum, stored.average) == ("table-points", 8, 2, True)
    assert desk.titles() == ["Spring"]
    assert len(desk.players()) == 5


@pytest.mark.parametrize("removed", [False, True])
def test_one_is_changed_even_where_it_was_removed_meanwhile(desk_at, evenings, spring, removed):
    desk = desk_at().seasons()
    desk.trigger(desk.page.more_menu(), "Change")
    form = desk.form
    assert form.fields["since"].text() == spring.since
    assert [box.isChecked() for box in form.rules.values()] == [False] * len(form.rules)
    form.fields["title"].setText("Summer")
    desk.click(form.system.segments[1])
    assert not form.average.isVisible()
    if removed:
        evenings.seasons.remove("spring")
    desk.click(form.save_button)
    (stored,) = [row.season for row in map(evenings.seasons.get, [row.uid for row in evenings.seasons.all()])]
    assert (stored.title, stored.system, stored.average, stored.best) == ("Summer", "places", False, 2)
    assert removed or stored.uid == "spring"
    assert desk.titles() == ["Summer"]


@pytest.mark.parametrize(("field", "text"), [("title", " "), ("since", "March"), ("until", "2026-02-01")])
def test_what_can_not_be_stays_in_the_form(desk_at, spring, field, text):
    desk = desk_at().seasons()
    desk.trigger(desk.page.more_menu(), "Change")
    desk.form.fields[field].setText(text)
    desk.click(desk.form.save_button)
    assert desk.form.problem.isVisible()
    assert desk.stored() == spring
    desk.key(desk.form.fields[field], K.Key_Escape)
    assert not desk.form.isVisible()
    assert desk.pane.league.isVisible()


def test_one_is_chosen_removed_and_comes_back(desk_at, evenings, spring):
    season(evenings, uid="winter", since="2025-11-01", until="2025-12-31")
    desk = desk_at().seasons()
    desk.click_row(desk.page.season_list, 1)
    assert desk.page.seasons.uid == "winter"
    desk.key(desk.page.season_list, K.Key_Up)
    assert desk.page.seasons.uid == "spring"
    desk.key(desk.page.season_list, K.Key_Delete)
    assert [row.uid for row in desk.page.seasons.rows] == ["winter"]
    assert desk.page.seasons.uid == "winter"
    with desk.ledger() as ledger:
        assert len(ledger.sessions.page().rows) == 3
    desk.undo()
    assert desk.page.seasons.uid == "spring"
    desk.undo()  # there is nothing more to take back
    assert len(desk.page.seasons.rows) == 2
    desk.trigger(desk.page.more_menu(), "Delete")
    assert [row.uid for row in desk.page.seasons.rows] == ["winter"]


def test_what_the_ledger_refuses_is_said(desk_at, spring, monkeypatch):
    desk = desk_at().seasons()
    refused = RuleError([Problem("season-title")])
    monkeypatch.setattr(SeasonStore, "remove", lambda *_: (_ for _ in ()).throw(refused))
    desk.trigger(desk.page.more_menu(), "Delete")
    assert desk.told() == [str(refused)]
    assert desk.titles() == ["Spring"]


def test_the_csv_is_that_of_the_command(desk_at, evenings, spring, tmp_path, monkeypatch):
    desk = desk_at().seasons()
    file = tmp_path / "league.csv"
    monkeypatch.setattr(desk.page.exchange, "ask_where_to_store", lambda _name: file)
    desk.trigger(desk.page.share_menu(), "CSV")
    rows = list(csv.DictReader(file.read_text("utf-8-sig").splitlines()))
    assert [row["name"] for row in rows] == [name for _place, name in desk.players()]
    assert [row["place"] for row in rows] == [place for place, _name in desk.players()]


def test_it_goes_to_paper_and_to_the_wall(desk_at, spring):
    desk, printed, walls = desk_at().seasons(), [], []
    desk.page.season_print_wanted.connect(lambda *what: printed.append(what))
    desk.page.season_wall_wanted.connect(walls.append)
    desk.click(desk.page.primary)
    desk.trigger(desk.page.share_menu(), "wall")
    desk.trigger(desk.page.share_menu(), "big screen")
    assert printed == [("spring", False), ("spring", True)]
    assert walls == ["spring"]


@pytest.mark.parametrize("large", [False, True])
def test_print_shows_its_league_table(desk_at, spring, large):
    context = desk_at().context
    model = PrintModel(context.ledger, context.folders, context.settings.value, has_ledger=True)
    model.show_season("spring", large)
    assert (model.form.id, model.item, model.habits.large) == ("season", "spring", large)
    model.show_season("spring", False)
    assert model.habits.large is large


def test_a_narrow_window_shows_the_list_or_the_season(desk_at, spring):
    desk = desk_at().seasons(width=560)
    assert desk.page.season_list.isVisible()
    desk.click_row(desk.page.season_list, 0)
    assert desk.pane.league.isVisible()
    assert not desk.page.season_list.isVisible()
    desk.key(desk.pane.league.tables[0], K.Key_Escape)
    assert desk.page.season_list.isVisible()
