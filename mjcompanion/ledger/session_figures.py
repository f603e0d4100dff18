"""What players did in sessions: one table of figures for all sessions by the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, FromClause, Select, bindparam, case, cast, func, literal, select
from sqlalchemy.orm import aliased

from mjcompanion.ledger import players
from mjcompanion.ledger.connect import Reader, kept_statements
from mjcompanion.ledger.listing import Asked
from mjcompanion.ledger.models import Players, Sessions, Standings
from mjcompanion.ledger.session_lists import LIST
from mjcompanion.ledger.values import Player, SeatFigures, SessionFilter, TableFigures
from mjcompanion.table.rotation import PLAYERS

_MOST_PLACES: Final = 20
"""The last place that is counted by itself."""
_SUMMED: Final = "hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "net"
_PLAYER: Final = len(players.SHOWN)


def table_figures(reader: Reader, wanted: SessionFilter) -> tuple[TableFigures, ...]:
    """Return what each player of some sessions did, one for all sessions by the same rules.

    With a player in the filter, it is of that one alone.
    """
    what, values = LIST.asked(wanted), LIST.values(reader, wanted)
    ((most,),) = reader.rows(_most_statement(what, reader.dialect), values)
    columns = min(max(len(PLAYERS), 1 + (most or 0)), _MOST_PLACES)
    tables: dict[tuple[str, str], tuple[list[str], list[SeatFigures]]] = {}
    for row in reader.rows(_table_statement(what, reader.dialect, columns=columns), values):
        rules, fingerprint, name, *numbers = row[_PLAYER:]
        names, seats = tables.setdefault((rules, fingerprint), ([], []))
        names.append(name)
        seats.append(_seat_of(players.player_of(row[:_PLAYER]), numbers, columns))
    each = [
        TableFigures(rules, max(names), fingerprint, _trimmed(seats))
        for (rules, fingerprint), (names, seats) in tables.items()
    ]
    return tuple(sorted(each, key=lambda one: (one.rules, -sum(seat.sessions for seat in one.players))))


def _seat_of(person: Player, numbers: Sequence[Any], columns: int) -> SeatFigures:
    played, *others, session, item = numbers
    seat = SeatFigures(person.uid, person.name, played, tuple(others[:columns]), *others[columns:])
    return seat if seat.best is None else msgspec.structs.replace(seat, best_session=session, best_item=item)


def _trimmed(seats: Sequence[SeatFigures]) -> tuple[SeatFigures, ...]:
    """Return the seats with as many places as somebody reached, and at least four."""
    last = max((at for seat in seats for at, times in enumerate(seat.places, 1) if times), default=0)
    count = max(len(PLAYERS), last)
    return tuple(msgspec.structs.replace(seat, places=seat.places[:count]) for seat in seats)


def _chosen(what: Asked, dialect: str) -> Select[Any] | None:
    """The numbers of the sessions of a filter; None where that is all."""
    if not what:
        return None
    some = select(Sessions.id)
    if "player" in what:
        some = some.join(Standings, Standings.session_id == Sessions.id)
    return LIST.narrowed(dialect, some, what)


def _sums(of: FromClause) -> list[Any]:
    """What is added up of some standings."""
    return [cast(func.sum(of.c[name]), BigInteger).label(name) for name in _SUMMED]


@kept_statements(64)
def _most_statement(what: Asked, dialect: str) -> Select[Any]:
    """The last place that anybody may have reached in some sessions, from 0."""
    most = select(func.max(Standings.place))
    chosen = _chosen(what, dialect)
    return most if chosen is None else most.where(Standings.session_id.in_(chosen))


@kept_statements(64)
def _table_statement(what: Asked, dialect: str, *, columns: int) -> Select[Any]:
    """Sums over the sessions of each player by the same rules, how often each place was reached, and the best hand."""
    place = func.rank().over(partition_by=Standings.session_id, order_by=Standings.net.desc())
    seats = select(Standings, place.label("reached"))
    chosen = _chosen(what, dialect)
    if chosen is not None:
        seats = seats.where(Standings.session_id.in_(chosen))
    mine, held = seats.subquery("mine"), aliased(Sessions)
    counts = held.ended & (held.hands > 0)

    def reached(which: int) -> Any:  # noqa: ANN401 - an expression of sums
        there = mine.c.reached >= literal(which) if which == _MOST_PLACES else mine.c.reached == literal(which)
        return func.sum(case((counts & there, literal(1)), else_=literal(0)))

    kind = (held.rules, held.fingerprint, mine.c.person_id)
    sums = select(
        *kind,
        func.max(held.rules_name).label("rules_name"),
        func.count().label("sessions"),
        *(reached(which).label(f"place_{which}") for which in range(1, columns + 1)),
        *_sums(mine),
        func.max(mine.c.best).label("best"),
    ).join(held, held.id == mine.c.session_id)
    if "player" in what:
        sums = sums.where(mine.c.person_id == bindparam("person"))
    each = sums.group_by(*kind).subquery("each")
    hand, by = aliased(Standings), aliased(Sessions)
    highest = (
        select(hand.session_id)
        .join(by, by.id == hand.session_id)
        .where(hand.person_id == each.c.person_id, hand.best == each.c.best)
        .where(by.rules == each.c.rules, by.fingerprint == each.c.fingerprint)
        .order_by(hand.started_at, hand.session_id)
        .limit(1)
    )
    if chosen is not None:
        highest = highest.where(hand.session_id.in_(chosen))
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
