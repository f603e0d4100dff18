"""Where people really sit: on which side of the table in the room, whatever seats are thrown anew."""

from __future__ import annotations

from mjcompanion.table.events import Four, SeatsItem
from mjcompanion.table.table import Table


def sides(table: Table, nearest: int = 0) -> Four:
    """The places at the four sides of the real table, counter-clockwise from the side that is nearest to the screen.

    `nearest` counts the sides as people sat down first. New seats move as few people as can be; the table stays.

    >>> moved((0, 1, 2, 3), (1, 0, 2, 3)), moved((0, 1, 2, 3), (2, 3, 0, 1))
    ((1, 0, 2, 3), (0, 1, 2, 3))
    """
    found: Four = (0, 1, 2, 3)
    for row in table.rows:
        if isinstance(row.item, SeatsItem):
            found = moved(found, row.item.chairs)
    return _turned(found, nearest)


def moved(before: Four, chairs: Four) -> Four:
    """New seats around the same table, turned so that most people stay where they are."""
    turns = [_turned(chairs, turn) for turn in range(len(chairs))]
    return max(turns, key=lambda one: sum(was == now for was, now in zip(before, one, strict=True)))


def _turned(chairs: Four, turn: int) -> Four:
    one, two, three, four = (*chairs[turn % 4 :], *chairs[: turn % 4])
    return one, two, three, four
