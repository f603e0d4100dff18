"""A trial of a new kind of kept thing: the places where people play. Run by `tests/test_extending.py`."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import msgspec
from sqlalchemy.orm import Mapped

from mjcompanion.ledger.database import Store
from mjcompanion.ledger.models import Base, HasRecord
from mjcompanion.ledger.records import Records


class Venues(HasRecord, Base):
    """A place where people play."""

    __tablename__ = "venues"
    at: Mapped[str]
    changed_at: Mapped[str]
    changes: Mapped[int]
    name: Mapped[str]


class VenueRow(msgspec.Struct, frozen=True):
    """A venue in a list."""

    uid: str
    at: str
    changed_at: str
    name: str
    rules: str = ""
    changes: int = 0
    put_aside: bool = False


class StoredVenue(msgspec.Struct, frozen=True):
    """A venue with all that was noted of it."""

    row: VenueRow
    notes: dict[str, str]


class VenueRecords(Records[VenueRow, StoredVenue]):
    """The venues."""

    def record_of(self, stored):
        """Return what was noted."""
        return stored.notes

    def made(self, row, record):
        """Return a row with what was noted."""
        return StoredVenue(row, record)


RECORDS = VenueRecords(Venues, "venue", "the venue {id}", VenueRow)


class VenueStore(Store):
    """The venues of a ledger."""

    def put(self, venue):
        """Keep a venue."""
        with self.database.writing() as (connection, _):
            return RECORDS.put(connection, venue)

    def get(self, uid):
        """Return a venue."""
        with self.database.reading() as connection:
            return RECORDS.stored(connection, uid)


def main(path):
    """Keep a venue, back it up, damage it, find the damage, and restore the backup."""
    from mjcompanion.ledger.database import newest_good_backup, restore
    from mjcompanion.ledger.ledger import Ledger

    hall = StoredVenue(VenueRow("hall", "2026-11-21T18:00:00Z", "2026-11-21T18:00:00Z", "Town hall"), {"key": "Ann"})
    with Ledger.open(path) as ledger:
        VenueStore(ledger).put(hall)
        ledger.backup()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE venues SET name = 'x'")
    with Ledger.open(path) as ledger:
        assert [(one.kind, one.session) for one in ledger.check().findings] == [("venue", "hall")]
    restore(newest_good_backup(path).path, path)
    with Ledger.open(path) as ledger:
        assert VenueStore(ledger).get("hall") == hall
        assert ledger.check().ok


if __name__ == "__main__":
    main(Path(sys.argv[1]))
