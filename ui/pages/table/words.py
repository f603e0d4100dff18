"""The Table page's words for what the engine names by keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import N_, _
from mjcompanion.table.corrections import differences
from mjcompanion.table.events import (
    AnyEvent,
    BankItem,
    Ended,
    PenaltyItem,
    PeopleItem,
    Planned,
    Reopened,
    SeatsItem,
    Titled,
)
from mjcompanion.table.rotation import Position
from mjcompanion.table.rows import TableRow
from mjcompanion.table.table import Table
from mjcompanion.table.winning_hand import winning_hand
from mjcompanion.table.words import brief, outcome, row_title, signed

from ...widgets.moment import MahJongg

_SESSION: Final = N_("the session")
_EVENTS: Final[dict[type, str]] = {
    Ended: N_("the end of the session"),
    Reopened: N_("reopening the session"),
    Planned: N_("when to stop"),
    Titled: N_("the title"),
}
_ITEMS: Final[dict[type, str]] = {
    PenaltyItem: N_("a penalty"),
    SeatsItem: N_("the seats"),
    BankItem: N_("chips from the bank"),
    PeopleItem: N_("who plays"),
}


def player_choices(position: Position, names: Sequence[str]) -> list[tuple[str, ...]]:
    """The four as answers to a question; their keys: 1 2 3 4, e s w n, the first letter of a name that is alone.

    >>> for choice in player_choices(Position((0, 1, 2, 3), 1, 0), ("Ann", "Bo", "Sue", "Bill")):
    ...     print(choice)
    ('1', 'E Bo', 'Bo, East', 'Bo, East', '1e')
    ('2', 'S Sue', 'Sue, South', 'Sue, South', '2s')
    ('3', 'W Bill', 'Bill, West', 'Bill, West', '3w')
    ('0', 'N Ann', 'Ann, North', 'Ann, North', '4na')
    """
    first = [names[player][:1].casefold() for player in position.seats]
    winds = {str(wind).casefold() for wind in WINDS} | {wind.letter.casefold() for wind in WINDS}
    found: list[tuple[str, ...]] = []
    for place, (wind, player) in enumerate(zip(WINDS, position.seats, strict=True)):
        text = f"{brief(names[player])}, {wind.word}"
        keys = dict.fromkeys((str(place + 1), str(wind).casefold(), wind.letter.casefold()))
        initial = first[place]
        if first.count(initial) == 1 and initial not in winds and not initial.isdecimal():
            keys[initial] = None
        found.append((str(player), f"{wind.letter} {brief(names[player], 16)}", text, text, "".join(keys)))
    return found


def row_words(row: TableRow, names: Sequence[str]) -> str:
    """Return a row of the list in a line."""
    words = outcome(row, names, short=True)
    return f"{row_title(row)} · {words}" if row.number else words


def step_words(before: Table, after: Table, event: AnyEvent, *, undone: bool) -> str:
    """Say what an undo or redo was about: the first row that differs, else what else had happened."""
    changed = differences(before, after)
    if not changed:
        what = _(_EVENTS.get(type(event), _SESSION))
    else:
        was, will = changed[0].was, changed[0].will
        row = was or will
        what = _(_ITEMS.get(type(row.item), _SESSION)) if row is not None else _(_SESSION)
        if row is not None and row.number:
            what = _("hand {number}").format(number=row.number)
        if was is not None and will is not None:
            what = _("the correction of {what}").format(what=what)
        elif (will if undone else was) is not None:
            what = _("the deletion of {what}").format(what=what)
    return (_("Undone: {what}.") if undone else _("Redone: {what}.")).format(what=what)


def change_words(points: int) -> str:
    """A gain or a loss, for ears."""
    return _("change {change}").format(change=signed(points)) if points else _("no change")


def moment_of(table: Table, names: tuple[str, ...], row: TableRow | None = None) -> MahJongg | None:
    """Return what the moment of Mah Jongg shows of a row, by default the last one; None where nobody won it."""
    row = row or (table.rows[-1] if table.rows else None)
    won = None if row is None else winning_hand(table, row, names)
    if won is None:
        return None
    name = brief(names[won.winner], 30)
    return MahJongg(name, won.name, won.how, won.where, won.groups, won.score, won.limited)
