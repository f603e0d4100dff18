"""The steps of the break helper as buttons: each lights its tiles in the picture of the walls."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mjcompanion.core.tiles import WINDS

from ...theme import look, ring_around, smooth_painter
from ..layouts import grow_by_width
from .model import BreakStep
from .walls import ink, paint_swatch


class StepButton(QAbstractButton):
    """A step that lights its tiles in the picture while the mouse or the keyboard is on it; a click keeps it lit.

    Signals:
        hovered(object): the mouse came on this step, or left (None).
        pinned(object): the keyboard came on this step, or walked on (None).
        picked(object): this step was clicked.
        walked(int): an arrow key goes so many steps on.
    """

    hovered = Signal(object)
    pinned = Signal(object)
    picked = Signal(object)
    walked = Signal(int)

    ACROSS: ClassVar[int] = 1
    """How many steps the arrows up and down go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step: BreakStep | None = None
        self.lit = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: self.picked.emit(self.step))

    def show_step(self, step: BreakStep, *, reached: bool) -> None:
        """Show this step; `reached` says whether Tab stops here."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if reached else Qt.FocusPolicy.NoFocus)
        if step != self.step:
            self.step = step
            self.setAccessibleName(step.sentence)
            self.updateGeometry()
            self.update()

    def set_lit(self, lit: bool) -> None:  # noqa: FBT001 - like Qt's own setters
        """Show that this is the step pointed at."""
        if lit is not self.lit:
            self.lit = lit
            self.update()

    def take_keyboard(self) -> None:
        """Take the keyboard as Tab would."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFocus(Qt.FocusReason.TabFocusReason)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered.emit(self.step)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(None)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hovered.emit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pinned.emit(self.step)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.pinned.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self.ACROSS,
            Qt.Key.Key_Down: self.ACROSS,
        }
        if event.key() in steps:
            self.walked.emit(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def paint_ground(self, painter: QPainter) -> None:
        """What is below: a quiet shade where the step is pointed at."""
        current = look()
        c = current.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.lit:
            painter.setPen(QPen(QColor(c.border), current.line_width) if c.felt == c.page else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.pressed if self.isDown() else c.hover))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), current.RADIUS, current.RADIUS)

    def paint_focus(self, painter: QPainter) -> None:
        """The ring of the keyboard."""
        if self.hasFocus():
            ring_around(painter, look(), self.rect(), 2, look().RADIUS)


class FactRow(StepButton):
    """A sentence about the broken wall, with the sign that represents it in the picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _words(self, width: int) -> QRect:
        current = look()
        left = current.XS + self._side() + current.M
        room = QRect(left, 0, max(40, width - left - current.S), 9999)
        sentence = self.step.sentence if self.step else ""
        flags = int(Qt.TextFlag.TextWordWrap)
        high = QFontMetrics(current.font(current.body)).boundingRect(room, flags, sentence).height()
        return QRect(left, 0, room.width(), high)

    @staticmethod
    def _side() -> int:
        return round(look().icon * 1.4)

    def heightForWidth(self, width: int) -> int:
        current = look()
        return max(self._words(width).height() + 2 * current.S, self._side() + current.S)

    def sizeHint(self) -> QSize:
        wide = round(280 * look().scale)
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(150 * look().scale), self._side() + look().S)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.step is None:
            return
        current = look()
        painter = QPainter(self)
        self.paint_ground(painter)
        side = self._side()
        words = self._words(self.width())
        words.moveTop((self.height() - words.height()) // 2)
        line = QFontMetrics(current.font(current.body)).height()
        # the sign is next to the first line of a long sentence
        top = (self.height() - side) / 2 if words.height() <= 2 * line else words.top() + (line - side) / 2
        sign = QRectF(current.XS, max(current.XS, top), side, side)
        paint_swatch(painter, current, sign, self.step.swatch, self.step.sign)
        painter.setFont(current.font(current.body))
        painter.setPen(QColor(current.colours.text))
        painter.drawText(words, int(Qt.TextFlag.TextWordWrap), self.step.sentence)
        self.paint_focus(painter)
        painter.end()


class DealChip(StepButton):
    """One player's turn in the deal: the wind, as it is on the stacks of the picture."""

    ACROSS: ClassVar[int] = len(WINDS)

    def sizeHint(self) -> QSize:
        return QSize(look().target, look().target)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.step is None or self.step.seat is None:
            return
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        high = self.height() - 2 * current.S
        box = QRectF(0, 0, high * 0.86, high)
        box.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QPen(QColor(c.mark if self.lit else c.ivory_line), 2.5 if self.lit else 1))
        painter.setBrush(QColor(c.ivory))
        painter.drawRoundedRect(box, current.RADIUS / 2, current.RADIUS / 2)
        painter.setFont(current.font(current.body, bold=True))
        painter.setPen(QColor(ink(self.step.seat, c)))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.step.seat.letter)
        self.paint_focus(painter)
        painter.end()
