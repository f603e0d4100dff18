"""Work out who meets whom in a tournament: ``python -m tools.make_schedules [FILE]``, the same file each time.

For a number of players that four divides, a round that is moved on by one again and again makes as many rounds as can
be without two who meet twice: all numbers but a few fixed ones are moved, so only the first round is searched for. It
turns into itself when its three kinds of numbers change places, which leaves few tables to find. Where more rounds are
wanted, and for other numbers of players, each round is sought that repeats least of what was before.
"""

from __future__ import annotations

import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).resolve().parents[1] / "resources" / "schedules.txt"
LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
MOST_PLAYERS: Final = 64
MOST_ORDERS: Final = 2_000
FEWEST_ROUNDS: Final = 12
"""So many rounds there are for every number of players, though somebody meets twice."""

Point = tuple[int, int]
"""A number to be moved, and which of the three kinds it is."""
Tables = list[list[int]]


# rounds in which nobody meets twice


def starter(moved: int, fixed: int) -> list[list[Point | int]] | None:
    """A first round whose moves by 1, 2, … below `moved` let nobody meet twice; `fixed` numbers stay, -1, -2, -3."""
    for turn in (turn for turn in range(1, moved) if pow(turn, 3, moved) == 1):
        for first, used, gaps in _fixed_tables(moved, fixed, turn):
            found = _filled(moved, turn, frozenset(range(moved)) - used, gaps, [])
            if found is not None:
                return [*first, *(table for one in found for table in _turned(one, turn, moved))]
    return None


def _gap(one: Point, other: Point, turn: int, moved: int) -> tuple[str, int]:
    """How far apart two are, however the round is moved and its kinds change places."""
    (a, kind), (b, second) = one, other
    if kind == second:
        return "same", min((a - b) % moved, (b - a) % moved)
    return "next", ((turn * b - a) if (second - kind) % 3 == 1 else (turn * a - b)) % moved


def _gaps(table: Sequence[Point], turn: int, moved: int) -> set[tuple[str, int]] | None:
    found = [_gap(one, other, turn, moved) for one, other in itertools.combinations(table, 2)]
    return set(found) if len(set(found)) == len(found) else None


def _placed(table: Sequence[Point], turn: int, moved: int, times: int = 0) -> list[Point]:
    """What a table of the search really is, after its kinds changed places so many times."""
    return [(pow(turn, kind + times, moved) * at % moved, (kind + times) % 3) for at, kind in table]


def _turned(table: Sequence[Point], turn: int, moved: int) -> Iterator[list[Point | int]]:
    for times in range(3):
        yield [*_placed(table, turn, moved, times)]


def _fixed_tables(
    moved: int, fixed: int, turn: int
) -> Iterator[tuple[list[list[Point | int]], frozenset[int], frozenset[tuple[str, int]]]]:
    """The tables with the fixed numbers: each alone at one that turns into itself, or three that turn into another."""
    never = {("same", moved // 2)} if fixed == 2 else set()
    if fixed == 3:
        for at in itertools.permutations(range(moved), 3):
            table = [(one, kind) for kind, one in enumerate(at)]
            gaps = _gaps(table, turn, moved)
            if gaps is not None:
                first = [[-1 - times, *rest] for times, rest in enumerate(_turned(table, turn, moved))]
                yield first, frozenset(at), frozenset(gaps)
        return
    for at in itertools.combinations(range(moved), fixed):
        gaps = {("next", (turn * one - one) % moved) for one in at}
        if len(gaps) == fixed:
            tables = [
                [-1 - place, *_placed([(one, kind) for kind in range(3)], turn, moved)] for place, one in enumerate(at)
            ]
            yield tables, frozenset(at), frozenset(gaps | never)


def _filled(
    moved: int, turn: int, left: frozenset[int], gaps: frozenset[tuple[str, int]], done: list[list[Point]]
) -> list[list[Point]] | None:
    """Tables for the numbers that are left, so that no gap is there twice."""
    if not left:
        return done
    first, *rest = sorted(left)

    def grown(table: list[Point], there: frozenset[tuple[str, int]], start: int) -> list[list[Point]] | None:
        if len(table) == 4:
            return _filled(moved, turn, left - {at for at, _ in table}, there, [*done, table])
        for place in range(start, len(rest)):
            for kind in range(3):
                new = [_gap(one, (rest[place], kind), turn, moved) for one in table]
                if len(set(new)) == len(new) and there.isdisjoint(new):
                    found = grown([*table, (rest[place], kind)], there | set(new), place + 1)
                    if found is not None:
                        return found
        return None

    return grown([(first, 0)], gaps, 0)


def _moved(first: Sequence[Sequence[Point | int]], moved: int) -> list[Tables]:
    """All the rounds that a first round becomes; the fixed numbers come last."""

    def number(one: Point | int, by: int) -> int:
        return 3 * moved - 1 - one if isinstance(one, int) else one[1] * moved + (one[0] + by) % moved

    return [[[number(one, by) for one in table] for table in first] for by in range(moved)]


def _lines() -> list[Tables]:
    """The lines of the space of three dimensions over the field of four, by directions: 64 players, 21 rounds."""
    times = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    rounds, seen = [], set()
    for way in itertools.product(range(4), repeat=3):
        ways = {tuple(times[by][one] for one in way) for by in range(1, 4)}
        if not any(way) or seen & ways:
            continue
        seen |= ways
        lines = {
            frozenset(tuple(one ^ times[by][step] for one, step in zip(start, way, strict=True)) for by in range(4))
            for start in itertools.product(range(4), repeat=3)
        }
        rounds.append(sorted(sorted(16 * a + 4 * b + c for a, b, c in line) for line in lines))
    return rounds


def _squares(order: int) -> list[Tables]:
    """Four teams of a prime number of people, each table with one of each: so many rounds, and teams never meet."""
    return [
        [[team * order + (at + team * by) % order for team in range(4)] for at in range(order)] for by in range(order)
    ]


_OF_56: Final = (
    ((1, 0), (3, 0), (4, 1), (6, 0)),
    ((5, 0), (7, 1), (13, 1), (14, 2)),
    ((8, 0), (10, 2), (11, 1), (12, 0)),
    ((9, 0), (15, 1), (16, 0), (17, 0)),
)
"""What `starter` finds for 56 players, after some minutes: kinds change places by 7."""


def _of_56() -> list[list[Point | int]]:
    fixed = [[-1 - place, *_placed([(one, kind) for kind in range(3)], 7, 18)] for place, one in enumerate((0, 2))]
    return [*fixed, *(table for one in _OF_56 for table in _turned(one, 7, 18))]


def _of_32() -> list[Tables]:
    """Four teams of eight: eight rounds with one of each at a table, and one in which each team is two tables."""

    def times(one: int, other: int) -> int:
        """In the field of eight, with x to the third as x + 1."""
        product = 0
        for bit in range(3):
            if other >> bit & 1:
                product ^= one << bit
        for bit in (4, 3):
            if product >> bit & 1:
                product ^= 0b1011 << (bit - 3)
        return product

    apart = [[[team * 8 + (at ^ times(by, team)) for team in range(4)] for at in range(8)] for by in range(8)]
    return [*apart, [[*range(at, at + 4)] for at in range(0, 32, 4)]]


def design(players: int) -> list[Tables]:
    """Rounds in which nobody meets twice, as many as are known; one where more can't be."""
    if players == 64:
        return _lines()
    if players == 20:
        return _squares(5)
    if players == 32:
        return _of_32()
    moved, fixed = divmod(players - 1, 3)
    fixed += 1
    first = _of_56() if players == 56 else starter(moved, fixed) if moved > 3 else None
    return _moved(first, moved) if first is not None else [[list(range(at, at + 4)) for at in range(0, players, 4)]]


# rounds that repeat as little as can be found


class Rounds:
    """Rounds that grow one by one, and how often two have met and each has sat out."""

    def __init__(self, players: int, chance: random.Random) -> None:
        self.players, self.chance = players, chance
        self.rounds: list[Tables] = []
        self.met = [[0] * players for _ in range(players)]
        self.out = [0] * players
        self.repeats: list[int] = []

    def add(self, tables: Tables) -> None:
        """Play one round more."""
        again = 0
        for one, other in (pair for table in tables for pair in itertools.combinations(table, 2)):
            again += self.met[one][other] > 0
            self.met[one][other] += 1
            self.met[other][one] += 1
        for one in set(range(self.players)).difference(*tables):
            self.out[one] += 1
        self.rounds.append(tables)
        self.repeats.append(again)

    def cost(self, table: Sequence[int]) -> int:
        """How often those at a table have met before, the more often the worse."""
        a, b, c, d = table
        met = self.met
        return sum(one * one for one in (met[a][b], met[a][c], met[a][d], met[b][c], met[b][d], met[c][d]))

    def may_sit_out(self) -> list[int]:
        """Who sits out next, in an order of which the first are taken: those who sat out least, by chance."""
        order = list(range(self.players))
        self.chance.shuffle(order)
        return sorted(order, key=lambda one: self.out[one])

    def sought(self, tries: int = 4, steps: int = 5_000) -> Tables:
        """The round that repeats least, as far as chance finds it."""
        best = self._cooled(steps)
        for _ in range(tries - 1):
            if best[0]:
                best = min(best, self._cooled(steps), key=itemgetter(0))
        return best[1]

    def _cooled(self, steps: int) -> tuple[int, Tables]:
        chance, count = self.chance, self.players // 4
        order = self.may_sit_out()
        aside = self.players % 4
        out, seated = order[:aside], order[aside:]
        chance.shuffle(seated)
        tables = [seated[at * 4 : at * 4 + 4] for at in range(count)]
        costs = [self.cost(table) for table in tables]
        total = sum(costs)
        best = total, [list(table) for table in tables]
        for step in range(steps):
            if total == 0:
                break
            heat = 2.0 * (1 - step / steps) + 0.05
            a, i = chance.randrange(count), chance.randrange(4)
            b = chance.randrange(count + (aside > 0))
            if b == count:
                j = chance.randrange(aside)
                if self.out[out[j]] != self.out[tables[a][i]]:
                    continue
                tables[a][i], out[j] = out[j], tables[a][i]
                new = self.cost(tables[a])
                change = new - costs[a]
                if change <= 0 or chance.random() < math.exp(-change / heat):
                    costs[a], total = new, total + change
                else:
                    tables[a][i], out[j] = out[j], tables[a][i]
            elif a != b:
                j = chance.randrange(4)
                tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
                one, other = self.cost(tables[a]), self.cost(tables[b])
                change = one + other - costs[a] - costs[b]
                if change <= 0 or chance.random() < math.exp(-change / heat):
                    costs[a], costs[b], total = one, other, total + change
                else:
                    tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
            if total < best[0]:
                best = total, [list(table) for table in tables]
        return best


def _some_orders(may: Sequence[int], count: int, chance: random.Random) -> Iterator[Sequence[int]]:
    """Every way to choose some in an order, or many by chance where these are too many."""
    if math.perm(len(may), count) <= MOST_ORDERS:
        yield from itertools.permutations(may, count)
    else:
        yield from (chance.sample(may, count) for _ in range(MOST_ORDERS))


def _with_guests(players: int, base: Sequence[Tables], count: int, chance: random.Random) -> Rounds:
    """Rounds for a few more people than `base` has, who take the places of those who sit out."""
    grown = Rounds(players, chance)
    aside = players % 4
    for tables in base[:count]:
        guests = list(range(players - aside, players))
        least = sorted(grown.out)[:aside][-1]
        must = [one for one in range(players) if grown.out[one] < least]
        may = [one for one in range(players) if grown.out[one] == least]
        best: tuple[float, float, Tables] = (0.0 if not grown.rounds else math.inf), 0.0, list(tables)
        if grown.rounds:
            for some in _some_orders(may, aside - len(must), chance):
                out = [*must, *some]
                free = [one for one in out if one not in guests]
                taken = dict(zip(free, [one for one in guests if one not in out], strict=True))
                seated = [[taken.get(one, one) for one in table] for table in tables]
                cost = sum(map(grown.cost, seated))
                drawn = chance.random()
                if (cost, drawn) < best[:2]:
                    best = cost, drawn, seated
        grown.add(best[2])
    return grown


def rounds_for(players: int, designs: dict[int, list[Tables]]) -> Rounds:
    """The rounds of a tournament of so many players."""
    chance = random.Random(players)  # noqa: S311 - no secret, and the same each time
    whole, aside = players - players % 4, players % 4
    offered: list[Rounds] = []
    if not aside:
        offered.append(_played(players, designs[players], chance))
    else:
        offered.append(Rounds(players, chance))
        if whole > 4:
            base = designs[whole]
            tries = [_with_guests(players, base, len(base), random.Random(seed)) for seed in range(8)]  # noqa: S311
            offered.append(min(tries, key=_badness))
        if aside == 3 and players < MOST_PLAYERS:
            gone = players
            base = [[table for table in tables if gone not in table] for tables in designs[players + 1]]
            offered.append(_played(players, base, chance))
    if whole > 4:
        for one in offered:
            while len(one.rounds) < FEWEST_ROUNDS:
                one.add(one.sought())
    else:
        for one in offered:
            while len(one.rounds) < FEWEST_ROUNDS:
                one.add(one.sought(steps=200))
    return min(offered, key=_badness)


def _played(players: int, rounds: Sequence[Tables], chance: random.Random) -> Rounds:
    found = Rounds(players, chance)
    for tables in rounds:
        found.add(tables)
    return found


def _badness(one: Rounds) -> tuple[int, ...]:
    """Rounds are the better the later the first two meet again, and the fewer do up to each round."""
    return tuple(itertools.accumulate(one.repeats))[:FEWEST_ROUNDS]


# seats


def seated(players: int, rounds: Sequence[Tables]) -> list[Tables]:
    """The tables of each round in the order East, South, West, North, so that everybody has all winds alike often.

    Four rounds at a time, everybody sits at four tables, and every table has four: so it can be arranged that each
    has every wind once. Where people sit out, each round is arranged for the best.
    """
    if players % 4 == 0:
        return [tables for at in range(0, len(rounds), 4) for tables in _coloured(players, rounds[at : at + 4])]
    had = [[0] * 4 for _ in range(players)]
    found: list[Tables] = []
    for tables in rounds:
        arranged = []
        for table in tables:
            best = min(itertools.permutations(table), key=lambda order: _unevenness(order, had))
            for wind, one in enumerate(best):
                had[one][wind] += 1
            arranged.append(list(best))
        found.append(arranged)
    return found


def _unevenness(order: Sequence[int], had: Sequence[Sequence[int]]) -> int:
    """How badly four in this order are served who had each wind so often: most by what somebody had far too often."""
    return sum(8 ** (had[one][wind] - min(had[one])) for wind, one in enumerate(order))


def _coloured(players: int, rounds: Sequence[Tables]) -> list[Tables]:
    """At most four rounds, with every wind at most once for everybody: chains of two winds change places."""
    at_table = [dict[int, int]() for tables in rounds for _ in tables]
    of_player = [dict[int, int]() for _ in range(players)]
    for number, table in enumerate(table for tables in rounds for table in tables):
        for one in table:
            mine = next(wind for wind in range(4) if wind not in of_player[one])
            free = next(wind for wind in range(4) if wind not in at_table[number])
            if mine != free:
                _freed(number, mine, free, at_table, of_player)
            at_table[number][mine], of_player[one][mine] = one, number
    arranged = iter([[winds[wind] for wind in range(4)] for winds in at_table])
    return [[next(arranged) for _ in tables] for tables in rounds]


def _freed(number: int, mine: int, free: int, at_table: list[dict[int, int]], of_player: list[dict[int, int]]) -> None:
    """Make a wind free at a table: along the chain from there, two winds change places."""
    chain: list[tuple[int, int, int]] = []
    table, wind, other = number, mine, free
    while wind in at_table[table]:
        one = at_table[table][wind]
        chain.append((table, one, wind))
        if other not in of_player[one]:
            break
        table = of_player[one][other]
        chain.append((table, one, other))
    for table, one, wind in chain:
        if at_table[table].get(wind) == one:
            del at_table[table][wind]
        if of_player[one].get(wind) == table:
            del of_player[one][wind]
    for table, one, wind in chain:
        new = free if wind == mine else mine
        at_table[table][new], of_player[one][new] = one, table


# writing


def written(players: int, rounds: Sequence[Tables]) -> str:
    """A line of the file: the number of players, then each round, table by table, and who sits out."""
    told = []
    for tables in rounds:
        order = [one for table in tables for one in table]
        order += sorted(set(range(players)) - set(order))
        told.append("".join(LETTERS[one] for one in order))
    return " ".join([str(players), *told])


def main() -> None:
    """Write them to the file given, or where the program looks for them."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    designs = {players: design(players) for players in range(4, MOST_PLAYERS + 1, 4)}
    lines = []
    for players in range(4, MOST_PLAYERS + 1):
        found = rounds_for(players, designs)
        lines.append(written(players, seated(players, found.rounds)))
        outs = Counter(found.out)
        print(players, len(found.rounds), "meet again:", *found.repeats, "sat out:", dict(outs), flush=True)
    file.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
