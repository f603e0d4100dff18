"""The table seen from above: four players around the felt, and the payments between them as arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mjcompanion.table.words import figure, signed
from mjcompanion.tiles import Tile, Wind

from ...foreign import set_tooltip
from ...parts.chips import ChipsPicture
from ...parts.fitting import Fits
from ...parts.tiles import picture_on
from ...theme import Look, look, paint_ring

CHIPS_HEIGHT: Final = 48
BETTOR: Final = 4
"""The first number that is no player's."""
_SIDES: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Where the players sit as seen from the middle: below, right, above, left; counter-clockwise as turns pass."""
_TILES: Final = {wind: Tile.parse(f"{place}z") for place, wind in enumerate(Wind, 1)}


class Sitting(msgspec.Struct, frozen=True):
    """What a player's place shows. `change` is None before anything was paid; `pieces` are chips, value and count."""

    player: int
    name: str
    wind: Wind | None
    balance: int
    change: int | None = None
    pieces: tuple[tuple[int, int], ...] | None = None
    remark: str = ""
    marked: bool = False


class Arrow(msgspec.Struct, frozen=True):
    """A payment on the felt: between which players, its figure, and whether it goes to the winner."""

    payer: int
    payee: int
    figure: str
    strong: bool = True


class Place(QAbstractButton):
    """One player's place at the table: wind, name, balance, last change, and the chips."""

    def __init__(self, parent: QWidget, *, with_chips: bool) -> None:
        super().__init__(parent)
        self._sitting = Sitting(0, "", None, 0)
        self.chips = ChipsPicture(self) if with_chips else None
        if self.chips is not None:
            self.chips.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def sitting(self) -> Sitting:
        """What is shown."""
        return self._sitting

    def seat(self, sitting: Sitting, words: str, *, active: bool) -> None:
        """Show a player; `words` is all of it in a sentence."""
        self._sitting = sitting
        self.setAccessibleName(words)
        set_tooltip(self, words)
        self.setEnabled(active)  # elsewhere it only tells
        self.setCursor(Qt.CursorShape.PointingHandCursor if active else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if active else Qt.FocusPolicy.NoFocus)
        self.update()

    def text_height(self) -> int:
        """The height of the words alone."""
        current = look()
        return round(current.body * 1.35 + current.title * 1.4 + 2 * current.S)

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, shown = look(), self._sitting
        c = current.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = 2 if shown.marked else current.line_width
        box = QRectF(self.rect()).adjusted(line / 2 + 1, line / 2 + 1, -line / 2 - 1, -line / 2 - 1)
        hover = self.underMouse() and self.focusPolicy() != Qt.FocusPolicy.NoFocus
        painter.setBrush(QColor(c.hover if hover else c.card))
        painter.setPen(QPen(QColor(c.accent if shown.marked else c.line), line))
        painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        left = current.M
        high = self.text_height()
        if shown.wind is not None:
            wide = round((high - 2 * current.S) * 0.62)
            picture = picture_on(self, _TILES[shown.wind], wide)
            tall = picture.height() / picture.devicePixelRatio()
            painter.drawPixmap(QPointF(left, (high - tall) / 2 + 1), picture)
            left += wide + current.M
        self._words(painter, current, QRectF(left, current.S, self.width() - left - current.M, high - 2 * current.S))
        if self.hasFocus():
            ring = QPainterPath()
            ring.addRoundedRect(box, current.RADIUS, current.RADIUS)
            paint_ring(painter, current, ring)
        painter.end()

    def _words(self, painter: QPainter, current: Look, box: QRectF) -> None:
        c, shown = current.colours, self._sitting
        east = shown.wind is Wind.EAST
        large = self.chips is not None
        balance_font = current.font(current.title if large else current.body, bold=True)
        change_font = current.font(current.body if large else current.small, bold=True)
        balance = figure(shown.balance)
        change = "" if shown.change is None else signed(shown.change)
        paid_at = QFontMetricsF(balance_font).horizontalAdvance(balance) + current.S
        paid = QFontMetricsF(change_font).horizontalAdvance(change)
        above = bool(change) and not shown.remark and paid_at + paid > box.width()  # no room beside the balance
        painter.setFont(current.font(current.body, bold=True))
        metrics = painter.fontMetrics()
        painter.setPen(QColor(c.accent if east else c.text))
        upper = QRectF(box.left(), box.top(), box.width(), box.height() * 0.46)
        small = current.font(current.small)
        remark = QFontMetricsF(small).elidedText(shown.remark, Qt.TextElideMode.ElideRight, box.width() * 0.62)
        beside = paid if above else QFontMetricsF(small).horizontalAdvance(remark)
        apart = beside + current.S if beside else 0
        name = metrics.elidedText(shown.name, Qt.TextElideMode.ElideRight, int(box.width() - apart))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(upper, int(flags | Qt.TextFlag.TextSingleLine), name)
        if remark:
            painter.setFont(small)
            painter.setPen(QColor(c.warn))
            painter.drawText(upper, int(right | Qt.TextFlag.TextSingleLine), remark)
        lower = QRectF(box.left(), upper.bottom(), box.width(), box.height() - upper.height())
        painter.setFont(balance_font)
        painter.setPen(QColor(c.text))
        painter.drawText(lower, int(flags), balance)
        if shown.change is not None:
            painter.setFont(change_font)
            painter.setPen(QColor(c.good if shown.change > 0 else c.wrong if shown.change < 0 else c.quiet))
            if above:
                painter.drawText(upper, int(right), change)
            else:
                painter.drawText(lower.adjusted(paid_at, 0, 0, 0), int(flags), change)


class Square(Fits, QWidget):
    """The felt with the places around it, and something in the middle.

    Signals:
        picked(int): a player's place was clicked, or chosen by keyboard.
    """

    picked = Signal(int)

    def __init__(self, name: str, middle: QWidget | None = None, *, chips: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._with_chips = chips
        self._middle = middle
        if middle is not None:
            middle.setParent(self)
        self._arrows: tuple[Arrow, ...] = ()
        self._active = False
        self.places = [Place(self, with_chips=chips) for _ in range(4)]
        self.bettor = Place(self, with_chips=False)
        self.bettor.hide()
        for place in self.places:
            place.clicked.connect(self._on_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """The payments shown."""
        return self._arrows

    def seat(self, sittings: Sequence[Sitting], words: Sequence[str], *, active: bool = False) -> None:
        """Show the players by the chairs, counter-clockwise from the one below, and perhaps a bettor."""
        self._active = active
        for place, sitting, said in zip(self.places, sittings, words, strict=False):
            place.seat(sitting, said, active=active)
        betting = len(sittings) > BETTOR
        if betting:
            self.bettor.seat(sittings[BETTOR], words[BETTOR], active=False)
        self.bettor.setVisible(betting)
        self.updateGeometry()
        self.fit()
        self.update()

    def pay(self, arrows: Sequence[Arrow]) -> None:
        """Show payments."""
        self._arrows = tuple(arrows)
        self.update()

    def _on_clicked(self) -> None:
        place = self.sender()
        if isinstance(place, Place) and self._active:
            self.picked.emit(place.sitting.player)

    # where everything is

    def _place_size(self) -> QSize:
        """A place's size: as wide as names ask for, within the room there is; chips only where all three fit."""
        current = look()
        high, chips = self._heights()
        wide = round((250 if self._with_chips else 190) * current.scale)
        room = round(self.width() * (0.4 if self._middle is None else 0.32))
        if self._with_chips and self.height() >= 3 * (high + chips) + 2 * current.S:
            high += chips
        return QSize(max(120, min(wide, room)), high)

    def _heights(self) -> tuple[int, int]:
        """The height of a place's words, and of its chips."""
        shown = self._with_chips and any(one.sitting.pieces is not None for one in self.places)
        return self.places[0].text_height(), round(CHIPS_HEIGHT * look().scale) + look().S if shown else 0

    def middle_room(self, width: int, height: int) -> QSize:
        """The room that a middle would have on a table of this size."""
        current = look()
        wide = min(round(250 * current.scale), round(width * 0.32))
        high, chips = self._heights()
        if height >= 3 * (high + chips) + 2 * current.S:
            high += chips
        return QSize(width - 2 * wide - 2 * current.M, height - 2 * high - 2 * current.M)

    def set_middle(self, middle: QWidget | None) -> None:
        """Lay something in the middle, or nothing."""
        self._middle = middle
        if middle is not None:
            middle.setParent(self)
        self.updateGeometry()
        self.fit()

    def minimumSizeHint(self) -> QSize:
        """Room for the places above each other with their chips, and for arrows between them."""
        current = look()
        high = sum(self._heights())
        between = 0 if self._with_chips else round(90 * current.scale)
        return QSize(round(300 + 80 * current.scale), 3 * high + between + 2 * current.S)

    def sizeHint(self) -> QSize:
        least = self.minimumSizeHint()
        return QSize(least.width() + 200, least.height() + 60)

    def fit(self) -> None:
        """Lay out what is in it for the room there is."""
        size = self._place_size()
        middle = self.rect().center()
        for place, (x, y) in zip(self.places, _SIDES, strict=True):
            left = middle.x() - size.width() // 2
            top = middle.y() - size.height() // 2
            if x:
                left = self.width() - size.width() if x > 0 else 0
            if y:
                top = self.height() - size.height() if y > 0 else 0
            place.setGeometry(left, top, size.width(), size.height())
            if place.chips is not None:
                above = place.text_height()
                gap = look().M
                place.chips.setVisible(place.sitting.pieces is not None and size.height() > above + gap)
                place.chips.setGeometry(gap, above, size.width() - 2 * gap, size.height() - above - look().XS)
        self.bettor.setGeometry(0, 0, min(size.width(), (self.width() - size.width()) // 2 - look().S), size.height())
        if self._middle is not None:
            room = QRect(0, 0, self.width() - 2 * size.width() - 2 * look().M, self._middle_height(size))
            room.moveCenter(middle)
            self._middle.setGeometry(room)

    def _middle_height(self, size: QSize) -> int:
        return max(40, self.height() - 2 * size.height() - 2 * look().M)

    def felt(self) -> QRectF:
        """Where the felt is: under the inner half of each place."""
        size = self._place_size()
        inset_x, inset_y = size.width() * 0.42, size.height() * 0.5
        return QRectF(self.rect()).adjusted(inset_x, inset_y, -inset_x, -inset_y)

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        c = current.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(c.felt))
        painter.setPen(QPen(QColor(c.felt_edge), 3))
        painter.drawRoundedRect(self.felt(), 2 * current.RADIUS, 2 * current.RADIUS)
        for arrow in sorted(self._arrows, key=lambda one: one.strong):
            self._arrow(painter, current, arrow)
        for arrow in self._arrows:
            self._figure(painter, current, arrow)
        painter.end()

    def _ends(self, arrow: Arrow) -> tuple[QPointF, QPointF]:
        return self._anchor(arrow.payer, arrow.payee), self._anchor(arrow.payee, arrow.payer)

    def _anchor(self, at: int, towards: int) -> QPointF:
        """Where an arrow meets a place: on its inner edge, the arrows apart and none crossing another there."""
        if at >= BETTOR:
            box = QRectF(self.bettor.geometry())
            return QPointF(box.right() - box.height() / 2, box.bottom() + 3)
        box = QRectF(self.places[at].geometry())
        x, y = _SIDES[at]
        other = _SIDES[towards] if towards < BETTOR else (-1, -1)
        if x:
            spread = box.height() * 0.26
            return QPointF(box.left() - 4 if x > 0 else box.right() + 4, box.center().y() + spread * other[1])
        spread = box.width() * 0.28
        return QPointF(box.center().x() + spread * other[0], box.top() - 4 if y > 0 else box.bottom() + 4)

    def _arrow(self, painter: QPainter, current: Look, arrow: Arrow) -> None:
        c = current.colours
        start, end = self._ends(arrow)
        colour = QColor(c.arrow_strong if arrow.strong else c.arrow)
        thick = (4.0 if arrow.strong else 2.5) * min(current.scale, 1.4)
        length = math.hypot(end.x() - start.x(), end.y() - start.y())
        if length < 1:
            return
        along = QPointF((end.x() - start.x()) / length, (end.y() - start.y()) / length)
        across = QPointF(-along.y(), along.x())
        head = thick * 3.2
        pen = QPen(colour, thick)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        if not arrow.strong:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(start, end - along * head * 0.8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        base = end - along * head
        painter.drawPolygon(QPolygonF([end, base + across * head * 0.55, base - across * head * 0.55]))

    def _figure(self, painter: QPainter, current: Look, arrow: Arrow) -> None:
        """The figure on its arrow, nearer to who pays, so that the two that cross stay apart."""
        c = current.colours
        start, end = self._ends(arrow)
        opposite = arrow.payer < BETTOR and arrow.payee < BETTOR and (arrow.payer + arrow.payee) % 2 == 0
        share = 0.27 if opposite else 0.5
        middle = start + (end - start) * share
        painter.setFont(current.font(current.body, bold=arrow.strong))
        metrics = QFontMetricsF(painter.font())
        box = QRectF(0, 0, metrics.horizontalAdvance(arrow.figure) + 2 * current.S, metrics.height() + current.XS)
        box.moveCenter(middle)
        painter.setPen(QPen(QColor(c.line), current.line_width))
        painter.setBrush(QColor(c.card))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(QColor(c.text))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), arrow.figure)
