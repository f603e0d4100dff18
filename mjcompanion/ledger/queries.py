"""Lists and statistics: which sessions there are, and what each player has done in them.

A statement is put together once for each combination of filters; after that only its values change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import BigInteger, BindParameter, Connection, Select, bindparam, cast, exists, func, select, tuple_

from mjcompanion.ledger import people
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.schema import players, sessions, standings
from mjcompanion.ledger.values import (
    BestHand,
    Cursor,
    Page,
    PlayerStatistics,
    SessionFilter,
    SessionRow,
    key_of,
    storable,
)

_Asked = tuple[bool, ...]
_NOBODY: Final = -1


def _asked(wanted: SessionFilter) -> _Asked:
    return tuple(bool(getattr(wanted, name)) for name in wanted.__struct_fields__)


def _values(reader: Reader, wanted: SessionFilter) -> dict[str, object]:
    """The values of a filter, for the statement that `_narrowed` makes of it."""
    values: dict[str, object] = {}
    if wanted.player:
        values["person"] = _person(reader, wanted.player)
    if wanted.text:
        values["text"] = key_of(wanted.text.strip())
    if wanted.rules:
        values["rules"] = storable(wanted.rules)
    if wanted.since:
        values["since"] = storable(wanted.since)
    if wanted.until:
        until = storable(wanted.until)
        values["until"] = f"{until}T24" if len(until) == len("2026-11-21") else until
    return values


_PERSON: Final = select(players.c.id, players.c.merged_into).where(players.c.uid == bindparam("uid"))
_MERGED_INTO: Final = select(players.c.id, players.c.merged_into).where(players.c.id == bindparam("id"))


def _person(reader: Reader, uid: str) -> int:
    """The number of who a player is after merging; that of nobody where there is no such player."""
    found = reader.rows(_PERSON, {"uid": storable(uid)})
    while found and found[0][1] is not None:
        found = reader.rows(_MERGED_INTO, {"id": found[0][1]})
    return int(found[0][0]) if found else _NOBODY


def _narrowed(dialect: str, query: Select[Any], asked: _Asked) -> Select[Any]:
    """The sessions of a filter; with a player the query has that player's standings in `standings`."""
    player, text, rules, since, until = asked
    started = standings.c.started_at if player else sessions.c.started_at
    if player:
        query = query.where(standings.c.person_id == bindparam("person"))
    if since:
        query = query.where(started >= bindparam("since"))
    if until:
        query = query.where(started <= bindparam("until"))
    if rules:
        query = query.where(sessions.c.rules == bindparam("rules"))
    if text:
        wanted: BindParameter[str] = bindparam("text")
        who, sat = players.alias(), standings.alias()
        those = select(who.c.id).where(people.contains(dialect, who.c.name_key, wanted))
        seated = exists().where(sat.c.session_id == sessions.c.id, sat.c.person_id.in_(those))
        query = query.where(people.contains(dialect, sessions.c.title_key, wanted) | seated)
    return query


def page(reader: Reader, wanted: SessionFilter, after: Cursor | None, limit: int) -> Page:
    """Some sessions, newest first, from the place after which this page begins."""
    statement = _page_statement(_asked(wanted), reader.dialect, going_on=after is not None)
    values = {**_values(reader, wanted), "limit": limit + 1}
    if after is not None:
        values |= {"after_at": after.at, "after_id": after.id}
    found = reader.rows(statement, values)
    groups = [found[start : start + 4] for start in range(0, len(found), 4)]
    rows = tuple([_row(group) for group in groups[:limit]])
    if len(groups) <= limit:
        return Page(rows, None)
    last = groups[limit - 1][0]
    return Page(rows, Cursor(last[_STARTED_AT], last[0]))


_SHOWN: Final = ("id", "uid", "title", "started_at", "rules", "rules_name", "fingerprint", "hands", "ended", "last_seq")
"""The columns of a session that lists show, in the order of `SessionRow`; what its players are called comes after."""
_STARTED_AT: Final = _SHOWN.index("started_at")


def _row(group: Sequence[tuple[Any, ...]]) -> SessionRow:
    _, uid, title, started_at, rules, rules_name, fingerprint, hands, ended, last_seq, *_ = group[0]
    who, names, balances, nets = zip(*[row[-4:] for row in group], strict=True)
    return SessionRow(
        uid, title, started_at, rules, rules_name, fingerprint, hands, bool(ended), last_seq, who, names, balances, nets
    )


@lru_cache(maxsize=256)
def _page_statement(asked: _Asked, dialect: str, *, going_on: bool) -> Select[Any]:
    some = select(*(sessions.c[name] for name in _SHOWN))
    if asked[0]:
        some = some.join(standings, standings.c.session_id == sessions.c.id)
        order = (standings.c.started_at, standings.c.session_id)
    else:
        order = (sessions.c.started_at, sessions.c.id)
    some = _narrowed(dialect, some, asked)
    if going_on:
        some = some.where(tuple_(*order) < tuple_(bindparam("after_at"), bindparam("after_id")))
    some = some.order_by(*(column.desc() for column in order)).limit(bindparam("limit"))
    chosen = some.subquery("chosen")
    sat = standings.alias("sat")
    return (
        select(chosen, players.c.uid.label("player"), players.c.name.label("called"), sat.c.balance, sat.c.net)
        .join(sat, sat.c.session_id == chosen.c.id)
        .join(players, players.c.id == sat.c.person_id)
        .order_by(chosen.c.started_at.desc(), chosen.c.id.desc(), sat.c.place)
    )


def count(reader: Reader, wanted: SessionFilter) -> int:
    """How many sessions a filter lets through."""
    return int(reader.rows(_count_statement(_asked(wanted), reader.dialect), _values(reader, wanted))[0][0])


@lru_cache(maxsize=64)
def _count_statement(asked: _Asked, dialect: str) -> Select[Any]:
    query = select(func.count()).select_from(sessions)
    if asked[0]:
        query = query.join(standings, standings.c.session_id == sessions.c.id)
    return _narrowed(dialect, query, asked)


def uids(reader: Reader, wanted: SessionFilter) -> list[str]:
    """The ids of all sessions that a filter lets through, oldest first."""
    return [uid for (uid,) in reader.rows(_uids_statement(_asked(wanted), reader.dialect), _values(reader, wanted))]


@lru_cache(maxsize=64)
def _uids_statement(asked: _Asked, dialect: str) -> Select[Any]:
    query = select(sessions.c.uid)
    if asked[0]:
        query = query.join(standings, standings.c.session_id == sessions.c.id)
    return _narrowed(dialect, query, asked).order_by(sessions.c.started_at, sessions.c.id)


_LAST: Final = (
    select(sessions.c.uid)
    .order_by(sessions.c.touched.desc(), sessions.c.started_at.desc(), sessions.c.id.desc())
    .limit(1)
)
_ONE: Final = (
    select(
        *(sessions.c[name] for name in _SHOWN),
        players.c.uid.label("player"),
        players.c.name,
        standings.c.balance,
        standings.c.net,
    )
    .join(standings, standings.c.session_id == sessions.c.id)
    .join(players, players.c.id == standings.c.person_id)
    .where(sessions.c.uid == bindparam("uid"))
    .order_by(standings.c.place)
)


def last(reader: Reader) -> str | None:
    """The session in which something happened last, whatever the clocks said; an imported one for want of others."""
    found = reader.rows(_LAST)
    return found[0][0] if found else None


def one_row(reader: Reader, uid: str) -> SessionRow | None:
    """A session as lists have it."""
    found = reader.rows(_ONE, {"uid": uid})
    return _row(found) if found else None


def fitting(connection: Connection, prefix: str, limit: int) -> list[str]:
    """The ids of sessions that begin with some letters."""
    begins = func.substr(sessions.c.uid, 1, len(prefix)) == prefix
    return list(connection.execute(select(sessions.c.uid).where(begins).limit(limit)).scalars())


def statistics(reader: Reader, wanted: SessionFilter) -> tuple[PlayerStatistics, ...]:
    """What each player has done in the sessions of a filter, those who played most first.

    With a player in the filter, it is what everybody did in that player's sessions.
    """
    statement = _statistics_statement(_asked(wanted), reader.dialect)
    return tuple([_statistics_of(row) for row in reader.rows(statement, _values(reader, wanted))])


def _statistics_of(row: tuple[Any, ...]) -> PlayerStatistics:
    *numbers, last_at, best, session, item, started_at = row
    hand = None if best is None or session is None else BestHand(best, session, item, started_at)
    uid, name, played, hands, wins, self_drawn, thrown, east_wins, won_points, net = numbers
    return PlayerStatistics(
        uid, name, played, hands, wins, self_drawn, thrown, east_wins, won_points, net, hand, last_at
    )


@lru_cache(maxsize=64)
def _statistics_statement(asked: _Asked, dialect: str) -> Select[Any]:
    mine = standings.alias("mine")
    chosen = None
    if any(asked):
        some = select(sessions.c.id)
        if asked[0]:
            some = some.join(standings, standings.c.session_id == sessions.c.id)
        chosen = _narrowed(dialect, some, asked)

    def total(name: str) -> Any:  # noqa: ANN401 - an expression of sums
        return cast(func.sum(mine.c[name]), BigInteger).label(name)

    sums = select(
        mine.c.person_id,
        func.count().label("sessions"),
        *(total(name) for name in ("hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "net")),
        func.max(mine.c.started_at).label("last_at"),
        func.max(mine.c.best).label("best"),
    ).group_by(mine.c.person_id)
    if chosen is not None:
        sums = sums.where(mine.c.session_id.in_(chosen))
    each = sums.subquery("each")
    hand = standings.alias("hand")
    highest = (
        select(hand.c.session_id)
        .where(hand.c.person_id == each.c.person_id, hand.c.best == each.c.best)
        .order_by(hand.c.started_at, hand.c.session_id)
        .limit(1)
    )
    if chosen is not None:
        highest = highest.where(hand.c.session_id.in_(chosen))
    there, seat = sessions.alias("there"), standings.alias("seat")
    each_best = select(each, highest.scalar_subquery().label("best_session")).subquery("each_best")
    it = each_best.c
    return (
        select(
            players.c.uid,
            players.c.name,
            it.sessions,
            it.hands,
            it.wins,
            it.self_drawn,
            it.thrown,
            it.east_wins,
            it.won_points,
            it.net,
            it.last_at,
            it.best,
            there.c.uid.label("session"),
            seat.c.best_item,
            there.c.started_at,
        )
        .join(players, players.c.id == it.person_id)
        .outerjoin(there, there.c.id == it.best_session)
        .outerjoin(seat, (seat.c.session_id == it.best_session) & (seat.c.person_id == it.person_id))
        .order_by(it.sessions.desc(), players.c.name_key, players.c.id)
    )
