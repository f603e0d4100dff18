"""How fast hands are held against cards.

Run it with `./run bench cards`, or `python -m tests.bench.bench_cards`.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from timeit import repeat
from typing import Any

from mjcompanion.american.card import read_card
from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.match import Matcher, Near, Nearest
from mjcompanion.core.tiles import Tile
from tests.american import brute

HANDS = 4_000
LOADS = 20
Asked = tuple[AmericanHand, tuple[Tile, ...]]


def hands_for(card: str, size: int, *, laid: bool, count: int = HANDS) -> list[Asked]:
    """Different hands, dealt or near to a line; with sets laid out and tiles seen, or without."""
    lines = brute.read_lines(card)
    rng = random.Random(size)
    found: list[Asked] = []
    while len(found) < count:
        hand, seen = brute.random_hand(rng, lines, size)
        if laid or not (hand.laid or seen):
            found.append((AmericanHand.parse(hand.text()), tuple(Tile.parse(tile) for tile in seen)))
    return found


def long_card(lines: int) -> str:
    return brute.random_card(random.Random(1), lines)


def tell(nearest: Nearest) -> None:
    """Ask for everything that is told of each line."""
    for near in (*nearest.lines, *nearest.dead):
        _ = near.missing, near.out, near.keep, near.spare
    _ = nearest.discards


def measure(ask: Callable[[Asked], Any], hands: Sequence[Asked]) -> list[float]:
    """Microseconds of each hand, by the clock of this thread: others at work on the machine don't count."""
    spent = []
    for hand in hands:
        began = time.thread_time()
        ask(hand)
        spent.append((time.thread_time() - began) * 1e6)
    return spent


def show(name: str, spent: list[float]) -> None:
    mean = statistics.mean(spent)
    print(f"  {name:44} {mean:9.1f} µs   median {statistics.median(spent):9.1f}   worst {max(spent):9.1f}")


def load(name: str, text: str) -> Matcher:
    times = LOADS if len(text) < 50_000 else 3
    spent = [
        1e3 * one for one in repeat(lambda: Matcher.of(read_card(text)), timer=time.thread_time, number=1, repeat=times)
    ]
    card = read_card(text)
    builds = sum(len(line.builds) for line in card.lines)
    print(f"{name}: {len(card.lines):,} lines, {builds:,} builds, loaded in {statistics.median(spent):.1f} ms")
    return Matcher.of(card)


def bench(name: str, text: str, count: int) -> None:
    matcher, card = load(name, text), read_card(text)
    plain = hands_for(text, 14, laid=False, count=count)
    laid = hands_for(text, 13, laid=True, count=count)
    gc.collect()
    gc.freeze()
    cold = Matcher.of(card)
    show("cold: Mah Jongg and the five nearest", measure(lambda one: both(cold, one), plain[:200]))
    for asked in (*plain, *laid):  # columns for sets laid out are made when they are first met
        both(matcher, asked)
    show("is it Mah Jongg, and on which lines", measure(lambda one: matcher.readings(one[0]), plain))
    show("the five nearest lines", measure(lambda one: matcher.nearest(one[0]), plain))
    show("both", measure(lambda one: both(matcher, one), plain))
    show("both, and what is missing, kept, discarded", measure(lambda one: everything(matcher, one), plain))
    show("the same with sets laid out and tiles seen", measure(lambda one: everything(matcher, one), laid))


def both(matcher: Matcher, asked: Asked) -> Nearest:
    matcher.readings(asked[0])
    return matcher.nearest(*asked)


def everything(matcher: Matcher, asked: Asked) -> list[Near]:
    """Mah Jongg, the five nearest, and all that is told of them."""
    found = both(matcher, asked)
    tell(found)
    return list(found.lines)


def main() -> None:
    bench("Companion", (files("mjcompanion.resources") / "cards" / "companion.toml").read_text(), HANDS)
    bench("a long card", long_card(1_000), HANDS // 8)


if __name__ == "__main__":
    main()
