"""Dice: one drawn from above, and one as a button that can be thrown, typed and chosen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QIcon, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy

from mjcompanion.wall.dice import FACES

from ..rich_text import set_tooltip
from ..theme import look, ring_around, smooth_painter
from .menus import PopupMenu

_SPINS: Final = 1.5
"""How often a die turns around while it tumbles, by default."""
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where a die's pips are, from its middle to the right and down."""
_RED: Final = frozenset({1, 4})
"""The faces whose pips are red on the dice of a mah jongg set."""


def paint_die(painter: QPainter, box: QRectF, face: int | None, turned: float = 0.0) -> None:
    """One die from above; without a face the place for it."""
    c = look().colours
    side = box.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.center())
    painter.rotate(turned)
    front = QRectF(-side / 2, -side / 2, side, side)
    if face is None:
        painter.setPen(QPen(QColor(c.border), 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(QColor(c.field))
        painter.drawRoundedRect(front.adjusted(1, 1, -1, -1), side * 0.2, side * 0.2)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.ivory_line))
        painter.drawRoundedRect(front, side * 0.2, side * 0.2)
        painter.setBrush(QColor(c.ivory))
        painter.drawRoundedRect(front.adjusted(1, 1, -side * 0.05, -side * 0.06), side * 0.19, side * 0.19)
        painter.setBrush(QColor(c.ink_red if face in _RED else c.ink_black))
        pip = side * (0.15 if face == 1 else 0.095)
        for x, y in _PIPS[face]:
            painter.drawEllipse(QPointF((x * 0.25 - 0.02) * side, (y * 0.25 - 0.025) * side), pip, pip)
    painter.restore()


def tumbling(part: float, spins: float) -> tuple[float, float]:
    """How far a die is turned, and how high it hops, when this part of its tumble is over: less and less."""
    left = (1 - part) ** 2
    return left * spins * 360, abs(math.sin(part * math.pi * 2.5)) * left


class Die(QAbstractButton):
    """What one die shows: a click opens the six faces, a digit enters one.

    Signals:
        entered(object): the person chose this face, or None.
        typed(str): a key was pressed that should be a face.
        walked(int): an arrow key goes to the die before (-1) or after (1).
    """

    entered = Signal(object)
    typed = Signal(str)
    walked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._title = ""
        self.face: int | None = None
        self.by_typing = False
        """Whether it has the keyboard because the die before it was typed: then a space is one between digits."""
        self._tumbling: tuple[int, float, float] | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleDescription(self.tr("Type 1 to 6, or press Space to choose."))
        self.clicked.connect(self._on_clicked)

    def show_face(self, title: str, face: int | None) -> None:
        """Show a face; the title says which die it is."""
        self._title, self.face = title, face
        shown = str(face) if face is not None else self.tr("not entered")
        self.setAccessibleName(self.tr("{die}: {face}").format(die=title, face=shown))
        set_tooltip(self, title)
        self.update()

    def tumble(self, part: float, faces: Sequence[int], spins: float = _SPINS) -> None:
        """Show it tumbling: how much of the time is over, the faces it goes through, and how often it turns."""
        if part >= 1:
            self._tumbling = None
        else:
            self._tumbling = faces[int(part * len(faces))], *tumbling(part, spins)
        self.update()

    def sizeHint(self) -> QSize:
        """As large as a target, and room for the ring."""
        side = look().target + 2 * look().XS
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def faces_menu(self) -> QMenu:
        """The six faces, to choose one."""
        menu = PopupMenu(self)
        menu.setAccessibleName(self._title)
        side, ratio = look().icon, self.devicePixelRatioF()
        for face in range(1, FACES + 1):
            picture = QPixmap(round(side * ratio), round(side * ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint_die(painter, QRectF(0, 0, side, side), face)
            painter.end()
            action = menu.addAction(QIcon(picture), str(face))
            action.triggered.connect(lambda _checked=False, face=face: self.entered.emit(face))
        return menu

    def _on_clicked(self) -> None:
        self.faces_menu().popup(self.mapToGlobal(QPoint(0, self.height())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits are entered, arrows walk or turn the die, Delete takes it up."""
        key, text = event.key(), event.text()
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        turns = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if self.by_typing and key == Qt.Key.Key_Space:
            return
        if key in steps:
            self.walked.emit(steps[Qt.Key(key)])
        elif key in turns:
            before = self.face or (0 if key == Qt.Key.Key_Up else 1)
            self.entered.emit((before - 1 + turns[Qt.Key(key)]) % FACES + 1)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.entered.emit(None)
        elif text.strip() and text.isprintable() and text not in ",+" and not held:
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.by_typing = False

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        painter = smooth_painter(self)
        room = 2 * current.XS
        box = QRectF(self.rect()).adjusted(room, room, -room, -room)
        if self._tumbling is not None:
            face, turned, hop = self._tumbling
            paint_die(painter, box.translated(0, -hop * current.S), face, turned)
        else:
            if self.underMouse():
                box.translate(0, -1)
            paint_die(painter, box, self.face)
        if self.hasFocus():
            ring_around(painter, current, self.rect(), 3, current.RADIUS + 2)
        painter.end()
