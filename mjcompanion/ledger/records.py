"""Rows that each hold a record: finished games, kept hands and exercises, tournaments.

A row that changes says how often it was changed: of two states the one that was changed more often counts.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import checksums
from mjcompanion.ledger.checksums import Model
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import DamagedRecord
from mjcompanion.ledger.values import (
    storable,
)


class ListedRow(Protocol):
    """What lists show of a record."""

    @property
    def uid(self) -> str:
        """Its id."""


class StoredRecord(Protocol):
    """A row with its record."""

    @property
    def row(self) -> ListedRow:
        """The row."""


R = TypeVar("R", bound=msgspec.Struct)
S = TypeVar("S", bound=StoredRecord)
MOST_CHANGES: Final = 2**31 - 1
_LEVEL: Final = 9
_FLAGS: Final = "won", "put_aside"


KINDS: Final[dict[str, Records[Any, Any]]] = {}
"""All records by their kind; each puts itself here."""


class Records(ABC, Generic[R, S]):
    """The records of a model.

    `kind` is what a `DamagedRecord` calls one, `named` what a sentence calls it, `problem` what the codes of problems
    call it, `moment` the column that puts them in order, `row` what lists show of one; a record has at most `most`
    bytes.
    """

    def __init__(
        self,
        model: Model,
        kind: str,
        named: str,
        row: type[R],
        *,
        moment: str = "at",
        most: int = 2**20,
        problem: str = "record",
    ) -> None:
        self.model = model
        self.kind, self.row = kind, row
        self._named, self._most = named, most
        self.columns = checksums.columns_of(model)
        names, shown = checksums.names_of(model), row.__struct_fields__
        self._fields = itemgetter(*(names.index(name) for name in shown if name in names))
        self._flags = [shown.index(name) for name in _FLAGS if name in shown]
        self._by_uid = select(*self.columns, model.record).where(model.uid == bindparam("uid"))
        self.problem = problem
        KINDS[kind] = self
        self._ids = select(model.id).where(model.uid == bindparam("uid"))
        self._uids = select(model.uid).order_by(getattr(model, moment), model.id)

    # what differs

    @abstractmethod
    def record_of(self, held: S) -> Mapping[str, Any]:
        """Return the record, as JSON holds it."""

    @abstractmethod
    def made(self, row: R, record: dict[str, Any]) -> S:
        """Return the whole of a row and its record.

        Raises:
            ValueError: this is no such record.

        """

    def derived(self, held: S) -> dict[str, Any]:
        """Return the columns that follow from the row and the record, and are there to search and to count by."""
        del held
        return {}

    def is_same(self, here: S, other: S) -> bool:
        """Return whether two with one id are the same."""
        return here == other

    # reading

    def damaged(self, uid: object) -> DamagedRecord:
        """Return the error that one isn't what was written."""
        return DamagedRecord("ledger-row-damaged", self.named(uid), self.kind, uid)

    def named(self, uid: object) -> str:
        """Return what the one with this id is called in a sentence."""
        return _(self._named).format(id=printable(str(uid)[:8]))

    def row_of(self, values: Sequence[Any]) -> R:
        """Return the row of these values, in the order of `columns`.

        Raises:
            DamagedRecord: it isn't what was written.

        """
        if not checksums.is_whole(values):
            raise self.damaged(values[0])
        fields = [*self._fields(values)]
        for at in self._flags:
            fields[at] = bool(fields[at])
        return self.row(*fields)

    def stored(self, reader: Reader, uid: str) -> S:
        """Return one of them, with its record.

        Raises:
            RuleError: there is none with this id.
            DamagedRecord: it isn't what was written.

        """
        found = reader.rows(self._by_uid, {"uid": storable(uid)})
        if not found:
            raise RuleError([Problem(f"no-{self.problem}", text=uid)])
        *values, record = found[0]
        row = self.row_of(values)
        body = checksums.unzipped(record, values[-2], self._most)
        if body is not None:
            with suppress(ValueError):
                return self.made(row, msgspec.json.decode(body, type=dict[str, Any]))
        raise self.damaged(uid)

    def uids(self, reader: Reader) -> list[str]:
        """Return the ids of all, those put aside too, oldest first."""
        return [uid for (uid,) in reader.rows(self._uids)]

    def is_there(self, reader: Reader, uid: str) -> bool:
        """Return whether there is one with this id, put aside or not."""
        return bool(reader.rows(self._ids, {"uid": storable(uid)}))

    # writing

    def values_of(self, held: S) -> dict[str, Any]:
        """Return the columns of one but for its number."""
        record = msgspec.json.encode(self.record_of(held), order="sorted")
        row = {name: getattr(held.row, name) for name in self.row.__struct_fields__}
        values = {name: value for name, value in row.items() if hasattr(self.model, name)} | self.derived(held)
        packed = zlib.compress(record, _LEVEL)
        return checksums.with_checksum(self.model, {**values, "record": packed, "record_checksum": zlib.crc32(record)})

    def put(self, connection: Connection, held: S) -> bool:
        """Write one, or one that was changed over what it was; return whether anything was written.

        Raises:
            RuleError: there is another one with this id that was changed as often.

        """
        uid, reader = held.row.uid, Reader(connection)
        if not self.is_there(reader, uid):
            connection.execute(insert(self.model).values(self.values_of(held)))
            return True
        here = self.stored(reader, uid)
        mine, theirs = (getattr(one.row, "changes", 0) for one in (held, here))
        if theirs > mine or self.is_same(here, held):
            return False
        if theirs == mine:
            raise RuleError([Problem(f"{self.problem}-other", text=uid)])
        self.write_over(connection, uid, held)
        return True

    def write_over(self, connection: Connection, uid: str, held: S) -> None:
        """Write one in the place of the row that has an id."""
        connection.execute(update(self.model).where(self.model.uid == uid).values(self.values_of(held)))
