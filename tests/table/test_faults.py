"""The referee: what each ruleset says of faults is whole, and what it costs is what a settlement comes to."""

import pytest

from mjcompanion.core.hand import By
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import Wind
from mjcompanion.printing.forms.rules_parts import parts
from mjcompanion.rules.fault import Follows, Who
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.table.events import PenaltyItem, PeopleItem
from mjcompanion.table.faults import consequences, east_then, paid, penalty, refund
from mjcompanion.table.settle import Ending, settle
from tests.table.making import begun, hand, put


@pytest.mark.parametrize("rules", RULESETS.values())
def test_faults_are_whole(rules):
    assert rules.single_player or rules.faults
    assert len({one.id for one in rules.faults}) == len(rules.faults)
    assert [one.custom for one in rules.faults] == sorted(one.custom for one in rules.faults)
    for one in rules.faults:
        assert one.words
        assert one.law
        assert one.source
        assert (one.payer is Who.NOBODY) is (one.payee is Who.NOBODY)
        assert (one.follows is Follows.PENALTY) <= (one.payer is not Who.NOBODY)
        assert (one.amount(Options()) is None) or one.payer is not Who.NOBODY
        assert consequences(one, rules, options_for(rules)).endswith(".")
    sheet = [part for part in parts(rules) if part.title == "Mistakes"]
    assert [len(part.entries) for part in sheet] == (
        [len(rules.faults) + any(one.custom for one in rules.faults)] if rules.faults else []
    )


@pytest.mark.parametrize(
    ("fault", "follows"),
    [  # text 2, part A, "Rules & Penalities", in its order
        ("error-hidden", Follows.NOTHING),  # "the game continues.....No penalty"
        ("out-of-turn", Follows.WARNING),  # "No player may pick a tile out of turn. Warning...no penalty."
        ("two-tiles", Follows.WARNING),  # "No player may look at more than one tile … Warning...no penalty."
        ("error-shown", Follows.DEAD),  # "is out of the game … must pay winner"
        ("error-all-shown", Follows.ENDS),  # "the game is over … All pay the player with the unexposed hand."
        ("discard-back", Follows.STANDS),  # "it cannot be exchanged.....{penalty} Play must stand."
        ("claim-misnamed", Follows.NO_CLAIM),  # "If incorrectly named the tile may not be claimed."
        ("wrong-count", Follows.DEAD),  # "his hand is considered dead … He must pay the winner."
        ("bet-shown", Follows.BET_OFF),  # "all bets are cancelled"
    ],
)
def test_the_club_follows_its_text(fault, follows):
    found = {one.id: one for one in Ruleset("american-club").faults}
    assert found[fault].follows is follows
    assert not found[fault].custom


def test_a_wrong_call_costs_what_its_settlement_does():
    rules = Ruleset("american-club")
    fault = next(one for one in rules.faults if one.id == "error-all-shown")
    options = options_for(rules, {"wrong_call_amount": 40})
    made = settle(rules, Ending(wrong_calls=(Wind.EAST, Wind.SOUTH, Wind.WEST)), options).payments
    assert {one.points for one in made} == {fault.amount(options)} == {40}
    assert paid(fault, rules, options) == "Each of the others pays the player whose hand was not shown 40."


def test_half_the_limit_follows_the_table():
    rules = Ruleset("traditional")
    fault = next(one for one in rules.faults if one.id == "false-mah-jongg")
    assert fault.amount(options_for(rules, {"limit": 500})) == 250
    told_without = paid(fault, rules, options_for(rules, {"limit": None, "east_double": False}))
    assert told_without == "The player at fault pays each of the others what the players agree on."


def test_east_at_fault_pays_everybody_double():
    assert penalty(0, (1, 2, 3), 150, "why", 0) == PenaltyItem(0, (1, 2, 3), 300, "why")
    assert penalty(0, (1, 2, 3), 150, "why", None) == PenaltyItem(0, (1, 2, 3), 150, "why")


@pytest.mark.parametrize(("changes", "points"), [({}, 128), ({"limit": None}, 384), ({"scale": (1, 2, 4)}, 4)])
def test_a_limit_that_a_table_of_faan_ends_is_paid_for_a_fault(changes, points):
    rules = Ruleset("hong-kong")
    fault = next(one for one in rules.faults if one.id == "false-mah-jongg")
    assert fault.amount(options_for(rules, changes)) == points


def test_who_pays_for_all_goes_by_where_people_sit():
    paid_for = hand(2, 0, 0, 100, 0, by=By.DISCARD, discarder=1)
    table = begun()
    assert refund(put(table, paid_for)) == (1, (0, 3), 100, True)
    others = put(table, PeopleItem(("eve", "brett", "chuck", "fay")))
    assert refund(put(others, paid_for)) == (1, (0, 3), 100, True), "Eve and Fay sit where Andy and Dave sat"
    swapped = put(put(table, paid_for), PeopleItem(("brett", "andy", "chuck", "dave")))
    assert refund(swapped) == (0, (1, 3), 100, True), "Andy was East, and Brett discarded"
    assert east_then(swapped) == 1
    gone = put(put(table, paid_for), PeopleItem(("eve", "brett", "chuck", "dave")))
    assert refund(gone) == (1, (3,), 100, False), "Andy is no longer here"
    assert east_then(gone) is None
    left = put(put(table, paid_for), PeopleItem(("andy", "eve", "chuck", "dave")))
    assert refund(left) is None
