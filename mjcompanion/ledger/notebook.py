"""The notebook: kept hands, virtual games, sessions and practice results in one list, newest first.

One statement finds which rows of which table come next, by their indexes alone; then each table is asked for its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, Final

import msgspec
from sqlalchemy import Integer, bindparam, literal_column, tuple_, union_all

from mjcompanion.ledger import exporting, game_records, hand_records, session_lists, tournament_records
from mjcompanion.ledger.cells import csv_text
from mjcompanion.ledger.connect import Reader, kept_statements
from mjcompanion.ledger.database import Store
from mjcompanion.ledger.errors import Astray
from mjcompanion.ledger.exporting import Contents, Kind, Progress
from mjcompanion.ledger.listing import PAGE, Listing
from mjcompanion.ledger.values import (
    GAMES,
    HANDS,
    KINDS,
    PRACTICE,
    SESSIONS,
    Entry,
    EntryCursor,
    GameFilter,
    GameRow,
    KeptFilter,
    KeptHand,
    NotebookFilter,
    NotebookPage,
    SessionFilter,
)

EVERYTHING: Final = NotebookFilter()
_AT_ONCE: Final = 500
_LAST: Final = 2**31
"""After every number of a row."""


def of_sessions(wanted: NotebookFilter) -> SessionFilter | None:
    """The sessions of a filter; nobody is the winner of a session, and none is put aside."""
    if wanted.put_aside or _asks_of_games(wanted) or (wanted.name and not wanted.player):
        return None
    return SessionFilter(wanted.player, wanted.text, wanted.rules, wanted.since, wanted.until)


def of_hands(wanted: NotebookFilter) -> KeptFilter | None:
    """The kept hands of a filter."""
    days = wanted.since, wanted.until
    asked = KeptFilter(wanted.rules, wanted.name, wanted.text, *days, put_aside=wanted.put_aside)
    return None if _asks_of_games(wanted) else asked


def of_games(wanted: NotebookFilter) -> GameFilter | None:
    """The virtual games of a filter; they are nobody's."""
    days = wanted.since, wanted.until
    asked = GameFilter(wanted.rules, wanted.won, wanted.assisted, wanted.text, *days, put_aside=wanted.put_aside)
    return None if wanted.name else asked


def of_practice(wanted: NotebookFilter) -> KeptFilter | None:
    """The exercises of a filter; they are nobody's."""
    asked = of_hands(wanted)
    return None if asked is None or wanted.name else msgspec.structs.replace(asked, kind=PRACTICE)


def _asks_of_games(wanted: NotebookFilter) -> bool:
    return wanted.won is not None or wanted.assisted is not None


_TABLES: Final[Mapping[str, tuple[Callable[[NotebookFilter], Any], Listing[Any, Any]]]] = {
    HANDS: (of_hands, hand_records.LIST),
    GAMES: (of_games, game_records.LIST),
    SESSIONS: (of_sessions, session_lists.LIST),
    PRACTICE: (of_practice, hand_records.LIST),
}
"""For each kind its filter of a notebook's, None where that lets nothing of it through, and where it is listed."""


def filters(wanted: NotebookFilter) -> Iterator[tuple[str, Any]]:
    """The filter for each kind of which anything may be let through."""
    for kind in wanted.kinds or KINDS:
        found = _TABLES[kind][0](wanted)
        if found is not None:
            yield kind, found


def page(
    reader: Reader,
    wanted: NotebookFilter,
    after: EntryCursor | None,
    limit: int,
    astray: list[Astray] | None = None,
) -> NotebookPage:
    """Some entries, newest first, from the place after which this page begins; see `Listing.page` for `astray`."""
    asked = dict(filters(wanted))
    if not asked:
        return NotebookPage((), None)
    values: dict[str, object] = {"limit": limit + 1}
    for kind, one in asked.items():
        values |= _TABLES[kind][1].values(reader, one)
    if after is not None:
        place = KINDS.index(after.kind)
        numbers = {kind: after.id if at == place else _LAST if at > place else 0 for at, kind in enumerate(KINDS)}
        values |= {"after_at": after.at, **{f"after_{kind}": numbers[kind] for kind in asked}}
    parts = tuple((kind, _TABLES[kind][1].asked(one)) for kind, one in asked.items())
    found = reader.rows(_keys_statement(parts, reader.dialect, going_on=after is not None), values)
    rows: dict[tuple[int, int], Entry] = {}
    for place, kind in enumerate(KINDS):
        numbers_of = [number for which, _, number in found[:limit] if which == place]
        if numbers_of:
            for number, row in _TABLES[kind][1].by_numbers(reader, numbers_of, astray).items():
                rows[place, number] = row
    shown = tuple(rows[which, number] for which, _, number in found[:limit] if (which, number) in rows)
    if len(found) <= limit:
        return NotebookPage(shown, None)
    which, at, number = found[limit - 1]
    return NotebookPage(shown, EntryCursor(at, number, KINDS[which]))


@kept_statements(256)
def _keys_statement(parts: tuple[tuple[str, Any], ...], dialect: str, *, going_on: bool) -> Any:  # noqa: ANN401 - one query, or several in a union
    """Which rows come next: the place of their kind, their moment, their number."""
    each = []
    for kind, asked in parts:
        query, at, number = _TABLES[kind][1].keys(dialect, asked)
        if going_on:
            query = query.where(tuple_(at, number) < tuple_(bindparam("after_at"), bindparam(f"after_{kind}")))
        which = literal_column(str(KINDS.index(kind)), Integer).label("kind")
        each.append(query.with_only_columns(which, at.label("at"), number.label("number")))
    order: list[Any] = [literal_column("at").desc(), literal_column("kind"), literal_column("number").desc()]
    if len(each) == 1:
        return each[0].order_by(*order).limit(bindparam("limit"))
    return union_all(*each).order_by(*order).limit(bindparam("limit"))


def counts(reader: Reader, wanted: NotebookFilter) -> dict[str, int]:
    """How many entries of each kind a filter lets through."""
    return {kind: _TABLES[kind][1].count(reader, one) for kind, one in filters(wanted)}


COLUMNS: Final = (
    *("kind", "id", "at", "players", "title", "place", "remark", "rules", "house_rules", "won", "score", "final"),
    *("hands", "tiles"),
)


def cells(entry: Entry) -> tuple[str | int | None, ...]:
    """An entry as the columns of a CSV; a session has the balances of its players for a score."""
    if isinstance(entry, KeptHand):
        about = ("", entry.place, entry.remark, entry.rules, entry.rules_name, "yes" if entry.won else "no")
        kind = entry.kind or HANDS
        return (kind, entry.uid, entry.at, entry.player, *about, entry.score, entry.final_text, None, entry.hand)
    if isinstance(entry, GameRow):
        deal = "" if entry.seed is None else str(entry.seed)
        about = (deal, "", "", entry.rules, "", "yes" if entry.won else "no")
        return (GAMES, entry.uid, entry.finished_at, "", *about, entry.score, entry.final_text, None, entry.hand)
    players, nets = "; ".join(entry.names), "; ".join(map(str, entry.nets))
    about = (entry.title, "", "", entry.rules, entry.rules_name, "")
    return (SESSIONS, entry.uid, entry.started_at, players, *about, nets, "", entry.hands, "")


def write_csv(out: IO[bytes], reader: Reader, wanted: NotebookFilter, progress: Progress | None = None) -> int:
    """Write a row for each entry, the newest first; gives how many."""
    whole, done, after = sum(counts(reader, wanted).values()), 0, None
    out.write(csv_text([COLUMNS]).encode())
    while True:
        found = page(reader, wanted, after, _AT_ONCE)
        out.write(csv_text(map(cells, found.rows)).encode())
        done += len(found.rows)
        if progress is not None:
            progress(done, whole)
        if found.after is None:
            return done
        after = found.after


class Notebook(Store):
    """Kept hands, finished games, sessions and exercises together."""

    def page(
        self, wanted: NotebookFilter = EVERYTHING, after: EntryCursor | None = None, limit: int = PAGE
    ) -> NotebookPage:
        """Return entries, newest first, a page at a time."""
        return self.database.listed(lambda reader, astray: page(reader, wanted, after, limit, astray))

    def counts(self, wanted: NotebookFilter = EVERYTHING) -> dict[str, int]:
        """Return how many of each kind a filter lets through; a kind that it keeps out isn't there."""
        with self.database.asking() as reader:
            return counts(reader, wanted)

    def export_to(self, out: IO[bytes], kind: Kind, wanted: NotebookFilter, progress: Progress | None = None) -> int:
        """Write what a filter lets through; return how much.

        "json" holds everything and can be imported; of a filter that lets everything through the tournaments too.
        "csv" has the columns of the kind, where there is one kind alone, else a row for each entry in columns that all
        have; "text" is for people, one kind at a time.
        """
        asked = dict(filters(wanted))
        with self.database.reading() as connection:
            reader = Reader.of(connection)
            uids = {one: _TABLES[one][1].uids(reader, filter_) for one, filter_ in asked.items()}
            if kind == "json":
                rows = () if wanted != EVERYTHING else tournament_records.listed(reader, put_aside=False)
                what = Contents(
                    uids.get(SESSIONS, ()),
                    uids.get(GAMES) or None,
                    [*uids.get(HANDS, ()), *uids.get(PRACTICE, ())] or None,
                    [tournament_records.RECORDS.stored(reader, row.uid) for row in rows] or None,
                    exercises=bool(uids.get(PRACTICE)),
                )
                return exporting.write_json(out, reader, what, progress)
            if len(asked) != 1:
                return write_csv(out, reader, wanted, progress)
            ((one, those),) = uids.items()
            write = {SESSIONS: exporting.sessions, GAMES: exporting.games}.get(one, exporting.hands)
            write(out, reader, kind, those, progress)
            return len(those)
