"""What the break helper knows: the dice as they were entered, and in words what the engine makes of them."""

from __future__ import annotations

import enum
import itertools
import random
from collections.abc import Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QObject, Signal

from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rules.wall import Direction, Side, WallRules
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.words import brief
from mjcompanion.wall.breaks import Break, Layer, Place, Spot, break_wall, throw_for
from mjcompanion.wall.deal import Dealt, after_deal, deal_order
from mjcompanion.wall.dice import DICE, read_dice

from .walls import Swatch, Walls

_SHORT_NAME: Final = 18


class BreakStepKind(enum.StrEnum):
    """What a step of the explanation is about."""

    BREAK = "break"
    CHOSEN = "chosen"
    LOOSE = "loose"
    KONG_BOX = "kong box"
    FIRST = "first"
    DEAL = "deal"
    AFTER = "after"
    END = "end"


class BreakStep(msgspec.Struct, frozen=True):
    """One thing to know or do after the throw: its sentence, and the tiles of the wall that it is about.

    A step of the deal has the `seat` that takes and its `row`, counted from 0 each time East begins.
    """

    kind: BreakStepKind
    sentence: str
    spots: frozenset[Spot]
    swatch: Swatch = Swatch.NONE
    sign: str = ""
    seat: Wind | None = None
    row: int = 0


class BreakModel(QObject):
    """The dice as they were entered and what the engine makes of them. All counting is the engine's.

    Signals:
        changed(): other rules, dice, names, or another seat at the bottom.
        lit_changed(): another step is pointed at.
        announced(str): a sentence that a screen reader should speak.
    """

    changed = Signal()
    lit_changed = Signal()
    announced = Signal(str)

    def __init__(
        self,
        rules: Ruleset,
        *,
        flowers: bool = True,
        names: Sequence[str] | None = None,
        rng: random.Random | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rng = rng or random.SystemRandom()
        self.rules, self.flowers = rules, flowers
        self.names: tuple[str, ...] = tuple(names or ())
        self.bottom = Wind.EAST
        self.dice: tuple[int | None, ...] = (None,) * self._due
        self.problem = ""
        """What is wrong with what was typed last: one sentence, or nothing."""
        self.opened: Break | None = None
        self.facts: tuple[BreakStep, ...] = ()
        self.deal: tuple[BreakStep, ...] = ()
        self.rolling: tuple[int, ...] = ()
        """What the dice show once they lie still; empty while nothing tumbles."""
        self._pinned: BreakStep | None = None
        self._hovered: BreakStep | None = None

    # what there is to show

    @property
    def row(self) -> WallRules | None:
        """How these rules break the wall; None where they don't."""
        return self.rules.wall

    @property
    def _due(self) -> int:
        return self.row.throws * DICE if self.row is not None else 0

    @property
    def walls(self) -> Walls:
        """The walls for the picture: opened, or whole."""
        if self.opened is not None:
            return Walls.opened(self.opened)
        row = self.row
        if row is None:
            return Walls.whole(0)
        return Walls.whole(row.stacks if self.flowers else row.stacks_without_flowers)

    @property
    def lit(self) -> BreakStep | None:
        """The step pointed at: by the mouse, else by the keyboard or a click."""
        return self._hovered or self._pinned

    @property
    def middle(self) -> tuple[str, str]:
        """What is in the middle of the table: a figure, and what it counts."""
        opened = self.opened
        if opened is None:
            return "", self.tr("The wall isn’t broken yet") if not self.rolling else ""
        words = self.tr("{wall}’s wall, from the {side}")
        if opened.wall is not opened.start:
            words = self.tr("stack {stack} of {wall}’s wall, from the {side}")
        words = words.format(stack=opened.stack, wall=opened.wall.word, side=self._side(opened.side))
        return str(opened.count), words

    @property
    def how(self) -> str:
        """How these rules break the wall, in a sentence."""
        row = self.row
        if row is None:
            return ""
        side = self._side(row.side)
        if row.throws == 1:
            return self.tr(
                "One throw of two dice: that many stacks are counted from the {side} of East’s wall."
            ).format(side=side)
        if row.chosen_deals:
            return self.tr(
                "Two throws of two dice. The first counts the players, starting with East: the player it comes "
                "to deals. Both together are counted from the {side} of the dealer’s wall."
            ).format(side=side)
        return self.tr(
            "Two throws of two dice. The first counts the walls, starting with East’s. Both together are "
            "counted from the {side} of that wall."
        ).format(side=side)

    @property
    def told(self) -> str:
        """The result in plain sentences, for who can't see the picture."""
        if self.opened is None:
            return self.tr("The wall isn’t broken yet. The dice haven’t been thrown.")
        return " ".join(step.sentence for step in self.facts)

    @property
    def result(self) -> str:
        """The result in as few words as do."""
        kinds = (BreakStepKind.BREAK, BreakStepKind.CHOSEN, BreakStepKind.FIRST)
        return " ".join(step.sentence for step in self.facts if step.kind in kinds)

    # what people do

    def set_game(self, rules: Ruleset, flowers: bool, names: Sequence[str] | None) -> None:  # noqa: FBT001
        """Help at another table; the dice stay where they can mean the same."""
        names = tuple(names or ())
        if (rules, flowers, names) == (self.rules, self.flowers, self.names):
            return
        same = (rules, flowers) == (self.rules, self.flowers)
        self.rules, self.flowers, self.names = rules, flowers, names
        if same:
            self._open(announce=False)
        else:
            self.clear()

    def sit(self, wind: Wind) -> None:
        """Turn the picture, so that this player's wall is at the bottom."""
        if wind is not self.bottom:
            self.bottom = wind
            self.changed.emit()

    def begin_throw(self) -> None:
        """Let the dice go; `land` shows what they came to."""
        if self._due and not self.rolling:
            rolling = tuple(itertools.chain(*throw_for(self.rules, self._rng)))
            self._put((None,) * self._due, rolling)

    def land(self) -> None:
        """Let the dice lie still."""
        if self.rolling:
            self._put(self.rolling)

    def clear(self) -> None:
        """Take the dice up."""
        self._put((None,) * self._due)

    def set_die(self, place: int, face: int | None) -> None:
        """Enter what one die shows, or that it isn't known."""
        self._put((*self.dice[:place], face, *self.dice[place + 1 :]))

    def type(self, letter: str, place: int | None = None) -> int | None:
        """Enter a digit for a die, or for the next one; the place it went to, or None where it is refused.

        With all dice entered and no place given, a digit begins again.
        """
        if self.rolling or not self._due:
            return None
        if place is None:
            place = self.dice.index(None) if None in self.dice else 0
            before = self.dice if None in self.dice else (None,) * self._due
        else:
            before = self.dice
        face = int(letter) if letter.isascii() and letter.isdigit() else letter
        throws = [[1] * DICE for _ in range(self._due // DICE)]
        tried: list[list[object]] = [list(row) for row in throws]
        tried[place // DICE][place % DICE] = face
        try:
            read_dice(tried, len(tried))
        except RuleError as error:
            self.problem = error.problems[0].sentence()
            self.announced.emit(self.problem)
            self.changed.emit()
            return None
        self._put((*before[:place], int(face), *before[place + 1 :]))
        return place

    def rub(self) -> None:
        """Take back the last die entered."""
        entered = [place for place, face in enumerate(self.dice) if face is not None]
        if entered and not self.rolling:
            self.set_die(entered[-1], None)

    def hover(self, step: BreakStep | None) -> None:
        """Point at a step for as long as the mouse is on it."""
        self._point(self._pinned, step)

    def pin(self, step: BreakStep | None) -> None:
        """Point at a step until another one is pointed at."""
        self._point(step, self._hovered)

    def pick(self, step: BreakStep | None) -> None:
        """Point at a step until it is picked again, or another one."""
        self.pin(None if step is self._pinned else step)

    def go(self, by: int) -> None:
        """Go on in the deal by so many steps, from its ends to the other end."""
        if not self.deal:
            return
        if self._pinned in self.deal:
            self.pin(self.deal[(self.deal.index(self._pinned) + by) % len(self.deal)])
        else:
            self.pin(self.deal[0 if by > 0 else -1])

    def _point(self, pinned: BreakStep | None, hovered: BreakStep | None) -> None:
        before = self.lit
        self._pinned, self._hovered = pinned, hovered
        if self.lit != before:
            self.lit_changed.emit()

    # what comes of it

    def _put(self, dice: tuple[int | None, ...], rolling: tuple[int, ...] = ()) -> None:
        self.dice, self.problem, self.rolling = dice, "", rolling
        self._open()

    def _open(self, *, announce: bool = True) -> None:
        """Ask the engine, once all dice are there."""
        before, self.opened = self.opened, None
        self.facts = self.deal = ()
        self._pinned = self._hovered = None
        faces = [face for face in self.dice if face is not None]
        if faces and len(faces) == len(self.dice):
            rows = [faces[at : at + DICE] for at in range(0, len(faces), DICE)]
            self.opened = break_wall(self.rules, rows, flowers=self.flowers)
            self.facts = self._facts(self.opened)
            self.deal = self._steps(self.opened)
        self.changed.emit()
        self.lit_changed.emit()
        if announce and self.opened is not None and self.opened != before:
            self.announced.emit(self.result)

    # words

    def who(self, seat: Wind) -> str:
        """A player by wind, and by name where it is known."""
        name = brief(self.names[WINDS.index(seat)], _SHORT_NAME) if self.names else ""
        if not name:
            return seat.player
        return self.tr("{wind} ({name})").format(wind=seat.player, name=name)

    def _side(self, side: Side) -> str:
        return {Side.LEFT: self.tr("left"), Side.RIGHT: self.tr("right")}[side]

    def _where(self, places: Sequence[Place]) -> str:
        """Where stacks stand: "stacks 8 and 9 of East’s wall", the numbers from the right as everywhere."""
        parts = []
        for wall, group in itertools.groupby(places, key=lambda place: place.wall):
            numbers = sorted(place.stack for place in group)
            if len(numbers) == 1:
                text = self.tr("stack {number}").format(number=numbers[0])
            elif len(numbers) == 2:
                text = self.tr("stacks {one} and {other}").format(one=numbers[0], other=numbers[1])
            else:
                text = self.tr("stacks {first} to {last}").format(first=numbers[0], last=numbers[-1])
            parts.append(self.tr("{stacks} of {wall}’s wall").format(stacks=text, wall=wall.word))
        return self.tr(" and ").join(parts)

    def _facts(self, opened: Break) -> tuple[BreakStep, ...]:
        row = self.row
        assert row is not None  # noqa: S101 - without it nothing opens
        facts = [self._break_fact(opened)]
        if row.throws > 1:
            facts.append(self._chosen_fact(opened, row))
        if opened.loose:
            sentence = {
                Side.RIGHT: self.tr("Loose tiles: the two of that stack, laid to the right of the break."),
                Side.LEFT: self.tr("Loose tiles: the two of that stack, laid to the left of the break."),
            }[opened.side]
            facts.append(BreakStep(BreakStepKind.LOOSE, sentence, _both(opened.loose), Swatch.LOOSE))
        if opened.kong_box:
            sentence = self.tr(
                "Kong box: the {count} stacks left of the break, with the loose tiles, set apart."
            ).format(count=len(opened.kong_box))
            facts.append(
                BreakStep(BreakStepKind.KONG_BOX, sentence, _both(opened.kong_box + opened.loose), Swatch.LOOSE)
            )
        facts.append(self._first_fact(opened))
        facts.append(self._after_fact(opened))
        facts.append(self._end_fact(opened))
        return tuple(facts)

    def _break_fact(self, opened: Break) -> BreakStep:
        sentence = self.tr("The break is at stack {stack} of {wall}’s wall, counted from the {side}.")
        if opened.wall is not opened.start:
            sentence = self.tr(
                "The count continues from {start}’s wall around the corner: the break is at stack {stack} of "
                "{wall}’s wall, counted from the {side}."
            )
        sentence = sentence.format(
            stack=opened.stack, wall=opened.wall.word, side=self._side(opened.side), start=opened.start.word
        )
        swatch = Swatch.COUNTED if opened.loose else Swatch.LAST
        return BreakStep(BreakStepKind.BREAK, sentence, _both([opened.counted]), swatch, str(opened.count))

    def _chosen_fact(self, opened: Break, row: WallRules) -> BreakStep:
        if row.chosen_deals:
            sentence = self.tr("{who} deals, chosen by the first throw.").format(who=self.who(opened.dealer))
        else:
            sentence = self.tr("The first throw chooses {wall}’s wall.").format(wall=opened.start.word)
        wall = frozenset(spot for stack in self._all(opened) for spot in _both([stack]) if spot.wall is opened.start)
        return BreakStep(BreakStepKind.CHOSEN, sentence, wall)

    @staticmethod
    def _all(opened: Break) -> list[Place]:
        return [*opened.drawing, *opened.kong_box, *opened.loose]

    def _first_fact(self, opened: Break) -> BreakStep:
        way = {
            Direction.CLOCKWISE: self.tr("clockwise"),
            Direction.COUNTER_CLOCKWISE: self.tr("counter-clockwise"),
        }[opened.direction]
        sentence = self.tr("First tiles: {where}, from the right. Drawing goes {way}.").format(
            where=self._where([opened.first_draw]), way=way
        )
        sign = "right" if opened.direction is Direction.COUNTER_CLOCKWISE else ""
        return BreakStep(BreakStepKind.FIRST, sentence, _both([opened.first_draw]), Swatch.ARROW, sign)

    def _after_fact(self, opened: Break) -> BreakStep:
        spot = after_deal(opened)[0]
        tile = self.tr("the top tile of {where}") if spot.layer is Layer.TOP else self.tr("the lower tile of {where}")
        tile = tile.format(where=self._where([Place(spot.wall, spot.stack)]))
        held = sum(tile.seat is Wind.EAST for tile in deal_order(opened))
        sentence = (
            self.tr("After the deal {who} discards first. The next tile drawn is {tile}.")
            if held > 13
            else self.tr("After the deal {who} draws first: {tile}.")
        )
        return BreakStep(BreakStepKind.AFTER, sentence.format(who=self.who(Wind.EAST), tile=tile), frozenset({spot}))

    def _end_fact(self, opened: Break) -> BreakStep:
        where = self._where([opened.end])
        if opened.kong_box:
            sentence = self.tr("The wall ends with {where}. The kong box isn’t filled again.")
        elif opened.loose:
            sentence = self.tr(
                "The wall ends with {where}. Once both loose tiles are used, its last stack becomes the next two."
            )
        else:
            sentence = self.tr("The counted stack comes last: its top tile is the end tile.")
        return BreakStep(BreakStepKind.END, sentence.format(where=where), _both([opened.end]))

    def _steps(self, opened: Break) -> tuple[BreakStep, ...]:
        """The deal, one step for what a player takes at a time."""
        steps: list[BreakStep] = []
        row = -1
        for seat, spots in _helpings(deal_order(opened)):
            row += seat is Wind.EAST
            places = list(dict.fromkeys(Place(spot.wall, spot.stack) for spot in spots))
            if len(spots) == 2 * len(places):
                sentence = (
                    self.tr("{who} takes the next two stacks: {where}.")
                    if len(places) == 2
                    else self.tr("{who} takes the next {tiles} tiles: {where}.")
                )
            elif len(spots) > 1:
                sentence = self.tr("{who} takes two top tiles: {where}.")
            elif spots[0].layer is Layer.TOP:
                sentence = self.tr("{who} takes one tile, the top one of {where}.")
            else:
                sentence = self.tr("{who} takes one tile, the lower one of {where}.")
            sentence = sentence.format(who=self.who(seat), where=self._where(places), tiles=len(spots))
            steps.append(BreakStep(BreakStepKind.DEAL, sentence, frozenset(spots), seat=seat, row=row))
        return tuple(steps)


def _both(places: Sequence[Place]) -> frozenset[Spot]:
    """Both tiles of these stacks."""
    return frozenset(Spot(*place, layer) for place in places for layer in Layer)


def _helpings(dealt: Sequence[Dealt]) -> list[tuple[Wind, list[Spot]]]:
    """What each player takes at a time."""
    return [(seat, [tile.spot for tile in group]) for seat, group in itertools.groupby(dealt, key=lambda t: t.seat)]
