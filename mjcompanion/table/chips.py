"""Chips and counting sticks: sets, purses, and how a payment is handed over with change.

Parties are numbers: the players 0 to 3, bettors from 4 on, and the bank, which never runs out. Payments are exact, with
change, and with the bank's help if necessary; what the pieces can't express is owed.

Source: RULES 5, last paragraph (docs/rules.md); text 2, part A "Chips" and part B "Counting Sticks".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add, sub
from typing import Final

import msgspec

from mjcompanion.core.chips import ChipSet
from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.i18n.translation import N_, _, ngettext, number
from mjcompanion.table.coin_change import between, from_bank, from_purse, largest, with_bank, worth

BANK: Final = -1
"""The party that lends and changes."""
SHAPES: Final = ("chip", "stick")
COLOURS: Final = ("red", "green", "blue", "yellow", "white", "black")
MOST_KINDS: Final = 8
MOST_OF_A_KIND: Final = 200
MOST_VALUE: Final = 1_000_000
LONGEST_NAME: Final = 40
"""The limits of a club's own set."""
OWN_CHIPS: Final = "our own"
"""The name of a set without one."""
_PLAYERS: Final = 4
_MOST_POINTS: Final = 10**12
_LENDING_TRIES: Final = 16
_MOST_GROUPED: Final = 12
"""More parties than this are settled as one group."""


def check_chip_set(chip_set: ChipSet) -> ChipSet:
    """Return a club's own set, its name without spaces around it.

    Raises:
        RuleError: all that is wrong with it.

    >>> from mjcompanion.core.chips import ChipKind
    >>> check_chip_set(ChipSet("Ours", (ChipKind(10, 20), ChipKind(100, 8, "stick", "black")))).total
    1000

    """
    problems = list(_problems_of(chip_set))
    if problems:
        raise RuleError(problems)
    return msgspec.structs.replace(chip_set, name=chip_set.name.strip())


def _problems_of(chip_set: ChipSet) -> Iterator[Problem]:
    name, pieces = chip_set.name.strip(), chip_set.pieces
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        yield Problem("chip-set-name", limit=LONGEST_NAME)
    if not 1 <= len(pieces) <= MOST_KINDS:
        yield Problem("chip-set-kinds", count=len(pieces), limit=MOST_KINDS)
    seen = set[int]()
    for piece in pieces[: MOST_KINDS + 1]:
        if not 1 <= piece.value <= MOST_VALUE:
            yield Problem("chip-set-value", limit=MOST_VALUE, text=_short(piece.value))
        elif piece.value in seen:
            yield Problem("chip-set-twice", count=piece.value)
        seen.add(piece.value)
        if not 0 <= piece.count <= MOST_OF_A_KIND:
            yield Problem("chip-set-count", limit=MOST_OF_A_KIND, text=_short(piece.count))
        if piece.shape not in SHAPES:
            yield Problem("chip-set-shape", text=piece.shape, why=listed(SHAPES, "or"))
        if piece.colour not in COLOURS:
            yield Problem("chip-set-colour", text=piece.colour, why=listed(COLOURS, "or"))
    if pieces and not any(piece.count > 0 for piece in pieces):
        yield Problem("chip-set-none")


def _short(count: int) -> str:
    return number(count) if abs(count) <= _MOST_POINTS else _("so many")


# purses

Pieces = tuple[tuple[int, int], ...]
"""Pieces on the table: value and count of each kind that there are any of, the most valuable first."""


class Purse(msgspec.Struct, frozen=True):
    """A player's number of pieces of each kind, in the order of the set.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> purse = Purse((0, 2, 1))
    >>> purse.total(AMERICAN), purse.pieces(AMERICAN)
    (55, ((25, 2), (5, 1)))
    """

    counts: tuple[int, ...]

    def total(self, chip_set: ChipSet) -> int:
        """Return its value in points."""
        return worth(chip_set.values, self.counts)

    def pieces(self, chip_set: ChipSet) -> Pieces:
        """Return its pieces, without the kinds that it has none of."""
        return _pieces(chip_set.values, self.counts)


class Debt(msgspec.Struct, frozen=True):
    """Points that one party owes another because chips can't express them."""

    debtor: int
    creditor: int
    points: int


class ChipState(msgspec.Struct, frozen=True):
    """Purses and loans from the bank by party, and debts between parties.

    Two parties have at most one debt. A bettor comes in with the first payment, and with a whole set.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> ChipState.start(AMERICAN).purse(AMERICAN, 4)
    Purse(counts=(4, 6, 10))
    """

    purses: tuple[Purse, ...]
    loans: tuple[int, ...]
    debts: tuple[Debt, ...] = ()

    @classmethod
    def start(cls, chip_set: ChipSet, starts: Sequence[int] = ()) -> ChipState:
        """Return four players with a whole set each, or as many players as `starts`, with chips for these points."""
        whole = starts or (chip_set.total,) * _PLAYERS
        purses = tuple(first_purse(chip_set, points) or _first_purse(chip_set) for points in whole)
        return cls(purses, (0,) * len(whole))

    def with_people(self, chip_set: ChipSet, at: int, starts: Sequence[int]) -> ChipState:
        """Insert new people, with chips for `starts`, before the party `at`."""
        more = ChipState.start(chip_set, starts)

        def moved(party: int) -> int:
            return party + len(starts) * (party >= at)

        debts = [Debt(moved(one.debtor), moved(one.creditor), one.points) for one in self.debts]
        purses = (*self.purses[:at], *more.purses, *self.purses[at:])
        return ChipState(purses, (*self.loans[:at], *more.loans, *self.loans[at:]), tuple(debts))

    def purse(self, chip_set: ChipSet, party: int) -> Purse:
        """Return a party's purse; that of a new bettor is a whole set."""
        return self.purses[party] if party < len(self.purses) else _first_purse(chip_set)

    def loan(self, party: int) -> int:
        """Return the points that a party owes the bank."""
        return self.loans[party] if party < len(self.loans) else 0


def first_purse(chip_set: ChipSet, points: int) -> Purse | None:
    """Return the chips for a sum: a whole set, and what the bank adds or keeps; None if no chips are worth that.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> first_purse(AMERICAN, 1000), first_purse(AMERICAN, 800), first_purse(AMERICAN, 1001)
    (Purse(counts=(4, 6, 10)), Purse(counts=(3, 6, 10)), None)
    """
    whole, more = _first_purse(chip_set).counts, points - chip_set.total
    if not more:
        return Purse(whole)
    values = chip_set.values
    if more > 0:
        pieces = from_bank(values, more)
        return None if pieces is None else Purse(tuple(map(add, whole, pieces)))
    back = from_purse(values, whole, -more)
    pieces = from_bank(values, points) if back is None else tuple(map(sub, whole, back))
    return None if pieces is None else Purse(pieces)


def _first_purse(chip_set: ChipSet) -> Purse:
    return Purse(tuple(piece.count for piece in chip_set.pieces))


# moves


class ChipMove(msgspec.Struct, frozen=True):
    """Pieces that one party gives another, and the change.

    `kind` is "pay" (from party to party, `back` the change), "exchange" (a party changes pieces at the bank, `back`
    worth as much), "loan" (from the bank), "repay" (to the bank, which gives change) or "stake" (from or to the bank,
    because somebody starts with more or less than was thought).
    """

    giver: int
    taker: int
    pieces: Pieces
    back: Pieces = ()
    kind: str = "pay"


class ChipNote(msgspec.Struct, frozen=True):
    """A remark on the moves of a plan.

    `code` is "owes" (`party` now owes `other` points), "settled" (an old debt is paid), "bank-lends"
    (`party` has borrowed points), "changed" (`party` changed points at the bank) or "comes" (`party` comes,
    with chips for these points).
    """

    code: str
    party: int
    other: int = BANK
    points: int = 0


class ChipPlan(msgspec.Struct, frozen=True):
    """How payments are handed over: moves in order, remarks, and the state afterwards.

    At a table, `people` is how many were known then, and `bettors` those after them who were only names.
    """

    moves: tuple[ChipMove, ...]
    notes: tuple[ChipNote, ...]
    after: ChipState
    people: int = 0
    bettors: tuple[str, ...] = ()

    def names(self, people: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the parties as they were numbered then; `people` are the names of all people."""
        return (*people[: self.people], *self.bettors) if self.people else tuple(people)

    def added_to(self, plan: ChipPlan) -> ChipPlan:
        """Return both plans as one, `plan` first."""
        return ChipPlan((*plan.moves, *self.moves), (*plan.notes, *self.notes), self.after)


def hand_over(
    chip_set: ChipSet, state: ChipState, payments: Iterable[tuple[int, int, int]], *, netted: bool = False
) -> ChipPlan:
    """Work out which pieces pay these payments: payer, payee and points of each.

    The payments between two parties are added up with their debt. With `netted`, all payments and debts are added up
    for each party and settled in the fewest hand-overs. A payment that can be made at once goes before one that needs
    the bank. The bank changes a piece if payer and payee can't make the sum, and lends what a payer lacks.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> plan = hand_over(AMERICAN, ChipState.start(AMERICAN), [(1, 0, 102)])
    >>> [(move.pieces, move.back) for move in plan.moves]
    [(((25, 4),), ())]
    >>> plan.notes, plan.after.purses[0].counts
    ((ChipNote(code='owes', party=1, other=0, points=2),), (4, 10, 10))
    >>> around = [(0, 1, 25), (1, 2, 25), (2, 0, 25), (3, 0, 50)]
    >>> [(move.giver, move.taker) for move in hand_over(AMERICAN, ChipState.start(AMERICAN), around, netted=True).moves]
    [(3, 0)]
    """
    work = _HandOver(chip_set, state)
    return work.plan(work.netted(payments) if netted else work.by_pairs(payments))


def settled(nets: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield the fewest payments that give all parties what they gain or lose: payer, payee and points of each.

    >>> list(settled({0: -80, 1: -40, 2: 128, 3: -8}))
    [(0, 2, 80), (1, 2, 40), (3, 2, 8)]
    >>> list(settled({0: -30, 1: 30, 2: 8, 3: -8}))
    [(0, 1, 30), (3, 2, 8)]
    """
    for group in zero_groups({party: net for party, net in sorted(nets.items()) if net}):
        yield from pay_off({party: nets[party] for party in group})


def pay_off(nets: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield payments between the party that has lost most and the one that has won most, until all are even."""
    left = dict(nets)
    while any(left.values()):
        payer = min(left, key=lambda party: (left[party], party))
        payee = max(left, key=lambda party: (left[party], -party))
        points = min(-left[payer], left[payee])
        left[payer] += points
        left[payee] -= points
        yield payer, payee, points


def zero_groups(nets: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return the parties in groups that can settle among themselves: in each, all gains and losses add up to zero.

    Small groups are taken first. Up to eight parties, these are the most groups that there can be.

    >>> zero_groups({0: -30, 1: 30, 2: 8, 3: -8})
    [(0, 1), (2, 3)]
    """
    left, found = tuple(nets), list[tuple[int, ...]]()
    if len(left) > _MOST_GROUPED:
        return [left]
    while left:
        groups = (group for size in range(1, len(left)) for group in itertools.combinations(left, size))
        group = next((group for group in groups if not sum(nets[party] for party in group)), left)
        found.append(group)
        left = tuple(party for party in left if party not in group)
    return found


def borrow(chip_set: ChipSet, state: ChipState, player: int, points: int) -> ChipPlan:
    """Lend a player chips from the bank, as few as possible.

    Raises:
        RuleError: no chips are worth exactly that.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> borrow(AMERICAN, ChipState.start(AMERICAN), 2, 230).moves[0].pieces
    ((200, 1), (25, 1), (5, 1))

    """
    work = _HandOver(chip_set, state)
    _check_points(points)
    pieces = from_bank(chip_set.values, points)
    if pieces is None:
        raise RuleError([Problem("chips-cannot-say", count=points)])
    work.lend(player, points, pieces)
    return work.done()


def repay(chip_set: ChipSet, state: ChipState, player: int, points: int) -> ChipPlan:
    """Repay the bank a part of a loan; the bank gives change.

    Raises:
        RuleError: that much isn't owed, or the player has less, or no chips are worth exactly that.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> repay(AMERICAN, borrow(AMERICAN, ChipState.start(AMERICAN), 2, 200).after, 2, 195).moves[0].back
    ((5, 1),)

    """
    work = _HandOver(chip_set, state)
    _check_points(points)
    owed = state.loan(player)
    if not owed:
        raise RuleError([Problem("no-loan")])
    if points > owed:
        raise RuleError([Problem("loan-smaller", count=points, limit=owed)])
    purse = work.counts(player)
    values, total = chip_set.values, worth(chip_set.values, purse)
    if points > total:
        raise RuleError([Problem("purse-smaller", count=points, limit=total)])
    flow = between(values, purse, [total // value for value in values], points)
    if flow is None:
        raise RuleError([Problem("chips-cannot-say", count=points)])
    work.move(player, BANK, flow, "repay")
    work.loans[player] -= points
    return work.done()


def stake(chip_set: ChipSet, state: ChipState, party: int, points: int) -> ChipPlan:
    """Change the points that a party starts with; what chips can't express is a loan.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> stake(AMERICAN, ChipState.start(AMERICAN), 1, 200).after.purses[1].total(AMERICAN)
    1200
    """
    work = _HandOver(chip_set, state)
    purse, values = work.counts(party), chip_set.values
    total, giver, taker = worth(values, purse), party, BANK
    if points > 0:
        flow, giver, taker = from_bank(values, points), BANK, party
    else:
        flow = between(values, purse, [total // value for value in values], -points)
    if flow is None:
        work.loans[party] -= points
    else:
        work.move(giver, taker, flow, "stake")
    return work.done()


def _check_points(points: int) -> None:
    if not 1 <= points <= _MOST_POINTS:
        raise RuleError([Problem("bank-points", limit=_MOST_POINTS)])


def describe(step: ChipMove | ChipNote, names: Sequence[str]) -> str:
    """Describe a move or a note in one sentence; `names` are the parties' in their order.

    >>> names = ["Ann", "Bob", "Chuck", "Dot"]
    >>> describe(ChipMove(2, 0, ((100, 1),), ((10, 3), (2, 3))), names)
    'Chuck gives Ann 1×100, Ann gives back 3×10 and 3×2.'
    >>> describe(ChipNote("owes", 2, 0, 1), names)
    'Chuck owes Ann 1 point.'
    """
    if isinstance(step, ChipNote):
        points = ngettext("{n} point", "{n} points", step.points).format(n=number(step.points))
        other = _name(names, step.other)
        return _(_NOTES[step.code]).format(party=names[step.party], other=other, points=points)
    giver, taker = _name(names, step.giver), _name(names, step.taker)
    pieces, back = pieces_words(step.pieces), pieces_words(step.back)
    if step.kind == "loan":
        sentence = _("The bank lends {taker} {pieces}.")
    elif step.kind == "exchange":
        sentence = _("{giver} changes {pieces} at the bank for {back}.")
    elif back:
        sentence = _("{giver} gives {taker} {pieces}, {taker} gives back {back}.")
    else:
        sentence = _("{giver} gives {taker} {pieces}.")
    return sentence.format(giver=giver, taker=taker, pieces=pieces, back=back)


_NOTES: Final = {
    "owes": N_("{party} owes {other} {points}."),
    "settled": N_("{party} owes {other} nothing any more."),
    "bank-lends": N_("{party} runs out of chips: the bank lends {points}."),
    "changed": N_("{party} changes {points} at the bank."),
    "comes": N_("{party} starts with chips for {points}."),
}
"""The sentences of notes by code."""


def _name(names: Sequence[str], party: int) -> str:
    return _("the bank") if party == BANK else names[party]


def pieces_words(pieces: Pieces) -> str:
    """List pieces in words; empty if there are none.

    >>> pieces_words(((10, 3), (2, 3)))
    '3×10 and 3×2'
    """
    parts = [f"{number(count)}×{number(value)}" for value, count in pieces]
    return listed(parts) if len(parts) > 1 else "".join(parts)


# handing over


class _Pair:
    """The points that one party pays another now, and those still owed."""

    def __init__(self, payer: int, payee: int, due: int, measure: int) -> None:
        self.payer, self.payee = payer, payee
        self.carried = due % measure
        self.points = due - self.carried


class _HandOver:
    """Builds the plan of which chips change hands."""

    def __init__(self, chip_set: ChipSet, state: ChipState) -> None:
        self._set = chip_set
        self._values = chip_set.values
        self._state = state
        self._purses = [purse.counts for purse in state.purses]
        self.loans = list(state.loans)
        self._debts = {(one.debtor, one.creditor): one.points for one in state.debts}
        self._moves: list[ChipMove] = []
        self._notes: list[ChipNote] = []
        self._old: list[tuple[int, int]] = []

    def counts(self, party: int) -> tuple[int, ...]:
        """Return a party's pieces; a new party comes in with a whole set."""
        if party < 0:
            raise ValueError(f"{party} has no purse")
        while party >= len(self._purses):
            self._purses.append(_first_purse(self._set).counts)
            self.loans.append(0)
        return self._purses[party]

    def done(self) -> ChipPlan:
        debts = tuple(Debt(one, other, points) for (one, other), points in sorted(self._debts.items()) if points)
        after = ChipState(tuple(map(Purse, self._purses)), tuple(self.loans), debts)
        return ChipPlan(tuple(self._moves), tuple(self._notes), after)

    def plan(self, due: Iterable[tuple[int, int, int]]) -> ChipPlan:
        measure = self._set.measure
        pairs = [_Pair(payer, payee, points, measure) for payer, payee, points in due]
        waiting = [pair for pair in pairs if pair.points]
        while waiting:
            waiting.remove(self._make_one(waiting))
        for pair in pairs:
            if pair.carried:
                self._debts[pair.payer, pair.payee] = pair.carried
                self._notes.append(ChipNote("owes", pair.payer, pair.payee, pair.carried))
        for debtor, creditor in self._old:
            if not {(debtor, creditor), (creditor, debtor)} & self._debts.keys():
                self._notes.append(ChipNote("settled", debtor, creditor))
        return self.done()

    def _come_in(self, payer: int, payee: int) -> None:
        if payer == payee:
            raise ValueError("nobody pays themselves")
        self.counts(max(payer, payee))
        self.counts(min(payer, payee))

    def netted(self, payments: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
        """Yield the fewest payments that come to the same, with all debts; the debts are cleared."""
        nets: dict[int, int] = {}
        for payer, payee, points in payments:
            self._come_in(payer, payee)
            nets[payer] = nets.get(payer, 0) - points
            nets[payee] = nets.get(payee, 0) + points
        if not any(nets.values()):
            return
        for (debtor, creditor), points in self._debts.items():
            nets[debtor] = nets.get(debtor, 0) - points
            nets[creditor] = nets.get(creditor, 0) + points
            self._old.append((debtor, creditor))
        self._debts = {}
        yield from settled(nets)

    def by_pairs(self, payments: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
        """Yield payer, payee and points of each pair, with their debts; the debts are cleared."""
        net: dict[tuple[int, int], int] = {}
        for payer, payee, points in payments:
            self._come_in(payer, payee)
            forth = payer < payee
            pair = (payer, payee) if forth else (payee, payer)
            net[pair] = net.get(pair, 0) + (points if forth else -points)
        for (one, other), points in net.items():
            owed, due = self._debts.pop((one, other), 0), self._debts.pop((other, one), 0)
            whole = points + owed - due
            if owed or due:
                self._old.append((one, other) if owed else (other, one))
            if whole > 0:
                yield one, other, whole
            elif whole < 0:
                yield other, one, -whole

    def _make_one(self, waiting: Sequence[_Pair]) -> _Pair:
        """Make a payment that needs no help, else one that needs change from the bank, else a loan."""
        covered = [pair for pair in waiting if worth(self._values, self._purses[pair.payer]) >= pair.points]
        for pair in covered:
            if self._pay(pair):
                return pair
        for pair in covered:
            if self._pay_changed(pair):
                return pair
        pair = waiting[0]
        if pair not in covered:
            self._borrow_for(pair)
        if not self._pay(pair) and not self._pay_changed(pair):
            self._pay_part(pair)
        return pair

    def _pay(self, pair: _Pair) -> bool:
        flow = between(self._values, self._purses[pair.payer], self._purses[pair.payee], pair.points)
        if flow is None:
            return False
        self.move(pair.payer, pair.payee, flow, "pay")
        return True

    def move(self, giver: int, taker: int, flow: Sequence[int], kind: str) -> None:
        """Move the positive counts from giver to taker, and the negative ones back."""
        values = self._values
        for party, sign in ((giver, -1), (taker, 1)):
            if party != BANK:
                counts = self._purses[party]
                self._purses[party] = tuple([count + sign * n for count, n in zip(counts, flow, strict=True)])
        there = _pieces(values, [max(n, 0) for n in flow])
        self._moves.append(ChipMove(giver, taker, there, _pieces(values, [max(-n, 0) for n in flow]), kind))

    def _pay_changed(self, pair: _Pair) -> bool:
        found = with_bank(self._values, self._purses[pair.payer], pair.points)
        if found is None:
            return False
        exchange, flow = found
        self.move(pair.payer, BANK, [-n for n in exchange], "exchange")
        changed = sum(value * count for value, count in self._moves[-1].pieces)
        self._notes.append(ChipNote("changed", pair.payer, BANK, changed))
        self.move(pair.payer, pair.payee, flow, "pay")
        return True

    def _borrow_for(self, pair: _Pair) -> None:
        """Lend what the payer lacks, or the least above it that pieces can express."""
        lacking = pair.points - worth(self._values, self._purses[pair.payer])
        for points in range(lacking, lacking + _LENDING_TRIES * self._set.measure, self._set.measure):
            pieces = from_bank(self._values, points)
            if pieces is not None:
                self.lend(pair.payer, points, pieces)
                self._notes.append(ChipNote("bank-lends", pair.payer, BANK, points))
                return

    def lend(self, party: int, points: int, pieces: Sequence[int]) -> None:
        self.counts(party)
        self.move(BANK, party, pieces, "loan")
        self.loans[party] += points

    def _pay_part(self, pair: _Pair) -> None:
        """Pay what the payer's pieces make without change, and owe the rest; only odd sets need this."""
        flow, left = largest(self._values, self._purses[pair.payer], pair.points)
        if any(flow):
            self.move(pair.payer, pair.payee, flow, "pay")
        pair.carried += left


def _pieces(values: Sequence[int], counts: Sequence[int]) -> Pieces:
    return tuple([(value, count) for value, count in zip(values, counts, strict=True) if count])
