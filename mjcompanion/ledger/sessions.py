"""The sessions of a ledger: begun, gone on with, listed."""

from __future__ import annotations

import secrets
from typing import Final

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.ledger import session_lists, session_records
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.database import Database, Store
from mjcompanion.ledger.errors import Conflict
from mjcompanion.ledger.listing import PAGE, resolved
from mjcompanion.ledger.models import Sessions
from mjcompanion.ledger.session_records import body_of, described
from mjcompanion.ledger.values import (
    Cursor,
    OpenSession,
    Page,
    SessionFilter,
    SessionRef,
    SessionRow,
    StoredSession,
    TableNow,
    moment,
    storable,
)
from mjcompanion.table.ending import why_closed
from mjcompanion.table.events import AnyEvent, SessionSetup, Started, now
from mjcompanion.table.table import Table, apply, replay

ALL: Final = SessionFilter()
_TABLES: Final = 4
"""So many tables are remembered, so that one more event needs no replay of those before it."""


class SessionStore(Store):
    """The sessions of a ledger."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._tables: dict[tuple[int, str, int, int], Table] = {}
        self._overview = session_lists.Overview()

    def start(self, setup: SessionSetup, at: str | None = None) -> SessionRef:
        """Begin a session; the players are ids of this ledger.

        Raises:
            RuleError: they aren't four different people of this ledger, or the table can't be set up so.

        """
        table = replay([Started(at=moment(at or now()), setup=setup)])
        uid = secrets.token_hex(16)
        with self.database.writing() as (connection, version):
            session_records.begin(connection, uid, table, version)
        return SessionRef(uid, 0)

    def append(self, uid: str, seq: int, event: AnyEvent) -> int:
        """Write what happened next; it is on the disk when this comes back.

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
        """Return a whole session.

        Raises:
            RuleError: there is none with this id.
            Damaged: its events aren't what was written.

        """
        with self.database.asking() as reader:
            return session_records.stored(reader, uid)

    def resolve(self, prefix: str) -> str:
        """Return the id of the one session that begins with these letters.

        Raises:
            RuleError: none does, or more than one.

        """
        with self.database.asking() as reader:
            return resolved(reader, Sessions, "session", prefix)

    def page(self, wanted: SessionFilter = ALL, after: Cursor | None = None, limit: int = PAGE) -> Page:
        """Return sessions, newest first, a page at a time: `after` is where the page before ended."""
        return self.database.listed(
            lambda reader, left_out: Page(*session_lists.LIST.page(reader, wanted, after, limit, left_out))
        )

    def count(self, wanted: SessionFilter = ALL) -> int:
        """Return how many sessions there are."""
        with self.database.asking() as reader:
            return session_lists.LIST.count(reader, wanted)

    def row(self, uid: str) -> SessionRow:
        """Return a session as lists have it."""
        with self.database.asking() as reader:
            found = session_lists.one_row(reader, storable(uid))
        if found is None:
            raise RuleError([Problem("no-session", text=uid)])
        return found

    def last(self) -> SessionRow | None:
        """Return the session in which something happened last, whatever the clock said."""
        with self.database.asking() as reader:
            uid = session_lists.last(reader)
            return None if uid is None else session_lists.one_row(reader, uid)

    def unfinished(self) -> tuple[OpenSession, ...]:
        """Return the sessions that weren't ended, at most `session_lists.MOST_OPEN`, the last played first."""
        with self.database.asking() as reader:
            return session_lists.open_sessions(reader)

    def last_at(self, table: int) -> SessionRow | None:
        """Return the session of a club's table in which something happened last."""
        with self.database.asking() as reader:
            return session_lists.last_at(reader, table)

    def tables_now(self, since: str) -> tuple[TableNow, ...]:
        """Return how the tables stand at which something happened since a moment, by their numbers."""
        with self.database.asking() as reader:
            return self._overview.look(reader, since)
