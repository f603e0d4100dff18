"""A Score page on a table of its own, driven as a person drives it, and asked whether it agrees with the engine."""

import gc

import pytest
from mjcompanion.ui import accessibility, garbage_collection, ledger_thread, translator, window, worker
from mjcompanion.ui.context import PageContext, SettingsModel
from mjcompanion.ui.fonts import bring_fonts
from mjcompanion.ui.pages.score.page import ScorePage
from mjcompanion.ui.pages.table.hand import NO_JOKERS
from mjcompanion.ui.pages.table.model import TableScreen
from mjcompanion.ui.pages.table.page import TablePage
from mjcompanion.ui.theme import Theme
from mjcompanion.ui.widgets.keyboard import KeyboardKeeper
from mjcompanion.ui.widgets.tiles import MIME_TILE
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QCursor, QDropEvent, QGuiApplication, QInputMethodEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWhatsThis, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import FACES, Tile
from mjcompanion.i18n import translation as words
from mjcompanion.rulesets import changed_options
from mjcompanion.scoring.check import win_type_problems
from mjcompanion.scoring.request import score_request
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings
from mjcompanion.table.table import replay
from mjcompanion.table.words import figure
from tests.ui.desk import PageDesk

for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitActive, QtBot.waitExposed):
    wait.__kwdefaults__["timeout"] = 60_000  # ms: how long a hang is waited for; a crowded machine takes some seconds
window.FIRST_SIZE = QSize(780, 740)  # the offscreen screen is 800×800, and a maximised window keeps its size
worker._LAST_WAIT = ledger_thread._SILENT_AFTER = ledger_thread._HANGS_AFTER = 60.0

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


def move_mouse(widget, place, held=Qt.MouseButton.NoButton):
    """Move the mouse over a widget, as this widget is told; the machine's own mouse meets whatever window lies there."""
    place = QPointF(place)
    event = QMouseEvent(QEvent.Type.MouseMove, place, widget.mapToGlobal(place), Qt.MouseButton.NoButton, held, NO_KEYS)
    QApplication.sendEvent(widget, event)


def choose_by_keys(qtbot, choice, value):
    """Choose in a list by keyboard, as a person without a mouse does."""
    wanted = choice.findData(value)
    assert wanted >= 0, f"{value} is not in {[choice.itemData(at) for at in range(choice.count())]}"
    choice.setFocus()
    while (before := choice.currentIndex()) != wanted:
        qtbot.keyClick(choice, Qt.Key.Key_Down if wanted > before else Qt.Key.Key_Up)
        assert choice.currentIndex() != before, (
            f"{before} stays, and {wanted} is wanted: {choice.isEnabled()=} {choice.isVisible()=} {choice.isActiveWindow()=} "
            f"{QApplication.activePopupWidget()=} {QApplication.activeModalWidget()=} {QApplication.focusWidget()=}"
        )


def add_and_hold(self, widget, *, before_close_func=None):
    """Close a widget after the test; and hold it until then, or it would go whenever cycles are looked for, even while it is painted."""
    add_widget(self, widget, before_close_func=before_close_func)
    self.__dict__.setdefault("held", []).append(widget)


add_widget = QtBot.addWidget
QtBot.addWidget = add_and_hold
QtBot.mouseMove = staticmethod(move_mouse)
QtBot.choose_by_keys = choose_by_keys

KEPT = "QWidget {}"
"""The sheet of the one widget that stays for all tests."""
TOTALS = ("Score", "At least", "Before the factor")
"""What the score of a whole hand is called: the last word, while something is unanswered, and in solitaire."""


@pytest.fixture(autouse=True, scope="session")
def application(qapp):
    """The look of the application and its typeface, there before any widget, as in the program, for a test alone too.

    One widget has a sheet of its own all the time. When the last sheet goes, Qt forgets which widgets had been dressed;
    those that were never shown would count as dressed under the next sheet, and be in Qt's list when they are gone.
    """
    bring_fonts()
    garbage_collection.collect_here()
    dressed = QWidget()
    dressed.setStyleSheet(KEPT)
    yield Theme(qapp)
    dressed.deleteLater()


@pytest.fixture(autouse=True, scope="module")
def as_at_the_start(application, qapp):
    """Each file begins with a look of its own and with nothing that the files before it made."""
    application._applied = None
    application.apply("light", 100)
    yield
    worker.close_all()
    for theme in qapp.findChildren(Theme, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if theme is not application:  # each would follow the desktop, and keep who listens to it
            theme.deleteLater()
    for widget in QApplication.topLevelWidgets():
        if widget.parent() is None and widget.styleSheet() != KEPT:
            widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


@pytest.fixture(autouse=True)
def hands_off(qapp):
    """Nothing copied or asked, no button held, and the mouse where no window is: left over it, it would light what lies there."""
    QCursor.setPos(QPoint(9_000, 9_000))
    QWhatsThis.leaveWhatsThisMode()  # in which the next click or key explains something, and does nothing else
    if QApplication.clipboard().text():
        QApplication.clipboard().clear()
    yield
    if QApplication.mouseButtons():
        QTest.mouseRelease(QWidget(), LEFT)
    if QApplication.keyboardModifiers():
        QTest.keyRelease(QWidget(), Qt.Key.Key_Control)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # else the next look goes through them as well
    garbage_collection.collect()


@pytest.fixture(autouse=True)
def qt_in_english_again(qapp):
    """What a test had Qt speak, the names of keys among it, the next one doesn't hear; a whole module may."""
    before = list(translator._installed)
    yield
    if translator._installed and not before:
        translator.install(qapp, words.ENGLISH)


class DropFrom(QDropEvent):
    """A drop that says which widget was dragged; offscreen nothing can be dragged for real."""

    def __init__(self, widget, mime, place):
        action = Qt.DropAction.CopyAction
        super().__init__(QPointF(place), action, mime, LEFT, NO_KEYS)
        self._widget = widget

    def source(self):
        return self._widget


class Desk(PageDesk):
    """A page, what it said, and the hands that work on it."""

    def __init__(self, qtbot, context, **kwargs):
        super().__init__(qtbot, context, lambda context: ScorePage(context, **kwargs))

    # what is there

    @property
    def draft(self):
        return self.page.model.draft

    @property
    def card(self):
        return self.page.hand_card

    @property
    def win(self):
        return self.page.win_card

    @property
    def receipt(self):
        return self.page.receipt

    @property
    def status(self):
        return self.card.status.text()

    @property
    def entry(self):
        return self.card.entry

    def rows(self):
        return {row.label: row.points or row.doubles for row in self.receipt.rows}

    def total(self):
        """The figure that the receipt shows as the score of a whole hand, or None."""
        found = [row.points for row in self.receipt.rows if row.label in TOTALS]
        assert len(found) <= 1
        return int(found[0].replace(",", "")) if found else None

    # what people do

    def face(self, text):
        """The palette's button of a tile."""
        return self.page.palette_row.buttons[self.page.palette_row.tiles.index(Tile.parse(text))]

    def tap(self, text):
        """Click tiles of the palette: `3s 3s 1f`."""
        for one in text.split():
            self.click(self.face(one))

    def in_hand(self, text, number=0):
        """The button of a tile in hand."""
        found = [button for button in self.card.hand_row.buttons if button.tile is Tile.parse(text)]
        return found[number]

    def choose(self, text):
        """Click tiles in hand: `3s 3s 3s` clicks three different ones."""
        used = {}
        for one in text.split():
            used[one] = used.get(one, -1) + 1
            self.click(self.in_hand(one, used[one]))

    def segment(self, segmented, value):
        return next(one for one in segmented.segments if one.value == value)

    def rules(self, rules):
        """Choose the rules by keyboard in the list, as a person without a mouse does."""
        self.qtbot.choose_by_keys(self.page.rules_choice, str(rules))

    def won_with(self, text):
        """Click which tile won."""
        row = self.win.tile_row
        self.click(next(button for button in row.buttons if button.tile is Tile.parse(text)))

    def key(self, key, widget=None, modifiers=NO_KEYS):
        target = widget or QApplication.focusWidget() or self.page
        self.qtbot.keyClick(target, key, modifiers)

    def control(self, key, widget=None):
        self.key(key, widget, Qt.KeyboardModifier.ControlModifier)

    def commit(self, text):
        """What an input method writes."""
        event = QInputMethodEvent()
        event.setCommitString(text)
        QApplication.sendEvent(self.entry, event)

    def clipboard(self, text):
        QGuiApplication.clipboard().setText(text)

    def paste(self, text):
        self.clipboard(text)
        self.page.paste()

    def drop(self, target, source=None, text=None):
        """Drop a tile button, or a text from elsewhere, on a row."""
        if source is not None:
            mime = source.mime_data()
            assert bytes(mime.data(MIME_TILE).data()).decode() == mime.text()
        else:
            mime = QMimeData()
            mime.setText(text)
        target.dropEvent(DropFrom(source, mime, QPoint(target.width() // 2, target.height() // 2)))

    def saved(self):
        """Wait until the drafts are on the disk."""
        if isValid(self.page):
            self.qtbot.waitUntil(lambda: not self.page._disk.busy)

    def laid(self, text):
        """The place in the laid row of the set or flower written so."""
        places = [str(one) for one in self.card._laid_at]
        return places.index(text)

    def menu(self, text, words):
        """Choose an entry of the menu of a set or flower that is laid out."""
        menu = self.card.laid_menu(self.laid(text))
        action = next(one for one in menu.actions() if words in one.text())
        action.trigger()

    # whether it is right

    def request(self):
        """What the command line would be asked about this hand, from the facts that were entered."""
        draft = self.draft
        ruleset = draft.rules
        asks = ruleset.asks
        winner = draft.winner or not ruleset.losers_score
        request = {"rules": str(draft.rules), "hand": str(draft.hand), "winner": winner}
        if "seat" in asks:
            request["seat"] = str(draft.seat)
        if "round" in asks:
            request["round"] = str(draft.round)
        if "discards" in asks and draft.discards is not None:
            request["discards"] = draft.discards
        if winner and "how" in asks and draft.by is not None and (draft.tile is not None or draft.by is By.DEAL):
            request["win"] = {"by": str(draft.by), "last_tile": draft.last_tile}
            if draft.by is not By.DEAL:
                request["win"]["tile"] = str(draft.tile)
        if draft.house is not None:
            request["options"] = changed_options(draft.rules, draft.house)
        return request

    def _refuse_impossible_ways(self):
        """A way that no tile of the hand can have won is refused before anybody says which tile it was."""
        draft, seen = self.draft, self.model.seen
        asked = "how" in draft.asks and draft.context.winner and draft.by not in (None, By.DEAL)
        if asked and draft.tile is None and (ruled_out := win_type_problems(draft.hand, draft.context, draft.how)):
            raise RuleError([*seen.problems, *seen.missing, *ruled_out])

    def check(self):
        """The receipt shows what the engine says, and the page shows the draft; gives the engine's score."""
        draft, seen = self.draft, self.model.seen
        assert self.model.hand == draft.hand
        assert sorted(face.tile for face in self.card.hand_row.faces) == list(draft.hand.concealed)
        for button in self.page.palette_row.buttons:
            held = draft.hand.tiles.count(button.tile)
            in_play = not button.tile.is_flower or draft.options.flowers
            full = (1 if button.tile.is_flower else 4) if in_play else 0
            left = max(0, full - held)
            assert (button.face.left is None) == (left == (1 if button.tile.is_flower else 4)), button.tile
            assert button.face.left in (None, left), button.tile
        assert set(self.page.palette_row.tiles) == set(FACES)
        if not draft.entries:
            assert self.receipt.rows == ()
            assert self.receipt.empty.isVisible()
            assert not self.receipt.has_result
            return None
        try:
            self._refuse_impossible_ways()
            sheet = score_request(self.request())
        except RuleError as error:
            assert self.total() is None, f"{self.total()} is shown, but {error}"
            assert "So far" in self.rows()
            assert seen.problems or seen.missing
            said = {problem.sentence(self.model.terms) for problem in error.problems}
            if self.model.unread is not None:
                said = {self.model.unread.sentence(self.model.terms)}
            elif seen.unanswered:  # it may go out yet
                questions = {"how-won": "Mah Jongg! How did you win?", "winning-tile": "Mah Jongg! Which tile won?"}
                said = {questions[seen.unanswered[0]]}
            assert self.status in said
            return None
        assert not seen.problems
        assert not seen.missing
        assert self.total() == sheet.score
        counted = [row for row in self.receipt.rows if row.rules and row.role != "limit"]
        assert sum(int(row.points.replace(",", "")) for row in counted if row.points) == sheet.points
        times = [row.doubles for row in counted if row.doubles]
        assert sum(int(text[1:]) if sheet.scale else int(text[1:]).bit_length() - 1 for text in times) == sheet.doubles
        final = sheet.adjustment
        open_ends = "win" not in self.request() and sheet.context.winner and "how" in draft.rules.asks
        assert ("At least" in self.rows()) == open_ends
        assert self.rows().get("As a whole point") == (None if final is None else f"{final.final_rounded:,}")
        assert [*[line.row for line in self.receipt.lines], self.receipt.total.row] == list(self.receipt.rows)
        assert all(line.isVisible() for line in (*self.receipt.lines, self.receipt.total))
        return sheet.score


def score_of(hand, **facts):
    """What the engine gives for a hand."""
    return score_request({"rules": "traditional", "hand": hand, **facts}).score


@pytest.fixture
def engine():
    return score_of


@pytest.fixture
def themed(qapp):
    """The look of the window, light again after the test."""
    made = Theme(qapp)
    yield made
    made.apply("light", 100)


@pytest.fixture
def context_at(themed, tmp_path):
    """Makes contexts on a data folder; each time a new program, as it were."""
    made = []

    def make(folder=tmp_path / "data", settings=None, ledger=None, **more):
        folders = Folders.at(folder)
        chosen = settings or Settings(**{"reduced_motion": True, **more})
        made.append(PageContext(SettingsModel(chosen, folders), themed, folders, ledger))
        return made[-1]

    yield make
    for context in made:
        context.close()


@pytest.fixture
def context(context_at):
    return context_at()


@pytest.fixture
def desk_at(qtbot, context_at):
    """Makes pages on a data folder; each time a new program, as it were."""
    made = []

    def make(*place, **more):
        for desk in made:
            desk.saved()
        made.append(Desk(qtbot, context_at(*place, **more)))
        return made[-1]

    return make


@pytest.fixture
def desk(desk_at):
    """A Score page that is shown."""
    return desk_at().show()


# --- four at a table -------------------------------------------------------------------------------------


class TableDesk(PageDesk):
    """A Table page with a real ledger, driven as people drive it."""

    def __init__(self, qtbot, context):
        super().__init__(qtbot, context, TablePage, scrolls=True)
        KeyboardKeeper(self.shell)

    @property
    def table(self):
        return self.model.table

    def view(self, which):
        found = self.page.view(TableScreen(which))
        assert found.isVisible(), f"{which} isn't shown, but {self.model.view}"
        return found

    def click(self, widget):
        """Click a control, or a row of a table: the table and the row's place."""
        where = QPoint()
        if isinstance(widget, tuple):
            sheet, place = widget
            sheet.scrollTo(sheet.model().index(place, 0))
            where = sheet.visualRect(sheet.model().index(place, 0)).center()
            widget = sheet.viewport()
        assert widget.isVisible(), widget.accessibleName() or widget.text()
        assert widget.isEnabled(), widget.accessibleName() or widget.text()
        self.qtbot.mouseClick(widget, LEFT, pos=where)
        self.qtbot.waitUntil(lambda: not self.context.shelves.busy)

    def tick(self, box, *, on=True):
        if box.isChecked() is not on:
            self.click(box)

    # what people do

    def start(self, *, names=("Ann", "Bob", "Chuck", "Dot"), rules="classical", east=0, chips=None, points=None):
        start = self.view("start")
        for field, name in zip(start.names, names, strict=True):
            field.setText(name)
        start.rules_choice.setCurrentIndex(start.rules_choice.findData(rules))
        if chips is not None:
            start.chips_choice.setCurrentIndex(start.chips_choice.findData(chips))
        if points is not None:
            self.write(start.starting, points)
        self.pick(start.east, east)
        self.click(start.start_button)
        self.wait()
        self.view("game")
        return self

    def begin_hand(self):
        self.click(self.view("game").score_button)
        return self.view("hand")

    def enter(self, winner=None, by=None, discarder=None, scores=None, value=None, ticks=(), **more):
        """Answer the questions about a hand; nothing is confirmed."""
        hand = self.view("hand")
        self.pick(hand.winner, "nobody" if winner is None else winner)
        if by is not None:
            self.pick(hand.by, by)
        if discarder is not None:
            self.pick(hand.discarder, discarder)
        for player, score in (scores or {}).items():
            self.write(hand.lines[player].number, score)
        if value is not None:
            self.write(hand.value, value)
        for box in ticks:
            if box == "jokerless":
                self.pick(hand.jokerless, NO_JOKERS)
            else:
                self.tick(getattr(hand, box))
        for player in more.get("dead", ()):
            self.tick(hand.dead[player])
        for player in more.get("wrong", ()):
            self.tick(hand.wrong[player])
        if "bettor" in more:
            if hand.bettor.isVisible():
                self.write(hand.bettor, more["bettor"][0])
            self.pick(hand.backed, more["bettor"][1])
        elif hand.backed.isVisible() and hand.backed.value is None:
            self.pick(hand.backed, "nobody")
        return hand

    def confirm(self, winds="turn"):
        self.answer_winds(self.view("hand"), winds)
        self.click(self.view("hand").confirm_button)
        self.wait()
        self.view("game")

    def answer_winds(self, view, winds):
        if view.winds.isVisible() and view.winds.keeps is None:
            assert not view.confirm_button.isEnabled()
            self.pick(view.winds.choice, winds)

    def play(self, *args, **kwargs):
        self.begin_hand()
        self.enter(*args, **kwargs)
        self.confirm()
        self.check()

    def penalty(self, payer, payees, points, why=""):
        self.click(self.view("game").penalty_button)
        view = self.view("penalty")
        self.pick(view.payer, payer)
        for player, box in enumerate(view.payees):
            if player != payer:
                self.tick(box, on=player in payees)
        self.write(view.points, points)
        if why:
            self.write(view.why, why)
        self.click(view.confirm_button)
        self.wait()
        self.check()

    def more(self, words):
        """Choose an entry of the menu of what is wanted less often."""
        next(one for one in self.view("game").more_menu().actions() if words in one.text()).trigger()

    def past(self, number):
        """The row of the score sheet of a hand played, to be clicked."""
        sheet = self.view("game").evening.hands
        place = next(at for at, row in enumerate(self.table.rows) if row.number == number)
        return sheet, place

    def balances(self):
        """The points as the places show them, by player."""
        shown = {place.sitting.player: place.sitting.balance for place in self.view("game").square.places}
        return [shown[player] for player in range(4)]

    def stored(self):
        """The session as the ledger holds it."""
        found = []
        self.context.ledger.ask(lambda ledger: ledger.sessions.get(self.model.uid), found.append)
        self.wait()
        return found[0]

    def check(self):
        """What is shown is what the ledger's events lead to."""
        stored = self.stored()
        table = replay(stored.events)
        assert table.rows == self.table.rows
        game = self.view("game")
        assert self.balances() == [table.balance_of(person) for person in table.seating.sits]
        total = sum(map(table.start_of, range(len(table.balances))))
        assert sum(table.balances) == total + sum(row.added for row in table.rows)
        for place in game.square.places:
            sitting = place.sitting
            assert sitting.wind is table.position.wind_of(sitting.player)
            assert figure(sitting.balance) in place.accessibleName()
            if table.chip_state is not None:
                chips = table.rules.chips
                assert place.chips.pieces == tuple(
                    (value, count)
                    for value, count in table.chip_state.purse(chips, sitting.player).pieces(chips)
                    if count
                )
        assert [row.id for row in game.evening.hands.evening.rows] == [row.id for row in table.rows]
        return table


@pytest.fixture
def table_at(qtbot, context_at):
    """Makes Table pages on a data folder; each time a new program, as it were."""
    return lambda *place, **more: TableDesk(qtbot, context_at(*place, **more))


@pytest.fixture
def four(table_at):
    """A Table page that is shown."""
    return table_at().show()


@pytest.fixture
def heard():
    """What is said, in order."""
    texts = []
    hear = lambda _source, text, _assertive: texts.append(text)  # noqa: E731
    accessibility.listeners.append(hear)
    yield texts
    accessibility.listeners.remove(hear)
