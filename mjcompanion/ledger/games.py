"""The finished virtual games of a ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any, Final

from mjcompanion.ledger import exporting, game_records
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.exporting import Kind, Progress
from mjcompanion.ledger.listing import PAGE, resolved
from mjcompanion.ledger.models import Games
from mjcompanion.ledger.values import GAMES, Cursor, GameFilter, GamePage, GameRow, StoredGame, moment

ALL: Final = GameFilter()


class GameStore(Store):
    """The finished virtual games of a ledger."""

    def add(self, row: GameRow, record: Mapping[str, Any]) -> GameRow:
        """Keep a game that is over, with its record; it is on the disk when this comes back.

        Adding the same game again does nothing, and returns it as it is kept.

        Raises:
            RuleError: another game has this id.

        """
        moment(row.begun_at)
        moment(row.finished_at)
        with self.database.writing() as (connection, _):
            game_records.RECORDS.put(connection, StoredGame(row, dict(record)))
            return game_records.one_row(Reader(connection), row.uid)

    def page(self, wanted: GameFilter = ALL, after: Cursor | None = None, limit: int = PAGE) -> GamePage:
        """Return finished games, newest first, a page at a time: `after` is where the page before ended."""
        return self.database.listed(
            lambda reader, left_out: GamePage(*game_records.LIST.page(reader, wanted, after, limit, left_out))
        )

    def count(self, wanted: GameFilter = ALL) -> int:
        """Return how many finished games there are."""
        with self.database.asking() as reader:
            return game_records.LIST.count(reader, wanted)

    def get(self, uid: str) -> StoredGame:
        """Return a finished game with its record, from which it can be played again.

        Raises:
            RuleError: there is none with this id.
            Damaged: it isn't what was written.

        """
        with self.database.asking() as reader:
            return game_records.RECORDS.stored(reader, uid)

    def remove(self, uid: str) -> GameRow:
        """Take a finished game off lists and figures. `restore` undoes that at any time."""
        with self.database.writing() as (connection, _):
            return game_records.put_aside(connection, uid, aside=True)

    def restore(self, uid: str) -> GameRow:
        """List a finished game again that was removed."""
        with self.database.writing() as (connection, _):
            return game_records.put_aside(connection, uid, aside=False)

    def resolve(self, prefix: str) -> str:
        """Return the id of the one finished game that begins with these letters; see `SessionStore.resolve`."""
        with self.database.asking() as reader:
            return resolved(reader, Games, "game", prefix)

    def export_to(
        self,
        out: IO[bytes],
        kind: Kind,
        which: Sequence[str] | GameFilter | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Write finished games, oldest first; return how many. Without a filter all, those that were removed too.

        "json" holds everything and can be imported; "csv" has a row for each game, for other programs; "text" is a
        running score card.
        """
        with self.database.reading() as connection:
            reader = Reader(connection)
            records, listing = game_records.RECORDS, game_records.LIST
            wanted = records.uids(reader) if which is None else listing.chosen(reader, which)
            exporting.write(out, reader, kind, GAMES, wanted, progress)
        return len(wanted)
