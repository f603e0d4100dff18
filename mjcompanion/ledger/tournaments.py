"""Tournaments: each a row with all of it, written anew with every change, and what its tables have come to.

What is played stands in the sessions; a tournament knows which of them its tables are. Of two states of a row the one
that was changed more often counts.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy import text as sql

from mjcompanion.foreign import why_unread
from mjcompanion.ledger import proof
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Astray
from mjcompanion.ledger.listing import sound_ones
from mjcompanion.ledger.schema import tournaments
from mjcompanion.ledger.values import Finding, StoredTournament, TournamentRow, storable
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.tournament import tournament as engine
from mjcompanion.tournament.tournament import LONGEST_TITLE, Tournament
from mjcompanion.words import tr

_SQUEEZED: Final = 9
_LARGEST: Final = 2**22
_MOST_CHANGES: Final = 2**31 - 1
_SHOWN: Final = TournamentRow.__struct_fields__
_FLAG: Final = _SHOWN.index("put_aside")
_ROW: Final = [tournaments.c[name] for name in (*proof.TOURNAMENT, "checksum")]
_WANTED: Final = tournaments.c.uid == bindparam("which")
_BY_UID: Final = select(*_ROW, tournaments.c.record).where(_WANTED)
_ADD: Final = insert(tournaments)


# a row


def stored_of(
    tournament: Tournament, changed_at: str, changes: int = 0, *, put_aside: bool = False
) -> StoredTournament:
    """A tournament as it is stored.

    Raises:
        RuleError: its title is too long.

    """
    title = storable(tournament.title).strip()
    if len(title) > LONGEST_TITLE:
        raise RuleError([Problem("text-too-long", count=len(title), limit=LONGEST_TITLE)])
    tournament = msgspec.structs.replace(tournament, title=title)
    row = TournamentRow(
        uid=tournament.uid,
        at=tournament.at,
        changed_at=changed_at,
        changes=min(changes, _MOST_CHANGES),
        title=title,
        rules=str(tournament.rules.rules),
        players=len(tournament.players),
        rounds=len(tournament.draw),
        put_aside=put_aside,
    )
    return StoredTournament(row, tournament)


def columns_of(held: StoredTournament) -> dict[str, Any]:
    """The columns of a tournament but for its number."""
    record = msgspec.json.encode(engine.encode(held.tournament), order="sorted")
    values = {name: getattr(held.row, name) for name in _SHOWN} | {"record_checksum": zlib.crc32(record)}
    due = proof.checksum([values[name] for name in proof.TOURNAMENT])
    return {**values, "record": zlib.compress(record, _SQUEEZED), "checksum": due}


def _proved(values: Sequence[Any]) -> TournamentRow:
    *told, due = values
    told[_FLAG] = int(told[_FLAG]) if isinstance(told[_FLAG], bool) else told[_FLAG]
    if proof.checksum(told) != due:
        raise _astray(told[0])
    told[_FLAG] = bool(told[_FLAG])
    return TournamentRow(*told[: len(_SHOWN)])


def _astray(uid: object) -> Astray:
    named = tr("the tournament {id}").format(id=printable(str(uid)[:8]))
    return Astray("ledger-row-damaged", named, tournament=str(uid))


def _whole(row: TournamentRow, due: int, record: object) -> StoredTournament:
    body = proof.unzipped(record, _LARGEST)
    if body is not None and zlib.crc32(body) == due:
        with suppress(ValueError):
            return StoredTournament(row, engine.decode(msgspec.json.decode(body, type=dict[str, Any])))
    raise _astray(row.uid)


def stored(reader: Reader, uid: str) -> StoredTournament:
    """A whole tournament.

    Raises:
        RuleError: there is none with this id.
        Astray: it isn't what was written.

    """
    found = reader.rows(_BY_UID, {"which": storable(uid)})
    if not found:
        raise RuleError([Problem("no-tournament", text=uid)])
    *told, record = found[0]
    return _whole(_proved(told), told[-2], record)


def put(connection: Connection, held: StoredTournament) -> bool:
    """Write a tournament, or one that was changed over what it was; whether anything was written.

    Raises:
        RuleError: there is another one with this id that was changed as often.

    """
    row = held.row
    if connection.execute(select(tournaments.c.id).where(_WANTED), {"which": row.uid}).first() is None:
        connection.execute(_ADD, columns_of(held))
        proof.count_one(connection, "tournaments")
        return True
    here = stored(Reader.of(connection), row.uid)
    if here == held or here.row.changes > row.changes:
        return False
    if here.row.changes == row.changes:
        raise RuleError([Problem("tournament-other", text=row.uid)])
    write_over(connection, row.uid, held)
    return True


def write_over(connection: Connection, uid: str, held: StoredTournament) -> None:
    """Write a tournament in the place of the row that has an id."""
    connection.execute(update(tournaments).where(_WANTED).values(columns_of(held)), {"which": uid})


# lists


_LISTED: Final = select(*_ROW).order_by(tournaments.c.at.desc(), tournaments.c.id.desc())
_EVERY: Final = select(tournaments.c.uid).order_by(tournaments.c.at, tournaments.c.id)


def listed(reader: Reader, *, put_aside: bool, astray: list[Astray] | None = None) -> tuple[TournamentRow, ...]:
    """All tournaments, newest first, or those that were deleted."""
    rows = sound_ones(_proved, reader.rows(_LISTED), astray)
    return tuple(row for row in rows if row.put_aside is put_aside)


def uids(reader: Reader) -> list[str]:
    """The ids of all tournaments, oldest first."""
    return [uid for (uid,) in reader.rows(_EVERY)]


def with_players(reader: Reader, *each: set[str]) -> TournamentRow | None:
    """A tournament that isn't deleted in which at least one of each of these plays, by ids; None where none is."""
    for row in listed(reader, put_aside=False, astray=[]):
        try:
            players = set(stored(reader, row.uid).tournament.players)
        except Astray:
            continue  # the check tells of it
        if all(players & some for some in each):
            return row
    return None


# files


class _FileTournament(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A tournament in a file."""

    uid: str
    changed_at: str
    changes: int = 0
    put_aside: bool = False
    tournament: dict[str, Any]


def to_bytes(held: StoredTournament) -> bytes:
    """A tournament as a file holds it."""
    row = held.row
    told = engine.encode(held.tournament)
    file = _FileTournament(
        uid=row.uid, changed_at=row.changed_at, changes=row.changes, put_aside=row.put_aside, tournament=told
    )
    return msgspec.json.encode(file, order="sorted")


def read(line: bytes) -> StoredTournament:
    """Read what `to_bytes` wrote.

    Raises:
        RuleError: it isn't what a tournament looks like.

    """
    try:
        found = msgspec.json.decode(line, type=_FileTournament)
        told = engine.decode(found.tournament)
    except (ValueError, TypeError, RecursionError, RuleError) as error:
        raise _impossible(why_unread(error)) from error
    if len(line) > _LARGEST:
        raise _impossible(tr("it is too long"))
    if told.uid != found.uid or not 0 <= found.changes <= _MOST_CHANGES:
        raise _impossible(tr("a number is out of range"))
    return stored_of(told, found.changed_at, found.changes, put_aside=found.put_aside)


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("tournament-impossible", why=why)])


# care


def check(reader: Reader, most: int) -> tuple[int, list[Finding]]:
    """Look at all tournaments: how many there are, and what was found, no more than so much."""
    every = uids(reader)
    found: list[Finding] = []
    for uid in every:
        try:
            stored(reader, uid)
        except Astray as error:
            found.append(Finding(uid, str(error), repairable=True))
    return len(every), found[: max(0, most)]


def prove(connection: Connection, after: int, count: int) -> tuple[int, list[Astray]]:
    """Look at some tournaments after one: the number of the last, and those that aren't what was written."""
    query = select(tournaments.c.id, *_ROW, tournaments.c.record).where(tournaments.c.id > after)
    wrong: list[Astray] = []
    last = after
    for number, *told, record in connection.execute(query.order_by(tournaments.c.id).limit(count)).all():
        last = number
        try:
            _whole(_proved(told), told[-2], record)
        except Astray as error:
            wrong.append(error)
    return last, wrong


_ASIDE: Final = sql(
    f"SELECT {', '.join((*proof.TOURNAMENT, 'checksum'))} FROM tournaments "  # noqa: S608 - names of columns
    "WHERE put_aside > 0 OR put_aside < 0"
)


def in_no_list(reader: Reader) -> list[Astray]:
    """Tournaments that seem to be deleted and aren't. A server keeps no such thing."""
    found: list[Astray] = []
    if reader.dialect == "sqlite":
        list(sound_ones(_proved, reader.rows(_ASIDE), found))
    return found


def in_backup(file: sqlite3.Connection) -> Iterator[StoredTournament]:
    """All tournaments of a backup that was looked at."""
    columns = ", ".join((*proof.TOURNAMENT, "checksum", "record"))
    for *told, record in file.execute(f"SELECT {columns} FROM tournaments"):  # noqa: S608 - names of columns
        yield _whole(_proved(told), told[-2], record)


def was(connection: Connection, uid: str, known: Iterator[StoredTournament]) -> StoredTournament | None:
    """Which of these a damaged row was, for sure: its checksum says so, or all but the checksum."""
    there = connection.execute(select(*_ROW).where(_WANTED), {"which": uid}).first()
    if there is None:
        return None
    *told, due = there
    for held in known:
        values: Mapping[str, Any] = columns_of(held)
        if values["checksum"] == due or [values[name] for name in proof.TOURNAMENT] == told:
            return held
    return None
