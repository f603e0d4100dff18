"""Tables for tests: set up, played, and with random hands on them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec

from mjcompanion.core.chips import ChipSet
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import Wind
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.request import score_request
from mjcompanion.table.chips import ChipMove, ChipState
from mjcompanion.table.events import (
    AnyEvent,
    BankItem,
    BetItem,
    Changed,
    Drop,
    HandItem,
    Item,
    Number,
    PenaltyItem,
    Put,
    Score,
    SeatsItem,
    SessionSetup,
    Started,
    Tiles,
)
from mjcompanion.table.rules import TableRules
from mjcompanion.table.table import Table, apply, replay

AT = "2026-11-21T05:31:52Z"
WINNERS = ("(555z) 77z 4y (9999p) 444m 123s", "111z 222z 333z 44z 567p 1f", "123m 44p 999s (777z) [1111s] 1f2y")
LOSERS = ("(555z) 66z 3y (9999p) 444s 23m", "(111z) 222z 33z 12m 4p 9s 1z 4f", "1112345678999m")
OPTIONS: dict[Ruleset, tuple[dict[str, Any], ...]] = {
    Ruleset("traditional"): ({}, {"limit": None, "east_stays_after_draw": True}, {"losers_settle": False}),
    Ruleset("classical"): ({}, {"east_double": False}, {"east_stays_after_draw": True}),
    Ruleset("british"): ({}, {"east_stays_after_draw": False}),
    Ruleset("dmjl"): ({}, {"losers_settle": False}),
    Ruleset("nmjl"): ({},),
    Ruleset("american-club"): ({}, {"wrong_call_amount": 50}),
    Ruleset("simple"): ({},),
    Ruleset("hong-kong"): ({}, {"payments": "discarder-for-all"}),
}


def why_not(table: Table, event: AnyEvent) -> Problem | None:
    """Why an event can't happen now; None when it can."""
    try:
        apply(table, event)
    except RuleError as error:
        return error.problems[0]
    return None


def setup_of(
    rules: Ruleset = Ruleset("classical"), *, first_east: int = 0, starting: int = 1000, **options: Any
) -> SessionSetup:
    """A table of Andy, Brett, Chuck and Dave, each with 1,000 points."""
    own = TableRules.of(rules, options_for(rules, options))
    return SessionSetup(own, ("andy", "brett", "chuck", "dave"), first_east, starting)


def begun(rules: Ruleset = Ruleset("classical"), **changes: Any) -> Table:
    """A table at which nothing was played yet."""
    return replay([Started(at=AT, setup=setup_of(rules, **changes))])


def change(*changes: Put | Drop) -> Changed:
    """Some changes in one event."""
    return Changed(at=AT, changes=changes)


def put(table: Table, item: Item, before: str | None = None) -> Table:
    """The table with one item more."""
    return apply(table, change(Put(table.next_id, item, before)))


def with_items(table: Table, items: Iterable[Item]) -> Table:
    """The table with these items put one by one."""
    for item in items:
        table = put(table, item)
    return table


def hand(winner: int | None, *scores: int | None, **facts: Any) -> HandItem:
    """A hand with scores entered by hand."""
    told = tuple(None if score is None else Number(score) for score in scores) or (None,) * 4
    return HandItem(winner=winner, scores=told, **facts)


def chips_worth(state: ChipState, chips: ChipSet, party: int) -> int:
    """The points of a party: the purse, less the loan and the debts, and what is due from others."""
    due = sum(one.points * ((one.creditor == party) - (one.debtor == party)) for one in state.debts)
    return state.purse(chips, party).total(chips) - state.loan(party) + due


def owed(state: ChipState, debtor: int, creditor: int) -> int:
    """What one party still owes another, in points."""
    return sum(one.points for one in state.debts if (one.debtor, one.creditor) == (debtor, creditor))


def points_given(move: ChipMove) -> int:
    """The points that the giver has less after a move."""
    return sum(value * count for value, count in move.pieces) - sum(value * count for value, count in move.back)


def random_hand(rng: random.Random, table: Table) -> HandItem:
    """A hand that can be played at this table, wherever the winds are; but one complete as dealt needs East."""
    rules = table.rules.rules
    winner = rng.choice([None, 0, 1, 2, 3, 0, 1, 2, 3])
    facts: dict[str, Any] = {"winner": winner, "note": rng.choice(["", "späť"])}
    if rng.random() < 0.1:
        facts |= {"east": rng.randrange(4), "rounds": rng.choice([None, 0, 3, 7])}
    if winner is not None:
        facts["by"] = rng.choice([By.DRAW, By.DISCARD, By.KONG_REPLACEMENT, By.DISCARD, By.ROBBED_KONG])
        if rng.random() < 0.05:
            facts["by"] = By.DEAL
        if facts["by"] in (By.DISCARD, By.ROBBED_KONG):
            facts["discarder"] = rng.choice([player for player in range(4) if player != winner])
    if rules in (Ruleset("nmjl"), Ruleset("american-club")):
        facts |= _american(rng, rules, winner)
    else:
        scoring = [player for player in range(4) if rules.losers_score or player == winner]
        facts["scores"] = tuple(
            _score(rng, table, player, won=player == winner) if player in scoring else None for player in range(4)
        )
        if facts.get("by") is By.DEAL and isinstance(facts["scores"][winner], Tiles):  # they have sets laid out
            facts["scores"] = tuple(
                Number(32) if player == winner else one for player, one in enumerate(facts["scores"])
            )
    return HandItem(**facts)


def _american(rng: random.Random, rules: Ruleset, winner: int | None) -> dict[str, Any]:
    losers = [player for player in range(4) if player != winner]
    facts: dict[str, Any] = {
        "value": None if winner is None else rng.choice([15, 20, 25, 30]),
        "jokerless": rng.random() < 0.3,
        "singles_and_pairs": rng.random() < 0.2,
        "dead": tuple(rng.sample(losers, rng.choice([0, 0, 1, 2]))),
    }
    if rules is Ruleset("american-club"):
        facts["wrong_calls"] = tuple(rng.sample(losers, rng.choice([0, 0, 1, 2 if winner is not None else 3])))
        if rng.random() < 0.4:
            facts["bet"] = BetItem(rng.choice(["Ann", "Bo"]), rng.randrange(4), rng.random() < 0.2)
    return facts


def _score(rng: random.Random, table: Table, player: int, *, won: bool) -> Score:
    if rng.random() < 0.7:
        return Number(rng.choice([0, 2, 8, 32, 300]))
    rules, position = table.rules.rules, table.position
    text = rng.choice(WINNERS if won else LOSERS)
    if won and rules.preset.minimum:
        text = rules.example.hand
    return tiles(table, text, position.wind_of(player), position.round, won=won)


def tiles(table: Table, text: str, seat: Wind, round_: Wind, *, won: bool) -> Tiles:
    """A hand as it is confirmed in this seat; nothing is said of how it was won."""
    request = {"rules": str(table.rules.rules), "hand": text, "seat": str(seat), "round": str(round_), "winner": won}
    options = {key: getattr(table.rules.options, key) for key in table.rules.options.__struct_fields__}
    return Tiles(text, score_request({**request, "options": options}).score, seat, round_)


def random_item(rng: random.Random, table: Table) -> Item:
    """A hand, most of the time, or a penalty, new seats, chips from the bank."""
    kind = rng.random()
    if kind < 0.15:
        payer, *others = rng.sample(range(4), 4)
        payees = tuple(others[: rng.randrange(1, 4)])
        double = rng.choice([msgspec.UNSET, payees[:1]])
        return PenaltyItem(payer, payees, rng.choice([5, 25, 100]), "late", double)
    if kind < 0.2:
        return SeatsItem(tuple(rng.sample(range(4), 4)), rng.randrange(4))  # type: ignore[arg-type]
    if kind < 0.24 and table.rules.chips is not None:
        return BankItem(rng.randrange(4), 100)
    return random_hand(rng, table)
