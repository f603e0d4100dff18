"""Tournaments: each a row with all of it, written anew with every change.

What is played stands in the sessions; a tournament knows which of them its tables are.
"""

from __future__ import annotations

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
    """A tournament as it is stored.

    Raises:
        RuleError: its title is too long.

    """
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


class _Records(Records[TournamentRow, StoredTournament]):
    """The tournaments."""

    def record_of(self, held: StoredTournament) -> dict[str, Any]:
        """A tournament as JSON holds it."""
        return engine.encode(held.tournament)

    def made(self, row: TournamentRow, record: dict[str, Any]) -> StoredTournament:
        """A row with its tournament."""
        return StoredTournament(row, engine.decode(record))


def tournament_bytes(held: StoredTournament) -> bytes:
    """Return a tournament as a file holds it."""
    row = held.row
    file = _FileTournament(
        uid=row.uid,
        changed_at=row.changed_at,
        changes=row.changes,
        put_aside=row.put_aside,
        tournament=RECORDS.record_of(held),
    )
    return msgspec.json.encode(file, order="sorted")


def read_tournament(line: bytes) -> StoredTournament:
    """Read what `tournament_bytes` wrote.

    Raises:
        RuleError: it isn't what a tournament looks like.

    """
    try:
        found = msgspec.json.decode(line, type=_FileTournament)
        told = engine.decode(found.tournament)
    except (ValueError, TypeError, RecursionError, RuleError) as error:
        raise _impossible(why_unread(error)) from error
    if len(line) > _LARGEST:
        raise _impossible(_("it is too long"))
    if told.uid != found.uid or not 0 <= found.changes <= MOST_CHANGES:
        raise _impossible(_("a number is out of range"))
    return stored_of(told, found.changed_at, found.changes, put_aside=found.put_aside)


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("tournament-impossible", why=why)])


RECORDS: Final[_Records] = _Records(
    Tournaments, "tournament", N_("the tournament {id}"), TournamentRow, most=_LARGEST, problem="tournament"
)
_LISTED: Final = select(*RECORDS.columns).order_by(Tournaments.at.desc(), Tournaments.id.desc())


def listed(
    reader: Reader, *, put_aside: bool, left_out: list[DamagedRecord] | None = None
) -> tuple[TournamentRow, ...]:
    """All tournaments, newest first, or those that were deleted."""
    rows = sound_ones(RECORDS.row_of, reader.rows(_LISTED), left_out)
    return tuple(row for row in rows if row.put_aside is put_aside)


def with_players(reader: Reader, *each: set[str]) -> TournamentRow | None:
    """A tournament that isn't deleted in which at least one of each of these plays, by ids; None where none is."""
    for row in listed(reader, put_aside=False, left_out=[]):
        try:
            players = set(RECORDS.stored(reader, row.uid).tournament.players)
        except DamagedRecord:
            continue  # the check tells of it
        if all(players & some for some in each):
            return row
    return None
