"""A table and its events: whatever happens, the events alone make it again, and every correction can be traced."""

import random

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Wind
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.request import score_request
from mjcompanion.table.corrections import differences, winds_kept
from mjcompanion.table.events import (
    LONGEST_TEXT,
    BankItem,
    BetItem,
    Changed,
    Drop,
    Ended,
    HandItem,
    Number,
    PenaltyItem,
    Put,
    Redone,
    SeatsItem,
    Started,
    Tiles,
    Titled,
    Undone,
)
from mjcompanion.table.rotation import Turning
from mjcompanion.table.settle import MOST_POINTS, explain
from mjcompanion.table.table import apply, replay
from tests.kinds import TABLES
from tests.sample import often
from tests.table.making import (
    AT,
    begun,
    change,
    hand,
    put,
    random_hand,
    setup_of,
    why_not,
    with_items,
)

CHUCK = hand(0, 32, 16, 8, 8)
"""Andy wins with 32; Chuck is East at `first_east=2`."""


def shown(table):
    """All that a table shows, but for the events themselves."""
    there = [(*table.people, *table.bettors)[party] for party in table.parties]
    return table.items, table.rows, table.balances, table.position, there, table.title, table.ended


def code_of(act, *given):
    with pytest.raises(RuleError) as told:
        act(*given)
    assert str(told.value).endswith((".", "?"))
    assert str(told.value).isprintable()
    return told.value.problems[0].code


# --- an evening ------------------------------------------------------------------------------------------


def test_source_3_from_a_thousand_each():
    table = put(begun(first_east=2), CHUCK)
    assert table.balances == (1128, 992, 920, 960)
    (row,) = table.hands
    assert row.turn.why is Turning.EAST_LOST
    assert (table.position.east, table.position.wind_of(2)) == (3, Wind.NORTH)
    paid = {(one.payer, one.payee): (one.points, explain(one.payment)) for one in row.paid}
    assert paid[2, 0] == (64, "East pays double: East")
    assert [row.change(player) for player in range(4)] == [128, -8, -80, -40]
    assert [balance - row.change(player) for player, balance in enumerate(row.balances)] == [1000] * 4
    assert table.turn is row.turn


# --- corrections -----------------------------------------------------------------------------------------


@pytest.fixture
def evening():
    """Eight hands of classical; South wins each, so the seats move on every time."""
    table = begun()
    for _ in range(8):
        winner = table.position.player_at(Wind.SOUTH)
        table = put(table, hand(winner, *(32 if player == winner else 8 * player for player in range(4))))
    return table


def test_a_hand_corrected_five_hands_later_moves_winds_and_points(evening):
    third, last = evening.hands[2], evening.hands[-1]
    east = third.before.east
    corrected = apply(evening, change(Put(third.id, hand(east, 64, 64, 64, 64))))
    assert corrected.rows[:2] == evening.rows[:2]
    assert corrected.rows[0] is evening.rows[0]
    assert corrected.rows[2].turn.why is Turning.EAST_WON
    assert corrected.rows[3].before.east == east
    pairs = differences(evening, corrected)
    assert [pair.was.id for pair in pairs] == [row.id for row in evening.rows[2:]]
    assert [pair.turned for pair in pairs] == [False, True, True, True, True, True]
    assert pairs[-1].was is last
    assert shown(apply(corrected, Undone(at=AT, seq=corrected.can_undo))) == shown(evening)


@pytest.mark.parametrize("rules", TABLES)
def test_winds_kept_keeps_the_winds_of_any_correction(rules):
    rng = random.Random(f"{rules} kept")
    tried = 0
    for _ in range(often(150, 50)):
        table = begun(rules)
        while len(table.items) < 8:
            item = random_hand(rng, table)
            table = put(table, item) if why_not(table, change(Put(table.next_id, item))) is None else table
        place = rng.randrange(7)
        event = change(rng.choice([Put(table.rows[place].id, random_hand(rng, table)), Drop(table.rows[place].id)]))
        if why_not(table, event) is not None:
            continue
        kept = winds_kept(table, event)
        assert len(kept.changes) <= 2
        after = {row.id: row.before for row in apply(table, kept).rows}
        for row in table.rows[place + 1 :]:
            assert (after[row.id].seats, after[row.id].rounds) == (row.before.seats, row.before.rounds)
        tried += len(kept.changes) == 2
    assert tried > often(20, 5)


def test_traces_name_what_it_was_and_who_sat_where(evening):
    third = evening.hands[2]
    other = hand(None)
    table = apply(evening, Changed(at="2026-11-21T06:00:00Z", changes=(Put(third.id, other),)))
    table = apply(table, Changed(at="2026-11-21T06:01:00Z", changes=(Drop(table.rows[0].id),)))
    table = apply(
        table, Changed(at="2026-11-21T06:02:00Z", changes=(Put("late", PenaltyItem(0, (1,), 5), table.rows[2].id),))
    )
    table = apply(table, Undone(at="2026-11-21T06:03:00Z", seq=table.can_undo))
    table = put(table, hand(None))
    changed, dropped, inserted = table.traces
    assert (changed.at, changed.seq, changed.counts) == ("2026-11-21T06:00:00Z", 9, True)
    assert changed.was == third
    assert changed.was.before.seats == third.before.seats
    assert changed.now.item == other
    assert (dropped.was.id, dropped.now, dropped.counts) == (evening.rows[0].id, None, True)
    assert (inserted.was, inserted.now.item, inserted.counts) == (None, PenaltyItem(0, (1,), 5), False)
    assert inserted.now.before == table.rows[2].before


# --- tiles -----------------------------------------------------------------------------------------------


def test_how_the_hand_was_won_counts_when_it_is_counted_anew():
    table = begun()
    facts = {"rules": "classical", "hand": "123m 456p 99s (777z) [1111s] 1f", "round": "E"}
    won = {**facts, "win": {"tile": "9s", "by": "draw", "last_tile": True}}
    score = score_request({**won, "seat": "E"}).score
    item = HandItem(
        winner=0, by=By.DRAW, last_tile=True, scores=(Tiles(facts["hand"], score, Wind.EAST, Wind.EAST, "9s"), *[Number(0)] * 3)
    )  # fmt: skip
    table = put(table, item)
    assert table.rows[0].scores[0] == score
    moved = apply(table, change(Put("x", hand(1, 0, 2, 0, 0), table.rows[0].id)))
    assert moved.rows[1].before.wind_of(0) is Wind.NORTH
    assert moved.rows[1].scores[0] == score_request({**won, "seat": "N"}).score != score


# --- what can't be ---------------------------------------------------------------------------------------


def doctored(**changes):
    return [Started(at=AT, setup=msgspec.structs.replace(setup_of(), **changes))]


def with_rules(**changes):
    return doctored(rules=msgspec.structs.replace(setup_of().rules, **changes))


def pieces(*counted):
    chips = setup_of().rules.chips
    return with_rules(chips=msgspec.structs.replace(chips, pieces=counted))


ONE = setup_of().rules.chips.pieces[0]
HOUSE = setup_of().rules.options

REFUSED = {
    "nothing at all": ("event-first", []),
    "no beginning": ("event-first", [Ended(at=AT)]),
    "begun twice": ("event-first", [*doctored(), *doctored()]),
    "three players": ("four-players", doctored(players=("a", "b", "c", "a"))),
    "a nobody": ("four-players", doctored(players=("a", "b", "c", ""))),
    "a fifth East": ("event-damaged", doctored(first_east=4)),
    "East before the first": ("event-damaged", doctored(first_east=-1)),
    "debts from the start": ("starting-range", doctored(starting=-1)),
    "too much from the start": ("starting-range", doctored(starting=MOST_POINTS + 1)),
    "a long title": ("text-too-long", doctored(title="x" * (LONGEST_TEXT + 1))),
    "rules for one": ("event-damaged", with_rules(rules=Ruleset("kemp-chinese"))),
    "an option out of range": ("bad-option", with_rules(options=msgspec.structs.replace(HOUSE, wrong_call_amount=-5))),
    "no pieces": ("event-damaged", pieces()),
    "a worthless piece": ("event-damaged", pieces(msgspec.structs.replace(ONE, value=0))),
    "fewer than no pieces": ("event-damaged", pieces(msgspec.structs.replace(ONE, count=-1))),
    "a piece twice": ("event-damaged", pieces(ONE, ONE)),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_beginning_that_cannot_be_is_refused(case):
    code, events = REFUSED[case]
    assert code_of(replay, events) == code


HARM = {
    "undone what did not happen": ("nothing-to-undo", Undone(at=AT, seq=9)),
    "undone the beginning": ("nothing-to-undo", Undone(at=AT, seq=0)),
    "undone not the last": ("nothing-to-undo", Undone(at=AT, seq=1)),
    "undone before time": ("nothing-to-undo", Undone(at=AT, seq=-1)),
    "redone what was not undone": ("nothing-to-redo", Redone(at=AT, seq=2)),
    "begun again": ("event-first", Started(at=AT, setup=setup_of())),
    "a long title": ("text-too-long", Titled(at=AT, title="x" * (LONGEST_TEXT + 1))),
    "dropped what is not there": ("item-gone", change(Drop("x"))),
    "dropped twice": ("item-gone", change(Drop("1"), Drop("1"))),
    "put before what is not there": ("item-gone", change(Put("x", hand(None), "y"))),
    "a fifth winner": ("event-damaged", hand(4, 1, 1, 1, 1)),
    "a winner before the first": ("event-damaged", hand(-1, 1, 1, 1, 1)),
    "a fifth discarder": ("event-damaged", hand(1, 1, 1, 1, 1, by=By.DISCARD, discarder=7)),
    "a fifth dead hand": ("event-damaged", hand(None, dead=(5,))),
    "a fifth wrong call": ("event-damaged", hand(None, wrong_calls=(-3,))),
    "a bet on nobody": ("event-damaged", hand(None, bet=BetItem("Ann", 4))),
    "a fifth East": ("event-damaged", hand(None, east=4)),
    "rounds before the first": ("event-damaged", hand(None, rounds=-1)),
    "rounds without end": ("event-damaged", hand(None, rounds=10**9)),
    "a score that is missing": ("settle-score", hand(1, 1, None, 1, 1)),
    "a score beyond all": ("settle-score-range", hand(1, 10**30, 1, 1, 1)),
    "tiles that are none": ("digits-without-letter", HandItem(winner=0, scores=(Tiles("123q", 5, Wind.SOUTH, Wind.EAST), *[Number(1)] * 3))),
    "a last tile that is none": ("unreadable", HandItem(
        winner=0, by=By.DRAW, scores=(Tiles("123m", 5, Wind.SOUTH, Wind.EAST, "x"), *[Number(1)] * 3)
    )),
    "a long note": ("text-too-long", hand(None, note="x" * (LONGEST_TEXT + 1))),
    "a long reason": ("text-too-long", PenaltyItem(0, (1,), 5, "x" * (LONGEST_TEXT + 1))),
    "a long bettor": ("text-too-long", hand(None, bet=BetItem("x" * (LONGEST_TEXT + 1), 1))),
    "a penalty by nobody": ("event-damaged", PenaltyItem(4, (1,), 5)),
    "a penalty to nobody": ("event-damaged", PenaltyItem(0, (), 5)),
    "a penalty to a fifth": ("event-damaged", PenaltyItem(0, (1, 4), 5)),
    "a penalty to oneself": ("event-damaged", PenaltyItem(0, (1, 0), 5)),
    "a penalty that doubles for nobody paid": ("event-damaged", PenaltyItem(0, (1,), 5, "", (2,))),
    "a penalty beyond all when doubled": ("penalty-range", PenaltyItem(0, (1,), MOST_POINTS, "", (1,))),
    "a penalty to one twice": ("event-damaged", PenaltyItem(0, (1, 1), 5)),
    "a penalty of nothing": ("penalty-range", PenaltyItem(0, (1,), 0)),
    "a penalty beyond all": ("penalty-range", PenaltyItem(0, (1,), MOST_POINTS + 1)),
    "a chair for two": ("event-damaged", SeatsItem((0, 0, 1, 2), 0)),
    "new seats without East": ("event-damaged", SeatsItem((0, 1, 2, 3), 4)),
    "a loan to a fifth": ("event-damaged", BankItem(4, 100)),
    "a loan of nothing": ("event-damaged", BankItem(0, 0)),
    "a loan beyond all": ("event-damaged", BankItem(0, MOST_POINTS + 1)),
}  # fmt: skip


@pytest.mark.parametrize("case", HARM)
def test_what_cannot_happen_is_refused_and_changes_nothing(case):
    code, event = HARM[case]
    table = with_items(begun(), [hand(0, 1, 1, 1, 1), hand(None)])
    before = shown(table)
    event = event if hasattr(event, "at") else change(Put("x", event))
    found = why_not(table, event)
    with pytest.raises(RuleError) as told:
        apply(table, event)
    cause = told.value.__cause__ if found.code == "in-hand" else told.value
    assert cause.problems[0].code == code
    assert code_of(replay, (*table.events, event)) == found.code
    assert shown(table) == before


def test_items_are_counted_before_a_list_is_made_of_them(monkeypatch):
    monkeypatch.setattr("mjcompanion.table.table.MOST_ITEMS", 50)
    table = begun()
    hands = [change(Put(str(at), hand(None))) for at in range(51)]
    gone = change(Drop("7"))
    assert len(replay([*table.events, *hands[:50], gone, hands[50]]).hands) == 50
    assert code_of(replay, [*table.events, *hands]) == "too-many-items"


@pytest.mark.parametrize("rules", [Ruleset("nmjl"), Ruleset("classical")])
def test_the_most_points_move_chips_too(rules):
    table = begun(rules)
    assert table.chip_state
    item = HandItem(winner=0, by=By.DRAW, value=MOST_POINTS, jokerless=True)
    if rules is Ruleset("classical"):
        item = hand(0, MOST_POINTS, 0, 0, 0)
    table = put(table, item)
    assert sum(table.balances) == 4000
    assert table.chip_state
