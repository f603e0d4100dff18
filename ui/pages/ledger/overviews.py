"""The score card of the virtual games, and the statistics of all that the notebook's conditions let through."""

from __future__ import annotations

from mjcompanion.i18n.translation import _

from ...widgets import CheckBox
from ...widgets.layouts import fill
from .card import CardTable
from .detail import Command, Detail, NotebookFrame, inset
from .game_words import REDUCED, games_counted
from .model import CardGames, NotebookStatistics
from .statistics import StatisticsView


class CardPane(Detail):
    """The running score card."""

    def __init__(self, page: NotebookFrame, games: CardGames) -> None:
        super().__init__(page, _("Score card"))
        self._games = games
        self.heading.setText(self.tr("Score card"))
        self.table = CardTable(games)
        fill(self.layout_, (self.table, 1))
        self._chosen = ""
        self.table.opened.connect(page.open_entry)
        games.changed.connect(self.refresh)
        games.replaced.connect(lambda: self.table.choose_game(self._chosen))
        self.refresh()

    def primary(self) -> Command | None:
        """Print it, where it has games of Kemp's."""
        able = any(row.rules in REDUCED for row in self._games.rows)
        return Command(self.tr("Print…"), self._print) if able else None

    def _print(self) -> None:
        self.page.games_print_wanted.emit(self._games.filter)

    def refresh(self) -> None:
        """Show the games that there are now."""
        games = self._games
        nothing = self.tr("No solitaire games"), self.tr("No game matches the filters."), ""
        there = bool(games.rows) or not games.loaded
        self.table.setVisible(self.show_state(games, self.tr("The games can’t be read"), nothing, there=there))
        self.scroller.hide()
        self.caption.setText(games_counted(games.total) if games.total else "")

    def choose(self, uid: str) -> None:
        """Show the line of a game as chosen, or none."""
        self._chosen = uid
        self.table.choose_game(uid)


class FiguresPane(Detail):
    """Statistics of the hands, games and sessions in the list, a block for each set of rules."""

    def __init__(self, page: NotebookFrame, statistics: NotebookStatistics) -> None:
        super().__init__(page, _("Statistics"))
        self.heading.setText(self.tr("Statistics"))
        self._asker = statistics
        self.statistics = StatisticsView(page)
        self.seen_box = CheckBox(self.tr("Count games on deals played before"), wraps=True)
        self.seen_box.toggled.connect(statistics.count_seen)
        inset(self.seen_box)
        fill(self.column, self.seen_box, self.statistics)
        self.column.addStretch(1)
        statistics.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the figures that there are now."""
        asker, found = self._asker, self._asker.found
        nothing = self.tr("Nothing to count"), self.tr("No hand, game or session matches the filters."), ""
        there = found is None or bool(found.figures or found.tables)
        whole = self.show_state(asker, self.tr("The statistics can’t be read"), nothing, there=there)
        if found is not None:
            self.statistics.show_figures(found, self.terms)
        some = found is not None and any(one.seen for one in found.figures)
        self.seen_box.setVisible(some or asker.with_seen)
        self.caption.setText(self.tr("Each set of rules is counted on its own.") if whole else "")
