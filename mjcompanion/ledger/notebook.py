"""The notebook: kept hands, virtual games, sessions and practice results in one list, newest first.

One statement finds which rows of which table come next, by their indexes alone; then each table is asked for its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import IO, Any, Final

import msgspec
from sqlalchemy import Integer, bindparam, literal_column, tuple_, union_all

from mjcompanion.ledger import exporting, games, hands, seasons, sessions, tournament_records
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.csv_files import write_csv
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.errors import DamagedRecord
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


def page(
    reader: Reader,
    criteria: NotebookFilter,
    after: Cursor | None,
    limit: int,
    left_out: list[DamagedRecord] | None = None,
) -> NotebookPage:
    """Return a page of entries after a place, newest first; see `Listing.page` for `left_out`."""
    asked = criteria.each
    if not asked:
        return NotebookPage((), None)
    values: dict[str, object] = {"limit": limit + 1}
    parts: list[tuple[str, Any]] = []
    for kind, one in asked.items():
        what, its_values = _LISTS[kind].question(reader, one)
        parts.append((kind, what))
        values |= its_values
    if after is not None:
        place = KINDS.index(after.kind)
        numbers = {kind: after.id if at == place else _LAST if at > place else 0 for at, kind in enumerate(KINDS)}
        values |= {"after_at": after.at, **{f"after_{kind}": numbers[kind] for kind in asked}}
    found = reader.rows(_keys_statement(tuple(parts), reader.dialect, going_on=after is not None), values)
    rows: dict[tuple[int, int], Entry] = {}
    for place, kind in enumerate(KINDS):
        numbers_of = [number for which, _, number in found[:limit] if which == place]
        listed = _LISTS[kind].by_numbers(reader, numbers_of, left_out) if numbers_of else {}
        rows |= {(place, number): row for number, row in listed.items()}
    shown = tuple(rows[which, number] for which, _, number in found[:limit] if (which, number) in rows)
    if len(found) <= limit:
        return NotebookPage(shown, None)
    which, at, number = found[limit - 1]
    return NotebookPage(shown, Cursor(at, number, KINDS[which]))


@lru_cache(maxsize=256)
def _keys_statement(parts: tuple[tuple[str, Any], ...], dialect: str, *, going_on: bool) -> Any:  # noqa: ANN401 - one query, or several in a union
    """Find the rows that come next: the place of their kind, their moment, their number."""
    each = []
    for kind, asked in parts:
        query, at, number = _LISTS[kind].keys(dialect, asked)
        if going_on:
            query = query.where(tuple_(at, number) < tuple_(bindparam("after_at"), bindparam(f"after_{kind}")))
        which = literal_column(str(KINDS.index(kind)), Integer).label("kind")
        each.append(query.with_only_columns(which, at.label("at"), number.label("number")))
    order: list[Any] = [literal_column("at").desc(), literal_column("kind"), literal_column("number").desc()]
    if len(each) == 1:
        return each[0].order_by(*order).limit(bindparam("limit"))
    return union_all(*each).order_by(*order).limit(bindparam("limit"))


def counts(reader: Reader, criteria: NotebookFilter) -> dict[str, int]:
    """Count the entries of each kind that a filter lets through."""
    return {kind: _LISTS[kind].count(reader, one) for kind, one in criteria.each.items()}


def rows(reader: Reader, criteria: NotebookFilter, progress: Progress | None = None) -> Iterator[Entry]:
    """Yield all entries, the newest first."""
    whole, done, after = sum(counts(reader, criteria).values()), 0, None
    while True:
        found = page(reader, criteria, after, _AT_ONCE)
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
        return self.database.listed(lambda reader, left_out: page(reader, criteria, after, limit, left_out))

    def counts(self, criteria: NotebookFilter = EVERYTHING) -> dict[str, int]:
        """Return how many of each kind a filter lets through; a kind that it keeps out isn’t there."""
        with self.database.asking() as reader:
            return counts(reader, criteria)

    def export_to(self, out: IO[bytes], kind: Kind, criteria: NotebookFilter, progress: Progress | None = None) -> int:
        """Write what a filter lets through; return how much.

        "json" holds everything and can be imported; of a filter that lets everything through the tournaments and
        the seasons too.
        "csv" has the columns of the kind, where there is one kind alone, else a row for each entry in columns that all
        have; "standings" has the sessions alone, a row for each player; "text" is for people, one kind at a time.
        """
        with self.database.asking() as reader:
            if kind == "standings":
                criteria = msgspec.structs.replace(criteria, kinds=(SESSIONS,))
                write_csv(out, "standings", rows(reader, criteria, progress))
                return sum(counts(reader, criteria).values())
            if kind != "json" and len(criteria.each) != 1:
                write_csv(out, "notebook", rows(reader, criteria, progress))
                return sum(counts(reader, criteria).values())
            uids = {one: _LISTS[one].uids(reader, asked) for one, asked in criteria.each.items()}
            if kind != "json":
                ((one, those),) = uids.items()
                exporting.write(out, reader, kind, one, those, progress)
                return len(those)
            found = {"game": uids.get(GAMES, []), "kept": [*uids.get(HANDS, ()), *uids.get(PRACTICE, ())]}
            if criteria == EVERYTHING:
                found["tournament"] = [row.uid for row in tournament_records.RECORDS.listed(reader, put_aside=False)]
                found["season"] = [row.uid for row in seasons.RECORDS.listed(reader, put_aside=False)]
            found = {one: some for one, some in found.items() if some}
            return exporting.write_json(out, reader, uids.get(SESSIONS, ()), found, progress)
