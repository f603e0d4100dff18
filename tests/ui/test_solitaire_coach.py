"""The coach's drawer: what it says, what it lights and does, and Kemp's question, really played out."""

import itertools

import pytest
from mjcompanion.ui.pages.solitaire.coach import CoachDrawer, question, words
from mjcompanion.ui.pages.solitaire.coach.rows import ResultBar, SmallTile
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from mjcompanion.american.request import Cards
from mjcompanion.core.tiles import Terms
from mjcompanion.solitaire.coach import advise
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.players import CoachPlayer
from mjcompanion.solitaire.playout import play_outs
from mjcompanion.solitaire.record import GameSetup, begin
from mjcompanion.solitaire.targets import Strategy
from tests.ui.desk import PageDesk

GAMES = ("kemp-chinese", "kemp-american", "simple")
CARDS = Cards()
K = Qt.Key


def moments(rules, seed, wanted=bool):
    """The moments of a coach-played game at which its person decides."""
    setup = GameSetup(card="companion") if rules == "kemp-american" else GameSetup()
    game, player = begin(Deal.of(rules, seed), setup, CARDS), CoachPlayer(CARDS)
    while not game.is_over:
        move = game.forced()
        if move is None:
            if game.turn is game.person and wanted(game):
                yield game
            move = player.choose(game.view(game.turn))
        game = game.apply(move)


def moment(rules, seed, wanted, skip=0):
    return next(itertools.islice(moments(rules, seed, wanted), skip, None))


def turn(rules="kemp-chinese", seed=7, skip=2):
    return moment(rules, seed, lambda game: game.phase is Phase.TURN, skip)


def view_of(game):
    return game.view(game.person)


def matcher_of(game):
    return getattr(game, "matcher", None)


class Desk(PageDesk):
    """A drawer in a side panel, as on the page."""

    def __init__(self, qtbot, context):
        self.side = QStackedWidget()
        self.drawer = CoachDrawer(context)
        self.side.addWidget(self.drawer)
        super().__init__(qtbot, context, lambda _: self.side)
        self.asked, self.lit, self.moves = [], [()], []
        self.drawer.asked.connect(lambda: self.asked.append(self.drawer.game))
        self.drawer.light_wanted.connect(self.lit.append)
        self.drawer.move_wanted.connect(self.moves.append)
        super().show(350, 700)

    def show(self, game):
        self.drawer.show_game(game)
        self.qtbot.waitUntil(lambda: self.drawer.content is not None)
        self.settle()
        return self.drawer._answer[1]

    @property
    def question(self):
        return self.drawer.question

    def part(self, heading):
        return next(one for one in self.drawer.parts if one.isVisible() and one.heading.text() == heading)

    def entries(self, heading):
        return self.part(heading).rows.entries

    def headings(self):
        return [one.heading.text() for one in self.drawer.parts if one.isVisible()]

    def click(self, widget):
        self.drawer.scroller.ensureWidgetVisible(widget)
        super().click(widget)

    def play_out(self, games=20):
        self.click(self.question.button)
        self.until_played(games)

    def until_played(self, games):
        def there():
            results = self.question.results
            return bool(results) and results[0].played >= games

        self.qtbot.waitUntil(there)


@pytest.fixture
def desk(qtbot, context_at):
    made = Desk(qtbot, context_at())
    yield made
    made.side.hide()
    made.settle()


# --- what it says


@pytest.mark.exhaustive(keep=1)
@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("seed", [3, 8])
def test_all_that_the_coach_says_is_there(desk, rules, seed):
    for game in itertools.islice(moments(rules, seed), 25):
        coaching = desk.show(game)
        expected = advise(view_of(game), matcher_of(game))
        shown = desk.drawer.content
        assert shown.move == coaching.move == expected.move
        assert desk.drawer.advice.words.text() == shown.advice
        assert desk.drawer.advice.why.text() == expected.why
        assert desk.drawer.headline.isVisible()
        assert coaching.away == expected.away
        if expected.away > 1 and not (rules == "kemp-american" and not expected.targets):
            assert str(expected.away) in shown.headline
        if expected.discards:
            entries = desk.entries("What each discard keeps open")
            assert [entry.tiles[0] for entry in entries] == [one.tile for one in expected.discards]
            for entry, one in zip(entries, expected.discards, strict=True):
                assert entry.best == (expected.move == Move(game.person, Do.DISCARD, one.tile))
                assert entry.lights == (one.tile,)
                if rules != "kemp-american":
                    assert f"{one.unseen} tile" in entry.title
                    assert entry.smalls == tuple(SmallTile(better.tile, better.unseen) for better in one.improves)
                    assert sum(small.unseen for small in entry.smalls) == one.unseen
                    assert all(small.tile.name() in entry.name for small in entry.smalls)
        if expected.others:
            entries = desk.part(desk.headings()[0]).rows.entries
            assert [entry.mark == "good" for entry in entries] == [one.helps for one in expected.others]
            for entry, one in zip(entries, expected.others, strict=True):
                assert entry.best == (one.move == expected.move)
                if not entry.best:
                    assert one.why in entry.note
                assert [two for two in one.reasons if two.sentence().rstrip(".") not in entry.name] == []
        if expected.targets:
            entries = desk.entries("The nearest lines" if rules == "kemp-american" else "Hands to go for")
            for entry, target in zip(entries, expected.targets, strict=True):
                assert set(entry.lights) == set(target.keep)
                if rules == "kemp-american":
                    assert entry.pattern == target.line.pattern
                    assert sum(small.wanted for small in entry.smalls) == target.away
        if rules == "kemp-american" and expected.passes:
            entries = desk.entries("What to pass")
            assert [entry.tiles for entry in entries] == [one.move.tiles for one in expected.passes]
        assert desk.question.isVisible() == (rules == "kemp-chinese" and len(game.choices()) > 1)


@pytest.mark.parametrize(
    ("rules", "seed", "wanted", "shown"),
    [
        ("kemp-american", 7, lambda game: game.phase is Phase.CHARLESTON, "Pass these"),
        ("kemp-chinese", 3, lambda game: CoachPlayer(CARDS).choose(view_of(game)).do is Do.CHOW, ""),
    ],
)
def test_the_tiles_of_the_advice_are_heard_as_well(desk, heard, rules, seed, wanted, shown):
    """Who doesn't see the tiles beside the words is told them, by the coach and on the button."""
    desk.show(moment(rules, seed, wanted))
    move, drawer = desk.drawer.content.move, desk.drawer
    assert len(move.tiles) == 3
    assert drawer.advice.words.text() == (shown or f"Claim the {move.tile.name()} for a chow")
    for text in (heard[-1], drawer.do_button.accessibleName()):
        assert words.named(move.tiles, Terms()) in text


def test_a_final_score_is_foretold_from_the_first_discard_on_only(desk):
    """In the Charleston the coach's figures are far too low, and so none is shown or said."""
    for game in moments("kemp-american", 7):
        desk.show(game)
        sections = (*desk.drawer.content.moves, *desk.drawer.content.others)
        rows = [row for part in sections for row in part.entries]
        notes = " ".join(part.note for part in sections)
        assert rows
        passing = game.stage is not None
        assert all(bool(row.figure) != passing for row in rows)
        assert all(("points expected" in row.name) != passing for row in rows)
        assert ("the expected final score" in notes) != passing
        assert any("chance" in row.title for row in rows) != passing
        assert not passing or "about " not in desk.drawer.content.why


def test_the_words_of_the_table(desk):
    game = turn("simple", 7)
    desk.show(game)
    tile = desk.drawer.content.move.tile
    family = next(one for one in ("characters", "dots", "bamboos") if tile.name().endswith(one[:-1]))
    word = {"characters": "craks", "dots": "balls", "bamboos": "bams"}[family]
    desk.context.settings.change(**{family: word})
    assert desk.drawer.advice.words.text() == f"Discard the {tile.name(Terms(**{family: word}))}"
    assert desk.asked == [game]


# --- on request


def test_each_decision_is_asked_about_once(desk):
    first, second = itertools.islice(moments("simple", 7), 2)
    desk.show(first)
    desk.show(first)
    assert desk.asked == [first]
    between = first.apply(desk.drawer.content.move)
    assert not between.waits_for_person
    desk.drawer.show_game(between)
    assert desk.drawer.content is None
    assert not desk.drawer.do_button.isEnabled()
    assert len(desk.asked) == 1
    desk.drawer.show_game(first)  # taken back: known already
    assert desk.drawer.content is not None
    assert desk.drawer.do_button.isEnabled()
    assert len(desk.asked) == 1
    desk.show(second)
    assert desk.asked == [first, second]


def test_only_the_last_question_is_answered(desk):
    games = list(itertools.islice(moments("kemp-american", 3), 6))
    for game in games:
        desk.drawer.show_game(game)
    desk.qtbot.waitUntil(lambda: desk.drawer.content is not None)
    assert desk.drawer._answer[1].move == advise(view_of(games[-1]), matcher_of(games[-1])).move
    assert len(desk.asked) == 6


def test_closed_while_the_coach_thinks(desk):
    game = turn("kemp-american", 3)
    desk.drawer.show_game(game)
    desk.side.hide()
    desk.qtbot.wait(300)
    assert desk.drawer.content is None
    assert not desk.drawer.headline.isVisibleTo(desk.drawer)


# --- pointing, keyboard, doing


def test_a_row_lights_its_tiles(desk):
    desk.show(turn())
    rows = desk.part("What each discard keeps open").rows.rows
    for row in rows[:3]:
        desk.hover(row)
        assert desk.lit[-1] == {*row.entry.tiles}
        desk.unhover(row)
        assert desk.lit[-1] == frozenset()
    rows[1].setFocus(Qt.FocusReason.TabFocusReason)
    assert desk.lit[-1] == {*rows[1].entry.tiles}
    desk.qtbot.keyClick(rows[1], K.Key_Down)
    assert rows[2].hasFocus()
    assert desk.lit[-1] == {*rows[2].entry.tiles}
    desk.qtbot.keyClick(rows[2], K.Key_Home)
    assert rows[0].hasFocus()
    desk.qtbot.keyClick(rows[0], K.Key_Up)
    assert rows[0].hasFocus()
    desk.drawer.do_button.setFocus()
    assert desk.lit[-1] == frozenset()


def test_the_rest_of_a_long_list_comes_when_asked_for(desk):
    desk.show(turn())
    rows = desk.part("What each discard keeps open").rows
    count = len(desk.drawer._answer[1].discards)
    assert len(rows.rows) == 5
    assert rows.more.text() == f"{count - 5} more"
    rows.more.setFocus()
    desk.qtbot.keyClick(rows.more, K.Key_Return)
    assert len(rows.rows) == count
    assert not rows.more.isVisible()
    assert rows.rows[5].hasFocus()
    assert all(row.isVisible() for row in rows.rows)


def test_the_button_does_what_is_advised(desk):
    game = turn()
    desk.show(game)
    move = desk.drawer.content.move
    button = desk.drawer.do_button
    assert button.accessibleName() == f"Do this: {desk.drawer.advice.words.text()}"
    button.setFocus()
    desk.qtbot.keyClick(button, K.Key_Return)
    assert desk.moves == [move]
    assert not button.isEnabled()
    assert game.why_not(move) is None
    desk.show(turn(skip=3))
    assert button.hasFocus()


# --- Kemp's question


def test_the_question_is_really_played_out(desk):
    game = turn("kemp-chinese", 11, 4)
    desk.show(game)
    desk.play_out(30)
    assert desk.question.button.text() == "Stop"
    desk.click(desk.question.button)
    assert not desk.question.is_running
    assert desk.question.button.text() == "Play it out"
    results = desk.question.results
    played = results[0].played
    same = next(itertools.islice(play_outs(game, 1), played - 1, None))
    assert results == same
    assert f"{played:,} games each" in desk.question.status.text()
    rows = (*desk.question.strategies.entries, *desk.question.moves.entries)
    assert len(rows) == len(results)
    assert [entry.title for entry in desk.question.strategies.entries] == ["Early and small", "Late and large"]
    longest = max(one.mean + one.error for one in results)
    told = [one for one in results if one.strategy is not Strategy.BEST] + [
        one for one in results if one.strategy is Strategy.BEST
    ]
    for entry, one in zip(rows, told, strict=True):
        assert entry.bar == ResultBar(one.mean / longest, one.error / longest)
        assert "±" in entry.figure
        assert f"{entry.title}: {entry.figure}" in entry.name
    means = [one.mean for one in told if one.strategy is Strategy.BEST]
    assert [entry.best for entry in desk.question.moves.entries].index(True) == means.index(max(means))
    desk.click(desk.question.button)
    assert desk.question.results == ()
    desk.until_played(1)
    assert desk.question.results[0].played < played, "asked again it starts from the first game"
    desk.until_played(80)
    assert desk.question.verdict.isVisible()
    assert desk.question.now.text().startswith("And now? ")


@pytest.mark.exhaustive(keep=2)
@pytest.mark.parametrize("how", ["stop", "another view", "others move", "do it", "close", "leave the page", "delete"])
def test_the_play_out_ends(desk, how):
    game = turn("kemp-chinese", 11, 4)
    desk.show(game)
    desk.play_out(1)
    if how == "delete":
        task = desk.question._task
        desk.drawer.deleteLater()
        desk.qtbot.waitUntil(task.over.is_set)
        return
    if how == "stop":
        desk.click(desk.question.button)
    elif how == "another view":
        desk.show(turn("kemp-chinese", 12, 3))
        assert desk.question.results == ()
        assert not desk.question.strategies.entries
    elif how == "others move":
        desk.drawer.show_game(game.apply(desk.drawer.content.move))
    elif how == "do it":
        desk.click(desk.drawer.do_button)
    elif how == "close":
        desk.side.hide()
    else:
        desk.drawer.hide()
    assert not desk.question.is_running
    desk.qtbot.waitUntil(lambda: desk.drawer._worker.idle)


def test_it_ends_by_itself_after_enough_games(desk, monkeypatch):
    monkeypatch.setattr(question, "MOST_GAMES", 3)
    desk.show(turn("kemp-chinese", 11, 4))
    desk.play_out(3)
    desk.qtbot.waitUntil(lambda: not desk.question.is_running)
    assert desk.question.results[0].played == 3
    assert desk.question.button.text() == "Play it out"


# --- looks


def test_closing_the_drawer_forgets_and_leaving_the_page_does_not(qtbot, desk):
    page = QWidget()
    qtbot.addWidget(page)
    QVBoxLayout(page).addWidget(desk.side)
    page.show()
    game = turn()
    desk.show(game)
    page.hide()
    page.show()
    desk.show(game)
    assert len(desk.asked) == 1
    desk.side.hide()
    desk.side.show()
    assert desk.drawer.game is None
    desk.show(game)
    assert len(desk.asked) == 2
    desk.side.setParent(None)
