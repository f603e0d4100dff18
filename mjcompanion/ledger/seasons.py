"""The seasons of a ledger, each a row with all of it, and their league tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Any, ClassVar, Final

import msgspec

from mjcompanion.i18n.translation import N_
from mjcompanion.ledger import sessions
from mjcompanion.ledger.database import Database
from mjcompanion.ledger.models import Seasons
from mjcompanion.ledger.record_store import ValueStore
from mjcompanion.ledger.records import MOST_CHANGES
from mjcompanion.ledger.statistics import StatisticsStore
from mjcompanion.ledger.value_records import ValueRecords
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


class _SeasonRecords(ValueRecords[SeasonRow, StoredSeason, Season]):
    """The seasons."""

    engine: ClassVar[Any] = engine
    whole = StoredSeason
    listed_by = "since"
    listed_as = "seasons"
    since_format = 6
    placed = N_("Season {number}")
    differs = N_("The season {id} is a different one here, so it was left as it is.")

    def stored_of(self, value: Season, changed_at: str, changes: int = 0, *, put_aside: bool = False) -> StoredSeason:
        """Make the row of a season."""
        season = engine.check(msgspec.structs.replace(value, title=storable(value.title).strip()))
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


RECORDS: Final = _SeasonRecords(Seasons, "season", N_("the season {id}"), SeasonRow, problem="season")


class SeasonStore(ValueStore[SeasonRow, StoredSeason, Season]):
    """The seasons of a ledger; their sessions belong to them by day and rules alone."""

    records = RECORDS

    def __init__(self, database: Database, statistics: StatisticsStore) -> None:
        super().__init__(database)
        self._statistics = statistics

    def save(self, season: Season) -> StoredSeason:
        """Write a new season, or a change of one; one that was removed meanwhile is listed again."""
        with self.database.writing() as (connection, _):
            if RECORDS.is_there(connection, season.uid):
                here = RECORDS.stored(connection, season.uid)
                new = RECORDS.stored_of(season, here.row.changed_at, here.row.changes)
                return RECORDS.change(connection, here, new)
            stored = RECORDS.stored_of(season, moment(season.at))
            RECORDS.put(connection, stored)
            return stored

    def overview(self, uid: str = "") -> tuple[tuple[SeasonRow, ...], SeasonStandings | None]:
        """Return all seasons, and the standings of one; without it, or where it was removed, of the latest."""
        rows = self.all()
        shown = next((row.uid for row in rows if row.uid == uid), rows[0].uid if rows else "")
        return rows, self.standings(shown) if shown else None

    def standings(self, uid: str) -> SeasonStandings:
        """Return the league tables of a season and its highest hands; sessions in progress don't count yet."""
        season = self.get(uid).season
        since, until = Period(*season.days).moments
        filters = [SessionFilter(rules=rules, since=since, until=until) for rules in season.rules or ("",)]
        with self.database.reading() as connection:
            found = [row for one in filters for row in sessions.LIST.page(connection, one)[0]]
        rows = sorted((row for row in found if row.ended and row.hands), key=lambda row: (row.started_at, row.uid))
        names = {player: name for row in rows for player, name in zip(row.players, row.names, strict=True)}
        tables = engine.standings(season, [_session(row) for row in rows])
        most = _HIGHEST + sum(len(row.players) for row in found if not row.ended)
        hands = [one for criteria in filters for one in self._statistics.highest(criteria, most)]
        ended = {row.uid for row in rows}
        return SeasonStandings(season, tables, tuple(_highest([one for one in hands if one.session in ended])), names)


def _highest(hands: Iterable[HighHand]) -> Iterator[HighHand]:
    for _unused, some in groupby(hands, key=lambda one: (one.rules, one.fingerprint)):
        yield from islice(some, _HIGHEST)


def _session(row: SessionRow) -> SeasonSession:
    day = format_local_day(row.started_at)
    return SeasonSession(row.uid, day, row.rules, row.rules_name, row.fingerprint, row.players, row.nets)
