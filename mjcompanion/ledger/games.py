"""Finished virtual games in the database: each a row with the whole game in it, never changed and never taken out.

What a person takes off the list is put aside, and can be brought back.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, exists, insert, literal_column, select, tuple_, update
from sqlalchemy import text as sql

from mjcompanion.ledger import proof
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Astray, Damaged
from mjcompanion.ledger.house import house_of
from mjcompanion.ledger.listing import SEEN_LATELY, Listing
from mjcompanion.ledger.records import SQUEEZED, Rows
from mjcompanion.ledger.schema import games
from mjcompanion.ledger.values import Bin, Finding, GameFilter, GameRow, StoredGame, key_of, storable
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.words import mark, tr

_LARGEST: Final = 2**24
"""So many bytes a record has at most; a real one has some ten thousand."""
_FIRST_BIN: Final = 10
_FINE: Final = 6
"""Over fewer doublings than this a histogram has two bars for each."""
_MOST_BINS: Final = 14

SHOWN: Final = proof.GAME[:-1]
"""The columns that lists show."""
_OF_LISTS: Final = "put_aside", "seen"
_CHECKED: Final = tuple(name for name in GameRow.__struct_fields__ if name not in _OF_LISTS)


# a row


def proved(values: Sequence[Any]) -> GameRow:
    """The row that these columns are, in the order of `ROW`.

    Raises:
        Astray: it isn't what was written.

    """
    *told, due = values
    if proof.checksum(told) != due:
        raise ROWS.astray(told[0])
    return row_of(told[:-1])


@lru_cache(maxsize=SEEN_LATELY)
def _listed(packed: str, seen: bool) -> GameRow:  # noqa: FBT001 - as `_LISTED` has it
    """The same of `_LISTED`; one that was proved a moment ago, and reads the same, needs no other proof."""
    told, sound = proof.unpacked(packed)
    if not sound:
        raise ROWS.astray(told[0])
    row = row_of(told[:-2])
    return msgspec.structs.replace(row, seen=True) if seen else row


def row_of(values: Sequence[Any]) -> GameRow:
    """The row that these columns are, in the order of `SHOWN`."""
    told = dict(zip(SHOWN, values, strict=True))
    factor, of, final, parts = (told.pop(name) for name in ("factor_num", "factor_den", "final_num", "final_den"))
    return GameRow(
        **{**told, "won": bool(told["won"]), "put_aside": bool(told["put_aside"])},
        factor=Fraction(factor, of) if of else None,
        final=Fraction(final, parts) if parts else None,
    )


def written(record: Mapping[str, Any]) -> bytes:
    """A record as it is stored, before it is compressed.

    >>> written({"b": 1, "a": [2]})
    b'{"a":[2],"b":1}'
    """
    return msgspec.json.encode(record, order="sorted")


def checksum(row: GameRow, record: bytes) -> int:
    """The CRC-32 of what is told of a game, and of its record."""
    each = [getattr(row, at) for at in _CHECKED]
    told = [str(value) if isinstance(value, Fraction) else proof.no_blob(value) for value in each]
    return zlib.crc32(record, zlib.crc32(msgspec.json.encode(told)))


def columns_of(row: GameRow, record: bytes) -> dict[str, Any]:
    """The columns of a game but for its number."""
    values = {name: getattr(row, name) for name in GameRow.__struct_fields__ if name not in ("factor", "final", "seen")}
    factor, final = row.factor, row.final
    values |= {
        "factor_num": factor.numerator if factor is not None else None,
        "factor_den": factor.denominator if factor is not None else None,
        "final_num": final.numerator if final is not None else None,
        "final_den": final.denominator if final is not None else None,
        "final_cents": row.final_cents,
        "assisted": row.assisted,
        "key": search_key(row),
        "house": house_of(msgspec.json.decode(record, type=dict[str, Any])),
        "record": zlib.compress(record, SQUEEZED),
        "checksum": checksum(row, record),
    }
    return {**values, "row_checksum": proof.checksum([values[name] for name in proof.GAME])}


def search_key(row: GameRow) -> str:
    """What is searched for: the deal's number, the hand, the card."""
    return key_of(" ".join(["" if row.seed is None else str(row.seed), row.hand, row.card]))


ROW: Final = [games.c[name] for name in (*proof.GAME, "row_checksum")]
_EARLIER: Final = games.alias("earlier")
SEEN: Final = exists(literal_column("1")).where(
    _EARLIER.c.rules == games.c.rules,
    _EARLIER.c.seed == games.c.seed,
    tuple_(_EARLIER.c.finished_at, _EARLIER.c.id) < tuple_(games.c.finished_at, games.c.id),
)
"""Whether the deal of a game had been played before; those put aside were played too."""
_LISTED: Final = (proof.packed(*ROW), SEEN.label("seen"))
_BY_UID: Final = select(*_LISTED).where(games.c.uid == bindparam("uid"))
_WHOLE: Final = select(*(games.c[name] for name in SHOWN), games.c.record, games.c.checksum).where(
    games.c.uid == bindparam("uid")
)
_CHECKSUM: Final = select(games.c.checksum).where(games.c.uid == bindparam("uid"))
_ADD: Final = insert(games)


def add(connection: Connection, row: GameRow, record: Mapping[str, Any]) -> GameRow | None:
    """Write a game; None where it is there already.

    Raises:
        RuleError: another game has the id.

    """
    body = written(record)
    found = connection.execute(_CHECKSUM, {"uid": row.uid}).scalar()
    if found is not None:
        if found != checksum(row, body):
            raise RuleError([Problem("game-other", text=row.uid)])
        return None
    connection.execute(_ADD, columns_of(row, body))
    proof.count_one(connection, "games")
    ROWS.seal(connection, row.uid)
    return row


def put_aside(connection: Connection, uid: str, *, aside: bool) -> GameRow:
    """Put a game aside, or bring it back.

    Raises:
        RuleError: there is none with this id.

    """
    game = stored(Reader.of(connection), uid)
    row = msgspec.structs.replace(game.row, put_aside=aside)
    take_from(connection, row, game.record)
    return row


def one_row(reader: Reader, uid: str) -> GameRow:
    """A game as lists have it.

    Raises:
        RuleError: there is none with this id.

    """
    found = reader.rows(_BY_UID, {"uid": storable(uid)})
    if not found:
        raise RuleError([Problem("no-game", text=uid)])
    return _listed(*found[0])


def stored(reader: Reader, uid: str) -> StoredGame:
    """A whole game.

    Raises:
        RuleError: there is none with this id.
        Damaged: it isn't what was written.

    """
    found = reader.rows(_WHOLE, {"uid": storable(uid)})
    if not found:
        raise RuleError([Problem("no-game", text=uid)])
    return _whole(uid, *found[0])


def _whole(uid: str, *columns: Any) -> StoredGame:  # noqa: ANN401 - what stands there may be anything
    *shown, record, due = columns
    try:
        row = row_of(shown)
    except TypeError as error:  # what stands there is no number
        raise _broken(uid) from error
    return StoredGame(row, msgspec.json.decode(_opened(row, record, due), type=dict[str, Any]))


def _opened(row: GameRow, record: object, due: int) -> bytes:
    """The record, found to be what was written."""
    body = proof.unzipped(record, _LARGEST)
    if body is None or checksum(row, body) != due:
        raise _broken(row.uid)
    return body


def _broken(uid: object) -> Astray:
    return Astray("ledger-game-damaged", printable(str(uid)[:8]), ROWS.kind, uid)


# lists


LIST: Final[Listing[GameFilter, GameRow]] = Listing(
    games,
    "finished_at",
    {name: games.c[name] == bindparam(name) for name in ("put_aside", "rules", "won", "assisted")},
    "key",
    lambda _: (games.c.id, *_LISTED),
    _listed,
    SHOWN.index("finished_at"),
)


# figures


def bins(finals: Sequence[tuple[int, int]]) -> tuple[Bin, ...]:
    """The bars of a histogram of finals: each (hundredths, how often), in order.

    Scores of mah jongg double, so the bars do: 0–10, 10–20, 20–40 and on; where few doublings lie between the lowest
    and the highest there are two bars for each, where many do, they are twice as wide.

    >>> [(one.low, one.high, one.count) for one in bins([(7451, 1), (8000, 2), (15999, 1)])]
    [(60, 80, 1), (80, 120, 2), (120, 160, 1)]
    """
    if not finals:
        return ()
    low, high = finals[0][0] // 100, finals[-1][0] // 100
    doublings = max(high // _FIRST_BIN, 1).bit_length() - max(low // _FIRST_BIN, 1).bit_length() + 1
    step = 1
    while doublings // step > _MOST_BINS:
        step += 1
    edges = [0, _FIRST_BIN]
    while edges[-1] <= high:
        last = edges[-1]
        if doublings < _FINE:
            edges.append(last + last // 2)
        edges.append(last << step)
    found = [Bin(one, other, 0) for one, other in pairwise(edges)]
    counts = [0] * len(found)
    at = 0
    for cents, times in finals:
        while cents >= 100 * found[at].high:
            at += 1
        counts[at] += times
    first = next(at for at, number in enumerate(counts) if number)
    last = max(at for at, number in enumerate(counts) if number)
    return tuple([Bin(one.low, one.high, number) for one, number in zip(found, counts, strict=True)][first : last + 1])


# care


def take_from(connection: Connection, row: GameRow, record: Mapping[str, Any]) -> None:
    """Write a game anew over the one with its id, as it was."""
    values = columns_of(row, written(record))
    connection.execute(update(games).where(ROWS.wanted).values(values), {"which": row.uid})
    ROWS.seal(connection, row.uid)


_IN_NO_LIST: Final = sql(
    "SELECT uid FROM games WHERE put_aside > 1 OR put_aside < 0 OR put_aside > 0 AND put_aside < 1"
)


def in_no_list(reader: Reader) -> list[Astray]:
    """Games that are neither put aside nor not: no list would show them. A server keeps no such thing."""
    found = reader.rows(_IN_NO_LIST) if reader.dialect == "sqlite" else []
    return [ROWS.astray(uid) for (uid,) in found]


def in_backup(file: sqlite3.Connection, uid: str) -> StoredGame:
    """Return a game as a backup that was looked at has it."""
    asked = f"SELECT {', '.join(SHOWN)}, record, checksum FROM games WHERE uid = ?"  # noqa: S608 - names of columns
    return _whole(uid, *file.execute(asked, (uid,)).fetchone())


_BESIDE: Final = ("final_cents", "assisted", "key", "house")
"""The columns that follow from others, and stand there to sort, to count and to search by."""
_FOLLOWING: Final = select(*(games.c[name] for name in _BESIDE)).where(games.c.uid == bindparam("uid"))


def _of_game(reader: Reader, uid: str) -> Iterator[Finding]:
    game = stored(reader, uid)
    row = game.row
    (there,) = reader.rows(_FOLLOWING, {"uid": uid})
    try:
        one_row(reader, uid)
    except Astray as error:
        yield Finding(uid, str(error), repairable=True, kind=ROWS.kind)
    follows = row.final_cents, row.assisted, search_key(row), house_of(game.record)
    for name, due, value in zip(_BESIDE, follows, there, strict=True):
        if due != value:
            sentence = tr("The finished game {id}: “{name}” should be {due}.")
            said = sentence.format(id=uid[:8], name=name, due=printable(str(due), 60))
            yield Finding(uid, said, repairable=True, kind=ROWS.kind)


class _Rows(Rows):
    """The finished games."""

    def faults(self, reader: Reader, uid: str) -> Iterator[Finding]:
        """What is wrong with a game."""
        try:
            yield from _of_game(reader, uid)
        except Damaged as error:
            yield Finding(uid, str(error), kind=self.kind)


ROWS: Final = _Rows(games, "game", mark("the finished game {id}"), "finished_at", proof.GAMES)
