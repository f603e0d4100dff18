"""The finished virtual games of a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjcompanion.ledger import game_records
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.record_store import RecordStore
from mjcompanion.ledger.values import GAMES, GameFilter, GameRow, StoredGame, moment


class GameStore(RecordStore[GameFilter, GameRow, StoredGame]):
    """The finished virtual games of a ledger; as text they are a running score card."""

    records = game_records.RECORDS
    listing = game_records.LIST
    what = GAMES
    everything = GameFilter()

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

    def remove(self, uid: str) -> GameRow:
        """Take a finished game off lists and figures. `restore` undoes that at any time."""
        with self.database.writing() as (connection, _):
            return game_records.put_aside(connection, uid, aside=True)

    def restore(self, uid: str) -> GameRow:
        """List a finished game again that was removed."""
        with self.database.writing() as (connection, _):
            return game_records.put_aside(connection, uid, aside=False)
