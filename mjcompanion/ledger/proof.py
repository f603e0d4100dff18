"""How a ledger proves that it is what was written: a chain over the events of each session, a checksum on every row.

What is added up over many rows is proved by its sums: the tally of a row is a fixed sum of its figures, so the tallies
of some rows add up to the same sum of their totals, however many rows they are.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import groupby
from operator import add, itemgetter
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    FromClause,
    Integer,
    Text,
    cast,
    func,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import BIT
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from mjcompanion.ledger import schema
from mjcompanion.ledger.connect import Reader, ready
from mjcompanion.ledger.errors import Astray
from mjcompanion.problems import printable
from mjcompanion.words import number, tr, trn

_BYTES: Final = 5
"""So long is a link of the chain: as much as eight letters hold."""
_LETTERS: Final = 8
_ALPHABET: Final = 26


def chained(before: int, body: str) -> int:
    """The link of an event after the link of the event before; a session's first event follows its `beginning`."""
    return int.from_bytes(hashlib.blake2b(before.to_bytes(_BYTES) + body.encode(), digest_size=_BYTES).digest())


def beginning(session: str) -> int:
    """The link before the first event of a session: no other session's events fit after it."""
    return chained(0, session)


def chain_of(session: str, bodies: Iterable[str]) -> int:
    """The link of the last of a session's events, given all of them as they are written."""
    return reduce(chained, bodies, beginning(session))


def seal(tail: int) -> str:
    """The link of a session's last event as people read it and write it down.

    >>> seal(chain_of("a session", ["its first event"]))
    'FACP UYFQ'
    """
    letters = ""
    for _ in range(_LETTERS):
        tail, letter = divmod(tail, _ALPHABET)
        letters = chr(ord("A") + letter) + letters
    return f"{letters[:4]} {letters[4:]}"


def checksum(values: Iterable[object]) -> int:
    """The CRC-32 of a row's values, whichever database they come from.

    >>> checksum([1, "Ann", None, True]) == checksum((1, "Ann", None, 1)) != checksum([1, "Ann", None, False])
    True
    """
    return zlib.crc32(msgspec.json.encode([int(one) if isinstance(one, bool) else no_blob(one) for one in values]))


def no_blob(value: object) -> object:
    """A value for a checksum; a BLOB, which none ever was, isn't taken for the text that JSON would have for it.

    >>> no_blob(b""), no_blob("")
    (["b''"], '')
    """
    return [str(value)] if isinstance(value, bytes) else value


def unzipped(record: object, most: int) -> bytes | None:
    """What was compressed, no more than so many bytes; None where it isn't whole.

    >>> unzipped(zlib.compress(b"{}"), 10), unzipped(zlib.compress(b"{}"), 1), unzipped("?", 10)
    (b'{}', None, None)
    """
    opener = zlib.decompressobj()
    try:
        body = opener.decompress(record if isinstance(record, bytes) else b"?", most)
    except zlib.error:
        return None
    return body if opener.eof and not opener.unused_data else None


class packed(FunctionElement[str]):  # noqa: N801 - stands in a query as functions do
    """Some columns as one text, which costs less to read than each by itself: a JSON array, the checksum last."""

    type = Text()
    inherit_cache = True


@compiles(packed)
def _in_sqlite(element: packed, compiler: SQLCompiler, *, careful: bool = False, **how: Any) -> str:  # noqa: ANN401 - SQLAlchemy's
    """SQLite packs no BLOB, and none was ever written: where there is one after all, it is packed as another text."""
    each = [compiler.process(column, **how) for column in element.clauses]
    if careful:
        each = [f"CASE typeof({one}) WHEN 'blob' THEN quote({one}) ELSE {one} END" for one in each]
    return f"json_array({', '.join(each)})"


@compiles(packed, "postgresql")
def _on_a_server(element: packed, compiler: SQLCompiler, **how: Any) -> str:  # noqa: ANN401 - SQLAlchemy's
    return f"CAST(json_build_array({', '.join(compiler.process(column, **how) for column in element.clauses)}) AS TEXT)"


_decode: Final = msgspec.json.Decoder(list[Any]).decode
_NO_NUMBER: Final = re.compile(r"-?Inf|-?9\.0e\+999")
"""How SQLite writes a number that is infinite."""


def unpacked(row: str) -> tuple[list[Any], bool]:
    """The values of a row that was `packed`, its checksum with them, and whether they are what was written.

    >>> unpacked(f'[1,"Ann",null,{checksum([1, "Ann", None])}]')
    ([1, 'Ann', None, 1340397199], True)
    >>> unpacked('[1, "Bob", null, 1340397199]')
    ([1, 'Bob', None, 1340397199], False)
    """
    told, _, due = row.rpartition(",")
    if due == f"{zlib.crc32(f'{told}]'.encode())}]":  # as SQLite writes it, a checksum was made of the same text
        return _decode(row), True
    try:
        values = _decode(row)
    except msgspec.DecodeError:
        values = _decode(_NO_NUMBER.sub("null", row))
    return values, checksum(values[:-1]) == values[-1]


PLAYER: Final = tuple(column.name for column in schema.players.c if column.name != "checksum")
SESSION: Final = tuple(column.name for column in schema.sessions.c if column.name != "checksum")
GAME: Final = (
    *("uid", "rules", "seed", "begun_at", "finished_at", "won", "winner", "score", "factor_num", "factor_den"),
    *("final_num", "final_den", "discards", "flowers", "hand", "by", "asked", "taken_back", "card", "put_aside"),
    "checksum",
)
"""What lists show of a finished game, and the checksum of it with its record."""
KEPT: Final = (
    *("uid", "at", "changed_at", "changes", "player", "place", "remark", "rules", "rules_name", "won", "score"),
    *("final_cents", "hand", "put_aside", "kind", "player_key", "key", "house", "factor_num", "factor_den"),
    "record_checksum",
)
"""All columns of a kept hand but its number, its record, its checksum and tally; what lists show comes first."""
TOURNAMENT: Final = (
    *("uid", "at", "changed_at", "changes", "title", "rules", "players", "rounds", "put_aside", "record_checksum"),
)
"""The same of a tournament."""
STANDING: Final = (
    *("session_id", "place", "player_id", "person_id", "started_at", "balance", "net", "best", "best_item"),
)
"""The columns of standings that their checksum covers: what lists show, and what isn't in the tally."""


def of_standing(row: Mapping[str, Any]) -> int:
    """The checksum of a standing."""
    return checksum([row[name] for name in STANDING])


_ROWS: Final = {
    "players": (PLAYER, "checksum"),
    "sessions": (SESSION, "checksum"),
    "standings": (STANDING, "checksum"),
    "games": (GAME, "row_checksum"),
    "kept": (KEPT, "checksum"),
    "tournaments": (TOURNAMENT, "checksum"),
}
"""The columns that the checksum of a row covers, and where that stands."""


def flaw_of(file: sqlite3.Connection) -> str:
    """What in a ledger isn't what was written, in words; empty where all is. Every row is read."""
    for table, (columns, due) in _ROWS.items():
        for *told, written in file.execute(f"SELECT {', '.join(columns)}, {due} FROM {table}"):  # noqa: S608
            if checksum(told) != written:
                return tr("a row of {table}").format(table=table)
    for counted, weights in ((schema.standings, STANDINGS), (schema.games, GAMES), (schema.kept, KEPT_FIGURES)):
        over = func.coalesce(counted.c.tally, -1) - tally("sqlite", weights, dict(counted.c))
        wrong = ready(select(counted.c.tally).where(over != 0).limit(1), "sqlite")
        if Reader("sqlite", file.execute).rows(wrong):
            return tr("a row of {table}").format(table=counted.name)
    if gone := lost(Reader("sqlite", file.execute)):
        return tr("the number of rows of {table}").format(table=gone[0].uid)
    heads = file.execute("SELECT id, uid, last_seq, tail FROM sessions ORDER BY id").fetchall()
    uids = {row: uid for row, uid, _, _ in heads}
    events = file.execute("SELECT session_id, seq, body, chain FROM events ORDER BY session_id, seq")
    each = groupby(events, key=itemgetter(0))
    linked = {row: _linked(some, uids.get(row, "")) for row, some in each}
    for row, uid, last, tail in heads:
        if linked.get(row) != (last + 1, tail):
            return tr("session {id}").format(id=printable(uid[:8]))
    return ""


def _linked(events: Iterable[tuple[int, int, object, int]], session: str) -> tuple[int, int]:
    """How many events of a session fit together, and the link of the last one."""
    count, link = 0, beginning(session)
    for _, seq, body, written in events:
        if not isinstance(body, str):
            break
        link = chained(link, body)
        if seq != count or link != written:
            break
        count += 1
    return count, link


_COUNTED: Final = {table.name: table for table in (schema.sessions, schema.games, schema.kept, schema.tournaments)}


_COUNTS: Final = select(
    *(schema.meta.c[name] for name in _COUNTED),
    *(select(func.count()).select_from(table).scalar_subquery() for table in _COUNTED.values()),
)


def counts(reader: Reader) -> dict[str, tuple[Any, int]]:
    """How many sessions, finished games, kept hands and tournaments were written, and how many are there."""
    (found,) = reader.rows(_COUNTS)
    return dict(zip(_COUNTED, zip(found, found[len(_COUNTED) :], strict=False), strict=True))


def lost(reader: Reader) -> list[Astray]:
    """What there isn't as much of as was written."""
    return [
        Astray("ledger-lacks", _lacking(table, due, there), "counted", table)
        for table, (due, there) in counts(reader).items()
        if due != there
    ]


def _lacking(table: str, due: object, there: int) -> str:
    if not isinstance(due, int) or due < there:
        return tr("it doesn't know how many rows of {table} it has").format(table=table)
    gone = due - there
    said = {
        "sessions": trn("{n} session is gone", "{n} sessions are gone", gone),
        "games": trn("{n} finished game is gone", "{n} finished games are gone", gone),
        "kept": trn("{n} kept hand is gone", "{n} kept hands are gone", gone),
        "tournaments": trn("{n} tournament is gone", "{n} tournaments are gone", gone),
    }
    return said[table].format(n=number(gone))


def count_one(connection: Connection, table: str, more: int = 1) -> None:
    """Count a row that is written, or is taken out."""
    connection.execute(update(schema.meta).values({table: schema.meta.c[table] + more}))


def keep_count(connection: Connection, table: str, count: int) -> None:
    """Take this for how many rows were written."""
    connection.execute(update(schema.meta).values({table: count}))


STANDINGS: Final = {
    "started_at": 1,
    "session_id": 2,
    "person_id": 3,
    "hands": 5,
    "wins": 7,
    "self_drawn": 11,
    "thrown": 13,
    "east_wins": 17,
    "won_points": 19,
    "net": 23,
    "best": 29,
}
"""What each figure of a standing counts in its tally. They are small, so that sums of sums stay whole numbers."""
GAMES: Final = {
    "finished_at": 1,
    "id": 2,
    "won": 3,
    "assisted": 5,
    "put_aside": 7,
    "final_cents": 11,
    "factor_num": 13,
    "factor_den": 17,
}
"""The same of a finished game."""
KEPT_FIGURES: Final = {
    "at": 1,
    "id": 2,
    "won": 3,
    "put_aside": 7,
    "score": 11,
    "final_cents": 13,
    "factor_num": 17,
    "factor_den": 19,
}
"""The same of a kept hand."""


def tally(dialect: str, weights: Mapping[str, int], values: Mapping[str, Any]) -> ColumnElement[int]:
    """The tally of a row, as the database works it out."""
    return reduce(add, [weight * _figure(dialect, values[name]) for name, weight in weights.items()])


def astray(dialect: str, weights: Mapping[str, int], table: FromClause) -> ColumnElement[int]:
    """By how much the tallies of some rows differ from those of their sums: 0 where the rows are what was written."""
    due = [weight * func.sum(_figure(dialect, table.c[name])) for name, weight in weights.items()]
    return func.sum(table.c.tally) - reduce(add, due)


def _figure(dialect: str, value: ColumnElement[Any]) -> ColumnElement[int]:
    """A value as a number; that of a moment is another one for each."""
    if isinstance(value.type, Boolean):
        return cast(value, Integer)
    if not isinstance(value.type, Text):  # sums that are asked for anyway are added up once, if written the same way
        return value if getattr(value, "nullable", True) is False else func.coalesce(value, -1)
    if dialect == "postgresql":
        return cast(cast(literal("x") + func.substr(func.md5(value), 1, 7), BIT(28)), Integer)
    return cast(func.coalesce(func.julianday(value), 0) * 86_400 + literal(0.5), BigInteger)
