"""The record of finished games with a real ledger: everything it shows and does, compared with the ledger itself."""

import csv
import doctest
import gc
import io
import json
import random
import shutil
import threading
from fractions import Fraction

import pytest
from mjcompanion.ui.context import Context, SettingsModel
from mjcompanion.ui.pages.ledger.page import LedgerPage
from mjcompanion.ui.pages.solitaire.history import RecordView, words
from mjcompanion.ui.pages.solitaire.history.bars import Bar, Bars
from mjcompanion.ui.pages.solitaire.history.card import ROW
from mjcompanion.ui.pages.solitaire.history.presenter import RecordPresenter
from mjcompanion.ui.pages.solitaire.words import day
from mjcompanion.ui.parts import Button
from mjcompanion.ui.theme import Theme, look
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from mjcompanion.folders import Folders
from mjcompanion.ledger.store import Ledger
from mjcompanion.ledger.values import GameFilter
from mjcompanion.settings import Settings
from mjcompanion.table.words import figure
from mjcompanion.tiles import Terms, Tile
from tests.effort import effort
from tests.ledger.gaming import add, changed, real, row
from tests.ledger.making import play

pytestmark = pytest.mark.in_turn

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton
KINDS = ("kemp-chinese", "kemp-american", "simple")


class Room:
    """A record on a data folder, what it asked of the page around it, and what it said."""

    def __init__(self, qtbot, theme, folder, settings=None, **more):
        self.qtbot = qtbot
        self.folders = Folders.at(folder)
        self.context = Context(SettingsModel(settings or Settings(reduced_motion=True), None), theme, self.folders)
        self.messages, self.replays, self.deals = [], [], []
        self.context.message_asked.connect(self.messages.append)
        self.view = RecordView(self.context, **more)
        self.view.replay_wanted.connect(self.replays.append)
        self.view.deal_wanted.connect(self.deals.append)
        qtbot.addWidget(self.view)

    def show(self, width=1500, height=800):
        self.view.resize(width, height)
        with self.qtbot.waitActive(self.view):
            self.view.show()
            self.view.activateWindow()
        return self.settle()

    def settle(self):
        clerk, presenter = self.context.clerk, self.view.presenter
        for _ in range(3):
            if clerk.has_begun:
                clerk.ask(lambda _: None, fail=lambda _: None)
            self.qtbot.waitUntil(lambda: not clerk.busy and not presenter.waiting)
            QApplication.processEvents()
        return self

    def ledger(self):
        return Ledger.open(None, self.folders)

    def click(self, widget):
        assert widget.isVisible(), widget.accessibleName()
        assert widget.isEnabled(), widget.accessibleName()
        self.qtbot.mouseClick(widget, LEFT)
        return self.settle()

    def pick(self, segmented, value):
        return self.click(next(one for one in segmented.segments if one.value == value))

    def choose(self, choice, value):
        """By the keyboard, as a person without a mouse does."""
        self.qtbot.choose_by_keys(choice, value)
        return self.settle()

    def key(self, key, times=1):
        for _ in range(times):
            self.qtbot.keyClick(self.view.table, key)
        return self.settle()

    def click_row(self, place, double=False):
        index = self.view.table.games.index(place, 1)
        self.view.table.scrollTo(index)
        where = self.view.table.visualRect(index).center()
        self.qtbot.mouseClick(self.view.table.viewport(), LEFT, pos=where)
        if double:
            self.qtbot.mouseDClick(self.view.table.viewport(), LEFT, pos=where)
        return self.settle()

    def trigger(self, said):
        menu = self.view.more_menu()
        found = [action for action in menu.actions() if said in action.text()]
        assert len(found) == 1, [action.text() for action in menu.actions()]
        assert found[0].isEnabled()
        found[0].trigger()
        menu.close()
        return self.settle()

    # what is there

    def listed(self):
        model = self.view.table.games
        return [model.index(at, 0).data(ROW).uid for at in range(model.rowCount())]

    def cells(self, place):
        model = self.view.table.games
        return [model.index(place, at).data() for at in range(model.columnCount())]

    def said(self):
        return [one.sentence for one in self.messages if one.action != "Cancel"]  # those tell what is under way

    def words(self, widget=None):
        return [one.text() for one in (widget or self.view).findChildren(QLabel) if one.isVisible()]


@pytest.fixture
def themed(qapp):
    theme = Theme(qapp)
    yield theme
    theme.apply("light", 100)


@pytest.fixture
def room_at(qtbot, themed, tmp_path):
    made = []

    def make(folder=tmp_path / "data", settings=None, **more):
        made.append(Room(qtbot, themed, folder, settings, **more))
        return made[-1]

    yield make
    for one in made:
        one.context.close()
    made.clear()
    gc.collect()


HANDS = {
    "kemp-chinese": "111m 456p 99s (777z) [2222s] 1f",
    "kemp-american": "FFF 2m5z2m6m 222p (66JJp)",
    "simple": "123456789m55z (666z)",
}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A data folder with thirty games of three kinds, one of them real, one with walls set up by hand; and its rows."""
    folders = Folders.at(tmp_path_factory.mktemp("written") / "data")
    rng = random.Random(3)
    rows = []
    for number in range(30):
        rules = KINDS[number % 3]
        won = number % 5 < 3
        score = rng.choice((8, 24, 96, 108, 1280))
        factor = None if rules == "simple" else Fraction(rng.randrange(20, 129), 129)
        final = None if not won else Fraction(score) * (factor or 1)
        one = row(number * 30, rules, final, asked=2 * (number % 4 == 0), taken_back=int(number % 7 == 0))
        more = {"hand": HANDS[rules], "by": "draw", "flowers": 1, "discards": 40} if won else {"hand": "1m"}
        if won:
            more |= {"score": score, "factor": factor}
        elif rules == "simple":
            more |= {"winner": "S"}
        rows.append(changed(one, **more))
    rows[15] = changed(rows[15], seed=None)
    with Ledger.open(None, folders) as ledger:
        add(ledger, *rows)
        ledger.add_game(*real(won=True))
    return folders.data, [*rows, real(won=True)[0]]


@pytest.fixture
def filled(written, tmp_path):
    """A folder of one's own with all that in it."""
    folder, rows = written
    shutil.copytree(folder, tmp_path / "data")
    return rows


@pytest.fixture
def room(filled, room_at):
    return room_at().show()


def asked(room, **wanted):
    with room.ledger() as ledger:
        return list(ledger.games(GameFilter(**wanted), None, 1000).rows)


def uids(rows):
    return [one.uid for one in rows]


class TestCard:
    def test_newest_first_with_a_line_for_each_game(self, room):
        rows = asked(room)
        assert room.listed() == uids(rows)
        assert room.view.count.text() == "31 games"

    def test_columns_of_the_printed_card(self, room):
        titles = [one.title for one in room.view.table.games.columns]
        assert titles == ["Date", "Deal", "Score", "%", "Final", "Score", "%", "Final", "Score", "Help"]
        for place, one in enumerate(asked(room)):
            cells = room.cells(place)
            start = {"kemp-chinese": 2, "kemp-american": 5, "simple": 8}[one.rules]
            figures = cells[2:9]
            mine = figures[start - 2 : start - 2 + (1 if one.rules == "simple" else 3)]
            if one.won and one.rules != "simple":
                assert mine == [figure(one.score), f"{one.percent}\xa0%", words.hundredths_words(one.final)]
                assert one.final_text == mine[2].replace(",", "")
            else:
                assert mine == [figure(one.score)] if one.won else ["–"] * len(mine)
            assert [text for text in figures if text] == mine
            assert cells[0] == day(one.finished_at)
            assert cells[1] == ("–" if one.seed is None else str(one.seed))
            assert cells[9] == ("assisted" if one.assisted else "")

    @pytest.mark.parametrize("rules", KINDS)
    def test_one_game_alone(self, room, rules):
        room.pick(room.view.games, rules)
        assert room.listed() == uids(asked(room, rules=rules))
        titles = [one.title for one in room.view.table.games.columns]
        assert titles == ["Date", "Deal", "Score", *([] if rules == "simple" else ["%", "Final"]), "Help"]
        assert list(room.view.statistics.parts) == [rules]
        room.pick(room.view.games, "")
        assert len(room.listed()) == 31

    @pytest.mark.exhaustive(keep=2)
    @pytest.mark.parametrize("width", [420, 640, 900, 1100, 1500])
    def test_every_column_fits_at_any_width(self, room, width):
        room.view.resize(width, 700)
        room.settle()
        table = room.view.table
        if width > 420:
            assert table.horizontalScrollBar().maximum() == 0
        titles = [one.title for one in table.games.columns]
        assert "Final" in titles
        assert titles[0] == "Date"

    def test_filters_are_the_ledgers(self, room):
        view = room.view
        room.choose(view.won, "yes")
        assert room.listed() == uids(asked(room, won=True))
        room.choose(view.helped, "yes")
        assert room.listed() == uids(asked(room, won=True, assisted=True))
        room.choose(view.won, "no")
        assert room.listed() == uids(asked(room, won=False, assisted=True))
        room.choose(view.won, "")
        room.choose(view.helped, "no")
        assert room.listed() == uids(asked(room, assisted=False))
        room.choose(view.helped, "")
        assert len(room.listed()) == 31

    def test_search_finds_deals_and_tiles(self, room):
        room.view.search.setFocus()
        room.qtbot.keyClicks(room.view.search, "870")
        room.settle()
        assert uids(asked(room, text="870")) == room.listed()
        assert len(room.listed()) == 1
        room.view.search.clear()
        room.qtbot.keyClicks(room.view.search, "FFF")
        room.settle()
        assert len(room.listed()) == len([one for one in asked(room) if "FFF" in one.hand]) > 2
        room.qtbot.keyClicks(room.view.search, "nowhere")
        room.settle()
        assert room.listed() == []
        assert room.words(room.view.state)[0] == "Nothing found"
        room.click(room.view.state.action)
        assert len(room.listed()) == 31
        assert room.view.search.text() == ""

    def test_another_windows_game_appears(self, room):
        with room.ledger() as ledger:
            (new,) = add(ledger, row(2000))
        room.qtbot.waitUntil(lambda: room.view.count.text() == "32 games")
        assert room.listed()[0] == new.uid

    def test_a_line_in_words(self, room):
        model = room.view.table.games
        rows = asked(room)
        place = next(
            at for at, one in enumerate(rows) if one.rules == "kemp-chinese" and one.asked and one.won and one.seed
        )
        said = model.index(place, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        one = rows[place]
        assert f"Kemp’s Chinese game, deal {one.seed}. Mah Jongg with a tile from the wall." in said
        assert f"{figure(one.score)} × {one.factor} ({one.percent}\xa0%) = {words.hundredths_words(one.final)}." in said
        assert "Assisted: the coach asked 2 times" in said
        lost = next(at for at, one in enumerate(rows) if one.rules == "simple" and not one.won)
        assert model.index(lost, 8).data(Qt.ItemDataRole.AccessibleTextRole) == "not won: South went out"
        assert model.index(place, 9).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Assisted")


class TestOneGame:
    def test_a_click_shows_it_with_its_tiles(self, room):
        rows = asked(room)
        place = next(at for at, one in enumerate(rows) if one.rules == "kemp-chinese" and one.won and one.seed)
        assert not room.view.detail.isVisible()
        room.click_row(place)
        detail, one = room.view.detail, rows[place]
        assert detail.row == one
        assert detail.heading.text() == f"Kemp’s Chinese game, deal {one.seed}"
        tiles = [face.tile for face in detail.tiles.faces if face.tile is not None]
        assert tiles == [
            Tile.parse(f"{two[0]}{two[1]}") for two in zip("11145699777221", "mmmpppsszzzssf", strict=True)
        ]
        assert "40 discards, 1 flower or season" in detail.words.text()

    @pytest.mark.exhaustive(keep=1)
    @pytest.mark.parametrize("rules", KINDS)
    def test_every_kind_of_hand_is_drawn(self, room, rules):
        room.pick(room.view.games, rules)
        for place, one in enumerate(asked(room, rules=rules)):
            room.click_row(place)
            faces = room.view.detail.tiles.faces
            assert len(faces) >= (14 if one.won else 1)
            assert room.view.detail._help.isVisible() == one.assisted

    def test_a_hand_that_can_not_be_read_is_left_out(self, room_at, tmp_path):
        with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
            add(ledger, changed(row(1, final=30), hand="what?"))
        room = room_at().show()
        room.click_row(0)
        assert room.view.detail.isVisible()
        assert not room.view.detail.tiles.isVisible()
        assert "what?" in room.words(room.view.statistics)

    def test_replay(self, room):
        rows = asked(room)
        room.click_row(3)
        room.click(room.view.detail.replay_button)
        room.click_row(5, double=True)
        room.view.table.setFocus()
        room.key(K.Key_Down)
        room.key(K.Key_Return)
        assert room.replays == [rows[3].uid, rows[5].uid, rows[6].uid]

    def test_the_same_deal(self, room):
        rows = asked(room)
        room.click_row(2)
        room.click(room.view.detail.deal_button)
        assert room.deals == [rows[2].uid]
        by_hand = next(at for at, one in enumerate(rows) if one.seed is None)
        room.click_row(by_hand)
        room.click(room.view.detail.deal_button)  # its walls are in its record
        assert room.deals[1:] == [rows[by_hand].uid]
        assert "a wall set up by hand" in room.view.detail.heading.text()

    def test_putting_aside_and_undo(self, room):
        rows = asked(room)
        room.click_row(4)
        room.click(room.view.detail.aside_button)
        assert room.listed() == uids(rows[:4] + rows[5:])
        assert room.view.detail.row.uid == rows[5].uid  # the next one
        assert room.view.count.text() == "30 games"
        (message,) = room.messages
        assert message.sentence.endswith("is put aside: it is listed and counted no more.")
        message.do()
        room.settle()
        assert room.listed() == uids(rows)
        assert room.view.detail.row == rows[4]

    def test_delete_puts_aside_and_the_list_of_those_brings_back(self, room):
        rows = asked(room)
        room.view.table.setFocus(Qt.FocusReason.TabFocusReason)
        room.key(K.Key_Down)
        room.key(K.Key_Delete, 2)
        assert room.listed() == uids([rows[0], *rows[3:]])
        room.trigger("Show the games put aside")
        assert room.listed() == uids(rows[1:3])
        assert room.view.count.text() == "2 games put aside"
        assert not room.view.statistics.isVisible()
        room.click_row(0)
        assert room.view.detail.aside_button.text() == "Bring back"
        room.click(room.view.detail.aside_button)
        assert room.listed() == [rows[2].uid]
        room.click(room.view.kept_button)
        assert room.listed() == uids([*rows[:2], *rows[3:]])
        room.trigger("Show the games put aside")
        room.key(K.Key_Home)
        room.key(K.Key_Delete)
        assert room.words(room.view.state)[0] == "No game is put aside"
        room.click(room.view.state.action)
        assert room.listed() == uids(rows)

    def test_keys_walk_the_card(self, room):
        rows = asked(room)
        room.view.table.setFocus(Qt.FocusReason.TabFocusReason)
        assert room.view.detail.row == rows[0]
        for key, place in ((K.Key_Down, 1), (K.Key_End, 30), (K.Key_Up, 29), (K.Key_Home, 0)):
            room.key(key)
            assert room.view.table.current == rows[place]
            assert room.view.detail.row == rows[place]

    def test_the_chosen_line_stays_when_the_list_changes(self, room):
        room.click_row(6)
        chosen = room.view.detail.row
        with room.ledger() as ledger:
            add(ledger, row(2001))
        room.qtbot.waitUntil(lambda: len(room.listed()) == 32)
        room.settle()
        assert room.view.table.current.uid == chosen.uid
        assert room.view.detail.row.uid == chosen.uid
        room.view.resize(700, 700)  # other columns
        room.settle()
        assert room.view.table.current.uid == chosen.uid


class TestStatistics:
    @pytest.mark.parametrize("rules", KINDS)
    def test_they_are_the_ledgers(self, room, rules):
        with room.ledger() as ledger:
            due = ledger.game_statistics(GameFilter(rules=rules))
        part = room.view.statistics.parts[rules]
        assert part.figures == due
        assert part.won_words.text().startswith(f"{due.won} of {due.played} games won")
        said = list(part.table.values())
        assert said[:3] == [
            words.hundredths_words(due.mean),
            words.hundredths_words(due.median),
            words.hundredths_words(due.mean_of_all),
        ]
        assert said[3:] == ([] if rules == "simple" else [words.share(due.factor)])
        assert [one.count for one in part.finals.bars] == [one.count for one in due.finals]
        assert [one.short for one in part.finals.bars] == [figure(one.low) for one in due.finals]
        assert [(one.count, one.part) for one in part.months.bars] == [(one.played, one.won) for one in due.months]
        drawn = [face.tile for face in part.best_tiles.faces]
        assert drawn == [face.tile for face in words.tiles_of(due.best, Terms())]
        room.view.statistics.ensureWidgetVisible(part.best_button)
        room.click(part.best_button)
        assert room.replays == [due.best.uid]

    def test_they_leave_won_or_not_open_and_keep_the_rest(self, room):
        room.choose(room.view.won, "yes")
        with room.ledger() as ledger:
            due = ledger.game_statistics(GameFilter(rules="simple"))
            helped = ledger.game_statistics(GameFilter(rules="simple", assisted=True))
        assert room.view.statistics.parts["simple"].figures == due
        room.choose(room.view.helped, "yes")
        assert room.view.statistics.parts["simple"].figures == helped

    def test_a_game_that_was_never_won(self, room_at, tmp_path):
        with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
            add(ledger, row(1), row(2))
        room = room_at().show()
        part = room.view.statistics.parts["kemp-chinese"]
        assert part.won_words.text() == "0 of 2 games won (0\xa0%)"
        assert (part.finals, part.best_tiles, part.table) == (None, None, {})

    def test_in_a_narrow_window_one_after_the_other(self, room):
        room.view.resize(600, 700)
        room.settle()
        assert room.view.table.isVisible()
        assert not room.view.statistics.isVisible()
        room.pick(room.view.parts, "figures")
        assert room.view.statistics.isVisible()
        assert not room.view.table.isVisible()
        room.view.resize(1400, 700)
        room.settle()
        assert room.view.table.isVisible()
        assert room.view.statistics.isVisible()
        assert not room.view.parts.isVisible()


class TestBars:
    @pytest.fixture
    def bars(self, qtbot, themed):  # noqa: ARG002 - the look of the tests before is put right
        made = Bars("Finals", edges=True)
        qtbot.addWidget(made)
        made.show_bars([Bar(f"{n} to {n + 10}: {n}", str(n), n) for n in range(5)], "All of them", "5")
        made.resize(320, 180)
        with qtbot.waitActive(made):
            made.show()
            made.activateWindow()
        made.clearFocus()
        return made

    def test_read_by_keyboard_and_said(self, bars, qtbot, monkeypatch):
        said = []
        monkeypatch.setattr(QAccessible, "isActive", lambda: True)
        monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: said.append(event))
        assert bars.accessibleDescription() == "All of them"
        bars.setFocus(Qt.FocusReason.TabFocusReason)
        assert bars.current == 4
        for key, place in ((K.Key_Left, 3), (K.Key_Home, 0), (K.Key_Left, 0), (K.Key_End, 4), (K.Key_Right, 4)):
            qtbot.keyClick(bars, key)
            assert bars.current == place
            assert bars.accessibleDescription() == bars.bars[place].words == bars.caption
        assert said
        bars.clearFocus()
        assert bars.caption == "All of them"

    def test_read_by_mouse(self, bars, qtbot):
        for place in (1, 3):
            qtbot.mouseMove(bars, bars.box_of(place).center())
            assert bars.current == place
        qtbot.mouseMove(bars, QPointF(1, 1))
        assert bars.current is None

    def test_heights_are_the_counts(self, bars):
        heights = [bars.box_of(place).height() for place in range(5)]
        assert heights[0] == 0
        assert [round(high / heights[1]) for high in heights[1:]] == [1, 2, 3, 4]

    @pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
    def test_painted_in_the_colour_of_the_theme(self, bars, themed, theme):
        themed.apply(theme, 100)
        picture = bars.grab().toImage()
        inside = bars.box_of(4).center().toPoint() * picture.devicePixelRatio()
        assert picture.pixelColor(inside).name() == look().colours.series_1.lower()


class TestFiles:
    @pytest.mark.parametrize("kind", ["json", "csv", "text"])
    def test_what_is_listed_is_exported(self, room, tmp_path, kind):
        room.pick(room.view.games, "simple")
        room.choose(room.view.won, "yes")
        out = tmp_path / "out"
        room.view.ask_where_to_store = lambda _: out
        room.trigger(f"Export the games listed ({'text' if kind == 'text' else kind.upper()})")
        assert room.said() == [f"Stored in {out}."]
        due = [one.uid for one in reversed(asked(room, rules="simple", won=True))]
        content = out.read_bytes()
        if kind == "json":
            assert [one["uid"] for one in json.loads(content)["games"]] == due
        elif kind == "csv":
            read = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
            assert [one["game"] for one in read] == due
        else:
            assert len(content.decode().splitlines()) == 1 + len(due)
        assert list(tmp_path.glob(".*new")) == []

    def test_a_long_export_can_be_ended(self, room, tmp_path):
        out, go_on, files = tmp_path / "out", threading.Event(), room.view.files
        told = files._on_progress

        def slowly(done, whole):
            assert go_on.wait(60)
            told(done, whole)

        files._on_progress = slowly
        room.view.ask_where_to_store = lambda _: out
        menu = room.view.more_menu()
        next(one for one in menu.actions() if "CSV" in one.text()).trigger()
        room.qtbot.waitUntil(lambda: bool(room.messages))
        assert room.messages[-1].sentence == "Exporting…"
        files.cancel()
        go_on.set()
        room.settle()
        assert room.said() == ["Cancelled. Nothing was changed."]
        assert not out.exists()

    def test_a_place_that_can_not_be_written(self, room, tmp_path):
        room.view.ask_where_to_store = lambda name: tmp_path / "nowhere" / name
        room.trigger("Export all games (JSON)")
        assert len(room.said()) == 1
        assert "No such file or directory" in room.said()[0]

    def test_import(self, room_at, tmp_path):
        with Ledger.open(None, Folders.at(tmp_path / "there")) as ledger:
            ledger.add_game(*real(won=True))
            ledger.add_game(*real(seed=5))
            (tmp_path / "games.json").write_bytes(ledger.export_games("json"))
        room = room_at().show()
        room.view.ask_what_to_import = lambda: tmp_path / "games.json"
        room.click(room.view.state.action)
        assert room.said() == ["2 games imported."]
        assert len(room.listed()) == 2
        room.trigger("Import games")
        assert room.said()[-1] == "2 games known already."
        (tmp_path / "games.json").write_bytes(b"{}")
        room.trigger("Import games")
        assert room.said()[-1].startswith("This file is no export of a ledger")
        with Ledger.open(None, Folders.at(tmp_path / "other")) as ledger:
            play(ledger, 1)
            (tmp_path / "games.json").write_bytes(ledger.export("json"))
        room.trigger("Import games")
        assert room.said()[-1] == "There is no finished game in this file. Its sessions are on the Ledger page."

    def test_the_ledger_page_takes_games_in_too(self, room_at, tmp_path, qtbot):
        with Ledger.open(None, Folders.at(tmp_path / "there")) as ledger:
            ledger.add_game(*real(won=True))
            (tmp_path / "games.json").write_bytes(ledger.export_games("json"))
        room = room_at()
        page = LedgerPage(room.context)
        qtbot.addWidget(page)
        page.files.take_in(tmp_path / "games.json")
        room.settle()
        assert room.said() == ["1 finished game of solitaire."]


class TestState:
    def test_empty_it_says_what_it_will_show(self, room_at):
        room = room_at().show()
        assert room.words(room.view.state)[0] == "No finished game yet"
        assert room.view.state.action.text() == "Import games…"
        assert not room.view.bar.isVisible()
        assert not room.view.statistics.isVisible()

    def test_where_a_game_can_be_played_that_is_the_one_thing_to_do(self, room_at):
        played = []
        room = room_at(on_play=lambda: played.append(1)).show()
        assert room.view.state.action.text() == "Play a game"
        room.click(room.view.state.action)
        assert played == [1]

    def test_nothing_is_made_on_disk_before_it_is_seen(self, room_at, tmp_path):
        room_at(tmp_path / "untouched")
        assert not (tmp_path / "untouched").exists()

    def test_a_ledger_that_can_not_be_read(self, room_at, tmp_path):
        (tmp_path / "data").write_text("in the way")
        room = room_at().show()
        assert room.words(room.view.state)[0] == "The record can’t be read"
        (tmp_path / "data").unlink()
        room.click(room.view.state.action)
        assert room.words(room.view.state)[0] == "No finished game yet"

    @pytest.mark.usefixtures("filled")
    def test_a_damaged_ledger_is_told(self, room_at, tmp_path):
        path = tmp_path / "data" / "ledger.db"
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        path.write_bytes(b"x" * 9000)
        room = room_at().show()
        assert room.words(room.view.state)[0] == "The record can’t be read"
        room.settle()
        assert any("damaged" in one for one in room.said())


class TestLooks:
    @pytest.mark.exhaustive
    @pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
    @pytest.mark.parametrize(("percent", "size"), [(100, (930, 640)), (200, (930, 640)), (200, (1830, 1000))])
    @pytest.mark.usefixtures("filled")
    def test_nothing_is_cut_off(self, room_at, theme, percent, size):
        room = room_at(settings=Settings(theme=theme, text_size=percent, reduced_motion=True)).show(*size)
        room.view.table.setFocus(Qt.FocusReason.TabFocusReason)
        room.settle()
        for one in room.view.findChildren(QAbstractButton):
            if one.isVisible() and isinstance(one, Button) and not room.view.statistics.isAncestorOf(one):
                assert one.width() >= one.sizeHint().width(), one.text()
        table = room.view.table
        assert table.horizontalScrollBar().maximum() == 0
        assert table.height() >= 2 * look().target
        bar, view = room.view.bar, room.view
        for one in bar.widgets:
            assert not bar.isVisible() or one.geometry().right() <= bar.width()
        assert view.detail.geometry().bottom() <= view.left.height()

    def test_everything_has_a_name(self, room):
        for one in room.view.findChildren(QAbstractButton):
            assert one.accessibleName() or one.text() or not one.isVisible(), one
        for one in (room.view, room.view.table, room.view.statistics, room.view.detail, room.view.search):
            assert one.accessibleName()

    @pytest.mark.usefixtures("filled")
    def test_conditions_fold_away_where_they_would_take_the_room(self, room_at):
        room = room_at(settings=Settings(text_size=200, reduced_motion=True)).show(930, 640)
        assert not room.view.bar.isVisible()
        room.click(room.view.filter_button)
        assert room.view.bar.isVisible()
        room.pick(room.view.games, "simple")
        assert room.listed() == uids(asked(room, rules="simple"))
        room.click(room.view.filter_button)
        assert not room.view.bar.isVisible()
        room.qtbot.keyClick(room.view, K.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert room.view.search.hasFocus()

    def test_the_words_for_tiles_are_the_persons(self, room):
        room.click_row(next(at for at, one in enumerate(asked(room)) if "777z" in one.hand))
        room.context.settings.change(red="zhong")
        room.settle()
        assert any("zhong" in one.accessibleName() for one in room.view.detail.tiles.buttons)


def test_thousands_of_games_are_scrolled_without_waiting(room_at, tmp_path, qtbot):
    rows = [row(number, KINDS[number % 3], 5 + number % 700 if number % 2 else None) for number in range(2000)]
    from mjcompanion.ledger import games
    from mjcompanion.ledger.schema import games as table

    with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger, ledger._writing() as (connection, _):
        connection.execute(table.insert(), [games.columns_of(one, b"{}") for one in rows])
    room = room_at().show()
    assert len(room.listed()) == RecordPresenter.page_size
    view = room.view
    view.table.setFocus()
    for _ in range(30):
        with effort(0.5):
            qtbot.keyClick(view.table, K.Key_End)
        room.settle()
        if view.table.currentIndex().row() == 1999:
            break
    assert len(room.listed()) == 2000
    assert len(set(room.listed())) == 2000
    assert view.table.current.uid == uids(asked_all(room))[-1]
    with room.ledger() as ledger:
        ledger.remove_game(room.listed()[-1])
    qtbot.waitUntil(lambda: view.count.text() == "1,999 games")


def asked_all(room):
    with room.ledger() as ledger:
        return list(ledger.games(GameFilter(), None, 10_000).rows)


def test_examples():
    assert doctest.testmod(words).failed == 0
