"""The slow scorer for British play, written from what the association's book and its acknowledged corrections say.

“Mah-Jong (Know the Game)” by Headley and Seeley, 3rd edition, and the pages “Special hands”, “Doubling and special
hands” and “Corrections and clarifications” of Mah-Jong, British Rules. Only the reading of hands is that of
`tests.brute`; a hand is counted here as a player does it, by hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests import brute
from tests.brute import DRAGONS, SEAT_NUMBER, SELF_DRAWN, TILES, WINDS, Facts, Hand, Meld

HONOURS = (*WINDS.values(), *DRAGONS)
ENDS = [f"{number}{suit}" for suit in "mps" for number in "19"]
GREEN = {"6z", *[f"{number}s" for number in "23468"]}
SPECIAL_WINS = {("kong-replacement", "5p"), ("flower-replacement", "5p")}


def counted(request: dict[str, Any]) -> dict[str, Any]:
    """What a hand scores, its bonus tiles counted apart where it is a special one."""
    hand, facts = brute.read(request, "british")
    limit = facts.options.get("limit", 1000)
    found = list(winning(hand, facts, limit) if facts.winner else losing(hand, facts, limit))
    if not found:
        return {"error": "no Mah Jongg, or two chows"}
    return {"score": min(limit, max(found))}


def bonus(hand: Hand, facts: Facts) -> tuple[int, int]:
    """Points and doubles of flowers and seasons."""
    points = doubles = 0
    for row in (hand.flowers, hand.seasons):
        whole = len(row) == 4
        points += 4 * len(row)
        doubles += 2 * whole
        if SEAT_NUMBER[facts.seat] in row and (not whole or facts.options.get("flower_doubles_add", True)):
            doubles += 1
    return points, doubles


def basic(melds: list[Meld], facts: Facts) -> int:
    """Points of sets and pairs."""
    points = 0
    for meld in melds:
        if meld.kind == "pair":
            points += 2 * (meld.tile in DRAGONS)
            points += 2 * (meld.tile == WINDS[facts.seat]) + 2 * (meld.tile == WINDS[facts.round])
        elif meld.kind != "chow":
            major = meld.tile in ENDS or meld.tile in HONOURS
            points += (8 if meld.kind == "kong" else 2) * (2 if major else 1) * (1 if meld.exposed else 2)
    return points


def of_everybody(melds: list[Meld], facts: Facts) -> int:
    """The doubles that losers have too."""
    doubles = 0
    for meld in melds:
        if meld.kind in ("pung", "kong"):
            doubles += (meld.tile in DRAGONS) + (meld.tile == WINDS[facts.seat]) + (meld.tile == WINDS[facts.round])
    return doubles


def winning(hand: Hand, facts: Facts, limit: int) -> Iterator[int]:
    """The score of each way to see a winning hand, before the limit."""
    points, doubles = bonus(hand, facts)
    for kind in kinds_of(hand, facts):
        if kind == "purity":
            continue
        yield limit // (1 if kind == "limit" else 2) + (points << doubles)
    for melds in placed(hand, facts):
        win = 20 + 2 * (facts.by in SELF_DRAWN)
        own = of_the_winner(melds, hand, facts)
        yield basic(melds, facts) + win + points << own + of_everybody(melds, facts) + doubles
        if is_pure(melds):
            times = 3 + (facts.last_tile and facts.by == "discard")
            yield (basic(melds, facts) + win << times) + (points << doubles)


def of_the_winner(melds: list[Meld], hand: Hand, facts: Facts) -> int:
    tiles = [tile for meld in melds for tile in meld.tiles()]
    suits = {tile[1] for tile in tiles} - {"z"}
    honours, ends = any(tile in HONOURS for tile in tiles), any(tile in ENDS for tile in tiles)
    middle = any(tile not in HONOURS and tile not in ENDS for tile in tiles)
    open_sets = sum(meld.exposed and meld.kind != "pair" for meld in hand.laid)
    return (
        all(meld.kind != "chow" for meld in melds)
        + (facts.by in SELF_DRAWN and not open_sets)
        + (len(suits) == 1 and honours)
        + (honours and ends and not middle)
        + (facts.by in SELF_DRAWN[1:])
        + facts.last_tile
        + (facts.by == "robbed-kong")
    )


def is_pure(melds: list[Meld]) -> bool:
    suits = {tile[1] for meld in melds for tile in meld.tiles()}
    return len(suits) == 1 and "z" not in suits and all(meld.kind != "chow" for meld in melds)


def placed(hand: Hand, facts: Facts) -> Iterator[list[Meld]]:
    """Sets and a pair with one chow at most."""
    for melds, _ in brute.placed(hand, facts):
        if sum(meld.kind == "chow" for meld in melds) <= 1:
            yield melds


def kinds_of(hand: Hand, facts: Facts) -> set[str]:
    """Which special hands it is: "limit", "half" or "purity"."""
    found = set()
    copies = Counter(hand.concealed)
    shape = shape_of(copies) if not hand.laid else ""
    if shape:
        found.add(shape)
    ways = list(placed(hand, facts))
    for melds in ways:
        if is_pure(melds):
            found.add("purity")
        if is_limit(melds):
            found.add("limit")
    if (shape or ways) and (
        facts.by in ("deal", "first-discard")
        or (facts.by, facts.tile) in SPECIAL_WINS
        or facts.second_kong
        or (facts.last_tile and facts.by == "draw" and facts.tile == "1p")
    ):
        found.add("limit")
    return found


def is_limit(melds: list[Meld]) -> bool:
    sets = [meld for meld in melds if meld.kind != "pair"]
    alike = [meld for meld in sets if meld.kind != "chow"]
    tiles = {tile for meld in melds for tile in meld.tiles()}
    suits = {tile[1] for tile in tiles} - {"z"}
    if len(alike) < 4:
        return sum(meld.tile in WINDS.values() for meld in alike) == 4
    return (
        (len(suits) <= 1 and all(meld.kind == "pung" and not meld.exposed for meld in sets))
        or sum(meld.tile in DRAGONS for meld in alike) == 3
        or sum(meld.tile in WINDS.values() for meld in alike) == 4
        or all(meld.kind == "kong" for meld in sets)
        or tiles <= GREEN
        or tiles <= set(ENDS)
        or tiles <= set(HONOURS)
    )


def shape_of(copies: Counter[str]) -> str:
    """The special hands that are no four sets and a pair."""
    tiles = set(copies)
    if sum(copies.values()) != 14:
        return ""
    if tiles == {*ENDS, *HONOURS}:
        return "limit"
    suits = {tile[1] for tile in tiles} - {"z"}
    numbers = {suit: Counter(int(tile[0]) for tile in copies.elements() if tile[1] == suit) for suit in suits}
    if len(suits) == 1:
        only = numbers[min(suits)]
        rest = only - Counter([1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9])
        if only.total() == 14 and rest.total() == 1 and next(iter(rest)) in range(2, 9):
            return "limit"
        if only == Counter([1, *range(1, 10)]) and all(copies[wind] == 1 for wind in WINDS.values()):
            return "limit"
    if tiles <= {*ENDS, *HONOURS} and all(count % 2 == 0 for count in copies.values()):
        return "half"
    honours = any(tile in HONOURS for tile in tiles)
    if not honours and len(suits) == 2 and len({tuple(sorted(one.items())) for one in numbers.values()}) == 1:
        return "half"
    if not honours and len(suits) == 3:
        for number in range(1, 10):
            for left in "mps":
                want = Counter(copies) - Counter([f"{number}{suit}" for suit in "mps" if suit != left])
                if want.total() == 12 and all(
                    want[f"{one}m"] == want[f"{one}p"] == want[f"{one}s"] for one in range(1, 10)
                ):
                    return "half"
    return ""


def losing(hand: Hand, facts: Facts, limit: int) -> Iterator[int]:
    """The score of each way to count a hand that didn't win."""
    if sum(meld.kind == "chow" for meld in hand.laid) > 1:
        return
    points, doubles = bonus(hand, facts)
    ways = [list(one.melds) for one in brute._loser_arrangements(hand, facts)]
    for melds in ways:
        yield basic(melds, facts) + points << of_everybody(melds, facts) + doubles
    fishing = waits_for(hand, facts)
    if "limit" in fishing:
        yield 2 * limit // 5 + (points << doubles)
    if "half" in fishing:
        yield limit // 5 + (points << doubles)
    if "purity" in fishing:
        for melds in ways:
            yield (basic(melds, facts) << 3) + (points << doubles)


def waits_for(hand: Hand, facts: Facts) -> set[str]:
    """What one tile drawn from the wall would have made."""
    found: set[str] = set()
    for tile in TILES:
        if hand.all_tiles().count(tile) < 4:
            whole = replace(hand, concealed=[*hand.concealed, tile])
            found |= kinds_of(whole, replace(facts, winner=True, by="draw", tile=tile))
    return found


SHAPES = (
    "19m19p19s1234567z7z", "11123456789994s", "1123456789p 1234z", "1234567m 1234567s", "1133579p 1133579s",
    "24678m 2467p 24678s", "22678m 2267p 22678s", "1199m99p1122z5577z", "1111z2233z11m99s55z", "11223344556677z",
    "1111m9999m1111p99p",
)  # fmt: skip


def random_request(rng: random.Random) -> dict[str, Any]:
    """A hand with one chow at most, now and then a special shape or one tile short of it."""
    while True:
        request = _any_request(rng)
        if "error" not in counted(request) or rng.random() < 0.02:
            return request


def _any_request(rng: random.Random) -> dict[str, Any]:
    request = brute.random_request(rng, "classical")
    given = request.get("options", {})
    options = {key: given[key] for key in ("flower_doubles_add", "loser_pairs") if key in given}
    if rng.random() < 0.3:
        options["limit"] = rng.choice([100, 300, 500, 2000, 4000])
    request |= {"rules": "british", "options": options}
    if rng.random() < 0.3:
        flowers = "".join(text for text in ("1f", "2f", "3f", "4f", "1y", "2y", "3y", "4y") if rng.random() < 0.4)
        request |= {"hand": f"{rng.choice(SHAPES)} {flowers}", "winner": True}
        request.pop("win", None)
    if request.get("winner", True) and rng.random() < 0.4:
        _take_one_away(rng, request)
    return request


def _take_one_away(rng: random.Random, request: dict[str, Any]) -> None:
    """Let the hand lose, one tile short."""
    hand = brute._read_hand(request["hand"])
    if any(meld.kind == "pair" for meld in hand.laid) or not hand.concealed:
        return
    hand.concealed.remove(rng.choice(hand.concealed))
    request |= {"hand": brute._written(rng, hand), "winner": False}
    request.pop("win", None)
