"""The running score card: a line for each finished game, the newest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import _
from mjcompanion.ledger.values import GameRow
from mjcompanion.rulesets import RULESETS

from ...context import moment
from ...rich_text import in_role
from ...theme import look
from ...widgets.listing import ListingModel, fetch_ahead
from ...widgets.tables import KEY, LEFT, RIGHT, DataTable
from .game_words import (
    REDUCED,
    day,
    deal_figure,
    ending,
    final_figure,
    game_word,
    help_words,
    percent_figure,
    score_figure,
    sentence,
)
from .model import CardGames

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class CardColumn(msgspec.Struct, frozen=True):
    """A column: its word, what it means in full, its text for a game, and whether that is a figure."""

    key: str
    title: str
    help: str
    text: Callable[[GameRow], str]
    figures: bool = True


def _columns() -> tuple[CardColumn, ...]:
    return (
        CardColumn("date", _("Date"), _("Date"), lambda row: day(row.finished_at), figures=False),
        CardColumn("game", _("Game"), _("Game"), lambda row: game_word(row.rules), figures=False),
        CardColumn("deal", _("Deal"), _("Deal; ↺ played before"), deal_figure),
        CardColumn("score", _("Score"), _("Score"), score_figure),
        CardColumn("percent", _("%"), _("Share of the tiles left in the wall"), percent_figure),
        CardColumn("final", _("Final"), _("Final: score × share left"), final_figure),
        CardColumn("help", _("Help"), _("Help"), lambda row: _("assisted") if row.assisted else "", figures=False),
    )


_SPARE: Final = ("help", "percent", "deal")
"""The columns that give way in a narrow window, the first one first."""


class GamesModel(ListingModel[GameRow]):
    """The games as lines of the card."""

    lines: list[GameRow]  # type: ignore[assignment]  # no headings are among them

    def __init__(self, games: CardGames, parent: QWidget | None = None) -> None:
        super().__init__(games, parent)
        self.columns = _columns()

    def game(self, row: int) -> GameRow:
        """Return the game of a line."""
        return self.lines[row]

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return words and figures; the first cell of a line says all of it to those who hear it."""
        if not index.isValid():
            return None
        row, column = self.lines[index.row()], self.columns[index.column()]
        if role == KEY:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column.figures else LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return in_role(role, sentence(row, moment(row.finished_at)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row, column)
        main = column.key == ("final" if row.rules in REDUCED else "score")
        if role == Qt.ItemDataRole.FontRole:
            return look().font(look().body, bold=main and row.won)
        if role == Qt.ItemDataRole.ForegroundRole:
            quiet = column.key in ("percent", "help", "deal") or not row.won
            return QColor(look().colours.quiet if quiet else look().colours.text)
        return None

    @staticmethod
    def _spoken(row: GameRow, column: CardColumn) -> str:
        if column.key == "date":
            return sentence(row, moment(row.finished_at))
        if column.key in ("score", "final") and not row.won:
            return ending(row)
        if column.key == "help":
            return help_words(row) or _("without help")
        return _("{column}: {text}").format(column=column.title, text=column.text(row))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return in_role(role, column.help)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column.figures else LEFT
        return column.title if role == Qt.ItemDataRole.DisplayRole else None


class CardTable(DataTable):
    """The running score card; a column that says the same of all games is left out."""

    words_column = 1

    def __init__(self, games: CardGames) -> None:
        self._listing = games
        self.games = GamesModel(games)
        super().__init__(_("Running score card"), self.games)
        self.games.setParent(self)
        self.games.modelReset.connect(self.fit)
        fetch_ahead(self)

    @property
    def current(self) -> GameRow | None:
        """The game whose line is chosen."""
        index = self.currentIndex()
        return self.games.game(index.row()) if index.isValid() else None

    def choose_game(self, uid: str) -> None:
        """Show the line of a game as chosen; where it isn't in the list, none."""
        place = self.games.place_of(uid) if uid else -1
        self.choose(self.games.game(place) if place >= 0 else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Hide what says nothing here, and in a narrow window what can be spared."""
        super().fit()
        rules = self._listing.filter.rules
        plain = bool(rules) and rules in RULESETS and rules not in REDUCED
        hidden = {"game"} & {"game" * bool(rules)} | ({"percent", "final"} if plain else set())
        spare = [*_SPARE]
        while True:
            for at, column in enumerate(self.games.columns):
                self.setColumnHidden(at, column.key in hidden)
            least = sum(
                max(self.sizeHintForColumn(at), self.horizontalHeader().sectionSizeHint(at))
                for at in range(len(self.games.columns))
                if not self.isColumnHidden(at)
            )
            if least <= self.viewport().width() or not spare:
                self.find_ends()
                return
            hidden.add(spare.pop(0))
