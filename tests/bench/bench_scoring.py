"""How fast hands are scored, beside PyPI's `mahjong` and `PyMahjongGB`, on the same tiles in one run.

Run it with `./run bench`, or `python -m tests.bench.bench_scoring`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.rules.optional_rows import OPTIONAL_ROWS
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import splits
from mjcompanion.scoring.score import score
from tests.bench.hands import WinningHand, in_turns, winning_hands

HANDS = 12_000
CHUNK = 500


def house_rules(rules: Ruleset) -> dict[str, object]:
    """As many house rules as there can be: every common row added, rows of the rules changed."""
    added: dict[str, object] = {key: {} for key in OPTIONAL_ROWS if all(key != row.key for row in rules.rows)}
    changed = {"no-runs": {"doubles": 1}, "mixed-suit": {"doubles": 2}, "pure-suit": {"limit": "1/2"}}
    return {"limit": 500, "rows": added | changed}


def ours(
    hands: list[WinningHand], rules: Ruleset, changes: Mapping[str, object] | None = None
) -> tuple[Callable[[int], object], Callable[[int], object]]:
    """Score hand number i: already built, and built from its tiles first."""
    house = options_for(rules, changes)
    built = []
    for one in hands:
        won = HowWon(Tile(one.win), By.DRAW if one.drawn else By.DISCARD)
        built.append(
            (Hand(tuple(Tile(code) for code in one.tiles)), ScoringContext(rules, Wind.EAST, win=won, house=house))
        )

    def scored(at: int) -> object:
        return score(*built[at])

    def built_and_scored(at: int) -> object:
        hand, context = built[at]
        return score(Hand(hand.concealed), context)

    return scored, built_and_scored


def theirs_mahjong(hands: list[WinningHand]) -> Callable[[int], object]:
    """PyPI `mahjong`: riichi declared, so that every hand has something to score."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig

    prepared = []
    for one in hands:
        copies: dict[int, int] = {}
        tiles = []
        for tile in one.tiles:
            tiles.append(tile * 4 + copies.get(tile, 0))
            copies[tile] = copies.get(tile, 0) + 1
        config = HandConfig(is_tsumo=one.drawn, is_riichi=True)
        prepared.append((tiles, next(tile for tile in tiles if tile // 4 == one.win), config))
    first = HandCalculator.estimate_hand_value(prepared[0][0], prepared[0][1], config=prepared[0][2])
    assert first.error is None, first.error

    def scored(at: int) -> object:
        tiles, win, config = prepared[at]
        return HandCalculator.estimate_hand_value(tiles, win, config=config)

    return scored


def theirs_pymahjonggb(hands: list[WinningHand]) -> Callable[[int], object]:
    """PyPI `PyMahjongGB`, compiled C++: the Chinese official rules' fans."""
    from MahjongGB import MahjongFanCalculator

    names = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
    names += ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
    prepared = []
    for one in hands:
        rest = list(one.tiles)
        rest.remove(one.win)
        prepared.append((tuple(names[tile] for tile in rest), names[one.win], one.drawn))

    def scored(at: int) -> object:
        hand, win, drawn = prepared[at]
        return MahjongFanCalculator((), hand, win, 0, drawn, False, False, False, 0, 0)

    scored(0)
    return scored


def main() -> None:
    hands, other_hands = winning_hands(HANDS, seed=20), winning_hands(1_000, seed=8)
    began = time.process_time()
    for one in hands:
        splits(Hand(tuple(Tile(code) for code in one.tiles)).key)
    print(f"the suits are split in {(time.process_time() - began) * 1000:.0f} ms")
    scorers: dict[str, Callable[[int], object]] = {}
    for rules in (Ruleset("traditional"), Ruleset("classical"), Ruleset("kemp-chinese"), Ruleset("simple")):
        scored, built_and_scored = ours(hands, rules)
        warm, _ = ours(other_hands, rules)
        for at in range(1_000):  # the tables of the rules
            warm(at)
        scorers[str(rules)] = scored
        scorers[f"{rules}, hand built too"] = built_and_scored
    for rules in (Ruleset("traditional"), Ruleset("classical")):
        house = house_rules(rules)
        for name, changes in (("the same limit", {"limit": house["limit"]}), ("whole house rules", house)):
            scored, _ = ours(hands, rules, changes)
            warm, _ = ours(other_hands, rules, changes)
            for at in range(1_000):
                warm(at)
            scorers[f"{rules}, {name}"] = scored
    scorers["mahjong"] = theirs_mahjong(hands)
    scorers["PyMahjongGB"] = theirs_pymahjonggb(hands)
    spent_by = in_turns({name: (scored, range(HANDS)) for name, scored in scorers.items()}, CHUNK)
    found = {name: statistics.median(times) for name, times in spent_by.items()}
    print(
        f"{HANDS:,} distinct winning hands, median µs a hand; × mahjong: how many times as fast; ÷ PyMahjongGB: its share"
    )
    for name, spent in found.items():
        ratio, share = found["mahjong"] / spent, spent / found["PyMahjongGB"]
        print(f"  {name:36} {spent:8.2f} µs   {ratio:6.1f} × mahjong   {share:5.2f} ÷ PyMahjongGB")
    for rules in ("traditional", "classical"):
        house_ratio = found[f"{rules}, whole house rules"] / found[f"{rules}, the same limit"]
        print(f"  {rules}: whole house rules take {house_ratio:.2f} × the time without them (1.5 at most)")


if __name__ == "__main__":
    main()
