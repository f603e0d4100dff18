"""The table seen from above: four players around the felt, and the payments between them as arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QAbstractButton, QGraphicsLineItem, QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import joined, number
from mjcompanion.table.words import counted, figure, signed

from ...rich_text import PlainLabel, set_tooltip
from ...theme import Look, look, paint_ring, set_role, smooth_painter
from ...widgets import TextLabel
from ...widgets.chips import ChipsPicture
from ...widgets.felt import fitted
from ...widgets.felt_scene import FeltView
from ...widgets.fitting import Fits
from ...widgets.tiles import picture_on
from ...widgets.tiles.art import shape_of
from .words import change_words

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
WIND_TILES: Final = {wind: Tile.parse(f"{place}z") for place, wind in enumerate(Wind, 1)}


class Sitting(msgspec.Struct, frozen=True):
    """What a player's place shows. `change` is None before anything was paid; `pieces` are chips, value and count.

    `place` is the seat for screen readers, or what somebody does who has none.
    """

    player: int
    name: str
    wind: Wind | None
    balance: int
    change: int | None = None
    pieces: tuple[tuple[int, int], ...] | None = None
    remarks: tuple[str, ...] = ()
    marked: bool = False
    won: bool = False
    short: str = ""
    """The name where it has no room: its first word, if nobody else has that."""
    place: str = ""

    @property
    def words(self) -> str:
        """All of it in a sentence."""
        said = [self.name, self.place, counted(self.balance, "point")]
        said.append("" if self.change is None else change_words(self.change))
        said += [f"{number(count)} × {number(value)}" for value, count in self.pieces or () if count]
        return joined(filter(None, [*said, *self.remarks]))


class Arrow(msgspec.Struct, frozen=True):
    """A payment on the felt: between which players, its figure, and whether it goes to the winner."""

    payer: int
    payee: int
    figure: str
    strong: bool = True


class RoundMark:
    """What is in the middle of the felt: the round with its wind's tile, the hand, and a sentence about East."""

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
            self.tile.setPixmap(picture_on(self.tile, WIND_TILES[self.wind], wide))
            self.tile.setGeometry(QRect(between.left(), between.top() + band, between.width(), card.height()))
        if apart:
            room.moveRight(felt.right())
        else:
            room.moveBottom(between.bottom())
        self.sentence.setVisible(bool(self.sentence.text()))
        self.sentence.setGeometry(room)


class PlaceType(NamedTuple):
    """The type sizes of a place, where its words begin next to the tile of the wind, and the room above them."""

    name: int
    points: int
    change: int
    left: int
    above: int


class PlaceCard(QAbstractButton):
    """One player's place at the table: wind, name, balance, last change, and the chips."""

    serif = False
    """Whether the name is in the serif, as it is on the whole screen."""

    def __init__(self, parent: QWidget, *, with_chips: bool) -> None:
        super().__init__(parent)
        self.sitting = Sitting(0, "", None, 0)
        """What is shown."""
        self.type = PlaceType(18, 24, 15, 71, 12)
        self.chips = ChipsPicture(self, small=True) if with_chips else None
        if self.chips is not None:
            self.chips.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def seat(self, sitting: Sitting, *, active: bool) -> None:
        """Show a player."""
        self.sitting = sitting
        self.setAccessibleName(sitting.words)
        set_tooltip(self, sitting.words)
        self.setEnabled(active)  # elsewhere it only tells
        self.setCursor(Qt.CursorShape.PointingHandCursor if active else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if active else Qt.FocusPolicy.NoFocus)
        self.update()

    def set_type(self, sizes: PlaceType) -> None:
        """Draw everything in these sizes."""
        self.type = sizes
        self.update()

    def _figures(self) -> list[tuple[str, QFont, str]]:
        """Return the points, and next to them the last change, gold before that of a winner: words, font, colour."""
        current, c, shown = look(), look().colours, self.sitting
        points = current.font(self.type.points, serif=True)
        found = [(figure(shown.balance), points, c.text)]
        if shown.change is not None:
            colour = c.good if shown.change > 0 else c.text if shown.change < 0 else c.quiet
            found.append((" ", points, c.text))
            if shown.won:
                found.append(("●\N{NO-BREAK SPACE}", current.font(round(self.type.change * 0.7)), c.winner))
            found.append((signed(shown.change), current.font(self.type.change), colour))
        return found

    def _words(self, width: float) -> QTextDocument:
        """Return the name, the figures and what is owed, in such a width."""
        current, c, shown = look(), look().colours, self.sitting
        words = QTextDocument()
        words.setDocumentMargin(0)
        words.setTextWidth(width)
        cursor = QTextCursor(words)
        font = current.font(self.type.name, serif=self.serif)
        named = shown.name
        if shown.short and QFontMetricsF(font).horizontalAdvance(named) > width:
            named = shown.short
        font = fitted(font, named, width, least=max(min(self.type.name, current.body), self.type.name // 2))
        named = QFontMetricsF(font).elidedText(named, Qt.TextElideMode.ElideRight, width)
        small = current.font(current.small)
        for line in ([(named, font, c.text)], self._figures(), *([(one, small, c.warn)] for one in shown.remarks)):
            if not words.isEmpty():
                cursor.insertBlock()
            for text, font, colour in line:
                look_of = QTextCharFormat()
                look_of.setFont(font)
                look_of.setForeground(QColor(colour))
                cursor.insertText(text, look_of)
        return words

    def text_height(self, width: int | None = None) -> int:
        """Return the height of the words alone, in a place so wide."""
        room = (self.width() if width is None else width) - self._left() - look().M
        return round(self._words(room).size().height() + 2 * self.type.above)

    def _left(self) -> int:
        """Return where the words begin."""
        return look().M if self.sitting.wind is None else self.type.left

    def least_width(self) -> int:
        """Return how wide a place is that has its figures on one line."""
        figures = sum(QFontMetricsF(font).horizontalAdvance(text) for text, font, _colour in self._figures())
        return math.ceil(self._left() + figures + 2 * look().M)

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
        above = self.type.above
        if shown.wind is not None:
            self._paint_wind(painter, current, shown.wind, above)
        if self.chips is not None and self.chips.isVisible():
            painter.fillRect(
                QRectF(current.M, self.chips.y() - current.S, self.width() - 2 * current.M, 1), QColor(c.line)
            )
        painter.save()
        painter.translate(self._left(), above)
        self._words(self.width() - self._left() - current.M).drawContents(painter)
        painter.restore()
        if self.hasFocus():
            ring = QPainterPath()
            ring.addRoundedRect(box.adjusted(1, 1, -1, -1), current.RADIUS, current.RADIUS)
            paint_ring(painter, current, ring)
        painter.end()

    def _paint_wind(self, painter: QPainter, current: Look, wind: Wind, above: int) -> None:
        """Paint the tile of a wind before the words; East's is larger and has a gold edge."""
        name = QFontMetricsF(current.font(self.type.name, serif=self.serif)).height()
        points = QFontMetricsF(current.font(self.type.points, serif=True)).height()
        east = wind is Wind.EAST
        wide = round(self._left() * (_EAST_TILE if east else _TILE) / _TEXT_AT)
        picture = picture_on(self, WIND_TILES[wind], wide)
        size = picture.deviceIndependentSize()
        middle = QPointF(self._left() / 2 + 1, above + (name + points) / 2 + 3 * self._left() / _TEXT_AT)
        corner = middle - QPointF(size.width() / 2, size.height() / 2)
        painter.drawPixmap(corner, picture)
        if east:
            shape = shape_of(wide)
            edge = QRectF(corner + shape.front.topLeft(), QSizeF(shape.front_width, shape.height))
            painter.setPen(QPen(QColor(current.colours.winner), max(2.0, wide * 0.06)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(edge.adjusted(-1, -1, 1, 1), shape.radius + 2, shape.radius + 2)


class Square(Fits, QWidget):
    """The felt with the places around it; with `chips` it is the table itself, with the round in its middle.

    Signals:
        picked(int): a player's place was clicked, or chosen by keyboard.
    """

    picked = Signal(int)
    GUESTS = 2
    """The most places of those who bet or sit out."""
    SPREAD = 1.0
    """How far from the middle of a place arrows meet it, so that they are apart."""

    def __init__(self, name: str, *, chips: bool) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._with_chips = chips
        self.arrows: tuple[Arrow, ...] = ()
        """The payments shown."""
        self._active = False
        self._view = FeltView(self)
        self.round = RoundMark(self)
        self.places = [PlaceCard(self, with_chips=chips) for _ in range(4)]
        self.guests = [PlaceCard(self, with_chips=False) for _ in range(self.GUESTS)]
        """Who bets or sits out."""
        for guest in self.guests:
            guest.hide()
        for place in self.places:
            place.clicked.connect(self._on_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def seat(self, sittings: Sequence[Sitting], *, active: bool = False) -> None:
        """Show the players by the chairs, counter-clockwise from the one below, then those who bet or sit out."""
        self._active = active
        for place, sitting in zip(self.places, sittings, strict=False):
            place.seat(sitting, active=active)
        for at, guest in enumerate(self.guests, BETTOR):
            if at < len(sittings):
                guest.seat(sittings[at], active=False)
            guest.setVisible(at < len(sittings))
        self.updateGeometry()
        self.fit()

    def pay(self, arrows: Sequence[Arrow]) -> None:
        """Show payments."""
        self.arrows = tuple(arrows)
        self.draw()

    def _on_clicked(self) -> None:
        place = self.sender()
        if isinstance(place, PlaceCard) and self._active:
            self.picked.emit(place.sitting.player)

    # where everything is

    def unit(self) -> float:
        """Return how much larger than at 100 % the places are: they grow with the table."""
        if not self._with_chips:
            return look().scale
        return max(0.85 * look().scale, min(self.width() / 556, self.height() / 680))

    def place_type(self) -> PlaceType:
        """Return the type of the places."""
        if not self._with_chips:
            return self.small_type()
        unit = self.unit()
        return PlaceType(round(18 * unit), round(24 * unit), round(15 * unit), round(_TEXT_AT * unit), look().M)

    def small_type(self) -> PlaceType:
        """Return the type of those who bet or sit out."""
        current = look()
        left = round(14 + 36 * current.scale)
        return PlaceType(current.body, current.title, current.small, left, round(current.S * 0.75))

    @property
    def edge(self) -> int:
        """The room between the places and the edge of the felt."""
        return round(look().L * 0.94) if self._with_chips else 0

    def _width(self) -> int:
        """Return how wide the places are: those at the sides leave room for the middle."""
        if not self._with_chips:
            return max(120, min(round(190 * look().scale), round(self.width() * 0.4)))
        room = self.width() - 2 * self.edge
        return min(round(CARD * max(self.unit(), look().scale)), (room - max(round(0.11 * room), 56)) // 2)

    def _chips_height(self, width: int) -> int:
        shown = [one.chips for one in self.places if one.chips is not None and one.sitting.pieces is not None]
        high = max((chips.heightForWidth(width - 2 * look().M) for chips in shown), default=0)
        return high + look().L + look().M if high else 0

    def _heights(self) -> tuple[int, int]:
        """Return how high a place is, and the chips in it: none where there is no room for them."""
        width = self._width()
        high = max(place.text_height(width) for place in self.places)
        chips = self._chips_height(width)
        if 3 * (high + chips) + 2 * self.edge + 2 * look().S > self.height():
            chips = 0
        return high + chips, chips

    def sizes(self) -> list[QSize]:
        """Return how large each place is."""
        return [QSize(self._width(), self._heights()[0])] * 4

    def minimumSizeHint(self) -> QSize:
        """Return room for the places one above the other, and for arrows between them."""
        current = look()
        width = self._width()
        high = max(place.text_height(width) for place in self.places)
        between = 0 if self._with_chips else round(90 * current.scale)
        guests = self.guests[0].text_height(width) if self._with_chips and not self.guests[0].isHidden() else 0
        return QSize(round(300 + 80 * current.scale), 3 * high + between + guests + 2 * self.edge + 2 * current.S)

    def sizeHint(self) -> QSize:
        least = self.minimumSizeHint()
        return QSize(least.width() + 200, least.height() + 60)

    def fit(self) -> None:
        edge = self.edge
        for place in self.places:
            place.set_type(self.place_type())
        for guest in self.guests:
            guest.set_type(self.small_type())
        inner = self.rect().adjusted(edge, edge, -edge, -edge)
        for place, size, (x, y) in zip(self.places, self.sizes(), _SIDES, strict=True):
            box = QRect(QPoint(), size)
            box.moveCenter(inner.center())
            if x:
                box.moveLeft(inner.right() + 1 - size.width() if x > 0 else inner.left())
            else:
                box.moveTop(inner.bottom() + 1 - size.height() if y > 0 else inner.top())
            place.setGeometry(box)
        self._fit_chips()
        self.fit_guests(inner)
        if self._with_chips:
            self.round.place(inner, self.places[0].size(), round(_ROUND_TILE * self.unit()))
        self.draw()

    def _fit_chips(self) -> None:
        """Lay the chips into the lower part of each place."""
        high, chips = self._heights()
        for place in self.places:
            if place.chips is not None:
                place.chips.setVisible(place.sitting.pieces is not None and chips > 0)
                above = high - chips + look().M
                place.chips.setGeometry(look().M, above, place.width() - 2 * look().M, high - above - look().S)

    def fit_guests(self, inner: QRect) -> None:
        """Lay those who bet or sit out into the upper corners."""
        beside = (self.width() - self.places[0].width()) // 2 - look().S - self.edge
        for right, guest in enumerate(self.guests):
            size = min(self.places[0].width(), beside)
            guest.setGeometry(right * (inner.width() - size) + self.edge, self.edge, size, guest.text_height(size))

    def felt(self) -> QRectF:
        """Where the felt is: under the inner half of each place."""
        if self._with_chips:
            return QRectF(self.rect())
        inset_x, inset_y = self._width() * 0.42, self._heights()[0] * 0.5
        return QRectF(self.rect()).adjusted(inset_x, inset_y, -inset_x, -inset_y)

    # what is on the felt

    def draw(self) -> None:
        """Lay the felt, with the payments on it."""
        current, scene = look(), self._view.scene()
        self._view.lay(self.rect(), self.felt())
        if self._with_chips:
            below, right, above, left = (place.geometry().center() for place in self.places)
            seam = QColor(current.colours.on_felt)
            seam.setAlphaF(0.14)
            path = QPainterPath()
            box = QRectF(QPointF(left.x(), above.y()), QPointF(right.x(), below.y())).adjusted(-40, 0, 40, 0)
            path.addRoundedRect(box, current.RADIUS, current.RADIUS)
            scene.addPath(path, QPen(seam, 1))
        for arrow in sorted(self.arrows, key=lambda one: one.strong):
            self.add_arrow(self.way(arrow.payer, arrow.payee), strong=arrow.strong)
        for arrow in self.arrows:
            self._add_figure(arrow)

    def way(self, payer: int | None, payee: int | None) -> QLineF:
        """Return the way of a payment: from one place to the other, the bank's in the middle."""
        return QLineF(self._anchor(payer, payee), self._anchor(payee, payer))

    def _side(self, player: int | None) -> int | None:
        """The side at which a player sits; None for a bettor."""
        return next((side for side, place in enumerate(self.places) if place.sitting.player == player), None)

    def _anchor(self, player: int | None, towards: int | None) -> QPointF:
        """Where an arrow meets a place: on its inner edge, the arrows apart and none crossing another there."""
        at, there = self._side(player), self._side(towards)
        if at is None:
            guest = next((one for one in self.guests if one.isVisibleTo(self) and one.sitting.player == player), None)
            middle = QRectF(self.rect()).center()
            if guest is None:
                return middle
            box = QRectF(guest.geometry())
            inwards, upper = box.height() / 2, box.center().y() < middle.y()
            x = box.right() - inwards if box.center().x() < middle.x() else box.left() + inwards
            return QPointF(x, box.bottom() + 3 if upper else box.top() - 3)
        box = QRectF(self.places[at].geometry())
        x, y = _SIDES[at]
        other = _SIDES[there] if there is not None else (-1, -1)
        if x:
            spread = box.height() * 0.26 * self.SPREAD
            return QPointF(box.left() - 4 if x > 0 else box.right() + 4, box.center().y() + spread * other[1])
        spread = box.width() * 0.28 * self.SPREAD
        return QPointF(box.center().x() + spread * other[0], box.top() - 4 if y > 0 else box.bottom() + 4)

    def thickness(self, *, strong: bool) -> float:
        """Return how thick an arrow is."""
        return (4.0 if strong else 2.5) * min(look().scale, 1.4)

    def add_arrow(self, way: QLineF, *, strong: bool) -> QGraphicsLineItem | None:
        """Add an arrow to the felt; of one that goes nowhere there is none."""
        current, scene = look(), self._view.scene()
        if way.length() < 1:
            return None
        colour = QColor(current.colours.arrow_strong if strong else current.colours.arrow)
        thick = self.thickness(strong=strong)
        style = Qt.PenStyle.SolidLine if strong else Qt.PenStyle.DashLine
        head, shaft = thick * 3.2, QLineF(way)
        shaft.setLength(way.length() - head * 0.8)
        line = scene.addLine(shaft, QPen(colour, thick, style, Qt.PenCapStyle.RoundCap))
        back = QLineF(way.p2(), way.p1())
        sides = [back.p1() + QLineF.fromPolar(head * 1.14, back.angle() + turn).p2() for turn in (-29, 29)]
        tip = scene.addPolygon(QPolygonF([way.p2(), *sides]), QPen(Qt.PenStyle.NoPen), QBrush(colour))
        tip.setParentItem(line)
        return line

    def _add_figure(self, arrow: Arrow) -> None:
        """Add the figure of an arrow, nearer to who pays, so that the two that cross stay apart."""
        current, c = look(), look().colours
        payer, payee = self._side(arrow.payer), self._side(arrow.payee)
        opposite = payer is not None and payee is not None and (payer + payee) % 2 == 0
        text = self._view.write(arrow.figure, current.font(current.body, bold=arrow.strong), c.text)
        box = text.boundingRect().adjusted(-current.S, -current.XS / 2, current.S, current.XS / 2)
        path = QPainterPath()
        path.addRoundedRect(box, box.height() / 2, box.height() / 2)
        pill = self._view.scene().addPath(path, QPen(QColor(c.line), current.line_width), QBrush(QColor(c.card)))
        pill.setZValue(1)
        pill.setPos(self.way(arrow.payer, arrow.payee).pointAt(0.27 if opposite else 0.5) - box.center())
        text.setParentItem(pill)
