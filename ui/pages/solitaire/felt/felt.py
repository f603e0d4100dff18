"""The felt as a widget: a picture of the table at rest, and over it whatever moves.

The picture is painted once and then only where something changed, so that a frame costs no more than the tile that
moves across it. Whatever is under way is only seen over it: when all has come, the felt looks as if it had never moved.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from time import perf_counter
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QHideEvent, QPainter, QPaintEvent, QPixmap, QRegion
from PySide6.QtWidgets import QSizePolicy

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.moves import Move
from mjcompanion.wall.dice import FACES, Throw

from ....rich_text import PlainLabel, show_tooltip
from ....theme import look, ring_around
from ....widgets.dice import paint_die
from ....widgets.felt import paint_cloth
from ....widgets.tiles.art import art
from .flights import Flight, Hand, Leg, legs
from .pieces import FeltStyle, FeltTile, dice_boxes, lay_down
from .plan import FeltLayout, Slot
from .scene import Key, Scene, Sprite, plan_key
from .words import described, tip

_FRAME_MS: Final = 16
_TELL_MS: Final = 150
"""The table is told in words once it has been at rest for so long; every word costs a frame a little."""
_GRAIN: Final = 4
"""What is repainted is rounded to so many pixels, which are whole ones on screens of any scale."""
_TUMBLED: Final = 0.6
_SEEN: Final = 0.78
"""How much of a roll is over when the dice lie still, and when they go to their place."""
_FACE_UP: Final = 0.86
"""How much of the tumbling is over when a die shows what was thrown."""
_UNDER_DICE: Final[tuple[Key, ...]] = ("dice", ("words", 0), ("words", 1))
"""What isn't seen while dice are thrown."""
_WARM_MS: Final = 4
"""How long pictures of tiles are made at a time while nothing moves."""


class _Roll:
    """Dice being thrown: they tumble in the middle, lie there for a moment, then go to their place."""

    def __init__(self, dice: tuple[Throw, ...], began: float, seconds: float, seed: int) -> None:
        self.dice, self.began, self.seconds = dice, began, seconds
        rng = random.Random(seed)  # noqa: S311 - what is seen in between means nothing
        self.between = [[rng.randint(1, FACES) for _ in range(8)] for _ in dice for _ in range(2)]
        self.spins = [rng.uniform(0.8, 1.9) * rng.choice((-1, 1)) for _ in self.between]

    def part(self, now: float) -> float:
        return min(1.0, max(0.0, (now - self.began) / self.seconds))


class Felt(PlainLabel):
    """Shows a virtual game, and its moves as they happen. It decides nothing and knows nothing of rules.

    Tab stops at it, so that a screen reader tells the table; to it a label is something to be read.

    Signals:
        finished(): everything that was under way has come; never emitted from within `play`, `roll` or `stop`.
    """

    finished = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.game: Game | None = None
        """What it shows, or is on its way to show."""
        self._lit: frozenset[Tile] = frozenset()
        self._scene: Scene | None = None
        self._drawn: dict[Key, Sprite] = {}
        self._flights: list[Flight] = []
        self._roll: _Roll | None = None
        self._known_plan: tuple[tuple[object, ...], FeltLayout] | None = None
        self._cloth = QPixmap()
        self._picture = QPixmap()
        self._made_for: tuple[object, ...] = ()
        self._at = 0.0
        self._hand: Hand | None = None
        self._index = "none"
        self._ring = False
        self._terms: Terms | None = None
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=_FRAME_MS)
        self._timer.timeout.connect(self._step)
        self._done = QTimer(self, singleShot=True, interval=0)
        self._done.timeout.connect(self.finished)
        self._teller = QTimer(self, singleShot=True, interval=_TELL_MS)
        self._teller.timeout.connect(self._tell)
        self._warmer = QTimer(self, interval=_FRAME_MS)
        self._warmer.timeout.connect(self._warm)
        self._cold: list[tuple[Tile | None, int]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("The table: walls, discards, the other players"))
        self._tell()

    # --- what it shows

    @property
    def is_moving(self) -> bool:
        return bool(self._flights) or self._roll is not None

    def show_game(self, game: Game) -> None:
        """Show a game at once, whatever was under way."""
        was_moving = self.is_moving
        self._land()
        self.game = game
        self._changed()
        if was_moving:
            self._done.start()

    def set_hand_target(self, hand: Hand | None) -> None:
        """Who says where the tile of a move lies in the person's hand: the tile's front, in this widget's pixels.

        The rectangle may lie below the felt. Without it tiles come from the middle of the edge, and go there.
        """
        self._hand = hand

    def set_style(self, index: str, terms: Terms | None) -> None:
        """Put letters in the corners of the tiles ("none", "small" or "large"), and call them by these words."""
        self._index, self._terms = index, terms
        self.update()
        self._teller.start()

    def light(self, *tiles: Tile) -> None:
        """Point out all tiles like these that lie open, and no others; none to point out nothing."""
        self._lit = frozenset(tiles)
        self._changed()

    def description(self) -> str:
        return described(self.game, self._terms) if self.game is not None else ""

    # --- what moves

    def play(self, before: Game, move: Move, after: Game, duration_ms: int) -> None:
        """Show how this move leads from one moment to the next; `finished` is emitted when it has.

        A tile still under way is met where it is. Without a duration, without motion, or unseen, it is simply there.
        """
        seconds = duration_ms / 1000 if look().motion and self.isVisible() else 0.0
        self._ready()
        old, shows_before = self._scene, self.game is before
        self.game, scene = after, None
        if seconds > 0:
            scene = self._scene_of(after)
            old = old if old is not None and shows_before else self._scene_of(before)
            self._send(legs(old, move, scene, self._hand_of), seconds)
        self._changed(scene)
        self._drop_lost()
        if self.is_moving:
            self._done.stop()  # what was told to have come was another move
            self._begin()
        else:
            self._done.start()

    def roll(self, thrown: tuple[Throw, ...]) -> None:
        """Throw these dice in the middle. `finished` is emitted when they lie still."""
        duration = look().tumble / _TUMBLED / 1000 if look().motion and self.isVisible() else 0
        self._end_roll()
        if not thrown or duration <= 0:
            self._done.start()
            return
        self._ready()
        if not self.is_moving:
            self._at = perf_counter()
        self._roll = _Roll(thrown, perf_counter(), duration, sum(map(sum, thrown)))
        self._sync()
        self._begin()

    def stop(self) -> None:
        """Everything under way is simply there."""
        if self.is_moving:
            self._land()
            self._done.start()

    def _send(self, ways: list[Leg], seconds: float) -> None:
        """Let tiles set out; what they will be a part of isn't seen before they have come."""
        now = perf_counter()
        if not self.is_moving:
            self._at = now
        self._flights += [self._flight(way, now, seconds) for way in ways]

    def _flight(self, way: Leg, now: float, seconds: float) -> Flight:
        """A new flight; from where the tile is, if it is still on its way to where this one begins."""
        for other in self._flights:
            if way.source is not None and way.source in other.leg.targets:
                met = other.front(self._at).toRect()
                return Flight(way._replace(start=met), now, seconds)
        return Flight(way, now, seconds)

    def _drop_lost(self) -> None:
        """End what is on its way to a place that isn't there any more."""
        there = {sprite.key for sprite in self._scene.sprites} if self._scene is not None else set()
        lost = [one for one in self._flights if one.leg.targets and not there.intersection(one.leg.targets)]
        self._remove(lost)

    def _remove(self, flights: list[Flight]) -> None:
        for flight in flights:
            self.update(flight.bounds(self._at))
            self._flights.remove(flight)
        if flights:
            self._sync()

    def _land(self) -> None:
        self._timer.stop()
        self._end_roll()
        self._remove(list(self._flights))

    def _end_roll(self) -> None:
        if self._roll is not None:
            self.update(self._roll_bounds(self._roll))
            self._roll = None
            self._sync()

    def _begin(self) -> None:
        self._warmer.stop()
        if not self._timer.isActive():
            self._timer.start()

    def _step(self) -> None:
        """One frame: what has come stays, the rest moves on."""
        now = perf_counter()
        for flight in self._flights:
            self.update(flight.bounds(self._at))
            self.update(flight.bounds(now))
        self._at = now
        self._remove([flight for flight in self._flights if flight.part(now) >= 1])
        if self._roll is not None:
            self.update(self._roll_bounds(self._roll))
            if self._roll.part(now) >= 1:
                self._end_roll()
        if not self.is_moving:
            self._timer.stop()
            self._done.start()
            self._warmer.start()

    def _hand_of(self, move: Move) -> QRect:
        """Where the tile of a move is in the person's hand."""
        if self._hand is not None:
            return self._hand(move)
        wide = 46
        return Slot((self.width() - wide) // 2, self.height() + 4, wide).front

    # --- the picture

    def _style(self) -> FeltStyle:
        return FeltStyle(look(), self.devicePixelRatioF(), self._index)

    def _scene_of(self, game: Game) -> Scene:
        """All that lies on the felt at a moment, in the plan of the game that is shown."""
        key = (self.size(), look(), plan_key(game))
        if self._known_plan is None or self._known_plan[0] != key:
            long, bottom, gap, holding = plan_key(game)
            plan = FeltLayout(self.size(), look(), long=long, bottom=bottom, gap=gap, holding=holding)
            self._known_plan = key, plan
        return Scene(game, self._known_plan[1], look(), self._lit)

    def _changed(self, scene: Scene | None = None) -> None:
        """Something else is to be shown: repaint what differs; the scene may be made already."""
        if self._scene is not None and self._scene.game is self.game and self._scene.lit == self._lit:
            return
        self._scene = None
        if self._picture.isNull():
            self.update()
        else:
            self._ready(scene)
        self._teller.start()

    def _ready(self, scene: Scene | None = None) -> None:
        """Bring the picture up to date: wholly after a change of size, theme or table, else where it differs."""
        style, game = self._style(), self.game
        parts = (self.size(), style.look, style.ratio, style.letters, plan_key(game) if game is not None else ())
        if parts != self._made_for:
            self._made_for = parts
            self._scene = None
            self._drawn = {}
            self._cloth = QPixmap(self.size() * style.ratio)
            self._cloth.setDevicePixelRatio(style.ratio)
            painter = QPainter(self._cloth)
            painter.fillRect(self.rect(), QColor(style.look.colours.page))
            paint_cloth(painter, QRectF(self.rect()), style.look)
            painter.end()
            self._picture = QPixmap(self._cloth)
            if self._flights or self._roll is not None:
                self._flights.clear()
                self._roll = None
                self._timer.stop()
                self._done.start()
            self._scene = self._scene_of(game) if game is not None else None
            self._drawn = self._seen()
            self._repaint(QRegion(_grained(self.rect())))
            self._cold = self._wanted_faces()
            self._warmer.start()
        elif self._scene is None and game is not None:
            self._scene = scene or self._scene_of(game)
            self._sync()

    @property
    def _hidden(self) -> set[Key]:
        """What isn't seen because it is still under way."""
        hidden = {key for flight in self._flights for key in flight.leg.targets}
        return hidden.union(_UNDER_DICE) if self._roll is not None else hidden

    def _seen(self) -> dict[Key, Sprite]:
        hidden, sprites = self._hidden, self._scene.sprites if self._scene is not None else ()
        return {sprite.key: sprite for sprite in sprites if sprite.key not in hidden}

    def _sync(self) -> None:
        """Repaint the picture where the scene differs from it."""
        if self._scene is None or not self._made_for:
            return
        seen, before = self._seen(), self._drawn
        changed = QRegion()
        for key, sprite in seen.items():
            old = before.get(key)
            if old is None:
                changed += _grained(sprite.bounds)
            elif old != sprite:
                changed += _grained(sprite.bounds)
                changed += _grained(old.bounds)
        for key, old in before.items():
            if key not in seen:
                changed += _grained(old.bounds)
        self._drawn = seen
        if not changed.isEmpty():
            self._repaint(changed)

    def _repaint(self, region: QRegion) -> None:
        """Paint a part of the picture anew: the felt, and every piece that lies in it."""
        style = self._style()
        self._picture.setDevicePixelRatio(1)  # pieces are laid on whole pixels of the screen
        painter = QPainter(self._picture)
        painter.scale(style.ratio, style.ratio)
        painter.setClipRegion(region)
        lay_down(painter, QPointF(), self._cloth)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = region.boundingRect()
        for sprite in self._drawn.values():
            if whole.intersects(sprite.bounds) and region.intersects(sprite.bounds):
                sprite.piece.paint(painter, style)
        painter.end()
        self._picture.setDevicePixelRatio(style.ratio)
        self.update(region)

    # --- making pictures of tiles ahead of time

    def _wanted_faces(self) -> list[tuple[Tile | None, int]]:
        """The pictures that moves will need soon, so that no frame waits for a drawing."""
        scene = self._scene
        if scene is None:
            return []
        game = scene.game
        plan = scene.plan
        wide = plan.grid(max(Counter(one.who for one in game.pile).values(), default=0)).wide
        tiles = sorted({one.tile for one in game.walls()})
        widths = {wide, plan.set_wide if plan.holding else plan.fresh_wide}
        return [(tile, one) for one in sorted(widths) for tile in (None, *tiles)]

    def _warm(self) -> None:
        if self.is_moving or not self._cold:
            self._warmer.stop()
            return
        style = self._style()
        began = perf_counter()
        while self._cold and (perf_counter() - began) * 1000 < _WARM_MS:
            tile, wide = self._cold.pop()
            art().picture(tile, wide, style.look, ratio=style.ratio, index=style.letters)

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        self._ready()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        style, touched = self._style(), event.region()
        for flight in self._flights:
            if touched.intersects(flight.bounds(self._at)):
                flight.paint(painter, style, self._at)
        if self._roll is not None:
            self._paint_roll(painter, self._roll)
        if self._ring and self.hasFocus():
            ring_around(painter, look(), self.rect(), 3, 0)
        painter.end()

    def _roll_boxes(self, dice: tuple[Throw, ...]) -> tuple[list[QRectF], list[QRectF]]:
        """Where these dice lie in the middle, and at rest."""
        assert self._scene is not None  # noqa: S101 - nobody asks else
        plan = self._scene.plan
        room = plan.middle()
        side = max(20, min(64, room.height() // 5, room.width() // (3 * max(1, 2 * len(dice)))))
        middle = dice_boxes(dice, 0, room.center().y(), side)
        width = middle[-1].right() - middle[0].left()
        shift = room.center().x() - width // 2 - middle[0].left()
        rest = next((sprite for sprite in self._scene.sprites if sprite.key == "dice"), None)
        large = [QRectF(box.translated(shift, 0)) for box in middle]
        boxes = getattr(rest.piece, "boxes", ()) if rest is not None else ()
        small = [QRectF(box) for box in boxes] if len(boxes) == len(large) else large
        return large, small

    def _roll_bounds(self, roll: _Roll) -> QRect:
        large, small = self._roll_boxes(roll.dice)
        whole = QRectF()
        for box in (*large, *small):
            more = box.width() * 0.9
            whole = whole.united(box.adjusted(-more, -more, more, more))
        return whole.toAlignedRect()

    def _paint_roll(self, painter: QPainter, roll: _Roll) -> None:
        large, small = self._roll_boxes(roll.dice)
        faces = [die for throw in roll.dice for die in throw]
        part = roll.part(self._at)
        tumbled = min(1.0, part / _TUMBLED)
        going = max(0.0, (part - _SEEN) / (1 - _SEEN))
        gone = 1 - (1 - going) ** 3
        for at, face in enumerate(faces):
            left = (1 - tumbled) ** 2
            between = roll.between[at]
            shown = face if tumbled > _FACE_UP else between[int(tumbled * len(between)) % len(between)]
            start, end = large[at], small[at]
            hop = abs(math.sin(tumbled * math.pi * 2.5)) * left * start.height() * 0.5
            side = start.width() + (end.width() - start.width()) * gone
            centre = start.center() + (end.center() - start.center()) * gone
            box = QRectF(0, 0, side, side)
            box.moveCenter(centre - QPointF(0, hop))
            paint_die(painter, box, shown, left * roll.spins[at] * 360)

    # --- events

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard comes: tell the table as it is now."""
        self._tell()
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._ring = True
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._ring = False
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self.stop()
        super().hideEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tiles tell their name to the mouse."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tooltip(event.globalPos(), self.tip_at(event.pos()), self)
            return True
        return super().event(event)

    def tip_at(self, pos: QPoint) -> str:
        """What the mouse is told at this place; "" where nothing lies."""
        if self.game is None:
            return ""
        for sprite in reversed(self._drawn.values()):
            face = sprite.piece
            covered = face.slot.front if isinstance(face, FeltTile) else sprite.bounds
            if covered.contains(pos):
                words = tip(self.game, sprite.key, self._terms)
                if words:
                    return words
        return ""

    def _tell(self) -> None:
        words = self.description()
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)

    def sizeHint(self) -> QSize:
        return QSize(900, 480)

    def minimumSizeHint(self) -> QSize:
        """As small as the faces of discards can still be told apart."""
        return QSize(420, 240)


def _grained(box: QRect) -> QRect:
    """The least rectangle of whole grains around this one."""
    left, top = box.left() // _GRAIN * _GRAIN, box.top() // _GRAIN * _GRAIN
    right, bottom = -(-(box.right() + 1) // _GRAIN) * _GRAIN, -(-(box.bottom() + 1) // _GRAIN) * _GRAIN
    return QRect(left, top, right - left, bottom - top)
