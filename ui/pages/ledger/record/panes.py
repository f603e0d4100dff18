"""The score card of the virtual games, and the statistics of all that the notebook's conditions let through."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.core.tiles import Terms
from mjcompanion.i18n.translation import _

from ....theme import look
from ....widgets import Button, CheckBox
from ....widgets.fitting import Fits
from ....widgets.layouts import down, fill
from ....widgets.listing import Asker, Instead
from ..panes import Pane
from .card import CardTable
from .presenter import FiguresPresenter, RecordPresenter
from .statistics import StatisticsPane
from .words import REDUCED, games_counted


class RecordPane(Fits, Pane):
    """A view of all the games; `view` is what it shows."""

    def __init__(self, title: str, presenter: Asker, view: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.view = view
        self.heading.setText(title)
        current = look()
        column = down(self, spacing=current.S, margins=(current.L, current.S, current.S, 0))
        self.column = fill(column, self.top, (view, 1))
        self._instead = Instead(self.column)
        presenter.changed.connect(self.refresh)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 200)

    def refresh(self) -> None:
        """Show what there is now."""

    def fit(self) -> None:
        """Lay out what is in it for the room there is."""


class CardPane(RecordPane):
    """The running score card.

    Signals:
        opened(GameRow): this game is to be looked at.
    """

    opened = Signal(object)

    def __init__(self, presenter: RecordPresenter, parent: QWidget | None = None) -> None:
        self.table = CardTable(presenter)
        self._presenter = presenter
        super().__init__(_("Score card"), presenter, self.table, parent)
        self.print_button = Button(self.tr("Print…"), icon="print")
        self.print_button.setAccessibleName(self.tr("Print the running score card"))
        self.top.addWidget(self.print_button, 0, Qt.AlignmentFlag.AlignTop)
        self.setTabOrder(self.back_button, self.print_button)  # it stands above the table
        self._chosen = ""
        self.table.opened.connect(self.opened)
        self.table.clicked.connect(lambda index: self.opened.emit(self.table.games.game(index.row())))
        presenter.replaced.connect(lambda: self.table.choose(self._chosen))
        self.refresh()

    def refresh(self) -> None:
        """Show the games that there are now."""
        presenter = self._presenter
        words: tuple[str, ...] = ()
        if presenter.error:
            words = self.tr("The games can’t be read"), presenter.error, self.tr("Try again")
        elif presenter.loaded and not presenter.rows:
            words = (
                self.tr("No game of solitaire"),
                self.tr("No game, virtual or with real tiles, matches the filters."),
                "",
            )
        self._instead.show(words, presenter.refresh if presenter.error else None)
        self.view.setVisible(not words)
        self.print_button.setVisible(any(row.rules in REDUCED for row in presenter.rows))
        self.caption.setText(games_counted(presenter.total) if presenter.total else "")
        self.fit()

    def choose(self, uid: str) -> None:
        """Light the line of a game, or none."""
        self._chosen = uid
        self.table.choose(uid)

    def fit(self) -> None:
        """Give the columns the room there is."""
        self.table.refit()


class FiguresPane(RecordPane):
    """What came of hands, games and sessions."""

    def __init__(self, presenter: FiguresPresenter, parent: QWidget | None = None) -> None:
        self.statistics = StatisticsPane()
        self.terms = Terms()
        self._asker = presenter
        super().__init__(_("Statistics"), presenter, self.statistics, parent)
        self.seen_box = CheckBox(self.tr("Count games on deals played before"), wraps=True)
        self.seen_box.toggled.connect(presenter.count_seen)
        self.column.insertWidget(1, self.seen_box)
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
            words = self.tr("The figures can’t be read"), asker.error, self.tr("Try again")
        elif found is not None and not (found.figures or found.tables):
            words = self.tr("Nothing to count"), self.tr("No hand, game or session matches the filters."), ""
        self._instead.show(words, asker.again if asker.error else None)
        self.view.setVisible(not words)
        if found is not None:
            self.statistics.show_figures(found, self.terms)
        some = found is not None and any(one.seen for one in found.figures)
        self.seen_box.setVisible(not words and (some or asker.with_seen))
        self.caption.setText(
            _("Real and virtual games are shown separately, and different rules are never added up.")
            if not words
            else ""
        )
        self.fit()
