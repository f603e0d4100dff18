"""A slow, obvious scorer for the Chinese hands, and random hands to try it on.

Nothing of the program is used here: the hand is parsed, split and counted again from the rules alone, so
that the two can be held against each other.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

RULESETS = ("kemp-chinese", "traditional", "classical", "simple")
WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
SEAT_NUMBER = {"E": 1, "S": 2, "W": 3, "N": 4}
DRAGONS = ("5z", "6z", "7z")
TILES = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
CLAIMED = ("discard", "robbed-kong", "first-discard")
SELF_DRAWN = ("draw", "kong-replacement", "flower-replacement")


@dataclass(frozen=True)
class Meld:
    """A chow, pung, kong or pair; a chow is named by its lowest tile."""

    kind: str
    tile: str
    exposed: bool = False

    def tiles(self) -> list[str]:
        if self.kind == "chow":
            n, suit = int(self.tile[0]), self.tile[1]
            return [f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}"]
        return [self.tile] * {"pair": 2, "pung": 3, "kong": 4}[self.kind]


@dataclass
class Hand:
    """The tiles as written: in hand, in brackets, flowers and seasons."""

    concealed: list[str] = field(default_factory=list)
    laid: list[Meld] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)
    seasons: list[int] = field(default_factory=list)

    def all_tiles(self) -> list[str]:
        return self.concealed + [t for meld in self.laid for t in meld.tiles()]


@dataclass
class Facts:
    """Everything about the hand that is not its tiles."""

    rules: str
    seat: str = "E"
    round: str = "E"
    winner: bool = True
    by: str | None = None
    tile: str | None = None
    last_tile: bool = False
    second_kong: bool = False
    options: dict[str, Any] = field(default_factory=dict)

    def option(self, key: str) -> Any:
        defaults = {
            "basal": 10,
            "extras_as": "points",
            "limit": 300 if self.rules == "traditional" else None,
            "flower_doubles_add": self.rules != "traditional",
            "loser_pairs": "all",
            "no_combinations": "tiles",
        }
        return self.options.get(key, defaults.get(key, True))


@dataclass(frozen=True)
class Arrangement:
    """One way to see the hand: its sets and pair, and whether the winning tile was the only one."""

    melds: tuple[Meld, ...]
    only_tile: bool = False

    def sets(self) -> list[Meld]:
        return [meld for meld in self.melds if meld.kind != "pair"]

    def pungs(self) -> list[Meld]:
        return [meld for meld in self.melds if meld.kind in ("pung", "kong")]

    def pairs(self) -> list[Meld]:
        return [meld for meld in self.melds if meld.kind == "pair"]

    def tiles(self) -> list[str]:
        return [tile for meld in self.melds for tile in meld.tiles()]

    def has_pung(self, tile: str) -> bool:
        return any(meld.tile == tile for meld in self.pungs())

    def no_runs(self) -> bool:
        return all(meld.kind != "chow" for meld in self.melds)


# ---------------------------------------------------------------- reading the text


def brute(request: dict[str, Any]) -> dict[str, Any]:
    """Score a request the slow way."""
    hand, facts = read(request, request["rules"])
    found = _arrangements(hand, facts) if facts.winner else _loser_arrangements(hand, facts)
    counted = [_final(arrangement, hand, facts) for arrangement in found]
    best = max(row[0] for row in counted)
    score, points, doubles = max((r for r in counted if r[0] == best), key=lambda r: r[1] << r[2])
    answer: dict[str, Any] = {
        "score": score,
        "limited": score != _rounded(points * 2**doubles, facts),
        "ties": {(row[1], row[2]) for row in counted if row[0] == best},
    }
    if facts.rules == "kemp-chinese" and request.get("discards") is not None:
        at_first = 130 - len(hand.flowers) - len(hand.seasons)
        answer["factor"] = Fraction(at_first - request["discards"], at_first)
        answer["final"] = score * answer["factor"]
    return answer


def read(request: dict[str, Any], rules: str, **defaults: Any) -> tuple[Hand, Facts]:
    """The hand of a request that can be scored, and the facts around it."""
    win = request.get("win") or {}
    by = win.get("by")
    facts = Facts(
        rules,
        request.get("seat", "E"),
        request.get("round", "E"),
        request.get("winner", True),
        by,
        None if by == "deal" else win.get("tile"),
        win.get("last_tile", False),
        win.get("second_kong", False),
        {**defaults, **request.get("options", {})},
    )
    return _read_hand(request["hand"]), facts


def _read_hand(text: str) -> Hand:
    """Read MPSZ: digits then their letter, `( )` and `[ ]` around laid-out sets."""
    hand = Hand()
    opened, inside, digits = "", list[str](), ""
    for char in "".join(text.split()):
        if char in "123456789":
            digits += char
        elif char in "mpszfy":
            tiles = [digit + char for digit in digits]
            digits = ""
            if opened:
                inside += tiles
            else:
                _put(hand, tiles)
        elif char in "([":
            opened, inside = char, []
        else:
            hand.laid.append(_laid_out(opened, inside))
            opened = ""
    return hand


def _put(hand: Hand, tiles: list[str]) -> None:
    for tile in tiles:
        if tile[1] == "f":
            hand.flowers.append(int(tile[0]))
        elif tile[1] == "y":
            hand.seasons.append(int(tile[0]))
        else:
            hand.concealed.append(tile)


def _laid_out(bracket: str, tiles: list[str]) -> Meld:
    """Name a set in brackets."""
    low = min(tiles)
    kind = "chow" if len(set(tiles)) > 1 else {2: "pair", 3: "pung", 4: "kong"}[len(tiles)]
    return Meld(kind, low, exposed=bracket == "(")


def _claimed_places(hand: Hand, facts: Facts) -> list[int]:
    """Which sets in ( ) the winning discard may have completed; a pair can only be that one."""
    if facts.by not in CLAIMED:
        return []
    places = []
    for place, meld in enumerate(hand.laid):
        if meld.kind == "pair":
            return [place]
        if meld.kind in ("chow", "pung") and facts.tile in meld.tiles():
            places.append(place)
    return places


# ---------------------------------------------------------------- every way to see the hand


def _splits(tiles: list[str], sets: int, pairs: int) -> Iterator[list[Meld]]:
    """Every way to split the tiles into so many sets and pairs, the lowest tile first."""
    if not tiles:
        if sets == 0 and pairs == 0:
            yield []
        return
    first = min(tiles, key=TILES.index)
    tries = []
    if pairs:
        tries.append(Meld("pair", first))
    if sets:
        tries.append(Meld("pung", first))
    if sets and first[1] != "z" and int(first[0]) <= 7:
        tries.append(Meld("chow", first))
    for meld in tries:
        rest = list(tiles)
        try:
            for tile in meld.tiles():
                rest.remove(tile)
        except ValueError:
            continue
        is_pair = meld.kind == "pair"
        for others in _splits(rest, sets - (not is_pair), pairs - is_pair):
            yield [meld, *others]


def _ways(concealed: list[str], laid: list[Meld]) -> Iterator[list[Meld]]:
    pairs_laid = sum(meld.kind == "pair" for meld in laid)
    sets_laid = len(laid) - pairs_laid
    if sets_laid <= 4 and pairs_laid <= 1:
        yield from _splits(concealed, 4 - sets_laid, 1 - pairs_laid)


def placed(hand: Hand, facts: Facts) -> Iterator[tuple[list[Meld], int | None]]:
    """Each way to see a winning hand, and which set or pair the winning tile completed; a discard lays a set open."""
    for split in _ways(hand.concealed, hand.laid):
        melds = hand.laid + split
        if facts.tile is None:
            yield melds, None
            continue
        places = _claimed_places(hand, facts)
        if facts.tile in hand.concealed:
            places = [at for at in range(len(hand.laid), len(melds)) if facts.tile in melds[at].tiles()]
        for place in places:
            won = facts.by in CLAIMED and melds[place].kind != "pair"
            yield [replace(meld, exposed=True) if won and at == place else meld for at, meld in enumerate(melds)], place


def _arrangements(hand: Hand, facts: Facts) -> Iterator[Arrangement]:
    for melds, place in placed(hand, facts):
        yield Arrangement(tuple(melds), place is not None and _only_tile(hand, facts, melds[place], place))


def _only_tile(hand: Hand, facts: Facts, meld: Meld, place: int) -> bool:
    tile = facts.tile or ""
    if facts.rules == "dmjl" and not facts.option("only_tile_by_shape"):
        return not _another_would_win(hand, tile, place)
    if meld.kind == "pung":
        return False
    if meld.kind == "chow":
        low, number = int(meld.tile[0]), int(tile[0])
        middle = number == low + 1
        three_of_123 = low == 1 and number == 3
        seven_of_789 = low == 7 and number == 7
        if not (middle or three_of_123 or seven_of_789):
            return False
    return bool(facts.option("only_tile_by_shape")) or not _another_would_win(hand, tile, place)


def _another_would_win(hand: Hand, tile: str, place: int) -> bool:
    waiting, laid = list(hand.concealed), list(hand.laid)
    if tile not in waiting:  # the won set is shown in ( ) already: take it back
        waiting += laid.pop(place).tiles()
    waiting.remove(tile)
    for other in TILES:
        if other == tile or hand.all_tiles().count(other) == 4:
            continue
        if any(True for _ in _ways([*waiting, other], laid)):
            return True
    return False


def _loser_arrangements(hand: Hand, facts: Facts) -> Iterator[Arrangement]:
    """Every subset of the pungs in hand, and with it every pair of the tiles left, or by option no or any one pair."""
    copies = Counter(hand.concealed)
    triples = [tile for tile in copies if copies[tile] >= 3]
    for size in range(len(triples) + 1):
        for taken in itertools.combinations(triples, size):
            melds = hand.laid + [Meld("pung", tile) for tile in taken]
            pairs = [Meld("pair", tile) for tile in copies if copies[tile] - 3 * (tile in taken) >= 2]
            if facts.option("loser_pairs") == "all":
                yield Arrangement((*melds, *pairs))
            else:
                yield Arrangement(tuple(melds))
                yield from (Arrangement((*melds, pair)) for pair in pairs)


# ---------------------------------------------------------------- pencil and paper


def _final(arrangement: Arrangement, hand: Hand, facts: Facts) -> tuple[int, int, int]:
    """Score, points and doubles."""
    if facts.rules == "kemp-chinese":
        points, doubles = _kemp_points(arrangement, hand, facts), _kemp_doubles(arrangement, hand, facts)
    elif facts.rules == "traditional":
        points = _traditional_points(arrangement, hand, facts)
        doubles = _traditional_doubles(arrangement, hand, facts)
        if facts.winner:
            extras = _traditional_extras(arrangement, hand, facts)
            if facts.option("extras_as") == "doubles":
                doubles += extras
            elif facts.option("extras_as") == "points":
                points += 10 * extras
    elif facts.rules == "classical":
        points = _classical_points(arrangement, hand, facts)
        doubles = _classical_doubles(arrangement, hand, facts)
    else:
        points, doubles = _simple_points(arrangement, hand), _simple_doubles(arrangement, hand, facts)
    score = points
    for _ in range(doubles):
        score += score
    counted = score
    limit = facts.option("limit")
    if limit is None:
        return _rounded(counted, facts), points, doubles
    score, least = min(score, limit), 0
    if facts.rules == "traditional" and facts.winner and _full_score(arrangement, facts):
        score = limit
    elif facts.rules == "traditional" and facts.by == "first-discard":
        score, least = max(score, limit // 2), limit // 2
    score = max(least, min(limit, _rounded(score, facts))) if score == counted else score
    return score, points, doubles


def _rounded(score: int, facts: Facts) -> int:
    """To the nearest ten or hundred as people do it: the last figures decide, and a half goes up."""
    digits = {"ten": 1, "hundred": 2}.get(facts.options.get("rounding"), 0)
    if not digits or facts.rules not in ("traditional", "classical"):
        return score
    kept, last = str(score)[:-digits] or "0", str(score)[-digits:].zfill(digits)
    return (int(kept) + (last[0] >= "5")) * 10**digits


def _full_score(arrangement: Arrangement, facts: Facts) -> bool:
    if all(arrangement.has_pung(dragon) for dragon in DRAGONS):
        return True
    if all(arrangement.has_pung(wind) for wind in WINDS.values()):
        return True
    return facts.by == "deal"


def _is_plain(tile: str) -> bool:
    """2 to 8 of a suit."""
    return tile[1] in "mps" and 2 <= int(tile[0]) <= 8


def _set_points(meld: Meld) -> int:
    if meld.kind == "chow":
        return 0
    if meld.kind == "pung":
        if _is_plain(meld.tile):
            return 2 if meld.exposed else 4
        return 4 if meld.exposed else 8
    if _is_plain(meld.tile):
        return 8 if meld.exposed else 16
    return 16 if meld.exposed else 32


def _pair_points(pair: Meld, facts: Facts) -> int:
    if pair.tile in DRAGONS:
        return 2
    if pair.tile not in WINDS.values():
        return 0
    own = pair.tile == WINDS[facts.seat]
    of_round = pair.tile == WINDS[facts.round]
    if facts.rules == "kemp-chinese":
        return 4 if own and facts.option("own_wind_pair_adds") else 2
    if facts.rules == "traditional":
        return 2 if own else 0
    return 2 * own + 2 * of_round


def _tile_points(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    """What the sets, the pair and the flowers score."""
    points = 4 * (len(hand.flowers) + len(hand.seasons))
    for meld in arrangement.sets():
        points += _set_points(meld)
    for pair in arrangement.pairs():
        points += _pair_points(pair, facts)
    return points


def _kemp_points(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    points = _tile_points(arrangement, hand, facts)
    nothing = points == 0
    if facts.option("no_combinations") == "literal":
        flowers = _flower_doubles(hand, facts, 3)
        nothing = _kemp_doubles(arrangement, hand, facts) == flowers
    points += 20
    if nothing:
        points += 10
    if facts.by in SELF_DRAWN:
        points += 2
    if arrangement.only_tile:
        points += 2
    if facts.by == "kong-replacement":
        points += 10
    if arrangement.no_runs():
        points += 10
    return points


def _traditional_points(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    points = _tile_points(arrangement, hand, facts)
    if facts.winner:
        points += int(facts.option("basal"))
        if facts.by in SELF_DRAWN:
            points += 2
        if arrangement.only_tile:
            points += 2
    return points


def _traditional_extras(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    extras = 0
    if arrangement.no_runs():
        extras += 1
    if facts.by == "kong-replacement":
        extras += 1
    if _tile_points(arrangement, hand, facts) == 0:
        extras += 1
    if facts.last_tile and facts.by == "draw":
        extras += 1
    if facts.by == "robbed-kong":
        extras += 1
    return extras


def _classical_points(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    points = _tile_points(arrangement, hand, facts)
    if not facts.winner:
        return points
    if points == 0:
        points += 10
    points += 20
    if facts.by == "draw":
        points += 2
    if facts.by in ("kong-replacement", "flower-replacement"):
        points += 10
    if arrangement.only_tile:
        points += 2
    if arrangement.no_runs():
        points += 10
    if facts.by == "robbed-kong":
        points += 10
    return points


def _flower_doubles(hand: Hand, facts: Facts, for_four: int) -> int:
    doubles = 0
    for row in (hand.flowers, hand.seasons):
        complete = sorted(row) == [1, 2, 3, 4]
        own = SEAT_NUMBER[facts.seat] in row
        if complete:
            doubles += for_four
        if own and (not complete or facts.option("flower_doubles_add")):
            doubles += 1
    return doubles


def _honour_doubles(arrangement: Arrangement, facts: Facts) -> int:
    """Pungs and kongs of the seat wind and of dragons."""
    doubles = 0
    if arrangement.has_pung(WINDS[facts.seat]):
        doubles += 1
    for dragon in DRAGONS:
        if arrangement.has_pung(dragon):
            doubles += 1
    return doubles


def _suit_doubles(arrangement: Arrangement) -> int:
    letters = {tile[1] for tile in arrangement.tiles()}
    suits, honours = letters & set("mps"), "z" in letters
    if len(suits) == 1 and honours:
        return 1
    if len(suits) == 1:
        return 3
    return 0


def _pattern_doubles(arrangement: Arrangement, facts: Facts) -> int:
    """What `kemp-chinese` and `classical` double besides: 1s and 9s, honours, last tile, as dealt."""
    doubles = 0
    if all(tile[1] in "mps" and tile[0] in "19" for tile in arrangement.tiles()):
        doubles += 1
    if all(tile[1] == "z" for tile in arrangement.tiles()):
        doubles += 3
    if facts.last_tile:
        doubles += 1
    if facts.by == "deal":
        doubles += 3
    return doubles


def _kemp_doubles(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    doubles = _honour_doubles(arrangement, facts) + _flower_doubles(hand, facts, 3)
    return doubles + _suit_doubles(arrangement) + _pattern_doubles(arrangement, facts)


def _traditional_doubles(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    doubles = _honour_doubles(arrangement, facts) + _flower_doubles(hand, facts, 2)
    if facts.winner:
        doubles += _suit_doubles(arrangement)
    return doubles


def _classical_doubles(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    doubles = _honour_doubles(arrangement, facts) + _flower_doubles(hand, facts, 3)
    if arrangement.has_pung(WINDS[facts.round]):
        doubles += 1
    if facts.winner:
        doubles += _suit_doubles(arrangement) + _pattern_doubles(arrangement, facts)
    return doubles


def _simple_points(arrangement: Arrangement, hand: Hand) -> int:
    points = 2 * (len(hand.flowers) + len(hand.seasons))
    for meld in arrangement.pungs():
        if meld.kind == "pung":
            points += 2 if _is_plain(meld.tile) else 4
        else:
            points += 8 if _is_plain(meld.tile) else 16
    return points


def _simple_doubles(arrangement: Arrangement, hand: Hand, facts: Facts) -> int:
    doubles = len(hand.flowers) + len(hand.seasons)
    for meld in arrangement.pungs():
        if meld.kind == "kong":
            doubles += 1
    if arrangement.has_pung(WINDS[facts.seat]):
        doubles += 1
    if arrangement.has_pung(WINDS[facts.round]):
        doubles += 1
    if arrangement.no_runs():
        doubles += 1
    return doubles


# ---------------------------------------------------------------- random hands

SUIT_TILES = {suit: [f"{n}{suit}" for n in range(1, 10)] for suit in "mps"}
HONOURS = [f"{n}z" for n in range(1, 8)]
THEMES = (
    "any", "any", "mixed", "chows", "flush", "flush", "half", "half", "honours", "terminals", "dragons",
    "winds", "kongs", "window", "window", "steps", "steps",
)  # fmt: skip


def random_request(rng: random.Random, rules: str | None = None) -> dict[str, Any]:
    """Make a request that can be scored; rare things are frequent."""
    rules = rules or rng.choice(RULESETS)
    request: dict[str, Any] = {"rules": rules, "seat": rng.choice("ESWN"), "round": rng.choice("ESWN")}
    if rules == "kemp-chinese":
        request["seat"] = "E"
    hand = Hand()
    _pick_flowers(rng, hand)
    if rules in ("traditional", "classical") and rng.random() < 0.3:
        request["winner"] = False
        _pick_loser(rng, hand)
    else:
        _pick_winner(rng, hand, request)
    _pick_options(rng, hand, request)
    if rules == "kemp-chinese" and rng.random() < 0.7:
        most = 130 - len(hand.flowers) - len(hand.seasons)
        request["discards"] = rng.choice([0, 1, most, rng.randint(0, most), rng.randint(0, most)])
    for key in ("seat", "round"):
        if request[key] == "E" and rng.random() < 0.2:
            del request[key]
    request["hand"] = _written(rng, hand)
    return request


def _pick_flowers(rng: random.Random, hand: Hand) -> None:
    draw = rng.random()
    if draw < 0.35:
        return
    if draw < 0.42:
        hand.flowers, hand.seasons = [1, 2, 3, 4], [1, 2, 3, 4]
        return
    for row in (hand.flowers, hand.seasons):
        row += rng.sample([1, 2, 3, 4], rng.choice([0, 0, 1, 1, 2, 3, 4]))


def _pick_options(rng: random.Random, hand: Hand, request: dict[str, Any]) -> None:
    choices: dict[str, list[Any]] = {
        "limit": [None, None, 2, 50, 100, 250, 300, 500, 1000, 4000],
        "basal": list(range(0, 101, 2)),
        "extras_as": ["points", "doubles", "none"],
        "loser_pairs": ["all", "one"],
        "no_combinations": ["tiles", "literal"],
        "rounding": ["none", "ten", "hundred"],
        "own_wind_pair_adds": [True, False],
        "only_tile_by_shape": [True, False],
        "flower_doubles_add": [True, False],
        "losers_settle": [True, False],
        "east_stays_after_draw": [True, False],
    }
    has_flowers = bool(hand.flowers or hand.seasons)
    if not has_flowers or request["rules"] in ("kemp-chinese", "simple"):
        choices["flowers"] = [True, False]
    taken = {key: rng.choice(values) for key, values in choices.items() if rng.random() < 0.25}
    if taken or rng.random() < 0.5:
        request["options"] = taken


def _pick_winner(rng: random.Random, hand: Hand, request: dict[str, Any]) -> None:
    if rng.random() < 0.3:
        request["winner"] = True
    opening = rng.random() < 0.15
    if opening:
        by = "first-discard" if request["rules"] != "kemp-chinese" and rng.random() < 0.5 else "deal"
        request["seat"] = "E" if by == "deal" else rng.choice("SWN")
        melds = _random_melds(rng, kongs=False)
        exposure = 0.0
    else:
        melds = _random_melds(rng, kongs=True)
        exposure = rng.choice([0.0, 0.0, 0.2, 0.5, 0.8, 1.0])
    for meld in melds:
        if meld.kind != "pair" and (meld.kind == "kong" or rng.random() < exposure):
            exposed = rng.random() < max(exposure, 0.3) if meld.kind == "kong" else True
            hand.laid.append(replace(meld, exposed=exposed))
        else:
            hand.concealed += meld.tiles()
    if not opening:
        if rng.random() < 0.9:
            request["win"] = _random_win(rng, hand, melds, request["rules"])
    elif by == "deal":
        request["win"] = {"by": "deal"}
    else:
        request["win"] = _random_discard(rng, hand, melds, "first-discard")


def _random_win(rng: random.Random, hand: Hand, melds: list[Meld], rules: str) -> dict[str, Any]:
    copies = Counter(hand.all_tiles())
    in_reach = [t for m in hand.laid if m.kind == "chow" for t in m.tiles()] + hand.concealed
    robbed = [tile for tile in in_reach if tile[1] != "z" and copies[tile] == 1]
    how = ["draw", "draw", "discard", "discard", "discard"]
    if any(meld.kind == "kong" for meld in hand.laid):
        how += ["kong-replacement"] * 2
    if hand.flowers or hand.seasons:
        how.append("flower-replacement")
    if robbed and rules != "kemp-chinese":
        how += ["robbed-kong"] * 2
    by = rng.choice(how)
    if by == "robbed-kong":
        win: dict[str, Any] = {"tile": rng.choice(robbed), "by": by}
    elif by == "discard":
        win = _random_discard(rng, hand, melds, by)
    else:
        win = {"tile": rng.choice(hand.concealed), "by": by}
    if by in ("draw", "discard") and rng.random() < 0.3:
        win["last_tile"] = True
    elif rng.random() < 0.2:
        win["last_tile"] = False
    return win


def _random_discard(rng: random.Random, hand: Hand, melds: list[Meld], by: str) -> dict[str, Any]:
    """Win on a discard, left among the concealed tiles or, now and then, shown in ( ) with its set."""
    if by == "discard" and rng.random() < 0.25:
        claimed = [t for m in hand.laid if m.exposed and m.kind != "kong" for t in m.tiles()]
        claimed = [tile for tile in claimed if tile not in hand.concealed]
        if claimed:
            return {"tile": rng.choice(claimed), "by": by}
    in_hand = Counter(melds) - Counter(replace(meld, exposed=False) for meld in hand.laid)
    meld = rng.choice(list(in_hand))
    tile = rng.choice(meld.tiles())
    if rng.random() < 0.3:
        rest = list(hand.concealed)
        for used in meld.tiles():
            rest.remove(used)
        if tile not in rest:
            hand.concealed = rest
            hand.laid.append(replace(meld, exposed=True))
    return {"tile": tile, "by": by}


def _random_melds(rng: random.Random, *, kongs: bool) -> list[Meld]:
    """Four sets and a pair after some theme, never a fifth copy."""
    while True:
        theme = rng.choice(THEMES)
        pool, first, chow_share, kong_share = _theme(rng, theme)
        if not kongs:
            kong_share = 0.0
        melds = [Meld("kong" if rng.random() < kong_share else m.kind, m.tile) for m in first]
        used = Counter(tile for meld in melds for tile in meld.tiles())
        for _ in range(60):
            if len(melds) == 5:
                return melds
            meld = _random_meld(rng, pool, len(melds) == 4, chow_share, kong_share)
            if meld is None:
                continue
            after = used + Counter(meld.tiles())
            if max(after.values()) <= 4:
                used = after
                melds.append(meld)


def _random_meld(
    rng: random.Random, pool: list[str], is_pair: bool, chow_share: float, kong_share: float
) -> Meld | None:
    tile = rng.choice(pool)
    if is_pair:
        return Meld("pair", tile)
    if rng.random() < chow_share:
        if tile[1] == "z" or int(tile[0]) > 7:
            return None
        chow = Meld("chow", tile)
        return chow if all(t in pool for t in chow.tiles()) else None
    return Meld("kong" if rng.random() < kong_share else "pung", tile)


def _theme(rng: random.Random, theme: str) -> tuple[list[str], list[Meld], float, float]:
    """The tiles to choose from, sets to begin with, the shares of chows and of kongs among the others."""
    suit = rng.choice("mps")
    one_suit = SUIT_TILES[suit]
    kong_share = rng.choice([0.0, 0.2, 0.5])
    chow_share = rng.choice([0.0, 0.3, 0.7])
    if theme in ("dragons", "winds"):
        first = [Meld("pung", tile) for tile in (DRAGONS if theme == "dragons" else WINDS.values())]
        return rng.choice([TILES, one_suit + HONOURS, one_suit, HONOURS]), first, chow_share, kong_share
    if theme == "steps":  # 111222333 and the like, which are runs as well
        low = rng.randint(1, 7)
        first = [Meld("pung", f"{low + step}{suit}") for step in range(3)]
        near = [tile for tile in one_suit if low - 2 <= int(tile[0]) <= low + 4]
        return rng.choice([near, near, one_suit, one_suit + HONOURS, TILES]), first, chow_share, 0.0
    if theme == "window":  # four to six neighbouring numbers
        low = rng.randint(1, 6)
        near = [tile for tile in one_suit if low <= int(tile[0]) <= low + rng.choice([3, 4, 5])]
        return near, [], rng.choice([0.3, 0.6, 0.8]), 0.0
    pools = {
        "chows": (TILES, 1.0, 0.0),
        "flush": (one_suit, chow_share, kong_share),
        "half": (one_suit + HONOURS, chow_share, kong_share),
        "honours": (HONOURS, 0.0, kong_share),
        "terminals": ([t for t in TILES if t[1] != "z" and t[0] in "19"], 0.0, kong_share),
        "kongs": (rng.choice([TILES, one_suit, HONOURS, one_suit + HONOURS]), 0.0, 1.0),
        "mixed": (one_suit + SUIT_TILES["m"] + SUIT_TILES["p"], chow_share, kong_share),
    }
    pool, chows, kong_share = pools.get(theme, (TILES, chow_share, kong_share))
    return pool, [], chows, kong_share


def _pick_loser(rng: random.Random, hand: Hand) -> None:
    """Thirteen tiles and one for each kong, with more pungs and pairs among them than chance would give."""
    suit = SUIT_TILES[rng.choice("mps")]
    pool = rng.choice([TILES, TILES, HONOURS + suit, HONOURS + suit, HONOURS, suit])
    used: Counter[str] = Counter()
    for _ in range(rng.choice([0, 0, 1, 2, 3, 4])):
        meld = _random_meld(rng, pool, False, 0.3, 0.4)
        if meld is not None and max((used + Counter(meld.tiles())).values()) <= 4:
            used += Counter(meld.tiles())
            exposed = meld.kind != "kong" or rng.random() < 0.5
            hand.laid.append(replace(meld, exposed=exposed))
    while len(hand.concealed) + 3 * len(hand.laid) < 13:
        tile = rng.choice(pool if rng.random() < 0.9 else TILES)
        room = 13 - len(hand.concealed) - 3 * len(hand.laid)
        some = min(rng.choice([1, 1, 2, 2, 3, 3, 4]), room, 4 - used[tile])
        used[tile] += some
        hand.concealed += [tile] * some


def _written(rng: random.Random, hand: Hand) -> str:
    """Write the hand with its parts in any order, spaced or not."""
    parts = [f"{''.join(str(n) for n in hand.flowers)}f"] if hand.flowers else []
    if hand.seasons:
        parts.append(f"{''.join(str(n) for n in hand.seasons)}y")
    for meld in hand.laid:
        opened, closed = "()" if meld.exposed else "[]"
        parts.append(f"{opened}{_digits(meld.tiles())}{closed}")
    if rng.random() < 0.1:  # tile by tile
        parts += hand.concealed
    else:
        groups = (sorted(t for t in hand.concealed if t[1] == suit) for suit in "mpsz")
        parts += [_digits(group) for group in groups if group]
    if rng.random() < 0.5:
        rng.shuffle(parts)
    return ("" if rng.random() < 0.1 else " ").join(parts)


def _digits(tiles: list[str]) -> str:
    return "".join(tile[0] for tile in tiles) + tiles[0][1]
