"""Records that are one value of the engine each, which every change replaces: tournaments and seasons."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from sqlalchemy import Connection, select

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.sanitize import why_unread
from mjcompanion.i18n.translation import _
from mjcompanion.ledger.checksums import Model
from mjcompanion.ledger.records import MOST_CHANGES, Records

R = TypeVar("R", bound=msgspec.Struct)
S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V")


class ValueRecords(Records[R, S], Generic[R, S, V]):
    """Records of values; the field of the stored one, and of a file, that has the value is named as the kind."""

    engine: ClassVar[Any]
    """The module whose `encode` writes a value as JSON holds it, and whose `decode` reads it again."""
    whole: ClassVar[type[Any]]
    """The type of a row with its value."""
    listed_by: ClassVar[str] = "at"
    """The column that puts lists in order, the latest first."""

    def __init__(
        self, model: Model, kind: str, named: str, row: type[R], *, most: int = 2**20, problem: str = "record"
    ) -> None:
        super().__init__(model, kind, named, row, most=most, problem=problem)
        self._file = msgspec.defstruct(
            "ValueFile",
            [
                ("uid", str),
                ("changed_at", str),
                (kind, dict[str, Any]),
                ("changes", int, 0),
                ("put_aside", bool, False),
            ],
            omit_defaults=True,
            kw_only=True,
        )

    def stored_of(self, value: V, changed_at: str, changes: int = 0, *, put_aside: bool = False) -> S:
        """Make the row of a value.

        Raises:
            RuleError: it can't be one.

        """
        raise NotImplementedError

    def record_of(self, stored: S) -> dict[str, Any]:
        """Return the value of one, as JSON holds it."""
        value: dict[str, Any] = self.engine.encode(getattr(stored, self.kind))
        return value

    def made(self, row: R, record: dict[str, Any]) -> S:
        """Return a row with its value."""
        made: S = self.whole(row, self.engine.decode(record))
        return made

    def to_file(self, stored: S) -> bytes:
        """Return one as a file holds it."""
        row: Any = stored.row  # type: ignore[attr-defined]
        values = {name: getattr(row, name) for name in ("uid", "changed_at", "changes", "put_aside")}
        return msgspec.json.encode(self._file(**values, **{self.kind: self.record_of(stored)}), order="sorted")

    def from_file(self, line: bytes) -> S:
        """Read one of a file."""
        try:
            found: Any = msgspec.json.decode(line, type=self._file)
            value: Any = self.engine.decode(getattr(found, self.kind))
        except (ValueError, TypeError, RecursionError, RuleError) as error:
            raise self._impossible(why_unread(error)) from error
        if len(line) > self._most:
            raise self._impossible(_("it is too long"))
        if value.uid != found.uid or not 0 <= found.changes <= MOST_CHANGES:
            raise self._impossible(_("a number is out of range"))
        return self.stored_of(value, found.changed_at, found.changes, put_aside=found.put_aside)

    def _impossible(self, why: str) -> RuleError:
        return RuleError([Problem(f"{self.problem}-impossible", why=why)])

    def listed(self, connection: Connection, *, put_aside: bool) -> tuple[R, ...]:
        """Return all rows, the latest first, or those that were removed."""
        by = getattr(self.model, self.listed_by).desc(), self.model.id.desc()
        query = select(*self.columns).where(self.model.put_aside == put_aside).order_by(*by)
        return tuple(map(self.row_of, connection.execute(query)))
