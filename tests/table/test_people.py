"""People come, go, take each other's places and sit out in turn: each person's result is what that person played."""

import random

import msgspec
import pytest

from mjcompanion.core.chips import STICKS
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Wind
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.corrections import differences, results_kept, winds_kept
from mjcompanion.table.events import (
    BankItem,
    BetItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    Number,
    PenaltyItem,
    PeopleItem,
    Put,
    Redone,
    Reopened,
    SeatsItem,
    Started,
    Tiles,
    Titled,
    Undone,
    decode_event,
    encode_event,
)
from mjcompanion.table.rows import worth
from mjcompanion.table.table import apply, replay
from tests.sample import often
from tests.table import brute
from tests.table.kitchen import evening_of
from tests.table.making import (
    AT,
    OPTIONS,
    begun,
    change,
    chips_worth,
    hand,
    put,
    random_item,
    setup_of,
    with_items,
)

ANDY, BRETT, CHUCK, DAVE = "andy", "brett", "chuck", "dave"
FOUR = (ANDY, BRETT, CHUCK, DAVE)
WON = hand(1, 8, 32, 16, 4)


def balances(table):
    """Everybody's points by id."""
    return {who: table.balance_of(number) for number, who in enumerate(table.people)}


def sitting(table):
    return [table.people[person] for person in table.seating.sits]


class TestSittingDown:
    def test_penalties_and_loans_are_who_sits_there(self):
        table = with_items(begun(), [PeopleItem((ANDY, "eve", CHUCK, DAVE)), BankItem(1, 100)])
        assert table.borrowed == (0, 0, 0, 0, 100)
        assert table.chip_state.loan(4) == 100

    @pytest.mark.parametrize(
        "item",
        [
            PeopleItem((ANDY, ANDY, CHUCK, DAVE)),
            PeopleItem(FOUR, (DAVE,)),
            PeopleItem(("", BRETT, CHUCK, DAVE)),
            PeopleItem(FOUR, turn="never"),
            PeopleItem(FOUR, points=(("eve", 10),)),
            PeopleItem(FOUR, ("e", "f", "g", "h", "i")),
            PeopleItem((ANDY, "eve", CHUCK, DAVE), points=(("eve", -1),)),
            PeopleItem((ANDY, "eve", CHUCK, DAVE), points=(("eve", 1001),)),  # no stick is worth 1
        ],
    )
    def test_what_cannot_be_is_refused(self, item):
        with pytest.raises(RuleError):
            put(begun(), item)


class TestPoints:
    def test_different_points_to_start_with(self):
        setup = msgspec.structs.replace(setup_of(starting=2000), points=(2000, 2200, 2000, 1800))
        table = replay([Started(at=AT, setup=setup)])
        assert table.balances == (2000, 2200, 2000, 1800)
        assert [purse.total(STICKS) for purse in table.chip_state.purses] == [2000, 2200, 2000, 1800]
        after = put(table, WON)
        assert [one.net for one in after.summary().standings] == [
            one.net for one in put(begun(starting=2000), WON).summary().standings
        ]

    def test_nobody_starts_with_so_few_that_chips_would_be_missing(self):
        setup = setup_of(starting=5000)
        for least in (3000, 2998):  # the sticks are worth 2,000
            told = msgspec.structs.replace(setup, points=(5000, 5000, least, 5000))
            if least == 3000:
                assert replay([Started(at=AT, setup=told)]).chip_state.purse(STICKS, 2).total(STICKS) == 0
            else:
                with pytest.raises(RuleError, match="2,998"):
                    replay([Started(at=AT, setup=told)])

    def test_who_comes_starts_with_their_own(self):
        item = PeopleItem((ANDY, "eve", CHUCK, DAVE), points=(("eve", 1500),))
        table = put(begun(), item)
        assert table.balance_of(4) == 1500
        assert table.chip_state.purse(STICKS, 4).total(STICKS) == STICKS.total + 500
        assert [note.code for note in table.chip_log[-1].notes] == ["comes"]
        assert table.course_of(4) == (None, 1500)
        assert table.course_of(0) == (1000, 1000)

    def test_chips_follow_when_that_is_corrected(self):
        item = PeopleItem((ANDY, "eve", CHUCK, DAVE), points=(("eve", 1500),))
        table = with_items(begun(), [item, WON])
        item_id = table.rows[0].id
        less = msgspec.structs.replace(item, points=(("eve", 1200),))
        after = apply(table, change(Put(item_id, less)))
        assert after.balance_of(4) == table.balance_of(4) - 300
        assert [move.kind for move in after.chip_log[-1].moves] == ["stake"]
        assert chips_worth(after.chip_state, STICKS, 4) == chips_worth(table.chip_state, STICKS, 4) - 300


class TestCorrections:
    def test_later_hands_can_stay_with_those_who_played_them(self):
        table = put(begun(), PeopleItem(FOUR, ("eve",), turn="hand"))
        table = with_items(table, [WON, WON, WON])
        sat = [row.sits for row in table.hands]
        event = change(Put("new", hand(None), table.hands[1].id))
        assert any(one.turned for one in differences(table, apply(table, event)))
        kept = apply(table, winds_kept(table, event))
        assert [row.sits for row in kept.hands if row.id != "new"] == sat

    SWAPPED = PeopleItem((BRETT, ANDY, CHUCK, DAVE), results_stay=True)

    def test_results_stay_with_the_people_where_seats_were_wrong(self):
        """Brett was East and Andy South, not the other way round; what they scored is right."""
        wrong = with_items(begun(), [WON, hand(0, 32, 8, 8, 8), PenaltyItem(0, (2, 3), 50), BankItem(1, 100)])
        setup = msgspec.structs.replace(setup_of(), players=(BRETT, ANDY, CHUCK, DAVE))
        right = with_items(
            replay([Started(at=AT, setup=setup)]),
            [hand(0, 32, 8, 16, 4), hand(1, 8, 32, 8, 8), PenaltyItem(1, (2, 3), 50), BankItem(0, 100)],
        )
        corrected = apply(wrong, results_kept(wrong, change(Put("p", self.SWAPPED, wrong.rows[0].id))))
        assert balances(corrected) == balances(right)
        assert balances(corrected) != balances(wrong)
        assert [row.winner for row in corrected.hands] == [row.winner for row in wrong.hands]
        assert [row.item for row in corrected.rows[1:]] == [row.item for row in right.rows]
        assert [(one.was, one.now) for one in corrected.traces] == [(None, corrected.rows[0])]
        moved = apply(wrong, change(Put("p", PeopleItem(self.SWAPPED.sits), wrong.rows[0].id)))
        assert [row.winner for row in moved.hands] == [0, 1]
        undone = apply(corrected, Undone(at=AT, seq=len(corrected.events) - 1))
        assert undone.rows == wrong.rows

    def test_results_stay_with_the_people_when_that_is_deleted_again(self):
        wrong = with_items(begun(), [WON, hand(0, 32, 8, 8, 8)])
        corrected = apply(wrong, results_kept(wrong, change(Put("p", self.SWAPPED, wrong.rows[0].id))))
        back = apply(corrected, results_kept(corrected, change(Drop("p"))))
        assert back.rows == wrong.rows

    def test_a_newcomer_has_the_results_of_the_place_that_was_left(self):
        table = with_items(begun(), [WON])
        item = PeopleItem((BRETT, "eve", CHUCK, DAVE), results_stay=True)
        corrected = apply(table, results_kept(table, change(Put("p", item, table.rows[0].id))))
        assert [corrected.people[corrected.hands[0].winner], corrected.hands[0].scores] == [BRETT, (32, 8, 16, 4)]

    def test_tiles_are_counted_in_the_wind_that_turns(self):
        """A pung of the own wind doubles South's hand and not East's."""
        score = Tiles("(222z) 147m 258p 369s 1z", 8, Wind.SOUTH, Wind.EAST)
        table = put(begun(), HandItem(winner=3, scores=(Number(2), score, Number(2), Number(40))))
        corrected = apply(table, results_kept(table, change(Put("p", self.SWAPPED, table.rows[0].id))))
        assert (table.hands[0].scores[1], corrected.hands[0].scores[0]) == (8, 4)

    def test_what_older_programs_wrote_means_what_it_meant(self):
        line = b'{"event":"changed","at":"2026-11-21T05:31:52Z","changes":[{"do":"put","id":"p","item":{"kind":"people","sits":["b","a","c","d"]},"before":"1"}]}'
        event = decode_event(line)
        assert not event.changes[0].item.results_stay
        assert b"results_stay" not in encode_event(event)

    def test_who_bets_cannot_play_as_well(self):
        table = put(begun(Ruleset("american-club")), PeopleItem(FOUR, ("eve",)))
        bet = BetItem("Eve", 1, who="eve")
        table = put(table, hand(1, by=By.DRAW, value=25, bet=bet))
        assert table.balance_of(4) == 1000 + 75
        with pytest.raises(RuleError, match="Hand 1"):
            apply(table, change(Put(table.rows[0].id, PeopleItem((ANDY, "eve", CHUCK, DAVE)))))


# --- thousands of evenings ---------------------------------------------------------------------------------

POOL = tuple(f"guest {number}" for number in range(5))


def random_people(rng, table):
    """People who come, go, swap, sit out, for one hand or for good."""
    here = [table.people[person] for person in table.seating.here]
    known = list(dict.fromkeys([*here, *table.people, *POOL]))
    sits = [table.people[person] for person in table.seating.sits]
    for _ in range(rng.choice([0, 1, 1, 2])):
        place, comes = rng.randrange(4), rng.choice(known)
        if comes in sits:
            sits[sits.index(comes)] = sits[place]
        sits[place] = comes
    out = rng.sample([who for who in known if who not in sits], rng.choice([0, 1, 1, 2]))
    new = [who for who in (*sits, *out) if rng.random() < (0.05 if who in table.people else 0.4)]
    points = tuple((who, rng.choice([800, 1000, 1400])) for who in new)
    turn = rng.choice(["", "hand", "east", "round"]) if out else ""
    return PeopleItem(tuple(sits), tuple(out), points, turn, once=rng.random() < 0.25)


def random_of(rng, table):
    """Anything that can happen at a table, people more often than in life."""
    if rng.random() < 0.25:
        return random_people(rng, table)
    item = random_item(rng, table)
    if getattr(item, "bet", None) is not None and table.seating.out and rng.random() < 0.6:
        who = table.people[rng.choice(table.seating.out)]
        return msgspec.structs.replace(item, bet=BetItem(who.title(), item.bet.on, item.bet.shown, who))
    return item


def random_event(rng, table):
    """One more thing that happens: most of the time something is added, now and then something is put right."""
    chance = rng.random()
    ids = [item_id for item_id, _ in table.items]
    if ids and chance < 0.1:
        return change(Put(rng.choice(ids), random_of(rng, table)))
    if ids and chance < 0.16:
        return change(Drop(rng.choice(ids)))
    if ids and chance < 0.26:
        return change(Put(table.next_id, random_of(rng, table), rng.choice(ids)))
    if len(ids) > 1 and chance < 0.29:
        one, other = rng.sample(ids, 2)
        return change(Drop(one), Put(other, random_of(rng, table)), Put(table.next_id, random_of(rng, table)))
    if chance < 0.35 and table.can_undo is not None:
        return Undone(at=AT, seq=table.can_undo)
    if chance < 0.41 and table.can_redo is not None:
        return Redone(at=AT, seq=table.can_redo)
    if chance < 0.43:
        return rng.choice([Titled(at=AT, title="späte Runde"), Reopened(at=AT) if table.ended else Ended(at=AT)])
    return change(Put(table.next_id, random_of(rng, table)))


def list_after(items, event):
    """What an event makes of the list."""
    items = list(items)
    for one in event.changes if isinstance(event, Changed) else ():
        ids = [item_id for item_id, _ in items]
        if isinstance(one, Drop):
            del items[ids.index(one.id)]
        elif one.id in ids:
            items[ids.index(one.id)] = one.id, one.item
        else:
            items.insert(ids.index(one.before) if one.before is not None else len(ids), (one.id, one.item))
    return tuple(items)


def shown(table, later=None):
    """What a table shows, of those too whom only a later one knows: they have what they started with."""
    later = later or table
    points = {who: later.start_of(number) for number, who in enumerate(later.people)} | balances(table)
    return table.items, points, table.position, sitting(table), table.title, table.ended


class History:
    """The table after each event that counts, those that were undone, and how much was put right."""

    def __init__(self, table):
        self.kept, self.undone, self.corrections = [table], [], 0

    def goes_on(self, before, event, after):
        """Check what an event made of the table."""
        if isinstance(event, Undone):
            self.undone.append(self.kept.pop())
            assert shown(after) == shown(self.kept[-1], after)
        elif isinstance(event, Redone):
            self.kept.append(self.undone.pop())
            assert shown(after) == shown(self.kept[-1], after)
        else:
            self._happens(before, event, after)
        assert (after.can_undo is None, after.can_redo is None) == (len(self.kept) == 1, not self.undone)
        assert len(after.traces) == self.corrections
        for trace in after.traces:
            assert trace.counts == (trace.seq in after.counting)
            assert trace.was or trace.now

    def _happens(self, before, event, after):
        there = {item_id for item_id, _ in before.items}
        for one in event.changes if isinstance(event, Changed) else ():
            self.corrections += one.id in there or getattr(one, "before", None) is not None
        assert after.items == list_after(before.items, event)
        if (before.people, before.bettors) == (after.people, after.bettors):
            was, now = ({row.id: row for row in one.rows} for one in (before, after))
            changed = {(pair.was or pair.will).id for pair in differences(before, after)}
            assert changed == {one for one in {**was, **now} if was.get(one) != now.get(one)}
        self.kept.append(after)
        self.undone.clear()


def random_evening(rng):
    rules = rng.choice(list(OPTIONS))
    setup = setup_of(rules, first_east=rng.randrange(4), **rng.choice(OPTIONS[rules]))
    if rng.random() < 0.4:
        out = tuple(rng.sample(POOL, rng.choice([1, 2])))
        setup = msgspec.structs.replace(setup, out=out, turn=rng.choice(["", "hand", "east", "round"]))
    if rng.random() < 0.3:
        setup = msgspec.structs.replace(setup, points=tuple(rng.choice([800, 1000, 1200]) for _ in setup.people))
    return replay([Started(at=AT, setup=setup)])


def compare(table):
    paper = evening_of(table.setup, table.items)
    assert [[table.people[person] for person in row.sits] for row in table.rows] == paper.sat
    assert [list(row.before.seats) for row in table.rows] == paper.chairs
    assert [row.before.rounds for row in table.rows] == paper.rounds
    assert [list(row.scores) for row in table.rows] == paper.scores
    assert [row.number for row in table.hands] == list(range(1, len(table.hands) + 1))
    names = [*table.people, *(f"name:{name}" for name in table.bettors)]
    for place, row in enumerate(table.rows):
        for party, who in enumerate(names[: len(row.balances)]):
            assert row.balances[party] == paper.balance(who, place)
    summary = table.summary()
    assert (summary.title, summary.ended, summary.hands) == (table.title, table.ended, len(table.hands))
    for one in summary.standings:
        did = paper.did.get(one.player, {})
        for what in ("hands", "wins", "self_drawn", "thrown", "east_wins", "won_points"):
            assert getattr(one, what) == did.get(what, 0), (one.player, what)
        assert one.net == paper.won.get(one.player, 0)
        won = {row.id: worth(row) for row in table.hands if who_won(table, row) == one.player}
        assert one.best == max(won.values(), default=None)
        assert won.get(one.best_item) == one.best
    assert {one.player for one in summary.standings} == paper.seen
    assert sitting(table) == paper.at_card


def who_won(table, row):
    return None if row.item.winner is None else table.people[row.sits[row.item.winner]]


def conserved(table):
    """Chips: what everybody holds, owes and is owed is what they began with and what they won."""
    state, chips = table.chip_state, table.rules.chips
    for party in table.parties:
        begin = table.chip_starts[party] if party < len(table.people) else chips.total
        assert chips_worth(state, chips, party) == begin + table.balance_of(party) - table.start_of(party)
    for person in range(len(table.people)):
        lent = sum(
            note.points
            for plan in table.chip_log
            for note in plan.notes
            if (note.code, note.party) == ("bank-lends", person)
        )
        assert state.loan(person) >= table.borrowed[person] or lent


@pytest.mark.parametrize("seed", range(often(2_000, 150)))
def test_an_evening_of_people(seed):
    rng = random.Random(seed)
    table = random_evening(rng)
    history = History(table)
    chips = table.rules.chips is not None and rng.random() < 0.3
    if chips:
        _ = table.chip_log
    for _ in range(rng.randrange(4, 22)):
        event = random_event(rng, table)
        try:
            event = winds_kept(table, event) if isinstance(event, Changed) and rng.random() < 0.3 else event
            after = apply(table, event)
        except RuleError as error:
            refused(table, event, error)
            continue
        history.goes_on(table, event, after)
        table = after
        assert table == replay(table.events)
        compare(table)
    if chips:
        conserved(table)
        whole = replay(table.events)
        assert whole.chip_log[-1].after == table.chip_log[-1].after
    if SeatsItem in {type(item) for _, item in table.items}:
        assert sorted(table.position.chairs) == [0, 1, 2, 3]


def refused(table, event, error):
    """Who wins as dealt without being East is refused on paper, too."""
    code, cause = error.problems[0].code, error.__cause__
    assert code in ("purse-smaller", "chips-cannot-say") or "The bettor can’t be" in str(error) or cause is not None
    if cause is not None:
        assert cause.problems[0].code == "settle-deal"
        with pytest.raises(brute.Refused):
            evening_of(table.setup, list_after(table.items, event))
