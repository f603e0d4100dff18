"""How fast a hand's distance from Mah Jongg and every discard are told, beside PyPI's `mahjong` and `PyMahjongGB`.

The same hands in one run. Run it with `./run bench advise`, or `python -m tests.bench.bench_advise`. `mahjong` knows
only the distance of one hand, so each discard and each tile that could come after it are asked for, as a coach built on
it would; `PyMahjongGB` tells the distance of 13 tiles and what improves them, so each discard is asked for.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from mjcompanion.core.hand import UNITS, Hand
from mjcompanion.core.tiles import Tile
from mjcompanion.scoring import shanten
from mjcompanion.scoring.shanten import Choice, away, best_discards
from mjcompanion.solitaire.hand_advice import advise
from tests.bench.hands import in_turns

HANDS = 1_200
CHUNK = 100
FEW = 100
"""Hands for what takes milliseconds each."""
WARM = 2_000
"""Other hands of the same kind that come before, as in a game."""
GB_NAMES = [f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)]
GB_NAMES += ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]

Counts = list[int]
Discards = dict[int, tuple[int, int]]
"""For each tile: how far away the hand is without it, and the tiles that improve it then, a bit each."""


def random_hands(count: int, seed: int, faces: int) -> list[Counts]:
    """Hands of 14 of the first so many faces."""
    rng = random.Random(seed)
    wall = [tile for tile in range(faces) for _ in range(4)]
    return [[held.count(tile) for tile in range(34)] for held in (rng.sample(wall, 14) for _ in range(count))]


def played_hands(count: int, seed: int) -> list[Counts]:
    """Hands as they come in play: of each game so many, drawing and discarding what is best."""
    rng = random.Random(seed)
    found: list[Counts] = []
    while len(found) < count:
        wall = [tile for tile in range(34) for _ in range(4)]
        rng.shuffle(wall)
        hand = [0] * 34
        for _ in range(14):
            hand[wall.pop()] += 1
        for _ in range(20):
            found.append(list(hand))
            best = best_discards(key_of(hand), 0, 0, [4 - copies for copies in hand])[0]
            if best[1] <= 1:
                break
            hand[best[0]] -= 1
            hand[wall.pop()] += 1
    return found[:count]


def key_of(hand: Counts) -> int:
    """The hand as the program counts it."""
    return sum(count * UNITS[tile] for tile, count in enumerate(hand))


def as_discards(choices: Sequence[Choice]) -> Discards:
    """What all three should agree on."""
    return {int(tile): (far, bits) for tile, far, _, bits in choices}


class Mahjong:
    """PyPI `mahjong`, pure Python."""

    def __init__(self) -> None:
        from mahjong.shanten import Shanten

        self._far = Shanten().calculate_shanten

    def away(self, hand: Counts) -> int:
        """How far a hand is away."""
        return int(self._far(hand, use_chiitoitsu=False, use_kokushi=False)) + 1

    def discards(self, hand: Counts) -> Discards:
        """Every discard, with every tile tried after it."""
        found = {}
        for tile in range(34):
            if hand[tile]:
                hand[tile] -= 1
                far, bits = self.away(hand), 0
                for other in range(34):
                    if hand[other] < 4:
                        hand[other] += 1
                        if self.away(hand) < far:
                            bits |= 1 << other
                        hand[other] -= 1
                hand[tile] += 1
                found[tile] = far, bits
        return found


class PyMahjongGB:
    """PyPI `PyMahjongGB`, compiled C++."""

    def __init__(self) -> None:
        from MahjongGB import RegularShanten

        self._regular: Callable[[tuple[str, ...]], Any] = RegularShanten
        self._bits = {name: 1 << tile for tile, name in enumerate(GB_NAMES)}

    def discards(self, held: tuple[str, ...]) -> Discards:
        """Every discard, with its own list of the tiles that improve."""
        found = {}
        for at, name in enumerate(held):
            if not at or held[at - 1] != name:
                shanten, useful = self._regular(held[:at] + held[at + 1 :])
                found[self._bits[name].bit_length() - 1] = shanten + 1, sum([self._bits[one] for one in useful])
        return found


def compare(what: str, hands: list[Counts], warm: list[Counts]) -> None:
    """Hold the answers against each other, then measure them on the same hands, after others of the kind."""
    theirs, compiled = Mahjong(), PyMahjongGB()
    prepared = [(key_of(hand), [4 - copies for copies in hand]) for hand in hands]
    named = [tuple(name for tile, name in enumerate(GB_NAMES) for _ in range(hand[tile])) for hand in hands]
    built = [Hand([Tile(tile) for tile, copies in enumerate(hand) for _ in range(copies)]) for hand in hands]
    others = 0
    for hand, (key, unseen), names in list(zip(hands, prepared, named, strict=True))[:FEW]:
        ours = as_discards(best_discards(key, 0, 0, unseen))
        assert ours == theirs.discards(hand), hand
        others += ours != compiled.discards(names)
    for table in (*shanten.SUIT_ROWS, *shanten.SUIT_GAINS, *shanten.SUIT_DROPS):
        table.clear()
    for hand in warm:
        best_discards(key_of(hand), 0, 0, [4] * 34)
    spent = in_turns(
        {
            "away": (lambda asked: away(asked[0]), prepared),
            "away, mahjong": (theirs.away, hands),
            "every discard": (lambda asked: best_discards(asked[0], 0, 0, asked[1]), prepared),
            "every discard, PyMahjongGB": (compiled.discards, named),
            "every discard, mahjong": (theirs.discards, hands[:FEW]),
            "advise(), all of it as objects": (advise, built),
        },
        CHUNK,
    )
    found = {name: statistics.mean(sorted(times)[: max(1, len(times) * 9 // 10)]) for name, times in spent.items()}
    print(f"{what}, µs a hand; mahjong agrees on {FEW}, PyMahjongGB, which lets a fifth tile come, on {FEW - others}")
    for name, micros in found.items():
        base = found["away" if name.startswith("away") else "every discard"]
        print(f"  {name:32} {micros:10.1f}" + (f"   {micros / base:8.1f} × ours" if micros > base else ""))


def main() -> None:
    began = time.perf_counter()
    away(1)
    print(f"the first suits are read in {(time.perf_counter() - began) * 1000:.1f} ms")
    print(f"{HANDS:,} hands of 14 each, {FEW} for the slowest; the mean without the slowest tenth")
    compare("dealt", random_hands(HANDS, 1, 34), random_hands(WARM, 5, 34))
    compare("played", played_hands(HANDS, 2), played_hands(WARM, 6))
    compare("one suit and a half", random_hands(HANDS, 3, 14), random_hands(WARM, 7, 14))
    compare("one suit", random_hands(HANDS, 4, 9), random_hands(WARM, 8, 9))


if __name__ == "__main__":
    main()
