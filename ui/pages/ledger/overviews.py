"""The score card of the virtual games, and the statistics of all that the notebook's conditions let through."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _

from ...widgets import CheckBox
from ...widgets.layouts import fill
from .card import CardTable
from .detail import Command, Detail, inset
from .game_words import REDUCED, games_counted
from .model import CardGames, NotebookStatistics
from .statistics import StatisticsView


class CardPane(Detail):
    """The running score card.

    Signals:
        opened(GameRow): this game is to be looked at.
        print_wanted(): the card is to be printed.
    """

    opened = Signal(object)
    print_wanted = Signal()

    def __init__(self, games: CardGames, parent: QWidget | None = None) -> None:
        super().__init__(_("Score card"), parent)
        self._games = games
        self.heading.setText(self.tr("Score card"))
        self.table = CardTable(games)
        self.scroller.hide()
        fill(self.layout_, (self.table, 1))
        self._chosen = ""
        self.table.opened.connect(self.opened)
        games.changed.connect(self.refresh)
        games.replaced.connect(lambda: self.table.choose_game(self._chosen))
        self.refresh()

    def primary(self) -> Command | None:
        """Print it, where it has games of Kemp's."""
        able = any(row.rules in REDUCED for row in self._games.rows)
        return Command(self.tr("Print…"), self.print_wanted.emit) if able else None

    def refresh(self) -> None:
        """Show the games that there are now."""
        games = self._games
        words: tuple[str, ...] = ()
        if games.error:
            words = self.tr("The games can’t be read"), games.error, self.tr("Try again")
        elif games.loaded and not games.rows:
            words = self.tr("No solitaire games"), self.tr("No game matches the filters."), ""
        self._instead.show(words, games.refresh if games.error else None)
        self.table.setVisible(not words)
        self.caption.setText(games_counted(games.total) if games.total else "")

    def choose(self, uid: str) -> None:
        """Show the line of a game as chosen, or none."""
        self._chosen = uid
        self.table.choose_game(uid)


class FiguresPane(Detail):
    """Statistics of the hands, games and sessions in the list, a block for each set of rules.

    Signals:
        opened(object): a game or kept hand is to be looked at.
        hand_wanted(str, str): a hand of a session is to be looked at: the session and the hand.
        player_wanted(str): a player is to be looked at.
    """

    opened = Signal(object)
    hand_wanted = Signal(str, str)
    player_wanted = Signal(str)

    def __init__(self, statistics: NotebookStatistics, parent: QWidget | None = None) -> None:
        super().__init__(_("Statistics"), parent)
        self.heading.setText(self.tr("Statistics"))
        self.terms = Terms()
        self._asker = statistics
        self.statistics = StatisticsView()
        self.statistics.opened.connect(self.opened)
        self.statistics.hand_wanted.connect(self.hand_wanted)
        self.statistics.player_wanted.connect(self.player_wanted)
        self.seen_box = CheckBox(self.tr("Count games on deals played before"), wraps=True)
        self.seen_box.toggled.connect(statistics.count_seen)
        inset(self.seen_box)
        fill(self.column, self.seen_box, self.statistics)
        self.column.addStretch(1)
        statistics.changed.connect(self.refresh)
        self.refresh()

    def use(self, terms: Terms) -> None:
        """Speak of tiles in these words."""
        self.terms = terms
        self.refresh()

    def refresh(self) -> None:
        """Show the figures that there are now."""
        asker, words = self._asker, tuple[str, ...]()
        found = asker.found
        if asker.error:
            words = self.tr("The statistics can’t be read"), asker.error, self.tr("Try again")
        elif found is not None and not (found.figures or found.tables):
            words = self.tr("Nothing to count"), self.tr("No hand, game or session matches the filters."), ""
        self._instead.show(words, asker.again if asker.error else None)
        self.scroller.setVisible(not words)
        if found is not None:
            self.statistics.show_figures(found, self.terms)
        some = found is not None and any(one.seen for one in found.figures)
        self.seen_box.setVisible(some or asker.with_seen)
        self.caption.setText("" if words else self.tr("Each set of rules is counted on its own."))
