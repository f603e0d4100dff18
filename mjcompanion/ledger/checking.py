"""Looks through a whole ledger: the file, every event and finished game, and whether what follows is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Row, func, select

from mjcompanion.ledger import games, people, sitting
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Damaged, NewerVersion
from mjcompanion.ledger.schema import events, players, sessions, standings
from mjcompanion.ledger.values import CheckReport, Finding
from mjcompanion.problems import RuleError, printable
from mjcompanion.table.table import Table, replay
from mjcompanion.words import joined, number, tr

Progress = Callable[[int, int], bool | None]
"""Called with how many sessions are done, and of how many; answers False to stop."""
MOST_FINDINGS = 200


def check(connection: Connection, progress: Progress | None = None) -> CheckReport:
    """Look through everything; a stopped check tells what it has found."""
    found: list[Finding] = list(_of_file(connection))
    rows = connection.execute(select(sessions).order_by(sessions.c.id)).all()
    seen = happened = hands = 0
    for done, row in enumerate(rows):
        if progress is not None and progress(done, len(rows)) is False:
            break
        if len(found) >= MOST_FINDINGS:
            break
        table = _replayed(connection, row, found)
        seen += 1
        if table is not None:
            happened += len(table.events)
            hands += len(table.hands)
            found += _of_session(connection, row, table)
    else:
        found += _of_counts(connection)
        looked_at, wrong = games.check(connection, MOST_FINDINGS - len(found))
        return CheckReport(seen, happened, hands, (*found, *wrong), looked_at)
    return CheckReport(seen, happened, hands, tuple(found))


def _of_file(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name != "sqlite":
        return
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if said != "ok":
            yield Finding("", tr("The file is damaged: {why}.").format(why=printable(said, 200)))
    for table, _, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        sentence = tr("A row of {table} belongs to a row of {other} that isn't there.")
        yield Finding("", sentence.format(table=table, other=parent))


def _of_counts(connection: Connection) -> Iterator[Finding]:
    due = connection.execute(select(func.coalesce(func.sum(sessions.c.last_seq + 1), 0))).scalar_one()
    there = connection.execute(select(func.count()).select_from(events)).scalar_one()
    if due != there:
        sentence = tr("There are {there} events instead of {due}.")
        yield Finding("", sentence.format(there=number(there), due=number(due)))


def _replayed(connection: Connection, row: Row[Any], found: list[Finding]) -> Table | None:
    try:
        return replay(sitting.decoded(row, sitting.bodies(Reader.of(connection), row)))
    except (Damaged, NewerVersion) as error:
        found.append(Finding(row.uid, str(error)))
    except RuleError as error:
        sentence = tr("The events of {session} don't fit together: {why}")
        found.append(Finding(row.uid, sentence.format(session=named(row), why=error)))
    return None


def _of_session(connection: Connection, row: Row[Any], table: Table) -> Iterator[Finding]:
    """Compare what stands beside the events with what they lead to."""
    due, counted = sitting.projections(table)
    for name, value in due.items():
        if getattr(row, name) != value:
            sentence = tr("{session}: “{name}” should be {due}, and is {there}.")
            there = shown(getattr(row, name))
            said = sentence.format(session=named(row), name=name, due=shown(value), there=there)
            yield Finding(row.uid, said, repairable=True)
    seated = connection.execute(
        select(standings, players.c.uid)
        .join(players, players.c.id == standings.c.player_id)
        .where(standings.c.session_id == row.id)
        .order_by(standings.c.place)
    ).all()
    if [one.place for one in seated] != [0, 1, 2, 3] or [one.uid for one in seated] != list(table.setup.players):
        said = tr("{session}: its players aren't those of its events.").format(session=named(row))
        yield Finding(row.uid, said, repairable=True)
        return
    for one, values in zip(seated, counted, strict=True):
        wrong = [name for name, value in values.items() if getattr(one, name) != value]
        person = people.person_of(connection, people.find(connection, one.uid)).id
        if person != one.person_id or one.started_at != row.started_at:
            wrong.append("person")
        if wrong:
            sentence = tr("{session}: {names} of player {number} should be otherwise.")
            said = sentence.format(session=named(row), names=joined(wrong), number=one.place + 1)
            yield Finding(row.uid, said, repairable=True)


def named(row: Row[Any]) -> str:
    """A session in a sentence."""
    said = tr("session {id} “{title}”") if row.title else tr("session {id}")
    return said.format(id=row.uid[:8], title=printable(row.title))


def shown(value: object) -> str:
    """A value in a sentence."""
    return printable(f"“{value}”" if isinstance(value, str) else str(value), 60)


def rebuild(connection: Connection, progress: Progress | None = None) -> int:
    """Write anew all that follows from events and finished games; gives how many sessions and games were put right.

    Raises:
        Damaged: the events of a session aren't what was written.

    """
    rows = connection.execute(select(sessions).order_by(sessions.c.id)).all()
    mended = 0
    for done, row in enumerate(rows):
        if progress is not None:
            progress(done, len(rows))
        table = _replayed(connection, row, [])
        if table is not None and any(_of_session(connection, row, table)):
            sitting.mend(connection, row, table)
            mended += 1
    return mended + games.mend(connection)
