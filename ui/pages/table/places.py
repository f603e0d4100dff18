"""Who came in where at the end of a session, in letters that grow with the room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from mjcompanion.i18n.translation import number
from mjcompanion.table.final_settlement import FinalStanding, standing_words
from mjcompanion.table.words import brief, figure, short_names, signed

from ...rich_text import PlainLabel
from ...theme import look, smooth_painter
from ...widgets.felt import fitted


def paint_places(
    painter: QPainter, box: QRectF, found: Sequence[FinalStanding], names: Sequence[str], *, on_felt: bool = False
) -> None:
    """Paint the places below each other, the best first, as large as the box lets them be."""
    high = box.height() / max(1, len(found))
    line = QColor(look().colours.felt_edge if on_felt else look().colours.line)
    for at, one in enumerate(found):
        top = box.top() + at * high
        _paint_place(painter, QRectF(box.left(), top, box.width(), high), one, names, on_felt=on_felt)
        if at:
            painter.fillRect(QRectF(box.left(), top, box.width(), 1), line)


def _paint_place(painter: QPainter, box: QRectF, one: FinalStanding, names: Sequence[str], *, on_felt: bool) -> None:
    """Paint place and name at the left, points at the right, and what was won or lost below them."""
    current, c = look(), look().colours
    first = one.place == 1
    text, gold = (c.on_felt, c.arrow_strong) if on_felt else (c.text, c.winner)
    gained, lost, even = (c.arrow_strong, c.on_felt, c.on_felt) if on_felt else (c.good, c.text, c.quiet)
    large = min(box.height() * 0.46, box.width() * 0.1)
    small = large * 0.6
    flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
    left, right = flags | int(Qt.AlignmentFlag.AlignLeft), flags | int(Qt.AlignmentFlag.AlignRight)
    disc = QRectF(0, 0, large * 1.3, large * 1.3)
    disc.moveCenter(box.center())
    disc.moveLeft(box.left() + 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(gold if first else c.hover))
    painter.drawEllipse(disc)
    painter.setFont(current.font(round(small), bold=True))
    painter.setPen(QColor(c.on_winner if first else c.text))
    painter.drawText(disc, int(Qt.AlignmentFlag.AlignCenter), number(one.place))
    bold = current.font(round(large), serif=True)
    points, net = figure(one.points), signed(one.net)
    painter.setFont(current.font(round(small), bold=True))
    wide = max(QFontMetricsF(bold).horizontalAdvance(points), painter.fontMetrics().horizontalAdvance(net))
    painter.setPen(QColor(gained if one.net > 0 else lost if one.net < 0 else even))
    painter.drawText(box.adjusted(0, box.height() * 0.56, 0, -box.height() * 0.06), right, net)
    painter.setFont(bold)
    painter.setPen(QColor(text))
    painter.drawText(box.adjusted(0, box.height() * 0.06, 0, -box.height() * 0.4), right, points)
    name = box.adjusted(disc.width() + current.L, 0, -wide - current.L, 0)
    words = brief(names[one.player])
    if QFontMetricsF(bold).horizontalAdvance(words) > name.width():
        words = short_names(names)[one.player]
    painter.setFont(fitted(bold, words, name.width(), least=round(small)))
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(name.width()))
    painter.drawText(name, left, shown)


class Places(PlainLabel):
    """Who came in where, in letters that grow with the room; a screen reader hears all of it."""

    def __init__(self) -> None:
        super().__init__("")
        self._standings: tuple[FinalStanding, ...] = ()
        self._names: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_places(self, found: Sequence[FinalStanding], names: Sequence[str]) -> None:
        """Show these, the best first."""
        self._standings, self._names = tuple(found), tuple(names)
        self.setAccessibleName("\n".join(standing_words(one, names) for one in found))
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(round(240 * look().scale), len(self._standings) * round(2.6 * look().title))

    def sizeHint(self) -> QSize:
        return QSize(round(480 * look().scale), len(self._standings) * round(3.6 * look().title))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        paint_places(painter, QRectF(self.rect()), self._standings, self._names)
        painter.end()
