"""Looks through a whole ledger: the file, all events, games, kept hands and tournaments, and what follows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select

from mjcompanion.ledger import games, kept, people, proof, sitting, tournaments
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Astray, Damaged, NewerVersion
from mjcompanion.ledger.schema import events, players, sessions, standings
from mjcompanion.ledger.values import CheckReport, Finding
from mjcompanion.problems import RuleError, printable
from mjcompanion.table.table import Table, replay
from mjcompanion.words import joined, number, tr

Progress = Callable[[int, int], bool | None]
"""Called with how many sessions are done, and of how many; answers False to stop."""
MOST_FINDINGS = 200


def check(connection: Connection, progress: Progress | None = None, most: int = MOST_FINDINGS) -> CheckReport:
    """Look through everything; a stopped check tells what it has found."""
    found: list[Finding] = list(_of_file(connection))
    found += [
        Finding(error.uid, str(error), repairable=True, kind=error.kind)
        for row in connection.execute(select(players))
        if (error := _of_player(connection, row))
    ]
    rows = connection.execute(select(sessions).order_by(sessions.c.id)).all()
    seen = happened = hands = 0
    for done, row in enumerate(rows):
        if progress is not None and progress(done, len(rows)) is False:
            break
        if len(found) >= most:
            break
        table = _replayed(connection, row, found)
        seen += 1
        if progress is not None and seen == len(rows):
            progress(seen, seen)
        if table is not None:
            happened += len(table.events)
            hands += len(table.hands)
            found += _of_session(connection, row, table)
    else:
        found += _of_counts(connection, found)
        counts = []
        for rows_of in (games.ROWS, kept.RECORDS, tournaments.RECORDS):
            count, wrong = rows_of.check(Reader.of(connection), most - len(found))
            counts.append(count)
            found += wrong
        return CheckReport(seen, happened, hands, tuple(found), *counts)
    return CheckReport(seen, happened, hands, tuple(found))


def _of_player(connection: Connection, row: Row[Any]) -> Astray | None:
    try:
        people.proved([getattr(row, column.name) for column in people.SHOWN])
        people.person_of(connection, row)
    except Astray as error:
        return error
    return None


def _of_file(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name != "sqlite":
        return
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if said != "ok":
            yield Finding("", tr("The file is damaged: {why}.").format(why=printable(said, 200)))
    for table, _, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        sentence = tr("A row of {table} belongs to a row of {other} that isn't there.")
        yield Finding("", sentence.format(table=table, other=parent))


def _of_counts(connection: Connection, found: Sequence[Finding]) -> Iterator[Finding]:
    for error in proof.lost(Reader.of(connection)):
        yield Finding(error.uid, str(error), repairable=True, kind=error.kind)
    due = connection.execute(select(func.coalesce(func.sum(sessions.c.last_seq + 1), 0))).scalar_one()
    there = connection.execute(select(func.count()).select_from(events)).scalar_one()
    if due != there and not any(one.kind == "session" for one in found):
        sentence = tr("There are {there} events instead of {due}.")
        yield Finding("", sentence.format(there=number(there), due=number(due)))


def _replayed(connection: Connection, row: Row[Any], found: list[Finding]) -> Table | None:
    try:
        written = sitting.bodies(Reader.of(connection), row, trusted=sitting.is_sound(row))
        return replay(sitting.decoded(row.title or row.uid, written))
    except (Damaged, NewerVersion) as error:
        found.append(Finding(row.uid, str(error), kind="session"))
    except RuleError as error:
        sentence = tr("The events of {session} don't fit together: {why}")
        said = sentence.format(session=sitting.named(row.uid, row.title), why=error)
        found.append(Finding(row.uid, said, kind="session"))
    return None


def _of_session(connection: Connection, row: Row[Any], table: Table) -> Iterator[Finding]:
    """Compare what stands beside the events with what they lead to."""
    due, counted = sitting.projections(table)
    called = sitting.named(row.uid, row.title)
    wrong = [(name, value) for name, value in due.items() if getattr(row, name) != value]
    for name, value in wrong:
        sentence = tr("{session}: “{name}” should be {due}, and is {there}.")
        said = sentence.format(session=called, name=name, due=shown(value), there=shown(getattr(row, name)))
        yield Finding(row.uid, said, repairable=True, kind="session")
    if not wrong and not sitting.is_sound(row):
        said = tr("{session}: its row doesn't match what was written.").format(session=called)
        yield Finding(row.uid, said, repairable=True, kind="session")
    tally = proof.tally(connection.dialect.name, proof.STANDINGS, dict(standings.c))
    seated = connection.execute(
        select(standings, players.c.uid, (standings.c.tally - tally).label("astray"))
        .join(players, players.c.id == standings.c.player_id)
        .where(standings.c.session_id == row.id)
        .order_by(standings.c.place)
    ).all()
    there = [table.people[person] for person in table.there]
    if [one.place for one in seated] != [*range(len(there))] or [one.uid for one in seated] != there:
        said = tr("{session}: its players aren't those of its events.").format(session=called)
        yield Finding(row.uid, said, repairable=True, kind="session")
        return
    for one, values in zip(seated, counted, strict=True):
        known = table.rules.rules.known  # else nobody can count who paid whom
        otherwise = [name for name, value in values.items() if known and getattr(one, name) != value]
        if _person_of(connection, one.uid) not in (one.person_id, None) or one.started_at != row.started_at:
            otherwise.append("person")
        told = {name: getattr(one, name) for name in proof.STANDING}
        if not otherwise and (one.astray != 0 or one.checksum != proof.of_standing(told)):
            otherwise.append("checksum")
        if otherwise:
            sentence = tr("{session}: {names} of player {number} should be otherwise.")
            said = sentence.format(session=called, names=joined(otherwise), number=one.place + 1)
            yield Finding(row.uid, said, repairable=True, kind="session")


def _person_of(connection: Connection, player: str) -> int | None:
    """The number of who a player is; None where that is damaged, which is told of the player."""
    try:
        return int(people.person_of(connection, people.find(connection, player)).id)
    except Astray:
        return None


def shown(value: object) -> str:
    """A value in a sentence."""
    return printable(f"“{value}”" if isinstance(value, str) else str(value), 60)
