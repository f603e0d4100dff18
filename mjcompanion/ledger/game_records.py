"""Finished virtual games: each a row with the whole game in it, of which only `put_aside` ever changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, exists, literal_column, select, tuple_
from sqlalchemy.orm import aliased

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import N_
from mjcompanion.ledger import checksums
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.listing import Listing
from mjcompanion.ledger.models import Games
from mjcompanion.ledger.records import Records
from mjcompanion.ledger.values import Bin, GameFilter, GameRow, StoredGame, key_of, storable
from mjcompanion.table.house_key import house_of

_LARGEST: Final = 2**24
"""So many bytes a record has at most; a real one has some ten thousand."""
_FIRST_BIN: Final = 10
_FINE: Final = 6
"""Over fewer doublings than this a histogram has two bars for each."""
_MOST_BINS: Final = 14


_NAMES: Final = checksums.names_of(Games)
_SHOWN: Final = tuple(name for name in GameRow.__struct_fields__ if name != "seen")


class _Records(Records[GameRow, StoredGame]):
    """The finished games."""

    def record_of(self, held: StoredGame) -> dict[str, Any]:
        """Return the record, from which a game can be played again."""
        return held.record

    def made(self, row: GameRow, record: dict[str, Any]) -> StoredGame:
        """Return a row with its record."""
        return StoredGame(row, record)

    def derived(self, held: StoredGame) -> dict[str, Any]:
        """Return the fractions as numbers, what is searched for, and which house rules differ."""
        row = held.row
        found: dict[str, Any] = {"key": search_key(row), "house": house_of(held.record)}
        found |= {"final_cents": row.final_cents, "assisted": row.assisted}
        for name, value in (("factor", row.factor), ("final", row.final)):
            found[f"{name}_num"] = None if value is None else value.numerator
            found[f"{name}_den"] = None if value is None else value.denominator
        return found

    def row_of(self, values: Sequence[Any]) -> GameRow:
        """Return the row of these values, with its fractions."""
        if not checksums.is_whole(values):
            raise self.damaged(values[0])
        columns = dict(zip(_NAMES, values, strict=False))
        for name in ("factor", "final"):
            over, under = columns[f"{name}_num"], columns[f"{name}_den"]
            columns[name] = Fraction(over, under) if under else None
        columns |= {"won": bool(columns["won"]), "put_aside": bool(columns["put_aside"])}
        return GameRow(**{name: columns[name] for name in _SHOWN})

    def is_same(self, here: StoredGame, other: StoredGame) -> bool:
        """Return whether it is the same game, put aside or not."""
        row = msgspec.structs.replace(other.row, put_aside=here.row.put_aside, seen=here.row.seen)
        return here == StoredGame(row, other.record)


def search_key(row: GameRow) -> str:
    """Return what is searched for: the deal's number, the hand, the card."""
    return key_of(" ".join(["" if row.seed is None else str(row.seed), row.hand, row.card]))


RECORDS: Final[_Records] = _Records(
    Games, "game", N_("the finished game {id}"), GameRow, moment="finished_at", most=_LARGEST, problem="game"
)
_EARLIER: Final = aliased(Games)
SEEN: Final = exists(literal_column("1")).where(
    _EARLIER.rules == Games.rules,
    _EARLIER.seed == Games.seed,
    tuple_(_EARLIER.finished_at, _EARLIER.id) < tuple_(Games.finished_at, Games.id),
)
"""Whether the deal of a game had been played before; those put aside were played too."""
_SEEN: Final = SEEN.label("seen")
_BY_UID: Final = select(_SEEN, *RECORDS.columns).where(Games.uid == bindparam("uid"))


def _listed(values: Sequence[Any]) -> GameRow:
    row = RECORDS.row_of(values[1:])
    return msgspec.structs.replace(row, seen=True) if values[0] else row


LIST: Final[Listing[GameFilter, GameRow]] = Listing(
    Games,
    "finished_at",
    {name: getattr(Games, name) == bindparam(name) for name in ("put_aside", "rules", "won", "assisted")},
    "key",
    _listed,
    [_SEEN],
)


def one_row(reader: Reader, uid: str) -> GameRow:
    """Return a game as lists have it.

    Raises:
        RuleError: there is none with this id.

    """
    found = reader.rows(_BY_UID, {"uid": storable(uid)})
    if not found:
        raise RuleError([Problem("no-game", text=uid)])
    return _listed(found[0])


def put_aside(connection: Connection, uid: str, *, aside: bool) -> GameRow:
    """Put a game aside, or bring it back.

    Raises:
        RuleError: there is none with this id.

    """
    game = RECORDS.stored(Reader(connection), uid)
    row = msgspec.structs.replace(game.row, put_aside=aside)
    RECORDS.write_over(connection, uid, StoredGame(row, game.record))
    return row


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
