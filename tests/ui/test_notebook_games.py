"""The virtual games of the Notebook with a real ledger: all that is shown and done, compared with the ledger itself."""

import random
import shutil
from fractions import Fraction

import pytest
from mjcompanion.ui.pages.ledger import game_words as words
from mjcompanion.ui.pages.ledger.queries import EntryFilter
from mjcompanion.ui.pages.ledger.statistics import points
from mjcompanion.ui.pages.print.sources import LISTED, FormSelection, SourceKind, read_source
from mjcompanion.ui.widgets.tables import KEY
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar

from mjcompanion.core.tiles import Tile
from mjcompanion.ledger.hands import read_file
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import GameFilter
from mjcompanion.storage.paths import Folders
from mjcompanion.table.events import Ended
from mjcompanion.table.words import figure
from tests.ledger.gaming import add, changed, real, row
from tests.ledger.keeping import keep
from tests.ledger.making import at, play
from tests.ui.notebook_desk import NotebookDesk, desks

K = Qt.Key
KINDS = ("kemp-chinese", "kemp-american", "simple")
TITLES = ["Date", "Game", "Deal", "Score", "%", "Final", "Help"]


class Room(NotebookDesk):
    """A Notebook that lists games, and what it asked of the other pages."""

    def __init__(self, *what):
        super().__init__(*what)
        self.replays, self.deals = [], []
        self.page.replay_wanted.connect(self.replays.append)
        self.page.deal_wanted.connect(self.deals.append)

    def show(self, width=1500, height=800):
        super().show(width, height)
        self.page.show_games()
        return self.settle()

    @property
    def table(self):
        return self.page.card_pane.table

    def narrow(self, **conditions):
        self.page._on_conditions(EntryFilter(kinds=("games",), **conditions))
        return self.settle()

    def keys(self, key, times=1):
        return self.key(self.table, key, times)

    def click_game(self, place):
        return self.click_row(self.table, place, 1)

    def choose(self, words):
        """Choose from the page's own menu."""
        return self.trigger(self.page.more_menu(), words)

    # what is there

    def carded(self):
        model = self.table.games
        return [model.index(at, 0).data(KEY).uid for at in range(model.rowCount())]

    def cells(self, place):
        model = self.table.games
        return [model.index(place, at).data() for at in range(model.columnCount())]

    def titles(self):
        """The columns in sight."""
        columns = self.table.games.columns
        return [one.title for at, one in enumerate(columns) if not self.table.isColumnHidden(at)]


@pytest.fixture
def room_at(qtbot, themed, tmp_path):
    yield from desks(Room, qtbot, themed, tmp_path / "data")


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
        ledger.games.add(*real(won=True))
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


def asked(room, **criteria):
    with room.ledger() as ledger:
        return list(ledger.games.page(GameFilter(**criteria), None, 1000).rows)


def uids(rows):
    return [one.uid for one in rows]


class TestCard:
    def test_the_figures_are_those_of_the_games(self, room):
        assert [one.title for one in room.table.games.columns] == TITLES
        for place, one in enumerate(asked(room)):
            date, _, deal, *figures, help_ = room.cells(place)
            if one.won and one.rules != "simple":
                assert figures == [figure(one.score), f"{one.percent}\xa0%", words.hundredths_words(one.final)]
                assert one.final_text == figures[2].replace(",", "")
            else:
                assert figures[0] == (figure(one.score) if one.won else "–")
            assert date == words.day(one.finished_at)
            assert deal == ("–" if one.seed is None else str(one.seed))
            assert help_ == ("assisted" if one.assisted else "")

    @pytest.mark.parametrize("rules", KINDS)
    def test_one_game_alone(self, room, rules):
        room.narrow(rules=rules)
        assert room.carded() == room.listed() == uids(asked(room, rules=rules))
        assert room.titles() == ["Date", "Deal", "Score", *([] if rules == "simple" else ["%", "Final"]), "Help"]
        room.page.show_overview("figures")
        room.settle()
        assert list(room.page.figures_pane.statistics.parts) == [(rules, "", False)]

    def test_filters_are_the_ledgers(self, room):
        room.click(room.page.search_button)
        room.click(room.page.filter_button)
        conditions = room.page.conditions
        for won, helped in (("yes", ""), ("yes", "yes"), ("no", "yes"), ("", "no"), ("", "")):
            room.qtbot.choose_by_keys(conditions.won, won)
            room.qtbot.choose_by_keys(conditions.helped, helped)
            room.settle()
            meant = {"": None, "yes": True, "no": False}
            assert room.carded() == room.listed() == uids(asked(room, won=meant[won], assisted=meant[helped]))
        room.narrow(when="until 1999")
        assert room.page.card_pane.state is not None
        room.narrow()
        assert room.page.card_pane.state is None

    @pytest.mark.parametrize("overview", ["card", "figures"])
    def test_search_finds_deals_and_tiles(self, room, overview):
        room.page.show_overview(overview)
        for text in ("870", "FFF"):
            room.page.search.clear()
            room.qtbot.keyClicks(room.page.search, text)
            room.settle()
            found = asked(room, text=text)
            assert room.listed() == uids(found)
            if overview == "card":
                assert room.carded() == uids(found)
            else:
                parts = room.page.figures_pane.statistics.parts.values()
                assert sum(part.figures.played for part in parts) == len(found) > 0

    def test_a_line_in_words(self, room):
        room.page.resize(2300, 800)
        room.settle()
        model = room.table.games
        rows = asked(room)
        place = next(
            at for at, one in enumerate(rows) if one.rules == "kemp-chinese" and one.asked and one.won and one.seed
        )
        one = rows[place]
        for said in (
            model.index(place, 0).data(Qt.ItemDataRole.AccessibleTextRole),
            room.page.entries_model.index(room.page.entries_model.place_of(one.uid), 0).data(
                Qt.ItemDataRole.AccessibleTextRole
            ),
        ):
            assert f"Kemp’s Chinese game, deal {one.seed}. Mah Jongg with a tile from the wall." in said
            assert (
                f"{figure(one.score)} × {one.factor} ({one.percent}\xa0%) = {words.hundredths_words(one.final)}."
                in said
            )
            assert "Assisted: the coach asked 2 times" in said
        lost = next(at for at, one in enumerate(rows) if one.rules == "simple" and not one.won)
        assert model.index(lost, 3).data(Qt.ItemDataRole.AccessibleTextRole) == "not won: South went out"
        assert model.index(place, 6).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Assisted")


class TestOneGame:
    def test_a_click_shows_it_with_its_tiles_beside_the_card(self, room):
        rows = asked(room)
        place = next(at for at, one in enumerate(rows) if one.rules == "kemp-chinese" and one.won and one.seed)
        room.click_game(place)
        pane, one = room.page.game_pane, rows[place]
        assert room.page.shown == (room.page.left, pane)
        assert room.page.game.seen.row == one
        assert pane.heading.text() == f"Kemp’s Chinese game, deal {one.seed}"
        tiles = [face.tile for face in pane.tiles_card.tiles.faces if face.tile is not None]
        assert tiles == [
            Tile.parse(f"{two[0]}{two[1]}") for two in zip("11145699777221", "mmmpppsszzzssf", strict=True)
        ]
        assert "40 discards, 1 flower or season" in pane.facts.text()
        assert [at for at, face in enumerate(pane.tiles_card.tiles.faces) if face.gap] == [8, 11, 15]
        room.context.settings.change(red="zhong")
        room.settle()
        assert any("zhong" in one.accessibleName() for one in pane.tiles_card.tiles.buttons)
        room.qtbot.keyClick(room.page, K.Key_Escape)  # back to the card, then to the list
        assert room.page.shown == (room.page.left, room.page.card_pane)
        room.qtbot.keyClick(room.page, K.Key_Escape)
        assert room.page.card_pane not in room.page.shown

    @pytest.mark.parametrize("rules", KINDS)
    def test_every_kind_of_hand_is_drawn(self, room, rules):
        for one in asked(room, rules=rules):
            room.page.open_game(one.uid)
            room.settle()
            faces = room.page.game_pane.tiles_card.tiles.faces
            assert len(faces) >= (14 if one.won else 1)
            assert room.page.game_pane.help.isVisible() == one.assisted
            if one.uid == real(won=True)[0].uid:
                assert [at for at, face in enumerate(faces) if face.gap] == [3, 6, 9, 12]

    def test_a_hand_that_can_not_be_read_is_shown_as_it_is_written(self, room_at, tmp_path):
        with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
            add(ledger, changed(row(1, final=30), hand="what?"))
        room = room_at().show()
        room.click_game(0)
        assert not room.page.game_pane.tiles_card.tiles.isVisible()
        assert room.page.game_pane.tiles_card.text.text() == "what?"

    def test_replay_and_the_same_deal(self, room):
        rows = asked(room)
        room.click_game(3)
        room.click(room.page.primary)
        room.page.back()
        room.table.setFocus()
        room.keys(K.Key_Down, 2)
        room.keys(K.Key_Return)
        room.choose("Play this deal")
        assert (room.replays, room.deals) == ([rows[3].uid], [rows[5].uid])
        by_hand = next(one for one in rows if one.seed is None)
        room.page.open_game(by_hand.uid)
        room.settle()
        assert "a wall set up by hand" in room.page.game_pane.heading.text()
        room.choose("Play this deal")  # its walls are in its record
        assert room.deals[1:] == [by_hand.uid]

    def test_games_are_deleted_by_menu_and_key_and_brought_back(self, room):
        rows = asked(room)
        room.click_game(4)
        room.choose("Delete")
        assert room.carded() == room.listed() == uids(rows[:4] + rows[5:])
        assert room.page.count.text() == "30 games"
        (message,) = room.messages
        assert message.sentence == "Deleted. It is no longer listed or counted."
        message.do()
        room.settle()
        assert room.carded() == room.listed() == uids(rows)
        assert room.page.card_pane.caption.text() == room.page.count.text() == "31 games"
        assert room.page.game.seen.row == rows[4]
        entries = room.page.entry_list
        for gone in rows[1:3]:
            entries.setCurrentIndex(entries.model().index(room.page.entries_model.place_of(gone.uid), 0))
            room.qtbot.keyClick(entries, K.Key_Delete)
            room.settle()
        assert room.listed() == uids([rows[0], *rows[3:]])
        room.choose("Show deleted")
        assert room.listed() == uids(rows[1:3])
        assert room.page.condition_words.text() == "Showing only: deleted"
        room.page.open_game(rows[1].uid)
        room.settle()
        room.choose("Bring back")
        assert room.listed() == [rows[2].uid]
        room.choose("Show deleted")
        assert room.listed() == uids([*rows[:2], *rows[3:]])

    def test_another_windows_game_appears_and_the_chosen_line_stays(self, room):
        room.click_game(6)
        chosen = room.page.game.seen.row
        with room.ledger() as ledger:
            (new,) = add(ledger, row(2001))
        room.qtbot.waitUntil(lambda: room.page.card_pane.caption.text() == "32 games")
        room.settle()
        assert room.carded()[0] == new.uid
        assert room.table.current.uid == chosen.uid
        assert room.page.game.seen.row == chosen
        room.page.resize(2300, 700)  # other columns
        room.settle()
        assert room.table.current.uid == chosen.uid


class TestStatistics:
    @pytest.mark.parametrize("rules", KINDS)
    def test_they_are_the_ledgers(self, room, rules):
        room.page.show_overview("figures")
        room.settle()
        with room.ledger() as ledger:
            (due,) = ledger.statistics.games(GameFilter(rules=rules))
        statistics = room.page.figures_pane.statistics
        part = statistics.parts[rules, "", False]
        assert part.figures == due
        assert part.won_words.text().startswith(f"{due.won} of {due.played} games won")
        said = list(part.table.values())
        half = f"{points(due.low)} to {points(due.high)}"
        assert said[:4] == [points(due.mean), points(due.median), half, points(due.mean_of_all)]
        assert said[4:] == ([] if rules == "simple" else [words.share(due.factor)])
        assert [count for _words, count in part.finals.bars] == [one.count for one in due.finals]
        assert all(figure(one.low) in words for one, (words, _count) in zip(due.finals, part.finals.bars, strict=True))
        drawn = [bar.value() for bar in part.finals.findChildren(QProgressBar)]
        assert drawn == [one.count for one in due.finals]
        assert [face.tile is not None for face in part.best_tiles.faces].count(True) >= 14
        room.page.figures_pane.scroller.ensureWidgetVisible(part.best_button)
        room.click(part.best_button)
        assert room.page.game.seen.row == due.best

    def test_they_leave_won_or_not_open_and_keep_the_rest(self, room):
        room.page.show_overview("figures")
        room.settle()
        with room.ledger() as ledger:
            (due,) = ledger.statistics.games(GameFilter(rules="simple"))
            (helped,) = ledger.statistics.games(GameFilter(rules="simple", assisted=True))
        parts = lambda: room.page.figures_pane.statistics.parts  # noqa: E731 - they are made anew
        room.narrow(won=True)
        assert parts()["simple", "", False].figures == due
        room.narrow(won=True, assisted=True)
        assert parts()["simple", "", False].figures == helped

    def test_a_game_that_was_never_won(self, room_at, tmp_path):
        with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
            add(ledger, row(1), row(2))
        room = room_at().show()
        room.page.show_overview("figures")
        room.settle()
        part = room.page.figures_pane.statistics.parts["kemp-chinese", "", False]
        assert part.won_words.text() == "0 of 2 games won (0\xa0%)"
        assert (part.finals, part.best_tiles, part.table) == (None, None, {})

    @pytest.mark.parametrize(("finals", "most_often"), [((120, 600), False), ((120, 130, 600), True)])
    def test_no_score_is_the_most_frequent_where_two_are(self, room_at, tmp_path, finals, most_often):
        with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
            add(ledger, *[row(deal, final=Fraction(final)) for deal, final in enumerate(finals, 1)])
        room = room_at().show()
        room.page.show_overview("figures")
        room.settle()
        part = room.page.figures_pane.statistics.parts["kemp-chinese", "", False]
        assert ("120 to 160" in part.finals.title) is most_often

    def test_in_a_narrow_window_one_after_the_other(self, room):
        room.page.resize(600, 700)
        room.settle()
        assert room.page.shown == (room.page.card_pane,)
        room.click(room.page.header.back_button)
        assert room.page.shown == (room.page.left,)
        room.page.show_overview("figures")
        room.settle()
        assert room.page.shown == (room.page.figures_pane,)


class TestRealTiles:
    """Kept hands of a solitaire stand on the score card and in the figures, told apart from virtual games."""

    @pytest.fixture
    def mixed(self, room_at, tmp_path):
        with Ledger.open(None, Folders.at(tmp_path / "data")) as ledger:
            add(ledger, row(1, final=40, seed=5), row(2, final=80, seed=5))
            for number, (rules, player) in enumerate(
                (("kemp-chinese", "Ann"), ("classical", "Ann"), ("simple", "Bob"), ("nmjl", "Ann"))
            ):
                keep(ledger, number, rules, player=player)
            uid = play(ledger, 3)
            ledger.sessions.append(uid, 4, Ended(at=at(60)))
        room = room_at().show()
        room.page._on_conditions(EntryFilter())
        return room.settle()

    def test_the_score_card_has_both_and_says_which(self, mixed):
        table = mixed.table
        rows = [table.games.game(place) for place in range(table.games.rowCount())]
        assert sorted((one.rules, one.real) for one in rows) == [
            ("kemp-chinese", False), ("kemp-chinese", False), ("kemp-chinese", True), ("simple", True)
        ]  # fmt: skip
        shown = {one.uid: words.deal_figure(one) for one in rows}
        assert sorted(shown.values()) == ["5", "5↺", "real", "real"]
        (kemp,) = [one for one in rows if one.real and one.rules == "kemp-chinese"]
        assert (words.percent_figure(kemp), words.final_figure(kemp)) == ("69\xa0%", "176.62")
        assert "real tiles" in words.sentence(kemp, "today")
        assert mixed.page.card_pane.caption.text() == "4 games"
        mixed.page.open_entry(kemp)
        mixed.settle()
        assert mixed.page.kept.uid == kemp.uid

    @pytest.mark.parametrize(
        ("player", "listed", "due"),
        [
            (None, ["kemp-chinese"] * 3 + ["simple"], [False, False, True]),
            (("", "Ann"), ["kemp-chinese"], [True]),
            (("", "Bob"), ["simple"], []),
        ],
    )
    def test_a_players_card_on_the_screen_and_on_paper_has_the_players_hands(self, mixed, player, listed, due):
        mixed.page._on_conditions(EntryFilter(player=player))
        mixed.settle()
        games = mixed.table.games
        assert sorted(str(games.game(place).rules) for place in range(games.rowCount())) == listed
        heard = []
        mixed.page.games_print_wanted.connect(heard.append)
        command = mixed.page.card_pane.primary()
        if command is not None:
            command.do()
            criteria = FormSelection(source_kind=SourceKind.GAMES, item=LISTED, games=heard[0])
            with mixed.ledger() as ledger:
                card = read_source(ledger, criteria, mixed.context.folders)
            assert sorted(game.real for game in card.games) == due
        assert (command is not None) == bool(due)

    def test_figures_are_told_by_rules_and_never_over_two(self, mixed):
        mixed.page.show_overview("figures")
        mixed.page.entries.set_filter(EntryFilter())  # of every kind
        mixed.settle()
        statistics = mixed.page.figures_pane.statistics
        assert set(statistics.parts) == {
            ("classical", "", True), ("kemp-chinese", "", True), ("simple", "", True),
            ("nmjl", '{"card":"companion"}', True), ("kemp-chinese", "", False),
        }  # fmt: skip
        (table,) = statistics.tables
        with mixed.ledger() as ledger:
            assert (table.figures,) == ledger.statistics.sessions()
        assert table.table.model().rowCount() == 4
        box = mixed.page.figures_pane.seen_box
        assert statistics.parts["kemp-chinese", "", False].figures.played == 1
        mixed.click(box)
        assert statistics.parts["kemp-chinese", "", False].figures.played == 2
        mixed.page.entries.set_filter(EntryFilter(player=("", "Bob")))
        mixed.settle()
        assert (set(statistics.parts), statistics.tables) == ({("simple", "", True)}, [])
        mixed.narrow(rules="hong-kong")
        assert mixed.page.figures_pane.state is not None

    def test_the_best_hand_is_opened(self, mixed):
        mixed.page.show_overview("figures")
        mixed.page.entries.set_filter(EntryFilter())  # of every kind
        mixed.settle()
        part = mixed.page.figures_pane.statistics.parts["classical", "", True]
        part.best_button.click()
        mixed.settle()
        assert mixed.page.kept.uid == part.figures.best.uid

    def test_a_kept_hand_is_shared(self, mixed):
        with mixed.ledger() as ledger:
            rows = ledger.hands.page().rows
        for one in rows:
            mixed.page.open_kept(one.uid)
            mixed.settle()
            shared = mixed.page.kept_pane.shared()
            assert read_file(shared.file()).row == one
            assert one.player in shared.picture.about
            figures = [row.points.replace(",", "") for row in shared.picture.rows[-2:]]
            assert {one.final_text, str(one.score)} & set(figures)
