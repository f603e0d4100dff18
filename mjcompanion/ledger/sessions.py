"""The sessions of a ledger: begun, gone on with, listed by a filter, and how the tables of an evening are doing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, bindparam, exists, select
from sqlalchemy.orm import aliased

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.ledger import players, session_records
from mjcompanion.ledger.errors import Conflict, LedgerError
from mjcompanion.ledger.listing import Listing, contains, resolved
from mjcompanion.ledger.models import Events, Players, Sessions, Standings
from mjcompanion.ledger.players import PlayerRow
from mjcompanion.ledger.record_store import ListedStore
from mjcompanion.ledger.session_records import SessionHead, body_of, described
from mjcompanion.ledger.values import (
    OpenSession,
    SessionFilter,
    SessionRef,
    SessionRow,
    StoredSession,
    TableNow,
    moment,
)
from mjcompanion.table.events import AnyEvent, SessionSetup, Started, now
from mjcompanion.table.final_settlement import standings as standings_of
from mjcompanion.table.session_end import why_closed
from mjcompanion.table.table import Table, apply, replay

ALL: Final[SessionFilter] = SessionFilter()
_NOBODY: Final = -1


def person(connection: Connection, uid: str) -> int:
    """Return the number of who a player is after merging; that of nobody where there is no such player."""
    with suppress(RuleError):
        return int(players.person_of(connection, players.find(connection, uid)).id)
    return _NOBODY


class _SessionList(Listing[SessionFilter, SessionRow]):
    """Sessions; with a player the query has that player's standings in `standings`."""

    def order(self, criteria: SessionFilter) -> tuple[Any, Any]:
        """Return the columns that put sessions in order, those of a player by that player's standings."""
        return (Standings.started_at, Standings.session_id) if criteria.player else super().order(criteria)

    def query(self, connection: Connection, criteria: SessionFilter) -> Select[Any]:
        """Return the query for the sessions of a filter."""
        query = super().query(connection, criteria)
        return query.join(Standings, Standings.session_id == Sessions.id) if criteria.player else query

    def conditions(self, connection: Connection, criteria: SessionFilter) -> list[ColumnElement[bool]]:
        """Return what a filter asks of a session."""
        found = super().conditions(connection, criteria)
        return [*found, Standings.person_id == person(connection, criteria.player)] if criteria.player else found

    def holds(self, connection: Connection, word: str) -> ColumnElement[bool]:
        """Return the condition that a word is found in a session: title, players or notes."""
        who, sat = aliased(Players), aliased(Standings)
        those = select(who.id).where(contains(connection, who.name_key, word))
        seated = exists().where(sat.session_id == Sessions.id, sat.person_id.in_(those))
        return super().holds(connection, word) | seated | contains(connection, Sessions.notes_key, word)

    def read_rows(self, connection: Connection, found: Sequence[SessionHead]) -> dict[int, SessionRow]:
        """Return sessions as lists have them, by their numbers."""
        seats = {head.id: session_records.seats_of(head) for head in found}
        people = players.people(connection, (player for some in seats.values() for player, _, _ in some))
        return {head.id: _listed(head, seats[head.id], people) for head in found}


def _listed(head: SessionHead, seats: list[tuple[int, int, int]], people: Mapping[int, PlayerRow]) -> SessionRow:
    """Return what lists say of a session."""
    named = [people[player] for player, _, _ in seats]
    return SessionRow(
        head.uid,
        head.title,
        head.started_at,
        head.rules,
        head.rules_name,
        head.fingerprint,
        head.hands,
        bool(head.ended),
        head.last_seq,
        tuple(one.uid for one in named),
        tuple(one.name for one in named),
        tuple(balance for _, balance, _ in seats),
        tuple(net for _, _, net in seats),
    )


LIST: Final[Listing[SessionFilter, SessionRow]] = _SessionList(
    Sessions, "started_at", {"rules": Sessions.rules}, "title_key"
)


def one_row(connection: Connection, uid: str) -> SessionRow | None:
    """Return a session as lists have it."""
    head = session_records.row_of(connection, uid)
    return None if head is None else LIST.read_rows(connection, [head])[head.id]


MOST_OPEN: Final = 64
"""The most sessions in progress that are listed."""
_LOOKED_AT: Final = 400
"""The session of a table is looked for among these many that were written last."""

_NEWEST: Final = Sessions.touched.desc(), Sessions.started_at.desc(), Sessions.id.desc()
_LAST: Final = select(Sessions.uid).order_by(*_NEWEST).limit(1)
_FIRST, _LATEST = aliased(Events), aliased(Events)
_BOTH: Final = (
    select(Sessions.uid, _FIRST.body, _LATEST.at)
    .join(_FIRST, (_FIRST.session_id == Sessions.id) & (_FIRST.seq == 0))
    .join(_LATEST, (_LATEST.session_id == Sessions.id) & (_LATEST.seq == Sessions.last_seq))
    .order_by(*_NEWEST)
)
_GO_ON: Final = _BOTH.where(Sessions.ended.is_(False)).limit(MOST_OPEN)
_SOME: Final = _BOTH.limit(_LOOKED_AT)


class _Setup(msgspec.Struct, frozen=True):
    table: int = 0


class _Begun(msgspec.Struct, frozen=True):
    setup: _Setup = _Setup()


_begun: Final = msgspec.json.Decoder(_Begun)


def _table_of(body: str) -> int:
    """Return the number of the table at which a session began, 0 where it has none."""
    try:
        return _begun.decode(body).setup.table
    except msgspec.MsgspecError:
        return 0


_TONIGHT: Final = (
    select(Sessions.uid, _LATEST.at)
    .join(_LATEST, (_LATEST.session_id == Sessions.id) & (_LATEST.seq == Sessions.last_seq))
    .where(_LATEST.at >= bindparam("since"), Sessions.touched > 0)
    .order_by(*_NEWEST)
    .limit(MOST_OPEN)
)


def _now(uid: str, table: Table, names: Sequence[str], at: str) -> TableNow:
    position, sits = table.position, table.seating.sits
    known = dict(zip(table.there, names, strict=False))
    return TableNow(
        uid,
        table.setup.table_number,
        table.title,
        tuple(known.get(person, "") for person in sits),
        tuple(table.balance_of(person) for person in sits),
        tuple(position.seats),
        position.east,
        position.round,
        len(table.hands),
        at,
        table.ended,
        tuple((known.get(one.player, ""), one.place, one.points) for one in standings_of(table)) if table.ended else (),
    )


# a ledger’s sessions


class SessionStore(ListedStore[SessionFilter, SessionRow]):
    """The sessions of a ledger."""

    listing = LIST
    everything = ALL

    def start(self, setup: SessionSetup, at: str | None = None) -> SessionRef:
        """Begin a session; the players are ids of this ledger."""
        table = replay([Started(at=moment(at or now()), setup=setup)])
        uid = secrets.token_hex(16)
        with self.database.writing() as (connection, version):
            session_records.begin(connection, uid, table, version)
        return SessionRef(uid, 0)

    def append(self, uid: str, seq: int, event: AnyEvent) -> int:
        """Append an event to a session; it is on disk when this returns.

        `seq` is the number that the event gets: as many events as this window knows. Writing the same event in the
        same place again, after an answer that never came, does nothing.

        Raises:
            Conflict: another window wrote event `seq` first.
            RuleError: the event can't happen now, the session has ended, or there is none like that.

        """
        moment(event.at)
        with self.database.writing() as (connection, version):
            row = session_records.head(connection, uid)
            events = session_records.events_of(connection, row)
            if len(events) != seq:
                other = events[seq] if seq < len(events) else None
                if other is not None and body_of(other) == body_of(event):
                    return seq
                raise Conflict(seq, other, "" if other is None else described(other))
            table = replay(events)
            if not table.rules.rules.known:
                raise RuleError([Problem("session-unknown-rules", text=table.rules.rules.name)])
            closed = why_closed(table, event)
            if closed is not None:
                raise RuleError([closed])
            session_records.go_on(connection, row, apply(table, event), version)
        return seq

    def get(self, uid: str) -> StoredSession:
        """Return a whole session."""
        with self.database.reading() as connection:
            return session_records.stored(connection, uid)

    def resolve(self, prefix: str) -> str:
        """Return the id of the one session that begins with these letters."""
        with self.database.reading() as connection:
            return resolved(connection, Sessions, "session", prefix)

    def row(self, uid: str) -> SessionRow:
        """Return a session as lists have it."""
        with self.database.reading() as connection:
            found = one_row(connection, uid)
        if found is None:
            raise RuleError([Problem("no-session", text=uid)])
        return found

    def last(self) -> SessionRow | None:
        """Return the session that changed last, in the order of writing and not by the clock."""
        with self.database.reading() as connection:
            uid = connection.execute(_LAST).scalar()
            return None if uid is None else one_row(connection, uid)

    def unfinished(self) -> tuple[OpenSession, ...]:
        """Return the sessions in progress, the last played first, at most `MOST_OPEN`; damaged ones are left out."""
        found = []
        with self.database.reading() as connection:
            for uid, body, at in connection.execute(_GO_ON).all():
                with suppress(LedgerError):
                    if (row := one_row(connection, uid)) is not None:
                        found.append(OpenSession(row, _table_of(body), at))
        return tuple(found)

    def last_at(self, table: int) -> SessionRow | None:
        """Return the session of a club's table in which something happened last."""
        with self.database.reading() as connection:
            found = next((uid for uid, body, _ in connection.execute(_SOME) if _table_of(body) == table), None)
            return None if found is None else one_row(connection, found)

    def tables_now(self, since: str) -> tuple[TableNow, ...]:
        """Return how the tables are at which something happened since a moment, by their numbers.

        Damaged sessions are left out.
        """
        found: list[TableNow] = []
        taken: set[int] = set()
        with self.database.reading() as connection:
            for uid, at in connection.execute(_TONIGHT, {"since": since}).all():
                try:
                    head = session_records.head(connection, uid)
                    table = session_records.stored(connection, uid).table
                    names = [one.name for one in session_records.seated(connection, head)]
                except (LedgerError, RuleError):
                    continue
                number = table.setup.table_number
                if number not in taken and table.rules.rules.known:
                    taken |= {number} - {0}
                    found.append(_now(uid, table, names, at))
        return tuple(sorted(found, key=lambda one: (one.table or 1_000, one.ended, one.uid)))
