"""A rack on the felt: the tiles in hand and, after them, the sets laid out."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ...theme import look, smooth_painter
from ..felt import is_flat
from ..fitting import Fits
from ..layouts import grow_by_width
from .art import shape_of
from .button import TileButton, TileFace, TileState, TileStyle
from .row import TileRow, width_of

SIDE: Final = 20
"""The room at both sides of the tiles."""
_LEDGE: Final = 15
"""The height of the wood in front of the tiles."""
_BEHIND: Final = 5
"""So much of it is seen behind them."""
_LAID_SHARE: Final = 0.2
"""The part of the width that is left for sets while none is laid out."""
_SMALLEST_SHARE: Final = 0.8
"""Tiles get so much smaller at most before the hand goes on in another line."""


class HandRack(Fits, QWidget):
    """Holds two rows of tiles: side by side where there is room for both, else the sets laid out below.

    With `joined` the sets follow the tiles in hand directly, as those of a complete hand do.
    """

    def __init__(self, hand: TileRow, laid: TileRow, style: TileStyle) -> None:
        super().__init__()
        self.hand, self.laid, self._style = hand, laid, style
        for row in (hand, laid):
            row.setParent(self)
        self._joined = False
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size or with other words."""
        self._style = style
        self.fit()
        self.updateGeometry()

    def arrange(self, *, joined: bool) -> None:
        """Lay the rows out again: they show other tiles."""
        self._joined = joined
        self.fit()

    def fit(self) -> None:
        """Find the size of the tiles and where each row is."""
        if self.width() <= 2 * SIDE:
            return
        style = self._fitting()
        for row in (self.hand, self.laid):
            row.set_style(style)
        for row, box in zip((self.hand, self.laid), self._boxes(self.width()), strict=True):
            row.setGeometry(box)
        if self.heightForWidth(self.width()) != self.height():
            self.updateGeometry()

    def _fitting(self) -> TileStyle:
        """The largest tiles with which both rows fit side by side, or those that are asked for."""
        faces = (*self.hand.faces, *self.laid.faces)
        turned = len([face for face in faces if face.state & TileState.CLAIMED])
        groups = 1 + len([face for face in faces if face.gap]) + bool(self.laid.faces)
        room = self.width() - 2 * SIDE
        for width in range(self._style.width, round(self._style.width * _SMALLEST_SHARE), -1):
            style = TileStyle(width, self._style.index, self._style.terms)
            if width_of(style, len(faces), groups) + turned * width // 3 + 2 * shape_of(width).pad <= room:
                return style
        return self._style

    def _boxes(self, width: int) -> tuple[QRect, QRect]:
        room, gap = width - 2 * SIDE, look().L
        hand, laid = self.hand.sizeHint(), self.laid.sizeHint()
        joined = self._joined
        wide = laid.width() if self.laid.faces else 0
        if joined or hand.width() + gap + max(wide, round(_LAID_SHARE * room)) <= room:
            wide = wide if joined else max(wide, round(_LAID_SHARE * room))
            left = hand.width() + (gap if wide else 0) if joined else room - wide
            if left + wide <= room:
                high = TileButton.size_of(TileFace(None), self._style, liftable=True).height()  # of the largest tiles
                first = QRect(SIDE, high - hand.height(), left - (gap if wide else 0), hand.height())
                rest = room - left if wide else 0  # after a complete hand nothing is laid out
                return first, QRect(SIDE + left, high - laid.height(), rest, laid.height())
        above = self.hand.heightForWidth(room)
        if not self.laid.faces:  # what is laid out has its place next to the last line
            return QRect(SIDE, 0, room, above), QRect(SIDE + room, above - laid.height(), 0, laid.height())
        return QRect(SIDE, 0, room, above), QRect(SIDE, above + look().S, room, self.laid.heightForWidth(room))

    def sizeHint(self) -> QSize:
        return QSize(self._style.width * 16, self.heightForWidth(max(self.width(), 8 * SIDE)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.hand.minimumSizeHint().width() + 2 * SIDE, self.sizeHint().height())

    def heightForWidth(self, width: int) -> int:
        hand, laid = self._boxes(width)
        return max(hand.bottom(), laid.bottom()) + 1 + (_LEDGE if self._is_one_line(hand, laid) else 0)

    def _is_one_line(self, hand: QRect, laid: QRect) -> bool:
        """Whether all tiles stand on one piece of wood; several lines lie on the felt."""
        return laid.bottom() <= hand.bottom() and hand.height() < 2 * shape_of(self._style.width).height

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the wood below the last line of tiles."""
        current = look()
        if not self._is_one_line(*self._boxes(self.width())):
            return
        painter = smooth_painter(self)
        bottom = self.height() - _LEDGE - shape_of(self._style.width).pad
        whole = QRectF(0, bottom - _BEHIND, self.width(), _LEDGE + _BEHIND)
        if is_flat(current):
            painter.fillRect(QRectF(0, bottom + _LEDGE, self.width(), current.line_width), QColor(current.colours.line))
        else:
            painter.fillRect(whole, QColor(current.colours.wood))
            painter.fillRect(whole.adjusted(0, _BEHIND, 0, 0), QColor(current.colours.wood_front))
        painter.end()
