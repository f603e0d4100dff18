"""Statistics: what players did in sessions, and what came of kept hands and games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Connection, Row, Select, case, cast, func, literal, select, true
from sqlalchemy.orm import aliased

from mjcompanion.ledger import figures, players
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.models import Players, Sessions, Standings
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


def table_figures(connection: Connection, criteria: SessionFilter) -> tuple[TableFigures, ...]:
    """Return what each player of some sessions did, one for all sessions by the same rules.

    With a player in the filter, it is of that one alone.
    """
    chosen = _chosen(connection, criteria)
    last = select(func.max(Standings.place)).where(chosen.has(Standings.session_id))  # from 0
    columns = min(max(len(PLAYERS), 1 + (connection.execute(last).scalar() or 0)), _MOST_PLACES)
    tables: dict[tuple[str, str], tuple[list[str], list[SeatFigures]]] = {}
    for row in connection.execute(_table_statement(chosen, columns)):
        names, seats = tables.setdefault((row.rules, row.fingerprint), ([], []))
        names.append(row.rules_name)
        seats.append(_seat_of(row, columns))
    each = [
        TableFigures(rules, max(names), fingerprint, _trimmed(seats))
        for (rules, fingerprint), (names, seats) in tables.items()
    ]
    return tuple(sorted(each, key=lambda one: (one.rules, -sum(seat.sessions for seat in one.players))))


def _seat_of(row: Row[Any], columns: int) -> SeatFigures:
    who, places = players.player_of(row), tuple(getattr(row, f"place_{at}") for at in range(1, columns + 1))
    figures = {name: getattr(row, name) for name in (*_SUMMED, "best")}
    if row.best is not None:
        figures |= {"best_session": row.session, "best_item": row.best_item}
    return SeatFigures(player=who.uid, name=who.name, sessions=row.sessions, places=places, **figures)


def _high_hand(row: Row[Any]) -> HighHand:
    who = players.player_of(row)
    return HighHand(
        row.rules, row.fingerprint, who.uid, who.name, row.best, row.at, row.session, row.best_item, row.rules_name
    )


def _trimmed(seats: Sequence[SeatFigures]) -> tuple[SeatFigures, ...]:
    """Return the seats with as many places as somebody reached, and at least four."""
    last = max((at for seat in seats for at, times in enumerate(seat.places, 1) if times), default=0)
    count = max(len(PLAYERS), last)
    return tuple(msgspec.structs.replace(seat, places=seat.places[:count]) for seat in seats)


class _Chosen(NamedTuple):
    """The numbers of the sessions of a filter, None for all sessions, and the number of its player."""

    sessions: Select[Any] | None
    person: int | None

    def has(self, session_id: Any) -> ColumnElement[bool]:  # noqa: ANN401 - a column
        """Return the condition that a column is one of the sessions."""
        found: ColumnElement[bool] = true() if self.sessions is None else session_id.in_(self.sessions)
        return found

    def is_of(self, person_id: Any) -> ColumnElement[bool]:  # noqa: ANN401 - a column
        """Return the condition that a column is the player."""
        found: ColumnElement[bool] = true() if self.person is None else person_id == self.person
        return found


def _chosen(connection: Connection, criteria: SessionFilter) -> _Chosen:
    sessions = None if criteria == ALL else LIST.query(connection, criteria).add_columns(Sessions.id)
    return _Chosen(sessions, person(connection, criteria.player) if criteria.player else None)


def _table_statement(chosen: _Chosen, columns: int) -> Select[Any]:
    """Add up the sessions of each player by the same rules, how often each place was reached, and the best hand."""
    place = func.rank().over(partition_by=Standings.session_id, order_by=Standings.net.desc())
    seats = select(Standings, place.label("reached")).where(chosen.has(Standings.session_id))
    mine, session = seats.subquery("mine"), aliased(Sessions)
    counts = session.ended & (session.hands > 0)

    def reached(which: int) -> Any:  # noqa: ANN401 - an expression of sums
        there = mine.c.reached >= literal(which) if which == _MOST_PLACES else mine.c.reached == literal(which)
        return func.sum(case((counts & there, literal(1)), else_=literal(0)))

    kind = (session.rules, session.fingerprint, mine.c.person_id)
    sums = select(
        *kind,
        func.max(session.rules_name).label("rules_name"),
        func.count().label("sessions"),
        *(reached(which).label(f"place_{which}") for which in range(1, columns + 1)),
        *(cast(func.sum(mine.c[name]), BigInteger).label(name) for name in _SUMMED),
        func.max(mine.c.best).label("best"),
    )
    sums = sums.join(session, session.id == mine.c.session_id).where(chosen.is_of(mine.c.person_id))
    each = sums.group_by(*kind).subquery("each")
    hand, by = aliased(Standings), aliased(Sessions)
    highest = (
        select(hand.session_id)
        .join(by, by.id == hand.session_id)
        .where(hand.person_id == each.c.person_id, hand.best == each.c.best)
        .where(by.rules == each.c.rules, by.fingerprint == each.c.fingerprint, chosen.has(hand.session_id))
        .order_by(hand.started_at, hand.session_id)
        .limit(1)
    )
    each_best = select(each, highest.scalar_subquery().label("best_session")).subquery("each_best")
    it = each_best.c
    there, seat = aliased(Sessions), aliased(Standings)
    numbers = ("sessions", *(f"place_{which}" for which in range(1, columns + 1)), *_SUMMED, "best")
    return (
        select(
            *players.SHOWN,
            *(it[name] for name in ("rules", "fingerprint", "rules_name", *numbers)),
            there.uid.label("session"),
            seat.best_item,
        )
        .select_from(each_best)
        .outerjoin(Players, Players.id == it.person_id)
        .outerjoin(there, there.id == it.best_session)
        .outerjoin(seat, (seat.session_id == it.best_session) & (seat.person_id == it.person_id))
        .order_by(it.rules, it.fingerprint, it.sessions.desc(), Players.name_key, Players.id)
    )


def _highest_statement(chosen: _Chosen, most: int) -> Select[Any]:
    """Find the highest hands by the same rules, of each player in each session the best one."""
    order = (Standings.best.desc(), Standings.started_at, Standings.session_id)
    place = func.row_number().over(partition_by=(Sessions.rules, Sessions.fingerprint), order_by=order)
    each = select(
        *(Standings.person_id, Standings.best, Standings.best_item, Standings.started_at.label("at")),
        *(Sessions.rules, Sessions.fingerprint, Sessions.rules_name, Sessions.uid.label("session")),
        place.label("reached"),
    ).join(Sessions, Sessions.id == Standings.session_id)
    each = each.where(Standings.best.is_not(None), chosen.is_of(Standings.person_id), chosen.has(Standings.session_id))
    it = each.subquery("each").c
    return (
        select(*players.SHOWN, it.rules, it.fingerprint, it.best, it.at, it.session, it.best_item, it.rules_name)
        .join(Players, Players.id == it.person_id)
        .where(it.reached <= most)
        .order_by(it.rules, it.fingerprint, it.best.desc(), it.at)
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
            return table_figures(connection, criteria)

    def highest(self, criteria: SessionFilter = ALL, most: int = 10) -> tuple[HighHand, ...]:
        """Return the highest hands of some sessions, at most so many by the same rules; see `HighHand`."""
        with self.database.reading() as connection:
            found = connection.execute(_highest_statement(_chosen(connection, criteria), most))
            return tuple(map(_high_hand, found))

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
