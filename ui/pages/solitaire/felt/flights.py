"""What is under way on the felt: which tiles a move sends from where to where, and dice being thrown."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import Property, QEasingCurve, QPointF, QPropertyAnimation, QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsObject

from mjcompanion.core.tiles import JOKER, Tile, Wind
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.wall.dice import FACES, Throw

from ....theme import Look
from ....widgets.dice import paint_die, tumbling
from ....widgets.tiles.art import shape_of, tile_picture
from .pieces import FeltStyle
from .scene import Key, Scene, holds_hands

Hand = Callable[[Move], QRect]
"""Where the tile of a move is, or will lie, in the person's hand: the front, in the felt's own pixels."""

_SLOWING: Final = QEasingCurve(QEasingCurve.Type.OutCubic)
_TURNS: Final = 0.42
"""When a tile turns its face up, as a part of its way."""
_TURNING: Final = 0.16
"""How long it takes to, on either side of that."""
_TUMBLED: Final = 0.6
_SEEN: Final = 0.78
"""How much of a roll is over when the dice lie still, and when they go to their place."""
_FACE_UP: Final = 0.86
"""How much of the tumbling is over when a die shows what was thrown."""


class Leg(NamedTuple):
    """One tile's way: which it is, from where to where, what it is a part of when it has come, and whether it turns.

    `targets` names the pieces that aren't seen before it has come. None as a tile shows its back all the way; one that
    `turns` shows it at first.
    """

    tile: Tile | None
    start: QRect
    end: QRect
    targets: tuple[Key, ...] = ()
    turns: bool = False


def legs(before: Scene, move: Move, after: Scene, hand: Hand) -> list[Leg]:
    """The ways of all tiles that this move sends across the felt; none where it all happens in the person's hand."""
    old, new = before.game, after.game
    mine, do = move.who is new.person, move.do
    spot = old.spot_of(move)
    if spot is not None:
        place = before.wall_place(spot).front
        if do is Do.END_TILE:  # a joker goes into the wall, and what lay there comes for it
            return [Leg(JOKER, hand(move), place), Leg(move.tile, place, hand(move), turns=True)]
        if mine:
            return [Leg(move.tile, place, hand(move), turns=True)]
        return _drawn(move, Leg(None, place, place), after)
    if do in (Do.DISCARD, Do.PASS):
        return _thrown(before, move, after, hand)
    if old.offered is not None and (do in CLAIMS or do is Do.MAH_JONGG):
        slot = before.place(("discard", len(old.pile) - 1))
        if slot is None:
            return []
        return _claimed(Leg(move.tile, slot.front, hand(move) if mine else slot.front), move, after)
    return _laid(before, move, after) if do in (Do.FLOWER, Do.LAY) and not mine else []


def _beside(game: Game, who: Wind) -> Key:
    """Where a tile is that another player holds: among those seen from behind, or open next to the player."""
    return "held" if holds_hands(game) else "fresh", who


def _drawn(move: Move, leg: Leg, after: Scene) -> list[Leg]:
    """From the wall to another player; the tile is seen where it will lie open."""
    game = after.game
    key = _beside(game, move.who)
    end = after.place(key)
    if end is None:
        return []
    if holds_hands(game):
        return [leg._replace(end=end.front)]
    return [leg._replace(tile=move.tile, end=end.front, targets=(key,), turns=True)]


def _thrown(before: Scene, move: Move, after: Scene, hand: Hand) -> list[Leg]:
    """From a hand, or from next to a player, into the middle."""
    old, new = before.game, after.game
    turns = False
    if move.who is new.person:
        start = hand(move)
    else:
        slot = before.place(_beside(new, move.who))
        if slot is None:
            return []
        start, turns = slot.front, holds_hands(new)
    found = []
    for index in range(len(old.pile), len(new.pile)):
        end = after.place(("discard", index))
        if end is not None:
            found.append(Leg(new.pile[index].tile, start, end.front, (("discard", index),), turns))
    return found


def _claimed(leg: Leg, move: Move, after: Scene) -> list[Leg]:
    """A discard goes to whoever claims it; whoever goes out lays the hand open."""
    game = after.game
    if move.who is game.person:
        return [leg]
    targets = _last_laid(game, move.who)
    if move.do is Do.MAH_JONGG:
        targets += [("hand", move.who, at) for at in range(len(game.holding(move.who).hand))]
    places = [place for key in targets if (place := after.place(key)) is not None]
    if not places:
        return []
    turned = next((place for place in places if place.sideways), places[-1])
    return [leg._replace(end=turned.front, targets=tuple(targets))]


def _laid(before: Scene, move: Move, after: Scene) -> list[Leg]:
    """Tiles that another player lays out of the hand."""
    game, slot = after.game, before.place(("held", move.who))
    if slot is None:
        return []
    flower: Key = ("flower", move.who, len(game.holding(move.who).flowers) - 1)
    found = []
    for key in [flower] if move.do is Do.FLOWER else _last_laid(game, move.who):
        place, face = after.place(key), after.face(key)
        if place is not None and face is not None:
            found.append(Leg(face.tile, slot.front, place.front, (key,), turns=True))
    return found


def _last_laid(game: Game, who: Wind) -> list[Key]:
    """The tiles of the set that this player laid out last."""
    laid = game.holding(who).laid
    return [("laid", who, len(laid) - 1, at) for at in range(len(laid[-1].tiles))]


class Moving(QGraphicsObject):
    """Something under way on the felt; an animation takes `part` of its way from 0 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self._part = 0.0
        self.animation = QPropertyAnimation(self, b"part")
        self.animation.setStartValue(0.0)
        self.animation.setEndValue(1.0)

    @property
    def has_come(self) -> bool:
        """Whether its time is over."""
        return self.animation.state() is QPropertyAnimation.State.Stopped

    def _get_part(self) -> float:
        return self._part

    def _set_part(self, part: float) -> None:
        self.prepareGeometryChange()
        self._part = part
        self.update()

    part = Property(float, _get_part, _set_part)


class Flight(Moving):
    """A tile under way along its leg."""

    def __init__(self, leg: Leg, style: FeltStyle) -> None:
        super().__init__()
        self.leg, self._style = leg, style

    def front(self) -> QRectF:
        """Return where the tile's front is: fast at first, and slower as it comes."""
        eased = _SLOWING.valueForProgress(self._part)
        start, end = self.leg.start, self.leg.end
        wide = start.width() + (end.width() - start.width()) * eased
        high = start.height() + (end.height() - start.height()) * eased
        x = start.center().x() + (end.center().x() - start.center().x()) * eased
        y = start.center().y() + (end.center().y() - start.center().y()) * eased
        return QRectF(x - wide / 2, y - high / 2, wide, high)

    def boundingRect(self) -> QRectF:
        """Return what it covers, with thickness and shadow."""
        front = self.front()
        more = max(front.width(), front.height()) * 0.3 + 3
        return front.adjusted(-more, -more, more, more)

    def paint(self, painter: QPainter, *_unused: object) -> None:
        """Paint the tile where it is now, turning over where it has to."""
        leg, front, style = self.leg, self.front(), self._style
        sideways = leg.end.width() > leg.end.height()
        wide = max(leg.start.width(), min(leg.end.width(), leg.end.height()), 8)
        tile, squeeze = leg.tile, 1.0
        if leg.turns:
            squeeze = min(1.0, max(0.06, abs(self._part - _TURNS) / _TURNING))
            if self._part < _TURNS:
                tile = None
        shape = shape_of(wide, sideways=sideways)
        picture = tile_picture(tile, wide, style.look, ratio=style.ratio, sideways=sideways, index=style.letters)
        scale = front.width() / shape.front_width
        width = shape.picture_width * scale * squeeze
        target = QRectF(0, 0, width, shape.picture_height * scale)
        target.moveTop(front.top() - shape.pad * scale)
        target.moveLeft(front.center().x() - width / 2)
        painter.drawPixmap(target, picture, QRectF(picture.rect()))


class DiceRoll(Moving):
    """Dice being thrown: they tumble in their large boxes, lie there for a moment, then go to their small ones."""

    def __init__(self, dice: tuple[Throw, ...], large: list[QRectF], small: list[QRectF]) -> None:
        super().__init__()
        self._faces = [die for throw in dice for die in throw]
        self._large, self._small = large, small
        rng = random.Random(sum(self._faces))  # noqa: S311 - what is seen in between means nothing
        self._between = [[rng.randint(1, FACES) for _ in range(8)] for _ in self._faces]
        self._spins = [rng.uniform(0.8, 1.9) * rng.choice((-1, 1)) for _ in self._faces]

    @staticmethod
    def duration(current: Look) -> int:
        """Return the milliseconds that it takes."""
        return round(current.tumble / _TUMBLED)

    def boundingRect(self) -> QRectF:
        whole = QRectF()
        for box in (*self._large, *self._small):
            more = box.width() * 0.9
            whole = whole.united(box.adjusted(-more, -more, more, more))
        return whole

    def paint(self, painter: QPainter, *_unused: object) -> None:
        """Paint the dice where they are now."""
        tumbled = min(1.0, self._part / _TUMBLED)
        going = max(0.0, (self._part - _SEEN) / (1 - _SEEN))
        gone = _SLOWING.valueForProgress(going)
        for at, face in enumerate(self._faces):
            between = self._between[at]
            shown = face if tumbled > _FACE_UP else between[int(tumbled * len(between)) % len(between)]
            start, end = self._large[at], self._small[at]
            turned, hop = tumbling(tumbled, self._spins[at])
            side = start.width() + (end.width() - start.width()) * gone
            centre = start.center() + (end.center() - start.center()) * gone
            box = QRectF(0, 0, side, side)
            box.moveCenter(centre - QPointF(0, hop * start.height() * 0.5))
            paint_die(painter, box, shown, turned)
