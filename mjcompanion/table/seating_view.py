"""The table as seen across the room: where people really sit, and the last change."""

from __future__ import annotations

from mjcompanion.table.events import Changed, Four, HandItem, Put, Redone, SeatsItem, Undone
from mjcompanion.table.rotation import four
from mjcompanion.table.table import Table


def sides(table: Table, nearest: int = 0) -> Four:
    """Return the places at the sides of the real table, counter-clockwise from the side nearest to the screen.

    `nearest` counts the sides in the order of the first seats. New seats move as few people as possible.

    >>> moved((0, 1, 2, 3), (1, 0, 2, 3)), moved((0, 1, 2, 3), (2, 3, 0, 1))
    ((1, 0, 2, 3), (0, 1, 2, 3))
    """
    found: Four = (0, 1, 2, 3)
    for row in table.rows:
        if isinstance(row.item, SeatsItem):
            found = moved(found, row.item.chairs)
    return _turned(found, nearest)


def moved(before: Four, chairs: Four) -> Four:
    """Return new seats around the table, turned so that most people stay where they are."""
    turns = [_turned(chairs, turn) for turn in range(len(chairs))]
    return max(turns, key=lambda one: sum(was == now for was, now in zip(before, one, strict=True)))


def _turned(chairs: Four, turn: int) -> Four:
    return four((*chairs[turn % 4 :], *chairs[: turn % 4]))


def last_news(table: Table) -> int:
    """Return the number of the event that last changed a list ending with a hand; else 0.

    Without chips, an undo or a change further up doesn't show the payments of that hand again.
    """
    if table.rows and not isinstance(table.rows[-1].item, HandItem):
        return 0
    seq = next((seq for seq in range(len(table.events) - 1, 0, -1) if _is_about_list(table, seq)), 0)
    now = isinstance(table.events[seq], Changed) and put_last(table, seq)
    return seq if now or table.rules.chips is not None else 0


def put_last(table: Table, seq: int) -> bool:
    """Whether an event, or the one it redoes, put or changed the last item of the list."""
    event, last = table.events[seq], table.rows[-1].id if table.rows else ""
    event = table.events[event.seq] if isinstance(event, Redone) else event
    return isinstance(event, Changed) and any(isinstance(one, Put) and one.id == last for one in event.changes)


def _is_about_list(table: Table, seq: int) -> bool:
    """Whether an event, or the one it undoes or redoes, changes the list."""
    event = table.events[seq]
    return isinstance(table.events[event.seq] if isinstance(event, Undone | Redone) else event, Changed)
