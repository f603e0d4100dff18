"""A row of tiles that is walked with the arrow keys, takes dropped tiles, and wraps where it must."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from ...accessibility import chain
from ...theme import Look, look, smooth_painter
from ..keys import CHOOSE
from .art import shape_of
from .button import MIME_TILE, TileButton, TileFace, TileState, TileStyle

_TURNED_OR_RAISED: Final = TileState.CLAIMED | TileState.WON


def gap_of(style: TileStyle) -> int:
    """Return the gap between two tiles of a row, in pixels; negative where the rooms around them overlap."""
    shape = shape_of(style.width)
    return shape.gap - 2 * shape.pad


def width_of(style: TileStyle, tiles: int, groups: int = 1) -> int:
    """Return the width of a line of this many tiles in this many groups, in pixels."""
    each = TileButton.size_of(TileFace(None), style, liftable=True).width() + gap_of(style)
    return tiles * each - gap_of(style) + (groups - 1) * look().L


def widest_for(room: int, tiles: int, groups: int, style: TileStyle, least: int, most: int) -> TileStyle:
    """Return the style with the widest tiles, between these bounds, with which this many fit into one line."""
    for width in range(most, least, -1):
        one = TileStyle(width, style.index, style.terms)
        if width_of(one, tiles, groups) <= room:
            return one
    return TileStyle(least, style.index, style.terms)


def _line_height(faces: tuple[TileFace, ...], style: TileStyle, *, liftable: bool) -> int:
    raised = any(face.state & TileState.WON for face in faces)
    face = TileFace(None, TileState.WON if raised else TileState.NORMAL)
    return TileButton.size_of(face, style, liftable=liftable).height()


@lru_cache(maxsize=256)  # a layout asks for the same widths many times
def _boxes_of(
    faces: tuple[TileFace, ...], style: TileStyle, width: int, *, liftable: bool, wrapping: bool
) -> tuple[list[QRect], int, int]:
    """Return where each tile is when a row is this wide, and the width and the height used."""
    between, line_height = gap_of(style), _line_height(faces, style, liftable=liftable)
    boxes: list[QRect] = []
    x = y = used = 0
    sizes = [TileButton.size_of(face, style, liftable=liftable) for face in faces]
    groups = _groups(faces, width, sizes, between) if wrapping else {}
    for at, (face, size) in enumerate(zip(faces, sizes, strict=True)):
        wide = size.width()
        if face.new_line and boxes:
            x, y = 0, y + line_height
        if x and face.gap:
            x += Look.L
        if wrapping and x and x + max(wide, groups.get(at, 0)) > width:
            x, y = 0, y + line_height
        boxes.append(QRect(QPoint(x, y + line_height - size.height()), size))
        used = max(used, x + wide)
        x += wide + between
    return boxes, used, y + line_height


def _groups(faces: Sequence[TileFace], width: int, sizes: Sequence[QSize], between: int) -> dict[int, int]:
    """Return the widths of the groups that fit into a line, by the place of the first tile."""
    found: dict[int, int] = {}
    begin = 0
    for at, (face, size) in enumerate(zip(faces, sizes, strict=True)):
        if face.gap or face.new_line or at == 0:
            begin = at
            found[at] = -between
        found[begin] += size.width() + between
    return {at: wide for at, wide in found.items() if wide <= width} if len(found) > 1 else {}


class TileRow(QWidget):
    """Tiles side by side. One Tab reaches the row, the arrows walk along it.

    A row that `sorts` puts dropped tiles where they belong, so it lights as a whole. The buttons are made once and
    reused.

    Signals:
        activated(int): the tile with this index was clicked, or Enter or Space was pressed on it.
        refused(int): a tile of which none are left was clicked.
        dropped(str, int): a text (the notation of a tile, or anything from elsewhere) was dropped before this index.
        current_changed(int): the keyboard or the mouse went to another tile.
        pointed(int): the mouse or the keyboard came to the tile with this index, or left the row's tiles (-1).
        walked_off(int): an arrow key left the row at its start (-1) or end (1), or above (-2) or below (2).
    """

    activated = Signal(int)
    refused = Signal(int)
    dropped = Signal(str, int)
    current_changed = Signal(int)
    pointed = Signal(int)
    walked_off = Signal(int)

    def __init__(
        self,
        name: str = "",
        style: TileStyle | None = None,
        *,
        liftable: bool = True,
        draggable: bool = True,
        droppable: bool = False,
        wrapping: bool = True,
        sorts: bool = False,
        placeholder: str = "",
        on_felt: bool = True,
    ) -> None:
        super().__init__()
        self._style = style or TileStyle()
        self._liftable, self._draggable, self._wrapping = liftable, draggable, wrapping
        self._placeholder, self._on_felt = placeholder, on_felt
        self._sorts = sorts
        self.faces: tuple[TileFace, ...] = ()
        """What the row shows now."""
        self._buttons: list[TileButton] = []
        self._current = 0
        self.waits = False
        """Whether Enter and Space choose nothing until an arrow key has shown that the keyboard is known to be here."""
        self._drop_at: int | None = None
        self.drag_source: TileButton | None = None
        """While `dropped` is emitted: the button that was dragged here, if it was one of ours."""
        self.setAccessibleName(name)
        self.setAcceptDrops(droppable)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(wrapping)
        self.setSizePolicy(policy)

    # what it shows

    @property
    def buttons(self) -> tuple[TileButton, ...]:
        """The buttons of the tiles shown, in their order."""
        return tuple(self._buttons[: len(self.faces)])

    @property
    def current(self) -> int:
        """The index that Tab comes back to."""
        return self._current

    def show_tiles(self, faces: Sequence[TileFace]) -> None:
        """Show these tiles."""
        before, self.faces = self.faces, tuple(faces)
        if self.faces == before:
            return
        for index, face in enumerate(self.faces):
            self._show_button(index, face)
        left_over = self._buttons[len(self.faces) :]
        had_focus = any(button.hasFocus() for button in left_over)
        self._set_current(min(self._current, max(0, len(self.faces) - 1)))
        if had_focus and self.faces:
            self._buttons[self._current].setFocus(Qt.FocusReason.OtherFocusReason)
        for button in left_over:
            button.hide()
        if list(map(_place, before)) != list(map(_place, self.faces)):
            self._arrange()
            self.updateGeometry()
        if not before or not self.faces:  # the words of an empty row come or go; the buttons paint themselves
            self.update()

    def show_face(self, index: int, face: TileFace) -> None:
        """Show another face in the place of one; it takes as much room."""
        self.faces = (*self.faces[:index], face, *self.faces[index + 1 :])
        self._buttons[index].show_face(face)

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles in another size, with other letters or other words."""
        if style == self._style:
            return
        self._style = style
        for button in self._buttons:
            button.set_style(style)
        self._arrange()
        self.updateGeometry()
        self.update()

    def focus_tile(self, index: int) -> None:
        """Give the keyboard to one tile."""
        if 0 <= index < len(self.faces):
            self._set_current(index)
            self._buttons[index].setFocus(Qt.FocusReason.TabFocusReason)

    def _show_button(self, index: int, face: TileFace) -> None:
        if index == len(self._buttons):
            button = TileButton(face, self._style, self, liftable=self._liftable, draggable=self._draggable)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if index == self._current else Qt.FocusPolicy.ClickFocus)
            button.clicked.connect(partial(self._on_clicked, index))
            button.pointed.connect(partial(self._on_pointed, index))
            chain(self._buttons[-1] if self._buttons else self, button)
            self._buttons.append(button)
        self._buttons[index].show_face(face)
        self._buttons[index].show()

    # where the tiles lie

    def _arrange(self) -> None:
        for button, box in zip(self._buttons, self._boxes(self.width())[0], strict=False):
            button.setGeometry(box)

    def _boxes(self, width: int) -> tuple[list[QRect], int, int]:
        return _boxes_of(self.faces, self._style, width, liftable=self._liftable, wrapping=self._wrapping)

    def _line_height(self) -> int:
        return _line_height(self.faces, self._style, liftable=self._liftable)

    def sizeHint(self) -> QSize:
        _, used, height = self._boxes(1 << 20)
        return QSize(max(used, 1), height)

    def minimumSizeHint(self) -> QSize:
        """One tile where the row may wrap, all of them where it may not."""
        if not self._wrapping:
            return self.sizeHint()
        size = TileButton.size_of(TileFace(None, TileState.CLAIMED), self._style, liftable=self._liftable)
        return QSize(size.width(), self._line_height())

    def heightForWidth(self, width: int) -> int:
        return self._boxes(width)[2]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    # keyboard

    def _set_current(self, index: int) -> None:
        if index == self._current or not self.faces:
            return
        if self._current < len(self._buttons):
            self._buttons[self._current].setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._current = index
        self._buttons[index].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.current_changed.emit(index)

    def ask(self) -> None:
        """Give the keyboard to the first tile, which no Enter or Space that was meant for something else chooses."""
        self.focus_tile(0)
        self.waits = True
        if self._buttons:
            self._buttons[0].installEventFilter(self)

    @property
    def is_walked(self) -> bool:
        """Whether the keyboard walks in the row."""
        return self._current < len(self._buttons) and self._buttons[self._current].is_walked

    def keyPressEvent(self, event: QKeyEvent) -> None:
        target = self._target(event)
        self.waits = self.waits and target is None
        if target is None:
            super().keyPressEvent(event)
        elif 0 <= target < len(self.faces):
            self.focus_tile(target)
        else:
            vertical = event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
            self.walked_off.emit((2 if vertical else 1) * (-1 if target < 0 else 1))

    def _target(self, event: QKeyEvent) -> int | None:
        """The index an arrow key leads to; -1 and the number of tiles stand for outside."""
        key, here, last = event.key(), self._current, len(self.faces) - 1
        if last < 0:
            return None
        step = -1 if self.layoutDirection() is Qt.LayoutDirection.RightToLeft else 1
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return self._above_or_below(down=key == Qt.Key.Key_Down)
        left, right = Qt.Key.Key_Left, Qt.Key.Key_Right
        return {left: here - step, right: here + step, Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}.get(Qt.Key(key))

    def _above_or_below(self, *, down: bool) -> int:
        boxes = [button.geometry() for button in self.buttons]
        here = boxes[self._current]
        lines = sorted({box.bottom() for box in boxes})
        line = lines.index(here.bottom()) + (1 if down else -1)
        if not 0 <= line < len(lines):
            return len(boxes) if down else -1
        middle = here.center().x()
        on_line = [index for index, box in enumerate(boxes) if box.bottom() == lines[line]]
        return min(on_line, key=lambda index: abs(boxes[index].center().x() - middle))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Let Enter and Space choose nothing while the row waits."""
        return self.waits and isinstance(event, QKeyEvent) and event.key() in CHOOSE

    def _on_pointed(self, index: int, on: bool) -> None:  # noqa: FBT001 - a slot of pointed(bool)
        self.pointed.emit(index if on else -1)

    def _on_clicked(self, index: int) -> None:
        if index >= len(self.faces):  # the tile went while the mouse button was down
            return
        self._set_current(index)
        if self.faces[index].state & TileState.NONE_LEFT:
            self.refused.emit(index)
        else:
            self.activated.emit(index)

    # dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _text_of(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        place = self._place_for(event.position().toPoint())
        if place != self._drop_at:
            self._drop_at = place
            self.update()
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._drop_at = None
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        text = _text_of(event.mimeData())
        place = self._place_for(event.position().toPoint())
        self._drop_at = None
        self.update()
        if not text:
            return
        event.acceptProposedAction()
        source = event.source()
        self.drag_source = source if isinstance(source, TileButton) else None
        try:
            self.dropped.emit(text, place)
        finally:
            self.drag_source = None

    def _place_for(self, point: QPoint) -> int:
        """The index before which something dropped here goes."""
        best, distance = len(self.faces), 1 << 30
        for index, button in enumerate(self.buttons):
            box = button.geometry()
            for edge, place in ((box.left(), index), (box.right(), index + 1)):
                away = abs(edge - point.x()) + 4 * max(0, box.top() - point.y(), point.y() - box.bottom())
                if away < distance:
                    best, distance = place, away
        return best

    def paintEvent(self, _event: QPaintEvent) -> None:
        """What an empty row says, and where a dragged tile would go."""
        if self.faces and self._drop_at is None:
            return
        current = look()
        painter = smooth_painter(self)
        if not self.faces and self._placeholder:
            painter.setPen(QColor(current.colours.on_felt_quiet if self._on_felt else current.colours.quiet))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect(), int(flags), self._placeholder)
        if self._drop_at is not None and self._sorts:
            painter.setPen(QPen(QColor(current.colours.chosen), current.RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), current.RADIUS, current.RADIUS)
        elif self._drop_at is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(current.colours.chosen))
            painter.drawRoundedRect(self._drop_bar(current.RING), 1.5, 1.5)
        painter.end()

    def _drop_bar(self, width: int) -> QRect:
        place, count = self._drop_at or 0, len(self.faces)
        if not count:
            return QRect(0, 0, width, self._line_height())
        before = place < count
        box = self._buttons[place if before else count - 1].geometry()
        x = box.left() if before else box.right() - width
        return QRect(x, box.top(), width, box.height())


def _place(face: TileFace) -> tuple[int, bool, bool]:
    """Return what of a face decides where the tiles after it lie."""
    return face.state & _TURNED_OR_RAISED, face.gap, face.new_line


def _text_of(data: QMimeData) -> str:
    if data.hasFormat(MIME_TILE):
        return bytes(data.data(MIME_TILE).data()).decode("utf-8", "replace")
    return data.text() if data.hasText() and not data.hasUrls() else ""  # a file is the window's
