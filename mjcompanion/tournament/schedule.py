"""Who sits where in each round, so that as few players as possible meet twice; made by `tools/make_schedules.py`."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import Final

import msgspec

from mjcompanion.storage.package_data import text

FEWEST, MOST = 4, 64
"""The fewest and the most players of a tournament."""
MOST_ROUNDS: Final = 64
_LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
_FILE: Final = "schedules.txt"

Four = tuple[int, int, int, int]


class Round(msgspec.Struct, frozen=True):
    """One round: each table's players as East, South, West and North, by their numbers from 0, and who sits out."""

    tables: tuple[Four, ...]
    out: tuple[int, ...] = ()

    def table_of(self, player: int) -> int | None:
        """Return a player's table, from 0; None if the player sits out.

        >>> schedule(6, 1)[0].table_of(0)
        0
        """
        return next((at for at, table in enumerate(self.tables) if player in table), None)


@cache
def _known() -> dict[int, tuple[str, ...]]:
    lines = (line.split(" ") for line in text(_FILE).splitlines())
    return {int(players): tuple(rounds) for players, *rounds in lines}


@lru_cache(maxsize=16)
def cycle(players: int) -> tuple[Round, ...]:
    """Return the cycle of rounds for a number of players; after the last one the first comes again.

    Raises:
        ValueError: there are no rounds for this number of players.

    """
    if not FEWEST <= players <= MOST:
        raise ValueError(f"{FEWEST} to {MOST} players, not {players}")
    found = []
    for letters in _known()[players]:
        order = [_LETTERS.index(letter) for letter in letters]
        seated = len(order) - players % 4
        tables = tuple((order[at], order[at + 1], order[at + 2], order[at + 3]) for at in range(0, seated, 4))
        found.append(Round(tables, tuple(order[seated:])))
    return tuple(found)


def schedule(players: int, rounds: int) -> tuple[Round, ...]:
    """Return the rounds of a tournament; each new cycle passes the seats on by one.

    Where four doesn't divide the players, one to three sit out in each round, everybody as often as all others.

    Raises:
        ValueError: there are no such tournaments.

    >>> schedule(16, 5)[1].tables[0], repeats(schedule(16, 5)), repeats(schedule(16, 6)) > 0
    ((15, 11, 6, 1), 0, True)

    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"1 to {MOST_ROUNDS} rounds, not {rounds}")
    known = cycle(players)
    found = []
    for at in range(rounds):
        again, place = divmod(at, len(known))
        one = known[place]
        turned = tuple(_turned(table, again) for table in one.tables)
        found.append(Round(turned, one.out))
    return tuple(found)


def _turned(table: Four, by: int) -> Four:
    one, two, three, four = (table[(at + by) % 4] for at in range(4))
    return one, two, three, four


def repeats(rounds: tuple[Round, ...]) -> int:
    """Count how often two players meet again."""
    met: set[tuple[int, int]] = set()
    again = 0
    for one in rounds:
        for table in one.tables:
            for pair in combinations(sorted(table), 2):
                again += pair in met
                met.add(pair)
    return again


@lru_cache(maxsize=128)
def most_without_repeats(players: int) -> int:
    """Return how many rounds are known in which no two players meet twice.

    >>> most_without_repeats(16), most_without_repeats(64)
    (5, 21)
    """
    known = cycle(players)
    return next((at for at in range(len(known)) if repeats(known[: at + 1])), len(known))
