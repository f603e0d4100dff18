"""Who sits on which of the four places: people come, go, change places, and sit out in turn.

The places, 0 to 3, keep their winds and their turn as East when people change; points, chips and statistics belong to
people. People are their numbers in `Table.people`, the first four being the first players.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

import msgspec

from mjcompanion.core.tiles import WINDS
from mjcompanion.table.events import Four, PeopleItem
from mjcompanion.table.rotation import PLAYERS, Position, four

MOST_OUT: Final = 4
"""The most people who can sit out at one table."""


class InTurn(enum.StrEnum):
    """When the next one sits out, if more than four share a table."""

    BY_CHOICE = ""
    HAND = "hand"
    EAST = "east"
    ROUND = "round"


class Seating(msgspec.Struct, frozen=True):
    """Who sits on each place, who sits out, the next to play first, and when that changes by itself.

    `since` is the number of hands over when each of the four sat down. `back` is the seating to return to after the
    next hand, if somebody plays for one hand only.
    """

    sits: Four = (0, 1, 2, 3)
    out: tuple[int, ...] = ()
    turn: InTurn = InTurn.BY_CHOICE
    since: Four = (0, 0, 0, 0)
    back: Seating | None = None

    @property
    def here(self) -> tuple[int, ...]:
        """Everybody at the table."""
        return (*self.sits, *self.out)

    def changed(self, item: PeopleItem, people: Sequence[str], hands: int) -> Seating:
        """Return the seating after an item; `hands` is how many hands are over."""
        sits = four(people.index(who) for who in item.sits)
        known = dict(zip(self.sits, self.since, strict=True))
        since = four(known.get(person, hands) for person in sits)
        out = tuple(people.index(who) for who in item.out)
        back = (self.back or self) if item.once else None
        return Seating(sits, out, InTurn(item.turn), since, back)

    def item(self, people: Sequence[str]) -> PeopleItem:
        """Return the item for this seating."""
        sits = four(people[person] for person in self.sits)
        out = tuple(people[person] for person in self.out)
        return PeopleItem(sits, out, turn=self.turn, once=self.back is not None)

    def after_hand(self, hands: int, before: Position, after: Position) -> Seating:
        """Return the seating after a hand, the number `hands`, with the positions before and after it.

        The player who has played longest goes out, and the next one takes that place with its wind. Of players who sat
        down together East goes first, then South and so on; if somebody goes after each hand, North first.

        >>> five = Seating(out=(4,), turn=InTurn.EAST)
        >>> before, after = Position((0, 1, 2, 3), 0, 0), Position((0, 1, 2, 3), 1, 0)
        >>> five.after_hand(1, before, before).sits, five.after_hand(1, before, after).sits
        ((0, 1, 2, 3), (4, 1, 2, 3))
        """
        seating = self.back or self
        due = {
            InTurn.BY_CHOICE: False,
            InTurn.HAND: True,
            InTurn.EAST: before.east != after.east,
            InTurn.ROUND: before.rounds != after.rounds,
        }
        if not seating.out or not due[seating.turn]:
            return seating
        order = [before.player_at(wind) for wind in WINDS]
        if seating.turn is InTurn.HAND:
            order.reverse()
        place = min(order, key=lambda one: seating.since[one])
        sits = four(seating.out[0] if one == place else seating.sits[one] for one in PLAYERS)
        since = four(hands if one == place else seating.since[one] for one in PLAYERS)
        out = (*seating.out[1:], seating.sits[place])
        return Seating(sits, out, seating.turn, since)
