"""What is shown on the wall: all tables, a ranking, or a league table, in a window of its own that fills a screen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QColor, QGuiApplication, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.i18n.translation import joined, ngettext, number
from mjcompanion.table.words import brief, signed
from mjcompanion.tournament.ranking import points_text

from ...rich_text import PlainLabel
from ...theme import look
from ...widgets.layouts import down, fill
from ...widgets.league import season_line
from .cards import RankingBoard, TableGrid, WallStanding
from .model import ClubModel, ClubScreen
from .season import wall_lines


class Wall(QWidget):
    """Shows what the page shows, for all to read; Escape closes it.

    Signals:
        closed(): it was closed.
    """

    closed = Signal()

    def __init__(self, model: ClubModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._model = model
        self.setWindowTitle(self.tr("Club: on a big screen"))
        self.title, self.note = PlainLabel(), PlainLabel()
        for label in (self.title, self.note):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setWordWrap(True)
        self.tables = TableGrid(fills=True)
        self.board = RankingBoard()
        self.tables.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._column = fill(down(self), self.title, (self.tables, 1), (self.board, 1), self.note)
        model.changed.connect(self.refresh)
        self.refresh()

    def open(self) -> None:
        """Fill a screen: a second one where there is one."""
        parent = self.parentWidget()
        here = self.screen() if parent is None else parent.screen()
        other = next((one for one in QGuiApplication.screens() if one is not here), here)
        self.setGeometry(other.geometry())
        self.showFullScreen()
        self.activateWindow()

    def refresh(self) -> None:
        """Show what the page shows."""
        ranking, contest, view = self._model.ranking(), self._model.contest, self._model.view
        is_season, standings = view is ClubScreen.SEASON, self._model.standings
        is_ranking = not is_season and view is not ClubScreen.TABLES and ranking is not None
        self.tables.setVisible(not is_ranking and not is_season)
        self.board.setVisible(is_ranking or is_season)
        if is_season:
            self.title.setText("" if standings is None else brief(standings.season.title, 60))
            self.board.show_lines(() if standings is None else wall_lines(standings))
            self.note.setText("" if standings is None else season_line(standings))
        elif is_ranking and ranking is not None and contest is not None:
            words, title = self.tr("{title}: after round {round}"), brief(contest.tournament.title, 60)
            self.title.setText(words.format(title=title, round=number(ranking.rounds)))
            self.board.show_lines(
                [
                    WallStanding(
                        number(one.place),
                        contest.names[one.player],
                        points_text(one.table_points) if contest.tournament.system != "points" else "",
                        signed(one.points) if contest.tournament.system != "places" else "",
                    )
                    for one in ranking.ranks
                ]
            )
            playing = [number(table + 1) for at, table in ranking.playing if at == ranking.rounds - 1]
            still = ngettext("Still playing: table {tables}", "Still playing: tables {tables}", len(playing))
            self.note.setText(still.format(tables=joined(playing)) if playing else "")
        else:
            self.title.setText(self.tr("The tables now"))
            self.note.setText("" if self._model.data.tables else self.tr("No table is playing."))
            self.tables.show_tables(self._model.data.tables)
        self.note.setVisible(bool(self.note.text()))
        self._fit()

    def _fit(self) -> None:
        """Words as large as the wall."""
        high = max(20, round(self.height() * 0.055))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(look().colours.felt_edge))
        self.setPalette(palette)
        margin = max(look().M, round(self.height() * 0.03))
        self._column.setContentsMargins(margin, margin // 2, margin, margin // 2)
        self._column.setSpacing(margin // 2)
        for label, share in ((self.title, 1.0), (self.note, 0.7)):
            font = look().font(look().body, serif=share == 1.0)
            font.setPixelSize(round(high * share))
            label.setFont(font)
            label.setStyleSheet(f"color: {look().colours.on_felt}; font-size: {round(high * share)}px;")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
