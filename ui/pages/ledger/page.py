"""The Notebook: sessions, hands, games, players and seasons in a list, and next to it what is chosen there.

Its key is still that of the page it grew from, the ledger: settings and shortcuts on people's disks have that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMenu, QStackedWidget, QWidget

from mjcompanion.i18n.translation import _, joined
from mjcompanion.ledger.errors import Damaged
from mjcompanion.ledger.values import (
    GAMES,
    HANDS,
    PRACTICE,
    SESSIONS,
    Entry,
    GameRow,
    KeptHand,
    PlayerSummary,
    SeasonRow,
    SessionRow,
)
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.storage.settings import Settings
from mjcompanion.table.words import brief

from ...accessibility import announce, make_area
from ...context import PageContext
from ...hand.share import Sharing
from ...shortcuts import bind
from ...theme import ANY_WIDTH, look
from ...widgets import Button, IconButton, ScrollPage, Segmented, TextField, TextLabel
from ...widgets.frame import divider
from ...widgets.keyboard import bind_main
from ...widgets.layouts import across, down, fill, keep_room
from ...widgets.listing import Instead
from ...widgets.menus import OpensMenu, PopupMenu
from ...widgets.words import rules_title
from .detail import Command, Detail, NotebookFrame, add_commands
from .empty import EmptyNotebook
from .exchange import Exchange
from .filters import Conditions
from .game import GamePane
from .hand import HandSheet
from .kept import KeptPane
from .lists import EntriesModel, EntryList, PlayersModel, RowsModel
from .model import (
    CardGames,
    NotebookEntries,
    NotebookPlayers,
    NotebookSeasons,
    NotebookStatistics,
    OpenedGame,
    OpenedHand,
    OpenedSession,
    OpenEntry,
)
from .overviews import CardPane, FiguresPane
from .players import PlayerPane
from .queries import EntryFilter
from .seasons import SeasonPane, season_role
from .session import SessionPane
from .words import entries_counted, players_counted

if TYPE_CHECKING:
    from mjcompanion.ledger.exporting import Kind

PLAYERS, SEASONS = "players", "seasons"
SEGMENTS: Final = {
    SESSIONS: (SESSIONS,),
    HANDS: (HANDS,),
    GAMES: (GAMES, PRACTICE),
    PLAYERS: (SESSIONS,),
    SEASONS: (SESSIONS,),
}
"""The kinds of entries of each segment; players and seasons are counted over sessions."""
CARD, FIGURES = "card", "figures"
_OPEN_AFTER_MS = 140
"""An entry is opened when the keyboard rests on it; walking through the list opens none of those passed."""
_LEAST_DETAIL: Final = 400
"""The least width of the detail next to the list, at 100 % text."""


class LedgerPage(NotebookFrame):
    """The page."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Notebook"), parent)
        self.setAccessibleName(self.tr("Notebook"))
        self._context = context
        ledger = context.ledger
        self.entries = NotebookEntries(ledger, self)
        self.session = OpenedSession(ledger, self)
        self.kept = OpenedHand(ledger, context.folders, self)
        self.game = OpenedGame(ledger, context.folders, self)
        self._opens: tuple[OpenEntry[Any], ...] = (self.session, self.kept, self.game)
        """The entries that may be open, one at a time."""
        self.record = CardGames(ledger, self)
        self.figures = NotebookStatistics(ledger, context.folders, self)
        self.players = NotebookPlayers(ledger, self)
        self.seasons = NotebookSeasons(ledger, self)
        self.exchange = Exchange(context, self)
        self.files = self.exchange.files
        self._tab, self._overview = SESSIONS, ""
        self._inside = False
        """Whether a narrow window shows the detail, and not the list."""
        self._stale = self._fresh = True
        self._rest = QTimer(self, singleShot=True, interval=_OPEN_AFTER_MS)
        self._rest.timeout.connect(self._open_rested)
        self._rested_on: Entry | PlayerSummary | SeasonRow | None = None
        self._undo: tuple[str, Callable[[], object]] | None = None
        """What was said of the last change, and what takes it back."""
        self._build()
        self._connect()
        self.show_tab(SESSIONS)

    # building

    def _build(self) -> None:
        self._build_head()
        self._build_list()
        self.session_pane = SessionPane(self, self.session)
        self.sheet = HandSheet()
        self.kept_pane = KeptPane(self, self.kept)
        self.game_pane = GamePane(self, self.game)
        self.card_pane = CardPane(self, self.record)
        self.figures_pane = FiguresPane(self, self.figures)
        self.player_pane = PlayerPane(self, self.players)
        self.season_pane = SeasonPane(self, self.seasons)
        self._details: tuple[Detail, ...] = (
            *(self.session_pane, self.kept_pane, self.game_pane),
            *(self.card_pane, self.figures_pane, self.player_pane, self.season_pane),
        )
        for pane in self._details:
            pane.terms = self._context.settings.value.terms
        self.stack = QStackedWidget()
        for one in (*self._details, self.sheet):
            self.stack.addWidget(one)
        self.empty = EmptyNotebook()
        self.empty.hide()
        self.divider = divider()
        self._columns = across(spacing=0)
        fill(self._columns, self.left, self.divider, look().M, (self.stack, 1), (self.empty, 1))
        inset = look().XXL - look().M  # the tint of a chosen row reaches beyond its text
        self.body.setContentsMargins(inset, 0, inset, look().XL)
        fill(self.body, (self._columns, 1))

    def _build_head(self) -> None:
        self.tabs = Segmented(
            self.tr("List"),
            [
                (SESSIONS, self.tr("Sessions")),
                (HANDS, self.tr("Hands", "saved in the Notebook")),
                (GAMES, self.tr("Games", "played alone")),
                (PLAYERS, self.tr("Players")),
                (SEASONS, self.tr("Seasons", "of a club")),
            ],
            SESSIONS,
        )
        self.header.controls.addWidget(self.tabs)
        self.search_button = IconButton("search", self.tr("Search and filter"), action="find")
        self.search_button.setCheckable(True)
        self.share_button = Button(self.tr("Share"), "quiet")
        self.hand_share_button = Button(self.tr("Share"), "quiet")
        self.more_button = Button(self.tr("More"), "quiet", "more")
        self.primary = Button("", "primary")
        keep_room(self.primary)
        actions = self.search_button, self.share_button, self.hand_share_button, self.more_button
        self.header.add_actions(*actions, primary=self.primary)

    def _build_list(self) -> None:
        current = look()
        self.left = QWidget()
        make_area(self.left, self.tr("List"))
        self.search = TextField(self.tr("Search"), self.tr("Search"))
        self.filter_button = IconButton("filter", self.tr("Filters: player, rules, date"))
        self.filter_button.setCheckable(True)
        self.conditions = Conditions(self.players.anybody)
        self._conditions_box = ScrollPage(self.conditions)
        self.count = TextLabel("", "caption")
        self.find_bar = QWidget()
        line = fill(across(spacing=current.XS), (self.search, 1), self.filter_button)
        fill(down(self.find_bar, margins=(current.M, 0, current.M, 0)), line, (self._conditions_box, 1), self.count)
        self._conditions_box.hide()
        self.find_bar.hide()
        self.condition_words = TextLabel("", "caption")
        self.clear_button = IconButton("close", self.tr("Clear filters"))
        self._strip = QWidget()
        fill(across(self._strip, margins=(current.M, 0, 0, 0)), (self.condition_words, 1), self.clear_button)
        self.entries_model = EntriesModel(self.entries, self.left)
        self.entry_list = EntryList(self.tr("Entries"), self.entries_model)
        self.players_model = PlayersModel(self.players, self.left)
        self.player_list = EntryList(self.tr("Players"), self.players_model)
        self.seasons_model = RowsModel(attrgetter("uid"), season_role, self.left)
        self.season_list = EntryList(self.tr("Seasons", "of a club"), self.seasons_model)
        self.new_season_button = Button(self.tr("New season…"), "quiet", "plus")
        column = down(self.left, spacing=current.S)
        fill(column, self.find_bar, self._strip, (self.new_season_button, Qt.AlignmentFlag.AlignLeft))
        fill(column, *((one, 1) for one in (self.entry_list, self.player_list, self.season_list)))
        self._instead = Instead(column, self.season_list)

    def _connect(self) -> None:
        self.header.back.connect(self.back)
        self.tabs.chosen.connect(self.show_tab)
        self.search_button.toggled.connect(self._show_find_bar)
        self.search.textEdited.connect(self._on_typed)
        self.search.returnPressed.connect(self._focus_list)
        self.filter_button.toggled.connect(self._show_conditions)
        self.conditions.changed.connect(self._on_conditions)
        self.clear_button.clicked.connect(lambda: self._on_conditions(EntryFilter()))
        self.new_season_button.clicked.connect(self.new_season)
        OpensMenu(self.more_button, self.more_menu)
        OpensMenu(self.share_button, self.share_menu)
        Sharing(self._context, self.hand_share_button, self.kept_pane.shared)
        self.primary.clicked.connect(self._do_primary)
        for button, signal in (
            (self.empty.score_button, self.score_wanted),
            (self.empty.solitaire_button, self.solitaire_wanted),
            (self.empty.start_button, self.start_wanted),
        ):
            button.clicked.connect(signal)
        self.empty.import_button.clicked.connect(self.exchange.import_file)
        self._context.ledger.changed.connect(self._on_ledger_changed)
        self._context.settings.changed.connect(self._on_settings)
        self._connect_models()
        self._connect_details()
        bind(self, "find", self._focus_search)
        bind(self, "undo", self.undo, can=lambda: self._undo is not None)
        bind_main(self)

    def _connect_models(self) -> None:
        entries, session, players = self.entries, self.session, self.players
        entries.changed.connect(self._refresh_list)
        entries.counted.connect(self._on_counted)
        entries.replaced.connect(self._on_replaced)
        for asker in (entries, *self._opens, self.record, self.figures, players, self.seasons):
            asker.failed.connect(self._on_failed)
        for opened in (*self._opens, self.seasons):
            opened.refused.connect(lambda sentence: self._context.say(sentence, "wrong"))
        for asker in (*self._opens, self.record, self.figures):
            asker.changed.connect(self._show_actions)
        players.changed.connect(self._on_players)
        players.renamed.connect(self._on_renamed)
        players.merged.connect(self._on_merged)
        self.seasons.changed.connect(self._on_seasons)
        self.seasons.removed.connect(self._on_season_removed)
        self.season_pane.turned.connect(self._on_seasons)
        session.sheet_changed.connect(self._on_sheet)
        session.text_ready.connect(partial(self.copy, self.tr("The session is on the clipboard.")))
        for one in (self.kept, self.game):
            one.removed.connect(partial(self._on_removed, one))
            one.returned.connect(self.open_entry)

    def _connect_details(self) -> None:
        for one in (self.entry_list, self.player_list, self.season_list):
            one.walked.connect(self._on_walked)
            one.opened.connect(self._on_opened)
        self.entry_list.remove_wanted.connect(self._on_remove_wanted)
        self.season_list.remove_wanted.connect(lambda row: self.seasons.remove(row.uid))
        self.sheet.closed.connect(self.close_sheet)
        self.sheet.stepped.connect(self.session.step)

    # what is in sight

    @property
    def _of_entries(self) -> bool:
        """Whether the list is one of entries, and not of players or seasons."""
        return self._tab not in (PLAYERS, SEASONS)

    @property
    def is_narrow(self) -> bool:
        """Whether there is room for the list or the detail, not for both."""
        current = look()
        least = current.list_width + 2 * current.XL + round(_LEAST_DETAIL * current.scale)
        return self.width() - 2 * current.XXL < least

    @property
    def shown(self) -> tuple[QWidget, ...]:
        """The list and the detail, as far as they are in sight."""
        if self._is_bare:
            return (self.empty,)
        detail = self.stack.currentWidget() or self.session_pane
        if self.is_narrow:
            return (detail,) if self._inside else (self.left,)
        return self.left, detail

    def fit(self) -> None:
        """Show the list and the detail, or in a narrow window one of them."""
        super().fit()
        if not hasattr(self, "stack"):
            return
        current, bare, narrow = look(), self._is_bare, self.is_narrow
        vacant = self._instead.shown is not None and self._tab != PLAYERS and not self._is_open(*self._opens)
        vacant = vacant and not self._overview and self.season_pane.form.isHidden()
        self.empty.setVisible(bare)
        self.tabs.setVisible(not bare)
        self.left.setVisible(not bare and not (narrow and self._inside))
        self.stack.setVisible(not (bare or vacant or (narrow and not self._inside)))
        self.divider.setVisible(not (bare or narrow or vacant))
        wide = current.list_width + 3 * current.M  # the tint at both sides, and the scroll bar
        self.left.setMaximumWidth(ANY_WIDTH if narrow else wide)
        self.left.setMinimumWidth(0 if narrow else wide)
        self.header.set_back(self._back_words())
        beside_title = self.width() - 2 * current.XXL - self.header.title.sizeHint().width() - current.XL
        wide = max(0, min(self.tabs.sizeHint().width(), beside_title))
        self.tabs.setMinimumHeight(self.tabs.heightForWidth(max(1, wide)))
        self._fit_conditions()

    def _back_words(self) -> str:
        if self._overview and self._is_open(self.game, self.kept):
            return self.tr("Back (Esc)")
        if self.session.sheet is not None and self._of_entries:
            return self.tr("Back to the session (Esc)")
        if self.is_narrow and self._inside:
            return self.tr("Back to the list (Esc)")
        return self.tr("Close (Esc)") if self._overview else ""

    def _fit_conditions(self) -> None:
        """Give the filters the height they need, but leave some of the list in sight."""
        layout, box = self.conditions.layout(), self._conditions_box
        if layout is not None and not box.isHidden():
            needed = layout.totalHeightForWidth(max(200, self.left.width() - 2 * look().M))
            box.setFixedHeight(max(look().target, min(needed, self.left.height() - 4 * look().target)))

    def _is_open(self, *which: OpenEntry[Any]) -> bool:
        return any(one.uid for one in which)

    @property
    def _is_bare(self) -> bool:
        """Whether nothing is in the Notebook yet: then the whole page says so, and there is nothing to search."""
        counts = self.entries.all_counts
        return (
            (counts is not None and not any(counts.values()))
            and not (self.entries.rows or self.entries.error or self.players.people)
            and not (self.search.text().strip() or self.entries.filter.other_conditions or self._is_open(*self._opens))
            and self._tab != SEASONS
        )

    def _show_detail(self) -> None:
        """Show what is open, with its actions."""
        pane: QWidget = self.session_pane
        if self._tab == PLAYERS:
            pane = self.player_pane
        elif self._tab == SEASONS:
            pane = self.season_pane
        elif self.kept.uid:
            pane = self.kept_pane
        elif self.game.uid:
            pane = self.game_pane
        elif self._overview:
            pane = self.card_pane if self._overview == CARD else self.figures_pane
        elif self.session.sheet is not None:
            pane = self.sheet
        self.stack.setCurrentWidget(pane)
        self.fit()
        self._show_actions()

    def _detail(self) -> Detail | None:
        shown = self.stack.currentWidget()
        if self._is_bare or (self.is_narrow and not self._inside):
            return None
        return self.session_pane if shown is self.sheet else shown if isinstance(shown, Detail) else None

    def _command(self) -> Command | None:
        detail = self._detail()
        return None if detail is None else detail.primary()

    def _do_primary(self) -> None:
        command = self._command()
        if command is not None:
            command.do()

    def _show_actions(self) -> None:
        """Offer in the head what can be done with what is shown."""
        command, detail, bare = self._command(), self._detail(), self._is_bare
        self.primary.setVisible(command is not None)
        if command is not None:
            self.primary.setText(command.words)
            self.primary.setEnabled(command.enabled)
        seen = self.kept.seen
        is_hand = detail is self.kept_pane and seen is not None and not seen.hand.row.kind
        self.hand_share_button.setVisible(is_hand)
        self.share_button.setVisible(not is_hand and not bare)
        self.share_button.setEnabled(detail is not None and bool(detail.share()))
        self.search_button.setVisible(not bare and self._tab != SEASONS)
        self.more_button.setVisible(not bare)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.read_again()
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            self._focus_list()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._rest.stop()

    # going about

    def back(self) -> None:
        """Go back from a hand to its session, from a game to the card, or to the list."""
        if self._overview and self._is_open(self.game, self.kept):
            self._close_all()
            self._light_entry()
            self._show_detail()
            self._focus(self.card_pane.table if self._overview == CARD else self.figures_pane)
        elif self.session.sheet is not None and self._of_entries:
            self.close_sheet()
        else:
            was, self._overview = self._overview, ""
            self._inside = False
            if was and not self.is_narrow:
                self._open_newest()
            self._show_detail()
            self._focus_list()

    def close_sheet(self) -> None:
        """Look at the whole session again."""
        self.session.show_row("")
        self._focus(self.session_pane.hands)

    @staticmethod
    def _focus(widget: QWidget) -> None:
        if widget.isVisible():
            widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        sheet = self.session.sheet is not None and self._of_entries
        if event.key() == Qt.Key.Key_Escape and (sheet or self._overview or (self.is_narrow and self._inside)):
            self.back()
        elif event.key() == Qt.Key.Key_Escape and self.find_bar.isVisible() and not self.search.text():
            self.search_button.setChecked(False)
            self._focus_list()
        else:
            super().keyPressEvent(event)

    def show_tab(self, tab: str) -> None:
        """List sessions, hands, games, players or seasons."""
        self._choose_tab(tab)
        self._close_all()
        self._inside = False
        self._show_detail()

    def _choose_tab(self, tab: str) -> None:
        self._fresh = False if tab != SESSIONS else self._fresh
        self._tab, self._overview = tab, ""
        self.tabs.set_value(tab)
        self._rest.stop()
        self.search.setText(self.entries.filter.text if tab != PLAYERS else self.players_model.text)
        self.conditions.ask_for_player(self._of_entries)
        self.season_pane.close_form()
        if tab == SEASONS:
            self.search_button.setChecked(False)
            self.seasons.again()
        criteria = msgspec.structs.replace(self.entries.filter, kinds=SEGMENTS[tab])
        if tab != GAMES:
            criteria = msgspec.structs.replace(criteria, won=None, assisted=None)
        else:
            criteria = msgspec.structs.replace(criteria, player=None)
        if tab not in (HANDS, GAMES):  # the others show nothing that was deleted
            criteria = msgspec.structs.replace(criteria, put_aside=False)
        if self.entries.loaded or self.isVisible():
            self.entries.set_filter(criteria)
        else:
            self.entries.filter = criteria
        if tab == PLAYERS:
            self.players.set_filter(criteria)
            self.player_list.choose(self.players_model.place_of(self.players.uid))
        self._refresh_list()

    def open_session(self, uid: str, item: str = "") -> None:
        """Show a session, and one of its hands."""
        self._open(SESSIONS, self.session, uid, item)

    def open_kept(self, uid: str, tab: str = HANDS) -> None:
        """Show a saved hand, or an exercise; next to the card or the statistics, where those are open."""
        self._open(self._tab if self._tab == GAMES else tab, self.kept, uid)

    def open_game(self, uid: str) -> None:
        """Show a game."""
        self._open(GAMES, self.game, uid)

    def _open(self, tab: str, one: OpenedSession | OpenedHand | OpenedGame, *what: str) -> None:
        overview = self._overview
        if self._tab != tab:
            self._choose_tab(tab)
            overview = ""
        self._rest.stop()
        self._overview = "" if one is self.session else overview
        self._close_all(but=one)
        self._inside = True
        one.open(*what)
        self._light_entry()
        self._show_detail()

    def _close_all(self, but: OpenEntry[Any] | None = None) -> None:
        for one in self._opens:
            if one is not but and one.uid:
                one.close()

    def open_entry(self, entry: Entry | PlayerSummary | SeasonRow) -> None:
        """Show an entry of a list."""
        if isinstance(entry, PlayerSummary):
            self.show_player(entry.player)
        elif isinstance(entry, SeasonRow):
            self.show_season(entry.uid)
        elif isinstance(entry, KeptHand):
            self.open_kept(entry.uid, GAMES if entry.kind else HANDS)
        elif isinstance(entry, GameRow):
            (self.open_kept if entry.real else self.open_game)(entry.uid)
        else:
            self.open_session(entry.uid)

    def _open_newest(self) -> None:
        """Open the newest entry of the list, where there is room next to it and nothing else is open."""
        newest = self.entries_model.newest()
        if newest is None or self.is_narrow or self._overview or not (self._of_entries and self.isVisible()):
            return
        if self.entries.answered == self.entries.filter and not self._is_open(*self._opens):
            inside = self._inside
            self.open_entry(newest)
            self._inside = inside

    def show_games(self) -> None:
        """List the virtual games, and show their score card."""
        self.show_tab(GAMES)
        self.search.clear()
        self._on_conditions(EntryFilter())
        self.show_overview(CARD)

    def show_overview(self, which: str) -> None:
        """Show the score card or the statistics of what is listed."""
        if not self._of_entries:
            self._choose_tab(SESSIONS)
        self._rest.stop()
        self._close_all()
        self._overview, self._inside = which, True
        self._narrow_overview(self.entries.filter)
        (self.record if which == CARD else self.figures).again()
        self._light_entry()
        self._show_detail()

    def show_player(self, uid: str) -> None:
        """Show a player, or with no id all of them."""
        if self._tab != PLAYERS:
            self._choose_tab(PLAYERS)
            self._close_all()
        self._inside = True
        self.players.choose(uid)
        self.player_list.choose(self.players_model.place_of(uid))
        self._show_detail()

    def show_season(self, uid: str) -> None:
        """Show a season."""
        self._enter_seasons()
        self.season_pane.close_form()
        self.seasons.choose(uid)
        self._on_seasons()

    def new_season(self) -> None:
        """Show the form of a new season."""
        self._enter_seasons()
        self.season_pane.open_form(None)

    def _enter_seasons(self) -> None:
        if self._tab != SEASONS:
            self._choose_tab(SEASONS)
            self._close_all()
        self._inside = True

    def rename_player(self, uid: str) -> None:
        """Show a player with the field for another name open, once the player is known."""
        self.show_player(uid)
        if self.players.player is not None and self.players.player.player == uid:
            self.player_pane.open_part(self.player_pane.rename_card)
        elif not self.players.error and (self.players.waiting or not self.players.loaded):
            self.players.changed.connect(lambda: self.rename_player(uid), Qt.ConnectionType.SingleShotConnection)

    # the ledger

    def read_again(self) -> None:
        """Read what is shown out of the ledger."""
        self._stale = False
        self.entries.again()
        for one in self._opens:
            one.again()
        if self._overview:
            (self.record if self._overview == CARD else self.figures).again()
        if self.players.loaded or self._tab == PLAYERS:
            self.players.again()
        if self._tab == SEASONS:
            self.seasons.again()

    def _on_ledger_changed(self) -> None:
        if self.isVisible():
            self.read_again()
        else:
            self._stale = True

    def _on_failed(self, error: Exception) -> None:
        """Offer a backup for a damaged ledger; show other errors in place of the list."""
        if isinstance(error, Damaged):
            self._context.tell_trouble(error)

    def _on_settings(self, settings: Settings) -> None:
        if self.session.sheet is not None:
            self.sheet.show_view(self.session.sheet, settings.terms)
        for pane in self._details:
            pane.use(settings.terms)

    # the list

    def _refresh_list(self) -> None:
        """Show the list, or what is in its place."""
        asker = self.entries if self._of_entries else self.players if self._tab == PLAYERS else self.seasons
        words = self._condition_words(self.entries.filter) if self._tab != SEASONS else ""
        self.condition_words.setText(words)
        self._strip.setVisible(bool(words))
        self.conditions.show_filter(self.entries.filter)
        counts = {PLAYERS: self.players_model.count, SEASONS: len(self.seasons.rows)}
        count = counts.get(self._tab, len(self.entries.rows))
        for view in (self.entry_list, self.player_list, self.season_list):
            view.setVisible(view is self._list and count > 0)
        self.new_season_button.setVisible(self._tab == SEASONS and count > 0)
        self._narrow_overview(self.entries.filter)  # typing into the search field changes it too
        self._show_state(asker.error, empty=asker.loaded and not count)
        self._show_count(count)
        self.fit()
        self._show_actions()

    def _on_counted(self) -> None:
        """Begin where there is anything, the first time; say how much there is."""
        counts = self.entries.all_counts or {}
        if self._fresh:
            self._fresh = False
            first = next((tab for tab, kinds in SEGMENTS.items() if any(counts.get(kind) for kind in kinds)), SESSIONS)
            if first != self._tab:
                self.show_tab(first)
        self._refresh_list()
        if self._is_bare:
            self._focus(self.empty.score_button)

    def _on_replaced(self) -> None:
        """Keep what is open in sight of the list, or open the newest entry."""
        if self.entries.answered != self.entries.filter and self.entries.loaded:
            return
        self._light_entry()
        focus = QApplication.focusWidget()
        if self._fresh and (focus is None or self.header.isAncestorOf(focus)):
            QTimer.singleShot(0, self, self._focus_list)
        QTimer.singleShot(0, self, self._open_newest)

    def _condition_words(self, criteria: EntryFilter) -> str:
        """Return the filters in a line, without the text in the search field."""
        parts = [self.tr("deleted")] if criteria.put_aside and self._of_entries else []
        if self._of_entries and criteria.player is not None:
            parts.append(brief(criteria.player[1]))
        parts += [rules_title(criteria.rules)] if criteria.rules else []
        parts += [brief(criteria.when, 40)] if criteria.when else []
        if criteria.won is not None:
            parts.append(self.tr("won") if criteria.won else self.tr("not won"))
        if criteria.assisted is not None:
            parts.append(self.tr("assisted") if criteria.assisted else self.tr("no help"))
        return self.tr("Showing only: {conditions}").format(conditions=joined(parts)) if parts else ""

    def _show_count(self, count: int) -> None:
        counted = joined(entries_counted(self.entries.counts))
        text = counted if self._of_entries else players_counted(count) if count and self._tab == PLAYERS else ""
        if text != self.count.text():
            self.count.setText(text)
            self._announce(text)

    def _show_state(self, error: str, *, empty: bool) -> None:
        """Show in place of the list an error, or that nothing is there."""
        words: tuple[str, ...] = ()
        do: Callable[[], None] = self.read_again
        if error:
            words = self.tr("The Notebook can’t be read"), error, self.tr("Try again")
        elif empty and self._tab != SEASONS and (self.search.text().strip() or self.entries.filter.other_conditions):
            words = (
                self.tr("Nothing found"),
                self.tr("No entry matches the search and the filters."),
                self.tr("Show everything"),
            )
            do = self._on_clear_all
        elif empty:
            words, do = self._nothing_words()
        if self._instead.show(words, do) and words:
            self._announce(joined(words[:2]))

    @property
    def state(self) -> QWidget | None:
        """What is shown in place of the list."""
        return self._instead.shown

    def _nothing_words(self) -> tuple[tuple[str, str, str], Callable[[], None]]:
        """Return what an empty list says, and the one thing to do about it."""
        start, score, play = self.tr("Start a session"), self.tr("Score a hand"), self.tr("Play solitaire")
        evening = self.tr("An evening at the table appears here.")
        hand = self.tr("A hand that you save on the Score page appears here.")
        game = self.tr("Solitaire games and exercises appear here.")
        everybody = self.tr("Everybody who plays at the table appears here.")
        league = self.tr("A season turns a club’s sessions into a league table.")
        return {
            SESSIONS: ((self.tr("No sessions yet"), evening, start), self.start_wanted.emit),
            HANDS: ((self.tr("No saved hands yet"), hand, score), self.score_wanted.emit),
            GAMES: ((self.tr("No games yet"), game, play), self.solitaire_wanted.emit),
            PLAYERS: ((self.tr("No players yet"), everybody, start), self.start_wanted.emit),
            SEASONS: ((self.tr("No seasons yet"), league, self.tr("New season…")), self.new_season),
        }[self._tab]

    def _announce(self, text: str) -> None:
        if text and self.isVisible():
            announce(self, text)

    def _light_entry(self) -> None:
        uid = next((one.uid for one in self._opens if one.uid), "")
        self.entry_list.choose(self.entries_model.place_of(uid) if uid else -1)
        self.card_pane.choose(self.game.uid or self.kept.uid)

    def _focus_list(self) -> None:
        self._focus(self._list)

    @property
    def _list(self) -> EntryList:
        """The list of what is chosen next to the title."""
        return {PLAYERS: self.player_list, SEASONS: self.season_list}.get(self._tab, self.entry_list)

    # finding

    def _focus_search(self) -> None:
        if self._is_bare or self._tab == SEASONS:
            return
        if self.is_narrow and self._inside:
            self._inside = False
            self._show_detail()
        self.search_button.setChecked(True)
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _show_find_bar(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self.find_bar.setVisible(shown)
        if shown and self.is_narrow and self._inside:
            self._inside = False
            self._show_detail()
        if shown:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.search.text():
            self.search.clear()
            self._on_typed("")

    def _on_typed(self, text: str) -> None:
        if self._of_entries:
            self.entries.type_text(text)
        else:
            self.players_model.set_text(text)
            self._refresh_list()

    def _show_conditions(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        if shown:
            self.search_button.setChecked(True)
        self._conditions_box.setVisible(shown)
        if shown and not self.players.loaded:
            self.players.set_filter(self.entries.filter)
        self._fit_conditions()

    def _on_conditions(self, criteria: EntryFilter) -> None:
        text = self.search.text().strip() if self._of_entries else self.entries.filter.text
        self._set_filter(msgspec.structs.replace(criteria, text=text, kinds=criteria.kinds or SEGMENTS[self._tab]))

    def _set_filter(self, criteria: EntryFilter) -> None:
        """Show other entries, and what is counted over them."""
        self.entries.set_filter(criteria)
        if self._tab == PLAYERS or self.players.loaded:
            self.players.set_filter(criteria)
        self._refresh_list()

    def _narrow_overview(self, criteria: EntryFilter) -> None:
        """Count the score card or the statistics, whichever is open, over these entries."""
        if self._overview == CARD:
            self.record.set_filter(criteria.of_card)
        elif self._overview:
            self.figures.set_filter(criteria)

    def _on_clear_all(self) -> None:
        self.search.clear()
        self.players_model.set_text("")
        self._set_filter(EntryFilter(kinds=SEGMENTS[self._tab]))

    # entries

    def _on_walked(self, entry: Entry | PlayerSummary | SeasonRow) -> None:
        """Open an entry next to the list once the keyboard rests on it."""
        if not self.is_narrow:
            self._rested_on = entry
            self._rest.start()

    def _open_rested(self) -> None:
        if self._rested_on is not None:
            self.open_entry(self._rested_on)

    def _on_opened(self, entry: Entry | PlayerSummary | SeasonRow) -> None:
        self.open_entry(entry)
        if self.is_narrow:
            self.header.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_remove_wanted(self, entry: Entry) -> None:
        """Delete a hand or a game; a session stays."""
        if isinstance(entry, SessionRow):
            self._context.say(self.tr("Sessions can’t be deleted. Correct their hands at the table."))
        elif not entry.put_aside:
            (self.kept if isinstance(entry, KeptHand) else self.game).remove(entry.uid)

    def _on_removed(self, one: OpenedHand | OpenedGame, uid: str) -> None:
        text = self.tr("Deleted. It is no longer listed or counted.")
        self._offer_undo(text, lambda: one.bring_back(uid))
        self._inside = False
        self._show_detail()
        self._focus_list()

    def _offer_undo(self, sentence: str, undo: Callable[[], object]) -> None:
        """Say what was done; the message's button or the undo key takes it back."""
        self._undo = sentence, undo
        self._context.say(sentence, "good", self.tr("Undo"), self.undo)

    def undo(self) -> None:
        """Take back the last change, once."""
        last, self._undo = self._undo, None
        if last is not None:
            sentence, undo = last
            self._context.take_back(sentence)
            undo()

    def copy(self, message: str, text: str) -> None:
        """Put a text on the clipboard, and say so."""
        QGuiApplication.clipboard().setText(text)
        self._context.say(message, "good")

    def _on_sheet(self) -> None:
        view = self.session.sheet
        if view is not None:
            self.sheet.show_view(view, self._context.settings.value.terms)
        self.session_pane.hands.choose(self.session.item)
        before = self.stack.currentWidget()
        self._show_detail()
        if view is not None and before is not self.sheet and self.sheet.isVisible():
            self._focus(self.sheet.close_button)

    # players

    def _on_players(self) -> None:
        if self._tab == PLAYERS:
            self._refresh_list()
            self.player_list.choose(self.players_model.place_of(self.players.uid))
            self._show_detail()

    # seasons

    def _on_seasons(self) -> None:
        self.seasons_model.show_rows(self.seasons.rows)
        if self._tab == SEASONS:
            self._refresh_list()
            self.season_list.choose(self.seasons_model.place_of(self.seasons.uid))
            self._show_detail()

    def _on_season_removed(self, uid: str) -> None:
        text = self.tr("The season is deleted. Its sessions stay in the Notebook.")
        self._offer_undo(text, lambda: self.seasons.bring_back(uid))
        self._inside = False

    def export_season(self) -> None:
        """Save the standings of the season that is shown as a file that the person names."""
        season = self.seasons.season
        if season is not None:
            self.exchange.export(season, "csv", f"season-{season.since}")

    # the sessions of players

    def show_sessions(self, uid: str, name: str) -> None:
        """List the sessions of a player."""
        self.show_tab(SESSIONS)
        self.search.clear()
        self._set_filter(EntryFilter(kinds=SEGMENTS[SESSIONS], player=(uid, name)))
        self._focus_list()

    def _on_renamed(self, uid: str, before: str, name: str) -> None:
        self.player_pane.done()
        sentence = self.tr("{before} is now called {name}.").format(before=brief(before), name=brief(name))
        self._offer_undo(sentence, lambda: self.players.rename(uid, before, back=True))

    def _on_merged(self, gone: str, gone_name: str, stays: str, stays_name: str) -> None:
        self.player_pane.done()
        self.show_player(stays)
        sentence = self.tr("{gone} and {stays} are now one player.").format(
            gone=brief(gone_name), stays=brief(stays_name)
        )
        self._offer_undo(sentence, lambda: self.players.unmerge(gone))

    # menus

    def share_menu(self) -> QMenu:
        """Return the menu that takes what is shown elsewhere."""
        detail = self._detail()
        return self._menu(detail.share() if detail is not None else ())

    def more_menu(self) -> QMenu:
        """Return the menu with the other commands of what is shown, and those of the list."""
        detail, criteria = self._detail(), self.entries.filter
        menu = self._menu(detail.more() if detail is not None else ())
        if not menu.isEmpty():
            menu.addSeparator()
        commands: list[Command | None] = []
        if self._tab in (HANDS, GAMES):
            commands.append(Command(self.tr("Score card"), lambda: self.show_overview(CARD)))
        if self._of_entries:
            commands.append(Command(self.tr("Statistics"), lambda: self.show_overview(FIGURES)))
        if self._tab == SEASONS:
            commands.append(Command(self.tr("New season…"), self.new_season))
        else:
            commands += [*self.exchange.commands(criteria, some=bool(self.entries.rows)), None]
        add_commands(menu, commands)
        if self._tab in (HANDS, GAMES):
            aside = menu.addAction(self.tr("Show deleted"))
            aside.setCheckable(True)
            aside.setChecked(criteria.put_aside)
            aside.triggered.connect(lambda on: self._on_conditions(msgspec.structs.replace(criteria, put_aside=on)))
        return menu

    def _menu(self, commands: Sequence[Command | None]) -> QMenu:
        menu = PopupMenu(self)
        add_commands(menu, commands)
        return menu

    def export_session(self, kind: Kind) -> None:
        """Save the open session as a file that the person names."""
        seen = self.session.seen
        if seen is not None:
            self.exchange.export(seen.uid, kind, f"session-{format_local_day(seen.started_at)}")
