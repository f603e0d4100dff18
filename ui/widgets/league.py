"""The league tables of a season, one for each set of rules that is counted apart."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from mjcompanion.core.errors import Problem
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.ledger.values import SeasonStandings, key_of
from mjcompanion.table.words import brief
from mjcompanion.tournament.season import (
    LeagueTable,
    days_words,
    played_words,
    season_figures,
    season_words,
    unplaced_words,
)

from ..theme import look
from .layouts import down, empty
from .surfaces import TextLabel
from .tables import DataCell, DataColumn, SortedTable

_LONGEST: Final = 60
_LONGEST_NAME: Final = 40


class LeagueTables(QWidget):
    """The tables one below the other, each with how much was played.

    Signals:
        opened(object): the line of a player was clicked, or Enter pressed on it: the player's id.
    """

    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._column = down(self, spacing=look().S)
        self._shown: SeasonStandings | None = None
        self.tables: list[SeasonTable] = []

    def show_standings(self, found: SeasonStandings) -> None:
        """Show the standings of a season."""
        if found == self._shown:
            return
        self._shown, self.tables = found, []
        empty(self._column)
        if not found.tables:
            self._say(Problem("season-empty", text=brief(found.season.title, _LONGEST)).sentence(), "quiet")
        for title, league in zip(found.titles, found.tables, strict=True):
            if title:
                self._say(title, "strong")
            self._say(played_words(league), "caption")
            table = SeasonTable(found, league, title)
            table.opened.connect(self.opened)
            self.tables.append(table)
            self._column.addWidget(table)
            reason = unplaced_words(found.season, league)
            if reason:
                self._say(reason, "caption")
            self._column.addSpacing(look().M)

    def _say(self, text: str, role: str) -> None:
        label = TextLabel(text, role)
        label.setContentsMargins(look().M, 0, look().M, 0)
        self._column.addWidget(label)


class SeasonTable(SortedTable):
    """A league table: place, player and figures."""

    words_column = 1

    def __init__(self, found: SeasonStandings, league: LeagueTable, title: str) -> None:
        figures = season_figures(found.season, league)
        columns = [
            DataColumn("", pgettext("in a ranking", "Place")),
            DataColumn(_("Player"), figures=False),
            *[DataColumn(one.head, one.meaning) for one in figures],
        ]
        super().__init__(title or _("League table"), columns)
        rows = []
        for line in league.lines:
            place = DataCell("", math.inf, _("without a place"))
            if line.place is not None:
                place = DataCell(number(line.place), line.place)
            name = found.names[line.player]
            cells = [DataCell(one.words(line, found.season.system), float(one.value(line))) for one in figures]
            rows.append((line.player, (place, DataCell(brief(name, _LONGEST_NAME), key_of(name)), *cells)))
        self.sort_by(-1, Qt.SortOrder.AscendingOrder)  # by places, until a head is clicked
        self.show_rows(rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Keep the names whole: where there is no room for everything, the table scrolls sideways."""
        super().fit()
        header = self.horizontalHeader()
        columns = range(header.count())
        needed = sum(max(self.sizeHintForColumn(at), header.sectionSizeHint(at)) for at in columns)
        if needed > self.viewport().width():
            header.setSectionResizeMode(self.words_column, QHeaderView.ResizeMode.ResizeToContents)


def season_line(found: SeasonStandings) -> str:
    """Return the days of a season and what counts in it."""
    season = found.season
    return " · ".join((days_words(season.since, season.until), *season_words(season)))
