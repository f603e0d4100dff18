"""Figures over kept hands, games and sessions, beside sums that a person would make of all rows, one after the other."""

import random
import statistics
from collections import defaultdict
from fractions import Fraction

import pytest

from mjcompanion import RULESETS, Hand, HowWon, ScoringContext, score
from mjcompanion.core.hand import By
from mjcompanion.core.options import OPTIONS
from mjcompanion.ledger.hand_records import record_of
from mjcompanion.ledger.values import GameFilter, KeptFilter
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.table.events import Changed, Ended, HandItem, PenaltyItem, PeopleItem, Put
from mjcompanion.table.house_key import house_of, read_house
from tests.ledger import gaming
from tests.ledger.making import at, play, put

HANDS = (
    "123m456p99s(777z)[1111s]",
    "[1111z][2222z][3333z][4444z]55z",
    "234m567m55s(666z)(234p)",
    "222m333p444s55z(678m)",
)


def hand_by(rules, hand, house=None, discards=None, name="", **more):
    """What is kept of a hand by these house rules."""
    ruleset = RULESETS[rules]
    house = None if house is None else options_for(ruleset, house)
    tiles = Hand.parse(hand)
    won = HowWon(by=By.DRAW, tile=tiles.concealed[-1])
    context = ScoringContext(ruleset, win=won, discards=discards, house=house, **more)
    return record_of(score(tiles, context), "", name)


def fill(ledger, seed=1, hands=60, games=90):
    """Hands of several rules, house rules and people; games, some of them on deals played before."""
    rng = random.Random(seed)
    for number in range(hands):
        rules = rng.choice(("classical", "traditional", "kemp-chinese", "simple"))
        houses = (None, None, {"limit": 1000}, {"limit": 1000, "chips": "american"})
        house = rng.choice(houses) if rules == "classical" else None
        discards = rng.randrange(20, 80) if rules == "kemp-chinese" else None
        record = hand_by(rules, rng.choice(HANDS), house, discards, name="Tuesday" if house else "")
        when = f"2026-{rng.randrange(1, 7):02}-11T12:{number % 60:02}:00Z"
        row = ledger.hands.keep(record, at=when, player=rng.choice(("Ann", "ann", "Bob")))
        if rng.random() < 0.1:
            ledger.hands.remove(row.uid)
    for number in range(games):
        rules = rng.choice(("kemp-chinese", "kemp-american", "simple"))
        final = Fraction(rng.randrange(8, 900), rng.choice((1, 3, 127))) if rng.random() < 0.6 else None
        winner = "W" if final is None and rng.random() < 0.4 else ""
        (added,) = gaming.add(ledger, gaming.row(number, rules, final, seed=rng.randrange(40), winner=winner))
        if rng.random() < 0.1:
            ledger.games.remove(added.uid)


def sums(rows, value, when, seen=None):
    """What a person would work out of some rows, all by the same rules."""
    played = [row for row in rows if not (seen and seen(row))]
    values = [value(row) for row in played if row.won]
    quartiles = (
        statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [*values] * 3 or [None] * 3
    )
    months = defaultdict(list)
    for row in played:
        months[when(row)[:7]].append(row)
    return {
        "played": len(played),
        "won": sum(row.won for row in played),
        "seen": len(rows) - len(played),
        "mean": sum(values) / Fraction(len(values)) if values else None,
        "low": quartiles[0],
        "median": quartiles[1],
        "high": quartiles[2],
        "best": max(values, default=None),
        "finals": len(values),
        "months": {
            month: (len(some), sum(row.won for row in some), _mean([value(row) for row in some if row.won]))
            for month, some in months.items()
        },
    }


def _mean(values):
    return sum(values) / Fraction(len(values)) if values else None


def told(one):
    """The same of what the ledger says."""
    best = one.best
    return {
        **{name: getattr(one, name) for name in ("played", "won", "seen", "mean", "low", "median", "high")},
        "best": None if best is None else value_of(best),
        "finals": sum(bar.count for bar in one.finals),
        "months": {month.month: (month.played, month.won, month.mean) for month in one.months},
    }


def value_of(row):
    """What a row counts: its final in hundredths, or its score."""
    return Fraction(row.score) if row.final_cents is None else Fraction(row.final_cents, 100)


def kept_by_rules(ledger, **wanted):
    found = defaultdict(list)
    for row in ledger.hands.page(KeptFilter(**wanted), limit=1_000).rows:
        found[row.rules, house_of(ledger.hands.get(row.uid).record["request"])].append(row)
    return found


@pytest.mark.parametrize(
    "wanted", [{}, {"player": "ANN"}, {"rules": "classical", "since": "2026-03-01", "until": "2026-04-30"}]
)
def test_real_hands_are_added_up_by_their_rules_and_never_over_two(ledger, wanted):
    fill(ledger)
    due = {kind: sums(rows, value_of, lambda row: row.at) for kind, rows in kept_by_rules(ledger, **wanted).items()}
    found = ledger.statistics.hands(KeptFilter(**wanted))
    assert {(one.rules, one.house): told(one) for one in found} == due
    assert all(one.real for one in found)
    assert {one.house for one in found if one.rules == "classical"} == {"", '{"limit":1000}'}
    assert {one.name for one in found if one.house} == {"Tuesday"}


@pytest.mark.parametrize("with_seen", [False, True])
def test_virtual_games_are_added_up_without_deals_seen_before(ledger, with_seen):
    fill(ledger)
    every = [*ledger.games.page(limit=1_000).rows, *ledger.games.page(GameFilter(put_aside=True), limit=1_000).rows]
    begun = sorted(every, key=lambda row: row.finished_at)
    first = {}
    for row in begun:
        first.setdefault((row.rules, row.seed), row.uid)

    def seen(row):
        return first[row.rules, row.seed] != row.uid

    assert {row.uid for row in every if row.seen} == {row.uid for row in every if seen(row)} != set()
    by_rules = defaultdict(list)
    for row in ledger.games.page(limit=1_000).rows:
        by_rules[row.rules].append(row)
    found = ledger.statistics.games(with_seen=with_seen)
    for one in found:
        due = sums(by_rules[one.rules], value_of, lambda row: row.finished_at, None if with_seen else seen)
        assert told(one) == {**due, "seen": sum(map(seen, by_rules[one.rules]))}
        counted = [row for row in by_rules[one.rules] if with_seen or not seen(row)]
        assert one.lost == sum(bool(row.winner) and not row.won for row in counted)
        assert one.lost + one.won + one.used_up == one.played
        factors = [row.factor for row in counted if row.won and row.factor is not None]
        assert one.factor == (pytest.approx(float(_mean(factors))) if factors else None)
        assert one.mean_of_all == sum(value_of(row) for row in counted if row.won) / Fraction(len(counted))
    assert [one.rules for one in found] == sorted(by_rules)


def test_a_hand_that_was_not_won_counts_as_a_hand_and_in_no_average(ledger):
    ledger.hands.keep(hand_by("classical", HANDS[0]), at=at(1))
    lost = record_of(score(Hand.parse("111z222z345m1289p"), ScoringContext(RULESETS["classical"], winner=False)), "")
    ledger.hands.keep(lost, at=at(2))
    (one,) = ledger.statistics.hands()
    (best,) = [row for row in ledger.hands.page().rows if row.won]
    assert (one.played, one.won, one.mean, one.best) == (2, 1, best.score, best)


def test_what_differs_in_rules_is_told_by_the_key():
    told = {"options": {spec.key: "x" for spec in OPTIONS}, "card": "companion"}
    assert set(read_house(house_of(told))) == {spec.key for spec in OPTIONS if spec.scores} | {"card"}
    assert [house_of(one) for one in ({}, {"options": {"chips": "american"}}, {"options": 3, "card": 4})] == [""] * 3
    assert read_house("[1") == read_house("") == {}


def test_kemps_factor_is_that_of_hands_that_have_one(ledger):
    records = [hand_by("kemp-chinese", HANDS[0], discards=discards) for discards in (40, 41, 77)]
    for number, record in enumerate(records):
        ledger.hands.keep(record, at=at(number))
    due = _mean([Fraction(record["answer"]["factor"]) for record in records])
    for number, factor in enumerate(("1e999999999", "1/0", "9" * 400, None, ["x"]), 3):
        ledger.hands.keep({**record, "answer": {**record["answer"], "factor": factor}}, at=at(number))
    (one,) = ledger.statistics.hands()
    assert (one.played, one.factor) == (8, pytest.approx(float(due)))


# sessions


def test_five_at_a_session_have_five_places(ledger):
    """Nobody but the fourth is fourth; rules under which four sat have four places."""
    uid = play(ledger, 0)
    one, two, three, four = ledger.sessions.get(uid).players
    eve = ledger.players.add("Eve").uid
    ledger.sessions.append(uid, 1, Changed(at=at(1), changes=(Put("1", PeopleItem((eve, two, three, four), (one,))),)))
    fines = ((0, 1, 40), (0, 2, 30), (0, 3, 20))
    for number, (payer, payee, points) in enumerate(fines, 2):
        fine = Changed(at=at(number), changes=(Put(f"p{number}", PenaltyItem(payer, (payee,), points, "")),))
        ledger.sessions.append(uid, number, fine)
    ledger.sessions.append(uid, 5, put(5, HandItem()))
    ledger.sessions.append(uid, 6, Ended(at=at(60)))
    other = play(ledger, 1, rules=Ruleset("hong-kong"), moment=at(100))
    ledger.sessions.append(other, 2, Ended(at=at(160)))
    classical, hong_kong = ledger.statistics.sessions()
    assert sorted(seat.places for seat in classical.players) == sorted(
        tuple(int(at == place) for at in range(5)) for place in range(5)
    )
    assert {len(seat.places) for seat in hong_kong.players} == {4}
    assert [one.rules for one in (classical, hong_kong)] == ["classical", "hong-kong"]


def test_who_has_as_much_as_another_shares_the_better_place(ledger):
    uid = play(ledger, 0)
    fine = Changed(at=at(2), changes=(Put("p", PenaltyItem(1, (0, 2, 3), 30, "")),))
    for seq, event in enumerate((put(1, HandItem(note="a draw")), fine, Ended(at=at(60))), 1):
        ledger.sessions.append(uid, seq, event)
    (row,), (one,) = ledger.sessions.page().rows, ledger.statistics.sessions()
    places = {seat.name: seat.places.index(1) for seat in one.players}
    assert [places[name] for name in row.names] == [sum(other > net for other in row.nets) for net in row.nets]
    assert len(set(row.nets)) < 4
