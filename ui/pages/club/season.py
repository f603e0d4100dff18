"""A season on the Club page: its league tables, which the big screen shows as large as they fit."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import number
from mjcompanion.ledger.values import SeasonStandings
from mjcompanion.table.words import brief
from mjcompanion.tournament.season import season_points

from ...theme import look
from ...widgets import Button, Choice, EmptyState, TextLabel
from ...widgets.layouts import down, fill
from ...widgets.league import LeagueTables, season_line
from .cards import WallStanding
from .model import ClubModel


class SeasonView(QWidget):
    """The season that is chosen.

    Signals:
        wanted(str): the Notebook is to show this season.
        new_wanted(): the Notebook is to show the form of a new season.
    """

    wanted = Signal(str)
    new_wanted = Signal()

    def __init__(self, model: ClubModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.choice = Choice(self.tr("Season"))
        self.choice.activated.connect(lambda _unused: model.choose_season(str(self.choice.currentData())))
        self.caption = TextLabel("", "quiet")
        self.league = LeagueTables()
        self.league.setMaximumWidth(look().work_width)
        self.empty = EmptyState(
            self.tr("No season yet"),
            self.tr("A season turns a club’s sessions into a league table."),
            self.tr("New season…"),
            self.new_wanted.emit,
        )
        self.open_button = Button(self.tr("Open in the Notebook"), "quiet")
        self.open_button.clicked.connect(lambda: self.wanted.emit(model.season_uid))
        self.caption.setContentsMargins(look().M, 0, look().M, 0)
        choice = (self.choice, Qt.AlignmentFlag.AlignLeft)
        fill(down(self, spacing=look().M), choice, self.caption, self.league, self.empty).addStretch(1)

    def refresh(self) -> None:
        """Show the season as it is."""
        rows, found = self._model.seasons
        self.choice.set_choices([(row.uid, brief(row.title, 40)) for row in rows])
        self.choice.choose(self._model.season_uid)
        for part in (self.choice, self.caption, self.league):
            part.setVisible(found is not None)
        self.empty.setVisible(found is None and self._model.has_seasons)
        if found is not None:
            self.caption.setText(season_line(found))
            self.league.show_standings(found)


def wall_lines(found: SeasonStandings) -> list[WallStanding]:
    """Return the players with a place and what they are ranked by, below the rules where those are counted apart."""
    lines = []
    for title, league in zip(found.titles, found.tables, strict=True):
        lines += [WallStanding("", title, "", "")] * bool(title)
        placed = [line for line in league.lines if line.place is not None] or league.lines
        for line in placed:
            place = "" if line.place is None else number(line.place)
            points = season_points(found.season.system, found.season.ranked_by(line))
            lines.append(WallStanding(place, found.names[line.player], "", points))
    return lines
