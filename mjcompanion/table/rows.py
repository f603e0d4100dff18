"""The rows of a table: what each item of its list does to seats, winds and balances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.notation import read_tile
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rules.ruleset import DRAW
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.table.chips import first_purse
from mjcompanion.table.events import (
    LONGEST_TEXT,
    BetItem,
    Four,
    HandItem,
    Item,
    Number,
    PenaltyItem,
    PeopleItem,
    Score,
    SeatsItem,
    SessionSetup,
    Tiles,
)
from mjcompanion.table.people import MOST_OUT, InTurn, Seating
from mjcompanion.table.rotation import PLAYERS, Position, Turn, turn_after
from mjcompanion.table.rules import TableRules
from mjcompanion.table.settle import MOST_POINTS, Bet, Ending, Payment, Settlement, Why, kept_hand, mirror, settle

SECOND_HALF: Final = ".1"
"""The end of the id of a penalty's second half, where East's was stored apart."""
MOST_ITEMS: Final = 5_000
"""The most hands and penalties of a session."""


class Paid(NamedTuple):
    """A payment between parties: people by their numbers in `Table.people`, then bettors who are only names."""

    payer: int
    payee: int
    points: int
    payment: Payment


class TableRow(msgspec.Struct, frozen=True):
    """One item of the list with its effects.

    `number` counts the hands, 0 for other items; `scores` are the scores on the four places; `turn` is how the winds
    moved; `balances` are everybody's points afterwards, bettors who are only names last. If nobody pays, `added` is the
    winner's score. `seating` is who played, `seated` who sits where afterwards. `draw_name` is what a hand that nobody
    won is called.
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
    draw_name: str = DRAW

    @property
    def sits(self) -> Four:
        """The people on the four places."""
        return self.seating.sits

    def on_places(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the four players out of everybody's names."""
        return tuple(names[person] for person in self.sits)

    def place_of(self, party: int) -> int | None:
        """Return a party's place; None if they didn't play."""
        return self.sits.index(party) if party in self.sits else None

    def wind_of(self, party: int) -> Wind | None:
        """Return a party's wind, the new one if seats or people change; None if they don't play."""
        moved = isinstance(self.item, SeatsItem | PeopleItem)
        sits, position = (self.seated.sits, self.after) if moved else (self.sits, self.before)
        return position.wind_of(sits.index(party)) if party in sits else None

    def score_of(self, party: int) -> int | None:
        """Return a party's score."""
        place = self.place_of(party)
        return None if place is None else self.scores[place]

    def recorded_score(self, party: int) -> Score | None:
        """Return a party's score as it was entered."""
        place = self.place_of(party)
        return self.item.scores[place] if isinstance(self.item, HandItem) and place is not None else None

    @property
    def winner(self) -> int | None:
        """The winner's number."""
        won = self.item.winner if isinstance(self.item, HandItem) else None
        return None if won is None else self.sits[won]

    @property
    def discarder(self) -> int | None:
        """The discarder's number."""
        threw = self.item.discarder if isinstance(self.item, HandItem) else None
        return None if threw is None else self.sits[threw]

    def change(self, party: int) -> int:
        """Return what a party gained or lost."""
        if self.added and self.winner == party:
            return self.added
        return sum(one.points * ((one.payee == party) - (one.payer == party)) for one in self.paid)


def worth(row: TableRow) -> int | None:
    """Return the winner's score, or the value of an American hand."""
    item = row.item
    if not isinstance(item, HandItem) or item.winner is None:
        return None
    counted = row.scores[item.winner]
    return item.value if counted is None else counted


def people_in(item: Item) -> tuple[str, ...]:
    """Return the ids of the people whom an item names."""
    if isinstance(item, PeopleItem):
        return (*item.sits, *item.out)
    return (item.bet.who,) if isinstance(item, HandItem) and item.bet is not None and item.bet.who else ()


def bettor_in(item: Item) -> str | None:
    """Return the name of a bettor who is not in the ledger."""
    return item.bet.name if isinstance(item, HandItem) and item.bet is not None and not item.bet.who else None


def first_position(setup: SessionSetup) -> Position:
    """Return where everybody sits first."""
    return Position((0, 1, 2, 3), setup.first_east, setup.first_east)


def first_seating(setup: SessionSetup) -> Seating:
    """Return who plays and who sits out first."""
    return Seating(out=tuple(range(4, len(setup.people))), turn=InTurn(setup.turn or ""))


class Progress:
    """The state while the list is played."""

    def __init__(
        self, setup: SessionSetup, people: tuple[str, ...], starts: tuple[int, ...], bettors: tuple[str, ...]
    ) -> None:
        self.setup, self.rules = setup, setup.rules
        self.people, self.starts = people, starts
        self.position = first_position(setup)
        self.seating = first_seating(setup)
        self.balances = list(starts)
        self.bettors = list(bettors)
        self.penalties: list[PenaltyItem] = []
        self.number = 0

    def party(self, bet: BetItem) -> int:
        """Return a bettor's number; a new one starts with as much as the players."""
        if bet.who:
            return self.people.index(bet.who)
        if bet.name not in self.bettors:
            self.bettors.append(bet.name)
        party = len(self.people) + self.bettors.index(bet.name)
        self.balances += [self.setup.starting] * (party + 1 - len(self.balances))
        return party

    def pay(self, paid: Iterable[Paid]) -> None:
        """Move the points of some payments."""
        for one in paid:
            self.balances[one.payer] -= one.points
            self.balances[one.payee] += one.points

    def take(self, row: TableRow) -> None:
        """Continue from a known row."""
        self.position, self.seating = row.after, row.seated
        self.balances = list(row.balances)
        item = row.item
        if isinstance(item, HandItem):
            self.number = row.number
            self.penalties = []
        elif isinstance(item, PenaltyItem):
            self.penalties.append(item)


def play(progress: Progress, items: Sequence[tuple[str, Item]], known: tuple[TableRow, ...]) -> list[TableRow]:
    """Work out every row; unchanged rows at the beginning are reused."""
    rows = list[TableRow]()
    same = True
    for place, (item_id, item) in enumerate(joined(items)):
        same = same and place < len(known) and known[place].id == item_id and known[place].item == item
        row = known[place] if same else next_row(progress, item_id, item)
        if same:
            progress.take(row)
        rows.append(row)
    return rows


def joined(items: Iterable[tuple[str, Item]]) -> Iterator[tuple[str, Item]]:
    """Yield the items; a penalty that was stored in two halves, East's apart, is one of them."""
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
    if second_id != first_id + SECOND_HALF or not (isinstance(first, PenaltyItem) and isinstance(second, PenaltyItem)):
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


def next_row(progress: Progress, item_id: str, item: Item) -> TableRow:
    """Work out the row of an item, and move the progress past it.

    Raises:
        RuleError: the item can't be played now.

    """
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
    return TableRow(
        item_id, item, 0, before, progress.position, tuple(paid), tuple(progress.balances),
        seating=seating, seated=progress.seating,
    )  # fmt: skip


def _check_people(item: PeopleItem, setup: SessionSetup) -> None:
    here = (*item.sits, *item.out)
    if len(set(here)) != len(here) or not all(here) or len(item.out) > MOST_OUT:
        raise RuleError([Problem("people-twice", limit=MOST_OUT)])
    if item.turn not in {*InTurn} or not {who for who, _ in item.points} <= {*here}:
        raise RuleError([Problem("event-damaged")])
    check_starts(setup, (points for _, points in item.points))


def check_starts(setup: SessionSetup, starts: Iterable[int]) -> None:
    """Check that starting points are in range and can be expressed in chips."""
    chips = setup.rules.chips
    for points in starts:
        if not 0 <= points <= MOST_POINTS:
            raise RuleError([Problem("starting-range", limit=MOST_POINTS)])
        if chips is not None and points != setup.starting:
            worth_ = chips.total + points - setup.starting
            if worth_ < 0 or first_purse(chips, worth_) is None:
                raise RuleError([Problem("chips-cannot-say", count=points)])


def _fines(item: PenaltyItem, position: Position) -> Iterator[Payment]:
    """Yield the payments of a penalty between seats."""
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


def _hand_row(progress: Progress, item_id: str, item: HandItem) -> TableRow:
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
    return TableRow(
        item_id, item, number, before, progress.position, paid, tuple(progress.balances), scores, turn, added,
        seating, progress.seating, rules.rules.draw_name,
    )  # fmt: skip


def pinned(position: Position, item: HandItem) -> Position:
    """Return the position of a hand: what follows from the hands before, unless the hand sets it."""
    if item.east is not None:
        position = msgspec.structs.replace(position, east=_player(item.east))
    if item.rounds is not None:
        if not 0 <= item.rounds <= MOST_ITEMS:
            raise RuleError([Problem("event-damaged")])
        position = msgspec.structs.replace(position, rounds=item.rounds)
    return position


def _paid(progress: Progress, item: HandItem, before: Position, settlement: Settlement) -> tuple[Paid, ...]:
    """Return the payments of a hand between parties, with the bettor's share of penalties."""
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
    """Return a hand's four scores; tiles are scored again if the winds have changed.

    Raises:
        RuleError: a hand can't be counted in this seat.

    """
    return tuple(_score_of(rules, item, position, player) for player in PLAYERS)


def _score_of(rules: TableRules, item: HandItem, position: Position, player: int) -> int | None:
    found: Score | None = item.scores[player]
    if not rules.rules.known:
        points = item.value if found is None and item.winner == player else None if found is None else found.score
        if points is not None and abs(points) > MOST_POINTS:
            raise RuleError([Problem("event-damaged")])
        return points
    if found is None or isinstance(found, Number):
        return None if found is None else found.score
    if rules.rules.settles_value:
        raise RuleError([Problem("event-damaged")])
    if (found.seat, found.round) == (position.wind_of(player), position.round):
        return found.score
    return count_tiles(rules, item, position, player).score


def count_tiles(rules: TableRules, item: HandItem, position: Position, player: int) -> ScoreSheet:
    """Score a hand that was entered by tiles.

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
    context = ScoringContext(rules.rules, seat, position.round, won, win, None, rules.options)
    return score(Hand.parse(found.hand), context)


def ending_of(item: HandItem, position: Position, scores: Sequence[int | None]) -> Ending:
    """Return how a hand ended, by seats.

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
    """Return the names on the four places by seat."""
    return {wind: names[position.player_at(wind)] for wind in WINDS}
