"""A small copy of the hand above the sheet while the hand is scrolled out of sight."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from mjcompanion.i18n.translation import join_sentences

from ...theme import look, smooth_painter
from ...widgets.tiles import TileFace, TileState, TileStyle, picture_on
from ...widgets.tiles.art import outline, shape_of
from .hand import ExerciseHandCard

_PITCH: Final = 1.06
"""How far a tile is from the next, in widths of a tile."""
_GAP: Final = 0.4
"""The room before a set, in widths of a tile."""
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


class HandStrip(QWidget):
    """A flat picture of the hand card; screen readers have the card itself."""

    def __init__(self, card: ExerciseHandCard, parent: QWidget) -> None:
        super().__init__(parent)
        self._card = card
        self._style = TileStyle(40)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_style(self, style: TileStyle) -> None:
        """Set the greatest width of the tiles."""
        self._style = style
        self.update()

    @property
    def faces(self) -> tuple[TileFace, ...]:
        """All tiles in a row; a set begins after a gap."""
        return tuple(face for row in self._card.rows for face in row.faces)

    def _gaps(self) -> list[float]:
        """Return the room before each tile, in widths of a tile."""
        found: list[float] = []
        for row in self._card.rows:
            found += [_GAP if face.gap or (at == 0 and found) else 0 for at, face in enumerate(row.faces)]
        return found

    @property
    def _facts(self) -> str:
        return join_sentences(self._card.facts.text().split("\n"))

    def _font(self) -> QFont:
        return look().font(look().small)

    def _words_height(self, width: int) -> int:
        room = QRect(0, 0, max(60, width - 2 * look().L), 10_000)
        return QFontMetrics(self._font()).boundingRect(room, _WRAPPED, self._facts).height()

    def tile_width(self, width: int) -> int:
        """Return the width of a tile in a strip of this width, with all tiles in one row."""
        across = len(self.faces) * _PITCH + sum(self._gaps())
        return max(8, min(self._style.width, int((width - 2 * look().L) / max(1.0, across))))

    def heightForWidth(self, width: int) -> int:
        current = look()
        return self._words_height(width) + shape_of(self.tile_width(width)).height + 2 * current.S + current.XS

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint facts and tiles, with a line below."""
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        painter.fillRect(self.rect(), QColor(c.card))
        painter.fillRect(0, self.height() - 2, self.width(), 2, QColor(c.border))
        painter.setPen(QColor(c.text))
        painter.setFont(self._font())
        high = self._words_height(self.width())
        painter.drawText(QRect(current.L, current.S, self.width() - 2 * current.L, high), _WRAPPED, self._facts)
        wide = self.tile_width(self.width())
        top = current.S + high + current.XS
        left = float(current.L)
        for face, gap in zip(self.faces, self._gaps(), strict=True):
            left += gap * wide
            self._paint_tile(painter, face, QPointF(left, top), wide)
            left += _PITCH * wide
        painter.end()

    def _paint_tile(self, painter: QPainter, face: TileFace, corner: QPointF, wide: int) -> None:
        shape = shape_of(wide)
        painter.save()
        painter.translate(corner - QPointF(shape.pad, shape.pad))
        painter.drawPixmap(QPointF(0, 0), picture_on(self, face.tile, wide, index=self._style.index))
        if face.state & TileState.HINT:
            painter.setPen(QPen(QColor(look().colours.hint), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(outline(shape, 1))
        painter.restore()
