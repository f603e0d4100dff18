"""How many pieces are picked up, and how often somebody hands some over, in a hand: pair by pair and netted.

Run it with `./run bench hand_over`, or `python -m tests.bench.bench_hand_over`.
"""

from __future__ import annotations

import random
import time
from typing import Any

from mjcompanion.core.hand import By
from mjcompanion.core.options import NETTED
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import HandItem
from mjcompanion.table.table import Table
from tests.table.making import begun, hand, picked_up, put

HANDS = 1_000
AN_EVENING = 20
"""So many hands are played with one stock of chips before everybody begins anew."""
RULES = ("traditional", "classical", "british", "hong-kong", "nmjl")


def random_hand(rng: random.Random, rules: Ruleset) -> HandItem:
    """A hand as it comes at a table: who won, how, and what everybody scored."""
    winner = rng.randrange(4)
    by = rng.choice([By.DRAW, By.DISCARD, By.DISCARD])
    discarder = rng.choice([player for player in range(4) if player != winner]) if by is By.DISCARD else None
    facts: dict[str, Any] = {"by": by, "discarder": discarder}
    if rules.settles_value:
        return HandItem(winner=winner, value=rng.choice([25, 30, 35, 40, 50]), **facts)
    if not rules.losers_settle:
        scores = tuple(rng.choice([1, 2, 4, 8, 16, 32]) if player == winner else None for player in range(4))
        return hand(winner, *scores, **facts)
    counted = [2 * rng.randrange(1, 17) << rng.choice([0, 0, 0, 1, 2]) for _ in range(4)]
    counted[winner] = 20 + 2 * rng.randrange(12) << rng.choice([0, 0, 1, 1, 2])
    return hand(winner, *(min(one, 300) for one in counted), **facts)


def measured(rules: str, how: str) -> tuple[float, float, float, int, float]:
    """Hand-overs, pieces and exchanges with the bank in a hand; debts at the ends of evenings; ms for a hand."""
    rng, ruleset = random.Random(20), Ruleset(rules)
    overs = pieces = banked = debts = 0
    spent = 0.0
    for _ in range(HANDS // AN_EVENING):
        table: Table = begun(ruleset, hand_over=how)
        _ = table.chip_log
        for _ in range(AN_EVENING):
            item = random_hand(rng, ruleset)
            before = time.perf_counter()
            table = put(table, item)
            plan = table.chip_log[-1]
            spent += time.perf_counter() - before
            overs += sum(move.kind == "pay" for move in plan.moves)
            banked += sum(move.kind != "pay" for move in plan.moves)
            pieces += sum(picked_up(move) for move in plan.moves)
        debts += len(table.chip_log[-1].after.debts)
    return overs / HANDS, pieces / HANDS, banked / HANDS, debts, 1000 * spent / HANDS


def main() -> None:
    print(f"{HANDS:,} random hands, {AN_EVENING} in an evening; the same hands both ways")
    print(f"{'rules':14}{'':14}{'hand-overs':>11}{'pieces':>8}{'bank':>7}{'debts':>7}{'ms':>7}")
    for rules in RULES:
        for how in ("pairs", NETTED):
            overs, pieces, banked, debts, spent = measured(rules, how)
            print(f"{rules:14}{how:14}{overs:11.2f}{pieces:8.2f}{banked:7.2f}{debts:7}{spent:7.2f}")


if __name__ == "__main__":
    main()
