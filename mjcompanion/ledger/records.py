"""Rows of which each stands for itself: finished games, kept hands, tournaments; the last two each hold a record.

A row that changes says how often it was changed: of two states the one that was changed more often counts.
"""

from __future__ import annotations

import sqlite3
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import msgspec
from sqlalchemy import Connection, Executable, Select, Table, bindparam, func, insert, select, update
from sqlalchemy import text as sql

from mjcompanion.ledger import proof
from mjcompanion.ledger.connect import Reader, ready
from mjcompanion.ledger.errors import Astray, Damaged, sound_ones
from mjcompanion.ledger.values import Finding, KeptHand, StoredHand, StoredTournament, TournamentRow, storable
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.words import tr

R = TypeVar("R", bound=KeptHand | TournamentRow)
S = TypeVar("S", bound=StoredHand | StoredTournament)
SQUEEZED: Final = 9
MOST_CHANGES: Final = 2**31 - 1
_FLAGS: Final = "won", "put_aside"


class Rows(ABC):
    """The rows of one table.

    `kind` is what an `Astray` and the problems call one, `named` what a sentence calls it; `moment` is the column that
    puts them in order, and `weights` are those of their tallies, none where nothing is added up.
    """

    def __init__(self, table: Table, kind: str, named: str, moment: str, weights: Mapping[str, int]) -> None:
        self.table, self.kind = table, kind
        self.wanted = table.c.uid == bindparam("which")
        self._named, self._weights = named, weights
        self._every = select(table.c.uid).order_by(table.c[moment], table.c.id)
        self._tallied = lru_cache(self._tally_statement)

    def named(self, uid: object) -> str:
        """What the row with this id is called in a sentence."""
        return tr(self._named).format(id=printable(str(uid)[:8]))

    def astray(self, uid: object) -> Astray:
        """That a row isn't what was written."""
        return Astray("ledger-row-damaged", self.named(uid), self.kind, uid)

    def every(self, reader: Reader) -> list[str]:
        """The ids of all rows, those put aside too, oldest first."""
        return [uid for (uid,) in reader.rows(self._every)]

    def seal(self, connection: Connection, uid: str) -> None:
        """Give a row its tally."""
        if self._weights:
            connection.execute(self._tallied(connection.dialect.name), {"which": uid})

    def _tally_statement(self, dialect: str) -> Executable:
        due = proof.tally(dialect, self._weights, dict(self.table.c))
        return update(self.table).where(self.wanted).values(tally=due)

    def the_astray(self, reader: Reader) -> Damaged:
        """Which row it is whose figures don't add up."""
        found = reader.rows(ready(self._untallied(reader.dialect).limit(1), reader.dialect))
        return self.astray(found[0][0]) if found else Damaged("ledger-figures-damaged")  # only an index says otherwise

    def _untallied(self, dialect: str) -> Select[Any]:
        """The rows whose tallies aren't those of their figures."""
        due = proof.tally(dialect, self._weights, dict(self.table.c))
        return select(self.table.c.uid).where(func.coalesce(self.table.c.tally, -1) != due).order_by(self.table.c.id)

    def check(self, reader: Reader, most: int) -> tuple[int, list[Finding]]:
        """Look through all rows and their tallies; return how many were looked at, and at most so many faults."""
        each = self.every(reader)
        found: list[Finding] = []
        for number, uid in enumerate(each):
            if len(found) >= most:
                return number, found
            found += self.faults(reader, uid)
        if self._weights:
            summed = reader.rows(ready(self._untallied(reader.dialect), reader.dialect))
            told = {one.session for one in found}
            found += [self.follows_not(uid) for (uid,) in summed if uid not in told]
        return len(each), found[: max(0, most)]

    def follows_not(self, uid: str) -> Finding:
        """That what stands beside a record doesn't follow from it."""
        return Finding(uid, str(self.astray(uid)), repairable=True, kind=self.kind)

    @abstractmethod
    def faults(self, reader: Reader, uid: str) -> Iterator[Finding]:
        """What is wrong with a row."""


class Records(Rows, Generic[R, S]):
    """Rows that each hold a record: `row` is what lists show of one.

    `names` are the columns that a checksum covers, what lists show first; a record has so many bytes at the
    `most`. Rows of which one of the conditions `unlisted` holds are in no list but, it may be, that of what was put
    aside.
    """

    def __init__(
        self,
        table: Table,
        kind: str,
        named: str,
        weights: Mapping[str, int],
        *,
        row: type[R],
        names: Sequence[str],
        most: int,
        unlisted: Sequence[str],
    ) -> None:
        super().__init__(table, kind, named, "at", weights)
        self.row, self._names, self._most = row, names, most
        self._shown = row.__struct_fields__
        self._flags = [self._shown.index(name) for name in _FLAGS if name in self._shown]
        self.columns = [table.c[name] for name in (*names, "checksum")]
        self._by_uid = select(*self.columns, table.c.record).where(self.wanted)
        self._id = select(table.c.id).where(self.wanted)
        asked = f"SELECT {', '.join((*names, 'checksum'))} FROM {table.name} WHERE "  # noqa: S608 - names of columns
        self._unlisted = sql(" UNION ALL ".join(asked + condition for condition in unlisted))

    # what differs

    @abstractmethod
    def record_of(self, held: S) -> Mapping[str, Any]:
        """The record, as JSON holds it."""

    @abstractmethod
    def made(self, row: R, record: dict[str, Any]) -> S:
        """The whole of a row and its record.

        Raises:
            ValueError: this is no such record.

        """

    def beside(self, held: S) -> dict[str, Any]:
        """The columns that stand there to search and to count by."""
        del held
        return {}

    @abstractmethod
    def to_bytes(self, held: S) -> bytes:
        """Return one of them as a file holds it."""

    @abstractmethod
    def read(self, line: bytes) -> S:
        """Read what `to_bytes` wrote.

        Raises:
            RuleError: it isn't what it should look like.

        """

    # a row

    def columns_of(self, held: S) -> dict[str, Any]:
        """The columns of one but for its number."""
        record = msgspec.json.encode(self.record_of(held), order="sorted")
        values = {name: getattr(held.row, name) for name in self._shown} | self.beside(held)
        values["record_checksum"] = zlib.crc32(record)
        due = proof.checksum([values[name] for name in self._names])
        return {**values, "record": zlib.compress(record, SQUEEZED), "checksum": due}

    def proved(self, columns: Sequence[Any]) -> R:
        """The row that these columns are, in the order of `columns`.

        Raises:
            Astray: it isn't what was written.

        """
        *told, due = columns
        return self.row_of(told, sound=proof.checksum(told) == due)

    def row_of(self, told: list[Any], *, sound: bool) -> R:
        """The row that these values are, where they were found to be `sound`."""
        if not sound:
            raise self.astray(told[0])
        for at in self._flags:
            told[at] = bool(told[at])
        return self.row(*told[: len(self._shown)])

    def _whole(self, columns: Sequence[Any], record: object) -> S:
        row, due = self.proved(columns), columns[-2]
        body = proof.unzipped(record, self._most)
        if body is not None and zlib.crc32(body) == due:
            with suppress(ValueError):
                return self.made(row, msgspec.json.decode(body, type=dict[str, Any]))
        raise self.astray(row.uid)

    def stored(self, reader: Reader, uid: str) -> S:
        """One of them, with its record.

        Raises:
            RuleError: there is none with this id.
            Astray: it isn't what was written.

        """
        found = reader.rows(self._by_uid, {"which": storable(uid)})
        if not found:
            raise RuleError([Problem(f"no-{self.kind}", text=uid)])
        *columns, record = found[0]
        return self._whole(columns, record)

    def is_there(self, reader: Reader, uid: str) -> bool:
        """Whether there is one with this id, put aside or not."""
        return bool(reader.rows(self._id, {"which": uid}))

    def put(self, connection: Connection, held: S) -> bool:
        """Write one, or one that was changed over what it was; whether anything was written.

        Raises:
            RuleError: there is another one with this id that was changed as often.

        """
        row, reader = held.row, Reader.of(connection)
        if not self.is_there(reader, row.uid):
            connection.execute(insert(self.table), self.columns_of(held))
            self.seal(connection, row.uid)
            proof.count_one(connection, self.table.name)
            return True
        here = self.stored(reader, row.uid)
        if here == held or here.row.changes > row.changes:
            return False
        if here.row.changes == row.changes:
            raise RuleError([Problem(f"{self.kind}-other", text=row.uid)])
        self.write_over(connection, row.uid, held)
        return True

    def write_over(self, connection: Connection, uid: str, held: S) -> None:
        """Write one in the place of the row that has an id."""
        connection.execute(update(self.table).where(self.wanted).values(self.columns_of(held)), {"which": uid})
        self.seal(connection, held.row.uid)

    # care

    def faults(self, reader: Reader, uid: str) -> Iterator[Finding]:
        """What is wrong with one of them."""
        try:
            self.stored(reader, uid)
        except Astray as error:
            yield Finding(uid, str(error), kind=self.kind)

    def in_no_list(self, reader: Reader) -> list[Astray]:
        """Rows that their list would lack, and aren't what was written. A server keeps none."""
        found: list[Astray] = []
        if reader.dialect == "sqlite":
            list(sound_ones(self.proved, reader.rows(self._unlisted), found))
        return found

    def in_backup(self, file: sqlite3.Connection, uid: str) -> S:
        """Return one of them as a backup that was looked at has it."""
        asked = f"SELECT {', '.join((*self._names, 'checksum', 'record'))} FROM {self.table.name} WHERE uid = ?"  # noqa: S608 - names
        *columns, record = file.execute(asked, (uid,)).fetchone()
        return self._whole(columns, record)
