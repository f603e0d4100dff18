"""Sessions: their events, and the rows that follow from them, written in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.i18n.translation import N_, _
from mjcompanion.ledger import checksums, players
from mjcompanion.ledger.errors import Damaged, NewerVersion
from mjcompanion.ledger.models import Events, Sessions, Standings
from mjcompanion.ledger.values import Player, StoredSession, key_of, storable
from mjcompanion.table.events import AnyEvent, Changed, Put, decode_event, encode_event
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.table import Table, people_of

SessionHead = Row[Any]
"""The row of a session, as `HEAD` reads it."""
HEAD: Final[tuple[Any, ...]] = (Sessions.id, *checksums.columns_of(Sessions))
_BY_UID: Final = select(*HEAD).where(Sessions.uid == bindparam("uid"))
_EVENTS: Final = (
    select(*checksums.columns_of(Events)).where(Events.session_id == bindparam("session")).order_by(Events.seq)
)
_COUNTED: Final = (
    *("balance", "net", "hands", "wins", "self_drawn", "thrown", "east_wins", "won_points", "best", "best_item"),
)
"""The columns of standings that are a Standing's fields of the same name."""


# reading


def row_of(connection: Connection, uid: str) -> SessionHead | None:
    """Return the row of a session; None where there is none."""
    return connection.execute(_BY_UID, {"uid": storable(uid)}).first()


def head(connection: Connection, uid: str) -> SessionHead:
    """Return the row of a session."""
    row = row_of(connection, uid)
    if row is None:
        raise RuleError([Problem("no-session", text=uid)])
    return row


def damaged(uid: object, title: object) -> Damaged:
    """Return the error that what lists say of a session isn't what was written."""
    return Damaged("ledger-row-damaged", text=named(uid, title))


def named(uid: object, title: object) -> str:
    """Return what a session is called in a sentence."""
    text = _("session {id} “{title}”") if title else _("session {id}")
    return text.format(id=printable(str(uid)[:8]), title=printable(str(title)))


def bodies(connection: Connection, row: SessionHead) -> list[str]:
    """Return the events of a session as they are written.

    Raises:
        Damaged: they aren't what was written.

    """
    found: list[str] = []
    for event in connection.execute(_EVENTS, {"session": row.id}):
        if event.seq != len(found) or not checksums.is_whole(event):
            raise _broken(row, len(found))
        found.append(event.body)
    if len(found) - 1 != row.last_seq:
        raise _broken(row, len(found))
    return found


def bodies_of(connection: Connection, uid: str) -> list[str]:
    """Return the events of a session as they are written, by its id."""
    return bodies(connection, head(connection, uid))


def _broken(row: SessionHead, place: int) -> Damaged:
    return Damaged("ledger-event-damaged", text=printable(str(row.title or row.uid)), count=place)


def decoded(session: str, written: Iterable[str]) -> tuple[AnyEvent, ...]:
    """Decode the events of a session; its name is for error messages."""
    found: list[AnyEvent] = []
    for body in written:
        try:
            found.append(decode_event(body))
        except ValueError as error:
            raise NewerVersion("ledger-event-newer", text=session, count=len(found)) from error
    return tuple(found)


def events_of(connection: Connection, row: SessionHead) -> tuple[AnyEvent, ...]:
    """Return the events of a session; see `bodies` and `decoded` for errors."""
    return decoded(str(row.title or row.uid), bodies(connection, row))


_seats: Final = msgspec.json.Decoder(list[tuple[int, int, int]])


def seats_of(row: SessionHead) -> list[tuple[int, int, int]]:
    """Return who sat in a session, by the numbers of players, each with balance and net points."""
    try:
        return _seats.decode(row.seats)
    except (msgspec.MsgspecError, TypeError):
        raise damaged(row.uid, row.title) from None


def seated(connection: Connection, row: SessionHead) -> list[Player]:
    """Return who sat in a session, as they are called today."""
    numbers = [player for player, _unused, _unused in seats_of(row)]
    people = players.people(connection, numbers)
    return [Player(people[number].uid, people[number].name) for number in numbers]


def stored(connection: Connection, uid: str) -> StoredSession:
    """Return a whole session."""
    row = head(connection, uid)
    events = events_of(connection, row)
    who = seated(connection, row)
    known = people_of(events)
    if len(known) > len(PLAYERS):  # of those who came later some may not count
        people = [players.person_of(connection, players.find(connection, one)) for one in known]
        who = [Player(one.uid, one.name) for one in people]
    uids, names = tuple(one.uid for one in who), tuple(one.name for one in who)
    return StoredSession(row.uid, uids, names, events)


# writing


def body_of(event: AnyEvent) -> str:
    """Return an event as it is written."""
    return encode_event(event).decode()


def rows_of(connection: Connection, table: Table) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what the row of a session and those of its standings say of a table."""
    summary = table.summary()
    people = players.people_at(connection, [table.people[person] for person in table.there])
    standings = [
        {
            **{name: getattr(one, name) for name in _COUNTED},
            "best_item": None if one.best_item is None else storable(one.best_item),
            "place": place,
            "player_id": player.id,
            "person_id": person.id,
            "started_at": table.events[0].at,
        }
        for place, (one, (player, person)) in enumerate(zip(summary.standings, people, strict=True))
    ]
    seats = [(one["player_id"], one["balance"], one["net"]) for one in standings]
    notes = " ".join(note for row in table.rows if (note := getattr(row.item, "note", "")))
    row = {
        "title": storable(summary.title),
        "title_key": key_of(summary.title),
        "rules": summary.rules,
        "rules_name": storable(summary.rules_name),
        "fingerprint": table.rules.fingerprint,
        "started_at": table.events[0].at,
        "ended": summary.ended,
        "hands": summary.hands,
        "last_seq": len(table.events) - 1,
        "seats": msgspec.json.encode(seats).decode(),
        "notes_key": key_of(notes),
    }
    return row, standings


def begin(connection: Connection, uid: str, table: Table, version: int) -> None:
    """Write a new session."""
    row, standings = rows_of(connection, table)
    values = checksums.with_checksum(Sessions, {**row, "uid": uid, "touched": version})
    number = connection.execute(insert(Sessions).values(values).returning(Sessions.id)).scalar_one()
    add_events(connection, number, 0, table.events)
    write_standings(connection, number, standings)


def go_on(connection: Connection, row: SessionHead, table: Table, version: int) -> None:
    """Write what happened since in a session, and what follows from it."""
    add_events(connection, row.id, row.last_seq + 1, table.events[row.last_seq + 1 :])
    write_rows(connection, row, table, version)


def write_rows(connection: Connection, head: SessionHead, table: Table, version: int) -> None:
    """Write what follows from a session's events.

    Where the program doesn't know the rules, what was counted while they were known stays.
    """
    row, standings = rows_of(connection, table)
    if not table.rules.rules.known:
        row["seats"] = head.seats
    values = checksums.with_checksum(Sessions, {**row, "uid": head.uid, "touched": version})
    connection.execute(update(Sessions).where(Sessions.id == head.id).values(values))
    if table.rules.rules.known:
        write_standings(connection, head.id, standings)


def add_events(connection: Connection, number: int, seq: int, events: Sequence[AnyEvent]) -> None:
    """Write events, numbered from `seq` on."""
    rows = [
        {
            "session_id": number,
            "seq": place,
            "at": event.at,
            "kind": str(type(event).__struct_config__.tag),
            "body": body_of(event),
        }
        for place, event in enumerate(events, seq)
    ]
    checksums.add(connection, Events, rows)


def write_standings(connection: Connection, number: int, standings: Sequence[Mapping[str, Any]]) -> None:
    """Write what a session came to for each of its people."""
    connection.execute(delete(Standings).where(Standings.session_id == number))
    checksums.add(connection, Standings, [{**one, "session_id": number} for one in standings])


# events in words


def described(event: AnyEvent) -> str:
    """Return an event in words.

    >>> from mjcompanion.table.events import Ended
    >>> described(Ended(at="2026-11-21T05:31:52Z"))
    'the table was ended'
    """
    if not isinstance(event, Changed):
        return _(_WORDS[str(type(event).__struct_config__.tag)])
    kinds = [str(type(change.item).__struct_config__.tag) for change in event.changes if isinstance(change, Put)]
    return _(_PUT[kinds[0]]) if kinds else _("a hand was deleted")


_WORDS: Final = {
    "started": N_("the table was started"),
    "undone": N_("something was undone"),
    "redone": N_("something was redone"),
    "titled": N_("the table was renamed"),
    "ended": N_("the table was ended"),
    "reopened": N_("the table was opened again"),
    "planned": N_("the end of the session was agreed on"),
}
_PUT: Final = {
    "hand": N_("a hand was confirmed or corrected"),
    "penalty": N_("a penalty was entered"),
    "seats": N_("the players threw for new seats"),
    "people": N_("somebody joined, left or changed places"),
    "bank": N_("chips moved from or to the bank"),
}
