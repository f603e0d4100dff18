"""Tiles under way: which ones a move sends from where to where, and where each is at a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from mjcompanion.options import Ruleset
from mjcompanion.solitaire.moves import CLAIMS, Do, Move
from mjcompanion.tiles import Tile
from mjcompanion.wall.breaks import Spot

from ....parts.tiles.art import art, shape_of
from .pieces import Style
from .scene import Key, Scene, visible_pile

Hand = Callable[[Move], QRect]
"""Where the tile of a move lies, or will lie, in the person's hand: the front, in the felt's own pixels."""

_TURNS: Final = 0.42
"""When a tile turns its face up, as a part of its way."""
_TURNING: Final = 0.16
"""How long it takes to, on either side of that."""


class Leg(NamedTuple):
    """One tile's way: which it is, from where to where, what it is a part of when it has come, and whether it turns.

    `targets` names the pieces that aren't seen before it has come, `source` the one that it was. None as a tile shows
    its back all the way; one that `turns` shows it at first.
    """

    tile: Tile | None
    start: QRect
    end: QRect
    targets: tuple[Key, ...] = ()
    turns: bool = False
    source: Key = None


def legs(before: Scene, move: Move, after: Scene, hand: Hand) -> list[Leg]:
    """The ways of all tiles that this move sends across the felt; none where it all happens in the person's hand."""
    old, new = before.shown.game, after.shown.game
    if old is None or new is None:
        return []
    do = move.do
    if do in (Do.DRAW, Do.LOOSE):
        return _drawn(before, move, after, hand)
    if do is Do.END_TILE:
        return _end_tile(before, move, after, hand)
    if do in (Do.DISCARD, Do.PASS):
        return _thrown(before, move, after, hand)
    if do in CLAIMS or do is Do.MAH_JONGG:
        return _claimed(before, move, after, hand)
    if do in (Do.FLOWER, Do.LAY, Do.CONCEALED_KONG, Do.ADDED_KONG) and move.who is not new.person:
        return _laid(before, move, after)
    return []


def _drawn(before: Scene, move: Move, after: Scene, hand: Hand) -> list[Leg]:
    old, new = before.shown.game, after.shown.game
    assert old is not None  # noqa: S101 - so `legs` asked
    assert new is not None  # noqa: S101
    left = {one.spot for one in new.walls()}
    taken = [one for one in old.walls() if one.spot not in left]
    if not taken:
        return []
    spot: Spot = taken[0].spot
    start = before.wall_place(spot).front
    if move.who is new.person:
        return [Leg(move.tile, start, hand(move), turns=True, source=("wall", spot))]
    key = "held" if new.rules is Ruleset.SIMPLE else "fresh"
    end = after.place((key, move.who))
    if end is None:
        return []
    if key == "held":
        return [Leg(None, start, end.front, source=("wall", spot))]
    return [Leg(move.tile, start, end.front, ((key, move.who),), turns=True, source=("wall", spot))]


def _end_tile(before: Scene, move: Move, after: Scene, hand: Hand) -> list[Leg]:
    """A joker goes into the wall, and what lay there comes for it."""
    old, new = before.shown.game, after.shown.game
    assert old is not None  # noqa: S101 - so `legs` asked
    assert new is not None  # noqa: S101
    now = {one.spot: one.tile for one in new.walls()}
    changed = [one for one in old.walls() if now.get(one.spot, one.tile) is not one.tile]
    found = []
    for one in changed[-1:]:
        place = before.wall_place(one.spot).front
        found.append(Leg(now[one.spot], hand(move), place))
        found.append(Leg(one.tile, place, hand(move), turns=True))
    return found


def _thrown(before: Scene, move: Move, after: Scene, hand: Hand) -> list[Leg]:
    """From a hand, or from beside a player, into the middle."""
    old, new = before.shown.game, after.shown.game
    assert old is not None  # noqa: S101 - so `legs` asked
    assert new is not None  # noqa: S101
    turns = False
    source: Key = None
    if move.who is new.person:
        start = hand(move)
    else:
        source = "held" if new.rules is Ruleset.SIMPLE else "fresh", move.who
        slot = before.place(source)
        if slot is None:
            return []
        start, turns = slot.front, new.rules is Ruleset.SIMPLE
    found = []
    for index, lying in visible_pile(new)[len(visible_pile(old)) :]:
        end = after.place(("discard", index))
        if end is not None:
            found.append(Leg(lying.tile, start, end.front, (("discard", index),), turns, source))
    return found


def _claimed(before: Scene, move: Move, after: Scene, hand: Hand) -> list[Leg]:
    """A discard goes to whoever claims it; whoever goes out lays the hand open."""
    old, new = before.shown.game, after.shown.game
    assert old is not None  # noqa: S101 - so `legs` asked
    assert new is not None  # noqa: S101
    left = {at for at, _ in visible_pile(new)}
    taken = [at for at, _ in visible_pile(old) if at not in left]
    if not taken:
        return []
    slot = before.place(("discard", taken[0]))
    if slot is None:
        return []
    source = ("discard", taken[0])
    if move.who is new.person:
        return [Leg(move.tile, slot.front, hand(move), source=source)]
    targets = _new_keys(before, after, ("laid", "hand"), move)
    places = [place for key in targets if (place := after.place(key)) is not None]
    if not places:
        return []
    turned = next((place for place in places if place.sideways), places[-1])
    return [Leg(move.tile, slot.front, turned.front, targets, source=source)]


def _laid(before: Scene, move: Move, after: Scene) -> list[Leg]:
    """Tiles that another player lays out of the hand."""
    slot = before.place(("held", move.who))
    if slot is None:
        return []
    found = []
    for key in _new_keys(before, after, ("laid", "flower"), move):
        place = after.place(key)
        face = after.face(key)
        if place is not None and face is not None:
            found.append(Leg(face.tile, slot.front, place.front, (key,), turns=True, source=("held", move.who)))
    return found


def _new_keys(before: Scene, after: Scene, kinds: tuple[str, ...], move: Move) -> tuple[Key, ...]:
    return tuple(
        key
        for key in after.places
        if isinstance(key, tuple) and key[0] in kinds and key[1] is move.who and before.place(key) is None
    )


class Flight:
    """A tile under way: its leg, when it set out, and for how many seconds it is on its way."""

    def __init__(self, leg: Leg, began: float, seconds: float) -> None:
        self.leg, self.began, self.seconds = leg, began, seconds

    def part(self, now: float) -> float:
        """How much of its time is over, 0 to 1."""
        return min(1.0, max(0.0, (now - self.began) / self.seconds))

    def front(self, now: float) -> QRectF:
        """Where the tile's front is: fast at first, and slower as it comes."""
        eased = 1 - (1 - self.part(now)) ** 3
        start, end = self.leg.start, self.leg.end
        wide = start.width() + (end.width() - start.width()) * eased
        high = start.height() + (end.height() - start.height()) * eased
        x = start.center().x() + (end.center().x() - start.center().x()) * eased
        y = start.center().y() + (end.center().y() - start.center().y()) * eased
        return QRectF(x - wide / 2, y - high / 2, wide, high)

    def bounds(self, now: float) -> QRect:
        """What it covers, with thickness and shadow."""
        front = self.front(now)
        more = max(front.width(), front.height()) * 0.3 + 3
        return front.adjusted(-more, -more, more, more).toAlignedRect()

    def paint(self, painter: QPainter, style: Style, now: float) -> None:
        """The tile where it is now, turning over where it has to."""
        leg, front = self.leg, self.front(now)
        sideways = leg.end.width() > leg.end.height()
        wide = max(leg.start.width(), min(leg.end.width(), leg.end.height()), 8)
        tile, squeeze = leg.tile, 1.0
        if leg.turns:
            far = self.part(now)
            squeeze = min(1.0, max(0.06, abs(far - _TURNS) / _TURNING))
            if far < _TURNS:
                tile = None
        shape = shape_of(wide, sideways=sideways)
        picture = art().picture(tile, wide, style.look, ratio=style.ratio, sideways=sideways, index=style.letters)
        scale = front.width() / shape.front_width
        width = shape.picture_width * scale * squeeze
        target = QRectF(0, 0, width, shape.picture_height * scale)
        target.moveTop(front.top() - shape.pad * scale)
        target.moveLeft(front.center().x() - width / 2)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(target, picture, QRectF(picture.rect()))
