"""One session in the database: its events, and the rows that follow from them, written in one transaction."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from mjcompanion.ledger import people
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Damaged, NewerVersion
from mjcompanion.ledger.schema import events, players, sessions, standings
from mjcompanion.ledger.values import StoredSession, key_of, storable
from mjcompanion.problems import Problem, RuleError
from mjcompanion.table.events import AnyEvent, Changed, Put, decode_event, encode_event
from mjcompanion.table.table import Table
from mjcompanion.words import mark, tr

_HEAD: Final = select(sessions).where(sessions.c.uid == bindparam("uid"))
_EVENTS: Final = (
    select(events.c.body, events.c.chain).where(events.c.session_id == bindparam("session")).order_by(events.c.seq)
)
_WHO: Final = (
    select(players.c.uid, players.c.name)
    .join(standings, standings.c.person_id == players.c.id)
    .where(standings.c.session_id == bindparam("session"))
    .order_by(standings.c.place)
)
_ADD_EVENT: Final = insert(events)
_ADD_STANDING: Final = insert(standings)
_COUNTED: Final = (
    "balance",
    "net",
    "hands",
    "wins",
    "self_drawn",
    "thrown",
    "east_wins",
    "won_points",
    "best",
    "best_item",
)
"""The columns of standings that are a Standing's fields of the same name."""
_SET_STANDING: Final = (
    update(standings)
    .where(standings.c.session_id == bindparam("session"), standings.c.place == bindparam("seat"))
    .values({name: bindparam(f"new_{name}") for name in _COUNTED})
)
_MOVING: Final = ("title", "title_key", "ended", "hands", "last_seq", "tail", "touched")
_SET_SESSION: Final = (
    update(sessions)
    .where(sessions.c.id == bindparam("session"))
    .values({name: bindparam(f"new_{name}") for name in _MOVING})
)


def chained(before: int, body: str) -> int:
    """The chain of an event after that of the event before; the first one comes after 0."""
    return zlib.crc32(body.encode(), before)


class Head(NamedTuple):
    """The row of a session."""

    id: int
    uid: str
    title: str
    title_key: str
    rules: str
    rules_name: str
    fingerprint: str
    started_at: str
    ended: bool
    hands: int
    last_seq: int
    tail: int
    touched: int


def head(reader: Reader, uid: str) -> Head:
    """The row of a session.

    Raises:
        RuleError: there is none.

    """
    found = reader.rows(_HEAD, {"uid": storable(uid)})
    if not found:
        raise RuleError([Problem("no-session", text=uid)])
    return Head(*found[0])


def bodies(reader: Reader, row: Head | Row[Any]) -> list[str]:
    """The events of a session as they are written, looked at for damage.

    Raises:
        Damaged: they aren't what was written.

    """
    found: list[str] = []
    chain = 0
    for body, written in reader.rows(_EVENTS, {"session": row.id}):
        chain = zlib.crc32(body.encode(), chain)
        if chain != written:
            raise Damaged("ledger-event-damaged", text=row.title or row.uid, count=len(found))
        found.append(body)
    if len(found) != row.last_seq + 1 or chain != row.tail:
        raise Damaged("ledger-event-damaged", text=row.title or row.uid, count=min(len(found), row.last_seq + 1))
    return found


def decoded(row: Head | Row[Any], written: Iterable[str]) -> tuple[AnyEvent, ...]:
    """The events of a session, which were found to be what was written.

    Raises:
        NewerVersion: one of them is none that this program knows.

    """
    found: list[AnyEvent] = []
    for body in written:
        try:
            found.append(decode_event(body))
        except ValueError as error:
            raise NewerVersion("ledger-event-newer", text=row.title or row.uid, count=len(found)) from error
    return tuple(found)


def stored(reader: Reader, uid: str) -> StoredSession:
    """A whole session.

    Raises:
        RuleError: there is none.
        Damaged: its events aren't what was written.
        NewerVersion: a newer version of the program wrote them.

    """
    row = head(reader, uid)
    happened = decoded(row, bodies(reader, row))
    who = reader.rows(_WHO, {"session": row.id})
    return StoredSession(
        row.uid,
        row.title,
        row.rules,
        bool(row.ended),
        tuple(uid for uid, _ in who),
        tuple(name for _, name in who),
        happened,
    )


def event_at(connection: Connection, row: Head, seq: int) -> AnyEvent | None:
    """One event of a session, None where there is none."""
    query = select(events.c.body).where(events.c.session_id == row.id, events.c.seq == seq)
    body = connection.execute(query).scalar()
    return None if body is None else decode_event(body)


def begin(connection: Connection, uid: str, table: Table, written: Sequence[str], version: int) -> None:
    """Write a new session.

    Raises:
        RuleError: its players aren't four people of this ledger.

    """
    first = table.events[0]
    sat = people.sitting(connection, table.setup.players)
    rules = table.rules
    made = connection.execute(
        insert(sessions)
        .values(
            uid=uid,
            rules=str(rules.rules),
            rules_name=storable(rules.name),
            fingerprint=rules.fingerprint,
            started_at=first.at,
            **_moving(table, written, 0, version),
        )
        .returning(sessions.c.id)
    ).scalar_one()
    _add_events(connection, made, 0, 0, table.events, written)
    _add_standings(connection, made, first.at, sat, _counted(table))


def go_on(connection: Connection, row: Head | Row[Any], table: Table, written: Sequence[str], version: int) -> int:
    """Write what happened since in a session; gives the chain of its last event."""
    moving = _moving(table, written, row.tail, version)
    _add_events(connection, row.id, row.last_seq + 1, row.tail, table.events[row.last_seq + 1 :], written)
    project(connection, row.id, table, moving)
    return int(moving["tail"])


def project(connection: Connection, session: int, table: Table, moving: dict[str, Any]) -> None:
    """Write the rows that follow from a session's events."""
    values = {f"new_{name}": value for name, value in moving.items()}
    connection.execute(_SET_SESSION, {"session": session, **values})
    connection.execute(
        _SET_STANDING,
        [
            {"session": session, "seat": place, **{f"new_{name}": value for name, value in values.items()}}
            for place, values in enumerate(_counted(table))
        ],
    )


def projections(table: Table) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What the rows of a session and its standings should say."""
    summary = table.summary()
    row = {
        "title": storable(summary.title),
        "title_key": key_of(summary.title),
        "ended": summary.ended,
        "hands": summary.hands,
        "rules": summary.rules,
        "rules_name": storable(summary.rules_name),
        "fingerprint": table.rules.fingerprint,
        "started_at": table.events[0].at,
        "last_seq": len(table.events) - 1,
    }
    return row, _counted(table)


def mend(connection: Connection, row: Row[Any], table: Table) -> None:
    """Write anew all that follows from a session's events; its row, its id and when it was touched stay."""
    due, counted = projections(table)
    connection.execute(update(sessions).where(sessions.c.id == row.id).values(due))
    connection.execute(delete(standings).where(standings.c.session_id == row.id))
    sat = people.sitting(connection, table.setup.players)
    _add_standings(connection, row.id, due["started_at"], sat, counted)


def _add_standings(
    connection: Connection,
    session: int,
    started_at: str,
    sat: Sequence[tuple[Row[Any], Row[Any]]],
    counted: Sequence[dict[str, Any]],
) -> None:
    connection.execute(
        _ADD_STANDING,
        [
            {
                "session_id": session,
                "place": place,
                "player_id": player.id,
                "person_id": person.id,
                "started_at": started_at,
                **counted[place],
            }
            for place, (player, person) in enumerate(sat)
        ],
    )


def _moving(table: Table, written: Sequence[str], chain: int, version: int) -> dict[str, Any]:
    """The columns of a session's row that its events move."""
    for body in written:
        chain = chained(chain, body)
    row, _ = projections(table)
    return {**{name: row[name] for name in _MOVING if name in row}, "tail": chain, "touched": version}


def _counted(table: Table) -> list[dict[str, Any]]:
    rows = [{name: getattr(one, name) for name in _COUNTED} for one in table.summary().standings]
    for row in rows:
        row["best_item"] = None if row["best_item"] is None else storable(row["best_item"])
    return rows


def _add_events(
    connection: Connection, session: int, seq: int, chain: int, happened: Sequence[AnyEvent], written: Sequence[str]
) -> None:
    rows = []
    for place, (event, body) in enumerate(zip(happened, written, strict=True), seq):
        chain = chained(chain, body)
        rows.append(
            {
                "session_id": session,
                "seq": place,
                "at": event.at,
                "kind": str(type(event).__struct_config__.tag),
                "body": body,
                "chain": chain,
            }
        )
    connection.execute(_ADD_EVENT, rows)


def body_of(event: AnyEvent) -> str:
    """An event as it is written."""
    return encode_event(event).decode()


def described(event: AnyEvent) -> str:
    """An event in words.

    >>> from mjcompanion.table.events import Ended
    >>> described(Ended(at="2026-11-21T05:31:52Z"))
    'the table was ended'
    """
    if not isinstance(event, Changed):
        return tr(_WORDS[str(type(event).__struct_config__.tag)])
    kinds = [str(type(change.item).__struct_config__.tag) for change in event.changes if isinstance(change, Put)]
    return tr(_PUT[kinds[0]]) if kinds else tr("a hand was deleted")


_WORDS: Final = {
    "started": mark("the table was begun"),
    "undone": mark("something was undone"),
    "redone": mark("something was redone"),
    "titled": mark("the table got another title"),
    "ended": mark("the table was ended"),
    "reopened": mark("the table was opened again"),
}
_PUT: Final = {
    "hand": mark("a hand was confirmed or corrected"),
    "penalty": mark("a penalty was entered"),
    "seats": mark("seats were thrown anew"),
    "bank": mark("chips moved from or to the bank"),
}
