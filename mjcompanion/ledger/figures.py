"""Figures over kept hands and finished games: by ruleset and house rules, never over two; real and virtual apart.

They are added up by the database. Games on a deal that was seen before are counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Double,
    Row,
    Select,
    bindparam,
    case,
    cast,
    func,
    literal,
    literal_column,
    select,
)

from mjcompanion.ledger import games, hands
from mjcompanion.ledger.models import Games, Kept
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
_Counted = Sequence[tuple[int, int]]
"""Scores in hundredths, each with how often there was it, in order."""


def figures(
    connection: Connection, criteria: KeptFilter | GameFilter, *, with_seen: bool = True, by_house: bool = True
) -> Iterator[Figures]:
    """Yield what came of the kept hands or the games of a filter, by ruleset; its own rules before those of a house.

    `with_seen` counts games on a deal that was seen before too. Without `by_house` there is one for each ruleset,
    whatever the house rules were.
    """
    real = isinstance(criteria, KeptFilter)
    listing: Any = hands.LIST if real else games.LIST
    asked = listing.conditions(connection, criteria)
    months, scores, best = (one.where(*asked) for one in _statements(real=real, with_seen=with_seen))
    kind_of = itemgetter(0, 1) if by_house else itemgetter(0)
    by_kind: dict[Any, list[Row[Any]]] = defaultdict(list)
    for row in connection.execute(scores):
        by_kind[kind_of(row)].append(row)
    each = sorted(connection.execute(months), key=lambda one: (kind_of(one), one.month))
    for kind, rows in groupby(each, key=kind_of):
        top = max(by_kind[kind], key=lambda one: one.value, default=None)
        found = None
        if top is not None:  # the first one that counted most
            which = {"of_rules": top.rules, "of_house": top.house, "cents": top.value, "points": top.value // 100}
            row = connection.execute(best, which).one()
            found = hands.RECORDS.row_of(row) if real else games.RECORDS.row_of(row)
        yield _figures_of(list(rows), by_kind[kind], found, real=real, with_seen=with_seen)


def _figures_of(
    rows: Sequence[Row[Any]],
    scores: Sequence[Row[Any]],
    best: GameRow | KeptHand | None,
    *,
    real: bool,
    with_seen: bool,
) -> Figures:
    counted = [row for row in rows if with_seen or not row.seen]
    times: dict[int, int] = defaultdict(int)
    for score in scores:
        times[score.value] += score.times
    ordered = sorted(times.items())
    total, scored = sum(value * count for value, count in ordered), sum(times.values())
    played, factored = sum(row.played for row in counted), sum(row.factored for row in counted)
    return Figures(
        rules=rows[0].rules,
        house=rows[0].house,
        name=max((row.name or "" for row in rows), default=""),
        real=real,
        played=played,
        won=sum(row.won for row in counted),
        lost=sum(row.lost for row in counted),
        assisted=sum(row.assisted for row in counted),
        seen=sum(row.played for row in rows if row.seen),
        mean=Fraction(total, 100 * scored) if scored else None,
        mean_of_all=Fraction(total, 100 * played) if played and not real else None,
        low=quantile(ordered, Fraction(1, 4)),
        median=quantile(ordered, Fraction(1, 2)),
        high=quantile(ordered, Fraction(3, 4)),
        factor=sum(row.factors for row in counted) / factored if factored else None,
        best=best,
        finals=bins(ordered),
        months=tuple(_months(counted)),
    )


def _months(rows: Sequence[Row[Any]]) -> Iterable[MonthFigures]:
    for month, some in groupby(rows, key=lambda row: row.month):
        both = list(some)
        won = sum(row.won for row in both)
        mean = Fraction(sum(row.total for row in both), 100 * won) if won else None
        yield MonthFigures(month, sum(row.played for row in both), won, mean)


def quantile(scores: _Counted, share: Fraction) -> Fraction | None:
    """Return the score below which this share of them is, in points; between two scores in proportion.

    >>> [str(quantile([(100, 1), (200, 1), (400, 2)], Fraction(at, 4))) for at in (1, 2, 3)]
    ['7/4', '3', '4']
    """
    count = sum(times for _, times in scores)
    if not count:
        return None
    place = share * (count - 1)
    below = int(place)
    low, high = _at(scores, below), _at(scores, min(below + 1, count - 1))
    return (low + (place - below) * (high - low)) / 100


def _at(scores: _Counted, place: int) -> int:
    passed = 0
    for value, times in scores:
        passed += times
        if passed > place:
            return value
    raise IndexError(place)


def bins(finals: Sequence[tuple[int, int]]) -> tuple[Bin, ...]:
    """Return the bars of a histogram of finals: each (hundredths, how often), in order.

    Scores of mah jongg double, so the bars do: 0–10, 10–20, 20–40 and on; where few doublings lie between the lowest
    and the highest there are two bars for each, where many do, they are twice as wide.

    >>> [(one.low, one.high, one.count) for one in bins([(7451, 1), (8000, 2), (15999, 1)])]
    [(60, 80, 1), (80, 120, 2), (120, 160, 1)]
    """
    if not finals:
        return ()
    low, high = finals[0][0] // 100, finals[-1][0] // 100
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
    found = [Bin(one, other, 0) for one, other in pairwise(edges)]
    counts = [0] * len(found)
    at = 0
    for cents, times in finals:
        while cents >= 100 * found[at].high:
            at += 1
        counts[at] += times
    first = next(at for at, number in enumerate(counts) if number)
    last = max(at for at, number in enumerate(counts) if number)
    return tuple([Bin(one.low, one.high, number) for one, number in zip(found, counts, strict=True)][first : last + 1])


# statements


def _counted(condition: Any) -> Any:  # noqa: ANN401 - expressions
    return func.sum(case((condition, literal(1)), else_=literal(0)))


def _statements(*, real: bool, with_seen: bool) -> tuple[Select[Any], ...]:
    """Return the statements that add up months, count scores and find the best; games may be on a deal seen before.

    `total` and `value` are scores in hundredths, `factors` the sum of `factored` shares of the wall.
    """
    c: Any = Kept if real else Games
    at, kind, none = c.at if real else c.finished_at, (c.rules, c.house), literal(0)
    month, seen = func.substr(at, 1, _MONTH), none if real else games.SEEN
    value = func.coalesce(c.final_cents, 100 * c.score) if real else c.final_cents
    has_factor = c.won & c.factor_den.is_not(None)
    factor = cast(c.factor_num, Double) / cast(c.factor_den, Double)
    months = select(
        *(*kind, seen.label("seen"), month.label("month"), func.count().label("played"), _counted(c.won).label("won")),
        (none if real else _counted(~c.won & (c.winner != literal("")))).label("lost"),
        (none if real else _counted(c.assisted)).label("assisted"),
        func.sum(case((has_factor, factor), else_=cast(none, Double))).label("factors"),
        _counted(has_factor).label("factored"),
        cast(func.coalesce(func.sum(case((c.won, value))), none), BigInteger).label("total"),
        (func.max(c.rules_name) if real else literal("")).label("name"),
    )
    times = cast(func.count(), BigInteger).label("times")
    scores = select(*kind, value.label("value"), times).where(c.won, value.is_not(None))
    has_score = c.final_cents == bindparam("cents")
    if real:
        has_score |= c.final_cents.is_(None) & (c.score == bindparam("points"))
    best = select(*(hands.RECORDS if real else games.RECORDS).columns).where(
        c.won, c.rules == bindparam("of_rules"), c.house == bindparam("of_house"), has_score
    )
    if not with_seen:
        scores, best = scores.where(~seen), best.where(~seen)
    first = at if real else at + literal_column("''")  # or all games would be gone through by date
    return (
        months.group_by(*kind, *([] if real else ["seen"]), month),
        scores.group_by(*kind, "value"),
        best.order_by(first, c.id).limit(1),
    )
