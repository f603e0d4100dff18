"""The felt as a widget: a scene of pieces at rest, and over them whatever moves.

Whatever is under way is only seen over the pieces: when all has come, the felt looks as if it had never moved.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHelpEvent, QHideEvent, QPainter
from PySide6.QtWidgets import QGraphicsItem, QSizePolicy

from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.solitaire.game import Game
from mjcompanion.solitaire.moves import Move
from mjcompanion.wall.dice import Throw

from ....rich_text import PlainLabel, show_tooltip
from ....theme import look, ring_around
from ....widgets.felt_scene import FeltView
from ....widgets.fitting import Fits
from .flights import DiceRoll, Flight, Hand, Moving, legs
from .pieces import Dice, FeltItem, FeltStyle, FeltTile, dice_boxes
from .plan import FeltLayout, Slot
from .scene import Key, Scene, plan_key
from .words import described, tip

_TELL_MS: Final = 150
"""How long the table must be still before it is described in words, which slow down each frame."""
_UNDER_DICE: Final[tuple[Key, ...]] = ("dice", ("words", 0), ("words", 1))
"""What isn't seen while dice are thrown."""
_OVER_ALL, _RING_OVER_ALL = 10_000, 20_000
"""The depth of what moves, and of the ring of the keyboard."""


class FeltPiece(QGraphicsItem):
    """A piece at rest in the scene."""

    def __init__(self, item: FeltItem, style: FeltStyle) -> None:
        super().__init__()
        self.item, self._style = item, style

    def boundingRect(self) -> QRectF:
        return QRectF(self.item.bounds)

    def paint(self, painter: QPainter, *_unused: object) -> None:
        self.item.paint(painter, self._style)


class KeyboardRing(QGraphicsItem):
    """The ring around the felt while it has the keyboard."""

    def __init__(self, box: QRect) -> None:
        super().__init__()
        self._box = QRectF(box)
        self.setZValue(_RING_OVER_ALL)

    def boundingRect(self) -> QRectF:
        return self._box

    def paint(self, painter: QPainter, *_unused: object) -> None:
        ring_around(painter, look(), self._box, 3, 0)


class Felt(Fits, PlainLabel):
    """Shows a virtual game, and its moves as they happen. It decides nothing and knows nothing of rules.

    Tab stops at it, so that a screen reader tells the table; to it a label is something to be read.
    """

    def __init__(self) -> None:
        super().__init__("")
        self.game: Game | None = None
        """What it shows, or is on its way to show."""
        self._lit: frozenset[Tile] = frozenset()
        self.scene: Scene | None = None
        """All that is on it at the moment that it shows."""
        self._view = FeltView(self)
        self._pieces: dict[Key, FeltPiece] = {}
        self._moving: list[Moving] = []
        self._made_for: tuple[object, ...] = ()
        self._hand: Hand | None = None
        self._index = "none"
        self._ring: KeyboardRing | None = None
        self._has_ring = False
        """Whether the keyboard came to it, though the window may rest."""
        self._terms: Terms | None = None
        self._teller = QTimer(self, singleShot=True, interval=_TELL_MS)
        self._teller.timeout.connect(self._tell)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("The table: walls, discards, the other players"))
        self._tell()

    # --- what it shows

    @property
    def is_moving(self) -> bool:
        return bool(self._moving)

    @property
    def flights(self) -> tuple[Flight, ...]:
        """The tiles under way."""
        return tuple(one for one in self._moving if isinstance(one, Flight))

    def show_game(self, game: Game) -> None:
        """Show a game at once, whatever was under way."""
        self.stop()
        self.game = game
        self._changed()

    def set_hand_target(self, hand: Hand | None) -> None:
        """Set who says where the tile of a move is in the person's hand: the tile's front, in this widget's pixels.

        The rectangle may lie below the felt. Without it tiles come from the middle of the edge, and go there.
        """
        self._hand = hand

    def set_style(self, index: str, terms: Terms | None) -> None:
        """Put letters in the corners of the tiles ("none", "small" or "large"), and call them by these words."""
        self._index, self._terms = index, terms
        self.fit()
        self._teller.start()

    def light(self, *tiles: Tile) -> None:
        """Point out all tiles like these that lie open, and no others; none to point out nothing."""
        self._lit = frozenset(tiles)
        self._changed()

    def description(self) -> str:
        return described(self.game, self._terms) if self.game is not None else ""

    # --- what moves

    def play(self, before: Game, move: Move, after: Game, duration_ms: int) -> None:
        """Show how this move leads from one moment to the next.

        What is still under way is there first. Without a duration, without motion, or unseen, the tile is simply there.
        """
        self.stop()
        moves = duration_ms > 0 and look().motion and self.isVisible()
        self.fit()
        old, shows_before = self.scene, self.game is before
        self.game, scene = after, None
        if moves:
            scene = self._scene_of(after)
            old = old if old is not None and shows_before else self._scene_of(before)
            for leg in legs(old, move, scene, self._hand_of):
                self._begin(Flight(leg, self._style()), duration_ms)
        self._changed(scene)

    def roll(self, thrown: tuple[Throw, ...]) -> None:
        """Throw these dice in the middle."""
        self.stop()
        self.fit()
        if not thrown or not look().motion or not self.isVisible() or self.scene is None:
            return
        self._begin(DiceRoll(thrown, *self._roll_boxes(thrown, self.scene)), DiceRoll.duration(look()))
        self._sync()

    def stop(self) -> None:
        """Everything under way is simply there."""
        come, self._moving = self._moving, []
        for one in come:
            one.animation.stop()
            self._view.scene().removeItem(one)
        if come:
            self._sync()

    def _begin(self, moving: Moving, duration_ms: int) -> None:
        """Let something set out; what it will be a part of isn't seen before it has come."""
        moving.setZValue(_OVER_ALL + len(self._moving))
        self._moving.append(moving)
        self._view.scene().addItem(moving)
        moving.animation.setDuration(duration_ms)
        moving.animation.finished.connect(self._on_come, Qt.ConnectionType.QueuedConnection)
        moving.animation.start()

    def _on_come(self) -> None:
        if all(one.has_come for one in self._moving):
            self.stop()

    def _hand_of(self, move: Move) -> QRect:
        """Return where the tile of a move is in the person's hand."""
        if self._hand is not None:
            return self._hand(move)
        wide = 46
        return Slot((self.width() - wide) // 2, self.height() + 4, wide).front

    def _roll_boxes(self, dice: tuple[Throw, ...], scene: Scene) -> tuple[list[QRectF], list[QRectF]]:
        """Return where these dice lie in the middle, and at rest."""
        room = scene.plan.middle()
        side = max(20, min(64, room.height() // 5, room.width() // (3 * max(1, 2 * len(dice)))))
        middle = dice_boxes(dice, 0, room.center().y(), side)
        width = middle[-1].right() - middle[0].left()
        shift = room.center().x() - width // 2 - middle[0].left()
        large = [QRectF(box.translated(shift, 0)) for box in middle]
        rest = next((one.boxes for one in scene.pieces.values() if isinstance(one, Dice)), ())
        return large, [QRectF(box) for box in rest] if len(rest) == len(large) else large

    # --- the picture

    def _style(self) -> FeltStyle:
        return FeltStyle(look(), self.devicePixelRatioF(), self._index)

    def _scene_of(self, game: Game) -> Scene:
        """Return all that is on the felt at a moment, in the plan of its game."""
        long, bottom, gap, holding = plan_key(game)
        plan = FeltLayout(self.size(), look(), long=long, bottom=bottom, gap=gap, holding=holding)
        return Scene(game, plan, look(), self._lit)

    def _changed(self, scene: Scene | None = None) -> None:
        """Show something else; the scene may be made already."""
        if self.scene is None or self.scene.game is not self.game or self.scene.lit != self._lit:
            self.scene = scene
            self.fit()
            if scene is not None:
                self._sync()
            self._teller.start()

    def fit(self) -> None:
        """Bring the picture up to date: wholly after a change of size, theme or table, else where it differs."""
        style, game = self._style(), self.game
        parts = (self.size(), *style, plan_key(game) if game is not None else ())
        if parts != self._made_for:
            self._made_for = parts
            self._moving.clear()
            self._pieces.clear()
            self.scene = None
            self._view.lay(self.rect())
            self._ring = KeyboardRing(self.rect())
            self._view.scene().addItem(self._ring)
            self._show_ring()
        if self.scene is None and game is not None:
            self.scene = self._scene_of(game)
            self._sync()

    @property
    def hidden(self) -> set[Key]:
        """The pieces that aren't seen because they are still under way."""
        hidden = {key for flight in self.flights for key in flight.leg.targets}
        return hidden.union(_UNDER_DICE) if any(isinstance(one, DiceRoll) for one in self._moving) else hidden

    def _sync(self) -> None:
        """Put the pieces of the moment into the picture, and take out those that are gone."""
        scene, style, hidden = self._view.scene(), self._style(), self.hidden
        before, self._pieces = self._pieces, {}
        for depth, (key, item) in enumerate(self.scene.pieces.items() if self.scene is not None else ()):
            piece = before.pop(key, None)
            if piece is not None and piece.item != item:
                scene.removeItem(piece)
                piece = None
            if piece is None:
                piece = FeltPiece(item, style)
                scene.addItem(piece)
            piece.setZValue(depth)
            piece.setVisible(key not in hidden)
            self._pieces[key] = piece
        for piece in before.values():
            scene.removeItem(piece)

    # --- events

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard comes: tell the table as it is now."""
        self._tell()
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._has_ring = True
        self._show_ring()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._has_ring = False
        self._show_ring()

    def _show_ring(self) -> None:
        if self._ring is not None:
            self._ring.setVisible(self._has_ring and self.hasFocus())

    def hideEvent(self, event: QHideEvent) -> None:
        self.stop()
        super().hideEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tiles tell their name to the mouse."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tooltip(event.globalPos(), self.tip_at(event.pos()), self)
            return True
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self.fit()
        return super().event(event)

    def tip_at(self, pos: QPoint) -> str:
        """What the mouse is told at this place; "" where nothing is."""
        if self.game is None:
            return ""
        for key, piece in reversed(self._pieces.items()):
            item = piece.item
            covered = item.slot.front if isinstance(item, FeltTile) else item.bounds
            words = tip(self.game, key, self._terms) if piece.isVisible() and covered.contains(pos) else ""
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
        """As small as the faces of discards can still be distinguished."""
        return QSize(420, 240)
