"""Figures over kept hands and finished games: by ruleset and house rules, never over two; real and virtual apart.

Games on a deal that was seen before are counted apart.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from statistics import fmean, quantiles
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row

from mjcompanion.ledger import games, hands
from mjcompanion.ledger.values import (
    Bin,
    Figures,
    GameFilter,
    GameRow,
    KeptFilter,
    KeptHand,
    MonthFigures,
)

_FIRST_BIN: Final = 10
_FINE: Final = 6
"""Over fewer doublings than this a histogram has two bars for each."""
_MOST_BINS: Final = 14
_MONTH: Final = len("2026-11")


class _Played(NamedTuple):
    """A hand or a game: its month, the score in hundredths if it was won, and the share of the wall that was left."""

    row: GameRow | KeptHand
    month: str
    cents: int | None
    factor: float | None
    seen: bool


def figures(
    connection: Connection, criteria: KeptFilter | GameFilter, *, with_seen: bool = True, by_house: bool = True
) -> Iterator[Figures]:
    """Yield what came of the kept hands or the games of a filter, by ruleset; its own rules before those of a house.

    `with_seen` counts games on a deal that was seen before too. Without `by_house` there is one for each ruleset,
    whatever the house rules were.
    """
    real = isinstance(criteria, KeptFilter)
    listing: Any = hands.LIST if real else games.LIST
    by_kind: dict[tuple[str, str], list[_Played]] = defaultdict(list)
    for found in connection.execute(listing.rows(connection, criteria).order_by(*listing.order(criteria))):
        by_kind[found.rules, (found.house or "") if by_house else ""].append(_played(found, real=real))
    for (_unused, house), rows in sorted(by_kind.items()):
        yield _figures_of(house, rows, real=real, with_seen=with_seen)


def _played(found: Row[Any], *, real: bool) -> _Played:
    row: GameRow | KeptHand = hands.RECORDS.row_of(found) if real else games.RECORDS.row_of(found)
    cents = 100 * row.score if found.final_cents is None else found.final_cents
    factor = found.factor_num / found.factor_den if row.won and found.factor_den else None
    month = (found.at if real else found.finished_at)[:_MONTH]
    return _Played(row, month, cents if row.won else None, factor, not real and bool(found.seen))


def _figures_of(house: str, rows: Sequence[_Played], *, real: bool, with_seen: bool) -> Figures:
    counted = [one for one in rows if with_seen or not one.seen]
    scores = sorted(one.cents for one in counted if one.cents is not None)
    points = [Fraction(cents, 100) for cents in scores]
    quartiles: Sequence[Fraction | None] = (None, None, None)
    if points:
        quartiles = quantiles(points if len(points) > 1 else 2 * points, n=4, method="inclusive")
    factors = [one.factor for one in counted if one.factor is not None]
    virtual = [one.row for one in counted if isinstance(one.row, GameRow)]
    best = max(counted, key=lambda one: -1 if one.cents is None else one.cents, default=None)
    return Figures(
        rules=rows[0].row.rules,
        house=house,
        name=max((one.row.rules_name for one in rows if isinstance(one.row, KeptHand)), default=""),
        real=real,
        played=len(counted),
        won=len(scores),
        lost=sum(bool(row.winner) and not row.won for row in virtual),
        assisted=sum(row.assisted for row in virtual),
        seen=sum(one.seen for one in rows),
        mean=_mean(scores),
        mean_of_all=Fraction(sum(scores), 100 * len(counted)) if virtual else None,
        low=quartiles[0],
        median=quartiles[1],
        high=quartiles[2],
        factor=fmean(factors) if factors else None,
        best=best.row if best is not None and best.cents is not None else None,
        finals=bins(scores),
        months=tuple(_months(counted)),
    )


def _mean(scores: Sequence[int]) -> Fraction | None:
    """Return the average of scores in hundredths, in points."""
    return Fraction(sum(scores), 100 * len(scores)) if scores else None


def _months(rows: Iterable[_Played]) -> Iterator[MonthFigures]:
    for month, some in groupby(rows, key=lambda one: one.month):
        played = list(some)
        scores = [one.cents for one in played if one.cents is not None]
        yield MonthFigures(month, len(played), len(scores), _mean(scores))


def bins(scores: Sequence[int]) -> tuple[Bin, ...]:
    """Return the bars of a histogram of scores in hundredths, in order.

    Scores of mah jongg double, so the bars do: 0–10, 10–20, 20–40 and on; where few doublings lie between the lowest
    and the highest there are two bars for each, where many do, they are twice as wide.

    >>> [(one.low, one.high, one.count) for one in bins([7451, 8000, 8000, 15999])]
    [(60, 80, 1), (80, 120, 2), (120, 160, 1)]
    """
    if not scores:
        return ()
    low, high = scores[0] // 100, scores[-1] // 100
    doublings = max(high // _FIRST_BIN, 1).bit_length() - max(low // _FIRST_BIN, 1).bit_length() + 1
    step = 1
    while doublings // step > _MOST_BINS:
        step += 1
    edges = [0, _FIRST_BIN]
    while edges[-1] <= high:
        last = edges[-1]
        if doublings < _FINE:
            edges.append(last + last // 2)
        edges.append(last << step)
    counts = [0] * len(edges)
    for cents in scores:
        counts[bisect_right(edges, cents // 100) - 1] += 1
    first, last = (bisect_right(edges, points) - 1 for points in (low, high))
    found = [Bin(*ends, count) for ends, count in zip(pairwise(edges), counts, strict=False)]
    return tuple(found[first : last + 1])
