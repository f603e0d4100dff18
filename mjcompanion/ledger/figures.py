"""Figures over kept hands and finished games: by ruleset and house rules, never over two; real and virtual apart.

They are added up by the database. Games on a deal that was seen before are counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Double,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    literal_column,
    or_,
    select,
)

from mjcompanion.ledger import checksums, game_records, hand_records
from mjcompanion.ledger.connect import Reader, Ready, ready
from mjcompanion.ledger.listing import Asked
from mjcompanion.ledger.models import Games, Kept
from mjcompanion.ledger.values import (
    Figures,
    FiguresFilter,
    GameFilter,
    GameRow,
    KeptFilter,
    KeptHand,
    MonthFigures,
)

_MONTH: Final = len("2026-11")
_Counted = Sequence[tuple[int, int]]
"""Scores in hundredths, each with how often there was it, in order."""


class _Month(NamedTuple):
    """What the database adds up of one month of one kind; `cents` are those of scores that are in hundredths."""

    rules: str
    house: str
    seen: bool
    month: str
    played: int
    won: int
    lost: int
    assisted: int
    factors: float
    factored: int
    cents: int
    points: int
    scored: int
    name: str | None


class _Score(NamedTuple):
    """How often there was a score: in hundredths where it is a final, in points where there is no final."""

    rules: str
    house: str
    cents: int | None
    points: int | None
    times: int

    @property
    def value(self) -> int:
        return self.cents if self.cents is not None else 100 * (self.points or 0)


class _Source(NamedTuple):
    """One of the two tables: its statements, and what is done with what they find."""

    real: bool
    months: Ready
    scores: Ready
    best: Ready
    read: Callable[[Sequence[Any]], GameRow | KeptHand]


def figures(reader: Reader, wanted: FiguresFilter) -> tuple[Figures, ...]:
    """What came of the hands and games of a filter, one for each ruleset, its house rules, and real or virtual.

    Real hands come first, and then by ruleset; the ruleset's own rules before those of a house.
    """
    found: list[Figures] = []
    if wanted.virtual is not True:
        asked = KeptFilter(rules=wanted.rules, player=wanted.player, since=wanted.since, until=wanted.until)
        found += of_hands(reader, asked)
    if wanted.virtual is not False and not wanted.player:
        among = GameFilter(rules=wanted.rules, since=wanted.since, until=wanted.until)
        found += of_games(reader, among, with_seen=wanted.with_seen)
    return tuple(found)


def of_hands(reader: Reader, wanted: KeptFilter) -> tuple[Figures, ...]:
    """The same of the kept hands of a filter."""
    return tuple(
        _of(
            reader,
            _kept_source(hand_records.LIST.asked(wanted), reader.dialect),
            hand_records.LIST.values(reader, wanted),
        )
    )


def of_games(
    reader: Reader, wanted: GameFilter, *, with_seen: bool = False, by_house: bool = True
) -> tuple[Figures, ...]:
    """The same of the finished games of a filter; `with_seen` counts games on a deal that was seen before.

    Without `by_house` there is one for each ruleset, whatever the house rules were.
    """
    source = _games_source(game_records.LIST.asked(wanted), reader.dialect, with_seen=with_seen)
    return tuple(_of(reader, source, game_records.LIST.values(reader, wanted), with_seen=with_seen, by_house=by_house))


def _of(
    reader: Reader, source: _Source, values: Mapping[str, object], *, with_seen: bool = True, by_house: bool = True
) -> Iterable[Figures]:
    months = [_Month(*row) for row in reader.rows(source.months, values)]
    scores = [_Score(*row) for row in reader.rows(source.scores, values)]
    kind_of = itemgetter(0, 1) if by_house else itemgetter(0)
    by_kind: dict[Any, list[_Score]] = defaultdict(list)
    for score in scores:
        by_kind[kind_of(score)].append(score)
    months.sort(key=lambda one: (kind_of(one), one.month))
    for kind, rows in groupby(months, key=kind_of):
        yield _figures_of(source, list(rows), by_kind[kind], _best(reader, source, values, by_kind[kind]), with_seen)


def _best(
    reader: Reader, source: _Source, values: Mapping[str, object], scores: Sequence[_Score]
) -> GameRow | KeptHand | None:
    """The first one that counted most."""
    if not scores:
        return None
    top = max(scores, key=lambda one: one.value)
    which = {"of_rules": top.rules, "of_house": top.house, "cents": top.cents, "points": top.points}
    found = reader.rows(source.best, {**values, **which})
    return source.read(found[0])


def _figures_of(
    source: _Source,
    rows: Sequence[_Month],
    scores: Sequence[_Score],
    best: GameRow | KeptHand | None,
    with_seen: bool,  # noqa: FBT001 - as its caller has it
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
        real=source.real,
        played=played,
        won=sum(row.won for row in counted),
        lost=sum(row.lost for row in counted),
        assisted=sum(row.assisted for row in counted),
        seen=sum(row.played for row in rows if row.seen),
        mean=Fraction(total, 100 * scored) if scored else None,
        mean_of_all=Fraction(total, 100 * played) if played and not source.real else None,
        low=quantile(ordered, Fraction(1, 4)),
        median=quantile(ordered, Fraction(1, 2)),
        high=quantile(ordered, Fraction(3, 4)),
        factor=sum(row.factors for row in counted) / factored if factored else None,
        best=best,
        finals=game_records.bins(ordered),
        months=tuple(_months(counted)),
    )


def _months(rows: Sequence[_Month]) -> Iterable[MonthFigures]:
    for month, some in groupby(rows, key=lambda row: row.month):
        both = list(some)
        scored = sum(row.scored for row in both)
        total = sum(row.cents + 100 * row.points for row in both)
        mean = Fraction(total, 100 * scored) if scored else None
        yield MonthFigures(month, sum(row.played for row in both), sum(row.won for row in both), mean)


def quantile(scores: _Counted, share: Fraction) -> Fraction | None:
    """The score below which so large a share lies, in points; between two scores in proportion.

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


# --- statements


def _counted(condition: Any) -> Any:  # noqa: ANN401 - expressions
    return func.sum(case((condition, literal(1)), else_=literal(0)))


def _summed(value: Any) -> Any:  # noqa: ANN401 - expressions
    return cast(func.coalesce(func.sum(value), literal(0)), BigInteger)


def _factors(table: type[Games | Kept]) -> tuple[Any, Any]:
    """The factors of what was won, and how many there are."""
    has_factor = table.won & table.factor_den.is_not(None)
    factor = cast(table.factor_num, Double) / cast(table.factor_den, Double)
    return func.sum(case((has_factor, factor), else_=cast(literal(0), Double))), _counted(has_factor)


def _this(table: type[Games | Kept]) -> Any:  # noqa: ANN401 - an expression
    """The kind of which the best one is sought."""
    return and_(table.rules == bindparam("of_rules"), table.house == bindparam("of_house"))


@lru_cache(maxsize=64)
def _kept_source(asked: Asked, dialect: str) -> _Source:
    c = Kept
    kind = (c.rules, c.house)
    month = func.substr(c.at, 1, _MONTH)
    final = c.won & c.final_cents.is_not(None)
    plain = c.won & c.final_cents.is_(None)
    none = literal(0)
    months = select(
        *(*kind, none, month, func.count(), _counted(c.won), none, none, *_factors(Kept)),
        _summed(case((final, c.final_cents))),
        _summed(case((plain, c.score))),
        _counted(c.won),
        func.max(c.rules_name),
    )
    points = case((c.final_cents.is_(None), c.score))
    scores: Any = select(*kind, c.final_cents, points, cast(func.count(), BigInteger)).where(c.won)
    best = (
        select(*checksums.columns_of(Kept))
        .where(c.won, _this(Kept))
        .where(or_(c.final_cents == bindparam("cents"), and_(c.final_cents.is_(None), c.score == bindparam("points"))))
    )
    return _Source(
        True,
        ready(hand_records.LIST.narrowed(dialect, months, asked).group_by(*kind, month), dialect),
        ready(hand_records.LIST.narrowed(dialect, scores, asked).group_by(*kind, c.final_cents, points), dialect),
        ready(hand_records.LIST.narrowed(dialect, best, asked).order_by(c.at, c.id).limit(1), dialect),
        hand_records.RECORDS.row_of,
    )


@lru_cache(maxsize=64)
def _games_source(asked: Asked, dialect: str, *, with_seen: bool) -> _Source:
    c = Games
    kind = (c.rules, c.house)
    month, seen = func.substr(c.finished_at, 1, _MONTH), game_records.SEEN
    none = literal(0)
    months = select(
        *(*kind, seen.label("was_seen"), month, func.count(), _counted(c.won)),
        _counted(~c.won & (c.winner != literal(""))),
        _counted(c.assisted),
        *_factors(Games),
        _summed(c.final_cents),
        none,
        func.count(c.final_cents),
        literal(""),
    )
    scores: Any = select(*kind, c.final_cents, cast(literal(None), BigInteger), cast(func.count(), BigInteger))
    scores = scores.where(c.final_cents.is_not(None))
    best = select(*checksums.columns_of(Games)).where(_this(Games), c.final_cents == bindparam("cents"))
    first = c.finished_at + literal_column("''")  # or the index by dates would be gone through, for few rows to sort
    if not with_seen:
        scores, best = scores.where(~seen), best.where(~seen)
    return _Source(
        False,
        ready(game_records.LIST.narrowed(dialect, months, asked).group_by(*kind, "was_seen", month), dialect),
        ready(game_records.LIST.narrowed(dialect, scores, asked).group_by(*kind, c.final_cents), dialect),
        ready(game_records.LIST.narrowed(dialect, best, asked).order_by(first, c.id).limit(1), dialect),
        game_records.RECORDS.row_of,
    )
