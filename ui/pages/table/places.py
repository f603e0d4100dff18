"""Who came in where at the end of a session, painted on the felt in letters that grow with the room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from mjcompanion.i18n.translation import number
from mjcompanion.table.final_settlement import FinalStanding
from mjcompanion.table.words import brief, figure, short_names, signed

from ...theme import look
from ...widgets.felt import fitted
from ...widgets.moment import paint_seal

_FLAGS = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_LEFT, _RIGHT = _FLAGS | int(Qt.AlignmentFlag.AlignLeft), _FLAGS | int(Qt.AlignmentFlag.AlignRight)


def paint_places(painter: QPainter, box: QRectF, found: Sequence[FinalStanding], names: Sequence[str]) -> None:
    """Paint the places one below the other, the best first, as large as the box lets them be."""
    high = box.height() / max(1, len(found))
    for at, one in enumerate(found):
        top = box.top() + at * high
        _paint_place(painter, QRectF(box.left(), top, box.width(), high), one, names)
        if at:
            painter.fillRect(QRectF(box.left(), top, box.width(), 1), QColor(look().colours.felt_edge))


def _paint_place(painter: QPainter, box: QRectF, one: FinalStanding, names: Sequence[str]) -> None:
    """Paint place and name at the left, points at the right, and what was won or lost below them."""
    current, c = look(), look().colours
    large = min(box.height() * 0.46, box.width() * 0.1)
    small, radius = round(large * 0.6), large * 0.65
    middle = QPointF(box.left() + radius + 2, box.center().y())
    if one.place == 1:
        paint_seal(painter, middle, radius, number(1))
    else:
        painter.setFont(current.font(round(large * 0.8), serif=True))
        painter.setPen(QColor(c.on_felt_quiet))
        disc = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(disc, int(Qt.AlignmentFlag.AlignCenter), number(one.place))
    bold = current.font(round(large), serif=True)
    points, net = figure(one.points), signed(one.net)
    painter.setFont(current.font(small, bold=True))
    wide = max(QFontMetricsF(bold).horizontalAdvance(points), painter.fontMetrics().horizontalAdvance(net))
    painter.setPen(QColor(c.arrow_strong if one.net > 0 else c.on_felt))
    painter.drawText(box.adjusted(0, box.height() * 0.56, 0, -box.height() * 0.06), _RIGHT, net)
    painter.setFont(bold)
    painter.setPen(QColor(c.on_felt))
    painter.drawText(box.adjusted(0, box.height() * 0.06, 0, -box.height() * 0.4), _RIGHT, points)
    name = box.adjusted(2 * radius + current.XL, 0, -wide - current.L, 0)
    words = brief(names[one.player])
    if QFontMetricsF(bold).horizontalAdvance(words) > name.width():
        words = short_names(names)[one.player]
    painter.setFont(fitted(bold, words, name.width(), least=small))
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(name.width()))
    painter.drawText(name, _LEFT, shown)
