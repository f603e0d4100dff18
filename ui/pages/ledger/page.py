"""The Ledger page: sessions, kept hands and players at the left, what is chosen at the right, one hand beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from mjcompanion.ledger.values import ImportReport, KeptHand, PlayerStatistics
from mjcompanion.settings import Settings
from mjcompanion.table.words import brief
from mjcompanion.words import joined, number, tr, trn

from ...context import Context
from ...parts import Button, Heading, IconButton, ScrollPage, Segmented, TextField, Words
from ...parts.keyboard import bind_main
from ...parts.list_page import Export, ListPage, ListWords, Nothing
from ...parts.listing import Instead
from ...parts.menus import OpensMenu
from ...parts.words import table_rules
from ...reach import make_area
from ...shortcuts import bind
from ...theme import look
from .asking import HANDS_ALONE, Entry, Filter, export_to
from .finding import Conditions
from .kept import KeptPane
from .lists import PlayersModel, QuietList, SessionsModel
from .panes import Panes
from .players import PlayerPane
from .presenter import KeptPresenter, PlayersPresenter, SessionPresenter, SessionsPresenter
from .session import SessionPane
from .sheet import HandSheet
from .words import played_counted, players_counted, shown_day

if TYPE_CHECKING:
    from mjcompanion.ledger.store import Kind

SESSIONS, PLAYERS = "sessions", "players"
_OPEN_AFTER_MS = 140
"""A session is opened when the keyboard rests on it; walking through the list opens none of those passed."""
_CONDITIONS_SHARE = 0.62
"""How much of the list's height the conditions may take; what is more is scrolled."""


class LedgerPage(ListPage):
    """The page.

    Signals:
        print_wanted(str): the session with this id is to be printed.
        table_wanted(str): the session with this id is to go on at the table.
        hand_wanted(StoredHand): a kept hand is to be shown on the Score page.
        hand_print_wanted(StoredHand): a kept hand is to be printed.
    """

    print_wanted = Signal(str)
    table_wanted = Signal(str)
    hand_wanted = Signal(object)
    hand_print_wanted = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, _list_words(), export_to, parent)
        self.setAccessibleName(self.tr("Ledger"))
        clerk = context.clerk
        self.sessions = SessionsPresenter(clerk, self)
        self.session = SessionPresenter(clerk, self)
        self.kept = KeptPresenter(clerk, context.folders, self)
        self.players = PlayersPresenter(clerk, self)
        self._tab = SESSIONS
        self._player_open = self._was_bare = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_OPEN_AFTER_MS)
        self._rest.timeout.connect(self._open_rested)
        self._rested_on: Entry | None = None
        self._build()
        self._connect()
        self._refresh_list()

    # building

    def _build(self) -> None:
        self.left = self._left()
        self.session_pane = SessionPane(self.session)
        self.kept_pane = KeptPane(self.kept)
        self.kept_pane.terms = self._context.settings.value.terms
        self.player_pane = PlayerPane(self.players)
        self.sheet = HandSheet()
        self.panes = Panes(self._wanted_panes, self)
        self.panes.add(self.left, self.session_pane, self.kept_pane, self.player_pane, self.sheet)
        for pane in (self.left, self.session_pane, self.kept_pane, self.player_pane):
            make_area(pane)

    def _left(self) -> QWidget:
        current = look()
        left = QWidget()
        left.setAccessibleName(self.tr("List"))
        layout = QVBoxLayout(left)
        layout.setContentsMargins(current.M, current.S, current.S, 0)
        layout.setSpacing(current.S)
        self.more_button = IconButton("more", self.tr("More: import and export"))
        top = QHBoxLayout()
        top.addWidget(Heading(self.tr("Ledger"), 1), 1)
        top.addWidget(self.more_button)
        layout.addLayout(top)
        self.tabs = Segmented(
            self.tr("What is listed"),
            [(SESSIONS, self.tr("Played")), (PLAYERS, self.tr("Players"))],
            SESSIONS,
        )
        layout.addWidget(self.tabs)
        self.search = TextField(self.tr("Search"), self.tr("Search"))
        self.search.setClearButtonEnabled(False)
        self.filter_button = IconButton("filter", self.tr("Conditions: player, rules, days"))
        self.filter_button.setCheckable(True)
        line = QHBoxLayout()
        line.setSpacing(current.XS)
        line.addWidget(self.search, 1)
        line.addWidget(self.filter_button)
        layout.addLayout(line)
        self.conditions = Conditions(self.players.matching)
        self._conditions_box = ScrollPage(self.conditions)
        self._conditions_box.hide()
        layout.addWidget(self._conditions_box)
        self.condition_words = Words("", "caption")
        self.clear_button = IconButton("close", self.tr("Without conditions"))
        strip = QHBoxLayout()
        strip.addWidget(self.condition_words, 1)
        strip.addWidget(self.clear_button)
        layout.addLayout(strip)
        self.count = Words("", "caption")
        layout.addWidget(self.count)
        self.everybody_button = Button(self.tr("Compare everybody"), "quiet")
        layout.addWidget(self.everybody_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.session_list = QuietList(self.tr("Sessions"), 2)
        self.sessions_model = SessionsModel(self.sessions, left)
        self.session_list.setModel(self.sessions_model)
        self.player_list = QuietList(self.tr("Players"), 1)
        self.players_model = PlayersModel(self.players, left)
        self.player_list.setModel(self.players_model)
        layout.addWidget(self.session_list, 1)
        layout.addWidget(self.player_list, 1)
        self._instead = Instead(layout)
        return left

    def _connect(self) -> None:
        sessions, session, players = self.sessions, self.session, self.players
        self.tabs.chosen.connect(self.show_tab)
        self.search.textEdited.connect(self._on_typed)
        self.search.returnPressed.connect(self._focus_list)
        self.filter_button.toggled.connect(self._show_conditions)
        self.conditions.changed.connect(self._on_conditions)
        self.clear_button.clicked.connect(self._on_clear)
        OpensMenu(self.more_button, self.more_menu)
        self.everybody_button.clicked.connect(lambda: self.show_player(""))
        sessions.changed.connect(self._refresh_list)
        sessions.counted.connect(self._refresh_list)
        sessions.replaced.connect(self._light_session)
        for asker in (sessions, session, self.kept, players):
            asker.failed.connect(self._on_failed)
        players.changed.connect(self._on_players)
        session.changed.connect(self._on_session)
        session.sheet_changed.connect(self._on_sheet)
        self.kept.changed.connect(self.panes.fit)
        self.kept.removed.connect(self._on_removed)
        self.kept.refused.connect(lambda sentence: self._context.say(sentence, "wrong"))
        self.kept_pane.back_wanted.connect(self.back)
        self.kept_pane.open_wanted.connect(self.hand_wanted)
        self.kept_pane.print_wanted.connect(self.hand_print_wanted)
        self.kept_pane.copy_wanted.connect(self._on_kept_text)
        self.session_list.chosen.connect(self._on_walked)
        self.session_list.opened.connect(self._on_opened)
        self.player_list.chosen.connect(lambda one: self._walk_player(one))
        self.player_list.opened.connect(lambda one: self.show_player(one.player))
        self.session_pane.back_wanted.connect(self.back)
        self.session_pane.row_opened.connect(self._on_row_opened)
        self.session_pane.row_walked.connect(self._on_row_walked)
        self.session_pane.open_wanted.connect(self._on_open_wanted)
        self.session_pane.copy_wanted.connect(session.ask_text)
        self.session_pane.export_wanted.connect(self._export_session)
        self.session_pane.print_wanted.connect(lambda: self.print_wanted.emit(session.uid))
        self.session_pane.player_wanted.connect(self._on_player_wanted)
        self.player_pane.back_wanted.connect(self.back)
        self.player_pane.chosen.connect(self.show_player)
        self.player_pane.hand_wanted.connect(self.open_session)
        self.player_pane.sessions_wanted.connect(self._on_sessions_wanted)
        self.sheet.closed.connect(self.close_sheet)
        self.sheet.stepped.connect(session.step)
        self.panes.arranged.connect(self._on_arranged)
        players.renamed.connect(self._on_renamed)
        players.merged.connect(self._on_merged)
        session.text_ready.connect(self._on_text)
        session.refused.connect(lambda sentence: self._context.say(sentence, "wrong"))
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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and hasattr(self, "panes"):
            self._fit_conditions()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.panes.fit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._rest.stop()

    def _wanted_panes(self) -> tuple[QWidget, ...]:
        """The list; what is chosen, or where there is room for it the place where it will be; one hand."""
        if self._is_bare:
            return (self.left,)
        if self._tab == PLAYERS:
            if self._player_open or self.panes.fitting(self.panes.width(), 2) == 2:
                return self.left, self.player_pane
            return (self.left,)
        if self.kept.uid:
            return self.left, self.kept_pane
        if self.session.uid:
            if self.session.sheet is not None:
                return self.left, self.session_pane, self.sheet
            return self.left, self.session_pane
        if self.panes.fitting(self.panes.width(), 2) == 2:
            return self.left, self.session_pane
        return (self.left,)

    @property
    def _is_bare(self) -> bool:
        """Whether nothing is in the ledger yet: then one place says so, and there is nothing to search."""
        sessions = self.sessions
        answered = sessions.answered
        nothing = answered is not None and answered.is_any and not sessions.rows and not sessions.error
        return nothing and self._tab == SESSIONS and not self.search.text().strip() and not self._open_uid

    @property
    def _open_uid(self) -> str:
        """The session or the kept hand that is open."""
        return self.kept.uid or self.session.uid

    def _on_arranged(self) -> None:
        alone = self.left not in self.panes.shown
        self.session_pane.back_button.setVisible(alone)
        self.kept_pane.back_button.setVisible(alone)
        self.player_pane.back_button.setVisible(alone)

    def back(self) -> None:
        """Back to the list."""
        if self._tab == PLAYERS:
            self._player_open = False
        elif self.kept.uid:
            self.kept.close()
        elif self.session.sheet is not None:
            self.close_sheet()
            if self.left in self.panes.shown:
                return
            self.session.close()
        else:
            self.session.close()
        self.panes.fit()
        self._focus_list()

    def close_sheet(self) -> None:
        """Look at the whole session again."""
        self.session.show_row("")
        if self.session_pane.isVisible():
            self.session_pane.hands.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.session.sheet is not None and self._tab == SESSIONS:
                self.close_sheet()
                return
            if self.left not in self.panes.shown:
                self.back()
                return
        super().keyPressEvent(event)

    def show_tab(self, tab: str) -> None:
        """List sessions or players."""
        self._tab = tab
        self.tabs.set_value(tab)
        self.search.setText(self.sessions.filter.text if tab == SESSIONS else self.players_model.text)
        self.conditions.ask_for_player(tab == SESSIONS)
        if tab == PLAYERS:
            self.players.set_filter(self.sessions.filter)
        self._refresh_list()
        self.panes.fit()

    def open_session(self, uid: str, item: str = "") -> None:
        """Show a session, and one of its hands."""
        if self._tab != SESSIONS:
            self.show_tab(SESSIONS)
        self._rest.stop()
        self.kept.close()
        self.session.open(uid, item)
        self._light_session()
        self.panes.fit()

    def open_kept(self, uid: str) -> None:
        """Show a kept hand."""
        if self._tab != SESSIONS:
            self.show_tab(SESSIONS)
        self._rest.stop()
        self.session.close()
        self.kept.open(uid)
        self._light_session()
        self.panes.fit()

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
        self.sessions.again()
        if self.session.uid:
            self.session.again()
        self.kept.again()
        if self.players.loaded or self._tab == PLAYERS:
            self.players.again()

    def _on_settings(self, settings: Settings) -> None:
        if self.session.sheet is not None:
            self.sheet.show_view(self.session.sheet, settings.terms)
        self.kept_pane.use(settings.terms)

    # the list

    def _refresh_list(self) -> None:
        """Show the list, or what stands in its place."""
        sessions = self._tab == SESSIONS
        asker = self.sessions if sessions else self.players
        filter_ = self.sessions.filter
        words = self._condition_words(filter_)
        self.condition_words.setText(words)
        self.condition_words.setVisible(bool(words))
        self.clear_button.setVisible(bool(words))
        self.conditions.show_filter(filter_)
        count = len(self.sessions.rows) if sessions else self.players_model.rowCount()
        self.session_list.setVisible(sessions and count > 0)
        self.player_list.setVisible(not sessions and count > 0)
        bare = self._is_bare
        for widget in (self.tabs, self.search, self.filter_button):
            widget.setVisible(not bare)
        if bare:
            self.filter_button.setChecked(False)
        self.everybody_button.setVisible(not sessions and len(self.players.people) > 1)
        self._show_state(asker.error, empty=asker.loaded and not count)
        self._show_count(count)
        if bare is not self._was_bare:
            self._was_bare = bare
            self.panes.fit()

    def _condition_words(self, wanted: Filter) -> str:
        """The conditions in a line, without the text that stands in the field."""
        said = []
        if wanted.kind and self._tab == SESSIONS:
            said.append(self.tr("kept hands") if wanted.kind == HANDS_ALONE else self.tr("sessions"))
        if wanted.player is not None and self._tab == SESSIONS:
            said.append(brief(wanted.player[1]))
        said += [words for rules, words in table_rules().items() if str(rules) == wanted.rules]
        if wanted.since is not None:
            said.append(self.tr("from {day}").format(day=shown_day(wanted.since)))
        if wanted.until is not None:
            said.append(self.tr("until {day}").format(day=shown_day(wanted.until)))
        return self.tr("Only: {conditions}").format(conditions=joined(said)) if said else ""

    def _show_count(self, count: int) -> None:
        if self._tab == PLAYERS:
            text = players_counted(count) if count else ""
        else:
            total, hands = self.sessions.total, self.sessions.hands
            if total and hands is None:  # a first page that is the whole list
                hands = sum(isinstance(row, KeptHand) for row in self.sessions.rows)
            text = joined(played_counted(total - (hands or 0), hands or 0)) if total else ""
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
        if self.search.text().strip() or self.sessions.filter.beside_text:
            return Nothing(
                self.tr("Nothing found"),
                self.tr("Nothing meets all of this."),
                self.tr("Show everything"),
                self._on_clear_all,
            )
        if self._tab == SESSIONS:
            title = self.tr("No session yet")
            text = self.tr(
                "What is played at the table is kept here: every hand, the balances, who won how. The hands that you "
                "keep on the Score page are here too."
            )
        else:
            title = self.tr("No players yet")
            text = self.tr("Whoever sits down at the table is listed here, with hands won and the best hand.")
        return Nothing(title, text, self.tr("Import sessions…"), self._on_import)

    def _light_session(self) -> None:
        self.session_list.choose(self.sessions_model.place_of(self._open_uid) if self._open_uid else -1)

    def _focus_list(self) -> None:
        shown = self.session_list if self._tab == SESSIONS else self.player_list
        if shown.isVisible():
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_search(self) -> None:
        if self.left not in self.panes.shown:
            self.back()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    # finding

    def _on_typed(self, text: str) -> None:
        if self._tab == SESSIONS:
            self.sessions.type_text(text)
        else:
            self.players_model.set_text(text)
            self._refresh_list()

    def _show_conditions(self, shown: bool) -> None:  # noqa: FBT001 - a slot of toggled(bool)
        self._conditions_box.setVisible(shown)
        if shown and not self.players.loaded:
            self.players.set_filter(self.sessions.filter)
        self._fit_conditions()

    def _fit_conditions(self) -> None:
        """Let the conditions be as high as they are, and no higher than leaves something of the list."""
        most = round(self.height() * _CONDITIONS_SHARE * 0.75)
        width = max(200, self._conditions_box.width() - look().L)
        layout = self.conditions.layout()
        needed = layout.totalHeightForWidth(width) if layout is not None else 0
        self._conditions_box.setFixedHeight(min(max(needed, look().target), max(most, look().target)))

    def _on_conditions(self, wanted: Filter) -> None:
        text = self.search.text().strip() if self._tab == SESSIONS else self.sessions.filter.text
        wanted = msgspec.structs.replace(wanted, text=text)
        self.sessions.set_filter(wanted)
        if self._tab == PLAYERS or self.players.loaded:
            self.players.set_filter(wanted)
        self._fit_conditions()

    def _on_clear(self) -> None:
        self._on_conditions(Filter())

    def _on_clear_all(self) -> None:
        self.search.clear()
        self.players_model.set_text("")
        self.sessions.set_filter(Filter())
        self.players.set_filter(Filter())
        self._refresh_list()

    # sessions

    def _on_walked(self, row: Entry) -> None:
        """The keyboard came to a session or a hand: open it beside the list once it rests."""
        if self.panes.fitting(self.panes.width(), 2) == 2:
            self._rested_on = row
            self._rest.start()

    def _open_rested(self) -> None:
        if self._rested_on is not None:
            self._open_entry(self._rested_on)

    def _open_entry(self, row: Entry) -> None:
        (self.open_kept if isinstance(row, KeptHand) else self.open_session)(row.uid)

    def _on_opened(self, row: Entry) -> None:
        self._open_entry(row)
        if self.left not in self.panes.shown:
            pane = self.kept_pane if isinstance(row, KeptHand) else self.session_pane
            pane.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    # kept hands

    def _on_removed(self, uid: str) -> None:
        self._context.say(self.tr("The hand is deleted."), "good", self.tr("Undo"), lambda: self.kept.bring_back(uid))
        self._focus_list()

    def _on_kept_text(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._context.say(self.tr("The hand is on the clipboard."), "good")

    def _on_session(self) -> None:
        self.panes.fit()

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

    def _on_open_wanted(self) -> None:
        if self.session.uid:
            self.table_wanted.emit(self.session.uid)

    # players

    def _walk_player(self, one: PlayerStatistics) -> None:
        if self.panes.fitting(self.panes.width(), 2) == 2:
            self._player_open = True
            self.players.choose(one.player)

    def _on_players(self) -> None:
        self._refresh_list()
        if self._tab == PLAYERS:
            self.player_list.choose(self.players_model.place_of(self.players.uid) if self.players.uid else -1)
            self.panes.fit()

    def _on_player_wanted(self, uid: str) -> None:
        self.show_player(uid)

    def _on_sessions_wanted(self, uid: str, name: str) -> None:
        self.show_tab(SESSIONS)
        self.search.clear()
        self.session.close()
        self.kept.close()
        self.sessions.set_filter(msgspec.structs.replace(self.sessions.filter, text="", player=(uid, name)))
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
        menu.addAction(self.tr("Import sessions (JSON)…"), self._on_import)
        menu.addSeparator()
        ways = [
            Export("json", self.tr("Export all sessions (JSON)…"), self.tr("Export the sessions listed (JSON)…")),
            Export(
                "csv", self.tr("Export all hands (CSV)…"), self.tr("Export the hands of the sessions listed (CSV)…")
            ),
        ]
        wanted = self.sessions.filter
        if wanted.kind == HANDS_ALONE:
            ways = [
                Export("json", "", self.tr("Export the kept hands listed (JSON)…")),
                Export("csv", "", self.tr("Export the kept hands listed (CSV)…")),
            ]
        self._add_exports(menu, ways, wanted, "ledger", every=wanted.is_any, some=bool(self.sessions.rows))
        return menu

    def _export_session(self, kind: Kind) -> None:
        seen = self.session.seen
        if seen is not None:
            self._export(seen.uid, kind, f"session-{seen.started_at[:10]}")

    def _on_text(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._context.say(self.tr("The session is on the clipboard."), "good")

    def _imported_words(self, report: ImportReport) -> list[str]:
        added, continued, known = len(report.added), len(report.continued), len(report.known)
        games, kept = len(report.games) + len(report.known_games), len(report.kept) + len(report.known_kept)
        said = [
            (added, trn("{n} session imported.", "{n} sessions imported.", added)),
            (continued, trn("{n} session continued.", "{n} sessions continued.", continued)),
            (known, trn("{n} session known already.", "{n} sessions known already.", known)),
            (kept, trn("{n} kept hand.", "{n} kept hands.", kept)),
            (games, trn("{n} finished game of solitaire.", "{n} finished games of solitaire.", games)),
        ]
        told = [words.format(n=number(count)) for count, words in said if count]
        return told if told or report.different else [self.tr("There is no session in this file.")]


def _list_words() -> ListWords:
    return ListWords(
        unreadable=tr("The ledger can’t be read"),
        exporting=tr("Exporting: {n} of {whole} sessions…"),
        importing=tr("Import sessions"),
        files=tr("Sessions (*.json);;All files (*)"),
    )
