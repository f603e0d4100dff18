"""The slow scorer for the German league's classical rules, written from the rules that the Kajongg project publishes.

Its `predefined.py` has them by name, points and doubles, as “Classical Chinese standard” and what “Classical Chinese
DMJL” adds. The reading of hands and what other classical rules share are those of the other slow scorers.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests import brute
from tests.british_brute import GREEN, basic, of_everybody
from tests.brute import DRAGONS, SELF_DRAWN, WINDS
from tests.brute_rows import Seen, is_middle, ways_to_see
from tests.hong_kong_brute import _kongs

KINDS = ("thirteen-orphans", "nine-gates")


def counted(request: dict[str, Any]) -> dict[str, Any]:
    """What a hand scores; `error` where it is no Mah Jongg."""
    hand, facts = brute.read(request, "dmjl", limit=500, only_tile_by_shape=False)
    limit = facts.option("limit")
    found = []
    for seen in ways_to_see(hand, facts, dict.fromkeys(KINDS)):
        if facts.winner and is_limit(seen):
            found.append(limit)
        elif seen.melds:
            found.append(min(limit, points(seen) << doubles(seen)))
    return {"score": max(found)} if found else {"error": "no Mah Jongg"}


def points(seen: Seen) -> int:
    facts, place = seen.facts, seen.place
    counted = basic(list(seen.melds), facts) + 4 * (len(seen.hand.flowers) + len(seen.hand.seasons))
    if not facts.winner:
        return counted
    if place is not None and place.kind == "pair":
        counted += 2 if is_middle(place.tile) else 4  # Last Tile Completes Pair of 2..8, of Terminals or Honors
    counted += 2 * seen.only  # Last Tile is Only Possible Tile
    return counted + 20 + 2 * (facts.by in SELF_DRAWN)  # Standard Mah Jongg, Won with Last Tile Taken from Wall


def doubles(seen: Seen) -> int:
    facts = seen.facts
    counted = of_everybody(list(seen.melds), facts)  # Pung/Kong of Dragons, of Own Wind, of Round Wind
    counted += seen.own_flowers == 2  # Own Flower and Own Season
    counted += seen.full_flowers  # All Flowers, All Seasons
    counted += seen.hidden >= 3  # Three Concealed Pongs
    for tiles in (DRAGONS, tuple(WINDS.values())):  # Little and Big Three Dragons, Little and Big Four Joys
        pungs = seen.pungs_of(tiles)
        counted += 2 * (pungs == len(tiles)) + (pungs == len(tiles) - 1 and seen.pairs_of(tiles))
    if not facts.winner:
        return counted
    in_sets = [meld for meld in seen.melds if meld.kind != "chow"]
    return (
        counted
        + (basic(in_sets, facts) == 0)  # Zero Point Hand
        + (not seen.all("chow"))  # No Chow
        + is_concealed(seen)  # Only Concealed Melds
        + (len(seen.suits) == 1 and (1 if seen.honours else 3))  # False and True Color Game
        + (not seen.middle)  # Only Terminals and Honors
        + (facts.by in SELF_DRAWN[1:])  # Last Tile Taken from Dead Wall
        + facts.last_tile  # Last Tile is Last Tile of Wall, the same Discarded
        + (facts.by == "robbed-kong")  # Robbing the Kong
    )


def is_concealed(seen: Seen) -> bool:
    """Every set in hand; a discard that completes one, or the pair, exposes it."""
    return not seen.open and seen.facts.by in SELF_DRAWN


def is_limit(seen: Seen) -> bool:
    facts, copies = seen.facts, Counter(seen.tiles)
    if seen.kind == "nine-gates":  # “1112345678999 plus last tile of this suit (from wall or discarded)”
        won = Counter([facts.tile] if facts.tile else [])
        return sorted(tile[0] for tile in (copies - won).elements()) == list("1112345678999")
    ways_to_win = (
        (facts.by, facts.tile) in (("kong-replacement", "5p"), ("flower-replacement", "5p"), ("robbed-kong", "2s")),
        (facts.by, facts.tile, facts.last_tile) == ("draw", "1p", True),
        facts.by in ("deal", "first-discard"),
        facts.second_kong,
    )
    if seen.kind or any(ways_to_win):
        return True
    pure, chows = len(seen.suits) == 1 and not seen.honours, seen.all("chow")
    return (
        (is_concealed(seen) and (pure or not chows))  # Concealed True Color Game, Hidden Treasure
        or not seen.suits  # Only Honors
        or (not seen.middle and not seen.honours)  # Heads and Tails
        or len(seen.all("kong")) == 4  # Fourfold Plenty
        or seen.pungs_of(DRAGONS) == 3  # Three Great Scholars
        or seen.pungs_of(WINDS.values()) == 4  # Four Blessings Hovering over the Door
        or set(copies) <= GREEN  # Imperial Jade: “Only green tiles: Green dragon and Bamboo 2,3,4,6,8”
        or (
            pure
            and len(copies) == 9
            and sorted(meld.tile[0] for meld in seen.alike) == ["1", "9"]
            and seen.all("pair")[0].tile[0] in "258"
        )  # Squirming Snake
    )


SHAPES = (
    "19m19p19s1234567z7z", "1112345678999{}m", "(111m) (345m) 678m 999m 22m", "[1111s] 234s 567s (9999s) 88s",
)  # fmt: skip


def random_request(rng: random.Random) -> dict[str, Any]:
    """A hand as other rules have them, now and then one of the shapes."""
    request = brute.random_request(rng, "classical")
    given = request.get("options", {})
    options = {key: given[key] for key in ("loser_pairs", "flowers", "only_tile_by_shape") if key in given}
    if rng.random() < 0.3:
        options["limit"] = rng.choice([100, 300, 1000, 4000, 20_000])
    if request.get("winner", True) and rng.random() < 0.1:
        options.pop("flowers", None)
        number = rng.choice("123456789")
        hand = rng.choice(SHAPES).format(number)
        tile = rng.choice(["9s", "1z"]) if "z" in hand else rng.choice([f"{number}m", "1m", "5m", "9m", "8s"])
        can_be_robbed = brute._read_hand(hand).all_tiles().count(tile) == 1
        ways = ["draw", "discard", "robbed-kong"] if can_be_robbed else ["draw", "discard"]
        request |= {"hand": hand, "win": {"tile": tile, "by": rng.choice(ways)}}
    if (win := request.get("win")) and win["by"] == "kong-replacement":
        win["second_kong"] = len(_kongs(request["hand"])) > 1 and rng.random() < 0.2
    return request | {"rules": "dmjl", "options": options}
