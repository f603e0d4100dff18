"""What is seen of a table across the room: where people really sit, and what was last handed over."""

from __future__ import annotations

from mjcompanion.table.events import Changed, Four, HandItem, Put, Redone, SeatsItem, Undone
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


def last_news(table: Table) -> int:
    """The number of the event that last changed the list, where that ends with a hand, worth a look from afar; else 0.

    Without chips the payments of that hand are made once: an undo, or a change further up, doesn't ask for them again.
    """
    if table.rows and not isinstance(table.rows[-1].item, HandItem):
        return 0
    seq = next((seq for seq in range(len(table.events) - 1, 0, -1) if _is_about_list(table, seq)), 0)
    now = isinstance(table.events[seq], Changed) and put_last(table, seq)
    return seq if now or table.rules.chips is not None else 0


def put_last(table: Table, seq: int) -> bool:
    """Whether an event, or what it lets count again, put there what is last on the list, or changed it."""
    event, last = table.events[seq], table.rows[-1].id if table.rows else ""
    event = table.events[event.seq] if isinstance(event, Redone) else event
    return isinstance(event, Changed) and any(isinstance(one, Put) and one.id == last for one in event.changes)


def _is_about_list(table: Table, seq: int) -> bool:
    """Whether an event changes what was played: a title, a plan or an end doesn't, nor what takes one of these back."""
    event = table.events[seq]
    return isinstance(table.events[event.seq] if isinstance(event, Undone | Redone) else event, Changed)
