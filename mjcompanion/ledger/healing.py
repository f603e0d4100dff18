"""Puts right one thing in a ledger that isn't what was written: from what it follows from, or else from a backup."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, func, select, update

from mjcompanion.ledger import backups, games, kept, people, proof, sitting, tournaments
from mjcompanion.ledger.connect import Reader, open_file
from mjcompanion.ledger.errors import Astray, Damaged, NewerVersion
from mjcompanion.ledger.game_files import read_game
from mjcompanion.ledger.journal import AnyLine, Aside, Evening, Finished, Happened, events_of, files_of
from mjcompanion.ledger.place import Place
from mjcompanion.ledger.records import Records, S
from mjcompanion.ledger.replaying import story_of
from mjcompanion.ledger.schema import events, meta, players, sessions, standings
from mjcompanion.ledger.values import LONGEST_NAME, BackupFile, StoredGame, key_of
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.table.table import Table, replay
from mjcompanion.words import moment, number, tr, trn

T = TypeVar("T")


class Kept(NamedTuple):
    """What a backup has of a session: its events as they are written."""

    backup: BackupFile
    uid: str
    bodies: list[str]

    @property
    def table(self) -> Table:
        """The table that they lead to."""
        return replay(sitting.decoded(self.uid, self.bodies))


def heal(connection: Connection, place: Place, error: Astray) -> str:
    """Write anew what isn't as it was written, where it is known for sure what that was; what was done, in a sentence.

    Raises:
        Astray: nobody knows it for sure.

    """
    return _HEALERS[error.kind](connection, place, error)


# sessions


_BY_UID: Final = select(sessions).where(sessions.c.uid == bindparam("uid"))


def _session(connection: Connection, place: Place, error: Astray) -> str:
    row = connection.execute(_BY_UID, {"uid": error.uid}).one_or_none()
    if row is None or not isinstance(row.uid, str):  # nobody knows which session it is
        raise error
    sound = sitting.is_sound(row)
    try:
        table = replay(sitting.decoded(row.uid, sitting.bodies(Reader.of(connection), row, trusted=sound)))
    except (Astray, NewerVersion, RuleError):
        found = _all_of(place, row) if sound else None
        if found is None:
            raise error from None
        said, bodies = found
        table = replay(sitting.decoded(row.uid, bodies))
        sitting.put(connection, row.uid, table, bodies, row.touched)
        return said.format(what=sitting.named(row.uid, row.title))
    sitting.mend(connection, row, table)
    said = tr("The ledger’s list entry for {what} didn’t match its hands, and was written again from them.")
    return said.format(what=sitting.named(row.uid, table.title))


def _all_of(place: Place, row: Row[Any]) -> tuple[str, list[str]] | None:
    """All events of a session whose row is right, and in a sentence where they are from: backup, journal, or both."""
    journal: dict[int, str] = {}
    if place.journal is not None:
        with suppress(OSError):
            journal = events_of(place.journal, place.stem, row.uid)
    beginnings = _each(place, lambda backup, file: (backup, _bodies(file, row.uid)))
    for backup, known in chain(beginnings, [(None, list[str]())]):
        more = [journal[seq] for seq in range(len(known), row.last_seq + 1) if seq in journal]
        bodies = [*known, *more]
        if len(bodies) == row.last_seq + 1 and proof.chain_of(row.uid, bodies) == row.tail:
            if backup is None:
                return tr("The ledger was damaged: {what} was recovered complete from the journal."), bodies
            if more:
                said = tr(
                    "The ledger was damaged: {what} was recovered complete from the backup of {when} and the journal."
                )
            else:
                said = tr("The ledger was damaged: {what} was recovered complete from the backup of {when}.")
            return said.replace("{when}", _when(backup)), bodies
    return None


def _bodies(file: sqlite3.Connection, uid: str) -> list[str]:
    asked = "SELECT body FROM events JOIN sessions ON sessions.id = session_id WHERE uid = ? ORDER BY seq"
    return [body for (body,) in file.execute(asked, (uid,))]


def kept_of(place: Place, uid: str) -> Kept | None:
    """What the newest backup that has a session has of it; the first letters of its id are enough.

    Raises:
        RuleError: they fit several sessions.

    """
    return _first(place, partial(_kept, uid=uid))


def kept_in(backup: Path, uid: str) -> Kept:
    """What a backup has of a session.

    Raises:
        Damaged: the backup isn't what was written.
        RuleError: it has no such session, or several.

    """
    seen = backups.look_at(backup, whole=True)
    if not seen.ok:
        raise Damaged("backup-damaged", why=str(backup))
    with closing(open_file(backup, "immutable")) as file:
        kept = _kept(seen, file, uid)
    if kept is None:
        raise RuleError([Problem("backup-no-session", text=uid)])
    return kept


def _kept(backup: BackupFile, file: sqlite3.Connection, uid: str) -> Kept | None:
    asked = "SELECT uid FROM sessions WHERE ? AND substr(uid, 1, ?) = ?"
    uids = [one for (one,) in file.execute(asked, (bool(uid), len(uid), uid))]
    if uid in uids:
        uids = [uid]
    if len(uids) > 1:
        raise RuleError([Problem("session-prefix", text=uid, count=len(uids))])
    return Kept(backup, uids[0], _bodies(file, uids[0])) if uids else None


def take_from(connection: Connection, kept: Kept, version: int) -> None:
    """Put the events that a backup has of a session in the place of those that are there, or beside the others."""
    due, there = proof.counts(Reader.of(connection))["sessions"]
    sitting.put(connection, kept.uid, kept.table, kept.bodies, version)
    if isinstance(due, int) and due > there:  # it was counted when it was written first
        proof.keep_count(connection, "sessions", due)


# players and games


def _player(connection: Connection, place: Place, error: Astray) -> str:
    row = connection.execute(select(players).where(players.c.uid == error.uid)).one_or_none()
    if row is None:
        raise error
    there = printable(str(row.name), 60)
    if (found := _first(place, lambda backup, file: _with(backup, _player_in(file, row.uid)))) is not None:
        backup, (name, into, created_at) = found
        said = tr("The player {name} didn't match what was written, and is {kept} again, as in the backup of {when}.")
        when = _when(backup)
    else:
        name, into, created_at = (there.strip() or row.uid)[:LONGEST_NAME], None, row.created_at
        said = tr(
            "The player {name} doesn't match what was written, and no backup has the name: it stays "
            "until it is changed."
        )
        when = ""
    target = None if into is None else connection.execute(select(players.c.id).where(players.c.uid == into)).scalar()
    if target in people.all_merged_into(connection, row.id):  # the backup was made of a circle too
        target = None
    name = name if target is not None else _free(connection, name, row.id)
    slot = None if target is not None else people.slot_of(name)
    values = {"name": name, "name_key": key_of(name), "name_slot": slot, "merged_into": target}
    connection.execute(update(players).where(players.c.id == row.id).values(**values, created_at=created_at))
    people.seal(connection, [row.id])
    return said.format(name=there, kept=printable(name, 60), when=when)


_TOLD: Final = (
    "SELECT one.name, other.uid, one.created_at FROM players AS one"
    " LEFT JOIN players AS other ON other.id = one.merged_into WHERE one.uid = ?"
)


def _player_in(file: sqlite3.Connection, uid: str) -> tuple[str, str | None, str] | None:
    found: tuple[str, str | None, str] | None = file.execute(_TOLD, (uid,)).fetchone()
    return found


def _free(connection: Connection, name: str, number: int) -> str:
    """The name, or one like it that nobody else has."""
    tried, more = name, 1
    taken = select(players.c.id).where(players.c.name_slot == bindparam("slot"), players.c.id != number)
    while connection.execute(taken, {"slot": people.slot_of(tried)}).first() is not None:
        more += 1
        tried = f"{name} ({more})"
    return tried


def _with(backup: BackupFile, found: T | None) -> tuple[BackupFile, T] | None:
    return None if found is None else (backup, found)


def _game(connection: Connection, place: Place, error: Astray) -> str:
    what = games.ROWS.named(error.uid)
    try:
        game = games.stored(Reader.of(connection), error.uid)
    except Astray:
        there = partial(games.in_backup, wanted=lambda uid: uid == error.uid)
        found = _first(place, lambda backup, file: _with(backup, next(there(file), None)))
        if found is None:
            raise error from None
        backup, game = found
        games.take_from(connection, game.row, game.record)
        said = tr("The ledger was damaged: {what} was recovered complete from the backup of {when}.")
        return said.format(what=what, when=_when(backup))
    games.take_from(connection, game.row, game.record)
    said = tr("The ledger’s list entry for {what} didn’t match its record, and was written again from it.")
    return said.format(what=what)


def _record(of: Records[Any, S], connection: Connection, place: Place, error: Astray) -> str:
    """A kept hand or a tournament."""
    try:
        held: S | None = of.stored(Reader.of(connection), error.uid)  # only its tally is wrong
    except Astray:
        held = of.was(connection, error.uid, _known(of, connection, place))
    if held is None:
        raise error
    of.write_over(connection, error.uid, held)
    said = tr("The ledger was damaged: {what} was recovered complete from the backups and the journal.")
    return said.format(what=of.named(held.row.uid))


def _known(of: Records[Any, S], connection: Connection, place: Place) -> Iterator[S]:
    """What the journal and the backups have of them, in each state that they were in."""
    if place.journal is not None:
        for _, line in _told(connection, place):
            if isinstance(line, of.line):
                yield of.of_line(line)
    ledger = _which(connection)
    for found in _each(place, lambda _, file: list(of.in_backup(file)) if _is_of(file, ledger) else []):
        yield from found


# rows that are gone


_Put = Callable[[], object]
"""Writes again what is gone."""


def _lost(connection: Connection, place: Place, error: Astray) -> str:
    due, there = proof.counts(Reader.of(connection))[error.uid]
    if not isinstance(due, int) or due <= there:
        return give_up(connection, error)
    if place.journal is None:
        raise error
    found = _LOST[error.uid](connection, place)
    back = 0
    for put in found:
        if there + back == due:
            break
        with suppress(RuleError), connection.begin_nested():
            put()
            back += 1
    if not back:
        raise error
    proof.keep_count(connection, error.uid, due)
    said = {
        "sessions": trn(
            "The ledger was damaged: {n} session was missing, and was recovered from the backups and the journal.",
            "The ledger was damaged: {n} sessions were missing, and were recovered from the backups and the journal.",
            back,
        ),
        "kept": trn(
            "The ledger was damaged: {n} kept hand was missing, and was recovered from the backups and the journal.",
            "The ledger was damaged: {n} kept hands were missing, and were recovered from the backups and the journal.",
            back,
        ),
        "tournaments": trn(
            "The ledger was damaged: {n} tournament was missing, and was recovered from the backups and the journal.",
            "The ledger was damaged: {n} tournaments were missing, and were recovered from the backups and the "
            "journal.",
            back,
        ),
        "games": trn(
            "The ledger was damaged: {n} finished game was missing, and was recovered from the backups and the "
            "journal.",
            "The ledger was damaged: {n} finished games were missing, and were recovered from the backups and "
            "the journal.",
            back,
        ),
    }
    return said[error.uid].format(n=number(back))


def give_up(connection: Connection, error: Astray) -> str:
    """Take the rows that are there for all that there were; what was done, in a sentence."""
    _, there = proof.counts(Reader.of(connection))[error.uid]
    proof.keep_count(connection, error.uid, there)
    return {
        "sessions": tr("The ledger was damaged: the sessions that are there were counted again."),
        "kept": tr("The ledger was damaged: the kept hands that are there were counted again."),
        "tournaments": tr("The ledger was damaged: the tournaments that are there were counted again."),
        "games": tr("The ledger was damaged: the finished games that are there were counted again."),
    }[error.uid]


def _told(connection: Connection, place: Place) -> Iterator[tuple[int, AnyLine]]:
    """What the journal tells of this ledger, line by line, with the state that each made."""
    assert place.journal is not None  # noqa: S101 - only of a file a row is looked for
    with suppress(OSError):
        for turn in story_of(files_of(place.journal, place.stem, _which(connection))).turns:
            for line in turn.lines:
                yield turn.state, line


def _which(connection: Connection) -> str:
    return str(connection.execute(select(meta.c.uid)).scalar())


_OF_LEDGER: Final = "SELECT 1 FROM meta WHERE uid = ?"


def _lost_sessions(connection: Connection, place: Place) -> Iterator[_Put]:
    here = set(connection.execute(select(sessions.c.uid)).scalars())
    ledger = _which(connection)

    def read(_: BackupFile, file: sqlite3.Connection) -> dict[str, tuple[list[str], int]]:
        ours = _is_of(file, ledger)
        those = file.execute("SELECT uid, touched FROM sessions ORDER BY touched").fetchall() if ours else []
        return {uid: (_bodies(file, uid), touched) for uid, touched in those if uid not in here | known.keys()}

    known: dict[str, tuple[list[str], int]] = {}
    for found in _each(place, read):
        known |= found
    told: dict[str, dict[int, str]] = {}
    touched: dict[str, int] = {}
    for state, line in _told(connection, place):
        if isinstance(line, Happened) and line.session not in here:
            told.setdefault(line.session, {})[line.seq] = bytes(line.event).decode()
            touched[line.session] = state
        elif isinstance(line, Evening) and line.session not in here:
            told[line.session] = {seq: bytes(event).decode() for seq, event in enumerate(line.events)}
    for uid in {**told, **known}:  # what the journal tells was there; a backup may be older than a restored one
        bodies, state = known.get(uid, ([], 0))
        while len(bodies) in told.get(uid, ()):
            bodies.append(told[uid][len(bodies)])
        if bodies:
            yield partial(_put_session, connection, uid, bodies, max(state, touched.get(uid, 0)))


_HIGHEST: Final = [select(func.max(column)) for column in (sessions.c.id, events.c.session_id, standings.c.session_id)]


def _put_session(connection: Connection, uid: str, bodies: list[str], touched: int) -> None:
    """Write a session whose row is gone; events that are still there belong to it if they fit."""
    first = proof.chained(proof.beginning(uid), bodies[0])
    left = select(events.c.session_id).where(
        events.c.seq == 0, events.c.chain == first, events.c.session_id.not_in(select(sessions.c.id))
    )
    found = connection.execute(left).scalar()
    if found is not None:
        there, _, _ = sitting.linked(Reader.of(connection), found, uid)
        bodies = max(bodies, there, key=len)
    place = found or 1 + max(connection.execute(query).scalar() or 0 for query in _HIGHEST)
    for rows in (events, standings):
        connection.execute(delete(rows).where(rows.c.session_id == place))
    sitting.begin(connection, uid, replay(sitting.decoded(uid, bodies)), bodies, touched, place)


def _lost_games(connection: Connection, place: Place) -> Iterator[_Put]:
    here = set(games.ROWS.every(Reader.of(connection)))
    ledger = _which(connection)
    known: dict[str, StoredGame] = {}
    there = partial(games.in_backup, wanted=lambda uid: uid not in here | known.keys())
    for found in _each(place, lambda _, file: list(there(file)) if _is_of(file, ledger) else []):
        known |= {game.row.uid: game for game in found}
    for _, line in _told(connection, place):
        if isinstance(line, Finished):
            game = read_game(bytes(line.game))
            if game.row.uid not in here | known.keys():
                known[game.row.uid] = game
        elif isinstance(line, Aside) and line.game in known:
            game = known[line.game]
            known[line.game] = StoredGame(msgspec.structs.replace(game.row, put_aside=line.aside), game.record)
    for game in known.values():
        yield partial(games.add, connection, game.row, game.record)


def _lost_records(of: Records[Any, S], connection: Connection, place: Place) -> Iterator[_Put]:
    """Of each that isn't here the state that was changed most often."""
    here, found = set(of.every(Reader.of(connection))), dict[str, S]()
    for held in _known(of, connection, place):
        uid = held.row.uid
        if uid not in here and (uid not in found or found[uid].row.changes < held.row.changes):
            found[uid] = held
    for held in found.values():
        yield partial(of.put, connection, held)


_LOST: Final[Mapping[str, Callable[[Connection, Place], Iterator[_Put]]]] = {
    "sessions": _lost_sessions,
    "games": _lost_games,
    "kept": partial(_lost_records, kept.RECORDS),
    "tournaments": partial(_lost_records, tournaments.RECORDS),
}
_HEALERS: Final[Mapping[str, Callable[[Connection, Place, Astray], str]]] = {
    "session": _session,
    "player": _player,
    "game": _game,
    "kept": partial(_record, kept.RECORDS),
    "tournament": partial(_record, tournaments.RECORDS),
    "counted": _lost,
}


# backups


def _is_of(file: sqlite3.Connection, ledger: str) -> bool:
    return file.execute(_OF_LEDGER, (ledger,)).fetchone() is not None


def _when(backup: BackupFile) -> str:
    try:
        return moment(datetime.fromisoformat(backup.at).astimezone())
    except (ValueError, OverflowError):  # somebody renamed it
        return backup.at


def _first(place: Place, read: Callable[[BackupFile, sqlite3.Connection], T | None]) -> T | None:
    """What is read in the newest whole backup that has it."""
    return next((found for found in _each(place, read) if found is not None), None)


def _each(place: Place, read: Callable[[BackupFile, sqlite3.Connection], T]) -> Iterator[T]:
    for backup in backups.each_whole(place):
        with closing(open_file(backup.path, "immutable")) as file, suppress(sqlite3.Error):  # one before there was that
            yield read(backup, file)
