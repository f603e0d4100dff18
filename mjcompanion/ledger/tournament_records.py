"""Tournaments: each a row with all of it, which every change replaces.

The hands are in the sessions; a tournament knows which of them its tables are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import select

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.sanitize import why_unread
from mjcompanion.i18n.translation import N_, _
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import DamagedRecord, sound_ones
from mjcompanion.ledger.models import Tournaments
from mjcompanion.ledger.records import MOST_CHANGES, Records
from mjcompanion.ledger.values import StoredTournament, TournamentRow, storable
from mjcompanion.tournament import tournament as engine
from mjcompanion.tournament.tournament import LONGEST_TITLE, Tournament

_LARGEST: Final = 2**22


def stored_of(
    tournament: Tournament, changed_at: str, changes: int = 0, *, put_aside: bool = False
) -> StoredTournament:
    """Make the row of a tournament."""
    title = storable(tournament.title).strip()
    if len(title) > LONGEST_TITLE:
        raise RuleError([Problem("text-too-long", count=len(title), limit=LONGEST_TITLE)])
    tournament = msgspec.structs.replace(tournament, title=title)
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


class _FileTournament(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A tournament in a file."""

    uid: str
    changed_at: str
    changes: int = 0
    put_aside: bool = False
    tournament: dict[str, Any]


class _TournamentRecords(Records[TournamentRow, StoredTournament]):
    """The tournaments."""

    listed_as = "tournaments"
    since_format = 5
    placed = N_("Tournament {number}")
    differs = N_("The tournament {id} is a different one here, so it was left as it is.")

    def record_of(self, stored: StoredTournament) -> dict[str, Any]:
        """Return a tournament as JSON holds it."""
        return engine.encode(stored.tournament)

    def made(self, row: TournamentRow, record: dict[str, Any]) -> StoredTournament:
        """Return a row with its tournament."""
        return StoredTournament(row, engine.decode(record))

    def players_in(self, reader: Reader, uid: str) -> Sequence[str]:
        """Return the ids of those who play."""
        return self.stored(reader, uid).tournament.players

    def to_file(self, stored: StoredTournament) -> bytes:
        """Return a tournament as a file holds it."""
        row = stored.row
        file = _FileTournament(
            uid=row.uid,
            changed_at=row.changed_at,
            changes=row.changes,
            put_aside=row.put_aside,
            tournament=self.record_of(stored),
        )
        return msgspec.json.encode(file, order="sorted")

    def from_file(self, line: bytes) -> StoredTournament:
        """Read a tournament of a file."""
        try:
            found = msgspec.json.decode(line, type=_FileTournament)
            tournament = engine.decode(found.tournament)
        except (ValueError, TypeError, RecursionError, RuleError) as error:
            raise _impossible(why_unread(error)) from error
        if len(line) > _LARGEST:
            raise _impossible(_("it is too long"))
        if tournament.uid != found.uid or not 0 <= found.changes <= MOST_CHANGES:
            raise _impossible(_("a number is out of range"))
        return stored_of(tournament, found.changed_at, found.changes, put_aside=found.put_aside)


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("tournament-impossible", why=why)])


RECORDS: Final = _TournamentRecords(
    Tournaments, "tournament", N_("the tournament {id}"), TournamentRow, most=_LARGEST, problem="tournament"
)
_LISTED: Final = select(*RECORDS.columns).order_by(Tournaments.at.desc(), Tournaments.id.desc())


def listed(
    reader: Reader, *, put_aside: bool, left_out: list[DamagedRecord] | None = None
) -> tuple[TournamentRow, ...]:
    """Return all tournaments, newest first, or those that were deleted."""
    rows = sound_ones(RECORDS.row_of, reader.rows(_LISTED), left_out)
    return tuple(row for row in rows if row.put_aside is put_aside)


def with_players(reader: Reader, *each: set[str]) -> TournamentRow | None:
    """Return a tournament in which at least one of each of these plays, by ids; None where there is none."""
    for row in listed(reader, put_aside=False, left_out=[]):
        try:
            players = set(RECORDS.stored(reader, row.uid).tournament.players)
        except DamagedRecord:
            continue  # the check tells of it
        if all(players & some for some in each):
            return row
    return None
