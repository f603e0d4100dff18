"""Checksums of rows: written with every row, and compared when the ledger is opened, checked or backed up.

A checksum is the CRC-32 of a row's columns as JSON, but for its id and its record, which has a checksum of its own in
one of these columns.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import inf
from typing import Any, Final

import msgspec
from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    Row,
    Table,
    cast,
    insert,
    select,
    type_coerce,
    update,
)

from mjcompanion.ledger.models import Base, Checked, Events, HasRecord

Model = Any
"""A class of `models`."""
_APART: Final = "id", "record", "checksum"
_encode: Final = msgspec.json.Encoder().encode


def checksum(values: Iterable[object]) -> int:
    """Return the checksum of the values of a row, whichever database they come from.

    >>> checksum([1, "Ann", None, True]) == checksum((1, "Ann", None, 1)) != checksum([1, "Ann", None, False])
    True
    """
    return zlib.crc32(msgspec.json.encode([_plain(one) for one in values]))


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return [str(value)] if isinstance(value, bytes) else value  # damage can make a BLOB of a text


def table_of(model: Model) -> Table:
    """Return the table of a model."""
    table: Table = model.__table__
    return table


def listed_models() -> list[Model]:
    """Return the models whose rows lists and figures show: all that have checksums but the events."""
    each = [one.class_ for one in Base.registry.mappers]
    return [model for model in each if issubclass(model, Checked) and model is not Events]


@cache
def names_of(model: Model) -> tuple[str, ...]:
    """Return the names of the columns that a checksum covers."""
    return tuple(column.name for column in table_of(model).columns if column.name not in _APART)


@cache
def columns_of(model: Model) -> tuple[Any, ...]:
    """Return the columns that a checksum covers, and the checksum: what `is_whole` takes.

    They are read as they are in the file: damage can make any number of a truth value.
    """
    columns = [getattr(model, name) for name in (*names_of(model), "checksum")]
    return tuple(type_coerce(one, Integer) if isinstance(one.type, Boolean) else one for one in columns)


def is_whole(row: Sequence[Any]) -> bool:
    """Return whether a row, its checksum last, is what was written."""
    values, due = row[:-1], row[-1]
    if inf in values or -inf in values:  # JSON has no infinity: it would pass for NULL
        return False
    if zlib.crc32(_encode(values)) == due and b"" not in values:  # as SQLite has them, without truth values
        return True
    return bool(checksum(values) == due)


def with_checksum(model: Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a whole row with their checksum."""
    return {**values, "checksum": checksum([values[name] for name in names_of(model)])}


def add(connection: Connection, model: Model, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows, each with its checksum."""
    connection.execute(insert(model), [with_checksum(model, row) for row in rows])


def change(connection: Connection, model: Model, where: ColumnElement[bool], values: Mapping[str, Any]) -> None:
    """Give some rows other values, and each its checksum."""
    table = table_of(model)
    for row in connection.execute(select(table).where(where)).all():
        this = [column == getattr(row, column.name) for column in table.primary_key]
        new = with_checksum(model, {**row._asdict(), **values})
        connection.execute(update(table).where(*this).values({name: new[name] for name in (*values, "checksum")}))


def first_damaged(
    connection: Connection, models: Iterable[Model], *, with_records: bool
) -> tuple[Model, Row[Any]] | None:
    """Return the first row that isn't what was written, and its model; None where all are."""
    for model in models:
        columns = columns_of(model)
        has_record = with_records and issubclass(model, HasRecord)
        more = [cast(model.record, LargeBinary)] if has_record else []  # damage can make a text of it
        for row in connection.execute(select(*columns, *more)):
            if not is_whole(row[: len(columns)]) or (has_record and unzipped(row[-1], row.record_checksum) is None):
                return model, row
    return None


def unzipped(record: object, due: object, most: int = 2**24) -> bytes | None:
    """Return a record as JSON; None where it isn't what was written, or longer than `most` bytes."""
    opener = zlib.decompressobj()
    try:
        body = opener.decompress(record if isinstance(record, bytes) else b"", most)
    except zlib.error:
        return None
    return body if opener.eof and not opener.unused_data and zlib.crc32(body) == due else None
