"""The Notebook: all that was kept, and the players, at the left; what is chosen at the right; one hand beside it.

Its key is still that of the page it grew from, the ledger: settings and shortcuts on people's disks have that.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QLayout, QMenu, QWidget

from mjcompanion.core.errors import listed
from mjcompanion.i18n.translation import _, joined
from mjcompanion.ledger.values import (
    GAMES,
    HANDS,
    SESSIONS,
    Entry,
    GameRow,
    ImportReport,
    KeptHand,
    PlayerSummary,
    SessionRow,
)
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.storage.settings import Settings
from mjcompanion.table.words import brief

from ...accessibility import make_area
from ...context import PageContext
from ...hand.share import Sharing
from ...shortcuts import bind
from ...theme import look
from ...widgets import Button, Flow, Heading, IconButton, ScrollPage, Segmented, TextField, TextLabel
from ...widgets.keyboard import bind_main
from ...widgets.layouts import across, down, fill
from ...widgets.list_page import Export, ListPage, ListWords, Nothing
from ...widgets.listing import Instead
from ...widgets.menus import OpensMenu
from ...widgets.words import rules_title
from .asking import EntryFilter, export_to
from .empty import EmptyNotebook
from .finding import Conditions
from .kept import KeptPane
from .lists import EntriesModel, PlayersModel, QuietList
from .panes import Pane, Panes
from .players import PlayerPane
from .presenter import EntriesPresenter, GamePresenter, KeptPresenter, OpenPresenter, PlayersPresenter, SessionPresenter
from .record.detail import GamePane
from .record.panes import CardPane, FiguresPane, RecordPane
from .record.presenter import FiguresPresenter, RecordPresenter
from .session import SessionPane
from .sheet import HandSheet
from .words import entries_counted, kind_words, players_counted

if TYPE_CHECKING:
    from mjcompanion.ledger.exporting import Kind

ENTRIES, PLAYERS = "entries", "players"
CARD, FIGURES = "card", "figures"
_OPEN_AFTER_MS = 140
"""An entry is opened when the keyboard rests on it; walking through the list opens none of those passed."""
_CONDITIONS_SHARE = 0.62
"""How much of the list's height the conditions may take; what is more is scrolled."""


class LedgerPage(ListPage):
    """The page.

    Signals:
        print_wanted(str): the session with this id is to be printed.
        table_wanted(str): the session with this id is to go on at the table.
        hand_wanted(StoredHand): a kept hand is to be shown on the Score page.
        hand_print_wanted(StoredHand): a kept hand is to be printed.
        games_print_wanted(GameFilter): the running card of these games is to be printed.
        replay_wanted(str): the game with this id is to be shown again.
        deal_wanted(str): the deal of the game with this id is to be played again.
        practice_wanted(str): this exercise is to be done again.
        score_wanted(): a hand is to be scored.
        solitaire_wanted(): a game is to be played.
        start_wanted(): a session is to begin.
    """

    print_wanted = Signal(str)
    table_wanted = Signal(str)
    hand_wanted = Signal(object)
    hand_print_wanted = Signal(object)
    games_print_wanted = Signal(object)
    replay_wanted = Signal(str)
    deal_wanted = Signal(str)
    practice_wanted = Signal(str)
    score_wanted = Signal()
    solitaire_wanted = Signal()
    start_wanted = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(context, _list_words(), export_to, parent)
        self.setAccessibleName(self.tr("Notebook"))
        ledger = context.ledger
        self.entries = EntriesPresenter(ledger, self)
        self.session = SessionPresenter(ledger, self)
        self.kept = KeptPresenter(ledger, context.folders, self)
        self.game = GamePresenter(ledger, self)
        self._opens: tuple[OpenPresenter[Any], ...] = (self.session, self.kept, self.game)
        """What may be open, one at a time."""
        self.record = RecordPresenter(ledger, self)
        self.figures = FiguresPresenter(ledger, self)
        self.players = PlayersPresenter(ledger, self)
        self._tab, self._overview = ENTRIES, ""
        self._player_open = self._was_bare = False
        self._rest = QTimer(self, singleShot=True, interval=_OPEN_AFTER_MS)
        self._rest.timeout.connect(self._open_rested)
        self._rested_on: Entry | None = None
        self._build()
        self._connect()
        self._refresh_list()

    # building

    def _build(self) -> None:
        self.left = self._left()
        self.empty = EmptyNotebook()
        self.session_pane = SessionPane(self.session)
        self.kept_pane = KeptPane(self.kept)
        self.game_pane = GamePane(self.game)
        self.card_pane = CardPane(self.record)
        self.figures_pane = FiguresPane(self.figures)
        self.player_pane = PlayerPane(self.players)
        self.sheet = HandSheet()
        details = (self.session_pane, self.kept_pane, self.game_pane, self.player_pane)
        self._overviews: dict[str, RecordPane] = {CARD: self.card_pane, FIGURES: self.figures_pane}
        self._shown_alone: tuple[Pane, ...] = (*details, *self._overviews.values())
        for using in (self.kept_pane, self.game_pane, self.figures_pane):
            using.terms = self._context.settings.value.terms
        self.panes = Panes(self._wanted_panes, self)
        self.panes.add(self.left, self.empty, *self._shown_alone, self.sheet)
        for pane in (self.left, *self._shown_alone):
            make_area(pane)

    def _left(self) -> QWidget:
        current = look()
        left = QWidget()
        left.setAccessibleName(self.tr("List"))
        self.more_button = IconButton("more", self.tr("More: import and export"))
        top = fill(across(), (Heading(self.tr("Notebook"), 1), 1), self.more_button)
        self.tabs = Segmented(
            self.tr("What is listed"),
            [(ENTRIES, self.tr("Entries")), (PLAYERS, self.tr("Players"))],
            ENTRIES,
        )
        self.search = TextField(self.tr("Search"), self.tr("Search"))
        self.search.setClearButtonEnabled(False)
        self.filter_button = IconButton("filter", self.tr("Filters: kind, player, rules, date"))
        self.filter_button.setCheckable(True)
        line = fill(across(spacing=current.XS), (self.search, 1), self.filter_button)
        self.conditions = Conditions(self.players.anybody)
        self.conditions.installEventFilter(self)
        self._conditions_box = ScrollPage(self.conditions)
        self._conditions_box.hide()
        self.condition_words = TextLabel("", "caption")
        self.clear_button = IconButton("close", self.tr("Clear filters"))
        strip = fill(across(), (self.condition_words, 1), self.clear_button)
        self.count = TextLabel("", "caption")
        self.everybody_button = Button(self.tr("Compare everybody"), "quiet")
        self.card_button = Button(self.tr("Score card"), "quiet")
        self.figures_button = Button(self.tr("Statistics"), "quiet")
        self._games_line = Flow(spacing=current.XS)
        self._games_line.add(self.card_button, self.figures_button)
        ours = self.count, self.everybody_button, self._games_line
        self._above: tuple[QWidget | QLayout, ...] = (top, self.tabs, line, strip, *ours)
        """What stands above the list, and is as high as it is."""
        self.entry_list = QuietList(self.tr("Entries"), 2)
        self.entries_model = EntriesModel(self.entries, left)
        self.entry_list.setModel(self.entries_model)
        self.player_list = QuietList(self.tr("Players"), 1)
        self.players_model = PlayersModel(self.players, left)
        self.player_list.setModel(self.players_model)
        layout = down(left, spacing=current.S, margins=(current.M, current.S, current.S, 0))
        fill(layout, top, self.tabs, line, self._conditions_box, strip, self.count)
        layout.addWidget(self.everybody_button, 0, Qt.AlignmentFlag.AlignLeft)
        fill(layout, self._games_line, (self.entry_list, 1), (self.player_list, 1))
        self._instead = Instead(layout)
        return left

    def _connect(self) -> None:
        entries, session, players = self.entries, self.session, self.players
        self.tabs.chosen.connect(self.show_tab)
        self.search.textEdited.connect(self._on_typed)
        self.search.returnPressed.connect(self._focus_list)
        self.filter_button.toggled.connect(self._show_conditions)
        self.conditions.changed.connect(self._on_conditions)
        self.clear_button.clicked.connect(lambda: self._on_conditions(EntryFilter()))
        OpensMenu(self.more_button, self.more_menu)
        self.everybody_button.clicked.connect(lambda: self.show_player(""))
        self.card_button.clicked.connect(lambda: self.show_overview(CARD))
        self.figures_button.clicked.connect(lambda: self.show_overview(FIGURES))
        self.empty.score_button.clicked.connect(self.score_wanted)
        self.empty.solitaire_button.clicked.connect(self.solitaire_wanted)
        self.empty.start_button.clicked.connect(self.start_wanted)
        self.empty.import_button.clicked.connect(self._on_import)
        entries.changed.connect(self._refresh_list)
        entries.counted.connect(self._refresh_list)
        entries.replaced.connect(self._light_entry)
        for asker in (entries, *self._opens, self.record, self.figures, players):
            asker.failed.connect(self._on_failed)
        players.changed.connect(self._on_players)
        session.changed.connect(self.panes.fit)
        session.sheet_changed.connect(self._on_sheet)
        for one in (self.kept, self.game):
            one.changed.connect(self.panes.fit)
            one.removed.connect(partial(self._on_removed, one))
        self.kept.returned.connect(self.open_kept)
        self.game.returned.connect(self.open_game)
        for opened in self._opens:
            opened.refused.connect(lambda sentence: self._context.say(sentence, "wrong"))
        for pane in self._shown_alone:
            pane.back_button.clicked.connect(self.back)
        self.kept_pane.open_wanted.connect(self.hand_wanted)
        self.kept_pane.practice_wanted.connect(self.practice_wanted)
        self.game_pane.replay_button.clicked.connect(lambda: self.replay_wanted.emit(self.game.uid))
        self.game_pane.deal_button.clicked.connect(lambda: self.deal_wanted.emit(self.game.uid))
        self.card_pane.opened.connect(lambda row: (self.open_kept if row.real else self.open_game)(row.uid))
        self.figures_pane.statistics.opened.connect(self._open_entry)
        self.figures_pane.statistics.player_wanted.connect(self.show_player)
        self.card_pane.print_button.clicked.connect(lambda: self.games_print_wanted.emit(self.record.filter))
        Sharing(self._context, self.kept_pane.share_button, self.kept_pane.shared)
        self.kept_pane.print_wanted.connect(self.hand_print_wanted)
        self.kept_pane.copy_wanted.connect(partial(self._copy, self.tr("The hand is on the clipboard.")))
        self.entry_list.chosen.connect(self._on_walked)
        self.entry_list.opened.connect(self._on_opened)
        self.entry_list.remove_wanted.connect(self._on_remove_wanted)
        self.player_list.chosen.connect(lambda one: self._walk_player(one))
        self.player_list.opened.connect(lambda one: self.show_player(one.player))
        self.session_pane.row_opened.connect(self._on_row_opened)
        self.session_pane.row_walked.connect(self._on_row_walked)
        self.session_pane.open_button.clicked.connect(lambda: self.table_wanted.emit(session.uid))
        self.session_pane.copy_button.clicked.connect(session.ask_text)
        self.session_pane.export_wanted.connect(self._export_session)
        self.session_pane.print_button.clicked.connect(lambda: self.print_wanted.emit(session.uid))
        self.session_pane.player_wanted.connect(self.show_player)
        self.player_pane.chosen.connect(self.show_player)
        self.player_pane.hand_wanted.connect(self.open_session)
        self.player_pane.sessions_wanted.connect(self._on_sessions_wanted)
        self.sheet.closed.connect(self.close_sheet)
        self.sheet.stepped.connect(session.step)
        self.panes.arranged.connect(self._on_arranged)
        players.renamed.connect(self._on_renamed)
        players.merged.connect(self._on_merged)
        session.text_ready.connect(partial(self._copy, self.tr("The session is on the clipboard.")))
        self._context.settings.changed.connect(self._on_settings)
        bind(self, "find", self._focus_search)
        bind_main(self)

    # what is in sight

    def sizeHint(self) -> QSize:
        return self.panes.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.panes.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.panes.setGeometry(self.rect())
        self._fit_conditions()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the conditions their height anew when others are asked, or one says what is wrong."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_conditions()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            (self.search if self.search.isVisible() else self).setFocus(Qt.FocusReason.OtherFocusReason)
        self.panes.fit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._rest.stop()

    def _wanted_panes(self) -> tuple[QWidget, ...]:
        """The list; what is chosen, or where there is room for it the place where it will be; one hand."""
        if self._is_bare:
            return (self.empty,)
        beside = self.panes.fitting(self.panes.width(), 2) == 2
        if self._tab == PLAYERS:
            return (self.left, self.player_pane) if self._player_open or beside else (self.left,)
        shown: tuple[QWidget, ...] = (self._overviews[self._overview],) if self._overview else ()
        if self.kept.uid:
            shown = (self.kept_pane,)
        elif self.game.uid:
            shown += (self.game_pane,)
        elif self.session.uid:
            shown = (self.session_pane, self.sheet) if self.session.sheet is not None else (self.session_pane,)
        elif not shown and beside:
            shown = (self.session_pane,)
        return self.left, *shown

    @property
    def _is_bare(self) -> bool:
        """Whether nothing is in the notebook yet: then the whole page says so, and there is nothing to search."""
        entries = self.entries
        answered = entries.answered
        nothing = answered is not None and answered.is_any and not entries.rows and not entries.error
        return nothing and self._tab == ENTRIES and not self.search.text().strip() and not self._open_uid

    @property
    def _open_uid(self) -> str:
        """The entry that is open."""
        return next((one.uid for one in self._opens if one.uid), "")

    def _on_arranged(self) -> None:
        alone = self.left not in self.panes.shown
        for pane in self._shown_alone:
            pane.back_button.setVisible(alone)
        self.game_pane.back_button.setVisible(alone or bool(self._overview))

    def back(self) -> None:
        """Back to the list."""
        if self._tab == PLAYERS:
            self._player_open = False
        elif self._overview and self.game.uid:
            self.game.close()
            self._light_entry()
            self.panes.fit()
            beside = {CARD: self.card_pane.table, FIGURES: self.figures_button}[self._overview]
            overview = self._overviews[self._overview]
            (overview.back_button if overview.back_button.isVisible() else beside).setFocus(
                Qt.FocusReason.OtherFocusReason
            )
            return
        elif self.session.sheet is not None:
            self.close_sheet()
            if self.left in self.panes.shown:
                return
            self.session.close()
        else:
            self._overview = ""
            self._close_all()
        self.panes.fit()
        self._focus_list()

    def _close_all(self, but: OpenPresenter[Any] | None = None) -> None:
        for one in self._opens:
            if one is not but and one.uid:
                one.close()

    def close_sheet(self) -> None:
        """Look at the whole session again."""
        self.session.show_row("")
        if self.session_pane.isVisible():
            self.session_pane.hands.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.session.sheet is not None and self._tab == ENTRIES:
                self.close_sheet()
                return
            if self.left not in self.panes.shown or self._overview:
                self.back()
                return
        super().keyPressEvent(event)

    def show_tab(self, tab: str) -> None:
        """List entries or players."""
        self._tab = tab
        self.tabs.set_value(tab)
        self.search.setText(self.entries.filter.text if tab == ENTRIES else self.players_model.text)
        self.conditions.ask_for_player(tab == ENTRIES)
        if tab == PLAYERS:
            self.players.set_filter(self.entries.filter)
        self._refresh_list()
        self.panes.fit()

    def open_session(self, uid: str, item: str = "") -> None:
        """Show a session, and one of its hands."""
        self._open(self.session, uid, item)

    def open_kept(self, uid: str) -> None:
        """Show a kept hand, or an exercise."""
        self._open(self.kept, uid)

    def open_game(self, uid: str) -> None:
        """Show a game; beside the score card or the figures, where those are open."""
        self._open(self.game, uid, overview=self._overview)

    def _open(self, one: SessionPresenter | KeptPresenter | GamePresenter, *what: str, overview: str = "") -> None:
        self._make_way(one)
        self._overview = overview
        one.open(*what)
        self._light_entry()
        self.panes.fit()

    def _make_way(self, for_: OpenPresenter[Any] | None = None) -> None:
        """Close what is open, but for what is to be shown."""
        if self._tab != ENTRIES:
            self.show_tab(ENTRIES)
        self._rest.stop()
        self._overview = ""
        self._close_all(but=for_)

    def show_games(self) -> None:
        """List the virtual games alone, and show their score card."""
        self.show_tab(ENTRIES)
        self.search.clear()
        self._on_conditions(EntryFilter(kind=GAMES))
        self.show_overview(CARD)

    def show_overview(self, which: str) -> None:
        """Show the score card or the figures of the games that are listed."""
        self._make_way()
        self._overview = which
        self._narrow_overview(self.entries.filter)
        self._overviews[which].refresh()
        self._light_entry()
        self.panes.fit()
        if self.left not in self.panes.shown:
            self._overviews[which].back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_player(self, uid: str) -> None:
        """Show a player, or with no id everybody."""
        if self._tab != PLAYERS:
            self.show_tab(PLAYERS)
        self._player_open = True
        self.players.choose(uid)
        self.player_list.choose(self.players_model.place_of(uid) if uid else -1)
        self.panes.fit()
        if self.left not in self.panes.shown:
            self.player_pane.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def rename_player(self, uid: str) -> None:
        """Show a player with the field for another name open, once the player is known."""
        self.show_player(uid)
        if self.players.player is not None and self.players.player.player == uid:
            self.player_pane.rename_button.setChecked(True)
        elif not self.players.error and (self.players.waiting or not self.players.loaded):
            self.players.changed.connect(lambda: self.rename_player(uid), Qt.ConnectionType.SingleShotConnection)

    # the ledger

    def _ask_again(self) -> None:
        self.entries.again()
        for one in self._opens:
            one.again()
        if self._overview:
            (self.record if self._overview == CARD else self.figures).again()
        if self.players.loaded or self._tab == PLAYERS:
            self.players.again()

    def _on_settings(self, settings: Settings) -> None:
        if self.session.sheet is not None:
            self.sheet.show_view(self.session.sheet, settings.terms)
        for pane in (self.kept_pane, self.game_pane, self.figures_pane):
            pane.use(settings.terms)

    # the list

    def _refresh_list(self) -> None:
        """Show the list, or what stands in its place."""
        entries = self._tab == ENTRIES
        asker = self.entries if entries else self.players
        filter_ = self.entries.filter
        words = self._condition_words(filter_)
        self.condition_words.say(words)
        self.clear_button.setVisible(bool(words))
        self.conditions.show_filter(filter_)
        count = len(self.entries.rows) if entries else self.players_model.rowCount()
        self.entry_list.setVisible(entries and count > 0)
        self.player_list.setVisible(not entries and count > 0)
        self.everybody_button.setVisible(not entries and len(self.players.people) > 1)
        counts = self.entries.counts
        self.card_button.setVisible(bool(counts.get(GAMES) or counts.get(HANDS)))
        self._games_line.setVisible(entries and any(counts.get(kind) for kind in (HANDS, GAMES, SESSIONS)))
        self._show_state(asker.error, empty=asker.loaded and not count)
        self._show_count(count)
        self._fit_conditions()
        bare = self._is_bare
        if bare is not self._was_bare:
            self._was_bare = bare
            self.panes.fit()
            if bare and self.isVisible():
                self.empty.score_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _condition_words(self, criteria: EntryFilter) -> str:
        """The conditions in a line, without the text that stands in the field."""
        parts = []
        if self._tab == ENTRIES:
            parts += [self.tr("deleted")] * criteria.put_aside + [
                word for kind, word in kind_words().items() if kind == criteria.kind
            ]
            parts += [] if criteria.player is None else [brief(criteria.player[1])]
        parts += [rules_title(criteria.rules)] if criteria.rules else []
        parts += [brief(criteria.when, 40)] * bool(criteria.when)
        if self._tab == ENTRIES and criteria.kind == GAMES:
            parts += [] if criteria.won is None else [self.tr("won") if criteria.won else self.tr("not won")]
            parts += (
                [] if criteria.assisted is None else [self.tr("assisted") if criteria.assisted else self.tr("no help")]
            )
        return self.tr("Showing only: {conditions}").format(conditions=joined(parts)) if parts else ""

    def _show_count(self, count: int) -> None:
        if self._tab == PLAYERS:
            text = players_counted(count) if count else ""
        else:
            text = joined(entries_counted(self.entries.counts))
        if text != self.count.text():
            self.count.setText(text)
            self._announce(text)
        self.count.setVisible(bool(text))

    def _show_state(self, error: str, *, empty: bool) -> None:
        super()._show_state(error, empty=empty)
        room = self.state.layout() if self.state is not None else None
        if room is not None:
            room.setContentsMargins(look().XS, look().XXL, look().XS, look().XXL)

    def _nothing(self) -> Nothing:
        if self.search.text().strip() or self.entries.filter.beside_text:
            return Nothing(
                self.tr("Nothing found"),
                self.tr("Nothing matches the filters."),
                self.tr("Show everything"),
                self._on_clear_all,
            )
        if self._tab == ENTRIES:
            return Nothing(self.empty.heading.text(), self.empty.sentence.text(), "", lambda: None)
        title = self.tr("No players yet")
        text = self.tr("Everybody who plays at the table is listed here, with hands won and the best hand.")
        return Nothing(title, text, self.tr("Import…"), self._on_import)

    def _light_entry(self) -> None:
        self.entry_list.choose(self.entries_model.place_of(self._open_uid) if self._open_uid else -1)
        self.card_pane.choose(self.game.uid)

    def _focus_list(self) -> None:
        shown = self.entry_list if self._tab == ENTRIES else self.player_list
        if shown.isVisible():
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_search(self) -> None:
        if self._is_bare:
            return
        while self.left not in self.panes.shown:
            self.back()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    # finding

    def _on_typed(self, text: str) -> None:
        if self._tab == ENTRIES:
            self.entries.type_text(text)
        else:
            self.players_model.set_text(text)
            self._refresh_list()

    def _show_conditions(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self._conditions_box.setVisible(shown)
        if shown and not self.players.loaded:
            self.players.set_filter(self.entries.filter)
        self._fit_conditions()

    def _fit_conditions(self) -> None:
        """Let the conditions be as high as they are, and no higher than leaves something of the list."""
        shown = [one for one in self._above if not (one.isHidden() if isinstance(one, QWidget) else one.isEmpty())]
        others = sum(one.sizeHint().height() + look().S for one in shown)
        least = 2 * look().target if self.state is None else self.state.sizeHint().height()
        most = min(round(self.height() * _CONDITIONS_SHARE * 0.75), self.height() - others - least)
        width = max(200, self._conditions_box.width() - look().L)
        layout = self.conditions.layout()
        needed = layout.totalHeightForWidth(width) if layout is not None else 0
        self._conditions_box.setFixedHeight(min(max(needed, look().target), max(most, look().target)))

    def _on_conditions(self, criteria: EntryFilter) -> None:
        text = self.search.text().strip() if self._tab == ENTRIES else self.entries.filter.text
        criteria = msgspec.structs.replace(criteria, text=text)
        self.entries.set_filter(criteria)
        self._narrow_overview(criteria)
        if self._tab == PLAYERS or self.players.loaded:
            self.players.set_filter(criteria)

    def _narrow_overview(self, criteria: EntryFilter) -> None:
        """Let the score card or the figures, whichever is open, be of these entries."""
        if self._overview == CARD:
            self.record.set_filter(criteria.of_card)
        elif self._overview:
            self.figures.set_filter(criteria)

    def _on_clear_all(self) -> None:
        self.search.clear()
        self.players_model.set_text("")
        self.entries.set_filter(EntryFilter())
        self._narrow_overview(EntryFilter())
        self.players.set_filter(EntryFilter())
        self._refresh_list()

    # entries

    def _on_walked(self, row: Entry) -> None:
        """The keyboard came to an entry: open it beside the list once it rests."""
        if self.panes.fitting(self.panes.width(), 2) == 2:
            self._rested_on = row
            self._rest.start()

    def _open_rested(self) -> None:
        if self._rested_on is not None:
            self._open_entry(self._rested_on)

    def _open_entry(self, row: Entry) -> QWidget:
        """Open an entry; the way back from it."""
        if isinstance(row, KeptHand):
            self.open_kept(row.uid)
            return self.kept_pane.back_button
        if isinstance(row, GameRow):
            self.open_game(row.uid)
            return self.game_pane.back_button
        self.open_session(row.uid)
        return self.session_pane.back_button

    def _on_opened(self, row: Entry) -> None:
        back = self._open_entry(row)
        if self.left not in self.panes.shown:
            back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_remove_wanted(self, row: Entry) -> None:
        """Delete was pressed: a session is the ledger's, and stays."""
        if isinstance(row, SessionRow):
            self._context.say(self.tr("A session is not deleted: its hands can be corrected at the table."))
        elif not row.put_aside:
            (self.kept if isinstance(row, KeptHand) else self.game).remove(row.uid)

    def _on_removed(self, one: KeptPresenter | GamePresenter, uid: str) -> None:
        text = self.tr("Deleted. It is no longer listed or counted.")
        self._context.say(text, "good", self.tr("Undo"), lambda: one.bring_back(uid))
        self._focus_list()

    def _copy(self, said: str, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._context.say(said, "good")

    def _on_sheet(self) -> None:
        view = self.session.sheet
        if view is not None:
            self.sheet.show_view(view, self._context.settings.value.terms)
        self.session_pane.hands.choose(self.session.item)
        self.panes.fit()
        if view is not None:
            self.session_pane.keep_in_sight(view.row.id)

    def _on_row_opened(self, item: str) -> None:
        self.session.show_row(item)
        if self.session_pane not in self.panes.shown:
            self.sheet.close_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_row_walked(self, item: str) -> None:
        """While one hand is shown beside the session, the keyboard shows the next one."""
        if self.session.sheet is not None and self.session_pane in self.panes.shown:
            self.session.show_row(item)

    # players

    def _walk_player(self, one: PlayerSummary) -> None:
        if self.panes.fitting(self.panes.width(), 2) == 2:
            self._player_open = True
            self.players.choose(one.player)

    def _on_players(self) -> None:
        self._refresh_list()
        if self._tab == PLAYERS:
            self.player_list.choose(self.players_model.place_of(self.players.uid) if self.players.uid else -1)
            self.panes.fit()

    def _on_sessions_wanted(self, uid: str, name: str) -> None:
        self.show_tab(ENTRIES)
        self.search.clear()
        self._close_all()
        self._overview = ""
        self.entries.set_filter(EntryFilter(kind=SESSIONS, player=(uid, name)))
        self.panes.fit()
        self._focus_list()

    def _on_renamed(self, uid: str, before: str, name: str) -> None:
        self.player_pane.done()
        sentence = self.tr("{before} is called {name} now.").format(before=brief(before), name=brief(name))
        self._context.say(sentence, "good", self.tr("Undo"), lambda: self.players.rename(uid, before, back=True))

    def _on_merged(self, gone: str, gone_name: str, stays: str, stays_name: str) -> None:
        self.player_pane.done()
        self.show_player(stays)
        sentence = self.tr("{gone} and {stays} are one player now.").format(
            gone=brief(gone_name), stays=brief(stays_name)
        )
        self._context.say(sentence, "good", self.tr("Undo"), lambda: self.players.unmerge(gone))

    # files

    def more_menu(self) -> QMenu:
        """Import and export."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Import…"), self._on_import)
        menu.addSeparator()
        criteria = self.entries.filter
        exports = [
            Export("json", self.tr("Export everything (JSON)…"), self.tr("Export what is listed (JSON)…")),
            Export("csv", self.tr("Export everything (CSV)…"), self.tr("Export what is listed (CSV)…")),
        ]
        if criteria.kind:
            exports.append(Export("text", "", self.tr("Export what is listed (text)…")))
        self._add_exports(menu, exports, criteria, "notebook", every=criteria.is_any, some=bool(self.entries.rows))
        menu.addSeparator()
        aside = menu.addAction(self.tr("Show what was deleted"))
        aside.setCheckable(True)
        aside.setChecked(criteria.put_aside)
        aside.triggered.connect(lambda on: self._on_conditions(msgspec.structs.replace(criteria, put_aside=on)))
        return menu

    def _export_session(self, kind: Kind) -> None:
        seen = self.session.seen
        if seen is not None:
            self._export(seen.uid, kind, f"session-{format_local_day(seen.started_at)}")

    def _imported_words(self, report: ImportReport) -> list[str]:
        if report.words:
            return [_("{sentence}.").format(sentence=listed(report.words))]
        return [] if report.different else [self.tr("There is nothing for the notebook in this file.")]


def _list_words() -> ListWords:
    return ListWords(
        unreadable=_("The notebook can’t be read"),
        exporting=_("Exporting: {n} of {whole}…"),
        importing=_("Import"),
        files=_("Exports (*.json *.csv);;All files (*)"),
    )
