"""The table as everybody in the room reads it: four places as people sit, the round, and what is handed over now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QLineF,
    QMarginsF,
    QObject,
    QParallelAnimationGroup,
    QPointF,
    QPropertyAnimation,
    QRect,
    QRectF,
    QSequentialAnimationGroup,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication, QGraphicsItem, QWidget

from mjcompanion.core.chips import ChipSet
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.table.chips import BANK, Pieces, describe
from mjcompanion.table.final_settlement import FinalStanding, standing_words, standings, winner_words
from mjcompanion.table.seating_view import last_news, put_last, sides
from mjcompanion.table.session_end import clock_words, is_last_hand, plan_at
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, figure, payment_words, short_names, signed

from ...accessibility import announce
from ...rich_text import PlainLabel
from ...theme import look
from ...widgets.chips import ChipsPicture
from ...widgets.felt import fitted
from ...widgets.felt_scene import AnimatedItem
from ...widgets.keys import MODIFIER_KEYS
from ...widgets.layouts import down, fill
from ...widgets.moment import SCREEN, MahJongg, MahJonggMoment, paint_seal
from ...widgets.tiles import picture_on
from .square import WIND_TILES, PlaceType, Sitting, Square
from .words import moment_of

NAME, POINTS, CHANGE, ROUND = 58, 80, 50, 58
"""Heights of letters, in pixels of the usual screen. A capital of 10 arc minutes at 3 m has 53 on 14 inches."""
_GUEST, _LEFT, _ABOVE, _ROUND_TILE = 34, 160, 5, 130
_SIDE_WIDTH, _END_WIDTH, _GUEST_WIDTH = 430, 500, 400
"""How wide the places are at the sides, at the ends, and in the corners."""
_LEAST: Final = 28
"""The smallest letters."""
_TRIP_MS: Final = 2_400
"""From one trip of chips to the next."""
_TRIPS: Final = 2
"""How often chips go the way before others do."""
_IN_SIGHT: Final = ((0.0, 1.0), (0.999, 1.0), (1.0, 0.0))
"""How opaque chips and their arrow are at these parts of a trip."""
_AT_REST: Final = 0.22
"""How far from the giver chips lie where nothing moves."""
_CHIPS: Final = 3.2
"""How much larger chips are drawn than next to a player's points."""
_WIDEST: Final = 380


class ChipTransfer(msgspec.Struct, frozen=True):
    """Chips or points that one player gives another, by their numbers; the bank in the middle has none."""

    giver: int | None
    taker: int | None
    points: int
    pieces: Pieces = ()
    said: str = ""


class Board(msgspec.Struct, frozen=True):
    """All that is on the sideboard. `seen` are the sides counter-clockwise from the one nearest to the screen."""

    seen: tuple[Sitting, ...]
    others: tuple[Sitting, ...]
    wind: Wind | None
    lines: tuple[str, ...]
    passing: tuple[ChipTransfer, ...]
    """What is handed over, one after the other."""
    chips: ChipSet | None = None
    places: tuple[FinalStanding, ...] = ()
    """Who came in where, once the session has ended; they take the room of the table."""
    names: tuple[str, ...] = ()
    won: MahJongg | None = None
    """The hand that was just won, which is shown before what is handed over."""


def board_of(table: Table, names: Sequence[str], nearest: int, at: str, *, passing: bool) -> Board:
    """What the sideboard shows of a table, at a time; `passing` says whether what moved and changed last is shown too.

    After the end it shows the places of all who were at the table.
    """
    if table.ended:
        lines = (winner_words(table, names), _("This session has ended."))
        return Board((), (), None, lines, (), places=standings(table), names=tuple(names))
    position, sits = table.position, table.seating.sits
    last = table.rows[-1] if passing and put_last(table, last_news(table)) else None
    short = short_names(names)

    def sitting(party: int, wind: Wind | None = None) -> Sitting:
        change = None if last is None or wind is None else last.change(party)
        won = last is not None and last.winner == party
        place = wind.word if wind is not None else _("not playing this hand")
        name, balance = brief(names[party]), table.balance_of(party)
        return Sitting(party, name, wind, balance, change, won=won, short=short[party], place=place)

    seen = tuple(sitting(sits[place], position.wind_of(place)) for place in sides(table, nearest))
    out = (party for party in table.parties if party in table.seating.out or party >= len(table.people))
    with_wind = table.rules.rules.has_round_wind
    hand = _("Hand {number}").format(number=number(len(table.hands) + 1))
    parts = [_("Last hand")] if is_last_hand(table, at) else []
    parts += [_("{wind} round").format(wind=position.round.word)] if with_wind else []
    parts += [hand, pgettext("in large letters", "{name} is East").format(name=short[sits[position.east]])]
    parts += [clock_words(at)] if plan_at(table.plan, at).until else []
    moves = _passing(table, names) if passing else ()
    wind = position.round if with_wind else None
    won = moment_of(table, tuple(names)) if last is not None else None
    others = tuple(map(sitting, out))
    return Board(seen, others, wind, tuple(parts), moves, table.rules.chips, names=tuple(names), won=won)


def _passing(table: Table, names: Sequence[str]) -> tuple[ChipTransfer, ...]:
    """What changes hands by the last thing that happened: chips, or points where there are none."""
    moved = last_news(table)
    if not moved:
        return ()
    if table.rules.chips is None:
        return tuple(
            ChipTransfer(one.payer, one.payee, one.points, said=payment_words(one, names))
            for one in table.rows[-1].paid
            if {one.payer, one.payee} & {*table.seating.sits}
        )
    found = []
    plan = table.chip_log[moved]
    names = plan.names(names)
    for move in plan.moves:
        giver, taker = (None if one == BANK else one for one in (move.giver, move.taker))
        found.append(ChipTransfer(giver, taker, 0, move.pieces, describe(move, names)))
        if move.back:
            found.append(ChipTransfer(taker, giver, 0, move.back))
    return tuple(found)


class LargeSquare(Square):
    """The table over the whole screen: the round in the middle, or the chips on their way from place to place."""

    GUESTS = 4
    SPREAD = 0.0  # there is one arrow at a time

    def __init__(self) -> None:
        super().__init__("", chips=False)
        self.board: Board | None = None
        """What is shown."""
        self.motion = QSequentialAnimationGroup(self)
        """What is handed over, one after the other, without end."""
        for place in (*self.places, *self.guests):
            place.serif = True
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_board(self, board: Board) -> None:
        """Show a table."""
        self.board = board
        for place in self.places:
            place.setVisible(not board.places)
        self.seat([*board.seen, *board.others])

    # where everything is

    def unit(self) -> float:
        return min(self.width() / SCREEN.width(), self.height() / SCREEN.height())

    def place_type(self) -> PlaceType:
        return PlaceType(*(round(size * self.unit()) for size in (NAME, POINTS, CHANGE, _LEFT, _ABOVE)))

    def small_type(self) -> PlaceType:
        small = round(_GUEST * self.unit())
        return PlaceType(small, small, small, 0, round(_ABOVE * self.unit()))

    @property
    def edge(self) -> int:
        return round(12 * self.unit())

    def felt(self) -> QRectF:
        return QRectF(self.rect())

    def sizes(self) -> list[QSize]:
        ends, most = round(_END_WIDTH * self.unit()), self.width() - 2 * self.edge
        found = []
        for at, place in enumerate(self.places):
            wide = round(_SIDE_WIDTH * self.unit()) if at % 2 else min(max(ends, place.least_width()), most)
            found.append(QSize(wide, place.text_height(wide)))
        return found

    def fit_guests(self, inner: QRect) -> None:
        """Lay those who don't play this hand into the corners."""
        beside = (self.width() - max(self.places[0].width(), self.places[2].width())) // 2 - 2 * self.edge
        wide = min(round(_GUEST_WIDTH * self.unit()), beside)
        for at, guest in enumerate(self.guests):
            box = QRect(inner.topLeft(), QSize(wide, guest.text_height(wide)))
            if at % 2:
                box.moveRight(inner.right())
            if at > 1:
                box.moveBottom(inner.bottom())
            guest.setGeometry(box)

    def middle(self) -> QRectF:
        """Return the room between the places."""
        gap = 12 * self.unit()
        below, right, above, left = (QRectF(place.geometry()) for place in self.places)
        corners = QPointF(left.right(), above.bottom()), QPointF(right.left(), below.top())
        return QRectF(*corners).adjusted(gap, gap, -gap, -gap)

    def thickness(self, *, strong: bool) -> float:
        return (7 if strong else 5) * self.unit()

    # what is on the felt

    def draw(self, time: int | None = None) -> None:
        """Lay the felt, with the places after the end, else with what is handed over, else with the round.

        Chips are as far as they had come, or have come after so many milliseconds.
        """
        board, time = self.board, self.motion.currentTime() if time is None else time
        self.motion.stop()
        self.motion.deleteLater()
        self.motion = QSequentialAnimationGroup(self)
        self.motion.setLoopCount(-1)
        self._view.lay(self.rect(), radius=0)
        if board is None:
            return
        if board.places:
            self._draw_end(board)
            return
        for one in board.passing:
            self._add_transfer(board, one)
        if self.motion.animationCount():
            self.motion.start()
            self.motion.setCurrentTime(time)
        else:
            self._draw_round(board)

    def _write(self, words: str, font: QFont, colour: str, at: QPointF, *, share: float = 0.5) -> float:
        """Write a line around a point, which so much of it is left of; return how wide it is."""
        text = self._view.write(words, font, colour)
        box = text.boundingRect()
        text.setPos(at.x() - share * box.width(), at.y() - box.height() / 2)
        return box.width()

    def _draw_end(self, board: Board) -> None:
        """Add who won and all places, the best first."""
        unit, box = self.unit(), QRectF(self.rect())
        room = box.adjusted(box.width() * 0.1, 130 * unit, -box.width() * 0.1, -28 * unit)
        font = fitted(look().font(round(70 * unit), serif=True), board.lines[0], room.width(), round(_LEAST * unit))
        self._write(board.lines[0], font, look().colours.on_felt, QPointF(room.center().x(), 60 * unit))
        short = short_names(board.names)
        room.setHeight(room.height() / len(board.places))
        for one in board.places:
            self._draw_place(one, room, brief(board.names[one.player]), short[one.player])
            room.translate(0, room.height())
            line = QLineF(room.topLeft(), room.topRight())
            if one is not board.places[-1]:
                self._view.scene().addLine(line, QPen(QColor(look().colours.felt_edge), 1))

    def _draw_place(self, one: FinalStanding, room: QRectF, name: str, short: str) -> None:
        """Add place and name at the left, points at the right, and what was won or lost below them."""
        current, c = look(), look().colours
        large = round(min(room.height() * 0.46, room.width() * 0.1))
        serif, small = current.font(large, serif=True), current.font(round(large * 0.6), bold=True)
        radius = large * 0.65
        middle = QPointF(room.left() + radius + 2, room.center().y())
        if one.place == 1:
            seal = partial(paint_seal, middle=middle, radius=radius, words=number(1))
            self._view.scene().addItem(AnimatedItem(QRectF(room), seal))
        else:
            self._write(number(one.place), current.font(round(large * 0.8), serif=True), c.on_felt_quiet, middle)
        above = QPointF(room.right(), room.top() + 0.33 * room.height())
        below = QPointF(room.right(), room.top() + 0.75 * room.height())
        net = c.arrow_strong if one.net > 0 else c.on_felt
        wide = self._write(figure(one.points), serif, c.on_felt, above, share=1)
        wide = max(wide, self._write(signed(one.net), small, net, below, share=1))
        left = room.left() + 2 * radius + current.XL
        free = room.right() - wide - current.L - left
        words = name if QFontMetricsF(serif).horizontalAdvance(name) <= free else short
        font = fitted(serif, words, free, least=small.pixelSize())
        words = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, free)
        self._write(words, font, c.on_felt, QPointF(left, room.center().y()), share=0)

    def _draw_round(self, board: Board) -> None:
        """Add the tile of the round's wind, which round and hand it is, and who is East."""
        room, unit = self.middle(), self.unit()
        if room.height() <= 0:  # a window too low for the places has none between them
            return
        high = min(1.2 * ROUND * unit, room.height() / len(board.lines))
        left = room.height() - high * len(board.lines)
        tall = min(_ROUND_TILE * unit, left) if board.wind is not None and left > _ROUND_TILE * unit / 2 else 0.0
        top = room.center().y() - (tall + high * len(board.lines)) / 2
        if board.wind is not None and tall:
            tile = self._view.scene().addPixmap(picture_on(self, WIND_TILES[board.wind], round(tall * 0.68)))
            tile.setPos(room.center().x() - tile.boundingRect().width() / 2, top)
        for at, words in enumerate(board.lines):
            font = look().font(round(high / 1.2), bold=True)
            font = fitted(font, words, room.width(), least=round(_LEAST * unit))
            words = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
            middle = QPointF(room.center().x(), top + tall + (at + 0.5) * high)
            self._write(words, font, look().colours.on_felt, middle)

    def _add_transfer(self, board: Board, one: ChipTransfer) -> None:
        """Add chips that go from one place to another along an arrow, and lie where they came to for a while."""
        keep, way = self.middle(), self.way(one.giver, one.taker)
        line = self.add_arrow(QLineF(_within(keep, way.p1()), _within(keep, way.p2())), strong=True)
        if line is None:
            return
        unit, c = self.unit(), look().colours
        if board.chips is not None and one.pieces:
            chips, times = ChipsPicture(), _CHIPS * unit / look().scale
            chips.show_pieces(board.chips, one.pieces)
            chips.shrink(_WIDEST * unit / times)
            shown: QGraphicsItem = AnimatedItem(QRectF(chips.rect()), chips.draw)
            shown.setScale(times)
        else:
            font = look().font(round(CHANGE * unit), bold=True)
            shown = self._view.write(figure(one.points), font, c.text)
        box = shown.mapRectToParent(shown.boundingRect())
        shown.setPos(-box.center())
        box = box.translated(-box.center()).marginsAdded(QMarginsF(14, 10, 14, 10) * unit)
        plate = AnimatedItem(box, partial(self._paint_plate, box))
        shown.setParentItem(plate)
        whole = AnimatedItem(QRectF(), lambda _painter: None)
        whole.setOpacity(0)
        for part in (line, plate):
            part.setParentItem(whole)
        self._view.scene().addItem(whole)
        room = keep.adjusted(*(box.right(), box.bottom(), box.left(), box.top()))
        way = QLineF(_within(room, way.p1()), _within(room, way.p2()))
        plate.setPos(way.pointAt(_AT_REST))
        trip = QParallelAnimationGroup()
        if look().travel:
            slide = QPropertyAnimation(plate, b"pos")
            slide.setStartValue(way.p1())
            slide.setEndValue(way.p2())
            slide.setDuration(look().travel)
            slide.setEasingCurve(QEasingCurve.Type.InOutQuad)
            trip.addAnimation(slide)
        showing = QPropertyAnimation(whole, b"opacity")
        showing.setDuration(_TRIP_MS)
        for share, opacity in _IN_SIGHT:
            showing.setKeyValueAt(share, opacity)
        trip.addAnimation(showing)
        trip.setLoopCount(_TRIPS)
        self.motion.addAnimation(trip)

    def _paint_plate(self, box: QRectF, painter: QPainter) -> None:
        """Paint the plate on which chips lie."""
        line = 5 * self.unit()
        painter.setPen(QPen(QColor(look().colours.arrow_strong), line))
        painter.setBrush(QColor(look().colours.card))
        inner = box.adjusted(line / 2, line / 2, -line / 2, -line / 2)
        painter.drawRoundedRect(inner, 2.4 * line, 2.4 * line)


class TableBoard(PlainLabel):
    """The table over all of a window, for everybody in the room; any key or click goes on, and leaves it.

    Signals:
        taken(): what was handed over was taken away by a key.
        left(): it was left, and the window is as before.
    """

    taken = Signal()
    left = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__("", window)
        self._window = window
        self._before: QWidget | None = None
        self.board: Board | None = None
        """What is shown."""
        self.square = LargeSquare()
        fill(down(self), self.square)
        self.moment = MahJonggMoment(self, takes_keys=False)
        self.moment.over.connect(lambda: self.square.draw(0))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.setAutoFillBackground(True)
        self.hide()

    def show_board(self, board: Board, *, news: bool) -> None:
        """Show a table; with `news` from the moment of Mah Jongg on, and what is handed over from its beginning."""
        self.board = board
        if news and board.won is not None:
            self.moment.show_moment(board.won)
        self.setAccessibleName(self.told())
        self.square.show_board(board)
        if news:
            self.square.draw(0)
            if self.isVisible():
                announce(self, self.told())

    def told(self) -> str:
        """Everybody's points, the round, and what is handed over."""
        board = self.board
        if board is None:
            return ""
        parts = [] if self.moment.shown is None else [self.moment.shown.sentence]
        parts += [*board.lines, *[standing_words(one, board.names) for one in board.places]]
        parts += [one.words for one in (*board.seen, *board.others)]
        return "\n".join([*parts, *[one.said for one in board.passing if one.said]])

    # coming and going

    def open(self) -> None:
        """Cover the window."""
        self._before = QApplication.focusWidget()
        self.setGeometry(self._window.rect())
        self._window.installEventFilter(self)
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, self.told())

    def leave(self) -> None:
        """Show the window as it was."""
        self.moment.leave()
        self.square.motion.stop()
        self._window.removeEventFilter(self)
        self.hide()
        before, self._before = self._before, None
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.left.emit()

    def go_on(self) -> None:
        """End the moment of Mah Jongg, or take away what is handed over, or leave."""
        board = self.board
        if self.moment.shown is not None:
            self.moment.leave()
        elif board is not None and board.passing:
            seen = tuple(replace(one, change=None) for one in board.seen)
            self.show_board(replace(board, seen=seen, passing=()), news=False)
            self.taken.emit()
        else:
            self.leave()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def event(self, event: QEvent) -> bool:
        """Take every key before a shortcut of the window does."""
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def focusNextPrevChild(self, _forward: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """Tab is a key like any other."""
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() not in MODIFIER_KEYS and not event.isAutoRepeat():
            self.go_on()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.go_on()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Do nothing: it is the second of the two clicks that opened it."""
        event.accept()


def _within(box: QRectF, point: QPointF) -> QPointF:
    """The point, or the one of a box that is nearest to it."""
    return QPointF(
        min(max(point.x(), box.left()), box.right()),
        min(max(point.y(), box.top()), box.bottom()),
    )
