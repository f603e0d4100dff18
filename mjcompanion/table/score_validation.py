"""Doubts about scores that the rules can't produce; a person may ignore them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from mjcompanion.core.chips import SETS, ChipSet
from mjcompanion.core.errors import Problem, listed
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.i18n.translation import number
from mjcompanion.rulesets import Possible, Ruleset
from mjcompanion.table.settle import Ending

_EVEN: Final = 2


def doubts(
    rules: Ruleset,
    ending: Ending,
    options: Options,
    names: Mapping[Wind, str] | None = None,
    *,
    chips: ChipSet | None = None,
    values: Iterable[int] = (),
) -> tuple[Problem, ...]:
    """Return doubts about a hand's scores; the sentences name players by `names`, or by their winds.

    `values` are values of other cards' lines; `chips` are the chips on the table.

    >>> ending = Ending(Wind.SOUTH, scores=(7, 500, 998, 3))
    >>> for doubt in doubts(Ruleset("traditional"), ending, Ruleset("traditional").preset):
    ...     print(doubt.sentence())
    All counts are even: 6 or 8 for East?
    Over the limit of 300: 500 for South.
    Over the limit of 300: 998 for West.
    All counts are even: 2 or 4 for North?
    """
    possible = _possible(rules, options)
    if ending.winner is None:
        return ()
    if rules.with_card:
        return tuple(_about_value(ending.value, possible.values | frozenset(values), chips))
    called = names or {wind: wind.player for wind in WINDS}
    found: list[Problem] = []
    for wind, score in zip(WINDS, ending.scores, strict=True):
        won = wind is ending.winner
        if score and not won and not rules.losers_score:
            found.append(Problem("loser-count", text=called[wind], count=score))
        elif score is not None:
            found += _about_score(score, possible, called[wind], won=won)
    return tuple(found)


def request_doubts(rules: Ruleset, ending: Ending, options: Options) -> tuple[Problem, ...]:
    """Return doubts about a hand without a table, with the chips of the house options."""
    return doubts(rules, ending, options, chips=SETS[options.chips])


@cache
def _possible(rules: Ruleset, options: Options) -> Possible:
    return rules.possible(options)


def _about_score(score: int, possible: Possible, name: str, *, won: bool) -> Iterator[Problem]:
    if possible.most is not None and score > possible.most:
        yield Problem("most-count", text=name, count=score, limit=possible.most)
    elif won and score < possible.least:
        yield Problem("least-count", count=score, limit=possible.least)
    elif possible.values and won and score not in possible.values:
        yield Problem("table-count", count=score, why=_nearest(score, possible.values))
    elif score % possible.step and score not in possible.besides:
        code = "even-count" if possible.step == _EVEN else "step-count"
        yield Problem(code, text=name, limit=possible.step, why=_around(score, possible.step))


def _about_value(value: int | None, values: frozenset[int], chips: ChipSet | None) -> Iterator[Problem]:
    if value is None:
        return
    if values and value not in values:
        yield Problem("value-card", count=value, why=_nearest(value, values))
    elif not values and chips is not None and value % chips.measure:
        yield Problem("value-step", limit=chips.measure, why=_around(value, chips.measure))


def _nearest(value: int, values: Iterable[int]) -> str:
    """List the nearest values below and above one."""
    known = sorted(values)
    place = bisect(known, value)
    return listed([number(one) for one in known[max(0, place - 1) : place + 1]], "or")


def _around(count: int, step: int) -> str:
    """List the multiples of a step below and above a count."""
    below = count // step * step
    return listed([number(below), number(below + step)], "or")
