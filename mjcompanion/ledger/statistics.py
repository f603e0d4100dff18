"""Statistics: what players did in sessions, and what came of kept hands and games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, select

from mjcompanion.ledger import figures, players
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.models import Sessions, Standings
from mjcompanion.ledger.players import PlayerRow
from mjcompanion.ledger.sessions import ALL, LIST, person
from mjcompanion.ledger.values import (
    Figures,
    GameFilter,
    HighHand,
    KeptFilter,
    SeatFigures,
    SessionFilter,
    TableFigures,
)
from mjcompanion.table.rotation import PLAYERS

_MOST_PLACES: Final = 20
"""The last place that is counted by itself."""
_SUMMED: Final = "hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "net"

_COLUMNS: Final[tuple[Any, ...]] = (
    *(Sessions.rules, Sessions.rules_name, Sessions.fingerprint, Sessions.uid.label("session")),
    (Sessions.ended & (Sessions.hands > 0)).label("counts"),
    Standings,
)


class _Seat(NamedTuple):
    """What a session came to for a player: the row, and the place, None where no place counts."""

    row: Row[Any]
    place: int | None

    @property
    def rules(self) -> tuple[str, str]:
        """The ruleset and the fingerprint of the rules."""
        return self.row.rules, self.row.fingerprint


def _seats(connection: Connection, criteria: SessionFilter) -> Iterator[_Seat]:
    """Yield the seats of the sessions of a filter, the oldest first; with a player in it, only that player's."""
    chosen = LIST.query(connection, criteria).add_columns(Sessions.id)
    query = (
        select(*_COLUMNS)
        .join(Sessions, Sessions.id == Standings.session_id)
        .where(Standings.session_id.in_(chosen))
        .order_by(Standings.started_at, Standings.session_id)
    )
    who = person(connection, criteria.player) if criteria.player else None
    for _session, rows in groupby(connection.execute(query), key=lambda row: row.session_id):
        seats = list(rows)
        for row in seats:
            if who in (None, row.person_id):
                ahead = sum(other.net > row.net for other in seats)
                yield _Seat(row, min(ahead + 1, _MOST_PLACES) if row.counts else None)


def _by_rules(seats: Iterator[_Seat]) -> list[tuple[tuple[str, str], list[_Seat]]]:
    """Return the seats by the same rules."""
    found: dict[tuple[str, str], list[_Seat]] = defaultdict(list)
    for seat in seats:
        found[seat.rules].append(seat)
    return sorted(found.items())


def _table(rules: tuple[str, str], seats: Sequence[_Seat], people: Mapping[int, PlayerRow]) -> TableFigures:
    """Add up the seats by the same rules, of each player; those who played most come first."""
    each: dict[int, list[_Seat]] = defaultdict(list)
    for seat in seats:
        each[seat.row.person_id].append(seat)
    places = max([len(PLAYERS), *(seat.place for seat in seats if seat.place is not None)])
    order = sorted(each, key=lambda one: (-len(each[one]), people[one].name_key, one))
    figures = tuple(_player(people[one], each[one], places) for one in order)
    return TableFigures(rules[0], max(seat.row.rules_name for seat in seats), rules[1], figures)


def _player(who: PlayerRow, seats: Sequence[_Seat], places: int) -> SeatFigures:
    reached = Counter(seat.place for seat in seats)
    best = max((seat.row for seat in seats if seat.row.best is not None), key=lambda row: row.best, default=None)
    return SeatFigures(
        player=who.uid,
        name=who.name,
        sessions=len(seats),
        places=tuple(reached[place] for place in range(1, places + 1)),
        best=None if best is None else best.best,
        best_session="" if best is None else best.session,
        best_item="" if best is None else best.best_item,
        **{name: sum(getattr(seat.row, name) for seat in seats) for name in _SUMMED},
    )


def _highest(seats: Sequence[_Seat], people: Mapping[int, PlayerRow], most: int) -> Iterator[HighHand]:
    """Yield the highest hands by the same rules, of each player in each session the best one."""
    rows = [seat.row for seat in seats if seat.row.best is not None]
    for row in sorted(rows, key=lambda row: -row.best)[:most]:
        who = people[row.person_id]
        yield HighHand(
            row.rules,
            row.fingerprint,
            who.uid,
            who.name,
            row.best,
            row.started_at,
            row.session,
            row.best_item,
            row.rules_name,
        )


HANDS: Final = KeptFilter()
GAMES: Final = GameFilter()


class StatisticsStore(Store):
    """Statistics of a ledger."""

    def sessions(self, criteria: SessionFilter = ALL) -> tuple[TableFigures, ...]:
        """Return what each player did in some sessions, one for all that are by the same rules.

        With a player in the filter: what that player did.
        """
        with self.database.reading() as connection:
            people = players.by_number(connection)
            tables = [_table(rules, seats, people) for rules, seats in _by_rules(_seats(connection, criteria))]
        return tuple(sorted(tables, key=lambda one: (one.rules, -sum(seat.sessions for seat in one.players))))

    def highest(self, criteria: SessionFilter = ALL, most: int = 10) -> tuple[HighHand, ...]:
        """Return the highest hands of some sessions, at most so many by the same rules; see `HighHand`."""
        with self.database.reading() as connection:
            people = players.by_number(connection)
            each = _by_rules(_seats(connection, criteria))
        return tuple(hand for _rules, seats in each for hand in _highest(seats, people, most))

    def hands(self, criteria: KeptFilter = HANDS) -> tuple[Figures, ...]:
        """Return the figures of the kept hands of a list's filter."""
        with self.database.reading() as connection:
            return tuple(figures.figures(connection, criteria))

    def games(
        self, criteria: GameFilter = GAMES, *, with_seen: bool = False, by_house: bool = True
    ) -> tuple[Figures, ...]:
        """Return the figures of the finished games of a list's filter; see `figures.figures`."""
        with self.database.reading() as connection:
            return tuple(figures.figures(connection, criteria, with_seen=with_seen, by_house=by_house))
