"""What a correction changes in later rows, and how winds or results stay as they were."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from mjcompanion.table.events import BankItem, Changed, Drop, Four, HandItem, Item, PenaltyItem, Put
from mjcompanion.table.rotation import PLAYERS, Position, four
from mjcompanion.table.rows import SECOND_HALF, Progress, TableRow, next_row
from mjcompanion.table.table import Table, apply, grown


class RowDifference(msgspec.Struct, frozen=True):
    """A row that a correction changes, before and after."""

    was: TableRow | None
    will: TableRow | None

    @property
    def turned(self) -> bool:
        """Whether anybody sits in another wind, or somebody else plays."""
        was, will = self.was, self.will
        if was is None or will is None:
            return False
        return _winds(was.before) != _winds(will.before) or was.sits != will.sits


def _winds(position: Position) -> tuple[object, ...]:
    return position.seats, position.rounds


def differences(before: Table, after: Table) -> tuple[RowDifference, ...]:
    """List the rows in which two tables differ, in their order: changed, dropped or new."""
    before = grown(before, after)
    was = {row.id: row for row in before.rows}
    will = {row.id: row for row in after.rows}
    order = [row.id for row in after.rows]
    gone = [row.id for row in before.rows if row.id not in will]
    for one in gone:  # where it stood: after the row that was before it
        place = before.rows.index(was[one])
        earlier = [row.id for row in before.rows[:place] if row.id in order]
        order.insert(order.index(earlier[-1]) + 1 if earlier else 0, one)
    pairs = [RowDifference(was.get(one), will.get(one)) for one in order]
    return tuple(pair for pair in pairs if pair.was != pair.will)


def winds_kept(table: Table, event: Changed) -> Changed:
    """Return the correction with the winds and people of later hands as they were played.

    The first later hand whose seats would change gets its seats set; the hands after it follow from there, and the
    next one that doesn't gets its seats set too.
    """
    pinned = set[str]()
    while True:
        pair = next((one for one in differences(table, apply(table, event)) if _is_moved(one, pinned)), None)
        if pair is None or pair.was is None or pair.will is None or not isinstance(pair.was.item, HandItem):
            return event
        was, will = pair.was, pair.will
        changes: list[Put | Drop] = []
        if _winds(was.before) != _winds(will.before):
            item = msgspec.structs.replace(was.item, east=was.before.east, rounds=was.before.rounds)
            changes.append(Put(was.id, item))
        if was.sits != will.sits:
            changes.append(Put(f"{table.next_id}-{len(pinned)}", was.seating.item(table.people), was.id))
        event = Changed(at=event.at, changes=(*event.changes, *changes))
        pinned.add(was.id)


def results_kept(table: Table, event: Changed) -> Changed:
    """Return the change of seats with all entered results left to the people who had them.

    Whatever later items say of the places moves along with those who sat there.
    """
    after = apply(table, event)
    before = {row.id: row.sits for row in grown(table, after).rows}
    progress = Progress(after.setup, after.people, after.starts, after.bettors)
    moved: list[Put] = []
    for item_id, item in after.items:
        was, sits = before.get(item_id, before.get(item_id.removesuffix(SECOND_HALF))), progress.seating.sits
        placed = item if was is None or was == sits else _placed(item, _new_places(was, sits))
        if placed != item:
            moved.append(Put(item_id, placed))
        next_row(progress, item_id, placed)
    return Changed(at=event.at, changes=(*event.changes, *moved)) if moved else event


def _new_places(was: Four, sits: Four) -> Four:
    """Return the new place for the person on each place; newcomers replace those who left."""
    free = [place for place in PLAYERS if sits[place] not in was]
    return four(sits.index(person) if person in sits else free.pop(0) for person in was)


def _placed(item: Item, places: Four) -> Item:
    """Return the item with its players on their new places; East stays with the place."""
    if isinstance(item, HandItem):
        return msgspec.structs.replace(
            item,
            winner=None if item.winner is None else places[item.winner],
            discarder=None if item.discarder is None else places[item.discarder],
            scores=four(item.scores[places.index(place)] for place in PLAYERS),
            dead=tuple(sorted(places[place] for place in item.dead)),
            wrong_calls=tuple(sorted(places[place] for place in item.wrong_calls)),
            bet=None if item.bet is None else msgspec.structs.replace(item.bet, on=places[item.bet.on]),
        )
    if isinstance(item, PenaltyItem):
        payees = tuple(places[place] for place in item.payees)
        double = tuple(places[place] for place in item.double) if item.double else item.double
        return msgspec.structs.replace(item, payer=places[item.payer], payees=payees, double=double)
    return msgspec.structs.replace(item, player=places[item.player]) if isinstance(item, BankItem) else item


def _is_moved(pair: RowDifference, pinned: Collection[str]) -> bool:
    """Whether a correction changes the players or the winds of a hand that it isn't about."""
    was, will = pair.was, pair.will
    if was is None or will is None or was.id in pinned or was.item != will.item:
        return False
    return isinstance(was.item, HandItem) and pair.turned
