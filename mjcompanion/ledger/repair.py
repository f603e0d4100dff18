"""Repairs a ledger: works out again what follows from events and records, and restores single records from a backup."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, select, update

from mjcompanion.ledger import backups, games, kept, people, proof, sitting, tournaments
from mjcompanion.ledger.connect import Reader, open_file
from mjcompanion.ledger.errors import Astray, Damaged, LedgerError
from mjcompanion.ledger.place import Place
from mjcompanion.ledger.records import Records
from mjcompanion.ledger.schema import players, sessions
from mjcompanion.ledger.values import LONGEST_NAME, BackupFile, Finding, key_of
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.table.table import Table, replay
from mjcompanion.words import tr

# what follows from events and records


def repair(connection: Connection, kind: str, uid: str) -> str:
    """Work out again what follows from a record, whose kind is as an `Astray` has it; return a sentence about it.

    Raises:
        LedgerError: the record itself is damaged.
        RuleError: it isn't there, or its events don't fit together.

    """
    return _REPAIRS[kind](connection, uid)


def is_whole(connection: Connection, kind: str, uid: str) -> bool:
    """Return whether a record itself is whole, so that only what follows from it can be damaged."""
    try:
        if kind in _READ:
            _READ[kind](connection, uid)
    except (LedgerError, RuleError):
        return False
    return True


def repair_all(connection: Connection, found: Iterable[Finding]) -> list[str]:
    """Work out again what follows from records that a check found; return a sentence about each."""
    done: list[str] = []
    for kind, uid in dict.fromkeys((one.kind, one.session) for one in found if one.repairable):
        with suppress(LedgerError, RuleError), connection.begin_nested():
            done.append(repair(connection, kind, uid))
    return done


def _session(connection: Connection, uid: str) -> str:
    row, table = _replayed(connection, uid)
    sitting.mend(connection, row, table)
    said = tr("The ledger’s list entry for {what} didn’t match its hands, and was written again from them.")
    return said.format(what=sitting.named(row.uid, table.title))


def _replayed(connection: Connection, uid: str) -> tuple[Row[Any], Table]:
    row = connection.execute(select(sessions).where(sessions.c.uid == uid)).one_or_none()
    if row is None or not isinstance(row.uid, str):
        raise RuleError([Problem("no-session", text=uid)])
    written = sitting.bodies(Reader.of(connection), row, trusted=sitting.is_sound(row))
    return row, replay(sitting.decoded(row.uid, written))


def _player(connection: Connection, uid: str) -> str:
    row = connection.execute(select(players).where(players.c.uid == uid)).one_or_none()
    if row is None:
        raise RuleError([Problem("no-player", text=uid)])
    shown = printable(str(row.name), 60)
    _write_player(connection, row.id, (shown.strip() or row.uid)[:LONGEST_NAME], None, row.created_at)
    said = tr("The name of the player {name} was damaged. Please check it.")
    return said.format(name=shown)


def _game(connection: Connection, uid: str) -> str:
    game = games.stored(Reader.of(connection), uid)
    games.take_from(connection, game.row, game.record)
    return _rewritten(games.ROWS.named(uid))


def _record(of: Records[Any, Any], connection: Connection, uid: str) -> str:
    """Repair a kept hand or a tournament of which only the tally is wrong."""
    of.write_over(connection, uid, of.stored(Reader.of(connection), uid))
    return _rewritten(of.named(uid))


def _rewritten(what: str) -> str:
    said = tr("The ledger’s list entry for {what} didn’t match its record, and was written again from it.")
    return said.format(what=what)


def _count(connection: Connection, table: str) -> str:
    """Take the rows that are there for all that there are."""
    _, there = proof.counts(Reader.of(connection))[table]
    proof.keep_count(connection, table, there)
    return {
        "sessions": tr("The ledger was damaged: the sessions that are there were counted again."),
        "kept": tr("The ledger was damaged: the kept hands that are there were counted again."),
        "tournaments": tr("The ledger was damaged: the tournaments that are there were counted again."),
        "games": tr("The ledger was damaged: the finished games that are there were counted again."),
    }[table]


_READ: Final[Mapping[str, Callable[[Connection, str], object]]] = {
    "session": _replayed,
    "game": lambda connection, uid: games.stored(Reader.of(connection), uid),
    "kept": lambda connection, uid: kept.RECORDS.stored(Reader.of(connection), uid),
    "tournament": lambda connection, uid: tournaments.RECORDS.stored(Reader.of(connection), uid),
}
_REPAIRS: Final[Mapping[str, Callable[[Connection, str], str]]] = {
    "session": _session,
    "player": _player,
    "game": _game,
    "kept": partial(_record, kept.RECORDS),
    "tournament": partial(_record, tournaments.RECORDS),
    "counted": _count,
}


# records in backups


class Stored(NamedTuple):
    """A record as a backup has it; `kind` is as an `Astray` has it, `record` what is written back."""

    backup: BackupFile
    kind: str
    uid: str
    record: Any

    @property
    def hands(self) -> int:
        """How many hands a session has; 0 for any other record."""
        return len(replay(sitting.decoded(self.uid, self.record)).hands) if self.kind == "session" else 0


def newest(place: Place, uid: str, kind: str = "") -> Stored | None:
    """Return a record as the newest whole backup has it; the first letters of its id are enough.

    Raises:
        RuleError: they fit several records.

    """
    for backup in backups.each_whole(place):
        with closing(open_file(backup.path, "immutable")) as file, suppress(Astray):
            found = _find(backup, file, uid, kind)
            if found is not None:
                return found
    return None


def stored_in(backup: Path, uid: str, kind: str = "") -> Stored:
    """Return a record as a backup has it.

    Raises:
        Damaged: the backup itself is damaged.
        RuleError: it has no such record, or several.

    """
    seen = backups.look_at(backup, whole=True)
    if not seen.ok:
        raise Damaged("backup-damaged", why=str(backup))
    try:
        with closing(open_file(backup, "immutable")) as file:
            found = _find(seen, file, uid, kind)
    except Astray as error:
        raise Damaged("backup-damaged", why=str(backup)) from error
    if found is None:
        raise RuleError([Problem("backup-no-session" if kind == "session" else "backup-no-record", text=uid)])
    return found


def missing(place: Place, connection: Connection, table: str) -> list[Stored]:
    """Return the records of a table that the newest whole backup has and the ledger doesn't."""
    kind = next(one for one, (name, _) in _TABLES.items() if name == table)
    here = set(connection.exec_driver_sql(f"SELECT uid FROM {table}").scalars())  # noqa: S608 - a name
    backup = backups.newest_good(place)
    if backup is None:
        return []
    with closing(open_file(backup.path, "immutable")) as file:
        uids = [uid for (uid,) in file.execute(f"SELECT uid FROM {table}") if uid not in here]  # noqa: S608 - a name
        stored = []
        for uid in uids:
            with suppress(Astray):
                stored.append(_find(backup, file, uid, kind))
        return [one for one in stored if one is not None]


def _find(backup: BackupFile, file: sqlite3.Connection, prefix: str, kind: str) -> Stored | None:
    for one, (table, read) in _TABLES.items():
        if kind not in ("", one) or not prefix:
            continue
        asked = f"SELECT uid FROM {table} WHERE substr(uid, 1, ?) = ?"  # noqa: S608 - a name
        uids = [uid for (uid,) in file.execute(asked, (len(prefix), prefix))]
        if len(uids) > 1 and prefix not in uids:
            raise RuleError([Problem(f"{'session' if one == 'player' else one}-prefix", text=prefix, count=len(uids))])
        if uids:
            uid = prefix if prefix in uids else uids[0]
            return Stored(backup, one, uid, read(file, uid))
    return None


def _bodies(file: sqlite3.Connection, uid: str) -> list[str]:
    asked = "SELECT body FROM events JOIN sessions ON sessions.id = session_id WHERE uid = ? ORDER BY seq"
    return [body for (body,) in file.execute(asked, (uid,))]


def _player_in(file: sqlite3.Connection, uid: str) -> object:
    asked = (
        "SELECT one.name, other.uid, one.created_at FROM players AS one"
        " LEFT JOIN players AS other ON other.id = one.merged_into WHERE one.uid = ?"
    )
    return file.execute(asked, (uid,)).fetchone()


_TABLES: Final[Mapping[str, tuple[str, Callable[[sqlite3.Connection, str], Any]]]] = {
    "session": ("sessions", _bodies),
    "game": ("games", games.in_backup),
    "kept": ("kept", kept.RECORDS.in_backup),
    "tournament": ("tournaments", tournaments.RECORDS.in_backup),
    "player": ("players", _player_in),
}


def put_back(connection: Connection, stored: Stored, version: int) -> None:
    """Write a record of a backup over the one that is there, or beside the others."""
    counts = proof.counts(Reader.of(connection))
    if stored.kind == "session":
        sitting.put(connection, stored.uid, replay(sitting.decoded(stored.uid, stored.record)), stored.record, version)
    elif stored.kind == "game":
        if stored.uid in games.ROWS.every(Reader.of(connection)):
            games.take_from(connection, stored.record.row, stored.record.record)
        else:
            games.add(connection, stored.record.row, stored.record.record)
    elif stored.kind == "player":
        name, into, created_at = stored.record
        row = connection.execute(select(players.c.id).where(players.c.uid == stored.uid)).one_or_none()
        if row is None:
            raise RuleError([Problem("no-player", text=stored.uid)])
        _write_player(connection, row.id, name, into, created_at)
    else:
        of: Records[Any, Any] = kept.RECORDS if stored.kind == "kept" else tournaments.RECORDS
        if of.is_there(Reader.of(connection), stored.uid):
            of.write_over(connection, stored.uid, stored.record)
        else:
            of.put(connection, stored.record)
    table = _TABLES[stored.kind][0]
    due, there = counts.get(table, (0, 0))
    if isinstance(due, int) and due > there:  # a row that was gone was counted before
        proof.keep_count(connection, table, due)


def _write_player(connection: Connection, number: int, name: str, into: str | None, created_at: str) -> None:
    target = None if into is None else connection.execute(select(players.c.id).where(players.c.uid == into)).scalar()
    if target in people.all_merged_into(connection, number):  # the backup may hold a circle too
        target = None
    name = name if target is not None else next(_free(connection, name, number))
    slot = None if target is not None else people.slot_of(name)
    values = {"name": name, "name_key": key_of(name), "name_slot": slot, "merged_into": target}
    connection.execute(update(players).where(players.c.id == number).values(**values, created_at=created_at))
    people.seal(connection, [number])


def _free(connection: Connection, name: str, number: int) -> Iterator[str]:
    """Yield the name, or ones like it, that nobody else has."""
    for more in range(1, 10_000):
        tried = name if more == 1 else f"{name} ({more})"
        taken = select(players.c.id).where(players.c.name_slot == people.slot_of(tried), players.c.id != number)
        if connection.execute(taken).first() is None:
            yield tried
