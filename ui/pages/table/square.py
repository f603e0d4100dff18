"""The table seen from above: four players around the felt, and the payments between them as arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.table.words import figure, signed

from ...rich_text import set_tooltip
from ...theme import Look, look, paint_ring, smooth_painter
from ...widgets.chips import ChipsPicture
from ...widgets.felt import fitted, paint_cloth
from ...widgets.fitting import Fits
from ...widgets.session_sheet import in_lines
from ...widgets.tiles import picture_on

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
    remarks: tuple[str, ...] = ()
    marked: bool = False


class Arrow(msgspec.Struct, frozen=True):
    """A payment on the felt: between which players, its figure, and whether it goes to the winner."""

    payer: int
    payee: int
    figure: str
    strong: bool = True


class PlaceCard(QAbstractButton):
    """One player's place at the table: wind, name, balance, last change, and the chips."""

    def __init__(self, parent: QWidget, *, with_chips: bool) -> None:
        super().__init__(parent)
        self.sitting = Sitting(0, "", None, 0)
        """What is shown."""
        self._points = 0
        self.chips = ChipsPicture(self) if with_chips else None
        if self.chips is not None:
            self.chips.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def seat(self, sitting: Sitting, words: str, *, active: bool) -> None:
        """Show a player; `words` is all of it in a sentence."""
        self.sitting = sitting
        self.setAccessibleName(words)
        set_tooltip(self, words)
        self.setEnabled(active)  # elsewhere it only tells
        self.setCursor(Qt.CursorShape.PointingHandCursor if active else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if active else Qt.FocusPolicy.NoFocus)
        self.update()

    def set_letters(self, points: int) -> None:
        """Write the points so large, in pixels, and all else by that."""
        self._points = points
        self.update()

    def _fonts(self) -> tuple[QFont, QFont, QFont]:
        """Those of the name, the points, and the last change."""
        current = look()
        points = self._points or (current.title if self.chips is not None else current.body)
        name = max(current.body, round(points * 0.62))
        change = current.small if self.chips is None else max(current.body, round(points * 0.56))
        return current.font(name, bold=True), current.font(points, bold=True), current.font(change, bold=True)

    def text_height(self, width: int | None = None) -> int:
        """The height of the words alone, in a place so wide."""
        current = look()
        name, points, change = (QFontMetricsF(font).height() for font in self._fonts())
        room = (self.width() if width is None else width) - self._left() - current.M
        more = change if self._below(room) else 0
        remarks = len(self._remarks(room)) * QFontMetricsF(current.font(current.small)).height()
        return round(name + points + more + remarks + 1.5 * current.S)

    def _tile(self) -> int:
        """How wide the tile of the wind is."""
        if self.sitting.wind is None:
            return 0
        name, points, _ = (QFontMetricsF(font).height() for font in self._fonts())
        return round((name + points - look().S) * 0.66)

    def _left(self) -> int:
        """Where the words begin."""
        tile = self._tile()
        return look().M + (tile + look().M if tile else 0)

    def _below(self, room: float) -> bool:
        """Whether the last change stands below the points, for want of room beside them."""
        shown = self.sitting
        if shown.change is None:
            return False
        _, points, change = map(QFontMetricsF, self._fonts())
        return points.horizontalAdvance(figure(shown.balance)) + change.horizontalAdvance(signed(shown.change)) > (
            room - look().S
        )

    def _remarks(self, room: float) -> list[str]:
        """What is owed, in as many lines as it takes."""
        metrics = QFontMetrics(look().font(look().small))
        lines: list[str] = []
        for remark in self.sitting.remarks:
            lines += in_lines(metrics, remark, int(room), 2)
        return lines

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, shown = look(), self.sitting
        c = current.colours
        painter = smooth_painter(self)
        east = shown.wind is Wind.EAST
        line = 2 if shown.marked or (east and self.chips is not None) else current.line_width
        box = QRectF(self.rect()).adjusted(line / 2 + 1, line / 2 + 1, -line / 2 - 1, -line / 2 - 1)
        hover = self.underMouse() and self.focusPolicy() != Qt.FocusPolicy.NoFocus
        painter.setBrush(QColor(c.hover if hover else c.card))
        painter.setPen(QPen(QColor(c.winner if line > current.line_width else c.line), line))
        painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        wide = self._tile()
        if shown.wind is not None:
            picture = picture_on(self, _TILES[shown.wind], wide)
            painter.drawPixmap(QPointF(current.M, current.S), picture)
        self._words(
            painter, current, QRectF(self._left(), current.S * 0.75, self.width() - self._left() - current.M, 0)
        )
        if self.hasFocus():
            ring = QPainterPath()
            ring.addRoundedRect(box, current.RADIUS, current.RADIUS)
            paint_ring(painter, current, ring)
        painter.end()

    def _words(self, painter: QPainter, current: Look, box: QRectF) -> None:
        """Name, points and last change, and what is owed, from the top of a box down."""
        c, shown = current.colours, self.sitting
        name, points, change = self._fonts()
        left = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine)
        below = self._below(box.width())

        def line(font: QFont, colour: str, words: str, *, indent: float = 0.0) -> None:
            room = box.width() - indent
            painter.setFont(fitted(font, words, room, least=min(font.pixelSize(), current.body)))
            painter.setPen(QColor(colour))
            text = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, math.ceil(room))
            painter.drawText(
                QRectF(box.left() + indent, box.top(), room + 2, painter.fontMetrics().height()), left, text
            )

        def down(font: QFont) -> None:
            box.translate(0, QFontMetricsF(font).height())

        line(name, c.text, shown.name)
        down(name)
        balance = figure(shown.balance)
        line(points, c.text, balance)
        if shown.change is not None:
            colour = c.good if shown.change > 0 else c.text if shown.change < 0 else c.quiet
            if below:
                down(points)
                line(change, colour, signed(shown.change))
            else:
                rise = QFontMetricsF(points).ascent() - QFontMetricsF(change).ascent()
                box.translate(0, rise)
                line(
                    change,
                    colour,
                    signed(shown.change),
                    indent=QFontMetricsF(points).horizontalAdvance(balance) + current.S,
                )
                box.translate(0, -rise)
        down(change if below else points)
        small = current.font(current.small)
        for remark in self._remarks(box.width()):
            line(small, c.warn, remark)
            down(small)


class Square(Fits, QWidget):
    """The felt with the places around it, and something in the middle.

    Signals:
        picked(int): a player's place was clicked, or chosen by keyboard.
    """

    picked = Signal(int)

    def __init__(self, name: str, middle: QWidget | None = None, *, chips: bool) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._with_chips = chips
        self._middle = middle
        if middle is not None:
            middle.setParent(self)
        self.arrows: tuple[Arrow, ...] = ()
        """The payments shown."""
        self._active = False
        self.places = [PlaceCard(self, with_chips=chips) for _ in range(4)]
        self.guests = [PlaceCard(self, with_chips=False) for _ in range(2)]
        """Who bets or sits out."""
        for guest in self.guests:
            guest.hide()
        for place in self.places:
            place.clicked.connect(self._on_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def seat(self, sittings: Sequence[Sitting], words: Sequence[str], *, active: bool = False) -> None:
        """Show the players by the chairs, counter-clockwise from the one below, then those who bet or sit out."""
        self._active = active
        for place, sitting, said in zip(self.places, sittings, words, strict=False):
            place.seat(sitting, said, active=active)
        for at, guest in enumerate(self.guests, BETTOR):
            if at < len(sittings):
                guest.seat(sittings[at], words[at], active=False)
            guest.setVisible(at < len(sittings))
        self.updateGeometry()
        self.fit()
        self.update()

    def pay(self, arrows: Sequence[Arrow]) -> None:
        """Show payments."""
        self.arrows = tuple(arrows)
        self.update()

    def _on_clicked(self) -> None:
        place = self.sender()
        if isinstance(place, PlaceCard) and self._active:
            self.picked.emit(place.sitting.player)

    # where everything is

    def _letters(self) -> int:
        """How large the points are, in pixels: they grow with the table."""
        current = look()
        if not self._with_chips:
            return current.body
        return max(current.title, round(min(self.width() * 0.046, self.height() * 0.062)))

    def _widths(self) -> tuple[int, int]:
        """How wide the places below and above are, and those at the sides."""
        current = look()
        if not self._with_chips:
            wide = min(round(190 * current.scale), round(self.width() * (0.4 if self._middle is None else 0.32)))
            return max(120, wide), max(120, wide)
        wanted = max(round(240 * current.scale), 9 * self._letters())
        return min(wanted, round(self.width() * 0.44)), min(wanted, round(self.width() * 0.29))

    def _chips_height(self) -> int:
        shown = self._with_chips and any(one.sitting.pieces is not None for one in self.places)
        return round(CHIPS_HEIGHT * look().scale) + look().S if shown else 0

    def _heights(self) -> tuple[int, int]:
        """How high the places below and above are, and those at the sides: chips only where all three fit."""
        below, right, above, left = self.places
        wide, narrow = self._widths()
        high = max(below.text_height(wide), above.text_height(wide))
        side = max(left.text_height(narrow), right.text_height(narrow))
        chips = self._chips_height()
        if chips and self.height() >= 2 * high + side + 3 * chips + 2 * look().S:
            room = self.height() - 2 * (high + chips) - side - 2 * look().S
            parts = [one.chips.heightForWidth(narrow - 2 * look().M) for one in (left, right) if one.chips is not None]
            return high + chips, side + min(room, max(chips, *parts))
        return high, side

    def minimumSizeHint(self) -> QSize:
        """Room for the places above each other with their chips, and for arrows between them."""
        current = look()
        wide, narrow = self._widths()
        words = [place.text_height(wide if at % 2 == 0 else narrow) for at, place in enumerate(self.places)]
        high = max(words[0], words[2]) * 2 + max(words[1], words[3]) + 3 * self._chips_height()
        between = 0 if self._with_chips else round(90 * current.scale)
        return QSize(round(300 + 80 * current.scale), high + between + 3 * current.S)

    def sizeHint(self) -> QSize:
        least = self.minimumSizeHint()
        return QSize(least.width() + 200, least.height() + 60)

    def fit(self) -> None:
        for place in (*self.places, *self.guests):
            place.set_letters(self._letters() if self._with_chips else 0)
        widths, heights = self._widths(), self._heights()
        middle = self.rect().center()
        for place, (x, y) in zip(self.places, _SIDES, strict=True):
            wide, high = (widths[1], heights[1]) if x else (widths[0], heights[0])
            left = middle.x() - wide // 2 if not x else self.width() - wide if x > 0 else 0
            top = middle.y() - high // 2 if not y else self.height() - high if y > 0 else 0
            place.setGeometry(left, top, wide, high)
            if place.chips is not None:
                above = place.text_height(wide)
                gap = look().M
                place.chips.setVisible(place.sitting.pieces is not None and high > above + gap)
                place.chips.setGeometry(gap, above, wide - 2 * gap, high - above - look().XS)
        wide = (self.width() - widths[0]) // 2 - look().S
        for right, guest in enumerate(self.guests):
            size = min(widths[0], wide)
            guest.setGeometry(right * (self.width() - size), 0, size, guest.text_height(size))
        if self._middle is not None:
            room = QRect(
                0, 0, self.width() - 2 * widths[1] - 2 * look().M, self.height() - 2 * heights[0] - 2 * look().M
            )
            room.moveCenter(middle)
            self._middle.setGeometry(room)

    def felt(self) -> QRectF:
        """Where the felt is: under the inner half of each place."""
        inset_x, inset_y = self._widths()[1] * 0.42, self._heights()[0] * 0.5
        return QRectF(self.rect()).adjusted(inset_x, inset_y, -inset_x, -inset_y)

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        painter = smooth_painter(self)
        paint_cloth(painter, self.felt(), current, radius=2 * current.RADIUS)
        for arrow in sorted(self.arrows, key=lambda one: one.strong):
            self._arrow(painter, current, arrow)
        for arrow in self.arrows:
            self._figure(painter, current, arrow)
        painter.end()

    def _ends(self, arrow: Arrow) -> tuple[QPointF, QPointF]:
        return self._anchor(arrow.payer, arrow.payee), self._anchor(arrow.payee, arrow.payer)

    def _side(self, player: int) -> int | None:
        """The side at which a player sits; None for a bettor."""
        return next((side for side, place in enumerate(self.places) if place.sitting.player == player), None)

    def _anchor(self, player: int, towards: int) -> QPointF:
        """Where an arrow meets a place: on its inner edge, the arrows apart and none crossing another there."""
        at, there = self._side(player), self._side(towards)
        if at is None:
            box = QRectF(self.guests[0].geometry())
            return QPointF(box.right() - box.height() / 2, box.bottom() + 3)
        box = QRectF(self.places[at].geometry())
        x, y = _SIDES[at]
        other = _SIDES[there] if there is not None else (-1, -1)
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
        payer, payee = self._side(arrow.payer), self._side(arrow.payee)
        opposite = payer is not None and payee is not None and (payer + payee) % 2 == 0
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
