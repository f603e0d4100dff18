"""The slim gauge of the tiles left, and of the factor that falls with each discard."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ....american.score import Adjustment as AmericanAdjustment
from ....options import Ruleset
from ....scoring.sheet import Adjustment
from ....solitaire.game import Game
from ....words import number, trn
from ...theme import look
from .words import hundredths_words


class Level(msgspec.Struct, frozen=True):
    """How many tiles can still be drawn, of how many, and the factor a hand complete now would be multiplied with."""

    wall: int
    whole: int
    factor: Fraction | None = None


def level_of(game: Game) -> Level:
    """The level of a game now.

    >>> from mjcompanion.solitaire.deal import Deal
    >>> from mjcompanion.solitaire.record import begin
    >>> level = level_of(begin(Deal.of("kemp-chinese", 7)))
    >>> level.wall, level.factor
    (142, Fraction(1, 1))
    """
    factor = None
    if game.rules is Ruleset.KEMP_CHINESE:
        flowers = len(game.holding(game.person).flowers)
        factor = Adjustment(0, flowers, game.discards).factor
    elif game.rules is Ruleset.KEMP_AMERICAN:
        factor = AmericanAdjustment(0, game.discards).factor
    return Level(game.wall, len(game.deal.order), factor)


class Gauge(QWidget):
    """A thin bar that shrinks, with its words at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._level = Level(0, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def level(self) -> Level:
        """What it shows."""
        return self._level

    def show_level(self, level: Level) -> None:
        """Show another level."""
        if level != self._level:
            self._level = level
            self.setAccessibleName(self._words(whole=True))
            self.setToolTip(self._words(whole=True))
            self.update()

    def _words(self, *, whole: bool) -> str:
        level = self._level
        tiles = trn("{count} tile left", "{count} tiles left", level.wall).format(count=number(level.wall))
        if level.factor is None:
            return tiles
        factor = hundredths_words(level.factor)
        if whole:
            return self.tr("{tiles}; a hand won now counts {factor} of its score").format(tiles=tiles, factor=factor)
        return self.tr("{tiles} · factor {factor}").format(tiles=tiles, factor=factor)

    def sizeHint(self) -> QSize:
        """One line of small words."""
        metrics = QFontMetrics(look().font(look().small))
        return QSize(metrics.horizontalAdvance(self._words(whole=False)) + 3 * look().XXL, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Larger text takes more room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The bar, and the words."""
        current, level = look(), self._level
        c = current.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = current.font(current.small)
        words = self._words(whole=False)
        wide = QFontMetrics(font).horizontalAdvance(words)
        room = self.width() - wide - current.M
        high = current.XS + 2
        track = QRectF(0, (self.height() - high) / 2, room, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.line if current.line_width == 1 else c.hover))
        painter.drawRoundedRect(track, high / 2, high / 2)
        share = float(level.factor) if level.factor is not None else level.wall / max(1, level.whole)
        painter.setBrush(QColor(c.good))
        painter.drawRoundedRect(QRectF(track.left(), track.top(), max(high, room * share), high), high / 2, high / 2)
        painter.setPen(QColor(c.text))
        painter.setFont(font)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()
