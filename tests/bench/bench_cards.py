"""How fast hands are held against cards, beside plain loops over all builds, on the same hands in one run.

Run it with `./run bench cards`, or `python -m tests.bench.bench_cards`.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

from mjcompanion.american.card import Card, read_card
from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.line import Line
from mjcompanion.american.match import Matcher, Near, Nearest
from mjcompanion.core.tiles import JOKER, Tile
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
    """A card of many lines."""
    return brute.random_card(random.Random(1), lines)


class Loops:
    """The same question answered by a loop over all builds, each tile of each compared."""

    def __init__(self, card: Card) -> None:
        self.lines: list[tuple[Line, list[list[tuple[Tile, int, int]]]]] = []
        for line in card.lines:
            builds = []
            for build in line.builds:
                needs: dict[Tile, tuple[int, int]] = {}
                for run in build.runs:
                    all_, free = needs.get(run.tile, (0, 0))
                    needs[run.tile] = all_ + run.count, free + run.count * run.jokers
                builds.append([(tile, *need) for tile, need in needs.items()])
            self.lines.append((line, builds))

    def nearest(self, hand: AmericanHand) -> list[tuple[int, int, int]]:
        """The five nearest lines of a hand without sets laid out: how far, worth what, which."""
        counted: dict[Tile, int] = {}
        for tile in hand.concealed:
            one = tile if tile < 34 or tile is JOKER else Tile.parse("F")
            counted[one] = counted.get(one, 0) + 1
        jokers = counted.pop(JOKER, 0)
        found = []
        for line, builds in self.lines:
            best = 14
            for needs in builds:
                filled = places = 0
                for tile, need, free in needs:
                    have = min(counted.get(tile, 0), need)
                    filled += have
                    places += min(free, need - have)
                best = min(best, 14 - filled - min(jokers, places))
            found.append((best, -line.value, line.number))
        return sorted(found)[:5]


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


def show(name: str, spent: list[float], loops: float | None = None) -> None:
    """Average, median and worst of one way."""
    mean = statistics.mean(spent)
    ratio = f"   {loops / mean:6.1f} × as fast as loops" if loops is not None else ""
    print(f"  {name:44} {mean:9.1f} µs   median {statistics.median(spent):9.1f}   worst {max(spent):9.1f}{ratio}")


def load(name: str, text: str) -> Matcher:
    """Measure reading a card and laying its builds side by side."""
    spent = []
    for _ in range(LOADS if len(text) < 50_000 else 3):
        began = time.thread_time()
        card = read_card(text)
        matcher = Matcher.of(card)
        spent.append((time.thread_time() - began) * 1e3)
    builds = sum(len(line.builds) for line in card.lines)
    print(f"{name}: {len(card.lines):,} lines, {builds:,} builds, loaded in {statistics.median(spent):.1f} ms")
    return matcher


def bench(name: str, text: str, count: int) -> None:
    """Measure one card."""
    matcher, card = load(name, text), read_card(text)
    loops = Loops(card)
    plain = hands_for(text, 14, laid=False, count=count)
    laid = hands_for(text, 13, laid=True, count=count)
    slow_hands = plain[: max(50, count // 20)]
    for hand, _ in slow_hands:
        told = [(near.away, -near.line.value) for near in matcher.nearest(hand).lines]
        assert told == [one[:2] for one in loops.nearest(hand)], "the two disagree"
    gc.collect()
    gc.freeze()
    cold = Matcher.of(card)
    show("cold: Mah Jongg and the five nearest", measure(lambda one: both(cold, one), plain[:200]))
    slow = statistics.mean(measure(lambda one: loops.nearest(one[0]), slow_hands))
    for asked in (*plain, *laid):  # columns for sets laid out are made when they are first met
        both(matcher, asked)
    show("loops: the five nearest", measure(lambda one: loops.nearest(one[0]), slow_hands))
    show("is it Mah Jongg, and on which lines", measure(lambda one: matcher.readings(one[0]), plain))
    show("the five nearest lines", measure(lambda one: matcher.nearest(one[0]), plain), slow)
    show("both", measure(lambda one: both(matcher, one), plain), slow)
    show("both, and what is missing, kept, discarded", measure(lambda one: everything(matcher, one), plain), slow)
    show("the same with sets laid out and tiles seen", measure(lambda one: everything(matcher, one), laid), slow)


def both(matcher: Matcher, asked: Asked) -> Nearest:
    """Mah Jongg and the five nearest."""
    matcher.readings(asked[0])
    return matcher.nearest(*asked)


def everything(matcher: Matcher, asked: Asked) -> list[Near]:
    """Mah Jongg, the five nearest, and all that is told of them."""
    found = both(matcher, asked)
    tell(found)
    return list(found.lines)


def main() -> None:
    """Measure the program's own card, and one of a thousand lines."""
    bench("Companion", (files("mjcompanion.resources") / "cards" / "companion.toml").read_text(), HANDS)
    bench("a long card", long_card(1_000), HANDS // 8)


if __name__ == "__main__":
    main()
