"""One session in the database: its events, and the rows that follow from them, written in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Executable, Row, bindparam, delete, insert, select, update

from mjcompanion.ledger import people, proof
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Astray, NewerVersion
from mjcompanion.ledger.schema import events, players, sessions, standings
from mjcompanion.ledger.values import Player, StoredSession, key_of, storable
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.table.events import AnyEvent, Changed, Put, decode_event, encode_event
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.table import Table, people_of
from mjcompanion.words import mark, tr

_HEAD: Final = select(sessions).where(sessions.c.uid == bindparam("uid"))
_EVENTS: Final = (
    select(events.c.seq, events.c.body, events.c.chain)
    .where(events.c.session_id == bindparam("session"))
    .order_by(events.c.seq)
)
_WHO: Final = (
    select(proof.packed(*people.SHOWN))
    .join(standings, standings.c.person_id == players.c.id)
    .where(standings.c.session_id == bindparam("session"))
    .order_by(standings.c.place)
)
_ADD_EVENT: Final = insert(events)
_COUNTED: Final = (
    *("balance", "net", "hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "best", "best_item"),
)
"""The columns of standings that are a Standing's fields of the same name."""
_SEATED: Final = (
    select(standings.c.place, standings.c.player_id, standings.c.person_id)
    .where(standings.c.session_id == bindparam("session"))
    .order_by(standings.c.place)
)
_MOVING: Final = ("title", "title_key", "ended", "hands", "last_seq", "tail", "touched", "checksum")
_SET_SESSION: Final = (
    update(sessions)
    .where(sessions.c.id == bindparam("session"))
    .values({name: bindparam(f"new_{name}") for name in _MOVING})
)


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
    checksum: int | None


@lru_cache
def _add_standing(dialect: str) -> Executable:
    values = {column.name: bindparam(column.name, type_=column.type) for column in standings.c}
    return insert(standings).values({**values, "tally": proof.tally(dialect, proof.STANDINGS, values)})


@lru_cache
def _set_standing(dialect: str) -> Executable:
    new = {name: bindparam(f"new_{name}", type_=standings.c[name].type) for name in (*_COUNTED, "checksum")}
    whole = proof.tally(dialect, proof.STANDINGS, {**standings.c, **new})
    where = standings.c.session_id == bindparam("session"), standings.c.place == bindparam("seat")
    return update(standings).where(*where).values({**new, "tally": whole})


def is_sound(row: Head | Row[Any]) -> bool:
    """Whether the row of a session is what was written."""
    *told, due = row
    return proof.checksum(told) == due


def head(reader: Reader, uid: str) -> Head:
    """The row of a session.

    Raises:
        RuleError: there is none.
        Astray: it isn't what was written.

    """
    found = reader.rows(_HEAD, {"uid": storable(uid)})
    if not found:
        raise RuleError([Problem("no-session", text=uid)])
    row = Head(*found[0])
    if not is_sound(row):
        raise Astray("ledger-row-damaged", named(uid, row.title), "session", uid)
    return row


def named(uid: object, title: object) -> str:
    """A session in a sentence."""
    said = tr("session {id} “{title}”") if title else tr("session {id}")
    return said.format(id=printable(str(uid)[:8]), title=printable(str(title)))


def bodies(reader: Reader, row: Head | Row[Any], *, trusted: bool = True) -> list[str]:
    """The events of a session as they are written, looked at for damage.

    Where the row can't be trusted, the events stand for themselves: nobody knows whether there were more.

    Raises:
        Damaged: they aren't what was written.

    """
    found, chain, whole = linked(reader, row.id, row.uid)
    if not whole:
        raise _broken(row, len(found))
    if not found or (trusted and (len(found) != row.last_seq + 1 or chain != row.tail)):
        raise _broken(row, min(len(found), row.last_seq + 1))
    return found


def linked(reader: Reader, number: int, uid: object) -> tuple[list[str], int, bool]:
    """The events under a number that fit a session, the link of the last one, and whether those are all."""
    if not isinstance(uid, str):  # damage: nothing fits it
        return [], 0, False
    found: list[str] = []
    chain = proof.beginning(uid)
    for seq, body, written in reader.rows(_EVENTS, {"session": number}):
        if seq != len(found) or not isinstance(body, str) or proof.chained(chain, body) != written:
            return found, chain, False
        chain = written
        found.append(body)
    return found, chain, True


def _broken(row: Head | Row[Any], place: int) -> Astray:
    return Astray("ledger-event-damaged", printable(str(row.title or row.uid)), "session", row.uid, count=place)


def decoded(session: str, written: Iterable[str]) -> tuple[AnyEvent, ...]:
    """The events of a session, so called, which were found to be what was written.

    Raises:
        NewerVersion: one of them is none that this program knows.

    """
    found: list[AnyEvent] = []
    for body in written:
        try:
            found.append(decode_event(body))
        except ValueError as error:
            raise NewerVersion("ledger-event-newer", text=session, count=len(found)) from error
    return tuple(found)


def seated(reader: Reader, number: int) -> list[Player]:
    """Who sat in the session with a number, as they are called today."""
    return [people.seen(found) for (found,) in reader.rows(_WHO, {"session": number})]


def stored(reader: Reader, uid: str) -> StoredSession:
    """A whole session.

    Raises:
        RuleError: there is none.
        Damaged: its events aren't what was written.
        NewerVersion: a newer version of the program wrote them.

    """
    row = head(reader, uid)
    happened = decoded(row.title or row.uid, bodies(reader, row))
    who = seated(reader, row.id)
    known = people_of(happened)
    if len(known) > len(PLAYERS):  # of those who came later some may not count
        who = people.who(reader, known)
    return StoredSession(
        row.uid,
        row.title,
        row.rules,
        bool(row.ended),
        tuple(one.uid for one in who),
        tuple(one.name for one in who),
        happened,
        proof.seal(row.tail),
    )


def event_at(connection: Connection, row: Head, seq: int) -> AnyEvent | None:
    """One event of a session, None where there is none.

    Raises:
        NewerVersion: it is none that this program knows.

    """
    query = select(events.c.body).where(events.c.session_id == row.id, events.c.seq == seq)
    body = connection.execute(query).scalar()
    return None if body is None else decoded(row.title or row.uid, [body])[0]


def begin(
    connection: Connection, uid: str, table: Table, written: Sequence[str], version: int, number: int | None = None
) -> None:
    """Write a new session, under a number that is free where one is given.

    Raises:
        RuleError: its players aren't so many people of this ledger.

    """
    sat = _sat(connection, table)
    due, counted = projections(table)
    values = {**due, "uid": uid, "tail": proof.chain_of(uid, written), "touched": version}
    values |= {} if number is None else {"id": number}
    made = connection.execute(insert(sessions).values(values).returning(sessions.c.id)).scalar_one()
    proof.count_one(connection, "sessions")
    seal(connection, made)
    add_events(connection, made, 0, proof.beginning(uid), table.events, written)
    _add_standings(connection, made, due["started_at"], sat, counted)


def go_on(connection: Connection, row: Head | Row[Any], table: Table, written: Sequence[str], version: int) -> int:
    """Write what happened since in a session; gives the chain of its last event."""
    tail = add_events(connection, row.id, row.last_seq + 1, row.tail, table.events[row.last_seq + 1 :], written)
    due, counted = projections(table)
    now = Head(*row)._replace(**{name: due[name] for name in _MOVING if name in due}, tail=tail, touched=version)
    now = now._replace(checksum=proof.checksum(now[:-1]))
    values = {f"new_{name}": getattr(now, name) for name in _MOVING}
    connection.execute(_SET_SESSION, {"session": row.id, **values})
    _set_standings(connection, row, table, counted)
    return tail


def _sat(connection: Connection, table: Table) -> list[tuple[Row[Any], Row[Any]]]:
    """Everybody at a table as it counts now, each with who that is after merging."""
    return people.sitting(connection, [table.people[person] for person in table.there])


def _set_standings(
    connection: Connection, row: Head | Row[Any], table: Table, counted: Sequence[Mapping[str, Any]]
) -> None:
    there = connection.execute(_SEATED, {"session": row.id}).all()
    if len(there) < len(PLAYERS) or [place for place, _, _ in there] != list(range(len(there))):
        raise Astray("ledger-row-damaged", named(row.uid, row.title), "session", row.uid)
    if len(table.people) > len(PLAYERS):
        sat = _sat(connection, table)
        if [player for _, player, _ in there] != [player.id for player, _ in sat]:  # somebody came, or never did
            connection.execute(delete(standings).where(standings.c.session_id == row.id))
            _add_standings(connection, row.id, row.started_at, sat, counted)
            return
    elif len(there) != len(PLAYERS):
        raise Astray("ledger-row-damaged", named(row.uid, row.title), "session", row.uid)
    changes = []
    for (place, player, person), told in zip(there, counted, strict=True):
        whole = {
            **told,
            "session_id": row.id,
            "place": place,
            "player_id": player,
            "person_id": person,
            "started_at": row.started_at,
        }
        new = {**told, "checksum": proof.of_standing(whole)}
        changes.append({"session": row.id, "seat": place, **{f"new_{name}": value for name, value in new.items()}})
    connection.execute(_set_standing(connection.dialect.name), changes)


_BY_ID: Final = select(sessions).where(sessions.c.id == bindparam("id"))


def seal(connection: Connection, session: int) -> None:
    """Give the row of a session its checksum."""
    *told, _ = connection.execute(_BY_ID, {"id": session}).one()
    connection.execute(update(sessions).where(sessions.c.id == session).values(checksum=proof.checksum(told)))


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
    counted = [{name: getattr(one, name) for name in _COUNTED} for one in summary.standings]
    for one in counted:
        one["best_item"] = None if one["best_item"] is None else storable(one["best_item"])
    return row, counted


def mend(connection: Connection, row: Row[Any], table: Table) -> None:
    """Write anew all that follows from a session's events; its row, its id and when it was touched stay."""
    due, counted = projections(table)
    written = bodies(Reader.of(connection), row, trusted=False)
    due["tail"] = proof.chain_of(row.uid, written)
    connection.execute(update(sessions).where(sessions.c.id == row.id).values(due))
    seal(connection, row.id)
    if not table.rules.rules.known:
        return  # what was counted while the rules were known stays
    connection.execute(delete(standings).where(standings.c.session_id == row.id))
    sat = _sat(connection, table)
    _add_standings(connection, row.id, due["started_at"], sat, counted)


def put(connection: Connection, uid: str, table: Table, written: Sequence[str], version: int) -> None:
    """Write all events of a session, in the place of those that are there if there are any.

    Raises:
        RuleError: its players aren't so many people of this ledger.

    """
    row = connection.execute(select(sessions).where(sessions.c.uid == uid)).one_or_none()
    if row is None:
        begin(connection, uid, table, written, version)
        return
    connection.execute(delete(events).where(events.c.session_id == row.id))
    add_events(connection, row.id, 0, proof.beginning(row.uid), table.events, written)
    connection.execute(update(sessions).where(sessions.c.id == row.id).values(touched=version))
    mend(connection, row, table)


def _add_standings(
    connection: Connection,
    session: int,
    started_at: str,
    sat: Sequence[tuple[Row[Any], Row[Any]]],
    counted: Sequence[Mapping[str, Any]],
) -> None:
    rows = []
    for place, (player, person) in enumerate(sat):
        row = {
            "session_id": session,
            "place": place,
            "player_id": player.id,
            "person_id": person.id,
            "started_at": started_at,
            **counted[place],
        }
        rows.append({**row, "checksum": proof.of_standing(row)})
    connection.execute(_add_standing(connection.dialect.name), rows)


def add_events(
    connection: Connection, session: int, seq: int, chain: int, happened: Sequence[AnyEvent], written: Sequence[str]
) -> int:
    """Write events, the first of them with this number, after the link of the event before; gives the last link."""
    rows = []
    for place, (event, body) in enumerate(zip(happened, written, strict=True), seq):
        chain = proof.chained(chain, body)
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
    return chain


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
    "titled": mark("the table was renamed"),
    "ended": mark("the table was ended"),
    "reopened": mark("the table was opened again"),
    "planned": mark("the end of the session was agreed on"),
}
_PUT: Final = {
    "hand": mark("a hand was confirmed or corrected"),
    "penalty": mark("a penalty was entered"),
    "seats": mark("the players threw for new seats"),
    "people": mark("somebody joined, left or changed places"),
    "bank": mark("chips moved from or to the bank"),
}
