"""A slow, obvious matcher for American hands, and random cards and hands to try it on.

Nothing of the program is used here: cards are read with `tomllib`, patterns are spelt out and tiles are stood in
their places again from the rules alone, so that the two can be held against each other. Tiles are texts, `2m`.
"""

from __future__ import annotations

import itertools
import random
import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

SUITS = "mps"
DRAGON_OF = {"m": "7z", "p": "5z", "s": "6z"}
PLAIN = {"0": "5z", "F": "F", "E": "1z", "S": "2z", "W": "3z", "N": "4z", "G": "6z", "R": "7z"}
WIND_TILES = ("1z", "2z", "3z", "4z")
DRAGON_TILES = ("5z", "6z", "7z")
NATURALS = [f"{n}{s}" for s in SUITS for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
COPIES = {**dict.fromkeys(NATURALS, 4), "F": 8, "J": 8}
WALL = [tile for tile, count in COPIES.items() for _ in range(count)]

Run = tuple[str, int, bool]
"""A tile, how many, and whether jokers may stand among them."""
Build = tuple[Run, ...]
Laid = tuple[str, int, int]
"""A set laid out: its tile, how many tiles, how many of them jokers."""


@dataclass
class Line:
    """A line of a card, spelt out."""

    number: int
    pattern: str
    value: int = 25
    section: str = ""
    concealed: bool = False
    singles_and_pairs: bool = False
    shift: int = 0
    builds: list[Build] = field(default_factory=list)


@dataclass
class Hand:
    """Tiles in hand, and sets laid out; every flower is an F."""

    loose: list[str]
    laid: list[Laid] = field(default_factory=list)

    def tiles(self) -> list[str]:
        return self.loose + [t for tile, count, jokers in self.laid for t in [tile] * (count - jokers) + ["J"] * jokers]

    def text(self) -> str:
        inside = [f"({spelt(tile, count, jokers)})" for tile, count, jokers in self.laid]
        return " ".join([*self.loose, *inside])


def spelt(tile: str, count: int, jokers: int) -> str:
    """A set as notation has it: 22JJs."""
    return tile[0] * (count - jokers) + "J" * jokers + tile[1:]


# --- cards


def read_lines(text: str) -> list[Line]:
    """The lines of a card's file."""
    found = tomllib.loads(text)
    lines = []
    for number, entry in enumerate(found["line"], 1):
        line = Line(
            number,
            entry["pattern"],
            entry["value"],
            entry.get("section", ""),
            entry.get("concealed", False),
            entry.get("singles_and_pairs", False),
            entry.get("shift", 0),
        )
        line.builds = spell_out(line.pattern, line.shift, found.get("jokers_anywhere", False))
        lines.append(line)
    return lines


@cache
def spell_out(pattern: str, shift: int = 0, anywhere: bool = False) -> list[Build]:
    """Every way to make a pattern, without those that no set of tiles can make."""
    builds = {}
    for part in pattern.split("|"):
        words = re.sub(r"\s+/\s+", "/", part).split()
        places = [word.split("/") for word in words if re.search("[0-9A-Za-z]", word)]
        for groups in itertools.product(*places):
            for build in ways(groups, shift, anywhere):
                builds.setdefault(tuple(sorted(build)), build)
    return list(builds.values())


def ways(groups: tuple[str, ...], shift: int, anywhere: bool) -> list[Build]:
    """Every way to make these groups."""
    read = []
    for group in groups:
        symbols, suit, marks = re.fullmatch(r"([0-9A-Z]*[a-z0-9A-Z]*?)([abc]?)([=!]*)", group).groups()
        read.append((symbols, suit, "=" in marks, "!" in marks))
    steps = range(-8, 9) if shift else [0]
    used = {symbol for symbols, _, _, _ in read for symbol in symbols}
    builds = []
    for step in steps:
        if step % (shift or 1):
            continue
        for suits in itertools.permutations(SUITS, 3):
            for numbers in itertools.permutations(range(1, 10), 2) if used & set("nk") else [(1, 1)]:
                for winds in itertools.permutations(WIND_TILES) if used & set("wvut") else [WIND_TILES]:
                    for dragons in itertools.permutations(DRAGON_TILES) if used & set("xyz") else [DRAGON_TILES]:
                        meant = {
                            **dict(zip("abc", suits, strict=True)),
                            **dict(zip("nk", numbers, strict=True)),
                            **dict(zip("wvut", winds, strict=True)),
                            **dict(zip("xyz", dragons, strict=True)),
                        }
                        build = made(read, meant, step, anywhere)
                        if build is not None and can_be(build, Counter(COPIES)):
                            builds.append(build)
    return builds


def made(read: list[tuple[str, str, bool, bool]], meant: dict[str, Any], step: int, anywhere: bool) -> Build | None:
    """The runs of some groups, or nothing where a number leaves 1 to 9."""
    runs = []
    for symbols, suit, fixed, bare in read:
        for symbol, equal in itertools.groupby(symbols):
            count = len(list(equal))
            if symbol in PLAIN:
                tile = PLAIN[symbol]
            elif symbol == "D":
                tile = DRAGON_OF[meant[suit]]
            elif symbol in "wvutxyz":
                tile = meant[symbol]
            else:
                number = meant[symbol] if symbol in "nk" else int(symbol) + (0 if fixed else step)
                if not 1 <= number <= 9:
                    return None
                tile = f"{number}{meant[suit]}"
            runs.append((tile, count, not bare and (anywhere or count >= 3)))
    return tuple(runs)


# --- matching


@cache
def stand(runs: tuple[tuple[int, bool], ...], count: int) -> frozenset[tuple[int, int]]:
    """All ways to stand some equal tiles in runs: how many stand, and how many empty places jokers may take."""
    found = set()
    for put in itertools.product(*[range(min(size, count) + 1) for size, _ in runs]):
        if sum(put) <= count:
            free = sum(size - one for (size, may), one in zip(runs, put, strict=True) if may)
            found.add((sum(put), free))
    return frozenset(found)


def left_over(build: Build, laid: list[Laid]) -> list[Build]:
    """The runs that are left when each set laid out has taken one, for every way to take them."""
    rests = [list(build)]
    for tile, count, jokers in laid:
        rests = [
            rest[:at] + rest[at + 1 :]
            for rest in rests
            for at, (other, size, may) in enumerate(rest)
            if (other, size) == (tile, count) and (may or not jokers)
        ]
    return [tuple(rest) for rest in rests]


@cache
def by_tile(rest: Build) -> dict[str, tuple[tuple[int, bool], ...]]:
    """The runs of each tile."""
    found: dict[str, tuple[tuple[int, bool], ...]] = {}
    for tile, count, may in rest:
        found[tile] = (*found.get(tile, ()), (count, may))
    return found


def filled(rest: Build, have: Counter[str]) -> int:
    """How many places of these runs can be filled at most."""
    options = {(0, 0)}
    for tile, runs in by_tile(rest).items():
        here = stand(runs, have[tile])
        options = {(put + more, free + others) for put, free in options for more, others in here}
    return max(put + min(have["J"], free) for put, free in options)


def can_be(build: Build, have: Counter[str], laid: list[Laid] = []) -> bool:  # noqa: B006 - only read
    """Whether a build can be made of these tiles and the sets laid out."""
    return any(filled(rest, have) == sum(count for _, count, _ in rest) for rest in left_over(build, laid))


def away(build: Build, hand: Hand) -> int | None:
    """How many tiles must still be found; None where the sets laid out have no place."""
    have = Counter(hand.loose)
    rests = left_over(build, hand.laid)
    if not rests:
        return None
    return min(sum(count for _, count, _ in rest) - filled(rest, have) for rest in rests)


def can_still_be(build: Build, hand: Hand, seen: list[str]) -> bool:
    """Whether a build can be made of the hand and all tiles that nobody has seen."""
    out = Counter(COPIES)
    out.subtract(hand.tiles())
    out.subtract(seen)
    return can_be(build, +out + Counter(hand.loose), hand.laid)


def chances(build: Build, hand: Hand, seen: list[str]) -> int:
    """How many tiles still out have a place that no real tile fills, jokers if there are more places than jokers."""
    out = Counter(COPIES)
    out.subtract(hand.tiles())
    out.subtract(seen)
    have = Counter(hand.loose)
    rest = left_over(build, hand.laid)[0]
    wanted: Counter[str] = Counter()
    for tile, count, _ in rest:
        wanted[tile] += count
    total = sum(max(0, out[tile]) for tile, count in wanted.items() if count > have[tile])
    with_one_more = filled(rest, have + Counter(["J"]))
    return total + (max(0, out["J"]) if with_one_more > filled(rest, have) else 0)


def winners(lines: list[Line], hand: Hand) -> set[tuple[int, tuple[Run, ...]]]:
    """Every line, by number, and build that 14 tiles are."""
    have = Counter(hand.loose)
    tiles = Counter(hand.tiles())
    return {
        (line.number, tuple(sorted(build)))
        for line in lines
        for build in line.builds
        if all(tiles[tile] == 0 for tile in tiles.keys() - {"J"} - {run[0] for run in build})
        and can_be(build, have, hand.laid)
    }


def nearest(lines: list[Line], hand: Hand, seen: list[str]) -> tuple[list[tuple[int, int, int, int]], set[int]]:
    """The living lines in order, as (away, -value, -chances, number), and the numbers of the dead ones."""
    living, dead = [], set()
    for line in lines:
        builds = [] if line.concealed and hand.laid else line.builds
        levels = [(one, build) for build in builds if (one := away(build, hand)) is not None]
        for level in sorted({one for one, _ in levels}):
            here = [build for one, build in levels if one == level and can_still_be(build, hand, seen)]
            if here:
                most = max(chances(build, hand, seen) for build in here)
                living.append((level, -line.value, -most, line.number))
                break
        else:
            dead.add(line.number)
    return sorted(living), dead


# --- random cards and hands


def random_card(rng: random.Random, lines: int) -> str:
    """The file of a card with some lines that can be played."""
    entries = []
    while len(entries) < lines:
        pattern = random_pattern(rng)
        shift = rng.choice([0, 0, 1, 1, 2, 3])
        builds = spell_out(pattern, shift)
        if not 0 < len(builds) < 300:
            continue
        entries.append(
            f'[[line]]\nsection = "{rng.choice(["A", "B"])}"\npattern = "{pattern}"\nshift = {shift}\n'
            f"value = {rng.choice([25, 25, 30, 35, 50, 75])}\nconcealed = {str(rng.random() < 0.3).lower()}\n"
            f"singles_and_pairs = {str(rng.random() < 0.2).lower()}\n"
        )
    return f'name = "Random"\njokers_anywhere = {str(rng.random() < 0.3).lower()}\n' + "\n".join(entries)


def random_pattern(rng: random.Random) -> str:
    """Groups of 14 tiles together, some of them odd."""
    words: list[str] = []
    left = 14
    while left:
        kind = rng.random()
        size = min(left, rng.choice([1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6]))
        if kind < 0.15:
            words.append("F" * size)
        elif kind < 0.3:
            words.append(rng.choice("NEWSRG0wvx") * size)
        elif kind < 0.4:
            words.append("D" * size + rng.choice("abc"))
        elif kind < 0.5 and left >= 4:
            size = 4
            words.append(rng.choice(["NEWS", "2026a", "1122b", "3D3Dc", "wwvv"]))
        elif kind < 0.56:
            words.append(f"{str(rng.randint(1, 9)) * size}a/{'N' * size}")
        elif kind < 0.6:
            words.append("n" * size + rng.choice("abc"))
        else:
            words.append(str(rng.randint(1, 9)) * size + rng.choice("aabbc") + rng.choice(["", "", "", "", "!", "="]))
        left -= size
    return " ".join(words)


def random_tiles(rng: random.Random, count: int) -> list[str]:
    """Tiles from a shuffled wall."""
    return rng.sample(WALL, count)


def complete_hand(rng: random.Random, build: Build, jokers: int | None = None, lay: float = 0.3) -> Hand | None:
    """A build as a hand: with jokers for some tiles, and some sets laid out; None where it takes more jokers."""
    over: Counter[str] = Counter()
    for tile, count, _ in build:
        over[tile] += count
    loose: list[str] = []
    laid: list[Laid] = []
    places = [at for at, (_, count, may) in enumerate(build) if may for _ in range(count)]
    rng.shuffle(places)
    wanted = rng.choice([0, 0, 1, 2, 3, 5, 8]) if jokers is None else jokers
    put = Counter(places[:wanted])
    for at, (tile, count, _) in enumerate(build):
        over[tile] -= put[at]
        if count >= 3 and put[at] < count and rng.random() < lay:
            laid.append((tile, count, put[at]))
        else:
            loose += [tile] * (count - put[at]) + ["J"] * put[at]
    if any(count > COPIES[tile] for tile, count in over.items()) or sum(put.values()) > 8:
        return None
    rng.shuffle(loose)
    return Hand(loose, laid)


def random_hand(rng: random.Random, lines: list[Line], size: int = 14) -> tuple[Hand, list[str]]:
    """A hand, most often near to a line, and tiles that others have seen."""
    kind = rng.random()
    if kind < 0.15:
        hand = Hand(random_tiles(rng, size))
    else:
        line = rng.choice(lines)
        found = complete_hand(rng, rng.choice(line.builds), lay=0 if kind < 0.5 else 0.4)
        if found is None:
            return random_hand(rng, lines, size)
        hand = found
        if kind > 0.35:
            spoil(rng, hand, rng.choice([0, 1, 1, 2, 4, 7]))
        if size == 13 and hand.loose:
            hand.loose.pop()
    rest = Counter(COPIES)
    rest.subtract(hand.tiles())
    if len(hand.tiles()) != size or any(count < 0 for count in rest.values()):
        return random_hand(rng, lines, size)
    wall = [tile for tile, count in rest.items() for _ in range(count)]
    return hand, rng.sample(wall, rng.choice([0, 0, 5, 30, 70, 110]))


def spoil(rng: random.Random, hand: Hand, count: int) -> None:
    """Exchange some tiles of a hand for others."""
    for _ in range(min(count, len(hand.loose))):
        hand.loose[rng.randrange(len(hand.loose))] = rng.choice([*NATURALS, "F", "J"])
