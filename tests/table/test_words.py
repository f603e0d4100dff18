"""What is said of a table in another language: no English word is left in it."""

import itertools

import pytest

from mjcompanion.core.chips import AMERICAN, SETS, STICKS, ChipKind, ChipSet
from mjcompanion.core.hand import AT_TABLES, NO_FEATS, TAKEN, By
from mjcompanion.core.options import OptionKind, Options
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table import chips, words
from mjcompanion.table.club_rules import ClubRules, differences_text, read_club_rules, value_words, write_club_rules
from mjcompanion.table.events import BankItem, BetItem, HandItem, PenaltyItem, SeatsItem
from mjcompanion.table.rotation import Position, Turning, turn_after
from mjcompanion.table.rows import TableRow
from mjcompanion.table.rules import TableRules
from mjcompanion.table.settle import Bet, Ending, Penalty, Why, because, explain, settle
from mjcompanion.table.table import Trace
from tests.kinds import ALL, TABLES
from tests.plain import NAMES, assert_said, plain

pytestmark = pytest.mark.usefixtures("pseudo")

SEATED = Position((0, 1, 2, 3), 0, 0)


def settlements():
    """Every kind of ending that can be settled."""
    for by, dead, jokerless in itertools.product(Ruleset("nmjl").win_types, ((), (Wind.NORTH,)), (False, True)):
        discarder = Wind.EAST if by in TAKEN else None
        winner = Wind.EAST if by is By.DEAL else Wind.SOUTH
        bet = Bet("林", winner)
        own = Ending(winner, by, discarder, value=25, jokerless=jokerless, dead=dead)
        club = Ending(winner, by, discarder, value=25, jokerless=jokerless, dead=dead, bet=bet)
        yield from settle(Ruleset("nmjl"), own).payments
        yield from settle(Ruleset("american-club"), club).payments
    robbed = Ending(Wind.WEST, By.ROBBED_KONG, Wind.EAST, scores=(8, 8, 32, 16))
    yield from settle(Ruleset("hong-kong"), robbed).payments
    yield from settle(Ruleset("classical"), Ending(Wind.WEST, scores=(8, 8, 32, 16))).payments
    shown = Ending(wrong_calls=WINDS[:3], penalties=(Penalty(Wind.EAST, Wind.SOUTH, 5), Penalty(*WINDS[:2], 5, "啊")))
    yield from settle(Ruleset("american-club"), shown).payments


def test_reasons():
    paid = list(settlements())
    assert {why for one in paid for why in one.reasons} == set(Why)
    assert {one.factor for one in paid} == {1, 2, 4}
    assert_said(explain(one) for one in paid)
    assert_said(said for one in paid if (said := because(one)))


def test_sentences():
    turns = [
        turn_after(rules, Position((0, 1, 2, 3), east, 0), winner, options, wall_again=again, feats=said)[1]
        for rules in TABLES
        for east, winner, again in itertools.product((0, 3), (None, 0, 1), (False, True))
        for said in (NO_FEATS, frozenset({"ninth_win"}))
        for options in (Options(), options_for(Ruleset("classical"), {"east_stays_after_draw": True}))
    ]
    assert {turn.why for turn in turns} == set(Turning)
    assert any(turn.new_round for turn in turns)
    assert_said(turn.sentence("李") for turn in turns)


def rows():
    """Every kind of row, and hands that ended in every way."""
    items = [
        PenaltyItem(0, (1,), 30),
        PenaltyItem(0, (1, 2, 3), 30, "啊"),
        SeatsItem((0, 1, 2, 3), 2),
        BankItem(0, 1200),
        BankItem(0, -1200),
        HandItem(),
        HandItem(wrong_calls=(1, 2, 3)),
    ]
    for by, discarder in itertools.product((None, *AT_TABLES), (None, 2)):
        items.append(HandItem(winner=1, by=by, discarder=discarder, last_tile=True))
    for shown in (False, True):
        bet = BetItem("林", 1, shown)
        items.append(
            HandItem(
                winner=1, value=1200, jokerless=True, singles_and_pairs=True, dead=(0, 2), wrong_calls=(3,), bet=bet
            )
        )
    for item in items:
        number = 1200 if isinstance(item, HandItem) else 0
        yield TableRow("1", item, number, SEATED, SEATED, (), (), (8, 1200, None, None))


def test_rows_and_corrections():
    every = list(rows())
    assert_said(words.row_title(row) for row in every)
    assert_said(words.outcome(row, NAMES) for row in every)
    sides = itertools.product((None, *every), (None, every[-1]), (True, False))
    traces = [Trace(1, "", was, now, counts) for was, now, counts in sides]
    assert_said(words.trace_title(trace) for trace in traces)
    assert_said(line for trace in traces for line in words.trace_lines(trace, NAMES))
    assert_said([words.seated(SEATED, NAMES), words.counted(1, "hand"), words.counted(1200, "point")])


def test_payments():
    party = {str(wind): number for number, wind in enumerate(WINDS)} | {"林": 4}
    assert_said(
        words.payment_words(words.Paid(party[one.payer], party[one.payee], one.points, one), NAMES)
        for one in settlements()
    )


def test_chips():
    told = [
        chips.ChipNote(code, 1, other, points)
        for code in ("owes", "settled", "bank-lends", "changed", "comes")
        for other in (chips.BANK, 2)
        for points in (1, 5)
    ]
    told += [
        chips.ChipMove(giver, taker, ((100, 1), (5, 2)), back, kind)
        for giver, taker, kind in ((1, 2, "pay"), (1, -1, "exchange"), (-1, 1, "loan"), (1, -1, "repay"))
        for back in ((), ((5, 3),))
    ]
    assert_said(chips.describe(one, NAMES) for one in told)
    state = chips.borrow(AMERICAN, chips.ChipState.start(AMERICAN), 0, 200).after
    owing = chips.hand_over(AMERICAN, state, [(0, 1, 102)]).after
    assert owing.debts
    empty = chips.ChipState((chips.Purse((0, 0, 0)),) * 4, (0,) * 4)
    assert_said(words.purse_words(AMERICAN, one, 0, NAMES) for one in (owing, empty))
    own = ChipSet(chips.OWN_CHIPS, (ChipKind(10, 20),))
    assert_said(words.chips_words(one) for one in (None, AMERICAN, STICKS, own))
    assert_said([value_words(own)])


@pytest.mark.parametrize("rules", TABLES)
def test_options(rules):
    values = {OptionKind.LIMIT: None, OptionKind.EVEN: 2, OptionKind.NUMBER: 1200, OptionKind.SCALE: (0, 1200)}
    changes = {}
    for spec in rules.options_used():
        own = getattr(options_for(rules), spec.key)
        if spec.kind is OptionKind.CHOICE:
            changes[spec.key] = next(choice for choice in spec.choices if choice != own)
        else:
            changes[spec.key] = not own if spec.kind is OptionKind.BOOL else values[spec.kind]
    for options in (options_for(rules), options_for(rules, changes)):
        own = TableRules.of(rules, options, name="乙")
        if told := words.options_words(own):
            assert_said(said for said, _ in told)
        assert_said([words.rules_title(own), words.rules_title(TableRules.of(rules, options))])
    ours = ClubRules.of("乙", rules, changes)
    assert_said(differences_text(ours).splitlines())
    assert_said(differences_text(ClubRules.of("乙", rules)).splitlines())


@pytest.mark.parametrize("rules", ALL)
def test_the_remarks_of_a_file(rules):
    own = ChipSet("甲", (ChipKind(10, 20),))
    ours = ClubRules.of("乙", rules, {"limit": 500, "basal": 20, "wrong_call_amount": 50}, chips=own, note="丙")
    text = write_club_rules(ours)
    assert read_club_rules(text) == ours
    choices = [choice for spec in rules.options_used() for choice in spec.choices]
    keys = (*options_for(rules).__struct_fields__, *choices, "true", "false", "none", "null")
    remarks = [line[2:] for line in text.splitlines() if line.startswith("# ") and " = " not in line]
    assert len(remarks) > 5
    assert not [word for line in remarks for word in plain(line, (*keys, *SETS))]
