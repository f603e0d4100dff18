"""A tournament: players, rounds, draw, the session of each table, and penalties."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, Final, Literal

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.rules.ruleset import written
from mjcompanion.table.events import read_stored
from mjcompanion.table.rules import TableRules
from mjcompanion.tournament.schedule import FEWEST, MOST, MOST_ROUNDS, Four, Round, schedule

System = Literal["both", "places", "points"]
USUAL_PLACES: Final = (4, 2, 1, 0)
MOST_PLACE: Final = 1_000
MOST_POINTS: Final = 1_000_000_000
LONGEST_TITLE: Final = 200


class TournamentPenalty(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Table points or points taken from a player in a round."""

    player: int
    round: int
    table_points: int = 0
    points: int = 0
    why: str = ""


class Tournament(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tournament; a change makes a new one.

    `players` are ids of the ledger, in the order of their numbers, which the draw gave them; `draw` has each round's
    tables by these numbers, East first. `places` are the table points for the first to the fourth at a table; with
    `average` a round that somebody sits out counts as the middle of these. `hands` are played in each round, 0 for as
    many as the rules have. `sessions` says which session of the ledger a table of a round is, by "round/table", both
    from 1. Rounds and tables elsewhere count from 0.
    """

    uid: str
    title: str
    at: str
    players: tuple[str, ...]
    rules: TableRules
    draw: tuple[Round, ...]
    starting: int = 0
    system: System = "both"
    places: Four = USUAL_PLACES
    average: bool = True
    hands: int = 0
    sessions: dict[str, str] = {}
    penalties: tuple[TournamentPenalty, ...] = ()

    @property
    def tables(self) -> int:
        """The number of tables."""
        return len(self.players) // 4

    def session(self, round_: int, table: int) -> str | None:
        """Return the session of a table in a round; None if there is none."""
        return self.sessions.get(_key(round_, table))

    def seats(self, round_: int, table: int) -> tuple[str, str, str, str]:
        """Return the four players of a table in a round, East first."""
        east, south, west, north = self.draw[round_].tables[table]
        return self.players[east], self.players[south], self.players[west], self.players[north]

    def place_of(self, session: str) -> tuple[int, int] | None:
        """Return the round and table of a session."""
        found = next((key for key, uid in self.sessions.items() if uid == session), None)
        return None if found is None else _place(found)

    def with_session(self, round_: int, table: int, session: str | None) -> Tournament:
        """Set the session of a table in a round, or none.

        Raises:
            RuleError: there is no such table.

        """
        if not (0 <= round_ < len(self.draw) and 0 <= table < self.tables):
            raise RuleError([Problem("no-tournament-table", text=str(table + 1), count=round_ + 1)])
        sessions = {key: uid for key, uid in self.sessions.items() if uid != session}
        sessions.pop(_key(round_, table), None)
        if session is not None:
            sessions[_key(round_, table)] = session
        return msgspec.structs.replace(self, sessions=dict(sorted(sessions.items(), key=lambda one: _place(one[0]))))

    def fined(self, penalty: TournamentPenalty) -> Tournament:
        """Add a penalty."""
        return msgspec.structs.replace(self, penalties=(*self.penalties, penalty))

    def forgiven(self, penalty: TournamentPenalty) -> Tournament:
        """Remove a penalty."""
        left = list(self.penalties)
        if penalty in left:
            left.remove(penalty)
        return msgspec.structs.replace(self, penalties=tuple(left))

    @property
    def middle(self) -> Fraction:
        """The table points for sitting out a round."""
        return Fraction(sum(self.places), 4) if self.average else Fraction(0)


def _key(round_: int, table: int) -> str:
    return f"{round_ + 1}/{table + 1}"


def _place(key: str) -> tuple[int, int]:
    round_, _, table = key.partition("/")
    return int(round_) - 1, int(table) - 1


def drawn(
    players: Sequence[str], rounds: int, chance: random.Random | None
) -> tuple[tuple[str, ...], tuple[Round, ...]]:
    """Draw the players' order and the rounds; without `chance` they keep their order.

    Raises:
        RuleError: too few or too many players or rounds, or a player listed twice.

    """
    _check_players(players)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError([Problem("tournament-rounds", count=rounds, limit=MOST_ROUNDS)])
    order = list(players)
    if chance is not None:
        chance.shuffle(order)
    return tuple(order), schedule(len(order), rounds)


def _check_players(players: Sequence[str]) -> None:
    if not FEWEST <= len(players) <= MOST:
        raise RuleError([Problem("tournament-players", count=len(players), limit=MOST)])
    if len(set(players)) != len(players):
        raise RuleError([Problem("tournament-twice")])


def encode(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament as JSON values."""
    plain = msgspec.json.encode(tournament, enc_hook=written)
    return msgspec.json.decode(plain, type=dict[str, Any])


def decode(stored: Mapping[str, Any]) -> Tournament:
    """Read what `encode` made.

    Raises:
        ValueError: it is no tournament.

    """
    found = msgspec.convert(stored, Tournament, dec_hook=read_stored)
    count = len(found.players)
    _check_players(found.players)
    everybody = set(range(count))
    for one in found.draw:
        seated = [*chain.from_iterable(one.tables), *one.out]
        if len(seated) != count or set(seated) != everybody or len(one.tables) != count // 4:
            raise ValueError("not everybody sits somewhere in each round")
    if not 1 <= len(found.draw) <= MOST_ROUNDS:
        raise ValueError("no such number of rounds")
    for key in found.sessions:
        round_, table = _place(key)
        if not (0 <= round_ < len(found.draw) and 0 <= table < found.tables) or key != _key(round_, table):
            raise ValueError(f"no table {key}")
    if any(not (0 <= one.player < count and 0 <= one.round < len(found.draw)) for one in found.penalties):
        raise ValueError("a penalty of nobody")
    numbers = (found.starting, *found.places, *chain.from_iterable((p.table_points, p.points) for p in found.penalties))
    if any(abs(one) > MOST_POINTS for one in numbers):
        raise ValueError("a number is out of range")
    return found
