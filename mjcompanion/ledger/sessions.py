"""The sessions of a ledger: begun, gone on with, listed by a filter, and how the tables of an evening are doing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, Text, bindparam, exists, select
from sqlalchemy.orm import aliased

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.ledger import players, session_records
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.database import Database
from mjcompanion.ledger.errors import Conflict, DamagedRecord, LedgerError, sound_ones
from mjcompanion.ledger.listing import Asked, Keys, Listing, contains, resolved
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
    storable,
)
from mjcompanion.table.events import AnyEvent, SessionSetup, Started, now
from mjcompanion.table.final_settlement import standings as standings_of
from mjcompanion.table.session_end import why_closed
from mjcompanion.table.table import Table, apply, replay

ALL: Final = SessionFilter()
_TABLES: Final = 4
"""The most tables that are remembered, so that one more event needs no replay of those before it."""
_NOBODY: Final = -1


def _person(reader: Reader, uid: str) -> int:
    """Return the number of who a player is after merging; that of nobody where there is no such player."""
    with suppress(RuleError):
        return players.person_of(reader, players.find(reader, storable(uid))).id
    return _NOBODY


class _SessionList(Listing[SessionFilter, SessionRow]):
    """Sessions; with a player the query has that player's standings in `standings`."""

    def question(self, reader: Reader, criteria: SessionFilter) -> tuple[Asked, dict[str, object]]:
        """Return what a filter asks for and its values, with the number of who a player is."""
        what, found = super().question(reader, msgspec.structs.replace(criteria, player=""))
        if not criteria.player:
            return what, found
        return what | {"player"}, {**found, "person": _person(reader, criteria.player)}

    def narrowed(self, dialect: str, query: Select[Any], what: Asked) -> Select[Any]:
        """Narrow a query to the sessions of a filter."""
        started = Standings.started_at if "player" in what else Sessions.started_at
        if "player" in what:
            query = query.where(Standings.person_id == bindparam("person"))
        if "since" in what:
            query = query.where(started >= bindparam("since"))
        if "until" in what:
            query = query.where(started <= bindparam("until"))
        if "rules" in what:
            query = query.where(Sessions.rules == bindparam("rules"))
        return query.where(*self.holds_words(dialect, what))

    def holds_word(self, dialect: str, at: int, what: Asked) -> ColumnElement[bool]:
        """Return the condition that a word is found in a session: title, rules, players or notes."""
        who, sat = aliased(Players), aliased(Standings)
        those = select(who.id).where(contains(dialect, who.name_key, bindparam(f"text_{at}", type_=Text)))
        seated = exists().where(sat.session_id == Sessions.id, sat.person_id.in_(those))
        return (
            super().holds_word(dialect, at, what)
            | seated
            | contains(dialect, Sessions.notes_key, bindparam(f"text_{at}", type_=Text))
        )

    def keys(self, dialect: str, what: Asked) -> Keys:
        """Return what finds the sessions of a filter, by those of a player where there is one."""
        if "player" not in what:
            return super().keys(dialect, what)
        query = select().select_from(Sessions).join(Standings, Standings.session_id == Sessions.id)
        return self.narrowed(dialect, query, what), Standings.started_at, Standings.session_id

    def read_rows(
        self, reader: Reader, found: Sequence[Sequence[Any]], left_out: list[DamagedRecord] | None
    ) -> dict[int, SessionRow]:
        """Return sessions as lists have them, by their numbers; see `page` for `left_out`."""
        return _rows(reader, [SessionHead(row[0], *row[2:]) for row in found], left_out)


def _rows(reader: Reader, heads: Sequence[SessionHead], left_out: list[DamagedRecord] | None) -> dict[int, SessionRow]:
    """Return the sessions of some rows as lists have them, by their numbers."""
    seats = {head.id: session_records.seats_of(head) for head in heads if head.is_whole}
    people = players.people(reader, (player for some in seats.values() for player, _, _ in some))
    return dict(sound_ones(lambda head: (head.id, _listed(head, seats.get(head.id), people)), heads, left_out))


def _listed(
    head: SessionHead, seats: list[tuple[int, int, int]] | None, people: Mapping[int, PlayerRow | DamagedRecord]
) -> SessionRow:
    """Return what lists say of a session."""
    who = [people.get(player) for player, _, _ in seats or ()]
    for one in who:
        if isinstance(one, DamagedRecord):
            raise one
    named = [one for one in who if isinstance(one, PlayerRow)]
    if seats is None or len(named) != len(who):
        raise session_records.damaged(head.uid, head.title)
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


LIST: Final[Listing[SessionFilter, SessionRow]] = _SessionList(Sessions, "started_at", {}, "title_key")


def one_row(reader: Reader, uid: str) -> SessionRow | None:
    """Return a session as lists have it."""
    head = session_records.row_of(reader, uid)
    return None if head is None else _rows(reader, [head], None)[head.id]


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
    select(Sessions.uid, Sessions.last_seq, Sessions.touched, _LATEST.at)
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

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._tables: dict[tuple[int, str, int, int], Table] = {}
        self._shown: dict[tuple[str, int, int], Table] = {}

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
            reader = Reader(connection)
            row = session_records.head(reader, uid)
            if row.last_seq + 1 != seq:
                events = session_records.events_of(reader, row)
                other = events[seq] if seq < len(events) else None
                if other is not None and body_of(other) == body_of(event):
                    return seq
                raise Conflict(seq, other, "" if other is None else described(other))
            generation = self.database.generation
            table = self._tables.pop((generation, uid, row.last_seq, row.touched), None)
            if table is None:
                table = replay(session_records.events_of(reader, row))
            if not table.rules.rules.known:
                raise RuleError([Problem("session-unknown-rules", text=table.rules.rules.name)])
            closed = why_closed(table, event)
            if closed is not None:
                raise RuleError([closed])
            table = apply(table, event)
            session_records.go_on(connection, row, table, version)
        self._tables[generation, uid, seq, version] = table
        while len(self._tables) > _TABLES:
            del self._tables[next(iter(self._tables))]
        return seq

    def get(self, uid: str) -> StoredSession:
        """Return a whole session."""
        with self.database.asking() as reader:
            return session_records.stored(reader, uid)

    def resolve(self, prefix: str) -> str:
        """Return the id of the one session that begins with these letters."""
        with self.database.asking() as reader:
            return resolved(reader, Sessions, "session", prefix)

    def row(self, uid: str) -> SessionRow:
        """Return a session as lists have it."""
        with self.database.asking() as reader:
            found = one_row(reader, uid)
        if found is None:
            raise RuleError([Problem("no-session", text=uid)])
        return found

    def last(self) -> SessionRow | None:
        """Return the session that changed last, in the order of writing and not by the clock."""
        with self.database.asking() as reader:
            found = reader.rows(_LAST)
            return one_row(reader, found[0][0]) if found else None

    def unfinished(self) -> tuple[OpenSession, ...]:
        """Return the sessions in progress, the last played first, at most `MOST_OPEN`; damaged ones are left out."""
        found = []
        with self.database.asking() as reader:
            for uid, body, at in reader.rows(_GO_ON):
                with suppress(LedgerError):
                    if (row := one_row(reader, uid)) is not None:
                        found.append(OpenSession(row, _table_of(body), at))
        return tuple(found)

    def last_at(self, table: int) -> SessionRow | None:
        """Return the session of a club's table in which something happened last."""
        with self.database.asking() as reader:
            found = next((uid for uid, body, _ in reader.rows(_SOME) if _table_of(body) == table), None)
            return None if found is None else one_row(reader, found)

    def tables_now(self, since: str) -> tuple[TableNow, ...]:
        """Return how the tables stand at which something happened since a moment, by their numbers.

        Only sessions in which something happened since the last time are replayed; damaged ones are left out.
        """
        found: list[TableNow] = []
        known, self._shown = self._shown, {}
        taken: set[int] = set()
        with self.database.asking() as reader:
            for uid, last_seq, touched, at in reader.rows(_TONIGHT, {"since": since}):
                state = uid, last_seq, touched
                try:
                    head = session_records.head(reader, uid)
                    table = known.get(state) or session_records.stored(reader, uid).table
                    names = [one.name for one in session_records.seated(reader, head)]
                except (LedgerError, RuleError):
                    continue
                self._shown[state] = table
                number = table.setup.table_number
                if number not in taken and table.rules.rules.known:
                    taken |= {number} - {0}
                    found.append(_now(uid, table, names, at))
        return tuple(sorted(found, key=lambda one: (one.table or 1_000, one.ended, one.uid)))
