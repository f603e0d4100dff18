"""Everything that is on the felt at one moment of a game: a picture as a list of pieces, from the back to the front.

A scene depends on the game, the plan and what is pointed out alone, so that the same moment always looks the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF

from mjcompanion.core.tiles import WINDS, Tile, Wind
from mjcompanion.i18n.translation import _
from mjcompanion.rules.wall import Direction
from mjcompanion.solitaire.american import AmericanGame
from mjcompanion.solitaire.deal import Deal
from mjcompanion.solitaire.game import DiscardedTile, Game, LaidSet, Phase, WallTile
from mjcompanion.wall.breaks import CLOCKWISE, LAYERS, Place, Spot

from ....theme import Look
from ....widgets.tiles.art import shape_of
from .pieces import (
    NEWEST,
    OFFERED,
    POINTED_OUT,
    Backs,
    Dice,
    FeltItem,
    FeltLine,
    FeltStack,
    FeltText,
    FeltTile,
    Plate,
    Shade,
    dice_boxes,
)
from .plan import BOTTOM, LEFT, TOP, FeltGrid, FeltLayout, Slot

_IN_A_ROW: Final = 4
"""Tiles in a row of what the others have laid out, but for sets, which are kept whole."""
_MOST_DEED: Final = 4
"""Of the upper player's width so many parts: no more of it is for what they do now."""

Key = Hashable


def holds_hands(game: Game) -> bool:
    """Whether the others hold tiles of their own."""
    return not game.rules.single_player


def plan_key(game: Game) -> tuple[int, Wind, Place | None, bool]:
    """What the plan depends on besides the size: stacks in a wall, whose is at the bottom, the break, the others."""
    return len(game.deal.walls[0]), game.person, break_after(game.deal), holds_hands(game)


def break_after(deal: Deal) -> Place | None:
    """The stack at the left of which the wall is broken, where a gap must be left: none where it is at a corner.

    Where the counted stack is taken out for loose tiles, the wall has a gap already.
    """
    opened = deal.opened
    if opened is None or opened.loose or opened.counted.wall is not opened.first_draw.wall:
        return None
    return opened.counted if opened.direction is Direction.CLOCKWISE else opened.first_draw


class _Carried(NamedTuple):
    """Loose tiles, and the stack that they lie on."""

    place: Place
    pile: FeltStack


class Scene:
    """All pieces of one moment, and where a tile is that moves; tiles like those that are `lit` are pointed out."""

    def __init__(self, game: Game, plan: FeltLayout, look: Look, lit: frozenset[Tile] = frozenset()) -> None:
        self.game, self.plan, self.lit = game, plan, lit
        self.pieces: dict[Key, FeltItem] = {}
        """From the back to the front, each by what it is called in every scene that has it."""
        self._look = look
        self._places: dict[Key, Slot] = {}
        self._heights: dict[Place, int] = {}
        self._walls()
        visible = visible_pile(game)
        if visible:
            self._discards(visible)
        else:
            self._empty()
        for wind in WINDS:
            self._seat(wind)
        if game.deal.dice:
            faces = tuple(die for throw in game.deal.dice for die in throw)
            self.pieces["dice"] = Dice(self._dice_boxes(), faces)

    def place(self, key: Key) -> Slot | None:
        """Where the tile with this name is, if it is in the picture."""
        face = self.face(key)
        return self._places.get(key) if face is None else face.slot

    def face(self, key: Key) -> FeltTile | None:
        """The tile with this name as it is painted."""
        piece = self.pieces.get(key)
        return piece if isinstance(piece, FeltTile) else None

    def wall_place(self, spot: Spot) -> Slot:
        """Where a tile of the walls is."""
        carried = self._places.get(("wall", spot))
        if carried is not None:
            return carried
        high = self._heights.get(Place(spot.wall, spot.stack), 1)
        return self.plan.wall_slot(spot, high if spot.layer is LAYERS[0] else 1)

    # --- the walls

    def _walls(self) -> None:
        plan, standing = self.plan, self.game.walls()
        fixed = len(standing) - self.game.loose
        loose, spots = list(standing[fixed:]), [one.spot for one in standing[:fixed]]
        heights = self._heights
        for spot in spots:
            place = Place(spot.wall, spot.stack)
            heights[place] = heights.get(place, 0) + 1
        self._shades(heights)
        ends = self._end_place(spots)
        carried = {one.place: one for one in self._loose(loose, heights)}
        # what is nearer to the eye hides what is behind it
        for place in sorted({*heights, *carried}, key=lambda one: (plan.ground(one).bottom(), plan.ground(one).x())):
            high = heights.get(place, 0)
            if high:
                self.pieces["stack", place] = FeltStack(plan.ground(place), high, plan.thick, ends=place == ends)
            if place in carried:
                self.pieces["loose", place] = carried[place].pile

    def _end_place(self, spots: list[Spot]) -> Place | None:
        """The stack with the end tile, in the American game; those put there for it are passed over."""
        game = self.game
        if not isinstance(game, AmericanGame) or not spots:
            return None
        put = {game.deal.spots[at] for at in game.swapped}
        last = next((spot for spot in reversed(spots) if spot not in put), spots[-1])
        return Place(last.wall, last.stack)

    def _loose(self, loose: list[WallTile], heights: dict[Place, int]) -> list[_Carried]:
        """The loose tiles lie on the last two stacks of the wall, at the right of the break; else where they stood."""
        plan = self.plan
        carrying = list(heights)[-len(loose) :] if len(heights) >= len(loose) else []
        own: dict[Place, int] = {}
        found = []
        for at, one in enumerate(loose):
            place = carrying[at] if carrying else Place(one.spot.wall, one.spot.stack)
            under = heights[place] if carrying else 0
            own[place] = own.get(place, 0) + 1
            ground = plan.ground(place).translated(0, -under * plan.thick)
            inset = max(1, min(ground.width(), ground.height()) // 10)
            box = ground.adjusted(inset, inset, -inset, -inset)
            found.append(_Carried(place, FeltStack(box, own[place], plan.thick, apart=True)))
            high = under + (own[place] if carrying else len(loose) - at)
            self._places["wall", one.spot] = plan.wall_slot(Spot(place.wall, place.stack, LAYERS[0]), high)
        return found

    def _shades(self, heights: dict[Place, int]) -> None:
        """One shadow for each row of neighbours, so that it is even."""
        plan = self.plan
        for wall in CLOCKWISE:
            row: list[QRect] = []
            for at in range(1, plan.long + 2):
                place = Place(wall, at)
                broken = plan.gap is not None and plan.gap == Place(wall, at - 1)
                if row and (place not in heights or broken):
                    whole = row[0].united(row[-1])
                    self.pieces["shade", wall, at] = Shade(whole, max(3, plan.thick))
                    row = []
                if place in heights:
                    row.append(plan.ground(place))

    # --- the discards

    def _discards(self, visible: list[tuple[int, DiscardedTile]]) -> None:
        game = self.game
        passed = [one for one in visible if one[1].passed]
        thrown = [one for one in visible if not one[1].passed]
        word, caption = _("passed"), QFontMetricsF(self._look.font(self.plan.type))
        players = self.plan.players
        names = ceil(max(caption.horizontalAdvance(self._name(wind)) for wind in players)) + 2
        names += self._look.M + self._look.S
        by_player = {wind: [one for one in thrown if one[1].who is wind] for wind in players}
        grid = self.plan.grid(
            max(map(len, by_player.values())),
            len(passed),
            word=round(caption.horizontalAdvance(word)) + self._look.S,
            names=names,
        )
        if passed:
            self._passed_words(grid, min(len(passed), grid.across), word)
        faces = [(index, _discard(lying, grid.passed(at))) for at, (index, lying) in enumerate(passed)]
        newest = thrown[-1][0] if thrown and not game.is_over else -1
        for player, (wind, those) in enumerate(by_player.items()):
            first = grid.slot(player, 0)
            left = first.x - names + self._look.M
            box = QRect(left, first.y, first.x - self._look.S - left, first.front.height())
            self.pieces["name", wind] = FeltText(
                box, self._name(wind), self.plan.type, align=Qt.AlignmentFlag.AlignLeft
            )
            for at, (index, lying) in enumerate(those):
                face = _discard(lying, grid.slot(player, at))
                if index == newest:
                    face = face._replace(ring=OFFERED if game.phase is Phase.CLAIM else NEWEST)
                faces.append((index, face))
        faces = [(index, face._replace(ring=POINTED_OUT) if face.tile in self.lit else face) for index, face in faces]
        # what has a ring is over its neighbours
        for index, face in sorted(faces, key=lambda one: bool(one[1].ring)):
            self.pieces["discard", index] = face

    def _name(self, wind: Wind) -> str:
        return _("You") if wind is self.plan.bottom else wind.word

    def _passed_words(self, grid: FeltGrid, across: int, word: str) -> None:
        """The word for tiles passed, at the right of them, and a line below."""
        first, step = grid.passed(0), grid.step
        right = grid.slot(1, 0).x + grid.columns * step.width()
        x = first.x + across * step.width() + self._look.XS
        box = QRect(x, first.y, right - x, first.front.height())
        self.pieces["passed"] = FeltText(box, word, self.plan.type, align=Qt.AlignmentFlag.AlignLeft, quiet=True)
        y = grid.slot(0, 0).y - grid.parting // 2 - 1
        self.pieces["passed line"] = FeltLine(QRect(first.x, y, right - first.x, 1))

    def _empty(self) -> None:
        """Words in the middle, while nothing is there."""
        room, look = self.plan.middle(), self._look
        deal = self.game.deal
        large = _("Deal {number}").format(number=deal.seed) if deal.is_numbered else ""
        small = _("Discards go here")
        high = self.plan.size.height()
        parts = (large, max(look.display, high // 28), True), (small, max(look.body, high // 46), False)
        lines = [(words, pixels, bold) for words, pixels, bold in parts if words]
        high = sum(round(pixels * 1.5) for _text, pixels, _bold in lines)
        y = room.center().y() - high // 2
        for at, (words, pixels, bold) in enumerate(lines):
            box = QRect(room.left(), y, room.width(), round(pixels * 1.5))
            self.pieces["words", at] = FeltText(box, words, pixels, bold, quiet=bool(at))
            y += box.height()

    # --- the players

    def _seat(self, wind: Wind) -> None:
        edge, game = self.plan.edge(wind), self.game
        turn, out = turn_shown(game) is wind, game.out is wind
        words = _("{wind} · you").format(wind=wind.word) if edge == BOTTOM else wind.word
        seat = {BOTTOM: self._seat_bottom, TOP: self._seat_top}.get(edge, self._seat_side)
        seat(wind, Plate(QRect(), words, self.plan.type, turn, out), _deed(game, wind) if turn or out else "")

    def _pill(self, x: int, y: int) -> QRect:
        return QRect(x, y, self.plan.pill_wide, self.plan.pill_high)

    def _seat_bottom(self, wind: Wind, plate: Plate, deed: str) -> None:
        seat = self.plan.seats[BOTTOM]
        more = QFontMetricsF(self._look.font(self.plan.type, bold=True)).horizontalAdvance(plate.words)
        wide = max(self.plan.pill_wide, round(more) + 2 * self.plan.pill_high)
        box = QRect(
            seat.center().x() - wide // 2, seat.center().y() - self.plan.pill_high // 2, wide, self.plan.pill_high
        )
        self.pieces["plate", wind] = plate._replace(box=box)
        x = box.right() + self._look.S
        dice = self._dice_boxes()
        end = dice[0].left() if dice else seat.right()
        room = QRect(x, box.top(), max(0, end - self._look.S - x), box.height())
        self._deed(wind, room, deed, Qt.AlignmentFlag.AlignLeft)

    def _deed(self, wind: Wind, room: QRect, deed: str, align: Qt.AlignmentFlag) -> None:
        wide = round(QFontMetricsF(self._look.font(self.plan.type)).horizontalAdvance(deed))
        if deed and wide <= room.width():  # else the line above the hand says it
            self.pieces["deed", wind] = FeltText(room, deed, self.plan.type, align=align)

    def _seat_side(self, wind: Wind, plate: Plate, deed: str) -> None:
        plan, look, game = self.plan, self._look, self.game
        seat = plan.seats[plan.edge(wind)]
        middle = seat.center().x()
        if plan.holding:
            y = seat.top()
        else:
            fresh_high = shape_of(plan.fresh_wide).height
            y = seat.center().y() - (2 * plan.pill_high + look.S + fresh_high) // 2
        box = self._pill(middle - plan.pill_wide // 2, y)
        if plan.above:
            box.moveTop(plan.seats[TOP].center().y() - plan.pill_high // 2)
            box.moveLeft(plan.margin if plan.edge(wind) == LEFT else plan.size.width() - plan.margin - box.width())
        self.pieces["plate", wind] = plate._replace(box=box)
        y += plan.pill_high
        beside = "" if plan.above else deed  # what there is no room for is above the hand as well
        self._deed(wind, QRect(seat.left(), y, seat.width(), plan.pill_high), beside, Qt.AlignmentFlag.AlignHCenter)
        y += plan.pill_high + look.XS
        if not plan.holding:
            x = middle - plan.fresh_wide // 2
            self._fresh(wind, Slot(x, y + look.XS, plan.fresh_wide))
            return
        wide = plan.set_wide
        rows = self._rows(wind)
        if game.out is not wind:
            backs = self._backs(wind, wide, seat.width())
            box = QRect(middle - backs.width // 2, y, backs.width, plan.pill_high)
            self._hidden(wind, backs._replace(box=box))
            y += plan.pill_high + look.S
        high = shape_of(wide).height + max(2, wide // 8)
        for tiles in rows:
            across = sum(_width(wide, sideways) for _unused, _unused, sideways in tiles)
            self._row(tiles, wide, middle - across // 2, y)
            y += high

    def _seat_top(self, wind: Wind, plate: Plate, deed: str) -> None:
        plan, look = self.plan, self._look
        seat = plan.seats[TOP]
        middle = seat.top() + seat.height() // 2
        if not plan.holding:
            box = self._pill(seat.center().x() - plan.pill_wide // 2, middle - plan.pill_high // 2)
            self.pieces["plate", wind] = plate._replace(box=box)
            left = seat.left() + (plan.pill_wide + look.S if plan.above else 0)
            room = QRect(left, box.top(), box.left() - look.S - left, plan.pill_high)
            self._deed(wind, room, deed, Qt.AlignmentFlag.AlignRight)
            shape = shape_of(plan.fresh_wide)
            self._fresh(wind, Slot(box.right() + look.M, middle - shape.height // 2, plan.fresh_wide))
            return
        rows = self._rows(wind)
        wide = plan.set_wide_top
        backs = self._backs(wind, wide, seat.width())
        revealed = self.game.out is wind
        metrics = QFontMetricsF(look.font(plan.type))
        widest = max(metrics.horizontalAdvance(one) for one in {*_deeds().values(), _("Mah Jongg")})
        words = min(round(widest) + 1, seat.width() // _MOST_DEED) + look.S
        fixed = plan.pill_wide + words + (0 if revealed else backs.width + look.M)

        def needed(width: int) -> int:
            return sum(_width(width, turned) for row in rows for _unused, _unused, turned in row) + len(rows) * max(
                3, width // 3
            )

        while wide > 7 and fixed + needed(wide) > seat.width():  # the least that is still a tile
            wide -= 1
        x = max(seat.left(), seat.center().x() - (fixed + needed(wide)) // 2)
        room = QRect(x, middle - plan.pill_high // 2, words - look.S, plan.pill_high)
        self._deed(wind, room, deed, Qt.AlignmentFlag.AlignRight)
        x += words
        self.pieces["plate", wind] = plate._replace(box=self._pill(x, middle - plan.pill_high // 2))
        x += plan.pill_wide + look.M
        if not revealed:
            box = QRect(x, middle - plan.pill_high // 2, backs.width, plan.pill_high)
            self._hidden(wind, backs._replace(box=box))
            x += backs.width + look.M
        shape = shape_of(wide)
        for row in rows:
            self._row(row, wide, x, middle - shape.height // 2)
            x += sum(_width(wide, turned) for _unused, _unused, turned in row) + max(3, wide // 3)

    def _fresh(self, wind: Wind, slot: Slot) -> None:
        """The tile that another player has just drawn and will discard."""
        game = self.game
        self._places["fresh", wind] = slot
        if game.turn is wind and game.fresh is not None:
            ring = POINTED_OUT if game.fresh in self.lit else ""
            self.pieces["fresh", wind] = FeltTile(slot, game.fresh, ring)

    def _backs(self, wind: Wind, wide: int, room: int) -> Backs:
        """The tiles that another player holds, from behind, and how many they are."""
        game = self.game
        held = len(game.holding(wind).hand)
        fresh = 1 if game.turn is wind and game.fresh is not None and held > 1 else 0
        number = QFontMetricsF(self._look.font(self.plan.type)).horizontalAdvance("00") + self._look.XS
        most = (room - number) / (held + 0.5) if held else 0.0
        return Backs(QRect(), held, fresh, max(2.0, min(wide * 0.6, most)), self.plan.type, round(number))

    def _hidden(self, wind: Wind, backs: Backs) -> None:
        box = backs.box
        if self.game.holding(wind).hand:
            self.pieces["held", wind] = backs
        wide = max(8, round(backs.step))
        self._places["held", wind] = Slot(box.right() - backs.number - wide, box.center().y() - wide // 2, wide)

    def _rows(self, wind: Wind) -> list[list[tuple[Key, Tile, bool]]]:
        """What another player has laid out, row by row: the sets, the flowers, and a hand that went out."""
        holding = self.game.holding(wind)
        rows = [_set_row(wind, number, one) for number, one in enumerate(holding.laid)]
        loose = [(("hand", wind, at), tile) for at, tile in enumerate(holding.hand if self.game.out is wind else ())]
        flowers = [(("flower", wind, at), tile) for at, tile in enumerate(holding.flowers)]
        for group in (loose, flowers):
            starts = range(0, len(group), _IN_A_ROW)
            rows += [[(key, tile, False) for key, tile in group[at : at + _IN_A_ROW]] for at in starts]
        return rows

    def _row(self, row: list[tuple[Key, Tile, bool]], wide: int, x: int, y: int) -> None:
        long = shape_of(wide).front_height
        for key, tile, sideways in row:
            down = long - wide if sideways else 0
            ring = POINTED_OUT if tile in self.lit else ""
            self.pieces[key] = FeltTile(Slot(x, y + down, wide, sideways), tile, ring)
            x += _width(wide, sideways)

    # --- the dice

    def _dice_boxes(self) -> tuple[QRect, ...]:
        seat, high = self.plan.seats[BOTTOM], self.plan.pill_high
        side = max(12, min(high - 2, max(30, round(high * 0.8))))
        return dice_boxes(self.game.deal.dice, seat.right(), seat.center().y(), side)


def visible_pile(game: Game) -> list[tuple[int, DiscardedTile]]:
    """The tiles in the middle that nobody claimed, each with its number in the pile."""
    return [(at, lying) for at, lying in enumerate(game.pile) if lying.claimed_by is None]


def _discard(lying: DiscardedTile, slot: Slot) -> FeltTile:
    return FeltTile(slot, lying.tile, veiled=lying.passed)


def _width(wide: int, sideways: bool) -> int:  # noqa: FBT001 - it is how the tile lies
    """From one tile of a row to the next."""
    shape = shape_of(wide, sideways=sideways)
    return shape.front_width + max(1, round(wide * 0.06))


def _set_row(wind: Wind, number: int, one: LaidSet) -> list[tuple[Key, Tile, bool]]:
    """A set as it is, the claimed tile turned sideways; the others, who have sets, have no concealed kongs."""
    turned = one.tiles.index(one.claimed) if one.claimed in one.tiles else -1
    return [(("laid", wind, number, at), tile, at == turned) for at, tile in enumerate(one.tiles)]


def turn_shown(game: Game) -> Wind | None:
    """Whose turn it is to the eye: that another player may claim a discard is nobody else's business."""
    if game.is_over:
        return None
    if game.phase is Phase.CLAIM and game.turn is not game.person and game.offered is not None:
        return game.offered.who
    return game.turn


def _deed(game: Game, wind: Wind) -> str:
    """What this player does now, in a word or two."""
    if game.out is wind:
        return _("Mah Jongg")
    if wind is game.person and game.waits_for_person:
        return _("claim?") if game.phase is Phase.CLAIM else _("your turn")
    return _deeds().get(game.phase, "")


def _deeds() -> dict[Phase, str]:
    """What a player does in each part of a game."""
    return {
        Phase.DEAL: _("draws"),
        Phase.FLOWER: _("lays a flower"),
        Phase.LOOSE: _("replaces"),
        Phase.DRAW: _("draws"),
        Phase.TURN: _("discards"),
        Phase.CLAIM: _("discards"),
        Phase.CHARLESTON: _("passes"),
        Phase.OPTION: _("chooses"),
        Phase.END_TILE: _("exchanges"),
    }
