"""The slim gauge of the tiles left, and of the factor that falls with each discard."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.i18n.translation import ngettext, number
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.kemp import adjustment_of

from ...rich_text import set_tooltip
from ...theme import look, smooth_painter
from ...widgets.words import hundredths_words


class Level(msgspec.Struct, frozen=True):
    """How many tiles are left, of how many, and the factor that a hand complete now would be multiplied with.

    In Kemp's games these are the tiles of his adjustment, as on the score sheet.
    """

    wall: int
    whole: int
    factor: Fraction | None = None


def level_of(game: Game) -> Level:
    """The level of a game now.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> level = level_of(begin(Deal.of("kemp-chinese", 7)))
    >>> level.wall, level.factor
    (130, Fraction(1, 1))
    """
    found = adjustment_of(game.rules, game.discards, len(game.holding(game.person).flowers))
    if found is None:
        return Level(game.wall, len(game.deal.order))
    return Level(found.left, found.drawable, found.factor)


class Gauge(QWidget):
    """A thin bar that shrinks, with its words at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.level = Level(0, 1)
        self._scale, self._bare = 1.0, False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_level(self, level: Level) -> None:
        if level != self.level:
            self.level = level
            self.setAccessibleName(self._words(whole=True))
            set_tooltip(self, self._words(whole=True))
            self.update()

    def _words(self, *, whole: bool) -> str:
        level = self.level
        tiles = ngettext("{count} tile left", "{count} tiles left", level.wall).format(count=number(level.wall))
        if level.factor is None:
            return tiles
        factor = hundredths_words(level.factor)
        if whole:
            return self.tr("{tiles}; a hand won now counts {factor} of its score").format(tiles=tiles, factor=factor)
        return self.tr("{tiles} · factor {factor}").format(tiles=tiles, factor=factor)

    def set_scale(self, scale: float) -> None:
        self._scale = scale
        self.updateGeometry()
        self.update()

    def set_bare(self, *, bare: bool) -> None:
        """Show the words alone, where there is no room for a bar."""
        self._bare = bare
        self.updateGeometry()
        self.update()

    def _font(self) -> QFont:
        return look().font(round(look().small * self._scale))

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._font())
        bar = 0 if self._bare else 3 * look().XXL
        return QSize(metrics.horizontalAdvance(self._words(whole=False)) + bar + 1, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        font = self._font()
        words = self._words(whole=False)
        wide = QFontMetrics(font).horizontalAdvance(words)
        room = self.width() - wide - current.M
        high = round((current.XS + 2) * self._scale)
        track = QRectF(0, (self.height() - high) / 2, room, high)
        if not self._bare:
            self._paint_bar(painter, track)
        painter.setPen(QColor(c.text))
        painter.setFont(font)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()

    def _paint_bar(self, painter: QPainter, track: QRectF) -> None:
        current, level = look(), self.level
        c, high = current.colours, track.height()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.line if current.line_width == 1 else c.hover))
        painter.drawRoundedRect(track, high / 2, high / 2)
        share = float(level.factor) if level.factor is not None else level.wall / max(1, level.whole)
        painter.setBrush(QColor(c.good))
        filled = QRectF(track.left(), track.top(), max(high, track.width() * share), high)
        painter.drawRoundedRect(filled, high / 2, high / 2)
