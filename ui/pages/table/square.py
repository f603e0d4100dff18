"""The table seen from above: four players around the felt, and the payments between them as arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
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

from ...rich_text import PlainLabel, set_tooltip
from ...theme import Look, look, paint_ring, set_role, smooth_painter
from ...widgets import TextLabel
from ...widgets.chips import GRID, ChipsPicture
from ...widgets.felt import fitted, paint_cloth
from ...widgets.fitting import Fits
from ...widgets.session_sheet import in_lines
from ...widgets.tiles import picture_on
from ...widgets.tiles.art import shape_of

CARD: Final = 208
"""The width of a player's place, at 100 % text."""
_TEXT_AT: Final = 71
"""Where the words of a place begin: the tile of the wind is before them."""
_TILE, _EAST_TILE, _ROUND_TILE = 34, 42, 76
_LEAST_TILE: Final = 16
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
    won: bool = False


class Arrow(msgspec.Struct, frozen=True):
    """A payment on the felt: between which players, its figure, and whether it goes to the winner."""

    payer: int
    payee: int
    figure: str
    strong: bool = True


class RoundMark:
    """What lies in the middle of the felt: the round with its wind's tile, the hand, and a sentence about East."""

    def __init__(self, parent: QWidget) -> None:
        self.title = TextLabel("", "on-felt-display", parent)
        self.hand = TextLabel("", "on-felt-quiet-large", parent)
        self.sentence = TextLabel("", "on-felt-large", parent)
        self.tile = PlainLabel("", parent)
        self.wind: Wind | None = None
        """That of the round."""
        for label in self.labels:
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.hide()

    @property
    def labels(self) -> tuple[PlainLabel, ...]:
        """All of it, from the top down."""
        return self.title, self.hand, self.tile, self.sentence

    def text(self) -> str:
        """Return the round and the hand."""
        return "\n".join(filter(None, (self.title.text(), self.hand.text())))

    def show_round(self, wind: Wind | None, title: str, hand: str) -> None:
        """Show the wind of the round, or none, and some words."""
        self.wind = wind
        self.title.setText(title)
        self.hand.setText(hand)
        self.tile.setAccessibleName(wind.word if wind is not None else "")

    def place(self, felt: QRect, card: QSize, largest: int) -> None:
        """Lay it out on the felt, around which are four places so large.

        The words are above and below the tile in all the width, or in the lower corners where that is too low.
        """
        between = QRect(0, 0, felt.width() - 2 * card.width(), felt.height() - 2 * card.height())
        between.moveCenter(felt.center())
        words = [label for label in (self.title, self.hand) if label.text()]
        band = (between.height() - card.height()) // 2
        corner = QSize((felt.width() - card.width()) // 2 - look().S, card.height() + band)
        high = sum(label.sizeHint().height() for label in words)
        below = self.sentence.heightForWidth(felt.width()) if self.sentence.text() else 0
        apart = band < max(high, below)
        set_role(self.title, "on-felt-serif" if apart else "on-felt-display")
        set_role(self.sentence, "on-felt" if apart else "on-felt-large")
        width = corner.width() if apart else felt.width()
        room = QRect(felt.left(), between.top(), width, band)
        if apart:
            room = QRect(QPoint(felt.left(), felt.bottom() + 1 - corner.height()), corner)
        while words and sum(label.heightForWidth(width) for label in words) > room.height():
            words.pop()  # a place is never covered
        high = sum(label.heightForWidth(width) for label in words)
        top = room.top() + (room.height() - high) // 2
        for label in (self.title, self.hand):
            label.setVisible(label in words)
            fits = min(width, label.fontMetrics().horizontalAdvance(label.text()) + look().L)
            label.setGeometry(room.left() + (width - fits) // 2, top, fits, label.heightForWidth(fits))
            top += label.height() if label in words else 0
        wide = min(largest, round(between.width() / 1.25), round(card.height() * 0.6))
        self.tile.setVisible(self.wind is not None and wide >= _LEAST_TILE)
        if self.wind is not None and wide >= _LEAST_TILE:
            self.tile.setPixmap(picture_on(self.tile, _TILES[self.wind], wide))
            self.tile.setGeometry(QRect(between.left(), between.top() + band, between.width(), card.height()))
        if apart:
            room.moveRight(felt.right())
        else:
            room.moveBottom(between.bottom())
        self.sentence.setVisible(bool(self.sentence.text()))
        self.sentence.setGeometry(room)


class PlaceCard(QAbstractButton):
    """One player's place at the table: wind, name, balance, last change, and the chips."""

    def __init__(self, parent: QWidget, *, with_chips: bool) -> None:
        super().__init__(parent)
        self.sitting = Sitting(0, "", None, 0)
        """What is shown."""
        self._unit = 1.0
        self.chips = ChipsPicture(self, size=GRID) if with_chips else None
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

    def set_unit(self, unit: float) -> None:
        """Draw everything so much larger than at 100 %."""
        self._unit = unit
        self.update()

    def _fonts(self) -> tuple[QFont, QFont, QFont]:
        """Return those of the name, the points, and the last change."""
        current, unit = look(), self._unit
        if self.chips is None:
            return current.font(current.body), current.font(current.title, serif=True), current.font(current.small)
        change = current.font(round(15 * unit))
        return current.font(round(18 * unit)), current.font(round(24 * unit), serif=True), change

    def text_height(self, width: int | None = None) -> int:
        """Return the height of the words alone, in a place so wide."""
        current = look()
        name, points, change = (QFontMetricsF(font).height() for font in self._fonts())
        room = (self.width() if width is None else width) - self._left() - current.M
        more = change if self._below(room) else 0
        remarks = len(self._remarks(room)) * QFontMetricsF(current.font(current.small)).height()
        return round(name + points + more + remarks + (3 if self.chips is not None else 1.5) * current.S)

    def _left(self) -> int:
        """Return where the words begin."""
        if self.sitting.wind is None:
            return look().M
        return round(_TEXT_AT * self._unit) if self.chips is not None else round(14 + 36 * look().scale)

    def _below(self, room: float) -> bool:
        """Return whether the last change stands below the points, for want of room beside them."""
        shown = self.sitting
        if shown.change is None:
            return False
        _, points, change = map(QFontMetricsF, self._fonts())
        wanted = points.horizontalAdvance(figure(shown.balance)) + change.horizontalAdvance(signed(shown.change))
        return wanted > room - look().S - (look().M if shown.won else 0)

    def _remarks(self, room: float) -> list[str]:
        """Return what is owed, in as many lines as it takes."""
        metrics = QFontMetrics(look().font(look().small))
        lines: list[str] = []
        for remark in self.sitting.remarks:
            lines += in_lines(metrics, remark, int(room), 2)
        return lines

    def paintEvent(self, _event: QPaintEvent) -> None:
        current, shown = look(), self.sitting
        c = current.colours
        painter = smooth_painter(self)
        line = 2 if shown.marked else current.line_width
        box = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        hover = self.underMouse() and self.focusPolicy() != Qt.FocusPolicy.NoFocus
        painter.setBrush(QColor(c.hover if hover else c.card))
        painter.setPen(QPen(QColor(c.winner if shown.marked else c.line), line))
        painter.drawRoundedRect(box, current.RADIUS, current.RADIUS)
        above = current.M if self.chips is not None else round(current.S * 0.75)
        if shown.wind is not None:
            self._paint_wind(painter, current, shown.wind, above)
        if self.chips is not None and self.chips.isVisible():
            painter.fillRect(
                QRectF(current.M, self.chips.y() - current.S, self.width() - 2 * current.M, 1), QColor(c.line)
            )
        self._words(painter, current, QRectF(self._left(), above, self.width() - self._left() - current.S, 0))
        if self.hasFocus():
            ring = QPainterPath()
            ring.addRoundedRect(box.adjusted(1, 1, -1, -1), current.RADIUS, current.RADIUS)
            paint_ring(painter, current, ring)
        painter.end()

    def _paint_wind(self, painter: QPainter, current: Look, wind: Wind, above: int) -> None:
        """Paint the tile of a wind before the words; East's is larger and has a gold edge."""
        name, points, _ = (QFontMetricsF(font).height() for font in self._fonts())
        east = wind is Wind.EAST
        wide = round(self._left() * (_EAST_TILE if east else _TILE) / _TEXT_AT)
        picture = picture_on(self, _TILES[wind], wide)
        size = picture.deviceIndependentSize()
        middle = QPointF(self._left() / 2 + 1, above + (name + points) / 2 + 3 * self._unit)
        corner = middle - QPointF(size.width() / 2, size.height() / 2)
        painter.drawPixmap(corner, picture)
        if east:
            shape = shape_of(wide)
            edge = QRectF(corner + shape.front.topLeft(), QSizeF(shape.front_width, shape.height))
            painter.setPen(QPen(QColor(current.colours.winner), max(2.0, wide * 0.06)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(edge.adjusted(-1, -1, 1, 1), shape.radius + 2, shape.radius + 2)

    def _words(self, painter: QPainter, current: Look, box: QRectF) -> None:
        """Paint name, points and last change, and what is owed, from the top of a box down."""
        c, shown = current.colours, self.sitting
        name, points, change = self._fonts()
        left = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine)
        below = self._below(box.width() - current.XS)

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
            indent = 0.0 if below else QFontMetricsF(points).horizontalAdvance(balance) + current.S
            rise = 0.0 if below else QFontMetricsF(points).ascent() - QFontMetricsF(change).ascent()
            if below:
                down(points)
            box.translate(0, rise)
            if shown.won:
                radius = change.pixelSize() * 0.26
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(c.winner))
                high = QFontMetricsF(change).height()
                painter.drawEllipse(QPointF(box.left() + indent + radius, box.top() + high / 2 + 1), radius, radius)
                indent += 2 * radius + current.XS + 1
            line(change, colour, signed(shown.change), indent=indent)
            box.translate(0, -rise)
        down(change if below else points)
        small = current.font(current.small)
        for remark in self._remarks(box.width() - current.XS):
            line(small, c.warn, remark)
            down(small)


class Square(Fits, QWidget):
    """The felt with the places around it; with `chips` it is the table itself, with the round in its middle.

    Signals:
        picked(int): a player's place was clicked, or chosen by keyboard.
    """

    picked = Signal(int)

    def __init__(self, name: str, *, chips: bool) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._with_chips = chips
        self.arrows: tuple[Arrow, ...] = ()
        """The payments shown."""
        self._active = False
        self.round = RoundMark(self)
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

    def _unit(self) -> float:
        """Return how much larger than at 100 % the places are: they grow with the table."""
        if not self._with_chips:
            return look().scale
        return max(0.85 * look().scale, min(self.width() / 556, self.height() / 680))

    @property
    def _edge(self) -> int:
        """The room between the places and the edge of the felt."""
        return round(look().L * 0.94) if self._with_chips else 0

    def _width(self) -> int:
        """Return how wide the places are: those at the sides leave room for the middle."""
        if not self._with_chips:
            return max(120, min(round(190 * look().scale), round(self.width() * 0.4)))
        room = self.width() - 2 * self._edge
        return min(round(CARD * max(self._unit(), look().scale)), (room - max(round(0.11 * room), 56)) // 2)

    def _chips_height(self, width: int) -> int:
        shown = [one.chips for one in self.places if one.chips is not None and one.sitting.pieces is not None]
        high = max((chips.heightForWidth(width - 2 * look().M) for chips in shown), default=0)
        return high + look().L + look().M if high else 0

    def _heights(self) -> tuple[int, int]:
        """Return how high a place is, and the chips in it: none where there is no room for them."""
        width = self._width()
        high = max(place.text_height(width) for place in self.places)
        chips = self._chips_height(width)
        if 3 * (high + chips) + 2 * self._edge + 2 * look().S > self.height():
            chips = 0
        return high + chips, chips

    def minimumSizeHint(self) -> QSize:
        """Return room for the places above each other, and for arrows between them."""
        current = look()
        width = self._width()
        high = max(place.text_height(width) for place in self.places)
        between = 0 if self._with_chips else round(90 * current.scale)
        guests = self.guests[0].text_height(width) if self._with_chips and not self.guests[0].isHidden() else 0
        return QSize(round(300 + 80 * current.scale), 3 * high + between + guests + 2 * self._edge + 2 * current.S)

    def sizeHint(self) -> QSize:
        least = self.minimumSizeHint()
        return QSize(least.width() + 200, least.height() + 60)

    def fit(self) -> None:
        unit, edge = self._unit(), self._edge
        for place in (*self.places, *self.guests):
            place.set_unit(unit)
        wide = self._width()
        high, chips = self._heights()
        inner = self.rect().adjusted(edge, edge, -edge, -edge)
        middle = inner.center()
        for place, (x, y) in zip(self.places, _SIDES, strict=True):
            left = middle.x() - wide // 2 if not x else inner.right() + 1 - wide if x > 0 else inner.left()
            top = middle.y() - high // 2 if not y else inner.bottom() + 1 - high if y > 0 else inner.top()
            place.setGeometry(left, top, wide, high)
            if place.chips is not None:
                place.chips.setVisible(place.sitting.pieces is not None and chips > 0)
                above = high - chips + look().M
                place.chips.setGeometry(look().M, above, wide - 2 * look().M, high - above - look().S)
        beside = (self.width() - wide) // 2 - look().S - edge
        for right, guest in enumerate(self.guests):
            size = min(wide, beside)
            guest.setGeometry(right * (inner.width() - size) + edge, edge, size, guest.text_height(size))
        if self._with_chips:
            self.round.place(inner, QSize(wide, high), round(_ROUND_TILE * self._unit()))

    def felt(self) -> QRectF:
        """Where the felt is: under the inner half of each place."""
        if self._with_chips:
            return QRectF(self.rect())
        inset_x, inset_y = self._width() * 0.42, self._heights()[0] * 0.5
        return QRectF(self.rect()).adjusted(inset_x, inset_y, -inset_x, -inset_y)

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        current = look()
        painter = smooth_painter(self)
        paint_cloth(painter, self.felt(), current)
        if self._with_chips:
            below, right, above, left = (place.geometry().center() for place in self.places)
            seam = QColor(current.colours.on_felt)
            seam.setAlphaF(0.14)
            painter.setPen(QPen(seam, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            line = QRectF(QPointF(left.x(), above.y()), QPointF(right.x(), below.y())).adjusted(-40, 0, 40, 0)
            painter.drawRoundedRect(line, current.RADIUS, current.RADIUS)
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
