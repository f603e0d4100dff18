"""The notebook: kept hands, virtual games, sessions and practice results in one list, newest first.

One statement finds which rows of which table come next, by their indexes alone; then each table is asked for its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import CompoundSelect, Integer, Select, bindparam, literal_column, tuple_, union_all

from mjcompanion.ledger import games, kept, queries
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Astray
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

_LAST: Final = 2**31
"""After every number of a row."""


class _Table(NamedTuple):
    """What a kind of entries is asked by: its filter of a notebook's, None where that lets nothing of it through."""

    filter_of: Callable[[NotebookFilter], Any]
    asked: Callable[[Any], Any]
    values: Callable[[Reader, Any], dict[str, object]]
    keys: Callable[[str, Any], queries.Keys]
    rows: Callable[[Reader, Sequence[int], list[Astray] | None], Mapping[int, Entry]]
    count: Callable[[Reader, Any], int]


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


def _kept(filter_of: Callable[[NotebookFilter], Any]) -> _Table:
    return _Table(filter_of, kept.asked, lambda _, wanted: kept.values(wanted), kept.keys, kept.by_numbers, kept.count)


_TABLES: Final[Mapping[str, _Table]] = {
    HANDS: _kept(of_hands),
    GAMES: _Table(
        of_games, games.asked, lambda _, wanted: games.values(wanted), games.keys, games.by_numbers, games.count
    ),
    SESSIONS: _Table(of_sessions, queries.asked, queries.values, queries.keys, queries.by_numbers, queries.count),
    PRACTICE: _kept(of_practice),
}


def _filters(wanted: NotebookFilter) -> Iterator[tuple[str, Any]]:
    for kind in wanted.kinds or KINDS:
        found = _TABLES[kind].filter_of(wanted)
        if found is not None:
            yield kind, found


def page(
    reader: Reader,
    wanted: NotebookFilter,
    after: EntryCursor | None,
    limit: int,
    astray: list[Astray] | None = None,
) -> NotebookPage:
    """Some entries, newest first, from the place after which this page begins; see `queries.page` for `astray`."""
    filters = dict(_filters(wanted))
    if not filters:
        return NotebookPage((), None)
    values: dict[str, object] = {"limit": limit + 1}
    for kind, one in filters.items():
        values |= _TABLES[kind].values(reader, one)
    if after is not None:
        place = KINDS.index(after.kind)
        numbers = {kind: after.id if at == place else _LAST if at > place else 0 for at, kind in enumerate(KINDS)}
        values |= {"after_at": after.at, **{f"after_{kind}": numbers[kind] for kind in filters}}
    parts = tuple((kind, _TABLES[kind].asked(one)) for kind, one in filters.items())
    found = reader.rows(_keys_statement(parts, reader.dialect, going_on=after is not None), values)
    rows: dict[tuple[int, int], Entry] = {}
    for place, kind in enumerate(KINDS):
        numbers_of = [number for which, _, number in found[:limit] if which == place]
        if numbers_of:
            for number, row in _TABLES[kind].rows(reader, numbers_of, astray).items():
                rows[place, number] = row
    shown = tuple(rows[which, number] for which, _, number in found[:limit] if (which, number) in rows)
    if len(found) <= limit:
        return NotebookPage(shown, None)
    which, at, number = found[limit - 1]
    return NotebookPage(shown, EntryCursor(at, number, KINDS[which]))


@lru_cache(maxsize=256)
def _keys_statement(
    parts: tuple[tuple[str, Any], ...], dialect: str, *, going_on: bool
) -> Select[Any] | CompoundSelect[Any]:
    """Which rows come next: the place of their kind, their moment, their number."""
    each = []
    for kind, asked in parts:
        query, at, number = _TABLES[kind].keys(dialect, asked)
        if going_on:
            query = query.where(tuple_(at, number) < tuple_(bindparam("after_at"), bindparam(f"after_{kind}")))
        which = literal_column(str(KINDS.index(kind)), Integer).label("kind")
        each.append(query.with_only_columns(which, at.label("at"), number.label("number")))
    order = [literal_column("at").desc(), literal_column("kind"), literal_column("number").desc()]
    if len(each) == 1:
        return each[0].order_by(*order).limit(bindparam("limit"))
    return union_all(*each).order_by(*order).limit(bindparam("limit"))


def counts(reader: Reader, wanted: NotebookFilter) -> dict[str, int]:
    """How many entries of each kind a filter lets through."""
    return {kind: _TABLES[kind].count(reader, one) for kind, one in _filters(wanted)}


def time_of(entry: Entry) -> str:
    """When a session began, a game was over, a hand was played, or an exercise was done, in UTC."""
    if isinstance(entry, KeptHand):
        return entry.at
    return entry.finished_at if isinstance(entry, GameRow) else entry.started_at


def kind_of(entry: Entry) -> str:
    """Which of `KINDS` an entry is."""
    if isinstance(entry, KeptHand):
        return entry.kind or HANDS
    return GAMES if isinstance(entry, GameRow) else SESSIONS
