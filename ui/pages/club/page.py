"""The Club page: the tables of the evening as they stand, tournaments, and seasons."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from mjcompanion.i18n.translation import number, pgettext
from mjcompanion.storage.settings import Settings

from ...context import PageContext
from ...shortcuts import bind
from ...theme import look
from ...widgets import Button, EmptyState, ScrollPage, Segmented, TextLabel
from ...widgets.frame import PageFrame
from ...widgets.layouts import down, fill
from .cards import TableGrid
from .contest import TournamentPenaltyView, TournamentView
from .model import ClubModel, ClubScreen
from .season import SeasonView
from .start import NewView
from .wall import Wall


class ClubPage(PageFrame):
    """The tables of the evening, tournaments and seasons; everything it knows is in its model.

    Signals:
        table_wanted(str): the Table page is to open this session.
        print_wanted(str): the Print page is to show this tournament.
        season_wanted(str): the Notebook is to show this season.
        new_season_wanted(): the Notebook is to show the form of a new season.
        settings_wanted(str): the Settings page is to show this setting.
    """

    table_wanted = Signal(str)
    print_wanted = Signal(str)
    season_wanted = Signal(str)
    new_season_wanted = Signal()
    settings_wanted = Signal(str)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(pgettext("a page", "Club"), parent)
        self.setAccessibleName(self.tr("Club"))
        self._context = context
        self._title = self.header.title.text()
        self.model = ClubModel(context.ledger, self)
        self.wall: Wall | None = None
        self._seen: ClubScreen | None = None
        self._build()
        self._connect()
        self._on_settings(context.settings.value)

    def _build(self) -> None:
        current, context = look(), self._context
        self.views = Segmented(
            self.tr("What is shown"),
            [
                (ClubScreen.TABLES.value, self.tr("Tables now")),
                (ClubScreen.TOURNAMENT.value, self.tr("Tournament")),
                (ClubScreen.SEASON.value, self.tr("Season", "of a club")),
            ],
            ClubScreen.TABLES.value,
            even=False,
        )
        self.header.controls.addWidget(self.views)
        self.wall_button = Button(self.tr("Big screen"), "quiet")
        self.own_button = Button(self.tr("Table number…"), "quiet")
        self.stack = QStackedWidget()
        fill(self.body, (self.stack, 1))
        self.tables = self._tables_view()
        self.tournament = TournamentView(self.model)
        self.season = SeasonView(self.model)
        self.new = NewView(self.model, context.shelves, context.typed, context.settings.value.ruleset)
        self.penalty = TournamentPenaltyView(self.model, context.typed)
        self._scrolled = {
            ClubScreen.TABLES: ScrollPage(self.tables),
            ClubScreen.TOURNAMENT: ScrollPage(self.tournament),
            ClubScreen.SEASON: ScrollPage(self.season),
            ClubScreen.NEW: ScrollPage(self.new),
            ClubScreen.PENALTY: ScrollPage(self.penalty),
        }
        for view in self._scrolled.values():
            self.keep_bar(view)
            self.stack.addWidget(view)
        self.setMinimumHeight(4 * current.target)
        self._forms: dict[ClubScreen, NewView | TournamentPenaltyView] = {
            ClubScreen.NEW: self.new,
            ClubScreen.PENALTY: self.penalty,
        }
        self._actions: dict[ClubScreen, tuple[Button, ...]] = {
            ClubScreen.TABLES: (self.own_button, self.wall_button),
            ClubScreen.TOURNAMENT: (self.wall_button, *self.tournament.commands),
            ClubScreen.SEASON: (self.wall_button, self.season.open_button),
            ClubScreen.NEW: (self.new.begin_button,),
            ClubScreen.PENALTY: (self.penalty.confirm_button,),
        }
        quiet = (self.own_button, self.wall_button, self.season.open_button, *self.tournament.commands[:-1])
        self.header.add_actions(*quiet, primary=self.tournament.own_button)
        for form in self._forms.values():
            self.header.add_actions(primary=form.primary)

    def _tables_view(self) -> QWidget:
        current = look()
        content = QWidget()
        self.grid = TableGrid()
        self.empty = EmptyState(
            self.tr("No table is playing"),
            self.tr(
                "Start a session on the Table page, and it appears here. Laptops that share a PostgreSQL ledger "
                "see each other’s tables."
            ),
        )
        self.own = TextLabel("", "quiet")
        fill(down(content, spacing=current.M), self.own, self.grid, self.empty).addStretch(1)
        return content

    def _connect(self) -> None:
        model, context = self.model, self._context
        model.changed.connect(self._refresh)
        model.said.connect(context.say)
        model.mended.connect(context.take_back)
        model.failed.connect(context.tell_trouble)
        model.table_wanted.connect(self.table_wanted)
        context.ledger.changed.connect(self._on_ledger_changed)
        context.settings.changed.connect(self._on_settings)
        self.views.chosen.connect(lambda value: model.show(ClubScreen(value)))
        self.header.back.connect(lambda: model.show(ClubScreen.TOURNAMENT))
        self.own_button.clicked.connect(lambda: self.settings_wanted.emit("table_number"))
        self.wall_button.clicked.connect(self.show_wall)
        self.grid.opened.connect(self.table_wanted)
        self.tournament.print_button.clicked.connect(lambda: self.print_wanted.emit(model.uid))
        self.season.wanted.connect(self.season_wanted)
        self.season.new_wanted.connect(self.new_season_wanted)
        bind(self, "club.wall", self.show_wall)

    # showing

    def _refresh(self) -> None:
        view = self.model.view
        fresh = view is not self._seen
        self.views.set_value((ClubScreen.TOURNAMENT if view in self._forms else view).value)
        data = self.model.data
        self.grid.show_tables(data.tables)
        self.empty.setVisible(self.model.read and not data.tables)
        standings = self.model.standings
        can_show = {ClubScreen.TABLES: data.tables, ClubScreen.SEASON: standings is not None and standings.tables}
        self.wall_button.setEnabled(bool(can_show.get(view, data.contest is not None)))
        self.season.open_button.setEnabled(standings is not None)
        self.tournament.refresh()
        self.season.refresh()
        self._show_header(view)
        if not fresh:
            if view in self._forms:
                self._forms[view].refresh()
            return
        if self._seen is ClubScreen.NEW and view is ClubScreen.TOURNAMENT and self.model.drawn:
            self.new.forget()
        if self._seen is ClubScreen.PENALTY:
            self.penalty.forget()
        self._seen = view
        self.stack.setCurrentWidget(self._scrolled[view])
        if self.isVisible():
            self.focus_first()

    def _show_header(self, view: ClubScreen) -> None:
        """Show the title and the actions of a view; a form has its own title, and a back button."""
        form = self._forms.get(view)
        self.header.set_title(self._title if form is None else form.title)
        self.header.set_back("" if form is None else self.tr("Back to the tournament"))
        self.views.setVisible(form is None)
        contest = self.model.contest is not None
        for button in {one: None for actions in self._actions.values() for one in actions}:
            button.setVisible(button in self._actions[view] and (contest or button not in self.tournament.commands))
        self.tournament.own_button.setVisible(view is ClubScreen.TOURNAMENT and self.tournament.can_begin)

    def focus_first(self) -> None:
        """Give the keyboard to where the work of this view begins."""
        view = self.model.view
        if view in self._forms:
            self._forms[view].begin()
        else:
            self.views.take_keyboard()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back from a form."""
        if event.key() == Qt.Key.Key_Escape and self.model.view in self._forms:
            self.model.show(ClubScreen.TOURNAMENT)
        else:
            super().keyPressEvent(event)

    def _on_settings(self, settings: Settings) -> None:
        own, count = settings.table_number, settings.tables
        if not own:
            words = self.tr("This is not a numbered table.")
        elif count:
            words = self.tr("This is table {n} of {count}.").format(n=number(own), count=number(count))
        else:
            words = self.tr("This is table {n}.").format(n=number(own))
        self.own.setText(words)
        self.tournament.own_table = own
        self._refresh()

    def _on_ledger_changed(self) -> None:
        if self.isVisible() or self.wall is not None:
            self.model.refresh()

    def show_wall(self) -> None:
        """Show on the wall what the page shows; asked once more, bring it back."""
        if self.wall is None:
            self.wall = Wall(self.model, self)
            self.wall.closed.connect(self._on_wall_closed)
        self.wall.refresh()
        self.wall.open()

    def _on_wall_closed(self) -> None:
        if self.wall is not None:
            self.wall.deleteLater()
            self.wall = None
            self.window().activateWindow()
        self.model.watch(seen=self.isVisible())

    def show_tournament(self, uid: str) -> None:
        """Come to a tournament."""
        self.model.choose(uid)

    def show_season(self, uid: str) -> None:
        """Come to a season, and show it on the wall."""
        self.model.choose_season(uid)
        if self.wall is None:
            self.show_wall()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.watch(seen=True)
        self.focus_first()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.watch(seen=self.wall is not None)
