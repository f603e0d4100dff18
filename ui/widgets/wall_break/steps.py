"""The steps of the break helper as buttons: each lights its tiles in the picture of the walls."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QHideEvent, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QPushButton, QSizePolicy

from mjcompanion.core.tiles import WINDS

from ...rich_text import PlainButton, PlainLabel
from ...theme import look, set_role
from ..fitting import Fits
from ..layouts import across, fill, grow_by_width
from ..surfaces import TextLabel
from .model import BreakModel, BreakStep
from .walls import paint_swatch


class StepButton(PlainButton, QPushButton):
    """A step that lights its tiles in the picture while the mouse or the keyboard is on it; a click keeps it lit.

    Signals:
        walked(int): an arrow key goes so many steps on.
    """

    walked = Signal(int)

    ACROSS: ClassVar[int] = 1
    """How many steps the arrows up and down go."""

    def __init__(self, model: BreakModel, step: BreakStep) -> None:
        super().__init__()
        self.step, self.lit = step, False
        self._model = model
        self.setAccessibleName(step.sentence)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: model.pick(step))
        set_role(self, self._role())

    def set_lit(self, lit: bool) -> None:  # noqa: FBT001 - like Qt's own setters
        """Show that this is the step pointed at."""
        self.lit = lit
        set_role(self, self._role())

    def _role(self) -> str:
        """The role of the button in the style sheet."""
        raise NotImplementedError

    def take_keyboard(self) -> None:
        """Take the keyboard as Tab would."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFocus(Qt.FocusReason.TabFocusReason)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._model.hover(self.step)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._model.hover(None)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._model.hover(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._model.pin(self.step)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._model.pin(None)

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


class FactRow(Fits, StepButton):
    """A sentence about the broken wall, with the sign that represents it in the picture."""

    def __init__(self, model: BreakModel, step: BreakStep) -> None:
        super().__init__(model, step)
        current = look()
        self._sign = PlainLabel()
        line = across(self, spacing=current.M, margins=(current.XS, 2, current.S, 2))
        fill(line, self._sign, (TextLabel(step.sentence), 1))
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.fit()

    def _role(self) -> str:
        return "step-lit" if self.lit else "step"

    def fit(self) -> None:
        """Draw the sign in the present size and colours."""
        side, ratio = round(look().icon * 1.4), self.devicePixelRatioF()
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_swatch(painter, look(), QRectF(0, 0, side, side), self.step.swatch, self.step.sign)
        painter.end()
        self._sign.setPixmap(picture)
        self._sign.setFixedWidth(side)


class DealChip(StepButton):
    """One player's turn in the deal: the wind, as it is on the stacks of the picture."""

    ACROSS: ClassVar[int] = len(WINDS)

    def __init__(self, model: BreakModel, step: BreakStep) -> None:
        super().__init__(model, step)
        self.setText(step.seat.letter if step.seat is not None else "")

    def _role(self) -> str:
        return f"{'lit' if self.lit else 'wind'}-{self.step.seat}"
