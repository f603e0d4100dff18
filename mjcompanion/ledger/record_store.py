"""What can be done with records of any kind: listed, counted, read, found by the first letters, removed, exported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import IO, Any, ClassVar, Generic, TypeVar

import msgspec

from mjcompanion.ledger import exporting
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.exporting import Kind, Progress
from mjcompanion.ledger.listing import PAGE, Listing, resolved
from mjcompanion.ledger.records import Records
from mjcompanion.ledger.value_records import ValueRecords
from mjcompanion.ledger.values import Cursor, PageOf

F = TypeVar("F", bound=msgspec.Struct)
R = TypeVar("R", bound=msgspec.Struct)
S = TypeVar("S")
V = TypeVar("V")


class ListedStore(Store, Generic[F, R]):
    """What is listed by a filter; `everything` is the empty one."""

    listing: ClassVar[Listing[Any, Any]]
    everything: ClassVar[msgspec.Struct]

    def page(self, criteria: F | None = None, after: Cursor | None = None, limit: int | None = PAGE) -> PageOf[R]:
        """Return rows, newest first, a page at a time: `after` is where the page before ended; None are all rows."""
        with self.database.reading() as connection:
            return PageOf(*self.listing.page(connection, criteria or self.everything, after, limit))

    def count(self, criteria: F | None = None) -> int:
        """Return how many there are."""
        with self.database.reading() as connection:
            return self.listing.count(connection, criteria or self.everything)


class RecordStore(Store, Generic[R, S]):
    """The records of one kind."""

    records: ClassVar[Records[Any, Any]]

    def get(self, uid: str) -> S:
        """Return one of them with its record."""
        with self.database.reading() as connection:
            stored: S = self.records.stored(connection, uid)
            return stored

    def resolve(self, prefix: str) -> str:
        """Return the only id that begins with these letters."""
        with self.database.reading() as connection:
            return resolved(connection, self.records.model, self.records.problem, prefix)

    def remove(self, uid: str) -> R:
        """Take one off lists and figures. `restore` undoes that at any time."""
        return self._change_row(uid, put_aside=True)

    def restore(self, uid: str) -> R:
        """List one again that was removed."""
        return self._change_row(uid, put_aside=False)

    def _change_row(self, uid: str, **changes: Any) -> R:  # noqa: ANN401 - columns
        with self.database.writing() as (connection, _):
            stored = self.records.stored(connection, uid)
            new = msgspec.structs.replace(stored, row=msgspec.structs.replace(stored.row, **changes))
            row: R = self.records.change(connection, stored, new).row
            return row


class ListedRecordStore(RecordStore[R, S], ListedStore[F, R], Generic[F, R, S]):
    """Records that are listed by a filter; `what` is what exports call them."""

    what: ClassVar[str]

    def export_to(
        self, out: IO[bytes], kind: Kind, which: Sequence[str] | F | None = None, progress: Progress | None = None
    ) -> int:
        """Write them, oldest first; return how many. Without a filter all, those that were removed too.

        "json" holds everything and can be imported, "csv" has a row for each, for other programs; "text" is for people.
        """
        with self.database.reading() as connection:
            uids = self.records.uids(connection) if which is None else self.listing.chosen(connection, which)
            exporting.write(out, connection, kind, self.what, uids, progress)
        return len(uids)


class ValueStore(RecordStore[R, S], Generic[R, S, V]):
    """The values of one kind."""

    records: ClassVar[ValueRecords[Any, Any, Any]]

    def all(self, *, put_aside: bool = False) -> tuple[R, ...]:
        """Return all of them, the latest first, or those that were removed."""
        with self.database.reading() as connection:
            return self.records.listed(connection, put_aside=put_aside)

    def change(self, uid: str, change: Callable[[V], V]) -> S:
        """Change one as it is now, even if another window changed it; it is on disk when this returns."""
        records = self.records
        with self.database.writing() as (connection, _):
            stored: S = records.stored(connection, uid)
            row: Any = stored.row  # type: ignore[attr-defined]
            value = change(getattr(stored, records.kind))
            new = records.stored_of(value, row.changed_at, row.changes, put_aside=row.put_aside)
            changed: S = records.change(connection, stored, new)
            return changed
