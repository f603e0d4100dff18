"""Rows that each hold a record: finished games, kept hands and exercises, tournaments, seasons.

A row that changes says how often it was changed: of two states the one that was changed more often counts.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec
from sqlalchemy import Connection, LargeBinary, Row, cast, insert, select, update

from mjcompanion.core.errors import Problem, RuleError, printable
from mjcompanion.i18n.translation import _
from mjcompanion.ledger import checksums
from mjcompanion.ledger.checksums import Model
from mjcompanion.ledger.errors import Damaged
from mjcompanion.ledger.values import Stored, storable
from mjcompanion.table.events import now

R = TypeVar("R", bound=msgspec.Struct)
S = TypeVar("S")
MOST_CHANGES: Final = 2**31 - 1
_LEVEL: Final = 9
_FLAGS: Final = "won", "put_aside", "seen"


RECORD_KINDS: Final[dict[str, Records[Any, Any]]] = {}
"""All records by their kind; each puts itself here."""


class Records(Generic[R, S]):
    """The records of a model.

    `kind` is what findings of a check call one, `named` what a sentence calls it, `row` what lists show of one,
    `problem` what the codes of problems call it; a record has at most `most` bytes.
    """

    moment: ClassVar[str] = "at"
    """The column that puts them in order."""
    moments: ClassVar[tuple[str, ...]] = "at", "changed_at"
    """The fields of a row that are times."""
    listed_as: ClassVar[str] = ""
    """The name of their list in an export."""
    since_format: ClassVar[int] = 1
    """The first format of exports that has such a list."""
    placed: ClassVar[str] = ""
    """What a sentence about a file calls the place of one."""
    differs: ClassVar[str] = ""
    """The sentence that one of a file is another one here."""

    def __init__(
        self, model: Model, kind: str, named: str, row: type[R], *, most: int = 2**20, problem: str = "record"
    ) -> None:
        self.model, self.kind, self.row, self.problem = model, kind, row, problem
        self._named, self._most = named, most
        self.columns = checksums.columns_of(model)
        RECORD_KINDS[kind] = self

    # what differs

    def record_of(self, stored: S) -> Mapping[str, Any]:
        """Return the record, as JSON holds it."""
        return stored.record  # type: ignore[attr-defined, no-any-return]

    def made(self, row: R, record: dict[str, Any]) -> S:
        """Return the whole of a row and its record.

        Raises:
            ValueError: this is no such record.

        """
        return Stored(row, record)  # type: ignore[return-value]

    def derived(self, stored: S) -> dict[str, Any]:
        """Return the columns that follow from the row and the record, and are there to search and to count by."""
        del stored
        return {}

    def is_same(self, here: S, other: S) -> bool:
        """Return whether two with one id are the same."""
        return here == other

    def players_in(self, connection: Connection, uid: str) -> Sequence[str]:
        """Return the ids of the players whom a record names, which an export needs too."""
        del connection, uid
        return ()

    def format_in(self, connection: Connection) -> int:
        """Return the format of an export that has them."""
        del connection
        return self.since_format

    def to_file(self, stored: S) -> bytes:
        """Return one as JSON, as an export holds it."""
        raise NotImplementedError

    def from_file(self, line: bytes) -> S:
        """Read what `to_file` wrote.

        Raises:
            RuleError: it isn't written like that, or can't be.

        """
        raise NotImplementedError

    # reading

    def damaged(self, uid: object) -> Damaged:
        """Return the error that one isn't what was written."""
        return Damaged("ledger-row-damaged", text=_(self._named).format(id=printable(str(uid)[:8])))

    def row_of(self, found: Row[Any]) -> R:
        """Return the row of what was found, which has the `columns`."""
        values = {name: value for name, value in found._asdict().items() if name in self.row.__struct_fields__}
        return self.row(**{name: bool(value) if name in _FLAGS else value for name, value in values.items()})

    def stored(self, connection: Connection, uid: str) -> S:
        """Return one of them, with its record."""
        record = cast(self.model.record, LargeBinary)  # damage can make a text of it, which nobody can read
        query = select(record.label("record"), *self.columns).where(self.model.uid == storable(uid))
        found = connection.execute(query).first()
        if found is None:
            raise RuleError([Problem(f"no-{self.problem}", text=uid)])
        body = checksums.unzipped(found.record, found.record_checksum, self._most)
        if body is None or not checksums.is_whole(found[1:]):
            raise self.damaged(uid)
        try:
            return self.made(self.row_of(found), msgspec.json.decode(body, type=dict[str, Any]))
        except ValueError:
            raise self.damaged(uid) from None

    def shown(self, connection: Connection, uid: str) -> Any:  # noqa: ANN401 - a row, or all of it
        """Return what CSV and text show of one."""
        return self.stored(connection, uid)

    def file_bytes(self, connection: Connection, uid: str) -> bytes:
        """Return one of the ledger as an export holds it."""
        return self.to_file(self.stored(connection, uid))

    def uids(self, connection: Connection) -> list[str]:
        """Return the ids of all, those put aside too, oldest first."""
        query = select(self.model.uid).order_by(getattr(self.model, self.moment), self.model.id)
        return list(connection.execute(query).scalars())

    def is_there(self, connection: Connection, uid: str) -> bool:
        """Return whether there is one with this id, put aside or not."""
        return connection.execute(select(self.model.id).where(self.model.uid == storable(uid))).first() is not None

    # writing

    def values_of(self, stored: S) -> dict[str, Any]:
        """Return the columns of one but for its number."""
        record = msgspec.json.encode(self.record_of(stored), order="sorted")
        row = msgspec.structs.asdict(stored.row)  # type: ignore[attr-defined]
        values = {name: value for name, value in row.items() if hasattr(self.model, name)} | self.derived(stored)
        packed = zlib.compress(record, _LEVEL)
        return checksums.with_checksum(self.model, {**values, "record": packed, "record_checksum": zlib.crc32(record)})

    def put(self, connection: Connection, stored: S) -> bool:
        """Write one, or one that was changed over what it was; return whether anything was written.

        Raises:
            RuleError: there is another one with this id that was changed as often.

        """
        uid = stored.row.uid  # type: ignore[attr-defined]
        if not self.is_there(connection, uid):
            connection.execute(insert(self.model).values(self.values_of(stored)))
            return True
        here = self.stored(connection, uid)
        mine, theirs = (getattr(one.row, "changes", 0) for one in (stored, here))  # type: ignore[attr-defined]
        if theirs > mine or self.is_same(here, stored):
            return False
        if theirs == mine:
            raise RuleError([Problem(f"{self.problem}-other", text=uid)])
        self.write_over(connection, uid, stored)
        return True

    def write_over(self, connection: Connection, uid: str, stored: S) -> None:
        """Write one in the place of the row that has an id."""
        connection.execute(update(self.model).where(self.model.uid == uid).values(self.values_of(stored)))

    def change(self, connection: Connection, stored: S, new: S) -> S:
        """Write one that was changed, with the date and the count of its changes where its row has them."""
        row = new.row  # type: ignore[attr-defined]
        if new == stored:
            return stored
        if hasattr(row, "changes"):
            count, at = min(row.changes + 1, MOST_CHANGES), now(row.changed_at)
            new = msgspec.structs.replace(new, row=msgspec.structs.replace(row, changed_at=at, changes=count))  # type: ignore[type-var]
        self.write_over(connection, row.uid, new)
        return new
