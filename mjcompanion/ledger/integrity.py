"""Whether a ledger is whole: damaged rows, what doesn't follow from the events, repairs, and records from backups."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, func, insert, or_, select, update

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.i18n.translation import _, number
from mjcompanion.ledger import backups, checksums, players
from mjcompanion.ledger import session_records as sessions
from mjcompanion.ledger.checksums import Model
from mjcompanion.ledger.errors import Damaged, DamagedRecord, LedgerError
from mjcompanion.ledger.listing import uids_beginning
from mjcompanion.ledger.location import LedgerLocation
from mjcompanion.ledger.models import Events, Meta, Players, Sessions, Standings
from mjcompanion.ledger.players import PlayerRow
from mjcompanion.ledger.records import RECORD_KINDS, Records
from mjcompanion.ledger.values import LONGEST_NAME, BackupFile, CheckReport, Finding
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.table import Table, replay

Progress = Callable[[int, int], bool | None]
"""Called with how many sessions are done, and of how many; answers False to stop."""
MOST_FINDINGS: Final = 200


_UIDS: Final = select(Players.uid)
_LOST_EVENTS: Final = select(func.count()).select_from(Events).outerjoin(Sessions).where(Sessions.id.is_(None))
_SEAT_GONE: Final = (
    select(Sessions.uid, Sessions.title)
    .outerjoin(Standings, Standings.session_id == Sessions.id)
    .group_by(Sessions.id)
    .having(
        or_(func.count(Standings.place) < len(PLAYERS), func.count(Standings.place) != func.max(Standings.place) + 1)
    )
)


# damaged rows


def damage(connection: Connection, *models: Model) -> Iterator[DamagedRecord]:
    """Yield an error for each row of some models that isn't what was written; for all seats of a session one."""
    for model in models:
        named_before = set[str]()
        for row in connection.execute(checksums.all_of(model)).all():
            if checksums.is_whole(row):
                continue
            error = _error(connection, model, row)
            if error.uid not in named_before:
                named_before.add(error.uid)
                yield error
        if model is Standings:
            gone = connection.execute(_SEAT_GONE)
            yield from (sessions.damaged(*row) for row in gone if str(row.uid) not in named_before)


def _error(connection: Connection, model: Model, row: Row[Any]) -> DamagedRecord:
    if model is Players:
        return players.damaged(row.uid, row.name)
    if model is Sessions:
        return sessions.damaged(row.uid, row.title)
    if model is Standings:
        session = select(Sessions.uid, Sessions.title).where(Sessions.id == row.session_id)
        return sessions.damaged(*(connection.execute(session).first() or ("", "")))
    return next(one for one in RECORD_KINDS.values() if one.model is model).damaged(row.uid)


# a check


def check(connection: Connection, progress: Progress | None = None, most: int = MOST_FINDINGS) -> CheckReport:
    """Look through everything; a check that is stopped tells what it has found."""
    found = [*_of_file(connection), *_of_players(connection)]
    known, lost = set(connection.execute(_UIDS).scalars()), set[str]()
    heads = connection.execute(select(*sessions.HEAD).order_by(Sessions.id)).all()
    events = hands = 0
    for done, head in enumerate(heads):
        if (progress is not None and progress(done, len(heads)) is False) or len(found) >= most:
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
        lost.update(set(table.people) - known)
        if not _follows(connection, head, table):
            sentence = _("{session}: the ledger’s list entry doesn’t match its hands.").format(session=named)
            found.append(Finding(str(head.uid), sentence, repairable=True, kind="session"))
    if progress is not None:
        progress(len(heads), len(heads))
    if lost:  # a damaged player may be one of them
        found = [msgspec.structs.replace(one, repairable=False) if one.kind == "player" else one for one in found]
        sentence = _("The player {id} sat in a session but is missing from the ledger.")
        found += [Finding(uid, sentence.format(id=printable(uid[:8])), kind="player") for uid in sorted(lost)]
    found += [
        *_of_lost_events(connection),
        *(one for records in RECORD_KINDS.values() for one in _of_records(connection, records)),
    ]
    records = {name: count for name, count in backups.counts(connection).items() if name not in ("sessions", "hands")}
    return CheckReport(len(heads), events, hands, tuple(found[:most]), **records)


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
    named_before = set[str]()
    for row in connection.execute(select(*players.SHOWN)).all():
        try:
            players.person_of(connection, players.checked(row))
        except DamagedRecord as error:  # perhaps about who this player is merged into
            if error.uid not in named_before:
                named_before.add(error.uid)
                yield Finding(error.uid, str(error), repairable=True, kind="player")


def _follows(connection: Connection, head: sessions.SessionHead, table: Table) -> bool:
    """Return whether what lists say of a session follows from its events."""
    try:
        row, due = sessions.rows_of(connection, table)
        del row["notes_key"]  # the migration took corrected notes too, which does no harm
    except (LedgerError, RuleError):  # the player's damage is reported by itself
        return sessions.is_whole(head)
    if not table.rules.rules.known:  # nobody can count who paid whom
        del row["seats"]
        due = [{"player_id": one["player_id"], "person_id": one["person_id"]} for one in due]
    if not sessions.is_whole(head) or any(getattr(head, name) != value for name, value in row.items()):
        return False
    query = select(*checksums.columns_of(Standings)).where(Standings.session_id == head.id).order_by(Standings.place)
    seats = connection.execute(query).all()
    if len(seats) != len(due) or not all(checksums.is_whole(seat) for seat in seats):
        return False
    return all(one.items() <= seat._asdict().items() for one, seat in zip(due, seats, strict=True))


def _of_lost_events(connection: Connection) -> Iterator[Finding]:
    """Find events of no session."""
    there = connection.execute(_LOST_EVENTS).scalar_one()
    if there:
        yield Finding("", _("{n} events belong to no session.").format(n=number(there)))


def _of_records(connection: Connection, records: Records[Any, Any]) -> Iterator[Finding]:
    """Find the records of a kind that aren't what was written."""
    for uid in records.uids(connection):
        try:
            records.stored(connection, uid)
        except DamagedRecord as error:
            yield Finding(error.uid, str(error), kind=records.kind)


# repairs


def can_repair(connection: Connection, kind: str, uid: str) -> bool:
    """Return whether a record can be worked out again: a session whose events are whole, or a name to be accepted."""
    if kind != "session":
        return kind == "player"
    with suppress(LedgerError, RuleError):
        _replayed(connection, uid)
        return True
    return False


def repair_all(connection: Connection, found: Iterable[Finding]) -> list[str]:
    """Work out again what follows from events, and accept damaged names; return a sentence about each."""
    done: list[str] = []
    for kind, uid in dict.fromkeys((one.kind, one.session) for one in found if one.repairable):
        with suppress(LedgerError, RuleError), connection.begin_nested():
            done.append((_repair_player if kind == "player" else _repair_session)(connection, uid))
    return done


def _replayed(connection: Connection, uid: str) -> tuple[sessions.SessionHead, Table]:
    head = sessions.row_of(connection, uid)
    if head is None:
        raise RuleError([Problem("no-session", text=uid)])
    return head, replay(sessions.events_of(connection, head))


def _repair_session(connection: Connection, uid: str) -> str:
    head, table = _replayed(connection, uid)
    latest = connection.execute(select(Meta.version)).scalar_one()
    sound = isinstance(head.touched, int) and 0 <= head.touched <= latest
    sessions.write_rows(connection, head, table, head.touched if sound else 0)
    sentence = _("The ledger’s list entry for {what} didn’t match its hands, and was written again from them.")
    return sentence.format(what=sessions.named(head.uid, table.title))


def _repair_player(connection: Connection, uid: str) -> str:
    row = connection.execute(select(*players.SHOWN).where(Players.uid == uid)).one_or_none()
    if row is None:
        raise RuleError([Problem("no-player", text=uid)])
    shown = printable(str(row.name), 60)
    _write_player(connection, row, row.id, None, name=(shown.strip() or uid)[:LONGEST_NAME])
    return _("The name of the player {name} was damaged. Please check it.").format(name=shown)


def _write_player(
    connection: Connection, player: PlayerRow, number: int, into: int | None, *, name: str | None = None
) -> None:
    """Write a player into the row with this number; a name that another player has gets a number after it."""
    name = player.name if name is None else name
    if into is None:
        others = select(Players.name_slot).where(Players.id != number)
        taken = {slot for (slot,) in connection.execute(others)}
        tried = (name if count == 1 else f"{name} ({count})" for count in range(1, 10_000))
        name = next((one for one in tried if players.slot_of(one) not in taken), player.uid)
    values = {"uid": player.uid, **players.name_values(name, into), "created_at": str(player.created_at)}
    row = checksums.with_checksum(Players, values)
    if not connection.execute(update(Players).where(Players.id == number).values(row)).rowcount:
        connection.execute(insert(Players).values(id=number, **row))


# records in backups


class BackedUp(NamedTuple):
    """A record as a backup has it; `kind` is as a `DamagedRecord` has it."""

    backup: BackupFile
    kind: str
    uid: str
    record: Any

    @property
    def hands(self) -> int:
        """How many hands a session has; 0 for any other record."""
        return len(self.record.hands) if isinstance(self.record, Table) else 0


def newest(place: LedgerLocation, uid: str, kind: str = "") -> BackedUp | None:
    """Return a record as the newest whole backup has it; the first letters of its id are enough.

    Raises:
        RuleError: they fit several records.

    """
    for backup in backups.each_whole(place):
        with suppress(DamagedRecord):
            found = _find(backup, uid, kind)
            if found is not None:
                return found
    return None


def player_ids(place: LedgerLocation) -> set[str]:
    """Return the ids of the players that whole backups have."""
    found = set[str]()
    for backup in backups.each_whole(place):
        with backups.reading(backup.path) as connection:
            found.update(connection.execute(_UIDS).scalars())
    return found


def stored_in(backup: Path, uid: str, kind: str = "") -> BackedUp:
    """Return a record as a backup has it, which may be damaged elsewhere."""
    try:
        found = _find(backups.look_at(backup), uid, kind)
    except (Damaged, sqlite3.Error) as error:
        raise Damaged("backup-damaged", why=str(backup)) from error
    if found is None:
        raise RuleError([Problem("backup-no-session" if kind == "session" else "backup-no-record", text=uid)])
    return found


def _find(backup: BackupFile, prefix: str, kind: str) -> BackedUp | None:
    records: dict[str, Model] = {one.kind: one.model for one in RECORD_KINDS.values()}
    with backups.reading(backup.path) as connection:
        for one, model in {"session": Sessions, **records, "player": Players}.items():
            uids = uids_beginning(connection, model, prefix) if prefix and kind in ("", one) else []
            if len(uids) > 1 and prefix not in uids:
                problem = RECORD_KINDS[one].problem if one in RECORD_KINDS else "session"
                raise RuleError([Problem(f"{problem}-prefix", text=prefix, count=len(uids))])
            if uids:
                uid = prefix if prefix in uids else uids[0]
                return BackedUp(backup, one, uid, _read(connection, one, uid))
    return None


def _read(connection: Connection, kind: str, uid: str) -> Any:  # noqa: ANN401 - each kind has its own
    """Return a record as `put_back` takes it: of a player with the id of whom it is merged into."""
    if kind == "session":
        return replay(sessions.events_of(connection, sessions.head(connection, uid)))
    if kind == "player":
        row = players.find(connection, uid)
        return row, players.merged_into(connection, row)
    return RECORD_KINDS[kind].stored(connection, uid)


def put_back(connection: Connection, found: BackedUp, version: int) -> None:
    """Replace a record by that of a backup, or add it where there is none."""
    uid = found.uid
    if found.kind == "session":
        sessions.put(connection, uid, found.record, version)
    elif found.kind == "player":
        _put_player_back(connection, *found.record)
    elif RECORD_KINDS[found.kind].is_there(connection, uid):
        RECORD_KINDS[found.kind].write_over(connection, uid, found.record)
    else:
        RECORD_KINDS[found.kind].put(connection, found.record)


def _put_player_back(connection: Connection, row: PlayerRow, into: str) -> None:
    here = connection.execute(select(Players.id).where(Players.uid == row.uid)).scalar()
    if here is None:  # gone, or under another id: standings know the number
        other = connection.execute(select(*players.SHOWN).where(Players.id == row.id)).one_or_none()
        if other is not None and checksums.is_whole(other[1:]):
            raise RuleError([Problem("no-player", text=row.uid)])
        here = row.id
    target = connection.execute(select(Players.id).where(Players.uid == into)).scalar()
    if target in players.all_merged_into(connection, here):  # the backup may hold a circle too
        target = None
    _write_player(connection, row, here, target)
