"""The table as everybody in the room reads it: four places as people sit, the round, and what is handed over now."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from mjcompanion.core.chips import ChipSet
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import _, joined, number, pgettext
from mjcompanion.table.chips import BANK, Pieces, describe
from mjcompanion.table.final_settlement import FinalStanding, standing_words, standings, winner_words
from mjcompanion.table.seating_view import last_news, put_last, sides
from mjcompanion.table.session_end import clock_words, is_last_hand, plan_at
from mjcompanion.table.table import Table
from mjcompanion.table.words import brief, counted, figure, payment_words, short_names, signed

from ...accessibility import announce
from ...theme import Look, look
from ...widgets.chips import COMPACT, ChipsPicture
from ...widgets.felt import fitted, is_flat
from ...widgets.idle_screen import Sideboard
from ...widgets.moment import MahJongg, MahJonggMoment
from ...widgets.tiles import picture_on
from .places import paint_places
from .words import change_words, moment_of

SCREEN: Final = QSize(1366, 768)
"""The screen for which the sizes stand here; on others everything is as much larger or smaller."""
NAME, POINTS, CHANGE, ROUND, SMALL, EAST_TILE, TILE, ROUND_TILE = 58, 92, 54, 58, 34, 150, 100, 150
"""Heights of letters and tiles, in pixels of that screen. A capital of 10 arc minutes at 3 m has 53 on 14 inches."""
_LEAST_NAME: Final = 28
_LEAST_POINTS: Final = 56
_FLUSH: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
_CHANGE_MS: Final = 10_000
"""How long the last change stands beside the points."""
_FRAME_MS: Final = 33
_STILL_MS: Final = 400
_STEP_S: Final = 4.8
"""How long one hand-over is shown before the next."""
_TRIPS: Final = 2
"""How often its chips go the way in that time."""
_REST: Final = 0.25
"""The share of a trip in which they lie where they came to."""
_AT_REST: Final = 0.22
"""How far from the giver chips lie where nothing moves."""
_ASIDE: Final = 62
CHIPS: Final = 3.2
"""How much larger chips are drawn than beside a player's points."""
_WIDEST: Final = 480
_MOST_DRAWN: Final = 40
_BELOW, _RIGHT, _ABOVE, _LEFT = range(4)


class SideState(msgspec.Struct, frozen=True):
    """What a side of the table shows."""

    name: str
    points: int
    wind: Wind | None = None
    change: int | None = None
    short: str = ""
    """The name where it has no room: its first word, if nobody else has that."""


class ChipTransfer(msgspec.Struct, frozen=True):
    """Chips or points that go from one side of the table to another; the bank is in the middle, and no side."""

    giver: int | None
    taker: int | None
    points: int
    pieces: Pieces = ()
    said: str = ""
    step: int = 0
    """Which hand-over it is part of: they are shown one after the other."""


class _Word(NamedTuple):
    """Something written at a place, and where: from the left and the top of its words."""

    text: str
    font: QFont
    colour: str
    left: float
    top: float
    width: float
    height: float


class Board(msgspec.Struct, frozen=True):
    """All that is on the sideboard. `seen` are the sides counter-clockwise from the one nearest to the screen."""

    seen: tuple[SideState, ...]
    others: tuple[SideState, ...]
    east: str
    wind: Wind | None
    lines: tuple[str, ...]
    passing: tuple[ChipTransfer, ...]
    chips: ChipSet | None = None
    places: tuple[FinalStanding, ...] = ()
    """Who came in where, once the session has ended; they take the room of the table."""
    names: tuple[str, ...] = ()
    won: MahJongg | None = None
    """The hand that was just won, which is shown before what is handed over."""


def board_of(table: Table, names: Sequence[str], nearest: int, at: str, *, passing: bool) -> Board:
    """What the sideboard shows of a table, at a time; `passing` says whether what moved last is shown too.

    After the end it shows the places of all who were at the table.
    """
    if table.ended:
        lines = (winner_words(table, names), _("This session has ended."))
        return Board((), (), "", None, lines, (), places=standings(table), names=tuple(names))
    position, sits = table.position, table.seating.sits
    last = table.rows[-1] if put_last(table, last_news(table)) else None
    places, short = sides(table, nearest), short_names(names)
    seen = tuple(
        SideState(
            brief(names[sits[place]]),
            table.balance_of(sits[place]),
            position.wind_of(place),
            None if last is None else last.change(sits[place]),
            short[sits[place]],
        )
        for place in places
    )
    out = (party for party in table.parties if party in table.seating.out or party >= len(table.people))
    others = tuple(SideState(brief(names[party]), table.balance_of(party), short=short[party]) for party in out)
    east = short[sits[position.east]]
    with_wind = table.rules.rules.has_round_wind
    hand = _("Hand {number}").format(number=number(len(table.hands) + 1))
    parts = [_("Last hand")] if is_last_hand(table, at) else []
    parts += [_("{wind} round").format(wind=position.round.word)] if with_wind else []
    parts += [hand, pgettext("in large letters", "{name} is East").format(name=east)]
    parts += [clock_words(at)] if plan_at(table.plan, at).until else []
    side_of = {sits[place]: side for side, place in enumerate(places)}
    moves = _passing(table, names, side_of) if passing else ()
    wind = position.round if with_wind else None
    won = moment_of(table, tuple(names)) if passing and last is not None else None
    return Board(seen, others, east, wind, tuple(parts), moves, table.rules.chips, names=tuple(names), won=won)


def _passing(table: Table, names: Sequence[str], side_of: dict[int, int]) -> tuple[ChipTransfer, ...]:
    """What changes hands by the last thing that happened: chips, or points where there are none."""
    moved = last_news(table)
    if not moved:
        return ()
    if table.rules.chips is None:
        last = table.rows[-1]
        paid = [one for one in last.paid if {one.payer, one.payee} & side_of.keys()]
        return tuple(
            ChipTransfer(
                side_of.get(one.payer),
                side_of.get(one.payee),
                one.points,
                said=payment_words(one, names),
                step=at,
            )
            for at, one in enumerate(paid)
        )
    found = []
    plan = table.chip_log[moved]
    names = plan.names(names)
    for at, move in enumerate(plan.moves):
        giver, taker = (None if one == BANK else side_of.get(one) for one in (move.giver, move.taker))
        found.append(ChipTransfer(giver, taker, 0, move.pieces, describe(move, names), at))
        if move.back:
            found.append(ChipTransfer(taker, giver, 0, move.back, step=at))
    return tuple(found)


class TableBoard(Sideboard):
    """The sideboard of a table.

    Signals:
        taken(): what was handed over was taken away by a key.
    """

    taken = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.board: Board | None = None
        """What is shown."""
        self.with_change = False
        """Whether the last change stands beside the points."""
        self._began = 0.0
        self._drawn: dict[tuple[object, ...], QPixmap] = {}
        self._change = QTimer(self)
        self._change.setSingleShot(True)
        self._change.setInterval(_CHANGE_MS)
        self._change.timeout.connect(self._on_change_over)
        self._frames = QTimer(self)
        self._frames.timeout.connect(self._on_frame)
        self.moment = MahJonggMoment(self, takes_keys=False)
        self.moment.over.connect(self._pass)

    def show_board(self, board: Board, *, news: bool) -> None:
        """Show a table; with `news` the last change too, for some seconds."""
        self.board = board
        if news:
            self.with_change = True
            if board.won is not None:
                self.moment.show_moment(board.won)
        if not self.moment.isVisibleTo(self):
            self._pass(begin=news)
        self.refresh()
        if news and self.isVisible():
            announce(self, self.told())

    def _pass(self, *, begin: bool = True) -> None:
        """Show what is handed over, if anything is; with `begin` from its beginning."""
        if begin:
            self._began = time.monotonic()
            self._change.start()
        if self.board is not None and self.board.passing:
            self._frames.start(_FRAME_MS if look().motion else _STILL_MS)
        else:
            self._frames.stop()

    def leave(self) -> None:
        self.moment.leave()
        super().leave()

    def _on_change_over(self) -> None:
        self.with_change = False
        self.refresh()

    def go_on(self) -> bool:
        """End the moment of Mah Jongg, or take away what is handed over; the next key leaves."""
        board = self.board
        if self.moment.shown is not None:
            self.moment.leave()
            return True
        if board is None or not board.passing:
            return False
        self.show_board(msgspec.structs.replace(board, passing=()), news=False)
        self.taken.emit()
        return True

    def _on_frame(self) -> None:
        if self.isVisible():
            self.update()
        else:
            self._frames.stop()

    def told(self) -> str:
        """Everybody's points, the round, and what is handed over."""
        board = self.board
        if board is None:
            return ""
        parts = [] if self.moment.shown is None else [self.moment.shown.sentence]
        parts += [*board.lines, *[standing_words(one, board.names) for one in board.places]]
        for one in (*board.seen, *board.others):
            place = one.wind.word if one.wind is not None else _("not playing this hand")
            words = [one.name, place, counted(one.points, "point")]
            parts.append(joined([*words, *([change_words(one.change)] if self.with_change and one.change else [])]))
        return "\n".join([*parts, *[one.said for one in board.passing if one.said]])

    # where things are

    @property
    def unit(self) -> float:
        """How much larger than for the usual screen everything is."""
        return min(self.width() / SCREEN.width(), self.height() / SCREEN.height())

    def places(self) -> tuple[QRectF, QRectF, QRectF, QRectF]:
        """The rooms of the four, counter-clockwise from the one below."""
        unit, box = self.unit, QRectF(self.rect())
        edge, high, side = 14 * unit, 172 * unit, 400 * unit
        wide, tall = box.width() - 2 * edge, 280 * unit
        middle = box.center()
        return (
            QRectF(edge, box.bottom() - edge - high, wide, high),
            QRectF(box.right() - edge - side, middle.y() - tall / 2, side, tall),
            QRectF(edge, edge, wide, high),
            QRectF(edge, middle.y() - tall / 2, side, tall),
        )

    # painting

    def paint_board(self, painter: QPainter, box: QRectF) -> None:
        """The places, the round, the others, and what passes between them."""
        board = self.board
        if board is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if board.places:
            self._paint_end(painter, box, board)
            return
        places = self.places()
        for side, (room, one) in enumerate(zip(places, board.seen, strict=False)):
            self._paint_place(painter, room, one, side)
        self._paint_others(painter, box, board)
        if not board.passing:
            self._paint_round(painter, self._middle(places), board)
        step, along = self._moment()
        now = [one for one in board.passing if one.step == step]
        for passing in now:
            self._paint_arrow(painter, places, passing)
        for plate, picture in self.plates(places, board, now, along):
            self._paint_pieces(painter, plate, picture)

    def _paint_end(self, painter: QPainter, box: QRectF, board: Board) -> None:
        """Paint who won and all places."""
        unit = self.unit
        room = box.adjusted(box.width() * 0.1, 14 * unit, -box.width() * 0.1, -28 * unit)
        above = NAME * 2 * unit
        head = QRectF(room.left(), room.top(), room.width(), above)
        font = look().font(round(ROUND * 1.2 * unit), serif=True)
        painter.setPen(QColor(look().colours.on_felt))
        painter.setFont(fitted(font, board.lines[0], room.width(), least=round(_LEAST_NAME * unit)))
        shown = painter.fontMetrics().elidedText(board.lines[0], Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(head, int(Qt.AlignmentFlag.AlignCenter), shown)
        paint_places(painter, room.adjusted(0, above, 0, 0), board.places, board.names)

    def _middle(self, places: Sequence[QRectF]) -> QRectF:
        gap = 12 * self.unit
        left, right = places[_LEFT].right() + gap, places[_RIGHT].left() - gap
        top, bottom = places[_ABOVE].bottom() + gap, places[_BELOW].top() - gap
        return QRectF(left, top, right - left, bottom - top)

    def letters(self) -> dict[str, int]:
        """How large names, points, changes and the round are written where nothing is too long, in pixels."""
        sizes = {"name": NAME, "points": POINTS, "change": CHANGE, "round": ROUND, "small": SMALL}
        return {key: round(size * self.unit) for key, size in sizes.items()}

    def _paint_place(self, painter: QPainter, room: QRectF, one: SideState, side: int) -> None:
        """A wind's tile, beside it the name above the points; East on a plate of its own."""
        unit = self.unit
        tall = (0 if one.wind is None else EAST_TILE if one.wind is Wind.EAST else TILE) * unit
        wide, gap, pad = tall * 0.75, 18 * unit, 14 * unit
        words = self._words_of(one, room.width() - wide - gap - 2 * pad, beside=side in (_BELOW, _ABOVE))
        text = max((word.left + word.width for word in words), default=0.0)
        high = max((word.top + word.height for word in words), default=0.0)
        plate = QRectF(0, 0, wide + gap + text + 2 * pad, min(room.height(), max(tall, high) + 2 * pad))
        plate.moveCenter(room.center())
        if side == _LEFT:
            plate.moveLeft(room.left())
        elif side == _RIGHT:
            plate.moveRight(room.right())
        elif side == _BELOW:
            plate.moveBottom(room.bottom())
        else:
            plate.moveTop(room.top())
        self._paint_plate(painter, plate, east=one.wind is Wind.EAST)
        if one.wind is not None:
            self._paint_tile(painter, one.wind, QPointF(plate.left() + pad + wide / 2, plate.center().y()), tall)
        left, top = plate.left() + pad + wide + gap, plate.center().y() - high / 2
        for word in words:
            painter.setFont(word.font)
            painter.setPen(QColor(word.colour))
            box = QRectF(left + word.left, top + word.top, text - word.left + 2, word.height)
            shown = painter.fontMetrics().elidedText(word.text, Qt.TextElideMode.ElideRight, math.ceil(box.width()))
            painter.drawText(box, int(_FLUSH), shown)

    def _words_of(self, one: SideState, most: float, *, beside: bool) -> list[_Word]:
        """Name, points and last change, with `beside` on the line of the points, else below; so wide at most."""
        current, c, unit, letters = look(), look().colours, self.unit, self.letters()
        east = one.wind is Wind.EAST
        change, points = signed(one.change) if self.with_change and one.change else "", figure(one.points)
        changes = current.font(letters["change"], bold=True)
        change_wide, gap = QFontMetricsF(changes).horizontalAdvance(change), 22 * unit
        taken = change_wide + gap if change and beside else 0.0
        plain, said = current.font(letters["name"], serif=True), one.name
        if QFontMetricsF(plain).horizontalAdvance(said) > most:
            said = one.short or said
        name = fitted(plain, said, most, least=round(_LEAST_NAME * unit))
        large = current.font(letters["points"], serif=True)
        large = fitted(large, points, most - taken, least=round(_LEAST_POINTS * unit))
        names, figures = QFontMetricsF(name), QFontMetricsF(large)
        ink = c.text if east else c.on_felt
        top, points_high = names.height(), figures.ascent() * 1.1
        points_wide = figures.horizontalAdvance(points)
        words = [
            _Word(said, name, ink, 0.0, 0.0, min(most, names.horizontalAdvance(said)), top),
            _Word(points, large, ink, 0.0, top, points_wide, points_high),
        ]
        if change:
            gained = (one.change or 0) > 0
            colour = (c.good if gained else c.text) if east else c.arrow_strong if gained else c.on_felt
            left, above = (points_wide + gap, top) if beside else (0.0, top + points_high)
            high = points_high if beside else QFontMetricsF(changes).ascent() * 1.1
            words.append(_Word(change, changes, colour, left, above, change_wide, high))
        return words

    def _paint_plate(self, painter: QPainter, plate: QRectF, *, east: bool) -> None:
        """What a place lies on: nothing but the felt, except for East."""
        current, c, unit = look(), look().colours, self.unit
        if east:
            painter.setPen(QPen(QColor(c.winner), max(2.0, 4 * unit)))
            painter.setBrush(QColor(c.card))
        elif is_flat(current):
            painter.setPen(QPen(QColor(c.border), current.line_width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            return
        painter.drawRoundedRect(plate, 14 * unit, 14 * unit)

    def _paint_tile(self, painter: QPainter, wind: Wind, middle: QPointF, tall: float) -> None:
        """The tile of a wind, so tall, around a point."""
        tile = Tile.parse(f"{list(Wind).index(wind) + 1}z")
        picture = picture_on(self, tile, max(16, round(tall * 0.7)))
        size = picture.deviceIndependentSize()
        painter.drawPixmap(middle - QPointF(size.width() / 2, size.height() / 2), picture)

    def _paint_round(self, painter: QPainter, room: QRectF, board: Board) -> None:
        """The tile of the round's wind, which round and hand it is, and who is East."""
        current, unit = look(), self.unit
        pixels = self.letters()["round"]
        line = pixels * 1.2
        tall = min(ROUND_TILE * unit, room.height() - line * len(board.lines)) if board.wind is not None else 0.0
        top = room.center().y() - (tall + line * len(board.lines)) / 2
        if board.wind is not None and tall >= TILE * unit / 2:
            self._paint_tile(painter, board.wind, QPointF(room.center().x(), top + tall / 2), tall)
        painter.setPen(QColor(current.colours.on_felt))
        for at, words in enumerate(board.lines):
            font = current.font(pixels, bold=True)
            painter.setFont(fitted(font, words, room.width(), least=round(_LEAST_NAME * unit)))
            shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(room.width()))
            place = QRectF(room.left(), top + tall + at * line, room.width(), line)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), shown)

    def _paint_others(self, painter: QPainter, box: QRectF, board: Board) -> None:
        """Those who don't play this hand, small in the corners."""
        current, unit = look(), self.unit
        pixels = self.letters()["small"]
        painter.setFont(current.font(pixels, bold=True))
        painter.setPen(QColor(current.colours.on_felt))
        text = pgettext("a standing", "{name} {points}")
        edge = 18 * unit
        for at, one in enumerate(board.others[:4]):
            points = figure(one.points)
            words = text.format(name=one.name, points=points)
            room = QRectF(box.left() + edge, 0, box.width() * 0.22, pixels * 1.3)
            room.moveTop(box.top() + edge if at % 4 < 2 else box.bottom() - edge - room.height())
            side = Qt.AlignmentFlag.AlignLeft
            if at % 2:
                room.moveRight(box.right() - edge)
                side = Qt.AlignmentFlag.AlignRight
            metrics = painter.fontMetrics()
            if metrics.horizontalAdvance(words) > room.width():
                rest = room.width() - metrics.horizontalAdvance(text.format(name="", points=points))
                name = metrics.elidedText(one.short or one.name, Qt.TextElideMode.ElideRight, int(rest))
                words = text.format(name=name, points=points)
            painter.drawText(room, int(side | Qt.AlignmentFlag.AlignVCenter), words)

    # what is handed over

    def _port(self, places: Sequence[QRectF], side: int | None) -> QPointF:
        """Where chips leave a side, and come to it: towards the middle of the table; the bank's are there."""
        middle, gap = QRectF(self.rect()).center(), 10 * self.unit
        if side is None:
            return middle
        room = places[side]
        return {
            _BELOW: QPointF(middle.x(), room.top() - gap),
            _ABOVE: QPointF(middle.x(), room.bottom() + gap),
            _LEFT: QPointF(room.right() + gap, middle.y()),
            _RIGHT: QPointF(room.left() - gap, middle.y()),
        }[side]

    def _moment(self) -> tuple[int, float]:
        """Which hand-over is shown now, and how far on their way its chips are, from 0 to 1."""
        steps = 1 + max((one.step for one in (self.board.passing if self.board else ())), default=0)
        now, turn = divmod((time.monotonic() - self._began) / _STEP_S, 1.0)
        if not look().motion:
            return int(now) % steps, _AT_REST
        share = min(1.0, turn * _TRIPS % 1.0 / (1 - _REST))
        return int(now) % steps, share * share * (3 - 2 * share)

    def _way(self, places: Sequence[QRectF], passing: ChipTransfer) -> tuple[QPointF, QPointF, QPointF] | None:
        """From where to where chips go, and which way is aside; what comes back goes beside it."""
        start, end = self._port(places, passing.giver), self._port(places, passing.taker)
        length = math.hypot(end.x() - start.x(), end.y() - start.y())
        if length < 1:
            return None
        along = (end - start) / length
        across = QPointF(-along.y(), along.x())
        aside = across * _ASIDE * self.unit * (1 if self._comes_back(passing) else 0)
        felt = self._middle(places)
        return _within(felt, start + aside), _within(felt, end + aside), across

    def _comes_back(self, passing: ChipTransfer) -> bool:
        """Whether something comes back at once for these chips, or they come back for others."""
        board = self.board
        return board is not None and sum(one.step == passing.step for one in board.passing) > 1

    def _paint_arrow(self, painter: QPainter, places: Sequence[QRectF], passing: ChipTransfer) -> None:
        """From where to where."""
        way, unit = self._way(places, passing), self.unit
        if way is None:
            return
        start, end, across = way
        colour = QColor(look().colours.arrow)
        along = QPointF(across.y(), -across.x())
        painter.setPen(QPen(colour, 7 * unit))
        painter.drawLine(start, end - along * 24 * unit)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        base = end - along * 34 * unit
        painter.drawPolygon(QPolygonF([end, base + across * 20 * unit, base - across * 20 * unit]))

    def plates(
        self, places: Sequence[QRectF], board: Board, now: Sequence[ChipTransfer], along: float
    ) -> list[tuple[QRectF, QPixmap]]:
        """Where the chips on their way are, and how they look; once they rest, none hides another."""
        unit, found = self.unit, []
        keep = self._middle(places).adjusted(0, -20 * unit, 0, 20 * unit)
        for passing in now:
            way = self._way(places, passing)
            if way is None:
                continue
            start, end, _unused = way
            picture = self._picture(board.chips, passing, look())
            size = picture.deviceIndependentSize()
            plate = QRectF(0, 0, size.width() + 28 * unit, size.height() + 20 * unit)
            plate.moveCenter(start + (end - start) * along)
            plate.moveLeft(max(keep.left(), min(plate.left(), keep.right() - plate.width())))
            plate.moveTop(max(keep.top(), min(plate.top(), keep.bottom() - plate.height())))
            found.append((plate, picture))
        if len(found) > 1 and (along == 1 or not look().motion):
            _part(found[0][0], found[1][0], keep)
        return found

    def _paint_pieces(self, painter: QPainter, plate: QRectF, picture: QPixmap) -> None:
        """Chips on their way, as large as they can be read."""
        unit, c = self.unit, look().colours
        painter.setPen(QPen(QColor(c.arrow_strong), 5 * unit))
        painter.setBrush(QColor(c.card))
        painter.drawRoundedRect(plate, 12 * unit, 12 * unit)
        painter.drawPixmap(plate.topLeft() + QPointF(14 * unit, 10 * unit), picture)

    def _picture(self, chips: ChipSet | None, passing: ChipTransfer, current: Look) -> QPixmap:
        """The chips drawn, or the points as a figure where there are none."""
        key = (current, self.size(), self.devicePixelRatioF(), passing.pieces, passing.points)
        if key not in self._drawn:
            if len(self._drawn) > _MOST_DRAWN:
                self._drawn.clear()
            self._drawn[key] = self._draw(chips, passing, current)
        return self._drawn[key]

    def _draw(self, chips: ChipSet | None, passing: ChipTransfer, current: Look) -> QPixmap:
        ratio, unit = self.devicePixelRatioF(), self.unit
        if chips is not None and passing.pieces:
            drawn = ChipsPicture(size=COMPACT)
            drawn.show_pieces(chips, passing.pieces)
            return drawn.enlarged(_WIDEST * unit, CHIPS * unit / current.scale, ratio)
        font = current.font(round(CHANGE * unit), bold=True)
        words, metrics = figure(passing.points), QFontMetricsF(font)
        made = _blank(QSize(round(metrics.horizontalAdvance(words)) + 2, round(metrics.height())), ratio, current)
        painter = QPainter(made)
        painter.setFont(font)
        painter.setPen(QColor(current.colours.text))
        painter.drawText(QPointF(0, metrics.ascent()), words)
        painter.end()
        return made


def _within(box: QRectF, point: QPointF) -> QPointF:
    """The point, or the one of a box that is nearest to it."""
    return QPointF(
        min(max(point.x(), box.left()), box.right()),
        min(max(point.y(), box.top()), box.bottom()),
    )


def _part(one: QRectF, other: QRectF, box: QRectF) -> None:
    """Move one of two above the other where they meet, in a box."""
    above, below = sorted((one, other), key=lambda plate: plate.center().y())
    if above.intersects(below):
        middle, high = (above.top() + below.bottom()) / 2, above.height() + below.height()
        top = max(box.top(), min(middle - high / 2, box.bottom() - high))
        above.moveTop(top)
        below.moveTop(min(top + above.height(), box.bottom() - below.height()))


def _blank(size: QSize, ratio: float, current: Look) -> QPixmap:
    made = QPixmap(size * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(QColor(current.colours.card))
    return made
