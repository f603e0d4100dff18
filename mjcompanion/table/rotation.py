"""Throwing for East and seats, and how East and the wind of the round turn after a hand.

Source: RULES 5 (docs/rules.md); text 2, "Selection of East"; text 3, Step One.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import msgspec

from mjcompanion.core.hand import NO_FEATS
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.i18n.translation import N_, _
from mjcompanion.rules.ruleset import DRAW, Turns
from mjcompanion.rulesets import Ruleset
from mjcompanion.wall.dice import FACES

PLAYERS: Final = range(4)
T = TypeVar("T")


def four(values: Iterable[T]) -> tuple[T, T, T, T]:
    """Return four values, one for each player or seat, as a tuple of that length.

    >>> four("ESWN")
    ('E', 'S', 'W', 'N')
    """
    first, second, third, fourth = values
    return first, second, third, fourth


class Position(msgspec.Struct, frozen=True):
    """Where everybody sits before a hand.

    Players go by their numbers, 0 to 3. `chairs` lists them counter-clockwise around the table, as turns pass; `first`
    was the first East since seats were thrown, `rounds` counts the rounds that are over.
    """

    chairs: tuple[int, int, int, int]
    east: int
    first: int
    rounds: int = 0

    @property
    def round(self) -> Wind:
        """The wind of the round."""
        return WINDS[self.rounds % 4]

    def wind_of(self, player: int) -> Wind:
        """Return a player's seat.

        >>> Position((0, 1, 2, 3), east=2, first=0).wind_of(1)
        <Wind.NORTH: 'N'>
        """
        return WINDS[(self.chairs.index(player) - self.chairs.index(self.east)) % 4]

    def player_at(self, wind: Wind) -> int:
        """Return the player in a seat.

        >>> Position((0, 1, 2, 3), east=2, first=0).player_at(Wind.SOUTH)
        3
        """
        return self.chairs[(self.chairs.index(self.east) + WINDS.index(wind)) % 4]

    @property
    def seats(self) -> tuple[int, int, int, int]:
        """The players in East, South, West and North."""
        return four(self.player_at(wind) for wind in WINDS)


class Turning(enum.StrEnum):
    """Why East is who East is after a hand."""

    EAST_WON = "east-won"
    EAST_LOST = "east-lost"
    EAST_PASSES = "east-passes"
    DRAW_PASSES = "draw-passes"
    DRAW_STAYS = "draw-stays"
    EACH_GAME = "each-game"
    WALL_AGAIN = "wall-again"


class Turn(msgspec.Struct, frozen=True):
    """What a hand did to the winds: why, who is East now, and what came to an end with it.

    `new_round` is the wind of the round that begins; `reseat` means that new seats are thrown, `over` that the game
    is played to its end. Both are advice: people may go on as they like. `draw_name` is what a hand that nobody won is
    called.
    """

    why: Turning
    east: int
    new_round: Wind | None = None
    reseat: bool = False
    over: bool = False
    draw_name: str = DRAW

    def sentence(self, name: str) -> str:
        """Describe the turn in a sentence; `name` is the new East's.

        >>> turn_after(Ruleset("classical"), Position((0, 1, 2, 3), 0, 0), 0)[1].sentence("Ann")
        'Ann won as East and stays.'
        """
        text = _(_SENTENCES[self.why]).format(name=name, draw=_(self.draw_name))
        if self.new_round is None:
            return text
        return _("{turn} The {wind} round starts.").format(turn=text, wind=self.new_round.word)


_SENTENCES: Final = {
    Turning.EAST_WON: N_("{name} won as East and stays."),
    Turning.EAST_LOST: N_("East passes to {name}."),
    Turning.EAST_PASSES: N_("Nine wins in a row: East passes to {name}."),
    Turning.DRAW_PASSES: N_("{draw}. East passes to {name}."),
    Turning.DRAW_STAYS: N_("{draw}. {name} stays East."),
    Turning.EACH_GAME: N_("East passes to {name}, as after every game."),
    Turning.WALL_AGAIN: N_("{draw}. Build another wall: {name} stays East."),
}


def turn_after(
    rules: Ruleset,
    position: Position,
    winner: int | None,
    options: Options | None = None,
    *,
    wall_again: bool = False,
    feats: frozenset[str] = NO_FEATS,
) -> tuple[Position, Turn]:
    """Turn the winds after a hand; `winner` is a player, None when nobody won, `feats` are facts of the win.

    `wall_again` means that all tiles of an `american-club` hand were used up: another wall is built.

    Text 3, Step Six: the first East is East again, so the wind of the round moves on:

    >>> position, turn = turn_after(Ruleset("classical"), Position((0, 1, 2, 3), east=3, first=0), winner=1)
    >>> position.east, position.round, turn.sentence("Ann")
    (0, <Wind.SOUTH: 'S'>, 'East passes to Ann. The South round starts.')
    """
    options, turns = options or rules.preset, rules.turns or Turns()
    why = _why(rules, turns, position, winner, options, wall_again=wall_again)
    if why is Turning.EAST_WON and feats & turns.passes_on:
        why = Turning.EAST_PASSES
    if why in (Turning.EAST_WON, Turning.DRAW_STAYS, Turning.WALL_AGAIN):
        return position, Turn(why, position.east, draw_name=rules.draw_name)
    east = position.player_at(Wind.SOUTH)
    if east != position.first:
        return msgspec.structs.replace(position, east=east), Turn(why, east, draw_name=rules.draw_name)
    rounds = position.rounds + 1
    after = msgspec.structs.replace(position, east=east, rounds=rounds)
    game = rules.rounds(options)
    over = game > 0 and rounds % game == 0
    reseat = turns.reseat > 0 and rounds % turns.reseat == 0 and not over
    new_round = after.round if rules.has_round_wind else None
    return after, Turn(why, east, new_round, reseat, over, rules.draw_name)


def _why(
    rules: Ruleset, turns: Turns, position: Position, winner: int | None, options: Options, *, wall_again: bool
) -> Turning:
    if not turns.winner_stays:
        return Turning.WALL_AGAIN if wall_again and turns.wall_again else Turning.EACH_GAME
    if winner is None:
        stays = options.east_stays_after_draw and "east_stays_after_draw" in rules.uses
        return Turning.DRAW_STAYS if stays else Turning.DRAW_PASSES
    return Turning.EAST_WON if winner == position.east else Turning.EAST_LOST


ThrownDice = tuple[tuple[tuple[int, ...] | None, ...], ...]
"""The dice thrown, a row for each time of throwing; None for those who didn't have to throw again."""


def throw_for_east(rng: random.Random, dice: int) -> tuple[int, ThrownDice]:
    """Throw dice for the first East until one player has most; return that player and all throws.

    >>> east, rows = throw_for_east(random.Random(4), dice=2)
    >>> max(range(4), key=lambda player: sum(rows[0][player])) == east, len(rows)
    (True, 1)
    """
    rows: list[tuple[tuple[int, ...] | None, ...]] = []
    left = set(PLAYERS)
    while True:
        row = tuple(_throw(rng, dice) if player in left else None for player in PLAYERS)
        rows.append(row)
        most = max(sum(thrown) for thrown in row if thrown is not None)
        left = {player for player, thrown in enumerate(row) if thrown is not None and sum(thrown) == most}
        if len(left) == 1:
            return left.pop(), tuple(rows)


def throw_for_seats(rng: random.Random, dice: int) -> tuple[tuple[int, int, int, int], ThrownDice]:
    """Throw dice for all seats; return the players from the highest throw down, and all throws.

    Ties throw again.

    >>> order, rows = throw_for_seats(random.Random(4), dice=2)
    >>> sorted(order), len(rows) >= 1
    ([0, 1, 2, 3], True)
    """
    rows: list[tuple[tuple[int, ...] | None, ...]] = []
    groups: list[list[int]] = [list(PLAYERS)]
    while any(len(group) > 1 for group in groups):
        tied = {player for group in groups if len(group) > 1 for player in group}
        row = tuple(_throw(rng, dice) if player in tied else None for player in PLAYERS)
        rows.append(row)
        groups = [part for group in groups for part in _parted(group, row)]
    return four(group[0] for group in groups), tuple(rows)


def _throw(rng: random.Random, dice: int) -> tuple[int, ...]:
    return tuple(rng.randint(1, FACES) for _unused in range(dice))


def _parted(group: list[int], row: Sequence[tuple[int, ...] | None]) -> list[list[int]]:
    """Split a group into players with equal throws, the highest first."""
    if len(group) == 1:
        return [group]
    sums = {player: sum(row[player] or ()) for player in group}
    return [[player for player in group if sums[player] == one] for one in sorted(set(sums.values()), reverse=True)]
