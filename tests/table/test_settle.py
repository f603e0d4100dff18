"""Who pays whom: the sources' examples, a settlement written a second time, and everything that can't be."""

import random

import pytest

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.table.request import read_ending, settle_request
from mjcompanion.table.settle import MOST_POINTS, Ending, Penalty, Why, problems_of, settle
from tests.sample import often
from tests.table import brute

E, S, W, N = WINDS
SEATS = brute.SEATS


def net_of(**request):
    return settle_request(request)["net"]


# --- the examples of the sources -------------------------------------------------------------------------


def test_source_3_andy_brett_chuck_and_dave():
    """Chuck is East; Brett sits to his left, Andy opposite. “All from 1,000: A 1,128, B 992, C 920, D 960.”"""
    answer = settle_request({"rules": "classical", "winner": "W", "scores": {"W": 32, "N": 16, "E": 8, "S": 8}})
    assert answer == {
        "ok": True,
        "payments": [
            {"from": "E", "to": "W", "points": 64},
            {"from": "S", "to": "W", "points": 32},
            {"from": "N", "to": "W", "points": 32},
            {"from": "E", "to": "N", "points": 16},
            {"from": "S", "to": "N", "points": 8},
        ],
        "net": {"E": -80, "S": -40, "W": 128, "N": -8},
    }
    assert [1000 + answer["net"][seat] for seat in "WNES"] == [1128, 992, 920, 960]


@pytest.mark.parametrize(
    ("asked", "paid"),
    [
        ({"by": "discard", "from": "S"}, {"S": 50, "W": 25, "E": 25}),
        ({"by": "draw"}, {"S": 50, "W": 50, "E": 50}),
        ({"by": "discard", "from": "S", "jokerless": True}, {"S": 100, "W": 50, "E": 50}),
        ({"by": "draw", "jokerless": True}, {"S": 100, "W": 100, "E": 100}),
        ({"by": "draw", "jokerless": True, "singles_and_pairs": True}, {"S": 50, "W": 50, "E": 50}),
        ({"by": "discard", "from": "E", "jokerless": True, "singles_and_pairs": True}, {"S": 25, "W": 25, "E": 50}),
        ({"by": "discard", "from": "S", "dead": ["W", "E"]}, {"S": 50, "W": 25, "E": 25}),
    ],
)
def test_source_5_the_payouts(asked, paid):
    answer = settle_request({"rules": "nmjl", "value": 25, "winner": "N", **asked})
    assert {one["from"]: one["points"] for one in answer["payments"]} == paid
    assert {one["to"] for one in answer["payments"]} == {"N"}


@pytest.mark.parametrize(
    ("asked", "paid"),
    [
        ({"by": "discard", "from": "S"}, {"S": 50, "W": 25, "E": 25}),
        ({"by": "discard", "from": "S", "jokerless": True}, {"S": 50, "W": 25, "E": 25}),
        ({"by": "draw"}, {"S": 25, "W": 25, "E": 25}),
        ({"by": "draw", "jokerless": True}, {"S": 50, "W": 50, "E": 50}),
        ({"by": "draw", "jokerless": True, "singles_and_pairs": True}, {"S": 50, "W": 50, "E": 50}),
        ({"by": "draw", "dead": ["S"], "wrong_calls": ["W", "E"]}, {"S": 25, "W": 25, "E": 25}),
        ({"by": "discard", "from": "W", "wrong_calls": ["S"]}, {"S": 25, "W": 50, "E": 25}),
    ],
)
def test_source_2a_the_payouts(asked, paid):
    answer = settle_request({"rules": "american-club", "value": 25, "winner": "N", **asked})
    assert {one["from"]: one["points"] for one in answer["payments"]} == paid


@pytest.mark.parametrize(
    ("options", "each"), [({}, 25), ({"wrong_call_amount": 10}, 10), ({"wrong_call_amount": 0}, 0)]
)
def test_source_2a_three_hands_shown_all_pay_the_fourth(options, each):
    net = net_of(rules="american-club", wrong_calls=["N", "E", "S"], options=options)
    assert net == {"E": -each, "S": -each, "W": 3 * each, "N": -each}


BET = {"rules": "american-club", "value": 25, "winner": "N", "by": "discard", "from": "S"}


@pytest.mark.parametrize(
    ("asked", "won"),
    [
        ({"on": "N"}, 100),  # what the winner gets
        ({"on": "S"}, -50),  # what the backed player pays
        ({"on": "E"}, -25),
        ({"on": "N", "shown": True}, 0),
        ({"on": "S", "shown": True}, 0),
    ],
)
def test_source_2a_the_bettor(asked, won):
    assert net_of(**BET, bettor={"name": "Ann", **asked})["Ann"] == won


def test_source_2a_penalties_and_awards_of_the_backed_player_are_the_bettors_too():
    penalties = [{"from": "E", "to": "N", "points": 25}, {"from": "W", "to": "E", "points": 5}]
    net = net_of(**BET, bettor={"name": "Ann", "on": "E"}, penalties=penalties)
    assert net["Ann"] == -25 - 25 + 5
    assert net_of(rules="american-club", wrong_calls=["N", "E", "S"], bettor={"name": "Ann", "on": "W"})["Ann"] == 75
    assert net_of(rules="american-club", wrong_calls=["N", "E", "S"], bettor={"name": "Ann", "on": "S"})["Ann"] == -25


# --- a settlement written a second time ------------------------------------------------------------------


def payments_of(answer):
    paid = {}
    for one in answer["payments"]:
        assert one["points"] > 0
        pair = one["from"], one["to"]
        paid[pair] = paid.get(pair, 0) + one["points"]
    return paid


DOUBLING = {Why.EAST, Why.DISCARDER, Why.ROBBED, Why.SELF_DRAWN, Why.JOKERLESS}


@pytest.mark.parametrize("rules", brute.SETTLED)
def test_against_the_settlement_written_a_second_time(rules):
    rng = random.Random(rules)
    paid_something = 0
    for _ in range(often(6_000, 1_500)):
        request = brute.random_request(rng, rules)
        answer, expected = settle_request(request), brute.payments(request)
        for one in settle(*read_ending(request)).payments:
            assert one.reasons
            assert Why.PENALTY in one.reasons or one.points == one.base * one.factor
            assert one.factor == 2 ** len(set(one.reasons) & DOUBLING)
        parties = [*SEATS, *([request["bettor"]["name"]] if "bettor" in request else [])]
        assert payments_of(answer) == expected, request
        assert answer["net"] == brute.net(expected, parties), request
        assert list(answer["net"]) == parties
        assert sum(answer["net"].values()) == 0
        paid_something += bool(expected)
    assert paid_something > often(4_500, 1_100)


# --- what can't be ---------------------------------------------------------------------------------------

FOUR = {"E": 2, "S": 4, "W": 6, "N": 8}
CLASSICAL = {"rules": "classical", "scores": FOUR, "winner": "N"}
NMJL = {"rules": "nmjl", "value": 25, "winner": "N", "by": "draw"}
CLUB = {**NMJL, "rules": "american-club"}
TOO_MANY = MOST_POINTS + 1

WRONG = [
    ("no-payments", {"rules": "simple"}),
    ("draw-with-win", {**CLASSICAL, "winner": None, "by": "draw"}),
    ("settle-by", {**NMJL, "by": None}),
    ("settle-from", {**NMJL, "by": "discard"}),
    ("settle-robbed", {**NMJL, "by": "robbed-kong"}),
    ("settle-from-drawn", {**NMJL, "from": "S"}),
    ("settle-own-discard", {**NMJL, "by": "discard", "from": "N"}),
    ("settle-deal", {**CLASSICAL, "by": "deal"}),
    ("first-discard-east", {**CLASSICAL, "winner": "E", "by": "first-discard"}),
    ("settle-first-discard", {**CLASSICAL, "by": "first-discard", "from": "S"}),
    ("settle-value", {**NMJL, "value": None}),
    ("settle-value-range", {**NMJL, "value": 0}),
    ("settle-score", {**CLASSICAL, "scores": {"E": 1, "S": 1, "W": 1}}),
    ("settle-score", {**CLASSICAL, "scores": None, "options": {"losers_settle": False}}),
    ("settle-loser-score", {**CLASSICAL, "scores": {"E": 1, "S": None, "W": 1, "N": 2}}),
    ("settle-score-range", {**CLASSICAL, "scores": {**FOUR, "E": -2}}),
    ("settle-wrong-calls-rules", {**NMJL, "wrong_calls": ["E"]}),
    ("settle-dead-rules", {**CLASSICAL, "dead": ["E"]}),
    ("settle-dead-wins", {**NMJL, "dead": ["N"]}),
    ("settle-dead-wins", {**CLUB, "wrong_calls": ["N"]}),
    *(("settle-dead-discards", {**one, "by": "discard", "from": "S", "dead": ["S"]}) for one in (NMJL, CLUB)),
    ("settle-dead-discards", {**CLUB, "by": "discard", "from": "S", "wrong_calls": ["S"]}),
    *(("unknown-by", {**one, "by": "robbed-kong", "from": "S"}) for one in (NMJL, CLUB)),
    *(("unknown-by", {**one, "by": by}) for one in (NMJL, CLUB) for by in ("kong-replacement", "flower-replacement")),
    ("settle-all-wrong", {"rules": "american-club", "wrong_calls": list(SEATS)}),
    ("settle-wrong-calls-end", {**CLUB, "wrong_calls": ["E", "S", "W"]}),
    ("settle-bettor-rules", {**NMJL, "bettor": {"name": "Ann", "on": "E"}}),
    ("settle-bettor-seat", {**CLUB, "bettor": {"name": "East", "on": "E"}}),
    ("penalty-self", {**NMJL, "penalties": [{"from": "E", "to": "E", "points": 1}]}),
    ("penalty-range", {**NMJL, "penalties": [{"from": "E", "to": "S", "points": 0}]}),
    ("unknown-rules", {"rules": "made-up"}),
    ("unknown-option", {**NMJL, "options": {"eastdouble": True}}),
    ("bad-option", {**NMJL, "options": {"wrong_call_amount": -1}}),
    ("bad-request", {**NMJL, "winner": "n"}),
    ("bad-request", {**CLASSICAL, "scores": {"X": 3}}),
    ("unknown-by", {**NMJL, "by": "charleston"}),
    ("bad-request", None),
    ("bad-request", {}),
    ("bad-request", {**NMJL, "colour": 3}),
    ("bad-request", {**NMJL, "value": TOO_MANY}),
    ("bad-request", {**CLASSICAL, "scores": {**FOUR, "E": TOO_MANY}}),
    ("bad-request", {**NMJL, "dead": ["E", "E"]}),
    ("bad-request", {**CLUB, "bettor": {"name": " ", "on": "E"}}),
    ("bad-request", {**CLUB, "bettor": {"name": "x" * 10_001, "on": "E"}}),
    ("bad-request", {**NMJL, "penalties": [{"from": "E", "to": "S"}]}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "request_"), WRONG, ids=[f"{at}-{one[0]}" for at, one in enumerate(WRONG)])
def test_what_cannot_be_is_one_sentence(code, request_):
    with pytest.raises(RuleError) as told:
        settle_request(request_)
    assert told.value.problems[0].code == code
    said = str(told.value)
    assert said.isprintable()
    assert said.endswith((".", "?"))
    assert len(said) < 500


@pytest.mark.parametrize("rules", brute.AMERICAN)
@pytest.mark.parametrize(
    "facts", [{"by": By.ROBBED_KONG}, {"by": By.DISCARD, "dead": (S,)}, {"by": By.DISCARD, "wrong_calls": (S,)}]
)
def test_a_hand_that_was_stored_before_counts_as_it_was(rules, facts):
    if rules == "nmjl" and "wrong_calls" in facts:
        facts = {**facts, "wrong_calls": (), "dead": (S,)}
    ending = Ending(N, discarder=S, value=25, **facts)
    assert list(problems_of(Ruleset(rules), ending, Options()))
    assert settle(Ruleset(rules), ending, stored=True).net == {"E": -25, "S": -50, "W": -25, "N": 100}


@pytest.mark.parametrize("rules", [rules for rules in RULESETS.values() if rules.settles_value])
def test_everything_wrong_is_found_at_once(rules):
    ending = Ending(N, By.DEAL, S, value=0, dead=(N,), penalties=(Penalty(E, E, 0),))
    codes = [one.code for one in problems_of(rules, ending, options_for(rules))]
    assert codes == [
        "settle-deal", "settle-from-drawn", "settle-value-range", "settle-dead-wins", "penalty-self", "penalty-range",
    ]  # fmt: skip


def test_the_most_points_can_be_settled():
    net = net_of(rules="nmjl", winner="N", by="draw", jokerless=True, value=MOST_POINTS)
    assert net["N"] == 12 * MOST_POINTS
    scores = dict.fromkeys("SWN", 0) | {"E": MOST_POINTS}
    assert net_of(rules="classical", winner="S", scores=scores)["E"] == 4 * MOST_POINTS
