"""The Table page: four people, one game, from the dice to settled chips."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHideEvent, QImage, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.i18n.translation import _
from mjcompanion.rulesets import DEFAULT
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.settings import Settings
from mjcompanion.table.events import Changed
from mjcompanion.table.rotation import Position
from mjcompanion.table.seating_view import last_news, put_last, sides
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief

from ...context import PageContext
from ...hand.american import AmericanModel, AmericanPanel
from ...hand.editor import HandEditor
from ...hand.model import ScoreModel
from ...hand.share import FileSharing
from ...rich_text import PlainLabel
from ...shortcuts import bind, set_tip
from ...sounds import DICE, MAH_JONGG
from ...theme import look
from ...widgets import Button, ScrollPage
from ...widgets.idle_screen import Idle
from ...widgets.keyboard import Questions
from ...widgets.keys import ENTER, is_typed
from ...widgets.layouts import down, fill
from ...widgets.tiles import TileStyle
from ...widgets.wall_break.panel import BreakPanel
from ...worker import Worker
from .board import TableBoard, board_of
from .closing import ClosingView
from .entry_model import TableChange
from .forms import BankView, ChipsView, CorrectionsView, DropView, SeatsView
from .frame import FrameView, TableView
from .game import GameView
from .hand import HandView
from .model import TableModel, TableScreen
from .penalty import PenaltyView
from .people import PeopleView
from .plan import PlanView, ReopenView
from .start import StartView
from .words import moment_of

IDLE_MS = 30_000
"""So long nobody touches keys or mouse before the sideboard shows itself, if that is asked for."""
_BY_THEMSELVES = (
    TableScreen.TILES,
    TableScreen.PENALTY,
    TableScreen.SEATS,
    TableScreen.PEOPLE,
    TableScreen.BANK,
    TableScreen.DROP,
    TableScreen.PLAN,
    TableScreen.WALL,
)
"""Where undo is not about the table: the page of tiles has steps of its own, and who fills in a form means that."""


class TablePage(QWidget):
    """The page; everything it knows is in its model, and so are the signals that lead to other pages."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._disk = Worker("drafts", self, finishes=True)
        store = DraftStore(context.folders.table_draft_file, own=True)
        self.model = TableModel(context.ledger, store, self, flush=lambda do: self._disk.ask(lambda _unused: do()))
        self._style = TileStyle.of(context.settings.value)
        self._column = down(self)
        self._views: dict[TableScreen, FrameView] = {}
        self._shown: TableScreen | None = None
        self.tiles_view: TilesView | None = None
        self._cards_asked = False
        self.files = FileSharing(context, self)
        self.board: TableBoard | None = None
        self._board_of = self._news_seen = self._news()
        """What was last handed over when the sideboard showed it, and when that was taken from it."""
        self.model.nearest = context.settings.value.laptop_side
        self._idle = Idle(self, IDLE_MS)
        self._idle.rested.connect(self.show_sideboard)
        self.model.card_values = self._card_values
        self.model.cards = lambda: self._context.shelves.cards
        self.model.typed = context.typed
        self.model.table_number = context.settings.value.table_number
        self._connect()
        self._refresh()
        self.model.begin()
        context.session_here = self.model.session
        context.session_moved.connect(self.model.follow)

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self._on_changed)
        model.said.connect(self._context.say)
        model.troubled.connect(self._context.tell_trouble)
        self._context.settings.changed.connect(self._on_settings)
        self._steps = [bind(self, "undo", model.undo), bind(self, "redo", model.redo)]
        bind(self, "table.go-on", self._on_enter, everywhere=True)
        bind(self, "table.sideboard", self.show_sideboard, can=lambda: model.table is not None, everywhere=True)

    def view(self, which: TableScreen) -> FrameView:
        """One of the views, made on first use."""
        which = TableScreen(which)
        if which not in self._views:
            made = self._made(which)
            made.hide()
            self._column.addWidget(made, 1)
            self._views[which] = made
        return self._views[which]

    def _made(self, which: TableScreen) -> FrameView:
        model = self.model
        if which is TableScreen.START:
            start = StartView(model, self._context.shelves, self._context.settings.value.ruleset)
            start.throw_button.clicked.connect(lambda: self._context.play(DICE))
            return start
        if which is TableScreen.HAND:
            return HandView(model, self._style)
        if which is TableScreen.TILES:
            self.tiles_view = TilesView(self._context, model)
            return self.tiles_view
        if which is TableScreen.WALL:
            return WallView(self._context, model)
        if which is TableScreen.WAIT:
            return Waiting()
        if which is TableScreen.CLOSING:
            closing = ClosingView(model)
            closing.picture_wanted.connect(self._on_picture)
            return closing
        plain: dict[TableScreen, Callable[[TableModel], FrameView]] = {
            TableScreen.GAME: GameView,
            TableScreen.PENALTY: PenaltyView,
            TableScreen.SEATS: SeatsView,
            TableScreen.PEOPLE: PeopleView,
            TableScreen.BANK: BankView,
            TableScreen.DROP: DropView,
            TableScreen.CORRECTIONS: CorrectionsView,
            TableScreen.CHIPS: ChipsView,
            TableScreen.PLAN: PlanView,
            TableScreen.REOPEN: ReopenView,
        }
        made = plain[which](model)
        if isinstance(made, GameView):
            made.sideboard_wanted.connect(self.show_sideboard)
            made.ticked.connect(self._follow)
            made.turn_wanted.connect(lambda side: self._context.settings.change(laptop_side=side))
        if isinstance(made, SeatsView):
            made.throw_button.clicked.connect(lambda: self._context.play(DICE))
        return made

    def _card_values(self) -> set[int]:
        """What the lines of one's own cards are worth; none before they are read."""
        if not self._cards_asked:
            self._cards_asked = True
            self._context.shelves.read_cards(self._refresh, self)
        own = [entry for entry in self._context.shelves.cards if entry.path is not None]
        return {line.value for entry in own for line in entry.card.lines}

    # showing

    def _on_changed(self, what: TableChange) -> None:
        if TableChange.MENDED in what:
            self._context.take_back()
        self._refresh()
        if TableChange.CONFIRMED in what:
            self._on_confirmed()

    def _refresh(self) -> None:
        which = self.model.view
        if self.model.table is None and which not in (TableScreen.WAIT, TableScreen.START):
            which = TableScreen.START
        if self.model.table is not None and self.model.table.rules.rules.with_card:
            self._card_values()  # has them read before they are asked for
        view = self.view(which)
        for shortcut in self._steps:
            shortcut.setEnabled(which not in _BY_THEMSELVES)
        if which is not self._shown:
            self._turn_to(which, view)
        else:
            view.refresh()
        self._watch_idle()
        self._follow()

    def _follow(self) -> None:
        """Show on the sideboard what has become of the table, and what time it is."""
        if self.board is not None and self.board.isVisible():
            self._show_board(opening=False)

    def _turn_to(self, which: TableScreen, view: FrameView) -> None:
        """Show another view, with the keyboard where its work begins."""
        before = self._views.get(self._shown) if self._shown is not None else None
        self._shown = which
        view.begin()
        if before is not None:
            before.hide()
        view.show()
        if self.isVisible():
            self.focus_first()
            if isinstance(before, Waiting):
                before.hand_over()

    def focus_first(self) -> None:
        """Give the keyboard to where the work of this view begins."""
        self.view(self._shown or TableScreen.WAIT).focus_first()

    def _on_settings(self, settings: Settings) -> None:
        self._style = TileStyle.of(settings)
        self.model.nearest = settings.laptop_side
        self.model.set_table_number(settings.table_number)
        hand = self._views.get(TableScreen.HAND)
        if isinstance(hand, HandView):
            hand.set_style(self._style)
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._cards_asked = False
        self._refresh()
        self.focus_first()

    # the sideboard

    def show_sideboard(self) -> None:
        """Show the table to everybody in the room, over the whole window."""
        if self.model.table is None or (self.board is not None and self.board.isVisible()):
            return
        if self.board is None:
            self.board = TableBoard(self.window())
            self.board.left.connect(self._on_board_left)
            self.board.taken.connect(self._on_taken)
        self._show_board(opening=True)
        self.board.open()
        self._watch_idle()

    def _show_board(self, *, opening: bool) -> None:
        """Show the table on the sideboard as it is now; what moved last until a key takes it away."""
        table, board, model = self.model.table, self.board, self.model
        if board is None:
            return
        if table is None:
            board.leave()
            return
        happened = self._news()
        passing = happened not in (self._news_seen, (self.model.uid, 0))
        news = passing and (opening or self._board_of != happened)
        self._board_of = happened
        board.show_board(board_of(table, model.parties, model.nearest, model.time(), passing=passing), news=news)

    def _on_board_left(self) -> None:
        self._on_taken()
        self._watch_idle()

    def _on_taken(self) -> None:
        """What was handed over is seen."""
        self._news_seen = self._news()

    def _news(self) -> tuple[str | None, int]:
        """Which session it is, and what was last handed over in it."""
        table = self.model.table
        return self.model.uid, last_news(table) if table is not None else 0

    def _watch_idle(self) -> None:
        """Wait for nobody to touch anything, where that is to show the table by itself."""
        wanted = self._context.settings.value.sideboard and self._shown is TableScreen.GAME and self.isVisible()
        self._idle.watch(on=wanted and not (self.board is not None and self.board.isVisible()))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._idle.watch(on=False)

    # what people do

    def open_session(self, uid: str) -> None:
        """Open a table of the ledger."""
        self.model.open(uid)

    def _on_confirmed(self) -> None:
        """Let a hand that was won be heard when it comes onto the list."""
        table = self.model.table
        if table is None or not table.rows or table.rows[-1].winner is None:
            return
        put = [seq for seq, one in enumerate(table.events) if isinstance(one, Changed) and put_last(table, seq)]
        if put == [len(table.events) - 1]:  # else it was corrected
            self._context.play(MAH_JONGG)
            self._show_moment(table)

    def _show_moment(self, table: Table) -> None:
        """Show the hand that was just won on the felt, unless the sideboard shows it."""
        won = moment_of(table, self.model.parties)
        game = self._views.get(TableScreen.GAME)
        seen_there = self.board is not None and self.board.isVisible()
        if won is None or seen_there or not isinstance(game, GameView) or not game.isVisible():
            return
        game.moment.show_moment(won)

    def _on_picture(self, picture: QImage, name: str) -> None:
        """Save a picture of how the session ended, or put it on the clipboard."""
        if name:
            from ...hand.picture import png_of  # nobody needs it before

            self.files.save(name, self.tr("Pictures (*.png)"), lambda: png_of(picture))
        else:
            self.files.copy(picture)

    def _on_enter(self) -> None:
        """Ctrl+Return goes on: begins the form, or confirms it."""
        self.view(self._shown or TableScreen.WAIT).go_on()


class Waiting(FrameView):
    """What is seen until the ledger is open; what is typed meanwhile is kept for the view that comes."""

    def __init__(self) -> None:
        super().__init__(_("Table"))
        words = PlainLabel(self.tr("Opening your Notebook…"))
        fill(self.body, words, None)
        self.setAccessibleName(words.text())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._typed: list[QKeyEvent] = []

    def focus_first(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def hand_over(self) -> None:
        """Give what was typed to what has the keyboard now."""
        typed, self._typed = self._typed, []
        for event in typed:
            Questions.pass_on(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and self._keeps(event):
            self._typed.append(event.clone())
            return True
        return super().event(event)

    def _keeps(self, event: QKeyEvent) -> bool:
        """Text and Enter, and Tab after them; before them it leads on, as everywhere."""
        if not is_typed(event):
            return False
        follows = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Backspace) and bool(self._typed)
        return follows or event.key() in ENTER or (event.text().isprintable() and bool(event.text()))


class TilesView(FrameView):
    """The page on which one player's tiles are entered, at this table."""

    def __init__(self, context: PageContext, model: TableModel) -> None:
        super().__init__()
        self._context, self._model = context, model
        self.heading = self.header.title
        self.done_button = Button(self.tr("Back to scores"), "primary")
        set_tip(self.done_button, self.tr("The tiles stay as they are"), "table.go-on")
        self.header.set_back(self.tr("Back to scores"))
        self.header.add_actions(primary=self.done_button)
        self.header.back.connect(self.done_button.click)
        self.page: HandEditor | None = None
        self.american: AmericanPanel | None = None
        self.american_box: ScrollPage | None = None
        self.done_button.clicked.connect(lambda: model.show(TableScreen.HAND))

    def begin(self) -> None:
        """Show the tiles of the player that was asked for."""
        model = self._model
        draft, position = model.draft(), model.position
        if draft is None or position is None or model.table is None:
            return
        for old in (self.page, self.american_box):
            if old is not None:
                old.hide()
                old.deleteLater()
        self.page = self.american = self.american_box = None
        self._say_whose(position)
        if model.table.rules.rules.settles_value:
            american = model.entry.american_for(model.table.rules, position)
            self._begin_american(american.of_card(model.card()))
            return
        tiles = ScoreModel(draft)
        tiles.take_row = model.ask_row
        self.page = HandEditor(self._context, model=tiles)
        tiles.setParent(self.page)
        if self.page.receipt.empty.action is not None:
            self.page.receipt.empty.action.hide()  # an example is for those who only try
        tiles.changed.connect(lambda: model.take_tiles(model.tiles_of, tiles.draft))
        self.body.setContentsMargins(0, 0, 0, 0)  # the page of tiles has margins of its own
        self.body.addWidget(self.page, 1)
        self.page.show()

    def _begin_american(self, draft: AmericanDraft) -> None:
        """The winner's American hand, matched with a card."""
        model = self._model
        hand = AmericanModel(draft, self._context.shelves)
        hand.terms = self._context.settings.value.terms
        self.american = AmericanPanel(hand, TileStyle.of(self._context.settings.value), at_table=True)
        hand.setParent(self.american)
        hand.said.connect(self._context.say)
        hand.changed.connect(lambda: model.take_american(hand.draft, hand.seen.sheet))
        self.body.setContentsMargins(look().XXL, 0, look().XXL, look().XL)
        self.american_box = self.add_scrolled(self.american)
        self.american_box.show()
        self.fit()

    def fit(self) -> None:
        """Tiles so large that fourteen fit side by side."""
        super().fit()
        if self.american is not None:
            self.american.fit_into(self.width(), TileStyle.of(self._context.settings.value))

    def _say_whose(self, position: Position) -> None:
        model = self._model
        name = brief(model.names[model.tiles_of], 40)
        wind = position.wind_of(model.tiles_of).word
        won = model.entry.winner == model.tiles_of
        words = self.tr("{name}, {wind}: the winning hand") if won else self.tr("{name}, {wind}: the tiles at the end")
        self.heading.setText(words.format(name=name, wind=wind))

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """From the header Tab goes to the beginning of the page of tiles."""
        if forward and self.page is not None and self.done_button.hasFocus():
            self.page.enter_by_tab()
            return True
        return super().focusNextPrevChild(forward)

    def leave(self) -> None:
        """Go back to the form of the hand."""
        self._model.show(TableScreen.HAND)

    def go_on(self) -> None:
        self.done_button.click()

    def focus_first(self) -> None:
        """Typing tiles can begin at once."""
        if self.page is not None:
            self.page.focus_first()
        elif self.american is not None:
            self.american.focus_first()


class WallView(TableView):
    """Where the wall is broken for the next hand."""

    def __init__(self, context: PageContext, model: TableModel) -> None:
        super().__init__(model, _("Break the wall"))
        self.panel = BreakPanel(context, DEFAULT)
        self.body.addWidget(self.panel, 1)

        self._hand: tuple[str | None, int] | None = None
        """The session and the hand for which the dice lie there."""

    def fit(self) -> None:
        """Let all of the picture be seen in the window."""
        super().fit()
        self.panel.room = self.window().height() - self.header.sizeHint().height() - look().XL
        self.panel.fit()

    def focus_first(self) -> None:
        self.panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        table = self._model.table
        if table is None:
            return
        hand = self._model.uid, len(table.hands)
        if self._hand != hand:
            self._hand = hand
            self.panel.model.clear()
        names = [brief(self._model.names[player], 24) for player in table.position.seats]
        nearest = sides(table, self._model.nearest)[0]
        self.panel.model.sit(table.position.wind_of(nearest))  # as the table is shown
        flowers = table.rules.options.flowers or not table.rules.rules.settles_scores
        self.panel.set_game(table.rules.rules, flowers, names)
