"""The Table page's words for what the engine names by keys."""

from __future__ import annotations

from collections.abc import Sequence

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, number
from mjcompanion.table.events import BankItem, HandItem, PenaltyItem, PeopleItem
from mjcompanion.table.rotation import Position
from mjcompanion.table.rows import TableRow, worth
from mjcompanion.table.words import brief, people_words, signed, won_words


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


def row_words(row: TableRow, names: Sequence[str]) -> tuple[str, str]:
    """A row of the list in two short lines."""
    item = row.item
    if isinstance(item, PeopleItem):
        return _("People"), people_words(row, names)
    names = row.on_places(names)
    if isinstance(item, HandItem):
        counted = worth(row)
        head = number(row.number) if counted is None else f"{number(row.number)} · {number(counted)}"
        return head, won_words(item, names)
    if isinstance(item, PenaltyItem):
        return _("Penalty · {points}").format(points=number(sum(item.amounts))), brief(names[item.payer], 18)
    if isinstance(item, BankItem):
        head = _("Borrowed · {points}") if item.points > 0 else _("Repaid · {points}")
        return head.format(points=number(abs(item.points))), brief(names[item.player], 18)
    return _("Seats"), _("thrown again")


def change_words(points: int) -> str:
    """A gain or a loss, for ears."""
    if not points:
        return _("no change")
    return _("last change {points}").format(points=signed(points))
