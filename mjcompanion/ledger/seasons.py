"""The seasons of a ledger, each a row with all of it, which every change replaces, and their league tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from typing import Any, Final

import msgspec
from sqlalchemy import select

from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.sanitize import why_unread
from mjcompanion.i18n.translation import N_, _
from mjcompanion.ledger import sessions
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.database import Database
from mjcompanion.ledger.errors import DamagedRecord, sound_ones
from mjcompanion.ledger.listing import PAGE
from mjcompanion.ledger.models import Seasons
from mjcompanion.ledger.record_store import RecordStore
from mjcompanion.ledger.records import MOST_CHANGES, Records
from mjcompanion.ledger.statistics import StatisticsStore
from mjcompanion.ledger.values import (
    HighHand,
    SeasonRow,
    SeasonStandings,
    SessionFilter,
    SessionRow,
    StoredSeason,
    moment,
    storable,
)
from mjcompanion.parsing.dates import Period, format_local_day
from mjcompanion.tournament import season as engine
from mjcompanion.tournament.season import Season, SeasonSession

_HIGHEST: Final = 5
"""The most high hands by the same rules."""


def stored_of(season: Season, changed_at: str, changes: int = 0, *, put_aside: bool = False) -> StoredSeason:
    """Make the row of a season.

    Raises:
        RuleError: it can't be one.

    """
    season = engine.check(msgspec.structs.replace(season, title=storable(season.title).strip()))
    row = SeasonRow(
        uid=season.uid,
        at=season.at,
        changed_at=changed_at,
        changes=min(changes, MOST_CHANGES),
        title=season.title,
        rules=" ".join(season.rules),
        since=season.since,
        until=season.until,
        put_aside=put_aside,
    )
    return StoredSeason(row, season)


class _FileSeason(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A season in a file."""

    uid: str
    changed_at: str
    changes: int = 0
    put_aside: bool = False
    season: dict[str, Any]


class _SeasonRecords(Records[SeasonRow, StoredSeason]):
    """The seasons."""

    listed_as = "seasons"
    since_format = 6
    placed = N_("Season {number}")
    differs = N_("The season {id} is a different one here, so it was left as it is.")

    def record_of(self, stored: StoredSeason) -> dict[str, Any]:
        """Return a season as JSON holds it."""
        return engine.encode(stored.season)

    def made(self, row: SeasonRow, record: dict[str, Any]) -> StoredSeason:
        """Return a row with its season."""
        return StoredSeason(row, engine.decode(record))

    def to_file(self, stored: StoredSeason) -> bytes:
        """Return a season as a file holds it."""
        row = stored.row
        file = _FileSeason(
            uid=row.uid,
            changed_at=row.changed_at,
            changes=row.changes,
            put_aside=row.put_aside,
            season=self.record_of(stored),
        )
        return msgspec.json.encode(file, order="sorted")

    def from_file(self, line: bytes) -> StoredSeason:
        """Read a season of a file."""
        try:
            found = msgspec.json.decode(line, type=_FileSeason)
            season = engine.decode(found.season)
        except (ValueError, RecursionError) as error:
            raise _impossible(why_unread(error)) from error
        if season.uid != found.uid or not 0 <= found.changes <= MOST_CHANGES:
            raise _impossible(_("a number is out of range"))
        return stored_of(season, found.changed_at, found.changes, put_aside=found.put_aside)


def _impossible(why: str) -> RuleError:
    return RuleError([Problem("season-impossible", why=why)])


RECORDS: Final = _SeasonRecords(Seasons, "season", N_("the season {id}"), SeasonRow, problem="season")
_LISTED: Final = select(*RECORDS.columns).order_by(Seasons.since.desc(), Seasons.id.desc())


def listed(reader: Reader, *, put_aside: bool, left_out: list[DamagedRecord] | None = None) -> tuple[SeasonRow, ...]:
    """Return all seasons, the latest first, or those that were removed."""
    rows = sound_ones(RECORDS.row_of, reader.rows(_LISTED), left_out)
    return tuple(row for row in rows if row.put_aside is put_aside)


class SeasonStore(RecordStore[SeasonRow, StoredSeason]):
    """The seasons of a ledger; their sessions belong to them by day and rules alone."""

    records = RECORDS

    def __init__(self, database: Database, statistics: StatisticsStore) -> None:
        super().__init__(database)
        self._statistics = statistics

    def all(self, *, put_aside: bool = False) -> tuple[SeasonRow, ...]:
        """Return all seasons, the latest first, or those that were removed."""
        return self.database.listed(lambda reader, left_out: listed(reader, put_aside=put_aside, left_out=left_out))

    def add(self, season: Season) -> StoredSeason:
        """Keep a new season."""
        stored = stored_of(season, moment(season.at))
        with self.database.writing() as (connection, _):
            RECORDS.put(connection, stored)
        return stored

    def change(self, uid: str, change: Callable[[Season], Season]) -> StoredSeason:
        """Change a season as it is now, even if another window changed it; it is on disk when this returns."""
        with self.database.writing() as (connection, _):
            stored = RECORDS.stored(Reader(connection), uid)
            row = stored.row
            new = stored_of(change(stored.season), row.changed_at, row.changes, put_aside=row.put_aside)
            return RECORDS.change(connection, stored, new)

    def standings(self, uid: str) -> SeasonStandings:
        """Return the league tables of a season and its highest hands; sessions in progress don't count yet.

        Raises:
            DamagedRecord: one of its sessions isn't what was written.

        """
        season = self.get(uid).season
        since, until = Period(*season.days).moments
        filters = [SessionFilter(rules=rules, since=since, until=until) for rules in season.rules or ("",)]
        with self.database.asking() as reader:
            found = [row for criteria in filters for row in _rows(reader, criteria)]
        rows = sorted((row for row in found if row.ended and row.hands), key=lambda row: (row.started_at, row.uid))
        names = {player: name for row in rows for player, name in zip(row.players, row.names, strict=True)}
        tables = engine.standings(season, [_session(row) for row in rows])
        most = _HIGHEST + sum(len(row.players) for row in found if not row.ended)
        hands = [one for criteria in filters for one in self._statistics.highest(criteria, most)]
        ended = {row.uid for row in rows}
        return SeasonStandings(season, tables, tuple(_highest([one for one in hands if one.session in ended])), names)


def _rows(reader: Reader, criteria: SessionFilter) -> list[SessionRow]:
    rows, after = sessions.LIST.page(reader, criteria, None, PAGE)
    found = [*rows]
    while after is not None:
        rows, after = sessions.LIST.page(reader, criteria, after, PAGE)
        found += rows
    return found


def _highest(hands: Iterable[HighHand]) -> Iterator[HighHand]:
    for _unused, some in groupby(hands, key=lambda one: (one.rules, one.fingerprint)):
        yield from islice(some, _HIGHEST)


def _session(row: SessionRow) -> SeasonSession:
    day = format_local_day(row.started_at)
    return SeasonSession(row.uid, day, row.rules, row.rules_name, row.fingerprint, row.players, row.nets)
