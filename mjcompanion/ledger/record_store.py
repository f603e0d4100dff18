"""What can be done with kept records of any kind: listed, counted, read, found by the first letters, exported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any, ClassVar, Generic, TypeVar

import msgspec

from mjcompanion.ledger import exporting
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.exporting import Kind, Progress
from mjcompanion.ledger.listing import PAGE, Listing, resolved
from mjcompanion.ledger.records import Records, StoredRecord
from mjcompanion.ledger.values import Cursor, PageOf

F = TypeVar("F", bound=msgspec.Struct)
R = TypeVar("R", bound=msgspec.Struct)
S = TypeVar("S", bound=StoredRecord)


class RecordStore(Store, Generic[F, R, S]):
    """The records of one kind; `what` is what exports call it, `everything` the filter without conditions."""

    records: ClassVar[Records[Any, Any]]
    listing: ClassVar[Listing[Any, Any]]
    what: ClassVar[str]
    everything: ClassVar[msgspec.Struct]

    def page(self, wanted: F | None = None, after: Cursor | None = None, limit: int = PAGE) -> PageOf[R]:
        """Return rows, newest first, a page at a time: `after` is where the page before ended."""
        asked = wanted or self.everything
        return self.database.listed(
            lambda reader, left_out: PageOf(*self.listing.page(reader, asked, after, limit, left_out))
        )

    def count(self, wanted: F | None = None) -> int:
        """Return how many there are."""
        with self.database.asking() as reader:
            return self.listing.count(reader, wanted or self.everything)

    def get(self, uid: str) -> S:
        """Return one of them with its record.

        Raises:
            RuleError: there is none with this id.
            Damaged: it isn't what was written.

        """
        with self.database.asking() as reader:
            stored: S = self.records.stored(reader, uid)
            return stored

    def resolve(self, prefix: str) -> str:
        """Return the id of the only one that begins with these letters; see `SessionStore.resolve`."""
        with self.database.asking() as reader:
            return resolved(reader, self.records.model, self.records.problem, prefix)

    def export_to(
        self, out: IO[bytes], kind: Kind, which: Sequence[str] | F | None = None, progress: Progress | None = None
    ) -> int:
        """Write them, oldest first; return how many. Without a filter all, those that were removed too.

        "json" holds everything and can be imported, "csv" has a row for each, for other programs; "text" is for people.
        """
        with self.database.reading() as connection:
            reader = Reader(connection)
            wanted = self.records.uids(reader) if which is None else self.listing.chosen(reader, which)
            exporting.write(out, reader, kind, self.what, wanted, progress)
        return len(wanted)
