"""The moment of Mah Jongg: the tiles slide into their sets, the winning tile last, and the total counts up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRadialGradient,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _, listed, pgettext
from mjcompanion.scoring.hand_groups import HandGroup
from mjcompanion.table.words import counted, figure

from ..accessibility import announce
from ..rich_text import PlainLabel
from ..theme import look, smooth_painter
from .felt import fitted, is_flat, paint_cloth
from .layouts import grow_by_width
from .tiles import picture_on
from .tiles.art import shape_of

SCREEN: Final = QSize(1366, 768)
"""The screen for which the sizes are; elsewhere everything is as much larger or smaller."""
_STAYS_MS: Final = 2_600
"""How long the whole hand is seen before the table comes back."""
_GAP: Final = 0.3
"""The room between two sets, in widths of a tile."""
_RAISED: Final = 0.22
_LINE: Final = 1.78
"""The height of a line of tiles, with the room for one that is raised."""
_MOST_LINES: Final = 4
_WORTH_A_LINE: Final = 1.3
"""How much larger tiles must be for another line of sets."""
_TOUCH: Final = 0.02
_ENDING: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress})
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)


class PlacedTile(NamedTuple):
    """A tile (None: face down), where its front begins, and whether it is turned, or the one that won."""

    tile: Tile | None
    left: float
    top: float
    turned: bool
    won: bool


class LaidHand(NamedTuple):
    """A hand laid out in lines of sets: how wide its tiles are, where each is, and the room of all of it."""

    width: int
    tiles: tuple[PlacedTile, ...]
    lines: int
    room: QRectF


class MahJongg(msgspec.Struct, frozen=True):
    """What is shown: who won, with which hand, how, where, and for how much."""

    winner: str
    name: str = ""
    how: str = ""
    where: str = ""
    groups: tuple[HandGroup, ...] = ()
    total: int | None = None
    limited: bool = False

    @property
    def sentence(self) -> str:
        """All of it for those who don't see it."""
        total = "" if self.total is None else counted(self.total, "point")
        parts = (_("Mah Jongg"), self.winner, self.name, self.how, total, _("limit") if self.limited else "")
        return _("{sentence}.").format(
            sentence=pgettext("between the parts of a sentence", ", ").join(filter(None, parts))
        )


def lay_sets(groups: Sequence[HandGroup], room: QSize, largest: int) -> LaidHand:
    """Lay sets in as few lines as let the tiles be large; a set is never broken."""
    width, lines = 1, list[list[HandGroup]]()
    for count in range(1, min(_MOST_LINES, len(groups)) + 1):
        broken = _broken(groups, count)
        widest = max(map(_line_width, broken))
        fits = int(min(room.width() / widest, room.height() / (_LINE * len(broken)), largest))
        if fits > _WORTH_A_LINE * width:
            width, lines = fits, broken
    tiles: list[PlacedTile] = []
    for at, line in enumerate(lines):
        left, top = 0.0, (at * _LINE + _RAISED) * width
        for group in line:
            for place, tile in enumerate(group.faces):
                turned, won = group.exposed and not place, place == group.won
                down = width / 3 if turned else -_RAISED * width if won else 0.0
                tiles.append(PlacedTile(tile, left, top + down, turned, won))
                left += width * ((4 / 3 if turned else 1) + _TOUCH)
            left += width * _GAP
    across = max((_line_width(line) for line in lines), default=0.0) * width
    return LaidHand(width, tuple(tiles), len(lines), QRectF(0, 0, across, len(lines) * _LINE * width))


def _line_width(line: Sequence[HandGroup]) -> float:
    """Return how wide a line of sets is, in widths of a tile."""
    sets = (len(group.tiles) * (1 + _TOUCH) + (1 / 3 if group.exposed else 0) for group in line)
    return sum(sets) + _GAP * (len(line) - 1)


def _broken(groups: Sequence[HandGroup], count: int) -> list[list[HandGroup]]:
    """Return the sets in so many lines of about the same width."""
    whole, lines = _line_width(groups), [list[HandGroup]() for _unused in range(count)]
    done, at = 0.0, 0
    for group in groups:
        wide = _line_width([group])
        if lines[at] and at < count - 1 and done + wide / 2 > (at + 1) * whole / count:
            at += 1
        lines[at].append(group)
        done += wide + _GAP
    return [line for line in lines if line]


def paint_sets(
    painter: QPainter, on: QWidget, hand: LaidHand, corner: QPointF, share: float = 1.0, *, rack: bool = False
) -> None:
    """Paint a hand laid out; of its movement, from 0 to 1, the winning tile is last."""
    current, shape = look(), shape_of(hand.width)
    if rack and hand.lines == 1 and not is_flat(current):
        _paint_rack(painter, hand, corner)
    order = sorted(range(len(hand.tiles)), key=lambda at: (hand.tiles[at].won, at))
    for turn, at in enumerate(order):
        one = hand.tiles[at]
        begin = 0.78 if one.won else 0.6 * turn / max(1, len(order))
        part = min(1.0, max(0.0, (share - begin) / 0.22))
        if part <= 0:
            continue
        eased = 1 - (1 - part) ** 3
        aside = QPointF(0, -1.4 * hand.width) if one.won else QPointF(2.5 * hand.width, 0)
        place = corner + QPointF(one.left, one.top) + aside * (1 - eased)
        painter.setOpacity(min(1.0, 2 * part))
        picture = picture_on(on, one.tile, hand.width, sideways=one.turned)
        painter.drawPixmap(place - QPointF(shape.pad, shape.pad), picture)
        if one.won:
            edge = QRectF(place.x(), place.y(), shape.front_width, shape.height).adjusted(-1, -1, 1, 1)
            painter.setPen(QPen(QColor(current.colours.winner), max(2.0, hand.width * 0.05)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(edge, shape.radius + 2, shape.radius + 2)
    painter.setOpacity(1.0)


def _paint_rack(painter: QPainter, hand: LaidHand, corner: QPointF) -> None:
    """Paint the rack on which the tiles are."""
    c, wide = look().colours, hand.width
    bar = QRectF(corner.x() - wide * 0.2, corner.y() + wide * 1.52, hand.room.width() + wide * 0.4, wide * 0.25)
    wood = QLinearGradient(bar.topLeft(), bar.bottomLeft())
    wood.setColorAt(0, QColor(c.wood))
    wood.setColorAt(0.35, QColor(c.wood))
    wood.setColorAt(0.36, QColor(c.wood_front))
    wood.setColorAt(1, QColor(c.wood_front))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(wood)
    painter.drawRoundedRect(bar, 3, 3)


def paint_seal(painter: QPainter, middle: QPointF, radius: float, words: str) -> None:
    """Paint a seal of gold with a word on it, a little aslant."""
    c = look().colours
    gold = QRadialGradient(middle - QPointF(radius * 0.35, radius * 0.45), radius * 1.7)
    gold.setColorAt(0, QColor(c.winner).lighter(140))
    gold.setColorAt(0.5, QColor(c.winner))
    gold.setColorAt(1, QColor(c.winner).darker(140))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(gold)
    painter.drawEllipse(middle, radius, radius)
    ring = QColor(c.ivory_light)
    ring.setAlphaF(0.7)
    painter.setPen(QPen(ring, max(1.0, radius * 0.02)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, radius * 0.86, radius * 0.86)
    painter.save()
    painter.translate(middle)
    painter.rotate(-7)
    font = look().font(round(radius * (0.6 if len(words) > 1 else 1.05)), serif=True)
    painter.setFont(fitted(font, words, radius * 1.5))
    painter.setPen(QColor(c.on_seal))
    box = QRectF(-radius, -radius, 2 * radius, 2 * radius)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)
    painter.restore()


def paint_moment(painter: QPainter, on: QWidget, box: QRectF, shown: MahJongg, share: float = 1.0) -> None:
    """Paint the moment in a box, so far as it has come from 0 to 1."""
    current = look()
    wide = box.width() >= 1.2 * box.height()
    unit = min(box.width() / SCREEN.width(), box.height() / SCREEN.height()) if wide else box.width() / 800
    edge = (64 if wide else 44) * unit
    inner = box.adjusted(edge, 0, -edge, 0)
    sizes = (34, 136, 56, 176, 34, 25) if wide else (30, 96, 40, 150, 30, 25)
    label, name, title, total, how, where = (max(10, round(size * unit)) for size in sizes)
    bottom = box.bottom() - (62 if wide else 56) * unit
    top = box.top() + (44 if wide else 40) * unit
    below = bottom - total * 1.05
    if not shown.groups:  # a hand of which only the score is known
        top, bottom = top + box.height() * 0.16, bottom - box.height() * 0.12
        below = bottom - total * 1.05

    def line(words: str, pixels: int, colour: str, *, serif: bool = False) -> None:
        nonlocal top
        font = fitted(current.font(pixels, serif=serif, bold=True), words, inner.width(), least=min(pixels, 14))
        painter.setFont(font)
        painter.setPen(QColor(colour))
        high = QFontMetricsF(current.font(pixels, serif=serif)).height() * (0.98 if serif else 1.1)
        text = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(inner.width()))
        painter.drawText(QRectF(inner.left(), top, inner.width(), high), _LEFT, text)
        top += high

    c = current.colours
    line(_("Mah Jongg"), label, c.arrow_strong)
    line(shown.winner, name, c.on_felt, serif=True)
    if shown.name:
        line(shown.name, title, c.on_felt, serif=True)
    if shown.groups:
        room = QSize(int(inner.width()), int(below - top - 20 * unit))
        hand = lay_sets(shown.groups, room, round((80 if wide else 92) * unit))
        high = hand.room.height()
        paint_sets(painter, on, hand, QPointF(inner.left(), top + (below - top - high) / 2), share, rack=wide)
    low = QRectF(inner.left(), bottom - where * 1.3, inner.width(), where * 1.3)
    painter.setPen(QColor(c.on_felt_quiet))
    painter.setFont(current.font(where))
    painter.drawText(low, _LEFT, shown.where)
    painter.setPen(QColor(c.on_felt))
    painter.setFont(current.font(how))
    painter.drawText(low.translated(0, -how * 1.25), _LEFT, shown.how)
    radius = total * 0.44
    if shown.total is not None:
        counting = min(1.0, max(0.0, (share - 0.3) / 0.62))
        words = figure(round(shown.total * (1 - (1 - counting) ** 2)))
        right = inner.right() - (2 * radius + 24 * unit if shown.limited else 0)
        painter.setFont(current.font(total, serif=True))
        high = total * 1.1
        painter.drawText(QRectF(inner.left(), bottom - high + total * 0.12, right - inner.left(), high), _RIGHT, words)
    if shown.limited and share > 0.84:
        stamped = min(1.0, (share - 0.84) / 0.16)
        painter.setOpacity(stamped)
        middle = QPointF(inner.right() - radius, bottom - total * 0.42)
        paint_seal(painter, middle, radius * (1.35 - 0.35 * stamped), _("Limit"))
        painter.setOpacity(1.0)


class SetsPicture(PlainLabel):
    """A hand in its sets on felt, the winning tile raised; a screen reader hears its tiles."""

    def __init__(self, largest: int) -> None:
        super().__init__("")
        self._largest = largest
        self.groups: tuple[HandGroup, ...] = ()
        """What is shown."""
        grow_by_width(self, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_groups(self, groups: Sequence[HandGroup]) -> None:
        """Show a hand."""
        self.groups = tuple(groups)
        self.setAccessibleName(listed([group.describe() for group in self.groups]))
        self.updateGeometry()
        self.update()

    def _laid(self, width: int, height: int = 10_000) -> LaidHand:
        return lay_sets(self.groups, QSize(width, height), round(self._largest * look().scale))

    def heightForWidth(self, width: int) -> int:
        return round(self._laid(width).room.height())

    def sizeHint(self) -> QSize:
        return QSize(10 * self._largest, self.heightForWidth(10 * self._largest))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._largest, round(self._largest * 1.5))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        hand = self._laid(self.width() - 4, self.height())
        paint_sets(painter, self, hand, QPointF(2, (self.height() - hand.room.height()) / 2))
        painter.end()


class MahJonggMoment(PlainLabel):
    """The moment of Mah Jongg over a widget: it goes by itself, or at any key or click, which does what it does else.

    Without `takes_keys` its host ends it.

    Signals:
        over(): it is gone.
    """

    over = Signal()

    def __init__(self, host: QWidget, *, takes_keys: bool = True) -> None:
        super().__init__("", host)
        self._host, self._takes_keys = host, takes_keys
        self.shown: MahJongg | None = None
        """What is shown."""
        self._share = 1.0
        self._motion = QVariantAnimation(self)
        self._motion.setStartValue(0.0)
        self._motion.setEndValue(1.0)
        self._motion.valueChanged.connect(self._on_moved)
        self._stays = QTimer(self)
        self._stays.setSingleShot(True)
        self._stays.timeout.connect(self.leave)
        self.hide()

    def show_moment(self, shown: MahJongg) -> None:
        """Show a hand that was just won."""
        self.shown = shown
        self.setAccessibleName(shown.sentence)
        self.setGeometry(self._host.rect())
        self.show()
        self.raise_()
        self._host.installEventFilter(self)
        application = QApplication.instance()
        if application is not None and self._takes_keys:
            application.installEventFilter(self)
        motion = look().moment
        self._share = 0.0 if motion else 1.0
        if motion:
            self._motion.setDuration(motion)
            self._motion.start()
        self._stays.start(motion + _STAYS_MS)
        if self._takes_keys:
            announce(self, shown.sentence)

    def leave(self) -> None:
        """Show what is below again."""
        if self.shown is None:
            return
        self.shown = None
        self._motion.stop()
        self._stays.stop()
        self._host.removeEventFilter(self)
        application = QApplication.instance()
        if application is not None and self._takes_keys:
            application.removeEventFilter(self)
        self.hide()
        self.over.emit()

    def _on_moved(self, share: object) -> None:
        assert isinstance(share, float)  # noqa: S101 - so it runs, from 0.0 to 1.0
        self._share = share
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the next key or click, wherever it is meant for; it does there what it would do without this."""
        if watched is self._host and event.type() is QEvent.Type.Resize:
            self.setGeometry(self._host.rect())
        elif self._takes_keys and event.type() in _ENDING and isinstance(watched, QWidget) and watched is not self:
            self.leave()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the click from what is below: it only ends this."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.leave()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(self.rect())
        paint_cloth(painter, box, look())
        if self.shown is not None:
            paint_moment(painter, self, box, self.shown, self._share)
        painter.end()
