"""The base of rows about tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile

from ..rich_text import PlainLabel
from ..theme import look, ring_around, smooth_painter
from .keys import is_plain
from .layouts import grow_by_width


class PointingRow(PlainLabel):
    """A row that points its tiles out while the mouse or the keyboard is on it; to a screen reader it is text.

    Signals:
        pointed(object): the tiles that it speaks of, a frozenset; empty when the pointer left.
        walked(int): an arrow key goes to the row above (-1) or below (1).
        came(): the keyboard came to this row.
    """

    pointed = Signal(object)
    walked = Signal(int)
    came = Signal()
    STEPS: ClassVar[Mapping[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    @property
    def lights(self) -> frozenset[Tile]:
        """The tiles that it speaks of."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        """Put the ring of the keyboard around it."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = smooth_painter(self)
            ring_around(painter, look(), self.rect(), 2.5, look().XS)
            painter.end()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._point(on=True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(on=self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.came.emit()
        self._point(on=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point(on=False)

    def _point(self, *, on: bool) -> None:
        self.pointed.emit(self.lights if on else frozenset())
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = self.STEPS.get(event.key())
        if step is None or not is_plain(event):
            super().keyPressEvent(event)
        else:
            self.walked.emit(step)
