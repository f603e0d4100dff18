"""The end of an evening: places, the best hand, and the fewest hand-overs that clear everything."""

import random

import msgspec
import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.chips import BANK
from mjcompanion.table.events import BankItem, Ended, PenaltyItem, PeopleItem, Started
from mjcompanion.table.final_settlement import Transfer, best_hand, chips_back, clear_up, places, standings
from mjcompanion.table.table import apply, replay
from tests.sample import often
from tests.table.making import AT, begun, hand, put, random_item, setup_of, with_items

NAMES = ("Andy", "Brett", "Chuck", "Dave")


def without_chips(rules=Ruleset("classical")):
    setup = setup_of(rules)
    return replay(
        [Started(at=AT, setup=msgspec.structs.replace(setup, rules=msgspec.structs.replace(setup.rules, chips=None)))]
    )


def penalties(table, *paid):
    return with_items(table, [PenaltyItem(payer, (payee,), points) for payer, payee, points in paid])


def test_who_shares_a_place_and_what_they_won():
    table = penalties(without_chips(), (0, 1, 20), (0, 2, 20))
    assert standings(table) == ((1, 1, 1020, 20), (1, 2, 1020, 20), (3, 3, 1000, 0), (4, 0, 960, -40))


def test_a_guest_who_left_has_a_place_and_the_start_of_each_is_taken_off():
    table = without_chips()
    one, two, three, four = table.setup.players
    table = put(table, PeopleItem((one, two, three, "eve"), points=(("eve", 200),)))
    table = penalties(table, (0, 3, 500))
    table = put(table, PeopleItem((one, two, three, four)))
    found = standings(table)
    assert (found[0].place, table.people[found[0].player], found[0].points, found[0].net) == (1, "eve", 700, 500)
    assert len(found) == 5
    assert places(table) == {}, "nobody has a place before the end"
    ended = apply(table, Ended(at="2026-11-21T22:00:00Z"))
    assert sorted(places(ended).values()) == [1, 2, 2, 2, 5]


def test_the_best_hand_is_the_first_of_the_highest():
    table = with_items(begun(), [hand(1, 8, 64, 8, 8), hand(2, 8, 8, 128, 8), hand(3, 8, 8, 8, 128), hand(None)])
    assert best_hand(table).number == 2
    assert best_hand(begun()) is None


def test_two_pairs_that_are_even_pay_each_other():
    table = penalties(without_chips(), (0, 1, 20), (2, 3, 35))
    assert clear_up(table) == (Transfer(2, 3, 35), Transfer(0, 1, 20))


def test_nobody_pays_by_rules_that_only_add_up():
    table = with_items(begun(Ruleset("simple"), starting=0), [hand(0, 20, None, None, None)])
    assert clear_up(table) == ()
    assert standings(table)[0].net == 20


@pytest.mark.parametrize("rules", [Ruleset("classical"), Ruleset("american-club"), Ruleset("hong-kong")])
def test_everybody_has_a_full_set_again(rules):
    for number in range(often(40, 6)):
        rng = random.Random(f"{rules} clearing {number}")
        table = begun(rules)
        for _ in range(rng.randint(1, 12)):
            try:
                table = put(table, random_item(rng, table))
            except RuleError:
                continue
        check(table, clear_up(table))
        chips, state, back = table.rules.chips, table.chip_state, chips_back(table)
        if chips is None:
            assert back == {}
            continue
        full = [piece.count for piece in chips.pieces]
        for party in table.parties:
            held = state.purse(chips, party).counts
            taken = back.get(party, (0,) * len(full))
            assert [have + some for have, some in zip(held, taken, strict=True)] == full
        assert not any(map(sum, zip(*back.values(), strict=True)))


def test_the_bank_takes_back_what_it_lent():
    table = penalties(put(begun(Ruleset("nmjl")), BankItem(3, 200)), (3, 0, 400))
    values = table.rules.chips.values
    assert sum(value * count for value, count in zip(values, chips_back(table)[BANK], strict=True)) == 200


def check(table, moves):
    """Afterwards nobody has won or lost anything."""
    nets = {party: points - table.setup.starting for party, points in enumerate(table.balances)}
    for one in moves:
        assert one.points > 0
        nets[one.payer] += one.points
        nets[one.payee] -= one.points
    assert not any(nets.values())
    assert len(moves) < len(nets)
