"""One tile as a button: with a name for those who can't see it, a ring for the keyboard, and a way to be dragged."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QDrag,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import joined
from mjcompanion.storage.settings import Settings

from ...accessibility import announce
from ...rich_text import set_tooltip
from ...theme import Look, look, paint_ring, smooth_painter, tile_width
from ..keys import ENTER
from .art import Shape, outline, paint_gold_edge, picture_on, shape_of, tile_picture

MIME_TILE: Final = "application/x-mjcompanion-tile"
"""What a dragged tile is: its notation, as text."""

_ROVING: Final = frozenset(
    {
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
    }
)
_HIGHEST_BADGE: Final = 99
_MISSING: Final = 0.72
"""How much of a tile that is still to come is seen, of 1."""


class TileState:
    """What is special about a tile on the screen: numbers, of which several can be joined by `|`.

    They are no `enum.IntFlag`, which calls Python for each `&`: each tile asks ten of them whenever it is painted.
    """

    NORMAL: Final = 0
    SELECTED: Final = 1
    DRAWN: Final = 2
    NONE_LEFT: Final = 4
    CLAIMED: Final = 8
    WRONG: Final = 16
    HINT: Final = 32
    MISSING: Final = 64
    WON: Final = 128


class TileStyle(msgspec.Struct, frozen=True):
    """How tiles look to this person: their width, the letters in the corner, the words for them."""

    width: int = 46
    index: str = "none"
    terms: Terms = Terms()

    @classmethod
    def of(cls, settings: Settings) -> TileStyle:
        """The style that the settings ask for."""
        return cls(tile_width(settings.tile_size), settings.corner_index, settings.terms)


class TileFace(msgspec.Struct, frozen=True):
    """What a tile button shows. A tile of None is a tile face down.

    `name` replaces the tile's own name for screen readers and the tooltip, `hint` is a further sentence; `left` is
    the number in the badge; `gap` leaves room before the tile and `new_line` starts a new line of a row with it.
    """

    tile: Tile | None
    state: int = TileState.NORMAL
    name: str = ""
    left: int | None = None
    hint: str = ""
    gap: bool = False
    new_line: bool = False


class TileButton(QAbstractButton):
    """A tile that can be clicked, walked to, and dragged.

    Signals:
        clicked(): Qt's own: by mouse, Space or Enter.
        pointed(bool): the mouse or the keyboard came to it, or left it.
    """

    pointed = Signal(bool)

    def __init__(
        self,
        face: TileFace | None = None,
        style: TileStyle | None = None,
        parent: QWidget | None = None,
        *,
        liftable: bool = True,
        draggable: bool = True,
    ) -> None:
        super().__init__(parent)
        self._face = face or TileFace(None)
        self._style = style or TileStyle()
        self._liftable = liftable
        self._draggable = draggable
        self._lift = float(self._resting_lift())
        self._motion = QVariantAnimation(self)
        self._motion.valueChanged.connect(self._set_lift)
        self._ring = False
        self._pressed_at: QPoint | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name()

    # what it shows

    @property
    def face(self) -> TileFace:
        """What it shows now."""
        return self._face

    @property
    def tile(self) -> Tile | None:
        """The tile, or None for a back."""
        return self._face.tile

    @property
    def state(self) -> int:
        """What is special about it."""
        return self._face.state

    @property
    def _shape(self) -> Shape:
        return shape_of(self._style.width, sideways=bool(self._face.state & TileState.CLAIMED))

    @property
    def front(self) -> QRectF:
        """Where the front of the tile is in this widget."""
        return self._shape.front.translated(0, self._room_above() - self._lift)

    def show_face(self, face: TileFace) -> None:
        """Show something else in the same place; costs next to nothing when it is the same."""
        if face == self._face:
            return
        before, self._face = self._face, face
        self._name()
        chosen = bool(face.state & TileState.SELECTED)
        if chosen is not bool(before.state & TileState.SELECTED) and before.tile is face.tile and self.hasFocus():
            announce(self, joined([self.accessibleName(), *([self.tr("chosen")] if chosen else [])]))
        self._settle(at_once=before.tile is not face.tile)
        self.update()

    def set_style(self, style: TileStyle) -> None:
        """Show the tile in another size, with other letters or other words."""
        if style == self._style:
            return
        self._style = style
        self._name()
        self.updateGeometry()
        self.update()

    def _name(self) -> None:
        face = self._face
        name = face.name or (face.tile.name(self._style.terms) if face.tile is not None else self.tr("face down"))
        if face.left is not None:
            name = self.tr("{tile}, {count} left").format(tile=name, count=face.left)
        if name != self.accessibleName():
            self.setAccessibleName(name)
        states = {
            TileState.SELECTED: self.tr("chosen"),
            TileState.DRAWN: self.tr("the last tile"),
            TileState.WON: self.tr("the winning tile"),
            TileState.CLAIMED: self.tr("claimed"),
            TileState.WRONG: self.tr("something is wrong with this tile"),
            TileState.MISSING: self.tr("missing"),
            TileState.NONE_LEFT: self.tr("none left") if face.left is None else "",
        }
        texts = [face.hint, *[words for state, words in states.items() if face.state & state]]
        description = "; ".join(filter(None, texts))
        if description != self.accessibleDescription():
            self.setAccessibleDescription(description)
        tip = f"{name}\n{face.hint}" if face.hint else name
        if tip != self.toolTip():
            set_tooltip(self, tip)

    # where it is

    def _room_above(self) -> int:
        return _room_above(self._face, liftable=self._liftable)

    def sizeHint(self) -> QSize:
        return self.size_of(self._face, self._style, liftable=self._liftable)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @staticmethod
    def size_of(face: TileFace, style: TileStyle, *, liftable: bool) -> QSize:
        """How large a button showing this is."""
        shape = shape_of(style.width, sideways=bool(face.state & TileState.CLAIMED))
        return QSize(shape.picture_width, shape.picture_height + _room_above(face, liftable=liftable))

    def _resting_lift(self) -> int:
        state = self._face.state
        if state & TileState.WON or (state & TileState.SELECTED and self._liftable):
            return Look.LIFT_SELECTED
        can_hover = self.isEnabled() and not state & TileState.NONE_LEFT
        return Look.LIFT_HOVER if can_hover and self.underMouse() else 0

    def _settle(self, *, at_once: bool = False) -> None:
        """Go to the height that hover and state ask for, sliding where motion is on."""
        self._motion.stop()
        self._motion.setDuration(0 if at_once or not self.isVisible() else look().quick)
        self._motion.setStartValue(self._lift)
        self._motion.setEndValue(float(self._resting_lift()))
        self._motion.start()

    def _set_lift(self, lift: float) -> None:
        self._lift = lift
        self.update()

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, face, shape = look(), self._face, self._shape
        state = face.state
        painter = smooth_painter(self)
        above = self.height() - shape.picture_height - self._lift
        if self.isDown() and not state & TileState.NONE_LEFT:
            above += 1
        if state & TileState.SELECTED and self._liftable:
            self._paint_underline(painter, current)
        painter.translate(0, above)
        if state & TileState.HINT:
            self._paint_glow(painter, current)
        if state & TileState.NONE_LEFT:
            painter.setOpacity(current.faded)
        elif state & TileState.MISSING:
            painter.setOpacity(_MISSING)
        width, ratio, index = self._style.width, self.devicePixelRatioF(), self._style.index
        picture = tile_picture(face.tile, width, current, ratio=ratio, sideways=shape.sideways, index=index)
        painter.drawPixmap(0, 0, picture)
        painter.setOpacity(1)
        if state & TileState.MISSING:
            painter.setPen(QPen(QColor(current.colours.mark), 1.5, Qt.PenStyle.DashLine))
            painter.drawPath(outline(shape, 1))
        if state & TileState.WON:
            paint_gold_edge(painter, current, shape)
        if state & TileState.WRONG:
            painter.setPen(QPen(QColor(current.colours.mark), 2))
            painter.drawPath(outline(shape, 1))
        if face.left is not None:
            self._paint_badge(painter, current, face.left)
        if state & TileState.DRAWN and self._liftable and not state & TileState.SELECTED:
            self._paint_pointer(painter, current)
        if self._ring and self.hasFocus():
            paint_ring(painter, current, outline(shape, 1.5))
        painter.end()

    def _paint_underline(self, painter: QPainter, current: Look) -> None:
        front = self._shape.front
        bottom = self.height() - self._shape.pad
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current.colours.chosen))
        bar = QRectF(front.left() + 1, bottom - 1, front.width() - 2, current.RING)
        painter.drawRoundedRect(bar, 1.5, 1.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_glow(self, painter: QPainter, current: Look) -> None:
        colour = QColor(current.colours.hint)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for grow, width, alpha in ((1.0, 6.0, 0.28), (1.0, 3.5, 0.55), (1.0, 2.0, 1.0)):
            colour.setAlphaF(alpha)
            painter.setPen(QPen(colour, width))
            painter.drawPath(outline(self._shape, grow))

    def _paint_badge(self, painter: QPainter, current: Look, left: int) -> None:
        c, shape = current.colours, self._shape
        font = QFont(self.font())
        font.setPixelSize(current.badge(self._style.width))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        high = round(font.pixelSize() * 1.36)
        wide = round(high * (1.25 if left < 10 else 1.7))
        # on the thickness of the tile, where it covers next to nothing of the face
        box = QRectF(shape.front.center().x() - wide / 2, shape.picture_height - high - 1, wide, high)
        painter.setPen(QPen(QColor(c.card), 1.5))
        painter.setBrush(QColor(c.badge if left else c.badge_none))
        painter.drawRoundedRect(box, high / 2, high / 2)
        painter.setPen(QColor(c.on_badge if left else c.on_badge_none))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(min(left, _HIGHEST_BADGE)))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_pointer(self, painter: QPainter, current: Look) -> None:
        """A small wedge above the tile that came last."""
        front = self._shape.front
        middle, top = front.center().x(), front.top() - 3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current.colours.text))
        painter.drawPolygon(
            QPolygonF([QPointF(middle - 5, top - 6), QPointF(middle + 5, top - 6), QPointF(middle, top)])
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)

    # hands and keys

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._settle()
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._settle()
        self.pointed.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard came here, not when the mouse did."""
        reason = event.reason()
        if reason is Qt.FocusReason.MouseFocusReason:
            self._ring = False
        elif reason not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self._ring = True
        super().focusInEvent(event)
        self.update()
        self.pointed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._ring:
            self._ring = True
            self.update()
        key = event.key()
        if key in ENTER:
            self.click()
        elif key in _ROVING:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where, for a drag begins some pixels further on."""
        super().mousePressEvent(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
            self._ring = False

    @property
    def is_walked(self) -> bool:
        """Whether the keyboard came here and walks on."""
        return self.hasFocus() and self._ring

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin a drag once the pointer has gone far enough."""
        start = self._pressed_at
        held = bool(event.buttons() & Qt.MouseButton.LeftButton)
        if not self._draggable or start is None or not held or self.state & TileState.NONE_LEFT or self.tile is None:
            super().mouseMoveEvent(event)
            return
        if (event.position().toPoint() - start).manhattanLength() >= QApplication.startDragDistance():
            self._pressed_at = None
            self.setDown(False)
            self._drag(start)

    def mime_data(self) -> QMimeData:
        """What is dragged: the tile's notation, for this program and for any other."""
        data = QMimeData()
        notation = str(self._face.tile)
        data.setData(MIME_TILE, notation.encode())
        data.setText(notation)
        return data

    def _drag(self, start: QPoint) -> None:
        drag = QDrag(self)
        drag.setMimeData(self.mime_data())
        style, sideways = self._style, self._shape.sideways
        drag.setPixmap(picture_on(self, self._face.tile, style.width, sideways=sideways, index=style.index))
        drag.setHotSpot(start - QPoint(0, self._room_above()))
        drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, Qt.DropAction.CopyAction)
        self._settle()


def _room_above(face: TileFace, *, liftable: bool) -> int:
    """Return the room for a tile that is lifted."""
    return Look.LIFT_SELECTED if liftable or face.state & TileState.WON else Look.LIFT_HOVER
