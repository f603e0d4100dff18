"""RULES 5: chips and counting sticks are handed over exactly, with the fewest pieces, and what can't be is owed."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcompanion.core.chips import AMERICAN, SETS, STICKS, ChipKind, ChipSet
from mjcompanion.core.errors import RuleError
from mjcompanion.table.chips import (
    BANK,
    ChipNote,
    ChipState,
    Debt,
    Purse,
    borrow,
    check_chip_set,
    hand_over,
    repay,
    settled,
)
from mjcompanion.table.coin_change import between, worth
from tests.kinds import CHIP_SETS
from tests.sample import often
from tests.table.making import chips_worth, owed, points_given

COINS = ChipSet("coins", tuple(ChipKind(value, 6) for value in (1000, 500, 100, 50, 25, 10, 5, 1)))
ODD = ChipSet("odd", (ChipKind(5, 3), ChipKind(3, 3)))


def state_of(chip_set, *purses, debts=(), loans=None):
    """Players with these purses, each as its counts from the most valuable kind down."""
    purses = [*purses, *[[0] * len(chip_set.pieces)] * (4 - len(purses))]
    return ChipState(tuple(Purse(tuple(one)) for one in purses), tuple(loans or [0] * len(purses)), tuple(debts))


def moves_of(plan):
    return [(one.giver, one.taker, one.pieces, one.back, one.kind) for one in plan.moves]


class TestSets:
    def test_the_sources_sets(self):
        assert AMERICAN.total == 1000
        assert STICKS.total == 2000
        assert set(SETS) == set(CHIP_SETS)
        for one in SETS.values():
            assert check_chip_set(one) == one

    def test_a_clubs_own_set(self):
        own = check_chip_set(
            ChipSet("  Chez nous ", (ChipKind(1, 0, "stick", "white"), ChipKind(7, 0), ChipKind(10**6, 200)))
        )
        assert own.name == "Chez nous"
        assert own.total == 200 * 10**6

    @pytest.mark.parametrize(
        ("chip_set", "code"),
        [
            *((ChipSet(name, (ChipKind(1, 1),)), "name") for name in (" ", "x" * 41, "a\nb")),
            *((ChipSet("Ours", tuple(ChipKind(n, 1) for n in range(1, count))), "kinds") for count in (1, 10)),
            *((ChipSet("Ours", (ChipKind(value, 1),)), "value") for value in (0, 1_000_001, 10**5000)),
            (ChipSet("Ours", (ChipKind(5, 1), ChipKind(5, 2))), "twice"),
            *((ChipSet("Ours", (ChipKind(5, count), ChipKind(1, 1))), "count") for count in (-1, 201)),
            (ChipSet("Ours", (ChipKind(5, 0),)), "none"),
            (ChipSet("Ours", (ChipKind(5, 1, "coin"),)), "shape"),
            (ChipSet("Ours", (ChipKind(5, 1, "chip", "#fff"),)), "colour"),
        ],
    )
    def test_faults(self, chip_set, code):
        with pytest.raises(RuleError) as caught:
            check_chip_set(chip_set)
        assert [one.code for one in caught.value.problems] == [f"chip-set-{code}"]


class TestHandOver:
    def test_source_5_value_25_on_a_discard(self):
        plan = hand_over(AMERICAN, ChipState.start(AMERICAN), [(1, 0, 50), (2, 0, 25), (3, 0, 25)])
        assert moves_of(plan) == [
            (1, 0, ((25, 2),), (), "pay"),
            (2, 0, ((25, 1),), (), "pay"),
            (3, 0, ((25, 1),), (), "pay"),
        ]
        assert plan.notes == ()
        assert [purse.counts for purse in plan.after.purses] == [(4, 10, 10), (4, 4, 10), (4, 5, 10), (4, 5, 10)]

    def test_of_as_many_pieces_the_least_change(self):
        # 15 is 10 + 5 or 20 - 5
        chips = ChipSet("x", (ChipKind(20, 1), ChipKind(10, 1), ChipKind(5, 2)))
        plan = hand_over(chips, ChipState.start(chips), [(0, 1, 15)])
        assert moves_of(plan) == [(0, 1, ((10, 1), (5, 1)), (), "pay")]

    def test_a_bettor_comes_with_a_whole_set(self):
        plan = hand_over(AMERICAN, ChipState.start(AMERICAN), [(0, 4, 25), (4, 3, 5)])
        assert plan.after.purses[4].counts == (4, 7, 9)
        assert chips_worth(plan.after, AMERICAN, 4) == 1020
        assert len(plan.after.loans) == 5


class TestDebts:
    def test_what_chips_cant_express_is_owed(self):
        plan = hand_over(AMERICAN, ChipState.start(AMERICAN), [(2, 0, 12)])
        assert moves_of(plan) == [(2, 0, ((5, 2),), (), "pay")]
        assert plan.notes == (ChipNote("owes", 2, 0, 2),)
        assert plan.after.debts == (Debt(2, 0, 2),)
        assert chips_worth(plan.after, AMERICAN, 0) == 1012
        assert chips_worth(plan.after, AMERICAN, 2) == 988

    def test_a_debt_joins_the_next_payment(self):
        first = hand_over(AMERICAN, ChipState.start(AMERICAN), [(2, 0, 3)])
        assert first.moves == ()
        second = hand_over(AMERICAN, first.after, [(2, 0, 2)])
        assert moves_of(second) == [(2, 0, ((5, 1),), (), "pay")]
        assert second.notes == (ChipNote("settled", 2, 0),)
        assert second.after.debts == ()

    def test_what_no_purse_can_hold_is_owed_too(self):
        # 1 of 5s and 3s: the other would hold 1
        plan = hand_over(ODD, state_of(ODD, (0, 3)), [(0, 1, 1)])
        assert plan.moves == ()
        assert plan.after.debts == (Debt(0, 1, 1),)


class TestBank:
    def test_a_piece_is_changed_when_the_two_cant_make_it(self):
        plan = hand_over(AMERICAN, state_of(AMERICAN, (4, 0, 0)), [(0, 1, 25)])
        assert moves_of(plan) == [
            (0, BANK, ((200, 1),), ((25, 8),), "exchange"),
            (0, 1, ((25, 1),), (), "pay"),
        ]
        assert plan.notes == (ChipNote("changed", 0, BANK, 200),)
        assert plan.after.loans == (0, 0, 0, 0)

    def test_the_bank_lends_what_is_lacking(self):
        plan = hand_over(AMERICAN, state_of(AMERICAN, (0, 1, 2)), [(0, 1, 262)])
        assert moves_of(plan) == [
            (BANK, 0, ((200, 1), (25, 1)), (), "loan"),
            (0, 1, ((200, 1), (25, 2), (5, 2)), (), "pay"),
        ]
        assert plan.notes == (ChipNote("bank-lends", 0, BANK, 225), ChipNote("owes", 0, 1, 2))
        assert plan.after.loans == (225, 0, 0, 0)
        assert chips_worth(plan.after, AMERICAN, 0) == 35 - 262

    def test_nobody_borrows_who_is_about_to_receive(self):
        plan = hand_over(AMERICAN, state_of(AMERICAN, (0, 0, 0), (0, 4, 0)), [(0, 2, 50), (1, 0, 50)])
        assert moves_of(plan) == [(1, 0, ((25, 2),), (), "pay"), (0, 2, ((25, 2),), (), "pay")]

    @pytest.mark.parametrize(
        ("points", "loan", "code"),
        [
            (0, 50, "bank-points"),
            (-5, 50, "bank-points"),
            (5, 0, "no-loan"),
            (1005, 1000, "loan-smaller"),
            (60, 1000, "purse-smaller"),
            (52, 1000, "chips-cannot-say"),
        ],
    )
    def test_repay_refused(self, points, loan, code):
        with pytest.raises(RuleError) as caught:
            repay(AMERICAN, state_of(AMERICAN, (0, 2, 1), loans=[loan, 0, 0, 0]), 0, points)
        assert [one.code for one in caught.value.problems] == [code]

    @pytest.mark.parametrize("points", [3, 0, -5, 10**12 + 5])
    def test_borrow_refused(self, points):
        with pytest.raises(RuleError):
            borrow(AMERICAN, ChipState.start(AMERICAN), 0, points)


# properties


@st.composite
def own_sets(draw, most=30, count=4):
    values = draw(st.lists(st.integers(1, most), min_size=1, max_size=4, unique=True))
    counts = draw(st.lists(st.integers(0, count), min_size=len(values), max_size=len(values)))
    return ChipSet("own", tuple(ChipKind(*one) for one in zip(values, counts, strict=True)))


parties = st.integers(0, 4)
payments = st.lists(
    st.tuples(parties, parties, st.integers(0, 300)).filter(lambda one: one[0] != one[1]), min_size=1, max_size=6
)
sets = st.one_of(st.sampled_from([AMERICAN, STICKS, COINS, ODD]), own_sets(), own_sets(most=10**6, count=200))


def conserved(before, plan, chip_set):
    """Play the moves one by one; nothing may be handed over that isn't there, and they lead to what is after."""
    counts = {party: list(purse.counts) for party, purse in enumerate(before.purses)}
    place = {value: n for n, value in enumerate(chip_set.values)}
    for move in plan.moves:
        assert move.pieces or move.back
        for giver, taker, pieces in ((move.giver, move.taker, move.pieces), (move.taker, move.giver, move.back)):
            assert [value for value, _ in pieces] == sorted((value for value, _ in pieces), reverse=True)
            for value, count in pieces:
                assert count > 0
                for party, sign in ((giver, -1), (taker, 1)):
                    if party != BANK:
                        held = counts.setdefault(party, [piece.count for piece in chip_set.pieces])
                        held[place[value]] += sign * count
                        assert held[place[value]] >= 0
        if move.kind == "exchange":
            assert points_given(move) == 0
    for party, purse in enumerate(plan.after.purses):
        assert list(purse.counts) == counts.get(party, [piece.count for piece in chip_set.pieces])


@pytest.mark.parametrize("netted", [False, True])
@given(chip_set=sets, hands=st.lists(payments, min_size=1, max_size=4))
@settings(max_examples=often(250, 50))
def test_everybody_keeps_what_is_theirs(netted, chip_set, hands):
    state, due = ChipState.start(chip_set), [chip_set.total] * 5
    for hand in hands:
        before, plan = state, hand_over(chip_set, state, hand, netted=netted)
        for payer, payee, points in hand:
            due[payer] -= points
            due[payee] += points
        state = plan.after
        assert [chips_worth(state, chip_set, party) for party in range(5)] == due
        conserved(before, plan, chip_set)
        assert all(loan >= 0 for loan in state.loans)
        assert all(debt.points > 0 for debt in state.debts)
        pairs = {frozenset((debt.debtor, debt.creditor)) for debt in state.debts}
        assert len(pairs) == len(state.debts)
        if netted:
            assert len([move for move in plan.moves if move.kind == "pay"]) < 5


def fewest_by_trying(nets):
    """The fewest payments that settle these gains and losses, by trying every one that clears a payer or a payee."""
    left = [net for net in nets if net]
    if not left:
        return 0
    best = len(left)
    for payer, payee in product(range(len(left)), repeat=2):
        if left[payer] < 0 < left[payee]:
            points = min(-left[payer], left[payee])
            after = list(left)
            after[payer] += points
            after[payee] -= points
            best = min(best, 1 + fewest_by_trying(after))
    return best


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=5))
@settings(max_examples=often(300, 100))
def test_nobody_settles_with_fewer_payments(gains):
    nets = dict(enumerate([*gains, -sum(gains)]))
    made = list(settled(nets))
    came_to = dict.fromkeys(nets, 0)
    for payer, payee, points in made:
        assert points > 0
        came_to[payer] -= points
        came_to[payee] += points
    assert came_to == nets
    assert len(made) == fewest_by_trying(list(nets.values()))


@given(chip_set=st.sampled_from([AMERICAN, STICKS, COINS]), hands=st.lists(payments, min_size=1, max_size=6))
@settings(max_examples=often(100, 40))
def test_ordinary_sets_owe_only_what_no_chip_is_worth(chip_set, hands):
    """With a smallest piece that measures all others the bank makes everything else payable."""
    state = ChipState.start(chip_set)
    for hand in hands:
        plan = hand_over(chip_set, state, hand)
        paid = {}
        for payer, payee, points in hand:
            for pair, sign in (((payer, payee), 1), ((payee, payer), -1)):
                paid[pair] = paid.get(pair, 0) + sign * points
        for pair in paid:
            due = paid[pair] + owed(state, *pair) - owed(state, *pair[::-1])
            moved = sum(
                points_given(move) * ((move.giver, move.taker) == pair)
                - points_given(move) * ((move.taker, move.giver) == pair)
                for move in plan.moves
            )
            assert abs(due - moved) < chip_set.measure
            assert due * (due - moved) >= 0
        state = plan.after


def purses(chip_set):
    return st.tuples(*[st.integers(0, 2 * piece.count) for piece in chip_set.pieces])


@pytest.mark.parametrize("chip_set", SETS.values(), ids=lambda one: one.name)
@pytest.mark.parametrize("other", ["whole", "empty"])
def test_every_sum_up_to_the_purse_is_paid_exactly(chip_set, other):
    whole = [piece.count for piece in chip_set.pieces]
    before = state_of(chip_set, whole, whole if other == "whole" else [0] * len(whole))
    for points in range(chip_set.measure, chip_set.total + 1, chip_set.measure):
        plan = hand_over(chip_set, before, [(0, 1, points)])
        assert (plan.after.debts, any(plan.after.loans)) == ((), False)
        assert chips_worth(plan.after, chip_set, 0) == chip_set.total - points
        conserved(before, plan, chip_set)


@given(data=st.data(), chip_set=st.sampled_from([*SETS.values()]))
@settings(max_examples=often(300, 60))
def test_what_two_purses_can_make_takes_the_fewest_pieces(data, chip_set):
    mine, theirs = data.draw(purses(chip_set)), data.draw(purses(chip_set))
    held = worth(chip_set.values, mine) // chip_set.measure
    if not held:
        return
    amount = data.draw(st.integers(1, held)) * chip_set.measure
    flow = between(chip_set.values, mine, theirs, amount)
    if flow is not None:
        assert worth(chip_set.values, flow) == amount
        ranges = [
            range(max(-back, n - 2), min(there, n + 2) + 1) for n, there, back in zip(flow, mine, theirs, strict=True)
        ]
        others = [one for one in product(*ranges) if worth(chip_set.values, one) == amount]
        assert sum(map(abs, flow)) == min(sum(map(abs, one)) for one in others)


@given(chip_set=sets, points=st.integers(1, 3000))
def test_what_is_borrowed_can_be_given_back(chip_set, points):
    start = ChipState.start(chip_set)
    try:
        plan = borrow(chip_set, start, 0, points)
    except RuleError as error:
        assert error.problems[0].code == "chips-cannot-say"
        return
    assert plan.after.loans[0] == points
    assert chips_worth(plan.after, chip_set, 0) == chip_set.total
    conserved(start, plan, chip_set)
    back = repay(chip_set, plan.after, 0, points)
    assert back.after.loans[0] == 0
    assert back.after.purses[0].total(chip_set) == chip_set.total
    conserved(plan.after, back, chip_set)
