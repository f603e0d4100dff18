"""A shallow tray on which a row of tiles lies: it shows where tiles go while there are none."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QWidget

from ...theme import ANY_WIDTH, look, smooth_painter
from ..fitting import Fits
from ..layouts import across, down, fill
from .row import TileRow

_LAID_SHARE: Final = 0.2
"""The part of the width that sets laid out have where the hand needs less than the rest."""


class Tray(QWidget):
    """The surface below a row of tiles."""

    def __init__(self, row: TileRow) -> None:
        super().__init__()
        self.row = row
        current = look()
        fill(down(self, margins=(current.M, current.XS, current.S, current.XS)), row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A field of another shade; where shades don't show, an edge."""
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        half = current.line_width / 2
        flat = c.page == c.card
        painter.setPen(QPen(QColor(c.faint), current.line_width) if flat else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.page))
        box = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        painter.end()


class Trays(Fits, QWidget):
    """The tiles in hand and, at their right, the sets laid out; these stand above where there is no room for both."""

    def __init__(self, hand: TileRow, laid: TileRow) -> None:
        super().__init__()
        self._hand, self._laid = Tray(hand), Tray(laid)
        self._layout = fill(across(self, spacing=look().S), (self._hand, 1), self._laid)
        self._layout.setDirection(QBoxLayout.Direction.BottomToTop)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.fit()
        return super().event(event)

    def fit(self) -> None:
        hand = self._hand.sizeHint().width()
        least = self._laid.minimumSizeHint().width()
        room = self.width() - self._layout.spacing() - hand
        wanted = max(least, self._laid.sizeHint().width())
        beside = room >= wanted
        ways = QBoxLayout.Direction
        self._layout.setDirection(ways.LeftToRight if beside else ways.BottomToTop)
        width = max(wanted, min(room, round(_LAID_SHARE * self.width()))) if beside else ANY_WIDTH
        self._laid.setMinimumWidth(width if beside else 0)
        self._laid.setMaximumWidth(width)
