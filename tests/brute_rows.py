"""The slow scorer for house rules: it knows nothing but rows, each a line of data with what it looks at and gives.

Written from the rules and docs/house-rules.md alone; only the reading of hands is that of `tests.brute`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests import brute
from tests.brute import CLAIMED, DRAGONS, SEAT_NUMBER, SELF_DRAWN, WINDS, Facts, Hand, Meld

RULESETS = ("classical", "traditional")
HONOURS = (*WINDS.values(), *DRAGONS)
DEFAULT_LIMIT = {"classical": None, "traditional": 300}


@dataclass(frozen=True)
class Seen:
    """One way to see a hand, with the place that the winning tile filled."""

    melds: tuple[Meld, ...]
    hand: Hand
    facts: Facts
    place: Meld | None = None
    only: bool = False
    kind: str = ""

    @property
    def tiles(self) -> list[str]:
        return self.hand.all_tiles()

    def all(self, *kinds: str) -> list[Meld]:
        return [meld for meld in self.melds if meld.kind in kinds]

    @property
    def alike(self) -> list[Meld]:
        return self.all("pung", "kong")

    def pungs_of(self, tiles: Any) -> int:
        return sum(meld.tile in tiles for meld in self.alike)

    def pairs_of(self, tiles: Any) -> int:
        return sum(meld.tile in tiles for meld in self.all("pair"))

    @property
    def hidden(self) -> int:
        return sum(not meld.exposed for meld in self.alike)

    @property
    def open(self) -> int:
        """Sets on the table before the hand won."""
        shown = sum(meld.exposed for meld in self.hand.laid if meld.kind != "pair")
        pair = any(meld.kind == "pair" for meld in self.hand.laid)
        claimed = self.facts.by in CLAIMED and self.facts.tile not in self.hand.concealed and not pair
        return shown - claimed

    @property
    def suits(self) -> set[str]:
        return {tile[1] for tile in self.tiles} - {"z"}

    @property
    def honours(self) -> bool:
        return any(tile[1] == "z" for tile in self.tiles)

    @property
    def ends(self) -> bool:
        return any(is_end(tile) for tile in self.tiles)

    @property
    def middle(self) -> bool:
        return any(is_middle(tile) for tile in self.tiles)

    @property
    def rows_of_flowers(self) -> list[list[int]]:
        return [self.hand.flowers, self.hand.seasons]

    @property
    def own_flowers(self) -> int:
        return sum(SEAT_NUMBER[self.facts.seat] in row for row in self.rows_of_flowers)

    @property
    def full_flowers(self) -> int:
        return sum(len(row) == 4 for row in self.rows_of_flowers)


def is_end(tile: str) -> bool:
    return tile[1] != "z" and tile[0] in "19"


def is_middle(tile: str) -> bool:
    return tile[1] != "z" and tile[0] in "2345678"


def sets(kind: str, *, plain: bool, exposed: bool) -> Any:
    return lambda s: sum(m.exposed is exposed and is_middle(m.tile) is plain for m in s.all(kind))


def own_flowers(s: Seen) -> int:
    number = SEAT_NUMBER[s.facts.seat]
    return sum(number in row and (len(row) < 4 or s.facts.option("flower_doubles_add")) for row in s.rows_of_flowers)


# What a row is about: sets, flowers, won (how), place, none (nothing scores), some (sets, of any hand), whole, kind.
# id: about, how often it holds, points, doubles, share of the limit, whether everybody counts it
SETS = {
    f"{kind}-{'simples' if plain else 'honours'}-{'exposed' if exposed else 'concealed'}": (
        "sets",
        sets(kind, plain=plain, exposed=exposed),
        2 * (4 if kind == "kong" else 1) * (1 if plain else 2) * (1 if exposed else 2),
        0,
        0,
        True,
    )
    for kind in ("pung", "kong")
    for plain in (True, False)
    for exposed in (True, False)
}
BOTH = {
    **SETS,
    "pair-dragons": ("sets", lambda s: s.pairs_of(DRAGONS), 2, 0, 0, True),
    "pair-own-wind": ("sets", lambda s: s.pairs_of([WINDS[s.facts.seat]]), 2, 0, 0, True),
    "own-wind": ("sets", lambda s: s.pungs_of([WINDS[s.facts.seat]]), 0, 1, 0, True),
    "dragons": ("sets", lambda s: s.pungs_of(DRAGONS), 0, 1, 0, True),
    "flower": ("flowers", lambda s: len(s.hand.flowers) + len(s.hand.seasons), 4, 0, 0, True),
    "own-flower": ("flowers", own_flowers, 0, 1, 0, True),
    "only-tile": ("place", lambda s: s.only, 2, 0, 0, False),
    "no-points": ("none", lambda _: 1, 10, 0, 0, False),
    "no-runs": ("whole", lambda s: not s.all("chow"), 10, 0, 0, False),
    "mixed-suit": ("tiles", lambda s: len(s.suits) == 1 and s.honours, 0, 1, 0, False),
    "pure-suit": ("tiles", lambda s: len(s.suits) == 1 and not s.honours, 0, 3, 0, False),
}
LIMIT, HALF = Fraction(1), Fraction(1, 2)
ROWS: dict[str, dict[str, Any]] = {
    "classical": {
        **BOTH,
        "pair-round-wind": ("sets", lambda s: s.pairs_of([WINDS[s.facts.round]]), 2, 0, 0, True),
        "round-wind": ("sets", lambda s: s.pungs_of([WINDS[s.facts.round]]), 0, 1, 0, True),
        "complete-flowers": ("flowers", lambda s: s.full_flowers, 0, 3, 0, True),
        "mah-jongg": ("won", lambda _: 1, 20, 0, 0, False),
        "self-drawn": ("won", lambda s: s.facts.by == "draw", 2, 0, 0, False),
        "loose-tile": ("won", lambda s: s.facts.by in SELF_DRAWN[1:], 10, 0, 0, False),
        "robbed-kong": ("won", lambda s: s.facts.by == "robbed-kong", 10, 0, 0, False),
        "last-tile": ("won", lambda s: s.facts.last_tile, 0, 1, 0, False),
        "dealt": ("won", lambda s: s.facts.by == "deal", 0, 3, 0, False),
        "all-terminals": ("tiles", lambda s: s.ends and not s.middle and not s.honours, 0, 1, 0, False),
        "all-honours": ("tiles", lambda s: not s.suits, 0, 3, 0, False),
    },
    "traditional": {
        **BOTH,
        "complete-flowers": ("flowers", lambda s: s.full_flowers, 0, 2, 0, True),
        "mah-jongg": ("won", lambda _: 1, 10, 0, 0, False),
        "self-drawn": ("won", lambda s: s.facts.by in SELF_DRAWN, 2, 0, 0, False),
        "loose-tile": ("won", lambda s: s.facts.by == "kong-replacement", 10, 0, 0, False),
        "last-tile": ("won", lambda s: s.facts.by == "draw" and s.facts.last_tile, 10, 0, 0, False),
        "robbed-kong": ("won", lambda s: s.facts.by == "robbed-kong", 10, 0, 0, False),
        "dealt": ("won", lambda s: s.facts.by == "deal", 0, 0, LIMIT, False),
        "first-discard": ("won", lambda s: s.facts.by == "first-discard", 0, 0, HALF, False),
        "all-dragons": ("whole", lambda s: s.pungs_of(DRAGONS) == 3, 0, 0, LIMIT, False),
        "all-winds": ("whole", lambda s: s.pungs_of(WINDS.values()) == 4, 0, 0, LIMIT, False),
    },
}
ADDED: dict[str, Any] = {
    **{key: ROWS["classical"][key] for key in ("pair-round-wind", "round-wind", "all-terminals", "all-honours")},
    "pair-winds": ("sets", lambda s: s.pairs_of(WINDS.values()), 2, 0, 0, True),
    "kong": ("sets", lambda s: len(s.all("kong")), 0, 1, 0, True),
    "own-flower-and-season": ("flowers", lambda s: s.own_flowers == 2, 0, 1, 0, True),
    "seven-flowers": ("flowers", lambda s: sum(map(len, s.rows_of_flowers)) == 7, 0, 3, 0, True),
    "all-eight-flowers": ("flowers", lambda s: s.full_flowers == 2, 0, 0, LIMIT, True),
    "no-flowers": ("flowers", lambda s: not any(s.rows_of_flowers), 0, 1, 0, False),
    "drawn": ("won", lambda s: s.facts.by in SELF_DRAWN, 2, 0, 0, False),
    "dealt": ("won", lambda s: s.facts.by == "deal", 0, 0, LIMIT, False),
    "first-discard": ("won", lambda s: s.facts.by == "first-discard", 0, 0, LIMIT, False),
    "plum-blossom": ("won", lambda s: (s.facts.by, s.facts.tile) == ("kong-replacement", "5p"), 0, 0, LIMIT, False),
    "moon-from-the-sea": ("won", lambda s: (s.facts.last_tile, s.facts.tile) == (True, "1p"), 0, 0, LIMIT, False),
    "scratching-a-pole": ("won", lambda s: (s.facts.by, s.facts.tile) == ("robbed-kong", "2s"), 0, 0, LIMIT, False),
    "pair-completed": ("place", lambda s: s.place is not None and s.place.kind == "pair", 2, 0, 0, False),
    "pair-completed-honours": (
        "place",
        lambda s: s.place is not None and s.place.kind == "pair" and not is_middle(s.place.tile),
        4,
        0,
        0,
        False,
    ),
    "three-concealed-pungs": ("some", lambda s: s.hidden >= 3, 0, 1, 0, True),
    "four-concealed-pungs": ("some", lambda s: s.hidden == 4, 0, 0, LIMIT, True),
    "little-three-dragons": ("some", lambda s: s.pungs_of(DRAGONS) == 2 and s.pairs_of(DRAGONS) > 0, 0, 1, 0, True),
    "all-dragons": ("some", lambda s: s.pungs_of(DRAGONS) == 3, 0, 2, 0, True),
    "little-four-winds": (
        "some",
        lambda s: s.pungs_of(WINDS.values()) == 3 and s.pairs_of(WINDS.values()) > 0,
        0,
        1,
        0,
        True,
    ),
    "little-four-winds-own": (
        "some",
        lambda s: (
            s.pungs_of(WINDS.values()) == 3 and s.pairs_of(WINDS.values()) > 0 and s.pungs_of([WINDS[s.facts.seat]]) > 0
        ),
        0,
        0,
        LIMIT,
        False,
    ),
    "all-winds": ("some", lambda s: s.pungs_of(WINDS.values()) == 4, 0, 0, LIMIT, True),
    "three-kongs": ("some", lambda s: len(s.all("kong")) >= 3, 0, 1, 0, True),
    "four-kongs": ("some", lambda s: len(s.all("kong")) == 4, 0, 0, LIMIT, True),
    "all-chows": ("whole", lambda s: len(s.all("chow")) == 4, 0, 1, 0, False),
    "one-chow": ("whole", lambda s: len(s.all("chow")) <= 1, 0, 1, 0, False),
    "no-runs-with-round-wind": (
        "whole",
        lambda s: not s.all("chow") and s.pungs_of([WINDS[s.facts.round]]) > 0,
        0,
        1,
        0,
        False,
    ),
    "concealed-hand": ("whole", lambda s: not s.open, 0, 1, 0, False),
    "outer-hand": ("whole", lambda s: all(any(not is_middle(t) for t in m.tiles()) for m in s.melds), 0, 1, 0, False),
    "concealed-self-drawn": ("whole", lambda s: not s.open and s.facts.by in SELF_DRAWN, 0, 1, 0, False),
    "pure-suit-no-runs": (
        "whole",
        lambda s: len(s.suits) == 1 and not s.honours and not s.all("chow"),
        0,
        0,
        LIMIT,
        False,
    ),
    "all-simples": ("tiles", lambda s: not s.ends and not s.honours, 0, 1, 0, False),
    "heads-and-tails": ("tiles", lambda s: s.ends and s.honours and not s.middle, 0, 1, 0, False),
    "seven-pairs": ("kind", lambda s: s.kind == "seven-pairs", 0, 0, HALF, False),
    "thirteen-orphans": ("kind", lambda s: s.kind == "thirteen-orphans", 0, 0, LIMIT, False),
    "nine-gates": ("kind", lambda s: s.kind == "nine-gates", 0, 0, LIMIT, False),
}
ANY_HAND = ("sets", "flowers", "some")
NOT_OF_A_KIND = ("sets", "place", "none", "some", "whole")


def rows_of(request: dict[str, Any]) -> dict[str, Any]:
    """The rows in force: those of the rules as the house has them, and those that it added."""
    found = dict(ROWS[request["rules"]])
    limit = limit_of(request)
    for key, change in request["options"].get("rows", {}).items():
        if change.get("off"):
            found.pop(key, None)
            continue
        about, often, points, doubles, share, everybody = found.get(key) or ADDED[key]
        if {"points", "doubles", "limit"} & set(change):
            points, doubles, share = change.get("points", 0), change.get("doubles", 0), change.get("limit", 0)
            share = Fraction(share, limit) if isinstance(share, int) and share else Fraction(share)
        found[key] = about, often, points, doubles, share, change.get("everybody", everybody)
    return found


def limit_of(request: dict[str, Any]) -> int | None:
    options = request["options"]
    limit = options.get("limit", DEFAULT_LIMIT[request["rules"]])
    scale = options.get("scale")
    return min(scale[-1], limit or scale[-1]) if scale else limit


def scored(request: dict[str, Any]) -> dict[str, Any]:
    """The score of a request, with all points and doubles that come to it; `{"error": code}` for what can't be."""
    options = {key: value for key, value in request["options"].items() if key not in ("rows", "scale")}
    hand, facts = brute.read({**request, "options": options}, request["rules"])
    rows = rows_of(request)
    seen = list(ways_to_see(hand, facts, rows))
    if not seen:
        return {"error": "not-mah-jongg"}
    counted = [count(one, rows, request) for one in seen]
    best = max(score for score, _, _ in counted)
    return {"score": best, "ties": {(points, doubles) for score, points, doubles in counted if score == best}}


def count(seen: Seen, rows: dict[str, Any], request: dict[str, Any]) -> tuple[int, int, int]:
    points = doubles = of_tiles = 0
    share = Fraction(0)
    for about, often, gives, doubling, least, everybody in sorted(rows.values(), key=lambda row: row[0] == "none"):
        if not (seen.facts.winner or everybody) or (seen.kind and about in NOT_OF_A_KIND):
            continue
        times = int(often(seen)) if about != "none" else int(of_tiles == 0)
        points, doubles = points + times * gives, doubles + times * doubling
        if times and least:
            share = max(share, Fraction(least))
        if about in ("sets", "flowers"):
            of_tiles += times * gives
    scale, limit = request["options"].get("scale"), limit_of(request)
    score = scale[min(doubles, len(scale) - 1)] if scale else points * 2**doubles
    if limit is not None:
        score = min(limit, max(score, int(limit * share)))
    return score, points, doubles


def ways_to_see(hand: Hand, facts: Facts, rows: dict[str, Any]) -> Iterator[Seen]:
    if not facts.winner:
        for found in brute._loser_arrangements(hand, facts):
            yield Seen(found.melds, hand, facts)
        return
    for kind in ("seven-pairs", "thirteen-orphans", "nine-gates"):
        if kind in rows and not hand.laid and is_kind(kind, Counter(hand.concealed)):
            yield Seen((), hand, facts, kind=kind)
    for melds, at in brute.placed(hand, facts):
        place = None if at is None else melds[at]
        only = place is not None and brute._only_tile(hand, facts, place, at)
        yield Seen(tuple(melds), hand, facts, place, only)


def is_kind(kind: str, copies: Counter[str]) -> bool:
    if kind == "seven-pairs":
        return len(copies) == 7 and set(copies.values()) == {2}
    if kind == "thirteen-orphans":
        orphans = {f"{number}{suit}" for number in "19" for suit in "mps"} | set(HONOURS)
        return set(copies) == orphans
    suit = next(iter(copies))[1]
    gates = Counter(f"{number}{suit}" for number in "1112345678999")
    return not gates - copies and {tile[1] for tile in copies} == {suit}


def random_house_request(rng: random.Random) -> dict[str, Any]:
    """A random hand under random house rules; now and then one of the shapes that aren't four sets and a pair."""
    rules = rng.choice(RULESETS)
    request = brute.random_request(rng, rules)
    known = ("limit", "flower_doubles_add", "only_tile_by_shape", "loser_pairs")
    options = {key: value for key, value in request.get("options", {}).items() if key in known}
    if rng.random() < 0.15:
        options["scale"] = sorted(rng.choices(range(2, 2000), k=rng.randint(1, 10)))
    request["options"] = options
    limit = limit_of(request)
    if limit is None and rng.random() < 0.5:
        limit = options["limit"] = rng.choice([100, 500, 1000])
    able = {**ADDED, **ROWS[rules]}
    options["rows"] = {}
    for key in rng.sample(sorted(able), rng.randint(0, 14)):
        about, _, points, _, share, _ = able[key]
        change: dict[str, Any] = {"off": True} if rng.random() < 0.15 and key in ROWS[rules] else {}
        gives = rng.choice(["points", "doubles", "both", "limit", "as it is"])
        if gives == "limit" and limit is not None:
            change["limit"] = rng.choice(["1", "1/2", "1/3", "2/7", rng.randint(1, limit)])
        elif gives != "as it is" or (share and limit is None):
            change |= {"points": rng.choice([0, 1, 2, 5, 10, 25])} if gives in ("points", "both") else {}
            change |= {"doubles": rng.randint(0, 3)} if gives != "points" else {}
        if about in ANY_HAND and rng.random() < 0.2:
            change["everybody"] = rng.random() < 0.5
        if "scale" in options:  # points count nothing then, and are refused
            change.pop("points", 0)
            if points and key not in ROWS[rules] and not {"doubles", "limit"} & set(change):
                change["doubles"] = 1
            if share and limit is None and not {"doubles", "limit"} & set(change):
                change["doubles"] = 1
        options["rows"][key] = change
    if request.get("winner", True) and rng.random() < 0.05:
        request |= {"hand": rng.choice(SHAPES), "win": {"tile": "9s", "by": rng.choice(["draw", "discard"])}}
    return request


SHAPES = ("1122m3344p5566s99s", "19m19p199s1234567z", "11123456789995s", "11123456789999s", "112233m445566p99s")
