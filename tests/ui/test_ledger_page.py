"""The Ledger page with a real ledger: everything it shows and does, compared with what the ledger itself answers."""

import csv
import io
import json
import shutil
import threading
import time
from collections import defaultdict
from datetime import date
from pathlib import Path

import msgspec
import pytest
from mjcompanion.ui.pages.ledger.lists import ENTRY
from mjcompanion.ui.pages.ledger.queries import EntryFilter
from mjcompanion.ui.pages.settings.keeping import KeepingCard
from mjcompanion.ui.pages.table.queries import open_table
from mjcompanion.ui.widgets import Button, TextLabel
from mjcompanion.ui.widgets.tables import KEY, MARKED
from mjcompanion.ui.widgets.tiles import TileState
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel
from sqlalchemy import Engine, event

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.tiles import Terms, Tile, Wind
from mjcompanion.ledger.errors import Busy
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.notebook import Notebook
from mjcompanion.ledger.statistics import StatisticsStore
from mjcompanion.ledger.values import SessionFilter
from mjcompanion.parsing.dates import last_moment, parse_period
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.storage.paths import Folders
from mjcompanion.table.events import (
    BankItem,
    BetItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    Number,
    PenaltyItem,
    Put,
    SeatsItem,
    SessionSetup,
    Started,
    Tiles,
    Titled,
    Undone,
)
from mjcompanion.table.rules import TableRules
from mjcompanion.table.settle import explain
from mjcompanion.table.table import replay
from mjcompanion.table.words import figure, signed
from tests.ledger.making import cup, play, put
from tests.ui.notebook_desk import NotebookDesk, desks

K = Qt.Key
SAID = Qt.ItemDataRole.AccessibleTextRole
WINNING = "123m 456p 99s (777z) [1111s] 1f"
LOSING = "123m 2223p 55z (444p) 3m"
PEOPLE = ("Ann", "Bob", "Chuck", "Dora")
LATER = "2026-12-01T10:00:00Z"


class Session:
    """Events of a session, put together as at a table."""

    def __init__(self, players, rules=None, at="2026-11-21T18:00:00Z", title="", starting=2000):
        rules = rules or TableRules.of(Ruleset("classical"))
        self.at = at
        self.events = [Started(at=at, setup=SessionSetup(rules, tuple(players), 0, starting, title=title))]

    @property
    def table(self):
        return replay(self.events)

    def happen(self, kind, **values):
        self.events.append(kind(at=self.at, **values))
        return self

    def put(self, item, item_id=None, before=None):
        return self.happen(Changed, changes=(Put(item_id or str(len(self.events)), item, before),))

    def hand(self, winner, *scores, by=By.DRAW, discarder=None, **more):
        return self.put(HandItem(winner, by, discarder, scores=tuple(Number(one) for one in scores), **more))

    def tiles_hand(self, winner):
        """The winner and the next player by tiles, the others by numbers."""
        table = self.table
        rules, position = table.rules, table.position
        scores = [Number(8)] * 4
        for player, hand in ((winner, WINNING), ((winner + 1) % 4, LOSING)):
            won = player == winner
            seat = position.wind_of(player)
            how = HowWon(Tile.parse("9s"), By.DRAW) if won else None
            sheet = score(
                Hand.parse(hand), ScoringContext(rules.rules, seat, position.round, won, how, None, rules.options)
            )
            scores[player] = Tiles(hand, sheet.score, seat, position.round, "9s" if won else None)
        return self.put(HandItem(winner, By.DRAW, scores=tuple(scores)))

    def store(self, ledger):
        uid = ledger.sessions.start(self.events[0].setup, self.at).uid
        for seq, one in enumerate(self.events[1:], 1):
            ledger.sessions.append(uid, seq, one)
        return uid


def long_evening(players, at="2026-11-21T18:00:00Z"):
    """Every kind of row, and three corrections, of which one was undone."""
    house = options_for(Ruleset("classical"), {"limit": 500, "east_stays_after_draw": True})
    session = Session(players, TableRules.of(Ruleset("classical"), house, name="Tuesday"), at)
    session.hand(2, 8, 8, 32, 16, by=By.DISCARD, discarder=0)
    session.tiles_hand(0)
    session.put(HandItem())
    session.put(PenaltyItem(1, (0, 2, 3), 25, "a wrong call"))
    session.hand(1, 0, 64, 2, 4, by=By.ROBBED_KONG, discarder=3, note="late")
    session.put(BankItem(1, 500))
    session.put(SeatsItem((1, 0, 3, 2), 1))
    session.hand(3, 2, 2, 2, 40, by=By.KONG_REPLACEMENT)
    session.put(HandItem(1, By.DRAW, scores=(Number(8), Number(32), Number(8), Number(16))), "1")
    session.put(HandItem(2, By.DEAL, scores=(Number(2), Number(2), Number(20), Number(2))), "in", before="3")
    session.happen(Changed, changes=(Drop("8"),))
    session.happen(Undone, seq=len(session.events) - 1)
    session.happen(Ended)
    return session


def club_evening(players, at="2026-10-03T18:00:00Z"):
    """An American table with a bettor and a dead hand."""
    session = Session(players, TableRules.of(Ruleset("american-club")), at, title="Wednesday", starting=1000)
    session.put(HandItem(1, By.DISCARD, 0, value=25, dead=(3,)))
    session.put(HandItem(2, By.DRAW, value=30, jokerless=True, bet=BetItem("Betty", 2)))
    session.put(HandItem(wrong_calls=(0,)))
    return session


class Shelf(NotebookDesk):
    """A Notebook with what its tests do."""

    def type(self, widget, text):
        """Type letter by letter, whatever letters they are."""
        widget.setFocus()
        for letter in text:
            QApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter))
        return self.settle()

    def open_filters(self):
        self.click(self.page.search_button)
        self.click(self.page.filter_button)

    def details(self):
        """Show the standings, corrections and rules of the session."""
        self.click(self.page.session_pane.details_button)
        return self.page.session_pane

    def search(self, text):
        self.page.search.clear()
        if not text:
            self.page.search.textEdited.emit("")
        self.type(self.page.search, text)
        return self

    def open(self, uid):
        """Click a session of the list."""
        row = self.page.entries_model.place_of(uid)
        assert row >= 0
        return self.click_row(self.page.entry_list, row)

    def tab(self, name):
        if not self.page.tabs.isVisible():
            self.page.back()
            self.settle()
        self.click(self.page.tabs.segments[["sessions", "hands", "games", "players"].index(name)])
        return self

    def player(self, uid):
        self.tab("players")
        return self.click_row(self.page.player_list, self.page.players_model.place_of(uid))

    def months(self):
        model = self.page.entries_model
        rows = [model.index(at, 0) for at in range(model.rowCount())]
        return [index.data() for index in rows if index.data(ENTRY) is None]

    def table(self, view):
        """The cells of a table of figures, row by row."""
        model = view.model()
        return [[model.index(row, at).data() for at in range(model.columnCount())] for row in range(model.rowCount())]


@pytest.fixture
def shelf_at(qtbot, themed, tmp_path):
    yield from desks(Shelf, qtbot, themed, tmp_path / "data")


class Filled(msgspec.Struct):
    """What is in the ledger that most tests use."""

    people: dict
    long: str
    club: str
    others: list


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Four people and Eve, a long evening, one at the club, and some short ones."""
    folder = tmp_path_factory.mktemp("written")
    with Ledger.open(None, Folders.at(folder)) as ledger:
        people = {name: ledger.players.add(name).uid for name in (*PEOPLE, "Eve", "Robert")}
        four = [people[name] for name in PEOPLE]
        others = []
        for day in range(1, 7):
            three = [*four[:3], people["Eve"]]
            session = Session(three, TableRules.of(Ruleset("traditional")), f"2026-08-{day:02}T19:30:00Z")
            session.hand(day % 4, 8, 10, 12, 14).hand((day + 1) % 4, 20, 30, 40, 50, by=By.DISCARD, discarder=day % 4)
            others.append(session.store(ledger))
        club = club_evening(four).store(ledger)
        long = long_evening(four).store(ledger)
    return folder, Filled(people, long, club, others)


@pytest.fixture
def filled(written, tmp_path):
    """A data folder of one's own with all that in it."""
    folder, what = written
    shutil.copytree(folder, tmp_path / "data")
    return what


@pytest.fixture
def shelf(filled, shelf_at):
    return shelf_at().show()


def asked(shelf, **conditions):
    """The ids of sessions that the ledger itself gives."""
    with shelf.ledger() as ledger:
        return [row.uid for row in ledger.sessions.page(SessionFilter(**conditions), limit=1000).rows]


def stored(shelf, uid):
    with shelf.ledger() as ledger:
        return ledger.sessions.get(uid)


def open_another(shelf, session):
    """Store one more session and open it; return its table."""
    with shelf.ledger() as ledger:
        uid = session.store(ledger)
    shelf.context.ledger.changed.emit()
    shelf.settle()
    shelf.open(uid)
    return stored(shelf, uid).table


class TestEmptyLedger:
    def test_says_what_it_will_show_and_the_one_thing_to_do(self, shelf_at):
        shelf = shelf_at().show()
        empty = shelf.page.empty
        assert shelf.page.shown == (empty,)  # there is nothing to choose, nothing to search
        assert empty.sentence.isVisible()
        assert empty.score_button.hasFocus()
        gone = []
        for way in ("score", "solitaire", "start"):
            getattr(shelf.page, f"{way}_wanted").connect(lambda way=way: gone.append(way))
            shelf.click(getattr(empty, f"{way}_button"))
        assert gone == ["score", "solitaire", "start"]
        assert not shelf.page.tabs.isVisible()

    def test_import_fills_it(self, shelf, shelf_at, tmp_path):
        path = tmp_path / "all.json"
        with shelf.ledger() as ledger:
            cup(ledger)
            uids = [row.uid for row in ledger.sessions.page().rows]
        shelf.page.exchange.ask_where_to_store = lambda _: path
        shelf.trigger(shelf.page.more_menu(), "Export everything")
        other = shelf_at(tmp_path / "other").show()
        other.page.exchange.ask_what_to_import = lambda: path
        other.click(other.page.empty.import_button)
        assert other.listed() == uids
        (said,) = other.told()
        assert said.startswith("8 sessions are new and 1 tournament is new. Session ")
        assert said.endswith(", hand 1: A winner has at least 10, not 8.")
        assert other.page.tabs.isVisible()
        other.trigger(other.page.more_menu(), "Import")
        assert other.told()[-1] == "8 sessions were here already and 1 tournament was here already."
        assert other.listed() == uids
        with other.ledger() as ledger:
            assert [one.title for one in ledger.tournaments.all()] == ["Cup"]

    def test_a_long_export_is_told_and_can_be_ended(self, shelf, tmp_path):
        page, path = shelf.page, tmp_path / "all.json"
        path.write_text("what was there", "utf-8")
        go_on, asked_for = threading.Event(), []
        told = page.files._on_progress

        def slowly(done, whole):
            asked_for.append((done, whole))
            assert go_on.wait(60)
            told(done, whole)

        page.files._on_progress = slowly
        page.files.store(EntryFilter(), "json", path)
        shelf.qtbot.waitUntil(lambda: bool(shelf.messages))
        assert shelf.messages[-1].sentence == "Exporting…"
        page.files.store(EntryFilter(), "json", path)  # one at a time
        page.files.cancel()
        go_on.set()
        shelf.settle()
        assert shelf.told()[-1] == "Cancelled. Nothing was changed."
        assert asked_for == [(0, 8)]
        assert path.read_text("utf-8") == "what was there"
        assert [one.name for one in tmp_path.iterdir() if one.name.endswith(".new")] == []
        page.files._on_progress = told
        page.files.store(EntryFilter(), "json", path)
        shelf.settle()
        assert shelf.told()[-1] == f"Saved to {path}."

    def test_nothing_is_made_on_disk_before_the_page_is_seen(self, shelf_at, tmp_path):
        shelf_at(tmp_path / "untouched")
        assert not (tmp_path / "untouched").exists()


class TestList:
    def test_newest_first_by_months_and_the_keyboard_opens_what_it_rests_on(self, shelf, filled):
        assert shelf.listed() == asked(shelf)
        assert shelf.listed()[:2] == [filled.long, filled.club]
        assert shelf.months() == ["November 2026", "October 2026", "August 2026"]
        assert shelf.page.count.text() == "8 sessions"
        view = shelf.page.entry_list
        view.setFocus(Qt.FocusReason.TabFocusReason)
        shelf.open(filled.long)
        shelf.key(view, K.Key_Down)
        assert shelf.page.session.uid == filled.club, "the month between them is skipped"
        shelf.key(view, K.Key_End)
        assert shelf.page.session.uid == filled.others[0]
        assert shelf.page.session_pane.isVisible()

    def test_a_session_in_words(self, shelf, filled):
        model = shelf.page.entries_model
        said = model.index(model.place_of(filled.club), 0).data(Qt.ItemDataRole.AccessibleTextRole)
        row = next(row for row in shelf.page.entries.rows if row.uid == filled.club)
        best = max(row.nets)
        assert said.startswith("Wednesday, 3 Oct 2026, 18:00, ")
        for part in ("American, club", "3 hands", "in progress", f"{row.names[row.nets.index(best)]} {signed(best)}"):
            assert part in said
        long = model.index(model.place_of(filled.long), 0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert long.startswith("Ann, Bob, Chuck, Dora, ")
        assert "Tuesday" in long
        assert "in progress" not in long

    def test_scrolled_list_asks_for_more_and_never_on_the_windows_thread(self, shelf, shelf_at, monkeypatch):
        threads = []
        note = lambda *_: threads.append(threading.current_thread())  # noqa: E731
        monkeypatch.setattr("mjcompanion.ui.pages.ledger.model.NotebookEntries.page_size", 3)
        event.listen(Engine, "before_cursor_execute", note)
        other = shelf_at().show()
        bar = other.page.entry_list.verticalScrollBar()

        def all_there():
            bar.setValue(bar.maximum())
            return len(other.page.entries.rows) == 8

        other.qtbot.waitUntil(all_there)
        other.settle()
        event.remove(Engine, "before_cursor_execute", note)
        assert threads
        assert threading.main_thread() not in threads
        assert other.listed() == asked(other)
        assert other.months() == shelf.months()


class TestFinding:
    @pytest.mark.exhaustive(keep=3)
    @pytest.mark.parametrize("text", ["eve", "WEDNES", "nobody at all", "%", "' or 1=1"])
    def test_search(self, shelf, heard, text):
        shelf.search(text)
        assert shelf.listed() == asked(shelf, text=text)
        if shelf.listed():
            assert heard[-1] == shelf.page.count.text()
        else:
            assert heard[-1].startswith("Nothing found")
            assert shelf.words(shelf.page.state)[0] == "Nothing found"
            shelf.click(shelf.page.state.action)
            assert shelf.page.search.text() == ""
            assert len(shelf.listed()) == 8

    def test_search_waits_until_typing_rests_and_asks_once(self, shelf, monkeypatch):
        asked_for = []
        real = Notebook.page
        monkeypatch.setattr(
            Notebook,
            "page",
            lambda self, criteria, *rest: asked_for.append(criteria.text) or real(self, criteria, *rest),
        )
        shelf.search("wednesday")
        assert asked_for == ["wednesday"]

    def test_a_late_answer_to_an_old_question_is_dropped(self, shelf, filled, monkeypatch):
        gate = threading.Event()
        real = Notebook.page

        def slow(self, criteria, *rest):
            answer = real(self, criteria, *rest)
            if criteria.text == "eve":
                gate.wait(60)
            return answer

        monkeypatch.setattr(Notebook, "page", slow)
        page, shown = shelf.page, []
        page.entries.replaced.connect(lambda: shown.append(shelf.listed()))
        page.entries.set_filter(EntryFilter(text="eve"))
        page.entries.set_filter(EntryFilter(text="wednesday"))
        assert page.entries.waiting
        QApplication.processEvents()
        assert len(shelf.listed()) == 8
        gate.set()
        shelf.settle()
        assert shown == [[filled.club]]

    def test_ctrl_f_goes_to_the_search_and_enter_to_the_list(self, shelf, filled):
        shelf.open(filled.long)
        shelf.qtbot.keyClick(shelf.page, K.Key_F, Qt.KeyboardModifier.ControlModifier)
        shelf.qtbot.waitUntil(shelf.page.search.hasFocus)
        shelf.key(shelf.page.search, K.Key_Return)
        assert shelf.page.entry_list.hasFocus()

    def open_conditions(self, shelf):
        shelf.open_filters()
        assert shelf.page.conditions.isVisible()
        return shelf.page.conditions

    @pytest.mark.exhaustive(keep=2)
    @pytest.mark.parametrize(
        "when", ["since 2026-08-03", "until 3 Aug 2026", "2026-08 to 2026-10", "2026", "since 2027", "before 2026"]
    )
    def test_when(self, shelf, when):
        conditions = self.open_conditions(shelf)
        shelf.type(conditions.when.field, when)
        shelf.key(conditions.when.field, K.Key_Return)
        since, until = parse_period(when).moments
        assert shelf.listed() == asked(shelf, since=since, until=until)
        assert when in shelf.page.condition_words.text()

    def test_what_is_no_time_is_said_with_examples(self, shelf):
        conditions = self.open_conditions(shelf)
        shelf.type(conditions.when.field, "2026-13-45")
        assert not conditions.when.problem.isVisible()  # it may go on
        shelf.key(conditions.when.field, K.Key_Return)
        assert conditions.when.problem.text().startswith("“2026-13-45” isn’t a time. Write “last week”")
        assert conditions.when.problem.isVisible()
        assert len(shelf.listed()) == 8
        conditions.when.field.clear()
        shelf.type(conditions.when.field, "since 2026-09")
        assert not conditions.when.problem.isVisible()
        assert len(shelf.listed()) == 2

    def test_conditions_narrow_it_one_by_one_and_together(self, shelf, filled):
        conditions = self.open_conditions(shelf)
        shelf.type(conditions.player.field, "zz")
        assert conditions.player.nobody.isVisible()
        conditions.player.field.clear()
        shelf.type(conditions.player.field, "ev")
        (eve,) = conditions.player.offered.widgets
        assert eve.text() == "Eve"
        shelf.click(eve)
        assert shelf.listed() == asked(shelf, player=filled.people["Eve"])
        assert "Eve" in shelf.page.condition_words.text()
        shelf.click(conditions.player.let_go)
        assert len(shelf.listed()) == 8
        conditions.rules.setCurrentIndex(conditions.rules.findData("traditional"))
        shelf.settle()
        assert shelf.listed() == asked(shelf, rules="traditional") == filled.others[::-1]
        shelf.click(shelf.page.clear_button)
        assert len(shelf.listed()) == 8
        assert not shelf.page.condition_words.isVisible()
        assert conditions.rules.currentData() == ""
        shelf.type(conditions.player.field, "ann")
        shelf.key(conditions.player.field, K.Key_Return)
        conditions.rules.setCurrentIndex(conditions.rules.findData("traditional"))
        shelf.type(conditions.when.field, "until 2026-08-02")
        shelf.search("eve")
        until = last_moment(date(2026, 8, 2))
        expected = asked(shelf, player=filled.people["Ann"], rules="traditional", until=until, text="eve")
        assert shelf.listed() == expected
        assert len(expected) == 2
        shelf.click(conditions.clear_button)
        assert shelf.listed() == asked(shelf, text="eve")
        assert conditions.when.field.text() == ""


class TestSession:
    def test_heading_and_rows_are_the_tables_and_say_how_they_were_scored(self, shelf, filled):
        shelf.open(filled.long)
        pane, table = shelf.page.session_pane, stored(shelf, filled.long).table
        assert pane.heading.text() == "Ann, Bob, Chuck and Dora"
        assert "Tuesday" in pane.caption.text()
        assert f"{len(table.hands)} hands" in pane.caption.text()
        model = pane.hands.evening
        assert model.rows == table.rows
        assert model.columnCount() == 10
        for place, row in enumerate(table.rows):
            assert model.index(place, 1).data(SAID) == model.sentence(row)
            for player in range(4):
                cell = model.index(place, 2 + 2 * player)
                change, balance = cell.data(), model.index(place, 3 + 2 * player).data()
                assert bool(cell.data(MARKED)) is (player == row.winner)
                assert change == (signed(row.change(player)) if row.paid or isinstance(row.item, HandItem) else "")
                assert balance == figure(row.balances[player])
        row = table.rows[1]
        for player, how in enumerate(("by tiles", "by tiles", "entered by hand", "entered by hand")):
            said = model.index(1, 2 + 2 * player).data(SAID)
            assert f"{PEOPLE[player]}: " in said
            assert f"score {figure(row.scores[player])}, {how}" in said
            assert f"balance {figure(row.balances[player])}" in said

    def test_chart_has_the_balances_and_opens_a_hand(self, shelf, filled):
        shelf.open(filled.long)
        table, chart = stored(shelf, filled.long).table, shelf.page.session_pane.chart
        assert [one.name for one in chart.series] == list(PEOPLE)
        for player, one in enumerate(chart.series):
            assert one.values == (2000, *[row.balances[player] for row in table.rows])
        chart.setFocus(Qt.FocusReason.TabFocusReason)
        shelf.key(chart, K.Key_Home)
        assert chart.current == 0
        shelf.key(chart, K.Key_Right)
        shelf.key(chart, K.Key_Return)
        assert shelf.page.session.sheet.row == table.rows[0]

    def test_standings(self, shelf, filled):
        shelf.open(filled.long)
        summary = stored(shelf, filled.long).table.summary()
        places = [1 + sum(other.net > one.net for other in summary.standings) for one in summary.standings]
        shown = shelf.table(shelf.page.session_pane.standings)
        assert [row[1] for row in shown] == [
            figure(one.balance) for one in sorted(summary.standings, key=lambda one: -one.balance)
        ]
        assert sorted(shown) == [
            [name, figure(one.balance), signed(one.net), str(one.wins), str(place)]
            for name, one, place in zip(PEOPLE, summary.standings, places, strict=True)
        ]

    def test_bettors_too(self, shelf, filled):
        shelf.open(filled.club)
        pane, table = shelf.page.session_pane, stored(shelf, filled.club).table
        assert pane.heading.text() == "Wednesday"
        assert [one.name for one in pane.chart.series] == [*PEOPLE, "Betty"]
        assert pane.chart.series[4].values == (None, None, table.rows[1].balances[4], table.rows[2].balances[4])
        assert ["Betty", figure(table.balances[4])] in [row[:2] for row in shelf.table(pane.standings)]
        assert pane.hands.evening.index(0, 10).data() is None
        shelf.click_row(pane.hands, 1)
        assert any("Betty" in line and "the bet follows" in line for line in shelf.page.sheet.payments)
        assert "Betty" in [row[0] for row in shelf.table(shelf.page.sheet.balances)]

    def test_corrections(self, shelf, filled):
        shelf.open(filled.long)
        pane, table = shelf.page.session_pane, stored(shelf, filled.long).table
        assert len(table.traces) == 3
        shelf.details()
        assert pane.corrections.isVisibleTo(pane)
        said = "\n".join(label.text() for label in pane.corrections.findChildren(QLabel))
        was = "Was: Chuck won, Ann discarded (Ann 8, Bob 8, Chuck 32, Dora 16)"
        assert "Hand 1 was changed" in said
        assert was in said
        assert "Now: Bob won, self-drawn (Ann 8, Bob 32, Chuck 8, Dora 16)" in said
        assert "Seats: East Ann, South Bob, West Chuck, North Dora" in said
        assert "Hand 3 was inserted" in said
        assert "and that was undone" in said
        shelf.click_row(pane.hands, 0)
        assert was in shelf.words(shelf.page.sheet)

    def test_many_corrections_are_shown_when_asked_for(self, shelf, filled):
        session = Session([filled.people[name] for name in PEOPLE], at=LATER).hand(0, 8, 2, 2, 2)
        for times in range(30):
            session.put(HandItem(0, scores=tuple(Number(one) for one in (8 + times * 2, 2, 2, 2))), "1")
        open_another(shelf, session)
        pane = shelf.page.session_pane
        assert pane._traces.count() < 60
        pane.more_traces.click()
        assert len([one for one in pane.corrections.findChildren(TextLabel) if one.text().startswith("Was:")]) >= 30
        assert not pane.more_traces.isVisibleTo(pane)

    def test_rules_with_what_differs(self, shelf, filled):
        shelf.open(filled.long)
        pane, rules = shelf.page.session_pane, stored(shelf, filled.long).table.rules
        shelf.details()
        said = "\n".join(label.text() for label in pane.rules_section.findChildren(QLabel))
        assert "Tuesday, made from Classical" in said
        assert rules.fingerprint in said
        assert f"Version {rules.version}" in said
        assert "Limit: 500 (standard: no limit)" in said
        assert "East stays after a draw: yes (standard: no)" in said
        assert "2,000 points" in said
        shelf.open(filled.others[0])
        shelf.details()
        said = "\n".join(one.text() for one in pane.rules_section.findChildren(QLabel) if one.isVisibleTo(pane))
        assert "All house options as in the standard rules." in said

    def test_a_session_without_hands(self, shelf, filled):
        open_another(shelf, Session([filled.people[name] for name in PEOPLE], at=LATER))
        pane = shelf.page.session_pane
        assert pane.no_hands.isVisible()
        assert not pane.hands.isVisible()
        assert not pane.chart.isVisible()


@pytest.mark.parametrize("which", ["long", "club"])
def test_rules_that_are_no_longer_known(shelf, filled, forget, which):
    uid = getattr(filled, which)
    known = stored(shelf, uid).table
    forget(known.rules.rules)
    shelf.page.session.close()
    shelf.open(uid)
    pane = shelf.page.session_pane
    assert (
        f"doesn’t know the rules “{known.rules.rules}”. The scores are those that were confirmed" in pane.unknown.text()
    )
    assert pane.unknown.isVisible()
    assert not shelf.page.primary.isVisible()
    for row in known.rows:
        shelf.page.session.show_row(row.id)
        shelf.settle()
        assert shelf.page.session.sheet is not None
    with shelf.ledger() as ledger, pytest.raises(RuleError, match="but not change or add anything"):
        open_table(ledger, uid)
    shelf.open(filled.others[0])
    assert shelf.page.primary.isVisible()
    assert not pane.unknown.isVisible()


@pytest.mark.parametrize("rules", ["classical", "nmjl"])
def test_tiles_in_a_notation_that_nobody_reads_stand_there_as_they_are_written(shelf_at, filled, tmp_path, rules):
    item = HandItem(winner=0, by=By.DRAW, value=25, card="any", line="?", tiles="<b>9x</b>")
    if rules == "classical":
        found = Tiles("<b>9x</b>", 108, Wind.EAST, Wind.EAST, "?")
        item = HandItem(winner=0, by=By.DRAW, scores=(found, *[Number(8)] * 3))
    with Ledger.open(tmp_path / "data" / "ledger.db") as ledger:
        uid = play(ledger, 0, rules=Ruleset(rules))
        ledger.sessions.append(uid, 1, put(1, item))
    shelf = shelf_at().show()
    shelf.page.session.open(uid)
    shelf.settle()
    shelf.page.session.show_row("1")
    shelf.settle()
    assert "<b>9x</b>" in {words.text() for words in shelf.page.sheet.findChildren(TextLabel)}


class TestSheet:
    def rows(self, shelf, filled):
        shelf.open(filled.long)
        return stored(shelf, filled.long).table

    def test_tiles_and_score_sheet(self, shelf, filled):
        table = self.rows(shelf, filled)
        shelf.click_row(shelf.page.session_pane.hands, 1)
        sheet, row = shelf.page.sheet, table.rows[1]
        assert sheet.isVisible()
        assert sheet.heading.text() == "Hand 2, East round"
        assert [one.player for one in sheet.players] == [0, 1, 2, 3]
        assert [one.figure.text() for one in sheet.players] == [figure(score) for score in row.scores]
        winner = sheet.players[0]
        expected = table.sheet(row, 0)
        tiles = sorted(face.tile for face in winner.tiles.faces if face.tile is not None)
        assert len(winner.tiles.faces) == len(expected.hand.tiles)
        assert len(tiles) == len(expected.hand.tiles) - 2  # two of a concealed kong lie face down
        assert [at for at, face in enumerate(winner.tiles.faces) if face.gap] == [3, 6, 8, 11, 15]
        assert [str(face.tile) for face in winner.tiles.faces if face.state & TileState.WON] == ["9s"]
        shown = {line.row.label: line.row.points for line in winner.paper.lines}
        for line in expected.lines:
            words = line.describe(Terms())
            assert words[:1].upper() + words[1:] in shown
        assert shown["Score"] == figure(expected.score)
        assert sum(int(line.row.points) for line in winner.paper.lines if line.row.rules) == expected.points
        assert sheet.players[1].paper.lines[-1].row.points == figure(row.scores[1])
        assert sheet.players[2].paper.lines == ()
        assert "Entered by hand" in shelf.words(sheet.players[2])
        line = next(line for line in winner.paper.lines if "pung of red dragons" in line.row.label)
        line.pointed.emit(frozenset(line.row.tiles))
        lit = [str(face.tile) for face in winner.tiles.faces if face.state & TileState.HINT]
        assert lit == ["7z"] * 3
        line.pointed.emit(frozenset())
        assert not [face for face in winner.tiles.faces if face.state & TileState.HINT]
        shelf.context.settings.change(red="chung")
        shelf.settle()
        assert any("chungs" in line.row.label for line in shelf.page.sheet.players[0].paper.lines)

    @pytest.mark.parametrize(("line", "gaps"), [("FFF 2026a 222b 6666b", [3, 7, 10]), ("?", [2, 3, 5, 6, 9, 11])])
    def test_an_american_hand_lies_in_the_groups_of_its_line(self, shelf, filled, line, gaps):
        item = HandItem(1, By.DRAW, value=25, card="companion", line=line, tiles="FFF 2m5z2m6m (222p) 66JJp")
        with shelf.ledger() as ledger:
            ledger.sessions.append(filled.club, 4, Changed(at=LATER, changes=(Put("n", item),)))
        shelf.page.open_session(filled.club, "n")
        shelf.settle()
        _line, tiles = shelf.page.sheet.american
        assert [at for at, face in enumerate(tiles.faces) if face.gap] == gaps

    @pytest.mark.exhaustive(keep=3)
    @pytest.mark.parametrize("place", range(9))
    def test_payments_with_reasons(self, shelf, filled, place):
        table = self.rows(shelf, filled)
        shelf.click_row(shelf.page.session_pane.hands, place)
        row = table.rows[place]
        names = {str(row.before.wind_of(player)): PEOPLE[player] for player in range(4)}
        assert shelf.page.sheet.payments == [
            f"{PEOPLE[one.payer]} → {PEOPLE[one.payee]}  {figure(one.points)}: {explain(one.payment, names)}"
            for one in row.paid
        ]
        if row.paid:
            assert sorted(shelf.table(shelf.page.sheet.balances)) == [
                [PEOPLE[player], signed(row.change(player)), figure(row.balances[player])] for player in range(4)
            ]
        if row.turn is not None:
            assert row.turn.sentence(PEOPLE[row.turn.east]) in shelf.words(shelf.page.sheet)

    def test_steps_keyboard_and_escape(self, shelf, filled):
        table = self.rows(shelf, filled)
        hands = shelf.page.session_pane.hands
        hands.setFocus(Qt.FocusReason.TabFocusReason)
        hands.setCurrentIndex(hands.evening.index(0, 0))
        shelf.key(hands, K.Key_Return)
        assert shelf.page.sheet.view.row == table.rows[0]
        assert not shelf.page.sheet.back.isEnabled()
        shelf.click(shelf.page.sheet.forth)
        assert shelf.page.sheet.view.row == table.rows[1]
        assert hands.chosen == table.rows[1].id
        shelf.click(shelf.page.sheet.forth)
        assert shelf.page.sheet.view.row == table.rows[2]
        shelf.key(shelf.page.sheet.forth, K.Key_Escape)
        assert not shelf.page.sheet.isVisible()
        assert shelf.page.session_pane.isVisible()
        assert hands.hasFocus()
        shelf.key(hands, K.Key_Return)
        shelf.click(shelf.page.sheet.close_button)
        assert not shelf.page.sheet.isVisible()

    def test_moved_winds_are_told(self, shelf, filled):
        session = Session([filled.people[name] for name in PEOPLE], at=LATER).hand(0, 8, 2, 2, 2).tiles_hand(0)
        session.put(HandItem(1, scores=tuple(Number(one) for one in (2, 8, 2, 2))), "1")
        table = open_another(shelf, session)
        shelf.click_row(shelf.page.session_pane.hands, 1)
        assert shelf.page.sheet.players[0].figure.text() == figure(table.rows[1].scores[0])
        assert "Scored again: a correction changed the winds." in shelf.words(shelf.page.sheet)


class TestFiles:
    def test_a_session_is_stored_by_the_day_that_it_was_here(self, shelf, filled, monkeypatch):
        names = []
        shelf.page.exchange.ask_where_to_store = names.append
        shelf.open(filled.long)
        for zone in ("UTC", "XXX-14"):  # it began at six in the evening
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            shelf.trigger(shelf.page.share_menu(), "CSV")
        monkeypatch.undo()
        time.tzset()
        before, after = (date.fromisoformat(name[len("session-") : -len(".csv")]) for name in names)
        assert (after - before).days == 1

    @pytest.mark.parametrize(("words", "kind"), [("CSV", "csv"), ("JSON", "json"), ("text", "text")])
    def test_export_and_copy_a_session(self, shelf, filled, tmp_path, words, kind):
        names = []
        path = tmp_path / "out"
        shelf.page.exchange.ask_where_to_store = lambda name: names.append(name) or path
        shelf.open(filled.long)
        shelf.trigger(shelf.page.share_menu(), words)
        mark = b"\xef\xbb\xbf" if kind == "csv" else b""  # without it spreadsheets take letters for other ones
        with shelf.ledger() as ledger:
            assert path.read_bytes() == mark + ledger.export(kind, [filled.long])
        assert names[0].startswith("session-2026-11-2")
        assert Path(names[0]).suffix == {"text": ".txt"}.get(kind, f".{kind}")
        assert shelf.told() == [f"Saved to {path}."]
        assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".out")] == []
        shelf.trigger(shelf.page.share_menu(), "Copy")
        with shelf.ledger() as ledger:
            assert QGuiApplication.clipboard().text() == ledger.export("text", [filled.long]).decode()
        assert shelf.told()[-1] == "The session is on the clipboard."

    def test_export_all_and_what_is_listed(self, shelf, tmp_path):
        path = tmp_path / "all.json"
        shelf.page.exchange.ask_where_to_store = lambda _: path
        shelf.trigger(shelf.page.more_menu(), "Export everything")
        assert len(json.loads(path.read_bytes())["sessions"]) == 8
        shelf.search("eve")
        shelf.trigger(shelf.page.more_menu(), "Export this list (JSON)")
        listed = json.loads(path.read_bytes())
        assert (len(listed["sessions"]), "tournaments" in listed) == (6, False)
        shelf.trigger(shelf.page.more_menu(), "Export standings (CSV)")
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))
        assert len(rows) == 6 * 4
        assert {row["place"] for row in rows} <= {"1", "2", "3", "4"}
        shelf.trigger(shelf.page.more_menu(), "Export this list (CSV)")
        rows = list(csv.reader(io.StringIO(path.read_text("utf-8"))))
        assert len(rows) == 1 + 6 * 2

    def test_no_file_chosen(self, shelf, filled):
        shelf.page.exchange.ask_where_to_store = lambda _: None
        shelf.page.exchange.ask_what_to_import = lambda: None
        shelf.open(filled.long)
        shelf.trigger(shelf.page.share_menu(), "CSV")
        shelf.trigger(shelf.page.more_menu(), "Import")
        assert shelf.told() == []

    def test_a_file_there_was_survives_a_failed_export(self, shelf, filled, tmp_path, monkeypatch):
        path = tmp_path / "old.json"
        path.write_text("old")
        shelf.page.exchange.ask_where_to_store = lambda _: path

        def full(self, out, kind, uids=None, progress=None):
            out.write(b"half")
            raise OSError(28, "No space left on device", str(path))

        monkeypatch.setattr(Ledger, "export_to", full)
        shelf.open(filled.long)
        shelf.trigger(shelf.page.share_menu(), "JSON")
        assert path.read_text() == "old"
        assert "No space left on device" in shelf.told()[-1]
        assert sorted(one.name for one in tmp_path.iterdir()) == ["data", "old.json"]

    @pytest.mark.parametrize("content", [b"", b"no json", b"[]", b'{"format": 99}'])
    def test_damaged_import(self, shelf, tmp_path, content):
        (tmp_path / "bad.json").write_bytes(content)
        shelf.page.exchange.ask_what_to_import = lambda: tmp_path / "bad.json"
        shelf.trigger(shelf.page.more_menu(), "Import")
        assert shelf.messages[-1].kind == "wrong"
        assert "Error" not in shelf.told()[-1]
        assert len(shelf.listed()) == 8

    def test_import_of_a_session_that_went_another_way(self, shelf, filled, tmp_path):
        with shelf.ledger() as ledger:
            (tmp_path / "one.json").write_bytes(ledger.export("json", [filled.club]))
        with Ledger.open(None, Folders.at(tmp_path / "other")) as other:
            other.import_json((tmp_path / "one.json").read_bytes())
            other.sessions.append(filled.club, 4, Titled(at=LATER, title="Elsewhere"))
            (tmp_path / "one.json").write_bytes(other.export("json"))
        with shelf.ledger() as ledger:
            ledger.sessions.append(filled.club, 4, Titled(at=LATER, title="Here"))
        shelf.page.exchange.ask_what_to_import = lambda: tmp_path / "one.json"
        shelf.trigger(shelf.page.more_menu(), "Import")
        assert shelf.messages[-1].kind == "warn"
        assert stored(shelf, filled.club).table.title == "Here"


class TestPlayers:
    def figures(self, shelf, **conditions):
        """The figures of each player, a block for all sessions by the same rules."""
        found = defaultdict(list)
        with shelf.ledger() as ledger:
            for table in ledger.statistics.sessions(SessionFilter(**conditions)):
                for seat in table.players:
                    found[seat.player].append(seat)
        return found

    def test_list_is_everybody_or_whom_a_search_finds(self, shelf):
        shelf.tab("players")
        model = shelf.page.players_model
        with shelf.ledger() as ledger:
            assert [model.index(at, 0).data(ENTRY).name for at in range(model.rowCount())] == [
                "All players",
                *(one.name for one in ledger.players.search()),
            ]
        assert shelf.page.count.text() == "6 players"
        shelf.search("O")
        assert [model.index(at, 0).data(ENTRY).name for at in range(model.rowCount())] == ["Bob", "Dora", "Robert"]
        shelf.search("xyz")
        assert shelf.words(shelf.page.state)[0] == "Nothing found"

    def test_figures_of_one_and_by_some_rules_alone(self, shelf, filled):
        for name in ("Ann", "Chuck", "Eve", "Robert"):
            uid = filled.people[name]
            shelf.player(uid)
            pane, due = shelf.page.player_pane, self.figures(shelf)[uid]
            assert pane.heading.text() == name
            assert len(pane.figures) == len(due)
            for card, one in zip(pane.figures, due, strict=True):
                said = [stat.accessibleName() for stat in card.stats.widgets]
                assert f"net: {signed(one.net)}" in said
                assert f"sessions: {one.sessions}" in said
                assert f"hands: {one.hands}" in said
                for called, value, whole, what in (
                    ("won", one.wins, one.hands, "hands"),
                    ("self-drawn", one.self_drawn, one.wins, "wins"),
                    ("won as East", one.east_wins, one.wins, "wins"),
                    ("dealt in", one.thrown, one.hands, "hands"),
                ):
                    share = f", {round(100 * value / whole)}\u00a0% of {what}" if whole else ""
                    assert f"{called}: {value}{share}" in said
                assert f"average hand: {one.average:,.1f}" in said if one.wins else "average hand: –" in said
                assert (card.best_button is None) == (one.best is None)
        assert len(self.figures(shelf)[filled.people["Ann"]]) > 1, "points of different games are never added"
        assert not self.figures(shelf)[filled.people["Robert"]]
        shelf.open_filters()
        assert not shelf.page.conditions.player.isVisible()
        rules = shelf.page.conditions.rules
        rules.setCurrentIndex(rules.findData("traditional"))
        shelf.settle()
        shelf.player(filled.people["Ann"])
        (one,) = self.figures(shelf, rules="traditional")[filled.people["Ann"]]
        (card,) = shelf.page.player_pane.figures
        said = [stat.accessibleName() for stat in card.stats.widgets]
        assert {f"hands: {one.hands}", f"net: {signed(one.net)}"} <= {*said}

    def test_best_hand_opens(self, shelf, filled):
        uid = filled.people["Bob"]
        shelf.player(uid)
        best = next(one for one in self.figures(shelf)[uid] if one.best is not None)
        card = next(one for one in shelf.page.player_pane.figures if one.best_button is not None)
        shelf.click(card.best_button)
        assert shelf.page.session.uid == best.best_session
        assert shelf.page.sheet.view.row.id == best.best_item
        assert shelf.page.sheet.isVisible()
        assert shelf.page.tabs.value == "sessions"

    def test_sessions_of_a_player(self, shelf, filled):
        shelf.player(filled.people["Eve"])
        shelf.click(shelf.page.primary)
        assert shelf.listed() == asked(shelf, player=filled.people["Eve"])
        assert "Eve" in shelf.page.condition_words.text()

    def test_everybody_in_tables_that_are_sorted_by_a_click_and_lead_to_the_player(self, shelf):
        shelf.tab("players")
        shelf.page.show_player("")
        shelf.settle()
        pane = shelf.page.player_pane
        with shelf.ledger() as ledger:
            due = ledger.statistics.sessions()
        assert len(pane.tables) == len(due) > 1
        for part, table in zip(pane.tables, due, strict=True):
            view = part.table
            assert view.isVisible()
            shown = {row[0]: row[1:] for row in shelf.table(view)}
            assert len(shown) == len(table.players)
            for one in table.players:
                assert shown[one.name] == [
                    signed(one.net),
                    str(one.sessions),
                    *map(str, one.places),
                    str(one.hands),
                    str(one.wins),
                    str(round(100 * one.wins / one.hands)) if one.hands else "",
                    str(one.self_drawn),
                    str(one.thrown),
                    str(one.east_wins),
                    f"{one.average:,.1f}" if one.average is not None else "",
                    figure(one.best) if one.best is not None else "",
                ]
        view = pane.tables[0].table
        header = view.horizontalHeader()
        people = {one.player: one for one in due[0].players}
        for column, key in ((1, "net"), (8, "wins"), (2, "sessions")):
            where = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
            for _ in range(2):
                shelf.qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(where, 8))
                order = [getattr(people[view.model().index(row, 0).data(KEY)], key) for row in range(len(people))]
                down = header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder
                assert header.sortIndicatorSection() == column
                assert order == sorted(order, reverse=down), key
        uid = view.model().index(2, 0).data(KEY)
        shelf.click_row(view, 2)
        assert shelf.page.players.uid == uid
        assert shelf.page.player_list.currentIndex().data(ENTRY).player == uid

    def test_standings_lead_to_the_player(self, shelf, filled):
        shelf.open(filled.long)
        standings = shelf.details().standings
        name = standings.model().index(2, 0).data()
        shelf.click_row(standings, 2)
        assert shelf.page.players.uid == filled.people[name]
        assert shelf.page.player_pane.heading.text() == name

    # names

    def rename(self, shelf, uid, name):
        shelf.player(uid)
        pane = shelf.page.player_pane
        shelf.trigger(shelf.page.more_menu(), "Rename")
        assert pane.name_field.hasFocus()
        pane.name_field.setText(name)
        shelf.key(pane.name_field, K.Key_Return)

    def test_rename_and_back(self, shelf, filled):
        uid = filled.people["Bob"]
        shelf.player(uid)
        pane = shelf.page.player_pane
        shelf.trigger(shelf.page.more_menu(), "Rename")
        shelf.key(pane.name_field, K.Key_Escape)
        assert not pane.rename_card.isVisible()
        self.rename(shelf, uid, "Robin <b>Lee</b> 🀄")
        with shelf.ledger() as ledger:
            assert ledger.players.get(uid).name == "Robin <b>Lee</b> 🀄"
        assert pane.heading.text() == "Robin <b>Lee</b> 🀄"
        assert not pane.rename_card.isVisible()
        message = shelf.messages[-1]
        assert message.sentence == "Bob is now called Robin <b>Lee</b> 🀄."
        assert message.action == "Undo"
        message.do()
        shelf.settle()
        with shelf.ledger() as ledger:
            assert ledger.players.get(uid).name == "Bob"
        assert pane.heading.text() == "Bob"

    @pytest.mark.parametrize("name", ["", "   ", "ann", "ＡＮＮ"])
    def test_names_that_can_not_be(self, shelf, filled, name):
        uid = filled.people["Bob"]
        self.rename(shelf, uid, name)
        pane = shelf.page.player_pane
        assert pane.problem.isVisible()
        with shelf.ledger() as ledger, pytest.raises(ValueError, match=r".") as caught:
            ledger.players.rename(uid, name)
        assert pane.problem.text() == str(caught.value)
        assert pane.rename_card.isVisible()

    # merging

    def merge(self, shelf, uid, letters):
        shelf.player(uid)
        pane = shelf.page.player_pane
        shelf.trigger(shelf.page.more_menu(), "Merge")
        assert not pane.do_merge.isEnabled()
        shelf.type(pane.picker.field, letters)
        shelf.key(pane.picker.field, K.Key_Return)
        return pane

    def test_merge_and_undo(self, shelf, filled):
        bob, robert = filled.people["Bob"], filled.people["Robert"]
        before = self.figures(shelf)
        hands = sum(one.hands for one in before[bob])
        pane = self.merge(shelf, bob, "rob")
        assert pane.merge_words.text().startswith(f"Bob’s {hands} hands will count for Robert")
        shelf.click(pane.do_merge)
        after = self.figures(shelf)
        assert bob not in after
        assert [(one.hands, one.net) for one in after[robert]] == [(one.hands, one.net) for one in before[bob]]
        assert shelf.page.players.uid == robert
        assert shelf.words(pane.merged_card) == ["Also known as", "Bob"]
        message = shelf.messages[-1]
        assert message.sentence == "Bob and Robert are now one player."
        message.do()
        shelf.settle()
        assert self.figures(shelf) == before
        assert shelf.page.players.uid == bob

    def test_two_who_met_are_two_and_nobody_is_offered_to_merge_with_himself(self, shelf, filled):
        before = self.figures(shelf)
        pane = self.merge(shelf, filled.people["Bob"], "bob")
        assert pane.picker.offered.widgets == ()
        pane.picker.field.clear()
        shelf.type(pane.picker.field, "ann")
        shelf.key(pane.picker.field, K.Key_Return)
        shelf.click(pane.do_merge)
        assert pane.problem.isVisible()
        assert "sat at one table" in pane.problem.text()
        assert self.figures(shelf) == before

    def test_merged_names_in_old_sessions_until_they_are_parted_again(self, shelf, filled):
        before = self.figures(shelf)
        pane = self.merge(shelf, filled.people["Bob"], "rob")
        shelf.click(pane.do_merge)
        shelf.tab("sessions")
        shelf.open(filled.long)
        assert shelf.page.session_pane.heading.text() == "Ann, Robert, Chuck and Dora"
        assert "Robert" in [row[0] for row in shelf.table(shelf.details().standings)]
        shelf.player(filled.people["Robert"])
        part = next(one for one in pane.merged_card.findChildren(Button) if one.accessibleName() == "Separate Bob")
        shelf.click(part)
        assert self.figures(shelf) == before


class TestTrouble:
    def test_a_ledger_that_can_not_be_opened_and_try_again(self, shelf_at, tmp_path):
        folder = tmp_path / "data"
        folder.mkdir()
        (folder / "ledger.db").write_bytes(b"this is no database, however long it is " * 200)
        shelf = shelf_at().show()
        said = shelf.words(shelf.page.state)
        assert said[0] == "The Notebook can’t be read"
        with pytest.raises(Exception, match=r".") as caught:
            shelf.ledger()
        assert said[1] == str(caught.value)
        assert shelf.page.state.action.text() == "Try again"
        for name in folder.iterdir():
            if name.name.startswith("ledger.db"):
                name.unlink()
        shelf.click(shelf.page.state.action)
        assert shelf.page.shown == (shelf.page.empty,)

    def test_damage_offers_the_backup_and_restoring_shows_it(self, shelf, shelf_at, tmp_path):
        with shelf.ledger() as ledger:
            ledger.backup()
            uids = [row.uid for row in ledger.sessions.page().rows]
        shelf.context.close()
        file = tmp_path / "data" / "ledger.db"
        file.write_bytes(b"\0" * file.stat().st_size)
        for extra in ("-wal", "-shm"):
            file.with_name(file.name + extra).unlink(missing_ok=True)
        other = shelf_at().show()
        other.qtbot.waitUntil(lambda: bool(other.messages))
        assert other.messages[-1].action == "Restore it"
        other.messages[-1].do()
        other.qtbot.waitUntil(lambda: other.listed() == uids)

    def damage(self, shelf, uid):
        with shelf.ledger() as ledger, ledger.writing() as (connection, _):
            connection.exec_driver_sql(
                "UPDATE events SET body = 'x' WHERE seq = 1 AND session_id = (SELECT id FROM sessions WHERE uid = ?)",
                (uid,),
            )
        ledger.backup_timer.run()

    def test_a_session_that_is_damaged_is_restored_from_a_backup(self, shelf, filled):
        with shelf.ledger() as ledger:
            ledger.backup()
        self.damage(shelf, filled.club)
        shelf.open(filled.club)
        message = shelf.messages[-1]
        assert message.action == "Restore it"
        message.do()
        shelf.qtbot.waitUntil(lambda: shelf.messages[-1].kind == "good")
        shelf.settle()
        assert shelf.page.session_pane.state is None

    def test_a_list_entry_that_does_not_follow_from_its_hands_is_repaired(self, shelf, filled):
        with shelf.ledger() as ledger, ledger.writing() as (connection, _):
            connection.exec_driver_sql("UPDATE sessions SET hands = 99 WHERE uid = ?", (filled.club,))
        card = KeepingCard(shelf.context)
        shelf.qtbot.addWidget(card)
        card.show()
        shelf.click(card.check_button)
        shelf.qtbot.waitUntil(lambda: bool(shelf.messages) and shelf.messages[-1].action == "Repair")
        shelf.messages[-1].do()

        def is_whole():
            with shelf.ledger() as ledger:
                return ledger.check().ok

        shelf.qtbot.waitUntil(is_whole)
        shelf.settle()

    def test_a_session_that_is_damaged(self, shelf, filled):
        self.damage(shelf, filled.club)
        shutil.rmtree(shelf.folders.data / "backups")
        shelf.open(filled.club)
        assert not shelf.messages[-1].action
        state = shelf.page.session_pane.state
        assert shelf.words(state)[0] == "This session can’t be shown"
        assert state.action.text() == "Try again"
        shelf.open(filled.long)
        assert shelf.page.session_pane.heading.text() == "Ann, Bob, Chuck and Dora"

    def test_players_that_can_not_be_counted(self, shelf, monkeypatch):
        real = StatisticsStore.sessions

        def busy(self, criteria=None):
            raise Busy("ledger-busy", count=5)

        monkeypatch.setattr(StatisticsStore, "sessions", busy)
        shelf.tab("players")
        assert "Another program has been writing" in shelf.words(shelf.page.state)[1]
        monkeypatch.setattr(StatisticsStore, "sessions", real)
        shelf.click(shelf.page.state.action)
        assert shelf.page.player_list.isVisible()

    def test_after_an_error_more_can_be_asked(self, shelf, monkeypatch):
        real = Notebook.page

        def busy(self, *rest):
            raise Busy("ledger-busy", count=5)

        monkeypatch.setattr(Notebook, "page", busy)
        shelf.search("eve")
        assert shelf.page.entries.error
        monkeypatch.setattr(Notebook, "page", real)
        shelf.search("wednesday")
        assert len(shelf.listed()) == 1
        assert shelf.page.state is None


class TestOtherWindows:
    def test_what_another_window_writes_appears(self, shelf, filled):
        shelf.open(filled.club)
        before = shelf.page.session_pane.hands.evening.rowCount()
        with shelf.ledger() as ledger:
            hand = HandItem(1, By.DRAW, value=20)
            ledger.sessions.append(filled.club, 4, Changed(at=LATER, changes=(Put("n", hand),)))
        shelf.qtbot.waitUntil(lambda: shelf.page.session_pane.hands.evening.rowCount() == before + 1)
        shelf.settle()
        row = next(one for one in shelf.page.entries.rows if one.uid == filled.club)
        assert row.hands == 4
        assert shelf.page.entry_list.currentIndex().data(ENTRY) == row

    def test_the_row_that_is_looked_at_stays_until_it_is_gone(self, shelf, filled):
        shelf.open(filled.club)
        shelf.click_row(shelf.page.session_pane.hands, 2)
        row, item = shelf.page.sheet.view.row, shelf.page.session.item
        with shelf.ledger() as ledger:
            ledger.players.add("Zoe")
        shelf.context.ledger.changed.emit()
        shelf.settle()
        assert shelf.page.sheet.view.row == row
        assert shelf.page.sheet.isVisible()
        with shelf.ledger() as ledger:
            ledger.sessions.append(filled.club, 4, Changed(at=LATER, changes=(Drop(item),)))
        shelf.qtbot.waitUntil(lambda: shelf.page.session.sheet is None)
        assert not shelf.page.sheet.isVisible()

    def test_nothing_is_asked_while_hidden(self, shelf, filled, monkeypatch):
        shelf.page.hide()
        asked_for = []
        real = Notebook.page
        monkeypatch.setattr(Notebook, "page", lambda self, *rest: asked_for.append(rest) or real(self, *rest))
        with shelf.ledger() as ledger:
            uid = Session([filled.people[name] for name in PEOPLE], at=LATER).store(ledger)
        shelf.context.ledger.changed.emit()
        shelf.settle()
        assert asked_for == []
        shelf.page.show()
        shelf.settle()
        assert shelf.listed()[0] == uid


class TestPanes:
    @pytest.mark.parametrize("width", [1180, 1800])
    def test_a_hand_takes_the_place_of_its_session(self, shelf_at, filled, width):
        shelf = shelf_at().show(width, 1000)
        page = shelf.page
        assert page.shown == (page.left, page.session_pane)
        assert page.session.uid == filled.long  # the newest
        shelf.click_row(page.session_pane.hands, 1)
        assert page.shown == (page.left, page.sheet)
        shelf.click(page.sheet.close_button)
        assert page.shown == (page.left, page.session_pane)
        assert not page.header.back_button.isVisible()

    def test_narrow_one_at_a_time_and_back(self, shelf_at, filled):
        shelf = shelf_at().show(700, 700)
        page = shelf.page
        assert page.shown == (page.left,)
        page.entry_list.setFocus(Qt.FocusReason.TabFocusReason)
        shelf.key(page.entry_list, K.Key_Down)
        assert page.shown == (page.left,)
        shelf.key(page.entry_list, K.Key_Return)
        assert page.shown == (page.session_pane,)
        assert page.header.back_button.hasFocus()
        shelf.click_row(page.session_pane.hands, 1)
        assert page.shown == (page.sheet,)
        shelf.key(page.sheet.close_button, K.Key_Escape)
        assert page.shown == (page.session_pane,)
        shelf.key(page.session_pane.hands, K.Key_Escape)
        assert page.shown == (page.left,)
        assert page.entry_list.hasFocus()
        shelf.player(filled.people["Ann"])
        assert page.shown == (page.player_pane,)
        shelf.click(page.header.back_button)
        assert page.shown == (page.left,)
        shelf.click_row(page.player_list, 0)
        assert page.player_pane.tables[0].table.isVisible()
