"""The slow scorer for Hong Kong old style, written from section 2.7 of docs/rules.md alone.

Only the reading of hands is that of `tests.brute`; faan are counted here one by one, as a player does it.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests import brute
from tests.brute import CLAIMED, DRAGONS, SEAT_NUMBER, SELF_DRAWN, WINDS, Facts, Hand, Meld

TABLE = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
FULL_SPICY = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
ORPHANS = {f"{number}{suit}" for number in "19" for suit in "mps"} | set(WINDS.values()) | set(DRAGONS)


def counted(request: dict[str, Any]) -> dict[str, Any]:
    """The score of a winning hand, its faan in every reading that is worth as much; `error` where it can't go out."""
    hand, facts = brute.read(request, "hong-kong")
    options = facts.options
    table = options.get("scale", TABLE)
    limit = min(options.get("limit", 128) or table[-1], table[-1])
    found = []
    for faan, is_limit, has_name in readings(hand, facts):
        plain = table[min(faan, len(table) - 1)]
        score = limit if is_limit else min(plain, limit)
        if faan >= options.get("minimum", 3) or score == limit:
            found.append((score, has_name, plain, faan))
    if not found:
        return {"error": "too little, or no Mah Jongg"}
    best = max(one[:3] for one in found)
    faans = {one[3] for one in found if one[:3] == best}
    return {"score": best[0], "limited": best[0] != best[2], "faan": faans}


def readings(hand: Hand, facts: Facts) -> Iterator[tuple[int, bool, bool]]:
    """The faan of each way to see the hand, whether it is a limit hand, and whether by a shape that has a name."""
    copies = Counter(hand.all_tiles())
    around, opened = outside(hand, facts, list(copies))
    if not hand.laid:
        suits = {tile[1] for tile in copies}
        gates = Counter(f"{number}{min(suits)}" for number in "1112345678999")
        if set(copies) == ORPHANS or (len(suits) == 1 and suits < set("mps") and not gates - copies):
            yield around, True, True
    for melds, _ in brute.placed(hand, facts):
        faan, limit = inside(melds, facts)
        limit = limit or facts.by in ("deal", "first-discard") or of_ends(copies)
        yield around + faan + faan_if(opened == 0), limit, False


def of_ends(copies: Counter[str]) -> bool:
    """All honours, or all 1s and 9s of suits."""
    return all(tile[1] == "z" for tile in copies) or all(tile[1] != "z" and tile[0] in "19" for tile in copies)


def faan_if(holds: bool, faan: int = 1) -> int:
    return faan if holds else 0


def outside(hand: Hand, facts: Facts, faces: list[str]) -> tuple[int, int]:
    """The faan that don't depend on the sets, and how many sets lay open before the hand won."""
    faan = faan_if(facts.by in SELF_DRAWN) + faan_if(facts.last_tile)
    faan += faan_if(facts.by == "kong-replacement", 8 if facts.second_kong else 1)
    faan += faan_if(facts.by == "robbed-kong")
    own = SEAT_NUMBER[facts.seat]
    for row in (hand.flowers, hand.seasons):
        whole = len(row) == 4
        faan += faan_if(whole, 2) + faan_if(
            own in row and (not whole or facts.options.get("flower_doubles_add", False))
        )
    faan += faan_if(not hand.flowers and not hand.seasons and facts.options.get("flowers", True))
    suits = {tile[1] for tile in faces} - {"z"}
    honours = any(tile[1] == "z" for tile in faces)
    if len(suits) == 1:
        faan += 3 if honours else 7
    faan += faan_if(bool(suits) and honours and all(tile[1] == "z" or tile[0] in "19" for tile in faces))
    opened = sum(meld.exposed and meld.kind != "pair" for meld in hand.laid)
    pair_won = any(meld.kind == "pair" for meld in hand.laid)
    if facts.by in CLAIMED and facts.tile not in hand.concealed and not pair_won:
        opened -= 1
    return faan, opened


def inside(melds: list[Meld], facts: Facts) -> tuple[int, bool]:
    """The faan of the sets and the pair, and whether they are a limit hand."""
    pungs = [meld for meld in melds if meld.kind in ("pung", "kong")]
    pair = next(meld.tile for meld in melds if meld.kind == "pair")
    dragons = sum(meld.tile in DRAGONS for meld in pungs)
    winds = sum(meld.tile in WINDS.values() for meld in pungs)
    faan = dragons
    for wind in (facts.seat, facts.round):
        faan += sum(meld.tile == WINDS[wind] for meld in pungs)
    faan += {4: 3, 0: 1}.get(len(pungs), 0)
    if dragons == 3:
        faan += 5
    elif dragons == 2 and pair in DRAGONS:
        faan += 3
    if winds == 3 and pair in WINDS.values():
        faan += 6
    hidden = sum(not meld.exposed for meld in pungs)
    return faan, winds == 4 or hidden == 4 or sum(meld.kind == "kong" for meld in melds) == 4


def random_request(rng: random.Random) -> dict[str, Any]:
    """A winning hand as other rules have them, now and then one that is no four sets and a pair; some house options."""
    request: dict[str, Any] = {"winner": False}
    while not request.get("winner", True):
        request = brute.random_request(rng, "classical")
    given = request.get("options", {})
    options = {key: given[key] for key in ("flower_doubles_add", "flowers") if key in given}
    options |= {"minimum": rng.choice([0, 0, 1, 2, 4, 8])} if rng.random() < 0.6 else {}
    options |= {"limit": rng.choice([None, 64, 100, 384])} if rng.random() < 0.3 else {}
    options |= {"scale": list(FULL_SPICY)} if rng.random() < 0.2 else {}
    if rng.random() < 0.05:
        options.pop("flowers", None)
        request["hand"] = rng.choice(("19m19p199s1234567z", "11123456789995s", "11123456789999s 1f"))
        request["win"] = {"tile": "9s", "by": rng.choice(["draw", "discard"])}
    if (win := request.get("win")) and win["by"] == "kong-replacement" and len(_kongs(request["hand"])) > 1:
        win["second_kong"] = rng.random() < 0.5
    return request | {"rules": "hong-kong", "options": options}


def _kongs(hand: str) -> list[str]:
    return re.findall(r"[(\[](\d)\1{3}[mpsz][)\]]", hand)
