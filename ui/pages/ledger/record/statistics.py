"""What became of the games: won or not, the finals as bars, the best hand in tiles."""

from __future__ import annotations

import datetime as dt
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QSizePolicy, QWidget

from mjcompanion.ledger.values import GameRow, GameStatistics
from mjcompanion.tiles import Terms
from mjcompanion.words import joined, month, number, trn

from ....context import moment
from ....parts import Button, Card, ScrollPage, Words
from ....parts.figures import empty
from ....parts.fitting import Fits
from ....parts.tiles import TileRow, TileStyle
from ....parts.words import hundredths_words
from ....theme import look
from .bars import Bar, Bars
from .presenter import Figures
from .words import deal_words, final_figure, game_title, share, tiles_of

_MONTHS: Final = 12
"""So many months are shown at most, the last ones."""
_SMALL_TILE: Final = 25
_PART: Final = 300
"""The least width of a game's part beside others."""


class StatisticsPane(Fits, ScrollPage):
    """A part for each game that was played.

    Signals:
        game_wanted(GameRow): the best hand's game is to be looked at.
    """

    game_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(content, parent)
        self.setAccessibleName(self.tr("Statistics"))
        current = look()
        self._column = QBoxLayout(QBoxLayout.Direction.TopToBottom, content)
        self._column.setContentsMargins(current.S, current.XS, current.M, current.L)
        self._column.setSpacing(current.M)
        self._shown: tuple[Figures, Terms] | None = None
        self.parts: dict[str, GamePart] = {}

    def show_figures(self, figures: Figures, terms: Terms) -> None:
        """Show what became of the games of each kind."""
        if (figures, terms) == self._shown:
            return
        self._shown = figures, terms
        empty(self._column)
        self.parts = {}
        for rules, one in figures:
            part = GamePart(rules, one, terms)
            part.game_wanted.connect(self.game_wanted)
            self.parts[rules] = part
            self._column.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
            part.show()
        self._column.addStretch(1)
        self.fit()

    def fit(self) -> None:
        """Lay out what is in it for the room there is."""
        wide = len(self.parts) > 1 and self.width() > len(self.parts) * _PART * look().scale
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if way is not self._column.direction():
            self._column.setDirection(way)
        for part in self.parts.values():
            self._column.setAlignment(part, Qt.AlignmentFlag.AlignTop if wide else Qt.AlignmentFlag(0))
            self._column.setStretchFactor(part, int(wide))
        if self._column.count() > len(self.parts):  # what is free below them isn't free beside them
            self._column.setStretch(self._column.count() - 1, int(not wide))
        self._fit()


class GamePart(Card):
    """The figures of one game."""

    game_wanted = Signal(object)

    def __init__(self, rules: str, one: GameStatistics, terms: Terms, parent: QWidget | None = None) -> None:
        super().__init__(game_title(rules), parent)
        self.heading.setWordWrap(True)
        self.figures = one
        won = trn("{won} of {count} game won ({share})", "{won} of {count} games won ({share})", one.played).format(
            won=number(one.won), count=number(one.played), share=share(one.share or 0.0)
        )
        self.won_words = Words(won, "strong")
        self.body.addWidget(self.won_words)
        self.won_bar = WonBar(one)
        self.body.addWidget(self.won_bar)
        rest = []
        if one.lost:
            rest.append(trn("{count} lost to another player", "{count} lost to other players", one.lost))
            rest[-1] = rest[-1].format(count=number(one.lost))
        if one.used_up:
            rest.append(trn("{count} ended with the wall", "{count} ended with the wall", one.used_up))
            rest[-1] = rest[-1].format(count=number(one.used_up))
        if one.assisted:
            rest.append(trn("{count} game assisted", "{count} games assisted", one.assisted))
            rest[-1] = rest[-1].format(count=number(one.assisted))
        if rest:
            self.body.addWidget(Words(joined(rest), "caption"))
        self.table: dict[str, str] = {}
        self.finals: Bars | None = None
        self.best_tiles: TileRow | None = None
        if one.mean is not None:
            self._add_figures(one)
            self._add_finals(one)
        if len(one.months) > 1:
            self._add_months(one)
        if one.best is not None:
            self._add_best(one.best, terms)

    def _add_figures(self, one: GameStatistics) -> None:
        assert one.mean is not None and one.median is not None and one.mean_of_all is not None  # noqa: S101, PT018
        self.table = {
            self.tr("Average final"): hundredths_words(one.mean),
            self.tr("Middle final"): hundredths_words(one.median),
            self.tr("Average over all games"): hundredths_words(one.mean_of_all),
        }
        if one.factor is not None:
            self.table[self.tr("Average share of wall left")] = share(one.factor)
        grid = QGridLayout()
        grid.setHorizontalSpacing(look().S)
        grid.setVerticalSpacing(look().XS)
        grid.setColumnStretch(0, 1)
        for place, (words, value) in enumerate(self.table.items()):
            grid.addWidget(Words(words, "quiet"), place, 0)
            shown = Words(value, "strong")
            shown.setWordWrap(False)
            shown.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            shown.setAccessibleName(self.tr("{what}: {value}").format(what=words, value=value))
            grid.addWidget(shown, place, 1)
        self.body.addLayout(grid)

    def _add_finals(self, one: GameStatistics) -> None:
        self.finals = Bars(self.tr("Finals of the games won"), edges=True)
        bars = []
        for each in one.finals:
            words = trn("{low} to {high} points: {count} game", "{low} to {high} points: {count} games", each.count)
            words = words.format(low=number(each.low), high=number(each.high), count=number(each.count))
            bars.append(Bar(words, number(each.low), each.count))
        most = max(one.finals, key=lambda each: each.count)
        summary = self.tr("Finals of the games won; most are from {low} to {high}.").format(
            low=number(most.low), high=number(most.high)
        )
        self.finals.show_bars(bars, summary, number(one.finals[-1].high))
        self.body.addWidget(self.finals)

    def _add_months(self, one: GameStatistics) -> None:
        self.months = Bars(self.tr("Games by month"))
        bars = []
        for each in one.months[-_MONTHS:]:
            first = dt.date.fromisoformat(f"{each.month}-01")
            words = trn("{month}: {count} game, {won} won", "{month}: {count} games, {won} won", each.played)
            words = words.format(month=month(first), count=number(each.played), won=number(each.won))
            short = number(first.month)
            bars.append(Bar(words, short, each.played, each.won))
        self.months.show_bars(bars, self.tr("Games by month; the filled part was won."))
        self.body.addWidget(self.months)

    def _add_best(self, best: GameRow, terms: Terms) -> None:
        title = Words(self.tr("Best hand: {final}").format(final=final_figure(best)), "strong")
        self.body.addWidget(title)
        faces = tiles_of(best, terms)
        if faces:
            style = TileStyle(round(_SMALL_TILE * look().scale ** 0.5), terms=terms)
            self.best_tiles = TileRow(self.tr("Best hand"), style, liftable=False, draggable=False)
            self.best_tiles.show_tiles(faces)
            self.body.addWidget(self.best_tiles)
        else:
            self.body.addWidget(Words(best.hand))
        when = self.tr("{when}, {deal}").format(when=moment(best.finished_at), deal=deal_words(best))
        self.body.addWidget(Words(when, "caption"))
        self.best_button = Button(self.tr("Open it"), "quiet", "open")
        self.best_button.setAccessibleName(self.tr("Open the game with the best hand"))
        self.best_button.clicked.connect(lambda: self.game_wanted.emit(best))
        self.body.addWidget(self.best_button, 0, Qt.AlignmentFlag.AlignLeft)


class WonBar(QWidget):
    """A strip: how many of the games were won (filled), lost to another (hatched), ended with the wall (empty)."""

    def __init__(self, one: GameStatistics, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = (one.won, one.lost, one.used_up)
        said = trn("{won} of {count} game won", "{won} of {count} games won", one.played)
        self.setAccessibleName(said.format(won=number(one.won), count=number(one.played)))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(120, look().M)

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        c = current.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        path = QPainterPath()
        path.addRoundedRect(whole, current.XS, current.XS)
        painter.setClipPath(path)
        won, lost, _ = self._parts
        total = sum(self._parts) or 1
        first = QRectF(whole.left(), whole.top(), whole.width() * won / total, whole.height())
        painter.fillRect(first, QColor(c.good))
        second = QRectF(first.right(), whole.top(), whole.width() * lost / total, whole.height())
        painter.setPen(QPen(QColor(c.warn), 1.5))
        step = current.S * 0.75
        for place in range(int(second.width() / step) + 2 if lost else 0):
            x = second.left() + place * step
            painter.setClipRect(second)
            painter.drawLine(QPointF(x, whole.bottom()), QPointF(x + whole.height(), whole.top()))
        painter.setClipping(False)
        painter.setPen(QPen(QColor(c.border), current.line_width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.end()
