"""What the Table page asks of the ledger, on the ledger's thread: who is known, what was played, an open table."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.ledger.values import OpenSession
from mjcompanion.table.events import SessionSetup, Started
from mjcompanion.table.table import Table

if TYPE_CHECKING:
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import SessionRow


class Known(msgspec.Struct, frozen=True):
    """The people in the ledger, the session played last, and those in progress."""

    people: tuple[tuple[str, str], ...] = ()
    last_uid: str | None = None
    last_words: tuple[str, ...] = ()
    last_setup: SessionSetup | None = None
    last_ended: bool = False
    others: tuple[OpenSession, ...] = ()
    """The other sessions that go on, the last played first."""
    shared: bool = False
    """Whether other tables have the ledger too."""


class OpenTable(msgspec.Struct, frozen=True):
    """A table in the ledger, and its players' names."""

    uid: str
    table: Table
    names: tuple[str, ...]


def find_known(
    ledger: Ledger,
    draft_uid: str | None,
    table: int = 0,
    last_here: str | None = None,
    shown: Known | None = None,
) -> tuple[Known, OpenTable | None]:
    """Return who is known, what was played last at this table and what is in progress, and the table of a draft."""
    people = tuple((one.uid, one.name) for one in ledger.players.recent())
    last = _last_here(ledger, table, last_here)
    if shown is not None:
        with suppress(RuleError):  # else it is another ledger
            last = None if shown.last_uid is None else ledger.sessions.row(shown.last_uid)
    others = tuple(one for one in ledger.sessions.unfinished() if last is None or one.row.uid != last.uid)
    shared = not ledger.is_file
    setup: SessionSetup | None = None
    if last is not None:
        first = ledger.sessions.get(last.uid).events[0]
        setup = first.setup if isinstance(first, Started) else None
    opened = None
    if draft_uid is not None:
        with suppress(RuleError, ValueError):  # the table of the draft is in another ledger
            opened = open_table(ledger, draft_uid)
    if last is None:
        return Known(people, others=others, shared=shared), opened
    return Known(people, last.uid, last.names, setup, last.ended, others, shared), opened


def _last_here(ledger: Ledger, table: int, last: str | None) -> SessionRow | None:
    """Return the last session of this table, in a shared ledger none that was only played at others."""
    found = ledger.sessions.last_at(table) if table else None
    if found is None and ledger.is_file:
        return ledger.sessions.last()
    if found is None and last is not None and not table:
        with suppress(RuleError):
            return ledger.sessions.row(last)
    return found


def open_table(ledger: Ledger, uid: str) -> OpenTable:
    """Return a session as a table.

    Raises:
        RuleError: there is none with this id, or its rules are unknown.

    """
    stored = ledger.sessions.get(uid)
    if not stored.table.rules.rules.known:
        raise RuleError([Problem("session-unknown-rules", text=stored.table.rules.rules.name)])
    _ = stored.table.chip_log  # worked out here, where nobody waits for it
    return OpenTable(uid, stored.table, stored.names)


def player_id(ledger: Ledger, name: str) -> str:
    """Return the id of the player with this name, a new one if nobody has it."""
    known = ledger.players.named(name)
    return (known or ledger.players.add(name)).uid
