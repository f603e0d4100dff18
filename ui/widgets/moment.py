"""The moment of Mah Jongg: the tiles slide into their sets, the winning tile last, and the total counts up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec
from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QParallelAnimationGroup,
    QPointF,
    QPropertyAnimation,
    QRectF,
    QSequentialAnimationGroup,
    QSize,
    QSizeF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRadialGradient,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget
from shiboken6 import isValid

from mjcompanion.american.hand_groups import groups_of_sheet
from mjcompanion.american.score import AmericanSheet
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import _, listed, pgettext
from mjcompanion.scoring.hand_groups import HandGroup
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.sheet_rows import special_name
from mjcompanion.table.words import counted, figure

from ..accessibility import announce
from ..rich_text import PlainLabel
from ..theme import look, smooth_painter
from .felt import fitted, is_flat
from .felt_scene import AnimatedItem, FeltView
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

    @classmethod
    def of_sheet(cls, winner: str, sheet: AmericanSheet | ScoreSheet) -> MahJongg:
        """Return what is shown of a scored hand."""
        name, limited = (special_name(sheet), sheet.is_at_limit) if isinstance(sheet, ScoreSheet) else ("", False)
        total = sheet.score if sheet.adjustment is None else sheet.adjustment.final_rounded
        return cls(winner, name, groups=groups_of_sheet(sheet), total=total, limited=limited)

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
    """Return the sets in `count` lines of about the same width."""
    whole, lines = _line_width(groups), [list[HandGroup]() for _unused in range(count)]
    done, at = 0.0, 0
    for group in groups:
        wide = _line_width([group])
        if lines[at] and at < count - 1 and done + wide / 2 > (at + 1) * whole / count:
            at += 1
        lines[at].append(group)
        done += wide + _GAP
    return [line for line in lines if line]


def paint_placed(painter: QPainter, on: QWidget, one: PlacedTile, width: int) -> None:
    """Paint a tile of a hand at its place, the one that won with an edge of gold."""
    shape = shape_of(width)
    picture = picture_on(on, one.tile, width, sideways=one.turned)
    painter.drawPixmap(QPointF(one.left - shape.pad, one.top - shape.pad), picture)
    if one.won:
        edge = QRectF(one.left, one.top, shape.front_width, shape.height).adjusted(-1, -1, 1, 1)
        painter.setPen(QPen(QColor(look().colours.winner), max(2.0, width * 0.05)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(edge, shape.radius + 2, shape.radius + 2)


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
        painter.translate(2, (self.height() - hand.room.height()) / 2)
        for one in hand.tiles:
            paint_placed(painter, self, one, hand.width)
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
        self._felt = FeltView(self)
        self.motion = QParallelAnimationGroup(self)
        """The hand coming together."""
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
        self._draw(shown, 0)
        self._stays.start(look().moment + _STAYS_MS)
        if self._takes_keys:
            announce(self, shown.sentence)

    def leave(self) -> None:
        """Show what is below again."""
        if self.shown is None:
            return
        self.shown = None
        self.motion.stop()
        self._stays.stop()
        self._host.removeEventFilter(self)
        application = QApplication.instance()
        if application is not None and self._takes_keys:
            application.removeEventFilter(self)
        self.hide()
        self.over.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the next key or click, wherever it is meant for; it does there what it would do without this."""
        if watched is self._host and event.type() is QEvent.Type.Resize and self.shown is not None:
            self.setGeometry(self._host.rect())
            self._draw(self.shown, self.motion.currentTime())
        elif self._takes_keys and event.type() in _ENDING and isinstance(watched, QWidget) and watched is not self:
            self.leave()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the click from what is below: it only ends this."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.leave()

    # what is on the felt

    def _draw(self, shown: MahJongg, time: int) -> None:
        """Lay all of it out, as far as it has come after so many milliseconds."""
        self.motion.stop()
        self.motion.deleteLater()
        self.motion = QParallelAnimationGroup(self)
        self._felt.lay(self.rect())
        box, current, c = QRectF(self.rect()), look(), look().colours
        wide = box.width() >= 1.2 * box.height()
        unit = min(box.width() / SCREEN.width(), box.height() / SCREEN.height()) if wide else box.width() / 800
        sizes = (34, 136, 56, 176, 34, 25) if wide else (30, 96, 40, 150, 30, 25)
        label, name, title, total, how, where = (max(10, round(size * unit)) for size in sizes)
        side, above, under = (round(size * unit) for size in ((64, 44, 62) if wide else (44, 40, 56)))
        inner = box.adjusted(side, above, -side, -under)
        if not shown.groups:  # a hand of which only the score is known
            inner.adjust(0, box.height() * 0.16, 0, -box.height() * 0.12)
        top = self._line(_("Mah Jongg"), current.font(label, bold=True), c.arrow_strong, inner, inner.top())
        top = self._line(shown.winner, current.font(name, serif=True), c.on_felt, inner, top)
        if shown.name:
            top = self._line(shown.name, current.font(title, serif=True), c.on_felt, inner, top)
        self._line(shown.where, current.font(where), c.on_felt_quiet, inner, inner.bottom() - where * 1.3)
        self._line(shown.how, current.font(how), c.on_felt, inner, inner.bottom() - where * 1.3 - how * 1.25)
        below = inner.bottom() - total * 1.05
        if shown.groups:
            room = QSizeF(inner.width(), below - top - 20 * unit).toSize()
            hand = lay_sets(shown.groups, room, round((80 if wide else 92) * unit))
            self._lay_hand(hand, QPointF(inner.left(), top + (below - top - hand.room.height()) / 2), rack=wide)
        radius = total * 0.44
        if shown.total is not None:
            right = inner.right() - (2 * radius + 24 * unit if shown.limited else 0)
            self._count(shown.total, current.font(total, serif=True), QPointF(right, inner.bottom() + total * 0.24))
        if shown.limited:
            around = QRectF(-radius, -radius, 2 * radius, 2 * radius)
            seal = AnimatedItem(around, partial(paint_seal, middle=QPointF(), radius=radius, words=_("Limit")))
            self._felt.scene().addItem(seal)
            seal.setPos(inner.right() - radius, inner.bottom() - total * 0.42)
            seal.setOpacity(0)
            self._play(QPropertyAnimation(seal, b"opacity"), 0.0, 1.0, 0.84, 0.16)
            self._play(QPropertyAnimation(seal, b"scale"), 1.35, 1.0, 0.84, 0.16)
        self.motion.start()
        self.motion.setCurrentTime(time)

    def _line(self, words: str, font: QFont, colour: str, room: QRectF, top: float) -> float:
        """Write a line at the left, and return where the next one is."""
        font = fitted(font, words, room.width(), least=min(font.pixelSize(), 14))
        line = self._felt.write(words, font, colour, room.width())
        line.setPos(room.left(), top)
        return top + line.boundingRect().height()

    def _lay_hand(self, hand: LaidHand, corner: QPointF, *, rack: bool) -> None:
        """Slide the tiles into their sets, the winning one last; a line of them has a rack."""
        scene, c, width = self._felt.scene(), look().colours, hand.width
        if rack and hand.lines == 1 and not is_flat(look()):
            left, top = corner.x() - width * 0.2, corner.y() + width * 1.52
            wood = QLinearGradient(0, top, 0, top + width * 0.25)
            for stop, colour in ((0, c.wood), (0.35, c.wood), (0.36, c.wood_front), (1, c.wood_front)):
                wood.setColorAt(stop, QColor(colour))
            bar = QRectF(left, top, hand.room.width() + width * 0.4, width * 0.25)
            scene.addRect(bar, QPen(Qt.PenStyle.NoPen), QBrush(wood))
        for turn, one in enumerate(sorted(hand.tiles, key=lambda tile: tile.won)):
            shape = shape_of(width, sideways=one.turned)
            box = QRectF(one.left - shape.pad, one.top - shape.pad, shape.picture_width, shape.picture_height)
            tile = AnimatedItem(box, partial(paint_placed, on=self, one=one, width=width))
            scene.addItem(tile)
            tile.setOpacity(0)
            aside = QPointF(0, -1.4 * width) if one.won else QPointF(2.5 * width, 0)
            begin = 0.78 if one.won else 0.6 * turn / len(hand.tiles)
            self._play(QPropertyAnimation(tile, b"pos"), corner + aside, corner, begin, 0.22)
            self._play(QPropertyAnimation(tile, b"opacity"), 0.0, 1.0, begin, 0.11)

    def _count(self, points: int, font: QFont, corner: QPointF) -> None:
        """Count up to the total, with its lower right at a corner."""
        text = self._felt.write("", font, look().colours.on_felt)

        def show(counted: int) -> None:
            if isValid(text):  # the window may be closing
                text.setText(figure(counted))
                text.setPos(corner - text.boundingRect().bottomRight())

        counting = QVariantAnimation()
        counting.valueChanged.connect(show)
        self._play(counting, 0, points, 0.3, 0.62)

    def _play(self, animation: QVariantAnimation, start: object, end: object, begin: float, share: float) -> None:
        """Let something change in a part of the moment."""
        animation.setStartValue(start)
        animation.setEndValue(end)
        animation.setDuration(round(look().moment * share))
        animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        turn = QSequentialAnimationGroup()
        turn.addPause(round(look().moment * begin))
        turn.addAnimation(animation)
        self.motion.addAnimation(turn)
