"""The table as its events made it: seats, scores, payments, balances, and what each correction changed.

A table is a value. `replay` makes it from events, `apply` adds one more, and everything that is shown follows from the
list of items on it: so undo, and a hand corrected five hands later, are nothing special.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.chips import Piece
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import SELF_DRAWN, By, Hand, HowWon
from mjcompanion.core.notation import read_tile
from mjcompanion.core.options import NETTED
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.parsing.dates import is_moment
from mjcompanion.rulesets import stored_house
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.chips import ChipNote, ChipPlan, ChipState, borrow, first_purse, hand_over, repay, stake
from mjcompanion.table.events import (
    LONGEST_TEXT,
    AnyEvent,
    BankItem,
    BetItem,
    Changed,
    Drop,
    Ended,
    Four,
    HandItem,
    Item,
    Number,
    PenaltyItem,
    PeopleItem,
    Planned,
    Put,
    Redone,
    Reopened,
    Score,
    SeatsItem,
    SessionPlan,
    SessionSetup,
    Started,
    Tiles,
    Titled,
    Undone,
)
from mjcompanion.table.people import MOST_OUT, InTurn, Seating
from mjcompanion.table.rotation import PLAYERS, Position, Turn, turn_after
from mjcompanion.table.rules import TableRules
from mjcompanion.table.settle import MOST_POINTS, Bet, Ending, Payment, Settlement, Why, kept_hand, mirror, settle

MOST_ITEMS: Final = 5_000
"""More hands and penalties than this are not played at one sitting."""
_LAST_YEAR: Final = "9999"
"""No session is planned for the last year that there is: nothing comes after it."""
_HALF: Final = ".1"
"""The end of the id of a penalty's second half, where East's was written apart."""


class Paid(NamedTuple):
    """A payment between parties: people by their numbers in `Table.people`, bettors who are only names after them."""

    payer: int
    payee: int
    points: int
    payment: Payment


class Row(msgspec.Struct, frozen=True):
    """One item of the list and all that follows from it.

    `number` counts the hands, 0 for anything else; `scores` are the points on the four places; `turn` is what the hand
    did to the winds; `balances` are everybody's points afterwards, bettors who are only names after the people. Where
    nobody pays, `added` is what the winner's total grows by. `seating` is who sat where, `seated` who does afterwards.
    """

    id: str
    item: Item
    number: int
    before: Position
    after: Position
    paid: tuple[Paid, ...]
    balances: tuple[int, ...]
    scores: tuple[int | None, ...] = (None, None, None, None)
    turn: Turn | None = None
    added: int = 0
    seating: Seating = Seating()
    seated: Seating = Seating()

    @property
    def sits(self) -> Four:
        """The people on the four places."""
        return self.seating.sits

    def on_places(self, names: Sequence[str]) -> tuple[str, ...]:
        """Of everybody's names, those of the four who sat on the places."""
        return tuple(names[person] for person in self.sits)

    def place_of(self, party: int) -> int | None:
        """Where somebody sat; None for who didn't play."""
        return self.sits.index(party) if party in self.sits else None

    def wind_of(self, party: int) -> Wind | None:
        """The wind somebody had, or has from then on where seats or people change; None for who doesn't play."""
        moved = isinstance(self.item, SeatsItem | PeopleItem)
        sits, position = (self.seated.sits, self.after) if moved else (self.sits, self.before)
        return position.wind_of(sits.index(party)) if party in sits else None

    def score_of(self, party: int) -> int | None:
        """What somebody scored."""
        place = self.place_of(party)
        return None if place is None else self.scores[place]

    def entered_for(self, party: int) -> Score | None:
        """How somebody's score was entered."""
        place = self.place_of(party)
        return self.item.scores[place] if isinstance(self.item, HandItem) and place is not None else None

    @property
    def winner(self) -> int | None:
        """Who won, by number."""
        won = self.item.winner if isinstance(self.item, HandItem) else None
        return None if won is None else self.sits[won]

    @property
    def discarder(self) -> int | None:
        """Whose tile it was, by number."""
        threw = self.item.discarder if isinstance(self.item, HandItem) else None
        return None if threw is None else self.sits[threw]

    def change(self, party: int) -> int:
        """What a party gained or lost by it."""
        if self.added and self.winner == party:
            return self.added
        return sum(one.points * ((one.payee == party) - (one.payer == party)) for one in self.paid)


class Standing(msgspec.Struct, frozen=True):
    """What one player comes to at a table; `hands` are those that this one played.

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
    """What a correction left behind: which item, as it was and as it is, who sat where, and when.

    `was` and `now` are rows of the list before and after the correction, None where there was or is none. `counts` is
    false once the correction was taken back.
    """

    seq: int
    at: str
    was: Row | None
    now: Row | None
    counts: bool


class RowDifference(msgspec.Struct, frozen=True):
    """A row that a correction changes, as it was and as it will be."""

    was: Row | None
    will: Row | None

    @property
    def turned(self) -> bool:
        """Whether anybody sits in another wind, or somebody else plays."""
        was, will = self.was, self.will
        if was is None or will is None:
            return False
        return _winds(was.before) != _winds(will.before) or was.sits != will.sits


def _winds(position: Position) -> tuple[object, ...]:
    return position.seats, position.rounds


class Table(msgspec.Struct, frozen=True, dict=True):
    """A table of four after some events; `counting` are the events that count, `taken_back` those that can be redone.

    `people` are the ids of all who ever sat down or were to, and `bettors` the names of those who bet and are only
    names, in the order in which they came; their numbers never change, whatever is corrected or taken back. `starts`
    is what each of the people started with.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import now
    >>> setup = SessionSetup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"), starting=1000)
    >>> hand = HandItem(winner=2, scores=(Number(8), Number(8), Number(32), Number(16)))
    >>> table = replay([Started(at=now(), setup=setup), Changed(at=now(), changes=(Put("1", hand),))])
    >>> table.balances, table.position.east
    ((920, 960, 1128, 992), 1)
    """

    events: tuple[AnyEvent, ...]
    setup: SessionSetup
    items: tuple[tuple[str, Item], ...]
    rows: tuple[Row, ...]
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
        """The rules the table is played with."""
        return self.setup.rules

    @property
    def start(self) -> Position:
        """Where everybody sat first."""
        return _first_position(self.setup)

    @property
    def position(self) -> Position:
        """Where everybody sits for the next hand."""
        return self.rows[-1].after if self.rows else self.start

    @property
    def balances(self) -> tuple[int, ...]:
        """Everybody's points by number, those of bettors who are only names last."""
        return self.rows[-1].balances if self.rows else self.starts

    @property
    def first_seating(self) -> Seating:
        """Who sat where first."""
        return _first_seating(self.setup)

    @property
    def seating(self) -> Seating:
        """Who sits where for the next hand."""
        return self.rows[-1].seated if self.rows else self.first_seating

    @cached_property
    def there(self) -> tuple[int, ...]:
        """The numbers of all who were at the table as it counts now, whether they played or sat out or bet."""
        found = set(range(len(self.setup.people)))
        for _, item in self.items:
            found.update(map(self.people.index, _people_in(item)))
        return tuple(sorted(found))

    @property
    def chip_starts(self) -> tuple[int, ...]:
        """What the chips are worth that everybody starts with: a whole set, and what is more or less than for all."""
        whole = self.rules.chips.total if self.rules.chips is not None else 0
        return tuple(whole + points - self.setup.starting for points in self.starts)

    @property
    def parties(self) -> tuple[int, ...]:
        """The numbers of all who have points here: those who were there, then bettors who are only names."""
        bet = {_bettor_in(item) for _, item in self.items}
        return (*self.there, *(party for party, name in enumerate(self.bettors, len(self.people)) if name in bet))

    def parties_at(self, row: Row) -> tuple[int, ...]:
        """Who a row is about: all at the table, who paid or was paid, and bettors who are only names."""
        paid = {party for one in row.paid for party in (one.payer, one.payee)}
        here = {*row.seating.here, *row.seated.here, *paid}
        return tuple(party for party in self.parties if party in here or len(self.people) <= party < len(row.balances))

    @cached_property
    def came(self) -> dict[int, int]:
        """The place of the first row that has to do with each, a bet too; -1 for those who sat down to begin."""
        came = dict.fromkeys(self.first_seating.here, -1)
        if len(self.parties) > len(came):
            for place, row in enumerate(self.rows):
                for party in (*self.parties_at(row), *map(self.people.index, _people_in(row.item))):
                    came.setdefault(party, place)
        return came

    def course_of(self, party: int) -> tuple[int | None, ...]:
        """Somebody's points at the start and after each row; None until they came."""
        came = self.came.get(party, len(self.rows))
        then = [self.balance_of(party, row) if place >= came else None for place, row in enumerate(self.rows)]
        return (self.starts[party] if came < 0 else None, *then)

    def start_of(self, party: int) -> int:
        """What somebody started with."""
        return self.starts[party] if party < len(self.starts) else self.setup.starting

    def balance_of(self, party: int, row: Row | None = None) -> int:
        """Somebody's points now, or after a row; what they start with for who hasn't come yet."""
        balances = self.balances if row is None else row.balances
        return balances[party] if party < len(balances) else self.start_of(party)

    @property
    def hands(self) -> tuple[Row, ...]:
        """The rows that are hands."""
        return tuple(row for row in self.rows if row.number)

    @property
    def next_id(self) -> str:
        """An id for the next item, different from all there were."""
        return str(len(self.events))

    @property
    def turn(self) -> Turn | None:
        """What the last hand did to the winds; None when seats were thrown since, or nothing was played."""
        for row in reversed(self.rows):
            if isinstance(row.item, SeatsItem):
                return None
            if row.turn is not None:
                return row.turn
        return None

    @property
    def can_undo(self) -> int | None:
        """The event that an undo would take back."""
        return self.counting[-1] if len(self.counting) > 1 else None

    @property
    def can_redo(self) -> int | None:
        """The event that a redo would let count again."""
        return self.taken_back[-1] if self.taken_back else None

    def row(self, item_id: str) -> Row | None:
        """The row of an item."""
        return next((row for row in self.rows if row.id == item_id), None)

    def drops(self, item_id: str) -> tuple[Drop, ...]:
        """What takes a row off the list, both halves of a penalty that was written as two."""
        half = item_id + _HALF
        joined = self.row(half) is None and any(known == half for known, _ in self.items)
        return (Drop(item_id), Drop(half)) if joined else (Drop(item_id),)

    def sheet(self, row: Row, player: int) -> ScoreSheet | None:
        """The score sheet of a place's hand that was entered by tiles; None where there are none that count now."""
        if not isinstance(row.item, HandItem) or not isinstance(row.item.scores[player], Tiles):
            return None
        try:
            return count_tiles(self.rules, row.item, row.before, player)
        except RuleError:
            return None

    @cached_property
    def traces(self) -> tuple[Trace, ...]:
        """Every correction that was made, oldest first: each change of something that stood on the list already."""
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
        """The chips that each event moved on the real table; empty where there are none.

        A correction moves what it changes, when it is made: the chips lie where they lay until then.
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
        """What everybody holds, owes another and owes the bank; None where no chips are on the table."""
        return self.chip_log[-1].after if self.chip_log else None

    @cached_property
    def flows(self) -> Mapping[tuple[int, int], int]:
        """What each two parties paid each other in all: the lower number to the higher, negative the other way."""
        return _flowed({}, self.rows)

    @cached_property
    def borrowed(self) -> tuple[int, ...]:
        """What everybody has taken from the bank and not given back."""
        return _lent((0,) * len(self.people), self.rows)

    def summary(self) -> Summary:
        """The table in short."""
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
        ways = [row.item.by for row in won if isinstance(row.item, HandItem)]
        balance = self.balances[player]
        return Standing(
            self.people[player],
            balance,
            balance - self.starts[player],
            sum(1 for row in self.hands if player in row.sits),
            len(won),
            sum(1 for by in ways if by in SELF_DRAWN),
            sum(1 for row in self.hands if row.discarder == player),
            sum(1 for row in won if row.sits[row.before.east] == player),
            sum(one for one, _ in points),
            best[0],
            best[1],
        )


def _results_stay(table: Table, change: Put | Drop) -> bool:
    """Whether a change is about seats that leave the results where they are."""
    row = table.row(change.id)
    return row is not None and isinstance(row.item, PeopleItem) and row.item.results_stay


def worth(row: Row) -> int | None:
    """What the winning hand of a row counted: the winner's score, or the value of an American hand."""
    item = row.item
    if not isinstance(item, HandItem) or item.winner is None:
        return None
    counted = row.scores[item.winner]
    return item.value if counted is None else counted


# events


def replay(events: Iterable[AnyEvent]) -> Table:
    """Make the table that these events lead to.

    Raises:
        RuleError: an event could not have happened then.

    """
    return _with_bank(_build(tuple(events), None))


def apply(table: Table, event: AnyEvent) -> Table:
    """Let one more event happen.

    Raises:
        RuleError: it can't happen now; nothing has changed.

    """
    after = _build((*table.events, event), table)
    if "chip_log" in table.__dict__ and table.chip_log:
        after.__dict__["chip_log"] = (*table.chip_log, _chips_moved(table, after, table.chip_log[-1].after))
    return _with_bank(after)


def _with_bank(table: Table) -> Table:
    """The table, if the bank could do all that was asked of it."""
    if any(isinstance(item, BankItem) for _, item in table.items):
        if table.rules.chips is None:
            raise RuleError([Problem("no-chips")])
        _ = table.chip_log
    return table


def _flowed(before: Mapping[tuple[int, int], int], rows: Iterable[Row]) -> dict[tuple[int, int], int]:
    """What each two parties have paid each other after further rows."""
    flows = dict(before)
    for row in rows:
        for one in row.paid:
            forth = one.payer < one.payee
            pair = (one.payer, one.payee) if forth else (one.payee, one.payer)
            flows[pair] = flows.get(pair, 0) + (one.points if forth else -one.points)
    return flows


def _lent(before: tuple[int, ...], rows: Iterable[Row]) -> tuple[int, ...]:
    """What everybody owes the bank after further rows."""
    found = list(before)
    for row in rows:
        if isinstance(row.item, BankItem):
            found[row.sits[row.item.player]] += row.item.points
    return tuple(found)


def _chips_moved(before: Table, after: Table, state: ChipState) -> ChipPlan:
    """The chips that an event moves: all that two tables have paid otherwise."""
    chips = after.rules.chips
    assert chips is not None  # noqa: S101 - asked where there are chips
    known, before = len(before.people), grown(before, after)
    if known < len(after.people):  # they stand before the bettors
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
    """The table with the people who come to it until another, so that everybody has the same number in both."""
    if len(table.people) >= len(other.people):
        return table
    starts = (*table.starts, *other.starts[len(table.starts) :])
    rows = _play(_Progress(table.setup, other.people, starts, table.bettors), table.items, ())
    return msgspec.structs.replace(table, people=other.people, starts=starts, rows=tuple(rows))


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
    """The same correction, with the winds of later hands as they were played, and the people who played them.

    The first later hand that the correction would seat otherwise is told where everybody sat; those after it turn on
    from there, and where they don't, the next one is told.
    """
    told = set[str]()
    while True:
        pair = next((one for one in differences(table, apply(table, event)) if _is_moved(one, told)), None)
        if pair is None or pair.was is None or pair.will is None or not isinstance(pair.was.item, HandItem):
            return event
        was, will = pair.was, pair.will
        changes: list[Put | Drop] = []
        if _winds(was.before) != _winds(will.before):
            item = msgspec.structs.replace(was.item, east=was.before.east, rounds=was.before.rounds)
            changes.append(Put(was.id, item))
        if was.sits != will.sits:
            changes.append(Put(f"{table.next_id}-{len(told)}", was.seating.item(table.people), was.id))
        event = Changed(at=event.at, changes=(*event.changes, *changes))
        told.add(was.id)


def results_kept(table: Table, event: Changed) -> Changed:
    """The same change of seats, with the results that are entered left to the people who had them.

    Whatever later items say of the places moves along with those who sat there.
    """
    after = apply(table, event)
    before = {row.id: row.sits for row in grown(table, after).rows}
    progress = _Progress(after.setup, after.people, after.starts, after.bettors)
    moved: list[Put] = []
    for item_id, item in after.items:
        was, sits = before.get(item_id, before.get(item_id.removesuffix(_HALF))), progress.seating.sits
        placed = item if was is None or was == sits else _placed(item, _new_places(was, sits))
        if placed != item:
            moved.append(Put(item_id, placed))
        _row(progress, item_id, placed)
    return Changed(at=event.at, changes=(*event.changes, *moved)) if moved else event


def _new_places(was: Four, sits: Four) -> Four:
    """The new place of whoever had each place; newcomers follow those who left."""
    free = [place for place in PLAYERS if sits[place] not in was]
    one, two, three, four = (sits.index(person) if person in sits else free.pop(0) for person in was)
    return one, two, three, four


def _placed(item: Item, places: Four) -> Item:
    """The item as it speaks of the players on their new places; who is East is said of places."""
    if isinstance(item, HandItem):
        one, two, three, four = (item.scores[places.index(place)] for place in PLAYERS)
        return msgspec.structs.replace(
            item,
            winner=None if item.winner is None else places[item.winner],
            discarder=None if item.discarder is None else places[item.discarder],
            scores=(one, two, three, four),
            dead=tuple(sorted(places[place] for place in item.dead)),
            wrong_calls=tuple(sorted(places[place] for place in item.wrong_calls)),
            bet=None if item.bet is None else msgspec.structs.replace(item.bet, on=places[item.bet.on]),
        )
    if isinstance(item, PenaltyItem):
        payees = tuple(places[place] for place in item.payees)
        double = tuple(places[place] for place in item.double) if item.double else item.double
        return msgspec.structs.replace(item, payer=places[item.payer], payees=payees, double=double)
    return msgspec.structs.replace(item, player=places[item.player]) if isinstance(item, BankItem) else item


def _is_moved(pair: RowDifference, told: Collection[str]) -> bool:
    """Whether a hand that a correction isn't about is played by others, or in other winds."""
    was, will = pair.was, pair.will
    if was is None or will is None or was.id in told or was.item != will.item:
        return False
    return isinstance(was.item, HandItem) and pair.turned


def _build(events: tuple[AnyEvent, ...], earlier: Table | None) -> Table:
    """The table after these events; `earlier` is the one after all but the last of them, where it is known."""
    if earlier is not None and _only_adds(earlier, events[-1]):
        return _added(earlier, events)
    if not events or not isinstance(events[0], Started):
        raise RuleError([Problem("event-first")])
    setup = events[0].setup
    _check_setup(setup)
    counting, taken_back = _what_counts(events)
    _check_length(_lasting(events[seq] for seq in counting))
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
    _check_length(items)
    if len(title) > LONGEST_TEXT:
        raise RuleError([Problem("text-too-long", count=len(title), limit=LONGEST_TEXT)])
    people = people_of(events)
    progress = _Progress(setup, people, _starts_of(setup, people, items), _bettors_of(events))
    alike = earlier is not None and (earlier.people, earlier.starts) == (people, progress.starts)
    rows = _play(progress, items, earlier.rows if alike and earlier is not None else ())
    return Table(
        events, setup, tuple(items), tuple(rows), tuple(counting), tuple(taken_back), tuple(progress.bettors),
        title, ended, people, progress.starts, plan,
    )  # fmt: skip


def _people_in(item: Item) -> tuple[str, ...]:
    """The ids of the people that an item speaks of by them."""
    if isinstance(item, PeopleItem):
        return (*item.sits, *item.out)
    return (item.bet.who,) if isinstance(item, HandItem) and item.bet is not None and item.bet.who else ()


def people_of(events: Iterable[AnyEvent]) -> tuple[str, ...]:
    """The ids of all who ever sat down or were to, in the order in which they came, whatever counts."""
    found: dict[str, None] = {}
    for event in events:
        if isinstance(event, Started):
            found |= dict.fromkeys(event.setup.people)
        elif isinstance(event, Changed):
            for change in event.changes:
                found |= dict.fromkeys(_people_in(change.item)) if isinstance(change, Put) else {}
    return tuple(found)


def _bettors_of(events: Iterable[AnyEvent]) -> tuple[str, ...]:
    """The names of all who ever bet without being one of the people, in the order in which they came."""
    puts = (one for event in events if isinstance(event, Changed) for one in event.changes if isinstance(one, Put))
    return tuple(dict.fromkeys(name for one in puts if (name := _bettor_in(one.item)) is not None))


def _bettor_in(item: Item) -> str | None:
    """The name of a bettor who is only that."""
    return item.bet.name if isinstance(item, HandItem) and item.bet is not None and not item.bet.who else None


def _starts_of(setup: SessionSetup, people: Sequence[str], items: Iterable[tuple[str, Item]]) -> tuple[int, ...]:
    """What everybody starts with: as it was set up, else as it was said when they came."""
    found = dict(zip(setup.people, setup.starts, strict=True))
    for _, item in items:
        for who, points in item.points if isinstance(item, PeopleItem) else ():
            found.setdefault(who, points)
    return tuple(found.get(who, setup.starting) for who in people)


def _only_adds(table: Table, event: AnyEvent) -> bool:
    """Whether an event adds something at the end of the list and changes nothing that stands there."""
    if not isinstance(event, Changed) or len(event.changes) != 1:
        return False
    change = event.changes[0]
    if not isinstance(change, Put) or change.before is not None or any(known == change.id for known, _ in table.items):
        return False
    if change.id.endswith(_HALF):  # it may belong to the row before
        return False
    comes = isinstance(change.item, PeopleItem) or not {*_people_in(change.item)} <= {*table.people}
    return not comes


def _added(earlier: Table, events: tuple[AnyEvent, ...]) -> Table:
    """The table after an event that only adds: what stands there is taken as it is, so a long session stays quick."""
    event = events[-1]
    assert isinstance(event, Changed)  # noqa: S101 - asked before
    items = list(earlier.items)
    _change(items, event)
    _check_length(items)
    progress = _Progress.after(earlier)
    item_id, item = items[-1]
    row = _row(progress, item_id, item)
    counting = (*earlier.counting, len(events) - 1)
    after = Table(
        events, earlier.setup, tuple(items), (*earlier.rows, row), counting, (), tuple(progress.bettors),
        earlier.title, earlier.ended, earlier.people, earlier.starts, earlier.plan,
    )  # fmt: skip
    after.__dict__["flows"] = _flowed(earlier.flows, [row])
    after.__dict__["borrowed"] = _lent(earlier.borrowed, [row])
    return after


def _checked_plan(plan: SessionPlan) -> SessionPlan:
    if plan.until and not (is_moment(plan.until) and plan.until < _LAST_YEAR):
        raise RuleError([Problem("event-damaged")])
    return plan


def _lasting(events: Iterable[AnyEvent]) -> set[str]:
    """Return the items that are put and never dropped: counted before a list that is far too long is made."""
    changes = [change for event in events if isinstance(event, Changed) for change in event.changes]
    return {one.id for one in changes if isinstance(one, Put)} - {one.id for one in changes if isinstance(one, Drop)}


def _check_length(items: Collection[object]) -> None:
    if len(items) > MOST_ITEMS:
        raise RuleError([Problem("too-many-items", limit=MOST_ITEMS)])


def _what_counts(events: tuple[AnyEvent, ...]) -> tuple[list[int], list[int]]:
    """The events that count, in their order, and those that were taken back and can be redone."""
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
    known = tuple([row for row in options.rows if setup.rules.rules.row_named(row.id) is not None])
    if setup.rules.rules.known:  # what a session had may be gone
        stored_house(setup.rules.rules, msgspec.structs.asdict(options) | {"rows": known})
    pieces = setup.rules.chips.pieces if setup.rules.chips is not None else (Piece(1, 1),)
    fit = all(piece.value > 0 and piece.count >= 0 for piece in pieces)
    if not pieces or not fit or len({piece.value for piece in pieces}) < len(pieces):
        raise RuleError([Problem("event-damaged")])
    _check_starts(setup, setup.points or ())


def _change(items: list[tuple[str, Item]], event: Changed) -> None:
    for change in event.changes:
        place = next((at for at, (known, _) in enumerate(items) if known == change.id), None)
        if isinstance(change, Drop):
            if place is None:
                raise RuleError([Problem("item-gone")])
            del items[place]
        elif place is not None:
            items[place] = (change.id, change.item)
        elif change.before is None:
            items.append((change.id, change.item))
        else:
            before = next((at for at, (known, _) in enumerate(items) if known == change.before), None)
            if before is None:
                raise RuleError([Problem("item-gone")])
            items.insert(before, (change.id, change.item))


# playing the list


def _first_position(setup: SessionSetup) -> Position:
    return Position((0, 1, 2, 3), setup.first_east, setup.first_east)


def _first_seating(setup: SessionSetup) -> Seating:
    return Seating(out=tuple(range(4, len(setup.people))), turn=InTurn(setup.turn or ""))


class _Progress:
    """What is known while the list is played."""

    def __init__(
        self, setup: SessionSetup, people: tuple[str, ...], starts: tuple[int, ...], bettors: tuple[str, ...]
    ) -> None:
        self.setup, self.rules = setup, setup.rules
        self.people, self.starts = people, starts
        self.position = _first_position(setup)
        self.seating = _first_seating(setup)
        self.balances = list(starts)
        self.bettors = list(bettors)
        self.penalties: list[PenaltyItem] = []
        self.number = 0

    @classmethod
    def after(cls, table: Table) -> _Progress:
        """What is known once a whole table has been played."""
        found = cls(table.setup, table.people, table.starts, table.bettors)
        found.position, found.seating, found.balances = table.position, table.seating, list(table.balances)
        for row in reversed(table.rows):
            if row.number:
                found.number = row.number
                break
            if isinstance(row.item, PenaltyItem):
                found.penalties.insert(0, row.item)
        return found

    def party(self, bet: BetItem) -> int:
        """The number of a bettor, who starts with as much as the players."""
        if bet.who:
            return self.people.index(bet.who)
        if bet.name not in self.bettors:
            self.bettors.append(bet.name)
        party = len(self.people) + self.bettors.index(bet.name)
        self.balances += [self.setup.starting] * (party + 1 - len(self.balances))
        return party

    def pay(self, paid: Iterable[Paid]) -> None:
        for one in paid:
            self.balances[one.payer] -= one.points
            self.balances[one.payee] += one.points

    def take(self, row: Row) -> None:
        """Go on from a row that is known."""
        self.position, self.seating = row.after, row.seated
        self.balances = list(row.balances)
        item = row.item
        if isinstance(item, HandItem):
            self.number = row.number
            self.penalties = []
        elif isinstance(item, PenaltyItem):
            self.penalties.append(item)


def _play(progress: _Progress, items: Sequence[tuple[str, Item]], known: tuple[Row, ...]) -> list[Row]:
    """Work out every row; those that stand as before at the beginning are taken over."""
    rows = list[Row]()
    same = True
    for place, (item_id, item) in enumerate(_joined(items)):
        same = same and place < len(known) and known[place].id == item_id and known[place].item == item
        row = known[place] if same else _row(progress, item_id, item)
        if same:
            progress.take(row)
        rows.append(row)
    return rows


def _joined(items: Iterable[tuple[str, Item]]) -> Iterator[tuple[str, Item]]:
    """Yield the items; a penalty of which East's half was written apart is one of them."""
    before: tuple[str, Item] | None = None
    for one in items:
        whole = None if before is None else _whole(*before, *one)
        if before is not None and whole is None:
            yield before
        before = one if whole is None or before is None else (before[0], whole)
    if before is not None:
        yield before


def _whole(first_id: str, first: Item, second_id: str, second: Item) -> PenaltyItem | None:
    """Return the penalty that two items are the halves of; None where they are not."""
    if second_id != first_id + _HALF or not (isinstance(first, PenaltyItem) and isinstance(second, PenaltyItem)):
        return None
    alike = (first.payer, first.points, first.why) == (second.payer, 2 * second.points, second.why)
    apart = len(first.payees) == 1 and not {*first.payees} & {*second.payees}
    if not alike or not apart or first.double or second.double:
        return None
    return PenaltyItem(first.payer, (*first.payees, *second.payees), second.points, first.why, first.payees)


def _check_texts(item: Item) -> None:
    texts: tuple[str, ...] = ()
    if isinstance(item, HandItem):
        texts = (item.note, item.bet.name if item.bet is not None else "", *(item.remarks or ()))
    elif isinstance(item, PenaltyItem):
        texts = (item.why,)
    longest = max(map(len, texts), default=0)
    if longest > LONGEST_TEXT:
        raise RuleError([Problem("text-too-long", count=longest, limit=LONGEST_TEXT)])


def _row(progress: _Progress, item_id: str, item: Item) -> Row:
    _check_texts(item)
    if isinstance(item, HandItem):
        return _hand_row(progress, item_id, item)
    before, seating = progress.position, progress.seating
    paid: list[Paid] = []
    if isinstance(item, PenaltyItem):
        _check_penalty(item)
        progress.penalties.append(item)
        payer = seating.sits[item.payer]
        fines = zip(item.payees, _fines(item, before), strict=True)
        paid = [Paid(payer, seating.sits[payee], fine.points, fine) for payee, fine in fines]
    elif isinstance(item, SeatsItem):
        if sorted(item.chairs) != list(PLAYERS) or item.east not in PLAYERS:
            raise RuleError([Problem("event-damaged")])
        progress.position = msgspec.structs.replace(before, chairs=item.chairs, east=item.east, first=item.east)
    elif isinstance(item, PeopleItem):
        _check_people(item, progress.setup)
        progress.seating = seating.changed(item, progress.people, progress.number)
    elif item.player not in PLAYERS or abs(item.points) > MOST_POINTS or not item.points:
        raise RuleError([Problem("event-damaged")])
    progress.pay(paid)
    return Row(
        item_id, item, 0, before, progress.position, tuple(paid), tuple(progress.balances),
        seating=seating, seated=progress.seating,
    )  # fmt: skip


def _check_people(item: PeopleItem, setup: SessionSetup) -> None:
    here = (*item.sits, *item.out)
    if len(set(here)) != len(here) or not all(here) or len(item.out) > MOST_OUT:
        raise RuleError([Problem("people-twice", limit=MOST_OUT)])
    if item.turn not in {*InTurn} or not {who for who, _ in item.points} <= {*here}:
        raise RuleError([Problem("event-damaged")])
    _check_starts(setup, (points for _, points in item.points))


def _check_starts(setup: SessionSetup, starts: Iterable[int]) -> None:
    """Look at what people are to start with: it can be too much, or more than chips can say."""
    chips = setup.rules.chips
    for points in starts:
        if not 0 <= points <= MOST_POINTS:
            raise RuleError([Problem("starting-range", limit=MOST_POINTS)])
        if chips is not None and points != setup.starting:
            worth_ = chips.total + points - setup.starting
            if worth_ < 0 or first_purse(chips, worth_) is None:
                raise RuleError([Problem("chips-cannot-say", count=points)])


def _fines(item: PenaltyItem, position: Position) -> Iterator[Payment]:
    """The payments of a penalty, by the winds that people have."""
    for payee, points in zip(item.payees, item.amounts, strict=True):
        seats = position.wind_of(item.payer), position.wind_of(payee)
        yield Payment(*seats, points, (Why.PENALTY,), points, words=item.why)


def _check_penalty(item: PenaltyItem) -> None:
    if item.payer not in PLAYERS or not item.payees or not set(item.payees) <= set(PLAYERS):
        raise RuleError([Problem("event-damaged")])
    if item.payer in item.payees or len(set(item.payees)) != len(item.payees):
        raise RuleError([Problem("event-damaged")])
    if not {*(item.double or ())} <= {*item.payees}:
        raise RuleError([Problem("event-damaged")])
    if not 1 <= item.points <= max(item.amounts) <= MOST_POINTS:
        raise RuleError([Problem("penalty-range", limit=MOST_POINTS)])


def _hand_row(progress: _Progress, item_id: str, item: HandItem) -> Row:
    progress.number += 1
    number = progress.number
    before = pinned(progress.position, item)
    try:
        scores = scores_of(progress.rules, item, before)
        ending = ending_of(item, before, scores)
        known = progress.rules.rules.known
        settlement = (
            settle(progress.rules.rules, ending, progress.rules.options, stored=True) if known else Settlement()
        )
    except RuleError as error:
        raise RuleError([Problem("in-hand", count=number, why=one.sentence()) for one in error.problems]) from error
    seating = progress.seating
    if item.bet is not None and item.bet.who in {progress.people[person] for person in seating.sits}:
        why = Problem("settle-bettor-seat", text=item.bet.name).sentence()
        raise RuleError([Problem("in-hand", count=number, why=why)])
    paid = _paid(progress, item, before, settlement)
    progress.pay(paid)
    added = 0 if item.winner is None or progress.rules.rules.pays is not None else scores[item.winner] or 0
    if item.winner is not None:
        progress.balances[seating.sits[item.winner]] += added
    progress.penalties = []
    wall_again = item.winner is None and kept_hand(ending) is None
    rules = progress.rules
    progress.position, turn = turn_after(
        rules.rules, before, item.winner, rules.options, wall_again=wall_again, feats=item.feats
    )
    progress.seating = seating.after_hand(number, before, progress.position)
    return Row(
        item_id, item, number, before, progress.position, paid, tuple(progress.balances), scores, turn, added,
        seating, progress.seating,
    )  # fmt: skip


def pinned(position: Position, item: HandItem) -> Position:
    """The position in which a hand was played: what the rules make of the hands before, or what the hand says."""
    if item.east is not None:
        position = msgspec.structs.replace(position, east=_player(item.east))
    if item.rounds is not None:
        if not 0 <= item.rounds <= MOST_ITEMS:
            raise RuleError([Problem("event-damaged")])
        position = msgspec.structs.replace(position, rounds=item.rounds)
    return position


def _paid(progress: _Progress, item: HandItem, before: Position, settlement: Settlement) -> tuple[Paid, ...]:
    """The payments of a hand between parties, with the bettor's share of the penalties given during it."""
    party = {str(wind): progress.seating.sits[before.player_at(wind)] for wind in WINDS}
    bet = item.bet
    if bet is not None:
        party[bet.name] = progress.party(bet)
    made = list(settlement.payments)
    if bet is not None and not bet.shown:
        backed = Bet(bet.name, before.wind_of(bet.on))
        fines = [fine for penalty in progress.penalties for fine in _fines(penalty, before)]
        made += [mirrored for fine in fines if (mirrored := mirror(fine, backed)) is not None]
    return tuple(Paid(party[str(one.payer)], party[str(one.payee)], one.points, one) for one in made)


def _player(number: int) -> int:
    if number not in PLAYERS:
        raise RuleError([Problem("event-damaged")])
    return number


def scores_of(rules: TableRules, item: HandItem, position: Position) -> tuple[int | None, ...]:
    """The four scores of a hand, the players' in their order; tiles are counted anew where the winds moved.

    Raises:
        RuleError: a hand can't be counted in this seat.

    """
    return tuple(_score_of(rules, item, position, player) for player in PLAYERS)


def _score_of(rules: TableRules, item: HandItem, position: Position, player: int) -> int | None:
    found: Score | None = item.scores[player]
    if not rules.rules.known:
        told = item.value if found is None and item.winner == player else None if found is None else found.score
        if told is not None and abs(told) > MOST_POINTS:
            raise RuleError([Problem("event-damaged")])
        return told
    if found is None or isinstance(found, Number):
        return None if found is None else found.score
    if rules.rules.settles_value:
        raise RuleError([Problem("event-damaged")])
    if (found.seat, found.round) == (position.wind_of(player), position.round):
        return found.score
    return count_tiles(rules, item, position, player).score


def count_tiles(rules: TableRules, item: HandItem, position: Position, player: int) -> ScoreSheet:
    """Count a hand that was entered by tiles.

    Raises:
        RuleError: it can't be counted.

    """
    if not rules.rules.known:
        raise RuleError([Problem("hand-unknown-rules")])
    found = item.scores[player]
    assert isinstance(found, Tiles)  # noqa: S101 - only such hands are counted
    won = item.winner == player
    win = None
    if won and item.by is not None and (found.tile is not None or item.by is By.DEAL):
        win = HowWon(None if found.tile is None else read_tile(found.tile), item.by, item.last_tile, found.feats)
    seat = position.wind_of(player)
    situation = ScoringContext(rules.rules, seat, position.round, won, win, None, rules.options)
    return score(Hand.parse(found.hand), situation)


def ending_of(item: HandItem, position: Position, scores: Sequence[int | None]) -> Ending:
    """How a hand ended, by seats.

    Raises:
        RuleError: it names a player that there isn't.

    """

    def seat(player: int | None) -> Wind | None:
        return None if player is None else position.wind_of(_player(player))

    def seats(players: Iterable[int]) -> tuple[Wind, ...]:
        return tuple(position.wind_of(_player(player)) for player in players)

    bet: BetItem | None = item.bet
    return Ending(
        seat(item.winner),
        item.by,
        seat(item.discarder),
        tuple(scores[position.player_at(wind)] for wind in WINDS),
        item.value,
        item.jokerless,
        item.singles_and_pairs,
        seats(item.dead),
        seats(item.wrong_calls),
        None if bet is None else Bet(bet.name, position.wind_of(_player(bet.on)), bet.shown),
    )


def seat_names(position: Position, names: Sequence[str]) -> Mapping[Wind, str]:
    """By their seats, the names of those on the four places."""
    return {wind: names[position.player_at(wind)] for wind in WINDS}
