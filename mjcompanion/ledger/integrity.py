"""Whether a ledger is whole: what isn't as it was written, what doesn't follow from the events, and its repair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from mjcompanion.core.errors import RuleError, printable
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import backups, checksums, players
from mjcompanion.ledger import session_records as sessions
from mjcompanion.ledger.checksums import Model
from mjcompanion.ledger.errors import Damaged, LedgerError
from mjcompanion.ledger.models import Players, Sessions, Standings
from mjcompanion.ledger.records import RECORD_KINDS, Records
from mjcompanion.ledger.values import CheckReport, Finding
from mjcompanion.table.table import Table, replay

Progress = Callable[[int, int], bool | None]
"""Called with how many sessions are done, and of how many; answers False to stop."""
MOST_FINDINGS: Final = 200


def first_damage(connection: Connection) -> Damaged | None:
    """Return the error of the first row that isn't what was written; events and records are left to a check."""
    found = checksums.first_damaged(connection, checksums.listed_models(), with_records=False)
    return None if found is None else _damaged(connection, *found)


def _damaged(connection: Connection, model: Model, row: Row[Any]) -> Damaged:
    if model is Players:
        name = printable(str(row.name), 60)
        return Damaged("ledger-row-damaged", text=_("the player {name}").format(name=name))
    if model is Standings:
        session = select(Sessions.uid, Sessions.title).where(Sessions.id == row.session_id)
        return sessions.damaged(*(connection.execute(session).first() or ("", "")))
    if model is Sessions:
        return sessions.damaged(row.uid, row.title)
    return next(one for one in RECORD_KINDS.values() if one.model is model).damaged(row.uid)


def check(connection: Connection, progress: Progress | None = None) -> CheckReport:
    """Look through everything; a check that is stopped tells what it has found."""
    found = [*_of_file(connection), *_of_players(connection)]
    heads = _heads(connection)
    events = hands = 0
    for done, head in enumerate(heads):
        if (progress is not None and progress(done, len(heads)) is False) or len(found) >= MOST_FINDINGS:
            return CheckReport(done, events, hands, tuple(found))
        named = sessions.named(head.uid, head.title)
        try:
            table = replay(sessions.events_of(connection, head))
        except RuleError as error:
            sentence = _("The events of {session} don’t fit together: {why}").format(session=named, why=error)
            found.append(Finding(str(head.uid), sentence, kind="session"))
            continue
        except LedgerError as error:
            found.append(Finding(str(head.uid), str(error), kind="session"))
            continue
        events += len(table.events)
        hands += len(table.hands)
        if not _follows(connection, head, table):
            sentence = _("{session}: the ledger’s list entry doesn’t match its hands.").format(session=named)
            found.append(Finding(str(head.uid), sentence, repairable=True, kind="session"))
    if progress is not None:
        progress(len(heads), len(heads))
    for records in RECORD_KINDS.values():
        found += _of_records(connection, records)
    counts = {name: count for name, count in backups.counts(connection).items() if name not in ("sessions", "hands")}
    return CheckReport(len(heads), events, hands, tuple(found[:MOST_FINDINGS]), **counts)


def _heads(connection: Connection) -> list[sessions.SessionHead]:
    return list(connection.execute(select(*sessions.HEAD).order_by(Sessions.id)))


def _of_file(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name != "sqlite":
        return
    for (sentence,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if sentence != "ok":
            yield Finding("", _("The file is damaged: {why}.").format(why=printable(sentence, 200)))
    for table, _unused, parent, _unused in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        sentence = _("A row of {table} belongs to a row of {other} that isn’t there.")
        yield Finding("", sentence.format(table=table, other=parent))


def _of_players(connection: Connection) -> Iterator[Finding]:
    for row in connection.execute(select(*players.SHOWN)).all():
        try:
            if not checksums.is_whole(row[1:]):
                raise _damaged(connection, Players, row)
            players.person_of(connection, row)
        except Damaged as error:
            yield Finding(str(row.uid), str(error), kind="player")


def _follows(connection: Connection, head: sessions.SessionHead, table: Table) -> bool:
    """Return whether what lists say of a session follows from its events."""
    try:
        row, due = sessions.rows_of(connection, table)
        del row["notes_key"]  # the migration took corrected notes too, which does no harm
    except (LedgerError, RuleError):  # the player's damage is reported by itself
        return checksums.is_whole(head[1:])
    if not table.rules.rules.known:  # nobody can count who paid whom
        del row["seats"]
        due = [{"player_id": one["player_id"], "person_id": one["person_id"]} for one in due]
    if not checksums.is_whole(head[1:]) or any(getattr(head, name) != value for name, value in row.items()):
        return False
    query = select(*checksums.columns_of(Standings)).where(Standings.session_id == head.id).order_by(Standings.place)
    seats = connection.execute(query).all()
    if len(seats) != len(due) or not all(checksums.is_whole(seat) for seat in seats):
        return False
    return all(one.items() <= seat._asdict().items() for one, seat in zip(due, seats, strict=True))


def _of_records(connection: Connection, records: Records[Any, Any]) -> Iterator[Finding]:
    """Find the records of a kind that aren't what was written."""
    for uid in records.uids(connection):
        try:
            records.stored(connection, uid)
        except Damaged as error:
            yield Finding(str(uid), str(error), kind=records.kind)


def repair(connection: Connection) -> int:
    """Write again what lists say of sessions where it doesn't follow from the events; return of how many."""
    repaired = 0
    for head in _heads(connection):
        with suppress(LedgerError, RuleError):
            table = replay(sessions.events_of(connection, head))
            if not _follows(connection, head, table):
                sessions.write_rows(connection, head, table, head.touched)
                repaired += 1
    return repaired
