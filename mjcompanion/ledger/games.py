"""Finished virtual games in the database: each a row with the whole game in it, never changed and never taken out.

What a person takes off the list is put aside, and can be brought back.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import msgspec
from sqlalchemy import (
    Connection,
    Executable,
    Select,
    bindparam,
    exists,
    func,
    insert,
    literal_column,
    select,
    tuple_,
    update,
)
from sqlalchemy import text as sql

from mjcompanion.ledger import people, proof
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Astray, Damaged
from mjcompanion.ledger.house import house_of
from mjcompanion.ledger.listing import SEEN_LATELY, Keys, Listing
from mjcompanion.ledger.schema import games
from mjcompanion.ledger.values import (
    Bin,
    Finding,
    GameFilter,
    GameRow,
    StoredGame,
    key_of,
    storable,
)
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.words import tr

Progress = Callable[[int, int], bool | None]
_SQUEEZED: Final = 9
_LARGEST: Final = 2**24
"""So many bytes a record has at most; a real one has some ten thousand."""
_FIRST_BIN: Final = 10
_FINE: Final = 6
"""Over fewer doublings than this a histogram has two bars for each."""
_MOST_BINS: Final = 14
_MONTH: Final = len("2026-11")

SHOWN: Final = proof.GAME[:-1]
"""The columns that lists show."""
_FINISHED_AT: Final = SHOWN.index("finished_at")
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
        raise _astray(told[0])
    return row_of(told[:-1])


def _astray(uid: object) -> Astray:
    return Astray("ledger-row-damaged", _named(uid), game=str(uid))


@lru_cache(maxsize=SEEN_LATELY)
def _listed(packed: str, seen: bool) -> GameRow:  # noqa: FBT001 - as `_LISTED` has it
    """The same of `_LISTED`; one that was proved a moment ago, and reads the same, needs no other proof."""
    told, sound = proof.unpacked(packed)
    if not sound:
        raise _astray(told[0])
    row = row_of(told[:-2])
    return msgspec.structs.replace(row, seen=True) if seen else row


def row_of(values: Sequence[Any]) -> GameRow:
    """The row that these columns are, in the order of `SHOWN`."""
    uid, rules, seed, begun, finished, won, winner, score, factor, of, final, parts, *more = values
    discards, flowers, hand, by, asked, taken_back, card, put_aside = more
    return GameRow(
        uid=uid,
        rules=rules,
        seed=seed,
        begun_at=begun,
        finished_at=finished,
        won=bool(won),
        winner=winner,
        score=score,
        factor=Fraction(factor, of) if of else None,
        final=Fraction(final, parts) if parts else None,
        discards=discards,
        flowers=flowers,
        hand=hand,
        by=by,
        asked=asked,
        taken_back=taken_back,
        card=card,
        put_aside=bool(put_aside),
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
    return _sealed(
        {
            **values,
            "factor_num": factor.numerator if factor is not None else None,
            "factor_den": factor.denominator if factor is not None else None,
            "final_num": final.numerator if final is not None else None,
            "final_den": final.denominator if final is not None else None,
            "final_cents": row.final_cents,
            "assisted": row.assisted,
            "key": search_key(row),
            "house": house_of(msgspec.json.decode(record, type=dict[str, Any])),
            "record": zlib.compress(record, _SQUEEZED),
            "checksum": checksum(row, record),
        }
    )


def _sealed(values: dict[str, Any]) -> dict[str, Any]:
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
_WANTED: Final = games.c.uid == bindparam("which")


@lru_cache
def _set_tally(dialect: str) -> Executable:
    return update(games).where(_WANTED).values(tally=proof.tally(dialect, proof.GAMES, dict(games.c)))


def seal(connection: Connection, uid: str) -> None:
    """Give the row of a game its checksum and its tally."""
    row = connection.execute(select(*ROW).where(_WANTED), {"which": uid}).one()
    due = proof.checksum(row[:-1])
    connection.execute(update(games).where(_WANTED).values(row_checksum=due), {"which": uid})
    connection.execute(_set_tally(connection.dialect.name), {"which": uid})


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
    connection.execute(_set_tally(connection.dialect.name), {"which": row.uid})
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
    *shown, record, due = found[0]
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
    return Astray("ledger-game-damaged", printable(str(uid)[:8]), game=str(uid))


# lists


Asked = tuple[bool, ...]
_ASKED: Final = tuple(name for name in GameFilter.__struct_fields__ if name != "put_aside")


def asked(wanted: GameFilter) -> Asked:
    """What a filter asks, name by name."""
    return tuple(getattr(wanted, name) not in ("", None) for name in _ASKED)


def values(wanted: GameFilter) -> dict[str, object]:
    """The values of a filter, for the statement that `narrowed` makes of it."""
    found: dict[str, object] = {
        name: getattr(wanted, name) for name, meant in zip(_ASKED, asked(wanted), strict=True) if meant
    }
    found["put_aside"] = wanted.put_aside
    for name in ("rules", "since"):
        if name in found:
            found[name] = storable(str(found[name]))
    if wanted.text:
        found["text"] = key_of(wanted.text.strip())
    if wanted.until:
        until = storable(wanted.until)
        found["until"] = f"{until}T24" if len(until) == len("2026-11-21") else until
    return found


def narrowed(dialect: str, query: Select[Any], what: Asked) -> Select[Any]:
    """The games of a filter."""
    rules, won, assisted, text, since, until = what
    query = query.where(games.c.put_aside == bindparam("put_aside"))
    if rules:
        query = query.where(games.c.rules == bindparam("rules"))
    if won:
        query = query.where(games.c.won == bindparam("won"))
    if assisted:
        query = query.where(games.c.assisted == bindparam("assisted"))
    if text:
        query = query.where(people.contains(dialect, games.c.key, bindparam("text")))
    if since:
        query = query.where(games.c.finished_at >= bindparam("since"))
    if until:
        query = query.where(games.c.finished_at <= bindparam("until"))
    return query


def keys(dialect: str, what: Asked) -> Keys:
    """What finds the games of a filter, and the columns of the moment and the number that put them in order."""
    return narrowed(dialect, select().select_from(games), what), games.c.finished_at, games.c.id


LIST: Final[Listing[GameFilter, GameRow]] = Listing(
    games, asked, lambda _, wanted: values(wanted), keys, lambda _: (games.c.id, *_LISTED), _listed, _FINISHED_AT
)
_EVERY: Final = select(games.c.uid).order_by(games.c.finished_at, games.c.id)


def every(reader: Reader) -> list[str]:
    """The ids of all games, those put aside too, oldest first."""
    return [uid for (uid,) in reader.rows(_EVERY)]


# figures


def the_astray(reader: Reader) -> Damaged:
    """Which game it is whose figures don't add up."""
    found = reader.rows(_astray_statement(reader.dialect))
    if not found:  # only an index says otherwise
        return Damaged("ledger-figures-damaged")
    ((uid,),) = found
    return Astray("ledger-row-damaged", _named(uid), game=str(uid))


def _named(uid: object) -> str:
    return tr("the finished game {id}").format(id=printable(str(uid)[:8]))


@lru_cache
def _astray_statement(dialect: str) -> Select[Any]:
    due = proof.tally(dialect, proof.GAMES, dict(games.c))
    return select(games.c.uid).where(func.coalesce(games.c.tally, -1) != due).order_by(games.c.id).limit(1)


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
    connection.execute(update(games).where(_WANTED).values(values), {"which": row.uid})
    seal(connection, row.uid)


def prove(connection: Connection, after: int, count: int) -> tuple[int, list[Astray]]:
    """Look at some games after one: the number of the last one, and those that aren't what was written."""
    query = select(games.c.id, games.c.uid).where(games.c.id > after).order_by(games.c.id).limit(count)
    wrong: list[Astray] = []
    last = after
    for number, uid in connection.execute(query).all():
        last = number
        try:
            found = next(_of_game(Reader.of(connection), uid), None)
        except Astray as error:
            wrong.append(error)
            continue
        if found is not None:
            wrong.append(Astray("ledger-row-damaged", _named(uid), game=uid))
    return last, wrong


_IN_NO_LIST: Final = sql(
    "SELECT uid FROM games WHERE put_aside > 1 OR put_aside < 0 OR put_aside > 0 AND put_aside < 1"
)


def in_no_list(reader: Reader) -> list[Astray]:
    """Games that are neither put aside nor not: no list would show them. A server keeps no such thing."""
    found = reader.rows(_IN_NO_LIST) if reader.dialect == "sqlite" else []
    return [Astray("ledger-row-damaged", _named(uid), game=str(uid)) for (uid,) in found]


def check(connection: Connection, most: int, progress: Progress | None = None) -> tuple[int, list[Finding]]:
    """Look through all games: how many were looked at, and what was found, no more than so much."""
    reader = Reader.of(connection)
    each = every(reader)
    found: list[Finding] = []
    for number, uid in enumerate(each):
        if len(found) >= most or (progress is not None and progress(number, len(each)) is False):
            return number, found
        try:
            found += _of_game(reader, uid)
        except Damaged as error:
            found.append(Finding(uid, str(error)))
    return len(each), found


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
        yield Finding(uid, str(error), repairable=True)
    follows = row.final_cents, row.assisted, search_key(row), house_of(game.record)
    for name, due, value in zip(_BESIDE, follows, there, strict=True):
        if due != value:
            sentence = tr("The finished game {id}: “{name}” should be {due}.")
            said = sentence.format(id=uid[:8], name=name, due=printable(str(due), 60))
            yield Finding(uid, said, repairable=True)
