"""The table that its events made: seats, scores, payments, balances, chips, and the corrections so far.

A table is a value. `replay` makes it from events and `apply` adds one; everything shown follows from its list of items.
Undo, or a hand corrected five hands later, needs nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec

from mjcompanion.core.chips import ChipKind
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import SELF_DRAWN
from mjcompanion.core.options import NETTED
from mjcompanion.parsing.dates import is_moment
from mjcompanion.rulesets import stored_house
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.chips import ChipNote, ChipPlan, ChipState, borrow, hand_over, repay, stake
from mjcompanion.table.events import (
    LONGEST_TEXT,
    AnyEvent,
    BankItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    Item,
    PeopleItem,
    Planned,
    Put,
    Redone,
    Reopened,
    SeatsItem,
    SessionPlan,
    SessionSetup,
    Started,
    Tiles,
    Titled,
    Undone,
)
from mjcompanion.table.people import MOST_OUT, InTurn, Seating
from mjcompanion.table.rotation import PLAYERS, Position, Turn
from mjcompanion.table.rows import (
    MOST_ITEMS,
    SECOND_HALF,
    Progress,
    TableRow,
    bettor_in,
    check_starts,
    count_tiles,
    first_position,
    first_seating,
    people_in,
    play,
    worth,
)
from mjcompanion.table.rules import TableRules
from mjcompanion.table.settle import MOST_POINTS

_LAST_YEAR: Final = "9999"
"""Plans end before the last year that datetime knows."""


class Standing(msgspec.Struct, frozen=True):
    """A player's figures at a table; `hands` counts those played.

    `won_points` adds up the scores of the hands won, `best` is the highest of them and `best_item` the hand's id.
    """

    player: str
    balance: int
    net: int
    hands: int
    wins: int
    self_drawn: int
    thrown: int
    east_wins: int
    won_points: int
    best: int | None
    best_item: str | None


class Summary(msgspec.Struct, frozen=True):
    """A table in short, for lists."""

    hands: int
    ended: bool
    title: str
    rules: str
    rules_name: str
    standings: tuple[Standing, ...]


class Trace(msgspec.Struct, frozen=True):
    """A correction: when, and the row before and after it.

    `was` and `now` are None if there was or is no such row. `counts` is false if the correction was undone.
    """

    seq: int
    at: str
    was: TableRow | None
    now: TableRow | None
    counts: bool


class Table(msgspec.Struct, frozen=True, dict=True):
    """A table of four after some events; `counting` are the events that count, `taken_back` those that can be redone.

    `people` are the ids of everybody in any event, and `bettors` the names of bettors who are only names, in order.
    Their numbers never change, whatever is corrected or undone. `starts` is what the people started with.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import HandItem, Number, now
    >>> setup = SessionSetup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"), starting=1000)
    >>> hand = HandItem(winner=2, scores=(Number(8), Number(8), Number(32), Number(16)))
    >>> table = replay([Started(at=now(), setup=setup), Changed(at=now(), changes=(Put("1", hand),))])
    >>> table.balances, table.position.east
    ((920, 960, 1128, 992), 1)
    """

    events: tuple[AnyEvent, ...]
    setup: SessionSetup
    items: tuple[tuple[str, Item], ...]
    rows: tuple[TableRow, ...]
    counting: tuple[int, ...]
    taken_back: tuple[int, ...]
    bettors: tuple[str, ...]
    title: str
    ended: bool
    people: tuple[str, ...]
    starts: tuple[int, ...]
    plan: SessionPlan = SessionPlan()

    @property
    def rules(self) -> TableRules:
        """The rules of the table."""
        return self.setup.rules

    @property
    def start(self) -> Position:
        """The first position."""
        return first_position(self.setup)

    @property
    def position(self) -> Position:
        """The position for the next hand."""
        return self.rows[-1].after if self.rows else self.start

    @property
    def balances(self) -> tuple[int, ...]:
        """Everybody's points by number, bettors who are only names last."""
        return self.rows[-1].balances if self.rows else self.starts

    @property
    def first_seating(self) -> Seating:
        """Who sat where first."""
        return first_seating(self.setup)

    @property
    def seating(self) -> Seating:
        """Who sits where for the next hand."""
        return self.rows[-1].seated if self.rows else self.first_seating

    @cached_property
    def there(self) -> tuple[int, ...]:
        """The numbers of everybody who played, sat out or bet at the table as it counts now."""
        found = set(range(len(self.setup.people)))
        for _, item in self.items:
            found.update(map(self.people.index, people_in(item)))
        return tuple(sorted(found))

    @property
    def chip_starts(self) -> tuple[int, ...]:
        """The value of everybody's chips at the start: a whole set, more or less the difference in points."""
        whole = self.rules.chips.total if self.rules.chips is not None else 0
        return tuple(whole + points - self.setup.starting for points in self.starts)

    @property
    def parties(self) -> tuple[int, ...]:
        """The numbers of all who have points: people, then bettors who are only names."""
        bet = {bettor_in(item) for _, item in self.items}
        return (*self.there, *(party for party, name in enumerate(self.bettors, len(self.people)) if name in bet))

    def parties_at(self, row: TableRow) -> tuple[int, ...]:
        """Return the parties of a row: all at the table, payers and payees, and bettors who are only names."""
        paid = {party for one in row.paid for party in (one.payer, one.payee)}
        here = {*row.seating.here, *row.seated.here, *paid}
        return tuple(party for party in self.parties if party in here or len(self.people) <= party < len(row.balances))

    @cached_property
    def came(self) -> dict[int, int]:
        """Each party's first row, by its index; -1 for those there from the start."""
        came = dict.fromkeys(self.first_seating.here, -1)
        if len(self.parties) > len(came):
            for place, row in enumerate(self.rows):
                for party in (*self.parties_at(row), *map(self.people.index, people_in(row.item))):
                    came.setdefault(party, place)
        return came

    def course_of(self, party: int) -> tuple[int | None, ...]:
        """Return a party's points at the start and after each row; None before they came."""
        came = self.came.get(party, len(self.rows))
        then = [self.balance_of(party, row) if place >= came else None for place, row in enumerate(self.rows)]
        return (self.starts[party] if came < 0 else None, *then)

    def start_of(self, party: int) -> int:
        """Return a party's points at the start."""
        return self.starts[party] if party < len(self.starts) else self.setup.starting

    def balance_of(self, party: int, row: TableRow | None = None) -> int:
        """Return a party's points now, or after a row; a newcomer has the starting points."""
        balances = self.balances if row is None else row.balances
        return balances[party] if party < len(balances) else self.start_of(party)

    @property
    def hands(self) -> tuple[TableRow, ...]:
        """The rows that are hands."""
        return tuple(row for row in self.rows if row.number)

    @property
    def next_id(self) -> str:
        """An unused id for the next item."""
        return str(len(self.events))

    @property
    def turn(self) -> Turn | None:
        """The turn of the winds after the last hand; None after new seats, or before any hand."""
        for row in reversed(self.rows):
            if isinstance(row.item, SeatsItem):
                return None
            if row.turn is not None:
                return row.turn
        return None

    @property
    def can_undo(self) -> int | None:
        """The event to undo next."""
        return self.counting[-1] if len(self.counting) > 1 else None

    @property
    def can_redo(self) -> int | None:
        """The event to redo next."""
        return self.taken_back[-1] if self.taken_back else None

    def row(self, item_id: str) -> TableRow | None:
        """Return the row of an item."""
        return next((row for row in self.rows if row.id == item_id), None)

    def drops(self, item_id: str) -> tuple[Drop, ...]:
        """Return the changes that take a row off the list, both halves of a penalty that was stored as two."""
        half = item_id + SECOND_HALF
        joined = self.row(half) is None and any(known == half for known, _ in self.items)
        return (Drop(item_id), Drop(half)) if joined else (Drop(item_id),)

    def sheet(self, row: TableRow, player: int) -> ScoreSheet | None:
        """Return the score sheet of a hand entered by tiles; None if no tiles count."""
        if not isinstance(row.item, HandItem) or not isinstance(row.item.scores[player], Tiles):
            return None
        try:
            return count_tiles(self.rules, row.item, row.before, player)
        except RuleError:
            return None

    @cached_property
    def traces(self) -> tuple[Trace, ...]:
        """Every correction, oldest first: each change of an item that was on the list already."""
        found: list[Trace] = []
        later = replay(self.events[:1])
        for seq, event in enumerate(self.events[1:], 1):
            earlier, later = later, apply(later, event)
            if not isinstance(event, Changed):
                continue
            changes = event.changes
            stay = [change for change in changes if _results_stay(earlier, change) or _results_stay(later, change)]
            last = earlier.rows[-1].id if earlier.rows else None
            for change in stay or changes:  # what else there is follows from the seats
                was = earlier.row(change.id)
                inserted = isinstance(change, Put) and change.before is not None
                if was is None and not (inserted and last is not None):
                    continue
                found.append(Trace(seq, event.at, was, later.row(change.id), seq in self.counting))
        return tuple(found)

    @cached_property
    def chip_log(self) -> tuple[ChipPlan, ...]:
        """The chips that each event moved on the real table; empty without chips.

        A correction moves the difference when it is made.
        """
        if self.rules.chips is None:
            return ()
        before = _build(self.events[:1], None)
        plans = [ChipPlan((), (), ChipState.start(self.rules.chips, before.chip_starts))]
        for count in range(2, len(self.events) + 1):
            after = self if count == len(self.events) else _build(self.events[:count], before)
            plans.append(_chips_moved(before, after, plans[-1].after))
            before = after
        return tuple(plans)

    @property
    def chip_state(self) -> ChipState | None:
        """Everybody's chips, debts and loans; None without chips."""
        return self.chip_log[-1].after if self.chip_log else None

    @cached_property
    def flows(self) -> Mapping[tuple[int, int], int]:
        """What each pair paid each other in all: the lower number to the higher, negative in reverse."""
        flows: dict[tuple[int, int], int] = {}
        for one in (one for row in self.rows for one in row.paid):
            forth = one.payer < one.payee
            pair = (one.payer, one.payee) if forth else (one.payee, one.payer)
            flows[pair] = flows.get(pair, 0) + (one.points if forth else -one.points)
        return flows

    @cached_property
    def borrowed(self) -> tuple[int, ...]:
        """What everybody still owes the bank."""
        found = [0] * len(self.people)
        for row in self.rows:
            if isinstance(row.item, BankItem):
                found[row.sits[row.item.player]] += row.item.points
        return tuple(found)

    def summary(self) -> Summary:
        """Return the table in short, for lists."""
        return Summary(
            len(self.hands),
            self.ended,
            self.title,
            str(self.rules.rules),
            self.rules.name,
            tuple(self._standing(player) for player in self.there),
        )

    def _standing(self, player: int) -> Standing:
        won = [row for row in self.hands if row.winner == player]
        points = [(worth(row) or 0, row.id) for row in won]
        best = max(points, key=lambda one: one[0], default=(None, None))
        methods = [row.item.by for row in won if isinstance(row.item, HandItem)]
        balance = self.balances[player]
        return Standing(
            self.people[player],
            balance,
            balance - self.starts[player],
            sum(1 for row in self.hands if player in row.sits),
            len(won),
            sum(1 for by in methods if by in SELF_DRAWN),
            sum(1 for row in self.hands if row.discarder == player),
            sum(1 for row in won if row.sits[row.before.east] == player),
            sum(one for one, _ in points),
            best[0],
            best[1],
        )


def _results_stay(table: Table, change: Put | Drop) -> bool:
    """Whether a change is about seats that leave results alone."""
    row = table.row(change.id)
    return row is not None and isinstance(row.item, PeopleItem) and row.item.results_stay


def replay(events: Iterable[AnyEvent]) -> Table:
    """Return the table that events lead to.

    Raises:
        RuleError: an event could not have happened then.

    """
    return _with_bank(_build(tuple(events), None))


def apply(table: Table, event: AnyEvent) -> Table:
    """Return the table after one more event.

    Raises:
        RuleError: it can't happen now; nothing has changed.

    """
    after = _build((*table.events, event), table)
    if "chip_log" in table.__dict__ and table.chip_log:
        after.__dict__["chip_log"] = (*table.chip_log, _chips_moved(table, after, table.chip_log[-1].after))
    return _with_bank(after)


def _with_bank(table: Table) -> Table:
    """Return the table after checking what the bank lends."""
    if any(isinstance(item, BankItem) for _, item in table.items):
        if table.rules.chips is None:
            raise RuleError([Problem("no-chips")])
        _ = table.chip_log
    return table


def _chips_moved(before: Table, after: Table, state: ChipState) -> ChipPlan:
    """Return the chips that an event moves: the difference of the payments of two tables."""
    chips = after.rules.chips
    assert chips is not None  # noqa: S101 - asked where there are chips
    known, before = len(before.people), grown(before, after)
    if known < len(after.people):  # people come before bettors
        state = state.with_people(chips, known, after.chip_starts[known:])
    was, will = before.flows, after.flows
    came = (person for person in after.there if person not in before.there)
    notes = [ChipNote("comes", person, points=after.chip_starts[person]) for person in came]
    payments = []
    for one, other in sorted({*was, *will}):
        more = will.get((one, other), 0) - was.get((one, other), 0)
        if more:
            payments.append((one, other, more) if more > 0 else (other, one, -more))
    plan = hand_over(chips, state, payments, netted=after.rules.options.hand_over == NETTED)
    plan = ChipPlan(plan.moves, (*notes, *plan.notes), plan.after)
    for person in range(len(after.people)):
        more, lent = after.starts[person] - before.starts[person], after.borrowed[person] - before.borrowed[person]
        if more:
            plan = stake(chips, plan.after, person, more).added_to(plan)
        if lent:
            move = borrow if lent > 0 else repay
            plan = move(chips, plan.after, person, abs(lent)).added_to(plan)
    return msgspec.structs.replace(plan, people=len(after.people), bettors=after.bettors)


def grown(table: Table, other: Table) -> Table:
    """Return the table with all people of a later one, so that numbers agree in both."""
    if len(table.people) >= len(other.people):
        return table
    starts = (*table.starts, *other.starts[len(table.starts) :])
    rows = play(Progress(table.setup, other.people, starts, table.bettors), table.items, ())
    return msgspec.structs.replace(table, people=other.people, starts=starts, rows=tuple(rows))


def _build(events: tuple[AnyEvent, ...], earlier: Table | None) -> Table:
    """Return the table after events; `earlier`, if known, is the one before the last of them."""
    if not events or not isinstance(events[0], Started):
        raise RuleError([Problem("event-first")])
    setup = events[0].setup
    _check_setup(setup)
    counting, taken_back = _what_counts(events)
    items: list[tuple[str, Item]] = []
    title, ended, plan = setup.title, False, SessionPlan()
    for seq in counting:
        event = events[seq]
        if isinstance(event, Changed):
            _change(items, event)
        elif isinstance(event, Titled):
            title = event.title
        elif isinstance(event, Ended | Reopened):
            ended = isinstance(event, Ended)
        elif isinstance(event, Planned):
            plan = _checked_plan(event.plan)
    if len(title) > LONGEST_TEXT:
        raise RuleError([Problem("text-too-long", count=len(title), limit=LONGEST_TEXT)])
    people = people_of(events)
    progress = Progress(setup, people, _starts_of(setup, people, items), _bettors_of(events))
    alike = earlier is not None and (earlier.people, earlier.starts) == (people, progress.starts)
    rows = play(progress, items, earlier.rows if alike and earlier is not None else ())
    return Table(
        events, setup, tuple(items), tuple(rows), tuple(counting), tuple(taken_back), tuple(progress.bettors),
        title, ended, people, progress.starts, plan,
    )  # fmt: skip


def people_of(events: Iterable[AnyEvent]) -> tuple[str, ...]:
    """Return the ids of all people in any event, in order, whether it counts or not."""
    found: dict[str, None] = {}
    for event in events:
        if isinstance(event, Started):
            found |= dict.fromkeys(event.setup.people)
        elif isinstance(event, Changed):
            for change in event.changes:
                found |= dict.fromkeys(people_in(change.item)) if isinstance(change, Put) else {}
    return tuple(found)


def _bettors_of(events: Iterable[AnyEvent]) -> tuple[str, ...]:
    """Return the names of all bettors who are only names, in order."""
    puts = (one for event in events if isinstance(event, Changed) for one in event.changes if isinstance(one, Put))
    return tuple(dict.fromkeys(name for one in puts if (name := bettor_in(one.item)) is not None))


def _starts_of(setup: SessionSetup, people: Sequence[str], items: Iterable[tuple[str, Item]]) -> tuple[int, ...]:
    """Return what everybody starts with: by the setup, else by the item with which they came."""
    found = dict(zip(setup.people, setup.starts, strict=True))
    for _, item in items:
        for who, points in item.points if isinstance(item, PeopleItem) else ():
            found.setdefault(who, points)
    return tuple(found.get(who, setup.starting) for who in people)


def _checked_plan(plan: SessionPlan) -> SessionPlan:
    if plan.until and not (is_moment(plan.until) and plan.until < _LAST_YEAR):
        raise RuleError([Problem("event-damaged")])
    return plan


def _what_counts(events: tuple[AnyEvent, ...]) -> tuple[list[int], list[int]]:
    """Return the events that count, in order, and the undone ones that can be redone."""
    counting, taken_back = [0], list[int]()
    for seq, event in enumerate(events[1:], 1):
        if isinstance(event, Started):
            raise RuleError([Problem("event-first")])
        if isinstance(event, Undone):
            if len(counting) < 2 or counting[-1] != event.seq:
                raise RuleError([Problem("nothing-to-undo")])
            taken_back.append(counting.pop())
        elif isinstance(event, Redone):
            if not taken_back or taken_back[-1] != event.seq:
                raise RuleError([Problem("nothing-to-redo")])
            counting.append(taken_back.pop())
        else:
            counting.append(seq)
            taken_back.clear()
    return counting, taken_back


def _check_setup(setup: SessionSetup) -> None:
    if len(set(setup.players)) != len(PLAYERS) or not all(setup.players):
        raise RuleError([Problem("four-players")])
    if setup.first_east not in PLAYERS or not setup.rules.rules.at_table:
        raise RuleError([Problem("event-damaged")])
    if not 0 <= setup.starting <= MOST_POINTS:
        raise RuleError([Problem("starting-range", limit=MOST_POINTS)])
    if len(set(setup.people)) != len(setup.people) or not all(setup.people) or len(setup.out or ()) > MOST_OUT:
        raise RuleError([Problem("people-twice", limit=MOST_OUT)])
    if len(setup.starts) != len(setup.people) or (setup.turn or "") not in {*InTurn}:
        raise RuleError([Problem("event-damaged")])
    options = setup.rules.options
    rules = setup.rules.rules
    known = tuple([row for row in options.rows if rules.row_named(row.id) is not None])
    own = tuple([hand for hand in options.hands if rules.row_named(hand.id) is None])
    if rules.known:  # what a session had may be gone, and a hand of its own may be a row of the rules by now
        stored_house(rules, msgspec.structs.asdict(options) | {"rows": known, "hands": own})
    pieces = setup.rules.chips.pieces if setup.rules.chips is not None else (ChipKind(1, 1),)
    fit = all(piece.value > 0 and piece.count >= 0 for piece in pieces)
    if not pieces or not fit or len({piece.value for piece in pieces}) < len(pieces):
        raise RuleError([Problem("event-damaged")])
    check_starts(setup, setup.points or ())


def _change(items: list[tuple[str, Item]], event: Changed) -> None:
    for change in event.changes:
        place = next((at for at, (known, _) in enumerate(items) if known == change.id), None)
        if isinstance(change, Drop):
            if place is None:
                raise RuleError([Problem("item-gone")])
            del items[place]
        elif place is not None:
            items[place] = (change.id, change.item)
        elif len(items) >= MOST_ITEMS:
            raise RuleError([Problem("too-many-items", limit=MOST_ITEMS)])
        elif change.before is None:
            items.append((change.id, change.item))
        else:
            before = next((at for at, (known, _) in enumerate(items) if known == change.before), None)
            if before is None:
                raise RuleError([Problem("item-gone")])
            items.insert(before, (change.id, change.item))
