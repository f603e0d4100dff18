"""Writes sessions, games, kept hands and tournaments to files: JSON that can be imported, CSV, and text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import IO, Any, Literal

import msgspec
from sqlalchemy import Connection

from mjcompanion import __version__
from mjcompanion.ledger import players, session_records
from mjcompanion.ledger.csv_files import write_csv
from mjcompanion.ledger.records import RECORD_KINDS
from mjcompanion.ledger.text_files import write_text
from mjcompanion.ledger.values import GAMES, HANDS, SESSIONS, FilePlayer
from mjcompanion.table.table import people_of

Kind = Literal["json", "csv", "text", "standings"]
"""How entries are written; "standings" is a CSV of sessions with a row for each player."""
Progress = Callable[[int, int], None]
"""Called with how many are done, and of how many."""


def write_json(
    out: IO[bytes],
    connection: Connection,
    sessions: Sequence[str],
    records: Mapping[str, Sequence[str]],
    progress: Progress | None = None,
) -> int:
    """Write a file that can be imported, of sessions and records by their ids; return how many are in it."""
    kinds = sorted((RECORD_KINDS[kind] for kind, uids in records.items() if uids), key=lambda one: one.since_format)
    whole = len(sessions) + sum(map(len, records.values()))
    done = itertools.count()

    def each(uids: Sequence[str], write_one: Callable[[str], bytes]) -> Iterator[bytes]:
        for uid in uids:
            if progress is not None:
                progress(next(done), whole)
            yield write_one(uid)

    more = [player for one in kinds for uid in records[one.kind] for player in one.players_in(connection, uid)]
    lists: dict[str, Iterable[bytes]] = {"players": map(msgspec.json.encode, _players_of(connection, sessions, more))}
    lists["sessions"] = each(sessions, lambda uid: session_bytes(uid, session_records.bodies_of(connection, uid)))
    for one in kinds:
        lists[one.listed_as] = each(records[one.kind], partial(one.file_bytes, connection))
    for part in json_parts(lists, max((one.format_in(connection) for one in kinds), default=1)):
        out.write(part)
    return whole


def session_bytes(uid: str, events: Sequence[str]) -> bytes:
    """Write a session, by its encoded events, as a JSON file holds it."""
    return b'{"uid":%s,"events":[\n%s]}' % (msgspec.json.encode(uid), ",\n".join(events).encode())


def json_parts(lists: Mapping[str, Iterable[bytes]], version: int = 1) -> Iterator[bytes]:
    """Write lists of encoded things as a JSON file, a piece at a time.

    >>> b"".join(json_parts({"players": [], "sessions": []})).split()[:2]
    [b'{"format":1,"program":"mjcompanion', b'...
    """
    yield b'{"format":%d,"program":%s' % (version, msgspec.json.encode(f"mjcompanion {__version__}"))
    for name, lines in lists.items():
        yield b',\n"%s":[' % name.encode()
        for place, line in enumerate(lines):
            yield (b",\n" if place else b"\n") + line
        yield b"]"
    yield b"}\n"


def _players_of(connection: Connection, uids: Iterable[str], more: Iterable[str]) -> list[FilePlayer]:
    """Return the players of some sessions and some more, and who they are taken for."""
    found: dict[str, FilePlayer] = {}
    waiting: list[str] = list(more)
    for uid in uids:
        first, *others = session_records.bodies_of(connection, uid)
        named = [first, *(body for body in others if '"people"' in body or '"who"' in body)]
        waiting += [player for player in people_of(session_records.decoded(uid, named)) if player not in found]
    while waiting:
        uid = waiting.pop()
        if uid not in found:
            row = players.find(connection, uid)
            into = players.merged_into(connection, row)
            waiting += [into] if into else []
            found[uid] = FilePlayer(row.uid, row.name, into)
    return list(found.values())


def write(
    out: IO[bytes], connection: Connection, kind: Kind, what: str, uids: Sequence[str], progress: Progress | None = None
) -> None:
    """Write sessions, games or hands (`what`): as CSV, for other programs, as text, or as JSON."""
    record_kind = {SESSIONS: "", GAMES: "game"}.get(what, "kept")
    if kind == "json":
        write_json(out, connection, () if record_kind else uids, {record_kind: uids} if record_kind else {}, progress)
        return

    show: Callable[[Connection, str], Any] = session_records.stored
    if record_kind:
        show = RECORD_KINDS[record_kind].shown

    def each() -> Iterator[Any]:
        for place, uid in enumerate(uids):
            if progress is not None:
                progress(place, len(uids))
            yield show(connection, uid)

    write_items = write_csv if kind == "csv" else write_text
    write_items(out, what if what in (SESSIONS, GAMES) else HANDS, each())
