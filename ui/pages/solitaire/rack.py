"""The rack along the bottom: sets and flowers laid out at the left, the hand at the right."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QLinearGradient, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.solitaire.game import Holding, LaidSet
from mjcompanion.solitaire.moves import CLAIMS, Do, Move

from ...theme import look, smooth_painter
from ...widgets.fitting import Fits
from ...widgets.keys import ENTER
from ...widgets.tiles import TileButton, TileFace, TileRow, TileState, TileStyle
from ...widgets.tiles.art import shape_of
from ...widgets.tiles.row import gap_of, width_of

_LAID_SHARE = 0.78
"""The width of laid-out tiles, of those in hand."""
_NARROWEST = 20
_WIDEST_SHARE = 1.4
_GROWTH = 620
"""How much wider than the settings say tiles may be where there is room; in higher windows a part of so many more."""
_KONG = 4


class HandRow(TileRow):
    """The hand: tiles are lifted, discarded, and put into another order.

    Signals:
        entered(int): Enter was pressed on a tile.
        spaced(int): Space was pressed on a tile.
        doubled(int): a tile was clicked twice in quick succession.
        shifted(int, int): a tile is to stand in another place, by Ctrl and an arrow or dragged there.
    """

    entered = Signal(int)
    spaced = Signal(int)
    doubled = Signal(int)
    shifted = Signal(int, int)

    def __init__(self, name: str) -> None:
        super().__init__(name, wrapping=False, droppable=True)
        self.counts_clicks = True
        """Whether two clicks in quick succession are two clicks, or one double click."""
        self.dropped.connect(self._on_dropped)

    def _show_button(self, index: int, face: TileFace) -> None:
        super()._show_button(index, face)
        self._buttons[index].installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter discards at once where a click would lift first; Space lifts."""
        if isinstance(watched, TileButton):
            at = self._at(watched)
            if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and at >= 0:
                if event.key() in ENTER:
                    if not event.isAutoRepeat() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                        self.entered.emit(at)
                    return True
                if event.key() == Qt.Key.Key_Space:
                    if not event.isAutoRepeat():
                        self.spaced.emit(at)
                    return True
            elif event.type() is QEvent.Type.MouseButtonDblClick and at >= 0:
                self.doubled.emit(at)
                if not self.counts_clicks:
                    return True  # the second click isn't one by itself: another tile may stand here by now
        return super().eventFilter(watched, event)

    @property
    def tile_width(self) -> int:
        return self._style.width

    def _at(self, button: TileButton) -> int:
        return self.buttons.index(button) if button in self.buttons else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            to = self.current + step
            if 0 <= to < len(self.faces):
                self.shifted.emit(self.current, to)
                self.focus_tile(to)
        else:
            super().keyPressEvent(event)

    def _on_dropped(self, _text: str, place: int) -> None:
        source = self.drag_source
        if source is None or source not in self.buttons:
            return  # tiles of elsewhere aren't in this game
        at = self._at(source)
        self.shifted.emit(at, place - 1 if place > at else place)


class Rack(Fits, QWidget):
    """The band of wood with everything the person has. What it shows is laid out so that it always fits."""

    def __init__(self) -> None:
        super().__init__()
        self._style = TileStyle()
        self._most = 14
        self.laid = TileRow(self.tr("Your sets"), wrapping=False, liftable=False, draggable=False)
        self.flowers = TileRow(self.tr("Your flowers"), wrapping=False, liftable=False, draggable=False)
        self.hand = HandRow(self.tr("Your hand"))
        for row in (self.laid, self.flowers, self.hand):
            row.setParent(self)
        QWidget.setTabOrder(self.laid, self.flowers)
        QWidget.setTabOrder(self.flowers, self.hand)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_style(self, style: TileStyle) -> None:
        """Show the tiles with other words, or in another size where there is room."""
        self._style = style
        self.fit()
        self.updateGeometry()

    def show_holding(
        self, holding: Holding, faces: list[TileFace], lit: frozenset[Tile] = frozenset(), *, most: int = 14
    ) -> None:
        """Show what the person has, the hand with these faces; beside what is laid out it holds `most` tiles at most.

        There is room for those always, so that no tile changes its size when one is drawn or discarded.
        """
        self._most = most
        laid = [face for at, one in enumerate(holding.laid) for face in self._laid_faces(one, lit, gap=at > 0)]
        self.laid.show_tiles(laid)
        self.flowers.show_tiles([TileFace(tile) for tile in holding.flowers])
        self.laid.setVisible(bool(laid))
        self.flowers.setVisible(bool(holding.flowers))
        self.hand.show_tiles(faces)
        self.fit()

    def _laid_faces(self, one: LaidSet, lit: frozenset[Tile], *, gap: bool) -> Iterator[TileFace]:
        """A set as it is: the claimed tile turned, a concealed kong with its middle tiles face down."""
        turned = one.tiles.index(one.claimed) if one.claimed is not None and one.claimed in one.tiles else None
        for at, tile in enumerate(one.tiles):
            state = TileState.CLAIMED if at == turned else TileState.NORMAL
            if tile in lit:
                state |= TileState.HINT
            if one.concealed and len(one.tiles) == _KONG and at in (1, 2):
                yield TileFace(None, name=tile.name(self._style.terms), gap=gap and at == 0)
            else:
                yield TileFace(tile, state, gap=gap and at == 0)

    def box_of(self, move: Move) -> QRect:
        """Where the front of a move's tile is in this widget: in the hand, after it, or among the sets."""
        if move.do is Do.FLOWER or move.do in CLAIMS or move.do in (Do.LAY, Do.CONCEALED_KONG, Do.ADDED_KONG):
            row = self.flowers if move.do is Do.FLOWER else self.laid
            left = row.geometry().right() if row.isVisible() else look().M
            wide = max(_NARROWEST, round(self.hand.tile_width * _LAID_SHARE))
        elif move.do not in (Do.DRAW, Do.LOOSE, Do.END_TILE):
            own = [button for button in self.hand.buttons if button.tile is move.tile]
            button = next((one for one in own if one.state & TileState.SELECTED), own[-1] if own else None)
            if button is not None:
                return QRect(button.mapTo(self, button.front.topLeft().toPoint()), button.front.size().toSize())
            left, wide = self.width() // 2, self.hand.tile_width
        else:
            wide, left = self.hand.tile_width, self.hand.geometry().left()
            if self.hand.faces:
                last = self.hand.buttons[-1].geometry().translated(self.hand.pos())
                left = last.left() if self.hand.faces[-1].gap else last.right() + look().M
        shape = shape_of(wide)
        top = self.height() - look().S - shape.picture_height
        return QRect(left, top, shape.front_width, shape.front_height)

    # where everything is

    def _highest(self) -> int:
        """The width that tiles have where there is room enough."""
        window = self.window().height() if self.window() is not self else 800
        share = max(_WIDEST_SHARE, window / _GROWTH)
        return max(_NARROWEST, min(round(self._style.width * share), round(window * 0.085)))

    def _widths(self, width: int) -> tuple[int, int, int]:
        """What sets, flowers and hand take at a tile width."""
        small = max(_NARROWEST - 4, round(width * _LAID_SHARE))
        laid, flowers = _row_width(self.laid, small), _row_width(self.flowers, small)
        groups = 1 + sum(face.gap for face in self.hand.faces)
        hand = width_of(TileStyle(width), max(self._most, len(self.hand.faces)), max(2, groups))  # one is apart
        return laid, flowers, hand

    def _fitting(self) -> int:
        current = look()
        room = self.width() - 2 * current.M
        width = self._highest()
        while width > _NARROWEST:
            parts = [part for part in self._widths(width) if part]
            if sum(parts) + current.L * (len(parts) - 1) <= room:
                break
            width -= 1
        return width

    def fit(self) -> None:
        current = look()
        width = self._fitting()
        small = max(_NARROWEST - 4, round(width * _LAID_SHARE))
        self.hand.set_style(TileStyle(width, self._style.index, self._style.terms))
        for row in (self.laid, self.flowers):
            row.set_style(TileStyle(small, self._style.index, self._style.terms))
        laid, flowers, hand = self._widths(width)
        x = current.M
        bottom = self.height() - current.S
        for row, wide in ((self.laid, laid), (self.flowers, flowers)):
            if wide:
                high = row.sizeHint().height()
                row.setGeometry(x, bottom - high, wide, high)
                x += wide + current.L
        high = self.hand.sizeHint().height()
        room = self.width() - current.M - x
        # the hand is in the middle of the rack where there is room, else right of what is laid out
        middle = (self.width() - hand) // 2
        left = max(x, middle) if middle + hand <= x + room else max(x, self.width() - current.M - hand)
        self.hand.setGeometry(left, bottom - high, self.width() - current.XS - left, high)

    def sizeHint(self) -> QSize:
        """As high as tiles are where there is room for them; it doesn't change while one plays."""
        current = look()
        high = shape_of(self._highest()).picture_height + current.LIFT_SELECTED + 2 * current.S
        return QSize(400, high)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        c = current.colours
        painter = smooth_painter(self)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        wood = QLinearGradient(box.topLeft(), box.bottomLeft())
        wood.setColorAt(0, QColor(c.rack).lighter(106))
        wood.setColorAt(1, QColor(c.rack))
        painter.setPen(QPen(QColor(c.rack_edge), current.line_width))
        painter.setBrush(wood)
        painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        painter.setPen(QPen(QColor(c.rack_edge), 2))
        y = self.height() - current.S + 1
        painter.drawLine(current.S, y, self.width() - current.S, y)
        painter.end()


def _row_width(row: TileRow, width: int) -> int:
    """What a row's tiles take when they are this wide."""
    if not row.faces:
        return 0
    style = TileStyle(width)
    between = gap_of(style)
    wide = sum(TileButton.size_of(face, style, liftable=False).width() + between for face in row.faces)
    return wide - between + look().L * sum(face.gap for face in row.faces)
