"""The notebook: kept hands, virtual games, sessions and practice results in one list, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import IO, Any, Final

import msgspec
from sqlalchemy import Connection

from mjcompanion.ledger import exporting, games, hands, seasons, sessions, tournament_records
from mjcompanion.ledger.csv_files import write_csv
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.exporting import Kind, Progress
from mjcompanion.ledger.listing import PAGE, Listing
from mjcompanion.ledger.values import (
    GAMES,
    HANDS,
    KINDS,
    PRACTICE,
    SESSIONS,
    Cursor,
    Entry,
    NotebookFilter,
    NotebookPage,
)

EVERYTHING: Final = NotebookFilter()
_AT_ONCE: Final = 500
_LAST: Final = 2**31
"""After every number of a row."""


_LISTS: Final[Mapping[str, Listing[Any, Any]]] = {
    HANDS: hands.LIST,
    GAMES: games.LIST,
    SESSIONS: sessions.LIST,
    PRACTICE: hands.LIST,
}


def page(connection: Connection, criteria: NotebookFilter, after: Cursor | None, limit: int) -> NotebookPage:
    """Return a page of entries after a place, newest first."""
    found: list[tuple[str, int, int, Entry]] = []
    for kind, asked in criteria.each.items():
        kind_place, begin = KINDS.index(kind), None
        if after is not None:
            last = KINDS.index(after.kind)
            number = after.id if kind_place == last else _LAST if kind_place > last else 0
            begin = Cursor(after.at, number)
        newest = _LISTS[kind].newest(connection, asked, begin, limit + 1)
        found += [(place.at, -kind_place, place.id, entry) for place, entry in newest]
    found.sort(key=itemgetter(0, 1, 2), reverse=True)
    entries = tuple(entry for *_place, entry in found[:limit])
    if len(found) <= limit:
        return NotebookPage(entries, None)
    at, minus_kind, number, _entry = found[limit - 1]
    return NotebookPage(entries, Cursor(at, number, KINDS[-minus_kind]))


def counts(connection: Connection, criteria: NotebookFilter) -> dict[str, int]:
    """Count the entries of each kind that a filter lets through."""
    return {kind: _LISTS[kind].count(connection, one) for kind, one in criteria.each.items()}


def rows(connection: Connection, criteria: NotebookFilter, progress: Progress | None = None) -> Iterator[Entry]:
    """Yield all entries, the newest first."""
    whole, done, after = sum(counts(connection, criteria).values()), 0, None
    while True:
        found = page(connection, criteria, after, _AT_ONCE)
        yield from found.rows
        done, after = done + len(found.rows), found.after
        if progress is not None:
            progress(done, whole)
        if after is None:
            return


class Notebook(Store):
    """Kept hands, finished games, sessions and exercises together."""

    def page(
        self, criteria: NotebookFilter = EVERYTHING, after: Cursor | None = None, limit: int = PAGE
    ) -> NotebookPage:
        """Return entries, newest first, a page at a time."""
        with self.database.reading() as connection:
            return page(connection, criteria, after, limit)

    def counts(self, criteria: NotebookFilter = EVERYTHING) -> dict[str, int]:
        """Return how many of each kind a filter lets through; a kind that it keeps out isn’t there."""
        with self.database.reading() as connection:
            return counts(connection, criteria)

    def export_to(self, out: IO[bytes], kind: Kind, criteria: NotebookFilter, progress: Progress | None = None) -> int:
        """Write what a filter lets through; return how much.

        "json" holds everything and can be imported; of a filter that lets everything through the tournaments and
        the seasons too.
        "csv" has the columns of the kind, where there is one kind alone, else a row for each entry in columns that all
        have; "standings" has the sessions alone, a row for each player; "text" is for people, one kind at a time.
        """
        with self.database.reading() as connection:
            if kind == "standings":
                criteria = msgspec.structs.replace(criteria, kinds=(SESSIONS,))
                write_csv(out, "standings", rows(connection, criteria, progress))
                return sum(counts(connection, criteria).values())
            if kind != "json" and len(criteria.each) != 1:
                write_csv(out, "notebook", rows(connection, criteria, progress))
                return sum(counts(connection, criteria).values())
            uids = {one: _LISTS[one].uids(connection, asked) for one, asked in criteria.each.items()}
            if kind != "json":
                ((one, those),) = uids.items()
                exporting.write(out, connection, kind, one, those, progress)
                return len(those)
            found = {"game": uids.get(GAMES, []), "kept": [*uids.get(HANDS, ()), *uids.get(PRACTICE, ())]}
            if criteria == EVERYTHING:
                found["tournament"] = [
                    row.uid for row in tournament_records.RECORDS.listed(connection, put_aside=False)
                ]
                found["season"] = [row.uid for row in seasons.RECORDS.listed(connection, put_aside=False)]
            return exporting.write_json(out, connection, uids.get(SESSIONS, ()), found, progress)
