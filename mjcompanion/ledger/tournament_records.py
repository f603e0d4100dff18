"""Tournaments: each a row with all of it.

The hands are in the sessions; a tournament knows which of them its tables are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import msgspec
from sqlalchemy import Connection

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.i18n.translation import N_
from mjcompanion.ledger.models import Tournaments
from mjcompanion.ledger.records import MOST_CHANGES
from mjcompanion.ledger.value_records import ValueRecords
from mjcompanion.ledger.values import StoredTournament, TournamentRow, storable
from mjcompanion.tournament import tournament as engine
from mjcompanion.tournament.tournament import LONGEST_TITLE, Tournament

_LARGEST: Final = 2**22


class _TournamentRecords(ValueRecords[TournamentRow, StoredTournament, Tournament]):
    """The tournaments."""

    engine: ClassVar[Any] = engine
    whole = StoredTournament
    listed_as = "tournaments"
    since_format = 5
    placed = N_("Tournament {number}")
    differs = N_("The tournament {id} is a different one here, so it was left as it is.")

    def stored_of(
        self, value: Tournament, changed_at: str, changes: int = 0, *, put_aside: bool = False
    ) -> StoredTournament:
        """Make the row of a tournament."""
        title = storable(value.title).strip()
        if len(title) > LONGEST_TITLE:
            raise RuleError([Problem("text-too-long", count=len(title), limit=LONGEST_TITLE)])
        tournament = msgspec.structs.replace(value, title=title)
        row = TournamentRow(
            uid=tournament.uid,
            at=tournament.at,
            changed_at=changed_at,
            changes=min(changes, MOST_CHANGES),
            title=title,
            rules=str(tournament.rules.rules),
            players=len(tournament.players),
            rounds=len(tournament.draw),
            put_aside=put_aside,
        )
        return StoredTournament(row, tournament)

    def players_in(self, connection: Connection, uid: str) -> Sequence[str]:
        """Return the ids of those who play."""
        return self.stored(connection, uid).tournament.players


RECORDS: Final = _TournamentRecords(
    Tournaments, "tournament", N_("the tournament {id}"), TournamentRow, most=_LARGEST, problem="tournament"
)


def with_players(connection: Connection, *each: set[str]) -> TournamentRow | None:
    """Return a tournament in which at least one of each of these plays, by ids; None where there is none."""
    for row in RECORDS.listed(connection, put_aside=False):
        players = set(RECORDS.stored(connection, row.uid).tournament.players)
        if all(players & some for some in each):
            return row
    return None
